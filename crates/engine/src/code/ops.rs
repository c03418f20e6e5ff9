//! The form of a function that the interpreter runs.
//!
//! Flat operations over numbered registers. Constants are registers too, filled
//! when a frame is made; vectors and structs are consecutive registers; a slot is
//! a register. Operations up to 64 bits are variants of [`Op`]; the rest is
//! [`Slow`]. `insts` says which instruction an operation stands for.

use crate::code::function_loops::FunctionLoops;
use crate::value::Value;
use crate::value::lane::{ArgKind, Lane};
use margay_ir::{
    ArithFlags, BinaryOp, BlockId, CastOp, FcmpPred, FloatKind, FuncId, GlobalId, IcmpPred, InstId,
    Intrinsic, RmwOp, SpanId,
};
use std::cell::Cell;

pub type Reg = u32;

/// Where a jump goes.
pub type Target = Cell<u32>;

pub struct Code {
    pub ops: Vec<Op>,
    pub insts: Vec<InstId>,
    /// The registers of a new frame.
    pub template: Vec<Value>,
    /// Those that hold an address in a thread-local variable, the variable and how far into it:
    /// clang before 16 names such a variable like any other.
    pub thread_locals: Vec<(Reg, GlobalId, u64)>,
    /// Registers of the parameters follow each other from 0.
    pub param_regs: u32,
    /// What each parameter register holds.
    pub params: Vec<Lane>,
    /// What each register of the result holds.
    pub results: Vec<Lane>,
    pub variadic: bool,
    /// Bytes of stack that a frame would take natively, about.
    pub stack: u64,
    /// How many entries of a call's `args` have names.
    pub named_args: usize,
    pub calls: Vec<CallSite>,
    pub slow: Vec<Slow>,
    pub switches: Vec<Switch>,
    /// The operation from which on none is in a block, but on the way between two.
    pub stubs: usize,
    pub allocas: Vec<AllocaSite>,
    /// Some path has called it.
    pub entered: Cell<bool>,
    /// The blocks that run on into the next one without a mark on the way.
    pub runs_on: Vec<bool>,
    /// Paths know which of its edges they took.
    pub edges: bool,
    /// Known only where many paths are explored.
    pub loops: Option<FunctionLoops>,
}

impl Code {
    /// The mark at `pc` was passed: what led to it goes past it from now on.
    pub fn pass_mark(&self, pc: usize) {
        let Op::Reach { ref to, by, .. } = self.ops[pc] else { return };
        self.ops[by as usize].for_each_target(|target| {
            if target.get() as usize == pc {
                target.set(to.get());
            }
        });
    }
}

/// Flag of an operation that must not overflow as a signed one.
pub const NSW: u8 = 1;

#[derive(Clone, Debug)]
pub enum Op {
    Move {
        dst: Reg,
        src: Reg,
    },
    Undefine {
        dst: Reg,
    },

