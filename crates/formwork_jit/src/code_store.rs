//! The code store, where compiled code comes from: compiled when it is asked for and kept on
//! disk, or compiled ahead of time.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use formwork_array::optimise::Options as Improvements;
use formwork_hir::body::{Body, Stmt};
use formwork_native::compiler::{BuildError, BuildOptions, CCompiler, Cache, Product};
use formwork_native::load::{EntryPoint, Library};

use crate::batch::Batch;
use crate::candidate::{Candidate, Checks, sources};
use crate::plan::{Plan, Plans};
use crate::toolchain::{Machine, Toolchain};

/// How many seconds the C compiler gets while a program waits.
const COMPILER_SECONDS: u64 = 20;

/// How many bytes of C may be made of a statement, which takes the C compiler its time,
const CODE_PER_STATEMENT: usize = 6 << 10;
/// besides what belongs to any code.
const SHORT_CODE: usize = 200 << 10;
/// Longer code is compiled quickly rather than well.
const LONG_CODE: usize = 150 << 10;

/// Where compiled code comes from.
pub struct CodeStore(Source);

enum Source {
    Disk(Box<Disk>),
    Ready(Library, Option<Plans>),
    Batch(Batch),
}

/// A cache, and the C compiler for what is not in it.
struct Disk {
    cache: Cache,
    toolchain: Toolchain,
    improvements: Improvements,
    build: BuildOptions,
    /// What code depends on besides its statements.
    salt: String,
    compiler: Option<Result<CCompiler, BuildError>>,
    /// Is told, once, that there is no C compiler.
    without_compiler: fn(&BuildError),
}

impl CodeStore {
    /// Code that is compiled when it is asked for, and kept. `facts`: whether what is known of
    /// shapes is used; without it every check stays.
    #[must_use]
    pub fn on_disk(toolchain: Toolchain, machine: Machine, facts: bool) -> CodeStore {
        let Machine { processor, identity, has_compiler, without_compiler } = machine;
        let mut build = BuildOptions::new(Product::SharedObject);
        build.portable = processor.is_none();
        build.seconds = COMPILER_SECONDS;
        let compiler = (!has_compiler).then(|| {
            let tried = CCompiler::candidates(toolchain.compiler.as_deref());
            let tried = tried.into_iter().map(str::to_owned).collect();
            let error = BuildError::NoCompiler { tried };
            without_compiler(&error);
            Err(error)
        });
        let improvements = Improvements { by_types: !facts, keep_checks: !facts, verified: false };
        let salt = format!("{identity}\n{}\n{improvements:?}", processor.unwrap_or_default());
        CodeStore(Source::Disk(Box::new(Disk {
            cache: Cache::new(toolchain.cache.clone()),
            toolchain,
            improvements,
            build,
            salt,
            compiler,
            without_compiler,
        })))
    }

    /// Code that was compiled ahead of time; nothing else is compiled.
    ///
    /// # Errors
    ///
    /// If the file cannot be loaded.
    pub fn ready(library: &Path) -> Result<CodeStore, String> {
        let library = Library::load(library).map_err(|error| error.to_string())?;
        Ok(CodeStore(Source::Ready(library, None)))
    }

    /// Code that was compiled ahead of time according to plans.
    ///
    /// # Errors
    ///
    /// If the file cannot be loaded.
    pub fn planned_ahead(library: &Path, plans: Plans) -> Result<CodeStore, String> {
        let library = Library::load(library).map_err(|error| error.to_string())?;
        Ok(CodeStore(Source::Ready(library, Some(plans))))
    }

    /// For which kinds a statement was compiled, if that was decided ahead of time.
    pub(crate) fn planned(&self, body: &Body, stmt: &Stmt) -> Option<&[Plan]> {
        match &self.0 {
            Source::Ready(_, plans) => plans.as_ref().map(|plans| plans.of(body, stmt)),
            Source::Disk(_) | Source::Batch(_) => None,
        }
    }

