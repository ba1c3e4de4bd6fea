//! Interned sets of shapes: the operands of an associative, commutative,
//! idempotent operator.
//!
//! A set is a big-endian Patricia trie over ids. Such a trie is determined by
//! its members, so interning its nodes gives equal sets equal ids, and adding
//! to a set of n members costs at most 32 new nodes, not n.

use super::ShapeId;
use rustc_hash::FxHashMap;

/// An interned, non-empty set of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperandSet(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Trie {
    Leaf(ShapeId),
    /// Members share the bits of `prefix` above `bit`; `bit` separates them.
    Branch {
        prefix: u32,
        bit: u32,
        zero: OperandSet,
        one: OperandSet,
    },
}

#[derive(Clone, Debug, Default)]
pub(crate) struct OperandSets {
    nodes: Vec<(Trie, u32)>,
    ids: FxHashMap<Trie, OperandSet>,
}

impl OperandSets {
    fn intern(&mut self, trie: Trie) -> OperandSet {
        if let Some(&id) = self.ids.get(&trie) {
            return id;
        }
        let members = match trie {
            Trie::Leaf(_) => 1,
            Trie::Branch { zero, one, .. } => self.len(zero) + self.len(one),
        };
        let id = OperandSet(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push((trie, members));
        self.ids.insert(trie, id);
        id
    }

    fn trie(&self, set: OperandSet) -> Trie {
        self.nodes[set.0 as usize].0
    }

    pub(crate) fn single(&mut self, member: ShapeId) -> OperandSet {
        self.intern(Trie::Leaf(member))
    }

    pub(crate) fn len(&self, set: OperandSet) -> u32 {
        self.nodes[set.0 as usize].1
    }

    /// Any key with the set's prefix, and the bits below which members differ.
    fn key(&self, set: OperandSet) -> (u32, u32) {
        match self.trie(set) {
            Trie::Leaf(member) => (member.index(), 0),
            Trie::Branch { prefix, bit, .. } => (prefix, bit),
        }
    }

    fn branch(&mut self, a: OperandSet, b: OperandSet, key_a: u32, key_b: u32) -> OperandSet {
        let bit = 1u32 << (31 - (key_a ^ key_b).leading_zeros());
        let prefix = key_a & !(bit | (bit - 1));
        let (zero, one) = if key_a & bit == 0 { (a, b) } else { (b, a) };
        self.intern(Trie::Branch { prefix, bit, zero, one })
    }

    /// The union. The recursion descends one bit at a time: at most 32 deep.
    pub(crate) fn union(&mut self, a: OperandSet, b: OperandSet) -> OperandSet {
        if a == b {
            return a;
        }
        let ((key_a, bit_a), (key_b, bit_b)) = (self.key(a), self.key(b));
        let wide = bit_a.max(bit_b);
        let above = if wide == 0 { u32::MAX } else { !(wide | (wide - 1)) };
        if (key_a ^ key_b) & above != 0 {
            return self.branch(a, b, key_a, key_b);
        }
        // The prefixes agree: the set that branches higher takes the other in.
        match (self.trie(a), self.trie(b)) {
            (Trie::Leaf(_), Trie::Leaf(_)) => a,
            (Trie::Branch { prefix, bit, zero, one }, Trie::Branch { zero: z, one: o, .. })
                if bit_a == bit_b =>
            {
                let (zero, one) = (self.union(zero, z), self.union(one, o));
                self.intern(Trie::Branch { prefix, bit, zero, one })
            }
            (Trie::Branch { prefix, bit, zero, one }, _) if bit_a > bit_b => {
                self.insert_below(prefix, bit, zero, one, b, key_b)
            }
            (_, Trie::Branch { prefix, bit, zero, one }) => {
                self.insert_below(prefix, bit, zero, one, a, key_a)
            }
            (Trie::Branch { .. }, Trie::Leaf(_)) => a,
        }
    }

    fn insert_below(
        &mut self,
        prefix: u32,
        bit: u32,
        zero: OperandSet,
        one: OperandSet,
        other: OperandSet,
        key: u32,
    ) -> OperandSet {
        let (zero, one) = if key & bit == 0 {
            (self.union(zero, other), one)
        } else {
            (zero, self.union(one, other))
        };
        self.intern(Trie::Branch { prefix, bit, zero, one })
    }

    pub(crate) fn contains(&self, mut set: OperandSet, member: ShapeId) -> bool {
        loop {
            match self.trie(set) {
                Trie::Leaf(other) => return other == member,
                Trie::Branch { bit, zero, one, .. } => {
                    set = if member.index() & bit == 0 { zero } else { one };
                }
            }
        }
    }

    /// The set without a member; `None` if nothing is left.
    pub(crate) fn without(&mut self, set: OperandSet, member: ShapeId) -> Option<OperandSet> {
        match self.trie(set) {
            Trie::Leaf(other) => (other != member).then_some(set),
            Trie::Branch { prefix, bit, zero, one } => {
                let in_zero = member.index() & bit == 0;
                let (kept, changed) = if in_zero { (one, zero) } else { (zero, one) };
                match self.without(changed, member) {
                    None => Some(kept),
                    Some(rest) if in_zero => {
                        Some(self.intern(Trie::Branch { prefix, bit, zero: rest, one }))
                    }
                    Some(rest) => Some(self.intern(Trie::Branch { prefix, bit, zero, one: rest })),
                }
            }
        }
    }

    /// The members in ascending order.
    pub(crate) fn members(&self, set: OperandSet) -> Vec<ShapeId> {
        let mut members = Vec::with_capacity(self.len(set) as usize);
        let mut pending = vec![set];
        while let Some(set) = pending.pop() {
            match self.trie(set) {
                Trie::Leaf(member) => members.push(member),
                Trie::Branch { zero, one, .. } => pending.extend([one, zero]),
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn equal_sets_have_equal_ids_in_any_order() {
        let mut sets = OperandSets::default();
        let mut seed = 12345u32;
        for _ in 0..300 {
            let mut members = Vec::new();
            for _ in 0..(seed % 9 + 1) {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                members.push(ShapeId::from_index(seed >> 24 & 63));
            }
            let build = |sets: &mut OperandSets, list: &[ShapeId]| {
                let mut set = sets.single(list[0]);
                for &member in &list[1..] {
                    let single = sets.single(member);
                    set = sets.union(set, single);
                }
                set
            };
            let forward = build(&mut sets, &members);
            let expected: BTreeSet<_> = members.iter().copied().collect();
            let listed = sets.members(forward);
            assert_eq!(listed, expected.iter().copied().collect::<Vec<_>>());
            members.reverse();
            let (left, right) = members.split_at(members.len() / 2);
            let backward = if left.is_empty() {
                build(&mut sets, right)
            } else {
                let (l, r) = (build(&mut sets, left), build(&mut sets, right));
                sets.union(l, r)
            };
            assert_eq!(forward, backward);
            let gone = members[0];
            let rest = sets.without(forward, gone).map(|set| sets.members(set));
            let left: Vec<_> = expected.iter().copied().filter(|&other| other != gone).collect();
            assert_eq!(rest.unwrap_or_default(), left);
            assert!(sets.contains(forward, gone));
        }
    }
}
