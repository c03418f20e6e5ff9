//! What decoding needs to know of functions of the library, by their names.

pub trait LibraryFacts {
    /// Whether the library has a model of a function.
    fn is_modelled(&self, name: &str) -> bool;
    /// Whether a call of a function of the library comes back at once, without having asked the
    /// outside for anything or left anything there but output.
    fn is_quiet(&self, name: &str) -> bool;
    /// Whether a function of the library writes nothing that the program can see.
    fn only_reads(&self, name: &str) -> bool;
    /// Whether a call of a function of the library may come back more than once.
    fn returns_twice(&self, name: &str) -> bool;
}
