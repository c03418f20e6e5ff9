//! What libatomic does: atomic access to objects for which the target has no
//! instruction, such as an `_Atomic` struct of 24 bytes.
//!
//! Compilers pass objects of any size through memory, after a size (`__atomic_load`), and those of
//! 1, 2, 4, 8 and 16 bytes by value (`__atomic_load_8`). Nothing here can be interrupted, so all of
//! it is atomic; orders of memory have no effect.

use crate::spec::{Facts, Table, exact};
use crate::string::compare::{Comparison, compare_run};
use margay_engine::terms::{as_known, recut, term};
use margay_engine::{AccessKind, ArgKind, Call, Flow, ModelResult, Value};
use margay_ir::Type;
use margay_smt::{Bv, TermPool};

pub const MODELS: Table = Facts::SYNCHRONISES.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("__atomic_load", load).typed("vlppi"),
    exact("__atomic_store", store).typed("vlppi"),
    exact("__atomic_exchange", exchange).typed("vlpppi"),
    exact("__atomic_compare_exchange", compare_exchange).typed("blpppii"),
    exact("__atomic_is_lock_free", is_lock_free).typed("blp"),
    exact("__atomic_test_and_set", test_and_set).typed("bpi"),
    exact("__atomic_clear", clear).typed("vpi"),
    exact("__atomic_thread_fence", |_| Ok(Flow::void())).typed("vi"),
    exact("__atomic_signal_fence", |_| Ok(Flow::void())).typed("vi"),
    exact("atomic_thread_fence", |_| Ok(Flow::void())).typed("vi"),
    exact("atomic_signal_fence", |_| Ok(Flow::void())).typed("vi"),
]);

/// One entry for each size that has a function of its own.
macro_rules! of_each_size {
    ($($name:literal: $model:expr,)*) => {
        &[$(
            exact(concat!($name, "_1"), |call| $model(call, 1)),
            exact(concat!($name, "_2"), |call| $model(call, 2)),
            exact(concat!($name, "_4"), |call| $model(call, 4)),
            exact(concat!($name, "_8"), |call| $model(call, 8)),
            exact(concat!($name, "_16"), |call| $model(call, 16)),
        )*]
    };
}

pub const SIZED: Table = Facts::SYNCHRONISES.and(Facts::SIGNAL_SAFE).of_all(of_each_size![
    "__atomic_load": load_sized,
    "__atomic_store": store_sized,
    "__atomic_exchange": |call, size| update(call, size, Answer::Old, |_, _, new| new),
    "__atomic_compare_exchange": compare_exchange_sized,
    "__atomic_fetch_add": |call, size| update(call, size, Answer::Old, TermPool::bv_add),
    "__atomic_fetch_sub": |call, size| update(call, size, Answer::Old, TermPool::bv_sub),
    "__atomic_fetch_and": |call, size| update(call, size, Answer::Old, TermPool::bv_and),
    "__atomic_fetch_or": |call, size| update(call, size, Answer::Old, TermPool::bv_or),
    "__atomic_fetch_xor": |call, size| update(call, size, Answer::Old, TermPool::bv_xor),
    "__atomic_fetch_nand": |call, size| update(call, size, Answer::Old, nand),
    "__atomic_add_fetch": |call, size| update(call, size, Answer::New, TermPool::bv_add),
    "__atomic_sub_fetch": |call, size| update(call, size, Answer::New, TermPool::bv_sub),
    "__atomic_and_fetch": |call, size| update(call, size, Answer::New, TermPool::bv_and),
    "__atomic_or_fetch": |call, size| update(call, size, Answer::New, TermPool::bv_or),
    "__atomic_xor_fetch": |call, size| update(call, size, Answer::New, TermPool::bv_xor),
    "__atomic_nand_fetch": |call, size| update(call, size, Answer::New, nand),
]);

/// `void __atomic_load(size_t size, void *object, void *to, int order)`
fn load(call: &mut Call<'_>) -> ModelResult {
    let (size, object, to) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    call.state.memory.copy(call.pool, to, object, size)?;
    Ok(Flow::void())
}

/// `void __atomic_store(size_t size, void *object, void *from, int order)`
fn store(call: &mut Call<'_>) -> ModelResult {
    let (size, object, from) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    call.state.memory.copy(call.pool, object, from, size)?;
    Ok(Flow::void())
}

/// `void __atomic_exchange(size_t size, void *object, void *from, void *to, int order)`
fn exchange(call: &mut Call<'_>) -> ModelResult {
    let (size, object) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (from, to) = (call.arg_u64(2)?, call.arg_u64(3)?);
    call.memory().check(object, size, AccessKind::Read)?;
    let mut old = Vec::new();
    for index in 0..size {
        old.push(call.state.memory.byte(call.pool, object.wrapping_add(index))?);
    }
    call.state.memory.copy(call.pool, object, from, size)?;
    for (index, byte) in (0..size).zip(old) {
        call.store_value(to.wrapping_add(index), 1, byte)?;
    }
    Ok(Flow::void())
}

