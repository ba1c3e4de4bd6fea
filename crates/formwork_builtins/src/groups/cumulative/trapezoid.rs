//! `trapz`, `cumtrapz`, `gradient`.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Array, C64, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::groups::reduce::fold::map_runs;
use crate::groups::statistics::kit::{binary, call, call_value, in_class, is_single};

/// The arguments: spacing, if there is one, values, and the dimension.
struct Table {
    x: Option<Value>,
    y: Value,
    along: usize,
}

fn read(name: &str, args: &Args) -> Result<Table> {
    let (x, y, along) = match &args[..] {
        [y] => (None, y, None),
        [y, along] if along.is_scalar() => (None, y, Some(along)),
        [x, y] => (Some(x), y, None),
        [x, y, along, ..] => (Some(x), y, Some(along)),
        [] => return Err(Error::invalid_call(name)),
    };
    let y = y.clone().materialized();
    if !y.is_arithmetic() {
        binary_refusal(&y)?;
    }
    let dims = y.dims();
    let along = match along {
        None => dims.first_non_singleton(),
        Some(given) => match given.to_f64() {
            Some(number) if given.is_scalar() && number >= 1.0 && number.fract() == 0.0 => {
                number.min(4096.0) as usize - 1
            }
            _ => {
                return Err(Error::plain("trapz: DIM must be an integer and a valid dimension"));
            }
        },
    };
    let count = dims.get(along);
    let x = match x {
        None => None,
        Some(x) => {
            let x = x.clone().materialized();
            if x.dims().is_vector() && !x.is_empty() && x.dims() != dims {
                if x.numel() != count {
                    return Err(Error::plain(format!(
                        "{name}: length of X and length of Y along DIM must match"
                    )));
                }
            } else if x.dims() != dims {
                return Err(Error::plain(format!("{name}: X and Y must have same shape")));
            }
            Some(x)
        }
    };
    Ok(Table { x, y, along })
}

fn binary_refusal(value: &Value) -> Result<()> {
    let kind = formwork_runtime::ops::type_name(value);
    Err(Error::plain(format!(
        "binary operator '+' not implemented for '{kind}' by '{kind}' operations"
    )))
}

/// The areas of the trapezoids, summed up by `sum` along each run.
fn areas(table: &Table, extent: usize, sum: fn(&[C64], &mut [C64])) -> Result<Value> {
    let wrong = || Error::plain("trapz: X and Y must be numeric");
    let y = table.y.to_c64_array().ok_or_else(wrong)?;
    let dims = y.dims().clone();
    let (mut same, mut shared) = (None, None);
    if let Some(x) = &table.x {
        let x = x.to_c64_array().ok_or_else(wrong)?.into_owned();
        if *x.dims() == dims { same = Some(x) } else { shared = Some(x.into_vec()) }
    }
    // Pairs of place and value, so that both are walked through together.
    let pairs: Vec<(C64, C64)> = match &same {
        Some(x) => x.as_slice().iter().copied().zip(y.as_slice().iter().copied()).collect(),
        None => y.as_slice().iter().map(|&y| (C64::new(0.0, 0.0), y)).collect(),
    };
    let mut parts = Vec::new();
    let (size, data) = map_runs(&pairs, &dims, table.along, extent, |run, out: &mut [C64]| {
        parts.clear();
        parts.extend(run.windows(2).enumerate().map(|(k, w)| {
            let heights = w[0].1 + w[1].1;
            match &shared {
                Some(x) => (x[k + 1] - x[k]) * heights,
                None if same.is_some() => (w[1].0 - w[0].0) * heights,
                None => heights,
            }
        }));
        sum(&parts, out);
    });
    let single = is_single(&table.y) || table.x.as_ref().is_some_and(is_single);
    let result = if table.y.is_complex() || table.x.as_ref().is_some_and(Value::is_complex) {
        Value::Complex(Array::new(size, data)).narrowed()
    } else {
        Value::Double(Array::new(size, data.iter().map(|z| z.re).collect()))
    };
    Ok(in_class(result, single))
}

pub(super) fn trapz(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut table = read("trapz", &args)?;
    if table.y.dims().is_zero_by_zero() {
        table.y = table.y.reshaped(Dims::matrix(0, 1));
    }
    one(areas(&table, 1, |parts, out| out[0] = parts.iter().sum::<C64>().scale(0.5))?)
}

pub(super) fn cumtrapz(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let table = read("cumtrapz", &args)?;
    if table.y.is_empty() {
        let reduced = table.y.dims().with(table.along, 1);
        let dims = if reduced.is_empty() { reduced } else { table.y.dims().clone() };
        return one(Value::Double(Array::new(dims, Vec::new())));
    }
    let extent = table.y.dims().get(table.along);
    one(areas(&table, extent, |parts, out| {
        let mut sum = C64::new(0.0, 0.0);
        for (slot, part) in out[1..].iter_mut().zip(parts) {
            sum += part;
            *slot = sum.scale(0.5);
        }
    })?)
}

