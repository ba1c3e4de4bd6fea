//! Matrices with a name.

use formwork_linalg::{Matrix, Scalar};
use formwork_runtime::{
    Array, C64, Class, Dims, Element, Error, Result, Value, for_each_array, memory, ops,
};
use smallvec::smallvec;

use crate::context::{Args, Context, Values, one};
use crate::kit::class::in_precision_of;
use crate::kit::matrix::{matrix, value, with_matrix};

/// The matrix of doubles with `f(row, column)` everywhere.
fn doubles(rows: usize, columns: usize, f: impl FnMut(usize, usize) -> f64) -> Result<Values> {
    memory::reserve::<f64>(&Dims::matrix(rows, columns))?;
    one(value(Matrix::from_fn(rows, columns, f)))
}

/// `a(i + j)` or `a(i - j)` for the elements of any class.
fn indexed<T: Element>(
    data: &[T],
    rows: usize,
    columns: usize,
    place: impl Fn(usize, usize) -> usize,
) -> Value {
    let mut result = Vec::with_capacity(rows * columns);
    for j in 0..columns {
        for i in 0..rows {
            result.push(data[place(i, j)]);
        }
    }
    Value::from_array(Array::new(Dims::matrix(rows, columns), result))
}

/// Whether brackets leave a vector blank: complex numbers beside text.
fn is_blank(value: &Value, other: &Value) -> bool {
    value.is_complex() && !value.is_scalar() && other.is_char()
}

/// Both vectors end to end, in the class that concatenation gives.
fn joined(cx: &mut dyn Context, first: Value, second: Value) -> Result<Value> {
    let stand = |value: Value| {
        let numel = value.numel();
        value.reshaped(Dims::matrix(numel, 1))
    };
    let (blank_first, blank_second) = (is_blank(&first, &second), is_blank(&second, &first));
    let show = |value: Value, blank: bool| {
        let numel = value.numel();
        if blank { Value::text(vec![b' '; numel]) } else { value }
    };
    let parts = smallvec![stand(show(first, blank_first)), stand(show(second, blank_second))];
    Ok(cx.call_builtin("vertcat", parts, 1)?.into_iter().next().unwrap_or_default())
}

fn differ(a: &Value, i: usize, b: &Value, j: usize) -> bool {
    let at = |value: &Value, k: usize| {
        value.to_c64_array().and_then(|array| array.as_slice().get(k).copied())
    };
    at(a, i) != at(b, j)
}

pub(crate) fn toeplitz(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let c = args[0].clone().materialized();
    if args.len() == 1 && !c.dims().is_vector() {
        return Err(Error::plain("toeplitz: C must be a vector"));
    }
    let r = args.get(1).cloned().unwrap_or_else(|| c.clone()).materialized();
    if !c.dims().is_vector() || !r.dims().is_vector() {
        return Err(Error::plain("toeplitz: C and R must be vectors"));
    }
    let (rows, columns) = (c.numel(), r.numel());
    if args.len() == 2 {
        for (name, value) in [("r", &r), ("c", &c)] {
            if let (true, &[m, n]) = (value.is_empty(), value.dims().as_slice()) {
                return Err(Error::with_id(
                    "Octave:index-out-of-bounds",
                    format!("{name}(1): out of bound 0 (dimensions are {m}x{n})"),
                ));
            }
        }
    }
    if rows == 0 || columns == 0 {
        return crate::arguments::sizes::filled_class(
            "zeros",
            Dims::matrix(rows, columns),
            c.class(),
            0.0,
        )
        .and_then(one);
    }
    if args.len() == 2 && differ(&c, 0, &r, 0) {
        cx.warn("", "toeplitz: column wins diagonal conflict")?;
    }
    memory::reserve::<C64>(&Dims::matrix(rows, columns))?;
    let c = match c {
        Value::Complex(array) if args.len() == 1 => Value::Complex(conjugated(array)),
        Value::ComplexSingle(array) if args.len() == 1 => Value::ComplexSingle(conjugated(array)),
        other => other,
    };
    // The last of the row first, then the column: the diagonal moves up by one.
    let reversed = reversed_tail(&r);
    let reversed = if c.is_char() { ops::cast(reversed, Class::Char)? } else { reversed };
    let data =
        if columns == 1 { c.reshaped(Dims::matrix(rows, 1)) } else { joined(cx, reversed, c)? };
    for_each_array!(&data,
        array => {
            let result = indexed(array.as_slice(), rows, columns, |i, j| columns - 1 + i - j);
            one(like(&data, result))
        },
        _ => Err(Error::plain("toeplitz: C and R must be vectors")),
    )
}

