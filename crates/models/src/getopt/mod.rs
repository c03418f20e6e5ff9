//! `getopt.h`: options of the command line, as glibc takes them apart.
//!
//! Arguments that are no options are moved after those that are, unless the format or
//! `POSIXLY_CORRECT` says otherwise. `optarg`, `optind`, `opterr` and `optopt` are the program's
//! own variables where it uses them.

mod names;
mod parser;
mod text;

use crate::LibC;
use crate::spec::{Table, UnknownText, exact};
use crate::text::{new_object, string};
use margay_engine::{Call, Flow, ModelResult, Stop};
use names::{LongOption, Takes};
use parser::Parser;

pub const MODELS: Table = Table::of(&[
    exact("getopt", |call| next_option(call, Long::Never))
        .typed("iipp")
        .unknown_text(UnknownText::Options),
    exact("__posix_getopt", |call| next_option(call, Long::Posix))
        .typed("iipp")
        .unknown_text(UnknownText::Options),
    exact("getopt_long", |call| next_option(call, Long::AfterTwoDashes))
        .typed("iipppp")
        .unknown_text(UnknownText::Options),
    exact("getopt_long_only", |call| next_option(call, Long::AfterOneDash))
        .typed("iipppp")
        .unknown_text(UnknownText::Options),
]);

/// Where long options are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Long {
    Never,
    /// As `Never`, and options end at the first other argument.
    Posix,
    AfterTwoDashes,
    AfterOneDash,
}

/// What happens to arguments that are no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    /// They end the options.
    Require,
    #[default]
    Permute,
    /// They come in order, as if they were arguments of an option with code 1.
    Return,
}

/// Where the scan stands between two calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    started: bool,
    /// The rest of an argument with several short options; 0 for none.
    rest: u64,
    order: Order,
    /// The arguments that were skipped and are to be moved to the end.
    first_skipped: u32,
    last_skipped: u32,
    /// Where the last option is kept that was wrong; 0 before any call.
    wrong: u64,
    variables: Variables,
}

/// The addresses of the program's variables, or of the library's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Variables {
    pub optarg: u64,
    pub optind: u64,
    opterr: u64,
    pub optopt: u64,
}

pub fn define_global(name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
    let variables = &mut call.library::<LibC>().getopt.variables;
    let (place, value) = match name {
        "optarg" => (&mut variables.optarg, 0),
        "optind" => (&mut variables.optind, 1),
        "opterr" => (&mut variables.opterr, 1),
        "optopt" => (&mut variables.optopt, u64::from(b'?')),
        _ => return Ok(false),
    };
    *place = address;
    if name == "optarg" {
        call.store_pointer(address, value)?;
    } else {
        call.store(address, 4, value)?;
    }
    Ok(true)
}

/// Makes the variables that the program does not mention.
pub(crate) fn variables(call: &mut Call<'_>) -> Variables {
    let mut variables = call.library::<LibC>().getopt.variables;
    let mut make = |place: &mut u64, value: u64| {
        if *place == 0 {
            *place = new_object(call, &value.to_le_bytes());
        }
    };
    make(&mut variables.optarg, 0);
    make(&mut variables.optind, 1);
    make(&mut variables.opterr, 1);
    make(&mut variables.optopt, u64::from(b'?'));
    call.library::<LibC>().getopt.variables = variables;
    variables
}

fn next_option(call: &mut Call<'_>, long: Long) -> ModelResult {
    let variables = variables(call);
    let count = call.arg_i32(0)?;
    let (arguments, format) = (call.arg_u64(1)?, call.arg_u64(2)?);
    let Some(count) = u32::try_from(count).ok().filter(|count| *count > 0) else {
        return Ok(Flow::int(-1));
    };
    call.store_pointer(variables.optarg, 0)?;
    let mut format = string(call, format)?;
    let mut scan = call.library::<LibC>().getopt;
    let next = call.load(variables.optind, 4)?;
    let order = match format.first() {
        Some(b'-') => Some(Order::Return),
        Some(b'+') => Some(Order::Require),
        _ => None,
    };
    if order.is_some() {
        format.remove(0);
    }
    if scan.wrong == 0 {
        scan.wrong = new_object(call, &[0; 4]);
    }
    if next == 0 || !scan.started {
        let next = next.max(1);
        call.store(variables.optind, 4, next)?;
        scan.started = true;
        scan.rest = 0;
        scan.first_skipped = u32::try_from(next).unwrap_or(1);
        scan.last_skipped = scan.first_skipped;
        scan.order = match order {
            Some(order) => order,
            None if long == Long::Posix || posixly_correct(call)? => Order::Require,
            None => Order::Permute,
        };
    }
    let (long_options, long_index) = match long {
        Long::Never | Long::Posix => (Vec::new(), 0),
        _ => {
            let table = call.arg_u64(3)?;
            (long_options(call, table)?, call.arg_u64(4)?)
        }
    };
    let report = call.load(variables.opterr, 4)? != 0 && format.first() != Some(&b':');
    let mut parser =
        Parser { scan, count, arguments, format, long, long_options, long_index, report };
    let code = parser.next(call)?;
    let wrong = call.load_value(parser.scan.wrong, 4)?;
    call.store_value(variables.optopt, 4, wrong)?;
    call.library::<LibC>().getopt = parser.scan;
    Ok(Flow::int(code))
}

fn posixly_correct(call: &mut Call<'_>) -> Result<bool, Stop> {
    crate::stdlib::environment::contains(call, b"POSIXLY_CORRECT")
}

/// Reads the table of long options up to its end, an entry without a name.
fn long_options(call: &mut Call<'_>, table: u64) -> Result<Vec<LongOption>, Stop> {
    let mut out = Vec::new();
    let word = u64::from(call.pointer_bytes());
    let mut at = table;
    while at != 0 {
        let name = call.load_pointer(at)?;
        if name == 0 {
            break;
        }
        let takes = match call.load_i32(at.wrapping_add(word))? {
            0 => Takes::Nothing,
            1 => Takes::Argument,
            _ => Takes::MaybeArgument,
        };
        let flag = call.load_pointer(at.wrapping_add(2 * word))?;
        let value = call.load_i32(at.wrapping_add(3 * word))?.cast_unsigned();
        out.push(LongOption { name: string(call, name)?, takes, flag, value });
        at = at.wrapping_add(4 * word);
    }
    Ok(out)
}
