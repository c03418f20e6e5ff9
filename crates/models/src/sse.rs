//! Vector instructions of x86 that clang leaves as calls: SSE to SSE4.2.
//!
//! Most intrinsics of `<emmintrin.h>` and its kin become plain vector operations. Those
//! that have no such form are called by LLVM's names, and are here. A vector is one
//! value of 128 bits; bits that are undefined count as zero, since a lane may well be
//! unused. MMX and AES are absent; for the comparisons of strings see
//! [`crate::sse_strings`].

use crate::count_unsupported;
use crate::math::count_approximation;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, mask, signed};

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    // Shifts.
    exact("llvm.x86.sse2.pslli.w", |call| shift(call, 16, left)),
    exact("llvm.x86.sse2.pslli.d", |call| shift(call, 32, left)),
    exact("llvm.x86.sse2.pslli.q", |call| shift(call, 64, left)),
    exact("llvm.x86.sse2.psrli.w", |call| shift(call, 16, right)),
    exact("llvm.x86.sse2.psrli.d", |call| shift(call, 32, right)),
    exact("llvm.x86.sse2.psrli.q", |call| shift(call, 64, right)),
    exact("llvm.x86.sse2.psrai.w", |call| shift(call, 16, right_signed)),
    exact("llvm.x86.sse2.psrai.d", |call| shift(call, 32, right_signed)),
    exact("llvm.x86.sse2.psll.w", |call| shift(call, 16, left)),
    exact("llvm.x86.sse2.psll.d", |call| shift(call, 32, left)),
    exact("llvm.x86.sse2.psll.q", |call| shift(call, 64, left)),
    exact("llvm.x86.sse2.psrl.w", |call| shift(call, 16, right)),
    exact("llvm.x86.sse2.psrl.d", |call| shift(call, 32, right)),
    exact("llvm.x86.sse2.psrl.q", |call| shift(call, 64, right)),
    exact("llvm.x86.sse2.psra.w", |call| shift(call, 16, right_signed)),
    exact("llvm.x86.sse2.psra.d", |call| shift(call, 32, right_signed)),
    // Integers, lane by lane.
    exact("llvm.x86.sse2.pavg.b", |call| lanes(call, 8, |a, b| (a + b + 1) >> 1)),
    exact("llvm.x86.sse2.pavg.w", |call| lanes(call, 16, |a, b| (a + b + 1) >> 1)),
    exact("llvm.x86.sse2.pmulhu.w", |call| lanes(call, 16, |a, b| (a * b) >> 16)),
    exact("llvm.x86.sse2.pmulh.w", |call| signed_lanes(call, 16, |a, b| (a * b) >> 16)),
    exact("llvm.x86.ssse3.pmul.hr.sw.128", |call| {
        signed_lanes(call, 16, |a, b| (((a * b) >> 14) + 1) >> 1)
    }),
    exact("llvm.x86.ssse3.psign.b.128", |call| signed_lanes(call, 8, sign)),
    exact("llvm.x86.ssse3.psign.w.128", |call| signed_lanes(call, 16, sign)),
    exact("llvm.x86.ssse3.psign.d.128", |call| signed_lanes(call, 32, sign)),
    // Integers, across lanes.
    exact("llvm.x86.sse2.packsswb.128", |call| pack(call, 16, i8::MIN.into(), i8::MAX.into())),
    exact("llvm.x86.sse2.packssdw.128", |call| pack(call, 32, i16::MIN.into(), i16::MAX.into())),
    exact("llvm.x86.sse2.packuswb.128", |call| pack(call, 16, 0, u8::MAX.into())),
    exact("llvm.x86.sse41.packusdw", |call| pack(call, 32, 0, u16::MAX.into())),
    exact("llvm.x86.sse2.pmadd.wd", multiply_add_words),
    exact("llvm.x86.ssse3.pmadd.ub.sw.128", multiply_add_bytes),
    exact("llvm.x86.ssse3.phadd.w.128", |call| pairs(call, 16, |a, b| a + b)),
    exact("llvm.x86.ssse3.phadd.d.128", |call| pairs(call, 32, |a, b| a + b)),
    exact("llvm.x86.ssse3.phadd.sw.128", |call| pairs(call, 16, |a, b| to_i16(a + b))),
    exact("llvm.x86.ssse3.phsub.w.128", |call| pairs(call, 16, |a, b| a - b)),
    exact("llvm.x86.ssse3.phsub.d.128", |call| pairs(call, 32, |a, b| a - b)),
    exact("llvm.x86.ssse3.phsub.sw.128", |call| pairs(call, 16, |a, b| to_i16(a - b))),
    exact("llvm.x86.sse2.psad.bw", sum_of_differences),
    exact("llvm.x86.sse41.mpsadbw", sums_of_differences),
    exact("llvm.x86.sse41.phminposuw", least_word),
    exact("llvm.x86.ssse3.pshuf.b.128", shuffle_bytes),
    exact("llvm.x86.sse41.pblendvb", |call| blend(call, 8)),
    exact("llvm.x86.sse41.blendvps", |call| blend(call, 32)),
    exact("llvm.x86.sse41.blendvpd", |call| blend(call, 64)),
    exact("llvm.x86.sse41.insertps", insert),
    exact("llvm.x86.pclmulqdq", multiply_without_carry),
    exact("llvm.x86.sse42.crc32.32.8", |call| crc32(call, 8)),
    exact("llvm.x86.sse42.crc32.32.16", |call| crc32(call, 16)),
    exact("llvm.x86.sse42.crc32.32.32", |call| crc32(call, 32)),
    exact("llvm.x86.sse42.crc32.64.8", |call| crc32(call, 8)),
    exact("llvm.x86.sse42.crc32.64.64", |call| crc32(call, 64)),
    // Masks and tests.
    exact("llvm.x86.sse2.pmovmskb.128", |call| signs(call, 8)),
    exact("llvm.x86.sse2.movmsk.pd", |call| signs(call, 64)),
    exact("llvm.x86.sse.movmsk.ps", |call| signs(call, 32)),
    exact("llvm.x86.sse41.ptestz", |call| test(call, |none, _| none)),
    exact("llvm.x86.sse41.ptestc", |call| test(call, |_, all| all)),
    exact("llvm.x86.sse41.ptestnzc", |call| test(call, |none, all| !none && !all)),
    // Conversions.
    exact("llvm.x86.sse2.cvtps2dq", |call| to_ints::<f32>(call, f64::round_ties_even)),
    exact("llvm.x86.sse2.cvttps2dq", |call| to_ints::<f32>(call, f64::trunc)),
    exact("llvm.x86.sse2.cvtpd2dq", |call| to_ints::<f64>(call, f64::round_ties_even)),
    exact("llvm.x86.sse2.cvttpd2dq", |call| to_ints::<f64>(call, f64::trunc)),
    exact("llvm.x86.sse.cvtss2si", |call| to_int::<f32>(call, 32, f64::round_ties_even)),
    exact("llvm.x86.sse.cvtss2si64", |call| to_int::<f32>(call, 64, f64::round_ties_even)),
    exact("llvm.x86.sse.cvttss2si", |call| to_int::<f32>(call, 32, f64::trunc)),
    exact("llvm.x86.sse.cvttss2si64", |call| to_int::<f32>(call, 64, f64::trunc)),
    exact("llvm.x86.sse2.cvtsd2si", |call| to_int::<f64>(call, 32, f64::round_ties_even)),
    exact("llvm.x86.sse2.cvtsd2si64", |call| to_int::<f64>(call, 64, f64::round_ties_even)),
    exact("llvm.x86.sse2.cvttsd2si", |call| to_int::<f64>(call, 32, f64::trunc)),
    exact("llvm.x86.sse2.cvttsd2si64", |call| to_int::<f64>(call, 64, f64::trunc)),
    exact("llvm.x86.sse2.cvtpd2ps", |call| {
        let from = vector(call, 0)?;
        Ok(whole(join(split(from, 64).into_iter().map(single_of), 32)))
    }),
    exact("llvm.x86.sse2.cvtsd2ss", |call| {
        let (to, from) = (vector(call, 0)?, vector(call, 1)?);
        Ok(whole(with_first(to, single_of(low_word(from)), 32)))
    }),
    // Floating point.
    exact("llvm.x86.sse.min.ps", |call| floats::<f32>(call, false, least)),
    exact("llvm.x86.sse.min.ss", |call| floats::<f32>(call, true, least)),
    exact("llvm.x86.sse2.min.pd", |call| floats::<f64>(call, false, least)),
    exact("llvm.x86.sse2.min.sd", |call| floats::<f64>(call, true, least)),
    exact("llvm.x86.sse.max.ps", |call| floats::<f32>(call, false, greatest)),
    exact("llvm.x86.sse.max.ss", |call| floats::<f32>(call, true, greatest)),
    exact("llvm.x86.sse2.max.pd", |call| floats::<f64>(call, false, greatest)),
    exact("llvm.x86.sse2.max.sd", |call| floats::<f64>(call, true, greatest)),
    exact("llvm.x86.sse.cmp.ps", |call| compare::<f32>(call, false)),
    exact("llvm.x86.sse.cmp.ss", |call| compare::<f32>(call, true)),
    exact("llvm.x86.sse2.cmp.pd", |call| compare::<f64>(call, false)),
    exact("llvm.x86.sse2.cmp.sd", |call| compare::<f64>(call, true)),
    exact("llvm.x86.sse.comieq.ss", |call| ordered::<f32>(call, |a, b| a == b)),
    exact("llvm.x86.sse.comilt.ss", |call| ordered::<f32>(call, |a, b| a < b)),
    exact("llvm.x86.sse.comile.ss", |call| ordered::<f32>(call, |a, b| a <= b)),
    exact("llvm.x86.sse.comigt.ss", |call| ordered::<f32>(call, |a, b| a > b)),
    exact("llvm.x86.sse.comige.ss", |call| ordered::<f32>(call, |a, b| a >= b)),
    exact("llvm.x86.sse.comineq.ss", |call| ordered::<f32>(call, |a, b| a != b)),
    exact("llvm.x86.sse.ucomieq.ss", |call| ordered::<f32>(call, |a, b| a == b)),
    exact("llvm.x86.sse.ucomilt.ss", |call| ordered::<f32>(call, |a, b| a < b)),
    exact("llvm.x86.sse.ucomile.ss", |call| ordered::<f32>(call, |a, b| a <= b)),
    exact("llvm.x86.sse.ucomigt.ss", |call| ordered::<f32>(call, |a, b| a > b)),
    exact("llvm.x86.sse.ucomige.ss", |call| ordered::<f32>(call, |a, b| a >= b)),
    exact("llvm.x86.sse.ucomineq.ss", |call| ordered::<f32>(call, |a, b| a != b)),
    exact("llvm.x86.sse2.comieq.sd", |call| ordered::<f64>(call, |a, b| a == b)),
    exact("llvm.x86.sse2.comilt.sd", |call| ordered::<f64>(call, |a, b| a < b)),
    exact("llvm.x86.sse2.comile.sd", |call| ordered::<f64>(call, |a, b| a <= b)),
    exact("llvm.x86.sse2.comigt.sd", |call| ordered::<f64>(call, |a, b| a > b)),
    exact("llvm.x86.sse2.comige.sd", |call| ordered::<f64>(call, |a, b| a >= b)),
    exact("llvm.x86.sse2.comineq.sd", |call| ordered::<f64>(call, |a, b| a != b)),
    exact("llvm.x86.sse2.ucomieq.sd", |call| ordered::<f64>(call, |a, b| a == b)),
    exact("llvm.x86.sse2.ucomilt.sd", |call| ordered::<f64>(call, |a, b| a < b)),
    exact("llvm.x86.sse2.ucomile.sd", |call| ordered::<f64>(call, |a, b| a <= b)),
    exact("llvm.x86.sse2.ucomigt.sd", |call| ordered::<f64>(call, |a, b| a > b)),
    exact("llvm.x86.sse2.ucomige.sd", |call| ordered::<f64>(call, |a, b| a >= b)),
    exact("llvm.x86.sse2.ucomineq.sd", |call| ordered::<f64>(call, |a, b| a != b)),
    exact("llvm.x86.sse.rcp.ps", |call| near(call, "_mm_rcp_ps", false, |x| 1.0 / x)),
    exact("llvm.x86.sse.rcp.ss", |call| near(call, "_mm_rcp_ss", true, |x| 1.0 / x)),
    exact("llvm.x86.sse.rsqrt.ps", |call| near(call, "_mm_rsqrt_ps", false, |x| 1.0 / x.sqrt())),
    exact("llvm.x86.sse.rsqrt.ss", |call| near(call, "_mm_rsqrt_ss", true, |x| 1.0 / x.sqrt())),
    exact("llvm.x86.sse3.addsub.ps", add_and_subtract::<f32>),
    exact("llvm.x86.sse3.addsub.pd", add_and_subtract::<f64>),
    exact("llvm.x86.sse3.hadd.ps", |call| float_pairs::<f32>(call, |a, b| a.plus(b))),
    exact("llvm.x86.sse3.hadd.pd", |call| float_pairs::<f64>(call, |a, b| a.plus(b))),
    exact("llvm.x86.sse3.hsub.ps", |call| float_pairs::<f32>(call, |a, b| a.plus(b.negated()))),
    exact("llvm.x86.sse3.hsub.pd", |call| float_pairs::<f64>(call, |a, b| a.plus(b.negated()))),
    exact("llvm.x86.sse41.dpps", dot_product::<f32>),
    exact("llvm.x86.sse41.dppd", dot_product::<f64>),
    exact("llvm.x86.sse41.round.ps", |call| round::<f32>(call, false)),
    exact("llvm.x86.sse41.round.ss", |call| round::<f32>(call, true)),
    exact("llvm.x86.sse41.round.pd", |call| round::<f64>(call, false)),
    exact("llvm.x86.sse41.round.sd", |call| round::<f64>(call, true)),
    // Memory and the processor's state.
    exact("llvm.x86.sse3.ldu.dq", |call| {
        let from = call.arg_u64(0)?;
        Ok(call.load_value(from, 16)?.into())
    }),
    exact("llvm.x86.sse2.maskmov.dqu", store_masked),
    exact("llvm.x86.sse.sfence", nothing),
    exact("llvm.x86.sse2.lfence", nothing),
    exact("llvm.x86.sse2.mfence", nothing),
    exact("llvm.x86.sse2.pause", nothing),
    exact("llvm.x86.sse2.clflush", nothing),
    exact("llvm.x86.sse.stmxcsr", |call| {
        let to = call.arg_u64(0)?;
        call.store(to, 4, u64::from(CONTROL))?;
        Ok(Flow::void())
    }),
    exact("llvm.x86.sse.ldmxcsr", load_control),
]);

