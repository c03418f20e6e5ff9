//! From the IR of a function to the code that the interpreter runs.
//!
//! Decoding happens once for each function, when it is first called. Vectors and
//! structs are taken apart into scalars here, so the interpreter knows scalars only.

mod emit;
mod gep;
mod loops;
mod narrow;
mod plan;

use crate::code::constants::Constants;
use crate::code::function_loops::FunctionLoops;
use crate::code::layout;
use crate::code::library_facts::LibraryFacts;
use crate::code::target::Target;
use crate::code::{Code, Op, Reg};
use crate::value::Value;
use crate::value::lane::Lane;
use margay_ir::{
    BlockId, CastOp, ConstExpr, ConstId, ConstKind, FuncId, Function, Id, IdVec, InstId, Op as Ir,
    Operand, Program, RegId, SlotId, Type,
};
use margay_smt::TermPool;
use plan::Plan;
use std::collections::{BTreeSet, HashMap};

/// What the code of a function is wanted for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Many paths are explored.
    pub explores: bool,
    /// Each knows which edges it took.
    pub edges: bool,
    /// Both sides of a condition that is a value, and all cases of a switch, are edges too.
    pub sides: bool,
    pub target: &'a Target,
    /// Reads that are examined closely.
    pub inspected: &'a Target,
}

/// Decodes a function with a body; the error says why it cannot be run.
pub fn decode<'a>(
    constants: &Constants<'a>,
    pool: &mut TermPool,
    id: FuncId,
    Wanted { explores, edges, sides, target, inspected }: Wanted<'a>,
) -> Result<Code, String> {
    let program = constants.program;
    let function = &program.functions[id];
    let mut decoder = Decoder::new(constants, pool, function, explores)?;
    decoder.wanted = target.within(id);
    decoder.inspected = inspected.within(id);
    decoder.code.edges = edges;
    decoder.sides = sides;
    decoder.code.loops = explores.then(|| FunctionLoops::of(function));
    decoder.code.runs_on = vec![false; function.blocks.len()];
    for block in function.blocks.ids() {
        decoder.block(block)?;
    }
    decoder.finish()
}

/// The struct type that an address was computed in, and how far into it.
pub fn accessed_type(
    program: &Program,
    function: &Function,
    ptr: Operand,
) -> Option<(margay_ir::TypeId, u64)> {
    let Operand::Reg(reg) = ptr else { return None };
    let inst = function.insts.iter().find(|inst| inst.result == Some(reg))?;
    let margay_ir::Op::Gep { source, indices, .. } = &inst.op else { return None };
    let address = gep::address(program, function, *source, indices)?;
    let is_struct = matches!(program.types.get(*source), Type::Struct { .. });
    (is_struct && address.steps.is_empty()).then_some((*source, address.offset))
}

/// Whether a constant is a number that depends on where objects lie: it is computed from addresses, or compares
/// some.
fn depends_on_places(program: &Program, id: ConstId) -> bool {
    let constant = program.consts.get(id);
    let ConstKind::Expr(expr) = &constant.kind else { return false };
    if matches!(program.types.get(constant.ty), Type::Ptr) {
        return false;
    }
    match expr {
        ConstExpr::Cast(CastOp::PtrToInt, _) => true,
        ConstExpr::Icmp(_, a, _)
            if matches!(program.types.get(program.consts.get(*a).ty), Type::Ptr) =>
        {
            true
        }
        _ => parts(program, id).into_iter().any(|part| depends_on_places(program, part)),
    }
}

/// What a constant is computed from.
fn parts(program: &Program, id: ConstId) -> Vec<ConstId> {
    match &program.consts.get(id).kind {
        ConstKind::Expr(ConstExpr::Cast(_, value)) => vec![*value],
        ConstKind::Expr(ConstExpr::Binary(_, a, b) | ConstExpr::Icmp(_, a, b)) => vec![*a, *b],
        _ => Vec::new(),
    }
}

