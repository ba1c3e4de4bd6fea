//! Preconditions: what the parameters of a function must be for it to return.
//!
//! A function that is entered with nothing said of its parameters is walked again. The first walk
//! finds what holds of the parameters wherever the function returns: the classes that its
//! operations left, and the conditions on sizes that speak of parameters alone. The second walk
//! begins with that. So what is known of a definition holds on every run that returns; nobody
//! reports an error because of it, and whoever checks or specializes does without
//! ([`Options::returning`](crate::Options)).
//!
//! ```text
//! function y = f (x, w)     first walk: x and w are anything
//!   n = size (x, 1);        n is an integer
//!   y = w * x';             x is a matrix of numbers, w has as many columns as x
//! end                       second walk: x is a matrix from the first line on
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::FunctionId;
use formwork_hir::SlotId;
use formwork_hir::body::Body;
use formwork_runtime::Value;
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::state::frame::Snapshot;

/// How often a function is walked: what one walk learned lets the next one learn more.
pub(crate) const MOST_WALKS: usize = 3;

/// What holds of the parameters of a function wherever it returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Precondition {
    /// The parameters that were narrowed.
    values: Vec<(SlotId, AbstractValue)>,
    /// Conditions on sizes.
    learnt: Vec<Requirement>,
    /// How many arguments there are, if that is known.
    arguments: Option<usize>,
    /// A parameter that is given however many arguments there are.
    given: Option<SlotId>,
}

impl Precondition {
    /// Adds what another walk learned, which began with this; whether that was anything.
    pub(crate) fn extend(&mut self, learned: Precondition) -> bool {
        let mut more = false;
        for (slot, value) in learned.values {
            match self.values.iter_mut().find(|(own, _)| *own == slot) {
                Some((_, own)) if *own == value => {}
                Some((_, own)) => {
                    *own = value;
                    more = true;
                }
                None => {
                    self.values.push((slot, value));
                    more = true;
                }
            }
        }
        for requirement in learned.learnt {
            if !self.learnt.contains(&requirement) {
                self.learnt.push(requirement);
                more = true;
            }
        }
        more
    }

    /// What a parameter was narrowed to.
    pub(crate) fn value(&self, slot: SlotId) -> Option<&AbstractValue> {
        self.values.iter().find(|(own, _)| *own == slot).map(|(_, value)| value)
    }

    /// The conditions on sizes.
    pub(crate) fn conditions(&self) -> &[Requirement] {
        &self.learnt
    }

    /// There are so many arguments.
    pub(crate) fn set_arguments(&mut self, count: usize) {
        self.arguments = Some(count);
    }

    /// A parameter is this, and always given.
    pub(crate) fn set_given(&mut self, slot: SlotId, value: AbstractValue) {
        self.set(slot, value);
        self.given = Some(slot);
    }

    /// This holds.
    pub(crate) fn learn(&mut self, requirement: Requirement) {
        self.learnt.push(requirement);
    }

    /// A parameter is this.
    pub(crate) fn set(&mut self, slot: SlotId, value: AbstractValue) {
        self.values.retain(|(own, _)| *own != slot);
        self.values.push((slot, value));
    }
}

/// Where the functions stand that were walked so far.
pub(crate) struct FunctionsMark {
    records: usize,
    summaries: FxHashMap<FunctionId, usize>,
}

