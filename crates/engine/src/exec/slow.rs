//! Operations that the loop does not handle itself: wide and odd values, vectors
//! of bits, atomics, computed goto.

use super::narrow::Kept;
use crate::arith::casts::{cast, recut};
use crate::arith::floats;
use crate::arith::ints::{self, IntOp};
use crate::code::{Code, Reg, Slow};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::library::model::Flow;
use crate::state::State;
use crate::state::stop::{Need, Stop};
use crate::state::varargs::{Passed, VaAreas};
use crate::value::lane::{Arg, ArgKind, Lane};
use crate::value::provenance::{self, Provenance};
use crate::value::terms;
use crate::value::{Value, signed};
use margay_ir::{BinaryOp, CastOp, FloatKind, IcmpPred, Id, RmwOp};
use std::rc::Rc;

/// Arguments without a name, numbers and floats each, that an unknown caller passes.
const UNNAMED: usize = 16;

impl Engine<'_> {
    /// Executes a slow operation of the frame on top; `Some` is where control goes.
    #[inline(never)]
    pub(super) fn slow(
        &mut self,
        state: &mut State,
        code: &Rc<Code>,
        index: u32,
    ) -> Result<Option<usize>, Stop> {
        match &code.slow[index as usize] {
            Slow::Int { op, flags, bits, dst, a, b } => {
                let (a, b) = (get(state, *a), get(state, *b));
                let operation = IntOp { op: *op, flags: *flags, bits: *bits };
                let value = self.int_checked(state, operation, a, b)?;
                put(state, *dst, value);
            }
            Slow::Float { op, kind, dst, a, b } => {
                let (a, b) = (get(state, *a), get(state, *b));
                let value = floats::binary(&mut self.pool, *op, *kind, a, b);
                put(state, *dst, value);
            }
            Slow::FloatNeg { kind, dst, src } => {
                let value = floats::negate(&mut self.pool, *kind, get(state, *src));
                put(state, *dst, value);
            }
            Slow::Icmp { pred, bits, dst, a, b } => {
                let (a, b) = (get(state, *a), get(state, *b));
                let value = ints::compare(&mut self.pool, *pred, *bits, a, b);
                put(state, *dst, value);
            }
            Slow::Fcmp { pred, kind, dst, a, b } => {
                let (a, b) = (get(state, *a), get(state, *b));
                let value = floats::compare(&mut self.pool, *pred, *kind, a, b);
                put(state, *dst, value);
            }
            Slow::Cast { op, from, to, dst, src } => {
                let value = get(state, *src);
                if matches!(op, CastOp::FpToSi | CastOp::FpToUi) {
                    let value = self.float_to_int(state, *op, *from, *to, value)?;
                    put(state, *dst, value);
                    return Ok(None);
                }
                let outcome = match fast_cast(*op, *from, *to, value) {
                    Some(value) => (value, None),
                    None => cast(&mut self.pool, *op, value, *from, *to),
                };
                self.put_outcome(state, *dst, outcome)?;
            }
            Slow::Recut { src, from, dst, to } => {
                let values = get_many(state, *src, from.len());
                let values = recut(&mut self.pool, &values, from, to);
                put_many(state, *dst, &values);
            }
            Slow::Freeze { lane, dst, src } => {
                let value = match get(state, *src) {
                    // Any value, but the same from here on.
                    Value::Undef | Value::Partial { .. } if self.options.explores => {
                        let symbol = state.new_symbol(
                            &mut self.pool,
                            Provenance::Analysis,
                            "frozen bits",
                            lane.bits,
                        );
                        let known = match get(state, *src) {
                            Value::Partial { bits, undef } => Some((bits, undef)),
                            _ => None,
                        };
                        match known {
                            Some((bits, undef)) => {
                                let (bits, undef) = (
                                    self.pool.bv_u64(lane.bits, bits & !undef),
                                    self.pool.bv_u64(lane.bits, undef),
                                );
                                let open = self.pool.bv_and(symbol, undef);
                                Value::Term(self.pool.bv_or(open, bits))
                            }
                            None => Value::Term(symbol),
                        }
                    }
                    Value::Undef if lane.bits <= 128 => Value::from_u128(0, lane.bits),
                    Value::Partial { bits, .. } => Value::Int(bits),
                    other => other,
                };
                put(state, *dst, value);
            }
            Slow::Load { lane, dst, ptr, offset } => {
                let address = self.lane_address(state, *ptr, *offset);
                let whole = self.access().load(state, address, lane.bytes())?;
                let value = terms::resize(&mut self.pool, whole, lane.bytes() * 8, lane.bits);
                put(state, *dst, value);
            }
            Slow::Store { lane, src, ptr, offset } => {
                let address = self.lane_address(state, *ptr, *offset);
                let whole = match get(state, *src) {
                    Value::Undef => Value::Undef,
                    value => terms::resize(&mut self.pool, value, lane.bits, lane.bytes() * 8),
                };
                self.access().store(state, address, lane.bytes(), whole)?;
            }
            Slow::LoadPacked { lane, count, dst, ptr } => {
                let address = self.address(state, *ptr)?;
                let bits = lane.bits * count;
                let whole = self.load_lane(state, address, Lane::int(bits))?;
                let lanes = vec![*lane; *count as usize];
                let values = recut(&mut self.pool, &[whole], &[Lane::int(bits)], &lanes);
                put_many(state, *dst, &values);
            }
            Slow::StorePacked { lane, count, src, ptr } => {
                let address = self.address(state, *ptr)?;
                let bits = lane.bits * count;
                let lanes = vec![*lane; *count as usize];
                let values = get_many(state, *src, lanes.len());
                let whole = recut(&mut self.pool, &values, &lanes, &[Lane::int(bits)]);
                self.store_lane(state, address, Lane::int(bits), whole[0])?;
            }
            Slow::Index { bits, dst, base, index, scale } => {
                let (base, index) = (get(state, *base), get(state, *index));
                let pointer_bits = self.program.layout.pointer_bytes * 8;
                let value = self.index_slow(pointer_bits, *bits, *scale, base, index);
                put(state, *dst, value);
            }
            Slow::ExtractElement { dst, vector, lanes, index } => {
                let lane = self.lane_index(state, *index, *lanes)?;
                let value = lane.map_or(Value::Undef, |lane| get(state, vector + lane));
                put(state, *dst, value);
            }
            Slow::InsertElement { dst, vector, value, lanes, index } => {
                let lane = self.lane_index(state, *index, *lanes)?;
                let mut values = get_many(state, *vector, *lanes as usize);
                if let Some(lane) = lane {
                    values[lane as usize] = get(state, *value);
                }
                put_many(state, *dst, &values);
            }
            Slow::Shared => state.outside.heard += 1,
            Slow::Atomic => {
                let thread = state.thread();
                state.record_mut().into_iter().for_each(|record| {
                    record.atomic.insert(thread);
                });
            }
            Slow::CmpXchg { lane, dst, ptr, expected, new } => {
                state.outside.heard += 1;
                let address = self.address(state, *ptr)?;
                let old = self.load_lane(state, address, *lane)?;
                let expected = get(state, *expected);
                let same = ints::compare(&mut self.pool, IcmpPred::Eq, lane.bits, old, expected);
                let same = self.truth(state, same)?;
                if same {
                    let new = get(state, *new);
                    self.store_lane(state, address, *lane, new)?;
                }
                state.note_exchange(address);
                put(state, *dst, old);
                put(state, dst + 1, Value::bool(same));
            }
            Slow::AtomicRmw { op, lane, dst, ptr, value } => {
                state.outside.heard += 1;
                let address = self.address(state, *ptr)?;
                let old = self.load_lane(state, address, *lane)?;
                let operand = get(state, *value);
                let new = self.read_modify(state, *op, *lane, old, operand)?;
                self.store_lane(state, address, *lane, new)?;
                state.note_exchange(address);
                put(state, *dst, old);
            }
            Slow::Intrinsic { which, dst, lanes, args } => {
                if args.iter().any(|arg| arg.member.is_some()) {
                    let given: Vec<_> =
                        args.iter().map(|arg| (arg.member, get(state, arg.first))).collect();
                    self.restrict(state, given.into_iter());
                }
                let result = self.intrinsic(state, *which, *dst, lanes, args);
                state.memory.restrict(Vec::new(), Vec::new());
                return result.map(|()| None);
            }
            Slow::Library { name, dst, args } => {
                let model = self.library.model(name).expect("decoding has seen that it has one");
                let args: Vec<Arg> = args
                    .iter()
                    .map(|(reg, kind)| Arg { value: get(state, *reg), kind: *kind })
                    .collect();
                let span = self.place(state);
                match self.with_call(state, name, &args, span, model)? {
                    Flow::Return(values) => {
                        put(state, *dst, values.first().copied().unwrap_or(Value::Undef));
                    }
                    other => unreachable!("a function of numbers returns a number, not {other:?}"),
                }
            }
            Slow::Member(check) => self.check_member(state, check)?,
            Slow::PointerSub { a, b } => {
                let (x, y) = (get(state, *a), get(state, *b));
                let x = state.path.resolve(&mut self.pool, x);
                let y = state.path.resolve(&mut self.pool, y);
                // Two objects at unknown addresses may be the same one.
                let known = |address| state.memory.object(address).filter(|o| o.open.is_none());
                let object = |value| match value {
                    Value::Int(address) => known(address).map(|o| o.base),
                    _ => None,
                };
                if let (Some(x), Some(y)) = (object(x), object(y))
                    && x != y
                {
                    self.note(state, Fault::PointerSubtraction);
                }
            }
            Slow::Narrow { op, bits, to, signed, several, a, b } => {
                let (a, b) = (get(state, *a), get(state, *b));
                let kept =
                    Kept { op: *op, bits: *bits, to: *to, is_signed: *signed, several: *several };
                self.check_narrow(state, kept, a, b);
            }
            Slow::Lossy { from, to, src } => {
                let value = get(state, *src);
                self.check_lossy(state, *from, *to, value);
            }
            Slow::VaStart { list } => {
                let list = self.address(state, *list)?;
                let span = self.place(state);
                if state.frames.len() == 1 && state.has_unknown_callers() {
                    self.pass_unknown(state);
                }
                let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                let (memory, pool) = (&mut state.memory, &mut self.pool);
                let areas = match frame.va_areas {
                    Some(areas) => areas,
                    None => {
                        let args = frame.args.clone().unwrap_or_else(|| Rc::new([]));
                        let named = frame.code.named_args;
                        let passed = Passed { args: &args, named, site: span };
                        let areas = VaAreas::new(memory, pool, self.image.abi, passed)?;
                        frame.va_areas = Some(areas);
                        areas
                    }
                };
                areas.start(memory, pool, self.image.abi, list)?;
            }
            Slow::IndirectBranch { address, targets } => {
                let address = self.address(state, *address)?;
                let label = state.memory.space().label_at(address);
                let block = label.and_then(|label| self.image.labels.get(label)).copied();
                let function = state.frames.last().expect("a frame runs").function;
                let target = block
                    .filter(|block| block.0 == function)
                    .and_then(|block| targets.iter().find(|t| t.0 as usize == block.1.index()));
                return match target {
                    Some(target) => Ok(Some(target.1 as usize)),
                    None => Err(Fault::BadCall { address }.into()),
                };
            }
        }
        Ok(None)
    }

    fn put_outcome(
        &mut self,
        state: &mut State,
        dst: Reg,
        outcome: ints::Outcome,
    ) -> Result<(), Stop> {
        let (value, fault) = outcome;
        if let Some(fault) = fault {
            if !fault.can_continue() {
                return Err(fault.into());
            }
            self.note(state, fault);
        }
        put(state, dst, value);
        Ok(())
    }

    /// A register that must be a known address or size; an undefined one leads nowhere.
    pub(super) fn address(&mut self, state: &State, reg: Reg) -> Result<u64, Stop> {
        match get(state, reg) {
            Value::Undef | Value::Partial { .. } => Err(Fault::UninitialisedRead.into()),
            value => self.known(state, value),
        }
    }

    /// The address in a register, a little further on.
    fn lane_address(&mut self, state: &State, ptr: Reg, offset: u64) -> Value {
        match get(state, ptr) {
            Value::Int(address) => Value::Int(address.wrapping_add(offset)),
            address => self.offset_slow(self.program.layout.pointer_bytes * 8, address, offset),
        }
    }

    /// A value of at most 64 bits that must be known.
    pub(super) fn known(&mut self, state: &State, value: Value) -> Result<u64, Stop> {
        match state.path.resolve(&mut self.pool, value) {
            Value::Int(known) => Ok(known),
            Value::Undef | Value::Partial { .. } => {
                self.note(state, Fault::UninitialisedRead);
                Ok(value.bits_and_undef(64).map_or(0, |(bits, _)| bits))
            }
            Value::Wide([low, _]) => Ok(low),
            Value::Term(term) => match self.pool.as_const_u64(term) {
                Some(known) => Ok(known),
                None => Err(Stop::Need(Need::Value(term))),
            },
        }
    }

    /// A bit that must be known to be one or zero.
    pub(super) fn truth(&mut self, state: &State, bit: Value) -> Result<bool, Stop> {
        match ints::to_bool(&mut self.pool, bit) {
            Some(condition) => state
                .path
                .decide(&mut self.pool, condition)
                .ok_or(Stop::Need(Need::Decide(condition))),
            None => Ok(self.known(state, bit)? & 1 == 1),
        }
    }

    pub(super) fn load_lane(
        &mut self,
        state: &State,
        address: u64,
        lane: Lane,
    ) -> Result<Value, Stop> {
        let whole = state.memory.load(&mut self.pool, address, lane.bytes())?;
        Ok(terms::resize(&mut self.pool, whole, lane.bytes() * 8, lane.bits))
    }

    pub(super) fn store_lane(
        &mut self,
        state: &mut State,
        address: u64,
        lane: Lane,
        value: Value,
    ) -> Result<(), Stop> {
        let whole = match value {
            Value::Undef => value,
            _ => terms::resize(&mut self.pool, value, lane.bits, lane.bytes() * 8),
        };
        Ok(state.memory.store(&mut self.pool, address, lane.bytes(), whole)?)
    }

    fn lane_index(&mut self, state: &State, index: Reg, lanes: u32) -> Result<Option<u32>, Stop> {
        let index = self.address(state, index)?;
        Ok(u32::try_from(index).ok().filter(|index| *index < lanes))
    }

    /// The new value of an atomic read-modify-write.
    fn read_modify(
        &mut self,
        state: &State,
        op: RmwOp,
        lane: Lane,
        old: Value,
        operand: Value,
    ) -> Result<Value, Stop> {
        let float = |engine: &mut Self, op| {
            let kind = lane.float.unwrap_or(FloatKind::Double);
            floats::binary(&mut engine.pool, op, kind, old, operand)
        };
        let mut int =
            |op| ints::binary(&mut self.pool, IntOp::wrapping(op, lane.bits), old, operand).0;
        Ok(match op {
            RmwOp::Xchg => operand,
            RmwOp::Add => int(BinaryOp::Add),
            RmwOp::Sub => int(BinaryOp::Sub),
            RmwOp::And => int(BinaryOp::And),
            RmwOp::Or => int(BinaryOp::Or),
            RmwOp::Xor => int(BinaryOp::Xor),
            RmwOp::Nand => {
                let both = int(BinaryOp::And);
                let ones = self.all_ones(lane.bits);
                ints::binary(&mut self.pool, IntOp::wrapping(BinaryOp::Xor, lane.bits), both, ones)
                    .0
            }
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                let pred = match op {
                    RmwOp::Max => IcmpPred::Sgt,
                    RmwOp::Min => IcmpPred::Slt,
                    RmwOp::UMax => IcmpPred::Ugt,
                    _ => IcmpPred::Ult,
                };
                let keep = ints::compare(&mut self.pool, pred, lane.bits, old, operand);
                if self.truth(state, keep)? { old } else { operand }
            }
            RmwOp::FAdd => float(self, BinaryOp::FAdd),
            RmwOp::FSub => float(self, BinaryOp::FSub),
            RmwOp::FMax | RmwOp::FMin => {
                let kind = lane.float.unwrap_or(FloatKind::Double);
                let pred = if op == RmwOp::FMax {
                    margay_ir::FcmpPred::Ogt
                } else {
                    margay_ir::FcmpPred::Olt
                };
                let keep = floats::compare(&mut self.pool, pred, kind, old, operand);
                if self.truth(state, keep)? { old } else { operand }
            }
            RmwOp::UIncWrap => {
                let wraps = ints::compare(&mut self.pool, IcmpPred::Uge, lane.bits, old, operand);
                if self.truth(state, wraps)? {
                    Value::from_u128(0, lane.bits.min(128))
                } else {
                    let one = Value::from_u128(1, lane.bits.min(128));
                    ints::binary(
                        &mut self.pool,
                        IntOp::wrapping(BinaryOp::Add, lane.bits),
                        old,
                        one,
                    )
                    .0
                }
            }
            RmwOp::UDecWrap => {
                let zero = Value::from_u128(0, lane.bits.min(128));
                let is_zero = ints::compare(&mut self.pool, IcmpPred::Eq, lane.bits, old, zero);
                let above = ints::compare(&mut self.pool, IcmpPred::Ugt, lane.bits, old, operand);
                if self.truth(state, is_zero)? || self.truth(state, above)? {
                    operand
                } else {
                    let one = Value::from_u128(1, lane.bits.min(128));
                    ints::binary(
                        &mut self.pool,
                        IntOp::wrapping(BinaryOp::Sub, lane.bits),
                        old,
                        one,
                    )
                    .0
                }
            }
        })
    }

    pub(super) fn all_ones(&mut self, bits: u32) -> Value {
        let ones = margay_smt::BitVec::ones(bits);
        terms::from_bits(&mut self.pool, &ones)
    }

    /// Gives the variadic function that the path started with arguments after those that have names, if it has none
    /// yet.
    fn pass_unknown(&mut self, state: &mut State) {
        let frame = state.frames.last().expect("a frame runs");
        if frame.args.is_some() {
            return;
        }
        let code = frame.code.clone();
        let named = code.params.iter().zip(&frame.regs).map(|(lane, value)| {
            let kind = lane.float.map_or(ArgKind::Int(lane.bits), ArgKind::Float);
            Arg { value: *value, kind }
        });
        let mut args: Vec<Arg> = named.take(code.named_args).collect();
        let numbers = [ArgKind::Int(64); UNNAMED];
        let floats = [ArgKind::Float(FloatKind::Double); UNNAMED];
        for kind in numbers.into_iter().chain(floats) {
            let from = Provenance::Caller(provenance::Passed::Variadic);
            let value = Value::Term(state.new_symbol(&mut self.pool, from, "...", 64));
            args.push(Arg { value, kind });
        }
        let frame = state.frames.last_mut().expect("a frame runs");
        std::rc::Rc::make_mut(frame).args = Some(args.into());
    }
}

