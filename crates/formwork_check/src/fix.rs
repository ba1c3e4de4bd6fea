//! Changes to the text that make operands fit.

use formwork_hir::body::{Body, ExprKind};
use formwork_infer::{Analysis, Check, CheckKind};
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;

use crate::finding::{Edit, Fix, Safety};
use crate::look::{expression_at, operator_at, text_of};

/// A change that makes operands fit: a transpose, or the elementwise operator.
pub(crate) fn fit_operands(analysis: &mut Analysis, body: &Body, check: &Check) -> Option<Fix> {
    let (op, left, right) = operator_at(body, check.span)?;
    let [a, b] = check.operands[..] else { return None };
    let algebra = &mut analysis.algebra;
    let (left_tuple, right_tuple) = (algebra.as_tuple(a)?, algebra.as_tuple(b)?);
    let ([r, c], [s, t]) = (&left_tuple[..], &right_tuple[..]) else { return None };
    let (r, c, s, t) = (*r, *c, *s, *t);
    let between = body.source.text().get(left.end as usize..right.start as usize)?;
    let place = between.windows(op.symbol().len()).position(|w| w == op.symbol().as_bytes())?;
    let start = left.end + u32::try_from(place).ok()?;
    let operator = Span::new(start, start + u32::try_from(op.symbol().len()).ok()?);
    let transposed = |span: Span| {
        let simple = expression_at(body, span).is_some_and(|id| {
            matches!(body.exprs[id].kind, ExprKind::Var(_) | ExprKind::Access(_))
        });
        let text = text_of(&body.source, span);
        if simple { format!("{text}'") } else { format!("({text})'") }
    };
    let dotted = match op {
        BinaryOp::Multiply => Some(".*"),
        BinaryOp::Divide => Some("./"),
        BinaryOp::Power => Some(".^"),
        _ => None,
    };
    let turn = |side: &str, span: Span| {
        let text = transposed(span);
        (format!("transpose the {side} operand: {text}"), Edit { span, text })
    };
    let mut candidates = Vec::new();
    if let Some(dotted) = dotted
        && r == s
        && c == t
    {
        let edit = Edit { span: operator, text: dotted.to_owned() };
        candidates.push((format!("work element by element: '{dotted}'"), edit));
    }
    if op == BinaryOp::Multiply && c == t {
        candidates.push(turn("right", right));
    }
    if op == BinaryOp::Multiply && r == s {
        candidates.push(turn("left", left));
    }
    if check.kind == CheckKind::Elementwise && r == t && c == s {
        candidates.push(turn("right", right));
    }
    // What fails does something else afterwards: whether that is what was meant only its author
    // knows, even if there is no other way.
    let (message, edit) = candidates.into_iter().next()?;
    Some(Fix { message, edits: vec![edit], safety: Safety::Unsafe })
}
