//! What a signature ranges over.
//!
//! Note "The small model". Let f map extents to extents with f⁻¹(1) = {1}, and
//! let φ apply f along the axes that tuples of the term mention (at least the
//! first two) and to one chosen higher axis. If T(s) is legal then
//! T(φs) = φT(s), because the operators only compare extents with each other
//! and with 1. Suppose T(s) ≠ U(s). If both are legal and differ in an extent,
//! let f send the one to 2 and every other non-unit to 3. If T(s) is legal and
//! U(s) is not, the innermost failing operator of U failed on two different
//! extents (send one to 2, the other to 3) or because an operand is not a
//! matrix (choose an axis that shows it). Either way T and U still differ at
//! φ(s). Literals are fixed by f, so the values are 1, the literals and two
//! more. Strict ⊕ may fail because higher parts differ in different axes;
//! there one symbol for the whole higher part serves as well. A term that
//! mixes both readings of ⊕ needs two higher axes: one to show that the
//! operands differ, one to show that neither is scalar.
//!
//! Extents that are not plain unknowns (2n, n+1) are taken as independent
//! unknowns: sound, not complete. So are leaves outside the theory.

use super::kernel::{Table, TableOf, Word};
use super::{MAXIMUM_ASSIGNMENTS, MAXIMUM_COVER};
use crate::extent::ExtentId;
use crate::shape::ShapeId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An interned support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SupportId(u32);

/// One extent of a tuple leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Literal(i64),
    Free(ExtentId),
}

/// A leaf of the theory.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Tuple(SmallVec<[Entry; 4]>),
    /// A shape of unknown rank with its first two extents.
    Loose(Loose),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Loose {
    pub(crate) shape: ShapeId,
    pub(crate) first: ExtentId,
    pub(crate) second: ExtentId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    fixed: SmallVec<[ExtentId; 4]>,
    loose: SmallVec<[Loose; 2]>,
    /// Literals other than 1, sorted.
    literals: SmallVec<[i64; 2]>,
    tuple_rank: u32,
    mixed: bool,
    /// Fresh values and higher axes beyond what an equality needs.
    extra: (u32, u32),
}

#[derive(Clone, Debug)]
struct Support {
    key: Key,
    axes: u32,
    values: usize,
    /// `None` if there are too many to tabulate.
    assignments: Option<usize>,
    wide: bool,
}

/// What one unknown of the model stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Extent(ExtentId),
    /// An axis of a shape of unknown rank.
    Axis(ShapeId, u32),
}

/// Supports with more unknowns than this are not told apart: nothing could be
/// tabulated over them, and listing the unknowns of a long chain of terms at
/// every step would make construction quadratic.
const MAXIMUM_UNITS: usize = 20;

#[derive(Clone, Debug)]
pub(crate) struct Supports {
    supports: Vec<Support>,
    ids: FxHashMap<Key, SupportId>,
    unions: FxHashMap<(SupportId, SupportId, bool), SupportId>,
}

impl Default for Supports {
    fn default() -> Supports {
        let key = Key {
            fixed: SmallVec::new(),
            loose: SmallVec::new(),
            literals: SmallVec::new(),
            tuple_rank: u32::MAX,
            mixed: false,
            extra: (0, 0),
        };
        let overflow = Support { key, axes: 0, values: 3, assignments: None, wide: true };
        Supports {
            supports: vec![overflow],
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
        }
    }
}

impl Supports {
    /// The support of everything too large.
    const OVERFLOW: SupportId = SupportId(0);

    fn get(&self, id: SupportId) -> &Support {
        &self.supports[id.0 as usize]
    }

