//! What a function gives whatever it is called with.
//!
//! A call is not followed if nobody knows how many arguments it has (`f (varargin{:})`), or if it
//! is too deep. Then its outputs are those of the function's *general outcome*: what a walk with
//! unknown arguments finds, as far as it speaks of no argument. That is mostly a class, and the
//! sizes that the function always gives. Only who asks for shapes asks for it.
//!
//! ```text
//! function [ax, rest] = axis_of (varargin)     ax : any of any size     rest : cell 1xk
//!   …
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::body::{Body, Unit};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::Interval;

use crate::call::walk::unknown_outputs;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::state::frame::{Frame, Slot};

/// How deep functions are walked for their general outcomes.
const DEEPEST: usize = 6;

impl Analyst<'_> {
    /// The outputs of a call that is not followed.
    pub(crate) fn general_outputs(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        nargout: usize,
    ) -> Many {
        let unknown = unknown_outputs(body, nargout);
        let Many::Known(mut outputs) = unknown else { return unknown };
        if !self.options.returning || outputs.is_empty() || self.exhausted() {
            return Many::Known(outputs);
        }
        let general = match self.memo.general.get(&body.id) {
            Some(known) => known.clone(),
            None if !self.is_own_file(body) && self.is_enough_of_others() => Rc::new([]),
            None => {
                // A call of itself finds that nothing is known.
                self.memo.general.insert(body.id, Rc::new([]));
                let found: Rc<[AbstractValue]> = self.walk_general(unit, body).into();
                self.memo.general.insert(body.id, Rc::clone(&found));
                found
            }
        };
        for (output, known) in outputs.iter_mut().zip(&*general) {
            *output = self.detached(known, &body.name);
        }
        Many::Known(outputs)
    }

    /// Walks a function with unknown arguments, however many.
    fn walk_general(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) -> Vec<AbstractValue> {
        let open = self.calls.active.iter().any(|active| active.body == body.id);
        if open || self.memo.depth >= DEEPEST || self.frames.len() > self.options.depth {
            return Vec::new();
        }
        self.memo.depth += 1;
        let mark = self.mark_functions();
        let scope = self.facts.push();
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(body));
        frame.entry_assumptions = self.facts.assumptions().len();
        frame.share(self.tracing());
        self.frames.push(frame);
        self.expose_outer(body);
        self.open_block();
        self.bind_anything(body);
        self.make_constructed(body);
        self.apply_argument_rules(body);
        self.block(body, &body.statements);
        self.close_block();
        let outcome = self.finish_function(body, body.outputs.len().max(1));
        let dynamic = self.frame().dynamic_scope;
        self.frames.pop();
        self.facts.rollback(scope);
        self.forget_functions(&mark);
        self.memo.depth -= 1;
        match outcome.outputs {
            Some(Many::Known(outputs)) if !dynamic => outputs.into_vec(),
            _ => Vec::new(),
        }
    }

    /// Parameters of which nothing is known, not even whether they are given.
    fn bind_anything(&mut self, body: &Rc<Body>) {
        let count = self.fresh("nargin", Interval::EXTENT);
        let nargin = AbstractValue::integer(count, &self.algebra);
        let wanted = self.fresh("nargout", Interval::EXTENT);
        let nargout = AbstractValue::integer(wanted, &self.algebra);
        let frame = self.frame_mut();
        (frame.nargin, frame.nargout) = (nargin, nargout);
        for slot in body.inputs.iter().filter_map(|input| input.slot) {
            let value = self.shaped(AbstractValue::unknown(), &body.slots[slot].name);
            self.frame_mut().set(slot, Slot::new(Rc::new(value), Truth::Maybe));
        }
        if let Some(slot) = body.varargin {
            let cell = AbstractValue::new(ClassSet::only(Class::Cell), None);
            let value = self.shaped(cell, "varargin");
            self.frame_mut().set(slot, Slot::new(Rc::new(value), Truth::Yes));
        }
    }

    /// What is left of a value where nothing is known of the unknowns that it speaks of: its
    /// classes, and the sizes that are numbers.
    pub(crate) fn detached(&mut self, value: &AbstractValue, name: &str) -> AbstractValue {
        let shape = value.shape.and_then(|shape| {
            let extents = self.algebra.as_tuple(shape)?.to_vec();
            let extents: Vec<_> = extents
                .into_iter()
                .enumerate()
                .map(|(axis, extent)| match self.algebra.extents().as_literal(extent) {
                    Some(_) => extent,
                    None => self.fresh(&format!("size({name},{})", axis + 1), Interval::EXTENT),
                })
                .collect();
            Some(self.algebra.tuple(extents))
        });
        AbstractValue { complex: value.complex, ..AbstractValue::new(value.classes, shape) }
    }
}
