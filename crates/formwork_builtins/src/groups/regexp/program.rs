//! A pattern as instructions, and running them with backtracking.

use std::rc::Rc;

use super::syntax::{Assert, CharSet, Mode, Node, continues, decode};

/// One instruction; places are indices of instructions.
#[derive(Debug)]
enum Op {
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
enum Single {
    Set(Rc<CharSet>),
    Any,
    AnyButNewline,
    Byte,
    Literal(u8),
}

impl Single {
    /// How many bytes the character at a place has; 0 if it is of another kind.
    #[inline]
    fn width_at(&self, text: &[u8], at: usize) -> usize {
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
    ops: Vec<Op>,
    /// Where the groups begin and end.
    groups: Vec<(usize, usize)>,
    marks: usize,
    /// The bytes a match may begin with, unless it may be empty.
    first: Option<Box<[bool; 256]>>,
    /// The only byte a match may begin with.
    first_byte: Option<u8>,
    /// Whether a match begins where the text does.
    anchored: bool,
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
            Node::Behind { branches, negative } => {
                let look = self.push(Op::Fail)?;
                let mut places = Vec::with_capacity(branches.len());
                for (branch, least, most) in branches {
                    places.push((self.ops.len(), *least, *most));
                    self.emit(branch)?;
                    self.push(Op::Accept)?;
                }
                self.ops[look] = Op::Behind {
                    negative: *negative,
                    branches: places.into(),
                    end: self.ops.len(),
                };
            }
            Node::Atomic(inner) => {
                let start = self.push(Op::Fail)?;
                self.emit(inner)?;
                self.push(Op::Accept)?;
                self.ops[start] = Op::Atomic { end: self.ops.len() };
            }
            Node::Back { group, fold } => {
                self.push(Op::Back { group: *group, fold: *fold })?;
            }
            Node::IfGroup { group, yes, no } => {
                let test = self.push(Op::Fail)?;
                self.emit(yes)?;
                let leave = self.push(Op::Fail)?;
                self.ops[test] = Op::UnlessGroup(*group, self.ops.len());
                self.emit(no)?;
                self.ops[leave] = Op::Jump(self.ops.len());
            }
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

/// What to do when nothing fits any more.
enum Retry {
    Branch {
        pc: usize,
        at: usize,
    },
    Slot {
        slot: usize,
        old: usize,
    },
    Mark {
        mark: usize,
        old: usize,
    },
    Start {
        old: usize,
    },
    /// A run may end earlier, down to `low`.
    Shrink {
        pc: usize,
        low: usize,
        at: usize,
    },
    /// A run may end later.
    Grow {
        pc: usize,
        at: usize,
        left: u32,
    },
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Stuck {
    /// Too many steps.
    Steps,
    /// Too many places to go back to, or recursion too deep.
    Depth,
    /// The program is to stop.
    Stopped(Box<formwork_runtime::Error>),
}

/// No group has matched there.
pub(super) const UNSET: usize = usize::MAX;

const MOST_STEPS: u64 = 400_000_000;
const MOST_RETRIES: usize = 4_000_000;
const DEEPEST_CALL: usize = 400;

/// A run of a program over a text.
pub(super) struct Matcher<'m> {
    program: &'m Program,
    text: &'m [u8],
    /// Where groups begin and end.
    pub(super) slots: Vec<usize>,
    marks: Vec<usize>,
    retries: Vec<Retry>,
    /// Where the match begins.
    pub(super) start: usize,
    search_start: usize,
    steps: u64,
    depth: usize,
    poll: &'m mut dyn FnMut() -> formwork_runtime::Result<()>,
}

impl<'m> Matcher<'m> {
    pub(super) fn new(
        program: &'m Program,
        text: &'m [u8],
        poll: &'m mut dyn FnMut() -> formwork_runtime::Result<()>,
    ) -> Matcher<'m> {
        Matcher {
            program,
            text,
            slots: vec![UNSET; 2 * program.groups.len()],
            marks: vec![UNSET; program.marks],
            retries: Vec::new(),
            start: 0,
            search_start: 0,
            steps: 0,
            depth: 0,
            poll,
        }
    }

    /// Finds the first match from a place on; gives where it ends.
    pub(super) fn find(&mut self, from: usize) -> Result<Option<usize>, Stuck> {
        self.search_start = from;
        let mut at = from;
        loop {
            if self.program.anchored && at > 0 {
                return Ok(None);
            }
            if let Some(byte) = self.program.first_byte {
                match memchr::memchr(byte, &self.text[at..]) {
                    Some(offset) => at += offset,
                    None => return Ok(None),
                }
            } else if let Some(first) = &self.program.first {
                match self.text[at..].iter().position(|&byte| first[usize::from(byte)]) {
                    Some(offset) => at += offset,
                    None => return Ok(None),
                }
            }
            self.slots.fill(UNSET);
            self.retries.clear();
            self.start = at;
            if let Some(end) = self.run(0, at, None, None)? {
                return Ok(Some(end));
            }
            at += 1;
            while self.text.get(at).copied().is_some_and(continues) {
                at += 1;
            }
            if at > self.text.len() {
                return Ok(None);
            }
        }
    }

    /// Runs from an instruction on, until a match that ends at `must_end` if given, or
    /// until the instruction `stop`. What it may go back to stays only if it is to be
    /// undone: the caller decides.
    fn run(
        &mut self,
        pc: usize,
        at: usize,
        must_end: Option<usize>,
        stop: Option<usize>,
    ) -> Result<Option<usize>, Stuck> {
        let base = self.retries.len();
        let (mut pc, mut at) = (pc, at);
        let program = self.program;
        loop {
            self.steps += 1;
            if self.steps & 0xffff == 0 {
                if self.steps > MOST_STEPS {
                    return Err(Stuck::Steps);
                }
                if self.retries.len() > MOST_RETRIES {
                    return Err(Stuck::Depth);
                }
                (self.poll)().map_err(Stuck::Stopped)?;
            }
            if stop == Some(pc) {
                return Ok(Some(at));
            }
            let matches = match &program.ops[pc] {
                Op::Byte(byte) => {
                    at += 1;
                    self.text.get(at - 1) == Some(byte)
                }
                Op::Bytes(bytes) => {
                    let is_there = self.text.get(at..).is_some_and(|rest| rest.starts_with(bytes));
                    at += bytes.len();
                    is_there
                }
                Op::Single(what) => {
                    let width = what.width_at(self.text, at);
                    at += width;
                    width > 0
                }
                Op::Split(first, second) => {
                    self.retries.push(Retry::Branch { pc: *second, at });
                    pc = *first;
                    continue;
                }
                Op::Jump(place) => {
                    pc = *place;
                    continue;
                }
                Op::Save(slot) => {
                    self.retries.push(Retry::Slot { slot: *slot, old: self.slots[*slot] });
                    // A group that is read again while it matches keeps both its ends.
                    self.slots[*slot] = at;
                    true
                }
                Op::Assert(assert) => self.holds(*assert, at),
                Op::Run { what, min, max, mode } => {
                    match self.run_of(what, at, *min, *max, *mode, pc + 1) {
                        Some(end) => {
                            at = end;
                            true
                        }
                        None => false,
                    }
                }
                Op::Ahead { negative, end } => {
                    let found = self.apart(pc + 1, at, None, *negative)?;
                    if found.is_some() != *negative {
                        pc = *end;
                        continue;
                    }
                    false
                }
                Op::Behind { negative, branches, end } => {
                    let found = self.behind(branches, at, *negative)?;
                    if found != *negative {
                        pc = *end;
                        continue;
                    }
                    false
                }
                Op::Atomic { end } => match self.apart(pc + 1, at, None, false)? {
                    Some(place) => {
                        at = place;
                        pc = *end;
                        continue;
                    }
                    None => false,
                },
                Op::Back { group, fold } => match self.back(*group, *fold, at) {
                    Some(end) => {
                        at = end;
                        true
                    }
                    None => false,
                },
                Op::UnlessGroup(group, place) => {
                    if self.slots[2 * group + 1] == UNSET {
                        pc = *place;
                        continue;
                    }
                    true
                }
                Op::Mark(mark) => {
                    self.retries.push(Retry::Mark { mark: *mark, old: self.marks[*mark] });
                    self.marks[*mark] = at;
                    true
                }
                Op::LeaveIfEmpty(mark, place) => {
                    if self.marks[*mark] == at {
                        pc = *place;
                        continue;
                    }
                    true
                }
                Op::Recurse(group) => match self.recurse(*group, at)? {
                    Some(end) => {
                        at = end;
                        true
                    }
                    None => false,
                },
                Op::Keep => {
                    self.retries.push(Retry::Start { old: self.start });
                    self.start = at;
                    true
                }
                Op::Fail => false,
                Op::Accept => {
                    if must_end.is_none_or(|end| end == at) {
                        return Ok(Some(at));
                    }
                    false
                }
            };
            if matches {
                pc += 1;
                continue;
            }
            match self.go_back(base) {
                Some(place) => (pc, at) = place,
                None => return Ok(None),
            }
        }
    }

    /// Undoes up to the last decision that can be taken otherwise.
    fn go_back(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.retries.len() > base {
            match self.retries.pop()? {
                Retry::Branch { pc, at } => return Some((pc, at)),
                Retry::Slot { slot, old } => self.slots[slot] = old,
                Retry::Mark { mark, old } => self.marks[mark] = old,
                Retry::Start { old } => self.start = old,
                Retry::Shrink { pc, low, at } => {
                    let mut end = at - 1;
                    while end > low && continues(self.text[end]) {
                        end -= 1;
                    }
                    // What must follow tells which ends are worth trying.
                    if let Op::Byte(byte) = &self.program.ops[pc] {
                        match memchr::memrchr(
                            *byte,
                            &self.text[low..(end + 1).min(self.text.len())],
                        ) {
                            Some(offset) => end = low + offset,
                            None => continue,
                        }
                    }
                    if end > low {
                        self.retries.push(Retry::Shrink { pc, low, at: end });
                    }
                    return Some((pc, end));
                }
                Retry::Grow { pc, at, left } => {
                    if let Op::Run { what, .. } = &self.program.ops[pc - 1] {
                        let width = what.width_at(self.text, at);
                        if width > 0 {
                            if left > 1 {
                                self.retries.push(Retry::Grow {
                                    pc,
                                    at: at + width,
                                    left: left - 1,
                                });
                            }
                            return Some((pc, at + width));
                        }
                    }
                }
            }
        }
        None
    }

    /// A run of characters of a kind; gives where it ends first.
    fn run_of(
        &mut self,
        what: &Single,
        at: usize,
        min: u32,
        max: u32,
        mode: Mode,
        next: usize,
    ) -> Option<usize> {
        let text = self.text;
        let mut end = at;
        let mut count = 0;
        while count < min {
            let width = what.width_at(text, end);
            if width == 0 {
                return None;
            }
            end += width;
            count += 1;
        }
        if mode == Mode::Lazy {
            if max > count {
                self.retries.push(Retry::Grow { pc: next, at: end, left: max - count });
            }
            return Some(end);
        }
        let low = end;
        if matches!(what, Single::Any) && max == u32::MAX {
            end = text.len();
        } else if matches!(what, Single::AnyButNewline) && max == u32::MAX {
            end = memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |offset| end + offset);
        } else {
            while count < max {
                let width = what.width_at(text, end);
                if width == 0 {
                    break;
                }
                end += width;
                count += 1;
            }
        }
        self.steps += ((end - low) / 8) as u64;
        if mode == Mode::Greedy && end > low {
            self.retries.push(Retry::Shrink { pc: next, low, at: end });
        }
        Some(end)
    }

