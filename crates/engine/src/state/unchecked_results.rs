//! Values that an earlier call brought in, and a later one should have replaced.

use crate::fault::Neglect;
use margay_ir::SpanId;
use margay_smt::{Bool, SymbolId};
use std::rc::Rc;

/// A symbol in whose place something older stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Stale {
    pub(crate) symbol: SymbolId,
    /// When it does.
    pub(crate) if_failed: Bool,
    pub(crate) neglect: Neglect,
    pub(crate) function: Rc<str>,
    pub(crate) call: SpanId,
}
