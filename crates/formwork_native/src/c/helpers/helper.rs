//! The helper functions by name, and what their definitions are made with.

use super::super::literal::c_type;
use crate::loops::{BinaryOp, ScalarType, UnaryOp};

/// A helper function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Helper {
    /// An operation of one operand.
    Unary(UnaryOp, ScalarType),
    /// An operation of two operands.
    Binary(BinaryOp, ScalarType, ScalarType),
    /// A double as an integer or an index.
    FromDouble(ScalarType),
    /// A signed 64-bit integer as another one.
    FromSigned(ScalarType),
    /// An unsigned 64-bit integer as another one.
    FromUnsigned(ScalarType),
    /// A complex number of two parts.
    Make(ScalarType),
    /// A complex number of the other precision.
    FromComplex(ScalarType),
    /// An index of which the compiler must not know that it is a constant.
    Opaque,
    /// What several helpers of a 64-bit type need.
    Wide(Wide, ScalarType),
    /// What several helpers of a complex type need.
    Complex(Part, ScalarType),
    /// Memory, errors and descriptions of arrays.
    Support(Support),
}

/// What several helpers of a 64-bit type need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Wide {
    /// The modulus, as an unsigned number.
    Magnitude,
    /// The integer of a sign and a modulus, saturated.
    Signed,
    /// An integer plus or minus a modulus, saturated.
    Offset,
    /// The rounded quotient of two moduli with a sign.
    Quotient,
    /// How an integer compares to a double: -1, 0, 1, or 2.
    Order,
}

/// What several helpers of a complex type need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    /// One or zero with the sign of a number.
    UnitIfInfinite,
    /// The `int` that a number is.
    AsInt,
    /// How two complex numbers compare: -1, 0, 1, or 2.
    Order,
    /// The natural logarithm.
    Logarithm,
    /// The number of a modulus and an angle.
    Polar,
    /// The exponential.
    Exponential,
    /// A power with a whole exponent.
    PowerWhole,
    /// A power with a real exponent.
    PowerReal,
}

/// Memory, errors and descriptions of arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Support {
    /// New memory.
    Allocate,
    /// A copy of memory.
    Duplicate,
    /// More memory, the new elements zero.
    Grow,
    /// More memory, the length as before.
    Reserve,
    /// Raising an error.
    Fail,
    /// Raising the error that there is no memory.
    OutOfMemory,
    /// A double in a message.
    ShowDouble,
    /// Whether a description is of an array of a class and rank.
    IsArray,
    /// The number of elements of a described array.
    Count,
    /// Describing a result.
    Describe,
    /// Freeing what descriptions hold.
    ReleaseArrays,
    /// Calling an operation of the runtime.
    CallOperation,
}

/// A definition, and what it needs.
pub(crate) struct Definition {
    pub(super) text: String,
    pub(super) needs: Vec<Helper>,
}

impl Definition {
    pub(super) fn new(text: impl Into<String>, needs: &[Helper]) -> Definition {
        Definition { text: text.into(), needs: needs.to_vec() }
    }
}

