//! Reductions of the elementwise and matrix operators.
//!
//! Note "No case split". If the inner extents of a product of matrices are
//! provably equal, rows × columns is right even when an operand is scalar. The
//! same holds for the divisions, so scalars are looked at only where equality
//! is not provable.

use super::reduce::{Reduced, Reducer};
use super::{ShapeId, Tuple};
use crate::extent::{ExtentId, Extents};
use crate::semantics::{Dialect, Semantics, Truth};
use smallvec::{SmallVec, smallvec};

fn at(tuple: &[ExtentId], axis: usize) -> ExtentId {
    tuple.get(axis).copied().unwrap_or(Extents::ONE)
}

impl Reducer<'_> {
    pub(super) fn elementwise(&mut self, semantics: Semantics, a: ShapeId, b: ShapeId) -> Reduced {
        let (Some(x), Some(y)) = (self.known(a), self.known(b)) else { return Reduced::Stuck };
        match semantics {
            Semantics::Expand => self.expand(&x, &y),
            Semantics::Strict => self.strict(&x, &y),
        }
    }

    fn expand(&mut self, x: &[ExtentId], y: &[ExtentId]) -> Reduced {
        let mut result = Tuple::new();
        let mut stuck = false;
        for axis in 0..x.len().max(y.len()) {
            let (p, q) = (at(x, axis), at(y, axis));
            if self.equal(p, q).is_yes() {
                result.push(p);
                continue;
            }
            match (self.is_one(p), self.is_one(q)) {
                (Truth::Yes, _) => result.push(q),
                (_, Truth::Yes) => result.push(p),
                (Truth::No, Truth::No) if self.equal(p, q).is_no() => return Reduced::Illegal,
                (one_p, one_q) if self.assume_legal => {
                    // On legal runs an extent that is not 1 is the result.
                    result.push(match (one_p, one_q) {
                        (Truth::No, _) => p,
                        (_, Truth::No) => q,
                        _ => self.algebra.extents.join([p, q]),
                    });
                }
                _ => stuck = true,
            }
        }
        if stuck { Reduced::Stuck } else { Reduced::Tuple(result) }
    }

    fn strict(&mut self, x: &[ExtentId], y: &[ExtentId]) -> Reduced {
        let axes = 0..x.len().max(y.len());
        let same =
            axes.fold(Truth::Yes, |same, axis| same.and(self.equal(at(x, axis), at(y, axis))));
        if same.is_yes() {
            return Reduced::Tuple(x.into());
        }
        match (self.all_one(x), self.all_one(y)) {
            (Truth::Yes, _) => Reduced::Tuple(y.into()),
            (_, Truth::Yes) => Reduced::Tuple(x.into()),
            (Truth::No, Truth::No) if same.is_no() => Reduced::Illegal,
            // On legal runs an operand that is not scalar is the result.
            (Truth::No, _) if self.assume_legal => Reduced::Tuple(x.into()),
            (_, Truth::No) if self.assume_legal => Reduced::Tuple(y.into()),
            _ => Reduced::Stuck,
        }
    }

    /// Rows and columns as the dialect's matrix operators read an operand.
    fn matrix(&mut self, dialect: Dialect, extents: &[ExtentId]) -> Matrix {
        let higher: SmallVec<[ExtentId; 4]> = extents.iter().skip(2).copied().collect();
        let is_matrix = self.all_one(&higher);
        let columns = match (dialect, is_matrix) {
            (_, Truth::Yes) => at(extents, 1),
            (Dialect::Octave, _) => self.algebra.extents.product(extents.iter().skip(1).copied()),
            (Dialect::Matlab, _) => at(extents, 1),
        };
        let fits = if dialect == Dialect::Octave { Truth::Yes } else { is_matrix };
        Matrix { rows: at(extents, 0), columns, fits, flat: is_matrix }
    }

    /// The common scheme of product and divisions: `pass_a` if a scalar `b`
    /// hands `a` through, `pass_b` likewise.
    fn matrix_operator(
        &mut self,
        dialect: Dialect,
        operands: (ShapeId, ShapeId),
        passes: (bool, bool),
        choose: fn(&Matrix, &Matrix) -> Conformance,
    ) -> Reduced {
        let (a, b) = operands;
        let (Some(x), Some(y)) = (self.known(a), self.known(b)) else { return Reduced::Stuck };
        let (scalar_a, scalar_b) = (self.all_one(&x), self.all_one(&y));
        if passes.1 && scalar_a.is_yes() {
            return Reduced::Shape(b);
        }
        if passes.0 && scalar_b.is_yes() {
            return Reduced::Shape(a);
        }
        let (m, n) = (self.matrix(dialect, &x), self.matrix(dialect, &y));
        let (inner, result) = choose(&m, &n);
        let inner = self.equal(inner.0, inner.1);
        let conforms = inner.and(m.fits).and(n.fits);
        // A scalar that passes the other operand through leaves its higher
        // extents alone, which the general case would flatten or reject.
        let general = (!passes.1 || scalar_a.is_no() || n.flat.is_yes())
            && (!passes.0 || scalar_b.is_no() || m.flat.is_yes());
        let scalars_out = (!passes.1 || scalar_a.is_no()) && (!passes.0 || scalar_b.is_no());
        if conforms.is_yes() && general {
            return Reduced::Tuple(SmallVec::from_slice(&result));
        }
        if conforms.is_no() && scalars_out {
            return Reduced::Illegal;
        }
        if self.assume_legal && scalars_out {
            return Reduced::Tuple(SmallVec::from_slice(&result));
        }
        // A surely failing general case leaves only the scalar cases.
        if self.assume_legal && conforms.is_no() {
            if passes.1 && (!passes.0 || scalar_b.is_no()) {
                return Reduced::Shape(b);
            }
            if passes.0 && (!passes.1 || scalar_a.is_no()) {
                return Reduced::Shape(a);
            }
        }
        Reduced::Stuck
    }

    pub(super) fn product(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> Reduced {
        self.matrix_operator(dialect, (a, b), (true, true), |m, n| {
            ((m.columns, n.rows), [m.rows, n.columns])
        })
    }

    pub(super) fn left_divide(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> Reduced {
        self.matrix_operator(dialect, (a, b), (false, true), |m, n| {
            ((m.rows, n.rows), [m.columns, n.columns])
        })
    }

    pub(super) fn right_divide(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> Reduced {
        self.matrix_operator(dialect, (a, b), (true, false), |m, n| {
            ((m.columns, n.columns), [m.rows, n.rows])
        })
    }

    pub(super) fn power(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> Reduced {
        let (Some(x), Some(y)) = (self.known(a), self.known(b)) else { return Reduced::Stuck };
        let (scalar_a, scalar_b) = (self.all_one(&x), self.all_one(&y));
        let (base, shape) = match (scalar_a, scalar_b) {
            (_, Truth::Yes) => (x, a),
            (Truth::Yes, _) => (y, b),
            (Truth::No, Truth::No) => return Reduced::Illegal,
            // On legal runs one operand is scalar, so one that is not is the base.
            (Truth::No, _) if self.assume_legal => (x, a),
            (_, Truth::No) if self.assume_legal => (y, b),
            _ => return Reduced::Stuck,
        };
        let m = self.matrix(dialect, &base);
        let square = self.equal(m.rows, m.columns).and(m.fits);
        let empty = base.iter().fold(Truth::No, |any, &extent| any.or(self.is_zero(extent)));
        match (dialect, empty, square) {
            (Dialect::Octave, Truth::Yes, _) => {
                Reduced::Tuple(smallvec![Extents::ZERO, Extents::ZERO])
            }
            // A square empty matrix is 0×0 in both dialects.
            (_, _, Truth::Yes) if m.flat.is_yes() => Reduced::Shape(shape),
            (_, _, Truth::Yes) => Reduced::Tuple(smallvec![m.rows, m.columns]),
            // On legal runs the base is square, or has no elements and gives 0×0.
            (Dialect::Octave, Truth::Maybe, _) if self.assume_legal => {
                let smaller = self.algebra.extents.minimum([m.rows, m.columns]);
                Reduced::Tuple(smallvec![smaller, smaller])
            }
            (Dialect::Octave, Truth::Maybe, _) => Reduced::Stuck,
            (_, _, Truth::No) => Reduced::Illegal,
            (_, _, Truth::Maybe) if self.assume_legal => {
                Reduced::Tuple(smallvec![m.rows, m.columns])
            }
            (_, _, Truth::Maybe) => Reduced::Stuck,
        }
    }

    pub(super) fn transpose(&mut self, a: ShapeId) -> Reduced {
        let Some(x) = self.known(a) else { return Reduced::Stuck };
        let m = self.matrix(Dialect::Matlab, &x);
        match m.fits {
            Truth::No => Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => Reduced::Stuck,
            _ => Reduced::Tuple(smallvec![m.columns, m.rows]),
        }
    }

    pub(super) fn kron(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> Reduced {
        let (Some(x), Some(y)) = (self.known(a), self.known(b)) else { return Reduced::Stuck };
        let (m, n) = (self.matrix(dialect, &x), self.matrix(dialect, &y));
        match m.fits.and(n.fits) {
            Truth::No => Reduced::Illegal,
            Truth::Maybe if !self.assume_legal => Reduced::Stuck,
            _ => {
                let rows = self.algebra.extents.multiply(m.rows, n.rows);
                let columns = self.algebra.extents.multiply(m.columns, n.columns);
                Reduced::Tuple(smallvec![rows, columns])
            }
        }
    }
}

/// The two extents that must be equal, and the extents of the result.
type Conformance = ((ExtentId, ExtentId), [ExtentId; 2]);

struct Matrix {
    rows: ExtentId,
    columns: ExtentId,
    /// Whether the dialect accepts the operand.
    fits: Truth,
    /// Whether it has rank two.
    flat: Truth,
}
