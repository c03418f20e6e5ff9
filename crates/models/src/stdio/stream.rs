//! A stream: a device and a buffer, as glibc's `FILE`.
//!
//! When bytes move between buffer and device is glibc's: programs that mix streams
//! with descriptors, or die with a full buffer, see it. The buffer holds either
//! bytes read ahead or bytes not yet written, never both.

use super::Bad;
use super::device::{Device, SEEK_CUR, SEEK_END, SEEK_SET};
use super::text::Text;
use crate::errno;
use margay_engine::{Call, Stop, Value};

/// glibc's buffer where the file says nothing smaller.
pub const BUFSIZ: usize = 8192;
/// Blocks from this size on are read and written directly.
const DIRECT: usize = 128;

const FLAGS_MAGIC: u64 = 0xfbad_0000;
const FLAG_EOF: u64 = 0x10;
const FLAG_ERROR: u64 = 0x20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    Full,
    Line,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Reading,
    Writing,
}

#[derive(Clone, Debug)]
pub struct Stream {
    /// Of the `FILE` object.
    pub address: u64,
    pub device: Device,
    pub readable: bool,
    pub writable: bool,
    pub append: bool,
    pub eof: bool,
    pub error: bool,
    pub buffering: Buffering,
    /// Whether a first access may still choose line buffering for a terminal.
    pub automatic: bool,
    /// Size of the buffer; 0 until the first access.
    pub capacity: usize,
    /// Positive for wide characters, negative for bytes, 0 before the first access.
    pub orientation: i32,
    phase: Phase,
    buffer: Text,
    /// Next byte of the buffer to read.
    next: usize,
    /// Bytes put back, the next one last.
    pushed: Text,
    /// Where the device stands, if that is known.
    offset: Option<i64>,
}

impl Stream {
    pub fn new(address: u64, device: Device, readable: bool, writable: bool, append: bool) -> Self {
        Stream {
            address,
            device,
            readable,
            writable,
            append,
            eof: false,
            error: false,
            buffering: Buffering::Full,
            automatic: true,
            capacity: 0,
            orientation: 0,
            phase: Phase::Idle,
            buffer: Text::default(),
            next: 0,
            pushed: Text::default(),
            offset: None,
        }
    }

    pub fn unbuffered(mut self) -> Self {
        self.buffering = Buffering::None;
        self.automatic = false;
        self.capacity = 1;
        self
    }

    /// Bytes written that the device has not seen.
    pub fn pending(&self) -> usize {
        if self.phase == Phase::Writing { self.buffer.len() } else { 0 }
    }

    /// Bytes read ahead.
    pub fn unread(&self) -> usize {
        if self.phase == Phase::Reading { self.buffer.len() - self.next } else { 0 }
    }

    pub fn is_reading(&self) -> bool {
        self.phase == Phase::Reading
    }

    pub fn is_writing(&self) -> bool {
        self.phase == Phase::Writing
    }

    /// Programs compiled with optimisation look at the flags without a call.
    pub fn set_flags(&mut self, call: &mut Call<'_>, eof: bool, error: bool) -> Result<(), Stop> {
        if (self.eof, self.error) != (eof, error) {
            (self.eof, self.error) = (eof, error);
            self.show_flags(call)?;
        }
        Ok(())
    }

    pub fn show_flags(&self, call: &mut Call<'_>) -> Result<(), Stop> {
        let eof = if self.eof { FLAG_EOF } else { 0 };
        let error = if self.error { FLAG_ERROR } else { 0 };
        call.store(self.address, 4, FLAGS_MAGIC | eof | error)
    }

    pub fn mark_error(&mut self, call: &mut Call<'_>) -> Result<(), Stop> {
        self.set_flags(call, self.eof, true)
    }

    /// Chooses the buffer's size, and line buffering for a terminal.
    fn prepare(&mut self, call: &mut Call<'_>) {
        if self.capacity != 0 {
            return;
        }
        self.capacity = BUFSIZ;
        if let Device::File(fd) = self.device
            && let Ok(status) = call.world.status_of(fd)
        {
            const CHARACTER_DEVICE: u32 = 0o020_000;
            if status.mode & 0o170_000 == CHARACTER_DEVICE
                && self.automatic
                && call.world.is_terminal(fd)
            {
                self.buffering = Buffering::Line;
            }
            if let Ok(size @ 1..BUFSIZ) = usize::try_from(status.block_size) {
                self.capacity = size;
            }
        }
        if matches!(self.device, Device::Growing(_)) {
            self.buffering = Buffering::None;
        }
    }

