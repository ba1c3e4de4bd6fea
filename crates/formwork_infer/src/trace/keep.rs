//! Keeping a trace while the program is walked.

use crate::engine::Analyst;
use crate::trace::{
    LoopKey, Made, OVERGROWN, Scene, Step, StepKind, Trace, TraceOptions, Tracer, Variant,
    VariantId, WRITTEN_AS_A_WHOLE,
};
use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId, Stmt, Target, Unit};
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    /// Whether so much was kept that calls stay as they are from here on.
    pub(crate) fn is_overgrown(&self) -> bool {
        self.tracer.as_ref().is_some_and(|tracer| tracer.dynamic > OVERGROWN)
    }

    /// Keeps a trace of what is walked from here on.
    pub fn keep_trace(&mut self, options: TraceOptions<'_>) {
        let TraceOptions { never_run, asserts, reads_files, thrift, anew } = options;
        let mut tracer = Box::<Tracer>::default();
        tracer.trace.asserts = asserts;
        tracer.trace.reads_files = reads_files;
        tracer.trace.never_run = never_run.iter().map(|name| name.as_str().into()).collect();
        tracer.thrift = thrift.cloned().unwrap_or_default();
        tracer.anew = anew;
        self.tracer = Some(tracer);
    }

    /// The trace so far.
    #[must_use]
    pub fn trace(&self) -> Option<&Trace> {
        self.tracer.as_ref().map(|tracer| &tracer.trace)
    }

    pub(crate) fn tracing(&self) -> bool {
        self.tracer.is_some()
    }

    /// Begins a statement, or an expression that stands on its own in one.
    pub(crate) fn begin_scene(&mut self) {
        if self.tracing() {
            let frame = self.frame_mut();
            frame.values.clear();
            frame.scene = Scene::default();
        }
    }

    /// What was seen since then.
    pub(crate) fn end_scene(&mut self) -> Scene {
        if !self.tracing() {
            return Scene::default();
        }
        let warned = self.memo.null_context.take_warned();
        let frame = self.frame_mut();
        let ends = !frame.alive;
        // Conditions are looked at again by those who learn from them.
        let values = frame.values.clone();
        Scene { values, ends, warned, ..std::mem::take(&mut frame.scene) }
    }

    /// Begins a block.
    pub(crate) fn open_block(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.blocks.push(Vec::new());
            tracer.weights.push(0);
        }
    }

    /// Ends the block that was begun last.
    pub(crate) fn close_block(&mut self) -> Vec<Step> {
        let Some(tracer) = &mut self.tracer else { return Vec::new() };
        tracer.weights.pop();
        tracer.blocks.pop().unwrap_or_default()
    }

    /// Keeps a statement.
    pub(crate) fn step(&mut self, kind: StepKind, span: Span, prints: bool) {
        if let Some(tracer) = &mut self.tracer
            && let Some(block) = tracer.blocks.last_mut()
        {
            block.push(Step { kind, span, prints });
            if let Some(weight) = tracer.weights.last_mut() {
                *weight += 1;
            }
        }
    }

    /// Keeps the statements of a loop that was gone through iteration by iteration.
    pub(crate) fn unrolled_step(&mut self, key: LoopKey, trips: usize) {
        let weight = self.tracer.as_ref().map_or(0, |tracer| tracer.kept());
        let steps = self.close_block();
        self.step(StepKind::Unrolled(key, trips, steps), key.1, false);
        if let Some(tracer) = &mut self.tracer
            && let Some(sum) = tracer.weights.last_mut()
        {
            *sum += weight;
        }
    }

    /// Keeps a simple statement.
    pub(crate) fn simple_step(&mut self, stmt: &Stmt) {
        if !self.tracing() {
            return;
        }
        let scene = self.end_scene();
        if stmt.prints || scene.ends || !self.is_settled(stmt) {
            self.count_dynamic(1);
        }
        self.step(StepKind::Simple(stmt.clone(), scene), stmt.span, stmt.prints);
    }

    pub(crate) fn count_dynamic(&mut self, steps: usize) {
        if let Some(tracer) = &mut self.tracer {
            tracer.dynamic += steps;
        }
    }

    /// Whether everything that a statement assigns is known now.
    fn is_settled(&self, stmt: &Stmt) -> bool {
        let formwork_hir::body::StmtKind::Assign(assign) = &stmt.kind else { return false };
        assign.targets.iter().all(|target| match target {
            Target::Ignored => true,
            Target::Place { slot, links, .. } => {
                let value = &self.frame().slot(*slot).value;
                // What is stored in a part of a large array is not written as a whole.
                let large = |constant: &formwork_runtime::Value| {
                    !links.is_empty() && constant.numel() > WRITTEN_AS_A_WHOLE
                };
                match value.constant() {
                    Some(constant) => !large(constant),
                    None => value.contents.is_some(),
                }
            }
        })
    }

    /// Notes which call was made last.
    pub(crate) fn note_made(&mut self, made: Made) {
        if let Some(tracer) = &mut self.tracer {
            tracer.made = Some(made);
        }
    }

    pub(crate) fn forget_made(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.made = None;
        }
    }

    /// Notes why a call that reads a file stays.
    pub(crate) fn note_unread(&mut self, name: &str, span: Span, reason: &str) {
        let source = Rc::clone(&self.frame().body.source);
        let line = source.place(span.start).line;
        let place = format!("{}:{line}", source.path.display());
        if let Some(tracer) = &mut self.tracer {
            tracer.trace.unread.insert(format!("{place}: the call of '{name}' stays: {reason}"));
        }
    }

    /// Keeps the call that was made last as that of an expression.
    pub(crate) fn keep_made(&mut self, id: ExprId) {
        if let Some(made) = self.tracer.as_mut().and_then(|tracer| tracer.made.take()) {
            self.frame_mut().scene.made.insert(id, made);
        }
    }

    /// Keeps the call that was made last as that of the last link of an expression.
    pub(crate) fn keep_through(&mut self, id: ExprId) {
        if let Some(made) = self.tracer.as_mut().and_then(|tracer| tracer.made.take()) {
            self.frame_mut().scene.through.insert(id, made);
        }
    }

    /// The statement that is being walked may warn.
    pub(crate) fn may_warn(&mut self) {
        self.memo.null_context.set_warned();
    }

    /// A branch or a loop of which only a run decides begins, or ends.
    pub(crate) fn undecided(&mut self, begins: bool) {
        if let Some(tracer) = &mut self.tracer {
            tracer.undecided =
                if begins { tracer.undecided + 1 } else { tracer.undecided.saturating_sub(1) };
        }
    }

    pub(crate) fn undecided_around(&self) -> usize {
        self.tracer.as_ref().map_or(0, |tracer| tracer.undecided)
    }

    /// Makes room for a function that is entered.
    pub(crate) fn new_variant(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        args: Option<&[AbstractValue]>,
        nargout: Option<usize>,
    ) -> Option<VariantId> {
        let tracer = self.tracer.as_mut()?;
        Some(tracer.trace.variants.push(Variant {
            unit: Rc::clone(unit),
            body: Rc::clone(body),
            args: args.map(<[AbstractValue]>::to_vec),
            supplied: Vec::new(),
            names: None,
            given: None,
            nargout,
            outputs: None,
            returns: false,
            steps: Vec::new(),
            anonymous: None,
            dynamic_scope: false,
            stateful: false,
            looked_into: false,
        }))
    }
}
