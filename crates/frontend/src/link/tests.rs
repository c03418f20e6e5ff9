//! Units built by hand, one rule of linking each. Programs from real C are in
//! `tests/load.rs`.

use super::*;
use margay_ir::{
    Block, BlockId, Call, Callee, ConstKind, FuncAttrs, FuncId, FuncType, GlobalId, IdVec, Inst,
    InstId, Linkage, Op, Operand, ParamAttrs, Type,
};

/// A unit under construction.
struct UnitBuilder(Program);

fn unit() -> UnitBuilder {
    UnitBuilder(Program::new(DataLayout::x86_64(), "x86_64-pc-linux-gnu".to_owned()))
}

impl UnitBuilder {
    /// `int name(void)`, which returns `value`, or is declared only.
    fn function(&mut self, name: &str, linkage: Linkage, value: Option<u64>) -> FuncId {
        let i32 = self.0.types.int(32);
        let value = value.map(|value| self.0.consts.intern(i32, ConstKind::Int(value)));
        let body = value.map(|value| vec![Op::Ret { value: Some(Operand::Const(value)) }]);
        self.function_with(name, linkage, body.unwrap_or_default())
    }

    fn function_with(&mut self, name: &str, linkage: Linkage, ops: Vec<Op>) -> FuncId {
        let span = self.0.source.unknown();
        let ret = self.0.types.int(32);
        let fn_type = FuncType { ret, params: Box::default(), variadic: false };
        let ty = self.0.types.intern(Type::Function(fn_type));
        let mut insts: IdVec<InstId, Inst> = IdVec::new();
        let len = u32::try_from(ops.len()).expect("a small body");
        for op in ops {
            insts.push(Inst { op, result: None, span });
        }
        let mut blocks: IdVec<BlockId, Block> = IdVec::new();
        if len > 0 {
            blocks.push(Block { first: InstId::from_index(0), len });
        }
        self.0.functions.push(Function {
            name: name.to_owned(),
            linkage,
            ty,
            param_attrs: Box::default(),
            ret_attrs: ParamAttrs::default(),
            attrs: FuncAttrs::default(),
            regs: IdVec::new(),
            slots: IdVec::new(),
            blocks,
            insts,
            vars: IdVec::new(),
            source: None,
        })
    }

    /// A function whose body calls another one.
    fn caller(&mut self, name: &str, callee: FuncId) -> FuncId {
        let ty = self.0.functions[callee].ty;
        let call = Call {
            callee: Callee::Direct(callee),
            ty,
            args: Box::default(),
            arg_attrs: Box::default(),
            noreturn: false,
            returns_twice: false,
        };
        let ops = vec![Op::Call(Box::new(call)), Op::Unreachable];
        self.function_with(name, Linkage::External, ops)
    }

    /// An array of `len` ints with all elements zero, or declared only.
    fn array(&mut self, name: &str, linkage: Linkage, len: u64, defined: bool) -> GlobalId {
        let elem = self.0.types.int(32);
        let ty = self.0.types.intern(Type::Array { elem, len });
        let init = defined.then(|| self.0.consts.intern(ty, ConstKind::Zero));
        self.0.globals.push(Global {
            name: name.to_owned(),
            linkage,
            ty,
            init,
            constant: false,
            thread_local: false,
            align: 0,
            section: None,
            source: None,
        })
    }

    fn alias(&mut self, name: &str, linkage: Linkage, function: FuncId) {
        let ptr = self.0.types.ptr();
        let target = self.0.consts.intern(ptr, ConstKind::Func(function));
        let ty = self.0.functions[function].ty;
        let name = name.to_owned();
        self.0.aliases.push(Alias { name, linkage, ifunc: false, target, ty });
    }

    fn constructor(&mut self, function: FuncId, priority: u32) {
        self.0.constructors.push(Startup { priority, function });
    }
}

fn link_all(units: Vec<UnitBuilder>) -> LinkOutcome {
    let names = ["a.c", "b.c", "c.c"].map(str::to_owned);
    link(names.into_iter().zip(units.into_iter().map(|unit| unit.0)).collect())
}

/// What the function of this name returns, if it has a body that returns a constant.
fn value_of(program: &Program, id: FuncId) -> Option<u64> {
    match program.functions[id].insts.iter().next()?.op {
        Op::Ret { value: Some(Operand::Const(value)) } => program.consts.as_u64(value),
        _ => None,
    }
}

