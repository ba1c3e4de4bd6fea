//! Conversions between classes: `double`, `int8`, `cast`, `typecast`; and asking for
//! the class: `class`, `isa`.

use formwork_runtime::{
    Array, C32, C64, Class, Dims, Error, Integer, Quote, Result, Value, for_each_array, ops,
};

use crate::context::{Args, Context, ObjectRequest, Values, one};
use crate::row::{Arity, Lesson, Operation, Output, Row, ScalarForm, Strings, Totality, pure};
use crate::rules::Realness;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::facts::questions;
use crate::rules::special;
use crate::rules::together;
use crate::rules::{ClassRule, ShapeRule};

macro_rules! conversion {
    ($name:literal, $class:ident) => {
        pure(
            $name,
            Arity::exactly(1),
            &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::$class))],
            |cx, args, _nargout| {
                let value = as_numbers(cx, args.into_iter().next().unwrap_or_default())?;
                one(ops::cast(value, Class::$class)?)
            },
            concat!("The value in class ", $name, "."),
        )
    };
}

pub(crate) const ROWS: &[Row] = &[
    conversion!("double", Double)
        .scalar(ScalarForm::Unary(Some))
        .integers(integers::kept)
        .bounds(limits::same)
        .vetted()
        .strings(Strings::Own)
        .total(Totality::Number)
        .operation(Operation::Convert(Class::Double)),
    conversion!("single", Single)
        .strings(Strings::Own)
        .vetted()
        .operation(Operation::Convert(Class::Single)),
    conversion!("int8", Int8)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Int8)),
    conversion!("int16", Int16)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Int16)),
    conversion!("int32", Int32)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Int32)),
    conversion!("int64", Int64).vetted(),
    conversion!("uint8", Uint8)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Uint8)),
    conversion!("uint16", Uint16)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Uint16)),
    conversion!("uint32", Uint32)
        .bounds(limits::converted)
        .vetted()
        .operation(Operation::Convert(Class::Uint32)),
    conversion!("uint64", Uint64).vetted(),
    pure(
        "logical",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Logical))],
        logical,
        "Which elements are not zero.",
    )
    .vetted()
    .teaching(Lesson::Some)
    .operation(Operation::ToTruth),
    pure(
        "cast",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Like(0), ClassRule::Special)],
        cast,
        "The value in the class of that name, or of a value like it.",
    )
    .own_classes(special::classes::cast),
    pure(
        "typecast",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        typecast,
        "The bytes of a value read as numbers of another class.",
    )
    .own_shape(special::arrange::typecast)
    .own_classes(special::classes::typecast)
    .real(Realness::Open),
    pure(
        "full",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Like(0))],
        full,
        "The value with all its elements stored.",
    )
    .integers(integers::kept)
    .bounds(limits::same),
    pure(
        "class",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Char))],
        class,
        "The name of the class of a value.",
    )
    .own_outputs(together::class_name)
    .strings(Strings::Own)
    .total(Totality::Any(1))
    .operation(Operation::ClassName),
    pure(
        "isa",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))],
        isa,
        "Whether a value is of a class, or of a kind of classes.",
    )
    .own_shape(special::functional::isa)
    .answer(questions::isa)
    .strings(Strings::Own)
    .total(Totality::Any(2))
    .teaching(Lesson::NamedClass)
    .operation(Operation::IsA),
];

/// What `logical` gives: unlike an operator it takes no text.
pub(crate) fn to_logical(value: Value) -> Result<Value> {
    if !value.is_numeric() && value.class() != Class::Logical {
        return Err(Error::plain(format!(
            "logical: wrong type argument '{}'",
            ops::type_name(&value)
        )));
    }
    ops::cast(value, Class::Logical)
}

/// Strings as the numbers that they are written as, NaN where they are none; everything else as
/// it is.
fn as_numbers(cx: &mut dyn Context, value: Value) -> Result<Value> {
    match value {
        Value::Strings(_) => {
            let row = crate::id::BuiltinId::Str2double.name();
            let values = cx.call_builtin(row, smallvec::smallvec![value], 1)?;
            Ok(values.into_iter().next().unwrap_or_default())
        }
        other => Ok(other),
    }
}

fn logical(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(to_logical(args.into_iter().next().unwrap_or_default())?)
}

fn full(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args.into_iter().next().unwrap_or_default().materialized().full().narrowed())
}

fn cast(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut args = args.into_iter();
    let value = args.next().unwrap_or_default();
    let name = args.next().unwrap_or_default();
    let like = args.next();
    let Some(name) = name.as_text() else {
        return Err(Error::plain("cast: TYPE must be a string"));
    };
    let (name, like) = match like {
        Some(like) if name == "like" => (like.class().name().to_owned(), Some(like)),
        None if name != "like" => (name.into_owned(), None),
        _ => return Err(Error::invalid_call("cast")),
    };
    if !value.is_arithmetic() {
        return Err(Error::plain(format!(
            "cast: type conversion from '{}' is not supported",
            value.class()
        )));
    }
    let class = Class::from_name(&name)
        .filter(|class| class.is_numeric() || matches!(class, Class::Logical | Class::Char));
    let Some(class) = class else {
        return Err(Error::plain(format!("cast: type conversion to '{name}' is not supported")));
    };
    let complex = like.as_ref().is_some_and(|like| like.is_complex() || value.is_complex());
    let result = ops::cast(value, class)?;
    one(match result {
        Value::Double(array) if complex => Value::Complex(array.map(|&x| x.into())),
        Value::Single(array) if complex => Value::ComplexSingle(array.map(|&x| x.into())),
        other => other,
    })
}

