//! Helpers of the integer types and of indices.

use super::super::literal::bit_sign;
use super::helper::{Definition, Helper, Wide, fill, holds, mirrored, sign};
use super::wide;
use crate::loops::{BinaryOp, ScalarType, UnaryOp};

const fn is_wide(scalar: ScalarType) -> bool {
    matches!(scalar, ScalarType::I64 | ScalarType::U64)
}

pub(super) fn unary(op: UnaryOp, scalar: ScalarType) -> Definition {
    let unsigned = scalar.is_unsigned();
    let text = match op {
        UnaryOp::Negate if unsigned => {
            "static inline $T fw_neg_$N($T x)
{
    (void)x;
    return 0;
}
"
        }
        UnaryOp::Negate => {
            "static inline $T fw_neg_$N($T x)
{
    return x == $MIN ? $MAX : ($T)-x;
}
"
        }
        UnaryOp::Sign if unsigned => {
            "static inline $T fw_sign_$N($T x)
{
    return x > 0;
}
"
        }
        UnaryOp::Sign => {
            "static inline $T fw_sign_$N($T x)
{
    return ($T)((x > 0) - (x < 0));
}
"
        }
        // The only other one is the modulus.
        _ if unsigned => {
            "static inline $T fw_abs_$N($T x)
{
    return x;
}
"
        }
        _ if scalar == ScalarType::Index => {
            "static inline $T fw_abs_$N($T x)
{
    return x < 0 ? -x : x;
}
"
        }
        _ => {
            "static inline $T fw_abs_$N($T x)
{
    return x == $MIN ? $MAX : x < 0 ? ($T)-x : x;
}
"
        }
    };
    Definition::new(fill(text, scalar), &[])
}

/// A double as an integer: to the nearest, halves away from zero, NaN to zero. As an
/// index: cut off.
pub(super) fn from_double(to: ScalarType) -> Definition {
    let text = match to {
        ScalarType::Index => {
            "static inline int64_t fw_index_from_double(double x)
{
    if (fabs(x) < 9223372036854775808.0) {
        return (int64_t)x;
    }
    return isnan(x) ? 0 : x > 0 ? INT64_MAX : INT64_MIN;
}
"
        }
        ScalarType::I64 => {
            "static inline int64_t fw_i64_from_double(double x)
{
    if (isnan(x)) {
        return 0;
    }
    const double nearest = round(x);
    return nearest >= 9223372036854775808.0  ? INT64_MAX
           : nearest < -9223372036854775808.0 ? INT64_MIN
                                              : (int64_t)nearest;
}
"
        }
        ScalarType::U64 => {
            "static inline uint64_t fw_u64_from_double(double x)
{
    const double nearest = round(x);
    if (!(nearest > 0)) {
        return 0;
    }
    return nearest >= 18446744073709551616.0 ? UINT64_MAX : (uint64_t)nearest;
}
"
        }
        _ if to.is_unsigned() => {
            "static inline $T fw_$N_from_double(double x)
{
    const double nearest = round(x);
    if (!(nearest > 0)) {
        return 0;
    }
    return nearest >= $MAX ? $MAX : ($T)nearest;
}
"
        }
        _ => {
            "static inline $T fw_$N_from_double(double x)
{
    if (isnan(x)) {
        return 0;
    }
    const double nearest = round(x);
    return nearest >= $MAX ? $MAX : nearest <= $MIN ? $MIN : ($T)nearest;
}
"
        }
    };
    Definition::new(fill(text, to), &[])
}

pub(super) fn from_signed(to: ScalarType) -> Definition {
    let text = match to {
        ScalarType::U64 => {
            "static inline uint64_t fw_u64_from_signed(int64_t x)
{
    return x < 0 ? 0 : (uint64_t)x;
}
"
        }
        _ => {
            "static inline $T fw_$N_from_signed(int64_t x)
{
    return x > $MAX ? $MAX : x < $MIN ? $MIN : ($T)x;
}
"
        }
    };
    Definition::new(fill(text, to), &[])
}

pub(super) fn from_unsigned(to: ScalarType) -> Definition {
    let text = "static inline $T fw_$N_from_unsigned(uint64_t x)
{
    return x > $MAX ? $MAX : ($T)x;
}
";
    // The bound is positive: comparing it as an unsigned number keeps it.
    Definition::new(fill(&text.replace("x > $MAX", "x > (uint64_t)$MAX"), to), &[])
}

