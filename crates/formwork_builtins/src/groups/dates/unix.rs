//! Times as Unix takes them apart: `gmtime`, `mktime`, `strftime`, `strptime`.

use formwork_runtime::{Error, Result, StructArray, Value};

use super::calendar::{DAYS, DateVector, EPOCH, MONTHS, date_of, day_number, is_leap};
use crate::arguments::number::real_scalar;
use crate::context::{Args, Context, Values, one};
use crate::kit::text::two;

/// The parts of a time, counted as C does.
#[derive(Clone, Debug, Default)]
struct Parts {
    usec: f64,
    sec: f64,
    min: f64,
    hour: f64,
    mday: f64,
    mon: f64,
    year: f64,
    wday: f64,
    yday: f64,
    zone: String,
}

fn day_of_year(year: f64, month: f64, day: f64) -> f64 {
    day_number(&[year, month, day, 0.0, 0.0, 0.0]) - day_number(&[year, 1.0, 1.0, 0.0, 0.0, 0.0])
}

impl Parts {
    fn of_seconds(time: f64, zone: &str) -> Parts {
        let whole = time.floor();
        let day = (whole / 86400.0).floor();
        let rest = whole - 86400.0 * day;
        let [year, month, mday, ..]: DateVector = date_of(EPOCH + day);
        Parts {
            usec: ((time - whole) * 1e6).round(),
            sec: rest % 60.0,
            min: (rest / 60.0).floor() % 60.0,
            hour: (rest / 3600.0).floor(),
            mday,
            mon: month - 1.0,
            year: year - 1900.0,
            // The first of January 1970 was a Thursday.
            wday: (day + 4.0).rem_euclid(7.0),
            yday: day_of_year(year, month, mday),
            zone: zone.to_owned(),
        }
    }

    fn seconds(&self) -> f64 {
        // Months beyond the year are of others.
        let months = self.mon.floor();
        let year = self.year + 1900.0 + (months / 12.0).floor();
        let day = day_number(&[year, months.rem_euclid(12.0) + 1.0, self.mday, 0.0, 0.0, 0.0]);
        (day - EPOCH) * 86400.0 + self.hour * 3600.0 + self.min * 60.0 + self.sec + self.usec / 1e6
    }

    fn into_value(self) -> Value {
        Value::structure([
            ("usec", self.usec.into()),
            ("sec", self.sec.into()),
            ("min", self.min.into()),
            ("hour", self.hour.into()),
            ("mday", self.mday.into()),
            ("mon", self.mon.into()),
            ("year", self.year.into()),
            ("wday", self.wday.into()),
            ("yday", self.yday.into()),
            ("isdst", 0.0.into()),
            ("gmtoff", 0.0.into()),
            ("zone", Value::text(&self.zone)),
        ])
    }

    fn of_struct(name: &str, fields: &StructArray) -> Result<Parts> {
        let get = |field: &str| {
            fields
                .scalar_field(field)
                .and_then(Value::to_f64)
                .ok_or_else(|| Error::plain(format!("{name}: invalid TM_STRUCT argument")))
        };
        Ok(Parts {
            usec: get("usec")?,
            sec: get("sec")?,
            min: get("min")?,
            hour: get("hour")?,
            mday: get("mday")?,
            mon: get("mon")?,
            year: get("year")?,
            wday: get("wday")?,
            yday: get("yday")?,
            zone: fields
                .scalar_field("zone")
                .and_then(Value::as_text)
                .map_or_else(String::new, std::borrow::Cow::into_owned),
        })
    }
}

pub(super) fn gmtime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(Parts::of_seconds(real_scalar(&args[0])?, "GMT").into_value())
}

pub(super) fn localtime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(Parts::of_seconds(real_scalar(&args[0])?, "UTC").into_value())
}

pub(super) fn mktime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Struct(fields) = &args[0] else {
        return Err(Error::plain("mktime: TM_STRUCT argument must be a structure"));
    };
    one(Parts::of_struct("mktime", fields)?.seconds())
}

pub(super) fn strftime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(format) = args[0].as_text() else {
        return Err(Error::plain("strftime: FMT must be a string"));
    };
    let Value::Struct(fields) = &args[1] else {
        return Err(Error::plain("strftime: TM_STRUCT must be a structure"));
    };
    let parts = Parts::of_struct("strftime", fields)?;
    one(Value::text(formatted(&format, &parts)))
}

pub(super) fn asctime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Struct(fields) = &args[0] else {
        return Err(Error::plain("strftime: TM_STRUCT must be a structure"));
    };
    one(Value::text(formatted("%a %b %d %H:%M:%S %Y\n", &Parts::of_struct("asctime", fields)?)))
}

