//! The objects that there are, and which of them are current.

use std::collections::BTreeMap;

use formwork_runtime::{Array, CellArray, Value};

use super::defaults::{Default as PropertyDefault, names_of};
use super::handles::Handles;
use super::kind::Kind;
use super::limits::{nice_limits, ticks};

/// A graphics object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    pub(crate) parent: f64,
    /// The newest first.
    pub(crate) children: Vec<f64>,
    /// What was set, by names in small letters.
    pub(crate) properties: BTreeMap<String, Value>,
    /// Whether lists of children leave it out: titles and labels of axes.
    pub(crate) is_part: bool,
}

/// All graphics objects of a program.
#[derive(Debug)]
pub struct Graphics {
    objects: BTreeMap<u64, Object>,
    /// The figures, the current one last.
    figures: Vec<f64>,
    handles: Handles,
    /// Whether somebody was told that nothing is drawn.
    pub(crate) told: bool,
}

impl Default for Graphics {
    fn default() -> Graphics {
        let root = Object {
            kind: Kind::Root,
            parent: f64::NAN,
            children: Vec::new(),
            properties: BTreeMap::new(),
            is_part: false,
        };
        let objects = BTreeMap::from([(0_f64.to_bits(), root)]);
        Graphics { objects, figures: Vec::new(), handles: Handles::default(), told: false }
    }
}

/// The texts that belong to axes.
const PARTS: [&str; 4] = ["title", "xlabel", "ylabel", "zlabel"];

/// Whether a property of axes is the handle of a text that belongs to them.
pub(crate) fn is_handle_text(name: &str) -> bool {
    PARTS.contains(&name)
}

/// The colours of the lines of axes, one after the other.
const COLORS: [[f64; 3]; 7] = [
    [0.0, 0.447, 0.741],
    [0.85, 0.325, 0.098],
    [0.929, 0.694, 0.125],
    [0.494, 0.184, 0.556],
    [0.466, 0.674, 0.188],
    [0.301, 0.745, 0.933],
    [0.635, 0.078, 0.184],
];

impl Graphics {
    /// The object of a handle.
    pub(crate) fn object(&self, handle: f64) -> Option<&Object> {
        // There is one zero.
        self.objects.get(&(handle + 0.0).to_bits())
    }

    fn object_mut(&mut self, handle: f64) -> Option<&mut Object> {
        self.objects.get_mut(&(handle + 0.0).to_bits())
    }

    /// Whether a handle is one of an object of that kind.
    pub(crate) fn is(&self, handle: f64, kind: Kind) -> bool {
        self.object(handle).is_some_and(|object| object.kind == kind)
    }

    fn add(&mut self, handle: f64, kind: Kind, parent: f64, is_part: bool) {
        let (children, properties) = (Vec::new(), BTreeMap::new());
        let object = Object { kind, parent, children, properties, is_part };
        self.objects.insert(handle.to_bits(), object);
        if let Some(parent) = self.object_mut(parent) {
            parent.children.insert(0, handle);
        }
    }

    /// A new object below another one.
    pub(crate) fn create(&mut self, kind: Kind, parent: f64) -> f64 {
        let handle = self.handles.next();
        self.add(handle, kind, parent, false);
        if kind == Kind::Axes {
            for name in PARTS {
                let part = self.handles.next();
                self.add(part, Kind::Text, handle, true);
                self.put(part, "handlevisibility", Value::text("off"));
                self.put(handle, name, Value::double(part));
            }
            if let Some(figure) = self.figure_of(handle) {
                self.put(figure, "currentaxes", Value::double(handle));
            }
        }
        handle
    }

    /// A figure with a number, or the next one that is free; it is the current one then.
    pub(crate) fn make_figure(&mut self, number: Option<f64>) -> f64 {
        let free = || {
            let mut number = 1.0;
            while self.object(number).is_some() {
                number += 1.0;
            }
            number
        };
        let number = number.unwrap_or_else(free);
        if self.object(number).is_none() {
            self.add(number, Kind::Figure, 0.0, false);
        }
        self.choose_figure(number);
        number
    }

    /// Makes a figure the current one.
    pub(crate) fn choose_figure(&mut self, figure: f64) {
        self.figures.retain(|&other| other != figure);
        self.figures.push(figure);
        if let Some(root) = self.object_mut(0.0) {
            root.children.retain(|&other| other != figure);
            root.children.insert(0, figure);
        }
    }

    /// The current figure, if there is one.
    pub(crate) fn current_figure(&self) -> Option<f64> {
        self.figures.last().copied()
    }

    /// The current figure, which is made if there is none.
    pub(crate) fn figure(&mut self) -> f64 {
        self.current_figure().unwrap_or_else(|| self.make_figure(None))
    }

    /// The current axes of a figure, if it has any.
    pub(crate) fn current_axes(&self, figure: f64) -> Option<f64> {
        let set = self.set_value(figure, "currentaxes").and_then(Value::to_f64);
        set.filter(|&axes| self.is(axes, Kind::Axes))
    }

