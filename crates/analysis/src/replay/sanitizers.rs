//! Which sanitizers a rule needs, and how their builds are made and run.
//!
//! What a sanitizer calls a rule is said by the rule's own record.

use margay_ir::rule::{Native, Witness};

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

    /// For the harness, whose own arithmetic is not checked.
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
        let claims = |kind| expected(rule).is_some_and(|e| e.shown.kinds.contains(&kind));
        // A failed allocation is the harness's to say; one that is too large is a fault
        // only where that is what was claimed.
        let returns_null = !claims(Native::TOO_BIG);
        let common = format!(
            "symbolize={},handle_abort=1,handle_sigill=1,handle_sigfpe=1,handle_sigbus=1,\
             allocator_may_return_null={},hard_rss_limit_mb=2048,detect_leaks={}",
            u8::from(symbolize),
            u8::from(returns_null),
            u8::from(claims(Native::LEAK)),
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

/// What a native run has to show, and the build that shows it.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub set: Set,
    pub shown: Native,
}

/// What to expect for a rule; `None` if no sanitizer sees it.
pub fn expected(rule: &str) -> Option<Expected> {
    let shown = margay_checkers::record(rule)?.native?;
    Some(Expected { set: shown.by.into(), shown })
}

impl From<Witness> for Set {
    fn from(by: Witness) -> Set {
        match by {
            Witness::Addresses => Set::Address,
            Witness::Wrapping => Set::Wrapping,
            Witness::Memory => Set::Memory,
            // What threads do is seen by the harness, see `turns.rs`.
            Witness::Threads | Witness::MeetingThreads => Set::Thread,
            // See `target.rs`.
            Witness::Breakpoint => Set::Plain,
        }
    }
}
