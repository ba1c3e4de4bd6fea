//! What makes a finding the same finding after its lines have moved.
//!
//! A finding is known by its file, its rule, the text of its line and what is said of it, without
//! the numbers of lines; of several that are alike, by which of them it is.

use std::collections::HashMap;
use std::path::Path;

use formwork_syntax::Span;

use super::report::{CheckedFile, Found};
use crate::paths::{relative, with_slashes};

/// How much of a line counts.
const LONGEST: usize = 160;

/// What a finding is known by, besides which of several it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fingerprint {
    /// The file, relative to some folder, with `/` between its parts.
    pub(super) path: String,
    pub(super) rule: String,
    /// The line, with one blank where there are several.
    pub(super) text: String,
    pub(super) message: String,
}

impl Fingerprint {
    /// That of a finding, seen from a folder.
    pub(super) fn new(file: &CheckedFile, found: &Found, folder: &Path) -> Fingerprint {
        let line = file.source.excerpt(Span::empty(found.span.0)).text;
        Fingerprint {
            path: path_from(folder, file.source.path()),
            rule: found.code.clone(),
            text: one_blank(&line).chars().take(LONGEST).collect(),
            message: without_lines(&found.message),
        }
    }

    /// A number for it: the same on every machine and in every version.
    pub(super) fn digest(&self) -> u64 {
        // FNV-1a; the standard library's may change.
        let parts = [&self.path, &self.rule, &self.text, &self.message];
        let bytes = parts.into_iter().flat_map(|part| part.bytes().chain([0]));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

/// Texts by which services know findings again: no two are the same.
#[derive(Default)]
pub(super) struct Marks {
    seen: HashMap<u64, u32>,
}

impl Marks {
    /// That of the next finding, seen from the current folder.
    pub(super) fn next(&mut self, file: &CheckedFile, found: &Found) -> String {
        let digest = Fingerprint::new(file, found, Path::new(".")).digest();
        let again = self.seen.entry(digest).or_default();
        *again += 1;
        format!("{digest:016x}:{again}")
    }
}

/// A path seen from a folder.
pub(super) fn path_from(folder: &Path, path: &Path) -> String {
    with_slashes(&relative(path, folder))
}

fn one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A message without the numbers of lines: `at f.m:12: …` is `at f.m: …`.
fn without_lines(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(".m:") {
        let (before, after) = rest.split_at(at + 2);
        out.push_str(before);
        let digits = after[1..].bytes().take_while(u8::is_ascii_digit).count();
        rest = if digits > 0 { &after[1 + digits..] } else { after };
        if digits == 0 {
            out.push(':');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_go() {
        assert_eq!(without_lines("'f' fails, at f.m:12: index 3"), "'f' fails, at f.m: index 3");
        assert_eq!(without_lines("f.m:12: g.m:3: x"), "f.m: g.m: x");
        assert_eq!(without_lines("the file f.m: it"), "the file f.m: it");
        assert_eq!(without_lines("sizes 1:2"), "sizes 1:2");
        assert_eq!(one_blank("  a =\t b;  \r\n"), "a = b;");
    }

    #[test]
    fn digests_stay() {
        let one = Fingerprint {
            path: "a.m".into(),
            rule: "deletion".into(),
            text: "x(1) = [];".into(),
            message: "m".into(),
        };
        assert_eq!(format!("{:016x}", one.digest()), "d5dde7a89bea71b0");
    }
}
