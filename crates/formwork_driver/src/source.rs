//! A source text: its bytes as read, its lines, and what of it people can see.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use formwork_syntax::{LineColumn, LineIndex, Span};

/// A source text and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    text: Vec<u8>,
    lines: LineIndex,
}

impl Source {
    /// A text that was read from `path`.
    #[must_use]
    pub fn new(path: PathBuf, bytes: Vec<u8>) -> Source {
        let text = decode_utf16(&bytes).unwrap_or(bytes);
        let lines = LineIndex::new(&text);
        Source { path, text, lines }
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> std::io::Result<Source> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
            return Ok(Source::new(PathBuf::from("<stdin>"), bytes));
        }
        Source::read_file(path)
    }

    /// Reads a file, whatever its name.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    pub fn read_file(path: &Path) -> std::io::Result<Source> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(Source::new(path.to_path_buf(), bytes)),
            Err(error) => Err(std::io::Error::new(error.kind(), unreadable(path, &error))),
        }
    }

    /// Where it came from.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Number of lines; a line end at the very end starts no further line.
    #[must_use]
    pub fn line_count(&self) -> usize {
        let last = self.lines.line_start(self.lines.len() - 1).unwrap_or(0);
        self.lines.len() - usize::from(last as usize == self.text.len())
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn line_column(&self, at: u32) -> LineColumn {
        self.lines.line_column(&self.text, at)
    }

    /// The whole lines that hold `span`, as characters; the number of the first,
    /// from 1; and where `span` stands in them.
    #[must_use]
    pub fn excerpt(&self, span: Span) -> Excerpt<'_> {
        let first = self.lines.line_number(span.start);
        let last = self.lines.line_number(span.end.max(span.start));
        let start = self.lines.line_start(first).unwrap_or(0);
        let length = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let end = self.lines.line_start(last + 1).unwrap_or(length);
        let bytes = &self.text[start as usize..end as usize];
        Excerpt { text: show(bytes), bytes, start, first_line: first + 1 }
    }
}

/// When a file was written last, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: std::time::SystemTime,
    length: u64,
}

/// Texts that stand for files: those that are open in an editor and perhaps not saved.
#[derive(Clone, Debug, Default)]
pub struct Texts(Arc<BTreeMap<PathBuf, Arc<[u8]>>>);

impl Texts {
    /// The text that stands for a file, if one does.
    #[must_use]
    pub fn get(&self, file: &Path) -> Option<&Arc<[u8]>> {
        self.0.get(file)
    }

    /// The same with a text for a file, or without one. Whoever has the texts already keeps what
    /// they were.
    pub fn set(&mut self, file: &Path, text: Option<Arc<[u8]>>) {
        let texts = Arc::make_mut(&mut self.0);
        match text {
            Some(text) => texts.insert(file.to_path_buf(), text),
            None => texts.remove(file),
        };
    }

    /// What tells whether a file may have changed; nothing if it cannot be read, or if something
    /// stands for it.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    pub fn stamp(&self, file: &Path) -> Option<Stamp> {
        if self.get(file).is_some() {
            return None;
        }
        let data = std::fs::metadata(file).ok()?;
        Some(Stamp { modified: data.modified().ok()?, length: data.len() })
    }

    /// Reads a file, or what stands for it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(&self, file: &Path) -> std::io::Result<Source> {
        match self.get(file) {
            Some(text) => Ok(Source::new(file.to_path_buf(), text.to_vec())),
            None => Source::read(file),
        }
    }
}

/// Writes a file anew.
///
/// # Errors
///
/// If it cannot be written.
#[expect(clippy::disallowed_methods, reason = "the driver is where files are written")]
pub fn write_file(path: &Path, text: &[u8]) -> std::io::Result<()> {
    std::fs::write(path, text)
}

/// Some lines of a source, as characters.
pub struct Excerpt<'a> {
    /// The lines.
    pub text: Cow<'a, str>,
    bytes: &'a [u8],
    start: u32,
    /// The number of the first, from 1.
    pub first_line: usize,
}

impl Excerpt<'_> {
    /// Where a span of the source stands in [`Excerpt::text`].
    #[must_use]
    pub fn locate(&self, span: Span) -> std::ops::Range<usize> {
        let place = |at: u32| {
            let offset = (at.saturating_sub(self.start) as usize).min(self.bytes.len());
            match &self.text {
                Cow::Borrowed(text) => {
                    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
                }
                Cow::Owned(_) => show(&self.bytes[..offset]).len(),
            }
        };
        place(span.start)..place(span.end)
    }
}

/// Bytes as characters: UTF-8, or else each byte as the Latin-1 character it is.
fn show(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// A text that says with its first two bytes that it is UTF-16, as UTF-8.
fn decode_utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let read: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{FFFD}')).collect();
    Some(text.into_bytes())
}

/// What is wrong with a file that cannot be read, and what to do about it.
fn unreadable(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            let with_ending = path.with_extension("m");
            if path.extension().is_none() && with_ending.is_file() {
                return format!("no such file; did you mean {}?", with_ending.display());
            }
            "no such file; check the name and the current folder".to_owned()
        }
        std::io::ErrorKind::IsADirectory => "this is a folder; name one of its .m files".to_owned(),
        std::io::ErrorKind::PermissionDenied => {
            "no permission to read it; check who owns the file".to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_decoded() {
        let bytes = [0xFF, 0xFE, b'x', 0, b'\n', 0];
        assert_eq!(Source::new("a.m".into(), bytes.to_vec()).text(), b"x\n");
    }

    #[test]
    fn latin1_excerpts_keep_their_columns() {
        let source = Source::new("a.m".into(), b"x = '\xE9\xE8' + y;\n".to_vec());
        let span = Span::new(11, 12);
        let excerpt = source.excerpt(span);
        assert_eq!(&excerpt.text[excerpt.locate(span)], "y");
        assert_eq!(source.line_count(), 1);
    }
}
