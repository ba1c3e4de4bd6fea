//! The markdown tests of commands: what a user types, and what is written.
//!
//! Each `matlab` block is a file (`file=main.m` gives its name, `main.m` if there is none), each
//! `toml` block a `formwork.toml`. The first line of a `console` block is a command, `$ formwork …`,
//! with words in single quotes where they have blanks; what it writes stands below, errors behind
//! what it prints. Files are made anew for each case.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::path::Path;
use std::process::Command;

use formwork_mdtest::{Case, Report};

#[test]
fn markdown() {
    formwork_mdtest::run(concat!(env!("CARGO_MANIFEST_DIR"), "/mdtests/commands"), check);
}

fn check(case: &Case) -> Report {
    let mut report = Report::new();
    let name = format!("formwork-{}-mdtests-{}", std::process::id(), case.line);
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    for (index, block) in case.blocks.iter().enumerate() {
        let file = match block.language.as_str() {
            "matlab" => block.argument("file").unwrap_or("main.m"),
            "toml" => "formwork.toml",
            "console" => {
                match block.text.lines().next().and_then(|line| line.strip_prefix("$ formwork ")) {
                    Some(command) => report.generate(index, run(command, &folder)),
                    None => report.fail("a `console` block begins with `$ formwork …`"),
                }
                continue;
            }
            other => {
                report.fail(format!("unknown block `{other}`"));
                continue;
            }
        };
        let path = folder.join(file);
        let parent = path.parent().expect("it is in the folder");
        std::fs::create_dir_all(parent).expect("a folder can be made");
        std::fs::write(&path, &block.text).expect("a file can be written");
    }
    let _ = std::fs::remove_dir_all(&folder);
    report
}

/// A command, and what it writes.
fn run(command: &str, folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(words(command))
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("$ formwork {command}\n{}{}", text(&output.stdout), text(&output.stderr))
}

/// The words of a command: blanks set them apart, but not between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is one").push(letter),
        }
    }
    words
}
