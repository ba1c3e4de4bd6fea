//! What a running program may do to the world outside: files, folders, processes, the environment.
//!
//! [`Disk`] does it with the standard library. In a sandbox each path goes through [`Fence`] first,
//! and nothing is started.

mod fence;
mod handle;

use std::collections::HashMap;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use formwork_builtins::outside::{EntryKind, Failure, Opening, Outside, RawFile, Service, Status};

pub(crate) use fence::Fence;
use handle::{DiskFile, Input, Pipe};

/// The services of the system for one program.
#[derive(Debug, Default)]
pub struct Disk {
    /// Variables that the program set or took away.
    variables: HashMap<String, Option<String>>,
    /// Where it may read and write, if not everywhere.
    fence: Option<Fence>,
}

impl Disk {
    /// Everything is allowed.
    #[must_use]
    pub fn open() -> Disk {
        Disk::default()
    }

    /// Only the current folder and a folder of its own for files that do not last are there, and
    /// nothing is started.
    #[must_use]
    pub fn fenced() -> Disk {
        Disk { variables: HashMap::new(), fence: Some(Fence::here()) }
    }

    /// An environment variable as the program sees it.
    #[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        match self.variables.get(name) {
            Some(value) => value.clone(),
            None => std::env::var(name).ok(),
        }
    }

    /// Refuses what lies outside of the fence.
    pub(crate) fn admit(&self, path: &str, what: &str) -> Service<()> {
        match &self.fence {
            Some(fence) if !fence.has_inside(Path::new(path)) => Err(Failure::Refused(format!(
                "{what} '{path}', which is outside of the working folder"
            ))),
            _ => Ok(()),
        }
    }

    fn admit_processes(&self) -> Service<()> {
        match &self.fence {
            Some(_) => Err(Failure::Refused("starting a process".to_owned())),
            None => Ok(()),
        }
    }

    fn command(&self, text: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(text);
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }
}

/// The exit status of a process, as a shell tells it.
fn code(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return signal;
        }
    }
    status.code().unwrap_or(-1)
}

fn seconds(time: io::Result<std::time::SystemTime>) -> f64 {
    time.ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
        .map_or(0.0, |since| since.as_secs_f64())
}

fn status_of(known: &fs::Metadata) -> Status {
    let kind = known.file_type();
    let kind = if kind.is_dir() {
        EntryKind::Folder
    } else if kind.is_symlink() {
        EntryKind::Link
    } else if kind.is_file() {
        EntryKind::File
    } else {
        other_kind(kind)
    };
    let status = Status {
        kind,
        size: known.len(),
        mode: 0,
        modified: seconds(known.modified()),
        accessed: seconds(known.accessed()),
        changed: 0.0,
        numbers: [0; 8],
    };
    with_numbers(status, known)
}

#[cfg(unix)]
fn other_kind(kind: fs::FileType) -> EntryKind {
    use std::os::unix::fs::FileTypeExt as _;
    EntryKind::Other(if kind.is_char_device() {
        'c'
    } else if kind.is_block_device() {
        'b'
    } else if kind.is_fifo() {
        'p'
    } else {
        's'
    })
}

#[cfg(not(unix))]
fn other_kind(_kind: fs::FileType) -> EntryKind {
    EntryKind::Other('?')
}

#[cfg(unix)]
fn with_numbers(mut status: Status, known: &fs::Metadata) -> Status {
    use std::os::unix::fs::MetadataExt as _;
    status.mode = known.mode();
    status.changed = known.ctime() as f64;
    status.numbers = [
        known.dev(),
        known.ino(),
        known.nlink(),
        u64::from(known.uid()),
        u64::from(known.gid()),
        known.rdev(),
        known.blksize(),
        known.blocks(),
    ];
    status
}

#[cfg(not(unix))]
fn with_numbers(status: Status, _known: &fs::Metadata) -> Status {
    status
}

