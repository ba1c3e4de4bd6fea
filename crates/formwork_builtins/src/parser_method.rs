//! The methods of an `inputParser`.

/// A method that a program may call, as `p.method (…)` or `method (p, …)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParserMethod {
    /// `addOptional`
    AddOptional,
    /// `addParameter`, and `addParamValue` as it was called before
    AddParameter,
    /// `addRequired`
    AddRequired,
    /// `addSwitch`
    AddSwitch,
    /// `disp`
    Disp,
    /// `parse`
    Parse,
}

impl ParserMethod {
    /// The method of that name.
    #[must_use]
    pub fn of(name: &str) -> Option<ParserMethod> {
        match name {
            "addOptional" => Some(ParserMethod::AddOptional),
            "addParamValue" | "addParameter" => Some(ParserMethod::AddParameter),
            "addRequired" => Some(ParserMethod::AddRequired),
            "addSwitch" => Some(ParserMethod::AddSwitch),
            "disp" => Some(ParserMethod::Disp),
            "parse" => Some(ParserMethod::Parse),
            _ => None,
        }
    }

    /// Whether it adds an argument.
    #[must_use]
    pub const fn adds(self) -> bool {
        match self {
            ParserMethod::AddOptional
            | ParserMethod::AddParameter
            | ParserMethod::AddRequired
            | ParserMethod::AddSwitch => true,
            ParserMethod::Disp | ParserMethod::Parse => false,
        }
    }
}
