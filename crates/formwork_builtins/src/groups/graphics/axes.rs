//! Axes: making and choosing them, their limits, and how they look.

use formwork_runtime::{Error, Result, Value};

use super::common::{
    axes_of, clear_axes, forget, handle_of, if_asked, prepare, row_of, set_new, set_property,
    take_axes, tell,
};
use crate::context::{Args, Context, Values, none, one};
use crate::graphics::{Graphics, Kind};

pub(super) fn gca(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let figure = args.first().and_then(handle_of);
    tell(cx);
    let graphics = &mut cx.session().graphics;
    match figure.filter(|&figure| graphics.is(figure, Kind::Figure)) {
        Some(figure) => match graphics.current_axes(figure) {
            Some(axes) => one(axes),
            None => one(graphics.create(Kind::Axes, figure)),
        },
        None => one(graphics.axes()),
    }
}

pub(super) fn axes(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    let graphics = &mut cx.session().graphics;
    if args.len() == 1 {
        let Some(chosen) = take_axes(graphics, &mut args) else {
            return Err(Error::plain("axes: H must be a scalar axes handle"));
        };
        choose(graphics, chosen);
        return if_asked(Value::double(chosen), nargout);
    }
    let figure = graphics.figure();
    let made = graphics.create(Kind::Axes, figure);
    set_new(graphics, Kind::Axes, made, &args)?;
    if_asked(Value::double(made), nargout)
}

fn choose(graphics: &mut Graphics, axes: f64) {
    if let Some(figure) = graphics.figure_of(axes) {
        graphics.choose_figure(figure);
        graphics.put(figure, "currentaxes", Value::double(axes));
    }
}

pub(super) fn newplot(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    prepare(&mut cx.session().graphics, axes);
    one(axes)
}

pub(super) fn cla(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    match args.first().and_then(Value::as_text).as_deref() {
        None if args.is_empty() => graphics.delete_children(axes),
        Some("reset") => clear_axes(graphics, axes),
        _ => return Err(Error::invalid_call("cla")),
    }
    none()
}

pub(super) fn hold(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let word = args.first().map(|word| word.as_text().map(|text| text.to_lowercase()));
    let held = match word {
        None => !graphics.has_text(axes, "nextplot", "add"),
        Some(Some(word)) if matches!(word.as_str(), "on" | "all") => true,
        Some(Some(word)) if word == "off" => false,
        Some(_) => return Err(Error::plain("hold: invalid hold STATE")),
    };
    graphics.put(axes, "nextplot", Value::text(if held { "add" } else { "replace" }));
    none()
}

pub(super) fn ishold(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &cx.session().graphics;
    let axes = match take_axes(graphics, &mut args) {
        Some(axes) => Some(axes),
        None => {
            let figure = args.first().and_then(handle_of).or(graphics.current_figure());
            figure.and_then(|figure| graphics.current_axes(figure))
        }
    };
    one(axes.is_some_and(|axes| graphics.has_text(axes, "nextplot", "add")))
}

/// `grid`, `box`: what is on, off or the other way round.
fn toggle(
    cx: &mut dyn Context,
    who: &'static str,
    mut args: Args,
    properties: &[&str],
) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let mut state = None;
    for word in &args {
        match word.as_text().map(|word| word.to_lowercase()).as_deref() {
            Some("on") => state = Some(true),
            Some("off") => state = Some(false),
            Some("minor") if who == "grid" => {
                let on = args.len() == 1 || args.iter().any(|word| word.as_bytes() == Some(b"on"));
                let value = Value::text(if on { "on" } else { "off" });
                for name in ["xminorgrid", "yminorgrid", "zminorgrid"] {
                    graphics.put(axes, name, value.clone());
                }
                return none();
            }
            _ if who == "box" => {
                return Err(Error::plain("box: argument must be one of [on, off]"));
            }
            _ => return Err(Error::invalid_call(who)),
        }
    }
    let is_on = properties.first().is_some_and(|first| graphics.has_text(axes, first, "on"));
    let value = Value::text(if state.unwrap_or(!is_on) { "on" } else { "off" });
    for name in properties {
        graphics.put(axes, name, value.clone());
    }
    none()
}

pub(super) fn grid(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    toggle(cx, "grid", args, &["xgrid", "ygrid", "zgrid"])
}

pub(super) fn frame(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    toggle(cx, "box", args, &["box"])
}

/// The limits of axes in two directions, or in three where something is in space.
fn limits(graphics: &Graphics, axes: f64) -> Value {
    let view = graphics.value(axes, "view").as_ref().and_then(row_of).unwrap_or_default();
    let is_flat = view.get(1).is_none_or(|&elevation| elevation == 90.0);
    let names: &[&str] = if is_flat { &["xlim", "ylim"] } else { &["xlim", "ylim", "zlim"] };
    let value = |name: &&str| graphics.value(axes, name).as_ref().and_then(row_of);
    Value::row(names.iter().filter_map(value).flatten().collect())
}

