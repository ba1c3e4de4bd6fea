//! Texts of documents: places in the editor's counting and in bytes, changes, and where places of
//! an older text are in a newer one.

use crate::protocol::{Change, Position, Range};

/// How characters of a line are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

/// A text with its lines.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    text: String,
    starts: Vec<usize>,
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Text {
    pub(crate) fn new(text: String) -> Text {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| {
            byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Text { text, starts }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// A place of the editor in bytes: what is beyond the end of a line is its end.
    pub(crate) fn offset(&self, place: Position, encoding: Encoding) -> u32 {
        let Some(&start) = self.starts.get(place.line as usize) else {
            return to_u32(self.text.len());
        };
        let next = self.starts.get(place.line as usize + 1).copied();
        let line = &self.text[start..next.unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let wanted = place.character as usize;
        let mut counted = 0;
        for (at, c) in line.char_indices() {
            if counted >= wanted {
                return to_u32(start + at);
            }
            counted += match encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
        }
        to_u32(start + line.len())
    }

    /// A byte as the editor counts.
    pub(crate) fn position(&self, at: u32, encoding: Encoding) -> Position {
        let mut at = (at as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= at).saturating_sub(1);
        let before = &self.text[self.starts[line]..at];
        let character = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        Position { line: to_u32(line), character: to_u32(character) }
    }

    pub(crate) fn range(&self, span: (u32, u32), encoding: Encoding) -> Range {
        Range { start: self.position(span.0, encoding), end: self.position(span.1, encoding) }
    }

    /// The text with changes made, one after the other.
    pub(crate) fn changed(&self, changes: &[Change], encoding: Encoding) -> Text {
        let mut text = self.clone();
        for change in changes {
            let new = match change.range {
                None => change.text.clone(),
                Some(range) => {
                    let start = text.offset(range.start, encoding) as usize;
                    let end = (text.offset(range.end, encoding) as usize).max(start);
                    [&text.text[..start], &change.text, &text.text[end..]].concat()
                }
            };
            text = Text::new(new);
        }
        text
    }
}

/// Where places of an older text are in a newer one: what both begin and end with stays what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// How many bytes are the same at the beginning.
    prefix: usize,
    /// Where what is the same at the end begins, in both.
    old_end: usize,
    new_end: usize,
}

impl Moved {
    pub(crate) fn between(old: &str, new: &str) -> Moved {
        let same = |one: &u8, other: &u8| one == other;
        let (a, b) = (old.as_bytes(), new.as_bytes());
        let prefix = a.iter().zip(b).take_while(|(one, other)| same(one, other)).count();
        let most = a.len().min(b.len()) - prefix;
        let ends = a.iter().rev().zip(b.iter().rev()).take(most);
        let suffix = ends.take_while(|(one, other)| same(one, other)).count();
        Moved { prefix, old_end: a.len() - suffix, new_end: b.len() - suffix }
    }

    /// Where a place of the older text is in the newer one; nothing if it is gone.
    pub(crate) fn to_new(self, at: u32) -> Option<u32> {
        let place = at as usize;
        if place <= self.prefix {
            Some(at)
        } else if place >= self.old_end {
            Some(to_u32(place - self.old_end + self.new_end))
        } else {
            None
        }
    }

    /// Where a place of the newer text was in the older one: what is new was where it was put in.
    pub(crate) fn to_old(self, at: u32) -> u32 {
        let place = at as usize;
        if place <= self.prefix {
            at
        } else if place >= self.new_end {
            to_u32(place - self.new_end + self.old_end)
        } else {
            to_u32(self.prefix)
        }
    }

    pub(crate) fn span_to_new(self, span: (u32, u32)) -> Option<(u32, u32)> {
        // What was put in where a stretch begins is not part of it.
        let pushed = span.0 < span.1 && span.0 as usize >= self.old_end;
        let start = match pushed {
            true => to_u32(span.0 as usize - self.old_end + self.new_end),
            false => self.to_new(span.0)?,
        };
        let end = self.to_new(span.1)?;
        (start <= end).then_some((start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_as_the_editor_does() {
        let text = Text::new("a = 'é😀' + b;\r\nc".to_owned());
        let b = to_u32(text.as_str().find("b;").unwrap());
        assert_eq!(text.position(b, Encoding::Utf16), Position { line: 0, character: 12 });
        assert_eq!(text.position(b, Encoding::Utf8), Position { line: 0, character: 15 });
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, _) in text.as_str().char_indices().filter(|(_, c)| *c != '\n') {
                let place = text.position(to_u32(at), encoding);
                assert_eq!(text.offset(place, encoding) as usize, at);
            }
        }
        assert_eq!(text.offset(Position { line: 0, character: 99 }, Encoding::Utf16), 17);
        assert_eq!(text.offset(Position { line: 9, character: 0 }, Encoding::Utf16), 20);
    }

    #[test]
    fn places_move_with_the_text() {
        let moved = Moved::between("ab cd ef", "ab xyz ef");
        assert_eq!(moved.to_new(1), Some(1));
        assert_eq!(moved.to_new(4), None);
        assert_eq!(moved.to_new(6), Some(7));
        assert_eq!(moved.to_old(7), 6);
    }
}
