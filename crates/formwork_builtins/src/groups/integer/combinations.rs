//! Factorials, combinations and permutations.

use formwork_runtime::{Array, Class, Dims, Error, Result, SaturateFrom, Value, index};

use super::for_integer_class;
use crate::arguments::sizes::check_room;
use crate::context::{Args, Context, Values, one};
use crate::groups::special::gamma::gamma;
use crate::kit::quotes::quoted;
use crate::row::{Arity, Evidence, Output, Row, pure};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    pure(
        "factorial",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Float)],
        factorial,
        "The factorial of each element.",
    )
    .folding(crate::folding::small)
    .vetted(),
    pure(
        "nchoosek",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Matrix, ClassRule::Special)],
        quoted!(Single, nchoosek),
        "How many ways there are to choose some of a set, or these ways as rows.",
    )
    .folding(crate::folding::few::<12>)
    .own_classes(special::classes::nchoosek)
    .compared(Evidence::Numbers)
    .doubted_of_numbers(),
    pure(
        "perms",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Matrix, ClassRule::Like(0))],
        quoted!(Single, perms),
        "All permutations of the elements, as rows.",
    )
    .folding(crate::folding::few::<6>)
    .compared(Evidence::Numbers),
];

fn factorial(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let invalid = || Error::plain("factorial: all N must be real non-negative integers");
    if value.is_complex() {
        return Err(invalid());
    }
    let array = value.to_f64_array().ok_or_else(invalid)?;
    if !array.as_slice().iter().all(|&n| n >= 0.0 && (n.fract() == 0.0 || n.is_infinite())) {
        return Err(invalid());
    }
    let result = array.map(|&n| gamma(n + 1.0).round());
    if value.class() == Class::Single {
        return one(result.map(|&x| x as f32));
    }
    one(result)
}

/// The binomial coefficient, exact as long as it has 128 bits.
fn binomial(n: f64, k: f64) -> f64 {
    let k = k.min(n - k);
    let mut exact: u128 = 1;
    let mut rounded = 1.0;
    let mut is_exact = n < 1e18;
    let mut step = 0.0;
    while step < k {
        step += 1.0;
        let factor = n - k + step;
        if is_exact {
            // The product of so many neighbours is a multiple of the divisor.
            match exact.checked_mul(factor as u128) {
                Some(product) => {
                    exact = product / step as u128;
                    rounded = exact as f64;
                    continue;
                }
                None => is_exact = false,
            }
        }
        rounded *= factor / step;
        if rounded.is_infinite() {
            break;
        }
    }
    if is_exact { rounded } else { rounded.round() }
}

fn nchoosek(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (set, count) = (&args[0], &args[1]);
    if !set.dims().is_vector() || set.is_empty() && !set.dims().is_vector() {
        return Err(Error::plain("nchoosek: first argument must be a scalar or a vector"));
    }
    let k = match count {
        value
            if value.is_scalar()
                && (value.is_numeric() || matches!(value, Value::Bool(_)))
                && !value.is_complex() =>
        {
            value.to_f64().unwrap_or(-1.0)
        }
        _ => -1.0,
    };
    if !(k >= 0.0) || k.fract() != 0.0 {
        return Err(Error::plain("nchoosek: K must be an integer >= 0"));
    }
    if set.is_scalar() && set.is_numeric() && !set.is_complex() {
        return number_of_ways(cx, set, count, k);
    }
    let n = set.numel();
    let k = k as usize;
    if k == 0 && set.dims().is_column() && n != 1 {
        // Nothing of a column is a column of nothing.
        return one(picked(set, 0, 1, Vec::new())?);
    }
    let (rows, places) = choices(n, k)?;
    one(picked(set, rows, k, places)?)
}

fn number_of_ways(cx: &mut dyn Context, set: &Value, count: &Value, k: f64) -> Result<Values> {
    let n = set.to_f64().unwrap_or(-1.0);
    if !(n >= k) || n.fract() != 0.0 {
        return Err(Error::plain("nchoosek: N must be a non-negative integer >= K"));
    }
    let ways = binomial(n, k);
    let class = if set.class().is_integer() { set.class() } else { count.class() };
    for_integer_class!(class, T => {
        if ways >= T::MAX as f64 {
            cx.warn(
                "Octave:nchoosek:large-output-integer",
                "nchoosek: result may have saturated at intmax",
            )?;
        }
        one(Array::scalar(T::saturate_from(ways)))
    }, else {
        let single = set.class() == Class::Single || count.class() == Class::Single;
        let limit = if single { 16_777_216.0 } else { 9_007_199_254_740_992.0 };
        if ways > limit {
            cx.warn(
                "Octave:nchoosek:large-output-float",
                "nchoosek: possible loss of precision",
            )?;
        }
        if single { one(Array::scalar(ways as f32)) } else { one(ways) }
    })
}

