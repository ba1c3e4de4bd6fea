//! Every decomposition multiplies back to what it was made from, small and large,
//! real and complex.

use formwork_linalg::eigen::{General, Wanted};
use formwork_linalg::fourier::{Direction, transform};
use formwork_linalg::qr::Extent;
use formwork_linalg::triangular::Triangle;
use formwork_linalg::{
    Matrix, RealScalar, Scalar, balance, cholesky, generalized, hessenberg, lu, qr, svd, symmetric,
    triangular,
};
use num_complex::Complex;

/// A reproducible matrix without any structure.
fn noise<T: Scalar>(rows: usize, columns: usize, seed: u64) -> Matrix<T> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    Matrix::from_fn(rows, columns, |_, _| T::from_parts(T::Base::of(next()), T::Base::of(next())))
}

fn distance<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) -> f64 {
    assert_eq!((a.rows(), a.columns()), (b.rows(), b.columns()));
    let mut difference = a.clone();
    difference.add_scaled(-T::ONE, b);
    difference.norm_frobenius().to_double()
}

fn close<T: Scalar>(a: &Matrix<T>, b: &Matrix<T>) {
    let size = b.norm_frobenius().to_double().max(1.0);
    let limit = T::Base::EPSILON.to_double() * 200.0 * size * (a.rows() + a.columns() + 1) as f64;
    let distance = distance(a, b);
    assert!(distance <= limit, "{}x{}: {distance} > {limit}", a.rows(), a.columns());
}

fn orthonormal<T: Scalar>(q: &Matrix<T>) {
    close(&q.adjoint().times(q), &Matrix::identity(q.columns(), q.columns()));
}

const SIZES: &[(usize, usize)] = &[
    (1, 1),
    (2, 2),
    (3, 2),
    (2, 3),
    (5, 5),
    (9, 4),
    (4, 9),
    (30, 30),
    (120, 120),
    (150, 90),
    (90, 150),
];

fn all_factors<T: Scalar>() {
    for &(m, n) in SIZES {
        let a: Matrix<T> = noise(m, n, 7 + (m * n) as u64);
        let factors = lu::lu(a.clone());
        let permuted = Matrix::from_fn(m, n, |i, j| a[(factors.permutation[i], j)]);
        close(&factors.lower().times(&factors.upper()), &permuted);

        for extent in [Extent::Full, Extent::Economy] {
            let (q, r) = qr::qr(a.clone(), extent);
            let q = q.expect("a factor was asked for");
            orthonormal(&q);
            close(&q.times(&r), &a);
            let (q, r, order) = qr::pivoted(a.clone(), extent);
            close(&q.expect("a factor was asked for").times(&r), &a.select_columns(&order));

            let parts = svd::svd(a.clone(), extent).expect("it converges");
            orthonormal(&parts.u);
            orthonormal(&parts.v);
            assert!(parts.values.windows(2).all(|pair| pair[0] >= pair[1]));
            let middle = Matrix::from_fn(parts.u.columns(), parts.v.columns(), |i, j| {
                if i == j { T::from_base(parts.values[i]) } else { T::ZERO }
            });
            close(&parts.u.times(&middle).times(&parts.v.adjoint()), &a);
            let values = svd::svd(a.clone(), Extent::None).expect("it converges").values;
            for (&x, &y) in values.iter().zip(&parts.values) {
                let limit = T::Base::EPSILON.to_double() * 1000.0;
                assert!((x.to_double() - y.to_double()).abs() < limit);
            }
        }
    }
}

fn all_square<T: General>()
where
    Complex<T::Base>: Scalar<Base = T::Base>,
{
    for n in [1, 2, 3, 4, 6, 11, 40, 110] {
        let a: Matrix<T> = noise(n, n, 99 + n as u64);
        close(&lu::lu(a.clone()).inverse().times(&a), &Matrix::identity(n, n));

        let gram = a.adjoint().times(&a);
        let r = cholesky::cholesky(&gram).expect("it is positive definite");
        close(&r.adjoint().times(&r), &gram);

        let mut even = a.clone();
        even.add_scaled(T::ONE, &a.adjoint());
        let (values, vectors) = symmetric::eigen(even.clone(), true).expect("it converges");
        let vectors = vectors.expect("they were asked for");
        orthonormal(&vectors);
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        let diagonal: Vec<T> = values.iter().map(|&x| T::from_base(x)).collect();
        close(&vectors.times(&Matrix::diagonal(&diagonal)), &even.times(&vectors));
        let (alone, _) = symmetric::eigen(even, false).expect("it converges");
        for (&x, &y) in alone.iter().zip(&values) {
            assert!((x - y).magnitude().to_double() < 1e4 * T::Base::EPSILON.to_double());
        }

        let (q, h) = hessenberg::hessenberg(a.clone(), 0, n, true);
        let q = q.expect("it was asked for");
        orthonormal(&q);
        close(&q.times(&h).times(&q.adjoint()), &a);

        let (u, s) = T::schur(a.clone(), true).expect("it converges");
        let u = u.expect("it was asked for");
        orthonormal(&u);
        close(&u.times(&s).times(&u.adjoint()), &a);

        let wanted = Wanted { right: true, left: true, balance: true };
        let eigen = T::eigen(a.clone(), wanted).expect("it converges");
        let v = eigen.right.expect("they were asked for");
        let w = eigen.left.expect("they were asked for");
        let d = Matrix::diagonal(&eigen.values);
        let complex: Matrix<Complex<T::Base>> = a.to_complex();
        close(&complex.times(&v), &v.times(&d));
        close(&w.adjoint().times(&complex), &d.times(&w.adjoint()));
    }
}

