//! What a chore measured, as lines that `cargo xtask results --import` takes.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Figures for a file, if somebody wants one.
pub(crate) struct Sheet {
    file: Option<PathBuf>,
    /// The command that measures.
    command: String,
    lines: String,
}

impl Sheet {
    /// Figures that this command measures.
    pub(crate) fn new(file: Option<&Path>, command: &str) -> Sheet {
        let lines = "plot,label,series,value,date,machine,command\n".to_owned();
        Sheet { file: file.map(Path::to_path_buf), command: command.to_owned(), lines }
    }

    /// Adds a figure, if it was measured.
    pub(crate) fn add(&mut self, plot: &str, label: &str, series: &str, value: Option<f64>) {
        if let Some(value) = value.filter(|value| value.is_finite()) {
            let (date, machine, command) = (today(), machine(), &self.command);
            self.lines.push_str(&format!(
                "{plot},\"{label}\",{series},{value:.2},{date},\"{machine}\",`{command}`\n"
            ));
        }
    }

    /// Adds a figure that a document reports: when, on what, and where it stands.
    pub(crate) fn quote(&mut self, [plot, label, series]: [&str; 3], value: f64, from: [&str; 3]) {
        let [date, machine, place] = from;
        self.lines.push_str(&format!(
            "{plot},\"{label}\",{series},{value},{date},{machine},\"{place}\"\n"
        ));
    }

    /// Writes the file.
    #[expect(clippy::disallowed_methods, reason = "the chore was asked for a file")]
    #[expect(clippy::print_stderr, reason = "a chore reports")]
    pub(crate) fn finish(self) {
        let Some(file) = self.file else { return };
        if let Err(error) = std::fs::write(&file, self.lines) {
            eprintln!("{}: {error}", file.display());
        }
    }
}

/// The class of this machine, and how the program was built.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!("{} with {cores} cores, {build} build", std::env::consts::ARCH)
}

/// The day, in UTC.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> String {
    // Years begin in March here, so that the odd day comes last; 146,097 days are 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, after) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
