//! `fwide`: whether a stream is of bytes or of wide characters.
//!
//! Any function that reads or writes may have decided that, and which ones did is not followed: nothing that depends on the
//! answer is certain.

use crate::spec::{Table, all_answers};
use margay_engine::provenance::Provenance;
use margay_engine::{Call, ModelResult};

pub const MODELS: Table = Table::of(&[all_answers("fwide", fwide)]);

fn fwide(call: &mut Call<'_>) -> ModelResult {
    call.leave_out("whether streams are of bytes or of wide characters");
    Ok(call.unknown(Provenance::Hidden, "orientation", 32).into())
}
