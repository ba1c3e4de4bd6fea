//! Array IR to loop form.
//!
//! Arrays are buffers of elements in the order of the module's layout. A shape is a list of
//! extents where the rank is known, a buffer of them where it is not. With-loops become
//! nests of loops over known axes; over arrays of unknown rank one flat loop, where the body
//! uses its index only to select from arrays of the loop's own shape; otherwise a loop that
//! counts an index vector up.
//!
//! Integers become indices, which must not overflow. What has no form here yet is a
//! [`Limitation`], never wrong code.

mod blocked;
mod bounds;
mod call;
mod cells;
mod condition;
mod control;
mod counted;
mod destination;
mod dispatch;
mod liveness;
mod lowerer;
mod overwritten;
mod primitive;
mod reuse;
mod statement;
mod storage;
mod types;
mod values;
mod with;

use formwork_array::TextPosition as SourcePlace;
use formwork_array::ir;

use crate::loops::{Entry, EntryValue, Extent, Layout, Module};
use lowerer::{Lowered, Lowerer, Requests};

pub use lowerer::Limitation;
pub use types::array_class;

/// The loop form of the functions that a program wrote and those they call. Parameters and
/// results are as [`Entry`] says: a scalar is a variable; an array of known rank a buffer and
/// an index for each extent that its type leaves open; any other a buffer and a buffer of
/// extents.
///
/// # Errors
///
/// If something has no loop form yet.
pub fn lower_module(module: &ir::Module) -> Lowered<Module> {
    let roots = module.functions.keys().filter(|&id| module.functions[id].is_source);
    lower_from(module, roots.collect())
}

/// The loop form of one function and those it calls, with an entry for it that has its name.
///
/// # Errors
///
/// If something has no loop form yet.
pub fn lower_program(module: &ir::Module, root: ir::FunctionId) -> Lowered<Module> {
    let mut lowered = lower_from(module, vec![root])?;
    let source = &module.functions[root];
    let value = |name: String, ty: &ir::Type| EntryValue {
        name,
        class: array_class(ty.base),
        complex: ty.base == ir::BaseType::Complex,
        layout: match &ty.class {
            ir::ShapeClass::Any => Layout::AnyRank,
            class if class.rank() == Some(0) => Layout::Scalar,
            ir::ShapeClass::Rank(rank) => Layout::Array(vec![Extent::Passed; *rank]),
            ir::ShapeClass::Known(shape) => {
                Layout::Array(shape.iter().map(|&extent| Extent::Known(extent)).collect())
            }
        },
    };
    let arguments = source
        .parameters
        .iter()
        .map(|&parameter| &source.values[parameter])
        .map(|data| value(data.name.clone(), &data.ty))
        .collect();
    let results = source
        .results
        .iter()
        .enumerate()
        .map(|(number, ty)| value(format!("result_{number}"), ty))
        .collect();
    let first = lowered.functions().next().map(|(function, _)| function);
    if let Some(function) = first {
        lowered.add_entry(Entry { name: source.name.clone(), function, arguments, results });
    }
    Ok(lowered)
}

fn lower_from(module: &ir::Module, roots: Vec<ir::FunctionId>) -> Lowered<Module> {
    let mut requests = Requests::default();
    for root in roots {
        requests.function(module, root, SourcePlace::default());
    }
    let mut next = 0;
    while let Some(&(source, outer, id)) = requests.queue.get(next) {
        next += 1;
        let source = &module.functions[source];
        let name = requests.lowered.function(id).name().to_owned();
        let (function, others) = Lowerer::lower(module, requests, source, (name, outer));
        requests = others;
        requests.lowered.replace(id, function?);
    }
    Ok(requests.lowered)
}
