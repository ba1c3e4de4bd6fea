//! Sets of elements, texts or rows: `union`, `intersect`, `setdiff`, `setxor`,
//! `powerset`.

use formwork_runtime::index::{concatenate, matrix_literal, warn_of_text};
use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value};

use super::items::Items;
use super::unique::{Options, places, unique_values};
use crate::context::{Args, Context, Values, one};
use crate::kit::gather::{gather, nothing_like};

/// Two sets whose items stand in one list, those of the first in front.
struct Pair {
    items: Items,
    /// How many belong to the first.
    first: usize,
    options: Options,
    /// Whether both are rows, so that results are.
    row: bool,
}

/// The options of the functions of sets.
fn read_options(name: &str, given: &[Value]) -> Result<Options> {
    let mut options = Options::default();
    for option in given {
        match option.as_bytes() {
            Some(b"rows") => options.rows = true,
            Some(b"sorted") => {}
            Some(b"stable") => options.stable = true,
            Some(b"legacy") => options.legacy = true,
            Some(other) => {
                return Err(Error::plain(format!(
                    "{name}: invalid option: {}",
                    String::from_utf8_lossy(other)
                )));
            }
            None => {
                return Err(Error::plain(format!("{name}: optional arguments must be strings")));
            }
        }
    }
    options.last = options.legacy;
    Ok(options)
}

/// Whether the rows of two values can be taken for the elements of sets.
fn check_rows(name: &str, a: &Value, b: &Value) -> Result<()> {
    if [a, b].iter().any(|value| matches!(value, Value::Cell(_))) {
        return Err(Error::plain(format!("{name}: cells not supported with \"rows\"")));
    }
    let (left, right) = (a.dims(), b.dims());
    if !(left.is_matrix() && right.is_matrix()) {
        return Err(Error::plain(format!(
            "{name}: A and B must be 2-dimensional matrices with \"rows\""
        )));
    }
    if left.columns() != right.columns() && !a.is_empty() && !b.is_empty() {
        return Err(Error::plain(format!("{name}: number of columns in A and B must match")));
    }
    Ok(())
}

/// Reads the arguments of the function `name`.
pub(super) fn read_sets(name: &str, args: &Args) -> Result<(Value, Value, Options)> {
    let (mut a, mut b) = (args[0].clone().materialized(), args[1].clone().materialized());
    let texts = |value: &Value| value.cell_texts().is_some();
    let cell = |value: &Value| matches!(value, Value::Cell(_));
    let array = |value: &Value| value.is_arithmetic();
    let valid = |value: &Value| array(value) || texts(value);
    if name == "ismember" && (a.is_complex() || b.is_complex()) {
        let mut both = [&a, &b].into_iter();
        if let Some(other) = both.find(|value| !value.is_arithmetic()) {
            return Err(Error::plain(format!(
                "real: not defined for {}",
                formwork_runtime::ops::type_name(other)
            )));
        }
    }
    // Nothing goes together with texts.
    if args.len() == 2 {
        let none = || Value::Cell(CellArray::new(Dims::EMPTY, Vec::new()));
        if texts(&b) && !a.is_char() && !cell(&a) && a.is_empty() {
            a = none();
        } else if texts(&a) && !b.is_char() && !cell(&b) && b.is_empty() {
            b = none();
        }
    }
    if cell(&a) || cell(&b) {
        let fits = |value: &Value| texts(value) || value.is_char();
        if !fits(&a) || !fits(&b) {
            let mixed = |one: &Value, other: &Value| cell(one) && !texts(one) && !cell(other);
            let both = mixed(&a, &b)
                || mixed(&b, &a)
                || (cell(&a) && cell(&b) && !texts(&a) && !texts(&b))
                || !(valid(&a) || valid(&b));
            let both = both && !(name == "ismember" && a.is_char());
            return Err(Error::plain(if both {
                format!("{name}: A and B must be arrays or cell arrays of strings")
            } else {
                format!("{name}: cell array of strings cannot be combined with a nonstring value")
            }));
        }
        a = as_texts(a);
        b = as_texts(b);
    } else if !array(&a) || !array(&b) {
        return Err(Error::plain(format!(
            "{name}: A and B must be arrays or cell arrays of strings"
        )));
    }
    let options = read_options(name, &args[2..])?;
    if options.rows {
        check_rows(name, &a, &b)?;
    }
    Ok((a, b, options))
}

