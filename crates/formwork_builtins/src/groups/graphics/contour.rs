//! `contour` and its kin with outputs: the lines, which a function of the library computes.

use formwork_runtime::{Array, Dims, Error, Result, Value, memory};

use super::common::handle_of;
use super::draw::{Data, Drawing, draw};
use crate::context::{Args, Context, Values, none};
use crate::graphics::Kind;

/// The function of the library that computes the lines of contours.
const LINES: &str = "contourc";

/// Draws contours, or the areas between them, and gives their lines if they are asked for.
pub(super) fn contours(
    cx: &mut dyn Context,
    (drawing, areas): (Drawing, bool),
    args: Args,
    nargout: usize,
) -> Result<Values> {
    if nargout == 0 {
        return draw(cx, drawing, args, 1).and_then(|_| none());
    }
    if drawing.data == Data::Other {
        return Err(Error::limit(format!(
            "{}: the lines are not supported as a value; ask contourc for them",
            drawing.name
        )));
    }
    let graphics = &cx.session().graphics;
    let is_axes = |arg: &Value| handle_of(arg).is_some_and(|h| graphics.is(h, Kind::Axes));
    let from = usize::from(args.len() > 1 && args.first().is_some_and(is_axes));
    let mut given: Args =
        args.iter().skip(from).take_while(|arg| !arg.is_char()).cloned().collect();
    if areas {
        given = surrounded(drawing.name, &given)?.unwrap_or(given);
    }
    let made = draw(cx, drawing, args, 1)?;
    let lines = cx.call_named(LINES, given, 1)?;
    Ok(lines.into_iter().take(1).chain(made).take(nargout).collect())
}

/// The arguments for areas instead of lines: what is around the surface lies lower than all, so that
/// every area is closed, and the lowest height counts.
fn surrounded(name: &str, given: &Args) -> Result<Option<Args>> {
    let arrays: Option<Vec<Array<f64>>> =
        given.iter().map(|arg| arg.to_f64_array().map(std::borrow::Cow::into_owned)).collect();
    let Some(arrays) = arrays else { return Ok(None) };
    let (places, z) = match &arrays[..] {
        [z] | [z, _] => (None, z),
        [x, y, z] | [x, y, z, _] => (Some((x, y)), z),
        _ => return Ok(None),
    };
    let &[m, n] = z.dims().as_slice() else { return Ok(None) };
    if m < 2 || n < 2 {
        return Ok(None);
    }
    let (x, y) = match places {
        None => (counted(n), counted(m)),
        Some((x, y)) => match (along(x, n, true), along(y, m, false)) {
            (Some(x), Some(y)) => (x, y),
            _ => {
                return Err(Error::limit(format!(
                    "{name}: the lines on a grid that is not straight are not supported as a value; \
                     ask contourc for them"
                )));
            }
        },
    };
    let dims = Dims::matrix(m + 2, n + 2);
    memory::reserve::<f64>(&dims)?;
    let mut heights = vec![f64::NEG_INFINITY; dims.numel()];
    for column in 0..n {
        let start = (column + 1) * (m + 2) + 1;
        heights[start..start + m].copy_from_slice(&z.as_slice()[column * m..(column + 1) * m]);
    }
    let levels = match arrays.last().filter(|_| arrays.len().is_multiple_of(2)) {
        Some(levels) if levels.numel() != 1 => Value::row(levels.as_slice().to_vec()),
        count => {
            let count = count.and_then(|count| count.as_slice().first().copied()).unwrap_or(10.0);
            evenly(z.as_slice(), count)
        }
    };
    let parts = [
        Value::row(longer(x)),
        Value::row(longer(y)),
        Value::from_array(Array::new(dims, heights)),
        levels,
    ];
    Ok(Some(parts.into_iter().collect()))
}

fn counted(count: usize) -> Vec<f64> {
    (1..=count).map(|place| place as f64).collect()
}

/// The places along one side of a straight grid.
fn along(places: &Array<f64>, count: usize, by_column: bool) -> Option<Vec<f64>> {
    let all = places.as_slice();
    if all.len() == count {
        return Some(all.to_vec());
    }
    let &[m, n] = places.dims().as_slice() else { return None };
    if (by_column && n != count) || (!by_column && m != count) {
        return None;
    }
    let at = |row: usize, column: usize| all[column * m + row];
    let side: Vec<f64> = (0..count).map(|k| if by_column { at(0, k) } else { at(k, 0) }).collect();
    let straight = (0..m).all(|row| {
        (0..n).all(|column| at(row, column) == side[if by_column { column } else { row }])
    });
    straight.then_some(side)
}

/// Places with one more on either side, as far away as the next.
fn longer(mut places: Vec<f64>) -> Vec<f64> {
    if let &[first, second, ..] = &places[..] {
        places.insert(0, 2.0 * first - second);
    }
    if let &[.., before, last] = &places[..] {
        places.push(2.0 * last - before);
    }
    places
}

/// Heights between the lowest, which counts, and the highest, which does not.
fn evenly(heights: &[f64], count: f64) -> Value {
    let finite = heights.iter().copied().filter(|height| height.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(z), high.max(z)));
    let steps = count.clamp(0.0, 1e6).floor() + 1.0;
    let step = (high - low) / steps;
    Value::row((0..steps as usize).map(|k| low + k as f64 * step).collect())
}
