//! The trust boundaries of the library: one line for each function and what it must not be given.

use super::labels::Labels;
use super::quoting::Grammar::{self, MySql, Odbc, Postgres, Sqlite};

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
    /// The same with a list of arguments behind the format.
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

use Boundary::{
    Assignment, Block, Blocks, Code, Comparison, Credential, ExecArray, ExecList, Format,
    FormatList, Path, Put, Puts, Shell, Sql, Variable, Wait, Weak, WeakByName,
};
use Primitive::{Cipher, Hash};
use Use::{Key, Password};
use Where::{Descriptor, Log, Socket, Stderr, Stdout, Stream};

const SECOND: u64 = 1;
const MICROS: u64 = 1_000_000;
/// Seconds of waiting that are too long.
const LONG: u64 = 600;

/// The registry.
pub const SINKS: &[(&str, Boundary)] = &[
    // Commands.
    ("system", Shell(0)),
    ("popen", Shell(0)),
    ("execl", ExecList),
    ("execlp", ExecList),
    ("execle", ExecList),
    ("execv", ExecArray),
    ("execve", ExecArray),
    ("execvp", ExecArray),
    ("execvpe", ExecArray),
    // Code and where it is searched.
    ("dlopen", Code(0)),
    ("dlmopen", Code(1)),
    ("setenv", Variable),
    ("putenv", Assignment),
    // Files.
    ("fopen", Path(0)),
    ("fopen64", Path(0)),
    ("freopen", Path(0)),
    ("open", Path(0)),
    ("open64", Path(0)),
    ("creat", Path(0)),
    ("opendir", Path(0)),
    ("remove", Path(0)),
    ("unlink", Path(0)),
    ("rmdir", Path(0)),
    ("mkdir", Path(0)),
    ("chmod", Path(0)),
    ("chown", Path(0)),
    ("truncate", Path(0)),
    ("rename", Path(0)),
    ("rename", Path(1)),
    ("chdir", Path(0)),
    ("chroot", Path(0)),
    // Databases.
    ("sqlite3_exec", Sql(1, Sqlite)),
    ("sqlite3_get_table", Sql(1, Sqlite)),
    ("sqlite3_prepare", Sql(1, Sqlite)),
    ("sqlite3_prepare_v2", Sql(1, Sqlite)),
    ("sqlite3_prepare_v3", Sql(1, Sqlite)),
    ("mysql_query", Sql(1, MySql)),
    ("mysql_real_query", Sql(1, MySql)),
    ("mysql_stmt_prepare", Sql(1, MySql)),
    ("PQexec", Sql(1, Postgres)),
    ("PQexecParams", Sql(1, Postgres)),
    ("PQprepare", Sql(2, Postgres)),
    ("PQsendQuery", Sql(1, Postgres)),
    ("SQLExecDirect", Sql(1, Odbc)),
    ("SQLPrepare", Sql(1, Odbc)),
    // Waiting.
    ("sleep", Wait(0, LONG * SECOND)),
    ("usleep", Wait(0, LONG * MICROS)),
    // Output.
    ("printf", Format(0, Stdout)),
    ("wprintf", Format(0, Stdout)),
    ("vprintf", FormatList(0, Stdout)),
    ("fprintf", Format(1, Stream(0))),
    ("fwprintf", Format(1, Stream(0))),
    ("vfprintf", FormatList(1, Stream(0))),
    ("dprintf", Format(1, Descriptor(0))),
    ("syslog", Format(1, Log)),
    ("vsyslog", FormatList(1, Log)),
    ("warn", Format(0, Stderr)),
    ("warnx", Format(0, Stderr)),
    ("err", Format(1, Stderr)),
    ("errx", Format(1, Stderr)),
    ("error", Format(2, Stderr)),
    ("perror", Puts(0, Stderr)),
    ("puts", Puts(0, Stdout)),
    ("fputs", Puts(0, Stream(1))),
    ("fputws", Puts(0, Stream(1))),
    ("putchar", Put(0, Stdout)),
    ("putc", Put(0, Stream(1))),
    ("fputc", Put(0, Stream(1))),
    ("fwrite", Blocks(Stream(3))),
    ("write", Block(1, 2, Descriptor(0))),
    ("send", Block(1, 2, Socket)),
    ("sendto", Block(1, 2, Socket)),
    // Credentials.
    ("strcmp", Comparison),
    ("crypt", Credential(0, Password)),
    ("mysql_real_connect", Credential(3, Password)),
    ("PQsetdbLogin", Credential(6, Password)),
    ("ldap_simple_bind_s", Credential(2, Password)),
    ("ssh_userauth_password", Credential(2, Password)),
    ("libssh2_userauth_password_ex", Credential(3, Password)),
    ("SSL_CTX_set_default_passwd_cb_userdata", Credential(1, Password)),
    ("setkey", Credential(0, Key)),
    ("AES_set_encrypt_key", Credential(0, Key)),
    ("AES_set_decrypt_key", Credential(0, Key)),
    ("DES_set_key", Credential(0, Key)),
    ("RC4_set_key", Credential(2, Key)),
    ("EVP_EncryptInit", Credential(2, Key)),
    ("EVP_EncryptInit_ex", Credential(3, Key)),
    ("EVP_DecryptInit", Credential(2, Key)),
    ("EVP_DecryptInit_ex", Credential(3, Key)),
    ("HMAC", Credential(1, Key)),
    // What is broken.
    ("setkey", Weak(Cipher("DES"))),
    ("encrypt", Weak(Cipher("DES"))),
    ("DES_set_key", Weak(Cipher("DES"))),
    ("DES_ecb_encrypt", Weak(Cipher("DES"))),
    ("DES_cbc_encrypt", Weak(Cipher("DES"))),
    ("DES_ncbc_encrypt", Weak(Cipher("DES"))),
    ("DES_pcbc_encrypt", Weak(Cipher("DES"))),
    ("DES_set_key_checked", Weak(Cipher("DES"))),
    ("DES_set_key_unchecked", Weak(Cipher("DES"))),
    ("cbc_crypt", Weak(Cipher("DES"))),
    ("ecb_crypt", Weak(Cipher("DES"))),
    ("mbedtls_des_setkey_enc", Weak(Cipher("DES"))),
    ("EVP_des_ecb", Weak(Cipher("DES"))),
    ("EVP_des_cbc", Weak(Cipher("DES"))),
    ("EVP_des_cfb64", Weak(Cipher("DES"))),
    ("EVP_des_ofb", Weak(Cipher("DES"))),
    ("EVP_rc2_cbc", Weak(Cipher("RC2"))),
    ("EVP_rc2_ecb", Weak(Cipher("RC2"))),
    ("EVP_rc4", Weak(Cipher("RC4"))),
    ("EVP_rc4_40", Weak(Cipher("RC4"))),
    ("RC4_set_key", Weak(Cipher("RC4"))),
    ("MD2", Weak(Hash("MD2"))),
    ("MD2_Init", Weak(Hash("MD2"))),
    ("EVP_md2", Weak(Hash("MD2"))),
    ("MD4", Weak(Hash("MD4"))),
    ("MD4_Init", Weak(Hash("MD4"))),
    ("EVP_md4", Weak(Hash("MD4"))),
    ("CC_MD5", Weak(Hash("MD5"))),
    ("mbedtls_md5", Weak(Hash("MD5"))),
    ("CC_SHA1", Weak(Hash("SHA-1"))),
    ("mbedtls_sha1", Weak(Hash("SHA-1"))),
    ("MD5", Weak(Hash("MD5"))),
    ("MD5_Init", Weak(Hash("MD5"))),
    ("EVP_md5", Weak(Hash("MD5"))),
    ("SHA1", Weak(Hash("SHA-1"))),
    ("SHA1_Init", Weak(Hash("SHA-1"))),
    ("EVP_sha1", Weak(Hash("SHA-1"))),
    ("DES_encrypt1", Weak(Cipher("DES"))),
    ("DES_cfb_encrypt", Weak(Cipher("DES"))),
    ("DES_cfb64_encrypt", Weak(Cipher("DES"))),
    ("DES_ofb_encrypt", Weak(Cipher("DES"))),
    ("DES_ofb64_encrypt", Weak(Cipher("DES"))),
    ("DES_key_sched", Weak(Cipher("DES"))),
    ("DES_crypt", Weak(Cipher("DES"))),
    ("EVP_des_cfb1", Weak(Cipher("DES"))),
    ("EVP_des_cfb8", Weak(Cipher("DES"))),
    ("mbedtls_des_setkey_dec", Weak(Cipher("DES"))),
    ("mbedtls_des_crypt_ecb", Weak(Cipher("DES"))),
    ("mbedtls_des_crypt_cbc", Weak(Cipher("DES"))),
    ("EVP_rc2_40_cbc", Weak(Cipher("RC2"))),
    ("EVP_rc2_64_cbc", Weak(Cipher("RC2"))),
    ("EVP_rc2_cfb64", Weak(Cipher("RC2"))),
    ("EVP_rc2_ofb", Weak(Cipher("RC2"))),
    ("RC2_set_key", Weak(Cipher("RC2"))),
    ("EVP_rc4_hmac_md5", Weak(Cipher("RC4"))),
    ("RC4", Weak(Cipher("RC4"))),
    ("mbedtls_arc4_setup", Weak(Cipher("RC4"))),
    ("MD4Init", Weak(Hash("MD4"))),
    ("mbedtls_md4", Weak(Hash("MD4"))),
    ("MD5Init", Weak(Hash("MD5"))),
    ("CC_MD5_Init", Weak(Hash("MD5"))),
    ("mbedtls_md5_ret", Weak(Hash("MD5"))),
    ("mbedtls_md5_starts", Weak(Hash("MD5"))),
    ("mbedtls_md5_starts_ret", Weak(Hash("MD5"))),
    ("EVP_md5_sha1", Weak(Hash("MD5"))),
    ("SHA1Init", Weak(Hash("SHA-1"))),
    ("CC_SHA1_Init", Weak(Hash("SHA-1"))),
    ("mbedtls_sha1_ret", Weak(Hash("SHA-1"))),
    ("mbedtls_sha1_starts", Weak(Hash("SHA-1"))),
    ("mbedtls_sha1_starts_ret", Weak(Hash("SHA-1"))),
    ("EVP_get_digestbyname", WeakByName(0)),
    ("EVP_MD_fetch", WeakByName(1)),
    ("EVP_Q_digest", WeakByName(1)),
    ("EVP_get_cipherbyname", WeakByName(0)),
    ("EVP_CIPHER_fetch", WeakByName(1)),
];

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
pub fn of(function: &str) -> impl Iterator<Item = Boundary> + '_ {
    SINKS.iter().filter(move |(name, _)| *name == function).map(|(_, boundary)| *boundary)
}

/// What may run into no command.
pub const COMMANDS: Labels = Labels::USER;
/// What may choose no code, no path and no time.
pub const CHOICES: Labels = Labels::TAINTED;
