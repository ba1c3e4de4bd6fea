//! What the graphics functions share: which axes are meant, pairs of properties and values, how
//! properties are named and set.

use formwork_runtime::format::c_number::percent_g;
use formwork_runtime::{Array, Error, Result, Value};

use crate::context::{Args, Context, Values, none, one};
use crate::graphics::{Graphics, Kind, PropertyDefault, is_handle_text, names_of};

/// Says once that nothing is drawn.
pub(super) fn tell(cx: &mut dyn Context) {
    let graphics = &mut cx.session().graphics;
    if !graphics.told {
        graphics.told = true;
        cx.note("nothing is drawn: figures and plots are kept as records");
    }
}

/// What a function gives that only gives something if it is asked for.
pub(super) fn if_asked(value: Value, nargout: usize) -> Result<Values> {
    if nargout > 0 { one(value) } else { none() }
}

/// Handles below each other.
pub(super) fn handles(handles: Vec<f64>) -> Value {
    match handles[..] {
        [handle] => Value::double(handle),
        _ => Value::column(handles),
    }
}

/// The one number that could be a handle.
pub(super) fn handle_of(value: &Value) -> Option<f64> {
    if value.is_char() || !value.is_scalar() { None } else { value.to_f64() }
}

/// Takes the axes that a function is told to draw in, if the first argument is such.
pub(super) fn take_axes(graphics: &Graphics, args: &mut Args) -> Option<f64> {
    let first = args.first().and_then(handle_of)?;
    if !graphics.is(first, Kind::Axes) {
        return None;
    }
    args.remove(0);
    Some(first)
}

/// The axes that are meant by the first argument, or else the current ones.
pub(super) fn axes_of(cx: &mut dyn Context, args: &mut Args) -> f64 {
    let graphics = &mut cx.session().graphics;
    match take_axes(graphics, args) {
        Some(axes) => axes,
        None => {
            tell(cx);
            cx.session().graphics.axes()
        }
    }
}

/// Makes axes ready for something new: unless things are held, what they show goes.
pub(super) fn prepare(graphics: &mut Graphics, axes: f64) {
    if graphics.has_text(axes, "nextplot", "replace") {
        clear_axes(graphics, axes);
    } else if graphics.has_text(axes, "nextplot", "replacechildren") {
        graphics.delete_children(axes);
    }
    if let Some(figure) = graphics.figure_of(axes) {
        graphics.choose_figure(figure);
        graphics.put(figure, "currentaxes", Value::double(axes));
    }
}

/// Deletes what axes show and forgets how.
pub(super) fn clear_axes(graphics: &mut Graphics, axes: f64) {
    const KEPT: [&str; 10] = [
        "position",
        "outerposition",
        "units",
        "tag",
        "userdata",
        "fontsize",
        "fontname",
        ".subplot",
        "nextplot",
        "visible",
    ];
    graphics.delete_children(axes);
    graphics.reset(axes, &KEPT);
    for name in ["title", "xlabel", "ylabel", "zlabel"] {
        if let Some(text) = graphics.set_value(axes, name).and_then(Value::to_f64) {
            graphics.reset(text, &["handlevisibility"]);
        }
    }
}

/// The full name of a property that is written in any case, and perhaps cut off.
pub(super) fn full_name(
    graphics: &Graphics,
    who: &str,
    handle: f64,
    written: &str,
) -> Result<String> {
    let name = written.to_ascii_lowercase();
    let Some(object) = graphics.object(handle) else { return Err(invalid_handle(who, handle)) };
    let known = names_of(object.kind);
    if name.starts_with("default")
        || object.properties.contains_key(&name)
        || known.iter().any(|(other, _)| *other == name)
    {
        return Ok(name);
    }
    let mut like = known.iter().map(|(other, _)| *other).filter(|other| other.starts_with(&name));
    match (like.next(), like.next()) {
        (Some(only), None) if !name.is_empty() => Ok(only.to_owned()),
        (Some(_), Some(_)) if !name.is_empty() => Err(Error::plain(format!(
            "{who}: ambiguous {} property name {written}",
            object.kind.name()
        ))),
        _ if object.kind.takes_any_property() && who != "get" => Ok(name),
        _ => Err(Error::plain(format!("{who}: unknown {} property {written}", object.kind.name()))),
    }
}

