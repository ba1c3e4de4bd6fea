//! Compiling C.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use super::cache::Cache;
use super::error::BuildError;
use super::find::CCompiler;
use super::process::{run, shown};
use crate::loops::UnaryOp;

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    /// What can be loaded.
    SharedObject,
    /// What can be linked.
    Object,
    /// What can be run.
    Executable,
}

/// A file that is compiled, or that such files include.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Its name; those that end in `.c` are compiled.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// How C is compiled.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// What is made.
    pub product: Product,
    /// For any machine of the kind, instead of just this one.
    pub portable: bool,
    /// Further flags, behind ours.
    pub flags: Vec<String>,
    /// What is linked, behind everything else.
    pub libraries: Vec<String>,
    /// The name of what is made, or one that says what it is.
    pub output_name: Option<String>,
    /// Whether compiling is to take little time: the code is long, and runs seldom.
    pub quick: bool,
    /// How many seconds the compiler gets.
    pub seconds: u64,
    /// A flag that is not zero as soon as nobody waits for the compiler any more.
    pub stop: Option<Arc<AtomicU8>>,
}

impl BuildOptions {
    /// For this machine, without further flags.
    #[must_use]
    pub const fn new(product: Product) -> BuildOptions {
        BuildOptions {
            product,
            portable: false,
            flags: Vec::new(),
            libraries: Vec::new(),
            output_name: None,
            quick: false,
            seconds: 300,
            stop: None,
        }
    }

    /// How much the compiler improves.
    const fn level(&self) -> &'static str {
        if self.quick { "-O1" } else { "-O3" }
    }

    /// The flags that the compiler gets.
    #[must_use]
    pub fn all_flags(&self) -> Vec<String> {
        let mut flags: Vec<String> =
            ["-std=c99", self.level(), "-ffp-contract=off", "-fno-math-errno"]
                .map(str::to_owned)
                .to_vec();
        if !self.portable {
            flags.push("-march=native".to_owned());
        }
        // What the compiler computes of constants is rounded otherwise than what the C
        // library computes, which is what the interpreter calls.
        for name in library_functions() {
            flags.push(format!("-fno-builtin-{name}"));
        }
        match self.product {
            Product::SharedObject => flags.extend(["-fPIC", "-shared"].map(str::to_owned)),
            Product::Object => flags.push("-c".to_owned()),
            Product::Executable => {}
        }
        flags.extend(self.flags.iter().cloned());
        flags
    }

    pub(super) fn output_name(&self) -> String {
        self.output_name.clone().unwrap_or_else(|| {
            match self.product {
                Product::SharedObject => "module.so",
                Product::Object => "module.o",
                Product::Executable => "program",
            }
            .to_owned()
        })
    }
}

/// The functions of the C library whose results depend on who computes them.
fn library_functions() -> Vec<String> {
    let exact = ["round", "trunc", "floor", "ceil", "sqrt"];
    let mut names: Vec<String> = Vec::new();
    let unary = UnaryOp::ALL.iter().filter_map(|op| op.library_function());
    for name in unary.chain(["pow", "atan2", "hypot"]).filter(|name| !exact.contains(name)) {
        names.push(name.to_owned());
        names.push(format!("{name}f"));
    }
    names
}

impl CCompiler {
    /// Compiles files, or finds what they were compiled to before.
    ///
    /// # Errors
    ///
    /// If the compiler does not run, refuses the C or takes too long, or if files cannot
    /// be written.
    pub fn build(
        &self,
        files: &[SourceFile],
        options: &BuildOptions,
        cache: &Cache,
    ) -> Result<PathBuf, BuildError> {
        let flags = options.all_flags();
        let output = options.output_name();
        let identity = self.identity(&flags);
        let (flag_text, library_text) = (flags.join("\n"), options.libraries.join("\n"));
        let mut contents: Vec<&str> = vec![&identity, &flag_text, &library_text, &output];
        for file in files {
            contents.push(&file.name);
            contents.push(&file.text);
        }
        self.build_named(&contents, files, options, cache)
    }

    /// Compiles files, or finds what was compiled under a name before. The name stands for
    /// everything that what is made depends on: whoever gives one that is known needs no
    /// compiler ([`Cache::find`]).
    ///
    /// # Errors
    ///
    /// As of [`CCompiler::build`].
    pub fn build_named(
        &self,
        name: &[&str],
        files: &[SourceFile],
        options: &BuildOptions,
        cache: &Cache,
    ) -> Result<PathBuf, BuildError> {
        let (flags, output) = (options.all_flags(), options.output_name());
        if let Some(product) = cache.find(name, options) {
            return Ok(product);
        }
        let place = cache.place(name);
        let product = place.join(&output);
        let scratch = cache.scratch()?;
        let built = self.build_in(&scratch, files, options, (&flags, &output));
        match built {
            Ok(()) => cache.publish(&scratch, &place, &output).map(|()| product),
            // Lines that the compiler refused stay to be looked at.
            Err(BuildError::Refused { command, messages, source, excerpt })
                if !excerpt.is_empty() =>
            {
                Err(BuildError::Refused { command, messages, source, excerpt })
            }
            Err(error) => {
                let _ = std::fs::remove_dir_all(&scratch);
                Err(error)
            }
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the C compiler reads files")]
    fn build_in(
        &self,
        folder: &Path,
        files: &[SourceFile],
        options: &BuildOptions,
        (flags, output): (&[String], &str),
    ) -> Result<(), BuildError> {
        let mut command = self.command();
        command.current_dir(folder).args(flags).args(self.placement_flags()).args(["-o", output]);
        let mut first_source = folder.to_path_buf();
        for file in files.iter().rev() {
            let path = folder.join(&file.name);
            super::cache::write(&path, file.text.as_bytes())?;
            if file.name.ends_with(".c") {
                first_source = path;
            }
        }
        command.args(files.iter().map(|file| &file.name).filter(|name| name.ends_with(".c")));
        if options.product != Product::Object {
            command.args(&options.libraries).arg("-lm");
        }
        let messages = folder.join("messages.txt");
        if run(&mut command, &messages, options)? {
            return Ok(());
        }
        let messages = std::fs::read_to_string(&messages).unwrap_or_default();
        let excerpt = excerpt(&messages, files);
        Err(BuildError::Refused {
            command: shown(&command),
            messages,
            source: first_source,
            excerpt,
        })
    }
}

/// The lines of the C around the first complaint.
fn excerpt(messages: &str, files: &[SourceFile]) -> String {
    const AROUND: usize = 3;
    let place = messages.lines().filter(|line| line.contains("error")).find_map(|line| {
        let mut parts = line.split(':');
        let file = files.iter().find(|file| parts.clone().next() == Some(&file.name))?;
        parts.next();
        let number: usize = parts.next()?.parse().ok()?;
        Some((file, number))
    });
    let Some((file, number)) = place else { return String::new() };
    let first = number.saturating_sub(AROUND).max(1);
    let lines: Vec<String> = file
        .text
        .lines()
        .enumerate()
        .skip(first - 1)
        .take(2 * AROUND + 1)
        .map(|(index, line)| format!("{:>5} | {line}", index + 1))
        .collect();
    format!("{}:\n{}", file.name, lines.join("\n"))
}