struct Decoder<'a> {
    program: &'a Program,
    library: &'a dyn LibraryFacts,
    function: &'a Function,
    plan: Plan,
    code: Code,
    /// First register of each IR register that has one.
    regs: IdVec<RegId, Option<Reg>>,
    slots: IdVec<SlotId, Reg>,
    consts: HashMap<ConstId, Reg>,
    /// Numbers of local registers whose value is not read again.
    free: Vec<Reg>,
    /// The instruction being decoded.
    inst: InstId,
    /// Many paths are explored: what is defined but hardly meant is looked for too, and blocks are marked when they are
    /// reached.
    explores: bool,
    /// The instructions that paths are wanted at.
    wanted: Option<&'a BTreeSet<InstId>>,
    /// The reads that are judged by what they read.
    inspected: Option<&'a BTreeSet<InstId>>,
    /// What the function returns from several places is kept there until then. It is not set where
    /// control falls off the function's end, which is a fault of who uses it.
    returned: Option<SlotId>,
    /// Whether sides of values and cases of switches are told apart.
    sides: bool,
    /// First operation of each block, once it is known.
    starts: IdVec<BlockId, u32>,
    /// Operations whose targets are still blocks, to be turned into positions.
    jumps: Vec<usize>,
    /// Code of edges, after the function's end.
    stubs: Vec<(Stub, InstId)>,
}

/// What an edge needs code of its own for.
#[derive(Clone, Copy)]
enum Stub {
    /// The values of phis move.
    Moves { from: BlockId, to: BlockId },
    /// The block that the operation `by` leads to is marked.
    Mark { block: BlockId, by: u32 },
    /// A loop begins, iterates or ends.
    Cross { block: BlockId },
}

/// A target that is a stub, not a block, has this bit until the end.
const STUB: u32 = 1 << 31;

/// The variable without a name that a function returns.
fn return_slot(function: &Function) -> Option<SlotId> {
    let loaded = |reg: RegId| {
        function.insts.iter().find_map(|inst| match inst.op {
            Ir::SlotLoad { slot } if inst.result == Some(reg) => Some(slot),
            _ => None,
        })
    };
    let is_named = |slot: SlotId| {
        function.vars.iter().any(|v| v.place == margay_ir::source::Place::Slot(slot))
    };
    function.insts.iter().find_map(|inst| match inst.op {
        Ir::Ret { value: Some(Operand::Reg(reg)) } => loaded(reg).filter(|slot| !is_named(*slot)),
        _ => None,
    })
}

impl<'a> Decoder<'a> {
    fn new(
        constants: &Constants<'a>,
        pool: &mut TermPool,
        function: &'a Function,
        explores: bool,
    ) -> Result<Self, String> {
        let program = constants.program;
        let plan = Plan::of(constants, function, explores);
        let ty = program.func_type(function.ty).ok_or("its type is not a function type")?;
        let mut decoder = Decoder {
            program,
            library: constants.library,
            function,
            plan,
            code: Code {
                ops: Vec::new(),
                insts: Vec::new(),
                template: Vec::new(),
                thread_locals: Vec::new(),
                param_regs: 0,
                params: Vec::new(),
                results: Vec::new(),
                variadic: ty.variadic,
                named_args: 0,
                stack: frame_bytes(function),
                calls: Vec::new(),
                slow: Vec::new(),
                switches: Vec::new(),
                stubs: 0,
                allocas: Vec::new(),
                entered: Default::default(),
                runs_on: Vec::new(),
                edges: false,
                loops: None,
            },
            regs: function.regs.iter().map(|_| None).collect(),
            slots: IdVec::new(),
            consts: HashMap::new(),
            free: Vec::new(),
            inst: InstId::from_index(0),
            explores,
            wanted: None,
            inspected: None,
            returned: return_slot(function),
            sides: false,
            starts: function.blocks.iter().map(|_| 0).collect(),
            jumps: Vec::new(),
            stubs: Vec::new(),
        };
        for (index, param) in ty.params.iter().enumerate() {
            let lanes = decoder.lanes(*param)?;
            let vector = matches!(program.types.get(*param), Type::Vector { .. });
            decoder.code.named_args += if vector { 1 } else { lanes.len() };
            let first = decoder.fresh(lanes.len());
            decoder.regs[RegId::from_index(index)] = Some(first);
            decoder.code.params.extend(lanes);
        }
        decoder.code.param_regs = decoder.next_reg();
        if *program.types.get(ty.ret) != Type::Void {
            decoder.code.results = decoder.lanes(ty.ret)?;
        }
        for _ in function.slots.iter() {
            let reg = decoder.fresh(1);
            decoder.slots.push(reg);
        }
        decoder.collect_constants(constants, pool)?;
        Ok(decoder)
    }

