//! Arguments of one size, as the incomplete functions take them.

use formwork_runtime::{Array, Class, Dims, Error, Result, Value};

/// Arguments of a common size: their size, whether any is single, their elements.
pub(super) struct Common {
    pub(super) dims: Dims,
    pub(super) single: bool,
    pub(super) columns: Vec<Array<f64>>,
}

impl Common {
    pub(super) fn get(&self, column: usize, k: usize) -> f64 {
        let data = self.columns[column].as_slice();
        data[if data.len() == 1 { 0 } else { k }]
    }

    pub(super) fn map(&self, f: impl Fn(&[f64]) -> f64) -> Value {
        let mut row = vec![0.0; self.columns.len()];
        let data = (0..self.dims.numel())
            .map(|k| {
                for (column, place) in row.iter_mut().enumerate() {
                    *place = self.get(column, k);
                }
                f(&row)
            })
            .collect();
        self.shaped(data)
    }

    pub(super) fn shaped(&self, data: Vec<f64>) -> Value {
        let array = Array::new(self.dims.clone(), data);
        if self.single { Value::Single(array.map(|&x| x as f32)) } else { Value::Double(array) }
    }
}

/// Arguments of real numbers that have one size, or one element.
///
/// # Errors
///
/// If one is not real, or sizes differ.
pub(super) fn common(
    args: &[Value],
    not_real: impl Fn(&Value) -> Box<Error>,
    mismatch: impl Fn() -> Box<Error>,
) -> Result<Common> {
    let mut columns = Vec::with_capacity(args.len());
    let mut dims = Dims::SCALAR;
    for value in args {
        if value.is_complex() || !value.is_arithmetic() {
            return Err(not_real(value));
        }
        let array = value.to_f64_array().ok_or_else(|| not_real(value))?.into_owned();
        if !array.dims().is_scalar() {
            if !dims.is_scalar() && dims != *array.dims() {
                return Err(mismatch());
            }
            dims = array.dims().clone();
        }
        columns.push(array);
    }
    let single = args.iter().any(|value| value.class() == Class::Single);
    Ok(Common { dims, single, columns })
}
