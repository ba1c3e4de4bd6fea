//! `cargo xtask rules`: writes `docs/rules.md` from the pages of the rules.

use std::path::Path;
use std::process::ExitCode;

#[expect(clippy::disallowed_methods, reason = "the chore writes the repository")]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what the chore has to say")]
pub(crate) fn run() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    match std::fs::write(&path, formwork_driver::rules_page()) {
        Ok(()) => {
            println!("docs/rules.md is written");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("docs/rules.md cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}
