//! The rules that belong to one function each.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{EmptyRule, Reduction, Semantics};

use super::call::{Call, Dimension};
use super::classes::{arithmetic, float, named, sum};
use super::shapes::{concatenate, elementwise, size_arguments, size_vector};

/// What arithmetic takes.
const ARRAYS: ClassSet = ClassSet::of(&[
    Class::Double,
    Class::Single,
    Class::Int8,
    Class::Int16,
    Class::Int32,
    Class::Int64,
    Class::Uint8,
    Class::Uint16,
    Class::Uint32,
    Class::Uint64,
    Class::Logical,
    Class::Char,
]);

type ShapeFunction = fn(&mut Call<'_>) -> Option<ShapeId>;
type ClassFunction = fn(&Call<'_>) -> ClassSet;

/// The rule for the shapes of the outputs of a function.
pub(super) fn shape_rule(name: &str) -> Option<ShapeFunction> {
    Some(match name {
        "all" | "any" => truth,
        "cat" => cat,
        "cell" => cell,
        "diag" => diag,
        "find" => find,
        "ipermute" => ipermute,
        "linspace" => linspace,
        "max" | "min" => extremum,
        "permute" => permute,
        "repmat" => repmat,
        "reshape" => reshape,
        "size" => size,
        _ => return None,
    })
}

/// The rule for the classes of the outputs of a function.
pub(super) fn class_rule(name: &str) -> Option<ClassFunction> {
    Some(match name {
        "all" | "any" => truth_class,
        "linspace" => |call| float(call.args),
        "max" | "min" => extremum_class,
        "sum" | "prod" => sum_class,
        "zeros" | "ones" | "Inf" | "NaN" | "NA" | "inf" | "nan" | "pi" | "e" => named,
        _ => return None,
    })
}

fn truth(call: &mut Call<'_>) -> Option<ShapeId> {
    if !call.classes(0).is_within(ARRAYS) {
        return None;
    }
    let shape = call.shape(0)?;
    call.reduced(Reduction::Sum, shape, call.dimension(1))
}

fn truth_class(call: &Call<'_>) -> ClassSet {
    let logical = ClassSet::only(Class::Logical);
    if call.classes(0).is_within(ARRAYS) {
        logical
    } else {
        logical.union(ClassSet::only(Class::Double))
    }
}

fn cat(call: &mut Call<'_>) -> Option<ShapeId> {
    match call.dimension(0) {
        Dimension::Known(axis) => concatenate(1, axis, EmptyRule::ZeroByZero, call),
        Dimension::Default | Dimension::Unknown => None,
    }
}

fn cell(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.is_empty() {
        return Some(call.empty());
    }
    if (0..call.args.len()).any(|place| call.may_be_text(place)) {
        return None;
    }
    size_arguments(0, call)
}

fn diag(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    if call.args.len() == 1 { Some(call.algebra.diagonal(shape)) } else { Some(call.matrix()) }
}

fn find(call: &mut Call<'_>) -> Option<ShapeId> {
    let (row, column, empty) = (call.row(), call.column(), call.empty());
    match call.size(0) {
        Some(size) if size.is_scalar() => call.either(&[Algebra::SCALAR, empty]),
        Some(size) if size.count() == 0 => Some(call.matrix()),
        Some(size) if size.is_matrix() && size.extent(0) == 1 => Some(row),
        Some(_) => Some(column),
        None => Some(call.matrix()),
    }
}

/// The elements of a constant vector as extents.
fn constant_extents(call: &mut Call<'_>, place: usize) -> Option<Vec<ExtentId>> {
    let value = call.constant(place)?;
    let numbers = value.to_f64_array()?.into_owned();
    let mut extents = Vec::new();
    for &number in numbers.as_slice() {
        if number.fract() != 0.0 || number.abs() > 1e9 {
            return None;
        }
        extents.push(call.algebra.extents_mut().literal((number as i64).max(0)));
    }
    Some(extents)
}

fn reshape(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let mut extents = Vec::new();
    if call.args.len() == 2 {
        extents.extend(constant_extents(call, 1)?.into_iter().map(Some));
    } else {
        for place in 1..call.args.len() {
            let size = call.size(place)?;
            extents.push(if size.count() == 0 {
                None
            } else {
                match constant_extents(call, place).as_deref() {
                    Some(&[extent]) => Some(extent),
                    Some(_) => return None,
                    None => Some(call.fresh("extent")),
                }
            });
        }
        // An unknown extent beside a free one leaves both open.
        if extents.contains(&None)
            && extents.iter().flatten().any(|&e| call.algebra.extents().as_literal(e).is_none())
        {
            let open: Vec<ExtentId> = extents.iter().map(|_| call.fresh("extent")).collect();
            return Some(call.algebra.tuple(open));
        }
        if extents.iter().flatten().any(|&e| call.algebra.extents().as_literal(e).is_none()) {
            return Some(call.algebra.tuple(extents.into_iter().flatten()));
        }
    }
    Some(call.algebra.reshape(shape, &extents))
}

fn repmat(call: &mut Call<'_>) -> Option<ShapeId> {
    let shape = call.shape(0)?;
    let mut copies = Vec::new();
    for place in 1..call.args.len() {
        let size = call.size(place)?;
        if !size.is_scalar() && (call.args.len() > 2 || size.vector_axis().is_none()) {
            return None;
        }
        copies.extend(constant_extents(call, place)?);
    }
    if let &[single] = copies.as_slice() {
        copies.push(single);
    }
    if copies.len() < 2 {
        return None;
    }
    Some(call.algebra.repmat(shape, &copies))
}

/// The order of dimensions that argument 1 says, from 0.
fn order(call: &Call<'_>) -> Option<Vec<u32>> {
    let numbers = call.constant(1)?.to_f64_array()?.into_owned();
    let order: Vec<u32> = numbers.as_slice().iter().map(|&number| number as u32).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let whole = sorted.iter().zip(1..).all(|(&have, want)| have == want);
    whole.then(|| order.iter().map(|place| place - 1).collect())
}

fn permute(call: &mut Call<'_>) -> Option<ShapeId> {
    let (shape, order) = (call.shape(0)?, order(call)?);
    Some(call.algebra.permute(shape, &order))
}

fn ipermute(call: &mut Call<'_>) -> Option<ShapeId> {
    let (shape, order) = (call.shape(0)?, order(call)?);
    let mut inverse = vec![0; order.len()];
    for (from, &to) in (0..).zip(&order) {
        *inverse.get_mut(to as usize)? = from;
    }
    Some(call.algebra.permute(shape, &inverse))
}

fn linspace(call: &mut Call<'_>) -> Option<ShapeId> {
    let columns = match (call.args.len(), call.constant(2)) {
        (..3, _) => call.literal(100),
        (_, Some(count)) => {
            let count = count.to_f64().filter(|count| count.is_finite())?;
            if count >= 1.0 { call.literal(count.floor() as usize) } else { call.fresh("columns") }
        }
        (_, None) => call.fresh("columns"),
    };
    let rows = call.size(0)?.count().max(call.size(1)?.count());
    let rows = call.literal(usize::try_from(rows).ok()?);
    Some(call.algebra.tuple([rows, columns]))
}

fn extremum(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.args.len() == 2 {
        return elementwise(Semantics::Expand, call);
    }
    let shape = call.shape(0)?;
    call.reduced(Reduction::Extremum, shape, call.dimension(2))
}

fn extremum_class(call: &Call<'_>) -> ClassSet {
    if call.output == 1 {
        ClassSet::only(Class::Double)
    } else if call.args.len() == 2 {
        let truths = call.classes(0).intersection(call.classes(1));
        arithmetic(call.args).union(truths.intersection(ClassSet::only(Class::Logical)))
    } else {
        let truths = call.classes(0).intersection(ClassSet::only(Class::Logical));
        call.classes(0).map(sum).union(truths)
    }
}

fn sum_class(call: &Call<'_>) -> ClassSet {
    let usual = call.classes(0).map(|class| {
        ClassSet::only(if class == Class::Single { Class::Single } else { Class::Double })
    });
    if (1..call.args.len()).any(|place| call.may_be_text(place)) {
        usual.union(call.classes(0)).union(ClassSet::only(Class::Double))
    } else {
        usual
    }
}

fn size(call: &mut Call<'_>) -> Option<ShapeId> {
    if call.nargout > 1 {
        return Some(Algebra::SCALAR);
    }
    match call.args.len() {
        1 => Some(size_vector(call)),
        2 => {
            let columns = match call.size(1) {
                Some(size) => call.literal(usize::try_from(size.count()).ok()?),
                None => call.fresh("dimensions"),
            };
            Some(call.algebra.tuple([Extents::ONE, columns]))
        }
        _ => Some(call.row()),
    }
}
