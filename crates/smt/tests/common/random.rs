//! Random expression trees and values for their symbols.

use super::common::{self, Bin, Cmp, E, Env, Expr, Logic, Un};
use fastrand::Rng;
use std::rc::Rc;

/// The widths of the symbols `s0`, `s1` and so on.
pub const WIDTHS: [u32; 12] = [1, 8, 8, 16, 32, 32, 64, 7, 8, 100, 128, 128];

fn constant(rng: &mut Rng, width: u32) -> E {
    let value = match rng.u32(0..5) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << rng.u32(0..width),
        _ => rng.u128(..),
    };
    Rc::new(Expr::Const(width, value & common::mask(width)))
}

fn leaf(rng: &mut Rng, width: u32) -> E {
    let fitting: Vec<usize> = (0..WIDTHS.len()).filter(|&i| WIDTHS[i] == width).collect();
    if fitting.is_empty() || rng.u32(0..3) == 0 {
        return constant(rng, width);
    }
    Rc::new(Expr::Sym(fitting[rng.usize(0..fitting.len())], width))
}

pub fn expr(rng: &mut Rng, width: u32, depth: u32) -> E {
    if depth == 0 || rng.u32(0..12) == 0 {
        return leaf(rng, width);
    }
    let d = depth - 1;
    let e = match rng.u32(0..14) {
        0..=3 => {
            let op = Bin::ALL[rng.usize(0..Bin::ALL.len())];
            Expr::Bin(op, expr(rng, width, d), expr(rng, width, d))
        }
        4 | 5 => {
            let op = [Bin::Add, Bin::Sub, Bin::And, Bin::Or][rng.usize(0..4)];
            Expr::Bin(op, expr(rng, width, d), expr(rng, width, d))
        }
        6 => {
            let op = if rng.bool() { Un::Not } else { Un::Neg };
            Expr::Un(op, expr(rng, width, d))
        }
        7 => Expr::Ite(expr(rng, 1, d), expr(rng, width, d), expr(rng, width, d)),
        8 if width >= 2 => {
            let low = rng.u32(1..width);
            Expr::Concat(expr(rng, width - low, d), expr(rng, low, d))
        }
        9 => {
            let wide = (width + rng.u32(0..20)).min(128);
            let low = rng.u32(0..=wide - width);
            Expr::Extract(low + width - 1, low, expr(rng, wide, d))
        }
        10 if width >= 2 => {
            let narrow = if rng.bool() && width > 8 { 8 } else { rng.u32(1..width) };
            if rng.bool() {
                Expr::Zext(width, expr(rng, narrow, d))
            } else {
                Expr::Sext(width, expr(rng, narrow, d))
            }
        }
        11 if width == 8 => {
            let stores =
                (0..rng.u32(0..4)).map(|_| (expr(rng, 8, d / 2), expr(rng, 8, d / 2))).collect();
            Expr::Read(rng.bool(), stores, expr(rng, 8, d / 2))
        }
        _ if width == 1 => {
            let w = [1, 7, 8, 32, 128][rng.usize(0..5)];
            match rng.u32(0..5) {
                0 => Expr::LogicNot(expr(rng, 1, d)),
                1 => {
                    let op = Logic::ALL[rng.usize(0..Logic::ALL.len())];
                    Expr::Logic(op, expr(rng, 1, d), expr(rng, 1, d))
                }
                2 => Expr::LogicIte(expr(rng, 1, d), expr(rng, 1, d), expr(rng, 1, d)),
                _ => {
                    let op = Cmp::ALL[rng.usize(0..Cmp::ALL.len())];
                    Expr::Cmp(op, expr(rng, w, d), expr(rng, w, d))
                }
            }
        }
        _ => return leaf(rng, width),
    };
    Rc::new(e)
}

pub fn env(rng: &mut Rng) -> Env {
    let small = rng.bool();
    Env {
        values: WIDTHS
            .iter()
            .map(|&w| {
                let value = if small { rng.u128(0..4) } else { rng.u128(..) };
                value & common::mask(w)
            })
            .collect(),
        bytes: (0..256).map(|_| rng.u8(..)).collect(),
    }
}
