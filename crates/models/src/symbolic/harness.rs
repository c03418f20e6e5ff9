//! Harness functions of KLEE and SV-COMP, and Margay's own.

use crate::spec::{Facts, Table, all_answers};
use margay_engine::{Call, Fault, Flow, Given, ModelResult, Value};
use margay_ir::finding::{Form, Source};

pub const MODELS: Table = Facts::OF_HARNESS.of_all(&[
    all_answers("klee_make_symbolic", make_symbolic).typed("vplp"),
    all_answers("margay_symbolic", make_symbolic).typed("vplp"),
    all_answers("klee_assume", assume).typed("vx"),
    all_answers("margay_assume", assume).typed("vx"),
    all_answers("__VERIFIER_assume", assume).typed("vx"),
    all_answers("margay_assert", assert).typed("vx"),
    all_answers("__VERIFIER_assert", assert).typed("vx"),
    all_answers("klee_assert", assert).typed("vx"),
    all_answers("reach_error", reach_error).typed("v"),
    all_answers("__VERIFIER_error", reach_error).typed("v"),
    all_answers("klee_range", range).typed("iiip"),
    all_answers("klee_int", |call| {
        let name = call.arg_u64(0)?;
        let name = call.read_string(name)?;
        named(call, &name, Form::Signed, 32)
    })
    .typed("ip"),
    all_answers("klee_prefer_cex", |_| Ok(Flow::void())).typed("v"),
    all_answers("klee_define_fixed_object", define_fixed_object).typed("vpl"),
    all_answers("klee_report_error", report_error).typed("vpipp"),
    all_answers("klee_silent_exit", |call| Ok(Flow::ExitNow(call.arg_i32(0)?))).typed("vi"),
    all_answers("__VERIFIER_nondet_int", |call| nondet(call, Form::Signed, 32)).typed("i"),
    all_answers("__VERIFIER_nondet_uint", |call| nondet(call, Form::Unsigned, 32)).typed("i"),
    all_answers("__VERIFIER_nondet_unsigned", |call| nondet(call, Form::Unsigned, 32)).typed("i"),
    all_answers("__VERIFIER_nondet_u32", |call| nondet(call, Form::Unsigned, 32)).typed("i"),
    all_answers("__VERIFIER_nondet_char", |call| nondet(call, Form::Signed, 8)).typed("c"),
    all_answers("__VERIFIER_nondet_uchar", |call| nondet(call, Form::Unsigned, 8)).typed("c"),
    all_answers("__VERIFIER_nondet_u8", |call| nondet(call, Form::Unsigned, 8)).typed("c"),
    all_answers("__VERIFIER_nondet_short", |call| nondet(call, Form::Signed, 16)).typed("h"),
    all_answers("__VERIFIER_nondet_ushort", |call| nondet(call, Form::Unsigned, 16)).typed("h"),
    all_answers("__VERIFIER_nondet_u16", |call| nondet(call, Form::Unsigned, 16)).typed("h"),
    all_answers("__VERIFIER_nondet_long", |call| {
        nondet(call, Form::Signed, call.pointer_bytes() * 8)
    })
    .typed("l"),
    all_answers("__VERIFIER_nondet_ulong", |call| {
        nondet(call, Form::Unsigned, call.pointer_bytes() * 8)
    })
    .typed("l"),
    all_answers("__VERIFIER_nondet_size_t", |call| {
        nondet(call, Form::Unsigned, call.pointer_bytes() * 8)
    })
    .typed("l"),
    all_answers("__VERIFIER_nondet_longlong", |call| nondet(call, Form::Signed, 64)).typed("q"),
    all_answers("__VERIFIER_nondet_ulonglong", |call| nondet(call, Form::Unsigned, 64)).typed("q"),
    all_answers("__VERIFIER_nondet_u64", |call| nondet(call, Form::Unsigned, 64)).typed("q"),
    all_answers("__VERIFIER_nondet_bool", bool).typed("x"),
    all_answers("__VERIFIER_nondet__Bool", bool).typed("x"),
    all_answers("__VERIFIER_nondet_float", |call| nondet(call, Form::Float, 32)).typed("f"),
    all_answers("__VERIFIER_nondet_double", |call| nondet(call, Form::Float, 64)).typed("d"),
]);

fn nondet(call: &mut Call<'_>, form: Form, bits: u32) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    Ok(Value::Term(call.input(source, form, bits)).into())
}

