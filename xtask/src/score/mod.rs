//! `cargo xtask score`: every headline figure beside its target, one line each.

mod abroad;
mod algebra;
mod board;
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

pub(crate) use board::Figure;
pub(crate) use memory::high_water;

use board::Board;

#[derive(Args)]
pub(crate) struct Options {
    /// Measure everything instead of samples: an hour of fuzzing, a million programs
    #[arg(long)]
    full: bool,
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
