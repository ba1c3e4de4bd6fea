//! Loops with a condition: `while` and `do … until`.

use std::rc::Rc;

use formwork_hir::body::{Body, ExprId, Stmt};
use formwork_shape::Truth;

use crate::engine::Analyst;
use crate::loops::end_of;
use crate::loops::site::{Header, Site};
use crate::report::remark::RemarkKind;
use crate::state::frame::Snapshot;
use crate::trace::{Scene, StepKind};

/// When a loop looks at its condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tested {
    /// Before the body: it is left when the condition fails.
    Before,
    /// After the body: it is left when the condition holds.
    After,
}

/// The condition of a loop.
struct Test<'b> {
    body: &'b Rc<Body>,
    condition: ExprId,
    tested: Tested,
    /// The states in which the last walk left the loop.
    exits: Vec<Snapshot>,
    /// Where the log and the facts stood before the loop.
    base: (usize, usize),
    /// What the condition was in the last walk.
    scene: Scene,
}

impl Test<'_> {
    fn look(&mut self, analyst: &mut Analyst<'_>) {
        analyst.begin_scene();
        let symbol = match self.tested {
            Tested::Before => "while",
            Tested::After => "until",
        };
        let (value, truth) = analyst.condition(self.body, self.condition, symbol);
        self.scene = analyst.end_scene();
        if !analyst.alive() {
            return;
        }
        let span = self.body.exprs[self.condition].span;
        analyst.frame_mut().record.condition(span, &value, truth);
        analyst.remark_several(RemarkKind::ArrayCondition, &value, span);
        let leaves_when = self.tested == Tested::After;
        let leaves = match (truth, leaves_when) {
            (truth, true) => truth,
            (truth, false) => !truth,
        };
        if leaves != Truth::No {
            let fork = analyst.fork();
            analyst.learn(self.body, self.condition, leaves_when);
            if analyst.alive() {
                self.exits.push(analyst.snapshot(self.base.0, self.base.1));
            }
            analyst.leave(fork);
        }
        if leaves == Truth::Yes {
            analyst.frame_mut().alive = false;
        } else {
            analyst.learn(self.body, self.condition, !leaves_when);
        }
    }
}

impl Header for Test<'_> {
    fn enter(&mut self, analyst: &mut Analyst<'_>) {
        self.exits.clear();
        if self.tested == Tested::Before {
            self.look(analyst);
        }
    }

    fn finish(&mut self, analyst: &mut Analyst<'_>) {
        if self.tested == Tested::After {
            self.look(analyst);
        }
    }

    fn exits(&mut self) -> Option<&mut Vec<Snapshot>> {
        Some(&mut self.exits)
    }
}

impl Analyst<'_> {
    /// `while` and `do … until`.
    pub(crate) fn tested_loop(
        &mut self,
        body: &Rc<Body>,
        stmt: &Stmt,
        statements: &[Stmt],
        (condition, tested): (ExprId, Tested),
    ) {
        let span = stmt.span;
        let tested_first = tested == Tested::Before;
        if self.unroll_tested(body, condition, statements, (tested_first, span)) {
            return;
        }
        let fork = self.fork();
        let base = (fork.mark, fork.assumed);
        let scene = Scene::default();
        let mut header = Test { body, condition, tested, exits: Vec::new(), base, scene };
        let mark = self.frame_mut().record.watch();
        let before = self.algebra.stock();
        let test = Some((condition, tested));
        let id = stmt.id;
        let site = Site { body, id, statements, span, variable: None, test, mark, before };
        self.frame_mut().conditional += 1;
        let solved = self.solve(&site, &mut header, &fork, None);
        self.frame_mut().conditional -= 1;
        let steps = self.walked_steps();
        let mut ends = header.exits;
        ends.extend(solved.breaks);
        self.leave(fork);
        let kind = match tested {
            Tested::Before => StepKind::While(condition, header.scene, steps),
            Tested::After => StepKind::DoUntil(steps, condition, header.scene),
        };
        self.step(kind, span, false);
        self.join_after_loop(ends, end_of(span));
    }
}
