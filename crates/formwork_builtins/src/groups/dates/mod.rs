//! Dates and clocks: `datestr`, `datenum`, `tic`, `toc`. The time zone is UTC.

mod calendar;
mod civil;
mod unix;
mod written;

use std::time::Duration;

use formwork_runtime::{Array, Class, Error, Result, Value};

use self::calendar::{EPOCH, now_vector};
use crate::context::{Args, Context, Stream, Values, none, one};
use crate::row::{Arity, Effects, Evaluator, Output, Row, pure};
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const SECONDS: Output = Output::new(ShapeRule::Special, ClassRule::Is(Class::Double));
const NUMBERS: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Double));
const MATRIX: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double));
/// Parts of dates are in the class of the day numbers.
const PARTS: Output = Output::new(ShapeRule::Matrix, ClassRule::Special);
const PART: Output = Output::new(ShapeRule::Unknown, ClassRule::Special);
const TEXT: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Char));
const TIME: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct));

const fn clocked(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    crate::row::row(name, inputs, outputs, Effects::RANDOM, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    clocked("time", Arity::exactly(0), &[NUMBER], time, "Seconds since the beginning of 1970.")
        .real(Realness::Always),
    clocked("now", Arity::exactly(0), &[NUMBER], now, "The day number of this moment.")
        .real(Realness::Always),
    clocked(
        "clock",
        Arity::exactly(0),
        &[
            Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
            Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical)),
        ],
        clock,
        "This moment as year, month, day, hour, minute and second.",
    )
    .own_shape(special::dates::clock)
    .real(Realness::Always),
    clocked("date", Arity::exactly(0), &[TEXT], date, "Today as text."),
    clocked(
        "cputime",
        Arity::exactly(0),
        &[NUMBER, NUMBER, NUMBER],
        cputime,
        "The processor time this program has used.",
    )
    .real(Realness::Always),
    clocked(
        "tic",
        Arity::exactly(0),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Uint64))],
        tic,
        "Starts a timer.",
    )
    .quiet(),
    clocked("toc", Arity::between(0, 1), &[NUMBER], toc, "The seconds since a timer was started.")
        .quiet()
        .real(Realness::Always),
    clocked("pause", Arity::between(0, 1), &[], pause, "Waits for some seconds."),
    clocked(
        "datevec",
        Arity::between(1, 3),
        &[PARTS, PART, PART, PART, PART, PART],
        civil::datevec,
        "Dates as rows of year, month, day, hour, minute and second.",
    )
    .folding(crate::folding::number_first)
    .own_shape(special::dates::datevec)
    .own_classes(special::classes::datevec),
    clocked(
        "datenum",
        Arity::between(1, 6),
        &[NUMBERS, NUMBERS],
        civil::datenum,
        "The day numbers of dates.",
    )
    .folding(crate::folding::number_first)
    .own_shape(special::dates::datenum)
    .doubted_of_others(),
    clocked("datestr", Arity::between(1, 3), &[TEXT], civil::datestr, "Dates as text.")
        .folding(crate::folding::number_first),
    clocked(
        "weekday",
        Arity::between(1, 2),
        &[NUMBERS, TEXT],
        civil::weekday,
        "The days of the week of dates.",
    )
    .folding(crate::folding::number_first)
    .own_classes(special::classes::weekday)
    .own_shape(special::dates::weekday),
    clocked("calendar", Arity::between(0, 2), &[MATRIX], civil::calendar, "The weeks of a month.")
        .folding(crate::folding::number_first)
        .quiet()
        .own_shape(special::dates::calendar)
        .more_outputs(),
    clocked(
        "is_leap_year",
        Arity::between(0, 1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical))],
        civil::is_leap_year,
        "Whether years are leap years.",
    )
    .folding(crate::folding::number_first)
    .own_shape(special::dates::is_leap_year),
    pure(
        "addtodate",
        Arity::exactly(3),
        &[NUMBERS],
        civil::addtodate,
        "Dates that lie some time later.",
    )
    .own_shape(special::dates::addtodate),
    pure("eomday", Arity::exactly(2), &[NUMBERS], civil::eomday, "The last days of months."),
    pure("etime", Arity::exactly(2), &[SECONDS], civil::etime, "The seconds between two dates.")
        .own_shape(special::dates::etime),
    pure(
        "gmtime",
        Arity::exactly(1),
        &[TIME],
        unix::gmtime,
        "A time in seconds as a struct of its parts.",
    ),
    pure(
        "localtime",
        Arity::exactly(1),
        &[TIME],
        unix::localtime,
        "A time in seconds as a struct of its parts, in the local time zone.",
    ),
    pure(
        "mktime",
        Arity::exactly(1),
        &[NUMBER],
        unix::mktime,
        "The seconds of a time given by its parts.",
    ),
    pure(
        "strftime",
        Arity::exactly(2),
        &[TEXT],
        unix::strftime,
        "A time given by its parts as text in some format.",
    ),
    pure(
        "strptime",
        Arity::exactly(2),
        &[TIME, NUMBER],
        unix::strptime,
        "The parts of a time that a text in some format says.",
    ),
    pure(
        "asctime",
        Arity::exactly(1),
        &[TEXT],
        unix::asctime,
        "A time given by its parts as a line of text.",
    )
    .doubted_of_others(),
    pure("ctime", Arity::exactly(1), &[TEXT], unix::ctime, "A time in seconds as a line of text."),
];

