//! Finding a smallest way to write a term.
//!
//! Building a term that exists already teaches the arena a smaller way to
//! write it, so it is enough to build all small terms over the same leaves, in
//! order of size, until nothing smaller can follow or the budget is spent.

use crate::semantics::Semantics;
use crate::shape::{Algebra, Node, Operator, ShapeId};
use rustc_hash::FxHashSet;

/// Teaches the arena the smallest way to write a shape that the budget allows.
pub(crate) fn improve(algebra: &mut Algebra, shape: ShapeId, budget: usize) {
    let mut leaves = Vec::new();
    let mut semantics: Option<Semantics> = None;
    let mut operators: Vec<Operator> = Vec::new();
    for part in algebra.closure(&[shape], &[]) {
        match algebra.node(part).clone() {
            Node::Elementwise(reading, _) => semantics = Some(reading),
            Node::Apply(operator, _) => match operator {
                Operator::Product(_)
                | Operator::LeftDivide(_)
                | Operator::RightDivide(_)
                | Operator::Power(_)
                | Operator::Transpose => {
                    if !operators.contains(&operator) {
                        operators.push(operator);
                    }
                }
                // Outside the theory: write it as it is.
                _ => leaves.push(part),
            },
            Node::Illegal => {}
            Node::Tuple(_) | Node::Variable(_) | Node::Select(..) => leaves.push(part),
        }
    }
    let reading = semantics.unwrap_or(Semantics::Strict);
    let mut levels: Vec<Vec<ShapeId>> = vec![leaves];
    let mut seen: FxHashSet<ShapeId> = levels[0].iter().copied().collect();
    let mut built = 0;
    // Terms of `size` operators combine smaller ones.
    for size in 1.. {
        if size > algebra.size(shape) as usize {
            return;
        }
        let mut level = Vec::new();
        for left in 0..size {
            let right = size - 1 - left;
            for i in 0..levels[left].len() {
                for j in 0..levels[right].len() {
                    let (a, b) = (levels[left][i], levels[right][j]);
                    let mut results = vec![algebra.elementwise(reading, a, b)];
                    for operator in &operators {
                        results.push(match operator {
                            Operator::Transpose if right == 0 && j == 0 => algebra.transpose(a),
                            Operator::Transpose => continue,
                            _ => algebra.apply(operator.clone(), [a, b].into_iter().collect()),
                        });
                    }
                    built += results.len();
                    level.extend(results.into_iter().filter(|&result| seen.insert(result)));
                    if built > budget {
                        return;
                    }
                }
            }
        }
        if level.is_empty() {
            return;
        }
        levels.push(level);
    }
}
