//! Which calls may be computed before the program runs: the arguments are constants, the
//! call has no effect, and it needs neither much time nor much room.

use formwork_runtime::{Class, Value};

/// Tells whether a call with these arguments may be computed ahead.
pub type Folding = fn(args: &[&Value]) -> bool;

/// Numbers up to this are small, and so are arrays of as many elements.
const SMALL: f64 = 4096.0;

/// Any call: what it does is decided by how many elements its arguments have.
pub(crate) fn always(_args: &[&Value]) -> bool {
    true
}

/// No call: it has effects.
pub(crate) fn never(_args: &[&Value]) -> bool {
    false
}

/// Calls whose numbers are small.
pub(crate) fn small(args: &[&Value]) -> bool {
    args.iter().all(|value| largest(value) <= SMALL)
}

/// Calls whose numbers, from the argument after `FREE` ones on, are small.
pub(crate) fn small_after<const FREE: usize>(args: &[&Value]) -> bool {
    small(args.get(FREE..).unwrap_or_default())
}

/// Calls whose numbers, after `FREE` arguments, are the extents of a small array; one
/// number stands for two extents.
pub(crate) fn sized_after<const FREE: usize>(args: &[&Value]) -> bool {
    let (free, sizes) = args.split_at(FREE.min(args.len()));
    // `zeros (A)` is refused; `repmat (x, A)` is not.
    if let ([], [size]) = (free, sizes)
        && size.dims().rows() > 1
        && size.dims().columns() > 1
    {
        return true;
    }
    let mut product: f64 = free.iter().map(|value| value.numel().max(1) as f64).product();
    let mut count = 0;
    for value in sizes.iter().filter(|value| !value.is_char()) {
        let Some(numbers) = value.to_f64_array() else { return false };
        for &number in numbers.as_slice() {
            product *= number.max(1.0);
            count += 1;
        }
        if count == 1 && sizes.len() == 1 {
            product *= largest(value);
        }
    }
    product <= SMALL
}

/// Calls whose arguments have few elements in all pairs, triples, ….
pub(crate) fn few_together(args: &[&Value]) -> bool {
    let product: f64 = args.iter().map(|value| value.numel().max(1) as f64).product();
    (if args.len() == 1 { product * product } else { product }) <= SMALL
}

/// Calls whose first argument has at most `MOST` elements, so few that all arrangements
/// of them are not many.
pub(crate) fn few<const MOST: usize>(args: &[&Value]) -> bool {
    args.first().is_none_or(|value| value.numel() <= MOST) && small_after::<1>(args)
}

/// Calls whose numbers are multiplied more than once to give a side.
pub(crate) fn tiny(args: &[&Value]) -> bool {
    args.iter().all(|value| largest(value) <= 8.0)
}

/// Calls whose first argument is no text: those that want one refuse it.
pub(crate) fn no_text_first(args: &[&Value]) -> bool {
    args.first().is_some_and(|value| !value.is_char())
}

/// Calls with small numbers and nothing else.
pub(crate) fn small_numbers(args: &[&Value]) -> bool {
    let plain = |value: &&Value| value.is_numeric() || value.class() == Class::Logical;
    args.iter().all(plain) && small(args)
}

/// Calls whose first argument is an array of numbers: what a text means may depend on the
/// day.
pub(crate) fn number_first(args: &[&Value]) -> bool {
    args.first().is_some_and(|value| value.is_numeric())
}

/// Calls with all arguments, which need not look at the call they stand in.
pub(crate) fn three_or_more(args: &[&Value]) -> bool {
    args.len() >= 3
}

/// Calls with more than one argument.
pub(crate) fn several(args: &[&Value]) -> bool {
    args.len() > 1
}

/// Calls that print numbers into a template that asks for no width.
pub(crate) fn plain_template(args: &[&Value]) -> bool {
    let template = args.first().and_then(|value| value.as_text());
    template.is_some_and(|text| !text.contains('*')) || small(args)
}

/// The greatest number of a value; what has none asks for nothing large.
fn largest(value: &Value) -> f64 {
    if !value.is_numeric() {
        return 0.0;
    }
    value.to_f64_array().map_or(0.0, |array| array.as_slice().iter().copied().fold(0.0, f64::max))
}