pub(super) fn ctime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let parts = Parts::of_seconds(real_scalar(&args[0])?, "UTC");
    one(Value::text(formatted("%a %b %d %H:%M:%S %Y\n", &parts)))
}

fn name(names: &'static [&'static str], place: f64) -> &'static str {
    names.get(place.max(0.0) as usize).copied().unwrap_or("?")
}

/// The year and the week that the ISO calendar counts a day to.
fn iso_week(parts: &Parts) -> (f64, f64) {
    let year = parts.year + 1900.0;
    let week = ((parts.yday - (parts.wday + 6.0).rem_euclid(7.0) + 10.0) / 7.0).floor();
    let weeks_in = |year: f64| {
        let first = (day_number(&[year, 1.0, 1.0, 0.0, 0.0, 0.0]) + 5.0).rem_euclid(7.0);
        if first == 4.0 || first == 3.0 && is_leap(year) { 53.0 } else { 52.0 }
    };
    if week < 1.0 {
        (year - 1.0, weeks_in(year - 1.0))
    } else if week > weeks_in(year) {
        (year + 1.0, 1.0)
    } else {
        (year, week)
    }
}

fn formatted(format: &str, parts: &Parts) -> String {
    let year = parts.year + 1900.0;
    let noon_hour = {
        let hour = parts.hour.rem_euclid(12.0);
        if hour == 0.0 { 12.0 } else { hour }
    };
    let half = if parts.hour >= 12.0 { "PM" } else { "AM" };
    let mut text = String::new();
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        let Some(code) = rest.next() else {
            text.push('%');
            break;
        };
        let two_digits = |number: f64| format!("{number:02}");
        let part = match code {
            'a' => name(&DAYS, parts.wday).chars().take(3).collect(),
            'A' => name(&DAYS, parts.wday).to_owned(),
            'b' | 'h' => name(&MONTHS, parts.mon).chars().take(3).collect(),
            'B' => name(&MONTHS, parts.mon).to_owned(),
            'c' => formatted("%a %b %e %H:%M:%S %Y", parts),
            'C' => two_digits((year / 100.0).floor()),
            'd' => two_digits(parts.mday),
            'D' | 'x' => formatted("%m/%d/%y", parts),
            'e' => format!("{:2}", parts.mday),
            'F' => formatted("%Y-%m-%d", parts),
            'g' => two_digits(iso_week(parts).0.rem_euclid(100.0)),
            'G' => iso_week(parts).0.to_string(),
            'H' => two_digits(parts.hour),
            'I' => two_digits(noon_hour),
            'j' => format!("{:03}", parts.yday + 1.0),
            'k' => format!("{:2}", parts.hour),
            'l' => format!("{noon_hour:2}"),
            'm' => two_digits(parts.mon + 1.0),
            'M' => two_digits(parts.min),
            'n' => "\n".to_owned(),
            'p' => half.to_owned(),
            'r' => formatted("%I:%M:%S %p", parts),
            'R' => formatted("%H:%M", parts),
            's' => format!("{}", parts.seconds().floor()),
            'S' => two_digits(parts.sec),
            't' => "\t".to_owned(),
            'T' | 'X' => formatted("%H:%M:%S", parts),
            'u' => (if parts.wday == 0.0 { 7.0 } else { parts.wday }).to_string(),
            'U' => two_digits(((parts.yday + 7.0 - parts.wday) / 7.0).floor()),
            'V' => two_digits(iso_week(parts).1),
            'w' => parts.wday.to_string(),
            'W' => {
                two_digits(((parts.yday + 7.0 - (parts.wday + 6.0).rem_euclid(7.0)) / 7.0).floor())
            }
            'y' => two_digits(year.rem_euclid(100.0)),
            'Y' => year.to_string(),
            'z' => "+0000".to_owned(),
            'Z' => parts.zone.clone(),
            '%' => "%".to_owned(),
            other => format!("%{other}"),
        };
        text.push_str(&part);
    }
    text
}

