//! The threads of a program: who runs, who waits and for what.
//!
//! One thread runs at a time: until it waits, gives way or ends, or for a long while. Then the first
//! that can goes on, in the order in which they were made. The one that runs has its frames in the state;
//! the others have theirs here. A state in which no thread was ever made has none of this.

use crate::fault::AccessKind;
use crate::state::interactions::Record;
use crate::state::plan::Plan;
use crate::state::{Agenda, Frame, State};
use crate::value::Value;
use margay_ir::{FuncId, GlobalId, SpanId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Operations that a thread executes before another one gets its turn: longer than most take
/// between two waits, so that only those are cut in which a loop waits for what another thread does.
pub(crate) const TURN: u64 = 100_000;
/// Operations that threads execute when the program is about to end.
const LAST_TURNS: u64 = 4 * TURN;
/// Operations of a turn where what threads do is rehearsed in another order: few enough for all to come to
/// do something.
const SHORT_TURN: u64 = 20;

/// Where what the library keeps between calls has addresses, as far as threads are concerned: at no object.
const HIDDEN: u64 = u64::MAX - 0xffff;

/// Whether an address is that of something that the library keeps between calls.
pub(crate) fn is_hidden(address: u64) -> bool {
    address >= HIDDEN
}

/// A thread, by its number. The one that `main` runs in has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(u32);

impl ThreadId {
    pub const MAIN: ThreadId = ThreadId(0);

    pub fn from_number(number: u32) -> ThreadId {
        ThreadId(number)
    }

    pub fn number(self) -> u32 {
        self.0
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a thread has taken a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grip {
    /// Others may hold it too, for reading.
    pub shared: bool,
    /// It would have gone on without it.
    pub tried: bool,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaitFor {
    /// The end of a thread.
    Thread(ThreadId),
    /// That another thread changes the object at an address: a lock, a condition, a semaphore.
    Object(u64),
    /// That bytes are written to a pipe, which has a number. A wait that never ends is no fault: why nothing is written
    /// is not known.
    Bytes(u64),
    /// That no other thread can go on: the program is about to end.
    Others,
}

/// How a thread waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub what: WaitFor,
    /// It waits for a certain time only.
    pub timed: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Status {
    Ready,
    /// It stands where it is to stop.
    Stopped,
    Waiting(Wait),
    Ended(Value),
}

#[derive(Clone)]
struct Thread {
    status: Status,
    /// The function that it began with, and where it was made; none for the first.
    begun: Option<(FuncId, SpanId)>,
    /// Its result is never asked for.
    detached: bool,
    /// A thread has asked for its result.
    joined: bool,
    /// It has waited in a call, which it makes again.
    asks_again: bool,
    /// Its own copies of thread-local variables.
    variables: BTreeMap<GlobalId, u64>,
    rest: Rest,
}

/// What a thread does when it runs: with the state then, else here.
#[derive(Clone, Default)]
struct Rest {
    frames: Vec<Rc<Frame>>,
    agenda: Vec<Agenda>,
    stack: u64,
    errno: u64,
    last_result: Vec<Value>,
}

/// All threads of a state.
#[derive(Clone)]
pub struct Threads {
    all: Vec<Thread>,
    running: ThreadId,
    /// Operations that the state had executed when the running thread began its turn, and when the
    /// program began to end.
    since: u64,
    /// Operations of a turn.
    turn: u64,
    ending_since: Option<u64>,
    /// The running thread goes on because the time is up that it waited for.
    timed_out: bool,
    /// What they did to each other, where that is wanted.
    record: Option<Record>,
    /// Where threads are to stop, where that is tried.
    plan: Option<Plan>,
}

impl Thread {
    fn new(begun: Option<(FuncId, SpanId)>) -> Thread {
        let (status, rest) = (Status::Ready, Rest::default());
        let variables = BTreeMap::new();
        Thread { status, begun, detached: false, joined: false, asks_again: false, variables, rest }
    }

    fn has_ended(&self) -> bool {
        matches!(self.status, Status::Ended(_))
    }
}

/// Why no thread goes on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stuck {
    /// All have ended.
    Over,
    /// Each waits for something that none of them will do.
    Deadlock,
}

impl State {
    /// The thread that runs.
    pub fn thread(&self) -> ThreadId {
        self.threads.as_ref().map_or(ThreadId::MAIN, |threads| threads.running)
    }

    /// Whether other threads run beside the one that does, or may go on.
    pub fn is_parallel(&self) -> bool {
        self.threads.as_ref().is_some_and(|threads| threads.others().any(|t| !t.has_ended()))
    }

    /// Whether code has run, or may run, of which nothing is known.
    pub fn has_unknown_code(&self) -> bool {
        self.doubt.others || self.doubt.met_unknown
    }

    /// Whether something is known of other threads.
    pub(crate) fn has_threads(&self) -> bool {
        self.threads.is_some()
    }

    /// The number of the thread that is made next.
    pub fn next_thread(&self) -> ThreadId {
        ThreadId(self.threads.as_ref().map_or(1, |threads| threads.count()))
    }

    /// Adds a thread that is to call a function.
    pub(crate) fn spawn(&mut self, function: FuncId, args: Vec<Value>, site: SpanId) -> ThreadId {
        let threads = Rc::make_mut(self.threads.get_or_insert_with(|| Rc::new(Threads::new())));
        let id = ThreadId(threads.count());
        let mut thread = Thread::new(Some((function, site)));
        thread.rest.agenda = vec![Agenda::EndThread(None), Agenda::Call(function, args)];
        threads.all.push(thread);
        let running = threads.running;
        threads.record.iter_mut().for_each(|record| record.spawn(running, id));
        id
    }

    /// What threads did to each other so far.
    pub(crate) fn record(&self) -> Option<&Record> {
        self.threads.as_ref()?.record.as_ref()
    }

    pub(crate) fn record_mut(&mut self) -> Option<&mut Record> {
        let threads = self.threads.as_mut().filter(|threads| threads.record.is_some())?;
        Rc::make_mut(threads).record.as_mut()
    }

    /// Begins to record what threads do to each other, or ends that.
    pub(crate) fn set_record(&mut self, record: Option<Record>) {
        self.memory.watch(record.is_some() || self.is_interruptible());
        if let Some(threads) = self.threads.as_mut() {
            Rc::make_mut(threads).record = record;
        }
    }

    /// Ends the record. What an execution with a plan did is kept with that.
    pub(crate) fn end_record(&mut self) {
        if let Some(threads) = self.threads.as_mut().map(Rc::make_mut)
            && let Some(record) = threads.record.take()
            && let Some(plan) = &mut threads.plan
        {
            plan.keep_record(record);
        }
        self.set_record(None);
    }

    /// Turns are short from now on.
    pub(crate) fn shorten_turns(&mut self) {
        self.threads.iter_mut().for_each(|threads| Rc::make_mut(threads).turn = SHORT_TURN);
    }

    pub(crate) fn has_short_turns(&self) -> bool {
        self.threads.as_ref().is_some_and(|threads| threads.turn == SHORT_TURN)
    }

    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.threads.as_ref()?.plan.as_ref()
    }

    pub(crate) fn plan_mut(&mut self) -> Option<&mut Plan> {
        let threads = self.threads.as_mut().filter(|threads| threads.plan.is_some())?;
        Rc::make_mut(threads).plan.as_mut()
    }

    pub(crate) fn set_plan(&mut self, plan: Plan) {
        if let Some(threads) = self.threads.as_mut() {
            Rc::make_mut(threads).plan = Some(plan);
        }
    }

    /// Whether all threads but the one that runs have ended, and were waited for.
    pub(crate) fn is_alone_again(&self) -> bool {
        let threads = self.threads.as_ref();
        threads.is_some_and(|t| t.others().all(|other| other.has_ended() && other.joined))
    }

    /// The operation in hand reads and writes the object at an address at once.
    pub(crate) fn note_exchange(&mut self, address: u64) {
        let thread = self.thread();
        let record = self.record_mut();
        record.into_iter().for_each(|record| record.exchange = Some((thread, address)));
    }

    /// The running thread tells those that ask an object later how far it is.
    pub fn say_through(&mut self, object: u64) {
        let thread = self.thread();
        self.record_mut().into_iter().for_each(|record| record.say(thread, object));
    }

    /// The running thread is told what others said through an object.
    pub fn hear_through(&mut self, object: u64) {
        let thread = self.thread();
        self.record_mut().into_iter().for_each(|record| record.hear(thread, object));
    }

    /// The running thread comes to a barrier, where no thread goes on before so many have come: it tells the others how
    /// far it is, whichever thread is last.
    pub fn arrive_at(&mut self, barrier: u64, count: u64, meeting: u64) {
        let thread = self.thread();
        let record = self.record_mut();
        record.into_iter().for_each(|record| record.arrive(thread, barrier, count, meeting));
    }

    /// The running thread goes on from where all have come.
    pub fn leave(&mut self, meeting: u64) {
        let thread = self.thread();
        self.record_mut().into_iter().for_each(|record| record.leave(thread, meeting));
    }

    /// The running thread has taken a lock, for itself or together with others.
    pub fn take_lock(&mut self, lock: u64, grip: Grip) {
        let thread = self.thread();
        self.record_mut().into_iter().for_each(|record| record.take_lock(thread, lock, grip));
    }

    /// A thread holds a lock no longer.
    pub fn release_lock(&mut self, thread: ThreadId, lock: u64) {
        self.record_mut().into_iter().for_each(|record| record.release_lock(thread, lock));
    }

    /// The running thread calls a function that keeps something between calls for all threads: what, by a small
    /// number.
    pub fn uses_hidden(&mut self, what: u8) {
        if self.record().is_some() {
            self.memory.note_unnamed(HIDDEN + u64::from(what), AccessKind::Write);
        }
    }

    /// The running thread waits.
    pub(crate) fn wait(&mut self, wait: Wait) {
        let threads = Rc::make_mut(self.threads.get_or_insert_with(|| Rc::new(Threads::new())));
        threads.running_mut().status = Status::Waiting(wait);
    }

    /// The running thread waits in a call.
    pub(crate) fn wait_at_call(&mut self, wait: Wait) {
        self.wait(wait);
        let running = self.thread();
        self.change_thread(running, |thread| thread.asks_again = true);
    }

    /// Whether the running thread makes a call again in which it has waited.
    pub(crate) fn take_asks_again(&mut self) -> bool {
        let asks_again = |t: &&mut Rc<Threads>| t.all[t.running.index()].asks_again;
        let threads = self.threads.as_mut().filter(asks_again);
        threads.is_some_and(|t| std::mem::take(&mut Rc::make_mut(t).running_mut().asks_again))
    }

    /// The running thread stays where it is.
    pub(crate) fn stop_thread(&mut self) {
        let running = self.thread();
        self.change_thread(running, |thread| thread.status = Status::Stopped);
    }

    /// Threads that stand where they were to stop go on.
    pub(crate) fn release_threads(&mut self) {
        for thread in self.threads.iter_mut().flat_map(|threads| &mut Rc::make_mut(threads).all) {
            if thread.status == Status::Stopped {
                thread.status = Status::Ready;
            }
        }
    }

    /// Whether a thread stands where it is to stop.
    pub(crate) fn has_stopped_thread(&self) -> bool {
        let mut all = self.threads.iter().flat_map(|threads| threads.all.iter());
        all.any(|thread| thread.status == Status::Stopped)
    }

    /// Lets those go on that wait for something.
    pub fn wake(&mut self, what: WaitFor) {
        let Some(threads) = self.threads.as_mut().filter(|threads| threads.is_awaited(what)) else {
            return;
        };
        for thread in &mut Rc::make_mut(threads).all {
            if matches!(thread.status, Status::Waiting(wait) if wait.what == what) {
                thread.status = Status::Ready;
            }
        }
    }

    /// Whether the running thread goes on because the time is up that it waited for.
    pub fn take_timed_out(&mut self) -> bool {
        let threads = self.threads.as_mut().filter(|threads| threads.timed_out);
        threads.is_some_and(|threads| std::mem::take(&mut Rc::make_mut(threads).timed_out))
    }

    /// The running thread ends with a result; nothing of it is left to run.
    pub(crate) fn end_thread(&mut self, result: Value) {
        let Some(threads) = self.threads.as_mut().map(Rc::make_mut) else { return };
        threads.running_mut().status = Status::Ended(result);
        let ended = threads.running;
        self.wake(WaitFor::Thread(ended));
    }

    /// What a thread ended with, if it has.
    pub fn thread_result(&self, id: ThreadId) -> Option<Value> {
        match self.threads.as_ref()?.all.get(id.index())?.status {
            Status::Ended(result) => Some(result),
            _ => None,
        }
    }

    /// Whether there is such a thread whose end can be waited for.
    pub fn is_joinable(&self, id: ThreadId) -> bool {
        let thread = self.threads.as_ref().and_then(|threads| threads.all.get(id.index()));
        thread.is_some_and(|thread| !thread.detached && !thread.joined)
    }

    /// No other thread can wait for the end of a thread any more.
    pub fn join_thread(&mut self, id: ThreadId) {
        let running = self.thread();
        self.record_mut().into_iter().for_each(|record| record.join(running, id));
        self.change_thread(id, |thread| thread.joined = true);
    }

    pub fn detach_thread(&mut self, id: ThreadId) {
        self.change_thread(id, |thread| thread.detached = true);
    }

    fn change_thread(&mut self, id: ThreadId, change: impl FnOnce(&mut Thread)) {
        let threads = self.threads.as_mut().map(Rc::make_mut);
        if let Some(thread) = threads.and_then(|threads| threads.all.get_mut(id.index())) {
            change(thread);
        }
    }

    /// The running thread's copy of a thread-local variable, if it has one of its own.
    pub(crate) fn own_variable(&self, variable: GlobalId) -> Option<u64> {
        let threads = self.threads.as_ref()?;
        threads.all[threads.running.index()].variables.get(&variable).copied()
    }

    pub(crate) fn keep_own_variable(&mut self, variable: GlobalId, address: u64) {
        let running = self.thread();
        self.change_thread(running, |thread| {
            thread.variables.insert(variable, address);
        });
    }

    /// The program is about to end: whether the other threads had their last turns.
    pub(crate) fn may_end(&self) -> bool {
        let Some(threads) = &self.threads else { return true };
        threads.ending_since.is_some() || threads.others().all(Thread::has_ended)
    }

    pub(crate) fn begin_to_end(&mut self) {
        let steps = self.steps;
        if let Some(threads) = self.threads.as_mut().map(Rc::make_mut) {
            threads.ending_since = Some(steps);
        }
    }

    /// Whether the thread that runs has had its turn, and another one can go on.
    pub(crate) fn is_turn_over(&self) -> bool {
        let threads = self.threads.as_ref();
        threads.is_some_and(|threads| threads.turn_ends(self.steps) && threads.next(true).is_some())
    }

    /// Operations until it is checked again whether another thread's turn has come.
    pub(crate) fn rest_of_turn(&self) -> u64 {
        match &self.threads {
            Some(threads) if self.is_parallel() => {
                (threads.since + threads.turn).saturating_sub(self.steps).max(1)
            }
            _ => u64::MAX,
        }
    }

    /// The thread that runs has another turn.
    pub(crate) fn renew_turn(&mut self) {
        let steps = self.steps;
        self.threads.iter_mut().for_each(|threads| Rc::make_mut(threads).since = steps);
    }

    /// Lets the next thread run. One that gives way runs again when all others have had a turn.
    pub(crate) fn go_on(&mut self, gives_way: bool) -> Result<(), Stuck> {
        let steps = self.steps;
        let Some(threads) = self.threads.as_mut().map(Rc::make_mut) else {
            return Err(Stuck::Deadlock);
        };
        threads.end_planned_turn();
        let ends = threads.ending_since.is_some_and(|since| steps > since + LAST_TURNS);
        let next = if ends { None } else { threads.next(gives_way) };
        let next = match next.or_else(|| threads.last_resort()) {
            Some(next) => next,
            None if threads.all.iter().all(Thread::has_ended) => return Err(Stuck::Over),
            None => return Err(Stuck::Deadlock),
        };
        threads.since = steps;
        self.turn_to(next);
        Ok(())
    }

    /// Where the running thread has ended and others wait: turns to the first of those.
    pub(crate) fn turn_to_waiting(&mut self) {
        let Some(threads) = &self.threads else { return };
        if threads.all[threads.running.index()].has_ended()
            && let Some((waiting, _)) = self.waits().first().copied()
        {
            self.turn_to(waiting);
        }
    }

    fn turn_to(&mut self, next: ThreadId) {
        let Some(threads) = self.threads.as_mut().map(Rc::make_mut) else { return };
        let before = threads.running;
        if next == before {
            return;
        }
        threads.running = next;
        let mut rest = std::mem::take(&mut threads.all[next.index()].rest);
        std::mem::swap(&mut rest.frames, &mut self.frames);
        std::mem::swap(&mut rest.agenda, &mut self.process.agenda);
        std::mem::swap(&mut rest.stack, &mut self.stack);
        std::mem::swap(&mut rest.errno, &mut self.process.errno);
        std::mem::swap(&mut rest.last_result, &mut self.process.last_result);
        threads.all[before.index()].rest = rest;
    }

    /// The frames of threads that do not run.
    pub(crate) fn other_frames(&self) -> impl Iterator<Item = &Rc<Frame>> {
        self.threads.iter().flat_map(|threads| threads.all.iter().flat_map(|t| &t.rest.frames))
    }

    /// The values that threads hold outside of frames: what they begin with, and what they ended
    /// with.
    pub(crate) fn other_values(&self) -> impl Iterator<Item = &Value> {
        self.threads.iter().flat_map(|threads| threads.all.iter()).flat_map(|thread| {
            let calls = thread.rest.agenda.iter().flat_map(|next| match next {
                Agenda::Call(_, args) => args.as_slice(),
                _ => &[],
            });
            let result = match &thread.status {
                Status::Ended(result) => Some(result),
                _ => None,
            };
            calls.chain(&thread.rest.last_result).chain(result)
        })
    }

    /// What each thread that has not ended waits for, if it waits.
    pub(crate) fn waits(&self) -> Vec<(ThreadId, Option<Wait>)> {
        let all = self.threads.iter().flat_map(|threads| threads.all.iter());
        let waits = all.zip(0..).filter_map(|(thread, number)| match thread.status {
            Status::Ready | Status::Stopped => Some((ThreadId(number), None)),
            Status::Waiting(wait) => Some((ThreadId(number), Some(wait))),
            Status::Ended(_) => None,
        });
        waits.collect()
    }

    /// Whether threads that hold some locks wait for each other in a circle: each for the end of the next, or for a
    /// lock of it.
    pub(crate) fn wait_for_each_other(&self, held: &[(ThreadId, u64, Grip)]) -> bool {
        let waits = self.waits();
        let next_of = |id: ThreadId| {
            let (_, wait) = waits.iter().find(|(waiting, _)| *waiting == id)?;
            match (*wait)?.what {
                WaitFor::Thread(next) => Some(next),
                WaitFor::Object(object) => {
                    let holders = held.iter().filter(|(_, lock, _)| *lock == object);
                    holders.map(|(next, _, _)| *next).next()
                }
                WaitFor::Bytes(_) | WaitFor::Others => None,
            }
        };
        waits.iter().any(|(first, _)| {
            let circle = std::iter::successors(next_of(*first), |id| next_of(*id));
            circle.take(waits.len()).any(|id| id == *first)
        })
    }

    /// All threads that were made, and the first.
    pub(crate) fn all_threads(&self) -> Vec<ThreadId> {
        (0..self.next_thread().number().max(1)).map(ThreadId).collect()
    }

    /// The calls that a thread is in, the outermost first.
    pub(crate) fn frames_of(&self, id: ThreadId) -> &[Rc<Frame>] {
        match &self.threads {
            Some(threads) if threads.running != id => {
                threads.all.get(id.index()).map_or(&[], |thread| &thread.rest.frames)
            }
            _ => &self.frames,
        }
    }

    /// The function that a thread began with, and where it was made.
    pub(crate) fn beginning_of(&self, id: ThreadId) -> Option<(FuncId, SpanId)> {
        self.threads.as_ref()?.all.get(id.index())?.begun
    }
}

impl Threads {
    fn new() -> Threads {
        Threads {
            all: vec![Thread::new(None)],
            running: ThreadId::MAIN,
            since: 0,
            turn: TURN,
            ending_since: None,
            timed_out: false,
            record: None,
            plan: None,
        }
    }

    fn count(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    fn running_mut(&mut self) -> &mut Thread {
        &mut self.all[self.running.index()]
    }

    fn others(&self) -> impl Iterator<Item = &Thread> {
        let running = self.running.index();
        let others = self.all.iter().enumerate().filter(move |(index, _)| *index != running);
        others.map(|(_, thread)| thread)
    }

    /// The running thread lets others go on: what is planned comes next.
    fn end_planned_turn(&mut self) {
        let Some(mut plan) = self.plan.take() else { return };
        plan.end_turn(self.running, |id| id.0 >= self.count() || self.is_ready(id));
        self.plan = Some(plan);
    }

    fn is_ready(&self, id: ThreadId) -> bool {
        self.all.get(id.index()).is_some_and(|thread| thread.status == Status::Ready)
    }

    fn is_awaited(&self, what: WaitFor) -> bool {
        let waits = |t: &Thread| matches!(t.status, Status::Waiting(wait) if wait.what == what);
        self.all.iter().any(waits)
    }

    fn turn_ends(&self, steps: u64) -> bool {
        steps >= self.since + self.turn
            || self.ending_since.is_some_and(|since| steps > since + LAST_TURNS)
    }

    /// The first thread that can go on; where the running one gives way, the next one after it.
    fn next(&self, gives_way: bool) -> Option<ThreadId> {
        let ready = |id: &ThreadId| self.is_ready(*id);
        let first = self.plan.as_ref().and_then(Plan::first);
        // Who polls for what another thread does lets that go on.
        let first = first.filter(|first| !(gives_way && *first == self.running));
        if let Some(first) = first.filter(ready) {
            return Some(first);
        }
        let all = || (0..self.count()).map(ThreadId);
        if !gives_way {
            return all().find(ready);
        }
        let behind = all().skip(self.running.index() + 1);
        behind.chain(all().take(self.running.index() + 1)).find(ready)
    }

    /// Where none can go on: one whose time is up, or one that waits for that.
    fn last_resort(&mut self) -> Option<ThreadId> {
        let is_timed = |wait: &Wait| wait.timed || wait.what == WaitFor::Others;
        let waits = |t: &Thread| matches!(&t.status, Status::Waiting(wait) if is_timed(wait));
        let timed = self.all.iter().position(waits)?;
        self.all[timed].status = Status::Ready;
        self.timed_out = true;
        u32::try_from(timed).ok().map(ThreadId)
    }
}
