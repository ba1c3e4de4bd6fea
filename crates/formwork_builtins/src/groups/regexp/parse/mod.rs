//! Reading a regular expression, with the messages of PCRE.

mod class;
mod escape;
mod group;

use std::rc::Rc;

use super::syntax::{Assert, CharSet, Mode, Node, decode};

/// What is wrong with a pattern, and where.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) message: &'static str,
    pub(super) position: usize,
}

type Parsed<T> = Result<T, Mistake>;

/// What the options of a pattern say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    /// Letter case does not matter.
    pub(super) fold: bool,
    /// `^` and `$` match at lines.
    pub(super) lines: bool,
    /// `.` matches a line feed.
    pub(super) dot_newline: bool,
    /// White space and comments do not count.
    pub(super) free: bool,
    /// Quantifiers are lazy unless marked.
    pub(super) lazy: bool,
}

/// A pattern that has been read.
pub(super) struct Tree {
    pub(super) root: Node,
    /// How many groups capture.
    pub(super) groups: usize,
}

/// How deep groups may nest.
const DEEPEST: usize = 250;

struct Parser<'p> {
    text: &'p [u8],
    at: usize,
    flags: Flags,
    groups: usize,
    depth: usize,
    /// The names of groups, with their numbers.
    names: Vec<(Vec<u8>, usize)>,
    /// The greatest number that is referred to.
    greatest_reference: usize,
}

/// Reads a pattern, which is valid UTF-8.
pub(super) fn parse(text: &[u8], flags: Flags) -> Parsed<Tree> {
    let mut parser = Parser {
        text,
        at: 0,
        flags,
        groups: 0,
        depth: 0,
        names: Vec::new(),
        greatest_reference: 0,
    };
    let root = parser.choice()?;
    if parser.at < text.len() {
        return Err(Mistake { message: "unmatched parentheses", position: parser.at });
    }
    if parser.greatest_reference > parser.groups {
        return Err(parser.mistake("reference to non-existent subpattern"));
    }
    Ok(Tree { root, groups: parser.groups })
}