    fn intern(&mut self, mut key: Key) -> SupportId {
        key.loose.sort_unstable();
        key.loose.dedup();
        key.fixed.sort_unstable();
        key.fixed.dedup();
        let loose = key.loose.clone();
        key.fixed.retain(|unit| !loose.iter().any(|l| l.first == *unit || l.second == *unit));
        key.literals.sort_unstable();
        key.literals.dedup();
        key.mixed &= !key.loose.is_empty();
        if key.loose.is_empty() {
            key.extra.1 = 0;
        }
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let axes = if key.loose.is_empty() {
            key.tuple_rank
        } else {
            let higher = if key.mixed { 2 } else { 1 };
            key.tuple_rank.saturating_add(higher + key.extra.1)
        };
        let values = key.literals.len() + 3 + key.extra.0 as usize;
        let limit = if key.extra == (0, 0) { MAXIMUM_ASSIGNMENTS } else { MAXIMUM_COVER };
        let units = key.fixed.len() + key.loose.len() * axes as usize;
        if units > MAXIMUM_UNITS {
            return Supports::OVERFLOW;
        }
        let fits_narrow = values <= 1 << u8::BITS_PER_FIELD && axes <= <u8 as Word>::FIELDS;
        let fits_wide = values <= 1 << u16::BITS_PER_FIELD && axes <= <u16 as Word>::FIELDS;
        let assignments = u32::try_from(units)
            .ok()
            .and_then(|units| values.checked_pow(units))
            .filter(|&count| count <= limit && (fits_narrow || fits_wide));
        let id = SupportId(u32::try_from(self.supports.len()).unwrap_or(u32::MAX));
        let support = Support { key: key.clone(), axes, values, assignments, wide: !fits_narrow };
        self.supports.push(support);
        self.ids.insert(key, id);
        id
    }

    pub(crate) fn of_leaf(&mut self, leaf: &Leaf) -> SupportId {
        let mut key = Key {
            fixed: SmallVec::new(),
            loose: SmallVec::new(),
            literals: SmallVec::new(),
            tuple_rank: 2,
            mixed: false,
            extra: (0, 0),
        };
        match leaf {
            Leaf::Tuple(entries) => {
                key.tuple_rank = u32::try_from(entries.len()).unwrap_or(u32::MAX).max(2);
                for entry in entries {
                    match entry {
                        Entry::Literal(1) => {}
                        Entry::Literal(value) => key.literals.push(*value),
                        Entry::Free(unit) => key.fixed.push(*unit),
                    }
                }
            }
            Leaf::Loose(loose) => key.loose.push(*loose),
        }
        self.intern(key)
    }

    /// The joint support; `mixed` if the term uses both readings of ⊕.
    pub(crate) fn union(&mut self, a: SupportId, b: SupportId, mixed: bool) -> SupportId {
        if a == b && (!mixed || self.get(a).key.mixed || self.get(a).key.loose.is_empty()) {
            return a;
        }
        if a == Supports::OVERFLOW || b == Supports::OVERFLOW {
            return Supports::OVERFLOW;
        }
        if let Some(&id) = self.unions.get(&(a, b, mixed)) {
            return id;
        }
        let (x, y) = (&self.get(a).key, &self.get(b).key);
        let key = Key {
            fixed: x.fixed.iter().chain(&y.fixed).copied().collect(),
            loose: x.loose.iter().chain(&y.loose).copied().collect(),
            literals: x.literals.iter().chain(&y.literals).copied().collect(),
            tuple_rank: x.tuple_rank.max(y.tuple_rank),
            mixed: mixed || x.mixed || y.mixed,
            extra: (x.extra.0.max(y.extra.0), x.extra.1.max(y.extra.1)),
        };
        let id = self.intern(key);
        self.unions.insert((a, b, mixed), id);
        id
    }

    /// The same support with more fresh values and higher axes.
    pub(crate) fn enlarge(&mut self, id: SupportId, values: u32, axes: u32) -> SupportId {
        if id == Supports::OVERFLOW {
            return id;
        }
        let mut key = self.get(id).key.clone();
        key.extra = (values, axes);
        self.intern(key)
    }

    /// The number of assignments, if it is small enough.
    pub(crate) fn assignments(&self, id: SupportId) -> Option<usize> {
        self.get(id).assignments
    }

    pub(crate) fn axes(&self, id: SupportId) -> u32 {
        self.get(id).axes
    }

