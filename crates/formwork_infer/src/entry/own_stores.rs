//! Persistent variables by their own stores.
//!
//! What a persistent variable holds when its function is called is `[]`, or what an earlier call
//! stored in it. A walk of the function with unknown arguments meets all these
//! *own stores*; what they have in common holds at every call, as far as it speaks of no argument.
//! The next walk begins with that.
//!
//! ```text
//! persistent cache                     cache : [] or one struct
//! if isempty (cache), cache = struct ('n', 0); end
//! cache.n = cache.n + 1;               cache : struct 1x1
//! ```

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, StmtKind};
use formwork_hir::walk::statements;
use formwork_runtime::Value;

use crate::engine::Analyst;
use crate::report::record::DefinitionKind;

impl Analyst<'_> {
    /// Notes what the stores of a function leave in its persistent variables. It was just walked
    /// with unknown arguments and is the function whose record stands at `place`. Whether there
    /// are such variables.
    pub(crate) fn note_own_stores(&mut self, body: &Rc<Body>, place: usize) -> bool {
        let mut noted = false;
        if !body.nested.is_empty() || self.dynamic_scope {
            return noted;
        }
        for statement in statements(&body.statements) {
            let StmtKind::Declare(declarations) = &statement.kind else { continue };
            let own = declarations.iter().filter(|one| !one.global && one.value.is_none());
            for declaration in own {
                let name = Rc::clone(&body.slots[declaration.slot].name);
                let Some(record) = self.found.functions.get(place) else { return noted };
                let stores: Vec<AbstractValue> = record
                    .definitions
                    .iter()
                    .filter(|one| *one.name == *name && one.kind == DefinitionKind::Assign)
                    .filter(|one| one.span != statement.span)
                    .map(|one| one.value.clone())
                    .collect();
                let mut all = AbstractValue::of(&Value::empty(), &mut self.algebra);
                for store in stores {
                    let store = self.detached(&store, &name);
                    all = self.join_of(&all, &store);
                }
                self.memo.own_stores.insert((body.id, declaration.slot), all);
                noted = true;
            }
        }
        noted
    }

    /// What a persistent variable may hold whenever somebody else may have called its function.
    pub(crate) fn stored_before(&self, slot: SlotId) -> Option<AbstractValue> {
        self.memo.own_stores.get(&(self.frame().body.id, slot)).cloned()
    }
}
