//! Places in a stream: what is buffered counts, and stays where it can.

use super::{Phase, Stream};
use crate::errno;
use crate::stdio::Bad;
use crate::stdio::device::{SEEK_CUR, SEEK_END, SEEK_SET};
use margay_engine::Call;

impl Stream {
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
        let place = base - unread - self.lag + pending - pushed;
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
            self.catch_up(call);
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
}
