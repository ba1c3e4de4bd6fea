//! One subscript, read once: which places it names.

use smallvec::SmallVec;

use crate::array::Array;
use crate::dims::Dims;
use crate::element::Integer;
use crate::error::{Error, Result};
use crate::format::c_number::percent_g;
use crate::ops::type_name;
use crate::range::Range;
use crate::value::Value;

/// The places one subscript names, counted from 0.
#[derive(Debug)]
pub(crate) enum Subscript<'v> {
    /// `:`
    All,
    /// One place.
    One(usize),
    /// Evenly spaced places, as a row.
    Steps { start: usize, step: isize, len: usize },
    /// Any places; `extent` is one more than the greatest.
    List { places: Vec<usize>, dims: Dims, extent: usize },
    /// The places where the mask is true; `extent` is one more than the last.
    Mask { mask: &'v [bool], count: usize, dims: Dims, extent: usize },
}

/// All subscripts of one indexing.
pub(crate) type Subscripts<'v> = SmallVec<[Subscript<'v>; 3]>;

/// Where a subscript stands among how many: what a message shows.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) index: usize,
    pub(crate) count: usize,
    /// Without the parentheses: deleting words its errors so.
    pub(crate) bare: bool,
}

impl Position {
    /// `index (_,SHOWN,_)`
    fn around(self, shown: &str) -> String {
        if self.bare {
            return format!("index {shown}");
        }
        let before = match self.index {
            few @ 0..=3 => "_,".repeat(few),
            many => format!("...[x{many}]..."),
        };
        let after = match self.count - self.index - 1 {
            few @ 0..=4 => ",_".repeat(few),
            many => format!("...[x{many}]..."),
        };
        format!("index ({before}{shown}{after})")
    }

    fn invalid(self, shown: &str) -> Box<Error> {
        Error::with_id(
            "Octave:invalid-index",
            format!(
                "{}: subscripts must be either integers 1 to (2^63)-1 or logicals",
                self.around(shown)
            ),
        )
    }

    fn not_real(self, shown: &str) -> Box<Error> {
        Error::with_id(
            "Octave:invalid-index",
            format!(
                "{}: subscripts must be real (forgot to initialize i or j?)",
                self.around(shown)
            ),
        )
    }

    /// `index (5,_): out of bound 3 (dimensions are 3x3)`
    pub(crate) fn out_of_bound(self, extent: usize, bound: usize, dims: &Dims) -> Box<Error> {
        Error::with_id(
            "Octave:index-out-of-bounds",
            format!(
                "{}: out of bound {bound} (dimensions are {dims})",
                self.around(&extent.to_string())
            ),
        )
    }
}

const LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// The place a number names, if it is one.
#[inline]
fn place(number: f64) -> Option<usize> {
    // Converting there and back is faster than asking for the fraction. The greatest
    // whole number stands for all that are too large.
    let whole = number as i64;
    if (1..i64::MAX).contains(&whole) && whole as f64 == number {
        Some(whole as usize - 1)
    } else {
        None
    }
}

/// A number as C++ streams print it: six significant digits.
fn shown(number: f64) -> String {
    if number.is_nan() {
        // The sign tells NaN from what the machine makes of 0/0.
        return if number.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number) {
        // A negative zero is shown as zero.
        return format!("{:.0}", number + 0.0);
    }
    let mut text = general(number);
    let nearest = (number + 0.5).floor();
    if number != nearest && !text.contains('.') {
        let rest = general(number - nearest);
        if !rest.starts_with('-') {
            text.push('+');
        }
        text.push_str(&rest);
    }
    text
}

/// `%g`, without the sign of zero.
fn general(number: f64) -> String {
    percent_g(number + 0.0)
}

