//! What inference knows of variables where a region begins.

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_hir::body::Stmt;
use formwork_infer::{DefinitionKind, FunctionFacts};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, Node};

use crate::kind::{Base, Form, Kind};

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

/// The kind of a variable before a statement: that of the definition before it in the
/// text. It is a guess where paths meet, which the check at the entry of a region makes good.
#[must_use]
pub fn kind_before(
    facts: &FunctionFacts,
    algebra: &Algebra,
    stmt: &Stmt,
    slot: SlotId,
) -> Option<Kind> {
    let name = &facts.body.slots[slot].name;
    let last = facts
        .definitions
        .iter()
        .filter(|one| one.kind != DefinitionKind::Temp && one.name == *name)
        .filter(|one| one.span.start < stmt.span.start)
        .max_by_key(|one| (one.span.start, one.kind))?;
    kind_of(&last.value, algebra)
}
