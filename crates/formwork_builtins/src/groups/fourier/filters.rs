//! Filters and convolutions.

use formwork_linalg::{Matrix, Scalar};
use formwork_runtime::{Array, Dims, Element, Error, Result, Value, memory};
use smallvec::smallvec;

use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{Input, Number, Pair, matrix, outputs, value, with_pair};
use formwork_runtime::ops::type_name;

/// Runs every line along a dimension through the filter `b / a`; `state` has what is
/// carried over, line by line, and is updated.
pub(crate) fn filter_lines<T: Scalar>(
    b: &[T],
    a: &[T],
    x: &[T],
    state: &mut [T],
    before: usize,
    along: usize,
) -> Vec<T> {
    let order = a.len().max(b.len()).max(1);
    let norm = a.first().copied().unwrap_or(T::ZERO);
    let coefficients = |given: &[T]| -> Vec<T> {
        (0..order)
            .map(|k| {
                let c = given.get(k).copied().unwrap_or(T::ZERO);
                if norm == T::ONE { c } else { c / norm }
            })
            .collect()
    };
    let (b, a) = (coefficients(b), coefficients(a));
    let recursive = a[1..].iter().any(|&a| a != T::ZERO);
    let memory = order - 1;
    let mut y = vec![T::ZERO; x.len()];
    let lines = if along == 0 { 0 } else { x.len() / along };
    for line in 0..lines {
        let start = (line / before) * before * along + line % before;
        let state = &mut state[line * memory..(line + 1) * memory];
        for k in 0..along {
            let place = start + k * before;
            let input = x[place];
            if memory == 0 {
                y[place] = b[0] * input;
                continue;
            }
            let output = state[0] + b[0] * input;
            y[place] = output;
            for j in 0..memory - 1 {
                let mut next = state[j + 1];
                if recursive {
                    next -= a[j + 1] * output;
                }
                state[j] = next + b[j + 1] * input;
            }
            let mut last = b[memory] * input;
            if recursive {
                last -= a[memory] * output;
            }
            state[memory - 1] = last;
        }
    }
    y
}

pub(crate) fn filter(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    for given in &args[..2] {
        if !given.is_arithmetic() {
            return Err(Error::plain("filter: A and B must be vectors"));
        }
    }
    if !args[2].is_arithmetic() || args.get(3).is_some_and(|si| !si.is_arithmetic()) {
        return Err(Error::plain("filter: X and SI must be arrays"));
    }
    let dims = args[2].dims();
    let dimension = match args.get(4) {
        None => dims.first_non_singleton(),
        Some(dim) => {
            let dim = crate::arguments::number::nint_value(dim)?;
            usize::try_from(dim - 1)
                .ok()
                .filter(|&dim| dim < dims.ndims())
                .ok_or_else(|| Error::plain("filter: DIM must be a valid dimension"))?
        }
    };
    let state = args.get(3).filter(|state| !state.is_empty()).cloned();
    let single = args[..args.len().min(4)]
        .iter()
        .any(|value| value.class() == formwork_runtime::Class::Single);
    let complex = args[..args.len().min(4)].iter().any(Value::is_complex);
    let orders = args[0].numel().max(args[1].numel());
    macro_rules! run {
        ($read:ident) => {{
            let read = |value: &Value| {
                value
                    .$read()
                    .map(std::borrow::Cow::into_owned)
                    .ok_or_else(|| Error::plain("filter: X and SI must be arrays"))
            };
            let state = state.as_ref().map(read).transpose()?;
            let (b, a, x) = (read(&args[0])?, read(&args[1])?, read(&args[2])?);
            filtered(&b, &a, &x, state, dimension, orders, nargout)
        }};
    }
    match (single, complex) {
        (false, false) => run!(to_f64_array),
        (false, true) => run!(to_c64_array),
        (true, false) => run!(to_f32_array),
        (true, true) => run!(to_c32_array),
    }
}

fn filtered<T: Number>(
    b: &Array<T>,
    a: &Array<T>,
    x: &Array<T>,
    state: Option<Array<T>>,
    dimension: usize,
    orders: usize,
    nargout: usize,
) -> Result<Values> {
    if a.as_slice().first().is_some_and(|&first| first == T::ZERO) {
        return Err(Error::plain("filter: the first element of A must be nonzero"));
    }
    let dims = x.dims().clone();
    let (before, along, after) = dims.around(dimension);
    let memory = orders.max(1) - 1;
    let mut extents = vec![memory];
    extents.extend((0..dims.ndims()).filter(|&d| d != dimension).map(|d| dims.get(d)));
    let state_dims = Dims::new(&extents);
    let mut carried = vec![T::ZERO; memory * before * after];
    if let Some(state) = state {
        let given = state.dims();
        let first = if given.is_vector() { given.numel() } else { given.rows() };
        if first != memory {
            return Err(Error::plain(
                "filter: first dimension of SI must be of length max (length (a), length (b)) - 1",
            ));
        }
        if state.numel() != carried.len() {
            return Err(Error::plain("filter: dimensionality of SI and X must agree"));
        }
        carried = state.into_vec();
    }
    if dims.is_empty() {
        return outputs(
            [
                Value::from_array(x.clone()),
                Value::from_array(Array::new(state_dims, carried)).narrowed(),
            ],
            nargout,
        );
    }
    let y = filter_lines(b.as_slice(), a.as_slice(), x.as_slice(), &mut carried, before, along);
    outputs(
        [
            Value::from_array(Array::new(dims, y)).narrowed(),
            Value::from_array(Array::new(state_dims, carried)).narrowed(),
        ],
        nargout,
    )
}

