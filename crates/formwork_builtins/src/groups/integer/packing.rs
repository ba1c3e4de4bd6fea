//! Numbers as bytes and bits: `swapbytes`, `bitpack`, `bitunpack`.

use formwork_runtime::{Array, C32, C64, Class, Dims, Error, Quote, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evidence, Output, Row, pure};
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    pure(
        "swapbytes",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Like(0))],
        swapbytes,
        "Numbers with their bytes in the opposite order.",
    )
    .compared(Evidence::Numbers),
    pure(
        "bitpack",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        bitpack,
        "Numbers of a class made of their bits.",
    ),
    pure(
        "bitunpack",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))],
        bitunpack,
        "The bits of numbers.",
    ),
];

fn swapbytes(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    one(match std::mem::take(&mut args[0]).materialized() {
        Value::Double(array) => {
            Value::Double(array.map_in_place(|x| f64::from_bits(x.to_bits().swap_bytes())))
        }
        Value::Single(array) => {
            Value::Single(array.map_in_place(|x| f32::from_bits(x.to_bits().swap_bytes())))
        }
        Value::Int16(array) => Value::Int16(array.map_in_place(|x| x.swap_bytes())),
        Value::Int32(array) => Value::Int32(array.map_in_place(|x| x.swap_bytes())),
        Value::Int64(array) => Value::Int64(array.map_in_place(|x| x.swap_bytes())),
        Value::Uint16(array) => Value::Uint16(array.map_in_place(|x| x.swap_bytes())),
        Value::Uint32(array) => Value::Uint32(array.map_in_place(|x| x.swap_bytes())),
        Value::Uint64(array) => Value::Uint64(array.map_in_place(|x| x.swap_bytes())),
        other @ (Value::Int8(_) | Value::Uint8(_)) => other,
        other if other.is_empty() => other,
        other => {
            return Err(Error::plain(format!(
                "swapbytes: invalid object of class '{}'",
                other.class()
            )));
        }
    })
}

fn bitpack(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Bool(bits) = &args[0] else {
        return Err(Error::plain("bitpack: X must be a logical array"));
    };
    let Some(class) = args[1].as_text() else {
        return Err(Error::plain("bitpack: CLASS must be a string"));
    };
    let dims = bits.dims();
    let bits = bits.as_slice();
    let bytes: Vec<u8> = bits
        .chunks(8)
        .map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit)))
        .collect();
    let wrong = || Error::plain("bitpack: incorrect number of bits to make up output value");
    let packed = |size: usize| -> Result<Dims> {
        if bits.len() % (8 * size) != 0 {
            return Err(wrong());
        }
        let count = bits.len() / (8 * size);
        Ok(if dims.columns() == 1 { Dims::matrix(count, 1) } else { Dims::matrix(1, count) })
    };
    macro_rules! of {
        ($type:ty, $variant:ident) => {{
            const SIZE: usize = size_of::<$type>();
            let numbers = bytes.chunks_exact(SIZE).map(|chunk| {
                let mut number = [0; SIZE];
                number.copy_from_slice(chunk);
                <$type>::from_le_bytes(number)
            });
            Value::$variant(Array::new(packed(SIZE)?, numbers.collect()))
        }};
    }
    let complex = |half: usize| -> Result<Vec<f64>> {
        packed(2 * half)?;
        Ok(bytes
            .chunks_exact(half)
            .map(|chunk| {
                let mut number = [0; 8];
                number[..half].copy_from_slice(chunk);
                let bits = u64::from_le_bytes(number);
                if half == 8 { f64::from_bits(bits) } else { f32::from_bits(bits as u32).into() }
            })
            .collect())
    };
    one(match &*class {
        "double" => of!(f64, Double),
        "single" => of!(f32, Single),
        "int8" => of!(i8, Int8),
        "int16" => of!(i16, Int16),
        "int32" => of!(i32, Int32),
        "int64" => of!(i64, Int64),
        "uint8" => of!(u8, Uint8),
        "uint16" => of!(u16, Uint16),
        "uint32" => of!(u32, Uint32),
        "uint64" => of!(u64, Uint64),
        "char" => Value::Char(Array::new(packed(1)?, bytes), Quote::Single),
        "double complex" => {
            let parts = complex(8)?;
            let data = parts.chunks_exact(2).map(|z| C64::new(z[0], z[1])).collect();
            Value::Complex(Array::new(packed(16)?, data))
        }
        "single complex" => {
            let parts = complex(4)?;
            let data = parts.chunks_exact(2).map(|z| C32::new(z[0] as f32, z[1] as f32)).collect();
            Value::ComplexSingle(Array::new(packed(8)?, data))
        }
        other => return Err(Error::plain(format!("bitpack: cannot pack to {other} class"))),
    })
}

fn bitunpack(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    fn unpacked<T: Copy, const N: usize>(array: &Array<T>, bytes: fn(T) -> [u8; N]) -> Value {
        let bits: Vec<bool> = array
            .as_slice()
            .iter()
            .flat_map(|&x| bytes(x))
            .flat_map(|byte| (0..8).map(move |k| byte >> k & 1 == 1))
            .collect();
        let column = array.dims().columns() == 1 && array.numel() > 1;
        Value::Bool(if column { Array::column(bits) } else { Array::row(bits) })
    }
    one(match args[0].clone().materialized() {
        Value::Double(array) => unpacked(&array, f64::to_le_bytes),
        Value::Single(array) => unpacked(&array, f32::to_le_bytes),
        Value::Char(array, _) => unpacked(&array, |x: u8| [x]),
        Value::Int8(array) => unpacked(&array, i8::to_le_bytes),
        Value::Int16(array) => unpacked(&array, i16::to_le_bytes),
        Value::Int32(array) => unpacked(&array, i32::to_le_bytes),
        Value::Int64(array) => unpacked(&array, i64::to_le_bytes),
        Value::Uint8(array) => unpacked(&array, u8::to_le_bytes),
        Value::Uint16(array) => unpacked(&array, u16::to_le_bytes),
        Value::Uint32(array) => unpacked(&array, u32::to_le_bytes),
        Value::Uint64(array) => unpacked(&array, u64::to_le_bytes),
        Value::Complex(array) => unpacked(&array, |z: C64| {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&z.re.to_le_bytes());
            bytes[8..].copy_from_slice(&z.im.to_le_bytes());
            bytes
        }),
        Value::ComplexSingle(array) => unpacked(&array, |z: C32| {
            let mut bytes = [0; 8];
            bytes[..4].copy_from_slice(&z.re.to_le_bytes());
            bytes[4..].copy_from_slice(&z.im.to_le_bytes());
            bytes
        }),
        _ => return Err(Error::plain("bitunpack: argument must be a number or a string")),
    })
}
