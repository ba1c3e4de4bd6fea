//! The tables of known terms, and the term that owns each.

use super::kernel::{Table, TableOf, Word};
use super::support::{SupportId, Supports};
use crate::shape::ShapeId;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;

/// Tables beyond this many bytes in total are not kept; terms built after
/// that fall back to rewriting.
const MEMORY_BUDGET: usize = 96 << 20;

/// What a table says about its term as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Legality {
    /// Illegal at every assignment.
    Never,
    /// Legal at every assignment.
    Always,
    Sometimes,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Signatures {
    tables: FxHashMap<ShapeId, Table>,
    owners: FxHashMap<(SupportId, u64), SmallVec<[ShapeId; 1]>>,
    bytes: usize,
}

fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

fn hash_words(words: &[u16]) -> u64 {
    let mut hasher = FxHasher::default();
    let (chunks, rest) = words.as_chunks::<4>();
    for chunk in chunks {
        let packed = chunk.iter().fold(0u64, |packed, &word| packed << 16 | u64::from(word));
        hasher.write_u64(packed);
    }
    for &word in rest {
        hasher.write_u16(word);
    }
    hasher.finish()
}

impl Signatures {
    pub(crate) fn table(&self, shape: ShapeId) -> Option<&Table> {
        self.tables.get(&shape)
    }

    /// Whether another table of this many assignments may be kept.
    pub(crate) fn has_room(&self, assignments: usize) -> bool {
        self.bytes.saturating_add(2 * assignments) <= MEMORY_BUDGET
    }

    pub(crate) fn hash(table: &Table) -> u64 {
        match table {
            TableOf::Narrow(words) => hash_bytes(words),
            TableOf::Wide(words) => hash_words(words),
        }
    }

    /// The term with exactly this table.
    pub(crate) fn find(&self, support: SupportId, hash: u64, table: &Table) -> Option<ShapeId> {
        let candidates = self.owners.get(&(support, hash))?;
        candidates.iter().copied().find(|&shape| self.tables.get(&shape) == Some(table))
    }

    pub(crate) fn insert(&mut self, support: SupportId, hash: u64, table: Table, shape: ShapeId) {
        self.bytes += match &table {
            TableOf::Narrow(words) => words.len(),
            TableOf::Wide(words) => 2 * words.len(),
        };
        self.tables.insert(shape, table);
        self.owners.entry((support, hash)).or_default().push(shape);
    }

    /// Whether the table is legal everywhere, nowhere or somewhere.
    pub(crate) fn legality(table: &Table) -> Legality {
        // Both searches usually end at the first words.
        fn judge<W: Word>(words: &[W]) -> Legality {
            if !words.iter().any(|word| word.is_illegal()) {
                Legality::Always
            } else if words.iter().any(|word| !word.is_illegal()) {
                Legality::Sometimes
            } else {
                Legality::Never
            }
        }
        match table {
            TableOf::Narrow(words) => judge(words),
            TableOf::Wide(words) => judge(words),
        }
    }

    /// If every field of an always legal table is a literal or one unit of the
    /// support: the literal (`Err`) or the position of the unit (`Ok`) per axis.
    pub(crate) fn as_tuple(
        supports: &Supports,
        support: SupportId,
        table: &Table,
    ) -> Option<Vec<Result<usize, i64>>> {
        let axes = supports.axes(support);
        let units = supports.units(support).len();
        (0..axes)
            .map(|axis| {
                // The all-largest-code assignment is not needed: a unit is
                // identified by following every assignment.
                let code = |assignment: usize| match table {
                    TableOf::Narrow(words) => words[assignment].code(axis) as usize,
                    TableOf::Wide(words) => words[assignment].code(axis) as usize,
                };
                let count = supports.assignments(support)?;
                let first = code(0);
                if (0..count).all(|assignment| code(assignment) == first) {
                    return supports.literal_of_code(support, first).map(Err);
                }
                (0..units)
                    .find(|&unit| {
                        (0..count).all(|assignment| {
                            supports.digit(support, units, unit, assignment) == code(assignment)
                        })
                    })
                    .map(Ok)
            })
            .collect()
    }
}