    /// Gives every constant that an instruction reads its registers.
    fn collect_constants(
        &mut self,
        constants: &Constants<'_>,
        pool: &mut TermPool,
    ) -> Result<(), String> {
        let mut wanted = Vec::new();
        for inst in self.function.insts.iter() {
            inst.op.for_each_operand(|operand| {
                if let Operand::Const(id) = *operand {
                    wanted.push(id);
                }
            });
        }
        let mut next = 0;
        while let Some(&id) = wanted.get(next) {
            next += 1;
            if self.consts.contains_key(&id) {
                continue;
            }
            if self.explores && depends_on_places(self.program, id) {
                wanted.extend(parts(self.program, id));
            }
            let values = constants
                .values(pool, id)
                .ok_or_else(|| format!("constant {id} cannot be computed"))?;
            let first = self.fresh(values.len());
            self.code.template[first as usize..].copy_from_slice(&values);
            self.consts.insert(id, first);
            if let Some((global, offset)) = gep::global_place(self.program, id)
                && self.program.globals[global].thread_local
            {
                self.code.thread_locals.push((first, global, offset));
            }
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId) -> Result<(), String> {
        self.starts[block] = position(self.code.ops.len());
        let loops = self.code.loops.as_ref();
        if loops.is_some_and(|loops| loops.cfg.predecessors(block).len() > 1) {
            self.inst = self.function.blocks[block].first;
            self.push(Op::Join);
        }
        for id in self.function.block_insts(block) {
            self.inst = id;
            if self.wanted.is_some_and(|wanted| wanted.contains(&id)) {
                self.push(Op::Target);
            }
            if !self.plan.folded[id] {
                emit::inst(self, block, id)?;
            }
            if self.inspected.is_some_and(|inspected| inspected.contains(&id)) {
                emit::inspection(self, id)?;
            }
            if let Some(ended) = self.plan.last_uses.remove(&id) {
                for reg in ended {
                    self.release(reg);
                }
            }
        }
        Ok(())
    }

    /// Emits the moves of the edges, and turns blocks into positions.
    fn finish(mut self) -> Result<Code, String> {
        let mut stub_starts = Vec::new();
        self.code.stubs = self.code.ops.len();
        // Stubs may need stubs.
        while let Some((stub, inst)) = self.stubs.get(stub_starts.len()).copied() {
            self.inst = inst;
            stub_starts.push(position(self.code.ops.len()));
            match stub {
                Stub::Moves { from, to } => {
                    self.edge_moves(from, to)?;
                    self.jump(from, to);
                }
                Stub::Mark { block, by } => {
                    self.jump_op(Op::Reach { block, to: block_target(block).into(), by });
                }
                Stub::Cross { block } => self.cross(block),
            }
        }
        let starts = &self.starts;
        let resolve = |target: u32| {
            if target & STUB != 0 {
                stub_starts[(target & !STUB) as usize]
            } else {
                starts[BlockId::from_index(target as usize)]
            }
        };
        for &at in &self.jumps {
            self.code.ops[at].for_each_target(|target| target.set(resolve(target.get())));
        }
        for switch in &mut self.code.switches {
            switch.cases.iter_mut().for_each(|case| case.1 = resolve(case.1));
            switch.wide.iter_mut().for_each(|case| case.1 = resolve(case.1));
            switch.default = resolve(switch.default);
            emit::make_dense(switch);
        }
        for slow in &mut self.code.slow {
            if let crate::code::Slow::IndirectBranch { targets, .. } = slow {
                targets.iter_mut().for_each(|target| target.1 = resolve(target.1));
            }
        }
        if let Some(mut found) = self.code.loops.take() {
            found.facts = loops::facts(&self, &found);
            (found.slots, found.regs) = (self.slots.clone(), self.regs.clone());
            found.returns_twice = self.plan.returns_twice;
            self.code.loops = Some(found);
        }
        Ok(self.code)
    }

    // Registers.

    fn next_reg(&self) -> Reg {
        u32::try_from(self.code.template.len()).expect("fewer than 2^32 registers")
    }

    /// New registers that follow each other.
    fn fresh(&mut self, count: usize) -> Reg {
        let first = self.next_reg();
        self.code.template.resize(self.code.template.len() + count, Value::Undef);
        first
    }

    fn lanes(&self, ty: margay_ir::TypeId) -> Result<Vec<Lane>, String> {
        layout::lanes(self.program, ty)
            .ok_or_else(|| "a value is too large for registers".to_owned())
    }

    /// Where the result of an instruction goes.
    fn result(&mut self, reg: RegId) -> Result<Reg, String> {
        if let Some(slot) = self.plan.writes_slot[reg] {
            return Ok(self.slots[slot]);
        }
        if let Some(first) = self.regs[reg] {
            return Ok(first);
        }
        let count = self.lanes(self.function.regs[reg])?.len();
        let first = match (self.plan.local[reg] && count == 1, self.free.pop()) {
            (true, Some(free)) => free,
            (_, popped) => {
                self.free.extend(popped);
                self.fresh(count)
            }
        };
        self.regs[reg] = Some(first);
        if self.plan.uses[reg] == 0 {
            // It is never read: its number is free again at once.
            self.release(reg);
        }
        Ok(first)
    }

    fn release(&mut self, reg: RegId) {
        let shared = self.plan.local[reg]
            && self.plan.reads_slot[reg].is_none()
            && self.plan.writes_slot[reg].is_none();
        if let (true, Some(first)) = (shared, self.regs[reg])
            && self.lanes(self.function.regs[reg]).is_ok_and(|lanes| lanes.len() == 1)
        {
            self.free.push(first);
        }
    }

    /// First register of an operand.
    fn operand(&mut self, operand: Operand) -> Result<Reg, String> {
        match operand {
            Operand::Const(id) if self.explores => self.constant(id),
            Operand::Const(id) => self.collected(id),
            Operand::Reg(reg) => {
                if let Some(slot) = self.plan.reads_slot[reg] {
                    return Ok(self.slots[slot]);
                }
                // A loop may use a register above its definition; it has a number by then.
                self.result(reg)
            }
        }
    }

    fn collected(&self, id: ConstId) -> Result<Reg, String> {
        self.consts.get(&id).copied().ok_or_else(|| format!("constant {id} was not collected"))
    }

    /// The register of a constant. One that depends on where objects lie is computed like any other value.
    fn constant(&mut self, id: ConstId) -> Result<Reg, String> {
        let constant = self.program.consts.get(id);
        let ConstKind::Expr(expr) = &constant.kind else { return self.collected(id) };
        if !depends_on_places(self.program, id) {
            return self.collected(id);
        }
        let bits = |d: &Self, id: ConstId| {
            layout::scalar(d.program, d.program.consts.get(id).ty).map(|lane| lane.bits)
        };
        let to =
            layout::scalar(self.program, constant.ty).and_then(|lane| u8::try_from(lane.bits).ok());
        let Some(to) = to else { return self.collected(id) };
        match expr {
            ConstExpr::Cast(CastOp::PtrToInt, pointer) => {
                let (src, dst) = (self.collected(*pointer)?, self.fresh(1));
                self.push(Op::PtrToInt { to, dst, src });
                Ok(dst)
            }
            ConstExpr::Cast(op @ (CastOp::Trunc | CastOp::ZExt | CastOp::SExt), value) => {
                let from = bits(self, *value).and_then(|bits| u8::try_from(bits).ok());
                let Some(from) = from else { return self.collected(id) };
                let (src, dst) = (self.constant(*value)?, self.fresh(1));
                self.push(match op {
                    CastOp::Trunc => Op::Trunc { from, to, dst, src },
                    CastOp::ZExt => Op::ZExt { from, to, dst, src },
                    _ => Op::SExt { from, to, dst, src },
                });
                Ok(dst)
            }
            ConstExpr::Binary(op, a, b) => {
                let (a, b) = (self.constant(*a)?, self.constant(*b)?);
                let dst = self.fresh(1);
                let regs = emit::Regs { dst, a, b };
                let op = (*op, Default::default());
                emit::binary(self, op, Lane::int(u32::from(to)), regs);
                Ok(dst)
            }
            ConstExpr::Icmp(pred, a, b) => {
                let is_pointer =
                    matches!(self.program.types.get(self.program.consts.get(*a).ty), Type::Ptr);
                let width = bits(self, *a).ok_or("a comparison of no numbers")?;
                let (a, b) = (self.constant(*a)?, self.constant(*b)?);
                let dst = self.fresh(1);
                match is_pointer {
                    true => self.push(Op::PtrCmp { pred: *pred, dst, a, b }),
                    false => emit::icmp(self, *pred, width, emit::Regs { dst, a, b }),
                }
                Ok(dst)
            }
            _ => self.collected(id),
        }
    }

    // Operations.

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.insts.push(self.inst);
    }

