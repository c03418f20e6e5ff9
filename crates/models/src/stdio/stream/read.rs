//! Reading from a stream: a block at a time, the end is sticky.

use super::{Buffering, DIRECT, Phase, Stream};
use crate::errno;
use crate::stdio::Bad;
use crate::stdio::streams;
use crate::stdio::text::Text;
use margay_engine::{Call, Value};

impl Stream {
    /// Reads a block into the empty buffer; false at the end.
    fn fill(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        // The end is sticky until it is cleared.
        if self.eof {
            return Ok(false);
        }
        self.begin_read(call)?;
        if self.buffering != Buffering::Full {
            streams::flush_terminal_output(call, self.address)?;
        }
        let want = if self.buffering == Buffering::None { 1 } else { self.capacity };
        let got = self.read_device(call, want)?;
        self.buffer = got;
        self.next = 0;
        Ok(!self.buffer.is_empty())
    }

    fn begin_read(&mut self, call: &mut Call<'_>) -> Result<(), Bad> {
        if !self.readable {
            self.mark_error(call)?;
            return Err(Bad::Errno(errno::EBADF));
        }
        if self.phase == Phase::Writing {
            let flushed = self.flush_buffer(call)?;
            self.catch_up(call);
            self.device.sync(call)?;
            if !flushed {
                return Err(Bad::Failed);
            }
        }
        self.phase = Phase::Reading;
        self.prepare(call);
        Ok(())
    }

    /// Reads from the device and keeps the flags; no bytes at the end.
    fn read_device(&mut self, call: &mut Call<'_>, want: usize) -> Result<Text, Bad> {
        match self.device.read(call, want) {
            Ok(text) => {
                if text.is_empty() {
                    // glibc no longer trusts the offset that it remembers.
                    self.offset = None;
                    self.set_flags(call, true, self.error)?;
                }
                self.advance(text.len());
                Ok(text)
            }
            Err(Bad::Errno(number)) => {
                self.mark_error(call)?;
                Err(Bad::Errno(number))
            }
            Err(other) => Err(other),
        }
    }

    /// The next byte; `None` at the end.
    pub fn get(&mut self, call: &mut Call<'_>) -> Result<Option<Value>, Bad> {
        if let Some(byte) = self.pushed.pop() {
            return Ok(Some(byte));
        }
        if self.unread() == 0 && !self.fill(call)? {
            return Ok(None);
        }
        let byte = self.buffer.get(self.next);
        self.next += 1;
        Ok(byte)
    }

    /// The next byte, left where it is.
    pub fn peek(&mut self, call: &mut Call<'_>) -> Result<Option<Value>, Bad> {
        if self.pushed.is_empty() && self.unread() == 0 && !self.fill(call)? {
            return Ok(None);
        }
        match self.pushed.len() {
            0 => Ok(self.buffer.get(self.next)),
            len => Ok(self.pushed.get(len - 1)),
        }
    }

    /// Takes bytes up to and with a delimiter out of what is read ahead, at most `limit`.
    /// The flag says whether the delimiter is the last of them. Bytes that are symbolic
    /// or put back come one by one.
    pub fn take_until(
        &mut self,
        call: &mut Call<'_>,
        delimiter: u8,
        limit: usize,
    ) -> Result<(Text, bool), Bad> {
        let mut line = Text::default();
        while line.len() < limit {
            let plain = self.pushed.is_empty() && !self.buffer.symbolic_from(self.next);
            if plain && self.unread() > 0 {
                let end = self.next.saturating_add(limit - line.len()).min(self.buffer.len());
                let found = self.buffer.find_known(self.next, delimiter).filter(|at| *at < end);
                let end = found.map_or(end, |at| at + 1);
                line.append(&self.buffer.part(self.next, end));
                self.next = end;
                if found.is_some() {
                    return Ok((line, true));
                }
                continue;
            }
            let Some(byte) = self.get(call)? else { break };
            line.push_value(call, byte)?;
            if call.equals(byte, u64::from(delimiter), 8)? {
                return Ok((line, true));
            }
        }
        Ok((line, false))
    }

    /// Reads a block of `want` bytes, fewer only at the end or after an error.
    pub fn read(&mut self, call: &mut Call<'_>, want: usize) -> Result<Text, Bad> {
        let mut text = Text::default();
        self.begin_read(call)?;
        while text.len() < want {
            if let Some(byte) = self.pushed.pop() {
                text.push_value(call, byte)?;
                continue;
            }
            let left = want - text.len();
            let ready = self.unread().min(left);
            if ready > 0 {
                text.append(&self.buffer.part(self.next, self.next + ready));
                self.next += ready;
                continue;
            }
            let outcome = if left < self.capacity || self.buffering == Buffering::None {
                self.fill(call)
            } else {
                let block = left - if self.capacity >= DIRECT { left % self.capacity } else { 0 };
                self.read_device(call, block).map(|got| {
                    text.append(&got);
                    !got.is_empty()
                })
            };
            match outcome {
                Ok(true) => {}
                Ok(false) => break,
                Err(Bad::Errno(number)) => {
                    call.set_errno(number)?;
                    break;
                }
                Err(Bad::Failed) => break,
                Err(stop) => return Err(stop),
            }
        }
        Ok(text)
    }

    /// Puts a byte back before the next one.
    pub fn unget(&mut self, call: &mut Call<'_>, byte: Value) -> Result<(), Bad> {
        if !self.readable {
            return Err(Bad::Failed);
        }
        if self.phase == Phase::Writing {
            self.begin_read(call)?;
            self.buffer.clear();
            self.next = 0;
        }
        self.pushed.push_value(call, byte)?;
        self.set_flags(call, false, self.error)?;
        Ok(())
    }
}
