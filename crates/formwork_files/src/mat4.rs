//! MAT files of version 4: for each variable a header of five numbers, the name, the elements.
//!
//! The first number of the header says in its decimal digits what the machine, the elements and
//! the variable are: numbers, text, or a sparse matrix, which is not read. Such a file has no
//! signature; it is one if the first header makes sense.

use formwork_runtime::{C64, Dims, Quote, Value};

use crate::assemble;
use crate::mat5::{Contents, written_class};
use crate::variable::{Malformed, Outcome, Variable};

/// The bytes of a header.
const HEADER: usize = 20;

/// The longest name that is believed.
const LONGEST_NAME: usize = 256;

/// What stands before the elements of a variable.
struct Head<'b> {
    big_endian: bool,
    /// What the elements are stored as, by its digit.
    stored: u32,
    /// Whether it is numbers, text or sparse, by its digit.
    sort: u32,
    rows: usize,
    columns: usize,
    complex: bool,
    name: &'b [u8],
}

impl<'b> Head<'b> {
    /// The header that bytes begin with, if it makes sense, and the bytes behind it.
    fn read(bytes: &'b [u8]) -> Option<(Head<'b>, &'b [u8])> {
        let (header, rest) = bytes.split_at_checked(HEADER)?;
        let word = |place: usize, big_endian: bool| {
            let bytes = header.get(4 * place..4 * place + 4)?.try_into().ok()?;
            let word =
                if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
            Some(word as usize)
        };
        let big_endian = word(0, false)? > 9999;
        let digits = word(0, big_endian)? as u32;
        let [machine, zero, stored, sort] =
            [digits / 1000, digits / 100 % 10, digits / 10 % 10, digits % 10];
        let length = word(4, big_endian)?;
        let sensible = machine == u32::from(big_endian)
            && zero == 0
            && stored <= 5
            && sort <= 2
            && word(3, big_endian)? <= 1
            && (2..=LONGEST_NAME).contains(&length);
        let (name, rest) = rest.split_at_checked(length).filter(|_| sensible)?;
        let (end, name) = name.split_last()?;
        let is_name = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if *end != 0 || !name.iter().all(is_name) {
            return None;
        }
        let head = Head {
            big_endian,
            stored,
            sort,
            rows: word(1, big_endian)?,
            columns: word(2, big_endian)?,
            complex: word(3, big_endian)? == 1,
            name,
        };
        Some((head, rest))
    }

    /// The bytes of an element.
    fn width(&self) -> usize {
        match self.stored {
            0 => 8,
            1 | 2 => 4,
            3 | 4 => 2,
            _ => 1,
        }
    }

    /// The numbers that bytes hold.
    fn numbers(&self, bytes: &[u8]) -> Vec<f64> {
        let number = |chunk: &[u8]| {
            let mut bytes = [0; 8];
            let bytes = &mut bytes[..chunk.len()];
            bytes.copy_from_slice(chunk);
            if self.big_endian {
                bytes.reverse();
            }
            let low = |count: usize| -> [u8; 8] {
                let mut all = [0; 8];
                all[..count].copy_from_slice(&bytes[..count]);
                all
            };
            match self.stored {
                0 => f64::from_le_bytes(low(8)),
                1 => f64::from(f32::from_bits(u64::from_le_bytes(low(4)) as u32)),
                2 => f64::from(u64::from_le_bytes(low(4)) as u32 as i32),
                3 => f64::from(u64::from_le_bytes(low(2)) as u16 as i16),
                4 => f64::from(u64::from_le_bytes(low(2)) as u16),
                _ => f64::from(u64::from_le_bytes(low(1)) as u8),
            }
        };
        bytes.chunks_exact(self.width()).map(number).collect()
    }
}

/// Whether the bytes begin as a MAT file of version 4 does.
#[must_use]
pub fn is_mat4(bytes: &[u8]) -> bool {
    Head::read(bytes).is_some()
}

