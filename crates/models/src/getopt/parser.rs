//! The scan of `getopt` through the arguments, one option for each call.

use super::names::{self, LongOption, Named, Takes};
use super::text::Text;
use super::{Long, Order, Scan};
use margay_engine::{Call, Stop, Value};

/// What a call works with.
pub struct Parser {
    pub scan: Scan,
    pub count: u32,
    pub arguments: u64,
    /// Without the characters that choose the order.
    pub format: Vec<u8>,
    pub long: Long,
    pub long_options: Vec<LongOption>,
    /// Where the index of a long option goes; 0 for nowhere.
    pub long_index: u64,
    pub report: bool,
}

const QUESTION: i32 = b'?' as i32;
const COLON: i32 = b':' as i32;

impl Parser {
    fn index(&self, call: &mut Call<'_>) -> Result<u32, Stop> {
        let index = call.load_i32(self.scan.variables.optind)?;
        Ok(u32::try_from(index).unwrap_or(0))
    }

    fn set_index(&self, call: &mut Call<'_>, index: u32) -> Result<(), Stop> {
        call.store(self.scan.variables.optind, 4, u64::from(index))
    }

    fn set_argument(&self, call: &mut Call<'_>, argument: u64) -> Result<(), Stop> {
        call.store_pointer(self.scan.variables.optarg, argument)
    }

    /// The option that was wrong, which every call tells again.
    fn set_wrong(&self, call: &mut Call<'_>, option: Value) -> Result<(), Stop> {
        call.store_value(self.scan.wrong, 4, option)
    }

    fn slot(&self, call: &Call<'_>, index: u32) -> u64 {
        self.arguments.wrapping_add(u64::from(index) * u64::from(call.pointer_bytes()))
    }

    /// The address of an argument.
    fn argument(&self, call: &mut Call<'_>, index: u32) -> Result<u64, Stop> {
        let slot = self.slot(call, index);
        call.load_pointer(slot)
    }

    fn text(&self, call: &mut Call<'_>, index: u32) -> Result<Text, Stop> {
        let text = Text(self.argument(call, index)?);
        text.first(call)?;
        Ok(text)
    }

    /// Whether an argument is no option: "-" is none either.
    fn is_plain(&self, call: &mut Call<'_>, index: u32) -> Result<bool, Stop> {
        Ok(!self.text(call, index)?.is_option(call)?)
    }

    fn complain(&self, call: &mut Call<'_>, message: &[u8]) -> Result<(), Stop> {
        if !self.report {
            return Ok(());
        }
        let mut line = self.text(call, 0)?.known(call);
        line.extend(b": ");
        line.extend(message);
        line.push(b'\n');
        crate::stderr::write(call, &line);
        Ok(())
    }

    /// What a missing argument returns.
    fn missing(&self) -> i32 {
        if self.format.first() == Some(&b':') { COLON } else { QUESTION }
    }

    /// Moves the skipped arguments after the options that came after them.
    fn exchange(&mut self, call: &mut Call<'_>, index: u32) -> Result<(), Stop> {
        let (first, middle) = (self.scan.first_skipped, self.scan.last_skipped);
        let mut moved = Vec::new();
        for at in first..index {
            moved.push(self.argument(call, at)?);
        }
        let skipped = usize::try_from(middle - first).unwrap_or(0);
        moved.rotate_left(skipped);
        for (at, argument) in (first..index).zip(moved) {
            let slot = self.slot(call, at);
            call.store_pointer(slot, argument)?;
        }
        self.scan.first_skipped += index - middle;
        self.scan.last_skipped = index;
        Ok(())
    }

    pub fn next(&mut self, call: &mut Call<'_>) -> Result<i32, Stop> {
        let has_rest = match self.scan.rest {
            0 => false,
            rest => !Text(rest).equals(call, b"")?,
        };
        if !has_rest && let Some(code) = self.next_argument(call)? {
            return Ok(code);
        }
        self.short_option(call)
    }

