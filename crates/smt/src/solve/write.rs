//! Terms as standard SMT-LIB 2, for the solvers that read it.
//!
//! Invariant: the text is linear in the number of distinct terms, and there is no recursion. What is
//! used twice is bound by a `let` to a name, `t` and the number of its term. Definitions would read
//! better, and could be kept from one query to the next, but z3 walks through all of a definition
//! wherever it is used. Symbols are written with a `$` before their name, which no theory and nothing
//! else here has.
//!
//! Nodes without a counterpart are expanded into what has one. One of them loses something: SMT-LIB
//! knows a single NaN. `FpToBits` is therefore a constant of its own whose meaning is the float, and
//! for a NaN any of its patterns. That allows more than Margay does, so `unsat` stays true, and a
//! model may turn out not to fit. C's `fmod` is not written at all.

use super::{Query, Unknown};
use crate::concrete::bitvec::BitVec;
use crate::concrete::float::{self, FloatKind, RoundingMode};
use crate::concrete::float_int;
use crate::pool::TermPool;
use crate::print::quoted;
use crate::term::{FpBinary, FpClass, FpRelation, FpUnary, Node, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::fmt::Write;

/// The query as a whole script, from `set-logic` to the last `assert`; `check-sat` is the caller's.
pub fn write_query(pool: &TermPool, query: &Query) -> Result<String, Unknown> {
    let roots: Vec<Term> = query.conditions().map(Term::from).collect();
    let written = Writer::default().write(pool, &roots, &[])?;
    Ok(format!("(set-logic ALL)\n{}{}", written.declarations, written.assertion))
}

/// Whether a query speaks of floating point.
pub fn has_floats(pool: &TermPool, query: &Query) -> bool {
    let terms = pool.reachable(query.conditions().map(Term::from));
    terms.into_iter().any(|term| matches!(pool.sort(term), Sort::Fp(_)))
}

/// Writes conditions and remembers what it has declared. It belongs to one pool.
#[derive(Default)]
pub(crate) struct Writer {
    declared: FxHashSet<Term>,
    /// Those that have a name for their value.
    asked: FxHashSet<Term>,
}

/// What the solver is to read.
pub(crate) struct Written {
    /// What has not been declared before. It stays true for later conditions.
    pub declarations: String,
    /// One command.
    pub assertion: String,
}

/// Tables above this size are refused: it takes an operation for each byte.
const MAX_TABLE: usize = 1 << 16;

/// Stores that are written into each other; a longer table is several of these.
const STORES_AT_ONCE: usize = 32;

impl Writer {
    /// How many names the solver has been told.
    pub fn name_count(&self) -> usize {
        self.declared.len() + self.asked.len()
    }

    /// Asserts the roots. The terms in `asked` lie below them, and the solver is to know them under
    /// a name so that it can be asked for their values: see [`asked_name`].
    pub fn write(
        &mut self,
        pool: &TermPool,
        roots: &[Term],
        asked: &[Term],
    ) -> Result<Written, Unknown> {
        let order = pool.reachable(roots.iter().copied());
        let forms: Vec<Form> = order.iter().map(|&t| form(pool, t)).collect::<Result<_, _>>()?;
        let declarations = self.declare(pool, &order, asked);
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for &term in roots.iter().chain(asked) {
            *uses.entry(term).or_default() += 1;
        }
        for (&term, form) in order.iter().zip(&forms) {
            let operands: Vec<Term> = pool.node(term).children().collect();
            for operand in form.template().map(placeholders).into_iter().flatten() {
                *uses.entry(operands[operand]).or_default() += 1;
            }
        }
        let mut text = Text { pool, bound: FxHashSet::default(), out: String::from("(assert ") };
        let mut open = 0;
        for (&term, form) in order.iter().zip(&forms) {
            let uses = uses.get(&term).copied().unwrap_or(0);
            match form {
                Form::Table if uses > 0 => open += text.bind_table(term),
                Form::Template(template) if uses > 1 => {
                    text.bind(term, template);
                    open += 1;
                }
                _ => {}
            }
        }
        text.out.push_str("(and true");
        for &root in roots {
            text.expand("\n$0", vec![root]);
        }
        for &term in asked {
            text.expand(&format!("\n(= {} $0)", asked_name(term)), vec![term]);
        }
        for &term in &order {
            if let Node::FpToBits(value) = pool.node(term) {
                let meaning = from_bits(pool.kind(value), &name(pool, term));
                text.expand(&format!("\n(= {meaning} $0)"), vec![value.into()]);
            }
        }
        let assertion = format!("{}){})\n", text.out, ")".repeat(open));
        Ok(Written { declarations, assertion })
    }

    fn declare(&mut self, pool: &TermPool, terms: &[Term], asked: &[Term]) -> String {
        let mut out = String::new();
        for &term in terms {
            let node = pool.node(term);
            let declared = pool.as_symbol(term).is_some() || matches!(node, Node::FpToBits(_));
            if declared && self.declared.insert(term) {
                let (name, sort) = (name(pool, term), sort_text(pool.sort(term)));
                writeln!(out, "(declare-const {name} {sort})").expect(STRINGS_GROW);
            } else if matches!(node, Node::Table(_)) && self.declared.insert(term) {
                define_table_function(pool, term, &mut out);
            }
        }
        for &term in asked {
            if self.asked.insert(term) {
                let (name, sort) = (asked_name(term), sort_text(pool.sort(term)));
                writeln!(out, "(declare-const {name} {sort})").expect(STRINGS_GROW);
            }
        }
        out
    }
}

/// The name under which the value of a term can be asked for that was `asked` of
/// [`Writer::write`]. Symbols are asked for by [`name`].
pub(crate) fn asked_name(term: Term) -> String {
    format!("v{}", term.index())
}

/// Asserts that the constants in `terms` that stand for the bits of floats are the patterns that
/// arithmetic makes: of the NaNs the one that x86 makes of numbers, and no number of `X87` written in
/// an unusual way. It leaves out possible behaviour, so it serves to find a model and never to
/// exclude one.
pub(crate) fn assert_usual_bits(pool: &TermPool, terms: &[Term]) -> String {
    let mut out = String::new();
    for &term in terms {
        let Node::FpToBits(value) = pool.node(term) else { continue };
        let kind = pool.kind(value);
        let bits = name(pool, term);
        let meaning = from_bits(kind, &bits);
        let nan = BitVec::from_u128(kind.bits(), kind.quiet_nan() | kind.sign_mask());
        writeln!(out, "(assert (=> (fp.isNaN {meaning}) (= {bits} {nan})))").expect(STRINGS_GROW);
        if kind == FloatKind::X87 {
            let (denormal, leading) = (x87_denormal(&bits), x87_leading_bit(&bits));
            writeln!(out, "(assert (= {denormal} (= {leading} #b0)))").expect(STRINGS_GROW);
        }
    }
    out
}

/// How a term is written.
enum Form {
    /// As it is, wherever it occurs.
    Leaf(String),
    /// By its name, which is declared.
    Declared,
    /// By its name, or where it is read directly by that of a function.
    Table,
    /// As this text, where `$0` to `$2` stand for the operands.
    Template(Cow<'static, str>),
}

impl Form {
    fn template(&self) -> Option<&str> {
        match self {
            Form::Template(template) => Some(template),
            Form::Leaf(_) | Form::Declared | Form::Table => None,
        }
    }
}

/// The operands that a template mentions, in the order of their places.
fn placeholders(template: &str) -> impl Iterator<Item = usize> {
    template.match_indices('$').map(|(at, _)| placeholder(&template[at..]))
}

/// The operand that a text beginning with a place stands for.
fn placeholder(text: &str) -> usize {
    usize::from(text.as_bytes()[1] - b'0')
}

/// An assertion that is being written.
struct Text<'a> {
    pool: &'a TermPool,
    bound: FxHashSet<Term>,
    out: String,
}

impl Text<'_> {
    fn bind(&mut self, term: Term, template: &str) {
        write!(self.out, "(let (({} ", name(self.pool, term)).expect(STRINGS_GROW);
        self.expand(template, self.pool.node(term).children().collect());
        self.out.push_str("))\n");
        self.bound.insert(term);
    }

    /// A table as an array: zeros with one store for each other byte. Returns how many `let`s.
    fn bind_table(&mut self, term: Term) -> usize {
        let (name, sort) = (name(self.pool, term), sort_text(self.pool.sort(term)));
        let (index_width, bytes) = table(self.pool, term);
        let bytes: Vec<(u64, u8)> =
            (0..).zip(bytes.iter().copied()).filter(|(_, byte)| *byte != 0).collect();
        writeln!(self.out, "(let (({name} ((as const {sort}) #x00)))").expect(STRINGS_GROW);
        let chunks = bytes.chunks(STORES_AT_ONCE);
        let open = 1 + chunks.len();
        for chunk in chunks {
            let stores = "(store ".repeat(chunk.len());
            write!(self.out, "(let (({name} {stores}{name}").expect(STRINGS_GROW);
            for &(index, byte) in chunk {
                let index = BitVec::from_u64(index_width, index);
                write!(self.out, " {index} #x{byte:02x})").expect(STRINGS_GROW);
            }
            self.out.push_str("))\n");
        }
        self.bound.insert(term);
        open
    }

    /// Writes a template with its operands in their places.
    fn expand(&mut self, template: &str, operands: Vec<Term>) {
        struct Frame {
            template: Cow<'static, str>,
            at: usize,
            operands: Vec<Term>,
        }
        let template = Cow::Owned(template.to_owned());
        let mut stack = vec![Frame { template, at: 0, operands }];
        while let Some(frame) = stack.last_mut() {
            let rest = &frame.template[frame.at..];
            let Some(mark) = rest.find('$') else {
                self.out.push_str(rest);
                stack.pop();
                continue;
            };
            self.out.push_str(&rest[..mark]);
            let operand = frame.operands[placeholder(&rest[mark..])];
            frame.at += mark + 2;
            if self.bound.contains(&operand) {
                self.out.push_str(&name(self.pool, operand));
                continue;
            }
            match form(self.pool, operand).expect("what is written can be written") {
                Form::Leaf(text) => self.out.push_str(&text),
                Form::Declared => self.out.push_str(&name(self.pool, operand)),
                Form::Table => unreachable!("a table that is used is bound"),
                Form::Template(template) => {
                    let operands = self.pool.node(operand).children().collect();
                    stack.push(Frame { template, at: 0, operands });
                }
            }
        }
    }
}

