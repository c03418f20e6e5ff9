//! Inputs in words: `stdin = "AAA"`, `rand() = 5`, `argv[1] = "-x"`.
//!
//! Text is escaped as C escapes it, so that it can be pasted into a program. Long text
//! is cut and its length told.

use crate::place::printable;
use margay_ir::finding::{Finding, Form, Input, Source};

/// Every input in the order it is asked for. What is read piece by piece from one
/// stream is one input here, since it has to be given as one; the same answer many times
/// over is said once.
pub fn inputs(inputs: &[Input], longest: usize) -> Vec<String> {
    let mut joined: Vec<Input> = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| inputs.get(before));
        if is_left_out(input, before, inputs.get(index + 1)) {
            continue;
        }
        let stream = input.form == Form::Bytes
            && matches!(input.source, Source::Stdin | Source::File { .. });
        let earlier = joined
            .iter_mut()
            .find(|earlier| stream && earlier.source == input.source && earlier.form == input.form);
        match earlier {
            Some(earlier) => earlier.bytes.extend_from_slice(&input.bytes),
            None => joined.push(input.clone()),
        }
    }
    let mut shown: Vec<(String, u64)> = Vec::new();
    for input in joined {
        let is = if input.form == Form::Failure { "" } else { "= " };
        let text = format!("{} {is}{}", source(&input.source), value(&input, longest));
        match shown.last_mut() {
            Some((last, times)) if *last == text => *times += 1,
            _ => shown.push((text, 1)),
        }
    }
    shown
        .into_iter()
        .map(|(text, times)| match times {
            1 => text,
            _ => format!("{text}, {} times", grouped(times)),
        })
        .collect()
}

/// Whether the answer beside an input says all: a call that fails gives nothing.
fn is_left_out(input: &Input, before: Option<&Input>, after: Option<&Input>) -> bool {
    let failed = |input: &Input| input.bytes.iter().any(|byte| *byte != 0);
    match &input.source {
        // A value says that there is a variable.
        Source::Environment { .. } if input.form == Form::Failure => {
            !failed(input) && before.is_some_and(|before| before.source == input.source)
        }
        // Where there is no variable, it has no value.
        Source::Environment { .. } => after.is_some_and(|after| {
            after.form == Form::Failure && after.source == input.source && failed(after)
        }),
        Source::Written { function, .. } if input.bytes.is_empty() => {
            let same =
                |source: &Source| matches!(source, Source::Return { function: f } if f == function);
            before.is_some_and(|before| same(&before.source) && negative(before))
        }
        _ => false,
    }
}

fn negative(input: &Input) -> bool {
    input.form == Form::Signed && signed(&input.bytes).is_some_and(|number| number < 0)
}

/// How many inputs take the path of a finding: `every input`, `40% of inputs`, `1 in 256 inputs`.
pub(crate) fn likelihood(finding: &Finding) -> Option<String> {
    // Below these it matters little how small it is.
    const RARE: [(f64, &str); 2] = [(1e-9, "a billion"), (1e-6, "a million")];
    let share = finding.likelihood?;
    if let Some((_, word)) = RARE.iter().find(|(rare, _)| share <= *rare) {
        return Some(format!("fewer than 1 in {word} inputs"));
    }
    if share >= 1.0 {
        return Some("every input".to_owned());
    }
    if finding.likelihood_at_most {
        return Some(format!("fewer than 1 in {} inputs", in_digits((1.0 / share).floor(), 1)));
    }
    if share > 0.99 {
        return Some("nearly every input".to_owned());
    }
    if share > 0.1 {
        return Some(format!("{:.0}% of inputs", share * 100.0));
    }
    let digits = if share > 0.001 { 3 } else { 2 };
    Some(format!("1 in {} inputs", in_digits(1.0 / share, digits)))
}

/// A number from 1 to a billion in so many digits, zeros after them; with one digit not rounded up.
fn in_digits(number: f64, digits: i32) -> String {
    let mut unit: u64 = 1;
    let limit = 10f64.powi(digits);
    let mut rest = number;
    while rest >= limit {
        (rest, unit) = (rest / 10.0, unit * 10);
    }
    let rest = if digits == 1 { rest.floor() } else { rest.round() };
    let shown = rest.to_string().parse::<u64>().unwrap_or(0);
    grouped(shown * unit)
}

/// `1,203`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 path`, `1,203 paths`.
pub fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The length of something, as [`count`] wants it.
pub(crate) fn length<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).unwrap_or(u64::MAX)
}

