//! Equations between matrices, estimates and eliminations.

use formwork_linalg::eigen::General;
use formwork_linalg::qr::Extent;
use formwork_linalg::triangular::{self, Triangle};
use formwork_linalg::{Matrix, RealScalar, Scalar, cholesky, lu, norm2};
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, C64, Dims, Error, Result, Value};
use smallvec::smallvec;

use super::rotation::{in_class, rotation, rotation_matrix, rotation_of};
use super::singular::{checked_svd, no_convergence};
use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{
    Number, Pair, column, matrix, outputs, scalar, square, value, with_matrix, with_pair,
};

pub(crate) fn givens(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (c, s, single) = rotation_of("givens", &args[0], &args[1])?;
    if nargout > 1 {
        let parts = [Value::double(c), Value::complex(s)].map(|part| in_class(part, single));
        return outputs(parts, nargout);
    }
    one(in_class(value(rotation_matrix(c, s)), single))
}

pub(crate) fn planerot(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    let parts = x.to_c64_array().filter(|x| x.numel() == 2 && x.dims().is_vector());
    let Some(parts) = parts else {
        return Err(Error::plain("planerot: X must be a 2-element vector"));
    };
    let data = parts.as_slice();
    let (c, s) = rotation(data[0], data[1]);
    let turn = rotation_matrix(c, s);
    let turned = turn.times(&Matrix::new(2, 1, data.to_vec()));
    let single = x.class() == formwork_runtime::Class::Single;
    outputs([value(turn), value(turned)].map(|part| in_class(part, single)), nargout)
}

pub(crate) fn housh(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (x, j, z) = (&args[0], &args[1], &args[2]);
    if !x.dims().is_vector() {
        return Err(Error::plain("housh: first input must be a vector"));
    }
    if !j.is_scalar() {
        return Err(Error::plain("housh: second argument must be an integer scalar"));
    }
    let dims = x.dims();
    let place = j.to_f64().unwrap_or(0.0);
    if place.is_nan() || place < 1.0 || place.fract() != 0.0 {
        let shown = formwork_runtime::format::c_number::percent_g(place);
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("housv({shown}): subscripts must be either integers 1 to (2^63)-1 or logicals"),
        ));
    }
    if place > dims.numel() as f64 {
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("housv({place}): out of bound {} (dimensions are {dims})", dims.numel()),
        ));
    }
    let threshold = z.to_f64().unwrap_or(0.0);
    with_matrix!(matrix("housh", x.clone())?, x => {
        let (v, beta) = reflection_vector(x.into_data(), place as usize - 1, threshold);
        outputs(
            [
                Value::from_array(Array::new(dims, v)).narrowed(),
                Value::double(beta),
                Value::bool(beta == 0.0),
            ],
            nargout,
        )
    })
}

fn reflection_vector<T: Scalar>(mut v: Vec<T>, j: usize, threshold: f64) -> (Vec<T>, f64) {
    let most = v.iter().fold(T::Base::ZERO, |most, x| most.greater(x.modulus()));
    if most == T::Base::ZERO {
        return (v, 0.0);
    }
    for x in &mut v {
        *x = T::from_parts(x.re() / most, x.im() / most);
    }
    let alpha = norm2(&v).to_double();
    if alpha <= threshold {
        return (v, 0.0);
    }
    let pivot = v[j];
    let beta = 1.0 / (alpha * (alpha + pivot.modulus().to_double()));
    let sign = if pivot == T::ZERO { T::ONE } else { pivot.scaled(T::Base::ONE / pivot.modulus()) };
    v[j] = pivot + sign.scaled(T::Base::of(alpha));
    (v, beta)
}