/// How a symbol is called, and a term that is bound or stands for the bits of a float.
pub(crate) fn name(pool: &TermPool, term: Term) -> String {
    match pool.as_symbol(term) {
        Some(id) => quoted(&format!("${}", escaped(&pool.symbol(id).name))),
        None => format!("t{}", term.index()),
    }
}

/// A name without what SMT-LIB cannot write between bars. Different names stay different, because
/// the sign that starts an escape is escaped too.
fn escaped(name: &str) -> Cow<'_, str> {
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && !b"%|\\".contains(&byte);
    if name.bytes().all(plain) {
        return Cow::Borrowed(name);
    }
    let mut text = String::new();
    for byte in name.bytes() {
        if plain(byte) {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02x}").expect(STRINGS_GROW);
        }
    }
    Cow::Owned(text)
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Array { index_width } => format!("(Array (_ BitVec {index_width}) (_ BitVec 8))"),
        Sort::Fp(kind) => {
            format!("(_ FloatingPoint {} {})", kind.exponent_bits(), kind.precision())
        }
    }
}

fn form(pool: &TermPool, term: Term) -> Result<Form, Unknown> {
    let template: Cow<'static, str> = match pool.node(term) {
        Node::True => return Ok(Form::Leaf("true".to_owned())),
        Node::False => return Ok(Form::Leaf("false".to_owned())),
        Node::BvConst { width, value } => {
            return Ok(Form::Leaf(BitVec::from_u64(width, value).to_string()));
        }
        Node::BoolSymbol(_) | Node::BvSymbol(_) | Node::ArraySymbol(_) | Node::FpToBits(_) => {
            return Ok(Form::Declared);
        }
        Node::Table(id) => {
            let size = pool.table_bytes(id).len();
            if size > MAX_TABLE {
                let what = format!("a table of {size} bytes, for an SMT solver,");
                return Err(Unknown::Unsupported(what));
            }
            return Ok(Form::Table);
        }
        Node::FpBinary(FpBinary::Rem, ..) => {
            return Err(Unknown::Unsupported("fmod of an unknown number".to_owned()));
        }

        Node::BvWide(id) => pool.wide(id).to_string().into(),
        Node::Not(_) => "(not $0)".into(),
        Node::And(..) => "(and $0 $1)".into(),
        Node::Xor(..) => "(xor $0 $1)".into(),
        Node::BoolIte(..) | Node::BvIte(..) | Node::ArrayIte(..) | Node::FpIte(..) => {
            "(ite $0 $1 $2)".into()
        }
        Node::BvEq(..) | Node::ArrayEq(..) => "(= $0 $1)".into(),
        Node::Ult(..) => "(bvult $0 $1)".into(),
        Node::Slt(..) => "(bvslt $0 $1)".into(),
        Node::FromBool(_) => "(ite $0 #b1 #b0)".into(),
        Node::BvNot(_) => "(bvnot $0)".into(),
        Node::BvNeg(_) => "(bvneg $0)".into(),
        Node::BvAdd(..) => "(bvadd $0 $1)".into(),
        Node::BvMul(..) => "(bvmul $0 $1)".into(),
        Node::BvUdiv(..) => "(bvudiv $0 $1)".into(),
        Node::BvUrem(..) => "(bvurem $0 $1)".into(),
        Node::BvSdiv(..) => "(bvsdiv $0 $1)".into(),
        Node::BvSrem(..) => "(bvsrem $0 $1)".into(),
        Node::BvAnd(..) => "(bvand $0 $1)".into(),
        Node::BvOr(..) => "(bvor $0 $1)".into(),
        Node::BvXor(..) => "(bvxor $0 $1)".into(),
        Node::BvShl(..) => "(bvshl $0 $1)".into(),
        Node::BvLshr(..) => "(bvlshr $0 $1)".into(),
        Node::BvAshr(..) => "(bvashr $0 $1)".into(),
        Node::Concat(..) => "(concat $0 $1)".into(),
        Node::Extract { high, low, .. } => format!("((_ extract {high} {low}) $0)").into(),
        Node::ZeroExtend { width, value } => {
            format!("((_ zero_extend {}) $0)", width - pool.width(value)).into()
        }
        Node::SignExtend { width, value } => {
            format!("((_ sign_extend {}) $0)", width - pool.width(value)).into()
        }

        Node::Read(array, _) if matches!(pool.node(array), Node::Table(_)) => {
            format!("({}.at $1)", name(pool, array.into())).into()
        }
        Node::Read(..) => "(select $0 $1)".into(),
        Node::Store(..) => "(store $0 $1 $2)".into(),
        Node::ConstArray { .. } => format!("((as const {}) $0)", sort_text(pool.sort(term))).into(),

        Node::FpCompare(FpRelation::Eq, ..) => "(fp.eq $0 $1)".into(),
        Node::FpCompare(FpRelation::Lt, ..) => "(fp.lt $0 $1)".into(),
        Node::FpCompare(FpRelation::Le, ..) => "(fp.leq $0 $1)".into(),
        Node::FpIs(FpClass::Nan, _) => "(fp.isNaN $0)".into(),
        Node::FpIs(FpClass::Infinite, _) => "(fp.isInfinite $0)".into(),
        Node::FpIs(FpClass::Zero, _) => "(fp.isZero $0)".into(),
        Node::FpFits { signed, width, value } => fits(pool.kind(value), signed, width).into(),
        Node::FpToInt { signed, width, value } => {
            // Where it does not fit, SMT-LIB leaves the result open and Margay says zero.
            let fits = fits(pool.kind(value), signed, width);
            let to = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
            let zero = BitVec::zero(width);
            format!("(ite {fits} ((_ {to} {width}) RTZ $0) {zero})").into()
        }
        Node::FpFromBits(kind, _) => from_bits(kind, "$0").into(),
        Node::FpUnary(FpUnary::Neg, _) => "(fp.neg $0)".into(),
        Node::FpUnary(FpUnary::Abs, _) => "(fp.abs $0)".into(),
        Node::FpUnary(FpUnary::Sqrt, _) => "(fp.sqrt RNE $0)".into(),
        Node::FpBinary(FpBinary::Add, ..) => "(fp.add RNE $0 $1)".into(),
        Node::FpBinary(FpBinary::Sub, ..) => "(fp.sub RNE $0 $1)".into(),
        Node::FpBinary(FpBinary::Mul, ..) => "(fp.mul RNE $0 $1)".into(),
        Node::FpBinary(FpBinary::Div, ..) => "(fp.div RNE $0 $1)".into(),
        // SMT-LIB does not specify which zero its own minimum and maximum choose.
        Node::FpBinary(FpBinary::Min, ..) => "(ite (or (fp.isNaN $1) (fp.lt $0 $1) \
             (and (fp.eq $0 $1) (fp.isNegative $0))) $0 $1)"
            .into(),
        Node::FpBinary(FpBinary::Max, ..) => "(ite (or (fp.isNaN $1) (fp.lt $1 $0) \
             (and (fp.eq $0 $1) (fp.isPositive $0))) $0 $1)"
            .into(),
        Node::FpFma(..) => "(fp.fma RNE $0 $1 $2)".into(),
        Node::FpRound(mode, value) => round(pool.kind(value), mode).into(),
        Node::FpConvert(kind, _) => format!("({} RNE $0)", to_fp(kind)).into(),
        Node::FpFromInt { kind, signed: true, .. } => format!("({} RNE $0)", to_fp(kind)).into(),
        Node::FpFromInt { kind, signed: false, .. } => {
            let (exponent, precision) = (kind.exponent_bits(), kind.precision());
            format!("((_ to_fp_unsigned {exponent} {precision}) RNE $0)").into()
        }
    };
    Ok(Form::Template(template))
}

