//! Facts: what is known of sizes at a program point.
//!
//! Facts are learnt from operations that ran and from branch conditions, in
//! nested scopes that can be rolled back. Learning is in `learn`, queries in
//! `query`, examples in `example`, joins of two states in `merge`, conditions in `requirement`.
//! Which statements teach what is not known here.
//!
//! Invariant: a fact holds on every run that comes to the point. Rolling back a scope restores the
//! answers of all queries. A query that cannot be decided gives the condition under which it holds.
//!
//! ```text
//! a * b, a: m x k, b: l x n    learnt: k == l        (it ran, so it was legal)
//! if size (c, 1) == m          learnt: rows of c == m, inside the branch alone
//! a' * c                       query: legal? proven, m == m
//! ```

mod example;
mod learn;
mod merge;
mod query;
mod requirement;

pub use example::Restriction;
pub use requirement::Requirement;

use crate::Truth;
use crate::extent::{Congruence, ExtentId, Extents, Interval, Unknown};
use crate::search::{Counterexample, Unknowns};
use crate::shape::{ShapeId, Substitution, VariableId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Holds on every run that satisfies the facts.
    Proved,
    /// Fails on every run; the sizes of one.
    Refuted(Counterexample),
    /// Holds exactly under the condition.
    Unknown(Condition),
}

/// When a query holds, and sizes for which it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What must hold, simplified by the facts.
    pub requirement: Requirement,
    /// The smallest sizes found that satisfy the facts and break it.
    pub breaks: Option<Counterexample>,
}

/// Extents with the bits of their unknowns.
type RecentInequalities = Rc<[(ExtentId, u64)]>;

/// What is known at a program point.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Oriented equalities: an unknown and what it equals.
    equalities: FxHashMap<Unknown, ExtentId>,
    /// The bits of the unknowns that have one, and of those that have a bound here.
    equality_bits: u64,
    interval_bits: u64,
    /// Which equalities there are, and what is known altogether of extents: a number for
    /// each state, the same one whenever a state is returned to.
    equality_state: u64,
    state: u64,
    last_state: u64,
    /// Extents with the equalities of a state applied, as far as they were asked for, and
    /// the bits of all unknowns that were met on the way.
    representatives: RefCell<FxHashMap<(u64, ExtentId), (ExtentId, u64)>>,
    /// Shapes as they are in a state, as far as they were asked for.
    resolved: RefCell<FxHashMap<(u64, ShapeId), ShapeId>>,
    /// The same without assuming that they are legal.
    exact: RefCell<FxHashMap<(u64, ShapeId), ShapeId>>,
    /// How often something was assumed or taken back that is no state of extents: that a
    /// shape is legal, or a disjunction.
    changes: u64,
    /// Whether shapes are legal in a state, after so many of these changes.
    legality: RefCell<FxHashMap<(u64, u64, ShapeId), Truth>>,
    /// Extents that were found to be at least zero in a state, or not.
    signs: RefCell<FxHashMap<(u64, ExtentId), bool>>,
    /// Whether two extents were found to be equal in a state.
    comparisons: RefCell<FxHashMap<(u64, ExtentId, ExtentId), Truth>>,
    /// The latest extents that are known to be at least zero, as they are in a state.
    recent: RefCell<Option<(u64, RecentInequalities)>>,
    /// Shapes that shape variables are known to have.
    shapes: Substitution,
    /// These, and what named sizes are known to be.
    shapes_and_names: Substitution,
    /// The unknowns of assumptions, as far as they were asked for.
    mentioned: RefCell<FxHashMap<Requirement, Rc<Unknowns>>>,
    /// Bounds of unknowns, tighter than the arena's.
    intervals: FxHashMap<Unknown, Interval>,
    /// Remainders of unknowns.
    congruences: FxHashMap<Unknown, Congruence>,
    /// Extents known to be zero that could not be oriented.
    zeros: FxHashMap<ExtentId, ()>,
    /// Extents known not to be zero, with their negations.
    nonzeros: FxHashMap<ExtentId, ()>,
    /// Extents known to be at least zero.
    nonnegative: Vec<ExtentId>,
    /// Known divisibilities: divisor, extent.
    divisibilities: FxHashMap<(ExtentId, ExtentId), ()>,
    /// Shapes known to be legal.
    legal: BTreeSet<ShapeId>,
    /// Disjunctions that are not decided yet.
    clauses: Rc<Vec<Requirement>>,
    /// Everything that was assumed, for counterexamples.
    assumptions: Vec<Requirement>,
    /// Set when the facts exclude every run.
    contradiction: bool,
    trail: Vec<Undo>,
    scopes: Vec<Mark>,
}

/// How to take back one change.
#[derive(Clone, Debug)]
enum Undo {
    Equality(Unknown, Option<ExtentId>),
    Shape(VariableId, Option<ShapeId>),
    Interval(Unknown, Option<Interval>),
    Congruence(Unknown, Option<Congruence>),
    Zero(ExtentId),
    Nonzero(ExtentId),
    Divisibility((ExtentId, ExtentId)),
    Legal(ShapeId),
}

