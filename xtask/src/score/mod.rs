//! `cargo xtask score`: every headline figure beside its target, one line each.

mod abroad;
mod algebra;
mod check;
mod front_end;
mod inference;
mod memory;
mod native;
mod running;
mod specialize;

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

pub(crate) use memory::high_water;

#[derive(Args)]
pub(crate) struct Options {
    /// Measure everything instead of samples: an hour of fuzzing, a million programs
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

/// What a figure says of the sample it was measured on: one of every so many.
fn sample(every: usize, what: &str) -> String {
    if every == 1 { String::new() } else { format!(" (every {every}th {what})") }
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

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let started = Instant::now();
    let mut figures = Board { fine: true };
    front_end::measure(options.full, &mut figures);
    algebra::measure(&mut figures);
    running::measure(options.full, &mut figures);
    inference::measure(options.full, &mut figures);
    check::measure(&mut figures);
    specialize::measure(options.full, &mut figures);
    native::measure(options.full, &mut figures);
    abroad::measure(options.full, &mut figures);
    let hint = if options.full { "" } else { "; samples, where a line says so (all: --full)" };
    println!("{:.0} s{hint}", started.elapsed().as_secs_f64());
    if figures.fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
