//! Figures beside their targets, and the board on which they are shown.

/// One figure.
pub(crate) struct Figure {
    pub(crate) issue: &'static str,
    pub(crate) what: String,
    pub(crate) value: String,
    pub(crate) target: &'static str,
    /// Whether the target is met; `None` if it could not be measured here.
    pub(crate) met: Option<bool>,
}

/// What a figure says of the sample it was measured on: one of every so many.
pub(super) fn sample(every: usize, what: &str) -> String {
    if every == 1 { String::new() } else { format!(" (every {every}th {what})") }
}

/// Where figures are shown, each as soon as it is known.
pub(crate) struct Board {
    /// Whether every target has been met so far.
    pub(super) fine: bool,
}

impl Board {
    #[expect(clippy::print_stdout, reason = "a chore reports")]
    pub(crate) fn push(&mut self, figure: Figure) {
        let Figure { issue, what, value, target, met } = figure;
        let mark = match met {
            Some(true) => "ok",
            Some(false) => "SHORT",
            None => "skipped",
        };
        self.fine &= met != Some(false);
        println!("{issue:<5} {what:<52} {value:>28}   target {target:<16} {mark}");
    }
}