/// All but the first element conjugated.
fn conjugated<T: Scalar>(mut array: Array<T>) -> Array<T> {
    for z in &mut array.make_mut()[1..] {
        *z = z.conjugate();
    }
    array
}

/// Text stays text.
fn like(model: &Value, result: Value) -> Value {
    match (model, result) {
        (Value::Char(_, quote), Value::Uint8(array)) => Value::Char(array, *quote),
        (_, result) => result,
    }
}

/// The elements after the first, last one first, standing.
fn reversed_tail(r: &Value) -> Value {
    let result = for_each_array!(r,
        array => {
            let mut tail = array.as_slice()[1..].to_vec();
            tail.reverse();
            Value::from_array(Array::column(tail))
        },
        other => other.clone(),
    );
    like(r, result)
}

fn tail(r: &Value) -> Value {
    let result = for_each_array!(r,
        array => Value::from_array(Array::column(array.as_slice()[1..].to_vec())),
        other => other.clone(),
    );
    like(r, result)
}

pub(crate) fn hankel(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let c = args[0].clone().materialized();
    if args.len() == 1 && !c.dims().is_vector() {
        return Err(Error::plain("hankel: C must be a vector"));
    }
    let rows = c.numel();
    let (data, columns) = match args.get(1) {
        None => {
            let zeros = Value::from_array(Array::column(vec![0.0; rows]));
            (joined(cx, c, zeros)?, rows)
        }
        Some(r) => {
            let r = r.clone().materialized();
            if !c.dims().is_vector() || !r.dims().is_vector() || c.is_empty() || r.is_empty() {
                return Err(Error::plain("hankel: C and R must be vectors"));
            }
            if differ(&r, 0, &c, rows - 1) {
                cx.warn("", "hankel: column wins anti-diagonal conflict")?;
            }
            let columns = r.numel();
            let rest = tail(&r);
            (if columns == 1 { c } else { joined(cx, c, rest)? }, columns)
        }
    };
    memory::reserve::<C64>(&Dims::matrix(rows, columns))?;
    for_each_array!(&data,
        array => one(like(&data, indexed(array.as_slice(), rows, columns, |i, j| i + j))),
        _ => Err(Error::plain("hankel: C must be a vector")),
    )
}

pub(crate) fn vander(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let c = &args[0];
    let columns = match args.get(1) {
        None => c.numel(),
        Some(n) => n.to_f64().unwrap_or(0.0).max(0.0) as usize,
    };
    if !c.dims().is_vector() {
        return Err(Error::plain("vander: polynomial C must be a vector"));
    }
    memory::reserve::<C64>(&Dims::new(&[c.numel(), columns]))?;
    let class = c.class();
    if class == Class::Char {
        return Err(Error::plain("zeros: invalid class name"));
    }
    let numbers = with_matrix!(matrix("vander", c.clone())?, c => value(powers(c.data(), columns)));
    // Powers that leave an integer class are rounded as it does.
    one(if class.is_integer() || class == Class::Logical {
        ops::cast(numbers, class)?
    } else {
        numbers
    })
}

fn powers<T: Scalar>(c: &[T], columns: usize) -> Matrix<T> {
    let mut result = Matrix::zeros(c.len(), columns);
    for (i, &x) in c.iter().enumerate() {
        let mut power = T::ONE;
        for j in (0..columns).rev() {
            result[(i, j)] = power;
            power *= x;
        }
    }
    result
}

