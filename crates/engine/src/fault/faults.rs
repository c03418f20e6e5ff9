//! What a program may do wrong, as data.
//!
//! The engine raises faults; it never judges them. A fault names the rule it
//! breaks, so that checkers and reports need no table of their own.

use crate::fault::crossing::{Crossing, Origin};
use margay_ir::SpanId;
use margay_ir::finding::{Act, Thread};
use std::fmt;

/// What the engine says where a path has come to where it was wanted. It is no rule.
pub const TARGET_REACHED: &str = "target-reached";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An access through an address below the first page.
    NullAccess {
        access: AccessKind,
        address: u64,
        /// The call that failed and returned null, and where it stands.
        failed: Option<(String, SpanId)>,
    },
    /// An access through an address that no object ever had.
    WildAccess {
        access: AccessKind,
        address: u64,
    },
    OutOfBounds {
        access: AccessKind,
        object: ObjectKind,
        /// The address of the object, also where `object` is a member of it.
        base: u64,
        /// Of the first byte accessed, from the start of the object or member.
        offset: i64,
        len: u64,
        size: u64,
        allocated: SpanId,
    },
    UseAfterFree {
        access: AccessKind,
        allocated: SpanId,
        freed: SpanId,
    },
    /// A local variable used after its scope or function ended.
    UseAfterScope {
        access: AccessKind,
        allocated: SpanId,
    },
    WriteToConstant {
        allocated: SpanId,
    },
    /// An access to a variable that is declared and defined nowhere.
    UndefinedVariable {
        access: AccessKind,
    },
    /// A branch, address or output that depends on bytes that were never written.
    UninitialisedRead,
    DivisionByZero,
    SignedOverflow {
        operation: &'static str,
        bits: u32,
    },
    /// The smallest number divided by -1, which processors trap.
    DivisionOverflow {
        bits: u32,
    },
    /// A shift by the width or more.
    BadShift {
        amount: u64,
        bits: u32,
    },
    /// A float that does not fit the integer it is converted to.
    FloatToIntOverflow,
    DoubleFree {
        allocated: SpanId,
        freed: SpanId,
    },
    /// `free` or `realloc` of what is not the start of a heap block.
    BadFree {
        address: u64,
        object: Option<ObjectKind>,
    },
    /// A call through a pointer that is not a function.
    BadCall {
        address: u64,
    },
    /// A call whose arguments, or whose result, do not fit the function called.
    WrongCallType {
        function: String,
        /// It is the result.
        result: bool,
    },
    /// Source and destination of a copy overlap where they must not.
    OverlappingCopy,
    /// `assert` failed.
    AssertionFailed {
        message: String,
    },
    /// `__builtin_unreachable`, or the end of a function that must return a value.
    UnreachableReached,
    /// A path has come to where it was wanted: no fault of the program.
    TargetReached,
    Trap,
    StackOverflow {
        depth: usize,
    },
    /// A loop that never ends.
    InfiniteLoop {
        /// Where the source begins it.
        header: SpanId,
        /// After so many iterations everything is as it was; `None` if it has no exit.
        period: Option<u64>,
    },
    /// The program's own data does not fit the address space.
    OutOfMemory,
    /// A negative number where a size is taken.
    NegativeSize {
        size: i64,
    },
    /// Unsigned arithmetic on input wraps around, and the result is used.
    UnsignedWrap {
        operation: &'static str,
        bits: u32,
    },
    /// The result of arithmetic does not fit the narrow variable it is kept in.
    NarrowOverflow {
        operation: &'static str,
        bits: u32,
        /// That variable is signed.
        is_signed: bool,
    },
    /// An input is changed by the narrower type it becomes.
    LossyConversion {
        from: u32,
        to: u32,
    },
    /// An object is accessed as one of another, larger type.
    TypeConfusion {
        access: AccessKind,
        object: ObjectKind,
        /// Bytes that the type has, and the object.
        wanted: u64,
        size: u64,
        allocated: SpanId,
    },
    /// The difference of pointers into different objects.
    PointerSubtraction,
    /// A function of files is given none.
    BadStream {
        function: String,
        detail: String,
    },
    /// A function that closes another kind of handle.
    MismatchedClose {
        function: String,
        opened: SpanId,
    },
    /// Arithmetic that wraps around chooses how much memory is taken.
    AllocationOverflow {
        function: String,
    },
    /// The outside chooses how much memory is taken, without a limit.
    UncontrolledAllocation {
        function: String,
        origins: Vec<Origin>,
    },
    /// The outside chooses the format.
    FormatString {
        function: String,
        origins: Vec<Origin>,
    },
    /// The arguments do not fit the format.
    FormatMismatch {
        function: String,
        detail: String,
        /// There are too few of them.
        missing: bool,
    },
    /// Something older is used where a call failed to bring a new value.
    UncheckedReturn {
        function: String,
        call: SpanId,
        neglect: Neglect,
    },
    /// A function that cannot be used safely.
    DangerousFunction {
        function: String,
    },
    UseAfterClose {
        function: String,
        opened: SpanId,
    },
    DoubleClose {
        function: String,
        opened: SpanId,
    },
    /// A file or descriptor that is never closed.
    ResourceLeak {
        opened: SpanId,
        name: String,
    },
    /// Memory that nothing points to any more.
    Leak {
        allocated: SpanId,
        size: u64,
    },
    /// Each thread waits for another one, or for itself: which, and where.
    Deadlock {
        waits: Vec<(Thread, SpanId)>,
        /// They wait for each other; else for what none of them will do.
        circle: bool,
    },
    /// Two threads access the same bytes at once, and one of them writes.
    DataRace {
        accesses: [(Act, SpanId); 2],
        object: Option<Accessed>,
    },
    /// A thread reads something and writes it back changed, and another one writes it in between.
    AtomicityViolation {
        /// The read, the write of the other thread, and the write.
        accesses: Box<[(Act, SpanId); 3]>,
        object: Option<Accessed>,
    },
    /// A thread waits for a lock that it holds itself.
    DoubleLock {
        function: String,
        locked: SpanId,
    },
    /// A lock is released by a thread that does not hold it.
    BadUnlock {
        function: String,
        /// Where another thread took it that holds it.
        locked: Option<SpanId>,
    },
    /// A thread ends and holds a lock still.
    UnreleasedLock {
        locked: SpanId,
    },
    /// Data goes where its label must not.
    Flow(Box<Crossing>),
    /// The outside says how often a loop iterates, without a limit.
    LoopBound {
        origins: Vec<Origin>,
    },
    /// The name of a file is checked, and then used as if the file were still the same.
    FileRace {
        /// The function that uses the name.
        function: String,
        /// The function that checked it, and where.
        check: String,
        checked: SpanId,
    },
    /// A handler of a signal calls a function that may have been interrupted by it.
    SignalUnsafeCall {
        function: String,
        handler: String,
        signal: i32,
        /// Where the handler was installed.
        registered: SpanId,
    },
    /// A signal comes between two operations, and its handler does harm there.
    SignalRace {
        handler: String,
        signal: i32,
        registered: SpanId,
        /// What goes wrong in the handler, and where.
        harm: Box<Fault>,
        at: SpanId,
    },
    /// Something is done to a lock that must not be done to it as it is.
    LockMisuse {
        function: String,
        detail: String,
        /// What else belongs to it, and what that is.
        place: SpanId,
        label: &'static str,
    },
    /// A function of characters is given one below zero: a `char` that was not made unsigned.
    NegativeCharacter {
        function: &'static str,
    },
    /// A precondition of a library function is broken.
    LibraryMisuse {
        function: &'static str,
        detail: String,
    },
}

