//! `cargo xtask table unfinished`: how many definitions keep their shapes while somebody writes, of
//! the installed Octave's library and of other folders. Of each file one token is left out at a
//! time, chosen by a fixed sequence; what counts are the definitions outside the statement in which
//! it stood, or outside its line if that is the head or the end of a block.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use formwork_driver::{DiskHost, type_text};
use formwork_hir::{Entry, Host, Program};
use formwork_infer::{Analysis, Analyst, DefinitionKind, Knowledge, Options};
use formwork_syntax::{Dialect, Parsed, StmtKind, parse};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::percent;
use crate::files;

/// How many tokens are left out of each file, one at a time.
const TIMES: usize = 2;

/// One of how many files of a folder is looked at.
const EVERY: usize = 3;

/// How many statements are walked: more than almost all of these files need.
const BUDGET: u64 = 10_000;

/// Longer files say the same, and take long.
const LARGEST: usize = 20_000;

/// How many of the worst are shown.
const SHOWN: usize = 15;

/// One text that stands where a file is.
struct Edited<'t> {
    path: &'t Path,
    text: &'t [u8],
}

impl Host for Edited<'_> {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        DiskHost.list(folder)
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        if file == self.path { Ok(self.text.to_vec()) } else { DiskHost.read(file) }
    }
}

#[derive(Default)]
struct Tally {
    files: usize,
    edits: usize,
    /// Edits after which the text is a program still.
    legal: usize,
    definitions: usize,
    kept: usize,
    functions: usize,
    functions_kept: usize,
    worst: Vec<(usize, usize, String)>,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.files += other.files;
        self.edits += other.edits;
        self.legal += other.legal;
        self.definitions += other.definitions;
        self.kept += other.kept;
        self.functions += other.functions;
        self.functions_kept += other.functions_kept;
        self.worst.extend(other.worst);
        self
    }
}

