//! `try` and `unwind_protect`: what is known where control arrives from any statement of a block.

use crate::engine::Analyst;
use crate::report::record::{Definition, DefinitionKind, TakenBack};
use crate::state::frame::{Slot, Snapshot};
use crate::stmt::end_of;
use crate::trace::StepKind;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{Stmt, Try};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;
use std::rc::Rc;

/// How many shapes a variable may have had for each of them to count.
const MANY: usize = 6;

impl Analyst<'_> {
    pub(crate) fn attempt(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        attempt: &Try,
        span: Span,
    ) {
        let outer = self.fork();
        self.frame_mut().watchers.push(rustc_hash::FxHashMap::default());
        self.frame_mut().attempts += 1;
        let inner_steps = self.traced_branch(body, &attempt.body, true);
        self.frame_mut().attempts -= 1;
        let states = self.frame_mut().watchers.pop().unwrap_or_default();
        let mut ends: Vec<Snapshot> = self.leave(outer).into_iter().collect();
        // Every statement of the body may have jumped here.
        let handler = self.fork();
        self.arrive_from_anywhere(states);
        if let Some(slot) = attempt.error {
            let error = self.error_value();
            self.define(slot, error, Span::empty(span.start), DefinitionKind::Assign);
        }
        let handler_steps = self.traced_branch(body, &attempt.handler, true);
        self.step(StepKind::Try(inner_steps, attempt.error, handler_steps), span, false);
        ends.extend(self.leave(handler));
        self.join_paths(ends, end_of(span));
    }

    /// The variables are in any of the states that were seen.
    pub(crate) fn arrive_from_anywhere(
        &mut self,
        states: rustc_hash::FxHashMap<SlotId, Vec<Slot>>,
    ) {
        let mut states: Vec<_> = states.into_iter().collect();
        states.sort_unstable_by_key(|(slot, _)| *slot);
        for (slot, mut seen) in states {
            // The first of the states seen is the one before the body, as is the slot's.
            let defined = seen.iter().fold(self.frame().slot(slot).defined, |all, state| {
                if state.defined == all { all } else { Truth::Maybe }
            });
            seen.retain(|state| state.defined != Truth::No);
            if seen.is_empty() {
                continue;
            }
            if seen.iter().any(|state| Rc::ptr_eq(&state.value, &self.unknown)) {
                // A shape nobody asked for is still one of them.
                let name = self.frame().name(slot);
                let unknown = Rc::new(self.shaped(AbstractValue::unknown(), &name));
                for state in &mut seen {
                    if Rc::ptr_eq(&state.value, &self.unknown) {
                        state.value = Rc::clone(&unknown);
                    }
                }
            }
            let mut value = (*seen[0].value).clone();
            let mut shapes = vec![value.shape];
            let mut last = &seen[0].value;
            for state in &seen[1..] {
                if Rc::ptr_eq(last, &state.value) {
                    continue;
                }
                last = &state.value;
                let many = shapes.len() > MANY;
                if many && self.is_unknown(&value) {
                    break;
                }
                if !many && !shapes.contains(&last.shape) {
                    shapes.push(last.shape);
                }
                // Among very many shapes nobody chooses: the one made up for them stays.
                let shape = if many { value.shape } else { last.shape };
                let other = AbstractValue { shape, ..(**last).clone() };
                value = self.join_of(&value, &other);
                if !many && shapes.len() > MANY {
                    let name = self.frame().name(slot);
                    value = self.shaped(AbstractValue { shape: None, ..value }, &name);
                }
            }
            self.frame_mut().set(slot, Slot::new(Rc::new(value), defined));
        }
    }

    /// What `catch err` gives.
    pub(crate) fn error_value(&mut self) -> AbstractValue {
        let classes = ClassSet::of(&[Class::Struct, Class::Exception]);
        AbstractValue::new(classes, Some(Algebra::SCALAR))
    }

    /// The cleanup runs whatever way the body is left. On the way of an error or a jump it
    /// may find the variables in any state the body gave them; nobody sees what it does
    /// then to those that are not jumped with.
    pub(crate) fn unwind(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        inner: &[Stmt],
        cleanup: &[Stmt],
        span: Span,
    ) {
        let returns = self.frame().returns.len();
        let jumps = self
            .frame()
            .loops
            .last()
            .map_or((0, 0), |context| (context.breaks.len(), context.continues.len()));
        let outer = self.fork();
        self.frame_mut().watchers.push(rustc_hash::FxHashMap::default());
        self.undecided(true);
        self.open_block();
        self.block(body, inner);
        let inner_steps = self.close_block();
        self.undecided(false);
        let states = self.frame_mut().watchers.pop().unwrap_or_default();
        let end = self.leave(outer);
        let ends = (
            self.frame().returns.len(),
            self.frame()
                .loops
                .last()
                .map_or((0, 0), |context| (context.breaks.len(), context.continues.len())),
        );

        let failing = self.fork();
        self.arrive_from_anywhere(states);
        let mark = self.frame().mark();
        let record = self.frame_mut().record.watch();
        // What runs whatever way the body is left is kept as it is on all of them.
        self.undecided(true);
        self.open_block();
        self.block(body, cleanup);
        let cleanup_steps = self.close_block();
        self.undecided(false);
        let found = self.frame_mut().record.take_back(record);
        self.frame_mut().record.settle();
        let changed: Vec<SlotId> = self.frame().changed_since(mark).into_keys().collect();
        self.leave(failing);

        self.join_paths(end.into_iter().collect(), end_of(span));
        self.open_block();
        self.block(body, cleanup);
        self.close_block();
        self.step(StepKind::UnwindProtect(inner_steps, cleanup_steps), span, false);
        self.include_walk(found);
        let unknown = Slot::new(Rc::new(AbstractValue::unknown()), Truth::Maybe);
        let spoil = |ends: &mut [Snapshot]| {
            for end in ends {
                end.changed.extend(changed.iter().map(|&slot| (slot, unknown.clone())));
            }
        };
        let frame = self.frame_mut();
        spoil(&mut frame.returns[returns..ends.0]);
        if let Some(context) = frame.loops.last_mut() {
            spoil(&mut context.breaks[jumps.0..ends.1.0]);
            spoil(&mut context.continues[jumps.1..ends.1.1]);
        }
    }

    /// Puts what another walk found beside what the latest one found.
    pub(crate) fn include_walk(&mut self, found: TakenBack) {
        for (place, check) in found.checks {
            self.frame_mut().record.also_check(place, check);
        }
        for (span, alive) in found.reached.into_values() {
            self.frame_mut().record.reach(span, alive);
        }
        for (place, definition) in found.definitions {
            let merged = match self.frame().record.definition(&place).cloned() {
                None => definition,
                Some(other) if other.value == definition.value => continue,
                Some(other) => {
                    let value = self.join_of(&definition.value, &other.value);
                    Definition { value, ..other }
                }
            };
            self.frame_mut().record.define_at(place, merged);
        }
    }
}