/// How much of a convolution is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Full,
    Same,
    Valid,
}

fn shape_named(text: &str) -> Option<Shape> {
    match text {
        "full" => Some(Shape::Full),
        "same" => Some(Shape::Same),
        "valid" => Some(Shape::Valid),
        _ => None,
    }
}

/// The convolution of two sequences.
pub(crate) fn convolve<T: Scalar>(a: &[T], b: &[T]) -> Vec<T> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut result = vec![T::ZERO; a.len() + b.len() - 1];
    for (k, &factor) in short.iter().enumerate() {
        for (target, &x) in result[k..].iter_mut().zip(long) {
            *target += x * factor;
        }
    }
    result
}

fn convolve2<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>> {
    let extent = |a: usize, b: usize| (a + b).saturating_sub(1);
    let rows = extent(a.rows(), b.rows());
    let columns = extent(a.columns(), b.columns());
    if a.is_empty() || b.is_empty() {
        let either = |a: usize, b: usize| if a == 0 || b == 0 { 0 } else { extent(a, b) };
        return Ok(Matrix::zeros(either(a.rows(), b.rows()), either(a.columns(), b.columns())));
    }
    memory::reserve::<T>(&Dims::matrix(rows, columns))?;
    let mut result = Matrix::zeros(rows, columns);
    for jb in 0..b.columns() {
        for ja in 0..a.columns() {
            let target = result.column_mut(ja + jb);
            for (ib, &factor) in b.column(jb).iter().enumerate() {
                for (target, &x) in target[ib..].iter_mut().zip(a.column(ja)) {
                    *target += x * factor;
                }
            }
        }
    }
    Ok(result)
}

fn cut<T: Scalar>(
    full: Matrix<T>,
    a: (usize, usize),
    b: (usize, usize),
    shape: Shape,
) -> Matrix<T> {
    match shape {
        Shape::Full => full,
        Shape::Same => {
            if full.is_empty() {
                return Matrix::zeros(0, 0);
            }
            let (i0, j0) = (b.0 / 2, b.1 / 2);
            Matrix::from_fn(a.0, a.1, |i, j| full[(i + i0, j + j0)])
        }
        Shape::Valid => {
            let extent = |a: usize, b: usize| (a + 1).saturating_sub(b);
            let (rows, columns) = (extent(a.0, b.0), extent(a.1, b.1));
            if full.is_empty() {
                return Matrix::zeros(rows, columns);
            }
            Matrix::from_fn(rows, columns, |i, j| full[(i + b.0 - 1, j + b.1 - 1)])
        }
    }
}

fn conv_input(value: &Value) -> Result<Input> {
    if !value.is_arithmetic() {
        return Err(Error::plain(format!(
            "octave_base_value::matrix_value(): wrong type argument '{}'",
            type_name(value)
        )));
    }
    if !value.dims().is_matrix() {
        return Err(Error::plain("conv2: A and B must be 1-D vectors or 2-D matrices"));
    }
    matrix("conv2", value.clone())
}

pub(crate) fn conv2(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mut shape = Shape::Full;
    let named = args.len() == 4 || args.last().is_some_and(|last| last.is_char() && args.len() > 2);
    if named {
        let text = args.pop().unwrap_or_default();
        shape = text
            .as_text()
            .and_then(|text| shape_named(&text))
            .ok_or_else(|| Error::plain("conv2: SHAPE type not valid"))?;
    }
    if args.len() == 3 {
        // A column and a row that make the second matrix.
        let last = args[2].clone();
        // Of more dimensions, the pages stand side by side.
        let last = match last.dims() {
            dims if dims.is_matrix() || !last.is_arithmetic() => last,
            dims => {
                let columns = dims.as_slice()[1..].iter().product();
                last.reshaped(Dims::matrix(dims.rows(), columns))
            }
        };
        let (v1, v2, m) = (conv_input(&args[0])?, conv_input(&args[1])?, conv_input(&last)?);
        let vector = |input: &Input| {
            let (rows, columns) = input.size();
            rows == 1 || columns == 1
        };
        if !vector(&v1) || !vector(&v2) {
            return Err(Error::plain(
                "conv2: both first two arguments must be vectors if 3 arguments",
            ));
        }
        let pair = Pair::new(v1, v2);
        let outer = with_pair!(pair, (v1, v2) => {
            let column = Matrix::new(v1.data().len(), 1, v1.into_data());
            let row = Matrix::new(1, v2.data().len(), v2.into_data());
            value(column.times(&row))
        });
        return convolved(m, conv_input(&outer)?, shape);
    }
    convolved(conv_input(&args[0])?, conv_input(&args[1])?, shape)
}

