//! Unsigned arithmetic on input that wraps around.
//!
//! Wrapping is defined, and often meant: hashes do it, and `a + b < a` is how C asks
//! whether it happened. So a wrap is only watched at first: where an operand is input as it
//! came in, not the result of other arithmetic. It is reported when the wrapped result goes
//! somewhere, into a call or an allocation, on a path that has not ruled the wrap out. Where
//! the program mixes bits, or counts modulo a power of two, only an allocation is a fault.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::State;
use crate::state::wrap::Wrap;
use crate::value::Value;
use crate::value::provenance::Provenance;
use margay_ir::{BinaryOp, Function, Op, Operand, RegId, SlotId, Type};
use margay_smt::{Bool, Bv, Node, Sort, Term, TermPool};
use std::rc::Rc;

/// Constants from here on are not what a program counts with.
const LARGE_STEP: u64 = 1 << 30;
const LARGE_FACTOR: u64 = 1 << 16;

/// Nodes of a term that are looked through.
const LOOKED_AT: usize = 512;

impl State {
    /// Whether it watches what another state does.
    pub(crate) fn has_wraps_of(&self, other: &State) -> bool {
        let has = |wrap: &Wrap| {
            let same = |own: &Wrap| own.result == wrap.result && own.place == wrap.place;
            self.suspects.wraps.iter().any(same)
        };
        Rc::ptr_eq(&self.suspects.wraps, &other.suspects.wraps)
            || other.suspects.wraps.iter().all(has)
    }

    /// Watches what others watch that went on from `base`, each where a condition holds.
    pub(crate) fn join_wraps(
        &mut self,
        pool: &mut TermPool,
        base: &State,
        others: &[(Bool, &State)],
    ) {
        let mut joined = (*base.suspects.wraps).clone();
        for (condition, other) in others {
            for wrap in other.suspects.wraps.iter() {
                let known = |old: &Wrap| old.result == wrap.result && old.place == wrap.place;
                if base.suspects.wraps.iter().any(known) {
                    continue;
                }
                let wrapped = pool.and(wrap.wrapped, *condition);
                match joined.iter_mut().find(|old| known(old)) {
                    Some(old) => old.wrapped = pool.or(old.wrapped, wrapped),
                    None => joined.push(Wrap { wrapped, ..wrap.clone() }),
                }
            }
        }
        self.suspects.wraps = Rc::new(joined);
    }
}

impl Engine<'_> {
    /// Watches an operation on unsigned numbers of which one is symbolic.
    pub(crate) fn watch_wrap(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        a: Bv,
        b: Bv,
        result: Value,
    ) {
        let Value::Term(result) = result else { return };
        let zero = op == BinaryOp::Sub && self.pool.as_const_u64(a) == Some(0);
        let plain = |term| is_input(&self.pool, term) && !is_negated(&self.pool, term);
        // `-x` of an unsigned number is how C spells its complement.
        if !state.symbolic || zero || !plain(a) || !plain(b) {
            return;
        }
        let less = self.spells_subtraction(state);
        let (wrapped, operation) = wraps(&mut self.pool, op, a, b, less);
        if state.path.decide(&mut self.pool, wrapped) == Some(false) {
            return;
        }
        let bits = self.pool.width(result);
        let fault = Fault::UnsignedWrap { operation, bits };
        let place = self.judge.place(self.program, state);
        let modular = [a, b].iter().any(|part| {
            is_character(&self.pool, *part) || is_odd_constant(&self.pool, op, *part, less)
        }) || self.is_mixed(state);
        Rc::make_mut(&mut state.suspects.wraps).push(Wrap {
            result,
            wrapped,
            fault,
            place,
            modular,
        });
    }

    /// Whether the instruction in hand adds a negative constant: `x - 1` is `x + -1` to the
    /// compiler.
    fn spells_subtraction(&self, state: &State) -> bool {
        let Some((function, inst)) = state.instruction() else { return false };
        let op = &self.program.functions[function].insts[inst].op;
        let Op::Binary { a, b, .. } = op else { return false };
        [a, b].iter().any(|operand| match operand {
            Operand::Const(id) => {
                let width = match self.program.types.get(self.program.const_of(*id).ty) {
                    Type::Int(bits) => (*bits).min(64),
                    _ => 64,
                };
                let known = self.program.consts.as_u64(*id);
                known.is_some_and(|known| crate::value::signed(known, width) < 0)
            }
            Operand::Reg(_) => false,
        })
    }

    /// Whether the function puts bits of the result together with others: then it is no number.
    fn is_mixed(&mut self, state: &State) -> bool {
        let Some(key @ (function, inst)) = state.instruction() else { return false };
        if let Some(known) = self.analyses.mixed.get(&key) {
            return *known;
        }
        let function = &self.program.functions[function];
        let Some(result) = function.insts[inst].result else { return false };
        let mixed = mixes(function, Operand::Reg(result))
            || stored_in(function, result).is_some_and(|slot| {
                let loads = function.insts.iter().filter(|inst| match inst.op {
                    Op::SlotLoad { slot: from, .. } => from == slot,
                    _ => false,
                });
                loads.filter_map(|load| load.result).any(|load| mixes(function, Operand::Reg(load)))
            });
        self.analyses.mixed.insert(key, mixed);
        mixed
    }

    /// A value goes somewhere: what may have wrapped in it is reported.
    pub(crate) fn use_value(&mut self, state: &mut State, value: Value, allocates: Option<&str>) {
        let Value::Term(term) = value else { return };
        if state.suspects.wraps.is_empty() {
            return;
        }
        let wraps = state.suspects.wraps.clone();
        for wrap in wraps.iter() {
            if wrap.modular && allocates.is_none() || !contains(&self.pool, term, wrap.result) {
                continue;
            }
            let noted = state.history.found(state.steps, || self.note_wrap(state, wrap, allocates));
            if noted {
                Rc::make_mut(&mut state.suspects.wraps).retain(|other| other.result != wrap.result);
            }
        }
    }

    /// Notes that a value has wrapped which goes somewhere, if it can be.
    fn note_wrap(&mut self, state: &State, wrap: &Wrap, allocates: Option<&str>) -> bool {
        let Some(model) = self.judge.witness(&mut self.pool, state, wrap.wrapped) else {
            return false;
        };
        let (fault, place) = match allocates {
            Some(function) => {
                let function = function.to_owned();
                let place = self.judge.place(self.program, state);
                (Fault::AllocationOverflow { function }, place)
            }
            None => (wrap.fault.clone(), wrap.place.clone()),
        };
        self.judge.note_at(&mut self.pool, state, fault, (&model, wrap.wrapped), place);
        true
    }
}

