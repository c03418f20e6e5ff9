//! Library models: what functions without a body do.
//!
//! A model is a plain function over a [`Call`]. It reads its arguments, works on
//! the state and says what happens next. One piece of code serves known and
//! symbolic values: where it must know, it asks [`Call::concrete`] or
//! [`Call::decide`], which answer at once for known values and else stop the model
//! with a [`Need`]; the engine then settles the need, and runs the model again
//! from the state before the call.

use crate::access::unknown::Unknowns;
use crate::access::{Access, LARGEST_GROWTH};
use crate::code::library_facts::LibraryFacts;
use crate::code::prototype::Prototype;
use crate::fault::ObjectKind;
use crate::fault::place::Place;
use crate::fault::{AccessKind, Fault};
use crate::judge::Judge;
use crate::library::runtime::Runtime;
use crate::library::world::World;
use crate::memory::Memory;
use crate::memory::addresses;
use crate::state::State;
use crate::state::input::{Input, Taken};
use crate::state::library_state::{LibraryState, Then};
use crate::state::possible::Possible;
use crate::state::stop::{Need, Stop};
use crate::state::threads::Wait;
use crate::value::lane::{Arg, ArgKind};
use crate::value::provenance::{Channel, Provenance, depends_on_unknown};
use crate::value::{Value, low_byte, mask, signed};
use margay_ir::finding::{Form, Source};
use margay_ir::sign_only::{is_only_compared, only_sign_counts};
use margay_ir::{FuncId, InstId, Program, SpanId};
use margay_smt::{Bool, Bv, TermPool};

/// What happens after a model.
#[derive(Clone, Debug, PartialEq)]
pub enum Flow {
    /// The call returns this; several values for a struct in registers, none for `void`.
    Return(Vec<Value>),
    /// `exit`: handlers run, then the program ends.
    Exit(i32),
    /// `_exit`: the program ends here.
    ExitNow(i32),
    /// The program dies of a signal that it does not handle.
    Kill(i32),
    /// `setjmp` with its buffer: returns 0 now, and again at a `longjmp`.
    SetJump(u64),
    LongJump(u64, i32),
    /// The program's function at this address is called in the model's place.
    Invoke {
        function: u64,
        args: Vec<Value>,
        then: Then,
    },
    /// A thread is made that calls a function of the program; the call returns this.
    Spawn {
        function: u64,
        args: Vec<Value>,
        detached: bool,
        returns: Vec<Value>,
    },
    /// The thread waits; when it goes on, the model is asked again.
    Wait(Wait),
    /// The call returns this, after others had a turn.
    GiveWay(Vec<Value>),
    /// The thread ends with this.
    EndThread(Value),
    /// Nothing is known of the function but what it brings: what else it may write is unknown.
    Havoc(Brought),
    /// Of what is done before a call: the function is called.
    Proceed,
}

/// What a function of which nothing else is known brings in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Brought {
    /// It returns this.
    Result(Value),
    /// It is the contents of the object that this argument points to after the call.
    Argument(usize),
}

impl From<Value> for Flow {
    fn from(value: Value) -> Self {
        Flow::Return(vec![value])
    }
}

impl Flow {
    pub fn void() -> Flow {
        Flow::Return(Vec::new())
    }

    pub fn int(value: i32) -> Flow {
        Value::Int(u64::from(value.cast_unsigned())).into()
    }

    pub fn long(value: i64) -> Flow {
        Value::Int(value.cast_unsigned()).into()
    }

    pub fn address(value: u64) -> Flow {
        Value::Int(value).into()
    }

    pub fn double(value: f64) -> Flow {
        Value::Int(value.to_bits()).into()
    }

    pub fn float(value: f32) -> Flow {
        Value::Int(u64::from(value.to_bits())).into()
    }
}

pub type ModelResult = Result<Flow, Stop>;
pub type Model = fn(&mut Call<'_>) -> ModelResult;

/// What a thread does to a lock, or to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// It takes a lock and waits for that; takes it if it is free, or within a time; gives it back.
    Take,
    Try,
    Give,
    /// It waits until a thread signals that the condition may hold; it signals that.
    Sleep,
    Tell,
}

