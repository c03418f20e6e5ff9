//! Dates as text: `strftime`, `asctime`, `ctime`.

use super::calendar::{self, Date, fields};
use crate::errno;
use crate::spec::{Table, exact};
use crate::stdio::{Bad, settle_pointer};
use crate::text::{static_object, string};
use margay_engine::{Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    exact("strftime", strftime).typed("lplpp"),
    exact("strftime_l", strftime).typed("lplppp"),
    exact("wcsftime", wcsftime).typed("lplpp"),
    exact("asctime", asctime).typed("pp"),
    exact("asctime_r", asctime).typed("ppp"),
    exact("ctime", ctime).typed("pp"),
    exact("ctime_r", ctime).typed("ppp"),
]);

pub const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub const MONTHS: [&str; 12] = [
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

/// A name from a table, cut to `len`; a number that has none is `?`.
fn name<'t>(table: &'t [&'t str], index: i32, len: usize) -> &'t str {
    let full = usize::try_from(index).ok().and_then(|index| table.get(index)).copied();
    full.map_or("?", |full| &full[..full.len().min(len)])
}

/// Flags and width of a conversion.
#[derive(Clone, Copy, Default)]
struct How {
    /// `_`, `-`, `0` or nothing.
    pad: Option<u8>,
    upper: bool,
    swap: bool,
    width: usize,
}

impl How {
    /// A number of at least `digits` digits, padded with `pad` unless a flag says otherwise.
    fn number(self, out: &mut Vec<u8>, value: i64, digits: usize, pad: u8) {
        let pad = match self.pad {
            Some(b'_') => Some(b' '),
            Some(b'0') => Some(b'0'),
            Some(b'-') => None,
            _ => Some(pad),
        };
        let text = value.unsigned_abs().to_string();
        let sign = if value < 0 { "-" } else { "" };
        let digits = digits.max(self.width);
        let missing = digits.saturating_sub(text.len() + sign.len());
        match pad {
            None | Some(b' ') => {
                let digits = if pad.is_none() { self.width } else { digits };
                let missing = digits.saturating_sub(text.len() + sign.len());
                out.resize(out.len() + missing, b' ');
                out.extend_from_slice(sign.as_bytes());
            }
            Some(pad) => {
                out.extend_from_slice(sign.as_bytes());
                out.resize(out.len() + missing, pad);
            }
        }
        out.extend_from_slice(text.as_bytes());
    }

    fn text(self, out: &mut Vec<u8>, text: &str) {
        let mut bytes = text.as_bytes().to_vec();
        if self.upper {
            bytes.make_ascii_uppercase();
        } else if self.swap {
            bytes.make_ascii_lowercase();
        }
        self.padded(out, &bytes);
    }

    fn padded(self, out: &mut Vec<u8>, bytes: &[u8]) {
        let pad = if self.pad == Some(b'0') { b'0' } else { b' ' };
        out.resize(out.len() + self.width.saturating_sub(bytes.len()), pad);
        out.extend_from_slice(bytes);
    }
}

/// A date and the zone that it is told in.
#[derive(Clone, Copy)]
struct ZonedDate<'a> {
    date: Date,
    zone: &'a str,
    /// Of the zone, in seconds east of UTC.
    offset: i64,
}

/// The text of a date by a format of `strftime`.
fn render(format: &[u8], zoned: ZonedDate<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            out.push(format[at]);
            at += 1;
            continue;
        }
        let start = at;
        let (how, letter, next) = conversion(format, at);
        at = next;
        let known = letter.is_some_and(|letter| convert(&mut out, letter, how, zoned));
        if !known {
            // What is no conversion is copied.
            how.padded(&mut out, &format[start..at]);
        }
    }
    out
}