fn source(source: &Source) -> String {
    let name = match source {
        Source::Argument { index } => format!("argv[{index}]"),
        Source::ArgumentCount => "argc".to_owned(),
        Source::Stdin => "stdin".to_owned(),
        Source::File { path } if path.is_empty() => "contents of a file".to_owned(),
        Source::File { path } => format!("file `{path}`"),
        Source::Environment { name } => format!("getenv(\"{name}\")"),
        Source::Return { function } if function.contains(' ') => format!("what {function} returns"),
        Source::Return { function } => format!("{function}()"),
        Source::Written { function, index } => {
            format!("{function}(), argument {}", u64::from(*index) + 1)
        }
        Source::Given { function, index: 0 } => format!("what {function}() points to"),
        Source::Given { function, index } => {
            format!("what {function}() points to, member {}", u64::from(*index) + 1)
        }
        Source::Named { name } => name.clone(),
        Source::Parameter { name } => format!("parameter `{name}`"),
        Source::Global { name } => format!("global `{name}`"),
    };
    printable(&name)
}

fn value(input: &Input, longest: usize) -> String {
    let bytes = input.bytes.as_slice();
    match input.form {
        Form::Bytes => {
            // The system hands these over up to the first zero.
            let is_string =
                matches!(input.source, Source::Argument { .. } | Source::Environment { .. });
            let end = bytes.iter().position(|byte| is_string && *byte == 0);
            text(&bytes[..end.unwrap_or(bytes.len())], longest)
        }
        Form::Signed => signed(bytes).map_or_else(|| hex(bytes), |number| number.to_string()),
        Form::Unsigned => unsigned(bytes).map_or_else(|| hex(bytes), |number| number.to_string()),
        Form::Float => match *bytes {
            [a, b, c, d] => float(f32::from_le_bytes([a, b, c, d]).into()),
            [a, b, c, d, e, f, g, h] => float(f64::from_le_bytes([a, b, c, d, e, f, g, h])),
            _ => hex(bytes),
        },
        Form::Pointer if bytes.iter().all(|byte| *byte == 0) => "NULL".to_owned(),
        Form::Pointer => "a pointer to something".to_owned(),
        Form::Failure if bytes.iter().all(|byte| *byte == 0) => "succeeds".to_owned(),
        Form::Failure => "fails".to_owned(),
    }
}