    /// A match on its own: if it succeeds, its decisions stand. What it captured is
    /// kept unless `forget`.
    fn apart(
        &mut self,
        pc: usize,
        at: usize,
        must_end: Option<usize>,
        forget: bool,
    ) -> Result<Option<usize>, Stuck> {
        let base = self.retries.len();
        self.depth += 1;
        if self.depth > DEEPEST_CALL {
            return Err(Stuck::Depth);
        }
        let found = self.run(pc, at, must_end, None)?;
        self.depth -= 1;
        if found.is_some() {
            self.settle(base, forget);
        }
        Ok(found)
    }

    /// Drops the decisions made since `base`; with `forget`, also what was captured.
    fn settle(&mut self, base: usize, forget: bool) {
        if forget {
            while self.retries.len() > base {
                match self.retries.pop() {
                    Some(Retry::Slot { slot, old }) => self.slots[slot] = old,
                    Some(Retry::Mark { mark, old }) => self.marks[mark] = old,
                    Some(Retry::Start { old }) => self.start = old,
                    _ => {}
                }
            }
            return;
        }
        let mut kept = base;
        for index in base..self.retries.len() {
            if matches!(
                self.retries[index],
                Retry::Slot { .. } | Retry::Mark { .. } | Retry::Start { .. }
            ) {
                self.retries.swap(kept, index);
                kept += 1;
            }
        }
        self.retries.truncate(kept);
    }

