//! Sockets: the other side may do anything.

use super::files::status;
use crate::Table;
use margay_engine::{AccessKind, Call, Flow, ModelResult, Value};
use margay_ir::finding::Source;

pub const MODELS: Table = &[
    ("bind", status),
    ("listen", status),
    ("connect", status),
    ("shutdown", status),
    ("setsockopt", status),
    ("inet_addr", |call| {
        let text = call.arg(0);
        super::output::string(call, text)?;
        Ok(Value::Term(call.state.new_symbol(call.pool, "inet_addr", 32)).into())
    }),
    ("gethostname", gethostname),
    ("pthread_yield", |_| Ok(Flow::int(0))),
];

/// The name of the machine, which may be any that fits.
fn gethostname(call: &mut Call<'_>) -> ModelResult {
    let (to, len) = super::input::buffer(call, 0, 1, AccessKind::Write)?;
    let fails = call.failure();
    if len == 0 || call.decide(fails)? {
        return Ok(Flow::int(-1));
    }
    let most = (len - 1).min(64);
    let source = Source::Written { function: call.name.to_owned(), index: 0 };
    for (offset, byte) in (0..).zip(call.input_bytes(source, most)) {
        call.memory().set_byte(to + offset, Value::Term(byte))?;
    }
    call.write_bytes(to + most, &[0])?;
    Ok(Flow::int(0))
}