pub(crate) fn sylvester(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (a, b, c) = (&args[0], &args[1], &args[2]);
    if args.iter().any(Value::is_empty) {
        return one(Value::empty());
    }
    if !a.dims().is_square() {
        return Err(Error::plain("sylvester: A must be a square matrix"));
    }
    if !b.dims().is_square() {
        return Err(Error::plain("sylvester: B must be a square matrix"));
    }
    let fits = a.dims().rows() == c.dims().rows() && b.dims().rows() == c.dims().columns();
    if !fits || !c.dims().is_matrix() {
        return Err(Error::with_id("Octave:nonconformant-args", "nonconformant matrices"));
    }
    let real = !args.iter().any(Value::is_complex);
    let single = args.iter().any(|value| value.class() == formwork_runtime::Class::Single);
    let read = |value: &Value| Ok::<_, Box<Error>>(matrix("sylvester", value.clone())?.to_c64());
    let (a, b, c) = (read(a)?, read(b)?, read(c)?);
    let schur = |m: Matrix<C64>| -> Result<(Matrix<C64>, Matrix<C64>)> {
        let n = m.rows();
        let (u, s) = C64::schur(m, true).map_err(no_convergence("sylvester"))?;
        Ok((u.unwrap_or_else(|| Matrix::identity(n, n)), s))
    };
    let (u, s) = schur(a)?;
    let (v, t) = schur(b)?;
    let mut f = u.adjoint().times(&c).times(&v);
    let n = s.rows();
    for k in 0..t.rows() {
        for j in 0..k {
            let factor = t[(j, k)];
            for i in 0..n {
                let step = f[(i, j)] * factor;
                f[(i, k)] -= step;
            }
        }
        let shifted =
            Matrix::from_fn(n, n, |i, j| if i == j { s[(i, j)] + t[(k, k)] } else { s[(i, j)] });
        let mut x = Matrix::new(n, 1, f.column(k).to_vec());
        triangular::solve_columns(Triangle::Upper, &shifted, &mut x);
        f.column_mut(k).copy_from_slice(x.data());
    }
    let x = u.times(&f).times(&v.adjoint());
    let result = if real { value(x.map(|z| z.re)) } else { value(x) };
    one(in_class(result, single))
}

pub(crate) fn mgorth(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (x, v) = (&args[0], &args[1]);
    let fits = x.dims().is_matrix()
        && v.dims().is_matrix()
        && x.dims().columns() == 1
        && v.dims().rows() == x.dims().rows();
    if !fits {
        return Err(Error::plain(
            "mgorth: V should be a matrix, and X a column vector with the same number of rows as V.",
        ));
    }
    if !x.is_numeric() && !v.is_numeric() {
        return Err(Error::plain("mgorth: X and V must be numeric"));
    }
    let pair = Pair::new(matrix("mgorth", x.clone())?, matrix("mgorth", v.clone())?);
    with_pair!(pair, (x, v) => {
        let (x, h) = orthogonalized(x.into_data(), &v);
        let h = Value::from_array(Array::row(h)).narrowed();
        outputs([column(x), h], nargout)
    })
}

fn orthogonalized<T: Scalar>(mut x: Vec<T>, v: &Matrix<T>) -> (Vec<T>, Vec<T>) {
    let mut h = Vec::with_capacity(v.columns() + 1);
    for j in 0..v.columns() {
        let mut dot = T::ZERO;
        for (&v, &x) in v.column(j).iter().zip(&x) {
            dot += v.conjugate() * x;
        }
        h.push(dot);
        for (x, &v) in x.iter_mut().zip(v.column(j)) {
            *x -= dot * v;
        }
    }
    let length = norm2(&x);
    h.push(T::from_base(length));
    if length > T::Base::ZERO {
        for x in &mut x {
            *x = T::from_parts(x.re() / length, x.im() / length);
        }
    }
    (x, h)
}

pub(crate) fn blkmm(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (a, b) = (&args[0], &args[1]);
    if !a.is_numeric() || !b.is_numeric() {
        return Err(Error::plain("blkmm: A and B must be numeric"));
    }
    let (da, db) = (a.dims(), b.dims());
    let pages = |dims: &Dims| dims.as_slice()[2..].to_vec();
    if da.columns() != db.rows() || pages(&da) != pages(&db) {
        return Err(Error::plain(
            "blkmm: A and B dimensions don't match: (%s) and (%s)"
                .replacen("%s", &da.to_string(), 1)
                .replacen("%s", &db.to_string(), 1),
        ));
    }
    let pair = Pair::new(matrix("blkmm", a.clone())?, matrix("blkmm", b.clone())?);
    with_pair!(pair, (a, b) => one(page_products(&a, &b, &da, &db)))
}

fn page_products<T: Number>(a: &Matrix<T>, b: &Matrix<T>, da: &Dims, db: &Dims) -> Value {
    let (m, k, n) = (da.rows(), da.columns(), db.columns());
    let pages: usize = da.as_slice()[2..].iter().product();
    let mut data = Vec::with_capacity(m * n * pages);
    for page in 0..pages {
        let left = Matrix::new(m, k, a.data()[page * m * k..(page + 1) * m * k].to_vec());
        let right = Matrix::new(k, n, b.data()[page * k * n..(page + 1) * k * n].to_vec());
        data.extend(left.times(&right).into_data());
    }
    let mut extents = da.as_slice().to_vec();
    extents[1] = n;
    Value::from_array(Array::new(Dims::new(&extents), data)).narrowed()
}

