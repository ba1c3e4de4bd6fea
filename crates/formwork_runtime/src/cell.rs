//! Cell arrays.

use std::rc::Rc;

use crate::dims::Dims;
use crate::release::release;
use crate::value::Value;

/// A column-major array of values, shared until written to.
#[derive(Clone, Debug)]
pub struct CellArray(Rc<Cells>);

#[derive(Clone, Debug)]
struct Cells {
    dims: Dims,
    data: Vec<Value>,
}

impl Drop for Cells {
    fn drop(&mut self) {
        release(std::mem::take(&mut self.data));
    }
}

impl CellArray {
    /// The cell array of this size with these elements, column by column.
    ///
    /// # Panics
    ///
    /// If the number of elements is not that of the size: a bug in the caller.
    #[must_use]
    pub fn new(dims: Dims, data: Vec<Value>) -> CellArray {
        assert_eq!(dims.numel(), data.len(), "a cell of size {dims} has {} elements", data.len());
        CellArray(Rc::new(Cells { dims, data }))
    }

    /// A 1xn cell array.
    #[must_use]
    pub fn row(data: Vec<Value>) -> CellArray {
        CellArray::new(Dims::matrix(1, data.len()), data)
    }

    /// An nx1 cell array.
    #[must_use]
    pub fn column(data: Vec<Value>) -> CellArray {
        CellArray::new(Dims::matrix(data.len(), 1), data)
    }

    /// A cell array of this size with `[]` everywhere.
    #[must_use]
    pub fn filled(dims: Dims) -> CellArray {
        let numel = dims.numel();
        CellArray::new(dims, vec![Value::empty(); numel])
    }

    /// Its size.
    #[must_use]
    pub fn dims(&self) -> &Dims {
        &self.0.dims
    }

    /// How many elements it has.
    #[must_use]
    pub fn numel(&self) -> usize {
        self.0.data.len()
    }

    /// Whether it has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numel() == 0
    }

    /// Its elements, column by column.
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        &self.0.data
    }

    /// Its elements for writing; shared ones are copied first.
    pub fn make_mut(&mut self) -> &mut [Value] {
        &mut Rc::make_mut(&mut self.0).data
    }

    /// Its size and elements; copied if shared.
    #[must_use]
    pub fn into_parts(self) -> (Dims, Vec<Value>) {
        let mut cells = Rc::unwrap_or_clone(self.0);
        (cells.dims.clone(), std::mem::take(&mut cells.data))
    }

    /// The same elements with another size, which has as many.
    #[must_use]
    pub fn reshaped(self, dims: Dims) -> CellArray {
        let (_, data) = self.into_parts();
        CellArray::new(dims, data)
    }

    /// Appends to a row or to a 0x0 cell array, its storage growing by doubling;
    /// gives the value back if it is neither.
    pub fn push(&mut self, value: Value) -> std::result::Result<(), Value> {
        if !(self.dims().is_row() || self.dims().is_zero_by_zero()) {
            return Err(value);
        }
        let cells = Rc::make_mut(&mut self.0);
        cells.data.push(value);
        cells.dims = Dims::matrix(1, cells.data.len());
        Ok(())
    }
}
