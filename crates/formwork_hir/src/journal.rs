//! What a program was asked for: the questions whose answers a result depends on.
//!
//! All that a program knows of the world it has from its host, and whoever asks a program for it
//! asks one of a few *questions*: what a file holds, what a folder or the search path has of a name,
//! which classes are in sight. A *journal* keeps the questions that were asked. A result that was
//! computed of a program holds for as long as each of its questions has the same answer; a file
//! whose name nobody asked for changes none.
//!
//! ```text
//! area.m     y = side (x) ^ 2;       Text (area.m)
//!                                    InFolder (., side)     nothing
//!                                    OnPath (side)          lib/side.m
//!                                    Text (lib/side.m)      if it was followed
//! ```
//!
//! What a file's names mean is found out once ([`Program::unit`]); the questions of that are kept
//! with it, and are asked again by whoever uses it.

use std::cell::RefCell;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::folder::FolderIndex;
use crate::lookup::OnPath;
use crate::program::{FileId, Program};

/// Something that a program was asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// What a file holds.
    Text(PathBuf),
    /// What a folder has of a name: a function, a private one, a package, a class, methods.
    InFolder(PathBuf, Box<str>),
    /// What the folders of the search path have of a name.
    OnPath(Box<str>),
    /// The classes that have a folder in sight of the files of a folder.
    ClassesInSight(PathBuf),
}

/// The questions that a result depends on.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Those of one file each, which others may share.
    pub shared: Vec<Rc<[Question]>>,
    /// The others, sorted.
    pub own: Vec<Question>,
}

/// The questions that were asked since somebody took them.
#[derive(Default)]
pub(crate) struct Journal {
    in_folder: FxHashMap<OsString, FxHashSet<Box<str>>>,
    on_path: FxHashSet<Box<str>>,
    texts: FxHashSet<OsString>,
    sights: FxHashSet<OsString>,
    units: FxHashSet<FileId>,
    /// Somebody went past the program.
    is_incomplete: bool,
}

impl Journal {
    fn questions(self) -> Vec<Question> {
        let texts = self.texts.into_iter().map(|path| Question::Text(path.into()));
        let in_folder = self.in_folder.into_iter().flat_map(|(folder, names)| {
            names.into_iter().map(move |name| Question::InFolder(folder.clone().into(), name))
        });
        let on_path = self.on_path.into_iter().map(Question::OnPath);
        let sights = self.sights.into_iter().map(|folder| Question::ClassesInSight(folder.into()));
        let mut all: Vec<Question> = texts.chain(in_folder).chain(on_path).chain(sights).collect();
        all.sort_unstable();
        all
    }
}

/// A journal, if one is kept.
#[derive(Default)]
pub(crate) struct Recorder(RefCell<Option<Journal>>);

impl Recorder {
    pub(crate) fn begin(&self) {
        *self.0.borrow_mut() = Some(Journal::default());
    }

    fn note(&self, what: impl FnOnce(&mut Journal)) {
        if let Some(journal) = &mut *self.0.borrow_mut() {
            what(journal);
        }
    }

    pub(crate) fn text(&self, path: &Path) {
        self.note(|journal| insert(&mut journal.texts, path.as_os_str()));
    }

    pub(crate) fn in_folder(&self, folder: &Path, name: &str) {
        self.note(|journal| match journal.in_folder.get_mut(folder.as_os_str()) {
            Some(names) => insert(names, name),
            None => {
                let names = FxHashSet::from_iter([name.into()]);
                journal.in_folder.insert(folder.as_os_str().to_owned(), names);
            }
        });
    }

    pub(crate) fn on_path(&self, name: &str) {
        self.note(|journal| insert(&mut journal.on_path, name));
    }

    pub(crate) fn classes_in_sight(&self, folder: &Path) {
        self.note(|journal| insert(&mut journal.sights, folder.as_os_str()));
    }

    pub(crate) fn unit(&self, id: FileId) {
        self.note(|journal| {
            journal.units.insert(id);
        });
    }

    pub(crate) fn went_past(&self) {
        self.note(|journal| journal.is_incomplete = true);
    }

    /// Does something whose questions are kept apart, and returns them.
    pub(crate) fn apart<T>(&self, work: impl FnOnce() -> T) -> (T, Rc<[Question]>) {
        let fresh = self.0.borrow().is_some().then(Journal::default);
        let around = self.0.replace(fresh);
        let done = work();
        let asked = self.0.replace(around).unwrap_or_default();
        if asked.is_incomplete {
            self.went_past();
        }
        (done, asked.questions().into())
    }
}

fn insert<T, O>(set: &mut FxHashSet<O>, one: &T)
where
    T: Eq + Hash + ?Sized,
    O: Eq + Hash + std::borrow::Borrow<T> + for<'a> From<&'a T>,
{
    if !set.contains(one) {
        set.insert(O::from(one));
    }
}

/// A folder of a program: what is asked of it is noted.
pub(crate) struct Folder<'p> {
    index: Rc<FolderIndex>,
    path: &'p Path,
    recorder: &'p Recorder,
}

