//! `dlmwrite` and `csvwrite`.

use formwork_runtime::{Array, Error, Quote, Result, Value, format};

use crate::context::{Args, Context, Values, none};
use crate::open_files::write_to;
use crate::outside::{said, write_file};

/// How a table is written.
struct Form {
    delimiter: Vec<u8>,
    newline: Vec<u8>,
    /// A template for one number.
    template: String,
    above: usize,
    left: usize,
    append: bool,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            delimiter: b",".to_vec(),
            newline: b"\n".to_vec(),
            template: "%.16g".to_owned(),
            above: 0,
            left: 0,
            append: false,
        }
    }
}

pub(super) fn csvwrite(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut form = Form::default();
    read_form(&mut form, &args[2..], true)?;
    written(cx, &args, &form)
}

pub(super) fn dlmwrite(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut form = Form::default();
    read_form(&mut form, &args[2..], false)?;
    written(cx, &args, &form)
}

/// `writematrix (M, FILE, …)`.
pub(super) fn writematrix(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut form = Form { template: "%.15g".to_owned(), ..Form::default() };
    for pair in args.get(2..).unwrap_or_default().chunks(2) {
        let word = |value: &Value| value.as_text().unwrap_or_default().to_ascii_lowercase();
        match (word(&pair[0]).as_str(), pair.get(1)) {
            ("delimiter", Some(value)) => {
                form.delimiter = match word(value).as_str() {
                    "tab" => b"\t".to_vec(),
                    "space" => b" ".to_vec(),
                    "comma" => b",".to_vec(),
                    "semi" => b";".to_vec(),
                    "bar" => b"|".to_vec(),
                    _ => text(value)?.into_bytes(),
                }
            }
            ("writemode", Some(value)) => form.append = word(value) == "append",
            (option, _) => {
                let message = format!("writematrix: the option '{option}' is not supported");
                return Err(Error::limit(message));
            }
        }
    }
    let swapped: Args = [args[1].clone(), args[0].clone()].into_iter().collect();
    written(cx, &swapped, &form)
}

fn text(value: &Value) -> Result<String> {
    let text = value.as_text().ok_or_else(|| Error::plain("dlmwrite: options must be strings"))?;
    Ok(String::from_utf8_lossy(&format::escapes(text.as_bytes()).0).into_owned())
}

fn count(value: Option<&Value>) -> Result<usize> {
    match value.and_then(Value::to_f64) {
        Some(count) if count >= 0.0 => Ok(count as usize),
        _ => Err(Error::invalid_call("dlmwrite")),
    }
}

/// Reads what follows the numbers: separator, offsets, pairs of names and values.
fn read_form(form: &mut Form, rest: &[Value], comma: bool) -> Result<()> {
    let mut positions = 0;
    let mut at = 0;
    while let Some(value) = rest.get(at) {
        let word = value.as_text().map(|text| text.to_ascii_lowercase());
        let next = rest.get(at + 1);
        let missing = || Error::invalid_call("dlmwrite");
        match word.as_deref().filter(|_| value.is_char()) {
            Some("-append") => {
                form.append = true;
                at += 1;
                continue;
            }
            Some("append") => {
                let word = next.and_then(Value::as_text).ok_or_else(missing)?;
                form.append = match &*word.to_ascii_lowercase() {
                    "on" => true,
                    "off" => false,
                    _ => {
                        return Err(Error::plain("dlmwrite: append must be \"on\" or \"off\""));
                    }
                };
            }
            Some("delimiter") => form.delimiter = text(next.ok_or_else(missing)?)?.into_bytes(),
            Some("newline") => {
                let word = text(next.ok_or_else(missing)?)?;
                form.newline = match word.to_ascii_lowercase().as_str() {
                    "unix" => b"\n".to_vec(),
                    "pc" => b"\r\n".to_vec(),
                    "mac" => b"\r".to_vec(),
                    _ => word.into_bytes(),
                };
            }
            Some("roffset") => form.above = count(next)?,
            Some("coffset") => form.left = count(next)?,
            Some("precision") => {
                let value = next.ok_or_else(missing)?;
                form.template = match value.as_text().filter(|_| value.is_char()) {
                    Some(template) => template.into_owned(),
                    None => format!("%.{}g", count(next)?),
                };
            }
            _ => {
                match (positions, value.is_char()) {
                    (0, true) if !comma => form.delimiter = text(value)?.into_bytes(),
                    (0, false) if comma => {
                        form.above = count(Some(value))?;
                        positions += 1;
                    }
                    (1, false) => form.above = count(Some(value))?,
                    (2, false) => form.left = count(Some(value))?,
                    _ => return Err(Error::invalid_call("dlmwrite")),
                }
                positions += 1;
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    Ok(())
}

/// One number as the template says.
fn field(form: &Form, value: Value) -> Result<Vec<u8>> {
    let template = |text: &str| Value::Char(Array::row(text.as_bytes().to_vec()), Quote::Double);
    if let Value::Complex(z) = &value
        && let Some(z) = z.as_scalar()
    {
        let imaginary = format!("{}i", form.template.replacen('%', "%+", 1));
        let both = template(&format!("{}{imaginary}", form.template));
        return format::sprintf("dlmwrite", &both, &[Value::from(z.re), Value::from(z.im)]);
    }
    format::sprintf("dlmwrite", &template(&form.template), &[value])
}

fn written(cx: &mut dyn Context, args: &Args, form: &Form) -> Result<Values> {
    let table = &args[1];
    let (rows, columns) = table.dims().flattened();
    let mut out = Vec::new();
    for _ in 0..form.above {
        for _ in 0..(form.left + columns).saturating_sub(1) {
            out.extend_from_slice(&form.delimiter);
        }
        out.extend_from_slice(&form.newline);
    }
    let characters = match table {
        Value::Char(text, _) => Some(text.as_slice()),
        _ => None,
    };
    if matches!(table, Value::Cell(_)) {
        return Err(Error::plain("fprintf: wrong type argument 'cell'"));
    }
    let complex = table.to_c64_array().filter(|_| table.is_complex());
    let real = table.to_f64_array();
    let wide = table.to_wide_integers();
    for row in 0..rows {
        for _ in 0..form.left {
            out.extend_from_slice(&form.delimiter);
        }
        for column in 0..columns {
            if column > 0 {
                out.extend_from_slice(&form.delimiter);
            }
            let place = row + column * rows;
            if let Some(text) = characters {
                out.push(text[place]);
            } else if let Some(numbers) = &complex {
                let z = Value::Complex(Array::scalar(numbers.as_slice()[place]));
                out.extend(field(form, z)?);
            } else if let Some(wide) = &wide {
                out.extend_from_slice(wide.as_slice()[place].to_string().as_bytes());
            } else if let Some(numbers) = &real {
                out.extend(field(form, Value::from(numbers.as_slice()[place]))?);
            } else {
                return Err(Error::plain(format!(
                    "fprintf: wrong type argument '{}'",
                    table.class()
                )));
            }
        }
        out.extend_from_slice(&form.newline);
    }
    match args[0].as_text().filter(|_| args[0].is_char()) {
        Some(name) => match write_file(cx, "dlmwrite", &name, &out, form.append)? {
            Ok(()) => none(),
            Err(error) => Err(Error::plain(format!("dlmwrite: {}", said(&error)))),
        },
        None => {
            write_to(cx, "dlmwrite", &args[0], &out)?;
            none()
        }
    }
}
