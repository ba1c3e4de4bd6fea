//! `cargo xtask oracle --programs N`: random programs, run by GNU Octave and by us.
//!
//! Some hundred programs stand in one file, each after a mark, so that starting
//! Octave costs little; both engines run the same file and must print the same.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use formwork_fuzz::{HELPER, random_program, wild_program};

/// Stands before each program's output.
const MARK: &str = "<<formwork>>";

/// How many programs stand in one file.
const BATCH: usize = 200;

/// How long one engine may take for one file, and how much it may print.
///
/// A program that counts to 1e10 and prints every number says nothing about the language;
/// it is put aside, said so, and another one is made in its place.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST_BYTES: u64 = 50_000_000;

/// How we run a file: read as Octave reads it, also where MATLAB would allow more.
pub(crate) const RUN: [&str; 5] = ["run", "--dialect", "octave", "--timeout", "60"];

/// What the comparison found.
#[derive(Default)]
pub(crate) struct ProgramsTally {
    pub(crate) alike: usize,
    pub(crate) total: usize,
    /// Programs that Octave did not finish, which are in no other number.
    pub(crate) unfinished: Vec<String>,
    /// Programs with what each engine printed.
    pub(crate) differences: Vec<String>,
}

/// Runs `count` programs in both engines; `None` if there is no Octave.
pub(crate) fn compare(count: usize, seed: u64, keep: usize, wild: bool) -> Option<ProgramsTally> {
    let program = if wild { wild_program } else { random_program };
    let formwork = crate::speed::formwork()?;
    let mut rng = Rng::with_seed(seed);
    // A folder of its own: files beside a program would be functions it could call.
    let folder = std::env::temp_dir().join(format!("formwork-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let mut outcome = ProgramsTally::default();
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
    outcome: &mut ProgramsTally,
) -> Option<()> {
    let mut script = format!("1;\n{HELPER}warning ('off', 'all');\n");
    for program in programs {
        script.push_str(&format!("clear -variables; disp ('{MARK}');\n{program}"));
    }
    let path = folder.join("formwork_programs.m");
    crate::files::write(&path, script.as_bytes());
    let answer = output(Command::new("octave-cli").args(["--norc", "-q"]).arg(&path), folder)?;
    if let ([program], Answer::Unfinished) = (programs, &answer) {
        outcome.unfinished.push(program.clone());
        return Some(());
    }
    let octaves = without_usage(&answer.text());
    // One program that Octave cannot read, or that ends it, is not to hide the others.
    if octaves.matches(MARK).count() < programs.len() && programs.len() > 1 {
        let (first, second) = programs.split_at(programs.len() / 2);
        compare_batch(formwork, folder, first, keep, outcome)?;
        return compare_batch(formwork, folder, second, keep, outcome);
    }
    let ours = output(Command::new(formwork).args(RUN).arg(&path), folder)?.text();
    let mut octaves = octaves.split(MARK).skip(1);
    let mut ours = ours.split(MARK).skip(1);
    for program in programs {
        outcome.total += 1;
        match (octaves.next(), ours.next()) {
            (Some(octave), Some(mine)) if octave == mine => outcome.alike += 1,
            // A program that neither can read.
            (None, None) if programs.len() == 1 => outcome.alike += 1,
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

/// Octave's output without the lines of its manual that show how a function is called.
///
/// `Invalid call to mat2str.  Correct usage is:` goes on with the headings of that function's
/// page in Octave's manual. That text is not ours to print: we end after the function's name,
/// and this is the only thing in which the two may differ.
pub(crate) fn without_usage(text: &str) -> String {
    const SAYS: &str = ".  Correct usage is:";
    let mut kept = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        match line.trim_end().strip_suffix(SAYS) {
            Some(call) if call.contains("Invalid call to ") => {
                kept.push_str(call);
                kept.push('\n');
                // A blank line, the headings, and perhaps where to read more.
                lines.next_if(|line| line.trim().is_empty());
                while lines.next_if(|line| line.starts_with(" -- ")).is_some() {}
                let mut rest = lines.clone();
                let more = rest.next().is_some_and(|line| line.trim().is_empty())
                    && rest.next().is_some_and(|line| line.starts_with("Additional help for"));
                if more {
                    let _ = lines.find(|line| line.trim_end() == "mailing list.");
                }
            }
            _ => kept.push_str(line),
        }
    }
    kept
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

/// What an engine printed.
pub(crate) enum Answer {
    All(String),
    /// It took too long, or printed too much.
    Unfinished,
}

impl Answer {
    pub(crate) fn text(self) -> String {
        match self {
            Self::All(text) => text,
            Self::Unfinished => String::new(),
        }
    }
}

pub(crate) fn output(command: &mut Command, folder: &Path) -> Option<Answer> {
    let path = folder.join("printed.txt");
    let printed = File::create(&path).ok()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(printed)
        .stderr(Stdio::null())
        .current_dir(folder)
        .spawn()
        .ok()?;
    let started = Instant::now();
    while child.try_wait().ok()?.is_none() {
        let size = path.metadata().map_or(0, |about| about.len());
        if started.elapsed() > PATIENCE || size > MOST_BYTES {
            child.kill().ok()?;
            child.wait().ok()?;
            return Some(Answer::Unfinished);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Some(Answer::All(String::from_utf8_lossy(&crate::files::read(&path)).into_owned()))
}
