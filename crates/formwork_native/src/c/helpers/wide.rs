//! Helpers of the 64-bit integer types, which no wider type holds: they reckon with a
//! sign and a modulus.

use super::helper::{Definition, Helper, Wide, fill};
use crate::loops::{BinaryOp, ScalarType};

/// One more than the greatest value, as a double: 2^63 or 2^64.
const fn limit(scalar: ScalarType) -> &'static str {
    if scalar.is_unsigned() { "18446744073709551616.0" } else { "9223372036854775808.0" }
}

pub(super) fn shared(wide: Wide, scalar: ScalarType) -> Definition {
    let unsigned = scalar.is_unsigned();
    let needs_signed = [Helper::Wide(Wide::Signed, scalar)];
    let (text, needs): (String, &[Helper]) = match wide {
        Wide::Magnitude if unsigned => (
            "static inline uint64_t fw_magnitude_$N($T x)
{
    return x;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Magnitude => (
            "static inline uint64_t fw_magnitude_$N($T x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Signed if unsigned => (
            "static inline $T fw_signed_$N(bool negative, uint64_t magnitude)
{
    return negative ? 0 : magnitude;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Signed => (
            "static inline $T fw_signed_$N(bool negative, uint64_t magnitude)
{
    if (magnitude > (uint64_t)INT64_MAX) {
        return negative ? INT64_MIN : INT64_MAX;
    }
    return negative ? -(int64_t)magnitude : (int64_t)magnitude;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Offset if unsigned => (
            "static inline $T fw_offset_$N($T x, bool negative, uint64_t by)
{
    if (negative) {
        return by > x ? 0 : x - by;
    }
    return by > UINT64_MAX - x ? UINT64_MAX : x + by;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Offset => (
            "static inline $T fw_offset_$N($T x, bool negative, uint64_t by)
{
    /* The distance of x from the least integer, which is zero at it. */
    const uint64_t place = (uint64_t)x + ((uint64_t)1 << 63);
    uint64_t moved;
    if (negative) {
        moved = by > place ? 0 : place - by;
    } else {
        moved = by > UINT64_MAX - place ? UINT64_MAX : place + by;
    }
    return moved > (uint64_t)INT64_MAX ? (int64_t)(moved - ((uint64_t)1 << 63))
                                       : INT64_MIN + (int64_t)moved;
}
"
            .to_owned(),
            &[],
        ),
        Wide::Quotient => (
            "/* The quotient to the nearest, halves away from zero. */
static inline $T fw_quotient_$N(bool negative, uint64_t x, uint64_t y)
{
    if (y == 0) {
        return fw_signed_$N(negative, x == 0 ? 0 : UINT64_MAX);
    }
    const uint64_t rest = x % y;
    return fw_signed_$N(negative, x / y + (rest >= y - rest));
}
"
            .to_owned(),
            &needs_signed,
        ),
        Wide::Order => {
            let least = if unsigned {
                ""
            } else {
                "    if (nearest == -9223372036854775808.0) {
        return -1;
    }
"
            };
            let limit = limit(scalar);
            (
                format!(
                    "/* How an integer compares to a double: -1, 0, 1, or 2 if that is no number. Where
   a bound rounds to the double, the integer lies beyond it. */
static inline int fw_order_$N($T x, double y)
{{
    const double nearest = (double)x;
    if (nearest != y) {{
        return nearest < y ? -1 : nearest > y ? 1 : 2;
    }}
    if (nearest == {limit}) {{
        return 1;
    }}
{least}    return x < ($T)y ? -1 : x > ($T)y;
}}
"
                ),
                &[],
            )
        }
    };
    Definition::new(fill(&text, scalar), needs)
}

pub(super) fn among(op: BinaryOp, scalar: ScalarType) -> Definition {
    let magnitude = Helper::Wide(Wide::Magnitude, scalar);
    let offset = Helper::Wide(Wide::Offset, scalar);
    let negative = if scalar.is_unsigned() { "false" } else { "(x < 0) != (y < 0)" };
    let is_negative =
        |x: &str| if scalar.is_unsigned() { "false".to_owned() } else { format!("{x} < 0") };
    let (text, needs) = match op {
        BinaryOp::Add => (
            format!(
                "static inline $T fw_add_$N($T x, $T y)
{{
    return fw_offset_$N(x, {}, fw_magnitude_$N(y));
}}
",
                is_negative("y")
            ),
            vec![magnitude, offset],
        ),
        BinaryOp::Subtract => (
            format!(
                "static inline $T fw_sub_$N($T x, $T y)
{{
    return fw_offset_$N(x, !({}), fw_magnitude_$N(y));
}}
",
                is_negative("y")
            ),
            vec![magnitude, offset],
        ),
        BinaryOp::Multiply => (
            format!(
                "static inline $T fw_mul_$N($T x, $T y)
{{
    const uint64_t a = fw_magnitude_$N(x);
    const uint64_t b = fw_magnitude_$N(y);
    return fw_signed_$N({negative}, a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b);
}}
"
            ),
            vec![magnitude, Helper::Wide(Wide::Signed, scalar)],
        ),
        _ => (
            format!(
                "static inline $T fw_div_$N($T x, $T y)
{{
    return fw_quotient_$N({negative}, fw_magnitude_$N(x), fw_magnitude_$N(y));
}}
"
            ),
            vec![magnitude, Helper::Wide(Wide::Quotient, scalar)],
        ),
    };
    Definition::new(fill(&text, scalar), &needs)
}

/// Arithmetic of a 64-bit integer and a double; `reversed` if the double is on the left.
pub(super) fn with_double(
    op: BinaryOp,
    scalar: ScalarType,
    reversed: bool,
    head: &str,
) -> Definition {
    let limit = limit(scalar);
    let add = Helper::Binary(BinaryOp::Add, scalar, ScalarType::F64);
    let multiply = Helper::Binary(BinaryOp::Multiply, scalar, ScalarType::F64);
    let from_double = Helper::FromDouble(scalar);
    let magnitude = Helper::Wide(Wide::Magnitude, scalar);
    let quotient = Helper::Wide(Wide::Quotient, scalar);
    let same = |op: BinaryOp| Helper::Binary(op, scalar, scalar);
    let is_negative =
        |x: &str| if scalar.is_unsigned() { "false".to_owned() } else { format!("({x} < 0)") };
    let (text, needs) = match (op, reversed) {
        (BinaryOp::Add, true) => {
            (format!("{head}{{\n    return fw_add_$N_f64(y, x);\n}}\n"), vec![add])
        }
        (BinaryOp::Multiply, true) => {
            (format!("{head}{{\n    return fw_mul_$N_f64(y, x);\n}}\n"), vec![multiply])
        }
        (BinaryOp::Add, false) => (sum(head, scalar), vec![Helper::Wide(Wide::Offset, scalar)]),
        (BinaryOp::Subtract, false) => {
            (format!("{head}{{\n    return fw_add_$N_f64(x, -y);\n}}\n"), vec![add])
        }
        (BinaryOp::Subtract, true) => (
            format!(
                "{head}{{
    if (fabs(x) < {limit}) {{
        return fw_sub_$N(fw_$N_from_double(x), y);
    }}
    const $T half = fw_$N_from_double(x / 2);
    return fw_add_$N(fw_sub_$N(half, y), half);
}}
"
            ),
            vec![from_double, same(BinaryOp::Subtract), same(BinaryOp::Add)],
        ),
        (BinaryOp::Multiply, false) => (
            product(head, limit, &is_negative("x")),
            vec![
                from_double,
                magnitude,
                quotient,
                Helper::Wide(Wide::Signed, scalar),
                same(BinaryOp::Add),
            ],
        ),
        (_, false) => {
            (quotient_by(head, limit, &is_negative("x")), vec![magnitude, quotient, multiply])
        }
        (_, true) => {
            (quotient_of(head, limit, &is_negative("y")), vec![magnitude, quotient, from_double])
        }
    };
    Definition::new(fill(&text, scalar), &needs)
}

/// The product of an integer and a double: exact if that is whole, else the sum of the
/// rounded products of four words of 32 bits.
fn product(head: &str, limit: &str, negative: &str) -> String {
    format!(
        "/* Exact if the double is whole; else each word of 32 bits of the exact product is
   rounded. */
{head}{{
    const bool negative = {negative} != (y < 0);
    const uint64_t a = fw_magnitude_$N(x);
    if (fabs(y) < {limit} && y == round(y)) {{
        const uint64_t b = (uint64_t)fabs(y);
        return fw_signed_$N(negative, a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b);
    }}
    if (fabs(y) == 0.5) {{
        return fw_quotient_$N(negative, a, 2);
    }}
    if (!isfinite(y)) {{
        return fw_$N_from_double((double)x * y);
    }}
    int exponent;
    const uint64_t b = (uint64_t)ldexp(frexp(fabs(y), &exponent), 53);
    exponent -= 53;
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t cross = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
    const uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32);
    const uint64_t words[4] = {{low & UINT32_MAX, cross & UINT32_MAX, high & UINT32_MAX, high >> 32}};
    $T result = 0;
    for (int word = 0; word < 4; word++) {{
        const double value = ldexp((double)words[word], exponent + 32 * word);
        result = fw_add_$N(result, fw_$N_from_double(negative ? -value : value));
    }}
    return result;
}}
"
    )
}

/// The sum of an integer and a double.
fn sum(head: &str, scalar: ScalarType) -> String {
    let limit = limit(scalar);
    let most = if scalar.is_unsigned() { "UINT64_MAX" } else { "(uint64_t)1 << 63" };
    format!(
        "/* The double is rounded; one that is out of range is added in halves, which may
   bring the sum back into it. */
{head}{{
    if (fabs(y) < {limit}) {{
        const double whole = round(y);
        return fw_offset_$N(x, whole < 0, (uint64_t)fabs(whole));
    }}
    if (isnan(y)) {{
        return x;
    }}
    const double half = round(fabs(y) / 2);
    const uint64_t by = half >= {limit} ? {most} : (uint64_t)half;
    return fw_offset_$N(fw_offset_$N(x, y < 0, by), y < 0, by);
}}
"
    )
}

/// The quotient of an integer by a double.
fn quotient_by(head: &str, limit: &str, is_negative: &str) -> String {
    format!(
        "{head}{{
    if (fabs(y) < {limit} && y == round(y)) {{
        return fw_quotient_$N({is_negative} != (y < 0), fw_magnitude_$N(x), (uint64_t)fabs(y));
    }}
    return fw_mul_$N_f64(x, 1 / y);
}}
"
    )
}

/// The quotient of a double by an integer.
fn quotient_of(head: &str, limit: &str, is_negative: &str) -> String {
    format!(
        "{head}{{
    if (fabs(x) < {limit} && x == round(x)) {{
        return fw_quotient_$N((x < 0) != {is_negative}, (uint64_t)fabs(x), fw_magnitude_$N(y));
    }}
    return fw_$N_from_double(x / (double)y);
}}
"
    )
}
