//! Streams of `fmemopen` and `open_memstream`: the program itself has what is read from them.
//!
//! What is read and written is not followed here. What comes back may be anything, so that what follows only shows
//! where it may lead, as with files that the program has written itself; it is no input of the program.

use super::files;
use crate::spec::{Table, one_of_many};
use crate::{CLibrary, LibC};
use margay_engine::{Call, Flow, Library, ModelResult, Value};
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("fmemopen", opened),
    one_of_many("open_memstream", opened),
    one_of_many("open_wmemstream", opened),
]);

fn opened(call: &mut Call<'_>) -> ModelResult {
    let flow = CLibrary.model(call.name).expect("the library has it")(call)?;
    if let Flow::Return(values) = &flow
        && let [Value::Int(address @ 1..)] = values[..]
    {
        let file = files::File::of_memory(call);
        Rc::make_mut(&mut call.library::<LibC>().outside.files).insert(address, file);
    }
    Ok(flow)
}
