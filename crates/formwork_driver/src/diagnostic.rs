//! One finding about a program, as data, whichever stage found it.

use formwork_syntax::{Severity, Span, SyntaxError};

/// How bad a finding is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Wrong under a condition.
    Warning,
    /// Wrong.
    Error,
}

impl Level {
    /// Its name in every output format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Kebab-case name of the rule.
    pub code: &'static str,
    /// Short id of the rule.
    pub id: &'static str,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The sizes under which it fails, if it does not always.
    pub condition: Option<String>,
    /// Other places that explain it.
    pub related: Vec<Related>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Another place of the same file that explains a finding.
#[derive(Clone, Debug)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

impl From<&SyntaxError> for Diagnostic {
    fn from(error: &SyntaxError) -> Diagnostic {
        Diagnostic {
            code: error.code.name(),
            id: error.code.id(),
            level: match error.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            },
            message: error.message.clone(),
            span: error.span,
            condition: None,
            related: error
                .related
                .iter()
                .map(|(span, message)| Related { span: *span, message: message.clone() })
                .collect(),
            help: error.help.clone(),
        }
    }
}
