//! The program: what the front end makes and everything else reads.
//!
//! A `Program` is immutable once [`verify`](crate::verify::verify) has accepted it.

use crate::consts::{Const, Consts};
use crate::ids::{
    AliasId, BlockId, ConstId, FuncId, GlobalId, IdVec, InstId, RegId, SlotId, SpanId, TypeId,
    VarId,
};
use crate::inst::{Inst, Operand, ParamAttrs};
use crate::source::{FunctionSource, GlobalSource, SourceMap, Variable};
use crate::types::{DataLayout, FuncType, Type, Types};

#[derive(Clone, Debug)]
pub struct Program {
    pub layout: DataLayout,
    /// LLVM's name of the target, e.g. `x86_64-pc-linux-gnu`.
    pub triple: String,
    pub types: Types,
    pub consts: Consts,
    pub globals: IdVec<GlobalId, Global>,
    pub functions: IdVec<FuncId, Function>,
    pub aliases: IdVec<AliasId, Alias>,
    pub source: SourceMap,
    /// Functions that run before `main`, in order.
    pub constructors: Vec<Startup>,
    /// Functions that run after `main`, in order.
    pub destructors: Vec<Startup>,
    /// Whether a file has assembly beside its functions, which is not read: it may define names,
    /// or use some.
    pub assembly: bool,
    /// What the front end could not read or resolve.
    pub gaps: Vec<Gap>,
    /// Of a part of a program, the variables that anything in the whole may change, in order; the text
    /// form has no parts of programs.
    pub changed: Option<Vec<GlobalId>>,
}

/// A function that runs before or after `main`. Low priorities are constructed first
/// and destructed last; linking needs them to join the lists of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Startup {
    pub priority: u32,
    pub function: FuncId,
}

impl Startup {
    /// What a function without a priority of its own has.
    pub const DEFAULT_PRIORITY: u32 = 65535;
}

/// Something of the input that the program does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The function or variable it concerns.
    pub symbol: String,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    External,
    /// `static`: another file's symbol of the same name is another symbol.
    Internal,
    /// A definition that another one of the same name replaces.
    Weak,
    /// A tentative definition: merged with others of the same name, the largest wins.
    Common,
    /// A declaration that may stay undefined; its address is then null.
    ExternWeak,
    /// A body for inlining only; the definition is elsewhere.
    AvailableExternally,
    /// Elements of all files are joined, as for `llvm.global_ctors`.
    Appending,
}

#[derive(Clone, Debug, Hash)]
pub struct Global {
    pub name: String,
    pub linkage: Linkage,
    pub ty: TypeId,
    /// `None` for a declaration.
    pub init: Option<ConstId>,
    /// Stores to it are a fault.
    pub constant: bool,
    pub thread_local: bool,
    /// Alignment in bytes, 0 for that of its type.
    pub align: u32,
    pub section: Option<Box<str>>,
    pub source: Option<GlobalSource>,
}

#[derive(Clone, Debug, Hash)]
pub struct Alias {
    pub name: String,
    pub linkage: Linkage,
    /// A function returns the address, called once at start.
    pub ifunc: bool,
    pub target: ConstId,
    /// Type of what it names.
    pub ty: TypeId,
}

#[derive(Clone, Debug, Hash)]
pub struct Function {
    pub name: String,
    pub linkage: Linkage,
    /// A [`Type::Function`].
    pub ty: TypeId,
    pub param_attrs: Box<[ParamAttrs]>,
    /// What the attributes of its return value say.
    pub ret_attrs: ParamAttrs,
    pub attrs: FuncAttrs,
    /// Registers 0.. are the parameters.
    pub regs: IdVec<RegId, TypeId>,
    pub slots: IdVec<SlotId, Slot>,
    /// Empty for a function without a body.
    pub blocks: IdVec<BlockId, Block>,
    pub insts: IdVec<InstId, Inst>,
    pub vars: IdVec<VarId, Variable>,
    pub source: Option<FunctionSource>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FuncAttrs {
    pub noreturn: bool,
    pub returns_twice: bool,
    /// Neither reads nor writes memory.
    pub readnone: bool,
    /// Writes no memory.
    pub readonly: bool,
    /// Returns fresh memory, as malloc does.
    pub allocates: bool,
}

/// A local variable of scalar type whose address never escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    pub ty: TypeId,
}

/// Instructions `first..first + len`, the last of which is the terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    pub first: InstId,
    pub len: u32,
}

impl Program {
    pub fn new(layout: DataLayout, triple: String) -> Self {
        Program {
            layout,
            triple,
            types: Types::new(),
            consts: Consts::new(),
            globals: IdVec::new(),
            functions: IdVec::new(),
            aliases: IdVec::new(),
            source: SourceMap::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            assembly: false,
            gaps: Vec::new(),
            changed: None,
        }
    }

    /// The function of this name; the one that other files see, if there is one.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        let named = || self.functions.enumerate().filter(|f| f.1.name == name);
        let external = named().find(|f| f.1.linkage != Linkage::Internal);
        external.or_else(|| named().next()).map(|f| f.0)
    }

    /// The function that a program starts in.
    pub fn main(&self) -> Option<FuncId> {
        self.function("main")
    }

    pub fn type_of(&self, function: &Function, operand: Operand) -> TypeId {
        match operand {
            Operand::Reg(reg) => function.regs[reg],
            Operand::Const(id) => self.const_of(id).ty,
        }
    }

    pub fn const_of(&self, id: ConstId) -> &Const {
        self.consts.get(id)
    }

    pub fn func_type(&self, id: TypeId) -> Option<&FuncType> {
        match self.types.get(id) {
            Type::Function(ty) => Some(ty),
            _ => None,
        }
    }

    pub fn size_of(&self, ty: TypeId) -> u64 {
        self.layout.size_of(&self.types, ty)
    }
}

impl Function {
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The name as the source has it.
    pub fn display_name(&self) -> &str {
        self.source.as_ref().map_or(&self.name, |s| &s.name)
    }

    pub fn param_count(&self) -> usize {
        self.param_attrs.len()
    }

    pub fn block_insts(&self, block: BlockId) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        use crate::ids::Id;
        let Block { first, len } = self.blocks[block];
        (first.index()..first.index() + len as usize).map(InstId::from_index)
    }

    /// The block that an instruction stands in.
    pub fn block_of(&self, inst: InstId) -> Option<BlockId> {
        use crate::ids::Id;
        let holds = |block: &Block| {
            let first = block.first.index();
            (first..first + block.len as usize).contains(&inst.index())
        };
        self.blocks.enumerate().find(|(_, block)| holds(block)).map(|(id, _)| id)
    }

    pub fn terminator(&self, block: BlockId) -> &Inst {
        let last = self.block_insts(block).next_back().expect("a block is never empty");
        &self.insts[last]
    }

    /// Control-flow successors of a block, as often as its terminator names them.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut out = Vec::new();
        self.terminator(block).op.for_each_successor(|b| out.push(b));
        out
    }

    pub fn span(&self, inst: InstId) -> SpanId {
        self.insts[inst].span
    }
}
