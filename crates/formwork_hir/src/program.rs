//! A program: files, loaded when first asked for.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use cranelift_entity::{PrimaryMap, entity_impl};
use formwork_syntax::{Dialect, Parsed, Severity, SyntaxError, parse};
use rustc_hash::FxHashMap;

use crate::body::Unit;
use crate::callee::{Callee, Origin};
use crate::folder::FolderIndex;
use crate::host::Host;
use crate::journal::{Folder, Question, Recorder};
use crate::lookup::{OnPath, find_from};
use crate::lower::lower_unit;
use crate::resolve::{FileNames, Resolver};
use crate::source::SourceText;

/// A file of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);
entity_impl!(FileId, "file");

/// A file that has been loaded.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its tree, and what is wrong with it.
    pub parsed: Parsed,
    is_class: bool,
}

/// Whether a text defines a class, as far as a line of it says so.
#[must_use]
pub fn defines_class(text: &[u8]) -> bool {
    // `classdef (Hidden) Name`, too.
    text.split(|&byte| byte == b'\n').any(|line| {
        let rest = line.trim_ascii_start().strip_prefix(b"classdef");
        rest.and_then(<[u8]>::first).is_some_and(|&next| next == b'(' || next.is_ascii_whitespace())
    })
}

/// Whether a text says itself what dots do to the objects of a class, as far as a word of it says so.
#[must_use]
pub fn has_own_dots(text: &[u8]) -> bool {
    let subsref = crate::members::SUBSREF.as_bytes();
    text.windows(subsref.len()).any(|window| window == subsref)
}

impl SourceFile {
    fn new(path: &Path, parsed: Parsed) -> SourceFile {
        let is_class = defines_class(parsed.tree.source());
        SourceFile { path: path.to_path_buf(), parsed, is_class }
    }

    /// The folder it is in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The name a call would use: the file's without its ending.
    #[must_use]
    pub fn stem(&self) -> String {
        self.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Whether it defines a class, as far as a line of it says so.
    #[must_use]
    pub fn is_class(&self) -> bool {
        self.is_class
    }

    /// Whether it cannot be run because of its syntax.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.parsed.errors.iter().any(|error| error.severity == Severity::Error)
    }
}

/// A file that could not be loaded.
#[derive(Debug)]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: std::io::Error,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for LoadError {}

/// A program and where its functions are looked for.
pub struct Program<'h> {
    host: &'h dyn Host,
    dialect: Dialect,
    search_path: Vec<PathBuf>,
    /// Folders of an installed library: what stands in them calls the table before its neighbours.
    library: Vec<PathBuf>,
    /// Where names are looked for that nothing else defines.
    fallback: Vec<PathBuf>,
    files: PrimaryMap<FileId, SourceFile>,
    /// By the text of their paths: comparing paths part by part is slow.
    by_path: FxHashMap<OsString, FileId>,
    /// Files that have been lowered.
    units: FxHashMap<FileId, Lowered>,
    /// Folders are listed once; listing them is not a change a caller can see.
    folders: RefCell<FxHashMap<OsString, Rc<FolderIndex>>>,
    /// What names mean on the search path, once somebody has asked.
    on_path: RefCell<FxHashMap<Box<str>, Rc<OnPath>>>,
    recorder: Recorder,
    /// Whether files whose syntax is wrong are lowered, too, as far as they could be read.
    unfinished: bool,
}

/// A file that has been lowered.
struct Lowered {
    unit: Rc<Unit>,
    /// What was asked to find out what its names mean, if a journal is kept.
    asked: Rc<[Question]>,
}