pub(crate) fn linsolve(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b) = (&args[0], &args[1]);
    if !a.is_numeric() || !b.is_numeric() {
        return Err(Error::plain("linsolve: A and B must be numeric"));
    }
    let mut transposed = false;
    let mut triangle = None;
    if let Some(options) = args.get(2) {
        let Value::Struct(options) = options else {
            return Err(Error::plain("linsolve: OPTS must be a structure"));
        };
        let set = |name: &str| {
            options.scalar_field(name).is_some_and(|value| ops::is_true(value).unwrap_or(false))
        };
        transposed = set("TRANSA");
        triangle = if set("LT") {
            Some("tril")
        } else if set("UT") {
            Some("triu")
        } else {
            None
        };
    }
    let mut left = a.clone();
    if let Some(part) = triangle {
        // Only that triangle is looked at.
        left = cx.call_builtin(part, smallvec![left], 1)?.swap_remove(0);
    }
    if transposed {
        left = ops::unary(UnaryOp::ConjugateTranspose, left)?;
    }
    let x = ops::binary(BinaryOp::LeftDivide, left, b.clone(), cx)?;
    if nargout < 2 {
        return one(x);
    }
    let rcond = if a.dims().is_square() {
        super::inverse::rcond(cx, smallvec![a.clone()], 1)?.swap_remove(0)
    } else {
        Value::double(0.0)
    };
    Ok(smallvec![x, rcond])
}

pub(crate) fn lscov(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args[0].dims().rows() != args[1].dims().rows() {
        return Err(Error::plain("lscov: A and B must have the same number of rows"));
    }
    if args.len() == 4 {
        cx.warn("", "lscov: algorithm selection input ALG is not yet implemented, using default")?;
    }
    let read = |value: &Value| Ok::<_, Box<Error>>(matrix("lscov", value.clone())?.to_c64());
    let (mut a, mut b) = (read(&args[0])?, read(&args[1])?);
    let (n, p, k) = (a.rows(), a.columns(), b.columns());
    if p == 0 {
        return Err(Error::with_id(
            "Octave:nonconformant-args",
            format!("operator *: nonconformant arguments (op1 is 0x0, op2 is {n}x{k})"),
        ));
    }
    if n == 0 && nargout > 1 {
        return Err(Error::with_id(
            "Octave:nonconformant-args",
            format!("operator *: nonconformant arguments (op1 is 0x{p}, op2 is 0x{k})"),
        ));
    }
    if n == 0 {
        return one(Value::Double(Array::new(Dims::matrix(0, k), Vec::new())));
    }
    if let Some(v) = args.get(2).filter(|v| !v.is_empty()) {
        if v.dims().is_vector() {
            if v.numel() != n {
                return Err(Error::plain(
                    "lscov: vector V must have n (number of row in A) elements ",
                ));
            }
            let weights = read(v)?;
            for (i, &weight) in weights.data().iter().enumerate() {
                let root = weight.sqrt();
                for j in 0..p {
                    a[(i, j)] *= root;
                }
                for j in 0..k {
                    b[(i, j)] *= root;
                }
            }
        } else {
            if v.dims() != Dims::matrix(n, n) {
                return Err(Error::plain(
                    "lscov: matrix V must be square with the same number of rows as A",
                ));
            }
            let Ok(factor) = cholesky::cholesky(&read(v)?) else {
                return Err(Error::plain("lscov: V must be positive definite"));
            };
            let lower = factor.adjoint();
            triangular::solve_columns(Triangle::Lower, &lower, &mut a);
            triangular::solve_columns(Triangle::Lower, &lower, &mut b);
        }
    }
    let inverse = super::inverse::pinv(cx, smallvec![value(a.clone())], 1)?.swap_remove(0);
    let inverse = read(&inverse)?;
    let x = inverse.times(&b);
    let mut rest = b;
    rest.add_scaled(-C64::new(1.0, 0.0), &a.times(&x));
    let freedom = n as f64 - p as f64;
    let mse: Vec<f64> = (0..k)
        .map(|j| {
            rest.column(j).iter().map(formwork_runtime::Complex::norm_sqr).sum::<f64>() / freedom
        })
        .collect();
    let spread = inverse.times(&inverse.adjoint());
    let deviations = Matrix::from_fn(p, k, |i, j| (spread[(i, i)].re * mse[j]).sqrt());
    let mut pages = Vec::with_capacity(p * p * k);
    for &mse in &mse {
        pages.extend(spread.data().iter().map(|z| z * mse));
    }
    let covariance = Value::from_array(Array::new(Dims::new(&[p, p, k]), pages)).narrowed();
    outputs([value(x), value(deviations), Value::row(mse), covariance], nargout)
}

