//! Handles and properties: `get`, `set`, `findobj` and what asks for objects.

use std::rc::Rc;

use formwork_runtime::{CellArray, Dims, Error, Result, StructArray, Value};

use super::common::{
    accepted, full_name, handle_of, handles, if_asked, invalid_handle, is_property, row_of,
    set_pairs,
};
use crate::context::{Args, Context, Values, none, one};
use crate::graphics::{Graphics, Kind, PropertyDefault, names_of};

/// The handles that an argument lists, all of which must be such.
fn listed(graphics: &Graphics, who: &str, value: &Value) -> Result<Vec<f64>> {
    let Some(listed) = row_of(value) else {
        return Err(Error::plain(format!("{who}: H must be a graphics handle")));
    };
    match listed.iter().find(|&&handle| graphics.object(handle).is_none()) {
        Some(&handle) => Err(invalid_handle(who, handle)),
        None => Ok(listed),
    }
}

/// A property, with what the store does not know itself.
fn property(cx: &mut dyn Context, handle: f64, written: &str) -> Result<Value> {
    let graphics = &cx.session().graphics;
    let name = full_name(graphics, "get", handle, written)?;
    let value = graphics.value(handle, &name);
    if let Some(usual) = name.strip_prefix("default") {
        return Ok(match value {
            Some(value) => value,
            None => usual_of_kind(graphics, usual),
        });
    }
    let is_map = name == "colormap" && graphics.set_value(handle, &name).is_none();
    if is_map && graphics.object(handle).is_some_and(|object| object.kind != Kind::Root) {
        return super::colors::current(cx);
    }
    Ok(value.unwrap_or_else(Value::empty))
}

/// What `default` and a kind and a property name, if nobody has said anything else.
fn usual_of_kind(graphics: &Graphics, rest: &str) -> Value {
    let set = graphics.set_value(0.0, &format!("default{rest}"));
    if let Some(value) = set {
        return value.clone();
    }
    let usual = Kind::ALL.into_iter().find_map(|kind| {
        let name = rest.strip_prefix(kind.name())?;
        names_of(kind).iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    });
    usual.and_then(PropertyDefault::value).unwrap_or_else(Value::empty)
}

/// All properties of an object.
fn all_properties(cx: &mut dyn Context, handle: f64) -> Result<Value> {
    let graphics = &cx.session().graphics;
    let Some(object) = graphics.object(handle) else { return Err(invalid_handle("get", handle)) };
    let known = names_of(object.kind).iter().map(|(name, _)| (*name).to_owned());
    let is_known = |name: &str| names_of(object.kind).iter().any(|(other, _)| *other == name);
    let added = object
        .properties
        .keys()
        .filter(|name| !is_known(name) && !name.starts_with('.') && !name.starts_with("default"));
    let names: Vec<String> = known.chain(added.cloned()).collect();
    let mut record = StructArray::scalar();
    for name in names {
        let value = property(cx, handle, &name)?;
        record.set_scalar_field(&name, value);
    }
    Ok(Value::Struct(Rc::new(record)))
}

pub(super) fn get(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let listed = listed(&cx.session().graphics, "get", &args[0])?;
    if listed.is_empty() {
        return one(Value::empty());
    }
    let mut values = Vec::new();
    let columns = match args.get(1) {
        None => {
            for &handle in &listed {
                values.push(all_properties(cx, handle)?);
            }
            1
        }
        Some(Value::Cell(names)) => {
            for name in names.as_slice() {
                let name = name.as_text().map(std::borrow::Cow::into_owned);
                let Some(name) = name else {
                    return Err(Error::plain(
                        "get: expecting property name or cell array of strings",
                    ));
                };
                for &handle in &listed {
                    values.push(property(cx, handle, &name)?);
                }
            }
            let dims = Dims::matrix(listed.len(), names.numel());
            return one(CellArray::new(dims, values));
        }
        Some(name) => {
            let Some(name) = name.as_text().map(std::borrow::Cow::into_owned) else {
                return Err(Error::plain("get: expecting property name or cell array of strings"));
            };
            for &handle in &listed {
                values.push(property(cx, handle, &name)?);
            }
            1
        }
    };
    if values.len() == 1
        && let Some(value) = values.pop()
    {
        return one(value);
    }
    one(CellArray::new(Dims::matrix(listed.len(), columns), values))
}

