//! Where a path went, as far as it is recorded.

use crate::state::covered::Covered;
use crate::state::entered::Entered;
use crate::state::trace::Trace;
use margay_ir::NodeId;

/// Where a path went. Nothing that it does depends on it.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The edges that it took, where that is wanted.
    pub(crate) covered: Covered,
    /// The functions that it came to, while paths are explored.
    pub(crate) entered: Entered,
    /// The blocks, where that is wanted.
    pub(crate) trace: Trace,
    /// The node of the execution tree that it is in, if one is recorded.
    pub node: NodeId,
}
