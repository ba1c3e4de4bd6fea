//! Looking for each thing that `formwork doctor` tells of.

#![expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use formwork_native::compiler::CCompiler;
use formwork_native::mex::MexHeader;
use formwork_syntax::Dialect;

use super::{DoctorOptions, Examined};
use crate::config::Config;
use crate::installed;
use crate::native::{cache_folder, variable};

pub(super) fn all(options: &DoctorOptions) -> Vec<Examined> {
    let mut examined = vec![own_version()];
    examined.extend(octave());
    examined.push(compiler());
    examined.push(mex_headers());
    let (configuration, config) = configuration(options);
    examined.push(configuration);
    examined.extend(config.iter().flat_map(of_configuration));
    examined.push(dialect(options, config.as_ref()));
    examined.push(cache("cache", "findings kept", &options.cache, "the first `formwork check`"));
    examined.push(cache("code", "code kept", &cache_folder(), "the first `formwork run --native`"));
    examined.push(git());
    examined.push(editor());
    examined
}

fn own_version() -> Examined {
    let about = format!(
        "{} for {} on {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let examined = Examined::found("formwork", "formwork", about);
    match std::env::current_exe() {
        Ok(path) => examined.at(path),
        Err(_) => examined,
    }
}

/// The installed Octave, its library and its packages.
fn octave() -> Vec<Examined> {
    let (key, name) = ("octave", "Octave");
    if let Some(home) = variable("OCTAVE_HOME")
        && !Path::new(&home).join("share/octave").is_dir()
    {
        let about = format!("OCTAVE_HOME is {home}, and {home}/share/octave is no folder");
        let advice = "set OCTAVE_HOME to the folder above `bin/octave`, or unset it";
        return vec![Examined::faulty(key, name, about, advice)];
    }
    let Some(version) = installed::version_folder() else {
        let about = "not found: functions that Formwork does not have itself stay unknown";
        let advice = "install it (Debian: `apt install octave`), put `octave-cli` on PATH, or set \
                      OCTAVE_HOME to the folder above its `bin`";
        return vec![Examined::missing(key, name, about, advice)];
    };
    let number = version.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let program = installed::program();
    let octave = match &program {
        Some(path) => Examined::found(key, name, number).at(path),
        None => {
            let about = format!("{number}: its library, and no program `octave-cli` on PATH");
            Examined::found(key, name, about)
        }
    };
    let folders = installed::library_folders().len();
    let library =
        Examined::found("octave-library", "Octave's library", format!("{folders} folders"))
            .at(version.join("m"));
    let packages = installed::packages();
    let about = if packages.is_empty() { "none".to_owned() } else { packages.join(", ") };
    vec![octave, library, Examined::found("octave-packages", "Octave's packages", about)]
}

fn compiler() -> Examined {
    let (key, name) = ("compiler", "C compiler");
    let given = variable("CC");
    match CCompiler::find(given.as_deref()) {
        Ok(compiler) => Examined::found(key, name, compiler.version()),
        Err(error) => match given {
            Some(_) => Examined::faulty(
                key,
                name,
                error.to_string(),
                "set CC to a compiler that runs, or unset it",
            ),
            None => Examined::missing(
                key,
                name,
                "not found: `run --native` interprets, `build` makes executables that do, and C",
                "install one (Debian: `apt install gcc`), or set CC",
            ),
        },
    }
}

/// The headers that MEX files are compiled with.
fn mex_headers() -> Examined {
    let (key, name) = ("mex", "headers for MEX");
    match MexHeader::of_octave("mkoctfile") {
        MexHeader::Folder(folder) => Examined::found(key, name, "Octave's").at(folder),
        MexHeader::OwnForOctave => Examined::found(
            key,
            name,
            "Octave's are not installed; Formwork's own declarations serve for Octave",
        ),
    }
}

/// The configuration that is in force, if it can be read.
fn configuration(options: &DoctorOptions) -> (Examined, Option<Config>) {
    let (key, name) = ("configuration", "configuration");
    match Config::load(options.config.as_deref(), &options.folder) {
        Ok(config) => {
            let examined = match &config.file {
                Some(file) => Examined::found(key, name, "read").at(file),
                None => Examined::found(key, name, "none: the defaults hold"),
            };
            (examined, Some(config))
        }
        Err(error) => {
            let advice = "correct the file: nothing is checked or run with it as it is";
            (Examined::faulty(key, name, error.to_string(), advice), None)
        }
    }
}

/// What a configuration names that is not there.
fn of_configuration(config: &Config) -> Vec<Examined> {
    let absent = config.path.iter().filter(|folder| !folder.is_dir()).map(|folder| {
        let advice = "make the folder, or take it out of `path` in formwork.toml";
        Examined::faulty("path", "search path", "no such folder", advice).at(folder)
    });
    let baseline = config.check.baseline.iter().filter(|file| !file.is_file()).map(|file| {
        let advice = "`formwork check --update-baseline` writes it";
        Examined::missing("baseline", "baseline", "not written yet", advice).at(file)
    });
    absent.chain(baseline).collect()
}

fn dialect(options: &DoctorOptions, config: Option<&Config>) -> Examined {
    let (dialect, by) = match (options.dialect, config.and_then(|config| config.dialect)) {
        (Some(dialect), _) => (dialect, "--dialect"),
        (None, Some(dialect)) => (dialect, "formwork.toml"),
        (None, None) => (Dialect::default(), "nobody said otherwise"),
    };
    Examined::found("dialect", "dialect", format!("{dialect} ({by})"))
}

/// A folder in which something is kept, how many files that is and how large they are.
fn cache(key: &'static str, name: &'static str, folder: &Path, maker: &str) -> Examined {
    if !folder.is_dir() {
        return Examined::found(key, name, format!("nothing yet: {maker} makes it")).at(folder);
    }
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let sizes =
        entries.filter_map(|entry| entry.metadata().ok()).filter(std::fs::Metadata::is_file);
    let (files, bytes) = sizes.fold((0, 0), |(n, all), about| (n + 1, all + about.len()));
    let readonly = std::fs::metadata(folder).is_ok_and(|about| about.permissions().readonly());
    let plural = if files == 1 { "" } else { "s" };
    let about = format!("{} in {files} file{plural}", in_units(bytes));
    let examined = if readonly {
        let advice = "make it writable, or name another folder: nothing new is remembered";
        Examined::missing(key, name, format!("{about}, read-only"), advice)
    } else {
        Examined::found(key, name, about)
    };
    examined.at(folder)
}

/// A number of bytes, rounded.
fn in_units(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

fn git() -> Examined {
    let (key, name) = ("git", "git");
    match first_line(Command::new("git").arg("--version")) {
        Some(version) => Examined::found(key, name, version),
        None => Examined::missing(
            key,
            name,
            "not found: `check --diff-base` needs it",
            "install it (Debian: `apt install git`)",
        ),
    }
}

/// The first line that a program prints, if it ends well.
fn first_line(command: &mut Command) -> Option<String> {
    let answer = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&answer.stdout);
    text.lines().next().filter(|_| answer.status.success()).map(str::to_owned)
}

/// Formwork's extension in an editor that keeps extensions as Visual Studio Code does.
fn editor() -> Examined {
    let (key, name) = ("editor", "editor extension");
    let home = variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from);
    let editors = [".vscode", ".vscode-server", ".vscode-oss", ".cursor"];
    let places = home.into_iter().flat_map(|home| editors.map(|at| home.join(at)));
    let found = places.filter_map(|place| {
        let entries = std::fs::read_dir(place.join("extensions")).ok()?;
        let mut names = entries.flatten().map(|entry| entry.path());
        names.find(|path| {
            path.file_name().is_some_and(|name| {
                name.to_string_lossy().to_lowercase().starts_with("formwork.formwork")
            })
        })
    });
    match found.into_iter().next() {
        Some(path) => Examined::found(key, name, "installed").at(path),
        None => Examined::missing(
            key,
            name,
            "not found in Visual Studio Code; other editors start `formwork server` themselves",
            "`formwork server --help` tells how editors start it",
        ),
    }
}
