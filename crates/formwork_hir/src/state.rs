//! What is known at a point of a function about which variables exist.

use cranelift_entity::EntityRef as _;

use crate::scope::SlotId;

/// A set of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlotSet(Vec<u64>);

impl SlotSet {
    pub(crate) fn contains(&self, slot: SlotId) -> bool {
        let index = slot.index();
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(crate) fn insert(&mut self, slot: SlotId) {
        let index = slot.index();
        if self.0.len() <= index / 64 {
            self.0.resize(index / 64 + 1, 0);
        }
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(crate) fn remove(&mut self, slot: SlotId) {
        let index = slot.index();
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn unite(&mut self, other: &SlotSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    fn intersect(&mut self, other: &SlotSet) {
        self.0.truncate(other.0.len());
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }
}

/// The variables that exist at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Assigned on every path here.
    pub(crate) definite: SlotSet,
    /// Assigned on some path here.
    pub(crate) maybe: SlotSet,
    /// Whether no path leads here.
    pub(crate) unreachable: bool,
}

impl State {
    pub(crate) fn assign(&mut self, slot: SlotId) {
        self.definite.insert(slot);
        self.maybe.insert(slot);
    }

    /// What holds where this path and `other` meet.
    pub(crate) fn join(&mut self, other: &State) {
        if other.unreachable {
            self.maybe.unite(&other.maybe);
            return;
        }
        if self.unreachable {
            let maybe = std::mem::take(&mut self.maybe);
            *self = other.clone();
            self.maybe.unite(&maybe);
            return;
        }
        self.definite.intersect(&other.definite);
        self.maybe.unite(&other.maybe);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_keeps_what_both_know() {
        let (a, b) = (SlotId::new(3), SlotId::new(70));
        let mut left = State::default();
        left.assign(a);
        let mut right = left.clone();
        right.assign(b);
        left.join(&right);
        assert!(left.definite.contains(a) && !left.definite.contains(b));
        assert!(left.maybe.contains(b));
        let stopped = State { unreachable: true, ..State::default() };
        left.join(&stopped);
        assert!(left.definite.contains(a), "a path that ends says nothing");
    }
}
