//! Reading fields one after the other. The end of a line separates fields as a delimiter does.

use formwork_runtime::{Class, Result};

use super::format::{Format, Kind, Piece};
use super::options::Options;
use crate::kit::decimal::decimal_length;

/// What one piece of the format has read.
pub(super) enum Column {
    Numbers(Class, Vec<f64>),
    Texts(Vec<Vec<u8>>),
}

impl Column {
    pub(super) fn len(&self) -> usize {
        match self {
            Column::Numbers(_, numbers) => numbers.len(),
            Column::Texts(texts) => texts.len(),
        }
    }

    /// The class of its numbers.
    pub(super) fn class(&self) -> Option<Class> {
        match self {
            Column::Numbers(class, _) => Some(*class),
            Column::Texts(_) => None,
        }
    }
}

/// What was read.
pub(super) struct Read {
    pub(super) columns: Vec<Column>,
    pub(super) used: usize,
    pub(super) error: Option<String>,
}

enum Field {
    Number(f64),
    Text(Vec<u8>),
    Nothing,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    options: &'a Options,
    /// Whether the byte before is a separator, so that a field must follow.
    owed: bool,
}

/// How many fields the first line has.
pub(super) fn first_width(text: &[u8], options: &Options) -> usize {
    let mut reader = Reader::new(text, options);
    reader.skip_lines(options.header_lines);
    let rest = &text[reader.at..];
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let line = rest[..end].trim_ascii();
    if options.delimiters.is_empty() {
        return line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count();
    }
    line.split(|byte| options.delimiters.contains(byte)).count()
}

