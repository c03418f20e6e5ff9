//! Chance and the clock.
//!
//! Which numbers `rand` gives for a seed is for the C library to say, so that they may be any; but the same seed gives the
//! same ones again. The numbers of the 48-bit family are those that POSIX defines.
//!
//! Invariant: two sequences of `rand` that start from the same seed have no different numbers at one place, as far as
//! they are kept.

use super::ahead;
use super::clocks::{self, Clock};
use crate::spec::{INT, LONG, Table, all_answers, exact};
use crate::{Facts, LibC, calls};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, terms};
use margay_ir::finding::{Form, Source};
use margay_smt::{Bv, FloatKind};
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    all_answers("rand", |call| rand(call, 32)).answers(0, INT),
    all_answers("rand_r", rand_r).answers(0, INT),
    all_answers("random", |call| rand(call, call.pointer_bytes() * 8)).answers(0, INT),
    exact("drand48", |call| fraction(call, false)),
    exact("erand48", |call| fraction(call, true)),
    exact("lrand48", |call| linear_number(call, false, Form::Unsigned)).answers(0, INT),
    exact("nrand48", |call| linear_number(call, true, Form::Unsigned)).answers(0, INT),
    exact("mrand48", |call| linear_number(call, false, Form::Signed)).answers(-INT - 1, INT),
    exact("jrand48", |call| linear_number(call, true, Form::Signed)).answers(-INT - 1, INT),
    all_answers("arc4random", |call| natural(call, 32, 32)).answers(0, 0xffff_ffff),
    all_answers("srand", srand),
    all_answers("srandom", srand),
    exact("srand48", srand48),
    exact("seed48", seed48),
    exact("lcong48", lcong48),
    all_answers("time", time).answers(0, LONG),
    all_answers("clock", clock).answers(0, LONG),
]);

/// What is known of the generators.
#[derive(Clone, Default)]
pub struct Chance {
    /// The generator of `rand`, and that of `random` where it is another one.
    generators: [Generator; 2],
    /// What `rand_r` found, what it gave for that, and what it left.
    steps: Rc<Vec<[Value; 3]>>,
    /// The generator of the 48-bit family.
    linear: Linear,
}

/// A generator that takes a seed.
#[derive(Clone, Default, PartialEq)]
struct Generator {
    /// What it was last given, and how many numbers were taken since.
    seed: Seed,
    taken: usize,
    /// Seeds, and the first numbers that came after them, of 31 bits.
    sequences: Rc<Vec<(Value, Vec<Value>)>>,
}

/// What a generator starts from.
#[derive(Clone, Copy, Default, PartialEq)]
enum Seed {
    /// The program has given none.
    #[default]
    First,
    Known(Value),
    /// The callers may have given one, or it was forgotten: what comes may be any number.
    Unknown,
}

#[derive(Clone, Copy, PartialEq)]
struct Linear {
    /// Of 48 bits; nothing if the program has not set it.
    state: Option<Value>,
    factor: u64,
    summand: u64,
}

impl Default for Linear {
    fn default() -> Linear {
        Linear { state: None, factor: 0x5_deec_e66d, summand: 0xb }
    }
}

impl Chance {
    /// Whether the same numbers can come.
    pub fn same(&self, other: &Chance) -> bool {
        let Chance { generators, steps, linear } = self;
        *generators == other.generators && *steps == other.steps && *linear == other.linear
    }

    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.linear.state.iter().for_each(&mut *visit);
        for Generator { seed, taken: _, sequences } in &self.generators {
            if let Seed::Known(seed) = seed {
                visit(seed);
            }
            for (seed, numbers) in &**sequences {
                visit(seed);
                numbers.iter().for_each(&mut *visit);
            }
        }
        self.steps.iter().flatten().for_each(visit);
    }
}

/// Numbers of a sequence that are kept, and steps of `rand_r`.
const KEPT: usize = 32;
/// The seed that a program has which sets none.
const FIRST_SEED: u64 = 1;

fn chance<'c>(call: &'c mut Call<'_>) -> &'c mut Chance {
    &mut call.library::<LibC>().outside.chance
}

/// The generator that the function which is called takes numbers of. Of glibc, `rand` and `random` have one.
fn generator<'c>(call: &'c mut Call<'_>) -> &'c mut Generator {
    let is_other = !is_gnu(call) && matches!(call.name, "random" | "srandom");
    &mut chance(call).generators[usize::from(is_other)]
}

fn is_gnu(call: &Call<'_>) -> bool {
    call.program.triple.contains("gnu")
}

fn result(call: &Call<'_>) -> Source {
    Source::Return { function: call.name.to_owned() }
}

fn unsigned_input(call: &mut Call<'_>, number: Bv) {
    let source = result(call);
    call.input_number(source, number);
    if let Some(input) = call.state.outside.inputs.last_mut() {
        input.form = Form::Unsigned;
    }
}

/// Whether the program may still start a sequence again. Else no number need be kept.
fn repeats(call: &mut Call<'_>) -> bool {
    calls(call.program, Facts::SEEDS)
        && !calls(call.program, Facts::SETS_GENERATOR)
        && ahead::calls(call, ahead::What::Seeds)
}