pub(super) fn gradient(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let wanted = nargout.max(1);
    match &args[0] {
        Value::Function(_) => return of_function(cx, &args, wanted),
        value if value.is_numeric() || matches!(value, Value::Bool(_)) => {}
        value if value.is_char() => return of_function(cx, &args, wanted),
        _ => return Err(Error::plain("gradient: first input must be an array or a function")),
    }
    let m = args[0].clone().materialized();
    let dims = m.dims();
    let vector = dims.is_vector();
    let count = if vector { 1 } else { dims.ndims() };
    let spacings = &args[1..];
    if spacings.len() > 1 && spacings.len() != count {
        return Err(Error::invalid_call("gradient"));
    }
    if wanted > count {
        return Err(Error::invalid_call("gradient"));
    }
    let Some(numbers) = m.to_c64_array() else { return Err(Error::invalid_call("gradient")) };
    let mut values = Values::new();
    for output in 0..wanted {
        // The first output goes along the columns, as x does in `meshgrid`.
        let along = if vector {
            dims.first_non_singleton()
        } else {
            match output {
                0 => 1,
                1 => 0,
                other => other,
            }
        };
        let extent = dims.get(along);
        let spacing =
            spacings.get(output).or_else(|| spacings.first().filter(|_| spacings.len() == 1));
        let places: Vec<f64> = match spacing {
            None => (0..extent).map(|k| k as f64).collect(),
            Some(given) => match given.to_f64_array() {
                Some(list) if list.numel() == 1 => {
                    let step = list.as_slice()[0];
                    (0..extent).map(|k| k as f64 * step).collect()
                }
                Some(list) if list.numel() == extent => list.as_slice().to_vec(),
                _ => {
                    return Err(Error::plain(
                        "gradient: dimensions and number of spacings do not match",
                    ));
                }
            },
        };
        let (size, data) =
            map_runs(numbers.as_slice(), &dims, along, extent, |run, out: &mut [C64]| {
                let last = run.len().saturating_sub(1);
                for (k, slot) in out.iter_mut().enumerate() {
                    let (from, to) = (k.saturating_sub(1), (k + 1).min(last));
                    *slot = if from == to {
                        C64::new(0.0, 0.0)
                    } else {
                        (run[to] - run[from]).unscale(places[to] - places[from])
                    };
                }
            });
        let result = if m.is_complex() {
            Value::Complex(Array::new(size, data)).narrowed()
        } else {
            Value::Double(Array::new(size, data.iter().map(|z| z.re).collect()))
        };
        values.push(if m.class().is_integer() {
            call(cx, m.class().name(), &[&result])?
        } else {
            in_class(result, is_single(&m))
        });
    }
    Ok(values)
}

/// Central differences of a function at some points, one per row.
fn of_function(cx: &mut dyn Context, args: &Args, wanted: usize) -> Result<Values> {
    let Some(points) = args.get(1).map(|points| points.clone().materialized()) else {
        return Err(Error::invalid_call("gradient"));
    };
    let dims = points.dims();
    let vector = dims.is_vector();
    let variables = if vector { 1 } else { dims.columns() };
    let rows = dims.rows();
    let Some(numbers) = points.to_f64_array() else { return Err(Error::invalid_call("gradient")) };
    let columns: Vec<Value> = if vector {
        vec![Value::Double(numbers.into_owned())]
    } else {
        numbers
            .as_slice()
            .chunks_exact(rows.max(1))
            .map(|column| Value::column(column.to_vec()))
            .collect()
    };
    let mut values = Values::new();
    for output in 0..wanted.min(variables) {
        let step = args
            .get(2 + output)
            .or_else(|| args.get(2).filter(|_| args.len() == 3))
            .and_then(Value::to_f64)
            .unwrap_or(1.0);
        let mut moved = |sign: f64| -> Result<Value> {
            let mut given = Args::new();
            for (k, column) in columns.iter().enumerate() {
                given.push(if k == output {
                    binary(cx, BinaryOp::Add, column, &Value::double(sign * step))?
                } else {
                    column.clone()
                });
            }
            call_value(cx, &args[0], given)
        };
        let (above, below) = (moved(1.0)?, moved(-1.0)?);
        let rise = binary(cx, BinaryOp::Subtract, &above, &below)?;
        values.push(binary(cx, BinaryOp::ElementDivide, &rise, &Value::double(2.0 * step))?);
    }
    Ok(values)
}
