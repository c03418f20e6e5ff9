//! Intrinsics of the compiler.
//!
//! An operation on vectors is the operation on each lane; reductions and those on
//! memory have arms of their own.

use super::slow::{get, get_many, put, put_many};
use crate::arith::floats::{self, smt_kind};
use crate::arith::ints::{self, IntOp};
use crate::code::{IntrinsicArg, Reg};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::State;
use crate::state::stop::Stop;
use crate::value::lane::Lane;
use crate::value::provenance::Provenance;
use crate::value::terms;
use crate::value::{Value, mask};
use margay_ir::{BinaryOp, FcmpPred, FloatKind, GlobalId, IcmpPred, Id, Intrinsic, Operand};
use margay_smt::concrete::{float, float_int};
use margay_smt::{BitVec, Bv, RoundingMode, TermPool};
use std::rc::Rc;

impl Engine<'_> {
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        dst: Reg,
        lanes: &[Lane],
        args: &[IntrinsicArg],
    ) -> Result<(), Stop> {
        use Intrinsic as I;
        match which {
            I::Memcpy | I::Memmove => {
                let [to, from, len] = [0, 1, 2].map(|i| {
                    let value = get(state, args[i].first);
                    state.path.resolve(&mut self.pool, value)
                });
                self.access().copy(state, to, from, len)?;
                if let (Value::Int(to), Value::Int(from), Value::Int(len)) = (to, from, len) {
                    let apart = to.abs_diff(from) >= len;
                    if which == I::Memcpy && !apart && to != from {
                        self.note(state, Fault::OverlappingCopy);
                    }
                }
            }
            I::Memset => {
                let [to, byte, len] = [0, 1, 2].map(|i| get(state, args[i].first));
                self.access().fill(state, to, byte, len)?;
            }
            I::VaCopy => {
                let to = self.address(state, args[0].first)?;
                let from = self.address(state, args[1].first)?;
                state.memory.copy(&mut self.pool, to, from, self.image.abi.size())?;
            }
            I::LifetimeStart | I::LifetimeEnd => {
                let pointer = args.last().map_or(Value::Undef, |arg| get(state, arg.first));
                if let Value::Int(address) = pointer
                    && let Some(object) = state.memory.object_mut(address)
                    && !object.released
                {
                    object.alive = which == I::LifetimeStart;
                    if object.alive {
                        object.forget();
                    }
                }
            }
            I::StackSave => {
                let frame = state.frames.last().expect("a frame runs");
                put(state, dst, Value::Int(frame.locals.len() as u64));
            }
            I::StackRestore => {
                let kept =
                    usize::try_from(self.address(state, args[0].first)?).unwrap_or(usize::MAX);
                let span = self.place(state);
                let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                while frame.locals.len() > kept {
                    let base = frame.locals.pop().expect("longer than what is kept");
                    state.memory.release(base, span);
                }
            }
            I::Trap | I::DebugTrap | I::UbsanTrap => return Err(Fault::Trap.into()),
            // What a program assumes is its own word; breaking it is for checkers to find.
            I::Assume => {}
            I::IsConstant => put(state, dst, Value::Int(0)),
            I::ObjectSize => {
                // Unoptimised code does not know: -1, or 0 if the minimum was asked for.
                let minimum = get(state, args[1].first) == Value::Int(1);
                let size = if minimum { 0 } else { mask(lanes[0].bits) };
                put(state, dst, Value::Int(size));
            }
            I::FrameAddress | I::ReturnAddress if self.options.explores => {
                // Some address in the stack or in the code, of which nothing is known but that it is none.
                let bits = lanes[0].bits;
                let place =
                    state.new_symbol(&mut self.pool, Provenance::Analysis, "frame address", bits);
                let some = self.pool.bv_u64(bits, 16);
                let place = self.pool.bv_or(place, some);
                put(state, dst, Value::Term(place));
            }
            I::FrameAddress | I::ReturnAddress => {
                let frame = state.frames.last().expect("a frame runs");
                put(state, dst, Value::Int(frame.locals.first().copied().unwrap_or(0)));
            }
            I::ThreadPointer => put(state, dst, Value::Int(0)),
            I::ThreadLocalAddress => {
                let variable = get(state, args[0].first);
                let named = |address: &u64| Value::Int(*address) == variable;
                let own = match state.globals.iter().position(named) {
                    Some(at) => Value::Int(self.own_variable(state, GlobalId::from_index(at))?),
                    // It is its own already.
                    None => variable,
                };
                put(state, dst, own);
            }
            I::ReadCycleCounter => put(state, dst, Value::Int(state.steps)),
            I::FltRounds => put(state, dst, Value::Int(1)),
            I::SetRounding => {}
            I::PtrMask => {
                let (a, b) = (get(state, args[0].first), get(state, args[1].first));
                let value = ints::binary(
                    &mut self.pool,
                    IntOp::wrapping(BinaryOp::And, lanes[0].bits),
                    a,
                    b,
                )
                .0;
                put(state, dst, value);
            }
            I::EhSjljSetjmp | I::EhSjljLongjmp => {
                let reason = "__builtin_setjmp and __builtin_longjmp are not supported";
                return Err(Stop::Unsupported(reason.to_owned()));
            }
            I::SAddOverflow
            | I::UAddOverflow
            | I::SSubOverflow
            | I::USubOverflow
            | I::SMulOverflow
            | I::UMulOverflow => {
                let count = lanes.len() / 2;
                let half = u32::try_from(count).expect("few lanes");
                for (i, lane) in (0..half).zip(lanes) {
                    let (a, b) = (get(state, args[0].first + i), get(state, args[1].first + i));
                    let (value, overflow) = self.with_overflow(which, lane.bits, a, b);
                    put(state, dst + i, value);
                    put(state, dst + i + half, overflow);
                }
            }
            I::ReduceAdd
            | I::ReduceMul
            | I::ReduceAnd
            | I::ReduceOr
            | I::ReduceXor
            | I::ReduceSMax
            | I::ReduceSMin
            | I::ReduceUMax
            | I::ReduceUMin => {
                let values = get_many(state, args[0].first, args[0].lanes.len());
                let bits = lanes[0].bits;
                let mut sum = values[0];
                for value in &values[1..] {
                    sum = self.reduce(which, bits, sum, *value);
                }
                put(state, dst, sum);
            }
            I::ReduceFAdd | I::ReduceFMul | I::ReduceFMax | I::ReduceFMin => {
                let kind = lanes[0].float.unwrap_or(FloatKind::Double);
                let vector = args.last().expect("a reduction has a vector");
                let mut values = get_many(state, vector.first, vector.lanes.len());
                if matches!(which, I::ReduceFAdd | I::ReduceFMul) {
                    values.insert(0, get(state, args[0].first));
                }
                let mut sum = values[0];
                for value in &values[1..] {
                    sum = match which {
                        I::ReduceFAdd => {
                            floats::binary(&mut self.pool, BinaryOp::FAdd, kind, sum, *value)
                        }
                        I::ReduceFMul => {
                            floats::binary(&mut self.pool, BinaryOp::FMul, kind, sum, *value)
                        }
                        I::ReduceFMax => self.float_extreme(true, kind, sum, *value),
                        _ => self.float_extreme(false, kind, sum, *value),
                    };
                }
                put(state, dst, sum);
            }
            I::Frexp => {
                let kind = lanes[0].float.unwrap_or(FloatKind::Double);
                let value = self.known_float(state, get(state, args[0].first))?;
                let (fraction, exponent) = split_float(kind, value);
                let bits = lanes[1].bits;
                let exponent = Value::from_u128(i128::from(exponent).cast_unsigned(), bits.min(64));
                put_many(state, dst, &[Value::from_u128(fraction, kind.bits()), exponent]);
            }
            _ => {
                for (index, lane) in lanes.iter().enumerate() {
                    let i = u32::try_from(index).expect("few lanes");
                    let mut operands = Vec::with_capacity(args.len());
                    let mut from = Vec::with_capacity(args.len());
                    for arg in args {
                        // A flag or exponent is one scalar for all lanes.
                        let at = if arg.lanes.len() > 1 { i } else { 0 };
                        operands.push(get(state, arg.first + at));
                        from.push(arg.lanes[at as usize]);
                    }
                    if operands.get(1) == Some(&Value::Int(1)) {
                        self.require_result(state, which, operands[0], lane.bits)?;
                    }
                    let value = match from.first().and_then(|lane| lane.float) {
                        Some(kind) => self.float_lane(state, which, kind, *lane, &operands)?,
                        None => self.int_lane(state, which, *lane, &operands, &from)?,
                    };
                    put(state, dst + i, value);
                }
            }
        }
        Ok(())
    }

    /// The smallest number has no absolute value, and zero no first bit that is set.
    fn require_result(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        value: Value,
        bits: u32,
    ) -> Result<(), Stop> {
        let first_bit = |function| {
            let detail = "zero has no bit that is set".to_owned();
            (0, Fault::LibraryMisuse { function, detail })
        };
        let value = state.path.resolve(&mut self.pool, value);
        if bits > 64 || !matches!(value, Value::Int(_) | Value::Term(_)) {
            return Ok(());
        }
        let (excluded, fault) = match which {
            Intrinsic::Abs => {
                (1 << (bits - 1), Fault::SignedOverflow { operation: "negation", bits })
            }
            Intrinsic::Ctlz if !self.is_selected(state) => {
                first_bit(self.library.words().leading_zeros)
            }
            Intrinsic::Cttz if !self.is_selected(state) => {
                first_bit(self.library.words().trailing_zeros)
            }
            _ => return Ok(()),
        };
        let number = terms::term(&mut self.pool, value, bits);
        let excluded = self.pool.bv_u64(bits, excluded);
        let fine = self.pool.ne(number, excluded);
        self.require(state, fine, fault)
    }

    /// Whether the result of the instruction in hand, or what is calculated from it at once, is
    /// only one of two choices: `ffs` is made so.
    fn is_selected(&self, state: &State) -> bool {
        let Some((function, inst)) = state.instruction() else { return false };
        let function = &self.program.functions[function];
        let mut result = function.insts[inst].result.map(Operand::Reg);
        for _ in 0..3 {
            let Some(used) = result else { return false };
            let next = function.insts.iter().find(|inst| {
                let mut uses = false;
                inst.op.for_each_operand(|operand| uses |= *operand == used);
                uses
            });
            result = match next.map(|inst| (&inst.op, inst.result)) {
                Some((margay_ir::Op::Select { .. }, _)) => return true,
                Some((margay_ir::Op::Binary { .. } | margay_ir::Op::Cast { .. }, result)) => {
                    result.map(Operand::Reg)
                }
                _ => return false,
            };
        }
        false
    }

    /// An operation on integers, lane by lane.
    fn int_lane(
        &mut self,
        state: &State,
        which: Intrinsic,
        lane: Lane,
        args: &[Value],
        from: &[Lane],
    ) -> Result<Value, Stop> {
        use Intrinsic as I;
        let bits = lane.bits;
        let choose = |engine: &mut Self, pred| {
            let first = ints::compare(&mut engine.pool, pred, bits, args[0], args[1]);
            engine.select_slow(bits, first, args[0], args[1])
        };
        Ok(match which {
            I::SMax => choose(self, IcmpPred::Sgt),
            I::SMin => choose(self, IcmpPred::Slt),
            I::UMax => choose(self, IcmpPred::Ugt),
            I::UMin => choose(self, IcmpPred::Ult),
            I::UCmp | I::SCmp => {
                let (less, greater) = if which == I::UCmp {
                    (IcmpPred::Ult, IcmpPred::Ugt)
                } else {
                    (IcmpPred::Slt, IcmpPred::Sgt)
                };
                let width = from[0].bits;
                let below = ints::compare(&mut self.pool, less, width, args[0], args[1]);
                let above = ints::compare(&mut self.pool, greater, width, args[0], args[1]);
                if self.truth(state, below)? {
                    Value::Int(mask(bits))
                } else {
                    Value::bool(self.truth(state, above)?)
                }
            }
            I::Abs => {
                let zero = Value::from_u128(0, bits.min(128));
                let negative = ints::compare(&mut self.pool, IcmpPred::Slt, bits, args[0], zero);
                let negated = ints::binary(
                    &mut self.pool,
                    IntOp::wrapping(BinaryOp::Sub, bits),
                    zero,
                    args[0],
                )
                .0;
                self.select_slow(bits, negative, negated, args[0])
            }
            I::SAddSat | I::UAddSat | I::SSubSat | I::USubSat | I::SShlSat | I::UShlSat => {
                let a = self.known_int(state, args[0], bits)?;
                let b = self.known_int(state, args[1], bits)?;
                terms::from_bits(&mut self.pool, &saturating(which, &a, &b))
            }
            I::Fshl | I::Fshr => {
                let amount = self.known_int(state, args[2], bits)?;
                let width = BitVec::from_u64(bits.max(32), u64::from(bits));
                let amount = amount.zext(bits.max(32)).urem(&width);
                let amount = u32::try_from(amount.to_u64().unwrap_or(0)).unwrap_or(0);
                let first = if which == I::Fshl { bits - amount } else { amount };
                let cuts = match first {
                    0 => vec![bits, bits],
                    _ => vec![first, bits, bits - first],
                };
                let both = [args[1], args[0]];
                let parts =
                    terms::recut(&mut self.pool, &both, &[bits, bits], &without_empty(&cuts));
                parts[usize::from(first != 0)]
            }
            I::Bswap => {
                let len = (bits / 8) as usize;
                let mut bytes: Vec<Value> =
                    (0..len).map(|i| terms::byte_of(&mut self.pool, args[0], i, len)).collect();
                bytes.reverse();
                terms::join_bytes(&mut self.pool, &bytes)
            }
            I::Ctlz | I::Cttz | I::Ctpop
                if let Value::Term(term) = state.path.resolve(&mut self.pool, args[0]) =>
            {
                let count = count_bits(&mut self.pool, which, term);
                terms::as_known(&self.pool, count)
            }
            I::Ctlz | I::Cttz | I::Ctpop | I::Bitreverse => {
                let value = self.known_int(state, args[0], bits)?;
                let result = match which {
                    I::Ctlz => BitVec::from_u64(bits, u64::from(value.clz())),
                    I::Cttz => BitVec::from_u64(bits, u64::from(value.ctz())),
                    I::Ctpop => BitVec::from_u64(bits, u64::from(value.popcount())),
                    _ => reversed(&value),
                };
                terms::from_bits(&mut self.pool, &result)
            }
            _ => {
                return Err(unsupported(which));
            }
        })
    }

    fn with_overflow(&mut self, which: Intrinsic, bits: u32, a: Value, b: Value) -> (Value, Value) {
        use Intrinsic as I;
        let is_signed = matches!(which, I::SAddOverflow | I::SSubOverflow | I::SMulOverflow);
        let op = match which {
            I::SAddOverflow | I::UAddOverflow => BinaryOp::Add,
            I::SSubOverflow | I::USubOverflow => BinaryOp::Sub,
            _ => BinaryOp::Mul,
        };
        if a == Value::Undef || b == Value::Undef {
            return (Value::Undef, Value::Undef);
        }
        let known =
            (terms::known_bits(&self.pool, a, bits), terms::known_bits(&self.pool, b, bits));
        if let (Some(x), Some(y)) = known {
            let (kept, overflow) = known_overflow(op, is_signed, &x, &y);
            return (terms::from_bits(&mut self.pool, &kept), Value::bool(overflow));
        }
        // The exact result has twice the width; it overflows if the low half does not say it all.
        let wide = bits * 2;
        let widen = |engine: &mut Self, value| {
            if is_signed {
                ints::sign_extend(&mut engine.pool, value, bits, wide)
            } else {
                terms::resize(&mut engine.pool, value, bits, wide)
            }
        };
        let (x, y) = (widen(self, a), widen(self, b));
        let exact = ints::binary(&mut self.pool, IntOp::wrapping(op, wide), x, y).0;
        let kept = terms::resize(&mut self.pool, exact, wide, bits);
        let back = widen(self, kept);
        let overflow = ints::compare(&mut self.pool, IcmpPred::Ne, wide, exact, back);
        (kept, overflow)
    }

    fn reduce(&mut self, which: Intrinsic, bits: u32, a: Value, b: Value) -> Value {
        use Intrinsic as I;
        let op = match which {
            I::ReduceAdd => BinaryOp::Add,
            I::ReduceMul => BinaryOp::Mul,
            I::ReduceAnd => BinaryOp::And,
            I::ReduceOr => BinaryOp::Or,
            I::ReduceXor => BinaryOp::Xor,
            _ => {
                let pred = match which {
                    I::ReduceSMax => IcmpPred::Sgt,
                    I::ReduceSMin => IcmpPred::Slt,
                    I::ReduceUMax => IcmpPred::Ugt,
                    _ => IcmpPred::Ult,
                };
                let first = ints::compare(&mut self.pool, pred, bits, a, b);
                return self.select_slow(bits, first, a, b);
            }
        };
        ints::binary(&mut self.pool, IntOp::wrapping(op, bits), a, b).0
    }

    /// The larger or smaller of two floats; a NaN gives way to a number.
    fn float_extreme(&mut self, larger: bool, kind: FloatKind, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (a.as_u128(), b.as_u128()) {
            let k = smt_kind(kind);
            let result = if larger { float::max(k, x, y) } else { float::min(k, x, y) };
            return Value::from_u128(result, kind.bits());
        }
        let pred = if larger { FcmpPred::Ogt } else { FcmpPred::Olt };
        let first = floats::compare(&mut self.pool, pred, kind, a, b);
        self.select_slow(kind.bits(), first, a, b)
    }

    fn known_int(&mut self, state: &State, value: Value, bits: u32) -> Result<BitVec, Stop> {
        let value = state.path.resolve(&mut self.pool, value);
        match terms::known_bits(&self.pool, value, bits) {
            Some(known) => Ok(known),
            None => match value {
                Value::Term(term) => Err(Stop::Need(crate::state::stop::Need::Value(term))),
                _ => Ok(BitVec::from_u64(bits.min(64), self.known(state, value)?).zext(bits)),
            },
        }
    }

    fn known_float(&mut self, state: &State, value: Value) -> Result<u128, Stop> {
        let value = state.path.resolve(&mut self.pool, value);
        match value {
            Value::Term(term) => match terms::as_known(&self.pool, term).as_u128() {
                Some(known) => Ok(known),
                None => Err(Stop::Need(crate::state::stop::Need::Value(term))),
            },
            _ => match value.as_u128() {
                Some(known) => Ok(known),
                None => self.known(state, value).map(u128::from),
            },
        }
    }

    /// An operation on floats, lane by lane.
    fn float_lane(
        &mut self,
        state: &State,
        which: Intrinsic,
        kind: FloatKind,
        to: Lane,
        args: &[Value],
    ) -> Result<Value, Stop> {
        use Intrinsic as I;
        let k = smt_kind(kind);
        match which {
            I::MaxNum => return Ok(self.float_extreme(true, kind, args[0], args[1])),
            I::MinNum => return Ok(self.float_extreme(false, kind, args[0], args[1])),
            I::Maximum | I::Minimum => {
                let (x, y) = (self.known_float(state, args[0])?, self.known_float(state, args[1])?);
                let result = extreme(k, which == I::Maximum, x, y);
                return Ok(Value::from_u128(result, to.bits));
            }
            _ => {}
        }
        let value = state.path.resolve(&mut self.pool, args[0]);
        if let (I::Fabs, Value::Term(bits)) = (which, value) {
            let number = self.pool.fp_from_bits(k, bits);
            let number = self.pool.fp_abs(number);
            return Ok(Value::Term(self.pool.fp_to_bits(number)));
        }
        let x = self.known_float(state, args[0])?;
        let round = |mode| float::round_to_integral(k, mode, x);
        let to_int = |mode| {
            let whole = float::round_to_integral(k, mode, x);
            float_int::to_signed(k, whole, to.bits).unwrap_or_else(|| BitVec::signed_min(to.bits))
        };
        let result = match which {
            I::Fabs => float::abs(k, x),
            I::Sqrt => float::sqrt(k, x),
            I::Fma | I::FmulAdd => {
                let (y, z) = (self.known_float(state, args[1])?, self.known_float(state, args[2])?);
                if which == I::Fma {
                    float::fma(k, x, y, z)
                } else {
                    // Unoptimised code for x86-64 without FMA rounds twice.
                    float::add(k, float::mul(k, x, y), z)
                }
            }
            I::Copysign => {
                let y = self.known_float(state, args[1])?;
                float::abs(k, x) | (y & k.sign_mask())
            }
            I::Canonicalize => x,
            I::Floor => round(RoundingMode::TowardNegative),
            I::Ceil => round(RoundingMode::TowardPositive),
            I::TruncFp => round(RoundingMode::TowardZero),
            I::Round => round(RoundingMode::NearestAway),
            I::Rint | I::NearbyInt | I::RoundEven => round(RoundingMode::NearestEven),
            I::LRint | I::LLRint => {
                let whole = to_int(RoundingMode::NearestEven);
                return Ok(terms::from_bits(&mut self.pool, &whole));
            }
            I::LRound | I::LLRound => {
                let whole = to_int(RoundingMode::NearestAway);
                return Ok(terms::from_bits(&mut self.pool, &whole));
            }
            I::FpToSiSat | I::FpToUiSat => {
                let signed = which == I::FpToSiSat;
                let value = saturated_int(k, x, signed, to.bits);
                return Ok(terms::from_bits(&mut self.pool, &value));
            }
            I::IsFpClass => {
                let wanted = self.known(state, args[1])?;
                return Ok(Value::bool(fp_class(kind, x) & wanted != 0));
            }
            _ => return Err(unsupported(which)),
        };
        Ok(Value::from_u128(result, to.bits))
    }
}

