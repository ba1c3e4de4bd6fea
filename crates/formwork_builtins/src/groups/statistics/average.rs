//! `mean`, `median`, `mode`, `meansq`.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Array, C32, C64, CellArray, Dims, Error, Integer, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::call::{binary, call, over, times};
use crate::kit::class::{as_float, in_class, is_numbers, is_single, require_numbers};
use crate::kit::dimension::{argument, dimension, dimension_or_long, first_long};
use crate::kit::fold::{Field, fold, map_runs};
use crate::kit::gather::nothing_like;
use crate::kit::sorting::Sortable;

pub(super) fn mean(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mut kind = b'a';
    let mut output: Option<Vec<u8>> = None;
    while args.len() > 1
        && let Some(text) = args.last().filter(|last| last.is_char()).and_then(Value::as_bytes)
    {
        match text {
            b"a" => kind = b'a',
            b"g" => kind = b'g',
            b"h" => kind = b'h',
            b"default" | b"double" | b"native" => output = Some(text.to_vec()),
            _ => return Err(Error::invalid_call("mean")),
        }
        args.pop();
    }
    if args.len() > 2 || args.get(1).is_some_and(|given| given.numel() != 1) {
        return Err(Error::invalid_call("mean"));
    }
    let x = &args[0];
    require_numbers("mean", x)?;
    let along = match args.get(1) {
        Some(value) => dimension("mean", value)?,
        None => first_long(&x.dims()),
    };
    let result = match kind {
        b'a' => arithmetic(x, along),
        b'g' => {
            let logs = call(cx, "log", &[&as_float(x)])?;
            let count = Value::count(x.dims().get(along));
            let sum = call(cx, "sum", &[&logs, &argument(along)])?;
            let average = over(cx, &sum, &count)?;
            call(cx, "exp", &[&average])?
        }
        _ => {
            let inverse = over(cx, &Value::double(1.0), &as_float(x))?;
            let sum = call(cx, "sum", &[&inverse, &argument(along)])?;
            over(cx, &Value::count(x.dims().get(along)), &sum)?
        }
    };
    one(match output.as_deref() {
        Some(b"double") => call(cx, "double", &[&result])?,
        Some(b"native") if x.class().is_integer() => call(cx, x.class().name(), &[&result])?,
        _ => result,
    })
}

/// The arithmetic mean along a dimension.
pub(crate) fn arithmetic(x: &Value, along: usize) -> Value {
    fn of<T: Field>(array: &Array<T>, along: usize) -> Value {
        let count = T::of(array.dims().get(along) as f64);
        let (dims, mut data) =
            fold(array.as_slice(), array.dims(), along, T::ZERO, |sum, x| sum + x);
        for sum in &mut data {
            *sum = *sum / count;
        }
        T::into_value(Array::new(dims, data)).narrowed()
    }
    match as_float(x) {
        Value::Double(array) => of(&array, along),
        Value::Single(array) => of(&array, along),
        Value::Complex(array) => {
            // Parts are divided one by one: a complex quotient would round otherwise.
            let count = array.dims().get(along) as f64;
            let zero = formwork_runtime::C64::ZERO;
            let (dims, data) = fold(array.as_slice(), array.dims(), along, zero, |sum, x| sum + x);
            Value::Complex(Array::new(dims, data.iter().map(|z| z.unscale(count)).collect()))
                .narrowed()
        }
        Value::ComplexSingle(array) => {
            let count = array.dims().get(along) as f32;
            let zero = formwork_runtime::C32::ZERO;
            let (dims, data) = fold(array.as_slice(), array.dims(), along, zero, |sum, x| sum + x);
            Value::ComplexSingle(Array::new(dims, data.iter().map(|z| z.unscale(count)).collect()))
                .narrowed()
        }
        other => other,
    }
}

