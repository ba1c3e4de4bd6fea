//! `cargo xtask score`: every headline figure beside its target, one line each.

mod algebra;
mod front_end;
mod inference;
mod memory;
mod running;

use std::process::ExitCode;

use clap::Args;

#[derive(Args)]
pub(crate) struct Options {
    /// Run the long measurements, too: an hour of fuzzing
    #[arg(long)]
    full: bool,
}

/// One figure.
pub(crate) struct Figure {
    pub(crate) issue: &'static str,
    pub(crate) what: String,
    pub(crate) value: String,
    pub(crate) target: &'static str,
    /// Whether the target is met; `None` if it could not be measured here.
    pub(crate) met: Option<bool>,
}

/// Where figures are shown, each as soon as it is known.
pub(crate) struct Board {
    /// Whether every target has been met so far.
    fine: bool,
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

pub(crate) fn run(options: &Options) -> ExitCode {
    let mut figures = Board { fine: true };
    front_end::measure(options.full, &mut figures);
    algebra::measure(&mut figures);
    running::measure(options.full, &mut figures);
    inference::measure(options.full, &mut figures);
    if figures.fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
