//! Running a program with a bound on its time.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::build::BuildOptions;
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

/// Runs a command to its end, what it says going to a file; whether it succeeded. It and
/// everything that it has started are ended when the time is up or nobody waits any more.
pub(super) fn run(
    command: &mut Command,
    output: &Path,
    options: &BuildOptions,
) -> Result<bool, BuildError> {
    let said = File::create(output).map_err(|error| BuildError::files(output, &error))?;
    let both = said.try_clone().map_err(|error| BuildError::files(output, &error))?;
    command.stdin(Stdio::null()).stdout(said).stderr(both);
    // Compilers are several programs: they are ended together by who can be told to stop.
    // Otherwise what ends this program from the keyboard ends them, too.
    let is_group = cfg!(unix) && options.stop.is_some();
    #[cfg(unix)]
    if is_group {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }
    let cannot_run = |command: &Command, error: &std::io::Error| BuildError::CannotRun {
        command: shown(command),
        reason: error.to_string(),
    };
    let mut child = command.spawn().map_err(|error| cannot_run(command, &error))?;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let is_stopped = || options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed) != 0);
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if is_stopped() => {
                end_all(&mut child, is_group);
                return Err(BuildError::Stopped { command: shown(command) });
            }
            Ok(None) if Instant::now() >= end => {
                end_all(&mut child, is_group);
                let seconds = options.seconds;
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

/// Ends a program and, if they are a group, those that it has started.
fn end_all(child: &mut Child, is_group: bool) {
    // They may have ended by themselves since; then there is nothing to stop.
    #[cfg(unix)]
    if is_group
        && let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = is_group;
    let _ = child.kill();
    let _ = child.wait();
}
