//! Memory: every object of a state, by address.
//!
//! Reads and writes return a value or a fault, as data. Cloning shares all
//! objects; a write to a shared object copies that object only.
//!
//! Uses: `value`, `fault`.

pub(crate) mod addresses;
pub(crate) mod based;

mod address;
mod contents;
mod object;
mod symbolic;

use crate::fault::ObjectKind;
pub use address::{AddressSpace, FIRST_VALID};
pub use contents::{Contents, Layout, Pointers};
pub use object::{Escape, Loose, Object, Open};
pub use symbolic::Offset;

use crate::fault::{AccessKind, Fault};
use crate::value::{Value, low_byte, size};
use address::{CLASSES, FIXED, STACK};
use margay_ir::SpanId;
use margay_smt::TermPool;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Memory {
    space: AddressSpace,
    pointer_bytes: u32,
    /// Many paths are explored, so that an address may be any.
    pub(crate) explores: bool,
    classes: [Regions; CLASSES],
    next_serial: u64,
    allocations: u64,
    /// Members of structs that accesses must not go beyond at present.
    members: Vec<Range<u64>>,
    /// Other pointers that may be used at present.
    others: Vec<u64>,
    /// What was accessed since that was last taken, where accesses are watched.
    touched: Option<Box<RefCell<Vec<Touch>>>>,
    /// Accesses are neither restricted nor watched.
    plain: bool,
    /// Objects at addresses that the program names: where they start, and how long they are.
    fixed: Rc<Vec<(u64, u64)>>,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    pub address: u64,
    pub len: u64,
    pub access: AccessKind,
    /// It is a write because the block is given back.
    pub frees: bool,
}

impl Touch {
    /// Whether both touch some byte.
    pub(crate) fn overlaps(self, other: Touch) -> bool {
        overlap((self.address, self.len), (other.address, other.len))
    }
}

/// Whether two ranges, each by its address and length, have a byte in common.
pub(crate) fn overlap((a, len): (u64, u64), (b, other_len): (u64, u64)) -> bool {
    a < b.saturating_add(other_len) && b < a.saturating_add(len)
}

/// The regions of one class. Freed regions are taken again only after many others,
/// so a dangling pointer keeps naming a dead object for long.
#[derive(Clone, Debug, Default)]
struct Regions {
    pages: Vec<Option<Rc<Page>>>,
    /// Where the search for a free region goes on.
    cursor: u32,
    /// Regions in use at present, of those below it; grows when half are alive.
    limit: u32,
    live: u32,
}

const PAGE_BITS: u32 = 6;
type Page = [Option<Rc<Object>>; 1 << PAGE_BITS];
const EMPTY_PAGE: Page = [const { None }; 1 << PAGE_BITS];

/// What a program asks for has no more bytes than this, on whatever host: an allocation beyond fails. Globals have the
/// size that they have.
pub const LARGEST_OBJECT: u64 = 1 << 32;

/// Objects up to this size are made without asking whether the host has room for them.
const SURELY_FITS: u64 = 1 << 20;

