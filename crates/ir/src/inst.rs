//! Instructions.
//!
//! Close to LLVM's, with two differences: a local variable whose address never
//! escapes is a slot of the frame ([`Op::SlotLoad`]), and intrinsics that we know
//! are operations of their own ([`Op::Intrinsic`]).

use crate::ids::{BlockId, ConstId, FuncId, RegId, SlotId, SpanId, TypeId};

/// One instruction. Every block ends in exactly one terminator.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Inst {
    pub op: Op,
    /// The register it assigns; its type is in [`crate::Function::regs`].
    pub result: Option<RegId>,
    pub span: SpanId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Reg(RegId),
    Const(ConstId),
}

#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Op {
    SlotLoad {
        slot: SlotId,
    },
    SlotStore {
        slot: SlotId,
        value: Operand,
    },
    /// The variable enters or leaves its scope: its value is undefined from here.
    SlotReset {
        slot: SlotId,
    },

    /// Memory of `count` elements in the frame.
    Alloca {
        ty: TypeId,
        count: Operand,
        align: u32,
    },
    Load {
        ty: TypeId,
        ptr: Operand,
        access: Access,
    },
    Store {
        value: Operand,
        ptr: Operand,
        access: Access,
    },
    /// Address arithmetic over `source`; the result is a vector if any operand is one.
    Gep {
        source: TypeId,
        base: Operand,
        indices: Box<[Operand]>,
        inbounds: bool,
    },
    CmpXchg {
        ptr: Operand,
        expected: Operand,
        new: Operand,
        access: Access,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
        access: Access,
    },
    Fence,

    Binary {
        op: BinaryOp,
        flags: ArithFlags,
        a: Operand,
        b: Operand,
    },
    FNeg {
        value: Operand,
    },
    Icmp {
        pred: IcmpPred,
        a: Operand,
        b: Operand,
    },
    Fcmp {
        pred: FcmpPred,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        value: Operand,
        to: TypeId,
    },
    Select {
        cond: Operand,
        then: Operand,
        other: Operand,
    },
    Freeze {
        value: Operand,
    },
    /// One value for each predecessor; all phis stand at the head of their block.
    Phi {
        incoming: Box<[(BlockId, Operand)]>,
    },

    ExtractValue {
        aggregate: Operand,
        path: Box<[u32]>,
    },
    InsertValue {
        aggregate: Operand,
        value: Operand,
        path: Box<[u32]>,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        value: Operand,
        index: Operand,
    },
    /// Lanes of `a` then `b`; `None` where the mask is undefined.
    Shuffle {
        a: Operand,
        b: Operand,
        mask: Box<[Option<u32>]>,
    },

    Call(Box<Call>),
    Intrinsic {
        which: Intrinsic,
        args: Box<[Operand]>,
    },
    VaArg {
        list: Operand,
        ty: TypeId,
    },

    Ret {
        value: Option<Operand>,
    },
    Br {
        target: BlockId,
    },
    CondBr {
        cond: Operand,
        then: BlockId,
        other: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Box<[(ConstId, BlockId)]>,
    },
    IndirectBr {
        address: Operand,
        targets: Box<[BlockId]>,
    },
    Unreachable,
}

/// How a load, store or atomic operation touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Alignment in bytes that the compiler relies on.
    pub align: u32,
    pub volatile: bool,
    pub atomic: bool,
}

impl Access {
    pub fn plain(align: u32) -> Self {
        Access { align, volatile: false, atomic: false }
    }
}

#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Call {
    pub callee: Callee,
    pub ty: TypeId,
    pub args: Box<[Operand]>,
    /// One for each argument, for those that pass memory by value or say more of it.
    pub arg_attrs: Box<[ParamAttrs]>,
    /// The callee does not return, says the call itself.
    pub noreturn: bool,
    /// It may return twice, as setjmp does.
    pub returns_twice: bool,
}

#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
    /// Inline assembly: opaque, so its effects are unknown.
    Asm {
        text: Box<str>,
        constraints: Box<str>,
        side_effects: bool,
    },
}

