//! `cargo xtask readable`: the share of assignments whose shape a reader can use.
//!
//! A shape is *readable* if it is explicit (all numbers), if all its extents are short (at most
//! eight characters, once `size(x,k)`, `numel(x)`, `rows(x)`, `cols(x)` count as one letter, and no
//! unknown that was made up), or if it is exactly the shape of a parameter. Assignments are counted
//! that stand in the files looked at, without `ans`. For those that are not readable the *first
//! loss* is counted: the assignments whose operands are all readable, by what they do.
//!
//! `--programs` measures what is displayed of the programs of the markdown tests ([`programs`]).
#![expect(clippy::print_stdout, reason = "a chore reports")]

pub(crate) mod programs;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Args;
use rayon::prelude::*;
use serde_json::Value;

use crate::{files, process};

/// The longest text of an extent that is short.
const SHORT: usize = 8;

/// How many causes are shown.
const SHOWN: usize = 24;

/// What to look at.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with programs, each a project whose files see each other
    #[arg(required_unless_present = "programs", value_name = "DIR")]
    projects: Vec<PathBuf>,
    /// Look at what is displayed of the programs in a folder of markdown tests
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// How many files of each project to look at, spread evenly over their names
    #[arg(long, default_value_t = 40)]
    files: usize,
    /// The `formwork` to try [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Seconds that one file may take
    #[arg(long, default_value_t = 30)]
    timeout: u64,
}

/// What was counted.
#[derive(Default)]
struct Tally {
    files: usize,
    failed: usize,
    assignments: usize,
    readable: usize,
    one_class: usize,
    losses: BTreeMap<String, usize>,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.files += other.files;
        self.failed += other.failed;
        self.assignments += other.assignments;
        self.readable += other.readable;
        self.one_class += other.one_class;
        for (cause, count) in other.losses {
            *self.losses.entry(cause).or_default() += count;
        }
        self
    }

    fn print(&self, name: &str) {
        let share = |part: usize| 100.0 * part as f64 / self.assignments.max(1) as f64;
        println!(
            "{name}: readable {:.1} % of {} assignments; one class {:.1} %; {} files, {} failed",
            share(self.readable),
            self.assignments,
            share(self.one_class),
            self.files,
            self.failed
        );
    }
}

/// Measures projects and prints what came out.
pub(crate) fn run(options: &Options) -> ExitCode {
    let Some(binary) = options.binary.clone().or_else(crate::speed::formwork) else {
        println!("there is no formwork to try: build it, or name one with --binary");
        return ExitCode::FAILURE;
    };
    if let Some(folder) = &options.programs {
        return displays(&binary, folder);
    }
    let mut total = Tally::default();
    for project in &options.projects {
        let patience = Duration::from_secs(options.timeout);
        let tally = tally(&binary, project, options.files, patience);
        let name = project.file_name().unwrap_or_default().to_string_lossy();
        tally.print(&name);
        total = total.add(tally);
    }
    total.print("total");
    let mut losses: Vec<_> = total.losses.iter().collect();
    losses.sort_by_key(|(cause, count)| (std::cmp::Reverse(**count), (*cause).clone()));
    println!("first losses:");
    for (cause, count) in losses.into_iter().take(SHOWN) {
        println!("  {count:>5}  {cause}");
    }
    ExitCode::SUCCESS
}

fn displays(binary: &Path, folder: &Path) -> ExitCode {
    let Some(found) = programs::measure(binary, folder) else {
        println!("the programs of {} cannot be measured", folder.display());
        return ExitCode::FAILURE;
    };
    for (way, (displays, others)) in ["described", "undescribed"].into_iter().zip(found) {
        for other in others {
            println!("{way}: {other}");
        }
        let (share, all) = (displays.share(), displays.assignments);
        println!("{way}: {share:.1} % of {all} assignments are displayed with short extents");
    }
    ExitCode::SUCCESS
}

/// The shares of readable shapes and of single classes in some files of a project, in percent.
pub(crate) fn shares(project: &Path, files: usize) -> Option<(f64, f64)> {
    let binary = crate::speed::formwork()?;
    let tally = tally(&binary, project, files, Duration::from_secs(30));
    let share = |part: usize| 100.0 * part as f64 / tally.assignments as f64;
    (tally.assignments > 0).then(|| (share(tally.readable), share(tally.one_class)))
}

fn tally(binary: &Path, project: &Path, files: usize, patience: Duration) -> Tally {
    let all = files::program_files(project);
    let step = (all.len() / files.max(1)).max(1);
    let folders = folders(&all);
    all.par_iter()
        .step_by(step)
        .map(|file| measure(binary, file, &folders, patience))
        .reduce(Tally::default, Tally::add)
}

/// The folders whose functions everybody sees.
fn folders(all: &[PathBuf]) -> BTreeSet<PathBuf> {
    let seen = |folder: &&Path| {
        let hidden = |part: std::path::Component<'_>| {
            let part = part.as_os_str().to_string_lossy();
            part == "private" || part.starts_with('@') || part.starts_with('+')
        };
        !folder.components().any(hidden)
    };
    all.iter().filter_map(|file| file.parent()).filter(seen).map(Path::to_path_buf).collect()
}

