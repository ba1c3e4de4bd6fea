//! The examples that `--help` shows are run, in a copy of a folder with the programs that they name.
#![expect(clippy::disallowed_methods, reason = "the test makes files for the program to read")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs a line of a shell in a folder, with the program on the path.
fn shell(line: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_formwork"));
    let beside = program.parent().expect("it is in a folder");
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(beside.to_path_buf()).chain(std::env::split_paths(&rest)),
    );
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", path.expect("no folder has a colon in its name"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell is there")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A copy of the folder with the programs.
fn copy_of_programs(name: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples_of_help");
    let to = std::env::temp_dir().join(format!("formwork-{}-help-{name}", std::process::id()));
    for folder in ["", "lib"] {
        std::fs::create_dir_all(to.join(folder)).expect("a temporary folder can be made");
        for entry in std::fs::read_dir(from.join(folder)).expect("it is there").flatten() {
            if entry.path().is_file() {
                std::fs::copy(entry.path(), to.join(folder).join(entry.file_name()))
                    .expect("it can be copied");
            }
        }
    }
    to
}

/// The commands that `formwork --help` lists.
fn commands() -> Vec<String> {
    let help = text(&shell("formwork --help", Path::new(".")).stdout);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .map(str::to_owned)
        .collect()
}

/// The command lines below `Examples:`, without what is said of them. Two spaces end a command line.
fn examples(command: &str) -> Vec<String> {
    let help = text(&shell(&format!("formwork {command} --help"), Path::new(".")).stdout);
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim_start().split("  ").next().unwrap_or_default().trim_end().to_owned())
        .collect()
}

/// What is missing here that a command line needs.
fn lacks(line: &str) -> Option<&'static str> {
    let needs_compiler = line.contains("--emit mex");
    let finds = |program: &str| {
        let found = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        found.is_ok_and(|status| status.success())
    };
    (needs_compiler && !finds("cc") && !finds("gcc") && !finds("clang")).then_some("a C compiler")
}

#[test]
fn every_command_has_examples_that_run() {
    let commands = commands();
    assert!(commands.len() > 9, "{commands:?}");
    let folder = copy_of_programs("all");
    let mut failures = Vec::new();
    for command in &commands {
        let examples = examples(command);
        if examples.is_empty() {
            failures.push(format!("{command}: no examples"));
        }
        for line in examples {
            if let Some(what) = lacks(&line) {
                println!("skipped without {what}: {line}");
                continue;
            }
            if !line.contains(&format!("formwork {command}")) {
                failures.push(format!("{command}: another command: {line}"));
            }
            let output = shell(&line, &folder);
            // A program may be told on standard error what it has found; these programs are right.
            let (code, complaint) = (output.status.code(), text(&output.stderr));
            if code != Some(0) || complaint.contains("error") {
                failures.push(format!("{line}: {code:?}\n{}{complaint}", text(&output.stdout)));
            }
        }
    }
    for made in ["main", "square.mex", "power5.m", "known.json", "formwork.bash", "_formwork"] {
        let excused = made == "square.mex" && lacks("--emit mex").is_some();
        if !excused && !folder.join(made).exists() {
            failures.push(format!("{made} was not made"));
        }
    }
    let built = shell("./main", &folder);
    assert_eq!(text(&built.stdout), "1 2 3.33834e+08\n");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn formwork_alone_shows_the_first_commands() {
    let output = shell("formwork", Path::new("."));
    assert_eq!(output.status.code(), Some(2), "nothing was asked for");
    assert_eq!(text(&output.stdout), "");
    let guide = text(&output.stderr);
    assert!((6..=12).contains(&guide.lines().count()), "{guide}");
    let lines = guide.lines().filter_map(|line| line.strip_prefix("  formwork "));
    let named: Vec<&str> = lines.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(named, ["check", "shapes", "run"], "{guide}");
    for command in named {
        assert!(commands().iter().any(|known| known == command), "{command}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = copy_of_programs("pages");
    let made = shell("formwork generate-man-pages .", &folder);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let mut commands = commands();
    for name in
        commands.iter().map(|command| format!("formwork-{command}")).chain(["formwork".to_owned()])
    {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).unwrap_or_default();
        let head = format!(".TH {name} 1");
        assert!(page.lines().any(|line| line.starts_with(&head)), "{head}:\n{page}");
        let examples = name == "formwork"
            || page.contains("\n.SH EXAMPLES\n.nf\n") && page.contains("\n.fi\n");
        assert!(examples, "{name}:\n{page}");
    }
    commands.push("formwork".to_owned());
    let pages = std::fs::read_dir(&folder).expect("it is there").flatten();
    let pages = pages.filter(|entry| entry.path().extension().is_some_and(|end| end == "1"));
    assert_eq!(pages.count(), commands.len(), "nothing else has a page");
    let nowhere = shell("formwork generate-man-pages nowhere/at/all", &folder);
    assert_eq!(nowhere.status.code(), Some(2));
    let _ = std::fs::remove_dir_all(&folder);
}
