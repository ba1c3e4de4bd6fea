//! The file that keeps what is remembered of a project.
//!
//! It begins with a number that stands for the rest: what was cut off, damaged or written by
//! another version is not there. It is written under another name first, one for each process, so
//! that whoever reads it finds the old one or the new one.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use formwork_hir::{Question, text_digest};
use serde::{Deserialize, Serialize};

use crate::check::project::Project;
use crate::check::report::Found;

/// How many files there may be in a folder before the oldest goes: one for each set of options and
/// paths that somebody checks.
const MOST: usize = 32;

/// The digits of a number that stands for a text.
const DIGITS: usize = 16;

/// What is remembered of a project.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Stored {
    pub(super) names: Names,
    pub(super) questions: Vec<StoredQuestion>,
    /// Lists of questions, by their numbers.
    pub(super) lists: Vec<Box<[u32]>>,
    /// The answers of all views to questions about texts, then those of each view to the others.
    pub(super) answers: Vec<Vec<(u32, u64)>>,
    pub(super) entries: Vec<Entry>,
}

/// Stands for all names of a project at once: while it is the same, no name need be looked for.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Names {
    /// For the folders of the project.
    own: u64,
    /// For folders beyond it that were listed.
    beyond: Vec<(String, u64)>,
}

impl Names {
    /// As they are now; nothing if a folder cannot be written down.
    pub(super) fn of(project: &Project) -> Option<Names> {
        let beyond = project.listed_beyond().into_iter().map(|(folder, digest)| {
            let folder = folder.into_os_string().into_string().ok()?;
            Some((folder, digest))
        });
        Some(Names { own: project.names_digest(), beyond: beyond.collect::<Option<_>>()? })
    }

    /// Whether they are as they were.
    pub(super) fn hold(&self, project: &Project) -> bool {
        // All folders are listed, whatever comes of it: who stores this anew knows of them.
        let mut beyond = true;
        for (folder, digest) in &self.beyond {
            beyond &= project.entries_digest(folder.as_ref()) == *digest;
        }
        beyond && self.own == project.names_digest()
    }
}

/// What is remembered of a file.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    /// Which of the files of the project it is, while there is one.
    #[serde(skip)]
    pub(super) which: usize,
    pub(super) path: String,
    /// Stands for how it is read.
    pub(super) settings: u64,
    pub(super) view: usize,
    pub(super) lists: Vec<u32>,
    pub(super) found: Vec<Found>,
}

/// A question whose paths can be written down.
#[derive(Serialize, Deserialize)]
pub(super) enum StoredQuestion {
    T(String),
    F(String, String),
    P(String),
    C(String),
}

impl StoredQuestion {
    /// Nothing if a path is no text.
    pub(super) fn new(question: &Question) -> Option<StoredQuestion> {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        Some(match question {
            Question::Text(file) => StoredQuestion::T(text(file)?),
            Question::InFolder(folder, name) => StoredQuestion::F(text(folder)?, name.to_string()),
            Question::OnPath(name) => StoredQuestion::P(name.to_string()),
            Question::ClassesInSight(folder) => StoredQuestion::C(text(folder)?),
        })
    }

    pub(super) fn question(self) -> Question {
        match self {
            StoredQuestion::T(file) => Question::Text(file.into()),
            StoredQuestion::F(folder, name) => Question::InFolder(folder.into(), name.into()),
            StoredQuestion::P(name) => Question::OnPath(name.into()),
            StoredQuestion::C(folder) => Question::ClassesInSight(folder.into()),
        }
    }
}

impl Stored {
    /// What a file holds, if the same program wrote it and all of it is there.
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    pub(super) fn read(file: &Path, key: u64) -> Option<Stored> {
        let text = std::fs::read(file).ok()?;
        let (head, body) = text.split_at_checked(DIGITS)?;
        if head != stamp(key, body).as_bytes() {
            return None;
        }
        serde_json::from_slice(body).ok().filter(Stored::is_consistent)
    }

    /// Whether every number is that of something.
    fn is_consistent(&self) -> bool {
        let below = |count: usize| move |number: &u32| (*number as usize) < count;
        let is_question = below(self.questions.len());
        self.lists.iter().all(|list| list.iter().all(is_question))
            && self.answers.iter().flatten().all(|(number, _)| is_question(number))
            && self.entries.iter().all(|entry| entry.lists.iter().all(below(self.lists.len())))
    }
}

/// The file for a project that is checked in such a way.
pub(super) fn place(folder: &Path, project: &Project) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    let options = &project.options;
    (&options.paths, &options.search_path, &options.config).hash(&mut hasher);
    format!("{:?}", (options.dialect, options.semantics, options.assume)).hash(&mut hasher);
    folder.join(format!("check-{:016x}.json", hasher.finish()))
}

/// Writes what is remembered. A cache that cannot be written is none.
#[expect(clippy::disallowed_methods, reason = "the driver is where files are written")]
pub(super) fn write(file: &Path, key: u64, stored: &Stored) {
    let (Some(folder), Ok(body)) = (file.parent(), serde_json::to_vec(stored)) else { return };
    let _ = std::fs::create_dir_all(folder);
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        let _ = std::fs::write(ignore, "*\n");
    }
    let mut text = stamp(key, &body).into_bytes();
    text.extend(body);
    let new = file.with_extension(format!("{:016x}.new", writer()));
    let is_there = std::fs::write(&new, text).is_ok() && std::fs::rename(&new, file).is_ok();
    if !is_there {
        let _ = std::fs::remove_file(&new);
    }
    forget_oldest(folder);
}

/// Stands for who writes: no other process or thread has it at the same time.
fn writer() -> u64 {
    let mut hasher = DefaultHasher::new();
    (std::process::id(), std::thread::current().id()).hash(&mut hasher);
    hasher.finish()
}

/// Stands for a text that a program wrote.
fn stamp(key: u64, body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    (key, text_digest(body)).hash(&mut hasher);
    format!("{:0width$x}", hasher.finish(), width = DIGITS)
}

/// Removes what has not been written for the longest time, if there is too much.
#[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
fn forget_oldest(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("check-"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort_unstable();
    let more = files.len().saturating_sub(MOST);
    for (_, file) in files.into_iter().take(more) {
        let _ = std::fs::remove_file(file);
    }
}
