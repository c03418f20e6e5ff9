//! What happened on a path, in order, where the path may be several that were merged.
//!
//! A merged path went one of several ways. Its trail has all of them, each with the condition that
//! tells it from the others; an input chooses one.

use crate::log::Log;
use margay_smt::Bool;
use std::fmt;
use std::rc::Rc;

pub struct Trail<T> {
    entries: Log<Entry<T>>,
    /// Of the longest way.
    len: usize,
}

#[derive(Debug)]
enum Entry<T> {
    One(T),
    OneOf(Rc<[Way<T>]>),
}

#[derive(Debug)]
struct Way<T> {
    condition: Bool,
    entries: Vec<Entry<T>>,
    len: usize,
}

impl<T: Clone + PartialEq> Trail<T> {
    pub fn push(&mut self, entry: T) {
        self.entries.push(Entry::One(entry));
        self.len += 1;
    }

    /// The entry that was pushed last, to be changed in this trail alone.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        match self.entries.last_mut()? {
            Entry::One(entry) => Some(entry),
            Entry::OneOf(_) => None,
        }
    }

    /// The trail of several that went on from one, each with the condition under which it is the one.
    pub fn merged(base: &Trail<T>, trails: &[(Bool, &Trail<T>)]) -> Trail<T> {
        let begun = base.entries.len();
        let all: Vec<Vec<&Entry<T>>> =
            trails.iter().map(|(_, trail)| trail.entries.iter().skip(begun).collect()).collect();
        let shortest = all.iter().map(Vec::len).min().unwrap_or(0);
        let longest = all.iter().map(Vec::len).max().unwrap_or(0);
        let same = |at: &usize| all[1..].iter().all(|entries| entries[*at].is(all[0][*at]));
        let common = (0..shortest).take_while(same).count();
        let mut merged = base.clone();
        let mut add = |entry: Entry<T>| {
            merged.len += entry.len();
            merged.entries.push(entry);
        };
        if let Some(first) = all.first() {
            first[..common].iter().for_each(|entry| add((*entry).clone()));
        }
        if common < longest {
            let ways = trails.iter().zip(&all).map(|((condition, _), entries)| {
                let entries = entries[common..].iter().map(|entry| (*entry).clone());
                Way::new(*condition, entries.collect())
            });
            add(Entry::OneOf(ways.collect()));
        }
        merged
    }
}

impl<T> Way<T> {
    fn new(condition: Bool, entries: Vec<Entry<T>>) -> Way<T> {
        let len = entries.iter().map(Entry::len).sum();
        Way { condition, entries, len }
    }
}

impl<T> Trail<T> {
    /// How many entries the longest way has.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entries of all ways, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.along(&mut |_| true, false).into_iter()
    }

    /// The entries of the one way whose conditions hold.
    pub fn chosen(&self, mut holds: impl FnMut(Bool) -> bool) -> Vec<&T> {
        self.along(&mut holds, true)
    }

    /// The entries of all ways of which `may_be` says so.
    pub fn possible(&self, mut may_be: impl FnMut(Bool) -> bool) -> Vec<&T> {
        self.along(&mut may_be, false)
    }

    /// The conditions of all ways on which there is such an entry.
    pub fn conditions(&self, is_wanted: impl Fn(&T) -> bool) -> Vec<Bool> {
        fn add<T>(entry: &Entry<T>, is_wanted: &dyn Fn(&T) -> bool, found: &mut Vec<Bool>) -> bool {
            match entry {
                Entry::One(entry) => is_wanted(entry),
                Entry::OneOf(ways) => {
                    let mut any = false;
                    for way in ways.iter() {
                        let before = found.len();
                        found.push(way.condition);
                        let mut has = false;
                        for entry in &way.entries {
                            has |= add(entry, is_wanted, found);
                        }
                        if !has {
                            found.truncate(before);
                        }
                        any |= has;
                    }
                    any
                }
            }
        }
        let mut found = Vec::new();
        self.entries.iter().for_each(|entry| {
            add(entry, &is_wanted, &mut found);
        });
        found
    }

    /// The entries of those ways of which `holds` says so, or of the first of them.
    fn along(&self, holds: &mut dyn FnMut(Bool) -> bool, one: bool) -> Vec<&T> {
        let mut found = Vec::with_capacity(self.len);
        let mut open: Vec<&Entry<T>> = self.entries.iter().collect();
        open.reverse();
        while let Some(entry) = open.pop() {
            match entry {
                Entry::One(entry) => found.push(entry),
                Entry::OneOf(ways) => {
                    let chosen = ways.iter().filter(|way| holds(way.condition));
                    let chosen: Vec<&Way<T>> =
                        chosen.take(if one { 1 } else { usize::MAX }).collect();
                    for way in chosen.into_iter().rev() {
                        open.extend(way.entries.iter().rev());
                    }
                }
            }
        }
        found
    }
}

impl<T> Entry<T> {
    fn len(&self) -> usize {
        match self {
            Entry::One(_) => 1,
            Entry::OneOf(ways) => ways.iter().map(|way| way.len).max().unwrap_or(0),
        }
    }
}

impl<T: PartialEq> Entry<T> {
    fn is(&self, other: &Entry<T>) -> bool {
        match (self, other) {
            (Entry::One(a), Entry::One(b)) => a == b,
            (Entry::OneOf(a), Entry::OneOf(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl<T: Clone> Clone for Entry<T> {
    fn clone(&self) -> Self {
        match self {
            Entry::One(entry) => Entry::One(entry.clone()),
            Entry::OneOf(ways) => Entry::OneOf(ways.clone()),
        }
    }
}

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Self {
        Trail { entries: self.entries.clone(), len: self.len }
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail { entries: Log::default(), len: 0 }
    }
}

impl<T: fmt::Debug> fmt::Debug for Trail<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_smt::TermPool;

    fn trail(entries: &[u32]) -> Trail<u32> {
        let mut trail = Trail::default();
        entries.iter().for_each(|entry| trail.push(*entry));
        trail
    }

    #[test]
    fn an_input_chooses_one_of_the_ways() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.bool_symbol(name));
        let none = Trail::default();
        let inner = Trail::merged(&none, &[(a, &trail(&[1, 2])), (b, &trail(&[1, 3, 4]))]);
        assert_eq!(inner.len(), 3);
        let mut longer = inner.clone();
        longer.push(5);
        let outer = Trail::merged(&none, &[(c, &longer), (b, &trail(&[1, 9]))]);
        assert_eq!(outer.iter().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 9]);
        let chosen = |yes: &[Bool]| -> Vec<u32> {
            outer.chosen(|condition| yes.contains(&condition)).into_iter().copied().collect()
        };
        assert_eq!(chosen(&[c, a]), [1, 2, 5]);
        assert_eq!(chosen(&[c, b]), [1, 3, 4, 5]);
        assert_eq!(chosen(&[b]), [1, 9]);
        assert_eq!(outer.conditions(|entry| *entry == 3), [c, b]);
        assert_eq!(outer.conditions(|entry| *entry == 9), [b]);
        assert_eq!(outer.conditions(|entry| *entry == 7), []);
    }

    #[test]
    fn what_several_paths_share_is_kept_once() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.bool_symbol(name));
        let base = trail(&[0]);
        let mut trail = base.clone();
        for entry in 1..100 {
            let (mut one, mut other) = (trail.clone(), trail.clone());
            one.push(entry);
            other.push(entry + 1000);
            trail = Trail::merged(&base, &[(a, &one), (b, &other)]);
        }
        assert_eq!(trail.iter().count(), 199);
        assert_eq!(trail.len(), 100);
    }
}
