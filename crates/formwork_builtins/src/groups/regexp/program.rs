//! A pattern as instructions.

use std::rc::Rc;

use super::syntax::{Assert, CharSet, Mode, Node, decode};

/// One instruction; places are indices of instructions.
#[derive(Debug)]
pub(super) enum Op {
    Byte(u8),
    Bytes(Box<[u8]>),
    Single(Single),
    /// Tries the first place, then the second.
    Split(usize, usize),
    Jump(usize),
    /// Remembers where it is.
    Save(usize),
    Assert(Assert),
    /// A character of a kind, again and again.
    Run {
        what: Single,
        min: u32,
        max: u32,
        mode: Mode,
    },
    /// Goes on at `end` if what follows this instruction matches, or does not.
    Ahead {
        negative: bool,
        end: usize,
    },
    /// The same for what ends here: the branches, with how many characters they span.
    Behind {
        negative: bool,
        branches: Box<[(usize, u32, u32)]>,
        end: usize,
    },
    /// What follows is matched once and for all, up to `end`.
    Atomic {
        end: usize,
    },
    Back {
        group: usize,
        fold: bool,
    },
    /// Goes to the place if the group has not matched.
    UnlessGroup(usize, usize),
    /// Remembers where a round of a loop begins.
    Mark(usize),
    /// Leaves a loop, to the place, whose round matched nothing.
    LeaveIfEmpty(usize, usize),
    Recurse(usize),
    Keep,
    Fail,
    /// A match.
    Accept,
}

/// A kind of one character.
#[derive(Clone, Debug)]
pub(super) enum Single {
    Set(Rc<CharSet>),
    Any,
    AnyButNewline,
    Byte,
    Literal(u8),
}

impl Single {
    /// How many bytes the character at a place has; 0 if it is of another kind.
    #[inline]
    pub(super) fn width_at(&self, text: &[u8], at: usize) -> usize {
        match self {
            Single::Set(set) => set.width_at(text, at),
            Single::Any => match text.get(at) {
                None => 0,
                Some(&byte) if byte < 128 => 1,
                Some(_) => decode(text, at).1,
            },
            Single::AnyButNewline => match text.get(at) {
                None | Some(b'\n') => 0,
                Some(&byte) if byte < 128 => 1,
                Some(_) => decode(text, at).1,
            },
            Single::Byte => usize::from(at < text.len()),
            Single::Literal(byte) => usize::from(text.get(at) == Some(byte)),
        }
    }
}

/// A pattern made ready.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    /// Where the groups begin and end.
    pub(super) groups: Vec<(usize, usize)>,
    pub(super) marks: usize,
    /// The bytes a match may begin with, unless it may be empty.
    pub(super) first: Option<Box<[bool; 256]>>,
    /// The only byte a match may begin with.
    pub(super) first_byte: Option<u8>,
    /// A byte that every match has: where it does not come any more nothing is tried.
    pub(super) needed_byte: Option<u8>,
    /// Whether a match begins where the text does.
    pub(super) anchored: bool,
}

/// The program grew too large.
#[derive(Debug)]
pub(super) struct TooLarge;

const LARGEST: usize = 1 << 18;

impl Program {
    pub(super) fn new(root: &Node, groups: usize) -> Result<Program, TooLarge> {
        let mut program = Program {
            ops: Vec::new(),
            groups: vec![(0, 0); groups + 1],
            marks: 0,
            first: None,
            first_byte: None,
            needed_byte: needed_byte(root),
            anchored: begins_at_start(root),
        };
        program.emit(root)?;
        program.groups[0] = (0, program.ops.len());
        program.ops.push(Op::Accept);
        let mut bytes = [false; 256];
        if !first_bytes(root, &mut bytes) {
            let mut set = (0..=255u8).filter(|&byte| bytes[usize::from(byte)]);
            if let (Some(only), None) = (set.next(), set.next()) {
                program.first_byte = Some(only);
            }
            program.first = Some(Box::new(bytes));
        }
        Ok(program)
    }

    /// How many groups capture.
    pub(super) fn group_count(&self) -> usize {
        self.groups.len() - 1
    }

    fn push(&mut self, op: Op) -> Result<usize, TooLarge> {
        if self.ops.len() >= LARGEST {
            return Err(TooLarge);
        }
        self.ops.push(op);
        Ok(self.ops.len() - 1)
    }

