//! The engine of the `scanf` family.
//!
//! The format is walked as glibc walks it, one character of input ahead: what is
//! read and does not fit is put back, and only the last character can be. So after
//! `0x` without digits, or `1e` without an exponent, input is lost just as it is
//! natively.

use super::Bad;
use super::scan_number::{Field, float_field, integer_field};
use crate::errno;
use crate::float_text::{FloatKind, long_double, parse_float};
use margay_engine::VarArgs;
use margay_engine::{Call, Stop, Value};

/// Where `scanf` reads from; characters are bytes or wide characters.
pub trait Source {
    /// The next character; `None` at the end.
    fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, Bad>;
    fn unget(&mut self, call: &mut Call<'_>, character: u32) -> Result<(), Bad>;
    /// Whether characters are wide.
    const WIDE: bool;
}

/// Why scanning ends before its format does.
pub enum End {
    /// The input ended: `EOF` if nothing was assigned.
    Input,
    /// The input does not fit.
    Mismatch,
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stop(stop)
    }
}

/// Input with a count of what was read.
pub struct Reader<'s, S> {
    pub source: &'s mut S,
    pub count: u64,
    /// `errno` when the input ended. glibc sets it again at each later attempt to read,
    /// which undoes an `ERANGE` in between.
    pub ended: Option<i32>,
}

impl<S: Source> Reader<'_, S> {
    /// The next character; a read error counts as the end.
    pub fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, End> {
        if let Some(number) = self.ended {
            call.set_errno(number)?;
            return Ok(None);
        }
        match self.source.get(call) {
            Ok(Some(found)) => {
                self.count += 1;
                return Ok(Some(found));
            }
            Err(Bad::Stop(stop)) => return Err(End::Stop(stop)),
            Err(Bad::Errno(number)) => call.set_errno(number)?,
            Ok(None) | Err(Bad::Failed) => {}
        }
        let at = call.errno_address();
        self.ended = Some(call.load_i32(at)?);
        Ok(None)
    }

    pub fn unget(&mut self, call: &mut Call<'_>, character: Option<u32>) -> Result<(), End> {
        let Some(character) = character else { return Ok(()) };
        self.count -= 1;
        match self.source.unget(call, character) {
            Err(Bad::Stop(stop)) => Err(End::Stop(stop)),
            _ => Ok(()),
        }
    }

    /// Skips blanks; `errno` is 0 meanwhile and then as it was.
    fn skip_space(&mut self, call: &mut Call<'_>) -> Result<(), End> {
        while self.ended.is_none() {
            let next = self.get(call)?;
            if next.is_none() {
                self.ended = Some(0);
            } else if !next.is_some_and(is_space) {
                return self.unget(call, next);
            }
        }
        Ok(())
    }
}

pub fn is_space(character: u32) -> bool {
    matches!(character, 0x20 | 0x09..=0x0d)
}

/// Scans input by a format; the result is what the call returns.
pub fn scan<S: Source>(
    call: &mut Call<'_>,
    source: &mut S,
    format: &[u32],
    args: VarArgs,
) -> Result<i32, Stop> {
    let args = Pointers::new(call, format, args)?;
    let reader = Reader { source, count: 0, ended: None };
    let mut scanner = Scanner { reader, format, at: 0, args, done: 0, pending_space: false };
    match scanner.run(call) {
        Ok(()) | Err(End::Mismatch) => Ok(scanner.done),
        Err(End::Input) => Ok(if scanner.done == 0 { -1 } else { scanner.done }),
        Err(End::Stop(stop)) => Err(stop),
    }
}

/// Where results go: pointers in order, or all of them for formats with `n$`.
enum Pointers {
    InOrder(VarArgs),
    Numbered(Vec<u64>, usize),
}

impl Pointers {
    fn new(call: &mut Call<'_>, format: &[u32], mut args: VarArgs) -> Result<Self, Stop> {
        // Input that was read cannot be read again: symbolic pointers are settled before.
        if let VarArgs::Direct { next } = args {
            for index in next..call.args.len() {
                if matches!(call.arg(index), Value::Term(_)) {
                    call.arg_u64(index)?;
                }
            }
        }
        let most = numbered(format);
        if most == 0 {
            return Ok(Pointers::InOrder(args));
        }
        let all = (0..most).map(|_| args.next_pointer(call)).collect::<Result<_, _>>()?;
        Ok(Pointers::Numbered(all, 0))
    }

