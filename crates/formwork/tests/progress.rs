//! Long work shows that it goes on where somebody watches, and nothing where nobody does.
#![expect(clippy::disallowed_methods, reason = "the test makes a program that takes long")]
#![cfg(unix)]

use std::process::{Command, Stdio};

/// A program whose analysis takes some seconds.
fn long() -> String {
    let lines = (0..15_000).map(|k| format!("  y = [y(:); sum(y) * {k}];\n"));
    format!("function y = long (a)\n  y = a;\n{}end\n", lines.collect::<String>())
}

/// Both streams of a command, on a terminal (by `script`) or not.
fn streams(on_terminal: bool, command: &str) -> Option<String> {
    let mut shell = if on_terminal {
        let mut script = Command::new("script");
        script.args(["-qec", command, "/dev/null"]);
        script
    } else {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{command} 2>&1")]);
        shell
    };
    let output = shell.stdin(Stdio::null()).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_spinner_turns_on_a_terminal_alone() {
    let folder = std::env::temp_dir().join(format!("formwork-{}-progress", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let file = folder.join("long.m");
    std::fs::write(&file, long()).expect("it can be written");
    let program = env!("CARGO_BIN_EXE_formwork");
    let command = format!("{program} shapes {} --trace y", file.display());
    let quiet = streams(false, &command).expect("there is a shell");
    assert!(!quiet.contains(['\r', '\u{1b}']), "{quiet:?}");
    match streams(true, &command) {
        None => println!("skipped: no `script`"),
        Some(shown) => {
            assert!(shown.contains(" analysing 1s"), "{shown:?}");
            // In the end the line is empty again, and the result follows.
            let (_, rest) = shown.rsplit_once("\r\u{1b}[2K").expect("it is cleared");
            assert_eq!(rest.replace("\r\n", "\n"), quiet);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