pub(super) fn set(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let listed = listed(graphics, "set", &args[0])?;
    match &args[1..] {
        // What could be set is not listed.
        [] | [Value::Char(..)] => {
            return if nargout > 0 { one(CellArray::filled(Dims::EMPTY)) } else { none() };
        }
        [Value::Cell(names), Value::Cell(values)] if values.dims().rows() == listed.len() => {
            for (row, &handle) in listed.iter().enumerate() {
                for (place, name) in names.as_slice().iter().enumerate() {
                    let value = values.as_slice().get(row + place * listed.len());
                    let pair = [name.clone(), value.cloned().unwrap_or_else(Value::empty)];
                    set_pairs(graphics, "set", handle, &pair)?;
                }
            }
        }
        pairs => {
            for &handle in &listed {
                set_pairs(graphics, "set", handle, pairs)?;
            }
        }
    }
    none()
}

/// Whether the elements are handles of objects of some kind.
fn each(cx: &mut dyn Context, value: &Value, kind: Option<Kind>) -> Result<Values> {
    let graphics = &cx.session().graphics;
    let is = |handle: f64| {
        graphics.object(handle).is_some_and(|object| kind.is_none_or(|kind| object.kind == kind))
    };
    if !value.is_numeric() || value.is_complex() {
        return one(false);
    }
    match value.to_f64_array() {
        Some(array) => one(Value::Bool(array.map(|&handle| is(handle)))),
        None => one(false),
    }
}

pub(super) fn ishghandle(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    each(cx, &args[0], None)
}

pub(super) fn isfigure(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    each(cx, &args[0], Some(Kind::Figure))
}

pub(super) fn isaxes(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    each(cx, &args[0], Some(Kind::Axes))
}

/// What `isprop` says of graphics objects.
pub(crate) fn isprop(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[1].as_text() else {
        return Err(Error::plain("isprop: PNAME must be a string"));
    };
    let graphics = &cx.session().graphics;
    match args[0].to_f64_array().filter(|_| !args[0].is_char()) {
        Some(array) => one(Value::Bool(array.map(|&handle| is_property(graphics, handle, &name)))),
        None => one(false),
    }
}

pub(super) fn ancestor(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let kinds: Vec<Kind> = match &args[1] {
        Value::Cell(names) => names.as_slice().iter().filter_map(kind_named).collect(),
        name => kind_named(name).into_iter().collect(),
    };
    let graphics = &cx.session().graphics;
    let Some(listed) = row_of(&args[0]) else {
        return Err(Error::plain("ancestor: H must be a graphics handle"));
    };
    let found = listed.iter().filter_map(|&handle| graphics.ancestor(handle, &kinds));
    one(handles(found.collect()))
}

fn kind_named(name: &Value) -> Option<Kind> {
    let name = name.as_text()?;
    Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(&name))
}

pub(super) fn allchild(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &cx.session().graphics;
    let listed = listed(graphics, "allchild", &args[0])?;
    let found = |handle: f64| graphics.object(handle).map(|object| object.children.clone());
    match listed[..] {
        [handle] => one(Value::column(found(handle).unwrap_or_default())),
        _ => {
            let children =
                listed.iter().map(|&handle| Value::column(found(handle).unwrap_or_default()));
            one(CellArray::column(children.collect()))
        }
    }
}

