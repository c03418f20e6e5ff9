//! What other tools warn of, in Margay's rules: one table for each tool.
//!
//! A class says which findings fit an alert, and whether their absence says that the alert is wrong.
//! It does only where Margay looks for all that the tool's rule means.

use margay_ir::alert::Alert;

/// The findings that an alert may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub rules: &'static [&'static str],
    pub kind: Kind,
    /// Margay reports whatever the tool's rule means, if it happens.
    pub whole: bool,
}

/// How a finding is told to be the one that an alert means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It stands at the alert's line.
    Fault,
    /// The same, and the tool means a read, whatever becomes of the value.
    Read,
    /// It is about what the alert's path allocates or opens.
    Leak,
}

const fn fault(rules: &'static [&'static str]) -> Class {
    Class { rules, kind: Kind::Fault, whole: true }
}

const fn read(rules: &'static [&'static str]) -> Class {
    Class { rules, kind: Kind::Read, whole: true }
}

const fn leak(rules: &'static [&'static str]) -> Class {
    Class { rules, kind: Kind::Leak, whole: true }
}

/// The tool warns of more than Margay does.
const fn part(rules: &'static [&'static str]) -> Class {
    Class { rules, kind: Kind::Fault, whole: false }
}

const NULL: Class = fault(&["null-dereference", "unchecked-allocation", "bad-call"]);
const DIVISION: Class = fault(&["division-by-zero"]);
const OUT_OF_BOUNDS: Class =
    fault(&["buffer-overflow", "out-of-bounds-read", "type-confusion", "negative-size"]);
const UNINITIALISED: Class = read(&["uninitialised-read"]);
const AFTER_FREE: Class = read(&["use-after-free"]);
const DOUBLE_FREE: Class = fault(&["double-free"]);
const BAD_FREE: Class = fault(&["bad-free"]);
const MEMORY: Class = leak(&["memory-leak"]);
const FILES: Class = leak(&["resource-leak"]);
const OVERFLOW: Class = fault(&["signed-overflow"]);
const SHIFT: Class = fault(&["bad-shift"]);
const LOOP: Class = part(&["infinite-loop"]);
const RECURSION: Class = part(&["uncontrolled-recursion"]);

/// A rule of a tool, what its message must have in it, and the class.
type Row = (&'static str, &'static str, Class);

/// The analyser of clang. A rule that ends in a dot is a family.
const CLANG: &[Row] = &[
    ("core.NullDereference", "undefined pointer", UNINITIALISED),
    ("core.NullDereference", "", NULL),
    ("core.NullPointerArithm", "", part(&["null-dereference"])),
    ("core.NonNullParamChecker", "", part(&["null-dereference", "unchecked-allocation"])),
    ("core.DivideZero", "", DIVISION),
    ("core.BitwiseShift", "garbage", UNINITIALISED),
    ("core.BitwiseShift", "", part(&["bad-shift"])),
    ("core.UndefinedBinaryOperatorResult", "garbage", UNINITIALISED),
    ("core.UndefinedBinaryOperatorResult", "uninitialized", UNINITIALISED),
    ("core.UndefinedBinaryOperatorResult", "shift", part(&["bad-shift"])),
    ("core.uninitialized.", "", UNINITIALISED),
    ("core.CallAndMessage", "pointer to uninitialized", part(&["uninitialised-read"])),
    ("core.CallAndMessage", "contains uninitialized", part(&["uninitialised-read"])),
    ("core.CallAndMessage", "argument is an uninitialized value", UNINITIALISED),
    ("core.CallAndMessage", "function pointer is null", NULL),
    ("core.CallAndMessage", "function pointer is an uninit", UNINITIALISED),
    ("core.VLASize", "", part(&["negative-size", "uninitialised-read"])),
    ("core.StackAddressEscape", "", part(&["use-after-scope"])),
    ("unix.Malloc", "Potential leak", MEMORY),
    ("unix.Malloc", "Potential memory leak", MEMORY),
    ("unix.Malloc", "Use of memory after it is freed", AFTER_FREE),
    ("unix.Malloc", "Attempt to free released memory", DOUBLE_FREE),
    ("unix.Malloc", "Attempt to free non-owned memory", part(&["double-free", "bad-free"])),
    ("unix.Malloc", "Argument to", BAD_FREE),
    ("unix.Malloc", "", part(&["use-after-free", "double-free", "bad-free"])),
    ("unix.Stream", "never closed", FILES),
    ("alpha.unix.Stream", "never closed", FILES),
    ("alpha.security.ArrayBound", "", OUT_OF_BOUNDS),
    ("security.ArrayBound", "", OUT_OF_BOUNDS),
    ("alpha.unix.cstring.OutOfBounds", "", OUT_OF_BOUNDS),
    ("unix.cstring.NullArg", "", part(&["null-dereference", "unchecked-allocation"])),
    ("alpha.unix.cstring.BufferOverlap", "", part(&["overlapping-copy"])),
    ("security.insecureAPI.gets", "", part(&["dangerous-function", "buffer-overflow"])),
    ("security.insecureAPI.", "", part(&["buffer-overflow"])),
];

