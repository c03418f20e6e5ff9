//! Which definition a name means.
//!
//! The rules are those of ELF: a strong definition beats a common one, that beats a weak one, and
//! any of them beats a body that is for inlining only, which beats a declaration. Among equals the
//! first file wins. Internal symbols are never merged with others.
//!
//! Several strong definitions of a name are an error for a linker. Here they mean that the files
//! make several programs: each file keeps its own, and the others mean the first.

use super::LinkProblem;
use margay_ir::{
    AliasId, ConstExpr, ConstId, ConstKind, FuncId, Function, Global, GlobalId, Id, Linkage,
    Program, Type,
};
use std::collections::{HashMap, HashSet};

/// A symbol of the joined program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Global(GlobalId),
    Func(FuncId),
    Alias(AliasId),
}

/// Where everything goes; says nothing of types and constants yet.
#[derive(Debug, Default)]
pub struct Resolution {
    /// How many symbols of each kind the joined program has.
    pub globals: usize,
    pub functions: usize,
    pub aliases: usize,
    pub units: Vec<Places>,
    /// Alignment of merged common symbols, and the unit whose declaration is the largest.
    pub commons: HashMap<GlobalId, (u32, usize)>,
    /// Aliases of the joined program that are another name for one of its functions.
    pub alias_functions: HashMap<AliasId, FuncId>,
    pub duplicates: Vec<LinkProblem>,
}

/// Where the symbols of one unit go.
#[derive(Debug, Default)]
pub struct Places {
    /// What each symbol of the unit means, by its index in the unit.
    pub globals: Vec<Target>,
    pub functions: Vec<Target>,
    pub aliases: Vec<Target>,
    /// What the joined program takes from this unit, and the linkage it then has.
    pub globals_to_copy: Vec<(GlobalId, GlobalId, Linkage)>,
    pub functions_to_copy: Vec<(FuncId, FuncId, Linkage)>,
    pub aliases_to_copy: Vec<(AliasId, AliasId)>,
    /// Definitions that lost but that an alias of the unit still means.
    pub kept_for_alias: HashMap<Symbol, Target>,
}

impl Places {
    pub fn of(&self, symbol: Symbol) -> Target {
        match symbol {
            Symbol::Global(id) => self.globals[id.index()],
            Symbol::Func(id) => self.functions[id.index()],
            Symbol::Alias(id) => self.aliases[id.index()],
        }
    }
}

/// A symbol of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    Global(GlobalId),
    Func(FuncId),
    Alias(AliasId),
}

/// What a unit has to say about a name, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A declaration; the number tells a more useful one from a less useful one.
    Declared(u64),
    Inline,
    Weak,
    /// A tentative definition of this size; the largest wins.
    Common(u64),
    Strong,
}

struct Claim {
    unit: usize,
    symbol: Symbol,
    rank: Rank,
}

pub fn resolve(units: &[(String, Program)]) -> Resolution {
    let mut out = Resolution::default();
    let claims = collect(units);
    let winners = choose(units, &claims, &mut out.duplicates);
    let strongly_used = strongly_used(units);
    let mut assigned: HashMap<&str, Target> = HashMap::new();
    out.units = units.iter().map(|_| Places::default()).collect();
    for (index, (_, unit)) in units.iter().enumerate() {
        for symbol in symbols(unit) {
            let (name, linkage) = describe(unit, symbol);
            let target = if linkage == Linkage::Internal {
                out.allocate(index, symbol, linkage)
            } else if is_another(&claims[name], winners[name], index, symbol) {
                out.allocate(index, symbol, Linkage::Internal)
            } else if let Some(target) = assigned.get(name) {
                *target
            } else {
                let claim = winners[name];
                let (_, mut linkage) = describe(&units[claim.unit].1, claim.symbol);
                if linkage == Linkage::ExternWeak && strongly_used.contains(name) {
                    linkage = Linkage::External;
                }
                let target = out.allocate(claim.unit, claim.symbol, linkage);
                if let (Target::Global(id), Rank::Common(_)) = (target, claim.rank) {
                    out.commons.insert(id, (common_align(units, &claims[name]), claim.unit));
                }
                assigned.insert(name, target);
                target
            };
            let places = &mut out.units[index];
            match symbol {
                Symbol::Global(_) => places.globals.push(target),
                Symbol::Func(_) => places.functions.push(target),
                Symbol::Alias(_) => places.aliases.push(target),
            }
        }
    }
    keep_what_aliases_mean(units, &mut out);
    out
}

