//! Scripts: bodies that run among the variables of whoever runs them.
//!
//! A script is walked in a frame of its own, into which the variables of the frame below are put
//! under their names; what it changed is put back.

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, Unit};
use formwork_shape::Truth;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::state::frame::{Frame, Slot};
use crate::trace::StepKind;

/// How deep scripts are followed.
const DEPTH: usize = 24;

impl Analyst<'_> {
    /// Runs a script among the variables of the function that is being walked.
    pub(crate) fn run_script(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) {
        self.run_within(None, unit, script);
    }

    /// Runs a text that is evaluated here. It sees the other functions of the file; what a script
    /// defines is found by its name.
    pub(crate) fn run_text(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) {
        let here = self.frame();
        let around = here.around.as_ref().unwrap_or(&here.unit);
        let around = around.script.is_none().then(|| Rc::clone(around));
        self.run_within(around, unit, script);
    }

    fn run_within(&mut self, around: Option<Rc<Unit>>, unit: &Rc<Unit>, script: &Rc<Body>) {
        if self.frames.len() > DEPTH || self.exhausted() {
            if around.is_some() {
                self.run_unknown_text();
            }
            self.give_up();
            self.frame_mut().dynamic_scope = true;
            return;
        }
        self.define_functions(unit);
        let mut frame = self.frame_of_script(unit, script);
        frame.around = around;
        let start = frame.mark();
        // Where it fails, a `try` around the call sees what it had set by then.
        frame.watchers.push(FxHashMap::default());
        self.frames.push(frame);
        self.open_block();
        self.block(script, &script.statements);
        let steps = self.close_block();
        if !self.frame().returns.is_empty() {
            // `return` ends the script.
            if self.alive() {
                self.return_now();
            }
            let ends = std::mem::take(&mut self.frame_mut().returns);
            self.frame_mut().rollback(start);
            self.frame_mut().alive = true;
            self.join_paths(ends, script.span);
        }
        let Some(mut frame) = self.frames.pop() else { return };
        self.put_back(&mut frame, start);
        let hidden = self.frame().has_unnamed();
        self.step(StepKind::Script(Rc::clone(unit), Rc::clone(script), steps), script.span, false);
        let outer = self.frame_mut();
        outer.inherits &= frame.inherits;
        outer.reach = outer.reach.max(frame.reach);
        outer.clears |= frame.clears;
        outer.looked_into |= frame.looked_into;
        outer.dynamic_scope |= frame.dynamic_scope;
        outer.alive &= frame.alive;
        if hidden && self.tracing() {
            // Whoever prints the program goes by the names in its text.
            self.frame_mut().dynamic_scope = true;
        }
        self.found.functions.push(frame.record.finish(script));
    }

    /// A frame for a script, with the variables of the frame below.
    fn frame_of_script(&mut self, unit: &Rc<Unit>, script: &Rc<Body>) -> Frame {
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(script));
        frame.entry_assumptions = self.facts.assumptions().len();
        if self.frame().dynamic_scope {
            for slot in script.slots.keys() {
                let value = Rc::new(AbstractValue::unknown());
                frame.set(slot, Slot::new(value, Truth::Maybe));
            }
        }
        for slot in self.frame().slot_ids() {
            let state = self.frame().slot(slot).clone();
            let own = frame.find_or_add(&self.frame().name(slot));
            if script.slots.is_valid(own) {
                self.note_read(&state.value);
            }
            if self.frame().exposed.contains(&slot) {
                frame.exposed.insert(own);
            }
            frame.set(own, state);
        }
        frame.nargin = self.frame().nargin.clone();
        frame.nargout = self.frame().nargout.clone();
        frame.inherits = self.frame().inherits;
        frame.fragment = self.frame().fragment;
        frame
    }

    /// Puts what a script changed into the frame below.
    fn put_back(&mut self, frame: &mut Frame, start: usize) {
        for (slot, states) in frame.watchers.pop().unwrap_or_default() {
            if self.frame().watchers.is_empty() {
                break;
            }
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            for state in states {
                self.frame_mut().set(own, state);
            }
        }
        for (slot, state) in frame.changed_since(start) {
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            self.frame_mut().set(own, state);
        }
        for &slot in &frame.exposed {
            let own = self.frame_mut().find_or_add(&frame.name(slot));
            self.frame_mut().exposed.insert(own);
        }
    }
}
