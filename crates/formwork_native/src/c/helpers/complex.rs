//! Helpers of the complex types, as C and C++ define their arithmetic.

use super::helper::{Definition, Helper, Part, fill, holds};
use crate::loops::{BinaryOp, ScalarType, UnaryOp};

pub(super) fn make(scalar: ScalarType) -> Definition {
    let text = "static inline $T fw_make_$N($R re, $R im)
{
    const $T z = {re, im};
    return z;
}
";
    Definition::new(fill(text, scalar), &[])
}

pub(super) fn from_complex(to: ScalarType) -> Definition {
    let from = if to == ScalarType::C32 { "fw_c64" } else { "fw_c32" };
    let text = format!(
        "static inline $T fw_$N_from_complex({from} z)
{{
    return fw_make_$N(($R)z.re, ($R)z.im);
}}
"
    );
    Definition::new(fill(&text, to), &[Helper::Make(to)])
}

pub(super) fn unary(op: UnaryOp, scalar: ScalarType) -> Definition {
    let make = [Helper::Make(scalar)];
    let (text, needs): (&str, &[Helper]) = match op {
        UnaryOp::Negate => (
            "static inline $T fw_neg_$N($T z)
{
    return fw_make_$N(-z.re, -z.im);
}
",
            &make,
        ),
        UnaryOp::Conj => (
            "static inline $T fw_conj_$N($T z)
{
    return fw_make_$N(z.re, -z.im);
}
",
            &make,
        ),
        UnaryOp::Abs => (
            "static inline $R fw_abs_$N($T z)
{
    return hypot$F(z.re, z.im);
}
",
            &[],
        ),
        // The only other one that the printer asks for.
        _ => (
            "static inline $R fw_arg_$N($T z)
{
    return atan2$F(z.im, z.re);
}
",
            &[],
        ),
    };
    Definition::new(fill(text, scalar), needs)
}

pub(super) fn binary(op: BinaryOp, left: ScalarType, right: ScalarType) -> Definition {
    if left == right {
        return among(op, left);
    }
    let scalar = if left.is_complex() { left } else { right };
    let mut needs = vec![Helper::Make(scalar)];
    let quotient = Helper::Binary(BinaryOp::Divide, scalar, scalar);
    let body = match (op, left.is_complex()) {
        (BinaryOp::Add, true) => "return fw_make_$N(x.re + y, x.im);",
        (BinaryOp::Subtract, true) => "return fw_make_$N(x.re - y, x.im);",
        (BinaryOp::Multiply, true) => "return fw_make_$N(x.re * y, x.im * y);",
        (BinaryOp::Divide, true) => "return fw_make_$N(x.re / y, x.im / y);",
        (BinaryOp::Add, false) => "return fw_make_$N(x + y.re, y.im);",
        (BinaryOp::Subtract, false) => "return fw_make_$N(x - y.re, -y.im);",
        (BinaryOp::Multiply, false) => "return fw_make_$N(x * y.re, x * y.im);",
        (BinaryOp::Divide, false) => {
            needs.push(quotient);
            "return fw_div_$N(fw_make_$N(x, 0), y);"
        }
        (_, true) => {
            needs.push(quotient);
            needs.push(Helper::Complex(Part::AsInt, scalar));
            needs.push(Helper::Complex(Part::PowerWhole, scalar));
            needs.push(Helper::Complex(Part::PowerReal, scalar));
            "int whole;
    if (!fw_as_int_$N(y, &whole)) {
        return fw_power_real_$N(x, y);
    }
    return whole == -1 ? fw_div_$N(fw_make_$N(1, 0), x) : fw_power_whole_$N(x, whole);"
        }
        (_, false) => {
            needs.push(Helper::Complex(Part::Polar, scalar));
            needs.push(Helper::Binary(BinaryOp::Power, scalar, scalar));
            "if (x > 0) {
        return fw_polar_$N(pow$F(x, y.re), y.im * log$F(x));
    }
    return fw_pow_$N(fw_make_$N(x, 0), y);"
        }
    };
    let (a, b, name) =
        if left.is_complex() { ("$T", "$R", "$N_$P") } else { ("$R", "$T", "$P_$N") };
    let text = format!(
        "static inline $T fw_{}_{name}({a} x, {b} y)
{{
    {body}
}}
",
        op.name()
    );
    Definition::new(fill(&text, scalar), &needs)
}

