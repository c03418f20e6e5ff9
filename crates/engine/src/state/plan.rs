//! Where threads are to stop when a path is executed again, or which of them runs when.

use crate::memory::overlap;
use crate::state::interactions::{DeedKind, Interaction, Record, Spot};
use crate::state::threads::ThreadId;
use margay_ir::SpanId;
use std::collections::VecDeque;
use std::rc::Rc;

/// Where threads are to stop, or which of them runs when.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub(crate) stops: Vec<Stop>,
    /// The thread that runs whenever it can.
    pub(crate) first: Option<ThreadId>,
    /// Turns that are left.
    pub(crate) legs: VecDeque<Leg>,
    /// What threads did until there was one again.
    pub(crate) record: Option<Rc<Record>>,
    /// Who did what, in order, for the report.
    pub(crate) turns: Vec<(ThreadId, SpanId)>,
}

/// Where a thread is to stop.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub thread: ThreadId,
    pub spot: Spot,
    /// Before what it does there: the kind, and the bytes or the lock.
    pub kind: DeedKind,
    pub address: u64,
    pub len: u64,
    /// So often it goes on from there.
    pub earlier: u32,
    pub stands: bool,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub kind: DeedKind,
    pub address: u64,
    pub len: u64,
}

/// The turn of a thread: it runs until it is about to do something, waits or ends.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub thread: ThreadId,
    pub until: Option<Stop>,
}

/// What a plan has a thread do that is about to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comes {
    Past,
    /// It stops for good.
    Stops,
    /// It is another thread's turn.
    HandsOver,
}

impl Stop {
    pub(crate) fn is_at(&self, spot: Spot, about: About) -> bool {
        self.spot == spot && self.kind == about.kind && self.overlaps(about.address, about.len)
    }

    /// Whether it is before what a thread did.
    pub fn is_before(&self, one: &Interaction) -> bool {
        self.thread == one.thread && self.spot == one.spot && self.kind == one.kind()
    }

    pub(crate) fn overlaps(&self, address: u64, len: u64) -> bool {
        overlap((self.address, self.len), (address, len))
    }
}

impl Plan {
    /// Threads stop; one of them may run before all others.
    pub fn stopping(stops: &[Stop], first: Option<ThreadId>) -> Plan {
        Plan { stops: stops.to_vec(), first, ..Plan::default() }
    }

    /// Threads take turns.
    pub fn taking_turns(legs: impl IntoIterator<Item = Leg>) -> Plan {
        Plan { legs: legs.into_iter().collect(), ..Plan::default() }
    }

    /// Whether a thread is to stop before it does something that it has done there so many times.
    pub(crate) fn comes_to(
        &mut self,
        thread: ThreadId,
        spot: Spot,
        about: About,
        times: u32,
    ) -> Comes {
        if let Some(stop) = self.stops.iter_mut().find(|stop| stop.thread == thread) {
            stop.stands |= stop.is_at(spot, about) && times >= stop.earlier;
            return if stop.stands { Comes::Stops } else { Comes::Past };
        }
        let ends = self.legs.front().filter(|leg| leg.thread == thread).is_some_and(|leg| {
            let until = leg.until.as_ref();
            until.is_some_and(|stop| stop.is_at(spot, about) && times >= stop.earlier)
        });
        if !ends {
            return Comes::Past;
        }
        self.legs.pop_front();
        Comes::HandsOver
    }

    pub fn turns(&self) -> &[(ThreadId, SpanId)] {
        &self.turns
    }

    /// A thread does something.
    pub fn note_turn(&mut self, thread: ThreadId, place: SpanId) {
        if self.turns.last() != Some(&(thread, place)) {
            self.turns.push((thread, place));
        }
    }

    /// What threads did until there was one again.
    pub fn record(&self) -> Option<&Rc<Record>> {
        self.record.as_ref()
    }

    pub fn keep_record(&mut self, record: Record) {
        self.record.get_or_insert_with(|| Rc::new(record));
    }

    /// The thread that runs if it can.
    pub fn first(&self) -> Option<ThreadId> {
        self.legs.front().map(|leg| leg.thread).or(self.first)
    }

    /// A thread lets others go on, or has to. Its turn is over, and so are those of threads that cannot
    /// take them; but one that is not made yet will have its turn.
    pub fn end_turn(&mut self, thread: ThreadId, can_go_on: impl Fn(ThreadId) -> bool) {
        if self.legs.front().is_some_and(|leg| leg.thread == thread) {
            self.legs.pop_front();
        }
        while self.legs.front().is_some_and(|leg| !can_go_on(leg.thread)) {
            self.legs.pop_front();
        }
    }

    /// Where a thread is to stop next.
    pub(crate) fn stop_of(&self, thread: ThreadId) -> Option<&Stop> {
        let leg = self.legs.front().filter(|leg| leg.thread == thread);
        let stop = self.stops.iter().find(|stop| stop.thread == thread && !stop.stands);
        stop.or_else(|| leg.and_then(|leg| leg.until.as_ref()))
    }

    pub(crate) fn is_fulfilled(&self) -> bool {
        !self.stops.is_empty() && self.stops.iter().all(|stop| stop.stands)
    }
}

/// Stops before what a thread did once.
pub(crate) fn stop_before(one: &Interaction) -> Stop {
    let (address, len) = one.place();
    let (thread, spot, earlier) = (one.thread, one.spot, one.earlier);
    Stop { thread, spot, kind: one.kind(), address, len, earlier, stands: false }
}