fn convolved(a: Input, b: Input, shape: Shape) -> Result<Values> {
    let (size_a, size_b) = (a.size(), b.size());
    with_pair!(Pair::new(a, b), (a, b) => {
        one(value(cut(convolve2(&a, &b)?, size_a, size_b, shape)))
    })
}

pub(crate) fn filter2(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let turned = match conv_input(&args[0])? {
        Input::Real(m) => value(turned(&m)),
        Input::Complex(m) => value(turned(&m)),
        Input::Single(m) => value(turned(&m)),
        Input::ComplexSingle(m) => value(turned(&m)),
    };
    let shape = args.get(2).cloned().unwrap_or_else(|| Value::text("same"));
    conv2(cx, smallvec![args[1].clone(), turned, shape], 1)
}

fn turned<T: Number>(m: &Matrix<T>) -> Matrix<T> {
    let (rows, columns) = (m.rows(), m.columns());
    Matrix::from_fn(rows, columns, |i, j| m[(rows - 1 - i, columns - 1 - j)])
}

pub(crate) fn fftfilt(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (b, x) = (&args[0], &args[1]);
    if !b.dims().is_vector() {
        return Err(Error::plain("fftfilt: B must be a vector"));
    }
    if !x.dims().is_matrix() {
        return Err(Error::plain("fftfilt: X must be a 1-D or 2-D array"));
    }
    if args.get(2).is_some_and(|n| !n.is_scalar()) {
        return Err(Error::plain("fftfilt: N has to be a scalar"));
    }
    let dims = x.dims();
    let row = dims.rows() == 1;
    let pair = Pair::new(matrix("fftfilt", b.clone())?, matrix("fftfilt", x.clone())?);
    with_pair!(pair, (b, x) => one(truncated(b.data(), &x, row)))
}

/// Each column convolved, cut to its length. Sums of products are exact where a
/// transform there and back needs rounding.
fn truncated<T: Number>(b: &[T], x: &Matrix<T>, row: bool) -> Value {
    let length = if row { x.columns() } else { x.rows() };
    let columns = if row { 1 } else { x.columns() };
    let mut data = Vec::with_capacity(length * columns);
    for j in 0..columns {
        let column = if row { x.data() } else { x.column(j) };
        let mut full = fast_convolve(column, b);
        full.resize(length, T::ZERO);
        data.extend(full);
    }
    value(Matrix::new(x.rows(), x.columns(), data))
}

/// Short sequences directly, long ones by their transforms.
fn fast_convolve<T: Number>(a: &[T], b: &[T]) -> Vec<T> {
    const DIRECT: usize = 1 << 20;
    if a.len().saturating_mul(b.len()) <= DIRECT {
        return convolve(a, b);
    }
    use formwork_linalg::RealScalar;
    use formwork_linalg::fourier::{Direction, transform};
    use formwork_runtime::C64;
    let length = (a.len() + b.len() - 1).next_power_of_two();
    let lifted = |x: &[T]| -> Vec<C64> {
        let mut data: Vec<C64> =
            x.iter().map(|z| C64::new(z.re().to_double(), z.im().to_double())).collect();
        data.resize(length, C64::new(0.0, 0.0));
        transform(&mut data, 1, length, Direction::Forward);
        data
    };
    let (mut fa, fb) = (lifted(a), lifted(b));
    for (x, y) in fa.iter_mut().zip(&fb) {
        *x *= y;
    }
    transform(&mut fa, 1, length, Direction::Inverse);
    let whole = |x: &[T]| {
        x.iter().all(|z| {
            let (re, im) = (z.re().to_double(), z.im().to_double());
            re.fract() == 0.0 && im.fract() == 0.0
        })
    };
    let round = whole(a) && whole(b);
    fa.truncate(a.len() + b.len() - 1);
    fa.into_iter()
        .map(|z| {
            let (re, im) = if round { (z.re.round(), z.im.round()) } else { (z.re, z.im) };
            T::from_parts(RealScalar::of(re), RealScalar::of(im))
        })
        .collect()
}

pub(crate) fn fftconv(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (x, y) = (&args[0], &args[1]);
    if !x.dims().is_vector() || !y.dims().is_vector() {
        return Err(Error::plain("fftconv: both A and B must be vectors"));
    }
    if args.get(2).is_some_and(|n| !n.is_scalar()) {
        return Err(Error::plain("fftconv: N must be a scalar"));
    }
    let row = if x.numel() == 1 || y.numel() == 1 {
        let longer = if x.numel() == 1 { y } else { x };
        longer.dims().is_row()
    } else {
        y.dims().is_row()
    };
    let pair = Pair::new(matrix("fftconv", x.clone())?, matrix("fftconv", y.clone())?);
    with_pair!(pair, (x, y) => one(vector(fast_convolve(x.data(), y.data()), row)))
}

fn vector<T: Number + Element>(data: Vec<T>, row: bool) -> Value {
    let n = data.len();
    let dims = if row { Dims::matrix(1, n) } else { Dims::matrix(n, 1) };
    Value::from_array(Array::new(dims, data)).narrowed()
}
