//! The engine: a program made ready to run, and the states that start from it.

use crate::access::Access;
use crate::access::unknown::Unknowns;
use crate::code::Code;
use crate::code::constants::Constants;
use crate::code::coverage::Reached;
use crate::code::decode::{self, Wanted};
use crate::code::function_loops::FunctionLoops;
use crate::code::loop_series::LoopSeries;
use crate::code::prototype::Prototype;
use crate::code::shape::Shape;
use crate::engine::hooks::Hooks;
use crate::engine::parts::{Analyses, Image, Kept, Looping, Merging, Reaching, Spent};
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::judge::{Event, Judge};
use crate::library::model::Unknown;
use crate::library::model::{Call, Library, Model};
use crate::library::world::World;
use crate::memory::{AddressSpace, Memory, Open};
use crate::records::counts::Counts;
use crate::records::ends::Ends;
use crate::records::recorder::Recorder;
use crate::records::tried::Tried;
use crate::state::doubt::Doubt;
use crate::state::entry::Entry;
use crate::state::input::Outside;
use crate::state::path::Path;
use crate::state::recorded::Recorded;
use crate::state::start_path::History;
use crate::state::stop::{Need, Stop};
use crate::state::threads::ThreadId;
use crate::state::trail::Trail;
use crate::state::varargs::VaListAbi;
use crate::state::widening::Widening;
use crate::state::{
    Agenda, Decided, Guidance, Joining, Names, Process, SignalHandling, State, Suspects,
};
use crate::value::Value;
use margay_ir::spell::library_name;
use margay_ir::{ConstKind, FuncId, Function, GlobalId, Id, Linkage, LoopId, Program, SpanId};
use margay_smt::{ChainOptions, TermPool};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Why execution stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause {
    /// The program ended with this exit code.
    Exited(i32),
    /// The program died of this signal.
    Killed(i32),
    /// A fault that execution cannot go past.
    Fault(Box<Event>),
    /// Something must be settled first; see [`Engine::settle`].
    Need(Need),
    /// A function is about to be called of which nothing is known, for the first time.
    Unknown(String, SpanId),
    /// Something that Margay cannot do yet, and where.
    Unsupported(String, SpanId),
    /// The steps allowed are used up.
    Budget,
    /// No input leads on from here.
    Infeasible,
    /// A function has returned that made choices.
    Returned,
    /// Paths that diverged may meet here.
    Joined,
    /// A loop is not followed any further.
    LoopLimit,
    /// All that can come was followed from another state.
    Covered,
    /// Threads stand where they were to stop, or a handler of signals that was tried has returned.
    Stopped,
}

/// How the engine is to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of stack that a program has, as a native build would use them.
    pub stack: u64,
    pub unknown: Unknown,
    /// Many paths are explored: leaks are sought, narrow results watched, blocks marked, and execution pauses where a
    /// function returns that made choices. Set before any code is decoded.
    pub explores: bool,
    /// Whether a symbol that a path leaves one value becomes that value.
    pub concretion: bool,
    /// Whether a loop that the input has no say in is executed to its end.
    pub unroll: bool,
    /// Whether a path goes on after a loop that is not followed to its end.
    pub widen: bool,
    /// Whether a loop ends a path that comes back to a state which it was in.
    pub endless: bool,
    /// Which paths are made one.
    pub merge: Merge,
    /// Whether the program's own functions are taken for unknown ones where a function that is
    /// analysed alone calls them.
    pub shallow: bool,
    /// Which orders of turns of threads are tried.
    pub interleavings: Interleavings,
    /// Whether paths know all blocks that they went through.
    pub traces: bool,
}

/// Which paths are made one where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Merge {
    Never,
    /// Those that behave alike from there on.
    Equal,
    /// Those too whose values differ, where that saves more than it costs.
    Choose,
    /// All that can be.
    Always,
}