/// Text as a cell array of its rows.
pub(super) fn as_texts(value: Value) -> Value {
    match &value {
        Value::Char(array, _) if array.dims().rows() <= 1 => {
            Value::Cell(CellArray::new(Dims::SCALAR, vec![value]))
        }
        Value::Char(..) => {
            let rows = value.char_rows().unwrap_or_default();
            let texts = rows.into_iter().map(|mut row| {
                while row.last().is_some_and(|&byte| byte == b' ' || byte == 0) {
                    row.pop();
                }
                Value::text(row)
            });
            Value::Cell(CellArray::column(texts.collect()))
        }
        _ => value,
    }
}

fn as_column(value: Value) -> Value {
    let count = value.numel();
    value.reshaped(Dims::matrix(count, 1))
}

fn pair(a: Value, b: Value, options: Options) -> Result<Pair> {
    let row = a.dims().is_row() && b.dims().is_row() && !options.rows;
    let joined = if options.rows {
        let first = a.dims().rows();
        let rows = concatenate("vertcat", 0, vec![a, b])?;
        (rows, first)
    } else {
        let first = a.numel();
        let column = matrix_literal(vec![vec![as_column(a)], vec![as_column(b)]])?;
        (column, first)
    };
    Ok(Pair { items: Items::new(joined.0, options.rows), first: joined.1, options, row })
}

/// A group of equal items: its first member in each set, if there is one, and the
/// last of all its members.
struct Group {
    first: Option<usize>,
    second: Option<usize>,
    any: usize,
    /// How many members there are.
    count: usize,
}

impl Pair {
    /// The groups of equal items in sorted order; members are the first (or last)
    /// equal ones of their set.
    fn groups(&self) -> Result<Vec<Group>> {
        let order = self.items.order()?;
        let starts = self.items.groups(&order);
        let ends = starts.iter().skip(1).copied().chain([order.len()]);
        Ok(starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| {
                let members = &order[start..end];
                let split = members.partition_point(|&item| item < self.first);
                let (own, others) = members.split_at(split);
                let pick = |members: &[usize]| {
                    if self.options.last { members.last() } else { members.first() }.copied()
                };
                Group {
                    first: pick(own),
                    second: pick(others),
                    any: members[members.len() - 1],
                    count: members.len(),
                }
            })
            .collect())
    }

    /// Places of one set as an index output: selecting none of a single one is 0x0.
    fn index(&self, chosen: &[usize], of: usize) -> Value {
        if chosen.is_empty() && of == 1 {
            return Value::empty();
        }
        places(chosen.iter().copied(), self.options.legacy && self.row)
    }
}

