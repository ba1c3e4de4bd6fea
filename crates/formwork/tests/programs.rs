//! A few random programs print what they print in GNU Octave. Many more do when
//! `cargo xtask oracle --programs N` is asked.
#![expect(clippy::disallowed_methods, reason = "the test writes the programs it runs")]

use std::process::{Command, Stdio};

use fastrand::Rng;
use formwork_fuzz::{HELPER, random_program};

/// Stands before each program's output.
const MARK: &str = "<<formwork>>";

fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn random_programs_print_what_octave_prints() {
    let mut rng = Rng::with_seed(4);
    let programs: Vec<String> = (0..100)
        .map(|_| {
            let statements = rng.usize(2..12);
            random_program(&mut rng, statements)
        })
        .collect();
    let mut script = format!("1;\n{HELPER}warning ('off', 'all');\n");
    for program in &programs {
        script.push_str(&format!("clear -variables; disp ('{MARK}');\n{program}"));
    }
    let folder = std::env::temp_dir().join(format!("formwork_programs_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for scratch files can be written");
    let path = folder.join("random_programs.m");
    std::fs::write(&path, script).expect("the folder for scratch files can be written");
    let octaves = output(Command::new("octave-cli").args(["--norc", "-q"]).arg(&path));
    let ours = output(Command::new(env!("CARGO_BIN_EXE_formwork")).arg("run").arg(&path));
    let _ = std::fs::remove_dir_all(&folder);
    let Some(octaves) = octaves else {
        eprintln!("skipped: GNU Octave is not installed");
        return;
    };
    let ours = ours.expect("the program starts");
    let ours: Vec<&str> = ours.split(MARK).skip(1).collect();
    let octaves: Vec<&str> = octaves.split(MARK).skip(1).collect();
    assert_eq!(octaves.len(), programs.len(), "Octave reads and runs all programs");
    assert_eq!(ours.len(), programs.len(), "all programs run");
    for ((program, ours), octave) in programs.iter().zip(ours).zip(octaves) {
        assert_eq!(ours, octave, "{program}");
    }
}
