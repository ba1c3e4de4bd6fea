//! Running a pattern over a text, with backtracking.

use super::program::{Op, Program, Single};
use super::syntax::{Assert, Mode, continues};

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

/// Where a program goes on after an instruction.
enum Next {
    /// At the instruction that follows.
    Following,
    Place(usize),
    /// At the last decision that can be taken otherwise.
    Mismatch,
    /// A match ends here.
    Found,
}

impl Next {
    #[inline]
    fn following_if(matches: bool) -> Next {
        if matches { Next::Following } else { Next::Mismatch }
    }

    #[inline]
    fn place_if(matches: bool, place: usize) -> Next {
        if matches { Next::Place(place) } else { Next::Mismatch }
    }

    /// Goes on after a match that ends at `end`, if there is one.
    #[inline]
    fn to(at: &mut usize, end: Option<usize>) -> Next {
        match end {
            Some(end) => {
                *at = end;
                Next::Following
            }
            None => Next::Mismatch,
        }
    }
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
        let rest = self.text.get(from..).unwrap_or_default();
        let last_start = match self.program.needed_byte.map(|byte| memchr::memrchr(byte, rest)) {
            Some(Some(offset)) => from + offset,
            Some(None) => return Ok(None),
            None => self.text.len(),
        };
        loop {
            if at > last_start || self.program.anchored && at > 0 {
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
            match self.step(&program.ops[pc], pc, &mut at, must_end)? {
                Next::Following => pc += 1,
                Next::Place(place) => pc = place,
                Next::Found => return Ok(Some(at)),
                Next::Mismatch => match self.go_back(base) {
                    Some(place) => (pc, at) = place,
                    None => return Ok(None),
                },
            }
        }
    }

    /// Runs one instruction, which stands at `pc`; a match that is found ends at `must_end` if
    /// given.
    #[inline]
    fn step(
        &mut self,
        op: &Op,
        pc: usize,
        at: &mut usize,
        must_end: Option<usize>,
    ) -> Result<Next, Stuck> {
        Ok(match op {
            Op::Byte(byte) => {
                *at += 1;
                Next::following_if(self.text.get(*at - 1) == Some(byte))
            }
            Op::Bytes(bytes) => {
                let is_there = self.text.get(*at..).is_some_and(|rest| rest.starts_with(bytes));
                *at += bytes.len();
                Next::following_if(is_there)
            }
            Op::Single(what) => {
                let width = what.width_at(self.text, *at);
                *at += width;
                Next::following_if(width > 0)
            }
            Op::Split(first, second) => {
                self.retries.push(Retry::Branch { pc: *second, at: *at });
                Next::Place(*first)
            }
            Op::Jump(place) => Next::Place(*place),
            Op::Save(slot) => {
                self.retries.push(Retry::Slot { slot: *slot, old: self.slots[*slot] });
                // A group that is read again while it matches keeps both its ends.
                self.slots[*slot] = *at;
                Next::Following
            }
            Op::Assert(assert) => Next::following_if(self.holds(*assert, *at)),
            Op::Run { what, min, max, mode } => {
                Next::to(at, self.run_of(what, *at, *min, *max, *mode, pc + 1))
            }
            Op::Ahead { negative, end } => {
                let found = self.apart(pc + 1, *at, None, *negative)?;
                Next::place_if(found.is_some() != *negative, *end)
            }
            Op::Behind { negative, branches, end } => {
                let found = self.behind(branches, *at, *negative)?;
                Next::place_if(found != *negative, *end)
            }
            Op::Atomic { end } => match self.apart(pc + 1, *at, None, false)? {
                Some(place) => {
                    *at = place;
                    Next::Place(*end)
                }
                None => Next::Mismatch,
            },
            Op::Back { group, fold } => Next::to(at, self.back(*group, *fold, *at)),
            Op::UnlessGroup(group, place) if self.slots[2 * group + 1] == UNSET => {
                Next::Place(*place)
            }
            Op::UnlessGroup(..) => Next::Following,
            Op::Mark(mark) => {
                self.retries.push(Retry::Mark { mark: *mark, old: self.marks[*mark] });
                self.marks[*mark] = *at;
                Next::Following
            }
            Op::LeaveIfEmpty(mark, place) if self.marks[*mark] == *at => Next::Place(*place),
            Op::LeaveIfEmpty(..) => Next::Following,
            Op::Recurse(group) => Next::to(at, self.recurse(*group, *at)?),
            Op::Keep => {
                self.retries.push(Retry::Start { old: self.start });
                self.start = *at;
                Next::Following
            }
            Op::Fail => Next::Mismatch,
            Op::Accept if must_end.is_none_or(|end| end == *at) => Next::Found,
            Op::Accept => Next::Mismatch,
        })
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