fn time(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(cx.now())
}

fn now(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(EPOCH + cx.now() / 86400.0)
}

fn clock(cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    let mut values: Values = one(Value::row(now_vector(cx).to_vec()))?;
    if nargout > 1 {
        values.push(Value::bool(false));
    }
    Ok(values)
}

fn date(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let now = now_vector(cx);
    written::written(&[now], Some(&Value::double(1.0)))
}

fn cputime(cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    let used = cx.cpu_time();
    let all = [used, used, 0.0];
    Ok(all.into_iter().take(nargout.max(1)).map(Value::double).collect())
}

fn tic(cx: &mut dyn Context, _args: Args, nargout: usize) -> Result<Values> {
    let now = cx.now();
    if nargout == 0 {
        cx.session().tic = Some(now);
        return none();
    }
    one(Value::Uint64(Array::scalar((now * 1e6) as u64)))
}

fn toc(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let now = cx.now();
    let start = match args.first() {
        None => cx.session().tic,
        Some(Value::Uint64(id)) => id.as_slice().first().map(|&id| id as f64 / 1e6),
        Some(other) => other.to_f64().map(|id| id / 1e6),
    };
    let Some(start) = start else {
        return Err(Error::plain("toc: function called before timer initialization with tic()"));
    };
    let elapsed = (now - start).max(0.0);
    if nargout > 0 {
        return one(elapsed);
    }
    let text = format!(
        "Elapsed time is {} seconds.\n",
        formwork_runtime::format::c_number::percent_g(elapsed)
    );
    cx.write(Stream::Output, text.as_bytes())?;
    none()
}

fn pause(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(value) = args.first() else { return none() };
    if let Some(state) = value.as_text() {
        if matches!(&*state, "on" | "off" | "query") {
            return none();
        }
        return Err(Error::plain("pause: first argument must be \"on\", \"off\", or \"query\""));
    }
    let Some(seconds) = value.to_f64().filter(|_| value.is_scalar() && !value.is_complex()) else {
        return Err(Error::plain("pause: N must be a scalar real value"));
    };
    if seconds.is_nan() {
        cx.warn("", "pause: NaN is an invalid delay")?;
        return none();
    }
    // In short naps, so that the program can be stopped meanwhile.
    const NAP: f64 = 0.05;
    let end = cx.now() + seconds;
    loop {
        let left = end - cx.now();
        if left.is_nan() || left <= 0.0 {
            return none();
        }
        cx.poll()?;
        std::thread::sleep(Duration::from_secs_f64(left.min(NAP)));
    }
}