impl Default for Options {
    fn default() -> Self {
        // What Linux gives a process unless told otherwise.
        Options {
            stack: 8 << 20,
            unknown: Unknown::Symbol,
            explores: false,
            concretion: true,
            unroll: true,
            widen: true,
            endless: true,
            merge: Merge::Choose,
            shallow: false,
            interleavings: Interleavings::default(),
            traces: false,
        }
    }
}

pub struct Engine<'p> {
    pub program: &'p Program,
    pub pool: TermPool,
    pub options: Options,
    /// Asks the solver, and keeps the faults that execution went past.
    pub judge: Judge,
    /// Functions of which nothing is known, and how often they were called.
    pub unknown_calls: BTreeMap<String, u64>,
    pub(crate) reaching: Reaching,
    pub(crate) library: &'p dyn Library,
    pub(crate) world: Box<dyn World + 'p>,
    /// What rooms above do on occasions.
    pub(crate) hooks: &'static Hooks,
    /// Asked whether to go on, where that takes long and the observer of the exploration is not asked.
    pub goes_on: Option<Box<dyn Fn() -> bool + 'p>>,
    pub(crate) codes: Vec<CodeEntry>,
    /// Functions that something is done before.
    pub(crate) watched: BTreeMap<FuncId, Model>,
    /// How the program lies in memory.
    pub(crate) image: Image,
    /// What paths leave to those that come after them.
    pub(crate) kept: Kept,
    pub(crate) analyses: Analyses,
    /// What some path came to.
    pub reached: Reached,
    pub counts: Counts,
    /// The execution tree of the paths, where it is wanted.
    pub tree: Option<Recorder>,
    /// How they end, and what they cover, where that is wanted. Set before any code is
    /// decoded.
    pub ends: Option<Ends>,
    pub(crate) looping: Looping,
    pub(crate) merging: Merging,
    pub(crate) spent: Spent,
    /// What is known of pointers of unknown origin.
    pub(crate) unknowns: Unknowns,
    /// What threads and handlers of signals may do at once, as far as it was tried.
    pub(crate) tried: Tried,
    /// Frames that returned, kept for the next call.
    pub(crate) spare_frames: Vec<crate::state::Frame>,
}

/// What a call of a function leads to.
#[derive(Clone)]
pub(crate) enum CodeEntry {
    Unresolved,
    Body(Rc<Code>),
    Model(Model, Nature),
    Unknown,
}

/// What a function of the library does to loops that it is called in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nature {
    /// It neither asks the outside nor waits.
    pub quiet: bool,
    /// It lets other code run beside the program.
    pub starts_others: bool,
    /// Other threads go on while it waits.
    pub gives_way: bool,
    /// A thread may wait in it for others, or signal them, in ways that the analysis does not see.
    pub has_hidden_waits: bool,
    /// The types that its model takes and gives.
    pub prototype: Option<Prototype>,
}

