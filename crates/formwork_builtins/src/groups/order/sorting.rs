//! `sort`, also of what is sorted in part.

use std::cmp::Ordering;

use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value};

use crate::arguments::number::nint_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::fold::map_runs;
use crate::kit::sorting::{Ordered, Sortable, signed, sorted_texts};
use formwork_runtime::ops::type_name;

pub(super) fn sort(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let invalid = || Error::plain("sort: DIM must be a valid dimension");
    let mut dimension = None;
    let mut down = false;
    match &args[..] {
        [_] => {}
        [_, mode] if mode.is_char() => down = read_mode(mode)?,
        [_, number] => dimension = Some(nint_value(number)?),
        [_, number, mode, ..] => {
            if number.is_char() {
                return Err(invalid());
            }
            dimension = Some(nint_value(number)?);
            if !mode.is_char() {
                return Err(Error::plain("sort: MODE must be a string"));
            }
            down = read_mode(mode)?;
        }
        [] => return Err(Error::invalid_call("sort")),
    }
    let dims = args[0].dims();
    let dimension = match dimension {
        None => dims.first_non_singleton(),
        Some(number) if number < 1 => return Err(invalid()),
        // Every run is one element long.
        Some(number) if number as usize > dims.ndims() && nargout > 1 => {
            return Err(Error::plain("sort: invalid dimension"));
        }
        Some(number) if number as usize > dims.ndims() => number as usize - 1,
        Some(number) => number as usize - 1,
    };
    let x = std::mem::take(&mut args[0]);
    let places = nargout > 1;
    let mut values = match x.materialized().full() {
        Value::Double(array) => sorted(array, dimension, down, places),
        Value::Single(array) => sorted(array, dimension, down, places),
        Value::Complex(array) => sorted(array, dimension, down, places),
        Value::ComplexSingle(array) => sorted(array, dimension, down, places),
        Value::Bool(array) => sorted(array, dimension, down, places),
        Value::Int8(array) => sorted(array, dimension, down, places),
        Value::Int16(array) => sorted(array, dimension, down, places),
        Value::Int32(array) => sorted(array, dimension, down, places),
        Value::Int64(array) => sorted(array, dimension, down, places),
        Value::Uint8(array) => sorted(array, dimension, down, places),
        Value::Uint16(array) => sorted(array, dimension, down, places),
        Value::Uint32(array) => sorted(array, dimension, down, places),
        Value::Uint64(array) => sorted(array, dimension, down, places),
        Value::Char(array, quote) => {
            let mut values = sorted(signed(&array), dimension, down, places);
            if let Some(first) = values.first_mut()
                && let Value::Int8(bytes) = std::mem::take(first)
            {
                *first = Value::Char(bytes.map(|&byte| byte.cast_unsigned()), quote);
            }
            values
        }
        Value::Cell(cell) => return sort_cell(cx, &cell, dimension, down, places),
        other => {
            return Err(Error::plain(format!(
                "octave_base_value::sort (): wrong type argument '{}'",
                type_name(&other)
            )));
        }
    };
    if let Some(Value::Double(array)) = values.get_mut(1) {
        *array = std::mem::replace(array, Array::empty()).marked_places();
    }
    Ok(values)
}

fn read_mode(mode: &Value) -> Result<bool> {
    match mode.as_bytes() {
        Some(b"ascend") => Ok(false),
        Some(b"descend") => Ok(true),
        _ => Err(Error::plain("sort: MODE must be either \"ascend\" or \"descend\"")),
    }
}

/// How elements stand before they are sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    InOrder,
    /// No two are equal.
    Reversed,
    /// Two parts in order, the second of which begins here.
    TwoParts(usize),
    Otherwise,
}

impl Standing {
    /// Reads no further than the first element that tells that it is none of them.
    fn of<T: Sortable>(run: &[T], down: bool) -> Standing {
        let in_order = |from: usize| {
            let rest = &run[from..];
            let steps = rest.windows(2).take_while(|pair| T::may_precede(pair[0], pair[1], down));
            from + steps.count() + 1
        };
        // One that is no number is in no order with itself.
        let Some(&first) = run.first() else { return Standing::InOrder };
        if !T::may_precede(first, first, down) {
            return Standing::Otherwise;
        }
        let border = in_order(0);
        if border == run.len() {
            Standing::InOrder
        } else if border == 1 && run.windows(2).all(|pair| T::must_precede(pair[1], pair[0], down))
        {
            Standing::Reversed
        } else if T::may_precede(run[border], run[border], down) && in_order(border) == run.len() {
            Standing::TwoParts(border)
        } else {
            Standing::Otherwise
        }
    }
}

/// Gives `each` the places of elements of which two parts are in order.
fn for_each_merged<T: Sortable>(
    run: &[T],
    border: usize,
    down: bool,
    mut each: impl FnMut(usize, T),
) {
    let (left, right) = run.split_at(border);
    let (mut i, mut j) = (0, 0);
    while let (Some(&first), Some(&second)) = (left.get(i), right.get(j)) {
        if T::must_precede(second, first, down) {
            each(border + j, second);
            j += 1;
        } else {
            each(i, first);
            i += 1;
        }
    }
    left.iter().enumerate().skip(i).for_each(|(place, &x)| each(place, x));
    right.iter().enumerate().skip(j).for_each(|(place, &x)| each(border + place, x));
}

