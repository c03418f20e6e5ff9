//! The engine of the `printf` family: a format and arguments in, text out.
//!
//! All of the output is built before any of it is written, so that a symbolic
//! value that must be settled is settled before the world sees a byte. Narrow and
//! wide output differ only in their [`Output`].

use super::Bad;
use super::directive::{Count, Length, Piece, Spec, parse};
use super::numbers;
use crate::errno;
use crate::float_text::{self, FloatKind, Style};
use crate::string::messages::error_name;
use margay_engine::VarArgs;
use margay_engine::{ArgKind, Call, Stop, Value};

/// Where formatted text goes.
pub trait Output: Default {
    /// A character of the format.
    type Unit: Copy + Into<u32>;

    fn len(&self) -> usize;
    fn literal(&mut self, format: &[Self::Unit]);
    fn ascii(&mut self, bytes: &[u8]);
    fn fill(&mut self, byte: u8, count: usize);
    fn join(&mut self, other: &Self);
    /// `%c` and `%lc`.
    fn character(call: &mut Call<'_>, value: Value, wide: bool) -> Result<Self, Bad>;
    /// `%s` and `%ls`, at most `limit` units of the output.
    fn string(
        call: &mut Call<'_>,
        address: u64,
        limit: Option<usize>,
        wide: bool,
    ) -> Result<Self, Bad>;
}

/// Text and what the call returns: a length, or why it failed. Text before a failure
/// is written all the same.
pub struct Formatted<O> {
    pub out: O,
    /// Characters of all of the text; the end of it may not be in `out`.
    pub len: usize,
    pub result: Result<i32, i32>,
}

/// Characters of the longest text that is composed. Formats may ask for gigabytes.
pub const LARGEST: usize = 1 << 26;

/// Composes text of which the first `limit` characters matter.
pub fn format<O: Output>(
    call: &mut Call<'_>,
    format: &[O::Unit],
    args: VarArgs,
    limit: usize,
) -> Result<Formatted<O>, Stop> {
    let pieces = parse(format);
    let args = Arguments::new(call, &pieces, args)?;
    let mut formatter = Formatter { out: O::default(), limit, left_out: 0, args };
    let result = match formatter.run(call, format, &pieces) {
        Ok(()) => i32::try_from(formatter.len()).map_err(|_| errno::EOVERFLOW),
        Err(Bad::Errno(number)) => Err(number),
        Err(Bad::Failed) => Err(errno::EINVAL),
        Err(Bad::Stop(stop)) => return Err(stop),
    };
    let len = formatter.len();
    Ok(Formatted { out: formatter.out, len, result })
}

/// Where conversions take their arguments from.
enum Arguments {
    InOrder(VarArgs),
    /// All of them, for formats with `n$`; `next` counts the conversions without it.
    Numbered {
        values: Vec<Value>,
        next: usize,
    },
}

impl Arguments {
    fn new(call: &mut Call<'_>, pieces: &[Piece], mut args: VarArgs) -> Result<Self, Stop> {
        let specs =
            || pieces.iter().filter_map(|p| if let Piece::Spec(s) = p { Some(s) } else { None });
        let numbered = |spec: &Spec| {
            spec.argument.is_some()
                || matches!(spec.width, Count::Argument(_))
                || matches!(spec.precision, Count::Argument(_))
        };
        if !specs().any(numbered) {
            return Ok(Arguments::InOrder(args));
        }
        let mut kinds: Vec<ArgKind> = Vec::new();
        let mut next = 0;
        let mut note = |place: usize, kind: ArgKind| {
            // More arguments than any call has would only be a hostile format.
            if place < 4096 {
                kinds.resize(kinds.len().max(place + 1), ArgKind::Int(32));
                kinds[place] = kind;
            }
        };
        for spec in specs() {
            for count in [spec.width, spec.precision] {
                match count {
                    Count::Argument(place) => note(place, ArgKind::Int(32)),
                    Count::Next => {
                        note(next, ArgKind::Int(32));
                        next += 1;
                    }
                    _ => {}
                }
            }
            if let Some(kind) = argument_kind(call, spec) {
                note(spec.argument.unwrap_or(next), kind);
                next += usize::from(spec.argument.is_none());
            }
        }
        let values =
            kinds.into_iter().map(|kind| args.next(call, kind)).collect::<Result<_, _>>()?;
        Ok(Arguments::Numbered { values, next: 0 })
    }

