//! `cargo xtask bist`: GNU Octave's own self-tests, run by Formwork.
//!
//! The tests are read from the installed Octave and are not part of this repository.
//! Each file runs in a process of its own, so that nothing that happens to one
//! touches the others.
#![expect(clippy::print_stdout, reason = "a chore reports")]

pub(crate) mod blocks;
mod compiled;
mod extract;
mod native;
mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use crate::files::{make_folder, octave_library, program_files, read, remove_folder};
use extract::{Expectation, Kind};
pub(crate) use extract::{needs_more, test_parts};
pub(crate) use worker::{BlockVerdict, folder_of_neighbours};
use worker::{Setting, run_file};

/// Run Octave's self-tests
#[derive(Args)]
pub(crate) struct Options {
    /// Only files whose path contains this
    filter: Vec<String>,
    /// Let programs use Octave's function files for what Formwork does not define
    #[arg(long)]
    with_library: bool,
    /// Run each block by native code, too, which must do the same; needs a C compiler
    #[arg(long)]
    native: bool,
    /// List every failure
    #[arg(long)]
    failures: bool,
    /// How many reasons to list
    #[arg(long, default_value_t = 40)]
    reasons: usize,
    /// Only look at every Nth file, for a quick figure
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The package whose functions blocks call
    #[arg(long)]
    package: Option<String>,
    /// Run blocks that need graphics, files or neighbours, too
    #[arg(long)]
    everything: bool,
    /// Count only blocks that pass in Octave, which is asked once for each file
    #[arg(long)]
    passing: bool,
    /// Run the blocks of one file (used by the chore itself)
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
    /// Octave's messages for the file of --worker
    #[arg(long, hide = true)]
    messages: Option<PathBuf>,
}

impl Options {
    /// A run that only counts.
    pub(crate) fn quiet(with_library: bool, every: usize) -> Options {
        Options {
            filter: Vec::new(),
            with_library,
            native: false,
            failures: false,
            reasons: 0,
            every,
            package: None,
            everything: false,
            passing: false,
            worker: None,
            messages: None,
        }
    }
}

impl Options {
    /// A run of the blocks of a package.
    pub(crate) fn of_package(name: &str) -> Options {
        let package = Some(name.to_owned());
        Options { package, everything: true, ..Options::quiet(true, 1) }
    }
}

/// What a worker says behind all blocks.
const NATIVE_CALLS: &str = "native calls";

/// The figures of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) passed: usize,
    pub(crate) eligible: usize,
    pub(crate) blocks: usize,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    if let Some(file) = &options.worker {
        return work(file, options);
    }
    let Some(figures) = measure(options) else {
        println!("GNU Octave is not installed: nothing to run");
        return ExitCode::SUCCESS;
    };
    println!(
        "{} of {} blocks passed ({:.1} %); {} blocks in all, the others need graphics, files or neighbours",
        figures.passed,
        figures.eligible,
        100.0 * figures.passed as f64 / figures.eligible.max(1) as f64,
        figures.blocks,
    );
    ExitCode::SUCCESS
}

/// Runs the self-tests of the installed Octave; `None` if there is none.
pub(crate) fn measure(options: &Options) -> Option<Figures> {
    let library = octave_library()?;
    let mut files = test_files(&library);
    files.retain(|file| {
        let text = file.to_string_lossy();
        options.filter.is_empty() || options.filter.iter().any(|part| text.contains(part.as_str()))
    });
    let files: Vec<PathBuf> = files.into_iter().step_by(options.every.max(1)).collect();
    let mut results = verdicts(&files, options);
    if options.passing {
        let passing = crate::packages::octave::passing("", library.parent()?, &files, false);
        results.retain(|(file, line, _)| passing.get(file).is_some_and(|all| all.contains(line)));
    }
    Some(summarise(&results, options))
}

/// What comes of the blocks of files, each file in a process of its own.
pub(crate) fn verdicts(
    files: &[PathBuf],
    options: &Options,
) -> Vec<(PathBuf, usize, BlockVerdict)> {
    let next = AtomicUsize::new(0);
    let native_calls = AtomicUsize::new(0);
    let results: Mutex<Vec<(PathBuf, usize, BlockVerdict)>> = Mutex::new(Vec::new());
    let scratch = std::env::temp_dir().join(format!("formwork-bist-{}", std::process::id()));
    make_folder(&scratch);
    std::thread::scope(|scope| {
        for number in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let (next, results, scratch) = (&next, &results, &scratch);
            let native_calls = &native_calls;
            scope.spawn(move || {
                let messages = scratch.join(format!("messages-{number}"));
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { return };
                    ask_octave(file, &messages, options);
                    let lines = run_worker(file, &messages, options, native_calls);
                    if let Ok(mut results) = results.lock() {
                        results.extend(
                            lines.into_iter().map(|(line, outcome)| (file.clone(), line, outcome)),
                        );
                    }
                }
            });
        }
    });
    remove_folder(&scratch);
    if options.native {
        println!("{} calls of native code came to their end", native_calls.into_inner());
    }
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    results
}

