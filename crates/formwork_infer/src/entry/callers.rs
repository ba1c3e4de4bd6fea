//! Functions as others call them.
//!
//! Of a function that is walked with unknown arguments little may be known. Its *callers* say
//! more: the scripts, tests and functions in sight that mention it. They are walked for the sake
//! of their calls alone; of what is found the functions of the file that was asked for are kept,
//! each with the caller that it was found for.
//!
//! ```text
//! area.m            function a = area (p), a = sum (p(:,1) .* p(:,2)); end
//! test_area.m       assert (area ([1 2; 3 4]), 14)      area, as called in test_area.m:
//!                                                       p : double 2x2    a : double 1x1
//! ```

use std::path::Path;
use std::rc::Rc;

use formwork_hir::body::Unit;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::engine::Analyst;
use crate::report::failure::FailureKind;

/// How many statements are walked for the sake of one caller.
const ALLOWANCE: u64 = 20_000;

impl Analyst<'_> {
    /// Looks for functions in a folder, too, after all others.
    pub fn also_search(&mut self, folder: &Path) {
        let mut folders = self.program.search_path().to_vec();
        folders.push(folder.to_path_buf());
        self.program.set_search_path(folders);
    }

    /// Walks a file that calls functions of another one, `own`, to see how.
    pub fn analyse_caller(&mut self, own: &Path, caller: &Path) {
        if let Some(unit) = self.unit(caller) {
            self.walk_caller(own, &unit, caller, 1);
        }
    }

    /// Walks statements that call functions of a file, such as those of a test that stands in it.
    /// They begin in this line of the file.
    pub fn analyse_calling_text(&mut self, own: &Path, text: &[u8], line: u32) {
        if let Ok(unit) = self.program.lower_text(text, own) {
            self.walk_caller(own, &Rc::new(unit), own, line);
        }
    }

    fn walk_caller(&mut self, own: &Path, unit: &Rc<Unit>, caller: &Path, line: u32) {
        let budget = std::mem::replace(&mut self.budget, crate::budget::Budget::of(ALLOWANCE));
        let found = std::mem::take(&mut self.found);
        let dynamic_scope = self.dynamic_scope;
        let defined = std::mem::take(&mut self.names.defined);
        self.define_functions(unit);
        self.analyse_unit(unit);
        self.names.defined = defined;
        self.dynamic_scope = dynamic_scope;
        self.budget = budget;
        let walked = std::mem::replace(&mut self.found, found);
        let caller: Rc<Path> = caller.into();
        // Only what the calls surely lead to counts: a branch that fails need not be taken.
        let mut fatal: FxHashSet<Span> = FxHashSet::default();
        for failure in walked
            .functions
            .iter()
            .filter(|one| one.entry)
            .flat_map(|one| one.sure_failures().filter(|failure| !failure.guarded))
        {
            let mut failure = failure;
            while let FailureKind::Call { inner, .. } = &failure.kind {
                failure = &inner.failure;
                if inner.source.path == own {
                    fatal.insert(failure.span);
                }
            }
        }
        for mut function in walked.functions {
            if !function.entry && function.source.path == own {
                function.failures.retain(|failure| fatal.contains(&failure.span));
                function.caller = Some((Rc::clone(&caller), line));
                self.found.functions.push(function);
            }
        }
    }
}
