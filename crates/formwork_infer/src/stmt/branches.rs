//! `if` and `switch`: each branch is walked with what its condition teaches, and their ends are
//! joined.

use crate::engine::Analyst;
use crate::report::remark::RemarkKind;
use crate::state::frame::Snapshot;
use crate::stmt::end_of;
use crate::trace::{Arm, Clause, Step, StepKind};
use formwork_domain::AbstractValue;
use formwork_hir::body::{ExprId, Stmt, Switch};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    pub(crate) fn if_stmt(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        clauses: &[(ExprId, formwork_hir::body::Block)],
        otherwise: Option<&[Stmt]>,
        span: Span,
    ) {
        let mut ends: Vec<Snapshot> = Vec::new();
        let outer = self.fork();
        let mut kept: Vec<Clause> = Vec::new();
        for (condition, inner) in clauses {
            if !self.alive() {
                break;
            }
            self.begin_scene();
            let (value, truth) = self.condition(body, *condition, "if");
            let scene = self.end_scene();
            kept.push(Clause { condition: *condition, scene, taken: Truth::No, steps: Vec::new() });
            if !self.alive() {
                break;
            }
            let span = body.exprs[*condition].span;
            self.frame_mut().record.condition(span, &value, truth);
            self.remark_several(RemarkKind::ArrayCondition, &value, span);
            if truth != Truth::No {
                let fork = self.fork();
                self.learn(body, *condition, true);
                let reached = self.alive();
                if reached {
                    let first = kept.iter().rev().skip(1).all(|one| one.taken == Truth::No);
                    let steps = self.traced_branch(body, inner, truth != Truth::Yes || !first);
                    if let Some(clause) = kept.last_mut() {
                        (clause.taken, clause.steps) = (truth, steps);
                    }
                } else {
                    self.unreached(inner);
                }
                if self.alive() {
                    ends.push(self.snapshot(outer.mark, outer.assumed));
                }
                self.leave(fork);
            } else {
                self.unreached(inner);
            }
            if truth == Truth::Yes {
                self.frame_mut().alive = false;
            } else {
                self.learn(body, *condition, false);
            }
        }
        let reached = self.alive();
        let mut last = Arm { steps: Vec::new(), reached };
        if let Some(inner) = otherwise {
            if reached {
                let undecided = kept.iter().any(|clause| clause.taken != Truth::No);
                last.steps = self.traced_branch(body, inner, undecided);
            } else {
                self.unreached(inner);
            }
        }
        self.step(StepKind::If(kept, last), span, false);
        ends.extend(self.leave(outer));
        self.join_paths(ends, end_of(span));
    }

    /// Walks a branch, of which perhaps only a run decides, and keeps it as a block.
    pub(crate) fn traced_branch(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        statements: &[Stmt],
        undecided: bool,
    ) -> Vec<Step> {
        self.open_block();
        if undecided {
            self.undecided(true);
        }
        self.branch(body, statements);
        if undecided {
            self.undecided(false);
        }
        self.close_block()
    }

    /// Walks statements that need not run.
    pub(crate) fn branch(&mut self, body: &Rc<formwork_hir::body::Body>, statements: &[Stmt]) {
        self.enter_branch();
        self.block(body, statements);
        self.leave_branch();
    }

    /// What follows need not run.
    pub(crate) fn enter_branch(&mut self) {
        let frame = self.frame_mut();
        frame.conditional += 1;
        frame.undecided_branches += 1;
    }

    pub(crate) fn leave_branch(&mut self) {
        let frame = self.frame_mut();
        frame.conditional -= 1;
        frame.undecided_branches -= 1;
    }

    pub(crate) fn unreached(&mut self, statements: &[Stmt]) {
        for stmt in statements {
            self.frame_mut().record.reach(stmt.span, false);
        }
    }

    pub(crate) fn switch(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        switch: &Switch,
        span: Span,
    ) {
        self.begin_scene();
        let subject = self.deciding(body, switch.subject);
        let subject_scene = self.end_scene();
        let mut kept: Vec<Clause> = Vec::new();
        if !self.alive() {
            let last = Arm { steps: Vec::new(), reached: false };
            self.step(StepKind::Switch(switch.subject, subject_scene, kept, last), span, false);
            return;
        }
        let outer = self.fork();
        let mut ends = Vec::new();
        for (label, inner) in &switch.cases {
            if !self.alive() {
                break;
            }
            self.begin_scene();
            let label_value = self.deciding(body, *label);
            let scene = self.end_scene();
            kept.push(Clause { condition: *label, scene, taken: Truth::No, steps: Vec::new() });
            let truth = self.case_truth(&subject, &label_value);
            if truth != Truth::No {
                let fork = self.fork();
                self.learn_case(body, switch.subject, &subject, &label_value);
                if self.alive() {
                    let first = kept.iter().rev().skip(1).all(|one| one.taken == Truth::No);
                    let steps = self.traced_branch(body, inner, truth != Truth::Yes || !first);
                    if let Some(clause) = kept.last_mut() {
                        (clause.taken, clause.steps) = (truth, steps);
                    }
                } else if let Some(clause) = kept.last_mut() {
                    // Never taken, but to compare may fail.
                    clause.taken = truth;
                }
                if self.alive() {
                    ends.push(self.snapshot(outer.mark, outer.assumed));
                }
                self.leave(fork);
            } else {
                self.unreached(inner);
            }
            if truth == Truth::Yes {
                self.frame_mut().alive = false;
            }
        }
        let reached = self.alive();
        let mut last = Arm { steps: Vec::new(), reached };
        if let Some(inner) = &switch.otherwise {
            if reached {
                let undecided = kept.iter().any(|clause| clause.taken != Truth::No);
                last.steps = self.traced_branch(body, inner, undecided);
            } else {
                self.unreached(inner);
            }
        }
        self.step(StepKind::Switch(switch.subject, subject_scene, kept, last), span, false);
        ends.extend(self.leave(outer));
        self.join_paths(ends, end_of(span));
    }

    /// Whether a `case` is taken.
    pub(crate) fn case_truth(&mut self, subject: &AbstractValue, label: &AbstractValue) -> Truth {
        let Some(constant) = label.constant() else { return Truth::Maybe };
        if let Some(subject) = subject.constant().filter(|subject| subject.is_strings()) {
            let context = &mut self.memo.null_context;
            let taken = formwork_runtime::ops::takes_case(subject, constant, context);
            return taken.map_or(Truth::Maybe, Truth::from);
        }
        let arrays =
            |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        if !subject.classes.all(arrays) {
            // Comparing a container may fail.
            return Truth::Maybe;
        }
        match (subject.constant(), constant) {
            (Some(subject), label) => {
                let taken =
                    formwork_runtime::ops::takes_case(subject, label, &mut self.memo.null_context);
                taken.map_or(Truth::Maybe, Truth::from)
            }
            (None, Value::Cell(labels)) => {
                let mut all = Truth::No;
                for label in labels.as_slice() {
                    match self.label_truth(subject, label) {
                        Truth::Yes => return Truth::Yes,
                        // To compare may fail, whatever labels follow.
                        Truth::Maybe if !arrays(label.class()) => return Truth::Maybe,
                        Truth::Maybe => all = Truth::Maybe,
                        Truth::No => {}
                    }
                }
                all
            }
            (None, label) => self.label_truth(subject, label),
        }
    }

    /// Whether one label is equal to a subject that is an array of numbers or text.
    pub(crate) fn label_truth(&mut self, subject: &AbstractValue, label: &Value) -> Truth {
        if label.is_empty() || label.is_strings() {
            return Truth::Maybe;
        }
        // Rows and columns must be as many; text is compared with numbers, too.
        if let Some(shape) = subject.shape {
            let dims = label.dims();
            for (axis, extent) in (0..).zip([dims.rows(), dims.columns()]) {
                let own = self.algebra.extent(shape, axis);
                let extent = i64::try_from(extent).unwrap_or(i64::MAX);
                let extent = self.algebra.extents_mut().literal(extent);
                let same = formwork_shape::facts::Requirement::Equal(own, extent);
                if self.facts.truth(&mut self.algebra, &same) == Truth::No {
                    return Truth::No;
                }
            }
        }
        let number = label.to_f64().filter(|x| x.fract() == 0.0 && x.abs() < 1e15);
        if let (formwork_domain::ValueFact::Integer(own), Some(number)) = (&subject.value, number) {
            let number = self.algebra.extents_mut().literal(number as i64);
            let equal = formwork_shape::facts::Requirement::Equal(*own, number);
            return self.facts.truth(&mut self.algebra, &equal);
        }
        Truth::Maybe
    }
}
