//! Arrays made from a size or from end points: `zeros`, `eye`, `linspace`.

use formwork_runtime::{Array, C32, C64, CellArray, Class, Dims, Element, Error, Result, Value};

use crate::arguments::sizes::{
    SizeType, check_room, dims_of, filled, filled_class, read_sizes, real_elements, size_vector,
    take_class, whole,
};
use crate::context::{Args, Context, Values, one};
use crate::row::{
    Arity, Evaluator, Evidence, Fill, Operation, Output, Row, SizeArguments, Totality, pure,
};
use crate::rules::classes::named;
use crate::rules::contents;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    sized("zeros", zeros, NUMBERS, "An array of zeros.")
        .own_classes(named)
        .bounds(limits::zeros)
        .vetted()
        .total(Totality::Sizes)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Fill(Fill::Zero))
        .everyday(),
    sized("ones", ones, NUMBERS, "An array of ones.")
        .own_classes(named)
        .bounds(limits::ones)
        .vetted()
        .total(Totality::Sizes)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Fill(Fill::One))
        .everyday(),
    sized("true", r#true, TRUTH, "An array of true values.")
        .bounds(limits::ones)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Fill(Fill::Truth(true))),
    sized("false", r#false, TRUTH, "An array of false values.")
        .bounds(limits::zeros)
        .sizes(SizeArguments::ALL)
        .operation(Operation::Fill(Fill::Truth(false))),
    pure(
        "cell",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Cell))],
        cell,
        "A cell array of empty matrices.",
    )
    .folding(crate::folding::sized_after::<0>)
    .own_shape(special::construct::cell)
    .contents(contents::empties)
    .vetted()
    .sizes(SizeArguments::LENIENT),
    pure(
        "eye",
        Arity::between(0, 3),
        &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Named)],
        eye,
        "An identity matrix.",
    )
    .folding(crate::folding::sized_after::<0>)
    .bounds(limits::zeros_and_ones)
    .vetted()
    .matlab_takes(6)
    .sizes(SizeArguments::ALL),
    pure(
        "linspace",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        linspace,
        "Equally spaced numbers from one end point to another.",
    )
    .folding(crate::folding::small_after::<2>)
    .own_shape(special::construct::linspace)
    .own_classes(special::classes::linspace)
    .bounds(limits::spaced)
    .vetted()
    .sizes(SizeArguments::after(2))
    .operation(Operation::Linspace),
    pure(
        "logspace",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Row, ClassRule::Float)],
        logspace,
        "Logarithmically spaced numbers between two powers of ten.",
    )
    .folding(crate::folding::small_after::<2>)
    .own_classes(special::classes::logspace)
    .compared(Evidence::Numbers)
    .sizes(SizeArguments::after(2)),
];

const NUMBERS: &[Output] = &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Special)];
const TRUTH: &[Output] = &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Is(Class::Logical))];

const fn sized(
    name: &'static str,
    evaluate: Evaluator,
    outputs: &'static [Output],
    doc: &'static str,
) -> Row {
    pure(name, Arity::at_least(0), outputs, evaluate, doc).folding(crate::folding::sized_after::<0>)
}

fn fill(name: &str, mut args: Args, value: f64) -> Result<Values> {
    let class = take_class(&mut args, true)?.map_or(Class::Double, |class| class.class);
    let dims = read_sizes(name, &args)?;
    one(filled_class(name, dims, class, value)?)
}

fn zeros(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    fill("zeros", args, 0.0)
}

fn ones(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    fill("ones", args, 1.0)
}

fn truth(name: &str, mut args: Args, value: bool) -> Result<Values> {
    if let Some(argument) = take_class(&mut args, true)?
        && argument.class != Class::Logical
    {
        return Err(Error::plain(if argument.like {
            format!("{name}: input followed by \"like\" must be logical")
        } else {
            format!("{name}: invalid data type '{}'", argument.class)
        }));
    }
    one(filled(read_sizes(name, &args)?, value)?)
}

fn r#true(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    truth("true", args, true)
}

fn r#false(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    truth("false", args, false)
}

fn cell(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let dims = match args.as_slice() {
        [] => Dims::EMPTY,
        [value] => size_vector("cell", value)?,
        several => {
            let mut extents = Vec::with_capacity(several.len());
            for value in several {
                let number = if value.is_empty() {
                    0.0
                } else if value.is_char() || !value.is_arithmetic() {
                    return Err(Error::plain("cell: dimension must be a scalar integer"));
                } else {
                    value.to_f64().unwrap_or(0.0)
                };
                // The cast takes negative numbers and NaN to none and drops fractions.
                extents.push(number as usize);
            }
            dims_of(&extents)?
        }
    };
    check_room::<Value>(&dims)?;
    one(CellArray::filled(dims))
}