#[derive(Clone, Debug)]
struct Mark {
    trail: usize,
    nonnegative: usize,
    clauses: Rc<Vec<Requirement>>,
    assumptions: usize,
    contradiction: bool,
    equality_state: u64,
    state: u64,
    equality_bits: u64,
    interval_bits: u64,
}

/// A place to roll back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(usize);

fn restore<K: std::hash::Hash + Eq, V>(map: &mut FxHashMap<K, V>, key: K, old: Option<V>) {
    match old {
        Some(value) => {
            map.insert(key, value);
        }
        None => {
            map.remove(&key);
        }
    }
}

impl Facts {
    /// Nothing known.
    pub fn new() -> Facts {
        Facts::default()
    }

    /// Opens a scope.
    pub fn push(&mut self) -> Scope {
        self.scopes.push(Mark {
            trail: self.trail.len(),
            nonnegative: self.nonnegative.len(),
            clauses: Rc::clone(&self.clauses),
            assumptions: self.assumptions.len(),
            contradiction: self.contradiction,
            equality_state: self.equality_state,
            state: self.state,
            equality_bits: self.equality_bits,
            interval_bits: self.interval_bits,
        });
        Scope(self.scopes.len())
    }

    /// Forgets everything learnt since a scope was opened, inner scopes
    /// included. A scope that is closed already changes nothing.
    pub fn rollback(&mut self, scope: Scope) {
        while self.scopes.len() >= scope.0.max(1) {
            let Some(mark) = self.scopes.pop() else { return };
            while self.trail.len() > mark.trail {
                match self.trail.pop() {
                    Some(Undo::Equality(key, old)) => {
                        if let Unknown::Name(name) = key {
                            restore(&mut self.shapes_and_names.names, name, old);
                        }
                        restore(&mut self.equalities, key, old);
                    }
                    Some(Undo::Shape(key, old)) => {
                        restore(&mut self.shapes.variables, key, old);
                        restore(&mut self.shapes_and_names.variables, key, old);
                    }
                    Some(Undo::Interval(key, old)) => restore(&mut self.intervals, key, old),
                    Some(Undo::Congruence(key, old)) => restore(&mut self.congruences, key, old),
                    Some(Undo::Zero(key)) => restore(&mut self.zeros, key, None),
                    Some(Undo::Nonzero(key)) => restore(&mut self.nonzeros, key, None),
                    Some(Undo::Divisibility(key)) => {
                        restore(&mut self.divisibilities, key, None);
                    }
                    Some(Undo::Legal(key)) => {
                        self.legal.remove(&key);
                    }
                    None => break,
                }
            }
            self.nonnegative.truncate(mark.nonnegative);
            self.clauses = mark.clauses;
            self.assumptions.truncate(mark.assumptions);
            self.contradiction = mark.contradiction;
            self.changes += 1;
            self.equality_state = mark.equality_state;
            self.state = mark.state;
            self.equality_bits = mark.equality_bits;
            self.interval_bits = mark.interval_bits;
        }
    }

    fn set_equality(&mut self, unknown: Unknown, value: ExtentId) {
        let old = self.equalities.insert(unknown, value);
        self.equality_bits |= Extents::bit(unknown);
        if let Unknown::Name(name) = unknown {
            self.shapes_and_names.names.insert(name, value);
        }
        self.note(Undo::Equality(unknown, old));
        self.equality_state = self.state;
    }

    /// Keeps how to take back a change.
    fn note(&mut self, undo: Undo) {
        // That a shape is legal says nothing of extents.
        if matches!(undo, Undo::Legal(_)) {
            self.changes += 1;
        } else {
            self.new_state();
        }
        self.trail.push(undo);
    }

    fn new_state(&mut self) {
        const REMEMBERED: usize = 1 << 11;
        self.last_state += 1;
        self.state = self.last_state;
        if self.representatives.get_mut().len() > REMEMBERED {
            self.representatives.get_mut().clear();
        }
        if self.signs.get_mut().len() > REMEMBERED {
            self.signs.get_mut().clear();
        }
        if self.comparisons.get_mut().len() > REMEMBERED {
            self.comparisons.get_mut().clear();
        }
        if self.legality.get_mut().len() > REMEMBERED {
            self.legality.get_mut().clear();
        }
        for remembered in [&mut self.resolved, &mut self.exact] {
            if remembered.get_mut().len() > REMEMBERED {
                remembered.get_mut().clear();
            }
        }
    }

    /// Whether the facts exclude every run: the point is not reached.
    pub fn is_unreachable(&self) -> bool {
        self.contradiction
    }

    /// Everything that was assumed, in order.
    pub fn assumptions(&self) -> &[Requirement] {
        &self.assumptions
    }
}
