//! Function bodies: values, blocks and debug info of one function.
//!
//! Values are numbered: the module's, then parameters, then the function's constants,
//! then one for each instruction that has a result. So the register of an instruction
//! follows from its number, also where it is used before it is read; such uses are
//! checked at the end. A body that fails leaves its function without one.

use super::Context;
use super::constants;
use super::debug::{Location, attached};
use super::fault::{Res, ensure, fail, index, low32, wide};
use super::metadata::{MdId, md_ref};
use super::module::block_kind;
use super::stream::{Item, Record, SubBlock};
use super::types::is_value;
use super::values::Value;
use llvm_bitcode::schema::blocks::{BlockId as BlockKind, FunctionCode as Code, MetadataCode};
use margay_ir::source::{Place, Variable};
use margay_ir::{
    Block, BlockId, FuncId, Id, IdVec, Inst, InstId, Op, Operand, RegId, SpanId, Type, TypeId,
    VarId,
};
use std::collections::HashMap;

/// Reads the body of a function.
pub fn read(cx: &mut Context<'_>, id: FuncId, block: SubBlock) -> Res<()> {
    let Some(signature) = cx.program.func_type(cx.program.functions[id].ty) else {
        return fail("its type is no function's");
    };
    let (ret, params) = (signature.ret, signature.params.to_vec());
    let mut regs = IdVec::new();
    for &ty in &params {
        cx.values.push(Value::Param(regs.push(ty)));
    }
    let span = cx.program.source.unknown();
    let mut body = Body {
        cx,
        ret,
        params: params.len(),
        limit: block.bits(),
        block_count: 0,
        regs,
        blocks: IdVec::new(),
        insts: IdVec::new(),
        open: 0,
        forward: Vec::new(),
        span,
        dropped: false,
        described: None,
        vars: IdVec::new(),
        known_vars: HashMap::new(),
        places: Vec::new(),
        subprogram: None,
    };
    body.contents(block)?;
    body.finish(id)
}

/// The operands of a record, read one after the other.
pub struct Ops<'r> {
    rest: &'r [u64],
}

impl<'r> Ops<'r> {
    pub fn next(&mut self) -> Res<u64> {
        match self.rest.split_first() {
            Some((first, rest)) => {
                self.rest = rest;
                Ok(*first)
            }
            None => fail("an instruction is too short"),
        }
    }

    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'r [u64] {
        std::mem::take(&mut self.rest)
    }
}

/// A function being read.
pub struct Body<'c, 'a> {
    pub cx: &'c mut Context<'a>,
    pub ret: TypeId,
    params: usize,
    /// More things than the body has bits cannot be in it.
    limit: usize,
    pub block_count: usize,
    regs: IdVec<RegId, TypeId>,
    blocks: IdVec<BlockId, Block>,
    insts: IdVec<InstId, Inst>,
    /// The first instruction of the block being read.
    open: usize,
    /// Registers that were used before they were assigned, with the type they must have.
    forward: Vec<(RegId, TypeId)>,
    /// The last place that was given.
    span: SpanId,
    /// What was read last became no instruction, so the place that follows is for nothing.
    dropped: bool,
    /// A variable whose place comes with the next record.
    described: Option<Described>,
    vars: IdVec<VarId, Variable>,
    known_vars: HashMap<(MdId, Option<SpanId>), VarId>,
    /// Variables and the numbers of the values that are their addresses.
    places: Vec<(VarId, u64)>,
    subprogram: Option<MdId>,
}

/// What a debug record or a call of `llvm.dbg.declare` says.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    pub variable: MdId,
    /// The node of the variable's address, if that is all there is to its place.
    pub address: Option<MdId>,
}

impl Body<'_, '_> {
    fn contents(&mut self, block: SubBlock) -> Res<()> {
        let (mut block, mut record) = (self.cx.stream.enter(block), Record::default());
        while let Some(item) = self.cx.stream.next(&mut block, &mut record)? {
            match item {
                Item::Block(inner) => self.inner(inner)?,
                Item::Record => self.record(&record)?,
            }
        }
        self.flush_described(None);
        Ok(())
    }

    fn inner(&mut self, block: SubBlock) -> Res<()> {
        match block_kind(block) {
            Some(BlockKind::Constants) => {
                // Registers follow from numbers only while constants come first.
                ensure(self.insts.is_empty(), "constants among instructions")?;
                constants::read(self.cx, block)?;
                self.cx.check_value_count()
            }
            Some(BlockKind::Metadata) => self.cx.metadata.read(&mut self.cx.stream, block),
            Some(BlockKind::MetadataAttachment) => self.attachments(block),
            _ => Ok(()),
        }
    }

