//! Escapes: what a backslash and the characters after it stand for.

use std::rc::Rc;

use super::class::shorthand;
use super::{Parsed, Parser};
use crate::groups::regexp::syntax::{Assert, CharSet, Node, decode};

impl Parser<'_> {
    pub(super) fn escape(&mut self) -> Parsed<(Node, bool)> {
        self.at += 1;
        let Some(byte) = self.peek() else { return Err(self.mistake("\\ at end of pattern")) };
        if let Some(set) = shorthand(byte) {
            self.at += 1;
            return Ok((Node::Set(Rc::new(set)), true));
        }
        let assert = match byte {
            b'A' => Some(Assert::TextStart),
            b'z' => Some(Assert::TextEnd),
            b'Z' => Some(Assert::TextEndOrNewline),
            b'b' => Some(Assert::WordEdge),
            b'B' => Some(Assert::NoWordEdge),
            b'G' => Some(Assert::SearchStart),
            _ => None,
        };
        if let Some(assert) = assert {
            self.at += 1;
            return Ok((Node::Assert(assert), false));
        }
        match byte {
            b'K' => {
                self.at += 1;
                Ok((Node::Keep, false))
            }
            b'N' => {
                self.at += 1;
                Ok((Node::Any { newline: false }, true))
            }
            b'C' => {
                self.at += 1;
                Ok((Node::Byte, true))
            }
            b'X' => {
                self.at += 1;
                Ok((Node::Any { newline: true }, true))
            }
            b'R' => {
                self.at += 1;
                let mut single = CharSet::of_ascii(|byte| (10..=13).contains(&byte));
                single.ranges = vec![(0x85, 0x85), (0x2028, 0x2029)];
                let branches = vec![Node::Literal(b"\r\n".to_vec()), Node::Set(Rc::new(single))];
                Ok((Node::Atomic(Box::new(Node::Choice(branches))), true))
            }
            b'Q' => Ok((self.quotation(), true)),
            b'E' => {
                self.at += 1;
                Ok((Node::Empty, false))
            }
            b'p' | b'P' => {
                let set = self.property()?;
                Ok((Node::Set(Rc::new(set)), true))
            }
            b'k' => Ok((self.named_back_reference()?, true)),
            b'g' => Ok((self.reference()?, true)),
            b'1'..=b'9' => Ok((self.numbered_back_reference()?, true)),
            _ => {
                let code = self.escaped_code()?;
                Ok((self.character(code), true))
            }
        }
    }

    /// `\Q…\E`: everything stands for itself.
    fn quotation(&mut self) -> Node {
        self.at += 1;
        let rest = &self.text[self.at..];
        let end = memchr::memmem::find(rest, b"\\E");
        let quoted = &rest[..end.unwrap_or(rest.len())];
        let node = Node::Sequence(
            String::from_utf8_lossy(quoted).chars().map(|c| self.character(c.into())).collect(),
        );
        self.at += quoted.len() + if end.is_some() { 2 } else { 0 };
        node
    }

    /// `\k<name>`
    fn named_back_reference(&mut self) -> Parsed<Node> {
        self.at += 1;
        let end = match self.peek() {
            Some(b'<') => b'>',
            Some(b'\'') => b'\'',
            Some(b'{') => b'}',
            _ => {
                return Err(self
                    .mistake("\\k is not followed by a braced, angle-bracketed, or quoted name"));
            }
        };
        self.at += 1;
        let group = self.name_reference(end)?;
        Ok(Node::Back { group, fold: self.flags.fold })
    }

    /// `\g1`, `\g{-1}`, `\g{name}`: what a group matched; `\g<1>`: the group once more.
    fn reference(&mut self) -> Parsed<Node> {
        self.at += 1;
        let braced = self.eat(b"{");
        let angled = !braced && (self.eat(b"<") || self.eat(b"'"));
        let group = if self.peek().is_some_and(|b| b.is_ascii_digit() || b"+-".contains(&b)) {
            self.relative_number()?
        } else {
            let end = if braced { b'}' } else { b'>' };
            let group = self.name_reference(end)?;
            self.at -= 1;
            group
        };
        if (braced || angled) && self.at < self.text.len() {
            self.at += 1;
        }
        self.greatest_reference = self.greatest_reference.max(group);
        if angled {
            return Ok(Node::Recurse(group));
        }
        Ok(Node::Back { group, fold: self.flags.fold })
    }

    /// `\1`; a number that no group has is a character's.
    fn numbered_back_reference(&mut self) -> Parsed<Node> {
        let digits = self.text[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let number = self.text[self.at..self.at + digits.min(6)]
            .iter()
            .fold(0usize, |sum, digit| sum * 10 + usize::from(digit - b'0'));
        if number < 10 || number <= self.groups {
            self.at += digits;
            self.greatest_reference = self.greatest_reference.max(number);
            return Ok(Node::Back { group: number, fold: self.flags.fold });
        }
        let code = self.escaped_code()?;
        Ok(self.character(code))
    }

    /// The character that an escape stands for; the backslash has been read.
    pub(super) fn escaped_code(&mut self) -> Parsed<u32> {
        let Some(byte) = self.peek() else { return Err(self.mistake("\\ at end of pattern")) };
        if matches!(byte, b'u' | b'U' | b'l' | b'L') {
            return Err(self.mistake("PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u"));
        }
        self.at += 1;
        let code = match byte {
            b'a' => 7,
            b'e' => 27,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'c' => match self.peek() {
                None => return Err(self.mistake("\\c at end of pattern")),
                Some(letter) => {
                    self.at += 1;
                    u32::from(letter.to_ascii_uppercase() ^ 0x40)
                }
            },
            b'x' if self.peek() == Some(b'{') => {
                let digits = &self.text[self.at + 1..];
                let length = digits.iter().position(|&byte| byte == b'}').unwrap_or(0);
                let text = String::from_utf8_lossy(&digits[..length]).into_owned();
                match u32::from_str_radix(&text, 16) {
                    Ok(code) if code <= 0x10ffff => {
                        self.at += length + 2;
                        code
                    }
                    Ok(_) => {
                        self.at += length + 1;
                        return Err(self.mistake("character value in \\x{} or \\o{} is too large"));
                    }
                    Err(_) => 0,
                }
            }
            b'x' => {
                let mut code = 0;
                for _ in 0..2 {
                    let Some(digit) = self.peek().and_then(|b| (b as char).to_digit(16)) else {
                        break;
                    };
                    code = code * 16 + digit;
                    self.at += 1;
                }
                code
            }
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit) = self.peek().and_then(|b| (b as char).to_digit(8)) else {
                        break;
                    };
                    code = code * 8 + digit;
                    self.at += 1;
                }
                code
            }
            _ => {
                self.at -= 1;
                let (code, length) = decode(self.text, self.at);
                self.at += length;
                code
            }
        };
        Ok(code)
    }

    /// `\p{Lu}`, `\PN`
    pub(super) fn property(&mut self) -> Parsed<CharSet> {
        let mut negated = self.peek() == Some(b'P');
        self.at += 1;
        let name = if self.eat(b"{") {
            if self.eat(b"^") {
                negated = !negated;
            }
            let start = self.at;
            while self.peek().is_some_and(|byte| byte != b'}') {
                self.at += 1;
            }
            let name = self.text[start..self.at].to_vec();
            if self.peek().is_none() {
                return Err(self.mistake("malformed \\P or \\p sequence"));
            }
            name
        } else {
            match self.peek() {
                Some(letter) => vec![letter],
                None => return Err(self.mistake("malformed \\P or \\p sequence")),
            }
        };
        let Some(test) = property_test(&name) else {
            return Err(self.mistake("unknown property name after \\P or \\p"));
        };
        self.at += 1;
        let mut set = CharSet::of_ascii(|byte| test(byte as char) != negated);
        set.kinds.push((test, !negated));
        Ok(set)
    }
}