/// Elements that stand almost in order, and their places if asked for.
fn put_right<T: Sortable>(
    run: &[T],
    standing: Standing,
    down: bool,
    places: bool,
) -> Option<(Vec<T>, Option<Vec<f64>>)> {
    match standing {
        Standing::Reversed => {
            let sorted = run.iter().rev().copied().collect();
            let numbers = places.then(|| (1..=run.len()).rev().map(|n| n as f64).collect());
            Some((sorted, numbers))
        }
        Standing::TwoParts(border) => {
            let mut sorted = Vec::with_capacity(run.len());
            let mut numbers = places.then(|| Vec::with_capacity(run.len()));
            match &mut numbers {
                None => for_each_merged(run, border, down, |_, x| sorted.push(x)),
                Some(numbers) => for_each_merged(run, border, down, |place, x| {
                    sorted.push(x);
                    numbers.push((place + 1) as f64);
                }),
            }
            Some((sorted, numbers))
        }
        Standing::InOrder | Standing::Otherwise => None,
    }
}

fn sorted<T: Sortable>(mut array: Array<T>, dimension: usize, down: bool, places: bool) -> Values {
    let mut values = Values::new();
    let dims = array.dims().clone();
    let (before, count, _) = dims.around(dimension);
    let runs = before == 1 && count > 0;
    if runs && count == array.numel() {
        let standing = Standing::of(array.as_slice(), down);
        if let Some((sorted, numbers)) = put_right(array.as_slice(), standing, down, places) {
            values.push(T::into_value(Array::new(dims.clone(), sorted)));
            values.extend(numbers.map(|numbers| Value::Double(Array::new(dims, numbers))));
            return values;
        }
    }
    let ready = runs
        && array
            .as_slice()
            .chunks_exact(count)
            .all(|run| Standing::of(run, down) == Standing::InOrder);
    if ready {
        let index = places.then(|| {
            let mut numbers = Vec::with_capacity(array.numel());
            while numbers.len() < array.numel() {
                numbers.extend((1..=count).map(|number| number as f64));
            }
            Value::Double(Array::new(dims, numbers))
        });
        values.push(T::into_value(array));
        values.extend(index);
        return values;
    }
    if places {
        let data = array.as_slice();
        let mut sorted = Vec::with_capacity(data.len());
        if before == 1 && count > 0 {
            let mut index = Vec::with_capacity(data.len());
            for run in data.chunks_exact(count) {
                T::for_each_place(run, down, |place| {
                    sorted.push(run[place]);
                    index.push((place + 1) as f64);
                });
            }
            values.push(T::into_value(Array::new(dims.clone(), sorted)));
            values.push(Value::Double(Array::new(dims, index)));
            return values;
        }
        let (_, index) = map_runs(data, &dims, dimension, count, |run, out| {
            for (number, place) in out.iter_mut().zip(T::sorted_places(run, down)) {
                *number = (place + 1) as f64;
            }
        });
        sorted.extend(index.iter().enumerate().map(|(at, &place)| {
            let own = at / before % count;
            data[at - own * before + (place as usize - 1) * before]
        }));
        values.push(T::into_value(Array::new(dims.clone(), sorted)));
        values.push(Value::Double(Array::new(dims, index)));
        return values;
    }
    if count > 1 {
        if before == 1 {
            for run in array.make_mut().chunks_exact_mut(count) {
                T::sort_run(run, down);
            }
        } else {
            let (dims, data) =
                map_runs(array.as_slice(), &dims, dimension, count, |run, out: &mut [T]| {
                    out.copy_from_slice(run);
                    T::sort_run(out, down);
                });
            array = Array::new(dims, data);
        }
    }
    values.push(T::into_value(array));
    values
}

fn sort_cell(
    cx: &mut dyn Context,
    cell: &CellArray,
    dimension: usize,
    down: bool,
    places: bool,
) -> Result<Values> {
    let texts = texts_of_cell(cx, cell)?;
    let dims = cell.dims();
    let count = dims.get(dimension);
    let numbers: Vec<usize> = (0..texts.len()).collect();
    let (_, order) = map_runs(&numbers, dims, dimension, count, |run, out: &mut [usize]| {
        let own: Vec<&[u8]> = run.iter().map(|&k| texts[k].as_slice()).collect();
        for (place, k) in out.iter_mut().zip(sorted_texts(&own, down)) {
            *place = run[k];
        }
    });
    let (before, _, _) = dims.around(dimension);
    let mut values = Values::new();
    let data = order
        .iter()
        .map(|&k| match &cell.as_slice()[k] {
            own @ Value::Char(array, _) if array.dims().rows() <= 1 => own.clone(),
            _ => Value::text(&texts[k]),
        })
        .collect();
    values.push(Value::Cell(CellArray::new(dims.clone(), data)));
    if places {
        let index = order.iter().map(|&k| (k / before % count + 1) as f64).collect();
        values.push(Value::Double(Array::new(dims.clone(), index)));
    }
    Ok(values)
}