fn eye(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let class = take_class(&mut args, false)?.map_or(Class::Double, |class| class.class);
    let dims = match args.as_slice() {
        [] => Dims::SCALAR,
        [value] => match size_of_eye(value) {
            Some(size) => size?,
            None => return Err(Error::plain("eye (A): use eye (size (A)) instead")),
        },
        [_, _] => read_sizes("eye", &args)?,
        _ => return Err(Error::invalid_call("eye")),
    };
    fn identity<T: Element>(dims: Dims, value: T) -> Result<Value> {
        check_room::<T>(&dims)?;
        let (rows, columns) = (dims.rows(), dims.columns());
        let mut data = vec![T::default(); dims.numel()];
        for k in 0..rows.min(columns) {
            data[k * (rows + 1)] = value;
        }
        Ok(Value::from_array(Array::new(dims, data)))
    }
    one(match class {
        Class::Double => identity(dims, 1.0_f64).map(Value::diagonal),
        Class::Single => identity(dims, 1.0_f32).map(Value::diagonal),
        Class::Int8 => identity(dims, 1_i8),
        Class::Int16 => identity(dims, 1_i16),
        Class::Int32 => identity(dims, 1_i32),
        Class::Int64 => identity(dims, 1_i64),
        Class::Uint8 => identity(dims, 1_u8),
        Class::Uint16 => identity(dims, 1_u16),
        Class::Uint32 => identity(dims, 1_u32),
        Class::Uint64 => identity(dims, 1_u64),
        Class::Logical => identity(dims, true),
        _ => Err(Error::plain("eye: invalid class name")),
    }?)
}

/// The size `eye (value)` has: square, or the first two elements of what begins as a vector of
/// two.
fn size_of_eye(value: &Value) -> Option<Result<Dims>> {
    let array = value.to_f64_array()?;
    let extent = |x: f64| whole(x, SizeType::Int64).map(|n| usize::try_from(n).unwrap_or(0));
    let (rows, columns) = (array.dims().rows(), array.dims().columns());
    match *array.as_slice() {
        [n] => Some(extent(n).map(|n| Dims::matrix(n, n))),
        [m, n, ..] if matches!((rows, columns), (1, 2) | (2, 1)) => {
            Some(extent(m).and_then(|m| Ok(Dims::matrix(m, extent(n)?))))
        }
        _ => None,
    }
}

/// What points between two end points need of their numbers.
trait Point: Element + std::ops::Neg<Output = Self> {
    fn plus(self, other: Self) -> Self;
    fn scaled(self, factor: f64) -> Self;
    fn shared(self, count: f64) -> Self;
    fn is_nan(self) -> bool;
}

macro_rules! real_point {
    ($type:ty) => {
        impl Point for $type {
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn scaled(self, factor: f64) -> Self {
                self * factor as $type
            }
            fn shared(self, count: f64) -> Self {
                self / count as $type
            }
            fn is_nan(self) -> bool {
                <$type>::is_nan(self)
            }
        }
    };
}

macro_rules! complex_point {
    ($type:ty, $real:ty) => {
        impl Point for $type {
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn scaled(self, factor: f64) -> Self {
                self * factor as $real
            }
            fn shared(self, count: f64) -> Self {
                self / count as $real
            }
            fn is_nan(self) -> bool {
                self.re.is_nan() || self.im.is_nan()
            }
        }
    };
}

real_point!(f64);
real_point!(f32);
complex_point!(C64, f64);
complex_point!(C32, f32);

/// Writes equally spaced points into every `stride`-th place, from both ends towards
/// the middle so that they are symmetric.
fn space<T: Point>(data: &mut [T], offset: usize, stride: usize, count: usize, from: T, to: T) {
    if count == 0 {
        return;
    }
    let place = |k: usize| offset + k * stride;
    data[place(count - 1)] = to;
    if count == 1 {
        return;
    }
    data[place(0)] = from;
    let step = if from == to { T::default() } else { to.plus(-from).shared((count - 1) as f64) };
    let half = count.div_ceil(2);
    for k in 1..half {
        data[place(k)] = from.plus(step.scaled(k as f64));
        data[place(count - 1 - k)] = to.plus(-step.scaled(k as f64));
    }
    if count % 2 == 1 {
        data[place(half - 1)] = if from == -to {
            T::default()
        } else {
            let middle = from.plus(to).shared(2.0);
            if middle.is_nan() && !to.is_nan() { from } else { middle }
        };
    }
}

