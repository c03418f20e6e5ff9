//! Where a state is in the functions that it is in.

use margay_ir::{BlockId, FuncId};

/// The functions that a state is in, the innermost first.
pub(crate) type Frames = Box<[Spot]>;

/// Where a state is in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub function: FuncId,
    /// The block that it is in, or comes to next.
    pub block: Option<BlockId>,
    /// How many instructions of the block it has passed.
    pub behind: u32,
}