fn among(op: BinaryOp, scalar: ScalarType) -> Definition {
    let make = Helper::Make(scalar);
    let unit = Helper::Complex(Part::UnitIfInfinite, scalar);
    let (text, needs) = match op {
        BinaryOp::Add => (
            "static inline $T fw_add_$N($T x, $T y)
{
    return fw_make_$N(x.re + y.re, x.im + y.im);
}
"
            .to_owned(),
            vec![make],
        ),
        BinaryOp::Subtract => (
            "static inline $T fw_sub_$N($T x, $T y)
{
    return fw_make_$N(x.re - y.re, x.im - y.im);
}
"
            .to_owned(),
            vec![make],
        ),
        BinaryOp::Multiply => (PRODUCT.to_owned(), vec![make, unit]),
        BinaryOp::Divide => {
            let quotient = if scalar == ScalarType::C32 { WIDE_QUOTIENT } else { SMITH_QUOTIENT };
            (format!("{quotient}{MENDED_QUOTIENT}"), vec![make, unit])
        }
        BinaryOp::Power => (
            "static inline $T fw_pow_$N($T x, $T y)
{
    return fw_exponential_$N(fw_mul_$N(y, fw_logarithm_$N(x)));
}
"
            .to_owned(),
            vec![
                Helper::Complex(Part::Exponential, scalar),
                Helper::Complex(Part::Logarithm, scalar),
                Helper::Binary(BinaryOp::Multiply, scalar, scalar),
            ],
        ),
        BinaryOp::Equal => (
            "static inline bool fw_eq_$N($T x, $T y)
{
    return x.re == y.re && x.im == y.im;
}
"
            .to_owned(),
            vec![],
        ),
        BinaryOp::NotEqual => (
            "static inline bool fw_ne_$N($T x, $T y)
{
    return !(x.re == y.re && x.im == y.im);
}
"
            .to_owned(),
            vec![],
        ),
        comparison => (
            format!(
                "static inline bool fw_{}_$N($T x, $T y)
{{
    return {};
}}
",
                comparison.name(),
                holds(comparison, "fw_order_$N(x, y)")
            ),
            vec![Helper::Complex(Part::Order, scalar)],
        ),
    };
    Definition::new(fill(&text, scalar), &needs)
}

