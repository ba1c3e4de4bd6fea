//! Functions that scripts define.
//!
//! A function in a script is defined where the program comes to it, and its name means it from
//! there on, to every file. A name that is defined once is taken to mean its function from the
//! beginning of the script on, as in MATLAB. A name is *redefined* if it may mean one function
//! here and another there: defined twice, or in a branch, or by a script that runs when the name
//! meant something already. What such a name calls is not followed.
//!
//! ```text
//! function r = f (x), r = x; end        f is redefined: neither call is followed, and both
//! a = f (1);                            functions are walked with unknown arguments, too
//! function r = f (x), r = {x}; end
//! b = f (1);
//! ```

use std::rc::Rc;

use formwork_hir::body::{StmtKind, Unit};
use formwork_hir::walk::blocks;
use rustc_hash::FxHashSet;

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;

impl Analyst<'_> {
    /// A script begins, or a text is evaluated, in which these functions are defined.
    pub(crate) fn define_functions(&mut self, unit: &Rc<Unit>) {
        let mut twice: FxHashSet<&Rc<str>> = FxHashSet::default();
        let mut once: FxHashSet<&Rc<str>> = FxHashSet::default();
        twice.extend(unit.functions.iter().map(|(name, _)| name).filter(|name| !once.insert(name)));
        if let Some(script) = unit.script {
            for (around, block) in blocks(&unit.bodies[script].statements) {
                let defined = block.iter().filter_map(|stmt| match &stmt.kind {
                    StmtKind::Define(name, _) => Some(name),
                    _ => None,
                });
                twice.extend(defined.filter(|_| around.is_some()));
            }
        }
        for (name, id) in &unit.functions {
            // What the name meant so far; when the first script begins, nothing has been called.
            let before = match self.names.defined.get(name) {
                Some((known, _)) if known.source.id() == unit.source.id() => None,
                Some((known, id)) => {
                    let body = Rc::clone(&known.bodies[id]);
                    Some(ResolvedName::Function(Rc::clone(known), body))
                }
                None if self.frames.is_empty() => None,
                None => Some(self.named_target(name)),
            };
            match before {
                Some(ResolvedName::Function(other, body))
                    if other.source.id() != unit.source.id() =>
                {
                    self.unsee(&other, &body);
                    self.redefine(name);
                }
                Some(ResolvedName::Builtin(_)) => self.redefine(name),
                _ => {}
            }
            if twice.contains(name) {
                self.redefine(name);
            }
            if self.names.defined.is_redefined(name) {
                self.unsee(unit, &Rc::clone(&unit.bodies[*id]));
            }
            let new = (Rc::clone(unit), *id);
            if self.names.defined.latest.insert(Rc::clone(name), new).is_none() {
                self.names.targets.clear();
            }
        }
    }

    fn redefine(&mut self, name: &Rc<str>) {
        if self.names.defined.redefined.insert(Rc::clone(name)) {
            // What was walked with the other meaning holds no longer.
            self.names.targets.clear();
            self.memo.summaries = crate::call::outcome::Summaries::default();
        }
    }

    /// The functions that mean one thing here and another there.
    #[must_use]
    pub fn redefined(&self) -> Vec<Rc<str>> {
        let mut names: Vec<Rc<str>> = self.names.defined.redefined().cloned().collect();
        names.sort_unstable();
        names
    }
}
