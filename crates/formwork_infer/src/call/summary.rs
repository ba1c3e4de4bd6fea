//! Functions, walked once for each way they are called.

use std::rc::Rc;

use formwork_domain::{
    AbstractValue, Joiner, Mode, Subsumption, ValueFact, mentioned, renewed, substituted,
};
use formwork_hir::FunctionId;
use formwork_hir::body::{Body, Unit};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Stock, Substitution};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::call::alike::Alike;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::{FailureKind, Inner};
use crate::report::record::FunctionFacts;
use crate::state::frame::{Frame, Slot, Snapshot};
use crate::state::paths::FreshUnknowns;
use crate::trace::{Made, VariantId};

/// In how many ways a function is walked with everything that is known of its arguments.
const VARIANTS: usize = 8;

/// How many statements all these walks may come to: what takes long is walked less often.
const STATEMENTS: u64 = 4_000;

/// In how many ways if a trace is kept, and how deep recursion is followed then.
const TRACED: usize = 48;

/// How deep calls are walked with much of what is known of their arguments.
const NEAR: usize = 3;

/// How often a recursive function is walked.
const ROUNDS: usize = 4;

/// How many calls of a function inside one another are walked before their arguments
/// must be like those of a call around them.
const UNROLLED: usize = 2;

/// What came out of walking a function.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Its outputs; `None` if it does not return.
    pub(crate) outputs: Option<Many>,
    pub(crate) learnt: Vec<Requirement>,
    /// If it does not return: what fails, unless that is on purpose.
    pub(crate) inner: Option<Rc<Inner>>,
    /// How many of its callers it may have changed variables of.
    pub(crate) reach: u8,
}

/// Functions that have been walked.
#[derive(Default)]
pub(crate) struct Summaries {
    known: FxHashMap<FunctionId, Vec<Known>>,
    /// How many statements the longest walk took.
    longest: FxHashMap<FunctionId, u64>,
}

/// What one way of calling a function gave.
struct Known {
    args: Vec<AbstractValue>,
    nargout: usize,
    outcome: Outcome,
    /// What was known then of the unknowns in the arguments.
    given: Vec<Requirement>,
    /// The unknowns there were before: the others are those of the one call walked.
    before: Stock,
    variant: Option<VariantId>,
}

/// A function that is being walked.
pub(crate) struct Active {
    body: FunctionId,
    args: Vec<AbstractValue>,
    /// What was known of the unknowns in the arguments.
    given: Vec<Requirement>,
    nargout: usize,
    /// What it gave in the round before; `None`: nothing has returned yet.
    result: Option<Many>,
    used: bool,
    /// The place of the outermost function whose result so far was used in this walk: what
    /// came of it stands only as long as that one's does.
    leans_on: usize,
    /// The unknowns there were before.
    before: Stock,
    /// What the rounds before made up.
    made: FreshUnknowns,
    /// The walks that stand only as long as the results do that they used: those of the
    /// round, and those inside it that lean on this or an outer function.
    walks: Vec<u64>,
    variant: Option<VariantId>,
    /// How many branches of which only a run decides were around the call.
    undecided: usize,
}

