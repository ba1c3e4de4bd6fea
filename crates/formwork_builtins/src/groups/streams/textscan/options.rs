//! The options of `textscan`.

use formwork_runtime::{Error, Quote, Result, Value, format};

/// What is between fields, what is left out, and what stands for nothing.
pub(super) struct Options {
    /// Bytes that separate fields; none: white space does.
    pub(super) delimiters: Vec<u8>,
    /// Separators of several bytes.
    pub(super) long_delimiters: Vec<Vec<u8>>,
    pub(super) whitespace: Vec<u8>,
    pub(super) line_end: Option<Vec<u8>>,
    pub(super) comments: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    pub(super) empties: Vec<Vec<u8>>,
    pub(super) empty: f64,
    pub(super) header_lines: usize,
    pub(super) many_as_one: bool,
    pub(super) collect: bool,
    pub(super) return_on_error: bool,
}

const NAMES: [&str; 12] = [
    "bufsize",
    "collectoutput",
    "commentstyle",
    "datelocale",
    "delimiter",
    "emptyvalue",
    "endofline",
    "headerlines",
    "multipledelimsasone",
    "returnonerror",
    "treatasempty",
    "whitespace",
];

/// A text whose escapes are read if it stands in single quotes.
fn text(value: &Value) -> Result<Vec<u8>> {
    match value {
        Value::Char(text, Quote::Single) => Ok(format::escapes(text.as_slice()).0),
        Value::Char(text, Quote::Double) => Ok(text.as_slice().to_vec()),
        _ => Err(Error::plain("textscan: option value must be a string")),
    }
}

fn texts(value: &Value) -> Result<Vec<Vec<u8>>> {
    match value {
        Value::Cell(cell) => cell.as_slice().iter().map(text).collect(),
        other => Ok(vec![text(other)?]),
    }
}

fn truth(value: &Value) -> bool {
    value.to_f64().is_some_and(|x| x != 0.0)
}

impl Options {
    /// Whether a text is the name of an option.
    pub(super) fn knows(value: &Value) -> bool {
        value.as_text().is_some_and(|text| NAMES.contains(&&*text.to_ascii_lowercase()))
    }

    pub(super) fn read(pairs: &[Value]) -> Result<Options> {
        let mut options = Options {
            delimiters: Vec::new(),
            long_delimiters: Vec::new(),
            whitespace: b" \x08\t".to_vec(),
            line_end: None,
            comments: Vec::new(),
            empties: Vec::new(),
            empty: f64::NAN,
            header_lines: 0,
            many_as_one: false,
            collect: false,
            return_on_error: true,
        };
        for pair in pairs.chunks(2) {
            let [name, value] = pair else {
                return Err(Error::plain(format!(
                    "textscan: {} parameters given, but only {} values",
                    pairs.len().div_ceil(2),
                    pairs.len() / 2
                )));
            };
            let Some(name) = name.as_text() else {
                return Err(Error::plain(
                    "textscan: Invalid parameter type <double> for parameter 1",
                ));
            };
            options.set(&name.to_ascii_lowercase(), value)?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        match name {
            "delimiter" => match value {
                Value::Cell(_) => {
                    for delimiter in texts(value)? {
                        match delimiter[..] {
                            [byte] => self.delimiters.push(byte),
                            [] => {}
                            _ => self.long_delimiters.push(delimiter),
                        }
                    }
                    self.long_delimiters.sort_by_key(|delimiter| usize::MAX - delimiter.len());
                }
                other => self.delimiters = text(other)?,
            },
            "whitespace" => self.whitespace = text(value)?,
            "endofline" => self.line_end = Some(text(value)?).filter(|end| !end.is_empty()),
            "commentstyle" => {
                let marks = texts(value)?;
                match &marks[..] {
                    [start, end] => self.comments.push((start.clone(), Some(end.clone()))),
                    marks => {
                        let plain = marks.iter().filter(|mark| !mark.is_empty());
                        self.comments.extend(plain.map(|mark| (mark.clone(), None)));
                    }
                }
            }
            "treatasempty" => self.empties = texts(value)?,
            "emptyvalue" => self.empty = value.to_f64().unwrap_or(f64::NAN),
            "headerlines" => self.header_lines = value.to_f64().unwrap_or(0.0).max(0.0) as usize,
            "multipledelimsasone" => self.many_as_one = truth(value),
            "collectoutput" => self.collect = truth(value),
            "returnonerror" => self.return_on_error = truth(value),
            "bufsize" | "datelocale" => {}
            other => {
                return Err(Error::plain(format!("textscan: unrecognized option '{other}'")));
            }
        }
        Ok(())
    }
}
