//! What a loop may change, told from its code.
//!
//! Variables in registers are named one by one. Of memory it is told what pointers the loop writes
//! through are made of: variables, what was there before the loop, global variables. The state says
//! which objects those lead to.

use crate::code::Reg;
use crate::code::function_loops::FunctionLoops;
use crate::code::layout;
use crate::code::library_facts::LibraryFacts;
use margay_ir::globals::for_each_global;
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Place, SourceType};
use margay_ir::{
    BinaryOp, Callee, ConstId, ConstKind, Dominators, FuncId, Function, GlobalId, Inst, InstId,
    Intrinsic, Liveness, LoopId, Op, Operand, Program, RegId, SlotId, SpanId, Type, TypeId,
};
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a loop may change.
pub(crate) struct LoopChanges {
    /// Where the source begins it.
    pub span: SpanId,
    pub registers: Vec<Change>,
    /// What pointers that it writes through are made of.
    pub roots: BTreeSet<Root>,
    /// It calls code without a body or a model, which may change whatever such code can reach.
    pub calls_unknown: bool,
    /// It does no more than compute numbers: it writes no memory and calls nothing. Then what is
    /// forgotten is all that any number of iterations may change.
    pub only_computes: bool,
}

/// A register that the loop writes and that an iteration reads which follows.
pub(crate) struct Change {
    pub reg: Reg,
    pub bits: u32,
    /// The variable that it is.
    pub name: String,
    /// It is a pointer to this type, if that is known.
    pub pointer: Option<Option<SourceTypeId>>,
    /// Every iteration that changes it adds numbers to it, or takes some away.
    pub moves: Option<Move>,
}

/// How a variable moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The direction in which it moves without ever coming back; `None` if it may, be it beyond the largest number.
    pub monotone: Option<Monotone>,
    /// All steps are multiples of this.
    pub by: u64,
    /// As far as it goes in one iteration, at most.
    pub most: u64,
    /// As far as it goes in each iteration, if that is always the same.
    pub steady: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Monotone {
    Up,
    Down,
}

/// Where a pointer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Root {
    pub origin: Origin,
    /// It was read from what the origin leads to, or from what that leads to, and so on.
    pub beyond: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Register(Reg),
    Global(GlobalId),
}

impl LoopChanges {
    pub fn of(
        program: &Program,
        library: &dyn LibraryFacts,
        function: &Function,
        loops: &FunctionLoops,
        id: LoopId,
    ) -> LoopChanges {
        let mut homes: HashMap<RegId, InstId> = HashMap::new();
        let mut stores: HashMap<SlotId, Vec<Operand>> = HashMap::new();
        let insts: Vec<InstId> =
            loops.forest.body(id).iter().flat_map(|block| function.block_insts(*block)).collect();
        for inst in &insts {
            let op = &function.insts[*inst];
            homes.extend(op.result.map(|reg| (reg, *inst)));
            if let Op::SlotStore { slot, value } = op.op {
                stores.entry(slot).or_default().push(value);
            }
        }
        let mut search = Search {
            program,
            library,
            function,
            loops,
            dominators: OnceCell::new(),
            homes,
            stores,
            seen: HashSet::new(),
            called: BTreeSet::new(),
            found: LoopChanges {
                span: loops.facts[id].span,
                registers: Vec::new(),
                roots: BTreeSet::new(),
                calls_unknown: false,
                only_computes: false,
            },
        };
        for inst in &insts {
            search.writes(&function.insts[*inst]);
        }
        let registers = search.registers(id);
        let only_computes = insts.iter().all(|inst| computes(&function.insts[*inst].op))
            && registers.iter().all(|change| change.pointer.is_none());
        LoopChanges { registers, only_computes, ..search.found }
    }
}

/// Whether an instruction does no more than make a value of values, or choose where to go on.
fn computes(op: &Op) -> bool {
    matches!(
        op,
        Op::Binary { .. }
            | Op::Icmp { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Phi { .. }
            | Op::Load { .. }
            | Op::Gep { .. }
            | Op::SlotLoad { .. }
            | Op::SlotStore { .. }
            | Op::SlotReset { .. }
            | Op::Freeze { .. }
            | Op::Br { .. }
            | Op::CondBr { .. }
            | Op::Switch { .. }
    )
}

struct Search<'a> {
    program: &'a Program,
    library: &'a dyn LibraryFacts,
    function: &'a Function,
    loops: &'a FunctionLoops,
    /// Made when first asked for.
    dominators: OnceCell<Dominators>,
    /// The instruction of the loop that writes a register.
    homes: HashMap<RegId, InstId>,
    /// What the loop writes to a slot.
    stores: HashMap<SlotId, Vec<Operand>>,
    /// Operands that were followed, and whether for what lies beyond.
    seen: HashSet<(Operand, bool)>,
    called: BTreeSet<FuncId>,
    found: LoopChanges,
}

