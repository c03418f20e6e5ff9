//! Reads the bodies of functions.

use super::ParseError;
use super::lex::Token;
use super::parse::{Parsed, Parser, split_id};
use super::parse_operands::{Body, Expected};
use crate::consts::ConstKind;
use crate::ids::{BlockId, Id, RegId, SlotId, SpanId, TypeId, VarId};
use crate::inst::{
    ArithFlags, BinaryOp, Call, Callee, CastOp, FcmpPred, IcmpPred, Inst, Intrinsic, Op, Operand,
    RmwOp,
};
use crate::program::{Block, Function, Slot};
use crate::source::{Place, Variable};
use crate::types::{FuncType, Type};

/// The type that an instruction's text gives its result.
enum Natural {
    Unsaid,
    Is(TypeId),
    Ptr,
    Bool,
}

impl Parser<'_> {
    pub(super) fn body(&mut self, function: &mut Function) -> Parsed {
        let mut body = Body {
            regs: function.regs.enumerate().map(|(r, t)| (r, *t)).collect(),
            claims: vec![],
        };
        self.expect('{')?;
        self.declarations(function, &mut body)?;
        while !self.accept('}') {
            let id: BlockId = self.id("b")?;
            self.expect(':')?;
            let first = function.insts.next_id();
            if id != function.blocks.push(Block { first, len: 0 }) {
                return Err(self.error_before(format!("{id} is not the next block")));
            }
            while !self.at_block_end() {
                let inst = self.inst(function, &mut body)?;
                function.insts.push(inst);
            }
            let len = function.insts.len() - first.index();
            let len = u32::try_from(len).map_err(|_| self.error("a block is too long"))?;
            function.blocks[id].len = len;
        }
        self.finish(function, body)
    }

    fn finish(&mut self, function: &mut Function, body: Body) -> Parsed {
        function.regs = Default::default();
        for (reg, ty) in body.regs {
            let next = function.regs.next_id();
            if reg != next {
                return Err(self.error_before(format!("nothing says the type of {next}")));
            }
            function.regs.push(ty);
        }
        for (reg, ty, line) in body.claims {
            if function.regs.get(reg).is_some_and(|known| *known != ty) {
                let message = format!("{reg} is of another type");
                return Err(ParseError { line, message });
            }
        }
        Ok(())
    }

    fn at_block_end(&self) -> bool {
        match (self.peek(), self.peek_second()) {
            (Token::Word(word), Token::Punct(':')) => split_id(word, "b").is_some(),
            (Token::Punct('}') | Token::End, _) => true,
            _ => false,
        }
    }

    fn declarations(&mut self, function: &mut Function, body: &mut Body) -> Parsed {
        loop {
            if self.accept_word("slot") {
                let id: SlotId = self.id("s")?;
                self.expect(':')?;
                if id != function.slots.push(Slot { ty: self.ty()? }) {
                    return Err(self.error_before(format!("{id} is not the next slot")));
                }
            } else if self.accept_word("reg") {
                let reg: RegId = self.id("r")?;
                self.expect(':')?;
                let ty = self.ty()?;
                body.regs.insert(reg, ty);
            } else if self.accept_word("var") {
                let id: VarId = self.id("v")?;
                let variable = self.variable()?;
                if id != function.vars.push(variable) {
                    return Err(self.error_before(format!("{id} is not the next variable")));
                }
            } else {
                return Ok(());
            }
        }
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let name = self.string()?;
        self.expect(':')?;
        let ty = self.id("st")?;
        self.expect_word("in")?;
        let place = if self.accept_word("memory") {
            Place::Memory(self.id("r")?)
        } else if self.accept_word("unknown") {
            Place::Unknown
        } else {
            Place::Slot(self.id("s")?)
        };
        let scope = self.accept_id("scope");
        let parameter = if self.accept_word("param") { Some(self.number()?) } else { None };
        Ok(Variable { name, ty, scope, parameter, place, span: self.span()? })
    }

    fn span(&mut self) -> Parsed<SpanId> {
        if self.accept('!') { self.id("p") } else { Ok(SpanId::from_index(0)) }
    }

    fn inst(&mut self, function: &Function, body: &mut Body) -> Parsed<Inst> {
        let result: Option<RegId> = self.accept_id("r");
        let mut said = None;
        if result.is_some() {
            if self.accept(':') {
                said = Some(self.ty()?);
            }
            self.expect('=')?;
        }
        let (op, natural) = self.op(function, body)?;
        if let Some(reg) = result {
            let ty = match (said, natural) {
                (Some(ty), _) | (None, Natural::Is(ty)) => ty,
                (None, Natural::Ptr) => self.program.types.ptr(),
                (None, Natural::Bool) => self.program.types.int(1),
                (None, Natural::Unsaid) => {
                    return Err(self.error_before(format!("nothing says the type of {reg}")));
                }
            };
            if *body.regs.entry(reg).or_insert(ty) != ty {
                return Err(self.error_before(format!("{reg} is of another type")));
            }
        }
        Ok(Inst { op, result, span: self.span()? })
    }

    fn op(&mut self, function: &Function, body: &mut Body) -> Parsed<(Op, Natural)> {
        let word = self.word()?;
        if let Some(op) = BinaryOp::from_name(word) {
            let nuw = self.accept_word("nuw");
            let nsw = self.accept_word("nsw");
            let flags = ArithFlags { nuw, nsw, exact: self.accept_word("exact") };
            let (ty, [a, b]) = self.sharing(body)?;
            return Ok((Op::Binary { op, flags, a, b }, Natural::Is(ty)));
        }
        if let Some(op) = CastOp::from_name(word) {
            let value = self.typed(body)?.0;
            self.expect_word("to")?;
            let to = self.ty()?;
            return Ok((Op::Cast { op, value, to }, Natural::Is(to)));
        }
        if let Some(found) = self.memory_op(word, function, body)? {
            return Ok(found);
        }
        if let Some(op) = self.terminator(word, body)? {
            return Ok((op, Natural::Unsaid));
        }
        self.value_op(word, body)
    }

    /// Instructions on slots and memory.
    fn memory_op(
        &mut self,
        word: &str,
        function: &Function,
        body: &mut Body,
    ) -> Parsed<Option<(Op, Natural)>> {
        let slot_type = |slot: SlotId| function.slots.get(slot).map(|slot| slot.ty);
        Ok(Some(match word {
            "load.slot" => {
                let slot = self.id("s")?;
                let natural = slot_type(slot).map_or(Natural::Unsaid, Natural::Is);
                (Op::SlotLoad { slot }, natural)
            }
            "store.slot" => {
                let slot = self.id("s")?;
                self.expect(',')?;
                let expected = slot_type(slot).map_or(Expected::Nothing, Expected::Is);
                let value = self.operand(body, expected)?.0;
                (Op::SlotStore { slot, value }, Natural::Unsaid)
            }
            "reset.slot" => (Op::SlotReset { slot: self.id("s")? }, Natural::Unsaid),
            "alloca" => {
                let ty = self.ty()?;
                let (mut count, mut align) = (None, 0);
                while self.accept(',') {
                    if self.accept_word("align") {
                        align = self.number()?;
                        break;
                    }
                    count = Some(self.typed(body)?.0);
                }
                let count = count.unwrap_or_else(|| {
                    let int = self.program.types.int(32);
                    Operand::Const(self.program.consts.intern(int, ConstKind::Int(1)))
                });
                (Op::Alloca { ty, count, align }, Natural::Ptr)
            }
            "load" => {
                let mut access = self.access();
                let ty = self.ty()?;
                self.expect(',')?;
                let ptr = self.pointer(body)?;
                access.align = self.align()?;
                (Op::Load { ty, ptr, access }, Natural::Is(ty))
            }
            "store" => {
                let mut access = self.access();
                let value = self.typed(body)?.0;
                self.expect(',')?;
                let ptr = self.pointer(body)?;
                access.align = self.align()?;
                (Op::Store { value, ptr, access }, Natural::Unsaid)
            }
            "gep" => {
                let inbounds = self.accept_word("inbounds");
                let source = self.ty()?;
                self.expect(',')?;
                let base = self.pointer(body)?;
                let mut indices = Vec::new();
                while self.accept(',') {
                    indices.push(self.typed(body)?.0);
                }
                (Op::Gep { source, base, indices: indices.into(), inbounds }, Natural::Ptr)
            }
            "cmpxchg" => {
                let mut access = self.access();
                let ptr = self.pointer(body)?;
                self.expect(',')?;
                let [(expected, _), (new, _)] = self.typed_list(body)?;
                access.align = self.align()?;
                (Op::CmpXchg { ptr, expected, new, access }, Natural::Unsaid)
            }
            "atomicrmw" => {
                let mut access = self.access();
                let op = RmwOp::from_name(self.word()?);
                let op = op.ok_or_else(|| self.error_before("no such operation"))?;
                let ptr = self.pointer(body)?;
                self.expect(',')?;
                let (value, ty) = self.typed(body)?;
                access.align = self.align()?;
                (Op::AtomicRmw { op, ptr, value, access }, natural(ty))
            }
            "fence" => (Op::Fence, Natural::Unsaid),
            "va_arg" => {
                let list = self.pointer(body)?;
                self.expect(',')?;
                let ty = self.ty()?;
                (Op::VaArg { list, ty }, Natural::Is(ty))
            }
            _ => return Ok(None),
        }))
    }

    fn value_op(&mut self, word: &str, body: &mut Body) -> Parsed<(Op, Natural)> {
        Ok(match word {
            "fneg" => {
                let (ty, [value]) = self.sharing(body)?;
                (Op::FNeg { value }, Natural::Is(ty))
            }
            "icmp" => {
                let pred = IcmpPred::from_name(self.word()?);
                let pred = pred.ok_or_else(|| self.error_before("no such comparison"))?;
                let (_, [a, b]) = self.sharing(body)?;
                (Op::Icmp { pred, a, b }, Natural::Bool)
            }
            "fcmp" => {
                let pred = FcmpPred::from_name(self.word()?);
                let pred = pred.ok_or_else(|| self.error_before("no such comparison"))?;
                let (_, [a, b]) = self.sharing(body)?;
                (Op::Fcmp { pred, a, b }, Natural::Bool)
            }
            "select" => {
                let cond = self.operand(body, Expected::Bool)?.0;
                self.expect(',')?;
                let (ty, [then, other]) = self.sharing(body)?;
                (Op::Select { cond, then, other }, Natural::Is(ty))
            }
            "freeze" => {
                let (ty, [value]) = self.sharing(body)?;
                (Op::Freeze { value }, Natural::Is(ty))
            }
            "phi" => {
                let ty = self.ty()?;
                let mut incoming = Vec::new();
                while *self.peek() == Token::Punct('[') || self.accept(',') {
                    self.expect('[')?;
                    let from = self.id("b")?;
                    self.expect(':')?;
                    incoming.push((from, self.operand(body, Expected::Is(ty))?.0));
                    self.expect(']')?;
                }
                (Op::Phi { incoming: incoming.into() }, Natural::Is(ty))
            }
            "extractvalue" => {
                let aggregate = self.typed(body)?.0;
                (Op::ExtractValue { aggregate, path: self.path()? }, Natural::Unsaid)
            }
            "insertvalue" => {
                let [(aggregate, ty), (value, _)] = self.typed_list(body)?;
                (Op::InsertValue { aggregate, value, path: self.path()? }, natural(ty))
            }
            "extractelement" => {
                let [(vector, _), (index, _)] = self.typed_list(body)?;
                (Op::ExtractElement { vector, index }, Natural::Unsaid)
            }
            "insertelement" => {
                let [(vector, ty), (value, _), (index, _)] = self.typed_list(body)?;
                (Op::InsertElement { vector, value, index }, natural(ty))
            }
            "shuffle" => {
                let [(a, _), (b, _)] = self.typed_list(body)?;
                self.expect(',')?;
                (Op::Shuffle { a, b, mask: self.mask()? }, Natural::Unsaid)
            }
            "call" => {
                let (call, ret) = self.call(body)?;
                (Op::Call(Box::new(call)), Natural::Is(ret))
            }
            "intrinsic" => {
                let which = Intrinsic::from_name(self.word()?);
                let which = which.ok_or_else(|| self.error_before("no such intrinsic"))?;
                self.expect('(')?;
                let args = self.list(')', |parser| Ok(parser.typed(body)?.0))?;
                (Op::Intrinsic { which, args: args.into() }, Natural::Unsaid)
            }
            _ => return Err(self.error_before(format!("`{word}` is no instruction"))),
        })
    }

    fn terminator(&mut self, word: &str, body: &mut Body) -> Parsed<Option<Op>> {
        Ok(Some(match word {
            "ret" => {
                let void = self.accept_word("void");
                Op::Ret { value: if void { None } else { Some(self.typed(body)?.0) } }
            }
            "br" => Op::Br { target: self.id("b")? },
            "condbr" => {
                let cond = self.operand(body, Expected::Bool)?.0;
                self.expect(',')?;
                let then = self.id("b")?;
                self.expect(',')?;
                Op::CondBr { cond, then, other: self.id("b")? }
            }
            "switch" => {
                let (ty, [value]) = self.sharing(body)?;
                self.expect(',')?;
                let default = self.id("b")?;
                self.expect('[')?;
                let cases = self.list(']', |parser| {
                    let case = parser.constant(Some(ty))?;
                    parser.expect(':')?;
                    Ok((case, parser.id("b")?))
                })?;
                Op::Switch { value, default, cases: cases.into() }
            }
            "indirectbr" => {
                let address = self.pointer(body)?;
                self.expect(',')?;
                self.expect('[')?;
                let targets = self.list(']', |parser| parser.id("b"))?;
                Op::IndirectBr { address, targets: targets.into() }
            }
            "unreachable" => Op::Unreachable,
            _ => return Ok(None),
        }))
    }

    /// A call, and what it returns.
    fn call(&mut self, body: &mut Body) -> Parsed<(Call, TypeId)> {
        let ty = self.ty()?;
        let callee = if self.accept('*') {
            Callee::Indirect(self.pointer(body)?)
        } else if self.accept_word("asm") {
            let side_effects = self.accept_word("sideeffect");
            let text = self.string()?.into();
            self.expect(',')?;
            Callee::Asm { text, constraints: self.string()?.into(), side_effects }
        } else {
            Callee::Direct(self.function_symbol()?)
        };
        self.expect('(')?;
        let (mut args, mut arg_attrs, mut params) = (Vec::new(), Vec::new(), Vec::new());
        while !self.accept(')') {
            if !args.is_empty() {
                self.expect(',')?;
            }
            arg_attrs.push(self.param_attrs()?);
            let (arg, ty) = self.typed(body)?;
            args.push(arg);
            params.extend(ty);
        }
        let (ty, ret) = match self.program.types.get(ty) {
            Type::Function(FuncType { ret, .. }) => (ty, *ret),
            _ if params.len() == args.len() => {
                let params = params.into();
                let whole = Type::Function(FuncType { ret: ty, params, variadic: false });
                (self.program.types.intern(whole), ty)
            }
            _ => return Err(self.error_before("arguments of a call need their types")),
        };
        let noreturn = self.accept_word("noreturn");
        let returns_twice = self.accept_word("returns_twice");
        let (args, arg_attrs) = (args.into(), arg_attrs.into());
        Ok((Call { callee, ty, args, arg_attrs, noreturn, returns_twice }, ret))
    }
}

fn natural(ty: Option<TypeId>) -> Natural {
    ty.map_or(Natural::Unsaid, Natural::Is)
}
