//! What data goes through on its way: calls that copy text, or read a number from it.
//!
//! Each leaves a note with one symbol of what it was given. A call belongs to a flow if that
//! symbol is of the data which crosses the boundary.

use super::data::{Labelled, address};
use crate::LibC;
use margay_engine::{Call, Flow, ModelResult, Value};
use margay_ir::SpanId;
use margay_smt::SymbolId;
use std::rc::Rc;

/// A call that text of the outside went through.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    site: SpanId,
    function: String,
    symbol: SymbolId,
}

/// Notes that are kept; a loop that copies need not say so each time.
const MOST: usize = 64;
/// Bytes that are examined.
const LOOKED_AT: u64 = 8;

/// From which argument on text comes that a function moves, and what it does with that.
pub fn of(function: &str) -> Option<(usize, &'static str)> {
    crate::function(function)?.moves
}

/// Notes a call if it is given text of the outside.
pub fn watch(call: &mut Call<'_>) -> ModelResult {
    let Some((index, _)) = of(call.name) else { return Ok(Flow::Proceed) };
    // Formats may have several texts.
    let last = if call.name.ends_with("printf") { call.args.len() } else { index + 1 };
    for index in index..last {
        if let Some(symbol) = symbol_at(call, index) {
            let (site, function) = (call.program_site, call.name.to_owned());
            let entry = Move { site, function, symbol };
            let moves = &call.library::<LibC>().outside.moves;
            if moves.len() < MOST && !moves.contains(&entry) {
                Rc::make_mut(&mut call.library::<LibC>().outside.moves).push(entry);
            }
        }
    }
    Ok(Flow::Proceed)
}

/// A symbol of the first bytes that an argument leads to.
fn symbol_at(call: &mut Call<'_>, index: usize) -> Option<SymbolId> {
    let at = address(call, call.arg(index))?;
    for offset in 0..LOOKED_AT.min(call.room(at)) {
        if let Value::Term(byte) = call.peek(at + offset, 1) {
            let symbols = call.pool.symbols(byte);
            let mut bytes = symbols.into_iter();
            return bytes.find(|symbol| {
                let sort = call.pool.symbol(*symbol).sort;
                sort == margay_smt::Sort::Bv(8)
            });
        }
    }
    None
}

/// What data with a label went through.
pub fn through(call: &mut Call<'_>, data: Labelled<'_>) -> Vec<(SpanId, String)> {
    let moves = call.library::<LibC>().outside.moves.clone();
    let own = moves.iter().filter(|entry| data.has(entry.symbol));
    let words = |entry: &Move| {
        let does = of(&entry.function).map_or("moves it", |(_, does)| does);
        (entry.site, format!("`{}` {does} here", entry.function))
    };
    own.map(words).collect()
}