    fn emit(&mut self, node: &Node) -> Result<(), TooLarge> {
        match node {
            Node::Empty => {}
            Node::Literal(bytes) => match &bytes[..] {
                [] => {}
                [byte] => {
                    self.push(Op::Byte(*byte))?;
                }
                _ => {
                    self.push(Op::Bytes(bytes.clone().into()))?;
                }
            },
            Node::Set(_) | Node::Any { .. } | Node::Byte => {
                if let Some(single) = single(node) {
                    self.push(Op::Single(single))?;
                }
            }
            Node::Assert(assert) => {
                self.push(Op::Assert(*assert))?;
            }
            Node::Capture(group, inner) => {
                let start = self.push(Op::Save(2 * group))?;
                self.emit(inner)?;
                let end = self.push(Op::Save(2 * group + 1))?;
                self.groups[*group] = (start, end + 1);
            }
            Node::Sequence(nodes) => {
                for node in nodes {
                    self.emit(node)?;
                }
            }
            Node::Choice(branches) => self.emit_choice(branches)?,
            Node::Repeat { node, min, max, mode } => self.emit_repeat(node, *min, *max, *mode)?,
            Node::Ahead { node, negative } => {
                let look = self.push(Op::Fail)?;
                self.emit(node)?;
                self.push(Op::Accept)?;
                self.ops[look] = Op::Ahead { negative: *negative, end: self.ops.len() };
            }
            Node::Behind { branches, negative } => self.emit_behind(branches, *negative)?,
            Node::Atomic(inner) => {
                let start = self.push(Op::Fail)?;
                self.emit(inner)?;
                self.push(Op::Accept)?;
                self.ops[start] = Op::Atomic { end: self.ops.len() };
            }
            Node::Back { group, fold } => {
                self.push(Op::Back { group: *group, fold: *fold })?;
            }
            Node::IfGroup { group, yes, no } => self.emit_condition(*group, yes, no)?,
            Node::Recurse(group) => {
                self.push(Op::Recurse(*group))?;
            }
            Node::Keep => {
                self.push(Op::Keep)?;
            }
            Node::Fail => {
                self.push(Op::Fail)?;
            }
        }
        Ok(())
    }

    fn emit_behind(
        &mut self,
        branches: &[(Node, u32, u32)],
        negative: bool,
    ) -> Result<(), TooLarge> {
        let look = self.push(Op::Fail)?;
        let mut places = Vec::with_capacity(branches.len());
        for (branch, least, most) in branches {
            places.push((self.ops.len(), *least, *most));
            self.emit(branch)?;
            self.push(Op::Accept)?;
        }
        let end = self.ops.len();
        self.ops[look] = Op::Behind { negative, branches: places.into(), end };
        Ok(())
    }

    fn emit_condition(&mut self, group: usize, yes: &Node, no: &Node) -> Result<(), TooLarge> {
        let test = self.push(Op::Fail)?;
        self.emit(yes)?;
        let leave = self.push(Op::Fail)?;
        self.ops[test] = Op::UnlessGroup(group, self.ops.len());
        self.emit(no)?;
        self.ops[leave] = Op::Jump(self.ops.len());
        Ok(())
    }

    fn emit_choice(&mut self, branches: &[Node]) -> Result<(), TooLarge> {
        let mut leaves = Vec::with_capacity(branches.len());
        for (index, branch) in branches.iter().enumerate() {
            if index + 1 == branches.len() {
                self.emit(branch)?;
                break;
            }
            let split = self.push(Op::Fail)?;
            self.emit(branch)?;
            leaves.push(self.push(Op::Fail)?);
            self.ops[split] = Op::Split(split + 1, self.ops.len());
        }
        let end = self.ops.len();
        for leave in leaves {
            self.ops[leave] = Op::Jump(end);
        }
        Ok(())
    }