impl Resolution {
    /// Gives a symbol its place in the joined program, to be filled from `unit`.
    fn allocate(&mut self, unit: usize, symbol: Symbol, linkage: Linkage) -> Target {
        fn next<I: Id>(count: &mut usize) -> I {
            *count += 1;
            I::from_index(*count - 1)
        }
        let places = &mut self.units[unit];
        match symbol {
            Symbol::Global(from) => {
                let to = next(&mut self.globals);
                places.globals_to_copy.push((from, to, linkage));
                Target::Global(to)
            }
            Symbol::Func(from) => {
                let to = next(&mut self.functions);
                places.functions_to_copy.push((from, to, linkage));
                Target::Func(to)
            }
            Symbol::Alias(from) => {
                let to = next(&mut self.aliases);
                places.aliases_to_copy.push((from, to));
                Target::Alias(to)
            }
        }
    }
}

/// Globals, functions, aliases, each in order: the order of [`Places`]' lists.
fn symbols(unit: &Program) -> impl Iterator<Item = Symbol> + use<> {
    let globals = unit.globals.ids().map(Symbol::Global);
    let functions = unit.functions.ids().map(Symbol::Func);
    let aliases = unit.aliases.ids().map(Symbol::Alias);
    globals.chain(functions).chain(aliases)
}

fn describe(unit: &Program, symbol: Symbol) -> (&str, Linkage) {
    match symbol {
        Symbol::Global(id) => (&unit.globals[id].name, unit.globals[id].linkage),
        Symbol::Func(id) => (&unit.functions[id].name, unit.functions[id].linkage),
        Symbol::Alias(id) => (&unit.aliases[id].name, unit.aliases[id].linkage),
    }
}

/// All that the units say about each name that they share.
fn collect(units: &[(String, Program)]) -> HashMap<&str, Vec<Claim>> {
    let mut claims: HashMap<&str, Vec<Claim>> = HashMap::new();
    for (index, (_, unit)) in units.iter().enumerate() {
        for symbol in symbols(unit) {
            let (name, linkage) = describe(unit, symbol);
            if linkage != Linkage::Internal {
                let rank = match symbol {
                    Symbol::Global(id) => rank_of_global(unit, &unit.globals[id]),
                    Symbol::Func(id) => rank_of_function(unit, &unit.functions[id]),
                    Symbol::Alias(_) if linkage == Linkage::Weak => Rank::Weak,
                    Symbol::Alias(_) => Rank::Strong,
                };
                claims.entry(name).or_default().push(Claim { unit: index, symbol, rank });
            }
        }
    }
    claims
}

fn rank_of_global(unit: &Program, global: &Global) -> Rank {
    let size = unit.size_of(global.ty);
    match global.linkage {
        // `extern int a[]` says less than `extern int a[10]`.
        _ if global.init.is_none() => Rank::Declared(size),
        Linkage::AvailableExternally => Rank::Inline,
        Linkage::Weak => Rank::Weak,
        Linkage::Common => Rank::Common(size),
        // Lists for the linker, which the reader has turned into something better.
        Linkage::Appending => Rank::Weak,
        Linkage::External | Linkage::Internal | Linkage::ExternWeak => Rank::Strong,
    }
}

fn rank_of_function(unit: &Program, function: &Function) -> Rank {
    match function.linkage {
        _ if !function.has_body() => {
            // `int f()` says nothing of the parameters.
            let silent = matches!(unit.types.get(function.ty),
                Type::Function(ty) if ty.variadic && ty.params.is_empty());
            Rank::Declared(u64::from(!silent))
        }
        Linkage::AvailableExternally => Rank::Inline,
        Linkage::Weak => Rank::Weak,
        _ => Rank::Strong,
    }
}