pub(super) fn binary(op: BinaryOp, left: ScalarType, right: ScalarType) -> Definition {
    match (left, right) {
        (ScalarType::F64, integer) => with_double(op, integer, true),
        (integer, ScalarType::F64) => with_double(op, integer, false),
        (unsigned, ScalarType::Index) if unsigned.is_unsigned() => shift(op, unsigned),
        _ => among(op, left),
    }
}

fn shift(op: BinaryOp, scalar: ScalarType) -> Definition {
    let bits = scalar.size() * 8;
    let (name, sign) = if op == BinaryOp::ShiftLeft { ("shl", "<<") } else { ("shr", ">>") };
    let text = format!(
        "static inline $T fw_{name}_$N_index($T x, int64_t bits)
{{
    return bits < 0 || bits >= {bits} ? 0 : ($T)((uint64_t)x {sign} bits);
}}
"
    );
    Definition::new(fill(&text, scalar), &[])
}

fn among(op: BinaryOp, scalar: ScalarType) -> Definition {
    let unsigned = scalar.is_unsigned();
    if op == BinaryOp::Divide && scalar == ScalarType::Index {
        let text = "/* The least integer divided by -1 is itself. */
static inline int64_t fw_div_index(int64_t x, int64_t y)
{
    return y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y;
}
";
        return Definition::new(text, &[]);
    }
    if is_wide(scalar)
        && matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide)
    {
        return wide::among(op, scalar);
    }
    let clip = Helper::FromSigned(scalar);
    match op {
        BinaryOp::Add | BinaryOp::Subtract => {
            let text = format!(
                "static inline $T fw_{}_$N($T x, $T y)
{{
    return fw_$N_from_signed((int64_t)x {} y);
}}
",
                op.name(),
                sign(op)
            );
            Definition::new(fill(&text, scalar), &[clip])
        }
        // The product of two of them does not fit a signed integer.
        BinaryOp::Multiply if scalar == ScalarType::U32 => {
            let text = "static inline uint32_t fw_mul_u32(uint32_t x, uint32_t y)
{
    const uint64_t product = (uint64_t)x * y;
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}
";
            Definition::new(text, &[])
        }
        BinaryOp::Multiply => {
            let text = "static inline $T fw_mul_$N($T x, $T y)
{
    return fw_$N_from_signed((int64_t)x * y);
}
";
            Definition::new(fill(text, scalar), &[clip])
        }
        BinaryOp::Divide => {
            let zero =
                if unsigned { "x > 0 ? $MAX : 0" } else { "x > 0 ? $MAX : x < 0 ? $MIN : 0" };
            let text = format!(
                "static inline $T fw_div_$N($T x, $T y)
{{
    if (y == 0) {{
        return {zero};
    }}
    return fw_$N_from_double((double)x / (double)y);
}}
"
            );
            Definition::new(fill(&text, scalar), &[Helper::FromDouble(scalar)])
        }
        BinaryOp::Power => power(scalar),
        BinaryOp::Modulo | BinaryOp::Remainder => remainder(op, scalar),
        BinaryOp::Min | BinaryOp::Max => {
            let sign = if op == BinaryOp::Min { "<" } else { ">" };
            let text = format!(
                "static inline $T fw_{}_$N($T x, $T y)
{{
    return y {sign} x ? y : x;
}}
",
                op.name()
            );
            Definition::new(fill(&text, scalar), &[])
        }
        BinaryOp::ExtentProduct => {
            let text =
                "/* The number of elements of an array; one that cannot be counted saturates. */
static inline int64_t fw_extent_index(int64_t x, int64_t y)
{
    const bool negative = (x < 0) != (y < 0);
    const uint64_t a = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    const uint64_t b = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
    const uint64_t bound = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    if (a != 0 && b > bound / a) {
        return negative ? INT64_MIN : INT64_MAX;
    }
    return negative && a * b > (uint64_t)INT64_MAX ? INT64_MIN
           : negative                              ? -(int64_t)(a * b)
                                                   : (int64_t)(a * b);
}
";
            Definition::new(text, &[])
        }
        // Asked for where the compiler would warn of what it knows.
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            let text = format!(
                "static inline $T fw_{}_$N($T x, $T y)
{{
    return ($T)(x {} y);
}}
",
                op.name(),
                bit_sign(op)
            );
            Definition::new(fill(&text, scalar), &[])
        }
        comparison => {
            let text = format!(
                "static inline bool fw_{}_$N($T x, $T y)
{{
    return x {} y;
}}
",
                comparison.name(),
                sign(comparison)
            );
            Definition::new(fill(&text, scalar), &[])
        }
    }
}

