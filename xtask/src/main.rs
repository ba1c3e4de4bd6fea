//! Developer chores of Formwork: `cargo xtask help` lists them.

mod files;
mod fuzz;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer chores of Formwork")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Feed the parser random bytes, token soups and mutated programs
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    match Arguments::parse().chore {
        Chore::Fuzz(options) => fuzz::run(&options),
    }
}