/// The best claim on each name, the first among equals.
fn choose<'c>(
    units: &[(String, Program)],
    claims: &'c HashMap<&str, Vec<Claim>>,
    duplicates: &mut Vec<LinkProblem>,
) -> HashMap<&'c str, &'c Claim> {
    let mut winners = HashMap::new();
    for (name, claims) in claims {
        let best = claims.iter().reduce(|a, b| if b.rank > a.rank { b } else { a });
        let best = best.expect("a name is there because of a claim");
        winners.insert(*name, best);
        let strong = claims.iter().filter(|claim| claim.rank == Rank::Strong);
        let others: Vec<String> = strong.skip(1).map(|c| units[c.unit].0.clone()).collect();
        if !others.is_empty() {
            let (symbol, first) = ((*name).to_owned(), units[best.unit].0.clone());
            duplicates.push(LinkProblem::Duplicate { symbol, first, others });
        }
    }
    // The table of claims has no order of its own.
    duplicates.sort_by_key(|problem| problem.to_string());
    winners
}

/// Whether a symbol is a definition as strong as the one that wins.
fn is_another(claims: &[Claim], winner: &Claim, unit: usize, symbol: Symbol) -> bool {
    let is_it = |claim: &Claim| claim.unit == unit && claim.symbol == symbol;
    let is_alias = matches!(symbol, Symbol::Alias(_));
    !is_alias
        && !is_it(winner)
        && claims.iter().any(|claim| is_it(claim) && claim.rank == Rank::Strong)
}

/// Names that some unit declares without `weak`: they may not stay undefined.
fn strongly_used(units: &[(String, Program)]) -> HashSet<&str> {
    let all = units.iter().flat_map(|(_, unit)| symbols(unit).map(|s| describe(unit, s)));
    all.filter(|(_, linkage)| *linkage == Linkage::External).map(|(name, _)| name).collect()
}

/// The strictest alignment among all tentative definitions of a name.
fn common_align(units: &[(String, Program)], claims: &[Claim]) -> u32 {
    let align = |claim: &Claim| match (claim.rank, claim.symbol) {
        (Rank::Common(_), Symbol::Global(id)) => {
            let unit = &units[claim.unit].1;
            let global = &unit.globals[id];
            let natural = unit.layout.align_of(&unit.types, global.ty);
            if global.align > 0 { global.align } else { u32::try_from(natural).unwrap_or(u32::MAX) }
        }
        _ => 0,
    };
    claims.iter().map(align).max().unwrap_or(0)
}

/// An alias is another name for an address of its own file. Where the definition at that
/// address has lost its name to another file, it stays, as an internal symbol.
fn keep_what_aliases_mean(units: &[(String, Program)], out: &mut Resolution) {
    for (index, (_, unit)) in units.iter().enumerate() {
        for (from, to) in out.units[index].aliases_to_copy.clone() {
            let alias = &unit.aliases[from];
            let Some(base) = base_symbol(unit, alias.target) else { continue };
            let target = if out.is_taken_from(index, base) {
                out.units[index].of(base)
            } else if let Some(kept) = out.units[index].kept_for_alias.get(&base) {
                *kept
            } else {
                let kept = out.allocate(index, base, Linkage::Internal);
                out.units[index].kept_for_alias.insert(base, kept);
                kept
            };
            let direct = matches!(unit.const_of(alias.target).kind, ConstKind::Func(_));
            if let (Target::Func(function), true, false) = (target, direct, alias.ifunc) {
                out.alias_functions.insert(to, function);
            }
        }
    }
}

impl Resolution {
    /// Whether the joined program's symbol is this unit's own.
    fn is_taken_from(&self, unit: usize, symbol: Symbol) -> bool {
        let places = &self.units[unit];
        match symbol {
            Symbol::Global(id) => places.globals_to_copy.iter().any(|copied| copied.0 == id),
            Symbol::Func(id) => places.functions_to_copy.iter().any(|copied| copied.0 == id),
            Symbol::Alias(_) => true,
        }
    }
}

/// The symbol that an address expression starts from.
pub fn base_symbol(unit: &Program, id: ConstId) -> Option<Symbol> {
    match &unit.const_of(id).kind {
        ConstKind::Global(id) => Some(Symbol::Global(*id)),
        ConstKind::Func(id) => Some(Symbol::Func(*id)),
        ConstKind::Alias(id) => Some(Symbol::Alias(*id)),
        ConstKind::Expr(ConstExpr::Cast(_, inner)) => base_symbol(unit, *inner),
        ConstKind::Expr(ConstExpr::Gep { base, .. }) => base_symbol(unit, *base),
        _ => None,
    }
}
