//! The book and the README: each program in them can be read, each command writes what stands below it.
//!
//! A page is read from top to bottom, in a folder of its own. `matlab file=NAME` (also `sac`, `toml`,
//! `json`, `text`) is a file of that name, which stands above it, too; without one a `matlab` block must read without a syntax error
//! and a `toml` block must be a `formwork.toml`, unless `other` stands behind `toml`. A `console` block
//! is a session of a shell: lines with `$ ` are commands, below them stands what they write. A line `…`
//! stands for any lines, `…` in a line for any text. `needs=octave`, `needs=cc` and `needs=git` behind
//! `console` skip it where there is no such program. `sh` blocks are for other programs than ours.
//! Commands of ours in the text (`formwork check --fix`) must exist with their options.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "the tests make files and processes")]
#![expect(clippy::print_stdout, reason = "the test harness shows it")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use formwork_mdtest::{
    Block, Case, Report, inline_code, markdown_files, parse_page, prose, run_pages,
};

/// What a session writes between two commands.
const MARK: char = '\u{1}';

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = markdown_files(&root().join("docs/book/src"));
    assert!(pages.len() > 10, "the book was not found");
    pages.push(root().join("README.md"));
    pages
}

#[test]
fn examples_do_what_is_written() {
    run_pages(&pages(), check);
}

fn check(page: &Case) -> Report {
    let mut report = Report::new();
    let outside = std::env::temp_dir().canonicalize().unwrap_or_else(|_| std::env::temp_dir());
    let name: String = page.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let outside = outside.join(format!("formwork-{}-book-{name}", std::process::id()));
    let folder = outside.join("project");
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    for (index, block) in page.blocks.iter().enumerate() {
        if let Some(file) = block.argument("file") {
            let path = folder.join(file);
            let parent = path.parent().expect("it is in the folder");
            std::fs::create_dir_all(parent).expect("a folder can be made");
            std::fs::write(&path, &block.text).expect("a file can be written");
            continue;
        }
        match block.language.as_str() {
            "console" => {
                if let Some(missing) = missing_program(block) {
                    println!("skipped: {}: line {}: no {missing}", page.name, block.line);
                    continue;
                }
                match session(block, &folder) {
                    Ok(text) => report.generate(index, text),
                    Err(message) => report.fail(format!("line {}: {message}", block.line)),
                }
            }
            "matlab" => {
                let written = written_by(&["parse", "--output-format", "concise", "-"], block);
                if !written.is_empty() {
                    report.fail(format!("line {}: {written}", block.line));
                }
            }
            "toml" if !block.arguments.iter().any(|word| word == "other") => {
                let file = outside.join("any.toml");
                std::fs::write(&file, &block.text).expect("a file can be written");
                let arguments = ["algebra", "s", "--config", &file.to_string_lossy()];
                let written = written_by(&arguments, block);
                if written != "s\n" {
                    report.fail(format!("line {}: {written}", block.line));
                }
            }
            "sh" if block.text.lines().any(|line| line.starts_with("formwork ")) => {
                report.fail(format!("line {}: `console` blocks are executed", block.line));
            }
            _ => {}
        }
    }
    let _ = std::fs::remove_dir_all(&outside);
    report
}

/// What the program writes that gets a block on its standard input.
fn written_by(arguments: &[&str], block: &Block) -> String {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    // Who does not read its input may be gone by now.
    let _ = input.write_all(block.text.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

/// The program that a block needs and that is not there.
fn missing_program(block: &Block) -> Option<&str> {
    let needs = block.argument("needs")?;
    let program = if needs == "octave" { "octave-cli" } else { needs };
    let there = Command::new(program).arg("--version").output().is_ok();
    (!there).then_some(needs)
}

/// The text that a session should be written down as: as it is, if what the commands write fits.
fn session(block: &Block, folder: &Path) -> Result<String, String> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command, String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => return Err("a `console` block begins with `$ `".to_owned()),
        }
    }
    let commands: Vec<&str> = steps.iter().map(|&(command, _)| command).collect();
    let written = shell(&commands, folder)?;
    let mut out = String::new();
    for ((command, expected), actual) in steps.iter().zip(&written) {
        let text = if fits(expected, actual) { expected } else { actual };
        let _ = write!(out, "$ {command}\n{text}");
    }
    Ok(out)
}

