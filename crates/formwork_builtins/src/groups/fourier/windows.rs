//! Windows, shifts and what else is done to sequences.

use std::f64::consts::PI;

use formwork_linalg::qr::{self, Extent};
use formwork_linalg::triangular::{self, Triangle};
use formwork_linalg::{Matrix, Scalar};
use formwork_runtime::{Array, Class, Dims, Error, Result, Value, for_each_array, memory};

use crate::context::{Args, Context, Values, one};
use crate::kit::class::in_precision_of;
use crate::kit::matrix::{Number, matrix, with_matrix};

pub(crate) fn hamming(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    window("hamming", &args, |x| 0.54 - 0.46 * x.cos())
}

pub(crate) fn hanning(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    window("hanning", &args, |x| 0.5 - 0.5 * x.cos())
}

pub(crate) fn blackman(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    window("blackman", &args, |x| 0.42 - 0.5 * x.cos() + 0.08 * (2.0 * x).cos())
}

fn window(name: &str, args: &Args, f: impl Fn(f64) -> f64) -> Result<Values> {
    let length = args[0].to_f64().filter(|&m| args[0].is_scalar() && m > 0.0 && m.fract() == 0.0);
    let Some(length) = length.filter(|m| m.is_finite()) else {
        return Err(Error::plain(format!("{name}: M must be a positive integer")));
    };
    let count = length as usize;
    memory::reserve::<f64>(&Dims::matrix(count, 1))?;
    let mut period = length - 1.0;
    if let Some(option) = args.get(1) {
        match option.as_bytes() {
            Some(b"periodic") => period = length,
            Some(b"symmetric") => {}
            _ => {
                return Err(Error::plain(format!(
                    "{name}: window type must be either \"periodic\" or \"symmetric\""
                )));
            }
        }
    }
    if count == 1 {
        return one(1.0);
    }
    let made = one(Value::column((0..count).map(|k| f(2.0 * PI * k as f64 / period)).collect()))?;
    in_precision_of(&args[0], made)
}

pub(crate) fn sinc(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if let Value::Complex(array) = &args[0] {
        let result = array.map(|&z| {
            let t = z * PI;
            if z.re == 0.0 && z.im == 0.0 { z + 1.0 } else { t.sin() / t }
        });
        return one(Value::Complex(result).narrowed());
    }
    let Some(array) = args[0].to_f64_array() else {
        return Err(Error::plain(format!(
            "binary operator '!=' not implemented for '{}' by 'double' operations",
            formwork_runtime::ops::type_name(&args[0])
        )));
    };
    // Of an integer other than zero the quotient is less than a half.
    if args[0].class().is_integer() {
        return one(Value::Double(array.map(|&x| f64::from(u8::from(x == 0.0)))));
    }
    // In single precision a multiple of pi is rounded before its sine is taken.
    if args[0].class() == Class::Single {
        return one(Value::Double(array.map(|&x| {
            let t = PI as f32 * x as f32;
            f64::from(if x == 0.0 { 1.0 } else { t.sin() / t })
        })));
    }
    one(Value::Double(array.map(|&x| {
        let t = PI * x;
        if x == 0.0 { 1.0 } else { t.sin() / t }
    })))
}

pub(crate) fn fftshift(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    shift("fftshift", args, |extent| extent.div_ceil(2))
}

pub(crate) fn ifftshift(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    shift("ifftshift", args, |extent| extent / 2)
}

fn shift(name: &str, mut args: Args, middle: impl Fn(usize) -> usize) -> Result<Values> {
    if !args[0].is_arithmetic() {
        return Err(Error::plain(format!("{name}: X must be a vector or matrix")));
    }
    let dims = args[0].dims();
    let dimensions: Vec<usize> = match args.get(1) {
        Some(dim) => {
            let dim = dim.to_f64().filter(|&d| dim.is_scalar() && d > 0.0 && d.fract() == 0.0);
            let Some(dim) = dim else {
                return Err(Error::plain(format!(
                    "{name}: dimension DIM must be a positive integer"
                )));
            };
            vec![dim as usize - 1]
        }
        None => (0..dims.ndims()).collect(),
    };
    let mut result = args.swap_remove(0).materialized();
    for dimension in dimensions {
        let (before, along, _) = dims.around(dimension);
        if along < 2 {
            continue;
        }
        let by = middle(along) * before;
        let chunk = before * along;
        if chunk == 0 {
            continue;
        }
        for_each_array!(&mut result,
            array => {
                for part in array.make_mut().chunks_exact_mut(chunk) {
                    part.rotate_left(by);
                }
            },
            _ => {}
        );
    }
    one(result)
}

