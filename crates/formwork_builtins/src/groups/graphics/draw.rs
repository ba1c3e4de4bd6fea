//! Everything that draws and is no line: bars, surfaces, patches, images, contours, fields.
//!
//! What a function makes is a record with its data; what the data look like is nobody's concern
//! here. So they are all one function, told apart by a [`Drawing`].

use formwork_runtime::{Array, Error, Result, Value};

use super::common::{
    data, first_text, handle_of, handles, if_asked, prepare, row_of, set_new, take_axes, tell,
};
use crate::context::{Args, Context, Values, none};
use crate::graphics::{Graphics, Kind};

/// How the numbers in front are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Data {
    /// `y`, or `x` and `y`.
    Flat,
    /// The same, from zero up, with room beside: bars.
    Bars,
    /// `x` and `y`, then what says something else.
    Points,
    /// `z`, or `x`, `y` and `z`.
    Height,
    /// `x`, `y` and `z` of points.
    Space,
    /// An image, or `x`, `y` and an image.
    Picture,
    /// Nothing is known of them.
    Other,
}

/// A function that draws.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// How many arguments it needs.
    pub(super) least: usize,
    pub(super) data: Data,
    /// Whether it makes an object for each column.
    pub(super) by_column: bool,
    /// Whether it adds to what is there, held or not.
    pub(super) adds: bool,
}

fn numbers_in_front(args: &[Value]) -> Vec<Array<f64>> {
    let numbers = args.iter().take_while(|arg| !arg.is_char());
    numbers.filter_map(|arg| arg.to_f64_array().map(std::borrow::Cow::into_owned)).collect()
}

/// The numbers `from 1` to a count.
fn counted(count: usize) -> Array<f64> {
    Array::row((1..=count).map(|place| place as f64).collect())
}

fn count_along(array: &Array<f64>) -> usize {
    let dims = array.dims();
    if dims.rows() == 1 { dims.columns() } else { dims.rows() }
}

/// The coordinates that a drawing has: `x`, `y`, and `z` if it is in space.
fn coordinates(
    how: Data,
    numbers: &[Array<f64>],
) -> (Option<Array<f64>>, Option<Array<f64>>, Option<Array<f64>>) {
    let at = |place: usize| numbers.get(place).cloned();
    match (how, numbers) {
        (Data::Other, _) | (_, []) => (None, None, None),
        (Data::Flat | Data::Bars, [y]) => (Some(counted(count_along(y))), at(0), None),
        (Data::Flat | Data::Bars | Data::Points, _) => (at(0), at(1), None),
        (Data::Height, [_, _, z, ..]) if z.numel() > 1 => (at(0), at(1), at(2)),
        (Data::Height, [z, ..]) => {
            (Some(counted(z.dims().columns())), Some(counted(z.dims().rows())), at(0))
        }
        (Data::Space, _) => (at(0), at(1), at(2)),
        (Data::Picture, [x, y, picture, ..]) if picture.numel() > 1 => (ends(x), ends(y), at(2)),
        (Data::Picture, [picture, ..]) => {
            let dims = picture.dims();
            let to = |count: usize| Some(Array::row(vec![1.0, count as f64]));
            (to(dims.columns()), to(dims.rows()), at(0))
        }
    }
}

fn ends(array: &Array<f64>) -> Option<Array<f64>> {
    let numbers = array.as_slice();
    Some(Array::row(vec![*numbers.first()?, *numbers.last()?]))
}

/// From where to where bars and pictures reach, which is further than their data.
fn reach(how: Data, axis: &str, numbers: &Array<f64>) -> Option<Value> {
    let listed = numbers.as_slice();
    let low = listed.iter().copied().fold(f64::INFINITY, f64::min);
    let high = listed.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match (how, axis) {
        (Data::Bars, "x") => Some(Value::row(vec![low - 0.4, high + 0.4])),
        (Data::Bars, "y") => Some(Value::row(vec![low.min(0.0), high.max(0.0)])),
        (Data::Picture, _) => Some(Value::row(vec![low - 0.5, high + 0.5])),
        _ => None,
    }
}

