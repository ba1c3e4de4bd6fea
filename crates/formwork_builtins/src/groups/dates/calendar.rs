//! The calendar: day numbers and dates, one turned into the other.

use crate::context::Context;

/// The day number of the first of January 1970.
pub(super) const EPOCH: f64 = 719_529.0;

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTH_LENGTHS: [f64; 12] =
    [31.0, 28.0, 31.0, 30.0, 31.0, 30.0, 31.0, 31.0, 30.0, 31.0, 30.0, 31.0];

/// A date: year, month, day, hour, minute, second.
pub(super) type DateVector = [f64; 6];

pub(super) fn is_leap(year: f64) -> bool {
    let divides = |n: f64| year.rem_euclid(n) == 0.0;
    divides(4.0) && !divides(100.0) || divides(400.0)
}

pub(super) fn month_length(year: f64, month: usize) -> f64 {
    MONTH_LENGTHS[month] + if month == 1 && is_leap(year) { 1.0 } else { 0.0 }
}

/// The number of the day of a date: 1 is the first of January of the year 0.
pub(super) fn day_number(date: &DateVector) -> f64 {
    let [year, month, day, hour, minute, second] = *date;
    // Months before the first count as it; those beyond the twelfth are of later years.
    let month = month.max(1.0);
    let whole = month.floor();
    let year = year + ((whole - 1.0) / 12.0).floor();
    let place = (whole - 1.0).rem_euclid(12.0) as usize;
    let part = (month - whole) * month_length(year, place);
    let before: f64 = MONTH_LENGTHS[..place].iter().sum();
    let leap = if place > 1 && is_leap(year) { 1.0 } else { 0.0 };
    let years = 365.0 * year + (year / 4.0).ceil() - (year / 100.0).ceil() + (year / 400.0).ceil();
    day + part + before + leap + years + (hour + (minute + second / 60.0) / 60.0) / 24.0
}

/// The date of a day number.
pub(super) fn date_of(number: f64) -> DateVector {
    let day = number.floor();
    // As precise as the number is, so that 0.1 + 0.2 hours are whole minutes.
    let spacing = (f64::EPSILON * 86400.0 * number).abs();
    let spacing = if spacing == 0.0 { 1.0 } else { spacing };
    let grain = 2f64.powf((-spacing.log2()).floor());
    let mut seconds = (86400.0 * (number - day) * grain).round() / grain;
    let hours = (seconds / 3600.0).floor();
    seconds -= 3600.0 * hours;
    let minutes = (seconds / 60.0).floor();
    seconds -= 60.0 * minutes;
    let (year, month, day) = civil(day);
    [year, month, day, hours, minutes, seconds]
}

/// Year, month and day of a whole day number.
fn civil(number: f64) -> (f64, f64, f64) {
    // Years that begin in March end with the day that leap years have more.
    let z = number - 61.0;
    let era = (z / 146_097.0).floor();
    let day = z - era * 146_097.0;
    let year = ((day - (day / 1460.0).floor() + (day / 36524.0).floor()
        - (day / 146_096.0).floor())
        / 365.0)
        .floor();
    let of_year = day - (365.0 * year + (year / 4.0).floor() - (year / 100.0).floor());
    let month = ((5.0 * of_year + 2.0) / 153.0).floor();
    let of_month = of_year - ((153.0 * month + 2.0) / 5.0).floor() + 1.0;
    let (month, later) = if month < 10.0 { (month + 3.0, 0.0) } else { (month - 9.0, 1.0) };
    (year + era * 400.0 + later, month, of_month)
}

/// This moment.
pub(super) fn now_vector(cx: &mut dyn Context) -> DateVector {
    let seconds = cx.now();
    let day = (seconds / 86400.0).floor();
    let mut date = date_of(EPOCH + day);
    let rest = seconds - 86400.0 * day;
    date[3] = (rest / 3600.0).floor();
    date[4] = ((rest - 3600.0 * date[3]) / 60.0).floor();
    date[5] = rest - 3600.0 * date[3] - 60.0 * date[4];
    date
}
