//! `<time.h>`: clocks, calendars and their text.
//!
//! The time zone is UTC whatever `TZ` says: zone files are not read.

pub mod calendar;
pub mod clocks;
pub mod parse;
pub mod text;

use margay_engine::{Call, Stop};

/// `timezone`, `daylight` and `tzname` as variables of the program.
pub fn define_global(name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
    let word = call.pointer_bytes();
    match name {
        "timezone" | "__timezone" => call.store(address, word, 0)?,
        "daylight" | "__daylight" => call.store(address, 4, 0)?,
        "tzname" | "__tzname" => {
            let zone = crate::text::static_text(call, "UTC", "UTC");
            call.store_pointer(address, zone)?;
            call.store_pointer(address + u64::from(word), zone)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}
