//! The order of whole rows: `sortrows`.

use std::cmp::Ordering;

use formwork_runtime::{Array, Dims, Error, Result, Structure, Value, for_each_array, index};

use crate::context::{Args, Context, Values};
use crate::kit::gather::gather;
use crate::kit::sorting::{Sortable, signed};
use formwork_runtime::ops::type_name;

/// The order of the rows of a matrix by some columns, each up or down; equal rows keep
/// their order.
pub(crate) fn row_order(x: &Value, columns: &[(usize, bool)]) -> Result<Vec<usize>> {
    let dims = x.dims();
    if !dims.is_matrix() {
        return Err(Error::plain("__sort_rows_idx__: needs a 2-D object"));
    }
    fn by<T: Sortable>(array: &Array<T>, columns: &[(usize, bool)]) -> Vec<usize> {
        let rows = array.dims().rows();
        let mut order: Vec<usize> = (0..rows).collect();
        refine(array.as_slice(), rows, columns, &mut order);
        order
    }
    if let Value::Char(text, _) = x {
        return Ok(by(&signed(text), columns));
    }
    for_each_array!(x, array => Ok(by(array, columns)),
        Value::Range(range) => Ok((0..usize::from(!range.is_empty() || dims.rows() == 1)).collect()),
        other => Err(Error::plain(format!(
            "octave_base_value::sort_rows_idx (): wrong type argument '{}'",
            type_name(other)
        ))),
    )
}

/// Sorts some rows by the first column, and those that are equal there by the others.
fn refine<T: Sortable>(data: &[T], rows: usize, columns: &[(usize, bool)], order: &mut [usize]) {
    const FEW: usize = 32;
    let element = |column: usize, row: usize| data[column * rows + row];
    // A loop over the columns: there may be more of them than a recursion can bear.
    let everything = 0..order.len();
    let mut open = vec![everything];
    for (position, &(column, down)) in columns.iter().enumerate() {
        let mut equal = Vec::new();
        for group in open {
            let members = &mut order[group.clone()];
            if members.len() <= FEW {
                members.sort_by(|&a, &b| {
                    let mut compared = columns[position..].iter().map(|&(column, down)| {
                        let compared = element(column, a).order(element(column, b));
                        if down { compared.reverse() } else { compared }
                    });
                    compared.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
                });
                continue;
            }
            let run: Vec<T> = members.iter().map(|&row| element(column, row)).collect();
            let places = T::sorted_places(&run, down);
            let sorted: Vec<usize> = places.iter().map(|&place| members[place]).collect();
            members.copy_from_slice(&sorted);
            let mut start = group.start;
            let alike = |a: &usize, b: &usize| run[*a].order(run[*b]) == Ordering::Equal;
            for same in places.chunk_by(alike) {
                if same.len() > 1 {
                    equal.push(start..start + same.len());
                }
                start += same.len();
            }
        }
        open = equal;
    }
}

pub(super) fn sortrows(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    let dims = x.dims();
    // Octave finds no rows in a range that is not written down.
    if matches!(x, Value::Range(_)) && args.len() == 1 && x.numel() > 1 {
        let none = |rows, columns| Value::Double(Array::new(Dims::matrix(rows, columns), vec![]));
        return Ok(smallvec::smallvec![none(0, dims.columns()), none(1, 0)]);
    }
    let columns: Vec<(usize, bool)> = match args.get(1) {
        None => (0..dims.columns()).map(|column| (column, false)).collect(),
        Some(given) => {
            let numbers = given
                .to_f64_array()
                .filter(|numbers| given.is_numeric() && numbers.dims().is_vector());
            let Some(numbers) = numbers else {
                return Err(Error::plain("sortrows: C must be a numeric vector"));
            };
            let mut columns = Vec::new();
            for &number in numbers.as_slice() {
                let column = number.abs();
                if column < 1.0 || column > dims.columns() as f64 {
                    return Err(Error::plain(
                        "sortrows: all elements of C must be in the range [1, columns (A)]",
                    ));
                }
                if column.fract() != 0.0 {
                    return Err(Error::with_id(
                        "Octave:invalid-index",
                        format!(
                            "A(_,{column}): subscripts must be either integers 1 to (2^63)-1 or logicals"
                        ),
                    ));
                }
                columns.push((column as usize - 1, number < 0.0));
            }
            columns
        }
    };
    let order = match x {
        Value::Cell(cell) => cell_row_order(cx, x, cell.dims(), &columns)?,
        other => row_order(other, &columns)?,
    };
    let mut values = Values::new();
    values.push(if x.kept_as() == Structure::Full {
        take_rows(x, &order)
    } else {
        // What is kept as a diagonal or a permutation is indexed, which may keep it so.
        let rows = Value::column(order.iter().map(|&row| (row + 1) as f64).collect());
        index::index(x, &[rows, Value::text(":")])?
    });
    if nargout > 1 {
        let places = order.iter().map(|&row| (row + 1) as f64).collect();
        values.push(Value::column(places));
    }
    Ok(values)
}

/// The rows of a cell array by the texts in them; cells that hold no text are left in
/// their order, as Octave leaves them.
fn cell_row_order(
    _cx: &mut dyn Context,
    x: &Value,
    dims: &Dims,
    columns: &[(usize, bool)],
) -> Result<Vec<usize>> {
    let rows = dims.rows();
    let mut order: Vec<usize> = (0..rows).collect();
    let Some(texts) = x.cell_texts() else { return Ok(order) };
    order.sort_by(|&a, &b| {
        for &(column, down) in columns {
            let compared = texts[column * rows + a].cmp(&texts[column * rows + b]);
            let compared = if down { compared.reverse() } else { compared };
            if compared != Ordering::Equal {
                return compared;
            }
        }
        Ordering::Equal
    });
    Ok(order)
}

/// Some rows of a matrix, in the given order.
pub(crate) fn take_rows(x: &Value, order: &[usize]) -> Value {
    let (rows, columns) = x.dims().flattened();
    let mut places = Vec::with_capacity(order.len() * columns);
    for column in 0..columns {
        places.extend(order.iter().map(|&row| column * rows + row));
    }
    gather(x, &places, Dims::matrix(order.len(), columns))
}
