//! Messages and how they travel: over standard input and output with a `Content-Length` before each,
//! or between threads of one process. Written here because it is short, and because crates that do
//! it would have most of the workspace compiled with other features.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde_json::{Value, json};

/// The largest message that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The longest line before a message that is read at once.
const LONGEST: u64 = 1 << 16;

/// What the head of a message says, in lower case.
const LENGTH: &str = "content-length:";

/// What a request and its answer have in common: a number or a text.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestId(Value);

impl From<i32> for RequestId {
    fn from(number: i32) -> RequestId {
        RequestId(json!(number))
    }
}

impl RequestId {
    /// The request that a message is about.
    pub(crate) fn named_in(params: &Value) -> Option<RequestId> {
        params.get("id").cloned().map(RequestId)
    }
}

/// A question.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which it is.
    pub id: RequestId,
    /// What is asked.
    pub method: String,
    /// About what.
    pub params: Value,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The question.
    pub id: RequestId,
    /// The answer, or why there is none.
    pub response_result: Result<Value, ResponseError>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseError {
    /// Its kind, as the protocol counts them.
    pub code: i32,
    /// In words.
    pub message: String,
}

/// Something that wants no answer.
#[derive(Clone, Debug)]
pub struct Notification {
    /// What happened.
    pub method: String,
    /// To what.
    pub params: Value,
}

/// What travels.
#[derive(Clone, Debug)]
pub enum Message {
    /// A question.
    Request(Request),
    /// An answer.
    Response(Response),
    /// Something that wants no answer.
    Notification(Notification),
}

impl From<Request> for Message {
    fn from(request: Request) -> Message {
        Message::Request(request)
    }
}

impl From<Response> for Message {
    fn from(response: Response) -> Message {
        Message::Response(response)
    }
}

impl From<Notification> for Message {
    fn from(notification: Notification) -> Message {
        Message::Notification(notification)
    }
}

impl Message {
    /// A message as JSON has it; nothing if it is none.
    fn of_json(mut value: Value) -> Option<Message> {
        let id = value.get("id").filter(|id| !id.is_null()).cloned().map(RequestId);
        let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
        let params = value.get_mut("params").map_or(Value::Null, Value::take);
        Some(match (id, method) {
            (Some(id), Some(method)) => Message::Request(Request { id, method, params }),
            (None, Some(method)) => Message::Notification(Notification { method, params }),
            (Some(id), None) => {
                let response_result = match value.get("error") {
                    Some(error) => Err(ResponseError {
                        code: error["code"].as_i64().and_then(|code| code.try_into().ok())?,
                        message: error["message"].as_str().unwrap_or_default().to_owned(),
                    }),
                    None => Ok(value.get_mut("result").map_or(Value::Null, Value::take)),
                };
                Message::Response(Response { id, response_result })
            }
            (None, None) => return None,
        })
    }

    fn to_json(&self) -> Value {
        match self {
            Message::Request(Request { id, method, params }) => {
                json!({ "jsonrpc": "2.0", "id": id.0, "method": method, "params": params })
            }
            Message::Notification(Notification { method, params }) => {
                json!({ "jsonrpc": "2.0", "method": method, "params": params })
            }
            Message::Response(Response { id, response_result }) => match response_result {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": id.0, "result": result }),
                Err(ResponseError { code, message }) => {
                    let error = json!({ "code": code, "message": message });
                    json!({ "jsonrpc": "2.0", "id": id.0, "error": error })
                }
            },
        }
    }

    /// Reads a message; nothing at the end. What is no message is passed over, up to what looks like
    /// the head of one.
    fn read(from: &mut impl BufRead) -> io::Result<Option<Message>> {
        loop {
            let Some(length) = content_length(from)? else { return Ok(None) };
            let mut bytes = Vec::new();
            from.by_ref().take(length).read_to_end(&mut bytes)?;
            if let Some(message) = serde_json::from_slice(&bytes).ok().and_then(Message::of_json) {
                return Ok(Some(message));
            }
        }
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let text = self.to_json().to_string();
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        to.flush()
    }
}

