//! Scopes and variable slots.

use cranelift_entity::{PrimaryMap, entity_impl};
use formwork_syntax::{ExprId, FunctionId};
use rustc_hash::FxHashMap;

/// A variable of one scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(u32);
entity_impl!(SlotId, "v");

/// A scope of one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ScopeOwner {
    /// The statements of the file outside functions.
    Script,
    /// A function.
    Function(FunctionId),
}

/// The variables of a function or script.
#[derive(Debug)]
pub struct Scope {
    /// What it belongs to.
    pub owner: ScopeOwner,
    /// The scope of the function it is nested in.
    pub parent: Option<ScopeId>,
    slots: PrimaryMap<SlotId, Slot>,
    by_name: FxHashMap<String, SlotId>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub storage: SlotStorage,
    /// Which input it is, from 0.
    pub input: Option<usize>,
    /// Which output it is, from 0.
    pub output: Option<usize>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotStorage {
    /// In the call.
    Local,
    /// In the call of the enclosing function, as the given slot of its scope.
    Outer(SlotId),
    /// Declared `global`.
    Global,
    /// Declared `persistent`.
    Persistent,
    /// A parameter of the anonymous function `0`, which no name outside it means.
    Anonymous(ExprId),
}

impl Scope {
    pub(crate) fn new(owner: ScopeOwner, parent: Option<ScopeId>) -> Scope {
        Scope { owner, parent, slots: PrimaryMap::new(), by_name: FxHashMap::default() }
    }

    /// The slots, in the order in which their names appear.
    pub fn slots(&self) -> impl Iterator<Item = (SlotId, &Slot)> {
        self.slots.iter()
    }

    /// A slot.
    #[must_use]
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id]
    }

    /// How many slots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The slot of the variable `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SlotId> {
        self.by_name.get(name).copied()
    }

    /// The slot of the variable `name`, made if need be.
    pub(crate) fn declare(&mut self, name: &str) -> SlotId {
        if let Some(&slot) = self.by_name.get(name) {
            return slot;
        }
        let storage = SlotStorage::Local;
        let slot = Slot { name: name.to_owned(), storage, input: None, output: None };
        let id = self.slots.push(slot);
        self.by_name.insert(name.to_owned(), id);
        id
    }

    pub(crate) fn slot_mut(&mut self, id: SlotId) -> &mut Slot {
        &mut self.slots[id]
    }

    /// A slot for a parameter of an anonymous function.
    pub(crate) fn declare_anonymous(&mut self, name: &str, function: ExprId) -> SlotId {
        let storage = SlotStorage::Anonymous(function);
        self.slots.push(Slot { name: name.to_owned(), storage, input: None, output: None })
    }
}
