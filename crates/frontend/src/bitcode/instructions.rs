//! Instructions that compute and jump: records to operations.
//!
//! A record that C does not need, or that is malformed, fails; its function then becomes
//! external. Memory and calls are in `memory.rs`.

use super::checks;
use super::fault::{Res, ensure, fail, index, narrow, unfold_sign};
use super::function::{Body, Ops};
use super::opcodes::{self, Predicate};
use llvm_bitcode::schema::blocks::FunctionCode as Code;
use margay_ir::{ArithFlags, BinaryOp, Op, Operand, Type};
use std::collections::HashSet;

impl Body<'_, '_> {
    /// Reads one instruction.
    pub fn instruction(&mut self, code: Code, ops: &mut Ops<'_>) -> Res<()> {
        #[allow(deprecated)]
        match code {
            Code::BinOp => self.binary(ops),
            Code::UnOp => self.unary(ops),
            Code::Cast => self.cast(ops),
            Code::Cmp | Code::Cmp2 => self.compare(ops),
            Code::Vselect => self.select(ops),
            Code::Freeze => {
                let (value, ty) = self.pair(ops)?;
                self.emit(Op::Freeze { value }, Some(ty))
            }
            Code::Phi => self.phi(ops),
            Code::ExtractVal => self.extract_value(ops),
            Code::InsertVal => self.insert_value(ops),
            Code::ExtractElt => self.extract_element(ops),
            Code::InsertElt => self.insert_element(ops),
            Code::ShuffleVec => self.shuffle(ops),

            Code::Ret => self.ret(ops),
            Code::Br => self.branch(ops),
            Code::Switch => self.switch(ops),
            Code::IndirectBr => self.indirect_branch(ops),
            Code::Unreachable => self.emit(Op::Unreachable, None),

            Code::Alloca => self.alloca(ops),
            Code::Load => self.load(ops, false),
            Code::LoadAtomic => self.load(ops, true),
            Code::Store => self.store(ops, false),
            Code::StoreAtomic => self.store(ops, true),
            Code::Gep => self.gep(ops),
            Code::AtomicCmpXchg => self.compare_exchange(ops),
            Code::AtomicRmw => self.read_modify_write(ops),
            Code::Fence => self.emit(Op::Fence, None),
            Code::VaArg => self.va_arg(ops),
            Code::Call => self.call(ops),

            Code::CallBr => fail("assembly that jumps is not supported"),
            Code::Invoke
            | Code::Resume
            | Code::LandingPad
            | Code::CleanupRet
            | Code::CatchRet
            | Code::CatchPad
            | Code::CleanupPad
            | Code::CatchSwitch => fail("exceptions are not supported"),
            _ => fail("the form of this instruction is not supported"),
        }
    }

