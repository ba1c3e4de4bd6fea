//! A server in a process of its own, which this program is when it is called with `serve`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The server, as an editor has it.
pub(super) struct Server {
    child: Child,
    input: ChildStdin,
    said: Receiver<Value>,
    next: i64,
}

impl Server {
    pub(super) fn start() -> Result<Server, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(own);
        command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = child.stdout.take().ok_or("it has no output")?;
        let (told, said) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if told.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Server { child, input, said, next: 1_000_000 })
    }

    /// Writes bytes, whatever they are.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.input.write_all(bytes).and_then(|()| self.input.flush());
        written.map_err(|error| format!("the server takes nothing any more: {error}"))
    }

    pub(super) fn send(&mut self, message: &Value) -> Result<(), String> {
        self.write(&framed(message.to_string().as_bytes()))
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Asks something, and waits for the answer; nothing if there is none in time.
    pub(super) fn ask(
        &mut self,
        method: &str,
        params: &Value,
        patience: Duration,
    ) -> Result<Option<Value>, String> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let until = Instant::now() + patience;
        while let Ok(message) =
            self.said.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            if message["id"] == id && message.get("method").is_none() {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Forgets what was said.
    pub(super) fn pass_over(&mut self) {
        while self.said.try_recv().is_ok() {}
    }

    /// How it ended, if it did.
    pub(super) fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Its memory now, and the most that it had, in megabytes.
    #[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
    pub(super) fn memory(&self) -> (f64, f64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            let number: f64 =
                line.split_whitespace().next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
            number / 1024.0
        };
        (of("VmRSS:"), of("VmHWM:"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A message with its head.
pub(super) fn framed(text: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes(), text].concat()
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some((_, value)) => length = value.parse().ok()?,
            None => break,
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
