//! Operators as functions: `plus`, `mtimes`, `transpose`, `colon`.

use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Class, Dims, Error, Result};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evaluator, Operation, Output, Row, ScalarForm, Strings, pure};
use crate::rules::Realness;
use crate::rules::contents;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::real;
use crate::rules::special;
use crate::rules::together;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    many("plus", plus, EXPANDED, binary(|x, y| Some(x + y)), "The sum of the arguments.")
        .strings(Strings::Own)
        .integers(integers::sum)
        .bounds(limits::plus)
        .vetted(),
    many("times", times, EXPANDED, binary(|x, y| Some(x * y)), "The product, element by element.")
        .strings(Strings::Own)
        .integers(integers::product)
        .bounds(limits::times)
        .vetted(),
    many("mtimes", mtimes, PRODUCT, binary(|x, y| Some(x * y)), "The product of matrices.")
        .strings(Strings::Own)
        .integers(integers::product)
        .vetted(),
    many("and", and, TRUTHS, ScalarForm::None, "Whether all arguments are true, by element.")
        .strings(Strings::Own),
    many("or", or, TRUTHS, ScalarForm::None, "Whether some argument is true, by element.")
        .strings(Strings::Own),
    many("xor", xor, TRUTHS, ScalarForm::None, "Whether an odd number of arguments is true.")
        .operation(Operation::Xor),
    two("minus", minus, EXPANDED, binary(|x, y| Some(x - y)), "The difference.")
        .strings(Strings::Own)
        .integers(integers::difference)
        .bounds(limits::minus)
        .vetted(),
    two("rdivide", rdivide, EXPANDED, binary(|x, y| Some(x / y)), "x ./ y.")
        .strings(Strings::Own)
        .integers(integers::quotient)
        .vetted(),
    two("ldivide", ldivide, EXPANDED, binary(|x, y| Some(y / x)), "x .\\ y.").strings(Strings::Own),
    two("mrdivide", mrdivide, RIGHT, binary(|x, y| Some(x / y)), "x / y: solves z * y = x.")
        .strings(Strings::Own)
        .integers(integers::quotient)
        .vetted(),
    two("mldivide", mldivide, LEFT, binary(|x, y| Some(y / x)), "x \\ y: solves x * z = y.")
        .strings(Strings::Own)
        .vetted(),
    two("power", power, EXPANDED, binary(real_power), "x .^ y.")
        .strings(Strings::Own)
        .real(Realness::Where(real::real_power))
        .vetted(),
    two("mpower", mpower, POWER, binary(real_power), "x ^ y.")
        .strings(Strings::Own)
        .real(Realness::Where(real::matrix_power))
        .vetted(),
    two("eq", eq, TRUTHS, ScalarForm::None, "Whether elements are equal.").strings(Strings::Own),
    two("ne", ne, TRUTHS, ScalarForm::None, "Whether elements differ.").strings(Strings::Own),
    two("lt", lt, TRUTHS, ScalarForm::None, "Whether elements are less.").strings(Strings::Own),
    two("le", le, TRUTHS, ScalarForm::None, "Whether elements are less or equal.")
        .strings(Strings::Own),
    two("gt", gt, TRUTHS, ScalarForm::None, "Whether elements are greater.").strings(Strings::Own),
    two("ge", ge, TRUTHS, ScalarForm::None, "Whether elements are greater or equal.")
        .strings(Strings::Own),
    single("not", not, NEGATED, ScalarForm::None, "Whether elements are zero.")
        .strings(Strings::Own),
    single("uminus", uminus, SAME, ScalarForm::Unary(|x| Some(-x)), "The negative.")
        .strings(Strings::Own)
        .integers(integers::negated)
        .bounds(limits::negated),
    single("uplus", uplus, SAME, ScalarForm::Unary(Some), "The value itself, as a number.")
        .strings(Strings::Own)
        .integers(integers::kept)
        .bounds(limits::same),
    single("transpose", transpose, TURNED, ScalarForm::Unary(Some), "The transpose.")
        .strings(Strings::Own)
        .contents(contents::same)
        .integers(integers::turned)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Transpose),
    single("ctranspose", ctranspose, TURNED, ScalarForm::Unary(Some), "The conjugate transpose.")
        .strings(Strings::Own)
        .contents(contents::same)
        .integers(integers::turned)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Transpose),
    pure(
        "colon",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        colon,
        "The range base:limit or base:increment:limit.",
    )
    .folding(crate::folding::small)
    .own_shape(special::construct::colon)
    .own_outputs(together::colon)
    .vetted(),
];

