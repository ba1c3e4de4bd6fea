//! A program in one file: `formwork` itself, and behind it everything that the program
//! needs (see `payload`).

use std::io::Write as _;
use std::path::{Path, PathBuf};

use formwork_hir::{Host, MemoryHost};
use formwork_jit::{Batch, CodeStore, choose};
use formwork_runtime::Value;
use formwork_syntax::Dialect;

use super::payload::{Header, Payload};
use super::{MatlabOptions, Result, analyse, stem};
use crate::build::{Built, Output, ProgramError, unwritten};
use crate::host::DiskHost;
use crate::native::NativeOptions;
use crate::native::settings::processor;
use crate::program::ProgramSettings;
use crate::run::{RunOptions, RunOutcome, execute, run_file};
use crate::source::Source;

/// Makes the executable of a program.
pub(super) fn build(source: &Source, build: &Output, options: &MatlabOptions) -> Result<Built> {
    let file = source.path();
    let output = build.output.clone().unwrap_or_else(|| PathBuf::from(stem(file)));
    let is_source = std::fs::canonicalize(&output)
        .is_ok_and(|output| std::fs::canonicalize(file).is_ok_and(|file| file == output));
    if is_source {
        let name = output.display();
        return Err(ProgramError::Usage(format!(
            "{name} would be written over: choose another -o"
        )));
    }
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut header = Header::new(dialect_name(options.program.dialect).to_owned(), text(file));
    header.function.clone_from(&options.function);
    header.search_path = options.program.search_path.iter().map(|path| text(path)).collect();
    header.fallback = options.fallback.iter().map(|path| text(path)).collect();
    let mut payload = Payload { header, files: files(source, options), libraries: Vec::new() };
    let (analysis, mut program) = analyse(file, &[], options)?;
    let ahead = choose(&analysis, &mut program);
    let batch = Batch::default();
    for region in &ahead.planned {
        batch.add(&region.candidate);
    }
    if !batch.is_empty() {
        match libraries(&batch) {
            Ok(libraries) => {
                payload.libraries = libraries;
                payload.header.plans = ahead.plans;
            }
            Err(message) => say_interpreted(&message),
        }
    }
    let bytes = payload.encode().map_err(ProgramError::Usage)?;
    let program = own_program().map_err(|error| {
        ProgramError::Usage(format!("Formwork's own program cannot be read: {error}"))
    })?;
    write_program(&output, &[&program, &bytes]).map_err(|error| unwritten(&output, &error))?;
    Ok(Built::Files(vec![output]))
}

/// The name that a dialect is read back from.
const fn dialect_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Auto => "auto",
        Dialect::Matlab => "matlab",
        Dialect::Octave => "octave",
    }
}

/// Says that an executable has no native code, and why.
fn say_interpreted(message: &str) {
    // Who does not listen misses nothing that changes results.
    let _ = writeln!(std::io::stderr(), "formwork: {message}; the executable interprets loops");
}

/// The compiled code: for this processor, and for all of its kind.
fn libraries(batch: &Batch) -> std::result::Result<Vec<(Option<String>, Vec<u8>)>, String> {
    let toolchain = NativeOptions::from_environment().toolchain();
    let mut libraries = Vec::new();
    if let Some(processor) = processor() {
        let path = batch.compile(&toolchain, false, &[])?;
        libraries.push((Some(processor), read(&path)?));
    }
    let path = batch.compile(&toolchain, true, &[])?;
    libraries.push((None, read(&path)?));
    Ok(libraries)
}

#[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
fn read(path: &Path) -> std::result::Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The files that a program may call functions of, by the paths it finds them under.
fn files(source: &Source, options: &MatlabOptions) -> Vec<(String, Vec<u8>)> {
    let file = source.path();
    let mut found = vec![(file.to_path_buf(), source.text().to_vec())];
    let mut waiting: Vec<PathBuf> = vec![file.parent().unwrap_or(Path::new("")).to_path_buf()];
    waiting.extend(options.program.search_path.iter().cloned());
    waiting.extend(options.fallback.iter().cloned());
    let mut seen = Vec::new();
    while let Some(folder) = waiting.pop() {
        if seen.contains(&folder) {
            continue;
        }
        for entry in DiskHost.list(&folder) {
            let path = folder.join(&entry.name);
            let is_special = entry.name == "private" || entry.name.starts_with(['+', '@']);
            if entry.is_folder && is_special {
                waiting.push(path);
            } else if !entry.is_folder
                && entry.name.ends_with(".m")
                && path != file
                && let Ok(text) = DiskHost.read(&path)
            {
                found.push((path, text));
            }
        }
        seen.push(folder);
    }
    found.sort();
    found.into_iter().map(|(path, text)| (path.to_string_lossy().into_owned(), text)).collect()
}

