//! Groups: what captures, looks around, recurses or sets options.

use super::{DEEPEST, Flags, Mistake, Parsed, Parser};
use crate::groups::regexp::syntax::{Node, width};

impl Parser<'_> {
    pub(super) fn group(&mut self) -> Parsed<(Node, bool)> {
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
    pub(super) fn relative_number(&mut self) -> Parsed<usize> {
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

    pub(super) fn name_reference(&mut self, end: u8) -> Parsed<usize> {
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
}
