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

use crate::row::{Effects, Evidence, Output, Row};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("polyval", 2, 4, POLYVAL, evaluate::polyval, "The values of a polynomial.").vetted(),
    row("polyvalm", 2, 2, POLYVALM, evaluate::polyvalm, "A polynomial of a square matrix.")
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("polyfit", 3, 3, POLYFIT, fit::polyfit, "The polynomial that fits points best.")
        .own_shape(special::polynomial::polyfit)
        .vetted(),
    row("roots", 1, 1, SPECIAL, zeros::roots, "The roots of a polynomial.")
        .own_shape(special::polynomial::roots)
        .real(Realness::Open)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("poly", 1, 1, SPECIAL, zeros::poly, "The polynomial with given roots, or of a matrix.")
        .own_shape(special::polynomial::poly)
        .real(Realness::Open)
        .doubted_of_others(),
    row("compan", 1, 1, SPECIAL, zeros::compan, "The companion matrix of a polynomial.")
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("polyeig", 1, 1, PAIR, zeros::polyeig, "The eigenvalues of a polynomial of matrices.")
        .variadic()
        .real(Realness::Open),
    row("conv", 2, 3, SPECIAL, arithmetic::conv, "The product of two polynomials.")
        .own_shape(special::polynomial::conv)
        .vetted(),
    row("deconv", 2, 2, PAIR, arithmetic::deconv, "The quotient and the rest of two polynomials.")
        .own_shape(special::polynomial::deconv)
        .own_classes(special::classes::deconv)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("polyder", 1, 2, INTEGERS_TOO, arithmetic::polyder, "The derivative of a polynomial.")
        .own_shape(special::polynomial::polyder)
        .own_classes(special::classes::polyint)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("polyint", 1, 2, INTEGERS_TOO, arithmetic::polyint, "The integral of a polynomial.")
        .own_shape(special::polynomial::polyder)
        .own_classes(special::classes::polyint)
        .compared(Evidence::Numbers),
    row("polyreduce", 1, 1, REDUCED, arithmetic::polyreduce, "A polynomial without leading zeros.")
        .compared(Evidence::Numbers),
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
    )
    .real(Realness::Open)
    .compared(Evidence::Numbers)
    .doubted_of_others(),
    POLYOUT,
    row("mpoles", 1, 3, MPOLES, fractions::mpoles, "How often each pole occurs.")
        .real(Realness::Open)
        .compared(Evidence::Numbers),
    row(
        "residue",
        2,
        4,
        FOUR,
        fractions::residue,
        "The partial fractions of a quotient of polynomials.",
    )
    .real(Realness::Open)
    .compared(Evidence::Numbers)
    .doubted_of_numbers(),
    row(
        "mkpp",
        2,
        3,
        STRUCT,
        piecewise::mkpp,
        "A piecewise polynomial from its breaks and coefficients.",
    )
    .compared(Evidence::Numbers),
    row("unmkpp", 1, 1, UNMKPP, piecewise::unmkpp, "The parts of a piecewise polynomial.")
        .compared(Evidence::Numbers),
    row("ppval", 2, 2, SPECIAL, piecewise::ppval, "The values of a piecewise polynomial.")
        .real(Realness::Open)
        .compared(Evidence::Numbers),
    row("ppder", 1, 2, STRUCT, piecewise::ppder, "The derivative of a piecewise polynomial."),
    row("ppint", 1, 2, STRUCT, piecewise::ppint, "The integral of a piecewise polynomial."),
    row(
        "spline",
        2,
        3,
        ANY,
        interpolating::spline,
        "The cubic spline through points, or its values.",
    )
    .real(Realness::Open)
    .compared(Evidence::Numbers),
    row(
        "pchip",
        2,
        3,
        ANY,
        interpolating::pchip,
        "The cubic through points that keeps their monotony.",
    )
    .real(Realness::Open)
    .compared(Evidence::Numbers),
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
