//! Helpers of the real floating-point types.

use super::helper::{Definition, fill, sign};
use crate::loops::{BinaryOp, ScalarType, UnaryOp};

pub(super) fn unary(op: UnaryOp, scalar: ScalarType) -> Definition {
    let text = match op {
        UnaryOp::Sign => {
            "static inline $T fw_sign_$N($T x)
{
    return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
}
"
        }
        // The only other one that the printer asks for.
        _ => {
            "static inline bool fw_iswhole_$N($T x)
{
    return isfinite(x) && x == trunc$F(x);
}
"
        }
    };
    Definition::new(fill(text, scalar), &[])
}

pub(super) fn binary(op: BinaryOp, scalar: ScalarType) -> Definition {
    let left_over = |name: &str, whole: &str, zero: &str, like: &str| {
        format!(
            "/* The remainder with the sign of one operand; none is left if the quotient is whole
   up to rounding. */
static inline $T fw_{name}_$N($T x, $T y)
{{
    if (y == 0) {{
        return {zero};
    }}
    const $T quotient = x / y;
    $T rest = 0;
    bool whole = false;
    if (y - trunc$F(y) != 0) {{
        const $T nearest = round$F(quotient);
        whole = fabs$F((quotient - nearest) / nearest) < {};
    }}
    if (!whole) {{
        rest = x - y * {whole}$F(quotient);
    }}
    return x == y ? rest : copysign$F(rest, {like});
}}
",
            if scalar == ScalarType::F32 { "FLT_EPSILON" } else { "DBL_EPSILON" }
        )
    };
    let extreme = |name: &str, sign: &str| {
        format!(
            "static inline $T fw_{name}_$N($T x, $T y)
{{
    return x {sign} y || isnan(y) ? x : y;
}}
"
        )
    };
    let text = match op {
        BinaryOp::Modulo => left_over("mod", "floor", "x", "y"),
        BinaryOp::Remainder => left_over("rem", "trunc", "NAN", "x"),
        BinaryOp::Min => extreme("min", "<="),
        BinaryOp::Max => extreme("max", ">="),
        BinaryOp::ScalarPower => "static inline $T fw_scalarpow_$N($T x, $T y)
{
    return y == 2 ? x * x : pow$F(x, y);
}
"
        .to_owned(),
        comparison => format!(
            "static inline bool fw_{}_$N($T x, $T y)
{{
    return x {} y;
}}
",
            comparison.name(),
            sign(comparison)
        ),
    };
    Definition::new(fill(&text, scalar), &[])
}
