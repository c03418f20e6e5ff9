//! The characters of a number in the input of `scanf`.
//!
//! The width counts down with each character that is taken; `None` is no limit.

use super::scan::{End, Reader, Source};
use margay_engine::Call;

/// Characters of an integer, with a sign and without the prefix of the base.
pub struct Field {
    pub text: Vec<u8>,
    pub base: u32,
}

/// What is left of a field's width.
struct Budget(Option<usize>);

impl Budget {
    fn spend(&mut self) {
        self.0 = self.0.map(|left| left.saturating_sub(1));
    }

    fn is_spent(&self) -> bool {
        self.0 == Some(0)
    }
}

fn ascii(character: Option<u32>) -> u8 {
    character.and_then(|c| u8::try_from(c).ok()).filter(u8::is_ascii).unwrap_or(0)
}

pub fn integer_field<S: Source>(
    reader: &mut Reader<'_, S>,
    call: &mut Call<'_>,
    width: Option<usize>,
    base: u32,
    pointer: bool,
) -> Result<Field, End> {
    let mut left = Budget(width);
    let mut base = base;
    let mut text = Vec::new();
    let mut next = reader.get(call)?;
    if next.is_none() {
        return Err(End::Input);
    }
    if matches!(ascii(next), b'-' | b'+') {
        text.push(ascii(next));
        left.spend();
        next = reader.get(call)?;
    }
    if !left.is_spent() && ascii(next) == b'0' {
        left.spend();
        text.push(b'0');
        next = reader.get(call)?;
        if !left.is_spent() && ascii(next).eq_ignore_ascii_case(&b'x') {
            base = if base == 0 { 16 } else { base };
            if base == 16 {
                left.spend();
                next = reader.get(call)?;
            }
        } else if base == 0 {
            base = 8;
        }
    }
    base = if base == 0 { 10 } else { base };
    while !left.is_spent() && char::from(ascii(next)).is_digit(base) {
        text.push(ascii(next));
        left.spend();
        next = reader.get(call)?;
    }
    if text.is_empty() && pointer && left.0.is_none_or(|left| left >= 5) && ascii(next) == b'(' {
        for wanted in *b"nil)" {
            next = reader.get(call)?;
            if !ascii(next).eq_ignore_ascii_case(&wanted) {
                reader.unget(call, next)?;
                return Err(End::Mismatch);
            }
        }
        return Ok(Field { text: b"0".to_vec(), base });
    }
    reader.unget(call, next)?;
    if matches!(&text[..], [] | [b'-' | b'+']) {
        return Err(End::Mismatch);
    }
    Ok(Field { text, base })
}

/// Takes the letters of a word; anything else is a mismatch.
fn word<S: Source>(
    reader: &mut Reader<'_, S>,
    call: &mut Call<'_>,
    left: &mut Budget,
    letters: &[u8],
    text: &mut Vec<u8>,
) -> Result<(), End> {
    for wanted in letters {
        if left.is_spent() {
            return Err(End::Mismatch);
        }
        let next = reader.get(call)?;
        if !ascii(next).eq_ignore_ascii_case(wanted) {
            return Err(End::Mismatch);
        }
        left.spend();
        text.push(ascii(next));
    }
    Ok(())
}

/// The characters of a floating-point number, in the grammar of `strtod` or nearly so.
pub fn float_field<S: Source>(
    reader: &mut Reader<'_, S>,
    call: &mut Call<'_>,
    width: Option<usize>,
) -> Result<Vec<u8>, End> {
    let mut left = Budget(width);
    let mut text = Vec::new();
    let mut next = reader.get(call)?;
    left.spend();
    if next.is_none() {
        return Err(End::Input);
    }
    let mut sign = 0;
    if matches!(ascii(next), b'-' | b'+') {
        sign = 1;
        text.push(ascii(next));
        if left.is_spent() {
            return Err(End::Mismatch);
        }
        next = reader.get(call)?;
        if next.is_none() {
            return Err(End::Mismatch);
        }
        left.spend();
    }
    match ascii(next).to_ascii_lowercase() {
        b'n' => {
            text.push(ascii(next));
            word(reader, call, &mut left, b"an", &mut text)?;
            return Ok(text);
        }
        b'i' => {
            text.push(ascii(next));
            word(reader, call, &mut left, b"nf", &mut text)?;
            if !left.is_spent() {
                let next = reader.get(call)?;
                if ascii(next).eq_ignore_ascii_case(&b'i') {
                    left.spend();
                    text.push(ascii(next));
                    word(reader, call, &mut left, b"nity", &mut text)?;
                } else {
                    reader.unget(call, next)?;
                }
            }
            return Ok(text);
        }
        _ => {}
    }
    let (mut digit, mut point, mut exponent, mut hexadecimal) = (false, false, false, false);
    // At the width's end the character in hand is the last one.
    let mut last = left.is_spent();
    if ascii(next) == b'0' && !last {
        text.push(b'0');
        next = reader.get(call)?;
        left.spend();
        if ascii(next).eq_ignore_ascii_case(&b'x') && !left.is_spent() {
            text.push(ascii(next));
            hexadecimal = true;
            next = reader.get(call)?;
            left.spend();
        } else {
            digit = true;
        }
        last = left.is_spent();
    }
    let letter = if hexadecimal { b'p' } else { b'e' };
    while let Some(character) = next {
        let found = ascii(Some(character));
        let after_letter = exponent && text.last().is_some_and(|c| c.eq_ignore_ascii_case(&letter));
        if found.is_ascii_digit() || !exponent && hexadecimal && found.is_ascii_hexdigit() {
            digit = true;
        } else if after_letter && matches!(found, b'-' | b'+') {
        } else if digit && !exponent && found.eq_ignore_ascii_case(&letter) {
            (exponent, point) = (true, true);
        } else if found == b'.' && !point {
            point = true;
        } else {
            reader.unget(call, next)?;
            break;
        }
        text.push(found);
        if last {
            break;
        }
        next = reader.get(call)?;
        left.spend();
        last = left.is_spent();
    }
    if text.len() == sign || hexadecimal && text.len() == 2 + sign {
        return Err(End::Mismatch);
    }
    Ok(text)
}
