//! Sockets. Without an outside that may say anything they have no models: those are in `symbolic/sockets.rs`.

use crate::spec::{Facts, Table, unmodelled};

pub const MODELS: Table = Table::of(&[
    unmodelled("getpeername").typed("iipp").signal_safe().with(Facts::ASKS_DESCRIPTORS),
    unmodelled("getsockname").typed("iipp").signal_safe().with(Facts::ASKS_DESCRIPTORS),
    unmodelled("getsockopt").typed("iiiipp").signal_safe().with(Facts::ASKS_DESCRIPTORS),
    unmodelled("recvmsg").signal_safe(),
    unmodelled("sendmsg").signal_safe().with(Facts::MOVES_FILES_UNSEEN),
    unmodelled("sockatmark").typed("ii").signal_safe(),
]);
