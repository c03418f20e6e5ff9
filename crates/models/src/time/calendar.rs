//! Dates: `gmtime`, `mktime` and `struct tm`.
//!
//! Days are counted in the proleptic Gregorian calendar, without leap seconds.

use crate::errno;
use crate::spec::{Table, exact};
use crate::stdio::{Bad, settle_pointer, settle_word};
use crate::stdlib::environment;
use crate::text::{static_object, static_text};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, signed};

pub const MODELS: Table = Table::of(&[
    exact("gmtime", |call| broken_down(call, "GMT", None)).typed("pp"),
    exact("gmtime_r", |call| broken_down(call, "GMT", Some(1))).typed("ppp"),
    exact("localtime", |call| broken_down(call, LOCAL, None)).typed("pp"),
    exact("localtime_r", |call| broken_down(call, LOCAL, Some(1))).typed("ppp"),
    exact("mktime", |call| seconds(call, LOCAL)).typed("lp"),
    exact("timelocal", |call| seconds(call, LOCAL)).typed("lp"),
    exact("timegm", |call| seconds(call, "GMT")).typed("lp"),
    exact("tzset", |call| {
        check_zone(call, "tzset")?;
        Ok(Flow::void())
    })
    .typed("v"),
]);

/// The zone that is local.
const LOCAL: &str = "UTC";

const SECONDS_OF_DAY: i64 = 86_400;

/// The years of `struct tm` begin and end with these.
const FIRST_SECOND: i64 = -67_768_040_609_740_800;
const LAST_SECOND: i64 = 67_768_036_191_676_799;

/// The fields of `struct tm`, with its names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Date {
    pub sec: i32,
    pub min: i32,
    pub hour: i32,
    pub mday: i32,
    pub mon: i32,
    pub year: i32,
    pub wday: i32,
    pub yday: i32,
    pub isdst: i32,
}

impl Date {
    /// The date of a number of seconds since 1970; `None` if its year is not an `int`.
    pub fn from_seconds(seconds: i64) -> Option<Date> {
        let days = seconds.div_euclid(SECONDS_OF_DAY);
        let rest = small(seconds.rem_euclid(SECONDS_OF_DAY));
        let (year, month, day) = civil(days);
        Some(Date {
            sec: rest % 60,
            min: rest / 60 % 60,
            hour: rest / 3600,
            mday: small(day),
            mon: small(month) - 1,
            year: i32::try_from(year - 1900).ok()?,
            wday: small((days + 4).rem_euclid(7)),
            yday: small(days - days_before(year, 1, 1)),
            isdst: 0,
        })
    }

    /// Seconds since 1970; fields may be out of their ranges.
    pub fn to_seconds(self) -> i64 {
        let months = i64::from(self.year) * 12 + i64::from(self.mon);
        let (year, month) = (months.div_euclid(12) + 1900, months.rem_euclid(12) + 1);
        let days = days_before(year, month, 1) + i64::from(self.mday) - 1;
        let hours = days * 24 + i64::from(self.hour);
        (hours * 60 + i64::from(self.min)) * 60 + i64::from(self.sec)
    }

    /// The year and number of the week after ISO 8601.
    pub fn iso_week(self) -> (i64, i64) {
        let year = i64::from(self.year) + 1900;
        let monday = |wday: i32| (i64::from(wday) + 6).rem_euclid(7);
        let week = (i64::from(self.yday) - monday(self.wday) + 10).div_euclid(7);
        let weeks_of = |year: i64| {
            let first = (days_before(year, 1, 1) + 4).rem_euclid(7);
            if first == 4 || first == 3 && is_leap(year) { 53 } else { 52 }
        };
        if week < 1 {
            (year - 1, weeks_of(year - 1))
        } else if week > weeks_of(year) {
            (year + 1, 1)
        } else {
            (year, week)
        }
    }
}

pub fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn small(value: i64) -> i32 {
    i32::try_from(value).expect("less than the seconds of a day")
}

