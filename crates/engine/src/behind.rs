//! What may come behind a place in the program, by its code: calls by which a thread may wait for others, or tell them
//! something, that nobody sees (`unseen.rs`).
//!
//! A path shows what a thread did on that path, and one that ends early may leave out the call that another thread
//! waits for. So the code is asked: whatever its blocks lead to, and, behind a function's return, its callers.
//! Behind a wait for the end of a thread nothing is looked for: what is told there comes too late for that thread.

use crate::engine::Engine;
use crate::interactions::Spot;
use margay_ir::{BlockId, Callee, FuncId, Id, InstId, Op};
use std::collections::BTreeSet;

/// What has been looked at.
#[derive(Default)]
struct Seen {
    /// Functions whose whole body was, and those that were returned from.
    bodies: BTreeSet<FuncId>,
    returns: BTreeSet<FuncId>,
    blocks: BTreeSet<(FuncId, BlockId)>,
}

/// What a call leads to.
enum Leads {
    Nowhere,
    Into(FuncId),
    Unseen,
    /// It waits for the end of a thread.
    Joins,
}

impl Engine<'_> {
    /// Whether a function, or what it calls, may make such a call.
    pub(crate) fn calls_unseen(&self, function: FuncId) -> bool {
        self.body_calls_unseen(function, &mut Seen::default())
    }

    /// Whether such a call may come behind a place.
    pub(crate) fn is_unseen_behind(&self, spot: Spot) -> bool {
        let seen = &mut Seen::default();
        self.inst_at(spot).is_none_or(|inst| self.comes_behind(spot.function, inst, seen))
    }

    fn body_calls_unseen(&self, id: FuncId, seen: &mut Seen) -> bool {
        let function = &self.program.functions[id];
        seen.bodies.insert(id)
            && function.insts.iter().any(|inst| match &inst.op {
                Op::Call(call) => match self.leads(&call.callee) {
                    Leads::Unseen => true,
                    Leads::Into(callee) => self.body_calls_unseen(callee, seen),
                    Leads::Nowhere | Leads::Joins => false,
                },
                _ => false,
            })
    }

    /// Whether such a call may come behind an instruction, be it in a caller.
    fn comes_behind(&self, id: FuncId, inst: InstId, seen: &mut Seen) -> bool {
        let function = &self.program.functions[id];
        let block = function.blocks.enumerate().find(|(_, block)| {
            let first = block.first.index();
            (first..first + block.len as usize).contains(&inst.index())
        });
        let Some((block, _)) = block else { return true };
        let mut open = vec![(block, inst.index() + 1)];
        while let Some((block, from)) = open.pop() {
            let (first, len) = (function.blocks[block].first.index(), function.blocks[block].len);
            let mut ends = false;
            for at in from..first + len as usize {
                match &function.insts[InstId::from_index(at)].op {
                    Op::Call(call) => match self.leads(&call.callee) {
                        Leads::Unseen => return true,
                        Leads::Into(callee) if self.body_calls_unseen(callee, seen) => return true,
                        Leads::Joins => ends = true,
                        _ => {}
                    },
                    Op::Ret { .. } if self.comes_behind_return(id, seen) => return true,
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

    /// The same behind the calls of a function.
    fn comes_behind_return(&self, id: FuncId, seen: &mut Seen) -> bool {
        if !seen.returns.insert(id) {
            return false;
        }
        let is_call = |op: &Op| matches!(op, Op::Call(call) if call.callee == Callee::Direct(id));
        self.program.functions.enumerate().any(|(caller, function)| {
            let mut insts = function.insts.enumerate().filter(|(_, inst)| is_call(&inst.op));
            insts.any(|(inst, _)| self.comes_behind(caller, inst, seen))
        })
    }

    fn leads(&self, callee: &Callee) -> Leads {
        let id = match callee {
            Callee::Direct(id) => *id,
            Callee::Indirect(_) => return Leads::Unseen,
            Callee::Asm { text, .. } if text.is_empty() => return Leads::Nowhere,
            Callee::Asm { .. } => return Leads::Unseen,
        };
        let function = &self.program.functions[id];
        let name = function.name.as_str();
        if matches!(name, "pthread_join" | "thrd_join") {
            return Leads::Joins;
        }
        let writes = !function.attrs.readnone && !function.attrs.readonly;
        let is_unknown = || self.library.model(name).is_none() && !name.starts_with("llvm.");
        match function.has_body() {
            true => Leads::Into(id),
            false if self.library.waits_unseen(name) => Leads::Unseen,
            false if writes && is_unknown() => Leads::Unseen,
            false => Leads::Nowhere,
        }
    }
}