    fn emit_repeat(
        &mut self,
        node: &Node,
        min: u32,
        max: Option<u32>,
        mode: Mode,
    ) -> Result<(), TooLarge> {
        if max == Some(0) {
            // Its groups are still there to be referred to.
            let skip = self.push(Op::Fail)?;
            self.emit(node)?;
            self.ops[skip] = Op::Jump(self.ops.len());
            return Ok(());
        }
        if let Some(what) = single(node) {
            self.push(Op::Run { what, min, max: max.unwrap_or(u32::MAX), mode })?;
            return Ok(());
        }
        if mode == Mode::Possessive {
            let start = self.push(Op::Fail)?;
            self.emit_repeat(node, min, max, Mode::Greedy)?;
            self.push(Op::Accept)?;
            self.ops[start] = Op::Atomic { end: self.ops.len() };
            return Ok(());
        }
        for _ in 0..min {
            self.emit(node)?;
        }
        let ordered = |first: usize, second: usize| {
            if mode == Mode::Lazy { Op::Split(second, first) } else { Op::Split(first, second) }
        };
        match max {
            None => {
                let mark = self.marks;
                self.marks += 1;
                let split = self.push(Op::Fail)?;
                self.push(Op::Mark(mark))?;
                self.emit(node)?;
                let check = self.push(Op::Fail)?;
                self.push(Op::Jump(split))?;
                let end = self.ops.len();
                self.ops[check] = Op::LeaveIfEmpty(mark, end);
                self.ops[split] = ordered(split + 1, end);
            }
            Some(max) => {
                let mut splits = Vec::new();
                for _ in min..max {
                    splits.push(self.push(Op::Fail)?);
                    self.emit(node)?;
                }
                let end = self.ops.len();
                for split in splits {
                    self.ops[split] = ordered(split + 1, end);
                }
            }
        }
        Ok(())
    }
}

fn single(node: &Node) -> Option<Single> {
    match node {
        Node::Set(set) => Some(Single::Set(Rc::clone(set))),
        Node::Any { newline: true } => Some(Single::Any),
        Node::Any { newline: false } => Some(Single::AnyButNewline),
        Node::Byte => Some(Single::Byte),
        Node::Literal(bytes) => match bytes[..] {
            [byte] => Some(Single::Literal(byte)),
            _ => None,
        },
        Node::Sequence(nodes) => match &nodes[..] {
            [only] => single(only),
            _ => None,
        },
        _ => None,
    }
}

fn begins_at_start(node: &Node) -> bool {
    match node {
        Node::Assert(Assert::TextStart) => true,
        Node::Sequence(nodes) => nodes.first().is_some_and(begins_at_start),
        Node::Capture(_, node) => begins_at_start(node),
        Node::Choice(branches) => branches.iter().all(begins_at_start),
        _ => false,
    }
}

/// A byte that every match of a pattern has: the last one of those that stand in it as they are.
fn needed_byte(node: &Node) -> Option<u8> {
    match node {
        Node::Literal(bytes) => bytes.last().copied(),
        Node::Capture(_, node) | Node::Atomic(node) => needed_byte(node),
        Node::Sequence(nodes) => nodes.iter().rev().find_map(needed_byte),
        Node::Repeat { node, min, .. } if *min > 0 => needed_byte(node),
        Node::Choice(branches) => match &branches[..] {
            [only] => needed_byte(only),
            _ => None,
        },
        Node::Repeat { .. }
        | Node::Empty
        | Node::Set(_)
        | Node::Any { .. }
        | Node::Byte
        | Node::Assert(_)
        | Node::Ahead { .. }
        | Node::Behind { .. }
        | Node::Back { .. }
        | Node::IfGroup { .. }
        | Node::Recurse(_)
        | Node::Keep
        | Node::Fail => None,
    }
}

/// Adds the bytes a match may begin with; tells whether it may be empty or unknown.
fn first_bytes(node: &Node, bytes: &mut [bool; 256]) -> bool {
    match node {
        Node::Literal(literal) => match literal.first() {
            Some(&byte) => {
                bytes[usize::from(byte)] = true;
                false
            }
            None => true,
        },
        Node::Set(set) => {
            for byte in 0..=255u8 {
                if byte >= 128 || set.has_ascii(byte) {
                    bytes[usize::from(byte)] = true;
                }
            }
            false
        }
        Node::Any { .. } | Node::Byte => {
            bytes.fill(true);
            false
        }
        Node::Capture(_, node) | Node::Atomic(node) => first_bytes(node, bytes),
        Node::Sequence(nodes) => nodes.iter().all(|node| first_bytes(node, bytes)),
        Node::Choice(branches) => {
            // Every branch adds its bytes, so all are looked at.
            let empty: Vec<bool> =
                branches.iter().map(|branch| first_bytes(branch, bytes)).collect();
            empty.contains(&true)
        }
        Node::Repeat { node, min, .. } => first_bytes(node, bytes) || *min == 0,
        // These match nothing themselves: what follows tells.
        Node::Empty | Node::Assert(_) | Node::Ahead { negative: false, .. } => true,
        Node::Ahead { .. } | Node::Behind { .. } => true,
        Node::Back { .. } | Node::IfGroup { .. } | Node::Recurse(_) | Node::Keep | Node::Fail => {
            bytes.fill(true);
            true
        }
    }
}
