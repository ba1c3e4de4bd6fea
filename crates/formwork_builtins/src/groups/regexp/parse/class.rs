//! Character classes: `[a-z]`, and the shorthands for some.

use std::rc::Rc;

use super::{Mistake, Parsed, Parser};
use crate::groups::regexp::syntax::{CharSet, Node, decode};

impl Parser<'_> {
    pub(super) fn class(&mut self) -> Parsed<Node> {
        self.at += 1;
        let negated = self.eat(b"^");
        let mut set = CharSet::default();
        let mut is_first = true;
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.mistake("missing terminating ] for character class"));
            };
            if byte == b']' && !is_first {
                self.at += 1;
                break;
            }
            is_first = false;
            if self.text[self.at..].starts_with(b"[:") && self.posix(&mut set)? {
                continue;
            }
            let Some(from) = self.class_item(&mut set)? else { continue };
            // A range, unless the hyphen is the last character.
            let after = self.text.get(self.at + 1).copied();
            if self.peek() == Some(b'-') && after.is_some_and(|byte| byte != b']') {
                self.at += 1;
                let start = self.at;
                let mut other = CharSet::default();
                match self.class_item(&mut other)? {
                    Some(to) if to < from => {
                        return Err(Mistake {
                            message: "range out of order in character class",
                            position: start,
                        });
                    }
                    Some(to) => self.add_to_class(&mut set, from, to),
                    None => {
                        return Err(Mistake {
                            message: "invalid range in character class",
                            position: self.at - 1,
                        });
                    }
                }
            } else {
                self.add_to_class(&mut set, from, from);
            }
        }
        if negated {
            set.negate();
        }
        Ok(Node::Set(Rc::new(set)))
    }

    fn add_to_class(&self, set: &mut CharSet, from: u32, to: u32) {
        set.add_range(from, to);
        if self.flags.fold {
            // Beyond what alphabets have, a range is taken as it is.
            for code in from..=to.min(from.saturating_add(1024)) {
                set.add_folded(code);
            }
        }
    }

    /// A character of a class; nothing if it was a set, which has been added.
    fn class_item(&mut self, set: &mut CharSet) -> Parsed<Option<u32>> {
        let Some(byte) = self.peek() else {
            return Err(self.mistake("missing terminating ] for character class"));
        };
        if byte != b'\\' {
            let (code, length) = decode(self.text, self.at);
            self.at += length;
            return Ok(Some(code));
        }
        self.at += 1;
        let Some(byte) = self.peek() else { return Err(self.mistake("\\ at end of pattern")) };
        if byte == b'b' {
            self.at += 1;
            return Ok(Some(8));
        }
        if let Some(kind) = shorthand(byte) {
            self.at += 1;
            set.add_set(&kind, false);
            return Ok(None);
        }
        if matches!(byte, b'p' | b'P') {
            let kind = self.property()?;
            set.ascii |= kind.ascii;
            set.kinds.extend(kind.kinds);
            return Ok(None);
        }
        if byte == b'Q' || byte == b'E' {
            self.at += 1;
            return Ok(None);
        }
        if (b'1'..=b'7').contains(&byte) {
            return self.escaped_code().map(Some);
        }
        self.escaped_code().map(Some)
    }

    /// `[:alpha:]` in a class; tells whether it was one.
    fn posix(&mut self, set: &mut CharSet) -> Parsed<bool> {
        let rest = &self.text[self.at + 2..];
        let Some(end) = memchr::memmem::find(rest, b":]") else { return Ok(false) };
        let mut name = &rest[..end];
        if !name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'^') {
            return Ok(false);
        }
        let negated = name.starts_with(b"^");
        if negated {
            name = &name[1..];
        }
        let test: fn(&u8) -> bool = match name {
            b"alpha" => u8::is_ascii_alphabetic,
            b"digit" => u8::is_ascii_digit,
            b"alnum" => u8::is_ascii_alphanumeric,
            b"upper" if self.flags.fold => u8::is_ascii_alphabetic,
            b"lower" if self.flags.fold => u8::is_ascii_alphabetic,
            b"upper" => u8::is_ascii_uppercase,
            b"lower" => u8::is_ascii_lowercase,
            b"space" => |byte| matches!(byte, b' ' | 9..=13),
            b"blank" => |byte| matches!(byte, b' ' | b'\t'),
            b"punct" => u8::is_ascii_punctuation,
            b"cntrl" => u8::is_ascii_control,
            b"graph" => u8::is_ascii_graphic,
            b"print" => |byte| *byte == b' ' || byte.is_ascii_graphic(),
            b"xdigit" => u8::is_ascii_hexdigit,
            b"word" => |byte| byte.is_ascii_alphanumeric() || *byte == b'_',
            b"ascii" => u8::is_ascii,
            _ => {
                return Err(Mistake {
                    message: "unknown POSIX class name",
                    position: self.at + 2 + usize::from(negated),
                });
            }
        };
        set.add_set(&CharSet::of_ascii(|byte| test(&byte)), negated);
        self.at += end + 4;
        Ok(true)
    }
}

/// `\d`, `\W`, …
pub(super) fn shorthand(letter: u8) -> Option<CharSet> {
    let mut set = match letter.to_ascii_lowercase() {
        b'd' => CharSet::of_ascii(|byte| byte.is_ascii_digit()),
        b'w' => CharSet::of_ascii(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
        b's' => CharSet::of_ascii(|byte| matches!(byte, b' ' | 9..=13)),
        b'h' => {
            let mut set = CharSet::of_ascii(|byte| matches!(byte, b' ' | b'\t'));
            set.ranges = vec![(0xa0, 0xa0), (0x1680, 0x1680), (0x2000, 0x200a), (0x3000, 0x3000)];
            set
        }
        b'v' => {
            let mut set = CharSet::of_ascii(|byte| (10..=13).contains(&byte));
            set.ranges = vec![(0x85, 0x85), (0x2028, 0x2029)];
            set
        }
        _ => return None,
    };
    if letter.is_ascii_uppercase() {
        set.negate();
    }
    Some(set)
}
