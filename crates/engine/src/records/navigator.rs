//! What makes surveys and keeps states on routes.

use crate::records::route::Route;
use margay_ir::{FuncId, LoopId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Who makes surveys and keeps states on routes.
#[derive(Default)]
pub(crate) struct Navigator {
    /// Loops in which the input has chosen something.
    pub(crate) chosen: BTreeSet<(FuncId, LoopId)>,
    /// Routes that were found, and how many are wanted before the survey ends.
    pub(crate) found: Vec<Route>,
    pub(crate) enough: usize,
    /// Nothing is assumed of how often loops iterate; and whether something was that may not hold.
    pub(crate) strictly: bool,
    pub(crate) assumes: bool,
    /// The route that is followed; none during a survey.
    pub route: Option<Rc<Route>>,
}
