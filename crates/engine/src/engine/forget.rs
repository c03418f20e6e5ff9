//! Contents of objects that become unknown.

use crate::engine::Engine;
use crate::state::State;
use crate::value::provenance::Provenance;

/// Bytes of an object of unknown size that are made unknown.
const HAVOC_ROOM: u64 = 1 << 12;

/// Makes unknown what an external function may have written to the object at an address.
pub(crate) fn havoc_object(engine: &mut Engine<'_>, state: &mut State, address: u64, name: &str) {
    forget_object(engine, state, address, (Provenance::External, name));
}

/// The same for contents that unknown code may have changed without being given them.
pub(crate) fn havoc_hidden(engine: &mut Engine<'_>, state: &mut State, address: u64, name: &str) {
    forget_object(engine, state, address, (Provenance::Hidden, name));
}

/// Makes the contents of the object at an address unknown, if it may be written. Its symbols show what made them so.
pub(crate) fn forget_object(
    engine: &mut Engine<'_>,
    state: &mut State,
    address: u64,
    (from, what): (Provenance, &str),
) {
    let Some(object) = state.memory.object(address) else { return };
    if !object.alive || object.constant {
        return;
    }
    // What it may have counts as well, as far as anyone is likely to look.
    if let Some(extent) = object.extent {
        let domain = state.path.condition().domain(&engine.pool, extent);
        let most = domain.map_or(HAVOC_ROOM, |domain| domain.umax().min(HAVOC_ROOM));
        state.memory.object_mut(address).expect("just found").make_room(most);
    }
    engine.access().forget(state, address, from, what);
}
