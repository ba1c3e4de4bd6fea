//! `cargo xtask table server`: what somebody who writes has to wait for. Copies of public files are
//! opened in a server of this process; of each the end of a statement is taken away and typed in
//! again, one key after the other. After each key that leaves a program, the diagnostics must be
//! those of a fresh `check` of the file. What is told first, before the file was walked in every way,
//! may change: how much of it is taken back is counted.
#![expect(clippy::print_stdout, reason = "a chore reports")]

mod child;
pub(crate) mod fuzz;
mod memory;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use formwork_driver::{CheckOptions, Dialect, check_files, discover, function_folders};
use formwork_server::{Connection, Message, Notification, Request, serve};
use serde_json::{Value, json};

use crate::files;

/// How many files are edited, and how many keys are typed in each.
const FILES: usize = 24;
const KEYS: usize = 12;

/// Of which size, in bytes.
const SIZES: std::ops::Range<usize> = 1_500..12_000;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What was measured.
#[derive(Default)]
struct Times {
    start: Vec<Duration>,
    diagnostics: Vec<Duration>,
    /// The same of keys that leave a program, which is analysed.
    of_programs: Vec<Duration>,
    all: Vec<Duration>,
    hover: Vec<Duration>,
    hints: Vec<Duration>,
    /// Of all keys together, what is done for the answers.
    processor: Duration,
    compared: usize,
    different: Vec<String>,
    /// How many diagnostics were told first, and those that are none in the end.
    told: usize,
    taken_back: Vec<String>,
}

