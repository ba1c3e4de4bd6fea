//! Products and solutions of equations. Not in the modules that they are about: the library, which is
//! compiled for minutes, need not be compiled once more for its own tests.

use formwork_linalg::Matrix;
use formwork_linalg::product::Product;
use formwork_linalg::solve::{Solution, Solve};

#[test]
fn all_paths_agree_with_the_definition() {
    for (m, k, n) in [(1, 1, 1), (1, 7, 3), (5, 4, 1), (3, 3, 3), (40, 50, 30), (70, 90, 1)] {
        let a: Vec<f64> = (0..m * k).map(|i| (i * 7 % 11) as f64 - 3.0).collect();
        let b: Vec<f64> = (0..k * n).map(|i| (i * 5 % 13) as f64 - 4.0).collect();
        let c = f64::product(m, k, n, &a, &b);
        for i in 0..m {
            for j in 0..n {
                let sum: f64 = (0..k).map(|p| a[i + p * m] * b[p + j * k]).sum();
                assert_eq!(c[i + j * m], sum, "{m}x{k}x{n} at {i},{j}");
            }
        }
    }
}

#[test]
fn nothing_times_nothing_is_zero() {
    assert_eq!(f64::product(2, 0, 3, &[], &[]), [0.0; 6]);
    assert_eq!(f64::product(1, 0, 1, &[], &[]), [0.0]);
    assert!(f64::product(0, 3, 0, &[], &[]).is_empty());
}

/// What GNU Octave 7.3 prints of these quotients, to the last digit.
#[test]
fn vectors_are_rounded_as_lapack_rounds_them() {
    let quotient = |b: &[f64], a: &[f64]| {
        let column = |x: &[f64]| Matrix::new(x.len(), 1, x.to_vec());
        f64::solve(column(a), column(b)).x.data()[0]
    };
    assert_eq!(quotient(&[-1.0, 7.0, 0.0], &[3.0, 3.0, 0.0]), 1.0);
    assert_eq!(quotient(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]), 1.000_000_000_000_000_2);
    assert_eq!(quotient(&[3.0, 6.0, 9.0], &[1.0, 2.0, 3.0]), 3.000_000_000_000_001);
    assert_eq!(quotient(&[1.5, 2.0, -3.0], &[1.0, 2.0, 3.0]), -0.250_000_000_000_000_1);
    let row = Matrix::new(1, 3, vec![1.0, 2.0, 3.0]);
    let x = f64::solve(row, Matrix::new(1, 1, vec![4.0])).x;
    let wanted = [0.285_714_285_714_285_6, 0.571_428_571_428_571_4, 0.857_142_857_142_857_2];
    assert_eq!(x.data(), wanted);
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
}

fn solved(rows: usize, columns: usize, a: &[f64], b: &[f64]) -> Solution<f64> {
    let wanted = b.len() / rows;
    f64::solve(Matrix::new(rows, columns, a.to_vec()), Matrix::new(rows, wanted, b.to_vec()))
}

#[test]
fn every_kind_of_matrix() {
    for a in
        [[1.0, 3.0, 2.0, 4.0], [1.0, 0.0, 2.0, 4.0], [1.0, 3.0, 0.0, 4.0], [2.0, 1.0, 1.0, 2.0]]
    {
        let b = [a[0] + 2.0 * a[2], a[1] + 2.0 * a[3]];
        let solution = solved(2, 2, &a, &b);
        assert!(close(solution.x.data(), &[1.0, 2.0]), "{a:?}: {:?}", solution.x);
        assert!(solution.negligible.is_empty());
    }
}

#[test]
fn singular_matrices_give_the_least_solution_and_are_told() {
    let solution = solved(2, 2, &[1.0, 2.0, 2.0, 4.0], &[1.0, 1.0]);
    assert!(close(solution.x.data(), &[0.12, 0.24]), "{:?}", solution.x);
    assert_eq!(solution.negligible, [0.0]);
}

#[test]
fn what_is_not_finite_spoils_least_squares() {
    let nan = f64::NAN;
    let all_missing = |x: &[f64]| x.iter().all(|x| x.is_nan());
    assert!(all_missing(solved(3, 1, &[nan, 1.0, 2.0], &[16.0, 13.0, 10.0]).x.data()));
    assert_eq!(solved(3, 1, &[1.0, 2.0, f64::INFINITY], &[1.0, 2.0, 3.0]).x.data(), [0.0]);
    assert_eq!(solved(3, 1, &[0.0; 3], &[nan, 2.0, f64::INFINITY]).x.data(), [0.0]);
    let infinite = solved(1, 2, &[2.0, 0.0], &[2.0, f64::NEG_INFINITY]);
    assert!(all_missing(infinite.x.data()));
    let one_column = solved(1, 2, &[1.0, 2.0], &[2.0, nan]);
    assert!(close(&one_column.x.data()[..2], &[0.4, 0.8]));
    assert!(all_missing(&one_column.x.data()[2..]));
}

#[test]
fn more_or_fewer_equations_than_unknowns() {
    let wide = solved(2, 3, &[1.0; 6], &[1.0, 1.0]);
    assert!(close(wide.x.data(), &[1.0 / 3.0; 3]), "{:?}", wide.x);
    let tall = solved(3, 2, &[1.0, 1.0, 1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]);
    assert!(close(tall.x.data(), &[0.0, 1.0]), "{:?}", tall.x);
}
