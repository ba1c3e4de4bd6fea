//! What stands left of an assignment.

use super::{MAX_DEPTH, Parser};
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::tree::{ExprId, ExprKind, UnaryOp};

impl Parser<'_> {
    /// Reads `left`, which an assignment operator follows, as targets; and
    /// whether they were in brackets.
    pub(super) fn convert_to_targets(&mut self, left: ExprId) -> (Box<[ExprId]>, bool) {
        let expr = self.tree.expr(left);
        let ExprKind::Matrix(rows) = &expr.kind else {
            self.check_target(left);
            return (Box::new([left]), false);
        };
        if rows.len() > 1 {
            self.invalid_target(left, "a list of outputs has one row: expected `,` instead of `;`");
        }
        let rows = self.tree.expr(left).kind.clone();
        let ExprKind::Matrix(rows) = rows else { return (Box::default(), true) };
        let mut targets = Vec::new();
        for &element in rows.iter().flatten() {
            // In a list of outputs `~ b` is an ignored output and `b`.
            match self.tree.expr(element).kind {
                ExprKind::Unary(UnaryOp::Not, operand) if self.not_is_apart(element, operand) => {
                    let mut span = self.span(element);
                    span.end = span.start + 1;
                    let ignored = self.add_expr(ExprKind::Ignored, span);
                    self.check_target(operand);
                    targets.extend([ignored, operand]);
                }
                ExprKind::Ignored => targets.push(element),
                _ => {
                    self.check_target(element);
                    targets.push(element);
                }
            }
        }
        (targets.into(), true)
    }

    fn not_is_apart(&self, not: ExprId, operand: ExprId) -> bool {
        self.span(operand).start > self.span(not).start + 1
    }

    /// Checks that `target` is a variable, or an element or field of one, and
    /// notes that the variable exists.
    pub(super) fn check_target(&mut self, target: ExprId) {
        let mut at = target;
        let mut links = 0;
        loop {
            links += 1;
            if links > MAX_DEPTH {
                let message = format!(
                    "this is nested too deeply: expected at most {MAX_DEPTH} indices and fields of \
                     a variable before `=`"
                );
                let span = self.span(target);
                self.report(SyntaxError::new(SyntaxErrorCode::NestingTooDeep, span, message));
                return;
            }
            match self.tree.expr(at).kind {
                ExprKind::Name(name) => {
                    self.define(name);
                    return;
                }
                ExprKind::Index { base, .. }
                | ExprKind::Field { base, .. }
                | ExprKind::DynamicField { base, .. } => at = base,
                ExprKind::Error => return,
                _ => break,
            }
        }
        let what = match self.tree.expr(at).kind {
            ExprKind::Number(_) => "a number",
            ExprKind::Text(_) => "a string",
            ExprKind::Matrix(_) => "a matrix",
            ExprKind::Cell(_) => "a cell array",
            ExprKind::FunctionHandle(_) | ExprKind::AnonymousFunction { .. } => "a function handle",
            ExprKind::End => "`end`",
            ExprKind::Assign(_) => "an assignment",
            _ => "the value of an expression",
        };
        let message = format!("{what} cannot be assigned to: expected a variable before `=`");
        self.invalid_target(target, &message);
    }

    fn invalid_target(&mut self, target: ExprId, message: &str) {
        let span = self.span(target);
        let error = SyntaxError::new(SyntaxErrorCode::InvalidTarget, span, message)
            .help("to compare, write `==`");
        self.report(error);
    }
}
