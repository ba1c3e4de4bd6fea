//! The page of the commands: what `formwork COMMAND --help` says, as sessions that the test of the
//! book executes.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

/// The page, if the program has been built beside this one.
#[expect(clippy::print_stderr, reason = "a chore reports")]
pub(super) fn page() -> Option<String> {
    let program = program();
    let Some(all) = help(&program, &["--help"]) else {
        eprintln!("{} is missing: commands.md stays as it is", program.display());
        return None;
    };
    let mut out = super::title("Commands", "what the program says of itself");
    out.push_str(
        "Exit codes of all commands: 0 fine, 1 something was found, 2 wrong usage or a limit.\n\n",
    );
    let _ = write!(out, "```console\n$ formwork --help\n{all}```\n");
    for name in names(&all) {
        let Some(text) = help(&program, &[name, "--help"]) else { continue };
        let _ = write!(
            out,
            "\n## `formwork {name}`\n\n```console\n$ formwork {name} --help\n{text}```\n"
        );
    }
    Some(out)
}

/// The program itself, which cargo puts beside this one.
fn program() -> PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    here.with_file_name(format!("formwork{}", std::env::consts::EXE_SUFFIX))
}

fn help(program: &PathBuf, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The names of the commands in the help.
fn names(help: &str) -> impl Iterator<Item = &str> {
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let names = listed.unwrap_or_default().lines();
    names
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        // What is told of a command may go on in the next line.
        .filter(|name| !["help", ""].contains(name))
}
