//! A cursor over the variable arguments of a call.

use crate::fault::ObjectKind;
use crate::library::model::Call;
use crate::state::stop::Stop;
use crate::state::varargs::VaListAbi;
use crate::state::varargs::{GP_END, Home, Registers, VaAreas, pointer_slot, unknown_target};
use crate::value::Value;
use crate::value::lane::{Arg, ArgKind};
use margay_ir::FloatKind;

/// Takes variable arguments one by one, from the arguments of a call or from a `va_list`.
pub enum VarArgs {
    /// The arguments of this call from an index on.
    Direct { next: usize },
    /// The `va_list` at this address.
    List { address: u64, abi: VaListAbi },
}

impl VarArgs {
    /// Those after the first `named` arguments of a call to a variadic function.
    pub fn of_call(named: usize) -> Self {
        VarArgs::Direct { next: named }
    }

    /// Those of the `va_list` that argument `index` is.
    pub fn of_list(call: &mut Call<'_>, index: usize) -> Result<Self, Stop> {
        let abi = VaListAbi::of(call.program);
        let argument = call.arg_u64(index)?;
        // A System V va_list is an array, passed by its address. A pointer is passed by
        // value, and the callee's progress is the callee's own.
        match abi {
            VaListAbi::SystemV => Ok(VarArgs::List { address: argument, abi }),
            VaListAbi::Pointer { slot } => {
                let copy = call.allocate_object(ObjectKind::Library, slot, slot);
                call.store_pointer(copy, argument)?;
                Ok(VarArgs::List { address: copy, abi })
            }
            VaListAbi::Unknown => Err(unknown_target()),
        }
    }

    /// The arguments of the `va_list` that argument `index` is, with their types, if nothing
    /// was taken from it since the `va_start` of a function that has not returned.
    pub fn untouched(call: &mut Call<'_>, index: usize) -> Result<Option<Vec<Arg>>, Stop> {
        let list = call.arg_u64(index)?;
        let (gp, fp, stack, registers) = match VaListAbi::of(call.program) {
            VaListAbi::SystemV => (
                call.load(list, 4)?,
                call.load(list + 4, 4)?,
                call.load(list + 8, 8)?,
                call.load(list + 16, 8)?,
            ),
            VaListAbi::Pointer { .. } => (0, GP_END, list, 0),
            VaListAbi::Unknown => return Ok(None),
        };
        let stands_at = |areas: &VaAreas| {
            (areas.gp, areas.fp, areas.stack, areas.registers) == (gp, fp, stack, registers)
        };
        let mut frames = call.state.frames.iter().rev();
        let frame = frames.find(|frame| frame.va_areas.as_ref().is_some_and(stands_at));
        let Some(frame) = frame else { return Ok(None) };
        let named = frame.code.named_args;
        Ok(frame.args.as_ref().map(|args| args.iter().skip(named).copied().collect()))
    }

    /// The next argument, of a type that the caller knows.
    pub fn next(&mut self, call: &mut Call<'_>, kind: ArgKind) -> Result<Value, Stop> {
        match self {
            VarArgs::Direct { next } => {
                let value = call.arg(*next);
                *next += 1;
                Ok(value)
            }
            VarArgs::List { address, abi } => {
                let at = next_place(call, *address, *abi, kind)?;
                match kind {
                    ArgKind::Int(bits) => call.load_value(at, bits.div_ceil(8)),
                    ArgKind::Float(kind) => call.load_value(at, kind.bits().div_ceil(8)),
                    ArgKind::Vector(bytes) => call.load_value(at, bytes),
                    ArgKind::Memory { .. } => Ok(Value::Int(at)),
                }
            }
        }
    }

    pub fn next_u64(&mut self, call: &mut Call<'_>, bits: u32) -> Result<u64, Stop> {
        let value = self.next(call, ArgKind::Int(bits))?;
        call.concrete(value, bits)
    }

    pub fn next_pointer(&mut self, call: &mut Call<'_>) -> Result<u64, Stop> {
        let bits = call.pointer_bytes() * 8;
        self.next_u64(call, bits)
    }

    pub fn next_f64(&mut self, call: &mut Call<'_>) -> Result<f64, Stop> {
        let value = self.next(call, ArgKind::Float(FloatKind::Double))?;
        Ok(f64::from_bits(call.concrete(value, 64)?))
    }
}

/// Where the next argument of a `va_list` lies; the list moves on.
pub(crate) fn next_place(
    call: &mut Call<'_>,
    list: u64,
    abi: VaListAbi,
    kind: ArgKind,
) -> Result<u64, Stop> {
    match abi {
        VaListAbi::Pointer { slot } => {
            let (size, align) = pointer_slot(kind, slot);
            let at = call.load_pointer(list)?.next_multiple_of(align);
            call.store_pointer(list, at + size.next_multiple_of(slot))?;
            Ok(at)
        }
        VaListAbi::SystemV => {
            let mut registers = Registers {
                gp: call.load(list, 4)?,
                fp: call.load(list + 4, 4)?.wrapping_sub(GP_END),
            };
            let place = registers.place(kind);
            match place {
                Home::Gp(at) | Home::Fp(at) => {
                    call.store(list, 4, registers.gp)?;
                    call.store(list + 4, 4, registers.fp + GP_END)?;
                    Ok(call.load(list + 16, 8)?.wrapping_add(at))
                }
                Home::Stack { size, align } => {
                    let at = call.load(list + 8, 8)?.next_multiple_of(align);
                    call.store(list + 8, 8, at + size.next_multiple_of(8))?;
                    Ok(at)
                }
            }
        }
        VaListAbi::Unknown => Err(unknown_target()),
    }
}
