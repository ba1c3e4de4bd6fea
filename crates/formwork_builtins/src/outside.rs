//! The world outside a program, as the built-in functions see it: files, folders, processes, the
//! environment.
//!
//! Who runs a program gives an [`Outside`], or none: analysis has none, so that nothing it computes
//! touches anything. A service fails as the system does, or is *refused*: a program in a sandbox may
//! not do everything, and must be told so instead of being told that the system failed.

use std::fmt;
use std::io::{self, SeekFrom};

use formwork_runtime::{Error, Result};

use crate::context::Context;

/// Why a service was not done.
#[derive(Debug)]
pub enum Failure {
    /// The system could not do it.
    System(io::Error),
    /// The program may not ask for it; the text says what.
    Refused(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::System(error)
    }
}

/// What a service gives.
pub type Service<T> = std::result::Result<T, Failure>;

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// It can be read.
    pub read: bool,
    /// It can be written.
    pub write: bool,
    /// Whatever is written goes to its end.
    pub append: bool,
    /// It is made if it is not there.
    pub create: bool,
    /// What it held is gone.
    pub truncate: bool,
}

/// An open file, or an end of a pipe, without any buffer.
pub trait RawFile: fmt::Debug {
    /// Reads some bytes; 0 at the end.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;

    /// Writes all bytes.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Goes to another place; gives the place from the start.
    ///
    /// # Errors
    ///
    /// Those of the system; a pipe has no places.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64>;

    /// Ends it; gives the status of the process behind a pipe.
    fn close(&mut self) -> i32;
}

/// What an entry of a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// Something else, by the letter that listings show for it.
    Other(char),
}

/// What is known of an entry of a folder.
#[derive(Clone, Debug)]
pub struct Status {
    /// What it is.
    pub kind: EntryKind,
    /// How many bytes it has.
    pub size: u64,
    /// Its kind and permissions as the system numbers them.
    pub mode: u32,
    /// When it was changed last, in seconds since the epoch.
    pub modified: f64,
    /// When it was read last.
    pub accessed: f64,
    /// When its state was changed last.
    pub changed: f64,
    /// Device, number on the device, links, owner, group, device that it is, size and count of
    /// blocks.
    pub numbers: [u64; 8],
}

/// The services of the system.
pub trait Outside {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or may not.
    fn open(&mut self, path: &str, opening: Opening) -> Service<Box<dyn RawFile>>;

    /// What an entry is; of a link, what it leads to if `follow`.
    ///
    /// # Errors
    ///
    /// If it is not there.
    fn status(&mut self, path: &str, follow: bool) -> Service<Status>;

    /// The names in a folder, sorted, without `.` and `..`.
    ///
    /// # Errors
    ///
    /// If it is no folder that can be read.
    fn list(&mut self, folder: &str) -> Service<Vec<String>>;

    /// Makes a folder; the one around it must be there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    fn make_folder(&mut self, path: &str) -> Service<()>;

    /// Removes a folder, with all that is in it if `everything`.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    fn remove_folder(&mut self, path: &str, everything: bool) -> Service<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    fn remove_file(&mut self, path: &str) -> Service<()>;

    /// Gives an entry another name.
    ///
    /// # Errors
    ///
    /// If it cannot be renamed.
    fn rename(&mut self, from: &str, to: &str) -> Service<()>;

    /// Copies a file with its permissions.
    ///
    /// # Errors
    ///
    /// If it cannot be copied.
    fn copy(&mut self, from: &str, to: &str) -> Service<()>;

    /// The path from the root, without links and dots.
    ///
    /// # Errors
    ///
    /// If nothing is there.
    fn canonical(&mut self, path: &str) -> Service<String>;

    /// Goes to another folder.
    ///
    /// # Errors
    ///
    /// If it is not there.
    fn enter_folder(&mut self, path: &str) -> Service<()>;

    /// The folder for files that do not last.
    fn temporary_folder(&mut self) -> String;

    /// A variable of the environment as the program sees it.
    fn variable(&mut self, name: &str) -> Option<String>;

    /// Sets a variable of the environment, or takes it away.
    ///
    /// # Errors
    ///
    /// If it may not be set.
    fn set_variable(&mut self, name: &str, value: Option<&str>) -> Service<()>;

