//! Dates as text: `datestr`, and what `datevec` reads.

use formwork_runtime::{Error, Result, Value};

use super::calendar::{DAYS, DateVector, MONTHS, date_of, day_number, now_vector};
use crate::context::{Context, Values, one};
use crate::kit::text::char_matrix;

/// The formats that have a number.
const FORMATS: [&str; 32] = [
    "dd-mmm-yyyy HH:MM:SS",
    "dd-mmm-yyyy",
    "mm/dd/yy",
    "mmm",
    "m",
    "mm",
    "mm/dd",
    "dd",
    "ddd",
    "d",
    "yyyy",
    "yy",
    "mmmyy",
    "HH:MM:SS",
    "HH:MM:SS PM",
    "HH:MM",
    "HH:MM PM",
    "QQ-YY",
    "QQ",
    "dd/mm",
    "dd/mm/yy",
    "mmm.dd,yyyy HH:MM:SS",
    "mmm.dd,yyyy",
    "mm/dd/yyyy",
    "dd/mm/yyyy",
    "yy/mm/dd",
    "yyyy/mm/dd",
    "QQ-YYYY",
    "mmmyyyy",
    "yyyy-mm-dd",
    "yyyymmddTHHMMSS",
    "yyyy-mm-dd HH:MM:SS",
];

/// The formats that are tried on a text, in order.
const READABLE: [&str; 29] = [
    "dd-mmm-yyyy HH:MM:SS",
    "dd-mmm-yyyy",
    "mm/dd/yy",
    "mm/dd",
    "HH:MM:SS",
    "HH:MM:SS PM",
    "HH:MM",
    "HH:MM PM",
    "mm/dd/yyyy",
    "mmm-dd-yyyy HH:MM:SS",
    "mmm-dd-yyyy",
    "dd mmm yyyy HH:MM:SS",
    "dd mmm yyyy",
    "mmm dd yyyy HH:MM:SS",
    "mmm dd yyyy",
    "dd.mmm.yyyy HH:MM:SS",
    "dd.mmm.yyyy",
    "mmm.dd.yyyy HH:MM:SS",
    "mmm.dd.yyyy",
    "mm/dd/yyyy HH:MM",
    "yyyy/mm/dd HH:MM:SS",
    "yyyy/mm/dd HH:MM",
    "yyyy/mm/dd",
    "yyyy-mm-dd HH:MM:SS",
    "yyyy-mm-dd HH:MM",
    "yyyy-mm-dd",
    "mmm.dd,yyyy HH:MM:SS",
    "mmm.dd,yyyy",
    "mmmyyyy",
];

/// A piece of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Year,
    ShortYear,
    MonthName,
    MonthShort,
    MonthNumber,
    MonthLetter,
    DayName,
    DayShort,
    DayNumber,
    DayLetter,
    Hour,
    Minute,
    Second,
    Millisecond,
    Noon,
    Quarter,
    Literal(u8),
}

const PIECES: [(&[u8], Piece); 20] = [
    (b"yyyy", Piece::Year),
    (b"YYYY", Piece::Year),
    (b"yy", Piece::ShortYear),
    (b"YY", Piece::ShortYear),
    (b"mmmm", Piece::MonthName),
    (b"mmm", Piece::MonthShort),
    (b"mm", Piece::MonthNumber),
    (b"m", Piece::MonthLetter),
    (b"dddd", Piece::DayName),
    (b"ddd", Piece::DayShort),
    (b"dd", Piece::DayNumber),
    (b"DD", Piece::DayNumber),
    (b"d", Piece::DayLetter),
    (b"HH", Piece::Hour),
    (b"MM", Piece::Minute),
    (b"SS", Piece::Second),
    (b"FFF", Piece::Millisecond),
    (b"AM", Piece::Noon),
    (b"PM", Piece::Noon),
    (b"QQ", Piece::Quarter),
];

fn pieces(format: &[u8]) -> Vec<Piece> {
    let mut result = Vec::new();
    let mut at = 0;
    while at < format.len() {
        match PIECES.iter().find(|(text, _)| format[at..].starts_with(text)) {
            Some((text, piece)) => {
                result.push(*piece);
                at += text.len();
            }
            None => {
                result.push(Piece::Literal(format[at]));
                at += 1;
            }
        }
    }
    result
}

