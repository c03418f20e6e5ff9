//! What the library itself says on stderr, and the program's name that it begins with.

use crate::LibC;
use crate::text::string;
use margay_engine::{Call, Stop};

/// The program's name as it was started.
pub fn full_name(call: &mut Call<'_>) -> Result<Vec<u8>, Stop> {
    match call.library::<LibC>().process.program_name {
        0 => Ok(Vec::new()),
        address => string(call, address),
    }
}

/// The program's name without its directory.
pub fn short_name(call: &mut Call<'_>) -> Result<Vec<u8>, Stop> {
    let name = full_name(call)?;
    let start = name.iter().rposition(|c| *c == b'/').map_or(0, |index| index + 1);
    Ok(name[start..].to_vec())
}

/// Writes to file descriptor 2, which has no buffer. That it may be closed is no error.
pub fn write(call: &mut Call<'_>, text: &[u8]) {
    let mut rest = text;
    while !rest.is_empty() {
        match call.world.write(2, rest) {
            Ok(written) if written > 0 => rest = &rest[written.min(rest.len())..],
            _ => break,
        }
    }
}
