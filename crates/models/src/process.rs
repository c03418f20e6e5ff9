//! How a program ends and jumps: `exit`, `abort`, `atexit`, `setjmp` and their kin.

use crate::LibC;
use crate::flow::Boundary;
use crate::runtime::ExitHandler;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Fault, Flow, ModelResult};

pub const MODELS: Table = Table::of(&[
    exact("exit", |call| Ok(Flow::Exit(call.arg_i32(0)?))).typed("vi").only_reads(),
    exact("_exit", |call| Ok(Flow::ExitNow(call.arg_i32(0)?))).typed("vi").signal_safe(),
    exact("_Exit", |call| Ok(Flow::ExitNow(call.arg_i32(0)?))).typed("vi").signal_safe(),
    exact("quick_exit", quick_exit).typed("vi"),
    exact("abort", crate::signal::abort).typed("v").only_reads().signal_safe(),
    exact("atexit", atexit).typed("ip"),
    exact("on_exit", on_exit).typed("ipp"),
    exact("__cxa_atexit", cxa_atexit).typed("ippp"),
    exact("at_quick_exit", at_quick_exit).typed("ip"),
    exact("__cxa_at_quick_exit", at_quick_exit).typed("ipp"),
    exact("__cxa_finalize", |_| Ok(Flow::void())).typed("vp"),
    exact("__gmon_start__", |_| Ok(Flow::void())).typed("v"),
    exact("setjmp", setjmp).typed("ip").returns_twice().signal_safe(),
    exact("_setjmp", setjmp).typed("ip").returns_twice(),
    exact("__setjmp", setjmp).typed("ip"),
    exact("sigsetjmp", setjmp).typed("ipi").returns_twice().signal_safe(),
    exact("__sigsetjmp", setjmp).typed("ipi").returns_twice(),
    exact("longjmp", longjmp).typed("vpi").signal_safe(),
    exact("_longjmp", longjmp).typed("vpi"),
    exact("siglongjmp", longjmp).typed("vpi").signal_safe(),
    exact("__longjmp_chk", longjmp).typed("vpi"),
    exact("system", system).typed("ip").sinks(&[Boundary::Shell(0)]).with(Facts::SPAWNS),
    exact("__stack_chk_fail", stack_smashed).typed("v"),
    exact("__chk_fail", stack_smashed).typed("v"),
    exact("__fortify_fail", stack_smashed).typed("vp"),
]);

const SIGABRT: i32 = 6;

fn register(call: &mut Call<'_>, function: u64, arg: Option<u64>, takes_code: bool) -> ModelResult {
    let handler = ExitHandler { function, arg, takes_code };
    call.library::<LibC>().process.exit_handlers.push(handler);
    Ok(Flow::int(0))
}

fn atexit(call: &mut Call<'_>) -> ModelResult {
    let function = call.arg_u64(0)?;
    register(call, function, None, false)
}

fn cxa_atexit(call: &mut Call<'_>) -> ModelResult {
    let (function, arg) = (call.arg_u64(0)?, call.arg_u64(1)?);
    register(call, function, Some(arg), false)
}

fn on_exit(call: &mut Call<'_>) -> ModelResult {
    let (function, arg) = (call.arg_u64(0)?, call.arg_u64(1)?);
    register(call, function, Some(arg), true)
}

fn at_quick_exit(call: &mut Call<'_>) -> ModelResult {
    let function = call.arg_u64(0)?;
    call.library::<LibC>().quick_exit.push(function);
    Ok(Flow::int(0))
}

/// Only the handlers of `at_quick_exit` run, and streams are not flushed.
fn quick_exit(call: &mut Call<'_>) -> ModelResult {
    let code = call.arg_i32(0)?;
    let handlers = std::mem::take(&mut call.library::<LibC>().quick_exit);
    if handlers.is_empty() {
        return Ok(Flow::ExitNow(code));
    }
    let plain = |function| ExitHandler { function, arg: None, takes_code: false };
    let library = call.library::<LibC>();
    library.process.exit_handlers = handlers.into_iter().map(plain).collect();
    library.abandon_streams = true;
    Ok(Flow::Exit(code))
}

fn setjmp(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::SetJump(call.arg_u64(0)?))
}

fn longjmp(call: &mut Call<'_>) -> ModelResult {
    let (buffer, value) = (call.arg_u64(0)?, call.arg_i32(1)?);
    Ok(Flow::LongJump(buffer, if value == 0 { 1 } else { value }))
}

/// There is no shell.
fn system(call: &mut Call<'_>) -> ModelResult {
    let command = call.arg_u64(0)?;
    if command == 0 {
        return Ok(Flow::int(0));
    }
    crate::count_unsupported(call, "system");
    call.set_errno(crate::errno::ENOSYS)?;
    Ok(Flow::int(-1))
}

fn stack_smashed(call: &mut Call<'_>) -> ModelResult {
    let detail = "the program found that it overran a buffer".to_string();
    call.fault(Fault::LibraryMisuse { function: "__stack_chk_fail", detail })?;
    Ok(Flow::Kill(SIGABRT))
}
