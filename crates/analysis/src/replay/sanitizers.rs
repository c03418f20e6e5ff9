//! Which sanitizers a rule needs, and how their builds are made and run.
//!
//! One table says for each rule what a sanitizer calls it. A rule without a row is one
//! that no sanitizer sees.

use margay_engine::TARGET_REACHED;

/// Sanitizers that one build can have together, or what else it is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Set {
    /// Addresses, leaks and undefined behaviour.
    Address,
    /// The same and arithmetic that is defined, but hardly meant.
    Wrapping,
    /// Memory that was never written.
    Memory,
    /// As [`Set::Address`], with threads that the harness leads.
    AddressLed,
    /// As [`Set::Wrapping`], with threads that the harness leads.
    WrappingLed,
    /// As [`Set::Memory`], with threads that the harness leads.
    MemoryLed,
    /// None; the harness leads threads, and is told what they do.
    Thread,
    /// None.
    Plain,
    /// None; what is executed is counted.
    Coverage,
}

impl Set {
    /// The directory of the build.
    pub fn name(self) -> &'static str {
        match self {
            Set::Address => "address",
            Set::Wrapping => "wrapping",
            Set::Memory => "memory",
            Set::AddressLed => "address-led",
            Set::WrappingLed => "wrapping-led",
            Set::MemoryLed => "memory-led",
            Set::Thread => "thread",
            Set::Plain => "plain",
            Set::Coverage => "coverage",
        }
    }

    /// The set for a finding that takes certain turns of threads.
    pub fn led(self) -> Set {
        match self {
            Set::Address | Set::AddressLed => Set::AddressLed,
            Set::Wrapping | Set::WrappingLed => Set::WrappingLed,
            Set::Memory | Set::MemoryLed => Set::MemoryLed,
            Set::Thread | Set::Plain => Set::Thread,
            Set::Coverage => Set::Coverage,
        }
    }

    /// The same sanitizers without that, where they have such a set.
    pub fn unled(self) -> Option<Set> {
        match self {
            Set::AddressLed => Some(Set::Address),
            Set::WrappingLed => Some(Set::Wrapping),
            Set::MemoryLed => Some(Set::Memory),
            _ => None,
        }
    }

    /// Whether the harness leads threads.
    pub fn leads(self) -> bool {
        self != Set::Coverage && self == self.led()
    }

    /// For the program. What can go on goes on: a path may have other faults before its own.
    pub fn flags(self) -> Vec<&'static str> {
        match self {
            Set::AddressLed | Set::WrappingLed | Set::MemoryLed => {
                [self.link_flags(), CALLS_BEFORE_ACCESSES, ONE_CALL_EACH].concat()
            }
            Set::Thread => [&["-fsanitize=thread"], ONE_CALL_EACH].concat(),
            _ => self.link_flags().to_vec(),
        }
    }

    /// For the linker. Of ThreadSanitizer there is only what the compiler does: `turns.c` has the functions
    /// that it calls.
    pub fn link_flags(self) -> &'static [&'static str] {
        match self {
            Set::Address | Set::AddressLed => &[
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fsanitize-recover=undefined,float-cast-overflow",
            ],
            Set::Wrapping | Set::WrappingLed => &[
                "-fsanitize=address,undefined,float-cast-overflow,integer",
                "-fsanitize-recover=undefined,float-cast-overflow,integer",
            ],
            Set::Memory | Set::MemoryLed => &[
                "-fsanitize=memory",
                "-fsanitize-recover=memory",
                "-fsanitize-memory-track-origins",
            ],
            Set::Thread | Set::Plain => &[],
            Set::Coverage => &["-fprofile-instr-generate", "-fcoverage-mapping"],
        }
    }

    /// For the harness, whose own arithmetic is nobody's business.
    pub fn harness_flags(self) -> &'static [&'static str] {
        match self {
            Set::Address | Set::Wrapping | Set::AddressLed | Set::WrappingLed => {
                &["-fsanitize=address"]
            }
            Set::Memory | Set::MemoryLed => &["-fsanitize=memory", "-fsanitize-recover=memory"],
            Set::Thread | Set::Plain | Set::Coverage => &[],
        }
    }

    /// Variables that tell the sanitizers how to run.
    pub fn environment(self, rule: &str, symbolize: bool) -> Vec<(&'static str, String)> {
        // A failed allocation is the harness's to say; one that is too large is a fault
        // only where that is what was claimed.
        let returns_null = !matches!(expected(rule), Some(e) if e.kinds.contains(&TOO_BIG));
        let common = format!(
            "symbolize={},handle_abort=1,handle_sigill=1,handle_sigfpe=1,handle_sigbus=1,\
             allocator_may_return_null={},hard_rss_limit_mb=2048,detect_leaks={}",
            u8::from(symbolize),
            u8::from(returns_null),
            u8::from(rule == "memory-leak"),
        );
        match self {
            Set::Address | Set::Wrapping | Set::AddressLed | Set::WrappingLed => vec![
                (
                    "ASAN_OPTIONS",
                    format!("{common},detect_stack_use_after_return=1,halt_on_error=1"),
                ),
                ("UBSAN_OPTIONS", format!("print_stacktrace=1,symbolize={}", u8::from(symbolize))),
            ],
            Set::Memory | Set::MemoryLed => {
                vec![("MSAN_OPTIONS", format!("{common},halt_on_error=0"))]
            }
            Set::Thread | Set::Plain | Set::Coverage => Vec::new(),
        }
    }
}

