//! Counting: `histc`, `hist`, `run_count`, `runlength`.

use formwork_runtime::{Array, Dims, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::kit::class::is_numbers;
use crate::kit::dimension::{dimension, first_long};
use crate::kit::fold::map_runs;

pub(super) fn histc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    if x.is_complex() || !x.is_arithmetic() {
        return Err(Error::plain("histc: X argument must be real-valued, not complex"));
    }
    // Many edges are searched, which takes no truth values.
    if x.is_char() || (matches!(x, Value::Bool(_)) && args[1].numel() > 3) {
        return Err(Error::invalid_call("lookup"));
    }
    let edges = args[1].to_f64_array();
    let Some(edges) = edges.filter(|_| !args[1].is_complex()) else {
        return Err(Error::plain("histc: EDGES must be real-valued, not complex"));
    };
    let mut values = Values::new();
    if edges.is_empty() {
        cx.warn("", "histc: empty EDGES specified")?;
        values.push(Value::empty());
        values.push(Value::empty());
        values.truncate(nargout.max(1));
        return Ok(values);
    }
    let Some(numbers) = x.to_f64_array() else { return Err(Error::invalid_call("histc")) };
    let dims = numbers.dims().clone();
    let along = match args.get(2) {
        Some(given) => match dimension("histc", given)? {
            along if along < dims.ndims() => along,
            _ => {
                return Err(Error::plain("histc: DIM must be an integer and a valid dimension"));
            }
        },
        None => first_long(&dims),
    };
    let mut edges = edges.into_owned().into_vec();
    edges.sort_by(|a, b| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())));
    let edges = &edges[..];
    let last = edges[edges.len() - 1];
    // Three edges at most are tried one after the other; more of them are searched, which
    // tells equal ones apart.
    let few = edges.len() <= 3;
    let after = dims.ndims().saturating_sub(along + 1);
    let lane = dims.with(along, 1);
    if few && edges.len() > 1 && after > 1 && lane.numel() > 1 {
        // Octave assigns to the pages behind with as many subscripts as a square of them has,
        // and all but the first are empty.
        let mut extents = lane.as_slice().to_vec();
        extents.resize(lane.ndims() + after * after - after, 0);
        let kept: Vec<usize> = lane.as_slice().iter().copied().filter(|&n| n != 1).collect();
        let columns = Dims::new(&[kept[0], kept.get(1).copied().unwrap_or(1)]);
        let given = if kept.len() > 1 { Dims::new(&kept) } else { columns };
        let text: Vec<String> = extents.iter().map(usize::to_string).collect();
        return Err(Error::with_id(
            "Octave:nonconformant-args",
            format!("=: nonconformant arguments (op1 is {}, op2 is {given})", text.join("x")),
        ));
    }
    let place = |x: f64| -> usize {
        if few {
            let between = (1..edges.len()).rev().find(|&k| edges[k - 1] <= x && x < edges[k]);
            if x == last { edges.len() } else { between.unwrap_or(0) }
        } else if !(x <= last) {
            0
        } else {
            edges.partition_point(|&edge| edge <= x)
        }
    };
    let (size, counts) =
        map_runs(numbers.as_slice(), &dims, along, edges.len(), |run, out: &mut [f64]| {
            for &x in run {
                let bin = place(x);
                if bin > 0 {
                    out[bin - 1] += 1.0;
                }
            }
        });
    values.push(Value::Double(Array::new(size, counts)));
    if nargout > 1 {
        values.push(Value::Double(numbers.map(|&x| place(x) as f64)));
    }
    Ok(values)
}