/// Conversions between numbers of the common sizes, by the hardware's own rules.
pub(super) fn fast_cast(op: CastOp, from: Lane, to: Lane, value: Value) -> Option<Value> {
    let Value::Int(bits) = value else { return None };
    let double = |value: f64| Some(Value::Int(value.to_bits()));
    let single = |value: f32| Some(Value::Int(u64::from(value.to_bits())));
    match (op, from.float, to.float) {
        // Every integer of 32 bits is a double: there is nothing to round.
        (CastOp::SiToFp, None, Some(FloatKind::Double)) if from.bits <= 64 => {
            double(signed(bits, from.bits) as f64)
        }
        (CastOp::UiToFp, None, Some(FloatKind::Double)) if from.bits <= 64 => double(bits as f64),
        (CastOp::SiToFp, None, Some(FloatKind::Single)) if from.bits <= 64 => {
            single(signed(bits, from.bits) as f32)
        }
        (CastOp::UiToFp, None, Some(FloatKind::Single)) if from.bits <= 64 => single(bits as f32),
        (CastOp::FpExt, Some(FloatKind::Single), Some(FloatKind::Double)) => {
            double(f64::from(f32::from_bits(u32::try_from(bits).ok()?)))
        }
        (CastOp::FpTrunc, Some(FloatKind::Double), Some(FloatKind::Single)) => {
            single(f64::from_bits(bits) as f32)
        }
        (CastOp::FpToSi, Some(FloatKind::Double), None) if to.bits <= 32 => {
            let value = f64::from_bits(bits).trunc();
            let limit = 2f64.powi(i32::try_from(to.bits).ok()? - 1);
            (value >= -limit && value < limit)
                .then(|| Value::Int((value as i64).cast_unsigned() & crate::value::mask(to.bits)))
        }
        _ => None,
    }
}

pub(super) fn get(state: &State, reg: Reg) -> Value {
    state.frames.last().expect("a frame runs").regs[reg as usize]
}

pub(super) fn get_many(state: &State, first: Reg, count: usize) -> Vec<Value> {
    let first = first as usize;
    state.frames.last().expect("a frame runs").regs[first..first + count].to_vec()
}

pub(super) fn put(state: &mut State, reg: Reg, value: Value) {
    Rc::make_mut(state.frames.last_mut().expect("a frame runs")).regs[reg as usize] = value;
}

pub(super) fn put_many(state: &mut State, first: Reg, values: &[Value]) {
    let first = first as usize;
    let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
    frame.regs[first..first + values.len()].copy_from_slice(values);
}