    /// What the support's unknowns stand for, slowest first.
    pub(crate) fn units(&self, id: SupportId) -> Vec<Unit> {
        let support = self.get(id);
        let fixed = support.key.fixed.iter().map(|&unit| Unit::Extent(unit));
        let loose = support
            .key
            .loose
            .iter()
            .flat_map(|loose| (0..support.axes).map(|axis| Unit::Axis(loose.shape, axis)));
        fixed.chain(loose).collect()
    }

    /// The codes of the unknowns in one assignment, in the order of `units`.
    pub(crate) fn digits(&self, id: SupportId, mut assignment: usize) -> Vec<usize> {
        let mut digits = vec![0; self.units(id).len()];
        for digit in digits.iter_mut().rev() {
            *digit = assignment % self.get(id).values;
            assignment /= self.get(id).values;
        }
        digits
    }

    /// One digit of an assignment, without listing them all.
    pub(crate) fn digit(
        &self,
        id: SupportId,
        units: usize,
        position: usize,
        assignment: usize,
    ) -> usize {
        let values = self.get(id).values;
        let exponent = u32::try_from(units - 1 - position).unwrap_or(u32::MAX);
        assignment / values.saturating_pow(exponent) % values
    }

    /// The extent a code stands for; fresh ones are the smallest from 2 on.
    pub(crate) fn value(&self, id: SupportId, code: usize) -> i64 {
        let literals = &self.get(id).key.literals;
        match code {
            0 => 1,
            code if code <= literals.len() => literals[code - 1],
            code => (2..)
                .filter(|value| !literals.contains(value))
                .nth(code - literals.len() - 1)
                .unwrap_or(i64::MAX),
        }
    }

    /// The extents that the codes stand for.
    pub(crate) fn values(&self, id: SupportId) -> Vec<i64> {
        (0..self.get(id).values).map(|code| self.value(id, code)).collect()
    }

    /// The literal a code stands for, unless it is one of the two fresh values.
    pub(crate) fn literal_of_code(&self, id: SupportId, code: usize) -> Option<i64> {
        let literals = &self.get(id).key.literals;
        (code <= literals.len()).then(|| self.value(id, code))
    }

    fn position_of(&self, id: SupportId, unit: ExtentId) -> Option<usize> {
        let support = self.get(id);
        for (index, loose) in support.key.loose.iter().enumerate() {
            let base = support.key.fixed.len() + index * support.axes as usize;
            if loose.first == unit {
                return Some(base);
            }
            if loose.second == unit {
                return Some(base + 1);
            }
        }
        support.key.fixed.iter().position(|&other| other == unit)
    }

    /// The table of a leaf over a support that contains it.
    pub(crate) fn leaf_table(&self, id: SupportId, leaf: &Leaf) -> Option<Table> {
        let support = self.get(id);
        let count = support.assignments?;
        // For every field: the position of a unit, or a fixed code.
        let mut fields: SmallVec<[Result<usize, u32>; 4]> = SmallVec::new();
        match leaf {
            Leaf::Tuple(entries) => {
                for entry in entries {
                    fields.push(match entry {
                        Entry::Literal(1) => Err(0),
                        Entry::Literal(value) => {
                            let index = support.key.literals.iter().position(|l| l == value)?;
                            Err(u32::try_from(index + 1).ok()?)
                        }
                        // A unit outside the support is one the whole term
                        // does not depend on: any value will do.
                        Entry::Free(unit) => self.position_of(id, *unit).ok_or(0),
                    });
                }
            }
            Leaf::Loose(loose) => {
                let index =
                    support.key.loose.iter().position(|other| other.shape == loose.shape)?;
                let base = support.key.fixed.len() + index * support.axes as usize;
                fields.extend((0..support.axes as usize).map(|axis| Ok(base + axis)));
            }
        }
        let units = support.key.fixed.len() + support.key.loose.len() * support.axes as usize;
        Some(if support.wide {
            TableOf::Wide(fill(count, support.values, units, &fields))
        } else {
            TableOf::Narrow(fill(count, support.values, units, &fields))
        })
    }