/// The extent a scalar argument says; negative ones count as none.
fn extent(argument: &Value, message: &str) -> Result<usize> {
    if !argument.is_scalar() {
        return Err(Error::plain(message));
    }
    Ok(argument.to_f64().unwrap_or(0.0).max(0.0) as usize)
}

pub(crate) fn hilb(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let n = extent(&args[0], "hilb: N must be a scalar integer")?;
    let made = doubles(n, n, |i, j| 1.0 / (i + j + 1) as f64)?;
    match args[0].class() {
        class if class.is_integer() => made.into_iter().map(|one| ops::cast(one, class)).collect(),
        _ => in_precision_of(&args[0], made),
    }
}

/// `n` over `k`.
fn binomial(n: f64, k: usize) -> f64 {
    let mut result = 1.0;
    for i in 1..=k {
        result = result * (n - (k - i) as f64) / i as f64;
    }
    result.round()
}

pub(crate) fn invhilb(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let n = extent(&args[0], "invhilb: N must be a scalar integer")?;
    memory::reserve::<f64>(&Dims::matrix(n, n))?;
    let p: Vec<f64> = (1..=n)
        .map(|k| {
            let size = k as f64 * binomial((k + n - 1) as f64, k - 1) * binomial(n as f64, k);
            if k % 2 == 0 { -size } else { size }
        })
        .collect();
    doubles(n, n, |i, j| {
        let sum = (i + j + 1) as f64;
        if n < 203 { p[i] * p[j] / sum } else { p[i] * (p[j] / sum) }
    })
}

fn magic_square(n: usize) -> Matrix<f64> {
    if n % 2 == 1 {
        let mut a = Matrix::zeros(n, n);
        for k in 0..n * n {
            let shift = k / n;
            let column = (k + 1 + n + n.saturating_sub(3) / 2 - shift) % n;
            let row = (n * n - k + 2 * shift) % n;
            a[(row, column)] = (k + 1) as f64;
        }
        return a;
    }
    if n.is_multiple_of(4) {
        let outer = |k: usize| matches!(k % 4, 0 | 3);
        return Matrix::from_fn(n, n, |i, j| {
            let (i, j) = if outer(i) == outer(j) { (n - 1 - i, n - 1 - j) } else { (i, j) };
            (i * n + j + 1) as f64
        });
    }
    let m = n / 2;
    let quarter = magic_square(m);
    let square = (m * m) as f64;
    let mut a = Matrix::from_fn(n, n, |i, j| {
        let add = match (i < m, j < m) {
            (true, true) => 0.0,
            (true, false) => 2.0,
            (false, true) => 3.0,
            (false, false) => 1.0,
        };
        quarter[(i % m, j % m)] + add * square
    });
    let k = (m - 1) / 2;
    let swap = |a: &mut Matrix<f64>, i: usize, j: usize| {
        let (top, bottom) = (a[(i, j)], a[(i + m, j)]);
        a[(i, j)] = bottom;
        a[(i + m, j)] = top;
    };
    if k > 1 {
        for i in 0..m {
            for j in (1..k).chain(n - k + 1..n) {
                swap(&mut a, i, j);
            }
        }
    }
    for i in (0..k).chain(k + 1..m) {
        swap(&mut a, i, 0);
    }
    swap(&mut a, k, k);
    a
}

pub(crate) fn magic(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(n) = args[0].to_f64().filter(|_| args[0].is_scalar()) else {
        let below = |limit: f64| {
            let numbers = args[0].to_f64_array().filter(|array| array.numel() > 0);
            numbers.is_some_and(|array| array.as_slice().iter().all(|n| n.trunc() < limit))
        };
        return if below(0.0) {
            Err(Error::plain("magic: N must be non-negative"))
        } else if below(1.0) {
            one(Value::empty())
        } else {
            Err(Error::undefined("A"))
        };
    };
    if args[0].class().is_integer() {
        // The library's own arithmetic rounds, and gives another square.
        return Err(Error::plain("magic: a size of an integer class is not supported"));
    }
    let n = n.trunc();
    if n < 0.0 {
        return Err(Error::plain("magic: N must be non-negative"));
    }
    let n = n as usize;
    memory::reserve::<f64>(&Dims::matrix(n, n))?;
    let square = match n {
        0 => return one(Value::empty()),
        2 => one(value(Matrix::new(2, 2, vec![4.0, 1.0, 3.0, 2.0])))?,
        n => one(value(magic_square(n)))?,
    };
    in_precision_of(&args[0], square)
}

