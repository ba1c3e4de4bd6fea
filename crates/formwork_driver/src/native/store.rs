//! Where compiled code comes from: compiled when it is asked for and kept on disk, or
//! compiled beforehand.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use formwork_array::optimise::Options as Improvements;
use formwork_hir::body::{Body, Stmt};
use formwork_native::compiler::{BuildError, BuildOptions, CCompiler, Cache, Product};
use formwork_native::load::{EntryPoint, Library};
use formwork_native::loops::Module;

use super::candidate::{Candidate, Checks, sources};
use super::plan::{Plan, Plans};
use super::settings::{NativeOptions, own_identity, processor};

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
    Batch(NativeBatch),
}

/// Regions that are compiled together later.
#[derive(Clone, Default)]
pub struct NativeBatch(Rc<RefCell<BTreeMap<String, Module>>>);

/// A cache, and the C compiler for what is not in it.
struct Disk {
    cache: Cache,
    options: NativeOptions,
    build: BuildOptions,
    /// What code depends on besides its statements.
    salt: String,
    compiler: Option<Result<CCompiler, BuildError>>,
}

impl CodeStore {
    /// Code that is compiled when it is asked for, and kept. Where there is no C compiler
    /// that is said, once.
    #[must_use]
    pub fn on_disk(options: &NativeOptions) -> CodeStore {
        let processor = processor();
        let mut build = BuildOptions::new(Product::SharedObject);
        build.portable = processor.is_none();
        build.seconds = COMPILER_SECONDS;
        let compiler = (!options.finds_compiler()).then(|| {
            let tried = CCompiler::candidates(options.compiler.as_deref());
            let tried = tried.into_iter().map(str::to_owned).collect();
            let error = BuildError::NoCompiler { tried };
            say_no_compiler(&error);
            Err(error)
        });
        let salt = format!(
            "{}\n{}\n{:?}",
            own_identity(),
            processor.unwrap_or_default(),
            options.improvements()
        );
        CodeStore(Source::Disk(Box::new(Disk {
            cache: Cache::new(options.cache.clone()),
            options: options.clone(),
            build,
            salt,
            compiler,
        })))
    }

    /// Code that was compiled beforehand; nothing else is compiled.
    ///
    /// # Errors
    ///
    /// If the file cannot be loaded.
    pub fn ready(library: &Path) -> Result<CodeStore, String> {
        let library = Library::load(library).map_err(|error| error.to_string())?;
        Ok(CodeStore(Source::Ready(library, None)))
    }

    /// Code that was compiled beforehand according to plans.
    pub(super) fn planned_beforehand(library: &Path, plans: Plans) -> Result<CodeStore, String> {
        let library = Library::load(library).map_err(|error| error.to_string())?;
        Ok(CodeStore(Source::Ready(library, Some(plans))))
    }

    /// For which kinds a statement was compiled, if that was decided beforehand.
    pub(super) fn planned(&self, body: &Body, stmt: &Stmt) -> Option<&[Plan]> {
        match &self.0 {
            Source::Ready(_, plans) => plans.as_ref().map(|plans| plans.of(body, stmt)),
            Source::Disk(_) | Source::Batch(_) => None,
        }
    }

    /// The checks of a region in the code that this store has of it.
    pub(super) fn checks(&self, candidate: &Candidate) -> Option<Checks> {
        candidate.checks(&match &self.0 {
            Source::Disk(disk) => disk.options.improvements(),
            Source::Ready(..) | Source::Batch(_) => Improvements::default(),
        })
    }

    /// Nothing is compiled, but what is asked for is collected.
    #[must_use]
    pub fn collecting(batch: &NativeBatch) -> CodeStore {
        CodeStore(Source::Batch(batch.clone()))
    }

    /// Whether what is asked for is only collected.
    pub(super) const fn is_collecting(&self) -> bool {
        match &self.0 {
            Source::Batch(_) => true,
            Source::Disk(_) | Source::Ready(..) => false,
        }
    }

    /// Code that is there already.
    pub(super) fn find(&mut self, candidate: &Candidate) -> Option<EntryPoint> {
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
    pub(super) fn make(
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
    pub(super) fn stop_by(&mut self, flag: Arc<AtomicU8>) {
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
            let found = CCompiler::find(self.options.compiler.as_deref());
            if let Err(error) = &found {
                say_no_compiler(error);
            }
            self.compiler = Some(found);
        }
        let Some(compiler) = &self.compiler else { return Err("no C compiler".to_owned()) };
        let compiler = compiler.as_ref().map_err(ToString::to_string)?;
        let stopped =
            || self.build.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed) != 0);
        let module = candidate.loop_form_unless(&self.options.improvements(), &stopped)?;
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

/// Says once what is missing, and what happens instead.
fn say_no_compiler(error: &BuildError) {
    // Who does not listen misses nothing that changes results.
    let _ = writeln!(
        std::io::stderr(),
        "formwork: {error}; what was compiled before runs as it is, the rest is interpreted"
    );
}

impl NativeBatch {
    /// Adds a region, unless it is there already or has no native code.
    pub(super) fn add(&self, candidate: &Candidate) {
        let is_known = self.0.borrow().contains_key(&candidate.name);
        if !is_known && let Ok(module) = candidate.loop_form(&Improvements::default()) {
            self.0.borrow_mut().insert(candidate.name.clone(), module);
        }
    }

    /// How many regions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them as one module.
    pub(super) fn module(&self) -> Module {
        let mut module = Module::new();
        for region in self.0.borrow().values() {
            module.absorb(region.clone());
        }
        module
    }

    /// Compiles all regions into one shared object; `flags` come behind the usual ones.
    ///
    /// # Errors
    ///
    /// If there is no C compiler, or it refuses the C, which would be a defect.
    pub fn compile(
        &self,
        options: &NativeOptions,
        portable: bool,
        flags: &[&str],
    ) -> Result<PathBuf, String> {
        let files = sources(&self.module())?;
        let compiler = CCompiler::find(options.compiler.as_deref());
        let compiler = compiler.map_err(|error| error.to_string())?;
        let mut build = BuildOptions::new(Product::SharedObject);
        build.portable = portable;
        build.flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        let cache = Cache::new(options.cache.clone());
        compiler.build(&files, &build, &cache).map_err(|error| error.to_string())
    }
}
