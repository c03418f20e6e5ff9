//! Variable arguments: the layout of `va_list` and a cursor over it.
//!
//! clang reads `va_list` itself, so its layout must be the target's: System V on
//! x86-64, a plain pointer elsewhere.

use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::memory::Memory;
use crate::state::stop::Stop;
use crate::value::Value;
use crate::value::lane::{Arg, ArgKind};
use margay_ir::{FloatKind, Program, SpanId};
use margay_smt::TermPool;

/// Bytes of the integer registers, and of those and the float registers.
pub(crate) const GP_END: u64 = 48;
const SAVE_AREA: u64 = 176;

/// How the target passes variable arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaListAbi {
    /// `{ gp_offset, fp_offset, overflow_arg_area, reg_save_area }`.
    SystemV,
    /// A pointer that walks over slots of this many bytes, as on 32-bit x86.
    Pointer { slot: u64 },
    /// A target whose layout we do not know.
    Unknown,
}

impl VaListAbi {
    pub fn of(program: &Program) -> Self {
        let x86_64 = program.triple.starts_with("x86_64");
        if x86_64 && program.layout.pointer_bytes == 8 && !program.triple.contains("windows") {
            VaListAbi::SystemV
        } else if program.triple.starts_with("i386") || program.triple.starts_with("i686") {
            VaListAbi::Pointer { slot: 4 }
        } else {
            VaListAbi::Unknown
        }
    }

    /// Bytes of a `va_list`.
    pub fn size(self) -> u64 {
        match self {
            VaListAbi::SystemV => 24,
            VaListAbi::Pointer { slot } => slot,
            VaListAbi::Unknown => 0,
        }
    }
}

pub(crate) fn unknown_target() -> Stop {
    Stop::Unsupported("variable arguments are supported on x86 only".to_owned())
}

/// Registers that arguments take on x86-64: integer bytes and float bytes used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Registers {
    pub(crate) gp: u64,
    pub(crate) fp: u64,
}

/// Where an argument goes on x86-64.
pub(crate) enum Home {
    Gp(u64),
    Fp(u64),
    Stack { size: u64, align: u64 },
}

impl Registers {
    pub(crate) fn place(&mut self, kind: ArgKind) -> Home {
        match kind {
            ArgKind::Int(bits) => {
                let size = u64::from(bits.div_ceil(64)) * 8;
                if size <= 16 && self.gp + size <= GP_END {
                    self.gp += size;
                    Home::Gp(self.gp - size)
                } else {
                    Home::Stack { size, align: if size == 16 { 16 } else { 8 } }
                }
            }
            ArgKind::Float(FloatKind::X87) => Home::Stack { size: 16, align: 16 },
            ArgKind::Float(_) | ArgKind::Vector(0..=16) => {
                if self.fp + 16 <= SAVE_AREA - GP_END {
                    self.fp += 16;
                    Home::Fp(GP_END + self.fp - 16)
                } else {
                    let size = match kind {
                        ArgKind::Float(kind) => u64::from(kind.bits() / 8),
                        ArgKind::Vector(bytes) => u64::from(bytes),
                        _ => 8,
                    };
                    Home::Stack { size: size.max(8), align: size.clamp(8, 16) }
                }
            }
            ArgKind::Vector(bytes) => {
                Home::Stack { size: u64::from(bytes), align: u64::from(bytes) }
            }
            ArgKind::Memory { size, align } => Home::Stack { size, align: align.max(8) },
        }
    }
}

/// What the `va_list`s of one call point to. It lives as long as the frame, and every
/// `va_start` in it points to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VaAreas {
    /// Register offsets at the first argument without a name, on x86-64.
    pub(crate) gp: u64,
    pub(crate) fp: u64,
    /// Copies of the registers, on x86-64.
    pub(crate) registers: u64,
    /// Arguments in memory.
    pub(crate) stack: u64,
}

/// The arguments of a call of a variadic function.
pub struct Passed<'a> {
    pub args: &'a [Arg],
    /// How many of them, the first ones, have names.
    pub named: usize,
    pub site: SpanId,
}

