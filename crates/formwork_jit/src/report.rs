//! What became of the sites of a program that ran, as data: compiled, with which checks, or
//! why not.

use formwork_hir::body::Body;

use crate::candidate::Checks;

/// How often native code was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Variants: sites and kinds for which there was code.
    pub variants: usize,
    /// Calls that came to their end.
    pub completed: usize,
    /// Calls that fell back to the interpreter.
    pub fallbacks: usize,
}

/// What became of the statements that may be compiled, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The statements that were tried.
    pub sites: Vec<SiteReport>,
}

/// A statement, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SiteReport {
    /// The file that it stands in.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What became of it.
    pub outcome: SiteStatus,
}

/// What became of a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SiteStatus {
    /// It was compiled.
    Compiled {
        /// The checks of its code.
        checks: Checks,
        /// How often its code was called.
        calls: usize,
        /// How many of these calls fell back to the interpreter.
        fallbacks: usize,
        /// Why one of them did.
        reason: Option<String>,
    },
    /// It was interpreted, for a reason.
    Interpreted(String),
}

impl SiteReport {
    /// Of a statement that begins at a place of a body's text.
    pub(crate) fn new(body: &Body, start: u32, outcome: SiteStatus) -> SiteReport {
        let file = body.source.path.display().to_string();
        SiteReport { file, line: body.source.place(start).line, outcome }
    }
}

impl Report {
    pub(crate) fn new(mut sites: Vec<SiteReport>) -> Report {
        sites.sort();
        Report { sites }
    }

    /// The checks of everything that was compiled.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let mut all = Checks::default();
        for site in &self.sites {
            match &site.outcome {
                SiteStatus::Compiled { checks, .. } => all.add(*checks),
                SiteStatus::Interpreted(_) => {}
            }
        }
        all
    }
}
