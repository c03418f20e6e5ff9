//! Credentials that a user types.

use super::outcomes::give;
use crate::flow::{Data, Labels};
use crate::spec::{Table, all_answers};
use margay_engine::{Call, Flow, ModelResult, ObjectKind};

pub const MODELS: Table = Table::of(&[all_answers("getpass", getpass)
    .typed("pp")
    .reads_text()
    .brings(&[(Data::Given(0), Labels::SECRET.with(Labels::USER))])]);

/// Characters of a password at most.
const LONGEST: u64 = 32;

/// `getpass`: any short text, in the library's own buffer.
fn getpass(call: &mut Call<'_>) -> ModelResult {
    super::output::string(call, call.arg(0))?;
    let address = call.allocate_object(ObjectKind::Library, LONGEST + 1, 1);
    let mut parts: Vec<_> = (0..LONGEST).map(|_| call.input_symbol(call.name, 8)).collect();
    parts.push(call.pool.bv_u64(8, 0));
    give(call, address, 0, parts)?;
    Ok(Flow::address(address))
}
