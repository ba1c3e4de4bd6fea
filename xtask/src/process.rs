//! Running other programs for a limited time.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a command prints within a time, after which it is ended; `None` if it cannot be started.
pub(crate) fn output_within(command: &mut Command, patience: Duration) -> Option<String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        // What was read before an error still counts.
        let _ = stdout.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) | Err(_) => break,
            Ok(None) if started.elapsed() > patience => {
                // It may have come to its end meanwhile.
                let _ = child.kill();
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    reader.join().ok()
}
