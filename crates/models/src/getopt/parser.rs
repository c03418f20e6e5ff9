//! The scan of `getopt` through the arguments, one option for each call.

use super::{Long, Order, Scan};
use crate::text::string;
use margay_engine::{Call, Stop};

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

pub struct LongOption {
    pub name: Vec<u8>,
    pub takes: Takes,
    pub flag: u64,
    pub value: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    Argument,
    MaybeArgument,
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

    fn set_option(&mut self, option: u32) {
        self.scan.wrong = option;
    }

    fn slot(&self, call: &Call<'_>, index: u32) -> u64 {
        self.arguments.wrapping_add(u64::from(index) * u64::from(call.pointer_bytes()))
    }

    /// The address of an argument.
    fn argument(&self, call: &mut Call<'_>, index: u32) -> Result<u64, Stop> {
        let slot = self.slot(call, index);
        call.load_pointer(slot)
    }

    fn text(&self, call: &mut Call<'_>, index: u32) -> Result<Vec<u8>, Stop> {
        let argument = self.argument(call, index)?;
        string(call, argument)
    }

    /// Whether an argument is no option: "-" is none either.
    fn is_plain(&self, call: &mut Call<'_>, index: u32) -> Result<bool, Stop> {
        let text = self.text(call, index)?;
        Ok(text.first() != Some(&b'-') || text.len() == 1)
    }

    fn complain(&self, call: &mut Call<'_>, message: &[u8]) -> Result<(), Stop> {
        if !self.report {
            return Ok(());
        }
        let mut line = self.text(call, 0)?;
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

    /// Moves the skipped arguments behind the options that came after them.
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
        let rest = match self.scan.rest {
            0 => 0,
            rest => call.load(rest, 1)?,
        };
        if rest == 0
            && let Some(code) = self.next_argument(call)?
        {
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
        if index < self.count && self.text(call, index)? == b"--" {
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
        let argument = self.argument(call, index)?;
        let text = string(call, argument)?;
        if matches!(self.long, Long::AfterTwoDashes | Long::AfterOneDash) {
            if text.get(1) == Some(&b'-') {
                self.scan.rest = argument.wrapping_add(2);
                return self.long_option(call, b"--", self.long == Long::AfterOneDash);
            }
            let one_letter = text.len() == 2;
            if self.long == Long::AfterOneDash && (!one_letter || !self.format.contains(&text[1])) {
                self.scan.rest = argument.wrapping_add(1);
                if let Some(code) = self.long_option(call, b"-", true)? {
                    return Ok(Some(code));
                }
            }
        }
        self.scan.rest = argument.wrapping_add(1);
        Ok(None)
    }

    fn short_option(&mut self, call: &mut Call<'_>) -> Result<i32, Stop> {
        let letter = u8::try_from(call.load(self.scan.rest, 1)? & 0xff).unwrap_or(0);
        self.scan.rest = self.scan.rest.wrapping_add(1);
        let mut index = self.index(call)?;
        let more = call.load(self.scan.rest, 1)? != 0;
        if !more {
            index += 1;
            self.set_index(call, index)?;
        }
        let place = self.format.iter().position(|c| *c == letter);
        let Some(place) = place.filter(|_| letter != b':' && letter != b';') else {
            let mut message = b"invalid option -- '".to_vec();
            message.extend([letter, b'\'']);
            self.complain(call, &message)?;
            self.set_option(u32::from(letter));
            return Ok(QUESTION);
        };
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
        self.set_option(u32::from(letter));
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
        let start = self.scan.rest;
        let text = string(call, start)?;
        let len = text.iter().position(|c| *c == b'=').unwrap_or(text.len());
        let name = &text[..len];
        let options = &self.long_options;
        let exact = options.iter().position(|option| option.name == name);
        let candidates: Vec<usize> =
            (0..options.len()).filter(|at| options[*at].name.starts_with(name)).collect();
        let index = self.index(call)?;
        let found = match (exact, candidates.first()) {
            (Some(exact), _) => Some(exact),
            (None, None) => None,
            (None, Some(first)) => {
                let same = |at: &usize| {
                    let (a, b) = (&options[*first], &options[*at]);
                    !only && a.takes == b.takes && a.flag == b.flag && a.value == b.value
                };
                if candidates[1..].iter().all(same) {
                    Some(*first)
                } else {
                    self.ambiguous(call, prefix, &text, &candidates)?;
                    self.scan.rest = start.wrapping_add(text.len() as u64);
                    self.set_index(call, index + 1)?;
                    self.set_option(0);
                    return Ok(Some(QUESTION));
                }
            }
        };
        let Some(found) = found else {
            let argument = self.text(call, index.min(self.count - 1))?;
            let short = text.first().is_some_and(|c| self.format.contains(c));
            if only && argument.get(1) != Some(&b'-') && short {
                return Ok(None);
            }
            let message = [b"unrecognized option '".as_slice(), prefix, &text, b"'"].concat();
            self.complain(call, &message)?;
            self.scan.rest = 0;
            self.set_index(call, index + 1)?;
            self.set_option(0);
            return Ok(Some(QUESTION));
        };
        self.take_long(call, found, prefix, start, &text, len).map(Some)
    }

    /// The argument and the result of a long option that was found.
    fn take_long(
        &mut self,
        call: &mut Call<'_>,
        found: usize,
        prefix: &[u8],
        start: u64,
        text: &[u8],
        len: usize,
    ) -> Result<i32, Stop> {
        let option = &self.long_options[found];
        let mut index = self.index(call)? + 1;
        self.scan.rest = 0;
        if len < text.len() {
            if option.takes == Takes::Nothing {
                let name = &option.name;
                let message =
                    [b"option '".as_slice(), prefix, name, b"' doesn't allow an argument"].concat();
                self.complain(call, &message)?;
                self.set_index(call, index)?;
                self.set_option(option.value);
                return Ok(QUESTION);
            }
            self.set_argument(call, start.wrapping_add(len as u64 + 1))?;
        } else if option.takes == Takes::Argument {
            if index >= self.count {
                let name = &option.name;
                let message =
                    [b"option '".as_slice(), prefix, name, b"' requires an argument"].concat();
                self.complain(call, &message)?;
                self.set_index(call, index)?;
                self.set_option(option.value);
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

    fn ambiguous(
        &self,
        call: &mut Call<'_>,
        prefix: &[u8],
        text: &[u8],
        candidates: &[usize],
    ) -> Result<(), Stop> {
        let mut message =
            [b"option '".as_slice(), prefix, text, b"' is ambiguous; possibilities:"].concat();
        for at in candidates {
            message.extend(b" '");
            message.extend(prefix);
            message.extend(&self.long_options[*at].name);
            message.push(b'\'');
        }
        self.complain(call, &message)
    }
}