/// The library that a program is run with.
pub trait Library: LibraryFacts + Runtime {
    fn model(&self, name: &str) -> Option<Model>;
    /// The types that the model of a function is written for; `None` if any will do.
    fn prototype(&self, name: &str) -> Option<Prototype>;
    /// Whether a function of the library takes memory of a size that it is given.
    fn allocates(&self, name: &str) -> bool;
    /// Whether a function lets other code run beside the program from then on: a thread, another
    /// process, a handler of signals.
    fn starts_others(&self, name: &str) -> bool;
    /// Whether other threads go on while a function of the library waits.
    fn gives_way(&self, name: &str) -> bool;
    /// Whether what a function of the library accesses is there for several threads to use at once: locks,
    /// conditions, atomic variables.
    fn synchronises(&self, name: &str) -> bool;
    /// What a function of the library does to the lock or condition that its first argument points to.
    fn deals(&self, name: &str) -> Option<Dealing>;
    /// Whether a thread may wait for others in a function of the library, or signal them, in ways that the analysis
    /// does not see, whatever its arguments are. Each call of it is noted as a hidden wait.
    fn has_hidden_waits(&self, name: &str) -> bool;
    /// Whether one may in a program for what the function is given: its model notes that (`State::meets_hidden_wait`).
    fn may_have_hidden_waits(&self, program: &Program, name: &str) -> bool;
    /// Whether a number is the handle of a thread.
    fn is_thread(&self, word: u64) -> bool;
    /// Whether a function of the library may be called in a handler of signals, whatever the signal
    /// interrupted.
    fn is_signal_safe(&self, name: &str) -> bool;
    /// What is done before a function of this name is called, whosever it is, if anything is. It says
    /// [`Flow::Proceed`] where the function is called then, or answers in its place.
    fn watches(&self, name: &str) -> Option<Model>;
    /// Whether what comes from there must not say how often a loop iterates.
    fn must_not_bound(&self, source: &Source) -> bool;
    /// The state of the library at the start of a program.
    fn initial(&self) -> Box<dyn LibraryState>;
    /// Whether the library has an external variable of this name.
    fn has_global(&self, name: &str) -> bool;
    /// Fills an external variable of the library, such as `stdin`, whose object is at
    /// `address`; false if the library has no such variable.
    fn define_global(&self, name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop>;
}

/// A call of a library function.
pub struct Call<'a> {
    pub program: &'a Program,
    pub pool: &'a mut TermPool,
    pub judge: &'a mut Judge,
    pub(crate) unknowns: &'a mut Unknowns,
    pub state: &'a mut State,
    pub world: &'a mut dyn World,
    /// Name of the function called.
    pub name: &'a str,
    /// All arguments, those of `...` too.
    pub args: &'a [Arg],
    /// Where the call stands in the program.
    pub site: SpanId,
    /// The same, or where the program called the library's own C that the call stands in.
    pub program_site: SpanId,
    /// Faults that execution survives, in order.
    pub faults: &'a mut Vec<Fault>,
    pub unknown: Unknown,
}

