//! Sockets. Without an outside that may say anything they have no models: those are in `symbolic/sockets.rs`.

use crate::spec::{Table, unmodelled};

pub const MODELS: Table = Table::of(&[
    unmodelled("getpeername").typed("iipp").signal_safe(),
    unmodelled("getsockname").typed("iipp").signal_safe(),
    unmodelled("getsockopt").typed("iiiipp").signal_safe(),
    unmodelled("recvmsg").signal_safe(),
    unmodelled("sendmsg").signal_safe(),
    unmodelled("sockatmark").typed("ii").signal_safe(),
]);