fn srand(call: &mut Call<'_>) -> ModelResult {
    let seed = call.arg(0);
    let mut seed = terms::term(call.pool, seed, 32);
    if is_gnu(call) {
        // glibc takes 1 for 0.
        let (zero, one) = (call.pool.bv_u64(32, 0), call.pool.bv_u64(32, FIRST_SEED));
        let is_zero = call.pool.eq(seed, zero);
        seed = call.pool.ite(is_zero, one, seed);
    }
    let seed = terms::as_known(call.pool, seed);
    let repeats = repeats(call);
    let generator = generator(call);
    // The numbers of other seeds are of use as long as those of this one are examined.
    generator.seed = match repeats || !generator.sequences.is_empty() {
        true => Seed::Known(seed),
        false => Seed::Unknown,
    };
    generator.taken = 0;
    Ok(Flow::void())
}

/// `rand` and `random`: a number up to `RAND_MAX`.
fn rand(call: &mut Call<'_>, width: u32) -> ModelResult {
    const BITS: u32 = 31;
    let at = generator(call).taken;
    let repeats = repeats(call);
    let known = generator(call).sequences.iter().map(|(_, numbers)| numbers.len()).max();
    let alone = call.has_unknown_callers();
    let seed = match generator(call).seed {
        Seed::First if alone => None,
        Seed::First => Some(Value::Int(FIRST_SEED)),
        Seed::Known(seed) => Some(seed),
        Seed::Unknown => None,
    };
    let is_kept = at < KEPT && (repeats || at < known.unwrap_or_default());
    let Some(seed) = seed.filter(|_| is_kept) else {
        // The same place in the sequence does not come again, or its numbers are not kept.
        if !repeats {
            *generator(call) = Generator { seed: Seed::Unknown, ..Generator::default() };
        }
        return natural(call, BITS, width);
    };
    generator(call).taken += 1;
    let sequences = generator(call).sequences.clone();
    let of_seed = sequences.iter().position(|(known, _)| *known == seed);
    let known = of_seed.and_then(|index| sequences[index].1.get(at).copied());
    let number = match known {
        Some(known) => terms::term(call.pool, known, BITS),
        None => call.input_symbol(call.name, BITS),
    };
    unsigned_input(call, number);
    if known.is_none() {
        let new = terms::term(call.pool, seed, 32);
        for (other, numbers) in &*sequences {
            let Some(other_number) = numbers.get(at) else { continue };
            let (other, other_number) =
                (terms::term(call.pool, *other, 32), terms::term(call.pool, *other_number, BITS));
            let (same_seed, same) = (call.pool.eq(other, new), call.pool.eq(other_number, number));
            let fine = call.pool.implies(same_seed, same);
            if call.pool.as_const_bool(fine) != Some(true) {
                call.given(fine)?;
            }
        }
        // Once no seed is set any more, what comes is of no use to others.
        if !repeats {
            return Ok(Value::Term(call.pool.bv_zext(number, width)).into());
        }
        let sequences = Rc::make_mut(&mut generator(call).sequences);
        match of_seed {
            Some(index) => sequences[index].1.push(Value::Term(number)),
            None => sequences.push((seed, vec![Value::Term(number)])),
        }
    }
    Ok(Value::Term(call.pool.bv_zext(number, width)).into())
}

/// `rand_r`: the number and what is left follow from what is found.
fn rand_r(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let found = call.load_value(place, 4)?;
    let steps = chance(call).steps.clone();
    let (number, left) = match steps.iter().find(|[known, ..]| *known == found) {
        Some([_, number, left]) => {
            (terms::term(call.pool, *number, 31), terms::term(call.pool, *left, 32))
        }
        None => {
            let number = call.input_symbol(call.name, 31);
            let left = call.input_symbol(call.name, 32);
            let here = terms::term(call.pool, found, 32);
            for [other, other_number, other_left] in &*steps {
                let other = terms::term(call.pool, *other, 32);
                let (other_number, other_left) = (
                    terms::term(call.pool, *other_number, 31),
                    terms::term(call.pool, *other_left, 32),
                );
                let same_seed = call.pool.eq(other, here);
                let same = call.pool.eq(other_number, number);
                let same_left = call.pool.eq(other_left, left);
                let same = call.pool.and(same, same_left);
                let fine = call.pool.implies(same_seed, same);
                if call.pool.as_const_bool(fine) != Some(true) {
                    call.given(fine)?;
                }
            }
            let steps = Rc::make_mut(&mut chance(call).steps);
            if steps.len() >= KEPT {
                steps.remove(0);
            }
            steps.push([found, Value::Term(number), Value::Term(left)]);
            (number, left)
        }
    };
    unsigned_input(call, number);
    super::outcomes::put(call, place, 0, vec![left])?;
    Ok(Value::Term(call.pool.bv_zext(number, 32)).into())
}

