//! Writing to a stream, with glibc's rules for when a full buffer goes out.

use super::{Buffering, DIRECT, Phase, Stream};
use crate::errno;
use crate::stdio::Bad;
use crate::stdio::device::SEEK_CUR;
use crate::stdio::text::{Text, low_byte};
use margay_engine::{Call, Value};

impl Stream {
    fn begin_write(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        if !self.writable {
            self.mark_error(call)?;
            return Err(Bad::Errno(errno::EBADF));
        }
        let fresh = self.phase != Phase::Writing;
        if fresh {
            self.drop_read_ahead();
            self.phase = Phase::Writing;
        }
        self.prepare(call);
        Ok(fresh)
    }

    /// Forgets what was read ahead; the device goes back when there is something to write.
    fn drop_read_ahead(&mut self) {
        self.lag = i64::try_from(self.unread()).unwrap_or(0);
        self.buffer.clear();
        self.pushed.clear();
        self.next = 0;
    }

    /// Puts the device back to where the program has read to.
    pub(super) fn catch_up(&mut self, call: &mut Call<'_>) {
        let lag = std::mem::take(&mut self.lag);
        if lag > 0 && self.device.seek(call, -lag, SEEK_CUR).is_ok() {
            self.offset = self.offset.map(|offset| offset - lag);
        }
    }

    /// Writes text; fewer bytes than it has are written only after an error.
    pub fn write(&mut self, call: &mut Call<'_>, text: &Text) -> Result<usize, Bad> {
        if text.is_empty() {
            return Ok(0);
        }
        let settled;
        let text = if text.known().is_some() || self.device.keeps_symbolic() {
            text
        } else {
            settled = Text::from(text.settled(call)?);
            &settled
        };
        let fresh = self.begin_write(call)?;
        let space = self.capacity.saturating_sub(self.buffer.len());
        let mut must_flush = false;
        let mut done = match self.buffering {
            Buffering::None => 0,
            // The first write goes past the buffer as far as blocks of its size do.
            _ if fresh => 0,
            Buffering::Full => space.min(text.len()),
            Buffering::Line if space >= text.len() => {
                let newline = text.shown().iter().rposition(|byte| *byte == b'\n');
                must_flush = newline.is_some();
                newline.map_or(text.len(), |at| at + 1)
            }
            Buffering::Line => space,
        };
        if done == text.len() && !must_flush {
            self.buffer.append(text);
            return Ok(done);
        }
        self.buffer.append(&text.part(0, done));
        if !self.flush_buffer(call)? {
            // All of it is in the buffer, or was: only the flush has failed.
            return if done == text.len() { Err(Bad::Failed) } else { Ok(done) };
        }
        let left = text.len() - done;
        let direct = left - if self.capacity >= DIRECT { left % self.capacity } else { 0 };
        if direct > 0 {
            let wrote = self.write_device(call, &text.part(done, done + direct))?;
            done += wrote;
            if wrote < direct {
                return Ok(done);
            }
        }
        while done < text.len() {
            let until = match self.buffering {
                Buffering::Line => text.find_known(done, b'\n').map_or(text.len(), |at| at + 1),
                _ => text.len(),
            };
            self.buffer.append(&text.part(done, until));
            done = until;
            if text.get(done - 1) == Some(Value::Int(u64::from(b'\n')))
                && self.buffering == Buffering::Line
                && !self.flush_buffer(call)?
            {
                return Err(Bad::Failed);
            }
        }
        Ok(done)
    }

    /// Writes one byte.
    pub fn put(&mut self, call: &mut Call<'_>, byte: Value) -> Result<(), Bad> {
        let known = match byte {
            Value::Int(known) if self.buffering != Buffering::None => low_byte(known),
            other => {
                let mut text = Text::default();
                text.push_value(call, other)?;
                return if self.write(call, &text)? == 1 { Ok(()) } else { Err(Bad::Failed) };
            }
        };
        if self.phase != Phase::Writing {
            self.begin_write(call)?;
        }
        if self.buffer.len() >= self.capacity && !self.flush_buffer(call)? {
            return Err(Bad::Failed);
        }
        self.buffer.push(known);
        let ends_line = self.buffering == Buffering::Line && known == b'\n';
        if self.buffering == Buffering::None || ends_line {
            return if self.flush_buffer(call)? { Ok(()) } else { Err(Bad::Failed) };
        }
        Ok(())
    }

    fn write_device(&mut self, call: &mut Call<'_>, text: &Text) -> Result<usize, Bad> {
        if self.append {
            (self.offset, self.lag) = (None, 0);
        }
        self.catch_up(call);
        let count = self.device.write(call, text)?;
        self.advance(count);
        if count < text.len() {
            self.mark_error(call)?;
        }
        Ok(count)
    }

    /// Hands the buffer to the device; false after an error, and the rest is lost then.
    pub(super) fn flush_buffer(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        if self.phase != Phase::Writing || self.buffer.is_empty() {
            return Ok(true);
        }
        let text = std::mem::take(&mut self.buffer);
        let count = self.write_device(call, &text)?;
        Ok(count == text.len())
    }
}
