//! The functions of the theories: their names, what they take and what they build.
//!
//! A new function is one line of a table. Invariant: `apply` looks at the sorts of all arguments
//! before it calls a constructor of the pool, because those panic where widths differ.

use super::budget::Budget;
use super::values::{ArrayTable, ScriptArray, ScriptSort, ScriptTerm};
use crate::concrete::bitvec::{BitVec, MAX_WIDTH};
use crate::pool::TermPool;
use crate::term::{Bool, Bv};

type Unary = fn(&mut TermPool, Bv) -> Bv;
type Binary = fn(&mut TermPool, Bv, Bv) -> Bv;
type Relation = fn(&mut TermPool, Bv, Bv) -> Bool;

/// A function that can be applied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Not,
    /// Any number of truth values but none, from the left.
    Logic(fn(&mut TermPool, Bool, Bool) -> Bool),
    Implies,
    Equal,
    Distinct,
    Ite,
    Unary(Unary),
    /// Two bit-vectors of one width.
    Binary(Binary),
    /// Two bit-vectors of one width or more, from the left.
    Fold(Binary),
    Relation(Relation),
    Property(fn(&mut TermPool, Bv) -> Bool),
    /// Whether a product does not fit.
    ProductOverflows {
        signed: bool,
    },
    Concat,
    Extract {
        high: u32,
        low: u32,
    },
    Repeat(u32),
    Extend {
        by: u32,
        signed: bool,
    },
    RotateLeft(u32),
    RotateRight(u32),
    Select,
    Store,
    ConstArray {
        index: u32,
        element: u32,
    },
    /// A function that the script defined, by its place in the list of those.
    Defined(usize),
}

/// A function that becomes an [`Op`] with the numbers that stand after its name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Indexed {
    Two(fn(u32, u32) -> Op),
    One(fn(u32) -> Op),
}

pub(super) const OPERATORS: &[(&str, Op)] = &[
    ("not", Op::Not),
    ("and", Op::Logic(TermPool::and)),
    ("or", Op::Logic(TermPool::or)),
    ("xor", Op::Logic(TermPool::xor)),
    ("=>", Op::Implies),
    ("=", Op::Equal),
    ("distinct", Op::Distinct),
    ("ite", Op::Ite),
    ("bvnot", Op::Unary(TermPool::bv_not)),
    ("bvneg", Op::Unary(TermPool::bv_neg)),
    ("bvand", Op::Fold(TermPool::bv_and)),
    ("bvor", Op::Fold(TermPool::bv_or)),
    ("bvxor", Op::Fold(TermPool::bv_xor)),
    ("bvadd", Op::Fold(TermPool::bv_add)),
    ("bvmul", Op::Fold(TermPool::bv_mul)),
    ("bvsub", Op::Fold(TermPool::bv_sub)),
    ("bvxnor", Op::Fold(xnor)),
    ("bvnand", Op::Binary(nand)),
    ("bvnor", Op::Binary(nor)),
    ("bvudiv", Op::Binary(TermPool::bv_udiv)),
    ("bvurem", Op::Binary(TermPool::bv_urem)),
    ("bvsdiv", Op::Binary(TermPool::bv_sdiv)),
    ("bvsrem", Op::Binary(TermPool::bv_srem)),
    ("bvsmod", Op::Binary(smod)),
    ("bvshl", Op::Binary(TermPool::bv_shl)),
    ("bvlshr", Op::Binary(TermPool::bv_lshr)),
    ("bvashr", Op::Binary(TermPool::bv_ashr)),
    ("bvcomp", Op::Binary(comp)),
    ("bvult", Op::Relation(TermPool::bv_ult)),
    ("bvule", Op::Relation(TermPool::bv_ule)),
    ("bvugt", Op::Relation(TermPool::bv_ugt)),
    ("bvuge", Op::Relation(TermPool::bv_uge)),
    ("bvslt", Op::Relation(TermPool::bv_slt)),
    ("bvsle", Op::Relation(TermPool::bv_sle)),
    ("bvsgt", Op::Relation(TermPool::bv_sgt)),
    ("bvsge", Op::Relation(TermPool::bv_sge)),
    ("concat", Op::Concat),
    ("select", Op::Select),
    ("store", Op::Store),
];

