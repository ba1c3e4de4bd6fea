//! Prime numbers and factors.

use formwork_runtime::{Array, C64, Class, Dims, Error, Result, SaturateFrom, Value};

use super::for_integer_class;
use crate::arguments::sizes::check_room;
use crate::context::{Args, Context, Values, one};
use crate::kit::mapper::refusal;
use crate::row::{Arity, Evidence, Output, Row, pure};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    pure(
        "isprime",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Special)],
        isprime,
        "Whether elements are prime numbers.",
    )
    .own_shape(special::arrange::isprime),
    pure(
        "primes",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Row, ClassRule::Special)],
        primes,
        "The prime numbers up to a bound.",
    )
    .folding(crate::folding::small)
    .own_shape(special::polynomial::primes)
    .own_classes(special::classes::primes)
    .compared(Evidence::Numbers),
    pure(
        "list_primes",
        Arity::between(0, 1),
        &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double))],
        list_primes,
        "The first few prime numbers.",
    )
    .folding(crate::folding::small)
    .own_classes(special::classes::kept_or_double),
    pure(
        "factor",
        Arity::exactly(1),
        &[
            Output::new(ShapeRule::Row, ClassRule::Like(0)),
            Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
        ],
        factor,
        "The prime factors of a number, or the distinct ones and their powers.",
    )
    .own_classes(special::classes::factor)
    .compared(Evidence::Numbers),
];

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// The test of Miller and Rabin with bases that decide it for all 64-bit numbers.
pub(crate) fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 37 * 37 {
        return true;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        for _ in 1..twos {
            x = multiply(x, x, n);
            if x == n - 1 {
                return true;
            }
        }
        false
    })
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A proper divisor of an odd composite number, after Pollard.
fn divisor(n: u64) -> u64 {
    for constant in 1.. {
        let step = |x: u64| {
            ((u128::from(x) * u128::from(x) + u128::from(constant as u64)) % u128::from(n)) as u64
        };
        let (mut slow, mut fast, mut common) = (2, 2, 1);
        while common == 1 {
            slow = step(slow);
            fast = step(step(fast));
            common = gcd(slow.abs_diff(fast), n);
        }
        if common != n {
            return common;
        }
    }
    n
}

/// The prime factors of a positive number, ascending.
fn factors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for p in (2..1000).filter(|&p| p == 2 || p % 2 == 1) {
        if p * p > n {
            break;
        }
        while n.is_multiple_of(p) {
            found.push(p);
            n /= p;
        }
    }
    let mut rest = if n > 1 { vec![n] } else { Vec::new() };
    while let Some(n) = rest.pop() {
        if is_prime(n) {
            found.push(n);
        } else {
            let d = divisor(n);
            rest.extend([d, n / d]);
        }
    }
    found.sort_unstable();
    found
}

/// Whether a Gaussian integer is prime. Of those on an axis Octave looks at the remainder
/// with the sign they have, and takes the negatives of primes for something else.
fn is_gaussian_prime(z: C64) -> bool {
    let one_short = |x: f64| x.rem_euclid(4.0) == 3.0;
    if z.im == 0.0 && one_short(z.re) {
        return is_prime(z.re.abs() as u64);
    }
    if z.re == 0.0 && one_short(z.im) {
        return is_prime(z.im.abs() as u64);
    }
    is_prime((z.re * z.re + z.im * z.im) as u64)
}

fn isprime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    if !value.is_arithmetic() {
        return Err(refusal("fix", value));
    }
    if value.is_empty() {
        return one(value.clone());
    }
    let fractional = || Error::plain("isprime: X contains non-integer entries");
    if let Some(wide) = value.to_wide_integers() {
        return one(wide.map(|x| is_prime(x.unsigned_abs() as u64)));
    }
    let whole = |x: f64| x.is_finite() && x.fract() == 0.0;
    if value.is_complex() {
        let array = value.to_c64_array().ok_or_else(fractional)?;
        // What is infinite is whole, and no prime.
        let may_be = |x: f64| x.is_infinite() || whole(x);
        if !array.as_slice().iter().all(|z| may_be(z.re) && may_be(z.im)) {
            return Err(fractional());
        }
        return one(array.map(|&z| z.is_finite() && is_gaussian_prime(z)));
    }
    let array = value.to_f64_array().ok_or_else(fractional)?;
    // Only columns that all have some are refused; what is infinite is whole.
    let fraction = |x: &f64| x.is_nan() || (x.is_finite() && x.fract() != 0.0);
    let (_, count, _) = array.dims().around(array.dims().first_non_singleton());
    if array.as_slice().chunks(count.max(1)).all(|list| list.iter().any(fraction)) {
        return Err(fractional());
    }
    let large = |x: &f64| x.is_finite() && x.abs() > u64::MAX as f64;
    if array.as_slice().chunks(count.max(1)).all(|list| list.iter().any(large)) {
        return Err(Error::plain("isprime: X contains values too large to test"));
    }
    // Fractions beside whole numbers are divided by primes, and none of them goes in.
    let passes = |x: f64| fraction(&x) && x.abs() > 37.0 && x.abs() <= 195e8;
    one(array.map(|&x| passes(x) || (whole(x) && is_prime(x.abs() as u64))))
}

