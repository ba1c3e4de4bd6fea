//! The values of polynomials, and polynomials as text.

use formwork_linalg::triangular;
use formwork_linalg::{Matrix, RealScalar, Scalar};
use formwork_runtime::{Array, C64, Dims, Error, Result, Value, memory, ops};
use smallvec::smallvec;

use crate::context::{Args, Context, Stream, Values, none, one};
use crate::kit::matrix::{Number, Pair, matrix, outputs, value, with_pair};

pub(crate) fn polyval(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (p, x) = (&args[0], &args[1]);
    if nargout == 2 && args.len() < 3 {
        return Err(Error::invalid_call("polyval"));
    }
    if !p.class().is_float() || !(p.dims().is_vector() || p.is_empty()) {
        return Err(Error::plain("polyval: P must be a numeric floating point vector"));
    }
    if !x.class().is_float() {
        return Err(Error::plain("polyval: X must be numeric floating point"));
    }
    let fit = if nargout > 1 { Some(fit_of(&args[2])?) } else { None };
    if let Some(mu) = args.get(3)
        && (!mu.class().is_float() || mu.numel() < 2)
    {
        return Err(Error::plain("polyval: MU must be numeric floating point with 2 values"));
    }
    let dims = x.dims();
    let pair = Pair::new(matrix("polyval", p.clone())?, matrix("polyval", x.clone())?);
    with_pair!(pair, (p, x) => {
        let mut x = x.into_data();
        if p.is_empty() || x.is_empty() {
            let zeros = vec![p.norm1(); x.len()];
            return one(Value::from_array(Array::new(dims, zeros)));
        }
        if let Some(mu) = args.get(3) {
            let mu = mu.to_c64_array().map(std::borrow::Cow::into_owned).unwrap_or(Array::empty());
            shift_and_scale(&mut x, mu.as_slice());
        }
        let error = fit.map(|fit| prediction_error(&fit, p.data().len(), &x, &dims)).transpose()?;
        let y = Value::from_array(Array::new(dims, horner(p.data(), x))).narrowed();
        match error {
            Some(error) => outputs([y, error], nargout),
            None => one(y),
        }
    })
}

fn shift_and_scale<T: Scalar>(x: &mut [T], mu: &[formwork_runtime::C64]) {
    let read = |z: formwork_runtime::C64| T::from_parts(T::Base::of(z.re), T::Base::of(z.im));
    let (shift, scale) = (read(mu[0]), read(mu[1]));
    for x in x {
        *x = (*x - shift) / scale;
    }
}

/// The values of a polynomial at the places `x`.
pub(super) fn horner<T: Scalar>(p: &[T], mut x: Vec<T>) -> Vec<T> {
    // Real coefficients leave imaginary parts alone, also the sign of zero.
    let real = p.iter().all(|c| c.im() == T::Base::of(0.0));
    for x in &mut x {
        let at = *x;
        let mut y = p[0];
        for (k, &c) in p[1..].iter().enumerate() {
            // The first product is of a real number, which leaves infinite parts alone.
            let product = if real && k == 0 { at.scaled(y.re()) } else { product(y, at) };
            y = if real { T::from_parts(product.re() + c.re(), product.im()) } else { product + c };
        }
        *x = y;
    }
    x
}

/// A product in which a part that is infinite stays so.
fn product<T: Scalar>(a: T, b: T) -> T {
    let plain = a * b;
    if !(T::IS_COMPLEX && plain.re().not_a_number() && plain.im().not_a_number()) {
        return plain;
    }
    let wide = |z: T| C64::new(z.re().to_double(), z.im().to_double());
    let result = ops::wide_product(wide(a), wide(b));
    T::from_parts(T::Base::of(result.re), T::Base::of(result.im))
}

/// What a fit says about its errors.
struct Fit {
    r: Matrix<f64>,
    norm: f64,
    freedom: f64,
}

