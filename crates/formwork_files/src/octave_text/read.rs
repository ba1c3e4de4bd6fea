//! Reading Octave's text format.

use formwork_runtime::{C32, C64, Class, Dims, FunctionHandle, Quote, Range, Value};

use super::lines::Lines;
use crate::assemble;
use crate::variable::{Malformed, Outcome, Variable};

/// What makes a function handle of the text of one, or refuses.
pub type MakeFunction<'a> = &'a mut dyn FnMut(&str, &[Variable]) -> Outcome<Value>;

/// Whether a file has variables in this form.
#[must_use]
pub fn is_octave_text(bytes: &[u8]) -> bool {
    let mut lines = Lines { rest: bytes };
    // What stands before the first name are remarks.
    while let Some(line) = lines.next() {
        let line = line.trim_ascii();
        let Some(inside) = line.strip_prefix(b"#").or_else(|| line.strip_prefix(b"%")) else {
            if line.is_empty() {
                continue;
            }
            return false;
        };
        if inside.trim_ascii_start().starts_with(b"name:") {
            return lines.keyword("type").is_some();
        }
    }
    false
}

/// Reads the variables whose names are wanted.
///
/// # Errors
///
/// If the bytes are no such file, or end early.
pub fn read(
    bytes: &[u8],
    wanted: &dyn Fn(&str) -> bool,
    make: MakeFunction<'_>,
) -> Outcome<Vec<Variable>> {
    let mut reader = Reader { lines: Lines { rest: bytes }, make };
    let mut variables = Vec::new();
    loop {
        match reader.lines.keyword("name") {
            Some(name) => {
                let variable = reader.variable(name, 0)?;
                if wanted(name) {
                    variables.push(variable);
                }
            }
            None => {
                if reader.lines.next().is_none() {
                    return Ok(variables);
                }
            }
        }
    }
}

struct Reader<'a, 'm> {
    lines: Lines<'a>,
    make: MakeFunction<'m>,
}

fn real(word: &str) -> Outcome<f64> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let sign = if word.starts_with('-') { -1.0 } else { 1.0 };
    match unsigned {
        "NA" => return Ok(f64::from_bits(0x7ff8_40f4_4000_0000)),
        "NaN" | "nan" => return Ok(f64::NAN),
        "Inf" | "inf" => return Ok(sign * f64::INFINITY),
        _ => {}
    }
    match unsigned.parse::<f64>() {
        Ok(x) if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') => Ok(sign * x),
        _ => Malformed::broken(format!("'{word}' is no number")),
    }
}

fn complex(word: &str) -> Outcome<C64> {
    let inside = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    match inside.and_then(|inside| inside.split_once(',')) {
        Some((re, im)) => Ok(C64::new(real(re.trim())?, real(im.trim())?)),
        None => Ok(C64::new(real(word)?, 0.0)),
    }
}

/// A number of a type without a class of its own becomes that of single precision.
fn single(x: f64) -> f32 {
    if x.to_bits() == 0x7ff8_40f4_4000_0000 { f32::from_bits(0x7fc2_07a2) } else { x as f32 }
}

impl Reader<'_, '_> {
    /// The variable of that name, whose type comes next.
    fn variable(&mut self, name: &str, depth: usize) -> Outcome<Variable> {
        if depth > crate::DEEPEST {
            return Malformed::unsupported("containers are nested too deep");
        }
        let Some(kind) = self.lines.keyword("type") else {
            return Malformed::broken(format!("the type of '{name}' is missing"));
        };
        let (global, kind) = match kind.strip_prefix("global ") {
            Some(kind) => (true, kind),
            None => (false, kind),
        };
        let value = self.value(kind, depth)?;
        Ok(Variable { name: name.to_owned(), value, global })
    }

    fn value(&mut self, kind: &str, depth: usize) -> Outcome<Value> {
        match kind {
            "string" => self.characters(Quote::Double),
            "sq_string" => self.characters(Quote::Single),
            "null_string" => self.characters(Quote::Double),
            "null_sq_string" => self.characters(Quote::Single),
            "null_matrix" => self.numbers("matrix"),
            "cell" => self.cells(depth),
            "struct" => self.structs(depth, false),
            "scalar struct" => self.structs(depth, true),
            "range" | "double_range" => self.range(),
            "function handle" => self.function(depth),
            "bool" => self.numbers("bool scalar"),
            _ => self.numbers(kind),
        }
    }

