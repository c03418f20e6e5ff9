//! The runtime of C: how glibc starts and ends a program and its threads.

use crate::symbolic::SymbolicLibrary;
use crate::{CLibrary, LibC, function, mman, pthread, stdio};
use margay_engine::{
    Call, Grip, ProgramStart, Runtime, RuntimeWords, State, Stop, ThreadCall, ThreadId, Value,
};

/// What the program is started with, and what it has registered for its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProcessEnds {
    /// Address of the program's name.
    pub program_name: u64,
    /// Address of the table that `environ` starts as.
    pub environment: u64,
    /// Functions that `exit` calls, the first one last to run.
    pub exit_handlers: Vec<ExitHandler>,
}

/// A function that runs at exit, with the argument it was registered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitHandler {
    pub function: u64,
    pub arg: Option<u64>,
    /// `on_exit` passes the exit code first.
    pub takes_code: bool,
}

static WORDS: RuntimeWords = RuntimeWords {
    end_of_program: "exit",
    start_of_thread: "pthread_create",
    end_of_thread: "pthread_exit",
    jump: "longjmp",
    leading_zeros: "__builtin_clz",
    trailing_zeros: "__builtin_ctz",
};

impl Runtime for CLibrary {
    fn words(&self) -> &'static RuntimeWords {
        &WORDS
    }

    fn thread_call(&self, name: &str) -> Option<ThreadCall> {
        function(name)?.thread_call
    }

    fn begin(&self, call: &mut Call<'_>, start: &ProgramStart) {
        let process = &mut call.library::<LibC>().process;
        (process.program_name, process.environment) = (start.name, start.environment);
    }

    fn at_exit(&self, call: &mut Call<'_>, code: i32) -> Option<(u64, Vec<Value>)> {
        let ExitHandler { function, arg, takes_code } =
            call.library::<LibC>().process.exit_handlers.pop()?;
        let code = takes_code.then(|| Value::Int(u64::from(code.cast_unsigned())));
        Some((function, code.into_iter().chain(arg.map(Value::Int)).collect()))
    }

    fn runs_at_exit(&self, state: &State) -> bool {
        let library = state.library.as_any().downcast_ref::<LibC>();
        library.is_some_and(|library| !library.process.exit_handlers.is_empty())
    }

    fn at_thread_end(&self, call: &mut Call<'_>) -> Result<Option<(u64, Value)>, Stop> {
        pthread::at_thread_end(call)
    }

    fn thread_returns(&self, call: &mut Call<'_>) {
        pthread::life::note_held(call);
    }

    fn held_locks(&self, call: &mut Call<'_>) -> Vec<(ThreadId, u64, Grip)> {
        pthread::held_locks(call)
    }

    fn finish(&self, call: &mut Call<'_>) -> Result<(), Stop> {
        if !call.library::<LibC>().abandon_streams {
            stdio::flush_all(call)?;
        }
        mman::write_all_back(call)
    }
}

/// The same, but that nothing goes out.
impl Runtime for SymbolicLibrary {
    fn words(&self) -> &'static RuntimeWords {
        CLibrary.words()
    }

    fn thread_call(&self, name: &str) -> Option<ThreadCall> {
        CLibrary.thread_call(name)
    }

    fn begin(&self, call: &mut Call<'_>, start: &ProgramStart) {
        CLibrary.begin(call, start);
    }

    fn at_exit(&self, call: &mut Call<'_>, code: i32) -> Option<(u64, Vec<Value>)> {
        CLibrary.at_exit(call, code)
    }

    fn runs_at_exit(&self, state: &State) -> bool {
        CLibrary.runs_at_exit(state)
    }

    fn at_thread_end(&self, call: &mut Call<'_>) -> Result<Option<(u64, Value)>, Stop> {
        CLibrary.at_thread_end(call)
    }

    fn thread_returns(&self, call: &mut Call<'_>) {
        CLibrary.thread_returns(call);
    }

    fn held_locks(&self, call: &mut Call<'_>) -> Vec<(ThreadId, u64, Grip)> {
        CLibrary.held_locks(call)
    }

    fn finish(&self, _: &mut Call<'_>) -> Result<(), Stop> {
        Ok(())
    }
}
