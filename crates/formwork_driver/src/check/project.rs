//! The files that are checked together: each sees the others.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use formwork_hir::{Entry, Host, Program, Question, text_digest};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::report::CheckedFile;
use super::settings::{CheckOptions, Settings};
use crate::host::DiskHost;
use crate::language::foreign_language;
use crate::sac::is_sac;
use crate::source::{Source, Texts};

/// The largest file that is analysed.
pub(super) const LARGEST: usize = 8 << 20;

/// Stands for the text of a file that cannot be read.
pub(super) const NO_TEXT: u64 = 0;

/// Stands for the entries of a folder that were not the same each time.
const CHANGING: u64 = 0;

/// The files that are checked.
pub(super) struct Project {
    pub(super) files: Vec<Input>,
    by_path: FxHashMap<PathBuf, usize>,
    listings: FxHashMap<PathBuf, Vec<Entry>>,
    pub(super) search_path: Vec<PathBuf>,
    on_path: FxHashSet<PathBuf>,
    /// Functions that several folders have, or a folder and the library: which one is meant
    /// only the user's path tells.
    ambiguous: BTreeSet<String>,
    pub(super) options: CheckOptions,
    /// Folders beyond these that somebody listed, with what stands for their entries.
    beyond: Mutex<BTreeMap<PathBuf, u64>>,
}

/// A file that is checked.
pub(super) struct Input {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    /// Stands for its text.
    digest: u64,
    /// Why it cannot be checked.
    pub(super) trouble: Option<String>,
    /// The language that it is written in, if that is surely another.
    pub(super) foreign: Option<&'static str>,
}

impl Project {
    pub(super) fn read(
        paths: &[PathBuf],
        options: &CheckOptions,
        settings: &[Settings],
    ) -> Project {
        let files: Vec<Input> =
            paths.par_iter().map(|path| Input::read(path, &options.texts)).collect();
        let by_path =
            files.iter().enumerate().map(|(which, file)| (file.path.clone(), which)).collect();
        // A function may be called from every folder that is checked, unless it stands in
        // one that keeps its functions to itself.
        let mut search_path: Vec<PathBuf> = options.search_path.clone();
        search_path.extend(settings.iter().flat_map(|settings| settings.search_path.clone()));
        let given: std::collections::HashSet<PathBuf> = search_path.iter().cloned().collect();
        search_path.extend(files.iter().filter_map(|file| holder(&file.path)));
        let mut seen = std::collections::HashSet::new();
        search_path.retain(|folder| seen.insert(folder.clone()));
        let mut folders: Vec<PathBuf> = search_path.clone();
        folders.extend(files.iter().filter_map(|file| file.path.parent().map(Path::to_path_buf)));
        folders.sort();
        folders.dedup();
        let mut listings: FxHashMap<PathBuf, Vec<Entry>> = folders
            .into_par_iter()
            .map(|folder| (folder.clone(), DiskHost.list(&folder)))
            .collect();
        // What is written in another language is no function.
        for file in files.iter().filter(|file| file.foreign.is_some()) {
            if let (Some(folder), Some(name)) = (file.path.parent(), file.path.file_name())
                && let Some(entries) = listings.get_mut(folder)
            {
                entries.retain(|entry| *name != *entry.name);
            }
        }
        let mut seen = BTreeSet::new();
        let mut ambiguous = BTreeSet::new();
        for folder in &search_path {
            for entry in listings.get(folder).into_iter().flatten() {
                let Some(name) = entry.name.strip_suffix(".m") else { continue };
                // What stands in for a function of the library where that is missing, too.
                let library = !given.contains(folder) && formwork_builtins::is_builtin(name);
                if !seen.insert(entry.name.clone()) || library {
                    ambiguous.insert(entry.name.clone());
                }
            }
        }
        // What is left out of the check is there nevertheless, where nothing else has its name.
        let around = options.folders_around.iter();
        let mut around: Vec<PathBuf> =
            around.filter(|folder| !listings.contains_key(*folder)).cloned().collect();
        around.sort();
        around.dedup();
        for folder in around {
            let mut entries = DiskHost.list(&folder);
            entries.retain(|entry| match entry.name.strip_suffix(".m") {
                Some(name) => {
                    !formwork_builtins::is_builtin(name) && seen.insert(entry.name.clone())
                }
                None => true,
            });
            listings.insert(folder.clone(), entries);
            search_path.push(folder);
        }
        let options = options.clone();
        let on_path = search_path.iter().cloned().collect();
        let beyond = Mutex::default();
        Project { files, by_path, listings, search_path, on_path, ambiguous, options, beyond }
    }
}

impl Project {
    /// Which of the files it is, if one of them.
    pub(super) fn which(&self, path: &Path) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// The text of a file that is checked.
    pub(super) fn text_of(&self, path: &Path) -> &[u8] {
        self.which(path).map_or(&[], |which| self.files[which].source.text())
    }

    /// A number that stands for all that is known of names, folders beyond the project aside: what
    /// a name means follows from it.
    pub(super) fn names_digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.search_path, &self.ambiguous).hash(&mut hasher);
        let mut folders: Vec<&PathBuf> = self.listings.keys().collect();
        folders.sort_unstable();
        for folder in folders {
            (folder, digest_of_entries(&self.listings[folder])).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The folders beyond the project that were listed so far, with what stands for their entries.
    pub(super) fn listed_beyond(&self) -> BTreeMap<PathBuf, u64> {
        self.beyond.lock().map(|beyond| beyond.clone()).unwrap_or_default()
    }

    /// Lists a folder; what stands for its entries.
    pub(super) fn entries_digest(&self, folder: &Path) -> u64 {
        digest_of_entries(&self.list(folder))
    }

    /// A number that stands for the text of any file, or for there being none.
    pub(super) fn text_digest(&self, path: &Path) -> u64 {
        match self.which(path) {
            Some(which) => self.files[which].digest,
            None => Host::read(self, path).map_or(NO_TEXT, |text| text_digest(&text)),
        }
    }
}