impl Outside for Disk {
    fn open(&mut self, path: &str, opening: Opening) -> Service<Box<dyn RawFile>> {
        self.admit(path, if opening.write { "writing" } else { "reading" })?;
        let file = fs::OpenOptions::new()
            .read(opening.read)
            .write(opening.write && !opening.append)
            .append(opening.append)
            .create(opening.create)
            .truncate(opening.truncate)
            .open(path)?;
        Ok(Box::new(DiskFile(file)))
    }

    #[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
    fn status(&mut self, path: &str, follow: bool) -> Service<Status> {
        self.admit(path, "looking at")?;
        let known = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
        Ok(status_of(&known?))
    }

    #[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
    fn list(&mut self, folder: &str) -> Service<Vec<String>> {
        self.admit(folder, "listing")?;
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    fn make_folder(&mut self, path: &str) -> Service<()> {
        self.admit(path, "making")?;
        Ok(fs::create_dir(path)?)
    }

    fn remove_folder(&mut self, path: &str, everything: bool) -> Service<()> {
        self.admit(path, "removing")?;
        Ok(if everything { fs::remove_dir_all(path) } else { fs::remove_dir(path) }?)
    }

    fn remove_file(&mut self, path: &str) -> Service<()> {
        self.admit_name(path, "removing")?;
        Ok(fs::remove_file(path)?)
    }

    fn rename(&mut self, from: &str, to: &str) -> Service<()> {
        self.admit_name(from, "moving")?;
        self.admit_name(to, "moving to")?;
        Ok(fs::rename(from, to)?)
    }

    fn copy(&mut self, from: &str, to: &str) -> Service<()> {
        self.admit(from, "reading")?;
        self.admit(to, "writing")?;
        fs::copy(from, to)?;
        Ok(())
    }

    fn canonical(&mut self, path: &str) -> Service<String> {
        self.admit(path, "looking at")?;
        Ok(fs::canonicalize(path)?.to_string_lossy().into_owned())
    }

    fn enter_folder(&mut self, path: &str) -> Service<()> {
        self.admit(path, "entering")?;
        Ok(std::env::set_current_dir(path)?)
    }

    fn temporary_folder(&mut self) -> String {
        if let Some(fence) = &mut self.fence {
            return fence.temporary_folder();
        }
        match self.variable("TMPDIR") {
            Some(folder) if !folder.is_empty() => folder,
            _ => "/tmp".to_owned(),
        }
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        Disk::variable(self, name)
    }

    fn set_variable(&mut self, name: &str, value: Option<&str>) -> Service<()> {
        self.variables.insert(name.to_owned(), value.map(str::to_owned));
        Ok(())
    }

    fn run(&mut self, command: &str, take: bool) -> Service<(i32, Vec<u8>)> {
        self.admit_processes()?;
        let mut command = self.command(command);
        command.stderr(Stdio::inherit()).stdin(Stdio::inherit());
        command.stdout(if take { Stdio::piped() } else { Stdio::inherit() });
        let output = command.spawn()?.wait_with_output()?;
        Ok((code(output.status), output.stdout))
    }

    fn start(&mut self, command: &str, writes: bool) -> Service<Box<dyn RawFile>> {
        self.admit_processes()?;
        let mut command = self.command(command);
        if writes {
            command.stdin(Stdio::piped());
        } else {
            command.stdout(Stdio::piped());
        }
        Ok(Box::new(Pipe(command.spawn()?)))
    }

    fn standard_input(&mut self) -> Box<dyn RawFile> {
        Box::new(Input)
    }

    fn process(&mut self) -> u32 {
        std::process::id()
    }

    fn chance(&mut self) -> u64 {
        RandomState::new().build_hasher().finish()
    }
}

impl Disk {
    /// Refuses a name outside of the fence; what the name itself links to does not matter.
    fn admit_name(&self, path: &str, what: &str) -> Service<()> {
        match &self.fence {
            Some(fence) if !fence.has_name_inside(Path::new(path)) => Err(Failure::Refused(
                format!("{what} '{path}', which is outside of the working folder"),
            )),
            _ => Ok(()),
        }
    }
}
