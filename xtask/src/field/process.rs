//! A command that is given so much time, and what became of it.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a command is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// By itself, whatever it found.
    Done,
    /// It says that something is wrong with how it was called.
    Refused,
    Panicked,
    /// A signal ended it: memory, stack, `abort`.
    Aborted,
    TimedOut,
    /// It could not be started.
    Missing,
}

/// What a command said, and how it ended.
pub(crate) struct Ran {
    pub(crate) end: End,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: String,
    pub(crate) time: Duration,
}

/// Runs a command, for `patience` at most.
pub(crate) fn run(mut command: Command, patience: Duration) -> Ran {
    let started = Instant::now();
    alone(&mut command);
    let child = command
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            let errors = error.to_string();
            return Ran { end: End::Missing, output: Vec::new(), errors, time: Duration::ZERO };
        }
    };
    let output = child.stdout.take().map(reader);
    let errors = child.stderr.take().map(reader);
    let status = wait(&mut child, started, patience);
    end_all(&child);
    let collect = |reader: Option<JoinHandle<Vec<u8>>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    let output = collect(output);
    let errors = String::from_utf8_lossy(&collect(errors)).into_owned();
    let end = status.map_or(End::TimedOut, |status| judge(status, &errors));
    Ran { end, output, errors, time: started.elapsed() }
}

/// Gives a command a group of processes of its own.
fn alone(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends what a command started and left behind, which would hold its pipes open.
fn end_all(child: &Child) {
    let mut command = Command::new("kill");
    command.args(["-KILL", "--"]).arg(format!("-{}", child.id()));
    // Mostly there is nothing left.
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Reads a pipe in the background: a command whose pipe is full would wait for ever.
fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error still counts.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for the end of a command; `None` if it had to be ended.
fn wait(child: &mut Child, started: Instant, patience: Duration) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if started.elapsed() < patience => std::thread::sleep(GLANCE),
            Ok(None) | Err(_) => {
                // It may have ended in between; then there is nothing to end.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}

fn judge(status: ExitStatus, errors: &str) -> End {
    match status.code() {
        _ if errors.contains("panicked at") => End::Panicked,
        None => End::Aborted,
        Some(0 | 1) => End::Done,
        Some(_) => End::Refused,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{End, run};
    use std::process::Command;
    use std::time::Duration;

    fn end(script: &str, patience: Duration) -> End {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, patience).end
    }

    #[test]
    fn ends_are_told_apart() {
        let long = Duration::from_secs(60);
        assert_eq!(end("exit 1", long), End::Done);
        assert_eq!(end("exit 2", long), End::Refused);
        assert_eq!(end("echo panicked at x >&2; exit 101", long), End::Panicked);
        assert_eq!(end("kill -9 $$", long), End::Aborted);
        assert_eq!(end("exec sleep 60", Duration::from_millis(20)), End::TimedOut);
        assert_eq!(run(Command::new("no such command"), long).end, End::Missing);
        // What is left behind does not keep anybody waiting.
        assert_eq!(end("sleep 60 & exit 0", long), End::Done);
    }
}
