//! The heap, where every allocation may fail and sizes may be unknown.

use crate::spec::{Table, all_answers};
use crate::stdlib::alloc;
use crate::{CLibrary, LibC};
use margay_engine::provenance::{Provenance, depends_on};
use margay_engine::{
    Call, Fault, Flow, LARGEST_GROWTH, Library, ModelResult, ObjectKind, State, Stop, Value, terms,
};
use margay_ir::finding::Form;
use margay_smt::{Assignment, Bv, Evaluator, TermPool};

pub const MODELS: Table = Table::of(&[
    all_answers("malloc", |call| {
        let size = wanted(call, 0)?;
        allocate(call, size, false)
    }),
    all_answers("calloc", |call| {
        let size = product(call, 0)?;
        allocate(call, size, true)
    }),
    all_answers("realloc", |call| reallocate(call, "realloc")),
    all_answers("reallocarray", |call| reallocate(call, "reallocarray")),
    all_answers("aligned_alloc", |call| may_fail(call, "aligned_alloc")),
    all_answers("memalign", |call| may_fail(call, "memalign")),
    all_answers("valloc", |call| may_fail(call, "valloc")),
    all_answers("strdup", |call| may_fail(call, "strdup")),
    all_answers("__strdup", |call| may_fail(call, "strdup")),
    all_answers("strndup", |call| may_fail(call, "strndup")),
    all_answers("__strndup", |call| may_fail(call, "strndup")),
    all_answers("wcsdup", |call| may_fail(call, "wcsdup")),
    all_answers("posix_memalign", |call| fails_or(call, "posix_memalign", crate::errno::ENOMEM)),
    all_answers("asprintf", |call| fails_or(call, "asprintf", -1)),
    all_answers("vasprintf", |call| fails_or(call, "vasprintf", -1)),
    all_answers("mmap", mmap).quiet_when_explored(),
    all_answers("mmap64", mmap).quiet_when_explored(),
]);

/// Blocks from this size on, if the outside chooses it, are more than a program should ask for.
const LARGEST: u64 = 1 << 30;
const _: () = assert!(LARGEST <= margay_engine::LARGEST_OBJECT);

/// A size as far as it is known. Negative numbers, as sizes, are reported and left out.
pub fn size(call: &mut Call<'_>, index: usize) -> Result<Value, Stop> {
    let value = call.arg(index);
    let (mut access, state) = call.access();
    access.length(state, value)
}

/// The size of a block. A number that the outside gave with a sign has it here, too: what the
/// conversion makes of a negative one is no size.
fn wanted(call: &mut Call<'_>, index: usize) -> Result<Value, Stop> {
    let value = call.state.path.resolve(call.pool, call.arg(index));
    if let Value::Term(size) = value
        && is_signed_input(call, size)
    {
        let zero = call.pool.bv_u64(call.pool.width(size), 0);
        let natural = call.pool.bv_sle(zero, size);
        let fault = |pool: &mut TermPool, _: &State, model: &Assignment| {
            let size = Evaluator::new(pool, model).bv(size);
            let size = size.sext(size.width().max(64)).to_u64().unwrap_or(0).cast_signed();
            Fault::NegativeSize { size }
        };
        call.judge.require(call.program, call.pool, call.state, natural, fault)?;
    }
    size(call, index)
}

fn is_signed_input(call: &Call<'_>, number: Bv) -> bool {
    let numbers = terms::choices(call.pool, number);
    let given = |number: &Bv| {
        let mut inputs = call.state.outside.inputs.iter();
        inputs.any(|input| input.form == Form::Signed && input.parts == [*number])
    };
    numbers.iter().any(given)
}

/// The number of bytes that two arguments make, or the largest number if that is too many.
pub fn product(call: &mut Call<'_>, index: usize) -> Result<Value, Stop> {
    let (count, each) = (wanted(call, index)?, wanted(call, index + 1)?);
    match (count, each) {
        (Value::Int(count), Value::Int(each)) => Ok(Value::Int(count.saturating_mul(each))),
        _ => {
            let bits = call.pointer_bytes() * 8;
            let count = terms::term(call.pool, count, bits);
            let each = terms::term(call.pool, each, bits);
            // Where the product wraps, there is no room for it.
            let (x, y) = (call.pool.bv_zext(count, bits * 2), call.pool.bv_zext(each, bits * 2));
            let exact = call.pool.bv_mul(x, y);
            let high = call.pool.bv_extract(bits * 2 - 1, bits, exact);
            let zero = call.pool.bv_u64(bits, 0);
            let fits = call.pool.eq(high, zero);
            if !call.decide(fits)? {
                return Ok(Value::Int(u64::MAX));
            }
            let product = call.pool.bv_mul(count, each);
            Ok(terms::as_known(call.pool, product))
        }
    }
}

fn allocate(call: &mut Call<'_>, size: Value, zeroed: bool) -> ModelResult {
    let address = match size {
        Value::Int(size) => alloc::allocate(call, size, 16)?,
        Value::Term(size) => allocate_unknown(call, size)?,
        other => unreachable!("{other:?} is no size"),
    };
    if zeroed && let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    Ok(call.or_null(address).into())
}