/// Prints the shares of definitions and functions that are left.
pub(crate) fn run(folders: &[PathBuf]) -> ExitCode {
    let library = files::octave_library();
    let roots: Vec<&Path> = library.iter().chain(folders).map(PathBuf::as_path).collect();
    if roots.is_empty() {
        println!("there is no Octave here, and no folder was named");
        return ExitCode::FAILURE;
    }
    println!("{:<40} files  edits  shapes kept  functions kept", "");
    let mut all = Tally::default();
    for root in roots {
        let paths = files::program_files(root);
        let tally = paths
            .par_iter()
            .step_by(EVERY)
            .map(|path| of_file(path))
            .reduce(Tally::default, Tally::add);
        print_row(&root.display().to_string(), &tally);
        all = all.add(tally);
    }
    print_row("all", &all);
    println!("{} other edits left a program", all.legal);
    all.worst.sort();
    all.worst.reverse();
    for (lost, of, what) in all.worst.iter().take(SHOWN) {
        println!("  {lost} of {of} lost: {what}");
    }
    if percent(all.kept, all.definitions) < 90.0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn print_row(name: &str, tally: &Tally) {
    println!(
        "{name:<40} {:>5}  {:>5}  {:>9.1} %  {:>12.1} %",
        tally.files,
        tally.edits,
        percent(tally.kept, tally.definitions),
        percent(tally.functions_kept, tally.functions)
    );
}

fn of_file(path: &Path) -> Tally {
    let text = files::read(path);
    let parsed = parse(&text, Dialect::Auto);
    let tokens = tokens(&text);
    if text.len() > LARGEST || !parsed.is_ok() || tokens.is_empty() {
        return Tally::default();
    }
    let before = Facts::of(path, &text);
    let mut tally = Tally { files: 1, ..Tally::default() };
    let mut random = fastrand::Rng::with_seed(text.len() as u64);
    for _ in 0..TIMES {
        let token = tokens[random.usize(..tokens.len())].clone();
        let mut edited = text[..token.start].to_vec();
        edited.extend_from_slice(&text[token.end..]);
        if parse(&edited, Dialect::Auto).is_ok() {
            tally.legal += 1;
            continue;
        }
        let after = Facts::of(path, &edited);
        let around = statement(&parsed, &text, &token);
        let (kept, of) = before.kept(&after, &around, &token);
        tally.edits += 1;
        tally.kept += kept;
        tally.definitions += of;
        tally.functions += before.functions.len();
        let left = before.functions.iter().filter(|one| after.functions.contains(one)).count();
        tally.functions_kept += left;
        let line = text[..token.start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let word = String::from_utf8_lossy(&text[token]).into_owned();
        let what = format!("{}:{line} without `{word}`", path.display());
        tally.worst.push((of - kept, of, what));
    }
    tally
}

/// What is known of a text.
struct Facts {
    /// The types of definitions whose shape is known, by function, variable and place.
    types: FxHashMap<(String, String, u32), String>,
    functions: Vec<String>,
}

impl Facts {
    fn of(path: &Path, text: &[u8]) -> Facts {
        let host = Edited { path, text };
        let mut program = Program::new(&host, Dialect::Auto, Vec::new());
        program.read_unfinished();
        let mut analyst = Analyst::new(
            program,
            Options { returning: true, budget: BUDGET, ..Options::default() },
        );
        // What is no program has no facts.
        let _ = analyst.analyse_file(path, None, &[]);
        let analysis = analyst.finish();
        let mut facts = Facts { types: FxHashMap::default(), functions: Vec::new() };
        let own = analysis.functions.iter().filter(|function| function.source.path == path);
        for function in own.filter(|function| function.variant == 1) {
            facts.functions.push(function.name.to_string());
            for one in &function.definitions {
                let listed = matches!(one.kind, DefinitionKind::Assign | DefinitionKind::Param);
                if listed && analysis.knowledge(one.value.shape) != Knowledge::Unknown {
                    let place = (function.name.to_string(), one.name.to_string(), one.span.start);
                    facts.types.insert(place, type_of(&analysis, &one.value));
                }
            }
        }
        facts.functions.sort();
        facts.functions.dedup();
        facts
    }

    /// How many definitions outside a statement are the same without a token, and of how many.
    fn kept(&self, after: &Facts, around: &Range<usize>, token: &Range<usize>) -> (usize, usize) {
        let outside = self.types.iter().filter(|((_, _, at), _)| !around.contains(&(*at as usize)));
        let (mut kept, mut of) = (0, 0);
        for ((function, name, at), kind) in outside {
            let moved = if *at as usize >= token.end { token.len() } else { 0 };
            let place = (function.clone(), name.clone(), *at - u32::try_from(moved).unwrap_or(0));
            of += 1;
            kept += usize::from(after.types.get(&place) == Some(kind));
        }
        (kept, of)
    }
}

/// The type without the value: what the broken statement computed may be part of that.
fn type_of(analysis: &Analysis, value: &formwork_domain::AbstractValue) -> String {
    type_text(value, &analysis.algebra)
}

/// The statement around a token; its line if that is part of a block's head or end.
fn statement(parsed: &Parsed, text: &[u8], token: &Range<usize>) -> Range<usize> {
    let simple = parsed.tree.stmts().filter(|(_, stmt)| {
        let kind = &stmt.kind;
        matches!(kind, StmtKind::Expr(_) | StmtKind::Command { .. } | StmtKind::Declare { .. })
            && stmt.span.range().contains(&token.start)
    });
    if let Some((_, stmt)) = simple.min_by_key(|(_, stmt)| stmt.span.range().len()) {
        return stmt.span.range();
    }
    let start = text[..token.start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let length = text[token.start..].iter().position(|&byte| byte == b'\n');
    start..length.map_or(text.len(), |length| token.start + length)
}

/// Words, numbers, quotes and operators of a text, those of comments left out.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut in_block = false;
    while at < text.len() {
        let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |n| at + n);
        match text[at..end].trim_ascii() {
            b"%{" | b"#{" => in_block = true,
            b"%}" | b"#}" => in_block = false,
            _ if in_block => {}
            _ => tokens_of_line(text, at..end, &mut tokens),
        }
        at = end + 1;
    }
    tokens
}

fn tokens_of_line(text: &[u8], line: Range<usize>, tokens: &mut Vec<Range<usize>>) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut at = line.start;
    let mut quoted: Option<u8> = None;
    while at < line.end {
        let byte = text[at];
        let before = at.checked_sub(1).map_or(b' ', |before| text[before]);
        match quoted {
            Some(quote) if byte == quote => {
                quoted = None;
                tokens.push(at..at + 1);
            }
            Some(_) => {}
            None if matches!(byte, b'%' | b'#') => return,
            None if text[at..line.end].starts_with(b"...") => return,
            None if byte == b'"'
                || (byte == b'\'' && !is_word(before) && !b")]}'.".contains(&before)) =>
            {
                quoted = Some(byte);
                tokens.push(at..at + 1);
            }
            None if is_word(byte) => {
                let length = text[at..line.end].iter().take_while(|&&byte| is_word(byte)).count();
                tokens.push(at..at + length);
                at += length;
                continue;
            }
            None if byte.is_ascii_whitespace() => {}
            None => tokens.push(at..at + 1),
        }
        at += 1;
    }
}