pub(super) fn union(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b, options) = read_sets("union", &args)?;
    warn_of_text([&a, &b], cx)?;
    if a.is_empty() && b.is_empty() && (a.is_char() || b.is_char()) {
        return Err(Error::plain("zeros: invalid class name"));
    }
    if options.rows && (a.is_empty() || b.is_empty()) {
        let kept = if a.is_empty() { b.clone() } else { a.clone() };
        let own = usize::from(a.is_empty());
        let mut found = unique_values(&kept, options, nargout.min(2))?;
        let nothing = Value::Double(Array::new(Dims::matrix(0, 1), Vec::new()));
        if nargout > 1 {
            found.insert(if own == 1 { 1 } else { 2 }, nothing);
        }
        return Ok(found);
    }
    // Rows without elements are no rows any more.
    let nothing = a.is_empty() && b.is_empty();
    let mut pair = pair(a, b, options)?;
    pair.row &= !nothing;
    let mut chosen: Vec<(usize, usize)> = pair
        .groups()?
        .iter()
        .filter_map(|group| {
            let place = if options.last {
                group.second.or(group.first)
            } else {
                group.first.or(group.second)
            };
            place.map(|place| (place, if options.stable { place } else { group.any }))
        })
        .collect();
    if options.stable {
        chosen.sort_unstable();
    }
    let shown: Vec<usize> = chosen.iter().map(|&(_, any)| any).collect();
    let mut values = Values::new();
    values.push(pair.items.take(&shown, pair.row));
    if nargout > 1 {
        let own: Vec<usize> =
            chosen.iter().map(|&(place, _)| place).filter(|&place| place < pair.first).collect();
        let others: Vec<usize> = chosen
            .iter()
            .map(|&(place, _)| place)
            .filter(|&place| place >= pair.first)
            .map(|place| place - pair.first)
            .collect();
        values.push(pair.index(&own, chosen.len()));
        values.push(pair.index(&others, chosen.len()));
    }
    Ok(values)
}

pub(super) fn intersect(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b, options) = read_sets("intersect", &args)?;
    if a.is_empty() || b.is_empty() {
        let cell = matches!(a, Value::Cell(_)) || matches!(b, Value::Cell(_));
        let mut values = Values::new();
        values.push(if cell {
            Value::Cell(CellArray::new(Dims::EMPTY, Vec::new()))
        } else if [&a, &b].into_iter().any(|set| set.is_char() || matches!(set, Value::Bool(_))) {
            Value::text("")
        } else {
            Value::empty()
        });
        values.extend((1..nargout).map(|_| Value::empty()));
        return Ok(values);
    }
    warn_of_text([&a, &b], cx)?;
    if !options.rows && !options.stable && a.class() != b.class() {
        return mixed_intersection(&a, &b, options, nargout);
    }
    let pair = pair(a, b, options)?;
    let groups = pair.groups()?;
    let mut common: Vec<(usize, usize, usize)> =
        groups.iter().filter_map(|group| Some((group.first?, group.second?, group.any))).collect();
    let lone = common.is_empty() && groups.len() == 2 && !options.rows;
    if options.stable {
        common.sort_unstable();
    }
    let shown: Vec<usize> = common.iter().map(|&(_, _, any)| any).collect();
    let mut values = Values::new();
    values.push(if lone {
        nothing_like(pair.items.value(), Dims::EMPTY)
    } else {
        pair.items.take(&shown, pair.row)
    });
    if nargout > 1 {
        let own: Vec<usize> = common.iter().map(|&(place, ..)| place).collect();
        let mut others: Vec<usize> =
            common.iter().map(|&(_, place, _)| place - pair.first).collect();
        if options.stable {
            others.sort_unstable();
        }
        let total = if lone { 1 } else { 2 };
        values.push(pair.index(&own, total));
        values.push(pair.index(&others, total));
    }
    Ok(values)
}

/// The distinct elements of a set.
fn distinct(set: Value, options: Options) -> Result<Value> {
    let mut found = unique_values(&set, options, 1)?;
    Ok(if found.is_empty() { set } else { found.swap_remove(0) })
}

