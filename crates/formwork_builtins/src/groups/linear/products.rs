//! Products of vectors and matrices: `dot`, `cross`, `kron`, `trace`.

use formwork_linalg::Matrix;
use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, C32, C64, Class, Dims, Error, Result, Structure, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::kit::matrix::{Input, Number, Pair, matrix, value, with_pair};

pub(crate) fn dot(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (x, y) = (&args[0], &args[1]);
    if !x.is_numeric() || !y.is_numeric() {
        return Err(Error::plain("dot: X and Y must be numeric"));
    }
    let (dx, dy) = (x.dims(), y.dims());
    let matched = dx == dy;
    if !(matched || dx.is_vector() && dy.is_vector() && dx.numel() == dy.numel()) {
        return Err(Error::plain("dot: sizes of X and Y must match"));
    }
    let dimension = match args.get(2) {
        None => dx.first_non_singleton(),
        Some(dim) => {
            let dim = crate::arguments::number::int_value(dim)?;
            dim.checked_sub(1)
                .and_then(|dim| usize::try_from(dim).ok())
                .ok_or_else(|| Error::plain("dot: DIM must be a valid dimension"))?
        }
    };
    let (x, y, dims) = if matched {
        (x.clone(), y.clone(), dx)
    } else {
        // Two vectors across each other count as two columns.
        let column = Dims::matrix(dx.numel(), 1);
        (x.clone().reshaped(column.clone()), y.clone().reshaped(column.clone()), column)
    };
    let dimension = if matched { dimension } else { 0 };
    if let (Value::Double(x), Value::Double(y), (1, along, _)) = (&x, &y, dims.around(dimension))
        && along > 0
    {
        let runs = x.as_slice().chunks_exact(along).zip(y.as_slice().chunks_exact(along));
        let sums = runs.map(|(x, y)| formwork_linalg::product::dot(x, y)).collect();
        return one(Array::new(dims.with(dimension, 1), sums));
    }
    // Beside complex numbers integers are doubles.
    let floats = x.class().is_float() && y.class().is_float();
    if floats || x.is_complex() || y.is_complex() {
        let pair = Pair::new(matrix("dot", x)?, matrix("dot", y)?);
        return with_pair!(pair, (x, y) => one(dot_along(&x, &y, &dims, dimension)));
    }
    let product = ops::binary(BinaryOp::ElementMultiply, x, y, cx)?;
    cx.call_builtin("sum", smallvec::smallvec![product, Value::count(dimension + 1)], 1)
}

fn dot_along<T: Number>(x: &Matrix<T>, y: &Matrix<T>, dims: &Dims, dimension: usize) -> Value {
    let (before, along, after) = dims.around(dimension);
    let (x, y) = (x.data(), y.data());
    let mut result = Vec::with_capacity(before * after);
    for block in 0..after {
        for offset in 0..before {
            let mut sum = T::ZERO;
            for k in 0..along {
                let place = offset + before * (k + along * block);
                sum += x[place].conjugate() * y[place];
            }
            result.push(sum);
        }
    }
    Value::from_array(Array::new(dims.with(dimension, 1), result)).narrowed()
}

pub(crate) fn cross(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (mut x, mut y) = (args[0].clone(), args[1].clone());
    let (dx, dy) = (x.dims(), y.dims());
    if args.len() < 3 && dx.is_matrix() && dy.is_matrix() {
        if dx.columns() == 1 && dy.rows() == 1 {
            cx.warn("", "cross: taking cross product of column by row")?;
            y = y.reshaped(Dims::matrix(dy.columns(), 1));
        } else if dx.rows() == 1 && dy.columns() == 1 {
            cx.warn("", "cross: taking cross product of row by column")?;
            x = x.reshaped(Dims::matrix(dx.columns(), 1));
        }
    }
    let (dx, dy) = (x.dims(), y.dims());
    let dimension = match args.get(2).map(crate::arguments::number::int_value) {
        None => dx.as_slice().iter().position(|&extent| extent == 3).ok_or_else(|| {
            Error::plain("cross: must have at least one dimension with 3 elements")
        })?,
        Some(dim) => usize::try_from(dim?.saturating_sub(1))
            .ok()
            .filter(|&dim| dx.get(dim) == 3)
            .ok_or_else(|| Error::plain("cross: dimension DIM must have 3 elements"))?,
    };
    if dx != dy {
        return Err(Error::plain("cross: X and Y must have the same dimensions"));
    }
    if !(x.class().is_float() && y.class().is_float()) {
        return cross_by_operators(cx, x, y, &dx, dimension);
    }
    let pair = Pair::new(matrix("cross", x)?, matrix("cross", y)?);
    with_pair!(pair, (x, y) => {
        let (before, _, after) = dx.around(dimension);
        let (x, y) = (x.data(), y.data());
        let mut result = x.to_vec();
        for block in 0..after {
            for offset in 0..before {
                let at = |k: usize| offset + before * (k + 3 * block);
                let (i, j, k) = (at(0), at(1), at(2));
                result[i] = x[j] * y[k] - x[k] * y[j];
                result[j] = x[k] * y[i] - x[i] * y[k];
                result[k] = x[i] * y[j] - x[j] * y[i];
            }
        }
        one(Value::from_array(Array::new(dx, result)).narrowed())
    })
}

