//! Where exploration starts: `main`, or another function, with unknown arguments.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::library::runtime::ProgramStart;
use crate::state::State;
use crate::state::entry::Entry;
use crate::state::input::{Input, Taken};
use crate::state::possible::Possible;
use crate::state::stop::Stop;
use crate::value::Value;
use crate::value::provenance::{Channel, Passed, Provenance};
use crate::value::terms;
use margay_ir::finding::{Form, Source};
use margay_ir::globals::changed_globals;
use margay_ir::ids::RegId;
use margay_ir::source::{Place, SourceType, Variable};
use margay_ir::{FuncId, Function, Id, Op, Operand};
use margay_smt::Bv;

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
        self.options.explores = true;
        let mut state = self.empty_state();
        // A model that asks is run on a copy from the first call on.
        state.symbolic = true;
        self.place_globals(&mut state)?;
        let site = self.program.source.unknown();
        let bytes = self.program.layout.pointer_bytes;
        let word = u64::from(bytes);
        // A `main` without parameters does not see what it is given.
        let ty = self.program.func_type(self.program.functions[main].ty);
        let takes = ty.is_some_and(|ty| !ty.params.is_empty());
        let (min, max) = if takes { (args.min, args.max.max(args.min)) } else { (0, 0) };
        let count = if min == max {
            self.pool.bv_u64(32, u64::from(1 + max))
        } else {
            let count = state.new_symbol(
                &mut self.pool,
                Provenance::Input(Channel::ArgumentCount),
                "argc",
                32,
            );
            let (low, high) = (
                self.pool.bv_u64(32, u64::from(1 + min)),
                self.pool.bv_u64(32, u64::from(1 + max)),
            );
            let (above, below) = (self.pool.bv_ule(low, count), self.pool.bv_ule(count, high));
            let within = self.pool.and(above, below);
            match self.judge.possible(&mut self.pool, &state, within) {
                Possible::Yes(model) => state.path.given(&mut self.pool, within, Some(&model)),
                _ => state.path.given(&mut self.pool, within, None),
            }
            count
        };
        if takes {
            state.outside.inputs.push(Input {
                source: Source::ArgumentCount,
                parts: vec![count],
                taken: Taken::All,
                form: Form::Signed,
                site,
                failure: None,
                incidental: false,
            });
        }
        let size = u64::from(max + 2) * word;
        let table = state.memory.allocate(ObjectKind::ArgumentTable, size, word, site);
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
            let at = state.memory.allocate(ObjectKind::Argument, len, 1, site);
            let at = at.ok_or(Fault::OutOfMemory)?;
            let mut parts = Vec::new();
            for offset in 0..u64::from(args.len) {
                let from = Provenance::Input(Channel::Argument(index));
                let byte = state.new_symbol(&mut self.pool, from, &format!("argv{index}"), 8);
                state.memory.set_byte(at + offset, Value::Term(byte))?;
                parts.push(byte);
            }
            state.memory.write_bytes(at + len - 1, &[0])?;
            self.end_at_zero(&mut state, at, &parts);
            let source = Source::Argument { index };
            let (form, taken) = (Form::Bytes, Taken::All);
            let (failure, incidental) = (None, false);
            let input = Input { source, parts, taken, form, site, failure, incidental };
            state.outside.inputs.push(input);
            let number = self.pool.bv_u64(32, u64::from(index));
            let given = self.pool.bv_ult(number, count);
            let (address, null) = (self.pool.bv_u64(bytes * 8, at), self.pool.bv_u64(bytes * 8, 0));
            let entry = self.pool.ite(given, address, null);
            let entry = terms::as_known(&self.pool, entry);
            let place = table + u64::from(index) * word;
            state.memory.store(&mut self.pool, place, bytes, entry)?;
        }
        self.end_table(&mut state, table, count, min);
        let envp = self.string_table(&mut state, &[])?;
        self.begin(&mut state, ProgramStart { name: name_at, environment: envp });
        self.fill_globals(&mut state)?;
        self.resolve_ifuncs(&mut state)?;
        let count = terms::as_known(&self.pool, count);
        self.schedule_main(&mut state, main, vec![count, Value::Int(table), Value::Int(envp)]);
        Ok(state)
    }

    /// Lets the object of a string end after its first zero.
    fn end_at_zero(&mut self, state: &mut State, at: u64, bytes: &[Bv]) {
        let width = self.program.layout.pointer_bytes * 8;
        let mut extent = self.pool.bv_u64(width, bytes.len() as u64 + 1);
        for (index, byte) in bytes.iter().enumerate().rev() {
            let zero = self.pool.bv_u64(8, 0);
            let (ends, here) =
                (self.pool.eq(*byte, zero), self.pool.bv_u64(width, index as u64 + 1));
            extent = self.pool.ite(ends, here, extent);
        }
        state.memory.object_mut(at).expect("just allocated").limit(1, extent);
    }

    /// Lets the table of arguments end after the null pointer that follows the last.
    fn end_table(&mut self, state: &mut State, table: u64, count: Bv, min: u32) {
        let bytes = self.program.layout.pointer_bytes;
        let width = bytes * 8;
        let count = self.pool.bv_zext(count, width);
        let (one, word) = (self.pool.bv_u64(width, 1), self.pool.bv_u64(width, bytes.into()));
        let entries = self.pool.bv_add(count, one);
        let extent = self.pool.bv_mul(entries, word);
        let least = u64::from(min + 2) * u64::from(bytes);
        state.memory.object_mut(table).expect("just allocated").limit(least, extent);
    }

    /// A state that calls one function with arguments of which nothing is known.
    pub fn start_function_symbolic(&mut self, function: FuncId) -> Result<State, Stop> {
        self.options.explores = true;
        // Code is decoded when the addresses of globals are known. `main` is the first: nothing has run before it.
        let first = self.program.main() == Some(function);
        let mut state = if first { self.before_main()? } else { self.before_function()? };
        state.entry = Entry::Function(function);
        let crate::engine::CodeEntry::Body(code) = self.entry(function) else {
            return Err(Stop::Unsupported("the function has no body that can be run".to_owned()));
        };
        let site = self.program.source.unknown();
        let mut args = Vec::new();
        for (index, lane) in code.params.iter().enumerate() {
            let symbol = self.parameter(&mut state, function, index, lane.bits);
            let variable = variable_of(&self.program.functions[function], index);
            let name = parameter_name(variable, index);
            let form = match self.unknowns.pointee(symbol) {
                Some(_) => Form::Pointer,
                None => Form::Signed,
            };
            args.push(Value::Term(symbol));
            state.outside.inputs.push(Input {
                source: Source::Parameter { name },
                parts: vec![symbol],
                taken: Taken::All,
                form,
                site,
                failure: None,
                incidental: false,
            });
        }
        state.process.agenda = vec![crate::state::Agenda::Call(function, args)];
        Ok(state)
    }

    /// A state in which variables have what they began with.
    fn before_main(&mut self) -> Result<State, Stop> {
        let mut state = self.empty_state();
        state.symbolic = true;
        self.place_globals(&mut state)?;
        let environment = self.string_table(&mut state, &[])?;
        self.begin(&mut state, ProgramStart { name: 0, environment });
        self.fill_globals(&mut state)?;
        self.resolve_ifuncs(&mut state)?;
        Ok(state)
    }

    /// A state in which anyone may have done anything before: what variables have that others
    /// can change is unknown.
    fn before_function(&mut self) -> Result<State, Stop> {
        if let Some(state) = &self.kept.before_functions {
            return Ok(state.clone());
        }
        let mut state = self.before_main()?;
        let library = self.program.globals.enumerate().filter(|(_, global)| {
            matches!(&*global.name, "optarg" | "optind" | "opterr" | "optopt")
        });
        let library: Vec<_> = library.map(|(id, _)| id).collect();
        for id in changed_globals(self.program).into_iter().chain(library) {
            let address = state.globals[id.index()];
            let from = Provenance::Caller(Passed::Memory);
            self.access().forget(&mut state, address, from, "");
        }
        self.kept.before_functions = Some(state.clone());
        Ok(state)
    }

    /// What a caller that is not seen passes in a register.
    fn parameter(&mut self, state: &mut State, function: FuncId, index: usize, bits: u32) -> Bv {
        let program = self.program;
        let body = &program.functions[function];
        let variable = variable_of(body, index);
        let number = u32::try_from(index).expect("a function has few parameters");
        let from = Provenance::Caller(Passed::Parameter(number));
        let name = parameter_name(variable, index);
        let symbol = state.new_symbol(&mut self.pool, from, &name, bits);
        if let Some(ty) = variable.map(|variable| program.source.strip(variable.ty))
            && let SourceType::Pointer { to, .. } = program.source.types[ty]
        {
            self.unknowns.is_pointer(symbol, Some(to));
        }
        let attrs = body.param_attrs.get(index).copied().unwrap_or_default();
        let surely = attrs.nonnull || attrs.dereferenceable > 0;
        if surely || attrs.byval.is_some() || attrs.sret.is_some() {
            let null = self.pool.bv_u64(bits, 0);
            let valid = self.pool.ne(symbol, null);
            let possible = self.judge.possible(&mut self.pool, state, valid);
            if let Possible::Yes(model) = possible {
                state.path.given(&mut self.pool, valid, Some(&model));
            }
        }
        symbol
    }
}

/// The variable that a function keeps one of its registers in when it starts.
fn variable_of(function: &Function, register: usize) -> Option<&Variable> {
    let register = Operand::Reg(RegId::from_index(register));
    let place = function.insts.iter().find_map(|inst| match inst.op {
        Op::SlotStore { slot, value } if value == register => Some(Place::Slot(slot)),
        Op::Store { value, ptr: Operand::Reg(at), .. } if value == register => {
            Some(Place::Memory(at))
        }
        _ => None,
    })?;
    function.vars.iter().find(|variable| variable.parameter.is_some() && variable.place == place)
}

/// The name of a parameter, or its number.
fn parameter_name(variable: Option<&Variable>, index: usize) -> String {
    variable.map_or_else(|| format!("parameter {}", index + 1), |variable| variable.name.clone())
}
