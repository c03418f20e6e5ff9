//! The engine: a program made ready to run, and the states that start from it.

use crate::code::Code;
use crate::constants::Constants;
use crate::decode;
use crate::exec::Event;
use crate::memory::{AddressSpace, Memory, ObjectKind};
use crate::model::{Call, Library, Model, Need, Stop};
use crate::state::{Agenda, Facts, State};
use crate::value::Value;
use crate::varargs::VaListAbi;
use crate::world::World;
use margay_ir::{BlockId, ConstKind, FuncId, GlobalId, Id, Linkage, Program, SpanId};
use margay_smt::TermPool;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// Why execution stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause {
    /// The program ended with this exit code.
    Exited(i32),
    /// The program died of this signal.
    Killed(i32),
    /// A fault that execution cannot go past.
    Fault(Event),
    /// Something must be settled first; see [`Engine::settle`].
    Need(Need),
    /// The steps allowed are used up.
    Budget,
}

/// Limits that keep an execution within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nested calls.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        // A native stack of 8 MiB holds about this many small frames.
        Limits { depth: 100_000 }
    }
}

pub struct Engine<'p> {
    pub program: &'p Program,
    pub pool: TermPool,
    pub limits: Limits,
    /// Faults that execution went past, each once for its place.
    pub events: Vec<Event>,
    pub(crate) seen: BTreeSet<(FuncId, usize, &'static str)>,
    /// Functions of which nothing is known, and how often they were called.
    pub unknown_calls: BTreeMap<String, u64>,
    pub(crate) library: &'p dyn Library,
    pub(crate) world: Box<dyn World + 'p>,
    pub(crate) codes: Vec<CodeEntry>,
    pub(crate) labels: Vec<(FuncId, BlockId)>,
    label_numbers: Rc<HashMap<(FuncId, BlockId), usize>>,
    globals: Rc<[u64]>,
    pub(crate) abi: VaListAbi,
    /// Frames that returned, kept for the next call.
    pub(crate) spare_frames: Vec<crate::state::Frame>,
}

/// What a call of a function leads to.
#[derive(Clone)]
pub(crate) enum CodeEntry {
    Unresolved,
    Body(Rc<Code>),
    Model(Model),
    Unknown,
}

impl<'p> Engine<'p> {
    pub fn new(program: &'p Program, library: &'p dyn Library, world: Box<dyn World + 'p>) -> Self {
        let mut labels = Vec::new();
        for (_, constant) in program.consts.iter() {
            if let ConstKind::Block(function, block) = constant.kind {
                labels.push((function, block));
            }
        }
        let label_numbers =
            labels.iter().enumerate().map(|(index, label)| (*label, index)).collect();
        Engine {
            program,
            pool: TermPool::new(),
            limits: Limits::default(),
            events: Vec::new(),
            seen: BTreeSet::new(),
            unknown_calls: BTreeMap::new(),
            library,
            world,
            codes: vec![CodeEntry::Unresolved; program.functions.len()],
            labels,
            label_numbers: Rc::new(label_numbers),
            globals: Rc::new([]),
            abi: VaListAbi::of(program),
            spare_frames: Vec::new(),
        }
    }

