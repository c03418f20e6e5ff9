//! The heap: `malloc` and its kin.
//!
//! A block has exactly the size that was asked for, so one byte after it is a fault; a block of size 0 has an address
//! of its own and no bytes.

use crate::errno::{EINVAL, ENOMEM};
use crate::spec::{Facts, Table, exact, one_of_many};
use margay_engine::memory::Object;
use margay_engine::{Call, Fault, Flow, ModelResult, ObjectKind, Stop};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    one_of_many("malloc", malloc).typed("pl").only_reads().allocates(),
    one_of_many("__libc_malloc", malloc).typed("pl"),
    one_of_many("calloc", calloc).typed("pll").only_reads().allocates(),
    one_of_many("__libc_calloc", calloc).typed("pll"),
    one_of_many("realloc", realloc).typed("ppl").allocates(),
    one_of_many("__libc_realloc", realloc).typed("ppl"),
    one_of_many("reallocarray", reallocarray).typed("ppll").allocates(),
    exact("free", free).typed("vp").only_reads(),
    exact("cfree", free).typed("vp"),
    exact("__libc_free", free).typed("vp"),
    exact("free_sized", free).typed("vpl"),
    exact("free_aligned_sized", free).typed("vpll"),
    one_of_many("aligned_alloc", aligned_alloc).typed("pll").allocates(),
    one_of_many("memalign", aligned_alloc).typed("pll"),
    one_of_many("__libc_memalign", aligned_alloc).typed("pll"),
    one_of_many("posix_memalign", posix_memalign).typed("ipll"),
    one_of_many("valloc", valloc).typed("pl"),
    one_of_many("pvalloc", pvalloc).typed("pl"),
    one_of_many("malloc_usable_size", malloc_usable_size).typed("lp"),
    one_of_many("malloc_trim", |_| Ok(Flow::int(0))).typed("il"),
    one_of_many("mallopt", |_| Ok(Flow::int(1))).typed("iii"),
    exact("malloc_stats", |_| Ok(Flow::void())).typed("v"),
]);

const PAGE: u64 = 4096;

/// A block of the heap, or null and `errno` if there is no room.
pub fn allocate(call: &mut Call<'_>, size: u64, align: u64) -> Result<u64, Stop> {
    let address = call.allocate_object(ObjectKind::Heap, size, align.max(16));
    if address == 0 {
        call.set_errno(ENOMEM)?;
    }
    Ok(address)
}

fn malloc(call: &mut Call<'_>) -> ModelResult {
    let size = call.arg_u64(0)?;
    Ok(Flow::address(allocate(call, size, 16)?))
}

/// The product of two sizes; too large for any block if it overflows.
fn product(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    let (count, size) = (call.arg_u64(index)?, call.arg_u64(index + 1)?);
    Ok(count.saturating_mul(size))
}

fn calloc(call: &mut Call<'_>) -> ModelResult {
    let size = product(call, 0)?;
    let address = allocate(call, size, 16)?;
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    Ok(Flow::address(address))
}

/// Whether a heap block starts at an address, or may: an unknown pointer may lead to one.
fn is_block(object: &Object, address: u64) -> bool {
    match object.kind {
        ObjectKind::Heap => object.base == address,
        ObjectKind::Unknown => true,
        _ => false,
    }
}

/// The size of the heap block at an address, or why it is none.
pub fn block(call: &mut Call<'_>, address: u64) -> Result<u64, Stop> {
    let fault = match call.memory().object(address) {
        Some(object) if is_block(object, address) => {
            if object.alive {
                return Ok(object.size);
            }
            Fault::DoubleFree { allocated: object.allocated, freed: object.freed }
        }
        object => Fault::BadFree { address, object: object.map(|object| object.kind) },
    };
    Err(fault.into())
}

fn free(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    if address != 0 {
        block(call, address)?;
        let site = call.site;
        call.memory().free(address, site);
    }
    Ok(Flow::void())
}

fn realloc(call: &mut Call<'_>) -> ModelResult {
    let (address, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    reallocate(call, address, size)
}

fn reallocarray(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let size = product(call, 1)?;
    reallocate(call, address, size)
}

/// The block always moves: a pointer into the old one is a fault from here on.
fn reallocate(call: &mut Call<'_>, address: u64, size: u64) -> ModelResult {
    if address == 0 {
        return Ok(Flow::address(allocate(call, size, 16)?));
    }
    let old = block(call, address)?;
    let site = call.site;
    if size == 0 {
        call.memory().free(address, site);
        return Ok(Flow::address(0));
    }
    let new = allocate(call, size, 16)?;
    if new != 0 {
        call.state.memory.copy(call.pool, new, address, old.min(size))?;
        call.memory().free(address, site);
        call.memory().moved(address, new);
    }
    Ok(Flow::address(new))
}

fn aligned_alloc(call: &mut Call<'_>) -> ModelResult {
    let (align, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    // glibc rounds an alignment up to a power of two.
    let Some(align) = align.max(1).checked_next_power_of_two() else {
        call.set_errno(EINVAL)?;
        return Ok(Flow::address(0));
    };
    Ok(Flow::address(allocate(call, size, align)?))
}

fn posix_memalign(call: &mut Call<'_>) -> ModelResult {
    let (place, align, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    if !align.is_power_of_two() || align < u64::from(call.pointer_bytes()) {
        return Ok(Flow::int(EINVAL));
    }
    let address = allocate(call, size, align)?;
    if address == 0 {
        return Ok(Flow::int(ENOMEM));
    }
    call.store_pointer(place, address)?;
    Ok(Flow::int(0))
}

fn valloc(call: &mut Call<'_>) -> ModelResult {
    let size = call.arg_u64(0)?;
    Ok(Flow::address(allocate(call, size, PAGE)?))
}

fn pvalloc(call: &mut Call<'_>) -> ModelResult {
    let size = call.arg_u64(0)?.checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
    Ok(Flow::address(allocate(call, size, PAGE)?))
}

/// What was asked for: glibc often has a few bytes more, but a program that uses them
/// depends on this answer, and so gets what it is told.
fn malloc_usable_size(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let size = if address == 0 { 0 } else { block(call, address)? };
    Ok(Flow::address(size))
}
