//! The intermediate representation: the program that everything else reads.
//!
//! Close to LLVM's, made for walking: registers and typed ids in dense arrays, a
//! span on every instruction, locals whose address never escapes as slots of the
//! frame. This crate knows nothing of LLVM's file format, of solving or of I/O.

pub mod alert;
pub mod callgraph;
pub mod cfg;
mod components;
pub mod consts;
pub mod depend;
pub mod digest;
pub mod dominators;
pub mod finding;
pub mod fingerprint;
pub mod globals;
mod graph;
pub mod ids;
pub mod inst;
pub mod limit;
pub mod liveness;
pub mod loops;
pub mod place;
pub mod program;
pub mod renumber;
pub mod rule;
pub mod sign_only;
pub mod slice;
pub mod slots;
pub mod source;
pub mod spell;
#[doc(hidden)]
pub mod testing;
pub mod text;
pub mod texts;
pub mod tree;
pub mod types;
pub mod verify;

pub use callgraph::{CallGraph, CallSite, CallTarget};
pub use cfg::Cfg;
pub use consts::{Const, ConstExpr, ConstKind, Consts};
pub use digest::{Digest, Digests, Lines};
pub use dominators::Dominators;
pub use ids::{
    AliasId, BlockId, ConstId, FileId, FuncId, GlobalId, Id, IdVec, InstId, LoopId, NodeId,
    PlaceId, RegId, ScopeId, SlotId, SourceTypeId, SpanId, TypeId, VarId,
};
pub use inst::{
    Access, ArithFlags, BinaryOp, Call, Callee, CastOp, FcmpPred, IcmpPred, Inst, Intrinsic, Op,
    Operand, ParamAttrs, RmwOp,
};
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest};
pub use program::{
    Alias, Block, FuncAttrs, Function, Gap, Global, Linkage, Program, Slot, Startup,
};
pub use slice::{Slice, Slicer};
pub use source::{SourceMap, Span};
pub use spell::{type_name, type_size};
pub use types::{DataLayout, FloatKind, FuncType, Type, Types};
