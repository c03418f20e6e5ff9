//! Keys: values that each thread has for itself, and what runs for them when it ends.

use super::code;
use crate::LibC;
use crate::errno::{EAGAIN, EINVAL};
use crate::spec::{Table, exact};
use margay_engine::{Call, Flow, ModelResult, Stop, ThreadId, Value};
use std::collections::BTreeMap;

pub const MODELS: Table = Table::of(&[
    exact("pthread_key_create", create).typed("ipp"),
    exact("pthread_key_delete", delete).typed("ii"),
    exact("pthread_setspecific", set).typed("iip"),
    exact("pthread_getspecific", get).typed("pi"),
    exact("tss_create", create).typed("ipp"),
    exact("tss_delete", |call| delete(call).map(|_| Flow::void())).typed("vi"),
    exact("tss_set", set).typed("iip"),
    exact("tss_get", get).typed("pi"),
]);

/// Keys with what is to be called for their values, and the values of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    destructors: BTreeMap<u32, u64>,
    pub(super) values: BTreeMap<(ThreadId, u32), Value>,
}

/// `PTHREAD_KEYS_MAX`.
const MOST: u32 = 1024;

fn create(call: &mut Call<'_>) -> ModelResult {
    let (place, destructor) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let keys = &mut call.library::<LibC>().threads.keys;
    // As glibc does, the lowest that is free.
    let Some(key) = (0..MOST).find(|key| !keys.destructors.contains_key(key)) else {
        return Ok(code(call, EAGAIN));
    };
    keys.destructors.insert(key, destructor);
    call.store(place, 4, u64::from(key))?;
    Ok(Flow::int(0))
}

fn delete(call: &mut Call<'_>) -> ModelResult {
    let key = call.arg_u32(0)?;
    let keys = &mut call.library::<LibC>().threads.keys;
    let known = keys.destructors.remove(&key).is_some();
    keys.values.retain(|(_, other), _| *other != key);
    Ok(code(call, if known { 0 } else { EINVAL }))
}

fn set(call: &mut Call<'_>) -> ModelResult {
    let (key, value, thread) = (call.arg_u32(0)?, call.arg(1), call.state.thread());
    let keys = &mut call.library::<LibC>().threads.keys;
    if !keys.destructors.contains_key(&key) {
        return Ok(code(call, EINVAL));
    }
    keys.values.insert((thread, key), value);
    Ok(code(call, 0))
}

fn get(call: &mut Call<'_>) -> ModelResult {
    let (key, thread) = (call.arg_u32(0)?, call.state.thread());
    let value = call.library::<LibC>().threads.keys.values.get(&(thread, key)).copied();
    Ok(value.unwrap_or(Value::ZERO).into())
}

/// The next destructor that runs when the running thread ends, and its argument.
pub fn at_thread_end(call: &mut Call<'_>) -> Result<Option<(u64, Value)>, Stop> {
    let thread = call.state.thread();
    let keys = &mut call.library::<LibC>().threads.keys;
    while let Some((key, value)) =
        keys.values.range((thread, 0)..=(thread, u32::MAX)).map(|(k, v)| (*k, *v)).next()
    {
        keys.values.remove(&key);
        let destructor = keys.destructors.get(&key.1).copied().unwrap_or(0);
        if destructor != 0 && value != Value::ZERO {
            return Ok(Some((destructor, value)));
        }
    }
    Ok(None)
}