    Add {
        bits: u8,
        flags: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        bits: u8,
        flags: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        bits: u8,
        flags: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UDiv {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SDiv {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    URem {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SRem {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AShr {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Eq {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ult {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ule {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Slt {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sle {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Trunc {
        from: u8,
        to: u8,
        dst: Reg,
        src: Reg,
    },
    ZExt {
        from: u8,
        to: u8,
        dst: Reg,
        src: Reg,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Reg,
        src: Reg,
    },

    F64 {
        op: FloatOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    F32 {
        op: FloatOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    CmpF64 {
        pred: FcmpPred,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    CmpF32 {
        pred: FcmpPred,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Select {
        bits: u32,
        dst: Reg,
        cond: Reg,
        then: Reg,
        other: Reg,
    },

    /// A pointer as a number of so many bits, where that may be any (`addresses.rs`).
    PtrToInt {
        to: u8,
        dst: Reg,
        src: Reg,
    },
    /// A number of so many bits as a pointer.
    IntToPtr {
        from: u8,
        dst: Reg,
        src: Reg,
    },
    /// A comparison of pointers, which may be of several objects.
    PtrCmp {
        pred: IcmpPred,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// How far pointers are apart, which may be of several objects.
    PtrSub {
        bits: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    /// A load; `number` if it is no pointer, and what it reads may be a part of one.
    Load {
        number: bool,
        len: u8,
        dst: Reg,
        ptr: Reg,
    },
    Store {
        len: u8,
        src: Reg,
        ptr: Reg,
    },
    /// Base plus a constant.
    Offset {
        dst: Reg,
        base: Reg,
        offset: i64,
    },
    /// Base plus `index`, of `bits` bits and signed, times `scale`.
    Index {
        bits: u8,
        dst: Reg,
        base: Reg,
        index: Reg,
        scale: u32,
    },
    /// A load through [`Op::Index`].
    LoadIndex {
        number: bool,
        bits: u8,
        len: u8,
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    /// A load through [`Op::Offset`].
    LoadOffset {
        number: bool,
        len: u8,
        dst: Reg,
        base: Reg,
        offset: i32,
    },
    Alloca {
        site: u32,
    },

    Jump {
        to: Target,
    },
    Branch {
        cond: Reg,
        then: Target,
        other: Target,
    },
    BranchEq {
        bits: u8,
        a: Reg,
        b: Reg,
        then: Target,
        other: Target,
    },
    BranchUlt {
        bits: u8,
        a: Reg,
        b: Reg,
        then: Target,
        other: Target,
    },
    BranchUle {
        bits: u8,
        a: Reg,
        b: Reg,
        then: Target,
        other: Target,
    },
    BranchSlt {
        bits: u8,
        a: Reg,
        b: Reg,
        then: Target,
        other: Target,
    },
    BranchSle {
        bits: u8,
        a: Reg,
        b: Reg,
        then: Target,
        other: Target,
    },
    Switch {
        value: Reg,
        table: u32,
    },
    /// A jump to a block where a loop begins, iterates or ends.
    Cross {
        block: BlockId,
        to: Target,
    },
    /// Marks a block as reached on the way to it. The jump or branch `by` that led here goes to
    /// the block itself from then on, so marks cost nothing in the long run.
    Reach {
        block: BlockId,
        to: Target,
        by: u32,
    },

    /// A condition that the source tells as a branch, and clang does not: paths part here where it
    /// counts which edges they take.
    Sides {
        cond: Reg,
    },

    /// The start of a block that several others lead to: paths that diverged may meet here.
    Join,

    Call {
        site: u32,
    },
    Return {
        src: Reg,
        lanes: u32,
    },
    Unreachable,
    /// A path is wanted here.
    Target,
    /// An array of a size that is computed is made: it has elements.
    ArrayBound {
        count: Reg,
        /// Bits of the number that the source has for it, and whether that has a sign.
        bits: u32,
        signed: bool,
    },
    /// A number or pointer is returned: it has to be set.
    HandOn {
        reg: Reg,
        bits: u32,
    },
    /// What was just read is judged by what it is, not by what becomes of it.
    Inspect {
        reg: Reg,
        pointer: bool,
    },
    Slow {
        index: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// Operations that are rare, wide or have many operands.
#[derive(Clone, Debug)]
pub enum Slow {
    Int {
        op: BinaryOp,
        flags: ArithFlags,
        bits: u32,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Float {
        op: BinaryOp,
        kind: FloatKind,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FloatNeg {
        kind: FloatKind,
        dst: Reg,
        src: Reg,
    },
    Icmp {
        pred: IcmpPred,
        bits: u32,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Fcmp {
        pred: FcmpPred,
        kind: FloatKind,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Cast {
        op: CastOp,
        from: Lane,
        to: Lane,
        dst: Reg,
        src: Reg,
    },
    /// The same bits cut into other lanes.
    Recut {
        src: Reg,
        from: Box<[Lane]>,
        dst: Reg,
        to: Box<[Lane]>,
    },
    Freeze {
        lane: Lane,
        dst: Reg,
        src: Reg,
    },
    Load {
        lane: Lane,
        dst: Reg,
        ptr: Reg,
        offset: u64,
    },
    Store {
        lane: Lane,
        src: Reg,
        ptr: Reg,
        offset: u64,
    },
    /// A vector whose elements are not whole bytes.
    LoadPacked {
        lane: Lane,
        count: u32,
        dst: Reg,
        ptr: Reg,
    },
    StorePacked {
        lane: Lane,
        count: u32,
        src: Reg,
        ptr: Reg,
    },
    /// Pointer arithmetic at a scale beyond [`Op::Index`].
    Index {
        bits: u32,
        dst: Reg,
        base: Reg,
        index: Reg,
        scale: u64,
    },
    ExtractElement {
        dst: Reg,
        vector: Reg,
        lanes: u32,
        index: Reg,
    },
    InsertElement {
        dst: Reg,
        vector: Reg,
        value: Reg,
        lanes: u32,
        index: Reg,
    },
    CmpXchg {
        lane: Lane,
        dst: Reg,
        ptr: Reg,
        expected: Reg,
        new: Reg,
    },
    AtomicRmw {
        op: RmwOp,
        lane: Lane,
        dst: Reg,
        ptr: Reg,
        value: Reg,
    },
    /// Lane-wise operations have one entry for each lane.
    Intrinsic {
        which: Intrinsic,
        dst: Reg,
        lanes: Box<[Lane]>,
        args: Box<[IntrinsicArg]>,
    },
    VaStart {
        list: Reg,
    },
    /// An array in a struct is accessed.
    Member(MemberCheck),
    /// What is about to be read may be changed from outside at any time.
    Shared,
    /// The next access is atomic.
    Atomic,
    /// The difference of two pointers is about to be taken.
    PointerSub {
        a: Reg,
        b: Reg,
    },
    /// The result of an operation of `bits` bits is to be kept in `to`.
    Narrow {
        op: BinaryOp,
        bits: u32,
        to: u32,
        signed: bool,
        /// One of the operands is the result of arithmetic too.
        several: bool,
        a: Reg,
        b: Reg,
    },
    /// A value of `from` bits becomes a signed one of `to`.
    Lossy {
        from: u32,
        to: u32,
        src: Reg,
    },
    /// A builtin that the library's function of this name does, lane by lane.
    Library {
        name: &'static str,
        dst: Reg,
        args: Box<[(Reg, ArgKind)]>,
    },
    IndirectBranch {
        address: Reg,
        targets: Box<[(u32, u32)]>,
    },
}

/// The access to an element of an array that ends before its object does.
#[derive(Clone, Copy, Debug)]
pub struct MemberCheck {
    /// Of `bits` bits, and signed.
    pub index: Reg,
    pub bits: u32,
    /// Indices below this are good.
    pub len: u64,
    /// Bytes of an element.
    pub elem: u64,
    pub write: bool,
    /// The address of the array.
    pub base: Reg,
}

/// An operand of an intrinsic: its registers and what they hold.
#[derive(Clone, Debug)]
pub struct IntrinsicArg {
    pub first: Reg,
    pub lanes: Box<[Lane]>,
    /// Bytes to the end of the array in a struct that the pointer is into.
    pub member: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub callee: CalleeRef,
    pub args: Box<[CallArg]>,
    /// The registers of all arguments, one after another.
    pub regs: Box<[Reg]>,
    /// What each of them holds.
    pub lanes: Box<[Lane]>,
    pub dst: Reg,
    pub result: Box<[Lane]>,
    /// Something is done with the result.
    pub uses_result: bool,
    /// The result is one vector, not several values.
    pub vector_result: bool,
    pub pointer_result: bool,
}

#[derive(Clone, Debug)]
pub enum CalleeRef {
    Direct(FuncId),
    Indirect(Reg),
    /// Inline assembly that does something; `writes` if it may write memory.
    Asm {
        writes: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct CallArg {
    pub first: u32,
    pub lanes: u32,
    pub kind: ArgKind,
    /// Bytes to the end of the array in a struct that the pointer is into.
    pub member: Option<u64>,
    /// The member of a struct that the pointer points to, if it is one.
    pub field: Option<Field>,
}

/// A member of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its bytes.
    pub len: u64,
    pub is_array: bool,
}

#[derive(Clone, Debug)]
pub struct AllocaSite {
    pub dst: Reg,
    pub elem_size: u64,
    pub count: Reg,
    pub align: u64,
    /// Where the variable is declared, or the allocation stands.
    pub span: SpanId,
}

#[derive(Clone, Debug)]
pub struct Switch {
    /// Sorted by value.
    pub cases: Vec<(u64, u32)>,
    /// Targets for values `first..first + len`, where the cases lie close together.
    pub dense: Option<(u64, Vec<u32>)>,
    pub default: u32,
    /// Values of more than 64 bits, in order.
    pub wide: Vec<(u128, u32)>,
}

impl Op {
    /// Where a branch goes if its condition does not hold, and if it does.
    pub fn sides(&self) -> Option<[u32; 2]> {
        match self {
            Op::Branch { then, other, .. }
            | Op::BranchEq { then, other, .. }
            | Op::BranchUlt { then, other, .. }
            | Op::BranchUle { then, other, .. }
            | Op::BranchSlt { then, other, .. }
            | Op::BranchSle { then, other, .. } => Some([other.get(), then.get()]),
            _ => None,
        }
    }

    /// Calls `visit` with each operation that it may jump to; those of switches are in tables.
    pub fn for_each_target(&self, mut visit: impl FnMut(&Target)) {
        match self {
            Op::Jump { to } | Op::Reach { to, .. } | Op::Cross { to, .. } => visit(to),
            Op::Branch { then, other, .. }
            | Op::BranchEq { then, other, .. }
            | Op::BranchUlt { then, other, .. }
            | Op::BranchUle { then, other, .. }
            | Op::BranchSlt { then, other, .. }
            | Op::BranchSle { then, other, .. } => {
                visit(then);
                visit(other);
            }
            _ => {}
        }
    }
}

impl Switch {
    #[inline]
    pub fn target(&self, value: u64) -> u32 {
        if let Some((first, targets)) = &self.dense {
            let index = usize::try_from(value.wrapping_sub(*first)).unwrap_or(usize::MAX);
            return targets.get(index).copied().unwrap_or(self.default);
        }
        match self.cases.binary_search_by_key(&value, |case| case.0) {
            Ok(index) => self.cases[index].1,
            Err(_) => self.default,
        }
    }
}