impl Analyst<'_> {
    /// What holds of the parameters that nothing was said of, where the function that was entered
    /// returned. Its walk has come to its end.
    pub(crate) fn precondition(&mut self, body: &Rc<Body>) -> Precondition {
        if self.alive() {
            self.return_now();
        }
        self.frame_mut().alive = false;
        let frame = self.frame();
        let Some((first, others)) = frame.returns.split_first() else {
            return Precondition::default();
        };
        if frame.dynamic_scope || frame.undeclared.is_empty() {
            return Precondition::default();
        }
        let everywhere = |one: &&Requirement| others.iter().all(|end| end.learnt.contains(one));
        let learnt: Vec<Requirement> = first
            .learnt
            .iter()
            .filter(everywhere)
            .filter(|one| self.algebra.is_of_names(one))
            .cloned()
            .collect();
        let mut slots: Vec<SlotId> = frame.undeclared.difference(&frame.exposed).copied().collect();
        slots.sort_unstable();
        let values = slots.into_iter().filter_map(|slot| {
            let value = self.narrowed(body, slot)?;
            Some((slot, value))
        });
        let values = values.collect();
        Precondition { values, learnt, arguments: None, given: None }
    }

    /// A parameter as it was wherever the function returned, if that is less than anything.
    fn narrowed(&mut self, body: &Rc<Body>, slot: SlotId) -> Option<AbstractValue> {
        if self.is_assigned(body, slot) {
            return self.narrowed_class(slot);
        }
        let frame = self.frame();
        let given = frame.parameters.get(&slot)?;
        let at = |end: &Snapshot| match end.changed.get(&slot) {
            Some(state) if state.defined == Truth::No => None,
            Some(state) => {
                // What was learned of copies is known of the argument.
                let classes = state.value.classes;
                let own = state.given.map_or(classes, |given| given.classes.intersection(classes));
                Some((if own.is_empty() { classes } else { own }, state.value.shape))
            }
            None => Some((given.classes, given.shape)),
        };
        let mut classes = ClassSet::NONE;
        let mut shapes = Vec::new();
        for (own, shape) in frame.returns.iter().filter_map(at) {
            classes = classes.union(own);
            shapes.push(shape);
        }
        shapes.dedup();
        let shape = match shapes[..] {
            [Some(shape)] if self.algebra.are_of_names(&[shape], &[]) => Some(shape),
            _ => given.shape,
        };
        let narrowed = !classes.is_empty() && (classes, shape) != (given.classes, given.shape);
        let contents = given.contents.clone();
        narrowed.then(|| AbstractValue { contents, ..AbstractValue::new(classes, shape) })
    }

    /// A parameter that the function assigns to: the classes that the argument had wherever the
    /// function returned.
    fn narrowed_class(&self, slot: SlotId) -> Option<AbstractValue> {
        let frame = self.frame();
        let entered = frame.parameters.get(&slot)?;
        let mut classes = ClassSet::NONE;
        for end in &frame.returns {
            let own = match end.changed.get(&slot) {
                Some(state) => state.given?.classes,
                None => entered.classes,
            };
            classes = classes.union(own);
        }
        (!classes.is_empty() && classes != entered.classes)
            .then(|| AbstractValue::new(classes, entered.shape))
    }

    /// Begins with what was learned before.
    pub(crate) fn assume_precondition(&mut self, body: &Rc<Body>, assumed: &Precondition) {
        for requirement in &assumed.learnt {
            self.assume(requirement.clone());
        }
        for (slot, value) in &assumed.values {
            let given = assumed.given == Some(*slot);
            let defined = if given { Truth::Yes } else { self.frame().slot(*slot).defined };
            self.bind(*slot, value.clone(), body.span, defined);
            self.note_given(*slot);
        }
        if let Some(count) = assumed.arguments {
            self.assume_arguments(body, count);
        }
    }

    /// There are so many arguments: the parameters behind them have no value.
    fn assume_arguments(&mut self, body: &Rc<Body>, count: usize) {
        let nargin = AbstractValue::of(&Value::count(count), &mut self.algebra);
        self.frame_mut().nargin = nargin;
        for (place, input) in body.inputs.iter().enumerate() {
            let Some(slot) = input.slot else { continue };
            let defined = if place < count { Truth::Yes } else { Truth::No };
            let value = (*self.frame().slot(slot).value).clone();
            self.bind(slot, value, body.span, defined);
            self.note_given(slot);
        }
    }

    /// Where the functions stand that were walked so far.
    pub(crate) fn mark_functions(&self) -> FunctionsMark {
        let known = self.memo.summaries.known.iter();
        FunctionsMark {
            records: self.found.functions.len(),
            summaries: known.map(|(id, known)| (*id, known.len())).collect(),
        }
    }

    /// Forgets the functions that were walked since.
    pub(crate) fn forget_functions(&mut self, mark: &FunctionsMark) {
        self.found.functions.truncate(mark.records);
        self.memo.summaries.known.retain(|id, known| {
            let before = mark.summaries.get(id).copied().unwrap_or(0);
            known.truncate(before);
            before > 0
        });
    }
}