/// The centers of the bins that the second argument of `hist` asks for.
fn bin_centers(numbers: &[f64], given: Option<&Value>) -> Result<Vec<f64>> {
    let finite = || numbers.iter().copied().filter(|x| x.is_finite());
    let least = finite().fold(f64::INFINITY, f64::min);
    let most = finite().fold(f64::NEG_INFINITY, f64::max);
    let even = |count: usize| -> Vec<f64> {
        let (mut low, mut high) = (least, most);
        if low == high {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let half = (high - low) / count as f64 / 2.0;
        let (first, last) = (low + half, high - half);
        let step = if count > 1 { (last - first) / (count - 1) as f64 } else { 0.0 };
        (0..count).map(|k| if k + 1 == count { last } else { first + k as f64 * step }).collect()
    };
    let Some(given) = given else { return Ok(even(10)) };
    let Some(list) = given.to_f64_array().filter(|_| is_numbers(given)) else {
        return Err(Error::plain("hist: second argument must be a scalar or a vector"));
    };
    if let Some(&count) = list.as_scalar() {
        if count < 1.0 || count.is_nan() {
            return Err(Error::plain("hist: number of bins NBINS must be positive"));
        }
        if count.is_infinite() {
            return Err(Error::plain("range with infinite number of elements cannot be stored"));
        }
        memory::reserve::<f64>(&Dims::matrix(1, count as usize))?;
        return Ok(even(count as usize));
    }
    if !given.dims().is_vector() || given.is_empty() {
        return Err(Error::plain("hist: bin specification must be a scalar or vector"));
    }
    let mut list = list.into_owned().into_vec();
    list.sort_by(f64::total_cmp);
    Ok(list)
}

/// Scales the counts of each column so that they add up to what is given for it.
fn normalize(counts: &mut [f64], bins: usize, columns: usize, given: &Value) -> Result<()> {
    let norm = given
        .to_f64_array()
        .filter(|norm| is_numbers(given) && norm.as_slice().iter().all(|&x| x > 0.0));
    let Some(norm) = norm else {
        return Err(Error::plain("hist: NORM must be a numeric constant > 0"));
    };
    if norm.numel() != 1 && (!norm.dims().is_vector() || norm.numel() != columns) {
        return Err(Error::plain("hist: NORM must be scalar or vector of length 'columns (Y)'"));
    }
    for (column, bins) in counts.chunks_exact_mut(bins).enumerate() {
        let total: f64 = bins.iter().sum();
        let norm = norm.as_slice()[column.min(norm.numel() - 1)];
        for bin in bins {
            *bin = *bin / total * norm;
        }
    }
    Ok(())
}

pub(super) fn hist(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if nargout == 0 {
        // Who asks for no counts has them drawn: as bars in their places.
        let numbers = args.iter().position(Value::is_char).unwrap_or(args.len());
        let given: Args = args.drain(..numbers).collect();
        if given.is_empty() {
            return Err(Error::invalid_call("hist"));
        }
        let counts = hist(cx, given, 2)?;
        let bars = counts.into_iter().rev().chain(args).collect();
        return cx.call_builtin("bar", bars, 0);
    }
    let y = &args[0];
    if !is_numbers(y) || y.is_complex() || !y.dims().is_matrix() {
        return Err(Error::plain("hist: Y must be real-valued"));
    }
    let Some(numbers) = y.to_f64_array() else { return Err(Error::invalid_call("hist")) };
    if numbers.is_empty() {
        return Err(Error::plain("hist: Y must not be empty"));
    }
    let dims = numbers.dims().clone();
    let vector = dims.is_vector();
    let rows = if vector { numbers.numel() } else { dims.rows() };
    let centers = bin_centers(numbers.as_slice(), args.get(1))?;
    let cuts: Vec<f64> = centers.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect();
    let columns = if rows == 0 { 0 } else { numbers.numel() / rows };
    let mut counts = vec![0.0; centers.len() * columns];
    for (column, run) in numbers.as_slice().chunks_exact(rows.max(1)).enumerate() {
        for &x in run.iter().filter(|x| !x.is_nan()) {
            let bin = cuts.partition_point(|&cut| cut < x);
            counts[column * centers.len() + bin] += 1.0;
        }
    }
    if let Some(given) = args.get(2) {
        normalize(&mut counts, centers.len(), columns, given)?;
    }
    let bins = centers.len();
    let size = if vector { Dims::matrix(1, bins) } else { Dims::matrix(bins, columns) };
    let mut values = Values::new();
    values.push(Value::Double(Array::new(size, counts)));
    if nargout > 1 {
        values.push(if vector { Value::row(centers) } else { Value::column(centers) });
    }
    Ok(values)
}

pub(super) fn run_count(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !is_numbers(x) {
        return Err(Error::plain("run_count: X must be a numeric vector or matrix"));
    }
    let longest = match args[1].to_f64() {
        Some(number) if args[1].is_scalar() && number >= 1.0 && number.fract() == 0.0 => {
            number as usize
        }
        _ => return Err(Error::plain("run_count: N must be a positive integer")),
    };
    let Some(numbers) = x.to_f64_array() else { return Err(Error::invalid_call("run_count")) };
    let along = match args.get(2) {
        Some(given) => dimension("run_count", given)?,
        None => first_long(numbers.dims()),
    };
    let (dims, data) =
        map_runs(numbers.as_slice(), numbers.dims(), along, longest, |run, out: &mut [f64]| {
            for rise in run.chunk_by(|a, b| a <= b) {
                out[rise.len().min(longest) - 1] += 1.0;
            }
        });
    one(Array::new(dims, data))
}

pub(super) fn runlength(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    let numbers = x.to_f64_array().filter(|_| is_numbers(x) && x.dims().is_vector());
    let Some(numbers) = numbers else {
        return Err(Error::plain("runlength: X must be a numeric vector"));
    };
    let (mut counts, mut heads) = (Vec::new(), Vec::new());
    for run in numbers.as_slice().chunk_by(|a, b| a == b) {
        counts.push(run.len() as f64);
        heads.push(run[0]);
    }
    let mut values = Values::new();
    values.push(Value::row(counts));
    if nargout > 1 {
        values.push(Value::row(heads));
    }
    Ok(values)
}