/// The conversion whose `%` is at `at`: how, its letter, and where the format goes on.
fn conversion(format: &[u8], mut at: usize) -> (How, Option<u8>, usize) {
    at += 1;
    let mut how = How::default();
    while let Some(flag @ (b'_' | b'-' | b'0' | b'^' | b'#')) = format.get(at) {
        match flag {
            b'^' => how.upper = true,
            b'#' => how.swap = true,
            pad => how.pad = Some(*pad),
        }
        at += 1;
    }
    while let Some(digit @ b'0'..=b'9') = format.get(at) {
        how.width = (how.width * 10 + usize::from(digit - b'0')).min(1 << 20);
        at += 1;
    }
    while matches!(format.get(at), Some(b'E' | b'O')) {
        at += 1;
    }
    let letter = format.get(at).copied();
    (how, letter, at + usize::from(letter.is_some()))
}

/// The fields that the conversions of a format need, and whether they need the zone.
fn needs(format: &[u8]) -> (u16, bool) {
    use fields::{DATE, HOUR, ISDST, MDAY, MIN, MON, SEC, TIME, WDAY, YDAY, YEAR};
    let (mut needed, mut zone) = (0, false);
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        let (_, letter, next) = conversion(format, at);
        at = next;
        needed |= match letter.unwrap_or(0) {
            b'a' | b'A' | b'u' | b'w' => WDAY,
            b'b' | b'B' | b'h' | b'm' => MON,
            b'c' => WDAY | DATE | TIME,
            b'C' | b'y' | b'Y' => YEAR,
            b'd' | b'e' => MDAY,
            b'D' | b'x' | b'F' => DATE,
            b'g' | b'G' | b'V' => YEAR | WDAY | YDAY,
            b'H' | b'I' | b'k' | b'l' | b'p' | b'P' => HOUR,
            b'j' => YDAY,
            b'M' => MIN,
            b'r' | b'T' | b'X' => TIME,
            b'R' => HOUR | MIN,
            b's' => DATE | TIME | ISDST,
            b'S' => SEC,
            b'U' | b'W' => YDAY | WDAY,
            b'z' | b'Z' => ISDST,
            _ => 0,
        };
        zone |= matches!(letter, Some(b's' | b'z' | b'Z'));
    }
    (needed, zone)
}

/// The text of a `struct tm` in memory, of which only what the format asks for is read.
fn rendered(call: &mut Call<'_>, format: &[u8], at: u64) -> Result<Vec<u8>, Stop> {
    let (needed, needs_zone) = needs(format);
    let date = calendar::load(call, at, needed)?;
    let (zone, offset) = if needs_zone { zone_of(call, at)? } else { (String::new(), 0) };
    Ok(render(format, ZonedDate { date, zone: &zone, offset }))
}

