//! Numbers with units on the command line: sizes and times.

use std::time::Duration;

/// A number of bytes: `500M`, `2G`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(pub(crate) usize);

impl std::str::FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let problem = || format!("{text:?} is no size: write 500M or 2G");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit: usize = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KB" => 1 << 10,
            "M" | "MB" => 1 << 20,
            "G" | "GB" => 1 << 30,
            _ => return Err(problem()),
        };
        let count: usize = digits.trim().parse().map_err(|_| problem())?;
        count.checked_mul(unit).map(Bytes).ok_or_else(problem)
    }
}

/// A number of seconds: `10`, `0.5`, `2m`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

impl std::str::FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let problem = || format!("{text:?} is no time: write 10, 0.5s or 2m");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "" | "s" => 1.0,
            "ms" => 1e-3,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(problem()),
        };
        let count: f64 = digits.trim().parse().map_err(|_| problem())?;
        Duration::try_from_secs_f64(count * unit).map(Seconds).map_err(|_| problem())
    }
}
