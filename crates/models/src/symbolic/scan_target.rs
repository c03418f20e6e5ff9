//! The variables that `scanf` stores numbers in: each is to be of the type that its conversion spells.
//!
//! Only variables count that are named in the call (`&weight`): what other pointers lead to has no type that a
//! declaration gives it. What is too small for a number is a write out of bounds, and told as that.

use super::scan::Conversion;
use margay_engine::{Call, Fault, Stop};
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Encoding, Place, SourceType};
use margay_ir::spell::library_name;
use margay_ir::{Callee, ConstKind, Op, Operand};

/// Notes it if the variable that an argument is the address of is of another type than a conversion stores.
pub fn check(call: &mut Call<'_>, conversion: &Conversion, argument: usize) -> Result<(), Stop> {
    let is_float = b"fegaEG".contains(&conversion.letter);
    let is_integer = b"diuxXo".contains(&conversion.letter);
    let Some((variable, ty)) = variable(call, argument).filter(|_| is_float || is_integer) else {
        return Ok(());
    };
    let source = &call.program.source;
    let SourceType::Base { name, bits, encoding } = &source.types[source.strip(ty)] else {
        return Ok(());
    };
    let stored = u64::from(conversion.size) * 8;
    let (fits, wanted) = match (encoding, conversion.size) {
        (Encoding::Float, 4) if is_float => (*bits == 32, "a float".to_owned()),
        (Encoding::Float, 8) if is_float => (*bits == 64, "a double".to_owned()),
        (Encoding::Float, _) if is_float => (*bits > 64, "a long double".to_owned()),
        (Encoding::ComplexFloat | Encoding::Other, _) => return Ok(()),
        (Encoding::Float, _) => (false, format!("an integer of {stored} bits")),
        (_, 4) if is_float => (false, "a float".to_owned()),
        (_, _) if is_float => (false, "a double".to_owned()),
        _ => (*bits == stored, format!("an integer of {stored} bits")),
    };
    if fits || *bits < stored {
        return Ok(());
    }
    let detail = format!("{wanted} is stored in `{variable}`, whose type is `{name}`");
    let function = call.name.to_owned();
    call.fault(Fault::FormatMismatch { function, detail, missing: false })
}

/// The name and type of the variable whose address an argument is.
fn variable<'a>(call: &Call<'a>, argument: usize) -> Option<(&'a str, SourceTypeId)> {
    let function = &call.program.functions[call.state.frames.last()?.function];
    let is_this = |callee: &Callee| match callee {
        Callee::Direct(callee) => {
            library_name(&call.program.functions[*callee].name) == library_name(call.name)
        }
        _ => false,
    };
    let mut calls = function.insts.iter().filter_map(|inst| match &inst.op {
        Op::Call(site) if inst.span == call.site && is_this(&site.callee) => Some(site),
        _ => None,
    });
    // Where a macro makes several calls at one place, it is not known which.
    let site = calls.next().filter(|_| calls.next().is_none())?;
    match site.args.get(argument)? {
        Operand::Reg(reg) => {
            let mut all = function.vars.iter();
            let variable = all.find(|variable| variable.place == Place::Memory(*reg))?;
            Some((&variable.name, variable.ty))
        }
        Operand::Const(id) => match call.program.const_of(*id).kind {
            ConstKind::Global(id) => {
                let source = call.program.globals[id].source.as_ref()?;
                Some((&source.name, source.ty))
            }
            _ => None,
        },
    }
}
