//! The functions that scripts have defined, and those whose names they defined more than once.

use formwork_hir::Origin;
use formwork_hir::body::{BodyId, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The functions that scripts have defined.
#[derive(Default)]
pub(crate) struct Definitions {
    pub(crate) latest: FxHashMap<Rc<str>, (Rc<Unit>, BodyId)>,
    pub(crate) redefined: FxHashSet<Rc<str>>,
}

impl Definitions {
    /// The function of a name that is not redefined.
    pub(crate) fn get(&self, name: &str) -> Option<(&Rc<Unit>, BodyId)> {
        self.latest.get(name).map(|(unit, id)| (unit, *id))
    }

    /// Whether a name may mean one function here and another there.
    pub(crate) fn is_redefined(&self, name: &str) -> bool {
        self.redefined.contains(name)
    }

    /// The names that are.
    pub(crate) fn redefined(&self) -> impl Iterator<Item = &Rc<str>> {
        self.redefined.iter()
    }

    /// Whether a function that a script has defined comes before a file that was found there.
    pub(crate) fn hides(&self, origin: Origin, name: &str) -> bool {
        origin.is_behind_scripts() && self.latest.contains_key(name)
    }
}
