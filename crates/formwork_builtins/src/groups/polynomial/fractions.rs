//! Partial fractions.

use formwork_linalg::triangular::{self, Triangle};
use formwork_linalg::{Matrix, lu};
use formwork_runtime::{Array, C64, Error, Result, Value};
use smallvec::smallvec;

use super::arithmetic::divide;
use super::evaluate::horner;
use crate::context::{Args, Context, Values};
use crate::groups::fourier::convolve;
use crate::kit::matrix::outputs;

/// Poles closer than this, relative to their size, are the same.
const TOLERANCE: f64 = 0.001;

fn read(name: &str, value: &Value) -> Result<Vec<C64>> {
    value.to_c64_array().map(|array| array.as_slice().to_vec()).ok_or_else(|| {
        Error::plain(format!(
            "{name}: wrong type argument '{}'",
            formwork_runtime::ops::type_name(value)
        ))
    })
}

fn standing(data: Vec<C64>) -> Value {
    if data.is_empty() {
        return Value::empty();
    }
    Value::from_array(Array::column(data)).narrowed()
}

fn lying(data: Vec<C64>) -> Value {
    if data.is_empty() {
        return Value::empty();
    }
    Value::from_array(Array::row(data)).narrowed()
}

/// Division that is exact where the divisor is real.
fn over(a: C64, b: C64) -> C64 {
    if b.im == 0.0 { C64::new(a.re / b.re, a.im / b.re) } else { a / b }
}