fn fit_of(s: &Value) -> Result<Fit> {
    if s.is_empty() && !matches!(s, Value::Struct(_)) {
        return Err(Error::plain("polyval: S input is required for DY output argument"));
    }
    let Value::Struct(s) = s else {
        return Err(Error::plain("polyval: S input must be a structure"));
    };
    let field = |name: &str| {
        s.scalar_field(name)
            .ok_or_else(|| Error::plain("polyval: S input is missing required fields"))
    };
    let (r, norm, freedom) = (field("R")?, field("normr")?, field("df")?);
    let r = r
        .to_f64_array()
        .ok_or_else(|| Error::plain("polyval: S input is missing required fields"))?;
    let (rows, columns) = r.dims().flattened();
    Ok(Fit {
        r: Matrix::new(rows, columns, r.as_slice().to_vec()),
        norm: norm.to_f64().unwrap_or(f64::NAN),
        freedom: freedom.to_f64().unwrap_or(f64::NAN),
    })
}

fn prediction_error<T: Number>(fit: &Fit, count: usize, x: &[T], dims: &Dims) -> Result<Value> {
    if fit.r.rows() != count || fit.r.columns() != count {
        return Err(Error::nonconformant(
            "operator /",
            &Dims::matrix(x.len(), count),
            &Dims::matrix(fit.r.rows(), fit.r.columns()),
        ));
    }
    let mut errors = Vec::with_capacity(x.len());
    for &x in x {
        let x = x.re().to_double();
        // The row of powers over R: solve with the transpose.
        let powers = (0..count).map(|k| x.powi((count - 1 - k) as i32)).collect();
        let mut row = Matrix::new(count, 1, powers);
        triangular::solve_columns(triangular::Triangle::Lower, &fit.r.transpose(), &mut row);
        let sum: f64 = row.data().iter().map(|x| x * x).sum();
        errors.push((1.0 + sum).sqrt() * fit.norm / fit.freedom.sqrt());
    }
    Ok(Value::from_array(Array::new(dims.clone(), errors)))
}

pub(crate) fn polyvalm(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (c, x) = (&args[0], &args[1]);
    if !(c.dims().is_vector() || c.is_empty()) {
        return Err(Error::plain("polyvalm: first argument must be a vector"));
    }
    if !x.dims().is_square() {
        return Err(Error::plain("polyvalm: second argument must be a square matrix"));
    }
    let pair = Pair::new(matrix("polyvalm", c.clone())?, matrix("polyvalm", x.clone())?);
    with_pair!(pair, (c, x) => {
        let n = x.rows();
        let mut y = Matrix::zeros(n, n);
        for (k, &c) in c.data().iter().enumerate() {
            if k > 0 {
                y = y.times(&x);
            }
            for i in 0..n {
                y[(i, i)] += c;
            }
        }
        one(value(y))
    })
}

pub(crate) fn polyout(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let c = &args[0];
    if !c.dims().is_vector() {
        return Err(Error::plain("polyout: first argument must be a vector"));
    }
    let variable = match args.get(1) {
        None => b"s".to_vec(),
        Some(name) => name
            .as_bytes()
            .ok_or_else(|| Error::plain("polyout: second argument must be a string"))?
            .to_vec(),
    };
    let Some(c) = c.to_c64_array() else {
        return Err(Error::plain("polyout: first argument must be a vector"));
    };
    memory::reserve::<u8>(c.dims())?;
    let count = c.numel();
    let mut text = Vec::new();
    for (k, &z) in c.as_slice().iter().enumerate() {
        let mut z = z;
        if k > 0 {
            text.push(b'*');
            text.extend_from_slice(&variable);
            text.extend_from_slice(format!("^{}", count - k).as_bytes());
            if z.re < 0.0 {
                z = -z;
                text.extend_from_slice(b" - ");
            } else {
                text.extend_from_slice(b" + ");
            }
        }
        let number =
            cx.call_builtin("num2str", smallvec![Value::complex(z), Value::double(5.0)], 1)?;
        let number = number.first().and_then(Value::as_bytes).unwrap_or_default().to_vec();
        if z.im != 0.0 && z.re != 0.0 {
            text.push(b'(');
            text.extend(number);
            text.push(b')');
        } else {
            text.extend(number);
        }
    }
    if count == 0 {
        text.push(b' ');
    }
    if nargout > 0 {
        return one(Value::text(text));
    }
    text.push(b'\n');
    cx.write(Stream::Output, &text)?;
    none()
}