impl Call<'_> {
    pub fn memory(&mut self) -> &mut Memory {
        &mut self.state.memory
    }

    /// An argument; unknown arguments of a wrong call are undefined.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value::Undef, |arg| arg.value)
    }

    /// An argument as an unsigned number of at most 64 bits.
    pub fn arg_u64(&mut self, index: usize) -> Result<u64, Stop> {
        let bits = match self.args.get(index).map(|arg| arg.kind) {
            Some(ArgKind::Int(bits)) => bits.min(64),
            _ => 64,
        };
        self.concrete(self.arg(index), bits)
    }

    pub fn arg_i64(&mut self, index: usize) -> Result<i64, Stop> {
        Ok(self.arg_u64(index)?.cast_signed())
    }

    pub fn arg_u32(&mut self, index: usize) -> Result<u32, Stop> {
        let value = self.arg_u64(index)? & mask(32);
        Ok(u32::try_from(value).expect("masked to 32 bits"))
    }

    pub fn arg_i32(&mut self, index: usize) -> Result<i32, Stop> {
        Ok(self.arg_u32(index)?.cast_signed())
    }

    pub fn arg_f64(&mut self, index: usize) -> Result<f64, Stop> {
        Ok(f64::from_bits(self.arg_u64(index)?))
    }

    pub fn arg_f32(&mut self, index: usize) -> Result<f32, Stop> {
        Ok(f32::from_bits(self.arg_u32(index)?))
    }

    /// The bit pattern of a value that may be wider than 64 bits, such as a `long double`.
    pub fn arg_u128(&mut self, index: usize) -> Result<u128, Stop> {
        let value = self.arg(index);
        self.concrete_wide(value)
    }

    /// Bytes of a pointer on the target.
    pub fn pointer_bytes(&self) -> u32 {
        self.program.layout.pointer_bytes
    }

    /// `size_t` and `long` on the target, as a register holds them.
    pub fn word(&self, value: i64) -> Value {
        Value::Int(value.cast_unsigned() & mask(self.pointer_bytes() * 8))
    }

    /// The number that a value of at most 64 bits is; a symbolic one needs to be settled.
    pub fn concrete(&mut self, value: Value, bits: u32) -> Result<u64, Stop> {
        match self.state.path.resolve(self.pool, value) {
            Value::Int(known) => Ok(known & mask(bits)),
            Value::Term(term) => match self.pool.as_const_u64(term) {
                Some(known) => Ok(known & mask(bits)),
                None => Err(Stop::Need(Need::Value(term))),
            },
            Value::Partial { bits: known, .. } => {
                self.fault(Fault::UninitialisedRead)?;
                Ok(known & mask(bits))
            }
            Value::Undef => {
                self.fault(Fault::UninitialisedRead)?;
                Ok(0)
            }
            Value::Wide([low, _]) => Ok(low & mask(bits)),
        }
    }

    pub fn concrete_wide(&mut self, value: Value) -> Result<u128, Stop> {
        let value = self.state.path.resolve(self.pool, value);
        match value.as_u128() {
            Some(known) => Ok(known),
            None => match value {
                Value::Term(term) => match crate::value::terms::as_known(self.pool, term).as_u128()
                {
                    Some(known) => Ok(known),
                    None => Err(Stop::Need(Need::Value(term))),
                },
                other => self.concrete(other, 64).map(u128::from),
            },
        }
    }

    /// Whether a condition holds; one that is not known needs to be settled.
    pub fn decide(&mut self, condition: Bool) -> Result<bool, Stop> {
        match self.state.path.decide(self.pool, condition) {
            Some(known) => Ok(known),
            None => Err(Stop::Need(Need::Decide(condition))),
        }
    }

    /// Whether one of a fixed number of cases is the one at hand.
    pub fn is_case(&mut self, condition: Bool) -> Result<bool, Stop> {
        self.decide(condition).map_err(|stop| match stop {
            Stop::Need(Need::Decide(condition)) => Stop::Need(Need::Case(condition)),
            other => other,
        })
    }

    /// Whether a value of `bits` bits equals a number.
    pub fn equals(&mut self, value: Value, number: u64, bits: u32) -> Result<bool, Stop> {
        match value {
            Value::Term(term) => {
                let number = self.pool.bv_u64(bits, number & mask(bits));
                let condition = self.pool.eq(term, number);
                self.decide(condition)
            }
            known => Ok(self.concrete(known, bits)? == number & mask(bits)),
        }
    }

    /// Raises a fault: execution goes on if it can, and stops here if not.
    pub fn fault(&mut self, fault: Fault) -> Result<(), Stop> {
        if fault.can_continue() {
            self.faults.push(fault);
            Ok(())
        } else {
            Err(Stop::Fault(fault))
        }
    }

    /// Sees to it that a condition holds: where it may not, the fault is noted with an input
    /// that leads to it, and execution goes on with the others.
    pub fn require(&mut self, ok: Bool, fault: Fault) -> Result<(), Stop> {
        self.judge.require(self.program, self.pool, self.state, ok, |_, _, _| fault)
    }

    /// Where the program calls the function.
    pub fn place(&self) -> Place {
        self.judge.place(self.program, self.state)
    }

    /// Notes a fault that began at an earlier place, where execution goes on.
    pub fn note_from(&mut self, fault: Fault, place: &Place) {
        let always = self.pool.bool_const(true);
        let Some(model) = self.judge.witness(self.pool, self.state, always) else { return };
        self.judge.note_lost(self.pool, self.state, fault, (&model, always), (place, None));
    }

    /// Notes it if a value that goes out depends on what was never written.
    pub fn note_unwritten(&mut self, value: Bv) {
        self.judge.note_unwritten_value(self.program, self.pool, self.state, value);
    }

    /// Sees to it that a value which goes out or is examined is not stale.
    pub fn require_fresh(&mut self, value: Bv) -> Result<(), Stop> {
        self.judge.require_fresh(self.program, self.pool, self.state, value)
    }

    /// Whether the object at an address has an unknown extent.
    pub fn is_open(&self, address: u64) -> bool {
        self.state.memory.object(address).is_some_and(|o| o.alive && o.open.is_some())
    }

    /// Where an argument leads to, if the object there has an unknown extent.
    pub fn open_object(&mut self, index: usize) -> Result<Option<u64>, Stop> {
        if let Value::Term(term) = self.state.path.resolve(self.pool, self.arg(index)) {
            let (mut access, state) = self.access();
            if access.is_unknown_address(term) {
                access.discover(state, term)?;
            }
        }
        match self.state.path.resolve(self.pool, self.arg(index)) {
            Value::Int(address) if self.is_open(address) => Ok(Some(address)),
            _ => Ok(None),
        }
    }

    /// Whether the path began in a function that is analysed alone, without its callers.
    pub fn has_unknown_callers(&self) -> bool {
        self.state.has_unknown_callers()
    }

    /// Whether a function is analysed alone, and the byte at an address is unknown.
    pub fn is_unknown_at(&mut self, address: u64) -> bool {
        let byte = if self.has_unknown_callers() {
            self.state.memory.byte(self.pool, address).ok()
        } else {
            None
        };
        matches!(byte, Some(Value::Term(byte)) if depends_on_unknown(self.pool, byte))
    }

    /// Notes that a symbol is a pointer to something.
    pub fn is_pointer(&mut self, symbol: Bv) {
        self.unknowns.is_pointer(symbol, None);
    }

    /// Memory as symbolic addresses and lengths need it, and the state that it is of.
    pub fn access(&mut self) -> (Access<'_>, &mut State) {
        let Call { program, pool, judge, unknowns, state, .. } = self;
        let access = Access { program, pool, judge, unknowns };
        (access, state)
    }

    /// Sees to it that a byte can be accessed where a pointer leads, for all its values at once.
    pub fn touch(&mut self, pointer: Value, access: AccessKind) -> Result<(), Stop> {
        let (mut memory, state) = self.access();
        memory.touch(state, pointer, access)
    }

    /// Makes an object of which nothing is known, not even its size. Gives its address, of so many
    /// bits.
    pub fn unknown_object(&mut self, bits: u32) -> Result<u64, Stop> {
        let symbol = self.state.new_symbol(self.pool, Provenance::External, self.name, bits);
        self.is_pointer(symbol);
        let (mut access, state) = self.access();
        access.discover(state, symbol)?;
        self.concrete(Value::Term(symbol), bits)
    }

    /// Adds what is known of symbols that were just made.
    pub fn given(&mut self, condition: Bool) -> Result<(), Stop> {
        let possible = self.judge.possible(self.pool, self.state, condition);
        match possible {
            Possible::Yes(model) => {
                self.state.path.given(self.pool, condition, Some(&model));
                Ok(())
            }
            Possible::Unknown | Possible::Recalled => {
                self.state.path.given(self.pool, condition, None);
                Ok(())
            }
            Possible::No => Err(Stop::Infeasible),
        }
    }

    /// Counts input that is not tried, in words.
    pub fn leave_out(&mut self, what: &str) {
        if !self.judge.left_out.contains(what) {
            self.judge.left_out.insert(what.to_owned());
        }
    }

    /// Whether the program looks at no more of the answer than its sign, as far as its code shows.
    pub fn only_sign_counts(&self) -> bool {
        let place = self.place_of_call();
        place.is_some_and(|(function, inst)| only_sign_counts(self.program, function, inst))
    }

    /// Whether the program only compares the answer and hands it on, as far as its code shows.
    pub fn is_only_compared(&self) -> bool {
        let place = self.place_of_call();
        place.is_some_and(|(function, inst)| is_only_compared(self.program, function, inst))
    }

    fn place_of_call(&self) -> Option<(FuncId, InstId)> {
        let frame = self.state.frames.last()?;
        Some((frame.function, *frame.code.insts.get(frame.pc)?))
    }

    /// Notes that the function is answered in one way only, where the outside has others.
    pub fn has_one_answer(&mut self) {
        if !self.judge.one_answer.contains(self.name) {
            self.judge.one_answer.insert(self.name.to_owned());
        }
    }

    /// The result of comparing the bytes of two pointers in memory, if there are two: which one is less depends
    /// on where objects lie.
    pub fn compare_pointers_at(&mut self, a: u64, b: u64) -> Option<Value> {
        let bytes = self.pointer_bytes();
        let memory = &self.state.memory;
        let whole = |at| memory.address_around(at, bytes).filter(|_| memory.explores);
        let (Some((x, 0)), Some((y, 0))) = (whole(a), whole(b)) else { return None };
        if x == y {
            return Some(Value::ZERO);
        }
        let number = |pool: &mut TermPool, address| {
            let number = addresses::number_of(pool, memory, 0, Value::Int(address), 8 * bytes)?;
            // The first byte counts most.
            let parts = (0..bytes).map(|at| pool.bv_extract(8 * at + 7, 8 * at, number));
            let parts: Vec<Bv> = parts.collect();
            parts.into_iter().reduce(|high, low| pool.bv_concat(high, low))
        };
        let (x, y) = (number(self.pool, x)?, number(self.pool, y)?);
        let (same, less) = (self.pool.eq(x, y), self.pool.bv_ult(x, y));
        let [none, minus, plus] = [0, u64::from(u32::MAX), 1].map(|n| self.pool.bv_u64(32, n));
        let order = self.pool.ite(less, minus, plus);
        let result = self.pool.ite(same, none, order);
        Some(crate::value::terms::as_known(self.pool, result))
    }

    /// Notes that the function gives the program an address as it is here, to look at.
    pub fn shows_address(&mut self, address: u64) {
        let is_one = self.state.memory.object(address).is_some();
        if is_one && self.state.memory.explores && !self.state.history.is_followed() {
            *self.judge.placed.entry(self.program_site).or_default() += 1;
        }
    }

    /// Whether a condition can hold here.
    pub fn possible(&mut self, condition: Bool) -> bool {
        !matches!(self.judge.possible(self.pool, self.state, condition), Possible::No)
    }

    /// A symbol for what the outside says by this call; who makes it says which input that is.
    pub fn input_symbol(&mut self, what: &str, bits: u32) -> Bv {
        self.state.new_symbol(self.pool, Provenance::Input(Channel::Call), what, bits)
    }

    /// A number that the outside gives.
    pub fn input(&mut self, source: Source, form: Form, bits: u32) -> Bv {
        let symbol = self.input_symbol(self.name, bits);
        self.record(source, vec![symbol], form);
        symbol
    }

    /// A number that the outside gives, over symbols of which something is known.
    pub fn input_number(&mut self, source: Source, number: Bv) {
        self.record(source, vec![number], Form::Signed);
    }

    /// Bytes that the outside gives.
    pub fn input_bytes(&mut self, source: Source, len: u64) -> Vec<Bv> {
        let bytes: Vec<Bv> = (0..len).map(|_| self.input_symbol(self.name, 8)).collect();
        self.record(source, bytes.clone(), Form::Bytes);
        bytes
    }

    /// A structure or text that the outside gives: its parts in order, each of whole bytes.
    pub fn input_parts(&mut self, source: Source, parts: Vec<Bv>) {
        self.record(source, parts, Form::Bytes);
    }

    /// The characters of a line: no newlines, and no null but the first one, which is where a
    /// program that takes lines for text stumbles. As the outside gives it, it has `length` of
    /// them and then a newline, if there is room for one before `most`.
    pub fn input_line(&mut self, source: Source, length: Bv, most: u64) -> Result<Vec<Bv>, Stop> {
        let bytes: Vec<Bv> = (0..most).map(|_| self.input_symbol(self.name, 8)).collect();
        let zero = self.pool.bv_u64(8, 0);
        let newline = self.pool.bv_u64(8, u64::from(b'\n'));
        for (index, byte) in bytes.iter().enumerate() {
            // Each on its own, so that no question about one touches the others.
            if index > 0 {
                let real = self.pool.ne(*byte, zero);
                self.given(real)?;
            }
            let plain = self.pool.ne(*byte, newline);
            self.given(plain)?;
        }
        self.record(source, bytes.clone(), Form::Bytes);
        self.last_taken(Taken::Line(length));
        Ok(bytes)
    }

    /// Says how many bytes of the last input came, as a signed number.
    pub fn input_taken(&mut self, taken: Bv) {
        self.last_taken(Taken::Bytes(taken));
    }

    /// Lengthens the last input by `count` bytes that are all `byte`, of which `taken` came.
    pub fn input_longer(&mut self, count: u64, byte: Bv, taken: Bv) {
        if let Some(input) = self.state.outside.inputs.last_mut() {
            input.parts.extend((0..count).map(|_| byte));
        }
        self.input_taken(taken);
    }

    fn last_taken(&mut self, taken: Taken) {
        if let Some(input) = self.state.outside.inputs.last_mut() {
            input.taken = taken;
        }
    }

    fn record(&mut self, source: Source, parts: Vec<Bv>, form: Form) {
        let (site, taken, failure, incidental) = (self.site, Taken::All, None, false);
        let input = Input { source, parts, taken, form, site, failure, incidental };
        self.state.outside.inputs.push(input);
    }

    /// What the call says of its own work, over symbols that nothing is assumed of.
    pub fn says(&mut self, result: Bv) -> Value {
        let source = Source::Return { function: self.name.to_owned() };
        self.record(source, vec![result], Form::Signed);
        if let Some(input) = self.state.outside.inputs.last_mut() {
            input.incidental = true;
        }
        Value::Term(result)
    }

    /// Whether the call fails, which is for the outside to say.
    pub fn failure(&mut self) -> Bool {
        self.failure_of(Source::Return { function: self.name.to_owned() })
    }

    /// Whether the outside lacks what was asked for.
    fn failure_of(&mut self, source: Source) -> Bool {
        let what = format!("{} fails", self.name);
        let symbol = self.state.new_symbol(self.pool, Provenance::Failure, &what, 1);
        let failure = self.pool.as_symbol(symbol);
        let (form, site, taken) = (Form::Failure, self.site, Taken::All);
        let parts = vec![symbol];
        let input = Input { source, parts, taken, form, site, failure, incidental: false };
        self.state.outside.inputs.push(input);
        let one = self.pool.bv_u64(1, 1);
        self.pool.eq(symbol, one)
    }

    /// `address`, or null if the call fails.
    pub fn or_null(&mut self, address: u64) -> Value {
        self.unless_missing(address, Source::Return { function: self.name.to_owned() })
    }

    /// `address`, or null if the outside has nothing there.
    pub fn unless_missing(&mut self, address: u64, source: Source) -> Value {
        if address == 0 || self.is_library_code() {
            return Value::Int(address);
        }
        let fails = self.failure_of(source);
        if let Some(object) = self.state.memory.object_mut(address) {
            object.missing_if = Some(fails);
        }
        let bits = self.pointer_bytes() * 8;
        let (null, address) = (self.pool.bv_u64(bits, 0), self.pool.bv_u64(bits, address));
        let value = self.pool.ite(fails, null, address);
        crate::value::terms::as_known(self.pool, value)
    }

    /// Whether the call stands in the library's own C, which the user cannot change.
    pub fn is_library_code(&self) -> bool {
        self.program.source.is_library(self.site)
    }

    /// Null, of which it is known that it comes from a call that failed.
    pub fn failed(&mut self, fails: Bool, otherwise: u64) -> Value {
        let bits = self.pointer_bytes() * 8;
        let (null, other) = (self.pool.bv_u64(bits, 0), self.pool.bv_u64(bits, otherwise));
        Value::Term(self.pool.ite(fails, null, other))
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self, from: Provenance, what: &str, bits: u32) -> Value {
        if self.unknown == Unknown::Zero {
            return Value::from_u128(0, bits.min(128));
        }
        Value::Term(self.state.new_symbol(self.pool, from, what, bits))
    }

    /// Whether an address lies in a block of unknown size.
    pub fn is_unsized(&mut self, address: u64) -> bool {
        self.state.memory.object(address).is_some_and(|object| object.extent.is_some())
    }

    /// Bytes from an address on that an object has or may have.
    pub fn room(&self, address: u64) -> u64 {
        let object = self.state.memory.object(address).filter(|object| object.alive);
        object.map_or(0, |object| object.room().saturating_sub(address.wrapping_sub(object.base)))
    }

    /// What is held at an address, whether it is within its object's end or not; undefined where there is no room
    /// for it.
    pub fn peek(&mut self, address: u64, len: u32) -> Value {
        if self.room(address) < u64::from(len) {
            return Value::Undef;
        }
        let Some(object) = self.state.memory.object(address) else { return Value::Undef };
        let at = crate::value::size(address.wrapping_sub(object.base));
        object.assemble(self.pool, at, crate::value::size(len.into()))
    }

    /// Puts a byte where there is room, whether it is within its object's end or not.
    pub fn poke(&mut self, address: u64, byte: Value) {
        if self.room(address) > 0
            && let Some(object) = self.state.memory.object_mut(address)
        {
            let at = crate::value::size(address.wrapping_sub(object.base));
            object.set_byte(at, byte);
        }
    }

    /// Holds up to `len` bytes from an address on, and says how many that are.
    pub fn make_room(&mut self, address: u64, len: u64) -> u64 {
        let object = self.state.memory.object_mut(address).filter(|o| o.extent.is_some());
        if let Some(object) = object {
            let end = address.wrapping_sub(object.base).saturating_add(len);
            object.make_room(end.min(LARGEST_GROWTH));
        }
        self.room(address).min(len)
    }

    /// Makes the size of the block at an address known: one that is not needs to be settled.
    pub fn settle_size(&mut self, address: u64) -> Result<(), Stop> {
        let object = self.state.memory.object(address);
        let Some((extent, base)) = object.and_then(|o| Some((o.extent?, o.base))) else {
            return Ok(());
        };
        let size = self.concrete(Value::Term(extent), 64)?;
        if let Some(object) = self.state.memory.object_mut(base)
            && size < LARGEST_GROWTH
        {
            object.grow(size);
            object.extent = None;
        }
        Ok(())
    }

    /// A known number in memory; `len` is at most 8.
    pub fn load(&mut self, address: u64, len: u32) -> Result<u64, Stop> {
        let value = self.load_value(address, len)?;
        self.concrete(value, len * 8)
    }

    pub fn load_value(&mut self, address: u64, len: u32) -> Result<Value, Stop> {
        Ok(self.state.memory.load(self.pool, address, len)?)
    }

    /// The bytes at an address as a term, whether they were ever written or not.
    pub fn load_raw(&mut self, address: u64, len: u32) -> Result<Bv, Stop> {
        let value = self.load_value(address, len)?;
        Ok(crate::value::terms::term(self.pool, value, len * 8))
    }

    pub fn load_pointer(&mut self, address: u64) -> Result<u64, Stop> {
        let len = self.pointer_bytes();
        self.load(address, len)
    }

    pub fn load_i32(&mut self, address: u64) -> Result<i32, Stop> {
        let value = self.load(address, 4)?;
        Ok(i32::try_from(signed(value, 32)).expect("sign-extended from 32 bits"))
    }

    pub fn store(&mut self, address: u64, len: u32, value: u64) -> Result<(), Stop> {
        self.store_value(address, len, Value::Int(value & mask(len * 8)))
    }

    pub fn store_value(&mut self, address: u64, len: u32, value: Value) -> Result<(), Stop> {
        Ok(self.state.memory.store(self.pool, address, len, value)?)
    }

    pub fn store_pointer(&mut self, address: u64, value: u64) -> Result<(), Stop> {
        let len = self.pointer_bytes();
        self.store(address, len, value)
    }

    /// Known bytes; undefined ones are a fault, symbolic ones need to be settled.
    pub fn read_bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        if let Some(known) = self.state.memory.bytes(address, len)? {
            return Ok(known.to_vec());
        }
        let mut out = Vec::new();
        for index in 0..len {
            let byte = self.state.memory.byte(self.pool, address.wrapping_add(index))?;
            out.push(low_byte(self.concrete(byte, 8)?));
        }
        Ok(out)
    }

    /// Bytes as a native program would pass them on: undefined ones have a value too.
    /// Symbolic ones need to be settled.
    pub fn read_raw_bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        if let Some(known) = self.state.memory.bytes(address, len)? {
            return Ok(known.to_vec());
        }
        let mut out = Vec::new();
        for index in 0..len {
            let byte = self.state.memory.byte(self.pool, address.wrapping_add(index))?;
            let known = match byte.bits_and_undef(8) {
                Some((bits, _)) => bits,
                None => self.concrete(byte, 8)?,
            };
            out.push(low_byte(known));
        }
        Ok(out)
    }

    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.state.memory.write_bytes(address, bytes)?)
    }

    /// A string with its bytes known, without the terminator.
    pub fn read_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        loop {
            let at = address.wrapping_add(out.len() as u64);
            let byte = self.state.memory.byte(self.pool, at)?;
            match self.concrete(byte, 8)? {
                0 => return Ok(out),
                known => out.push(low_byte(known)),
            }
        }
    }

    /// Writes a string and its terminator.
    pub fn write_string(&mut self, address: u64, text: &[u8]) -> Result<(), Stop> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.write_bytes(address, &bytes)
    }

    /// A heap block with undefined contents, or null.
    pub fn allocate(&mut self, size: u64) -> u64 {
        self.allocate_object(ObjectKind::Heap, size, 16)
    }

    pub fn allocate_object(&mut self, kind: ObjectKind, size: u64, align: u64) -> u64 {
        let made = self.state.memory.allocate(kind, size, align, self.program_site);
        let largest = mask(self.pointer_bytes() * 8) >> 1;
        if made.is_none() && size <= largest {
            // Some machine has the room; none has more.
            self.leave_out("blocks of memory that are too large, or too many, for this analysis");
        }
        made.unwrap_or(0)
    }

    /// Sets `errno`.
    pub fn set_errno(&mut self, errno: i32) -> Result<(), Stop> {
        let address = self.errno_address();
        self.store(address, 4, u64::from(errno.cast_unsigned()))
    }

    /// Where `errno` lives.
    pub fn errno_address(&mut self) -> u64 {
        if self.state.process.errno == 0 {
            let address = self.allocate_object(ObjectKind::Library, 4, 4);
            if let Some(object) = self.state.memory.object_mut(address) {
                object.start_as_zero();
            }
            self.state.process.errno = address;
        }
        self.state.process.errno
    }

    /// The library's state, of the type that the library itself gave it.
    pub fn library<T: LibraryState>(&mut self) -> &mut T {
        let any = self.state.library.as_any_mut();
        any.downcast_mut().expect("a program runs with one library")
    }
}

/// What is made of a value that nothing is known of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A symbol; what an external function without a model may have written is unknown as well.
    Symbol,
    /// Zero, and external functions without a model write nothing: for runs that want one answer.
    Zero,
}
