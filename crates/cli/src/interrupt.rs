//! SIGINT, SIGTERM, SIGHUP and SIGQUIT: the first one ends the work, whose report is written as usual; the second
//! ends the process at once, with 128 and the signal's number. Compilers and replays have process groups of their
//! own, which neither keys nor a closed terminal reach, so each signal of a terminal must be handled here.
//!
//! Invariant: only this file knows of signals. All others look at a flag that they are given.

use crate::output::Failure;
use margay_frontend::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::atomic::Ordering;

const SIGNALS: [i32; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// What a signal sets.
#[derive(Clone, Default)]
pub struct Interrupt {
    /// The work shall end.
    pub stop: Stop,
    /// The next signal ends the process.
    at_once: Stop,
}

impl Interrupt {
    /// Takes over the signals.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let Interrupt { stop, at_once } = &interrupt;
        let fail = |error| Failure::Tool(format!("cannot handle signals: {error}"));
        for signal in SIGNALS {
            // In this order: the first one passes the door that it closes.
            flag::register_conditional_shutdown(signal, 128 + signal, at_once.clone())
                .map_err(fail)?;
            flag::register(signal, at_once.clone()).map_err(fail)?;
            flag::register(signal, stop.clone()).map_err(fail)?;
        }
        Ok(interrupt)
    }

    /// What follows cannot be ended in the middle and leaves nothing behind: the first signal ends the
    /// process.
    pub fn end_at_once(&self) -> Result<(), Failure> {
        self.at_once.store(true, Ordering::SeqCst);
        match self.is_set() {
            true => Err(Failure::Incomplete("interrupted".to_owned())),
            false => Ok(()),
        }
    }

    pub fn is_set(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// Calls something when a signal comes.
pub fn on_signal(call: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let mut signals = Signals::new(SIGNALS)
        .map_err(|error| Failure::Tool(format!("cannot handle signals: {error}")))?;
    std::thread::spawn(move || signals.forever().for_each(|_| call()));
    Ok(())
}
