//! Piecewise polynomials: making them, taking them apart, their values.

use formwork_linalg::{Matrix, RealScalar, Scalar};
use formwork_runtime::{Array, C64, Dims, Error, Result, StructArray, Value};
use smallvec::smallvec;

use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::outputs;

/// A piecewise polynomial. Row `component + components * piece` of the coefficients
/// belongs to that component of that piece, highest power first.
pub(super) struct Pieces {
    pub(super) breaks: Vec<f64>,
    pub(super) coefficients: Matrix<C64>,
    pub(super) dims: Vec<usize>,
    first: bool,
}

impl Pieces {
    pub(super) fn components(&self) -> usize {
        self.dims.iter().product()
    }

    fn count(&self) -> usize {
        self.breaks.len().saturating_sub(1)
    }
}

fn structure<'a>(value: &'a Value, message: &str) -> Result<&'a StructArray> {
    match value {
        Value::Struct(fields)
            if fields.scalar_field("form").and_then(Value::as_bytes) == Some(b"pp") =>
        {
            Ok(fields)
        }
        _ => Err(Error::plain(message)),
    }
}

pub(super) fn pieces(value: &Value, message: &str) -> Result<Pieces> {
    let fields = structure(value, message)?;
    let bad = || Error::plain("invalid use of a N_-D array in indexed assignment");
    let field = |name: &str| fields.scalar_field(name).ok_or_else(bad);
    let breaks = field("breaks")?.to_f64_array().ok_or_else(bad)?.as_slice().to_vec();
    let coefficients = field("coefs")?.to_c64_array().ok_or_else(bad)?.into_owned();
    let dims: Vec<usize> = field("dim")?
        .to_f64_array()
        .ok_or_else(bad)?
        .as_slice()
        .iter()
        .map(|&extent| extent as usize)
        .collect();
    let rows = breaks.len().saturating_sub(1) * dims.iter().product::<usize>();
    let numel = coefficients.numel();
    if rows == 0 || numel % rows != 0 {
        return Err(Error::plain(format!(
            "reshape: can't reshape {} array to {rows}x{} array",
            coefficients.dims(),
            numel.checked_div(rows).unwrap_or(0)
        )));
    }
    let first = fields.scalar_field("orient").and_then(Value::as_bytes) == Some(b"first");
    let coefficients = Matrix::new(rows, numel / rows, coefficients.into_vec());
    Ok(Pieces { breaks, coefficients, dims, first })
}

pub(crate) fn mkpp(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(make(&args[0], &args[1], args.get(2))?)
}

/// How many numbers a value of a piecewise polynomial has: the product of its extents.
fn components(dim: &Value) -> Result<f64> {
    let Some(extents) = dim.to_f64_array() else {
        let kind = formwork_runtime::ops::type_name(dim);
        return Err(Error::plain(format!("prod: wrong type argument '{kind}'")));
    };
    let dims = extents.dims();
    if !dims.is_vector() && !dims.is_zero_by_zero() {
        let columns = dims.columns();
        return Err(Error::plain(format!(
            "operator /: nonconformant arguments (op1 is 1x1, op2 is 1x{columns})"
        )));
    }
    Ok(extents.as_slice().iter().product())
}

pub(super) fn make(breaks: &Value, coefficients: &Value, dim: Option<&Value>) -> Result<Value> {
    if !breaks.dims().is_vector() {
        return Err(Error::plain("mkpp: BREAKS must be a vector"));
    }
    if breaks.numel() < 2 {
        return Err(Error::plain("mkpp: BREAKS must have at least one interval"));
    }
    let count = breaks.numel() - 1;
    let components = dim.map_or(Ok(1.0), components)?;
    let order = coefficients.numel() as f64 / count as f64 / components;
    let rows = count as f64 * components;
    let extents = 0.0..9e15;
    if !extents.contains(&rows) || !extents.contains(&order) {
        return Err(Error::plain("reshape: SIZE must be non-negative"));
    }
    let shape = Dims::matrix(rows as usize, order as usize);
    if shape.checked_numel() != Some(coefficients.numel()) {
        return Err(Error::plain(format!(
            "reshape: can't reshape {} array to {shape} array",
            coefficients.dims(),
        )));
    }
    let mut result = StructArray::scalar();
    let row = Dims::matrix(1, breaks.numel());
    result.set_scalar_field("form", Value::text("pp"));
    result.set_scalar_field("breaks", breaks.clone().reshaped(row));
    result.set_scalar_field("coefs", coefficients.clone().reshaped(shape));
    result.set_scalar_field("pieces", Value::count(count));
    result.set_scalar_field("order", Value::double(order));
    result.set_scalar_field("dim", dim.cloned().unwrap_or(Value::double(1.0)));
    Ok(result.into())
}

pub(crate) fn unmkpp(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let fields = structure(&args[0], "unmkpp: PP must be a piecewise polynomial structure")?;
    let field = |name: &str| {
        fields
            .scalar_field(name)
            .cloned()
            .ok_or_else(|| Error::plain("invalid use of undefined value"))
    };
    outputs(
        [field("breaks")?, field("coefs")?, field("pieces")?, field("order")?, field("dim")?],
        nargout,
    )
}

pub(crate) fn ppval(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(evaluate(&args[0], &args[1])?)
}

