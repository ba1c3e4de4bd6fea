//! Balancing: making rows and columns of a square matrix alike in size by a
//! permutation and powers of two.

use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar, norm2};

/// What was done to a matrix; as LAPACK's `gebal` tells it, counted from 0.
#[derive(Clone, Debug)]
pub struct Balance<R> {
    /// Rows and columns before this one are triangular already.
    pub low: usize,
    /// Rows and columns from this one on are triangular already.
    pub high: usize,
    /// Within `low..high` the factor of a column; outside with what it was exchanged.
    pub scale: Vec<R>,
}

/// Balances a matrix in place.
pub fn balance<T: Scalar>(a: &mut Matrix<T>, permute: bool, scale: bool) -> Balance<T::Base> {
    let n = a.rows();
    let mut done = Balance { low: 0, high: n, scale: vec![T::Base::ONE; n] };
    if n == 0 {
        return done;
    }
    if permute {
        permute_rows(a, &mut done);
    }
    if scale {
        scale_block(a, &mut done);
    }
    done
}

fn exchange<T: Scalar>(a: &mut Matrix<T>, j: usize, m: usize) {
    a.swap_columns(j, m);
    a.swap_rows(j, m);
}

fn permute_rows<T: Scalar>(a: &mut Matrix<T>, done: &mut Balance<T::Base>) {
    'rows: loop {
        let high = done.high;
        for j in (0..high).rev() {
            if (0..high).any(|i| i != j && a[(j, i)] != T::ZERO) {
                continue;
            }
            let m = high - 1;
            done.scale[m] = T::Base::of(j as f64);
            exchange(a, j, m);
            if high == 1 {
                // The last one is as good as scaled by one.
                done.scale[0] = T::Base::ONE;
                return;
            }
            done.high -= 1;
            continue 'rows;
        }
        break;
    }
    'columns: loop {
        let (low, high) = (done.low, done.high);
        for j in low..high {
            if (low..high).any(|i| i != j && a[(i, j)] != T::ZERO) {
                continue;
            }
            done.scale[low] = T::Base::of(j as f64);
            exchange(a, j, low);
            done.low += 1;
            continue 'columns;
        }
        break;
    }
}

fn scale_block<T: Scalar>(a: &mut Matrix<T>, done: &mut Balance<T::Base>) {
    let n = a.rows();
    let (low, high) = (done.low, done.high);
    let radix = T::Base::of(2.0);
    let tiny = T::Base::SAFE_MINIMUM / T::Base::EPSILON;
    let huge = T::Base::ONE / tiny;
    let (tiny2, huge2) = (tiny * radix, huge / radix);
    for i in low..high {
        done.scale[i] = T::Base::ONE;
    }
    loop {
        let mut changed = false;
        for i in low..high {
            let row: Vec<T> = (low..n).map(|j| a[(i, j)]).collect();
            let mut c = norm2(&a.column(i)[low..high]);
            let mut r = norm2(&row[..high - low]);
            let most = |x: &[T]| x.iter().fold(T::Base::ZERO, |most, x| most.greater(x.modulus()));
            let mut ca = most(&a.column(i)[..high]);
            let mut ra = most(&row);
            if c == T::Base::ZERO || r == T::Base::ZERO {
                continue;
            }
            if (c + ca + r + ra).not_a_number() {
                return;
            }
            let mut g = r / radix;
            let mut f = T::Base::ONE;
            let s = c + r;
            while c < g && f.greater(c).greater(ca) < huge2 && r.lesser(g).lesser(ra) > tiny2 {
                f *= radix;
                c *= radix;
                ca *= radix;
                r /= radix;
                g /= radix;
                ra /= radix;
            }
            g = c / radix;
            while g >= r && r.greater(ra) < huge2 && f.lesser(c).lesser(g).lesser(ca) > tiny2 {
                f /= radix;
                c /= radix;
                g /= radix;
                ca /= radix;
                r *= radix;
                ra *= radix;
            }
            let one = T::Base::ONE;
            let unchanged = c + r >= T::Base::of(0.95) * s
                || (f < one && done.scale[i] < one && f * done.scale[i] <= tiny)
                || (f > one && done.scale[i] > one && done.scale[i] >= huge / f);
            if unchanged {
                continue;
            }
            let inverse = one / f;
            done.scale[i] *= f;
            changed = true;
            for j in low..n {
                a[(i, j)] = a[(i, j)].scaled(inverse);
            }
            for x in &mut a.column_mut(i)[..high] {
                *x = x.scaled(f);
            }
        }
        if !changed {
            return;
        }
    }
}

impl<R: RealScalar> Balance<R> {
    /// Turns eigenvectors of the balanced matrix into those of the original: right
    /// ones, or left ones.
    pub fn back_transform<T: Scalar<Base = R>>(&self, v: &mut Matrix<T>, left: bool) {
        let n = self.scale.len();
        for i in self.low..self.high {
            let factor = if left { R::ONE / self.scale[i] } else { self.scale[i] };
            if factor == R::ONE {
                continue;
            }
            for j in 0..v.columns() {
                v[(i, j)] = v[(i, j)].scaled(factor);
            }
        }
        for i in (0..self.low).rev().chain(self.high..n) {
            v.swap_rows(i, self.scale[i].to_double() as usize);
        }
    }
}
