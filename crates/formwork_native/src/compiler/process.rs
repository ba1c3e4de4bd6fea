//! Running a program with a bound on its time.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::error::BuildError;

/// How a command is shown.
pub(super) fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// Runs a command to its end, what it says going to a file; whether it succeeded.
pub(super) fn run(command: &mut Command, output: &Path, seconds: u64) -> Result<bool, BuildError> {
    let said = File::create(output).map_err(|error| BuildError::files(output, &error))?;
    let both = said.try_clone().map_err(|error| BuildError::files(output, &error))?;
    command.stdin(Stdio::null()).stdout(said).stderr(both);
    let cannot_run = |command: &Command, error: &std::io::Error| BuildError::CannotRun {
        command: shown(command),
        reason: error.to_string(),
    };
    let mut child = command.spawn().map_err(|error| cannot_run(command, &error))?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if Instant::now() >= end => {
                // It may have ended by itself since; then there is nothing to stop.
                let _ = child.kill();
                let _ = child.wait();
                return Err(BuildError::TooSlow { command: shown(command), seconds });
            }
            Ok(None) => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Err(error) => return Err(cannot_run(command, &error)),
        }
    }
}
