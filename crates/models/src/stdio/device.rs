//! What stands behind a stream's buffer: a file, or memory.
//!
//! A device has no buffer of its own. Reading a file is an effect on the world, so callers have settled all that it
//! needs before.

use super::Bad;
use super::text::Text;
use crate::errno;
use margay_engine::{Call, ObjectKind, Value};

pub const SEEK_SET: i32 = 0;
pub const SEEK_CUR: i32 = 1;
pub const SEEK_END: i32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Device {
    /// A file descriptor of the world.
    File(i32),
    /// `fmemopen`.
    Fixed(Fixed),
    /// `open_memstream` and `open_wmemstream`.
    Growing(Growing),
    Closed,
}

/// Memory of the program with room for `size` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    pub address: u64,
    pub size: u64,
    pub position: u64,
    /// Where the contents end.
    pub end: u64,
    pub append: bool,
    /// The library made the memory and frees it.
    pub owned: bool,
}

/// Contents that grow; the program sees them after a flush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growing {
    pub contents: Text,
    pub position: usize,
    /// Where the program wants the address and the size.
    pub address_at: u64,
    pub size_at: u64,
    /// The block that the program was given last, and its size.
    block: (u64, u64),
    /// Bytes of a character: the program is told the size in characters.
    unit: u64,
}

impl Growing {
    pub fn new(address_at: u64, size_at: u64, unit: u64) -> Self {
        let contents = Text::default();
        Growing { contents, position: 0, address_at, size_at, block: (0, 0), unit }
    }
}

impl Device {
    pub fn fd(&self) -> Option<i32> {
        if let Device::File(fd) = self { Some(*fd) } else { None }
    }

    /// Whether bytes may stay symbolic on their way out: what goes to the terminal is
    /// never read back, and memory holds terms as well.
    pub fn keeps_symbolic(&self) -> bool {
        !matches!(self, Device::File(fd) if *fd != 1 && *fd != 2)
    }

    /// At most `want` bytes; none at the end.
    pub fn read(&mut self, call: &mut Call<'_>, want: usize) -> Result<Text, Bad> {
        match self {
            Device::File(fd) => {
                let mut buffer = vec![0; want];
                let got = call.world.read(*fd, &mut buffer)?;
                buffer.truncate(got);
                Ok(Text::from(buffer))
            }
            Device::Fixed(fixed) => {
                let left = fixed.end.saturating_sub(fixed.position).min(want as u64);
                let text = Text::load_raw(call, fixed.address.wrapping_add(fixed.position), left)?;
                fixed.position += left;
                Ok(text)
            }
            Device::Growing(_) | Device::Closed => Err(Bad::Errno(errno::EBADF)),
        }
    }

    /// Writes all it can; the count is smaller than the length only with an error, which
    /// is set in `errno`.
    pub fn write(&mut self, call: &mut Call<'_>, text: &Text) -> Result<usize, Bad> {
        match self {
            Device::File(fd) => write_file(call, *fd, text),
            Device::Fixed(fixed) => fixed.write(call, text),
            Device::Growing(growing) => {
                growing.contents.overwrite(growing.position, text);
                growing.position += text.len();
                Ok(text.len())
            }
            Device::Closed => fail(call, errno::EBADF, 0),
        }
    }

    pub fn seek(&mut self, call: &mut Call<'_>, offset: i64, whence: i32) -> Result<i64, Bad> {
        let (position, end, limit) = match self {
            Device::File(fd) => return Ok(call.world.seek(*fd, offset, whence)?),
            Device::Closed => return Err(Bad::Errno(errno::EBADF)),
            Device::Fixed(fixed) => (fixed.position, fixed.end, fixed.size),
            Device::Growing(growing) => {
                let end = growing.contents.len() as u64;
                (growing.position as u64, end, u64::from(u32::MAX))
            }
        };
        let base = match whence {
            SEEK_SET => 0,
            SEEK_CUR => position,
            SEEK_END => end,
            _ => return Err(Bad::Errno(errno::EINVAL)),
        };
        let target = base.checked_add_signed(offset).filter(|target| *target <= limit);
        let Some(target) = target else { return Err(Bad::Errno(errno::EINVAL)) };
        match self {
            Device::Fixed(fixed) => fixed.position = target,
            Device::Growing(growing) => {
                growing.position = usize::try_from(target).expect("bounded")
            }
            _ => {}
        }
        Ok(i64::try_from(target).expect("smaller than memory"))
    }

