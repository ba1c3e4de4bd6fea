//! Reading a regular expression, with the messages of PCRE.

use std::rc::Rc;

use super::syntax::{Assert, CharSet, Mode, Node, decode, width};

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

    fn group(&mut self) -> Parsed<(Node, bool)> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.mistake("parentheses are too deeply nested"));
        }
        let result = self.group_inside();
        self.depth -= 1;
        result
    }

    fn group_inside(&mut self) -> Parsed<(Node, bool)> {
        if self.eat(b"(*FAIL)") || self.eat(b"(*F)") {
            return Ok((Node::Fail, false));
        }
        self.at += 1;
        let before = self.flags;
        if !self.eat(b"?") {
            self.groups += 1;
            let number = self.groups;
            let node = self.choice()?;
            self.close(before)?;
            return Ok((Node::Capture(number, Box::new(node)), true));
        }
        for (start, negative) in [(&b"="[..], false), (b"!", true)] {
            if self.eat(start) {
                let node = self.choice()?;
                self.close(before)?;
                return Ok((Node::Ahead { node: Box::new(node), negative }, true));
            }
        }
        for (start, negative) in [(&b"<="[..], false), (b"<!", true)] {
            if self.eat(start) {
                return self.behind(negative, before);
            }
        }
        if self.eat(b">") {
            let node = self.choice()?;
            self.close(before)?;
            return Ok((Node::Atomic(Box::new(node)), true));
        }
        if self.eat(b"|") {
            return self.branch_reset(before);
        }
        if self.eat(b"P<") || self.eat(b"<") || self.eat(b"'") {
            return self.named(before);
        }
        if self.eat(b"P=") {
            let group = self.name_reference(b')')?;
            return Ok((Node::Back { group, fold: self.flags.fold }, true));
        }
        if self.eat(b"P>") || self.eat(b"&") {
            let group = self.name_reference(b')')?;
            return Ok((Node::Recurse(group), true));
        }
        if self.eat(b"R)") {
            return Ok((Node::Recurse(0), true));
        }
        if self.peek() == Some(b'(') {
            return self.conditional(before);
        }
        if self.peek().is_some_and(|byte| byte.is_ascii_digit())
            || self.text[self.at..].starts_with(b"+")
            || self.text[self.at..].starts_with(b"-")
                && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit)
        {
            let group = self.relative_number()?;
            if !self.eat(b")") {
                return Err(self.mistake("(?R or (?[+-]digits must be followed by )"));
            }
            self.greatest_reference = self.greatest_reference.max(group);
            return Ok((Node::Recurse(group), true));
        }
        self.options(before)
    }

    /// `3`, `+1`, `-2`
    fn relative_number(&mut self) -> Parsed<usize> {
        let sign = self.peek().filter(|byte| b"+-".contains(byte));
        if sign.is_some() {
            self.at += 1;
        }
        let mut number = 0usize;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        match sign {
            None => Ok(number.min(1 << 20)),
            Some(b'+') => Ok((self.groups + number).min(1 << 20)),
            Some(_) => match (self.groups + 1).checked_sub(number) {
                Some(group) if group > 0 && number > 0 => Ok(group),
                _ => Err(self.mistake("reference to non-existent subpattern")),
            },
        }
    }

    fn close(&mut self, before: Flags) -> Parsed<()> {
        if !self.eat(b")") {
            return Err(self.mistake("missing )"));
        }
        self.flags = before;
        Ok(())
    }

    fn behind(&mut self, negative: bool, before: Flags) -> Parsed<(Node, bool)> {
        let start = self.at;
        let node = self.choice()?;
        let end = self.at;
        // Octave writes out repetitions without bound up to length ten.
        let unbounded = self.text[start..end].iter().any(|byte| b"*+".contains(byte));
        let branches = match node {
            Node::Choice(branches) => branches,
            other => vec![other],
        };
        let mut measured = Vec::with_capacity(branches.len());
        for branch in branches {
            let (least, most) = width(&branch);
            if least != most && !unbounded {
                return Err(Mistake {
                    message: "lookbehind assertion is not fixed length",
                    position: end,
                });
            }
            measured.push((branch, least, most));
        }
        self.close(before)?;
        Ok((Node::Behind { branches: measured, negative }, true))
    }

    /// `(?|(a)|(b))`: the groups of all branches have the same numbers.
    fn branch_reset(&mut self, before: Flags) -> Parsed<(Node, bool)> {
        let first = self.groups;
        let mut last = first;
        let mut branches = Vec::new();
        loop {
            self.groups = first;
            branches.push(self.sequence()?);
            last = last.max(self.groups);
            if !self.eat(b"|") {
                break;
            }
        }
        self.groups = last;
        self.close(before)?;
        Ok((Node::Choice(branches), true))
    }

    fn named(&mut self, before: Flags) -> Parsed<(Node, bool)> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        let name = self.text[start..self.at].to_vec();
        if !(self.eat(b">") || self.eat(b"'")) {
            return Err(self.mistake("syntax error in subpattern name (missing terminator)"));
        }
        self.groups += 1;
        let number = self.groups;
        self.names.push((name, number));
        let node = self.choice()?;
        self.close(before)?;
        Ok((Node::Capture(number, Box::new(node)), true))
    }

    fn name_reference(&mut self, end: u8) -> Parsed<usize> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != end) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        let known = self.names.iter().find(|(known, _)| known == name).map(|&(_, number)| number);
        match known {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => Err(self.mistake("reference to non-existent subpattern")),
        }
    }

    fn conditional(&mut self, before: Flags) -> Parsed<(Node, bool)> {
        let condition = if self.text[self.at..].starts_with(b"(?") {
            Err(self.group()?.0)
        } else {
            self.at += 1;
            let group =
                if self.peek().is_some_and(|byte| byte.is_ascii_digit() || b"+-".contains(&byte)) {
                    let group = self.relative_number()?;
                    if !self.eat(b")") {
                        return Err(self.mistake("malformed number or name after (?("));
                    }
                    group
                } else {
                    let quoted = self.eat(b"<") || self.eat(b"'");
                    let end = if quoted { b'>' } else { b')' };
                    let group = self.name_reference(end)?;
                    if quoted {
                        self.eat(b")");
                    }
                    group
                };
            if group > self.groups {
                return Err(self.mistake("reference to non-existent subpattern"));
            }
            Ok(group)
        };
        let (yes, no) = match self.choice()? {
            Node::Choice(mut branches) => {
                if branches.len() > 2 {
                    return Err(self.mistake("conditional group contains more than two branches"));
                }
                let no = branches.pop().unwrap_or(Node::Empty);
                (branches.pop().unwrap_or(Node::Empty), no)
            }
            only => (only, Node::Empty),
        };
        self.close(before)?;
        Ok(match condition {
            Ok(group) => (Node::IfGroup { group, yes: Box::new(yes), no: Box::new(no) }, true),
            Err(look) => {
                let negated = match look.clone() {
                    Node::Ahead { node, negative } => Node::Ahead { node, negative: !negative },
                    Node::Behind { branches, negative } => {
                        Node::Behind { branches, negative: !negative }
                    }
                    _ => return Err(self.mistake("assertion expected after (?(")),
                };
                let branches =
                    vec![Node::Sequence(vec![look, yes]), Node::Sequence(vec![negated, no])];
                (Node::Choice(branches), true)
            }
        })
    }

    /// `(?i)`, `(?i-s:…)`, `(?:…)`
    fn options(&mut self, before: Flags) -> Parsed<(Node, bool)> {
        let mut on = true;
        loop {
            match self.peek() {
                Some(b'-') => on = false,
                Some(b'i') => self.flags.fold = on,
                Some(b'm') => self.flags.lines = on,
                Some(b's') => self.flags.dot_newline = on,
                Some(b'x') => self.flags.free = on,
                Some(b'U') => self.flags.lazy = on,
                Some(b'J') => {}
                Some(b')') => {
                    // It holds up to the end of the group around it.
                    self.at += 1;
                    return Ok((Node::Empty, false));
                }
                Some(b':') => {
                    self.at += 1;
                    let node = self.choice()?;
                    self.close(before)?;
                    // A group of its own, so that a quantifier takes all of it.
                    return Ok((Node::Sequence(vec![node]), true));
                }
                _ => return Err(self.mistake("unrecognized character after (? or (?-")),
            }
            self.at += 1;
        }
    }

    fn escape(&mut self) -> Parsed<(Node, bool)> {
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
            b'Q' => {
                self.at += 1;
                let rest = &self.text[self.at..];
                let end = memchr::memmem::find(rest, b"\\E");
                let quoted = &rest[..end.unwrap_or(rest.len())];
                let node = Node::Sequence(
                    String::from_utf8_lossy(quoted)
                        .chars()
                        .map(|c| self.character(c.into()))
                        .collect(),
                );
                self.at += quoted.len() + if end.is_some() { 2 } else { 0 };
                Ok((node, true))
            }
            b'E' => {
                self.at += 1;
                Ok((Node::Empty, false))
            }
            b'p' | b'P' => {
                let set = self.property()?;
                Ok((Node::Set(Rc::new(set)), true))
            }
            b'k' => {
                self.at += 1;
                let end = match self.peek() {
                    Some(b'<') => b'>',
                    Some(b'\'') => b'\'',
                    Some(b'{') => b'}',
                    _ => {
                        return Err(self.mistake(
                            "\\k is not followed by a braced, angle-bracketed, or quoted name",
                        ));
                    }
                };
                self.at += 1;
                let group = self.name_reference(end)?;
                Ok((Node::Back { group, fold: self.flags.fold }, true))
            }
            b'g' => {
                self.at += 1;
                let braced = self.eat(b"{");
                let angled = !braced && (self.eat(b"<") || self.eat(b"'"));
                let group = if self.peek().is_some_and(|b| b.is_ascii_digit() || b"+-".contains(&b))
                {
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
                    return Ok((Node::Recurse(group), true));
                }
                Ok((Node::Back { group, fold: self.flags.fold }, true))
            }
            b'1'..=b'9' => {
                let digits = self.text[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
                let number = self.text[self.at..self.at + digits.min(6)]
                    .iter()
                    .fold(0usize, |sum, digit| sum * 10 + usize::from(digit - b'0'));
                if number < 10 || number <= self.groups {
                    self.at += digits;
                    self.greatest_reference = self.greatest_reference.max(number);
                    return Ok((Node::Back { group: number, fold: self.flags.fold }, true));
                }
                let code = self.escaped_code()?;
                Ok((self.character(code), true))
            }
            _ => {
                let code = self.escaped_code()?;
                Ok((self.character(code), true))
            }
        }
    }

    /// The character that an escape stands for; the backslash has been read.
    fn escaped_code(&mut self) -> Parsed<u32> {
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
    fn property(&mut self) -> Parsed<CharSet> {
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

    fn class(&mut self) -> Parsed<Node> {
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
fn shorthand(letter: u8) -> Option<CharSet> {
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
