//! Questions about the class and the contents of values: `isnumeric`, `isnan`,
//! `isequal`.

use formwork_runtime::{Array, C32, C64, Class, Element, Error, Integer, Result, Value, ops};

use crate::arguments::sizes::whole_value;
use crate::context::{Args, Context, Values, one};
use crate::kit::not_available::{NA_BITS, NA_SINGLE_BITS};
use crate::row::{
    Arity, Evaluator, Lesson, NumberKind, Operation, Output, Row, ScalarForm, Strings, Totality,
    pure,
};
use crate::rules::facts::questions;
use crate::rules::{ClassRule, ShapeRule};
use formwork_domain::ClassSet;
use formwork_runtime::ops::{BinaryOp, type_name};

pub(crate) const ROWS: &[Row] = &[
    of_class("isnumeric", isnumeric, YES, "Whether a value is numeric, not truth or text.")
        .strings(Strings::Own)
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::NUMBERS, exact: true })
        .operation(Operation::AskClass),
    of_class("isreal", isreal, YES, "Whether a value is numeric, truth or text, and not complex.")
        .strings(Strings::Own)
        .answer(questions::isreal)
        .vetted()
        .total(Totality::Any(1))
        .operation(Operation::IsReal),
    of_class("iscomplex", iscomplex, NO, "Whether a value is stored as complex.")
        .strings(Strings::Own)
        .answer(questions::iscomplex)
        .total(Totality::Any(1)),
    of_class("ischar", ischar, NO, "Whether a value is text.")
        .strings(Strings::Own)
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Char), exact: true })
        .operation(Operation::AskClass),
    of_class("islogical", islogical, NO, "Whether a value consists of truth values.")
        .strings(Strings::Own)
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Logical), exact: true })
        .operation(Operation::AskClass),
    of_class("isbool", islogical, NO, "Whether a value consists of truth values.")
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Logical), exact: true })
        .operation(Operation::AskClass),
    of_class("isfloat", isfloat, YES, "Whether a value is of class double or single.")
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::FLOATS, exact: true })
        .operation(Operation::AskClass),
    of_class("isinteger", isinteger, NO, "Whether a value is of an integer class.")
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::INTEGERS, exact: true })
        .operation(Operation::AskClass),
    of_class("is_function_handle", is_function_handle, NO, "Whether a value is a function handle.")
        .strings(Strings::Own)
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::FunctionHandle), exact: true })
        .operation(Operation::AskClass),
    of_class("isobject", isobject, NO, "Whether a value is an object of a class.")
        .strings(Strings::Own)
        .total(Totality::Any(1)),
    of_class("isjava", never, NO, "Whether a value is a Java object.").answer(questions::never),
    of_class("issparse", never, NO, "Whether a value is a sparse matrix."),
    elementwise(
        "isnan",
        isnan,
        ScalarForm::Predicate(f64::is_nan),
        "Whether elements are not numbers.",
    )
    .answer(questions::isnan)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Classify(NumberKind::Nan)),
    elementwise(
        "isinf",
        isinf,
        ScalarForm::Predicate(f64::is_infinite),
        "Whether elements are infinite.",
    )
    .answer(questions::isinf)
    .vetted()
    .total(Totality::Number)
    .operation(Operation::Classify(NumberKind::Infinite)),
    elementwise(
        "isfinite",
        isfinite,
        ScalarForm::Predicate(f64::is_finite),
        "Whether elements are finite numbers.",
    )
    .answer(questions::isfinite)
    .total(Totality::Number)
    .operation(Operation::Classify(NumberKind::Finite)),
    elementwise("isna", isna, ScalarForm::Predicate(is_na), "Whether elements are missing values."),
    comparing("isequal", isequal, "Whether all arguments are equal.")
        .strings(Strings::Own)
        .vetted()
        .total(Totality::Any(2))
        .teaching(Lesson::Equal)
        .operation(Operation::IsEqual),
    comparing("isequaln", isequaln, "Whether all arguments are equal, NaN to NaN as well.")
        .strings(Strings::Own),
    comparing(
        "isequalwithequalnans",
        isequaln,
        "Whether all arguments are equal, NaN to NaN as well.",
    )
    .strings(Strings::Own),
    pure(
        "isindex",
        Arity::between(1, 2),
        ANSWER,
        isindex,
        "Whether a value can be used as an index, of at most so many elements.",
    ),
];