fn class(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    match args.as_slice() {
        [value] => one(&*value.class_name()),
        [_, name, ..] if !name.is_char() => {
            Err(Error::plain("class: ID (class name) must be a string"))
        }
        _ => cx.of_object(ObjectRequest::Record, args, nargout),
    }
}

fn isa(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let [value, names] = args.as_slice() else { return Err(Error::invalid_call("isa")) };
    let is = |name: &[u8]| match value {
        Value::Object(object) => {
            std::str::from_utf8(name).is_ok_and(|name| object.class().is_a(name))
        }
        other => is_a(other.class(), name),
    };
    match names {
        Value::Strings(array) => one(array.map(|name| name.text().is_some_and(&is))),
        Value::Char(array, _) if array.dims().is_row() && !array.is_empty() => {
            one(is(array.as_slice()))
        }
        Value::Char(..) => {
            let rows = names.char_rows().unwrap_or_default();
            one(Array::column(rows.iter().map(|row| is(row.trim_ascii_end())).collect()))
        }
        Value::Cell(cell) if names.cell_texts().is_some() => {
            let texts = names.cell_texts().unwrap_or_default();
            one(Array::new(cell.dims().clone(), texts.iter().map(|text| is(text)).collect()))
        }
        _ => Err(Error::plain("isa: CLASSNAME must be a string or cell array of strings")),
    }
}

fn is_a(class: Class, name: &[u8]) -> bool {
    match name {
        b"numeric" => class.is_numeric(),
        b"float" => class.is_float(),
        b"integer" => class.is_integer(),
        b"handle" => matches!(class, Class::Map | Class::Parser),
        _ => class.name().as_bytes() == name,
    }
}

/// Numbers as the bytes they are stored as, least significant first.
trait Bytes: Copy {
    const SIZE: usize;

    fn put(self, bytes: &mut Vec<u8>);

    fn take(bytes: &[u8]) -> Self;
}

macro_rules! bytes {
    ($($type:ty)*) => {
        $(impl Bytes for $type {
            const SIZE: usize = size_of::<$type>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &[u8]) -> $type {
                let mut array = [0; size_of::<$type>()];
                array.copy_from_slice(bytes);
                <$type>::from_le_bytes(array)
            }
        })*
    };
}

bytes!(f64 f32 i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! complex_bytes {
    ($($type:ty, $part:ty;)*) => {
        $(impl Bytes for $type {
            const SIZE: usize = size_of::<$type>();

            fn put(self, bytes: &mut Vec<u8>) {
                self.re.put(bytes);
                self.im.put(bytes);
            }

            fn take(bytes: &[u8]) -> $type {
                let (re, im) = bytes.split_at(<$part>::SIZE);
                <$type>::new(<$part>::take(re), <$part>::take(im))
            }
        })*
    };
}

complex_bytes!(C64, f64; C32, f32;);

impl Bytes for bool {
    const SIZE: usize = 1;

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(self));
    }

    fn take(bytes: &[u8]) -> bool {
        bytes.contains(&1)
    }
}

fn typecast(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    fn bytes_of<T: Bytes>(array: &Array<T>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(array.numel() * T::SIZE);
        for &x in array.as_slice() {
            x.put(&mut bytes);
        }
        bytes
    }
    let mut args = args.into_iter();
    let value = args.next().unwrap_or_default().materialized();
    let name = args.next().unwrap_or_default();
    let dims = value.dims();
    let bytes = for_each_array!(&value, array => bytes_of(array),
        other => {
            let class = other.class();
            return Err(Error::plain(format!("typecast: invalid input CLASS: {class}")));
        }
    );
    let name = name.as_text().unwrap_or_default();
    let result = match &*name {
        "double" => read::<f64>(&bytes, &dims)?.into(),
        "single" => read::<f32>(&bytes, &dims)?.into(),
        "double complex" => read::<C64>(&bytes, &dims)?.into(),
        "single complex" => read::<C32>(&bytes, &dims)?.into(),
        "int8" => integers::<i8>(&bytes, &dims)?,
        "int16" => integers::<i16>(&bytes, &dims)?,
        "int32" => integers::<i32>(&bytes, &dims)?,
        "int64" => integers::<i64>(&bytes, &dims)?,
        "uint8" => integers::<u8>(&bytes, &dims)?,
        "uint16" => integers::<u16>(&bytes, &dims)?,
        "uint32" => integers::<u32>(&bytes, &dims)?,
        "uint64" => integers::<u64>(&bytes, &dims)?,
        "char" => Value::Char(read::<u8>(&bytes, &dims)?, Quote::Single),
        _ => return Err(Error::plain(format!("typecast: cannot convert to {name} class"))),
    };
    one(result)
}

fn integers<T: Bytes + Integer>(bytes: &[u8], dims: &Dims) -> Result<Value> {
    Ok(read::<T>(bytes, dims)?.into())
}

/// The numbers that bytes are; a row gives a row, everything else a column.
fn read<T: Bytes>(bytes: &[u8], dims: &Dims) -> Result<Array<T>> {
    if !bytes.len().is_multiple_of(T::SIZE) {
        return Err(Error::plain(
            "typecast: incorrect number of input values to make output value",
        ));
    }
    let data: Vec<T> = bytes.chunks_exact(T::SIZE).map(T::take).collect();
    if dims.is_zero_by_zero() {
        return Ok(Array::empty());
    }
    Ok(if dims.is_row() { Array::row(data) } else { Array::column(data) })
}