pub(crate) fn pascal(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let kind = args.get(1).cloned().unwrap_or(Value::double(0.0));
    if !args[0].is_scalar() || !kind.is_scalar() {
        return Err(Error::plain("pascal: N and T must be scalars"));
    }
    let kind = kind.to_f64().unwrap_or(f64::NAN);
    if ![-1.0, 0.0, 1.0, 2.0].contains(&kind) {
        let kind = formwork_runtime::format::c_number::percent_g(kind);
        return Err(Error::plain(format!("pascal: T must be -1, 0, 1, or 2, found {kind}")));
    }
    let n = args[0].to_f64().unwrap_or(0.0).max(0.0) as usize;
    memory::reserve::<f64>(&Dims::matrix(n, n))?;
    let mut lower = Matrix::<f64>::zeros(n, n);
    for i in 0..n {
        lower[(i, 0)] = 1.0;
        for j in 1..=i {
            let above = if j < i { lower[(i - 1, j)] } else { 0.0 };
            lower[(i, j)] = above + lower[(i - 1, j - 1)];
        }
    }
    if kind == 0.0 {
        return doubles(n, n, |i, j| (0..n).map(|k| lower[(i, k)] * lower[(j, k)]).sum());
    }
    if kind == -1.0 {
        return one(value(lower));
    }
    let signed = |i: usize, j: usize| if j % 2 == 1 { -lower[(i, j)] } else { lower[(i, j)] };
    if kind == 1.0 {
        return doubles(n, n, signed);
    }
    let sign = if n % 2 == 1 { 1.0 } else { -1.0 };
    doubles(n, n, |i, j| sign * signed(n - 1 - j, i))
}

pub(crate) fn rosser(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    const ROSSER: [[f64; 8]; 8] = [
        [611.0, 196.0, -192.0, 407.0, -8.0, -52.0, -49.0, 29.0],
        [196.0, 899.0, 113.0, -192.0, -71.0, -43.0, -8.0, -44.0],
        [-192.0, 113.0, 899.0, 196.0, 61.0, 49.0, 8.0, 52.0],
        [407.0, -192.0, 196.0, 611.0, 8.0, 44.0, 59.0, -23.0],
        [-8.0, -71.0, 61.0, 8.0, 411.0, -599.0, 208.0, 208.0],
        [-52.0, -43.0, 49.0, 44.0, -599.0, 411.0, 208.0, 208.0],
        [-49.0, -8.0, 8.0, 59.0, 208.0, 208.0, 99.0, -911.0],
        [29.0, -44.0, 52.0, -23.0, 208.0, 208.0, -911.0, 99.0],
    ];
    doubles(8, 8, |i, j| ROSSER[i][j])
}

pub(crate) fn wilkinson(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let n = args[0].to_f64().filter(|&n| args[0].is_scalar() && n >= 0.0 && n.fract() == 0.0);
    let Some(n) = n else {
        return Err(Error::plain("wilkinson: N must be a non-negative integer"));
    };
    let n = n as usize;
    let made = doubles(n, n, |i, j| match i.abs_diff(j) {
        0 => (i as f64 - (n as f64 - 1.0) / 2.0).abs(),
        1 => 1.0,
        _ => 0.0,
    })?;
    in_precision_of(&args[0], made)
}

/// 1 for the squares modulo a prime, -1 for the other numbers, and for 0.
fn character(k: i64, prime: i64) -> f64 {
    let k = k.rem_euclid(prime);
    if k != 0 && (1..prime).any(|x| x * x % prime == k) { 1.0 } else { -1.0 }
}