fn place_data(graphics: &mut Graphics, handle: f64, drawing: Drawing, numbers: &[Array<f64>]) {
    let (x, y, z) = coordinates(drawing.data, numbers);
    for (axis, values) in [("x", &x), ("y", &y)] {
        let Some(values) = values else { continue };
        graphics.put(handle, &format!("{axis}data"), data(values));
        if let Some(reach) = reach(drawing.data, axis, values) {
            graphics.put(handle, &format!(".{axis}extent"), reach);
        }
    }
    if let Some(z) = z {
        let is_picture = drawing.data == Data::Picture;
        graphics.put(handle, if is_picture { "cdata" } else { "zdata" }, data(&z));
        if !is_picture && drawing.kind == Kind::Surface {
            graphics.put(handle, "cdata", data(&z));
        }
    }
}

/// The axes that are drawn in.
fn target(cx: &mut dyn Context, args: &mut Args) -> f64 {
    let chosen = take_axes(&cx.session().graphics, args);
    let is_parent =
        |word: &Value| word.as_text().is_some_and(|word| word.eq_ignore_ascii_case("parent"));
    let parent = args.iter().position(is_parent).and_then(|place| {
        let parent = args.get(place + 1).and_then(handle_of)?;
        args.drain(place..place + 2);
        Some(parent)
    });
    tell(cx);
    let graphics = &mut cx.session().graphics;
    match chosen.or(parent).filter(|&axes| graphics.object(axes).is_some()) {
        Some(axes) => axes,
        None => graphics.axes(),
    }
}

/// The pairs of properties that an object has; what is a style or a word of the function is none.
fn pairs_for(graphics: &Graphics, handle: f64, args: &[Value]) -> Vec<Value> {
    let mut pairs = Vec::new();
    let mut rest = args;
    while let [first, after @ ..] = rest {
        if matches!(first, Value::Struct(_)) {
            pairs.push(first.clone());
            rest = after;
            continue;
        }
        let name = first.as_text().unwrap_or_default();
        if super::lines::style_of(&name).is_some() || &*name == "filled" {
            rest = after;
            continue;
        }
        match after {
            [value, further @ ..]
                if first.is_char()
                    && (super::common::is_property(graphics, handle, &name)
                        || graphics
                            .object(handle)
                            .is_some_and(|o| o.kind.takes_any_property())
                            && args.len().is_multiple_of(2)) =>
            {
                pairs.extend([first.clone(), value.clone()]);
                rest = further;
            }
            _ => rest = after,
        }
    }
    pairs
}

/// Draws.
pub(super) fn draw(
    cx: &mut dyn Context,
    drawing: Drawing,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let has_axes = args.len() > 1
        && args
            .first()
            .and_then(handle_of)
            .is_some_and(|handle| cx.session().graphics.is(handle, Kind::Axes));
    if args.len() < drawing.least + usize::from(has_axes) {
        return Err(Error::invalid_call(drawing.name));
    }
    refuse(drawing, &args[usize::from(has_axes)..])?;
    let axes = target(cx, &mut args);
    let numbers = numbers_in_front(&args);
    let texts = first_text(&args);
    let graphics = &mut cx.session().graphics;
    if !drawing.adds {
        prepare(graphics, axes);
    }
    if matches!(drawing.data, Data::Height | Data::Space)
        && drawing.kind != Kind::Group
        && !graphics.has_text(axes, "nextplot", "add")
        && drawing.name != "pcolor"
    {
        graphics.put(axes, "view", Value::row(vec![-37.5, 30.0]));
    }
    let count = match numbers.last() {
        Some(last) if drawing.by_column && last.dims().rows() > 1 => last.dims().columns(),
        _ => 1,
    };
    let mut made = Vec::new();
    for _ in 0..count {
        let handle = graphics.create(drawing.kind, axes);
        place_data(graphics, handle, drawing, &numbers);
        let from = args.iter().position(|arg| matches!(arg, Value::Struct(_))).unwrap_or(texts);
        let pairs = pairs_for(graphics, handle, &args[from.min(texts)..]);
        if drawing.kind == Kind::Patch
            && let Some(color) = args.get(2).filter(|_| drawing.data == Data::Points)
        {
            super::common::set_property(graphics, "set", handle, "facecolor", color.clone())?;
        }
        set_new(graphics, drawing.kind, handle, &pairs)?;
        made.push(handle);
    }
    if drawing.data == Data::Picture && !drawing.adds {
        show_picture(graphics, axes);
    }
    if drawing.name == "polar" {
        graphics.put(axes, "rtick", Value::empty());
        graphics.put(axes, "ttick", Value::empty());
    }
    if_asked(handles(made), nargout)
}