fn convert(out: &mut Vec<u8>, letter: u8, how: How, zoned: ZonedDate<'_>) -> bool {
    let ZonedDate { date, zone, offset } = zoned;
    let nested = |out: &mut Vec<u8>, format: &[u8]| {
        let mut text = render(format, zoned);
        if how.upper {
            text.make_ascii_uppercase();
        }
        how.padded(out, &text);
    };
    // glibc computes in `int`, and wraps.
    let year = i64::from(date.year.wrapping_add(1900));
    let hour12 = match date.hour {
        0 => 12,
        13.. => date.hour - 12,
        hour => hour,
    };
    // `#` turns names of days and months to capitals, and AM, PM and zones to small letters.
    let capitals = How { upper: how.upper || how.swap, swap: false, ..how };
    match letter {
        b'a' => capitals.text(out, name(&DAYS, date.wday, 3)),
        b'A' => capitals.text(out, name(&DAYS, date.wday, usize::MAX)),
        b'b' | b'h' => capitals.text(out, name(&MONTHS, date.mon, 3)),
        b'B' => capitals.text(out, name(&MONTHS, date.mon, usize::MAX)),
        b'c' => nested(out, b"%a %b %e %H:%M:%S %Y"),
        b'C' => how.number(out, year.div_euclid(100), 1, b'0'),
        b'd' => how.number(out, i64::from(date.mday), 2, b'0'),
        b'D' | b'x' => nested(out, b"%m/%d/%y"),
        b'e' => how.number(out, i64::from(date.mday), 2, b' '),
        b'F' => nested(out, b"%Y-%m-%d"),
        b'g' => how.number(out, date.iso_week().0.rem_euclid(100), 2, b'0'),
        b'G' => how.number(out, date.iso_week().0, 1, b'0'),
        b'H' => how.number(out, i64::from(date.hour), 2, b'0'),
        b'I' => how.number(out, i64::from(hour12), 2, b'0'),
        b'j' => how.number(out, i64::from(date.yday) + 1, 3, b'0'),
        b'k' => how.number(out, i64::from(date.hour), 2, b' '),
        b'l' => how.number(out, i64::from(hour12), 2, b' '),
        b'm' => how.number(out, i64::from(date.mon) + 1, 2, b'0'),
        b'M' => how.number(out, i64::from(date.min), 2, b'0'),
        b'n' => how.padded(out, b"\n"),
        b'p' => how.text(out, if date.hour > 11 { "PM" } else { "AM" }),
        b'P' => How { upper: false, swap: true, ..how }
            .text(out, if date.hour > 11 { "pm" } else { "am" }),
        b'r' => nested(out, b"%I:%M:%S %p"),
        b'R' => nested(out, b"%H:%M"),
        // A count has as many digits as it needs; a width adds blanks.
        b's' => how.padded(out, (date.to_seconds() - offset).to_string().as_bytes()),
        b'S' => how.number(out, i64::from(date.sec), 2, b'0'),
        b't' => how.padded(out, b"\t"),
        b'T' | b'X' => nested(out, b"%H:%M:%S"),
        b'u' => how.number(out, i64::from((date.wday + 6).rem_euclid(7) + 1), 1, b'0'),
        b'U' => how.number(out, i64::from((date.yday - date.wday + 7) / 7), 2, b'0'),
        b'V' => how.number(out, date.iso_week().1, 2, b'0'),
        b'w' => how.number(out, i64::from(date.wday), 1, b'0'),
        b'W' => {
            let monday = (date.wday + 6).rem_euclid(7);
            how.number(out, i64::from((date.yday - monday + 7) / 7), 2, b'0');
        }
        b'y' => how.number(out, i64::from(date.year).rem_euclid(100), 2, b'0'),
        b'Y' => how.number(out, year, 1, b'0'),
        b'z' => {
            if date.isdst >= 0 {
                // The width counts for the sign and once more for the number.
                how.padded(out, if offset < 0 { b"-" } else { b"+" });
                let minutes = offset.abs() / 60;
                how.number(out, minutes / 60 * 100 + minutes % 60, 4, b'0');
            }
        }
        b'Z' => how.text(out, zone),
        b'%' => how.padded(out, b"%"),
        _ => return false,
    }
    true
}

/// The zone's name and offset that a `struct tm` holds.
fn zone_of(call: &mut Call<'_>, at: u64) -> Result<(String, i64), Stop> {
    let zone_at = at + calendar::zone_offset(call);
    let word = call.pointer_bytes();
    // The fields after the ISO ones are often left unset, and then UTC is as good as any.
    let offset = call.state.memory.load(call.pool, zone_at - u64::from(word), word);
    let offset = match offset.ok().and_then(|value| value.as_u64()) {
        Some(value) => margay_engine::signed(value, word * 8),
        None => 0,
    };
    let pointer = call.state.memory.load(call.pool, zone_at, word);
    let name = match pointer.ok().and_then(|value| value.as_u64()) {
        Some(address) if address != 0 && call.state.memory.byte(call.pool, address).is_ok() => {
            string(call, address)?
        }
        _ => Vec::new(),
    };
    Ok((String::from_utf8_lossy(&name).into_owned(), offset))
}

