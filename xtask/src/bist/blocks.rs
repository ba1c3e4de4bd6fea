//! Octave's self-tests as programs that nobody here wrote: `cargo xtask soundness --bist` and
//! `cargo xtask equivalence --bist`.
//!
//! Each block becomes a function of its own, with what the blocks of its file share and the
//! functions that they define. It calls the `.m` files of the installed library as a user's
//! functions, also where Formwork has a built-in of that name; `print_usage` alone, which reads
//! the help in the file of its caller, is ours. What a failed `assert` quotes of its arguments
//! is not compared. What it stores must be what was
//! inferred; its residual must do what it does. The blocks of a file are gone through in a
//! process of its own, so that nothing that happens to one touches those of others.
//!
//! ```text
//! cargo xtask soundness --bist --every 10       # every tenth file, for a quick figure
//! cargo xtask equivalence --bist strings/       # files whose path contains this
//! ```

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use formwork_driver::DiskHost;
use formwork_fuzz::{Looks, check_file, check_file_equivalence};
use formwork_hir::{Entry, Host};

use super::extract::{Kind, blocks, needs_more};
use super::{library_folders, test_files};
use crate::files::{octave_library, read};
use crate::process::output_within;

/// Stores of a block that are looked at.
const STORES: usize = 20_000;

/// How long the blocks of a file may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// Bytes of stack for the analysis of a block.
const STACK: usize = 1 << 28;

/// Where a block is kept.
pub(super) const FILE: &str = "block.m";

/// What is asked of each block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// That it stores what was inferred.
    Soundness,
    /// That its residual does what it does.
    Residuals,
    /// That it does the same as native code.
    Native,
}

impl What {
    fn chore(self) -> &'static [&'static str] {
        match self {
            What::Soundness => &["soundness"],
            What::Residuals => &["equivalence"],
            What::Native => &["equivalence", "--native"],
        }
    }
}

/// Which blocks.
#[derive(clap::Args)]
pub(crate) struct BlockOptions {
    /// Octave's self-tests instead of random programs; only files whose path contains one of
    /// these, if there are any
    #[arg(long, num_args = 0.., value_name = "PART")]
    bist: Option<Vec<String>>,
    /// Only every Nth file of the self-tests
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Go through the blocks of one file (used by the chore itself)
    #[arg(long, hide = true)]
    bist_worker: Option<PathBuf>,
}

impl BlockOptions {
    /// Every Nth file of the self-tests.
    pub(crate) fn every(every: usize) -> BlockOptions {
        BlockOptions { bist: Some(Vec::new()), every, bist_worker: None }
    }

    /// Whether blocks are asked for.
    pub(crate) fn wanted(&self) -> bool {
        self.bist.is_some() || self.bist_worker.is_some()
    }
}

/// What came of many blocks.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) blocks: usize,
    pub(crate) stores: usize,
    /// Blocks that were not analysed to their end, or have no residual.
    pub(crate) cut: usize,
    /// Blocks that did what was ruled out, or whose residuals do otherwise.
    pub(crate) wrong: Vec<String>,
    /// Blocks at which a process died or was stopped.
    pub(crate) lost: Vec<String>,
}

pub(crate) fn run(what: What, options: &BlockOptions) -> ExitCode {
    if let Some(file) = &options.bist_worker {
        work(what, file);
        return ExitCode::SUCCESS;
    }
    let started = Instant::now();
    let Some(figures) = measure(what, options) else {
        println!("GNU Octave is not installed: nothing to run");
        return ExitCode::SUCCESS;
    };
    let (stores, name) = match what {
        What::Soundness => (format!(", {} stores", figures.stores), "with violations"),
        What::Residuals => (String::new(), "whose residuals differ"),
        What::Native => (String::new(), "that differ as native code"),
    };
    println!(
        "{} blocks{stores}, {:.1} s: {} {name}, {} not followed to their end, {} lost",
        figures.blocks,
        started.elapsed().as_secs_f64(),
        figures.wrong.len(),
        figures.cut,
        figures.lost.len(),
    );
    ExitCode::from(u8::from(!figures.wrong.is_empty() || !figures.lost.is_empty()))
}

/// Goes through the blocks of the installed Octave; `None` if there is none.
pub(crate) fn measure(what: What, options: &BlockOptions) -> Option<Figures> {
    let parts = options.bist.clone().unwrap_or_default();
    let mut files = test_files(&octave_library()?);
    files.retain(|file| {
        let text = file.to_string_lossy();
        parts.is_empty() || parts.iter().any(|part| text.contains(part.as_str()))
    });
    let files: Vec<PathBuf> = files.into_iter().step_by(options.every.max(1)).collect();
    let next = AtomicUsize::new(0);
    let figures = Mutex::new(Figures::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let (next, files, figures) = (&next, &files, &figures);
            scope.spawn(move || {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = run_worker(what, file);
                    if let Ok(mut figures) = figures.lock() {
                        tell(file, &text, &mut figures);
                    }
                }
            });
        }
    });
    let mut figures = figures.into_inner().unwrap_or_default();
    figures.wrong.sort();
    figures.lost.sort();
    Some(figures)
}

/// Adds what a worker said.
fn tell(file: &Path, text: &str, figures: &mut Figures) {
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let mut parts = line.splitn(3, '\t');
        let (Some(word), Some(place)) = (parts.next(), parts.next()) else { continue };
        let rest = parts.next().unwrap_or_default();
        match word {
            "begin" | "trial" => open = Some(place),
            "fine" => figures.stores += rest.parse::<usize>().unwrap_or_default(),
            "cut" => figures.cut += 1,
            "wrong" => {
                let rest = rest.replace('\u{1}', "\n  ");
                let wrong = format!("{}:{place}: {rest}", file.display());
                println!("{wrong}");
                figures.wrong.push(wrong);
            }
            _ => {}
        }
        match word {
            "begin" => figures.blocks += 1,
            "trial" => {}
            _ => open = None,
        }
    }
    if let Some(place) = open {
        let lost = format!("{}:{place}: did not come to its end", file.display());
        println!("{lost}");
        figures.lost.push(lost);
    }
}

