//! Start states of programs and functions whose arguments are given.

use crate::engine::Engine;
use crate::library::runtime::ProgramStart;
use crate::state::Agenda;
use crate::state::State;
use crate::state::stop::Stop;
use crate::value::Value;
use margay_ir::FuncId;

impl Engine<'_> {
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
        let name = self.load_word(&state, argv)?;
        self.begin(&mut state, ProgramStart { name, environment: envp });
        self.fill_globals(&mut state)?;
        self.resolve_ifuncs(&mut state)?;
        let args = vec![Value::Int(args.len() as u64), Value::Int(argv), Value::Int(envp)];
        self.schedule_main(&mut state, main, args);
        Ok(state)
    }

    /// A state that calls one function with these values, one for each register that its
    /// parameters take, and ends when it returns; see [`State::result`].
    pub fn start_function(&mut self, function: FuncId, args: Vec<Value>) -> Result<State, Stop> {
        let mut state = self.empty_state();
        self.place_globals(&mut state)?;
        self.fill_globals(&mut state)?;
        state.symbolic = args.iter().any(|value| matches!(value, Value::Term(_)));
        state.process.agenda = vec![Agenda::Call(function, args)];
        Ok(state)
    }

    /// The runtime learns what the program is started with.
    pub(super) fn begin(&mut self, state: &mut State, start: ProgramStart) {
        let (library, unknown) = (self.library, self.program.source.unknown());
        self.with_call(state, "", &[], unknown, |call| library.begin(call, &start));
    }
}