/// The analyser of gcc, and those of its warnings that name a fault.
const GCC: &[Row] = &[
    ("-Wanalyzer-null-dereference", "", NULL),
    ("-Wanalyzer-possible-null-dereference", "", NULL),
    ("-Wanalyzer-deref-before-check", "", part(&["null-dereference"])),
    ("-Wanalyzer-null-argument", "", part(&["null-dereference", "unchecked-allocation"])),
    ("-Wanalyzer-possible-null-argument", "", part(&["null-dereference", "unchecked-allocation"])),
    ("-Wnull-dereference", "", NULL),
    ("-Wdiv-by-zero", "", DIVISION),
    ("-Wanalyzer-use-of-uninitialized-value", "", UNINITIALISED),
    ("-Wuninitialized", "", UNINITIALISED),
    ("-Wmaybe-uninitialized", "", part(&["uninitialised-read"])),
    ("-Wanalyzer-use-after-free", "", AFTER_FREE),
    ("-Wuse-after-free", "", AFTER_FREE),
    ("-Wanalyzer-double-free", "", DOUBLE_FREE),
    ("-Wanalyzer-free-of-non-heap", "", BAD_FREE),
    ("-Wfree-nonheap-object", "", BAD_FREE),
    ("-Wanalyzer-malloc-leak", "", MEMORY),
    ("-Wanalyzer-file-leak", "", FILES),
    ("-Wanalyzer-fd-leak", "", FILES),
    ("-Wanalyzer-double-fclose", "", part(&["double-close"])),
    ("-Wanalyzer-fd-double-close", "", part(&["double-close"])),
    ("-Wanalyzer-fd-use-after-close", "", part(&["use-after-close"])),
    ("-Wanalyzer-out-of-bounds", "", OUT_OF_BOUNDS),
    ("-Warray-bounds", "", part(&["buffer-overflow", "out-of-bounds-read"])),
    ("-Wstringop-overflow", "", part(&["buffer-overflow"])),
    ("-Wstringop-overread", "", part(&["out-of-bounds-read"])),
    ("-Wanalyzer-shift-count-", "", SHIFT),
    ("-Wshift-count-", "", SHIFT),
    ("-Wanalyzer-allocation-size", "", part(&["type-confusion", "buffer-overflow"])),
    ("-Wanalyzer-stale-setjmp-buffer", "", part(&["use-after-scope"])),
    ("-Wreturn-local-addr", "", part(&["use-after-scope"])),
    ("-Wdangling-pointer", "", part(&["use-after-scope"])),
    ("-Wanalyzer-infinite-recursion", "", RECURSION),
    ("-Wanalyzer-infinite-loop", "", LOOP),
    ("-Wanalyzer-overlapping-buffers", "", part(&["overlapping-copy"])),
    ("-Wanalyzer-write-to-const", "", part(&["write-to-constant"])),
    ("-Wanalyzer-write-to-string-literal", "", part(&["write-to-constant"])),
    ("-Wanalyzer-undefined-behavior-ptrdiff", "", part(&["pointer-subtraction"])),
    ("-Wanalyzer-tainted-divisor", "", part(&["division-by-zero"])),
];

