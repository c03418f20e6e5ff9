//! `locale.h`, `langinfo.h` and `libintl.h`: there is one locale, "C", and no translation.

use crate::spec::{Table, exact, exact_for, one_of_many};
use crate::stdlib::environment;
use crate::text::{new_object, static_object, static_text, string};
use crate::time::text::{DAYS, MONTHS};
use margay_engine::{Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    one_of_many("setlocale", setlocale).typed("pip"),
    exact("localeconv", localeconv).typed("p"),
    exact("nl_langinfo", nl_langinfo).typed("pi"),
    exact("nl_langinfo_l", nl_langinfo).typed("pip"),
    one_of_many("newlocale", newlocale).typed("pipp"),
    one_of_many("duplocale", |call| Ok(call.arg(0).into())).typed("pp"),
    exact("freelocale", |_| Ok(Flow::void())).typed("vp"),
    // `LC_GLOBAL_LOCALE`, which is -1.
    exact_for("uselocale", |call| Ok(call.arg_u64(0)? == 0), |call| Ok(call.word(-1).into()))
        .typed("pp"),
    exact("gettext", |call| Ok(call.arg(0).into())).typed("pp"),
    exact("dgettext", |call| Ok(call.arg(1).into())).typed("ppp"),
    exact("dcgettext", |call| Ok(call.arg(1).into())).typed("pppi"),
    exact("__dcgettext", |call| Ok(call.arg(1).into())).typed("pppi"),
    exact("ngettext", |call| plural(call, 0)).typed("pppl"),
    exact("dngettext", |call| plural(call, 1)).typed("ppppl"),
    exact("dcngettext", |call| plural(call, 1)).typed("ppppli"),
    exact("textdomain", textdomain).typed("pp"),
    one_of_many("bindtextdomain", |call| Ok(call.arg(1).into())).typed("ppp"),
    one_of_many("bind_textdomain_codeset", |call| Ok(call.arg(1).into())).typed("ppp"),
    one_of_many("catopen", |call| Ok(call.word(-1).into())).typed("ppi"),
    exact("catgets", |call| Ok(call.arg(3).into())).typed("ppiip"),
    exact("catclose", |_| Ok(Flow::int(-1))).typed("ip"),
]);

/// Categories up to `LC_IDENTIFICATION`.
const CATEGORIES: std::ops::RangeInclusive<i32> = 0..=12;

fn setlocale(call: &mut Call<'_>) -> ModelResult {
    let (category, name) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let known = name == 0 || is_known(call, name, "setlocale")?;
    if !CATEGORIES.contains(&category) {
        call.set_errno(crate::errno::EINVAL)?;
        return Ok(Flow::address(0));
    }
    let address = if known { static_text(call, "C", "C") } else { 0 };
    Ok(Flow::address(address))
}

/// Whether a name is that of the locale "C". The empty one is what the environment asks for,
/// and taken to be "C" too; where it is another one, the report says so.
fn is_known(call: &mut Call<'_>, name: u64, function: &'static str) -> Result<bool, Stop> {
    let name = string(call, name)?;
    let plain = |name: &[u8]| matches!(name, b"C" | b"POSIX");
    let mut wanted = name.clone();
    if name.is_empty() {
        for variable in [&b"LC_ALL"[..], b"LC_CTYPE", b"LANG"] {
            wanted = environment::value(call, variable)?.unwrap_or_default();
            if !wanted.is_empty() {
                break;
            }
        }
    }
    if !wanted.is_empty() && !plain(&wanted) {
        crate::count_unsupported(call, function);
    }
    Ok(name.is_empty() || plain(&name))
}

/// `struct lconv`: ten strings, all empty but the decimal point, and numbers that are
/// all `CHAR_MAX`, which means that there are none.
fn localeconv(call: &mut Call<'_>) -> ModelResult {
    const STRINGS: usize = 10;
    const NUMBERS: usize = 14;
    let (point, empty) = (static_text(call, ".", "."), static_text(call, "", ""));
    let word = call.pointer_bytes() as usize;
    let address = static_object(call, "lconv", || {
        let mut bytes = point.to_le_bytes()[..word].to_vec();
        for _ in 1..STRINGS {
            bytes.extend(&empty.to_le_bytes()[..word]);
        }
        bytes.extend([127; NUMBERS]);
        bytes.resize(bytes.len().next_multiple_of(word), 0);
        bytes
    });
    Ok(Flow::address(address))
}

/// What an item of `langinfo.h` is: its category above its index.
fn item_text(item: u32) -> &'static str {
    let index = usize::try_from(item & 0xffff).unwrap_or(usize::MAX);
    match (item >> 16, index) {
        (0, 14) => "ANSI_X3.4-1968",
        (1, 0) => ".",
        (2, 0..7) => &DAYS[index][..3],
        (2, 7..14) => DAYS[index - 7],
        (2, 14..26) => &MONTHS[index - 14][..3],
        (2, 26..38) => MONTHS[index - 26],
        (2, 38) => "AM",
        (2, 39) => "PM",
        (2, 40) => "%a %b %e %H:%M:%S %Y",
        (2, 41) => "%m/%d/%y",
        (2, 42) => "%H:%M:%S",
        (2, 43) => "%I:%M:%S %p",
        (4, 15) => "-",
        (5, 0) => "^[yY]",
        (5, 1) => "^[nN]",
        _ => "",
    }
}

fn nl_langinfo(call: &mut Call<'_>) -> ModelResult {
    let text = item_text(call.arg_u32(0)?);
    Ok(Flow::address(static_text(call, text, text)))
}

fn newlocale(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(1)?;
    if !is_known(call, name, "newlocale")? {
        call.set_errno(crate::errno::ENOENT)?;
        return Ok(Flow::address(0));
    }
    Ok(Flow::address(new_object(call, &[0; 8])))
}

/// The form for one, or that for any other number.
fn plural(call: &mut Call<'_>, first: usize) -> ModelResult {
    let one = call.arg_u64(first + 2)? == 1;
    Ok(call.arg(if one { first } else { first + 1 }).into())
}

fn textdomain(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    let text = if name == 0 { Vec::new() } else { string(call, name)? };
    let text = if text.is_empty() { "messages".into() } else { String::from_utf8_lossy(&text) };
    Ok(Flow::address(static_text(call, &text, &text)))
}

#[cfg(test)]
mod tests {
    use super::item_text;

    #[test]
    fn items_of_langinfo() {
        assert_eq!(item_text(14), "ANSI_X3.4-1968");
        assert_eq!(item_text(0x20000), "Sun");
        assert_eq!(item_text(0x2000d), "Saturday");
        assert_eq!(item_text(0x20025), "December");
        assert_eq!(item_text(0x10001), "");
    }
}