fn value(program: &Program, name: &str) -> Option<u64> {
    value_of(program, program.function(name).expect("a function of this name"))
}

/// What `caller` calls.
fn callee(program: &Program, caller: &str) -> FuncId {
    let caller = &program.functions[program.function(caller).expect("the caller")];
    match &caller.insts.iter().next().expect("a body").op {
        Op::Call(call) => match call.callee {
            Callee::Direct(function) => function,
            ref other => panic!("an indirect call of {other:?}"),
        },
        other => panic!("{other:?} is not a call"),
    }
}

/// Links units that define `f` as given, and says which definition wins.
fn winner(definitions: &[(Linkage, Option<u64>)]) -> (Option<u64>, usize) {
    let units = definitions.iter().map(|(linkage, value)| {
        let mut unit = unit();
        unit.function("f", *linkage, *value);
        unit
    });
    let outcome = link_all(units.collect());
    assert_eq!(outcome.program.functions.len(), 1);
    (value(&outcome.program, "f"), outcome.problems.len())
}

#[test]
fn strong_beats_weak_beats_inline_beats_declaration() {
    use Linkage::{AvailableExternally, External, Weak};
    assert_eq!(winner(&[(External, None), (External, Some(1))]), (Some(1), 0));
    assert_eq!(winner(&[(Weak, Some(1)), (External, Some(2))]), (Some(2), 0));
    assert_eq!(winner(&[(Weak, Some(1)), (Weak, Some(2))]), (Some(1), 0));
    assert_eq!(winner(&[(AvailableExternally, Some(1)), (Weak, Some(2))]), (Some(2), 0));
    assert_eq!(winner(&[(External, None), (AvailableExternally, Some(1))]), (Some(1), 0));
}

#[test]
fn two_strong_definitions_are_named_and_each_file_means_its_own() {
    let (mut a, mut b, mut c) = (unit(), unit(), unit());
    for (unit, caller, value) in [(&mut a, "one", Some(1)), (&mut b, "two", Some(2))] {
        let f = unit.function("f", Linkage::External, value);
        unit.caller(caller, f);
    }
    let f = c.function("f", Linkage::External, None);
    c.caller("three", f);
    let LinkOutcome { program, problems, .. } = link_all(vec![a, b, c]);
    assert_eq!(value(&program, "f"), Some(1));
    let called = |name| value_of(&program, callee(&program, name));
    assert_eq!([called("one"), called("two"), called("three")], [Some(1), Some(2), Some(1)]);
    let expected = "`f` is defined in a.c and in b.c: each means its own, other files that of a.c";
    assert_eq!(problems[0].to_string(), expected);
}

#[test]
fn internal_names_stay_apart() {
    let (mut a, mut b) = (unit(), unit());
    for (unit, caller, value) in [(&mut a, "one", 1), (&mut b, "two", 2)] {
        let helper = unit.function("helper", Linkage::Internal, Some(value));
        unit.caller(caller, helper);
    }
    let LinkOutcome { program, problems, .. } = link_all(vec![a, b]);
    assert!(problems.is_empty());
    assert_eq!(value_of(&program, callee(&program, "one")), Some(1));
    assert_eq!(value_of(&program, callee(&program, "two")), Some(2));
}

#[test]
fn common_symbols_merge_and_beat_weak_but_not_strong_ones() {
    let link_arrays = |arrays: &[(Linkage, u64)]| {
        let units = arrays.iter().map(|(linkage, len)| {
            let mut unit = unit();
            unit.array("a", *linkage, *len, true);
            unit
        });
        let program = link_all(units.collect()).program;
        let sizes: Vec<u64> = program.globals.iter().map(|g| program.size_of(g.ty)).collect();
        sizes
    };
    use Linkage::{Common, External, Weak};
    assert_eq!(link_arrays(&[(Common, 2), (Common, 8), (Common, 4)]), [32]);
    assert_eq!(link_arrays(&[(Common, 8), (External, 2)]), [8]);
    assert_eq!(link_arrays(&[(Weak, 2), (Common, 4)]), [16]);
}

#[test]
fn merged_common_symbols_take_the_strictest_alignment() {
    let (mut a, mut b) = (unit(), unit());
    a.array("a", Linkage::Common, 1, true);
    b.array("a", Linkage::Common, 8, true);
    a.0.globals[GlobalId::from_index(0)].align = 64;
    let program = link_all(vec![a, b]).program;
    let global = program.globals.iter().next().expect("the array");
    assert_eq!((program.size_of(global.ty), global.align), (32, 64));
}

