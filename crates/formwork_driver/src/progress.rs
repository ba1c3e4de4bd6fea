//! A progress bar on standard error, when somebody watches.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Below this many files a bar would only flicker.
const ENOUGH: usize = 64;

/// A bar for `count` files; hidden where standard error is no terminal.
pub(crate) fn bar(count: usize, what: &'static str) -> ProgressBar {
    if count < ENOUGH || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_message(what)
}
