//! Functions, walked once for each way they are called.

use std::rc::Rc;

use formwork_domain::{AbstractValue, mentioned, renewed, substituted};
use formwork_hir::FunctionId;
use formwork_hir::body::{Body, Unit};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Stock, Substitution};
use formwork_syntax::Span;

use crate::call::alike::Alike;
use crate::call::outcome::{Active, CallOutcome, Known};
use crate::call::recursion::UNROLLED;
use crate::engine::Analyst;
use crate::entry::assumption::contradicted;
use crate::expr::Many;
use crate::report::failure::FailureKind;
use crate::state::fork::FreshUnknowns;
use crate::trace::{Made, VariantId};

/// In how many ways a function is walked with everything that is known of its arguments.
const VARIANTS: usize = 8;

/// How many statements all these walks may come to: what takes long is walked less often.
const STATEMENTS: u64 = 4_000;

/// How many statements the calls of a function inside its own may come to. With every way in which a long
/// function calls itself come others.
const RECURSIVE_STATEMENTS: u64 = 2_000;

/// The same if a trace is kept: a residual is worth a longer wait.
const RECURSIVE_TRACED: u64 = 10_000;

/// How many statements of other files are walked: what a file asks of a whole project is no reason to wait.
const ELSEWHERE: u64 = 12_000;

/// The same for a file that is checked: the others are checked on their own.
const ELSEWHERE_CHECKED: u64 = 600;

/// In how many ways if a trace is kept, and how deep recursion is followed then.
const TRACED: usize = 48;

/// In how many ways a function is walked of which there are to be few versions, before nothing is
/// kept of its arguments.
const FEW: usize = 2;

/// How deep recursion is followed that a run decides, with all that is known, if a trace is kept.
const UNFOLDED: usize = 10;