fn spaced<T: Point>(from: &[T], to: &[T], count: usize) -> Result<Value> {
    let rows = if from.len() == 1 { to.len() } else { from.len() };
    let dims = Dims::matrix(rows, count);
    check_room::<T>(&dims)?;
    let mut data = vec![T::default(); dims.numel()];
    for row in 0..rows {
        let (from, to) = (from[row.min(from.len() - 1)], to[row.min(to.len() - 1)]);
        space(&mut data, row, rows, count, from, to);
    }
    Ok(Value::from_array(Array::new(dims, data)))
}

fn linspace(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let count = match args.get(2) {
        None => 100,
        Some(value) if value.is_empty() && value.is_arithmetic() => 1,
        Some(value) => {
            if !value.is_scalar() || value.is_char() || !value.is_arithmetic() {
                return Err(Error::plain("linspace: N must be a scalar"));
            }
            let count = value.to_f64().unwrap_or(0.0);
            if count >= i64::MAX as f64 {
                return Err(Error::too_large());
            }
            // The cast takes NaN and negative numbers to none.
            count as usize
        }
    };
    let (from, to) = (&args[0], &args[1]);
    for end in [from, to] {
        if !(end.is_arithmetic() || matches!(end, Value::Cell(_))) {
            return Err(Error::plain(format!(
                "octave_base_value::array_value(): wrong type argument '{}'",
                type_name(end)
            )));
        }
        if !end.dims().is_vector() {
            return Err(Error::plain("linspace: START, END must be scalars or vectors"));
        }
    }
    let (m, n) = (from.numel(), to.numel());
    if m != n && m != 1 && n != 1 {
        return Err(Error::plain("linspace: vectors must be of equal length"));
    }
    let single = from.class() == Class::Single || to.class() == Class::Single;
    let complex = from.is_complex() || to.is_complex();
    let unreadable = || Error::plain("linspace: START, END must be numeric");
    let value = match (single, complex) {
        (false, false) => {
            let (from, to) = (real_elements(from)?, real_elements(to)?);
            spaced(from.as_slice(), to.as_slice(), count)?
        }
        (true, false) => {
            let from = from.to_f32_array().ok_or_else(unreadable)?;
            let to = to.to_f32_array().ok_or_else(unreadable)?;
            spaced(from.as_slice(), to.as_slice(), count)?
        }
        (false, true) => {
            let from = from.to_c64_array().ok_or_else(unreadable)?;
            let to = to.to_c64_array().ok_or_else(unreadable)?;
            spaced(from.as_slice(), to.as_slice(), count)?
        }
        (true, true) => {
            let from = from.to_c32_array().ok_or_else(unreadable)?;
            let to = to.to_c32_array().ok_or_else(unreadable)?;
            spaced(from.as_slice(), to.as_slice(), count)?
        }
    };
    one(value.narrowed())
}

fn logspace(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if !args.iter().all(|value| value.is_scalar() && value.is_arithmetic()) {
        return Err(Error::plain("logspace: arguments A, B, and N must be scalars"));
    }
    let count = match args.get(2) {
        None => 50.0,
        Some(value) => value.to_f64().unwrap_or(0.0).trunc(),
    };
    // An upper end of pi means the number itself, not a power of ten.
    let upper = if args[1].to_f64() == Some(std::f64::consts::PI) && !args[1].is_complex() {
        Value::double(std::f64::consts::PI.log10())
    } else {
        args[1].clone()
    };
    let exponents =
        linspace(cx, Args::from_iter([args[0].clone(), upper, Value::double(count)]), nargout)?;
    let exponents = exponents.into_iter().next().unwrap_or_default();
    one(match exponents {
        Value::Double(array) => Value::Double(array.map_in_place(|x| 10f64.powf(*x))),
        Value::Single(array) => Value::Single(array.map_in_place(|x| 10f32.powf(*x))),
        Value::Complex(array) => {
            Value::Complex(array.map_in_place(|z| (z * 10f64.ln()).exp())).narrowed()
        }
        Value::ComplexSingle(array) => {
            Value::ComplexSingle(array.map_in_place(|z| (z * 10f32.ln()).exp())).narrowed()
        }
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_symmetric() {
        let mut data = [0.0; 4];
        space(&mut data, 0, 1, 4, -1.0, 1.0);
        assert_eq!(data, [-1.0, -0.333_333_333_333_333_37, 0.333_333_333_333_333_37, 1.0]);
        let mut data = [0.0; 3];
        space(&mut data, 0, 1, 3, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(data, [f64::NEG_INFINITY, 0.0, f64::INFINITY]);
    }
}
