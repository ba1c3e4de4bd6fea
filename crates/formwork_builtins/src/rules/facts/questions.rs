//! Questions that class, shape or fields answer.

use formwork_domain::{AbstractValue, Bounds, ClassSet, Contents};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;

use crate::row::Lesson;
use crate::rules::call::{ARRAYS, Call, is_only};

/// The answer to a question; `None` if the function asks none.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Truth> {
    let classes = call.args.first()?.classes;
    match (call.own.answer, call.lesson) {
        (Some(rule), _) => Some(rule(call)),
        (None, Lesson::Class { classes: set, exact: true }) => Some(among(classes, set)),
        (None, _) => None,
    }
}

/// What never is, here.
pub(crate) fn never(_call: &mut Call<'_>) -> Truth {
    Truth::No
}

/// Whether it is an array of strings.
pub(crate) fn isstring(call: &mut Call<'_>) -> Truth {
    among(call.classes(0), ClassSet::only(Class::String))
}

/// Whether an array has no imaginary part.
pub(crate) fn isreal(call: &mut Call<'_>) -> Truth {
    let Some(argument) = call.args.first() else { return Truth::Maybe };
    among(argument.classes, ARRAYS).and(!argument.complex)
}

/// Whether it has one.
pub(crate) fn iscomplex(call: &mut Call<'_>) -> Truth {
    call.args.first().map_or(Truth::Maybe, |argument| argument.complex)
}

/// Whether a value is a cell array of texts.
pub(crate) fn iscellstr(call: &mut Call<'_>) -> Truth {
    match call.args.first() {
        Some(argument) => cell_of_texts(argument, call),
        None => Truth::Maybe,
    }
}

/// Whether there is no element.
pub(crate) fn isempty(call: &mut Call<'_>) -> Truth {
    // A map changes under all its names.
    if call.classes(0).contains(Class::Map) && !call.classes(0).may_be_object() {
        return Truth::Maybe;
    }
    let count = call.count(0);
    count.map_or(Truth::Maybe, |count| call.algebra.extents().is_zero(count))
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

/// Whether there is one row, one column, and nothing beyond.
struct Sides {
    row: Truth,
    column: Truth,
    flat: Truth,
}

fn sides(call: &mut Call<'_>) -> Option<Sides> {
    let shape = call.shape(0)?;
    let at = |call: &mut Call<'_>, axis| call.algebra.extent(shape, axis);
    let (rows, columns) = (at(call, 0), at(call, 1));
    let flat = match call.extents(0) {
        Some(extents) => {
            let higher: Vec<ExtentId> = extents.iter().skip(2).copied().collect();
            higher.iter().fold(Truth::Yes, |all, &extent| all.and(call.is_one(extent)))
        }
        None => Truth::Maybe,
    };
    Some(Sides { row: call.is_one(rows), column: call.is_one(columns), flat })
}

/// Whether there is one element.
pub(crate) fn isscalar(call: &mut Call<'_>) -> Truth {
    sides(call).map_or(Truth::Maybe, |sides| sides.row.and(sides.column).and(sides.flat))
}

/// Whether there is one row or one column.
pub(crate) fn isvector(call: &mut Call<'_>) -> Truth {
    sides(call).map_or(Truth::Maybe, |sides| sides.row.or(sides.column).and(sides.flat))
}

/// Whether there is one row.
pub(crate) fn isrow(call: &mut Call<'_>) -> Truth {
    sides(call).map_or(Truth::Maybe, |sides| sides.row.and(sides.flat))
}

/// Whether there is one column.
pub(crate) fn iscolumn(call: &mut Call<'_>) -> Truth {
    sides(call).map_or(Truth::Maybe, |sides| sides.column.and(sides.flat))
}

/// Whether there are two dimensions.
pub(crate) fn ismatrix(call: &mut Call<'_>) -> Truth {
    sides(call).map_or(Truth::Maybe, |sides| sides.flat)
}

/// Whether there are as many rows as columns.
pub(crate) fn issquare(call: &mut Call<'_>) -> Truth {
    let (Some(shape), Some(sides)) = (call.shape(0), sides(call)) else { return Truth::Maybe };
    let (rows, columns) = (call.algebra.extent(shape, 0), call.algebra.extent(shape, 1));
    call.algebra.extents_mut().equal(rows, columns).and(sides.flat)
}

/// Whether all arguments are of one size.
pub(crate) fn size_equal(call: &mut Call<'_>) -> Truth {
    let shapes: Option<Vec<_>> = call.args.iter().map(|argument| argument.shape).collect();
    let Some(shapes) = shapes else { return Truth::Maybe };
    shapes.windows(2).fold(Truth::Yes, |all, pair| all.and(call.algebra.same(pair[0], pair[1])))
}

/// The bounds of one number.
fn one_number(call: &mut Call<'_>) -> Option<Bounds> {
    let argument = call.args.first().filter(|argument| argument.is_scalar())?;
    argument.bounds(call.algebra)
}

fn is_finite(known: Bounds) -> bool {
    known.low.is_finite() && known.high.is_finite()
}

/// Whether it is not a number.
pub(crate) fn isnan(call: &mut Call<'_>) -> Truth {
    one_number(call).map_or(Truth::Maybe, |known| if known.nan { Truth::Maybe } else { Truth::No })
}

/// Whether it is infinite.
pub(crate) fn isinf(call: &mut Call<'_>) -> Truth {
    let finite = one_number(call).is_some_and(is_finite);
    if finite { Truth::No } else { Truth::Maybe }
}

/// Whether it is neither.
pub(crate) fn isfinite(call: &mut Call<'_>) -> Truth {
    let finite = one_number(call).is_some_and(|known| is_finite(known) && !known.nan);
    if finite { Truth::Yes } else { Truth::Maybe }
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

/// Whether a value is of the class that is named.
pub(crate) fn isa(call: &mut Call<'_>) -> Truth {
    let classes = call.classes(0);
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

/// Whether a struct has the field that is named.
pub(crate) fn isfield(call: &mut Call<'_>) -> Truth {
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
