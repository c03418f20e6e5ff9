//! What a loop makes of its variables: series, as functions of how often its blocks are executed.
//!
//! A variable to which every assignment in the loop adds a number is what it was, plus each number as often as its
//! block was executed; where every one multiplies, it is a product of powers; where every one sets it to a number, it
//! is one of those whose block was executed. That holds in whatever order the iterations took their paths. A variable
//! that is treated otherwise has no series.

use crate::arith::ints::compare_known;
use crate::code::Reg;
use crate::code::function_loops::FunctionLoops;
use crate::code::shape::{Edge, Shape};
use crate::value::{Value, mask, signed};
use margay_ir::{
    BinaryOp, BlockId, ConstKind, Dominators, Function, IcmpPred, InstId, LoopId, Op, Operand,
    Program, RegId, SlotId, Type,
};
use margay_smt::BitVec;
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(crate) struct LoopSeries {
    /// By the register that a variable is in.
    pub variables: BTreeMap<Reg, Series>,
    /// Loops in it that count.
    trips: BTreeMap<LoopId, Trip>,
    /// It iterates at most as often as there are numbers of 32 bits: every iteration moves a variable in the same
    /// direction, which must not go beyond the greatest number.
    pub ends: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Series {
    /// Each block adds a number; whether the sum may go beyond the greatest number and begin again.
    Sum { steps: Vec<(BlockId, i64)>, wraps: bool },
    /// Each block multiplies by a number.
    Product(Vec<(BlockId, u64)>),
    /// Each block sets it to a number.
    OneOf(Vec<(BlockId, u64)>),
}

/// Iterations of a loop in a loop that are counted here at most.
const MOST_TRIPS: u64 = 1 << 16;

impl LoopSeries {
    pub fn of(
        program: &Program,
        function: &Function,
        shape: &Shape,
        loops: &FunctionLoops,
        id: LoopId,
    ) -> Self {
        let cx = Context::new(program, function, shape, loops);
        let body: BTreeSet<BlockId> = loops.forest.body(id).iter().copied().collect();
        let mut variables = BTreeMap::new();
        for (slot, stores) in &cx.stores {
            let within: Vec<Store> =
                stores.iter().filter(|store| body.contains(&store.block)).copied().collect();
            let is_reset = body.iter().any(|block| cx.resets.contains(&(*slot, *block)));
            if let Some(series) = cx.series(*slot, &within).filter(|_| !is_reset) {
                variables.insert(loops.slots[*slot], series);
            }
        }
        let inner = loops.forest.loops().ids().filter(|inner| {
            *inner != id && loops.forest.contains(id, loops.forest.get(*inner).header)
        });
        let trips = inner.filter_map(|inner| Some((inner, cx.trip(inner, id)?))).collect();
        let dominators = Dominators::new(&loops.cfg);
        let every_round = |block: BlockId| {
            let mut latches = loops.forest.get(id).latches.iter();
            loops.forest.innermost(block) == Some(id)
                && latches.all(|latch| dominators.dominates(block, *latch))
        };
        let ends = cx.stores.keys().any(|slot| {
            let narrow = matches!(
                program.types.get(function.slots[*slot].ty), Type::Int(bits) if *bits <= 32
            );
            let series = variables.get(&loops.slots[*slot]).filter(|_| narrow);
            matches!(series, Some(Series::Sum { steps, wraps: false }) if
                (steps.iter().all(|(_, by)| *by > 0) || steps.iter().all(|(_, by)| *by < 0))
                && steps.iter().any(|(block, _)| every_round(*block)))
        });
        LoopSeries { variables, trips, ends }
    }
}

impl LoopSeries {
    /// How a loop in it counts, and how often it iterates each time it is entered at most, with
    /// what a frame holds that is about to enter this one.
    pub fn trip(&self, inner: LoopId, regs: &[Value]) -> Option<(&Trip, u64)> {
        let trip = self.trips.get(&inner)?;
        let bound = match trip.bound {
            Bound::Number(known) => known,
            Bound::Variable(reg) => match regs[reg as usize] {
                Value::Int(known) => known,
                _ => return None,
            },
        };
        Some((trip, trip.rounds(bound)?))
    }
}

/// An assignment to a variable.
#[derive(Clone, Copy)]
struct Store {
    inst: InstId,
    block: BlockId,
    value: Operand,
}

/// What one assignment does.
enum Update {
    Add { step: i64, wraps: bool },
    Times(u64),
    Set(u64),
}

struct Context<'a> {
    program: &'a Program,
    function: &'a Function,
    shape: &'a Shape,
    loops: &'a FunctionLoops,
    homes: HashMap<RegId, InstId>,
    stores: BTreeMap<SlotId, Vec<Store>>,
    /// Where variables begin or end, undefined.
    resets: BTreeSet<(SlotId, BlockId)>,
}