    /// Goes to the next argument with options; a code if that ends the call.
    fn next_argument(&mut self, call: &mut Call<'_>) -> Result<Option<i32>, Stop> {
        let mut index = self.index(call)?;
        // The program may have set `optind` back.
        self.scan.last_skipped = self.scan.last_skipped.min(index);
        self.scan.first_skipped = self.scan.first_skipped.min(index);
        if self.scan.order == Order::Permute {
            let Scan { first_skipped, last_skipped, .. } = self.scan;
            if first_skipped != last_skipped && last_skipped != index {
                self.exchange(call, index)?;
            } else if last_skipped != index {
                self.scan.first_skipped = index;
            }
            while index < self.count && self.is_plain(call, index)? {
                index += 1;
            }
            self.scan.last_skipped = index;
        }
        if index < self.count && self.text(call, index)?.equals(call, b"--")? {
            index += 1;
            let Scan { first_skipped, last_skipped, .. } = self.scan;
            if first_skipped != last_skipped && last_skipped != index {
                self.exchange(call, index)?;
            } else if first_skipped == last_skipped {
                self.scan.first_skipped = index;
            }
            self.scan.last_skipped = self.count;
            index = self.count;
        }
        self.set_index(call, index)?;
        if index >= self.count {
            if self.scan.first_skipped != self.scan.last_skipped {
                self.set_index(call, self.scan.first_skipped)?;
            }
            return Ok(Some(-1));
        }
        if self.is_plain(call, index)? {
            if self.scan.order == Order::Require {
                return Ok(Some(-1));
            }
            let argument = self.argument(call, index)?;
            self.set_argument(call, argument)?;
            self.set_index(call, index + 1)?;
            return Ok(Some(1));
        }
        let text = self.text(call, index)?;
        if matches!(self.long, Long::AfterTwoDashes | Long::AfterOneDash) {
            let two_dashes = text.is(call, 1, b'-')?;
            if call.is_case(two_dashes)? {
                self.scan.rest = text.behind(2).0;
                return self.long_option(call, b"--", self.long == Long::AfterOneDash);
            }
            if self.long == Long::AfterOneDash && !self.is_short(call, text)? {
                self.scan.rest = text.behind(1).0;
                if let Some(code) = self.long_option(call, b"-", true)? {
                    return Ok(Some(code));
                }
            }
        }
        self.scan.rest = text.behind(1).0;
        Ok(None)
    }

    /// Whether a text after one dash is one letter, and that of an option.
    fn is_short(&self, call: &mut Call<'_>, text: Text) -> Result<bool, Stop> {
        let one_letter = text.is(call, 2, 0)?;
        let known = text.behind(1).begins_with_any(call, &self.format)?;
        let short = call.pool.and(one_letter, known);
        call.is_case(short)
    }

