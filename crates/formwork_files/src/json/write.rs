//! Writing values as JSON.

use formwork_runtime::format::c_number::exponent;
use formwork_runtime::{MapKey, Value};

use crate::variable::{Malformed, Outcome};

/// The JSON of a value; numbers that JSON has not become `null`, or their names.
///
/// # Errors
///
/// If there is none for its class.
pub fn write(value: &Value, names_for_missing: bool) -> Outcome<Vec<u8>> {
    let mut writer = Writer { out: Vec::new(), names_for_missing };
    writer.value(value, 0)?;
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
    names_for_missing: bool,
}

/// Whether a number is written as an integer.
fn is_small(x: f64) -> bool {
    x.fract() == 0.0 && x.abs() <= 999_999.0
}

/// A finite number in the fewest digits that say it.
fn shortest(x: f64) -> String {
    if is_small(x) {
        return format!("{}", x as i64);
    }
    let digits = (0..17)
        .map(|precision| exponent(x, precision))
        .find(|text| text.parse() == Ok(x))
        .unwrap_or_else(|| exponent(x, 17));
    let (mantissa, power) = digits.split_once('e').unwrap_or((&digits, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let figures: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = power + 1;
    let count = figures.len() as i32;
    if (count..=21).contains(&point) {
        let zeros = "0".repeat((point - count) as usize);
        return format!("{sign}{figures}{zeros}.0");
    }
    if (1..=21).contains(&point) {
        let (whole, rest) = figures.split_at(point as usize);
        return format!("{sign}{whole}.{rest}");
    }
    if (-5..=0).contains(&point) {
        return format!("{sign}0.{}{figures}", "0".repeat((-point) as usize));
    }
    let (first, rest) = figures.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{dot}{rest}e{power}")
}

impl Writer {
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, x: f64) {
        if x.is_finite() {
            self.text(&shortest(x));
        } else if !self.names_for_missing {
            self.text("null");
        } else if x.is_nan() {
            self.text("NaN");
        } else {
            self.text(if x > 0.0 { "Infinity" } else { "-Infinity" });
        }
    }

    fn string(&mut self, bytes: &[u8]) {
        self.out.push(b'"');
        for &byte in bytes {
            match byte {
                b'"' => self.text("\\\""),
                b'\\' => self.text("\\\\"),
                b'\n' => self.text("\\n"),
                b'\t' => self.text("\\t"),
                b'\r' => self.text("\\r"),
                8 => self.text("\\b"),
                12 => self.text("\\f"),
                0..0x20 => self.text(&format!("\\u{byte:04X}")),
                _ => self.out.push(byte),
            }
        }
        self.out.push(b'"');
    }

    /// Items in brackets.
    fn list(
        &mut self,
        count: usize,
        mut item: impl FnMut(&mut Writer, usize) -> Outcome<()>,
    ) -> Outcome<()> {
        self.out.push(b'[');
        for place in 0..count {
            if place > 0 {
                self.out.push(b',');
            }
            item(self, place)?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// The elements of an array, a list for each dimension; vectors have one.
    fn nested(
        &mut self,
        extents: &[usize],
        place: usize,
        step: usize,
        element: &dyn Fn(&mut Writer, usize),
    ) -> Outcome<()> {
        let Some((&first, rest)) = extents.split_first() else {
            element(self, place);
            return Ok(());
        };
        self.list(first, |writer, index| {
            writer.nested(rest, place + index * step, step * first, element)
        })
    }

    fn array(&mut self, value: &Value, element: &dyn Fn(&mut Writer, usize)) -> Outcome<()> {
        let dims = value.dims();
        if dims.is_scalar() {
            element(self, 0);
            return Ok(());
        }
        if dims.is_empty() {
            self.text("[]");
            return Ok(());
        }
        // What is long in one dimension alone is one list.
        if dims.as_slice().contains(&dims.numel()) {
            return self.nested(&[dims.numel()], 0, 1, element);
        }
        self.nested(dims.as_slice(), 0, 1, element)
    }

    fn characters(&mut self, value: &Value) -> Outcome<()> {
        let Value::Char(text, _) = value else { return Ok(()) };
        let dims = text.dims();
        if dims.is_empty() {
            self.text("\"\"");
            return Ok(());
        }
        let data = text.as_slice();
        if dims.is_vector() {
            self.string(data);
            return Ok(());
        }
        let (rows, columns) = (dims.rows(), dims.columns());
        let pages = dims.numel() / (rows * columns);
        let row_of = |row: usize, page: usize| -> Vec<u8> {
            (0..columns).map(|column| data[row + rows * (column + columns * page)]).collect()
        };
        if pages == 1 {
            return self.list(rows, |writer, row| {
                writer.string(&row_of(row, 0));
                Ok(())
            });
        }
        self.list(pages, |writer, page| {
            writer.list(rows, |writer, row| {
                writer.string(&row_of(row, page));
                Ok(())
            })
        })
    }

    fn value(&mut self, value: &Value, depth: usize) -> Outcome<()> {
        if depth > crate::DEEPEST {
            return Malformed::unsupported("containers are nested too deep");
        }
        match value {
            Value::Char(..) => self.characters(value),
            Value::Bool(array) => self.array(value, &|writer, place| {
                writer.text(if array.as_slice()[place] { "true" } else { "false" });
            }),
            Value::Cell(cell) => self.list(cell.numel(), |writer, place| {
                writer.value(&cell.as_slice()[place], depth + 1)
            }),
            Value::Struct(structs) => {
                let one = |writer: &mut Writer, place: usize| -> Outcome<()> {
                    writer.out.push(b'{');
                    for (number, (name, values)) in structs.fields().enumerate() {
                        if number > 0 {
                            writer.out.push(b',');
                        }
                        writer.string(name.as_bytes());
                        writer.out.push(b':');
                        writer.value(&values[place], depth + 1)?;
                    }
                    writer.out.push(b'}');
                    Ok(())
                };
                if structs.numel() == 1 { one(self, 0) } else { self.list(structs.numel(), one) }
            }
            Value::Map(map) => {
                let map = map.borrow();
                self.out.push(b'{');
                for (number, (key, value)) in map.entries.iter().enumerate() {
                    if number > 0 {
                        self.out.push(b',');
                    }
                    match key {
                        MapKey::Text(text) => self.string(text),
                        // Numbers go by their bits.
                        MapKey::Number(x) => self.text(&format!("\"{:016x}\"", x.to_bits())),
                    }
                    self.out.push(b':');
                    self.value(value, depth + 1)?;
                }
                self.out.push(b'}');
                Ok(())
            }
            other if other.is_complex() => Malformed::broken("unsupported type"),
            other => {
                let Some(numbers) = other.to_f64_array() else {
                    return Malformed::broken("unsupported type");
                };
                let is_double = matches!(other, Value::Double(_) | Value::Range(_));
                if !is_double
                    && let [x] = numbers.as_slice()
                    && !is_small(*x)
                {
                    return Malformed::broken("unsupported type");
                }
                self.array(other, &|writer, place| writer.number(numbers.as_slice()[place]))
            }
        }
    }
}