impl<'a> Context<'a> {
    fn new(
        program: &'a Program,
        function: &'a Function,
        shape: &'a Shape,
        loops: &'a FunctionLoops,
    ) -> Self {
        let mut homes = HashMap::new();
        let mut stores: BTreeMap<SlotId, Vec<Store>> = BTreeMap::new();
        let mut resets = BTreeSet::new();
        for block in function.blocks.ids() {
            for inst in function.block_insts(block) {
                homes.extend(function.insts[inst].result.map(|reg| (reg, inst)));
                match function.insts[inst].op {
                    Op::SlotStore { slot, value } => {
                        stores.entry(slot).or_default().push(Store { inst, block, value });
                    }
                    Op::SlotReset { slot } => {
                        resets.insert((slot, block));
                    }
                    _ => {}
                }
            }
        }
        Context { program, function, shape, loops, homes, stores, resets }
    }

    fn series(&self, slot: SlotId, stores: &[Store]) -> Option<Series> {
        let updates = stores.iter().map(|store| Some((store.block, self.update(slot, store)?)));
        let updates: Vec<(BlockId, Update)> = updates.collect::<Option<_>>()?;
        let (mut steps, mut factors, mut values, mut any_wraps) = (vec![], vec![], vec![], false);
        for (block, update) in updates {
            match update {
                Update::Add { step, wraps } => {
                    steps.push((block, step));
                    any_wraps |= wraps;
                }
                Update::Times(factor) => factors.push((block, factor)),
                Update::Set(value) => values.push((block, value)),
            }
        }
        match (steps.is_empty(), factors.is_empty(), values.is_empty()) {
            (false, true, true) => Some(Series::Sum { steps, wraps: any_wraps }),
            (true, false, true) => Some(Series::Product(factors)),
            (true, true, false) => Some(Series::OneOf(values)),
            _ => None,
        }
    }

    fn update(&self, slot: SlotId, store: &Store) -> Option<Update> {
        let Operand::Reg(reg) = store.value else {
            return self.number(store.value).map(|(number, _)| Update::Set(number));
        };
        let home = *self.homes.get(&reg)?;
        let reads = |operand: &Operand| self.reads(*operand, slot, store.block);
        let in_block = self.stores.get(&slot)?.iter().filter(|other| other.block == store.block);
        if in_block.count() > 1 {
            return None;
        }
        match &self.function.insts[home].op {
            Op::Binary { op, flags, a, b } => {
                let (operand, number) = if reads(a) { (a, b) } else { (b, a) };
                let (known, bits) = self.number(*number).filter(|_| reads(operand))?;
                let step = signed(known, bits);
                match op {
                    BinaryOp::Add => Some(Update::Add { step, wraps: !flags.nsw }),
                    BinaryOp::Sub if reads(a) => {
                        Some(Update::Add { step: step.checked_neg()?, wraps: !flags.nsw })
                    }
                    BinaryOp::Mul => Some(Update::Times(known)),
                    BinaryOp::Shl if reads(a) && known < u64::from(bits.min(63)) => {
                        Some(Update::Times(1 << known))
                    }
                    _ => None,
                }
            }
            Op::Gep { source, base, indices, .. } if reads(base) => {
                let [index] = &**indices else { return None };
                let size = i64::try_from(self.program.size_of(*source)).ok()?;
                let (known, bits) = self.number(*index)?;
                let step = signed(known, bits).checked_mul(size)?;
                Some(Update::Add { step, wraps: true })
            }
            _ => None,
        }
    }

    /// Whether a value is what a variable held in a block: what was read in another one may have been
    /// changed since.
    fn reads(&self, operand: Operand, slot: SlotId, block: BlockId) -> bool {
        let Operand::Reg(reg) = operand else { return false };
        self.homes.get(&reg).is_some_and(|home| {
            let op = &self.function.insts[*home].op;
            matches!(op, Op::SlotLoad { slot: from } if *from == slot)
                && self.function.block_of(*home) == Some(block)
        })
    }

    /// A constant of at most 64 bits, and its width.
    fn number(&self, operand: Operand) -> Option<(u64, u32)> {
        let Operand::Const(id) = operand else { return None };
        let ty = self.program.type_of(self.function, operand);
        match (&self.program.const_of(id).kind, self.program.types.get(ty)) {
            (ConstKind::Int(known), Type::Int(bits)) if *bits <= 64 => Some((*known, *bits)),
            _ => None,
        }
    }

