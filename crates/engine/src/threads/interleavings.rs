//! Interleavings: in which other orders threads could have done what they did on a path.
//!
//! The record of a path gives the actions of each thread in their order, what must come before each, and
//! the locks that it is done under. From that follow the orders that are possible, as far as values do not
//! decide otherwise: whether one is what the program does is known when it was executed
//! (`rehearsal.rs`). Of orders that differ only in actions that do not touch each other, one is
//! enough. So the tree of decisions is walked depth first, and of the threads that could act, only those
//! go on which what the others still do could touch (ample sets); what an earlier sibling has covered
//! sleeps. The criterion `local-or-remote-define` asks for less: for each read an order in which what it
//! reads was written by its own thread, or by none, and one in which another thread wrote it.

use crate::fault::AccessKind;
use crate::memory::Touch;
use crate::state::interactions::{Atomic, Deed, Held, Interaction, Record, Spot};
use crate::state::threads::ThreadId;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Actions beyond which orders are not counted, nor made.
const MOST_ACTIONS: usize = 1_000;
/// Positions of all threads that are examined, to count orders or to find one.
const MOST_COUNTED: usize = 200_000;
/// The same to find all that differ, where these are counted, and where there may be many records.
pub(crate) const MOST_WALKED: usize = 10 * MOST_COUNTED;
pub(crate) const MOST_WALKED_AT_ONCE: usize = 50_000;
/// The same for reads in one place, as long as none is found.
const MOST_SEARCHED: usize = 5_000;
/// Positions after which it is asked whether to go on.
const UNASKED: usize = 1_024;

/// A number of orders; `None` if there are more than were counted.
pub(crate) type Number = Option<u64>;

/// What the threads of a path did, and what keeps it in order.
pub(crate) struct Actions<'r> {
    threads: Vec<Vec<Action<'r>>>,
    /// Locks that are kept until the first action of each.
    kept_first: Vec<Vec<(u64, bool)>>,
    /// The order in which it was done.
    pub recorded: Order,
}

/// What one operation of a thread does.
struct Action<'r> {
    /// Where it begins.
    interaction: &'r Interaction,
    touches: Vec<Shared>,
    /// Locks that it takes, those that are given back after it, and those that are kept until the thread's next action;
    /// and whether for reading only.
    takes: Vec<(u64, bool)>,
    gives: Vec<(u64, bool)>,
    keeps: Vec<(u64, bool)>,
    /// The lock that it takes if that is free.
    tries: Option<u64>,
    /// How many actions of each thread come before it in any order.
    needs: Vec<usize>,
    /// After the last action of each thread that touches what this one touches.
    touched_until: Vec<usize>,
}

/// An access to a variable: bytes that some action takes for one.
struct Shared {
    variable: usize,
    touch: Touch,
}

/// An order: which thread acts next, each time.
pub(crate) type Order = Vec<usize>;

/// A read: the thread, its action and the variable.
pub(crate) type Reading = (usize, usize, usize);

