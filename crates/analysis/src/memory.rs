//! The memory that an analysis may take: it ends in time, and keeps what it found, instead of being
//! killed with all of it.
//!
//! What is explored does not depend on this: work is bounded by counts, which are the same everywhere, and only a
//! machine with little memory comes to this bound before those.

use margay_ir::limit;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is left out when memory ends the work.
pub const OUT_OF_MEMORY: &str = concat!("memory (", limit!(memory), ")");

/// How often is looked without asking the system.
const LOOKS: u64 = 32;
/// Of the machine's memory, if nothing is said.
const SHARE: u64 = 2;

/// A bound on the memory of this process. Clones look at the same one.
#[derive(Clone, Debug)]
pub struct MemoryBound(Arc<Bound>);

#[derive(Debug)]
struct Bound {
    /// None where the system does not say what there is.
    bytes: Option<u64>,
    looks: AtomicU64,
    is_over: AtomicBool,
}

impl MemoryBound {
    pub fn of(bytes: u64) -> MemoryBound {
        MemoryBound::new(Some(bytes))
    }

    fn new(bytes: Option<u64>) -> MemoryBound {
        let (looks, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        MemoryBound(Arc::new(Bound { bytes, looks, is_over }))
    }

    /// Whether more is taken, or was: what was freed may not be given back.
    pub fn is_over(&self) -> bool {
        let Bound { bytes, looks, is_over } = &*self.0;
        let Some(bytes) = bytes else { return false };
        if looks.fetch_add(1, Ordering::Relaxed) % LOOKS == 0
            && resident().is_some_and(|taken| taken > *bytes)
        {
            is_over.store(true, Ordering::Relaxed);
        }
        is_over.load(Ordering::Relaxed)
    }

    /// Whether it was, as far as anybody looked.
    pub fn was_over(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }
}

impl Default for MemoryBound {
    /// Half of what there is.
    fn default() -> Self {
        MemoryBound::new(available().map(|bytes| bytes / SHARE))
    }
}

/// The memory of the machine, or of the container, whichever is less.
fn available() -> Option<u64> {
    let machine = kilobytes("/proc/meminfo", "MemTotal:");
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse::<u64>().ok());
    machine.into_iter().chain(container).min()
}

/// What this process has in memory.
fn resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_more_is_told_so_from_then_on() {
        let bound = MemoryBound::of(0);
        assert!(!bound.was_over());
        assert_eq!(bound.is_over(), resident().is_some());
        assert_eq!(bound.was_over(), resident().is_some());
        assert!(!MemoryBound::of(u64::MAX).is_over());
        assert!(!MemoryBound::new(None).is_over());
    }
}
