//! Products, quotients, derivatives and integrals of polynomials.

use formwork_linalg::{Matrix, RealScalar, Scalar};
use formwork_runtime::index::{index, matrix_literal};
use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, Class, Dims, Error, Result, Value, for_each_array};

use crate::context::{Args, Context, Values, one};
use crate::groups::fourier::{convolve, filter_lines};
use crate::kit::matrix::{Number, Pair, matrix, outputs, with_matrix, with_pair};

/// A vector as a value, lying or standing.
pub(super) fn vector<T: Number>(data: Vec<T>, row: bool) -> Value {
    let n = data.len();
    let dims = if row { Dims::matrix(1, n) } else { Dims::matrix(n, 1) };
    Value::from_array(Array::new(dims, data)).narrowed()
}

fn is_vector(value: &Value) -> bool {
    let dims = value.dims();
    dims.is_vector() && !dims.is_empty()
}

pub(crate) fn conv(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (a, b) = (&args[0], &args[1]);
    if !a.dims().is_vector() || !b.dims().is_vector() {
        return Err(Error::plain("conv: both arguments A and B must be vectors"));
    }
    let single = [a, b].into_iter().any(|value| value.class() == Class::Single);
    if a.is_empty() || b.is_empty() {
        return one(if single {
            Value::Single(Array::new(Dims::EMPTY, Vec::new()))
        } else {
            Value::empty()
        });
    }
    let shape = match args.get(2) {
        None => "full".to_owned(),
        Some(shape) => shape
            .as_text()
            .map(|text| text.to_ascii_lowercase())
            .filter(|text| matches!(text.as_str(), "full" | "same" | "valid"))
            .ok_or_else(|| {
                Error::plain("conv: SHAPE argument must be \"full\", \"same\", or \"valid\"")
            })?,
    };
    let (la, lb) = (a.numel(), b.numel());
    let row = if shape == "full" {
        if la > lb { a.dims().is_row() } else { b.dims().is_row() }
    } else {
        a.dims().is_row()
    };
    for value in [a, b] {
        if !value.is_arithmetic() {
            return Err(Error::plain(format!(
                "octave_base_value::matrix_value(): wrong type argument '{}'",
                formwork_runtime::ops::type_name(value)
            )));
        }
    }
    // Beside single precision text becomes numbers.
    let read = |value: &Value| match value.to_f64_array() {
        Some(codes) if single && value.is_char() => {
            matrix("conv2", Value::Double(codes.into_owned()))
        }
        _ => matrix("conv2", value.clone()),
    };
    let pair = Pair::new(read(a)?, read(b)?);
    with_pair!(pair, (a, b) => {
        let full = convolve(a.data(), b.data());
        let part = match shape.as_str() {
            "same" => full[lb / 2..lb / 2 + la].to_vec(),
            "valid" if la >= lb => full[lb - 1..la].to_vec(),
            "valid" => Vec::new(),
            _ => full,
        };
        one(vector(part, row))
    })
}

/// The quotient of two polynomials and the rest, as long as the dividend.
pub(super) fn divide<T: Scalar>(y: &[T], a: &[T]) -> (Vec<T>, Vec<T>) {
    let (ly, la) = (y.len(), a.len());
    if ly < la || la == 0 {
        return (vec![T::ZERO], y.to_vec());
    }
    let lb = ly - la + 1;
    let mut impulse = vec![T::ZERO; lb];
    impulse[0] = T::ONE;
    let mut state = vec![T::ZERO; ly.max(la) - 1];
    let quotient = filter_lines(y, a, &impulse, &mut state, 1, lb);
    let mut rest = vec![T::ZERO; lb];
    rest.extend(state[..la - 1].iter().map(|&s| s * a[0]));
    (quotient, rest)
}

pub(crate) fn deconv(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (y, a) = (&args[0], &args[1]);
    if y.is_empty() && y.dims().is_vector() && y.is_arithmetic() && is_vector(a) {
        return outputs([Value::double(0.0), y.clone()], nargout);
    }
    if !is_vector(y) || !is_vector(a) {
        return Err(Error::plain("deconv: Y and A must be vectors"));
    }
    let row = y.dims().is_row();
    let dims = y.dims();
    let short = y.numel() < a.numel();
    let pair = Pair::new(matrix("filter", y.clone())?, matrix("filter", a.clone())?);
    with_pair!(pair, (y, a) => {
        if y.data().len() >= a.data().len() && a.data()[0] == Scalar::ZERO {
            return Err(Error::plain("filter: the first element of A must be nonzero"));
        }
        let (quotient, rest) = divide(y.data(), a.data());
        let rest = Value::from_array(Array::new(dims, rest)).narrowed();
        // What is shorter than its divisor goes into it zero times, whatever the class.
        let quotient = if short { Value::double(0.0) } else { vector(quotient, row) };
        outputs([quotient, rest], nargout)
    })
}