    fn behind(
        &mut self,
        branches: &[(usize, u32, u32)],
        at: usize,
        negative: bool,
    ) -> Result<bool, Stuck> {
        for &(pc, least, most) in branches {
            let mut from = at;
            let mut count = 0;
            loop {
                if count >= least && self.apart(pc, from, Some(at), negative)?.is_some() {
                    return Ok(true);
                }
                if count == most || from == 0 {
                    break;
                }
                from -= 1;
                while from > 0 && continues(self.text[from]) {
                    from -= 1;
                }
                count += 1;
            }
        }
        Ok(false)
    }

    fn recurse(&mut self, group: usize, at: usize) -> Result<Option<usize>, Stuck> {
        let (start, stop) = self.program.groups[group];
        let slots = self.slots.clone();
        let base = self.retries.len();
        self.depth += 1;
        if self.depth > DEEPEST_CALL {
            return Err(Stuck::Depth);
        }
        let found = self.run(start, at, None, Some(stop))?;
        self.depth -= 1;
        self.retries.truncate(base);
        self.slots = slots;
        Ok(found)
    }

    fn back(&self, group: usize, fold: bool, at: usize) -> Option<usize> {
        let (start, end) = (self.slots[2 * group], self.slots[2 * group + 1]);
        if start == UNSET || end == UNSET || end < start {
            return None;
        }
        let wanted = &self.text[start..end];
        let found = self.text.get(at..at + wanted.len())?;
        let same = if fold { found.eq_ignore_ascii_case(wanted) } else { found == wanted };
        same.then_some(at + wanted.len())
    }

    fn holds(&self, assert: Assert, at: usize) -> bool {
        let text = self.text;
        let is_word = |place: Option<usize>| {
            place
                .and_then(|place| text.get(place))
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        match assert {
            Assert::TextStart => at == 0,
            Assert::LineStart => at == 0 || at < text.len() && text[at - 1] == b'\n',
            Assert::TextEnd => at == text.len(),
            Assert::TextEndOrNewline => {
                at == text.len() || at + 1 == text.len() && text[at] == b'\n'
            }
            Assert::LineEnd => at == text.len() || text[at] == b'\n',
            Assert::WordEdge => is_word(at.checked_sub(1)) != is_word(Some(at)),
            Assert::NoWordEdge => is_word(at.checked_sub(1)) == is_word(Some(at)),
            Assert::SearchStart => at == self.search_start,
        }
    }
}
