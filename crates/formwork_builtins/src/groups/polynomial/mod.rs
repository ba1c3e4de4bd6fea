//! Polynomials and piecewise polynomials: `polyval`, `polyfit`, `roots`, `spline`.

mod arithmetic;
mod evaluate;
mod fit;
mod fractions;
mod interpolating;
mod piecewise;
mod zeros;

use formwork_runtime::Class;
pub(crate) use interpolating::slopes;

use crate::row::{Effects, Output, Row};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("polyval", 2, 4, POLYVAL, evaluate::polyval, "The values of a polynomial."),
    row("polyvalm", 2, 2, POLYVALM, evaluate::polyvalm, "A polynomial of a square matrix."),
    row("polyfit", 3, 3, POLYFIT, fit::polyfit, "The polynomial that fits points best."),
    row("roots", 1, 1, SPECIAL, zeros::roots, "The roots of a polynomial."),
    row("poly", 1, 1, SPECIAL, zeros::poly, "The polynomial with given roots, or of a matrix."),
    row("compan", 1, 1, SPECIAL, zeros::compan, "The companion matrix of a polynomial."),
    row("polyeig", 1, 1, PAIR, zeros::polyeig, "The eigenvalues of a polynomial of matrices.")
        .variadic(),
    row("conv", 2, 3, SPECIAL, arithmetic::conv, "The product of two polynomials."),
    row("deconv", 2, 2, PAIR, arithmetic::deconv, "The quotient and the rest of two polynomials."),
    row("polyder", 1, 2, INTEGERS_TOO, arithmetic::polyder, "The derivative of a polynomial."),
    row("polyint", 1, 2, INTEGERS_TOO, arithmetic::polyint, "The integral of a polynomial."),
    row("polyreduce", 1, 1, REDUCED, arithmetic::polyreduce, "A polynomial without leading zeros."),
    row(
        "polyaffine",
        2,
        2,
        SPECIAL,
        arithmetic::polyaffine,
        "A polynomial of a shifted and scaled variable.",
    ),
    row(
        "polygcd",
        2,
        3,
        SPECIAL,
        arithmetic::polygcd,
        "The greatest common divisor of two polynomials.",
    ),
    POLYOUT,
    row("mpoles", 1, 3, MPOLES, fractions::mpoles, "How often each pole occurs."),
    row(
        "residue",
        2,
        4,
        FOUR,
        fractions::residue,
        "The partial fractions of a quotient of polynomials.",
    ),
    row(
        "mkpp",
        2,
        3,
        STRUCT,
        piecewise::mkpp,
        "A piecewise polynomial from its breaks and coefficients.",
    ),
    row("unmkpp", 1, 1, UNMKPP, piecewise::unmkpp, "The parts of a piecewise polynomial."),
    row("ppval", 2, 2, SPECIAL, piecewise::ppval, "The values of a piecewise polynomial."),
    row("ppder", 1, 2, STRUCT, piecewise::ppder, "The derivative of a piecewise polynomial."),
    row("ppint", 1, 2, STRUCT, piecewise::ppint, "The integral of a piecewise polynomial."),
    row(
        "spline",
        2,
        3,
        ANY,
        interpolating::spline,
        "The cubic spline through points, or its values.",
    ),
    row(
        "pchip",
        2,
        3,
        ANY,
        interpolating::pchip,
        "The cubic through points that keeps their monotony.",
    ),
];

const POLYOUT: Row = {
    let mut polyout =
        row("polyout", 1, 2, TEXT, evaluate::polyout, "A polynomial written out as text.");
    polyout.effects = Effects::OUTPUT.and(Effects::QUIET);
    polyout
};

const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
/// Integers stay integers.
const INTEGERS_TOO: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::Special, ClassRule::Special),
];
const PAIR: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::Special),
];
const POLYVAL: &[Output] = &[
    Output::new(ShapeRule::Like(1), ClassRule::AnyFloat),
    Output::new(ShapeRule::Like(1), ClassRule::AnyFloat),
];
const POLYVALM: &[Output] = &[Output::new(ShapeRule::Like(1), ClassRule::AnyFloat)];
const POLYFIT: &[Output] = &[
    Output::new(ShapeRule::Row, ClassRule::AnyFloat),
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct)),
    Output::new(ShapeRule::Row, ClassRule::AnyFloat),
];
const REDUCED: &[Output] = &[Output::new(ShapeRule::VectorLike(0), ClassRule::Special)];
const TEXT: &[Output] = &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Char))];
const MPOLES: &[Output] = &[
    Output::new(ShapeRule::Column, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Column, ClassRule::Is(Class::Double)),
];
const FOUR: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
];
const STRUCT: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct))];
const UNMKPP: &[Output] = &[
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
];
const ANY: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)];