/// An object that threads access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    pub kind: ObjectKind,
    pub base: u64,
    pub size: u64,
    pub allocated: SpanId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    Read,
    Write,
}

impl Fault {
    /// The address of the object that it is about, where that is known.
    pub(crate) fn base(&self) -> Option<u64> {
        match self {
            Fault::OutOfBounds { base, .. } => Some(*base),
            Fault::DataRace { object, .. } | Fault::AtomicityViolation { object, .. } => {
                object.map(|object| object.base)
            }
            _ => None,
        }
    }

    /// The rule that the fault breaks, as reports name it.
    pub fn rule(&self) -> &'static str {
        match self {
            Fault::NullAccess { failed: Some(_), .. } => "unchecked-allocation",
            Fault::NullAccess { .. } => "null-dereference",
            Fault::WildAccess { .. } => "wild-pointer",
            Fault::OutOfBounds { access: AccessKind::Read, .. } => "out-of-bounds-read",
            Fault::OutOfBounds { access: AccessKind::Write, .. } => "buffer-overflow",
            Fault::UseAfterFree { .. } => "use-after-free",
            Fault::UseAfterScope { .. } => "use-after-scope",
            Fault::WriteToConstant { .. } => "write-to-constant",
            Fault::UndefinedVariable { .. } => "undefined-variable",
            Fault::UninitialisedRead => "uninitialised-read",
            Fault::DivisionByZero => "division-by-zero",
            Fault::SignedOverflow { .. } | Fault::DivisionOverflow { .. } => "signed-overflow",
            Fault::BadShift { .. } => "bad-shift",
            Fault::FloatToIntOverflow => "float-conversion",
            Fault::DoubleFree { .. } => "double-free",
            Fault::BadFree { .. } => "bad-free",
            Fault::BadCall { .. } | Fault::WrongCallType { .. } => "bad-call",
            Fault::OverlappingCopy => "overlapping-copy",
            Fault::AssertionFailed { .. } => "assertion-failed",
            Fault::UnreachableReached => "unreachable-reached",
            Fault::TargetReached => TARGET_REACHED,
            Fault::Trap => "trap",
            Fault::StackOverflow { .. } => "uncontrolled-recursion",
            Fault::InfiniteLoop { .. } => "infinite-loop",
            Fault::OutOfMemory => "out-of-memory",
            Fault::NegativeSize { .. } => "negative-size",
            Fault::UnsignedWrap { .. } => "unsigned-wrap",
            Fault::TypeConfusion { .. } => "type-confusion",
            Fault::PointerSubtraction => "pointer-subtraction",
            Fault::MismatchedClose { .. } | Fault::BadStream { .. } => "library-misuse",
            Fault::NarrowOverflow { .. } => "narrow-overflow",
            Fault::LossyConversion { .. } => "lossy-conversion",
            Fault::AllocationOverflow { .. } => "allocation-overflow",
            Fault::UncontrolledAllocation { .. } => "uncontrolled-allocation",
            Fault::FormatString { .. } => "format-string",
            Fault::FormatMismatch { .. } => "format-mismatch",
            Fault::UncheckedReturn { .. } => "unchecked-return",
            Fault::DangerousFunction { .. } => "dangerous-function",
            Fault::UseAfterClose { .. } => "use-after-close",
            Fault::DoubleClose { .. } => "double-close",
            Fault::ResourceLeak { .. } => "resource-leak",
            Fault::Leak { .. } => "memory-leak",
            Fault::DataRace { .. } => "data-race",
            Fault::AtomicityViolation { .. } => "atomicity-violation",
            Fault::Deadlock { .. } => "deadlock",
            Fault::DoubleLock { .. } => "double-lock",
            Fault::BadUnlock { .. } => "bad-unlock",
            Fault::UnreleasedLock { .. } => "unreleased-lock",
            Fault::FileRace { .. } => "file-race",
            Fault::SignalUnsafeCall { .. } => "signal-unsafe-call",
            Fault::SignalRace { .. } => "signal-race",
            Fault::LibraryMisuse { .. }
            | Fault::LockMisuse { .. }
            | Fault::NegativeCharacter { .. } => "library-misuse",
            Fault::Flow(crossing) => crossing.rule,
            Fault::LoopBound { .. } => "unchecked-loop-bound",
        }
    }

    /// Where what is lost was made: several things may be lost at one place.
    pub fn lost(&self) -> Option<SpanId> {
        match self {
            Fault::Leak { allocated: made, .. }
            | Fault::ResourceLeak { opened: made, .. }
            | Fault::UnreleasedLock { locked: made } => Some(*made),
            _ => None,
        }
    }

    /// Whether it is what the source says cannot be.
    pub fn is_ruled_out(&self) -> bool {
        matches!(self, Fault::AssertionFailed { .. } | Fault::UnreachableReached | Fault::Trap)
    }

    /// Whether the call itself is the defect, whatever it is given: callers cannot help it.
    pub fn stands_in_source(&self) -> bool {
        matches!(self, Fault::Flow(crossing) if matches!(crossing.rule, "weak-cipher" | "weak-hash"))
    }

    /// Whether execution has a defined way on: the value that the hardware gives.
    pub fn can_continue(&self) -> bool {
        matches!(
            self,
            Fault::SignedOverflow { .. }
                | Fault::BadShift { .. }
                | Fault::FloatToIntOverflow
                | Fault::UninitialisedRead
                | Fault::OverlappingCopy
                | Fault::WrongCallType { .. }
                | Fault::UncontrolledAllocation { .. }
                | Fault::AllocationOverflow { .. }
                | Fault::UnsignedWrap { .. }
                | Fault::PointerSubtraction
                | Fault::MismatchedClose { .. }
                | Fault::NarrowOverflow { .. }
                | Fault::LossyConversion { .. }
                | Fault::FormatString { .. }
                | Fault::FormatMismatch { .. }
                | Fault::UncheckedReturn { .. }
                | Fault::DangerousFunction { .. }
                | Fault::ResourceLeak { .. }
                | Fault::Leak { .. }
                | Fault::BadUnlock { .. }
                | Fault::UnreleasedLock { .. }
                | Fault::DataRace { .. }
                | Fault::AtomicityViolation { .. }
                | Fault::Flow(_)
                | Fault::LoopBound { .. }
                | Fault::FileRace { .. }
                | Fault::SignalUnsafeCall { .. }
                | Fault::SignalRace { .. }
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NullAccess { access, failed: Some((function, _)), .. } => {
                write!(f, "{access} through the null pointer that {function} returns if it fails")
            }
            Fault::NullAccess { access, address: 0, .. } => {
                write!(f, "{access} through a null pointer")
            }
            Fault::NullAccess { access, address, .. } => {
                write!(f, "{access} through a null pointer (address {address:#x})")
            }
            Fault::WildAccess { access, address } => {
                write!(f, "{access} at address {address:#x}, where there is no object")
            }
            Fault::OutOfBounds { access, object, offset, len, size, .. } => {
                let (what, whole) = (bytes(*len), bytes(*size));
                let at = offset.unsigned_abs();
                if *offset < 0 {
                    write!(
                        f,
                        "{access} of {what}, {} before the start of {object} of {whole}",
                        bytes(at)
                    )
                } else if at < *size {
                    write!(f, "{access} of {what} at offset {at} of {object} of {whole}")
                } else if at == *size {
                    write!(f, "{access} of {what} just past the end of {object} of {whole}")
                } else {
                    write!(
                        f,
                        "{access} of {what}, {} past the end of {object} of {whole}",
                        bytes(at - size)
                    )
                }
            }
            Fault::UseAfterFree { access, .. } => {
                write!(f, "{access} of memory after it was freed")
            }
            Fault::UseAfterScope { access, .. } => {
                write!(f, "{access} of a local variable after its scope ended")
            }
            Fault::WriteToConstant { .. } => write!(f, "write to constant memory"),
            Fault::UndefinedVariable { access } => {
                write!(f, "{access} of a variable that is declared but defined nowhere")
            }
            Fault::UninitialisedRead => write!(f, "use of a value that was never initialised"),
            Fault::DivisionByZero => write!(f, "division by zero"),
            Fault::SignedOverflow { operation, bits } => {
                write!(f, "signed {operation} overflows {bits} bits")
            }
            Fault::DivisionOverflow { bits } => write!(f, "signed division overflows {bits} bits"),
            Fault::BadShift { amount, bits } => {
                let amount = crate::value::signed(*amount, (*bits).min(64));
                write!(f, "shift by {amount} of a value of {bits} bits")
            }
            Fault::FloatToIntOverflow => {
                write!(f, "floating-point value does not fit the integer it is converted to")
            }
            Fault::DoubleFree { .. } => write!(f, "memory is freed a second time"),
            Fault::BadFree { object: Some(object), .. } => {
                write!(f, "free of a pointer into {object} that is not the start of a heap block")
            }
            Fault::BadFree { address, object: None } => {
                write!(f, "free of address {address:#x}, which is not a heap block")
            }
            Fault::BadCall { address } => {
                write!(f, "call through address {address:#x}, which is not a function")
            }
            Fault::WrongCallType { function, result: true } => {
                write!(f, "call of `{function}` for a result of a type that it does not return")
            }
            Fault::WrongCallType { function, result: false } => {
                write!(f, "call of `{function}` with arguments that it does not take")
            }
            Fault::OverlappingCopy => write!(f, "source and destination of the copy overlap"),
            Fault::AssertionFailed { message } => write!(f, "assertion failed: {message}"),
            Fault::TargetReached => write!(f, "the target is reached"),
            Fault::UnreachableReached => write!(f, "code that is declared unreachable was reached"),
            Fault::Trap => write!(f, "the program trapped"),
            Fault::StackOverflow { depth } => {
                write!(f, "stack overflow after {depth} nested calls")
            }
            Fault::InfiniteLoop { period: None, .. } => write!(f, "the loop has no exit"),
            Fault::InfiniteLoop { period: Some(1), .. } => {
                write!(f, "the loop never ends: an iteration changes nothing")
            }
            Fault::InfiniteLoop { period: Some(period), .. } => {
                write!(f, "the loop never ends: after {period} iterations all is as it was")
            }
            Fault::OutOfMemory => write!(f, "there is no room for the program's data"),
            Fault::NegativeSize { size } => write!(f, "a size of {size}"),
            Fault::TypeConfusion { access, wanted, size, .. } => {
                let (wanted, size) = (bytes(*wanted), bytes(*size));
                write!(f, "{access} of a type of {wanted} in an object of {size}")
            }
            Fault::BadStream { function, detail } => write!(f, "{function}: {detail}"),
            Fault::PointerSubtraction => {
                write!(f, "the difference of pointers into different objects")
            }
            Fault::MismatchedClose { function, .. } => {
                write!(f, "{function} of what another kind of function opened")
            }
            Fault::UnsignedWrap { operation, bits } => {
                write!(f, "unsigned {operation} of input wraps around {bits} bits")
            }
            Fault::NarrowOverflow { operation, bits, .. } => {
                write!(f, "the result of the {operation} does not fit {bits} bits")
            }
            Fault::LossyConversion { from, to } => {
                write!(f, "input of {from} bits is changed by a conversion to {to} bits")
            }
            Fault::AllocationOverflow { function } => {
                write!(f, "the size that {function} takes wraps around")
            }
            Fault::UncontrolledAllocation { function, .. } => {
                write!(f, "the input chooses the size of memory that {function} takes")
            }
            Fault::FormatString { function, .. } => {
                write!(f, "the format of {function} comes from the input")
            }
            Fault::FormatMismatch { function, detail, .. } => write!(f, "{function}: {detail}"),
            Fault::UncheckedReturn { function, .. } => {
                write!(f, "`{function}` failed, and what was there before is used")
            }
            Fault::DangerousFunction { function } => {
                write!(f, "{function} writes past its buffer if a line is too long")
            }
            Fault::UseAfterClose { function, .. } => write!(f, "{function} of a closed file"),
            Fault::DoubleClose { function, .. } => write!(f, "{function} of a file that is closed"),
            Fault::ResourceLeak { name, .. } => write!(f, "`{name}` is never closed"),
            Fault::Leak { size, .. } => write!(f, "{} of memory are never freed", bytes(*size)),
            Fault::DataRace { .. } => {
                write!(f, "two threads access the same memory at once, and one of them writes")
            }
            Fault::AtomicityViolation { .. } => {
                write!(f, "what another thread wrote in between is lost")
            }
            Fault::Deadlock { waits, circle } => match waits.len() {
                1 => write!(f, "the only thread waits for ever"),
                count if *circle => write!(f, "{count} threads wait for each other"),
                count => write!(f, "{count} threads wait for what none of them will do"),
            },
            Fault::DoubleLock { function, .. } => {
                write!(f, "{function} of a lock that the thread holds already")
            }
            Fault::BadUnlock { function, locked: Some(_) } => {
                write!(f, "{function} of a lock that another thread holds")
            }
            Fault::BadUnlock { function, locked: None } => {
                write!(f, "{function} of a lock that no thread holds")
            }
            Fault::UnreleasedLock { .. } => write!(f, "a lock is never released"),
            Fault::FileRace { function, check, .. } => {
                write!(f, "{function} of a file that may be another one than {check} saw")
            }
            Fault::SignalUnsafeCall { function, handler, .. } => {
                write!(f, "{function} is called in the handler `{handler}` of a signal")
            }
            Fault::SignalRace { handler, harm, .. } => {
                write!(f, "a signal here leads to harm in its handler `{handler}`: {harm}")
            }
            Fault::LibraryMisuse { function, detail } => write!(f, "{function}: {detail}"),
            Fault::NegativeCharacter { function } => {
                write!(f, "{function}: the argument is a negative character")
            }
            Fault::LockMisuse { function, detail, .. } => write!(f, "{function}: {detail}"),
            Fault::Flow(crossing) => {
                write!(f, "{} of {} is {}", crossing.part, crossing.sink, crossing.label)
            }
            Fault::LoopBound { .. } => {
                write!(f, "the input decides how many iterations the loop has")
            }
        }
    }
}