/// The ways to choose `k` of `n` places, in order: how many there are, and their
/// places from 1, column by column.
fn choices(n: usize, k: usize) -> Result<(usize, Vec<f64>)> {
    if k == 0 {
        return Ok((1, Vec::new()));
    }
    if k > n {
        return Ok((0, Vec::new()));
    }
    let rows = binomial(n as f64, k as f64);
    if rows * k as f64 > 1e15 {
        return Err(Error::too_large());
    }
    let rows = rows as usize;
    check_room::<f64>(&Dims::matrix(rows, k))?;
    let mut places = vec![0.0; rows * k];
    let mut choice: Vec<usize> = (1..=k).collect();
    for row in 0..rows {
        for (column, &place) in choice.iter().enumerate() {
            places[row + column * rows] = place as f64;
        }
        // The last place that can still move does; those after it follow closely.
        if let Some(last) = (0..k).rev().find(|&c| choice[c] < n - k + c + 1) {
            choice[last] += 1;
            for column in last + 1..k {
                choice[column] = choice[column - 1] + 1;
            }
        }
    }
    Ok((rows, places))
}

/// The elements of a set at places, as a matrix.
fn picked(set: &Value, rows: usize, columns: usize, places: Vec<f64>) -> Result<Value> {
    let dims = Dims::matrix(rows, columns);
    let chosen = index::index(set, &[Value::Double(Array::column(places))])?;
    Ok(chosen.reshaped(dims))
}

fn perms(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let set = &args[0];
    let n = set.numel();
    let rows = (1..=n).try_fold(1usize, usize::checked_mul);
    let rows = rows.filter(|rows| rows.checked_mul(n).is_some()).ok_or_else(Error::too_large)?;
    check_room::<f64>(&Dims::matrix(rows, n))?;
    let mut places = vec![0.0; rows * n];
    let ascending = ascending_places(set);
    let mut order: Vec<usize> = (0..n).rev().collect();
    for row in 0..rows {
        for (column, &place) in order.iter().enumerate() {
            places[row + column * rows] = ascending[place];
        }
        previous(&mut order);
    }
    one(picked(set, rows, n, places)?)
}

/// The places of the elements in ascending order; what is no number stays in order.
fn ascending_places(set: &Value) -> Vec<f64> {
    let mut places: Vec<usize> = (0..set.numel()).collect();
    let sorted = set.is_numeric() || set.is_char();
    if let Some(numbers) = set.to_f64_array().filter(|_| sorted) {
        let numbers = numbers.as_slice();
        places.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    }
    places.into_iter().map(|place| (place + 1) as f64).collect()
}

/// The permutation before this one.
fn previous(order: &mut [usize]) {
    let Some(fall) = (1..order.len()).rev().find(|&k| order[k - 1] > order[k]) else { return };
    let Some(swap) = (fall..order.len()).rev().find(|&k| order[k] < order[fall - 1]) else {
        return;
    };
    order.swap(fall - 1, swap);
    order[fall..].reverse();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients_are_exact() {
        assert_eq!(binomial(40.0, 20.0), 137_846_528_820.0);
        assert_eq!(binomial(60.0, 30.0), 118_264_581_564_861_424.0);
        assert_eq!(binomial(5.0, 0.0), 1.0);
        assert_eq!(binomial(5.0, 5.0), 1.0);
    }

    #[test]
    fn choices_and_permutations_come_in_order() {
        let (rows, places) = choices(4, 2).unwrap();
        assert_eq!(rows, 6);
        assert_eq!(places, [1., 1., 1., 2., 2., 3., 2., 3., 4., 3., 4., 4.]);
        let mut order = vec![3, 2, 1];
        let mut seen = vec![order.clone()];
        for _ in 1..6 {
            previous(&mut order);
            seen.push(order.clone());
        }
        assert_eq!(seen[1], [3, 1, 2]);
        assert_eq!(seen[5], [1, 2, 3]);
    }
}