pub(super) fn axis(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    if args.is_empty() {
        return one(limits(&cx.session().graphics, axes));
    }
    for argument in args {
        if let Some(word) = argument.as_text() {
            axis_word(cx, axes, &word.to_lowercase())?;
            continue;
        }
        let graphics = &mut cx.session().graphics;
        let listed = row_of(&argument).unwrap_or_default();
        if !matches!(listed.len(), 2 | 4 | 6 | 8) {
            return Err(Error::plain("axis: LIMITS vector must have 2, 4, 6, or 8 elements"));
        }
        for (place, (pair, name)) in
            listed.chunks(2).zip(["xlim", "ylim", "zlim", "clim"]).enumerate()
        {
            if pair[0] >= pair[1] {
                let (low, high) = (2 * place + 1, 2 * place + 2);
                return Err(Error::plain(format!(
                    "axis: LIMITS({low}) must be less than LIMITS({high})"
                )));
            }
            set_property(graphics, "set", axes, name, Value::row(pair.to_vec()))?;
        }
    }
    if nargout > 0 { one(limits(&cx.session().graphics, axes)) } else { none() }
}

fn axis_word(cx: &mut dyn Context, axes: f64, word: &str) -> Result<()> {
    let graphics = &mut cx.session().graphics;
    let mut put = |name: &str, text: &str| graphics.put(axes, name, Value::text(text));
    match word {
        "on" | "off" => put("visible", word),
        "ij" => put("ydir", "reverse"),
        "xy" => put("ydir", "normal"),
        "equal" | "square" | "image" | "vis3d" | "normal" | "fill" => {
            let mode = if matches!(word, "normal" | "fill") { "auto" } else { "manual" };
            put("dataaspectratiomode", mode);
            if word == "image" {
                tighten(graphics, axes, &["x", "y", "z"]);
            }
        }
        "tic" | "label" | "tic[xyz]" | "nolabel" => {}
        _ => {
            if let Some(rest) = word.strip_prefix("auto") {
                for axis in directions(rest) {
                    forget(graphics, axes, &format!("{axis}lim"));
                    graphics.put(axes, &format!("{axis}limmode"), Value::text("auto"));
                }
            } else if let Some(rest) = word.strip_prefix("manual") {
                for axis in directions(rest) {
                    let name = format!("{axis}lim");
                    let now = graphics.value(axes, &name).unwrap_or_else(Value::empty);
                    set_property(graphics, "set", axes, &name, now)?;
                }
            } else if let Some(rest) = word.strip_prefix("tight") {
                tighten(graphics, axes, &directions(rest));
            } else if !word.starts_with("tic") && !word.starts_with("label") {
                let message = format!("axis: unknown option '{word}'");
                return cx.warn("", &message);
            }
        }
    }
    Ok(())
}

/// The directions that the end of a word names, or all.
fn directions(word: &str) -> Vec<&'static str> {
    let named: Vec<&str> = ["x", "y", "z"].into_iter().filter(|axis| word.contains(axis)).collect();
    if named.is_empty() { vec!["x", "y", "z"] } else { named }
}

/// Makes the limits those of the data.
fn tighten(graphics: &mut Graphics, axes: f64, directions: &[&str]) {
    for axis in directions {
        if let Some((low, high)) = graphics.extent(axes, axis, false)
            && low < high
        {
            let name = format!("{axis}lim");
            graphics.put(axes, &name, Value::row(vec![low, high]));
            graphics.put(axes, &format!("{name}mode"), Value::text("manual"));
        }
    }
}

/// `xlim`, `ylim`, `zlim`.
fn limit(
    cx: &mut dyn Context,
    who: &'static str,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let mode = format!("{who}mode");
    match args.first() {
        None => one(graphics.value(axes, who).unwrap_or_else(Value::empty)),
        Some(word) if word.is_char() => {
            match word.as_text().unwrap_or_default().to_lowercase().as_str() {
                "mode" => one(graphics.value(axes, &mode).unwrap_or_else(Value::empty)),
                "auto" => {
                    forget(graphics, axes, who);
                    graphics.put(axes, &mode, Value::text("auto"));
                    none()
                }
                "manual" => {
                    let now = graphics.value(axes, who).unwrap_or_else(Value::empty);
                    set_property(graphics, "set", axes, who, now)?;
                    none()
                }
                _ => Err(Error::plain(format!("{who}: invalid argument"))),
            }
        }
        Some(value) => match row_of(value).as_deref() {
            Some(&[low, high]) if low < high => {
                set_property(graphics, "set", axes, who, value.clone())?;
                if_asked(Value::row(vec![low, high]), nargout)
            }
            Some(&[_, _]) => Err(Error::plain(format!("{who}: axis limits must be increasing"))),
            _ => Err(Error::plain(format!("{who}: LIMITS must be a 2-element vector"))),
        },
    }
}