pub(super) fn strptime(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (Some(text), Some(format)) = (args[0].as_bytes(), args[1].as_bytes()) else {
        let which = if args[0].as_bytes().is_none() { "argument STR" } else { "FMT" };
        return Err(Error::plain(format!("strptime: {which} must be a string")));
    };
    let mut parts = Parts::default();
    let mut at = 0;
    let mut afternoon = None;
    if read(text, format, &mut at, &mut parts, &mut afternoon).is_none() {
        return two(Parts::default().into_value(), Value::double(0.0));
    }
    match afternoon {
        Some(true) if parts.hour < 12.0 => parts.hour += 12.0,
        Some(false) if parts.hour == 12.0 => parts.hour = 0.0,
        _ => {}
    }
    if parts.mday > 0.0 {
        let year = parts.year + 1900.0;
        parts.yday = day_of_year(year, parts.mon + 1.0, parts.mday);
        let day = day_number(&[year, parts.mon + 1.0, parts.mday, 0.0, 0.0, 0.0]);
        parts.wday = (day + 5.0).rem_euclid(7.0);
    }
    "UTC".clone_into(&mut parts.zone);
    two(parts.into_value(), Value::count(at + 1))
}

/// Moves past blanks.
fn skip_blanks(text: &[u8], at: &mut usize) {
    while text.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
}

/// Reads a number of at most so many digits, within bounds.
fn number(text: &[u8], at: &mut usize, most: usize, low: f64, high: f64) -> Option<f64> {
    skip_blanks(text, at);
    let digits = text[*at..].iter().take(most).take_while(|b| b.is_ascii_digit()).count();
    let value = text[*at..*at + digits].iter().fold(0.0, |sum, b| sum * 10.0 + f64::from(b - b'0'));
    *at += digits;
    (digits > 0 && (low..=high).contains(&value)).then_some(value)
}

/// Reads a name, or its first three letters; gives its place in the list.
fn word(text: &[u8], at: &mut usize, names: &[&str]) -> Option<f64> {
    let rest = &text[*at..];
    let fits = |length: usize, name: &str| {
        rest.len() >= length && rest[..length].eq_ignore_ascii_case(&name.as_bytes()[..length])
    };
    let place = names.iter().position(|name| fits(3, name))?;
    let long = names[place].len();
    *at += if fits(long, names[place]) { long } else { 3 };
    Some(place as f64)
}

/// Reads a text in a format; nothing if it does not fit.
fn read(
    text: &[u8],
    format: &[u8],
    at: &mut usize,
    parts: &mut Parts,
    afternoon: &mut Option<bool>,
) -> Option<()> {
    let mut codes = format.iter();
    while let Some(&byte) = codes.next() {
        if byte.is_ascii_whitespace() {
            skip_blanks(text, at);
            continue;
        }
        if byte != b'%' {
            if text.get(*at) != Some(&byte) {
                return None;
            }
            *at += 1;
            continue;
        }
        match *codes.next()? {
            b'Y' => parts.year = number(text, at, 4, 0.0, 9999.0)? - 1900.0,
            b'y' => {
                let short = number(text, at, 2, 0.0, 99.0)?;
                parts.year = if short < 69.0 { short + 100.0 } else { short };
            }
            b'm' => parts.mon = number(text, at, 2, 1.0, 12.0)? - 1.0,
            b'd' | b'e' => parts.mday = number(text, at, 2, 1.0, 31.0)?,
            b'H' | b'k' => parts.hour = number(text, at, 2, 0.0, 23.0)?,
            b'I' | b'l' => parts.hour = number(text, at, 2, 1.0, 12.0)?,
            b'M' => parts.min = number(text, at, 2, 0.0, 59.0)?,
            b'S' => parts.sec = number(text, at, 2, 0.0, 61.0)?,
            b'j' => parts.yday = number(text, at, 3, 1.0, 366.0)? - 1.0,
            b'w' => parts.wday = number(text, at, 1, 0.0, 6.0)?,
            b'b' | b'B' | b'h' => parts.mon = word(text, at, &MONTHS)?,
            b'a' | b'A' => parts.wday = word(text, at, &DAYS)?,
            b'p' => {
                let half = text.get(*at..*at + 2)?;
                *afternoon = Some(if half.eq_ignore_ascii_case(b"pm") {
                    true
                } else if half.eq_ignore_ascii_case(b"am") {
                    false
                } else {
                    return None;
                });
                *at += 2;
            }
            b'n' | b't' => skip_blanks(text, at),
            b'D' => read(text, b"%m/%d/%y", at, parts, afternoon)?,
            b'T' => read(text, b"%H:%M:%S", at, parts, afternoon)?,
            b'R' => read(text, b"%H:%M", at, parts, afternoon)?,
            b'r' => read(text, b"%I:%M:%S %p", at, parts, afternoon)?,
            b'%' => {
                if text.get(*at) != Some(&b'%') {
                    return None;
                }
                *at += 1;
            }
            _ => return None,
        }
    }
    Some(())
}