/// The control register of a program at its start: round to nearest, trap nothing.
const CONTROL: u32 = 0x1f80;

/// An argument of 128 bits; undefined bits are zero.
pub fn vector(call: &mut Call<'_>, index: usize) -> Result<u128, Stop> {
    match call.arg(index) {
        Value::Undef => Ok(0),
        Value::Partial { bits, .. } => Ok(u128::from(bits)),
        value => call.concrete_wide(value),
    }
}

pub fn whole(value: u128) -> Flow {
    Value::from_u128(value, 128).into()
}

fn low_word(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).expect("masked to 64 bits")
}

pub fn split(value: u128, bits: u32) -> Vec<u64> {
    (0..128 / bits).map(|lane| low_word(value >> (lane * bits)) & mask(bits)).collect()
}

pub fn split_signed(value: u128, bits: u32) -> Vec<i64> {
    split(value, bits).into_iter().map(|lane| signed(lane, bits)).collect()
}

/// Lanes from the lowest; those that are missing are zero.
pub fn join(lanes: impl IntoIterator<Item = u64>, bits: u32) -> u128 {
    let placed =
        lanes.into_iter().zip(0..).map(|(lane, at)| u128::from(lane & mask(bits)) << (at * bits));
    placed.fold(0, |all, lane| all | lane)
}