pub(super) fn xlim(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    limit(cx, "xlim", args, nargout)
}

pub(super) fn ylim(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    limit(cx, "ylim", args, nargout)
}

pub(super) fn zlim(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    limit(cx, "zlim", args, nargout)
}

/// `xticks`, `xticklabels`, `xtickangle` and the like: a property of axes, or its mode.
pub(super) fn scale_property(
    cx: &mut dyn Context,
    property: &'static str,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let mode = format!("{property}mode");
    match args.first() {
        None => one(graphics.value(axes, property).unwrap_or_else(Value::empty)),
        Some(word) if word.is_char() && word.numel() > 0 => {
            match word.as_text().unwrap_or_default().to_lowercase().as_str() {
                "mode" => one(graphics.value(axes, &mode).unwrap_or_else(Value::empty)),
                "auto" => {
                    forget(graphics, axes, property);
                    none()
                }
                _ => none(),
            }
        }
        Some(value) => {
            set_property(graphics, "set", axes, property, value.clone())?;
            if nargout > 0 { one(value.clone()) } else { none() }
        }
    }
}

pub(super) fn view(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let wanted: Vec<f64> = args.iter().filter_map(row_of).flatten().collect();
    let angles = match wanted[..] {
        [] if args.is_empty() => {
            let now = graphics.value(axes, "view").unwrap_or_else(Value::empty);
            let angles = row_of(&now).unwrap_or_default();
            return match angles[..] {
                [azimuth, elevation] if nargout > 1 => {
                    Ok([Value::double(azimuth), Value::double(elevation)].into_iter().collect())
                }
                _ => if_asked(now, nargout),
            };
        }
        [2.0] => [0.0, 90.0],
        [3.0] => [-37.5, 30.0],
        [azimuth, elevation] => [azimuth, elevation],
        [x, y, z] => [90.0 + y.atan2(x).to_degrees(), z.atan2(x.hypot(y)).to_degrees()],
        _ => return Err(Error::invalid_call("view")),
    };
    graphics.put(axes, "view", Value::row(angles.to_vec()));
    if_asked(Value::row(angles.to_vec()), nargout)
}

/// Ratios of axes: `daspect`, `pbaspect`.
fn aspect(cx: &mut dyn Context, property: &'static str, mut args: Args) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    match args.first() {
        None => one(graphics.value(axes, property).unwrap_or_else(Value::empty)),
        Some(word) if word.is_char() => {
            let mode = format!("{property}mode");
            if word.as_bytes() == Some(b"mode") {
                return one(graphics.value(axes, &mode).unwrap_or_else(Value::empty));
            }
            graphics.put(axes, &mode, word.clone());
            none()
        }
        Some(value) => {
            set_property(graphics, "set", axes, property, value.clone())?;
            none()
        }
    }
}

pub(super) fn daspect(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    aspect(cx, "dataaspectratio", args)
}

pub(super) fn pbaspect(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    aspect(cx, "plotboxaspectratio", args)
}

