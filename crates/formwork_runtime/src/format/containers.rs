//! Values under their names: what stands on one line, what gets lines of its own, and
//! what contains other values.

use crate::array::Array;
use crate::cell::CellArray;
use crate::class::Class;
use crate::dims::Dims;
use crate::exception::Exception;
use crate::map::{KeyKind, MapData};
use crate::parser::{PARSER_PROPERTIES, ParserData};
use crate::structs::StructArray;
use crate::value::{Quote, Value};

use super::Format;
use super::arrays::{self, Lines};

/// Prints values.
pub(super) struct Printer<'a> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) format: &'a Format,
}

impl Printer<'_> {
    /// A value under its name; `depth` counts the structs around it.
    pub(super) fn named(&mut self, name: &str, value: &Value, indent: usize, depth: usize) {
        if let Value::Strings(array) = value {
            return self.named_strings(name, array, indent);
        }
        self.start(indent);
        self.text(name);
        if matches!(value, Value::Char(array, _)
            if array.dims().rows() == 1 && !array.dims().is_matrix() && !array.is_empty())
        {
            self.text(" = ");
            self.pages(value, indent);
            return;
        }
        if let Some(text) = self.inline(value) {
            self.text(" = ");
            self.out.extend_from_slice(&text);
            self.out.push(b'\n');
            return;
        }
        self.text(" =\n");
        if !matches!(value, Value::Cell(_)) {
            self.blank();
        }
        self.body(value, indent, depth);
        // What stands by itself is set apart also where space is saved.
        if indent == 0 || !self.format.compact {
            self.out.push(b'\n');
        }
    }

    /// The pages of an N-d array, each under its name.
    fn pages(&mut self, value: &Value, indent: usize) {
        let dims = value.dims();
        let size = dims.rows() * dims.columns();
        if dims.is_empty() {
            return self.line(indent, &format!("[]({dims})"));
        }
        let count = dims.numel() / size;
        for number in 0..count {
            let page = page(value, &dims, number * size);
            let heading = arrays::page_name(&dims, number);
            // The first page of a text whose pages are rows stands beside the name.
            let follows = number == 0 && self.out.last() == Some(&b' ');
            self.start(if follows { 0 } else { indent });
            self.text(&heading);
            if let Some(text) = self.inline(&page) {
                self.text(" = ");
                self.out.extend_from_slice(&text);
                self.out.push(b'\n');
                continue;
            }
            self.text(" =\n");
            self.blank();
            self.body(&page, indent, 0);
            if number + 1 < count {
                self.blank();
            }
        }
    }

    /// A value without a name.
    pub(super) fn bare(&mut self, value: &Value) {
        if let Value::Strings(array) = value {
            return self.bare_strings(array);
        }
        if let Some(text) = self.inline(value) {
            self.out.extend_from_slice(&text);
            self.out.push(b'\n');
            return;
        }
        match value {
            Value::Struct(structs) if structs.dims().is_scalar() => {
                self.fields(structs, 4, 0);
            }
            Value::Exception(exception) => self.fields(&as_struct(exception), 4, 0),
            Value::Map(map) => self.map(&map.borrow(), 0, true),
            Value::Parser(parser) => self.parser(&parser.borrow(), 0, true),
            Value::Object(object) => self.object(object, 0),
            _ => self.body(value, 0, 0),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(super) fn start(&mut self, indent: usize) {
        self.out.resize(self.out.len() + indent, b' ');
    }

    pub(super) fn line(&mut self, indent: usize, text: &str) {
        self.start(indent);
        self.text(text);
        self.out.push(b'\n');
    }

    pub(super) fn blank(&mut self) {
        if !self.format.compact {
            self.out.push(b'\n');
        }
    }

    /// Something without elements, with its size if that is wanted.
    fn empty(&self, brackets: &str, dims: &Dims) -> Vec<u8> {
        if self.format.arrangement.empty_sizes {
            format!("{brackets}({dims})").into_bytes()
        } else {
            brackets.as_bytes().to_vec()
        }
    }

    /// The text of a value that stands on the line of its name.
    fn inline(&self, value: &Value) -> Option<Vec<u8>> {
        match value {
            Value::Char(array, _) if array.is_empty() && !array.dims().is_matrix() => {
                let dims = array.dims();
                (dims.rows() <= 1).then(|| format!("[]({dims})").into_bytes())
            }
            Value::Char(array, _) => {
                let dims = array.dims();
                (dims.is_row() || dims.rows() == 0).then(|| array.as_slice().to_vec())
            }
            Value::Cell(cell) if !cell.dims().is_matrix() => {
                Some(format!("{{{} Cell Array}}", cell.dims()).into_bytes())
            }
            Value::Cell(cell) => cell.is_empty().then(|| self.empty("{}", cell.dims())),
            Value::Function(handle) => {
                let text = handle.display();
                (!text.starts_with("@(")).then(|| text.into_bytes())
            }
            Value::Strings(_)
            | Value::Struct(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => None,
            numbers if numbers.is_empty() => Some(self.empty("[]", &numbers.dims())),
            numbers => arrays::scalar(numbers, self.format),
        }
    }

    /// The lines of a value that has lines of its own.
    fn body(&mut self, value: &Value, indent: usize, depth: usize) {
        let format = self.format;
        if value.dims().ndims() > 2
            && !value.class().is_integer()
            && !matches!(value, Value::Struct(_) | Value::Cell(_) | Value::Object(_))
        {
            return self.pages(value, indent);
        }
        let mut lines = Lines { out: self.out, indent };
        match value {
            Value::Double(array) => lines.real(array, |x| x, false, format),
            Value::Single(array) => lines.real(array, f64::from, true, format),
            Value::Range(range) => lines.range(range, format),
            Value::Complex(array) => lines.complex(array, |z| z, false, format),
            Value::ComplexSingle(array) => lines.complex(array, arrays::widen, true, format),
            Value::Bool(array) => lines.bools(array, format),
            Value::Char(array, _) => lines.text(array),
            Value::Strings(array) => self.bare_strings(array),
            Value::Cell(cell) => self.cell(cell, indent, depth),
            Value::Struct(structs) => self.structs(structs, indent, depth),
            Value::Exception(exception) => self.structs(&as_struct(exception), indent, depth),
            Value::Function(handle) => {
                let text = handle.display();
                self.line(0, &text);
            }
            Value::Map(map) => self.map(&map.borrow(), indent, depth == 0 && indent == 0),
            Value::Parser(parser) => {
                self.parser(&parser.borrow(), indent, depth == 0 && indent == 0);
            }
            Value::Object(object) => self.object(object, indent),
            Value::Cleanup(action) => {
                let text = match action.action() {
                    Value::Function(handle) => handle.display(),
                    _ => String::new(),
                };
                self.line(0, &format!("onCleanup ({text})"));
            }
            integers => {
                if let Some(array) = integers.to_wide_integers() {
                    lines.integers(&array, integers.class(), least(integers.class()), format);
                }
            }
        }
    }

    fn cell(&mut self, cell: &CellArray, indent: usize, depth: usize) {
        if let Some(text) = self.inline(&Value::Cell(cell.clone())) {
            self.out.extend_from_slice(&text);
            self.out.push(b'\n');
            return;
        }
        self.line(indent, "{");
        let rows = cell.dims().rows();
        for (index, value) in cell.as_slice().iter().enumerate() {
            let name = format!("[{},{}]", index % rows + 1, index / rows + 1);
            self.named(&name, value, indent + 2, depth);
        }
        self.line(indent, "}");
    }

    fn structs(&mut self, structs: &StructArray, indent: usize, depth: usize) {
        if structs.dims().is_scalar() {
            self.line(indent + 2, "scalar structure containing the fields:");
            self.blank();
            self.fields(structs, indent + 4, depth);
            return;
        }
        let heading = format!("{} struct array containing the fields:", structs.dims());
        self.line(indent + 2, &heading);
        self.blank();
        if self.format.arrangement.contents {
            for (number, (name, values)) in structs.fields().enumerate() {
                let cell = CellArray::new(structs.dims().clone(), values.to_vec());
                if number > 0 {
                    self.blank();
                }
                self.named(name, &Value::Cell(cell), indent + 4, depth + 1);
            }
            return;
        }
        for name in structs.field_names() {
            self.line(indent + 4, name);
        }
    }

    fn fields(&mut self, structs: &StructArray, indent: usize, depth: usize) {
        for (name, values) in structs.fields() {
            let Some(value) = values.first() else { continue };
            if depth >= self.format.arrangement.levels {
                let line = format!("{name}: {} {}", value.dims(), kind(value));
                self.line(indent, &line);
            } else {
                self.named(name, value, indent, depth + 1);
            }
        }
    }

    fn map(&mut self, map: &MapData, indent: usize, top: bool) {
        self.line(indent + 2, "containers.Map object with properties:");
        self.blank();
        let keys = match map.keys {
            KeyKind::Char => "char",
            KeyKind::Number(name) => name,
        };
        if top {
            self.line(4, &format!("Count     : {}", map.len()));
            self.line(4, &format!("KeyType   : {keys}"));
            self.line(4, &format!("ValueType : {}", map.values));
            self.blank();
            return;
        }
        let numeric = i32::from(map.keys != KeyKind::Char).to_string();
        let properties = [
            ("Count", "[1x1 uint64]"),
            ("KeyType", keys),
            ("ValueType", &map.values),
            ("map", "[1x1 struct]"),
            ("numeric_keys", &numeric),
        ];
        for (name, value) in properties {
            self.line(indent, &format!("{name:>18}: {value}"));
        }
    }
}

impl Printer<'_> {
    fn parser(&mut self, parser: &ParserData, indent: usize, top: bool) {
        let title = "inputParser object with properties:";
        let property = |name: &str| parser.property(name).unwrap_or_default();
        if top {
            self.line(0, title);
            self.out.push(b'\n');
            for name in [
                "CaseSensitive",
                "FunctionName",
                "KeepUnmatched",
                "PartialMatching",
                "StructExpand",
            ] {
                // What is shown is whether any of its elements is not zero.
                let value = property(name);
                let any = value
                    .to_f64_array()
                    .is_some_and(|array| array.as_slice().iter().any(|&element| element != 0.0));
                self.line(3, &format!("{name:<15} : {any}"));
            }
            let names: Vec<&str> = parser.parameters.iter().map(|name| &**name).collect();
            self.text("\nDefined parameters:\n\n");
            self.line(3, &format!("{{{}}}", names.join(", ")));
            return;
        }
        self.line(indent + 2, title);
        self.blank();
        for name in PARSER_PROPERTIES {
            let value = property(name);
            let inline = match &value {
                Value::Cell(_) | Value::Struct(_) => None,
                other => self.inline(other).filter(|_| other.is_scalar() || other.is_char()),
            };
            let shown = inline
                .unwrap_or_else(|| format!("[{} {}]", value.dims(), value.class()).into_bytes());
            self.start(indent);
            self.text(&format!("{name:>21}: "));
            self.out.extend_from_slice(&shown);
            self.out.push(b'\n');
        }
    }
}

/// A page of an N-d array, complex only if it has to be.
fn page(value: &Value, dims: &Dims, start: usize) -> Value {
    fn cut<T: Clone>(array: &Array<T>, dims: &Dims, start: usize) -> Array<T> {
        let page = Dims::matrix(dims.rows(), dims.columns());
        Array::new(page, array.as_slice()[start..start + dims.rows() * dims.columns()].to_vec())
    }
    match value {
        Value::Double(array) => Value::Double(cut(array, dims, start)),
        Value::Single(array) => Value::Single(cut(array, dims, start)),
        Value::Complex(array) => Value::Complex(cut(array, dims, start)).narrowed(),
        Value::ComplexSingle(array) => Value::ComplexSingle(cut(array, dims, start)).narrowed(),
        Value::Bool(array) => Value::Bool(cut(array, dims, start)),
        Value::Char(array, quote) => Value::Char(cut(array, dims, start), *quote),
        other => other.clone(),
    }
}

/// The least value of an integer class.
const fn least(class: Class) -> i128 {
    match class {
        Class::Int8 => i8::MIN as i128,
        Class::Int16 => i16::MIN as i128,
        Class::Int32 => i32::MIN as i128,
        Class::Int64 => i64::MIN as i128,
        _ => 0,
    }
}

fn as_struct(exception: &Exception) -> StructArray {
    let mut result = StructArray::scalar();
    result.set_scalar_field("message", Value::text(&exception.message));
    result.set_scalar_field("identifier", Value::text(&exception.identifier));
    let mut stack = StructArray::scalar();
    if let Some(frame) = exception.stack.first() {
        stack.set_scalar_field("file", Value::text(&frame.file));
        stack.set_scalar_field("name", Value::text(&frame.name));
        stack.set_scalar_field("line", Value::double(frame.line as f64));
        stack.set_scalar_field("column", Value::double(frame.column as f64));
    }
    result.set_scalar_field("stack", stack.into());
    result
}

/// What kind of value it is, as a struct that is not shown tells of its fields.
fn kind(value: &Value) -> String {
    let scalar = value.is_scalar();
    let pick = |one: &str, many: &str| if scalar { one } else { many }.to_owned();
    match value {
        Value::Double(_) => pick("scalar", "matrix"),
        Value::Bool(_) => pick("bool", "bool matrix"),
        Value::Range(_) => "range".to_owned(),
        Value::Char(_, Quote::Single) => "sq_string".to_owned(),
        Value::Char(_, Quote::Double) | Value::Strings(_) => "string".to_owned(),
        Value::Complex(_) => pick("complex scalar", "complex matrix"),
        Value::Single(_) => pick("float scalar", "float matrix"),
        Value::ComplexSingle(_) => pick("float complex scalar", "float complex matrix"),
        Value::Cell(_) => "cell".to_owned(),
        Value::Struct(_) => pick("scalar struct", "struct"),
        Value::Exception(_) => "scalar struct".to_owned(),
        Value::Function(_) => "function handle".to_owned(),
        Value::Map(_) | Value::Parser(_) | Value::Object(_) => "object".to_owned(),
        Value::Cleanup(_) => "onCleanup".to_owned(),
        integers => format!("{} {}", integers.class(), if scalar { "scalar" } else { "matrix" }),
    }
}
