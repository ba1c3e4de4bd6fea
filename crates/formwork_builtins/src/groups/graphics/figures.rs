//! Figures: making, choosing, clearing and closing them, and what would show or save them.

use formwork_runtime::{Error, Result, Value};

use super::common::{handle_of, if_asked, row_of, set_pairs, tell};
use crate::context::{Args, Context, Values, none, one};
use crate::graphics::Kind;

/// The number that a figure is asked for by: a positive integer.
fn figure_number(value: &Value) -> Option<f64> {
    let number = match value.as_text() {
        Some(text) => text.trim().parse().ok(),
        None => handle_of(value),
    };
    number.filter(|&number| number > 0.0 && number.fract() == 0.0 && number < 1e9)
}

pub(super) fn figure(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    tell(cx);
    let mut number = None;
    let alone = args.len() % 2 == 1;
    if alone && let Some(first) = args.first() {
        match figure_number(first) {
            Some(first) => number = Some(first),
            None if matches!(first, Value::Struct(_)) => {}
            None => return Err(Error::plain("figure: N must be figure handle or figure number")),
        }
        if number.is_some() {
            args.remove(0);
        }
    }
    let graphics = &mut cx.session().graphics;
    let is_new = number.is_none_or(|number| !graphics.is(number, Kind::Figure));
    let figure = graphics.make_figure(number);
    if let Err(error) = set_pairs(graphics, "set", figure, &args) {
        if is_new {
            graphics.delete(figure);
        }
        return Err(error);
    }
    if_asked(Value::double(figure), nargout)
}

pub(super) fn gcf(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    tell(cx);
    one(cx.session().graphics.figure())
}

/// What a callback is of; none runs.
pub(super) fn nothing_called(
    _cx: &mut dyn Context,
    _args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(Value::empty())
}

pub(super) fn groot(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(0.0)
}

const WRONG_CLOSE: &str =
    "close: first argument must be \"all\", a figure handle, or a figure name";

pub(super) fn close(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let word = |value: &Value| value.as_text().map(|text| text.to_lowercase());
    if let Some(second) = args.get(1)
        && !matches!(word(second).as_deref(), Some("hidden" | "force"))
    {
        return Err(Error::plain("close: second argument must be \"hidden\" or \"force\""));
    }
    let graphics = &mut cx.session().graphics;
    let all = graphics.children(0.0, true);
    let closed = match args.first() {
        None => graphics.current_figure().into_iter().collect(),
        Some(first) => match word(first).as_deref() {
            Some("all" | "hidden" | "force") => all,
            Some(name) => match name.parse::<f64>() {
                Ok(number) if graphics.is(number, Kind::Figure) => vec![number],
                _ => all
                    .into_iter()
                    .filter(|&figure| graphics.has_text(figure, "name", name))
                    .collect(),
            },
            None => {
                let listed = row_of(first).unwrap_or_default();
                let are_figures = listed.iter().all(|&figure| graphics.is(figure, Kind::Figure));
                if !are_figures || (listed.is_empty() && !first.is_empty()) {
                    return Err(Error::plain(WRONG_CLOSE));
                }
                listed
            }
        },
    };
    closed.into_iter().for_each(|figure| graphics.delete(figure));
    if_asked(Value::double(1.0), nargout)
}

pub(super) fn clf(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let figure = match args.first().and_then(handle_of) {
        Some(figure) if graphics.is(figure, Kind::Figure) => figure,
        Some(_) => return Err(Error::invalid_call("clf")),
        None => graphics.figure(),
    };
    graphics.delete_children(figure);
    if args.iter().any(|word| word.as_bytes() == Some(b"reset")) {
        graphics.reset(figure, &["position", "units", "visible"]);
    }
    if_asked(Value::double(figure), nargout)
}

/// What would show something, or wait until it is shown.
pub(super) fn nothing(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    none()
}

/// What would write a picture into a file.
pub(super) fn unsaved(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    tell(cx);
    none()
}

pub(super) fn toolkit(_cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    if_asked(Value::text(""), nargout.max(1))
}

pub(super) fn orient(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let figure = graphics.figure();
    match args.last().and_then(Value::as_text) {
        None => one(graphics.value(figure, "paperorientation").unwrap_or_else(Value::empty)),
        Some(word) if matches!(&*word, "portrait" | "landscape" | "tall") => {
            let word = if &*word == "landscape" { "landscape" } else { "portrait" };
            graphics.put(figure, "paperorientation", Value::text(word));
            none()
        }
        Some(_) => Err(Error::plain("orient: requested ORIENTATION is not valid")),
    }
}

/// The picture of a figure: as no picture is drawn, nothing but white.
pub(super) fn getframe(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    tell(cx);
    let dims = formwork_runtime::Dims::new(&[420, 560, 3]);
    let picture = Value::Uint8(formwork_runtime::Array::filled(dims, 255));
    one(Value::structure([("cdata", picture), ("colormap", Value::empty())]))
}
