//! The functions that turn day numbers into dates and back: `datevec`, `datenum`, `weekday`.

use std::borrow::Cow;

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, Class, Dims, Error, Result, Value};

use super::calendar::{
    DAYS, DateVector, MONTHS, date_of, day_number, is_leap, month_length, now_vector,
};
use super::written::dates_of_texts;
use crate::context::{Args, Context, Stream, Values, none, one};
use crate::kit::text::{char_matrix, first, is_cellstr, two};

/// The dates that an argument means: text, rows of six numbers, or day numbers.
///
/// # Errors
///
/// If a text is no date.
pub(super) fn dates_of(
    cx: &mut dyn Context,
    value: &Value,
    format: Option<&Value>,
    pivot: Option<&Value>,
) -> Result<Vec<DateVector>> {
    if value.is_char() || is_cellstr(value) {
        return dates_of_texts(cx, value, format, pivot);
    }
    let numbers = numbers("datevec", value)?;
    Ok(numbers.as_slice().iter().map(|&number| date_of(number)).collect())
}

fn numbers<'v>(name: &str, value: &'v Value) -> Result<Cow<'v, Array<f64>>> {
    value.to_f64_array().ok_or_else(|| Error::wrong_type(name, value.class()))
}

/// A column for each part of some dates.
fn matrix_of(dates: &[DateVector]) -> Value {
    let data = (0..6).flat_map(|part| dates.iter().map(move |date| date[part])).collect();
    Value::Double(Array::new(Dims::matrix(dates.len(), 6), data))
}

pub(super) fn datevec(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let dates = dates_of(cx, &args[0], args.get(1), args.get(2))?;
    // Day numbers of another class are reckoned with in it.
    let class = args[0].class();
    let kept = class.is_integer() || class == Class::Single;
    let in_class = |value: Value| if kept { ops::cast(value, class) } else { Ok(value) };
    if nargout <= 1 {
        return one(in_class(matrix_of(&dates))?);
    }
    let part = |part: usize| Value::column(dates.iter().map(|date| date[part]).collect());
    (0..nargout.min(6)).map(|index| in_class(part(index))).collect()
}

pub(super) fn datenum(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let expected = || {
        Error::plain(
            "datenum: expected date vector containing [YEAR, MONTH, DAY, HOUR, MINUTE, SECOND]",
        )
    };
    let (dims, dates): (Dims, Vec<DateVector>) = if args[0].is_char()
        || is_cellstr(&args[0]) && !args[0].is_empty()
    {
        let dates = dates_of_texts(cx, &args[0], args.get(1), args.get(2))?;
        (Dims::matrix(dates.len(), 1), dates)
    } else if args.len() == 1 {
        let matrix = args[0].to_f64_array().ok_or_else(expected)?;
        let dims = matrix.dims();
        if dims.columns() < 3 || !dims.is_matrix() {
            return Err(expected());
        }
        all_double(&args)?;
        let rows = dims.rows();
        let data = matrix.as_slice();
        let date = |row: usize| {
            std::array::from_fn(|part| data.get(row + part * rows).copied().unwrap_or(0.0))
        };
        (Dims::matrix(rows, 1), (0..rows).map(date).collect())
    } else {
        all_double(&args)?;
        let parts: Vec<_> =
            args.iter().map(|value| numbers("datenum", value)).collect::<Result<_>>()?;
        let dims = parts
            .iter()
            .map(|part| part.dims())
            .find(|dims| !dims.is_scalar())
            .cloned()
            .unwrap_or(Dims::SCALAR);
        if parts.iter().any(|part| part.numel() != 1 && *part.dims() != dims) {
            return Err(Error::plain("datenum: all inputs must be of the same size or scalars"));
        }
        let date = |place: usize| {
            std::array::from_fn(|part| {
                let default = if part == 1 || part == 2 { 1.0 } else { 0.0 };
                parts.get(part).map_or(default, |part| {
                    let data = part.as_slice();
                    data.get(place).or_else(|| data.first()).copied().unwrap_or(default)
                })
            })
        };
        let numel = dims.numel();
        (dims, (0..numel).map(date).collect())
    };
    let days: Vec<f64> = dates.iter().map(day_number).collect();
    let seconds = days.iter().map(|day| day * 86400.0).collect();
    two(Value::Double(Array::new(dims.clone(), days)), Value::Double(Array::new(dims, seconds)))
}