pub(super) fn derivative<T: Scalar>(p: &[T]) -> Vec<T> {
    let n = p.len();
    if n <= 1 {
        return vec![T::ZERO; n];
    }
    p[..n - 1].iter().enumerate().map(|(k, &c)| c.scaled(T::Base::of((n - 1 - k) as f64))).collect()
}

fn reduced<T: Scalar>(p: &[T]) -> Vec<T> {
    match p.iter().position(|&c| c != T::ZERO) {
        Some(first) => p[first..].to_vec(),
        None => vec![T::ZERO],
    }
}

pub(crate) fn polyder(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    for p in &args {
        if !p.dims().is_vector() {
            return Err(Error::plain("polyder: argument must be a vector"));
        }
    }
    if args.len() == 1 && args[0].class().is_integer() && args[0].numel() > 1 {
        let count = args[0].numel() - 1;
        let head = Value::row((1..=count).map(|place| place as f64).collect());
        let kept = index(&args[0].clone().reshaped(Dims::matrix(1, count + 1)), &[head])?;
        let powers = Value::row((1..=count).rev().map(|power| power as f64).collect());
        return one(ops::binary(BinaryOp::ElementMultiply, kept, powers, cx)?);
    }
    let text = |value: &Value| match value.to_f64_array() {
        Some(codes) if value.is_char() => Value::Double(codes.into_owned()),
        _ => value.clone(),
    };
    let args: Args = args.iter().map(text).collect();
    if args.len() == 1 {
        return with_matrix!(matrix("polyder", args[0].clone())?, p => {
            if p.is_empty() {
                return one(Value::empty());
            }
            one(vector(derivative(p.data()), true))
        });
    }
    let pair = Pair::new(matrix("polyder", args[0].clone())?, matrix("polyder", args[1].clone())?);
    with_pair!(pair, (p, a) => {
        if nargout < 2 {
            return one(vector(derivative(&convolve(p.data(), a.data())), true));
        }
        if p.is_empty() || a.is_empty() {
            return Err(Error::plain("conv: both arguments A and B must be vectors"));
        }
        let (q, d) = quotient_derivative(p.data(), a.data());
        outputs([vector(q, true), vector(d, true)], nargout)
    })
}

fn quotient_derivative<T: Scalar>(p: &[T], a: &[T]) -> (Vec<T>, Vec<T>) {
    let mut d = convolve(a, a);
    let mut q: Vec<T> = if p.len() == 1 {
        derivative(a).into_iter().map(|c| -(p[0] * c)).collect()
    } else if a.len() == 1 {
        derivative(p).into_iter().map(|c| a[0] * c).collect()
    } else {
        let left = convolve(&derivative(p), a);
        let right = convolve(p, &derivative(a));
        let difference: Vec<T> = left.iter().zip(&right).map(|(&x, &y)| x - y).collect();
        reduced(&difference)
    };
    let common = common_divisor(&q, &d, T::Base::EPSILON.root());
    if common.len() != 1 {
        q = divide(&q, &common).0;
        d = divide(&d, &common).0;
    }
    let gain = d[0];
    for c in q.iter_mut().chain(d.iter_mut()) {
        *c /= gain;
    }
    (q, d)
}

pub(crate) fn polyint(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let constant = args.get(1).cloned().unwrap_or(Value::double(0.0));
    if !constant.is_scalar() {
        return Err(Error::plain("polyint: the constant of integration must be a scalar"));
    }
    if !args[0].dims().is_vector() && !args[0].is_empty() {
        return Err(Error::plain("polyint: argument must be a vector"));
    }
    if args[0].is_empty() {
        return one(Value::empty());
    }
    if args[0].class().is_integer() || constant.class().is_integer() {
        let count = args[0].numel();
        let row = args[0].clone().materialized().reshaped(Dims::matrix(1, count));
        let powers = Value::row((1..=count).rev().map(|power| power as f64).collect());
        let quotient = ops::binary(BinaryOp::ElementDivide, row, powers, cx)?;
        return one(matrix_literal(vec![vec![quotient, constant]])?);
    }
    let text = |value: &Value| match value.to_f64_array() {
        Some(codes) if value.is_char() => Value::Double(codes.into_owned()),
        _ => value.clone(),
    };
    let pair = Pair::new(matrix("polyint", text(&args[0]))?, matrix("polyint", text(&constant))?);
    with_pair!(pair, (p, constant) => {
        let n = p.data().len();
        let mut result: Vec<_> =
            p.data().iter().enumerate().map(|(k, &c)| over(c, (n - k) as f64)).collect();
        result.push(constant.data()[0]);
        one(vector(result, true))
    })
}

