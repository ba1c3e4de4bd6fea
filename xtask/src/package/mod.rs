//! `cargo xtask package`: a program that is built becomes a Python wheel, npm packages and a Debian
//! package, each with the program, completions, manual pages and licences.
//!
//! - `binary`: which program, and how it is linked for old systems.
//! - `contents`: the files that all packages have, below a prefix.
//! - `licences`: those of the libraries that are part of the program.
//! - `elf`: what the program needs of the system, read from its symbol versions.
//! - `wheel`, `npm`, `debian`: one kind each.
//!
//! What packages say of themselves stands in `packaging/`.

mod binary;
mod contents;
mod debian;
mod elf;
mod licences;
mod npm;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{Args, ValueEnum};

use crate::files;

#[derive(Args)]
pub(crate) struct Options {
    /// What to make
    kind: Kind,
    /// Package this program [default: that of target/release, built if it is older than its text]
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Where packages are written [default: target/packages]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Link for the C library of 2012 with zig (`pip install maturin ziglang`)
    #[arg(long, conflicts_with = "binary")]
    zig: bool,
    /// Compress little: for tests
    #[arg(long)]
    fast: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A Python wheel, for pip, uvx and pre-commit
    Wheel,
    /// A launcher and a package with the program, for npm and npx
    Npm,
    /// A Debian package
    Deb,
    /// All of them
    All,
}

/// Why there is no package.
type Result<T> = std::result::Result<T, String>;

/// What every kind of package is made of.
struct Ingredients {
    /// The files of all packages, as below a prefix.
    tree: PathBuf,
    /// Files that do not last.
    scratch: PathBuf,
    /// Where packages are written.
    output: PathBuf,
    /// What the program needs of the system.
    needs: elf::Needs,
    fast: bool,
}

#[expect(clippy::print_stderr, reason = "this is what the chore has to say")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let scratch = files::scratch("package");
    let made = make(options, &scratch);
    files::remove_folder(&scratch);
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is what the chore has to say")]
fn make(options: &Options, scratch: &Path) -> Result<()> {
    let program = binary::find(options.binary.as_deref(), options.zig)?;
    let output = options.output.clone().unwrap_or_else(|| files::root().join("target/packages"));
    make_folder(&output)?;
    let tree = scratch.join("tree");
    contents::collect(&program, &tree)?;
    let needs = elf::needs(&files::read(&tree.join("bin/formwork")))
        .ok_or_else(|| format!("{}: no ELF program of 64 bits", program.display()))?;
    let fast = options.fast;
    let ingredients = Ingredients { tree, scratch: scratch.to_path_buf(), output, needs, fast };
    let wanted = |kind| [kind, Kind::All].contains(&options.kind);
    let mut made = Vec::new();
    if wanted(Kind::Wheel) {
        made.push(wheel::make(&ingredients)?);
    }
    if wanted(Kind::Npm) {
        made.extend(npm::make(&ingredients)?);
    }
    if wanted(Kind::Deb) {
        made.push(debian::make(&ingredients)?);
    }
    for path in made {
        #[expect(clippy::disallowed_methods, reason = "the chore tells how large packages are")]
        let length = std::fs::metadata(&path).map_or(0, |about| about.len());
        println!("{} ({:.1} MB)", path.display(), length as f64 / 1e6);
    }
    Ok(())
}

/// What a command prints; its complaints, if it fails.
fn output_of(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let answer = command.stdin(Stdio::null()).output();
    let answer = answer.map_err(|error| format!("{name} cannot be run: {error}"))?;
    if answer.status.success() {
        Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
    } else {
        let text = String::from_utf8_lossy(&answer.stderr);
        Err(format!("{name} fails: {}", text.trim_end()))
    }
}

fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, and the folders above it.
#[expect(clippy::disallowed_methods, reason = "the chore writes packages")]
fn put(path: &Path, text: &[u8]) -> Result<()> {
    path.parent().map_or(Ok(()), make_folder)?;
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    to.parent().map_or(Ok(()), make_folder)?;
    let copied = std::fs::copy(from, to);
    copied.map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

/// Copies a folder with everything below it.
fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    for path in files::entries(from) {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_tree(&path, &target)? } else { copy(&path, &target)? }
    }
    Ok(())
}

/// A file of `packaging/`, with `@NAME@` replaced by what is given for it.
fn template(name: &str, values: &[(&str, &str)]) -> Result<String> {
    let path = files::root().join("packaging").join(name);
    let mut text = String::from_utf8_lossy(&files::read(&path)).into_owned();
    for (key, value) in values {
        text = text.replace(&format!("@{key}@"), value);
    }
    if text.is_empty() { Err(format!("{}: empty", path.display())) } else { Ok(text) }
}

/// The version of all packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The licences of Formwork itself.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
