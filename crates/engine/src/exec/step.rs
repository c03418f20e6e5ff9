//! The loop of the interpreter: runs the frame on top, one operation after the other.
//!
//! It handles known values of at most 64 bits itself and allocates nothing for them. What it hands on is not
//! inlined, since that would take the registers it needs.

use super::Next;
use super::unsettled::is_absolute;
use crate::arith::floats;
use crate::arith::ints::{self, IntOp};
use crate::code::{Code, FloatOp, NSW, Op};
use crate::engine::{Engine, Pause};
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::state::State;
use crate::state::stop::Stop;
use crate::value::terms;
use crate::value::{Value, mask, signed};
use margay_ir::{ArithFlags, BinaryOp, IcmpPred};
use std::rc::Rc;

impl Engine<'_> {
    /// Runs the frame on top until it calls, returns or stops.
    pub(super) fn run_frame(&mut self, state: &mut State, limit: u64) -> Next {
        let State { frames, memory, steps, stack, path, .. } = state;
        let frame = Rc::make_mut(frames.last_mut().expect("a frame to run"));
        let code: Rc<Code> = frame.code.clone();
        let ops = code.ops.as_slice();
        let regs = frame.regs.as_mut_slice();
        let pointer_bits = self.program.layout.pointer_bytes * 8;
        // There a pointer that is stored may change what another one leads to.
        let may_alias = state.entry.has_unknown_callers();
        let joins = state.joining.merges || state.joining.looks > 0;
        let (watched, explores) = (memory.is_watched(), memory.explores);
        let pointer_mask = mask(pointer_bits);
        let mut pc = frame.pc;
        let mut count = *steps;

        // What the loop cannot do itself: the state is made whole, and the rest of the
        // engine sees it as it stands before the operation.
        macro_rules! leave {
            () => {
                frame.pc = pc;
                *steps = count;
            };
        }
        macro_rules! stop {
            ($stop:expr) => {{
                let stop: Stop = $stop;
                leave!();
                return match stop {
                    Stop::Fault(fault) => self.fault(state, fault),
                    other => self.stopped(state, other),
                };
            }};
        }
        // An operation that has a result for all values; `$fault` may be noted.
        macro_rules! finish {
            ($dst:expr, $outcome:expr) => {{
                let (value, fault): (Value, Option<Fault>) = $outcome;
                if let Some(fault) = fault {
                    if !fault.can_continue() {
                        stop!(Stop::Fault(fault));
                    }
                    regs[$dst as usize] = value;
                    leave!();
                    self.note(state, fault);
                    return self.advance(state);
                }
                regs[$dst as usize] = value;
                pc += 1;
            }};
        }
        macro_rules! int {
            ($op:expr, $flags:expr, $bits:expr, $dst:expr, $a:expr, $b:expr) => {{
                let flags = ArithFlags { nsw: $flags & NSW != 0, nuw: false, exact: false };
                let (x, y) = (regs[$a as usize], regs[$b as usize]);
                if matches!(x, Value::Term(_)) || matches!(y, Value::Term(_)) {
                    leave!();
                    let operation = IntOp { op: $op, flags, bits: u32::from($bits) };
                    return self.int_symbolic(state, operation, $dst, x, y);
                }
                finish!($dst, {
                    let operation = IntOp { op: $op, flags, bits: u32::from($bits) };
                    ints::binary(&mut self.pool, operation, x, y)
                })
            }};
        }
        macro_rules! compare {
            ($pred:expr, $bits:expr, $dst:expr, $a:expr, $b:expr, $known:expr) => {{
                // In place: a number that was just written is there at once, a whole value is not.
                let (x, y) = (&regs[$a as usize], &regs[$b as usize]);
                regs[$dst as usize] = match (x, y) {
                    (&Value::Int(x), &Value::Int(y)) => Value::bool($known(x, y)),
                    _ => ints::compare(&mut self.pool, $pred, u32::from($bits), *x, *y),
                };
                pc += 1;
            }};
        }
        macro_rules! branch {
            ($pred:expr, $bits:expr, $a:expr, $b:expr, $then:expr, $other:expr, $known:expr) => {{
                let (x, y) = (&regs[$a as usize], &regs[$b as usize]);
                let taken = match (x, y) {
                    (&Value::Int(x), &Value::Int(y)) => $known(x, y),
                    _ => {
                        let bit = ints::compare(&mut self.pool, $pred, u32::from($bits), *x, *y);
                        match bit {
                            Value::Int(bit) => bit & 1 == 1,
                            bit => {
                                leave!();
                                return self.branch_unknown(state, bit, $then.get(), $other.get());
                            }
                        }
                    }
                };
                pc = if taken { $then.get() as usize } else { $other.get() as usize };
            }};
        }
        // A load: what does not work at once is explained, or done, the long way.
        macro_rules! load {
            ($number:expr, $len:expr, $dst:expr, $address:expr) => {{
                let address: Value = $address;
                if !watched && let Value::Int(address) = address {
                    let loaded = match $number {
                        true => memory.load_number(&mut self.pool, address, u32::from($len)),
                        false => memory.load(&mut self.pool, address, u32::from($len)).ok(),
                    };
                    // A term that is a pointer may be one over addresses that were numbers before.
                    let is_open = !$number && explores && matches!(loaded, Some(Value::Term(_)));
                    if let Some(value) = loaded.filter(|_| !is_open) {
                        regs[$dst as usize] = value;
                        pc += 1;
                        continue;
                    }
                }
                leave!();
                return self.load_slow(state, $number, u32::from($len), $dst, address);
            }};
        }
        macro_rules! address {
            ($value:expr) => {
                match path.resolve(&mut self.pool, $value) {
                    Value::Int(address) => address,
                    other => {
                        leave!();
                        return self.need_value(state, other);
                    }
                }
            };
        }

        loop {
            if count >= limit {
                leave!();
                return Next::Pause(Pause::Budget);
            }
            count += 1;
            match ops[pc] {
                Op::Move { dst, src } => {
                    regs[dst as usize] = regs[src as usize];
                    pc += 1;
                }
                Op::Undefine { dst } => {
                    regs[dst as usize] = Value::Undef;
                    pc += 1;
                }
                Op::Add { bits, flags, dst, a, b } => {
                    if let (&Value::Int(x), &Value::Int(y)) = (&regs[a as usize], &regs[b as usize])
                    {
                        let sum = x.wrapping_add(y) & mask(u32::from(bits));
                        // If both operands differ in sign from the sum, it overflowed.
                        let fits = || signed((x ^ sum) & (y ^ sum), u32::from(bits)) >= 0;
                        if flags & NSW == 0 || fits() {
                            regs[dst as usize] = Value::Int(sum);
                            pc += 1;
                            continue;
                        }
                    }
                    int!(BinaryOp::Add, flags, bits, dst, a, b);
                }
                Op::Sub { bits, flags, dst, a, b } => {
                    if let (&Value::Int(x), &Value::Int(y)) = (&regs[a as usize], &regs[b as usize])
                    {
                        let difference = x.wrapping_sub(y) & mask(u32::from(bits));
                        let fits = || signed((x ^ y) & (x ^ difference), u32::from(bits)) >= 0;
                        if flags & NSW == 0 || fits() {
                            regs[dst as usize] = Value::Int(difference);
                            pc += 1;
                            continue;
                        }
                    }
                    int!(BinaryOp::Sub, flags, bits, dst, a, b);
                }
                Op::Mul { bits, flags, dst, a, b } => {
                    if let (&Value::Int(x), &Value::Int(y)) = (&regs[a as usize], &regs[b as usize])
                    {
                        let width = u32::from(bits);
                        let product = x.wrapping_mul(y) & mask(width);
                        let fits = flags & NSW == 0 || {
                            let exact = signed(x, width).checked_mul(signed(y, width));
                            exact == Some(signed(product, width))
                        };
                        if fits {
                            regs[dst as usize] = Value::Int(product);
                            pc += 1;
                            continue;
                        }
                    }
                    int!(BinaryOp::Mul, flags, bits, dst, a, b);
                }
                Op::UDiv { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if y != 0 => {
                        regs[dst as usize] = Value::Int(x / y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::UDiv, 0, bits, dst, a, b),
                },
                Op::URem { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if y != 0 => {
                        regs[dst as usize] = Value::Int(x % y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::URem, 0, bits, dst, a, b),
                },
                Op::SDiv { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    // -1 may overflow, 0 is a fault: both go the long way.
                    (Value::Int(x), Value::Int(y)) if signed(y, u32::from(bits)) > 0 => {
                        let width = u32::from(bits);
                        let quotient = signed(x, width) / signed(y, width);
                        regs[dst as usize] = Value::Int(quotient.cast_unsigned() & mask(width));
                        pc += 1;
                    }
                    _ => int!(BinaryOp::SDiv, 0, bits, dst, a, b),
                },
                Op::SRem { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if signed(y, u32::from(bits)) > 0 => {
                        let width = u32::from(bits);
                        let rest = signed(x, width) % signed(y, width);
                        regs[dst as usize] = Value::Int(rest.cast_unsigned() & mask(width));
                        pc += 1;
                    }
                    _ => int!(BinaryOp::SRem, 0, bits, dst, a, b),
                },
                Op::Shl { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if y < u64::from(bits) => {
                        regs[dst as usize] = Value::Int(x << y & mask(u32::from(bits)));
                        pc += 1;
                    }
                    _ => int!(BinaryOp::Shl, 0, bits, dst, a, b),
                },
                Op::LShr { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if y < u64::from(bits) => {
                        regs[dst as usize] = Value::Int(x >> y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::LShr, 0, bits, dst, a, b),
                },
                Op::AShr { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) if y < u64::from(bits) => {
                        let width = u32::from(bits);
                        let shifted = (signed(x, width) >> y).cast_unsigned();
                        regs[dst as usize] = Value::Int(shifted & mask(width));
                        pc += 1;
                    }
                    _ => int!(BinaryOp::AShr, 0, bits, dst, a, b),
                },
                Op::And { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) => {
                        regs[dst as usize] = Value::Int(x & y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::And, 0, bits, dst, a, b),
                },
                Op::Or { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) => {
                        regs[dst as usize] = Value::Int(x | y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::Or, 0, bits, dst, a, b),
                },
                Op::Xor { bits, dst, a, b } => match (regs[a as usize], regs[b as usize]) {
                    (Value::Int(x), Value::Int(y)) => {
                        regs[dst as usize] = Value::Int(x ^ y);
                        pc += 1;
                    }
                    _ => int!(BinaryOp::Xor, 0, bits, dst, a, b),
                },
                Op::Eq { bits, dst, a, b } => {
                    compare!(IcmpPred::Eq, bits, dst, a, b, |x, y| x == y)
                }
                Op::Ne { bits, dst, a, b } => {
                    compare!(IcmpPred::Ne, bits, dst, a, b, |x, y| x != y)
                }
                Op::Ult { bits, dst, a, b } => {
                    compare!(IcmpPred::Ult, bits, dst, a, b, |x, y| x < y)
                }
                Op::Ule { bits, dst, a, b } => {
                    compare!(IcmpPred::Ule, bits, dst, a, b, |x, y| x <= y)
                }
                Op::Slt { bits, dst, a, b } => {
                    let w = u32::from(bits);
                    compare!(IcmpPred::Slt, bits, dst, a, b, |x, y| signed(x, w) < signed(y, w))
                }
                Op::Sle { bits, dst, a, b } => {
                    let w = u32::from(bits);
                    compare!(IcmpPred::Sle, bits, dst, a, b, |x, y| signed(x, w) <= signed(y, w))
                }
                Op::Trunc { from, to, dst, src } => {
                    let value = regs[src as usize];
                    regs[dst as usize] = match value {
                        Value::Int(x) => Value::Int(x & mask(u32::from(to))),
                        _ => terms::resize(&mut self.pool, value, u32::from(from), u32::from(to)),
                    };
                    pc += 1;
                }
                Op::ZExt { from, to, dst, src } => {
                    let value = regs[src as usize];
                    regs[dst as usize] = match value {
                        Value::Int(_) => value,
                        _ => terms::resize(&mut self.pool, value, u32::from(from), u32::from(to)),
                    };
                    pc += 1;
                }
                Op::SExt { from, to, dst, src } => {
                    let value = regs[src as usize];
                    let (from, to) = (u32::from(from), u32::from(to));
                    regs[dst as usize] = match value {
                        Value::Int(x) => Value::Int(signed(x, from).cast_unsigned() & mask(to)),
                        _ => ints::sign_extend(&mut self.pool, value, from, to),
                    };
                    pc += 1;
                }
                Op::F64 { op, dst, a, b } => {
                    let (x, y) = (regs[a as usize], regs[b as usize]);
                    regs[dst as usize] = match (x, y) {
                        (Value::Int(x), Value::Int(y)) => {
                            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
                            let result = match op {
                                FloatOp::Add => x + y,
                                FloatOp::Sub => x - y,
                                FloatOp::Mul => x * y,
                                FloatOp::Div => {
                                    frame.divided_by_zero = y == 0.0;
                                    x / y
                                }
                            };
                            Value::Int(result.to_bits())
                        }
                        _ => self.float_slow(op, margay_ir::FloatKind::Double, x, y),
                    };
                    pc += 1;
                }
                Op::F32 { op, dst, a, b } => {
                    let (x, y) = (regs[a as usize], regs[b as usize]);
                    regs[dst as usize] = match (x, y) {
                        (Value::Int(x), Value::Int(y)) => {
                            let (x, y) = (single(x), single(y));
                            let result = match op {
                                FloatOp::Add => x + y,
                                FloatOp::Sub => x - y,
                                FloatOp::Mul => x * y,
                                FloatOp::Div => {
                                    frame.divided_by_zero = y == 0.0;
                                    x / y
                                }
                            };
                            Value::Int(u64::from(result.to_bits()))
                        }
                        _ => self.float_slow(op, margay_ir::FloatKind::Single, x, y),
                    };
                    pc += 1;
                }
                Op::CmpF64 { pred, dst, a, b } => {
                    let (x, y) = (regs[a as usize], regs[b as usize]);
                    regs[dst as usize] = match (x, y) {
                        (Value::Int(x), Value::Int(y)) => {
                            let order = f64::from_bits(x).partial_cmp(&f64::from_bits(y));
                            Value::bool(floats::satisfies(pred, order))
                        }
                        _ => floats::compare(
                            &mut self.pool,
                            pred,
                            margay_ir::FloatKind::Double,
                            x,
                            y,
                        ),
                    };
                    pc += 1;
                }
                Op::CmpF32 { pred, dst, a, b } => {
                    let (x, y) = (regs[a as usize], regs[b as usize]);
                    regs[dst as usize] = match (x, y) {
                        (Value::Int(x), Value::Int(y)) => {
                            let order = single(x).partial_cmp(&single(y));
                            Value::bool(floats::satisfies(pred, order))
                        }
                        _ => floats::compare(
                            &mut self.pool,
                            pred,
                            margay_ir::FloatKind::Single,
                            x,
                            y,
                        ),
                    };
                    pc += 1;
                }
                Op::Select { bits, dst, cond, then, other } => {
                    let (then, other) = (regs[then as usize], regs[other as usize]);
                    if let Value::Term(bit) = regs[cond as usize]
                        && is_absolute(&mut self.pool, then, other)
                    {
                        leave!();
                        return self.select_side(state, bit, dst, then, other);
                    }
                    regs[dst as usize] = match regs[cond as usize] {
                        Value::Int(cond) => {
                            if cond & 1 == 1 {
                                then
                            } else {
                                other
                            }
                        }
                        cond => self.select_slow(bits, cond, then, other),
                    };
                    pc += 1;
                }
                Op::Load { number, len, dst, ptr } => load!(number, len, dst, regs[ptr as usize]),
                Op::LoadOffset { number, len, dst, base, offset } => {
                    let offset = i64::from(offset).cast_unsigned();
                    let address = match regs[base as usize] {
                        Value::Int(base) => Value::Int(base.wrapping_add(offset) & pointer_mask),
                        base => self.offset_slow(pointer_bits, base, offset),
                    };
                    load!(number, len, dst, address);
                }
                Op::LoadIndex { number, bits, len, scale, dst, base, index } => {
                    let address = match (regs[base as usize], regs[index as usize]) {
                        (Value::Int(base), Value::Int(index)) => {
                            let index = signed(index, u32::from(bits)).cast_unsigned();
                            let step = index.wrapping_mul(u64::from(scale));
                            Value::Int(base.wrapping_add(step) & pointer_mask)
                        }
                        (base, index) => {
                            let (bits, scale) = (u32::from(bits), u64::from(scale));
                            self.index_slow(pointer_bits, bits, scale, base, index)
                        }
                    };
                    load!(number, len, dst, address);
                }
                Op::PtrToInt { to, dst, src } => {
                    let pointer = regs[src as usize];
                    if pointer == Value::ZERO {
                        regs[dst as usize] = pointer;
                        pc += 1;
                        continue;
                    }
                    leave!();
                    return self.pointer_to_number(state, dst, pointer, u32::from(to));
                }
                Op::IntToPtr { from, dst, src } => {
                    let number = regs[src as usize];
                    if let Value::Int(address) = number {
                        regs[dst as usize] = Value::Int(address & pointer_mask);
                        pc += 1;
                        continue;
                    }
                    leave!();
                    return self.number_to_pointer(state, dst, number, u32::from(from));
                }
                Op::PtrCmp { pred, dst, a, b } => {
                    let (a, b) = (regs[a as usize], regs[b as usize]);
                    if let (Value::Int(x), Value::Int(y)) = (a, b)
                        && (x == y || x == 0 || y == 0 || memory.space().are_near(x, y))
                    {
                        let result = compare_addresses(pred, pointer_bits, x, y);
                        regs[dst as usize] = Value::bool(result);
                        // A step with the branch after it, as for numbers.
                        count -= 1;
                        pc += 1;
                        continue;
                    }
                    leave!();
                    return self.compare_pointers(state, pred, dst, a, b);
                }
                Op::PtrSub { bits, dst, a, b } => {
                    let (x, y) = (regs[a as usize], regs[b as usize]);
                    if let (Value::Int(x), Value::Int(y)) = (x, y)
                        && (x == y || memory.space().are_near(x, y))
                    {
                        let difference = x.wrapping_sub(y) & mask(u32::from(bits));
                        regs[dst as usize] = Value::Int(difference);
                        pc += 1;
                        continue;
                    }
                    leave!();
                    return self.subtract_pointers(state, dst, x, y, u32::from(bits));
                }
                Op::Store { len, src, ptr } => {
                    let (address, value) = (regs[ptr as usize], regs[src as usize]);
                    if !watched
                        && let Value::Int(address) = address
                        && !(may_alias && len == 8)
                        && memory.store(&mut self.pool, address, u32::from(len), value).is_ok()
                    {
                        pc += 1;
                        continue;
                    }
                    leave!();
                    return self.store_slow(state, u32::from(len), address, value);
                }
                Op::Offset { dst, base, offset } => {
                    let base = regs[base as usize];
                    regs[dst as usize] = match base {
                        Value::Int(base) => {
                            Value::Int(base.wrapping_add(offset.cast_unsigned()) & pointer_mask)
                        }
                        _ => self.offset_slow(pointer_bits, base, offset.cast_unsigned()),
                    };
                    pc += 1;
                }
                Op::Index { bits, dst, base, index, scale } => {
                    let (base, index) = (regs[base as usize], regs[index as usize]);
                    let bits = u32::from(bits);
                    regs[dst as usize] = match (base, index) {
                        (Value::Int(base), Value::Int(index)) => {
                            let step =
                                signed(index, bits).cast_unsigned().wrapping_mul(u64::from(scale));
                            Value::Int(base.wrapping_add(step) & pointer_mask)
                        }
                        _ => self.index_slow(pointer_bits, bits, u64::from(scale), base, index),
                    };
                    pc += 1;
                }
                Op::Alloca { site } => {
                    let site = &code.allocas[site as usize];
                    let count = address!(regs[site.count as usize]);
                    let span = site.span;
                    let size = site.elem_size.checked_mul(count);
                    let room = self.options.stack - *stack;
                    let made = size.filter(|size| *size <= room).and_then(|size| {
                        memory.allocate(ObjectKind::Stack, size, site.align, span)
                    });
                    match made {
                        Some(base) => {
                            let taken = size.unwrap_or(0);
                            frame.stack += taken;
                            *stack += taken;
                            frame.locals.push(base);
                            regs[site.dst as usize] = Value::Int(base);
                        }
                        None => {
                            leave!();
                            let fault = Fault::StackOverflow { depth: state.frames.len() };
                            return self.fault(state, fault);
                        }
                    }
                    pc += 1;
                }
                Op::Jump { ref to } => pc = to.get() as usize,
                Op::Cross { block, ref to } => {
                    if !code.edges && frame.loops.pass(block) {
                        pc = to.get() as usize;
                        continue;
                    }
                    leave!();
                    return match (self.hooks.execution.at_loop_edge)(self, state) {
                        Ok(()) => Next::Frame,
                        Err(stop) => self.stopped(state, stop),
                    };
                }
                Op::Sides { cond } => {
                    leave!();
                    return self.settle_sides(state, cond);
                }
                Op::Join => {
                    pc += 1;
                    if joins {
                        leave!();
                        return Next::Pause(Pause::Joined);
                    }
                }
                Op::Reach { .. } => {
                    // Passed once by an engine: a state makes as many steps in any.
                    count -= 1;
                    leave!();
                    return self.mark(state);
                }
                Op::Branch { cond, ref then, ref other } => match regs[cond as usize] {
                    Value::Int(cond) => {
                        pc = if cond & 1 == 1 { then.get() as usize } else { other.get() as usize }
                    }
                    bit => {
                        leave!();
                        return self.branch_unknown(state, bit, then.get(), other.get());
                    }
                },
                Op::BranchEq { bits, a, b, ref then, ref other } => {
                    branch!(IcmpPred::Eq, bits, a, b, then, other, |x, y| x == y)
                }
                Op::BranchUlt { bits, a, b, ref then, ref other } => {
                    branch!(IcmpPred::Ult, bits, a, b, then, other, |x, y| x < y)
                }
                Op::BranchUle { bits, a, b, ref then, ref other } => {
                    branch!(IcmpPred::Ule, bits, a, b, then, other, |x, y| x <= y)
                }
                Op::BranchSlt { bits, a, b, ref then, ref other } => {
                    let w = u32::from(bits);
                    branch!(IcmpPred::Slt, bits, a, b, then, other, |x, y| signed(x, w)
                        < signed(y, w))
                }
                Op::BranchSle { bits, a, b, ref then, ref other } => {
                    let w = u32::from(bits);
                    branch!(IcmpPred::Sle, bits, a, b, then, other, |x, y| signed(x, w)
                        <= signed(y, w))
                }
                Op::Switch { value, table } => {
                    let table = &code.switches[table as usize];
                    match path.resolve(&mut self.pool, regs[value as usize]) {
                        Value::Int(value) => pc = table.target(value) as usize,
                        Value::Wide([low, high]) => {
                            let value = u128::from(low) | u128::from(high) << 64;
                            let found = table.wide.iter().find(|case| case.0 == value);
                            pc = found.map_or(table.default, |case| case.1) as usize;
                        }
                        Value::Term(term) => {
                            leave!();
                            return self.switch_unknown(state, term, table);
                        }
                        other => {
                            leave!();
                            return self.need_value(state, other);
                        }
                    }
                }
                Op::Call { site } => {
                    leave!();
                    return self.call(state, &code, site);
                }
                Op::Return { src, lanes } => {
                    leave!();
                    return self.return_from(state, src, lanes);
                }
                Op::Unreachable => stop!(Stop::Fault(Fault::UnreachableReached)),
                Op::Target => stop!(Stop::Fault(Fault::TargetReached)),
                Op::ArrayBound { count, bits, signed } => {
                    let value = regs[count as usize];
                    leave!();
                    if let Err(stop) = self.check_bound(state, value, bits, signed) {
                        return self.stopped(state, stop);
                    }
                    return self.advance(state);
                }
                Op::HandOn { reg, bits } => {
                    if !matches!(regs[reg as usize], Value::Int(_)) {
                        leave!();
                        self.hand_on(state, reg, bits);
                        return self.advance(state);
                    }
                    pc += 1;
                }
                Op::Inspect { reg, pointer } => {
                    let value = regs[reg as usize];
                    leave!();
                    self.inspect(state, value, pointer);
                    return self.advance(state);
                }
                Op::Slow { index } => {
                    leave!();
                    state.memory.forget_touched();
                    let unmoved = self.may_stop(state).then(|| state.clone());
                    let result = self.slow(state, &code, index);
                    if result.is_ok()
                        && let Some(stopped) = self.stop_before(state, unmoved)
                    {
                        return stopped;
                    }
                    match result {
                        Ok(Some(to)) => {
                            self.note_access(state);
                            let frame = Rc::make_mut(state.frames.last_mut().expect("still there"));
                            frame.pc = to;
                            return Next::Frame;
                        }
                        Ok(None) => {
                            self.note_access(state);
                            return self.advance(state);
                        }
                        Err(stop) => return self.stopped(state, stop),
                    }
                }
            }
        }
    }

    /// Marks the block that the frame on top is about to come to.
    #[cold]
    fn mark(&mut self, state: &mut State) -> Next {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let Op::Reach { block, ref to, .. } = frame.code.ops[frame.pc] else {
            unreachable!("the frame stands at a mark")
        };
        self.reached.reach(frame.function, &frame.code, block);
        let to = to.get() as usize;
        if self.options.traces {
            state.recorded.trace.pass(frame.function, &frame.code, block);
        }
        if frame.code.edges {
            state.recorded.covered.pass(frame.function, frame.pc, true);
            self.take_edge(state, block);
        } else if !self.options.traces {
            frame.code.pass_mark(frame.pc);
        }
        Rc::make_mut(state.frames.last_mut().expect("a frame runs")).pc = to;
        Next::Frame
    }
}

/// The single that a register holds.
fn single(bits: u64) -> f32 {
    f32::from_bits(u32::try_from(bits & mask(32)).expect("masked to 32 bits"))
}

fn compare_addresses(pred: IcmpPred, bits: u32, a: u64, b: u64) -> bool {
    let order = || signed(a, bits).cmp(&signed(b, bits));
    match pred {
        IcmpPred::Eq => a == b,
        IcmpPred::Ne => a != b,
        IcmpPred::Ugt => a > b,
        IcmpPred::Uge => a >= b,
        IcmpPred::Ult => a < b,
        IcmpPred::Ule => a <= b,
        IcmpPred::Sgt => order().is_gt(),
        IcmpPred::Sge => order().is_ge(),
        IcmpPred::Slt => order().is_lt(),
        IcmpPred::Sle => order().is_le(),
    }
}