impl Action<'_> {
    fn writes(&self, variable: usize) -> bool {
        self.written().any(|written| written == variable)
    }

    fn written(&self) -> impl Iterator<Item = usize> {
        let writes = self.touches.iter().filter(|one| one.touch.access == AccessKind::Write);
        writes.map(|one| one.variable)
    }

    fn read(&self) -> impl Iterator<Item = usize> {
        let reads = self.touches.iter().filter(|one| one.touch.access == AccessKind::Read);
        reads.map(|one| one.variable)
    }

    /// What others may touch as well, and whether it makes a difference to those that only look.
    fn uses(&self) -> impl Iterator<Item = (Thing, bool)> {
        let locks = self.takes.iter().chain(&self.gives);
        let locks = locks.map(|(lock, shared)| (Thing::Lock(*lock), !shared));
        let tries = self.tries.map(|lock| (Thing::Lock(lock), true));
        let variables = self
            .touches
            .iter()
            .map(|one| (Thing::Variable(one.variable), one.touch.access == AccessKind::Write));
        locks.chain(tries).chain(variables)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Thing {
    Variable(usize),
    Lock(u64),
}

impl<'r> Actions<'r> {
    /// The actions of a record; none if there are too many.
    pub fn new(record: &'r Record) -> Option<Actions<'r>> {
        let mut actions = Actions::of(record)?;
        actions.find_touched();
        Some(actions)
    }

    /// The class of the order in which the actions of a record were done.
    pub fn class_of_record(record: &'r Record) -> Option<u64> {
        let actions = Actions::of(record)?;
        Some(actions.class_of(&actions.recorded))
    }

    /// The actions without who touches what another one does.
    fn of(record: &'r Record) -> Option<Actions<'r>> {
        let all: &[Interaction] = &record.interactions;
        let count = all.iter().map(|one| one.thread.number() as usize + 1).max().unwrap_or(0);
        let variables = Variables::of_all(all);
        let mut by_thread: Vec<Vec<(&Interaction, &[Interaction])>> = vec![Vec::new(); count];
        let mut recorded = Vec::new();
        for operation in all.chunk_by(|a, b| a.operation == b.operation) {
            if let Some(first) = operation.iter().find(|one| variables.are_met(one)) {
                let thread = first.thread.number() as usize;
                by_thread[thread].push((first, operation));
                recorded.push(thread);
            }
        }
        if recorded.len() > MOST_ACTIONS {
            return None;
        }
        let plain = |held: &Held| (held.lock, held.grip.shared);
        let mut threads: Vec<Vec<Action<'_>>> = Vec::new();
        let mut kept_first = Vec::new();
        for own in &by_thread {
            let held = own.first().into_iter().flat_map(|(one, _)| one.held.iter());
            let mut kept: Vec<(u64, bool)> =
                held.filter(|held| record.was_held_first(held)).map(plain).collect();
            kept_first.push(kept.clone());
            let mut actions = Vec::new();
            for (at, (one, operation)) in own.iter().copied().enumerate() {
                let next = own.get(at + 1).map_or(&[][..], |(next, _)| &next.held);
                let tries = match one.deed {
                    Deed::Try(lock) => Some(lock),
                    _ => None,
                };
                let is_taken = |lock| one.deed == Deed::Lock(lock) || tries == Some(lock);
                let gives_back = |lock| one.deed == Deed::Unlock(lock);
                let keeps: Vec<(u64, bool)> = next
                    .iter()
                    .filter(|held| is_taken(held.lock) || one.held.contains(held))
                    .filter(|held| !gives_back(held.lock))
                    .map(plain)
                    .collect();
                let has = one.held.iter().map(plain);
                let mut takes: Vec<_> = has.filter(|lock| !kept.contains(lock)).collect();
                takes.extend(keeps.iter().filter(|(lock, _)| one.deed == Deed::Lock(*lock)));
                let all_held = kept.iter().chain(&takes).copied();
                let gives = all_held.filter(|lock| !keeps.contains(lock)).collect();
                let before = by_thread
                    .iter()
                    .map(|others| others.partition_point(|(other, _)| other.is_before(one)));
                let mut needs: Vec<usize> = before.collect();
                needs[one.thread.number() as usize] = 0;
                let touched = operation.iter().filter(|one| variables.are_met(one));
                let touches = touched
                    .filter_map(Interaction::touch)
                    .map(|(touch, _)| Shared { variable: variables.of(touch), touch })
                    .collect();
                kept.clone_from(&keeps);
                let (interaction, touched_until) = (one, vec![0; count]);
                actions.push(Action {
                    interaction,
                    touches,
                    takes,
                    gives,
                    keeps,
                    tries,
                    needs,
                    touched_until,
                });
            }
            threads.push(actions);
        }
        Some(Actions { threads, kept_first, recorded })
    }

    /// What all orders have in common that differ only in actions that do not touch each other: a hash of
    /// each action with those that it depends on.
    pub fn class_of(&self, order: &[usize]) -> u64 {
        let hash = |value: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            value(&mut hasher);
            hasher.finish()
        };
        let mut done = self.start();
        let mut before = vec![0; self.threads.len()];
        // The last one that made a difference to a thing, and those that examined it since.
        let mut things: HashMap<Thing, (u64, u64)> = HashMap::new();
        let mut class = 0_u64;
        for thread in order {
            let Some(action) = self.next(&done, *thread) else { continue };
            let one = action.interaction;
            let own = hash(&|hasher| {
                (one.thread, one.spot, one.deed, one.earlier, before[*thread]).hash(hasher);
                for (thing, differs) in action.uses() {
                    let (last, since) = things.get(&thing).copied().unwrap_or_default();
                    (last, if differs { since } else { 0 }).hash(hasher);
                }
            });
            for (thing, differs) in action.uses() {
                let (last, since) = things.entry(thing).or_default();
                match differs {
                    true => (*last, *since) = (own, 0),
                    false => *since = since.wrapping_add(own),
                }
            }
            before[*thread] = own;
            class = class.wrapping_add(own);
            done[*thread] += 1;
        }
        class
    }

    fn find_touched(&mut self) {
        let count = self.threads.len();
        for thread in 0..count {
            for at in 0..self.threads[thread].len() {
                let action = &self.threads[thread][at];
                let until = (0..count).map(|other| {
                    let touches = |theirs: &Action<'_>| touch_each_other(action, theirs);
                    let others = &self.threads[other];
                    let last = others.iter().rposition(touches).filter(|_| other != thread);
                    last.map_or(0, |last| last + 1)
                });
                self.threads[thread][at].touched_until = until.collect();
            }
        }
    }

    /// What a thread does next.
    fn next(&self, done: &[usize], thread: usize) -> Option<&Action<'r>> {
        self.threads[thread].get(done[thread])
    }

    /// Whether another thread keeps a lock that an action takes.
    fn keeps_out(&self, done: &[usize], other: usize, action: &Action<'_>) -> bool {
        let kept = match done[other].checked_sub(1) {
            Some(last) => &self.threads[other][last].keeps,
            None => &self.kept_first[other],
        };
        kept.iter().any(|kept| action.takes.iter().any(|wanted| exclude(*kept, *wanted)))
    }

    fn is_enabled(&self, done: &[usize], thread: usize) -> bool {
        let Some(action) = self.next(done, thread) else { return false };
        let others = (0..done.len()).filter(|other| *other != thread);
        action.needs.iter().zip(done).all(|(needed, done)| needed <= done)
            && !others.into_iter().any(|other| self.keeps_out(done, other, action))
    }

    fn enabled(&self, done: &[usize]) -> Vec<usize> {
        (0..done.len()).filter(|thread| self.is_enabled(done, *thread)).collect()
    }

    fn start(&self) -> Vec<usize> {
        vec![0; self.threads.len()]
    }

    /// In how many orders the actions can be done.
    pub fn count(&self, goes_on: &dyn Fn() -> bool) -> Number {
        let mut known = HashMap::new();
        self.count_from(&mut self.start(), &mut known, goes_on)
    }

    fn count_from(
        &self,
        done: &mut [usize],
        known: &mut HashMap<Vec<usize>, u64>,
        goes_on: &dyn Fn() -> bool,
    ) -> Number {
        if let Some(known) = known.get(&*done) {
            return Some(*known);
        }
        let is_asked = known.len() % UNASKED == UNASKED - 1;
        if known.len() >= MOST_COUNTED || is_asked && !goes_on() {
            return None;
        }
        let enabled = self.enabled(done);
        let mut number = u64::from(enabled.is_empty());
        for thread in enabled {
            done[thread] += 1;
            let behind = self.count_from(done, known, goes_on);
            done[thread] -= 1;
            number = number.checked_add(behind?)?;
        }
        known.insert(done.to_vec(), number);
        Some(number)
    }

    /// Hands one order of each class to `take`, until that says no, or `goes_on`, which is asked now and then, or so
    /// many positions were examined, which are counted. Gives whether these were all.
    pub fn each_class(
        &self,
        most: usize,
        goes_on: &dyn Fn() -> bool,
        positions: &mut usize,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let mut left = most;
        let mut visit = || {
            *positions += 1;
            left = left.saturating_sub(1);
            left > 0 && (!left.is_multiple_of(UNASKED) || goes_on())
        };
        self.walk(&mut self.start(), &BTreeSet::new(), &mut Vec::new(), &mut visit, take)
    }

    fn walk(
        &self,
        done: &mut [usize],
        asleep: &BTreeSet<usize>,
        order: &mut Order,
        visit: &mut dyn FnMut() -> bool,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        // Ways that end asleep give no order, and take time.
        if !visit() {
            return false;
        }
        let enabled = self.enabled(done);
        if enabled.is_empty() {
            return take(order);
        }
        let mut asleep = asleep.clone();
        for thread in self.ample(done, &enabled) {
            if asleep.contains(&thread) {
                continue;
            }
            let Some(action) = self.next(done, thread) else { continue };
            let sleeps = |other: &&usize| {
                self.next(done, **other).is_some_and(|theirs| !touch_each_other(action, theirs))
            };
            let still_asleep = asleep.iter().filter(sleeps).copied().collect();
            done[thread] += 1;
            order.push(thread);
            let goes_on = self.walk(done, &still_asleep, order, visit, take);
            order.pop();
            done[thread] -= 1;
            if !goes_on {
                return false;
            }
            asleep.insert(thread);
        }
        true
    }

    /// The fewest threads that have to go on from here: what the others still do touches nothing that
    /// these are about to do, and lets none of them go on.
    fn ample(&self, done: &[usize], enabled: &[usize]) -> Vec<usize> {
        let sets = enabled.iter().map(|first| {
            let mut set = BTreeSet::from([*first]);
            let mut open = vec![*first];
            while let Some(thread) = open.pop() {
                let Some(action) = self.next(done, thread) else { continue };
                for other in 0..done.len() {
                    let touches = action.touched_until[other] > done[other];
                    let holds_up = action.needs[other] > done[other]
                        || (other != thread && self.keeps_out(done, other, action));
                    if other != thread && (touches || holds_up) && set.insert(other) {
                        open.push(other);
                    }
                }
            }
            let acting = enabled.iter().copied().filter(|thread| set.contains(thread));
            acting.collect::<Vec<usize>>()
        });
        sets.min_by_key(Vec::len).unwrap_or_default()
    }

    /// The reads of an order, each with whether another thread wrote what it reads.
    pub fn reads(&self, order: &[usize]) -> Vec<(Reading, bool)> {
        let mut done = self.start();
        let mut writers: BTreeMap<usize, usize> = BTreeMap::new();
        let mut reads = Vec::new();
        for thread in order {
            let Some(action) = self.next(&done, *thread) else { continue };
            for variable in action.read() {
                let remote = writers.get(&variable).is_some_and(|writer| writer != thread);
                reads.push(((*thread, done[*thread], variable), remote));
            }
            writers.extend(action.written().map(|variable| (variable, *thread)));
            done[*thread] += 1;
        }
        reads
    }

    /// How many threads there were.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    pub fn interaction(&self, (thread, at, _): Reading) -> &'r Interaction {
        self.threads[thread][at].interaction
    }

    /// Orders in which each read comes once after a write of its own thread, or of none, and once after one of another
    /// thread, where there are such; but those that `covered` has already. What is left when threads have ended is read
    /// as well: of each that writes it, one order has the last word. Those that were found are given when `goes_on`
    /// says no. Positions that are examined are counted.
    pub fn each_definition(
        &self,
        covered: &dyn Fn(&Interaction, bool) -> bool,
        goes_on: &dyn Fn() -> bool,
        positions: &mut usize,
    ) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut seen: HashSet<(Reading, bool)> = HashSet::new();
        // What may still be examined in vain for reads in one place.
        let mut left: HashMap<(Spot, bool), usize> = HashMap::new();
        let mut last: HashSet<(usize, usize)> = self.last_writers(&self.recorded).collect();
        for (thread, actions) in self.threads.iter().enumerate() {
            for (at, action) in actions.iter().enumerate() {
                let goals =
                    action.read().flat_map(|variable| [(variable, false), (variable, true)]);
                for (variable, remote) in goals {
                    let goal = ((thread, at, variable), remote);
                    if seen.contains(&goal) || covered(action.interaction, remote) {
                        continue;
                    }
                    if remote && !self.is_written_by_others(thread, variable) {
                        continue;
                    }
                    let left =
                        left.entry((action.interaction.spot, remote)).or_insert(MOST_SEARCHED);
                    if *left == 0 {
                        continue;
                    }
                    if !goes_on() {
                        return orders;
                    }
                    let (order, walked) = self.find(goal, *left);
                    *positions += walked;
                    if order.is_none() {
                        *left = left.saturating_sub(walked);
                    }
                    if let Some(order) = order {
                        seen.extend(self.reads(&order));
                        last.extend(self.last_writers(&order));
                        orders.push(order);
                    }
                }
            }
        }
        for (thread, actions) in self.threads.iter().enumerate() {
            let written: BTreeSet<usize> = actions.iter().flat_map(Action::written).collect();
            if written.iter().any(|variable| !last.contains(&(*variable, thread))) {
                let order = self.with_last(thread);
                let gained: Vec<_> =
                    self.last_writers(&order).filter(|one| !last.contains(one)).collect();
                if !gained.is_empty() {
                    last.extend(gained);
                    orders.push(order);
                }
            }
        }
        orders
    }

    fn is_written_by_others(&self, thread: usize, variable: usize) -> bool {
        let mut others = self.threads.iter().enumerate().filter(|(other, _)| *other != thread);
        others.any(|(_, actions)| actions.iter().any(|action| action.writes(variable)))
    }

    /// Each variable with the thread that writes it last in an order.
    fn last_writers(&self, order: &[usize]) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut done = self.start();
        let mut writers: BTreeMap<usize, usize> = BTreeMap::new();
        for thread in order {
            let written = self.next(&done, *thread).into_iter().flat_map(Action::written);
            writers.extend(written.map(|variable| (variable, *thread)));
            done[*thread] += 1;
        }
        writers.into_iter()
    }

    /// An order in which a thread does everything as late as it can.
    fn with_last(&self, last: usize) -> Order {
        let (mut done, mut order) = (self.start(), Vec::new());
        loop {
            let enabled = self.enabled(&done);
            let others = enabled.iter().find(|thread| **thread != last);
            let Some(thread) = others.or(enabled.first()).copied() else { return order };
            done[thread] += 1;
            order.push(thread);
        }
    }

    /// An order in which a read comes after a write of another thread, or does not; and how many positions were
    /// examined, of so many that may be.
    fn find(
        &self,
        ((thread, at, variable), remote): (Reading, bool),
        most: usize,
    ) -> (Option<Order>, usize) {
        let own = &self.threads[thread][..at];
        let last_write = own.iter().rposition(|one| one.writes(variable));
        let goal = Goal { thread, at, variable, remote, last_write, most };
        let (mut done, mut order) = (self.start(), Vec::new());
        let mut seen = HashSet::new();
        if !self.search(&goal, &mut done, false, &mut order, &mut seen) {
            return (None, seen.len());
        }
        // The read itself, and then all that is left.
        done[thread] += 1;
        order.push(thread);
        while let Some(thread) = self.enabled(&done).first().copied() {
            done[thread] += 1;
            order.push(thread);
        }
        (Some(order), seen.len())
    }

    fn search(
        &self,
        goal: &Goal,
        done: &mut [usize],
        is_remote: bool,
        order: &mut Order,
        seen: &mut HashSet<(Vec<usize>, bool)>,
    ) -> bool {
        let stands = done[goal.thread] == goal.at;
        if stands && is_remote == goal.remote && self.is_enabled(done, goal.thread) {
            return true;
        }
        if seen.len() >= goal.most || !seen.insert((done.to_vec(), is_remote)) {
            return false;
        }
        // The thread goes on to its own last write before the read, then another one writes.
        let is_behind = goal.last_write.is_none_or(|last| done[goal.thread] > last);
        let others_first = goal.remote && is_behind && !is_remote;
        let mut enabled = self.enabled(done);
        enabled.retain(|thread| !stands || *thread != goal.thread);
        enabled.sort_by_key(|thread| (*thread == goal.thread) == others_first);
        for thread in enabled {
            let writes = self.next(done, thread).is_some_and(|one| one.writes(goal.variable));
            let now_remote = if writes { thread != goal.thread } else { is_remote };
            done[thread] += 1;
            order.push(thread);
            if self.search(goal, done, now_remote, order, seen) {
                return true;
            }
            order.pop();
            done[thread] -= 1;
        }
        false
    }

    /// An order as turns: a thread goes on until it is about to do something.
    pub fn turns(&self, order: &[usize]) -> Vec<(ThreadId, Option<&'r Interaction>)> {
        let mut done = self.start();
        let mut turns = Vec::new();
        for turn in order.chunk_by(|a, b| a == b) {
            let thread = turn[0];
            done[thread] += turn.len();
            let until = self.next(&done, thread).map(|action| action.interaction);
            let number = u32::try_from(thread).unwrap_or(u32::MAX);
            turns.push((ThreadId::from_number(number), until));
        }
        turns
    }
}