/// New in SMT-LIB 2.7: older scripts may give these names a meaning of their own.
pub(super) const OVERFLOWS: &[(&str, Op)] = &[
    ("bvnego", Op::Property(negation_overflows)),
    ("bvuaddo", Op::Relation(unsigned_sum_overflows)),
    ("bvsaddo", Op::Relation(signed_sum_overflows)),
    ("bvusubo", Op::Relation(TermPool::bv_ult)),
    ("bvssubo", Op::Relation(signed_difference_overflows)),
    ("bvumulo", Op::ProductOverflows { signed: false }),
    ("bvsmulo", Op::ProductOverflows { signed: true }),
    ("bvsdivo", Op::Relation(quotient_overflows)),
];

pub(super) const INDEXED: &[(&str, Indexed)] = &[
    ("extract", Indexed::Two(|high, low| Op::Extract { high, low })),
    ("repeat", Indexed::One(Op::Repeat)),
    ("zero_extend", Indexed::One(|by| Op::Extend { by, signed: false })),
    ("sign_extend", Indexed::One(|by| Op::Extend { by, signed: true })),
    ("rotate_left", Indexed::One(Op::RotateLeft)),
    ("rotate_right", Indexed::One(Op::RotateRight)),
];

/// What terms are built in.
pub(super) struct Context<'a> {
    pub(super) pool: &'a mut TermPool,
    pub(super) arrays: &'a mut ArrayTable,
    pub(super) budget: &'a mut Budget,
}