/// The objects below some, level by level.
fn below(graphics: &Graphics, start: &[f64], depth: usize, hidden: bool) -> Vec<f64> {
    let mut all = start.to_vec();
    let mut level = start.to_vec();
    for _ in 0..depth {
        let inner = |&handle: &f64| {
            if hidden {
                graphics.object(handle).map(|object| object.children.clone()).unwrap_or_default()
            } else {
                graphics.children(handle, false)
            }
        };
        level = level.iter().flat_map(inner).collect();
        if level.is_empty() {
            break;
        }
        all.extend(&level);
    }
    all
}

/// Whether an object has the values that pairs of properties say.
fn has_all(cx: &mut dyn Context, handle: f64, pairs: &[Value]) -> Result<bool> {
    let mut rest = pairs;
    loop {
        match rest {
            [] => return Ok(true),
            [word, after @ ..] if is_word(word, "-and") => rest = after,
            [word, name, after @ ..] if is_word(word, "-property") => {
                let name = name.as_text().unwrap_or_default().into_owned();
                if !is_property(&cx.session().graphics, handle, &name) {
                    return Ok(false);
                }
                rest = after;
            }
            [name, value, after @ ..] => {
                let name = name.as_text().unwrap_or_default().into_owned();
                if !is_property(&cx.session().graphics, handle, &name) {
                    return Ok(false);
                }
                let own = property(cx, handle, &name)?;
                let pair = [own, value.clone()].into_iter().collect();
                let equal = cx.call_builtin("isequal", pair, 1)?;
                if !equal
                    .first()
                    .is_some_and(|equal| formwork_runtime::ops::is_true(equal).unwrap_or(false))
                {
                    return Ok(false);
                }
                rest = after;
            }
            [_] => return Err(Error::plain("findobj: properties and values must come in pairs")),
        }
    }
}

fn is_word(value: &Value, word: &str) -> bool {
    value.as_text().is_some_and(|text| text.eq_ignore_ascii_case(word))
}

fn find(cx: &mut dyn Context, who: &str, mut args: Args, hidden: bool) -> Result<Values> {
    let start = match args.first() {
        Some(first) if !first.is_char() => {
            let start = listed(&cx.session().graphics, who, first)?;
            args.remove(0);
            start
        }
        _ => vec![0.0],
    };
    let mut depth = usize::MAX;
    if args.first().is_some_and(|word| is_word(word, "flat")) {
        args.remove(0);
        depth = 0;
    } else if args.len() > 1 && is_word(&args[0], "-depth") {
        depth = args[1].to_f64().map_or(usize::MAX, |depth| depth.max(0.0) as usize);
        args.drain(..2);
    }
    let candidates = below(&cx.session().graphics, &start, depth, hidden);
    let mut found = Vec::new();
    for handle in candidates {
        let mut alternatives = args.split(|word| is_word(word, "-or"));
        let mut any = false;
        for pairs in alternatives.by_ref() {
            any |= has_all(cx, handle, pairs)?;
        }
        if any {
            found.push(handle);
        }
    }
    one(Value::column(found))
}

pub(super) fn findobj(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    find(cx, "findobj", args, false)
}

pub(super) fn findall(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    find(cx, "findall", args, true)
}

/// What `delete` does to graphics objects: all that are there go.
pub(crate) fn delete(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let listed = listed(graphics, "delete", &args[0])?;
    listed.into_iter().for_each(|handle| graphics.delete(handle));
    none()
}

pub(super) fn copyobj(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let copied = listed(graphics, "copyobj", &args[0])?;
    let parent = match args.get(1) {
        Some(parent) => listed(graphics, "copyobj", parent)?.first().copied().unwrap_or(0.0),
        None => graphics.current_figure().unwrap_or(0.0),
    };
    let made = copied.into_iter().filter_map(|handle| copy(graphics, handle, parent));
    let made = made.collect();
    if_asked(handles(made), nargout)
}