/// [`intersect`] of sets of two classes. The elements of each are distinct in their own
/// class; in that of both together some may be the same, and every element that the next
/// one equals is taken, whichever set they are from.
fn mixed_intersection(a: &Value, b: &Value, options: Options, nargout: usize) -> Result<Values> {
    let row = a.dims().is_row() && b.dims().is_row();
    let (mut own, mut others) = (unique_values(a, options, 2)?, unique_values(b, options, 2)?);
    let (own_places, other_places) = (own.pop(), others.pop());
    let (own, others) = (own.swap_remove(0), others.swap_remove(0));
    let pair = pair(own, others, options)?;
    let order = pair.items.order()?;
    let starts = pair.items.groups(&order);
    let ends = |place: usize| place == order.len() || starts.binary_search(&place).is_ok();
    let matches: Vec<usize> = (0..order.len()).filter(|&place| !ends(place + 1)).collect();
    let shown: Vec<usize> = matches.iter().map(|&place| order[place]).collect();
    let lone = shown.is_empty() && order.len() == 2;
    let mut values = Values::new();
    values.push(if lone {
        nothing_like(pair.items.value(), Dims::EMPTY)
    } else {
        pair.items.take(&shown, row)
    });
    if nargout > 1 {
        let place_of = |places: &Option<Value>, item: usize| -> usize {
            let places = places.as_ref().and_then(Value::to_f64_array);
            places.and_then(|places| places.as_slice().get(item).copied()).unwrap_or(0.0) as usize
        };
        let index_error = |name: &str, place: i64| {
            Error::with_id(
                "Octave:invalid-index",
                format!(
                    "{name}({place}): subscripts must be either integers 1 to (2^63)-1 or logicals"
                ),
            )
        };
        if let Some(&outside) = shown.iter().find(|&&item| item >= pair.first) {
            return Err(Error::with_id(
                "Octave:index-out-of-bounds",
                format!(
                    "index ({}): out of bound; value {} out of bound {}",
                    outside + 1,
                    outside + 1,
                    pair.first
                ),
            ));
        }
        let partners: Vec<usize> = matches.iter().map(|&place| order[place + 1]).collect();
        if let Some(&inside) = partners.iter().find(|&&item| item < pair.first) {
            return Err(index_error("ib", inside as i64 + 1 - pair.first as i64));
        }
        let total = if lone { 1 } else { 2 };
        let first: Vec<usize> = shown.iter().map(|&k| place_of(&own_places, k) - 1).collect();
        let second: Vec<usize> =
            partners.iter().map(|&k| place_of(&other_places, k - pair.first) - 1).collect();
        values.push(pair.index(&first, total));
        values.push(pair.index(&second, total));
    }
    Ok(values)
}

/// [`setdiff`] of sets of two classes, or of real and complex numbers. Elements that are
/// the same in the class of both together are, but what is left keeps its own class and
/// order. Of a run of equal ones all but the last go, whichever set they are from.
fn mixed_difference(a: &Value, b: Value, options: Options, nargout: usize) -> Result<Values> {
    let row = a.dims().is_row();
    let mut found = unique_values(a, options, nargout)?;
    let own_places = (nargout > 1).then(|| found.pop()).flatten();
    let a = found.swap_remove(0);
    let pair = pair(a.clone(), distinct(b, options)?, options)?;
    let order = pair.items.order()?;
    let starts = pair.items.groups(&order);
    let mut gone = Vec::new();
    for (place, &item) in order.iter().enumerate() {
        let ends_run = place + 1 == order.len() || starts.binary_search(&(place + 1)).is_ok();
        if !ends_run {
            gone.push(item);
        }
    }
    let count = a.numel();
    if let Some(outside) = gone.iter().max().filter(|&&item| item >= count) {
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("A(I) = []: index out of bounds: value {} out of bound {count}", outside + 1),
        ));
    }
    let kept: Vec<usize> = (0..count).filter(|item| !gone.contains(item)).collect();
    let mut values = Values::new();
    values.push(Items::new(as_column(a), false).take(&kept, row));
    if let Some(own) = own_places.as_ref().and_then(Value::to_f64_array) {
        let lone = kept.is_empty() && count == 1;
        let chosen = kept.iter().filter_map(|&k| own.as_slice().get(k)).map(|&k| k as usize - 1);
        values.push(places(chosen, lone || (options.legacy && row)));
    }
    Ok(values)
}