/// How deep calls are walked with much of what is known of their arguments.
const NEAR: usize = 3;

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
        if matches!(body.kind, formwork_hir::body::BodyKind::Nested(_)) {
            // It may change what it shares with this function.
            self.forget_exposed();
        }
        if let Some(outputs) = self.misfit(unit, body, args.len(), nargout, span) {
            return outputs;
        }
        if self.frames.len() > self.options.depth
            || self.is_far(body, &args)
            || self.exhausted()
            || self.is_overgrown()
            || self.is_left_general(body, &args)
        {
            return self.not_followed(unit, body, &args, nargout);
        }
        let recursive = self.calls.active.iter().filter(|active| active.body == body.id).count();
        if recursive == 0
            && let Some(outputs) = self.taken_again(body, &args, nargout, span)
        {
            return outputs;
        }
        // Recursion that needs no run to end is followed to its end.
        let followed =
            self.is_decided(body.id, recursive) || self.is_unfolded(body.id, &args, recursive);
        let recursive = if followed { 0 } else { recursive };
        let args = self.signature(body, args, nargout, recursive);
        if let Some(outputs) = self.taken_again(body, &args, nargout, span) {
            return outputs;
        }
        if let Some((place, renaming)) = self.active_like(body.id, &args, nargout) {
            return self.recursive_result(place, &renaming);
        }
        if recursive > UNROLLED + 2 || (recursive > 0 && self.is_overrecursive(body.id)) {
            return self.not_followed(unit, body, &args, nargout);
        }
        let started = self.budget.steps;
        let leaves = !self.is_own_file(body) && self.budget.leave();
        let outputs = self.follow_function(unit, body, args, nargout, span);
        if leaves {
            self.budget.come_back();
        }
        if recursive == 1 {
            let walked = self.budget.steps.saturating_sub(started);
            *self.memo.summaries.recursive.entry(body.id).or_default() += walked;
        }
        outputs
    }

    /// Whether a function is in the file that is being analysed.
    pub(crate) fn is_own_file(&self, body: &Body) -> bool {
        self.frames.first().is_none_or(|entry| entry.body.source.path == body.source.path)
    }

    /// Whether so much of other files was walked that calls into them are followed no more.
    pub(crate) fn is_enough_of_others(&self) -> bool {
        let most = if self.options.checking { ELSEWHERE_CHECKED } else { ELSEWHERE };
        !self.tracing() && self.budget.elsewhere() > most
    }

    /// Whether a call is one of the only version of a function that there is to be. A text may name
    /// a function, which only a call that is followed finds.
    fn is_left_general(&self, body: &Body, args: &[AbstractValue]) -> bool {
        let thrift = self.tracer.as_ref().map(|tracer| &tracer.thrift);
        thrift.is_some_and(|thrift| thrift.all || thrift.one.contains(&body.id)) && !has_text(args)
    }

    /// Whether a function was walked often enough inside calls of itself.
    fn is_overrecursive(&self, key: FunctionId) -> bool {
        let walked = self.memo.summaries.recursive.get(&key).copied().unwrap_or(0);
        let outermost = self.calls.active.iter().find(|active| active.body == key);
        let open = outermost.map_or(0, |active| self.budget.steps.saturating_sub(active.started));
        let most = if self.tracing() { RECURSIVE_TRACED } else { RECURSIVE_STATEMENTS };
        walked.max(open) > most
    }

    /// What a call gives whose arguments or outputs are more than the function has.
    fn misfit(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        given: usize,
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        let many_inputs = given > body.inputs.len() && body.varargin.is_none();
        let misfit = many_inputs || (nargout > body.outputs.len() && body.varargout.is_none());
        if misfit && self.is_guessed(body) {
            // Another function of that name was meant.
            self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
            self.unfollowed(body);
            return Some(Many::unknown(nargout.max(1)));
        }
        let kind = if many_inputs {
            let (name, most) = (Rc::clone(&body.name), body.inputs.len());
            FailureKind::Arguments { name, given, most }
        } else if nargout > body.outputs.len().max(1) && body.varargout.is_none() {
            let (name, most) = (Rc::clone(&body.name), body.outputs.len());
            FailureKind::Outputs { name, wanted: nargout, most }
        } else {
            return None;
        };
        self.fail(span, kind, &[], None);
        self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
        Some(Many::one(AbstractValue::unknown()))
    }

    /// A call that is not followed: it may do anything that such a call can do.
    fn not_followed(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Many {
        self.unsee(unit, body);
        args.iter().for_each(|value| self.escape_handles_in(value));
        self.note_made(Made::Unfollowed(Rc::clone(unit), Rc::clone(body)));
        self.unfollowed(body);
        self.general_outputs(unit, body, nargout)
    }

    /// The outputs of a call like one that was walked before.
    fn taken_again(
        &mut self,
        body: &Rc<Body>,
        args: &[AbstractValue],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        if self.tracer.as_ref().is_some_and(|tracer| tracer.anew) {
            return None;
        }
        let (outcome, variant) = self.known_outcome(body.id, args, nargout)?;
        let outputs = self.take(outcome, body, span);
        self.note_variant(variant);
        Some(outputs)
    }

    /// Whether a recursive call is made whatever a run would decide.
    fn is_decided(&mut self, key: FunctionId, recursive: usize) -> bool {
        let undecided = self.undecided_around();
        let last = self.calls.active.iter().rfind(|active| active.body == key);
        self.tracing()
            && recursive < TRACED
            && last.is_some_and(|active| active.undecided == undecided)
    }

    /// Whether recursion that a run decides is followed with all that is known of its arguments,
    /// because something is known that is another in each call: the node of a tree that is known.
    fn is_unfolded(&self, key: FunctionId, args: &[AbstractValue], recursive: usize) -> bool {
        let Some(tracer) = &self.tracer else { return false };
        let last = self.calls.active.iter().rfind(|active| active.body == key);
        recursive > 0
            && recursive <= UNFOLDED
            && !tracer.thrift.few.contains(&key)
            && last.is_some_and(|last| {
                last.args.iter().zip(args).any(|(before, now)| {
                    before.constant().is_some() && now.constant().is_some() && before != now
                })
            })
    }

    /// What is kept of the arguments: less, the more ways there are, far from where it matters,
    /// and in recursion.
    fn signature(
        &mut self,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        recursive: usize,
    ) -> Vec<AbstractValue> {
        let key = body.id;
        let variants = self.memo.summaries.known.get(&key).map_or(0, Vec::len);
        let few = self.tracer.as_ref().is_some_and(|tracer| {
            let thrift = &tracer.thrift;
            thrift.all || thrift.few.contains(&key) || thrift.one.contains(&key)
        });
        let limit = match (self.tracing(), self.frames.len() > NEAR) {
            _ if few => {
                let wholly = variants > FEW && !has_text(&args);
                return match recursive {
                    0 => self.generalised(args, wholly),
                    _ => self.recursive_args(body, args, nargout, recursive),
                };
            }
            (true, true) => TRACED / 4,
            (true, false) => TRACED,
            (false, true) => self.variants_of(key).min(VARIANTS / 4),
            (false, false) => self.variants_of(key),
        };
        match recursive {
            0 if variants <= limit => args,
            0 => self.generalised(args, variants > 2 * limit + 1),
            _ => self.recursive_args(body, args, nargout, recursive),
        }
    }

    /// What a call gives that is like an open one: what that gave in the round before.
    fn recursive_result(&mut self, place: usize, renaming: &Substitution) -> Many {
        self.calls.active[place].used = true;
        for above in &mut self.calls.active[place + 1..] {
            above.leans_on = above.leans_on.min(place);
        }
        let before = self.calls.active[place].before;
        self.note_variant(self.calls.active[place].variant);
        match self.calls.active[place].result.clone() {
            Some(result) => {
                let result = self.of_another_call(result, &before);
                self.renamed_outputs(result, renaming)
            }
            None => {
                // No call has returned so far: none that goes on to this one does.
                self.frame_mut().alive = false;
                Many::one(AbstractValue::unknown())
            }
        }
    }

    /// Walks a function for a signature, and keeps what came out.
    fn follow_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        span: Span,
    ) -> Many {
        let variant = self.new_variant(unit, body, Some(&args), Some(nargout));
        let given = self.known_of(&args);
        let undecided = self.undecided_around();
        self.calls.active.push(Active {
            variant,
            given: given.clone(),
            undecided,
            body: body.id,
            args: args.clone(),
            nargout,
            result: None,
            used: false,
            leans_on: usize::MAX,
            before: self.algebra.stock(),
            made: FreshUnknowns::default(),
            walks: Vec::new(),
            started: self.budget.steps,
        });
        let before = self.algebra.stock();
        let started = self.budget.steps;
        let outcome = self.solve_recursion(unit, body, &args, nargout, variant);
        let own = self.calls.active.pop();
        let provisional = own.as_ref().is_some_and(|own| own.leans_on != usize::MAX);
        if let (true, Some(own), Some(around)) = (provisional, own, self.calls.active.last_mut()) {
            around.walks.extend(own.walks);
        }
        self.keep_outcome(variant, &outcome);
        let longest = self.memo.summaries.longest.entry(body.id).or_default();
        *longest = (*longest).max(self.budget.steps.saturating_sub(started));
        if !provisional {
            let known = Known { args, nargout, outcome: outcome.clone(), given, before, variant };
            self.memo.summaries.known.entry(body.id).or_default().push(known);
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
    fn keep_outcome(&mut self, variant: Option<VariantId>, outcome: &CallOutcome) {
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
    ) -> Option<(CallOutcome, Option<VariantId>)> {
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
    pub(crate) fn holds_renamed(
        &mut self,
        requirement: &Requirement,
        renaming: &Substitution,
    ) -> bool {
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

    fn take(&mut self, outcome: CallOutcome, body: &Rc<Body>, span: Span) -> Many {
        for requirement in outcome.learnt {
            self.assume(requirement);
        }
        self.forget_exposed();
        self.changed_from_inside(outcome.reach);
        match outcome.outputs {
            Some(outputs) => {
                self.doubt_call(&body.name, outcome.doubt, span);
                outputs
            }
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
    fn is_far(&mut self, body: &Rc<Body>, args: &[AbstractValue]) -> bool {
        let Some(entry) = self.frames.first() else { return false };
        let own = &entry.body.source.path;
        if body.source.path == *own {
            return false;
        }
        if self.is_enough_of_others() {
            return true;
        }
        let others = self.frames.iter().filter(|frame| frame.body.source.path != *own).count();
        // A file that is checked on its own is only asked what it makes of something. On an ordinary
        // call that is an array of so many dimensions.
        let is_ordinary = self.ordinary.is_some();
        let algebra = &mut self.algebra;
        let mut is_open = |value: &AbstractValue| match value.shape {
            Some(shape) if is_ordinary => algebra.as_tuple(shape).is_none(),
            _ => value.size(algebra).is_none(),
        };
        let nothing = |value: &AbstractValue| value.constant().is_none() && is_open(value);
        // What was only taken for numbers may be what the function asks for.
        if is_ordinary && is_asked_for_more(body, args) {
            return true;
        }
        let idle = !args.is_empty() && args.iter().all(nothing);
        self.options.checking && idle || others >= self.options.far
    }
}

/// Whether a function takes an argument of which no class is known for something else than numbers, or
/// asks whether it is that.
fn is_asked_for_more(body: &Body, args: &[AbstractValue]) -> bool {
    let mut assumed = body
        .inputs
        .iter()
        .zip(args)
        .filter_map(|(input, value)| input.slot.filter(|_| value.classes.single().is_none()));
    let Some(first) = assumed.next() else { return false };
    let others = contradicted(body);
    others.contains(&first) || assumed.any(|slot| others.contains(&slot))
}

/// Whether there is a text among arguments that is known.
fn has_text(args: &[AbstractValue]) -> bool {
    args.iter().any(|value| value.constant().is_some_and(formwork_runtime::Value::is_char))
}