impl<'v> Subscript<'v> {
    /// Reads a value as a subscript.
    pub(crate) fn read(value: &'v Value, position: Position) -> Result<Subscript<'v>> {
        match value {
            Value::Double(array) => match array.as_scalar() {
                Some(&number) => match place(number) {
                    Some(place) => Ok(Subscript::One(place)),
                    None => Err(position.invalid(&shown(number))),
                },
                None => from_numbers(array, |&x| x, position),
            },
            Value::Range(range) => from_range(range, position),
            Value::Bool(array) => match array.as_scalar() {
                Some(true) => Ok(Subscript::One(0)),
                Some(false) => {
                    Ok(Subscript::List { places: Vec::new(), dims: Dims::EMPTY, extent: 0 })
                }
                None => Ok(from_mask(array)),
            },
            Value::Char(array, _) => match array.as_slice() {
                b":" => Ok(Subscript::All),
                _ => from_numbers(array, |&x| f64::from(x), position),
            },
            Value::Single(array) => from_numbers(array, |&x| f64::from(x), position),
            Value::Int8(array) => from_integers(array, position),
            Value::Int16(array) => from_integers(array, position),
            Value::Int32(array) => from_integers(array, position),
            Value::Int64(array) => from_integers(array, position),
            Value::Uint8(array) => from_integers(array, position),
            Value::Uint16(array) => from_integers(array, position),
            Value::Uint32(array) => from_integers(array, position),
            Value::Uint64(array) => from_integers(array, position),
            Value::Complex(array) => match array.as_scalar() {
                Some(z) => {
                    let sign = if z.im.is_sign_negative() { "" } else { "+" };
                    Err(position.not_real(&format!("{}{sign}{}i", general(z.re), general(z.im))))
                }
                None => Err(position.invalid("<complex matrix>")),
            },
            other => Err(position.invalid(&format!("<{}>", type_name(other)))),
        }
    }

    /// Whether it is `:` itself.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self, Subscript::All)
    }

    /// Whether it was a scalar.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Subscript::One(_))
    }

    /// How many places of a dimension of that extent it names.
    pub(crate) fn len(&self, extent: usize) -> usize {
        match self {
            Subscript::All => extent,
            Subscript::One(_) => 1,
            Subscript::Steps { len, .. } => *len,
            Subscript::List { places, .. } => places.len(),
            Subscript::Mask { count, .. } => *count,
        }
    }

    /// The extent a dimension must have for all places to exist; at least `extent`.
    pub(crate) fn reach(&self, extent: usize) -> usize {
        let own = match self {
            Subscript::All => 0,
            Subscript::One(place) => place + 1,
            Subscript::Steps { len: 0, .. } => 0,
            Subscript::Steps { start, step, len } => {
                if *step > 0 {
                    start + (len - 1) * step.unsigned_abs() + 1
                } else {
                    start + 1
                }
            }
            Subscript::List { extent, .. } | Subscript::Mask { extent, .. } => *extent,
        };
        own.max(extent)
    }

    /// Whether it names all of a dimension of that extent, in order.
    pub(crate) fn covers(&self, extent: usize) -> bool {
        match self {
            Subscript::All => true,
            Subscript::One(place) => *place == 0 && extent == 1,
            Subscript::Steps { start, step, len } => *start == 0 && *step == 1 && *len == extent,
            Subscript::List { .. } => false,
            Subscript::Mask { count, extent: reach, .. } => *count == extent && *reach == extent,
        }
    }

    /// The size it has as an array, for an array of `numel` elements.
    pub(crate) fn dims(&self, numel: usize) -> Dims {
        match self {
            Subscript::All => Dims::matrix(numel, 1),
            Subscript::One(_) => Dims::SCALAR,
            Subscript::Steps { len, .. } => Dims::matrix(1, *len),
            Subscript::List { dims, .. } | Subscript::Mask { dims, .. } => dims.clone(),
        }
    }

    /// Every place in order.
    pub(crate) fn into_places(self, extent: usize) -> Vec<usize> {
        if let Subscript::List { places, .. } = self {
            return places;
        }
        let mut places = Vec::with_capacity(self.len(extent));
        self.for_each(extent, |place| places.push(place));
        places
    }

    /// Calls `f` with every place in order.
    pub(crate) fn for_each(&self, extent: usize, mut f: impl FnMut(usize)) {
        match self {
            Subscript::All => (0..extent).for_each(f),
            Subscript::One(place) => f(*place),
            Subscript::Steps { start, step, len } => {
                let mut place = *start;
                for _ in 0..*len {
                    f(place);
                    place = place.wrapping_add_signed(*step);
                }
            }
            Subscript::List { places, .. } => places.iter().copied().for_each(f),
            Subscript::Mask { mask, .. } => {
                for (place, &set) in mask.iter().enumerate() {
                    if set {
                        f(place);
                    }
                }
            }
        }
    }
}

