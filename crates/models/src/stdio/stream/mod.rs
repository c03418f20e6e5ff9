//! A stream: a device and a buffer, as glibc's `FILE`.
//!
//! When bytes move between buffer and device is glibc's: programs that mix streams
//! with descriptors, or die with a full buffer, see it. The buffer holds either
//! bytes read ahead or bytes not yet written, never both.

mod read;
mod seek;
mod write;

use super::Bad;
use super::device::{Device, SEEK_CUR};
use super::text::Text;
use crate::errno;
use margay_engine::{Call, Stop};

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

#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Bytes that the device is ahead of a stream that was read and is written now.
    lag: i64,
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
            lag: 0,
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
        self.lag = 0;
        self.phase = Phase::Idle;
    }
}
