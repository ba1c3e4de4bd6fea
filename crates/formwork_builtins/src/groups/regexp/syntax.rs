//! What a regular expression consists of.

use std::rc::Rc;

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Matches the empty text.
    Empty,
    /// These bytes.
    Literal(Vec<u8>),
    /// A character of a set.
    Set(Rc<CharSet>),
    /// Any character; a line feed only if `newline`.
    Any { newline: bool },
    /// A single byte, whatever it is.
    Byte,
    /// A condition on the place.
    Assert(Assert),
    /// `(…)`
    Capture(usize, Box<Node>),
    /// One after the other.
    Sequence(Vec<Node>),
    /// The first that fits.
    Choice(Vec<Node>),
    /// `x*`, `x{2,5}?`
    Repeat { node: Box<Node>, min: u32, max: Option<u32>, mode: Mode },
    /// `(?=…)`, `(?!…)`
    Ahead { node: Box<Node>, negative: bool },
    /// `(?<=…)`, `(?<!…)`: the branches with how many characters they span.
    Behind { branches: Vec<(Node, u32, u32)>, negative: bool },
    /// `(?>…)`
    Atomic(Box<Node>),
    /// `\1`
    Back { group: usize, fold: bool },
    /// `(?(1)…|…)`
    IfGroup { group: usize, yes: Box<Node>, no: Box<Node> },
    /// `(?R)`, `(?1)`
    Recurse(usize),
    /// `\K`
    Keep,
    /// `(*FAIL)`, `(?!)`
    Fail,
}

/// How often something is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// As often as possible first.
    Greedy,
    /// As rarely as possible first.
    Lazy,
    /// As often as possible, and no less.
    Possessive,
}

/// A condition on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assert {
    /// `\A`, `^`
    TextStart,
    /// `^` with `lineanchors`
    LineStart,
    /// `\z`
    TextEnd,
    /// `\Z`, `$`: before a last line feed, too
    TextEndOrNewline,
    /// `$` with `lineanchors`
    LineEnd,
    /// `\b`
    WordEdge,
    /// `\B`
    NoWordEdge,
    /// `\G`
    SearchStart,
}

/// A set of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct CharSet {
    /// Which ASCII characters belong to it.
    pub(super) ascii: u128,
    /// Ranges of others.
    pub(super) ranges: Vec<(u32, u32)>,
    /// Kinds of others, and whether those of the kind or those not of it are meant.
    pub(super) kinds: Vec<(fn(char) -> bool, bool)>,
    /// Whether the ranges and kinds tell what does not belong to it.
    pub(super) others_negated: bool,
}

impl CharSet {
    pub(super) fn of_ascii(test: impl Fn(u8) -> bool) -> CharSet {
        let mut set = CharSet::default();
        for byte in 0..128 {
            if test(byte) {
                set.ascii |= 1 << byte;
            }
        }
        set
    }

    /// Adds the characters from `from` to `to`.
    pub(super) fn add_range(&mut self, from: u32, to: u32) {
        for code in from..=to.min(127) {
            self.ascii |= 1 << code;
        }
        if to > 127 {
            self.ranges.push((from.max(128), to));
        }
    }

    /// Adds a character in either case.
    pub(super) fn add_folded(&mut self, code: u32) {
        self.add_range(code, code);
        if let Some(c) = char::from_u32(code) {
            for other in c.to_lowercase().chain(c.to_uppercase()) {
                self.add_range(other.into(), other.into());
            }
        }
    }

    /// Adds what another set has.
    pub(super) fn add_set(&mut self, other: &CharSet, negated: bool) {
        self.ascii |= if negated { !other.ascii } else { other.ascii };
        if negated != other.others_negated {
            // Sets that are negated here have nothing beyond ASCII.
            self.ranges.push((128, u32::MAX));
        } else {
            self.ranges.extend_from_slice(&other.ranges);
            self.kinds.extend_from_slice(&other.kinds);
        }
    }

    /// The set of all other characters.
    pub(super) fn negate(&mut self) {
        self.ascii = !self.ascii;
        self.others_negated = !self.others_negated;
    }

    #[inline]
    pub(super) const fn has_ascii(&self, byte: u8) -> bool {
        byte < 128 && self.ascii >> byte & 1 == 1
    }

    /// Whether it has a character that is not ASCII.
    pub(super) fn has_other(&self, code: u32) -> bool {
        let listed = self.ranges.iter().any(|&(from, to)| (from..=to).contains(&code))
            || char::from_u32(code)
                .is_some_and(|c| self.kinds.iter().any(|&(test, wanted)| test(c) == wanted));
        listed != self.others_negated
    }

    /// How many bytes the character of the set at a place has; 0 if there is none.
    #[inline]
    pub(super) fn width_at(&self, text: &[u8], at: usize) -> usize {
        match text.get(at) {
            None => 0,
            Some(&byte) if byte < 128 => usize::from(self.has_ascii(byte)),
            Some(_) => {
                let (code, width) = decode(text, at);
                if self.has_other(code) { width } else { 0 }
            }
        }
    }
}

/// The character at a place of a valid text, and how many bytes it has.
pub(super) fn decode(text: &[u8], at: usize) -> (u32, usize) {
    let byte = |offset: usize| u32::from(text.get(at + offset).copied().unwrap_or(0x80)) & 0x3f;
    let first = text[at];
    match first {
        0..=0x7f => (first.into(), 1),
        0x80..=0xdf => ((u32::from(first) & 0x1f) << 6 | byte(1), 2),
        0xe0..=0xef => ((u32::from(first) & 0x0f) << 12 | byte(1) << 6 | byte(2), 3),
        _ => ((u32::from(first) & 0x07) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3), 4),
    }
}

/// Whether a byte continues a character.
#[inline]
pub(super) const fn continues(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The least and the most characters a match of the node spans; repetition without
/// bound counts ten times, which is as far as Octave looks behind.
pub(super) fn width(node: &Node) -> (u32, u32) {
    const UNBOUNDED: u32 = 10;
    let most = 1 << 16;
    match node {
        Node::Empty
        | Node::Assert(_)
        | Node::Ahead { .. }
        | Node::Behind { .. }
        | Node::Keep
        | Node::Fail => (0, 0),
        Node::Literal(bytes) => {
            let count = bytes.iter().filter(|&&byte| !continues(byte)).count() as u32;
            (count, count)
        }
        Node::Set(_) | Node::Any { .. } | Node::Byte => (1, 1),
        Node::Capture(_, node) | Node::Atomic(node) => width(node),
        Node::Sequence(nodes) => nodes
            .iter()
            .map(width)
            .fold((0, 0), |sum, next| ((sum.0 + next.0).min(most), (sum.1 + next.1).min(most))),
        Node::Choice(nodes) => nodes
            .iter()
            .map(width)
            .reduce(|all, next| (all.0.min(next.0), all.1.max(next.1)))
            .unwrap_or((0, 0)),
        Node::Repeat { node, min, max, .. } => {
            let (least, longest) = width(node);
            let times = max.unwrap_or(UNBOUNDED.max(*min));
            (least.saturating_mul(*min).min(most), longest.saturating_mul(times).min(most))
        }
        Node::Back { .. } | Node::Recurse(_) => (0, most),
        Node::IfGroup { yes, no, .. } => {
            let (yes, no) = (width(yes), width(no));
            (yes.0.min(no.0), yes.1.max(no.1))
        }
    }
}