/// A read, and who is to have written what it reads.
struct Goal {
    thread: usize,
    at: usize,
    variable: usize,
    remote: bool,
    /// The last write of the thread before the read.
    last_write: Option<usize>,
    /// Positions that are examined.
    most: usize,
}

/// Whether two locks, each taken for reading or not, keep their threads apart.
fn exclude((one, shared): (u64, bool), (other, also_shared): (u64, bool)) -> bool {
    one == other && !(shared && also_shared)
}

/// Whether the order of two actions of different threads makes a difference.
fn touch_each_other(a: &Action<'_>, b: &Action<'_>) -> bool {
    let overlap = |one: &Shared, other: &Shared| {
        let writes = [one, other].iter().any(|one| one.touch.access == AccessKind::Write);
        writes && one.touch.overlaps(other.touch)
    };
    let touches = a.touches.iter().any(|one| b.touches.iter().any(|other| overlap(one, other)));
    let meet = |one: &[(u64, bool)], other: &[(u64, bool)]| {
        one.iter().any(|one| other.iter().any(|other| exclude(*one, *other)))
    };
    let tries = |one: &Action<'_>, other: &Action<'_>| {
        one.tries.is_some_and(|lock| {
            let mut others = other.takes.iter().chain(&other.gives).map(|(lock, _)| *lock);
            others.any(|other| other == lock) || other.tries == Some(lock)
        })
    };
    touches
        || meet(&a.takes, &b.takes)
        || meet(&a.takes, &b.gives)
        || meet(&a.gives, &b.takes)
        || tries(a, b)
        || tries(b, a)
}

