//! How much memory a program needs.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::speed;

/// The most memory, in bytes, that a process had while it ran a program to its end;
/// `None` where the system does not tell, or if the program failed.
pub(super) fn peak(text: &str) -> Option<f64> {
    let formwork = speed::formwork()?;
    let script = std::env::temp_dir().join(format!("formwork_memory_{}.m", std::process::id()));
    // The process is looked at while it waits: when it is gone it cannot be asked.
    let waiting = "start = tic;\nwhile toc(start) < 0.5\nend\n";
    crate::files::write(&script, format!("{text}{waiting}").as_bytes());
    let child = Command::new(formwork).arg("run").arg(&script).stdout(Stdio::null()).spawn();
    let outcome = child.ok().and_then(|mut child| {
        let mut most: Option<f64> = None;
        loop {
            most = high_water(child.id()).or(most);
            if let Some(status) = child.try_wait().ok()? {
                return most.filter(|_| status.success());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let _ = std::fs::remove_file(&script);
    outcome
}

/// The most memory that a process had so far.
pub(crate) fn high_water(process: u32) -> Option<f64> {
    let text = crate::files::read(std::path::Path::new(&format!("/proc/{process}/status")));
    let text = String::from_utf8(text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024.0)
}