/// `1 byte`, `2 bytes`.
fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        })
    }
}

/// How a program fails to see that a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neglect {
    /// It does not check the result.
    Ignored,
    /// It compares the result with what does not tell.
    Compared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Stack,
    Heap,
    Global,
    /// What the C library owns: `errno`, streams, static buffers.
    Library,
    /// A string that the program is called with, and the table of all.
    Argument,
    ArgumentTable,
    /// A variable that is declared and defined nowhere; its size may be unknown.
    External,
    /// What a pointer of unknown origin leads to.
    Unknown,
    /// An array within a local variable, a heap block or something else.
    StackMember,
    HeapMember,
    OtherMember,
}

impl ObjectKind {
    pub fn is_member(self) -> bool {
        matches!(self, ObjectKind::StackMember | ObjectKind::HeapMember | ObjectKind::OtherMember)
    }

    /// A part of an object of this kind.
    pub fn member(self) -> ObjectKind {
        match self {
            ObjectKind::Stack => ObjectKind::StackMember,
            ObjectKind::Heap => ObjectKind::HeapMember,
            _ => ObjectKind::OtherMember,
        }
    }
}

impl fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ObjectKind::Stack => "a local variable",
            ObjectKind::Heap => "a heap block",
            ObjectKind::Global => "a global variable",
            ObjectKind::Library => "an object of the C library",
            ObjectKind::Argument => "an argument of the program",
            ObjectKind::ArgumentTable => "the table of arguments",
            ObjectKind::External => "a variable that is defined nowhere",
            ObjectKind::Unknown => "an object of unknown origin",
            ObjectKind::StackMember => "an array in a local variable",
            ObjectKind::HeapMember => "an array in a heap block",
            ObjectKind::OtherMember => "an array in a variable",
        })
    }
}