fn summarise(results: &[(PathBuf, usize, BlockVerdict)], options: &Options) -> Figures {
    let mut figures = Figures { blocks: results.len(), ..Figures::default() };
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (file, line, outcome) in results {
        match outcome {
            BlockVerdict::Skipped => continue,
            BlockVerdict::Passed => figures.passed += 1,
            BlockVerdict::Failed(message) => {
                if options.failures {
                    let first = message.lines().take(6).collect::<Vec<_>>().join(" | ");
                    println!("{}:{line}: {first}", file.display());
                }
                *reasons.entry(reason(message)).or_default() += 1;
            }
        }
        figures.eligible += 1;
    }
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (reason, count) in reasons.iter().take(options.reasons) {
        println!("{count:6}  {reason}");
    }
    figures
}

/// The kind of a failure, places and numbers left out.
pub(crate) fn reason(message: &str) -> String {
    if message.starts_with("native code does otherwise") {
        return "native code does otherwise".to_owned();
    }
    if message.starts_with("ASSERT errors") || message.starts_with("assert (") {
        return "another value than Octave's".to_owned();
    }
    let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let line = line.split(" near line").next().unwrap_or(line);
    line.chars().take(90).collect()
}

/// The files with tests: the library's, and those of functions that are compiled.
pub(crate) fn test_files(library: &Path) -> Vec<PathBuf> {
    let mut files = program_files(library);
    if let Some(root) = library.parent() {
        let mut open = vec![root.join("etc/tests")];
        while let Some(folder) = open.pop() {
            for path in crate::files::entries(&folder) {
                let name = path.to_string_lossy();
                if path.is_dir() {
                    open.push(path);
                } else if name.ends_with(".tst") || name.ends_with("-tst") {
                    files.push(path);
                }
            }
        }
    }
    files.sort();
    files
}

/// The code of those blocks of a file that must run without an error.
pub(crate) fn passing_blocks(text: &str) -> impl Iterator<Item = String> {
    extract::blocks(text)
        .into_iter()
        .filter(|block| block.kind == Kind::Passes)
        .map(|block| block.code)
}

/// Asks Octave what it says where a block must fail and does not say how.
fn ask_octave(file: &Path, messages: &Path, options: &Options) {
    let text = String::from_utf8_lossy(&read(file)).into_owned();
    let mut script = String::from("warning ('off', 'all');\n");
    if let Some(package) = &options.package {
        script.push_str(&format!("pkg load {package}\n"));
    }
    if let Some(folder) = folder_of_neighbours(file) {
        script.push_str(&format!("addpath ('{folder}');\n"));
    }
    let (mut any, mut shared) = (false, String::new());
    for block in extract::blocks(&text) {
        match &block.kind {
            Kind::Shares(names) => {
                shared = names.iter().map(|name| format!("{name} = [];\n")).collect();
                shared.push_str(&block.code);
                shared.push('\n');
            }
            Kind::Defines => {
                script.push_str(&format!("try, eval ([{}]); catch, end\n", quoted(&block.code)));
            }
            Kind::Passes | Kind::Fails(_) | Kind::Warns(_) => {}
        }
        let tried = options.everything || !extract::needs_more(&block.code);
        if block.kind == Kind::Fails(Expectation::AsOctave) && tried {
            any = true;
            script.push_str(&format!(
                "try, evalc ([{}]); catch e__, printf ('%d\\t%s\\n', {}, strrep (e__.message, \"\\n\", ' ')); end\n",
                quoted(&format!("{shared}{}", block.code)),
                block.line,
            ));
        }
    }
    let mut output = Vec::new();
    if any {
        let path = messages.with_extension("m");
        crate::files::write(&path, script.as_bytes());
        let run = Command::new("octave-cli")
            .args(["--norc", "-q"])
            .arg(&path)
            .current_dir(messages.parent().unwrap_or(Path::new(".")))
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        output = run.map(|run| run.stdout).unwrap_or_default();
    }
    crate::files::write(messages, &output);
}

