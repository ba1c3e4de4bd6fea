//! `scalarise-with-loops`: a with-loop of known rank whose elements are arrays made by
//! another one becomes one with-loop over all axes.

use super::defs::{Defs, whole_genarray};
use super::rewrite::rewrite_all;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Attributes, BaseType, Function, Index, Module, NameOrigin, Op, Operand, Operation, Part,
    Renaming, Statement, Type, ValueId, With, copy_block,
};

/// Makes one with-loop of nested ones.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, statement, out| match scalarise(
        function, defs, &statement, out,
    ) {
        Some(op) => {
            out.push(Statement { op, ..statement });
            true
        }
        None => {
            out.push(statement);
            false
        }
    })
}

fn scalarise(
    function: &mut Function,
    defs: &Defs,
    statement: &Statement,
    out: &mut Vec<Statement>,
) -> Option<Op> {
    let Op::With(outer) = &statement.op else { return None };
    let (outer_shape, outer_index, body) = whole_genarray(defs, outer)?;
    let [inner_statement] = body.statements.as_slice() else { return None };
    let Op::With(inner) = &inner_statement.op else { return None };
    if body.results.as_slice() != [Operand::Value(*inner_statement.results.first()?)] {
        return None;
    }
    let (inner_shape, inner_index, inner_body) = whole_genarray(defs, inner)?;
    let Operation::Genarray { shape: _, default } = inner.operations.first()? else { return None };
    if default.constant().is_none() || !function.is_scalar(default) {
        return None;
    }
    // The inner shape must be known before the outer loop: where that runs empty, it
    // still is a part of the shape.
    let outer_extents = defs.elements(outer_shape)?;
    let inner_extents = defs.elements(inner_shape)?;
    let mut inside: Vec<ValueId> = outer_index.values().to_vec();
    crate::ir::for_each_definition(body, &mut |value| inside.push(value));
    if inner_extents
        .iter()
        .any(|extent| extent.value().is_some_and(|value| inside.contains(&value)))
    {
        return None;
    }
    let mut extents = outer_extents.clone();
    extents.extend(inner_extents.iter().cloned());
    let place = statement.place;
    let shape = vector(function, extents, place, out);
    let mut values: Vec<ValueId> = Vec::new();
    let mut renaming = Renaming::default();
    let mut prefix: Vec<Statement> = Vec::new();
    for (index, count) in [(outer_index, outer_extents.len()), (inner_index, inner_extents.len())] {
        let fresh = scalar_indices(function, index, count);
        match index {
            Index::Vector(value) => {
                let elements: Vec<Operand> =
                    fresh.iter().map(|&value| Operand::Value(value)).collect();
                let whole = if elements.is_empty() {
                    Operand::ints(&[])
                } else {
                    vector(function, elements, place, &mut prefix)
                };
                renaming.insert(*value, whole);
            }
            Index::Scalars(old) => {
                for (&old, &new) in old.iter().zip(&fresh) {
                    renaming.insert(old, Operand::Value(new));
                }
            }
        }
        values.extend(fresh);
    }
    let mut copied = copy_block(None, inner_body, function, &mut renaming, &|_| {});
    prefix.append(&mut copied.statements);
    copied.statements = prefix;
    let part =
        Part { lower: None, index: Index::Scalars(values), upper: shape.clone(), body: copied };
    let operations = vec![Operation::Genarray { shape, default: default.clone() }];
    Some(Op::With(Box::new(With { parts: vec![part], operations, reuse: vec![None] })))
}

/// Writes a vector of integers.
fn vector(
    function: &mut Function,
    elements: Vec<Operand>,
    place: TextPosition,
    out: &mut Vec<Statement>,
) -> Operand {
    let length = elements.len() as i64;
    let value = function.temporary(Type::known(BaseType::Int, vec![length]));
    function.values[value].attributes = Some(Attributes::known(&[length]));
    out.push(Statement::one(value, Op::Vector(elements), place));
    Operand::Value(value)
}

/// New scalars for the elements of an index, with its names.
fn scalar_indices(function: &mut Function, index: &Index, count: usize) -> Vec<ValueId> {
    let mut fresh = Vec::with_capacity(count);
    for axis in 0..count {
        let name = match index {
            Index::Vector(value) => format!("{}{axis}", function.values[*value].name),
            Index::Scalars(values) => function.values[values[axis]].name.clone(),
        };
        let value = function.value(name, NameOrigin::Derived, Type::scalar(BaseType::Int));
        function.values[value].attributes = Some(Attributes::scalar());
        fresh.push(value);
    }
    fresh
}
