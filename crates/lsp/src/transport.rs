//! Messages on streams. What is no message is said to be none and skipped: one mistake of an editor does
//! not end the server.

use crossbeam_channel::{Sender, bounded};
use lsp_server::{Connection, Message, Notification};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread::{self, JoinHandle};

/// Bytes of the largest message that is read.
const LARGEST: usize = 256 << 20;
/// What stands in place of a message that cannot be read: its parameter says why.
pub const UNREADABLE: &str = "margay/unreadable";

/// A connection over two streams, and the thread that writes: it ends once all senders are gone.
pub fn connect(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, JoinHandle<io::Result<()>>) {
    let (to_client, written) = bounded::<Message>(0);
    let (received, receiver) = bounded::<Message>(0);
    thread::spawn(move || read_all(BufReader::new(input), &received));
    let writer = thread::spawn(move || {
        let mut output = output;
        written.iter().try_for_each(|message| message.write(&mut output))
    });
    (Connection { sender: to_client, receiver }, writer)
}

fn read_all(mut input: impl BufRead, received: &Sender<Message>) {
    while let Ok(Some(body)) = read_body(&mut input) {
        let message = match body.map(|body| serde_json::from_slice::<Message>(&body)) {
            Some(Ok(message)) => Ok(message),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("it has no length that can be read".to_owned()),
        };
        let message =
            message.unwrap_or_else(|why| Notification::new(UNREADABLE.to_owned(), why).into());
        if received.send(message).is_err() {
            break;
        }
    }
}

/// The body of the next message: nothing at the end of the input, and an empty answer where the header
/// says no length.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok().filter(|length| *length <= LARGEST);
        }
    }
    let Some(length) = length else { return Ok(Some(None)) };
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(Some(body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_skipped() {
        let good = r#"{"jsonrpc":"2.0","method":"good"}"#;
        let header = format!("Content-Length: {}\r\n\r\n{good}", good.len());
        let input = format!("Content-Length: 3\r\n\r\n{{]}}Content-Length: x\r\n\r\n{header}");
        let (connection, writer) = connect(io::Cursor::new(input.into_bytes()), io::sink());
        for expected in [UNREADABLE, UNREADABLE, "good"] {
            let message = connection.receiver.recv().expect("a message");
            assert!(matches!(message, Message::Notification(n) if n.method == expected));
        }
        assert!(connection.receiver.recv().is_err());
        drop(connection);
        assert!(writer.join().expect("no panic").is_ok());
    }
}