    fn jump_op(&mut self, op: Op) {
        self.jumps.push(self.code.ops.len());
        self.push(op);
    }

    fn slow(&mut self, slow: crate::code::Slow) {
        let index = position(self.code.slow.len());
        self.code.slow.push(slow);
        self.push(Op::Slow { index });
    }

    /// The target for a branch from one block to another; the branch is emitted next.
    fn edge(&mut self, from: BlockId, to: BlockId) -> u32 {
        if self.has_phis(to) {
            self.stub(Stub::Moves { from, to })
        } else if self.crosses(from, to) {
            self.stub(Stub::Cross { block: to })
        } else {
            self.target(to)
        }
    }

    /// The target for an operation that leads to a block and is emitted next.
    fn target(&mut self, block: BlockId) -> u32 {
        if !self.explores {
            return block_target(block);
        }
        let by = position(self.code.ops.len());
        self.stub(Stub::Mark { block, by })
    }

    fn stub(&mut self, stub: Stub) -> u32 {
        self.stubs.push((stub, self.inst));
        position(self.stubs.len() - 1) | STUB
    }

    fn jump(&mut self, from: BlockId, to: BlockId) {
        if self.crosses(from, to) {
            return self.cross(to);
        }
        let to = self.target(to).into();
        self.jump_op(Op::Jump { to });
    }

