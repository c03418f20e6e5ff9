//! Instructions that touch memory, and calls: records to operations.

use super::checks;
use super::fault::{Res, alignment, ensure, fail, index};
use super::function::{Body, Described, Ops};
use super::intrinsics::Known;
use super::opcodes;
use super::types::{Shape, is_value};
use super::values::Value;
use margay_ir::{
    Access, Call, Callee, CastOp, ConstKind, FuncType, Op, Operand, ParamAttrs, Type, TypeId,
};

/// What a call says of the function that it calls.
struct Signature {
    ret: TypeId,
    variadic: bool,
    shape: Shape,
}

impl Body<'_, '_> {
    pub(super) fn alloca(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let ty = self.cx.types.get(ops.next()?)?;
        let count_type = self.cx.types.get(ops.next()?)?;
        // The number of the count is absolute.
        let number = index(ops.next()?)?;
        let packed = ops.next()?;
        ensure(packed & (1 << 6) != 0, "an allocation with typed pointers of before LLVM 15")?;
        ensure(is_value(&self.cx.program.types, ty), "an allocation of a type without size")?;
        let is_integer = matches!(self.cx.program.types.get(count_type), Type::Int(_));
        ensure(is_integer, "an allocation of a count that is no integer")?;
        let count = self.typed(number, count_type)?;
        // The alignment has five low bits, and three more that came later, above the flags.
        let align = alignment((packed & 0x1f) | (packed >> 8 & 7) << 5)?;
        let align = self.align_or_natural(align, ty);
        let ptr = self.cx.program.types.ptr();
        self.emit(Op::Alloca { ty, count, align }, Some(ptr))
    }

    pub(super) fn load(&mut self, ops: &mut Ops<'_>, atomic: bool) -> Res<()> {
        let ptr = self.address(ops)?;
        // The type is missing in files of before LLVM 3.7.
        let tail = if atomic { 4 } else { 2 };
        ensure(ops.left() > tail, "a load without its type")?;
        let ty = self.cx.types.get(ops.next()?)?;
        let access = self.access(ops, ty, atomic)?;
        self.emit(Op::Load { ty, ptr, access }, Some(ty))
    }

    pub(super) fn store(&mut self, ops: &mut Ops<'_>, atomic: bool) -> Res<()> {
        let ptr = self.address(ops)?;
        let (value, ty) = self.pair(ops)?;
        let access = self.access(ops, ty, atomic)?;
        self.emit(Op::Store { value, ptr, access }, None)
    }

    pub(super) fn gep(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let inbounds = ops.next()? & 1 != 0;
        let source = self.cx.types.get(ops.next()?)?;
        let (base, base_type) = self.pair(ops)?;
        let (mut indices, mut places) = (Vec::new(), Vec::new());
        while ops.left() > 0 {
            let (operand, ty) = self.pair(ops)?;
            places.push((ty, self.constant_value(operand)));
            indices.push(operand);
        }
        let result = checks::gep(&mut self.cx.program, source, base_type, &places)?;
        self.emit(Op::Gep { source, base, indices: indices.into(), inbounds }, Some(result))
    }

    pub(super) fn compare_exchange(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let ptr = self.address(ops)?;
        let (expected, ty) = self.pair(ops)?;
        let new = self.value(ops, ty)?;
        let volatile = ops.next()? != 0;
        // Orderings, scope and weakness.
        for _ in 0..4 {
            ops.next()?;
        }
        let align = if ops.left() > 0 { alignment(ops.next()?)? } else { 0 };
        let align = self.align_or_natural(align, ty);
        let access = Access { align, volatile, atomic: true };
        let bit = self.cx.program.types.int(1);
        let fields = [ty, bit].into();
        let result = self.cx.program.types.intern(Type::Struct { fields, packed: false });
        self.emit(Op::CmpXchg { ptr, expected, new, access }, Some(result))
    }

    pub(super) fn read_modify_write(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let ptr = self.address(ops)?;
        let (value, ty) = self.pair(ops)?;
        let op = opcodes::rmw(ops.next()?)?;
        let volatile = ops.next()? != 0;
        // Ordering and scope.
        for _ in 0..2 {
            ops.next()?;
        }
        let align = if ops.left() > 0 { alignment(ops.next()?)? } else { 0 };
        let align = self.align_or_natural(align, ty);
        let access = Access { align, volatile, atomic: true };
        self.emit(Op::AtomicRmw { op, ptr, value, access }, Some(ty))
    }

    pub(super) fn va_arg(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let list_type = self.cx.types.get(ops.next()?)?;
        let list = self.value(ops, list_type)?;
        let ty = self.cx.types.get(ops.next()?)?;
        self.emit(Op::VaArg { list, ty }, Some(ty))
    }