impl Search<'_> {
    /// Notes what an instruction of the loop writes to memory.
    fn writes(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Store { ptr, .. } | Op::CmpXchg { ptr, .. } | Op::AtomicRmw { ptr, .. } => {
                self.follow(*ptr, false);
            }
            Op::VaArg { list, .. } => self.follow(*list, false),
            Op::Intrinsic { which, args } if writes_memory(*which) => {
                args.iter().for_each(|arg| self.follow(*arg, false));
            }
            Op::Call(call) => self.call(call),
            _ => {}
        }
    }

    fn call(&mut self, call: &margay_ir::Call) {
        let reads_only = match call.callee {
            Callee::Direct(id) => {
                let callee = &self.program.functions[id];
                self.enter(id);
                let attrs = callee.attrs;
                let model = !callee.has_body() && self.library.only_reads(&callee.name);
                self.found.calls_unknown |=
                    !callee.has_body() && !self.library.is_modelled(&callee.name);
                attrs.readonly || attrs.readnone || model
            }
            Callee::Indirect(_) | Callee::Asm { .. } => {
                self.found.calls_unknown = true;
                false
            }
        };
        if !reads_only {
            for arg in &call.args {
                if self.is_pointer(self.program.type_of(self.function, *arg)) {
                    self.follow(*arg, true);
                }
            }
        }
    }

    /// Notes the global variables that a function and what it calls write to.
    fn enter(&mut self, id: FuncId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !self.called.insert(id) {
                continue;
            }
            let function = &self.program.functions[id];
            for inst in function.insts.iter() {
                match &inst.op {
                    // What is read is not written, but where a pointer leads that is.
                    Op::Load { ty, ptr: Operand::Const(_), .. } if !self.is_pointer(*ty) => {
                        continue;
                    }
                    Op::Call(call) => match call.callee {
                        Callee::Direct(id) => {
                            open.push(id);
                            let callee = &self.program.functions[id];
                            self.found.calls_unknown |=
                                !callee.has_body() && !self.library.is_modelled(&callee.name);
                        }
                        Callee::Indirect(_) | Callee::Asm { .. } => self.found.calls_unknown = true,
                    },
                    _ => {}
                }
                inst.op.for_each_operand(|operand| {
                    if let Operand::Const(constant) = operand {
                        globals_of(self.program, *constant, true, &mut self.found.roots);
                    }
                });
            }
        }
    }

    /// Notes what a pointer is made of.
    fn follow(&mut self, pointer: Operand, beyond: bool) {
        let mut open = vec![(pointer, beyond)];
        while let Some((operand, beyond)) = open.pop() {
            if !self.seen.insert((operand, beyond)) {
                continue;
            }
            let reg = match operand {
                Operand::Const(constant) => {
                    globals_of(self.program, constant, beyond, &mut self.found.roots);
                    continue;
                }
                Operand::Reg(reg) => reg,
            };
            let Some(inst) = self.homes.get(&reg).map(|id| &self.function.insts[*id]) else {
                if let Some(reg) = self.loops.regs.get(reg).copied().flatten() {
                    let origin = Origin::Register(reg);
                    self.found.roots.insert(Root { origin, beyond });
                }
                continue;
            };
            match &inst.op {
                Op::SlotLoad { slot } => {
                    let origin = Origin::Register(self.loops.slots[*slot]);
                    self.found.roots.insert(Root { origin, beyond });
                    let stored = self.stores.get(slot).into_iter().flatten();
                    open.extend(stored.map(|value| (*value, beyond)));
                }
                Op::Load { ptr, .. } => open.push((*ptr, true)),
                Op::Gep { base, .. } => open.push((*base, beyond)),
                Op::Call(call) => {
                    if let Callee::Direct(id) = call.callee {
                        self.enter(id);
                    }
                    open.extend(call.args.iter().map(|arg| (*arg, true)));
                }
                op => op.for_each_operand(|operand| open.push((*operand, beyond))),
            }
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Ptr)
    }

    /// The registers that the loop changes.
    fn registers(&self, id: LoopId) -> Vec<Change> {
        let FunctionLoops { cfg, forest, facts, slots, regs, .. } = self.loops;
        let header = forest.get(id).header;
        let live = Liveness::new(self.function, cfg);
        let of_slots = slots.enumerate().filter(|(slot, _)| live.has_slot(header, *slot));
        let mut known: HashMap<Reg, (TypeId, Option<SlotId>)> = HashMap::new();
        known
            .extend(of_slots.map(|(slot, reg)| (*reg, (self.function.slots[slot].ty, Some(slot)))));
        for reg in self.homes.keys().filter(|reg| live.has_reg(header, **reg)) {
            if let Some(first) = regs[*reg] {
                known.insert(first, (self.function.regs[*reg], None));
            }
        }
        let mut changes = Vec::new();
        let mut at = 0;
        let changed = &facts[id].changes;
        while let Some(first) = changed.get(at) {
            at += 1;
            let Some((ty, slot)) = known.get(first) else { continue };
            let lanes = layout::lanes(self.program, *ty).unwrap_or_default();
            let variable = slot.and_then(|slot| {
                self.function.vars.iter().find(|variable| variable.place == Place::Slot(slot))
            });
            let name = variable.map_or_else(String::new, |variable| variable.name.clone());
            let to = variable.and_then(|variable| {
                match self.program.source.types[self.program.source.strip(variable.ty)] {
                    SourceType::Pointer { to, .. } => Some(to),
                    _ => None,
                }
            });
            let pointer = self.is_pointer(*ty).then_some(to);
            let moves = slot.and_then(|slot| self.moves(id, slot));
            for (lane, reg) in lanes.iter().zip(*first..) {
                changes.push(Change { reg, bits: lane.bits, name: name.clone(), pointer, moves });
            }
            at += lanes.len().saturating_sub(1);
        }
        changes
    }

    /// How a variable moves, if all that the loop does with it is to add constants.
    fn moves(&self, id: LoopId, slot: SlotId) -> Option<Move> {
        let mut all: Option<Move> = None;
        for value in self.stores.get(&slot)? {
            let Operand::Reg(reg) = value else { return None };
            let home = *self.homes.get(reg)?;
            let op = &self.function.insts[home].op;
            // In a loop of its own it may move in any direction.
            if self.loops.forest.innermost(self.function.block_of(home)?) != Some(id) {
                return None;
            }
            let from = |operand: &Operand| match operand {
                Operand::Reg(reg) => {
                    let home = self.homes.get(reg).map(|id| &self.function.insts[*id].op);
                    matches!(home, Some(Op::SlotLoad { slot: from }) if *from == slot)
                }
                Operand::Const(_) => false,
            };
            let mut wraps = false;
            let step = match op {
                Op::Binary { op, flags, a, b } if from(a) => {
                    wraps = !flags.nsw;
                    match op {
                        BinaryOp::Add => self.number(*b)?,
                        BinaryOp::Sub => self.number(*b)?.checked_neg()?,
                        _ => return None,
                    }
                }
                Op::Gep { source, base, indices, .. } if from(base) => {
                    let [index] = &**indices else { return None };
                    let size = i64::try_from(self.program.size_of(*source)).ok()?;
                    self.number(*index)?.checked_mul(size)?
                }
                _ => return None,
            };
            let by = step.unsigned_abs();
            let monotone = if step > 0 { Monotone::Up } else { Monotone::Down };
            let steady = Some(step).filter(|_| self.is_in_each_round(id, slot, home));
            let next = Move { monotone: Some(monotone).filter(|_| !wraps), by, most: by, steady };
            all = match all {
                _ if step == 0 => return None,
                None => Some(next),
                Some(known) => Some(Move {
                    monotone: known.monotone.filter(|_| known.monotone == next.monotone),
                    by: common_divisor(known.by, next.by),
                    most: known.most.checked_add(next.most)?,
                    steady: None,
                }),
            };
        }
        // Who may come back by steps of one may be anywhere.
        all.filter(|all| all.monotone.is_some() || all.by > 1 || all.steady.is_some())
    }

    /// Whether every iteration of a loop comes past an instruction that computes a slot from what it was.
    fn is_in_each_round(&self, id: LoopId, slot: SlotId, home: InstId) -> bool {
        let forest = &self.loops.forest;
        let is_own = |inst: InstId| {
            let block = self.function.block_of(inst)?;
            (forest.innermost(block) == Some(id)).then_some(block)
        };
        let mut before = Vec::new();
        self.function.insts[home].op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                before.extend(self.homes.get(reg).copied());
            }
        });
        let stores = self.function.insts.ids().filter(|inst| {
            matches!(&self.function.insts[*inst].op, Op::SlotStore { slot: to, .. } if *to == slot)
                && self.function.block_of(*inst).is_some_and(|block| forest.contains(id, block))
        });
        let dominators = self.dominators.get_or_init(|| Dominators::new(&self.loops.cfg));
        let latches = &forest.get(id).latches;
        let in_each = |inst: InstId| {
            is_own(inst).is_some_and(|block| {
                latches.iter().all(|latch| dominators.dominates(block, *latch))
            })
        };
        before.into_iter().all(|inst| is_own(inst).is_some())
            && in_each(home)
            && stores.into_iter().all(in_each)
    }

    fn number(&self, operand: Operand) -> Option<i64> {
        let Operand::Const(id) = operand else { return None };
        let Type::Int(bits) = *self.program.types.get(self.program.type_of(self.function, operand))
        else {
            return None;
        };
        match self.program.const_of(id).kind {
            ConstKind::Int(known) if bits <= 64 => Some(crate::value::signed(known, bits)),
            _ => None,
        }
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Notes the global variables that a constant has the address of.
fn globals_of(program: &Program, constant: ConstId, beyond: bool, roots: &mut BTreeSet<Root>) {
    for_each_global(program, constant, |global| {
        roots.insert(Root { origin: Origin::Global(global), beyond });
    });
}

fn writes_memory(which: Intrinsic) -> bool {
    matches!(
        which,
        Intrinsic::Memcpy
            | Intrinsic::Memmove
            | Intrinsic::Memset
            | Intrinsic::VaStart
            | Intrinsic::VaCopy
            | Intrinsic::VaEnd
    )
}