/// `bool __atomic_compare_exchange(size_t size, void *object, void *expected, void *from,
/// int success, int failure)`
fn compare_exchange(call: &mut Call<'_>) -> ModelResult {
    let (size, object) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (expected, from) = (call.arg_u64(2)?, call.arg_u64(3)?);
    let difference = compare_run(call, object, expected, Comparison::of_bytes(size))?;
    let equal = call.equals(difference, 0, 32)?;
    if equal {
        call.state.memory.copy(call.pool, object, from, size)?;
    } else {
        call.state.memory.copy(call.pool, expected, object, size)?;
    }
    Ok(Value::bool(equal).into())
}

fn load_sized(call: &mut Call<'_>, size: u32) -> ModelResult {
    let object = call.arg_u64(0)?;
    let value = call.load_value(object, size)?;
    Ok(answer(call, size, value))
}

fn store_sized(call: &mut Call<'_>, size: u32) -> ModelResult {
    let object = call.arg_u64(0)?;
    let value = operand(call, 1, size);
    call.store_value(object, size, value)?;
    Ok(Flow::void())
}

/// `bool __atomic_compare_exchange_N(void *object, void *expected, N desired, int, int)`
fn compare_exchange_sized(call: &mut Call<'_>, size: u32) -> ModelResult {
    let (object, expected) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = u64::from(size);
    let difference = compare_run(call, object, expected, Comparison::of_bytes(len))?;
    let equal = call.equals(difference, 0, 32)?;
    if equal {
        let value = operand(call, 2, size);
        call.store_value(object, size, value)?;
    } else {
        call.state.memory.copy(call.pool, expected, object, len)?;
    }
    Ok(Value::bool(equal).into())
}

/// Which value of the object a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Old,
    New,
}

/// `N __atomic_fetch_add_N(void *object, N value, int order)` and its kin.
fn update(
    call: &mut Call<'_>,
    size: u32,
    which: Answer,
    operation: fn(&mut TermPool, Bv, Bv) -> Bv,
) -> ModelResult {
    let object = call.arg_u64(0)?;
    let old = call.load_value(object, size)?;
    let value = operand(call, 1, size);
    let (a, b) = (term(call.pool, old, size * 8), term(call.pool, value, size * 8));
    let new = operation(call.pool, a, b);
    let new = as_known(call.pool, new);
    call.store_value(object, size, new)?;
    Ok(answer(call, size, if which == Answer::Old { old } else { new }))
}

fn nand(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    let both = pool.bv_and(a, b);
    pool.bv_not(both)
}

/// An argument of `size` bytes; 16 of them may come in two registers.
fn operand(call: &mut Call<'_>, index: usize, size: u32) -> Value {
    let split = size == 16 && call.args.get(index).map(|arg| arg.kind) == Some(ArgKind::Int(64));
    if !split {
        return call.arg(index);
    }
    let halves = [call.arg(index), call.arg(index + 1)];
    recut(call.pool, &halves, &[64, 64], &[128])[0]
}

/// A result of `size` bytes, in as many registers as the function is declared with.
fn answer(call: &mut Call<'_>, size: u32, value: Value) -> Flow {
    let types = &call.program.types;
    let declared = call.program.functions.iter().find(|function| function.name == call.name);
    let split = declared.is_some_and(|function| match types.get(function.ty) {
        Type::Function(ty) => matches!(types.get(ty.ret), Type::Struct { .. } | Type::Array { .. }),
        _ => false,
    });
    if split && size == 16 {
        Flow::Return(recut(call.pool, &[value], &[128], &[64, 64]))
    } else {
        value.into()
    }
}

/// Whether an object lies within one aligned word, as libatomic answers on x86-64: it
/// takes a lock for 16 bytes.
fn is_lock_free(call: &mut Call<'_>) -> ModelResult {
    let (size, object) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let word = u64::from(call.pointer_bytes());
    let end = (object % word).saturating_add(size);
    Ok(Value::bool(end <= word).into())
}

fn test_and_set(call: &mut Call<'_>) -> ModelResult {
    let object = call.arg_u64(0)?;
    let old = call.load(object, 1)?;
    call.store(object, 1, 1)?;
    Ok(Value::bool(old != 0).into())
}

fn clear(call: &mut Call<'_>) -> ModelResult {
    let object = call.arg_u64(0)?;
    call.store(object, 1, 0)?;
    Ok(Flow::void())
}