pub(super) fn shared(part: Part, scalar: ScalarType) -> Definition {
    let make = Helper::Make(scalar);
    let product = Helper::Binary(BinaryOp::Multiply, scalar, scalar);
    let polar = Helper::Complex(Part::Polar, scalar);
    let (text, needs) = match part {
        Part::UnitIfInfinite => (
            "static inline $R fw_unit_if_infinite_$N($R x)
{
    return copysign$F(isinf(x) ? 1 : 0, x);
}
",
            vec![],
        ),
        Part::AsInt => (
            "static inline bool fw_as_int_$N($R x, int *whole)
{
    if (!(x >= -2147483648.0$L && x < 2147483647.0$L) || x != trunc$F(x)) {
        return false;
    }
    *whole = (int)x;
    return true;
}
",
            vec![],
        ),
        Part::Order => (
            "/* By modulus, then by angle, where -pi counts as pi: -1, 0, 1, or 2. */
static inline int fw_order_$N($T x, $T y)
{
    const $R pi = ($R)3.14159265358979323846$L;
    $R a = hypot$F(x.re, x.im);
    $R b = hypot$F(y.re, y.im);
    if (a == b) {
        a = atan2$F(x.im, x.re);
        b = atan2$F(y.im, y.re);
        a = a == -pi ? pi : a;
        b = b == -pi ? pi : b;
    }
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
}
",
            vec![],
        ),
        Part::Logarithm => (
            "static inline $T fw_logarithm_$N($T z)
{
    const $R x = fabs$F(z.re);
    const $R y = fabs$F(z.im);
    const $R big = x < y ? y : x;
    const $R small = x < y ? x : y;
    const $R length = hypot$F(z.re, z.im);
    $R re = 0;
    bool near = false;
    /* Near the unit circle the logarithm of the length loses digits. */
    if (big < 2 && big > 0.5$L && length != 1) {
        const $R excess = (big - 1) * (big + 1) + small * small;
        if (fabs$F(excess) < 0.5$L) {
            re = 0.5$L * log1p$F(excess);
            near = true;
        }
    }
    if (!near) {
        re = log$F(length);
    }
    return fw_make_$N(re, atan2$F(z.im, z.re));
}
",
            vec![make],
        ),
        Part::Polar => (
            "static inline $T fw_polar_$N($R length, $R angle)
{
    return fw_make_$N(length * cos$F(angle), length * sin$F(angle));
}
",
            vec![make],
        ),
        Part::Exponential => (
            "static inline $T fw_exponential_$N($T z)
{
    const $R length = exp$F(z.re);
    if (z.im == 0) {
        return fw_make_$N(length, z.im);
    }
    if (isnan(z.re) || (isfinite(z.re) && !isfinite(z.im))) {
        return fw_make_$N(NAN, NAN);
    }
    if (isinf(z.re) && !isfinite(z.im)) {
        return z.re > 0 ? fw_make_$N(INFINITY, NAN) : fw_make_$N(0, copysign$F(0, z.im));
    }
    return fw_polar_$N(length, z.im);
}
",
            vec![make, polar],
        ),
        Part::PowerWhole => (
            "static inline $T fw_power_whole_$N($T base, int exponent)
{
    unsigned int rest = exponent < 0 ? 0u - (unsigned int)exponent : (unsigned int)exponent;
    $T result = rest % 2 == 1 ? base : fw_make_$N(1, 0);
    $T square = base;
    for (rest /= 2; rest > 0; rest /= 2) {
        square = fw_mul_$N(square, square);
        if (rest % 2 == 1) {
            result = fw_mul_$N(result, square);
        }
    }
    return exponent < 0 ? fw_div_$N(fw_make_$N(1, 0), result) : result;
}
",
            vec![make, product, Helper::Binary(BinaryOp::Divide, scalar, scalar)],
        ),
        Part::PowerReal => (
            "static inline $T fw_power_real_$N($T base, $R exponent)
{
    if (base.im == 0 && base.re > 0) {
        return fw_make_$N(pow$F(base.re, exponent), 0);
    }
    const $T logarithm = fw_logarithm_$N(base);
    return fw_polar_$N(exp$F(exponent * logarithm.re), exponent * logarithm.im);
}
",
            vec![make, polar, Helper::Complex(Part::Logarithm, scalar)],
        ),
    };
    Definition::new(fill(text, scalar), &needs)
}

const PRODUCT: &str = "static inline $R fw_zero_if_nan_$N($R x)
{
    return isnan(x) ? copysign$F(0, x) : x;
}

/* A product of which nothing is left although a factor is infinite is infinite. */
static inline $T fw_mended_product_$N($T x, $T y, $T product)
{
    bool mend = false;
    const bool y_is_infinite = isinf(y.re) || isinf(y.im);
    if (isinf(x.re) || isinf(x.im)) {
        x = fw_make_$N(fw_unit_if_infinite_$N(x.re), fw_unit_if_infinite_$N(x.im));
        y = fw_make_$N(fw_zero_if_nan_$N(y.re), fw_zero_if_nan_$N(y.im));
        mend = true;
    }
    if (y_is_infinite) {
        y = fw_make_$N(fw_unit_if_infinite_$N(y.re), fw_unit_if_infinite_$N(y.im));
        x = fw_make_$N(fw_zero_if_nan_$N(x.re), fw_zero_if_nan_$N(x.im));
        mend = true;
    }
    if (!mend
        && (isinf(x.re * y.re) || isinf(x.im * y.im) || isinf(x.re * y.im) || isinf(x.im * y.re))) {
        x = fw_make_$N(fw_zero_if_nan_$N(x.re), fw_zero_if_nan_$N(x.im));
        y = fw_make_$N(fw_zero_if_nan_$N(y.re), fw_zero_if_nan_$N(y.im));
        mend = true;
    }
    if (!mend) {
        return product;
    }
    return fw_make_$N(INFINITY * (x.re * y.re - x.im * y.im),
                      INFINITY * (x.re * y.im + x.im * y.re));
}

