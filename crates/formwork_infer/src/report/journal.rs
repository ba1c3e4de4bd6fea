//! A map that remembers what was changed, so that a walk can be taken back.
//!
//! A loop is walked several times before its head is right. What the walks before the
//! last one found is taken back: only the last one counts.

use std::collections::BTreeMap;

/// A map that can go back to an earlier state.
#[derive(Clone, Debug)]
pub(crate) struct Journal<K, V> {
    map: BTreeMap<K, V>,
    /// What was there before each change, the latest last; kept while anybody may go back.
    before: Vec<(K, Option<V>)>,
    /// How many may go back.
    watchers: usize,
}

impl<K, V> Default for Journal<K, V> {
    fn default() -> Journal<K, V> {
        Journal { map: BTreeMap::new(), before: Vec::new(), watchers: 0 }
    }
}

/// A state to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl<K: Ord + Copy, V> Journal<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        let old = self.map.insert(key, value);
        if self.watchers > 0 {
            self.before.push((key, old));
        }
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = V> {
        self.map.into_values()
    }

    pub(crate) fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.map.into_iter()
    }

    /// From here on changes can be taken back, until [`Journal::settle`].
    pub(crate) fn watch(&mut self) -> Mark {
        self.watchers += 1;
        Mark(self.before.len())
    }

    /// Goes back; gives what had been put in since.
    pub(crate) fn take_back(&mut self, mark: Mark) -> BTreeMap<K, V> {
        let mut taken = BTreeMap::new();
        while self.before.len() > mark.0 {
            let Some((key, old)) = self.before.pop() else { break };
            let now = match old {
                Some(old) => self.map.insert(key, old),
                None => self.map.remove(&key),
            };
            if let Some(now) = now {
                // Going backwards, the first one seen is the latest.
                taken.entry(key).or_insert(now);
            }
        }
        taken
    }

    /// Nobody goes back any more who began with the latest [`Journal::watch`].
    pub(crate) fn settle(&mut self) {
        self.watchers = self.watchers.saturating_sub(1);
        if self.watchers == 0 {
            self.before.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_taken_back() {
        let mut journal: Journal<u32, &str> = Journal::default();
        journal.insert(1, "one");
        let outer = journal.watch();
        journal.insert(2, "two");
        let inner = journal.watch();
        journal.insert(1, "eins");
        journal.insert(1, "uno");
        journal.insert(3, "drei");
        let taken = journal.take_back(inner);
        journal.settle();
        assert_eq!(taken.into_iter().collect::<Vec<_>>(), [(1, "uno"), (3, "drei")]);
        assert_eq!(journal.get(&1), Some(&"one"));
        assert_eq!(journal.get(&3), None);
        journal.take_back(outer);
        journal.settle();
        assert_eq!(journal.into_values().collect::<Vec<_>>(), ["one"]);
    }
}