    /// Runs a command of the shell; gives its status and, if they are to be taken, the bytes it
    /// printed.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or may not.
    fn run(&mut self, command: &str, take: bool) -> Service<(i32, Vec<u8>)>;

    /// Starts a command of the shell whose output is read, or whose input is written.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or may not.
    fn start(&mut self, command: &str, writes: bool) -> Service<Box<dyn RawFile>>;

    /// The standard input.
    fn standard_input(&mut self) -> Box<dyn RawFile>;

    /// The number of this process.
    fn process(&mut self) -> u32;

    /// A number that nobody can guess, for names that nobody else takes.
    fn chance(&mut self) -> u64;
}

/// The services that a function needs.
///
/// # Errors
///
/// If there are none here.
pub(crate) fn services<'a>(cx: &'a mut dyn Context, name: &str) -> Result<&'a mut dyn Outside> {
    match cx.outside() {
        Some(outside) => Ok(outside),
        None => Err(Error::limit(format!("{name}: files and processes cannot be used here"))),
    }
}

/// What a service gave: a refusal ends the program, a failure of the system is for the function.
///
/// # Errors
///
/// If it was refused.
pub(crate) fn allowed<T>(name: &str, outcome: Service<T>) -> Result<io::Result<T>> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(Failure::System(error)) => Ok(Err(error)),
        Err(Failure::Refused(what)) => {
            Err(Error::with_id("Formwork:sandbox", format!("{name}: the sandbox refuses {what}")))
        }
    }
}

/// Refuses a path that a program may not look at, as a service of a function.
///
/// # Errors
///
/// If the program is in a sandbox and the path leads out of it.
pub(crate) fn admit(cx: &mut dyn Context, name: &str, path: &str) -> Result<()> {
    let path = expanded(cx, path);
    match cx.outside().map(|outside| outside.status(&path, true)) {
        Some(outcome @ Err(Failure::Refused(_))) => allowed(name, outcome).map(drop),
        None | Some(Ok(_) | Err(Failure::System(_))) => Ok(()),
    }
}

/// What the system says of an error, without its number.
pub(crate) fn said(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// A path whose `~` at the start is the folder of the user.
pub(crate) fn expanded(cx: &mut dyn Context, path: &str) -> String {
    match path.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => {
            format!("{}{rest}", cx.environment("HOME").unwrap_or_default())
        }
        _ => path.to_owned(),
    }
}

/// All bytes of a file, as a service of a function.
///
/// # Errors
///
/// If it may not be read.
pub(crate) fn whole_file(
    cx: &mut dyn Context,
    name: &str,
    path: &str,
) -> Result<io::Result<Vec<u8>>> {
    let path = expanded(cx, path);
    if cx.outside().is_none() {
        return Ok(cx.read_file(&path));
    }
    let opening = Opening { read: true, ..Opening::default() };
    let mut file = match allowed(name, services(cx, name)?.open(&path, opening))? {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        formwork_runtime::memory::reserve_bytes(1 << 16)?;
        bytes.resize(before + (1 << 16), 0);
        match file.read(&mut bytes[before..]) {
            Ok(0) => {
                bytes.truncate(before);
                return Ok(Ok(bytes));
            }
            Ok(count) => bytes.truncate(before + count),
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// Writes a file anew.
///
/// # Errors
///
/// If it may not be written.
pub(crate) fn write_file(
    cx: &mut dyn Context,
    name: &str,
    path: &str,
    bytes: &[u8],
    append: bool,
) -> Result<io::Result<()>> {
    let path = expanded(cx, path);
    let opening =
        Opening { write: true, create: true, append, truncate: !append, ..Opening::default() };
    let mut file = match allowed(name, services(cx, name)?.open(&path, opening))? {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    Ok(file.write(bytes))
}

/// A name that nothing has yet, of a beginning.
///
/// # Errors
///
/// If there are no services, or the program is to stop.
pub(crate) fn fresh_name(cx: &mut dyn Context, name: &str, start: &str) -> Result<String> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut seed = services(cx, name)?.chance();
    loop {
        let mut letters = String::new();
        for _ in 0..6 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            letters.push(char::from(LETTERS[(seed >> 33) as usize % LETTERS.len()]));
        }
        let candidate = format!("{start}{letters}");
        if services(cx, name)?.status(&candidate, false).is_err() {
            return Ok(candidate);
        }
        cx.poll()?;
    }
}
