//! Whether outputs have an imaginary part.

use formwork_domain::{AbstractValue, Bounds};
use formwork_shape::Truth;

use super::call::{ARRAYS, Call};
use crate::row::Effects;

/// Whether outputs are real.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Realness {
    /// For real arguments; the default of a function without effects.
    Closed,
    /// Always.
    Always,
    /// The outputs from this one on always, for they say where something is; those before for
    /// real arguments.
    AlwaysFrom(u8),
    /// So many first outputs always; those after them for real arguments.
    AlwaysFirst(u8),
    /// This output always; the others for real arguments.
    AlwaysOnly(u8),
    /// Nobody knows, for real arguments either.
    Open,
    /// For real arguments of which this holds.
    Where(fn(&mut Call<'_>) -> bool),
}

/// Whether an output of float class has an imaginary part.
pub(super) fn complex(effects: Effects, call: &mut Call<'_>) -> Truth {
    let output = call.output;
    let always = match call.own.real {
        Realness::Always => true,
        Realness::AlwaysFrom(first) => output >= usize::from(first),
        Realness::AlwaysFirst(count) => output < usize::from(count),
        Realness::AlwaysOnly(only) => output == usize::from(only),
        Realness::Closed | Realness::Open | Realness::Where(_) => false,
    };
    if always {
        return Truth::No;
    }
    let plain = effects == Effects::PURE || effects == Effects::RANDOM;
    let keeps = |call: &mut Call<'_>| match call.own.real {
        Realness::Open => false,
        Realness::Where(holds) => holds(call),
        Realness::Closed
        | Realness::Always
        | Realness::AlwaysFrom(_)
        | Realness::AlwaysFirst(_)
        | Realness::AlwaysOnly(_) => true,
    };
    if plain && call.args.iter().all(is_real) && keeps(call) { Truth::No } else { Truth::Maybe }
}

/// Whether a value surely has no imaginary part, nor anything in it.
fn is_real(value: &AbstractValue) -> bool {
    value.complex == Truth::No && value.classes.is_within(ARRAYS)
}

/// Whether the first argument lies between two numbers.
fn is_within(call: &mut Call<'_>, low: f64, high: f64) -> bool {
    call.args.first().is_some_and(|argument| {
        argument.bounds(call.algebra).is_some_and(|known| low <= known.low && known.high <= high)
    })
}

/// Where the argument is not negative.
pub(crate) fn of_nonnegative(call: &mut Call<'_>) -> bool {
    is_within(call, 0.0, f64::INFINITY)
}

/// Where the argument is positive: of negative zero the logarithm of gamma is complex.
pub(crate) fn of_positive(call: &mut Call<'_>) -> bool {
    is_within(call, f64::MIN_POSITIVE, f64::INFINITY)
}

/// From minus one on.
pub(crate) fn from_minus_one(call: &mut Call<'_>) -> bool {
    is_within(call, -1.0, f64::INFINITY)
}

/// From one on.
pub(crate) fn from_one(call: &mut Call<'_>) -> bool {
    is_within(call, 1.0, f64::INFINITY)
}

/// Between minus one and one.
pub(crate) fn within_unit(call: &mut Call<'_>) -> bool {
    is_within(call, -1.0, 1.0)
}

/// Where no option is given.
pub(crate) fn without_options(call: &mut Call<'_>) -> bool {
    call.no_text_from(1)
}

/// Powers of matrices, of scalars only.
pub(crate) fn matrix_power(call: &mut Call<'_>) -> bool {
    call.args.iter().all(AbstractValue::is_scalar) && real_power(call)
}

/// Whether powers of real numbers are real: of what is not negative, or with exponents
/// that are whole.
pub(crate) fn real_power(call: &mut Call<'_>) -> bool {
    let [base, exponent] = call.args else { return false };
    // Exponents beyond the integers of 32 bits do not count as whole.
    let most = f64::from(i32::MAX);
    let whole =
        |known: Bounds| known.integer && !known.nan && known.low > -most && known.high < most;
    base.bounds(call.algebra).is_some_and(|known| known.low >= 0.0)
        || exponent.bounds(call.algebra).is_some_and(whole)
}
