//! Code that can be told to stop: it looks at a flag of the caller where it may run for
//! long.
//!
//! Loops around loops and loops of unknown length look in every iteration, and so does a
//! function that calls itself, at its begin or where it is about to do so (`unchecked`). A
//! counted loop without a loop in it, but for those of a few iterations that are written down,
//! looks between strips of iterations, so that what is done in a strip can still be vectorised;
//! within a counted loop that looks in every iteration, it is the innermost axis of an array,
//! often a short one, and does not look at all.

use super::function::FunctionPrinter;
use crate::loops::{BlockId, ExprId, Expression, Function, Scalar, StatementKind};

/// How many iterations are taken between two looks at the flag.
const STRIP: i64 = 1 << 16;

/// How many iterations the loops within an iteration take at most, if that counts for nothing.
const FEW: u64 = 64;

/// How a counted loop is told to stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Poll {
    /// Never: it is short.
    Never,
    /// In every iteration.
    Iterations,
    /// Between strips of iterations.
    Strips,
}

fn contains(function: &Function, block: BlockId, is: impl Fn(&StatementKind) -> bool) -> bool {
    let mut found = false;
    function.visit_statements(block, |statement| found |= is(&statement.kind));
    found
}

impl FunctionPrinter<'_> {
    /// How a counted loop is told to stop.
    pub(super) fn poll_of(&self, (from, to): (ExprId, ExprId), body: BlockId) -> Poll {
        if !self.file.options.hosted {
            return Poll::Never;
        }
        let function = self.function;
        let iterations = |from, to| {
            let constant = |id| match function.expression(id) {
                Expression::Constant(Scalar::Index(number)) => Some(number),
                _ => None,
            };
            Some(constant(to)?.abs_diff(constant(from)?))
        };
        // However they are nested, what they do together is bounded by this.
        let mut within = 1_u64;
        let mut is_long = false;
        function.visit_statements(body, |statement| match &statement.kind {
            StatementKind::For { from, to, .. } => {
                let iterations = iterations(*from, *to).unwrap_or(u64::MAX);
                within = within.saturating_mul(iterations.max(1));
            }
            StatementKind::While { .. }
            | StatementKind::Call { .. }
            | StatementKind::CallRuntime { .. } => is_long = true,
            _ => {}
        });
        if is_long || within > FEW {
            return Poll::Iterations;
        }
        if iterations(from, to).is_some_and(|iterations| iterations <= STRIP.unsigned_abs()) {
            return Poll::Never;
        }
        // A strip is a loop of its own, which `break` must not take for the whole.
        if contains(function, body, |kind| matches!(kind, StatementKind::Break)) {
            return Poll::Iterations;
        }
        if self.looks { Poll::Never } else { Poll::Strips }
    }

    /// Leaves the function if it is told to.
    pub(super) fn poll(&mut self, level: usize) {
        if !self.file.options.hosted {
            return;
        }
        // What is said to be rare, compilers do not inline calls around.
        let condition = if self.signature.goes_on {
            "(*runtime->stop | *status) != 0".to_owned()
        } else {
            format!("{}(*runtime->stop != 0)", super::header::RARELY)
        };
        self.put(level, format!("if ({condition}) {{"));
        self.exit("FW_FAILED", level + 1);
        self.put(level, "}");
    }

    /// Opens a loop over strips of a counted loop from `from` up to `to`; the bounds of the
    /// loop over a strip.
    pub(super) fn open_strips(
        &mut self,
        name: &str,
        (from, to, step): (&str, &str, i64),
        level: usize,
    ) -> (String, String) {
        let (next, end) = (format!("{name}_next"), format!("{name}_end"));
        let sign = if step > 0 { "<" } else { ">" };
        let strip = STRIP.saturating_mul(step);
        self.put(
            level,
            format!("for (int64_t {next} = {from}, {end} = {to}; {next} {sign} {end};) {{"),
        );
        self.poll(level + 1);
        self.put(level + 1, format!("const int64_t {name}_from = {next};"));
        let far = if step > 0 {
            format!("{end} - {next} > {strip}")
        } else {
            format!("{end} - {next} < {strip}")
        };
        self.put(level + 1, format!("{next} = {far} ? {next} + {strip} : {end};"));
        (format!("{name}_from"), next)
    }
}
