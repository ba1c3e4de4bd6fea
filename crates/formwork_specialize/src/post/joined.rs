//! Texts that are joined piece by piece, joined at once.
//!
//! `[['Name: ', x], ','], ' ']` is `['Name: ', x, ',', ' ']`: whatever `x` is, the same
//! things are joined in the same order, and the same two do not fit if any do not. That
//! needs a text among the first pieces, or else numbers could be rounded once less, and
//! nothing among the others that could fail or be seen before the first ones are joined.
//! Pieces become one piece only where all is known to be text and to fit: a cell would get
//! fewer elements.

use formwork_runtime::{Array, Class, Quote, Value};

use crate::residual::{Expr, ExprKind};

/// The same joined with fewer brackets or in fewer pieces.
pub(super) fn simplified(expr: &Expr) -> Option<Expr> {
    let ExprKind::Matrix(rows) = &expr.kind else { return None };
    let [row] = &rows[..] else { return None };
    flattened(expr, row).or_else(|| merged(expr, row))
}

fn flattened(expr: &Expr, row: &[Expr]) -> Option<Expr> {
    let [first, rest @ ..] = row else { return None };
    let ExprKind::Matrix(inner) = &first.kind else { return None };
    let [inner] = &inner[..] else { return None };
    let has_text = inner.len() > 1 && inner.iter().any(is_text);
    if !has_text || rest.is_empty() || !rest.iter().all(|piece| line(piece).is_some()) {
        return None;
    }
    let pieces = inner.iter().chain(rest).cloned().collect();
    let kind = ExprKind::Matrix(vec![pieces]);
    Some(Expr { kind, sure: expr.sure && first.sure, known: expr.known.clone() })
}

/// Whether something is text, or a cell if a cell is joined with it.
fn is_text(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(value) => value.is_char() && !value.is_empty(),
        ExprKind::Matrix(rows) => rows.len() == 1 && rows[0].iter().any(is_text),
        _ => false,
    }
}

/// The characters of a line of text in single quotes.
fn line(expr: &Expr) -> Option<&[u8]> {
    match &expr.kind {
        ExprKind::Const(Value::Char(text, Quote::Single))
            if text.dims().is_row() && text.numel() > 0 =>
        {
            Some(text.as_slice())
        }
        _ => None,
    }
}

fn merged(expr: &Expr, row: &[Expr]) -> Option<Expr> {
    if !expr.sure || expr.known.class != Some(Class::Char) {
        return None;
    }
    let at = row.windows(2).position(|pair| pair.iter().all(|piece| line(piece).is_some()))?;
    let text = [line(&row[at])?, line(&row[at + 1])?].concat();
    let text = Value::Char(Array::row(text), Quote::Single);
    let mut pieces = row.to_vec();
    pieces.splice(at..at + 2, [Expr::constant(text)]);
    Some(Expr { kind: ExprKind::Matrix(vec![pieces]), ..expr.clone() })
}
