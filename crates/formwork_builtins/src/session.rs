//! What lasts from one statement to the next.

use formwork_runtime::format::Format;
use formwork_runtime::{Error, Frame, Result, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graphics::Graphics;
use crate::open_files::OpenFiles;
use crate::random_state::RandomState;

/// The state of a running program that built-ins read and change.
#[derive(Debug, Default)]
pub struct Session {
    /// How numbers are displayed.
    pub format: Format,
    /// The last error: what `lasterr` and `lasterror` tell.
    pub last_error: RaisedError,
    /// The last warning: what `lastwarn` tells.
    pub last_warning: RaisedWarning,
    /// Which warnings are printed.
    pub warnings: WarningStates,
    /// When `tic` was called last, in seconds since the epoch.
    pub tic: Option<f64>,
    /// The generators of random numbers.
    pub random: RandomState,
    /// Settings that a program changed, by the name of the function that keeps them.
    pub settings: FxHashMap<&'static str, Value>,
    /// The functions to call when the program ends, the last one first.
    pub at_exit: Vec<String>,
    /// The functions that `mlock` keeps from being cleared.
    pub locked: FxHashSet<String>,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// Whether the program has made an object of `onCleanup`, whose end is an effect.
    pub made_cleanups: bool,
    /// Figures and what is in them.
    pub graphics: Graphics,
    /// What such objects that are gone leave to be done.
    pub due_cleanups: formwork_runtime::DueActions,
    /// The files that the program has open.
    pub open_files: OpenFiles,
    /// Where what is printed goes, too, while `diary_is_on`.
    pub diary_file: Option<String>,
    /// Whether a diary is written.
    pub diary_is_on: bool,
}

impl Session {
    /// How many calls may be nested.
    #[must_use]
    pub fn max_recursion_depth(&self) -> usize {
        match self.settings.get("max_recursion_depth").and_then(Value::to_f64) {
            Some(depth) => depth as usize,
            None => 256,
        }
    }

    /// Records a warning and tells what to print of it on standard error; `None` if
    /// warnings of this identifier are off.
    ///
    /// # Errors
    ///
    /// If warnings of this identifier are errors.
    pub fn raise_warning(&mut self, identifier: &str, message: &str) -> Result<Option<String>> {
        match self.warnings.get(identifier) {
            WarningState::Off => Ok(None),
            WarningState::Error => {
                let message = message.strip_suffix('\n').unwrap_or(message);
                Err(Box::new(Error::new(identifier.to_owned(), message)))
            }
            WarningState::On => {
                self.last_warning = RaisedWarning {
                    message: message.to_owned(),
                    identifier: identifier.to_owned(),
                };
                let end = if message.ends_with('\n') { "" } else { "\n" };
                Ok(Some(format!("warning: {message}{end}")))
            }
        }
    }

    /// Undoes what was asked for until a function returns.
    pub fn undo(&mut self, change: LocalChange) {
        match change {
            LocalChange::Warning(identifier, state) => {
                self.warnings.restore(&identifier, state);
            }
            LocalChange::Setting(name, Some(value)) => {
                self.settings.insert(name, value);
            }
            LocalChange::Setting(name, None) => {
                self.settings.remove(name);
            }
        }
    }
}

/// A change that lasts until the function that asked for it returns, with what was
/// there before.
#[derive(Clone, Debug)]
pub enum LocalChange {
    /// The state of a warning.
    Warning(String, Option<WarningState>),
    /// A setting.
    Setting(&'static str, Option<Value>),
}

/// An error that was raised.
#[derive(Clone, Debug, Default)]
pub struct RaisedError {
    /// Its message.
    pub message: String,
    /// Its identifier.
    pub identifier: String,
    /// Where it happened, innermost first.
    pub stack: Vec<Frame>,
}

/// A warning that was raised.
#[derive(Clone, Debug, Default)]
pub struct RaisedWarning {
    /// Its message.
    pub message: String,
    /// Its identifier.
    pub identifier: String,
}

/// Which warnings are printed, ignored or errors, in the order they were set.
#[derive(Clone, Debug)]
pub struct WarningStates {
    all: WarningState,
    listed: Vec<(String, WarningState)>,
}

/// What GNU Octave does not warn about unless asked to.
const SILENT: [&str; 12] = [
    "Octave:array-as-logical",
    "Octave:array-to-scalar",
    "Octave:array-to-vector",
    "Octave:imag-to-real",
    "Octave:language-extension",
    "Octave:missing-semicolon",
    "Octave:neg-dim-as-zero",
    "Octave:separator-insert",
    "Octave:single-quote-string",
    "Octave:str-to-num",
    "Octave:mixed-string-concat",
    "Octave:variable-switch-label",
];

impl Default for WarningStates {
    fn default() -> WarningStates {
        WarningStates {
            all: WarningState::On,
            listed: SILENT.iter().map(|&name| (name.to_owned(), WarningState::Off)).collect(),
        }
    }
}

impl WarningStates {
    /// What happens to warnings of this identifier; `all` or nothing for those that
    /// are not listed.
    #[must_use]
    pub fn get(&self, identifier: &str) -> WarningState {
        self.listed(identifier).unwrap_or(self.all)
    }

    /// What was said about this identifier alone.
    #[must_use]
    pub fn listed(&self, identifier: &str) -> Option<WarningState> {
        self.listed.iter().find(|(name, _)| name == identifier).map(|&(_, state)| state)
    }

    /// Says what happens to warnings of this identifier; `all` forgets about those
    /// listed.
    pub fn set(&mut self, identifier: &str, state: WarningState) {
        if identifier == "all" {
            self.all = state;
            self.listed.clear();
        } else if state == WarningState::On && self.all == WarningState::On {
            self.restore(identifier, None);
        } else {
            self.restore(identifier, Some(state));
        }
    }

    /// Lists an identifier with a state, or takes it off the list; `all` changes the
    /// state of the others only.
    pub fn restore(&mut self, identifier: &str, state: Option<WarningState>) {
        if identifier == "all" {
            self.all = state.unwrap_or(WarningState::On);
            return;
        }
        match (self.listed.iter().position(|(name, _)| name == identifier), state) {
            (Some(place), Some(state)) => self.listed[place].1 = state,
            (Some(place), None) => {
                self.listed.remove(place);
            }
            (None, Some(state)) => self.listed.push((identifier.to_owned(), state)),
            (None, None) => {}
        }
    }

    /// `all` and the listed identifiers with their states.
    pub fn entries(&self) -> impl Iterator<Item = (&str, WarningState)> {
        let listed = self.listed.iter().map(|(name, state)| (name.as_str(), *state));
        std::iter::once(("all", self.all)).chain(listed)
    }
}

/// What happens to a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningState {
    /// It is printed.
    On,
    /// It is not.
    Off,
    /// It is an error.
    Error,
}

impl WarningState {
    /// As `warning` reads and tells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WarningState::On => "on",
            WarningState::Off => "off",
            WarningState::Error => "error",
        }
    }

    /// The state of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<WarningState> {
        [WarningState::On, WarningState::Off, WarningState::Error]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_is_the_usual_one_is_not_listed() {
        let mut states = WarningStates::default();
        states.set("a:b", WarningState::Off);
        assert_eq!(states.entries().count(), 14);
        states.set("a:b", WarningState::On);
        assert_eq!(states.entries().count(), 13);
        states.set("all", WarningState::Off);
        assert_eq!(states.entries().count(), 1);
        states.set("a:b", WarningState::On);
        assert_eq!(states.get("a:b"), WarningState::On);
        assert_eq!(states.get("c:d"), WarningState::Off);
    }

    #[test]
    fn a_warning_that_is_off_leaves_no_trace() {
        let mut session = Session::default();
        assert_eq!(session.raise_warning("a:b", "x").expect("on").as_deref(), Some("warning: x\n"));
        session.warnings.set("c:d", WarningState::Off);
        assert_eq!(session.raise_warning("c:d", "y").expect("off"), None);
        assert_eq!(session.last_warning.message, "x");
        session.warnings.set("c:d", WarningState::Error);
        assert_eq!(session.raise_warning("c:d", "y\n").expect_err("an error").message, "y");
    }
}