/// Stands for what of the entries of a folder can be called, or hold what can be.
fn digest_of_entries(entries: &[Entry]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in entries {
        let counts = match entry.is_folder {
            true => entry.name.starts_with(['+', '@']) || entry.name == "private",
            false => entry.name.ends_with(".m"),
        };
        if counts {
            (&entry.name, entry.is_folder).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// The folder in whose listing a function is found: classes and packages by the one that holds
/// theirs.
fn holder(file: &Path) -> Option<PathBuf> {
    file.ancestors().skip(1).find(|folder| !is_special(folder)).map(Path::to_path_buf)
}

/// The folders in whose listings the functions of files are found, each once, in order.
#[must_use]
pub fn function_folders(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = files.iter().filter_map(|file| holder(file)).collect();
    folders.sort();
    folders.dedup();
    folders
}

/// Whether a folder keeps its functions to itself.
fn is_special(folder: &Path) -> bool {
    folder.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with(['+', '@']) || name == "private"
    })
}

impl Input {
    fn read(path: &Path, texts: &Texts) -> Input {
        let trouble = |message: String| Input {
            path: path.to_path_buf(),
            source: Source::new(path.to_path_buf(), Vec::new()),
            digest: text_digest(&[]),
            trouble: Some(message),
            foreign: None,
        };
        let source = match texts.read(path) {
            Ok(source) => source,
            Err(error) => return trouble(format!("this file cannot be read: {error}")),
        };
        let text = source.text();
        let wrong = if text.len() > LARGEST {
            Some(format!(
                "this file is too large to be checked: {} MB, at most {} MB",
                text.len() >> 20,
                LARGEST >> 20
            ))
        } else if text.iter().take(4096).any(|&byte| byte == 0) {
            Some("this file is no text".to_owned())
        } else {
            None
        };
        match wrong {
            Some(message) => trouble(message),
            None => {
                let foreign = if is_sac(path) { None } else { foreign_language(source.text()) };
                let path = source.path().to_path_buf();
                let digest = text_digest(source.text());
                Input { path, source, digest, trouble: None, foreign }
            }
        }
    }
}

impl Host for Project {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        match self.listings.get(folder) {
            Some(entries) => entries.clone(),
            None => {
                let entries = DiskHost.list(folder);
                if let Ok(mut beyond) = self.beyond.lock() {
                    let now = digest_of_entries(&entries);
                    let known = beyond.entry(folder.to_path_buf()).or_insert(now);
                    if *known != now {
                        *known = CHANGING;
                    }
                }
                entries
            }
        }
    }

    /// Files that are checked are what they were when they were read.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        match self.which(file) {
            Some(which) => Ok(self.files[which].source.text().to_vec()),
            None => match self.options.texts.get(file) {
                Some(text) => Ok(text.to_vec()),
                None => DiskHost.read(file),
            },
        }
    }
}

/// The project as the files of one folder see it.
pub(super) struct View<'p> {
    project: &'p Project,
    /// The folder, if it matters which.
    folder: Option<&'p Path>,
}

impl<'p> View<'p> {
    /// One view for each file; files that see the same have the same.
    pub(super) fn all(project: &'p Project) -> (Vec<View<'p>>, Vec<usize>) {
        let mut views: Vec<View<'p>> = Vec::new();
        let mut known: BTreeMap<Option<&Path>, usize> = BTreeMap::new();
        let of_files = project.files.iter().map(|file| {
            // A folder's own functions are found whatever others are called.
            let folder = file.path.parent().filter(|_| !project.ambiguous.is_empty());
            *known.entry(folder).or_insert_with(|| {
                views.push(View { project, folder });
                views.len() - 1
            })
        });
        let of_files = of_files.collect();
        (views, of_files)
    }

    /// A number that stands for the answer to a question, which a program has that sees this.
    pub(super) fn answer(&self, program: Option<&Program<'_>>, question: &Question) -> u64 {
        let known = || program.and_then(|program| program.digest(question)).unwrap_or(NO_TEXT);
        match question {
            // What was read counts, not what is there by now.
            Question::Text(path) => match self.project.which(path) {
                Some(which) => self.project.files[which].digest,
                None => known(),
            },
            // Whether it is known which function is meant counts, too.
            Question::OnPath(name) => known() ^ u64::from(self.is_ambiguous(name)),
            Question::InFolder(..) | Question::ClassesInSight(_) => known(),
        }
    }

    /// Whether there is a function of that name, though it is not known which.
    pub(super) fn is_ambiguous(&self, name: &str) -> bool {
        self.project.ambiguous.contains(&format!("{name}.m"))
    }
}

impl Host for View<'_> {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let mut entries = self.project.list(folder);
        let project = self.project;
        if !project.ambiguous.is_empty()
            && self.folder != Some(folder)
            && project.on_path.contains(folder)
        {
            entries.retain(|entry| !self.project.ambiguous.contains(&entry.name));
        }
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.project.read(file)
    }
}

/// A function that was not found is told of once, in the first file that calls it and where that
/// counts: only what is left after suppressions and settings stands for the others.
pub(super) fn name_once(files: &mut [CheckedFile]) {
    let mut named = std::collections::HashSet::new();
    for file in files {
        file.found.retain(|found| {
            found.code != "undefined-function" || named.insert((found.level, found.message.clone()))
        });
    }
}
