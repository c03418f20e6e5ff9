//! How paths that went on from one state diverged, and the conditions that tell them apart.

use crate::value::Value;
use crate::value::terms;
use margay_smt::{Bool, TermPool};

/// A path by its number, and what it assumed since.
pub(crate) type Assumed<'a> = (usize, &'a [Bool]);

/// How paths that went on from one state diverged.
pub(crate) enum Divergence {
    /// The path with this number alone goes on here.
    Path(usize),
    /// All assume these.
    All(Vec<Bool>, Box<Divergence>),
    /// A condition holds on some, and not on the others.
    Two(Bool, Box<Divergence>, Box<Divergence>),
    /// Each of these assumes what none of the others does.
    Several(Vec<Divergence>),
}

impl Divergence {
    /// How paths diverged, each given by its number and what it assumed; `None` if one assumes no more than others do.
    pub fn of<'a>(pool: &mut TermPool, paths: &[Assumed<'a>]) -> Option<Divergence> {
        let [(number, assumed), others @ ..] = paths else { return None };
        if others.is_empty() {
            let alone = Divergence::Path(*number);
            return Some(match assumed.is_empty() {
                true => alone,
                false => Divergence::All(assumed.to_vec(), Box::new(alone)),
            });
        }
        let same = |at: &usize| others.iter().all(|(_, other)| other.get(*at) == assumed.get(*at));
        let common = (0..assumed.len()).take_while(same).count();
        if common > 0 {
            let rest: Vec<Assumed<'a>> =
                paths.iter().map(|(number, assumed)| (*number, &assumed[common..])).collect();
            let rest = Divergence::of(pool, &rest)?;
            return Some(Divergence::All(assumed[..common].to_vec(), Box::new(rest)));
        }
        let mut groups: Vec<(Bool, Vec<Assumed<'a>>)> = Vec::new();
        for (number, assumed) in paths {
            let first = *assumed.first()?;
            match groups.iter_mut().find(|(condition, _)| *condition == first) {
                Some((_, group)) => group.push((*number, assumed)),
                None => groups.push((first, vec![(*number, assumed)])),
            }
        }
        if let [(one, yes), (other, no)] = groups.as_slice()
            && pool.not(*one) == *other
        {
            let rest = |group: &[Assumed<'a>]| -> Vec<Assumed<'a>> {
                group.iter().map(|(number, assumed)| (*number, &assumed[1..])).collect()
            };
            let (yes, no) = (rest(yes), rest(no));
            let (yes, no) = (Divergence::of(pool, &yes)?, Divergence::of(pool, &no)?);
            return Some(Divergence::Two(*one, Box::new(yes), Box::new(no)));
        }
        let several: Option<Vec<Divergence>> =
            groups.iter().map(|(_, group)| Divergence::of(pool, group)).collect();
        Some(Divergence::Several(several?))
    }

    /// That one of the paths is taken.
    pub fn condition(&self, pool: &mut TermPool) -> Bool {
        match self {
            Divergence::Path(_) => pool.bool_const(true),
            Divergence::All(assumed, rest) => {
                let rest = rest.condition(pool);
                assumed.iter().rev().fold(rest, |all, one| pool.and(*one, all))
            }
            Divergence::Two(condition, yes, no) => {
                let (yes, no) = (yes.condition(pool), no.condition(pool));
                pool.ite(*condition, yes, no)
            }
            Divergence::Several(parts) => {
                let never = pool.bool_const(false);
                parts.iter().fold(never, |any, part| {
                    let one = part.condition(pool);
                    pool.or(any, one)
                })
            }
        }
    }

    /// What each path assumed, by the paths' numbers.
    pub fn conditions(&self, pool: &mut TermPool, before: Bool, found: &mut [Bool]) {
        match self {
            Divergence::Path(number) => found[*number] = before,
            Divergence::All(assumed, rest) => {
                let all = assumed.iter().fold(before, |all, one| pool.and(all, *one));
                rest.conditions(pool, all, found);
            }
            Divergence::Two(condition, yes, no) => {
                let (holds, fails) = (pool.and(before, *condition), pool.not(*condition));
                yes.conditions(pool, holds, found);
                let fails = pool.and(before, fails);
                no.conditions(pool, fails, found);
            }
            Divergence::Several(parts) => {
                parts.iter().for_each(|part| part.conditions(pool, before, found));
            }
        }
    }

    /// The value of the path that is taken, of those that the paths have.
    pub fn value(&self, pool: &mut TermPool, values: &[Value], bits: u32) -> Value {
        match self {
            Divergence::Path(number) => values[*number],
            Divergence::All(_, rest) => rest.value(pool, values, bits),
            Divergence::Two(condition, yes, no) => {
                let (yes, no) = (yes.value(pool, values, bits), no.value(pool, values, bits));
                choice(pool, *condition, yes, no, bits)
            }
            Divergence::Several(parts) => {
                let (last, others) = parts.split_last().expect("paths diverged here");
                let last = last.value(pool, values, bits);
                others.iter().rev().fold(last, |rest, part| {
                    let value = part.value(pool, values, bits);
                    match value == rest {
                        true => rest,
                        false => {
                            let condition = part.condition(pool);
                            choice(pool, condition, value, rest, bits)
                        }
                    }
                })
            }
        }
    }
}

/// One value if a condition holds, else another.
fn choice(pool: &mut TermPool, condition: Bool, yes: Value, no: Value, bits: u32) -> Value {
    if yes == no {
        return yes;
    }
    let (yes, no) = (terms::term(pool, yes, bits), terms::term(pool, no, bits));
    let chosen = pool.ite(condition, yes, no);
    terms::as_known(pool, chosen)
}