fn bool(call: &mut Call<'_>) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    let bit = call.input(source, Form::Unsigned, 1);
    Ok(Value::Term(call.pool.bv_zext(bit, 8)).into())
}

fn named(call: &mut Call<'_>, name: &[u8], form: Form, bits: u32) -> ModelResult {
    let source = Source::Named { name: String::from_utf8_lossy(name).into_owned() };
    Ok(Value::Term(call.input(source, form, bits)).into())
}

fn make_symbolic(call: &mut Call<'_>) -> ModelResult {
    let (to, len, name) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let name = if name == 0 { b"unnamed".to_vec() } else { call.read_string(name)? };
    if len == 0 {
        return Ok(Flow::void());
    }
    call.memory().check(to, len, margay_engine::AccessKind::Write)?;
    let source = Source::Named { name: String::from_utf8_lossy(&name).into_owned() };
    let bytes = call.input_bytes(source, len);
    for (offset, byte) in (0..).zip(bytes) {
        call.memory().set_byte(to + offset, Value::Term(byte))?;
    }
    Ok(Flow::void())
}

/// The rest of the path is about inputs for which the argument is not zero.
fn assume(call: &mut Call<'_>) -> ModelResult {
    let bits = match call.args.first().map(|arg| arg.kind) {
        Some(margay_engine::ArgKind::Int(bits)) => bits,
        _ => 32,
    };
    let value = call.arg(0);
    if call.equals(value, 0, bits)? {
        return Err(margay_engine::Stop::Infeasible);
    }
    // Other inputs are none.
    if let Value::Term(value) = value {
        let zero = call.pool.bv_u64(bits, 0);
        let holds = call.pool.ne(value, zero);
        call.state.path.is_given(holds, Given::Fact);
    }
    Ok(Flow::void())
}

fn assert(call: &mut Call<'_>) -> ModelResult {
    let bits = match call.args.first().map(|arg| arg.kind) {
        Some(margay_engine::ArgKind::Int(bits)) => bits,
        _ => 32,
    };
    let value = call.arg(0);
    let message = format!("the argument of {} is 0", call.name);
    if call.equals(value, 0, bits)? {
        return Err(Fault::AssertionFailed { message }.into());
    }
    Ok(Flow::void())
}

fn reach_error(call: &mut Call<'_>) -> ModelResult {
    let message = format!("{} is reached", call.name);
    Err(Fault::AssertionFailed { message }.into())
}

/// `klee_define_fixed_object(address, size)`: memory of a device, say, which may hold anything.
fn define_fixed_object(call: &mut Call<'_>) -> ModelResult {
    let (at, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let site = call.program_site;
    if !call.memory().define_at(at, size, site) {
        call.leave_out(&format!("an object of {size} bytes at the fixed address {at:#x}"));
        return Ok(Flow::void());
    }
    let source = Source::Named { name: format!("object at {at:#x}") };
    let bytes = call.input_bytes(source, size);
    for (offset, byte) in (0..).zip(bytes) {
        call.memory().set_byte(at + offset, Value::Term(byte))?;
    }
    Ok(Flow::void())
}

/// `klee_report_error(file, line, message, suffix)`
fn report_error(call: &mut Call<'_>) -> ModelResult {
    let message = call.arg_u64(2)?;
    let message = match message {
        0 => format!("{} is reached", call.name),
        at => String::from_utf8_lossy(&call.read_string(at)?).into_owned(),
    };
    Err(Fault::AssertionFailed { message }.into())
}

/// `klee_range(begin, end, name)`: a number from `begin` to before `end`.
fn range(call: &mut Call<'_>) -> ModelResult {
    let (begin, end, name) = (call.arg_i32(0)?, call.arg_i32(1)?, call.arg_u64(2)?);
    let name = call.read_string(name)?;
    let source = Source::Named { name: String::from_utf8_lossy(&name).into_owned() };
    let number = call.input(source, Form::Signed, 32);
    let low = call.pool.bv_u64(32, u64::from(begin.cast_unsigned()));
    let high = call.pool.bv_u64(32, u64::from(end.cast_unsigned()));
    let (above, below) = (call.pool.bv_sle(low, number), call.pool.bv_slt(number, high));
    let within = call.pool.and(above, below);
    call.given(within)?;
    Ok(Value::Term(number).into())
}
