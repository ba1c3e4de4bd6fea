//! Arrays of numbers, truth values and characters as lines of text.

use crate::array::Array;
use crate::class::Class;
use crate::dims::Dims;
use crate::range::Range;
use crate::structure::Structure;
use crate::value::Value;
use crate::{C32, C64};

use super::layout::{self, ComplexLayout, Extent, Layout, Style};
use super::{Format, Notation};

/// Columns of a terminal.
const LINE: usize = 80;

/// Where lines go: the text, and how far they are indented.
pub(super) struct Lines<'a> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) indent: usize,
}

impl Lines<'_> {
    fn start(&mut self) {
        self.out.resize(self.out.len() + self.indent, b' ');
    }

    fn line(&mut self, text: &str) {
        self.start();
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'\n');
    }

    /// The rows of a page, in as many groups of columns as the line asks for.
    fn page(
        &mut self,
        rows: usize,
        columns: usize,
        width: usize,
        format: &Format,
        write: impl FnMut(&mut Vec<u8>, usize, usize),
    ) {
        self.page_within(LINE.saturating_sub(self.indent), rows, columns, width, format, write);
    }

    /// The same for lines of that length.
    fn page_within(
        &mut self,
        line: usize,
        rows: usize,
        columns: usize,
        width: usize,
        format: &Format,
        mut write: impl FnMut(&mut Vec<u8>, usize, usize),
    ) {
        let width = width.max(1);
        let compact = format.compact;
        let splits = format.arrangement.split_rows && columns * width > line;
        let at_once = if splits { (line / width).max(1) } else { columns.max(1) };
        let mut first = 0;
        while first < columns {
            let end = (first + at_once).min(columns);
            if at_once < columns {
                if first > 0 && !compact {
                    self.out.push(b'\n');
                }
                let header = match end - first {
                    1 => format!(" Column {end}:"),
                    2 => format!(" Columns {} and {end}:", first + 1),
                    _ => format!(" Columns {} through {end}:", first + 1),
                };
                self.line(&header);
                if !compact {
                    self.out.push(b'\n');
                }
            }
            for row in 0..rows {
                self.start();
                for column in first..end {
                    write(self.out, row, column);
                }
                self.out.push(b'\n');
            }
            first = end;
        }
    }

    /// The common factor of the numbers, shown above them if it is not one.
    fn factor(&mut self, power: i32, format: &Format) -> f64 {
        if power == 0 {
            return 1.0;
        }
        let sign = if power < 0 { '-' } else { '+' };
        self.line(&format!("  1.0e{sign}{:02} *", power.abs()));
        if !format.compact {
            self.out.push(b'\n');
        }
        10f64.powi(power)
    }

    /// What stands above the rows of a diagonal or a permutation matrix, not indented.
    fn heading(&mut self, structure: Structure, compact: bool) {
        if let Some(heading) = structure.heading() {
            self.out.extend_from_slice(heading.as_bytes());
            if !compact {
                self.out.push(b'\n');
            }
        }
    }

    /// A real matrix of class double or single.
    pub(super) fn real<T: Copy>(
        &mut self,
        array: &Array<T>,
        to_f64: impl Fn(T) -> f64 + Copy,
        single: bool,
        format: &Format,
    ) {
        let (rows, columns) = (array.dims().rows(), array.dims().columns());
        let data = array.as_slice();
        // Of a diagonal matrix only the diagonal counts.
        let step = if array.kept_as() == Structure::Diagonal { rows + 1 } else { 1 };
        let shown = match array.kept_as() {
            Structure::Diagonal => rows * columns.min(rows),
            Structure::Full | Structure::Permutation => data.len(),
        };
        let numbers = data[..shown].iter().step_by(step).map(|&x| to_f64(x));
        let extent = Extent::of_array(numbers);
        let mut layout = layout::real_matrix(extent, format, single);
        if layout.style == Style::Sign {
            return self.signs(rows, columns, |place| layout::sign_of(to_f64(data[place])));
        }
        // Where ones stand is shown alike in all notations.
        if array.kept_as() == Structure::Permutation {
            layout = Layout { width: 2, style: Style::General(2) };
        }
        let diagonal = array.kept_as() == Structure::Diagonal;
        self.heading(array.kept_as(), format.compact);
        let factor = self.factor(layout::common_power(extent, format), format);
        self.page(rows, columns, layout.width + 2, format, |out, row, column| {
            out.extend_from_slice(b"  ");
            if diagonal && row != column {
                return layout::pad(out, "0", layout.width);
            }
            layout.write(out, to_f64(data[row + column * rows]) / factor);
        });
    }

    /// A range.
    pub(super) fn range(&mut self, range: &Range, format: &Format) {
        let extent = layout::range_extent(range.base(), range.limit(), range.increment());
        let layout = layout::range(extent, format);
        if layout.style == Style::Sign {
            return self.signs(1, range.len(), |place| layout::sign_of(range.get(place)));
        }
        // Octave does not count the indentation here.
        let width = layout.width + 2;
        let factor = self.factor(layout::common_power(extent, format), format);
        self.page_within(LINE, 1, range.len(), width, format, |out, _, column| {
            out.extend_from_slice(b"  ");
            layout.write(out, range.get(column) / factor);
        });
    }

    /// A complex matrix of class double or single.
    pub(super) fn complex<T: Copy>(
        &mut self,
        array: &Array<T>,
        parts: impl Fn(T) -> C64 + Copy,
        single: bool,
        format: &Format,
    ) {
        let (rows, columns) = (array.dims().rows(), array.dims().columns());
        let data = array.as_slice();
        let real = Extent::of_array(data.iter().map(|&z| parts(z).re));
        let imaginary = Extent::of_array(data.iter().map(|&z| parts(z).im));
        let extent = Extent {
            largest: real.largest.max(imaginary.largest),
            // Not the least of both: the part whose least number is larger decides.
            smallest: real.smallest.max(imaginary.smallest),
            whole: real.whole && imaginary.whole,
            nonfinite: real.nonfinite || imaginary.nonfinite,
        };
        let layout = layout::complex(extent, format, single, false);
        if layout.real.style == Style::Sign {
            // A complex number is compared by its magnitude.
            return self.signs(rows, columns, |place| layout::sign_of(parts(data[place]).norm()));
        }
        // One more than is written: Octave reckons so when it splits rows.
        let width = if layout.money {
            layout.real.width + 2
        } else {
            layout.real.width + layout.imaginary.width + 7
        };
        let diagonal = array.kept_as() == Structure::Diagonal;
        self.heading(array.kept_as(), format.compact);
        let factor = self.factor(layout::common_power(extent, format), format);
        self.page(rows, columns, width, format, |out, row, column| {
            out.extend_from_slice(b"  ");
            if diagonal && row != column {
                return layout::pad(out, "0", layout.real.width + layout.imaginary.width + 4);
            }
            complex_number(out, parts(data[row + column * rows]) / factor, layout);
        });
    }

    /// The signs of a matrix, one beside the other and not indented.
    fn signs(&mut self, rows: usize, columns: usize, sign: impl Fn(usize) -> u8) {
        for row in 0..rows {
            self.out.extend((0..columns).map(|column| sign(row + column * rows)));
            self.out.push(b'\n');
        }
    }

    /// Integers of a class whose least value is `least`. All pages have one width, and
    /// their headings are not indented.
    pub(super) fn integers(
        &mut self,
        array: &Array<i128>,
        class: Class,
        least: i128,
        format: &Format,
    ) {
        let (rows, columns) = (array.dims().rows(), array.dims().columns());
        let data = array.as_slice();
        let (mut most, mut sign) = (0, 0);
        for &x in data {
            // The least value of a signed class has no magnitude in it, and Octave
            // leaves it out.
            if x < 0 && x == least {
                continue;
            }
            most =
                most.max(x.unsigned_abs().checked_ilog10().map_or(0, |power| power as usize + 1));
            if x < 0 {
                sign = 1;
            }
        }
        let width = match format.notation {
            Notation::Hex | Notation::Bits => integer_text(0, class, format).len(),
            Notation::Bank => most + sign + 3,
            _ => most + sign,
        };
        let size = rows * columns;
        let count = data.len().checked_div(size).unwrap_or(0);
        for number in 0..count {
            if count > 1 {
                if number > 0 {
                    self.out.push(b'\n');
                }
                self.out.extend_from_slice(page_name(array.dims(), number).as_bytes());
                self.out.extend_from_slice(if format.compact { b" =\n" } else { b" =\n\n" });
            }
            if format.notation == Notation::Signs {
                let page = &data[number * size..][..size];
                self.signs(rows, columns, |place| layout::sign_of(page[place] as f64));
                continue;
            }
            self.page(rows, columns, width + 2, format, |out, row, column| {
                out.extend_from_slice(b"  ");
                let integer = data[number * size + row + column * rows];
                layout::pad(out, &integer_text(integer, class, format), width);
            });
        }
    }

    /// A matrix of truth values.
    pub(super) fn bools(&mut self, array: &Array<bool>, format: &Format) {
        let (rows, columns) = (array.dims().rows(), array.dims().columns());
        let data = array.as_slice();
        if format.notation == Notation::Signs {
            return self.signs(rows, columns, |place| layout::sign_of(data[place].into()));
        }
        if matches!(format.notation, Notation::Hex | Notation::Bits | Notation::Bank) {
            let width = integer_text(0, Class::Logical, format).len() + 2;
            return self.page(rows, columns, width, format, |out, row, column| {
                let truth = data[row + column * rows].into();
                layout::pad(out, &integer_text(truth, Class::Logical, format), width);
            });
        }
        // Zero has no digits when the columns are counted that fit into a line.
        let width = if data.contains(&true) { 3 } else { 2 };
        self.page(rows, columns, width, format, |out, row, column| {
            out.extend_from_slice(if data[row + column * rows] { b"  1" } else { b"  0" });
        });
    }

    /// Rows of text; they are not indented.
    pub(super) fn text(&mut self, array: &Array<u8>) {
        let (rows, columns) = (array.dims().rows(), array.dims().columns());
        let data = array.as_slice();
        for row in 0..rows {
            self.out.extend((0..columns).map(|column| data[row + column * rows]));
            self.out.push(b'\n');
        }
    }
}

