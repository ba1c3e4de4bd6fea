//! `cargo xtask renaming`: a program in which the language server has renamed something must do what it
//! did before. What it prints may name the variable; there the new name stands for the old one.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use fastrand::Rng;
use formwork_driver::{DiskHost, Meaning, NameIndex, ProgramSettings, name_index};
use formwork_fuzz::{Behaviour, run_in, stress_program};
use formwork_server::{Connection, Message, Notification, Request, serve};
use serde_json::{Value, json};

use crate::files;

/// What something is called afterwards: no program has it.
const NEW: &str = "renamed_to_this";

/// What stands before the number of a column in warnings.
const COLUMN: &str = " column ";

/// How long an answer may take.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// What to rename in.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many random programs
    #[arg(long, default_value_t = 200)]
    programs: usize,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folders whose scripts are renamed in, too, each ten times
    folders: Vec<PathBuf>,
}

/// How often something is renamed in a script.
const TIMES: usize = 10;

/// What came of a renaming.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Renaming {
    /// The program does the same.
    Same,
    /// The server says why it renames nothing.
    Refused(String),
    /// There is nothing to be renamed, or the program does not come to an end.
    Nothing,
    /// The program does something else.
    Different {
        /// What was renamed.
        name: String,
        /// The text afterwards.
        text: String,
        /// What the program did before.
        before: Behaviour,
        /// What it does then.
        after: Behaviour,
    },
}

/// What came of many.
#[derive(Default)]
struct Tally {
    same: usize,
    nothing: usize,
    refused: Vec<String>,
    different: Vec<Renaming>,
}

impl Tally {
    fn add(&mut self, one: Renaming) {
        match one {
            Renaming::Same => self.same += 1,
            Renaming::Nothing => self.nothing += 1,
            Renaming::Refused(why) => self.refused.push(why),
            different @ Renaming::Different { .. } => self.different.push(different),
        }
    }
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let tally = random_programs(options.programs, options.seed).and_then(|mut tally| {
        scripts(&options.folders, options.seed, &mut tally)?;
        Ok(tally)
    });
    let tally = match tally {
        Ok(tally) => tally,
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{} programs do the same with another name, {} do not; {} were not renamed in, {} cannot be run",
        tally.same,
        tally.different.len(),
        tally.refused.len(),
        tally.nothing
    );
    tally.refused.iter().take(5).for_each(|why| println!("refused: {why}"));
    for one in tally.different.iter().take(3) {
        if let Renaming::Different { name, text, before, after } = one {
            println!("\nrenamed '{name}'\n{text}\n--- before\n{before:?}\n--- after\n{after:?}");
        }
    }
    ExitCode::from(u8::from(!tally.different.is_empty()))
}

/// Renames something in random programs.
fn random_programs(count: usize, seed: u64) -> Result<Tally, String> {
    let folder = Folder::new()?;
    let file = folder.0.join("main.m");
    let mut rng = Rng::with_seed(seed);
    let mut renamer = Renamer::new()?;
    let mut tally = Tally::default();
    for _ in 0..count {
        let size = rng.usize(2..13);
        let program = stress_program(&mut rng, size);
        tally.add(renamer.check(&mut rng, (&file, &program.text), &program.arguments)?);
    }
    Ok(tally)
}

/// Renames something in copies of scripts.
fn scripts(folders: &[PathBuf], seed: u64, tally: &mut Tally) -> Result<(), String> {
    let folder = Folder::new()?;
    let mut rng = Rng::with_seed(seed);
    let mut renamer = Renamer::new()?;
    for path in folders.iter().flat_map(files::program_files) {
        let Ok(text) = String::from_utf8(files::read(&path)) else { continue };
        let parsed = formwork_syntax::parse(text.as_bytes(), formwork_syntax::Dialect::Auto);
        let is_script = parsed.tree.file_kind() == formwork_syntax::FileKind::Script;
        if !parsed.is_ok() || !is_script || !text.is_ascii() {
            continue;
        }
        let file = folder.0.join(path.file_name().unwrap_or_default());
        for _ in 0..TIMES {
            tally.add(renamer.check(&mut rng, (&file, &text), &[])?);
        }
    }
    Ok(())
}