/// What is said of a number that is no handle.
pub(super) fn invalid_handle(who: &str, handle: f64) -> Box<Error> {
    Error::plain(format!("{who}: invalid handle (= {})", percent_g(handle)))
}

/// Properties that are a row of so many numbers.
const ROWS: [(&str, usize); 11] = [
    ("alim", 2),
    ("clim", 2),
    ("extent", 4),
    ("innerposition", 4),
    ("looseinset", 4),
    ("outerposition", 4),
    ("screensize", 4),
    ("tightinset", 4),
    ("xlim", 2),
    ("ylim", 2),
    ("zlim", 2),
];

/// Properties that are one number.
const NUMBERS: [&str; 4] = ["fontsize", "linewidth", "markersize", "screenpixelsperinch"];

/// Properties that are a text.
const TEXTS: [&str; 4] = ["fontname", "name", "tag", "units"];

/// Properties that nobody can set.
const FIXED: [&str; 3] = ["beingdeleted", "number", "type"];

/// A colour by its name.
pub(super) fn color_of(name: &str) -> Option<[f64; 3]> {
    Some(match name {
        "r" | "red" => [1.0, 0.0, 0.0],
        "g" | "green" => [0.0, 1.0, 0.0],
        "b" | "blue" => [0.0, 0.0, 1.0],
        "k" | "black" => [0.0, 0.0, 0.0],
        "w" | "white" => [1.0, 1.0, 1.0],
        "y" | "yellow" => [1.0, 1.0, 0.0],
        "m" | "magenta" => [1.0, 0.0, 1.0],
        "c" | "cyan" => [0.0, 1.0, 1.0],
        _ => return None,
    })
}

/// A value as a property keeps it, if it takes it.
pub(super) fn accepted(kind: Kind, name: &str, value: Value) -> Result<Value> {
    let array_error = || Error::plain(format!("invalid value for array property \"{name}\""));
    let row = |count: &[usize]| match value.to_f64_array() {
        Some(array) if !value.is_char() && count.contains(&array.numel()) => {
            Ok(Value::row(array.as_slice().to_vec()))
        }
        _ => Err(array_error()),
    };
    if let Some((_, count)) = ROWS.iter().find(|(other, _)| *other == name) {
        return row(&[*count]);
    }
    if name == "position" {
        let counts: &[usize] = match kind {
            Kind::Text => &[2, 3],
            Kind::Light => &[3],
            _ => &[4],
        };
        let place = row(counts)?;
        return Ok(match place.to_f64_array().map(|array| array.as_slice().to_vec()) {
            Some(place) if place.len() == 2 => Value::row(vec![place[0], place[1], 0.0]),
            _ => place,
        });
    }
    if NUMBERS.contains(&name) {
        return match value.to_f64() {
            Some(number) if value.is_scalar() && !value.is_char() => Ok(Value::double(number)),
            _ => Err(Error::plain(format!("set: invalid value for double property \"{name}\""))),
        };
    }
    if TEXTS.contains(&name) && !value.is_char() {
        return Err(Error::plain(format!("set: invalid string property value for \"{name}\"")));
    }
    if name.ends_with("color")
        && let Some(color) = value.as_text().and_then(|text| color_of(&text.to_ascii_lowercase()))
    {
        return Ok(Value::row(color.to_vec()));
    }
    if name == "visible" && !value.is_char() {
        return Ok(Value::text(if formwork_runtime::ops::is_true(&value).unwrap_or(false) {
            "on"
        } else {
            "off"
        }));
    }
    Ok(value)
}