/// The low half of an exact result, and whether it does not say it all.
fn known_overflow(op: BinaryOp, is_signed: bool, a: &BitVec, b: &BitVec) -> (BitVec, bool) {
    let bits = a.width();
    let widen = |value: &BitVec| {
        if is_signed { value.sext(bits * 2) } else { value.zext(bits * 2) }
    };
    let (x, y) = (widen(a), widen(b));
    let exact = match op {
        BinaryOp::Add => x.add(&y),
        BinaryOp::Sub => x.sub(&y),
        _ => x.mul(&y),
    };
    let kept = exact.trunc(bits);
    let overflow = widen(&kept) != exact;
    (kept, overflow)
}

fn unsupported(which: Intrinsic) -> Stop {
    Stop::Unsupported(format!("the builtin `{}` is not supported here", which.name()))
}

/// A cut at the very end leaves an empty part, which is none.
fn without_empty(widths: &[u32]) -> Vec<u32> {
    widths.iter().copied().filter(|width| *width > 0).collect()
}

fn reversed(value: &BitVec) -> BitVec {
    let width = value.width();
    let mut out = BitVec::zero(width);
    for bit in 0..width {
        if value.bit(bit) {
            out = out.or(&BitVec::power_of_two(width, width - 1 - bit));
        }
    }
    out
}

