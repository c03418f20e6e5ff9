//! Where exploration starts: `main`, or another function, with unknown arguments.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::input::{Input, Taken};
use crate::memory::ObjectKind;
use crate::model::Stop;
use crate::state::State;
use crate::value::Value;
use margay_ir::FuncId;
use margay_ir::finding::{Form, Source};
use std::rc::Rc;

/// What is assumed of a program's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The name that the program is called by.
    pub program: Vec<u8>,
    /// At least and at most this many, without the program's name.
    pub min: u32,
    pub max: u32,
    /// Of at most this many bytes each.
    pub len: u32,
}

impl Engine<'_> {
    /// A state before `main`, whose arguments may be any.
    pub fn start_main_symbolic(&mut self, main: FuncId, args: &Arguments) -> Result<State, Stop> {
        let mut state = self.empty_state();
        self.place_globals(&mut state)?;
        let site = self.program.source.unknown();
        let bytes = self.program.layout.pointer_bytes;
        let word = u64::from(bytes);
        let max = args.max.max(args.min);
        let count = if args.min == max {
            self.pool.bv_u64(32, u64::from(1 + max))
        } else {
            let count = state.new_symbol(&mut self.pool, "argc", 32);
            let (low, high) = (
                self.pool.bv_u64(32, u64::from(1 + args.min)),
                self.pool.bv_u64(32, u64::from(1 + max)),
            );
            let (above, below) = (self.pool.bv_ule(low, count), self.pool.bv_ule(count, high));
            let within = self.pool.and(above, below);
            let possible = self.judge.possible(&mut self.pool, &state, within);
            self.judge.assume(&mut self.pool, &mut state, within, &possible)?;
            count
        };
        Rc::make_mut(&mut state.inputs).push(Input {
            source: Source::ArgumentCount,
            parts: vec![count],
            taken: Taken::All,
            form: Form::Signed,
            site,
            failure: None,
            incidental: false,
        });
        let size = u64::from(max + 2) * word;
        let table = state.memory.allocate(ObjectKind::Library, size, word, site);
        let table = table.ok_or(Fault::OutOfMemory)?;
        state.memory.fill(table, size, Value::ZERO)?;
        let name = args.program.len() as u64 + 1;
        let name_at = state.memory.allocate(ObjectKind::Library, name, 1, site);
        let name_at = name_at.ok_or(Fault::OutOfMemory)?;
        state.memory.write_bytes(name_at, &args.program)?;
        state.memory.write_bytes(name_at + name - 1, &[0])?;
        state.memory.store(&mut self.pool, table, bytes, Value::Int(name_at))?;
        for index in 1..=max {
            let len = u64::from(args.len) + 1;
            let at = state.memory.allocate(ObjectKind::Library, len, 1, site);
            let at = at.ok_or(Fault::OutOfMemory)?;
            let mut parts = Vec::new();
            for offset in 0..u64::from(args.len) {
                let byte = state.new_symbol(&mut self.pool, &format!("argv{index}"), 8);
                state.memory.set_byte(at + offset, Value::Term(byte))?;
                parts.push(byte);
            }
            state.memory.write_bytes(at + len - 1, &[0])?;
            let source = Source::Argument { index };
            let (form, taken) = (Form::Bytes, Taken::All);
            let (failure, incidental) = (None, false);
            let input = Input { source, parts, taken, form, site, failure, incidental };
            Rc::make_mut(&mut state.inputs).push(input);
            let number = self.pool.bv_u64(32, u64::from(index));
            let given = self.pool.bv_ult(number, count);
            let (address, null) = (self.pool.bv_u64(bytes * 8, at), self.pool.bv_u64(bytes * 8, 0));
            let entry = self.pool.ite(given, address, null);
            let entry = crate::terms::as_known(&self.pool, entry);
            let place = table + u64::from(index) * word;
            state.memory.store(&mut self.pool, place, bytes, entry)?;
        }
        let envp = self.string_table(&mut state, &[])?;
        state.environment = envp;
        state.program_name = name_at;
        self.fill_globals(&mut state)?;
        self.resolve_ifuncs(&mut state)?;
        let count = crate::terms::as_known(&self.pool, count);
        self.schedule_main(&mut state, main, vec![count, Value::Int(table), Value::Int(envp)]);
        Ok(state)
    }

    /// A state that calls one function with arguments of which nothing is known.
    pub fn start_function_symbolic(&mut self, function: FuncId) -> Result<State, Stop> {
        // Code is decoded when the addresses of globals are known.
        let mut state = self.start_function(function, Vec::new())?;
        let crate::engine::CodeEntry::Body(code) = self.entry(function) else {
            return Err(Stop::Unsupported("the function has no body that can be run".to_owned()));
        };
        let site = self.program.source.unknown();
        let mut args = Vec::new();
        for (index, lane) in code.params.iter().enumerate() {
            let what = format!("{}parameter", crate::terms::UNKNOWN);
            let symbol = state.new_symbol(&mut self.pool, &what, lane.bits);
            args.push(Value::Term(symbol));
            Rc::make_mut(&mut state.inputs).push(Input {
                source: Source::Parameter { name: self.parameter_name(function, index) },
                parts: vec![symbol],
                taken: Taken::All,
                form: Form::Signed,
                site,
                failure: None,
                incidental: false,
            });
        }
        state.agenda = vec![crate::state::Agenda::Call(function, args)];
        Ok(state)
    }

    /// The name of a parameter, or its number.
    fn parameter_name(&self, function: FuncId, index: usize) -> String {
        let position = u32::try_from(index + 1).ok();
        let vars = &self.program.functions[function].vars;
        let named = vars.iter().find(|variable| variable.parameter == position);
        named.map_or_else(|| format!("parameter {}", index + 1), |v| v.name.clone())
    }
}
