//! Linear algebra: `norm`, `inv`, `qr`, `eig`, `svd`.

mod eigen;
mod factor;
mod functions;
mod gallery;
mod inverse;
mod norms;
mod products;
mod rotation;
mod singular;
mod structure;
mod systems;

use formwork_runtime::Class;

use crate::row::{Output, Row};
use crate::row_constructors::row;
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
    row("kron", 2, 2, KRON, products::kron, "The Kronecker product of matrices.")
        .variadic()
        .folding(crate::folding::few_together),
    row("trace", 1, 1, TRACE, products::trace, "The sum of the diagonal of a matrix."),
    row("expm", 1, 1, SAME, functions::expm, "The exponential of a square matrix."),
    row("logm", 1, 2, UNSURE, functions::logm, "The logarithm of a square matrix."),
    row("sqrtm", 1, 1, ROOT, functions::sqrtm, "The square root of a square matrix."),
    row("rsf2csf", 2, 2, TWO, functions::rsf2csf, "The complex Schur form from the real one."),
    row(
        "toeplitz",
        1,
        2,
        SPECIAL,
        gallery::toeplitz,
        "The matrix that is constant along its diagonals.",
    )
    .folding(crate::folding::few_together),
    row(
        "hankel",
        1,
        2,
        SPECIAL,
        gallery::hankel,
        "The matrix that is constant along its anti-diagonals.",
    )
    .folding(crate::folding::few_together),
    row("vander", 1, 2, SPECIAL, gallery::vander, "The matrix of the powers of a vector.")
        .folding(crate::folding::few_together),
    row("hilb", 1, 1, DOUBLES, gallery::hilb, "The Hilbert matrix.")
        .folding(crate::folding::sized_after::<0>),
    row("invhilb", 1, 1, DOUBLES, gallery::invhilb, "The inverse of the Hilbert matrix.")
        .folding(crate::folding::sized_after::<0>),
    row("magic", 1, 1, DOUBLES, gallery::magic, "A magic square.")
        .folding(crate::folding::sized_after::<0>),
    row("pascal", 1, 2, DOUBLES, gallery::pascal, "The matrix of Pascal's triangle.")
        .folding(crate::folding::sized_after::<0>),
    row(
        "rosser",
        0,
        0,
        DOUBLES,
        gallery::rosser,
        "The Rosser matrix, a trial of eigenvalue solvers.",
    ),
    row(
        "wilkinson",
        1,
        1,
        DOUBLES,
        gallery::wilkinson,
        "The Wilkinson matrix, a trial of eigenvalue solvers.",
    )
    .folding(crate::folding::sized_after::<0>),
    row("hadamard", 1, 1, DOUBLES, gallery::hadamard, "A Hadamard matrix.")
        .folding(crate::folding::sized_after::<0>),
    row(
        "commutation_matrix",
        1,
        2,
        DOUBLES,
        gallery::commutation_matrix,
        "The matrix that takes vec(A) to vec(A').",
    )
    .folding(crate::folding::tiny),
    row(
        "duplication_matrix",
        1,
        1,
        DOUBLES,
        gallery::duplication_matrix,
        "The matrix that takes vech(A) to vec(A).",
    )
    .folding(crate::folding::tiny),
    row("isdiag", 1, 1, TRUTH, structure::isdiag, "Whether only the diagonal is not zero."),
    row("istril", 1, 1, TRUTH, structure::istril, "Whether everything above the diagonal is zero."),
    row("istriu", 1, 1, TRUTH, structure::istriu, "Whether everything below the diagonal is zero."),
    row(
        "isbanded",
        3,
        3,
        BANDED,
        structure::isbanded,
        "Whether everything outside a band is zero.",
    ),
    row(
        "bandwidth",
        1,
        2,
        COUNTS,
        structure::bandwidth,
        "How far the band reaches below and above the diagonal.",
    ),
    row(
        "issymmetric",
        1,
        3,
        TRUTH,
        structure::issymmetric,
        "Whether a matrix equals its transpose.",
    ),
    row(
        "ishermitian",
        1,
        3,
        TRUTH,
        structure::ishermitian,
        "Whether a matrix equals its conjugate transpose.",
    ),
    row("isdefinite", 1, 2, TRUTH, structure::isdefinite, "Whether a matrix is positive definite."),
    row(
        "vech",
        1,
        1,
        TRIANGLE,
        structure::vech,
        "The lower triangle of a square matrix as a column.",
    ),
    row("matrix_type", 1, 4, ANY, structure::matrix_type, "What kind of system a matrix makes."),
    row(
        "givens",
        2,
        2,
        TWO,
        systems::givens,
        "The rotation that makes the second of two numbers zero.",
    ),
    row(
        "planerot",
        1,
        1,
        TWO,
        systems::planerot,
        "The rotation that makes the second element zero.",
    ),
    row(
        "housh",
        3,
        3,
        HOUSH,
        systems::housh,
        "The reflection that leaves one element of a vector.",
    ),
    row("sylvester", 3, 3, MATRIX, systems::sylvester, "The solution of A X + X B = C."),
    row(
        "mgorth",
        2,
        2,
        TWO,
        systems::mgorth,
        "A vector made orthogonal to the columns of a matrix.",
    ),
    row("blkmm", 2, 2, MATRIX, systems::blkmm, "The products of the pages of two arrays."),
    row("linsolve", 2, 3, TWO, systems::linsolve, "The solution of a linear system."),
    row("lscov", 2, 4, FOUR, systems::lscov, "Least squares with known covariances."),
    row(
        "normest",
        1,
        2,
        TWO_NUMBERS,
        systems::normest,
        "An estimate of the greatest singular value.",
    ),
    row("normest1", 1, 3, FOUR, systems::normest1, "An estimate of the 1-norm."),
    row(
        "condest",
        1,
        3,
        TWO,
        systems::condest,
        "An estimate of the condition number in the 1-norm.",
    ),
    row("rref", 1, 2, TWO, systems::rref, "The reduced row echelon form."),
    row(
        "subspace",
        2,
        2,
        ANGLE,
        systems::subspace,
        "The greatest angle between two column spaces.",
    ),
    row("cholinv", 1, 1, MATRIX, systems::cholinv, "The inverse of a positive definite matrix."),
    row("chol2inv", 1, 1, MATRIX, systems::chol2inv, "The inverse from a Cholesky factor."),
];

