//! Linear algebra: `norm`, `inv`, `qr`, `eig`, `svd`.

mod eigen;
mod factor;
pub(crate) mod input;
mod inverse;
mod norms;
mod products;

use super::reduce::row;
use crate::row::{Output, Row};
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("norm", 1, 3, NORM, norms::norm, "The norm of a vector or a matrix."),
    row("vecnorm", 1, 3, SPECIAL, norms::vecnorm, "The norms of the vectors along a dimension."),
    row("inv", 1, 1, SQUARE_AND_NUMBER, inverse::inv, "The inverse of a square matrix."),
    row("inverse", 1, 1, SQUARE_AND_NUMBER, inverse::inv, "The inverse of a square matrix."),
    row("det", 1, 1, TWO_NUMBERS, inverse::det, "The determinant of a square matrix."),
    row("rcond", 1, 1, NUMBER, inverse::rcond, "An estimate of the reciprocal condition number."),
    row("cond", 1, 2, NUMBER, inverse::cond, "The condition number for inversion."),
    row("rank", 1, 2, RANK, inverse::rank, "How many singular values are not negligible."),
    row("pinv", 1, 2, MATRIX, inverse::pinv, "The pseudo-inverse of a matrix."),
    row(
        "null",
        1,
        2,
        MATRIX,
        inverse::null,
        "An orthonormal basis of what a matrix takes to zero.",
    ),
    row("orth", 1, 2, MATRIX, inverse::orth, "An orthonormal basis of what a matrix reaches."),
    row("lu", 1, 2, THREE, factor::lu, "The triangular factors of a matrix, with row exchanges."),
    row("chol", 1, 3, CHOL, factor::chol, "The Cholesky factor of a positive definite matrix."),
    row("qr", 1, 4, THREE, factor::qr, "An orthogonal and a triangular factor of a matrix."),
    row("svd", 1, 2, THREE, factor::svd, "The singular values and vectors of a matrix."),
    row("eig", 1, 4, THREE, eigen::eig, "The eigenvalues and eigenvectors of a square matrix."),
    row("schur", 1, 2, TWO, eigen::schur, "The Schur form of a square matrix."),
    row("hess", 1, 1, TWO, eigen::hess, "The Hessenberg form of a square matrix."),
    row(
        "balance",
        1,
        4,
        THREE,
        eigen::balance,
        "A square matrix with rows and columns alike in size.",
    ),
    row("dot", 2, 3, DOT, products::dot, "The scalar products of vectors along a dimension."),
    row(
        "cross",
        2,
        3,
        SPECIAL,
        products::cross,
        "The vector products of vectors of three elements.",
    ),
    row("kron", 2, 2, KRON, products::kron, "The Kronecker product of matrices.").variadic(),
    row("trace", 1, 1, TRACE, products::trace, "The sum of the diagonal of a matrix."),
];

const fn float(shape: ShapeRule) -> Output {
    Output::new(shape, ClassRule::Float)
}

const NORM: &[Output] = &[float(ShapeRule::Special)];
const NUMBER: &[Output] = &[float(ShapeRule::Scalar)];
const TWO_NUMBERS: &[Output] = &[float(ShapeRule::Scalar), float(ShapeRule::Scalar)];
const RANK: &[Output] =
    &[Output::new(ShapeRule::Scalar, ClassRule::Is(formwork_runtime::Class::Double))];
const SQUARE_AND_NUMBER: &[Output] = &[float(ShapeRule::Special), float(ShapeRule::Scalar)];
const MATRIX: &[Output] = &[float(ShapeRule::Special)];
const TWO: &[Output] = &[float(ShapeRule::Special), float(ShapeRule::Special)];
const THREE: &[Output] =
    &[float(ShapeRule::Special), float(ShapeRule::Special), float(ShapeRule::Special)];
const CHOL: &[Output] =
    &[float(ShapeRule::Special), float(ShapeRule::Scalar), float(ShapeRule::Special)];
const DOT: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const KRON: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Float)];
const TRACE: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Special)];
const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
