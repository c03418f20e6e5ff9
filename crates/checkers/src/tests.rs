//! The registry as a whole, and claims in their words.

use crate::{Claim, Context, FAMILIES, claim, rule, rules};
use margay_engine::{AccessKind, Crossing, Event, Evidence, Fault, ObjectKind, Origin};
use margay_ir::finding::{Act, Does, Rule, Source, Thread};
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Encoding, GlobalSource, Place, SourceType, Variable};
use margay_ir::types::DataLayout;
use margay_ir::{Function, Global, IdVec, Linkage, Program, Span, SpanId, Type};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// A fault or more for every variant. The patterns have no wildcard: a new variant does not
/// compile before it has a line here.
macro_rules! samples {
    ($($pattern:pat => $($fault:expr),+;)*) => {
        fn samples() -> Vec<Fault> {
            let all = vec![$(vec![$($fault),+]),*];
            $(assert!([$($fault),+].iter().all(|fault| matches!(fault, $pattern)));)*
            let exhaustive = |fault: &Fault| match fault { $($pattern => {})* };
            all.into_iter().flatten().inspect(exhaustive).collect()
        }
    };
}

fn somewhere() -> SpanId {
    Program::new(DataLayout::x86_64(), String::new()).source.unknown()
}

fn function() -> String {
    "f".to_owned()
}

fn origins() -> Vec<Origin> {
    vec![Origin { source: Source::Stdin, site: somewhere() }]
}

fn crossing(rule: &'static str, cwe: &[u32]) -> Fault {
    Fault::Flow(Box::new(Crossing {
        rule,
        sink: function(),
        part: "the text".to_owned(),
        label: "secret".to_owned(),
        cwe: cwe.to_vec(),
        origins: origins(),
        through: vec![(somewhere(), "it is copied here".to_owned())],
        example: Some("a;b".to_owned()),
        detail: String::new(),
    }))
}

const READ: AccessKind = AccessKind::Read;
const WRITE: AccessKind = AccessKind::Write;

fn out_of_bounds(access: AccessKind, object: ObjectKind, offset: i64) -> Fault {
    let (len, size, allocated) = (4, 8, somewhere());
    Fault::OutOfBounds { access, object, base: 4096, offset, len, size, allocated }
}

