//! Who the process is: numbers that stay as they are until the program changes them.
//!
//! A process has one number, and neither its parent nor its children have the same. Where the program
//! may change what is asked for, or go on as another process unseen, each answer is one of its own.

use super::assumed;
use crate::spec::{Table, all_answers};
use crate::{Facts, LibC, calls};
use margay_engine::{Call, ModelResult, Stop, Value, terms};
use margay_smt::Bv;
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table =
    Table::of(&[all_answers("getpid", getpid), all_answers("getppid", getppid)]);

/// What was asked for so far.
#[derive(Clone, Default, PartialEq)]
pub struct Identity {
    answers: Rc<BTreeMap<What, Value>>,
    /// What `wait` and `waitpid` gave of children that have ended, since the last `fork`: no other has the number.
    reaped: Rc<Vec<Value>>,
    /// What `fork` gave since the last child was waited for; 0 where the program is another process since.
    children: Rc<Vec<Value>>,
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
    /// The bits that `umask` was last given.
    Mask,
}

/// The bits that a mask of files can have.
pub const ALL_BITS: i64 = 0o777;

/// Bits of the number of a process.
const PROCESS_BITS: u32 = 22;

/// Numbers of children that are kept.
const KEPT: usize = 16;

impl Identity {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        let Identity { answers, reaped, children } = self;
        answers.values().chain(&**reaped).chain(&**children).for_each(visit);
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
    let changes = || calls(call.program, Facts::CHANGES_IDENTITY);
    if !calls(call.program, Facts::BECOMES_ANOTHER) && (what == What::Process || !changes()) {
        remember(call, what, answer);
    }
    Ok(answer)
}

/// The number of the process.
pub fn process(call: &mut Call<'_>) -> Result<Bv, Stop> {
    same(call, What::Process, fresh)
}

/// The number of the process, if it was asked for.
pub fn known_process(call: &mut Call<'_>) -> Option<Bv> {
    let own = call.library::<LibC>().outside.identity.answers.get(&What::Process).copied()?;
    Some(terms::term(call.pool, own, 32))
}

/// Whether a number is that of a child that was not waited for.
pub fn is_child(call: &mut Call<'_>, number: Bv) -> bool {
    let number = terms::as_known(call.pool, number);
    call.library::<LibC>().outside.identity.children.contains(&number)
}

/// Whether a value is the number of the process, as it was asked for.
pub fn is_own(call: &mut Call<'_>, value: Value) -> bool {
    let own = call.library::<LibC>().outside.identity.answers.get(&What::Process).copied();
    own.is_some_and(|own| own == value)
}

/// The mask of files that there was; the one that the first argument is is there from here on.
pub fn mask(call: &mut Call<'_>) -> Result<Bv, Stop> {
    const BITS: u32 = 9;
    let old = call.library::<LibC>().outside.identity.answers.get(&What::Mask).copied();
    let old = match old {
        Some(old) => terms::term(call.pool, old, 32),
        None => {
            let old = call.input_symbol(call.name, BITS);
            call.pool.bv_zext(old, 32)
        }
    };
    if !calls(call.program, Facts::SHARES_MASK) {
        let new = terms::term(call.pool, call.arg(0), 32);
        let new = call.pool.bv_extract(BITS - 1, 0, new);
        let new = call.pool.bv_zext(new, 32);
        remember(call, What::Mask, new);
    }
    Ok(old)
}

/// A number is not that of the process, where the program can tell.
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
    starts(call, child)?;
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

/// `wait` or `waitpid` gave a number: none that it gave before, of a child that had ended.
pub fn waited(call: &mut Call<'_>, child: Bv, ended: bool) -> Result<(), Stop> {
    let identity = &mut call.library::<LibC>().outside.identity;
    identity.children = Rc::default();
    let reaped = identity.reaped.clone();
    differs(call, child, &reaped)?;
    if ended && follows_children(call) && reaped.len() < KEPT {
        let child = terms::as_known(call.pool, child);
        Rc::make_mut(&mut call.library::<LibC>().outside.identity.reaped).push(child);
    }
    Ok(())
}

/// `fork` gave a number: none of a child that was not waited for.
fn starts(call: &mut Call<'_>, child: Bv) -> Result<(), Stop> {
    let identity = &mut call.library::<LibC>().outside.identity;
    // The number of one that has ended may be given again.
    identity.reaped = Rc::default();
    if !follows_children(call) || calls(call.program, Facts::IGNORES_CHILDREN) {
        return Ok(());
    }
    let known = call.library::<LibC>().outside.identity.children.clone();
    if !known.is_empty() {
        call.leave_out(assumed::CHILDREN);
    }
    differs(call, child, &known)?;
    let zero = call.pool.bv_u64(32, 0);
    let is_child = call.pool.eq(child, zero);
    let mut children = Vec::new();
    for other in known.iter().take(KEPT) {
        let other = terms::term(call.pool, *other, 32);
        let other = call.pool.ite(is_child, zero, other);
        children.push(terms::as_known(call.pool, other));
    }
    children.push(terms::as_known(call.pool, child));
    call.library::<LibC>().outside.identity.children = Rc::new(children);
    Ok(())
}

fn follows_children(call: &Call<'_>) -> bool {
    !calls(call.program, Facts::BECOMES_ANOTHER) && !calls(call.program, Facts::SPAWNS)
}

/// A number of a process is none of some others, where it is one at all.
fn differs(call: &mut Call<'_>, number: Bv, others: &[Value]) -> Result<(), Stop> {
    let zero = call.pool.bv_u64(32, 0);
    let is_one = call.pool.bv_slt(zero, number);
    for other in others {
        let other = terms::term(call.pool, *other, 32);
        let differs = call.pool.ne(number, other);
        let fine = call.pool.implies(is_one, differs);
        call.given(fine)?;
    }
    Ok(())
}

fn remember(call: &mut Call<'_>, what: What, answer: Bv) {
    let answer = terms::as_known(call.pool, answer);
    let answers = &mut call.library::<LibC>().outside.identity.answers;
    Rc::make_mut(answers).insert(what, answer);
}

fn getpid(call: &mut Call<'_>) -> ModelResult {
    let own = process(call)?;
    Ok(call.says(own).into())
}

/// The parent may end at any time, so that another process is the parent. It has no number here if
/// it is none that the process can see.
fn getppid(call: &mut Call<'_>) -> ModelResult {
    let parent = call.input_symbol(call.name, PROCESS_BITS);
    let parent = call.pool.bv_zext(parent, 32);
    is_another(call, parent)?;
    Ok(call.says(parent).into())
}

/// The number of some process, which is not 0.
fn fresh(call: &mut Call<'_>) -> Result<Bv, Stop> {
    let number = call.input_symbol("process", PROCESS_BITS);
    let number = call.pool.bv_zext(number, 32);
    let zero = call.pool.bv_u64(32, 0);
    let is_one = call.pool.ne(number, zero);
    call.given(is_one)?;
    Ok(number)
}