fn saturating(which: Intrinsic, a: &BitVec, b: &BitVec) -> BitVec {
    use Intrinsic as I;
    let bits = a.width();
    let is_signed = matches!(which, I::SAddSat | I::SSubSat | I::SShlSat);
    let wide = bits * 2 + 1;
    let widen = |value: &BitVec| if is_signed { value.sext(wide) } else { value.zext(wide) };
    let exact = match which {
        I::SAddSat | I::UAddSat => widen(a).add(&widen(b)),
        I::SSubSat | I::USubSat => widen(a).sub(&widen(b)),
        _ => {
            let amount = u32::try_from(b.to_u64().unwrap_or(0)).unwrap_or(0).min(bits);
            widen(a).shl_by(amount)
        }
    };
    let (low, high) = if is_signed {
        (BitVec::signed_min(bits).sext(wide), BitVec::signed_max(bits).sext(wide))
    } else {
        (BitVec::zero(wide), BitVec::ones(bits).zext(wide))
    };
    let clamped = if exact.slt(&low) {
        low
    } else if high.slt(&exact) {
        high
    } else {
        exact
    };
    clamped.trunc(bits)
}

fn saturated_int(kind: margay_smt::FloatKind, value: u128, is_signed: bool, bits: u32) -> BitVec {
    let exact = if is_signed {
        float_int::to_signed(kind, value, bits)
    } else {
        float_int::to_unsigned(kind, value, bits)
    };
    exact.unwrap_or_else(|| {
        let negative = float::is_negative(kind, value);
        match (float::is_nan(kind, value), is_signed, negative) {
            (true, ..) | (false, false, true) => BitVec::zero(bits),
            (false, true, true) => BitVec::signed_min(bits),
            (false, true, false) => BitVec::signed_max(bits),
            (false, false, false) => BitVec::ones(bits),
        }
    })
}