pub(crate) fn unwrap(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !x.is_numeric() {
        return Err(Error::plain("unwrap: X must be a numeric matrix or vector"));
    }
    let tolerance = match args.get(1) {
        Some(tolerance) if !tolerance.is_empty() => tolerance.to_f64().unwrap_or(PI).abs(),
        _ => PI,
    };
    let dims = x.dims();
    let dimension = match args.get(2) {
        Some(dim) => dim
            .to_f64()
            .filter(|&d| dim.is_scalar() && d.fract() == 0.0 && d >= 1.0)
            .map(|d| d as usize - 1)
            .filter(|&d| d < dims.ndims())
            .ok_or_else(|| Error::plain("unwrap: DIM must be an integer and a valid dimension"))?,
        None => dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(0),
    };
    let (before, along, after) = dims.around(dimension);
    if along == 1 {
        return one(x.clone());
    }
    let single = x.class() == formwork_runtime::Class::Single;
    let Some(array) = x.to_f64_array() else {
        return Err(Error::plain("unwrap: X must be a numeric matrix or vector"));
    };
    let data = array.as_slice();
    let mut result = data.to_vec();
    for block in 0..after {
        for offset in 0..before {
            let mut steps = 0.0;
            for k in 1..along {
                let place = offset + before * (k + along * block);
                let difference = data[place - before] - data[place];
                let sign = f64::from(u8::from(difference > tolerance))
                    - f64::from(u8::from(difference < -tolerance));
                steps += (difference.abs() / (2.0 * PI)).round() * 2.0 * PI * sign;
                result[place] = data[place] + steps;
            }
        }
    }
    let result = Array::new(dims, result);
    one(if single { Value::Single(result.map(|&x| x as f32)) } else { Value::Double(result) })
}

pub(crate) fn detrend(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !x.is_numeric() || !x.dims().is_matrix() {
        return Err(Error::plain("detrend: X must be a numeric vector or matrix"));
    }
    let degree = match args.get(1) {
        None => 1,
        Some(p) => {
            let text = p.as_text().map(|text| text.to_ascii_lowercase());
            match (text.as_deref(), p.to_f64()) {
                (Some("constant"), _) => 0,
                (Some("linear"), _) => 1,
                (None, Some(p1)) if p.is_scalar() && p1 >= 0.0 && p1.fract() == 0.0 => p1 as usize,
                _ => {
                    return Err(Error::plain(
                        "detrend: P must be \"constant\", \"linear\", or a positive integer",
                    ));
                }
            }
        }
    };
    if x.is_empty() {
        return one(x.clone());
    }
    with_matrix!(matrix("detrend", x.clone())?, x => one(detrended(x, degree)))
}

fn detrended<T: Number>(x: Matrix<T>, degree: usize) -> Value {
    let (rows, columns) = (x.rows(), x.columns());
    let (length, count) = if rows == 1 { (columns, 1) } else { (rows, columns) };
    let series = Matrix::new(length, count, x.into_data());
    let degree = degree.min(length.saturating_sub(1));
    let basis = Matrix::from_fn(length, degree + 1, |i, j| {
        let place = <T::Base as formwork_linalg::RealScalar>::of(((i + 1) as f64).powi(j as i32));
        <T as Scalar>::from_base(place)
    });
    let (q, r) = qr::qr(basis.clone(), Extent::Economy);
    let mut result = series.clone();
    if let Some(q) = q {
        let mut coefficients = q.adjoint().times(&series);
        triangular::solve_columns(Triangle::Upper, &r, &mut coefficients);
        result.add_scaled(-T::ONE, &basis.times(&coefficients));
    }
    let dims = Dims::matrix(rows, columns);
    Value::from_array(Array::new(dims, result.into_data())).narrowed()
}