static inline $T fw_mul_$N($T x, $T y)
{
    const $T product = fw_make_$N(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
    return isnan(product.re) && isnan(product.im) ? fw_mended_product_$N(x, y, product) : product;
}
";

const WIDE_QUOTIENT: &str = "/* The quotient of singles, reckoned in double. */
static inline $T fw_plain_quotient_$N($T x, $T y)
{
    const double a = x.re, b = x.im, c = y.re, d = y.im;
    const double denominator = c * c + d * d;
    return fw_make_$N((float)((a * c + b * d) / denominator), (float)((b * c - a * d) / denominator));
}

";

const SMITH_QUOTIENT: &str =
    "/* Smith's quotient, scaled against overflow and underflow on the way. */
static inline $T fw_plain_quotient_$N($T x, $T y)
{
    const double large = 1 / DBL_EPSILON;
    const bool steep = fabs(y.re) < fabs(y.im);
    const double greater = steep ? fabs(y.im) : fabs(y.re);
    double factor = 1;
    if (greater >= DBL_MAX / 2) {
        factor = 0.5;
    } else if (greater < DBL_EPSILON
               || ((fabs(x.re) < DBL_MIN || fabs(x.im) < DBL_MIN) && fabs(x.re) < large
                   && fabs(x.im) < large && greater < large)) {
        factor = large;
    }
    if (factor != 1) {
        x = fw_make_$N(x.re * factor, x.im * factor);
        y = fw_make_$N(y.re * factor, y.im * factor);
    }
    if (steep) {
        const double ratio = y.re / y.im;
        const double denominator = y.re * ratio + y.im;
        if (fabs(ratio) > DBL_MIN) {
            return fw_make_$N((x.re * ratio + x.im) / denominator,
                              (x.im * ratio - x.re) / denominator);
        }
        return fw_make_$N((y.re * (x.re / y.im) + x.im) / denominator,
                          (y.re * (x.im / y.im) - x.re) / denominator);
    }
    const double ratio = y.im / y.re;
    const double denominator = y.im * ratio + y.re;
    if (fabs(ratio) > DBL_MIN) {
        return fw_make_$N((x.im * ratio + x.re) / denominator,
                          (x.im - x.re * ratio) / denominator);
    }
    return fw_make_$N((y.im * (x.im / y.re) + x.re) / denominator,
                      (x.im - y.im * (x.re / y.re)) / denominator);
}

";

const MENDED_QUOTIENT: &str =
    "/* A quotient of which nothing is left although an operand is infinite, or the divisor
   zero, is infinite or zero. */
static inline $T fw_mended_quotient_$N($T x, $T y, $T quotient)
{
    if (y.re == 0 && y.im == 0 && (!isnan(x.re) || !isnan(x.im))) {
        const $R infinite = copysign$F(INFINITY, y.re);
        return fw_make_$N(infinite * x.re, infinite * x.im);
    }
    if ((isinf(x.re) || isinf(x.im)) && isfinite(y.re) && isfinite(y.im)) {
        const $R re = fw_unit_if_infinite_$N(x.re);
        const $R im = fw_unit_if_infinite_$N(x.im);
        return fw_make_$N(INFINITY * (re * y.re + im * y.im), INFINITY * (im * y.re - re * y.im));
    }
    if ((isinf(y.re) || isinf(y.im)) && isfinite(x.re) && isfinite(x.im)) {
        const $R re = fw_unit_if_infinite_$N(y.re);
        const $R im = fw_unit_if_infinite_$N(y.im);
        return fw_make_$N(0 * (x.re * re + x.im * im), 0 * (x.im * re - x.re * im));
    }
    return quotient;
}

static inline $T fw_div_$N($T x, $T y)
{
    const $T quotient = fw_plain_quotient_$N(x, y);
    return isnan(quotient.re) && isnan(quotient.im) ? fw_mended_quotient_$N(x, y, quotient)
                                                    : quotient;
}
";