/// `ans(:,:,2)`: the name of a page, counted from 0, of an N-d array.
pub(super) fn page_name(dims: &Dims, number: usize) -> String {
    let mut name = "ans(:,:".to_owned();
    let mut rest = number;
    for &extent in &dims.as_slice()[2..] {
        name.push_str(&format!(",{}", rest % extent + 1));
        rest /= extent;
    }
    name.push(')');
    name
}

/// The text of a scalar of a numeric class or a truth value.
pub(super) fn scalar(value: &Value, format: &Format) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match value {
        Value::Double(array) => real_scalar(&mut out, *array.as_scalar()?, false, format),
        Value::Range(range) if range.len() == 1 => {
            real_scalar(&mut out, range.get(0), false, format);
        }
        Value::Single(array) => real_scalar(&mut out, f64::from(*array.as_scalar()?), true, format),
        Value::Bool(array) => {
            let truth = (*array.as_scalar()?).into();
            out.extend_from_slice(integer_text(truth, Class::Logical, format).as_bytes());
        }
        Value::Complex(array) => complex_scalar(&mut out, *array.as_scalar()?, false, format),
        Value::ComplexSingle(array) => {
            complex_scalar(&mut out, widen(*array.as_scalar()?), true, format);
        }
        other => {
            let integer = *other.to_wide_integers()?.as_scalar()?;
            out.extend_from_slice(integer_text(integer, other.class(), format).as_bytes());
        }
    }
    Some(out)
}

