//! Titles, labels, texts and legends.

use formwork_runtime::{CellArray, Error, Result, Value};

use super::common::{
    axes_of, first_text, handles, if_asked, row_of, set_new, set_pairs, take_axes, tell,
};
use crate::context::{Args, Context, Values, none, one};
use crate::graphics::Kind;

/// `title`, `xlabel`, …: sets the text that belongs to axes.
pub(super) fn part(
    cx: &mut dyn Context,
    who: &'static str,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let had_axes = take_axes(&cx.session().graphics, &mut args);
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call(who));
    }
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let axes = had_axes.unwrap_or_else(|| graphics.axes());
    let Some(text) = graphics.value(axes, who).and_then(|value| value.to_f64()) else {
        return none();
    };
    if who == "title" {
        graphics.put(text, "fontweight", Value::text("bold"));
        graphics.put(text, "verticalalignment", Value::text("bottom"));
    } else {
        graphics.put(text, "verticalalignment", Value::text("top"));
    }
    graphics.put(text, "fontsize", Value::double(11.0));
    graphics.put(text, "horizontalalignment", Value::text("center"));
    graphics.put(text, "string", args[0].clone());
    set_pairs(graphics, "set", text, &args[1..])?;
    if_asked(Value::double(text), nargout)
}

pub(super) fn text(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let had_axes = take_axes(&cx.session().graphics, &mut args);
    let numbers = args.iter().take(3).take_while(|arg| row_of(arg).is_some()).count();
    let by_properties = args.first().is_none_or(Value::is_char);
    if !by_properties && (numbers < 2 || args.len() == 2 && had_axes.is_some()) {
        return Err(Error::invalid_call("text"));
    }
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let axes = had_axes.unwrap_or_else(|| graphics.axes());
    if by_properties {
        let made = graphics.create(Kind::Text, axes);
        set_new(graphics, Kind::Text, made, &args)?;
        return if_asked(Value::double(made), nargout);
    }
    let places: Vec<Vec<f64>> = args.iter().take(numbers).filter_map(row_of).collect();
    let count = places[0].len();
    if places.iter().any(|place| place.len() != count) {
        return Err(Error::plain("text: dimensions of coordinates and text must match"));
    }
    let Some(string) = args.get(numbers).cloned() else {
        return Err(Error::plain(
            "__go_text__: set: argument 0 must be a property name, unable to create graphics handle",
        ));
    };
    let strings: Vec<Value> = match &string {
        Value::Cell(cell) if count > 1 => cell.as_slice().to_vec(),
        Value::Char(..) if count > 1 && string.dims().rows() == count => {
            string.char_rows().unwrap_or_default().iter().map(Value::text).collect()
        }
        Value::Cell(cell) => vec![CellArray::column(cell.as_slice().to_vec()).into()],
        Value::Char(..) => vec![string.clone()],
        number => vec![Value::text(number_text(number))],
    };
    if strings.len() != 1 && strings.len() != count {
        return Err(Error::plain("text: dimensions of coordinates and text must match"));
    }
    let mut made = Vec::new();
    for index in 0..count {
        let handle = graphics.create(Kind::Text, axes);
        let mut place: Vec<f64> = places.iter().map(|place| place[index]).collect();
        place.resize(3, 0.0);
        graphics.put(handle, "position", Value::row(place));
        graphics.put(handle, "string", strings[index % strings.len()].clone());
        set_new(graphics, Kind::Text, handle, &args[numbers + 1..])?;
        made.push(handle);
    }
    if_asked(handles(made), nargout)
}

/// A number as a label shows it.
fn number_text(value: &Value) -> String {
    value.to_f64().map_or_else(String::new, formwork_runtime::format::c_number::percent_g)
}

const LEGEND_WORDS: [&str; 12] = [
    "on",
    "off",
    "show",
    "hide",
    "toggle",
    "boxon",
    "boxoff",
    "left",
    "right",
    "horizontal",
    "vertical",
    "deletelegend",
];

/// What a legend has beside the properties of axes, and what it usually is.
const LEGEND_PROPERTIES: [(&str, &str); 6] = [
    ("location", "northeast"),
    ("orientation", "vertical"),
    ("box", "on"),
    ("interpreter", "tex"),
    ("textposition", "right"),
    ("autoupdate", "on"),
];