    fn attachments(&mut self, block: SubBlock) -> Res<()> {
        let (mut block, mut record) = (self.cx.stream.enter(block), Record::default());
        while let Some(item) = self.cx.stream.next(&mut block, &mut record)? {
            // With an odd number of operands it is about an instruction.
            if let (Item::Record, true) = (item, record.ops.len().is_multiple_of(2)) {
                self.subprogram = self.subprogram.or(attached(&record.ops));
            }
        }
        Ok(())
    }

    fn record(&mut self, record: &Record<'_>) -> Res<()> {
        let code = u8::try_from(record.code).ok().and_then(|c| Code::try_from(c).ok());
        let Some(code) = code else {
            return fail(format!("instruction record {} is not known", record.code));
        };
        let ops = record.ops.as_slice();
        match code {
            Code::DeclareBlocks => {
                let count = index(Context::op(ops, 0))?;
                ensure((1..=self.limit).contains(&count), "a bad number of blocks")?;
                ensure(self.insts.is_empty(), "blocks are declared among instructions")?;
                self.block_count = count;
            }
            Code::DebugLoc => {
                let &[line, column, ref rest @ ..] = ops else {
                    return fail("a place is malformed");
                };
                let (scope, inlined_at) = (md_ref(rest.first()), md_ref(rest.get(1)));
                let location = Location { line, column, scope, inlined_at };
                let span = self.cx.debug().span(location);
                self.place(span);
            }
            Code::DebugLocAgain => self.place(self.span),
            Code::DebugRecordValue
            | Code::DebugRecordDeclare
            | Code::DebugRecordAssign
            | Code::DebugRecordValueSimple => self.debug_record(code, ops)?,
            // Labels have no place in the IR, and bundles only inform the optimiser.
            Code::DebugRecordLabel | Code::OperandBundle | Code::BlockaddrUsers => {}
            _ => {
                self.flush_described(None);
                self.dropped = true;
                let mut ops = Ops { rest: ops };
                if let Err(fault) = self.instruction(code, &mut ops) {
                    return fail(format!("record {} ({code:?}): {fault}", record.code));
                }
            }
        }
        Ok(())
    }

    /// Appends an instruction, and assigns it a register if it has a result.
    pub fn emit(&mut self, op: Op, ty: Option<TypeId>) -> Res<()> {
        ensure(self.blocks.len() < self.block_count, "an instruction after the last block")?;
        if let Some(ty) = ty {
            let valid = is_value(&self.cx.program.types, ty);
            ensure(valid, "a result of a type without values")?;
        }
        let is_terminator = op.is_terminator();
        let result = ty.map(|ty| self.regs.push(ty));
        let span = self.cx.program.source.unknown();
        self.insts.push(Inst { op, result, span });
        self.dropped = false;
        if is_terminator {
            let len = u32::try_from(self.insts.len() - self.open);
            let len = len.or_else(|_| fail("a block is too long"))?;
            self.blocks.push(Block { first: InstId::from_index(self.open), len });
            self.open = self.insts.len();
        }
        Ok(())
    }

    /// Whether only phis precede in this block.
    pub fn at_head(&self) -> bool {
        match self.insts.as_slice() {
            [.., last] if self.open < self.insts.len() => matches!(last.op, Op::Phi { .. }),
            _ => true,
        }
    }

    /// A block by its number.
    pub fn block(&self, number: u64) -> Res<BlockId> {
        let at = index(number)?;
        ensure(at < self.block_count, "a jump to a block that does not exist")?;
        Ok(BlockId::from_index(at))
    }

    pub fn next_number(&self) -> usize {
        self.cx.values.len() + self.regs.len() - self.params
    }

    /// The number of a value, from its distance to the next one.
    pub fn number(&self, distance: u64) -> usize {
        let number = low32(wide(self.next_number())).wrapping_sub(low32(distance));
        index(number.into()).unwrap_or(usize::MAX)
    }

    /// The value of this number and its type, if it has been read.
    fn defined(&self, number: usize) -> Res<Option<(Operand, TypeId)>> {
        if let Some(value) = self.cx.values.get(number) {
            let operand = value.operand()?;
            let ty = match operand {
                Operand::Reg(reg) => self.regs[reg],
                Operand::Const(id) => self.cx.program.consts.get(id).ty,
            };
            return Ok(Some((operand, ty)));
        }
        if number >= self.next_number() {
            return Ok(None);
        }
        let reg = self.register(number);
        Ok(Some((Operand::Reg(reg), self.regs[reg])))
    }

    /// The register of an instruction's number.
    fn register(&self, number: usize) -> RegId {
        RegId::from_index(number - self.cx.values.len() + self.params)
    }

