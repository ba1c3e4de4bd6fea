//! `unique`.

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value, for_each_array};

use super::items::Items;
use crate::context::{Args, Context, Values};
use crate::kit::gather::nothing_like;
use crate::kit::sorting::Sortable;

/// What `unique` is asked for.
#[derive(Clone, Copy, Default)]
pub(super) struct Options {
    pub(super) rows: bool,
    pub(super) last: bool,
    pub(super) stable: bool,
    pub(super) legacy: bool,
}

pub(super) fn unique(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    let mut options = read_options(&args[1..])?;
    let texts = x.cell_texts().is_some();
    if !(x.is_arithmetic() || texts) {
        return Err(Error::plain("unique: X must be an array or cell array of strings"));
    }
    if texts && options.rows {
        cx.warn("", "unique: \"rows\" is ignored for cell arrays")?;
        options.rows = false;
    }
    // One row is not compared, whatever there is behind it.
    if options.rows && nargout < 2 && !x.dims().is_matrix() && x.dims().rows() == 1 {
        return Ok([x.clone()].into_iter().collect());
    }
    if options.stable && nargout > 2 {
        cx.warn("", "unique: third output J is not yet implemented")?;
    }
    let mut values = unique_values(x, options, nargout)?;
    if let Some(Value::Char(_, quote)) = values.first_mut() {
        *quote = Quote::Single;
    }
    Ok(values)
}

fn read_options(args: &[Value]) -> Result<Options> {
    let mut options = Options::default();
    let (mut first, mut sorted) = (false, false);
    if args.iter().any(|option| option.as_bytes().is_none()) {
        return Err(Error::plain("unique: options must be strings"));
    }
    for option in args {
        match option.as_bytes() {
            Some(b"rows") => options.rows = true,
            Some(b"first") => first = true,
            Some(b"last") => options.last = true,
            Some(b"stable") => options.stable = true,
            Some(b"sorted") => sorted = true,
            Some(b"legacy") => options.legacy = true,
            _ => return Err(Error::plain("unique: invalid option")),
        }
    }
    if first && options.last {
        return Err(Error::plain("unique: cannot specify both \"first\" and \"last\""));
    }
    if sorted && options.stable {
        return Err(Error::plain("unique: cannot specify both \"sorted\" and \"stable\""));
    }
    if (first || options.last) && (sorted || options.stable) {
        return Err(Error::plain(
            "unique: cannot specify \"first\"/\"last\" with \"sorted\"/\"stable\"",
        ));
    }
    if options.legacy && (sorted || options.stable) {
        return Err(Error::plain(
            "unique: cannot specify \"sorted\" or \"stable\" with \"legacy\"",
        ));
    }
    options.last |= options.legacy;
    Ok(options)
}

/// The distinct items, where they stand, and which of them each item is.
pub(super) fn unique_values(x: &Value, options: Options, nargout: usize) -> Result<Values> {
    let dims = x.dims();
    let mut values = Values::new();
    if x.is_empty() {
        let size = if options.rows || dims.is_zero_by_zero() { dims } else { Dims::matrix(0, 1) };
        values.push(nothing_like(x, size));
        values.extend((1..nargout).map(|_| Value::empty()));
        return Ok(values);
    }
    let row = dims.is_row() && !options.rows;
    if nargout < 2
        && !options.rows
        && !options.stable
        && let Some(distinct) = distinct(x, row)
    {
        values.push(distinct);
        return Ok(values);
    }
    let items = Items::new(x.clone(), options.rows);
    let order = items.order()?;
    let starts = items.groups(&order);
    let ends = starts.iter().skip(1).copied().chain([order.len()]);
    let groups: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    if options.stable {
        let mut firsts: Vec<usize> = groups.iter().map(|&(start, _)| order[start]).collect();
        firsts.sort_unstable();
        values.push(items.take(&firsts, row));
        if nargout > 1 {
            values.push(places(firsts.iter().copied(), false));
        }
        if nargout > 2 {
            values.push(Value::empty());
        }
        return Ok(values);
    }
    let lasts: Vec<usize> = groups.iter().map(|&(_, end)| order[end - 1]).collect();
    values.push(items.take(&lasts, row));
    let across = options.legacy && row;
    if nargout > 1 {
        let firsts = groups.iter().map(|&(start, _)| order[start]);
        values.push(if options.last {
            places(lasts.iter().copied(), across)
        } else {
            places(firsts, across)
        });
    }
    if nargout > 2 {
        let mut which = vec![0; items.len()];
        for (number, &(start, end)) in groups.iter().enumerate() {
            for &item in &order[start..end] {
                which[item] = number;
            }
        }
        values.push(places(which.into_iter(), across));
    }
    Ok(values)
}

/// The distinct numbers in order; `None` if these are no numbers.
fn distinct(x: &Value, row: bool) -> Option<Value> {
    fn of<T: Sortable>(array: &Array<T>, row: bool) -> Value {
        let mut sorted = array.as_slice().to_vec();
        T::sort_run(&mut sorted, false);
        // Of those that are equal the last one is told.
        let ends = sorted.chunk_by(|a, b| a == b).filter_map(|group| group.last().copied());
        let ends = ends.collect();
        T::into_value(if row { Array::row(ends) } else { Array::column(ends) })
    }
    if x.is_char() {
        return None;
    }
    let x = x.clone().materialized();
    for_each_array!(&x, array => Some(of(array, row).narrowed()), _ => None)
}

/// Places, counted from 1, as a column or a row.
pub(super) fn places(places: impl Iterator<Item = usize>, across: bool) -> Value {
    let data: Vec<f64> = places.map(|place| (place + 1) as f64).collect();
    Value::Double(if across { Array::row(data) } else { Array::column(data) })
}
