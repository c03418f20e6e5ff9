//! Functions that are chosen when the program starts: what stands behind an `ifunc` symbol says which.

use crate::engine::{CodeEntry, Engine, Pause};
use crate::state::stop::Stop;
use crate::state::{Agenda, State};
use crate::value::Value;
use margay_ir::Id;
use std::collections::HashMap;
use std::rc::Rc;

/// Operations that a function behind an `ifunc` symbol may take.
const IFUNC_STEPS: u64 = 1 << 24;

impl Engine<'_> {
    /// Asks the functions behind `ifunc` symbols which functions those stand for.
    pub(crate) fn resolve_ifuncs(&mut self, state: &mut State) -> Result<(), Stop> {
        let program = self.program;
        if !program.aliases.iter().any(|alias| alias.ifunc) {
            return Ok(());
        }
        let mut chosen = HashMap::new();
        for (id, alias) in program.aliases.enumerate().filter(|entry| entry.1.ifunc) {
            let resolver = self.constants().values(&mut self.pool, alias.target);
            let resolver = resolver.and_then(|values| values.first()?.as_u64());
            let resolver = resolver.and_then(|address| self.function_at(state, address));
            let resolver = resolver.ok_or_else(|| {
                Stop::Unsupported(format!("`{}` is chosen by no function", alias.name))
            })?;
            let mut run = state.clone();
            run.process.agenda = vec![Agenda::Call(resolver, Vec::new())];
            match (self.run(&mut run, IFUNC_STEPS), run.result().first()) {
                (Pause::Exited(_), Some(Value::Int(address))) => {
                    chosen.insert(id, *address);
                }
                _ => {
                    let name = &alias.name;
                    return Err(Stop::Unsupported(format!(
                        "the function for `{name}` is not known"
                    )));
                }
            }
        }
        self.image.ifuncs = Rc::new(chosen);
        // Code and variables that were made before know the resolvers' addresses only.
        self.codes.fill(CodeEntry::Unresolved);
        for id in program.globals.ids() {
            let address = state.globals[id.index()];
            if let (Some(init), Some(object)) =
                (program.globals[id].init, state.memory.object_mut(address))
            {
                object.constant = false;
                self.constants().write(&mut self.pool, &mut state.memory, address, init)?;
                if let Some(object) = state.memory.object_mut(address) {
                    object.constant = program.globals[id].constant;
                }
            }
        }
        Ok(())
    }
}
