//! Text read as a template says: what `sscanf` and `fscanf` do.

use formwork_runtime::{Array, Dims, Error, Quote, Result, Value, format};

use crate::context::{Args, Context, Values};
use crate::kit::decimal::decimal_length;

/// The bits of the missing value `NA`.
const MISSING: u64 = 0x7ff8_40f4_4000_0000;

enum Piece {
    Blanks,
    Literal(u8),
    Conversion(Conversion),
}

struct Conversion {
    discard: bool,
    width: Option<usize>,
    long: bool,
    kind: Kind,
}

enum Kind {
    /// Signed; `None`: the prefix says the base.
    Signed(Option<u32>),
    Unsigned(u32),
    Float,
    Characters,
    Word,
    Set(Box<[bool; 256]>),
    /// It takes nothing and gives nothing.
    Nothing,
}

impl Kind {
    const fn is_text(&self) -> bool {
        matches!(self, Kind::Characters | Kind::Word | Kind::Set(_))
    }
}

/// What a conversion read.
enum Item {
    Number(f64),
    Text(Vec<u8>),
}

pub(crate) fn sscanf(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Value::Char(text, _) = &args[0] else {
        return Err(Error::plain("sscanf: argument STRING must be a string"));
    };
    Ok(scan("sscanf", text.as_slice(), &args[1], args.get(2), nargout)?.values)
}

/// What was read of a text.
pub(crate) struct Scanned {
    /// The outputs of the function.
    pub(crate) values: Values,
    /// How many bytes were used.
    pub(crate) used: usize,
    /// Whether reading went on to the end of the text.
    pub(crate) met_end: bool,
}

/// Reads a text as a template says, for the function `name`.
///
/// # Errors
///
/// If the template or the size is none.
pub(crate) fn scan(
    name: &str,
    text: &[u8],
    template: &Value,
    size: Option<&Value>,
    nargout: usize,
) -> Result<Scanned> {
    let Value::Char(template, quote) = template else {
        return Err(Error::plain(format!("{name}: format TEMPLATE must be a string")));
    };
    let template = match quote {
        Quote::Single => format::escapes(template.as_slice()).0,
        Quote::Double => template.as_slice().to_vec(),
    };
    let pieces = parse(name, &template)?;
    let mut scanner = Scanner { text, at: 0, failed: false, short: false };
    let values = if size.is_some_and(Value::is_char) {
        one_by_one(name, &pieces, &mut scanner, nargout)
    } else {
        let size = read_size(name, size)?;
        let (value, count) = all(&pieces, &mut scanner, &size);
        let message =
            if scanner.failed { format!("{name}: format failed to match") } else { String::new() };
        smallvec::smallvec![
            value,
            Value::count(count),
            Value::text(message),
            Value::count(scanner.at + 1),
        ]
    };
    let met_end = scanner.short || scanner.is_at_end();
    Ok(Scanned { values, used: scanner.at, met_end })
}

fn parse(name: &str, template: &[u8]) -> Result<Vec<Piece>> {
    let invalid = || Error::plain(format!("{name}: invalid format specified"));
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(&byte) = template.get(at) {
        at += 1;
        if is_blank(byte) {
            if !matches!(pieces.last(), Some(Piece::Blanks)) {
                pieces.push(Piece::Blanks);
            }
            continue;
        }
        if byte != b'%' {
            pieces.push(Piece::Literal(byte));
            continue;
        }
        let discard = template.get(at) == Some(&b'*');
        at += usize::from(discard);
        let start = at;
        while template.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let width = std::str::from_utf8(&template[start..at]).ok().and_then(|n| n.parse().ok());
        let modifier = match template.get(at) {
            Some(&letter @ (b'l' | b'h' | b'L')) => {
                at += 1;
                Some(letter)
            }
            _ => None,
        };
        let letter = *template.get(at).ok_or_else(invalid)?;
        at += 1;
        let kind = match (letter, modifier) {
            (b'%', None) => {
                pieces.push(Piece::Literal(b'%'));
                continue;
            }
            (b'd', None | Some(b'l' | b'h')) => Kind::Signed(Some(10)),
            (b'i', None | Some(b'l' | b'h')) => Kind::Signed(None),
            (b'u', None | Some(b'l' | b'h')) => Kind::Unsigned(10),
            (b'o', None | Some(b'l' | b'h')) => Kind::Unsigned(8),
            (b'x' | b'X', None | Some(b'l' | b'h')) => Kind::Unsigned(16),
            (b'f' | b'e' | b'E' | b'g' | b'G', _) => Kind::Float,
            (b'c', None | Some(b'l')) => Kind::Characters,
            (b's', None) => Kind::Word,
            (b'p', None) => Kind::Nothing,
            (b'[', None) => {
                let (set, end) = parse_set(template, at).ok_or_else(invalid)?;
                at = end;
                Kind::Set(Box::new(set))
            }
            _ => return Err(invalid()),
        };
        let long = modifier == Some(b'l');
        pieces.push(Piece::Conversion(Conversion { discard, width, long, kind }));
    }
    Ok(pieces)
}