/// The texts of a cell array that is to be sorted; of a char matrix, the first row.
fn texts_of_cell(cx: &mut dyn Context, cell: &CellArray) -> Result<Vec<Vec<u8>>> {
    let mut texts = Vec::with_capacity(cell.numel());
    for value in cell.as_slice() {
        let Value::Char(array, _) = value else {
            return Err(Error::plain("sort: only cell arrays of character strings may be sorted"));
        };
        if array.dims().rows() > 1 {
            cx.warn(
                "Octave:charmat-truncated",
                "multi-row character matrix converted to a string, only the first row is used",
            )?;
        }
        let rows = array.dims().rows().max(1);
        texts.push(array.as_slice().iter().copied().step_by(rows).collect());
    }
    Ok(texts)
}

/// In which direction something must be sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Either,
}

pub(super) fn issorted(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut by_rows = false;
    let mut direction = Direction::Up;
    if let Some(second) = args.get(1) {
        let Some(text) = second.as_bytes() else {
            return Err(Error::plain("issorted: second argument must be a string"));
        };
        if text == b"rows" {
            by_rows = true;
            if let Some(third) = args.get(2) {
                let Some(text) = third.as_bytes() else {
                    return Err(Error::plain("issorted: MODE must be a string"));
                };
                direction = read_direction(text)?;
            }
        } else {
            // With three arguments, the last one is the mode.
            let mode = args.get(2).and_then(Value::as_bytes).unwrap_or(text);
            direction = read_direction(mode)?;
        }
    }
    let x = args[0].clone().materialized();
    let dims = x.dims();
    if x.is_empty() {
        return one(true);
    }
    let test = |down: bool| -> Result<bool> {
        if by_rows && dims.rows() > 1 && !matches!(x, Value::Cell(_)) {
            return rows_sorted(&x, &dims, down);
        }
        Ok(match &x {
            Value::Double(array) => run_sorted(array.as_slice(), down),
            Value::Single(array) => run_sorted(array.as_slice(), down),
            Value::Complex(array) => run_sorted(array.as_slice(), down),
            Value::ComplexSingle(array) => run_sorted(array.as_slice(), down),
            Value::Bool(array) => run_sorted(array.as_slice(), down),
            Value::Char(array, _) => run_sorted(signed(array).as_slice(), down),
            Value::Int8(array) => run_sorted(array.as_slice(), down),
            Value::Int16(array) => run_sorted(array.as_slice(), down),
            Value::Int32(array) => run_sorted(array.as_slice(), down),
            Value::Int64(array) => run_sorted(array.as_slice(), down),
            Value::Uint8(array) => run_sorted(array.as_slice(), down),
            Value::Uint16(array) => run_sorted(array.as_slice(), down),
            Value::Uint32(array) => run_sorted(array.as_slice(), down),
            Value::Uint64(array) => run_sorted(array.as_slice(), down),
            Value::Cell(_) => {
                let texts = x
                    .cell_texts()
                    .ok_or_else(|| Error::plain("issorted: A is not a cell array of strings"))?;
                texts.windows(2).all(|w| if down { w[0] >= w[1] } else { w[0] <= w[1] })
            }
            other => {
                return Err(Error::plain(format!(
                    "octave_base_value::issorted (): wrong type argument '{}'",
                    type_name(other)
                )));
            }
        })
    };
    let arrays = x.is_arithmetic() || matches!(x, Value::Cell(_));
    if arrays && !by_rows && !dims.is_vector() {
        if matches!(x, Value::Cell(_)) && x.cell_texts().is_none() {
            return Err(Error::plain("issorted: A is not a cell array of strings"));
        }
        return Err(Error::plain("issorted: needs a vector"));
    }
    one(match direction {
        Direction::Up => test(false)?,
        Direction::Down => test(true)?,
        Direction::Either => test(false)? || test(true)?,
    })
}

fn read_direction(text: &[u8]) -> Result<Direction> {
    match text {
        b"ascend" => Ok(Direction::Up),
        b"descend" => Ok(Direction::Down),
        b"either" => Ok(Direction::Either),
        _ => Err(Error::plain("issorted: MODE must be \"ascend\", \"descend\", or \"either\"")),
    }
}

fn run_sorted<T: Ordered>(run: &[T], down: bool) -> bool {
    if down {
        run.windows(2).all(|w| w[1].order(w[0]) != Ordering::Greater)
    } else {
        run.windows(2).all(|w| w[0].order(w[1]) != Ordering::Greater)
    }
}

fn rows_sorted(x: &Value, dims: &Dims, down: bool) -> Result<bool> {
    let columns: Vec<(usize, bool)> = (0..dims.columns()).map(|column| (column, down)).collect();
    let order = super::rows::row_order(x, &columns)?;
    // A stable sort of sorted rows leaves them where they are.
    Ok(order.iter().enumerate().all(|(place, &row)| place == row))
}