    fn take(&mut self, call: &mut Call<'_>, place: Option<usize>) -> Result<u64, Stop> {
        match self {
            Pointers::InOrder(args) => args.next_pointer(call),
            Pointers::Numbered(all, next) => {
                let index = place.unwrap_or(*next);
                *next += usize::from(place.is_none());
                Ok(all.get(index).copied().unwrap_or(0))
            }
        }
    }
}

/// The largest `n` of the `%n$` in a format, 0 if it has none.
fn numbered(format: &[u32]) -> usize {
    let ascii: Vec<u8> = format.iter().map(|c| u8::try_from(*c).unwrap_or(0xff)).collect();
    let mut most = 0;
    for (at, _) in ascii.iter().enumerate().filter(|(_, c)| **c == b'%') {
        let digits = ascii[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
        if digits > 0 && digits < 5 && ascii.get(at + 1 + digits) == Some(&b'$') {
            let text = std::str::from_utf8(&ascii[at + 1..at + 1 + digits]).unwrap_or("0");
            most = most.max(text.parse().unwrap_or(0));
        }
    }
    most
}

/// One conversion of the format.
#[derive(Default)]
struct Spec {
    place: Option<usize>,
    suppress: bool,
    /// `m`: the library allocates the result.
    allocate: bool,
    width: Option<usize>,
    /// Bytes of an integer result, or 0 for the default.
    size: u32,
    /// `l`: wide characters, or a `double`.
    long: bool,
    /// `L` or `ll`: a `long double`.
    longer: bool,
}

struct Scanner<'s, 'f, S> {
    reader: Reader<'s, S>,
    format: &'f [u32],
    at: usize,
    args: Pointers,
    done: i32,
    pending_space: bool,
}

impl<S: Source> Scanner<'_, '_, S> {
    fn run(&mut self, call: &mut Call<'_>) -> Result<(), End> {
        while let Some(character) = self.next_format() {
            if is_space(character) {
                self.pending_space = true;
            } else if character == u32::from(b'%') {
                self.conversion(call)?;
            } else {
                if std::mem::take(&mut self.pending_space) {
                    self.reader.skip_space(call)?;
                }
                self.literal(call, character)?;
            }
        }
        if self.pending_space {
            self.reader.skip_space(call)?;
        }
        Ok(())
    }

    fn next_format(&mut self) -> Option<u32> {
        let character = self.format.get(self.at).copied();
        self.at += usize::from(character.is_some());
        character
    }

    fn peek_format(&self) -> u8 {
        self.format.get(self.at).map_or(0, |c| u8::try_from(*c).unwrap_or(0xff))
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.at < self.format.len() && self.peek_format() == wanted;
        self.at += usize::from(found);
        found
    }

    fn literal(&mut self, call: &mut Call<'_>, wanted: u32) -> Result<(), End> {
        match self.reader.get(call)? {
            None => Err(End::Input),
            Some(found) if found == wanted => Ok(()),
            other => {
                self.reader.unget(call, other)?;
                Err(End::Mismatch)
            }
        }
    }

    fn number(&mut self) -> Option<usize> {
        let mut value = None;
        while self.at < self.format.len() && self.peek_format().is_ascii_digit() {
            let digit = usize::from(self.peek_format() - b'0');
            let next = value.unwrap_or(0usize).saturating_mul(10).saturating_add(digit);
            value = Some(next.min(0x7fff_ffff));
            self.at += 1;
        }
        value
    }

    fn spec(&mut self, call: &Call<'_>) -> Spec {
        let mut spec = Spec::default();
        let mut width = self.number();
        if let Some(place) = width
            && self.accept(b'$')
        {
            spec.place = place.checked_sub(1);
            width = None;
        }
        if width.is_none() {
            loop {
                if self.accept(b'*') {
                    spec.suppress = true;
                } else if !self.accept(b'\'') && !self.accept(b'I') {
                    break;
                }
            }
            width = self.number();
        }
        spec.width = width.filter(|width| *width > 0);
        let word = call.pointer_bytes();
        if self.accept(b'h') {
            spec.size = if self.accept(b'h') { 1 } else { 2 };
        } else if self.accept(b'l') {
            spec.long = true;
            spec.longer = self.accept(b'l');
            spec.size = if spec.longer { 8 } else { word };
        } else if self.accept(b'q') || self.accept(b'L') {
            (spec.long, spec.longer, spec.size) = (true, true, 8);
        } else if self.accept(b'm') {
            spec.allocate = true;
            spec.long = self.accept(b'l');
        } else if self.accept(b'z') || self.accept(b'Z') || self.accept(b't') {
            spec.size = word;
        } else if self.accept(b'j') {
            spec.size = 8;
        }
        spec
    }

    fn conversion(&mut self, call: &mut Call<'_>) -> Result<(), End> {
        let spec = self.spec(call);
        let Some(letter) = self.next_format() else { return Err(End::Mismatch) };
        let letter = u8::try_from(letter).unwrap_or(0);
        if std::mem::take(&mut self.pending_space) || !matches!(letter, b'[' | b'c' | b'C' | b'n') {
            self.reader.skip_space(call)?;
        }
        match letter {
            b'%' => self.literal(call, u32::from(b'%')),
            b'n' => self.store_count(call, &spec),
            b'd' => self.integer(call, &spec, 10, true),
            b'i' => self.integer(call, &spec, 0, true),
            b'u' => self.integer(call, &spec, 10, false),
            b'o' => self.integer(call, &spec, 8, false),
            b'x' | b'X' => self.integer(call, &spec, 16, false),
            b'p' => {
                let spec = Spec { size: call.pointer_bytes(), ..spec };
                self.pointer(call, &spec)
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => self.float(call, &spec),
            b'c' => self.characters(call, &spec, spec.long),
            b'C' => self.characters(call, &spec, true),
            b's' => self.text(call, &spec, spec.long, |character| !is_space(character)),
            b'S' => self.text(call, &spec, true, |character| !is_space(character)),
            b'[' => self.set(call, &spec),
            _ => Err(End::Mismatch),
        }
    }

    fn store_count(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<(), End> {
        if !spec.suppress {
            let to = self.args.take(call, spec.place)?;
            let size = if spec.size == 0 { 4 } else { spec.size };
            call.store(to, size, self.reader.count)?;
        }
        Ok(())
    }

    fn integer(
        &mut self,
        call: &mut Call<'_>,
        spec: &Spec,
        base: u32,
        signed: bool,
    ) -> Result<(), End> {
        let Field { text, base } = integer_field(&mut self.reader, call, spec.width, base, false)?;
        self.store_integer(call, spec, &text, base, signed)
    }

    fn pointer(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<(), End> {
        let Field { text, base } = integer_field(&mut self.reader, call, spec.width, 16, true)?;
        self.store_integer(call, spec, &text, base, false)
    }

    /// Converts digits as `strtol` and its kin do, which stop at their limits.
    fn store_integer(
        &mut self,
        call: &mut Call<'_>,
        spec: &Spec,
        text: &[u8],
        base: u32,
        signed: bool,
    ) -> Result<(), End> {
        let bits = if spec.size == 8 { 64 } else { call.pointer_bytes() * 8 };
        let (negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let mut value = 0u128;
        for digit in digits {
            let digit = char::from(*digit).to_digit(base).unwrap_or(0);
            value = (value * u128::from(base) + u128::from(digit)).min(1 << 100);
        }
        let most = match (signed, negative) {
            (true, true) => 1u128 << (bits - 1),
            (true, false) => (1u128 << (bits - 1)) - 1,
            (false, _) => (1u128 << bits) - 1,
        };
        let clipped = value > most;
        let value = u64::try_from(value.min(most)).expect("at most 64 bits");
        if clipped {
            call.set_errno(errno::ERANGE)?;
        }
        // A number that is too small for an unsigned type is not negated.
        let value = if negative && (signed || !clipped) { value.wrapping_neg() } else { value };
        if !spec.suppress {
            let to = self.args.take(call, spec.place)?;
            call.store(to, if spec.size == 0 { 4 } else { spec.size }, value)?;
            self.done += 1;
        }
        Ok(())
    }

    fn float(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<(), End> {
        let text = float_field(&mut self.reader, call, spec.width)?;
        let kind = match (spec.long, spec.longer) {
            (_, true) => long_double(call.program),
            (true, false) => FloatKind::Double,
            (false, false) => FloatKind::Single,
        };
        let Some(parsed) = parse_float(&text, kind) else { return Err(End::Mismatch) };
        if parsed.range != crate::float_text::Range::Fits {
            call.set_errno(errno::ERANGE)?;
        }
        if !spec.suppress {
            let to = self.args.take(call, spec.place)?;
            let value = Value::from_u128(parsed.bits, kind.bits());
            call.store_value(to, kind.bits() / 8, value)?;
            self.done += 1;
        }
        Ok(())
    }

    /// `%c`: exactly as many characters as the width says, or fewer at the end.
    fn characters(&mut self, call: &mut Call<'_>, spec: &Spec, wide: bool) -> Result<(), End> {
        let width = spec.width.unwrap_or(1);
        let Some(first) = self.reader.get(call)? else { return Err(End::Input) };
        let mut found = vec![first];
        while found.len() < width {
            let Some(next) = self.reader.get(call)? else { break };
            found.push(next);
        }
        self.store_text(call, spec, found, wide, false)
    }

    fn text(
        &mut self,
        call: &mut Call<'_>,
        spec: &Spec,
        wide: bool,
        accepts: impl Fn(u32) -> bool,
    ) -> Result<(), End> {
        let width = spec.width.unwrap_or(usize::MAX);
        let mut found = Vec::new();
        let mut next = self.reader.get(call)?;
        if next.is_none() {
            return Err(End::Input);
        }
        while let Some(character) = next {
            if !accepts(character) {
                self.reader.unget(call, next)?;
                break;
            }
            found.push(character);
            next = if found.len() < width { self.reader.get(call)? } else { None };
        }
        if found.is_empty() {
            return Err(End::Mismatch);
        }
        self.store_text(call, spec, found, wide, true)
    }

    /// `%[`: ranges count upwards; `]` and `-` stand for themselves at the start.
    fn set(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<(), End> {
        let negated = self.accept(b'^');
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut previous = 0;
        for letter in [b']', b'-'] {
            if ranges.is_empty() && self.accept(letter) {
                previous = u32::from(letter);
                ranges.push((previous, previous));
            }
        }
        loop {
            let Some(character) = self.next_format() else { return Err(End::Mismatch) };
            if character == u32::from(b']') {
                break;
            }
            let next = self.format.get(self.at).copied();
            let range = next.filter(|next| {
                character == u32::from(b'-') && *next != u32::from(b']') && previous <= *next
            });
            match range {
                Some(last) => ranges.push((previous, last)),
                None => ranges.push((character, character)),
            }
            previous = character;
        }
        let accepts = move |character: u32| {
            let listed = ranges.iter().any(|(low, high)| (*low..=*high).contains(&character));
            listed != negated
        };
        self.text(call, spec, spec.long, accepts)
    }

    fn store_text(
        &mut self,
        call: &mut Call<'_>,
        spec: &Spec,
        mut found: Vec<u32>,
        wide: bool,
        terminate: bool,
    ) -> Result<(), End> {
        if spec.suppress {
            return Ok(());
        }
        // Between wide and narrow only ASCII can pass in the locale "C".
        if wide != S::WIDE && found.iter().any(|character| *character >= 0x80) {
            call.set_errno(errno::EILSEQ)?;
            return Err(End::Mismatch);
        }
        if terminate {
            found.push(0);
        }
        let bytes: Vec<u8> = if wide {
            found.iter().flat_map(|character| character.to_le_bytes()).collect()
        } else {
            found.iter().map(|character| super::text::low_byte(u64::from(*character))).collect()
        };
        let to = self.args.take(call, spec.place)?;
        if !spec.allocate {
            if to == 0 {
                return Err(End::Mismatch);
            }
            crate::text::write_run(call, to, &bytes)?;
        } else {
            let block = call.allocate(bytes.len() as u64);
            call.write_bytes(block, &bytes)?;
            call.store_pointer(to, block)?;
        }
        self.done += 1;
        Ok(())
    }
}