    pub(super) fn call(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        const EXPLICIT_TYPE: u64 = 1 << 15;
        const FAST_MATH: u64 = 1 << 17;
        let (attributes, flags) = (ops.next()?, ops.next()?);
        if flags & FAST_MATH != 0 {
            ops.next()?;
        }
        ensure(flags & EXPLICIT_TYPE != 0, "a call without its type")?;
        let number = ops.next()?;
        let (ty, shape) = (self.cx.types.get(number)?, self.cx.types.shape(number)?);
        let Some(&FuncType { ret, variadic, .. }) = self.cx.program.func_type(ty) else {
            return fail("a call of a type that is no function's");
        };
        let signature = Signature { ret, variadic, shape };
        let number = self.number(ops.next()?);
        let callee = match self.cx.values.get(number).cloned() {
            Some(Value::Intrinsic(known)) => return self.intrinsic(known, &signature, ops),
            Some(Value::Asm(asm)) => Callee::Asm {
                text: asm.text.clone(),
                constraints: asm.constraints.clone(),
                side_effects: asm.side_effects,
            },
            Some(Value::Const(id)) => match self.cx.program.consts.get(id).kind {
                ConstKind::Func(function) => Callee::Direct(function),
                _ => {
                    let ptr = self.cx.program.types.ptr();
                    Callee::Indirect(self.typed(number, ptr)?)
                }
            },
            _ => {
                let ptr = self.cx.program.types.ptr();
                // A callee that comes later has its type in the record.
                if number >= self.next_number() {
                    ops.next()?;
                }
                Callee::Indirect(self.typed(number, ptr)?)
            }
        };
        let args = self.arguments(&signature, ops)?;
        self.cx.budget.spend(args.len())?;
        let cx = &*self.cx;
        let arg_attrs: Box<[ParamAttrs]> = args
            .iter()
            .map(|&(at, _)| cx.attributes.param(attributes, at, &cx.types))
            .collect::<Res<_>>()?;
        let attrs = cx.attributes.function(attributes);
        let call = Call {
            callee,
            ty,
            args: args.into_iter().map(|(_, operand)| operand).collect(),
            arg_attrs,
            noreturn: attrs.noreturn,
            returns_twice: attrs.returns_twice,
        };
        let result = self.result(&signature);
        self.emit(Op::Call(Box::new(call)), result)
    }

    fn result(&self, signature: &Signature) -> Option<TypeId> {
        let is_void = *self.cx.program.types.get(signature.ret) == Type::Void;
        (!is_void).then_some(signature.ret)
    }

    /// The arguments of a call with their positions in the file; metadata is left out.
    fn arguments(
        &mut self,
        signature: &Signature,
        ops: &mut Ops<'_>,
    ) -> Res<Vec<(usize, Operand)>> {
        let mut args = Vec::with_capacity(ops.left().min(signature.shape.len()));
        for (at, &param) in signature.shape.iter().enumerate() {
            match param {
                Some(ty) => args.push((at, self.value(ops, ty)?)),
                None => {
                    ops.next()?;
                }
            }
        }
        ensure(signature.variadic || ops.left() == 0, "a call with too many arguments")?;
        let mut at = signature.shape.len();
        while ops.left() > 0 {
            args.push((at, self.pair(ops)?.0));
            at += 1;
        }
        Ok(args)
    }

    fn intrinsic(&mut self, known: Known, signature: &Signature, ops: &mut Ops<'_>) -> Res<()> {
        let result = self.result(signature);
        match known {
            Known::DebugDeclare | Known::DebugValue => {
                // Arguments are metadata: the value, the variable, an expression.
                let mut node = || Ok(self.number(ops.next()?));
                let (value, variable, expression) = (node()?, node()?, node()?);
                let address = match known {
                    Known::DebugDeclare => self.plain_address(value, expression),
                    _ => None,
                };
                self.describe_later(Described { variable, address });
                Ok(())
            }
            Known::Drop => ensure(result.is_none(), "an intrinsic has a result of no use"),
            Known::Argument(at) => {
                let args = self.arguments(signature, ops)?;
                let Some((&(_, value), to)) = args.get(at).zip(result) else {
                    return fail("an intrinsic with too few arguments");
                };
                // A cast to its own type keeps one register for each number.
                let same = signature.shape.get(at) == Some(&Some(to));
                ensure(same, "an intrinsic returns another type than its argument's")?;
                self.emit(Op::Cast { op: CastOp::Bitcast, value, to }, Some(to))
            }
            Known::Operation(which) => {
                let args = self.arguments(signature, ops)?;
                let args = args.into_iter().map(|(_, operand)| operand).collect();
                self.emit(Op::Intrinsic { which, args }, result)
            }
        }
    }

    /// Alignment, volatility and, of atomic accesses, ordering and scope.
    fn access(&mut self, ops: &mut Ops<'_>, ty: TypeId, atomic: bool) -> Res<Access> {
        ensure(is_value(&self.cx.program.types, ty), "an access of a type without size")?;
        let align = alignment(ops.next()?)?;
        let volatile = ops.next()? != 0;
        if atomic {
            ops.next()?;
            ops.next()?;
        }
        Ok(Access { align: self.align_or_natural(align, ty), volatile, atomic })
    }

    fn align_or_natural(&self, align: u32, ty: TypeId) -> u32 {
        if align > 0 {
            return align;
        }
        let natural = self.cx.program.layout.align_of(&self.cx.program.types, ty);
        u32::try_from(natural).unwrap_or(1)
    }

    fn constant_value(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Const(id) => self.cx.program.consts.as_u64(id),
            Operand::Reg(_) => None,
        }
    }
}