impl Helper {
    /// The name in C.
    pub(crate) fn name(self) -> String {
        match self {
            Helper::Unary(op, a) => format!("fw_{}_{a}", op.name()),
            Helper::Binary(op, a, b) if a == b => format!("fw_{}_{a}", op.name()),
            Helper::Binary(op, a, b) => format!("fw_{}_{a}_{b}", op.name()),
            Helper::FromDouble(to) => format!("fw_{to}_from_double"),
            Helper::FromSigned(to) => format!("fw_{to}_from_signed"),
            Helper::FromUnsigned(to) => format!("fw_{to}_from_unsigned"),
            Helper::Make(to) => format!("fw_make_{to}"),
            Helper::FromComplex(to) => format!("fw_{to}_from_complex"),
            Helper::Opaque => "fw_index".to_owned(),
            Helper::Wide(wide, scalar) => {
                let name = match wide {
                    Wide::Magnitude => "magnitude",
                    Wide::Signed => "signed",
                    Wide::Offset => "offset",
                    Wide::Quotient => "quotient",
                    Wide::Order => "order",
                };
                format!("fw_{name}_{scalar}")
            }
            Helper::Complex(part, scalar) => {
                let name = match part {
                    Part::UnitIfInfinite => "unit_if_infinite",
                    Part::AsInt => "as_int",
                    Part::Order => "order",
                    Part::Logarithm => "logarithm",
                    Part::Polar => "polar",
                    Part::Exponential => "exponential",
                    Part::PowerWhole => "power_whole",
                    Part::PowerReal => "power_real",
                };
                format!("fw_{name}_{scalar}")
            }
            Helper::Support(support) => match support {
                Support::Allocate => "fw_allocate",
                Support::Duplicate => "fw_duplicate",
                Support::Grow => "fw_grow",
                Support::Reserve => "fw_reserve",
                Support::Fail => "fw_fail",
                Support::OutOfMemory => "fw_out_of_memory",
                Support::ShowDouble => "fw_show_double",
                Support::IsArray => "fw_is_array",
                Support::Count => "fw_count",
                Support::Describe => "fw_describe",
                Support::ReleaseArrays => "fw_release_arrays",
                Support::CallOperation => "fw_call_operation",
            }
            .to_owned(),
        }
    }
}

/// Fills in a template: `$T` is the type in C, `$N` its name, `$MIN` and `$MAX` its
/// bounds, `$U` what suffixes functions of the C library and literals of a float.
pub(super) fn fill(template: &str, scalar: ScalarType) -> String {
    let (min, max) = bounds(scalar);
    let part = scalar.part();
    let (suffix, digits) = if part == ScalarType::F32 { ("f", "f") } else { ("", "") };
    template
        .replace("$MIN", min)
        .replace("$MAX", max)
        .replace("$T", c_type(scalar))
        .replace("$R", c_type(part))
        .replace("$P", part.name())
        .replace("$N", scalar.name())
        .replace("$F", suffix)
        .replace("$L", digits)
}

/// The least and the greatest value of an integer type, in C.
const fn bounds(scalar: ScalarType) -> (&'static str, &'static str) {
    match scalar {
        ScalarType::I8 => ("INT8_MIN", "INT8_MAX"),
        ScalarType::I16 => ("INT16_MIN", "INT16_MAX"),
        ScalarType::I32 => ("INT32_MIN", "INT32_MAX"),
        ScalarType::I64 | ScalarType::Index => ("INT64_MIN", "INT64_MAX"),
        ScalarType::U8 => ("0", "UINT8_MAX"),
        ScalarType::U16 => ("0", "UINT16_MAX"),
        ScalarType::U32 => ("0", "UINT32_MAX"),
        ScalarType::U64 => ("0", "UINT64_MAX"),
        ScalarType::Bool
        | ScalarType::F32
        | ScalarType::F64
        | ScalarType::C32
        | ScalarType::C64 => ("0", "1"),
    }
}

/// The comparison in C.
pub(super) fn sign(op: BinaryOp) -> &'static str {
    op.infix().map_or("==", |(sign, _)| sign)
}

/// Of how two operands compare (-1, 0, 1, or 2 if they do not), whether `op` holds.
pub(super) fn holds(op: BinaryOp, order: &str) -> String {
    match op {
        BinaryOp::NotEqual => format!("{order} != 0"),
        BinaryOp::Less => format!("{order} == -1"),
        BinaryOp::LessEqual => format!("{order} <= 0"),
        BinaryOp::Greater => format!("{order} == 1"),
        BinaryOp::GreaterEqual => format!("({order} & ~1) == 0"),
        _ => format!("{order} == 0"),
    }
}

/// The comparison with its operands exchanged.
pub(super) const fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