/// Where the axes of a cell of a grid stand, in parts of the figure.
fn cell_place(rows: f64, columns: f64, cells: &[f64]) -> Vec<f64> {
    // Twelve points are kept between neighbours, for labels.
    let across = 0.2 / columns + 12.0 / 560.0;
    let down = 0.2 / rows + 12.0 / 420.0;
    let width = (0.775 - across * (columns - 1.0)) / columns;
    let height = (0.815 - down * (rows - 1.0)) / rows;
    let place = |cell: f64| {
        let index = cell - 1.0;
        let (row, column) = ((index / columns).floor(), index % columns);
        (0.13 + column * (width + across), 0.11 + (rows - 1.0 - row) * (height + down))
    };
    let (mut left, mut bottom, mut right, mut top) =
        (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    for &cell in cells {
        let (x, y) = place(cell);
        (left, bottom) = (left.min(x), bottom.min(y));
        (right, top) = (right.max(x + width), top.max(y + height));
    }
    vec![left, bottom, right - left, top - bottom]
}

/// The rows, columns and cells that the arguments of `subplot` say, and how many arguments these
/// are.
fn grid_of(args: &[Value]) -> Result<(f64, f64, Vec<f64>, usize)> {
    let wrong = || Error::plain("subplot: INDEX value must be >= 1 and <= ROWS*COLS");
    let numbers: Vec<f64> = args.iter().take(2).filter_map(handle_of).collect();
    let (rows, columns, cells, used) = match (&numbers[..], args.get(2).and_then(row_of)) {
        (&[rows, columns], Some(cells)) => (rows, columns, cells, 3),
        (&[code], _) if args.len() == 1 || args[1].is_char() => {
            if code.fract() != 0.0 || !(100.0..1000.0).contains(&code) {
                return Err(match code {
                    0.0..100.0 => wrong(),
                    _ => Error::plain("subplot: invalid axes handle or RCN argument"),
                });
            }
            let (rows, rest) = ((code / 100.0).floor(), code % 100.0);
            (rows, (rest / 10.0).floor(), vec![rest % 10.0], 1)
        }
        (&[_, _], None) => return Err(wrong()),
        _ if args.first().is_some_and(Value::is_char) => {
            return Err(Error::plain("subplot: invalid axes handle or RCN argument"));
        }
        _ => return Err(Error::invalid_call("subplot")),
    };
    let is_size = |number: f64| number >= 1.0 && number.fract() == 0.0 && number < 1e6;
    if !is_size(rows) || !is_size(columns) {
        return Err(Error::plain("subplot: ROWS, COLS, and INDEX must be positive integers"));
    }
    let is_cell = |&cell: &f64| cell >= 1.0 && cell <= rows * columns && cell.fract() == 0.0;
    if cells.is_empty() || !cells.iter().all(is_cell) {
        return Err(wrong());
    }
    Ok((rows, columns, cells, used))
}

pub(super) fn subplot(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    let graphics = &mut cx.session().graphics;
    if args.len() == 1
        && let Some(chosen) = take_axes(graphics, &mut args)
    {
        choose(graphics, chosen);
        return if_asked(Value::double(chosen), nargout);
    }
    let by_place = args.first().and_then(Value::as_text);
    let is_place = by_place.is_some_and(|word| word.eq_ignore_ascii_case("position"));
    let (place, used) = match args.get(1).and_then(row_of) {
        Some(place) if is_place && place.len() == 4 => (place, 2),
        _ => {
            let (rows, columns, cells, used) = grid_of(&args)?;
            (cell_place(rows, columns, &cells), used)
        }
    };
    let mut options = Args::new();
    let mut replaced = false;
    for option in args.drain(used..) {
        match option.as_bytes() {
            Some(b"replace") => replaced = true,
            Some(b"align") => {}
            _ => options.push(option),
        }
    }
    let figure = graphics.figure();
    let key = Value::row(place.clone());
    let same = |graphics: &Graphics, axes: f64| {
        graphics.set_value(axes, ".subplot").and_then(row_of).is_some_and(|other| other == place)
    };
    let known = graphics.children(figure, true);
    let existing =
        known.iter().copied().find(|&axes| graphics.is(axes, Kind::Axes) && same(graphics, axes));
    let axes = match existing {
        Some(axes) => {
            if replaced {
                clear_axes(graphics, axes);
            }
            axes
        }
        None => {
            // What would be covered goes.
            for axes in known {
                if graphics.is(axes, Kind::Axes) && covers(graphics, axes, &place) {
                    graphics.delete(axes);
                }
            }
            let axes = graphics.create(Kind::Axes, figure);
            graphics.put(axes, "position", key.clone());
            graphics.put(axes, ".subplot", key);
            axes
        }
    };
    choose(graphics, axes);
    super::common::set_pairs(graphics, "set", axes, &options)?;
    if_asked(Value::double(axes), nargout)
}

/// Whether axes stand where others are to stand.
fn covers(graphics: &Graphics, axes: f64, place: &[f64]) -> bool {
    let tag = graphics.value(axes, "tag");
    let is_key = matches!(tag.as_ref().and_then(Value::as_bytes), Some(b"legend" | b"colorbar"));
    let own = graphics.value(axes, "position").as_ref().and_then(row_of).unwrap_or_default();
    let ([x, y, width, height], &[left, bottom, wide, high]) = (&own[..], place) else {
        return false;
    };
    let slack = 1e-6;
    !is_key
        && *x < left + wide - slack
        && left < *x + *width - slack
        && *y < bottom + high - slack
        && bottom < *y + *height - slack
}

pub(super) fn linkaxes(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &cx.session().graphics;
    let listed = row_of(&args[0]).unwrap_or_default();
    if listed.is_empty() || !listed.iter().all(|&axes| graphics.is(axes, Kind::Axes)) {
        return Err(Error::plain("linkaxes: HAX must be a vector of axes handles"));
    }
    none()
}

/// `shading`, `hidden`, `lighting` and the like: how surfaces look.
pub(super) fn look(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let _ = axes_of(cx, &mut args);
    none()
}