pub(super) fn meansq(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    require_numbers("mean", x)?;
    let along = dimension_or_long("mean", &args, 1)?;
    if x.is_complex() || x.class().is_integer() {
        let sum = call(cx, "sumsq", &[x, &argument(along)])?;
        return one(over(cx, &sum, &Value::count(x.dims().get(along)))?);
    }
    let squares = times(cx, x, x)?;
    one(arithmetic(&squares, along))
}

pub(super) fn median(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = args[0].clone().materialized();
    require_numbers("median", &x)?;
    if x.is_empty() {
        return Err(Error::plain("median: X cannot be an empty matrix"));
    }
    let along = dimension_or_long("median", &args, 1)?;
    fn middle<T: Sortable>(array: &Array<T>, along: usize, half: impl Fn(T, T) -> T) -> Array<T> {
        let mut buffer: Vec<T> = Vec::new();
        let (dims, data) =
            map_runs(array.as_slice(), array.dims(), along, 1, |run, out: &mut [T]| {
                if let Some(&missing) = run.iter().find(|x| x.missing()) {
                    out[0] = missing;
                    return;
                }
                buffer.clear();
                buffer.extend_from_slice(run);
                let count = run.len();
                let (below, &mut upper, _) =
                    buffer.select_nth_unstable_by(count / 2, |a, b| a.order(*b));
                out[0] = if count % 2 == 1 {
                    upper
                } else {
                    let lower = below.iter().copied().reduce(|a, b| if a.less(b) { b } else { a });
                    lower.map_or(upper, |lower| half(lower, upper))
                };
            });
        Array::new(dims, data)
    }
    fn of_integers<T: Integer + Sortable>(array: &Array<T>, along: usize) -> Value {
        T::into_value(middle(array, along, |a, b| {
            // The sum saturates before it is halved.
            let sum = T::saturate_from(a.widen() + b.widen());
            T::saturate_from(sum.to_f64() / 2.0)
        }))
    }
    one(match &x {
        Value::Double(array) => Value::Double(middle(array, along, |a, b| (a + b) / 2.0)),
        Value::Single(array) => Value::Single(middle(array, along, |a, b| (a + b) / 2.0)),
        // What is missing is real.
        Value::Complex(array) => {
            let middle = middle(array, along, |a, b| (a + b).unscale(2.0));
            let missing = |z: &C64| if z.is_nan() { C64::new(f64::NAN, 0.0) } else { *z };
            Value::Complex(middle.map(missing)).narrowed()
        }
        Value::ComplexSingle(array) => {
            let middle = middle(array, along, |a, b| (a + b).unscale(2.0));
            let missing = |z: &C32| if z.is_nan() { C32::new(f32::NAN, 0.0) } else { *z };
            Value::ComplexSingle(middle.map(missing)).narrowed()
        }
        Value::Bool(array) => Value::Bool(middle(array, along, |a, b| a | b)),
        Value::Int8(array) => of_integers(array, along),
        Value::Int16(array) => of_integers(array, along),
        Value::Int32(array) => of_integers(array, along),
        Value::Int64(array) => of_integers(array, along),
        Value::Uint8(array) => of_integers(array, along),
        Value::Uint16(array) => of_integers(array, along),
        Value::Uint32(array) => of_integers(array, along),
        Value::Uint64(array) => of_integers(array, along),
        other => other.clone(),
    })
}

