//! `fminsearch`: the simplex of Nelder and Mead as Higham describes it ("Optimization by direct
//! search in matrix computations", 1993), from a regular simplex.

use formwork_runtime::{Array, Result, Value};

use super::minima::{Asked, start};
use super::options::{number_option, solver_defaults};
use crate::context::{Args, Context, Stream, Values, one};

/// A corner of the simplex and the value there.
type Corner = (Vec<f64>, f64);

pub(super) fn fminsearch(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 && args[0].as_bytes() == Some(b"defaults") {
        return one(solver_defaults("fminsearch"));
    }
    let (shape, x0) = start("fminsearch", &args)?;
    let options = args.get(2);
    let n = x0.len();
    let tol_x = number_option(options, "TolX", 1e-4);
    let tol_f = number_option(options, "TolFun", 1e-4);
    let most = number_option(options, "MaxIter", 200.0 * n as f64);
    let most_asked = number_option(options, "MaxFunEvals", 200.0 * n as f64);
    let extra = args.get(3..).unwrap_or(&[]);
    let mut f = Asked { function: &args[0], shape: shape.clone(), extra, count: 0 };
    let mut corners = regular(cx, &mut f, &x0)?;
    sort(&mut corners);
    let mut iterations = 0;
    let (message, found) = loop {
        cx.poll()?;
        iterations += 1;
        if iterations as f64 > most {
            break ("Exceeded maximum iterations\n".to_owned(), false);
        }
        if f.count as f64 > most_asked {
            break ("Exceeded maximum number of function evaluations\n".to_owned(), false);
        }
        let size = size(&corners);
        let step = (corners[0].1 - corners[n].1).abs();
        if size <= tol_x && step <= tol_f {
            let [size, tol_x, step, tol_f] = [size, tol_x, step, tol_f].map(scientific);
            let message = format!(
                "Algorithm converged.  Simplex size {size} <= {tol_x} and step in function value {step} <= {tol_f}\n"
            );
            break (message, true);
        }
        improve(cx, &mut f, &mut corners)?;
        sort(&mut corners);
    };
    if !found {
        cx.write(Stream::Output, message.as_bytes())?;
    }
    let (point, value) = corners.swap_remove(0);
    let values = [
        Value::Double(Array::new(shape, point)),
        Value::double(value),
        Value::double(if found { 1.0 } else { 0.0 }),
        Value::structure([
            ("iterations", Value::count(iterations)),
            ("funcCount", Value::count(f.count)),
            ("algorithm", Value::text("Nelder-Mead simplex direct search")),
            ("message", Value::text(message)),
        ]),
    ];
    Ok(values.into_iter().take(nargout.max(1)).collect())
}

/// A simplex whose edges are equally long, as long as the largest coordinate but at least one.
fn regular(cx: &mut dyn Context, f: &mut Asked<'_>, x0: &[f64]) -> Result<Vec<Corner>> {
    let n = x0.len();
    let count = n as f64;
    let scale = x0.iter().fold(1.0_f64, |scale, x| scale.max(x.abs()));
    let unit = scale / (count * std::f64::consts::SQRT_2);
    let short = unit * ((count + 1.0).sqrt() - 1.0);
    let long = unit * ((count + 1.0).sqrt() - 1.0 + count);
    let mut corners = vec![(x0.to_vec(), f.number(cx, x0)?)];
    for k in 0..n {
        let mut point: Vec<f64> = x0.iter().map(|x| x + short).collect();
        point[k] = x0[k] + long;
        let value = f.number(cx, &point)?;
        corners.push((point, value));
    }
    Ok(corners)
}

/// The least first. Of equal ones the later comes first, and what is no number before all.
fn sort(corners: &mut [Corner]) {
    corners.sort_by(|(_, a), (_, b)| match (a.is_nan(), b.is_nan()) {
        (false, false) => b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal),
        (a, b) => a.cmp(&b),
    });
    corners.reverse();
}

/// The longest distance of a corner from the best one, in the 1-norm, relative to that one.
fn size(corners: &[Corner]) -> f64 {
    let best = &corners[0].0;
    let distance =
        |(point, _): &Corner| -> f64 { point.iter().zip(best).map(|(x, b)| (x - b).abs()).sum() };
    let longest = corners[1..].iter().map(distance).fold(0.0, f64::max);
    longest / best.iter().map(|x| x.abs()).sum::<f64>().max(1.0)
}

/// One step: the worst corner is replaced, or all move towards the best.
fn improve(cx: &mut dyn Context, f: &mut Asked<'_>, corners: &mut [Corner]) -> Result<()> {
    let n = corners.len() - 1;
    if n == 0 {
        return Ok(());
    }
    let center: Vec<f64> = (0..n)
        .map(|k| corners[..n].iter().map(|(point, _)| point[k]).sum::<f64>() / n as f64)
        .collect();
    let mixed = |a: f64, x: &[f64], b: f64, y: &[f64]| -> Vec<f64> {
        x.iter().zip(y).map(|(x, y)| a * x + b * y).collect()
    };
    let reflected = mixed(2.0, &center, -1.0, &corners[n].0);
    let value = f.number(cx, &reflected)?;
    if value < corners[n - 1].1 {
        if value < corners[0].1 {
            let expanded = mixed(2.0, &reflected, -1.0, &center);
            let further = f.number(cx, &expanded)?;
            if further < corners[0].1 {
                corners[n] = (expanded, further);
                return Ok(());
            }
        }
        corners[n] = (reflected, value);
        return Ok(());
    }
    let outer = if value < corners[n].1 { &reflected } else { &corners[n].0 };
    let contracted = mixed(0.5, outer, 0.5, &center);
    let closer = f.number(cx, &contracted)?;
    if closer < corners[n - 1].1 {
        corners[n] = (contracted, closer);
        return Ok(());
    }
    let best = corners[0].0.clone();
    for corner in &mut corners[1..] {
        let point: Vec<f64> = corner.0.iter().zip(&best).map(|(x, b)| (b + x) / 2.0).collect();
        let value = f.number(cx, &point)?;
        *corner = (point, value);
    }
    Ok(())
}

/// A number as `%.4e` writes it.
fn scientific(x: f64) -> String {
    let text = format!("{x:.4e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, size) = match exponent.strip_prefix('-') {
                Some(size) => ('-', size),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{size:0>2}")
        }
        None => text,
    }
}