fn round(kind: FloatKind, mode: RoundingMode) -> String {
    let mode = match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardZero => "RTZ",
    };
    if kind == FloatKind::BFloat {
        // z3 4.8 fails where the exponent has as many bits as the significand. The detour is exact.
        let (there, back) = (to_fp(FloatKind::Single), to_fp(kind));
        return format!("({back} RNE (fp.roundToIntegral {mode} ({there} RNE $0)))");
    }
    format!("(fp.roundToIntegral {mode} $0)")
}

fn to_fp(kind: FloatKind) -> String {
    format!("(_ to_fp {} {})", kind.exponent_bits(), kind.precision())
}

/// The float whose pattern is the text `bits`.
fn from_bits(kind: FloatKind, bits: &str) -> String {
    let to_fp = to_fp(kind);
    if kind != FloatKind::X87 {
        return format!("({to_fp} {bits})");
    }
    // SMT-LIB has no bit for the leading one. Where it is missing the number is a NaN; where it is
    // set beside an exponent of zero, the number is the one that the exponent of one means.
    let (denormal, leading) = (x87_denormal(bits), x87_leading_bit(bits));
    let one = BitVec::one(15);
    format!(
        "(ite (and (= {leading} #b0) (not {denormal})) (_ NaN 15 64) \
         ({to_fp} (concat ((_ extract 79 79) {bits}) (concat \
         (ite (and (= {leading} #b1) {denormal}) {one} ((_ extract 78 64) {bits})) \
         ((_ extract 62 0) {bits})))))"
    )
}

