//! Sizes as arguments: `zeros ()`, `zeros (n)`, `zeros ([m n …])`, `zeros (m, n, …)`.

use formwork_runtime::{Array, C32, C64};
use formwork_runtime::{Class, Dims, Element, Error, Result, Value, memory};

use formwork_runtime::format::c_number::percent_g;
use formwork_runtime::ops::type_name;

/// What a number is converted to, in the words of the message when it cannot be.
#[derive(Clone, Copy)]
pub(crate) enum SizeType {
    /// `octave_idx_type`
    Index,
    /// `int64_t`
    Int64,
}

impl SizeType {
    const fn name(self) -> &'static str {
        match self {
            SizeType::Index => "octave_idx_type",
            SizeType::Int64 => "int64_t",
        }
    }
}

/// The whole number that `x` is.
///
/// # Errors
///
/// If it is none, or too large.
pub(crate) fn whole(x: f64, target: SizeType) -> Result<i64> {
    let saturates = match target {
        SizeType::Int64 => !x.is_nan(),
        SizeType::Index => false,
    };
    if (x.is_finite() && x.fract() != 0.0)
        || (!saturates && (!x.is_finite() || x.abs() > i64::MAX as f64))
    {
        return Err(Error::plain(format!(
            "conversion of {} to {} value failed",
            percent_g(x),
            target.name()
        )));
    }
    Ok(x as i64)
}

/// The whole number that the first element of a value is, as functions read a number
/// that must be an integer.
///
/// # Errors
///
/// If it is none, or the value cannot be read as a number.
pub(crate) fn whole_value(value: &Value) -> Result<i64> {
    // Text without characters is no number, but counts as none.
    if value.is_char() && value.dims().is_zero_by_zero() {
        return Ok(0);
    }
    if value.is_char() || !value.is_arithmetic() || value.is_empty() {
        return Err(Error::plain(format!(
            "octave_base_value::int64_value (): wrong type argument '{}'",
            type_name(value)
        )));
    }
    whole(value.to_f64().unwrap_or(0.0), SizeType::Int64)
}

/// The size that the arguments of the function `name` say; 1x1 without any.
///
/// # Errors
///
/// As in GNU Octave.
pub(crate) fn read_sizes(name: &str, args: &[Value]) -> Result<Dims> {
    match args {
        [] => Ok(Dims::SCALAR),
        [value] => size_vector(name, value),
        several => several_sizes(several),
    }
}

/// The size that one argument says: `n` for n by n, or a vector of extents.
///
/// # Errors
///
/// As in GNU Octave.
pub(crate) fn size_vector(name: &str, value: &Value) -> Result<Dims> {
    if let Some(n) = value.as_double() {
        let n = extent(whole(n, SizeType::Index)?);
        return Ok(Dims::matrix(n, n));
    }
    if let Some(class) = not_an_array(value) {
        return Err(class);
    }
    let dims = value.dims();
    let array = value.to_f64_array();
    let Some(array) = array.filter(|_| dims.is_vector()) else {
        return Err(Error::plain(format!("{name} (A): use {name} (size (A)) instead")));
    };
    match array.as_slice() {
        [] => Ok(Dims::EMPTY),
        [n] => {
            let n = extent(whole(*n, SizeType::Index)?);
            Ok(Dims::matrix(n, n))
        }
        extents => {
            let extents: Result<Vec<usize>> =
                extents.iter().map(|&n| Ok(extent(whole(n, SizeType::Index)?))).collect();
            Ok(Dims::new(&extents?))
        }
    }
}

/// The complaint about a value that cannot be read as an array of numbers.
fn not_an_array(value: &Value) -> Option<Box<Error>> {
    match value {
        Value::Char(..) => Some(Error::plain("invalid conversion from string to real N-D array")),
        Value::Cell(_) => None,
        other if !other.is_arithmetic() => Some(Error::plain(format!(
            "octave_base_value::array_value(): wrong type argument '{}'",
            type_name(other)
        ))),
        _ => None,
    }
}

/// The elements of an argument that must be an array of real numbers.
///
/// # Errors
///
/// As in GNU Octave, for text, cells and the like.
pub(crate) fn real_elements(value: &Value) -> Result<std::borrow::Cow<'_, Array<f64>>> {
    if let Some(error) = not_an_array(value) {
        return Err(error);
    }
    value.to_f64_array().ok_or_else(|| {
        Error::plain(format!(
            "octave_base_value::array_value(): wrong type argument '{}'",
            type_name(value)
        ))
    })
}

fn several_sizes(args: &[Value]) -> Result<Dims> {
    let mut extents = smallvec::SmallVec::<[usize; 4]>::new();
    for value in args {
        extents.push(if value.is_empty() && !value.is_char() {
            0
        } else {
            extent(whole_value(value)?)
        });
    }
    dims_of(&extents)
}

/// The size with these extents.
///
/// # Errors
///
/// If they cannot be multiplied, also beside one that is zero.
pub(crate) fn dims_of(extents: &[usize]) -> Result<Dims> {
    let product = extents
        .iter()
        .filter(|&&extent| extent > 0)
        .try_fold(1i64, |product, &extent| product.checked_mul(i64::try_from(extent).ok()?));
    match product {
        Some(product) if product < i64::MAX => Ok(Dims::new(extents)),
        _ => Err(Error::too_large()),
    }
}

