//! Paths: taking one, taking it back, and joining others.

use crate::state::fork::{Fork, FreshUnknowns};
use std::rc::Rc;

use formwork_domain::{AbstractValue, Joiner, Mode, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::Stmt;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Interval, Unknown};
use formwork_shape::facts::{Facts, Requirement};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::report::record::{Definition, DefinitionKind};
use crate::state::frame::{Given, Slot, Snapshot};
use crate::stmt::end_of;

/// How much a path may have learnt to be asked what is equal on it.
const LEARNT: usize = 12;

/// How many unknowns an extent may have.
const LONG: usize = 8;

/// How many operators a shape may have that is no tuple.
const LARGE: u32 = 40;

/// How many operators a shape may have of which an extent is part of another.
const DEEP: u32 = 8;

impl Analyst<'_> {
    /// Begins a path.
    pub(crate) fn fork(&mut self) -> Fork {
        Fork {
            mark: self.frame().mark(),
            assumed: self.facts.assumptions().len(),
            scope: self.facts.push(),
        }
    }

    /// Ends a path: gives its end, if it is reached, and goes back to its beginning.
    pub(crate) fn leave(&mut self, fork: Fork) -> Option<Snapshot> {
        let end = self.frame().alive.then(|| self.snapshot(fork.mark, fork.assumed));
        self.frame_mut().rollback(fork.mark);
        self.facts.rollback(fork.scope);
        self.frame_mut().alive = true;
        end
    }

    /// The difference between here and an earlier place.
    pub(crate) fn snapshot(&mut self, mark: usize, assumed: usize) -> Snapshot {
        let mut changed = self.frame().changed_since(mark);
        let mut bounds = FxHashMap::default();
        for slot in changed.values_mut() {
            let settled = self.settled(&slot.value);
            self.note_bounds(&settled, &mut bounds);
            slot.value = settled;
        }
        let learnt = self.facts.assumptions().get(assumed..).unwrap_or_default().to_vec();
        Snapshot { changed, learnt, bounds }
    }

    /// A value with its shape as the facts have it now.
    pub(crate) fn settled(&mut self, value: &Rc<AbstractValue>) -> Rc<AbstractValue> {
        let Some(shape) = value.shape else { return Rc::clone(value) };
        let resolved = self.resolve(shape);
        if resolved == shape {
            return Rc::clone(value);
        }
        Rc::new(AbstractValue { shape: Some(resolved), ..(**value).clone() })
    }

    fn note_bounds(&mut self, value: &AbstractValue, bounds: &mut FxHashMap<ExtentId, Interval>) {
        let mut extents: Vec<ExtentId> = Vec::new();
        if let Some(shape) = value.shape
            && let Some(tuple) = self.algebra.as_tuple(shape)
        {
            extents.extend(tuple);
        }
        if let ValueFact::Integer(extent) | ValueFact::Floor(extent) = value.value {
            extents.push(extent);
        }
        for extent in extents {
            let known = self.facts.interval(self.algebra.extents_mut(), extent);
            if known != self.algebra.extents().interval(extent) {
                bounds.insert(extent, known);
            }
        }
    }

    /// Goes on where several paths that began here meet.
    pub(crate) fn join_paths(&mut self, ends: Vec<Snapshot>, span: Span) {
        self.join_all(ends, span, false);
    }

    /// Goes on after a loop, also if there is only one way out of it: what it changed is
    /// something else than inside.
    pub(crate) fn join_after_loop(&mut self, ends: Vec<Snapshot>, span: Span) {
        self.join_all(ends, span, true);
    }

    fn join_all(&mut self, ends: Vec<Snapshot>, span: Span, always: bool) {
        let mut ends = ends.into_iter();
        let Some(first) = ends.next() else {
            self.frame_mut().alive = false;
            return;
        };
        let mut met = first;
        let mut alone = !always;
        for end in ends {
            alone = false;
            met = self.join_two(&met, &end, Mode::Join).0;
        }
        for requirement in std::mem::take(&mut met.learnt) {
            self.facts.assume(&mut self.algebra, requirement);
        }
        let mut changed: Vec<(SlotId, Slot)> = met.changed.into_iter().collect();
        changed.sort_unstable_by_key(|(slot, _)| *slot);
        for (slot, state) in changed {
            if !alone {
                self.record_phi(slot, &state, span, DefinitionKind::JoinPhi);
            }
            self.frame_mut().set(slot, state);
        }
    }

    pub(crate) fn record_phi(
        &mut self,
        slot: SlotId,
        state: &Slot,
        span: Span,
        kind: DefinitionKind,
    ) {
        if state.defined == Truth::No {
            return;
        }
        let definition = self.phi(slot, state, span, kind);
        self.frame_mut().record.define(slot.as_u32(), definition);
    }

    fn phi(&self, slot: SlotId, state: &Slot, span: Span, kind: DefinitionKind) -> Definition {
        Definition {
            name: self.frame().name(slot),
            kind,
            span,
            value: (*state.value).clone(),
            defined: state.defined,
        }
    }

    /// Keeps what variables are after a statement of a loop that assigns to them on some
    /// path: in another iteration paths may meet there.
    pub(crate) fn pass_by(&mut self, stmt: &Stmt) {
        if self.frame().loops.is_empty() || !self.alive() {
            return;
        }
        let at = end_of(stmt.span);
        self.frame_mut().record.pass_in_loop(at);
        for &slot in &*self.assigned_by(stmt) {
            let state = self.frame().slot(slot).clone();
            if state.defined != Truth::No && !self.is_anything(slot) {
                let definition = self.phi(slot, &state, at, DefinitionKind::JoinPhi);
                self.frame_mut().record.pass_by(slot.as_u32(), definition);
            }
        }
    }

    /// The variables that a statement with blocks assigns to.
    fn assigned_by(&mut self, stmt: &Stmt) -> Rc<[SlotId]> {
        if let Some(known) = self.frame().assigned_by.get(&stmt.id) {
            return Rc::clone(known);
        }
        let slots: Rc<[SlotId]> = formwork_hir::query::assigned(std::slice::from_ref(stmt)).into();
        self.frame_mut().assigned_by.insert(stmt.id, Rc::clone(&slots));
        slots
    }

    /// What is known after either of two paths.
    pub(crate) fn join_two(
        &mut self,
        left: &Snapshot,
        right: &Snapshot,
        mode: Mode,
    ) -> (Snapshot, FreshUnknowns) {
        let mut slots: Vec<SlotId> =
            left.changed.keys().chain(right.changed.keys()).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        let mut pairs: Vec<(SlotId, Slot, Slot)> = slots
            .into_iter()
            .map(|slot| {
                let base = self.frame().slot(slot);
                let side = |end: &Snapshot| end.changed.get(&slot).unwrap_or(base).clone();
                (slot, side(left), side(right))
            })
            .collect();
        if mode == Mode::Join {
            // A shape nobody asked for is still one of two.
            for (slot, a, b) in &mut pairs {
                let (one, other) = match (a.value.shape, b.value.shape) {
                    (None, Some(_)) => (a, b),
                    (Some(_), None) => (b, a),
                    _ => continue,
                };
                if Rc::ptr_eq(&one.value, &self.unknown) && other.defined != Truth::No {
                    let name = self.frame().name(*slot);
                    one.value = Rc::new(self.shaped((*one.value).clone(), &name));
                }
            }
        }
        for (_, a, b) in &pairs {
            // What stood for anything is carried over.
            if !Rc::ptr_eq(&a.value, &b.value) && mode == Mode::Join {
                self.note_read(&a.value);
                self.note_read(&b.value);
            }
        }
        let names: Vec<Rc<str>> = pairs.iter().map(|(slot, ..)| self.frame().name(*slot)).collect();
        let bounds_left = |extent: ExtentId| left.bounds.get(&extent).copied();
        let bounds_right = |extent: ExtentId| right.bounds.get(&extent).copied();
        // What each path learnt of its own, if it is little.
        let facts = [&left.learnt, &right.learnt].map(|learnt| {
            let mut facts = Facts::new();
            if learnt.len() <= LEARNT && mode == Mode::Join {
                for requirement in learnt {
                    facts.assume(&mut self.algebra, requirement.clone());
                }
            }
            facts
        });
        let equal = |algebra: &mut Algebra, on_left: bool, a: ExtentId, b: ExtentId| {
            let facts = if on_left { &facts[0] } else { &facts[1] };
            !facts.assumptions().is_empty()
                && facts.truth(algebra, &Requirement::Equal(a, b)) == Truth::Yes
        };
        let mut joiner =
            Joiner::new(&mut self.algebra, mode, &bounds_left, &bounds_right).asking(&equal);
        let mut met = Snapshot::default();
        let mut containers = Vec::new();
        for ((slot, a, b), name) in pairs.into_iter().zip(names) {
            let given = Given::join(a.given, b.given);
            let copy_of = a.copy_of.filter(|_| a.copy_of == b.copy_of);
            let state = match (a.defined, b.defined) {
                (Truth::No, Truth::No) => Slot { given, copy_of, ..a },
                (Truth::No, _) => Slot { value: b.value, defined: Truth::Maybe, given, copy_of },
                (_, Truth::No) => Slot { value: a.value, defined: Truth::Maybe, given, copy_of },
                (x, y) => Slot {
                    given,
                    copy_of,
                    value: if Rc::ptr_eq(&a.value, &b.value) {
                        a.value
                    } else {
                        let both = Rc::new(joiner.values(&name, &a.value, &b.value));
                        if a.value.contents.is_some() || b.value.contents.is_some() {
                            containers.push((a.value, b.value, Rc::clone(&both)));
                        }
                        both
                    },
                    defined: if x == y { x } else { Truth::Maybe },
                },
            };
            met.changed.insert(slot, state);
        }
        let made =
            FreshUnknowns { extents: joiner.unknown_extents(), shapes: joiner.unknown_shapes() };
        for (a, b, both) in containers {
            self.escape_lost(&[&a, &b], &[&both]);
        }
        self.loops.stands_for.note(&self.algebra, &made, mode);
        met.learnt = left.learnt.iter().filter(|one| right.learnt.contains(one)).cloned().collect();
        (met, made)
    }

    /// Learns that something holds; the path ends if it cannot.
    pub(crate) fn assume(&mut self, requirement: Requirement) {
        self.facts.assume(&mut self.algebra, requirement);
        self.check_alive();
    }

    pub(crate) fn check_alive(&mut self) {
        if self.facts.is_unreachable() {
            self.frame_mut().alive = false;
        }
    }

    /// A shape as the facts have it now.
    pub(crate) fn resolve(&mut self, shape: ShapeId) -> ShapeId {
        if self.algebra.is_concrete(shape) {
            return shape;
        }
        let resolved = self.facts.resolve(&mut self.algebra, shape);
        let resolved = if resolved == Algebra::ILLEGAL { shape } else { resolved };
        self.shortened(resolved)
    }

    /// A shape that is not too long to compute with, and to read: a sum of very many
    /// sizes becomes a size of its own, and a term of very many operators a shape.
    fn shortened(&mut self, shape: ShapeId) -> ShapeId {
        let tuple = self.algebra.as_tuple(shape);
        let long = match &tuple {
            Some(tuple) => tuple.iter().any(|&extent| self.is_long(extent)),
            None => self.algebra.size(shape) > LARGE,
        };
        if !long {
            return shape;
        }
        if let Some(&known) = self.memo.short.get(&shape) {
            return known;
        }
        let extents: Option<Vec<ExtentId>> = match (tuple, self.algebra.maximum_rank(shape)) {
            (Some(tuple), _) => Some(tuple.to_vec()),
            (None, Some(rank)) => {
                Some((0..rank.max(2)).map(|axis| self.algebra.extent(shape, axis)).collect())
            }
            (None, None) => None,
        };
        let short = match extents {
            Some(extents) => {
                let short: Vec<ExtentId> =
                    extents.into_iter().map(|extent| self.short_extent(extent)).collect();
                self.algebra.tuple(short)
            }
            None => self.algebra.fresh_variable("a long term"),
        };
        self.memo.short.insert(shape, short);
        short
    }

    fn is_long(&self, extent: ExtentId) -> bool {
        let unknowns = self.algebra.extents().unknowns(extent);
        unknowns.len() > LONG
            || unknowns.iter().any(|unknown| match unknown {
                Unknown::Name(_) => false,
                Unknown::Measure(shape, _) => self.algebra.size(*shape) > DEEP,
            })
    }

    fn short_extent(&mut self, extent: ExtentId) -> ExtentId {
        if !self.is_long(extent) {
            return extent;
        }
        let bounds = self.facts.interval(self.algebra.extents_mut(), extent);
        let bounds = bounds.meet(Interval::EXTENT).unwrap_or(Interval::EXTENT);
        self.fresh("a long sum", bounds)
    }
}