/// What is known of a parameter or argument beyond its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParamAttrs {
    /// The callee receives a copy of the memory pointed to, of this type.
    pub byval: Option<TypeId>,
    /// The pointer receives the returned struct, of this type.
    pub sret: Option<TypeId>,
    pub nonnull: bool,
    pub noundef: bool,
    pub signext: bool,
    pub zeroext: bool,
    pub noalias: bool,
    pub readonly: bool,
    /// It points to characters, as the source has it.
    pub chars: bool,
    /// Alignment in bytes, 0 if not said.
    pub align: u32,
    /// Bytes that may be read through the pointer, 0 if not said.
    pub dereferenceable: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArithFlags {
    /// No unsigned wrap.
    pub nuw: bool,
    /// No signed wrap.
    pub nsw: bool,
    /// Division or right shift without remainder; for `or`: the operands are disjoint.
    pub exact: bool,
}

/// Declares a plain enum with the name of each variant in the text form.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

named! {
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul",
        UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr",
        And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}

impl BinaryOp {
    /// Whether it computes with floats.
    pub fn is_float(self) -> bool {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }
}

named! {
    IcmpPred {
        Eq = "eq", Ne = "ne",
        Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
}

named! {
    /// `O` is ordered (false on NaN), `U` unordered (true on NaN).
    FcmpPred {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole",
        One = "one", Ord = "ord", Uno = "uno", Ueq = "ueq", Ugt = "ugt", Uge = "uge",
        Ult = "ult", Ule = "ule", Une = "une", True = "true",
    }
}

named! {
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        FpTrunc = "fptrunc", FpExt = "fpext",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", Bitcast = "bitcast",
        AddrSpace = "addrspacecast",
    }
}

named! {
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
        Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
    }
}

named! {
    /// Intrinsics that the engine executes itself. The name is LLVM's without `llvm.`
    /// and without the suffixes for its types, which follow from the operands.
    Intrinsic {
        Memcpy = "memcpy", Memmove = "memmove", Memset = "memset",
        SAddOverflow = "sadd.with.overflow", UAddOverflow = "uadd.with.overflow",
        SSubOverflow = "ssub.with.overflow", USubOverflow = "usub.with.overflow",
        SMulOverflow = "smul.with.overflow", UMulOverflow = "umul.with.overflow",
        SAddSat = "sadd.sat", UAddSat = "uadd.sat", SSubSat = "ssub.sat", USubSat = "usub.sat",
        SShlSat = "sshl.sat", UShlSat = "ushl.sat",
        Ctlz = "ctlz", Cttz = "cttz", Ctpop = "ctpop", Bswap = "bswap", Bitreverse = "bitreverse",
        Fshl = "fshl", Fshr = "fshr",
        Abs = "abs", SMax = "smax", SMin = "smin", UMax = "umax", UMin = "umin",
        UCmp = "ucmp", SCmp = "scmp",
        VaStart = "va_start", VaEnd = "va_end", VaCopy = "va_copy",
        LifetimeStart = "lifetime.start", LifetimeEnd = "lifetime.end",
        ObjectSize = "objectsize", Expect = "expect", Assume = "assume",
        Trap = "trap", DebugTrap = "debugtrap", UbsanTrap = "ubsantrap",
        StackSave = "stacksave", StackRestore = "stackrestore",
        FrameAddress = "frameaddress", ReturnAddress = "returnaddress",
        IsConstant = "is.constant", Prefetch = "prefetch",
        ReadCycleCounter = "readcyclecounter",
        ThreadPointer = "thread.pointer", ThreadLocalAddress = "threadlocal.address",
        PtrMask = "ptrmask", IsFpClass = "is.fpclass", PtrAnnotation = "ptr.annotation",
        Annotation = "annotation", VarAnnotation = "var.annotation",
        EhSjljSetjmp = "eh.sjlj.setjmp", EhSjljLongjmp = "eh.sjlj.longjmp",
        Fabs = "fabs", Sqrt = "sqrt", Fma = "fma", FmulAdd = "fmuladd", Copysign = "copysign",
        Floor = "floor", Ceil = "ceil", TruncFp = "trunc", Rint = "rint", NearbyInt = "nearbyint",
        Round = "round", RoundEven = "roundeven", LRint = "lrint", LLRint = "llrint",
        LRound = "lround", LLRound = "llround", Canonicalize = "canonicalize",
        MinNum = "minnum", MaxNum = "maxnum", Minimum = "minimum", Maximum = "maximum",
        Sin = "sin", Cos = "cos", Tan = "tan", Pow = "pow", Powi = "powi",
        Exp = "exp", Exp2 = "exp2", Exp10 = "exp10", Log = "log", Log2 = "log2", Log10 = "log10",
        Ldexp = "ldexp", Frexp = "frexp",
        FltRounds = "get.rounding", SetRounding = "set.rounding",
        FpToSiSat = "fptosi.sat", FpToUiSat = "fptoui.sat",
        ReduceAdd = "vector.reduce.add", ReduceMul = "vector.reduce.mul",
        ReduceAnd = "vector.reduce.and", ReduceOr = "vector.reduce.or",
        ReduceXor = "vector.reduce.xor",
        ReduceSMax = "vector.reduce.smax", ReduceSMin = "vector.reduce.smin",
        ReduceUMax = "vector.reduce.umax", ReduceUMin = "vector.reduce.umin",
        ReduceFAdd = "vector.reduce.fadd", ReduceFMul = "vector.reduce.fmul",
        ReduceFMax = "vector.reduce.fmax", ReduceFMin = "vector.reduce.fmin",
    }
}