/// Reads the variables whose names are wanted.
///
/// # Errors
///
/// If the bytes are no such file, or end early.
pub fn read(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Outcome<Contents> {
    let mut contents = Contents::default();
    let mut rest = bytes;
    while !rest.is_empty() {
        let Some((head, behind)) = Head::read(rest) else {
            return Malformed::broken("a variable has no header of version 4");
        };
        let parts = 1 + usize::from(head.complex);
        let dims = assemble::dims(&[head.rows, head.columns], behind.len(), parts * head.width())?;
        let (data, behind) = behind.split_at(dims.numel() * parts * head.width());
        rest = behind;
        let name = String::from_utf8_lossy(head.name).into_owned();
        if !wanted(&name) {
            continue;
        }
        if head.sort == 2 {
            contents.unread.push((name, "a sparse matrix".to_owned()));
            continue;
        }
        contents.variables.push(Variable::new(name, value(&head, dims, data)?));
    }
    Ok(contents)
}

fn value(head: &Head<'_>, dims: Dims, data: &[u8]) -> Outcome<Value> {
    let (real, imaginary) = data.split_at(dims.numel() * head.width());
    let real = head.numbers(real);
    if head.sort == 1 {
        let codes = real.into_iter().map(|code| code as u8).collect();
        return Ok(Value::Char(assemble::plain(dims, codes)?, Quote::Single));
    }
    if !head.complex {
        return assemble::array(dims, real);
    }
    let imaginary = head.numbers(imaginary);
    let joined = real.into_iter().zip(imaginary).map(|(re, im)| C64::new(re, im)).collect();
    assemble::array(dims, joined)
}

/// A file of these variables, all of whose numbers are of double precision.
///
/// # Errors
///
/// If a value cannot be written: this version has matrices of numbers and of characters only.
pub fn write(variables: &[Variable]) -> Outcome<Vec<u8>> {
    let mut file = Vec::new();
    for variable in variables {
        let value = &variable.value;
        let dims = value.dims();
        let (&[rows, columns], false) = (dims.as_slice(), is_other(value)) else {
            let class = written_class(value);
            return Malformed::unsupported(format!("wrong type argument '{class}'"));
        };
        let (Ok(rows), Ok(columns)) = (u32::try_from(rows), u32::try_from(columns)) else {
            return Malformed::unsupported("arrays as long as that are not written to MAT files");
        };
        let (real, imaginary) = parts(value);
        let head = [
            u32::from(value.is_char()),
            rows,
            columns,
            u32::from(imaginary.is_some()),
            variable.name.len() as u32 + 1,
        ];
        file.extend(head.into_iter().flat_map(u32::to_le_bytes));
        file.extend_from_slice(variable.name.as_bytes());
        file.push(0);
        for number in real.into_iter().chain(imaginary.unwrap_or_default()) {
            file.extend_from_slice(&number.to_le_bytes());
        }
    }
    Ok(file)
}

/// Whether a value is none of those that the version has.
fn is_other(value: &Value) -> bool {
    !matches!(
        value,
        Value::Double(_)
            | Value::Range(_)
            | Value::Single(_)
            | Value::Bool(_)
            | Value::Char(..)
            | Value::Complex(_)
            | Value::ComplexSingle(_)
    )
}

/// The real and the imaginary parts of a value's elements.
fn parts(value: &Value) -> (Vec<f64>, Option<Vec<f64>>) {
    match value {
        Value::Complex(a) => {
            let parts = a.as_slice();
            (parts.iter().map(|z| z.re).collect(), Some(parts.iter().map(|z| z.im).collect()))
        }
        Value::ComplexSingle(a) => {
            let parts = a.as_slice();
            let real = parts.iter().map(|z| f64::from(z.re)).collect();
            (real, Some(parts.iter().map(|z| f64::from(z.im)).collect()))
        }
        Value::Char(text, _) => (text.as_slice().iter().map(|&c| f64::from(c)).collect(), None),
        other => (other.to_f64_array().map(|a| a.as_slice().to_vec()).unwrap_or_default(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_survive() {
        let variables = [
            Variable::new("numbers", Value::row(vec![1.0, -2.5, f64::INFINITY])),
            Variable::new("text", Value::text("hello")),
            Variable::new("nothing", Value::empty()),
        ];
        let file = write(&variables).expect("all can be written");
        assert!(is_mat4(&file));
        let read = read(&file, &|name| name != "nothing").expect("the file is whole");
        assert_eq!(read.variables.len(), 2);
        assert_eq!(read.variables[1].value.as_text().as_deref(), Some("hello"));
        assert_eq!(read.variables[0].value.numel(), 3);
    }

    #[test]
    fn what_is_cut_or_none_is_refused() {
        let file = write(&[Variable::new("x", Value::row(vec![1.0, 2.0]))]).expect("numbers");
        for end in 0..file.len() {
            assert!(end == 0 || read(&file[..end], &|_| true).is_err(), "{end}");
        }
        assert!(!is_mat4(b"# name: x\n# type: scalar\n1\n"));
        assert!(!is_mat4(b"1 2 3\n4 5 6\n7 8 9\n10 11 12\n"));
    }

    #[test]
    fn other_machines_and_elements_are_read() {
        let mut file = Vec::new();
        file.extend([1030u32, 1, 2, 0, 2].into_iter().flat_map(u32::to_be_bytes));
        file.extend_from_slice(b"k\0");
        file.extend([5i16, -7].into_iter().flat_map(i16::to_be_bytes));
        let contents = read(&file, &|_| true).expect("the file is whole");
        let value = &contents.variables[0].value;
        let numbers = value.to_f64_array().map(|a| a.as_slice().to_vec());
        assert_eq!(numbers, Some(vec![5.0, -7.0]));
    }
}
