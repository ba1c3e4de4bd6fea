//! `cargo xtask fuzz-server`: a server that hears random, truncated and senseless messages, and texts of
//! hostile sizes, for as long as wanted. It may not end, must answer whoever asks properly, and may not
//! grow.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fastrand::Rng;
use formwork_fuzz::{SEEDS, mutate, token_soup};
use serde_json::{Value, json};

use super::child::{Server, framed};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long to run
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// After how many messages the server is asked something properly.
const ROUND: usize = 120;

/// How long it may be busy with what it was told.
const PATIENCE: Duration = Duration::from_secs(90);

/// How often one asks: a message that was cut off takes some of what follows with it.
const TIMES: usize = 12;

/// No message is larger.
const LARGEST: usize = 4 << 20;

/// How many documents there are.
const DOCUMENTS: usize = 6;

/// What the server may need more in the last quarter than in the second, in megabytes.
const GROWTH: f64 = 60.0;

/// What requests are about.
const METHODS: &[&str] = &[
    "textDocument/diagnostic",
    "textDocument/inlayHint",
    "textDocument/hover",
    "textDocument/codeAction",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/semanticTokens/full",
    "textDocument/prepareCallHierarchy",
    "textDocument/codeLens",
    "workspace/symbol",
    "workspace/executeCommand",
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "initialize",
    "textDocument/unheardOf",
    "",
];

/// What is told.
const NOTES: &[&str] = &[
    "textDocument/didSave",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "$/cancelRequest",
    "$/setTrace",
    "initialized",
];

pub(crate) fn run(options: &Options) -> ExitCode {
    match hear(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn hear(options: &Options) -> Result<(), String> {
    let started = Instant::now();
    let length = Duration::from_secs_f64(options.minutes * 60.0);
    let mut rng = Rng::with_seed(options.seed);
    let mut server = Server::start()?;
    server.ask("initialize", &json!({ "capabilities": {} }), PATIENCE)?.ok_or("no answer")?;
    let (mut messages, mut rounds, mut slowest) = (0_usize, 0_usize, Duration::ZERO);
    let mut memory = Vec::new();
    while started.elapsed() < length {
        let state = rng.get_seed();
        for _ in 0..ROUND {
            let bytes = message(&mut rng);
            let ended = |error: String, server: &mut Server| {
                let how = server.ended().unwrap_or_default();
                format!("{error} {how}; the round of --seed {state}, message {messages}")
            };
            if let Err(error) = server.write(&bytes) {
                return Err(ended(error, &mut server));
            }
            messages += 1;
        }
        let asked = Instant::now();
        probe(&mut server).map_err(|error| format!("{error}; the round of --seed {state}"))?;
        slowest = slowest.max(asked.elapsed());
        server.pass_over();
        memory.push(server.memory().0);
        rounds += 1;
    }
    // What came early grows until the largest texts have been there.
    let quarter = memory.len().div_ceil(4);
    let first = median(memory.iter().skip(quarter).take(quarter));
    let second = median(memory.iter().rev().take(quarter));
    println!(
        "{messages} messages, {rounds} proper questions, all answered, the slowest after {:.1} s; \
         {first:.0} MB in the second quarter of the time, {second:.0} MB in the last",
        slowest.as_secs_f64()
    );
    if second > first + GROWTH {
        return Err("the server grows".to_owned());
    }
    Ok(())
}

fn median<'m>(memory: impl Iterator<Item = &'m f64>) -> f64 {
    let mut all: Vec<f64> = memory.copied().collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

/// Closes what is open, and asks something that has an answer.
fn probe(server: &mut Server) -> Result<(), String> {
    // A message that was cut off waits for its rest.
    server.write(&vec![b'\n'; LARGEST])?;
    for number in 0..DOCUMENTS {
        let document = json!({ "textDocument": { "uri": uri(number) } });
        server.notify("textDocument/didClose", document)?;
    }
    let uri = "file:///fuzz/proper.m";
    let document = json!({ "textDocument": { "uri": uri } });
    for attempt in 0..TIMES {
        let text = "x = ones (2, 3);\n";
        let open = json!({ "uri": uri, "languageId": "matlab", "version": 1, "text": text });
        server.notify("textDocument/didOpen", json!({ "textDocument": open }))?;
        let patience = if attempt + 1 < TIMES { Duration::from_secs(10) } else { PATIENCE };
        let answer = server.ask("textDocument/inlayHint", &document, patience)?;
        server.notify("textDocument/didClose", document.clone())?;
        match answer {
            Some(answer) if answer["result"][0]["label"] == ": 2\u{d7}3 double" => return Ok(()),
            // What was cut off before it had taken the text with it.
            Some(_) | None => {}
        }
        if let Some(how) = server.ended() {
            return Err(format!("the server ended: {how}"));
        }
    }
    Err("the server does not answer any more".to_owned())
}

fn uri(number: usize) -> String {
    format!("file:///fuzz/f{number}.m")
}

/// A message as bytes, perhaps not what a message is.
fn message(rng: &mut Rng) -> Vec<u8> {
    let value = match rng.u8(..10) {
        0..=1 => open(rng),
        2..=4 => change(rng),
        5 => json!({ "jsonrpc": "2.0", "method": rng.choice(NOTES), "params": junk(rng, 3) }),
        6 => junk(rng, 4),
        _ => request(rng),
    };
    let text = value.to_string();
    match rng.u8(..40) {
        0 => {
            let mut bytes = framed(text.as_bytes());
            bytes.truncate(rng.usize(..=bytes.len()));
            bytes
        }
        1 => framed(&mutate(rng, text.as_bytes())),
        2 => token_soup(rng),
        3 => format!("Content-Length: {}\r\n\r\n{text}", rng.u64(..)).into_bytes(),
        4 => format!("content-length:{}\r\nX: y\r\n\r\n{text}", text.len()).into_bytes(),
        _ => framed(text.as_bytes()),
    }
}

fn program(rng: &mut Rng) -> String {
    let seed = rng.choice(SEEDS).copied().unwrap_or_default();
    match rng.u16(..400) {
        0 => "x = [1, 2];\n".repeat(20_000),
        1 => "(".repeat(100_000),
        2 => format!("x = {}1{};", "[".repeat(20_000), "]".repeat(20_000)),
        3 => "a".repeat(1_000_000),
        4 => "if x\n".repeat(20_000),
        5 => "\u{1F600}\u{E9}\r\r\n\0".repeat(10_000),
        6..=200 => seed.to_owned(),
        _ => String::from_utf8_lossy(&mutate(rng, seed.as_bytes())).into_owned(),
    }
}

fn open(rng: &mut Rng) -> Value {
    let version = rng.i32(..);
    let (text, uri) = (program(rng), uri(rng.usize(..DOCUMENTS)));
    let document = json!({ "uri": uri, "languageId": "matlab", "version": version, "text": text });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
}

/// A place, most often one that a text may have.
fn place(rng: &mut Rng) -> Value {
    let mut number = || match rng.u8(..12) {
        0 => u32::MAX,
        1 => rng.u32(..),
        _ => rng.u32(..60),
    };
    json!({ "line": number(), "character": number() })
}

fn change(rng: &mut Rng) -> Value {
    let changes: Vec<Value> = (0..rng.usize(..4))
        .map(|_| {
            let text: String = String::from_utf8_lossy(&token_soup(rng)).chars().take(40).collect();
            match rng.u8(..12) {
                0 => json!({ "text": program(rng) }),
                _ => json!({ "range": { "start": place(rng), "end": place(rng) }, "text": text }),
            }
        })
        .collect();
    let document = json!({ "uri": uri(rng.usize(..DOCUMENTS)), "version": rng.i32(..) });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params })
}

