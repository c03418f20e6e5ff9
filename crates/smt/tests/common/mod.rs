//! A small expression tree without rewriting, with its meaning in plain `u128` arithmetic. Tests build a term from it
//! and hold the term's value against the tree's.

#[allow(dead_code)] // not every test that uses this module is random
pub mod random;

use margay_smt::{Array, ArrayValue, Assignment, Bool, Bv, SymbolId, TermPool};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Un {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

impl Bin {
    pub const ALL: [Bin; 13] = [
        Bin::Add,
        Bin::Sub,
        Bin::Mul,
        Bin::Udiv,
        Bin::Urem,
        Bin::Sdiv,
        Bin::Srem,
        Bin::And,
        Bin::Or,
        Bin::Xor,
        Bin::Shl,
        Bin::Lshr,
        Bin::Ashr,
    ];
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cmp {
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

impl Cmp {
    pub const ALL: [Cmp; 5] = [Cmp::Eq, Cmp::Ult, Cmp::Ule, Cmp::Slt, Cmp::Sle];
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Logic {
    And,
    Or,
    Xor,
    Implies,
    Eq,
}

impl Logic {
    pub const ALL: [Logic; 5] = [Logic::And, Logic::Or, Logic::Xor, Logic::Implies, Logic::Eq];
}

pub type E = Rc<Expr>;

/// Comparisons and logic have one bit.
#[derive(Debug)]
pub enum Expr {
    Sym(usize, u32),
    Const(u32, u128),
    Un(Un, E),
    Bin(Bin, E, E),
    Cmp(Cmp, E, E),
    LogicNot(E),
    Logic(Logic, E, E),
    Ite(E, E, E),
    LogicIte(E, E, E),
    Concat(E, E),
    Extract(u32, u32, E),
    Zext(u32, E),
    Sext(u32, E),
    /// A read, after stores, of the symbolic array or of a table; indices have 8 bits.
    Read(bool, Vec<(E, E)>, E),
}

pub const TABLE: [u8; 5] = [3, 1, 4, 1, 5];

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

pub fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)).cast_signed() >> (128 - width)
}

/// Whether `./x test --long` runs.
#[allow(dead_code)] // most tests are short
pub fn long() -> bool {
    std::env::var_os("MARGAY_LONG_TESTS").is_some()
}

/// Values of the symbols, and the bytes of the symbolic array.
pub struct Env {
    pub values: Vec<u128>,
    pub bytes: Vec<u8>,
}

impl Expr {
    pub fn width(&self) -> u32 {
        match self {
            Expr::Sym(_, w) | Expr::Const(w, _) | Expr::Zext(w, _) | Expr::Sext(w, _) => *w,
            Expr::Un(_, a) | Expr::Bin(_, a, _) | Expr::Ite(_, a, _) => a.width(),
            Expr::Cmp(..) | Expr::Logic(..) | Expr::LogicNot(_) | Expr::LogicIte(..) => 1,
            Expr::Concat(a, b) => a.width() + b.width(),
            Expr::Extract(high, low, _) => high - low + 1,
            Expr::Read(..) => 8,
        }
    }

    pub fn eval(&self, env: &Env) -> u128 {
        let w = self.width();
        let m = mask(w);
        match self {
            Expr::Sym(i, _) => env.values[*i] & m,
            Expr::Const(_, c) => *c & m,
            Expr::Un(Un::Not, a) => !a.eval(env) & m,
            Expr::Un(Un::Neg, a) => a.eval(env).wrapping_neg() & m,
            Expr::Bin(op, a, b) => binary(*op, w, a.eval(env), b.eval(env)) & m,
            Expr::Cmp(op, a, b) => {
                let w = a.width();
                let (x, y) = (a.eval(env), b.eval(env));
                u128::from(match op {
                    Cmp::Eq => x == y,
                    Cmp::Ult => x < y,
                    Cmp::Ule => x <= y,
                    Cmp::Slt => signed(w, x) < signed(w, y),
                    Cmp::Sle => signed(w, x) <= signed(w, y),
                })
            }
            Expr::LogicNot(a) => 1 - a.eval(env),
            Expr::Logic(op, a, b) => {
                let (x, y) = (a.eval(env) == 1, b.eval(env) == 1);
                u128::from(match op {
                    Logic::And => x && y,
                    Logic::Or => x || y,
                    Logic::Xor => x != y,
                    Logic::Implies => !x || y,
                    Logic::Eq => x == y,
                })
            }
            Expr::Ite(c, a, b) | Expr::LogicIte(c, a, b) => {
                if c.eval(env) == 1 {
                    a.eval(env)
                } else {
                    b.eval(env)
                }
            }
            Expr::Concat(a, b) => a.eval(env) << b.width() | b.eval(env),
            Expr::Extract(_, low, a) => a.eval(env) >> low & m,
            Expr::Zext(_, a) => a.eval(env),
            Expr::Sext(_, a) => signed(a.width(), a.eval(env)).cast_unsigned() & m,
            Expr::Read(table, stores, index) => {
                let index = index.eval(env);
                for (at, value) in stores.iter().rev() {
                    if at.eval(env) == index {
                        return value.eval(env);
                    }
                }
                let bytes: &[u8] = if *table { &TABLE } else { &env.bytes };
                let byte = usize::try_from(index).ok().and_then(|i| bytes.get(i));
                u128::from(byte.copied().unwrap_or(0))
            }
        }
    }

    pub fn build(&self, pool: &mut TermPool) -> Bv {
        match self {
            Expr::Sym(i, w) => pool.bv_symbol(&format!("s{i}"), *w),
            Expr::Const(w, c) => pool.bv_const(&margay_smt::BitVec::from_u128(*w, *c)),
            Expr::Un(op, a) => {
                let a = a.build(pool);
                match op {
                    Un::Not => pool.bv_not(a),
                    Un::Neg => pool.bv_neg(a),
                }
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (a.build(pool), b.build(pool));
                match op {
                    Bin::Add => pool.bv_add(a, b),
                    Bin::Sub => pool.bv_sub(a, b),
                    Bin::Mul => pool.bv_mul(a, b),
                    Bin::Udiv => pool.bv_udiv(a, b),
                    Bin::Urem => pool.bv_urem(a, b),
                    Bin::Sdiv => pool.bv_sdiv(a, b),
                    Bin::Srem => pool.bv_srem(a, b),
                    Bin::And => pool.bv_and(a, b),
                    Bin::Or => pool.bv_or(a, b),
                    Bin::Xor => pool.bv_xor(a, b),
                    Bin::Shl => pool.bv_shl(a, b),
                    Bin::Lshr => pool.bv_lshr(a, b),
                    Bin::Ashr => pool.bv_ashr(a, b),
                }
            }
            Expr::Cmp(..) | Expr::Logic(..) | Expr::LogicNot(_) | Expr::LogicIte(..) => {
                let b = self.build_bool(pool);
                pool.bv_from_bool(b)
            }
            Expr::Ite(c, a, b) => {
                let c = c.build_bool(pool);
                let (a, b) = (a.build(pool), b.build(pool));
                pool.ite(c, a, b)
            }
            Expr::Concat(a, b) => {
                let (a, b) = (a.build(pool), b.build(pool));
                pool.bv_concat(a, b)
            }
            Expr::Extract(high, low, a) => {
                let a = a.build(pool);
                pool.bv_extract(*high, *low, a)
            }
            Expr::Zext(w, a) => {
                let a = a.build(pool);
                pool.bv_zext(a, *w)
            }
            Expr::Sext(w, a) => {
                let a = a.build(pool);
                pool.bv_sext(a, *w)
            }
            Expr::Read(table, stores, index) => {
                let mut array: Array = if *table {
                    pool.table(8, TABLE.to_vec().into())
                } else {
                    pool.array_symbol("memory", 8)
                };
                for (at, value) in stores {
                    let (at, value) = (at.build(pool), value.build(pool));
                    array = pool.store(array, at, value);
                }
                let index = index.build(pool);
                pool.read(array, index)
            }
        }
    }

    fn build_bool(&self, pool: &mut TermPool) -> Bool {
        match self {
            Expr::Cmp(op, a, b) => {
                let (a, b) = (a.build(pool), b.build(pool));
                match op {
                    Cmp::Eq => pool.eq(a, b),
                    Cmp::Ult => pool.bv_ult(a, b),
                    Cmp::Ule => pool.bv_ule(a, b),
                    Cmp::Slt => pool.bv_slt(a, b),
                    Cmp::Sle => pool.bv_sle(a, b),
                }
            }
            Expr::LogicNot(a) => {
                let a = a.build_bool(pool);
                pool.not(a)
            }
            Expr::Logic(op, a, b) => {
                let (a, b) = (a.build_bool(pool), b.build_bool(pool));
                match op {
                    Logic::And => pool.and(a, b),
                    Logic::Or => pool.or(a, b),
                    Logic::Xor => pool.xor(a, b),
                    Logic::Implies => pool.implies(a, b),
                    Logic::Eq => pool.eq(a, b),
                }
            }
            Expr::LogicIte(c, a, b) => {
                let (c, a, b) = (c.build_bool(pool), a.build_bool(pool), b.build_bool(pool));
                pool.ite(c, a, b)
            }
            _ => {
                let bit = self.build(pool);
                let one = pool.bv_u64(1, 1);
                pool.eq(bit, one)
            }
        }
    }
}

/// The environment as an assignment; `widths[i]` is that of symbol `s{i}`.
pub fn assignment(pool: &mut TermPool, widths: &[u32], env: &Env) -> Assignment {
    let mut assignment = Assignment::new();
    for (i, &width) in widths.iter().enumerate() {
        let id = symbol(pool, i, width);
        let value = margay_smt::BitVec::from_u128(width, env.values[i]);
        assignment.set_bv(id, value);
    }
    let memory = pool.array_symbol("memory", 8);
    let memory = pool.as_symbol(memory).expect("a symbol");
    assignment.set_array(memory, ArrayValue::from_bytes(&env.bytes));
    assignment
}

pub fn symbol(pool: &mut TermPool, index: usize, width: u32) -> SymbolId {
    let term = pool.bv_symbol(&format!("s{index}"), width);
    pool.as_symbol(term).expect("a symbol")
}

fn binary(op: Bin, w: u32, x: u128, y: u128) -> u128 {
    let (sx, sy) = (signed(w, x), signed(w, y));
    let shift = u32::try_from(y).ok().filter(|&k| k < w);
    match op {
        Bin::Add => x.wrapping_add(y),
        Bin::Sub => x.wrapping_sub(y),
        Bin::Mul => x.wrapping_mul(y),
        Bin::Udiv => x.checked_div(y).unwrap_or(u128::MAX),
        Bin::Urem => x.checked_rem(y).unwrap_or(x),
        Bin::Sdiv if y == 0 => {
            if sx < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Bin::Sdiv => sx.wrapping_div(sy).cast_unsigned(),
        Bin::Srem if y == 0 => x,
        Bin::Srem => sx.wrapping_rem(sy).cast_unsigned(),
        Bin::And => x & y,
        Bin::Or => x | y,
        Bin::Xor => x ^ y,
        Bin::Shl => shift.map_or(0, |k| x << k),
        Bin::Lshr => shift.map_or(0, |k| x >> k),
        Bin::Ashr => (sx >> shift.unwrap_or(w - 1)).cast_unsigned(),
    }
}
