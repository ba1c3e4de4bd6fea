//! Questions about size and shape: `size`, `numel`, `isempty`.

use formwork_runtime::{Class, Dims, Error, Result, Value, for_each_array};

use crate::arguments::sizes::{SizeType, real_elements, whole, whole_value};
use crate::context::{Args, Context, Values, one};
use crate::row::{
    Arity, Evaluator, Lesson, Measure, Operation, Output, Row, ScalarForm, SizeQuestion, Strings,
    Totality, pure,
};
use crate::rules::Realness;
use crate::rules::facts;
use crate::rules::facts::limits;
use crate::rules::facts::questions;
use crate::rules::together;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    pure(
        "size",
        Arity::at_least(1),
        &[Output::repeated(ShapeRule::Special, ClassRule::Is(Class::Double))],
        size,
        "The extents of an array.",
    )
    .own_outputs(together::sizes)
    .real(Realness::Always)
    .vetted()
    .strings(Strings::Own)
    .more_outputs()
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Size))
    .everyday(),
    pure(
        "numel",
        Arity::at_least(1),
        COUNT,
        numel,
        "The number of elements of an array, or of an indexed part of it.",
    )
    .scalar(ScalarForm::Measure(|value| elements(value) as f64))
    .real(Realness::Always)
    .count(facts::numel)
    .bounds(limits::count)
    .vetted()
    .strings(Strings::Own)
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Numel))
    .everyday(),
    count(
        "ndims",
        ndims,
        ScalarForm::Measure(|x| x.dims().ndims() as f64),
        "The number of dimensions of an array.",
    )
    .real(Realness::Always)
    .count(facts::ndims)
    .vetted()
    .strings(Strings::Own)
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Ndims)),
    count(
        "length",
        length,
        ScalarForm::Measure(|x| longest(x) as f64),
        "The greatest extent of an array, 0 if it is empty.",
    )
    .real(Realness::Always)
    .count(facts::length)
    .bounds(limits::count)
    .vetted()
    .strings(Strings::Own)
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Length))
    .everyday(),
    count(
        "rows",
        rows,
        ScalarForm::Measure(|x| x.dims().rows() as f64),
        "The number of rows of an array.",
    )
    .strings(Strings::Own)
    .real(Realness::Always)
    .count(facts::rows)
    .vetted()
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Rows)),
    count(
        "columns",
        columns,
        ScalarForm::Measure(|x| x.dims().columns() as f64),
        "The number of columns of an array.",
    )
    .real(Realness::Always)
    .count(facts::columns)
    .vetted()
    .strings(Strings::Own)
    .total(Totality::Any(1))
    .operation(Operation::Measure(Measure::Columns)),
    count("nnz", nnz, ScalarForm::None, "The number of elements that are not zero.")
        .real(Realness::Always)
        .count(facts::marked)
        .counts_marks()
        .bounds(limits::some_elements)
        .vetted(),
    count(
        "nzmax",
        nzmax,
        ScalarForm::Unary(|_| Some(1.0)),
        "The number of elements there is storage for.",
    )
    .real(Realness::Always)
    .count(facts::numel),
    count(
        "sizeof",
        sizeof,
        ScalarForm::Unary(|_| Some(8.0)),
        "The number of bytes the elements of a value take.",
    )
    .strings(Strings::Own)
    .real(Realness::Always)
    .bounds(limits::count),
    question("isempty", isempty, "Whether an array has no elements.")
        .answer(questions::isempty)
        .vetted()
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Empty)
        .operation(Operation::AskSize(SizeQuestion::IsEmpty)),
    question("isnull", isnull, "Whether a value is a literal `[]`, `''` or `\"\"`.")
        .strings(Strings::Own)
        .total(Totality::Any(1)),
    question("isscalar", isscalar, "Whether an array has one element.")
        .answer(questions::isscalar)
        .vetted()
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Scalar)
        .operation(Operation::AskSize(SizeQuestion::IsScalar)),
    question("isvector", isvector, "Whether an array is a row or a column.")
        .answer(questions::isvector)
        .vetted()
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Vector)
        .operation(Operation::AskSize(SizeQuestion::IsVector)),
    question("isrow", isrow, "Whether an array is a row.")
        .answer(questions::isrow)
        .vetted()
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Row)
        .operation(Operation::AskSize(SizeQuestion::IsRow)),
    question("iscolumn", iscolumn, "Whether an array is a column.")
        .strings(Strings::Own)
        .answer(questions::iscolumn)
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Column)
        .operation(Operation::AskSize(SizeQuestion::IsColumn)),
    question("ismatrix", ismatrix, "Whether an array has two dimensions.")
        .strings(Strings::Own)
        .answer(questions::ismatrix)
        .operation(Operation::AskSize(SizeQuestion::IsMatrix))
        .vetted()
        .total(Totality::Any(1)),
    question("issquare", issquare, "Whether an array has two equal dimensions.")
        .strings(Strings::Own)
        .answer(questions::issquare)
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Square)
        .operation(Operation::AskSize(SizeQuestion::IsSquare)),
    pure(
        "typeinfo",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Char))],
        typeinfo,
        "What Octave calls the type of a value.",
    )
    .strings(Strings::Own)
    .doubted_of_numbers()
    .doubted_of_others(),
    pure(
        "size_equal",
        Arity::at_least(0),
        ANSWER,
        size_equal,
        "Whether all arguments have the same size.",
    )
    .strings(Strings::Own)
    .answer(questions::size_equal)
    .total(Totality::Any(1))
    .teaching(Lesson::SameSize),
];

fn typeinfo(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(type_name(&args[0]))
}

const COUNT: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double))];
const ANSWER: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];

const fn count(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    pure(name, Arity::exactly(1), COUNT, evaluate, doc).scalar(scalar)
}

