//! Sockets: the other side may do anything.

use super::files::status;
use crate::Table;
use margay_engine::{Flow, Value};

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
    ("pthread_yield", |_| Ok(Flow::int(0))),
];