/// A folder that is gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let number = fastrand::u32(..);
        let name = format!("formwork-renaming-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over is the system's to clean up.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An editor with a server of its own.
struct Renamer {
    connection: Connection,
    server: Option<thread::JoinHandle<Result<(), String>>>,
    next: i32,
}

impl Renamer {
    /// A server without a workspace.
    ///
    /// # Errors
    ///
    /// If it does not answer.
    fn new() -> Result<Renamer, String> {
        let (connection, server) = Connection::memory();
        let server = Some(thread::spawn(move || serve(server)));
        let mut renamer = Renamer { connection, server, next: 0 };
        let capabilities = json!({ "general": { "positionEncodings": ["utf-8"] } });
        renamer.ask("initialize", json!({ "capabilities": capabilities }))??;
        Ok(renamer)
    }

    /// Renames something in a program that stands in a file, and runs it before and after. The file is
    /// what it was afterwards.
    ///
    /// # Errors
    ///
    /// If the server does not answer, or the file cannot be written.
    fn check(
        &mut self,
        rng: &mut Rng,
        (file, text): (&Path, &str),
        arguments: &[String],
    ) -> Result<Renaming, String> {
        let write = |text: &str| {
            formwork_driver::write_file(file, text.as_bytes()).map_err(|error| error.to_string())
        };
        write(text)?;
        let names = name_index(file, &ProgramSettings::default());
        let names = names.map_err(|error| error.to_string())?;
        let Some(at) = chosen(rng, &names) else { return Ok(Renaming::Nothing) };
        let name = names.occurrences[at].name.clone();
        let renamed = match self.rename(file, text, names.occurrences[at].span.0)? {
            Ok(renamed) => renamed,
            Err(why) => return Ok(Renaming::Refused(why)),
        };
        let run = || run_in(&DiskHost, (file, &[]), arguments, |_, _| {});
        let before = run();
        write(&renamed)?;
        let mut after = run();
        write(text)?;
        if before.stopped || after.stopped {
            return Ok(Renaming::Nothing);
        }
        let as_before = |text: &str| without_columns(&text.replace(NEW, &name));
        after.output = as_before(&after.output);
        after.error = after.error.map(|error| as_before(&error));
        let before = Behaviour {
            output: without_columns(&before.output),
            error: before.error.map(|error| without_columns(&error)),
            ..before
        };
        Ok(match before == after {
            true => Renaming::Same,
            false => Renaming::Different { name, text: renamed, before, after },
        })
    }

    /// The text with what stands at a byte renamed, or why the server does not do it.
    fn rename(
        &mut self,
        file: &Path,
        text: &str,
        at: u32,
    ) -> Result<Result<String, String>, String> {
        let uri = format!("file://{}", file.display());
        let document = json!({ "uri": uri, "languageId": "matlab", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let before = &text[..at as usize];
        let line = before.matches('\n').count();
        let character = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        let params = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
            "newName": NEW,
        });
        let answer = self.ask("textDocument/rename", params)?;
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        Ok(answer.map(|edit| edited(text, &edit)))
    }

    fn notify(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        // A server that is gone is noticed when an answer is missing.
        let _ = self.connection.sender.send(message.into());
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Result<Value, String>, String> {
        self.next += 1;
        let id = self.next.into();
        let request = Request { id, method: method.to_owned(), params };
        let wanted = request.id.clone();
        self.connection.sender.send(request.into()).map_err(|error| error.to_string())?;
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            if let Message::Response(response) = message.map_err(|error| error.to_string())?
                && response.id == wanted
            {
                return Ok(response.response_result.map_err(|error| error.message));
            }
        }
    }
}

impl Drop for Renamer {
    fn drop(&mut self) {
        self.notify("exit", Value::Null);
        if let Some(server) = self.server.take() {
            // What it says at its end is nobody's concern here.
            let _ = server.join();
        }
    }
}

/// What a program says without the columns of its text, which are others where names have another length.
fn without_columns(text: &str) -> String {
    let mut parts = text.split(COLUMN);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + COLUMN + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// A variable or a function of the file, by one of the places where it stands.
fn chosen(rng: &mut Rng, names: &NameIndex) -> Option<usize> {
    // The first function is called by the name of the file.
    let is_own = |meaning: &Meaning| match meaning {
        Meaning::Variable(_) => true,
        Meaning::Own(place) => *place > 0,
        Meaning::File(_) | Meaning::Builtin | Meaning::Unknown => false,
    };
    let all: Vec<usize> = (0..names.occurrences.len())
        .filter(|&place| is_own(&names.occurrences[place].meaning))
        .collect();
    rng.choice(all)
}

/// A text of ASCII characters after the edits of an answer.
fn edited(text: &str, answer: &Value) -> String {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let number = |value: &Value| {
        value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
    };
    let offset = |place: &Value| starts[number(&place["line"])] + number(&place["character"]);
    let edits = answer["documentChanges"][0]["edits"].as_array().cloned().unwrap_or_default();
    let mut places: Vec<(usize, usize)> = edits
        .iter()
        .map(|edit| (offset(&edit["range"]["start"]), offset(&edit["range"]["end"])))
        .collect();
    places.sort_unstable();
    let mut text = text.to_owned();
    for (start, end) in places.into_iter().rev() {
        text.replace_range(start..end, NEW);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_programs_do_the_same() {
        let tally = random_programs(200, 20_261_119).unwrap();
        assert!(tally.different.is_empty(), "{:?}", tally.different);
        assert!(tally.same > 120, "too little was renamed: {}, {:?}", tally.same, tally.refused);
    }
}