/// A number divided by a real one, part by part.
pub(super) fn over<T: Scalar>(x: T, divisor: f64) -> T {
    let divisor = T::Base::of(divisor);
    T::from_parts(x.re() / divisor, x.im() / divisor)
}

pub(crate) fn polyreduce(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let c = args[0].clone().materialized();
    if !is_vector(&c) || !c.is_arithmetic() {
        return Err(Error::plain("polyreduce: C must be a non-empty vector"));
    }
    let row = c.dims().is_row();
    if c.is_char() {
        return one(c);
    }
    for_each_array!(&c,
        array => {
            let data = array.as_slice();
            match data.iter().position(|&x| x != Default::default()) {
                None => one(0.0),
                Some(first) => {
                    let part = data[first..].to_vec();
                    let dims = if row { Dims::matrix(1, part.len()) } else { Dims::matrix(part.len(), 1) };
                    one(Value::from_array(Array::new(dims, part)))
                }
            }
        },
        _ => Err(Error::plain("polyreduce: C must be a non-empty vector")),
    )
}

pub(crate) fn polyaffine(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !is_vector(&args[0]) {
        return Err(Error::plain("polyaffine: F must be a vector"));
    }
    if !is_vector(&args[1]) || args[1].numel() != 2 {
        return Err(Error::plain("polyaffine: MU must be a two-element vector"));
    }
    let pair =
        Pair::new(matrix("polyaffine", args[0].clone())?, matrix("polyaffine", args[1].clone())?);
    with_pair!(pair, (f, mu) => one(vector(affine(f.data(), mu.data()[0], mu.data()[1]), true)))
}

fn affine<T: Scalar>(f: &[T], shift: T, scale: T) -> Vec<T> {
    let n = f.len();
    let power = |x: T, k: usize| (0..k).fold(T::ONE, |product, _| product * x);
    let mut g: Vec<T> = f.iter().enumerate().map(|(k, &c)| c / power(scale, n - 1 - k)).collect();
    if shift == T::ZERO {
        return g;
    }
    // Ascending powers: the coefficient of x^k of (x - shift)^j is a binomial.
    g.reverse();
    let mut result = vec![T::ZERO; n];
    for (j, &c) in g.iter().enumerate() {
        let mut binomial = 1.0;
        for k in (0..=j).rev() {
            let term = power(-shift, j - k).scaled(T::Base::of(binomial));
            result[k] += c * term;
            binomial = binomial * k as f64 / (j - k + 1) as f64;
        }
    }
    result.reverse();
    result
}

/// The greatest common divisor, its first coefficient one.
fn common_divisor<T: Scalar>(b: &[T], a: &[T], tolerance: T::Base) -> Vec<T> {
    if a.len() == 1 || b.len() == 1 {
        return if a.iter().all(|&c| c == T::ZERO) {
            b.to_vec()
        } else if b.iter().all(|&c| c == T::ZERO) {
            a.to_vec()
        } else {
            vec![T::ONE]
        };
    }
    let monic = |p: &[T]| -> Vec<T> { p.iter().map(|&c| c / p[0]).collect() };
    let mut b = b.to_vec();
    let mut a = monic(a);
    loop {
        let (_, rest) = divide(&b, &a);
        let Some(first) = rest.iter().position(|c| c.modulus() > tolerance) else { return a };
        let next = monic(&rest[first..]);
        // A remainder that is no shorter (a leading zero, a negative tolerance) leads nowhere.
        if next.len() >= a.len() {
            return a;
        }
        b = a;
        a = next;
    }
}

pub(crate) fn polygcd(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let given = args.get(2).and_then(Value::to_f64);
    let pair = Pair::new(matrix("polygcd", args[0].clone())?, matrix("polygcd", args[1].clone())?);
    with_pair!(pair, (b, a) => one(gcd_value(&b, &a, given)))
}

fn gcd_value<T: Number>(b: &Matrix<T>, a: &Matrix<T>, given: Option<f64>) -> Value {
    if a.is_empty() || b.is_empty() {
        return Value::empty();
    }
    let tolerance =
        given.map_or_else(|| <T::Base as RealScalar>::EPSILON.root(), <T::Base as RealScalar>::of);
    vector(common_divisor(b.data(), a.data(), tolerance), true)
}
