//! Colour maps of figures: which one there is, and setting it.

use formwork_runtime::{Error, Result, Value};

use super::common::{axes_of, handle_of, if_asked, row_of, tell};
use crate::context::{Args, Context, Values, none, one};
use crate::graphics::Kind;

/// How many colours a map has if nobody says another number.
const COLORS: f64 = 64.0;

/// The usual map.
pub(super) fn current(cx: &mut dyn Context) -> Result<Value> {
    let figure = cx.session().graphics.current_figure();
    let set =
        figure.and_then(|figure| cx.session().graphics.set_value(figure, "colormap").cloned());
    match set {
        Some(map) => Ok(as_map(map)),
        None => {
            let values =
                cx.call_named("viridis", [Value::double(COLORS)].into_iter().collect(), 1)?;
            Ok(values.into_iter().next().map_or_else(Value::empty, as_map))
        }
    }
}

/// A map in class double, or nothing if it is none.
fn as_map(map: Value) -> Value {
    match map.to_f64_array() {
        Some(array) if map.is_numeric() && array.dims().is_matrix() => {
            Value::Double(array.into_owned())
        }
        _ => Value::empty(),
    }
}

pub(super) fn colormap(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    // A number alone is taken for a map.
    let first = args.first().filter(|_| args.len() > 1);
    let target = first.and_then(handle_of).filter(|&handle| {
        let graphics = &cx.session().graphics;
        graphics.is(handle, Kind::Axes) || graphics.is(handle, Kind::Figure)
    });
    if target.is_some() {
        args.remove(0);
    }
    let graphics = &mut cx.session().graphics;
    let figure = match target.and_then(|target| graphics.figure_of(target)) {
        Some(figure) => figure,
        None => graphics.figure(),
    };
    let Some(wanted) = args.first() else { return one(current(cx)?) };
    let map = match wanted.as_text().map(|text| text.to_lowercase()) {
        Some(name) if name == "default" => {
            cx.call_named("viridis", [Value::double(COLORS)].into_iter().collect(), 1)
        }
        Some(name) if name == "list" => return none(),
        Some(name) => cx
            .call_named(&name, [Value::double(COLORS)].into_iter().collect(), 1)
            .map_err(|_| Error::plain(format!("colormap: failed to set MAP <{name}>"))),
        None => Ok([wanted.clone()].into_iter().collect()),
    };
    let Some(map) = map?.into_iter().next() else { return none() };
    let dims = map.dims();
    let is_map = map.is_numeric() && !map.is_complex() && dims.is_matrix() && dims.columns() == 3;
    if !is_map && !map.is_empty() {
        return Err(Error::plain("colormap: MAP must be a real-valued N x 3 ([R,G,B]) matrix"));
    }
    let numbers = row_of(&map).unwrap_or_default();
    if numbers.iter().any(|&number| !(0.0..=1.0).contains(&number)) {
        return Err(Error::plain("colormap: all MAP values must be in the range [0,1]"));
    }
    let map = as_map(map);
    cx.session().graphics.put(figure, "colormap", map.clone());
    if_asked(map, nargout)
}

/// `caxis`, `clim`: the range of values that the colours stand for.
pub(super) fn caxis(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    match args.first() {
        None => one(graphics.value(axes, "clim").unwrap_or_else(Value::empty)),
        Some(word) if word.is_char() => {
            let word = word.as_text().unwrap_or_default().into_owned();
            if !matches!(word.as_str(), "auto" | "manual") {
                return Err(Error::plain(format!("caxis: invalid mode: \"{word}\"")));
            }
            graphics.put(axes, "climmode", Value::text(word));
            none()
        }
        Some(limits) => match row_of(limits).as_deref() {
            Some(&[low, high]) if low < high => {
                super::common::set_property(graphics, "caxis", axes, "clim", limits.clone())?;
                if_asked(limits.clone(), nargout)
            }
            Some(&[_, _]) => Err(Error::plain("caxis: LIMITS(1) must be less than LIMITS(2)")),
            _ => Err(Error::plain("caxis: LIMITS must be a 2-element vector")),
        },
    }
}

pub(super) fn colorbar(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    let axes = axes_of(cx, &mut args);
    let graphics = &mut cx.session().graphics;
    let Some(figure) = graphics.figure_of(axes) else { return none() };
    let is_bar = |handle: &f64| graphics.has_text(*handle, "tag", "colorbar");
    let old: Vec<f64> = graphics.children(figure, true).into_iter().filter(is_bar).collect();
    old.into_iter().for_each(|bar| graphics.delete(bar));
    let word = args.first().and_then(Value::as_text).map(|word| word.to_lowercase());
    if matches!(word.as_deref(), Some("off" | "delete" | "hide")) {
        return if_asked(Value::empty(), nargout);
    }
    let bar = graphics.create(Kind::Axes, figure);
    graphics.put(figure, "currentaxes", Value::double(axes));
    graphics.put(bar, "tag", Value::text("colorbar"));
    if_asked(Value::double(bar), nargout)
}