    /// Both sides of a condition that is a value, where they count.
    fn both_sides(&mut self, cond: Reg) {
        if self.sides {
            self.push(Op::Sides { cond });
        }
    }

    fn cross(&mut self, block: BlockId) {
        self.jump_op(Op::Cross { block, to: block_target(block).into() });
    }

    fn crosses(&self, from: BlockId, to: BlockId) -> bool {
        self.code.loops.as_ref().is_some_and(|loops| loops.is_crossed(from, to))
    }

    /// The end of a block that leads to one other.
    fn leave(&mut self, from: BlockId, to: BlockId) -> Result<(), String> {
        self.edge_moves(from, to)?;
        // Control falls through to the next block.
        let is_next = to.index() == from.index() + 1;
        if !is_next || self.crosses(from, to) || (self.explores && self.may_stop(from)) {
            self.jump(from, to);
        } else {
            self.code.runs_on[from.index()] = true;
        }
        Ok(())
    }

    /// Whether control may go into a block and never come to its end, since something it calls does
    /// not return. A fault may keep it from there too; what follows without a branch then counts as
    /// reached, since a mark after every access to memory would cost more than it tells.
    fn may_stop(&self, block: BlockId) -> bool {
        let ops = &self.code.ops[self.starts[block] as usize..];
        ops.iter().any(|op| matches!(op, Op::Call { .. }))
    }

    fn has_phis(&self, block: BlockId) -> bool {
        let first = self.function.block_insts(block).next();
        first.is_some_and(|id| matches!(self.function.insts[id].op, margay_ir::Op::Phi { .. }))
    }

    /// Moves the values of all phis of `to` for control that comes from `from`, as if at once.
    fn edge_moves(&mut self, from: BlockId, to: BlockId) -> Result<(), String> {
        let mut moves = Vec::new();
        for id in self.function.block_insts(to) {
            let inst = &self.function.insts[id];
            let (margay_ir::Op::Phi { incoming }, Some(result)) = (&inst.op, inst.result) else {
                break;
            };
            let value = incoming.iter().find(|entry| entry.0 == from).map(|entry| entry.1);
            let value = value.ok_or_else(|| format!("a phi of {to} has no value for {from}"))?;
            let lanes = self.lanes(self.function.regs[result])?;
            let count = lanes.len();
            let (dst, src) = (self.result(result)?, self.operand(value)?);
            // What `&&` and `||` come to where they are no condition.
            if matches!((value, &*lanes), (Operand::Reg(_), [Lane { bits: 1, .. }])) {
                self.both_sides(src);
            }
            moves.extend((0..position(count)).map(|lane| (dst + lane, src + lane)));
        }
        moves.retain(|(dst, src)| dst != src);
        let clash = moves
            .iter()
            .enumerate()
            .any(|(index, (dst, _))| moves[index + 1..].iter().any(|(_, src)| src == dst));
        if clash {
            let temporary = self.fresh(moves.len());
            for (index, (_, src)) in moves.iter().enumerate() {
                self.push(Op::Move { dst: temporary + position(index), src: *src });
            }
            for (index, (dst, _)) in moves.iter().enumerate() {
                self.push(Op::Move { dst: *dst, src: temporary + position(index) });
            }
        } else {
            for (dst, src) in moves {
                self.push(Op::Move { dst, src });
            }
        }
        Ok(())
    }
}

/// What a native frame of unoptimised code takes, about: the return address, the saved
/// frame pointer and eight bytes for each variable. Memory of its own comes with `alloca`.
fn frame_bytes(function: &Function) -> u64 {
    (16 + 8 * function.slots.len() as u64).next_multiple_of(16)
}

fn block_target(block: BlockId) -> u32 {
    position(block.index())
}

fn position(index: usize) -> u32 {
    u32::try_from(index).expect("a function has fewer than 2^31 operations")
}