/// Whether an instruction puts bits of an operand together with others.
fn mixes(function: &Function, operand: Operand) -> bool {
    function.insts.iter().any(|inst| match inst.op {
        Op::Binary { op: BinaryOp::Xor | BinaryOp::Or, a, b, .. } => a == operand || b == operand,
        _ => false,
    })
}

/// The variable that a register is stored in.
fn stored_in(function: &Function, reg: RegId) -> Option<SlotId> {
    function.insts.iter().find_map(|inst| match inst.op {
        Op::SlotStore { slot, value } if value == Operand::Reg(reg) => Some(slot),
        _ => None,
    })
}

/// Whether a term is one character of input: there is more to a number.
fn is_character(pool: &TermPool, term: Bv) -> bool {
    let widths = pool.symbols(term).into_iter().map(|symbol| match pool.symbol(symbol).sort {
        Sort::Bv(width) => width,
        _ => u32::MAX,
    });
    // One bit says whether it came.
    let (mut characters, mut others) = (0, 0);
    for width in widths {
        match width {
            1 => {}
            8 => characters += 1,
            _ => others += 1,
        }
    }
    characters == 1 && others == 0
}

/// Whether a constant is none that a program counts with: part of a hash, or a counter that is
/// about to wrap.
fn is_odd_constant(pool: &TermPool, op: BinaryOp, term: Bv, less: bool) -> bool {
    let Some(known) = pool.as_const_u64(term) else { return false };
    let size = match crate::value::signed(known, pool.width(term).min(64)) {
        negative @ ..0 if less => negative.unsigned_abs(),
        _ => known,
    };
    size >= if op == BinaryOp::Mul { LARGE_FACTOR } else { LARGE_STEP }
}