/// Whether the host would give us memory for an object of this size and its shadow. The memory is given back at once: a
/// zeroed vector has no way to fail but to abort.
fn host_has(size: u64) -> bool {
    let bytes = size.checked_mul(2).and_then(|bytes| usize::try_from(bytes).ok());
    bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Objects that a program puts at addresses of its own have no more bytes.
const LARGEST_FIXED: u64 = 1 << 20;

/// An address this near to an object at a fixed address was made for it.
const FIXED_SLACK: u64 = 1 << 12;

const FIRST_LIMIT: u32 = 1 << 14;
/// Fewer for locals: they come and go with every call, and a small table stays in the cache.
const FIRST_STACK_LIMIT: u32 = 1 << 11;

impl Memory {
    pub fn new(pointer_bytes: u32) -> Self {
        Memory {
            space: AddressSpace::for_pointer_bytes(pointer_bytes),
            pointer_bytes,
            explores: false,
            classes: std::array::from_fn(|_| Regions::default()),
            next_serial: 0,
            allocations: 0,
            members: Vec::new(),
            others: Vec::new(),
            touched: None,
            plain: true,
            fixed: Rc::default(),
        }
    }

    /// How many heap blocks were made, and other things that a program must give back.
    pub fn allocations(&self) -> u64 {
        self.allocations
    }

    /// Something was opened that a program must close.
    pub fn count_allocation(&mut self) {
        self.allocations += 1;
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        8 * self.pointer_bytes
    }

    pub fn space(&self) -> &AddressSpace {
        &self.space
    }

    /// Class and region of an address.
    #[inline]
    fn locate(&self, address: u64) -> Option<(usize, u32)> {
        self.space.locate(address).or_else(|| self.locate_fixed(address))
    }

    /// The same of an address in or near an object at an address that the program names.
    #[cold]
    fn locate_fixed(&self, address: u64) -> Option<(usize, u32)> {
        let reach = |slack: u64| {
            self.fixed.iter().position(|(base, size)| {
                (base.saturating_sub(slack)..base.saturating_add(*size).saturating_add(slack))
                    .contains(&address)
            })
        };
        let at = reach(0).or_else(|| reach(FIXED_SLACK))?;
        Some((FIXED, u32::try_from(at).ok()?))
    }

    /// Makes an object at an address that the program names; whether there is room for it.
    pub fn define_at(&mut self, base: u64, size: u64, site: SpanId) -> bool {
        let end = base.checked_add(size);
        let is_free = |address: u64| address >= FIRST_VALID && self.space.locate(address).is_none();
        let overlaps = |(other, len): &(u64, u64)| overlap((base, size), (*other, *len));
        if size == 0
            || size > LARGEST_FIXED
            || end.is_none_or(|end| !is_free(base) || !is_free(end))
            || self.fixed.iter().any(overlaps)
        {
            return false;
        }
        let Ok(region) = u32::try_from(self.fixed.len()) else { return false };
        Rc::make_mut(&mut self.fixed).push((base, size));
        let serial = self.next_serial;
        self.next_serial += 1;
        let object = Object::new(base, size, ObjectKind::Global, serial, site);
        *self.classes[FIXED].entry(region) = Some(Rc::new(object));
        true
    }

    /// A new object with undefined contents; `None` if there is no room for it.
    pub fn allocate(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        site: SpanId,
    ) -> Option<u64> {
        self.allocate_to_grow(kind, size, size, align, site)
    }

    /// As [`Memory::allocate`], in a place where the object can grow to `most` bytes.
    pub fn allocate_to_grow(
        &mut self,
        kind: ObjectKind,
        size: u64,
        most: u64,
        align: u64,
        site: SpanId,
    ) -> Option<u64> {
        let is_global = matches!(kind, ObjectKind::Global | ObjectKind::External);
        if size > LARGEST_OBJECT && !is_global || size > SURELY_FITS && !host_has(size) {
            return None;
        }
        let class = self.space.class_for(most, align, kind == ObjectKind::Stack)?;
        let regions = &mut self.classes[class];
        let first = if class == STACK { FIRST_STACK_LIMIT } else { FIRST_LIMIT };
        let region = regions.take(first, self.space.regions(class))?;
        let base = self.space.base(class, region, align);
        let serial = self.next_serial;
        self.next_serial += 1;
        self.allocations += u64::from(kind == ObjectKind::Heap);
        let entry = regions.entry(region);
        match entry.as_mut().and_then(Rc::get_mut) {
            Some(dead) => {
                dead.base = base;
                dead.revive(size, kind, serial, site);
                dead.align = align;
            }
            None => {
                let mut object = Object::new(base, size, kind, serial, site);
                object.align = align;
                *entry = Some(Rc::new(object));
            }
        }
        Some(base)
    }

    /// The program gives the block back that starts at `base`. For accesses at the same time that is like a write.
    pub fn free(&mut self, base: u64, site: SpanId) {
        if let (Some(touched), Some(object)) = (&self.touched, self.object(base)) {
            let (len, access) = (object.size, AccessKind::Write);
            touched.borrow_mut().push(Touch { address: base, len, access, frees: true });
        }
        self.release(base, site);
    }

    /// Ends the life of the object that starts at `base`.
    pub fn release(&mut self, base: u64, site: SpanId) {
        let Some((class, region)) = self.locate(base) else { return };
        let regions = &mut self.classes[class];
        let entry = regions.entry(region);
        let Some(object) = entry else { return };
        if object.released {
            return;
        }
        match Rc::get_mut(object) {
            Some(object) => {
                object.ended = self.next_serial;
                object.kill(site);
            }
            None => {
                let mut dead = Object::new(base, 0, object.kind, object.serial, object.allocated);
                (dead.ended, dead.align) = (self.next_serial, object.align);
                dead.size = object.size;
                dead.kill(site);
                *entry = Some(Rc::new(dead));
            }
        }
        regions.live -= 1;
    }

    /// Makes a variable accessible again that is out of scope while its function runs.
    pub fn revive(&mut self, address: u64) -> bool {
        match self.object_mut(address) {
            Some(object) if !object.alive && !object.released => {
                object.alive = true;
                true
            }
            _ => false,
        }
    }

    /// The object that an address was made for, alive or not.
    #[inline]
    pub fn object(&self, address: u64) -> Option<&Object> {
        self.owner(address).map(|object| &**object)
    }

    #[inline]
    fn owner(&self, address: u64) -> Option<&Rc<Object>> {
        let (class, region) = self.locate(address)?;
        self.classes[class].get(region)
    }

    /// The object for writing. Callers keep `alive` and `size` as they are.
    #[inline]
    pub fn object_mut(&mut self, address: u64) -> Option<&mut Object> {
        let (class, region) = self.locate(address)?;
        self.classes[class].get_mut(region).map(Rc::make_mut)
    }

    /// Offset in its object of `len` bytes at an address, or why they cannot be accessed.
    #[inline]
    pub fn check(&self, address: u64, len: u64, access: AccessKind) -> Result<usize, Fault> {
        if let Some(object) = self.object(address) {
            let offset = address.wrapping_sub(object.base);
            if object.alive
                && offset <= object.size
                && len <= object.size - offset
                && (access == AccessKind::Read || !object.constant)
                && (self.plain || self.is_allowed(address, len, access))
            {
                return Ok(size(offset));
            }
        }
        Err(self.explain(address, len, access))
    }

    /// While a function runs that was given pointers into members of structs, it must stay
    /// within those.
    pub fn restrict(&mut self, members: Vec<Range<u64>>, others: Vec<u64>) {
        self.members = members;
        self.others = others;
        self.plain = self.members.is_empty() && self.touched.is_none();
    }

    /// Notes accesses from now on, or no longer.
    pub(crate) fn watch(&mut self, watched: bool) {
        self.touched = watched.then(Box::default);
        self.plain = self.members.is_empty() && self.touched.is_none();
    }

    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.touched.is_some()
    }

    /// Whether there are accesses that were not taken yet.
    #[inline]
    pub(crate) fn has_touched(&self) -> bool {
        self.touched.as_ref().is_some_and(|touched| !touched.borrow().is_empty())
    }

    /// Whether some of that was written.
    pub(crate) fn has_written(&self) -> bool {
        let writes = |touch: &Touch| touch.access == AccessKind::Write;
        self.touched.as_ref().is_some_and(|touched| touched.borrow().iter().any(writes))
    }

    /// Drops what was accessed before the operation in hand: these reads are the analysis's own, for instance in the
    /// search for leaks.
    #[inline]
    pub(crate) fn forget_touched(&mut self) {
        if let Some(touched) = &mut self.touched {
            touched.get_mut().clear();
        }
    }

    /// What was accessed since this was last asked.
    pub(crate) fn take_touched(&mut self) -> Vec<Touch> {
        self.touched.as_mut().map_or_else(Vec::new, |touched| std::mem::take(touched.get_mut()))
    }

    /// Notes an access to what has no object, if that is wanted.
    pub(crate) fn note_unnamed(&self, address: u64, access: AccessKind) {
        if let Some(touched) = &self.touched {
            touched.borrow_mut().push(Touch { address, len: 1, access, frees: false });
        }
    }

    /// Notes an access if that is wanted, and says whether it stays within members that it must not
    /// leave.
    #[cold]
    fn is_allowed(&self, address: u64, len: u64, access: AccessKind) -> bool {
        if let Some(touched) = &self.touched {
            touched.borrow_mut().push(Touch { address, len, access, frees: false });
        }
        self.members.is_empty() || self.beyond_member(address, len).is_none()
    }

    /// The member that an access from its inside, or from just after it, leaves.
    #[cold]
    fn beyond_member(&self, address: u64, len: u64) -> Option<&Range<u64>> {
        let inside = self.members.iter().find(|member| member.contains(&address));
        match inside {
            Some(member) => (address + len > member.end).then_some(member),
            None => self.members.iter().find(|member| {
                // What lies after a member may be meant by another pointer.
                member.end == address && len > 0 && !self.others.contains(&address)
            }),
        }
    }

    /// Why `len` bytes at an address cannot be accessed.
    #[cold]
    fn explain(&self, address: u64, len: u64, access: AccessKind) -> Fault {
        match self.object(address) {
            Some(object) => self.explain_in(object, address, len, access),
            None if address < FIRST_VALID => Fault::NullAccess { access, address, failed: None },
            None => Fault::WildAccess { access, address },
        }
    }

    /// Why `len` bytes at an address that was made from an object's cannot be accessed.
    pub fn explain_in(&self, object: &Object, address: u64, len: u64, access: AccessKind) -> Fault {
        let allocated = object.allocated;
        if !object.alive {
            return match object.kind {
                ObjectKind::Stack => Fault::UseAfterScope { access, allocated },
                _ => Fault::UseAfterFree { access, allocated, freed: object.freed },
            };
        }
        let offset = address.wrapping_sub(object.base).cast_signed();
        let size = object.size;
        if let Some(member) = self.beyond_member(address, len) {
            return Fault::OutOfBounds {
                access,
                object: object.kind.member(),
                base: object.base,
                offset: address.wrapping_sub(member.start).cast_signed(),
                len,
                size: member.end - member.start,
                allocated,
            };
        }
        if offset >= 0 && offset.unsigned_abs().saturating_add(len) <= size {
            return Fault::WriteToConstant { allocated };
        }
        if object.kind == ObjectKind::External {
            return Fault::UndefinedVariable { access };
        }
        let (object, base) = (object.kind, object.base);
        Fault::OutOfBounds { access, object, base, offset, len, size, allocated }
    }

    /// A value of `len` bytes, 1 or more.
    #[inline]
    pub fn load(&self, pool: &mut TermPool, address: u64, len: u32) -> Result<Value, Fault> {
        let at = self.check(address, u64::from(len), AccessKind::Read)?;
        let object = self.object(address).expect("just checked");
        let known = match len {
            1 => object.known::<1>(at).map(|b| u64::from(b[0])),
            2 => object.known::<2>(at).map(|b| u64::from(u16::from_le_bytes(b))),
            4 => object.known::<4>(at).map(|b| u64::from(u32::from_le_bytes(b))),
            8 => object.known::<8>(at).map(u64::from_le_bytes),
            _ => None,
        };
        match known {
            Some(value) => Ok(Value::Int(value)),
            None => Ok(object.assemble(pool, at, len as usize)),
        }
    }

    /// As [`Memory::load`] for what is no pointer; `None` if it may be part of one, or cannot be loaded.
    #[inline]
    pub(crate) fn load_number(&self, pool: &mut TermPool, address: u64, len: u32) -> Option<Value> {
        let at = self.check(address, u64::from(len), AccessKind::Read).ok()?;
        let object = self.object(address).expect("just checked");
        if object.has_addresses && self.may_be_address(object, at, len as usize) {
            return None;
        }
        let known = match len {
            1 => object.known::<1>(at).map(|b| u64::from(b[0])),
            2 => object.known::<2>(at).map(|b| u64::from(u16::from_le_bytes(b))),
            4 => object.known::<4>(at).map(|b| u64::from(u32::from_le_bytes(b))),
            8 => object.known::<8>(at).map(u64::from_le_bytes),
            _ => None,
        };
        Some(known.map_or_else(|| object.assemble(pool, at, len as usize), Value::Int))
    }

    /// Whether the word around some bytes looks like an address, at a glance.
    #[inline]
    fn may_be_address(&self, object: &Object, at: usize, len: usize) -> bool {
        let word = self.pointer_bytes as usize;
        let looks = |start| {
            object.raw_word(start, word).is_some_and(|raw| self.space.locate(raw).is_some())
        };
        looks(at - at % word) || (len == word && !at.is_multiple_of(word) && looks(at))
    }

    /// Whether some of so many bytes are part of an address, so that they may be any (`addresses.rs`).
    pub fn has_address(&self, address: u64, len: usize) -> bool {
        self.explores
            && self.object(address).is_some_and(|object| object.has_addresses)
            && (address..).take(len).any(|at| self.address_around(at, 1).is_some())
    }

    /// The address that `len` known bytes are, or are a part of, and how many bits of it come before them.
    pub(crate) fn address_around(&self, address: u64, len: u32) -> Option<(u64, u32)> {
        let object = self.object(address).filter(|object| object.has_addresses)?;
        let word = u64::from(self.pointer_bytes);
        let offset = address.wrapping_sub(object.base);
        let starts = [offset, offset / word * word];
        let within = |start: &&u64| offset + u64::from(len) <= *start + word;
        starts.iter().filter(within).find_map(|start| {
            let bytes = match self.pointer_bytes {
                8 => u64::from_le_bytes(object.known_word::<8>(size(*start))?),
                _ => u64::from(u32::from_le_bytes(object.known_word::<4>(size(*start))?)),
            };
            let before = u32::try_from(8 * (offset - start)).ok()?;
            self.object(bytes).is_some().then_some((bytes, before))
        })
    }

    /// Writes a value of `len` bytes, 1 or more.
    #[inline]
    pub fn store(
        &mut self,
        pool: &mut TermPool,
        address: u64,
        len: u32,
        value: Value,
    ) -> Result<(), Fault> {
        let at = self.check(address, u64::from(len), AccessKind::Write)?;
        let is_address = len == self.pointer_bytes
            && matches!(value, Value::Int(bits) if self.space.locate(bits).is_some());
        let object = self.object_mut(address).expect("just checked");
        if let Value::Int(bits) = value {
            let b = bits.to_le_bytes();
            match len {
                1 => object.set_known::<1>(at, [b[0]]),
                2 => object.set_known::<2>(at, [b[0], b[1]]),
                4 => object.set_known::<4>(at, [b[0], b[1], b[2], b[3]]),
                8 => object.set_known::<8>(at, b),
                _ => object.scatter(pool, at, len as usize, value),
            }
            object.has_addresses |= is_address;
        } else {
            object.scatter(pool, at, len as usize, value);
        }
        Ok(())
    }

    /// `len` bytes if all are known; `Ok(None)` if some are undefined or symbolic.
    pub fn bytes(&self, address: u64, len: u64) -> Result<Option<&[u8]>, Fault> {
        if len == 0 {
            return Ok(Some(&[]));
        }
        let at = self.check(address, len, AccessKind::Read)?;
        if self.has_address(address, size(len)) {
            return Ok(None);
        }
        Ok(self.object(address).and_then(|object| object.known_slice(at, size(len))))
    }

    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.check(address, bytes.len() as u64, AccessKind::Write)?;
        self.object_mut(address).expect("just checked").set_slice(at, bytes);
        Ok(())
    }

    /// One byte, which may be undefined or symbolic.
    pub fn byte(&self, pool: &mut TermPool, address: u64) -> Result<Value, Fault> {
        let at = self.check(address, 1, AccessKind::Read)?;
        if self.explores
            && let Some(part) = crate::memory::addresses::number_in(pool, self, address, 1)
        {
            return Ok(part);
        }
        Ok(self.object(address).expect("just checked").byte(pool, at))
    }

    /// A block was moved elsewhere: it may have stayed where it was, for all that the program can know.
    pub fn moved(&mut self, from: u64, to: u64) {
        let Some(serial) = self.object(to).map(|object| object.serial) else { return };
        if let Some(object) = self.object_mut(from) {
            object.ended = object.ended.min(serial);
        }
    }

    pub fn set_byte(&mut self, address: u64, value: Value) -> Result<(), Fault> {
        let at = self.check(address, 1, AccessKind::Write)?;
        self.object_mut(address).expect("just checked").set_byte(at, value);
        Ok(())
    }

    pub fn fill(&mut self, address: u64, len: u64, byte: Value) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let at = self.check(address, len, AccessKind::Write)?;
        let object = self.object_mut(address).expect("just checked");
        match byte {
            Value::Int(known) => object.fill(at, size(len), low_byte(known)),
            other => (0..size(len)).for_each(|index| object.set_byte(at + index, other)),
        }
        Ok(())
    }

    /// Copies `len` bytes with what is undefined or symbolic in them; the ranges may overlap.
    pub fn copy(&mut self, pool: &mut TermPool, to: u64, from: u64, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let source = self.check(from, len, AccessKind::Read)?;
        let target = self.check(to, len, AccessKind::Write)?;
        let len = size(len);
        if self.locate(from) == self.locate(to) {
            self.object_mut(to).expect("just checked").copy_within(pool, target, source, len);
            return Ok(());
        }
        // A second owner of the source, while the target changes.
        let object = self.owner(from).expect("just checked").clone();
        let copy = self.object_mut(to).expect("just checked");
        copy.has_addresses |= object.has_addresses;
        match object.known_slice(source, len) {
            Some(known) => copy.set_slice(target, known),
            None => (0..len).for_each(|i| copy.set_byte(target + i, object.byte(pool, source + i))),
        }
        Ok(())
    }

    /// Whether the same objects are alive, with the same contents.
    pub fn same(&self, other: &Memory) -> bool {
        self.unshared(other).all(|pair| matches!(pair, (Some(x), Some(y)) if x.same(y)))
    }

    /// An address where memory is another: of a byte, or of an object that is.
    pub fn difference(&self, pool: &mut TermPool, other: &Memory) -> Option<u64> {
        self.unshared(other).find_map(|pair| match pair {
            (Some(x), Some(y)) if x.same(y) => None,
            (Some(x), Some(y)) => {
                let bytes = x.differences(pool, y, 1);
                Some(bytes.and_then(|bytes| bytes.first().copied()).unwrap_or(x.base))
            }
            (x, y) => x.or(y).map(|object| object.base),
        })
    }

    /// Whether the byte at an address is another.
    pub fn differs_at(&self, pool: &mut TermPool, other: &Memory, address: u64) -> bool {
        self.byte(pool, address).ok() != other.byte(pool, address).ok()
    }

    /// The addresses of all bytes that are others, `most` of them at most; `None` if there are
    /// more, or if other objects are alive.
    pub fn differences(
        &self,
        pool: &mut TermPool,
        other: &Memory,
        most: usize,
    ) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        for pair in self.unshared(other) {
            let (Some(x), Some(y)) = pair else { return None };
            found.extend(x.differences(pool, y, most - found.len())?);
        }
        Some(found)
    }

    /// The words in which two memories differ, by address and length; `None` if they differ in more
    /// than `most`, or in more than the values of bytes.
    pub fn differing_words(&self, other: &Memory, most: usize) -> Option<Vec<(u64, u32)>> {
        if !self.members.is_empty() || !other.members.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for pair in self.unshared(other) {
            let (Some(x), Some(y)) = pair else { return None };
            found.extend(x.differing_words(y, most - found.len())?);
        }
        Some(found)
    }

    /// Gives no number again that another memory has given.
    pub fn catch_up(&mut self, other: &Memory) {
        self.next_serial = self.next_serial.max(other.next_serial);
        self.allocations = self.allocations.max(other.allocations);
    }

    /// The live objects of one region that two memories do not share.
    fn unshared<'a>(
        &'a self,
        other: &'a Memory,
    ) -> impl Iterator<Item = (Option<&'a Object>, Option<&'a Object>)> {
        let pages = self.classes.iter().zip(&other.classes).flat_map(|(a, b)| {
            let page = |regions: &'a Regions, index: usize| regions.pages.get(index)?.as_ref();
            let all = 0..a.pages.len().max(b.pages.len());
            all.map(move |index| (page(a, index), page(b, index)))
        });
        let pages = pages.filter(|pages| match pages {
            (Some(x), Some(y)) => !Rc::ptr_eq(x, y),
            (x, y) => x.is_some() || y.is_some(),
        });
        let objects = pages.flat_map(|(x, y)| {
            let live = |page: Option<&'a Rc<Page>>, slot: usize| {
                page.and_then(|page| page[slot].as_ref()).filter(|object| object.alive)
            };
            (0..1 << PAGE_BITS).map(move |slot| (live(x, slot), live(y, slot)))
        });
        let unshared = objects.filter(|objects| match objects {
            (Some(x), Some(y)) => !Rc::ptr_eq(x, y),
            (x, y) => x.is_some() || y.is_some(),
        });
        unshared.map(|(x, y)| (x.map(|x| &**x), y.map(|y| &**y)))
    }

    /// Every object alive, in the order of addresses.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        let pages = self.classes.iter().flat_map(|class| class.pages.iter().flatten());
        pages.flat_map(|page| page.iter().flatten()).map(|o| &**o).filter(|o| o.alive)
    }
}

