//! Who the process is: numbers that stay as they are while nobody changes them.
//!
//! A process has one number, and neither its parent nor its children have the same. Where the program
//! may change what is asked for, or go on as another process unseen, each answer is one of its own.

use crate::LibC;
use crate::spec::{Table, all_answers};
use margay_engine::{Call, ModelResult, Stop, Value};
use margay_smt::Bv;
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = &[all_answers("getpid", getpid), all_answers("getppid", getppid)];

/// What was asked for so far.
#[derive(Clone, Default, PartialEq)]
pub struct Identity {
    answers: Rc<BTreeMap<What, Value>>,
}

/// What may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Process,
    Group,
    Session,
    User,
    EffectiveUser,
    UserGroup,
    EffectiveUserGroup,
}

/// Bits of the number of a process.
const PROCESS_BITS: u32 = 22;

/// Functions behind which the program may be another process.
const STARTS: &[&str] = &["vfork", "clone", "clone3", "daemon", "forkpty", "syscall"];

/// Functions that change who the process is otherwise.
const CHANGES: &[&str] = &[
    "initgroups",
    "prctl",
    "setegid",
    "seteuid",
    "setfsgid",
    "setfsuid",
    "setgid",
    "setns",
    "setpgid",
    "setpgrp",
    "setregid",
    "setresgid",
    "setresuid",
    "setreuid",
    "setsid",
    "setuid",
    "unshare",
];

impl Identity {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.answers.values().for_each(visit);
    }
}

/// What was answered before, or what `ask` makes now.
pub fn same(
    call: &mut Call<'_>,
    what: What,
    ask: impl FnOnce(&mut Call<'_>) -> Result<Bv, Stop>,
) -> Result<Bv, Stop> {
    let known = call.library::<LibC>().outside.identity.answers.get(&what).copied();
    if let Some(Value::Term(known)) = known {
        return Ok(known);
    }
    let answer = ask(call)?;
    let calls = |names: &[&str]| names.iter().any(|name| call.program.function(name).is_some());
    if !calls(STARTS) && (what == What::Process || !calls(CHANGES)) {
        remember(call, what, answer);
    }
    Ok(answer)
}

/// The number of the process.
pub fn process(call: &mut Call<'_>) -> Result<Bv, Stop> {
    same(call, What::Process, fresh)
}

/// A number is not that of the process, where somebody can tell.
pub fn is_another(call: &mut Call<'_>, number: Bv) -> Result<(), Stop> {
    let tells = ["getpid", "gettid"].iter().any(|name| call.program.function(name).is_some());
    if !tells {
        return Ok(());
    }
    let own = process(call)?;
    let differs = call.pool.ne(number, own);
    call.given(differs)
}

/// `fork` gave a number: where it is 0, the process is another one now.
pub fn forks(call: &mut Call<'_>, child: Bv) -> Result<(), Stop> {
    is_another(call, child)?;
    let answers = &call.library::<LibC>().outside.identity.answers;
    let Some(Value::Term(own)) = answers.get(&What::Process).copied() else { return Ok(()) };
    let new = fresh(call)?;
    let differs = call.pool.ne(new, own);
    call.given(differs)?;
    let zero = call.pool.bv_u64(32, 0);
    let is_child = call.pool.eq(child, zero);
    let own = call.pool.ite(is_child, new, own);
    remember(call, What::Process, own);
    Ok(())
}

fn remember(call: &mut Call<'_>, what: What, answer: Bv) {
    let answers = &mut call.library::<LibC>().outside.identity.answers;
    Rc::make_mut(answers).insert(what, Value::Term(answer));
}

fn getpid(call: &mut Call<'_>) -> ModelResult {
    let own = process(call)?;
    Ok(call.says(own).into())
}

/// The parent may end at any time, so that another process is the parent. It has no number here if
/// it is none that the process can see.
fn getppid(call: &mut Call<'_>) -> ModelResult {
    let parent = call.state.new_symbol(call.pool, call.name, PROCESS_BITS);
    let parent = call.pool.bv_zext(parent, 32);
    is_another(call, parent)?;
    Ok(call.says(parent).into())
}

/// The number of some process, which is not 0.
fn fresh(call: &mut Call<'_>) -> Result<Bv, Stop> {
    let number = call.state.new_symbol(call.pool, "process", PROCESS_BITS);
    let number = call.pool.bv_zext(number, 32);
    let zero = call.pool.bv_u64(32, 0);
    let is_one = call.pool.ne(number, zero);
    call.given(is_one)?;
    Ok(number)
}
