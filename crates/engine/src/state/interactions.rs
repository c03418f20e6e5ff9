//! What threads do to each other on a path: accesses to memory, locks, and who comes before whom.
//!
//! The record begins when the program makes its first thread and ends when it has one again. It is what races, and
//! threads that would wait for each other in another order, are read off (`races.rs`). What a thread does over and
//! over, in the same place to the same bytes under the same locks, is recorded once, so a loop of a million iterations
//! leaves as much as one of two.
//!
//! Order is what holds in any order of turns: a thread comes after what made it, after the end of a
//! thread that it waited for, and after those that it met at a barrier. What it was told by a semaphore,
//! a condition or an atomic variable may be chance: another thread might have told it as well. So that is
//! kept apart, and says only what is tried last. That one had a lock before another is chance, and no
//! order.

use crate::fault::AccessKind;
use crate::memory::{Touch, overlap};
use crate::state::State;
use crate::state::hidden_waits::HiddenWaits;
use crate::state::threads::{Grip, ThreadId};
use margay_ir::{FuncId, SpanId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Interactions that are kept of one path.
const MOST: usize = 20_000;

/// How far each thread had come, by its number, where something happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    pub fn of(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.number() as usize).copied().unwrap_or(0)
    }

    fn tick(&mut self, thread: ThreadId) {
        let index = thread.number() as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
    }

    fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine = (*mine).max(*other));
    }
}

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Held {
    pub lock: u64,
    pub grip: Grip,
    /// It is the so-manieth time that a lock was taken.
    pub taken: u32,
}

/// Where a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spot {
    pub function: FuncId,
    pub pc: usize,
}

/// Where a thread stands, in which call, and from where that was made, in which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stand {
    pub spot: Spot,
    pub call: u64,
    pub caller: Option<(Spot, u64)>,
}

/// What a thread did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    Touch(Touch, Atomic),
    /// It was about to take a lock, to take it if that is free, or to give it back.
    Lock(u64),
    Try(u64),
    Unlock(u64),
}

/// What kind of thing a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum DeedKind {
    Access(AccessKind),
    Lock,
    Try,
    Unlock,
}

/// Whether an access is one that other threads cannot come between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atomic {
    No,
    Yes,
    /// It reads and writes at once.
    Both,
    /// It is one to a lock's own words, by who takes it or gives it back.
    Lock,
}

/// Something that a thread did, where, and what it held then.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub thread: ThreadId,
    pub deed: Deed,
    pub spot: Spot,
    /// When it was first done.
    pub stand: Stand,
    /// In the program's own code.
    pub span: SpanId,
    pub held: Rc<[Held]>,
    /// It is part of the so-manieth operation: what one does is done at once.
    pub operation: u32,
    /// What comes before it in any order of turns, what does whichever threads meet at barriers, and what came before
    /// it in this order.
    pub firm: Rc<Clock>,
    bare: Rc<Clock>,
    pub clock: Rc<Clock>,
    /// How often the thread had done this in this place before.
    pub earlier: u32,
    /// Of a write: the reads of the same bytes that the thread made since it last wrote them, where, and what it
    /// held when it last did.
    pub reads: Reads,
}

impl Deed {
    pub fn kind(self) -> DeedKind {
        match self {
            Deed::Touch(touch, _) => DeedKind::Access(touch.access),
            Deed::Lock(_) => DeedKind::Lock,
            Deed::Try(_) => DeedKind::Try,
            Deed::Unlock(_) => DeedKind::Unlock,
        }
    }

    /// The bytes that it touches, or the lock.
    pub fn place(self) -> (u64, u64) {
        match self {
            Deed::Touch(touch, _) => (touch.address, touch.len),
            Deed::Lock(lock) | Deed::Try(lock) | Deed::Unlock(lock) => (lock, 1),
        }
    }
}

impl Interaction {
    /// Whether it comes before another one in any order of turns.
    pub fn is_before(&self, other: &Interaction) -> bool {
        self.thread == other.thread || self.firm.of(self.thread) <= other.firm.of(self.thread)
    }

    /// Whether the thread of the one was told of the other on this path, be it by chance.
    pub fn are_told(&self, other: &Interaction) -> bool {
        let is_told =
            |a: &Interaction, b: &Interaction| a.clock.of(a.thread) <= b.clock.of(a.thread);
        is_told(self, other) || is_told(other, self)
    }

    pub fn touch(&self) -> Option<(Touch, Atomic)> {
        match self.deed {
            Deed::Touch(touch, atomic) => Some((touch, atomic)),
            Deed::Lock(_) | Deed::Try(_) | Deed::Unlock(_) => None,
        }
    }