fn join_signed(lanes: impl IntoIterator<Item = i64>, bits: u32) -> u128 {
    join(lanes.into_iter().map(i64::cast_unsigned), bits)
}

/// A vector with another lowest lane.
fn with_first(vector: u128, lane: u64, bits: u32) -> u128 {
    vector & !u128::from(mask(bits)) | u128::from(lane & mask(bits))
}

fn to_i16(value: i64) -> i64 {
    value.clamp(i16::MIN.into(), i16::MAX.into())
}

fn left(lane: u64, bits: u32, count: u64) -> u64 {
    if count < u64::from(bits) { lane << count } else { 0 }
}

fn right(lane: u64, bits: u32, count: u64) -> u64 {
    if count < u64::from(bits) { lane >> count } else { 0 }
}

fn right_signed(lane: u64, bits: u32, count: u64) -> u64 {
    (signed(lane, bits) >> count.min(u64::from(bits) - 1)).cast_unsigned()
}

/// Every lane by the same count: a number, or the low half of a vector.
fn shift(call: &mut Call<'_>, bits: u32, by: fn(u64, u32, u64) -> u64) -> ModelResult {
    let (value, count) = (vector(call, 0)?, low_word(vector(call, 1)?));
    Ok(whole(join(split(value, bits).into_iter().map(|lane| by(lane, bits, count)), bits)))
}

