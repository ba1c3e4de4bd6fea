//! Looking values up: `ismember`, `lookup`, `nth_element`.

use std::borrow::Cow;
use std::hash::Hash;

use formwork_runtime::index::concatenate;
use formwork_runtime::{Array, Dims, Error, Result, Value};
use rustc_hash::FxHashMap;

use super::items::Items;
use super::sets::read_sets;
use super::unique::Options;
use crate::arguments::number::exact_int_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::fold::map_runs;
use crate::kit::gather::gather;
use crate::kit::sorting::Keyed;
use crate::kit::sorting::Sortable;

pub(super) fn ismember(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b, options) = read_sets("ismember", &args)?;
    let (dims, found) = if a.is_complex() || b.is_complex() {
        // Real and imaginary parts are looked for each on their own.
        let (dims, real) = found_in(&real_part(&a), &real_part(&b), options)?;
        let (_, imaginary) = found_in(&imaginary_part(&a), &imaginary_part(&b), options)?;
        let both = |(&re, &im): (&usize, &usize)| if re > 0 && im > 0 { re.min(im) } else { 0 };
        (dims, real.iter().zip(&imaginary).map(both).collect())
    } else {
        found_in(&a, &b, options)?
    };
    let mut values = Values::new();
    let truth = found.iter().map(|&place| place > 0).collect();
    values.push(Value::Bool(Array::new(dims.clone(), truth)));
    if nargout > 1 {
        let index = found.iter().map(|&place| place as f64).collect();
        values.push(Value::Double(Array::new(dims, index)));
    }
    Ok(values)
}

fn real_part(value: &Value) -> Value {
    match value.to_c64_array() {
        Some(array) if value.is_complex() => Value::Double(array.map(|z| z.re)),
        _ => value.clone(),
    }
}

fn imaginary_part(value: &Value) -> Value {
    match value.to_c64_array() {
        Some(array) if value.is_complex() => Value::Double(array.map(|z| z.im)),
        _ => Value::Double(Array::filled(value.dims(), 0.0)),
    }
}

/// Where the elements or rows of one set stand last in another, from 1; 0 if nowhere.
fn found_in(a: &Value, b: &Value, options: Options) -> Result<(Dims, Vec<usize>)> {
    Ok(if options.rows {
        rows_in(a, b)?
    } else if let (Some(own), Some(others)) = (a.cell_texts(), b.cell_texts()) {
        // The last of several equal texts is the one that is told.
        let places: FxHashMap<&[u8], usize> =
            others.iter().enumerate().map(|(k, text)| (&text[..], k + 1)).collect();
        let found = own.iter().map(|text| places.get(&text[..]).copied().unwrap_or(0));
        (a.dims(), found.collect())
    } else {
        let none = || Error::plain("ismember: A and B must be arrays or cell arrays of strings");
        let (own, others) =
            (a.to_f64_array().ok_or_else(none)?, b.to_f64_array().ok_or_else(none)?);
        (a.dims(), places_in(own.as_slice(), others.as_slice(), f64::key))
    })
}

/// Where each of `own` stands last among `others`, from 1; 0 if nowhere.
fn places_in<T: Copy + PartialEq, K: Eq + Hash>(
    own: &[T],
    others: &[T],
    key: impl Fn(T) -> K,
) -> Vec<usize> {
    if own.len() <= 4 {
        let place = |x: &T| others.iter().rposition(|y| y == x).map_or(0, |k| k + 1);
        return own.iter().map(place).collect();
    }
    let numbers = others.iter().enumerate();
    let places: FxHashMap<K, usize> = numbers.map(|(k, &x)| (key(x), k + 1)).collect();
    // What is not a number has a key but equals nothing.
    let place = |&x: &T| {
        let place = places.get(&key(x)).copied().unwrap_or(0);
        if place > 0 && others[place - 1] == x { place } else { 0 }
    };
    own.iter().map(place).collect()
}