const CPPCHECK: &[Row] = &[
    ("nullPointerArithmetic", "", part(&["null-dereference"])),
    ("nullPointer", "", NULL),
    ("ctunullpointer", "", NULL),
    ("zerodiv", "", DIVISION),
    ("arrayIndexOutOfBounds", "", OUT_OF_BOUNDS),
    ("negativeIndex", "", OUT_OF_BOUNDS),
    ("bufferAccessOutOfBounds", "", OUT_OF_BOUNDS),
    ("ctuArrayIndex", "", OUT_OF_BOUNDS),
    ("uninitdata", "", part(&["uninitialised-read"])),
    ("uninitStructMember", "", UNINITIALISED),
    ("uninitvar", "", UNINITIALISED),
    ("legacyUninitvar", "", UNINITIALISED),
    ("memleak", "", MEMORY),
    ("leakReturnValNotUsed", "", part(&["memory-leak"])),
    ("resourceLeak", "", FILES),
    ("doubleFree", "", DOUBLE_FREE),
    ("deallocuse", "", AFTER_FREE),
    ("deallocret", "", AFTER_FREE),
    ("useClosedFile", "", part(&["use-after-close"])),
    ("autovarInvalidDeallocation", "", BAD_FREE),
    ("integerOverflow", "", OVERFLOW),
    ("shiftTooManyBits", "", SHIFT),
    ("shiftNegative", "", part(&["bad-shift"])),
    ("returnDanglingLifetime", "", part(&["use-after-scope"])),
    ("invalidLifetime", "", part(&["use-after-scope"])),
    ("overlappingWriteFunction", "", part(&["overlapping-copy"])),
];

/// CodeQL's queries are about patterns: what they warn of is often less than certain.
const CODEQL: &[Row] = &[
    ("cpp/missing-null-test", "", NULL),
    ("cpp/inconsistent-null-check", "", NULL),
    ("cpp/dereferenced-value-may-be-null", "", NULL),
    ("cpp/uninitialized-local", "", UNINITIALISED),
    ("cpp/use-after-free", "", AFTER_FREE),
    ("cpp/double-free", "", DOUBLE_FREE),
    ("cpp/memory-never-freed", "", part(&["memory-leak"])),
    ("cpp/memory-may-not-be-freed", "", part(&["memory-leak"])),
    ("cpp/file-never-closed", "", part(&["resource-leak"])),
    ("cpp/file-may-not-be-closed", "", part(&["resource-leak"])),
    ("cpp/static-buffer-overflow", "", OUT_OF_BOUNDS),
    ("cpp/overflow-buffer", "", OUT_OF_BOUNDS),
    ("cpp/overrun-write", "", OUT_OF_BOUNDS),
    ("cpp/very-likely-overrunning-write", "", OUT_OF_BOUNDS),
    ("cpp/unbounded-write", "", part(&["buffer-overflow"])),
    ("cpp/offset-use-before-range-check", "", part(&["out-of-bounds-read", "buffer-overflow"])),
    ("cpp/return-stack-allocated-memory", "", part(&["use-after-scope"])),
    ("cpp/integer-multiplication-cast-to-long", "", part(&["signed-overflow"])),
    ("cpp/signed-overflow-check", "", part(&["signed-overflow"])),
    ("cpp/dangerous-function-overflow", "", part(&["dangerous-function", "buffer-overflow"])),
];

/// By weakness, for tools and rules that no table has.
const WEAKNESSES: &[(u32, Class)] = &[
    (476, part(NULL.rules)),
    (690, part(NULL.rules)),
    (369, part(DIVISION.rules)),
    (457, part(UNINITIALISED.rules)),
    (908, part(UNINITIALISED.rules)),
    (416, part(AFTER_FREE.rules)),
    (415, part(DOUBLE_FREE.rules)),
    (590, part(BAD_FREE.rules)),
    (761, part(BAD_FREE.rules)),
    (401, Class { whole: false, ..MEMORY }),
    (772, Class { whole: false, ..FILES }),
    (775, Class { whole: false, ..FILES }),
    (119, part(OUT_OF_BOUNDS.rules)),
    (120, part(OUT_OF_BOUNDS.rules)),
    (121, part(OUT_OF_BOUNDS.rules)),
    (122, part(OUT_OF_BOUNDS.rules)),
    (125, part(OUT_OF_BOUNDS.rules)),
    (126, part(OUT_OF_BOUNDS.rules)),
    (127, part(OUT_OF_BOUNDS.rules)),
    (131, part(OUT_OF_BOUNDS.rules)),
    (787, part(OUT_OF_BOUNDS.rules)),
    (788, part(OUT_OF_BOUNDS.rules)),
    (190, part(&["signed-overflow", "unsigned-wrap"])),
    (191, part(&["signed-overflow", "unsigned-wrap"])),
    (562, part(&["use-after-scope"])),
    (825, part(&["use-after-scope", "use-after-free"])),
    (835, LOOP),
    (674, RECURSION),
];

