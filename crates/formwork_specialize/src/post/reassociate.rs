//! Products of matrices in the cheapest order, where it is asked for.
//!
//! `a * b * x` of two matrices and a vector costs less as `a * (b * x)`. The result may
//! differ in its last digits, so nobody gets this without asking. Only chains whose sizes
//! are all known, of real numbers that cannot fail, are put in another order.

use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;

use super::effects::is_sure;
use crate::residual::{Expr, ExprKind, Function, Known};

/// Puts products in the cheapest order; says how many were changed.
pub(crate) fn reassociate(function: &mut Function) -> usize {
    if function.verbatim.is_some() {
        return 0;
    }
    let mut count = 0;
    function.change_exprs(&mut |expr| {
        if let Some(cheaper) = reordered(expr) {
            *expr = cheaper;
            count += 1;
        }
    });
    count
}

/// The same product, if another order is cheaper.
fn reordered(expr: &Expr) -> Option<Expr> {
    let mut factors = Vec::new();
    if !collect(expr, &mut factors) || factors.len() < 3 {
        return None;
    }
    // The extents between the factors.
    let mut extents: Vec<f64> = Vec::with_capacity(factors.len() + 1);
    for factor in &factors {
        let (rows, columns) = matrix_size(&factor.known)?;
        if extents.is_empty() {
            extents.push(rows as f64);
        } else if extents.last() != Some(&(rows as f64)) {
            // A factor that is a scalar: then this is no product of matrices.
            return None;
        }
        extents.push(columns as f64);
    }
    let order = Order::best(&extents);
    let before = cost(expr)?;
    if order.costs[0][factors.len() - 1] >= before {
        return None;
    }
    Some(order.build(&factors, 0, factors.len() - 1))
}

/// The factors of a product from left to right; whether all of them qualify.
fn collect<'a>(expr: &'a Expr, factors: &mut Vec<&'a Expr>) -> bool {
    if let ExprKind::Binary(BinaryOp::Multiply, left, right) = &expr.kind
        && is_real(&expr.known)
        && expr.sure
    {
        return collect(left, factors) && collect(right, factors);
    }
    factors.push(expr);
    is_real(&expr.known) && is_sure(expr)
}

fn is_real(known: &Known) -> bool {
    known.real && known.class == Some(Class::Double)
}

fn matrix_size(known: &Known) -> Option<(u64, u64)> {
    match known.size.as_deref() {
        Some(&[rows, columns]) if (rows, columns) != (1, 1) => Some((rows, columns)),
        _ => None,
    }
}

/// How many products of numbers an expression of products takes.
fn cost(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Multiply, left, right) if expr.sure && is_real(&expr.known) => {
            let (rows, inner) = whole_size(&left.known)?;
            let (_, columns) = whole_size(&right.known)?;
            Some(cost(left)? + cost(right)? + rows * inner * columns)
        }
        _ => Some(0.0),
    }
}

fn whole_size(known: &Known) -> Option<(f64, f64)> {
    match known.size.as_deref() {
        Some(&[rows, columns]) => Some((rows as f64, columns as f64)),
        _ => None,
    }
}

/// The cheapest order of each part of a chain.
struct Order {
    costs: Vec<Vec<f64>>,
    splits: Vec<Vec<usize>>,
}

impl Order {
    fn best(extents: &[f64]) -> Order {
        let count = extents.len() - 1;
        let mut costs = vec![vec![0.0; count]; count];
        let mut splits = vec![vec![0; count]; count];
        for length in 2..=count {
            for first in 0..=count - length {
                let last = first + length - 1;
                let mut best = f64::INFINITY;
                for split in first..last {
                    let product = extents[first] * extents[split + 1] * extents[last + 1];
                    let total = costs[first][split] + costs[split + 1][last] + product;
                    // Of equal ones the last: from left to right, as it is written.
                    if total <= best {
                        best = total;
                        splits[first][last] = split;
                    }
                }
                costs[first][last] = best;
            }
        }
        Order { costs, splits }
    }

    fn build(&self, factors: &[&Expr], first: usize, last: usize) -> Expr {
        if first == last {
            return factors[first].clone();
        }
        let split = self.splits[first][last];
        let left = self.build(factors, first, split);
        let right = self.build(factors, split + 1, last);
        let size = [&left, &right].map(|side| matrix_size(&side.known));
        let size = match size {
            [Some((rows, _)), Some((_, columns))] => Some([rows, columns].into()),
            _ => None,
        };
        let known = Known { class: Some(Class::Double), size, real: true, ..Known::default() };
        let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(right));
        Expr { kind, sure: true, known }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::residual::VarId;

    fn matrix(index: u32, rows: u64, columns: u64) -> Expr {
        let known = Known {
            class: Some(Class::Double),
            size: Some([rows, columns].into()),
            real: true,
            ..Known::default()
        };
        Expr { kind: ExprKind::Var(VarId::from_u32(index)), sure: true, known }
    }

    fn product(left: Expr, right: Expr) -> Expr {
        let (Some((rows, _)), Some((_, columns))) =
            (matrix_size(&left.known), matrix_size(&right.known))
        else {
            panic!("factors have sizes");
        };
        let known = Known {
            class: Some(Class::Double),
            size: Some([rows, columns].into()),
            real: true,
            ..Known::default()
        };
        let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(right));
        Expr { kind, sure: true, known }
    }

    fn text(expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Binary(_, left, right) => format!("({} {})", text(left), text(right)),
            ExprKind::Var(var) => var.to_string(),
            _ => String::new(),
        }
    }

    #[test]
    fn vectors_come_first() {
        let chain = product(product(matrix(0, 50, 50), matrix(1, 50, 50)), matrix(2, 50, 1));
        let better = reordered(&chain).map(|expr| text(&expr));
        assert_eq!(better.as_deref(), Some("(v0 (v1 v2))"));
    }

    #[test]
    fn what_costs_the_same_stays() {
        let chain = product(product(matrix(0, 5, 5), matrix(1, 5, 5)), matrix(2, 5, 5));
        assert!(reordered(&chain).is_none());
    }

    #[test]
    fn longer_chains_and_other_starts() {
        let inner = product(matrix(1, 30, 5), product(matrix(2, 5, 30), matrix(3, 30, 1)));
        let chain = product(matrix(0, 2, 30), inner);
        // (2x30) ((30x5) ((5x30) (30x1))): 150 + 150 + 60; others take more.
        assert!(reordered(&chain).is_none());
        let inner = product(product(matrix(1, 30, 5), matrix(2, 5, 30)), matrix(3, 30, 1));
        let chain = product(matrix(0, 2, 30), inner);
        let better = reordered(&chain).map(|expr| text(&expr));
        assert_eq!(better.as_deref(), Some("(v0 (v1 (v2 v3)))"));
    }

    #[test]
    fn unknown_sizes_stay() {
        let mut unknown = matrix(1, 50, 50);
        unknown.known.size = None;
        let kind =
            ExprKind::Binary(BinaryOp::Multiply, Box::new(matrix(0, 50, 50)), Box::new(unknown));
        let known =
            Known { class: Some(Class::Double), size: None, real: true, ..Known::default() };
        let left = Expr { kind, sure: true, known: known.clone() };
        let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(matrix(2, 50, 1)));
        assert!(reordered(&Expr { kind, sure: true, known }).is_none());
    }
}
