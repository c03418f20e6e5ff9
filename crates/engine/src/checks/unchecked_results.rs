//! Stale values: what an earlier call brought in, and a later one should have replaced.
//!
//! A call that fails leaves its target as it was. Where the program checks the result, it knows; where it does not, the
//! values there are marked, and their use is a fault.

use crate::arith::ints;
use crate::fault::Neglect;
use crate::library::model::Call;
use crate::state::State;
use crate::state::stop::Stop;
use crate::state::unchecked_results::Stale;
use crate::value::provenance::Provenance;
use crate::value::{Value, mask};
use margay_ir::{ConstKind, IcmpPred, Op, Operand};
use margay_smt::{BitVec, Bool, Bv, TermPool};
use std::rc::Rc;

impl State {
    /// Knows of the stale values of others that went on from `base`, each where a condition holds.
    pub(crate) fn join_stale(
        &mut self,
        pool: &mut TermPool,
        base: &State,
        others: &[(Bool, &State)],
    ) {
        let mut joined = (*base.suspects.stale).clone();
        for (condition, other) in others {
            for stale in
                other.suspects.stale.iter().filter(|stale| !base.suspects.stale.contains(stale))
            {
                let if_failed = pool.and(stale.if_failed, *condition);
                let known = |old: &&mut Stale| old.symbol == stale.symbol && old.call == stale.call;
                match joined.iter_mut().find(known) {
                    Some(old) => old.if_failed = pool.or(old.if_failed, if_failed),
                    None => joined.push(Stale { if_failed, ..stale.clone() }),
                }
            }
        }
        self.suspects.stale = Rc::new(joined);
    }
}

impl Call<'_> {
    /// Whether the program misses that the call failed: it does not check the result, or in no way that tells `failed`
    /// from `fine`, both of `bits` bits.
    pub fn neglect(&self, failed: u64, fine: u64, bits: u32) -> Option<Neglect> {
        if self.is_library_code() {
            return None;
        }
        let (function, call) = self.state.instruction()?;
        let function = &self.program.functions[function];
        let call = &function.insts[call];
        let Some(result) = call.result.map(Operand::Reg) else { return Some(Neglect::Ignored) };
        let number = |operand: Operand| match operand {
            Operand::Const(id) => match self.program.consts.get(id).kind {
                ConstKind::Int(number) => Some(number),
                ConstKind::Null => Some(0),
                _ => None,
            },
            Operand::Reg(_) => None,
        };
        let value = |number: u64| BitVec::from_u128(bits, u128::from(number & mask(bits)));
        let tells = |pred: IcmpPred, with: u64| {
            let holds = |number| ints::compare_known(pred, &value(number), &value(with));
            holds(failed) != holds(fine)
        };
        let mut neglect = Neglect::Ignored;
        for inst in function.insts.iter() {
            let mut uses = false;
            inst.op.for_each_operand(|operand| uses |= *operand == result);
            match inst.op {
                _ if !uses => {}
                Op::Icmp { pred, a, b } if a == result && !tells(pred, number(b)?) => {
                    neglect = Neglect::Compared;
                }
                _ => return None,
            }
        }
        Some(neglect)
    }

    /// Marks the value at an address as older than the call, which failed. What the program
    /// itself put there is meant to stay; what was never written has a rule of its own.
    pub fn mark_stale(&mut self, address: u64, len: u32, neglect: Neglect) -> Result<(), Stop> {
        // What is wrong with the target was told where the call did not fail.
        let Ok(old) = self.state.memory.load(self.pool, address, len) else { return Ok(()) };
        let Value::Term(old) = self.state.path.resolve(self.pool, old) else { return Ok(()) };
        let tag = self.state.new_symbol(self.pool, Provenance::Analysis, "stale value", len * 8);
        let same = self.pool.eq(tag, old);
        self.given(same)?;
        self.store_value(address, len, Value::Term(tag))?;
        let always = self.pool.bool_const(true);
        self.mark_stale_if(tag, always, neglect);
        Ok(())
    }

    /// From here on, what depends on a symbol depends on something older if the call failed.
    pub fn mark_stale_if(&mut self, symbol: Bv, if_failed: Bool, neglect: Neglect) {
        let Some(symbol) = self.pool.as_symbol(symbol) else { return };
        let (function, call) = (self.name.into(), self.site);
        let stale = Stale { symbol, if_failed, neglect, function, call };
        Rc::make_mut(&mut self.state.suspects.stale).push(stale);
    }
}
