//! The figures of the shape algebra.

use std::time::Instant;

use formwork_shape::shape::{Algebra, ShapeId, VariableKind};
use formwork_shape::workload::{self, Generator};
use formwork_shape::{Dialect, Semantics};

use super::board::{Board, Figure};

pub(super) fn measure(figures: &mut Board) {
    functions_of_two_variables(figures);
    construction(figures);
    equality("matrix variables", VariableKind::Matrix, 50.0, "< 50 us", figures);
    equality("variables of any rank", VariableKind::AnyRank, 500.0, "< 500 us", figures);
    chains(figures);
}

/// Seconds that `work` takes, at best of five.
fn seconds(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// How many different functions two variables and the scalar give under sum and
/// product: each
/// must get exactly one id, or the canonical form is not canonical.
fn functions_of_two_variables(figures: &mut Board) {
    for (semantics, known, target) in
        [(Semantics::Strict, 56, "56"), (Semantics::Expand, 216, "216")]
    {
        let mut algebra = Algebra::new();
        let mut found: Vec<ShapeId> = vec![Algebra::SCALAR];
        found.extend(workload::variables(&mut algebra, 2, VariableKind::AnyRank));
        let mut next = 0;
        while next < found.len() && found.len() < 1000 {
            for other in 0..=next {
                let (a, b) = (found[next], found[other]);
                for result in [
                    algebra.elementwise(semantics, a, b),
                    algebra.product(Dialect::Matlab, a, b),
                    algebra.product(Dialect::Matlab, b, a),
                ] {
                    if !found.contains(&result) {
                        found.push(result);
                    }
                }
            }
            next += 1;
        }
        figures.push(Figure {
            issue: "3.4",
            what: format!("functions of two variables under + and *, {semantics}"),
            value: found.len().to_string(),
            target,
            met: Some(found.len() == known),
        });
    }
}

/// Operators built a second: of a short program in an empty arena, where nearly
/// every term is new, and of a long one, where most have been seen.
fn construction(figures: &mut Board) {
    for (what, statements) in [("1,000 statements, cold", 1_000), ("100,000 statements", 100_000)] {
        let mut built = 0;
        let time = seconds(|| built = workload::build_program(&mut Algebra::new(), statements));
        let rate = built as f64 / time / 1e6;
        figures.push(Figure {
            issue: "3.5",
            what: format!("building shapes: operators a second, {what}"),
            value: format!("{rate:.2} million"),
            target: ">= 1 million",
            met: Some(rate >= 1.0),
        });
    }
}

fn equality(what: &str, kind: VariableKind, limit: f64, target: &'static str, figures: &mut Board) {
    let rounds = 300;
    let time = seconds(|| {
        let mut generator = Generator::new(7);
        for _ in 0..rounds {
            workload::decide_equality(&mut generator, kind, 3, 10);
        }
    });
    let micros = time * 1e6 / f64::from(rounds);
    figures.push(Figure {
        issue: "3.5",
        what: format!("equality of ten-operator terms, three {what}"),
        value: format!("{micros:.1} us"),
        target,
        met: Some(micros < limit),
    });
}

/// Builds a chain of operators.
type Chain = fn(&mut Algebra, usize) -> ShapeId;

/// Seconds per operator of chains of these lengths, at best of some rounds. The lengths take
/// turns, so that what else the machine does hits all of them.
fn per_operator<const N: usize>(chain: Chain, lengths: [u32; N]) -> [f64; N] {
    const ROUNDS: usize = 15;
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (best, length) in best.iter_mut().zip(lengths) {
            let start = Instant::now();
            chain(&mut Algebra::new(), length as usize);
            *best = best.min(start.elapsed().as_secs_f64() / f64::from(length));
        }
    }
    best
}

/// How much longer each operator takes in a chain twice as long. Were building
/// quadratic it would take twice as long.
fn chains(figures: &mut Board) {
    let kinds: [(&str, Chain); 3] = [
        ("sums", |algebra, length| workload::chain(algebra, length, true)),
        ("products", |algebra, length| workload::chain(algebra, length, false)),
        ("two variables", workload::chain_of_two),
    ];
    for (what, chain) in kinds {
        let [first, short, long] = per_operator(chain, [1_000, 10_000, 20_000]);
        let tenfold = short / first;
        figures.push(Figure {
            issue: "3.5",
            what: format!("chains of {what}: an operator at 10,000 to 1,000"),
            value: format!("{tenfold:.2} times"),
            target: "< 2 times",
            met: Some(tenfold < 2.0),
        });
        let growth = long / short;
        figures.push(Figure {
            issue: "3.5",
            what: format!("chains of {what}: an operator at 20,000 to 10,000"),
            value: format!("{growth:.2} times"),
            target: "< 1.5 times",
            met: Some(growth < 1.5),
        });
    }
}
