//! Hidden waits: calls by which a thread may wait for another one in ways that the analysis does not see.
//!
//! A function that is only declared may be a lock, a channel or a wait for the end of a thread. In a rehearsal it comes
//! back at once, so what a rehearsal shows is what the program does only if no such call can have had to wait. One can
//! wait for what comes after an act of another thread:
//!
//! - another call of which nothing is known, which tells it: an unlock, a send. One that the path does not come to,
//!   since it ends early, counts as well (`hidden_waits_ahead.rs`): then the one that waits for it never came back;
//! - what is done for others to see, be it an atomic write, one under a lock or a signal, to what the call can see;
//! - the giving back of a lock that it can see;
//! - the end of a thread whose handle the call can see.
//!
//! So a thread that stands at `b` while another one stands at `a` is certain to come there unless a call before `b`
//! could wait for something after `a`. A call before `b` is one of the same thread, of one that made it, or of one that
//! hands on what it was told. What comes before `a` in any order was over then. Where a lock taken by external
//! functions without a model is around both, its acquisition is such a call and its release comes after.

use crate::engine::Engine;
use crate::memory::Escape;
use crate::state::State;
use crate::state::hidden_waits::HiddenWaits;
use crate::state::interactions::{Atomic, Deed, Interaction, Record, Spot};
use crate::state::threads::ThreadId;
use crate::threads::races::pairs;
use margay_ir::Linkage;
use std::collections::BTreeSet;

/// What is said of findings that are not certain for such a call.
pub(crate) const MAY_WAIT: &str =
    "what external functions without a model, pipes or signals may prevent";

/// Which threads are told something by which others, be it through several.
struct Tellings(BTreeSet<(ThreadId, ThreadId)>);

impl Tellings {
    fn of(record: &Record) -> Tellings {
        let mut told = BTreeSet::new();
        for (one, other) in pairs(&record.interactions) {
            if one.writes() {
                told.insert((one.thread, other.thread));
            }
            if other.writes() {
                told.insert((other.thread, one.thread));
            }
        }
        loop {
            let further: Vec<_> = told
                .iter()
                .flat_map(|(from, by)| {
                    let onward =
                        told.range((*by, ThreadId::MAIN)..).take_while(move |(of, _)| of == by);
                    onward.map(|(_, to)| (*from, *to))
                })
                .filter(|telling| !told.contains(telling))
                .collect();
            if further.is_empty() {
                return Tellings(told);
            }
            told.extend(further);
        }
    }

    fn reaches(&self, from: ThreadId, to: ThreadId) -> bool {
        from == to || self.0.contains(&(from, to))
    }
}

