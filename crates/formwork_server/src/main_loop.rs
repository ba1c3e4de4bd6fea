//! Messages in, answers out.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use formwork_driver::{Exclusion, discover_except};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::features::{self, diagnostics};
use crate::files::Files;
use crate::protocol::{ChangeParams, DocumentParams, InitializeParams};
use crate::settings::Settings;
use crate::state::{Analysis, Document, Names, State};
use crate::text::{Encoding, Text};
use crate::transport::{
    Connection, Message, Notification, Request, RequestId, Response, ResponseError,
};
use crate::uri;
use crate::worker::{self, Finished, Job, Outcome, World};

/// Serves an editor over standard input and output, until it says that it is done.
///
/// # Errors
///
/// If the editor does not keep to the protocol, or is gone.
pub fn serve_stdio() -> Result<(), String> {
    let (connection, writer) = Connection::stdio();
    serve(connection)?;
    let written = writer.join().map_err(|_| "nothing can be written".to_owned())?;
    written.map_err(|error| error.to_string())
}

/// Serves an editor over a connection, until it says that it is done.
///
/// # Errors
///
/// If the editor does not keep to the protocol, or is gone.
pub fn serve(connection: Connection) -> Result<(), String> {
    let Connection { sender, receiver } = connection;
    let Some((id, params)) = first_request(&sender, &receiver) else { return Ok(()) };
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| error.to_string())?;
    let state = initial_state(&params);
    let answer = json!({
        "capabilities": capabilities(&state),
        "serverInfo": { "name": "formwork", "version": env!("CARGO_PKG_VERSION") },
    });
    let answer = Response { id, response_result: Ok(answer) };
    sender.send(answer.into()).map_err(|error| error.to_string())?;
    let (events, inbox) = channel();
    let (done, finished) = channel();
    // Analyses of deep programs provide their own stack.
    let workers = [worker::name, worker::check, worker::shape].map(|work| {
        let (jobs, queue) = channel();
        let done = done.clone();
        thread::spawn(move || worker::run(&queue, &done, work));
        jobs
    });
    let forward = events.clone();
    thread::spawn(move || finished.into_iter().try_for_each(|one| forward.send(Event::Done(one))));
    thread::spawn(move || {
        let all = receiver.into_iter();
        let _ = all.map(Event::Message).try_for_each(|event| events.send(event));
        events.send(Event::Gone)
    });
    let (parked, queue) = (Vec::new(), VecDeque::new());
    Server { sender, state, workers, parked, queue, requests: 0 }.run(&inbox)
}

/// The number and the parameters of `initialize`, before which nothing else is answered.
fn first_request(
    sender: &Sender<Message>,
    receiver: &Receiver<Message>,
) -> Option<(RequestId, Value)> {
    for message in receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return Some((request.id, request.params));
            }
            Message::Request(Request { id, .. }) => {
                let message = "the first request is 'initialize'".to_owned();
                let error = ResponseError { code: NOT_INITIALIZED, message };
                sender.send(Response { id, response_result: Err(error) }.into()).ok()?;
            }
            Message::Notification(note) if note.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// Kinds of errors, as the protocol counts them.
const NOT_INITIALIZED: i32 = -32002;
const METHOD_NOT_FOUND: i32 = -32601;
const INTERNAL_ERROR: i32 = -32603;
const REQUEST_FAILED: i32 = -32803;
const REQUEST_CANCELLED: i32 = -32800;

/// Calls off a request.
const CANCEL: &str = "$/cancelRequest";

enum Event {
    Message(Message),
    Done(Finished),
    /// The editor sends nothing any more.
    Gone,
}

fn initial_state(params: &InitializeParams) -> State {
    let folders = params.workspace_folders.iter().flatten().map(|folder| folder.uri.as_str());
    let mut roots: Vec<PathBuf> = folders.filter_map(uri::to_path).collect();
    if roots.is_empty() {
        roots.extend(params.root_uri.as_deref().and_then(uri::to_path));
    }
    let settings = Settings::read(&params.initialization_options);
    let files = files(&roots, &settings);
    let can = |path: &str| params.capabilities.pointer(path);
    let encodings = can("/general/positionEncodings").and_then(Value::as_array);
    let utf8 = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
    State {
        roots,
        documents: FxHashMap::default(),
        world: World::new(files, settings),
        files: Files::default(),
        encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
        pulls: can("/textDocument/diagnostic").is_some(),
        refreshes: can("/workspace/inlayHint/refreshSupport") == Some(&Value::Bool(true)),
    }
}

/// The programs of a workspace, but for those that the configuration leaves out.
fn files(roots: &[PathBuf], settings: &Settings) -> Vec<PathBuf> {
    let exclusion = Exclusion { config: settings.config.clone(), ..Exclusion::default() };
    discover_except(roots, &exclusion).files
}

