//! From the paths a user names to the files that are meant.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use walkdir::{DirEntry, WalkDir};

use crate::config::Config;
use crate::paths::folder_of;
use crate::patterns::Patterns;

/// The files to work on, and the paths that are no files.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The files, each once, in a fixed order.
    pub files: Vec<PathBuf>,
    /// What is wrong with paths that could not be used.
    pub problems: Vec<String>,
    /// What below a folder was passed over, and why.
    pub passed_over: Vec<String>,
    /// Files that patterns leave out, in a fixed order.
    pub excluded: Vec<PathBuf>,
}

/// Which files are left out.
#[derive(Clone, Debug, Default)]
pub struct Exclusion {
    /// Patterns as in `.gitignore`, relative to the current folder, besides those of the
    /// configuration.
    pub exclude: Vec<String>,
    /// The configuration, if not the nearest to each file.
    pub config: Option<PathBuf>,
    /// Whether files that are named are left out, too, and not only those below folders.
    pub force: bool,
}

/// Finds the program files that `paths` mean: a file itself, whatever its name, or
/// every `.m` file below a folder; `-` is standard input. Hidden folders and files are
/// passed over: no call can mean them.
#[must_use]
pub fn discover(paths: &[PathBuf]) -> Inputs {
    walk(paths, None)
}

/// The same without what patterns leave out.
#[must_use]
pub fn discover_except(paths: &[PathBuf], exclusion: &Exclusion) -> Inputs {
    let mut filter = Filter::new(exclusion);
    let mut inputs = walk(paths, Some(&mut filter));
    inputs.problems.append(&mut filter.problems);
    inputs
}

fn walk(paths: &[PathBuf], mut filter: Option<&mut Filter<'_>>) -> Inputs {
    let mut inputs = Inputs::default();
    for path in paths {
        if path == Path::new("-") {
            inputs.files.push(path.clone());
        } else if path.exists() && !path.is_dir() {
            let out = filter.as_mut().is_some_and(|filter| filter.leaves_out_named(path));
            let list = if out { &mut inputs.excluded } else { &mut inputs.files };
            list.push(path.clone());
        } else if path.is_dir() {
            let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
            for entry in walk.into_iter().filter_entry(|entry| !is_hidden(entry)) {
                match entry {
                    Ok(entry) if entry.file_type().is_file() && is_program(entry.path()) => {
                        let file = entry.into_path();
                        let out = filter.as_mut().is_some_and(|filter| filter.leaves_out(&file));
                        let list = if out { &mut inputs.excluded } else { &mut inputs.files };
                        list.push(file);
                    }
                    Ok(_) => {}
                    // A link that leads nowhere or in circles is no program.
                    Err(error) => inputs.passed_over.push(error.to_string()),
                }
            }
        } else {
            let problem = "no such file or folder";
            inputs.problems.push(format!("{}: {problem}", path.display()));
        }
    }
    for list in [&mut inputs.files, &mut inputs.excluded] {
        let mut seen = std::collections::HashSet::new();
        list.retain(|file| seen.insert(file.clone()));
    }
    inputs
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && name.starts_with('.')
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "m")
}

/// What decides which files are left out.
struct Filter<'e> {
    options: &'e Exclusion,
    given: Patterns,
    /// What the configurations say, by their files.
    configured: HashMap<Option<PathBuf>, Rc<Configured>>,
    /// The same by the folders of files.
    by_folder: HashMap<PathBuf, Rc<Configured>>,
    problems: Vec<String>,
}

/// What a configuration says of files.
#[derive(Default)]
struct Configured {
    exclude: Patterns,
    include: Patterns,
}

impl<'e> Filter<'e> {
    fn new(options: &'e Exclusion) -> Filter<'e> {
        let (given, problems) = Patterns::new(Path::new("."), &options.exclude);
        let problems = problems.into_iter().map(|problem| format!("--exclude: {problem}"));
        Filter {
            options,
            given,
            configured: HashMap::new(),
            by_folder: HashMap::new(),
            problems: problems.collect(),
        }
    }

    fn leaves_out(&mut self, file: &Path) -> bool {
        let configured = self.configured_for(folder_of(file));
        self.given.matches(file)
            || configured.exclude.matches(file)
            || (!configured.include.is_empty() && !configured.include.matches(file))
    }

    fn leaves_out_named(&mut self, file: &Path) -> bool {
        self.options.force && self.leaves_out(file)
    }

    fn configured_for(&mut self, folder: &Path) -> Rc<Configured> {
        if let Some(known) = self.by_folder.get(folder) {
            return Rc::clone(known);
        }
        let file = self.options.config.clone().or_else(|| Config::nearest(folder));
        let configured = match self.configured.get(&file) {
            Some(known) => Rc::clone(known),
            None => {
                let read = Rc::new(self.read(file.as_deref()));
                self.configured.insert(file, Rc::clone(&read));
                read
            }
        };
        self.by_folder.insert(folder.to_path_buf(), Rc::clone(&configured));
        configured
    }

    fn read(&mut self, file: Option<&Path>) -> Configured {
        let Some(file) = file else { return Configured::default() };
        let check = match Config::load(Some(file), Path::new(".")) {
            Ok(config) => config.check,
            Err(error) => {
                self.problems.push(error.to_string());
                return Configured::default();
            }
        };
        let mut patterns = |key: &str, texts: &[String]| {
            let (patterns, problems) = Patterns::new(folder_of(file), texts);
            let told =
                problems.into_iter().map(|one| format!("{}: [check] {key}: {one}", file.display()));
            self.problems.extend(told);
            patterns
        };
        Configured {
            exclude: patterns("exclude", &check.exclude),
            include: patterns("include", &check.include),
        }
    }
}