    pub fn kind(&self) -> DeedKind {
        self.deed.kind()
    }

    /// The bytes that it touches, or the lock.
    pub fn place(&self) -> (u64, u64) {
        self.deed.place()
    }

    pub fn writes(&self) -> bool {
        self.touch().is_some_and(|(touch, _)| touch.access == AccessKind::Write)
    }
}

/// Accesses of a thread to some bytes that are counted from some moment on.
#[derive(Clone, Copy)]
struct Looks {
    thread: ThreadId,
    at: (u64, u64),
    count: u32,
}

/// Where something was read last, and what was held then.
pub(crate) type Reads = Vec<(Stand, Rc<[Held]>)>;

/// What tells two interactions apart: who, what, where, under which locks and how far all threads were.
type Seen = (ThreadId, Deed, Spot, Rc<[Held]>, Rc<Clock>);

/// What threads did on a path since there are several.
#[derive(Clone)]
pub(crate) struct Record {
    /// The state when there was one thread.
    pub base: Rc<State>,
    /// The thread that was made then.
    first: ThreadId,
    /// The locks that were held then.
    held_first: Rc<[(ThreadId, u64, Grip)]>,
    pub interactions: Rc<Vec<Interaction>>,
    /// Hidden waits: calls by which threads may wait for each other in ways that the analysis does not see.
    pub hidden_waits: Rc<Vec<HiddenWaits>>,
    /// Something was left out: there was too much.
    pub is_cut: bool,
    seen: Rc<HashSet<Seen>>,
    earlier: Rc<HashMap<(ThreadId, Spot, u64, DeedKind), u32>>,
    /// Where each thread has read bytes that it has not written since, by their first.
    reads: Rc<BTreeMap<(ThreadId, u64), Reads>>,
    looks: Option<Looks>,
    firm: Clocks,
    bare: Clocks,
    clocks: Clocks,
    /// How many threads each barrier takes, and which ones came to it.
    barriers: BTreeMap<u64, (u64, BTreeSet<ThreadId>)>,
    held: Vec<Rc<[Held]>>,
    taken: u32,
    operation: u32,
    /// The threads whose next access is atomic.
    pub atomic: BTreeSet<ThreadId>,
    /// The thread that has read and written an object at once in the operation in hand.
    pub exchange: Option<(ThreadId, u64)>,
}

impl Record {
    /// Begins where a state has made its first thread.
    pub fn new(base: State, thread: ThreadId, held: Vec<(ThreadId, u64, Grip)>) -> Record {
        Record::beginning(Rc::new(base), thread, held.into())
    }

    /// The same from the beginning.
    pub fn again(&self) -> Record {
        Record::beginning(self.base.clone(), self.first, self.held_first.clone())
    }

    fn beginning(
        base: Rc<State>,
        first: ThreadId,
        held_first: Rc<[(ThreadId, u64, Grip)]>,
    ) -> Record {
        let parent = base.thread();
        let mut record = Record {
            base,
            first,
            held_first: held_first.clone(),
            interactions: Rc::default(),
            hidden_waits: Rc::default(),
            is_cut: false,
            seen: Rc::default(),
            earlier: Rc::default(),
            reads: Rc::default(),
            looks: None,
            firm: Clocks::default(),
            bare: Clocks::default(),
            clocks: Clocks::default(),
            barriers: BTreeMap::new(),
            held: Vec::new(),
            taken: 0,
            operation: 0,
            atomic: BTreeSet::new(),
            exchange: None,
        };
        held_first.iter().for_each(|(thread, lock, grip)| record.take_lock(*thread, *lock, *grip));
        record.spawn(parent, first);
        record
    }

    fn held(&mut self, thread: ThreadId) -> &mut Rc<[Held]> {
        let index = thread.number() as usize;
        while self.held.len() <= index {
            self.held.push(Rc::default());
        }
        &mut self.held[index]
    }

    /// What is noted from now on is done by another operation.
    pub fn begin_operation(&mut self) {
        self.operation += 1;
    }

    /// How often a thread has done something in a place.
    pub fn times(&self, thread: ThreadId, spot: Spot, address: u64, kind: DeedKind) -> u32 {
        self.earlier.get(&(thread, spot, address, kind)).copied().unwrap_or(0)
    }

    /// Whether a lock was held when the record began, and has been since.
    pub fn was_held_first(&self, held: &Held) -> bool {
        // They were the first to be taken.
        held.taken as usize <= self.held_first.len()
    }