/// Reads all subscripts.
pub(crate) fn read_all(values: &[Value]) -> Result<Subscripts<'_>> {
    read_worded(values, false)
}

/// Reads all subscripts of a deletion, whose errors show no parentheses.
pub(crate) fn read_worded(values: &[Value], bare: bool) -> Result<Subscripts<'_>> {
    let count = values.len();
    values
        .iter()
        .enumerate()
        .map(|(index, value)| Subscript::read(value, Position { index, count, bare }))
        .collect()
}

/// The size with its only extent that is not one replaced; a column if there is no
/// such extent, or several.
pub(crate) fn vector_like(dims: &Dims, len: usize) -> Dims {
    match only_extent(dims) {
        Some(dimension) => dims.with(dimension, len),
        None => Dims::matrix(len, 1),
    }
}

/// The only dimension whose extent is not one.
pub(crate) fn only_extent(dims: &Dims) -> Option<usize> {
    let mut others = dims.as_slice().iter().enumerate().filter(|(_, extent)| **extent != 1);
    let (dimension, _) = others.next()?;
    others.next().is_none().then_some(dimension)
}

fn from_numbers<'v, T: Clone>(
    array: &Array<T>,
    number: impl Fn(&T) -> f64,
    position: Position,
) -> Result<Subscript<'v>> {
    let data = array.as_slice();
    if let (Some(first), true) = (data.first(), array.dims().is_scalar()) {
        let first = number(first);
        return match place(first) {
            Some(place) => Ok(Subscript::One(place)),
            None => Err(position.invalid(&shown(first))),
        };
    }
    let mut places = Vec::with_capacity(data.len());
    let mut extent = 0;
    for element in data {
        let element = number(element);
        let Some(place) = place(element) else {
            return Err(position.invalid(&shown(element)));
        };
        extent = extent.max(place + 1);
        places.push(place);
    }
    Ok(Subscript::List { places, dims: array.dims().clone(), extent })
}

fn from_integers<'v, T: Integer>(array: &Array<T>, position: Position) -> Result<Subscript<'v>> {
    let place = |element: T| -> Result<usize> {
        usize::try_from(element.widen() - 1).map_err(|_| position.invalid(&element.to_string()))
    };
    if let Some(&element) = array.as_scalar() {
        return Ok(Subscript::One(place(element)?));
    }
    let mut places = Vec::with_capacity(array.numel());
    let mut extent = 0;
    for &element in array.as_slice() {
        let place = place(element)?;
        extent = extent.max(place.saturating_add(1));
        places.push(place);
    }
    Ok(Subscript::List { places, dims: array.dims().clone(), extent })
}

fn from_range<'v>(range: &Range, position: Position) -> Result<Subscript<'v>> {
    let len = range.len();
    if len == 0 {
        return Ok(Subscript::Steps { start: 0, step: 1, len: 0 });
    }
    // A range between whole numbers is rounded, as Octave rounds it (with a warning).
    let (base, increment) = (range.base(), range.increment());
    if base.fract() != 0.0 || increment.fract() != 0.0 {
        let rounded = Array::row(range.iter().map(f64::round).collect());
        return from_numbers(&rounded, |&x| x, position);
    }
    for end in [range.get(0), range.get(len - 1)] {
        if place(end).is_none() {
            return Err(position.invalid(&shown(end)));
        }
    }
    let start = place(base).unwrap_or(0);
    Ok(if len == 1 {
        Subscript::One(start)
    } else {
        Subscript::Steps { start, step: increment as isize, len }
    })
}

fn from_mask(array: &Array<bool>) -> Subscript<'_> {
    let mask = array.as_slice();
    let count = mask.iter().filter(|&&set| set).count();
    let extent = mask.iter().rposition(|&set| set).map_or(0, |last| last + 1);
    Subscript::Mask { mask: &mask[..extent], count, dims: vector_like(array.dims(), count), extent }
}
