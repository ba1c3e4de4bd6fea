//! What inference knows of variables where a region begins.

use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::Stmt;
use formwork_infer::{Analysis, Definition, DefinitionKind, FunctionRecord, Handle};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, Node};

use crate::given::{Function, Given, Known, Passed, Same};
use crate::kind::{Base, Form, Kind};
use crate::values;

/// The kind that an abstract value is taken for; `None` if it is none that is compiled, or
/// too little is known of it. A number that may be complex is taken for a real one.
#[must_use]
pub fn kind_of(value: &AbstractValue, algebra: &Algebra) -> Option<Kind> {
    let base = match value.classes.single()? {
        Class::Double if value.complex != Truth::Yes => Base::Double,
        Class::Single if value.complex != Truth::Yes => Base::Single,
        Class::Logical => Base::Bool,
        Class::Char => Base::Char,
        Class::Int8 => Base::Int8,
        Class::Int16 => Base::Int16,
        Class::Int32 => Base::Int32,
        Class::Uint8 => Base::Uint8,
        Class::Uint16 => Base::Uint16,
        Class::Uint32 => Base::Uint32,
        _ => return None,
    };
    let Node::Tuple(tuple) = algebra.node(value.shape?) else {
        return (algebra.maximum_rank(value.shape?)? <= 2)
            .then_some(Kind { base, form: Form::Matrix });
    };
    let extents: Vec<Option<usize>> = tuple
        .iter()
        .map(|&extent| algebra.extents().as_literal(extent))
        .map(|extent| extent.and_then(|extent| usize::try_from(extent).ok()))
        .collect();
    if base == Base::Double && extents == [Some(0), Some(0)] {
        return Some(Kind::EMPTY);
    }
    Some(Kind { base, form: Form::of(&extents)? })
}

/// What is known of an abstract value that something may be compiled for.
#[must_use]
pub fn given_of(value: &AbstractValue, analysis: &Analysis) -> Option<Given> {
    given_within(value, analysis, MOST_NESTED)
}

/// Functions in functions beyond this depth are not compiled.
const MOST_NESTED: usize = 4;

fn given_within(value: &AbstractValue, analysis: &Analysis, depth: usize) -> Option<Given> {
    match &value.contents {
        Some(Contents::Handle(id)) => {
            let depth = depth.checked_sub(1)?;
            Some(Known::Function(match analysis.handle(*id)? {
                Handle::Function(body) => Function::Bound(Same(Rc::clone(body))),
                Handle::Builtin(name) => Function::Named(Rc::clone(name)),
                Handle::Anonymous(anonymous, captured) => {
                    let mut parts = Vec::new();
                    for part in captured {
                        parts.push(match part {
                            Some(part) => Some(given_within(part, analysis, depth)?),
                            None => None,
                        });
                    }
                    Function::Anonymous(Same(Rc::clone(anonymous)), parts)
                }
                Handle::Unknown => return None,
            }))
        }
        Some(Contents::Elements(cells)) if value.classes.single() == Some(Class::Cell) => {
            let depth = depth.checked_sub(1)?;
            let cells = cells.iter().map(|cell| given_within(cell, analysis, depth));
            Some(Known::Cells(cells.collect::<Option<_>>()?))
        }
        Some(Contents::Elements(_) | Contents::Every(_) | Contents::Fields(_)) => None,
        None => {
            let kind = kind_of(value, &analysis.algebra)?;
            let text = match &value.value {
                ValueFact::Const(text) => values::known_text(text),
                _ => None,
            };
            Some(Known::Array(Passed { kind, text }))
        }
    }
}

/// What is known of a variable before a statement: that of the definition before it in the
/// text. It is a guess where paths meet, which the check at the entry of a region makes good.
#[must_use]
pub fn given_before(
    facts: &FunctionRecord,
    analysis: &Analysis,
    stmt: &Stmt,
    slot: SlotId,
) -> Option<Given> {
    given_of(&definition_before(facts, stmt, slot)?.value, analysis)
}

/// The definition of a variable before a statement in the text.
#[must_use]
pub fn definition_before<'a>(
    facts: &'a FunctionRecord,
    stmt: &Stmt,
    slot: SlotId,
) -> Option<&'a Definition> {
    let name = &facts.body.slots[slot].name;
    facts
        .definitions
        .iter()
        .filter(|one| one.kind != DefinitionKind::Temp && one.name == *name)
        .filter(|one| one.span.start < stmt.span.start)
        .max_by_key(|one| (one.span.start, one.kind))
}

/// What a parameter of a function is taken for; `None` if too little is known of it.
#[must_use]
pub fn kind_of_parameter(facts: &FunctionRecord, analysis: &Analysis, name: &str) -> Option<Kind> {
    facts
        .definitions
        .iter()
        .filter(|one| one.kind == DefinitionKind::Param && *one.name == *name)
        .find_map(|one| kind_of(&one.value, &analysis.algebra))
}
