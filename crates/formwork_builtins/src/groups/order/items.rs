//! A value seen as a list of items that can be compared: its elements, the texts of a
//! cell array, or its rows.

use formwork_runtime::{Array, Dims, Result, Value, for_each_array};

use super::rows::{row_order, take_rows};
use crate::kit::gather::gather;
use crate::kit::sorting::{Sortable, signed, sorted_texts};

/// The items of a value.
pub(crate) struct Items {
    value: Value,
    kind: Kind,
    count: usize,
}

enum Kind {
    Elements,
    Rows,
    Texts(Vec<Vec<u8>>),
}

impl Items {
    /// The elements of an array, the texts of a cell array, or the rows.
    pub(crate) fn new(value: Value, by_rows: bool) -> Items {
        let value = value.materialized();
        if let Some(texts) = value.cell_texts() {
            let count = texts.len();
            return Items { value, kind: Kind::Texts(texts), count };
        }
        if by_rows {
            let count = value.dims().rows();
            return Items { value, kind: Kind::Rows, count };
        }
        let count = value.numel();
        Items { value, kind: Kind::Elements, count }
    }

    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The value they are items of.
    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// Whether the items are rows.
    pub(crate) fn are_rows(&self) -> bool {
        matches!(self.kind, Kind::Rows)
    }

    /// Their places in order; equal ones keep theirs.
    pub(crate) fn order(&self) -> Result<Vec<usize>> {
        fn by<T: Sortable>(array: &Array<T>) -> Vec<usize> {
            T::sorted_places(array.as_slice(), false)
        }
        Ok(match &self.kind {
            Kind::Texts(texts) => sorted_texts(texts, false),
            Kind::Rows => {
                let columns: Vec<_> =
                    (0..self.value.dims().columns()).map(|column| (column, false)).collect();
                row_order(&self.value, &columns)?
            }
            Kind::Elements => {
                if let Value::Char(text, _) = &self.value {
                    return Ok(by(&signed(text)));
                }
                for_each_array!(&self.value, array => by(array), _ => (0..self.count).collect())
            }
        })
    }

    /// Whether two items are equal. Nothing equals what is not a number.
    pub(crate) fn same(&self, a: usize, b: usize) -> bool {
        fn equal<T: PartialEq + Clone>(array: &Array<T>, a: usize, b: usize) -> bool {
            array.as_slice()[a] == array.as_slice()[b]
        }
        match &self.kind {
            Kind::Texts(texts) => texts[a] == texts[b],
            Kind::Elements => for_each_array!(&self.value, array => equal(array, a, b), _ => false),
            Kind::Rows => {
                let (rows, columns) = self.value.dims().flattened();
                (0..columns).all(|column| {
                    let start = column * rows;
                    for_each_array!(&self.value,
                        array => equal(array, start + a, start + b), _ => false)
                })
            }
        }
    }

    /// The groups of equal items, in order: where each starts in `order`.
    pub(crate) fn groups(&self, order: &[usize]) -> Vec<usize> {
        fn starts<T: PartialEq + Copy>(array: &Array<T>, order: &[usize]) -> Vec<usize> {
            let data = array.as_slice();
            let mut starts = Vec::new();
            if !order.is_empty() {
                starts.push(0);
            }
            let pairs = order.windows(2).enumerate();
            starts.extend(
                pairs.filter(|(_, w)| data[w[0]] != data[w[1]]).map(|(place, _)| place + 1),
            );
            starts
        }
        if let Kind::Elements = self.kind {
            return for_each_array!(&self.value, array => starts(array, order), _ => Vec::new());
        }
        (0..order.len()).filter(|&k| k == 0 || !self.same(order[k - 1], order[k])).collect()
    }

    /// Some of the items as a row, a column, or rows.
    pub(crate) fn take(&self, places: &[usize], as_row: bool) -> Value {
        if self.are_rows() {
            return take_rows(&self.value, places);
        }
        let count = places.len();
        let dims = if as_row { Dims::matrix(1, count) } else { Dims::matrix(count, 1) };
        gather(&self.value, places, dims)
    }
}