/// Axes around a picture have its limits, and its first row above.
fn show_picture(graphics: &mut Graphics, axes: f64) {
    if graphics.has_text(axes, "nextplot", "add") {
        return;
    }
    for axis in ["x", "y"] {
        if let Some((low, high)) = graphics.extent(axes, axis, false) {
            graphics.put(axes, &format!("{axis}lim"), Value::row(vec![low, high]));
            graphics.put(axes, &format!("{axis}limmode"), Value::text("manual"));
        }
    }
    graphics.put(axes, "ydir", Value::text("reverse"));
}

/// What Octave refuses of data.
fn refuse(drawing: Drawing, args: &[Value]) -> Result<()> {
    let is_surface = drawing.kind == Kind::Surface && drawing.data == Data::Height;
    if is_surface
        && let [z] = args
        && z.numel() == 1
        && drawing.name != "pcolor"
    {
        return Err(Error::plain("surface: Z argument must be a matrix"));
    }
    Ok(())
}

/// `bar (…)` with outputs gives the corners of bars, which nobody computes here.
pub(super) fn without_corners(
    cx: &mut dyn Context,
    drawing: Drawing,
    args: Args,
    nargout: usize,
) -> Result<Values> {
    if nargout > 1 {
        return Err(Error::limit(format!(
            "{}: what it would draw is not computed here",
            drawing.name
        )));
    }
    draw(cx, drawing, args, nargout)
}

/// `stairs` with two outputs: the corners of the steps.
pub(super) fn stairs(
    cx: &mut dyn Context,
    drawing: Drawing,
    args: Args,
    nargout: usize,
) -> Result<Values> {
    if nargout < 2 {
        return draw(cx, drawing, args, nargout);
    }
    let rows: Vec<Vec<f64>> = args.iter().map_while(row_of).collect();
    let (x, y) = match &rows[..] {
        [y] => ((1..=y.len()).map(|place| place as f64).collect(), y.clone()),
        [x, y, ..] if x.len() == y.len() => (x.clone(), y.clone()),
        _ => return Err(Error::invalid_call(drawing.name)),
    };
    let doubled = |numbers: &[f64], later: bool| {
        let all: Vec<f64> = numbers.iter().flat_map(|&number| [number, number]).collect();
        let count = all.len().saturating_sub(1);
        let from = usize::from(later && !all.is_empty());
        Value::column(all.into_iter().skip(from).take(count).collect())
    };
    Ok([doubled(&x, true), doubled(&y, false)].into_iter().collect())
}

/// A light whose place depends on who looks.
pub(super) fn light(cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let axes = graphics.axes();
    if_asked(Value::double(graphics.create(Kind::Light, axes)), nargout)
}

/// Makes an object of a kind without data: windows' parts, groups, lights.
pub(super) fn make(
    cx: &mut dyn Context,
    who: &'static str,
    kind: Kind,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let in_axes = matches!(kind, Kind::Group | Kind::Light);
    let first = args.first().and_then(handle_of);
    let parent = match first.filter(|&handle| graphics.object(handle).is_some()) {
        Some(parent) => {
            args.remove(0);
            parent
        }
        None if in_axes => graphics.axes(),
        None => graphics.figure(),
    };
    if args.len() % 2 == 1 && !matches!(args.first(), Some(Value::Struct(_))) {
        return Err(Error::invalid_call(who));
    }
    let made = graphics.create(kind, parent);
    set_new(graphics, kind, made, &args)?;
    if_asked(Value::double(made), nargout)
}

/// `plotyy`: two axes over each other, each with its lines.
pub(super) fn plotyy(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() < 4 {
        return Err(Error::invalid_call("plotyy"));
    }
    let mut made = Vec::new();
    let mut both = Vec::new();
    for data in [&args[..2], &args[2..4]] {
        tell(cx);
        let graphics = &mut cx.session().graphics;
        let axes = match both.is_empty() {
            true => graphics.axes(),
            false => {
                let figure = graphics.figure();
                graphics.create(Kind::Axes, figure)
            }
        };
        both.push(axes);
        let call = std::iter::once(Value::double(axes)).chain(data.iter().cloned()).collect();
        made.extend(cx.call_builtin("plot", call, 1)?);
    }
    if nargout == 0 {
        return none();
    }
    let mut values: Values = std::iter::once(Value::row(both)).chain(made).collect();
    values.truncate(nargout);
    Ok(values)
}