/// Prints what one waits for. The first of the folders is the workspace; else one of Octave's.
pub(crate) fn run(folders: &[PathBuf]) -> ExitCode {
    let library = || files::octave_library().map(|root| root.join("general"));
    let Some(root) = folders.first().cloned().or_else(library) else {
        println!("there is no Octave here, and no folder was named");
        return ExitCode::FAILURE;
    };
    let copy = std::env::temp_dir().join(format!("formwork-table-server-{}", std::process::id()));
    let mut times = Times::default();
    let outcome = copied(&root, &copy).and_then(|paths| measure(&copy, &paths, &mut times));
    let _ = std::fs::remove_dir_all(&copy);
    let outcome = outcome.and_then(|()| memory::measure(&root));
    let (lines, (now, most)) = match outcome {
        Ok(measured) => measured,
        Err(message) => {
            println!("{message}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{:<28} {:>5} {:>9} {:>9} {:>9}   target",
        "milliseconds", "times", "p50", "p95", "p99"
    );
    print_row("start to first diagnostics", &mut times.start, "150");
    print_row("key to diagnostics", &mut times.diagnostics, "15, 60, 150");
    print_row("  that leaves a program", &mut times.of_programs, "");
    print_row("key to all of them", &mut times.all, "");
    print_row("hover", &mut times.hover, "10 at p95");
    print_row("inlay hints", &mut times.hints, "10 at p95");
    println!(
        "processor time of a key, with the check of all and the shapes: {:.1} ms on average",
        times.processor.as_secs_f64() * 1e3 / times.all.len().max(1) as f64
    );
    println!(
        "memory with a project of {lines} lines: {now:.0} MB, at most {most:.0} MB; target 300 MB"
    );
    println!(
        "{} of {} edits that leave a program have other diagnostics than a fresh check",
        times.different.len(),
        times.compared
    );
    println!(
        "{} of {} diagnostics that are told first are taken back",
        times.taken_back.len(),
        times.told
    );
    times.taken_back.iter().take(5).for_each(|one| println!("  {one}"));
    times.different.iter().take(5).for_each(|one| println!("  {one}"));
    if times.different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_row(what: &str, all: &mut [Duration], target: &str) {
    all.sort_unstable();
    let at = |share: usize| {
        let place = (all.len() * share / 100).min(all.len().saturating_sub(1));
        all.get(place).map_or(0.0, |one| one.as_secs_f64() * 1e3)
    };
    let (half, most, last) = (at(50), at(95), at(99));
    println!("{what:<28} {:>5} {half:>9.1} {most:>9.1} {last:>9.1}   {target}", all.len());
}

/// Copies the programs below a folder; which of them are edited.
fn copied(root: &Path, copy: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for path in files::program_files(root) {
        let text = files::read(&path);
        let to = copy.join(path.strip_prefix(root).unwrap_or(&path));
        let folder = to.parent().unwrap_or(copy);
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        files::write(&to, &text);
        if SIZES.contains(&text.len()) && text.is_ascii() {
            paths.push(to);
        }
    }
    let every = (paths.len() / FILES).max(1);
    Ok(paths.into_iter().step_by(every).take(FILES).collect())
}

/// An editor without a screen.
struct Editor {
    connection: Connection,
    next: i32,
}

impl Editor {
    fn notify(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        // A server that is gone is noticed when an answer is missing.
        let _ = self.connection.sender.send(message.into());
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<(Value, Duration), String> {
        self.next += 1;
        let id = self.next.into();
        let request = Request { id, method: method.to_owned(), params };
        let wanted = request.id.clone();
        let started = Instant::now();
        self.connection.sender.send(request.into()).map_err(|error| error.to_string())?;
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            if let Message::Response(response) = message.map_err(|error| error.to_string())?
                && response.id == wanted
            {
                let answer = response.response_result.map_err(|error| error.message)?;
                return Ok((answer, started.elapsed()));
            }
        }
    }

    /// The diagnostics of a version.
    fn diagnostics(&self, version: usize) -> Result<Value, String> {
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            if let Message::Notification(note) = message.map_err(|error| error.to_string())?
                && note.params["version"] == version
            {
                return Ok(note.params["diagnostics"].clone());
            }
        }
    }
}

fn measure(root: &Path, paths: &[PathBuf], times: &mut Times) -> Result<(), String> {
    let uri = |path: &Path| format!("file://{}", path.display());
    for path in paths {
        let (connection, server) = Connection::memory();
        let served = thread::spawn(move || serve(server));
        let mut editor = Editor { connection, next: 0 };
        let started = Instant::now();
        editor.ask("initialize", json!({ "rootUri": uri(root), "capabilities": {} }))?;
        editor.notify("initialized", json!({}));
        let whole = files::read(path);
        let text = String::from_utf8_lossy(&whole).into_owned();
        let document =
            json!({ "uri": uri(path), "languageId": "matlab", "version": 1, "text": text });
        editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
        editor.diagnostics(1)?;
        times.start.push(started.elapsed());
        let outcome = type_again(&mut editor, (root, path, &uri(path)), &text, times);
        files::write(path, &whole);
        outcome?;
        editor.ask("shutdown", Value::Null)?;
        editor.notify("exit", Value::Null);
        served.join().map_err(|_| "the server panicked".to_owned())??;
    }
    Ok(())
}

/// Takes the end of a statement in the middle of the file away, and types it in again.
fn type_again(
    editor: &mut Editor,
    (root, path, uri): (&Path, &Path, &str),
    text: &str,
    times: &mut Times,
) -> Result<(), String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_statement = |line: &&str| {
        let line = line.trim();
        line.ends_with(';') && line.contains('=') && !line.starts_with(['#', '%'])
    };
    let found: Vec<usize> = (0..lines.len()).filter(|&at| is_statement(&lines[at])).collect();
    let Some(&line) = found.get(found.len() / 2) else { return Ok(()) };
    // A carriage return belongs to the end of the line, and nobody types it.
    let (statement, returns) = match lines[line].strip_suffix('\r') {
        Some(statement) => (statement, "\r"),
        None => (lines[line], ""),
    };
    let length = statement.len();
    let cut = length - KEYS.min(statement.trim().len());
    for (version, end) in (2..).zip(cut..=length) {
        let shown = format!("{}{returns}", &statement[..end]);
        let mut edited = lines.clone();
        edited[line] = &shown;
        let edited = edited.join("\n");
        let at = |character: usize| json!({ "line": line, "character": character });
        let change = match version {
            2 => json!({ "range": { "start": at(cut), "end": at(length) }, "text": "" }),
            _ => json!({
                "range": { "start": at(end - 1), "end": at(end - 1) },
                "text": &statement[end - 1..end],
            }),
        };
        let document = json!({ "uri": uri, "version": version });
        let used = processor_time();
        let started = Instant::now();
        editor.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        let first = editor.diagnostics(version)?;
        let waited = started.elapsed();
        times.diagnostics.push(waited);
        // Hover and hints are asked for while the rest is still being found, as editors do.
        let start = lines[line].len() - lines[line].trim_start().len();
        let place = json!({ "textDocument": document, "position": at(start) });
        times.hover.push(editor.ask("textDocument/hover", place)?.1);
        let place = json!({ "textDocument": document });
        times.hints.push(editor.ask("textDocument/inlayHint", place)?.1);
        let place = json!({ "textDocument": document });
        let told = editor.ask("textDocument/diagnostic", place)?.0["items"].clone();
        times.all.push(started.elapsed());
        times.processor += processor_time().saturating_sub(used);
        if formwork_syntax::parse(edited.as_bytes(), Dialect::Auto).is_ok() {
            times.compared += 1;
            times.of_programs.push(waited);
            files::write(path, edited.as_bytes());
            let (first, told) = (summary(&first), summary(&told));
            let fresh = fresh(root, path);
            times.told += first.len();
            let gone = first.iter().filter(|one| !told.contains(one));
            times.taken_back.extend(gone.map(|one| format!("{}: {one:?}", path.display())));
            if told != fresh {
                let place = format!("{}:{}", path.display(), line + 1);
                times.different.push(format!("{place}: {told:?} is not {fresh:?}"));
            }
        }
    }
    Ok(())
}

/// The processor time of this process, in user mode and in the system's, in steps of 10 ms.
#[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = text.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_whitespace().skip(11).take(2);
    Duration::from_millis(ticks.filter_map(|text| text.parse::<u64>().ok()).sum::<u64>() * 10)
}

/// Lines, rules and messages of diagnostics.
fn summary(diagnostics: &Value) -> Vec<(u64, String, String)> {
    let text = |one: &Value| one.as_str().unwrap_or_default().to_owned();
    let all = diagnostics.as_array().into_iter().flatten();
    all.map(|one| {
        let line = one["range"]["start"]["line"].as_u64().unwrap_or_default() + 1;
        let message = text(&one["message"]);
        let message = message.lines().next().unwrap_or_default().to_owned();
        (line, text(&one["code"]), message)
    })
    .collect()
}

/// The same of a check of the file as it stands on the disk.
fn fresh(root: &Path, path: &Path) -> Vec<(u64, String, String)> {
    let around = discover(&[root.to_path_buf()]).files;
    let options = CheckOptions {
        folders_around: Arc::new(function_folders(&around)),
        ..CheckOptions::default()
    };
    let report = check_files(&[path.to_path_buf()], &options);
    let files = report.files.iter();
    files
        .flat_map(|file| {
            file.found.iter().map(|found| {
                let line = u64::from(file.source.line_column(found.span.0).line);
                let message = found.message.lines().next().unwrap_or_default().to_owned();
                (line, found.code.clone(), message)
            })
        })
        .collect()
}
