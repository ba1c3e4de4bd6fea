//! `trapz`, `cumtrapz`, `gradient`.

use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Array, C64, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::call::{binary, call, call_value};
use crate::kit::class::{in_class, is_single};
use crate::kit::fold::{Field, map_runs};

/// The arguments: spacing, if there is one, values, and the dimension.
struct Table {
    x: Option<Value>,
    /// The distance of all places, if that is given instead of them.
    step: Option<Value>,
    y: Value,
    along: usize,
}

fn read(name: &str, args: &Args) -> Result<Table> {
    let (x, y, along) = match &args[..] {
        [y] => (None, y, None),
        [y, along] if along.is_scalar() && !y.is_scalar() => (None, y, Some(along)),
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
        // The first dimension with more than one element, not one without any.
        None => (0..dims.ndims()).find(|&axis| dims.get(axis) > 1).unwrap_or(0),
        Some(given) => match given.to_f64() {
            Some(number)
                if given.is_scalar()
                    && (1.0..=dims.ndims() as f64).contains(&number)
                    && number.fract() == 0.0 =>
            {
                number as usize - 1
            }
            _ => {
                return Err(Error::plain("trapz: DIM must be an integer and a valid dimension"));
            }
        },
    };
    let count = dims.get(along);
    let mut step = None;
    let x = match x {
        None => None,
        Some(x) if x.is_scalar() && x.is_arithmetic() => {
            step = Some(x.clone());
            None
        }
        Some(x) => {
            let x = x.clone().materialized();
            if x.dims().is_vector() && !x.is_empty() {
                // One place goes with anything: no trapezoid has a width.
                if x.numel() != count && !(x.is_scalar() && y.is_empty()) {
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
    Ok(Table { x, step, y, along })
}

fn binary_refusal(value: &Value) -> Result<()> {
    let kind = formwork_runtime::ops::type_name(value);
    Err(Error::plain(format!(
        "binary operator '+' not implemented for '{kind}' by '{kind}' operations"
    )))
}

/// What is made of the areas of the trapezoids.
#[derive(Clone, Copy, PartialEq)]
enum Sums {
    Total,
    Running,
}

fn areas(table: &Table, sums: Sums) -> Result<Value> {
    let wrong = || Error::plain("trapz: X and Y must be numeric");
    let result = if table.y.is_complex() || table.x.as_ref().is_some_and(Value::is_complex) {
        let y = table.y.to_c64_array().ok_or_else(wrong)?;
        let x = match &table.x {
            Some(x) => Some(x.to_c64_array().ok_or_else(wrong)?),
            None => None,
        };
        let half = |z: C64| z.scale(0.5);
        Value::Complex(areas_of(x.as_deref(), &y, table.along, sums, half)).narrowed()
    } else {
        let y = table.y.to_f64_array().ok_or_else(wrong)?;
        let x = match &table.x {
            Some(x) => Some(x.to_f64_array().ok_or_else(wrong)?),
            None => None,
        };
        Value::Double(areas_of(x.as_deref(), &y, table.along, sums, |number| number * 0.5))
    };
    let single = is_single(&table.y) || table.x.as_ref().is_some_and(is_single);
    Ok(in_class(result, single))
}

/// Adds up what `part` gives for each of the trapezoids between some points.
fn add_up<T: Field>(
    sums: Sums,
    points: usize,
    out: &mut [T],
    half: impl Fn(T) -> T,
    part: impl Fn(usize) -> T,
) {
    let mut sum = T::ZERO;
    for k in 0..points.saturating_sub(1) {
        sum = sum + part(k);
        if sums == Sums::Running {
            out[k + 1] = half(sum);
        }
    }
    if sums == Sums::Total {
        out[0] = half(sum);
    }
}

/// The sums of the areas along a dimension. The places are equidistant, the same for
/// all runs, or one for each value.
fn areas_of<T: Field>(
    x: Option<&Array<T>>,
    y: &Array<T>,
    along: usize,
    sums: Sums,
    half: impl Fn(T) -> T,
) -> Array<T> {
    let dims = y.dims();
    let extent = if sums == Sums::Total { 1 } else { dims.get(along).max(1) };
    let (size, data) = match x {
        None => map_runs(y.as_slice(), dims, along, extent, |run, out: &mut [T]| {
            add_up(sums, run.len(), out, &half, |k| run[k] + run[k + 1]);
        }),
        Some(x) if x.dims() == dims => {
            // Pairs of place and value, so that both are walked through together.
            let pairs: Vec<(T, T)> =
                x.as_slice().iter().copied().zip(y.as_slice().iter().copied()).collect();
            map_runs(&pairs, dims, along, extent, |run, out: &mut [T]| {
                add_up(sums, run.len(), out, &half, |k| {
                    (run[k + 1].0 - run[k].0) * (run[k].1 + run[k + 1].1)
                });
            })
        }
        Some(x) => {
            let x = x.as_slice();
            map_runs(y.as_slice(), dims, along, extent, |run, out: &mut [T]| {
                add_up(sums, run.len(), out, &half, |k| (x[k + 1] - x[k]) * (run[k] + run[k + 1]));
            })
        }
    };
    Array::new(size, data)
}

pub(super) fn trapz(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut table = read("trapz", &args)?;
    // The areas of no trapezoids at all are added up as those of a column without any.
    let dims = table.y.dims();
    let parts = dims.with(table.along, dims.get(table.along).saturating_sub(1));
    if parts.is_zero_by_zero() && table.y.is_empty() {
        table.y = table.y.reshaped(Dims::matrix(0, 1));
    }
    let areas = areas(&table, Sums::Total)?;
    one(in_steps(cx, &table, areas)?)
}

/// Areas over places of one distance.
fn in_steps(cx: &mut dyn Context, table: &Table, areas: Value) -> Result<Value> {
    match &table.step {
        Some(step) => binary(cx, BinaryOp::Multiply, step, &areas),
        None => Ok(areas),
    }
}

pub(super) fn cumtrapz(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let table = read("cumtrapz", &args)?;
    let areas = areas(&table, Sums::Running)?;
    one(in_steps(cx, &table, areas)?)
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
