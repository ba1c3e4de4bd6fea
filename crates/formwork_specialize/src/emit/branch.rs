//! Branches: what is decided goes.

use formwork_domain::AbstractValue;
use formwork_hir::body::ExprId;
use formwork_infer::trace::{Arm, Clause, Scene};
use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::Truth;
use formwork_syntax::Span;

use super::{Emitter, Making};
use crate::residual::{Expr, ExprKind, Stmt as Kept, StmtKind as Kind};

impl Emitter {
    pub(super) fn if_stmt(
        &mut self,
        making: &mut Making<'_>,
        clauses: &[Clause],
        last: &Arm,
        (span, out): (Span, &mut Vec<Kept>),
    ) {
        let mut kept: Vec<(Expr, Vec<Kept>)> = Vec::new();
        let mut otherwise: Option<Vec<Kept>> = None;
        let mut closed = false;
        for clause in clauses {
            let removable = making.judge(&clause.scene).is_removable(clause.condition);
            if clause.taken == Truth::No && removable && !clause.scene.ends {
                self.note_decided(making, clause.condition);
                continue;
            }
            let steps = self.block(making, &clause.steps);
            if clause.taken == Truth::Yes && removable {
                self.note_decided(making, clause.condition);
                otherwise = Some(steps);
                closed = true;
                break;
            }
            let condition = self.condition(making, &clause.scene, clause.condition);
            if clause.taken == Truth::Maybe {
                let place = (span, &clause.scene);
                self.leave_branch(making, place, clause.condition, &condition);
            }
            kept.push((condition, steps));
            if clause.taken == Truth::Yes || clause.scene.ends {
                closed = true;
                break;
            }
        }
        if !closed {
            if last.reached {
                let steps = self.block(making, &last.steps);
                otherwise = (!steps.is_empty()).then_some(steps);
            } else if let Some(clause) = clauses.last()
                && clause.taken != Truth::No
                && making.judge(&clause.scene).is_removable(clause.condition)
            {
                // One of the branches is taken, so the last one needs no condition.
                otherwise = kept.pop().map(|(_, steps)| steps);
            }
        }
        if kept.is_empty() {
            out.extend(otherwise.unwrap_or_default());
            return;
        }
        out.push(Kept::silent(Kind::If(kept, otherwise)));
    }

    pub(super) fn switch(
        &mut self,
        making: &mut Making<'_>,
        (subject, scene): (ExprId, &Scene),
        cases: &[Clause],
        last: &Arm,
        (span, out): (Span, &mut Vec<Kept>),
    ) {
        let value = scene.values.get(&subject).cloned();
        let mut kept: Vec<(Expr, Vec<Kept>, Option<AbstractValue>)> = Vec::new();
        let mut otherwise: Option<Vec<Kept>> = None;
        let mut closed = false;
        for case in cases {
            let removable = making.judge(&case.scene).is_removable(case.condition);
            if case.taken == Truth::No && removable {
                self.note_decided(making, case.condition);
                continue;
            }
            let steps = self.block(making, &case.steps);
            if case.taken == Truth::Yes && removable {
                self.note_decided(making, case.condition);
                otherwise = Some(steps);
                closed = true;
                break;
            }
            let label = self.expr(making, &case.scene, case.condition);
            kept.push((label, steps, case.scene.values.get(&case.condition).cloned()));
            if case.taken == Truth::Yes {
                closed = true;
                break;
            }
        }
        if !closed && last.reached {
            let steps = self.block(making, &last.steps);
            otherwise = (!steps.is_empty()).then_some(steps);
        }
        if kept.is_empty() && making.judge(scene).is_removable(subject) {
            out.extend(otherwise.unwrap_or_default());
            return;
        }
        let matter = subject;
        let mut subject = self.expr(making, scene, subject);
        self.leave_branch(making, (span, scene), matter, &subject);
        // Comparing a container fails.
        let array =
            |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        subject.sure &= value.as_ref().is_some_and(|value| value.classes.all(array));
        if let ([(label, _, Some(label_value))], Some(value)) = (&kept[..], &value)
            && self.compares_alike(making, value, label_value)
        {
            let same =
                ExprKind::Binary(BinaryOp::Equal, Box::new(subject), Box::new(label.clone()));
            let condition = Expr { sure: true, ..Expr::unknown(same) };
            let steps = kept.pop().map(|(_, steps, _)| steps).unwrap_or_default();
            out.push(Kept::silent(Kind::If(vec![(condition, steps)], otherwise)));
            return;
        }
        let cases = kept.into_iter().map(|(label, steps, _)| (label, steps)).collect();
        out.push(Kept::silent(Kind::Switch(subject, cases, otherwise)));
    }

    /// Whether `==` decides as `switch` does: scalars of numbers, or texts of one size.
    fn compares_alike(
        &self,
        making: &Making<'_>,
        subject: &AbstractValue,
        label: &AbstractValue,
    ) -> bool {
        let Some(constant) = label.constant() else { return false };
        let numbers = |value: &AbstractValue| {
            value.is_scalar() && value.classes.single().is_some_and(Class::is_numeric)
        };
        if numbers(subject) && numbers(label) {
            return true;
        }
        let texts = subject.classes.single() == Some(Class::Char) && constant.is_char();
        let sizes = (subject.size(making.algebra), label.size(making.algebra));
        texts && !constant.is_empty() && matches!(sizes, (Some(a), Some(b)) if a == b)
    }
}
