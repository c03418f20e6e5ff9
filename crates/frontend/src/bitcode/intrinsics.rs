//! LLVM's intrinsic functions by name: what the IR has an operation for, and what it drops.
//!
//! An `llvm.` name that is not here stays an ordinary call of an external function without a model.

use margay_ir::Intrinsic;

/// What becomes of a call of an intrinsic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// An operation of its own.
    Operation(Intrinsic),
    /// Nothing: it only speaks to the optimiser.
    Drop,
    /// Its result is this argument.
    Argument(usize),
    /// The first argument is the address of a variable.
    DebugDeclare,
    /// The first argument is the value of a variable.
    DebugValue,
}

/// What becomes of calls of the function with this name.
pub fn known(name: &str) -> Option<Known> {
    let name = name.strip_prefix("llvm.")?;
    let base = without_types(name);
    Some(match base {
        "dbg.declare" => Known::DebugDeclare,
        "dbg.value" | "dbg.assign" => Known::DebugValue,
        "donothing"
        | "sideeffect"
        | "pseudoprobe"
        | "invariant.end"
        | "codeview.annotation"
        | "fake.use"
        | "experimental.noalias.scope.decl" => Known::Drop,
        _ if base.starts_with("dbg.") => Known::Drop,
        // Its result is a token for `invariant.end`; the pointer serves as well.
        "invariant.start" => Known::Argument(1),
        "launder.invariant.group"
        | "strip.invariant.group"
        | "ssa.copy"
        | "ssa_copy"
        | "arithmetic.fence" => Known::Argument(0),
        // These do what their shorter namesakes do; what they add concerns the optimiser.
        "memcpy.inline" => Known::Operation(Intrinsic::Memcpy),
        "memset.inline" => Known::Operation(Intrinsic::Memset),
        "expect.with.probability" => Known::Operation(Intrinsic::Expect),
        // Its name until LLVM 16.
        "flt.rounds" => Known::Operation(Intrinsic::FltRounds),
        _ => Known::Operation(Intrinsic::from_name(base)?),
    })
}

/// A name without the suffixes that spell its types, as `.p0.i64`.
fn without_types(name: &str) -> &str {
    let mut base = name;
    while let Some((rest, last)) = base.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        base = rest;
    }
    base
}

fn is_type(suffix: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|c| c.is_ascii_digit());
    let number_then_type = |s: &str| {
        let rest = s.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < s.len() && (rest.is_empty() || is_type(rest))
    };
    match suffix {
        "bf16" | "ppcf128" | "x86mmx" | "isVoid" | "Metadata" => true,
        _ if suffix.starts_with("sl_") || suffix.starts_with("s_") => true,
        _ => {
            let after = |prefix: &str| suffix.strip_prefix(prefix);
            after("i").is_some_and(digits)
                || after("f").is_some_and(digits)
                || after("p").is_some_and(number_then_type)
                || after("nxv").is_some_and(number_then_type)
                || after("v").is_some_and(number_then_type)
                || after("a").is_some_and(number_then_type)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_types_only() {
        let operation = |name| match known(name) {
            Some(Known::Operation(which)) => Some(which.name()),
            _ => None,
        };
        assert_eq!(operation("llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(operation("llvm.memcpy.p0i8.p0i8.i64"), Some("memcpy"));
        assert_eq!(operation("llvm.memcpy.inline.p0.p0.i64"), Some("memcpy"));
        assert_eq!(operation("llvm.memcpy.element.unordered.atomic.p0.p0.i64"), None);
        assert_eq!(operation("llvm.sadd.with.overflow.i32"), Some("sadd.with.overflow"));
        assert_eq!(operation("llvm.vector.reduce.add.v4i32"), Some("vector.reduce.add"));
        assert_eq!(operation("llvm.fptosi.sat.i32.f64"), Some("fptosi.sat"));
        assert_eq!(operation("llvm.fabs.v2f64"), Some("fabs"));
        assert_eq!(operation("llvm.fabs.bf16"), Some("fabs"));
        assert_eq!(operation("llvm.experimental.constrained.fadd.f64"), None);
        assert_eq!(operation("llvm.x86.sse2.pause"), None);
        assert_eq!(operation("memcpy"), None);
        assert_eq!(known("llvm.dbg.label"), Some(Known::Drop));
    }
}
