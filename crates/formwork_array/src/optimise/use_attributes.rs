//! `use-attributes`: `dim`, `shape` and `saabind` are replaced by attributes (figure 6 of
//! the paper), and types learn from attributes that have become constants.

use super::rewrite::rewrite_all;
use crate::ir::{Attributes, Function, Module, Op, Operand, ShapeClass, ValueId};

/// Uses the attributes of operands.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let refined = refine(function);
    refined
        + rewrite_all(function, &mut |function, defs, mut statement, out| {
            // Attributes of a value that `saabind` names hold of the array it names.
            let attributes = |operand: &Operand| function.attributes_of(operand);
            let replaced = match &statement.op {
                Op::Dim(array) => attributes(array).map(|attributes| attributes.rank),
                Op::Shape(array) => attributes(array).map(|attributes| attributes.shape),
                Op::Bind { rank, shape, array } => attributes(array).and_then(|known| {
                    (defs.same(&known.rank, rank) && defs.same(&known.shape, shape))
                        .then(|| array.clone())
                }),
                // A shape taken apart and put together again is that shape.
                Op::Vector(elements) => whole_shape(function, defs, elements),
                _ => None,
            };
            let changed = replaced.is_some();
            if let Some(operand) = replaced {
                statement.op = Op::Copy(operand);
            }
            out.push(statement);
            changed
        })
}

/// Shapes with a known number of elements make ranks known, and known shapes types.
fn refine(function: &mut Function) -> usize {
    let mut changes = 0;
    let values: Vec<ValueId> = function.values.keys().collect();
    for value in values {
        if function.parameters.contains(&value) {
            continue;
        }
        let Some(attributes) = function.values[value].attributes.clone() else { continue };
        let rank = match attributes.shape.as_ints() {
            Some(extents) => Some(extents.len() as i64),
            None => function
                .type_of(&attributes.shape)
                .class
                .known()
                .and_then(|length| length.first().copied()),
        };
        let own = function.values[value].ty.class.clone();
        let mut better = attributes.clone();
        if let (Some(rank), None) = (rank, attributes.rank.constant()) {
            better.rank = Operand::int(rank);
        }
        match (own.known(), own.rank()) {
            (Some(extents), _) => better = Attributes::known(extents),
            (None, Some(rank)) => better.rank = Operand::int(rank as i64),
            (None, None) => {}
        }
        if better.rank.as_int() == Some(0) {
            better = Attributes::scalar();
        }
        let class = match (better.shape.as_ints(), better.rank.as_int()) {
            (Some(extents), _) => ShapeClass::Known(extents),
            (None, Some(rank)) => ShapeClass::Rank(usize::try_from(rank).unwrap_or(0)),
            (None, None) => ShapeClass::Any,
        };
        let data = &mut function.values[value];
        if better != attributes {
            data.attributes = Some(better);
            changes += 1;
        }
        if class.is_below(&data.ty.class) && class != data.ty.class {
            data.ty.class = class;
            changes += 1;
        }
    }
    changes
}

/// `[s[0], s[1]]` is `s`, where `s` has two elements.
fn whole_shape(
    function: &Function,
    defs: &super::defs::Defs,
    elements: &[Operand],
) -> Option<Operand> {
    let mut whole: Option<Operand> = None;
    for (axis, element) in elements.iter().enumerate() {
        let Op::Sel { index, array } = defs.op(element)? else { return None };
        if index.as_ints()? != [axis as i64] || whole.as_ref().is_some_and(|whole| whole != array) {
            return None;
        }
        whole = Some(array.clone());
    }
    let whole = whole?;
    // Inside attributes the vector of elements is what knows more; elsewhere they are equal.
    let is_shape = matches!(defs.resolved_op(&whole), Some(Op::Shape(_)));
    (!is_shape && function.type_of(&whole).class.known() == Some(&[elements.len() as i64]))
        .then_some(whole)
}