    /// The size that follows: two counts, or the extents.
    fn size(&mut self, least: usize) -> Outcome<Dims> {
        let extents = match self.lines.keyword("ndims") {
            Some(count) => {
                let count: usize = match count.parse() {
                    Ok(count) if count <= 64 => count,
                    _ => return Malformed::broken("the number of extents is none"),
                };
                let line = self.lines.text()?;
                let extents: Option<Vec<usize>> =
                    line.split_whitespace().map(|word| word.parse().ok()).collect();
                match extents {
                    Some(extents) if extents.len() == count => extents,
                    _ => return Malformed::broken("a size is not as it should be"),
                }
            }
            None => vec![self.lines.count("rows")?, self.lines.count("columns")?],
        };
        assemble::dims(&extents, self.lines.rest.len().saturating_add(1), least)
    }

    /// Numbers: in rows if there are two extents and the type is not one of integers.
    fn numbers(&mut self, kind: &str) -> Outcome<Value> {
        let Some((prefix, form)) = ["scalar", "diagonal matrix", "permutation matrix", "matrix"]
            .iter()
            .find_map(|form| Some((kind.strip_suffix(form)?.trim_end(), *form)))
        else {
            return Malformed::unsupported(format!("values of type '{kind}' cannot be read"));
        };
        if prefix.starts_with("sparse") {
            return Malformed::unsupported(format!("values of type '{kind}' cannot be read"));
        }
        match form {
            "scalar" => {
                let word = self.lines.word()?;
                let value = elements(prefix, Dims::SCALAR, vec![word]);
                self.lines.end_of_line();
                value
            }
            "diagonal matrix" => self.diagonal(prefix),
            "permutation matrix" => {
                Malformed::unsupported("values of type 'permutation matrix' cannot be read")
            }
            _ => {
                let by_element = self.lines.rest_has_key("ndims");
                let dims = self.size(2)?;
                let count = dims.numel();
                let words: Outcome<Vec<&str>> = (0..count).map(|_| self.lines.word()).collect();
                let words = words?;
                self.lines.end_of_line();
                if by_element {
                    return elements(prefix, dims, words);
                }
                let (rows, columns) = (dims.rows(), dims.columns());
                let mut turned = Vec::with_capacity(count);
                for column in 0..columns {
                    turned.extend((0..rows).map(|row| words[row * columns + column]));
                }
                elements(prefix, dims, turned)
            }
        }
    }

    fn diagonal(&mut self, prefix: &str) -> Outcome<Value> {
        let (rows, columns) = (self.lines.count("rows")?, self.lines.count("columns")?);
        let count = rows.min(columns);
        assemble::dims(&[count, 1], self.lines.rest.len(), 2)?;
        let Some(total) = rows.checked_mul(columns).filter(|&total| total <= (1 << 28)) else {
            return Malformed::unsupported("a diagonal matrix is too large");
        };
        assemble::room(total.saturating_mul(16))?;
        let mut words = vec!["0"; total];
        for place in 0..count {
            words[place * (rows + 1)] = self.lines.word()?;
        }
        self.lines.end_of_line();
        Ok(elements(prefix, Dims::matrix(rows, columns), words)?.diagonal())
    }

    fn range(&mut self) -> Outcome<Value> {
        // A remark says what the numbers are.
        self.lines.text()?;
        let mut numbers = [0.0; 3];
        for x in &mut numbers {
            *x = real(self.lines.word()?)?;
        }
        self.lines.end_of_line();
        let [base, limit, increment] = numbers;
        let count = (limit - base) / increment;
        if !count.is_finite() || count > 1e9 {
            return Malformed::broken("a range has no end");
        }
        match Range::new(base, increment, limit) {
            Some(range) => Ok(Value::Range(range.into())),
            None => Malformed::broken("a range is too long"),
        }
    }