/// The primes up to a bound, by sieving odd numbers.
pub(crate) fn sieve(bound: u64) -> Result<Vec<u64>> {
    if bound < 2 {
        return Ok(Vec::new());
    }
    let half = usize::try_from(bound.div_ceil(2)).map_err(|_| Error::too_large())?;
    check_room::<bool>(&Dims::matrix(1, half))?;
    // Place k stands for 2 k + 1.
    let mut composite = vec![false; half];
    let mut primes = vec![2];
    for k in 1..half {
        if composite[k] {
            continue;
        }
        let p = 2 * k + 1;
        primes.push(p as u64);
        let mut multiple = 2 * k * (k + 1);
        while multiple < half {
            composite[multiple] = true;
            multiple += p;
        }
    }
    Ok(primes)
}

/// Whole numbers as a row of a class.
fn row_of_class(class: Class, numbers: &[u64]) -> Value {
    for_integer_class!(class, T => {
        let numbers = numbers.iter().map(|&n| T::saturate_from(i128::from(n))).collect();
        Value::from_array(Array::<T>::row(numbers))
    }, else match class {
        Class::Single => Value::Single(Array::row(numbers.iter().map(|&n| n as f32).collect())),
        Class::Logical => Value::Bool(Array::row(numbers.iter().map(|&n| n != 0).collect())),
        _ => Value::row(numbers.iter().map(|&n| n as f64).collect()),
    })
}

fn primes(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    if !value.is_scalar() || !value.is_arithmetic() || value.is_complex() {
        return Err(Error::plain("primes: N must be a real scalar"));
    }
    let bound = value.to_f64().unwrap_or(0.0);
    if bound.is_nan() || bound == f64::INFINITY {
        return Err(Error::plain("primes: N must be finite (not +Inf or NaN)"));
    }
    let class = value.class();
    // An empty row is of class double, whatever the bound.
    let found = sieve(bound.max(0.0) as u64)?;
    one(row_of_class(if class == Class::Char { Class::Double } else { class }, &found))
}

fn list_primes(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let count = match args.first() {
        None => 25.0,
        Some(value) if value.is_scalar() && value.is_arithmetic() && !value.is_complex() => {
            value.to_f64().unwrap_or(0.0).floor()
        }
        Some(_) => return Err(Error::plain("list_primes: N must be a real scalar")),
    };
    if !(count > 0.0) {
        return one(Value::empty());
    }
    // The n-th prime is less than n (ln n + ln ln n) from the sixth on.
    let bound = if count < 6.0 { 13.0 } else { count * (count.ln() + count.ln().ln()) };
    let mut found = sieve(bound.ceil() as u64)?;
    found.truncate(count as usize);
    let class = args.first().map_or(Class::Double, Value::class);
    let kept = if class.is_numeric() { class } else { Class::Double };
    one(row_of_class(kept, &found))
}

fn factor(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let value = &args[0];
    let invalid = || Error::plain("factor: Q must be a real non-negative integer");
    if !value.is_scalar() || !value.is_arithmetic() || value.is_complex() {
        return Err(invalid());
    }
    let class = value.class();
    let number = match value.to_wide_integers() {
        Some(wide) => {
            u64::try_from(wide.as_slice().first().copied().unwrap_or(0)).map_err(|_| invalid())?
        }
        None => {
            let x = value.to_f64().unwrap_or(-1.0);
            if !(x >= 0.0) || x.fract() != 0.0 {
                return Err(invalid());
            }
            let limit = if class == Class::Single { 16_777_216.0 } else { 9_007_199_254_740_992.0 };
            if x > limit {
                return Err(Error::plain("factor: Q too large to factor (> flintmax)"));
            }
            x as u64
        }
    };
    let found = if number < 4 { vec![number] } else { factors(number) };
    if nargout < 2 {
        return one(row_of_class(class, &found));
    }
    let mut distinct = found.clone();
    distinct.dedup();
    let counts = distinct.iter().map(|p| found.iter().filter(|&q| q == p).count() as f64).collect();
    Ok(Values::from_iter([row_of_class(class, &distinct), Value::row(counts)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_others() {
        let sieved = sieve(10_000).unwrap();
        assert_eq!(sieved.len(), 1229);
        let tested: Vec<u64> = (0..=10_000).filter(|&n| is_prime(n)).collect();
        assert_eq!(sieved, tested);
        assert!(is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime((1 << 52) + 1));
        assert_eq!(sieve(2).unwrap(), [2]);
        assert_eq!(sieve(3).unwrap(), [2, 3]);
        assert!(sieve(1).unwrap().is_empty());
    }

    #[test]
    fn numbers_are_the_product_of_their_factors() {
        assert_eq!(factors((1 << 52) + 1), [17, 858_001, 308_761_441]);
        assert_eq!(factors(u64::MAX), [3, 5, 17, 257, 641, 65_537, 6_700_417]);
        assert_eq!(factors(1009 * 1009), [1009, 1009]);
        for n in 4..3000 {
            let found = factors(n);
            assert_eq!(found.iter().product::<u64>(), n);
            assert!(found.iter().all(|&p| is_prime(p)));
        }
    }
}