fn capabilities(state: &State) -> Value {
    let encoding = match state.encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    let mut all = features::capabilities();
    all["positionEncoding"] = json!(encoding);
    all["textDocumentSync"] = json!({ "openClose": true, "change": 2, "save": true });
    all
}

struct Server {
    sender: Sender<Message>,
    state: State,
    /// Who finds what names mean, who checks, and who finds shapes.
    workers: [Sender<Job>; 3],
    /// Requests about documents of which nothing is known yet.
    parked: Vec<Request>,
    /// What has come in and was not looked at yet.
    queue: VecDeque<Event>,
    /// How many requests were sent to the editor.
    requests: i32,
}

impl Server {
    fn run(mut self, inbox: &Receiver<Event>) -> Result<(), String> {
        while let Some(event) = self.next_event(inbox) {
            match event {
                Event::Message(Message::Request(request)) if request.method == "shutdown" => {
                    self.send(Response { id: request.id, response_result: Ok(Value::Null) });
                }
                Event::Message(Message::Request(request)) => self.request(request),
                Event::Message(Message::Notification(note)) => {
                    if note.method == "exit" {
                        return Ok(());
                    }
                    self.notification(note);
                }
                Event::Message(Message::Response(_)) => {}
                Event::Done(finished) => self.finished(finished),
                Event::Gone => return Ok(()),
            }
        }
        Ok(())
    }

    /// What is to be looked at next. All that has come in is seen before, so that nobody begins with
    /// what was called off meanwhile.
    fn next_event(&mut self, inbox: &Receiver<Event>) -> Option<Event> {
        loop {
            while let Ok(event) = inbox.try_recv() {
                self.take_in(event);
            }
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            let event = inbox.recv().ok()?;
            self.take_in(event);
        }
    }

    fn take_in(&mut self, event: Event) {
        match &event {
            Event::Message(Message::Notification(note)) if note.method == CANCEL => {
                if let Some(id) = RequestId::named_in(&note.params) {
                    self.cancel(&id);
                }
            }
            _ => self.queue.push_back(event),
        }
    }