    /// How often a thread has done what it did on another path.
    pub fn times_of(&self, one: &Interaction) -> u32 {
        self.times(one.thread, one.spot, one.place().0, one.kind())
    }

    /// Whether a thread has read what it read on another path, and has not written it since.
    pub fn has_in_hand(&self, read: &Interaction) -> bool {
        let reads = self.reads.get(&(read.thread, read.place().0));
        reads.is_some_and(|reads| reads.iter().any(|(stand, _)| stand.spot == read.spot))
    }

    /// Counts from now on how often a thread accesses some of the bytes that an interaction does.
    pub fn count_looks(&mut self, one: &Interaction) {
        self.looks = Some(Looks { thread: one.thread, at: one.place(), count: 0 });
    }

    /// How often it was.
    pub fn looks(&self) -> u32 {
        self.looks.map_or(0, |looks| looks.count)
    }

    /// Keeps what a thread did, if it is new.
    pub fn note(&mut self, thread: ThreadId, deed: Deed, stand: Stand, span: SpanId) {
        let spot = stand.spot;
        let (clock, held) = (self.clocks.of(thread).clone(), self.held(thread).clone());
        let (firm, bare) = (self.firm.of(thread).clone(), self.bare.of(thread).clone());
        let (address, len) = deed.place();
        let key = (thread, spot, address, deed.kind());
        let times = Rc::make_mut(&mut self.earlier).entry(key).or_default();
        let earlier = *times;
        *times += 1;
        if let (Some(looks), Deed::Touch(..)) = (&mut self.looks, deed)
            && looks.thread == thread
            && overlap(looks.at, (address, len))
        {
            looks.count += 1;
        }
        let mut reads_before = Reads::new();
        if deed.kind() == DeedKind::Access(AccessKind::Write) {
            reads_before = self.reads.get(&(thread, address)).cloned().unwrap_or_default();
            // What it reads from there now is its own.
            let is_written = (thread, address)..(thread, address.saturating_add(len));
            let written: Vec<_> =
                self.reads.range(is_written).map(|(written, _)| *written).collect();
            if !written.is_empty() {
                let reads = Rc::make_mut(&mut self.reads);
                written.iter().for_each(|written| drop(reads.remove(written)));
            }
        }
        if deed.kind() == DeedKind::Access(AccessKind::Read) {
            let reads = Rc::make_mut(&mut self.reads).entry((thread, address)).or_default();
            reads.retain(|(before, _)| before.spot != spot);
            reads.push((stand, held.clone()));
        }
        // When a lock was taken makes no difference to what one thread does again.
        if self.interactions.len() >= MOST {
            self.is_cut = true;
            return;
        }
        let plain: Rc<[Held]> = held.iter().map(|held| Held { taken: 0, ..*held }).collect();
        if Rc::make_mut(&mut self.seen).insert((thread, deed, spot, plain, clock.clone())) {
            let reads = reads_before;
            let operation = self.operation;
            let interaction = Interaction {
                thread,
                deed,
                spot,
                stand,
                span,
                held,
                operation,
                firm,
                bare,
                clock,
                earlier,
                reads,
            };
            Rc::make_mut(&mut self.interactions).push(interaction);
        }
    }

    /// Keeps that a thread may have waited for others, or signalled them, in a way that the analysis does not see.
    pub fn note_hidden_wait(&mut self, thread: ThreadId, sees_thread: bool) {
        self.begin_operation();
        let (firm, bare) = (self.firm.of(thread).clone(), self.bare.of(thread).clone());
        let operation = self.operation;
        let all = Rc::make_mut(&mut self.hidden_waits);
        let known = all.iter_mut().rev().find(|one| one.thread == thread);
        if let Some(known) = known.filter(|one| one.firm == firm && one.bare == bare) {
            known.last = operation;
            known.sees_thread |= sees_thread;
            return;
        }
        all.push(HiddenWaits { thread, last: operation, sees_thread, firm, bare });
    }

    /// A thread makes another one.
    pub fn spawn(&mut self, parent: ThreadId, child: ThreadId) {
        self.firm.spawn(parent, child);
        self.bare.spawn(parent, child);
        self.clocks.spawn(parent, child);
    }

    /// A thread has waited for the end of another one.
    pub fn join(&mut self, parent: ThreadId, child: ThreadId) {
        self.firm.join(parent, child);
        self.bare.join(parent, child);
        self.clocks.join(parent, child);
    }

    /// A thread tells those that ask an object later how far it is.
    pub fn say(&mut self, thread: ThreadId, object: u64) {
        self.clocks.say(thread, object);
    }

