//! Whether outputs have an imaginary part.

use formwork_domain::{AbstractValue, Bounds};
use formwork_shape::Truth;

use super::call::{ARRAYS, Call};
use crate::row::{Effects, Row};

/// Whether an output of float class has an imaginary part.
pub(super) fn complex(row: &Row, call: &mut Call<'_>) -> Truth {
    if is_always_real(call.name, call.output) {
        return Truth::No;
    }
    let plain = row.effects == Effects::PURE || row.effects == Effects::RANDOM;
    if plain && call.args.iter().all(is_real) && keeps_real(call) {
        Truth::No
    } else {
        Truth::Maybe
    }
}

/// Whether a value surely has no imaginary part, nor anything in it.
fn is_real(value: &AbstractValue) -> bool {
    value.complex == Truth::No && value.classes.is_within(ARRAYS)
}

/// Functions whose outputs are real whatever the arguments are.
fn is_always_real(name: &str, output: usize) -> bool {
    match name {
        "abs" | "real" | "imag" | "angle" | "arg" | "size" | "numel" | "ndims" | "length"
        | "rows" | "columns" | "nnz" | "nzmax" | "sizeof" | "norm" | "cond" | "rank" | "rand"
        | "randn" | "rande" | "randi" | "randperm" | "hypot" | "atan2" | "mod" | "rem" | "std"
        | "var" | "sumsq" | "nargin" | "nargout" | "exist" | "time" | "now" | "toc" | "cputime"
        | "clock" | "sub2ind" | "ind2sub" | "numfields" | "strlength" => true,
        // The second output of these says where something is.
        "max" | "min" | "cummax" | "cummin" | "sort" | "sortrows" => output == 1,
        "unique" | "union" | "intersect" | "setdiff" | "setxor" => output >= 1,
        "ismember" => output == 1,
        "find" => output < 2,
        "svd" => output == 1,
        _ => false,
    }
}

/// Whether a function gives real numbers for these arguments, which are real.
fn keeps_real(call: &mut Call<'_>) -> bool {
    let within = |call: &mut Call<'_>, low: f64, high: f64| {
        call.args.first().is_some_and(|argument| {
            argument
                .bounds(call.algebra)
                .is_some_and(|known| low <= known.low && known.high <= high)
        })
    };
    const INFINITE: f64 = f64::INFINITY;
    match call.name {
        "sqrt" | "log" | "log2" | "log10" | "expint" | "betaln" => within(call, 0.0, INFINITE),
        // Of negative zero the logarithm is complex.
        "gammaln" | "lgamma" => within(call, f64::MIN_POSITIVE, INFINITE),
        "gammainc" => within(call, 0.0, INFINITE),
        "log1p" => within(call, -1.0, INFINITE),
        "acosh" => within(call, 1.0, INFINITE),
        "acos" | "asin" | "atanh" | "acosd" | "asind" | "atanhd" => within(call, -1.0, 1.0),
        "power" | "mpower" => real_power(call),
        "moment" | "roots" | "eig" | "eigs" | "fft" | "ifft" | "fft2" | "ifft2" | "fftn"
        | "ifftn" | "fftconv" | "fftfilt" | "complex" | "sqrtm" | "logm" | "poly" | "schur"
        | "qz" | "i" | "j" | "I" | "J" | "acoth" | "asec" | "acsc" | "asech" | "asecd"
        | "acscd" | "besselh" | "besselj" | "bessely" | "besseli" | "besselk" | "airy"
        | "residue" | "polyeig" | "ordeig" | "cplxpair" | "str2double" | "str2num" | "hilbert"
        | "freqz" | "periodogram" | "funm" | "rsf2csf" | "typecast" | "sscanf" | "gls" | "ols"
        | "lambertw" | "polygcd" | "mpoles" | "cosint" | "givens" | "lscov" | "pchip"
        | "spline" | "ppval" | "bounds" | "interpft" => false,
        "mean" => call.no_text_from(1),
        _ => true,
    }
}

/// Whether powers of real numbers are real: of what is not negative, or with exponents
/// that are whole.
fn real_power(call: &mut Call<'_>) -> bool {
    let [base, exponent] = call.args else { return false };
    if call.name == "mpower" && !(base.is_scalar() && exponent.is_scalar()) {
        return false;
    }
    // Exponents beyond the integers of 32 bits do not count as whole.
    let most = f64::from(i32::MAX);
    let whole =
        |known: Bounds| known.integer && !known.nan && known.low > -most && known.high < most;
    base.bounds(call.algebra).is_some_and(|known| known.low >= 0.0)
        || exponent.bounds(call.algebra).is_some_and(whole)
}
