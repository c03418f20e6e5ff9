//! Computed gotos: clang makes one jump of all in a function, which has no place in the source. Each
//! gets its own again, where it is written.

use margay_ir::{BlockId, Function, Inst, InstId, Op, Operand};

/// Gives every `goto *p` of a function a jump of its own.
pub fn split(function: &mut Function) {
    for block in function.blocks.ids().collect::<Vec<_>>() {
        if let Some(jumps) = shared_jump(function, block) {
            for (at, op) in jumps {
                function.insts[at].op = op;
            }
            let insts: Vec<InstId> = function.block_insts(block).collect();
            function.insts[insts[0]].op = Op::Phi { incoming: Box::default() };
            let last: &mut Inst = &mut function.insts[insts[1]];
            last.op = Op::Unreachable;
        }
    }
}

/// The jumps that a block stands for which does nothing but jump to an address that it is given, if all
/// that come there do so in any case.
fn shared_jump(function: &Function, block: BlockId) -> Option<Vec<(InstId, Op)>> {
    let insts: Vec<InstId> = function.block_insts(block).collect();
    let [phi, jump] = insts[..] else { return None };
    let Op::Phi { incoming } = &function.insts[phi].op else { return None };
    let Op::IndirectBr { address, targets } = &function.insts[jump].op else { return None };
    let is_own = function.insts[phi].result.map(Operand::Reg) == Some(*address);
    // What comes from the block counts as coming from others then.
    let has_phis = |to: &BlockId| {
        let first = function.block_insts(*to).next();
        first.is_some_and(|inst| matches!(function.insts[inst].op, Op::Phi { .. }))
    };
    if !is_own || targets.iter().any(has_phis) {
        return None;
    }
    let mut jumps = Vec::new();
    for (from, address) in incoming {
        let last = function.block_insts(*from).last()?;
        if function.insts[last].op != (Op::Br { target: block }) {
            return None;
        }
        jumps.push((last, Op::IndirectBr { address: *address, targets: targets.clone() }));
    }
    Some(jumps)
}