fn lanes(call: &mut Call<'_>, bits: u32, by: fn(u64, u64) -> u64) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let both = split(a, bits).into_iter().zip(split(b, bits));
    Ok(whole(join(both.map(|(a, b)| by(a, b)), bits)))
}

fn signed_lanes(call: &mut Call<'_>, bits: u32, by: fn(i64, i64) -> i64) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let both = split_signed(a, bits).into_iter().zip(split_signed(b, bits));
    Ok(whole(join_signed(both.map(|(a, b)| by(a, b)), bits)))
}

fn sign(value: i64, by: i64) -> i64 {
    value * by.signum()
}

/// Lanes of both vectors at half their width, cut to a range.
fn pack(call: &mut Call<'_>, bits: u32, low: i64, high: i64) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let all = split_signed(a, bits).into_iter().chain(split_signed(b, bits));
    Ok(whole(join_signed(all.map(|lane| lane.clamp(low, high)), bits / 2)))
}

fn multiply_add_words(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let both = split_signed(a, 16).into_iter().zip(split_signed(b, 16));
    let products: Vec<i64> = both.map(|(a, b)| a * b).collect();
    Ok(whole(join_signed(products.chunks(2).map(|pair| pair[0] + pair[1]), 32)))
}

/// Bytes without a sign times bytes with one.
fn multiply_add_bytes(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let both = split(a, 8).into_iter().zip(split_signed(b, 8));
    let products: Vec<i64> = both.map(|(a, b)| a.cast_signed() * b).collect();
    Ok(whole(join_signed(products.chunks(2).map(|pair| to_i16(pair[0] + pair[1])), 16)))
}