/// An integer or a truth value in a notation.
fn integer_text(integer: i128, class: Class, format: &Format) -> String {
    let bits = match class {
        Class::Int16 | Class::Uint16 => 16,
        Class::Int32 | Class::Uint32 => 32,
        Class::Int64 | Class::Uint64 => 64,
        _ => 8,
    };
    let pattern = (integer as u64) & (u64::MAX >> (64 - bits));
    match format.notation {
        Notation::Signs => char::from(layout::sign_of(integer as f64)).to_string(),
        Notation::Hex => format!("{pattern:0width$x}", width = bits / 4),
        Notation::Bits => format!("{pattern:0bits$b}"),
        Notation::Bank => format!("{integer}.00"),
        _ => integer.to_string(),
    }
}

/// A complex single as a complex double.
pub(super) fn widen(z: C32) -> C64 {
    C64::new(z.re.into(), z.im.into())
}

fn real_scalar(out: &mut Vec<u8>, x: f64, single: bool, format: &Format) {
    layout::real_scalar(x, format, single).write(out, x);
}

fn complex_scalar(out: &mut Vec<u8>, z: C64, single: bool, format: &Format) {
    let (re, im) = (Extent::of_scalar(z.re, single), Extent::of_scalar(z.im, single));
    let extent = Extent {
        largest: re.largest.max(im.largest),
        smallest: re.largest.min(im.largest),
        whole: re.whole && im.whole,
        nonfinite: re.nonfinite || im.nonfinite,
    };
    complex_number(out, z, layout::complex(extent, format, single, true));
}

fn complex_number(out: &mut Vec<u8>, z: C64, layout: ComplexLayout) {
    if layout.real.style == Style::Sign {
        return out.push(if z.re == 0.0 { b'i' } else { b'c' });
    }
    layout.real.write(out, z.re);
    match layout.real.style {
        // Amounts of money are real.
        Style::Fixed(2) if layout.money => return,
        Style::Hex { .. } | Style::Bits { .. } => {
            out.extend_from_slice(b"  ");
            layout.imaginary.write(out, z.im);
            return out.push(b'i');
        }
        _ => {}
    }
    let minus = z.im.is_sign_negative();
    out.extend_from_slice(if minus { b" - " } else { b" + " });
    let imaginary: Layout = layout.imaginary;
    imaginary.write(out, if minus { -z.im } else { z.im });
    out.push(b'i');
}