fn request(rng: &mut Rng) -> Value {
    let id = match rng.u8(..8) {
        0 => junk(rng, 1),
        _ => json!(rng.u32(..100_000)),
    };
    let mut params = json!({
        "textDocument": { "uri": uri(rng.usize(..DOCUMENTS)) },
        "position": place(rng),
        "range": { "start": place(rng), "end": place(rng) },
        "newName": rng.choice(["x", "y1", "end", "a b", "", "sum"]),
        "query": rng.choice(["", "a", "\u{0}"]),
        "command": rng.choice(["formwork.specialize", "formwork.shapes", "formwork.explain", "x"]),
        "arguments": [uri(rng.usize(..DOCUMENTS)), "f"],
        "context": { "diagnostics": [] },
    });
    if rng.u8(..8) == 0 {
        params = junk(rng, 4);
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": rng.choice(METHODS), "params": params })
}

/// JSON that means nothing.
fn junk(rng: &mut Rng, depth: usize) -> Value {
    match rng.u8(..if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(rng.bool()),
        2 => json!(rng.i64(..)),
        3 => json!(1e308),
        4 => json!("file:///%zz\u{0}\u{10FFFF}"),
        5 => json!("x".repeat(rng.usize(..2_000))),
        6 | 7 => (0..rng.usize(..4)).map(|_| junk(rng, depth - 1)).collect(),
        _ => {
            let keys = ["textDocument", "uri", "id", "method", "params", "position", "settings"];
            let one = |rng: &mut Rng| {
                let key = rng.choice(keys).unwrap_or_default().to_owned();
                (key, junk(rng, depth - 1))
            };
            Value::Object((0..rng.usize(..4)).map(|_| one(rng)).collect())
        }
    }
}