samples! {
    Fault::NullAccess { .. } =>
        Fault::NullAccess { access: READ, address: 0, failed: None },
        Fault::NullAccess { access: READ, address: 8, failed: Some((function(), somewhere())) };
    Fault::WildAccess { .. } => Fault::WildAccess { access: READ, address: 0x1000_0000 };
    Fault::OutOfBounds { .. } =>
        out_of_bounds(READ, ObjectKind::Stack, 8),
        out_of_bounds(READ, ObjectKind::Heap, -4),
        out_of_bounds(WRITE, ObjectKind::Stack, 6),
        out_of_bounds(WRITE, ObjectKind::Heap, 8),
        out_of_bounds(WRITE, ObjectKind::Global, 8),
        out_of_bounds(WRITE, ObjectKind::StackMember, 8),
        out_of_bounds(WRITE, ObjectKind::HeapMember, 8),
        out_of_bounds(READ, ObjectKind::OtherMember, 8),
        out_of_bounds(WRITE, ObjectKind::Heap, -2);
    Fault::UseAfterFree { .. } =>
        Fault::UseAfterFree { access: READ, allocated: somewhere(), freed: somewhere() };
    Fault::UseAfterScope { .. } => Fault::UseAfterScope { access: READ, allocated: somewhere() };
    Fault::WriteToConstant { .. } => Fault::WriteToConstant { allocated: somewhere() };
    Fault::UndefinedVariable { .. } => Fault::UndefinedVariable { access: READ };
    Fault::UninitialisedRead => Fault::UninitialisedRead;
    Fault::DivisionByZero => Fault::DivisionByZero;
    Fault::SignedOverflow { .. } =>
        Fault::SignedOverflow { operation: "addition", bits: 32 },
        Fault::SignedOverflow { operation: "abs", bits: 64 };
    Fault::DivisionOverflow { .. } => Fault::DivisionOverflow { bits: 32 };
    Fault::BadShift { .. } => Fault::BadShift { amount: 32, bits: 32 };
    Fault::FloatToIntOverflow => Fault::FloatToIntOverflow;
    Fault::DoubleFree { .. } => Fault::DoubleFree { allocated: somewhere(), freed: somewhere() };
    Fault::BadFree { .. } =>
        Fault::BadFree { address: 1, object: None },
        Fault::BadFree { address: 1, object: Some(ObjectKind::Heap) },
        Fault::BadFree { address: 1, object: Some(ObjectKind::Stack) };
    Fault::BadCall { .. } => Fault::BadCall { address: 0 }, Fault::BadCall { address: 1 };
    Fault::WrongCallType { .. } =>
        Fault::WrongCallType { function: function(), result: false },
        Fault::WrongCallType { function: function(), result: true };
    Fault::OverlappingCopy => Fault::OverlappingCopy;
    Fault::AssertionFailed { .. } => Fault::AssertionFailed { message: function() };
    Fault::UnreachableReached => Fault::UnreachableReached;
    Fault::TargetReached => Fault::TargetReached;
    Fault::Trap => Fault::Trap;
    Fault::StackOverflow { .. } => Fault::StackOverflow { depth: 1 };
    Fault::InfiniteLoop { .. } =>
        Fault::InfiniteLoop { header: somewhere(), period: None },
        Fault::InfiniteLoop { header: somewhere(), period: Some(1) },
        Fault::InfiniteLoop { header: somewhere(), period: Some(7) };
    Fault::OutOfMemory => Fault::OutOfMemory;
    Fault::NegativeSize { .. } => Fault::NegativeSize { size: -1 };
    Fault::UnsignedWrap { .. } => Fault::UnsignedWrap { operation: "subtraction", bits: 32 };
    Fault::NarrowOverflow { .. } =>
        Fault::NarrowOverflow { operation: "addition", bits: 8, is_signed: true },
        Fault::NarrowOverflow { operation: "addition", bits: 8, is_signed: false };
    Fault::LossyConversion { .. } => Fault::LossyConversion { from: 32, to: 8 };
    Fault::AllocationOverflow { .. } => Fault::AllocationOverflow { function: function() };
    Fault::PointerSubtraction => Fault::PointerSubtraction;
    Fault::TypeConfusion { .. } => Fault::TypeConfusion {
        access: READ,
        object: ObjectKind::Stack,
        wanted: 8,
        size: 4,
        allocated: somewhere(),
    };
    Fault::MismatchedClose { .. } =>
        Fault::MismatchedClose { function: function(), opened: somewhere() };
    Fault::BadStream { .. } => Fault::BadStream { function: function(), detail: function() };
    Fault::UncontrolledAllocation { .. } =>
        Fault::UncontrolledAllocation { function: function(), origins: Vec::new() };
    Fault::FormatString { .. } =>
        Fault::FormatString { function: function(), origins: origins() };
    Fault::LoopBound { .. } => Fault::LoopBound { origins: origins() };
    Fault::Flow(_) =>
        crossing("command-injection", &[78]),
        crossing("argument-injection", &[88]),
        crossing("sql-injection", &[89]),
        crossing("process-control", &[114, 78]),
        crossing("untrusted-search-path", &[426]),
        crossing("uncontrolled-search-path", &[427]),
        crossing("path-traversal", &[22, 73]),
        crossing("uncontrolled-wait", &[400]),
        crossing("information-exposure", &[526]),
        crossing("cleartext-transmission", &[319]),
        crossing("secret-in-log", &[532]),
        crossing("plaintext-storage", &[256]),
        crossing("forbidden-flow", &[]),
        crossing("hard-coded-credential", &[259]),
        crossing("weak-cipher", &[327]),
        crossing("weak-hash", &[328]),
        crossing("weak-random", &[338]);
    Fault::FormatMismatch { .. } =>
        Fault::FormatMismatch { function: function(), detail: function(), missing: false };
    Fault::UncheckedReturn { .. } => Fault::UncheckedReturn {
        function: function(),
        call: somewhere(),
        neglect: margay_engine::Neglect::Ignored,
    };
    Fault::DangerousFunction { .. } => Fault::DangerousFunction { function: function() };
    Fault::UseAfterClose { .. } =>
        Fault::UseAfterClose { function: function(), opened: somewhere() };
    Fault::DoubleClose { .. } => Fault::DoubleClose { function: function(), opened: somewhere() };
    Fault::ResourceLeak { .. } => Fault::ResourceLeak { opened: somewhere(), name: function() };
    Fault::Leak { .. } => Fault::Leak { allocated: somewhere(), size: 1 };
    Fault::DataRace { .. } => Fault::DataRace {
        accesses: [Does::Write, Does::Read].map(act),
        object: None,
    };
    Fault::AtomicityViolation { .. } => Fault::AtomicityViolation {
        accesses: [Does::Read, Does::Write, Does::WriteBack].map(act).into(),
        object: None,
    };
    Fault::Deadlock { .. } =>
        Fault::Deadlock { waits: vec![(Thread::MAIN, somewhere())], circle: false };
    Fault::DoubleLock { .. } =>
        Fault::DoubleLock { function: function(), locked: somewhere() };
    Fault::BadUnlock { .. } => Fault::BadUnlock { function: function(), locked: None };
    Fault::UnreleasedLock { .. } => Fault::UnreleasedLock { locked: somewhere() };
    Fault::FileRace { .. } =>
        Fault::FileRace { function: function(), check: function(), checked: somewhere() };
    Fault::SignalUnsafeCall { .. } => Fault::SignalUnsafeCall {
        function: function(),
        handler: function(),
        signal: 2,
        registered: somewhere(),
    };
    Fault::SignalRace { .. } => Fault::SignalRace {
        handler: function(),
        signal: 2,
        registered: somewhere(),
        harm: Box::new(Fault::DivisionByZero),
        at: somewhere(),
    };
    Fault::LockMisuse { .. } => Fault::LockMisuse {
        function: function(),
        detail: function(),
        place: somewhere(),
        label: "here",
    };
    Fault::NegativeCharacter { .. } => Fault::NegativeCharacter { function: "f" };
    Fault::LibraryMisuse { .. } => Fault::LibraryMisuse { function: "f", detail: function() };
}