/// Neighbours of the first vector, then of the second.
fn pairs(call: &mut Call<'_>, bits: u32, by: fn(i64, i64) -> i64) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let all = [split_signed(a, bits), split_signed(b, bits)].concat();
    Ok(whole(join_signed(all.chunks(2).map(|pair| by(pair[0], pair[1])), bits)))
}

fn difference(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum()
}

fn sum_of_differences(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (split(vector(call, 0)?, 8), split(vector(call, 1)?, 8));
    Ok(whole(join(a.chunks(8).zip(b.chunks(8)).map(|(a, b)| difference(a, b)), 64)))
}

/// Eight places of the first vector against four bytes of the second.
fn sums_of_differences(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (split(vector(call, 0)?, 8), split(vector(call, 1)?, 8));
    let how = call.arg_u32(2)?;
    let from = if how & 4 != 0 { 4 } else { 0 };
    let block = b.chunks(4).nth(usize::try_from(how & 3).unwrap_or(0)).unwrap_or_default();
    Ok(whole(join(a[from..].windows(4).take(8).map(|a| difference(a, block)), 16)))
}

/// The least word and its index.
fn least_word(call: &mut Call<'_>) -> ModelResult {
    let words = split(vector(call, 0)?, 16);
    let least = words.into_iter().zip(0u64..).min().unwrap_or_default();
    Ok(whole(join([least.0, least.1], 16)))
}

