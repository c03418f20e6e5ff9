//! `<stdio.h>`: streams, and the `printf` and `scanf` families.
//!
//! | file | what |
//! | --- | --- |
//! | directive, format, numbers, output | the engine of `printf` |
//! | scan, scan_number | the engine of `scanf` |
//! | device, stream | buffers and what stands behind them |
//! | streams | the open streams of a state |
//! | the rest | models, one table for each file |
//!
//! Nothing here touches the world before all values that a call needs are settled:
//! a model that stops is run again, and the world cannot be set back.

mod device;
pub mod directive;
pub(crate) mod format;
pub(crate) mod numbers;
mod output;
mod scan;
mod scan_number;
mod stream;
pub mod streams;
pub(crate) mod text;

pub mod blocks;
pub mod chars;
pub mod files;
pub mod open;
pub mod position;
pub mod printf;
pub mod scanf;
pub mod temporary;
pub mod wide;

pub use streams::{Streams, define_global, flush_all};

use margay_engine::{Call, Errno, Fault, Flow, ModelResult, Stop};

/// Why an operation of the library did not do what it was asked.
#[derive(Debug)]
pub enum Bad {
    /// The model ends here.
    Stop(Stop),
    /// The call fails with this number in `errno`.
    Errno(i32),
    /// The call fails; `errno` is set already, or stays.
    Failed,
}

impl From<Stop> for Bad {
    fn from(stop: Stop) -> Self {
        Bad::Stop(stop)
    }
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Self {
        Bad::Stop(Stop::Fault(fault))
    }
}

impl From<Errno> for Bad {
    fn from(errno: Errno) -> Self {
        Bad::Errno(errno.0)
    }
}

/// What a call returns: the success, or `failure` with `errno` set.
pub fn settle(call: &mut Call<'_>, result: Result<Flow, Bad>, failure: Flow) -> ModelResult {
    match result {
        Ok(flow) => Ok(flow),
        Err(Bad::Stop(stop)) => Err(stop),
        Err(Bad::Failed) => Ok(failure),
        Err(Bad::Errno(number)) => {
            call.set_errno(number)?;
            Ok(failure)
        }
    }
}

/// As [`settle`] for calls that return an `int`, -1 for failure.
pub fn settle_int(call: &mut Call<'_>, result: Result<i32, Bad>) -> ModelResult {
    settle(call, result.map(Flow::int), Flow::int(-1))
}

/// As [`settle`] for calls that return a `long`, -1 for failure.
pub fn settle_word(call: &mut Call<'_>, result: Result<i64, Bad>) -> ModelResult {
    let failure = call.word(-1).into();
    let result = result.map(|value| call.word(value).into());
    settle(call, result, failure)
}

/// As [`settle`] for calls that return a pointer, null for failure.
pub fn settle_pointer(call: &mut Call<'_>, result: Result<u64, Bad>) -> ModelResult {
    settle(call, result.map(Flow::address), Flow::address(0))
}
