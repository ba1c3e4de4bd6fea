//! Norms of vectors and matrices: `norm`, `vecnorm`.

use formwork_linalg::qr::Extent;
use formwork_linalg::{Matrix, RealScalar, Scalar, norm2};
use formwork_runtime::{Array, Class, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::class::wrong_type;
use crate::kit::matrix::{Number, matrix, scalar, with_matrix};

/// Which norm.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Power(f64),
    Frobenius,
}

/// Of what.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Whole,
    Rows,
    Columns,
}

pub(crate) fn norm(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    if let Some(x) = args[0].as_double()
        && args.len() == 1
    {
        return one(x.abs());
    }
    let options: Vec<Value> = args.drain(1..).collect();
    let argument = args.swap_remove(0);
    if !argument.dims().is_matrix() {
        return Err(Error::plain("norm: only valid for 2-D objects"));
    }
    if !argument.class().is_float() {
        return Err(wrong_type("xnorm", &argument));
    }
    let mut kind = Kind::Power(2.0);
    let mut of = Of::Whole;
    let count = options.len();
    for (place, option) in options.iter().enumerate() {
        if let Some(text) = option.as_text() {
            match &*text {
                "rows" if place + 1 == count => of = Of::Rows,
                "columns" | "cols" if place + 1 == count => of = Of::Columns,
                "rows" | "columns" | "cols" => {
                    return Err(Error::plain("norm: invalid combination of options"));
                }
                "fro" if place == 0 => kind = Kind::Frobenius,
                "inf" | "Inf" if place == 0 => kind = Kind::Power(f64::INFINITY),
                "-inf" | "-Inf" if place == 0 => kind = Kind::Power(f64::NEG_INFINITY),
                other => {
                    return Err(Error::plain(format!("norm: unrecognized option: {other}")));
                }
            }
        } else if place > 0 {
            return Err(Error::plain("norm: invalid combination of options"));
        } else if option.is_empty() && option.is_arithmetic() {
        } else if option.is_scalar() && option.is_arithmetic() {
            kind = Kind::Power(option.to_f64().unwrap_or(2.0));
        } else {
            return Err(wrong_type("norm", option));
        }
    }
    let vector = argument.dims().is_vector();
    with_matrix!(matrix("norm", argument)?, a => norm_of(&a, kind, of, vector))
}

fn norm_of<T: Number>(a: &Matrix<T>, kind: Kind, of: Of, vector: bool) -> Result<Values> {
    let power = match kind {
        Kind::Power(power) => power,
        Kind::Frobenius => 2.0,
    };
    match of {
        Of::Columns => {
            let norms: Vec<T::Base> =
                (0..a.columns()).map(|j| vector_norm(a.column(j), power)).collect();
            one(Value::from_array(Array::row(norms)))
        }
        Of::Rows => {
            let flipped = a.transpose();
            let norms: Vec<T::Base> =
                (0..flipped.columns()).map(|j| vector_norm(flipped.column(j), power)).collect();
            one(Value::from_array(Array::column(norms)))
        }
        Of::Whole if a.is_empty() => one(scalar(<T::Base as Scalar>::ZERO)),
        Of::Whole if vector || kind == Kind::Frobenius => one(scalar(vector_norm(a.data(), power))),
        Of::Whole => one(scalar(matrix_norm(a, power)?)),
    }
}

/// The p-norm of a vector, with the scaling that keeps the powers in range.
pub(crate) fn vector_norm<T: Scalar>(x: &[T], power: f64) -> T::Base {
    let (zero, one) = (T::Base::ZERO, T::Base::ONE);
    let sizes = || x.iter().map(|x| x.modulus());
    if power == 2.0 {
        return norm2(x);
    }
    if power == 1.0 {
        return sizes().fold(zero, |sum, size| sum + size);
    }
    if power == f64::INFINITY {
        return sizes().fold(zero, |most, size| {
            if most.not_a_number() || size.not_a_number() {
                T::Base::NOT_A_NUMBER
            } else {
                most.greater(size)
            }
        });
    }
    if power == f64::NEG_INFINITY {
        return sizes().fold(T::Base::INFINITE, |least, size| {
            if least.not_a_number() || size.not_a_number() {
                T::Base::NOT_A_NUMBER
            } else {
                least.lesser(size)
            }
        });
    }
    if power == 0.0 {
        return T::Base::of(sizes().filter(|&size| size != zero).count() as f64);
    }
    if power < 0.0 {
        // The scale starts at zero, whose negative power is infinite.
        return if x.is_empty() { zero } else { T::Base::INFINITE };
    }
    let p = T::Base::of(power);
    let (mut scale, mut sum) = (zero, one);
    for size in sizes() {
        if scale == size {
            if size != zero {
                sum += one;
            }
        } else if scale < size || size.not_a_number() {
            sum = sum * (scale / size).power(p) + one;
            scale = size;
        } else if size != zero {
            sum += (size / scale).power(p);
        }
    }
    scale * sum.power(one / p)
}

