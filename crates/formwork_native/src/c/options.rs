//! How C is written, and what is written.

/// How C is written.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name of the files, without an ending.
    pub file_name: String,
    /// The lines of the source, shown where statements name them.
    pub source_lines: Vec<String>,
    /// Whether entries are written that take descriptions of arrays, for who loads the
    /// compiled code.
    pub described_entries: bool,
    /// Whether the code asks who calls it by [`crate::load::EntryPoint::call`]: whether it is
    /// to stop, and before it takes much memory.
    pub hosted: bool,
    /// Whether who calls sees to it that functions do not call themselves too often, so that
    /// the code need not count.
    pub bounded_calls: bool,
    /// How deep functions that call themselves may nest.
    pub deepest: usize,
}

impl Options {
    /// Files of that name, without the source, without described entries, that asks
    /// nobody.
    #[must_use]
    pub fn new(file_name: impl Into<String>) -> Options {
        Options {
            file_name: file_name.into(),
            source_lines: Vec::new(),
            described_entries: false,
            hosted: false,
            bounded_calls: false,
            deepest: crate::loops::DEEPEST_RECURSION,
        }
    }
}

/// C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CFiles {
    /// The name of the header.
    pub header_name: String,
    /// What others include.
    pub header: String,
    /// The name of the source.
    pub source_name: String,
    /// What is compiled.
    pub source: String,
}
