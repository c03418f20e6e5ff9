//! What may be called in a handler of signals, whatever the signal has interrupted.
//!
//! These are the functions that POSIX.1-2017 lists as async-signal-safe in section 2.4.3; those that depend on nothing but
//! their arguments; and plain calls of the system, which keep nothing in the process. Each is `signal_safe` in its record.

use crate::{Facts, function};

/// Whether a function of the library may be called in a handler.
pub fn is_safe(name: &str) -> bool {
    // What only checks its arguments besides does the same.
    if let Some(checked) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) {
        return is_safe(checked);
    }
    let inner = name.starts_with('_') && !name.starts_with("_IO_");
    let name = name.strip_suffix("64").unwrap_or(name);
    inner
        || name.contains('.')
        || function(name).is_some_and(|function| function.facts.has_any(Facts::SIGNAL_SAFE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_locks_or_keeps_something_is_not_safe() {
        for name in ["printf", "malloc", "free", "exit", "syslog", "__printf_chk", "strtok"] {
            assert!(!is_safe(name), "{name}");
        }
        for name in ["write", "_exit", "sem_post", "sigaction", "open64", "__memcpy_chk", "abs"] {
            assert!(is_safe(name), "{name}");
        }
    }
}
