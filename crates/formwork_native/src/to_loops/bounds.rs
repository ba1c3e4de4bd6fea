//! What the bounds of with-loops are made of, axis by axis.

use formwork_array::ir::{Function, Op, Operand, Part, Prim, ValueId, for_each_block};
use rustc_hash::FxHashMap;

use super::lowerer::Lowerer;
use super::storage::{Atom, Storage};

/// Definitions that bounds are made of.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// Other names of vectors and numbers.
    aliases: FxHashMap<ValueId, Operand>,
    /// Vectors that are written out.
    vectors: FxHashMap<ValueId, Vec<Operand>>,
    /// Numbers that are one more than another one.
    successors: FxHashMap<ValueId, Operand>,
}

impl Bounds {
    pub(super) fn of(function: &Function) -> Bounds {
        let mut bounds = Bounds::default();
        for_each_block(&function.body, &mut |block| {
            for statement in &block.statements {
                let &[result] = statement.results.as_slice() else { continue };
                match &statement.op {
                    Op::Copy(operand) | Op::Guard { check: _, value: Some(operand) } => {
                        bounds.aliases.insert(result, operand.clone());
                    }
                    Op::Vector(elements) => {
                        bounds.vectors.insert(result, elements.clone());
                    }
                    Op::Prim(Prim::Add, operands) => {
                        let before = match operands.as_slice() {
                            [before, one] if one.as_int() == Some(1) => before,
                            [one, before] if one.as_int() == Some(1) => before,
                            _ => continue,
                        };
                        bounds.successors.insert(result, before.clone());
                    }
                    _ => {}
                }
            }
        });
        bounds
    }

    /// An operand under its first name.
    fn resolved(&self, operand: &Operand) -> Operand {
        let mut operand = operand.clone();
        while let Some(next) = operand.value().and_then(|value| self.aliases.get(&value)) {
            operand = next.clone();
        }
        operand
    }

    /// The elements of a vector that is written out.
    pub(super) fn elements(&self, vector: &Operand) -> Option<Vec<Operand>> {
        let vector = self.resolved(vector);
        match vector.as_ints() {
            Some(numbers) => Some(numbers.into_iter().map(Operand::int).collect()),
            None => self.vectors.get(&vector.value()?).cloned(),
        }
    }

    /// Whether a part has one index only along an axis.
    pub(super) fn is_single(&self, part: &Part, axis: usize) -> bool {
        let Some(upper) = self.elements(&part.upper).and_then(|upper| upper.get(axis).cloned())
        else {
            return false;
        };
        let lower = match &part.lower {
            Some(lower) => self.elements(lower).and_then(|lower| lower.get(axis).cloned()),
            None => Some(Operand::int(0)),
        };
        let Some(lower) = lower else { return false };
        let (lower, upper) = (self.resolved(&lower), self.resolved(&upper));
        match (lower.as_int(), upper.as_int()) {
            (Some(low), Some(high)) => low.checked_add(1) == Some(high),
            _ => upper
                .value()
                .and_then(|upper| self.successors.get(&upper))
                .is_some_and(|before| self.resolved(before) == lower),
        }
    }
}

impl Lowerer<'_> {
    /// An element of a vector of bounds, if it is known here already.
    pub(super) fn known_bound(&self, vector: &Operand, axis: usize) -> Option<Atom> {
        if let Some(Storage::Elements(atoms)) = self.storage(vector) {
            return atoms.get(axis).copied();
        }
        let element = self.bounds.elements(vector)?.get(axis)?.clone();
        match (element.as_int(), self.storage(&element)) {
            (Some(number), _) => Some(Atom::Constant(number)),
            (None, Some(Storage::Scalar(variable))) => Some(Atom::Variable(*variable)),
            (None, _) => None,
        }
    }
}