fn act(does: Does) -> (Act, SpanId) {
    (Act { thread: Thread::MAIN, does }, somewhere())
}

fn event(fault: Fault) -> Event {
    let evidence = Evidence::default();
    Event { fault, function: None, span: somewhere(), calls: Vec::new(), evidence }
}

#[test]
fn every_fault_is_of_one_family_and_its_rule() {
    let program = Names::new().program;
    let cx = Context { program: &program, global: None };
    for fault in samples().into_iter().filter(|fault| *fault != Fault::TargetReached) {
        let event = event(fault);
        let claims: Vec<Claim> =
            FAMILIES.iter().filter_map(|family| (family.claim)(&cx, &event)).collect();
        let [claim] = claims.as_slice() else { panic!("{:?}: {claims:?}", event.fault) };
        assert_eq!(claim.rule.name, event.fault.rule());
        assert!(!claim.message.is_empty() && !claim.message.ends_with('.'), "{claim:?}");
        assert!(!claim.message.contains('\n') && !claim.label.contains('\n'), "{claim:?}");
        assert!(!claim.cwe.is_empty(), "{claim:?}");
        assert!(claim.cwe.iter().all(|id| claim.rule.cwe.contains(id)), "{claim:?}");
    }
}

#[test]
fn a_new_family_is_a_file_and_a_line() {
    let program = Names::new().program;
    let said = claim(&program, &event(crossing("sample", &[1])));
    assert_eq!((said.rule.name, said.message.as_str()), ("sample", "a sample"));
    assert_eq!(rule("sample").map(|rule| rule.fixes.len()), Some(1));
}

#[test]
fn names_are_unique_and_sorted() {
    let names: Vec<&str> = rules().map(|rule| rule.name).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for rule in rules() {
        let name = rule.name;
        let kebab = name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase()));
        assert!(kebab, "{name}");
        assert_eq!(super::rule(name), Some(rule));
        assert!(!rule.summary.ends_with('.') && !rule.summary.contains('\n'), "{name}");
    }
    assert_eq!(rule("weather"), None);
}

