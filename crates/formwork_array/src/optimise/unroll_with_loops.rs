//! `unroll-with-loops`: parts that cover nothing are dropped, with-loops over few known
//! indices are written out, and a with-loop that copies an array is that array.

use super::defs::{Defs, whole_genarray};
use super::rewrite::rewrite_all;
use crate::ir::{
    Array, Attributes, Function, Index, Module, Op, Operand, Operation, Part, Renaming, Statement,
    Type, With, copy_block, element_count, offset,
};

/// With-loops over more indices stay.
const MAX_INDICES: usize = 12;
/// With-loops whose bodies have more statements in all stay, unless there is one index.
const MAX_STATEMENTS: usize = 120;

/// Unrolls small with-loops.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, defs, mut statement, out| {
        let Op::With(with) = &mut statement.op else {
            out.push(statement);
            return false;
        };
        let parts = with.parts.len();
        with.parts.retain(|part| !is_empty(function, defs, part));
        let mut changed = with.parts.len() != parts;
        if let ([result], Some(array)) =
            (statement.results.as_slice(), copied_array(function, defs, with))
        {
            out.push(Statement::one(*result, Op::Copy(array), statement.place));
            return true;
        }
        if !unroll(module, function, &statement, out) {
            out.push(statement);
        } else {
            changed = true;
        }
        changed
    })
}

/// Whether a part covers no index at all.
fn is_empty(function: &Function, defs: &Defs, part: &Part) -> bool {
    let Some(upper) = defs.elements(&part.upper) else {
        // The same unknown bounds, on at least one axis.
        let rank = match &part.index {
            Index::Scalars(values) => Some(values.len() as i64),
            Index::Vector(_) => function
                .type_of(&part.upper)
                .class
                .known()
                .and_then(|length| length.first().copied()),
        };
        return rank.is_some_and(|rank| rank > 0)
            && part.lower.as_ref().is_some_and(|lower| defs.same(lower, &part.upper));
    };
    let lower = match &part.lower {
        None => Some(vec![Operand::int(0); upper.len()]),
        Some(lower) => defs.elements(lower),
    };
    let Some(lower) = lower else { return false };
    lower.iter().zip(&upper).any(|(low, high)| match (low.as_int(), high.as_int()) {
        (Some(low), Some(high)) => low >= high,
        _ => defs.same(low, high),
    })
}

/// The array that a with-loop copies element by element.
fn copied_array(function: &Function, defs: &Defs, with: &With) -> Option<Operand> {
    let (shape, index, body) = whole_genarray(defs, with)?;
    // Beside the selection there may be the vector that is its index.
    let [result] = body.results.as_slice() else { return None };
    let is_plain = |statement: &Statement| matches!(statement.op, Op::Vector(_) | Op::Sel { .. });
    if !body.statements.iter().all(is_plain) {
        return None;
    }
    let Op::Sel { index: at, array } = defs.op(result)? else { return None };
    let same_index = match index {
        Index::Vector(value) => defs.resolve(at) == Operand::Value(*value),
        Index::Scalars(values) => {
            let elements = defs.elements(at)?;
            elements.len() == values.len()
                && elements
                    .iter()
                    .zip(values)
                    .all(|(element, &value)| defs.resolve(element) == Operand::Value(value))
        }
    };
    let visible = !body_defines(body, array);
    let attributes = function.attributes_of(array)?;
    (same_index && visible && defs.same(&attributes.shape, shape)).then(|| array.clone())
}

fn body_defines(body: &crate::ir::Block, operand: &Operand) -> bool {
    let mut found = false;
    crate::ir::for_each_definition(body, &mut |value| found |= *operand == Operand::Value(value));
    found
}

/// The indices of a range, in order.
fn indices(lower: &[i64], upper: &[i64]) -> Option<Vec<Vec<i64>>> {
    let extents: Vec<i64> =
        lower.iter().zip(upper).map(|(low, high)| (high - low).max(0)).collect();
    let count = element_count(&extents)?;
    if count > MAX_INDICES {
        return None;
    }
    let mut all = vec![Vec::new()];
    for (low, high) in lower.iter().zip(upper) {
        all = all
            .into_iter()
            .flat_map(|index: Vec<i64>| {
                (*low..*high).map(move |next| [index.as_slice(), &[next]].concat())
            })
            .collect();
    }
    Some(all)
}

