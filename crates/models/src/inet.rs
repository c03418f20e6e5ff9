//! `arpa/inet.h`: addresses of the internet as text, both ways. Nothing here reaches a network.

use crate::errno::{EAFNOSUPPORT, ENOSPC};
use crate::spec::{Facts, Table, exact};
use crate::text::{static_object, string};
use margay_engine::{Call, Flow, ModelResult, Value};
use std::net::{Ipv4Addr, Ipv6Addr};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("inet_addr", inet_addr).typed("ip"),
    exact("inet_aton", inet_aton).typed("ipp"),
    exact("inet_ntoa", inet_ntoa).typed("pi"),
    exact("inet_pton", inet_pton).typed("iipp"),
    exact("inet_ntop", inet_ntop).typed("pippi"),
]);

const AF_INET: i32 = 2;
const AF_INET6: i32 = 10;

/// The classic forms: one to four parts in decimal, octal or hexadecimal, the last one
/// filling the bytes that are left. Space may follow.
fn classic(text: &[u8]) -> Option<u32> {
    let end = text.iter().position(|c| crate::ctype::is_space(*c)).unwrap_or(text.len());
    let text = std::str::from_utf8(&text[..end]).ok()?;
    let parts: Vec<u32> = text.split('.').map(part).collect::<Option<_>>()?;
    let (last, leading) = parts.split_last()?;
    if leading.len() > 3 || leading.iter().any(|part| *part > 0xff) {
        return None;
    }
    let room = 32 - 8 * u32::try_from(leading.len()).ok()?;
    if room < 32 && *last >> room != 0 {
        return None;
    }
    let high = leading.iter().rev().zip([room, room + 8, room + 16]);
    Some(high.fold(*last, |sum, (part, shift)| sum | part << shift))
}

fn part(text: &str) -> Option<u32> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return if hex.starts_with('+') { None } else { u32::from_str_radix(hex, 16).ok() };
    }
    let radix = if lower.len() > 1 && lower.starts_with('0') { 8 } else { 10 };
    u32::from_str_radix(&lower, radix).ok()
}

pub fn inet_addr(call: &mut Call<'_>) -> ModelResult {
    let text = call.arg_u64(0)?;
    let text = string(call, text)?;
    let address = classic(&text).map_or(u32::MAX, u32::to_be);
    Ok(Value::Int(u64::from(address)).into())
}

fn inet_aton(call: &mut Call<'_>) -> ModelResult {
    let (text, place) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let text = string(call, text)?;
    let Some(address) = classic(&text) else { return Ok(Flow::int(0)) };
    if place != 0 {
        call.write_bytes(place, &address.to_be_bytes())?;
    }
    Ok(Flow::int(1))
}

/// The address comes as the struct that it is: one integer in the network's order.
fn inet_ntoa(call: &mut Call<'_>) -> ModelResult {
    let text = Ipv4Addr::from(call.arg_u32(0)?.to_le_bytes()).to_string();
    let buffer = static_object(call, "inet_ntoa buffer", || vec![0; 18]);
    call.write_string(buffer, text.as_bytes())?;
    Ok(Flow::address(buffer))
}

fn inet_pton(call: &mut Call<'_>) -> ModelResult {
    let (family, text, place) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let text = string(call, text)?;
    let text = String::from_utf8_lossy(&text);
    let bytes = match family {
        AF_INET => text.parse::<Ipv4Addr>().ok().map(|address| address.octets().to_vec()),
        AF_INET6 => text.parse::<Ipv6Addr>().ok().map(|address| address.octets().to_vec()),
        _ => {
            call.set_errno(EAFNOSUPPORT)?;
            return Ok(Flow::int(-1));
        }
    };
    let Some(bytes) = bytes else { return Ok(Flow::int(0)) };
    call.write_bytes(place, &bytes)?;
    Ok(Flow::int(1))
}

fn inet_ntop(call: &mut Call<'_>) -> ModelResult {
    let (family, from) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let (to, size) = (call.arg_u64(2)?, call.arg_u64(3)?);
    let text = match family {
        AF_INET => {
            let bytes = call.read_bytes(from, 4)?;
            Ipv4Addr::from(<[u8; 4]>::try_from(bytes).unwrap_or_default()).to_string()
        }
        AF_INET6 => {
            let bytes = call.read_bytes(from, 16)?;
            ipv6_text(Ipv6Addr::from(<[u8; 16]>::try_from(bytes).unwrap_or_default()))
        }
        _ => {
            call.set_errno(EAFNOSUPPORT)?;
            return Ok(Flow::address(0));
        }
    };
    if (text.len() as u64) >= size {
        call.set_errno(ENOSPC)?;
        return Ok(Flow::address(0));
    }
    call.write_string(to, text.as_bytes())?;
    Ok(Flow::address(to))
}

/// As Rust writes it, but for what was once the form of old addresses in new ones.
fn ipv6_text(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            let old = Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
            format!("::{old}")
        }
        _ => address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{classic, ipv6_text};

    #[test]
    fn new_addresses_as_text() {
        let text = |text: &str| ipv6_text(text.parse().unwrap());
        assert_eq!(text("::102:304"), "::1.2.3.4");
        assert_eq!(text("::ffff:1.2.3.4"), "::ffff:1.2.3.4");
        assert_eq!(text("::1"), "::1");
    }

    #[test]
    fn classic_forms() {
        assert_eq!(classic(b"10.0.255.1"), Some(0x0a00_ff01));
        assert_eq!(classic(b"127.1"), Some(0x7f00_0001));
        assert_eq!(classic(b"0x7f.010.3"), Some(0x7f08_0003));
        assert_eq!(classic(b"4294967295"), Some(u32::MAX));
        assert_eq!(classic(b"1.2.3.4 rest"), Some(0x0102_0304));
        assert_eq!(classic(b"1.2.3.256"), None);
        assert_eq!(classic(b"1.2.3.4.5"), None);
        assert_eq!(classic(b"x"), None);
        assert_eq!(classic(b""), None);
    }
}