/// The multiplicity of each pole, counted up within a group, and the order in which
/// the groups follow each other.
fn multiplicities(poles: &[C64], tolerance: f64, reorder: bool) -> (Vec<usize>, Vec<usize>) {
    let n = poles.len();
    let mut order: Vec<usize> = (0..n).collect();
    if reorder {
        order.sort_by(|&a, &b| {
            poles[b].norm().partial_cmp(&poles[a].norm()).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    let sorted: Vec<C64> = order.iter().map(|&k| poles[k]).collect();
    let mut taken = vec![false; n];
    let mut multiplicity = Vec::with_capacity(n);
    let mut places = Vec::with_capacity(n);
    for first in 0..n {
        if taken[first] {
            continue;
        }
        let pole = sorted[first];
        let mut size = pole.norm();
        if size == 0.0 {
            let others: Vec<f64> =
                sorted.iter().map(|z| z.norm()).filter(|&x| x > 0.0 && x.is_finite()).collect();
            size = if others.is_empty() {
                1.0
            } else {
                others.iter().sum::<f64>() / others.len() as f64
            };
        }
        let mut count = 0;
        for k in 0..n {
            // The pole itself belongs to its group whatever its size is.
            if !taken[k] && ((sorted[k] - pole).norm() < tolerance * size || k == first) {
                taken[k] = true;
                count += 1;
                multiplicity.push(count);
                places.push(order[k]);
            }
        }
    }
    (multiplicity, places)
}

pub(crate) fn mpoles(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let poles = read("mpoles", &args[0])?;
    let tolerance = match args.get(1) {
        Some(given) if !given.is_empty() => given.to_f64().unwrap_or(TOLERANCE),
        _ => TOLERANCE,
    };
    let reorder = match args.get(2) {
        Some(given) if !given.is_empty() => given.to_f64() != Some(0.0),
        _ => true,
    };
    let (multiplicity, places) = multiplicities(&poles, tolerance, reorder);
    let column = |data: Vec<f64>| Value::column(data);
    outputs(
        [
            column(multiplicity.iter().map(|&m| m as f64).collect()),
            column(places.iter().map(|&k| (k + 1) as f64).collect()),
        ],
        nargout,
    )
}

fn reduced(p: &[C64]) -> Vec<C64> {
    match p.iter().position(|c| *c != C64::ZERO) {
        Some(first) => p[first..].to_vec(),
        None => vec![C64::ZERO],
    }
}

fn product(roots: impl IntoIterator<Item = C64>) -> Vec<C64> {
    roots.into_iter().fold(vec![C64::ONE], |p, root| convolve(&p, &[C64::ONE, -root]))
}

/// Numerator and denominator from residues, poles with their multiplicities, and the
/// direct term.
fn recombined(r: &[C64], p: &[C64], e: &[usize], k: &[C64]) -> (Vec<C64>, Vec<C64>) {
    let denominator = product(p.iter().copied());
    let length = (k.len() + denominator.len()).saturating_sub(1);
    let mut numerator = vec![C64::ZERO; length];
    for n in 0..p.len() {
        if r[n].norm() == 0.0 {
            continue;
        }
        let others = p.iter().enumerate().filter(|&(j, _)| j != n).map(|(_, &pole)| pole);
        let mut part = product(others);
        // Nothing is left of it after as many divisions as it has coefficients.
        for _ in 1..e[n].min(part.len() + 2) {
            part = divide(&part, &[C64::ONE, -p[n]]).0;
        }
        let offset = length - part.len();
        for (j, &c) in part.iter().enumerate() {
            numerator[offset + j] += r[n] * c;
        }
    }
    if !k.is_empty() {
        for (target, c) in numerator.iter_mut().zip(convolve(&denominator, k)) {
            *target += c;
        }
    }
    (reduced(&numerator), reduced(&denominator))
}

pub(crate) fn residue(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (b, a) = (read("residue", &args[0])?, read("residue", &args[1])?);
    if args.len() > 2 {
        return recombine(&args, b, a, nargout);
    }
    for given in [&b, &a] {
        if given.is_empty() {
            return Err(Error::plain("polyreduce: C must be a non-empty vector"));
        }
    }
    let (a, b) = (reduced(&a), reduced(&b));
    let lead = a[0];
    let b: Vec<C64> = b.into_iter().map(|c| over(c, lead)).collect();
    let a: Vec<C64> = a.into_iter().map(|c| over(c, lead)).collect();
    if a.len() == 1 {
        let empty = Value::empty;
        return outputs([empty(), empty(), lying(b), empty()], nargout);
    }
    let found = cx.call_builtin("roots", smallvec![lying(a.clone())], 1)?;
    let poles = read("residue", found.first().unwrap_or(&Value::default()))?;
    let (e, order) = multiplicities(&poles, TOLERANCE, true);
    let mut p: Vec<C64> = order.iter().map(|&k| poles[k]).collect();
    average_groups(&mut p, &e);
    let (k, b) = if b.len() >= a.len() { divide(&b, &a) } else { (Vec::new(), b) };
    let greatest = p.iter().map(|z| z.norm()).fold(1.0, f64::max);
    let small = greatest * f64::EPSILON * 1e4 * ((1 + p.len()) as f64).powi(2);
    for z in &mut p {
        if z.norm() < small {
            *z = C64::ZERO;
        }
        if z.im.abs() < small {
            z.im = 0.0;
        }
        if z.re.abs() < small {
            z.re = 0.0;
        }
    }
    let multiplicity = Value::column(e.iter().map(|&m| m as f64).collect());
    if p.len() == 1 {
        let r = horner(&b, p.clone());
        return outputs([standing(r), standing(p), lying(k), multiplicity], nargout);
    }
    let n = p.len();
    let mut system = Matrix::<C64>::zeros(n, n);
    for j in 0..n {
        let mut unit = vec![C64::ZERO; n];
        unit[j] = C64::ONE;
        let (numerator, _) = recombined(&unit, &p, &e, &[]);
        let offset = n - numerator.len();
        for (i, &c) in numerator.iter().enumerate() {
            system[(offset + i, j)] = c;
        }
    }
    let mut right = vec![C64::ZERO; n];
    let tail = &b[b.len().saturating_sub(n)..];
    right[n - tail.len()..].copy_from_slice(tail);
    for i in 0..n {
        let most = (0..n).map(|j| system[(i, j)].norm()).fold(0.0, f64::max);
        if most > 0.0 {
            for j in 0..n {
                system[(i, j)] /= most;
            }
            right[i] /= most;
        }
    }
    let factors = lu::lu(system);
    let permuted: Vec<C64> = factors.permutation.iter().map(|&from| right[from]).collect();
    let mut solution = Matrix::new(n, 1, permuted);
    triangular::solve_columns(Triangle::UnitLower, &factors.factors, &mut solution);
    triangular::solve_columns(Triangle::Upper, &factors.factors, &mut solution);
    outputs([standing(solution.into_data()), standing(p), lying(k), multiplicity], nargout)
}

/// Each pole of a group becomes the mean of the group.
fn average_groups(p: &mut [C64], e: &[usize]) {
    let mut start = 0;
    while start < p.len() {
        let end = (start + 1..p.len()).find(|&k| e[k] == 1).unwrap_or(p.len());
        let sum: C64 = p[start..end].iter().sum();
        let mean = sum / (end - start) as f64;
        p[start..end].fill(mean);
        start = end;
    }
}

fn recombine(args: &Args, r: Vec<C64>, p: Vec<C64>, nargout: usize) -> Result<Values> {
    let k = read("residue", &args[2])?;
    let given = match args.get(3) {
        Some(e) if !e.is_empty() => Some(read("residue", e)?),
        _ => None,
    };
    let (e, r, p) = match given {
        Some(e) => (e.iter().map(|z| z.re as usize).collect(), r, p),
        None => {
            let (e, order) = multiplicities(&p, TOLERANCE, false);
            let pick = |from: &[C64]| -> Vec<C64> {
                order.iter().map(|&k| from.get(k).copied().unwrap_or(C64::ZERO)).collect()
            };
            (e, pick(&r), pick(&p))
        }
    };
    if r.len() < p.len() || e.len() < p.len() {
        return Err(Error::plain("residue: R, P and E must have the same number of elements"));
    }
    let (numerator, denominator) = recombined(&r, &p, &e, &k);
    outputs([lying(numerator), lying(denominator)], nargout)
}
