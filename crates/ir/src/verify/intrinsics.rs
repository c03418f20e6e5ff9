//! The signatures of intrinsics.
//!
//! LLVM has checked them before us, and some have gained or lost arguments between its
//! versions, so counts are ranges where that happened. What matters is that the engine
//! can index the arguments and rely on the types that it computes with.

use super::rules::Rules;
use super::{Check, ensure};
use crate::ids::TypeId;
use crate::inst::Intrinsic::{self, *};
use crate::types::Type;

pub(super) fn check(
    rules: &Rules,
    which: Intrinsic,
    args: &[TypeId],
    result: Option<TypeId>,
) -> Check {
    let call = Signature { rules, args, result };
    match which {
        Memcpy | Memmove => call.shape(&[P, P, I, B], NONE),
        Memset => call.shape(&[P, I, I, B], NONE),
        SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow | UMulOverflow => {
            call.shape(&[Is, Is], ANY)?;
            call.equal_args(2)?;
            let parts = (rules.follow(call.result()?, &[0])?, rules.follow(call.result()?, &[1])?);
            rules.same(parts.0, args[0])?;
            let (_, lanes) = rules.split(args[0])?;
            rules.bools(parts.1, lanes)
        }
        SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat | SMax | SMin | UMax | UMin => {
            call.uniform(&[Is, Is], 2)
        }
        Ctlz | Cttz | Abs => call.uniform(&[Is, B], 1),
        Ctpop | Bswap | Bitreverse => call.uniform(&[Is], 1),
        Fshl | Fshr => call.uniform(&[Is, Is, Is], 3),
        UCmp | SCmp => {
            call.shape(&[Is, Is], Is)?;
            call.equal_args(2)
        }
        VaStart | VaEnd => call.shape(&[P], NONE),
        VaCopy => call.shape(&[P, P], NONE),
        LifetimeStart | LifetimeEnd => match args.len() {
            1 => call.shape(&[P], NONE),
            _ => call.shape(&[I, P], NONE),
        },
        ObjectSize => {
            call.at_least(&[P], I)?;
            ensure!(args.len() <= 4, "{} arguments", args.len());
            Ok(())
        }
        Expect => {
            call.at_least(&[Is, Is], Is)?;
            call.equal_args(2)?;
            rules.same(args[0], call.result()?)
        }
        Assume => call.at_least(&[B], NONE),
        Trap | DebugTrap => call.shape(&[], NONE),
        UbsanTrap => call.shape(&[I], NONE),
        StackSave => call.shape(&[], P),
        StackRestore => call.shape(&[P], NONE),
        FrameAddress | ReturnAddress => call.shape(&[I], P),
        IsConstant => call.shape(&[ANY], B),
        Prefetch => call.shape(&[P, I, I, I], NONE),
        ReadCycleCounter => call.shape(&[], I),
        ThreadPointer => call.shape(&[], P),
        ThreadLocalAddress => call.shape(&[P], P),
        PtrMask => call.shape(&[ANY, Is], ANY).and_then(|()| rules.same(args[0], call.result()?)),
        IsFpClass => call.shape(&[Fs, I], Is),
        PtrAnnotation => call.at_least(&[P, P, P, I], P),
        Annotation => {
            call.at_least(&[I, P, P, I], I)?;
            rules.same(args[0], call.result()?)
        }
        VarAnnotation => call.at_least(&[P, P, P, I], NONE),
        EhSjljSetjmp => call.shape(&[P], I),
        EhSjljLongjmp => call.shape(&[P], NONE),
        Fabs | Sqrt | Floor | Ceil | TruncFp | Rint | NearbyInt | Round | RoundEven
        | Canonicalize | Sin | Cos | Tan | Exp | Exp2 | Exp10 | Log | Log2 | Log10 => {
            call.uniform(&[Fs], 1)
        }
        Fma | FmulAdd => call.uniform(&[Fs, Fs, Fs], 3),
        Copysign | MinNum | MaxNum | Minimum | Maximum | Pow => call.uniform(&[Fs, Fs], 2),
        LRint | LLRint | LRound | LLRound | FpToSiSat | FpToUiSat => call.shape(&[Fs], Is),
        Powi | Ldexp => call.uniform(&[Fs, Is], 1),
        Frexp => {
            call.shape(&[Fs], ANY)?;
            rules.same(rules.follow(call.result()?, &[0])?, args[0])?;
            rules.ints(rules.follow(call.result()?, &[1])?).map(|_| ())
        }
        FltRounds => call.shape(&[], I),
        SetRounding => call.shape(&[I], NONE),
        ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSMax | ReduceSMin
        | ReduceUMax | ReduceUMin => {
            call.shape(&[Is], I)?;
            rules.same(rules.vector(args[0])?.0, call.result()?)
        }
        ReduceFMax | ReduceFMin => {
            call.shape(&[Fs], Fs)?;
            rules.same(rules.vector(args[0])?.0, call.result()?)
        }
        ReduceFAdd | ReduceFMul => {
            call.shape(&[Fs, Fs], Fs)?;
            rules.same(rules.vector(args[1])?.0, args[0])?;
            rules.same(args[0], call.result()?)
        }
    }
}

/// What one argument or result may be.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    None,
    Any,
    Pointer,
    Bool,
    Int,
    /// Integers, alone or in a vector.
    Ints,
    Floats,
}

const NONE: Kind = Kind::None;
const ANY: Kind = Kind::Any;
use Kind::{Bool as B, Floats as Fs, Int as I, Ints as Is, Pointer as P};

struct Signature<'a> {
    rules: &'a Rules<'a>,
    args: &'a [TypeId],
    result: Option<TypeId>,
}

impl Signature<'_> {
    fn result(&self) -> Check<TypeId> {
        self.result.ok_or_else(|| "yields a value but assigns no register".to_string())
    }

    fn shape(&self, kinds: &[Kind], result: Kind) -> Check {
        ensure!(self.args.len() == kinds.len(), "{} arguments", self.args.len());
        self.at_least(kinds, result)
    }

    /// As [`Self::shape`], and further arguments may follow.
    fn at_least(&self, kinds: &[Kind], result: Kind) -> Check {
        ensure!(self.args.len() >= kinds.len(), "{} arguments", self.args.len());
        for (arg, kind) in self.args.iter().zip(kinds) {
            self.kind(*arg, *kind)?;
        }
        match result {
            Kind::None => ensure!(self.result.is_none(), "yields no value"),
            kind => self.kind(self.result()?, kind)?,
        }
        Ok(())
    }

    /// The result is of the type of the first `same` arguments.
    fn uniform(&self, kinds: &[Kind], same: usize) -> Check {
        self.shape(kinds, ANY)?;
        self.equal_args(same)?;
        self.rules.same(self.args[0], self.result()?)
    }

    fn equal_args(&self, count: usize) -> Check {
        self.args[..count].iter().try_for_each(|arg| self.rules.same(*arg, self.args[0]))
    }

    fn kind(&self, ty: TypeId, kind: Kind) -> Check {
        match kind {
            Kind::None => Err("a value where none is".to_string()),
            Kind::Any => self.rules.value(ty),
            Kind::Pointer => self.rules.ptr(ty),
            Kind::Bool => {
                ensure!(*self.rules.get(ty)? == Type::Int(1), "expected i1, not {ty}");
                Ok(())
            }
            Kind::Int => self.rules.int(ty),
            Kind::Ints => self.rules.ints(ty).map(|_| ()),
            Kind::Floats => self.rules.floats(ty).map(|_| ()),
        }
    }
}