/// A text as elements of a row in Octave.
fn quoted(code: &str) -> String {
    let quoted = |line: &str| format!("'{}', \"\\n\"", line.replace('\'', "''"));
    code.lines().map(quoted).collect::<Vec<String>>().join(", ")
}

fn run_worker(
    file: &Path,
    messages: &Path,
    options: &Options,
    native_calls: &AtomicUsize,
) -> Vec<(usize, BlockVerdict)> {
    let Ok(own) = std::env::current_exe() else { return Vec::new() };
    let mut command = Command::new(own);
    command.args(["bist", "--worker"]).arg(file).arg("--messages").arg(messages);
    let flags = [
        (options.with_library, "--with-library"),
        (options.native, "--native"),
        (options.everything, "--everything"),
    ];
    if let Some(package) = &options.package {
        command.arg("--package").arg(package);
    }
    for (wanted, flag) in flags {
        if wanted {
            command.arg(flag);
        }
    }
    // Blocks may leave files behind.
    command.current_dir(messages.parent().unwrap_or(Path::new(".")));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else { return Vec::new() };
    let Some(mut stdout) = child.stdout.take() else { return Vec::new() };
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        // What was read before an error still counts.
        let _ = std::io::Read::read_to_string(&mut stdout, &mut text);
        text
    });
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) | Err(_) => break,
            Ok(None) if started.elapsed() > Duration::from_secs(180) => {
                let _ = child.kill();
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(3)),
        }
    }
    let text = reader.join().unwrap_or_default();
    let calls = text
        .lines()
        .filter_map(|line| line.strip_prefix(NATIVE_CALLS)?.trim().parse::<usize>().ok());
    native_calls.fetch_add(calls.sum::<usize>(), Ordering::Relaxed);
    let mut outcomes: Vec<(usize, BlockVerdict)> = text
        .lines()
        .filter_map(|line| {
            let mut parts = line.splitn(3, '\t');
            let number = parts.next()?.parse().ok()?;
            let outcome = match parts.next()? {
                "passed" => BlockVerdict::Passed,
                "skipped" => BlockVerdict::Skipped,
                _ => BlockVerdict::Failed(parts.next().unwrap_or_default().replace('\u{1}', "\n")),
            };
            Some((number, outcome))
        })
        .collect();
    // Blocks that a crash or the clock kept from running have failed.
    let source = String::from_utf8_lossy(&read(file)).into_owned();
    for block in extract::blocks(&source) {
        let counts = matches!(block.kind, Kind::Passes | Kind::Fails(_) | Kind::Warns(_));
        if counts && !outcomes.iter().any(|(line, _)| *line == block.line) {
            let outcome = if !options.everything && extract::needs_more(&block.code) {
                BlockVerdict::Skipped
            } else {
                BlockVerdict::Failed("did not come to its end".to_owned())
            };
            outcomes.push((block.line, outcome));
        }
    }
    outcomes
}

fn work(file: &Path, options: &Options) -> ExitCode {
    let setting = Setting {
        package: options.package.clone(),
        library: if options.with_library { library_folders() } else { Vec::new() },
        everything: options.everything,
    };
    let text = options.messages.as_ref().map(|path| read(path)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let messages: BTreeMap<usize, String> = text
        .lines()
        .filter_map(|line| {
            let (number, message) = line.split_once('\t')?;
            Some((number.parse().ok()?, message.to_owned()))
        })
        .collect();
    let octave = |line: usize| messages.get(&line).cloned();
    let mut report = |line: usize, outcome: &BlockVerdict| match outcome {
        BlockVerdict::Passed => println!("{line}\tpassed"),
        BlockVerdict::Skipped => println!("{line}\tskipped"),
        BlockVerdict::Failed(message) => {
            println!("{line}\tfailed\t{}", message.replace('\n', "\u{1}"));
        }
    };
    if options.native {
        let calls = native::run_twice(file, &setting, &octave, &mut report);
        println!("{NATIVE_CALLS}\t{calls}");
    } else {
        run_file(file, &setting, &octave, &|_, _| {}, &mut report);
    }
    ExitCode::SUCCESS
}

/// The folders of Octave's library that hold functions.
pub(crate) fn library_folders() -> Vec<PathBuf> {
    let Some(library) = octave_library() else { return Vec::new() };
    let mut folders: Vec<PathBuf> = program_files(&library)
        .iter()
        .filter_map(|file| file.parent().map(Path::to_path_buf))
        .filter(|folder| {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            name.is_none_or(|name| name != "private" && !name.starts_with(['@', '+']))
        })
        .collect();
    folders.sort();
    folders.dedup();
    folders
}
