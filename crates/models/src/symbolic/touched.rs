//! Arguments that a function reads or writes at least one byte of, whatever that byte is.
//!
//! A model of text asks for the address of what it is given, and an unknown offset is then tried value by value: what one
//! of many values leads to is not certain where callers are unknown. And where one argument leads to text that nobody
//! knows, the others are not looked at. So that a byte can be accessed at all is seen to first, for all values at once.
//!
//! Invariant: what stands here is accessed by every call, unless a length that is named with it is 0.

use margay_engine::{AccessKind, Call, ModelResult, Stop, Value};
use std::collections::HashMap;
use std::sync::OnceLock;

/// An argument, how it is accessed, and the arguments that say how many bytes or characters of it are.
type Touch = (usize, AccessKind, &'static [usize]);

const TEXT: Touch = (0, AccessKind::Read, &[]);
const SECOND_TEXT: Touch = (1, AccessKind::Read, &[]);
const TO: Touch = (0, AccessKind::Write, &[]);

/// Functions, and what they touch; separated by spaces.
const TOUCHED: &[(&str, &[Touch])] = &[
    (
        "strlen strchr strrchr strchrnul index rindex rawmemchr atoi atol atoll atof strtol strtoul strtoll strtoull \
         strtoimax strtoumax strtod strtof strtold strdup puts fputs sscanf vsscanf wcslen wcschr wcsrchr \
         wcstol wcstoul wcstoll wcstoull wcstod wcsdup fputws",
        &[TEXT],
    ),
    (
        "strcmp strcasecmp strcoll strverscmp strstr strcasestr wcscmp wcscoll wcscasecmp wcsstr",
        &[TEXT, SECOND_TEXT],
    ),
    // Nothing is looked for where there is nothing to look through.
    ("strspn strcspn strpbrk wcsspn wcscspn wcspbrk", &[TEXT]),
    (
        "strncmp strncasecmp wcsncmp wcsncasecmp",
        &[(0, AccessKind::Read, &[2]), (1, AccessKind::Read, &[2])],
    ),
    ("memcmp bcmp", &[(0, AccessKind::Read, &[2]), (1, AccessKind::Read, &[2])]),
    ("memchr memrchr wmemchr wmemcmp", &[(0, AccessKind::Read, &[2])]),
    ("fwrite", &[(0, AccessKind::Read, &[1, 2])]),
    ("strnlen wcsnlen strndup", &[(0, AccessKind::Read, &[1])]),
    ("strcpy stpcpy wcscpy wcpcpy", &[SECOND_TEXT, TO]),
    (
        "strncpy stpncpy wcsncpy wcpncpy",
        &[(1, AccessKind::Read, &[2]), (0, AccessKind::Write, &[2])],
    ),
    ("strlcpy", &[SECOND_TEXT, (0, AccessKind::Write, &[2])]),
    ("strcat wcscat", &[SECOND_TEXT, TEXT]),
    ("strncat wcsncat", &[(1, AccessKind::Read, &[2]), TEXT]),
    ("strlcat", &[SECOND_TEXT, (0, AccessKind::Read, &[2])]),
    ("sprintf vsprintf", &[TO]),
    ("snprintf vsnprintf swprintf vswprintf", &[(0, AccessKind::Write, &[1])]),
];

fn table() -> &'static HashMap<&'static str, &'static [Touch]> {
    static TABLE: OnceLock<HashMap<&'static str, &'static [Touch]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let named = |(names, touched): &(&'static str, &'static [Touch])| {
            let touched = *touched;
            names.split_whitespace().map(move |name| (name, touched))
        };
        TOUCHED.iter().flat_map(named).collect()
    })
}

/// What calls of a function touch. Those that check the size of their destination do as those that do not.
fn touched(name: &str) -> &'static [Touch] {
    let name = margay_ir::spell::library_name(name);
    let plain = name.strip_prefix("__").map(|name| name.strip_suffix("_chk").unwrap_or(name));
    table().get(plain.unwrap_or(name)).copied().unwrap_or_default()
}

/// Whether each call of a function accesses something.
pub fn has(name: &str) -> bool {
    !touched(name).is_empty()
}

/// Sees to it that the arguments can be accessed, then does what the function does.
pub fn model(call: &mut Call<'_>) -> ModelResult {
    for (index, access, lengths) in touched(call.name) {
        touch(call, *index, *access, lengths)?;
    }
    let function = crate::function(call.name).expect("what is listed has a model");
    super::whole_model(function).expect("what is listed has a model")(call)
}

fn touch(
    call: &mut Call<'_>,
    index: usize,
    access: AccessKind,
    lengths: &[usize],
) -> Result<(), Stop> {
    let value = call.arg(index);
    let something = |length: &usize| matches!(call.arg(*length), Value::Int(known) if known > 0);
    if !lengths.iter().all(something) {
        return Ok(());
    }
    call.touch(value, access)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_listed_has_a_model() {
        let missing: Vec<_> =
            super::table().keys().filter(|name| crate::function(name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
