//! Pseudo-random numbers: `rand`, `random` and the 48-bit family, with glibc's sequences.

use crate::LibC;
use crate::errno::EINVAL;
use crate::flow::{Data, Labels};
use crate::spec::{Facts, Table, exact, one_of_many};
use crate::text::static_object;
use margay_engine::{Call, Flow, ModelResult, Stop, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("rand", rand).typed("i").brings(&[(Data::Returned, Labels::RANDOM)]),
    one_of_many("random", random).typed("l").brings(&[(Data::Returned, Labels::RANDOM)]),
    exact("srand", srand).typed("vi").with(Facts::SEEDS),
    exact("srandom", srand).typed("vi").with(Facts::SEEDS),
    one_of_many("rand_r", rand_r).typed("ip").brings(&[(Data::Returned, Labels::RANDOM)]),
    one_of_many("initstate", initstate).typed("pipl").with(Facts::SETS_GENERATOR),
    one_of_many("setstate", setstate).typed("pp").with(Facts::SETS_GENERATOR),
    one_of_many("drand48", drand48).typed("d"),
    one_of_many("erand48", erand48).typed("dp"),
    one_of_many("lrand48", lrand48).typed("l").brings(&[(Data::Returned, Labels::RANDOM)]),
    one_of_many("nrand48", nrand48).typed("lp").brings(&[(Data::Returned, Labels::RANDOM)]),
    one_of_many("mrand48", mrand48).typed("l").brings(&[(Data::Returned, Labels::RANDOM)]),
    one_of_many("jrand48", jrand48).typed("lp"),
    exact("srand48", srand48).typed("vl"),
    one_of_many("seed48", seed48).typed("pp"),
    one_of_many("lcong48", lcong48).typed("vp"),
    one_of_many("arc4random", arc4random).typed("i"),
    one_of_many("arc4random_uniform", arc4random_uniform).typed("ii"),
    one_of_many("arc4random_buf", arc4random_buf).typed("vpl"),
    one_of_many("getentropy", |call| {
        arc4random_buf(call)?;
        Ok(Flow::int(0))
    })
    .typed("ipl")
    .signal_safe(),
    one_of_many("getrandom", |call| {
        arc4random_buf(call)?;
        Ok(Flow::address(call.arg_u64(1)?))
    })
    .typed("lpli")
    .signal_safe(),
]);

/// All generators of a state.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Generators {
    feedback: Rc<Feedback>,
    /// The buffer of `initstate` in use; 0 for the library's own.
    buffer: u64,
    /// Generators that wait in other buffers.
    waiting: BTreeMap<u64, Rc<Feedback>>,
    linear: Linear,
}

/// glibc's additive feedback generator; without an array, a linear one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Feedback {
    state: Vec<u32>,
    front: usize,
    rear: usize,
}

impl Default for Feedback {
    fn default() -> Self {
        Feedback::new(31, 3, 1)
    }
}

impl Feedback {
    /// `degree` words of state, the two taps `separation` apart.
    fn new(degree: usize, separation: usize, seed: u32) -> Feedback {
        let mut generator = Feedback { state: vec![0; degree.max(1)], front: separation, rear: 0 };
        generator.seed(seed);
        generator
    }

    /// Degree and separation for a buffer of this many bytes.
    fn shape(bytes: u64) -> Option<(usize, usize)> {
        match bytes {
            0..8 => None,
            8..32 => Some((0, 0)),
            32..64 => Some((7, 3)),
            64..128 => Some((15, 1)),
            128..256 => Some((31, 3)),
            _ => Some((63, 1)),
        }
    }

    fn seed(&mut self, seed: u32) {
        let degree = self.state.len();
        let mut word = i64::from(seed.max(1).cast_signed());
        self.state[0] = seed.max(1);
        if degree == 1 {
            return;
        }
        for slot in &mut self.state[1..] {
            // Schrage's way to 16807 * word mod 2^31 - 1, which keeps within 31 bits.
            word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
            if word < 0 {
                word += 0x7fff_ffff;
            }
            *slot = u32::try_from(word).unwrap_or(0);
        }
        self.rear = 0;
        self.front = match degree {
            7 | 31 => 3,
            _ => 1,
        };
        for _ in 0..degree * 10 {
            self.next();
        }
    }

