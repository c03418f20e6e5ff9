//! The trust boundaries of libraries: what a function does with an argument, so that labels matter there. Which function
//! has which, its record says.

use super::labels::Labels;
use super::quoting::Grammar;
use Primitive::{Cipher, Hash};

/// What a function does with an argument, so that labels matter there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// A shell runs the text at this argument.
    Shell(usize),
    /// The program at the first argument is run with a list of arguments from the second on.
    ExecList,
    /// The same with an array of arguments at the second.
    ExecArray,
    /// Code is loaded from the file that this argument names.
    Code(usize),
    /// A file is named by this argument.
    Path(usize),
    /// A database runs the text at this argument.
    Sql(usize, Grammar),
    /// `setenv`: a name and its value.
    Variable,
    /// `putenv`: a name and its value in one text.
    Assignment,
    /// The process waits for so many units of time, of which so many are too long.
    Wait(usize, u64),
    /// Text goes out in a format, which is this argument; where to, see [`Where`].
    Format(usize, Where),
    /// The same with a list of arguments after the format.
    FormatList(usize, Where),
    /// The text at this argument goes out.
    Puts(usize, Where),
    /// One character goes out.
    Put(usize, Where),
    /// The bytes at this argument go out, as many as another argument says.
    Block(usize, usize, Where),
    /// As `fwrite` does.
    Blocks(Where),
    /// Two texts are compared.
    Comparison,
    /// This argument is a password or key.
    Credential(usize, Use),
    /// The call itself is the defect, for what stands here.
    Weak(Primitive),
    /// The call gives the primitive that this argument names.
    WeakByName(usize),
}

impl Boundary {
    /// Whether something leaves the program here.
    pub fn goes_out(self) -> bool {
        use Boundary::*;
        matches!(self, Format(..) | FormatList(..) | Puts(..) | Put(..) | Block(..) | Blocks(_))
    }
}

/// Where output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Stdout,
    Stderr,
    /// The system's log.
    Log,
    /// The stream at this argument.
    Stream(usize),
    /// The descriptor at this argument.
    Descriptor(usize),
    /// The other end of a connection.
    Socket,
}

/// What a credential is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It opens something.
    Password,
    /// Something is encrypted or signed with it.
    Key,
}

/// What is wrong with a primitive of cryptography.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    Cipher(&'static str),
    Hash(&'static str),
}

/// What is broken, as OpenSSL names it in small letters.
pub const BROKEN_NAMES: &[(&str, Primitive)] = &[
    ("md2", Hash("MD2")),
    ("md4", Hash("MD4")),
    ("rsa-md4", Hash("MD4")),
    ("md5", Hash("MD5")),
    ("ssl3-md5", Hash("MD5")),
    ("rsa-md5", Hash("MD5")),
    ("md5-sha1", Hash("MD5")),
    ("sha1", Hash("SHA-1")),
    ("sha-1", Hash("SHA-1")),
    ("sha", Hash("SHA-1")),
    ("ssl3-sha1", Hash("SHA-1")),
    ("rsa-sha1", Hash("SHA-1")),
    ("des", Cipher("DES")),
    ("des-cbc", Cipher("DES")),
    ("des-ecb", Cipher("DES")),
    ("des-cfb", Cipher("DES")),
    ("des-cfb1", Cipher("DES")),
    ("des-cfb8", Cipher("DES")),
    ("des-ofb", Cipher("DES")),
    ("rc2", Cipher("RC2")),
    ("rc2-cbc", Cipher("RC2")),
    ("rc2-ecb", Cipher("RC2")),
    ("rc2-cfb", Cipher("RC2")),
    ("rc2-ofb", Cipher("RC2")),
    ("rc2-40-cbc", Cipher("RC2")),
    ("rc2-64-cbc", Cipher("RC2")),
    ("rc4", Cipher("RC4")),
    ("rc4-40", Cipher("RC4")),
    ("rc4-hmac-md5", Cipher("RC4")),
];

/// What a function must not be given.
pub fn of(function: &str) -> &'static [Boundary] {
    crate::function(function).map_or(&[], |function| function.sinks)
}

/// What may run into no command.
pub const COMMANDS: Labels = Labels::USER;
/// What may choose no code, no path and no time.
pub const CHOICES: Labels = Labels::TAINTED;
