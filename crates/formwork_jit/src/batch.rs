//! Regions that are collected and compiled together.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use formwork_array::optimise::Options as Improvements;
use formwork_native::compiler::{BuildOptions, CCompiler, Cache, Product};
use formwork_native::loops::Module;

use crate::candidate::{Candidate, sources};
use crate::toolchain::Toolchain;

/// Regions that are compiled together later, by the names of their code.
#[derive(Clone, Default)]
pub struct Batch(Rc<RefCell<BTreeMap<String, Module>>>);

impl Batch {
    /// Adds a region, unless it is there already or has no native code.
    pub fn add(&self, candidate: &Candidate) {
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
    fn module(&self) -> Module {
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
        toolchain: &Toolchain,
        portable: bool,
        flags: &[&str],
    ) -> Result<PathBuf, String> {
        let files = sources(&self.module())?;
        let compiler = CCompiler::find(toolchain.compiler.as_deref());
        let compiler = compiler.map_err(|error| error.to_string())?;
        let mut build = BuildOptions::new(Product::SharedObject);
        build.portable = portable;
        build.flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        let cache = Cache::new(toolchain.cache.clone());
        compiler.build(&files, &build, &cache).map_err(|error| error.to_string())
    }
}
