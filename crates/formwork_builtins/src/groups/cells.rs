//! Cell arrays: `num2cell`, `cell2mat`, `struct2cell`.

use formwork_runtime::index;
use formwork_runtime::{CellArray, Class, Dims, Error, Range, Result, StructArray, Value, memory};

use crate::arguments::number::int_value;
use crate::arguments::vectors::numbers;
use crate::context::{Args, Context, Values, one};
use crate::kit::quotes::quoted;
use crate::row::{Evidence, Lesson, Operation, Output, Row, ScalarForm, Strings, Totality};
use crate::row_constructors::row;
use crate::rules::contents;
use crate::rules::facts::questions;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_domain::ClassSet;
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    row("iscell", 1, 1, TRUTH, iscell, "Whether a value is a cell array.")
        .strings(Strings::Own)
        .scalar(ScalarForm::Predicate(|_| false))
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Cell), exact: true })
        .operation(Operation::AskClass),
    row("iscellstr", 1, 1, TRUTH, iscellstr, "Whether a value is a cell array of text.")
        .strings(Strings::Own)
        .scalar(ScalarForm::Predicate(|_| false))
        .answer(questions::iscellstr)
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Cell), exact: false })
        .operation(Operation::AskClass),
    row(
        "num2cell",
        1,
        2,
        CELL,
        quoted!(all Single, num2cell),
        "Puts elements, or slices, into a cell array.",
    )
    .strings(Strings::Own)
    .own_shape(special::arrange::num2cell)
    .contents(contents::scalars)
    .vetted(),
    row(
        "cell2mat",
        1,
        1,
        SPECIAL,
        quoted!(Single, cell2mat),
        "Joins the elements of a cell array.",
    )
    .own_shape(special::arrange::cell2mat)
    .own_classes(special::classes::cell2mat)
    .vetted(),
    row("mat2cell", 2, 2, CELL, quoted!(all Single, mat2cell), "Cuts an array into blocks.")
        .variadic()
        .own_shape(special::arrange::mat2cell)
        .compared(Evidence::Numbers),
    row("cellslices", 3, 4, SLICES, cellslices, "Slices of an array between pairs of bounds."),
    row("struct2cell", 1, 1, CELL, struct2cell, "The values of all fields as a cell array.")
        .own_shape(special::arrange::struct2cell)
        .contents(contents::values)
        .vetted(),
    row("cell2struct", 2, 3, STRUCT, cell2struct, "A struct array from values and field names.")
        .vetted(),
];

const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const CELL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Cell))];
const SLICES: &[Output] = &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Cell))];
const STRUCT: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Struct))];
const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];

fn iscell(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(args[0], Value::Cell(_)))
}

fn iscellstr(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(match &args[0] {
        Value::Cell(cell) => cell.as_slice().iter().all(Value::is_char),
        _ => false,
    })
}

/// `start` to `start + len - 1`, counted from 0, as a subscript.
fn span(start: usize, len: usize) -> Value {
    Value::Range(std::rc::Rc::new(Range::counted(start as f64 + 1.0, 1.0, len)))
}

fn num2cell(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    args[0] = std::mem::take(&mut args[0]).full();
    let value = &args[0];
    if value.is_one_thing() {
        return Err(Error::plain(format!("num2cell: wrong type argument '{}'", type_name(value))));
    }
    let dims = value.dims();
    let along = match args.get(1) {
        None => Vec::new(),
        Some(given) => read_dimensions(given)?,
    };
    if along.is_empty() {
        let data = (1..=dims.numel())
            .map(|k| index::index(value, &[Value::count(k)]))
            .collect::<Result<Vec<Value>>>()?;
        return one(CellArray::new(dims, data));
    }
    let count = dims.ndims().max(along.iter().copied().max().unwrap_or(0).saturating_add(1));
    memory::reserve::<Value>(&Dims::matrix(1, count))?;
    let extents: Vec<usize> =
        (0..count).map(|k| if along.contains(&k) { 1 } else { dims.get(k) }).collect();
    let outer = Dims::new(&extents);
    let mut data = Vec::with_capacity(outer.numel());
    let mut counter = vec![0usize; count];
    for _ in 0..outer.numel() {
        let subscripts: Vec<Value> =
            (0..count)
                .map(|k| {
                    if along.contains(&k) { Value::text(":") } else { Value::count(counter[k] + 1) }
                })
                .collect();
        data.push(index::index(value, &subscripts)?);
        for (k, place) in counter.iter_mut().enumerate() {
            *place += 1;
            if *place < extents[k] {
                break;
            }
            *place = 0;
        }
    }
    one(CellArray::new(outer, data))
}

