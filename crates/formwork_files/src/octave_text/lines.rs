//! The lines of a text file, and the words in them.

use crate::variable::{Malformed, Outcome};

/// The rest of a file.
pub(super) struct Lines<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Lines<'a> {
    /// The next line without its end.
    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line as text.
    pub(super) fn text(&mut self) -> Outcome<&'a str> {
        match self.next() {
            Some(line) => match std::str::from_utf8(line) {
                Ok(text) => Ok(text.trim()),
                Err(_) => Malformed::broken("a line is no text"),
            },
            None => Malformed::broken("the file ends within a variable"),
        }
    }

    /// The value of `# key: value`, if the next line that is not blank is one with that key.
    pub(super) fn keyword(&mut self, key: &str) -> Option<&'a str> {
        let mut ahead = Lines { rest: self.rest };
        loop {
            let line = ahead.next()?;
            let line = std::str::from_utf8(line).ok()?.trim();
            if line.is_empty() {
                continue;
            }
            let inside = line.strip_prefix(['#', '%'])?.trim_start();
            let value = inside.strip_prefix(key)?.trim_start().strip_prefix(':')?;
            self.rest = ahead.rest;
            return Some(value.trim());
        }
    }

    /// A count that must be there.
    pub(super) fn count(&mut self, key: &str) -> Outcome<usize> {
        match self.keyword(key).and_then(|value| value.parse().ok()) {
            Some(count) => Ok(count),
            None => Malformed::broken(format!("the count '{key}' is missing")),
        }
    }

    /// So many bytes as they are, and the end of the line behind them.
    pub(super) fn raw(&mut self, count: usize) -> Outcome<&'a [u8]> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
                self.rest = rest.strip_prefix(b"\n").unwrap_or(rest);
                Ok(taken)
            }
            None => Malformed::broken("the file ends within a text"),
        }
    }

    /// The next word, on whichever line it stands.
    pub(super) fn word(&mut self) -> Outcome<&'a str> {
        let start = self.rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(start) = start else { return Malformed::broken("the file ends within numbers") };
        let rest = &self.rest[start..];
        let end = match rest.first() {
            // A complex number may have blanks inside.
            Some(b'(') => rest.iter().position(|&byte| byte == b')').map(|place| place + 1),
            _ => rest.iter().position(u8::is_ascii_whitespace),
        };
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        match std::str::from_utf8(word) {
            Ok(word) => Ok(word),
            Err(_) => Malformed::broken("a number is no text"),
        }
    }

    /// Goes behind the end of the line.
    pub(super) fn end_of_line(&mut self) {
        while let Some((first, rest)) = self.rest.split_first() {
            if !matches!(first, b' ' | b'\t' | b'\r' | b'\n') {
                return;
            }
            self.rest = rest;
            if *first == b'\n' {
                return;
            }
        }
    }
}
