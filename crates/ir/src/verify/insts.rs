//! Checks one instruction: every id it names exists, and its types fit.

use super::consts::index_value;
use super::rules::Rules;
use super::tables::{has_function, has_span, is_align};
use super::{Check, ensure, function, intrinsics};
use crate::ids::{ConstId, SlotId, TypeId};
use crate::inst::{Access, ArithFlags, BinaryOp, Call, Callee, Inst, Op, Operand, RmwOp};
use crate::program::{Function, Program};
use crate::types::Type;

pub(super) struct InstRules<'a> {
    pub(super) rules: Rules<'a>,
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    /// What the function returns.
    pub(super) ret: TypeId,
}

impl InstRules<'_> {
    pub(super) fn check(&self, inst: &Inst) -> Check {
        has_span(&self.program.source, inst.span)?;
        let result = match inst.result {
            Some(reg) => {
                let ty = self.function.regs.get(reg);
                Some(*ty.ok_or_else(|| format!("{reg} does not exist"))?)
            }
            None => None,
        };
        match &inst.op {
            Op::Call(call) => return self.call(call, result),
            Op::Intrinsic { which, args } => {
                let args: Vec<_> = args.iter().map(|a| self.ty(a)).collect::<Check<_>>()?;
                return intrinsics::check(&self.rules, *which, &args, result);
            }
            _ => {}
        }
        match result {
            Some(result) => self.value(&inst.op, result),
            None => self.effect(&inst.op),
        }
    }

    pub(super) fn ty(&self, operand: &Operand) -> Check<TypeId> {
        let ty = match operand {
            Operand::Reg(reg) => self.function.regs.get(*reg).copied(),
            Operand::Const(id) => self.program.consts.try_get(*id).map(|c| c.ty),
        };
        ty.ok_or_else(|| format!("{operand:?} does not exist"))
    }

    fn slot(&self, slot: SlotId) -> Check<TypeId> {
        let slot = self.function.slots.get(slot).ok_or_else(|| format!("no {slot}"))?;
        Ok(slot.ty)
    }

    fn ptr(&self, operand: &Operand) -> Check {
        self.rules.ptr(self.ty(operand)?)
    }

    /// Instructions that assign a register of type `to`.
    fn value(&self, op: &Op, to: TypeId) -> Check {
        let rules = &self.rules;
        match op {
            Op::SlotLoad { slot } => rules.same(self.slot(*slot)?, to),
            Op::Alloca { ty, count, align } => {
                rules.value(*ty)?;
                rules.int(self.ty(count)?)?;
                ensure!(is_align(*align), "alignment {align}");
                rules.ptr(to)
            }
            Op::Load { ty, ptr, access } => {
                self.ptr(ptr)?;
                self.access(access)?;
                rules.same(*ty, to)
            }
            Op::Gep { source, base, indices, .. } => {
                let index = |operand: &Operand| {
                    let constant = match operand {
                        Operand::Const(id) => index_value(self.program, *id),
                        Operand::Reg(_) => None,
                    };
                    Ok((self.ty(operand)?, constant))
                };
                let indices: Vec<_> = indices.iter().map(index).collect::<Check<_>>()?;
                rules.gep(*source, self.ty(base)?, &indices, to)
            }
            Op::CmpXchg { ptr, expected, new, access } => {
                self.ptr(ptr)?;
                self.access(access)?;
                let ty = self.ty(expected)?;
                rules.same(ty, self.ty(new)?)?;
                ensure!(matches!(rules.get(ty)?, Type::Int(_) | Type::Ptr), "cmpxchg of {ty}");
                self.pair_with_flag(ty, to)
            }
            Op::AtomicRmw { op, ptr, value, access } => {
                self.ptr(ptr)?;
                self.access(access)?;
                let ty = self.ty(value)?;
                let fits = match op {
                    RmwOp::Xchg => rules.value(ty).is_ok(),
                    RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => {
                        rules.floats(ty).is_ok()
                    }
                    _ => rules.int(ty).is_ok(),
                };
                ensure!(fits, "atomic {} of {ty}", op.name());
                rules.same(ty, to)
            }
            Op::Binary { op, flags, a, b } => {
                ensure!(flags_fit(*op, *flags), "{} has no such flag", op.name());
                rules.binary(*op, self.ty(a)?, self.ty(b)?, to)
            }
            Op::FNeg { value } => {
                rules.floats(to)?;
                rules.same(self.ty(value)?, to)
            }
            Op::Icmp { a, b, .. } => rules.icmp(self.ty(a)?, self.ty(b)?, to),
            Op::Fcmp { a, b, .. } => rules.fcmp(self.ty(a)?, self.ty(b)?, to),
            Op::Cast { op, value, to: named } => {
                rules.same(*named, to)?;
                rules.cast(*op, self.ty(value)?, to)
            }
            Op::Select { cond, then, other } => {
                rules.select(self.ty(cond)?, self.ty(then)?, self.ty(other)?, to)
            }
            Op::Freeze { value } => rules.same(self.ty(value)?, to),
            Op::Phi { incoming } => {
                incoming.iter().try_for_each(|(_, value)| rules.same(self.ty(value)?, to))
            }
            Op::ExtractValue { aggregate, path } => {
                rules.same(rules.follow(self.ty(aggregate)?, path)?, to)
            }
            Op::InsertValue { aggregate, value, path } => {
                let whole = self.ty(aggregate)?;
                rules.same(rules.follow(whole, path)?, self.ty(value)?)?;
                rules.same(whole, to)
            }
            Op::ExtractElement { vector, index } => {
                rules.extract_element(self.ty(vector)?, self.ty(index)?, to)
            }
            Op::InsertElement { vector, value, index } => {
                rules.insert_element(self.ty(vector)?, self.ty(value)?, self.ty(index)?, to)
            }
            Op::Shuffle { a, b, mask } => rules.shuffle(self.ty(a)?, self.ty(b)?, mask, to),
            Op::VaArg { list, ty } => {
                self.ptr(list)?;
                rules.same(*ty, to)
            }
            _ => Err("assigns a register but yields no value".to_string()),
        }
    }

    /// Instructions that assign no register.
    fn effect(&self, op: &Op) -> Check {
        let rules = &self.rules;
        match op {
            Op::SlotStore { slot, value } => rules.same(self.slot(*slot)?, self.ty(value)?),
            Op::SlotReset { slot } => self.slot(*slot).map(|_| ()),
            Op::Store { value, ptr, access } => {
                self.ptr(ptr)?;
                self.access(access)?;
                rules.value(self.ty(value)?)
            }
            Op::Fence | Op::Br { .. } | Op::Unreachable => Ok(()),
            Op::Ret { value: None } => {
                ensure!(*rules.get(self.ret)? == Type::Void, "returns no value");
                Ok(())
            }
            Op::Ret { value: Some(value) } => rules.same(self.ty(value)?, self.ret),
            Op::CondBr { cond, .. } => rules.int_of(self.ty(cond)?, 1),
            Op::Switch { value, cases, .. } => {
                let ty = self.ty(value)?;
                rules.int(ty)?;
                let mut values: Vec<ConstId> = cases.iter().map(|case| case.0).collect();
                for case in &values {
                    rules.same(self.ty(&Operand::Const(*case))?, ty)?;
                }
                values.sort_unstable();
                // Constants are interned, so equal values are equal ids.
                ensure!(values.is_sorted_by(|a, b| a < b), "two cases of one value");
                Ok(())
            }
            Op::IndirectBr { address, .. } => self.ptr(address),
            _ => Err("yields a value but assigns no register".to_string()),
        }
    }

    fn access(&self, access: &Access) -> Check {
        ensure!(is_align(access.align), "alignment {}", access.align);
        Ok(())
    }

    /// A struct of a value and an `i1`.
    fn pair_with_flag(&self, ty: TypeId, pair: TypeId) -> Check {
        self.rules.same(self.rules.follow(pair, &[0])?, ty)?;
        self.rules.int_of(self.rules.follow(pair, &[1])?, 1)
    }

    /// A call may drop what it returns.
    fn call(&self, call: &Call, result: Option<TypeId>) -> Check {
        let ty = self.rules.function(call.ty)?;
        match &call.callee {
            Callee::Direct(id) => has_function(self.program, *id)?,
            Callee::Indirect(callee) => self.ptr(callee)?,
            Callee::Asm { .. } => {}
        }
        let (given, wanted) = (call.args.len(), ty.params.len());
        let enough = given == wanted || (ty.variadic && given > wanted);
        ensure!(enough, "{given} arguments for {wanted} parameters");
        for (arg, param) in call.args.iter().zip(&ty.params) {
            self.rules.same(self.ty(arg)?, *param)?;
        }
        for arg in call.args.iter().skip(wanted) {
            self.rules.value(self.ty(arg)?)?;
        }
        let attrs = call.arg_attrs.len();
        ensure!(attrs == given, "attributes of {attrs} arguments for {given}");
        call.arg_attrs.iter().try_for_each(|a| function::param_attrs(&self.rules, a))?;
        match result {
            Some(result) => {
                self.rules.value(ty.ret)?;
                self.rules.same(ty.ret, result)
            }
            None => Ok(()),
        }
    }
}

fn flags_fit(op: BinaryOp, flags: ArithFlags) -> bool {
    use BinaryOp::{AShr, Add, LShr, Mul, Or, SDiv, Shl, Sub, UDiv};
    let wraps = matches!(op, Add | Sub | Mul | Shl);
    let exact = matches!(op, UDiv | SDiv | LShr | AShr | Or);
    (wraps || (!flags.nuw && !flags.nsw)) && (exact || !flags.exact)
}