fn read_dimensions(given: &Value) -> Result<Vec<usize>> {
    let mut result: Vec<usize> = Vec::new();
    for number in numbers(given)? {
        if number.fract() != 0.0 {
            let shown = formwork_runtime::format::c_number::percent_g(number);
            return Err(Error::plain(format!("conversion of {shown} to int value failed")));
        }
        if number < 1.0 {
            return Err(Error::plain("num2cell: dimension indices must be positive"));
        }
        let dimension = number as usize - 1;
        if result.last() == Some(&dimension) {
            return Err(Error::plain(
                "permute: permutation vector cannot contain identical elements",
            ));
        }
        if result.last().is_some_and(|&last| last > dimension) {
            return Err(Error::plain("num2cell: dimension indices must be strictly increasing"));
        }
        result.push(dimension);
    }
    Ok(result)
}

fn cell2mat(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let value = std::mem::take(&mut args[0]);
    if value.is_empty() {
        return one(Value::Double(formwork_runtime::Array::new(value.dims(), Vec::new())));
    }
    let Value::Cell(cell) = value else {
        return Err(Error::plain("cell2mat: C must be a cell array"));
    };
    let (dims, data) = cell.into_parts();
    // Text counts as joinable only if nothing that is neither text nor logical comes
    // with it; so the check goes by what is left after numbers and truth values.
    let odd: Vec<&Value> = data.iter().filter(|v| !v.is_numeric()).collect();
    let truths: Vec<bool> = odd.iter().map(|v| v.class() == Class::Logical).collect();
    let texts_after =
        data.iter().zip(mask_after(&data, &truths)).all(|(v, left)| !left || v.is_char());
    let same = |class: Class| data.iter().all(|v| v.class() == class);
    if !texts_after && !same(Class::Cell) && !same(Class::Struct) {
        return Err(Error::plain(
            "cell2mat: wrong type elements or mixed cells, structs, and matrices",
        ));
    }
    if data.iter().all(|v| v.numel() == 1) {
        return one(index::concatenate("cat", 0, data)?.reshaped(dims));
    }
    one(join_all(&dims, data)?)
}

/// Which elements the last of three successive checks of `cell2mat` looks at: it takes
/// the complement of the second check, whose mask is as long as what the first left.
fn mask_after(data: &[Value], truths: &[bool]) -> Vec<bool> {
    let mut looked_at = vec![false; data.len()];
    for (place, &truth) in truths.iter().enumerate() {
        looked_at[place] = !truth;
    }
    looked_at
}

/// Joins a cell array along all its dimensions, longest first.
fn join_all(dims: &Dims, data: Vec<Value>) -> Result<Value> {
    let mut order: Vec<usize> = (0..dims.ndims()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(dims.get(k)));
    let mut dims = dims.clone();
    let mut data = data;
    for dimension in order {
        let (before, extent, after) = dims.around(dimension);
        if extent == 1 {
            continue;
        }
        let mut slots: Vec<Option<Value>> = data.into_iter().map(Some).collect();
        let mut joined = Vec::with_capacity(before * after);
        for block in 0..after {
            for place in 0..before {
                let parts: Vec<Value> = (0..extent)
                    .filter_map(|k| slots[(block * extent + k) * before + place].take())
                    .collect();
                joined.push(index::concatenate("cat", dimension, parts)?);
            }
        }
        data = joined;
        dims = dims.with(dimension, 1);
    }
    Ok(data.into_iter().next().unwrap_or_else(Value::empty))
}

/// A sum as Octave reckons it, beyond the largest integer, too.
fn wrapping_sum(numbers: &[i64]) -> i64 {
    numbers.iter().copied().fold(0, i64::wrapping_add)
}

fn mat2cell(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    args[0] = std::mem::take(&mut args[0]).full();
    let value = &args[0];
    let dims = value.dims();
    let mut cuts: Vec<Vec<i64>> = Vec::with_capacity(args.len() - 1);
    for given in &args[1..] {
        let mut cut = Vec::new();
        for number in numbers(given)? {
            if number.fract() != 0.0 || number.abs() >= 9.3e18 {
                let shown = formwork_runtime::format::c_number::percent_g(number);
                return Err(Error::plain(format!(
                    "conversion of {shown} to octave_idx_type value failed"
                )));
            }
            cut.push(number as i64);
        }
        cuts.push(cut);
    }
    for (k, cut) in cuts.iter().enumerate() {
        let (sum, extent) = (wrapping_sum(cut), dims.get(k) as i64);
        if sum != extent {
            return Err(Error::plain(format!(
                "mat2cell: mismatch on dimension {} ({extent} != {sum})",
                k + 1
            )));
        }
    }
    if value.is_one_thing() {
        return Err(Error::plain(format!("mat2cell: wrong type argument '{}'", type_name(value))));
    }
    for k in cuts.len()..dims.ndims() {
        cuts.push(vec![dims.get(k) as i64]);
    }
    let extents: Vec<usize> = cuts.iter().map(Vec::len).collect();
    let outer = if extents.len() == 1 { Dims::matrix(extents[0], 1) } else { Dims::new(&extents) };
    let mut data = Vec::with_capacity(outer.numel());
    let mut counter = vec![0usize; cuts.len()];
    for _ in 0..outer.numel() {
        let subscripts: Vec<Value> = cuts
            .iter()
            .zip(&counter)
            .map(|(cut, &place)| {
                let start = wrapping_sum(&cut[..place]);
                let len = usize::try_from(cut[place]).unwrap_or(0);
                span(usize::try_from(start).unwrap_or(0), len)
            })
            .collect();
        data.push(index::index(value, &subscripts)?);
        for (k, place) in counter.iter_mut().enumerate() {
            *place += 1;
            if *place < extents[k] {
                break;
            }
            *place = 0;
        }
    }
    one(CellArray::new(outer, data))
}