const EXPANDED: &[Output] = &[Output::new(ShapeRule::Expand, ClassRule::Arithmetic)];
const TRUTHS: &[Output] = &[Output::new(ShapeRule::Expand, ClassRule::Is(Class::Logical))];
const PRODUCT: &[Output] = &[Output::new(ShapeRule::Product, ClassRule::Arithmetic)];
const LEFT: &[Output] = &[Output::new(ShapeRule::LeftDivide, ClassRule::Arithmetic)];
const RIGHT: &[Output] = &[Output::new(ShapeRule::RightDivide, ClassRule::Arithmetic)];
const POWER: &[Output] = &[Output::new(ShapeRule::Power, ClassRule::Arithmetic)];
const NEGATED: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Logical))];
const SAME: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Arithmetic)];
const TURNED: &[Output] = &[Output::new(ShapeRule::Transpose, ClassRule::Like(0))];

const fn binary(f: fn(f64, f64) -> Option<f64>) -> ScalarForm {
    ScalarForm::Binary(f)
}

const fn operator(
    inputs: Arity,
    name: &'static str,
    evaluate: Evaluator,
    outputs: &'static [Output],
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    pure(name, inputs, outputs, evaluate, doc).scalar(scalar)
}

const fn many(
    name: &'static str,
    evaluate: Evaluator,
    outputs: &'static [Output],
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    operator(Arity::at_least(2), name, evaluate, outputs, scalar, doc)
}

const fn two(
    name: &'static str,
    evaluate: Evaluator,
    outputs: &'static [Output],
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    operator(Arity::exactly(2), name, evaluate, outputs, scalar, doc)
}

const fn single(
    name: &'static str,
    evaluate: Evaluator,
    outputs: &'static [Output],
    scalar: ScalarForm,
    doc: &'static str,
) -> Row {
    operator(Arity::exactly(1), name, evaluate, outputs, scalar, doc)
}

fn real_power(x: f64, y: f64) -> Option<f64> {
    ops::binary_doubles(BinaryOp::Power, x, y)?.as_double()
}

/// `first op second op …`, from left to right.
fn fold(cx: &mut dyn Context, op: BinaryOp, args: Args) -> Result<Values> {
    let mut args = args.into_iter();
    let mut result = args.next().unwrap_or_default();
    for arg in args {
        result = ops::binary(op, result, arg, cx)?;
    }
    one(result)
}

macro_rules! operators {
    ($($name:ident: $op:ident,)*) => {
        $(fn $name(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
            fold(cx, BinaryOp::$op, args)
        })*
    };
}

operators! {
    plus: Add,
    minus: Subtract,
    times: ElementMultiply,
    mtimes: Multiply,
    rdivide: ElementDivide,
    ldivide: ElementLeftDivide,
    mrdivide: Divide,
    mldivide: LeftDivide,
    power: ElementPower,
    mpower: Power,
    eq: Equal,
    ne: NotEqual,
    lt: Less,
    le: LessEqual,
    gt: Greater,
    ge: GreaterEqual,
    and: And,
    or: Or,
}

macro_rules! unary_operators {
    ($($name:ident: $op:ident,)*) => {
        $(fn $name(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
            one(ops::unary(UnaryOp::$op, args.into_iter().next().unwrap_or_default())?)
        })*
    };
}

unary_operators! {
    not: Not,
    uminus: Minus,
    uplus: Plus,
    transpose: Transpose,
    ctranspose: ConjugateTranspose,
}

fn colon(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.as_slice() {
        [base, limit] => one(ops::range_warning(base, None, limit, cx)?),
        [base, increment, limit] => one(ops::range_warning(base, Some(increment), limit, cx)?),
        _ => Err(Error::invalid_call("colon")),
    }
}

fn xor(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut truths = Vec::with_capacity(args.len());
    if let [x, y] = &args[..]
        && !fits_expanded(&x.dims(), &y.dims())
    {
        return Err(Error::plain("xor: X and Y must be of compatible size or scalars"));
    }
    // Where operands expand, every mistake is put down to their sizes.
    let expands = matches!(&args[..], [x, y]
        if !x.is_scalar() && !y.is_scalar() && x.dims() != y.dims());
    for arg in args {
        truths.push(super::convert::to_logical(arg).map_err(|error| {
            if expands {
                Error::plain("xor: X and Y must be of compatible size or scalars")
            } else {
                error
            }
        })?);
    }
    let mut truths = truths.into_iter();
    let mut result = truths.next().unwrap_or_default();
    for truth in truths {
        result = ops::binary(BinaryOp::NotEqual, result, truth, cx).map_err(|error| {
            if error.identifier == "Octave:nonconformant-args" {
                Error::plain("xor: X and Y must be of compatible size or scalars")
            } else {
                error
            }
        })?;
    }
    one(result)
}

/// Whether extents are the same wherever neither is one.
fn fits_expanded(a: &Dims, b: &Dims) -> bool {
    (0..a.ndims().max(b.ndims())).all(|k| a.get(k) == b.get(k) || a.get(k) == 1 || b.get(k) == 1)
}