impl VaAreas {
    /// Lays out the arguments of a call.
    pub fn new(
        memory: &mut Memory,
        pool: &mut TermPool,
        abi: VaListAbi,
        passed: Passed<'_>,
    ) -> Result<Self, Stop> {
        let Passed { args, named, site } = passed;
        let area = |memory: &mut Memory, size, align| {
            memory.allocate(ObjectKind::Stack, size, align, site).ok_or(Fault::OutOfMemory)
        };
        let mut areas = VaAreas { gp: 0, fp: GP_END, registers: 0, stack: 0 };
        let (mut in_registers, mut in_memory) = (Vec::new(), Vec::new());
        let slot = match abi {
            VaListAbi::SystemV => {
                let mut registers = Registers::default();
                for (index, arg) in args.iter().enumerate() {
                    let home = registers.place(arg.kind);
                    if index < named {
                        (areas.gp, areas.fp) = (registers.gp, GP_END + registers.fp);
                        continue;
                    }
                    match home {
                        Home::Gp(at) | Home::Fp(at) => in_registers.push((at, *arg)),
                        Home::Stack { size, align } => in_memory.push((size, align, *arg)),
                    }
                }
                areas.registers = area(memory, SAVE_AREA, 16)?;
                8
            }
            VaListAbi::Pointer { slot } => {
                for arg in args.iter().skip(named) {
                    let (size, align) = pointer_slot(arg.kind, slot);
                    in_memory.push((size, align, *arg));
                }
                slot
            }
            VaListAbi::Unknown => return Err(unknown_target()),
        };
        for (at, arg) in in_registers {
            store_arg(memory, pool, areas.registers + at, arg)?;
        }
        // The area is as aligned as any argument in it, so that offsets align addresses.
        let mut end = 0u64;
        let mut places = Vec::new();
        for (size, align, arg) in &in_memory {
            end = end.next_multiple_of(*align);
            places.push((end, *arg));
            end += size.next_multiple_of(slot);
        }
        let align = in_memory.iter().map(|entry| entry.1).max().unwrap_or(1).max(16);
        areas.stack = area(memory, end, align)?;
        for (at, arg) in places {
            store_arg(memory, pool, areas.stack + at, arg)?;
        }
        Ok(areas)
    }

    /// The objects that end with the frame.
    pub fn objects(&self) -> impl Iterator<Item = u64> + use<> {
        [self.registers, self.stack].into_iter().filter(|base| *base != 0)
    }

    /// Makes the `va_list` at `list` start at the first argument without a name.
    pub fn start(
        &self,
        memory: &mut Memory,
        pool: &mut TermPool,
        abi: VaListAbi,
        list: u64,
    ) -> Result<(), Fault> {
        match abi {
            VaListAbi::SystemV => {
                memory.store(pool, list, 4, Value::Int(self.gp))?;
                memory.store(pool, list + 4, 4, Value::Int(self.fp))?;
                memory.store(pool, list + 8, 8, Value::Int(self.stack))?;
                memory.store(pool, list + 16, 8, Value::Int(self.registers))
            }
            VaListAbi::Pointer { slot } => {
                memory.store(pool, list, slot_len(slot), Value::Int(self.stack))
            }
            VaListAbi::Unknown => Ok(()),
        }
    }
}

fn slot_len(slot: u64) -> u32 {
    u32::try_from(slot).expect("a slot is a pointer")
}

/// Size and alignment of an argument where all are in memory.
pub(crate) fn pointer_slot(kind: ArgKind, slot: u64) -> (u64, u64) {
    match kind {
        ArgKind::Int(bits) => (u64::from(bits.div_ceil(8)).max(slot), slot),
        ArgKind::Float(FloatKind::X87) => (if slot == 4 { 12 } else { 16 }, slot),
        ArgKind::Float(kind) => (u64::from(kind.bits() / 8).max(slot), slot),
        ArgKind::Vector(bytes) => (u64::from(bytes), u64::from(bytes)),
        ArgKind::Memory { size, align } => (size, align.max(slot)),
    }
}

fn store_arg(memory: &mut Memory, pool: &mut TermPool, at: u64, arg: Arg) -> Result<(), Fault> {
    match arg.kind {
        ArgKind::Int(bits) => memory.store(pool, at, bits.div_ceil(8), arg.value),
        ArgKind::Float(kind) => memory.store(pool, at, kind.bits().div_ceil(8), arg.value),
        ArgKind::Vector(bytes) => memory.store(pool, at, bytes, arg.value),
        ArgKind::Memory { size, .. } => match arg.value {
            Value::Int(from) => memory.copy(pool, at, from, size),
            _ => Ok(()),
        },
    }
}