/// The driver has no room for ThreadSanitizer beside others, since their runtimes clash; the compiler has.
const CALLS_BEFORE_ACCESSES: &[&str] = &["-Xclang", "-fsanitize=thread"];
/// A call for each access, and for nothing else.
const ONE_CALL_EACH: &[&str] = &[
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-mllvm",
    "-tsan-instrument-func-entry-exit=0",
];

/// What a native run has to show for a rule.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub set: Set,
    /// Words of sanitizers, one of which must be in their report.
    pub kinds: &'static [&'static str],
    /// Whether the sanitizers see it whenever it happens.
    pub certain: bool,
    /// Whether any frame of the report will do, not only the top one.
    pub any_frame: bool,
}

const TOO_BIG: &str = "allocation-size-too-big";
/// An access that the processor stops.
const CRASH: &[&str] = &["SEGV", "BUS"];
const OVERFLOW: &[&str] = &[
    "heap-buffer-overflow",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "dynamic-stack-buffer-overflow",
    "global-buffer-overflow",
    "container-overflow",
    "unknown-crash",
    "negative-size-param",
    "out of bounds for type",
    "insufficient space for an object",
    "SEGV",
    "BUS",
    // Far behind an object another one may begin, or have been.
    "heap-use-after-free",
    "stack-use-after-scope",
    "stack-use-after-return",
    "use-after-poison",
    "wild-access",
];

/// What to expect for a rule; `None` if no sanitizer sees it.
pub fn expected(rule: &str) -> Option<Expected> {
    let certain = |kinds| Expected { set: Set::Address, kinds, certain: true, any_frame: false };
    let perhaps = |kinds| Expected { certain: false, ..certain(kinds) };
    Some(match rule {
        "allocation-overflow" | "lossy-conversion" | "narrow-overflow" => Expected {
            set: Set::Wrapping,
            ..perhaps(&[
                "unsigned integer overflow",
                "signed integer overflow",
                "implicit conversion from type",
                TOO_BIG,
                "calloc-overflow",
            ])
        },
        // What threads do is seen by the harness, see `turns.rs`.
        "atomicity-violation"
        | "bad-unlock"
        | "data-race"
        | "deadlock"
        | "double-lock"
        | "unreleased-lock" => Expected { set: Set::Thread, ..certain(&[]) },
        "assertion-failed" => certain(&["ABRT", "ILL", "TRAP"]),
        "bad-call" => perhaps(&["SEGV", "BUS", "ILL", "incorrect function type"]),
        "bad-free" => certain(&["bad-free", "alloc-dealloc-mismatch", "SEGV"]),
        "bad-shift" => certain(&["shift exponent", "left shift of"]),
        "buffer-overflow" | "out-of-bounds-read" => certain(OVERFLOW),
        "division-by-zero" => certain(&["division by zero", "FPE"]),
        "double-close" => perhaps(&["double-free", "heap-use-after-free", "ABRT"]),
        "double-free" => certain(&["double-free", "heap-use-after-free"]),
        "float-conversion" => certain(&["outside the range of representable values"]),
        "library-misuse" => perhaps(&["passing zero to"]),
        "memory-leak" => certain(&["leak"]),
        "negative-size" => certain(&[
            "negative-size-param",
            TOO_BIG,
            "calloc-overflow",
            "heap-buffer-overflow",
            "stack-buffer-overflow",
            "global-buffer-overflow",
            "SEGV",
        ]),
        "null-dereference" | "unchecked-allocation" => certain(&["null pointer", "SEGV", "BUS"]),
        "out-of-memory" | "uncontrolled-allocation" => {
            perhaps(&[TOO_BIG, "out-of-memory", "rss-limit-exceeded", "calloc-overflow"])
        }
        "overlapping-copy" => certain(&["param-overlap"]),
        "signed-overflow" => {
            certain(&["signed integer overflow", "cannot be represented in type", "FPE"])
        }
        // A breakpoint sees it, see `target.rs`.
        TARGET_REACHED => Expected { set: Set::Plain, ..certain(&[]) },
        "trap" => certain(&["ILL", "TRAP", "ABRT"]),
        "uncontrolled-recursion" => Expected { any_frame: true, ..certain(&["stack-overflow"]) },
        "uninitialised-read" => {
            Expected { set: Set::Memory, ..certain(&["use-of-uninitialized-value"]) }
        }
        "unreachable-reached" => {
            perhaps(&["unreachable program point", "without returning a value"])
        }
        "unsigned-wrap" => {
            Expected { set: Set::Wrapping, ..certain(&["unsigned integer overflow"]) }
        }
        "use-after-close" => perhaps(&["heap-use-after-free", "SEGV"]),
        "use-after-free" => certain(&["heap-use-after-free", "use-after-poison"]),
        "use-after-scope" => certain(&["stack-use-after-scope", "stack-use-after-return"]),
        "wild-pointer" => perhaps(OVERFLOW),
        "write-to-constant" => certain(CRASH),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_rules() {
        // A rule that is renamed must not lose its row in silence.
        let seen = margay_checkers::rules().filter(|rule| expected(rule.name).is_some()).count();
        assert!(seen >= 20, "{seen}");
    }
}
