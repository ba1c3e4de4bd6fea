//! What is known of the values defined so far.
//!
//! What was recorded of a value stays true after it was rewritten, because rewriting never
//! changes what a value is.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ir::{
    BaseType, Block, Function, Index, Loop, Op, Operand, Operation, Prim, Statement, ValueId, With,
};

/// How a value is defined.
#[derive(Clone, Debug)]
pub(super) enum Def {
    /// As this result of an operation.
    Op(Rc<Op>, usize),
    /// As the index vector of a part.
    IndexVector(Rc<Range>),
    /// As an element of the index of a part.
    IndexScalar(Rc<Range>, usize),
    /// As a carried value of a loop, which may be one that counts.
    Carried(Option<Counter>),
}

/// A carried integer that changes by the same number in every iteration.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    /// What it is in the first iteration.
    pub(super) first: Operand,
    /// By how much it changes.
    pub(super) step: i64,
}

/// The counter that a carried value is, if it is one.
pub(super) fn loop_counter(function: &Function, repeat: &Loop, number: usize) -> Option<Counter> {
    let (carried, first) = repeat.carried.get(number)?;
    let next = repeat.body.results.get(number)?.value()?;
    let definition = repeat.body.statements.iter().find(|one| one.results == [next])?;
    let Op::Prim(prim, operands) = &definition.op else { return None };
    let carried = Operand::Value(*carried);
    let step = match (prim, operands.as_slice()) {
        (Prim::Add, [left, right]) if *left == carried => right.as_int()?,
        (Prim::Add, [left, right]) if *right == carried => left.as_int()?,
        (Prim::Sub, [left, right]) if *left == carried => right.as_int()?.checked_neg()?,
        _ => return None,
    };
    let is_int = function.type_of(&carried).base == BaseType::Int && function.is_scalar(first);
    is_int.then(|| Counter { first: first.clone(), step })
}

/// Where the index of a part runs.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) lower: Option<Operand>,
    pub(super) upper: Operand,
    /// Shapes that the range lies within, by the guards before the with-loop.
    pub(super) within: Vec<Operand>,
}

/// The definitions met so far.
#[derive(Default)]
pub(super) struct Defs {
    map: FxHashMap<ValueId, Def>,
}

impl Defs {
    pub(super) fn record(&mut self, statement: &Statement) {
        let op = Rc::new(statement.op.clone());
        for (number, &result) in statement.results.iter().enumerate() {
            self.map.insert(result, Def::Op(op.clone(), number));
        }
    }

    pub(super) fn record_inside(&mut self, function: &Function, op: &Op) {
        match op {
            Op::With(with) => {
                let within: Vec<Operand> = with
                    .operations
                    .iter()
                    .filter_map(|operation| match operation {
                        Operation::Genarray { shape, default: _ } => Some(shape.clone()),
                        Operation::Modarray { array } => Some(function.attributes_of(array)?.shape),
                        Operation::Fold { .. } => None,
                    })
                    .collect();
                for part in &with.parts {
                    let (lower, upper) = (part.lower.clone(), part.upper.clone());
                    let range = Rc::new(Range { lower, upper, within: within.clone() });
                    match &part.index {
                        Index::Vector(value) => {
                            self.map.insert(*value, Def::IndexVector(range));
                        }
                        Index::Scalars(values) => {
                            for (axis, &value) in values.iter().enumerate() {
                                self.map.insert(value, Def::IndexScalar(range.clone(), axis));
                            }
                        }
                    }
                }
            }
            Op::Loop(repeat) => {
                for (number, (value, _)) in repeat.carried.iter().enumerate() {
                    self.map.insert(*value, Def::Carried(loop_counter(function, repeat, number)));
                }
            }
            _ => {}
        }
    }

    pub(super) fn get(&self, operand: &Operand) -> Option<&Def> {
        self.map.get(&operand.value()?)
    }

    /// The operation that defines an operand alone.
    pub(super) fn op(&self, operand: &Operand) -> Option<&Op> {
        match self.get(operand)? {
            Def::Op(op, 0) => Some(op),
            Def::Op(..) | Def::IndexVector(_) | Def::IndexScalar(..) | Def::Carried(_) => None,
        }
    }

    /// The operand behind copies, guards and `saabind`: the same array.
    pub(super) fn resolve(&self, operand: &Operand) -> Operand {
        let mut operand = operand.clone();
        while let Some(
            Op::Copy(next)
            | Op::Guard { check: _, value: Some(next) }
            | Op::Bind { array: next, .. },
        ) = self.op(&operand)
        {
            operand = next.clone();
        }
        operand
    }

    /// The operation that defines the array behind copies, guards and `saabind`.
    pub(super) fn resolved_op(&self, operand: &Operand) -> Option<&Op> {
        self.op(&self.resolve(operand))
    }

    /// Whether two operands are surely equal.
    pub(super) fn same(&self, left: &Operand, right: &Operand) -> bool {
        if left == right {
            return true;
        }
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return true;
        }
        let (left, right) = (self.elements(&left), self.elements(&right));
        match (left, right) {
            (Some(left), Some(right)) => {
                left.len() == right.len()
                    && left.iter().zip(&right).all(|(left, right)| self.same(left, right))
            }
            _ => false,
        }
    }

    /// The elements of a vector that is written out.
    pub(super) fn elements(&self, operand: &Operand) -> Option<Vec<Operand>> {
        let operand = self.resolve(operand);
        if let Some(constant) = operand.constant() {
            let is_vector = constant.shape().len() == 1;
            return is_vector.then(|| {
                constant.data().iter().map(|&element| Operand::scalar(element)).collect()
            });
        }
        match self.op(&operand)? {
            Op::Vector(elements) => Some(elements.clone()),
            _ => None,
        }
    }
}

/// A with-loop whose only part covers the whole of its only new array: its shape,
/// its index and its body.
pub(super) fn whole_genarray<'w>(
    defs: &Defs,
    with: &'w With,
) -> Option<(&'w Operand, &'w Index, &'w Block)> {
    if with.operations.len() == 1 { whole_result(defs, with, 0) } else { None }
}

/// The same of a with-loop of which one result is such an array.
pub(super) fn whole_result<'w>(
    defs: &Defs,
    with: &'w With,
    number: usize,
) -> Option<(&'w Operand, &'w Index, &'w Block)> {
    let ([part], Operation::Genarray { shape, default: _ }) =
        (with.parts.as_slice(), with.operations.get(number)?)
    else {
        return None;
    };
    (starts_at_zero(defs, part.lower.as_ref()) && defs.same(&part.upper, shape)).then_some((
        shape,
        &part.index,
        &part.body,
    ))
}

/// Whether a lower bound is zero on all axes.
pub(super) fn starts_at_zero(defs: &Defs, lower: Option<&Operand>) -> bool {
    lower.is_none_or(|lower| {
        defs.elements(lower)
            .is_some_and(|elements| elements.iter().all(|element| element.as_int() == Some(0)))
    })
}