impl<'h> Program<'h> {
    /// A program without files, whose functions are looked for in `search_path`
    /// after the folder of the calling file.
    #[must_use]
    pub fn new(host: &'h dyn Host, dialect: Dialect, search_path: Vec<PathBuf>) -> Program<'h> {
        Program {
            host,
            dialect,
            search_path,
            library: Vec::new(),
            fallback: Vec::new(),
            files: PrimaryMap::new(),
            by_path: FxHashMap::default(),
            units: FxHashMap::default(),
            folders: RefCell::default(),
            on_path: RefCell::default(),
            recorder: Recorder::default(),
            unfinished: false,
        }
    }

    /// Lowers files whose syntax is wrong, too, from now on: statements that could not be read may
    /// do anything to the variables that they name. Nobody may run such a program.
    pub fn read_unfinished(&mut self) {
        self.unfinished = true;
    }

    /// Where its files are. A journal cannot tell what is asked of it.
    #[must_use]
    pub fn host(&self) -> &'h dyn Host {
        self.recorder.went_past();
        self.host
    }

    /// The file at `path`, loaded if it has not been.
    ///
    /// # Errors
    ///
    /// If it cannot be read. What is wrong with its text is part of the file.
    pub fn load(&mut self, path: &Path) -> Result<FileId, LoadError> {
        self.recorder.text(path);
        if let Some(&id) = self.by_path.get(path.as_os_str()) {
            return Ok(id);
        }
        let text = match formwork_builtins::library_text(path) {
            Some(text) => text.as_bytes().to_vec(),
            None => self
                .host
                .read(path)
                .map_err(|error| LoadError { path: path.to_path_buf(), error })?,
        };
        let parsed = parse(&text, self.dialect_of(path));
        let id = self.files.push(SourceFile::new(path, parsed));
        self.by_path.insert(path.as_os_str().to_owned(), id);
        Ok(id)
    }

    /// What a file is written in: those of Octave's library, and of ours, are in Octave whatever
    /// the program is in.
    fn dialect_of(&self, path: &Path) -> Dialect {
        let folder = path.parent().unwrap_or(Path::new(""));
        let library = formwork_builtins::library_text(path).is_some() || self.is_library(folder);
        if library && self.dialect == Dialect::Matlab { Dialect::Auto } else { self.dialect }
    }

