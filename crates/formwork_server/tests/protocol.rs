//! The markdown tests of the language server. Of a case, each `matlab` block is a file of a
//! workspace: `% file: NAME` on its first line names it, else it is `main.m`. The first one is open
//! in the editor; `⟨` and `⟩` are no part of it: the first mark is the cursor, both are a selection.
//! A `settings` block has what the editor's user configured, as JSON.
//! `edit` blocks have texts that the document gets one after the other. A `request` block has a
//! method, and below it further parameters as JSON; the `answer` block that follows holds what comes
//! back.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use formwork_mdtest::{Case, Report};
use formwork_server::{Connection, Message, Notification, Request, Response, serve};
use serde_json::{Value, json};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn editors_get_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        match answers(case) {
            Ok(answers) => {
                answers.into_iter().for_each(|(block, text)| report.generate(block, text));
            }
            Err(message) => report.fail(message),
        }
        report
    });
}

/// A request that is called off before it begins, or while it waits for an analysis, is answered at
/// once, with an error; others are answered.
#[test]
fn requests_are_called_off() {
    let lines: Vec<String> =
        (0..400).map(|k| format!("a{k} = ones ({k}, 3) * rand (3, {k});\n")).collect();
    let document = json!({ "uri": "file:///nowhere/long.m", "version": 1, "text": lines.concat() });
    let (connection, server) = Connection::memory();
    let note = |method: &str, params: Value| {
        let message = Notification { method: method.to_owned(), params };
        connection.sender.send(message.into()).expect("it is heard later");
    };
    let ask = |id: i32, method: &str, params: Value| {
        let message = Request { id: id.into(), method: method.to_owned(), params };
        connection.sender.send(message.into()).expect("it is heard later");
    };
    ask(1, "initialize", json!({ "capabilities": {} }));
    note("textDocument/didOpen", json!({ "textDocument": document }));
    let about = json!({ "textDocument": { "uri": "file:///nowhere/long.m" } });
    ask(2, "textDocument/diagnostic", about.clone());
    ask(3, "textDocument/inlayHint", about.clone());
    note("$/cancelRequest", json!({ "id": 2 }));
    note("$/cancelRequest", json!({ "id": 99 }));
    let served = thread::spawn(move || serve(server));
    let mut answers = Vec::new();
    while answers.len() < 3 {
        let message = connection.receiver.recv_timeout(PATIENCE).expect("it answers");
        if let Message::Response(Response { id, response_result }) = message {
            answers.push((id, response_result.map_err(|error| error.code)));
        }
    }
    assert_eq!(answers[1], (2.into(), Err(-32800)));
    assert_eq!(answers[2].0, 3.into());
    assert!(answers[2].1.as_ref().is_ok_and(|hints| hints[0]["label"] == ": 0\u{d7}0 double"));
    let Connection { sender, receiver } = connection;
    drop(sender);
    served.join().expect("it does not panic").expect("it ends well");
    drop(receiver);
}

/// A workspace on the disk that is gone with it.
struct Workspace(PathBuf);

