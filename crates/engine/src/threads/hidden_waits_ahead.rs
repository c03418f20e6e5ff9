//! Which hidden waits may come after a place in the program, by its code: calls by which a thread may wait for others,
//! or signal them, in ways that the analysis does not see (`threads/hidden_waits.rs`).
//!
//! A path shows what a thread did on that path, and one that ends early may leave out the call that another thread
//! waits for. So the code is searched: whatever its blocks lead to, and, after a function's return, its callers. Where
//! there are two threads, the search stops at a wait for the end of the other one: a signal after that comes too late
//! for it. With several threads it is not known here whose end is waited for.

use crate::engine::Engine;
use crate::library::runtime::ThreadCall;
use crate::state::entry::Entry;
use crate::state::interactions::Spot;
use margay_ir::{Block, BlockId, Callee, FuncId, Id, InstId, Op};
use std::collections::BTreeSet;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    HiddenWait,
    /// The same, but not after a wait for the end of a thread.
    HiddenWaitBeforeJoin,
    /// The making of a thread.
    Thread,
}

/// What has been examined.
struct Seen {
    wanted: Wanted,
    /// Where the path began: anything may come after a function whose callers are unknown.
    entry: Entry,
    /// Functions whose whole body was, and those that were returned from.
    bodies: BTreeSet<FuncId>,
    returns: BTreeSet<FuncId>,
    blocks: BTreeSet<(FuncId, BlockId)>,
}

/// What a call leads to.
enum Leads {
    Nowhere,
    Into(FuncId),
    HiddenWait,
    /// It makes a thread, or waits for the end of one.
    Makes,
    Joins,
}

impl Seen {
    fn new(wanted: Wanted, entry: Entry) -> Seen {
        let (bodies, returns, blocks) = Default::default();
        Seen { wanted, entry, bodies, returns, blocks }
    }

    /// Whether a call that leads somewhere is what is looked for.
    fn wants(&self, leads: &Leads) -> bool {
        match self.wanted {
            Wanted::Thread => matches!(leads, Leads::Makes),
            Wanted::HiddenWait | Wanted::HiddenWaitBeforeJoin => matches!(leads, Leads::HiddenWait),
        }
    }
}

impl Engine<'_> {
    /// Whether a function, or what it calls, may make such a call.
    pub(crate) fn calls_hidden_wait(&self, function: FuncId) -> bool {
        self.body_has(function, &mut Seen::new(Wanted::HiddenWait, Entry::Program))
    }

    /// Whether such a call may come after a place, in a program that has made so far no more than two threads.
    pub(crate) fn is_hidden_wait_ahead(&self, spot: Spot, are_two: bool, entry: Entry) -> bool {
        let Some(inst) = self.inst_at(spot) else { return true };
        let comes = |wanted| self.comes_after(spot.function, inst, &mut Seen::new(wanted, entry));
        match are_two && !comes(Wanted::Thread) {
            true => comes(Wanted::HiddenWaitBeforeJoin),
            false => comes(Wanted::HiddenWait),
        }
    }

    /// Whether a function, or what it calls, has what is looked for.
    fn body_has(&self, id: FuncId, seen: &mut Seen) -> bool {
        let function = &self.program.functions[id];
        seen.bodies.insert(id)
            && function.insts.iter().any(|inst| match &inst.op {
                Op::Call(call) => match self.leads(&call.callee) {
                    Leads::Into(callee) => self.body_has(callee, seen),
                    leads => seen.wants(&leads),
                },
                _ => false,
            })
    }

    /// Whether what is looked for may come after an instruction, be it in a caller.
    fn comes_after(&self, id: FuncId, inst: InstId, seen: &mut Seen) -> bool {
        let function = &self.program.functions[id];
        let block = function.blocks.enumerate().find(|(_, block)| {
            let first = block.first.index();
            (first..first + len_of(block)).contains(&inst.index())
        });
        let Some((block, _)) = block else { return true };
        let mut open = vec![(block, inst.index() + 1)];
        while let Some((block, from)) = open.pop() {
            let (first, len) =
                (function.blocks[block].first.index(), len_of(&function.blocks[block]));
            let mut ends = false;
            for at in from..first + len {
                match &function.insts[InstId::from_index(at)].op {
                    Op::Call(call) => match self.leads(&call.callee) {
                        Leads::Into(callee) if self.body_has(callee, seen) => return true,
                        Leads::Joins => ends = seen.wanted == Wanted::HiddenWaitBeforeJoin,
                        leads if seen.wants(&leads) => return true,
                        _ => {}
                    },
                    Op::Ret { .. } if self.comes_after_return(id, seen) => return true,
                    _ => {}
                }
                if ends {
                    break;
                }
            }
            for next in function.successors(block) {
                if !ends && seen.blocks.insert((id, next)) {
                    open.push((next, function.blocks[next].first.index()));
                }
            }
        }
        false
    }

    /// The same after the calls of a function.
    fn comes_after_return(&self, id: FuncId, seen: &mut Seen) -> bool {
        if seen.entry == Entry::Function(id) {
            return true;
        }
        if !seen.returns.insert(id) {
            return false;
        }
        let is_call = |op: &Op| matches!(op, Op::Call(call) if call.callee == Callee::Direct(id));
        self.program.functions.enumerate().any(|(caller, function)| {
            let mut insts = function.insts.enumerate().filter(|(_, inst)| is_call(&inst.op));
            insts.any(|(inst, _)| self.comes_after(caller, inst, seen))
        })
    }

    fn leads(&self, callee: &Callee) -> Leads {
        let id = match callee {
            Callee::Direct(id) => *id,
            Callee::Indirect(_) => return Leads::HiddenWait,
            Callee::Asm { text, .. } if text.is_empty() => return Leads::Nowhere,
            Callee::Asm { .. } => return Leads::HiddenWait,
        };
        let function = &self.program.functions[id];
        let name = function.name.as_str();
        match self.library.thread_call(name) {
            Some(ThreadCall::Joins) => return Leads::Joins,
            Some(ThreadCall::Makes) => return Leads::Makes,
            None => {}
        }
        let writes = !function.attrs.readnone && !function.attrs.readonly;
        let is_unknown = || self.library.model(name).is_none() && !name.starts_with("llvm.");
        match function.has_body() {
            true => Leads::Into(id),
            false if self.library.has_hidden_waits(name) => Leads::HiddenWait,
            false if self.library.may_have_hidden_waits(self.program, name) => Leads::HiddenWait,
            false if writes && is_unknown() => Leads::HiddenWait,
            false => Leads::Nowhere,
        }
    }
}

fn len_of(block: &Block) -> usize {
    usize::try_from(block.len).expect("instructions are in memory")
}