fn measure(binary: &Path, file: &Path, folders: &BTreeSet<PathBuf>, patience: Duration) -> Tally {
    let mut command = Command::new(binary);
    command.arg("shapes").arg(file).arg("--json");
    for folder in folders {
        command.arg("--path").arg(folder);
    }
    let output = process::output_within(&mut command, patience);
    let document = output.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let Some(document) = document else { return Tally { failed: 1, ..Tally::default() } };
    let text = files::read(file);
    let lines: Vec<String> = text
        .split(|&byte| byte == b'\n')
        .map(|line| String::from_utf8_lossy(line).into())
        .collect();
    let mut tally = Tally { files: 1, ..Tally::default() };
    for function in list(&document["functions"]) {
        if function["file"].as_str().is_some_and(|own| Path::new(own) == file) {
            count(function, &lines, &mut tally);
        }
    }
    tally
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn count(function: &Value, lines: &[String], tally: &mut Tally) {
    let definitions = list(&function["definitions"]);
    let name = |definition: &Value| definition["name"].as_str().unwrap_or_default().to_owned();
    let is = |definition: &Value, kind: &str| definition["kind"].as_str() == Some(kind);
    let parameters: BTreeSet<String> =
        definitions.iter().filter(|one| is(one, "param")).map(name).collect();
    let mut last: HashMap<String, bool> = HashMap::new();
    for definition in definitions.iter().filter(|one| !is(one, "temp")) {
        let readable = is_readable(definition, &parameters);
        let own = name(definition);
        if is_assignment(definition) {
            tally.assignments += 1;
            tally.readable += usize::from(readable);
            tally.one_class += usize::from(list(&definition["class"]).len() == 1);
            if !readable && let Some(cause) = first_loss(definition, lines, &last) {
                *tally.losses.entry(cause).or_default() += 1;
            }
        }
        last.insert(own, readable);
    }
}

/// Whether a definition is an assignment that somebody wrote.
fn is_assignment(definition: &Value) -> bool {
    definition["kind"].as_str() == Some("assign") && definition["name"].as_str() != Some("ans")
}

fn is_readable(definition: &Value, parameters: &BTreeSet<String>) -> bool {
    if definition["explicit"].as_bool() == Some(true) {
        return true;
    }
    if let Some(extents) = definition["extents"].as_array().filter(|all| !all.is_empty()) {
        return extents.iter().all(|extent| extent.as_str().is_some_and(is_short));
    }
    definition["term"].as_str().is_some_and(|term| parameters.contains(term))
}

/// Whether an extent is short, a measure of a variable counted as one letter.
fn is_short(extent: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest: String = extent.split_whitespace().collect();
    for measure in ["size(", "numel(", "rows(", "cols(", "columns("] {
        while let Some(at) = rest.find(measure) {
            let inside = &rest[at + measure.len()..];
            let word = inside.find(|c: char| !is_word(c)).unwrap_or(0);
            let tail = &inside[word..];
            let digits = |tail: &str| tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            let end = match (measure, tail.strip_prefix(',')) {
                ("size(", Some(axis)) if axis[digits(axis)..].starts_with(')') => digits(axis) + 2,
                ("size(", _) => return false,
                _ if tail.starts_with(')') => 1,
                _ => return false,
            };
            let whole = at + measure.len() + word + end;
            rest.replace_range(at..whole, "s");
        }
    }
    !rest.contains('#') && rest.chars().count() <= SHORT
}

/// What an assignment does, if all variables that it reads are readable.
fn first_loss(
    definition: &Value,
    lines: &[String],
    last: &HashMap<String, bool>,
) -> Option<String> {
    let number = |key: &str| usize::try_from(definition[key].as_u64()?).ok();
    let line = lines.get(number("line")?.checked_sub(1)?)?;
    let text: String = line.chars().skip(number("column")?.saturating_sub(1)).collect();
    let (target, value) = split_assignment(&text)?;
    let words = |text: &str| -> Vec<String> {
        let split = |c: char| !(c.is_alphanumeric() || c == '_');
        text.split(split).map(str::to_owned).filter(|word| !word.is_empty()).collect()
    };
    let stored = target.contains(['(', '{', '.']);
    let own = definition["name"].as_str().filter(|_| stored).map(str::to_owned);
    let read = words(value).into_iter().chain(own);
    if read.filter_map(|word| last.get(&word)).any(|readable| !readable) {
        return None;
    }
    if stored {
        let part = if target.contains('.') { "a field" } else { "a part" };
        return Some(format!("store in {part}"));
    }
    let value = value.trim_start_matches([' ', '(', '[', '-', '~', '!']);
    let end = value.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(value.len());
    let (first, rest) = value.split_at(end);
    Some(match (last.contains_key(first), rest.chars().next()) {
        (true, Some('.')) if rest[1..].starts_with(char::is_alphabetic) => {
            "field of a variable".into()
        }
        (true, Some('(')) => "index, or call of a variable".into(),
        (true, Some('{')) => "element of a cell".into(),
        (true, _) => "operator".into(),
        (false, _) if first.is_empty() => "literal".into(),
        (false, _) => format!("{first} (…)"),
    })
}

/// The target and the value of an assignment.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let at = (0..bytes.len()).find(|&at| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        bytes[at] == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && !before.is_some_and(|byte| b"=<>~!".contains(&byte))
    })?;
    Some((&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_extents() {
        for text in ["n", "size(abcdefgh,1) + 1", "2*numel(x)", "rows(x)", "12345678"] {
            assert!(is_short(text), "{text}");
        }
        for text in ["number_of_rows", "x#5", "size(select(c, <1, n>),2)", "max(0, n - 1)"] {
            assert!(!is_short(text), "{text}");
        }
    }

    #[test]
    fn assignments_are_split() {
        assert_eq!(split_assignment("x(a == 1) = b"), Some(("x(a == 1) ", " b")));
        assert_eq!(split_assignment("disp (x)"), None);
    }
}