fn cellslices(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let (lower, upper) = (numbers(&args[1])?, numbers(&args[2])?);
    if lower.len() != upper.len() {
        return Err(Error::plain("cellslices: the lengths of LB and UB must match"));
    }
    let dims = value.dims();
    let dimension = match args.get(3) {
        None => dims.first_non_singleton(),
        Some(given) => match int_value(given)? {
            // No array has so many dimensions.
            d @ 1..=65_536 => d as usize - 1,
            _ => return Err(Error::plain("cellslices: DIM must be a valid dimension")),
        },
    };
    let mut subscripts = vec![Value::text(":"); dims.ndims().max(dimension + 1)];
    let mut data = Vec::with_capacity(lower.len());
    for (low, high) in lower.into_iter().zip(upper) {
        let (low, high) = (low.trunc(), high.trunc());
        subscripts[dimension] = if high < low {
            span(0, 0)
        } else {
            Range::new(low, 1.0, high)
                .map_or_else(Value::empty, |range| Value::Range(std::rc::Rc::new(range)))
        };
        data.push(index::index(value, &subscripts)?);
    }
    one(CellArray::row(data))
}

fn struct2cell(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Struct(structs) = &args[0] else {
        return Err(Error::plain("struct2cell: argument S must be a structure"));
    };
    // A column of structs gives a matrix, everything else one dimension more.
    let dims = structs.dims();
    let mut extents = vec![structs.field_count()];
    match dims.as_slice() {
        [rows, 1] => extents.push(*rows),
        others => extents.extend_from_slice(others),
    }
    let mut data = Vec::with_capacity(structs.field_count() * structs.numel());
    for element in 0..structs.numel() {
        data.extend(structs.fields().map(|(_, values)| values[element].clone()));
    }
    one(CellArray::new(Dims::new(&extents), data))
}

fn cell2struct(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Cell(cell) = &args[0] else {
        return Err(Error::plain("cell2struct: argument CELL must be of type cell"));
    };
    let wrong =
        || Error::plain("cell2struct: FIELDS must be a cell array of strings or a scalar string");
    let names: Vec<String> = match &args[1] {
        Value::Cell(names) => names
            .as_slice()
            .iter()
            .map(|name| match name.as_text() {
                Some(name) if !name.is_empty() => Ok(name.into_owned()),
                _ => Err(wrong()),
            })
            .collect::<Result<_>>()?,
        text @ Value::Char(array, _) if array.dims().is_row() => {
            text.as_text().map(|name| vec![name.into_owned()]).ok_or_else(wrong)?
        }
        _ => return Err(wrong()),
    };
    let dimension = match args.get(2) {
        None => 0,
        Some(given) => {
            let number = if given.is_char() || given.is_complex() { None } else { given.to_f64() };
            let Some(number) = number.filter(|_| given.is_scalar()) else {
                return Err(Error::plain("cell2struct: DIM must be a real scalar"));
            };
            if number < 1.0 {
                return Err(Error::plain("cell2struct: DIM must be a valid dimension"));
            }
            number as usize - 1
        }
    };
    let dims = cell.dims();
    if names.len() != dims.get(dimension) {
        return Err(Error::plain("cell2struct: number of FIELDS does not match dimension"));
    }
    // The size without that dimension; a matrix leaves a column.
    let mut extents: Vec<usize> = (0..dims.ndims()).map(|k| dims.get(k)).collect();
    if dimension < extents.len() {
        extents.remove(dimension);
    }
    if extents.len() == 1 {
        extents.push(1);
    }
    let size = Dims::new(&extents);
    let (before, extent, after) = dims.around(dimension);
    let mut result = StructArray::without_fields(size);
    for (k, name) in names.iter().enumerate() {
        let mut values = Vec::with_capacity(before * after);
        for block in 0..after {
            let start = (block * extent + k) * before;
            values.extend_from_slice(&cell.as_slice()[start..start + before]);
        }
        result.set_field(name, values);
    }
    one(result)
}