fn all_double(args: &Args) -> Result<()> {
    let is_double = |value: &Value| matches!(value, Value::Double(_) | Value::Range(_));
    if args.iter().all(is_double) {
        return Ok(());
    }
    Err(Error::plain("datenum: all inputs must be of class double"))
}

/// The day numbers of dates given in any way, with the arrangement of the argument.
fn day_numbers(cx: &mut dyn Context, value: &Value) -> Result<Array<f64>> {
    if value.is_char() || is_cellstr(value) {
        let dates = dates_of_texts(cx, value, None, None)?;
        return Ok(Array::column(dates.iter().map(day_number).collect()));
    }
    Ok(numbers("datenum", value)?.into_owned())
}

pub(super) fn weekday(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let days = day_numbers(cx, &args[0])?;
    // The first day of the year 0 was a Saturday.
    let numbers = days.map(|&day| (day.floor() + 5.0).rem_euclid(7.0) + 1.0);
    let class = args[0].class();
    let kept = class.is_numeric() && class != Class::Double;
    let own = |numbers: Array<f64>| match kept {
        true => ops::cast(Value::Double(numbers), class),
        false => Ok(Value::Double(numbers)),
    };
    if nargout < 2 {
        return one(own(numbers)?);
    }
    let long = args.get(1).and_then(Value::as_text).is_some_and(|form| form == "long");
    let names: Vec<&str> = numbers
        .as_slice()
        .iter()
        .map(|&day| {
            let name = DAYS[(day as usize).clamp(1, 7) - 1];
            if long { name } else { &name[..3] }
        })
        .collect();
    two(own(numbers)?, char_matrix(&names)?)
}

pub(super) fn eomday(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (years, months) = (numbers("eomday", &args[0])?, numbers("eomday", &args[1])?);
    for &month in months.as_slice() {
        last_day(1.0, month)?;
    }
    let leap = Value::Bool(years.map(|&year| is_leap(year)));
    let february = Value::Bool(months.map(|&month| month == 2.0));
    let longer = ops::binary(BinaryOp::And, february, leap, cx)?;
    let plain = Value::Double(months.map(|&month| month_length(1.0, month as usize - 1)));
    one(ops::binary(BinaryOp::Add, plain, longer, cx)?)
}

fn last_day(year: f64, month: f64) -> Result<f64> {
    if month.fract() != 0.0 || month < 1.0 {
        return Err(Error::with_id(
            "Octave:invalid-index",
            format!("eom({month}): subscripts must be either integers 1 to (2^63)-1 or logicals"),
        ));
    }
    if month > 12.0 {
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            format!("eom({month}): out of bound 12 (dimensions are 1x12)"),
        ));
    }
    Ok(month_length(year, month as usize - 1))
}

pub(super) fn is_leap_year(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(year) = args.first() else {
        return one(is_leap(now_vector(cx)[0]));
    };
    if year.is_char() {
        return Err(Error::plain(format!(
            "rem: wrong type argument '{}'",
            formwork_runtime::ops::type_name(year)
        )));
    }
    one(numbers("is_leap_year", year)?.map(|&year| is_leap(year)))
}

pub(super) fn addtodate(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (days, amounts) = (numbers("addtodate", &args[0])?, numbers("addtodate", &args[1])?);
    let unit = args[2].as_text().unwrap_or_default().into_owned();
    let per_day = match unit.as_str() {
        "year" | "month" => None,
        "day" => Some(1.0),
        "hour" => Some(24.0),
        "minute" => Some(1440.0),
        "second" => Some(86400.0),
        "millisecond" => Some(86_400_000.0),
        other => return Err(Error::plain(format!("addtodate: Invalid time unit: {other}"))),
    };
    let dims = if days.numel() == 1 { amounts.dims() } else { days.dims() };
    if days.numel() != 1 && amounts.numel() != 1 && days.numel() != amounts.numel() {
        return Err(Error::plain("addtodate: size of D and Q must match"));
    }
    let pick = |array: &Array<f64>, place: usize| {
        array.as_slice().get(place).or_else(|| array.as_slice().first()).copied().unwrap_or(0.0)
    };
    let moved = |place: usize| {
        let (day, amount) = (pick(&days, place), pick(&amounts, place));
        if let Some(per_day) = per_day {
            return day + amount / per_day;
        }
        let date = date_of(day);
        let months = date[1] - 1.0 + if unit == "year" { 12.0 * amount } else { amount };
        let year = date[0] + (months / 12.0).floor();
        let month = months.rem_euclid(12.0);
        // A day that the month does not have is its last one.
        let of_month = date[2].min(month_length(year, month as usize % 12));
        day_number(&[year, month + 1.0, of_month, 0.0, 0.0, 0.0]) + (day - day.floor())
    };
    one(Array::new(dims.clone(), (0..dims.numel()).map(moved).collect::<Vec<f64>>()))
}