const SECTIONS: [&str; 6] = [
    "What is reported",
    "Why it is bad",
    "Example",
    "Repair",
    "What is not reported",
    "Weaknesses",
];

#[test]
fn explanations_have_their_sections_in_order() {
    for Rule { name, explanation, .. } in rules() {
        let found: Vec<&str> =
            explanation.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let optional = |section: &&str| *section != "What is not reported";
        let mut expected = SECTIONS.to_vec();
        if !found.contains(&SECTIONS[4]) {
            expected.retain(optional);
        }
        assert_eq!(found, expected, "{name}");
        assert_eq!(programs(explanation).len(), 2, "{name}: one bad program and one good");
        assert!(explanation.starts_with("## ") && explanation.ends_with(".\n"), "{name}");
        assert!(explanation.lines().all(|line| line.len() <= 100), "{name}");
    }
}

#[test]
fn explanations_name_their_weaknesses() {
    for Rule { name, explanation, cwe, .. } in rules() {
        let (_, text) = explanation.split_once("## Weaknesses").expect("the last section");
        let named: BTreeSet<u32> = text
            .split("CWE-")
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
            .collect();
        assert_eq!(named, cwe.iter().copied().collect(), "{name}");
    }
}

#[test]
fn examples_compile() {
    let Some(clang) = clang() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    for Rule { name, explanation, .. } in rules() {
        for (index, program) in programs(explanation).into_iter().enumerate() {
            let mut child = Command::new(clang)
                .args(["-std=c11", "-fsyntax-only", "-w", "-xc", "-"])
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("clang starts");
            let mut stdin = child.stdin.take().expect("it is piped");
            stdin.write_all(program.as_bytes()).expect("clang reads");
            drop(stdin);
            let output = child.wait_with_output().expect("clang ends");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}, program {index}:\n{errors}\n{program}");
        }
    }
}

