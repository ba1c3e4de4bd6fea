//! The contents of a `containers.Map`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::value::Value;

/// What the keys of a map are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Text.
    Char,
    /// Numbers; the name is the `KeyType` (`double`, `single`, `int32`, …).
    Number(&'static str),
}

/// A key of a map.
#[derive(Clone, Debug)]
pub enum MapKey {
    /// A text.
    Text(Vec<u8>),
    /// A number.
    Number(f64),
}

impl PartialEq for MapKey {
    fn eq(&self, other: &MapKey) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MapKey {}

impl PartialOrd for MapKey {
    fn partial_cmp(&self, other: &MapKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MapKey {
    fn cmp(&self, other: &MapKey) -> Ordering {
        match (self, other) {
            (MapKey::Text(a), MapKey::Text(b)) => a.cmp(b),
            (MapKey::Number(a), MapKey::Number(b)) => a.total_cmp(b),
            (MapKey::Text(_), MapKey::Number(_)) => Ordering::Greater,
            (MapKey::Number(_), MapKey::Text(_)) => Ordering::Less,
        }
    }
}

/// The contents of a map, sorted by key.
#[derive(Clone, Debug)]
pub struct MapData {
    /// What its keys are.
    pub keys: KeyKind,
    /// Its `ValueType`: `any`, `char`, `logical`, `double`, …
    pub values: String,
    /// The entries.
    pub entries: BTreeMap<MapKey, Value>,
}

impl Drop for MapData {
    fn drop(&mut self) {
        let entries = std::mem::take(&mut self.entries);
        crate::release::release(entries.into_values().collect());
    }
}

impl MapData {
    /// How many entries it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
