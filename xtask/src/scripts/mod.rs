//! `cargo xtask scripts DIR…`: scripts and demonstrations that nobody here wrote, run by Octave
//! and by Formwork.
//!
//! Each folder is a project of its own, of which each engine gets a copy. Counted are the programs
//! that come to their end in Octave (`octave`); they must come to their end here and print the
//! same. Of a program that prints something else each time in Octave, only the end counts.
//! `collect` finds the programs. They are not part of this repository.
#![expect(clippy::print_stdout, reason = "a chore reports")]

mod collect;
mod octave;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;

use crate::field::process::{End, run as run_command};
use crate::files;
use collect::{Project, projects};
use octave::{Engine, Expected};

/// Which programs.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with programs, each a project of its own
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Only programs whose path contains this
    #[arg(long)]
    only: Option<String>,
    /// The `formwork` to try [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Run demonstrations of functions (`%!demo`), too
    #[arg(long)]
    demos: bool,
    /// Packages that demonstrations load first
    #[arg(long, value_delimiter = ',')]
    packages: Vec<String>,
    /// List every failure
    #[arg(long)]
    failures: bool,
    /// How many causes to list
    #[arg(long, default_value_t = 40)]
    causes: usize,
    /// Seconds that a program may take in Octave; here it may take four times as long
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// Ask Octave again, whose answers are kept below `target/` otherwise
    #[arg(long)]
    again: bool,
}

/// How the programs of a project went.
#[derive(Clone, Copy, Default)]
struct Tally {
    programs: usize,
    octave: usize,
    equal: usize,
    plots: usize,
    plots_equal: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.octave += other.octave;
        self.equal += other.equal;
        self.plots += other.plots;
        self.plots_equal += other.plots_equal;
    }

    fn row(&self, name: &str) -> String {
        let share = 100.0 * self.equal as f64 / self.octave.max(1) as f64;
        let Tally { programs, octave, equal, plots, plots_equal } = self;
        let name: String = name.chars().take(36).collect();
        format!(
            "{name:36} {programs:8} {octave:6} {equal:6} {share:7.1} % {plots_equal:5} of {plots}"
        )
    }
}

/// Why programs fail here: how many, and some of them.
type Causes = BTreeMap<String, (usize, BTreeSet<String>)>;

pub(crate) fn run(options: &Options) -> ExitCode {
    let Some(binary) = options.binary.clone().or_else(crate::speed::formwork) else {
        println!("there is no formwork to try: build it, or name one with --binary");
        return ExitCode::FAILURE;
    };
    // Programs run in folders of their own.
    let binary = std::path::absolute(&binary).unwrap_or(binary);
    println!(
        "{:36} {:>8} {:>6} {:>6} {:>9} that plot",
        "project", "programs", "Octave", "equal", "share"
    );
    let mut all = Tally::default();
    let mut causes = Causes::new();
    for project in projects(options) {
        let tally = measure(&project, &binary, options, &mut causes);
        println!("{}", tally.row(&project.name));
        all.add(&tally);
    }
    println!("{}", all.row("all"));
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    for (cause, (count, where_)) in causes.iter().take(options.causes) {
        let where_: Vec<&str> = where_.iter().map(String::as_str).take(3).collect();
        println!("{count:6}  {cause}  [{}]", where_.join(", "));
    }
    ExitCode::SUCCESS
}

/// Runs the programs of a project.
fn measure(project: &Project, binary: &Path, options: &Options, causes: &mut Causes) -> Tally {
    let patience = Duration::from_secs(options.timeout);
    let engine = Engine::new(project, patience, options);
    let scratch = files::scratch("scripts");
    let copy = project.copy_to(&scratch.join("here"));
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let which = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = project.programs.get(which) else { return };
                    let expected = engine.ask(program);
                    if matches!(expected, Expected::Fails) {
                        continue;
                    }
                    let mut command = Command::new(binary);
                    command.arg("run").arg(copy.join(&program.file));
                    for folder in &project.folders {
                        command.arg("--path").arg(copy.join(folder));
                    }
                    command.current_dir(copy.join(program.folder())).env_remove("DISPLAY");
                    let ran = run_command(command, patience * 4);
                    let problem = difference(&expected, &ran.end, &ran.output, &ran.errors);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push((program, problem));
                    }
                }
            });
        }
    });
    files::remove_folder(&scratch);
    let mut outcomes = outcomes.into_inner().unwrap_or_default();
    outcomes.sort_by(|a, b| a.0.file.cmp(&b.0.file));
    let mut tally = Tally { programs: project.programs.len(), ..Tally::default() };
    for (program, problem) in outcomes {
        tally.octave += 1;
        tally.plots += usize::from(program.plots);
        let Some((cause, detail)) = problem else {
            tally.equal += 1;
            tally.plots_equal += usize::from(program.plots);
            continue;
        };
        let shown = program.file.display().to_string();
        if options.failures {
            println!("{}/{shown}: {cause}: {detail}", project.name);
        }
        let entry = causes.entry(cause).or_default();
        entry.0 += 1;
        entry.1.insert(shown);
    }
    tally
}

/// What a program does otherwise than in Octave: the kind, and what shows it.
fn difference(
    expected: &Expected,
    end: &End,
    output: &[u8],
    errors: &str,
) -> Option<(String, String)> {
    let message = errors.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    match end {
        End::Done if message.is_empty() => {}
        End::Done => {
            let kind: String = message.chars().take(90).collect();
            return Some((kind, errors.lines().take(3).collect::<Vec<_>>().join(" | ")));
        }
        End::TimedOut => return Some(("time".to_owned(), String::new())),
        End::Refused | End::Panicked | End::Aborted | End::Missing => {
            let kind = format!("{end:?}");
            return Some((kind, errors.lines().take(3).collect::<Vec<_>>().join(" | ")));
        }
    }
    let Expected::Prints(theirs) = expected else { return None };
    let ours = String::from_utf8_lossy(output);
    if *theirs == *ours {
        return None;
    }
    let (mut theirs, mut ours) = (theirs.lines(), ours.lines());
    loop {
        match (theirs.next(), ours.next()) {
            (None, None) => {
                return Some(("prints otherwise".to_owned(), "ends of lines".to_owned()));
            }
            (one, other) if one == other => {}
            (one, other) => {
                let detail = format!("{:?}, not {:?}", other.unwrap_or(""), one.unwrap_or(""));
                return Some(("prints otherwise".to_owned(), detail));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{End, Expected, difference};

    #[test]
    fn what_differs_is_told() {
        let prints = Expected::Prints("a\nb\n".to_owned());
        assert_eq!(difference(&prints, &End::Done, b"a\nb\n", ""), None);
        let other = difference(&prints, &End::Done, b"a\nc\n", "").map(|found| found.1);
        assert_eq!(other.as_deref(), Some("\"c\", not \"b\""));
        let kind = difference(&prints, &End::Done, b"a\nb\n", "error: x\n").map(|found| found.0);
        assert_eq!(kind.as_deref(), Some("error: x"));
        assert_eq!(difference(&Expected::Varies, &End::Done, b"z", ""), None);
    }
}