/// Calls `$visit` for each operand of `$op`, in the order of the text form; one list
/// of operands serves readers and writers.
macro_rules! visit_operands {
    ($op:expr, $visit:ident, $iter:ident $(, $m:tt)?) => {
        match $op {
            Op::SlotLoad { .. }
            | Op::SlotReset { .. }
            | Op::Fence
            | Op::Br { .. }
            | Op::Unreachable
            | Op::Ret { value: None } => {}
            Op::SlotStore { value, .. }
            | Op::FNeg { value }
            | Op::Cast { value, .. }
            | Op::Freeze { value }
            | Op::Switch { value, .. }
            | Op::Ret { value: Some(value) } => $visit(value),
            Op::Alloca { count, .. } => $visit(count),
            Op::Load { ptr, .. } => $visit(ptr),
            Op::Store { value, ptr, .. } | Op::AtomicRmw { ptr, value, .. } => {
                $visit(value);
                $visit(ptr);
            }
            Op::Gep { base, indices, .. } => {
                $visit(base);
                indices.$iter().for_each($visit);
            }
            Op::CmpXchg { ptr, expected, new, .. } => {
                $visit(ptr);
                $visit(expected);
                $visit(new);
            }
            Op::Binary { a, b, .. }
            | Op::Icmp { a, b, .. }
            | Op::Fcmp { a, b, .. }
            | Op::Shuffle { a, b, .. } => {
                $visit(a);
                $visit(b);
            }
            Op::Select { cond, then, other } => {
                $visit(cond);
                $visit(then);
                $visit(other);
            }
            Op::Phi { incoming } => incoming.$iter().for_each(|(_, value)| $visit(value)),
            Op::ExtractValue { aggregate, .. } => $visit(aggregate),
            Op::InsertValue { aggregate, value, .. } => {
                $visit(aggregate);
                $visit(value);
            }
            Op::ExtractElement { vector, index } => {
                $visit(vector);
                $visit(index);
            }
            Op::InsertElement { vector, value, index } => {
                $visit(vector);
                $visit(value);
                $visit(index);
            }
            Op::Call(call) => {
                if let Callee::Indirect(callee) = &$($m)? call.callee {
                    $visit(callee);
                }
                call.args.$iter().for_each($visit);
            }
            Op::Intrinsic { args, .. } => args.$iter().for_each($visit),
            Op::VaArg { list, .. } => $visit(list),
            Op::CondBr { cond, .. } => $visit(cond),
            Op::IndirectBr { address, .. } => $visit(address),
        }
    };
}

impl Op {
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Ret { .. }
                | Op::Br { .. }
                | Op::CondBr { .. }
                | Op::Switch { .. }
                | Op::IndirectBr { .. }
                | Op::Unreachable
        )
    }

    /// Calls `visit` for each block that control may go to from here.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            Op::Br { target } => visit(*target),
            Op::CondBr { then, other, .. } => {
                visit(*then);
                visit(*other);
            }
            Op::Switch { default, cases, .. } => {
                visit(*default);
                cases.iter().for_each(|(_, block)| visit(*block));
            }
            Op::IndirectBr { targets, .. } => targets.iter().copied().for_each(visit),
            _ => {}
        }
    }

    /// Calls `visit` for each operand, in the order of the text form.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        visit_operands!(self, visit, iter);
    }

    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        visit_operands!(self, visit, iter_mut, mut);
    }
}