/// Days from 1970-01-01 to a date.
pub fn days_before(year: i64, month: i64, day: i64) -> i64 {
    // The year starts in March, so that the leap day is its last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month from 1 and day of a number of days since 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Sets of the fields of a `struct tm`, a bit for each in their order.
pub mod fields {
    pub const SEC: u16 = 1;
    pub const MIN: u16 = 1 << 1;
    pub const HOUR: u16 = 1 << 2;
    pub const MDAY: u16 = 1 << 3;
    pub const MON: u16 = 1 << 4;
    pub const YEAR: u16 = 1 << 5;
    pub const WDAY: u16 = 1 << 6;
    pub const YDAY: u16 = 1 << 7;
    pub const ISDST: u16 = 1 << 8;
    pub const TIME: u16 = HOUR | MIN | SEC;
    pub const DATE: u16 = YEAR | MON | MDAY;
}

/// Reads those fields of a `struct tm` that are needed: callers need not set the others,
/// which are 0 here.
pub fn load(call: &mut Call<'_>, at: u64, needed: u16) -> Result<Date, Stop> {
    let mut fields = [0; 9];
    for (field, index) in fields.iter_mut().zip(0..) {
        if needed >> index & 1 != 0 {
            *field = call.load_i32(at + 4 * index)?;
        }
    }
    let [sec, min, hour, mday, mon, year, wday, yday, isdst] = fields;
    Ok(Date { sec, min, hour, mday, mon, year, wday, yday, isdst })
}

/// Writes the nine fields that ISO C knows.
pub fn store_fields(call: &mut Call<'_>, at: u64, date: Date) -> Result<(), Stop> {
    let Date { sec, min, hour, mday, mon, year, wday, yday, isdst } = date;
    let fields = [sec, min, hour, mday, mon, year, wday, yday, isdst];
    for (field, index) in fields.into_iter().zip(0..) {
        call.store(at + 4 * index, 4, u64::from(field.cast_unsigned()))?;
    }
    Ok(())
}

/// Writes a whole `struct tm`: the fields, `tm_gmtoff` and `tm_zone`.
fn store(call: &mut Call<'_>, at: u64, date: Date, zone: &str) -> Result<(), Stop> {
    store_fields(call, at, date)?;
    let word = call.pointer_bytes();
    let offset_at = at + 36u64.next_multiple_of(u64::from(word));
    call.store(offset_at, word, 0)?;
    let zone = static_text(call, zone, zone);
    call.store_pointer(offset_at + u64::from(word), zone)
}

/// Where `tm_zone` is.
pub fn zone_offset(call: &Call<'_>) -> u64 {
    let word = u64::from(call.pointer_bytes());
    36u64.next_multiple_of(word) + word
}

/// The `struct tm` that `gmtime` and `localtime` share.
fn shared(call: &mut Call<'_>) -> u64 {
    static_object(call, "struct tm", || vec![0; 56])
}

/// A `time_t` in memory.
pub fn load_time(call: &mut Call<'_>, at: u64) -> Result<i64, Stop> {
    let word = call.pointer_bytes();
    Ok(signed(call.load(at, word)?, word * 8))
}

/// Whether the year of a `time_t` in memory fits, as far as that makes a difference: of a time that
/// is not known, both are tried.
fn has_date(call: &mut Call<'_>, at: u64) -> Result<bool, Stop> {
    let word = call.pointer_bytes();
    let Value::Term(time) = call.load_value(at, word)? else { return Ok(true) };
    if word < 8 {
        return Ok(true);
    }
    let [first, last] =
        [FIRST_SECOND, LAST_SECOND].map(|at| call.pool.bv_u64(64, at.cast_unsigned()));
    let (above, below) = (call.pool.bv_sle(first, time), call.pool.bv_sle(time, last));
    let within = call.pool.and(above, below);
    call.decide(within)
}

/// The date of a `time_t` in memory, in the structure that the library shares.
pub fn shared_date(call: &mut Call<'_>, time_at: u64) -> Result<(u64, Date), Bad> {
    check_zone(call, "localtime")?;
    let time = load_time(call, time_at)?;
    let date = Date::from_seconds(time).ok_or(Bad::Errno(errno::EOVERFLOW))?;
    let at = shared(call);
    store(call, at, date, LOCAL)?;
    Ok((at, date))
}

/// Says it where `TZ` asks for another zone than the one there is.
fn check_zone(call: &mut Call<'_>, name: &'static str) -> Result<(), Stop> {
    let zone = environment::value(call, b"TZ")?.unwrap_or_default();
    let zone = zone.strip_prefix(b":").unwrap_or(&zone);
    let universal: [&[u8]; 9] =
        [b"", b"UTC", b"UTC0", b"GMT", b"GMT0", b"Etc/UTC", b"Etc/GMT", b"Universal", b"Zulu"];
    if !universal.contains(&zone) {
        crate::count_unsupported(call, name);
    }
    Ok(())
}

fn broken_down(call: &mut Call<'_>, zone: &str, to: Option<usize>) -> ModelResult {
    let from = call.arg_u64(0)?;
    if !has_date(call, from)? {
        return settle_pointer(call, Err(Bad::Errno(errno::EOVERFLOW)));
    }
    let time = load_time(call, from)?;
    if zone == LOCAL {
        check_zone(call, "localtime")?;
    }
    let to = match to {
        Some(index) => call.arg_u64(index)?,
        None => {
            call.state.uses_hidden(crate::hidden::DATE);
            shared(call)
        }
    };
    let result = match Date::from_seconds(time) {
        Some(date) => {
            store(call, to, date, zone)?;
            Ok(to)
        }
        None => Err(Bad::Errno(errno::EOVERFLOW)),
    };
    settle_pointer(call, result)
}

fn seconds(call: &mut Call<'_>, zone: &str) -> ModelResult {
    let at = call.arg_u64(0)?;
    let needed = fields::DATE | fields::TIME | if zone == LOCAL { fields::ISDST } else { 0 };
    if zone == LOCAL {
        check_zone(call, "mktime")?;
    }
    let time = load(call, at, needed)?.to_seconds();
    let result = match Date::from_seconds(time) {
        Some(date) => {
            store(call, at, date, zone)?;
            Ok(time)
        }
        None => Err(Bad::Errno(errno::EOVERFLOW)),
    };
    settle_word(call, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_seconds_agree() {
        let start = Date::from_seconds(0).unwrap();
        assert_eq!((start.year, start.mon, start.mday, start.wday), (70, 0, 1, 4));
        let leap = Date::from_seconds(951_782_400).unwrap();
        assert_eq!((leap.year, leap.mon, leap.mday, leap.yday), (100, 1, 29, 59));
        let before = Date::from_seconds(-1).unwrap();
        assert_eq!((before.year, before.mon, before.mday, before.sec), (69, 11, 31, 59));
        for seconds in [0, 1, -1, 951_782_400, 4_102_444_799, -62_135_596_800, 253_402_300_800] {
            assert_eq!(Date::from_seconds(seconds).unwrap().to_seconds(), seconds);
        }
        assert_eq!(Date::from_seconds(i64::MAX), None);
    }

    #[test]
    fn fields_out_of_range_carry() {
        let date = Date { mon: 14, mday: 0, year: 100, sec: -1, ..Date::default() };
        let found = Date::from_seconds(date.to_seconds()).unwrap();
        assert_eq!(
            (found.year, found.mon, found.mday, found.hour, found.sec),
            (101, 1, 27, 23, 59)
        );
    }

    #[test]
    fn iso_weeks() {
        let week = |seconds| Date::from_seconds(seconds).unwrap().iso_week();
        assert_eq!(week(1_104_537_600), (2004, 53)); // 2005-01-01
        assert_eq!(week(1_199_059_200), (2008, 1)); // 2007-12-31
        assert_eq!(week(1_609_459_200), (2020, 53)); // 2021-01-01
    }
}
