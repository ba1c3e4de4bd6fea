//! What lasts from one statement to the next.

use formwork_runtime::Frame;
use formwork_runtime::format::Format;
use rustc_hash::FxHashMap;

/// The state of a running program that built-ins read and change.
#[derive(Debug, Default)]
pub struct Session {
    /// How numbers are displayed.
    pub format: Format,
    /// The last error: what `lasterr` and `lasterror` tell.
    pub last_error: RaisedError,
    /// The last warning: what `lastwarn` tells.
    pub last_warning: RaisedWarning,
    /// Warnings that are off or errors, by identifier; `all` for the others.
    pub warnings: FxHashMap<String, WarningState>,
    /// When `tic` was called last, in seconds since the epoch.
    pub tic: Option<f64>,
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