const ANSWER: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const ANSWERS: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Logical))];
const YES: ScalarForm = ScalarForm::Predicate(|_| true);
const NO: ScalarForm = ScalarForm::Predicate(|_| false);

const fn of_class(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    pure(name, Arity::exactly(1), ANSWER, evaluate, doc).scalar(scalar)
}

const fn comparing(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    of_class(name, evaluate, ScalarForm::None, doc).taking(Arity::at_least(2))
}

const fn elementwise(
    name: &'static str,
    evaluate: Evaluator,
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    of_class(name, evaluate, scalar, doc).giving(ANSWERS)
}

fn isnumeric(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_numeric())
}

fn isreal(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_arithmetic() && !args[0].is_complex())
}

fn iscomplex(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_complex())
}

fn ischar(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].is_char())
}

fn islogical(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(args[0], Value::Bool(_)))
}

fn isfloat(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].class().is_float())
}

fn isinteger(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].class().is_integer())
}

fn is_function_handle(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(args[0], Value::Function(_)))
}

fn isobject(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(args[0], Value::Map(_) | Value::Parser(_) | Value::Object(_)))
}

fn never(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(false)
}

fn is_na(x: f64) -> bool {
    x.to_bits() == NA_BITS
}

fn is_na_single(x: f32) -> bool {
    x.to_bits() == NA_SINGLE_BITS
}

/// What a question asks of a floating-point number; classes without such numbers
/// answer the same for each element.
struct Question {
    name: &'static str,
    double: fn(f64) -> bool,
    single: fn(f32) -> bool,
    of_others: bool,
    /// Whether a complex number has the property only if both parts have.
    both: bool,
    /// Whether text is an error.
    numeric: bool,
}

fn ask(question: &Question, value: &Value) -> Result<Values> {
    fn map<T: Element>(array: &Array<T>, f: impl FnMut(&T) -> bool) -> Result<Values> {
        one(array.map(f))
    }
    let Question { name, double, single, of_others, both, numeric } = *question;
    match value {
        Value::Double(array) => map(array, |&x| double(x)),
        Value::Range(range) => one(Array::row(range.map(double))),
        Value::Single(array) => map(array, |&x| single(x)),
        Value::Complex(array) if both => map(array, |z: &C64| double(z.re) && double(z.im)),
        Value::Complex(array) => map(array, |z: &C64| double(z.re) || double(z.im)),
        Value::ComplexSingle(array) if both => map(array, |z: &C32| single(z.re) && single(z.im)),
        Value::ComplexSingle(array) => map(array, |z: &C32| single(z.re) || single(z.im)),
        Value::Char(..) if numeric => {
            Err(Error::plain(format!("{name}: argument must be numeric")))
        }
        other if other.is_arithmetic() => one(Array::filled(other.dims(), of_others)),
        other => Err(Error::plain(format!("{name}: not defined for {}", type_name(other)))),
    }
}

fn isnan(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // The frequent case, without a call per element.
    if let Value::Double(array) = &args[0] {
        return one(array.map(|x| x.is_nan()));
    }
    let question = Question {
        name: "isnan",
        double: f64::is_nan,
        single: f32::is_nan,
        of_others: false,
        both: false,
        numeric: false,
    };
    ask(&question, &args[0])
}

fn isinf(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if let Value::Double(array) = &args[0] {
        return one(array.map(|x| x.is_infinite()));
    }
    let question = Question {
        name: "isinf",
        double: f64::is_infinite,
        single: f32::is_infinite,
        of_others: false,
        both: false,
        numeric: false,
    };
    ask(&question, &args[0])
}