pub(super) fn setdiff(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b, options) = read_sets("setdiff", &args)?;
    if a.is_empty() || b.is_empty() {
        return unique_values(&a, options, nargout);
    }
    warn_of_text([&a, &b], cx)?;
    let row = a.dims().is_row() && !options.rows;
    let alike = a.class() == b.class() && a.is_complex() == b.is_complex();
    if !alike && !options.rows {
        return mixed_difference(&a, b, options, nargout);
    }
    let pair = pair(a, b, options)?;
    let mut own: Vec<(usize, usize)> = Vec::new();
    let mut distinct = 0;
    for group in pair.groups()? {
        let Some(place) = group.first else { continue };
        distinct += 1;
        if group.second.is_none() {
            own.push((place, group.any));
        }
    }
    if options.stable {
        own.sort_unstable();
    }
    let lone = own.is_empty() && distinct == 1 && !options.rows;
    let shown: Vec<usize> = own.iter().map(|&(_, any)| any).collect();
    let mut values = Values::new();
    values.push(pair.items.take(&shown, row));
    if nargout > 1 {
        values.push(places(own.iter().map(|&(place, _)| place), lone || (options.legacy && row)));
    }
    Ok(values)
}

pub(super) fn setxor(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (a, b, options) = read_sets("setxor", &args)?;
    if a.is_empty() || b.is_empty() {
        let (kept, own) = if a.is_empty() { (&b, false) } else { (&a, true) };
        let mut values = unique_values(kept, options, nargout.min(2))?;
        if nargout > 1 {
            values.insert(if own { 2 } else { 1 }, Value::empty());
        }
        return Ok(values);
    }
    warn_of_text([&a, &b], cx)?;
    // Two elements of one set may become the same in the class of the other; such a pair
    // goes as if each set had one of them.
    let told_apart = nargout < 2 && !options.rows && a.class() != b.class();
    let row = a.dims().is_row() && b.dims().is_row() && !options.rows;
    let (a, b) = if told_apart { (distinct(a, options)?, distinct(b, options)?) } else { (a, b) };
    let pair = Pair { row, ..pair(a, b, options)? };
    let mut only: Vec<(usize, usize)> = pair
        .groups()?
        .iter()
        .filter(|group| !told_apart || group.count == 1)
        .filter_map(|group| match (group.first, group.second) {
            (Some(place), None) | (None, Some(place)) => Some((place, group.any)),
            _ => None,
        })
        .collect();
    if options.stable {
        only.sort_unstable();
    }
    let shown: Vec<usize> = only.iter().map(|&(_, any)| any).collect();
    let mut values = Values::new();
    values.push(pair.items.take(&shown, pair.row));
    if nargout > 1 {
        let (own, others): (Vec<usize>, Vec<usize>) =
            only.iter().map(|&(place, _)| place).partition(|&place| place < pair.first);
        let others: Vec<usize> = others.into_iter().map(|place| place - pair.first).collect();
        values.push(pair.index(&own, only.len()));
        values.push(pair.index(&others, only.len()));
    }
    Ok(values)
}

pub(super) fn powerset(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    let mut options = Options::default();
    if let Some(option) = args.get(1) {
        if option.as_bytes() != Some(b"rows") {
            return Err(Error::plain("powerset: optional second argument must be \"rows\""));
        }
        options.rows = true;
    }
    if matches!(x, Value::Cell(_)) && x.cell_texts().is_none() {
        return Err(Error::plain("powerset: cell arrays can only be used for character strings"));
    }
    if x.is_empty() {
        return one(CellArray::new(Dims::EMPTY, Vec::new()));
    }
    let distinct = unique_values(x, options, 1)?.swap_remove(0);
    let across = x.dims().is_row() && !options.rows;
    let items = Items::new(distinct, options.rows);
    let count = items.len();
    if count > 32 {
        return Err(Error::plain("powerset: not implemented for more than 32 elements"));
    }
    let mut sets = Vec::with_capacity(1 << count);
    for mask in 0..1usize << count {
        let chosen: Vec<usize> = (0..count).filter(|k| mask >> k & 1 == 1).collect();
        sets.push(if options.rows {
            items.take(&chosen, false)
        } else {
            let dims =
                if across { Dims::matrix(1, chosen.len()) } else { Dims::matrix(chosen.len(), 1) };
            gather(items.value(), &chosen, dims)
        });
    }
    one(if across { CellArray::row(sets) } else { CellArray::column(sets) })
}
