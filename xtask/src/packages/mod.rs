//! `cargo xtask packages`: the self-tests of the packages of Octave that are installed, run by
//! Octave and by Formwork.
//!
//! Counted are the blocks that pass in Octave, where each runs alone with what it shares with
//! others (`octave`); the engine for Formwork is that of `cargo xtask bist`. The packages are read
//! from where they are installed and are not part of this repository.
#![expect(clippy::print_stdout, reason = "a chore reports")]

pub(crate) mod octave;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::bist::{self, BlockVerdict};
use crate::files;

/// Which packages.
#[derive(Args)]
pub(crate) struct Options {
    /// Names of packages [default: all that have no compiled functions]
    names: Vec<String>,
    /// Only files whose path contains this
    #[arg(long)]
    only: Option<String>,
    /// List every failure
    #[arg(long)]
    failures: bool,
    /// How many causes to list
    #[arg(long, default_value_t = 40)]
    causes: usize,
    /// Ask Octave again, whose verdicts are kept below `target/` otherwise
    #[arg(long)]
    again: bool,
}

/// An installed package.
struct Package {
    name: String,
    folder: PathBuf,
    /// Functions of it that are compiled, which nothing here can run.
    compiled: Vec<String>,
}

/// How the blocks of a package went.
#[derive(Default)]
struct Tally {
    octave: usize,
    here: usize,
    compiled: usize,
}

impl Tally {
    fn row(&self, name: &str) -> String {
        let share = 100.0 * self.here as f64 / self.octave.max(1) as f64;
        let (octave, here, compiled) = (self.octave, self.here, self.compiled);
        format!("{name:24} {octave:6} {here:6} {share:7.1} % {compiled:9}")
    }
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let packages = packages(options);
    if packages.is_empty() {
        println!("no such package is installed: nothing to run");
        return ExitCode::SUCCESS;
    }
    println!("{:24} {:>6} {:>6} {:>9} {:>9}", "package", "Octave", "here", "share", "compiled");
    let mut all = Tally::default();
    let mut causes: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
    for package in &packages {
        let tally = measure(package, options, &mut causes);
        if tally.octave > 0 {
            println!("{}", tally.row(&package.name));
        }
        all.octave += tally.octave;
        all.here += tally.here;
        all.compiled += tally.compiled;
    }
    println!("{}", all.row("all"));
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    for (cause, (count, where_)) in causes.iter().take(options.causes) {
        let where_: Vec<&str> = where_.iter().map(String::as_str).take(3).collect();
        println!("{count:6}  {cause}  [{}]", where_.join(", "));
    }
    ExitCode::SUCCESS
}

/// Runs the blocks of a package that pass in Octave; adds why they fail here.
fn measure(
    package: &Package,
    options: &Options,
    causes: &mut BTreeMap<String, (usize, BTreeSet<String>)>,
) -> Tally {
    let mut tally = Tally::default();
    let mut tests = files::program_files(&package.folder);
    tests.retain(|file| {
        let text = file.to_string_lossy();
        options.only.as_ref().is_none_or(|part| text.contains(part.as_str()))
    });
    let passing = octave::passing(&package.name, &package.folder, &tests, options.again);
    tests.retain(|file| passing.contains_key(file));
    let verdicts = bist::verdicts(&tests, &bist::Options::of_package(&package.name));
    for (file, line, verdict) in verdicts {
        if !passing.get(&file).is_some_and(|lines| lines.contains(&line)) {
            continue;
        }
        tally.octave += 1;
        let message = match verdict {
            BlockVerdict::Passed => {
                tally.here += 1;
                continue;
            }
            BlockVerdict::Skipped => "left out".to_owned(),
            BlockVerdict::Failed(message) => message,
        };
        let cause = cause(&message, &package.compiled);
        tally.compiled += usize::from(cause == COMPILED);
        if options.failures {
            let first = message.lines().take(6).collect::<Vec<_>>().join(" | ");
            println!("{}:{line}: {first}", file.display());
        }
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let entry = causes.entry(cause).or_default();
        entry.0 += 1;
        entry.1.insert(name.unwrap_or_default());
    }
    tally
}

/// What blocks fail of that call compiled functions of their package.
const COMPILED: &str = "a compiled function of the package";

/// The kind of a failure.
fn cause(message: &str, compiled: &[String]) -> String {
    let missing = message.split('\'').nth(1).filter(|_| message.contains("undefined"));
    if missing.is_some_and(|name| compiled.iter().any(|other| other == name)) {
        return COMPILED.to_owned();
    }
    if message.contains("sparse") {
        return "sparse".to_owned();
    }
    bist::reason(message)
}

/// The packages that are asked for, or all without compiled functions.
fn packages(options: &Options) -> Vec<Package> {
    let mut found: Vec<Package> = Vec::new();
    for folder in installed() {
        let full = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let full = full.unwrap_or_default();
        let Some((name, _)) = full.rsplit_once('-') else { continue };
        let mut compiled = compiled_of(&folder, &full);
        let wanted = match options.names.as_slice() {
            [] => compiled.is_empty(),
            names => names.iter().any(|wanted| wanted == name),
        };
        if wanted {
            // What packages have compiled that it needs is missing, too.
            for needed in formwork_driver::package_folders(name) {
                let full = needed.file_name().map(|name| name.to_string_lossy().into_owned());
                compiled.extend(compiled_of(&needed, &full.unwrap_or_default()));
            }
            found.push(Package { name: name.to_owned(), folder, compiled });
        }
    }
    found
}

/// The folders of all installed packages.
fn installed() -> Vec<PathBuf> {
    let mut found = files::octave_library()
        .and_then(|library| Some(library.parent()?.parent()?.join("packages")))
        .map(|folder| files::entries(&folder))
        .unwrap_or_default();
    found.sort();
    found
}

/// The names that a text says are in libraries.
fn autoloads(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("autoload"));
    lines.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

/// The names of the compiled functions of a package.
fn compiled_of(folder: &Path, full: &str) -> Vec<String> {
    let libraries = files::entries(Path::new("/usr/lib"));
    let homes = libraries.iter().map(|library| library.join("octave/packages").join(full));
    let mut names = Vec::new();
    let mut open: Vec<PathBuf> = homes.chain([folder.to_path_buf()]).collect();
    while let Some(folder) = open.pop() {
        for path in files::entries(&folder) {
            if path.is_dir() {
                open.push(path);
                continue;
            }
            if path.ends_with("PKG_ADD") {
                names.extend(autoloads(&String::from_utf8_lossy(&files::read(&path))));
            }
            let extension = path.extension().and_then(|extension| extension.to_str());
            if let (Some("oct" | "mex"), Some(stem)) = (extension, path.file_stem()) {
                names.push(stem.to_string_lossy().into_owned());
            }
        }
    }
    names
}
