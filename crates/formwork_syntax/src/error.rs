//! What can be wrong with a text, as data. Rendering is the driver's.

use crate::span::Span;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Legal, but likely not what was meant.
    Warning,
    /// Neither MATLAB nor Octave, or not the dialect asked for.
    Error,
}

/// The kinds of finding; the name is the code users see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SyntaxErrorCode {
    /// Something else was expected.
    UnexpectedToken,
    /// A bracket that is never closed, or closed by the wrong one.
    UnclosedBracket,
    /// A block that is never closed.
    UnclosedBlock,
    /// A closing word without a block, or of another kind of block.
    MismatchedEnd,
    /// A string that its line ends.
    UnterminatedString,
    /// A block comment that the file ends.
    UnterminatedComment,
    /// Bytes that start no token.
    InvalidCharacter,
    /// A number that is none.
    InvalidNumber,
    /// Something that cannot be assigned to.
    InvalidTarget,
    /// `end` outside an index.
    MisplacedEnd,
    /// A statement where it makes no sense.
    MisplacedStatement,
    /// A construct the chosen dialect does not have.
    WrongDialect,
    /// More levels than anybody writes.
    NestingTooDeep,
    /// A `%#` annotation that is not well formed.
    InvalidAnnotation,
    /// More bytes than a span can count.
    FileTooLarge,
}

impl SyntaxErrorCode {
    /// All of them.
    pub const ALL: [SyntaxErrorCode; 15] = [
        SyntaxErrorCode::UnexpectedToken,
        SyntaxErrorCode::UnclosedBracket,
        SyntaxErrorCode::UnclosedBlock,
        SyntaxErrorCode::MismatchedEnd,
        SyntaxErrorCode::UnterminatedString,
        SyntaxErrorCode::UnterminatedComment,
        SyntaxErrorCode::InvalidCharacter,
        SyntaxErrorCode::InvalidNumber,
        SyntaxErrorCode::InvalidTarget,
        SyntaxErrorCode::MisplacedEnd,
        SyntaxErrorCode::MisplacedStatement,
        SyntaxErrorCode::WrongDialect,
        SyntaxErrorCode::NestingTooDeep,
        SyntaxErrorCode::InvalidAnnotation,
        SyntaxErrorCode::FileTooLarge,
    ];

    /// The kind of that name or id.
    #[must_use]
    pub fn find(text: &str) -> Option<SyntaxErrorCode> {
        SyntaxErrorCode::ALL.into_iter().find(|code| {
            code.name().eq_ignore_ascii_case(text) || code.id().eq_ignore_ascii_case(text)
        })
    }

    /// The short id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            SyntaxErrorCode::UnexpectedToken => "FW002",
            SyntaxErrorCode::UnclosedBracket => "FW003",
            SyntaxErrorCode::UnclosedBlock => "FW004",
            SyntaxErrorCode::MismatchedEnd => "FW005",
            SyntaxErrorCode::UnterminatedString => "FW006",
            SyntaxErrorCode::UnterminatedComment => "FW007",
            SyntaxErrorCode::InvalidCharacter => "FW008",
            SyntaxErrorCode::InvalidNumber => "FW009",
            SyntaxErrorCode::InvalidTarget => "FW010",
            SyntaxErrorCode::MisplacedEnd => "FW011",
            SyntaxErrorCode::MisplacedStatement => "FW012",
            SyntaxErrorCode::WrongDialect => "FW013",
            SyntaxErrorCode::NestingTooDeep => "FW014",
            SyntaxErrorCode::InvalidAnnotation => "FW015",
            SyntaxErrorCode::FileTooLarge => "FW016",
        }
    }

    /// The code as users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SyntaxErrorCode::UnexpectedToken => "unexpected-token",
            SyntaxErrorCode::UnclosedBracket => "unclosed-bracket",
            SyntaxErrorCode::UnclosedBlock => "unclosed-block",
            SyntaxErrorCode::MismatchedEnd => "mismatched-end",
            SyntaxErrorCode::UnterminatedString => "unterminated-string",
            SyntaxErrorCode::UnterminatedComment => "unterminated-comment",
            SyntaxErrorCode::InvalidCharacter => "invalid-character",
            SyntaxErrorCode::InvalidNumber => "invalid-number",
            SyntaxErrorCode::InvalidTarget => "invalid-target",
            SyntaxErrorCode::MisplacedEnd => "misplaced-end",
            SyntaxErrorCode::MisplacedStatement => "misplaced-statement",
            SyntaxErrorCode::WrongDialect => "wrong-dialect",
            SyntaxErrorCode::NestingTooDeep => "nesting-too-deep",
            SyntaxErrorCode::InvalidAnnotation => "invalid-annotation",
            SyntaxErrorCode::FileTooLarge => "file-too-large",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// Its kind.
    pub code: SyntaxErrorCode,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Another place that explains it, with what to say there.
    pub related: Option<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(
        code: SyntaxErrorCode,
        span: Span,
        message: impl Into<String>,
    ) -> SyntaxError {
        SyntaxError {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            related: None,
            help: None,
        }
    }

    pub(crate) fn warning(mut self) -> SyntaxError {
        self.severity = Severity::Warning;
        self
    }

    pub(crate) fn related(mut self, span: Span, message: impl Into<String>) -> SyntaxError {
        self.related = Some((span, message.into()));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> SyntaxError {
        self.help = Some(help.into());
        self
    }
}