    /// What a loop counts with, from a number that each entry sets to a bound that the loop around it
    /// leaves alone.
    fn trip(&self, id: LoopId, around: LoopId) -> Option<Trip> {
        let forest = &self.loops.forest;
        let each = forest.get(id);
        let last = self.function.block_insts(each.header).next_back()?;
        let Op::CondBr { cond: Operand::Reg(cond), then, other } = self.function.insts[last].op
        else {
            return None;
        };
        // What leaves the loop may pass through a block that only knows that it is left.
        let leaves = |to| !forest.contains(id, self.shape.settled(each.header, to));
        let (leaving, stays_if) = match (leaves(then), leaves(other)) {
            (true, false) => (then, false),
            (false, true) => (other, true),
            _ => return None,
        };
        // Each iteration reads and compares anew, and that before it moves the variable.
        let in_header = |reg: &RegId| {
            let home = self.homes.get(reg).copied();
            home.filter(|home| self.function.block_of(*home) == Some(each.header))
        };
        let Op::Icmp { pred, a: Operand::Reg(read), b } = self.function.insts[in_header(&cond)?].op
        else {
            return None;
        };
        let slot = self.slot_of(read)?;
        let read = in_header(&read)?;
        let bits = self.bits(b)?;
        let bound = match (b, self.number(b)) {
            (_, Some((known, _))) => Bound::Number(known),
            (Operand::Reg(reg), None) => {
                in_header(&reg)?;
                let bound = self.slot_of(reg)?;
                let mut stores = self.stores.get(&bound).into_iter().flatten();
                let mut resets = self.resets.iter().filter(|(slot, _)| *slot == bound);
                if stores.any(|store| forest.contains(around, store.block))
                    || resets.any(|(_, block)| forest.contains(around, *block))
                {
                    return None;
                }
                Bound::Variable(self.loops.slots[bound])
            }
            _ => return None,
        };
        let (inside, outside): (Vec<&Store>, Vec<&Store>) =
            self.stores.get(&slot)?.iter().partition(|store| forest.contains(id, store.block));
        let [step] = &*inside else { return None };
        // What is compared is the number before this iteration moves it.
        let mut header = self.function.block_insts(each.header);
        if header.find(|inst| [read, step.inst].contains(inst)) != Some(read) {
            return None;
        }
        let Update::Add { step: by, .. } = self.update(slot, step)? else { return None };
        let dominators = Dominators::new(&self.loops.cfg);
        let every_round = each.latches.iter().all(|latch| dominators.dominates(step.block, *latch));
        // Each entry comes from where it is set, in the loop around this one.
        let sets = |store: &&Store| {
            dominators.dominates(store.block, each.header)
                && each.parent.is_none_or(|parent| forest.contains(parent, store.block))
        };
        let first = match &*outside {
            [only] if sets(only) => self.number(only.value)?.0,
            _ => return None,
        };
        if each.irreducible || !every_round || forest.innermost(step.block) != Some(id) {
            return None;
        }
        let exits = forest.exits(&self.loops.cfg, id);
        let only_way = exits.iter().all(|(from, _)| *from == each.header);
        let leaving = (each.header, leaving);
        Some(Trip { first, by, pred, bound, bits, stays_if, leaving, only_way })
    }

    /// The variable that a register was read from.
    fn slot_of(&self, reg: RegId) -> Option<SlotId> {
        match self.function.insts[*self.homes.get(&reg)?].op {
            Op::SlotLoad { slot } => Some(slot),
            _ => None,
        }
    }

    fn bits(&self, operand: Operand) -> Option<u32> {
        match self.program.types.get(self.program.type_of(self.function, operand)) {
            Type::Int(bits) if *bits <= 64 => Some(*bits),
            _ => None,
        }
    }
}

/// A loop that counts: it sets a variable where it is entered, moves it in every iteration, and ends at the latest when
/// that has passed a bound.
pub(crate) struct Trip {
    first: u64,
    by: i64,
    pred: IcmpPred,
    bound: Bound,
    bits: u32,
    stays_if: bool,
    /// Where it goes when the bound is passed.
    pub leaving: Edge,
    /// It has no other way out.
    pub only_way: bool,
}

enum Bound {
    Number(u64),
    /// What a register holds that the loop around it does not change.
    Variable(Reg),
}

impl Trip {
    /// How often it iterates until a bound is passed.
    fn rounds(&self, bound: u64) -> Option<u64> {
        let number = |value| BitVec::from_u128(self.bits, u128::from(value));
        let (mut now, mut rounds) = (self.first, 0);
        while compare_known(self.pred, &number(now), &number(bound)) == self.stays_if {
            now = now.wrapping_add(self.by.cast_unsigned()) & mask(self.bits);
            rounds += 1;
            if rounds > MOST_TRIPS {
                return None;
            }
        }
        Some(rounds)
    }
}