/// A Hadamard matrix of one of the orders that are not powers of two.
fn base_hadamard(n: usize) -> Matrix<f64> {
    let bordered = |inner: &dyn Fn(i64, i64) -> f64| {
        Matrix::from_fn(n, n, |i, j| {
            if i == 0 || j == 0 { 1.0 } else { inner(i as i64 - 1, j as i64 - 1) }
        })
    };
    match n {
        12 => bordered(&|i, j| character(i - j, 11)),
        20 => bordered(&|i, j| character(i + j + 2, 19)),
        _ => {
            // Paley's second construction, from the squares modulo 13; then first row
            // and column made positive.
            let conference = |i: usize, j: usize| {
                if i == j {
                    0.0
                } else if i == 0 || j == 0 {
                    1.0
                } else {
                    character(i as i64 - j as i64, 13)
                }
            };
            let raw = Matrix::from_fn(n, n, |i, j| {
                let (c, diagonal) = (conference(i / 2, j / 2), i / 2 == j / 2);
                match (diagonal, i % 2, j % 2) {
                    (true, 0, 0) => 1.0,
                    (true, ..) => -1.0,
                    (false, 1, 1) => -c,
                    (false, ..) => c,
                }
            });
            Matrix::from_fn(n, n, |i, j| raw[(i, j)] * raw[(i, 0)] * raw[(0, j)] * raw[(0, 0)])
        }
    }
}

pub(crate) fn hadamard(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let bad = || Error::plain("hadamard: N must be 2^k*p, for p = 1, 12, 20 or 28");
    let n = args[0].to_f64().ok_or_else(bad)?;
    if n < 1.0 || n.fract() != 0.0 || n > f64::from(1 << 20) {
        return Err(bad());
    }
    let n = n as usize;
    let odd = n >> n.trailing_zeros();
    let base = match odd {
        1 => 1,
        3 | 5 | 7 if n.is_multiple_of(4) => 4 * odd,
        _ => return Err(bad()),
    };
    let small = if base == 1 { Matrix::identity(1, 1) } else { base_hadamard(base) };
    memory::reserve::<f64>(&Dims::matrix(n, n))?;
    doubles(n, n, |i, j| {
        // The power-of-two part has a sign for each common bit.
        let sign = ((i / base) & (j / base)).count_ones() % 2;
        let x = small[(i % base, j % base)];
        if sign == 1 { -x } else { x }
    })
}

fn positive(argument: &Value, message: &str) -> Result<usize> {
    argument
        .to_f64()
        .filter(|&n| argument.is_scalar() && n > 0.0 && n.fract() == 0.0)
        .map(|n| n as usize)
        .ok_or_else(|| Error::plain(message))
}

pub(crate) fn commutation_matrix(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let m = positive(&args[0], "commutation_matrix: M must be a positive integer")?;
    let n = match args.get(1) {
        None => m,
        Some(n) => positive(n, "commutation_matrix: N must be a positive integer")?,
    };
    let size = m.checked_mul(n).ok_or_else(Error::too_large)?;
    doubles(size, size, |row, column| {
        let (i, j) = (row / n, row % n);
        f64::from(u8::from(column == j * m + i))
    })
}

pub(crate) fn duplication_matrix(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let n = positive(&args[0], "duplication_matrix: N must be a positive integer")?;
    let rows = n.checked_mul(n).ok_or_else(Error::too_large)?;
    let columns = n * (n + 1) / 2;
    doubles(rows, columns, |row, column| {
        let (i, j) = (row % n, row / n);
        let (low, high) = (i.min(j), i.max(j));
        // How many pairs come before those that start with `low`.
        let before = low * n - low * low.saturating_sub(1) / 2;
        f64::from(u8::from(column == before + high - low))
    })
}

/// Whether a value has a class a predicate about matrices takes.
pub(crate) fn is_matrix_class(argument: &Value) -> bool {
    (argument.is_numeric() || argument.class() == Class::Logical) && argument.dims().is_matrix()
}