impl Parser<'_> {
    fn mistake(&self, message: &'static str) -> Mistake {
        Mistake { message, position: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, wanted: &[u8]) -> bool {
        let is_there = self.text[self.at..].starts_with(wanted);
        if is_there {
            self.at += wanted.len();
        }
        is_there
    }

    fn choice(&mut self) -> Parsed<Node> {
        let mut branches = vec![self.sequence()?];
        while self.eat(b"|") {
            branches.push(self.sequence()?);
        }
        Ok(match branches.len() {
            1 => branches.swap_remove(0),
            _ => Node::Choice(branches),
        })
    }

    fn sequence(&mut self) -> Parsed<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        loop {
            self.skip_free()?;
            let Some(byte) = self.peek() else { break };
            if byte == b'|' || byte == b')' {
                break;
            }
            let start = self.at;
            let (node, repeatable) = self.item()?;
            self.skip_free()?;
            let node = match self.quantifier()? {
                None => node,
                Some(_) if !repeatable => {
                    let position = self.text[start..self.at]
                        .iter()
                        .rposition(|byte| b"*+?{".contains(byte))
                        .map_or(start, |offset| start + offset);
                    // A mark of laziness belongs to the quantifier before it.
                    let position = self.quantifier_start(start).unwrap_or(position);
                    return Err(Mistake { message: "nothing to repeat", position });
                }
                Some((min, max, mode)) => Node::Repeat { node: Box::new(node), min, max, mode },
            };
            match (nodes.last_mut(), node) {
                (_, Node::Empty) => {}
                // Letters next to each other are one literal.
                (Some(Node::Literal(before)), Node::Literal(bytes)) => before.extend(bytes),
                (_, node) => nodes.push(node),
            }
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.swap_remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    /// Where the quantifier of an item that cannot have one begins.
    fn quantifier_start(&self, start: usize) -> Option<usize> {
        let width = match self.text.get(start)? {
            b'\\' => 2,
            b'*' | b'+' | b'?' => 0,
            _ => 1,
        };
        Some(start + width)
    }

    /// White space and comments, where they do not count.
    fn skip_free(&mut self) -> Parsed<()> {
        loop {
            if self.flags.free {
                while self.peek().is_some_and(|byte| matches!(byte, b' ' | 9..=13)) {
                    self.at += 1;
                }
                if self.peek() == Some(b'#') {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.at += 1;
                    }
                    continue;
                }
            }
            if !self.eat(b"(?#") {
                return Ok(());
            }
            while self.peek().is_some_and(|byte| byte != b')') {
                self.at += 1;
            }
            if !self.eat(b")") {
                return Err(self.mistake("missing ) after comment"));
            }
        }
    }

    fn quantifier(&mut self) -> Parsed<Option<(u32, Option<u32>, Mode)>> {
        let (min, max) = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => match self.braces()? {
                Some(bounds) => bounds,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.at += 1;
        let mode = if self.eat(b"+") {
            Mode::Possessive
        } else if self.eat(b"?") != self.flags.lazy {
            Mode::Lazy
        } else {
            Mode::Greedy
        };
        Ok(Some((min, max, mode)))
    }

    /// The bounds of `{2,5}`, up to its end; nothing if it is no quantifier.
    fn braces(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let rest = &self.text[self.at + 1..];
        let Some(end) = rest.iter().position(|&byte| byte == b'}') else { return Ok(None) };
        let inner = &rest[..end];
        let comma = inner.iter().position(|&byte| byte == b',');
        let (low, high) = match comma {
            None => (inner, Some(inner)),
            Some(comma) if comma + 1 == inner.len() => (&inner[..comma], None),
            Some(comma) => (&inner[..comma], Some(&inner[comma + 1..])),
        };
        let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !is_number(low) || high.is_some_and(|high| !is_number(high)) {
            return Ok(None);
        }
        self.at += 1 + end;
        let number = |digits: &[u8]| {
            let value = digits.iter().fold(0u32, |sum, &digit| {
                sum.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
            });
            (value <= 65535).then_some(value)
        };
        let too_big = || self.mistake("number too big in {} quantifier");
        let min = number(low).ok_or_else(too_big)?;
        let max = match high {
            None => None,
            Some(high) => Some(number(high).ok_or_else(too_big)?),
        };
        if max.is_some_and(|max| max < min) {
            return Err(self.mistake("numbers out of order in {} quantifier"));
        }
        Ok(Some((min, max)))
    }

    /// One item, and whether it can be repeated.
    fn item(&mut self) -> Parsed<(Node, bool)> {
        let Some(byte) = self.peek() else { return Ok((Node::Empty, false)) };
        match byte {
            b'(' => self.group(),
            b'[' => Ok((self.class()?, true)),
            b'.' => {
                self.at += 1;
                Ok((Node::Any { newline: self.flags.dot_newline }, true))
            }
            b'^' => {
                self.at += 1;
                let kind = if self.flags.lines { Assert::LineStart } else { Assert::TextStart };
                Ok((Node::Assert(kind), false))
            }
            b'$' => {
                self.at += 1;
                let kind =
                    if self.flags.lines { Assert::LineEnd } else { Assert::TextEndOrNewline };
                Ok((Node::Assert(kind), false))
            }
            b'*' | b'+' | b'?' => Err(self.mistake("nothing to repeat")),
            b'\\' => self.escape(),
            _ => {
                let (code, _) = decode(self.text, self.at);
                self.at += char::from_u32(code).map_or(1, char::len_utf8);
                Ok((self.character(code), true))
            }
        }
    }

    /// A character that stands for itself.
    fn character(&self, code: u32) -> Node {
        let Some(c) = char::from_u32(code) else { return Node::Fail };
        let folds = c.to_lowercase().chain(c.to_uppercase()).any(|other| other != c);
        if self.flags.fold && folds {
            let mut set = CharSet::default();
            set.add_folded(code);
            return Node::Set(Rc::new(set));
        }
        Node::Literal(c.to_string().into_bytes())
    }
}