pub(crate) fn normest(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let a = &args[0];
    if !a.is_numeric() || !a.dims().is_matrix() {
        return Err(Error::plain("normest: A must be a numeric 2-D matrix"));
    }
    let tolerance = match args.get(1) {
        None => 1e-6,
        Some(given) => given
            .to_f64()
            .filter(|_| given.is_scalar() && !given.is_complex())
            .ok_or_else(|| Error::plain("normest: TOL must be a real scalar"))?,
    };
    with_matrix!(matrix("normest", a.clone())?, a => {
        let (estimate, iterations) = power_iteration(&a, tolerance);
        outputs([scalar(estimate), Value::count(iterations)], nargout)
    })
}

/// The greatest singular value by the power method, from a start without structure.
fn power_iteration<T: Scalar>(a: &Matrix<T>, tolerance: f64) -> (T::Base, usize) {
    let tolerance = T::Base::of(tolerance).greater(T::Base::EPSILON);
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        T::from_base(T::Base::of((seed >> 11) as f64 / (1u64 << 53) as f64))
    };
    let mut y = Matrix::from_fn(a.columns(), 1, |_, _| next());
    let adjoint = a.adjoint();
    let mut estimate = T::Base::ZERO;
    for iteration in 1..10_000 {
        let previous = estimate;
        let mut x = a.times(&y);
        let length = x.norm_frobenius();
        if length == T::Base::ZERO {
            return (T::Base::ZERO, iteration);
        }
        x.scale(T::Base::ONE / length);
        y = adjoint.times(&x);
        estimate = y.norm_frobenius();
        let change = (estimate - previous).magnitude();
        if change <= tolerance * estimate || estimate.not_a_number() {
            return (estimate, iteration);
        }
    }
    (estimate, 10_000)
}

pub(crate) fn normest1(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let a = &args[0];
    if !a.is_numeric() || !a.dims().is_square() {
        return Err(Error::plain("normest1: A must be a square matrix or a function handle"));
    }
    with_matrix!(matrix("normest1", a.clone())?, a => {
        // The norm itself is as cheap as any estimate of it.
        let n = a.rows();
        let sums: Vec<f64> = (0..n)
            .map(|j| a.column(j).iter().map(|x| x.modulus().to_double()).sum())
            .collect();
        let mut best = 0;
        for (j, &sum) in sums.iter().enumerate() {
            if sum > sums[best] {
                best = j;
            }
        }
        let unit = Value::column((0..n).map(|i| f64::from(u8::from(i == best))).collect());
        let reached = if n == 0 { Vec::new() } else { a.column(best).to_vec() };
        let iterations = Value::column(vec![0.0, 1.0]);
        outputs([scalar(a.norm1()), unit, column(reached), iterations], nargout)
    })
}

pub(crate) fn condest(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let a = &args[0];
    if !a.is_numeric() {
        return Err(Error::plain(
            "condest: first argument must be a square matrix or function handle",
        ));
    }
    if !a.dims().is_square() {
        return Err(Error::plain("condest: A must be square"));
    }
    with_matrix!(matrix("condest", a.clone())?, a => condition_estimate(a, nargout))
}

fn condition_estimate<T: Number>(a: Matrix<T>, nargout: usize) -> Result<Values> {
    let norm = a.norm1();
    let factors = lu::lu(a);
    if factors.singular {
        return outputs([scalar(<T::Base as RealScalar>::INFINITE), Value::empty()], nargout);
    }
    let inverse = factors.inverse();
    let n = inverse.rows();
    let mut best = 0;
    let size = |j: usize| inverse.column(j).iter().map(|x| x.modulus().to_double()).sum::<f64>();
    for j in 0..n {
        if size(j) > size(best) {
            best = j;
        }
    }
    let mut direction = if n == 0 { Vec::new() } else { inverse.column(best).to_vec() };
    let length = <T::Base as RealScalar>::of(if n == 0 { 1.0 } else { size(best) });
    for x in &mut direction {
        *x = x.scaled(<T::Base as Scalar>::ONE / length);
    }
    outputs([scalar(norm * inverse.norm1()), column(direction)], nargout)
}