/// A string literal. Escapes are octal, as gdb prints them: a hexadecimal escape in C has
/// no end, and would swallow a digit that follows.
fn text(bytes: &[u8], longest: usize) -> String {
    let cut = bytes.len() > longest;
    let shown = &bytes[..bytes.len().min(longest)];
    let mut text = String::from("\"");
    for (index, byte) in shown.iter().enumerate() {
        let digit_follows = shown.get(index + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\r' => text += "\\r",
            b'"' => text += "\\\"",
            b'\\' => text += "\\\\",
            0 if !digit_follows => text += "\\0",
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text += "\"";
    if cut {
        text += &format!("... ({})", count(length(bytes), "byte"));
    }
    text
}

fn unsigned(bytes: &[u8]) -> Option<u128> {
    let mut all = [0; 16];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u128::from_le_bytes(all))
}

fn signed(bytes: &[u8]) -> Option<i128> {
    let negative = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut all = [if negative { 0xff } else { 0 }; 16];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(i128::from_le_bytes(all))
}

fn float(number: f64) -> String {
    if number.is_nan() { "NaN".to_owned() } else { format!("{number:?}") }
}

/// The digits of a number of any width, its lowest byte first.
fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(source: Source, form: Form, bytes: &[u8]) -> Input {
        Input { source, form, bytes: bytes.to_vec(), location: None }
    }

    fn check(source: Source, form: Form, bytes: &[u8], expected: &str) {
        assert_eq!(inputs(&[input(source, form, bytes)], 20), [expected]);
    }

    #[test]
    fn text_is_escaped_as_in_c() {
        let check = |bytes: &[u8], expected: &str| {
            check(Source::Stdin, Form::Bytes, bytes, &format!("stdin = {expected}"));
        };
        check(b"", "\"\"");
        check(b"a\"b\\\n\t\r", "\"a\\\"b\\\\\\n\\t\\r\"");
        check(b"\0a\0" as &[u8], "\"\\0a\\0\"");
        check(b"\x001\x7f\xff", "\"\\0001\\177\\377\"");
        check(&[b'A'; 4096], "\"AAAAAAAAAAAAAAAAAAAA\"... (4,096 bytes)");
    }

    #[test]
    fn numbers_are_numbers() {
        let call = || Source::Return { function: "rand".into() };
        check(call(), Form::Signed, &[5, 0, 0, 0], "rand() = 5");
        check(call(), Form::Signed, &[0xff; 4], "rand() = -1");
        check(call(), Form::Signed, &[0x80], "rand() = -128");
        check(call(), Form::Unsigned, &[0xff; 8], "rand() = 18446744073709551615");
        check(call(), Form::Unsigned, &[0xff; 17], &format!("rand() = 0x{}", "f".repeat(34)));
        check(call(), Form::Signed, &[], "rand() = 0");
        check(call(), Form::Float, &1.5f32.to_le_bytes(), "rand() = 1.5");
        check(call(), Form::Float, &(-0.0f64).to_le_bytes(), "rand() = -0.0");
        check(call(), Form::Float, &f64::NAN.to_le_bytes(), "rand() = NaN");
        check(call(), Form::Float, &[0; 10], "rand() = 0x0");
        check(call(), Form::Pointer, &[0; 8], "rand() = NULL");
        check(call(), Form::Pointer, &[0x10, 0x0f, 0], "rand() = a pointer to something");
    }

    #[test]
    fn sources_have_names() {
        check(Source::Argument { index: 1 }, Form::Bytes, b"x\0yz", "argv[1] = \"x\"");
        check(Source::ArgumentCount, Form::Signed, &[2, 0, 0, 0], "argc = 2");
        let written = Source::Written { function: "recv".into(), index: 1 };
        check(written, Form::Bytes, b"x", "recv(), argument 2 = \"x\"");
        let given = |index| Source::Given { function: "getpwuid".into(), index };
        check(given(0), Form::Bytes, b"x", "what getpwuid() points to = \"x\"");
        check(given(2), Form::Bytes, b"x", "what getpwuid() points to, member 3 = \"x\"");
        let home = Source::Environment { name: "HOME".into() };
        check(home, Form::Bytes, b"/\0", "getenv(\"HOME\") = \"/\"");
        check(Source::Parameter { name: "n".into() }, Form::Signed, &[7], "parameter `n` = 7");
        check(Source::Named { name: "a\x1bb".into() }, Form::Signed, &[7], "a\u{fffd}b = 7");
    }

    #[test]
    fn what_fails_gives_nothing() {
        let call = |function: &str| Source::Return { function: function.into() };
        let [home, shell] = ["HOME", "SHELL"].map(|name| Source::Environment { name: name.into() });
        let list = [
            input(home.clone(), Form::Bytes, b""),
            input(home, Form::Failure, &[1]),
            input(shell.clone(), Form::Bytes, b"sh"),
            input(shell, Form::Failure, &[0]),
            input(call("read"), Form::Signed, &[0xff; 8]),
            input(Source::Written { function: "read".into(), index: 1 }, Form::Bytes, b""),
            input(Source::File { path: String::new() }, Form::Bytes, b"x"),
        ];
        let shown = [
            "getenv(\"HOME\") fails",
            "getenv(\"SHELL\") = \"sh\"",
            "read() = -1",
            "contents of a file = \"x\"",
        ];
        assert_eq!(inputs(&list, 20), shown);
    }

    #[test]
    fn streams_are_joined() {
        let list = [
            input(Source::Stdin, Form::Bytes, b"ab"),
            input(Source::Return { function: "f".into() }, Form::Signed, &[1]),
            input(Source::Return { function: "f".into() }, Form::Signed, &[2]),
            input(Source::Stdin, Form::Bytes, b"cd"),
        ];
        assert_eq!(inputs(&list, 20), ["stdin = \"abcd\"", "f() = 1", "f() = 2"]);
        let same = [list[1].clone(), list[1].clone(), list[2].clone()];
        assert_eq!(inputs(&same, 20), ["f() = 1, 2 times", "f() = 2"]);
    }

    #[test]
    fn likelihoods_are_in_words() {
        let check = |share: f64, at_most: bool, expected: &str| {
            let finding = Finding {
                likelihood: Some(share),
                likelihood_at_most: at_most,
                ..crate::testing::finding("a.c", 1, 1)
            };
            assert_eq!(likelihood(&finding).as_deref(), Some(expected), "{share}");
        };
        check(1.0, false, "every input");
        check(0.9999, false, "nearly every input");
        check(0.988, false, "99% of inputs");
        check(0.333, false, "33% of inputs");
        check(0.1, false, "1 in 10 inputs");
        check(0.0625, false, "1 in 16 inputs");
        check(0.003906, false, "1 in 256 inputs");
        check(0.001302, false, "1 in 768 inputs");
        check(0.001, false, "1 in 1,000 inputs");
        check(1.53e-5, false, "1 in 65,000 inputs");
        check(1.01e-6, false, "1 in 990,000 inputs");
        check(1e-6, false, "fewer than 1 in a million inputs");
        check(2.33e-10, false, "fewer than 1 in a billion inputs");
        check(1e-300, true, "fewer than 1 in a billion inputs");
        check(0.000244, true, "fewer than 1 in 4,000 inputs");
        check(0.5, true, "fewer than 1 in 2 inputs");
        assert_eq!(likelihood(&crate::testing::finding("a.c", 1, 1)), None);
    }

    #[test]
    fn digits_stand_in_groups() {
        let numbers = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
    }
}