impl Analyst<'_> {
    /// Whether a function was found by looking through all folders of a project, of which
    /// nobody knows whether they are on the path.
    pub(crate) fn is_guessed(&self, callee: &Body) -> bool {
        let folder = |body: &Body| body.source.path.parent().map(std::path::Path::to_path_buf);
        self.options.checking
            && !folder(callee).is_some_and(|folder| folder.ends_with("private"))
            && folder(callee) != folder(&self.frame().body)
    }

    /// Calls a user's function.
    pub(crate) fn call_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        span: Span,
    ) -> Many {
        let key = body.id;
        let nested = matches!(body.kind, formwork_hir::body::BodyKind::Nested(_));
        if nested {
            // It may change what it shares with this function.
            self.forget_exposed();
        }
        let misfit = (args.len() > body.inputs.len() && body.varargin.is_none())
            || (nargout > body.outputs.len() && body.varargout.is_none());
        if misfit && self.is_guessed(body) {
            // Another function of that name was meant.
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            self.unfollowed(body);
            return Many::Known((0..nargout.max(1)).map(|_| AbstractValue::unknown()).collect());
        }
        if args.len() > body.inputs.len() && body.varargin.is_none() {
            let (name, given, most) = (Rc::clone(&body.name), args.len(), body.inputs.len());
            self.fail(span, FailureKind::Arguments { name, given, most }, &[], None);
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            return Many::one(AbstractValue::unknown());
        }
        if nargout > body.outputs.len().max(1) && body.varargout.is_none() {
            let (name, most) = (Rc::clone(&body.name), body.outputs.len());
            self.fail(span, FailureKind::Outputs { name, wanted: nargout, most }, &[], None);
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            return Many::one(AbstractValue::unknown());
        }
        if self.frames.len() > self.options.depth
            || self.is_far(body, &args)
            || self.exhausted()
            || self.is_overgrown()
        {
            self.unsee(unit, body);
            args.iter().for_each(|value| self.escape_handles_in(value));
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            self.unfollowed(body);
            return unknown_outputs(body, nargout);
        }
        let variants = self.memo.summaries.known.get(&key).map_or(0, Vec::len);
        let recursive = self.calls.active.iter().filter(|active| active.body == key).count();
        if recursive == 0
            && let Some((outcome, variant)) = self.known_outcome(key, &args, nargout)
        {
            let outputs = self.take(outcome, body, span);
            self.note_variant(variant);
            return outputs;
        }
        // Far from where it matters, less is kept of the arguments.
        let limit = match (self.tracing(), self.frames.len() > NEAR) {
            (true, true) => TRACED / 4,
            (true, false) => TRACED,
            (false, true) => self.variants_of(key).min(VARIANTS / 4),
            (false, false) => self.variants_of(key),
        };
        // Recursion that needs no run to end is followed to its end.
        let decided = self.tracing()
            && recursive < TRACED
            && self
                .calls
                .active
                .iter()
                .rfind(|active| active.body == key)
                .is_some_and(|active| active.undecided == self.undecided_around());
        let recursive = if decided { 0 } else { recursive };
        let args = match recursive {
            0 if variants <= limit => args,
            0 => self.generalised(args, variants > 2 * limit + 1),
            _ => self.recursive_args(body, args, nargout, recursive),
        };
        if let Some((outcome, variant)) = self.known_outcome(key, &args, nargout) {
            let outputs = self.take(outcome, body, span);
            self.note_variant(variant);
            return outputs;
        }
        if let Some((place, renaming)) = self.active_like(key, &args, nargout) {
            self.calls.active[place].used = true;
            for above in &mut self.calls.active[place + 1..] {
                above.leans_on = above.leans_on.min(place);
            }
            let before = self.calls.active[place].before;
            self.note_variant(self.calls.active[place].variant);
            return match self.calls.active[place].result.clone() {
                Some(result) => {
                    let result = self.of_another_call(result, &before);
                    self.renamed_outputs(result, &renaming)
                }
                None => {
                    // No call has returned so far: none that goes on to this one does.
                    self.frame_mut().alive = false;
                    Many::one(AbstractValue::unknown())
                }
            };
        }
        if recursive > UNROLLED + 2 {
            self.unsee(unit, body);
            args.iter().for_each(|value| self.escape_handles_in(value));
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            self.unfollowed(body);
            return unknown_outputs(body, nargout);
        }
        let variant = self.new_variant(unit, body, Some(&args), Some(nargout));
        let given = self.known_of(&args);
        self.calls.active.push(Active {
            variant,
            given: given.clone(),
            undecided: self.undecided_around(),
            body: key,
            args: args.clone(),
            nargout,
            result: None,
            used: false,
            leans_on: usize::MAX,
            before: self.algebra.stock(),
            made: FreshUnknowns::default(),
            walks: Vec::new(),
        });
        let before = self.algebra.stock();
        let started = self.budget.steps;
        let mut round = 0;
        let outcome = loop {
            let outcome = self.walk_function(unit, body, args.clone(), nargout, variant);
            let walk = self.calls.walks;
            let Some(active) = self.calls.active.last_mut() else { break outcome };
            active.walks.push(walk);
            if !active.used {
                break outcome;
            }
            round += 1;
            let earlier = active.result.clone();
            let made = active.made.clone();
            let (after, made) = match (earlier.clone(), outcome.outputs.clone()) {
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
            };
            if same_outputs(earlier.as_ref(), after.as_ref()) {
                let Outcome { inner, reach, .. } = outcome;
                break Outcome { outputs: after, learnt: Vec::new(), inner, reach };
            }
            if round >= ROUNDS {
                for outputs in [&earlier, &outcome.outputs].into_iter().flatten() {
                    self.escape_lost_outputs(outputs, &Many::Open);
                }
            }
            if round > ROUNDS {
                break Outcome {
                    outputs: Some(unknown_outputs(body, nargout)),
                    learnt: Vec::new(),
                    inner: None,
                    reach: outcome.reach,
                };
            }
            if let Some(active) = self.calls.active.last_mut() {
                active.result =
                    if round == ROUNDS { Some(unknown_outputs(body, nargout)) } else { after };
                active.used = false;
                active.made = made;
                self.calls.superseded.extend(active.walks.drain(..));
            }
        };
        let own = self.calls.active.pop();
        let provisional = own.as_ref().is_some_and(|own| own.leans_on != usize::MAX);
        if let (true, Some(own), Some(around)) = (provisional, own, self.calls.active.last_mut()) {
            around.walks.extend(own.walks);
        }
        self.keep_outcome(variant, &outcome);
        let longest = self.memo.summaries.longest.entry(key).or_default();
        *longest = (*longest).max(self.budget.steps.saturating_sub(started));
        if !provisional {
            let known = Known { args, nargout, outcome: outcome.clone(), given, before, variant };
            self.memo.summaries.known.entry(key).or_default().push(known);
        }
        let outputs = self.take(outcome, body, span);
        self.note_variant(variant);
        outputs
    }

    /// In how many ways a function is walked, if no trace is kept.
    fn variants_of(&self, key: FunctionId) -> usize {
        let longest = self.memo.summaries.longest.get(&key).copied().unwrap_or(0);
        let often = STATEMENTS.checked_div(longest).unwrap_or(u64::MAX);
        usize::try_from(often).unwrap_or(VARIANTS).min(VARIANTS)
    }

    fn note_variant(&mut self, variant: Option<VariantId>) {
        if let Some(variant) = variant {
            self.note_made(Made::Function(variant));
        }
    }

    /// Keeps what a function gave in the trace.
    fn keep_outcome(&mut self, variant: Option<VariantId>, outcome: &Outcome) {
        if let (Some(tracer), Some(variant)) = (&mut self.tracer, variant) {
            let variant = &mut tracer.trace.variants[variant];
            variant.returns = outcome.outputs.is_some();
            variant.outputs = match &outcome.outputs {
                Some(Many::Known(values)) => Some(values.to_vec()),
                Some(Many::Open) | None => None,
            };
        }
    }

    /// What is known of the unknowns that values are described with.
    fn known_of(&self, values: &[AbstractValue]) -> Vec<Requirement> {
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        for value in values {
            mentioned(value, &mut shapes, &mut extents);
        }
        self.facts.assumed_of(&self.algebra, &shapes, &extents)
    }

    /// What came out of an earlier call that was like one, if what was known then holds.
    fn known_outcome(
        &mut self,
        key: FunctionId,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Option<(Outcome, Option<VariantId>)> {
        let count = self.memo.summaries.known.get(&key)?.len();
        for place in 0..count {
            let known = &self.memo.summaries.known[&key][place];
            if known.nargout != nargout || known.args.len() != args.len() {
                continue;
            }
            let Some(renaming) = Alike::renaming(&self.algebra, &known.args, args) else {
                continue;
            };
            let given = known.given.clone();
            if !given.iter().all(|given| self.holds_renamed(given, &renaming)) {
                continue;
            }
            let known = &self.memo.summaries.known[&key][place];
            let (mut outcome, before, variant) =
                (known.outcome.clone(), known.before, known.variant);
            outcome.outputs = outcome.outputs.map(|outputs| {
                let outputs = self.of_another_call(outputs, &before);
                self.renamed_outputs(outputs, &renaming)
            });
            outcome.learnt.retain(|requirement| !self.algebra.is_newer(requirement, &before));
            if !renaming.is_empty() {
                for learnt in &mut outcome.learnt {
                    *learnt = learnt.substituted(&mut self.algebra, &renaming);
                }
            }
            return Some((outcome, variant));
        }
        None
    }

    /// Whether a condition holds here with other names for its unknowns.
    fn holds_renamed(&mut self, requirement: &Requirement, renaming: &Substitution) -> bool {
        let requirement = if renaming.is_empty() {
            requirement.clone()
        } else {
            requirement.substituted(&mut self.algebra, renaming)
        };
        self.facts.assumptions().contains(&requirement)
            || self.facts.truth(&mut self.algebra, &requirement) == Truth::Yes
    }

    fn renamed_outputs(&mut self, outputs: Many, renaming: &Substitution) -> Many {
        match outputs {
            Many::Known(values) if !renaming.is_empty() => Many::Known(
                values
                    .iter()
                    .map(|value| substituted(&mut self.algebra, value, renaming))
                    .collect(),
            ),
            outputs => outputs,
        }
    }

    /// What a call gave, for another one: the sizes it made up are other ones there.
    fn of_another_call(&mut self, outputs: Many, before: &Stock) -> Many {
        match outputs {
            Many::Known(values) => {
                Many::Known(renewed(&mut self.algebra, &values, before).into_iter().collect())
            }
            Many::Open => Many::Open,
        }
    }

    fn take(&mut self, outcome: Outcome, body: &Rc<Body>, span: Span) -> Many {
        for requirement in outcome.learnt {
            self.assume(requirement);
        }
        self.forget_exposed();
        self.changed_from_inside(outcome.reach);
        match outcome.outputs {
            Some(outputs) => outputs,
            // The name may mean a variable instead.
            None if self.frame().dynamic_scope => Many::one(AbstractValue::unknown()),
            None => {
                match outcome.inner {
                    Some(inner) => {
                        let kind = FailureKind::Call { name: Rc::clone(&body.name), inner };
                        self.fail(span, kind, &[], None);
                    }
                    // It ends on purpose.
                    None => self.frame_mut().alive = false,
                }
                Many::one(AbstractValue::unknown())
            }
        }
    }

    /// Whether a function is in another file than the one that is being analysed, and too
    /// far away from it.
    fn is_far(&self, body: &Rc<Body>, args: &[AbstractValue]) -> bool {
        let Some(entry) = self.frames.first() else { return false };
        let own = &entry.body.source.path;
        let others = self.frames.iter().filter(|frame| frame.body.source.path != *own).count();
        // A file that is checked on its own is only asked what it makes of something.
        let nothing = |value: &AbstractValue| {
            value.constant().is_none() && value.size(&self.algebra).is_none()
        };
        let idle = self.options.checking && !args.is_empty() && args.iter().all(nothing);
        body.source.path != *own && (idle || others >= self.options.far)
    }

    /// Arguments with less known of them, so that there are fewer ways to call.
    fn generalised(&mut self, args: Vec<AbstractValue>, wholly: bool) -> Vec<AbstractValue> {
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
    fn recursive_args(
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
        let mut meeting = Joiner::new(&mut self.algebra, Mode::Widen, &|_| None, &|_| None);
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
                meeting.values(&name, x, y)
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
    fn active_like(
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
    fn covers_outputs(&mut self, before: &Many, now: &Many, made: &FreshUnknowns) -> bool {
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

    fn widened_outputs(&mut self, before: &Many, now: &Many) -> (Many, FreshUnknowns) {
        match (before, now) {
            (Many::Known(x), Many::Known(y)) if x.len() == y.len() => {
                let mut meeting = Joiner::new(&mut self.algebra, Mode::Widen, &|_| None, &|_| None);
                let mut both: smallvec::SmallVec<[AbstractValue; 1]> =
                    x.iter().zip(y).map(|(x, y)| meeting.values("result", x, y)).collect();
                let made = FreshUnknowns {
                    extents: meeting.unknown_extents(),
                    shapes: meeting.unknown_shapes(),
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

    /// Walks a function from its beginning.
    pub(crate) fn walk_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        variant: Option<VariantId>,
    ) -> Outcome {
        let scope = self.facts.push();
        let assumed = self.facts.assumptions().len();
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(body));
        frame.entry_assumptions = assumed;
        frame.called = match (&self.tracer, variant) {
            (Some(tracer), Some(variant)) => tracer.trace.variants[variant].args.is_some(),
            _ => false,
        };
        for &slot in &body.shared {
            frame.exposed.insert(slot);
        }
        self.frames.push(frame);
        self.expose_outer(body);
        self.open_block();
        self.bind_arguments(body, args, nargout);
        self.apply_argument_rules(body);
        self.block(body, &body.statements);
        let steps = self.close_block();
        if let (Some(tracer), Some(variant)) = (&mut self.tracer, variant) {
            let dynamic_scope = self.frames.last().is_some_and(|frame| frame.dynamic_scope);
            let stateful = self.frames.last().is_some_and(|frame| frame.stateful);
            let looked_into = self.frames.last().is_some_and(|frame| frame.looked_into);
            let variant = &mut tracer.trace.variants[variant];
            variant.steps = steps;
            variant.dynamic_scope = dynamic_scope;
            variant.stateful = stateful;
            variant.looked_into = looked_into;
        }
        let mut outcome = self.finish_function(body, nargout);
        if let Some(frame) = self.frames.pop() {
            let facts = frame.record.finish(body);
            self.calls.walks += 1;
            let facts = FunctionFacts { cut: self.exhausted(), walk: self.calls.walks, ..facts };
            if outcome.outputs.is_none() {
                let inner = facts
                    .sure_failures()
                    .next()
                    .cloned()
                    .map(|failure| Rc::new(Inner { source: Rc::clone(&body.source), failure }));
                outcome.inner = inner;
            }
            self.found.functions.push(facts);
        }
        self.facts.rollback(scope);
        outcome
    }

    /// Variables of the function around a nested one may be anything.
    fn expose_outer(&mut self, body: &Rc<Body>) {
        for (slot, variable) in &body.slots {
            if matches!(variable.storage, formwork_hir::body::Storage::Outer(_)) {
                self.frame_mut().exposed.insert(slot);
                self.forget(slot, Truth::Maybe);
            }
        }
    }

    /// Whether a function may have set an output behind this one that is asked for.
    fn gives_more(&self, body: &Body, place: usize, nargout: usize, met: &Snapshot) -> bool {
        let set = |slot: formwork_hir::SlotId| {
            met.changed.get(&slot).unwrap_or_else(|| self.frame().slot(slot)).defined != Truth::No
        };
        body.outputs.iter().take(nargout).skip(place + 1).any(|&slot| set(slot))
            || (nargout > body.outputs.len() && body.varargout.is_some_and(set))
    }

    /// What a function gives where all its ends meet.
    fn finish_function(&mut self, body: &Rc<Body>, nargout: usize) -> Outcome {
        if self.alive() {
            self.return_now();
        }
        let ends: Vec<Snapshot> = std::mem::take(&mut self.frame_mut().returns);
        if ends.is_empty() {
            let reach = self.frame().reach;
            return Outcome { outputs: None, learnt: Vec::new(), inner: None, reach };
        }
        self.frame_mut().rollback(0);
        self.frame_mut().alive = true;
        // The returns were taken from the beginning of the function.
        let mut met = ends[0].clone();
        for end in &ends[1..] {
            met = self.join_two(&met, end, Mode::Join).0;
        }
        let slot = |this: &Self, slot: formwork_hir::SlotId| -> Slot {
            met.changed.get(&slot).unwrap_or_else(|| this.frame().slot(slot)).clone()
        };
        let mut outputs: SmallVec<[AbstractValue; 1]> = SmallVec::new();
        let mut open = false;
        for (place, &output) in body.outputs.iter().enumerate() {
            if place >= nargout.max(1) {
                break;
            }
            let state = slot(self, output);
            match state.defined {
                Truth::No if self.frame().dynamic_scope => outputs.push(AbstractValue::unknown()),
                // `[~, y] = f ()` does without it.
                Truth::No if self.gives_more(body, place, nargout, &met) => {
                    outputs.push(AbstractValue::unknown());
                }
                // An output without a value is missing; the caller fails if it needs it.
                Truth::No => break,
                Truth::Maybe if place == 0 && nargout == 0 => {
                    open = true;
                    break;
                }
                Truth::Maybe | Truth::Yes => outputs.push((*state.value).clone()),
            }
        }
        if outputs.len() < nargout.max(1)
            && outputs.len() == body.outputs.len()
            && let Some(varargout) = body.varargout
        {
            let state = slot(self, varargout);
            let wanted = nargout.max(1) - outputs.len();
            match state.value.elements(&mut self.algebra) {
                Some(elements) if state.defined == Truth::Yes && elements.len() >= wanted => {
                    outputs.extend(elements.iter().take(wanted).cloned());
                }
                // Where nothing is in it, the call stands for no value at all.
                _ if nargout <= 1 => open = true,
                _ => {
                    for _ in 0..wanted {
                        outputs.push(AbstractValue::unknown());
                    }
                }
            }
        }
        let learnt: Vec<Requirement> = met.learnt;
        let outputs = if open { Many::Open } else { Many::Known(outputs) };
        Outcome { outputs: Some(outputs), learnt, inner: None, reach: self.frame().reach }
    }
}

fn same_outputs(a: Option<&Many>, b: Option<&Many>) -> bool {
    match (a, b) {
        (Some(Many::Known(x)), Some(Many::Known(y))) => x == y,
        (Some(Many::Open), Some(Many::Open)) | (None, None) => true,
        _ => false,
    }
}

/// As many outputs as were asked for, of which nothing is known.
pub(crate) fn unknown_outputs(body: &Rc<Body>, nargout: usize) -> Many {
    if body.outputs.is_empty() && body.varargout.is_none() {
        return Many::Known(SmallVec::new());
    }
    if nargout == 0 || (nargout == 1 && body.outputs.is_empty()) {
        return Many::Open;
    }
    Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
}