/// The bit of `llvm.is.fpclass` that a float has.
fn fp_class(kind: FloatKind, value: u128) -> u64 {
    let k = smt_kind(kind);
    let negative = float::is_negative(k, value);
    let (if_negative, if_positive) = if float::is_nan(k, value) {
        // Quiet NaNs have the top bit of the fraction set.
        let quiet = value & quiet_bit(kind) != 0;
        return if quiet { 2 } else { 1 };
    } else if float::is_infinite(k, value) {
        (1 << 2, 1 << 9)
    } else if float::is_zero(k, value) {
        (1 << 5, 1 << 6)
    } else if is_subnormal(kind, value) {
        (1 << 4, 1 << 7)
    } else {
        (1 << 3, 1 << 8)
    };
    if negative { if_negative } else { if_positive }
}

/// The larger or smaller of two floats where a NaN prevails and -0 is below +0.
fn extreme(kind: margay_smt::FloatKind, larger: bool, a: u128, b: u128) -> u128 {
    if float::is_nan(kind, a) {
        return a;
    }
    let first = match float::compare(kind, a, b) {
        None => false,
        Some(std::cmp::Ordering::Equal) => float::is_negative(kind, a) != larger,
        Some(order) => (order == std::cmp::Ordering::Greater) == larger,
    };
    if first { a } else { b }
}