/// The operator norm of a matrix.
pub(crate) fn matrix_norm<T: Scalar>(a: &Matrix<T>, power: f64) -> Result<T::Base> {
    if power == 2.0 {
        if !a.is_finite() {
            return Ok(T::Base::NOT_A_NUMBER);
        }
        let values = super::singular::checked_svd(a.clone(), Extent::None)?.values;
        return Ok(values.first().copied().unwrap_or(T::Base::ZERO));
    }
    if power == 1.0 {
        return Ok(a.norm1());
    }
    if power == f64::INFINITY {
        return Ok(a.norm_infinity());
    }
    if power > 1.0 {
        return Ok(power_norm(a, power));
    }
    Err(Error::plain("xnorm: p must be >= 1"))
}

/// The operator p-norm by the power method on the dual vectors, started from the best
/// column so far (Higham).
fn power_norm<T: Scalar>(a: &Matrix<T>, power: f64) -> T::Base {
    let dual = power / (power - 1.0);
    let n = a.columns();
    let apply = |x: &[T]| {
        let mut y = vec![T::ZERO; a.rows()];
        for (j, &factor) in x.iter().enumerate() {
            for (y, &a) in y.iter_mut().zip(a.column(j)) {
                *y += a * factor;
            }
        }
        y
    };
    let apply_adjoint = |y: &[T]| -> Vec<T> {
        (0..n)
            .map(|j| {
                a.column(j).iter().zip(y).fold(T::ZERO, |sum, (&a, &y)| sum + a.conjugate() * y)
            })
            .collect()
    };
    // The vector of norm one in the dual norm that reaches the norm of `x`.
    let dual_of = |x: &[T], p: f64, q: f64| -> Vec<T> {
        let mut result: Vec<T> = x
            .iter()
            .map(|&x| {
                let size = x.modulus();
                if size == T::Base::ZERO {
                    T::ZERO
                } else {
                    x.scaled(size.power(T::Base::of(p - 2.0)))
                }
            })
            .collect();
        let length = vector_norm(&result, q);
        if length > T::Base::ZERO {
            for x in &mut result {
                *x = x.scaled(T::Base::ONE / length);
            }
        }
        result
    };
    let mut best = T::Base::ZERO;
    let mut starts: Vec<Vec<T>> = (0..n)
        .map(|j| {
            let mut x = vec![T::ZERO; n];
            x[j] = T::ONE;
            x
        })
        .collect();
    starts.push(vec![T::from_base(T::Base::of((n as f64).powf(-1.0 / power))); n]);
    let start = starts
        .into_iter()
        .max_by(|x, y| {
            let (x, y) = (vector_norm(&apply(x), power), vector_norm(&apply(y), power));
            x.partial_cmp(&y).unwrap_or(std::cmp::Ordering::Equal)
        })
        .unwrap_or_default();
    let mut x = start;
    for _ in 0..256 {
        let y = apply(&x);
        let size = vector_norm(&y, power);
        let z = apply_adjoint(&dual_of(&y, power, dual));
        let done = size - best <= T::Base::EPSILON * size;
        best = best.greater(size);
        if done {
            break;
        }
        x = dual_of(&z, dual, power);
    }
    best
}

pub(crate) fn vecnorm(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let a = &args[0];
    if !a.is_numeric() {
        return Err(Error::plain("vecnorm: A must be numeric"));
    }
    let mut power = 2.0;
    if let Some(p) = args.get(1) {
        power = p.to_f64().unwrap_or(f64::NAN);
        if !p.is_scalar() || p.is_complex() || !(power > 0.0) {
            return Err(Error::plain("vecnorm: P must be positive real scalar or Inf"));
        }
    }
    let dims = a.dims();
    let dimension = match args.get(2) {
        None => dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(0),
        Some(dim) => match dim.to_f64() {
            Some(x) if dim.is_scalar() && x >= 1.0 && x.fract() == 0.0 => x as usize - 1,
            _ => return Err(Error::plain("vecnorm: DIM must be a positive integer")),
        },
    };
    let single = a.class() == Class::Single;
    let Some(array) = a.to_c64_array() else {
        return Err(Error::plain("vecnorm: A must be numeric"));
    };
    let (before, along, after) = dims.around(dimension);
    let mut result = Vec::with_capacity(before * after);
    let data = array.as_slice();
    for block in 0..after {
        for offset in 0..before {
            let sizes = (0..along).map(|k| data[offset + before * (k + along * block)].norm());
            result.push(if power == 1.0 {
                sizes.sum()
            } else if power == 2.0 {
                sizes.map(|x| x * x).sum::<f64>().sqrt()
            } else if power.is_infinite() {
                sizes.fold(0.0, f64::max)
            } else {
                sizes.map(|x| x.powf(power)).sum::<f64>().powf(1.0 / power)
            });
        }
    }
    let empty_maximum = along == 0 && power.is_infinite();
    let dims = if empty_maximum { dims } else { dims.with(dimension, 1) };
    if empty_maximum {
        result.clear();
    }
    finish(dims, result, single)
}

fn finish(dims: Dims, data: Vec<f64>, single: bool) -> Result<Values> {
    if single {
        one(Value::from_array(Array::new(dims, data.into_iter().map(|x| x as f32).collect())))
    } else {
        one(Value::from_array(Array::new(dims, data)))
    }
}