fn isfinite(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if let Value::Double(array) = &args[0] {
        return one(array.map(|x| x.is_finite()));
    }
    let question = Question {
        name: "isfinite",
        double: f64::is_finite,
        single: f32::is_finite,
        of_others: true,
        both: true,
        numeric: false,
    };
    ask(&question, &args[0])
}

fn isna(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let question = Question {
        name: "isna",
        double: is_na,
        single: is_na_single,
        of_others: false,
        both: false,
        numeric: true,
    };
    ask(&question, &args[0])
}

fn isequal(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let whole = |value: &Value| value.class().is_integer();
    for value in &args[1..] {
        let first = &args[0];
        let mixed = (whole(first) && value.is_complex()) || (first.is_complex() && whole(value));
        if mixed && first.dims() == value.dims() {
            // These have no operator that could compare them.
            ops::binary(BinaryOp::Equal, first.clone(), value.clone(), cx)?;
        }
    }
    one(args[1..].iter().all(|value| ops::equal(&args[0], value)))
}

fn isequaln(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[1..].iter().all(|value| equal_or_nan(&args[0], value)))
}

/// Whether two values are equal where NaN counts as equal to NaN.
fn equal_or_nan(a: &Value, b: &Value) -> bool {
    let all = |a: &[Value], b: &[Value]| a.iter().zip(b).all(|(x, y)| equal_or_nan(x, y));
    match (a, b) {
        (Value::Cell(x), Value::Cell(y)) => x.dims() == y.dims() && all(x.as_slice(), y.as_slice()),
        (Value::Struct(x), Value::Struct(y)) => {
            x.dims() == y.dims()
                && x.field_count() == y.field_count()
                && x.fields()
                    .all(|(name, values)| y.field(name).is_some_and(|others| all(values, others)))
        }
        _ if a.class().is_float() && b.class().is_float() => {
            let (Some(x), Some(y)) = (a.to_c64_array(), b.to_c64_array()) else { return false };
            let nan = |z: &C64| z.re.is_nan() || z.im.is_nan();
            x.dims() == y.dims()
                && x.as_slice().iter().zip(y.as_slice()).all(|(x, y)| x == y || (nan(x) && nan(y)))
        }
        _ => ops::equal(a, b),
    }
}

fn isindex(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let limit = match args.get(1) {
        None => i64::MAX,
        Some(value) if value.is_numeric() && value.to_f64().is_some_and(|x| x.fract() != 0.0) => {
            value.to_f64().unwrap_or(0.0) as i64
        }
        Some(value) => whole_value(value)?,
    };
    one(is_index(&args[0], limit))
}

fn is_index(value: &Value, limit: i64) -> bool {
    fn integers<T: Integer>(array: &Array<T>, limit: i64) -> bool {
        array.as_slice().iter().all(|x| (1..=i128::from(limit)).contains(&x.widen()))
    }
    let whole = |x: f64| x >= 1.0 && x.fract() == 0.0 && x <= limit as f64 && x < i64::MAX as f64;
    match value {
        Value::Double(array) => array.as_slice().iter().all(|&x| whole(x)),
        Value::Single(array) => array.as_slice().iter().all(|&x| whole(x.into())),
        Value::Range(range) => range.iter().all(whole),
        Value::Bool(array) => i64::try_from(array.numel()).is_ok_and(|n| n <= limit),
        Value::Char(array, _) if array.as_slice() == b":" => true,
        Value::Char(array, _) => array.as_slice().iter().all(|&x| whole(x.into())),
        Value::Int8(array) => integers(array, limit),
        Value::Int16(array) => integers(array, limit),
        Value::Int32(array) => integers(array, limit),
        Value::Int64(array) => integers(array, limit),
        Value::Uint8(array) => integers(array, limit),
        Value::Uint16(array) => integers(array, limit),
        Value::Uint32(array) => integers(array, limit),
        Value::Uint64(array) => integers(array, limit),
        _ => false,
    }
}
