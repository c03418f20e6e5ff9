//! `libgen.h`: the parts of a path. Both forms of `basename` have their own name at
//! link time: GNU's is `basename`, that of POSIX is `__xpg_basename`.

use crate::spec::{Facts, Table, exact};
use crate::text::{static_text, string};
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("basename", basename).typed("pp"),
    exact("__xpg_basename", xpg_basename).typed("pp"),
    exact("dirname", dirname).typed("pp"),
]);

fn basename(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let text = string(call, at)?;
    let start = text.iter().rposition(|c| *c == b'/').map_or(0, |index| index + 1);
    Ok(Flow::address(at.wrapping_add(start as u64)))
}

fn xpg_basename(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let text = if at == 0 { Vec::new() } else { string(call, at)? };
    let Some(last) = text.iter().rposition(|c| *c != b'/') else {
        // Nothing but slashes, or nothing at all.
        return Ok(Flow::address(match text.len() {
            0 => static_text(call, "dot", "."),
            len => at.wrapping_add(len as u64 - 1),
        }));
    };
    if last + 1 < text.len() {
        call.store(at.wrapping_add(last as u64 + 1), 1, 0)?;
    }
    let start = text[..last].iter().rposition(|c| *c == b'/').map_or(0, |index| index + 1);
    Ok(Flow::address(at.wrapping_add(start as u64)))
}

fn dirname(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let text = if at == 0 { Vec::new() } else { string(call, at)? };
    match directory(&text) {
        None => Ok(Flow::address(static_text(call, "dot", "."))),
        Some(len) => {
            if len < text.len() {
                call.store(at.wrapping_add(len as u64), 1, 0)?;
            }
            Ok(Flow::address(at))
        }
    }
}

/// Length of the directory's part; `None` if there is no slash before the last part.
fn directory(text: &[u8]) -> Option<usize> {
    let Some(last) = text.iter().rposition(|c| *c != b'/') else {
        // "//" alone may mean something else than "/".
        return match text.len() {
            0 => None,
            2 => Some(2),
            _ => Some(1),
        };
    };
    let slash = text[..last].iter().rposition(|c| *c == b'/')?;
    let end = text[..slash].iter().rposition(|c| *c != b'/').map_or(0, |index| index + 1);
    Some(match (end, slash) {
        (0, 1) => 2,
        (0, _) => 1,
        _ => end,
    })
}

#[cfg(test)]
mod tests {
    use super::directory;

    #[test]
    fn directories_of_paths() {
        let of = |text: &str| directory(text.as_bytes()).map(|len| text[..len].to_string());
        assert_eq!(of("/usr/lib"), Some("/usr".into()));
        assert_eq!(of("/usr/"), Some("/".into()));
        assert_eq!(of("usr"), None);
        assert_eq!(of("/"), Some("/".into()));
        assert_eq!(of("//"), Some("//".into()));
        assert_eq!(of("a//b//"), Some("a".into()));
        assert_eq!(of(".."), None);
        assert_eq!(of(""), None);
    }
}