/// The application of `op` to arguments, or what is wrong with it. `Op::Defined` is not for here.
pub(super) fn apply(
    context: Context<'_>,
    op: Op,
    name: &str,
    args: &[ScriptTerm],
) -> Result<ScriptTerm, String> {
    let Context { pool, arrays, budget } = context;
    let call = Call { name, args };
    let term = match op {
        Op::Not => {
            call.count(1)?;
            let a = call.bool(pool, arrays, 0)?;
            ScriptTerm::Bool(pool.not(a))
        }
        Op::Logic(build) => {
            call.at_least(1)?;
            let mut result = call.bool(pool, arrays, 0)?;
            for i in 1..args.len() {
                let next = call.bool(pool, arrays, i)?;
                result = build(pool, result, next);
            }
            ScriptTerm::Bool(result)
        }
        Op::Implies => {
            call.at_least(2)?;
            let last = args.len() - 1;
            let mut result = call.bool(pool, arrays, last)?;
            for i in (0..last).rev() {
                let condition = call.bool(pool, arrays, i)?;
                result = pool.implies(condition, result);
            }
            ScriptTerm::Bool(result)
        }
        Op::Equal => {
            call.at_least(2)?;
            call.same_sorts(pool, arrays, 0)?;
            let mut result = equal(pool, arrays, args[0], args[1]);
            for pair in args[1..].windows(2) {
                let next = equal(pool, arrays, pair[0], pair[1]);
                result = pool.and(result, next);
            }
            ScriptTerm::Bool(result)
        }
        Op::Distinct => {
            call.at_least(2)?;
            call.same_sorts(pool, arrays, 0)?;
            ScriptTerm::Bool(distinct(pool, arrays, budget, args)?)
        }
        Op::Ite => {
            call.count(3)?;
            let condition = call.bool(pool, arrays, 0)?;
            call.same_sorts(pool, arrays, 1)?;
            ite(pool, arrays, condition, args[1], args[2])
        }
        Op::Unary(build) => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            budget.bits(pool.width(a))?;
            ScriptTerm::Bv(build(pool, a))
        }
        Op::Binary(build) => {
            let (a, b) = call.two_bvs(pool, arrays)?;
            budget.bits(pool.width(a))?;
            ScriptTerm::Bv(build(pool, a, b))
        }
        Op::Fold(build) => {
            call.at_least(2)?;
            call.same_sorts(pool, arrays, 0)?;
            let mut result = call.bv(pool, arrays, 0)?;
            for i in 1..args.len() {
                let next = call.bv(pool, arrays, i)?;
                budget.bits(pool.width(next))?;
                result = build(pool, result, next);
            }
            ScriptTerm::Bv(result)
        }
        Op::Relation(build) => {
            let (a, b) = call.two_bvs(pool, arrays)?;
            budget.bits(pool.width(a))?;
            ScriptTerm::Bool(build(pool, a, b))
        }
        Op::Property(build) => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            budget.bits(pool.width(a))?;
            ScriptTerm::Bool(build(pool, a))
        }
        Op::ProductOverflows { signed } => {
            let (a, b) = call.two_bvs(pool, arrays)?;
            let double = call.width(2 * u64::from(pool.width(a)))?;
            budget.bits(double)?;
            ScriptTerm::Bool(product_overflows(pool, a, b, double, signed))
        }
        Op::Concat => {
            call.at_least(2)?;
            let mut result = call.bv(pool, arrays, args.len() - 1)?;
            for i in (0..args.len() - 1).rev() {
                let part = call.bv(pool, arrays, i)?;
                let width = u64::from(pool.width(result)) + u64::from(pool.width(part));
                budget.bits(call.width(width)?)?;
                result = pool.bv_concat(part, result);
            }
            ScriptTerm::Bv(result)
        }
        Op::Extract { high, low } => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            let width = pool.width(a);
            if low > high || high >= width {
                return Err(format!("`extract` of bits {high} to {low} from {width} bits"));
            }
            budget.bits(high - low + 1)?;
            ScriptTerm::Bv(pool.bv_extract(high, low, a))
        }
        Op::Repeat(times) => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            if times == 0 {
                return Err("`repeat` needs a count of at least 1".to_owned());
            }
            let width = call.width(u64::from(times) * u64::from(pool.width(a)))?;
            ScriptTerm::Bv(repeat(pool, budget, a, times, width)?)
        }
        Op::Extend { by, signed } => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            let width = call.width(u64::from(pool.width(a)) + u64::from(by))?;
            budget.bits(width)?;
            ScriptTerm::Bv(pool.bv_resize(a, width, signed))
        }
        Op::RotateLeft(by) | Op::RotateRight(by) => {
            call.count(1)?;
            let a = call.bv(pool, arrays, 0)?;
            let width = pool.width(a);
            budget.bits(width)?;
            let by = by % width;
            let left = matches!(op, Op::RotateLeft(_));
            ScriptTerm::Bv(rotate_left(pool, a, if left { by } else { (width - by) % width }))
        }
        Op::Select => {
            call.count(2)?;
            let (array, index) = call.array_and_index(pool, arrays)?;
            ScriptTerm::Bv(select(pool, arrays, array, index))
        }
        Op::Store => {
            call.count(3)?;
            let (array, index) = call.array_and_index(pool, arrays)?;
            let value = call.bv(pool, arrays, 2)?;
            if pool.width(value) != arrays.element_width(array) {
                return Err(call.wrong(
                    pool,
                    arrays,
                    2,
                    &ScriptSort::BitVec(arrays.element_width(array)),
                ));
            }
            ScriptTerm::Array(store(pool, arrays, array, index, value))
        }
        Op::ConstArray { index, element } => {
            call.count(1)?;
            let value = call.bv(pool, arrays, 0)?;
            if pool.width(value) != element {
                return Err(call.wrong(pool, arrays, 0, &ScriptSort::BitVec(element)));
            }
            let lanes = (0..element / 8).map(|lane| {
                let byte = pool.bv_extract(8 * lane + 7, 8 * lane, value);
                pool.const_array(index, byte)
            });
            ScriptTerm::Array(arrays.add(lanes))
        }
        Op::Defined(_) => unreachable!("definitions are expanded by the reader"),
    };
    Ok(term)
}