impl Engine<'_> {
    /// Whether a call of which nothing is known may keep threads from being where a rehearsal has them: each
    /// is about to act as it did on a path.
    pub(crate) fn may_have_hidden_waits(
        &self,
        path: &State,
        record: &Record,
        rehearsed: &State,
        acts: &[&Interaction],
    ) -> bool {
        let Some(now) = rehearsed.record().filter(|now| !now.hidden_waits.is_empty()) else {
            return false;
        };
        let tellings = Tellings::of(record);
        acts.iter().any(|behind| {
            let others = acts.iter().filter(|other| other.thread != behind.thread);
            others.into_iter().any(|before| {
                now.hidden_waits.iter().any(|wait| {
                    let leads_there = tellings.reaches(wait.thread, before.thread);
                    wait.thread != behind.thread
                        && !wait.are_before(behind)
                        && (leads_there || wait.are_before(before))
                        && self.may_be_told([path, rehearsed], record, &tellings, wait, behind)
                })
            })
        })
    }

    /// Whether something comes after an act that calls of another thread may wait for.
    fn may_be_told(
        &self,
        [path, rehearsed]: [&State; 2],
        record: &Record,
        tellings: &Tellings,
        wait: &HiddenWaits,
        act: &Interaction,
    ) -> bool {
        let is_seen = |at| self.is_seen_outside(path, at) || self.is_seen_outside(rehearsed, at);
        let calls = record.hidden_waits.iter().any(|call| {
            let is_later = match call.thread == act.thread {
                true => call.last > act.operation,
                false => {
                    // Whom it makes later comes after it, too.
                    let is_made_later = act.firm.of(act.thread) <= call.firm.of(act.thread);
                    let is_told = tellings.reaches(act.thread, call.thread) || is_made_later;
                    is_told && !call.are_before(act)
                }
            };
            call.thread != wait.thread && is_later
        });
        let others = path.all_threads().into_iter().filter(|id| *id != wait.thread);
        let are_two = path.all_threads().len().max(rehearsed.all_threads().len()) == 2;
        let may_call = others.into_iter().any(|id| match id == act.thread {
            true => self.is_hidden_wait_ahead(act.spot, are_two, path.entry),
            false => tellings.reaches(act.thread, id) && self.thread_calls_hidden_wait(path, id),
        });
        // What a thread does again is recorded once, so that its writes may come after as well.
        let mut others = record.interactions.iter().filter(|one| one.thread != wait.thread);
        let mut writes = || {
            others.any(|one| {
                tellings.reaches(act.thread, one.thread)
                    && (is_for_others(one) || gives_back(one, act))
                    && is_seen(one.place().0)
            })
        };
        calls || may_call || wait.sees_thread || !path.is_over(act.thread) || writes()
    }

    /// Whether a thread may make such calls.
    fn thread_calls_hidden_wait(&self, state: &State, id: ThreadId) -> bool {
        let begun = state.beginning_of(id).map(|(function, _)| function);
        let begun = begun.or_else(|| self.program.main());
        begun.is_none_or(|begun| self.calls_hidden_wait(begun))
    }

    /// Whether a thread may make such calls from where it stands.
    fn may_still_call_hidden_wait(&self, state: &State, id: ThreadId) -> bool {
        match state.frames_of(id).last() {
            Some(frame) => {
                let spot = Spot { function: frame.function, pc: frame.pc };
                self.is_hidden_wait_ahead(spot, state.all_threads().len() == 2, state.entry)
            }
            None => self.thread_calls_hidden_wait(state, id),
        }
    }

    /// Whether what threads did in an order depends on calls that may have had to wait for each other: then another
    /// order than the one of the path may be none.
    pub(crate) fn order_is_unsure(&self, state: &State, record: &Record) -> bool {
        record.hidden_waits.iter().any(|wait| {
            let calls = record.hidden_waits.iter().any(|call| {
                call.thread != wait.thread
                    && !wait.are_over_before(call)
                    && !call.are_over_before(wait)
            });
            // One that has not come to its call is the one that is waited for.
            let mut open = state.all_threads().into_iter().filter(|id| *id != wait.thread);
            let mut may_call =
                || open.any(|id| !state.is_over(id) && self.may_still_call_hidden_wait(state, id));
            let others = || record.interactions.iter().filter(|one| one.thread != wait.thread);
            calls
                || may_call()
                || wait.sees_thread
                || others().any(|one| {
                    (is_for_others(one) || matches!(one.deed, Deed::Unlock(_)))
                        && !wait.are_before(one)
                        && self.is_seen_outside(state, one.place().0)
                })
        })
    }

    /// Whether code of which nothing is known may look at the object at an address.
    fn is_seen_outside(&self, state: &State, address: u64) -> bool {
        let Some(object) = state.memory.object(address) else { return true };
        let is_public = |global| self.program.globals[global].linkage != Linkage::Internal;
        object.escaped != Escape::No || state.global_at(object.base).is_some_and(is_public)
    }
}

/// Whether it is something that other threads are meant to see: a semaphore or a condition is used, or something
/// written that is atomic or under a lock.
fn is_for_others(one: &Interaction) -> bool {
    let Some((_, how)) = one.touch() else { return false };
    match how {
        Atomic::Both => true,
        Atomic::Yes => one.writes(),
        Atomic::No => one.writes() && !one.held.is_empty(),
        Atomic::Lock => false,
    }
}

/// Whether a lock is given back that was held at an act.
fn gives_back(one: &Interaction, act: &Interaction) -> bool {
    matches!(one.deed, Deed::Unlock(lock) if act.held.iter().any(|held| held.lock == lock))
}

impl State {
    /// Whether nothing more comes of a thread.
    fn is_over(&self, id: ThreadId) -> bool {
        self.thread_result(id).is_some() || self.is_alone_again()
    }
}
