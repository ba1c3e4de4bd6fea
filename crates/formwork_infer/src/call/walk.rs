//! Walking the body of a function once, for one signature, and what came out.

use crate::call::outcome::CallOutcome;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::Inner;
use crate::report::record::FunctionRecord;
use crate::state::frame::{Frame, Slot, Snapshot};
use crate::trace::VariantId;
use formwork_domain::{AbstractValue, Mode};
use formwork_hir::body::{Body, Unit};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use smallvec::SmallVec;
use std::rc::Rc;

impl Analyst<'_> {
    /// Walks a function from its beginning.
    pub(crate) fn walk_function(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
        variant: Option<VariantId>,
    ) -> CallOutcome {
        let scope = self.facts.push();
        let assumed = self.facts.assumptions().len();
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(body));
        frame.entry_assumptions = assumed;
        frame.called = match (&self.tracer, variant) {
            (Some(tracer), Some(variant)) => tracer.trace.variants[variant].args.is_some(),
            _ => false,
        };
        frame.share(self.tracing());
        self.frames.push(frame);
        self.expose_outer(body);
        self.open_block();
        self.bind_arguments(body, args, nargout);
        self.make_constructed(body);
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
            let facts = FunctionRecord { cut: self.exhausted(), walk: self.calls.walks, ..facts };
            if outcome.outputs.is_none() {
                let inner = facts
                    .sure_failures()
                    .next()
                    .cloned()
                    .map(|failure| Rc::new(Inner { source: Rc::clone(&body.source), failure }));
                outcome.inner = inner;
            } else {
                outcome.doubt = facts.doubt();
            }
            self.found.functions.push(facts);
        }
        self.facts.rollback(scope);
        outcome
    }

    /// Variables of the function around a nested one may be anything.
    pub(crate) fn expose_outer(&mut self, body: &Rc<Body>) {
        for (slot, variable) in &body.slots {
            if matches!(variable.storage, formwork_hir::body::Storage::Outer(_)) {
                self.frame_mut().exposed.insert(slot);
                self.forget(slot, Truth::Maybe);
            }
        }
    }

    /// Whether a function may have set an output behind this one that is asked for.
    pub(crate) fn gives_more(
        &self,
        body: &Body,
        place: usize,
        nargout: usize,
        met: &Snapshot,
    ) -> bool {
        let set = |slot: formwork_hir::SlotId| {
            met.changed.get(&slot).unwrap_or_else(|| self.frame().slot(slot)).defined != Truth::No
        };
        body.outputs.iter().take(nargout).skip(place + 1).any(|&slot| set(slot))
            || (nargout > body.outputs.len() && body.varargout.is_some_and(set))
    }

    /// What a function gives where all its ends meet.
    pub(crate) fn finish_function(&mut self, body: &Rc<Body>, nargout: usize) -> CallOutcome {
        if self.alive() {
            self.return_now();
        }
        let ends: Vec<Snapshot> = std::mem::take(&mut self.frame_mut().returns);
        if ends.is_empty() {
            let reach = self.frame().reach;
            let learnt = Vec::new();
            return CallOutcome { outputs: None, learnt, inner: None, doubt: None, reach };
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
        let (outputs, reach) = (Some(outputs), self.frame().reach);
        CallOutcome { outputs, learnt, inner: None, doubt: None, reach }
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