pub(super) fn evaluate(pp: &Value, xi: &Value) -> Result<Value> {
    let pp = pieces(pp, "ppval: first argument must be a pp-form structure")?;
    let Some(places) = xi.to_f64_array() else {
        return Err(Error::plain(format!(
            "lookup: wrong type argument '{}'",
            formwork_runtime::ops::type_name(xi)
        )));
    };
    let components = pp.components();
    let order = pp.coefficients.columns();
    let mut data = Vec::with_capacity(components * places.numel());
    for &x in places.as_slice() {
        // The last interval that starts at or before the place; the ends reach on.
        let piece = pp.breaks.partition_point(|&b| b <= x).clamp(1, pp.count()) - 1;
        let offset = x - pp.breaks[piece];
        for component in 0..components {
            let row = component + components * piece;
            let mut y = C64::ZERO;
            for k in 0..order {
                y = if k == 0 {
                    pp.coefficients[(row, 0)]
                } else {
                    y.scaled(offset) + pp.coefficients[(row, k)]
                };
            }
            data.push(y);
        }
    }
    let size = places.dims().clone();
    let dims = if components == 1 && pp.dims.len() == 1 {
        size
    } else {
        let mut extents = pp.dims.clone();
        if size.is_vector() {
            extents.push(size.numel());
        } else {
            extents.extend_from_slice(size.as_slice());
        }
        if pp.first {
            data = components_last(data, components);
            extents.rotate_left(pp.dims.len());
        }
        Dims::new(&extents)
    };
    Ok(Value::from_array(Array::new(dims, data)).narrowed())
}

fn components_last(data: Vec<C64>, components: usize) -> Vec<C64> {
    let count = data.len() / components.max(1);
    (0..components)
        .flat_map(|c| (0..count).map(move |k| (c, k)))
        .map(|(c, k)| data[c + components * k])
        .collect()
}

/// The same polynomial with other coefficients.
fn with_coefficients(pp: &Pieces, breaks: Vec<f64>, coefficients: Matrix<C64>) -> Result<Value> {
    let dims = Dims::matrix(coefficients.rows(), coefficients.columns());
    let coefficients = Value::from_array(Array::new(dims, coefficients.into_data())).narrowed();
    let dim = Value::row(pp.dims.iter().map(|&extent| extent as f64).collect());
    make(&Value::row(breaks), &coefficients, Some(&dim))
}

pub(crate) fn ppder(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let pp = pieces(&args[0], "ppder: PP must be a structure")?;
    let times = args.get(1).and_then(Value::to_f64).unwrap_or(1.0) as usize;
    let order = pp.coefficients.columns();
    if order <= times {
        let ends = vec![pp.breaks[0], pp.breaks[pp.breaks.len() - 1]];
        return one(with_coefficients(&pp, ends, Matrix::zeros(pp.components(), 1))?);
    }
    let rows = pp.coefficients.rows();
    let coefficients = Matrix::from_fn(rows, order - times, |i, j| {
        let power = order - 1 - j;
        let factor: f64 = (0..times).map(|k| (power - k) as f64).product();
        pp.coefficients[(i, j)].scaled(factor)
    });
    one(with_coefficients(&pp, pp.breaks.clone(), coefficients)?)
}

pub(crate) fn ppint(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let pp = pieces(&args[0], "ppint: PP must be a structure")?;
    let order = pp.coefficients.columns();
    let rows = pp.coefficients.rows();
    let components = pp.components();
    let constants: Vec<C64> = match args.get(1) {
        None => vec![C64::ZERO; components],
        Some(c) => {
            let c = c.to_c64_array().map(std::borrow::Cow::into_owned).unwrap_or(Array::empty());
            (0..components).map(|k| c.as_slice().get(k).copied().unwrap_or(C64::ZERO)).collect()
        }
    };
    let mut coefficients = Matrix::from_fn(rows, order + 1, |i, j| {
        if j == order {
            C64::ZERO
        } else {
            let z = pp.coefficients[(i, j)];
            let divisor = (order - j) as f64;
            C64::new(z.re / divisor, z.im / divisor)
        }
    });
    for (component, &constant) in constants.iter().enumerate() {
        let mut value = constant;
        for piece in 0..pp.count() {
            let row = component + components * piece;
            coefficients[(row, order)] = value;
            let width = pp.breaks[piece + 1] - pp.breaks[piece];
            value = (0..=order).fold(C64::ZERO, |y, k| y.scaled(width) + coefficients[(row, k)]);
        }
    }
    one(with_coefficients(&pp, pp.breaks.clone(), coefficients)?)
}

/// A polynomial from its pieces, in the class of the numbers it was made from.
pub(super) fn assemble<T: Scalar + formwork_runtime::Element>(
    breaks: &[T::Base],
    coefficients: Matrix<T>,
    dims: &[usize],
    single: bool,
) -> Result<Value> {
    let shape = Dims::matrix(coefficients.rows(), coefficients.columns());
    let coefficients = Value::from_array(Array::new(shape, coefficients.into_data())).narrowed();
    let breaks: Vec<f64> = breaks.iter().map(|&x| x.to_double()).collect();
    let breaks = if single {
        Value::Single(Array::row(breaks.iter().map(|&x| x as f32).collect()))
    } else {
        Value::row(breaks)
    };
    let dim = Value::row(dims.iter().map(|&extent| extent as f64).collect());
    make(&breaks, &coefficients, Some(&dim))
}

/// The values at `xi` if it is there, or else the polynomial itself.
pub(super) fn finished(pp: Value, xi: Option<&Value>) -> Result<Values> {
    match xi {
        None => one(pp),
        Some(xi) => Ok(smallvec![evaluate(&pp, xi)?]),
    }
}