fn strftime(call: &mut Call<'_>) -> ModelResult {
    let (to, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (format, at) = (call.arg_u64(2)?, call.arg_u64(3)?);
    let format = string(call, format)?;
    let text = rendered(call, &format, at)?;
    if text.len() as u64 >= size {
        return Ok(call.word(0).into());
    }
    call.write_string(to, &text)?;
    Ok(Flow::address(text.len() as u64))
}

fn wcsftime(call: &mut Call<'_>) -> ModelResult {
    let (to, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (format, at) = (call.arg_u64(2)?, call.arg_u64(3)?);
    let mut narrow = Vec::new();
    for index in 0.. {
        let unit = call.load(format.wrapping_add(4 * index), 4)?;
        if unit == 0 {
            break;
        }
        narrow.push(u8::try_from(unit).unwrap_or(b'?'));
    }
    let text = rendered(call, &narrow, at)?;
    if text.len() as u64 >= size {
        return Ok(call.word(0).into());
    }
    let wide: Vec<u8> =
        text.iter().chain(&[0]).flat_map(|byte| u32::from(*byte).to_le_bytes()).collect();
    call.write_bytes(to, &wide)?;
    Ok(Flow::address(text.len() as u64))
}

fn ascii_date(date: Date) -> Result<Vec<u8>, Bad> {
    let Some(year) = date.year.checked_add(1900) else { return Err(Bad::Errno(errno::EOVERFLOW)) };
    let text = format!(
        "{} {}{:3} {:02}:{:02}:{:02} {year}\n",
        name_or_marks(&DAYS, date.wday),
        name_or_marks(&MONTHS, date.mon),
        date.mday,
        date.hour,
        date.min,
        date.sec,
    );
    Ok(text.into_bytes())
}

fn name_or_marks<'t>(table: &'t [&'t str], index: i32) -> &'t str {
    match name(table, index, 3) {
        "?" => "???",
        known => known,
    }
}

fn store_date(call: &mut Call<'_>, to: Option<usize>, date: Date) -> Result<u64, Bad> {
    let text = ascii_date(date)?;
    // The form with a buffer of the caller's own has room for 26 bytes.
    if to.is_some() && text.len() >= 26 {
        return Err(Bad::Errno(errno::EOVERFLOW));
    }
    let to = match to {
        Some(index) => call.arg_u64(index)?,
        None => static_object(call, "asctime", || vec![0; 114]),
    };
    call.write_string(to, &text)?;
    Ok(to)
}

fn own_buffer(call: &Call<'_>) -> Option<usize> {
    call.name.ends_with("_r").then_some(1)
}

/// The call uses what all threads share, unless it is given a place of its own.
fn keeps(call: &mut Call<'_>, what: u8) {
    if !call.name.ends_with("_r") {
        call.state.uses_hidden(what);
    }
}

fn asctime(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let date = calendar::load(call, at, fields::DATE | fields::TIME | fields::WDAY)?;
    keeps(call, crate::hidden::DATE_TEXT);
    let to = own_buffer(call);
    let result = store_date(call, to, date);
    settle_pointer(call, result)
}

fn ctime(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    keeps(call, crate::hidden::DATE);
    keeps(call, crate::hidden::DATE_TEXT);
    let to = own_buffer(call);
    let result = calendar::shared_date(call, at).and_then(|(_, date)| store_date(call, to, date));
    settle_pointer(call, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(format: &str, seconds: i64) -> String {
        let date = Date::from_seconds(seconds).unwrap();
        let zoned = ZonedDate { date, zone: "UTC", offset: 0 };
        String::from_utf8(render(format.as_bytes(), zoned)).unwrap()
    }

    #[test]
    fn conversions_in_the_c_locale() {
        let then = 1_234_567_890; // Fri Feb 13 23:31:30 2009
        assert_eq!(show("%c|%x|%X", then), "Fri Feb 13 23:31:30 2009|02/13/09|23:31:30");
        assert_eq!(show("%A %B %p %I %l %k", then), "Friday February PM 11 11 23");
        assert_eq!(show("%j %U %W %V %G %g %u %w", then), "044 06 06 07 2009 09 5 5");
        assert_eq!(show("%F %T %D %R %r", then), "2009-02-13 23:31:30 02/13/09 23:31 11:31:30 PM");
        assert_eq!(show("%s %z %Z %% %n%t", then), "1234567890 +0000 UTC % \n\t");
        assert_eq!(show("%-d %_m %^a %#b %10Y %P", then), "13  2 FRI FEB 0000002009 pm");
        assert_eq!(show("%e|%C|%y|%h", 0), " 1|19|70|Jan");
        assert_eq!(show("%Q %", 0), "%Q %");
    }
}