    /// Brings what was written to where the program sees it.
    pub fn sync(&mut self, call: &mut Call<'_>) -> Result<(), Bad> {
        let Device::Growing(growing) = self else { return Ok(()) };
        let len = growing.contents.len() as u64;
        let (mut block, mut room) = growing.block;
        let needed = len + growing.unit;
        if block == 0 || room < needed {
            if block != 0 {
                call.state.memory.release(block, call.site);
            }
            // Room to grow, so that a flush for each line does not move the block each time.
            room = if block == 0 { needed } else { needed.max(room * 2) };
            block = call.allocate_object(ObjectKind::Heap, room, 16);
            if block == 0 {
                return Err(Bad::Errno(errno::ENOMEM));
            }
            growing.block = (block, room);
        }
        growing.contents.store(call, block)?;
        call.store(block + len, u32::try_from(growing.unit).expect("1 or 4"), 0)?;
        // The size is the current place, or the end if that comes first.
        let size = (growing.position as u64).min(len) / growing.unit;
        call.store_pointer(growing.address_at, block)?;
        call.store_pointer(growing.size_at, size)?;
        Ok(())
    }

    pub fn close(&mut self, call: &mut Call<'_>) -> Result<(), Bad> {
        match std::mem::replace(self, Device::Closed) {
            Device::File(fd) => Ok(call.world.close(fd)?),
            Device::Fixed(fixed) if fixed.owned => {
                call.state.memory.release(fixed.address, call.site);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Fixed {
    fn write(&mut self, call: &mut Call<'_>, text: &Text) -> Result<usize, Bad> {
        let at = if self.append { self.end } else { self.position };
        let mut len = text.len() as u64;
        let terminated =
            text.len().checked_sub(1).and_then(|last| text.get(last)) == Some(Value::ZERO);
        let add_zero = !terminated;
        if at + len > self.size {
            if self.position + u64::from(add_zero) >= self.size {
                return fail(call, errno::ENOSPC, 0);
            }
            len = self.size - at;
        }
        let count = usize::try_from(len).expect("part of a text");
        text.part(0, count).store(call, self.address.wrapping_add(at))?;
        self.position = at + len;
        if self.position > self.end {
            self.end = self.position;
            if self.end < self.size && add_zero {
                call.store(self.address.wrapping_add(self.end), 1, 0)?;
            } else if !self.append && add_zero {
                call.store(self.address.wrapping_add(self.size - 1), 1, 0)?;
            }
        }
        Ok(count)
    }
}

/// Writes to a descriptor until all is written or an error comes.
pub fn write_file(call: &mut Call<'_>, fd: i32, text: &Text) -> Result<usize, Bad> {
    let bytes = match text.known() {
        Some(known) => known,
        None => text.shown(),
    };
    let mut done = 0;
    while done < bytes.len() {
        match call.world.write(fd, &bytes[done..]) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(number) => {
                // A stream's model has no place to run a handler in: only `write` does.
                if crate::signal::write_failed(call, number)?.is_some() {
                    crate::count_unsupported(call, "a handler of SIGPIPE");
                }
                return fail(call, number.0, done);
            }
        }
    }
    Ok(done)
}

fn fail(call: &mut Call<'_>, number: i32, done: usize) -> Result<usize, Bad> {
    call.set_errno(number)?;
    Ok(done)
}
