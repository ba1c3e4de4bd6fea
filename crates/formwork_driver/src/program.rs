//! The program that a command is about: how its files are read, where its functions are looked
//! for, and the file that it begins with.

use std::io;
use std::path::{Path, PathBuf};

use formwork_hir::{Entry, Host, Program};
use formwork_infer::{Assumption, Options};
use formwork_shape::{Dialect as ShapeDialect, Semantics};
use formwork_syntax::{Dialect, LineIndex, Severity};

use crate::host::DiskHost;
use crate::source::{Source, Texts};

/// How a program is read and understood: what the command line says, then the configuration.
#[derive(Clone, Debug, Default)]
pub struct ProgramSettings {
    /// How files are read.
    pub dialect: Dialect,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for.
    pub search_path: Vec<PathBuf>,
    /// What stands for files that are open in an editor.
    pub texts: Texts,
    /// What `shapes` assumes of parameters without a description; other commands assume nothing.
    pub assume: Assumption,
}

impl ProgramSettings {
    /// A program whose files a host has.
    pub(crate) fn program<'h>(&self, host: &'h dyn Host) -> Program<'h> {
        Program::new(host, self.dialect, self.search_path.clone())
    }

    /// How it is inferred.
    pub(crate) fn inference(&self) -> Options {
        inference_options(self.dialect, self.semantics)
    }
}

/// How programs of a dialect are inferred.
pub(crate) fn inference_options(dialect: Dialect, semantics: Option<Semantics>) -> Options {
    let dialect = match dialect {
        Dialect::Auto | Dialect::Octave => ShapeDialect::Octave,
        Dialect::Matlab => ShapeDialect::Matlab,
    };
    let semantics = semantics.unwrap_or(Semantics::Expand);
    Options { semantics, dialect, ..Options::default() }
}

/// The file that a program begins with, which was read already, and the file system for all
/// others.
pub(crate) struct MainFile {
    pub(crate) path: PathBuf,
    pub(crate) text: Vec<u8>,
    /// What stands for other files.
    texts: Texts,
}

impl MainFile {
    /// What was read.
    pub(crate) fn new(source: &Source) -> MainFile {
        MainFile::among(source, Texts::default())
    }

    /// What was read, where texts stand for other files.
    pub(crate) fn among(source: &Source, texts: Texts) -> MainFile {
        MainFile { path: source.path().to_path_buf(), text: source.text().to_vec(), texts }
    }

    /// Reads a file, or standard input for `-`, whose syntax is to be right; else says what is
    /// wrong.
    pub(crate) fn read(file: &Path, dialect: Dialect) -> Result<MainFile, String> {
        let source = Source::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let main = MainFile::new(&source);
        match main.syntax_error(dialect) {
            None => Ok(main),
            Some(error) => Err(error),
        }
    }

    /// The first thing that is wrong with the text, in the words of `run`.
    pub(crate) fn syntax_error(&self, dialect: Dialect) -> Option<String> {
        let parsed = formwork_syntax::parse(&self.text, dialect);
        let error = parsed.errors.iter().find(|error| error.severity == Severity::Error)?;
        let place = LineIndex::new(&self.text).line_column(&self.text, error.span.start);
        Some(format!(
            "parse error in {}:{}:{}: {}",
            self.path.display(),
            place.line,
            place.column,
            error.message
        ))
    }
}

impl Host for MainFile {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        DiskHost.list(folder)
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        match self.texts.get(file) {
            _ if file == self.path => Ok(self.text.clone()),
            Some(text) => Ok(text.to_vec()),
            None => DiskHost.read(file),
        }
    }
}