/// The names that the arguments of `legend` give, without words and options.
fn legend_names(args: &[Value]) -> Result<Vec<Value>> {
    let mut names = Vec::new();
    let mut rest = args.iter();
    while let Some(argument) = rest.next() {
        match argument {
            Value::Cell(cell) => names.extend(cell.as_slice().iter().cloned()),
            Value::Char(..) => {
                let word = argument.as_text().unwrap_or_default().to_lowercase();
                if LEGEND_PROPERTIES.iter().any(|(name, _)| *name == word) {
                    rest.next();
                } else if !LEGEND_WORDS.contains(&word.as_str()) {
                    match argument.char_rows() {
                        Some(rows) if rows.len() > 1 => {
                            names.extend(rows.iter().map(|row| Value::text(row.trim_ascii_end())));
                        }
                        _ => names.push(argument.clone()),
                    }
                }
            }
            _ if args.len() == 1 => {
                return Err(Error::plain("legend: single argument must be a string or cellstr"));
            }
            _ => {}
        }
    }
    Ok(names)
}

pub(super) fn legend(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let axes = axes_of(cx, &mut args);
    let names = legend_names(&args)?;
    let graphics = &mut cx.session().graphics;
    let Some(figure) = graphics.figure_of(axes) else { return none() };
    let is_key = |handle: &f64| graphics.has_text(*handle, "tag", "legend");
    let old = graphics.children(figure, true).into_iter().find(is_key);
    let word = args.first().and_then(Value::as_text).map(|word| word.to_lowercase());
    match word.as_deref() {
        Some("off" | "deletelegend") => {
            old.into_iter().for_each(|key| graphics.delete(key));
            return if_asked(Value::empty(), nargout);
        }
        Some("show" | "hide" | "toggle" | "boxon" | "boxoff")
            if old.is_some() && names.is_empty() =>
        {
            return if_asked(old.map_or(Value::empty(), Value::double), nargout);
        }
        _ => {}
    }
    let shown = graphics.children(axes, true);
    if shown.is_empty() {
        cx.warn("", "legend: plot data is empty; setting key labels has no effect")?;
        return if_asked(Value::empty(), nargout);
    }
    let named = |(index, handle): (usize, &f64)| {
        let own = graphics.value(*handle, "displayname").filter(|name| !name.is_empty());
        own.unwrap_or_else(|| Value::text(format!("data{}", index + 1)))
    };
    let strings = match names.is_empty() {
        true => shown.iter().rev().enumerate().map(named).collect(),
        false => names,
    };
    old.into_iter().for_each(|key| graphics.delete(key));
    let key = graphics.create(Kind::Axes, figure);
    graphics.put(figure, "currentaxes", Value::double(axes));
    graphics.put(key, "tag", Value::text("legend"));
    graphics.put(axes, "legend", Value::double(key));
    for (handle, string) in shown.iter().rev().zip(&strings) {
        graphics.put(*handle, "displayname", string.clone());
    }
    let strings: Value = CellArray::row(strings).into();
    graphics.put(key, "string", strings.clone());
    for (name, usual) in LEGEND_PROPERTIES {
        let place = args
            .iter()
            .position(|word| word.as_text().is_some_and(|word| word.eq_ignore_ascii_case(name)));
        let given = place.and_then(|place| args.get(place + 1).cloned());
        graphics.put(key, name, given.unwrap_or_else(|| Value::text(usual)));
    }
    let plots = shown.iter().rev().copied().collect();
    let mut values: Values =
        [Value::double(key), Value::empty(), Value::column(plots), strings].into_iter().collect();
    values.truncate(nargout);
    Ok(values)
}

pub(super) fn annotation(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(kind) = args.get(first_text(&args)).and_then(Value::as_text) else {
        return Err(Error::invalid_call("annotation"));
    };
    const KINDS: [&str; 7] =
        ["line", "arrow", "doublearrow", "textarrow", "textbox", "rectangle", "ellipse"];
    if !KINDS.contains(&&*kind.to_lowercase()) {
        return Err(Error::plain(format!("annotation: unknown annotation type {kind}")));
    }
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let figure = graphics.figure();
    let now = graphics.current_axes(figure);
    let made = graphics.create(Kind::Group, figure);
    if let Some(now) = now {
        graphics.put(figure, "currentaxes", Value::double(now));
    }
    one(made).map(|values| if nargout > 0 { values } else { Values::new() })
}

/// Labels of ticks that are dates, labels of contours: nothing has to be written.
pub(super) fn unwritten(cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    if_asked(Value::empty(), nargout)
}
