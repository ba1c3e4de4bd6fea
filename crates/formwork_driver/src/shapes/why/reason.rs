//! Reasons: what happened at a first loss, and what would make it known.

/// Why something is not known, or that it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Nothing is lost.
    Known {
        /// Where the extents come from.
        extents: Vec<ExtentOrigin>,
    },
    /// A parameter of which nothing is said, or a part of one.
    Parameter {
        /// It: `x`, `opts.n`, `varargin{2}`.
        path: String,
        /// The function, if `--arg` does not speak of its parameters as it is.
        function: Option<String>,
    },
    /// A parameter that callers give something which nobody follows.
    Caller {
        /// It.
        path: String,
        /// Its function.
        function: String,
    },
    /// The call of a function handle of which it is not known what it calls.
    Handle {
        /// The variable.
        name: String,
        /// Where it is called.
        line: u32,
        /// Whether it is a parameter.
        parameter: bool,
    },
    /// What only the run knows: files, the keyboard, graphics, other programs.
    Run {
        /// The function.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// A function that was not found.
    Missing {
        /// Its name.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// A function that was found and not followed.
    Unfollowed {
        /// Its name.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// A function that calls itself: what it gives was not found.
    Recursive {
        /// Its name.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// A function of the language of which nothing is known here.
    Unwritten {
        /// Its name.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// A function of the language whose result depends on what its arguments hold.
    Builtin {
        /// Its name.
        function: String,
        /// Where it is called.
        line: u32,
    },
    /// An object, its properties and methods.
    Object {
        /// What is called or read.
        text: String,
        /// Where.
        line: u32,
    },
    /// Each iteration of a loop gives it another size or class.
    Loop {
        /// The variable.
        name: String,
        /// The lines of the loop.
        lines: (u32, u32),
    },
    /// Paths meet that give it different ones.
    Join {
        /// Where.
        line: u32,
        /// What it is on each: the line that sets it, and its type.
        parts: Vec<(u32, String)>,
    },
    /// What an element of a cell array is.
    Cell {
        /// What is read.
        text: String,
        /// Where.
        line: u32,
        /// The cell array.
        name: String,
    },
    /// What a field is.
    Field {
        /// What is read.
        text: String,
        /// Where.
        line: u32,
    },
    /// How many elements subscripts select, or how large a store makes an array.
    Subscript {
        /// What is read or stored to.
        text: String,
        /// Where.
        line: u32,
        /// Whether it is stored to.
        stored: bool,
    },
    /// A global or persistent variable.
    Shared {
        /// The variable.
        name: String,
        /// Where it is declared.
        line: u32,
        /// Whether it is global.
        global: bool,
    },
    /// A call that may have changed any variable.
    Scope {
        /// What is called.
        function: String,
        /// Where.
        line: u32,
    },
    /// The function is too long.
    TooLong,
    /// An operation of which the operands are known.
    Operation {
        /// Its text.
        text: String,
        /// Where.
        line: u32,
    },
}

/// Where an extent, or a name in it, comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ExtentOrigin {
    /// The name, as the listing has it.
    pub(super) name: String,
    /// What it is: `size (X, 1)`.
    pub(super) text: String,
    /// The line that says so, if one does.
    pub(super) line: Option<u32>,
}

impl Reason {
    /// As JSON has it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Reason::Known { .. } => "known",
            Reason::Parameter { .. } => "parameter",
            Reason::Caller { .. } => "caller",
            Reason::Handle { .. } => "handle",
            Reason::Run { .. } => "run",
            Reason::Missing { .. } => "missing-function",
            Reason::Unfollowed { .. } => "not-followed",
            Reason::Recursive { .. } => "recursive",
            Reason::Unwritten { .. } => "unknown-function",
            Reason::Builtin { .. } => "values",
            Reason::Object { .. } => "object",
            Reason::Loop { .. } => "loop",
            Reason::Join { .. } => "join",
            Reason::Cell { .. } => "cell",
            Reason::Field { .. } => "field",
            Reason::Subscript { .. } => "subscript",
            Reason::Shared { .. } => "shared-variable",
            Reason::Scope { .. } => "changed-variables",
            Reason::TooLong => "too-long",
            Reason::Operation { .. } => "operation",
        }
    }
}
