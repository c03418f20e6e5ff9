//! `pause`: it comes back when a handler of the program has run, and never otherwise.
//!
//! Which signal comes is for the outside to say. Where the program handles none, it waits until it is ended.

use crate::spec::{Table, one_of_many};
use crate::{LibC, signal};
use margay_engine::{Call, Flow, ModelResult, Then};
use margay_ir::finding::Source;

pub const MODELS: Table = Table::of(&[one_of_many("pause", pause)]);

/// What the signal is called in the input of a report, and by the harness of the replay.
const SIGNAL: &str = "signal that ends pause";

/// The signal that ends a program which handles none.
const SIGTERM: i32 = 15;

fn pause(call: &mut Call<'_>) -> ModelResult {
    let handlers = call.library::<LibC>().signals.handlers();
    let mut open = handlers.iter().filter(|handler| !handler.blocked).map(|handler| handler.signal);
    // Others may go on and send one, or callers handle some.
    if call.has_unknown_callers() || call.program.function("pthread_create").is_some() {
        return signal::interrupted(call);
    }
    let Some(mut chosen) = open.next() else { return Ok(Flow::Kill(SIGTERM)) };
    for other in open {
        let symbol = call.input_symbol(SIGNAL, 1);
        let one = call.pool.bv_u64(1, 1);
        let comes = call.pool.eq(symbol, one);
        if call.decide(comes)? {
            chosen = other;
            break;
        }
    }
    let number = call.pool.bv_u64(32, u64::from(chosen.cast_unsigned()));
    call.input_number(Source::Named { name: SIGNAL.to_owned() }, number);
    // The handler may write it, too.
    call.errno_address();
    Ok(match signal::deliver(call, chosen)? {
        Flow::Invoke { function, args, .. } => {
            Flow::Invoke { function, args, then: Then::Fail(crate::errno::EINTR) }
        }
        flow => flow,
    })
}