pub(super) fn etime(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // Each row is a time.
    let seconds = |value: &Value| -> Result<Value> {
        let parts = numbers("etime", value)?;
        let rows = parts.dims().rows();
        let data = parts.as_slice();
        let of_row = |row: usize| {
            let date: DateVector =
                std::array::from_fn(|part| data.get(row + part * rows).copied().unwrap_or(0.0));
            let day = day_number(&[date[0], date[1], date[2], 0.0, 0.0, 0.0]);
            86400.0 * day + 3600.0 * date[3] + 60.0 * date[4] + date[5]
        };
        Ok(Value::Double(Array::column((0..rows).map(of_row).collect())))
    };
    let (to, from) = (seconds(&args[0])?, seconds(&args[1])?);
    one(ops::binary(BinaryOp::Subtract, to, from, cx)?)
}

pub(super) fn calendar(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let (year, month, marked) = match &args[..] {
        [] => {
            let now = now_vector(cx);
            (now[0], now[1], Some(now[2]))
        }
        [day] => {
            let dates = match day_numbers(cx, day)?.as_slice() {
                [number, ..] => date_of(*number),
                [] => return Err(Error::invalid_call("calendar")),
            };
            (dates[0], dates[1], Some(dates[2]))
        }
        [year, month, ..] => {
            let number = |value: &Value| value.to_f64().unwrap_or(f64::NAN);
            (number(year), number(month), None)
        }
    };
    let length = last_day(year, month)? as usize;
    let start = day_number(&[year, month, 1.0, 0.0, 0.0, 0.0]);
    let offset = (start + 5.0).rem_euclid(7.0) as usize;
    let mut weeks = [[0.0; 7]; 6];
    for day in 0..length {
        let place = offset + day;
        weeks[place / 7][place % 7] = (day + 1) as f64;
    }
    if nargout > 0 {
        let data = (0..7).flat_map(|column| weeks.map(|week| week[column])).collect();
        return one(Array::new(Dims::matrix(6, 7), data));
    }
    let name = &MONTHS[(month as usize).clamp(1, 12) - 1][..3];
    let mut text = format!("                    {name} {year}\n");
    text.push_str("     S     M    Tu     W    Th     F     S\n");
    for week in weeks {
        for day in week {
            let cell = if marked == Some(day) { format!("*{day}") } else { format!("{day}") };
            text.push_str(&format!("{cell:>6}"));
        }
        text.push('\n');
    }
    cx.write(Stream::Output, text.as_bytes())?;
    none()
}

pub(super) fn datestr(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = first(args.iter().cloned());
    if value.is_empty() && !value.is_char() {
        return one(Value::text(""));
    }
    let matrix = value.to_f64_array().filter(|_| !value.is_char());
    let dates = match matrix {
        // Rows of six numbers are dates if they look like some.
        Some(matrix)
            if matrix.dims().columns() == 6 && matrix.dims().is_matrix() && {
                let (rows, data) = (matrix.dims().rows(), matrix.as_slice());
                (0..rows).all(|row| {
                    let part = |part: usize| data[row + part * rows];
                    let whole = (0..5).all(|index| part(index).fract() == 0.0);
                    let most = [f64::INFINITY, 12.0, 31.0, 23.0, 59.0, 60.0];
                    whole && most.iter().enumerate().all(|(index, &most)| part(index) <= most)
                })
            } =>
        {
            let (rows, data) = (matrix.dims().rows(), matrix.as_slice());
            (0..rows).map(|row| std::array::from_fn(|part| data[row + part * rows])).collect()
        }
        _ => dates_of(cx, &value, None, args.get(2))?,
    };
    super::written::written(&dates, args.get(1))
}