pub(super) fn mode(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = args[0].clone().materialized();
    require_numbers("mode", &x)?;
    let along = dimension_or_long("mode", &args, 1)?;
    let dims = x.dims().with(along, 1);
    if x.is_empty() {
        let mut values = Values::new();
        if dims.numel() != 0 {
            if !x.dims().is_matrix() {
                return Err(Error::with_id(
                    "Octave:invalid-resize",
                    "Invalid resizing operation or ambiguous assignment to an out-of-bounds array element",
                ));
            }
            // The most frequent of no elements is looked for, where they lie in front.
            let mut order = vec![along];
            order.extend((0..x.dims().ndims()).filter(|&k| k != along));
            let extents: Vec<usize> = order.iter().map(|&k| x.dims().get(k)).collect();
            return Err(Error::with_id(
                "Octave:index-out-of-bounds",
                format!("xs(1,_): out of bound 0 (dimensions are {})", Dims::new(&extents)),
            ));
        }
        let size = dims;
        values.push(nothing_like(&x, size.clone()));
        values.push(if x.dims().is_zero_by_zero() {
            Value::empty()
        } else {
            Value::Double(Array::new(size.clone(), Vec::new()))
        });
        values.push(Value::Cell(CellArray::new(size, Vec::new())));
        values.truncate(nargout.max(1));
        return Ok(values);
    }
    fn of<T: Sortable>(array: &Array<T>, along: usize, dims: Dims) -> [Value; 3] {
        let mut modes = Vec::new();
        let mut counts = Vec::new();
        let mut all = Vec::new();
        let mut buffer: Vec<T> = Vec::new();
        crate::kit::fold::for_each_run(array.as_slice(), array.dims(), along, |_, run| {
            buffer.clear();
            buffer.extend_from_slice(run);
            T::sort_run(&mut buffer, false);
            let mut best = 0;
            let mut ties: Vec<T> = Vec::new();
            // What is not a number equals nothing: each makes a group of its own.
            for group in buffer.chunk_by(|a, b| a == b) {
                if group.len() > best {
                    best = group.len();
                    ties.clear();
                }
                if group.len() == best {
                    ties.push(group[0]);
                }
            }
            modes.push(ties[0]);
            counts.push(best as f64);
            all.push(T::into_value(Array::column(ties)));
        });
        [
            T::into_value(Array::new(dims.clone(), modes)),
            Value::Double(Array::new(dims.clone(), counts)),
            Value::Cell(CellArray::new(dims, all)),
        ]
    }
    let found = formwork_runtime::for_each_array!(&x, array => of(array, along, dims),
        _ => [Value::empty(), Value::empty(), Value::empty()]);
    let mut values: Values = found.into_iter().take(nargout.max(1)).collect();
    // Along a dimension it does not have, an array is left as it is.
    if along >= args[0].dims().ndims() {
        values[0] = args[0].clone();
    }
    Ok(values)
}

pub(super) fn center(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    require_numbers("center", x)?;
    let along = dimension_or_long("center", &args, 1)?;
    let x = as_float(x).full();
    if x.is_empty() {
        return one(x);
    }
    let average = arithmetic(&x, along);
    one(binary(cx, BinaryOp::Subtract, &x, &average)?)
}

pub(super) fn zscore(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("zscore: X must be a numeric vector or matrix"));
    }
    let option = match args.get(1) {
        None => Value::double(0.0),
        Some(given) if given.is_empty() => Value::double(0.0),
        Some(given) => match given.to_f64() {
            Some(number) if given.is_scalar() && (number == 0.0 || number == 1.0) => {
                Value::double(number)
            }
            _ => {
                return Err(Error::plain("zscore: normalization OPT must be empty, 0, or 1"));
            }
        },
    };
    let along = dimension_or_long("zscore", &args, 2)?;
    if args.len() > 2 && along >= x.dims().ndims() {
        return Err(Error::plain("zscore: DIM must be an integer and a valid dimension"));
    }
    let x = as_float(x);
    let mut values = Values::new();
    if x.is_empty() {
        values.push(x);
        return Ok(values);
    }
    let average = arithmetic(&x, along);
    let spread = call(cx, "std", &[&x, &option, &argument(along)])?;
    let divisor = match spread.to_f64_array() {
        Some(array) => {
            let ones = array.map(|&s| if s == 0.0 { 1.0 } else { s });
            in_class(Value::Double(ones), is_single(&spread))
        }
        None => spread.clone(),
    };
    let moved = binary(cx, BinaryOp::Subtract, &x, &average)?;
    values.push(over(cx, &moved, &divisor)?);
    if nargout > 1 {
        values.push(average);
        values.push(spread);
    }
    Ok(values)
}
