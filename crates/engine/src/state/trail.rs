//! The trail: what happened on a path, in order, where the path may be a merged one.
//!
//! A merged path stands for several paths. Its trail has all of them, each with the condition that tells it from the
//! others; an input chooses one.
//!
//! They share what was merged before them, so that a trail is a graph with far more paths through it than entries in
//! it: those of a loop that counts what it merges are as many as in Pascal's triangle.
//!
//! Invariant: nothing here takes more time, or a deeper stack, than the graph has entries.

use crate::state::log::Log;
use margay_smt::Bool;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::rc::Rc;

pub struct Trail<T> {
    entries: Log<Entry<T>>,
    /// Of the longest path.
    len: usize,
}

#[derive(Debug)]
enum Entry<T> {
    One(T),
    OneOf(Ways<T>),
}

/// The paths that a merged path stands for. Trails share them.
#[derive(Debug)]
struct Ways<T>(Rc<Vec<Way<T>>>);

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
            add(Entry::OneOf(Ways(Rc::new(ways.collect()))));
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
    /// How many entries the longest path has.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entries of all paths, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.along(&mut |_| true, false).into_iter()
    }

    /// The entries of the one path whose conditions hold.
    pub fn chosen(&self, mut holds: impl FnMut(Bool) -> bool) -> Vec<&T> {
        self.along(&mut holds, true)
    }

    /// The entries of all paths of which `may_be` says so.
    pub fn possible(&self, mut may_be: impl FnMut(Bool) -> bool) -> Vec<&T> {
        self.along(&mut may_be, false)
    }

    /// The conditions of all paths on which there is such an entry; those of a path come before those of the paths
    /// within it.
    pub fn conditions(&self, is_wanted: impl Fn(&T) -> bool) -> Vec<Bool> {
        // Whether such an entry is on paths, and those within them.
        let mut has: FxHashMap<usize, bool> = FxHashMap::default();
        let mut found = Vec::new();
        let mut open: Vec<(&Ways<T>, bool)> = ways_in(self.entries.iter());
        while let Some((ways, is_left)) = open.pop() {
            if has.contains_key(&ways.id()) {
                continue;
            }
            if !is_left {
                open.push((ways, true));
                ways.0.iter().for_each(|way| open.extend(ways_in(way.entries.iter())));
                continue;
            }
            let wanted = |entry: &Entry<T>| match entry {
                Entry::One(entry) => is_wanted(entry),
                Entry::OneOf(ways) => has.get(&ways.id()).copied().unwrap_or(false),
            };
            let on = ways.0.iter().filter(|way| way.entries.iter().any(wanted));
            let conditions: Vec<Bool> = on.map(|way| way.condition).collect();
            has.insert(ways.id(), !conditions.is_empty());
            found.push(conditions);
        }
        found.into_iter().rev().flatten().collect()
    }

    /// The entries of those paths of which `holds` says so, or of the first of them. What paths share is there once.
    fn along(&self, holds: &mut dyn FnMut(Bool) -> bool, one: bool) -> Vec<&T> {
        let mut found = Vec::with_capacity(self.len);
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<&Entry<T>> = self.entries.iter().collect();
        open.reverse();
        while let Some(entry) = open.pop() {
            match entry {
                Entry::One(entry) => found.push(entry),
                Entry::OneOf(ways) => {
                    if !seen.insert(ways.id()) {
                        continue;
                    }
                    let chosen = ways.0.iter().filter(|way| holds(way.condition));
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

/// The paths among some entries, none of them left yet.
fn ways_in<'a, T>(entries: impl Iterator<Item = &'a Entry<T>>) -> Vec<(&'a Ways<T>, bool)>
where
    T: 'a,
{
    let ways = entries.filter_map(|entry| match entry {
        Entry::One(_) => None,
        Entry::OneOf(ways) => Some((ways, false)),
    });
    ways.collect()
}

impl<T> Ways<T> {
    /// No two that are there at one time have the same, unless they are the same.
    fn id(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

impl<T> Drop for Ways<T> {
    fn drop(&mut self) {
        // One after the other: those of a long loop are nested as deep as it has iterations.
        let mut open = Vec::new();
        let take = |ways: &mut Ways<T>, open: &mut Vec<Rc<Vec<Way<T>>>>| {
            if Rc::strong_count(&ways.0) == 1 && !ways.0.is_empty() {
                open.push(std::mem::take(&mut ways.0));
            }
        };
        take(self, &mut open);
        while let Some(ways) = open.pop() {
            for way in Rc::into_inner(ways).into_iter().flatten() {
                for entry in way.entries {
                    if let Entry::OneOf(mut ways) = entry {
                        take(&mut ways, &mut open);
                    }
                }
            }
        }
    }
}

impl<T> Entry<T> {
    fn len(&self) -> usize {
        match self {
            Entry::One(_) => 1,
            Entry::OneOf(ways) => ways.0.iter().map(|way| way.len).max().unwrap_or(0),
        }
    }
}

impl<T: PartialEq> Entry<T> {
    fn is(&self, other: &Entry<T>) -> bool {
        match (self, other) {
            (Entry::One(a), Entry::One(b)) => a == b,
            (Entry::OneOf(a), Entry::OneOf(b)) => Rc::ptr_eq(&a.0, &b.0),
            _ => false,
        }
    }
}

impl<T: Clone> Clone for Entry<T> {
    fn clone(&self) -> Self {
        match self {
            Entry::One(entry) => Entry::One(entry.clone()),
            Entry::OneOf(ways) => Entry::OneOf(Ways(ways.0.clone())),
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

    #[test]
    fn ways_that_are_shared_are_gone_through_once() {
        // Paths that count how often they took one side, merged where the count is the same.
        const ROUNDS: usize = 100;
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.bool_symbol(name));
        let base = Trail::default();
        let mut row = vec![base.clone()];
        for round in 0..ROUNDS {
            let longer = |trail: &Trail<usize>, side: usize| {
                let mut trail = trail.clone();
                trail.push(2 * round + side);
                trail
            };
            let mut next = vec![longer(&row[0], 0)];
            for pair in row.windows(2) {
                let (one, other) = (longer(&pair[0], 1), longer(&pair[1], 0));
                next.push(Trail::merged(&base, &[(a, &one), (b, &other)]));
            }
            next.extend(row.last().map(|last| longer(last, 1)));
            row = next;
        }
        let middle = &row[ROUNDS / 2];
        assert!(middle.iter().count() <= ROUNDS * ROUNDS);
        assert_eq!(middle.len(), ROUNDS);
        assert_eq!(middle.chosen(|condition| condition == a).len(), ROUNDS);
        assert!(!middle.conditions(|entry| *entry == 1).is_empty());
    }

    #[test]
    fn long_trails_take_no_stack() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.bool_symbol(name));
        let base = Trail::default();
        let mut trail = base.clone();
        for entry in 0..20_000 {
            // The other path has nothing in common with this one, so that paths nest.
            let (mut one, mut other) = (trail.clone(), base.clone());
            one.push(entry);
            other.push(entry + 1);
            trail = Trail::merged(&base, &[(a, &one), (b, &other)]);
        }
        assert_eq!(trail.conditions(|entry| *entry == 0).len(), 20_000);
    }
}