impl Regions {
    #[inline]
    fn get(&self, region: u32) -> Option<&Rc<Object>> {
        let page = self.pages.get((region >> PAGE_BITS) as usize)?.as_ref()?;
        page[(region & ((1 << PAGE_BITS) - 1)) as usize].as_ref()
    }

    #[inline]
    fn get_mut(&mut self, region: u32) -> Option<&mut Rc<Object>> {
        let page = self.pages.get_mut((region >> PAGE_BITS) as usize)?.as_mut()?;
        Rc::make_mut(page)[(region & ((1 << PAGE_BITS) - 1)) as usize].as_mut()
    }

    /// The entry of a region, its page made if need be.
    fn entry(&mut self, region: u32) -> &mut Option<Rc<Object>> {
        let index = (region >> PAGE_BITS) as usize;
        if self.pages.len() <= index {
            self.pages.resize(index + 1, None);
        }
        let page = self.pages[index].get_or_insert_with(|| Rc::new(EMPTY_PAGE));
        &mut Rc::make_mut(page)[(region & ((1 << PAGE_BITS) - 1)) as usize]
    }

    /// A region that is free, the one freed longest ago or nearly so.
    fn take(&mut self, first_limit: u32, all: u32) -> Option<u32> {
        if self.limit == 0 {
            self.limit = first_limit.min(all);
        }
        if self.live >= self.limit / 2 && self.limit < all {
            // New regions first: what was freed rests a while longer.
            self.cursor = self.limit;
            self.limit = self.limit.saturating_mul(2).min(all);
        }
        for _ in 0..=self.limit {
            let region = self.cursor;
            self.cursor = if region + 1 >= self.limit { 0 } else { region + 1 };
            if self.get(region).is_none_or(|object| object.released) {
                self.live += 1;
                return Some(region);
            }
        }
        None
    }
}