fn run_worker(what: What, file: &Path) -> String {
    let Ok(own) = std::env::current_exe() else { return String::new() };
    let mut command = Command::new(own);
    command.args(what.chore()).arg("--bist-worker").arg(file);
    output_within(&mut command, PATIENCE).unwrap_or_default()
}

/// Goes through the blocks of a file.
fn work(what: What, file: &Path) {
    let text = String::from_utf8_lossy(&read(file)).into_owned();
    // The functions that test others stay Formwork's own: they are not what is tested.
    let folders: Vec<PathBuf> = library_folders()
        .into_iter()
        .filter(|folder| !folder.ends_with("testfun") && !folder.ends_with("legacy"))
        .collect();
    if what == What::Native {
        let run = move || {
            let before = |line: usize, native: bool| {
                say(if native { "begin" } else { "trial" }, line, "");
            };
            super::compiled::compare(&programs(&text), &folders, before, |compared| match compared
                .difference
            {
                None => say("fine", compared.line, ""),
                Some(why) => say("wrong", compared.line, &why.replace('\n', "\u{1}")),
            });
        };
        // Who dies leaves what was said.
        let _ = std::thread::Builder::new().stack_size(STACK).spawn(run).map(JoinHandle::join);
        return;
    }
    for (line, program) in programs(&text) {
        say("begin", line, "");
        let folders = folders.clone();
        let outcome = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || judge(what, &program, &folders))
            .map(JoinHandle::join);
        match outcome {
            Ok(Ok(Verdict::Fine(stores))) => say("fine", line, &stores.to_string()),
            Ok(Ok(Verdict::Cut)) => say("cut", line, ""),
            Ok(Ok(Verdict::Wrong(why))) => say("wrong", line, &why.replace('\n', "\u{1}")),
            Ok(Err(_)) => say("wrong", line, "panics"),
            Err(_) => return,
        }
    }
}

fn say(word: &str, line: usize, rest: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody listens if that fails.
    let _ = writeln!(out, "{word}\t{line}\t{rest}");
    let _ = out.flush();
}

/// What came of a block.
enum Verdict {
    Fine(usize),
    Cut,
    Wrong(String),
}

fn judge(what: What, program: &str, folders: &[PathBuf]) -> Verdict {
    let host = Beside { text: program.as_bytes() };
    match what {
        What::Soundness => {
            let found = check_file(&host, (Path::new(FILE), folders), &[], Looks::Joins, STORES);
            if !found.violations.is_empty() {
                let lines = found.violations.iter().map(|violation| {
                    format!("line {}, {}: {}", violation.line, violation.name, violation.what)
                });
                return Verdict::Wrong(lines.collect::<Vec<_>>().join("\n"));
            }
            if found.cut { Verdict::Cut } else { Verdict::Fine(found.stores) }
        }
        What::Residuals | What::Native => {
            let found = check_file_equivalence(&host, Path::new(FILE), folders);
            if found.residual.is_err() {
                return Verdict::Cut;
            }
            if found.holds() {
                return Verdict::Fine(0);
            }
            let (before, after) = (&found.original, &found.specialized);
            let at = before
                .output
                .lines()
                .zip(after.output.lines())
                .find(|(one, other)| one != other)
                .map(|(one, other)| format!("prints {other:?}, not {one:?}\n"));
            Verdict::Wrong(format!(
                "{}ends with {:?}, not {:?}",
                at.unwrap_or_default(),
                after.error,
                before.error
            ))
        }
    }
}

/// The blocks of a file as functions, with where they begin.
fn programs(text: &str) -> Vec<(usize, String)> {
    let mut shared = String::new();
    let mut functions = String::new();
    let mut programs = Vec::new();
    for block in blocks(text) {
        match &block.kind {
            Kind::Shares(names) => {
                shared = names.iter().map(|name| format!("{name} = [];\n")).collect();
                shared.push_str(&block.code);
                shared.push('\n');
            }
            Kind::Defines => {
                functions.push_str(&block.code);
                functions.push('\n');
            }
            Kind::Passes | Kind::Fails(_) | Kind::Warns(_) if needs_more(&block.code) => {}
            Kind::Passes | Kind::Fails(_) | Kind::Warns(_) => {
                let code = &block.code;
                let shown: String = assigned(code)
                    .into_iter()
                    .map(|name| format!("try, {name}, catch, disp (lasterr ()), end\n"))
                    .collect();
                let program =
                    format!("function block ()\n{shared}{code}\n{shown}endfunction\n{functions}");
                programs.push((block.line, program));
            }
        }
    }
    programs
}

/// Names that a text seems to assign to.
fn assigned(code: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in code.lines() {
        let Some((left, right)) = line.split_once('=') else { continue };
        let name = left.trim();
        let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if plain && !right.starts_with('=') && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The disk, and a block beside everything.
pub(super) struct Beside<'t> {
    pub(super) text: &'t [u8],
}

impl Host for Beside<'_> {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        if folder.as_os_str().is_empty() {
            return Vec::new();
        }
        // What looks for the file and the help of its caller finds those of a residual.
        let mut entries = DiskHost.list(folder);
        entries.retain(|entry| entry.name != "print_usage.m");
        entries
    }

    fn read(&self, file: &Path) -> std::io::Result<Vec<u8>> {
        if file == Path::new(FILE) { Ok(self.text.to_vec()) } else { DiskHost.read(file) }
    }
}