    /// The place in the format of the letter that a text begins with.
    fn place(&self, call: &mut Call<'_>, text: Text) -> Result<Option<usize>, Stop> {
        for (place, letter) in self.format.iter().enumerate() {
            if matches!(letter, b':' | b';') || self.format[..place].contains(letter) {
                continue;
            }
            let this = text.is(call, 0, *letter)?;
            if call.is_case(this)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn short_option(&mut self, call: &mut Call<'_>) -> Result<i32, Stop> {
        let text = Text(self.scan.rest);
        self.scan.rest = text.behind(1).0;
        let mut index = self.index(call)?;
        let more = !text.behind(1).equals(call, b"")?;
        if !more {
            index += 1;
            self.set_index(call, index)?;
        }
        let Some(place) = self.place(call, text)? else {
            let mut message = b"invalid option -- '".to_vec();
            message.extend(text.known(call).first());
            message.push(b'\'');
            self.complain(call, &message)?;
            let letter = text.first(call)?;
            let letter = call.pool.bv_zext(letter, 32);
            self.set_wrong(call, Value::Term(letter))?;
            return Ok(QUESTION);
        };
        let letter = self.format[place];
        let suffix = &self.format[place + 1..];
        let long_argument = letter == b'W' && suffix.first() == Some(&b';');
        if long_argument && matches!(self.long, Long::AfterTwoDashes | Long::AfterOneDash) {
            return self.long_in_argument(call, index, more);
        }
        let optional = suffix.starts_with(b"::");
        if suffix.first() != Some(&b':') {
            return Ok(i32::from(letter));
        }
        if more {
            self.set_argument(call, self.scan.rest)?;
            self.set_index(call, index + 1)?;
        } else if !optional {
            if index == self.count {
                return self.requires_argument(call, letter);
            }
            let argument = self.argument(call, index)?;
            self.set_argument(call, argument)?;
            self.set_index(call, index + 1)?;
        }
        self.scan.rest = 0;
        Ok(i32::from(letter))
    }

    fn requires_argument(&mut self, call: &mut Call<'_>, letter: u8) -> Result<i32, Stop> {
        let mut message = b"option requires an argument -- '".to_vec();
        message.extend([letter, b'\'']);
        self.complain(call, &message)?;
        self.set_wrong(call, Value::Int(letter.into()))?;
        self.scan.rest = 0;
        Ok(self.missing())
    }

    /// `-W name` means `--name`.
    fn long_in_argument(
        &mut self,
        call: &mut Call<'_>,
        index: u32,
        more: bool,
    ) -> Result<i32, Stop> {
        if !more {
            if index == self.count {
                return self.requires_argument(call, b'W');
            }
            self.scan.rest = self.argument(call, index)?;
        }
        let code = self.long_option(call, b"-W ", false)?;
        Ok(code.unwrap_or(QUESTION))
    }

    /// The long option at `rest`; `None` if it may be short ones.
    fn long_option(
        &mut self,
        call: &mut Call<'_>,
        prefix: &[u8],
        only: bool,
    ) -> Result<Option<i32>, Stop> {
        let text = Text(self.scan.rest);
        let index = self.index(call)?;
        let message = match names::find(call, text, &self.long_options, only)? {
            Named::Option { index: found, value } => {
                return self.take_long(call, found, prefix, value).map(Some);
            }
            Named::Ambiguous => self.ambiguous(prefix, &text.known(call)),
            Named::Nothing => {
                let argument = self.text(call, index.min(self.count - 1))?;
                if only && self.may_be_short(call, argument, text)? {
                    return Ok(None);
                }
                let text = text.known(call);
                [b"unrecognized option '".as_slice(), prefix, &text, b"'"].concat()
            }
        };
        self.complain(call, &message)?;
        self.scan.rest = 0;
        self.set_index(call, index + 1)?;
        self.set_wrong(call, Value::ZERO)?;
        Ok(Some(QUESTION))
    }

    /// Whether an argument has one dash, and after that the letter of an option.
    fn may_be_short(&self, call: &mut Call<'_>, whole: Text, text: Text) -> Result<bool, Stop> {
        let two_dashes = whole.is(call, 1, b'-')?;
        let one_dash = call.pool.not(two_dashes);
        let known = text.begins_with_any(call, &self.format)?;
        let short = call.pool.and(one_dash, known);
        call.is_case(short)
    }

    /// The argument and the result of a long option that was found.
    fn take_long(
        &mut self,
        call: &mut Call<'_>,
        found: usize,
        prefix: &[u8],
        value: Option<Text>,
    ) -> Result<i32, Stop> {
        let option = &self.long_options[found];
        let wrong = Value::Int(option.value.into());
        let message = |what: &[u8]| [b"option '", prefix, &option.name, b"' ", what].concat();
        let mut index = self.index(call)? + 1;
        self.scan.rest = 0;
        if let Some(value) = value {
            if option.takes == Takes::Nothing {
                self.complain(call, &message(b"doesn't allow an argument"))?;
                self.set_index(call, index)?;
                self.set_wrong(call, wrong)?;
                return Ok(QUESTION);
            }
            self.set_argument(call, value.0)?;
        } else if option.takes == Takes::Argument {
            if index >= self.count {
                self.complain(call, &message(b"requires an argument"))?;
                self.set_index(call, index)?;
                self.set_wrong(call, wrong)?;
                return Ok(self.missing());
            }
            let argument = self.argument(call, index)?;
            self.set_argument(call, argument)?;
            index += 1;
        }
        self.set_index(call, index)?;
        if self.long_index != 0 {
            call.store(self.long_index, 4, found as u64)?;
        }
        if option.flag != 0 {
            call.store(option.flag, 4, u64::from(option.value))?;
            return Ok(0);
        }
        Ok(option.value.cast_signed())
    }

    fn ambiguous(&self, prefix: &[u8], text: &[u8]) -> Vec<u8> {
        let mut message =
            [b"option '".as_slice(), prefix, text, b"' is ambiguous; possibilities:"].concat();
        for option in names::candidates(text, &self.long_options) {
            message.extend(b" '");
            message.extend(prefix);
            message.extend(&option.name);
            message.push(b'\'');
        }
        message
    }
}