fn rows_in(a: &Value, b: &Value) -> Result<(Dims, Vec<usize>)> {
    let count = a.dims().rows();
    let dims = Dims::matrix(count, 1);
    if a.is_empty() || b.is_empty() {
        return Ok((dims, vec![0; count]));
    }
    let joined = Items::new(concatenate("vertcat", 0, vec![a.clone(), b.clone()])?, true);
    let order = joined.order()?;
    let starts = joined.groups(&order);
    let mut found = vec![0; count];
    for (k, &start) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied().unwrap_or(order.len());
        let members = &order[start..end];
        let last = members[members.len() - 1];
        if last >= count {
            for &row in members.iter().take_while(|&&row| row < count) {
                found[row] = last - count + 1;
            }
        }
    }
    Ok((dims, found))
}

pub(super) fn lookup(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let bare = |value: &Value| value.is_char() || matches!(value, Value::Bool(_));
    if !matches!(args[0], Value::Cell(_)) && (bare(&args[0]) || bare(&args[1])) {
        return Err(Error::invalid_call("lookup"));
    }
    let (mut matching, mut logical, mut left, mut right) = (false, false, false, false);
    if let Some(option) = args.get(2) {
        let Some(text) = option.as_bytes() else {
            return Err(Error::plain("lookup: OPT must be a string"));
        };
        for &byte in text {
            match byte {
                b'm' => matching = true,
                b'b' => logical = true,
                b'l' => left = true,
                b'r' => right = true,
                other => {
                    return Err(Error::plain(format!(
                        "lookup: unrecognized option: {}",
                        char::from(other)
                    )));
                }
            }
        }
        if (matching || logical) && (left || right) {
            return Err(Error::plain("lookup: m, b cannot be specified with l or r"));
        }
    }
    let (table, y) = (&args[0], &args[1]);
    let usage = || Error::invalid_call("lookup");
    let (dims, mut found, count, exact) = if let Some(texts) = table.cell_texts() {
        let (dims, wanted) = if y.is_char() {
            (Dims::SCALAR, vec![y.as_bytes().ok_or_else(usage)?.to_vec()])
        } else {
            (y.dims(), y.cell_texts().ok_or_else(usage)?)
        };
        let down = texts.len() > 1 && texts[0] > texts[texts.len() - 1];
        let found: Vec<usize> = wanted
            .iter()
            .map(|x| texts.partition_point(|t| if down { t >= x } else { t <= x }))
            .collect();
        let exact: Vec<bool> =
            found.iter().zip(&wanted).map(|(&k, x)| k > 0 && texts[k - 1] == *x).collect();
        (dims, found, texts.len(), exact)
    } else {
        let plain = |value: &Value| value.is_arithmetic() && !value.is_char();
        if !((plain(table) && plain(y)) || (table.is_char() && y.is_char())) {
            return Err(usage());
        }
        if !table.dims().is_vector() && !table.is_empty() {
            cx.warn("", "lookup: table is not a vector")?;
        }
        let (table, y) = (magnitudes(table).ok_or_else(usage)?, magnitudes(y).ok_or_else(usage)?);
        let (found, exact) = intervals(table.as_slice(), y.as_slice());
        (y.dims().clone(), found, table.numel(), exact)
    };
    if logical {
        return one(Array::new(dims, exact));
    }
    if matching {
        for (place, exact) in found.iter_mut().zip(&exact) {
            if !exact {
                *place = 0;
            }
        }
    }
    if left && count > 0 {
        found.iter_mut().for_each(|place| *place = (*place).max(1));
    }
    if right && count > 0 {
        found.iter_mut().for_each(|place| *place = (*place).min(count - 1));
    }
    one(Array::new(dims, found.into_iter().map(|place| place as f64).collect()))
}

/// Real numbers as they are, the absolute values of complex ones.
fn magnitudes(value: &Value) -> Option<Cow<'_, Array<f64>>> {
    if value.is_complex() {
        return Some(Cow::Owned(value.to_c64_array()?.map(|z| z.norm())));
    }
    value.to_f64_array()
}

