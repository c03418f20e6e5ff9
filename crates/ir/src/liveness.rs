//! Which slots and registers a function still reads, at the start of each of its blocks.
//!
//! Only what is read in another block than it was written in has a place here; all else is dead
//! between blocks. The values of phis are written on the edges: at the start of their block they
//! are there already, and what they were made of is not needed for them any more.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, RegId, SlotId};
use crate::inst::{Op, Operand};
use crate::program::Function;
use std::collections::HashMap;

/// What is live at the start of each block.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// Places of the registers that are read outside of their block, after the slots.
    regs: HashMap<RegId, usize>,
    live: Vec<Set>,
}

impl Liveness {
    /// The graph is that of the function.
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let slots = function.slots.len();
        let regs = shared(function);
        let size = slots + regs.len();
        let place = |operand: &Operand| match operand {
            Operand::Reg(reg) => regs.get(reg).copied(),
            Operand::Const(_) => None,
        };
        let blocks = function.blocks.len();
        // What a block reads before it writes it, and what it writes; what the phis after it read at its end, and what
        // its own phis wrote before its start.
        let mut reads = vec![Set::new(size); blocks];
        let mut writes = vec![Set::new(size); blocks];
        let mut reads_at_end = vec![Set::new(size); blocks];
        let mut phis = vec![Set::new(size); blocks];
        for block in function.blocks.ids() {
            let (reads, writes) = (&mut reads[block.index()], &mut writes[block.index()]);
            for id in function.block_insts(block) {
                let inst = &function.insts[id];
                let result = inst.result.and_then(|reg| regs.get(&reg).copied());
                match &inst.op {
                    Op::Phi { incoming } => {
                        for (from, value) in incoming {
                            let reads = &mut reads_at_end[from.index()];
                            place(value).into_iter().for_each(|at| reads.add(at));
                        }
                        let phis = &mut phis[block.index()];
                        result.into_iter().for_each(|at| phis.add(at));
                        continue;
                    }
                    Op::SlotLoad { slot } if !writes.has(slot.index()) => reads.add(slot.index()),
                    op => op.for_each_operand(|operand| {
                        if let Some(at) = place(operand).filter(|at| !writes.has(*at)) {
                            reads.add(at);
                        }
                    }),
                }
                match inst.op {
                    Op::SlotStore { slot, .. } | Op::SlotReset { slot } => writes.add(slot.index()),
                    _ => result.into_iter().for_each(|at| writes.add(at)),
                }
            }
        }
        let mut live = vec![Set::new(size); blocks];
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.reverse_postorder().iter().rev() {
                let mut now = reads_at_end[block.index()].clone();
                for next in cfg.successors(block) {
                    let mut read = live[next.index()].clone();
                    read.remove_all(&phis[next.index()]);
                    now.add_all(&read);
                }
                now.remove_all(&writes[block.index()]);
                now.add_all(&reads[block.index()]);
                changed |= now != live[block.index()];
                live[block.index()] = now;
            }
        }
        Liveness { regs, live }
    }

    /// Whether the value that a slot has at the start of a block may be read.
    pub fn has_slot(&self, block: BlockId, slot: SlotId) -> bool {
        self.live[block.index()].has(slot.index())
    }

    /// Whether the value that a register has at the start of a block may be read.
    pub fn has_reg(&self, block: BlockId, reg: RegId) -> bool {
        self.regs.get(&reg).is_some_and(|at| self.live[block.index()].has(*at))
    }
}

/// Registers that are read in another block than they are written in, with a number after those of the slots. A phi
/// reads in the block that control comes from, and writes there too.
fn shared(function: &Function) -> HashMap<RegId, usize> {
    let mut home: HashMap<RegId, BlockId> = HashMap::new();
    for block in function.blocks.ids() {
        for id in function.block_insts(block) {
            let inst = &function.insts[id];
            if let Some(result) = inst.result.filter(|_| !matches!(inst.op, Op::Phi { .. })) {
                home.insert(result, block);
            }
        }
    }
    let mut shared = HashMap::new();
    let mut reads = |operand: &Operand, block: BlockId| {
        if let Operand::Reg(reg) = *operand
            && home.get(&reg) != Some(&block)
        {
            let next = function.slots.len() + shared.len();
            shared.entry(reg).or_insert(next);
        }
    };
    for block in function.blocks.ids() {
        for id in function.block_insts(block) {
            match &function.insts[id].op {
                // The value may also be of this very block, from the iteration before.
                Op::Phi { incoming } => incoming.iter().for_each(|(from, v)| reads(v, *from)),
                op => op.for_each_operand(|operand| reads(operand, block)),
            }
        }
    }
    shared
}

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(size: usize) -> Self {
        Set(vec![0; size.div_ceil(64)])
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn add(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn add_all(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn remove_all(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// What is live at the start of each block of the first function, in words.
    fn live(body: &str) -> Vec<String> {
        let text = format!("define i32 @f(i32 r0) {{\n{body}\n}}\n");
        let program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = program.functions.iter().next().expect("a function");
        let cfg = Cfg::new(function);
        let live = Liveness::new(function, &cfg);
        let line = |block: BlockId| {
            let slots = function.slots.ids().filter(|slot| live.has_slot(block, *slot));
            let regs = function.regs.ids().filter(|reg| live.has_reg(block, *reg));
            let names = slots.map(|s| s.to_string()).chain(regs.map(|r| r.to_string()));
            format!("{block}: {}", names.collect::<Vec<_>>().join(" "))
        };
        function.blocks.ids().map(line).collect()
    }

    #[test]
    fn what_a_loop_reads_before_it_writes_is_live_at_its_header() {
        let body = "  slot s0: i32\n  slot s1: i32\n  slot s2: i32
b0:
  store.slot s0, 0
  store.slot s1, r0
  br b1
b1:
  r1 = load.slot s0
  r2 = icmp slt i32 r1, r0
  condbr r2, b2, b3
b2:
  r3 = load.slot s0
  store.slot s2, r3
  r4 = load.slot s2
  r5 = add i32 r4, 1
  store.slot s0, r5
  br b1
b3:
  r6 = load.slot s1
  ret i32 r6";
        assert_eq!(live(body), ["b0: r0", "b1: s0 s1 r0", "b2: s0 s1 r0", "b3: s1"]);
    }

    #[test]
    fn phis_are_written_on_the_edges() {
        let body = "  reg r3: i32
b0:
  r1 = add i32 r0, 1
  br b1
b1:
  r2 = phi i32 [b0: r1], [b1: r3]
  r3 = add i32 r2, 1
  r4 = icmp slt i32 r3, 9
  condbr r4, b1, b2
b2:
  ret i32 r3";
        assert_eq!(live(body), ["b0: r0", "b1: r2", "b2: r3"]);
    }
}
