//! Recursion: a call inside calls of the same function gives what the round before gave, first
//! nothing, until that is stable; signatures that would differ in every round are generalised.

use crate::call::alike::Alike;
use crate::call::outcome::CallOutcome;
use crate::call::walk::unknown_outputs;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::state::fork::FreshUnknowns;
use crate::trace::VariantId;
use formwork_domain::{AbstractValue, Joiner, Mode, Subsumption, ValueFact};
use formwork_hir::FunctionId;
use formwork_hir::body::Body;
use formwork_hir::body::Unit;
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, Substitution};
use std::rc::Rc;

/// How many calls of a function inside one another are walked before their arguments
/// must be like those of a call around them.
pub(crate) const UNROLLED: usize = 2;

/// How often a recursive function is walked.
const ROUNDS: usize = 4;

impl Analyst<'_> {
    /// Walks a function until what its recursive calls were taken to give is what it gives.
    pub(crate) fn solve_recursion(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: &[AbstractValue],
        nargout: usize,
        variant: Option<VariantId>,
    ) -> CallOutcome {
        let mut round = 0;
        loop {
            let outcome = self.walk_function(unit, body, args.to_vec(), nargout, variant);
            let walk = self.calls.walks;
            let Some(active) = self.calls.active.last_mut() else { return outcome };
            active.walks.push(walk);
            if !active.used {
                return outcome;
            }
            round += 1;
            let (earlier, made) = (active.result.clone(), active.made.clone());
            let (after, made) = self.next_result(earlier.clone(), outcome.outputs.clone(), made);
            if same_outputs(earlier.as_ref(), after.as_ref()) {
                let CallOutcome { inner, reach, .. } = outcome;
                let learnt = Vec::new();
                return CallOutcome { outputs: after, learnt, inner, doubt: None, reach };
            }
            if round >= ROUNDS {
                for outputs in [&earlier, &outcome.outputs].into_iter().flatten() {
                    self.escape_lost_outputs(outputs, &Many::Open);
                }
            }
            let anything = Some(unknown_outputs(body, nargout));
            if round > ROUNDS {
                let reach = outcome.reach;
                let (learnt, inner) = (Vec::new(), None);
                return CallOutcome { outputs: anything, learnt, inner, doubt: None, reach };
            }
            if let Some(active) = self.calls.active.last_mut() {
                active.result = if round == ROUNDS { anything } else { after };
                active.used = false;
                active.made = made;
                self.calls.superseded.extend(active.walks.drain(..));
            }
        }
    }

    /// What recursive calls are taken to give in the next round: what covers both.
    fn next_result(
        &mut self,
        earlier: Option<Many>,
        now: Option<Many>,
        made: FreshUnknowns,
    ) -> (Option<Many>, FreshUnknowns) {
        match (earlier, now) {
            (None, now) => (now, made),
            (Some(earlier), Some(now)) if self.covers_outputs(&earlier, &now, &made) => {
                (Some(earlier), made)
            }
            (Some(earlier), Some(now)) => {
                let (after, more) = self.widened_outputs(&earlier, &now);
                for outputs in [&earlier, &now] {
                    self.escape_lost_outputs(outputs, &after);
                }
                (Some(after), made.with(more))
            }
            (Some(earlier), None) => (Some(earlier), made),
        }
    }

    /// Arguments with less known of them, so that there are fewer ways to call.
    pub(crate) fn generalised(
        &mut self,
        args: Vec<AbstractValue>,
        wholly: bool,
    ) -> Vec<AbstractValue> {
        args.into_iter()
            .map(|value| {
                if wholly || !matches!(value.contents, Some(formwork_domain::Contents::Handle(_))) {
                    self.escape_handles_in(&value);
                }
                if wholly {
                    return AbstractValue::unknown();
                }
                let literal = value.size(&self.algebra).is_some();
                let keep = value.constant().is_some_and(|constant| {
                    constant.is_char() || matches!(constant, formwork_runtime::Value::Function(_))
                });
                AbstractValue {
                    shape: value.shape.filter(|_| literal),
                    value: if keep { value.value } else { ValueFact::Any },
                    contents: value.contents.filter(|contents| {
                        matches!(contents, formwork_domain::Contents::Handle(_))
                    }),
                    ..value
                }
            })
            .collect()
    }

    /// Arguments of a call inside calls of the same function. Sizes that are the same in
    /// each call are kept, those that change are widened: `v = grow ([v k], k-1)` is
    /// called with a row of some length.
    pub(crate) fn recursive_args(
        &mut self,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        recursive: usize,
    ) -> Vec<AbstractValue> {
        let key = body.id;
        let outer = self
            .calls
            .active
            .iter()
            .rfind(|active| active.body == key && active.args.len() == args.len())
            .map(|active| active.args.clone());
        let Some(outer) = outer else { return self.generalised(args, true) };
        let some = self.generalised(args.clone(), false);
        // A call like one that is being walked is answered by that one.
        if self.active_like(key, &some, nargout).is_some() {
            return some;
        }
        let mut joiner = Joiner::new(&mut self.algebra, Mode::Widen, &|_| None, &|_| None);
        let name = |place: usize| match body.inputs.get(place).and_then(|input| input.slot) {
            Some(slot) => &*body.slots[slot].name,
            None => "argument",
        };
        let widened: Vec<AbstractValue> = outer
            .iter()
            .zip(&args)
            .enumerate()
            .map(|(place, (x, y))| {
                // Another unknown in each call.
                let name = format!("{}{}", name(place), "'".repeat(recursive));
                joiner.values(&name, x, y)
            })
            .collect();
        let kept = some.iter().zip(widened).map(|(some, widened)| match some.shape {
            // The first call inside may differ from all the others.
            Some(_) if recursive < UNROLLED => some.clone(),
            _ => AbstractValue { shape: widened.shape, classes: widened.classes, ..some.clone() },
        });
        let kept: Vec<AbstractValue> = kept.collect();
        if recursive <= UNROLLED || self.active_like(key, &kept, nargout).is_some() {
            return kept;
        }
        // Sizes that are another term in each call are given up, then the classes.
        let classes: Vec<AbstractValue> =
            kept.into_iter().map(|value| AbstractValue { shape: None, ..value }).collect();
        if recursive <= UNROLLED + 1 || self.active_like(key, &classes, nargout).is_some() {
            return classes;
        }
        self.generalised(args, true)
    }

    /// The function being walked that was called like this, and how its unknowns are
    /// called in this call.
    pub(crate) fn active_like(
        &mut self,
        key: FunctionId,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Option<(usize, Substitution)> {
        for place in 0..self.calls.active.len() {
            let active = &self.calls.active[place];
            if active.body != key || active.nargout != nargout {
                continue;
            }
            let Some(renaming) = Alike::renaming(&self.algebra, &active.args, args) else {
                continue;
            };
            let given = active.given.clone();
            if given.iter().all(|given| self.holds_renamed(given, &renaming)) {
                return Some((place, renaming));
            }
        }
        None
    }

    /// Whether what a round gave is a case of what the rounds before gave.
    pub(crate) fn covers_outputs(
        &mut self,
        before: &Many,
        now: &Many,
        made: &FreshUnknowns,
    ) -> bool {
        let (Many::Known(general), Many::Known(special)) = (before, now) else {
            return matches!(before, Many::Open);
        };
        let equal = |algebra: &mut Algebra, a, b| algebra.extents_mut().equal(a, b) == Truth::Yes;
        let mut instance = Subsumption::new(
            &mut self.algebra,
            made.extents.iter().map(|(extent, _)| *extent),
            made.shapes.iter().map(|(shape, _)| *shape),
            &|_| None,
            &equal,
        );
        general.len() == special.len()
            && general
                .iter()
                .zip(special)
                .all(|(general, special)| instance.value(general, special))
            && instance.finish()
    }

    pub(crate) fn widened_outputs(&mut self, before: &Many, now: &Many) -> (Many, FreshUnknowns) {
        match (before, now) {
            (Many::Known(x), Many::Known(y)) if x.len() == y.len() => {
                let mut joiner = Joiner::new(&mut self.algebra, Mode::Widen, &|_| None, &|_| None);
                let mut both: smallvec::SmallVec<[AbstractValue; 1]> =
                    x.iter().zip(y).map(|(x, y)| joiner.values("result", x, y)).collect();
                let made = FreshUnknowns {
                    extents: joiner.unknown_extents(),
                    shapes: joiner.unknown_shapes(),
                };
                // A recursion may double its result as well as count.
                for result in &mut both {
                    if let ValueFact::Integer(extent) = result.value
                        && made.extents.iter().any(|(one, _)| *one == extent)
                    {
                        result.value = self.bounds_alone(&result.value);
                    }
                }
                (Many::Known(both), made)
            }
            _ => (Many::Open, FreshUnknowns::default()),
        }
    }
}

fn same_outputs(a: Option<&Many>, b: Option<&Many>) -> bool {
    match (a, b) {
        (Some(Many::Known(x)), Some(Many::Known(y))) => x == y,
        (Some(Many::Open), Some(Many::Open)) | (None, None) => true,
        _ => false,
    }
}