    /// A loaded file.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// How many files have been loaded.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.files.len()
    }

    /// What every name of a loaded file means. Reads no other file.
    #[must_use]
    pub fn resolve(&self, id: FileId) -> FileNames {
        Resolver::new(self, &self.files[id]).run()
    }

    /// A loaded file with its names resolved, lowered for whoever runs or analyses it.
    #[must_use]
    pub fn lower(&self, id: FileId) -> Unit {
        let file = &self.files[id];
        let names = self.resolve(id);
        let tree = &file.parsed.tree;
        let source = SourceText::new(file.path.clone(), tree.source().to_vec());
        lower_unit(tree, &names, Rc::new(source))
    }

    /// The file at `path`, lowered once; nothing if it cannot be read or its syntax is wrong, unless
    /// unfinished files were asked for ([`Program::read_unfinished`]).
    pub fn unit(&mut self, path: &Path) -> Option<Rc<Unit>> {
        let id = self.load(path).ok()?;
        if let Some(lowered) = self.units.get(&id) {
            self.recorder.unit(id);
            return Some(Rc::clone(&lowered.unit));
        }
        if self.files[id].is_broken() && !self.unfinished {
            return None;
        }
        let (unit, asked) = self.recorder.apart(|| Rc::new(self.lower(id)));
        self.recorder.unit(id);
        self.units.insert(id, Lowered { unit: Rc::clone(&unit), asked });
        Some(unit)
    }

    /// Reads a text as a file of its own that stands where `path` says, without
    /// keeping it among the files.
    ///
    /// # Errors
    ///
    /// Those of its syntax.
    pub fn lower_text(
        &self,
        text: &[u8],
        path: &Path,
    ) -> Result<Unit, (Vec<SyntaxError>, Rc<SourceText>)> {
        let parsed = parse(text, self.dialect);
        let source = Rc::new(SourceText::new(path.to_path_buf(), text.to_vec()));
        if !parsed.errors.is_empty() {
            return Err((parsed.errors, source));
        }
        let file = SourceFile::new(path, parsed);
        let names = Resolver::new(self, &file).run();
        Ok(lower_unit(&file.parsed.tree, &names, source))
    }

    /// What the name of a function means to a file in `folder`.
    #[must_use]
    pub fn find_function(&self, name: &str, folder: &Path) -> Option<Callee> {
        find_from(self, name, folder)
    }

    /// The language that is spoken.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The folders in which functions are looked for, in order.
    #[must_use]
    pub fn search_path(&self) -> &[PathBuf] {
        &self.search_path
    }

    /// Looks for functions in other folders from now on.
    pub fn set_search_path(&mut self, folders: Vec<PathBuf>) {
        self.search_path = folders;
        self.on_path.borrow_mut().clear();
    }

    /// Says that some folders are an installed library of the language: its functions know those
    /// of the table before their neighbours, which may do the same in a way that is not ours.
    pub fn add_library(&mut self, folders: &[PathBuf]) {
        self.library.extend_from_slice(folders);
    }

    /// Says where names are looked for that nothing else defines.
    pub fn fall_back_on(&mut self, folders: Vec<PathBuf>) {
        self.fallback = folders;
    }

    /// Where names are looked for that nothing else defines.
    #[must_use]
    pub fn fallback(&self) -> &[PathBuf] {
        &self.fallback
    }

    /// What a name means that nothing else defines.
    #[must_use]
    pub fn in_fallback(&self, name: &str) -> Option<Callee> {
        let path = self
            .fallback
            .iter()
            .find_map(|folder| Some(self.folder(folder).function(name)?.to_path_buf()))?;
        Some(Callee::File { path, origin: Origin::SearchPath })
    }

    /// Whether a folder belongs to an installed library.
    pub(crate) fn is_library(&self, folder: &Path) -> bool {
        let outer = if folder.ends_with("private") { folder.parent() } else { Some(folder) };
        self.library.iter().any(|library| Some(library.as_path()) == outer)
    }

    /// What a name means on the search path.
    pub(crate) fn on_path(&self, name: &str) -> Rc<OnPath> {
        self.recorder.on_path(name);
        self.path_index(name)
    }

    /// A folder that can be asked.
    pub(crate) fn folder<'p>(&'p self, path: &'p Path) -> Folder<'p> {
        Folder::new(self.folder_index(path), path, &self.recorder)
    }

    pub(crate) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    pub(crate) fn forget_units(&mut self) {
        self.units.clear();
    }

    /// What was asked to lower a file, if it was.
    pub(crate) fn questions_of(&self, id: FileId) -> Option<Rc<[Question]>> {
        self.units.get(&id).map(|lowered| Rc::clone(&lowered.asked))
    }

    /// The text of a file, if it was loaded.
    pub(crate) fn loaded_text(&self, path: &Path) -> Option<&[u8]> {
        let id = self.by_path.get(path.as_os_str())?;
        Some(self.files[*id].parsed.tree.source())
    }

    /// The same as [`Program::on_path`], and nobody notes it.
    pub(crate) fn path_index(&self, name: &str) -> Rc<OnPath> {
        if let Some(found) = self.on_path.borrow().get(name) {
            return Rc::clone(found);
        }
        let found = Rc::new(OnPath::find(self, name));
        self.on_path.borrow_mut().insert(name.into(), Rc::clone(&found));
        found
    }

    /// The same as [`Program::folder`], and nobody notes what is asked of it.
    pub(crate) fn folder_index(&self, path: &Path) -> Rc<FolderIndex> {
        if let Some(index) = self.folders.borrow().get(path.as_os_str()) {
            return Rc::clone(index);
        }
        let index = Rc::new(FolderIndex::read(self.host, path));
        self.folders.borrow_mut().insert(path.as_os_str().to_owned(), Rc::clone(&index));
        index
    }
}
