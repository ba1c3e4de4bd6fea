//! What the environment and the machine say of native code.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use formwork_jit::{CodeStore, Machine, Toolchain};
use formwork_native::compiler::{BuildError, CCompiler};

/// How loops are compiled while a program runs.
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// Where compiled code is kept.
    pub cache: PathBuf,
    /// The C compiler, as the environment's `CC` names it.
    pub compiler: Option<String>,
    /// Whether every loop is compiled when it is met first, however short; what tests want.
    pub always: bool,
    /// Whether what is known of shapes is used; without it every check stays.
    pub facts: bool,
    /// Whether it is said in the end what became of the loops.
    pub report: bool,
}

impl NativeOptions {
    /// As the environment says.
    #[must_use]
    pub fn from_environment() -> NativeOptions {
        NativeOptions::new(cache_folder(), variable("CC"))
    }

    /// With a folder for compiled code and perhaps a C compiler; for what is worth it, with
    /// all that is known, and in silence.
    #[must_use]
    pub const fn new(cache: PathBuf, compiler: Option<String>) -> NativeOptions {
        NativeOptions { cache, compiler, always: false, facts: true, report: false }
    }

    /// What code is compiled with, and where it is kept.
    #[must_use]
    pub fn toolchain(&self) -> Toolchain {
        Toolchain { cache: self.cache.clone(), compiler: self.compiler.clone() }
    }

    /// Code that is compiled when it is asked for, and kept. Where there is no C compiler
    /// that is said, once.
    #[must_use]
    pub fn code_store(&self) -> CodeStore {
        let machine = Machine {
            processor: processor(),
            identity: own_identity(),
            has_compiler: self.finds_compiler(),
            without_compiler: say_no_compiler,
        };
        CodeStore::on_disk(self.toolchain(), machine, self.facts)
    }

    /// Whether a C compiler seems to be there: it is not run for that.
    fn finds_compiler(&self) -> bool {
        let path = variable("PATH").unwrap_or_default();
        CCompiler::candidates(self.compiler.as_deref())
            .into_iter()
            .filter_map(|command| command.split_whitespace().next())
            .any(|program| {
                let program = Path::new(program);
                if program.components().count() > 1 {
                    return program.is_file();
                }
                std::env::split_paths(&path).any(|folder| {
                    folder.join(program).is_file()
                        || folder.join(program).with_extension("exe").is_file()
                })
            })
    }
}

/// Says what is missing, and what happens instead.
fn say_no_compiler(error: &BuildError) {
    // Who does not listen misses nothing that changes results.
    let _ = writeln!(
        std::io::stderr(),
        "formwork: {error}; what was compiled before runs as it is, the rest is interpreted"
    );
}

/// Where compiled programs are kept: a folder of the user's own.
pub(crate) fn cache_folder() -> PathBuf {
    let folder = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".cache")));
    match folder {
        Some(folder) => folder.join("formwork").join("native"),
        None => std::env::temp_dir().join(format!("formwork-native-{}", std::process::id())),
    }
}

/// A variable of the environment that says something.
#[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What tells this processor from others: code that is compiled for it may not run on
/// them. `None` where that cannot be told.
#[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
pub(super) fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let first = text.split("\n\n").next()?;
    let says = ["model name", "flags", "Features", "CPU implementer", "CPU part", "isa"];
    let lines: Vec<&str> =
        first.lines().filter(|line| says.iter().any(|word| line.starts_with(word))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What tells this Formwork from others, which may compile otherwise.
#[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
fn own_identity() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let file = std::env::current_exe().and_then(std::fs::metadata).ok();
    let changed = file.as_ref().and_then(|file| file.modified().ok());
    let length = file.map(|file| file.len());
    format!("{version} {length:?} {changed:?}")
}