    /// A thread is told what others said through an object.
    pub fn hear(&mut self, thread: ThreadId, object: u64) {
        self.clocks.hear(thread, object);
    }

    /// A thread comes to a barrier, where so many meet.
    pub fn arrive(&mut self, thread: ThreadId, barrier: u64, count: u64, meeting: u64) {
        let (least, threads) = self.barriers.entry(barrier).or_insert((count, BTreeSet::new()));
        *least = count.min(*least);
        threads.insert(thread);
        self.firm.say(thread, meeting);
        self.clocks.say(thread, meeting);
    }

    /// A thread goes on from where they met.
    pub fn leave(&mut self, thread: ThreadId, meeting: u64) {
        self.firm.hear(thread, meeting);
        self.clocks.hear(thread, meeting);
    }

    /// What is known now that threads have ended: where more came to a barrier than it takes, others might have met
    /// there, and a barrier orders none of them.
    pub fn settle_order(&mut self) {
        let is_loose = |(count, threads): &(u64, BTreeSet<ThreadId>)| {
            usize::try_from(*count).is_ok_and(|count| threads.len() > count)
        };
        if self.barriers.values().any(is_loose) {
            for one in Rc::make_mut(&mut self.interactions) {
                one.firm = one.bare.clone();
            }
            for one in Rc::make_mut(&mut self.hidden_waits) {
                one.firm = one.bare.clone();
            }
        }
    }

    /// Whether a thread holds a lock.
    pub fn holds(&self, thread: ThreadId, lock: u64) -> bool {
        let held = self.held.get(thread.number() as usize);
        held.is_some_and(|held| held.iter().any(|held| held.lock == lock))
    }

    pub fn take_lock(&mut self, thread: ThreadId, lock: u64, grip: Grip) {
        self.taken += 1;
        let taken = self.taken;
        let held = self.held(thread);
        let more = held.iter().copied().chain([Held { lock, grip, taken }]);
        *held = more.collect();
    }

    pub fn release_lock(&mut self, thread: ThreadId, lock: u64) {
        // One that is held twice is held once then.
        let held = self.held(thread);
        if let Some(last) = held.iter().rposition(|held| held.lock == lock) {
            *held = held[..last].iter().chain(&held[last + 1..]).copied().collect();
        }
    }
}

/// How far each thread knows the others to be.
#[derive(Clone, Default)]
struct Clocks {
    threads: Vec<Rc<Clock>>,
    /// What was said through objects: semaphores, conditions, barriers, atomic variables.
    said: BTreeMap<u64, Clock>,
}

impl Clocks {
    fn of(&mut self, thread: ThreadId) -> &mut Rc<Clock> {
        let index = thread.number() as usize;
        while self.threads.len() <= index {
            let mut clock = Clock::default();
            clock.tick(ThreadId::from_number(u32::try_from(self.threads.len()).unwrap_or(0)));
            self.threads.push(Rc::new(clock));
        }
        &mut self.threads[index]
    }

    fn spawn(&mut self, parent: ThreadId, child: ThreadId) {
        let before = self.of(parent).clone();
        Rc::make_mut(self.of(child)).join(&before);
        Rc::make_mut(self.of(parent)).tick(parent);
    }

    fn join(&mut self, parent: ThreadId, child: ThreadId) {
        let last = self.of(child).clone();
        Rc::make_mut(self.of(parent)).join(&last);
    }

    fn say(&mut self, thread: ThreadId, object: u64) {
        let clock = self.of(thread).clone();
        self.said.entry(object).or_default().join(&clock);
        Rc::make_mut(self.of(thread)).tick(thread);
    }

    fn hear(&mut self, thread: ThreadId, object: u64) {
        if let Some(said) = self.said.get(&object) {
            let said = said.clone();
            Rc::make_mut(self.of(thread)).join(&said);
        }
    }
}

/// Where the running thread stands.
pub(crate) fn spot(state: &State) -> Option<Spot> {
    state.frames.last().map(|frame| Spot { function: frame.function, pc: frame.pc })
}

/// The same with the calls that it is in.
pub(crate) fn stand(state: &State) -> Option<Stand> {
    let (top, callers) = state.frames.split_last()?;
    let spot = Spot { function: top.function, pc: top.pc };
    // A caller stands after its call.
    let caller = callers.last().and_then(|frame| {
        let pc = frame.pc.checked_sub(1)?;
        Some((Spot { function: frame.function, pc }, frame.serial))
    });
    Some(Stand { spot, call: top.serial, caller })
}
