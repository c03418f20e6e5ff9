//! What happened on a path, in order. Paths that part share what came before.

use std::fmt;
use std::rc::Rc;

/// A list that grows at its end and is cheap to clone.
pub struct Log<T> {
    /// What two logs have shared; it never changes again.
    earlier: Option<Rc<Chunk<T>>>,
    /// What came after it.
    latest: Rc<Vec<T>>,
}

struct Chunk<T> {
    earlier: Option<Rc<Chunk<T>>>,
    entries: Rc<Vec<T>>,
    /// How many entries it and those before it have.
    end: usize,
}

impl<T: Clone> Log<T> {
    pub fn push(&mut self, entry: T) {
        if !self.latest.is_empty() && Rc::get_mut(&mut self.latest).is_none() {
            let entries = std::mem::take(&mut self.latest);
            let end = self.earlier_len() + entries.len();
            let earlier = self.earlier.take();
            self.earlier = Some(Rc::new(Chunk { earlier, entries, end }));
        }
        let latest = Rc::make_mut(&mut self.latest);
        // Where a path has a hundred thousand choices, most have one entry between two of them.
        if latest.is_empty() {
            latest.reserve_exact(1);
        }
        latest.push(entry);
    }

    /// The last entry, to be changed in this log alone.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        while self.latest.is_empty() {
            let chunk = self.earlier.take()?;
            self.earlier.clone_from(&chunk.earlier);
            self.latest = chunk.entries.clone();
        }
        Rc::make_mut(&mut self.latest).last_mut()
    }
}

impl<T> Log<T> {
    pub fn len(&self) -> usize {
        self.earlier_len() + self.latest.len()
    }

    /// The entries, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut chunks: Vec<&[T]> = vec![&self.latest];
        let mut earlier = self.earlier.as_deref();
        while let Some(chunk) = earlier {
            chunks.push(&chunk.entries);
            earlier = chunk.earlier.as_deref();
        }
        chunks.into_iter().rev().flatten()
    }

    fn earlier_len(&self) -> usize {
        self.earlier.as_ref().map_or(0, |chunk| chunk.end)
    }
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Log { earlier: None, latest: Rc::default() }
    }
}

impl<T> Clone for Log<T> {
    fn clone(&self) -> Self {
        Log { earlier: self.earlier.clone(), latest: self.latest.clone() }
    }
}

impl<T> Drop for Chunk<T> {
    fn drop(&mut self) {
        // One after the other: a path of a million choices would be as many nested calls.
        let mut earlier = self.earlier.take();
        while let Some(mut chunk) = earlier.and_then(Rc::into_inner) {
            earlier = chunk.earlier.take();
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Log<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(log: &Log<u32>) -> Vec<u32> {
        log.iter().copied().collect()
    }

    #[test]
    fn clones_grow_apart() {
        let mut one = Log::default();
        one.push(1);
        one.push(2);
        let mut other = one.clone();
        one.push(3);
        other.push(4);
        other.push(5);
        assert_eq!(entries(&one), [1, 2, 3]);
        assert_eq!(entries(&other), [1, 2, 4, 5]);
        assert_eq!(other.len(), 4);
    }

    #[test]
    fn the_last_entry_changes_in_one_log_alone() {
        let mut one = Log::default();
        assert_eq!(one.last_mut(), None);
        one.push(1);
        let other = one.clone();
        *one.last_mut().unwrap() = 2;
        assert_eq!(entries(&one), [2]);
        assert_eq!(entries(&other), [1]);
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion() {
        let mut log = Log::default();
        for entry in 0..1_000_000 {
            let before = log.clone();
            log.push(entry);
            drop(before);
        }
        assert_eq!(log.len(), 1_000_000);
    }
}