    fn characters(&mut self, quote: Quote) -> Outcome<Value> {
        if self.lines.rest_has_key("ndims") {
            let dims = self.size(1)?;
            let text = self.lines.raw(dims.numel())?.to_vec();
            return Ok(Value::Char(assemble::plain(dims, text)?, quote));
        }
        let Some(rows) = self.lines.keyword("elements").and_then(|n| n.parse::<usize>().ok())
        else {
            // What is nothing may have no more lines.
            return Ok(Value::Char(assemble::plain(Dims::EMPTY, Vec::new())?, quote));
        };
        if rows == 0 {
            let columns = self.lines.keyword("length").and_then(|n| n.parse().ok()).unwrap_or(0);
            return Ok(Value::Char(assemble::plain(Dims::matrix(0, columns), Vec::new())?, quote));
        }
        let mut lines: Vec<&[u8]> = Vec::new();
        for _ in 0..rows {
            let length = self.lines.count("length")?;
            lines.push(self.lines.raw(length)?);
        }
        let columns = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        let dims = assemble::dims(&[rows, columns.max(1)], usize::MAX, 1)?;
        assemble::room(dims.numel())?;
        let mut text = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            text.extend(lines.iter().map(|line| line.get(column).copied().unwrap_or(0)));
        }
        Ok(Value::Char(assemble::plain(Dims::matrix(rows, columns), text)?, quote))
    }

    fn element(&mut self, depth: usize) -> Outcome<Variable> {
        match self.lines.keyword("name") {
            Some(name) => self.variable(name, depth + 1),
            None => Malformed::broken("an element of a container is missing"),
        }
    }

    fn cells(&mut self, depth: usize) -> Outcome<Value> {
        let dims = self.size(8)?;
        let cells: Outcome<Vec<Value>> =
            (0..dims.numel()).map(|_| Ok(self.element(depth)?.value)).collect();
        assemble::cells(dims, cells?)
    }

    fn structs(&mut self, depth: usize, scalar: bool) -> Outcome<Value> {
        let dims = if self.lines.rest_has_key("ndims") { self.size(0)? } else { Dims::SCALAR };
        let fields = self.lines.count("length")?;
        if fields == 0 {
            // Nothing in the file stands for its elements.
            assemble::dims(dims.as_slice(), 1 << 20, 1)?;
        }
        let mut all: Vec<(String, Vec<Value>)> = Vec::new();
        for _ in 0..fields {
            let Variable { name, value, .. } = self.element(depth)?;
            let values = match value {
                value if scalar => vec![value],
                Value::Cell(cell) if *cell.dims() == dims => cell.as_slice().to_vec(),
                _ => return Malformed::broken("a field is no cell array of the right size"),
            };
            all.push((name, values));
        }
        if scalar && !dims.is_scalar() {
            return Malformed::broken("a struct that should be one is several");
        }
        assemble::structs(dims, all)
    }

    fn function(&mut self, depth: usize) -> Outcome<Value> {
        self.lines.keyword("octaveroot");
        let path = self.lines.keyword("path").is_some();
        if let Some(kind) = self.lines.keyword("subtype") {
            if kind == "simple" && !path {
                let name = self.lines.text()?;
                return Ok(Value::from(FunctionHandle::Named(name.into())));
            }
            return Malformed::unsupported(format!("function handles that are {kind}"));
        }
        let name = self.lines.text()?;
        if name != "@<anonymous>" {
            return Ok(Value::from(FunctionHandle::Named(name.into())));
        }
        let mut captured = Vec::new();
        if self.lines.rest_has_key("length") {
            for _ in 0..self.lines.count("length")? {
                captured.push(self.element(depth)?);
            }
        }
        let mut text = self.lines.text()?;
        while text.is_empty() {
            text = self.lines.text()?;
        }
        (self.make)(text, &captured)
    }
}

impl Lines<'_> {
    /// Whether the next line says something by that key.
    fn rest_has_key(&self, key: &str) -> bool {
        Lines { rest: self.rest }.keyword(key).is_some()
    }
}

/// The elements of an array of the type that a prefix names.
fn elements(prefix: &str, dims: Dims, words: Vec<&str>) -> Outcome<Value> {
    assemble::room(words.len().saturating_mul(16))?;
    fn all<T>(words: &[&str], one: impl Fn(&str) -> Outcome<T>) -> Outcome<Vec<T>> {
        words.iter().map(|word| one(word)).collect()
    }
    macro_rules! integers {
        ($type:ty) => {
            assemble::array(
                dims,
                all(&words, |word| match word.parse::<$type>() {
                    Ok(x) => Ok(x),
                    Err(_) => Malformed::broken(format!("'{word}' is no integer of that class")),
                })?,
            )
        };
    }
    match prefix {
        "" => assemble::array(dims, all(&words, real)?),
        "bool" => assemble::array(dims, all(&words, |word| Ok(real(word)? != 0.0))?),
        "float" => assemble::array(dims, all(&words, |word| Ok(single(real(word)?)))?),
        "complex" => assemble::array(dims, all(&words, complex)?),
        "float complex" => assemble::array(
            dims,
            all(&words, |word| complex(word).map(|z| C32::new(single(z.re), single(z.im))))?,
        ),
        _ => match Class::from_name(prefix) {
            Some(Class::Int8) => integers!(i8),
            Some(Class::Int16) => integers!(i16),
            Some(Class::Int32) => integers!(i32),
            Some(Class::Int64) => integers!(i64),
            Some(Class::Uint8) => integers!(u8),
            Some(Class::Uint16) => integers!(u16),
            Some(Class::Uint32) => integers!(u32),
            Some(Class::Uint64) => integers!(u64),
            _ => Malformed::unsupported(format!("values of type '{prefix}' cannot be read")),
        },
    }
}
