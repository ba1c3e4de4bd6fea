//! What became of the loops of a program that ran: compiled, with which checks, or why not.

use std::fmt;

use formwork_hir::body::Body;

use super::candidate::Checks;

/// What became of the statements that may be compiled.
#[derive(Clone, Debug, Default)]
pub struct NativeReport {
    places: Vec<Reported>,
}

/// A statement, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reported {
    file: String,
    line: u32,
    outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Compiled { checks: Checks, calls: usize, given_up: usize, reason: Option<String> },
    Interpreted(String),
}

impl Reported {
    pub(super) fn new(body: &Body, start: u32, outcome: Outcome) -> Reported {
        let file = body.source.path.display().to_string();
        Reported { file, line: body.source.place(start).line, outcome }
    }
}

impl NativeReport {
    pub(super) fn new(mut places: Vec<Reported>) -> NativeReport {
        places.sort();
        NativeReport { places }
    }

    /// The checks of everything that was compiled.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let mut all = Checks::default();
        for place in &self.places {
            match &place.outcome {
                Outcome::Compiled { checks, .. } => {
                    all.implied += checks.implied;
                    all.left += checks.left;
                }
                Outcome::Interpreted(_) => {}
            }
        }
        all
    }
}

impl fmt::Display for NativeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut compiled = 0;
        for Reported { file, line, outcome } in &self.places {
            match outcome {
                Outcome::Compiled { checks, calls, given_up, reason } => {
                    compiled += 1;
                    write!(
                        f,
                        "{file}:{line}: compiled, {} checks, {} left; {calls} calls, {given_up} given up",
                        checks.implied, checks.left
                    )?;
                    match reason {
                        Some(reason) => writeln!(f, " ({reason})")?,
                        None => writeln!(f)?,
                    }
                }
                Outcome::Interpreted(why) => writeln!(f, "{file}:{line}: interpreted: {why}")?,
            }
        }
        let Checks { implied, left } = self.checks();
        writeln!(
            f,
            "native code: {compiled} of {} places compiled, {implied} checks, {left} left",
            self.places.len()
        )
    }
}