fn x87_denormal(bits: &str) -> String {
    format!("(= ((_ extract 78 64) {bits}) {})", BitVec::zero(15))
}

fn x87_leading_bit(bits: &str) -> String {
    format!("((_ extract 63 63) {bits})")
}

/// A constant that is no NaN and written in the usual way.
fn literal(kind: FloatKind, bits: u128) -> String {
    let bits = BitVec::from_u128(kind.bits(), bits);
    let bits = match kind {
        FloatKind::X87 => bits.extract(79, 64).concat(&bits.extract(62, 0)),
        _ => bits,
    };
    format!("({} {bits})", to_fp(kind))
}

/// Whether the integer part of `$0` is an integer of this width: a comparison with the first number
/// on either side that is too large. Both are false for a NaN.
fn fits(kind: FloatKind, signed: bool, width: u32) -> String {
    let above = literal(kind, power_of_two(kind, if signed { width - 1 } else { width }));
    let below = if !signed {
        let one = float_int::from_unsigned(kind, &BitVec::one(1));
        format!("(fp.lt {} $0)", literal(kind, float::neg(kind, one)))
    } else if width <= kind.precision() {
        let beyond = BitVec::from_u128(128, (1 << (width - 1)) + 1);
        let beyond = float_int::from_unsigned(kind, &beyond);
        format!("(fp.lt {} $0)", literal(kind, float::neg(kind, beyond)))
    } else {
        // Here the numbers lie so far apart that none is between the least integer and one below.
        let least = power_of_two(kind, width - 1);
        let relation = if least == kind.infinity() { "fp.lt" } else { "fp.leq" };
        format!("({relation} {} $0)", literal(kind, float::neg(kind, least)))
    };
    format!("(and {below} (fp.lt $0 {above}))")
}

