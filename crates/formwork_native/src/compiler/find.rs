//! Finding the C compiler.

use std::process::{Command, Stdio};

use super::error::BuildError;

/// A C compiler of the machine.
#[derive(Clone, Debug)]
pub struct CCompiler {
    program: String,
    arguments: Vec<String>,
    version: String,
}

impl CCompiler {
    /// The commands that are tried, in order.
    #[must_use]
    pub fn candidates(cc: Option<&str>) -> Vec<&str> {
        let given = cc.map(str::trim).filter(|name| !name.is_empty());
        given.map_or_else(|| vec!["cc", "gcc", "clang"], |name| vec![name])
    }

    /// The compiler that `cc` names (what the environment's `CC` says), or else `cc`,
    /// `gcc` or `clang`. A name that is given is the only one that is tried.
    ///
    /// # Errors
    ///
    /// If none of them runs.
    pub fn find(cc: Option<&str>) -> Result<CCompiler, BuildError> {
        let candidates = CCompiler::candidates(cc);
        for candidate in &candidates {
            let mut words = candidate.split_whitespace().map(str::to_owned);
            let Some(program) = words.next() else { continue };
            let arguments: Vec<String> = words.collect();
            let answer = Command::new(&program)
                .args(&arguments)
                .arg("--version")
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .output();
            if let Ok(answer) = answer
                && answer.status.success()
            {
                let text = String::from_utf8_lossy(&answer.stdout);
                let version = text.lines().next().unwrap_or_default().to_owned();
                return Ok(CCompiler { program, arguments, version });
            }
        }
        Err(BuildError::NoCompiler { tried: candidates.into_iter().map(str::to_owned).collect() })
    }

    /// What it says of itself.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    /// Flags that change where code lies and nothing of what it does, if the compiler knows
    /// them. Many processors run a loop at half its speed if its jump touches the end of 32
    /// bytes, which depends on all code in front of it.
    pub(super) fn placement_flags(&self) -> &'static [&'static str] {
        const FLAGS: &[&str] = &["-falign-loops=64", "-Wa,-mbranches-within-32B-boundaries"];
        if !cfg!(target_arch = "x86_64") {
            return &[];
        }
        let answer = self
            .command()
            .args(FLAGS)
            .args(["-c", "-x", "c", "-o", "/dev/null", "/dev/null"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if answer.is_ok_and(|status| status.success()) { FLAGS } else { &[] }
    }

    /// What tells this compiler with these flags from others: its version and what it
    /// knows of the machine.
    pub(super) fn identity(&self, flags: &[String]) -> String {
        let answer = self
            .command()
            .args(flags.iter().filter(|flag| flag.starts_with("-m")))
            .args(["-dM", "-E", "-x", "c", "-"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let macros = answer.map(|answer| answer.stdout).unwrap_or_default();
        format!("{}\n{}", self.version, String::from_utf8_lossy(&macros))
    }
}
