//! Writing Octave's text format.

use formwork_runtime::format::c_number::general;
use formwork_runtime::{CellArray, Dims, FunctionHandle, Integer, Quote, Structure, Value};

use crate::mat5::written_class;
use crate::variable::{Malformed, Outcome, Variable};

/// The line that begins a file; `stamp` says when and by whom it was written.
#[must_use]
pub fn header(stamp: &str) -> Vec<u8> {
    format!("# Created by {stamp}\n").into_bytes()
}

/// Variables, with so many significant digits.
///
/// # Errors
///
/// If a value cannot be written.
pub fn write(variables: &[Variable], precision: usize) -> Outcome<Vec<u8>> {
    let mut writer = Writer { out: Vec::new(), precision };
    for variable in variables {
        writer.named(&variable.name, &variable.value, variable.global, 0)?;
    }
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
    precision: usize,
}

/// A number as a stream writes it.
fn number(x: f64, precision: usize) -> String {
    if x.is_nan() {
        let missing =
            x.to_bits() & 0xffff_ffff == 0x4000_0000 || (x as f32).to_bits() == 0x7fc2_07a2;
        return if missing { "NA" } else { "NaN" }.to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    general(x, precision, false)
}

/// How the elements of an array are written.
struct Elements {
    /// The first word of the type, with a blank behind it.
    prefix: &'static str,
    texts: Vec<String>,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'\n');
    }

    fn named(&mut self, name: &str, value: &Value, global: bool, depth: usize) -> Outcome<()> {
        if depth > crate::DEEPEST {
            return Malformed::unsupported("containers are nested too deep");
        }
        self.line(&format!("# name: {name}"));
        let global = if global { "global " } else { "" };
        self.out.extend_from_slice(format!("# type: {global}").as_bytes());
        self.value(value, depth)?;
        self.out.extend_from_slice(b"\n\n");
        Ok(())
    }

    /// The rest of the line of the type, and what follows it.
    fn value(&mut self, value: &Value, depth: usize) -> Outcome<()> {
        match value {
            Value::Char(text, quote) => {
                self.line(if *quote == Quote::Single { "sq_string" } else { "string" });
                self.characters(text.dims(), text.as_slice());
                Ok(())
            }
            Value::Cell(cell) => {
                self.line("cell");
                self.size(cell.dims());
                self.cells(cell, depth)
            }
            Value::Struct(structs) => {
                let scalar = structs.dims().is_scalar();
                self.line(if scalar { "scalar struct" } else { "struct" });
                self.extents(structs.dims());
                self.line(&format!("# length: {}", structs.field_count()));
                for (name, values) in structs.fields() {
                    match values {
                        [value] if scalar => self.named(name, value, false, depth + 1)?,
                        values => {
                            let cell = CellArray::new(structs.dims().clone(), values.to_vec());
                            self.named(name, &Value::Cell(cell), false, depth + 1)?;
                        }
                    }
                }
                Ok(())
            }
            Value::Function(handle) => self.function(handle, depth),
            Value::Range(range) if !range.is_empty() && range.len() > 1 => {
                let (base, increment) = (range.get(0), range.get(1) - range.get(0));
                let limit = range.get(range.len() - 1);
                self.line("double_range");
                self.line("# base, limit, increment");
                let texts = [base, limit, increment].map(|x| number(x, self.precision));
                self.line(&texts.join(" "));
                Ok(())
            }
            Value::Double(_)
            | Value::Range(_)
            | Value::Bool(_)
            | Value::Complex(_)
            | Value::Single(_)
            | Value::ComplexSingle(_)
            | Value::Int8(_)
            | Value::Int16(_)
            | Value::Int32(_)
            | Value::Int64(_)
            | Value::Uint8(_)
            | Value::Uint16(_)
            | Value::Uint32(_)
            | Value::Uint64(_) => self.array(value),
            Value::Strings(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => {
                Malformed::unsupported(format!("wrong type argument '{}'", written_class(value)))
            }
        }
    }

    fn elements(&self, value: &Value) -> Elements {
        let precision = self.precision;
        let pair =
            |re: f64, im: f64| format!("({},{})", number(re, precision), number(im, precision));
        fn whole<T: Integer>(prefix: &'static str, data: &[T]) -> Elements {
            Elements { prefix, texts: data.iter().map(ToString::to_string).collect() }
        }
        let (prefix, texts) = match value {
            Value::Int8(a) => return whole("int8 ", a.as_slice()),
            Value::Int16(a) => return whole("int16 ", a.as_slice()),
            Value::Int32(a) => return whole("int32 ", a.as_slice()),
            Value::Int64(a) => return whole("int64 ", a.as_slice()),
            Value::Uint8(a) => return whole("uint8 ", a.as_slice()),
            Value::Uint16(a) => return whole("uint16 ", a.as_slice()),
            Value::Uint32(a) => return whole("uint32 ", a.as_slice()),
            Value::Uint64(a) => return whole("uint64 ", a.as_slice()),
            Value::Bool(a) => {
                ("bool ", a.as_slice().iter().map(|&x| u8::from(x).to_string()).collect())
            }
            Value::Complex(a) => {
                ("complex ", a.as_slice().iter().map(|z| pair(z.re, z.im)).collect())
            }
            Value::ComplexSingle(a) => (
                "float complex ",
                a.as_slice().iter().map(|z| pair(z.re.into(), z.im.into())).collect(),
            ),
            Value::Single(a) => {
                ("float ", a.as_slice().iter().map(|&x| number(x.into(), precision)).collect())
            }
            other => {
                let data = other.to_f64_array();
                let texts = data.iter().flat_map(|array| {
                    array.as_slice().iter().map(|&x| number(x, precision)).collect::<Vec<_>>()
                });
                ("", texts.collect())
            }
        };
        Elements { prefix, texts }
    }

    fn array(&mut self, value: &Value) -> Outcome<()> {
        let dims = value.dims();
        let Elements { prefix, texts } = self.elements(value);
        if dims.is_scalar() {
            // The scalar of truth is called by its class alone.
            let name =
                if prefix == "bool " { "bool".to_owned() } else { format!("{prefix}scalar") };
            self.line(&name);
            self.line(&texts[0]);
            return Ok(());
        }
        let (rows, columns) = dims.flattened();
        if value.kept_as() == Structure::Diagonal {
            self.line(&format!("{prefix}diagonal matrix"));
            self.line(&format!("# rows: {rows}\n# columns: {columns}"));
            for place in 0..rows.min(columns) {
                self.line(&texts[place * (rows + 1)]);
            }
            return Ok(());
        }
        self.line(&format!("{prefix}matrix"));
        let by_element = value.class().is_integer();
        if by_element || !dims.is_matrix() {
            self.extents(&dims);
            for text in texts {
                self.line(&format!(" {text}"));
            }
            return Ok(());
        }
        self.line(&format!("# rows: {rows}\n# columns: {columns}"));
        for row in 0..rows {
            for column in 0..columns {
                self.out.push(b' ');
                self.out.extend_from_slice(texts[row + column * rows].as_bytes());
            }
            self.out.push(b'\n');
        }
        Ok(())
    }

    fn extents(&mut self, dims: &Dims) {
        self.line(&format!("# ndims: {}", dims.ndims()));
        let extents: Vec<String> = dims.as_slice().iter().map(|n| format!(" {n}")).collect();
        self.line(&extents.concat());
    }

    /// The size of a cell array.
    fn size(&mut self, dims: &Dims) {
        if dims.is_matrix() {
            self.line(&format!("# rows: {}\n# columns: {}", dims.rows(), dims.columns()));
        } else {
            self.extents(dims);
        }
    }

    fn cells(&mut self, cell: &CellArray, depth: usize) -> Outcome<()> {
        let rows = cell.dims().rows();
        let by_column = cell.dims().is_matrix();
        for (place, value) in cell.as_slice().iter().enumerate() {
            self.named("<cell-element>", value, false, depth + 1)?;
            if by_column && (place + 1) % rows == 0 {
                self.out.push(b'\n');
            }
        }
        Ok(())
    }

    fn characters(&mut self, dims: &Dims, text: &[u8]) {
        if !dims.is_matrix() {
            self.extents(dims);
            self.out.extend_from_slice(text);
            self.out.push(b'\n');
            return;
        }
        let (rows, columns) = dims.flattened();
        self.line(&format!("# elements: {rows}"));
        for row in 0..rows {
            self.line(&format!("# length: {columns}"));
            self.out.extend((0..columns).map(|column| text[row + column * rows]));
            self.out.push(b'\n');
        }
        // A row without elements has its length all the same.
        if rows == 0 && columns > 0 {
            self.line(&format!("# length: {columns}"));
        }
    }

    fn function(&mut self, handle: &FunctionHandle, depth: usize) -> Outcome<()> {
        self.line("function handle");
        match handle {
            FunctionHandle::Anonymous(code) => {
                self.line("@<anonymous>");
                let captured = code.captured();
                if !captured.is_empty() {
                    self.line(&format!("# length: {}", captured.len()));
                    for (name, value) in captured {
                        self.named(&name, &value, false, depth + 1)?;
                    }
                }
                self.line(&code.text());
            }
            FunctionHandle::Named(_) | FunctionHandle::Bound(_) => {
                self.line("# subtype: simple");
                self.line(&handle.text());
            }
        }
        Ok(())
    }
}