    /// Calls off a request that has no answer yet; every request gets one.
    fn cancel(&mut self, id: &RequestId) {
        let (parked, queued) = (self.parked.len(), self.queue.len());
        self.parked.retain(|request| request.id != *id);
        self.queue.retain(|event| match event {
            Event::Message(Message::Request(request)) => request.id != *id,
            _ => true,
        });
        for _ in self.parked.len() + self.queue.len()..parked + queued {
            let message = "it was called off".to_owned();
            let error = ResponseError { code: REQUEST_CANCELLED, message };
            self.send(Response { id: id.clone(), response_result: Err(error) });
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone does not listen.
        let _ = self.sender.send(message.into());
    }

    /// Answers, or waits until it is known what the names of the document mean, and what else the
    /// answer needs.
    fn request(&mut self, request: Request) {
        let path = request.params.pointer("/textDocument/uri").and_then(Value::as_str);
        let document = path.and_then(uri::to_path).and_then(|path| self.state.documents.get(&path));
        let is_new = document.is_some_and(|document| {
            let shapes = features::needs_shapes(&request.method) && document.shapes.is_none();
            // Who asks for diagnostics wants those of this text.
            let is_old = |one: &Analysis| one.version != document.version || !one.complete;
            let all = features::needs_all(&request.method)
                && document.analysis.as_ref().is_none_or(is_old);
            let names = document.names.as_ref().is_none_or(|one| one.version != document.version);
            shapes || all || names
        });
        if is_new {
            self.parked.push(request);
            return;
        }
        let Request { id, method, params } = request;
        let answer =
            catch_unwind(AssertUnwindSafe(|| features::answer(&self.state, &method, params)));
        let fail = |code: i32, message: String| Err(ResponseError { code, message });
        let response_result = match answer {
            Ok(Some(Ok(value))) => Ok(value),
            Ok(Some(Err(why))) => fail(REQUEST_FAILED, why),
            Ok(None) => fail(METHOD_NOT_FOUND, format!("'{method}' is not known")),
            Err(_) => fail(INTERNAL_ERROR, "a defect of Formwork: there is no answer".to_owned()),
        };
        self.send(Response { id, response_result });
    }

    fn notification(&mut self, note: Notification) {
        match note.method.as_str() {
            "textDocument/didOpen" => {
                if let Some((path, params)) = document::<DocumentParams>(note.params) {
                    let text = Arc::new(Text::new(params.text_document.text));
                    self.take(path, params.text_document.version, text);
                }
            }
            "textDocument/didChange" => {
                if let Some((path, params)) = document::<ChangeParams>(note.params)
                    && let Some(before) = self.state.documents.get(&path)
                {
                    let changed = before.text.changed(&params.content_changes, self.state.encoding);
                    self.take(path, params.text_document.version, Arc::new(changed));
                }
            }
            "textDocument/didClose" => {
                if let Some((path, params)) = document::<DocumentParams>(note.params) {
                    if let Some(closed) = self.state.documents.remove(&path) {
                        closed.stop.store(true, Ordering::Relaxed);
                    }
                    self.state.world.texts.set(&path, None);
                    let uri = params.text_document.uri;
                    self.publish(json!({ "uri": uri, "diagnostics": [] }));
                    self.answer_parked();
                }
            }
            "workspace/didChangeConfiguration" => {
                let settings = note.params.get("settings").map(Settings::read);
                self.look_again(settings.unwrap_or_default());
            }
            "workspace/didChangeWatchedFiles" | "textDocument/didSave" => {
                self.look_again((*self.state.world.settings).clone());
            }
            _ => {}
        }
    }

    /// Takes the text of a document, and has it analysed.
    fn take(&mut self, path: PathBuf, version: i32, text: Arc<Text>) {
        self.state.world.texts.set(&path, Some(text.as_str().as_bytes().into()));
        let document = match self.state.documents.remove(&path) {
            Some(before) => Document { version, text, ..before },
            None => Document {
                version,
                text,
                names: None,
                analysis: None,
                stop: Arc::default(),
                shapes: None,
                told: false,
                unshaped: None,
            },
        };
        self.state.documents.insert(path.clone(), document);
        self.analyse(&path);
    }

    /// Has a document analysed as it is now, and nobody goes on with what it was.
    fn analyse(&mut self, path: &Path) {
        let Some(document) = self.state.documents.get_mut(path) else { return };
        document.stop.store(true, Ordering::Relaxed);
        document.stop = Arc::default();
        let job = Job {
            path: path.to_path_buf(),
            version: document.version,
            text: Arc::clone(&document.text),
            world: self.state.world.clone(),
            stop: Arc::clone(&document.stop),
        };
        let [name, check, shape] = &self.workers;
        // Without a worker nothing can be done but go on.
        let _ = name.send(job.clone());
        let _ = check.send(job.clone());
        // Where there are shapes, moved as the text was, new ones do not compete with the check.
        if document.shapes.is_none() {
            let _ = shape.send(job);
        } else {
            document.unshaped = Some(job);
        }
    }

    /// Lists the files of the workspace anew, and analyses what is open.
    fn look_again(&mut self, settings: Settings) {
        let texts = self.state.world.texts.clone();
        let files = files(&self.state.roots, &settings);
        self.state.world = World { texts, ..World::new(files, settings) };
        self.state.files.forget_names();
        self.analyse_all();
    }

    fn analyse_all(&mut self) {
        let paths: Vec<PathBuf> = self.state.documents.keys().cloned().collect();
        paths.iter().for_each(|path| self.analyse(path));
    }

    /// Takes what was found, and tells the editor.
    fn finished(&mut self, finished: Finished) {
        let Finished { path, version, text, outcome } = finished;
        let Some(document) = self.state.documents.get_mut(&path) else { return };
        match outcome {
            Outcome::Named(index) => {
                document.names = Some(Names { version, text, index: *index });
                self.tell(&path);
            }
            Outcome::Checked { found, complete } => {
                let before = document.analysis.take();
                let new = (version, text);
                document.analysis = Some(Analysis::take(before, new, found, complete));
                document.told = false;
                if let Some(job) = document.unshaped.take_if(|job| job.version == version) {
                    let _ = self.workers[2].send(job);
                }
                self.tell(&path);
            }
            Outcome::Shaped(facts) => {
                document.shapes = Some((text, facts));
                if self.state.refreshes {
                    self.requests += 1;
                    let method = "workspace/inlayHint/refresh".to_owned();
                    self.send(Request { id: self.requests.into(), method, params: Value::Null });
                }
            }
        }
        self.answer_parked();
    }

    /// Tells the editor what was found in a document as it is now, once its names are known.
    fn tell(&mut self, path: &Path) {
        let Some(seen) = self.state.see(path) else { return };
        let version = seen.document.version;
        let analysis = seen.document.analysis.as_ref();
        // What is about an older text is not worth being shown.
        let is_new = analysis.is_some_and(|one| one.version == version) && !seen.document.told;
        if !is_new || self.state.pulls {
            return;
        }
        let diagnostics = diagnostics::all(&seen);
        let uri = uri::of_path(path);
        self.publish(json!({ "uri": uri, "version": version, "diagnostics": diagnostics }));
        if let Some(document) = self.state.documents.get_mut(path) {
            document.told = true;
        }
    }

    fn publish(&self, params: Value) {
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification { method, params });
    }

    fn answer_parked(&mut self) {
        for request in std::mem::take(&mut self.parked) {
            self.request(request);
        }
    }
}

/// The parameters of a notification about a document, and its path.
fn document<P: DeserializeOwned>(params: Value) -> Option<(PathBuf, P)> {
    let path = uri::to_path(params.pointer("/textDocument/uri")?.as_str()?)?;
    Some((path, serde_json::from_value(params).ok()?))
}