/// What an alert warns of, if Margay looks for that.
pub(crate) fn of(alert: &Alert) -> Option<Class> {
    let tool = alert.tool.to_lowercase();
    if tool == "margay" {
        return own(&alert.rule);
    }
    // clang is looked for first: "clang" says more than the "c" in a name of gcc.
    let table = if tool.contains("clang") {
        CLANG
    } else if tool.contains("gnu c") || tool.contains("gcc") || tool == "cc1" {
        GCC
    } else if tool.contains("cppcheck") {
        CPPCHECK
    } else if tool.contains("codeql") {
        CODEQL
    } else {
        &[]
    };
    let row = table
        .iter()
        .find(|(rule, words, _)| names(rule, &alert.rule) && alert.message.contains(words));
    let by_weakness =
        || alert.cwe.iter().find_map(|cwe| WEAKNESSES.iter().find(|(known, _)| known == cwe));
    row.map(|(.., class)| *class).or_else(|| by_weakness().map(|(_, class)| *class))
}

/// Whether a rule of a table is that of an alert: the same, or the beginning of it. Tools put
/// variants behind a name (`nullPointerRedundantCheck`, `ArrayBoundV2`).
fn names(rule: &str, other: &str) -> bool {
    other.starts_with(rule)
}

/// Margay's own rules mean themselves.
fn own(name: &str) -> Option<Class> {
    let rule = margay_checkers::rule(name)?;
    let kind = match rule.name {
        "memory-leak" | "resource-leak" => Kind::Leak,
        _ => Kind::Fault,
    };
    Some(Class { rules: std::slice::from_ref(&rule.name), kind, whole: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(tool: &str, rule: &str, message: &str, cwe: &[u32]) -> Option<Class> {
        let (tool, rule, message) = (tool.to_owned(), rule.to_owned(), message.to_owned());
        of(&Alert { tool, rule, message, cwe: cwe.to_vec(), ..Alert::default() })
    }

    #[test]
    fn rules_of_tools_have_a_class() {
        assert_eq!(class("clang", "core.DivideZero", "Division by zero", &[]), Some(DIVISION));
        let malloc = |message| class("clang", "unix.Malloc", message, &[]);
        assert_eq!(malloc("Potential leak of memory pointed to by 'p'"), Some(MEMORY));
        assert_eq!(malloc("Attempt to free released memory"), Some(DOUBLE_FREE));
        let gcc = "GNU C17";
        assert_eq!(class(gcc, "-Wanalyzer-malloc-leak", "leak of 'p'", &[401]), Some(MEMORY));
        assert_eq!(class("cppcheck", "nullPointerRedundantCheck", "", &[476]), Some(NULL));
        assert_eq!(class("CodeQL", "cpp/double-free", "", &[]), Some(DOUBLE_FREE));
        assert_eq!(
            class("Margay", "double-free", "", &[]).map(|c| c.rules),
            Some(DOUBLE_FREE.rules)
        );
    }

    #[test]
    fn a_weakness_is_the_last_resort() {
        let found = class("CodeQL", "cpp/some-query", "", &[20, 476]).expect("a class");
        assert_eq!((found.rules, found.whole), (NULL.rules, false));
        assert_eq!(class("lint", "style", "", &[]), None);
        assert_eq!(class("clang", "deadcode.DeadStores", "Value stored is never read", &[]), None);
    }

    #[test]
    fn tables_name_rules_that_are_there() {
        let rows = [CLANG, GCC, CPPCHECK, CODEQL].into_iter().flatten().map(|row| row.2);
        for class in rows.chain(WEAKNESSES.iter().map(|row| row.1)) {
            for rule in class.rules {
                assert!(margay_checkers::rule(rule).is_some(), "there is no rule {rule}");
            }
        }
    }
}