fn unroll(
    module: &Module,
    function: &mut Function,
    statement: &Statement,
    out: &mut Vec<Statement>,
) -> bool {
    let Op::With(with) = &statement.op else { return false };
    let Some(ranges) = known_ranges(with) else { return false };
    let total: usize = ranges
        .iter()
        .zip(&with.parts)
        .map(|(range, part)| range.len() * part.body.statements.len())
        .sum();
    let count: usize = ranges.iter().map(Vec::len).sum();
    if count > MAX_INDICES || (count > 1 && total > MAX_STATEMENTS) {
        return false;
    }
    for (number, operation) in with.operations.iter().enumerate() {
        if !can_write_out(function, with, operation, &ranges, number) {
            return false;
        }
    }
    let mut cells: Vec<(Vec<i64>, Vec<Operand>)> = Vec::new();
    for (part, range) in with.parts.iter().zip(&ranges) {
        for index in range {
            let mut renaming = Renaming::default();
            bind_index(&part.index, index, &mut renaming);
            let block = copy_block(None, &part.body, function, &mut renaming, &|_| {});
            out.extend(block.statements);
            cells.push((index.clone(), block.results));
        }
    }
    for (number, (operation, &result)) in with.operations.iter().zip(&statement.results).enumerate()
    {
        let cells: Vec<(&[i64], Operand)> = cells
            .iter()
            .map(|(index, results)| (index.as_slice(), results[number].clone()))
            .collect();
        let op = write_out(module, function, operation, &cells, statement, out);
        out.push(Statement::one(result, op, statement.place));
    }
    true
}

fn bind_index(index: &Index, numbers: &[i64], renaming: &mut Renaming) {
    match index {
        Index::Vector(value) => {
            renaming.insert(*value, Operand::ints(numbers));
        }
        Index::Scalars(values) => {
            for (&value, &number) in values.iter().zip(numbers) {
                renaming.insert(value, Operand::int(number));
            }
        }
    }
}

fn known_ranges(with: &With) -> Option<Vec<Vec<Vec<i64>>>> {
    let mut ranges = Vec::new();
    for part in &with.parts {
        let upper = part.upper.as_ints()?;
        let lower = match &part.lower {
            Some(lower) => lower.as_ints()?,
            None => vec![0; upper.len()],
        };
        if lower.len() != upper.len() {
            return None;
        }
        ranges.push(indices(&lower, &upper)?);
    }
    Some(ranges)
}

/// Whether the result of an operation can be written as vectors and reshapes.
fn can_write_out(
    function: &Function,
    with: &With,
    operation: &Operation,
    ranges: &[Vec<Vec<i64>>],
    number: usize,
) -> bool {
    match operation {
        Operation::Genarray { shape, default } => {
            let Some(shape) = shape.as_ints() else { return false };
            let Some(count) = element_count(&shape) else { return false };
            if count > MAX_INDICES {
                return false;
            }
            let scalar = function.is_scalar(default)
                && with.parts.iter().all(|part| function.is_scalar(&part.body.results[number]));
            let one_axis = shape.len() == 1 && count > 0;
            let covered: usize = ranges.iter().map(Vec::len).sum();
            // Arrays of arrays are written as vectors, if every cell is computed.
            shape.is_empty() || scalar || (one_axis && covered >= count)
        }
        Operation::Modarray { .. } => ranges.iter().map(Vec::len).sum::<usize>() <= 4,
        Operation::Fold { .. } => true,
    }
}

fn write_out(
    module: &Module,
    function: &mut Function,
    operation: &Operation,
    cells: &[(&[i64], Operand)],
    statement: &Statement,
    out: &mut Vec<Statement>,
) -> Op {
    match operation {
        Operation::Genarray { shape, default } => {
            let shape = shape.as_ints().unwrap_or_default();
            let count = element_count(&shape).unwrap_or(0);
            let mut elements = vec![default.clone(); count];
            for (index, cell) in cells {
                // Elements stand in the order of the layout, as reshape takes them.
                if let Some(at) = offset(&shape, index, module.layout) {
                    elements[at] = cell.clone();
                }
            }
            if shape.is_empty() {
                return Op::Copy(elements.swap_remove(0));
            }
            let base = function.type_of(default).base;
            if count == 0 {
                let empty = Array::new(base, shape, Vec::new());
                return Op::Copy(Operand::array(empty.unwrap_or_else(|| Array::ints(&[]))));
            }
            if shape.len() == 1 {
                return Op::Vector(elements);
            }
            let vector = function.temporary(Type::known(base, vec![count as i64]));
            function.values[vector].attributes = Some(Attributes::known(&[count as i64]));
            out.push(Statement::one(vector, Op::Vector(elements), statement.place));
            Op::Reshape { shape: Operand::ints(&shape), array: Operand::Value(vector) }
        }
        Operation::Modarray { array } => {
            let mut current = array.clone();
            for (index, cell) in cells {
                let value = function.temporary(function.type_of(&current));
                function.values[value].attributes = function.attributes_of(array);
                let op = Op::Modarray {
                    array: current,
                    index: Operand::ints(index),
                    value: cell.clone(),
                };
                out.push(Statement::one(value, op, statement.place));
                current = Operand::Value(value);
            }
            Op::Copy(current)
        }
        Operation::Fold { prim, neutral } => {
            let mut current = neutral.clone();
            for (_, cell) in cells {
                let value = function.temporary(function.type_of(neutral));
                function.values[value].attributes = Some(Attributes::scalar());
                out.push(Statement::one(
                    value,
                    Op::Prim(*prim, vec![current, cell.clone()]),
                    statement.place,
                ));
                current = Operand::Value(value);
            }
            Op::Copy(current)
        }
    }
}
