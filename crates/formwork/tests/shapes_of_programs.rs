//! Programs as people write them, with what `formwork shapes` must display beside each assignment
//! (`mdtests/programs`).
//!
//! The `args` block of a case describes the parameters, `%?` comments say what is displayed, and
//! the `run` block is a call. When the call runs, here and in GNU Octave, every size must be the one
//! that is displayed.
#![expect(clippy::disallowed_methods, reason = "the test writes the programs it runs")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use formwork_mdtest::{
    Assertion, Block, Case, Claim, Report, assertions, parse_cases, run, split_extents,
};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests").join("programs")
}

/// What a line says that a variable is.
fn types(program: &Block) -> Vec<(u32, String, String)> {
    let claims = assertions(&program.text).expect("the assertions can be read");
    claims
        .into_iter()
        .filter_map(|Assertion { line, claim }| match claim {
            Claim::Type { name, text } => Some((line, name, text)),
            Claim::SameShape { .. } | Claim::Diagnostic(_) => None,
        })
        .collect()
}

fn displayed(case: &Case, program: &Block) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
    command.args(["shapes", "-", "--json"]);
    for line in case.block("args").map(|block| block.text.lines()).into_iter().flatten() {
        command.args(["--arg", line]);
    }
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(program.text.as_bytes()).expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

#[test]
fn assignments_are_displayed_as_people_write_sizes() {
    run(folder(), |case| {
        let mut report = Report::new();
        let program = case.block("matlab").expect("there is a program");
        let whole = displayed(case, program);
        let definitions = whole["functions"][0]["definitions"].as_array();
        let definitions = definitions.expect("there are definitions");
        for (line, name, text) in types(program) {
            let here = definitions.iter().filter(|one| {
                one["kind"] == "assign" && one["line"] == line && one["name"] == name.as_str()
            });
            let shown: Vec<&str> = here.filter_map(|one| one["display"].as_str()).collect();
            if shown != [text.as_str()] {
                report.fail(format!("line {line}: {name} is not `{text}` but {shown:?}"));
            }
        }
        report
    });
}

/// The extents of a displayed shape: `double (n-1)xp (n ~= 1)` has `(n-1)` and `p`.
fn extents(text: &str) -> Vec<String> {
    let shape = text.split(' ').find(|word| word.contains('x')).expect("there is a shape");
    split_extents(shape)
}

/// An extent with the names of described sizes as variables of their own: the program may have
/// variables of the same names.
fn renamed(extent: &str, described: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for c in extent.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match described.iter().any(|(name, _)| *name == word) {
            true => text += &format!("size_{word}_"),
            false => text += &word,
        }
        word.clear();
        text.push(c);
    }
    text
}

/// What the names in the descriptions of parameters stand for: `n` is `size(X, 1)`.
fn described(case: &Case) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in case.block("args").map(|block| block.text.lines()).into_iter().flatten() {
        let (name, kind) = line.split_once(':').expect("a description");
        if kind.contains("int ") {
            found.push((name.to_owned(), name.to_owned()));
            continue;
        }
        for (axis, extent) in extents(kind).into_iter().enumerate() {
            let known = found.iter().any(|(other, _)| *other == extent);
            if extent.parse::<u32>().is_err() && !known {
                found.push((extent, format!("size({name}, {})", axis + 1)));
            }
        }
    }
    found
}

/// The program of a case with a comparison behind each assertion.
fn watched(case: &Case, program: &Block) -> String {
    let described = described(case);
    let claims = types(program);
    let mut text = String::new();
    for (number, line) in (1_u32..).zip(program.text.lines()) {
        let code = line.split_once("%?").map_or(line, |(code, _)| code);
        text.push_str(code.trim_end());
        text.push('\n');
        if number == 1 {
            for (name, value) in &described {
                let _ = writeln!(text, "size_{name}_ = {value};");
            }
        }
        for (_, name, kind) in claims.iter().filter(|(line, ..)| *line == number) {
            let sizes: Vec<String> =
                extents(kind).iter().map(|extent| renamed(extent, &described)).collect();
            let _ = writeln!(
                text,
                "if ~isequal(size({name}), [{}]), error('line {number}: {name} is %s', \
                 mat2str(size({name}))); end",
                sizes.join(", ")
            );
        }
    }
    text
}

#[test]
fn sizes_are_as_displayed_when_programs_run() {
    let (mut functions, mut calls) = (String::from("1;\n"), String::new());
    for file in std::fs::read_dir(folder()).expect("the folder is there").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("the file can be read");
        for case in parse_cases(&text) {
            let program = case.block("matlab").expect("there is a program");
            let call = case.block("run").expect("there is a call");
            functions += &watched(&case, program);
            let name = &case.name;
            let call = call.text.trim();
            let _ = writeln!(calls, "try, {call}; catch e, disp(['{name}: ', e.message]); end");
        }
    }
    let scratch = std::env::temp_dir().join(format!("formwork_watched_{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("the folder for scratch files can be written");
    let path = scratch.join("watched_programs.m");
    std::fs::write(&path, functions + &calls).expect("the scratch file can be written");
    let output = |command: &mut Command| {
        let output = command.stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let ours = output(Command::new(env!("CARGO_BIN_EXE_formwork")).arg("run").arg(&path));
    let octaves = output(Command::new("octave-cli").args(["--norc", "-q"]).arg(&path));
    let _ = std::fs::remove_dir_all(&scratch);
    assert_eq!(ours.as_deref(), Some(""), "here");
    match octaves {
        Some(text) => assert_eq!(text, "", "in GNU Octave"),
        None => eprintln!("skipped: GNU Octave is not installed"),
    }
}