/// Bits of the fraction that are stored, the leading one of x87 included.
fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Single => 23,
        FloatKind::Double => 52,
        FloatKind::X87 => 64,
        FloatKind::Quad | FloatKind::PpcDouble => 112,
    }
}

fn quiet_bit(kind: FloatKind) -> u128 {
    let below = if kind == FloatKind::X87 { 2 } else { 1 };
    1 << (fraction_bits(kind) - below)
}

fn is_subnormal(kind: FloatKind, value: u128) -> bool {
    let exponent = (value & !smt_kind(kind).sign_mask()) >> fraction_bits(kind);
    exponent == 0
}

fn one(kind: margay_smt::FloatKind) -> u128 {
    float_int::from_unsigned(kind, &BitVec::from_u64(8, 1))
}

/// A float as a fraction in [0.5, 1) and a power of two.
fn split_float(kind: FloatKind, value: u128) -> (u128, i32) {
    let k = smt_kind(kind);
    if float::is_nan(k, value) || float::is_infinite(k, value) || float::is_zero(k, value) {
        return (value, 0);
    }
    let two = float_int::from_unsigned(k, &BitVec::from_u64(8, 2));
    let half = float::div(k, one(k), two);
    let (mut fraction, mut exponent) = (value, 0);
    let size = |fraction| float::abs(k, fraction);
    while float::compare(k, size(fraction), one(k)) != Some(std::cmp::Ordering::Less) {
        fraction = float::mul(k, fraction, half);
        exponent += 1;
    }
    while float::compare(k, size(fraction), half) == Some(std::cmp::Ordering::Less) {
        fraction = float::mul(k, fraction, two);
        exponent -= 1;
    }
    (fraction, exponent)
}

/// How many bits of a number are set, or stand before its first set one from either end.
fn count_bits(pool: &mut TermPool, which: Intrinsic, number: Bv) -> Bv {
    let bits = pool.width(number);
    let one = pool.bv_u64(1, 1);
    let mut count = match which {
        Intrinsic::Ctpop => pool.bv_u64(bits, 0),
        _ => pool.bv_u64(bits, u64::from(bits)),
    };
    for index in 0..bits {
        // The one that decides is examined last.
        let at = if which == Intrinsic::Cttz { bits - 1 - index } else { index };
        let bit = pool.bv_extract(at, at, number);
        if which == Intrinsic::Ctpop {
            let bit = pool.bv_zext(bit, bits);
            count = pool.bv_add(count, bit);
        } else {
            let set = pool.eq(bit, one);
            let here = pool.bv_u64(bits, u64::from(bits - 1 - index));
            count = pool.ite(set, here, count);
        }
    }
    count
}