    fn take(
        &mut self,
        call: &mut Call<'_>,
        place: Option<usize>,
        kind: ArgKind,
    ) -> Result<Value, Stop> {
        match self {
            Arguments::InOrder(args) => args.next(call, kind),
            Arguments::Numbered { values, next } => {
                let index = place.unwrap_or(*next);
                *next += usize::from(place.is_none());
                Ok(values.get(index).copied().unwrap_or(Value::Undef))
            }
        }
    }
}

/// The type of a conversion's argument; `None` if it takes none.
fn argument_kind(call: &Call<'_>, spec: &Spec) -> Option<ArgKind> {
    let pointer = ArgKind::Int(call.pointer_bytes() * 8);
    match ascii_conversion(spec) {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' => {
            Some(ArgKind::Int(argument_bits(call, spec.length)))
        }
        b'c' | b'C' => Some(ArgKind::Int(32)),
        b's' | b'S' | b'p' | b'n' => Some(pointer),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            Some(ArgKind::Float(float_kind(call, spec.length)))
        }
        _ => None,
    }
}

fn ascii_conversion(spec: &Spec) -> u8 {
    u8::try_from(spec.conversion).unwrap_or(0)
}

pub fn float_kind(call: &Call<'_>, length: Length) -> FloatKind {
    if length == Length::LongLong {
        float_text::long_double(call.program)
    } else {
        FloatKind::Double
    }
}

/// Bits that an integer is passed in.
fn argument_bits(call: &Call<'_>, length: Length) -> u32 {
    value_bits(call, length).max(32)
}

/// Bits of the integer that is meant.
pub fn value_bits(call: &Call<'_>, length: Length) -> u32 {
    match length {
        Length::Char => 8,
        Length::Short => 16,
        Length::None => 32,
        Length::Long | Length::Size | Length::Difference => call.pointer_bytes() * 8,
        Length::LongLong | Length::Max => 64,
    }
}

struct Formatter<O> {
    out: O,
    /// Padding beyond so many characters is counted, and not made.
    limit: usize,
    left_out: usize,
    args: Arguments,
}

/// A conversion whose `*` have been filled in.
struct Resolved {
    left: bool,
    width: usize,
    precision: Option<usize>,
}

impl Resolved {
    /// The precision of a number, which is that of its digits.
    fn digits(&self) -> Result<Option<usize>, Bad> {
        if self.precision.is_some_and(|precision| precision > LARGEST) {
            return Err(too_long());
        }
        Ok(self.precision)
    }
}

fn too_long() -> Bad {
    Bad::Stop(Stop::Unsupported(format!("formatted text of more than {LARGEST} characters")))
}

impl<O: Output> Formatter<O> {
    fn len(&self) -> usize {
        self.out.len().saturating_add(self.left_out)
    }

    fn fill(&mut self, byte: u8, count: usize) -> Result<(), Bad> {
        let kept = count.min(self.limit.saturating_sub(self.out.len()));
        if self.out.len().saturating_add(kept) > LARGEST {
            return Err(too_long());
        }
        self.out.fill(byte, kept);
        self.left_out = self.left_out.saturating_add(count - kept);
        Ok(())
    }

    fn run(
        &mut self,
        call: &mut Call<'_>,
        format: &[O::Unit],
        pieces: &[Piece],
    ) -> Result<(), Bad> {
        for piece in pieces {
            match piece {
                Piece::Literal(from, to) => self.out.literal(&format[*from..*to]),
                Piece::Spec(spec) => self.convert(call, spec)?,
                Piece::Incomplete => return Err(Bad::Errno(errno::EINVAL)),
                Piece::TooLarge => return Err(Bad::Errno(errno::EOVERFLOW)),
            }
            if i32::try_from(self.len()).is_err() {
                return Err(Bad::Errno(errno::EOVERFLOW));
            }
        }
        Ok(())
    }

    fn count(&mut self, call: &mut Call<'_>, count: Count) -> Result<Option<i64>, Bad> {
        let place = match count {
            Count::None => return Ok(None),
            Count::Number(number) => return Ok(i64::try_from(number).ok()),
            Count::Next => None,
            Count::Argument(place) => Some(place),
        };
        let value = self.args.take(call, place, ArgKind::Int(32))?;
        Ok(Some(margay_engine::signed(call.concrete(value, 32)?, 32)))
    }

