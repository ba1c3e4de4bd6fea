//! Deterministic work to measure the algebra with: the benchmarks and the
//! score run the same functions. Nothing here reads a clock.

use crate::semantics::{Dialect, Semantics};
use crate::shape::{Algebra, ShapeId, VariableKind};

/// A small deterministic generator (xorshift), so that figures are repeatable.
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// A generator with a seed; zero is replaced.
    pub fn new(seed: u64) -> Generator {
        Generator(seed.max(1))
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound.max(1)
    }
}

/// One step of building a term: an operator on two earlier results.
#[derive(Clone, Copy, Debug)]
enum Step {
    Sum(usize, usize),
    Product(usize, usize),
    Transpose(usize),
}

/// A random term over a number of variables, as straight-line steps.
#[derive(Clone, Debug)]
pub struct Recipe {
    variables: usize,
    steps: Vec<Step>,
}

impl Recipe {
    /// A term of `operators` operators that uses every variable.
    pub fn random(generator: &mut Generator, variables: usize, operators: usize) -> Recipe {
        let mut steps = Vec::with_capacity(operators);
        for index in 0..operators {
            let available = (variables + index) as u64;
            // The newest result is always used, so the term has that size.
            let newest = if index == 0 { 0 } else { variables + index - 1 };
            let other = if index + 1 < variables {
                index + 1
            } else {
                usize::try_from(generator.below(available)).unwrap_or(0)
            };
            let (a, b) = if generator.below(2) == 0 { (newest, other) } else { (other, newest) };
            steps.push(match generator.below(9) {
                0 if index + 1 >= variables => Step::Transpose(newest),
                0..=4 => Step::Sum(a, b),
                _ => Step::Product(a, b),
            });
        }
        Recipe { variables, steps }
    }

    /// The number of operators.
    pub fn operators(&self) -> usize {
        self.steps.len()
    }

    /// Builds the term over the given leaves.
    pub fn build(
        &self,
        algebra: &mut Algebra,
        semantics: Semantics,
        leaves: &[ShapeId],
    ) -> ShapeId {
        let mut results: Vec<ShapeId> = leaves.iter().take(self.variables).copied().collect();
        for step in &self.steps {
            let result = match *step {
                Step::Sum(a, b) => algebra.elementwise(semantics, results[a], results[b]),
                Step::Product(a, b) => algebra.product(Dialect::Matlab, results[a], results[b]),
                Step::Transpose(a) => algebra.transpose(results[a]),
            };
            results.push(result);
        }
        results.last().copied().unwrap_or(Algebra::SCALAR)
    }
}

/// Fresh variables `v0`, `v1`, … of one kind.
pub fn variables(algebra: &mut Algebra, count: usize, kind: VariableKind) -> Vec<ShapeId> {
    (0..count).map(|index| algebra.variable(&format!("v{index}"), kind)).collect()
}

/// Many different terms over tuples and a few variables, as a program's
/// statements would build them. Returns the number of operators built.
pub fn build_program(algebra: &mut Algebra, statements: usize) -> usize {
    let mut generator = Generator::new(2002);
    let mut values = variables(algebra, 3, VariableKind::Matrix);
    for name in ["n", "m", "k"] {
        let extent = algebra.extents_mut().variable(name);
        let one = crate::extent::Extents::ONE;
        values.push(algebra.tuple([extent, extent]));
        values.push(algebra.tuple([extent, one]));
        values.push(algebra.tuple([one, extent]));
    }
    let inputs = values.len() as u64;
    let mut built = 0;
    for _ in 0..statements {
        let pick = |generator: &mut Generator, values: &[ShapeId]| {
            let recent = (values.len() as u64).min(inputs + 24);
            let index = values.len() as u64 - 1 - generator.below(recent);
            values[usize::try_from(index).unwrap_or(0)]
        };
        let (a, b) = (pick(&mut generator, &values), pick(&mut generator, &values));
        let result = match generator.below(8) {
            0..=3 => algebra.elementwise(Semantics::Expand, a, b),
            4..=6 => algebra.product(Dialect::Matlab, a, b),
            _ => algebra.transpose(a),
        };
        built += 1;
        // A failed statement ends a program; here the next one goes on.
        if result != Algebra::ILLEGAL && algebra.size(result) < 6 {
            values.push(result);
        }
    }
    built
}

/// Builds two random terms in a fresh arena and compares them.
pub fn decide_equality(
    generator: &mut Generator,
    kind: VariableKind,
    variable_count: usize,
    operators: usize,
) -> bool {
    let first = Recipe::random(generator, variable_count, operators);
    let second = Recipe::random(generator, variable_count, operators);
    let mut algebra = Algebra::new();
    let leaves = variables(&mut algebra, variable_count, kind);
    let a = first.build(&mut algebra, Semantics::Expand, &leaves);
    let b = second.build(&mut algebra, Semantics::Expand, &leaves);
    a == b
}

/// A chain of operators, each on the previous result and a variable of its
/// own: the fallback beyond the decision procedure. Returns the result.
pub fn chain(algebra: &mut Algebra, operators: usize, sums: bool) -> ShapeId {
    let mut result = algebra.variable("v0", VariableKind::AnyRank);
    for index in 1..=operators {
        let next = algebra.variable(&format!("v{index}"), VariableKind::AnyRank);
        result = if sums {
            algebra.elementwise(Semantics::Expand, result, next)
        } else {
            algebra.product(Dialect::Matlab, result, next)
        };
    }
    result
}

/// A chain over two variables, which the decision procedure follows.
pub fn chain_of_two(algebra: &mut Algebra, operators: usize) -> ShapeId {
    let a = algebra.variable("a", VariableKind::AnyRank);
    let b = algebra.variable("b", VariableKind::AnyRank);
    let mut result = a;
    for index in 0..operators {
        result = match index % 3 {
            0 => algebra.product(Dialect::Matlab, result, b),
            1 => algebra.elementwise(Semantics::Expand, result, a),
            _ => algebra.product(Dialect::Matlab, result, a),
        };
    }
    result
}

/// A program of statements on arrays of named sizes, each checked, learnt from
/// and resolved, as inference does. Returns how many checks were proved.
pub fn learn_program(algebra: &mut Algebra, statements: usize) -> usize {
    let mut generator = Generator::new(2003);
    let mut facts = crate::facts::Facts::new();
    let mut values: Vec<ShapeId> = Vec::new();
    let mut proved = 0;
    for statement in 0..statements {
        if statement % 4 == 0 {
            // A new array, as a call or a load would give.
            let rows = algebra.extents_mut().variable(&format!("n{}", statement / 16));
            let columns = algebra.extents_mut().variable(&format!("m{}", statement / 8));
            values.push(algebra.tuple([rows, columns]));
        }
        let recent = values.len().min(8) as u64;
        let mut pick = || {
            let back = usize::try_from(generator.below(recent)).unwrap_or(0);
            values[values.len() - 1 - back]
        };
        let (a, b) = (pick(), pick());
        let result = match generator.below(4) {
            0 => algebra.product(Dialect::Matlab, a, b),
            1 => algebra.transpose(a),
            _ => algebra.elementwise(Semantics::Expand, a, b),
        };
        proved += usize::from(facts.check_legal(algebra, result) == crate::facts::Verdict::Proved);
        let scope = facts.push();
        facts.assume_legal(algebra, result);
        if facts.is_unreachable() {
            facts.rollback(scope);
            continue;
        }
        values.push(facts.resolve(algebra, result));
    }
    proved
}