    /// The checks of a region in the code that this store has of it.
    pub(crate) fn checks(&self, candidate: &Candidate) -> Option<Checks> {
        candidate.checks(&match &self.0 {
            Source::Disk(disk) => disk.improvements,
            Source::Ready(..) | Source::Batch(_) => Improvements::default(),
        })
    }

    /// Nothing is compiled, but what is asked for is collected.
    #[must_use]
    pub fn collecting(batch: &Batch) -> CodeStore {
        CodeStore(Source::Batch(batch.clone()))
    }

    /// Whether what is asked for is only collected.
    pub(crate) const fn is_collecting(&self) -> bool {
        match &self.0 {
            Source::Batch(_) => true,
            Source::Disk(_) | Source::Ready(..) => false,
        }
    }

    /// Code that is there already.
    pub(crate) fn find(&mut self, candidate: &Candidate) -> Option<EntryPoint> {
        match &self.0 {
            Source::Disk(disk) => {
                let name = disk.name(candidate);
                let path = disk.cache.find(&name, &disk.build)?;
                let entry = load(&path, candidate).ok();
                if entry.is_none() {
                    // It is what was written, and yet of no use here.
                    disk.cache.forget(&name);
                }
                entry
            }
            Source::Ready(library, _) => library.entry(&candidate.name).ok(),
            Source::Batch(_) => None,
        }
    }

    /// Code that is made, or why there is none, if that is to be said. `statements`: how long
    /// is what it is made of.
    pub(crate) fn make(
        &mut self,
        candidate: &Candidate,
        statements: usize,
    ) -> Result<EntryPoint, Option<String>> {
        match &mut self.0 {
            Source::Disk(disk) => disk.make(candidate, statements).map_err(Some),
            Source::Ready(..) => Err(None),
            Source::Batch(batch) => {
                batch.add(candidate);
                Err(None)
            }
        }
    }

    /// Nobody waits for the C compiler any more as soon as this is not zero.
    pub(crate) fn stop_by(&mut self, flag: Arc<AtomicU8>) {
        match &mut self.0 {
            Source::Disk(disk) => disk.build.stop = Some(flag),
            Source::Ready(..) | Source::Batch(_) => {}
        }
    }
}

impl Disk {
    fn name<'a>(&'a self, candidate: &'a Candidate) -> [&'a str; 2] {
        [&candidate.name, &self.salt]
    }

    fn make(&mut self, candidate: &Candidate, statements: usize) -> Result<EntryPoint, String> {
        if self.compiler.is_none() {
            let found = CCompiler::find(self.toolchain.compiler.as_deref());
            if let Err(error) = &found {
                (self.without_compiler)(error);
            }
            self.compiler = Some(found);
        }
        let Some(compiler) = &self.compiler else { return Err("no C compiler".to_owned()) };
        let compiler = compiler.as_ref().map_err(ToString::to_string)?;
        let stopped =
            || self.build.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed) != 0);
        let module = candidate.loop_form_unless(&self.improvements, &stopped)?;
        let files = sources(&module)?;
        let length: usize = files.iter().map(|file| file.text.len()).sum();
        let most = SHORT_CODE + statements.saturating_mul(CODE_PER_STATEMENT);
        if length > most {
            return Err(format!(
                "its code would be too long: {length} bytes of C, {most} for {statements} \
                 statements"
            ));
        }
        let mut build = self.build.clone();
        build.quick = length > LONG_CODE;
        let name = self.name(candidate);
        let path = compiler
            .build_named(&name, &files, &build, &self.cache)
            .map_err(|error| first_line(&error))?;
        load(&path, candidate)
    }
}

/// The entry of a candidate in a file.
fn load(path: &Path, candidate: &Candidate) -> Result<EntryPoint, String> {
    let library = Library::load(path).map_err(|error| error.to_string())?;
    library.entry(&candidate.name).map_err(|error| error.to_string())
}

fn first_line(error: &BuildError) -> String {
    let text = match error {
        BuildError::TooSlow { seconds, .. } => {
            format!("the C compiler was stopped after {seconds} seconds")
        }
        error => error.to_string(),
    };
    text.lines().next().unwrap_or_default().to_owned()
}
