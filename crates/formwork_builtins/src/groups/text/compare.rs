//! Comparing texts: `strcmp` and its kin.

use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use formwork_runtime::ops::type_name;

/// How two texts are compared.
#[derive(Clone, Copy)]
struct Comparison {
    name: &'static str,
    fold_case: bool,
    /// Only so many first characters count.
    length: Option<usize>,
}

impl Comparison {
    fn bytes(self, a: &[u8], b: &[u8]) -> bool {
        let (a, b) = match self.length {
            // Texts shorter than that are equal only if they are the same.
            Some(n) if a.len() >= n && b.len() >= n => (&a[..n], &b[..n]),
            _ => (a, b),
        };
        if self.fold_case { a.eq_ignore_ascii_case(b) } else { a == b }
    }

    fn values(self, a: &Value, b: &Value) -> bool {
        let (Value::Char(a, _), Value::Char(b, _)) = (a, b) else { return false };
        match self.length {
            None => a.dims() == b.dims() && self.bytes(a.as_slice(), b.as_slice()),
            Some(_) => self.bytes(a.as_slice(), b.as_slice()),
        }
    }

    /// A cell array against one text: a char matrix with as many rows as the cell array
    /// has elements is compared row by row.
    fn cell_with_text(self, cell: &CellArray, text: &Value) -> Value {
        let rows = text.dims().rows();
        if rows <= 1 || text.dims().ndims() > 2 {
            return Value::Bool(mask(cell.dims().clone(), cell.as_slice(), |element| {
                self.values(element, text)
            }));
        }
        let texts: Vec<Value> =
            text.char_rows().unwrap_or_default().iter().map(Value::text).collect();
        if let [element] = cell.as_slice() {
            let dims = Dims::matrix(rows, 1);
            return Value::Bool(mask(dims, &texts, |row| self.values(element, row)));
        }
        if cell.numel() != rows {
            return Value::bool(false);
        }
        let data =
            cell.as_slice().iter().zip(&texts).map(|(a, b)| self.values(a, b)).collect::<Vec<_>>();
        Value::Bool(Array::new(cell.dims().clone(), data))
    }

    fn run(self, a: &Value, b: &Value) -> Result<Value> {
        Ok(match (a, b) {
            (Value::Cell(a), Value::Cell(b)) => match (a.as_slice(), b.as_slice()) {
                (_, [b]) => {
                    Value::Bool(mask(a.dims().clone(), a.as_slice(), |a| self.values(a, b)))
                }
                ([a], _) => {
                    Value::Bool(mask(b.dims().clone(), b.as_slice(), |b| self.values(a, b)))
                }
                (left, right) => {
                    if a.dims() != b.dims() {
                        return Err(Error::plain(format!(
                            "{}: nonconformant cell arrays",
                            self.name
                        )));
                    }
                    let data = left.iter().zip(right).map(|(a, b)| self.values(a, b)).collect();
                    Value::Bool(Array::new(a.dims().clone(), data))
                }
            },
            (Value::Cell(cell), text @ Value::Char(..))
            | (text @ Value::Char(..), Value::Cell(cell)) => self.cell_with_text(cell, text),
            _ => Value::bool(self.values(a, b)),
        })
    }
}

fn mask(dims: Dims, elements: &[Value], test: impl Fn(&Value) -> bool) -> Array<bool> {
    Array::new(dims, elements.iter().map(test).collect())
}

fn compare(name: &'static str, fold_case: bool, args: &Args) -> Result<Values> {
    let comparison = Comparison { name, fold_case, length: None };
    one(comparison.run(&args[0], &args[1])?)
}

fn compare_first(name: &'static str, fold_case: bool, args: &Args) -> Result<Values> {
    let count = &args[2];
    let n = match count {
        Value::Char(..) | Value::Cell(_) | Value::Struct(_) | Value::Function(_) => None,
        number => number.to_f64(),
    };
    let Some(n) = n else {
        return Err(Error::plain(format!(
            "octave_base_value::int64_value (): wrong type argument '{}'",
            type_name(count)
        )));
    };
    if n.is_nan() || n.trunc() <= 0.0 {
        return Err(Error::plain(format!("{name}: N must be greater than 0")));
    }
    let comparison = Comparison { name, fold_case, length: Some(n as usize) };
    one(comparison.run(&args[0], &args[1])?)
}

pub(super) fn strcmp(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    compare("strcmp", false, &args)
}

pub(super) fn strcmpi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    compare("strcmpi", true, &args)
}

pub(super) fn strncmp(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    compare_first("strncmp", false, &args)
}

pub(super) fn strncmpi(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    compare_first("strncmpi", true, &args)
}
