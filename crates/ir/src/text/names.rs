//! Words for enums that have no names of their own, and the escapes of strings.

use crate::program::Linkage;
use crate::source::{Encoding, Qualifier};
use crate::types::FloatKind;

/// Pairs each variant with its word; both directions derive from the one list.
macro_rules! words {
    ($to:ident, $from:ident, $ty:ident { $($variant:ident = $word:literal,)* }) => {
        pub(super) fn $to(value: $ty) -> &'static str {
            match value { $($ty::$variant => $word,)* }
        }

        pub(super) fn $from(word: &str) -> Option<$ty> {
            match word { $($word => Some($ty::$variant),)* _ => None }
        }
    };
}

words! { linkage_word, linkage, Linkage {
    External = "external", Internal = "internal", Weak = "weak", Common = "common",
    ExternWeak = "extern_weak", AvailableExternally = "available_externally",
    Appending = "appending",
} }

words! { float_word, float, FloatKind {
    Half = "half", BFloat = "bfloat", Single = "float", Double = "double",
    X87 = "x86_fp80", Quad = "fp128", PpcDouble = "ppc_fp128",
} }

words! { encoding_word, encoding, Encoding {
    Bool = "bool", Signed = "signed", Unsigned = "unsigned", SignedChar = "signed_char",
    UnsignedChar = "unsigned_char", Utf = "utf", Float = "float",
    ComplexFloat = "complex_float", Other = "other",
} }

words! { qualifier_word, qualifier, Qualifier {
    Const = "const", Volatile = "volatile", Restrict = "restrict", Atomic = "atomic",
} }

/// Bytes in quotes: text as it is, control characters and stray bytes escaped.
pub(super) fn quote(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                _ if char.is_control() => {
                    let mut buffer = [0; 4];
                    escape_bytes(char.encode_utf8(&mut buffer).as_bytes(), &mut out);
                }
                _ => out.push(char),
            }
        }
        escape_bytes(chunk.invalid(), &mut out);
    }
    out.push('"');
    out
}

fn escape_bytes(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        out.push_str(&format!("\\x{byte:02x}"));
    }
}

/// Whether a symbol's name needs no quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_symbol_byte)
}

pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

#[cfg(unix)]
pub(super) fn path_bytes(path: &std::path::Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
pub(super) fn path_from(bytes: &[u8]) -> std::path::PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

// Elsewhere a path that is not Unicode loses the parts that are not.
#[cfg(not(unix))]
pub(super) fn path_bytes(path: &std::path::Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
pub(super) fn path_from(bytes: &[u8]) -> std::path::PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