fn shuffle_bytes(call: &mut Call<'_>) -> ModelResult {
    let (bytes, from) = (vector(call, 0)?, vector(call, 1)?);
    let pick = |at: u64| if at & 0x80 != 0 { 0 } else { low_word(bytes >> ((at & 15) * 8)) };
    Ok(whole(join(split(from, 8).into_iter().map(pick), 8)))
}

/// A lane of the second vector where the mask has its sign, else of the first.
fn blend(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let (a, b) = (split(vector(call, 0)?, bits), split(vector(call, 1)?, bits));
    let chosen = split_signed(vector(call, 2)?, bits);
    let picked =
        chosen.iter().zip(a.iter().zip(&b)).map(|(m, (a, b))| if *m < 0 { *b } else { *a });
    Ok(whole(join(picked, bits)))
}

fn insert(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (vector(call, 0)?, vector(call, 1)?);
    let how = call.arg_u32(2)?;
    let lane = low_word(from >> ((how >> 6 & 3) * 32)) & mask(32);
    let place = |at: u32, old: u64| match () {
        () if how >> at & 1 != 0 => 0,
        () if at == how >> 4 & 3 => lane,
        () => old,
    };
    Ok(whole(join(split(to, 32).into_iter().zip(0..).map(|(old, at)| place(at, old)), 32)))
}

fn multiply_without_carry(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    let how = call.arg_u32(2)?;
    let a = u128::from(low_word(if how & 1 != 0 { a >> 64 } else { a }));
    let b = low_word(if how & 0x10 != 0 { b >> 64 } else { b });
    Ok(whole((0..64).filter(|bit| b >> bit & 1 != 0).fold(0, |sum, bit| sum ^ a << bit)))
}

/// The checksum CRC-32C of a number's bytes, going on from another checksum.
fn crc32(call: &mut Call<'_>, bits: u32) -> ModelResult {
    const POLYNOMIAL: u64 = 0x82f6_3b78;
    let (mut sum, data) = (call.arg_u64(0)? & mask(32), call.arg_u64(1)? & mask(bits));
    for byte in 0..bits / 8 {
        sum ^= data >> (byte * 8) & 0xff;
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 != 0 { POLYNOMIAL } else { 0 };
        }
    }
    Ok(Value::Int(sum).into())
}

/// The highest bits of all lanes.
fn signs(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let lanes = split_signed(vector(call, 0)?, bits);
    let signs = lanes.into_iter().zip(0u32..).map(|(lane, at)| u64::from(lane < 0) << at);
    Ok(Value::Int(signs.sum()).into())
}

/// Whether none, and whether all of the second vector's bits are in the first.
fn test(call: &mut Call<'_>, by: fn(bool, bool) -> bool) -> ModelResult {
    let (a, b) = (vector(call, 0)?, vector(call, 1)?);
    Ok(Flow::int(i32::from(by(a & b == 0, !a & b == 0))))
}

/// A floating-point number in a lane.
trait Float: Copy + PartialOrd {
    const BITS: u32;
    fn from_lane(lane: u64) -> Self;
    fn to_lane(self) -> u64;
    fn double(self) -> f64;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negated(self) -> Self;
    fn rounded(self, mode: u32) -> Self;
}

