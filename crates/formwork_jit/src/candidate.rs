//! From statements to C: a region of the array IR, its loop form, its C.
//!
//! What a region is called is made from its array IR before anything is optimised, and
//! from what is passed to it. So code that is found under a name is the code of these very
//! statements for values of these kinds, whatever file or program they come from.

use std::rc::Rc;

use formwork_array::optimise::{Options as Improvements, optimise_unless, optimise_with};
use formwork_array::{ir, print_module};
use formwork_hir::body::{Body, Stmt};
use formwork_hir::{Names, SlotId};
use formwork_lower::{Given, Kind, LargeProducts, Lowering, Reason, Region, lower_statements};
use formwork_native::c::{Options, emit_c};
use formwork_native::compiler::{SourceFile, fingerprint};
use formwork_native::loops::{Entry, EntryValue, Module};
use formwork_native::to_loops::lower_module;

use crate::conversion::entry_value;

/// Statements that may be compiled.
pub struct Candidate {
    /// What they read and set.
    pub region: Region,
    /// What the compiled code is called.
    pub(crate) name: String,
    /// The extents that its parameters have, where it is compiled for these alone.
    pub(crate) extents: Vec<Option<Vec<i64>>>,
    module: ir::Module,
}

/// Conditions on subscripts and sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Checks {
    /// How many the statements imply.
    pub implied: usize,
    /// How many of them are made when the code runs.
    pub left: usize,
}

impl Checks {
    /// Adds those of other code.
    pub(crate) const fn add(&mut self, other: Checks) {
        self.implied += other.implied;
        self.left += other.left;
    }
}

impl Candidate {
    /// The longest region at the begin of some statements, for variables that are what
    /// `entry` tells.
    pub(crate) fn of(
        body: &Rc<Body>,
        statements: &[Stmt],
        entry: &dyn Fn(SlotId) -> Option<Given>,
        names: &mut dyn Names,
    ) -> Result<Candidate, Reason> {
        let mut lowering = Lowering::default().with_large_products(LargeProducts::Runtime);
        let region = lower_statements(&mut lowering, body, statements, entry, names)?;
        let module = lowering.into_module();
        let name = name_of(&region, &module);
        let extents = vec![None; region.parameters().len()];
        Ok(Candidate { region, name, extents, module })
    }

    /// The same for parameters of these extents alone.
    pub(crate) fn of_extents(mut self, extents: Vec<Option<Vec<i64>>>) -> Candidate {
        let function = &mut self.module.functions[self.region.function];
        for (&parameter, known) in function.parameters.iter().zip(&extents) {
            if let Some(known) = known {
                function.values[parameter].ty.class = ir::ShapeClass::Known(known.clone());
            }
        }
        Candidate { name: name_of(&self.region, &self.module), extents, ..self }
    }

    /// The array IR as it was lowered.
    #[must_use]
    pub const fn module(&self) -> &ir::Module {
        &self.module
    }

    /// The checks that its statements imply, and those that are left of them.
    pub(crate) fn checks(&self, improvements: &Improvements) -> Option<Checks> {
        let report = optimise_with(&mut self.module.clone(), improvements).ok()?;
        let functions = report.functions();
        let known = self.region.removed;
        Some(Checks {
            implied: known + functions.iter().map(|one| one.implied).sum::<usize>(),
            left: functions.iter().map(|one| one.left).sum(),
        })
    }

    /// The optimised loop form, with an entry of the candidate's name.
    ///
    /// # Errors
    ///
    /// If there is no native code for something in it: the words say for what.
    pub fn loop_form(&self, improvements: &Improvements) -> Result<Module, String> {
        self.loop_form_unless(improvements, &|| false)
    }

    /// The same, unless somebody says that nobody waits for it any more.
    pub(crate) fn loop_form_unless(
        &self,
        improvements: &Improvements,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Module, String> {
        let mut module = self.module.clone();
        optimise_unless(&mut module, improvements, stopped)?;
        let mut lowered = lower_module(&module).map_err(|limitation| limitation.to_string())?;
        let region = &self.region;
        let wanted = &module.functions[region.function].name;
        let function = lowered.find(wanted).ok_or("the region is not among its functions")?;
        let kinds = region.parameters().into_iter().zip(&self.extents);
        let mut arguments: Vec<EntryValue> =
            kinds.map(|(kind, known)| entry_value("", kind, known.as_deref())).collect();
        if region.takes_room {
            arguments.push(entry_value("", Kind::NUMBER, None));
        }
        let mut results = Vec::new();
        for output in &region.outputs {
            results.push(entry_value("", output.kind, None));
            if output.has_state {
                results.push(entry_value("", Kind::NUMBER, None));
            }
        }
        lowered.add_entry(Entry { name: self.name.clone(), function, arguments, results });
        Ok(lowered)
    }
}

/// What the code of a region is called.
fn name_of(region: &Region, module: &ir::Module) -> String {
    let mut passed = String::new();
    for kind in region.parameters() {
        passed.push_str(&format!("{kind}, "));
    }
    passed.push_str(if region.takes_room { "room -> " } else { "-> " });
    for output in &region.outputs {
        passed.push_str(&format!("{} {}, ", output.kind, output.has_state));
    }
    format!("region_{}", fingerprint(&[&passed, &print_module(module)]))
}

/// The C of regions that are going to be loaded, and can be told to stop.
pub(crate) fn sources(module: &Module) -> Result<[SourceFile; 2], String> {
    let mut options = Options::new("regions");
    options.described_entries = true;
    options.hosted = true;
    options.bounded_calls = true;
    let files = emit_c(module, &options).map_err(|error| error.to_string())?;
    Ok([
        SourceFile { name: files.source_name, text: files.source },
        SourceFile { name: files.header_name, text: files.header },
    ])
}