    /// The current axes, which are made if there are none.
    pub(crate) fn axes(&mut self) -> f64 {
        let figure = self.figure();
        self.current_axes(figure).unwrap_or_else(|| self.create(Kind::Axes, figure))
    }

    /// The figure that an object is in.
    pub(crate) fn figure_of(&self, handle: f64) -> Option<f64> {
        self.ancestor(handle, &[Kind::Figure])
    }

    /// The object itself or the nearest one around it of some kinds.
    pub(crate) fn ancestor(&self, handle: f64, kinds: &[Kind]) -> Option<f64> {
        let mut at = handle;
        while let Some(object) = self.object(at) {
            if kinds.contains(&object.kind) {
                return Some(at);
            }
            at = object.parent;
        }
        None
    }

    /// Deletes an object and all below it.
    pub(crate) fn delete(&mut self, handle: f64) {
        if handle == 0.0 {
            return;
        }
        let Some(object) = self.objects.remove(&handle.to_bits()) else { return };
        for child in object.children {
            self.delete(child);
        }
        self.figures.retain(|&figure| figure != handle);
        if let Some(parent) = self.object_mut(object.parent) {
            parent.children.retain(|&child| child != handle);
            let is_current = parent
                .properties
                .get("currentaxes")
                .and_then(Value::to_f64)
                .is_some_and(|axes| axes == handle);
            if is_current {
                let axes = parent.children.clone();
                let next = axes.into_iter().find(|&child| self.is(child, Kind::Axes));
                self.put(object.parent, "currentaxes", next.map_or(Value::empty(), Value::double));
            }
        }
    }

    /// Deletes what stands in an object, its own parts aside.
    pub(crate) fn delete_children(&mut self, handle: f64) {
        for child in self.children(handle, true) {
            self.delete(child);
        }
    }

    /// The objects directly in one, the newest first; with `hidden` those that lists leave out.
    pub(crate) fn children(&self, handle: f64, hidden: bool) -> Vec<f64> {
        let Some(object) = self.object(handle) else { return Vec::new() };
        let is_listed = |&child: &f64| {
            let visibility = self.set_value(child, "handlevisibility");
            let is_visible = visibility.and_then(Value::as_bytes).is_none_or(|text| text == b"on");
            self.object(child).is_some_and(|child| !child.is_part) && (hidden || is_visible)
        };
        object.children.iter().copied().filter(is_listed).collect()
    }

    /// Gives an object another parent.
    pub(crate) fn move_below(&mut self, handle: f64, parent: f64) {
        let Some(object) = self.object_mut(handle) else { return };
        let old = std::mem::replace(&mut object.parent, parent);
        if let Some(old) = self.object_mut(old) {
            old.children.retain(|&child| child != handle);
        }
        if let Some(parent) = self.object_mut(parent) {
            parent.children.insert(0, handle);
        }
    }

    /// A property as it was set.
    pub(crate) fn set_value(&self, handle: f64, name: &str) -> Option<&Value> {
        self.object(handle)?.properties.get(name)
    }

    /// Whether a property has this text.
    pub(crate) fn has_text(&self, handle: f64, name: &str, text: &str) -> bool {
        let value = self.value(handle, name);
        value.as_ref().and_then(Value::as_bytes).is_some_and(|value| value == text.as_bytes())
    }

    /// Sets a property, whatever it is.
    pub(crate) fn put(&mut self, handle: f64, name: &str, value: Value) {
        if let Some(object) = self.object_mut(handle) {
            object.properties.insert(name.to_owned(), value);
        }
    }

    /// Forgets what was set, so that properties have their usual values.
    pub(crate) fn reset(&mut self, handle: f64, kept: &[&str]) {
        if let Some(object) = self.object_mut(handle) {
            object
                .properties
                .retain(|name, _| is_handle_text(name) || kept.contains(&name.as_str()));
        }
    }

    /// What a property of an object is before it is set: what an object around it says for all of
    /// its kind, or what is usual.
    fn usual(&self, handle: f64, object: &Object, name: &str) -> Option<Value> {
        let key = format!("default{}{name}", object.kind.name());
        let mut at = handle;
        while let Some(around) = self.object(at) {
            if let Some(value) = around.properties.get(&key) {
                return Some(value.clone());
            }
            at = around.parent;
        }
        usual_of(object.kind, name)
    }

    /// A property of an object; `None` if it has none of that name.
    pub(crate) fn value(&self, handle: f64, name: &str) -> Option<Value> {
        let object = self.object(handle)?;
        if let Some(value) = object.properties.get(name) {
            return Some(value.clone());
        }
        if let Some(value) = self.computed(handle, object, name) {
            return Some(value);
        }
        self.usual(handle, object, name)
    }

