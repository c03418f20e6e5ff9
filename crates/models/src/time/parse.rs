//! Text to dates: `strptime`.

use super::calendar::{self, Date, days_before};
use super::text::{DAYS, MONTHS};
use crate::spec::{Table, exact};
use crate::text::string;
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = Table::of(&[exact("strptime", strptime).typed("pppp")]);

/// The text that is left, and what it has said so far.
struct Scan<'t> {
    text: &'t [u8],
    date: Date,
    century: Option<i32>,
    year_of_century: Option<i32>,
    /// `%p`: the hour is one of twelve.
    afternoon: Option<bool>,
    twelve: bool,
    /// Whether a part of a date was set, so that the day of the week and of the year follow.
    dated: bool,
    have_day: bool,
    have_month: bool,
    have_yday: bool,
    have_wday: bool,
}

fn strptime(call: &mut Call<'_>) -> ModelResult {
    let (from, format, to) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let text = string(call, from)?;
    let format = string(call, format)?;
    // Fields that the format does not name stay, and may never have been set.
    let mut date = Date::default();
    let fields = [
        &mut date.sec,
        &mut date.min,
        &mut date.hour,
        &mut date.mday,
        &mut date.mon,
        &mut date.year,
        &mut date.wday,
        &mut date.yday,
        &mut date.isdst,
    ];
    let mut before = [None; 9];
    for ((field, old), index) in fields.into_iter().zip(&mut before).zip(0..) {
        let value = call.load_value(to + 4 * index, 4)?;
        *old = Some(value);
        if let Some(known) = value.as_u64() {
            *field = u32::try_from(known & 0xffff_ffff).expect("masked").cast_signed();
        }
    }
    let original = date;
    let Some((rest, date)) = parse(&text, &format, date) else { return Ok(Flow::address(0)) };
    calendar::store_fields(call, to, date)?;
    let pairs = [
        (original.sec, date.sec),
        (original.min, date.min),
        (original.hour, date.hour),
        (original.mday, date.mday),
        (original.mon, date.mon),
        (original.year, date.year),
        (original.wday, date.wday),
        (original.yday, date.yday),
        (original.isdst, date.isdst),
    ];
    for (((was, is), old), index) in pairs.into_iter().zip(before).zip(0..) {
        if let Some(old) = old.filter(|old| was == is && old.as_u64().is_none()) {
            call.store_value(to + 4 * index, 4, old)?;
        }
    }
    Ok(Flow::address(from + (text.len() - rest) as u64))
}

/// The length of the text that is left, and the date.
fn parse(text: &[u8], format: &[u8], date: Date) -> Option<(usize, Date)> {
    let mut scan = Scan {
        text,
        date,
        century: None,
        year_of_century: None,
        afternoon: None,
        twelve: false,
        dated: false,
        have_day: false,
        have_month: false,
        have_yday: false,
        have_wday: false,
    };
    scan.walk(format)?;
    scan.finish();
    Some((scan.text.len(), scan.date))
}