    /// Gives back the world, when the program has ended.
    pub fn into_world(self) -> Box<dyn World + 'p> {
        self.world
    }

    /// A state before `main`, with every global in place. `args` has the program's name first.
    pub fn start_main(
        &mut self,
        main: FuncId,
        args: &[Vec<u8>],
        env: &[(Vec<u8>, Vec<u8>)],
    ) -> Result<State, Stop> {
        let mut state = self.empty_state();
        self.place_globals(&mut state)?;
        let argv = self.string_table(&mut state, args)?;
        let pairs: Vec<Vec<u8>> = env
            .iter()
            .map(|(name, value)| [name.as_slice(), b"=", value.as_slice()].concat())
            .collect();
        let envp = self.string_table(&mut state, &pairs)?;
        state.environment = envp;
        state.program_name = self.load_word(&state, argv)?;
        self.fill_globals(&mut state)?;
        let argc = Value::Int(args.len() as u64);
        state.agenda = vec![
            Agenda::ExitWithResult,
            Agenda::Call(main, vec![argc, Value::Int(argv), Value::Int(envp)]),
        ];
        let calls = self.program.constructors.iter().rev();
        state.agenda.extend(calls.map(|entry| Agenda::Call(entry.function, Vec::new())));
        Ok(state)
    }

    /// A state that calls one function with these values, one for each register that its
    /// parameters take, and ends when it returns; see [`State::result`].
    pub fn start_function(&mut self, function: FuncId, args: Vec<Value>) -> Result<State, Stop> {
        let mut state = self.empty_state();
        self.place_globals(&mut state)?;
        self.fill_globals(&mut state)?;
        state.symbolic = args.iter().any(|value| matches!(value, Value::Term(_)));
        state.agenda = vec![Agenda::Call(function, args)];
        Ok(state)
    }

    fn empty_state(&self) -> State {
        State {
            frames: Vec::new(),
            memory: Memory::new(self.program.layout.pointer_bytes),
            path: Vec::new(),
            facts: Facts::default(),
            globals: Rc::new([]),
            library: self.library.initial(),
            agenda: Vec::new(),
            exit_handlers: Vec::new(),
            jumps: Vec::new(),
            next_frame: 0,
            errno: 0,
            environment: 0,
            program_name: 0,
            last_result: Vec::new(),
            destructed: false,
            symbolic: false,
            steps: 0,
        }
    }

    /// Gives every global variable its address. Addresses come first, contents later:
    /// initialisers refer to each other.
    fn place_globals(&mut self, state: &mut State) -> Result<(), Stop> {
        let program = self.program;
        let mut addresses = Vec::new();
        for global in program.globals.iter() {
            if global.linkage == Linkage::ExternWeak && global.init.is_none() {
                addresses.push(0);
                continue;
            }
            let natural = program.layout.align_of(&program.types, global.ty);
            let align = natural.max(u64::from(global.align));
            let size = program.size_of(global.ty);
            let site = global.source.as_ref().map_or(program.source.unknown(), |s| s.span);
            let address = state.memory.allocate(ObjectKind::Global, size, align, site);
            let full = crate::fault::Fault::StackOverflow { depth: 0 };
            addresses.push(address.ok_or(full)?);
        }
        state.globals = addresses.into();
        self.globals = state.globals.clone();
        Ok(())
    }

    fn fill_globals(&mut self, state: &mut State) -> Result<(), Stop> {
        let program = self.program;
        for (id, global) in program.globals.enumerate() {
            let address = state.globals[id.index()];
            if address == 0 {
                continue;
            }
            if let Some(object) = state.memory.object_mut(address) {
                object.make_zero();
            }
            match global.init {
                Some(init) => {
                    let constants = self.constants();
                    constants.write(&mut self.pool, &mut state.memory, address, init)?;
                }
                None => self.fill_external(state, id, address)?,
            }
            if global.constant
                && let Some(object) = state.memory.object_mut(address)
            {
                object.constant = true;
            }
        }
        Ok(())
    }

    fn constants(&self) -> Constants<'p> {
        Constants {
            program: self.program,
            library: self.library,
            space: AddressSpace::for_pointer_bytes(self.program.layout.pointer_bytes),
            globals: self.globals.clone(),
            labels: self.label_numbers.clone(),
        }
    }

    /// A variable that is declared only: the library's, or unknown.
    fn fill_external(&mut self, state: &mut State, id: GlobalId, address: u64) -> Result<(), Stop> {
        let name = &self.program.globals[id].name;
        let library = self.library;
        let known = self.with_call(state, name, &[], self.program.source.unknown(), |call| {
            library.define_global(name, address, call)
        })?;
        if !known {
            *self.unknown_calls.entry(name.clone()).or_default() += 1;
            crate::exec::havoc_object(self, state, address, name);
        }
        Ok(())
    }

    /// Strings and a null-terminated array of pointers to them.
    fn string_table(&mut self, state: &mut State, strings: &[Vec<u8>]) -> Result<u64, Stop> {
        let site = self.program.source.unknown();
        let word = u64::from(self.program.layout.pointer_bytes);
        let full = crate::fault::Fault::StackOverflow { depth: 0 };
        let memory = &mut state.memory;
        let size = (strings.len() as u64 + 1) * word;
        let table = memory.allocate(ObjectKind::Library, size, word, site).ok_or(full.clone())?;
        memory.fill(table, size, Value::ZERO)?;
        for (index, string) in strings.iter().enumerate() {
            let size = string.len() as u64 + 1;
            let at = memory.allocate(ObjectKind::Library, size, 1, site).ok_or(full.clone())?;
            memory.write_bytes(at, string)?;
            memory.write_bytes(at + size - 1, &[0])?;
            let len = self.program.layout.pointer_bytes;
            memory.store(&mut self.pool, table + index as u64 * word, len, Value::Int(at))?;
        }
        Ok(table)
    }

    fn load_word(&mut self, state: &State, address: u64) -> Result<u64, Stop> {
        let len = self.program.layout.pointer_bytes;
        Ok(state.memory.load(&mut self.pool, address, len)?.as_u64().unwrap_or(0))
    }

    /// Runs `body` as a call of a library function.
    pub(crate) fn with_call<T>(
        &mut self,
        state: &mut State,
        name: &str,
        args: &[crate::model::Arg],
        site: SpanId,
        body: impl FnOnce(&mut Call<'_>) -> T,
    ) -> T {
        let mut faults = Vec::new();
        let mut call = Call {
            program: self.program,
            pool: &mut self.pool,
            state,
            world: &mut *self.world,
            name,
            args,
            site,
            faults: &mut faults,
        };
        let result = body(&mut call);
        for fault in faults {
            self.note(state, fault);
        }
        result
    }

    /// What a call of a function leads to; decoded when first asked for.
    pub(crate) fn entry(&mut self, id: FuncId) -> CodeEntry {
        if let CodeEntry::Unresolved = self.codes[id.index()] {
            let entry = self.resolve(id);
            self.codes[id.index()] = entry;
        }
        self.codes[id.index()].clone()
    }

    fn resolve(&mut self, id: FuncId) -> CodeEntry {
        let function = &self.program.functions[id];
        // A body that is there for inlining only still says what the function does,
        // but the library's function of that name is the definition.
        let model = self.library.model(&function.name);
        if function.linkage == Linkage::AvailableExternally
            && let Some(model) = model
        {
            return CodeEntry::Model(model);
        }
        if function.has_body() {
            let constants = self.constants();
            match decode::decode(&constants, &mut self.pool, id) {
                Ok(code) => return CodeEntry::Body(Rc::new(code)),
                Err(reason) => {
                    let name = format!("{} ({reason})", function.name);
                    self.unknown_calls.entry(name).or_default();
                }
            }
        }
        match model {
            Some(model) => CodeEntry::Model(model),
            None => CodeEntry::Unknown,
        }
    }

    /// The function at an address.
    pub(crate) fn function_at(&self, state: &State, address: u64) -> Option<FuncId> {
        let index = state.memory.space().function_at(address)?;
        (index < self.program.functions.len()).then(|| FuncId::from_index(index))
    }
}
