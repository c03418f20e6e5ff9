//! What a path cannot be certain of from where it stands.

/// What a path cannot be certain of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// The path depends on what unknown code may have changed without being given it: nothing that happens on it is
    /// certain.
    pub uncertain: bool,
    /// Other code may run beside the program: threads, handlers of signals.
    pub(crate) others: bool,
    /// A function was called of which nothing is known.
    pub(crate) met_unknown: bool,
}

impl Doubt {
    /// Whether another path doubts at least as much.
    pub(crate) fn is_within(self, other: Doubt) -> bool {
        let Doubt { uncertain, others, met_unknown } = self;
        (other.uncertain || !uncertain)
            && (other.others || !others)
            && (other.met_unknown || !met_unknown)
    }
}