/// A negative extent counts as none.
fn extent(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// Takes a class off the end of size arguments: a name, or `"like"` and a value.
///
/// # Errors
///
/// If the last argument is text that names no class, or what follows `"like"` has
/// none that numbers can have.
pub(crate) fn take_class(
    args: &mut crate::context::Args,
    like: bool,
) -> Result<Option<ClassArgument>> {
    let count = args.len();
    if like
        && count > 1
        && let Value::Char(..) = &args[count - 2]
        && args[count - 2].as_bytes() == Some(b"like")
    {
        let model = args.pop().unwrap_or_default();
        args.pop();
        let class = model.class();
        if !class.is_numeric() && class != Class::Logical {
            return Err(Error::plain("invalid data type specified"));
        }
        return Ok(Some(ClassArgument { class, like: true }));
    }
    if !args.last().is_some_and(Value::is_char) {
        return Ok(None);
    }
    let name = args.pop().unwrap_or_default();
    let class = name
        .as_text()
        .and_then(|text| Class::from_name(&text.to_ascii_lowercase()))
        .filter(|class| class.is_numeric() || matches!(class, Class::Logical | Class::Char))
        .ok_or_else(|| Error::plain("invalid data type specified"))?;
    Ok(Some(ClassArgument { class, like: false }))
}

/// A class that was asked for.
#[derive(Clone, Copy)]
pub(crate) struct ClassArgument {
    /// Which.
    pub(crate) class: Class,
    /// Whether it was given as `"like", value`.
    pub(crate) like: bool,
}

/// An array with one element everywhere.
///
/// # Errors
///
/// If there is no room for it.
pub(crate) fn filled<T: Element>(dims: Dims, value: T) -> Result<Value> {
    if dims.is_scalar() {
        return Ok(Value::from_array(Array::scalar(value)));
    }
    check_room::<T>(&dims)?;
    Ok(Value::from_array(Array::filled(dims, value)))
}

/// Asks for room for an array, also of whoever hands out memory when it is huge.
///
/// # Errors
///
/// If there is none.
pub(crate) fn check_room<T>(dims: &Dims) -> Result<()> {
    const HUGE: usize = 1 << 30;
    memory::reserve::<T>(dims)?;
    let numel = dims.numel();
    if numel.saturating_mul(size_of::<T>()) >= HUGE {
        Vec::<T>::new().try_reserve_exact(numel).map_err(|_| Error::too_large())?;
    }
    Ok(())
}

/// An array of a class with one number everywhere.
///
/// # Errors
///
/// If the class is not numeric or logical, in the words of the function `name`, or
/// there is no room for it.
pub(crate) fn filled_class(name: &str, dims: Dims, class: Class, value: f64) -> Result<Value> {
    use formwork_runtime::SaturateFrom;
    match class {
        Class::Double => filled(dims, value),
        Class::Single => filled(dims, value as f32),
        Class::Int8 => filled(dims, i8::saturate_from(value)),
        Class::Int16 => filled(dims, i16::saturate_from(value)),
        Class::Int32 => filled(dims, i32::saturate_from(value)),
        Class::Int64 => filled(dims, i64::saturate_from(value)),
        Class::Uint8 => filled(dims, u8::saturate_from(value)),
        Class::Uint16 => filled(dims, u16::saturate_from(value)),
        Class::Uint32 => filled(dims, u32::saturate_from(value)),
        Class::Uint64 => filled(dims, u64::saturate_from(value)),
        Class::Logical => filled(dims, value != 0.0),
        _ => Err(Error::plain(format!("{name}: invalid class name"))),
    }
}

/// A complex array with one number everywhere.
///
/// # Errors
///
/// As [`filled_class`], for anything but double and single.
pub(crate) fn filled_complex(name: &str, dims: Dims, class: Class, value: C64) -> Result<Value> {
    match class {
        Class::Double => filled(dims, value),
        Class::Single => filled(dims, C32::new(value.re as f32, value.im as f32)),
        _ => Err(Error::plain(format!("{name}: invalid class name"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_percent_g() {
        for (x, text) in [
            (1.5, "1.5"),
            (3.000_000_000_1, "3"),
            (1e20, "1e+20"),
            (-1e30, "-1e+30"),
            (123_456.5, "123456"),
            (0.000_012_5, "1.25e-05"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(percent_g(x), text);
        }
    }

    #[test]
    fn sizes_are_read_as_octave_reads_them() {
        let read = |args: &[Value]| read_sizes("zeros", args).map(|dims| dims.to_string());
        assert_eq!(read(&[]).unwrap(), "1x1");
        assert_eq!(read(&[Value::double(2.0)]).unwrap(), "2x2");
        assert_eq!(read(&[Value::row(vec![2.0, -3.0, 4.0])]).unwrap(), "2x0x4");
        assert_eq!(read(&[Value::double(2.0), Value::empty()]).unwrap(), "2x0");
        assert_eq!(
            read(&[Value::double(1.5)]).unwrap_err().message,
            "conversion of 1.5 to octave_idx_type value failed"
        );
        assert_eq!(
            read(&[Value::double(1.0), Value::double(1.5)]).unwrap_err().message,
            "conversion of 1.5 to int64_t value failed"
        );
        assert_eq!(
            read(&[Value::empty()]).unwrap_err().message,
            "zeros (A): use zeros (size (A)) instead"
        );
    }
}