/// Dates in a format: a char matrix.
///
/// # Errors
///
/// If there is no format of that number.
pub(super) fn written(dates: &[DateVector], format: Option<&Value>) -> Result<Values> {
    let format: Vec<u8> = match format {
        Some(value) if value.is_char() && !value.is_empty() => {
            value.as_bytes().unwrap_or_default().to_vec()
        }
        Some(value) if !value.is_empty() => {
            let Some(number) = value.to_f64() else {
                return Err(Error::plain(format!(
                    "binary operator '+' not implemented for '{}' by 'scalar' operations",
                    formwork_runtime::ops::type_name(value)
                )));
            };
            match FORMATS.get(number.max(0.0) as usize) {
                Some(format) => format.as_bytes().to_vec(),
                None => {
                    return Err(Error::with_id(
                        "Octave:index-out-of-bounds",
                        format!(
                            "dateform({}): out of bound 32 (dimensions are 32x1)",
                            number + 1.0
                        ),
                    ));
                }
            }
        }
        _ => {
            let at_midnight = dates.iter().all(|date| date[3..].iter().all(|&part| part == 0.0));
            let without_day =
                dates.iter().all(|date| date[0] == -1.0 && date[1] == 12.0 && date[2] == 31.0);
            let number = if at_midnight {
                1
            } else if without_day {
                16
            } else {
                0
            };
            FORMATS[number].as_bytes().to_vec()
        }
    };
    let pieces = pieces(&format);
    let rows: Vec<Vec<u8>> = dates.iter().map(|date| write_one(date, &pieces)).collect();
    one(char_matrix(&rows)?)
}

fn write_one(date: &DateVector, pieces: &[Piece]) -> Vec<u8> {
    let mut date = *date;
    let mut milliseconds = ((date[5] - date[5].floor()) * 1000.0).round();
    // What would be 1000 milliseconds is the next second.
    if milliseconds >= 1000.0 {
        date[5] = date[5].floor() + 1.0;
        milliseconds = 0.0;
        date = date_of(day_number(&date));
        date[5] = date[5].round();
    }
    let [year, month, day, hour, minute, second] = date;
    let month_name = MONTHS[(month as usize).clamp(1, 12) - 1];
    let day_name = {
        let number = day_number(&[year, month, day, 0.0, 0.0, 0.0]);
        DAYS[(number + 5.0).rem_euclid(7.0) as usize]
    };
    let noon = pieces.contains(&Piece::Noon);
    let mut text = Vec::new();
    for piece in pieces {
        let part = match piece {
            Piece::Year => format!("{year:04}"),
            Piece::ShortYear => format!("{:02}", year.rem_euclid(100.0)),
            Piece::MonthName => month_name.to_owned(),
            Piece::MonthShort => month_name[..3].to_owned(),
            Piece::MonthNumber => format!("{month:02}"),
            Piece::MonthLetter => month_name[..1].to_owned(),
            Piece::DayName => day_name.to_owned(),
            Piece::DayShort => day_name[..3].to_owned(),
            Piece::DayNumber => format!("{day:02}"),
            Piece::DayLetter => day_name[..1].to_owned(),
            Piece::Hour if noon => {
                let hour = hour.rem_euclid(12.0);
                format!("{:2}", if hour == 0.0 { 12.0 } else { hour })
            }
            Piece::Hour => format!("{hour:02}"),
            Piece::Minute => format!("{minute:02}"),
            Piece::Second => format!("{:02}", second.floor()),
            Piece::Millisecond => format!("{milliseconds:03}"),
            Piece::Noon => (if hour >= 12.0 { "PM" } else { "AM" }).to_owned(),
            Piece::Quarter => format!("Q{}", ((month - 1.0) / 3.0).floor() + 1.0),
            Piece::Literal(byte) => {
                text.push(*byte);
                continue;
            }
        };
        text.extend_from_slice(part.as_bytes());
    }
    text
}

/// The dates that texts say.
///
/// # Errors
///
/// If one of them is none.
pub(super) fn dates_of_texts(
    cx: &mut dyn Context,
    value: &Value,
    format: Option<&Value>,
    pivot: Option<&Value>,
) -> Result<Vec<DateVector>> {
    // A number in place of the format is the pivot year.
    let (format, pivot) = match format {
        Some(number) if !number.is_char() => (None, Some(number)),
        other => (other, pivot),
    };
    let this_year = now_vector(cx)[0];
    let pivot = pivot.and_then(Value::to_f64).unwrap_or(this_year - 50.0);
    let texts = match value {
        Value::Cell(_) => value.cell_texts().unwrap_or_default(),
        // Text without rows is one without letters.
        Value::Char(text, _) if text.is_empty() => vec![Default::default()],
        _ => value.char_rows().unwrap_or_default(),
    };
    let format = format.and_then(Value::as_bytes).filter(|format| !format.is_empty());
    texts
        .iter()
        .map(|text| match format {
            Some(format) => read_one(text, &pieces(format), pivot, this_year).ok_or_else(|| {
                Error::plain("datevec: DATE not parsed correctly with given format")
            }),
            None => READABLE
                .iter()
                .find_map(|format| read_one(text, &pieces(format.as_bytes()), pivot, this_year))
                .ok_or_else(|| {
                    Error::plain("datevec: none of the standard formats match the DATE string")
                }),
        })
        .collect()
}