    fn resolve(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<Resolved, Bad> {
        let width = self.count(call, spec.width)?.unwrap_or(0);
        let precision = self.count(call, spec.precision)?;
        let most = i64::from(i32::MAX) - 1;
        if width.abs() > most || precision.is_some_and(|precision| precision > most) {
            return Err(Bad::Errno(errno::EOVERFLOW));
        }
        Ok(Resolved {
            left: spec.left || width < 0,
            width: usize::try_from(width.unsigned_abs()).expect("an int"),
            // A negative precision counts as none.
            precision: precision.and_then(|precision| usize::try_from(precision).ok()),
        })
    }

    fn convert(&mut self, call: &mut Call<'_>, spec: &Spec) -> Result<(), Bad> {
        let how = self.resolve(call, spec)?;
        let Some(kind) = argument_kind(call, spec) else {
            return self.convert_without_argument(call, spec, &how);
        };
        let value = self.args.take(call, spec.argument, kind)?;
        let wide = spec.length == Length::Long || spec.length == Length::LongLong;
        match ascii_conversion(spec) {
            conversion @ (b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B') => {
                let bits = value_bits(call, spec.length);
                let known = call.concrete(value, bits)?;
                let number = numbers::integer(spec, conversion, known, bits, how.digits()?);
                self.number(&number, &how)?;
            }
            b'c' => {
                let text = O::character(call, value, wide)?;
                self.padded(&text, &how)?;
            }
            b'C' => {
                let text = O::character(call, value, true)?;
                self.padded(&text, &how)?;
            }
            conversion @ (b's' | b'S') => {
                let address = call.concrete(value, 64)?;
                self.string(call, address, wide || conversion == b'S', &how)?;
            }
            b'p' => {
                let address = call.concrete(value, 64)?;
                if address == 0 {
                    self.word(b"(nil)", &how)?;
                } else {
                    // What goes out is not examined, what is written to memory may be.
                    if ["sprintf", "snprintf", "swprintf"].iter().any(|own| call.name.contains(own))
                    {
                        call.shows_address(address);
                    }
                    let number = numbers::pointer(spec, address, how.digits()?);
                    self.number(&number, &how)?;
                }
            }
            b'n' => {
                let address = call.concrete(value, 64)?;
                let bytes = value_bits(call, spec.length) / 8;
                call.store(address, bytes, self.len() as u64)?;
            }
            conversion => {
                let kind = float_kind(call, spec.length);
                let bits = call.concrete_wide(value)?;
                let style =
                    Style { conversion, precision: how.digits()?, alternate: spec.alternate };
                let number = numbers::float(spec, bits, kind, style);
                self.number(&number, &how)?;
            }
        }
        Ok(())
    }

    fn convert_without_argument(
        &mut self,
        call: &mut Call<'_>,
        spec: &Spec,
        how: &Resolved,
    ) -> Result<(), Bad> {
        match ascii_conversion(spec) {
            b'%' => self.out.ascii(b"%"),
            b'm' => {
                let address = call.errno_address();
                let number = call.load_i32(address)?;
                let message = match (spec.alternate, error_name(number)) {
                    (false, _) => errno::message(number),
                    (true, Some(name)) => name.to_string(),
                    (true, None) => number.to_string(),
                };
                let limit = how.precision.unwrap_or(message.len()).min(message.len());
                self.word(&message.as_bytes()[..limit], how)?;
            }
            _ => self.again(spec, how),
        }
        Ok(())
    }

    /// An unknown conversion is printed as it was understood.
    fn again(&mut self, spec: &Spec, how: &Resolved) {
        let mut text = b"%".to_vec();
        let flag = |text: &mut Vec<u8>, set: bool, byte: u8| text.extend(set.then_some(byte));
        flag(&mut text, spec.alternate, b'#');
        flag(&mut text, spec.group, b'\'');
        flag(&mut text, spec.plus, b'+');
        flag(&mut text, spec.space && !spec.plus, b' ');
        flag(&mut text, how.left, b'-');
        flag(&mut text, spec.zero && !how.left, b'0');
        flag(&mut text, spec.locale_digits, b'I');
        if how.width != 0 {
            text.extend_from_slice(how.width.to_string().as_bytes());
        }
        if let Some(precision) = how.precision {
            text.extend_from_slice(format!(".{precision}").as_bytes());
        }
        text.extend(u8::try_from(spec.conversion));
        self.out.ascii(&text);
    }

    fn string(
        &mut self,
        call: &mut Call<'_>,
        address: u64,
        wide: bool,
        how: &Resolved,
    ) -> Result<(), Bad> {
        if address == 0 {
            // All of the word or nothing.
            let fits = how.precision.is_none_or(|precision| precision >= 6);
            return self.word(if fits { b"(null)" } else { b"" }, how);
        }
        let text = O::string(call, address, how.precision, wide)?;
        self.padded(&text, how)
    }

    fn word(&mut self, word: &[u8], how: &Resolved) -> Result<(), Bad> {
        let mut text = O::default();
        text.ascii(word);
        self.padded(&text, how)
    }

    fn padded(&mut self, text: &O, how: &Resolved) -> Result<(), Bad> {
        let pad = how.width.saturating_sub(text.len());
        if !how.left {
            self.fill(b' ', pad)?;
        }
        self.out.join(text);
        if how.left {
            self.fill(b' ', pad)?;
        }
        Ok(())
    }

    fn number(&mut self, number: &numbers::Number, how: &Resolved) -> Result<(), Bad> {
        let pad = how.width.saturating_sub(number.characters());
        let zeros = number.zero_padded && !how.left;
        if !how.left && !zeros {
            self.fill(b' ', pad)?;
        }
        self.out.ascii(number.sign);
        self.out.ascii(number.prefix);
        if zeros {
            self.fill(b'0', pad)?;
        }
        self.out.ascii(&number.digits);
        if how.left {
            self.fill(b' ', pad)?;
        }
        Ok(())
    }
}