fn remainder(op: BinaryOp, scalar: ScalarType) -> Definition {
    let is_modulo = op == BinaryOp::Modulo;
    let name = op.name();
    let zero = if is_modulo { "x" } else { "0" };
    let text = if scalar.is_unsigned() {
        format!(
            "static inline $T fw_{name}_$N($T x, $T y)
{{
    return y == 0 ? {zero} : ($T)(x % y);
}}
"
        )
    } else {
        let result = if is_modulo {
            "($T)(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest)"
        } else {
            "($T)rest"
        };
        format!(
            "static inline $T fw_{name}_$N($T x, $T y)
{{
    if (y == 0) {{
        return {zero};
    }}
    const int64_t rest = y == -1 ? 0 : (int64_t)x % y;
    return {result};
}}
"
        )
    };
    Definition::new(fill(&text, scalar), &[])
}

fn power(scalar: ScalarType) -> Definition {
    let negative = if scalar.is_unsigned() {
        ""
    } else {
        "    if (exponent < 0) {
        return base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base == -1 ? base : 0;
    }
"
    };
    let text = format!(
        "static inline $T fw_pow_$N($T base, $T exponent)
{{
{negative}    $T result = 1;
    $T square = base;
    while (exponent > 0) {{
        if (exponent % 2 == 1) {{
            result = fw_mul_$N(result, square);
        }}
        exponent = ($T)(exponent / 2);
        if (exponent > 0) {{
            square = fw_mul_$N(square, square);
        }}
    }}
    return result;
}}
"
    );
    Definition::new(fill(&text, scalar), &[Helper::Binary(BinaryOp::Multiply, scalar, scalar)])
}

/// An integer and a double; `reversed` if the double is on the left.
fn with_double(op: BinaryOp, scalar: ScalarType, reversed: bool) -> Definition {
    let head = |result: &str| {
        if reversed {
            format!("static inline {result} fw_{}_f64_$N(double x, $T y)\n", op.name())
        } else {
            format!("static inline {result} fw_{}_$N_f64($T x, double y)\n", op.name())
        }
    };
    if op == BinaryOp::Power {
        return power_with_double(scalar, reversed, &head("$T"));
    }
    if op.is_comparison() {
        if !is_wide(scalar) {
            let text = format!("{}{{\n    return x {} y;\n}}\n", head("bool"), sign(op));
            return Definition::new(fill(&text, scalar), &[]);
        }
        let (asked, order) =
            if reversed { (mirrored(op), "fw_order_$N(y, x)") } else { (op, "fw_order_$N(x, y)") };
        let text = format!("{}{{\n    return {};\n}}\n", head("bool"), holds(asked, order));
        return Definition::new(fill(&text, scalar), &[Helper::Wide(Wide::Order, scalar)]);
    }
    if is_wide(scalar) {
        return wide::with_double(op, scalar, reversed, &head("$T"));
    }
    let operands = if reversed { ("x", "(double)y") } else { ("(double)x", "y") };
    let text = format!(
        "{}{{\n    return fw_$N_from_double({} {} {});\n}}\n",
        head("$T"),
        operands.0,
        sign(op),
        operands.1
    );
    Definition::new(fill(&text, scalar), &[Helper::FromDouble(scalar)])
}

fn power_with_double(scalar: ScalarType, reversed: bool, head: &str) -> Definition {
    let from = Helper::FromDouble(scalar);
    if reversed {
        let text = format!("{head}{{\n    return fw_$N_from_double(pow(x, (double)y));\n}}\n");
        return Definition::new(fill(&text, scalar), &[from]);
    }
    let digits = scalar.size() * 8 - usize::from(!scalar.is_unsigned());
    let text = format!(
        "{head}{{
    if (y >= 0 && y < {digits} && y == round(y)) {{
        return fw_pow_$N(x, fw_$N_from_double(y));
    }}
    return fw_$N_from_double(pow((double)x, y));
}}
"
    );
    let among = Helper::Binary(BinaryOp::Power, scalar, scalar);
    Definition::new(fill(&text, scalar), &[from, among])
}