impl Workspace {
    #[expect(clippy::disallowed_methods, reason = "tests live in files")]
    fn new(files: &[(String, String)]) -> Workspace {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("formwork-server-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("it is in the workspace")).expect("made");
            std::fs::write(&path, text).expect("written");
        }
        Workspace(root)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.display())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The files of a case, and where the marks stand in the first.
fn files(case: &Case) -> (Vec<(String, String)>, Vec<Value>) {
    let mut marks = Vec::new();
    let mut files = Vec::new();
    for block in case.blocks.iter().filter(|block| block.language == "matlab") {
        let mut name = "main.m";
        let mut text = block.text.as_str();
        if let Some((first, rest)) = text.split_once('\n')
            && let Some(named) = first.strip_prefix("% file: ")
        {
            (name, text) = (named.trim(), rest);
        }
        let mut plain = String::new();
        for c in text.chars() {
            if c == '⟨' || c == '⟩' {
                let line = plain.matches('\n').count();
                let last = plain.rsplit('\n').next().unwrap_or_default();
                let character: usize = last.chars().map(char::len_utf16).sum();
                marks.push(json!({ "line": line, "character": character }));
            } else {
                plain.push(c);
            }
        }
        files.push((name.to_owned(), plain));
    }
    (files, marks)
}

/// An editor without a screen.
struct Editor {
    connection: Connection,
    next: i32,
    /// The diagnostics that were published last, and of which version.
    published: RefCell<(i64, Value)>,
}

impl Editor {
    fn notify(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    /// What the server says next that is wanted.
    fn wait<T>(&self, mut wanted: impl FnMut(Message) -> Option<T>) -> Result<T, String> {
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            let message = message.map_err(|error| format!("the server says nothing: {error}"))?;
            if let Message::Notification(note) = &message
                && note.method == "textDocument/publishDiagnostics"
            {
                let version = note.params["version"].as_i64().unwrap_or_default();
                *self.published.borrow_mut() = (version, note.params["diagnostics"].clone());
            }
            if let Some(found) = wanted(message) {
                return Ok(found);
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next.into();
        let request = Request { id, method: method.to_owned(), params };
        let wanted = request.id.clone();
        self.connection.sender.send(request.into()).map_err(|error| error.to_string())?;
        let Response { response_result, .. } = self.wait(|message| match message {
            Message::Response(response) if response.id == wanted => Some(response),
            _ => None,
        })?;
        Ok(response_result.unwrap_or_else(|error| json!({ "error": error.message })))
    }

    /// Waits until everything is known of the last text, and returns its diagnostics.
    fn settle(&mut self, uri: &str, version: i64) -> Result<Value, String> {
        self.wait(|message| match message {
            Message::Request(request) => {
                (request.method == "workspace/inlayHint/refresh").then_some(())
            }
            _ => None,
        })?;
        // This is answered when all was found, and published.
        self.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": uri } }))?;
        let (published, diagnostics) = self.published.borrow().clone();
        match published == version {
            true => Ok(diagnostics),
            false => Err(format!("nothing was published of version {version}")),
        }
    }
}

fn answers(case: &Case) -> Result<Vec<(usize, String)>, String> {
    let (files, marks) = files(case);
    let Some((name, text)) = files.first().cloned() else {
        return Err("there is no program".to_owned());
    };
    let workspace = Workspace::new(&files);
    let (connection, server) = Connection::memory();
    let served = thread::spawn(move || serve(server));
    let mut editor = Editor { connection, next: 0, published: RefCell::default() };
    let utf8 = case.name.contains("UTF-8");
    let encodings = if utf8 { json!(["utf-8"]) } else { json!(["utf-16"]) };
    let settings = case.blocks.iter().find(|block| block.language == "settings");
    let settings: Value = match settings {
        Some(block) => serde_json::from_str(&block.text).map_err(|error| error.to_string())?,
        None => Value::Null,
    };
    editor.ask(
        "initialize",
        json!({
            "initializationOptions": settings,
            "rootUri": workspace.uri("").trim_end_matches('/'),
            "capabilities": {
                "general": { "positionEncodings": encodings },
                "workspace": { "inlayHint": { "refreshSupport": true } },
            },
        }),
    )?;
    editor.notify("initialized", json!({}));
    let uri = workspace.uri(&name);
    let document = json!({ "uri": uri, "languageId": "matlab", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let mut diagnostics = editor.settle(&uri, 1)?;
    for (version, edit) in (2..).zip(case.blocks.iter().filter(|block| block.language == "edit")) {
        editor.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "text": edit.text }],
            }),
        );
        diagnostics = editor.settle(&uri, version)?;
    }
    let mut generated = Vec::new();
    let mut answer = Value::Null;
    for (which, block) in case.blocks.iter().enumerate() {
        match block.language.as_str() {
            "request" => {
                let (method, more) = block.text.split_once('\n').unwrap_or((&block.text, ""));
                let params = parameters((method, more), &uri, &marks, &answer)?;
                answer = match method {
                    "diagnostics" => diagnostics.clone(),
                    _ => editor.ask(method, params)?,
                };
            }
            "answer" => {
                let text = shown(&answer, 0);
                let text = text.replace(&workspace.uri(""), "file:///");
                let folder = format!("{}/", workspace.0.display());
                generated.push((which, format!("{}\n", text.replace(&folder, ""))));
            }
            _ => {}
        }
    }
    editor.ask("shutdown", Value::Null)?;
    editor.notify("exit", Value::Null);
    let outcome = served.join().map_err(|_| "the server panicked".to_owned())?;
    outcome.map(|()| generated)
}

/// The parameters of a request: the document, the marks in it, and what the case says.
fn parameters(
    (method, more): (&str, &str),
    uri: &str,
    marks: &[Value],
    answer: &Value,
) -> Result<Value, String> {
    let mut params = json!({ "textDocument": { "uri": uri } });
    if let Some(cursor) = marks.first() {
        params["position"] = cursor.clone();
        let end = marks.get(1).unwrap_or(cursor);
        params["range"] = json!({ "start": cursor, "end": end });
    }
    if !more.trim().is_empty() {
        let more: Value = serde_json::from_str(more).map_err(|error| error.to_string())?;
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = match value.as_str() {
                // What was told before: the command of a lens, an item of a hierarchy.
                Some("previous") if key == "arguments" => answer[0]["command"]["arguments"].clone(),
                Some("document") => json!([uri]),
                Some("previous") => answer[0].clone(),
                _ => value.clone(),
            };
        }
    }
    if marks.is_empty() && method == "textDocument/inlayHint" {
        params.as_object_mut().expect("it is one").remove("range");
    }
    Ok(params)
}

/// JSON as people read it: what is short stands on one line, places are `line:character`.
fn shown(value: &Value, depth: usize) -> String {
    if let Some(text) = place(value) {
        return text;
    }
    if let Value::Array(all) = value
        && !all.is_empty()
        && all.iter().all(Value::is_number)
    {
        // Tokens are groups of five.
        let numbers: Vec<String> = all.iter().map(ToString::to_string).collect();
        return numbers.chunks(5).map(|five| format!("\n    {}", five.join(" "))).collect();
    }
    let indent = "  ".repeat(depth + 1);
    let close = "  ".repeat(depth);
    let parts: Vec<String> = match value {
        Value::Array(all) => all.iter().map(|one| shown(one, depth + 1)).collect(),
        Value::Object(all) => {
            all.iter().map(|(key, one)| format!("{key}: {}", shown(one, depth + 1))).collect()
        }
        Value::String(text) => return format!("{text:?}"),
        other => return other.to_string(),
    };
    let (open, shut) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    let line = format!("{open}{}{shut}", parts.join(", "));
    if line.chars().count() + depth * 2 <= 100 && !line.contains('\n') {
        return line;
    }
    let lines: Vec<String> = parts.iter().map(|part| format!("{indent}{part}")).collect();
    format!("{open}\n{}\n{close}{shut}", lines.join("\n"))
}

fn place(value: &Value) -> Option<String> {
    let all = value.as_object()?;
    let get = |key: &str| all.get(key);
    match (get("line"), get("character"), get("start"), get("end")) {
        (Some(line), Some(character), _, _) if all.len() == 2 => {
            Some(format!("{line}:{character}"))
        }
        (_, _, Some(start), Some(end)) if all.len() == 2 => {
            Some(format!("{}-{}", place(start)?, place(end)?))
        }
        _ => None,
    }
}
