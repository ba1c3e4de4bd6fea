//! Questions that class, shape or fields answer.

use formwork_domain::{AbstractValue, ClassSet, Contents};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;

use crate::rules::call::{ARRAYS, Call, is_only};

/// The answer to a question; `None` if the function asks none.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Truth> {
    let classes = call.args.first()?.classes;
    let is = |set: ClassSet| Some(among(classes, set));
    match call.name {
        "isnumeric" => is(ClassSet::NUMBERS),
        "isfloat" => is(ClassSet::FLOATS),
        "isinteger" => is(ClassSet::INTEGERS),
        "ischar" => is(ClassSet::only(Class::Char)),
        "iscell" => is(ClassSet::only(Class::Cell)),
        "isstruct" => is(ClassSet::only(Class::Struct)),
        "islogical" | "isbool" => is(ClassSet::only(Class::Logical)),
        "is_function_handle" => is(ClassSet::only(Class::FunctionHandle)),
        "issparse" | "isjava" | "isstring" => Some(Truth::No),
        "isreal" => Some(among(classes, ARRAYS).and(!call.args.first()?.complex)),
        "iscomplex" => Some(call.args.first()?.complex),
        "iscellstr" => Some(cell_of_texts(call.args.first()?, call)),
        "isa" => Some(isa(classes, call)),
        "isfield" => Some(isfield(call)),
        "isempty" => {
            if classes.contains(Class::Map) {
                return Some(Truth::Maybe);
            }
            let count = call.count(0);
            Some(count.map_or(Truth::Maybe, |count| call.algebra.extents().is_zero(count)))
        }
        "isscalar" | "isvector" | "isrow" | "iscolumn" | "ismatrix" | "issquare" => {
            Some(shape(call))
        }
        "size_equal" => Some(size_equal(call)),
        "isnan" | "isinf" | "isfinite" => Some(number(call)),
        _ => None,
    }
}

/// Whether a class of the first set is one of the second.
fn among(classes: ClassSet, set: ClassSet) -> Truth {
    if classes.is_within(set) {
        Truth::Yes
    } else if classes.intersection(set).is_empty() {
        Truth::No
    } else {
        Truth::Maybe
    }
}

fn shape(call: &mut Call<'_>) -> Truth {
    let Some(shape) = call.shape(0) else { return Truth::Maybe };
    let at = |call: &mut Call<'_>, axis| call.algebra.extent(shape, axis);
    let (rows, columns) = (at(call, 0), at(call, 1));
    let flat = match call.extents(0) {
        Some(extents) => {
            let higher: Vec<ExtentId> = extents.iter().skip(2).copied().collect();
            higher.iter().fold(Truth::Yes, |all, &extent| all.and(call.is_one(extent)))
        }
        None => Truth::Maybe,
    };
    let (row, column) = (call.is_one(rows), call.is_one(columns));
    match call.name {
        "isscalar" => row.and(column).and(flat),
        "isvector" => row.or(column).and(flat),
        "isrow" => row.and(flat),
        "iscolumn" => column.and(flat),
        "issquare" => call.algebra.extents_mut().equal(rows, columns).and(flat),
        _ => flat,
    }
}

fn size_equal(call: &mut Call<'_>) -> Truth {
    let shapes: Option<Vec<_>> = call.args.iter().map(|argument| argument.shape).collect();
    let Some(shapes) = shapes else { return Truth::Maybe };
    shapes.windows(2).fold(Truth::Yes, |all, pair| all.and(call.algebra.same(pair[0], pair[1])))
}

/// Whether a number is not one, infinite, finite.
fn number(call: &mut Call<'_>) -> Truth {
    let Some(argument) = call.args.first().filter(|argument| argument.is_scalar()) else {
        return Truth::Maybe;
    };
    let Some(known) = argument.bounds(call.algebra) else { return Truth::Maybe };
    let finite = known.low.is_finite() && known.high.is_finite();
    match call.name {
        "isnan" if !known.nan => Truth::No,
        "isinf" if finite => Truth::No,
        "isfinite" if finite && !known.nan => Truth::Yes,
        _ => Truth::Maybe,
    }
}

/// Whether a value is a cell array of texts.
pub(in crate::rules) fn cell_of_texts(value: &AbstractValue, call: &mut Call<'_>) -> Truth {
    if !value.classes.contains(Class::Cell) {
        return Truth::No;
    }
    if !is_only(value, Class::Cell) {
        return Truth::Maybe;
    }
    if let Some(Contents::Every(every)) = &value.contents {
        return if is_only(every, Class::Char) { Truth::Yes } else { Truth::Maybe };
    }
    match value.elements(call.algebra) {
        Some(elements) => elements.iter().fold(Truth::Yes, |all, element| {
            all.and(among(element.classes, ClassSet::only(Class::Char)))
        }),
        None => Truth::Maybe,
    }
}

fn isa(classes: ClassSet, call: &Call<'_>) -> Truth {
    let Some(name) = call.text(1) else { return Truth::Maybe };
    let set = match &*name {
        "numeric" => ClassSet::NUMBERS,
        "float" => ClassSet::FLOATS,
        "integer" => ClassSet::INTEGERS,
        _ => match Class::ALL.into_iter().find(|class| class.name() == name) {
            // Objects may be of several classes.
            Some(Class::Map | Class::Exception | Class::Cleanup | Class::Parser) => {
                return Truth::Maybe;
            }
            None if classes.is_within(ARRAYS) => return Truth::No,
            None => return Truth::Maybe,
            Some(class) => ClassSet::only(class),
        },
    };
    let plain = classes.intersection(ClassSet::of(&[
        Class::Map,
        Class::Exception,
        Class::Cleanup,
        Class::Parser,
    ]));
    if plain.is_empty() { among(classes, set) } else { Truth::Maybe }
}

fn isfield(call: &mut Call<'_>) -> Truth {
    let [value, _] = call.args else { return Truth::Maybe };
    if !value.classes.contains(Class::Struct) && !call.may_be_cell(1) {
        return Truth::No;
    }
    let (Some(name), true) = (call.text(1), is_only(value, Class::Struct)) else {
        return Truth::Maybe;
    };
    match value.fields(call.algebra) {
        Some(fields) if fields.get(&name).is_some() => Truth::Yes,
        Some(fields) if !fields.open => Truth::No,
        _ => Truth::Maybe,
    }
}