/// Whether the callers may have set the generator of the 48-bit family, its factor and its summand.
fn is_unknown(call: &mut Call<'_>) -> bool {
    call.has_unknown_callers() && chance(call).linear.state.is_none()
}

/// The next state of the 48-bit family: the library's own, or that of the three words which the first argument points to.
fn next_state(call: &mut Call<'_>, given: bool) -> Result<Bv, Stop> {
    let Linear { state, factor, summand } = chance(call).linear;
    let place = if given { call.arg_u64(0)? } else { 0 };
    let state = match state {
        _ if given => call.load_value(place, 6)?,
        state => state.unwrap_or(Value::Int(0)),
    };
    if is_unknown(call) {
        let next = call.input_symbol(call.name, 48);
        if given {
            call.store_value(place, 6, Value::Term(next))?;
        }
        return Ok(next);
    }
    let state = terms::term(call.pool, state, 48);
    let (factor, summand) = (call.pool.bv_u64(48, factor), call.pool.bv_u64(48, summand));
    let product = call.pool.bv_mul(state, factor);
    let next = call.pool.bv_add(product, summand);
    let kept = terms::as_known(call.pool, next);
    match given {
        true => call.store_value(place, 6, kept)?,
        false => chance(call).linear.state = Some(kept),
    }
    Ok(next)
}

/// The upper bits of the next state: 31 that are no sign, or 32. The number is a symbol, so that it can be told where it
/// comes from.
fn linear_number(call: &mut Call<'_>, given: bool, form: Form) -> ModelResult {
    let next = next_state(call, given)?;
    let low = if form == Form::Signed { 16 } else { 17 };
    let exact = call.pool.bv_extract(47, low, next);
    let number = call.input(result(call), form, 48 - low);
    let same = call.pool.eq(number, exact);
    call.given(same)?;
    let width = call.pointer_bytes() * 8;
    let wide = match form {
        Form::Signed => call.pool.bv_sext(number, width),
        _ => call.pool.bv_zext(number, width),
    };
    Ok(Value::Term(wide).into())
}

/// The next state as a number from 0 to less than 1, of which each bit is one of the fraction.
fn fraction(call: &mut Call<'_>, given: bool) -> ModelResult {
    let next = next_state(call, given)?;
    let (one, none) = (call.pool.bv_u64(12, 0x3ff), call.pool.bv_u64(4, 0));
    let above_one = call.pool.bv_concat_all(&[one, next, none]);
    let above_one = call.pool.fp_from_bits(FloatKind::Double, above_one);
    let one = call.pool.fp_const(FloatKind::Double, 1.0f64.to_bits().into());
    let fraction = call.pool.fp_sub(above_one, one);
    let bits = call.pool.fp_to_bits(fraction);
    Ok(terms::as_known(call.pool, bits).into())
}

fn srand48(call: &mut Call<'_>) -> ModelResult {
    let seed = terms::term(call.pool, call.arg(0), call.pointer_bytes() * 8);
    let (seed, low) = (call.pool.bv_trunc(seed, 32), call.pool.bv_u64(16, 0x330e));
    let state = call.pool.bv_concat(seed, low);
    let state = Some(terms::as_known(call.pool, state));
    chance(call).linear = Linear { state, ..Linear::default() };
    Ok(Flow::void())
}

fn seed48(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let state = call.load_value(place, 6)?;
    let old = match is_unknown(call) {
        true => Value::Term(call.input_symbol(call.name, 48)),
        false => chance(call).linear.state.unwrap_or(Value::Int(0)),
    };
    let buffer = crate::text::static_object(call, "seed48 buffer", || vec![0; 6]);
    call.store_value(buffer, 6, old)?;
    chance(call).linear = Linear { state: Some(state), ..Linear::default() };
    Ok(Flow::address(buffer))
}

fn lcong48(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let state = call.load_value(place, 6)?;
    let (factor, summand) = (call.load(place + 6, 6)?, call.load(place + 12, 2)?);
    chance(call).linear = Linear { state: Some(state), factor, summand };
    Ok(Flow::void())
}

/// A number of `bits` bits that is not negative, in a result of `width`.
fn natural(call: &mut Call<'_>, bits: u32, width: u32) -> ModelResult {
    Ok(number(call, bits, width).into())
}

fn number(call: &mut Call<'_>, bits: u32, width: u32) -> Value {
    let bits = if bits == width { bits } else { bits.min(width - 1) };
    let number = call.input(result(call), Form::Unsigned, bits);
    Value::Term(if bits == width { number } else { call.pool.bv_zext(number, width) })
}

fn time(call: &mut Call<'_>) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    let now = number(call, 40, bits);
    let place = call.arg_u64(0)?;
    if place != 0 {
        call.store_value(place, bits / 8, now)?;
    }
    Ok(now.into())
}

/// `clock`: a number of 32 bits starts again.
fn clock(call: &mut Call<'_>) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    let now = number(call, 62, bits);
    if let Value::Term(now) = now
        && bits == 64
    {
        clocks::reads(call, Clock::Processor, now)?;
    }
    Ok(now.into())
}