/// Moves past blanks.
fn skip_blanks(text: &[u8], at: &mut usize) {
    while text.get(*at) == Some(&b' ') {
        *at += 1;
    }
}

/// Reads a number of at most so many digits, after blanks.
fn number(text: &[u8], at: &mut usize, most: usize) -> Option<f64> {
    skip_blanks(text, at);
    let digits = text[*at..].iter().take(most).take_while(|b| b.is_ascii_digit()).count();
    let value = text[*at..*at + digits].iter().fold(0.0, |sum, b| sum * 10.0 + f64::from(b - b'0'));
    *at += digits;
    (digits > 0).then_some(value)
}

/// Reads a name, or its first three letters; gives its place in the list.
fn name(text: &[u8], at: &mut usize, names: &[&str]) -> Option<usize> {
    let rest = &text[*at..];
    let place = names.iter().position(|name| begins(rest, name, 3))?;
    let long = names[place].len();
    *at += if begins(rest, names[place], long) { long } else { 3 };
    Some(place)
}

fn read_one(text: &[u8], pieces: &[Piece], pivot: f64, this_year: f64) -> Option<DateVector> {
    let mut date: [Option<f64>; 6] = [None; 6];
    let mut afternoon = None;
    let mut milliseconds = 0.0;
    let mut at = 0;
    for piece in pieces {
        let mut number = |most: usize| number(text, &mut at, most);
        match piece {
            Piece::Year => date[0] = Some(number(4)?),
            Piece::ShortYear => {
                let short = number(2)?;
                let century = (pivot / 100.0).floor() * 100.0;
                let year = century + short;
                date[0] = Some(if year < pivot { year + 100.0 } else { year });
            }
            Piece::MonthNumber => date[1] = Some(number(2).filter(|m| (1.0..=12.0).contains(m))?),
            Piece::DayNumber => date[2] = Some(number(2).filter(|d| (1.0..=31.0).contains(d))?),
            Piece::Hour => date[3] = Some(number(2).filter(|&hour| hour < 24.0)?),
            Piece::Minute => date[4] = Some(number(2).filter(|&minute| minute < 60.0)?),
            Piece::Second => date[5] = Some(number(2).filter(|&second| second < 61.0)?),
            Piece::Millisecond => milliseconds = number(3)?,
            Piece::MonthName | Piece::MonthShort => {
                let month = name(text, &mut at, &MONTHS)?;
                date[1] = Some((month + 1) as f64);
            }
            Piece::DayName | Piece::DayShort => {
                name(text, &mut at, &DAYS)?;
            }
            Piece::Noon => {
                skip_blanks(text, &mut at);
                let rest = &text[at..];
                afternoon = Some(if begins(rest, "PM", 2) {
                    true
                } else if begins(rest, "AM", 2) {
                    false
                } else {
                    return None;
                });
                at += 2;
            }
            Piece::MonthLetter | Piece::DayLetter | Piece::Quarter => return None,
            Piece::Literal(b' ') => skip_blanks(text, &mut at),
            Piece::Literal(byte) => {
                if text.get(at) != Some(byte) {
                    return None;
                }
                at += 1;
            }
        }
    }
    skip_blanks(text, &mut at);
    if at < text.len() {
        return None;
    }
    let hour = date[3].unwrap_or(0.0);
    let hour = match afternoon {
        Some(true) if hour < 12.0 => hour + 12.0,
        Some(false) if hour == 12.0 => 0.0,
        _ => hour,
    };
    Some([
        date[0].unwrap_or(this_year),
        date[1].unwrap_or(1.0),
        date[2].unwrap_or(1.0),
        hour,
        date[4].unwrap_or(0.0),
        date[5].unwrap_or(0.0) + milliseconds / 1000.0,
    ])
}

fn begins(text: &[u8], name: &str, length: usize) -> bool {
    text.len() >= length && text[..length].eq_ignore_ascii_case(&name.as_bytes()[..length])
}