#[test]
fn an_undefined_weak_symbol_stays_weak_unless_someone_needs_it() {
    let linkage = |others: &[Linkage]| {
        let units = others.iter().map(|linkage| {
            let mut unit = unit();
            unit.function("f", *linkage, None);
            unit
        });
        let program = link_all(units.collect()).program;
        program.functions.iter().next().expect("f").linkage
    };
    use Linkage::{ExternWeak, External};
    assert_eq!(linkage(&[ExternWeak, ExternWeak]), ExternWeak);
    assert_eq!(linkage(&[ExternWeak, External]), External);
    assert_eq!(linkage(&[External, ExternWeak]), External);
}

#[test]
fn a_call_goes_through_an_alias_of_another_file() {
    let (mut a, mut b) = (unit(), unit());
    let declared = a.function("name", Linkage::External, None);
    a.caller("main", declared);
    let real = b.function("real", Linkage::Internal, Some(7));
    b.alias("name", Linkage::Weak, real);
    let program = link_all(vec![a, b]).program;
    assert_eq!(value_of(&program, callee(&program, "main")), Some(7));
}

#[test]
fn an_alias_keeps_the_definition_of_its_own_file() {
    let (mut a, mut b) = (unit(), unit());
    let weak = a.function("f", Linkage::Weak, Some(1));
    a.alias("g", Linkage::External, weak);
    b.function("f", Linkage::External, Some(2));
    let declared = b.function("g", Linkage::External, None);
    b.caller("main", declared);
    let program = link_all(vec![a, b]).program;
    assert_eq!(value(&program, "f"), Some(2));
    assert_eq!(value_of(&program, callee(&program, "main")), Some(1));
}

#[test]
fn constructors_run_by_priority_then_by_file() {
    let (mut a, mut b) = (unit(), unit());
    let late = a.function("late", Linkage::Internal, Some(0));
    a.constructor(late, 65535);
    let early = b.function("early", Linkage::Internal, Some(0));
    b.constructor(early, 200);
    let program = link_all(vec![a, b]).program;
    let names = program.constructors.iter().map(|e| program.functions[e.function].name.clone());
    assert_eq!(names.collect::<Vec<_>>(), ["early", "late"]);
}

#[test]
fn a_variable_in_one_file_and_a_function_in_another() {
    let (mut a, mut b) = (unit(), unit());
    let declared = a.function("thing", Linkage::External, None);
    a.caller("main", declared);
    b.array("thing", Linkage::External, 4, true);
    let program = link_all(vec![a, b]).program;
    let main = &program.functions[program.function("main").expect("main")];
    let Op::Call(call) = &main.insts.iter().next().expect("a body").op else { panic!("no call") };
    let Callee::Indirect(Operand::Const(target)) = call.callee else { panic!("a direct call") };
    assert!(matches!(program.const_of(target).kind, ConstKind::Global(_)));
}

#[test]
fn code_for_another_machine_is_refused() {
    let (a, mut b, mut c) = (unit(), unit(), unit());
    b.0.triple = "x86_64-unknown-linux-gnu".to_owned();
    c.0.triple = "aarch64-unknown-linux-gnu".to_owned();
    let outcome = link_all(vec![a, b, c]);
    let [problem] = &outcome.problems[..] else { panic!("{:?}", outcome.problems) };
    assert_eq!(
        problem.to_string(),
        "c.c is for aarch64-unknown-linux-gnu, the files before it are for x86_64-pc-linux-gnu"
    );
}

#[test]
fn shares_are_what_names_mean() {
    let mut first = unit();
    first.function("main", Linkage::External, Some(0));
    first.function("shared", Linkage::Weak, Some(1));
    first.function("own", Linkage::Internal, Some(2));
    first.function("elsewhere", Linkage::External, None);
    let mut second = unit();
    second.function("shared", Linkage::External, Some(3));
    second.function("main", Linkage::External, Some(4));
    let mut third = unit();
    third.function("elsewhere", Linkage::AvailableExternally, Some(5));
    let starts = third.function("starts", Linkage::Internal, Some(6));
    third.constructor(starts, 1);
    let shares = link_all(vec![first, second, third]).shares;
    let shares: Vec<_> = shares.iter().map(|share| (share.names.join(" "), share.always)).collect();
    let expected = [("main", false), ("shared", false), ("", true)];
    assert_eq!(shares, expected.map(|(names, always)| (names.to_owned(), always)));
}