fn programs(explanation: &str) -> Vec<&str> {
    let blocks = explanation.split("```c\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

fn clang() -> Option<&'static str> {
    const NAMES: [&str; 9] = [
        "clang", "clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17",
        "clang-16", "clang-15",
    ];
    let runs = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    NAMES.into_iter().find(runs)
}

/// A program of nothing but names.
struct Names {
    program: Program,
    line: u32,
}

impl Names {
    fn new() -> Names {
        let layout = DataLayout::x86_64();
        Names { program: Program::new(layout, String::new()), line: 0 }
    }

    fn place(&mut self) -> SpanId {
        self.line += 1;
        self.program.source.spans.push(Span { line: self.line, ..Span::UNKNOWN })
    }

    fn base(&mut self, name: &str, bits: u64) -> SourceTypeId {
        let (name, encoding) = (name.to_owned(), Encoding::Signed);
        self.program.source.types.push(SourceType::Base { name, bits, encoding })
    }

    fn array(&mut self, elem: SourceTypeId, extents: &[u64]) -> SourceTypeId {
        let extents = extents.iter().copied().map(Some).collect();
        self.program.source.types.push(SourceType::Array { elem, extents })
    }

    /// A function with local variables that stand at one place.
    fn locals(&mut self, vars: &[(&str, SourceTypeId)]) -> SpanId {
        let span = self.place();
        let void = self.program.types.intern(Type::Void);
        let mut locals = IdVec::new();
        for (name, ty) in vars {
            let (scope, parameter, place) = (None, None, Place::Unknown);
            let name = (*name).to_owned();
            locals.push(Variable { name, ty: *ty, scope, span, parameter, place });
        }
        self.program.functions.push(Function {
            name: "f".to_owned(),
            linkage: Linkage::External,
            ty: void,
            param_attrs: Box::default(),
            ret_attrs: Default::default(),
            attrs: Default::default(),
            regs: IdVec::new(),
            slots: IdVec::new(),
            blocks: IdVec::new(),
            insts: IdVec::new(),
            vars: locals,
            source: None,
        });
        span
    }

    fn global(&mut self, name: &str, ty: SourceTypeId) -> SpanId {
        let span = self.place();
        let void = self.program.types.intern(Type::Void);
        let name = name.to_owned();
        self.program.globals.push(Global {
            name: name.clone(),
            linkage: Linkage::External,
            ty: void,
            init: None,
            constant: true,
            thread_local: false,
            align: 0,
            section: None,
            source: Some(GlobalSource { name, ty, span, scope: None }),
        });
        span
    }

    fn check(&self, fault: Fault, message: &str, label: &str, cwe: &[u32], notes: &[&str]) {
        let claim = claim(&self.program, &event(fault));
        assert_eq!((claim.message.as_str(), claim.label.as_str()), (message, label));
        assert_eq!(claim.cwe, cwe, "{message}");
        let said: Vec<&str> = claim.related.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(said, notes, "{message}");
    }
}

/// How an object is accessed, and where that was declared or allocated.
#[derive(Clone, Copy)]
struct Accessed {
    access: AccessKind,
    object: ObjectKind,
    allocated: SpanId,
}

impl Accessed {
    fn new(access: AccessKind, object: ObjectKind, allocated: SpanId) -> Accessed {
        Accessed { access, object, allocated }
    }

    /// An access of `len` bytes that lies outside its `size` bytes.
    fn outside(self, offset: i64, len: u64, size: u64) -> Fault {
        let Accessed { access, object, allocated } = self;
        Fault::OutOfBounds { access, object, base: 4096, offset, len, size, allocated }
    }
}

#[test]
fn what_is_overrun_is_named() {
    let mut names = Names::new();
    let (char, int) = (names.base("char", 8), names.base("int", 32));
    let (text, numbers) = (names.array(char, &[16]), names.array(int, &[4]));
    let at = names.locals(&[("name", text), ("numbers", numbers), ("n", int)]);
    names.check(
        Accessed::new(WRITE, ObjectKind::Stack, at).outside(16, 1, 16),
        // Two of the variables have 16 bytes, so neither is named.
        "write of 1 byte past the end of a local variable of 16 bytes",
        "offset 16, valid offsets are 0..=15",
        &[121, 787],
        &["it is made here"],
    );
    let at = names.locals(&[("name", text), ("n", int)]);
    let object = Accessed::new(WRITE, ObjectKind::Stack, at);
    let declared = "`name` is declared here";
    names.check(
        object.outside(16, 1, 16),
        "write of 1 byte past the end of `name` (char[16])",
        "index 16, valid indices are 0..=15",
        &[121, 787],
        &[declared],
    );
    names.check(
        object.outside(-3, 1, 16),
        "write of 1 byte before the start of `name` (char[16])",
        "index -3, valid indices are 0..=15",
        &[124, 787],
        &[declared],
    );
    names.check(
        object.outside(12, 20, 16),
        "write of 20 bytes that ends 16 bytes past the end of `name` (char[16])",
        "bytes 12..=31, valid bytes are 0..=15",
        &[121, 787],
        &[declared],
    );
    names.check(
        object.outside(-2, 4, 16),
        "write of 4 bytes that begins 2 bytes before the start of `name` (char[16])",
        "bytes -2..=1, valid bytes are 0..=15",
        &[124, 787],
        &[declared],
    );
    // A write of more than an element has no index.
    names.check(
        object.outside(24, 8, 16),
        "write of 8 bytes past the end of `name` (char[16])",
        "offset 24, valid offsets are 0..=15",
        &[121, 787],
        &[declared],
    );
}

#[test]
fn of_a_member_the_object_is_named() {
    let mut names = Names::new();
    let int = names.base("int", 32);
    let at = names.locals(&[("packet", int)]);
    names.check(
        Accessed::new(WRITE, ObjectKind::StackMember, at).outside(16, 1, 16),
        "write of 1 byte past the end of an array in `packet` (int)",
        "offset 16, valid offsets are 0..=15",
        &[121, 787],
        &["`packet` is declared here"],
    );
    let at = names.place();
    names.check(
        Accessed::new(WRITE, ObjectKind::HeapMember, at).outside(16, 1, 16),
        "write of 1 byte past the end of an array in a heap block",
        "offset 16, valid offsets are 0..=15",
        &[122, 787],
        &["allocated here"],
    );
}

#[test]
fn indices_are_given_only_if_they_are_exact() {
    let mut names = Names::new();
    let int = names.base("int", 32);
    let (row, grid) = (names.array(int, &[4]), names.array(int, &[3, 4]));
    let at = names.global("table", row);
    let object = Accessed::new(READ, ObjectKind::Global, at);
    let (message, declared) =
        ("read of 4 bytes past the end of `table` (int[4])", "`table` is declared here");
    let cwe = &[126, 125];
    names.check(
        object.outside(20, 4, 16),
        message,
        "index 5, valid indices are 0..=3",
        cwe,
        &[declared],
    );
    names.check(
        object.outside(18, 4, 16),
        message,
        "offset 18, valid offsets are 0..=15",
        cwe,
        &[declared],
    );
    let at = names.global("grid", grid);
    names.check(
        Accessed::new(READ, ObjectKind::Global, at).outside(48, 4, 48),
        "read of 4 bytes past the end of `grid` (int[3][4])",
        "element 12 from the start, valid elements are 0..=11",
        cwe,
        &["`grid` is declared here"],
    );
    let at = names.place();
    let object = Accessed::new(READ, ObjectKind::Heap, at);
    let message = "read of 4 bytes past the end of a heap block of 40 bytes";
    let label = "offset 40, valid offsets are 0..=39";
    names.check(object.outside(40, 4, 40), message, label, cwe, &["allocated here"]);
    let message = "read of 1 byte past the end of a heap block of 0 bytes";
    names.check(
        object.outside(0, 1, 0),
        message,
        "offset 0, there are no valid offsets",
        cwe,
        &["allocated here"],
    );
}

#[test]
fn claims_say_what_happened() {
    let mut names = Names::new();
    let int = names.base("int", 32);
    let (local, global, heap) =
        (names.locals(&[("n", int)]), names.global("limit", int), names.place());
    let unknown = names.program.source.unknown();
    names.check(
        Fault::UseAfterScope { access: READ, allocated: local },
        "read of `n` (int) after its scope ended",
        "the variable is gone",
        &[562],
        &["`n` is declared here"],
    );
    names.check(
        Fault::WriteToConstant { allocated: global },
        "write to `limit` (int), which is constant",
        "",
        &[758],
        &["`limit` is declared here"],
    );
    names.check(
        Fault::UseAfterFree { access: READ, allocated: heap, freed: heap },
        "read of a heap block after it was freed",
        "the block is freed",
        &[416],
        &["allocated here", "freed here"],
    );
    names.check(
        Fault::NullAccess { access: WRITE, address: 8, failed: Some(("malloc".into(), heap)) },
        "write through the null pointer that `malloc` returns if it fails",
        "the address is 8 bytes past null",
        &[690, 476],
        &["`malloc` may fail here"],
    );
    names.check(
        Fault::SignedOverflow { operation: "subtraction", bits: 32 },
        "signed subtraction overflows 32 bits",
        "the result lies outside -2147483648..=2147483647",
        &[191, 190],
        &[],
    );
    names.check(
        Fault::BadShift { amount: 0xffff_ffff, bits: 32 },
        "shift of a value of 32 bits by the negative number -1",
        "valid amounts are 0..=31",
        &[758],
        &[],
    );
    names.check(
        Fault::BadFree { address: 9, object: Some(ObjectKind::Heap) },
        "free of a pointer into a heap block, not to its start",
        "",
        &[761],
        &[],
    );
    names.check(
        Fault::AssertionFailed { message: "a.c:3: main: Assertion `n > 0' failed.".into() },
        "the assertion `n > 0` fails",
        "the condition is false",
        &[617],
        &[],
    );
    let detail = "there are fewer arguments than conversions".to_owned();
    names.check(
        Fault::FormatMismatch { function: "scanf".into(), detail, missing: true },
        "`scanf`: there are fewer arguments than conversions",
        "an argument is missing",
        &[685],
        &[],
    );
    let leak = claim(&names.program, &event(Fault::Leak { allocated: heap, size: 40 }));
    assert_eq!(
        (leak.message.as_str(), leak.at),
        ("a heap block of 40 bytes is never freed", Some(heap))
    );
    // Without debug info nothing has a name.
    names.check(
        Fault::WriteToConstant { allocated: unknown },
        "write to a string literal or another constant",
        "",
        &[758],
        &["it is declared here"],
    );
}