/// What each of the commands writes, errors where they come.
fn shell(commands: &[&str], folder: &Path) -> Result<Vec<String>, String> {
    let mut script = String::from("exec 2>&1\n");
    for command in commands {
        let _ = write!(script, "{command}\nstatus=$?; printf '{MARK}'; (exit $status)\n");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_formwork"));
    let mut path = program.parent().map(Path::as_os_str).unwrap_or_default().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("LC_ALL", "C")
        .env("XDG_CACHE_HOME", folder.with_file_name("cache"))
        .env_remove("FORMWORK_BLESS")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).replace(&*folder.to_string_lossy(), "~");
    let mut parts: Vec<String> = text.split(MARK).map(str::to_owned).collect();
    parts.pop();
    if parts.len() != commands.len() {
        return Err(format!("the session ended early: {text}"));
    }
    for part in &mut parts {
        if !part.is_empty() && !part.ends_with('\n') {
            part.push('\n');
        }
    }
    Ok(parts)
}

/// Whether what was written is what is expected, where `…` stands for anything.
fn fits(expected: &str, actual: &str) -> bool {
    if !expected.contains('…') {
        return expected == actual;
    }
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), actual.lines().collect());
    // Which beginnings of what was written fit the lines so far.
    let mut reached = vec![false; actual.len() + 1];
    reached[0] = true;
    for line in expected {
        let mut next = vec![false; actual.len() + 1];
        if line.trim() == "…" {
            let mut any = false;
            for place in 0..=actual.len() {
                any |= reached[place];
                next[place] = any;
            }
        } else {
            for place in 0..actual.len() {
                next[place + 1] = reached[place] && line_fits(line, actual[place]);
            }
        }
        reached = next;
    }
    reached[actual.len()]
}

fn line_fits(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = parts.next().and_then(|first| actual.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn what_stands_for_anything_fits() {
    assert!(fits("a\n…\nd\n", "a\nb\nc\nd\n") && fits("in … ms\n", "in 3 ms\n"));
    assert!(!fits("a\n…\nd\n", "a\nb\n") && !fits("in … ms\n", "in 3 s\n") && !fits("a\n", "b\n"));
}

#[test]
fn files_are_named_above_them() {
    let mut problems = Vec::new();
    for path in pages() {
        let text = std::fs::read_to_string(&path).expect("it is there");
        let mut after = 0;
        for block in parse_page(&text).blocks {
            let above: Vec<&str> = prose(&text)
                .filter(|&(line, _)| (after..block.line).contains(&line))
                .map(|(_, line)| line)
                .collect();
            after = block.line;
            let Some(file) = block.argument("file") else { continue };
            if !above.iter().any(|line| inline_code(line).any(|code| code == file)) {
                problems.push(format!("{}:{}: {file}", path.display(), block.line));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// What `formwork COMMAND --help` says, for each command.
fn helps() -> BTreeMap<String, String> {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_formwork")).args(arguments).output();
        String::from_utf8_lossy(&output.expect("the program starts").stdout).into_owned()
    };
    let all = help(&["--help"]);
    let commands = all.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands = commands.unwrap_or_default().lines();
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    // What is told of a command may go on in the next line.
    let names = names.filter(|name| !["help", ""].contains(name)).map(str::to_owned);
    let helps: BTreeMap<String, String> =
        names.map(|name| (name.clone(), help(&[&name, "--help"]))).collect();
    assert!(helps.len() > 8, "the commands were not found: {helps:?}");
    helps
}

#[test]
fn commands_in_the_text_exist_with_their_options() {
    let helps = helps();
    let mut problems = Vec::new();
    for path in pages() {
        let text = std::fs::read_to_string(&path).expect("it is there");
        for (number, line) in prose(&text) {
            for code in inline_code(line) {
                let Some(rest) = code.strip_prefix("formwork ") else { continue };
                let mut words = rest.split_whitespace();
                let command = words.next().unwrap_or_default();
                if command.starts_with('-') || command.starts_with(char::is_uppercase) {
                    continue;
                }
                let place = format!("{}:{number}: `{code}`", path.display());
                let Some(help) = helps.get(command) else {
                    problems.push(format!("{place}: no such command"));
                    continue;
                };
                for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
                    let option = option.split('=').next().unwrap_or_default();
                    if !help.split([' ', ',', '\n', '[']).any(|word| word == option) {
                        problems.push(format!("{place}: no option {option}"));
                    }
                }
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn the_reference_has_every_command() {
    let page = root().join("docs/book/src/reference/commands.md");
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let listed: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## `formwork ")?.strip_suffix('`'))
        .collect();
    let mut names: Vec<String> = helps().into_keys().collect();
    names.sort_by_key(|name| listed.iter().position(|one| one == name));
    assert_eq!(listed, names, "`cargo xtask book` writes the page of the commands");
}