macro_rules! float {
    ($type:ty, $bits:ty) => {
        impl Float for $type {
            const BITS: u32 = <$bits>::BITS;
            fn from_lane(lane: u64) -> Self {
                let bits = <$bits>::try_from(lane & mask(<$bits>::BITS));
                <$type>::from_bits(bits.expect("masked to its width"))
            }
            fn to_lane(self) -> u64 {
                u64::from(self.to_bits())
            }
            fn double(self) -> f64 {
                f64::from(self)
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn times(self, other: Self) -> Self {
                self * other
            }
            fn negated(self) -> Self {
                -self
            }
            /// Modes from 4 on are the control register's, which rounds to nearest.
            fn rounded(self, mode: u32) -> Self {
                match mode & 7 {
                    1 => self.floor(),
                    2 => self.ceil(),
                    3 => self.trunc(),
                    _ => self.round_ties_even(),
                }
            }
        }
    };
}

float!(f32, u32);
float!(f64, u64);

fn numbers<F: Float>(call: &mut Call<'_>, index: usize) -> Result<Vec<F>, Stop> {
    Ok(split(vector(call, index)?, F::BITS).into_iter().map(F::from_lane).collect())
}

/// A `double` as the bits of a `float`.
fn single_of(lane: u64) -> u64 {
    // To round to the narrower type is what is asked for.
    u64::from((f64::from_bits(lane) as f32).to_bits())
}

/// A number that no integer of the width is becomes the least one.
fn integer(value: f64, bits: u32, rounded: fn(f64) -> f64) -> u64 {
    let value = rounded(value);
    let limit = (f64::from(bits) - 1.0).exp2();
    if (-limit..limit).contains(&value) {
        // In range and whole, so nothing is lost.
        (value as i64).cast_unsigned() & mask(bits)
    } else {
        1 << (bits - 1)
    }
}

fn to_ints<F: Float>(call: &mut Call<'_>, rounded: fn(f64) -> f64) -> ModelResult {
    let from = numbers::<F>(call, 0)?;
    Ok(whole(join(from.into_iter().map(|x| integer(x.double(), 32, rounded)), 32)))
}

fn to_int<F: Float>(call: &mut Call<'_>, bits: u32, rounded: fn(f64) -> f64) -> ModelResult {
    let from = F::from_lane(low_word(vector(call, 0)?));
    Ok(Value::Int(integer(from.double(), bits, rounded)).into())
}

fn least<F: Float>(a: F, b: F) -> F {
    if a < b { a } else { b }
}

fn greatest<F: Float>(a: F, b: F) -> F {
    if a > b { a } else { b }
}

/// All lanes, or the first one only: the others are then those of the first vector.
fn result_of(first: u128, lanes: Vec<u64>, bits: u32, only_first: bool) -> Flow {
    whole(if only_first { with_first(first, lanes[0], bits) } else { join(lanes, bits) })
}

fn floats<F: Float>(call: &mut Call<'_>, only_first: bool, by: fn(F, F) -> F) -> ModelResult {
    let (a, b) = (numbers::<F>(call, 0)?, numbers::<F>(call, 1)?);
    let lanes = a.into_iter().zip(b).map(|(a, b)| by(a, b).to_lane()).collect();
    Ok(result_of(vector(call, 0)?, lanes, F::BITS, only_first))
}

/// All bits of a lane where the predicate holds.
fn compare<F: Float>(call: &mut Call<'_>, only_first: bool) -> ModelResult {
    let (a, b) = (numbers::<F>(call, 0)?, numbers::<F>(call, 1)?);
    let predicate = call.arg_u32(2)? & 7;
    let holds = |a: F, b: F| {
        let plain = match predicate & 3 {
            0 => a == b,
            1 => a < b,
            2 => a <= b,
            _ => a.partial_cmp(&b).is_none(),
        };
        plain != (predicate & 4 != 0)
    };
    let lanes = a.into_iter().zip(b).map(|(a, b)| if holds(a, b) { u64::MAX } else { 0 }).collect();
    Ok(result_of(vector(call, 0)?, lanes, F::BITS, only_first))
}

/// A comparison of the first lanes that says 0 or 1.
fn ordered<F: Float>(call: &mut Call<'_>, holds: fn(F, F) -> bool) -> ModelResult {
    let (a, b) = (low_word(vector(call, 0)?), low_word(vector(call, 1)?));
    Ok(Flow::int(i32::from(holds(F::from_lane(a), F::from_lane(b)))))
}

/// What the processor has only an estimate for, which differs between processors.
fn near(
    call: &mut Call<'_>,
    name: &'static str,
    only_first: bool,
    by: fn(f32) -> f32,
) -> ModelResult {
    let lanes = numbers::<f32>(call, 0)?.into_iter().map(|x| by(x).to_lane()).collect();
    count_approximation(call, name);
    Ok(result_of(vector(call, 0)?, lanes, 32, only_first))
}

fn add_and_subtract<F: Float>(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (numbers::<F>(call, 0)?, numbers::<F>(call, 1)?);
    let both = a.into_iter().zip(b).enumerate();
    let lanes = both.map(|(at, (a, b))| if at % 2 == 0 { a.plus(b.negated()) } else { a.plus(b) });
    Ok(whole(join(lanes.map(F::to_lane), F::BITS)))
}

fn float_pairs<F: Float>(call: &mut Call<'_>, by: fn(F, F) -> F) -> ModelResult {
    let all = [numbers::<F>(call, 0)?, numbers::<F>(call, 1)?].concat();
    Ok(whole(join(all.chunks(2).map(|pair| by(pair[0], pair[1]).to_lane()), F::BITS)))
}

/// The high half of the immediate says which products count, the low one where the sum goes.
fn dot_product<F: Float>(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (numbers::<F>(call, 0)?, numbers::<F>(call, 1)?);
    let how = call.arg_u32(2)?;
    let zero = F::from_lane(0);
    let both = a.into_iter().zip(b).zip(4u32..);
    let products: Vec<F> =
        both.map(|((a, b), bit)| if how >> bit & 1 != 0 { a.times(b) } else { zero }).collect();
    let halves = products.chunks(2).map(|pair| pair[0].plus(pair[1]));
    let sum = halves.reduce(F::plus).unwrap_or(zero).to_lane();
    let places = 0..128 / F::BITS;
    Ok(whole(join(places.map(|at| if how >> at & 1 != 0 { sum } else { 0 }), F::BITS)))
}

/// The form for the first lane has the vector of the others before.
fn round<F: Float>(call: &mut Call<'_>, only_first: bool) -> ModelResult {
    let from = usize::from(only_first);
    let mode = call.arg_u32(from + 1)?;
    let lanes = numbers::<F>(call, from)?.into_iter().map(|x| x.rounded(mode).to_lane()).collect();
    Ok(result_of(vector(call, 0)?, lanes, F::BITS, only_first))
}

fn store_masked(call: &mut Call<'_>) -> ModelResult {
    let (bytes, chosen) = (split(vector(call, 0)?, 8), split_signed(vector(call, 1)?, 8));
    let to = call.arg_u64(2)?;
    for ((byte, chosen), at) in bytes.into_iter().zip(chosen).zip(0..) {
        if chosen < 0 {
            call.store(to.wrapping_add(at), 1, byte)?;
        }
    }
    Ok(Flow::void())
}

fn nothing(_call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::void())
}