    /// A value of known type by its number.
    pub fn typed(&mut self, number: usize, ty: TypeId) -> Res<Operand> {
        if let Some((operand, actual)) = self.defined(number)? {
            ensure(actual == ty, "an operand has another type than its use")?;
            return Ok(operand);
        }
        ensure(number - self.cx.values.len() <= self.limit, "a value that does not exist")?;
        let reg = self.register(number);
        self.forward.push((reg, ty));
        Ok(Operand::Reg(reg))
    }

    /// The next operand, whose type is known.
    pub fn value(&mut self, ops: &mut Ops<'_>, ty: TypeId) -> Res<Operand> {
        let number = self.number(ops.next()?);
        self.typed(number, ty)
    }

    /// The next operand with its type, which the record gives if the value comes later.
    pub fn pair(&mut self, ops: &mut Ops<'_>) -> Res<(Operand, TypeId)> {
        let number = self.number(ops.next()?);
        if let Some(pair) = self.defined(number)? {
            return Ok(pair);
        }
        let ty = self.cx.types.get(ops.next()?)?;
        Ok((self.typed(number, ty)?, ty))
    }

    /// The next operand with its type, which must be an address.
    pub fn address(&mut self, ops: &mut Ops<'_>) -> Res<Operand> {
        let (operand, ty) = self.pair(ops)?;
        ensure(*self.cx.program.types.get(ty) == Type::Ptr, "an operand is no address")?;
        Ok(operand)
    }

    /// Puts the instruction that was read last at a place.
    fn place(&mut self, span: SpanId) {
        self.span = span;
        if self.described.is_some() {
            self.flush_described(Some(span));
        } else if let (false, Some(last)) = (self.dropped, self.insts.iter_mut().next_back()) {
            last.span = span;
        }
    }

    fn debug_record(&mut self, code: Code, ops: &[u64]) -> Res<()> {
        let &[location, variable, expression, value, ..] = ops else {
            return fail("a debug record is malformed");
        };
        let span = match index(location) {
            Ok(location) => self.cx.debug().location(location),
            Err(_) => self.cx.program.source.unknown(),
        };
        let address = match code {
            Code::DebugRecordDeclare => self.plain_address(index(value)?, index(expression)?),
            _ => None,
        };
        self.describe(Described { variable: index(variable)?, address }, span);
        Ok(())
    }

    /// The node of a variable's address, unless an expression computes something from it.
    pub fn plain_address(&self, value: MdId, expression: MdId) -> Option<MdId> {
        // The first operand is a version; what follows computes.
        let ops = self.cx.metadata.node(expression, MetadataCode::Expression)?;
        (ops.len() <= 1).then_some(value)
    }

    /// Records a variable once its place in the source is known.
    pub fn describe_later(&mut self, described: Described) {
        self.described = Some(described);
    }

    fn flush_described(&mut self, span: Option<SpanId>) {
        if let Some(described) = self.described.take() {
            let span = span.unwrap_or_else(|| self.cx.program.source.unknown());
            self.describe(described, span);
        }
    }

    fn describe(&mut self, described: Described, span: SpanId) {
        let mut debug = self.cx.debug();
        let inlined_at = debug.source.spans[span].inlined_at;
        let id = match self.known_vars.get(&(described.variable, inlined_at)) {
            Some(&id) => id,
            None => {
                let Some(mut variable) = debug.variable(described.variable) else { return };
                // The declaration's own place has no column, and where it was inlined is unknown.
                if debug.line_of(span) == debug.line_of(variable.span) {
                    variable.span = span;
                }
                let id = self.vars.push(variable);
                self.known_vars.insert((described.variable, inlined_at), id);
                id
            }
        };
        let address = described.address.and_then(|node| {
            let ops = self.cx.metadata.node(node, MetadataCode::Value)?;
            ops.get(1).copied()
        });
        self.places.extend(address.map(|number| (id, number)));
    }

    fn finish(mut self, id: FuncId) -> Res<()> {
        ensure(self.open == self.insts.len(), "its last block has no end")?;
        ensure(self.blocks.len() == self.block_count, "some of its blocks are missing")?;
        ensure(!self.blocks.is_empty(), "its body is empty")?;
        for (reg, ty) in &self.forward {
            ensure(self.regs.get(*reg) == Some(ty), "a value that does not exist is used")?;
        }
        for &(var, number) in &self.places {
            let found = index(number).and_then(|number| self.defined(number));
            if let Ok(Some((Operand::Reg(reg), ty))) = found
                && *self.cx.program.types.get(ty) == Type::Ptr
                && self.vars[var].place == Place::Unknown
            {
                self.vars[var].place = Place::Memory(reg);
            }
        }
        let source = self.subprogram.take().and_then(|node| self.cx.debug().function(node));
        let function = &mut self.cx.program.functions[id];
        function.source = source.or(function.source.take());
        function.regs = self.regs;
        function.blocks = self.blocks;
        function.insts = self.insts;
        function.vars = self.vars;
        Ok(())
    }
}