/// Reads the head of a message, and what is no part of one before it; nothing at the end.
fn content_length(from: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if from.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if text.trim().is_empty() {
            match length.take() {
                Some(length) => return Ok(Some(length)),
                None => continue,
            }
        }
        // Behind a message that was shorter than its head said, the head stands anywhere.
        if let Some(at) = text.rfind(LENGTH) {
            let number: Option<u64> = text[at + LENGTH.len()..].trim().parse().ok();
            length = number.filter(|length| *length <= LARGEST);
        }
    }
}

/// One end of a conversation.
pub struct Connection {
    /// Takes what is to be said.
    pub sender: Sender<Message>,
    /// Has what the other one says, until that one is gone.
    pub receiver: Receiver<Message>,
}

impl Connection {
    /// Two ends in one process.
    #[must_use]
    pub fn memory() -> (Connection, Connection) {
        let (to_one, of_one) = channel();
        let (to_other, of_other) = channel();
        let one = Connection { sender: to_other, receiver: of_one };
        (one, Connection { sender: to_one, receiver: of_other })
    }

    /// Standard input and output. All that was said is written once the thread ends, which it does
    /// when the connection is dropped.
    pub(crate) fn stdio() -> (Connection, thread::JoinHandle<io::Result<()>>) {
        let (server, outside) = Connection::memory();
        let Connection { sender, receiver } = outside;
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(message)) = Message::read(&mut input) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let writer = thread::spawn(move || {
            let mut output = io::stdout().lock();
            receiver.into_iter().try_for_each(|message| message.write(&mut output))
        });
        (server, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_as_they_were() {
        let answer = |result| Response { id: 7.into(), response_result: result };
        let messages: [Message; 4] = [
            Request { id: 1.into(), method: "a".to_owned(), params: json!({ "x": "é" }) }.into(),
            Notification { method: "b".to_owned(), params: Value::Null }.into(),
            answer(Ok(Value::Null)).into(),
            answer(Err(ResponseError { code: -1, message: "no".to_owned() })).into(),
        ];
        let mut bytes = Vec::new();
        for message in &messages {
            message.write(&mut bytes).unwrap();
        }
        let mut input = &bytes[..];
        for message in &messages {
            let read = Message::read(&mut input).unwrap().unwrap();
            assert_eq!(format!("{read:?}"), format!("{message:?}"));
        }
        assert!(Message::read(&mut input).unwrap().is_none());
    }

    #[test]
    fn nonsense_is_passed_over() {
        let mut input =
            &b"Content-Length: 2\r\n\r\n{}Content-Length: 14\r\n\r\n{\"method\":\"x\"}"[..];
        let message = Message::read(&mut input).unwrap();
        assert!(matches!(message, Some(Message::Notification(_))));
        assert!(Message::read(&mut &b"X: 1\r\n\r\n"[..]).unwrap().is_none());
    }

    /// A message that is shorter than its head says costs itself and the next, and no more.
    #[test]
    fn the_next_head_is_found_again() {
        let whole = b"Content-Length: 14\r\n\r\n{\"method\":\"x\"}";
        for broken in [
            &b"Content-Length: 20\r\n\r\n{\"method\":\"y\"}"[..],
            b"Content-Length: 99999999999999999999\r\n\r\n{}",
            b"Content-Length: 4000000000\r\n\r\n{}",
            b"\xff\xfe\0\r\n\r\n",
            b"Content-Length: -1\r\n\r\n{}\r\n",
        ] {
            let bytes = [broken, whole, whole, whole].concat();
            let message = Message::read(&mut &bytes[..]).unwrap();
            assert!(matches!(message, Some(Message::Notification(_))), "{broken:?}");
        }
    }
}