/// The test that a property of characters is.
fn property_test(name: &[u8]) -> Option<fn(char) -> bool> {
    fn is_mark(c: char) -> bool {
        matches!(u32::from(c), 0x300..=0x36f | 0x1ab0..=0x1aff | 0x20d0..=0x20ff)
    }
    fn is_symbol(c: char) -> bool {
        "$+<=>^`|~".contains(c)
            || matches!(u32::from(c), 0xa2..=0xa9 | 0xac | 0xae..=0xb1 | 0xb4 | 0xd7 | 0xf7)
    }
    fn is_punctuation(c: char) -> bool {
        c.is_ascii_punctuation() && !is_symbol(c)
            || matches!(u32::from(c), 0xa1 | 0xa7 | 0xab | 0xb6 | 0xb7 | 0xbb | 0xbf | 0x2010..=0x2027 | 0x2030..=0x205e)
    }
    Some(match name {
        b"L" | b"L&" => char::is_alphabetic,
        b"Lu" => char::is_uppercase,
        b"Ll" => char::is_lowercase,
        b"N" => char::is_numeric,
        b"Nd" => |c| c.is_ascii_digit() || !c.is_ascii() && c.is_numeric(),
        b"P" => is_punctuation,
        b"S" => is_symbol,
        b"Z" | b"Zs" => |c| c == ' ' || !c.is_ascii() && c.is_whitespace(),
        b"C" | b"Cc" => char::is_control,
        b"M" | b"Mn" => is_mark,
        b"Any" => |_| true,
        b"Xan" => char::is_alphanumeric,
        b"Xsp" | b"Xps" => char::is_whitespace,
        b"Xwd" => |c| c.is_alphanumeric() || c == '_',
        b"Latin" => |c| c.is_alphabetic() && u32::from(c) < 0x250,
        b"Greek" => |c| (0x370..0x400).contains(&u32::from(c)),
        b"Cyrillic" => |c| (0x400..0x530).contains(&u32::from(c)),
        _ => return None,
    })
}