/// The bytes that threads touch, as variables: what some access takes together is one.
struct Variables {
    /// From where to where, in order.
    spans: Vec<(u64, u64)>,
    /// Those that only one thread accesses, or that are never written.
    own: BTreeSet<usize>,
    /// The threads that use a lock, and those that take it if it is free.
    users: BTreeMap<u64, BTreeSet<ThreadId>>,
    tried: BTreeMap<u64, BTreeSet<ThreadId>>,
}

impl Variables {
    fn of_all(all: &[Interaction]) -> Variables {
        let touched = all.iter().filter_map(Interaction::touch);
        let mut touched: Vec<(u64, u64)> =
            touched.map(|(touch, _)| (touch.address, touch.address + touch.len)).collect();
        touched.sort_unstable();
        let mut spans: Vec<(u64, u64)> = Vec::new();
        for (start, end) in touched {
            match spans.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => spans.push((start, end)),
            }
        }
        let mut variables = Variables {
            spans,
            own: BTreeSet::new(),
            users: BTreeMap::new(),
            tried: BTreeMap::new(),
        };
        let mut users: BTreeMap<usize, (BTreeSet<ThreadId>, bool)> = BTreeMap::new();
        for one in all {
            if let Some((touch, _)) = one.touch() {
                let (users, is_written) = users.entry(variables.of(touch)).or_default();
                users.insert(one.thread);
                *is_written |= one.writes();
            }
            match one.deed {
                Deed::Lock(lock) => {
                    variables.users.entry(lock).or_default().insert(one.thread);
                }
                Deed::Try(lock) => {
                    variables.users.entry(lock).or_default().insert(one.thread);
                    variables.tried.entry(lock).or_default().insert(one.thread);
                }
                Deed::Touch(..) | Deed::Unlock(_) => {}
            }
        }
        let is_own = |users: &BTreeSet<ThreadId>, written: bool| users.len() == 1 || !written;
        let own = users.into_iter().filter(|(_, (users, written))| is_own(users, *written));
        variables.own = own.map(|(variable, _)| variable).collect();
        variables
    }

    fn of(&self, touch: Touch) -> usize {
        self.spans.partition_point(|(_, end)| *end <= touch.address)
    }

    /// Whether threads meet in what one did. What they do to a lock's own words, the locks tell. When one is
    /// given back counts for those that do not wait for it.
    fn are_met(&self, one: &Interaction) -> bool {
        let by_others = |users: &BTreeMap<u64, BTreeSet<ThreadId>>, lock: u64| {
            users.get(&lock).is_some_and(|users| users.iter().any(|user| *user != one.thread))
        };
        match one.deed {
            Deed::Touch(_, Atomic::Lock) => false,
            Deed::Touch(touch, _) => !self.own.contains(&self.of(touch)),
            Deed::Lock(_) => true,
            Deed::Try(lock) => by_others(&self.users, lock),
            Deed::Unlock(lock) => by_others(&self.tried, lock),
        }
    }
}
