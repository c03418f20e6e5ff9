//! `wchar.h` and `wctype.h`. A `wchar_t` has 4 bytes on every target here.

pub mod ctype;
pub mod multibyte;
pub mod string;