/// Flags of exceptions are not kept, and no other mode of rounding is there.
fn load_control(call: &mut Call<'_>) -> ModelResult {
    const FLAGS: u64 = 0x3f;
    let from = call.arg_u64(0)?;
    if call.load(from, 4)? & !FLAGS != u64::from(CONTROL) {
        count_unsupported(call, "_mm_setcsr");
    }
    Ok(Flow::void())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_apart_and_together() {
        let value = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
        for bits in [8, 16, 32, 64] {
            assert_eq!(join(split(value, bits), bits), value);
            assert_eq!(join_signed(split_signed(value, bits), bits), value);
        }
        assert_eq!(with_first(value, u64::MAX, 32) & 0xff_ffff_ffff, 0x98_ffff_ffff);
    }

    #[test]
    fn numbers_out_of_range_become_the_least() {
        assert_eq!(integer(2.5, 32, f64::round_ties_even), 2);
        assert_eq!(integer(-1.9, 32, f64::trunc), 0xffff_ffff);
        assert_eq!(integer(f64::NAN, 32, f64::trunc), 0x8000_0000);
        assert_eq!(integer(2_147_483_648.0, 32, f64::trunc), 0x8000_0000);
        assert_eq!(integer(2_147_483_648.0, 64, f64::trunc), 0x8000_0000);
    }
}