    fn binary(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (a, ty) = self.pair(ops)?;
        let b = self.value(ops, ty)?;
        let op = opcodes::binary(&self.cx.program.types, ops.next()?, ty)?;
        let bits = if ops.left() > 0 { ops.next()? } else { 0 };
        let mut flags = ArithFlags::default();
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
                flags.nuw = bits & 1 != 0;
                flags.nsw = bits & 2 != 0;
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr | BinaryOp::Or => {
                flags.exact = bits & 1 != 0;
            }
            // The rest has fast-math flags or none.
            _ => {}
        }
        self.emit(Op::Binary { op, flags, a, b }, Some(ty))
    }

    fn unary(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (value, ty) = self.pair(ops)?;
        ensure(ops.next()? == 0, "the unary operation is not known")?;
        let elem = super::types::lanes(&self.cx.program.types, ty).0;
        let is_float = matches!(self.cx.program.types.get(elem), Type::Float(_));
        ensure(is_float, "negation of something that is no float")?;
        self.emit(Op::FNeg { value }, Some(ty))
    }

    fn cast(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (value, from) = self.pair(ops)?;
        let to = self.cx.types.get(ops.next()?)?;
        let op = opcodes::cast(ops.next()?)?;
        checks::cast(&self.cx.program, op, from, to)?;
        self.emit(Op::Cast { op, value, to }, Some(to))
    }

    fn compare(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (a, ty) = self.pair(ops)?;
        let b = self.value(ops, ty)?;
        let elem = super::types::lanes(&self.cx.program.types, ty).0;
        ensure(self.cx.program.types.is_scalar(elem), "a comparison of aggregates")?;
        let op = match opcodes::predicate(&self.cx.program.types, ops.next()?, ty)? {
            Predicate::Int(pred) => Op::Icmp { pred, a, b },
            Predicate::Float(pred) => Op::Fcmp { pred, a, b },
        };
        let result = checks::comparison(&mut self.cx.program, ty);
        self.emit(op, Some(result))
    }

    fn select(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (then, ty) = self.pair(ops)?;
        let other = self.value(ops, ty)?;
        let (cond, cond_type) = self.pair(ops)?;
        checks::condition(&self.cx.program, cond_type, ty)?;
        self.emit(Op::Select { cond, then, other }, Some(ty))
    }

    fn phi(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        ensure(self.at_head(), "a phi after other instructions")?;
        let ty = self.cx.types.get(ops.next()?)?;
        let (mut incoming, mut seen) = (Vec::new(), HashSet::new());
        // An operand without partner holds fast-math flags.
        while ops.left() >= 2 {
            // These distances are signed, since a loop's values come later.
            let number = self.number(unfold_sign(ops.next()?));
            let value = self.typed(number, ty)?;
            let block = self.block(ops.next()?)?;
            // LLVM lists a block as often as it jumps here, always with the same value.
            if seen.insert(block) {
                incoming.push((block, value));
            }
        }
        self.emit(Op::Phi { incoming: incoming.into() }, Some(ty))
    }

    fn extract_value(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (aggregate, ty) = self.pair(ops)?;
        let path = path(ops)?;
        let part = checks::part(&self.cx.program, ty, &path)?;
        self.emit(Op::ExtractValue { aggregate, path }, Some(part))
    }

    fn insert_value(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (aggregate, ty) = self.pair(ops)?;
        let (value, value_type) = self.pair(ops)?;
        let path = path(ops)?;
        let part = checks::part(&self.cx.program, ty, &path)?;
        ensure(part == value_type, "a part of an aggregate of another type")?;
        self.emit(Op::InsertValue { aggregate, value, path }, Some(ty))
    }

    fn extract_element(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (vector, ty) = self.pair(ops)?;
        let (index, index_type) = self.pair(ops)?;
        let elem = checks::element(&self.cx.program, ty, index_type)?;
        self.emit(Op::ExtractElement { vector, index }, Some(elem))
    }

    fn insert_element(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (vector, ty) = self.pair(ops)?;
        let (elem, Some(_)) = super::types::lanes(&self.cx.program.types, ty) else {
            return fail("a lane of something that is no vector");
        };
        let value = self.value(ops, elem)?;
        let (index, index_type) = self.pair(ops)?;
        checks::element(&self.cx.program, ty, index_type)?;
        self.emit(Op::InsertElement { vector, value, index }, Some(ty))
    }

    fn shuffle(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let (a, ty) = self.pair(ops)?;
        let b = self.value(ops, ty)?;
        let (Operand::Const(mask), _) = self.pair(ops)? else {
            return fail("a shuffle by lanes that are not constant");
        };
        let cx = &mut *self.cx;
        let (mask, result) = checks::shuffle(&mut cx.program, &mut cx.budget, ty, mask)?;
        self.emit(Op::Shuffle { a, b, mask }, Some(result))
    }

    fn ret(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let is_void = *self.cx.program.types.get(self.ret) == Type::Void;
        if ops.left() == 0 {
            ensure(is_void, "a return without the value")?;
            return self.emit(Op::Ret { value: None }, None);
        }
        let (value, ty) = self.pair(ops)?;
        ensure(ty == self.ret, "a return of a value of another type")?;
        self.emit(Op::Ret { value: Some(value) }, None)
    }

    fn branch(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let then = self.block(ops.next()?)?;
        if ops.left() == 0 {
            return self.emit(Op::Br { target: then }, None);
        }
        let other = self.block(ops.next()?)?;
        let bit = self.cx.program.types.int(1);
        let cond = self.value(ops, bit)?;
        self.emit(Op::CondBr { cond, then, other }, None)
    }

    fn switch(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let ty = self.cx.types.get(ops.next()?)?;
        ensure(matches!(self.cx.program.types.get(ty), Type::Int(_)), "a switch on no integer")?;
        let value = self.value(ops, ty)?;
        let default = self.block(ops.next()?)?;
        let mut cases = Vec::with_capacity(ops.left() / 2);
        while ops.left() > 0 {
            // The numbers of case values are absolute.
            let number = index(ops.next()?)?;
            let Operand::Const(case) = self.typed(number, ty)? else {
                return fail("a case that is not constant");
            };
            cases.push((case, self.block(ops.next()?)?));
        }
        self.emit(Op::Switch { value, default, cases: cases.into() }, None)
    }

    fn indirect_branch(&mut self, ops: &mut Ops<'_>) -> Res<()> {
        let ty = self.cx.types.get(ops.next()?)?;
        ensure(
            *self.cx.program.types.get(ty) == Type::Ptr,
            "a jump to something that is no address",
        )?;
        let address = self.value(ops, ty)?;
        let targets = ops.rest().iter().map(|&target| self.block(target)).collect::<Res<_>>()?;
        self.emit(Op::IndirectBr { address, targets }, None)
    }
}

fn path(ops: &mut Ops<'_>) -> Res<Box<[u32]>> {
    ops.rest().iter().map(|&at| narrow(at)).collect()
}