    fn computed(&self, handle: f64, object: &Object, name: &str) -> Option<Value> {
        let number = |value: Option<f64>| Some(value.map_or(Value::empty(), Value::double));
        match name {
            "type" => Some(Value::text(object.kind.name())),
            "parent" => number(Some(object.parent).filter(|parent| !parent.is_nan())),
            "children" => Some(Value::column(self.children(handle, false))),
            _ => match (object.kind, name) {
                (Kind::Root, "currentfigure") => number(self.current_figure()),
                (Kind::Figure, "number") => Some(Value::double(handle)),
                (Kind::Figure, "currentaxes") => number(None),
                (Kind::Axes, "colororder") => {
                    let columns = (0..3).flat_map(|c| COLORS.iter().map(move |color| color[c]));
                    let dims = formwork_runtime::Dims::matrix(COLORS.len(), 3);
                    Some(Value::Double(Array::new(dims, columns.collect())))
                }
                (Kind::Axes, "legend") => number(None),
                (Kind::Axes, _) => self.scale(handle, name),
                (Kind::Panel | Kind::ButtonGroup, "title") => Some(Value::text("")),
                (Kind::Table, "columnformat") => {
                    Some(CellArray::filled(formwork_runtime::Dims::EMPTY).into())
                }
                (Kind::Image, "cdata") => Some(Value::empty()),
                _ => None,
            },
        }
    }

    /// The limits and ticks of axes that follow their data.
    fn scale(&self, axes: f64, name: &str) -> Option<Value> {
        let axis = ["x", "y", "z"].into_iter().find(|axis| name.starts_with(axis))?;
        if !matches!(&name[1..], "lim" | "tick" | "ticklabel") {
            return None;
        }
        let is_log = self.has_text(axes, &format!("{axis}scale"), "log");
        match &name[1..] {
            "lim" => {
                let (low, high) = self.extent(axes, axis, is_log)?;
                let (low, high) = nice_limits(low, high, is_log);
                Some(Value::row(vec![low, high]))
            }
            "tick" => {
                let limits = self.value(axes, &format!("{axis}lim"))?;
                let limits = limits.to_f64_array()?;
                let [low, high] = *limits.as_slice() else { return None };
                Some(Value::row(ticks(low, high, is_log)))
            }
            "ticklabel" => {
                let places = self.value(axes, &format!("{axis}tick"))?;
                let places = places.to_f64_array()?;
                let labels = places.as_slice().iter().map(|&place| {
                    // A tick at zero is not quite zero where it was computed.
                    let place = if place.abs() < 1e-12 { 0.0 } else { place };
                    Value::text(formwork_runtime::format::c_number::percent_g(place))
                });
                Some(CellArray::column(labels.collect()).into())
            }
            _ => None,
        }
    }

    /// From where to where the data of axes reach in one direction.
    pub(crate) fn extent(&self, axes: f64, axis: &str, is_log: bool) -> Option<(f64, f64)> {
        let name = format!("{axis}data");
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for child in self.children(axes, true) {
            let object = self.object(child)?;
            let explicit = object.properties.get(&format!(".{axis}extent"));
            let Some(value) = explicit.or_else(|| object.properties.get(&name)) else { continue };
            let Some(numbers) = value.to_f64_array() else { continue };
            for &number in numbers.as_slice() {
                if number.is_finite() && !(is_log && number <= 0.0) {
                    (low, high) = (low.min(number), high.max(number));
                }
            }
        }
        (low <= high).then_some((low, high))
    }

    /// The colour of the next line of axes.
    pub(crate) fn next_color(&mut self, axes: f64) -> Value {
        let next = self.value(axes, "colororderindex").and_then(|value| value.to_f64());
        let next = next.unwrap_or(1.0);
        let order = self.value(axes, "colororder");
        let order = order.as_ref().and_then(Value::to_f64_array);
        let (rows, color) = match order {
            Some(order) if order.dims().columns() == 3 && order.dims().rows() > 0 => {
                let rows = order.dims().rows();
                let row = (next as usize).saturating_sub(1) % rows;
                let color = (0..3).map(|c| order.as_slice()[row + c * rows]).collect();
                (rows, Value::row(color))
            }
            _ => (1, Value::row(vec![0.0; 3])),
        };
        let next = if next as usize >= rows { 1.0 } else { next + 1.0 };
        self.put(axes, "colororderindex", Value::double(next));
        color
    }
}

/// The usual value of a property of a kind.
fn usual_of(kind: Kind, name: &str) -> Option<Value> {
    let (_, value) = names_of(kind).iter().find(|(other, _)| *other == name)?;
    match value {
        // Its computation has nothing to go by.
        PropertyDefault::Computed => Some(Value::empty()),
        other => other.value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_form_a_tree() {
        let mut graphics = Graphics::default();
        let axes = graphics.axes();
        let line = graphics.create(Kind::Line, axes);
        assert_eq!(graphics.figure_of(line), Some(1.0));
        assert_eq!(graphics.children(axes, false), [line]);
        graphics.put(line, "xdata", Value::row(vec![0.0, 37.0]));
        let limits = graphics
            .value(axes, "xlim")
            .and_then(|value| value.to_f64_array().map(|a| a.as_slice().to_vec()));
        assert_eq!(limits, Some(vec![0.0, 40.0]));
        graphics.delete(1.0);
        assert!(graphics.object(line).is_none() && graphics.current_figure().is_none());
    }
}