    fn next(&mut self) -> u32 {
        let degree = self.state.len();
        if degree == 1 {
            let next = self.state[0].wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
            self.state[0] = next;
            return next;
        }
        let sum = self.state[self.front].wrapping_add(self.state[self.rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % degree;
        self.rear = (self.rear + 1) % degree;
        sum >> 1
    }
}

/// The generator of the 48-bit family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Linear {
    state: u64,
    factor: u64,
    summand: u64,
}

impl Default for Linear {
    fn default() -> Self {
        Linear { state: 0, factor: 0x5_DEEC_E66D, summand: 0xb }
    }
}

const MASK_48: u64 = (1 << 48) - 1;

impl Linear {
    fn step(self, state: u64) -> u64 {
        state.wrapping_mul(self.factor).wrapping_add(self.summand) & MASK_48
    }
}

fn rand(call: &mut Call<'_>) -> ModelResult {
    let generator = Rc::make_mut(&mut call.library::<LibC>().random.feedback);
    let next = generator.next();
    Ok(Flow::int(next.cast_signed()))
}

fn random(call: &mut Call<'_>) -> ModelResult {
    rand(call)
}

fn srand(call: &mut Call<'_>) -> ModelResult {
    let seed = call.arg_u32(0)?;
    Rc::make_mut(&mut call.library::<LibC>().random.feedback).seed(seed);
    Ok(Flow::void())
}

fn rand_r(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let mut next = call.load_i32(place)?.cast_unsigned();
    let mut draw = |range: u32| {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (next / 65536) % range
    };
    let mut result = draw(2048);
    result = result << 10 ^ draw(1024);
    result = result << 10 ^ draw(1024);
    call.store(place, 4, u64::from(next))?;
    Ok(Flow::int(result.cast_signed()))
}

/// Takes another generator into use and returns the buffer of the one before.
fn exchange(call: &mut Call<'_>, buffer: u64, generator: Rc<Feedback>) -> u64 {
    let own = static_object(call, "random state", || vec![0; 128]);
    let random = &mut call.library::<LibC>().random;
    let old = if random.buffer == 0 { own } else { random.buffer };
    let before = std::mem::replace(&mut random.feedback, generator);
    random.waiting.insert(old, before);
    random.buffer = buffer;
    old
}

fn initstate(call: &mut Call<'_>) -> ModelResult {
    let (seed, buffer, size) = (call.arg_u32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let Some((degree, separation)) = Feedback::shape(size) else {
        call.set_errno(EINVAL)?;
        return Ok(Flow::address(0));
    };
    let generator = Rc::new(Feedback::new(degree, separation, seed));
    Ok(Flow::address(exchange(call, buffer, generator)))
}

fn setstate(call: &mut Call<'_>) -> ModelResult {
    let buffer = call.arg_u64(0)?;
    let random = &mut call.library::<LibC>().random;
    if buffer == random.buffer {
        return Ok(Flow::address(buffer));
    }
    match random.waiting.remove(&buffer) {
        Some(generator) => Ok(Flow::address(exchange(call, buffer, generator))),
        None => {
            call.set_errno(EINVAL)?;
            Ok(Flow::address(0))
        }
    }
}

/// The next state of the library's own generator.
fn next_own(call: &mut Call<'_>) -> u64 {
    let linear = &mut call.library::<LibC>().random.linear;
    linear.state = linear.step(linear.state);
    linear.state
}

/// The next state of the generator in the caller's three words.
fn next_given(call: &mut Call<'_>) -> Result<u64, Stop> {
    let place = call.arg_u64(0)?;
    let state = call.load(place, 6)?;
    let next = call.library::<LibC>().random.linear.step(state);
    call.store(place, 6, next)?;
    Ok(next)
}

/// In [0, 1): 48 bits are exact in a double.
fn fraction(state: u64) -> Flow {
    Flow::double(state as f64 / (1u64 << 48) as f64)
}

fn drand48(call: &mut Call<'_>) -> ModelResult {
    Ok(fraction(next_own(call)))
}

fn erand48(call: &mut Call<'_>) -> ModelResult {
    Ok(fraction(next_given(call)?))
}

fn lrand48(call: &mut Call<'_>) -> ModelResult {
    Ok(Value::Int(next_own(call) >> 17).into())
}

fn nrand48(call: &mut Call<'_>) -> ModelResult {
    Ok(Value::Int(next_given(call)? >> 17).into())
}

/// The upper 32 bits as a signed `long`.
fn signed_result(call: &mut Call<'_>, state: u64) -> Flow {
    let value = margay_engine::signed(state >> 16, 32);
    call.word(value).into()
}

fn mrand48(call: &mut Call<'_>) -> ModelResult {
    let state = next_own(call);
    Ok(signed_result(call, state))
}

fn jrand48(call: &mut Call<'_>) -> ModelResult {
    let state = next_given(call)?;
    Ok(signed_result(call, state))
}

fn srand48(call: &mut Call<'_>) -> ModelResult {
    let seed = u64::from(call.arg_u32(0)?);
    call.library::<LibC>().random.linear =
        Linear { state: seed << 16 | 0x330e, ..Linear::default() };
    Ok(Flow::void())
}

fn seed48(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let state = call.load(place, 6)?;
    let old = call.library::<LibC>().random.linear.state;
    let buffer = static_object(call, "seed48 buffer", || vec![0; 6]);
    call.store(buffer, 6, old)?;
    call.library::<LibC>().random.linear = Linear { state, ..Linear::default() };
    Ok(Flow::address(buffer))
}

fn lcong48(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let (state, factor) = (call.load(place, 6)?, call.load(place.wrapping_add(6), 6)?);
    let summand = call.load(place.wrapping_add(12), 2)?;
    call.library::<LibC>().random.linear = Linear { state, factor, summand };
    Ok(Flow::void())
}

fn arc4random(call: &mut Call<'_>) -> ModelResult {
    let mut bytes = [0; 4];
    call.world.random(&mut bytes);
    Ok(Flow::int(i32::from_le_bytes(bytes)))
}

fn arc4random_uniform(call: &mut Call<'_>) -> ModelResult {
    let bound = call.arg_u32(0)?;
    let mut bytes = [0; 8];
    call.world.random(&mut bytes);
    // 64 random bits make the bias of the remainder immaterial.
    let value = u64::from_le_bytes(bytes).checked_rem(u64::from(bound)).unwrap_or(0);
    Ok(Value::Int(value).into())
}

fn arc4random_buf(call: &mut Call<'_>) -> ModelResult {
    let (place, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    if size == 0 {
        return Ok(Flow::void());
    }
    call.memory().check(place, size, margay_engine::AccessKind::Write)?;
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    call.world.random(&mut bytes);
    call.write_bytes(place, &bytes)?;
    Ok(Flow::void())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(degree: usize, separation: usize, seed: u32) -> [u32; 3] {
        let mut generator = Feedback::new(degree, separation, seed);
        std::array::from_fn(|_| generator.next())
    }

    #[test]
    fn sequences_are_those_of_glibc() {
        assert_eq!(first(31, 3, 1), [1_804_289_383, 846_930_886, 1_681_692_777]);
        assert_eq!(first(31, 3, 42), [71_876_166, 708_592_740, 1_483_128_881]);
        assert_eq!(first(31, 3, 0), first(31, 3, 1));
        assert_eq!(first(0, 0, 5), [1_222_621_274, 554_244_747, 695_785_320]);
        assert_eq!(first(7, 3, 5), [526_245_433, 2_030_581_801, 1_856_299_167]);
        assert_eq!(first(63, 1, 5), [1_426_026_113, 713_739_126, 1_505_728_855]);
        assert_eq!(first(15, 1, 5), [256_049_136, 304_529_766, 1_976_335_986]);
    }

    #[test]
    fn the_48_bit_family_starts_at_zero() {
        let linear = Linear::default();
        assert_eq!(linear.step(0), 0xb);
    }
}