/// A block whose size is not known.
fn allocate_unknown(call: &mut Call<'_>, size: Bv) -> Result<u64, Stop> {
    let width = call.pool.width(size);
    let limit = call.pool.bv_u64(width, LARGEST);
    let modest = call.pool.bv_ult(size, limit);
    if is_size_of_file(call, size) {
        // A system with such a file has the memory for it.
        call.leave_out("files of a gigabyte or more");
        call.given(modest)?;
    } else if depends_on(call.pool, size, Provenance::is_callers) {
        // It is for callers to say how much they need.
        call.given(modest)?;
    } else {
        let function = call.name.to_owned();
        let origins = call.origins_of(size);
        call.require(modest, Fault::UncontrolledAllocation { function, origins })?;
    }
    let domain = call.state.path.condition().domain(call.pool, size);
    let least = domain.map_or(0, |domain| domain.umin());
    // In a place where it can grow.
    let address = call.allocate_object(ObjectKind::Heap, least.max(LARGEST_GROWTH), 16);
    if let Some(object) = call.memory().object_mut(address) {
        object.start_with_extent(least, size);
    }
    Ok(address)
}

/// Whether a number says nothing but how long files are.
fn is_size_of_file(call: &mut Call<'_>, number: Bv) -> bool {
    let symbols = call.pool.symbols(number);
    let sizes = &call.library::<LibC>().outside.file_sizes;
    symbols.iter().all(|symbol| sizes.contains(symbol))
}

/// What the library does, or null.
fn may_fail(call: &mut Call<'_>, name: &str) -> ModelResult {
    let model = CLibrary.model(name).expect("the library has it");
    match model(call)? {
        Flow::Return(values) => match values.as_slice() {
            [Value::Int(address)] => {
                let address = *address;
                Ok(call.or_null(address).into())
            }
            _ => Ok(Flow::Return(values)),
        },
        other => Ok(other),
    }
}

/// What the library does, or a number that says that there was no room.
fn fails_or(call: &mut Call<'_>, name: &str, failure: i32) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        call.set_errno(crate::errno::ENOMEM)?;
        return Ok(Flow::int(failure));
    }
    CLibrary.model(name).expect("the library has it")(call)
}

/// `mmap`: what a file has may be anything.
fn mmap(call: &mut Call<'_>) -> ModelResult {
    const MAP_ANONYMOUS: u32 = 0x20;
    const PAGE: u64 = 4096;
    let fails = call.failure();
    if call.decide(fails)? {
        call.set_errno(crate::errno::ENOMEM)?;
        return Ok(call.word(-1).into());
    }
    if call.arg_u32(3)? & MAP_ANONYMOUS != 0 {
        return CLibrary.model("mmap").expect("the library has it")(call);
    }
    super::files::not_closed(call, 4)?;
    let len = call.arg_u64(1)?;
    let Some(size) = len.checked_next_multiple_of(PAGE).filter(|_| len != 0) else {
        call.set_errno(crate::errno::EINVAL)?;
        return Ok(call.word(-1).into());
    };
    let address = call.allocate_object(ObjectKind::Heap, size, PAGE);
    if address == 0 {
        call.set_errno(crate::errno::ENOMEM)?;
        return Ok(call.word(-1).into());
    }
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    let most = len.min(super::input::LONGEST);
    if most < len {
        let longest = super::input::LONGEST;
        call.leave_out(&format!("more than {longest} bytes of a mapped file"));
    }
    let parts = (0..most).map(|_| call.input_symbol(call.name, 8)).collect();
    super::outcomes::give(call, address, 0, parts)?;
    Ok(Flow::address(address))
}

/// The block stays as it is if there is no room for the new one.
fn reallocate(call: &mut Call<'_>, name: &str) -> ModelResult {
    let wanted = if name == "realloc" { wanted(call, 1)? } else { product(call, 1)? };
    let old = call.arg_u64(0)?;
    if let Value::Term(size) = wanted
        && old != 0
    {
        // A block of no bytes is one that is freed, and the result null.
        let zero = call.pool.bv_u64(call.pool.width(size), 0);
        let none = call.pool.eq(size, zero);
        if call.decide(none)? {
            return CLibrary.model(name).expect("the library has it")(call);
        }
    }
    let fails = call.failure();
    if !call.is_library_code() && call.decide(fails)? {
        call.set_errno(crate::errno::ENOMEM)?;
        return Ok(call.failed(fails, old | 16).into());
    }
    if let Some(object) = call.memory().object_mut(old).filter(|object| object.extent.is_some()) {
        object.take_all_room();
    }
    match wanted {
        Value::Term(wanted) => {
            let address = allocate_unknown(call, wanted)?;
            if old != 0 {
                // What fits of the old block is kept.
                let kept = alloc::block(call, old)?;
                let bits = call.pool.width(wanted);
                let limit = call.pool.bv_u64(bits, kept);
                let smaller = call.pool.bv_ult(wanted, limit);
                let len = call.pool.ite(smaller, wanted, limit);
                let len = terms::as_known(call.pool, len);
                let (mut access, state) = call.access();
                access.copy(state, Value::Int(address), Value::Int(old), len)?;
                let site = call.site;
                call.memory().release(old, site);
                call.memory().moved(old, address);
            }
            Ok(Flow::address(address))
        }
        _ => CLibrary.model(name).expect("the library has it")(call),
    }
}