    /// A fixed unit that the table does not depend on, with the table of the
    /// support without it. Shapes of unknown rank always matter.
    pub(crate) fn irrelevant(
        &self,
        id: SupportId,
        table: &Table,
        droppable: impl Fn(ExtentId) -> bool,
    ) -> Option<(ExtentId, Table)> {
        let support = self.get(id);
        let units = support.key.fixed.len() + support.key.loose.len() * support.axes as usize;
        support.key.fixed.iter().enumerate().find_map(|(position, &unit)| {
            let exponent = u32::try_from(units - 1 - position).ok()?;
            let stride = support.values.pow(exponent);
            let smaller = match table {
                TableOf::Narrow(words) => TableOf::Narrow(project(words, support.values, stride)?),
                TableOf::Wide(words) => TableOf::Wide(project(words, support.values, stride)?),
            };
            droppable(unit).then_some((unit, smaller))
        })
    }

    /// The support without a fixed unit.
    pub(crate) fn without(&mut self, id: SupportId, unit: ExtentId) -> SupportId {
        let mut key = self.get(id).key.clone();
        key.fixed.retain(|other| *other != unit);
        self.intern(key)
    }

    /// Extends a table from one support to a larger one with the same values;
    /// `None` if the supports are laid out differently.
    pub(crate) fn lift(&self, from: SupportId, to: SupportId, table: &Table) -> Option<Table> {
        let (small, large) = (self.get(from), self.get(to));
        let same = small.values == large.values
            && small.axes == large.axes
            && small.wide == large.wide
            && small.key.literals == large.key.literals;
        if !same {
            return None;
        }
        // Whether each unit of the larger support occurs in the smaller one.
        let mut present: SmallVec<[bool; 16]> = SmallVec::new();
        present.extend(large.key.fixed.iter().map(|unit| small.key.fixed.contains(unit)));
        for loose in &large.key.loose {
            let found = small.key.loose.contains(loose);
            present.extend((0..large.axes).map(|_| found));
        }
        let units = small.key.fixed.len() + small.key.loose.len() * small.axes as usize;
        if present.iter().filter(|&&found| found).count() != units {
            return None;
        }
        Some(match table {
            TableOf::Narrow(words) => TableOf::Narrow(spread(words, large.values, &present)),
            TableOf::Wide(words) => TableOf::Wide(spread(words, large.values, &present)),
        })
    }
}

/// Bits per field as a shift amount, named for readability above.
trait FieldWidth {
    const BITS_PER_FIELD: u32;
}

impl<W: Word> FieldWidth for W {
    const BITS_PER_FIELD: u32 = W::BITS;
}

fn fill<W: Word>(
    count: usize,
    values: usize,
    units: usize,
    fields: &[Result<usize, u32>],
) -> Vec<W> {
    let mut words = vec![W::default(); count];
    for (field, source) in (0u32..).zip(fields) {
        match source {
            Err(0) => {}
            Err(code) => {
                let bits = W::from_code(*code, field);
                words.iter_mut().for_each(|word| *word = word.or(bits));
            }
            Ok(position) => {
                // Unit 0 varies slowest.
                let stride = values.pow(u32::try_from(units - 1 - position).unwrap_or(u32::MAX));
                for (index, chunk) in words.chunks_mut(stride).enumerate() {
                    let code = u32::try_from(index % values).unwrap_or(u32::MAX);
                    let bits = W::from_code(code, field);
                    chunk.iter_mut().for_each(|word| *word = word.or(bits));
                }
            }
        }
    }
    words
}

/// The table at one value of a unit, if all its values give the same.
fn project<W: Word>(words: &[W], values: usize, stride: usize) -> Option<Vec<W>> {
    let independent = words.chunks_exact(stride * values).all(|block| {
        let (first, rest) = block.split_at(stride);
        rest.chunks_exact(stride).all(|chunk| chunk == first)
    });
    independent.then(|| {
        words.chunks_exact(stride * values).flat_map(|block| &block[..stride]).copied().collect()
    })
}

