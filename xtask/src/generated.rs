//! Files of the repository that a chore writes: written, or with `--check` compared.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

#[derive(Args)]
pub(crate) struct Options {
    /// Write nothing; fail if a file is not what would be written
    #[arg(long)]
    pub(crate) check: bool,
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Writes files, given relative to the repository, or compares them.
#[expect(clippy::disallowed_methods, reason = "the chore writes the repository")]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what the chore has to say")]
pub(crate) fn put(chore: &str, files: &[(String, String)], options: &Options) -> ExitCode {
    let mut fine = true;
    for (name, text) in files {
        let path = root().join(name);
        let same = std::fs::read_to_string(&path).is_ok_and(|old| old == *text);
        if same {
            continue;
        }
        if options.check {
            eprintln!("{name} is stale: run `cargo xtask {chore}`");
            fine = false;
            continue;
        }
        let parent = path.parent().unwrap_or(Path::new("."));
        match std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text)) {
            Ok(()) => println!("{name} is written"),
            Err(error) => {
                eprintln!("{name} cannot be written: {error}");
                fine = false;
            }
        }
    }
    ExitCode::from(u8::from(!fine))
}
