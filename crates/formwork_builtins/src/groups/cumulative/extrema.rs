//! `cummax`, `cummin`.

use formwork_runtime::{Array, C32, C64, Error, Result, Value};

use crate::arguments::number::exact_int_value;
use crate::context::{Args, Context, Values};
use crate::kit::class::wrong_type;
use crate::kit::fold::{map_runs, scan};
use crate::kit::sorting::Ordered;

pub(super) fn cummax(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    running::<true>("cummax", &args, nargout)
}

pub(super) fn cummin(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    running::<false>("cummin", &args, nargout)
}

fn running<const MAX: bool>(name: &str, args: &Args, nargout: usize) -> Result<Values> {
    let dimension = match args.get(1) {
        None => None,
        Some(value) => {
            let dimension = exact_int_value(value)?;
            if dimension < 1 {
                return Err(Error::plain(format!("{name}: DIM must be a valid dimension")));
            }
            Some(dimension as usize - 1)
        }
    };
    let places = nargout > 1;
    Ok(match &args[0] {
        Value::Range(range) => of::<MAX, f64>(&Array::row(range.to_vec()), dimension, places),
        Value::Double(array) => of::<MAX, f64>(array, dimension, places),
        Value::Single(array) => of::<MAX, f32>(array, dimension, places),
        Value::Complex(array) => of::<MAX, C64>(array, dimension, places),
        Value::ComplexSingle(array) => of::<MAX, C32>(array, dimension, places),
        Value::Bool(array) => of::<MAX, bool>(array, dimension, places),
        Value::Int8(array) => of::<MAX, i8>(array, dimension, places),
        Value::Int16(array) => of::<MAX, i16>(array, dimension, places),
        Value::Int32(array) => of::<MAX, i32>(array, dimension, places),
        Value::Int64(array) => of::<MAX, i64>(array, dimension, places),
        Value::Uint8(array) => of::<MAX, u8>(array, dimension, places),
        Value::Uint16(array) => of::<MAX, u16>(array, dimension, places),
        Value::Uint32(array) => of::<MAX, u32>(array, dimension, places),
        Value::Uint64(array) => of::<MAX, u64>(array, dimension, places),
        other => return Err(wrong_type(name, other)),
    })
}

#[inline]
fn better<const MAX: bool, T: Ordered>(x: T, than: T) -> bool {
    (if MAX { than.less(x) } else { x.less(than) }) || (than.missing() && !x.missing())
}

fn of<const MAX: bool, T: Ordered>(
    array: &Array<T>,
    dimension: Option<usize>,
    places: bool,
) -> Values {
    let dims = array.dims();
    let dimension = dimension.unwrap_or_else(|| dims.first_non_singleton());
    let data = array.as_slice();
    let best = scan(
        data,
        dims,
        dimension,
        |x| x,
        |best, x| if better::<MAX, T>(x, best) { x } else { best },
    );
    let mut values = Values::new();
    values.push(T::into_value(Array::new(dims.clone(), best)).narrowed());
    if places {
        let extent = dims.get(dimension);
        let (dims, index) = map_runs(data, dims, dimension, extent, |run, out: &mut [f64]| {
            let mut at = 0;
            for (k, (&x, place)) in run.iter().zip(out).enumerate() {
                if better::<MAX, T>(x, run[at]) {
                    at = k;
                }
                *place = (at + 1) as f64;
            }
        });
        values.push(Value::Double(Array::new(dims, index)));
    }
    values
}
