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

use crate::row::{Evidence, Lesson, Operation, Output, Row};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("norm", 1, 3, NORM, norms::norm, "The norm of a vector or a matrix.")
        .own_shape(special::linear::norm)
        .real(Realness::Always)
        .bounds(limits::natural)
        .vetted()
        .operation(Operation::Norm)
        .everyday(),
    row("vecnorm", 1, 3, SPECIAL, norms::vecnorm, "The norms of the vectors along a dimension.")
        .own_shape(special::statistics::vecnorm)
        .own_classes(special::classes::floating),
    row("inv", 1, 1, SQUARE_AND_NUMBER, inverse::inv, "The inverse of a square matrix.")
        .own_shape(special::linear::square)
        .vetted()
        .teaching(Lesson::SquareAfterwards),
    row("inverse", 1, 1, SQUARE_AND_NUMBER, inverse::inv, "The inverse of a square matrix.")
        .own_shape(special::linear::square),
    row("det", 1, 1, TWO_NUMBERS, inverse::det, "The determinant of a square matrix.")
        .vetted()
        .teaching(Lesson::SquareAfterwards),
    row("rcond", 1, 1, NUMBER, inverse::rcond, "An estimate of the reciprocal condition number."),
    row("cond", 1, 2, NUMBER, inverse::cond, "The condition number for inversion.")
        .real(Realness::Always)
        .bounds(limits::natural)
        .compared(Evidence::Numbers)
        .doubted_of_numbers(),
    row("rank", 1, 2, RANK, inverse::rank, "How many singular values are not negligible.")
        .real(Realness::Always)
        .bounds(limits::count)
        .vetted(),
    row("pinv", 1, 2, MATRIX, inverse::pinv, "The pseudo-inverse of a matrix.")
        .own_shape(special::linear::pinv)
        .vetted(),
    row(
        "null",
        1,
        2,
        MATRIX,
        inverse::null,
        "An orthonormal basis of what a matrix takes to zero.",
    )
    .settled_by_library()
    .own_shape(special::linear::null)
    .own_classes(special::classes::floating)
    .vetted(),
    row("orth", 1, 2, MATRIX, inverse::orth, "An orthonormal basis of what a matrix reaches.")
        .settled_by_library()
        .own_classes(special::classes::floating)
        .own_shape(special::linear::orth)
        .vetted(),
    row("lu", 1, 2, THREE, factor::lu, "The triangular factors of a matrix, with row exchanges.")
        .own_shape(special::linear::lu)
        .vetted()
        .matlab_takes(3)
        .more_outputs(),
    row("chol", 1, 3, CHOL, factor::chol, "The Cholesky factor of a positive definite matrix.")
        .own_shape(special::linear::chol)
        .vetted()
        .teaching(Lesson::SquareAfterwards),
    row("qr", 1, 4, THREE, factor::qr, "An orthogonal and a triangular factor of a matrix.")
        .settled_by_library()
        .own_shape(special::linear::qr)
        .vetted()
        .more_outputs(),
    row("svd", 1, 2, THREE, factor::svd, "The singular values and vectors of a matrix.")
        .settled_by_library()
        .own_shape(special::linear::svd)
        .real(Realness::AlwaysOnly(1))
        .bounds(limits::singular_values)
        .vetted()
        .matlab_takes(4),
    row("eig", 1, 4, THREE, eigen::eig, "The eigenvalues and eigenvectors of a square matrix.")
        .own_shape(special::linear::eig)
        .real(Realness::Open)
        .vetted()
        .teaching(Lesson::SquareAfterwards),
    row("schur", 1, 2, TWO, eigen::schur, "The Schur form of a square matrix.")
        .settled_by_library()
        .own_shape(special::linear::schur)
        .own_classes(special::classes::floating)
        .real(Realness::Open)
        .compared(Evidence::Numbers)
        .more_outputs()
        .teaching(Lesson::SquareAfterwards),
    row("hess", 1, 1, TWO, eigen::hess, "The Hessenberg form of a square matrix.")
        .settled_by_library()
        .own_shape(special::linear::schur)
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers)
        .teaching(Lesson::SquareAfterwards),
    row(
        "balance",
        1,
        4,
        THREE,
        eigen::balance,
        "A square matrix with rows and columns alike in size.",
    )
    .own_classes(special::classes::floating)
    .doubted_of_numbers(),
    row("dot", 2, 3, DOT, products::dot, "The scalar products of vectors along a dimension.")
        .own_shape(special::linear::dot)
        .own_classes(special::classes::dot)
        .vetted()
        .operation(Operation::Dot),
    row(
        "cross",
        2,
        3,
        SPECIAL,
        products::cross,
        "The vector products of vectors of three elements.",
    )
    .own_shape(special::linear::cross)
    .own_classes(special::classes::dot)
    .vetted()
    .operation(Operation::Cross),
    row("kron", 2, 2, KRON, products::kron, "The Kronecker product of matrices.")
        .variadic()
        .folding(crate::folding::few_together)
        .own_shape(special::arrange::kron)
        .vetted(),
    row("trace", 1, 1, TRACE, products::trace, "The sum of the diagonal of a matrix.")
        .own_classes(special::classes::trace)
        .vetted(),
    row("expm", 1, 1, SAME, functions::expm, "The exponential of a square matrix.")
        .own_shape(special::linear::square)
        .own_classes(special::classes::expm)
        .vetted()
        .teaching(Lesson::SquareAfterwards),
    row("logm", 1, 2, UNSURE, functions::logm, "The logarithm of a square matrix.")
        .own_shape(special::linear::square)
        .own_classes(special::classes::logm)
        .real(Realness::Open)
        .compared(Evidence::Numbers)
        .teaching(Lesson::SquareAfterwards),
    row("sqrtm", 1, 1, ROOT, functions::sqrtm, "The square root of a square matrix.")
        .own_shape(special::linear::square)
        .own_classes(special::classes::logm)
        .real(Realness::Open)
        .compared(Evidence::Numbers)
        .teaching(Lesson::SquareAfterwards),
    row("rsf2csf", 2, 2, TWO, functions::rsf2csf, "The complex Schur form from the real one.")
        .real(Realness::Open),
    row(
        "toeplitz",
        1,
        2,
        SPECIAL,
        gallery::toeplitz,
        "The matrix that is constant along its diagonals.",
    )
    .folding(crate::folding::few_together)
    .own_shape(special::linear::toeplitz)
    .own_classes(special::classes::toeplitz)
    .compared(Evidence::Numbers),
    row(
        "hankel",
        1,
        2,
        SPECIAL,
        gallery::hankel,
        "The matrix that is constant along its anti-diagonals.",
    )
    .folding(crate::folding::few_together)
    .own_shape(special::linear::toeplitz)
    .own_classes(special::classes::toeplitz)
    .compared(Evidence::Numbers),
    row("vander", 1, 2, SPECIAL, gallery::vander, "The matrix of the powers of a vector.")
        .folding(crate::folding::few_together)
        .own_shape(special::linear::vander)
        .own_classes(special::classes::vander)
        .compared(Evidence::Numbers),
    row("hilb", 1, 1, FLOATS, gallery::hilb, "The Hilbert matrix.")
        .own_classes(special::classes::kept_or_double)
        .folding(crate::folding::sized_after::<0>)
        .own_shape(special::construct::side)
        .compared(Evidence::Numbers),
    row("invhilb", 1, 1, DOUBLES, gallery::invhilb, "The inverse of the Hilbert matrix.")
        .folding(crate::folding::sized_after::<0>)
        .own_shape(special::construct::side)
        .compared(Evidence::Numbers),
    row("magic", 1, 1, FLOATS, gallery::magic, "A magic square.")
        .own_classes(special::classes::kept_or_double)
        .folding(crate::folding::sized_after::<0>)
        .own_shape(special::construct::side)
        .vetted(),
    row("pascal", 1, 2, DOUBLES, gallery::pascal, "The matrix of Pascal's triangle.")
        .folding(crate::folding::sized_after::<0>)
        .compared(Evidence::Numbers),
    row(
        "rosser",
        0,
        0,
        DOUBLES,
        gallery::rosser,
        "The Rosser matrix, a trial of eigenvalue solvers.",
    )
    .own_shape(special::construct::side),
    row(
        "wilkinson",
        1,
        1,
        FLOATS,
        gallery::wilkinson,
        "The Wilkinson matrix, a trial of eigenvalue solvers.",
    )
    .folding(crate::folding::sized_after::<0>)
    .own_shape(special::construct::side)
    .compared(Evidence::Numbers),
    row("hadamard", 1, 1, DOUBLES, gallery::hadamard, "A Hadamard matrix.")
        .folding(crate::folding::sized_after::<0>)
        .compared(Evidence::Numbers),
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
    )
    .doubted_of_numbers()
    .doubted_of_others(),
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
    )
    .own_classes(special::classes::kept_or_double)
    .compared(Evidence::Numbers),
    row("matrix_type", 1, 4, ANY, structure::matrix_type, "What kind of system a matrix makes."),
    row(
        "givens",
        2,
        2,
        TWO,
        systems::givens,
        "The rotation that makes the second of two numbers zero.",
    )
    .real(Realness::Open)
    .doubted_of_numbers()
    .doubted_of_others(),
    row(
        "planerot",
        1,
        1,
        TWO,
        systems::planerot,
        "The rotation that makes the second element zero.",
    )
    .compared(Evidence::Numbers),
    row(
        "housh",
        3,
        3,
        HOUSH,
        systems::housh,
        "The reflection that leaves one element of a vector.",
    )
    .doubted_of_numbers()
    .doubted_of_others(),
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
    row("linsolve", 2, 3, TWO, systems::linsolve, "The solution of a linear system.")
        .own_classes(special::classes::linsolve)
        .compared(Evidence::Numbers),
    row("lscov", 2, 4, FOUR, systems::lscov, "Least squares with known covariances.")
        .real(Realness::Open)
        .doubted_of_others(),
    row(
        "normest",
        1,
        2,
        TWO_NUMBERS,
        systems::normest,
        "An estimate of the greatest singular value.",
    )
    .compared(Evidence::Numbers),
    row("normest1", 1, 3, FOUR, systems::normest1, "An estimate of the 1-norm.")
        .doubted_of_numbers()
        .doubted_of_others(),
    row(
        "condest",
        1,
        3,
        TWO,
        systems::condest,
        "An estimate of the condition number in the 1-norm.",
    )
    .doubted_of_numbers(),
    row("rref", 1, 2, TWO, systems::rref, "The reduced row echelon form.")
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row(
        "subspace",
        2,
        2,
        ANGLE,
        systems::subspace,
        "The greatest angle between two column spaces.",
    )
    .compared(Evidence::Numbers),
    row("cholinv", 1, 1, MATRIX, systems::cholinv, "The inverse of a positive definite matrix.")
        .doubted_of_numbers(),
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
const FLOATS: &[Output] = &[Output::new(ShapeRule::Matrix, ClassRule::AnyFloat)];
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