/// How many elements of a sorted table come before each value or equal it, and
/// whether the last of those equals it.
///
/// A table may be unsorted or have elements that are not numbers; what is found then
/// depends on which elements are compared, so they are compared in Octave's order.
fn intervals(table: &[f64], values: &[f64]) -> (Vec<usize>, Vec<bool>) {
    let count = table.len();
    let down = count > 1 && table[0] > table[count - 1];
    let before = |x: f64, element: f64| if down { x > element } else { x < element };
    // Many sorted values are found in one walk through the table.
    let walks = values.len() as f64 > count as f64 / (count as f64 + 1.0).log2();
    let found: Vec<usize> = match direction(values).filter(|_| walks) {
        Some(falls) => {
            let mut found = vec![0; values.len()];
            let mut place = 0;
            let mut fill = |k: usize| {
                while place < count && !before(values[k], table[place]) {
                    place += 1;
                }
                found[k] = place;
            };
            if falls == down {
                (0..values.len()).for_each(&mut fill);
            } else {
                (0..values.len()).rev().for_each(&mut fill);
            }
            found
        }
        None => values.iter().map(|&x| bisected(table, |element| before(x, element))).collect(),
    };
    let exact = found.iter().zip(values).map(|(&k, x)| k > 0 && table[k - 1] == *x).collect();
    (found, exact)
}

/// How many elements are not behind, found by halving.
fn bisected(table: &[f64], behind: impl Fn(f64) -> bool) -> usize {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if behind(table[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Whether sorted numbers fall (`true`) or rise; nothing if they are not sorted, or not
/// all of them are numbers.
fn direction(values: &[f64]) -> Option<bool> {
    let (&first, &last) = (values.first()?, values.last()?);
    let falls = last < first;
    let sorted = |pair: &[f64]| if falls { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
    (!first.is_nan() && !last.is_nan() && values.windows(2).all(sorted)).then_some(falls)
}

pub(super) fn nth_element(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = args[0].clone().materialized();
    let dims = x.dims();
    let dimension = match args.get(2) {
        None => dims.first_non_singleton(),
        Some(argument) => {
            let number = exact_int_value(argument)?;
            if number < 1 {
                return Err(Error::plain("nth_element: DIM must be a valid dimension"));
            }
            (number as usize - 1).min(4095)
        }
    };
    if x.is_empty() {
        return one(x);
    }
    let count = dims.get(dimension);
    let Some(wanted) = args[1].to_f64_array() else {
        return Err(Error::plain("nth_element: n must be a scalar or a contiguous range"));
    };
    let mut places = Vec::with_capacity(wanted.numel());
    for &n in wanted.as_slice() {
        if n < 1.0 || n.fract() != 0.0 {
            return Err(Error::plain(format!(
                "nth_element: invalid index index {}: subscripts must be either integers 1 to (2^63)-1 or logicals",
                if n.fract() == 0.0 && n == 0.0 { "0".to_owned() } else { format!("({n})") }
            )));
        }
        if n > count as f64 {
            return Err(Error::plain("nth_element: invalid element index"));
        }
        places.push(n as usize - 1);
    }
    let steps = |down: bool| {
        places.windows(2).all(|w| if down { w[0] == w[1] + 1 } else { w[1] == w[0] + 1 })
    };
    if !steps(false) && !steps(true) {
        return Err(Error::plain("nth_element: n must be a scalar or a contiguous range"));
    }
    fn pick<T: Sortable>(array: &Array<T>, dimension: usize, places: &[usize]) -> (Dims, Vec<T>) {
        let mut buffer = Vec::new();
        map_runs(array.as_slice(), array.dims(), dimension, places.len(), |run, out: &mut [T]| {
            buffer.clear();
            buffer.extend_from_slice(run);
            if let [place] = places {
                out[0] = *buffer.select_nth_unstable_by(*place, |a, b| a.order(*b)).1;
            } else {
                T::sort_run(&mut buffer, false);
                for (slot, &place) in out.iter_mut().zip(places) {
                    *slot = buffer[place];
                }
            }
        })
    }
    one(match &x {
        Value::Char(array, quote) => {
            let (dims, data) = pick(array, dimension, &places);
            Value::Char(Array::new(dims, data), *quote)
        }
        Value::Cell(_) => gather(&x, &[], Dims::EMPTY),
        other => formwork_runtime::for_each_array!(other, array => {
            let (dims, data) = pick(array, dimension, &places);
            Value::from(Array::new(dims, data))
        }, _ => return Err(crate::kit::class::wrong_type("nth_element", other))),
    })
}
