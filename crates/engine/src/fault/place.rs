//! Where a state stands when something happens.

use margay_ir::{FuncId, SpanId};

/// Where a state stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub function: Option<FuncId>,
    pub pc: usize,
    pub span: SpanId,
    pub calls: Vec<SpanId>,
}
