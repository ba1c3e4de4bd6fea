//! `cargo xtask field`: programs that nobody here wrote, read, checked, analysed and
//! specialized.
//!
//! Each folder is a project of its own: its files see each other and nothing else. What a
//! person decided about a finding is kept in a triage file outside the repository, so that
//! only what is new is shown. `work` does one file, `process` runs a command for so long,
//! `triage` keeps the decisions, `report` counts.
#![expect(clippy::print_stdout, reason = "a chore reports")]

pub(crate) mod process;
mod report;
mod triage;
mod work;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::files;
use report::Report;
use triage::Triage;
use work::{CommandOutcome, FileOutcome, Job};

/// What to run over which programs.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with programs, each a project of its own
    #[arg(required = true, value_name = "DIR")]
    projects: Vec<PathBuf>,
    /// The `formwork` to try [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Where decisions about findings are kept: project, path, rule, text of the line,
    /// true/false/harmless/unknown and why, with tabs between them
    #[arg(long, value_name = "FILE")]
    triage: Option<PathBuf>,
    /// What to do with each file
    #[arg(long, value_delimiter = ',', default_values = ["parse", "check", "shapes", "specialize"])]
    steps: Vec<Step>,
    /// Check the files of a project with one command, as a user does
    #[arg(long)]
    together: bool,
    /// Seconds that one command may take
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// How many files are worked on at a time
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// Only every so manieth file
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// How many of the slowest commands to show
    #[arg(long, default_value_t = 10)]
    slowest: usize,
}

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Step {
    /// Read it, print it and read that again
    Parse,
    /// Look for what cannot work
    Check,
    /// List the shapes of its first function, or of the script
    Shapes,
    /// Specialize each of its functions, of whose parameters nothing is known
    Specialize,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let Some(binary) = options.binary.clone().or_else(crate::speed::formwork) else {
        println!("there is no formwork to try: build it, or name one with --binary");
        return ExitCode::FAILURE;
    };
    // Commands run in the folders of projects.
    let binary = std::path::absolute(&binary).unwrap_or(binary);
    let mut triage = match options.triage.as_deref().map(Triage::read).transpose() {
        Ok(triage) => triage.unwrap_or_default(),
        Err(problem) => {
            println!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut report = Report::default();
    for folder in &options.projects {
        let project = Project::new(folder);
        if project.files.is_empty() {
            println!("{}: no programs", folder.display());
        }
        let (outcomes, together) = work_on(&project, &binary, options);
        if let Some(command) = together {
            report.add_command(&command, &project.name);
        }
        report.add(&project, &outcomes, &mut triage);
    }
    print!("{}", report.text(options.slowest));
    if let Some(file) = &options.triage {
        files::write(file, triage.text().as_bytes());
    }
    ExitCode::from(u8::from(report.is_bad()))
}

/// A folder whose files see each other.
pub(crate) struct Project {
    /// What the triage file calls it.
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// Its programs, below the folder.
    pub(crate) files: Vec<PathBuf>,
    /// Where functions are found, below the folder.
    pub(crate) search_path: Vec<PathBuf>,
}

impl Project {
    fn new(folder: &Path) -> Project {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let files: Vec<PathBuf> = files::program_files(&folder)
            .into_iter()
            .filter_map(|file| file.strip_prefix(&folder).ok().map(Path::to_path_buf))
            .filter(|file| !parts(file).any(|part| part.starts_with('.')))
            .collect();
        let mut search_path: Vec<PathBuf> =
            files.iter().filter_map(|file| holder(file)).map(Path::to_path_buf).collect();
        search_path.sort();
        search_path.dedup();
        Project { name: name.unwrap_or_default(), folder, files, search_path }
    }
}

/// The folder by which a function is found: classes, packages and private functions are
/// found by the folder that holds theirs.
fn holder(file: &Path) -> Option<&Path> {
    file.ancestors()
        .skip(1)
        .find(|folder| !parts(folder).any(|part| part.starts_with(['+', '@']) || part == "private"))
}

fn parts(path: &Path) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
    path.components().map(|part| part.as_os_str().to_string_lossy())
}

/// Does what was asked for with the files of a project, in their order, and with all
/// together.
fn work_on(
    project: &Project,
    binary: &Path,
    options: &Options,
) -> (Vec<FileOutcome>, Option<CommandOutcome>) {
    let files: Vec<&PathBuf> = project.files.iter().step_by(options.every.max(1)).collect();
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let job = Job { project, binary, patience: Duration::from_secs(options.timeout) };
    let (mut steps, started) = (options.steps.clone(), Instant::now());
    let together = options.together && steps.contains(&Step::Check);
    steps.retain(|&step| !together || step != Step::Check);
    std::thread::scope(|scope| {
        for _ in 0..options.workers.max(1) {
            scope.spawn(|| {
                loop {
                    let which = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(which) else { return };
                    let outcome = job.work(file, &steps);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push(outcome);
                    }
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_default();
    outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    let command = together.then(|| job.check_together(&mut outcomes));
    let seconds = started.elapsed().as_secs_f64();
    println!("{}: {} files, {seconds:.1} s", project.name, outcomes.len());
    (outcomes, command)
}

#[cfg(test)]
mod tests {
    use super::holder;
    use std::path::Path;

    #[test]
    fn classes_and_packages_are_found_by_the_folder_that_holds_them() {
        let holder = |file| holder(Path::new(file)).and_then(Path::to_str);
        assert_eq!(holder("a/b.m"), Some("a"));
        assert_eq!(holder("b.m"), Some(""));
        assert_eq!(holder("a/@c/private/b.m"), Some("a"));
        assert_eq!(holder("+p/+q/b.m"), Some(""));
    }
}