#[test]
fn factors_multiply_back() {
    all_factors::<f64>();
    all_factors::<f32>();
    all_factors::<Complex<f64>>();
    all_factors::<Complex<f32>>();
}

#[test]
fn forms_of_square_matrices_multiply_back() {
    all_square::<f64>();
    all_square::<f32>();
    all_square::<Complex<f64>>();
    all_square::<Complex<f32>>();
}

#[test]
fn the_signs_are_those_of_lapack() {
    let a = Matrix::new(2, 2, vec![1.0, 3.0, 2.0, 4.0]);
    let (_, r) = qr::qr(a.clone(), Extent::Full);
    assert!((r[(0, 0)] + 10f64.sqrt()).abs() < 1e-15 && r[(1, 1)] < 0.0);
    let wanted = Wanted { right: true, left: false, balance: true };
    let eigen = f64::eigen(a, wanted).expect("it converges");
    let v = eigen.right.expect("they were asked for");
    assert!((v[(0, 0)].re + 0.8246).abs() < 1e-4 && (v[(0, 1)].re + 0.4160).abs() < 1e-4);
    let even = Matrix::new(2, 2, vec![2.0f64, 1.0, 1.0, 3.0]);
    let (_, v) = symmetric::eigen(even, true).expect("it converges");
    let v = v.expect("they were asked for");
    assert!((v[(0, 0)] + 0.8507).abs() < 1e-4 && (v[(0, 1)] - 0.5257).abs() < 1e-4);
}

#[test]
fn a_failing_cholesky_says_where() {
    let a = Matrix::diagonal(&[4.0, 5.0, -1.0]);
    let (place, factor) = cholesky::cholesky(&a).expect_err("it is indefinite");
    assert_eq!((place, factor.rows()), (2, 2));
}

#[test]
fn balancing_is_a_similarity() {
    let mut a = Matrix::new(3, 3, vec![1.0, 1e5, 0.0, 1e-5, 2.0, 1e3, 0.0, 7.0, 3.0]);
    let original = a.clone();
    let done = balance::balance(&mut a, true, true);
    let mut t = Matrix::identity(3, 3);
    done.back_transform(&mut t, false);
    close(&t.times(&a), &original.times(&t));
}

#[test]
fn pairs_of_matrices_have_eigenvalues() {
    let a: Matrix<f64> = noise(6, 6, 3);
    let b: Matrix<f64> = noise(6, 6, 4);
    let wanted = Wanted { right: true, left: false, balance: false };
    let (values, v, _) = generalized::eigen(&a, &b, wanted).expect("it converges");
    let v = v.expect("they were asked for");
    let (ca, cb): (Matrix<Complex<f64>>, Matrix<Complex<f64>>) = (a.to_complex(), b.to_complex());
    let left = ca.times(&v);
    let right = cb.times(&v).times(&Matrix::diagonal(&values));
    assert!(distance(&left, &right) < 1e-10 * right.norm_frobenius());
}

#[test]
fn triangles_are_inverted() {
    for n in [1, 5, 70] {
        let mut u: Matrix<f64> = noise(n, n, 5);
        for i in 0..n {
            u[(i, i)] += 3.0;
        }
        let u = u.upper_part();
        close(&triangular::inverse(Triangle::Upper, &u).times(&u), &Matrix::identity(n, n));
        let l = u.transpose();
        close(&triangular::inverse(Triangle::Lower, &l).times(&l), &Matrix::identity(n, n));
    }
}

#[test]
fn a_transform_there_and_back_is_nothing() {
    for (before, along, after) in
        [(1, 7, 3), (3, 8, 2), (10, 12, 1), (1, 1, 5), (1, 3, 1), (2, 5, 2), (1, 60, 1), (1, 45, 1)]
    {
        let x: Matrix<Complex<f64>> = noise(before * along, after, 11);
        let mut data = x.data().to_vec();
        transform(&mut data, before, along, Direction::Forward);
        let sum: Complex<f64> = (0..along).map(|k| x.data()[k * before]).sum();
        assert!((data[0] - sum).norm() < 1e-12);
        transform(&mut data, before, along, Direction::Inverse);
        let back = Matrix::new(before * along, after, data);
        close(&back, &x);
    }
}