/// Repeats a table along the units that are missing from it.
fn spread<W: Word>(words: &[W], values: usize, present: &[bool]) -> Vec<W> {
    let mut current: Vec<W> = words.to_vec();
    let mut block = 1;
    let mut rest = present;
    while let Some((&last, _)) = rest.split_last() {
        let run = rest.iter().rev().take_while(|&&found| found == last).count();
        let factor = values.pow(u32::try_from(run).unwrap_or(u32::MAX));
        if !last {
            current = repeated(&current, block, factor);
        }
        block *= factor;
        rest = &rest[..rest.len() - run];
    }
    current
}

/// Each block of a table so many times. Blocks are powers of the number of values: of the small ones
/// the compiler is told how long they are, since a call for each would take longer than the copy.
fn repeated<W: Word>(words: &[W], block: usize, factor: usize) -> Vec<W> {
    match (block, factor) {
        (1, 3) => elements::<W, 3>(words),
        (1, 4) => elements::<W, 4>(words),
        (1, 5) => elements::<W, 5>(words),
        (1, 9) => elements::<W, 9>(words),
        (1, 16) => elements::<W, 16>(words),
        (1, 27) => elements::<W, 27>(words),
        (3, _) => blocks::<W, 3>(words, factor),
        (4, _) => blocks::<W, 4>(words, factor),
        (5, _) => blocks::<W, 5>(words, factor),
        (9, _) => blocks::<W, 9>(words, factor),
        (16, _) => blocks::<W, 16>(words, factor),
        (25, _) => blocks::<W, 25>(words, factor),
        (27, _) => blocks::<W, 27>(words, factor),
        (1, _) => {
            let mut next = Vec::with_capacity(words.len() * factor);
            for &word in words {
                next.resize(next.len() + factor, word);
            }
            next
        }
        _ => {
            let mut next = Vec::with_capacity(words.len() * factor);
            for chunk in words.chunks_exact(block) {
                for _ in 0..factor {
                    next.extend_from_slice(chunk);
                }
            }
            next
        }
    }
}

fn elements<W: Word, const FACTOR: usize>(words: &[W]) -> Vec<W> {
    let mut next = vec![W::default(); words.len() * FACTOR];
    for (out, &word) in next.chunks_exact_mut(FACTOR).zip(words) {
        out.fill(word);
    }
    next
}

fn blocks<W: Word, const BLOCK: usize>(words: &[W], factor: usize) -> Vec<W> {
    let mut next = vec![W::default(); words.len() * factor];
    let copies = next.chunks_exact_mut(BLOCK * factor);
    for (out, chunk) in copies.zip(words.chunks_exact(BLOCK)) {
        for copy in out.chunks_exact_mut(BLOCK) {
            copy.copy_from_slice(chunk);
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with more units has at each assignment what the smaller one has at the digits that
    /// it knows.
    #[test]
    fn what_is_missing_changes_nothing() {
        for values in 3..7_usize {
            for units in 1..6_usize {
                for mask in 0..1_usize << units {
                    let present: Vec<bool> = (0..units).map(|unit| mask >> unit & 1 == 1).collect();
                    let known = u32::try_from(present.iter().filter(|one| **one).count());
                    let count = values.pow(known.expect("a few"));
                    let words: Vec<u16> = (0..count).map(|at| (at * 7 % 251) as u16).collect();
                    let all = spread(&words, values, &present);
                    assert_eq!(all.len(), values.pow(u32::try_from(units).expect("a few")));
                    for (at, word) in all.iter().enumerate() {
                        let digits = (0..units).map(|unit| {
                            let exponent = u32::try_from(units - 1 - unit).expect("a few");
                            at / values.pow(exponent) % values
                        });
                        let of_known = digits.zip(&present).filter(|(_, found)| **found);
                        let place = of_known.fold(0, |place, (digit, _)| place * values + digit);
                        assert_eq!(*word, words[place], "{values} {present:?} {at}");
                    }
                }
            }
        }
    }
}