const fn float(shape: ShapeRule) -> Output {
    Output::new(shape, ClassRule::AnyFloat)
}

/// An empty matrix stays what it is.
const ROOT: &[Output] = &[
    Output::new(ShapeRule::SameSquare, ClassRule::Unknown),
    Output::new(ShapeRule::Scalar, ClassRule::Unknown),
];
/// There is no angle to no space.
const ANGLE: &[Output] = &[float(ShapeRule::Column)];
/// Cells stay as they are.
const TRIANGLE: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))];
const NORM: &[Output] = &[float(ShapeRule::Special)];
const NUMBER: &[Output] = &[float(ShapeRule::Scalar)];
const TWO_NUMBERS: &[Output] = &[float(ShapeRule::Scalar), float(ShapeRule::Scalar)];
const RANK: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double))];
const SQUARE_AND_NUMBER: &[Output] = &[float(ShapeRule::Special), float(ShapeRule::Scalar)];
const MATRIX: &[Output] = &[float(ShapeRule::Special)];
const TWO: &[Output] = &[float(ShapeRule::Special), float(ShapeRule::Special)];
const THREE: &[Output] =
    &[float(ShapeRule::Special), float(ShapeRule::Special), float(ShapeRule::Special)];
const CHOL: &[Output] =
    &[float(ShapeRule::Special), float(ShapeRule::Scalar), float(ShapeRule::Special)];
const DOT: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const KRON: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
const TRACE: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Special)];
const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const SAME: &[Output] = &[float(ShapeRule::Like(0))];
/// A logarithm may lose its class on the way; its estimate is a number.
const UNSURE: &[Output] = &[
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
    Output::new(ShapeRule::Unknown, ClassRule::Unknown),
];
const DOUBLES: &[Output] = &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double))];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const BANDED: &[Output] = &[Output::new(ShapeRule::Matrix, ClassRule::Unknown)];
const COUNTS: &[Output] = &[
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double)),
];
const ANY: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)];
const HOUSH: &[Output] = &[
    float(ShapeRule::Like(0)),
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical)),
];
const FOUR: &[Output] = &[
    float(ShapeRule::Special),
    float(ShapeRule::Special),
    float(ShapeRule::Special),
    float(ShapeRule::Special),
];