/// 2^exponent, or infinity if there is no such number.
fn power_of_two(kind: FloatKind, exponent: u32) -> u128 {
    let bias = (1u32 << (kind.exponent_bits() - 1)) - 1;
    if exponent > bias {
        return kind.infinity();
    }
    let field = u128::from(exponent + bias);
    match kind {
        FloatKind::X87 => field << 64 | 1 << 63,
        _ => field << (kind.precision() - 1),
    }
}

/// A table as a function that decides bit by bit of the index. Solvers find a byte of a table
/// sooner in this than in an array: z3 gave up on a thousand stores and took 0.3 seconds here.
fn define_table_function(pool: &TermPool, term: Term, out: &mut String) {
    let name = name(pool, term);
    let (index_width, bytes) = table(pool, term);
    write!(out, "(define-fun {name}.at ((i (_ BitVec {index_width}))) (_ BitVec 8) ")
        .expect(STRINGS_GROW);
    let bits = bytes.len().next_power_of_two().trailing_zeros();
    if bits < index_width {
        let (high, zero) = (index_width - 1, BitVec::zero(index_width - bits));
        write!(out, "(ite (= ((_ extract {high} {bits}) i) {zero}) ").expect(STRINGS_GROW);
    }
    choose(bytes, bits, out);
    out.push_str(if bits < index_width { " #x00))\n" } else { ")\n" });
}

