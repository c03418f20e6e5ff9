//! What is declared of one library function: its name, how exact its model is, and the model.
//!
//! Exactness is for exploration. Where Margay says that nothing leads somewhere, or that every path was explored, a model
//! must not have kept an answer from the program that the real function can give. So each entry of a table says which
//! answers its model gives, and what is declared is kept: a call that a model is not exact for leaves a gap, whatever the
//! model itself does.
//!
//! Invariant: there is no entry without an [`Exactness`]; the constructors here are the only way to write one.

use margay_engine::{Call, Model, Stop};

/// What is declared of one library function.
#[derive(Clone, Copy)]
pub struct Spec {
    pub name: &'static str,
    pub exactness: Exactness,
    pub model: Model,
}

/// Which of the answers that a function can give its model gives.
#[derive(Clone, Copy)]
pub enum Exactness {
    /// The one that there is: it follows from arguments, memory and what the program did before, on every machine.
    Exact,
    /// All of them: what the outside decides is a symbol, or each answer has a path of its own. What is kept from the
    /// program all the same, the model itself says by [`Call::leave_out`].
    AllAnswers,
    /// The one that there is, where this holds of a call; else one of several, which is a gap.
    ExactFor(Condition),
    /// One of several: each call is a gap.
    OneOfMany,
}

/// Whether a call is one that its model is exact for.
pub type Condition = fn(&mut Call<'_>) -> Result<bool, Stop>;

/// Names, exactness and models, as a file exports them.
pub type Table = &'static [Spec];

pub const fn exact(name: &'static str, model: Model) -> Spec {
    Spec { name, exactness: Exactness::Exact, model }
}

pub const fn all_answers(name: &'static str, model: Model) -> Spec {
    Spec { name, exactness: Exactness::AllAnswers, model }
}

pub const fn exact_for(name: &'static str, condition: Condition, model: Model) -> Spec {
    Spec { name, exactness: Exactness::ExactFor(condition), model }
}

pub const fn one_of_many(name: &'static str, model: Model) -> Spec {
    Spec { name, exactness: Exactness::OneOfMany, model }
}

impl Spec {
    /// Does what the function does, and leaves the gap that its exactness asks for.
    pub fn answer(&self, call: &mut Call<'_>) -> margay_engine::ModelResult {
        let whole = match self.exactness {
            Exactness::Exact | Exactness::AllAnswers => true,
            Exactness::ExactFor(condition) => condition(call)?,
            Exactness::OneOfMany => false,
        };
        if !whole {
            call.has_one_answer();
        }
        (self.model)(call)
    }
}

/// No handler of the program can interrupt a wait.
pub fn uninterrupted(call: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(call.library::<crate::LibC>().signals.handlers().is_empty())
}

#[cfg(test)]
mod tests {
    use margay_engine::Library;

    /// Only a compiler calls these, and it declares them right.
    fn is_of_the_compiler(name: &str) -> bool {
        let runtime =
            ["tf2", "sf2", "df2", "xf2", "hf2", "bf2", "sc3", "dc3", "xc3", "tc3", "_ieee"];
        name.starts_with("llvm.")
            || name.starts_with("__atomic")
            || name.starts_with("__") && runtime.iter().any(|end| name.ends_with(end))
    }

    #[test]
    fn a_model_has_a_prototype() {
        let names = crate::symbolic::all_specs().map(|spec| spec.name);
        let library = crate::symbolic::SymbolicLibrary::default();
        let missing: Vec<_> = names
            .filter(|name| library.prototype(name).is_none() && !is_of_the_compiler(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