/// Sets a property of an object.
pub(super) fn set_property(
    graphics: &mut Graphics,
    who: &str,
    handle: f64,
    written: &str,
    value: Value,
) -> Result<()> {
    let name = full_name(graphics, who, handle, written)?;
    let Some(kind) = graphics.object(handle).map(|object| object.kind) else { return Ok(()) };
    if FIXED.contains(&name.as_str()) {
        return Err(Error::plain(format!("{who}: \"{name}\" is read-only")));
    }
    let value = accepted(kind, &name, value)?;
    let number = handle_of(&value);
    match (kind, name.as_str()) {
        (_, "parent") => {
            match number.filter(|&parent| graphics.object(parent).is_some()) {
                Some(parent)
                    if graphics.ancestor(parent, &[kind]).is_none() || kind == Kind::Group =>
                {
                    graphics.move_below(handle, parent);
                }
                _ => return Err(Error::plain("set: invalid graphics handle for parent")),
            }
            return Ok(());
        }
        (_, "children") => return Ok(()),
        (Kind::Root, "currentfigure") => {
            if let Some(figure) = number.filter(|&figure| graphics.is(figure, Kind::Figure)) {
                graphics.choose_figure(figure);
            }
            return Ok(());
        }
        (Kind::Axes, _) if is_handle_text(&name) && value.is_char() => {
            if let Some(text) = graphics.set_value(handle, &name).and_then(Value::to_f64) {
                graphics.put(text, "string", value);
            }
            return Ok(());
        }
        _ => {}
    }
    // What is set by hand follows the data no more.
    let mode = format!("{name}mode");
    if names_of(kind).iter().any(|(other, _)| *other == mode) {
        graphics.put(handle, &mode, Value::text("manual"));
    }
    if let Some(shown) = name.strip_suffix("mode")
        && kind == Kind::Axes
        && value.as_bytes() == Some(b"auto")
        && let Some(object) = graphics.object(handle)
        && object.properties.contains_key(shown)
        && names_of(kind).iter().any(|(other, _)| *other == shown)
    {
        forget(graphics, handle, shown);
    }
    graphics.put(handle, &name, value);
    Ok(())
}

/// Lets a property have its usual value again.
pub(super) fn forget(graphics: &mut Graphics, handle: f64, name: &str) {
    let Some(object) = graphics.object(handle) else { return };
    let kept: Vec<String> =
        object.properties.keys().filter(|other| *other != name).cloned().collect();
    let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
    graphics.reset(handle, &kept);
}

/// Sets pairs of properties and values, or those of a struct.
pub(super) fn set_pairs(
    graphics: &mut Graphics,
    who: &str,
    handle: f64,
    pairs: &[Value],
) -> Result<()> {
    let mut rest = pairs;
    loop {
        match rest {
            [] => return Ok(()),
            [Value::Struct(fields), after @ ..] => {
                for (name, values) in fields.fields() {
                    if let Some(value) = values.first() {
                        set_property(graphics, who, handle, name, value.clone())?;
                    }
                }
                rest = after;
            }
            [Value::Cell(names), Value::Cell(values), after @ ..] => {
                for (name, value) in names.as_slice().iter().zip(values.as_slice()) {
                    let Some(name) = name.as_text() else { return Err(no_name(who)) };
                    set_property(graphics, who, handle, &name, value.clone())?;
                }
                rest = after;
            }
            [name, value, after @ ..] => {
                let Some(name) = name.as_text() else { return Err(no_name(who)) };
                set_property(graphics, who, handle, &name, value.clone())?;
                rest = after;
            }
            [_] => return Err(Error::invalid_call(who)),
        }
    }
}

fn no_name(who: &str) -> Box<Error> {
    Error::plain(format!("{who}: argument 0 must be a property name"))
}

/// Sets what a new object is told, and deletes it if that fails.
pub(super) fn set_new(
    graphics: &mut Graphics,
    kind: Kind,
    handle: f64,
    pairs: &[Value],
) -> Result<()> {
    set_pairs(graphics, "set", handle, pairs).map_err(|mut error| {
        graphics.delete(handle);
        error.message =
            format!("__go_{}__: {}, unable to create graphics handle", kind.name(), error.message);
        error
    })
}

/// Where the pairs of properties begin: at the first text that is followed by others.
pub(super) fn first_text(args: &[Value]) -> usize {
    args.iter().position(Value::is_char).unwrap_or(args.len())
}

/// Numbers of an argument as a row.
pub(super) fn row_of(value: &Value) -> Option<Vec<f64>> {
    if value.is_char() {
        return None;
    }
    value.to_f64_array().map(|array| array.as_slice().to_vec())
}

/// An array as properties keep data: in class double.
pub(super) fn data(array: &Array<f64>) -> Value {
    Value::Double(array.clone())
}

/// Whether a property can be set to what it usually is not.
pub(super) fn is_property(graphics: &Graphics, handle: f64, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    graphics.object(handle).is_some_and(|object| {
        object.properties.contains_key(&name)
            || names_of(object.kind)
                .iter()
                .any(|(other, value)| *other == name && *value != PropertyDefault::Text("\0"))
    })
}