/// That an operation on unsigned numbers wraps, and what it is called. An addition may be `less`:
/// of a negative constant.
fn wraps(pool: &mut TermPool, op: BinaryOp, a: Bv, b: Bv, less: bool) -> (Bool, &'static str) {
    let width = pool.width(a);
    let negative = |pool: &TermPool, term: Bv| {
        pool.as_const_u64(term).filter(|known| crate::value::signed(*known, width.min(64)) < 0)
    };
    match op {
        BinaryOp::Add => {
            if less && let Some(known) = negative(pool, b).or(negative(pool, a)) {
                let whole = if pool.is_const(b) { a } else { b };
                let taken = known.wrapping_neg() & crate::value::mask(width.min(64));
                let taken = pool.bv_u64(width, taken);
                return (pool.bv_ult(whole, taken), "subtraction");
            }
            let sum = pool.bv_add(a, b);
            (pool.bv_ult(sum, a), "addition")
        }
        BinaryOp::Sub => (pool.bv_ult(a, b), "subtraction"),
        _ if a == b && width <= 64 => {
            let root = pool.bv_u64(width, crate::value::mask(width).isqrt());
            (pool.bv_ult(root, a), "multiplication")
        }
        _ if width <= 64 && (pool.is_const(a) || pool.is_const(b)) => {
            let (constant, factor) = if pool.is_const(a) { (a, b) } else { (b, a) };
            let constant = pool.as_const_u64(constant).unwrap_or(1).max(1);
            let most = pool.bv_u64(width, crate::value::mask(width) / constant);
            (pool.bv_ult(most, factor), "multiplication")
        }
        _ => {
            let (x, y) = (pool.bv_zext(a, width * 2), pool.bv_zext(b, width * 2));
            let exact = pool.bv_mul(x, y);
            let high = pool.bv_extract(width * 2 - 1, width, exact);
            let zero = pool.bv_u64(width, 0);
            (pool.ne(high, zero), "multiplication")
        }
    }
}

/// Whether a term is a constant, or input as it came in: cut, extended or put together from
/// bits, at most moved by a constant, but not the result of other arithmetic.
pub(crate) fn is_input(pool: &TermPool, term: Bv) -> bool {
    let mut work = vec![term];
    let mut left = LOOKED_AT;
    while let Some(term) = work.pop() {
        left -= 1;
        if left == 0 {
            return false;
        }
        if pool.is_const(term) {
            continue;
        }
        match pool.node(term) {
            Node::BvSymbol(symbol) => {
                let from = Provenance::of(pool, symbol);
                if from.is_unknown() || from.is_unwritten() {
                    return false;
                }
            }
            Node::Read(array, _) if matches!(pool.node(array), Node::ArraySymbol(_)) => {
                return false;
            }
            Node::BvAdd(a, b) => match (pool.is_const(a), pool.is_const(b)) {
                (true, false) => work.push(b),
                (false, true) => work.push(a),
                _ => return false,
            },
            Node::BvMul(a, b) => {
                let (known, other) = if pool.is_const(a) { (a, b) } else { (b, a) };
                let bits = pool.width(term);
                let shift = pool.as_const_u64(known).is_some_and(|known| {
                    known.is_power_of_two() || known == crate::value::mask(bits)
                });
                if !shift {
                    return false;
                }
                work.push(other);
            }
            Node::BvIte(_, a, b) => work.extend([a, b]),
            // A mask or a pattern of the program's own makes it something else.
            Node::BvAnd(a, b) | Node::BvXor(a, b) | Node::BvOr(a, b)
                if pool.is_const(a) || pool.is_const(b) =>
            {
                return false;
            }
            // As do its own bits once more, moved.
            Node::BvAnd(a, b) | Node::BvXor(a, b) | Node::BvOr(a, b)
                if pool.symbols(a).iter().any(|symbol| pool.symbols(b).contains(symbol)) =>
            {
                return false;
            }
            node @ (Node::ZeroExtend { .. }
            | Node::SignExtend { .. }
            | Node::Extract { .. }
            | Node::Concat(..)
            | Node::BvAnd(..)
            | Node::BvXor(..)
            | Node::BvOr(..)
            | Node::BvNeg(..)
            | Node::BvNot(..)) => {
                work.extend(node.children().filter_map(|child| pool.as_bv(child)));
            }
            _ => return false,
        }
    }
    true
}

/// Whether a sum has a negated part.
fn is_negated(pool: &TermPool, term: Bv) -> bool {
    match pool.node(term) {
        Node::BvNeg(_) => true,
        Node::BvAdd(a, b) => is_negated(pool, a) || is_negated(pool, b),
        Node::BvMul(a, b) => {
            let ones = crate::value::mask(pool.width(term));
            [a, b].iter().any(|part| pool.as_const_u64(*part) == Some(ones))
        }
        Node::BvNot(_) => true,
        _ => false,
    }
}

/// Whether one term is a part of another.
fn contains(pool: &TermPool, whole: Bv, part: Bv) -> bool {
    let part: Term = part.into();
    let mut work: Vec<Term> = vec![whole.into()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(term) = work.pop() {
        if term == part {
            return true;
        }
        if seen.len() < LOOKED_AT && seen.insert(term) {
            work.extend(pool.node(term).children());
        }
    }
    false
}