fn parse_set(template: &[u8], start: usize) -> Option<([bool; 256], usize)> {
    let mut at = start;
    let mut set = [false; 256];
    let negated = template.get(at) == Some(&b'^');
    at += usize::from(negated);
    let first = at;
    loop {
        let byte = *template.get(at)?;
        if byte == b']' && at > first {
            break;
        }
        let upper = template.get(at + 2).copied().filter(|&upper| upper != b']');
        if let (Some(b'-'), Some(upper)) = (template.get(at + 1), upper) {
            for member in byte..=upper {
                set[usize::from(member)] = true;
            }
            at += 3;
        } else {
            set[usize::from(byte)] = true;
            at += 1;
        }
    }
    if negated {
        for member in &mut set {
            *member = !*member;
        }
    }
    Some((set, at + 1))
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 11
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    failed: bool,
    /// Whether something was asked for where nothing was left.
    short: bool,
}

impl Scanner<'_> {
    fn skip_blanks(&mut self) {
        while self.text.get(self.at).copied().is_some_and(is_blank) {
            self.at += 1;
        }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn literal(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        self.failed = !found && !self.is_at_end();
        found
    }

    /// What a conversion reads; `None` if it fails or there is nothing left.
    fn convert(&mut self, conversion: &Conversion) -> Option<Item> {
        if !matches!(conversion.kind, Kind::Characters | Kind::Set(_)) {
            self.skip_blanks();
        }
        if self.is_at_end() {
            self.short = true;
            return None;
        }
        let rest = &self.text[self.at..];
        let limited = &rest[..conversion.width.unwrap_or(rest.len()).min(rest.len())];
        let result = match &conversion.kind {
            Kind::Signed(base) => integer(limited, *base).map(|(number, length)| {
                let (least, most) = if conversion.long {
                    (i64::MIN.into(), i64::MAX.into())
                } else {
                    (i32::MIN.into(), i32::MAX.into())
                };
                (Item::Number(number.clamp(least, most) as f64), length)
            }),
            Kind::Unsigned(base) => integer(limited, Some(*base)).map(|(number, length)| {
                let most = if conversion.long { u64::MAX.into() } else { i128::from(u32::MAX) };
                let wrapped = if number < 0 { number + most + 1 } else { number };
                (Item::Number(wrapped.clamp(0, most) as f64), length)
            }),
            Kind::Float => float(limited).map(|(number, length)| (Item::Number(number), length)),
            Kind::Characters => {
                let length = conversion.width.unwrap_or(1).min(rest.len());
                Some((Item::Text(rest[..length].to_vec()), length))
            }
            Kind::Word => {
                let length = limited.iter().take_while(|&&byte| !is_blank(byte)).count();
                Some((Item::Text(limited[..length].to_vec()), length))
            }
            Kind::Set(set) => {
                let length = limited.iter().take_while(|&&byte| set[usize::from(byte)]).count();
                (length > 0).then(|| (Item::Text(limited[..length].to_vec()), length))
            }
            Kind::Nothing => None,
        };
        match result {
            Some((item, length)) => {
                self.at += length;
                Some(item)
            }
            None => {
                self.failed = true;
                None
            }
        }
    }
}

fn integer(text: &[u8], base: Option<u32>) -> Option<(i128, usize)> {
    let negative = text.first() == Some(&b'-');
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let hex_prefix = matches!(text.get(at..at + 2), Some([b'0', b'x' | b'X']))
        && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        Some(base) => base,
        None if hex_prefix => 16,
        None if text.get(at) == Some(&b'0') => 8,
        None => 10,
    };
    if base == 16 && hex_prefix {
        at += 2;
    }
    let start = at;
    let mut sum = 0i128;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(base)) {
        sum = (sum * i128::from(base) + i128::from(digit)).min(1 << 100);
        at += 1;
    }
    (at > start).then_some((if negative { -sum } else { sum }, at))
}

fn float(text: &[u8]) -> Option<(f64, usize)> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let factor = if text.first() == Some(&b'-') { -1.0 } else { 1.0 };
    let word = &text[sign..];
    let starts = |name: &[u8]| word.get(..name.len()).is_some_and(|w| w.eq_ignore_ascii_case(name));
    if starts(b"infinity") {
        return Some((factor * f64::INFINITY, sign + 8));
    }
    if starts(b"inf") {
        return Some((factor * f64::INFINITY, sign + 3));
    }
    if starts(b"nan") {
        return Some((f64::NAN, sign + 3));
    }
    if word.starts_with(b"NA") {
        return Some((f64::from_bits(MISSING), sign + 2));
    }
    let length = decimal_length(text)?;
    let number = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
    Some((number, length))
}

