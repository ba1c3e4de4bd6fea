//! Triangles and diagonals of matrices: `triu`, `tril`, `diag`.

use formwork_runtime::index::{Rearrange, rearranged};
use formwork_runtime::{Dims, Error, Result, Value};

use crate::arguments::number::exact_int64_value;
use crate::arguments::number::whole;
use crate::context::{Args, Context, Values, one};
use formwork_runtime::ops::type_name;

pub(super) fn triu(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    triangle("triu", args, true)
}

pub(super) fn tril(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    triangle("tril", args, false)
}

/// What is on one side of a diagonal.
struct Triangle {
    dims: Dims,
    upper: bool,
    diagonal: i64,
    packed: bool,
}

impl Triangle {
    /// The rows of a column that belong to it.
    fn rows(&self, column: usize) -> std::ops::Range<usize> {
        let rows = self.dims.rows();
        let edge = (column as i64).saturating_sub(self.diagonal);
        let clamp = |row: i64| row.clamp(0, rows as i64) as usize;
        if self.upper { 0..clamp(edge.saturating_add(1)) } else { clamp(edge)..rows }
    }
}

impl Rearrange for Triangle {
    fn dims(&self) -> Dims {
        if self.packed {
            let count = (0..self.dims.columns()).map(|column| self.rows(column).len()).sum();
            Dims::matrix(count, 1)
        } else {
            self.dims.clone()
        }
    }

    fn elements<T: Clone>(&self, data: &[T], filler: &T) -> Vec<T> {
        let rows = self.dims.rows();
        let mut result = Vec::with_capacity(data.len());
        if rows == 0 {
            return result;
        }
        for (column, elements) in data.chunks_exact(rows).enumerate() {
            let range = self.rows(column);
            if self.packed {
                result.extend_from_slice(&elements[range]);
            } else {
                result.resize(result.len() + range.start, filler.clone());
                result.extend_from_slice(&elements[range.clone()]);
                result.resize(result.len() + rows - range.end, filler.clone());
            }
        }
        result
    }
}

fn triangle(name: &str, mut args: Args, upper: bool) -> Result<Values> {
    let mut packed = false;
    if args.len() >= 2
        && let Some(option) = args.last().and_then(Value::as_bytes)
    {
        packed = option == b"pack";
        args.pop();
    }
    let diagonal = match args.get(1) {
        None => 0,
        Some(given) => exact_int64_value(given)?,
    };
    let value = &args[0];
    let dims = value.dims();
    if !dims.is_matrix() {
        return Err(Error::plain(format!("{name}: need a 2-D matrix")));
    }
    match rearranged(value, &Triangle { dims, upper, diagonal, packed })? {
        Some(result) => one(result.narrowed()),
        None => Err(Error::plain(format!("{name}: need a 2-D matrix"))),
    }
}

/// A vector as the diagonal of a matrix.
struct OnDiagonal {
    dims: Dims,
    diagonal: i64,
}

impl Rearrange for OnDiagonal {
    fn dims(&self) -> Dims {
        self.dims.clone()
    }

    fn elements<T: Clone>(&self, data: &[T], filler: &T) -> Vec<T> {
        let rows = self.dims.rows();
        let mut result = vec![filler.clone(); self.dims.numel()];
        let (down, right) = offsets(self.diagonal);
        for (k, element) in data.iter().enumerate() {
            let (row, column) = (k + down, k + right);
            if row < rows && column < self.dims.columns() {
                result[row + column * rows] = element.clone();
            }
        }
        result
    }
}

/// The diagonal of a matrix as a column.
struct OfDiagonal {
    dims: Dims,
    diagonal: i64,
}

impl OfDiagonal {
    fn count(&self) -> usize {
        let (down, right) = offsets(self.diagonal);
        let rows = self.dims.rows().saturating_sub(down);
        rows.min(self.dims.columns().saturating_sub(right))
    }
}

impl Rearrange for OfDiagonal {
    fn dims(&self) -> Dims {
        Dims::matrix(self.count(), 1)
    }

    fn elements<T: Clone>(&self, data: &[T], _filler: &T) -> Vec<T> {
        let (down, right) = offsets(self.diagonal);
        let rows = self.dims.rows();
        (0..self.count()).map(|k| data[k + down + (k + right) * rows].clone()).collect()
    }
}

/// How many rows down and columns right a diagonal begins.
fn offsets(diagonal: i64) -> (usize, usize) {
    let away = usize::try_from(diagonal.unsigned_abs()).unwrap_or(usize::MAX);
    if diagonal < 0 { (away, 0) } else { (0, away) }
}

pub(super) fn diag(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let dims = value.dims();
    if matches!(value, Value::Struct(_)) || value.is_one_thing() {
        return Err(Error::plain(format!(
            "octave_base_value::diag (): wrong type argument '{}'",
            type_name(value)
        )));
    }
    if args.len() == 3 {
        if !dims.is_vector() {
            return Err(Error::plain("diag: V must be a vector"));
        }
        let invalid = || Error::plain("diag: invalid dimensions");
        let rows = usize::try_from(whole(&args[1])?).map_err(|_| invalid())?;
        let columns = usize::try_from(whole(&args[2])?).map_err(|_| invalid())?;
        let rule = OnDiagonal { dims: Dims::matrix(rows, columns), diagonal: 0 };
        return finish(rearranged(value, &rule)?.map(Value::diagonal));
    }
    let diagonal = match args.get(1) {
        None => 0,
        Some(given) => whole(given).map_err(|_| Error::plain("diag: invalid argument K"))?,
    };
    if !dims.is_matrix() {
        return Err(Error::plain("Matrix must be 2-dimensional"));
    }
    if dims.is_zero_by_zero() {
        return one(value.clone());
    }
    if dims.is_vector() {
        let len = dims
            .numel()
            .checked_add(usize::try_from(diagonal.unsigned_abs()).unwrap_or(usize::MAX))
            .ok_or_else(Error::too_large)?;
        let rule = OnDiagonal { dims: Dims::matrix(len, len), diagonal };
        let matrix = rearranged(value, &rule)?;
        return finish(if diagonal == 0 { matrix.map(Value::diagonal) } else { matrix });
    }
    finish(rearranged(value, &OfDiagonal { dims, diagonal })?.map(Value::narrowed))
}

fn finish(result: Option<Value>) -> Result<Values> {
    one(result.unwrap_or_else(Value::empty))
}