pub(crate) fn rref(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if !args[0].dims().is_matrix() {
        return Err(Error::plain("rref: A must be a 2-dimensional matrix"));
    }
    let given = args.get(1).and_then(Value::to_f64);
    with_matrix!(matrix("rref", args[0].clone())?, a => {
        let (a, used) = reduced_echelon(a, given);
        let used = used.into_iter().map(|j| (j + 1) as f64).collect();
        outputs([value(a), Value::row(used)], nargout)
    })
}

fn reduced_echelon<T: Scalar>(mut a: Matrix<T>, given: Option<f64>) -> (Matrix<T>, Vec<usize>) {
    let (rows, columns) = (a.rows(), a.columns());
    let tolerance = given.map_or_else(
        || T::Base::EPSILON * T::Base::of(rows.max(columns) as f64) * a.norm_infinity(),
        T::Base::of,
    );
    let mut used = Vec::new();
    let mut r = 0;
    for c in 0..columns {
        if r == rows {
            break;
        }
        let mut best = r;
        for i in r..rows {
            if a[(i, c)].modulus() > a[(best, c)].modulus() {
                best = i;
            }
        }
        if a[(best, c)].modulus() <= tolerance {
            a.column_mut(c)[r..].fill(T::ZERO);
            continue;
        }
        used.push(c);
        a.swap_rows(best, r);
        let pivot = a[(r, c)];
        for j in c..columns {
            a[(r, j)] /= pivot;
        }
        for i in (0..rows).filter(|&i| i != r) {
            let factor = a[(i, c)];
            for j in c..columns {
                let step = factor * a[(r, j)];
                a[(i, j)] -= step;
            }
        }
        r += 1;
    }
    (a, used)
}

pub(crate) fn subspace(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (a, b) = (&args[0], &args[1]);
    if !a.dims().is_matrix() || !b.dims().is_matrix() {
        return Err(Error::plain("subspace: A and B must be 2-dimensional arrays"));
    }
    if a.dims().rows() != b.dims().rows() {
        return Err(Error::plain("subspace: column dimensions of A and B must match"));
    }
    let mut basis = |value: &Value| -> Result<Matrix<C64>> {
        let orthonormal = super::inverse::orth(cx, smallvec![value.clone()], 1)?.swap_remove(0);
        Ok(matrix("subspace", orthonormal)?.to_c64())
    };
    let (a, b) = (basis(a)?, basis(b)?);
    // The basis of no columns has no rows either.
    if a.rows() != b.rows() {
        return one(Value::Double(Array::new(Dims::matrix(0, 1), Vec::new())));
    }
    let product = a.adjoint().times(&b);
    let cosines = checked_svd(product.clone(), Extent::None)?.values;
    let least = cosines.last().copied().unwrap_or(0.0);
    if least * least <= 0.5 {
        return one(least.acos());
    }
    let rest = if a.columns() >= b.columns() {
        let mut rest = b;
        rest.add_scaled(-C64::new(1.0, 0.0), &a.times(&product));
        rest
    } else {
        let mut rest = a;
        rest.add_scaled(-C64::new(1.0, 0.0), &b.times(&product.adjoint()));
        rest
    };
    let sines = checked_svd(rest, Extent::None)?.values;
    one(sines.first().copied().unwrap_or(0.0).min(1.0).asin())
}

pub(crate) fn cholinv(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if argument.is_empty() && argument.is_arithmetic() {
        return one(Value::empty());
    }
    let message = "cholinv: A must be a square matrix";
    with_matrix!(square("cholinv", argument, message, message)?, a => {
        let Ok(factor) = cholesky::cholesky(&a) else {
            return Err(Error::plain("cholinv: A must be positive definite"));
        };
        one(value(cholesky::inverse_from_factor(&factor)))
    })
}

pub(crate) fn chol2inv(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0);
    if argument.is_empty() && argument.is_arithmetic() {
        return one(Value::empty());
    }
    let message = "chol2inv: R must be a square matrix";
    with_matrix!(square("chol2inv", argument, message, message)?, r => {
        one(value(cholesky::inverse_from_factor(&r.upper_part())))
    })
}
