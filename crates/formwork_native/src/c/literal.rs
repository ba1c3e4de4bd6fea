//! Types and constants in C.

use std::fmt::Write as _;

use crate::loops::{ArrayClass, BinaryOp, Scalar, ScalarType};

/// The type in C.
pub(super) const fn c_type(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "bool",
        ScalarType::I8 => "int8_t",
        ScalarType::I16 => "int16_t",
        ScalarType::I32 => "int32_t",
        ScalarType::I64 | ScalarType::Index => "int64_t",
        ScalarType::U8 => "uint8_t",
        ScalarType::U16 => "uint16_t",
        ScalarType::U32 => "uint32_t",
        ScalarType::U64 => "uint64_t",
        ScalarType::F32 => "float",
        ScalarType::F64 => "double",
        ScalarType::C32 => "fw_c32",
        ScalarType::C64 => "fw_c64",
    }
}

/// The type of elements in C. Truth values are bytes there, 0 or 1: compilers make vector
/// code of loops over bytes that they leave alone where elements are `bool`.
pub(super) const fn element_c_type(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "uint8_t",
        ScalarType::I8
        | ScalarType::I16
        | ScalarType::I32
        | ScalarType::I64
        | ScalarType::Index
        | ScalarType::U8
        | ScalarType::U16
        | ScalarType::U32
        | ScalarType::U64
        | ScalarType::F32
        | ScalarType::F64
        | ScalarType::C32
        | ScalarType::C64 => c_type(scalar),
    }
}

/// A constant in C that reads back to the same value; one that is negative begins with a
/// minus.
pub(super) fn literal(value: Scalar) -> String {
    match value {
        Scalar::Bool(x) => x.to_string(),
        Scalar::I8(x) => signed(x.into()),
        Scalar::I16(x) => signed(x.into()),
        Scalar::I32(x) => signed(x.into()),
        Scalar::I64(x) | Scalar::Index(x) => signed(x),
        Scalar::U8(x) => x.to_string(),
        Scalar::U16(x) => x.to_string(),
        Scalar::U32(x) => format!("{x}u"),
        Scalar::U64(x) => format!("UINT64_C({x})"),
        Scalar::F32(x) => {
            float(x.is_nan(), x.is_infinite(), x.is_sign_negative(), &format!("{:?}f", x.abs()))
        }
        Scalar::F64(x) => {
            float(x.is_nan(), x.is_infinite(), x.is_sign_negative(), &format!("{:?}", x.abs()))
        }
        Scalar::C32(z) => {
            format!("fw_make_c32({}, {})", literal(Scalar::F32(z.re)), literal(Scalar::F32(z.im)))
        }
        Scalar::C64(z) => {
            format!("fw_make_c64({}, {})", literal(Scalar::F64(z.re)), literal(Scalar::F64(z.im)))
        }
    }
}

fn signed(x: i64) -> String {
    let is_small = i32::try_from(x).is_ok();
    match x {
        i64::MIN => "INT64_MIN".to_owned(),
        _ if x == i64::from(i32::MIN) => "INT32_MIN".to_owned(),
        0.. if is_small => x.to_string(),
        0.. => format!("INT64_C({x})"),
        _ if is_small => x.to_string(),
        _ => format!("-INT64_C({})", x.unsigned_abs()),
    }
}

fn float(nan: bool, infinite: bool, negative: bool, digits: &str) -> String {
    match (nan, infinite, negative) {
        (true, _, _) => "NAN".to_owned(),
        (_, true, false) => "INFINITY".to_owned(),
        (_, true, true) => "-INFINITY".to_owned(),
        (_, _, false) => digits.to_owned(),
        (_, _, true) => format!("-{digits}"),
    }
}

/// A string literal. Bytes that are no plain ASCII are escaped as three octal digits,
/// which end by themselves; so is `?`, which may begin a trigraph.
pub(super) fn string(text: &str) -> String {
    let mut result = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                result.push('\\');
                result.push(char::from(byte));
            }
            b'\n' => result.push_str("\\n"),
            b'?' | 0..=31 | 127.. => {
                let _ = write!(result, "\\{byte:03o}");
            }
            other => result.push(char::from(other)),
        }
    }
    result.push('"');
    result
}

/// The constant of a class in C.
pub(super) fn class_constant(class: ArrayClass) -> String {
    format!("FW_{}", class.name().to_ascii_uppercase())
}

/// The operation on bits in C.
pub(super) const fn bit_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        _ => "^",
    }
}
