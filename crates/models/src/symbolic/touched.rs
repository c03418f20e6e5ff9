//! Arguments that a function reads or writes at least one byte of, whatever that byte is.
//!
//! A model of text asks for the address of what it is given, and an unknown offset is then tried value by value: what
//! one of many values leads to is not certain where callers are unknown. And where one argument leads to unknown text,
//! the others are not checked. So it is checked first that a byte can be accessed at all, for all values at once.
//!
//! Which function touches what stands in its record ([`Touch`]).
//!
//! Invariant: what stands there is accessed by every call, unless a length that is named with it is 0.

use margay_engine::{Call, ModelResult, Stop, Value};

use crate::spec::Touch;

/// The function that touches what this one does: those that check the size of their destination do as those that do not.
pub fn plain(name: &str) -> &str {
    let name = margay_ir::spell::library_name(name);
    let checked = name.strip_prefix("__").map(|name| name.strip_suffix("_chk").unwrap_or(name));
    checked.unwrap_or(name)
}

/// Sees to it that the arguments can be accessed, then does what the function does.
pub fn model(call: &mut Call<'_>) -> ModelResult {
    let function = crate::function(call.name).expect("only these have this model");
    for access in function.touches {
        touch(call, *access)?;
    }
    super::whole_model(function).expect("what is touched has a model")(call)
}

fn touch(call: &mut Call<'_>, touch: Touch) -> Result<(), Stop> {
    let value = call.arg(touch.argument);
    let something = |length: &usize| matches!(call.arg(*length), Value::Int(known) if known > 0);
    if !touch.counts.iter().all(something) {
        return Ok(());
    }
    call.touch(value, touch.access)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_touched_has_a_model() {
        let touched = crate::functions::all().filter(|function| !function.touches.is_empty());
        let missing: Vec<_> = touched.filter(|f| f.behaviour().is_none()).map(|f| f.name).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