fn copy(graphics: &mut Graphics, handle: f64, parent: f64) -> Option<f64> {
    let object = graphics.object(handle)?.clone();
    let made = match object.kind {
        Kind::Figure => graphics.make_figure(None),
        kind => graphics.create(kind, parent),
    };
    for (name, value) in object.properties {
        let is_own = graphics.set_value(made, &name).is_some();
        if !is_own && name != "currentaxes" {
            graphics.put(made, &name, value);
        }
    }
    for child in object.children.into_iter().rev() {
        if graphics.object(child).is_some_and(|child| !child.is_part) {
            copy(graphics, child, made);
        }
    }
    Some(made)
}

/// A property that a program adds to an object.
pub(super) fn addproperty(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("addproperty: NAME must be a string"));
    };
    let graphics = &mut cx.session().graphics;
    let listed = listed(graphics, "addproperty", &args[1])?;
    let value = args.get(3).cloned().unwrap_or_else(Value::empty);
    let name = name.to_ascii_lowercase();
    for handle in listed {
        let Some(kind) = graphics.object(handle).map(|object| object.kind) else { continue };
        // What is known of a name holds for what a program adds by it, too.
        if let Ok(value) = accepted(kind, &name, value.clone()) {
            graphics.put(handle, &name, value);
        }
    }
    none()
}

/// Data that a program keeps with an object: `setappdata (h, name, value, …)`.
pub(super) fn setappdata(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    for handle in listed(graphics, "setappdata", &args[0])? {
        for pair in args[1..].chunks_exact(2) {
            let Some(name) = pair[0].as_text() else {
                return Err(Error::plain("setappdata: NAME must be a string"));
            };
            graphics.put(handle, &format!(".appdata.{name}"), pair[1].clone());
        }
    }
    none()
}

pub(super) fn getappdata(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let handle = handle_of(&args[0]).unwrap_or(0.0);
    let graphics = &cx.session().graphics;
    let Some(object) = graphics.object(handle) else {
        return Err(Error::plain("getappdata: H must be a graphics handle"));
    };
    match args.get(1) {
        Some(name) => {
            let Some(name) = name.as_text() else {
                return Err(Error::plain("getappdata: NAME must be a string"));
            };
            let value = object.properties.get(&format!(".appdata.{name}"));
            one(value.cloned().unwrap_or_else(Value::empty))
        }
        None => {
            let mut record = StructArray::scalar();
            for (name, value) in &object.properties {
                if let Some(name) = name.strip_prefix(".appdata.") {
                    record.set_scalar_field(name, value.clone());
                }
            }
            one(Value::Struct(Rc::new(record)))
        }
    }
}

pub(super) fn isappdata(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let handle = handle_of(&args[0]).unwrap_or(0.0);
    let name = args[1].as_text().unwrap_or_default().into_owned();
    let graphics = &cx.session().graphics;
    one(graphics.set_value(handle, &format!(".appdata.{name}")).is_some())
}

pub(super) fn rmappdata(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    for handle in listed(graphics, "rmappdata", &args[0])? {
        for name in args[1..].iter().filter_map(Value::as_text) {
            let key = format!(".appdata.{name}");
            if graphics.set_value(handle, &key).is_none() {
                return Err(Error::plain(format!("rmappdata: appdata '{name}' not found")));
            }
            super::common::forget(graphics, handle, &key);
        }
    }
    none()
}

/// `guidata (h)` and `guidata (h, data)`: what a program keeps with a figure.
pub(super) fn guidata(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let graphics = &mut cx.session().graphics;
    let figure = handle_of(&args[0]).and_then(|handle| graphics.figure_of(handle));
    let Some(figure) = figure else {
        return Err(Error::plain("guidata: H must be a figure handle"));
    };
    match args.get(1) {
        Some(data) => {
            graphics.put(figure, ".guidata", data.clone());
            none()
        }
        None => one(graphics.set_value(figure, ".guidata").cloned().unwrap_or_else(Value::empty)),
    }
}