    fn advance(&mut self, count: usize) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.offset = self.offset.map(|offset| offset.saturating_add(count));
    }

    // Writing.

    fn begin_write(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        if !self.writable {
            self.mark_error(call)?;
            return Err(Bad::Errno(errno::EBADF));
        }
        let fresh = self.phase != Phase::Writing;
        if fresh {
            self.drop_read_ahead(call);
            self.phase = Phase::Writing;
        }
        self.prepare(call);
        Ok(fresh)
    }

    /// Puts the device back to where the program has read to.
    fn drop_read_ahead(&mut self, call: &mut Call<'_>) {
        let unread = i64::try_from(self.unread()).unwrap_or(0);
        if unread > 0 && self.device.seek(call, -unread, SEEK_CUR).is_ok() {
            self.offset = self.offset.map(|offset| offset - unread);
        }
        self.buffer.clear();
        self.pushed.clear();
        self.next = 0;
        self.phase = Phase::Idle;
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
            Buffering::Full => space.min(text.len()),
            Buffering::Line if fresh => 0,
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
        let mut text = Text::default();
        text.push_value(call, byte)?;
        // The common case: room in a buffer that is in use.
        if self.phase == Phase::Writing
            && self.buffering == Buffering::Full
            && self.buffer.len() < self.capacity
            && text.known().is_some()
        {
            self.buffer.append(&text);
            return Ok(());
        }
        if self.write(call, &text)? == 1 { Ok(()) } else { Err(Bad::Failed) }
    }

    fn write_device(&mut self, call: &mut Call<'_>, text: &Text) -> Result<usize, Bad> {
        if self.append {
            self.offset = None;
        }
        let count = self.device.write(call, text)?;
        self.advance(count);
        if count < text.len() {
            self.mark_error(call)?;
        }
        Ok(count)
    }

    /// Hands the buffer to the device; false after an error, and the rest is lost then.
    fn flush_buffer(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        if self.phase != Phase::Writing || self.buffer.is_empty() {
            return Ok(true);
        }
        let text = std::mem::take(&mut self.buffer);
        let count = self.write_device(call, &text)?;
        Ok(count == text.len())
    }

    /// `fflush`: pending bytes go out, the device goes back to where reading stopped.
    pub fn sync(&mut self, call: &mut Call<'_>) -> Result<(), Bad> {
        if !self.flush_buffer(call)? {
            return Err(Bad::Failed);
        }
        if self.phase == Phase::Reading && self.unread() > 0 {
            let unread = i64::try_from(self.unread()).unwrap_or(0);
            match self.device.seek(call, -unread, SEEK_CUR) {
                Ok(_) => {
                    self.buffer.truncate(self.next);
                    self.offset = None;
                }
                Err(Bad::Errno(errno::ESPIPE)) => {}
                Err(other) => return Err(other),
            }
        }
        self.device.sync(call)
    }

    // Reading.

    /// Reads a block into the empty buffer; false at the end.
    fn fill(&mut self, call: &mut Call<'_>) -> Result<bool, Bad> {
        // The end is sticky until it is cleared.
        if self.eof {
            return Ok(false);
        }
        self.begin_read(call)?;
        if self.buffering != Buffering::Full {
            super::streams::flush_terminal_output(call, self.address)?;
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
                let end = (self.next + (limit - line.len())).min(self.buffer.len());
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

    // Positions.

    pub fn tell(&mut self, call: &mut Call<'_>) -> Result<i64, Bad> {
        let unread = i64::try_from(self.unread()).unwrap_or(0);
        let pending = i64::try_from(self.pending()).unwrap_or(0);
        let base = if pending > 0 && self.append {
            self.device.seek(call, 0, SEEK_END)?
        } else {
            match self.offset {
                Some(offset) => offset,
                None => self.device.seek(call, 0, SEEK_CUR)?,
            }
        };
        let pushed = i64::try_from(self.pushed.len()).unwrap_or(0);
        let place = base - unread + pending - pushed;
        if place < 0 { Err(Bad::Errno(errno::EINVAL)) } else { Ok(place) }
    }

    pub fn seek(&mut self, call: &mut Call<'_>, offset: i64, whence: i32) -> Result<i64, Bad> {
        if !(SEEK_SET..=SEEK_END).contains(&whence) {
            return Err(Bad::Errno(errno::EINVAL));
        }
        let mut offset = offset;
        if whence == SEEK_CUR {
            offset -= i64::try_from(self.pushed.len()).unwrap_or(0);
        }
        self.pushed.clear();
        let exact = self.unread() == 0 && self.pending() == 0;
        if self.phase == Phase::Writing {
            if !self.flush_buffer(call)? {
                return Err(Bad::Failed);
            }
            self.phase = Phase::Idle;
        }
        self.prepare(call);
        if whence == SEEK_CUR {
            offset -= i64::try_from(self.unread()).unwrap_or(0);
        }
        let Some(target) = self.target(call, offset, whence)? else {
            return self.seek_device(call, offset, whence);
        };
        if target < 0 {
            return Err(Bad::Errno(errno::EINVAL));
        }
        if !self.readable || self.device.fd().is_none() {
            return self.seek_device(call, target, SEEK_SET);
        }
        // Within what is read ahead nothing moves but the place in it.
        if let (Phase::Reading, Some(end)) = (self.phase, self.offset) {
            let start = end - i64::try_from(self.buffer.len()).unwrap_or(0);
            if (start..end).contains(&target) {
                self.next = usize::try_from(target - start).expect("inside the buffer");
                self.set_flags(call, false, self.error)?;
                return Ok(target);
            }
        }
        self.seek_block(call, target, exact)
    }

    /// The absolute place that is meant; `None` if the device alone knows.
    fn target(
        &mut self,
        call: &mut Call<'_>,
        offset: i64,
        whence: i32,
    ) -> Result<Option<i64>, Bad> {
        match whence {
            SEEK_SET => Ok(Some(offset)),
            SEEK_CUR => Ok(self.offset.map(|place| place + offset)),
            _ => {
                let Some(fd) = self.device.fd() else { return Ok(None) };
                let status = call.world.status_of(fd);
                let regular = status.is_ok_and(|s| s.mode & 0o170_000 == 0o100_000 && s.size != 0);
                Ok(regular.then(|| status.map_or(0, |s| s.size) + offset))
            }
        }
    }

    /// Goes to the block that holds the target and reads it, as glibc does.
    fn seek_block(&mut self, call: &mut Call<'_>, target: i64, exact: bool) -> Result<i64, Bad> {
        let size = i64::try_from(self.capacity).unwrap_or(1);
        let within = if size.count_ones() == 1 { target & (size - 1) } else { 0 };
        self.device.seek(call, target - within, SEEK_SET)?;
        self.buffer.clear();
        self.next = 0;
        self.phase = Phase::Reading;
        self.offset = Some(target - within);
        if within > 0 {
            let want = if exact { usize::try_from(within).unwrap_or(0) } else { self.capacity };
            let got = self.device.read(call, want).unwrap_or_default();
            let count = i64::try_from(got.len()).unwrap_or(0);
            if count < within {
                // The file is shorter: the device goes where the program wants it.
                return self.seek_device(call, target, SEEK_SET);
            }
            self.buffer = got;
            self.next = usize::try_from(within).unwrap_or(0);
            self.offset = Some(target - within + count);
        }
        self.set_flags(call, false, self.error)?;
        Ok(target)
    }

    fn seek_device(&mut self, call: &mut Call<'_>, offset: i64, whence: i32) -> Result<i64, Bad> {
        let place = self.device.seek(call, offset, whence)?;
        self.buffer.clear();
        self.next = 0;
        self.phase = Phase::Idle;
        self.offset = Some(place);
        self.set_flags(call, false, self.error)?;
        Ok(place)
    }

    /// `fclose`: pending bytes go out, the device is closed.
    pub fn close(&mut self, call: &mut Call<'_>) -> Result<(), Bad> {
        let synced = match self.sync(call) {
            Err(Bad::Stop(stop)) => return Err(stop.into()),
            // A stream that was only read closes well even where it cannot go back.
            Err(_) if self.phase == Phase::Reading => Ok(()),
            other => other,
        };
        self.buffer.clear();
        self.pushed.clear();
        self.phase = Phase::Idle;
        self.next = 0;
        let closed = self.device.close(call);
        synced.and(closed)
    }

    /// `__fpurge`: forgets what is buffered.
    pub fn purge(&mut self) {
        self.buffer.clear();
        self.pushed.clear();
        self.next = 0;
        self.phase = Phase::Idle;
    }
}