impl<'p> Folder<'p> {
    pub(crate) fn new(
        index: Rc<FolderIndex>,
        path: &'p Path,
        recorder: &'p Recorder,
    ) -> Folder<'p> {
        Folder { index, path, recorder }
    }

    fn asked(&self, name: &str) -> &FolderIndex {
        self.recorder.in_folder(self.path, name);
        &self.index
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Path> {
        self.asked(name).function(name)
    }

    pub(crate) fn private(&self, name: &str) -> Option<&Path> {
        self.asked(name).private(name)
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Path> {
        self.asked(name).package(name)
    }

    /// The constructor of class `name`, if it has a folder.
    pub(crate) fn constructor(&self, name: &str) -> Option<&Path> {
        self.asked(name).constructor(name)
    }

    /// The classes whose folders have a method `name`, in a fixed order.
    pub(crate) fn classes_with_method(&self, name: &str) -> Vec<String> {
        self.asked(name).classes_with_method(name)
    }
}

impl Program<'_> {
    /// Notes from now on what is asked.
    pub fn keep_journal(&mut self) {
        // What was asked for files that were lowered before nobody knows.
        self.forget_units();
        self.recorder().begin();
    }

    /// Notes a question whose answer somebody uses who knows it from elsewhere.
    pub fn note_on_path(&self, name: &str) {
        self.recorder().on_path(name);
    }

    /// The questions that were asked since the journal was begun or taken; nothing if none is
    /// kept, or if somebody asked the host itself.
    #[must_use]
    pub fn take_journal(&mut self) -> Option<Asked> {
        let mut journal = self.recorder().0.borrow_mut().take()?;
        self.recorder().begin();
        if journal.is_incomplete {
            return None;
        }
        let mut units: Vec<FileId> = std::mem::take(&mut journal.units).into_iter().collect();
        units.sort_unstable();
        let shared = units.into_iter().filter_map(|id| self.questions_of(id)).collect();
        Some(Asked { shared, own: journal.questions() })
    }

    /// A number that stands for the answer to a question, as this program has it; nothing if a
    /// file cannot be read.
    #[must_use]
    pub fn digest(&self, question: &Question) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        match question {
            Question::Text(path) => return self.loaded_text(path).map(text_digest),
            Question::InFolder(folder, name) => {
                self.folder_index(folder).hash_about(name, &mut hasher);
            }
            Question::OnPath(name) => self.path_index(name).hash(&mut hasher),
            Question::ClassesInSight(folder) => {
                for inside in self.folders_in_sight(folder) {
                    self.folder_index(&inside).hash_classes(&inside, &mut hasher);
                }
            }
        }
        Some(hasher.finish())
    }
}

impl Hash for OnPath {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let OnPath { plain, classes, packages } = self;
        (plain, classes, packages).hash(state);
    }
}

/// A number that stands for a text.
#[must_use]
pub fn text_digest(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::MemoryHost;
    use formwork_syntax::Dialect;

    const TOP: &str = "a/top.m";

    fn host() -> MemoryHost {
        let mut host = MemoryHost::default();
        host.insert(TOP, "y = leaf (1) + pack.f (2) + missing (3);\n");
        host.insert("lib/leaf.m", "function y = leaf (x)\ny = x;\nend\n");
        host
    }

    fn program(host: &MemoryHost) -> Program<'_> {
        let mut program = Program::new(host, Dialect::default(), vec!["lib".into()]);
        program.keep_journal();
        program
    }

    /// What is asked to know what the names of a file mean, with the answers.
    fn answers(program: &mut Program<'_>) -> Vec<(Question, Option<u64>)> {
        assert!(program.unit(Path::new(TOP)).is_some());
        let asked = program.take_journal().expect("a journal is kept");
        let all = asked.shared.iter().flat_map(|list| list.iter()).chain(&asked.own);
        all.map(|question| (question.clone(), program.digest(question))).collect()
    }

    #[test]
    fn what_was_lowered_before_asks_the_same_again() {
        let host = host();
        let mut program = program(&host);
        let first = answers(&mut program);
        let asks = |question| first.iter().any(|(one, _)| *one == question);
        assert!(asks(Question::Text(TOP.into())), "{first:?}");
        for name in ["leaf", "pack", "missing"] {
            assert!(asks(Question::OnPath(name.into())), "{name} in {first:?}");
            assert!(asks(Question::InFolder("a".into(), name.into())), "{name} in {first:?}");
        }
        assert_eq!(answers(&mut program), first);
    }

    #[test]
    fn only_what_was_asked_for_has_another_answer() {
        let first = answers(&mut program(&host()));
        let changed = |path: &str, text: &str| {
            let mut host = host();
            host.insert(path, text);
            answers(&mut program(&host)) != first
        };
        assert!(!changed("lib/other.m", "x = 1;"));
        assert!(!changed("lib/private/leaf.m", "x = 1;"), "nobody in that folder asks");
        assert!(!changed("lib/leaf.m", "x = 1;"), "it was found, not read");
        assert!(changed("lib/missing.m", "x = 1;"));
        assert!(changed("a/leaf.m", "x = 1;"));
        assert!(changed("a/private/leaf.m", "x = 1;"));
        assert!(changed("lib/@box/leaf.m", "x = 1;"));
        assert!(changed("lib/+pack/f.m", "x = 1;"));
        assert!(changed(TOP, "y = leaf (1);\n"));
    }

    #[test]
    fn who_asks_the_host_cannot_be_followed() {
        let host = host();
        let mut program = program(&host);
        let _ = program.host();
        assert!(program.take_journal().is_none());
        assert!(program.take_journal().is_some(), "the next result is another one");
    }
}