const fn question(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    let scalar = match name.as_bytes() {
        b"isempty" => ScalarForm::Test(Value::is_empty),
        b"isnull" => ScalarForm::Predicate(|_| false),
        _ => ScalarForm::Predicate(|_| true),
    };
    pure(name, Arity::exactly(1), ANSWER, evaluate, doc).scalar(scalar)
}

fn size(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let dims = args[0].dims();
    if args.len() == 1 {
        if nargout <= 1 {
            return one(Value::row(dims.as_slice().iter().map(|&n| n as f64).collect()));
        }
        // The last output takes the product of what is left.
        let mut outputs = Values::with_capacity(nargout);
        for k in 0..nargout - 1 {
            outputs.push(Value::count(dims.get(k)));
        }
        let rest: usize = dims.as_slice().iter().skip(nargout - 1).product();
        outputs.push(Value::count(rest));
        return Ok(outputs);
    }
    let wanted = wanted_dimensions(&args[1..])?;
    if nargout > 1 && nargout != wanted.len() {
        return Err(Error::plain(
            "size: nargout > 1 but does not match number of requested dimensions",
        ));
    }
    let mut extents = Vec::with_capacity(wanted.len());
    for dimension in wanted {
        let index = usize::try_from(dimension).ok().filter(|&d| d > 0).ok_or_else(|| {
            Error::plain(format!("size: requested dimension DIM (= {dimension}) out of range"))
        })?;
        extents.push(dims.get(index - 1) as f64);
    }
    if nargout > 1 {
        return Ok(extents.into_iter().map(Value::double).collect());
    }
    one(Value::row(extents))
}

fn wanted_dimensions(args: &[Value]) -> Result<smallvec::SmallVec<[i64; 2]>> {
    if let [value] = args {
        if let Some(x) = value.as_double() {
            return Ok(smallvec::smallvec![whole(x, SizeType::Index)?]);
        }
        if matches!(value, Value::Cell(_)) {
            return Err(Error::plain(
                "octave_base_value::array_value(): wrong type argument 'cell'",
            ));
        }
        return real_elements(value)?
            .as_slice()
            .iter()
            .map(|&x| whole(x, SizeType::Index))
            .collect();
    }
    args.iter().map(whole_value).collect()
}

fn elements(value: &Value) -> usize {
    if matches!(value, Value::Map(_)) { 1 } else { value.numel() }
}

fn numel(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len() == 1 {
        return one(elements(&args[0]));
    }
    let dims = args[0].dims();
    let subscripts = &args[1..];
    let mut product = 1usize;
    for (position, subscript) in subscripts.iter().enumerate() {
        let selected = match subscript {
            Value::Char(..) if subscript.as_bytes() == Some(b":") => {
                if position + 1 < subscripts.len() {
                    dims.get(position)
                } else {
                    dims.as_slice().iter().skip(position).product()
                }
            }
            Value::Bool(array) => array.as_slice().iter().filter(|&&x| x).count(),
            other if other.is_arithmetic() => other.numel(),
            other => {
                return Err(Error::plain(format!(
                    "dims_to_numel: invalid index index <{}>: subscripts must be either \
                     integers 1 to (2^63)-1 or logicals",
                    type_name(other)
                )));
            }
        };
        product = product.saturating_mul(selected);
    }
    one(product)
}

fn ndims(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].dims().ndims())
}

fn length(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(longest(&args[0]))
}

fn longest(value: &Value) -> usize {
    let dims = value.dims();
    if dims.is_empty() { 0 } else { dims.as_slice().iter().copied().max().unwrap_or(0) }
}

fn rows(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].dims().rows())
}

fn columns(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].dims().columns())
}

fn nnz(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    fn nonzero<T: formwork_runtime::Element>(data: &[T]) -> usize {
        let zero = T::default();
        data.iter().filter(|&&x| x != zero).count()
    }
    one(for_each_array!(&args[0], array => nonzero(array.as_slice()),
        Value::Range(range) => range.iter().filter(|&x| x != 0.0).count(),
        Value::Cell(_) => return Err(Error::plain("nnz: wrong type argument 'cell array'")),
        other => return Err(Error::plain(format!(
            "octave_base_value::nnz (): wrong type argument '{}'", type_name(other)))),
    ))
}

fn nzmax(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].numel())
}

fn bytes(value: &Value) -> usize {
    for_each_array!(value, array => std::mem::size_of_val(array.as_slice()),
        Value::Range(range) => range.len() * size_of::<f64>(),
        Value::Cell(cell) => cell.as_slice().iter().map(bytes).sum(),
        Value::Struct(structs) => {
            structs.fields().flat_map(|(_, values)| values).map(bytes).sum()
        },
        Value::Function(_) | Value::Map(_) | Value::Exception(_) | Value::Cleanup(_) | Value::Parser(_) | Value::Object(_) | Value::Strings(_) => 0,
    )
}

fn sizeof(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(bytes(&args[0]))
}

fn isempty(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_empty())
}

/// Values do not remember whether they were written as a literal, so that any 0x0
/// matrix or text counts.
fn isnull(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(&args[0], Value::Double(_) | Value::Char(..)) && args[0].dims().is_zero_by_zero())
}

fn of_dims(args: &Args, question: fn(&Dims) -> bool) -> Result<Values> {
    one(question(&args[0].dims()))
}

fn isscalar(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_scalar)
}

fn isvector(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_vector)
}

fn isrow(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_row)
}

fn iscolumn(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_column)
}

fn ismatrix(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_matrix)
}

fn issquare(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    of_dims(&args, Dims::is_square)
}

fn size_equal(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args.windows(2).all(|pair| pair[0].dims() == pair[1].dims()))
}