impl Scan<'_> {
    fn walk(&mut self, format: &[u8]) -> Option<()> {
        let mut at = 0;
        while at < format.len() {
            let letter = format[at];
            at += 1;
            if letter.is_ascii_whitespace() || letter == 0x0b {
                self.skip_space();
                continue;
            }
            if letter != b'%' {
                self.text = self.text.strip_prefix(&[letter])?;
                continue;
            }
            while matches!(format.get(at), Some(b'_' | b'-' | b'0' | b'^' | b'#' | b'E' | b'O')) {
                at += 1;
            }
            let conversion = *format.get(at)?;
            at += 1;
            self.convert(conversion)?;
        }
        Some(())
    }

    fn skip_space(&mut self) {
        let blanks = self.text.iter().take_while(|c| c.is_ascii_whitespace() || **c == 0x0b);
        self.text = &self.text[blanks.count()..];
    }

    /// A number in a range of at most `digits` digits.
    fn number(&mut self, low: i64, high: i64, digits: usize) -> Option<i64> {
        while let [b' ', rest @ ..] = self.text {
            self.text = rest;
        }
        let len = self.text.iter().take(digits).take_while(|c| c.is_ascii_digit()).count();
        let value: i64 = std::str::from_utf8(&self.text[..len]).ok()?.parse().ok()?;
        self.text = &self.text[len..];
        (low..=high).contains(&value).then_some(value)
    }

    fn small(&mut self, low: i64, high: i64, digits: usize) -> Option<i32> {
        i32::try_from(self.number(low, high, digits)?).ok()
    }

    /// A name in full or its first three letters.
    fn name(&mut self, table: &[&str]) -> Option<i32> {
        for (index, name) in table.iter().enumerate() {
            for name in [*name, &name[..3]] {
                if self.text.len() >= name.len()
                    && self.text[..name.len()].eq_ignore_ascii_case(name.as_bytes())
                {
                    self.text = &self.text[name.len()..];
                    return i32::try_from(index).ok();
                }
            }
        }
        None
    }

    fn convert(&mut self, conversion: u8) -> Option<()> {
        match conversion {
            b'%' => self.text = self.text.strip_prefix(b"%")?,
            b'a' | b'A' => {
                self.date.wday = self.name(&DAYS)?;
                self.have_wday = true;
            }
            b'b' | b'B' | b'h' => {
                self.date.mon = self.name(&MONTHS)?;
                (self.have_month, self.dated) = (true, true);
            }
            b'c' => self.walk(b"%a %b %e %H:%M:%S %Y")?,
            b'C' => {
                self.century = Some(self.small(0, 99, 2)?);
                self.dated = true;
            }
            b'd' | b'e' => {
                self.date.mday = self.small(1, 31, 2)?;
                (self.have_day, self.dated) = (true, true);
            }
            b'D' | b'x' => self.walk(b"%m/%d/%y")?,
            b'F' => self.walk(b"%Y-%m-%d")?,
            b'H' | b'k' => {
                self.date.hour = self.small(0, 23, 2)?;
                self.twelve = false;
            }
            b'I' | b'l' => {
                self.date.hour = self.small(1, 12, 2)? % 12;
                self.twelve = true;
            }
            b'j' => {
                self.date.yday = self.small(1, 366, 3)? - 1;
                self.have_yday = true;
            }
            b'm' => {
                self.date.mon = self.small(1, 12, 2)? - 1;
                (self.have_month, self.dated) = (true, true);
            }
            b'M' => self.date.min = self.small(0, 59, 2)?,
            b'n' | b't' => self.skip_space(),
            b'p' | b'P' => {
                let afternoon = self.text.first()?.eq_ignore_ascii_case(&b'p');
                let word: &[u8] = if afternoon { b"PM" } else { b"AM" };
                if self.text.len() < 2 || !self.text[..2].eq_ignore_ascii_case(word) {
                    return None;
                }
                self.text = &self.text[2..];
                self.afternoon = Some(afternoon);
            }
            b'r' => self.walk(b"%I:%M:%S %p")?,
            b'R' => self.walk(b"%H:%M")?,
            b's' => {
                let seconds = self.number(0, i64::MAX, 19)?;
                self.date = Date::from_seconds(seconds)?;
            }
            b'S' => self.date.sec = self.small(0, 61, 2)?,
            b'T' | b'X' => self.walk(b"%H:%M:%S")?,
            b'u' => {
                self.date.wday = self.small(1, 7, 1)? % 7;
                self.have_wday = true;
            }
            b'w' => {
                self.date.wday = self.small(0, 6, 1)?;
                self.have_wday = true;
            }
            b'U' | b'V' | b'W' | b'g' => {
                self.number(0, 99, 2)?;
            }
            b'G' => {
                self.number(0, 9999, 4)?;
            }
            b'y' => {
                self.year_of_century = Some(self.small(0, 99, 2)?);
                self.dated = true;
            }
            b'Y' => {
                self.date.year = self.small(0, 9999, 4)? - 1900;
                (self.century, self.year_of_century) = (None, None);
                self.dated = true;
            }
            b'z' => self.offset()?,
            // Names of zones are not read, as in glibc.
            b'Z' => {}
            _ => return None,
        }
        Some(())
    }

    /// `+hh`, `+hhmm`, `+hh:mm` or `Z`; the offset itself is not kept.
    fn offset(&mut self) -> Option<()> {
        self.skip_space();
        if let [b'Z', rest @ ..] = self.text {
            self.text = rest;
            return Some(());
        }
        let [b'+' | b'-', rest @ ..] = self.text else { return None };
        self.text = rest;
        let mut digits = 0;
        while digits < 4 {
            match self.text {
                [b':', rest @ ..] if digits == 2 => self.text = rest,
                [c, rest @ ..] if c.is_ascii_digit() => {
                    self.text = rest;
                    digits += 1;
                }
                _ => break,
            }
        }
        matches!(digits, 2 | 4).then_some(())
    }

    /// Fields that follow from others.
    fn finish(&mut self) {
        if self.twelve && self.afternoon == Some(true) {
            self.date.hour += 12;
        }
        match (self.century, self.year_of_century) {
            (Some(century), year) => {
                self.date.year = (century - 19) * 100 + year.unwrap_or(self.date.year % 100);
            }
            // Two digits mean 1969 to 2068.
            (None, Some(year)) => self.date.year = if year >= 69 { year } else { year + 100 },
            (None, None) => {}
        }
        if !self.dated {
            return;
        }
        let year = i64::from(self.date.year) + 1900;
        if !self.have_wday {
            if self.have_yday && !(self.have_month && self.have_day) {
                self.day_from_number(year);
            }
            if let Some(days) = self.days(year) {
                self.date.wday = i32::try_from((days + 4).rem_euclid(7)).unwrap_or(0);
            }
        }
        if let Some(days) = self.days(year).filter(|_| !self.have_yday) {
            self.date.yday = i32::try_from(days - days_before(year, 1, 1)).unwrap_or(0);
        }
    }

    /// Month and day from the day of the year, where they were not given.
    fn day_from_number(&mut self, year: i64) {
        let first = days_before(year, 1, 1);
        let Some(found) = Date::from_seconds((first + i64::from(self.date.yday)) * 86_400) else {
            return;
        };
        if !self.have_month {
            self.date.mon = found.mon;
        }
        if !self.have_day {
            self.date.mday = found.mday;
        }
        (self.have_month, self.have_day) = (true, true);
    }

    /// Days since 1970; `None` while there is no month.
    fn days(&self, year: i64) -> Option<i64> {
        let month = i64::from(self.date.mon) + 1;
        (1..=12).contains(&month).then(|| days_before(year, month, i64::from(self.date.mday)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_formats() {
        let (rest, date) =
            parse(b"2009-02-13 23:31:30!", b"%Y-%m-%d %H:%M:%S", Date::default()).unwrap();
        assert_eq!(rest, 1);
        assert_eq!(date.to_seconds(), 1_234_567_890);
        assert_eq!((date.wday, date.yday), (5, 43));
        let (_, date) =
            parse(b"13 feb 09 11:31 PM", b"%d %b %y %I:%M %p", Date::default()).unwrap();
        assert_eq!((date.year, date.mon, date.hour), (109, 1, 23));
        assert_eq!(parse(b"2009-13-01", b"%Y-%m-%d", Date::default()), None);
    }
}
