//! Start paths: how a state came to be, in what it was told on its path.
//!
//! Execution depends on its entry and on what it is told where it cannot know: whether something can be, which side of
//! a choice is its own, which value it goes on with. A start path is the list of that. Another engine that begins at
//! the same entry and is told the same comes to the same state, without solver queries. It has no term of any pool in
//! it, so that engines in other threads can use it.
//!
//! Invariant: each thing that is told is kept with the step at which it was asked for. A state that
//! asks something else, or at another step, has lost the start path; it is told nothing more, asks
//! for itself, and says so.

use crate::state::possible::Possible;
use margay_smt::BitVec;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The path from an entry to a state. Paths that diverge share what came before.
#[derive(Clone, Default)]
pub struct StartPath(Option<Arc<Link>>);

/// One thing that was told, and what came before it.
pub(crate) struct Link {
    pub before: StartPath,
    pub steps: u64,
    pub told: Told,
}

/// What a state is told.
pub(crate) enum Told {
    /// Whether something can be; `None` if that is undecided.
    Answer(Option<bool>),
    /// Whether something was found, or has to be assumed.
    Found(bool),
    /// The value to go on with, if there is one. There are many links, so what is large is apart.
    Value(Option<Box<BitVec>>),
    /// Which of the states that a choice makes it is, and the symbols that have one value there.
    Took(u32, Box<[OnlyValue]>),
    /// The steps of the path were used up, and its loops are not followed any further.
    Hurried,
    /// Several paths that went on from one became one.
    Merged { base: StartPath, ways: Box<[Stand]> },
}

/// The name of a symbol that has one value only, and the value.
pub(crate) type OnlyValue = (Box<str>, BitVec);

/// Where a state stands: its start path, and the steps it has made.
#[derive(Clone)]
pub(crate) struct Stand {
    pub path: StartPath,
    pub steps: u64,
}

/// Which link a path ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LinkId(usize);

impl StartPath {
    pub(crate) fn with(self, steps: u64, told: Told) -> StartPath {
        StartPath(Some(Arc::new(Link { before: self, steps, told })))
    }

    pub(crate) fn last(&self) -> Option<&Arc<Link>> {
        self.0.as_ref()
    }

    pub(crate) fn of(link: &Arc<Link>) -> StartPath {
        StartPath(Some(link.clone()))
    }

    /// No two paths that are there at one time have the same, unless they are the same.
    pub(crate) fn id(&self) -> LinkId {
        LinkId(self.0.as_ref().map_or(0, |link| Arc::as_ptr(link).addr()))
    }
}

impl Drop for StartPath {
    fn drop(&mut self) {
        // One after the other: a path of a million choices would be as many nested calls.
        let mut last = self.0.take();
        let mut merged = Vec::new();
        while let Some(link) = last.take().or_else(|| merged.pop()) {
            if let Some(mut link) = Arc::into_inner(link) {
                last = link.before.0.take();
                if let Told::Merged { base, ways } = &mut link.told {
                    merged.extend(base.0.take());
                    merged.extend(ways.iter_mut().filter_map(|way| way.path.0.take()));
                }
            }
        }
    }
}

/// What a state was told so far, and what it is told next if it goes where another one has been.
#[derive(Clone, Default)]
pub(crate) struct History {
    path: RefCell<StartPath>,
    /// Nothing is kept of functions that are analysed alone: they are small.
    kept: bool,
    script: RefCell<Option<Script>>,
    lost: Cell<bool>,
}

#[derive(Clone)]
struct Script {
    links: Arc<[Arc<Link>]>,
    next: usize,
}

impl History {
    /// A history that begins here.
    pub fn begun() -> History {
        History { kept: true, ..History::default() }
    }

    pub fn path(&self) -> StartPath {
        self.path.borrow().clone()
    }

    pub fn id(&self) -> LinkId {
        self.path.borrow().id()
    }

    /// Keeps what is told at a step.
    pub fn keep(&self, steps: u64, told: impl FnOnce() -> Told) {
        if self.kept {
            let mut path = self.path.borrow_mut();
            let before = std::mem::take(&mut *path);
            *path = before.with(steps, told());
        }
    }

    /// From here on the state follows these links.
    pub fn follow(&mut self, links: Vec<Arc<Link>>) {
        self.script = RefCell::new(Some(Script { links: links.into(), next: 0 }));
        self.lost = Cell::new(false);
    }

    /// The state stands at the end of a start path, and explores on from there.
    pub fn stand_at(&mut self, path: StartPath) {
        self.path = RefCell::new(path);
        self.stop();
    }

