//! A column-major matrix that owns its elements.

use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use faer::{Accum, MatMut, MatRef, Par};

use crate::scalar::Scalar;

/// A column-major matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T> {
    rows: usize,
    columns: usize,
    data: Vec<T>,
}

/// Who is told how many bytes a matrix is about to take.
static TELL: OnceLock<fn(usize)> = OnceLock::new();

/// From now on `tell` is called with how many bytes a matrix is about to take; it may unwind if
/// there are not so many. The first who asks is told.
pub fn tell_before(tell: fn(usize)) {
    // Who comes second is told by the first.
    let _ = TELL.set(tell);
}

/// How many elements a matrix has, room for which is about to be taken.
fn room<T>(rows: usize, columns: usize) -> usize {
    let count = rows.saturating_mul(columns);
    if let Some(tell) = TELL.get() {
        tell(count.saturating_mul(size_of::<T>()));
    }
    count
}

impl<T: Scalar> Matrix<T> {
    /// The matrix of this size with these elements, column by column.
    ///
    /// # Panics
    ///
    /// If the number of elements is not that of the size: a bug in the caller.
    #[must_use]
    pub fn new(rows: usize, columns: usize, data: Vec<T>) -> Matrix<T> {
        assert_eq!(rows * columns, data.len(), "a {rows}x{columns} matrix");
        Matrix { rows, columns, data }
    }

