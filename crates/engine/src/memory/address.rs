//! The address space: which object an address belongs to follows from its bits.
//!
//! The top three bits of an address choose a class of regions, the bits below choose a region, and
//! a region holds at most one object, with unused space before and after it. So a pointer is a
//! plain number that survives casts, unions and copies byte by byte, and still says which object it
//! was made for, as long as it does not stray by more than the unused space.

/// Classes of regions, chosen by the top three bits of an address. Class 0 has null,
/// functions and labels, but no objects.
pub const CLASSES: usize = 8;
/// Heap blocks and globals, the class growing with the size.
const SIZED: std::ops::RangeInclusive<usize> = 1..=4;
/// Local variables of at most the size of the smallest class.
pub const STACK: usize = 5;

/// Objects at addresses that a program names, which are in class 0 or beyond all: regions of this one hold them.
pub const FIXED: usize = 6;

/// The addresses below are never valid: a null pointer plus a small offset.
pub const FIRST_VALID: u64 = 0x1000;

/// The shape of the address space for one width of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    /// Bits below the class.
    class_shift: u32,
    /// Bits of a region for each class; 0 where the class is not used.
    region_bits: [u32; CLASSES],
    functions_at: u64,
    labels_at: u64,
}

/// Functions and labels are this far apart.
const CODE_STRIDE: u64 = 16;

impl AddressSpace {
    pub fn for_pointer_bytes(bytes: u32) -> Self {
        match bytes {
            4 => AddressSpace {
                class_shift: 29,
                region_bits: [0, 12, 17, 22, 27, 12, 0, 0],
                functions_at: 0x1_0000,
                labels_at: 0x1000_0000,
            },
            // Like a process on x86-64 and AArch64: the upper 17 bits are zero, and
            // programs that keep tags there still work.
            _ => AddressSpace {
                class_shift: 44,
                region_bits: [0, 20, 26, 32, 40, 20, 0, 0],
                functions_at: 0x40_0000,
                labels_at: 0x800_0000_0000,
            },
        }
    }

    /// Class and region of an address; `None` if it can belong to no object.
    #[inline]
    pub fn locate(&self, address: u64) -> Option<(usize, u32)> {
        let class = usize::try_from(address >> self.class_shift).ok()?;
        let bits = *self.region_bits.get(class)?;
        if bits == 0 {
            return None;
        }
        let within = address & ((1 << self.class_shift) - 1);
        u32::try_from(within >> bits).ok().map(|region| (class, region))
    }

    /// Whether two addresses are surely of one object, or of one that strays.
    #[inline]
    pub fn are_near(&self, a: u64, b: u64) -> bool {
        (a ^ b) >> self.region_bits[STACK] == 0 && a >> self.class_shift != 0
    }

    /// The class for an object of this size and alignment; `None` if none is large enough.
    pub fn class_for(&self, size: u64, align: u64, stack: bool) -> Option<usize> {
        let fits = |class: usize| {
            let region = 1u64 << self.region_bits[class];
            size <= region / 2 && align <= region / 8
        };
        if stack && fits(STACK) {
            return Some(STACK);
        }
        SIZED.into_iter().find(|class| fits(*class))
    }

    /// How many regions a class has.
    pub fn regions(&self, class: usize) -> u32 {
        let bits = self.region_bits[class];
        if bits == 0 { 0 } else { 1u32 << (self.class_shift - bits).min(31) }
    }

    /// Where the object of a region starts: a quarter into it, spread a little, as
    /// programs hash the low bits of pointers.
    pub fn base(&self, class: usize, region: u32, align: u64) -> u64 {
        let bits = self.region_bits[class];
        let start = (class as u64) << self.class_shift | u64::from(region) << bits;
        let spread = u64::from(region.wrapping_mul(0x9E37_79B1) >> 16) * 16;
        let offset = (1u64 << bits) / 4 + spread % ((1u64 << bits) / 64);
        start + offset.next_multiple_of(align.max(16))
    }

    pub fn function_address(&self, index: usize) -> u64 {
        self.functions_at + CODE_STRIDE * index as u64
    }

    /// The index of the function at an address.
    pub fn function_at(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.functions_at)?;
        if address >= self.labels_at || !offset.is_multiple_of(CODE_STRIDE) {
            return None;
        }
        usize::try_from(offset / CODE_STRIDE).ok()
    }

    pub fn label_address(&self, index: usize) -> u64 {
        self.labels_at + CODE_STRIDE * index as u64
    }

    pub fn label_at(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.labels_at)?;
        if !offset.is_multiple_of(CODE_STRIDE) {
            return None;
        }
        usize::try_from(offset / CODE_STRIDE).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_near_an_object_names_its_region() {
        for bytes in [4, 8] {
            let space = AddressSpace::for_pointer_bytes(bytes);
            for class in [1, 2, 3, 4, STACK] {
                let base = space.base(class, 3, 16);
                assert_eq!(space.locate(base), Some((class, 3)));
                assert_eq!(space.locate(base - 1), Some((class, 3)));
                assert_eq!(
                    space.locate(base + (1 << space.region_bits[class]) / 2),
                    Some((class, 3))
                );
            }
        }
    }

    #[test]
    fn null_and_code_are_no_objects() {
        let space = AddressSpace::for_pointer_bytes(8);
        assert_eq!(space.locate(0), None);
        assert_eq!(space.locate(space.function_address(5)), None);
        assert_eq!(space.function_at(space.function_address(5)), Some(5));
        assert_eq!(space.label_at(space.label_address(9)), Some(9));
        assert_eq!(space.locate(u64::MAX), None);
    }
}