/// The same with the rules of the operators, for integers.
fn cross_by_operators(
    cx: &mut dyn Context,
    x: Value,
    y: Value,
    dims: &Dims,
    dimension: usize,
) -> Result<Values> {
    let part = |cx: &mut dyn Context, value: &Value, k: usize| -> Result<Value> {
        let mut subscripts = vec![Value::text(":"); dims.ndims().max(dimension + 1)];
        subscripts[dimension] = Value::count(k);
        let subscripts = formwork_runtime::CellArray::row(subscripts);
        let index = Value::structure([("type", Value::text("()"))]);
        let index = match index {
            Value::Struct(mut fields) => {
                std::rc::Rc::make_mut(&mut fields)
                    .set_scalar_field("subs", Value::Cell(subscripts));
                Value::Struct(fields)
            }
            other => other,
        };
        Ok(cx.call_builtin("subsref", smallvec::smallvec![value.clone(), index], 1)?.swap_remove(0))
    };
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for k in 1..=3 {
        xs.push(part(cx, &x, k)?);
        ys.push(part(cx, &y, k)?);
    }
    let mut parts: Args = smallvec::smallvec![Value::count(dimension + 1)];
    for (j, k) in [(1, 2), (2, 0), (0, 1)] {
        let left = ops::binary(BinaryOp::ElementMultiply, xs[j].clone(), ys[k].clone(), cx)?;
        let right = ops::binary(BinaryOp::ElementMultiply, xs[k].clone(), ys[j].clone(), cx)?;
        parts.push(ops::binary(BinaryOp::Subtract, left, right, cx)?);
    }
    cx.call_builtin("cat", parts, 1)
}

pub(crate) fn kron(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut factors = args.into_iter();
    let mut product = factors.next().unwrap_or_default();
    for factor in factors {
        let read = |value: Value| {
            if value.class().is_integer() && !value.dims().is_matrix() {
                return Err(Error::plain(format!(
                    "invalid conversion of {} to Matrix",
                    formwork_runtime::ops::type_name(&value)
                )));
            }
            if value.is_arithmetic() {
                return matrix("kron", value);
            }
            Err(Error::plain(format!(
                "octave_base_value::matrix_value(): wrong type argument '{}'",
                formwork_runtime::ops::type_name(&value)
            )))
        };
        let diagonal = |value: &Value| {
            value.kept_as() == Structure::Diagonal && value.dims().rows() == value.dims().columns()
        };
        let stays_diagonal = diagonal(&product) && diagonal(&factor);
        // What singles are multiplied with is read as text, too.
        let single = |value: &Value| value.class() == Class::Single;
        let (product_is_single, factor_is_single) = (single(&product), single(&factor));
        if factor.is_char() && product.is_complex() && !product_is_single {
            return Err(Error::plain("invalid conversion from string to complex matrix"));
        }
        let as_numbers = |value: Value, beside_single: bool| match value {
            Value::Char(array, _) if beside_single => Value::Double(array.map(|&c| f64::from(c))),
            other => other,
        };
        let (left, right) =
            (as_numbers(product, factor_is_single), as_numbers(factor, product_is_single));
        if !left.is_complex() && right.is_complex() {
            product = kron_by_parts(&left, &right, &read)?;
            continue;
        }
        let pair = Pair::new(read(left)?, read(right)?);
        product = with_pair!(pair, (a, b) => value(kron_of(&a, &b)?));
        if stays_diagonal {
            product = product.diagonal();
        }
    }
    one(product)
}

