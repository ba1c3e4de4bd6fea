//! Input generators and targets for fuzzing.
//!
//! A target takes any bytes and checks what must hold for all of them; it panics
//! if something does not. Generators make bytes that get far into a target. Both
//! serve the tests (a thousand inputs each time), `cargo xtask fuzz` (any time)
//! and the coverage-guided targets in `fuzz/`.

mod calls;
mod equivalence;
mod functions;
mod habits;
mod mutate;
mod numeric;
mod parser;
mod programs;
mod soundness;
mod statements;
mod stress;
mod surface;
mod templates;
mod world;

pub use equivalence::{
    Behaviour, Equivalence, Specialization, check_equivalence, check_file_equivalence,
    random_specialization, run_in, run_with, shrink_specialization,
};
pub use mutate::{mutate, random_bytes, token_soup};
pub use numeric::numeric_program;
pub use parser::{check_parser, check_parser_in};
pub use programs::{HELPER, random_program, wild_program};
pub use soundness::{Looks, Soundness, Violation, check_file, check_soundness, describe, shrink};
pub use stress::{StressProgram, stress_program};
pub use surface::{SurfaceStatement, surface_statement};

/// Programs with a bit of everything, to mutate where no larger corpus is at hand.
pub const SEEDS: &[&str] = &[
    include_str!("../seeds/control.m"),
    include_str!("../seeds/matrices.m"),
    include_str!("../seeds/class.m"),
    include_str!("../seeds/functions.m"),
    include_str!("../seeds/commands.m"),
];