    /// Zeros.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Matrix<T> {
        Matrix { rows, columns, data: vec![T::ZERO; room::<T>(rows, columns)] }
    }

    /// Ones on the diagonal.
    #[must_use]
    pub fn identity(rows: usize, columns: usize) -> Matrix<T> {
        let mut result = Matrix::zeros(rows, columns);
        for i in 0..rows.min(columns) {
            result[(i, i)] = T::ONE;
        }
        result
    }

    /// A square matrix with this diagonal.
    #[must_use]
    pub fn diagonal(values: &[T]) -> Matrix<T> {
        let mut result = Matrix::zeros(values.len(), values.len());
        for (i, &value) in values.iter().enumerate() {
            result[(i, i)] = value;
        }
        result
    }

    /// The matrix with `f(row, column)` everywhere.
    #[must_use]
    pub fn from_fn(rows: usize, columns: usize, mut f: impl FnMut(usize, usize) -> T) -> Matrix<T> {
        let mut data = Vec::with_capacity(room::<T>(rows, columns));
        for j in 0..columns {
            for i in 0..rows {
                data.push(f(i, j));
            }
        }
        Matrix { rows, columns, data }
    }

    /// The number of rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The elements, column by column.
    #[inline]
    #[must_use]
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// The elements for writing.
    #[inline]
    pub fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// The elements, column by column.
    #[must_use]
    pub fn into_data(self) -> Vec<T> {
        self.data
    }

    /// A column.
    #[inline]
    #[must_use]
    pub fn column(&self, j: usize) -> &[T] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// A column for writing.
    #[inline]
    pub fn column_mut(&mut self, j: usize) -> &mut [T] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column `j` for reading beside column `k > j` for writing.
    pub(crate) fn column_pair(&mut self, j: usize, k: usize) -> (&mut [T], &mut [T]) {
        let rows = self.rows;
        let (left, right) = self.data.split_at_mut(k * rows);
        (&mut left[j * rows..(j + 1) * rows], &mut right[..rows])
    }

    /// Whether it has as many rows as columns.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    /// Whether it has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Whether every element is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.finite())
    }

    /// Whether it equals its conjugate transpose.
    #[must_use]
    pub fn is_hermitian(&self) -> bool {
        self.is_square()
            && (0..self.columns).all(|j| (0..=j).all(|i| self[(i, j)] == self[(j, i)].conjugate()))
    }

    /// Whether everything below the diagonal is zero.
    #[must_use]
    pub fn is_upper(&self) -> bool {
        (0..self.columns)
            .all(|j| self.column(j)[(j + 1).min(self.rows)..].iter().all(|&x| x == T::ZERO))
    }

    /// Whether everything above the diagonal is zero.
    #[must_use]
    pub fn is_lower(&self) -> bool {
        (0..self.columns).all(|j| self.column(j)[..j.min(self.rows)].iter().all(|&x| x == T::ZERO))
    }

    /// `f` of each element.
    #[must_use]
    pub fn map<U: Scalar>(&self, f: impl FnMut(&T) -> U) -> Matrix<U> {
        Matrix { rows: self.rows, columns: self.columns, data: self.data.iter().map(f).collect() }
    }

    /// As complex numbers.
    #[must_use]
    pub fn to_complex(&self) -> Matrix<num_complex::Complex<T::Base>>
    where
        num_complex::Complex<T::Base>: Scalar,
    {
        self.map(|x| x.to_complex())
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(&self) -> Matrix<T> {
        Matrix::from_fn(self.columns, self.rows, |i, j| self[(j, i)])
    }

    /// The conjugate transpose.
    #[must_use]
    pub fn adjoint(&self) -> Matrix<T> {
        Matrix::from_fn(self.columns, self.rows, |i, j| self[(j, i)].conjugate())
    }

    /// The first `rows` rows of the first `columns` columns.
    #[must_use]
    pub fn leading(&self, rows: usize, columns: usize) -> Matrix<T> {
        if rows == self.rows {
            let data = self.data[..rows * columns].to_vec();
            return Matrix { rows, columns, data };
        }
        Matrix::from_fn(rows, columns, |i, j| self[(i, j)])
    }

    /// The columns at these places.
    #[must_use]
    pub fn select_columns(&self, places: &[usize]) -> Matrix<T> {
        let mut data = Vec::with_capacity(self.rows * places.len());
        for &j in places {
            data.extend_from_slice(self.column(j));
        }
        Matrix { rows: self.rows, columns: places.len(), data }
    }

    /// The same with zeros below diagonal `k`.
    #[must_use]
    pub fn upper_part(mut self) -> Matrix<T> {
        let rows = self.rows;
        for j in 0..self.columns {
            self.column_mut(j)[(j + 1).min(rows)..].fill(T::ZERO);
        }
        self
    }

    /// The product with another matrix.
    ///
    /// # Panics
    ///
    /// If the extents do not fit: a bug in the caller.
    #[must_use]
    pub fn times(&self, other: &Matrix<T>) -> Matrix<T> {
        assert_eq!(self.columns, other.rows, "the inner extents of a product");
        let mut result = Matrix::zeros(self.rows, other.columns);
        if self.rows * self.columns * other.columns < 512 {
            for j in 0..other.columns {
                for k in 0..self.columns {
                    let factor = other[(k, j)];
                    for i in 0..self.rows {
                        result[(i, j)] += self[(i, k)] * factor;
                    }
                }
            }
            return result;
        }
        let _settled = crate::vector_unit::Settled;
        faer::linalg::matmul::matmul(
            result.faer_mut(),
            Accum::Replace,
            self.faer(),
            other.faer(),
            T::ONE,
            Par::Seq,
        );
        result
    }

    /// Adds `factor` times another matrix of the same size.
    pub fn add_scaled(&mut self, factor: T, other: &Matrix<T>) {
        for (x, &y) in self.data.iter_mut().zip(&other.data) {
            *x += factor * y;
        }
    }

    /// All elements times a real number.
    pub fn scale(&mut self, factor: T::Base) {
        for x in &mut self.data {
            *x = x.scaled(factor);
        }
    }

    /// Exchanges two columns.
    pub fn swap_columns(&mut self, a: usize, b: usize) {
        if a != b {
            let (left, right) = self.column_pair(a.min(b), a.max(b));
            left.swap_with_slice(right);
        }
    }

    /// Exchanges two rows.
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            for j in 0..self.columns {
                self.data.swap(a + j * self.rows, b + j * self.rows);
            }
        }
    }

    /// The greatest sum of absolute values in a column.
    #[must_use]
    pub fn norm1(&self) -> T::Base {
        (0..self.columns)
            .map(|j| self.column(j).iter().fold(T::Base::ZERO, |sum, x| sum + x.modulus()))
            .fold(T::Base::ZERO, crate::scalar::max_keeping_nan)
    }

    /// The greatest sum of absolute values in a row.
    #[must_use]
    pub fn norm_infinity(&self) -> T::Base {
        let mut sums = vec![T::Base::ZERO; self.rows];
        for j in 0..self.columns {
            for (sum, x) in sums.iter_mut().zip(self.column(j)) {
                *sum += x.modulus();
            }
        }
        sums.into_iter().fold(T::Base::ZERO, crate::scalar::max_keeping_nan)
    }

    /// The square root of the sum of the squared absolute values.
    #[must_use]
    pub fn norm_frobenius(&self) -> T::Base {
        crate::scalar::norm2(&self.data)
    }

    pub(crate) fn faer(&self) -> MatRef<'_, T> {
        MatRef::from_column_major_slice(&self.data, self.rows, self.columns)
    }

    pub(crate) fn faer_mut(&mut self) -> MatMut<'_, T> {
        MatMut::from_column_major_slice_mut(&mut self.data, self.rows, self.columns)
    }
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;

    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.rows);
        &self.data[i + j * self.rows]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    #[inline]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.rows);
        &mut self.data[i + j * self.rows]
    }
}