/// Where the running program is.
fn own_path() -> std::io::Result<PathBuf> {
    let link = Path::new("/proc/self/exe");
    // The link leads to the program even if its file was replaced meanwhile.
    if link.exists() { Ok(link.to_path_buf()) } else { std::env::current_exe() }
}

#[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
fn own_program() -> std::io::Result<Vec<u8>> {
    std::fs::read(own_path()?)
}

/// Writes an executable file: beside its place first, so that it is there whole or not at
/// all, and that one that runs can be replaced.
fn write_program(path: &Path, parts: &[&[u8]]) -> std::io::Result<()> {
    if path.is_dir() {
        return Err(std::io::Error::other("it is a folder; choose a file with -o"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let scratch = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = (|| {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o755);
        let mut file = options.open(&scratch)?;
        for part in parts {
            file.write_all(part)?;
        }
        drop(file);
        std::fs::rename(&scratch, path)
    })();
    if written.is_err() {
        // What is left of it is of no use; that it cannot be removed is no further problem.
        let _ = std::fs::remove_file(&scratch);
    }
    written
}

/// The program that this executable carries.
pub struct EmbeddedProgram(Payload);

impl EmbeddedProgram {
    /// The program behind the running one, if there is any.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    pub fn find() -> Option<std::result::Result<EmbeddedProgram, String>> {
        let mut file = std::fs::File::open(own_path().ok()?).ok()?;
        Some(Payload::decode(&mut file)?.map(EmbeddedProgram))
    }

    /// Runs it, as `formwork run` would.
    #[must_use]
    pub fn run(self, arguments: &[String]) -> RunOutcome {
        let Payload { header, files, libraries } = self.0;
        let mut host = MemoryHost::default();
        for (path, text) in files {
            host.insert(path, text);
        }
        let options = RunOptions {
            program: ProgramSettings {
                dialect: header.dialect.parse().unwrap_or_default(),
                semantics: None,
                search_path: header.search_path.iter().map(PathBuf::from).collect(),
                ..ProgramSettings::default()
            },
            fallback: header.fallback.iter().map(PathBuf::from).collect(),
            ..RunOptions::default()
        };
        let own = processor();
        let fitting = libraries.into_iter().find(|(processor, _)| {
            processor.is_none() || (processor.is_some() && *processor == own)
        });
        // Without its code a program is slower, and does the same.
        let code = fitting.and_then(|(_, code)| {
            let plans = header.plans.clone();
            with_file_of(&code, |path| CodeStore::planned_ahead(path, plans).ok())
        });
        execute(&host, &options, code.map(|store| (store, false)), |interpreter| {
            let args: Vec<Value> =
                arguments.iter().map(|text| interpreter.argument(text.as_bytes())).collect();
            run_file(interpreter, Path::new(&header.main), header.function.as_deref(), args)
        })
    }
}

/// Has bytes as a file that is gone afterwards; whoever loaded it keeps it.
fn with_file_of<T>(bytes: &[u8], work: impl FnOnce(&Path) -> Option<T>) -> Option<T> {
    #[cfg(target_os = "linux")]
    if let Ok(memory) = rustix::fs::memfd_create("formwork-code", rustix::fs::MemfdFlags::CLOEXEC) {
        use std::os::fd::AsRawFd as _;
        let mut file = std::fs::File::from(memory);
        file.write_all(bytes).ok()?;
        return work(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())));
    }
    let folder = std::env::temp_dir().join(format!("formwork-code-{}", std::process::id()));
    // Somebody else's folder of that name must not be used.
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder).ok()?;
    let path = folder.join("code.so");
    let outcome = crate::source::write_file(&path, bytes).ok().and_then(|()| work(&path));
    // What stays behind costs room only.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}