    /// From here on the state follows no start path.
    pub fn stop(&mut self) {
        self.script = RefCell::new(None);
    }

    /// Whether the state goes where another one has been.
    pub fn is_followed(&self) -> bool {
        self.script.borrow().is_some()
    }

    /// Whether the state has asked something that the other one had not.
    pub fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// The link that comes next on the start path.
    pub fn next(&self) -> Option<Arc<Link>> {
        let script = self.script.borrow();
        let script = script.as_ref()?;
        script.links.get(script.next).cloned()
    }

    /// Whether the start path goes on with this side of a choice.
    pub fn is_next_side(&self, number: u32) -> bool {
        self.next().is_some_and(|link| matches!(link.told, Told::Took(next, _) if next == number))
    }

    /// The next thing that is told, if it was asked at this step and is of the kind that is wanted. Otherwise the start
    /// path is lost, if there was one.
    pub fn recall<T>(&self, steps: u64, read: impl FnOnce(&Told) -> Option<T>) -> Option<T> {
        if !self.is_followed() {
            return None;
        }
        let told = self.next().filter(|link| link.steps == steps).and_then(|link| {
            let told = read(&link.told)?;
            self.path.replace(StartPath::of(&link));
            Some(told)
        });
        match (&told, &mut *self.script.borrow_mut()) {
            (Some(_), Some(script)) => script.next += 1,
            (_, script) => {
                *script = None;
                self.lost.set(true);
            }
        }
        told
    }

    /// What was found out where the state asks the same as the one whose start path it follows; else what `find` finds.
    pub fn found(&self, steps: u64, find: impl FnOnce() -> bool) -> bool {
        let told = self.recall(steps, |told| match told {
            Told::Found(found) => Some(*found),
            _ => None,
        });
        told.unwrap_or_else(|| {
            let found = find();
            self.keep(steps, || Told::Found(found));
            found
        })
    }

    /// The same for whether something can be.
    pub fn possible(&self, steps: u64, find: impl FnOnce() -> Possible) -> Possible {
        let told = self.recall(steps, |told| match told {
            Told::Answer(Some(true)) => Some(Possible::Recalled),
            Told::Answer(Some(false)) => Some(Possible::No),
            Told::Answer(None) => Some(Possible::Unknown),
            _ => None,
        });
        told.unwrap_or_else(|| {
            let found = find();
            self.keep(steps, || {
                Told::Answer(match found {
                    Possible::Yes(_) | Possible::Recalled => Some(true),
                    Possible::No => Some(false),
                    Possible::Unknown => None,
                })
            });
            found
        })
    }

    /// The same for a value.
    pub fn value(&self, steps: u64, find: impl FnOnce() -> Option<BitVec>) -> Option<BitVec> {
        let told = self.recall(steps, |told| match told {
            Told::Value(value) => Some(value.as_deref().cloned()),
            _ => None,
        });
        told.unwrap_or_else(|| {
            let found = find();
            self.keep(steps, || Told::Value(found.clone().map(Box::new)));
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: StartPath, steps: u64, found: bool) -> StartPath {
        path.with(steps, Told::Found(found))
    }

    fn links(path: &StartPath) -> Vec<Arc<Link>> {
        let mut links: Vec<_> =
            std::iter::successors(path.last(), |link| link.before.last()).cloned().collect();
        links.reverse();
        links
    }

    #[test]
    fn who_is_told_the_same_comes_to_the_same_place() {
        let first = History::begun();
        assert!(first.found(1, || true));
        assert!(!first.found(2, || false));
        let mut second = History::begun();
        second.follow(links(&first.path()));
        assert!(second.found(1, || unreachable!("it is told")));
        assert!(!second.found(2, || unreachable!("it is told")));
        assert!(second.next().is_none() && second.id() == first.id());
    }

    #[test]
    fn another_question_leaves_the_start_path() {
        let path = found(found(StartPath::default(), 1, true), 2, true);
        let mut history = History::begun();
        history.follow(links(&path));
        assert!(history.found(1, || false));
        assert!(!history.found(3, || false));
        assert!(history.is_lost() && !history.is_followed());
    }

    #[test]
    fn a_long_path_is_dropped_without_recursion() {
        let mut path = StartPath::default();
        for steps in 0..1_000_000 {
            let way = Stand { path: found(path.clone(), steps, true), steps };
            let told = Told::Merged { base: path, ways: [way.clone(), way].into() };
            path = StartPath::default().with(steps, told);
        }
        drop(path);
    }
}