/// The product of a real matrix and a complex one: real and imaginary parts are multiplied each
/// on their own, so that nothing infinite meets a zero that is not written down.
fn kron_by_parts(
    left: &Value,
    right: &Value,
    read: &dyn Fn(Value) -> Result<Input>,
) -> Result<Value> {
    let part = |value: &Value, imaginary: bool| match value {
        Value::Complex(array) => Value::Double(array.map(|z| if imaginary { z.im } else { z.re })),
        Value::ComplexSingle(array) => {
            Value::Single(array.map(|z| if imaginary { z.im } else { z.re }))
        }
        real => real.clone(),
    };
    let product = |imaginary: bool| -> Result<Value> {
        let pair = Pair::new(read(part(left, imaginary))?, read(part(right, imaginary))?);
        with_pair!(pair, (a, b) => Ok(value(kron_of(&a, &b)?)))
    };
    let (re, im) = (product(false)?, product(true)?);
    Ok(match (re, im) {
        (Value::Single(re), Value::Single(im)) => {
            let numbers = re.as_slice().iter().zip(im.as_slice());
            let numbers = numbers.map(|(&re, &im)| C32::new(re, im)).collect();
            Value::ComplexSingle(Array::new(re.dims().clone(), numbers))
        }
        (re, im) => {
            let (Some(re), Some(im)) = (re.to_f64_array(), im.to_f64_array()) else {
                return Ok(Value::empty());
            };
            let numbers = re.as_slice().iter().zip(im.as_slice());
            let numbers = numbers.map(|(&re, &im)| C64::new(re, im)).collect();
            Value::Complex(Array::new(re.dims().clone(), numbers))
        }
    }
    .narrowed())
}

fn kron_of<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>> {
    let rows = a.rows().checked_mul(b.rows()).ok_or_else(Error::too_large)?;
    let columns = a.columns().checked_mul(b.columns()).ok_or_else(Error::too_large)?;
    memory::reserve::<T>(&Dims::matrix(rows, columns))?;
    let mut data = Vec::with_capacity(rows * columns);
    for ja in 0..a.columns() {
        for jb in 0..b.columns() {
            for &x in a.column(ja) {
                data.extend(b.column(jb).iter().map(|&y| x * y));
            }
        }
    }
    Ok(Matrix::new(rows, columns, data))
}

pub(crate) fn trace(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let argument = args.swap_remove(0).materialized();
    let dims = argument.dims();
    if !dims.is_matrix() {
        return Err(Error::plain("trace: only valid on 2-D objects"));
    }
    if dims.is_empty() {
        return one(0.0);
    }
    if dims.is_scalar() {
        return one(argument);
    }
    if let Value::Double(array) = &argument {
        let rows = dims.rows();
        if dims.is_vector() {
            return one(array.as_slice()[0]);
        }
        return one(array
            .as_slice()
            .iter()
            .step_by(rows + 1)
            .take(rows.min(dims.columns()))
            .sum::<f64>());
    }
    if dims.is_vector() {
        return one(first_element(&argument));
    }
    let diagonal = cx.call_builtin("diag", smallvec::smallvec![argument], 1)?;
    cx.call_builtin("sum", diagonal.into_iter().collect(), 1)
}

fn first_element(argument: &Value) -> Value {
    if let Value::Char(array, quote) = argument {
        return Value::Char(Array::scalar(array.as_slice()[0]), *quote);
    }
    formwork_runtime::for_each_array!(argument,
        array => Value::from_first(array),
        Value::Cell(cell) => Value::Cell(formwork_runtime::CellArray::row(vec![cell.as_slice()[0].clone()])),
        other => formwork_runtime::index::index(other, &[Value::double(1.0)])
            .unwrap_or_else(|_| other.clone()),
    )
}

/// A scalar of the class of an array.
trait FromFirst {
    fn from_first<T: formwork_runtime::Element>(array: &Array<T>) -> Value;
}

impl FromFirst for Value {
    fn from_first<T: formwork_runtime::Element>(array: &Array<T>) -> Value {
        Value::from_array(Array::scalar(array.as_slice()[0]))
    }
}
