//! The variables by activity: those that were part of recent conflicts come first.
//!
//! A binary heap with positions, so that a variable's activity can change while it is in it.

use super::Var;

/// An activity above this scales all of them down.
const MAX_ACTIVITY: f64 = 1e100;

const ABSENT: usize = usize::MAX;

#[derive(Default)]
pub(super) struct VarHeap {
    heap: Vec<Var>,
    position: Vec<usize>,
    activity: Vec<f64>,
    increment: f64,
}

impl VarHeap {
    pub(super) fn add_var(&mut self) {
        self.position.push(ABSENT);
        self.activity.push(0.0);
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
    }

    /// Starts with some variables alone: those that are `wanted`, and those that were part of a
    /// conflict before. The others are not worth deciding.
    pub(super) fn fill(&mut self, vars: impl Iterator<Item = Var>, wanted: impl Fn(Var) -> bool) {
        self.clear();
        for var in vars {
            let worth = self.activity[var.index()] > 0.0 || wanted(var);
            if worth && self.position[var.index()] == ABSENT {
                self.position[var.index()] = self.heap.len();
                self.heap.push(var);
            }
        }
        for at in (0..self.heap.len() / 2).rev() {
            self.down(at);
        }
    }

    pub(super) fn clear(&mut self) {
        for var in self.heap.drain(..) {
            self.position[var.index()] = ABSENT;
        }
    }

    /// Puts a variable back, if it is `wanted` or was part of a conflict.
    pub(super) fn insert(&mut self, var: Var, wanted: bool) {
        let worth = wanted || self.activity[var.index()] > 0.0;
        if worth && self.position[var.index()] == ABSENT {
            let at = self.heap.len();
            self.position[var.index()] = at;
            self.heap.push(var);
            self.up(at);
        }
    }

    pub(super) fn pop(&mut self) -> Option<Var> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("it has a first");
        self.position[first.index()] = ABSENT;
        if last != first {
            self.heap[0] = last;
            self.position[last.index()] = 0;
            self.down(0);
        }
        Some(first)
    }

    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.increment;
        if *activity > MAX_ACTIVITY {
            self.activity.iter_mut().for_each(|a| *a /= MAX_ACTIVITY);
            self.increment /= MAX_ACTIVITY;
        }
        let at = self.position[var.index()];
        if at != ABSENT {
            self.up(at);
        }
    }

    /// Makes what was bumped before count for less.
    pub(super) fn decay(&mut self) {
        self.increment /= 0.95;
    }

    fn before(&self, a: Var, b: Var) -> bool {
        let (x, y) = (self.activity[a.index()], self.activity[b.index()]);
        x > y || (x == y && a > b)
    }

    fn up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.place(at, self.heap[parent]);
            at = parent;
        }
        self.place(at, var);
    }

    fn down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let left = 2 * at + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let right = left + 1;
            let child = match self.heap.get(right) {
                Some(&second) if self.before(second, first) => right,
                _ => left,
            };
            if !self.before(self.heap[child], var) {
                break;
            }
            self.place(at, self.heap[child]);
            at = child;
        }
        self.place(at, var);
    }

    fn place(&mut self, at: usize, var: Var) {
        self.heap[at] = var;
        self.position[var.index()] = at;
    }
}