/// The size that is asked for: rows, if there is a matrix, and how many elements.
struct Size {
    rows: Option<usize>,
    columns: usize,
    most: usize,
}

fn read_size(name: &str, value: Option<&Value>) -> Result<Size> {
    let everything = Size { rows: None, columns: 0, most: usize::MAX };
    let Some(value) = value else { return Ok(everything) };
    let wrong = || Error::plain(format!("{name}: invalid size specification (must be 2-D)"));
    let numbers = value.to_f64_array().ok_or_else(wrong)?;
    let extent = |x: f64, may_be_infinite: bool| {
        if x.is_nan() {
            return Err(Error::plain(format!("{name}: NaN invalid as size specification")));
        }
        if x < 0.0 {
            return Err(Error::plain(format!(
                "{name}: negative value invalid as size specification"
            )));
        }
        if x.is_infinite() && !may_be_infinite {
            return Err(Error::plain(format!(
                "{name}: infinite value invalid as size specification"
            )));
        }
        Ok(if x.is_infinite() { usize::MAX } else { x.round() as usize })
    };
    match numbers.as_slice() {
        [count] => Ok(Size { rows: None, columns: 0, most: extent(*count, true)? }),
        [rows, columns] => {
            let (rows, columns) = (extent(*rows, false)?, extent(*columns, true)?);
            Ok(Size { rows: Some(rows), columns, most: rows.saturating_mul(columns) })
        }
        _ => Err(wrong()),
    }
}

/// Applies the template again and again; gives what was read and how many
/// conversions succeeded.
fn all(pieces: &[Piece], scanner: &mut Scanner<'_>, size: &Size) -> (Value, usize) {
    let conversions = || {
        pieces.iter().filter_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion),
            _ => None,
        })
    };
    let all_text = conversions().filter(|c| !c.discard).all(|c| c.kind.is_text());
    if pieces.is_empty() || conversions().any(|c| matches!(c.kind, Kind::Nothing)) {
        return (Value::empty(), 0);
    }
    let mut data: Vec<f64> = Vec::new();
    let mut count = 0;
    'reading: loop {
        let before = scanner.at;
        for piece in pieces {
            if data.len() >= size.most {
                break 'reading;
            }
            match piece {
                Piece::Blanks => scanner.skip_blanks(),
                Piece::Literal(byte) => {
                    if !scanner.literal(*byte) {
                        break 'reading;
                    }
                }
                Piece::Conversion(conversion) => {
                    let Some(item) = scanner.convert(conversion) else { break 'reading };
                    if conversion.discard {
                        continue;
                    }
                    count += 1;
                    match item {
                        Item::Number(number) => data.push(number),
                        Item::Text(text) => data.extend(text.into_iter().map(f64::from)),
                    }
                }
            }
        }
        if conversions().next().is_none() || scanner.is_at_end() || scanner.at == before {
            break;
        }
    }
    let dims = match size.rows {
        Some(0) => Dims::matrix(0, if size.columns == usize::MAX { 0 } else { size.columns }),
        Some(rows) => {
            let columns = data.len().div_ceil(rows);
            data.resize(rows * columns, 0.0);
            Dims::matrix(rows, columns)
        }
        None if all_text => Dims::matrix(1, data.len()),
        None if size.most == 0 => Dims::EMPTY,
        None => Dims::matrix(data.len(), 1),
    };
    let value = if all_text {
        let bytes = data.iter().map(|&x| x as u8).collect();
        Value::Char(Array::new(dims, bytes), Quote::Single)
    } else {
        Value::Double(Array::new(dims, data))
    };
    (value, count)
}

/// Applies the template once; each conversion has an output of its own, and the
/// count and the message follow.
fn one_by_one(name: &str, pieces: &[Piece], scanner: &mut Scanner<'_>, nargout: usize) -> Values {
    let mut outputs = Values::new();
    let (mut count, mut stopped) = (0usize, false);
    for piece in pieces {
        match piece {
            Piece::Blanks => scanner.skip_blanks(),
            Piece::Literal(byte) => stopped = stopped || !scanner.literal(*byte),
            Piece::Conversion(conversion) => {
                let item = if stopped { None } else { scanner.convert(conversion) };
                stopped = stopped || item.is_none();
                if conversion.discard {
                    continue;
                }
                count += usize::from(item.is_some());
                outputs.push(match item {
                    Some(Item::Number(number)) => Value::double(number),
                    Some(Item::Text(text)) => Value::text(text),
                    None => Value::empty(),
                });
            }
        }
    }
    outputs.push(Value::count(count));
    let message = if stopped { format!("%s: read error: {name}") } else { String::new() };
    outputs.push(Value::text(message));
    outputs.truncate(nargout.max(1));
    outputs
}
