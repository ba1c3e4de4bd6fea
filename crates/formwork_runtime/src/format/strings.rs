//! Strings as MATLAB shows them: each element in quotes, columns filled up with blanks; what is
//! missing stands without quotes.
//!
//! ```text
//! s =
//!
//!   1×2 string array
//!
//!     "a"    "bcd"
//! ```

use super::containers::Printer;
use crate::array::Array;
use crate::dims::Dims;
use crate::strings::StringElement;

/// How wide a line may be.
const WIDTH: usize = 80;

fn shown(element: &StringElement) -> Vec<u8> {
    match element.text() {
        Some(text) => [b"\"", text, b"\""].concat(),
        None => b"<missing>".to_vec(),
    }
}

/// How many columns a text takes: its characters.
fn width(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).chars().count()
}

/// `2×3`
fn extents(dims: &Dims) -> String {
    dims.to_string().replace('x', "×")
}

impl Printer<'_> {
    /// `name =` and the elements.
    pub(super) fn named_strings(
        &mut self,
        name: &str,
        array: &Array<StringElement>,
        indent: usize,
    ) {
        if indent > 0
            && let Some(element) = array.as_scalar()
        {
            self.start(indent);
            self.text(name);
            self.text(" = ");
            self.out.extend(shown(element));
            self.out.push(b'\n');
            return;
        }
        // MATLAB leaves a blank behind the sign.
        self.line(indent, &format!("{name} = "));
        self.blank();
        self.strings(array, indent);
        self.blank();
    }

    /// The size, if there is more than one element, and the elements.
    fn strings(&mut self, array: &Array<StringElement>, indent: usize) {
        let dims = array.dims();
        if array.is_empty() {
            return self.line(indent + 2, &format!("{} empty string array", extents(dims)));
        }
        if array.as_scalar().is_none() {
            self.line(indent + 2, &format!("{} string array", extents(dims)));
            self.blank();
        }
        self.elements(array, indent);
    }

    /// The elements in rows and columns, page by page.
    fn elements(&mut self, array: &Array<StringElement>, indent: usize) {
        let dims = array.dims();
        let (rows, columns) = (dims.rows(), dims.columns());
        if dims.is_matrix() {
            return self.page_of_strings(array.as_slice(), rows, indent);
        }
        let count = array.numel() / (rows * columns);
        for (number, page) in array.as_slice().chunks(rows * columns).enumerate() {
            let name = super::arrays::page_name(dims, number);
            self.line(indent + 2, &format!("{} = ", name.trim_start_matches("ans")));
            self.blank();
            self.page_of_strings(page, rows, indent);
            if number + 1 < count {
                self.blank();
            }
        }
    }

    fn page_of_strings(&mut self, elements: &[StringElement], rows: usize, indent: usize) {
        let texts: Vec<Vec<u8>> = elements.iter().map(shown).collect();
        let widths: Vec<usize> = texts
            .chunks(rows)
            .map(|column| column.iter().map(|text| width(text)).max().unwrap_or(0) + 4)
            .collect();
        let parts = parts(&widths, WIDTH.saturating_sub(indent));
        for (number, part) in parts.iter().enumerate() {
            if parts.len() > 1 {
                let (first, last) = (part.start + 1, part.end);
                let heading = match first == last {
                    true => format!("Column {first}"),
                    false => format!("Columns {first} through {last}"),
                };
                self.line(indent + 2, &heading);
                self.blank();
            }
            for row in 0..rows {
                self.start(indent);
                for column in part.clone() {
                    let text = &texts[row + column * rows];
                    self.start(4);
                    self.out.extend_from_slice(text);
                    self.start(widths[column] - 4 - width(text));
                }
                self.out.push(b'\n');
            }
            if number + 1 < parts.len() {
                self.blank();
            }
        }
    }

    /// What `disp` writes: one string as its text, several without their size.
    pub(super) fn bare_strings(&mut self, array: &Array<StringElement>) {
        match array.as_scalar() {
            Some(element) => {
                let text = element.text().unwrap_or(b"<missing>").to_vec();
                self.out.extend(text);
                self.out.push(b'\n');
            }
            None if array.is_empty() => self.strings(array, 0),
            None => self.elements(array, 0),
        }
    }
}

/// The columns that fit into a line, one after the other; at least one in each.
fn parts(widths: &[usize], line: usize) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let (mut first, mut used) = (0, 0);
    for (column, width) in widths.iter().enumerate() {
        if column > first && used + width > line {
            parts.push(first..column);
            (first, used) = (column, 0);
        }
        used += width;
    }
    parts.push(first..widths.len());
    parts
}