/// Arguments under check. Messages count arguments from 1.
struct Call<'a> {
    name: &'a str,
    args: &'a [ScriptTerm],
}

impl Call<'_> {
    fn count(&self, expected: usize) -> Result<(), String> {
        let given = self.args.len();
        if given == expected {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        Err(format!("`{}` takes {expected} argument{plural}, not {given}", self.name))
    }

    fn at_least(&self, expected: usize) -> Result<(), String> {
        let given = self.args.len();
        if given >= expected {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        Err(format!("`{}` takes at least {expected} argument{plural}, not {given}", self.name))
    }

    fn bool(&self, pool: &TermPool, arrays: &ArrayTable, i: usize) -> Result<Bool, String> {
        match self.args[i] {
            ScriptTerm::Bool(a) => Ok(a),
            _ => Err(self.wrong(pool, arrays, i, &ScriptSort::Bool)),
        }
    }

    fn bv(&self, pool: &TermPool, arrays: &ArrayTable, i: usize) -> Result<Bv, String> {
        match self.args[i] {
            ScriptTerm::Bv(a) => Ok(a),
            _ => Err(self.wrong(pool, arrays, i, &"a bit-vector")),
        }
    }

    fn two_bvs(&self, pool: &TermPool, arrays: &ArrayTable) -> Result<(Bv, Bv), String> {
        self.count(2)?;
        let (a, b) = (self.bv(pool, arrays, 0)?, self.bv(pool, arrays, 1)?);
        self.same_sorts(pool, arrays, 0)?;
        Ok((a, b))
    }

    fn array_and_index(
        &self,
        pool: &TermPool,
        arrays: &ArrayTable,
    ) -> Result<(ScriptArray, Bv), String> {
        let ScriptTerm::Array(array) = self.args[0] else {
            return Err(self.wrong(pool, arrays, 0, &"an array"));
        };
        let index = self.bv(pool, arrays, 1)?;
        let expected = pool.index_width(arrays.lanes(array)[0]);
        if pool.width(index) != expected {
            return Err(self.wrong(pool, arrays, 1, &ScriptSort::BitVec(expected)));
        }
        Ok((array, index))
    }

    /// That all arguments from `first` on have one sort.
    fn same_sorts(&self, pool: &TermPool, arrays: &ArrayTable, first: usize) -> Result<(), String> {
        let expected = arrays.sort(pool, self.args[first]);
        let differs = |i: &usize| arrays.sort(pool, self.args[*i]) != expected;
        match (first + 1..self.args.len()).find(differs) {
            Some(i) => Err(self.wrong(pool, arrays, i, &expected)),
            None => Ok(()),
        }
    }

    /// A width that the pool can hold.
    fn width(&self, width: u64) -> Result<u32, String> {
        let fits = u32::try_from(width).ok().filter(|width| *width <= MAX_WIDTH);
        fits.ok_or_else(|| {
            format!("`{}` makes {width} bits, more than the {MAX_WIDTH} allowed", self.name)
        })
    }

    fn wrong(
        &self,
        pool: &TermPool,
        arrays: &ArrayTable,
        i: usize,
        expected: &dyn std::fmt::Display,
    ) -> String {
        let given = arrays.sort(pool, self.args[i]);
        format!("argument {} of `{}` must be {expected}, not {given}", i + 1, self.name)
    }
}

/// For operands of one sort.
pub(super) fn equal(
    pool: &mut TermPool,
    arrays: &ArrayTable,
    a: ScriptTerm,
    b: ScriptTerm,
) -> Bool {
    match (a, b) {
        (ScriptTerm::Bool(a), ScriptTerm::Bool(b)) => pool.eq(a, b),
        (ScriptTerm::Bv(a), ScriptTerm::Bv(b)) => pool.eq(a, b),
        (ScriptTerm::Array(a), ScriptTerm::Array(b)) => {
            let lanes = arrays.lanes(a).iter().zip(arrays.lanes(b));
            lanes.fold(pool.bool_const(true), |all, (&a, &b)| {
                let same = pool.eq(a, b);
                pool.and(all, same)
            })
        }
        _ => unreachable!("the operands have one sort"),
    }
}

fn ite(
    pool: &mut TermPool,
    arrays: &mut ArrayTable,
    condition: Bool,
    a: ScriptTerm,
    b: ScriptTerm,
) -> ScriptTerm {
    match (a, b) {
        (ScriptTerm::Bool(a), ScriptTerm::Bool(b)) => ScriptTerm::Bool(pool.ite(condition, a, b)),
        (ScriptTerm::Bv(a), ScriptTerm::Bv(b)) => ScriptTerm::Bv(pool.ite(condition, a, b)),
        (ScriptTerm::Array(a), ScriptTerm::Array(b)) => {
            let lanes = arrays.lanes(a).iter().zip(arrays.lanes(b));
            let lanes: Vec<_> = lanes.map(|(&a, &b)| pool.ite(condition, a, b)).collect();
            ScriptTerm::Array(arrays.add(lanes))
        }
        _ => unreachable!("the operands have one sort"),
    }
}

/// Every pair differs. The number of pairs is the square of the text.
fn distinct(
    pool: &mut TermPool,
    arrays: &ArrayTable,
    budget: &mut Budget,
    args: &[ScriptTerm],
) -> Result<Bool, String> {
    let values = match arrays.sort(pool, args[0]) {
        ScriptSort::Bool => 2,
        ScriptSort::BitVec(width) => 1usize.checked_shl(width).unwrap_or(usize::MAX),
        ScriptSort::Array { .. } => usize::MAX,
    };
    // There are more arguments than values.
    if args.len() > values {
        return Ok(pool.bool_const(false));
    }
    budget.terms(args.len().saturating_mul(args.len()))?;
    let mut result = pool.bool_const(true);
    for (i, &a) in args.iter().enumerate() {
        for &b in &args[..i] {
            let same = equal(pool, arrays, a, b);
            let differ = pool.not(same);
            result = pool.and(result, differ);
        }
    }
    Ok(result)
}

fn repeat(
    pool: &mut TermPool,
    budget: &mut Budget,
    a: Bv,
    times: u32,
    width: u32,
) -> Result<Bv, String> {
    // A bit repeated is its sign extension.
    if pool.width(a) == 1 {
        budget.bits(width)?;
        return Ok(pool.bv_sext(a, width));
    }
    if let Some(value) = pool.as_const(a) {
        budget.bits(width)?;
        return Ok(pool.bv_const(&repeated(&value, times)));
    }
    let parts = usize::try_from(times).unwrap_or(usize::MAX);
    budget.terms(parts)?;
    Ok(pool.bv_concat_all(&vec![a; parts]))
}

/// By doubling: from the highest bit of `times` down, the result so far twice and once more.
fn repeated(value: &BitVec, times: u32) -> BitVec {
    let mut result = value.clone();
    for bit in (0..times.ilog2()).rev() {
        result = result.concat(&result);
        if times >> bit & 1 == 1 {
            result = result.concat(value);
        }
    }
    result
}

/// By less than the width.
fn rotate_left(pool: &mut TermPool, a: Bv, by: u32) -> Bv {
    if by == 0 {
        return a;
    }
    let width = pool.width(a);
    let low = pool.bv_extract(width - by - 1, 0, a);
    let high = pool.bv_extract(width - 1, width - by, a);
    pool.bv_concat(low, high)
}

fn select(pool: &mut TermPool, arrays: &ArrayTable, array: ScriptArray, index: Bv) -> Bv {
    let (&first, rest) = arrays.lanes(array).split_first().expect("an array has a lane");
    let lowest = pool.read(first, index);
    rest.iter().fold(lowest, |low, &lane| {
        let byte = pool.read(lane, index);
        pool.bv_concat(byte, low)
    })
}

fn store(
    pool: &mut TermPool,
    arrays: &mut ArrayTable,
    array: ScriptArray,
    index: Bv,
    value: Bv,
) -> ScriptArray {
    let lanes = (0..).zip(arrays.lanes(array)).map(|(lane, &bytes)| {
        let byte = pool.bv_extract(8 * lane + 7, 8 * lane, value);
        pool.store(bytes, index, byte)
    });
    let lanes: Vec<_> = lanes.collect();
    arrays.add(lanes)
}

fn nand(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    let both = pool.bv_and(a, b);
    pool.bv_not(both)
}

fn nor(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    let either = pool.bv_or(a, b);
    pool.bv_not(either)
}

fn xnor(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    let differ = pool.bv_xor(a, b);
    pool.bv_not(differ)
}

fn comp(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    let same = pool.eq(a, b);
    pool.bv_from_bool(same)
}

/// The remainder with the sign of the divisor; `a` where the divisor is zero.
fn smod(pool: &mut TermPool, a: Bv, b: Bv) -> Bv {
    // The remainder with the sign of the dividend is it already, unless it is not zero and has the
    // other sign. Zero as a divisor may be added harmlessly.
    let remainder = pool.bv_srem(a, b);
    let zero = zero_like(pool, a);
    let none = pool.eq(remainder, zero);
    let (below, divisor_below) = (pool.bv_slt(remainder, zero), pool.bv_slt(b, zero));
    let agree = pool.eq(below, divisor_below);
    let done = pool.or(none, agree);
    let moved = pool.bv_add(remainder, b);
    pool.ite(done, remainder, moved)
}

fn negation_overflows(pool: &mut TermPool, a: Bv) -> Bool {
    let min = pool.bv_const(&BitVec::signed_min(pool.width(a)));
    pool.eq(a, min)
}

fn unsigned_sum_overflows(pool: &mut TermPool, a: Bv, b: Bv) -> Bool {
    let sum = pool.bv_add(a, b);
    pool.bv_ult(sum, a)
}

/// The sum has the sign of neither operand.
fn signed_sum_overflows(pool: &mut TermPool, a: Bv, b: Bv) -> Bool {
    let sum = pool.bv_add(a, b);
    let (from_a, from_b) = (pool.bv_xor(a, sum), pool.bv_xor(b, sum));
    let both = pool.bv_and(from_a, from_b);
    let zero = zero_like(pool, a);
    pool.bv_slt(both, zero)
}

/// The operands differ in sign and the difference has not that of the first.
fn signed_difference_overflows(pool: &mut TermPool, a: Bv, b: Bv) -> Bool {
    let difference = pool.bv_sub(a, b);
    let (operands, result) = (pool.bv_xor(a, b), pool.bv_xor(a, difference));
    let both = pool.bv_and(operands, result);
    let zero = zero_like(pool, a);
    pool.bv_slt(both, zero)
}

fn quotient_overflows(pool: &mut TermPool, a: Bv, b: Bv) -> Bool {
    let smallest = negation_overflows(pool, a);
    let ones = pool.bv_const(&BitVec::ones(pool.width(b)));
    let negated = pool.eq(b, ones);
    pool.and(smallest, negated)
}

/// The product in twice the width is not what its lower half stands for.
fn product_overflows(pool: &mut TermPool, a: Bv, b: Bv, double: u32, signed: bool) -> Bool {
    let (wide_a, wide_b) = (pool.bv_resize(a, double, signed), pool.bv_resize(b, double, signed));
    let product = pool.bv_mul(wide_a, wide_b);
    let lower = pool.bv_trunc(product, double / 2);
    let back = pool.bv_resize(lower, double, signed);
    pool.ne(product, back)
}

fn zero_like(pool: &mut TermPool, a: Bv) -> Bv {
    let width = pool.width(a);
    pool.bv_u64(width, 0)
}