/// Reads rows until the end, a mistake, or so many.
pub(super) fn read(
    text: &[u8],
    format: &Format,
    options: &Options,
    rows: Option<usize>,
    poll: &mut dyn FnMut() -> Result<()>,
) -> Result<Read> {
    let kept = format
        .pieces
        .iter()
        .filter(|piece| !piece.discard && !matches!(piece.kind, Kind::Literal(_)));
    let mut columns: Vec<Column> = kept
        .map(|piece| match piece.kind {
            Kind::Number(class) => Column::Numbers(class, Vec::new()),
            _ => Column::Texts(Vec::new()),
        })
        .collect();
    let mut reader = Reader::new(text, options);
    reader.skip_lines(options.header_lines);
    let mut error = None;
    let mut row = 0;
    'rows: while rows.is_none_or(|rows| row < rows) {
        row += 1;
        if row % 1024 == 0 {
            poll()?;
        }
        let start = reader.at;
        reader.owed = false;
        reader.skip_blanks();
        if reader.is_at_end() {
            break;
        }
        let mut place = 0;
        for (number, piece) in format.pieces.iter().enumerate() {
            let Some(field) = reader.field(piece) else {
                if !reader.is_at_end() {
                    error = Some(format!("Read error in field {} of row {row}", number + 1));
                }
                break 'rows;
            };
            if let Kind::Literal(_) = piece.kind {
                // Behind the last piece the next row begins.
                if number + 1 == format.pieces.len() {
                    reader.separator(None);
                }
                continue;
            }
            if !piece.discard {
                match (&mut columns[place], field) {
                    (Column::Numbers(_, all), Field::Number(x)) => all.push(x),
                    (Column::Texts(all), Field::Text(text)) => all.push(text),
                    (Column::Numbers(..), _) | (Column::Texts(_), _) => {}
                }
                place += 1;
            }
            reader.separator(format.pieces.get(number + 1));
        }
        if reader.at == start {
            break;
        }
    }
    Ok(Read { columns, used: reader.at, error })
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], options: &'a Options) -> Reader<'a> {
        Reader { text, at: 0, options, owed: false }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_lines(&mut self, count: usize) {
        for _ in 0..count {
            match self.rest().iter().position(|&byte| byte == b'\n') {
                Some(end) => self.at += end + 1,
                None => self.at = self.text.len(),
            }
        }
    }

    /// Whether white space separates fields.
    fn by_blanks(&self) -> bool {
        self.options.delimiters.is_empty() && self.options.long_delimiters.is_empty()
    }

    /// The length of the end of the line that stands here.
    fn line_end(&self) -> Option<usize> {
        let rest = self.rest();
        match &self.options.line_end {
            Some(end) => rest.starts_with(end).then_some(end.len()),
            None if rest.starts_with(b"\r\n") => Some(2),
            None => matches!(rest.first(), Some(b'\n' | b'\r')).then_some(1),
        }
    }

    /// The length of the separator that stands here.
    fn delimiter(&self) -> Option<usize> {
        let rest = self.rest();
        if let Some(long) = self.options.long_delimiters.iter().find(|long| rest.starts_with(long))
        {
            return Some(long.len());
        }
        let first = rest.first()?;
        if self.options.delimiters.contains(first) { Some(1) } else { None }
    }

    /// Goes over white space that separates nothing, and over remarks.
    fn skip_blanks(&mut self) {
        loop {
            let start = self.at;
            while let Some(byte) = self.rest().first()
                && self.options.whitespace.contains(byte)
                && self.delimiter().is_none()
            {
                self.at += 1;
            }
            for (open, close) in &self.options.comments {
                if !self.rest().starts_with(open) {
                    continue;
                }
                let inside = &self.rest()[open.len()..];
                let end = match close {
                    Some(close) => inside
                        .windows(close.len().max(1))
                        .position(|window| window == close)
                        .map(|end| end + close.len()),
                    // The end of the line goes with a remark that fills it.
                    None => inside.iter().position(|&byte| byte == b'\n').map(|end| {
                        let before = &self.text[..self.at];
                        let alone = before.last().is_none_or(|&byte| byte == b'\n');
                        end + usize::from(alone)
                    }),
                };
                self.at += open.len() + end.unwrap_or(inside.len());
            }
            if self.at == start {
                return;
            }
        }
    }

    /// Goes over what stands between this field and the next.
    fn separator(&mut self, next: Option<&Piece>) {
        self.owed = false;
        // What the format itself writes there is no separator.
        if matches!(next, Some(Piece { kind: Kind::Literal(_), .. })) {
            return;
        }
        self.skip_blanks();
        let mut any = false;
        while let Some(length) = self.delimiter().or_else(|| self.line_end()) {
            let is_delimiter = self.delimiter().is_some();
            self.at += length;
            self.owed = is_delimiter;
            any = true;
            if !self.options.many_as_one {
                break;
            }
            self.skip_blanks();
        }
        if any {
            self.skip_blanks();
        }
    }

    /// Whether a field ends here.
    fn ends(&self) -> bool {
        if self.is_at_end() || self.delimiter().is_some() || self.line_end().is_some() {
            return true;
        }
        self.by_blanks() && self.rest().first().is_some_and(|b| self.options.whitespace.contains(b))
    }

    /// What one piece reads; `None` if it is not there.
    fn field(&mut self, piece: &Piece) -> Option<Field> {
        if !matches!(piece.kind, Kind::Characters) {
            self.skip_blanks();
        }
        if self.is_at_end() && !self.owed {
            return None;
        }
        let width = piece.width.unwrap_or(usize::MAX);
        match &piece.kind {
            Kind::Literal(literal) => {
                self.owed = false;
                let found = self.rest().starts_with(literal);
                self.at += if found { literal.len() } else { 0 };
                found.then_some(Field::Nothing)
            }
            Kind::Number(_) => {
                if self.ends() {
                    return Some(Field::Number(self.options.empty));
                }
                self.number(piece).map(Field::Number)
            }
            Kind::Word => {
                let start = self.at;
                while !self.ends() && self.at - start < width {
                    self.at += 1;
                }
                Some(Field::Text(self.text[start..self.at].to_vec()))
            }
            Kind::Quoted if self.rest().first() == Some(&b'"') => Some(Field::Text(self.quoted())),
            Kind::Quoted => {
                let start = self.at;
                while !self.ends() {
                    self.at += 1;
                }
                Some(Field::Text(self.text[start..self.at].to_vec()))
            }
            Kind::Characters => {
                let count = piece.width.unwrap_or(1).min(self.rest().len());
                let text = self.rest()[..count].to_vec();
                self.at += count;
                (count > 0).then_some(Field::Text(text))
            }
            Kind::Set(members) => {
                let rest = self.rest();
                let count =
                    rest.iter().take(width).take_while(|&&byte| members[usize::from(byte)]).count();
                self.at += count;
                Some(Field::Text(rest[..count].to_vec()))
            }
        }
    }

    /// A text in quotes; two of them inside stand for one.
    fn quoted(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        self.at += 1;
        while let Some(&byte) = self.rest().first() {
            self.at += 1;
            if byte == b'"' {
                if self.rest().first() != Some(&b'"') {
                    break;
                }
                self.at += 1;
            }
            text.push(byte);
        }
        text
    }

    fn number(&mut self, piece: &Piece) -> Option<f64> {
        let rest = self.rest();
        for empty in &self.options.empties {
            if !empty.is_empty() && rest.starts_with(empty) {
                self.at += empty.len();
                return Some(self.options.empty);
            }
        }
        let rest = &rest[..piece.width.unwrap_or(rest.len()).min(rest.len())];
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let factor = if rest.first() == Some(&b'-') { -1.0 } else { 1.0 };
        let word = &rest[sign..];
        for (name, value) in [(&b"inf"[..], f64::INFINITY), (b"nan", f64::NAN)] {
            if word.get(..3).is_some_and(|word| word.eq_ignore_ascii_case(name)) {
                self.at += sign + 3;
                return Some(factor * value);
            }
        }
        if word.starts_with(b"NA") {
            self.at += sign + 2;
            return Some(f64::from_bits(crate::kit::not_available::NA_BITS));
        }
        let mut length = decimal_length(rest)?;
        let mut beyond = 0;
        if let Some(decimals) = piece.decimals
            && let Some(point) = rest[..length].iter().position(|&byte| byte == b'.')
            && length >= point + 1 + decimals
        {
            length = point + 1 + decimals;
            // Digits beyond those that are read belong to the number all the same: with a width, one
            // more than it has.
            beyond = piece.width.map_or(usize::MAX, |width| (width + 1).saturating_sub(length));
        }
        let text = std::str::from_utf8(&rest[..length]).ok()?;
        let number = text.parse().ok()?;
        self.at += length;
        let digits = self.rest().iter().take(beyond);
        self.at += digits.take_while(|byte| byte.is_ascii_digit()).count();
        Some(number)
    }
}