/// The byte that the low `bits` bits of `i` choose. The stack is as deep as the number of bits.
fn choose(bytes: &[u8], bits: u32, out: &mut String) {
    let first = bytes.first().copied().unwrap_or(0);
    let complete = bytes.len() == 1 << bits || first == 0;
    if complete && bytes.iter().all(|&byte| byte == first) {
        write!(out, "#x{first:02x}").expect(STRINGS_GROW);
        return;
    }
    let bit = bits - 1;
    let (low, high) = bytes.split_at(bytes.len().min(1 << bit));
    write!(out, "(ite (= ((_ extract {bit} {bit}) i) #b0) ").expect(STRINGS_GROW);
    choose(low, bit, out);
    out.push(' ');
    choose(high, bit, out);
    out.push(')');
}

/// The bytes of a table that an index reaches, and the width of the index.
fn table(pool: &TermPool, term: Term) -> (u32, &[u8]) {
    let (Node::Table(id), Sort::Array { index_width }) = (pool.node(term), pool.sort(term)) else {
        unreachable!("only tables are defined as such");
    };
    let bytes = pool.table_bytes(id);
    let reach = 1usize.checked_shl(index_width).unwrap_or(usize::MAX);
    (index_width, &bytes[..bytes.len().min(reach)])
}

const STRINGS_GROW: &str = "a string takes any text";
