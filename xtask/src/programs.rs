//! `cargo xtask oracle --programs N`: random programs, run by GNU Octave and by us.
//!
//! Some hundred programs stand in one file, each after a mark, so that starting
//! Octave costs little; both engines run the same file and must print the same.

use std::path::Path;
use std::process::{Command, Stdio};

use fastrand::Rng;
use formwork_fuzz::{HELPER, random_program, wild_program};

/// Stands before each program's output.
const MARK: &str = "<<formwork>>";

/// How many programs stand in one file.
const BATCH: usize = 200;

/// What the comparison found.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) alike: usize,
    pub(crate) total: usize,
    /// Programs with what each engine printed.
    pub(crate) differences: Vec<String>,
}

/// Runs `count` programs in both engines; `None` if there is no Octave.
pub(crate) fn compare(count: usize, seed: u64, keep: usize, wild: bool) -> Option<Outcome> {
    let program = if wild { wild_program } else { random_program };
    let formwork = crate::speed::formwork()?;
    let mut rng = Rng::with_seed(seed);
    // A folder of its own: files beside a program would be functions it could call.
    let folder = std::env::temp_dir().join(format!("formwork-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let mut outcome = Outcome::default();
    while outcome.total < count {
        let programs: Vec<String> = (0..BATCH.min(count - outcome.total))
            .map(|_| {
                let statements = rng.usize(2..12);
                program(&mut rng, statements)
            })
            .collect();
        compare_batch(&formwork, &folder, &programs, keep, &mut outcome)?;
    }
    let _ = std::fs::remove_dir_all(&folder);
    Some(outcome)
}

/// Runs programs that stand in one file.
fn compare_batch(
    formwork: &Path,
    folder: &Path,
    programs: &[String],
    keep: usize,
    outcome: &mut Outcome,
) -> Option<()> {
    let mut script = format!("1;\n{HELPER}warning ('off', 'all');\n");
    for program in programs {
        script.push_str(&format!("clear -variables; disp ('{MARK}');\n{program}"));
    }
    let path = folder.join("formwork_programs.m");
    crate::files::write(&path, script.as_bytes());
    let octaves = output(Command::new("octave-cli").args(["--norc", "-q"]).arg(&path), folder)?;
    // One program that Octave cannot read, or that ends it, is not to hide the others.
    if octaves.matches(MARK).count() < programs.len() && programs.len() > 1 {
        let (first, second) = programs.split_at(programs.len() / 2);
        compare_batch(formwork, folder, first, keep, outcome)?;
        return compare_batch(formwork, folder, second, keep, outcome);
    }
    let ours = output(Command::new(formwork).args(["run", "--timeout", "60"]).arg(&path), folder)?;
    let mut octaves = octaves.split(MARK).skip(1);
    let mut ours = ours.split(MARK).skip(1);
    for program in programs {
        outcome.total += 1;
        match (octaves.next(), ours.next()) {
            (Some(octave), Some(mine)) if octave == mine => outcome.alike += 1,
            (octave, mine) if outcome.differences.len() < keep => {
                let octave = octave.unwrap_or("(nothing)");
                let mine = mine.unwrap_or("(nothing)");
                outcome.differences.push(describe(program, octave, mine));
            }
            _ => {}
        }
    }
    Some(())
}

/// The program up to the first line that is printed differently, and those lines.
fn describe(program: &str, octave: &str, ours: &str) -> String {
    let mut text = String::new();
    for (number, pair) in octave.lines().zip(ours.lines().chain(std::iter::repeat(""))).enumerate()
    {
        if pair.0 != pair.1 {
            text = format!("line {}: Octave prints {:?}, we {:?}", number + 1, pair.0, pair.1);
            break;
        }
    }
    format!("{program}--> {text}")
}

fn output(command: &mut Command, folder: &Path) -> Option<String> {
    let output =
        command.stdin(Stdio::null()).stderr(Stdio::null()).current_dir(folder).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