impl<'p> Engine<'p> {
    pub(crate) fn with_hooks(
        program: &'p Program,
        library: &'p dyn Library,
        world: Box<dyn World + 'p>,
        hooks: &'static Hooks,
    ) -> Self {
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
            options: Options::default(),
            judge: Judge::new(ChainOptions::default()),
            unknown_calls: BTreeMap::new(),
            library,
            world,
            hooks,
            goes_on: None,
            codes: vec![CodeEntry::Unresolved; program.functions.len()],
            watched: watched(program, library),
            image: Image {
                labels,
                label_numbers: Rc::new(label_numbers),
                globals: Rc::new([]),
                ifuncs: Rc::new(HashMap::new()),
                abi: VaListAbi::of(program),
            },
            kept: Kept::default(),
            reached: Reached::default(),
            counts: Counts::default(),
            tree: None,
            ends: None,
            tried: Tried::default(),
            unknowns: Unknowns::default(),
            spare_frames: Vec::new(),
            reaching: Reaching::default(),
            looping: Looping::default(),
            analyses: Analyses::default(),
            merging: Merging::default(),
            spent: Spent::default(),
        }
    }

    /// Notes a fault that execution goes past, once for its place.
    pub(crate) fn note(&mut self, state: &State, fault: Fault) {
        self.judge.note(self.program, &mut self.pool, state, fault, None);
    }

    /// Memory as symbolic addresses need it.
    pub(crate) fn access(&mut self) -> Access<'_> {
        Access {
            program: self.program,
            pool: &mut self.pool,
            judge: &mut self.judge,
            unknowns: &mut self.unknowns,
        }
    }

    /// Gives back the world, when the program has ended.
    pub fn into_world(self) -> Box<dyn World + 'p> {
        self.world
    }

    /// Constructors first, which get the arguments of `main`, as from glibc; then `main`.
    pub(crate) fn schedule_main(&self, state: &mut State, main: FuncId, args: Vec<Value>) {
        state.process.agenda = vec![Agenda::ExitWithResult, Agenda::Call(main, args.clone())];
        let calls = self.program.constructors.iter().rev();
        state.process.agenda.extend(calls.map(|entry| Agenda::Call(entry.function, args.clone())));
    }

    pub(crate) fn empty_state(&self) -> State {
        let mut memory = Memory::new(self.program.layout.pointer_bytes);
        memory.explores = self.options.explores;
        State {
            frames: Vec::new(),
            memory,
            path: Path::default(),
            outside: Outside::default(),
            steps_taken: Trail::default(),
            recorded: Recorded::default(),
            guidance: Guidance::default(),
            decided: Decided::default(),
            suspects: Suspects::default(),
            globals: Rc::new([]),
            library: self.library.initial(),
            process: Process::default(),
            threads: None,
            signals: SignalHandling::default(),
            entry: Entry::default(),
            symbolic: false,
            doubt: Doubt::default(),
            widening: Widening::default(),
            stack: 0,
            joining: Joining::default(),
            history: History::default(),
            names: Names::default(),
            steps: 0,
        }
    }

    /// Gives every global variable its address. Addresses come first, contents later:
    /// initialisers refer to each other.
    pub(crate) fn place_globals(&mut self, state: &mut State) -> Result<(), Stop> {
        let program = self.program;
        let mut addresses = Vec::new();
        for global in program.globals.iter() {
            // What is declared weak and defined nowhere is null.
            let weak = global.linkage == Linkage::ExternWeak && global.init.is_none();
            if weak && !self.library.has_global(&global.name) {
                addresses.push(0);
                continue;
            }
            let natural = program.layout.align_of(&program.types, global.ty);
            let align = natural.max(u64::from(global.align));
            let size = program.size_of(global.ty);
            let site = global.source.as_ref().map_or(program.source.unknown(), |s| s.span);
            let defined = global.init.is_some() || self.library.has_global(&global.name);
            let kind = if defined { ObjectKind::Global } else { ObjectKind::External };
            let address = state.memory.allocate(kind, size, align, site);
            addresses.push(address.ok_or(Fault::OutOfMemory)?);
        }
        state.globals = addresses.into();
        self.image.globals = state.globals.clone();
        Ok(())
    }

    pub(crate) fn fill_globals(&mut self, state: &mut State) -> Result<(), Stop> {
        let program = self.program;
        for (id, global) in program.globals.enumerate() {
            let address = state.globals[id.index()];
            if address == 0 {
                continue;
            }
            if let Some(object) = state.memory.object_mut(address) {
                object.start_as_zero();
                // Linkers lay equal texts of the source on top of each other, be it of several files.
                object.shared = global.constant && global.name.starts_with(".str");
                object.open_gaps = self.options.explores && global.name.starts_with("__const.");
            }
            match global.init {
                Some(init) => {
                    let constants = self.constants();
                    let memory = &mut state.memory;
                    constants.open_gaps(&mut self.pool, memory, address, init)?;
                    if !constants.write(&mut self.pool, memory, address, init)? {
                        self.forget_global(state, id, address);
                    }
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

    /// The running thread's copy of a thread-local variable, which is made when it is first used. The
    /// variable itself is the main thread's.
    pub(crate) fn own_variable(&mut self, state: &mut State, id: GlobalId) -> Result<u64, Stop> {
        let first = state.globals[id.index()];
        if state.thread() == ThreadId::MAIN {
            return Ok(first);
        }
        if let Some(own) = state.own_variable(id) {
            return Ok(own);
        }
        let object = state.memory.object(first).ok_or(Fault::OutOfMemory)?;
        let (size, site) = (object.size, object.allocated);
        let align = u64::from(self.program.globals[id].align).max(16);
        let own = state.memory.allocate(ObjectKind::Global, size, align, site);
        let own = own.ok_or(Fault::OutOfMemory)?;
        if let Some(object) = state.memory.object_mut(own) {
            object.start_as_zero();
        }
        if let Some(init) = self.program.globals[id].init {
            self.constants().write(&mut self.pool, &mut state.memory, own, init)?;
        }
        state.keep_own_variable(id, own);
        Ok(own)
    }

    pub(crate) fn constants(&self) -> Constants<'p> {
        Constants {
            program: self.program,
            library: self.library,
            space: AddressSpace::for_pointer_bytes(self.program.layout.pointer_bytes),
            globals: self.image.globals.clone(),
            labels: self.image.label_numbers.clone(),
            ifuncs: self.image.ifuncs.clone(),
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
            self.forget_global(state, id, address);
        }
        Ok(())
    }

    /// A variable whose contents, or part of them, we do not know.
    fn forget_global(&mut self, state: &mut State, id: GlobalId, address: u64) {
        let name = &self.program.globals[id].name;
        *self.unknown_calls.entry(name.clone()).or_default() += 1;
        if self.options.unknown == Unknown::Symbol {
            crate::engine::forget::havoc_object(self, state, address, name);
            let ty = self.program.globals[id].source.as_ref().map(|source| source.ty);
            if let Some(object) = state.memory.object_mut(address).filter(|o| o.size == 0) {
                object.open = Some(Open { before: 0, ty });
            }
        }
    }

    /// Strings and a null-terminated array of pointers to them.
    pub(crate) fn string_table(
        &mut self,
        state: &mut State,
        strings: &[Vec<u8>],
    ) -> Result<u64, Stop> {
        let site = self.program.source.unknown();
        let word = u64::from(self.program.layout.pointer_bytes);
        let memory = &mut state.memory;
        let size = (strings.len() as u64 + 1) * word;
        let table =
            memory.allocate(ObjectKind::Library, size, word, site).ok_or(Fault::OutOfMemory)?;
        memory.fill(table, size, Value::ZERO)?;
        for (index, string) in strings.iter().enumerate() {
            let size = string.len() as u64 + 1;
            let at =
                memory.allocate(ObjectKind::Library, size, 1, site).ok_or(Fault::OutOfMemory)?;
            memory.write_bytes(at, string)?;
            memory.write_bytes(at + size - 1, &[0])?;
            let len = self.program.layout.pointer_bytes;
            memory.store(&mut self.pool, table + index as u64 * word, len, Value::Int(at))?;
        }
        Ok(table)
    }

    pub(crate) fn load_word(&mut self, state: &State, address: u64) -> Result<u64, Stop> {
        let len = self.program.layout.pointer_bytes;
        Ok(state.memory.load(&mut self.pool, address, len)?.as_u64().unwrap_or(0))
    }

    /// Runs `body` as a call of a library function.
    pub(crate) fn with_call<T>(
        &mut self,
        state: &mut State,
        name: &str,
        args: &[crate::value::lane::Arg],
        site: SpanId,
        body: impl FnOnce(&mut Call<'_>) -> T,
    ) -> T {
        let mut faults = Vec::new();
        let in_library = self.program.source.is_library(site);
        let program_site = if in_library { self.program_place(state) } else { site };
        let mut call = Call {
            program: self.program,
            pool: &mut self.pool,
            judge: &mut self.judge,
            unknowns: &mut self.unknowns,
            state,
            world: &mut *self.world,
            name,
            args,
            site,
            program_site,
            faults: &mut faults,
            unknown: self.options.unknown,
        };
        let result = body(&mut call);
        if call.world.was_asked() {
            call.has_one_answer();
        }
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
        let name = library_name(&function.name);
        let (quiet, starts_others) =
            (self.library.is_quiet(name), self.library.starts_others(name));
        let gives_way = self.library.gives_way(name);
        let has_hidden_waits = self.library.has_hidden_waits(name);
        let prototype = self.library.prototype(name);
        let nature = Nature { quiet, starts_others, gives_way, has_hidden_waits, prototype };
        if function.linkage == Linkage::AvailableExternally
            && let Some(model) = model
        {
            return CodeEntry::Model(model, nature);
        }
        if function.has_body() {
            let constants = self.constants();
            let (target, inspected) =
                (self.reaching.target.clone(), self.reaching.inspected.clone());
            let span = function.source.as_ref().map(|source| source.span);
            let own = span.is_none_or(|span| !self.program.source.is_library(span));
            let wanted = Wanted {
                explores: self.options.explores,
                edges: own
                    && (self.ends.is_some()
                        || self.reaching.paths_wanted > 1
                        || self.reaching.navigator.is_some()),
                sides: own && self.ends.is_some(),
                target: &target,
                inspected: &inspected,
            };
            match decode::decode(&constants, &mut self.pool, id, wanted) {
                Ok(code) => return CodeEntry::Body(Rc::new(code)),
                Err(reason) => {
                    let name = format!("{} ({reason})", function.name);
                    self.unknown_calls.entry(name).or_default();
                }
            }
        }
        match model {
            Some(model) => CodeEntry::Model(model, nature),
            None => CodeEntry::Unknown,
        }
    }

    /// The function at an address.
    pub(crate) fn function_at(&self, state: &State, address: u64) -> Option<FuncId> {
        let index = state.memory.space().function_at(address)?;
        (index < self.program.functions.len()).then(|| FuncId::from_index(index))
    }
}

/// The functions of a program that the library does something before.
fn watched(program: &Program, library: &dyn Library) -> BTreeMap<FuncId, Model> {
    let functions = program.functions.enumerate();
    let watch = |function: &Function| library.watches(library_name(&function.name));
    functions.filter_map(|(id, function)| Some((id, watch(function)?))).collect()
}

impl Engine<'_> {
    pub(crate) fn shape(&mut self, function: FuncId) -> Rc<Shape> {
        let program = self.program;
        let body = &program.functions[function];
        let shape = self
            .analyses
            .shapes
            .entry(function)
            .or_insert_with(|| Rc::new(Shape::of(program, body)));
        shape.clone()
    }
}

impl Engine<'_> {
    pub(crate) fn loop_series(
        &mut self,
        function: FuncId,
        loops: &FunctionLoops,
        id: LoopId,
    ) -> Rc<LoopSeries> {
        let (program, shape) = (self.program, self.shape(function));
        let series = self.analyses.loop_series.entry((function, id)).or_insert_with(|| {
            Rc::new(LoopSeries::of(program, &program.functions[function], &shape, loops, id))
        });
        series.clone()
    }
}

/// Which orders of turns are tried on a path where threads meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interleavings {
    /// None but the one that is executed, and nothing is recorded.
    Off,
    /// All that differ where these are few, or else those of the next criterion.
    #[default]
    Choose,
    /// For each read of what threads share, one in which its own thread wrote that, or none did, and one in
    /// which another thread wrote it.
    LocalOrRemoteDefine,
    /// One of each class of orders that differ only in what does not touch each other.
    All,
}
