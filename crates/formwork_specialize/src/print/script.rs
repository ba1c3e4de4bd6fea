//! Programs that are scripts.
//!
//! Octave defines the functions of a script when it comes to them, so they stand before
//! the first statement that needs one; a file that begins with a function would be no
//! script. Variables keep their names, because they are what a script leaves; those that
//! were made up on the way are cleared at the end.

use std::rc::Rc;

use formwork_builtins::Effects;
use rustc_hash::FxHashSet;

use super::{PrintError, Printer};
use crate::residual::{Callee, ExprKind, Function, FunctionId, Stmt};
use crate::walk::{visit_statements, words};

impl Printer<'_> {
    /// A script, and the functions that it reaches.
    pub(super) fn script(&mut self, order: &[FunctionId]) -> Result<(), PrintError> {
        let Some((&id, functions)) = order.split_first() else { return Ok(()) };
        let script = &self.program.functions[id];
        self.function = id;
        self.variables = self.names.variables(script)?;
        for &var in &script.outputs {
            if self.variables[&var] != script.vars[var].name {
                return Err(PrintError::Hides(Rc::clone(&script.vars[var].name)));
            }
        }
        // A definition makes a variable of its name a function.
        let defined: FxHashSet<Rc<str>> =
            functions.iter().map(|&id| self.names.callee(&Callee::Function(id))).collect();
        let mut hidden = None;
        visit_statements(&script.body, &mut |stmt| {
            let targets = stmt.kind.targets();
            let mut names = targets.iter().map(|var| &self.variables[var]);
            hidden = hidden.take().or_else(|| names.find(|name| defined.contains(*name)).cloned());
        });
        if let Some(name) = hidden {
            return Err(PrintError::Hides(name));
        }
        self.comments(&script.comments);
        let head = std::mem::take(&mut self.out);
        let mut texts: Vec<String> = Vec::new();
        for stmt in &script.body {
            self.block(std::slice::from_ref(stmt))?;
            texts.push(std::mem::take(&mut self.out));
        }
        let made_up = self.made_up(script);
        self.functions(functions)?;
        let constants: FxHashSet<Rc<str>> =
            self.constants.iter().map(|(name, _)| Rc::clone(name)).collect();
        self.constant_functions();
        let functions = std::mem::take(&mut self.out);
        let by_name = script.dynamic_scope || !self.program.named.is_empty();
        let needs = |stmt: &Stmt, text: &str| {
            // Also a text that is a name: `exist ("f")`.
            calls_functions(stmt, by_name)
                || words(text).any(|word| constants.contains(word) || defined.contains(word))
        };
        let before = script
            .body
            .iter()
            .zip(&texts)
            .take_while(|(stmt, text)| functions.is_empty() || !needs(stmt, text))
            .count();
        self.out = head;
        texts[..before].iter().for_each(|text| self.out.push_str(text));
        if !functions.is_empty() {
            if before == 0 {
                // Anything but a function, and nothing that leaves a variable.
                self.out.push_str("clear ans;\n");
            }
            self.out.push_str(&format!("\n{}\n", functions.trim_matches('\n')));
            if before < texts.len() {
                self.out.push('\n');
            }
        }
        texts[before..].iter().for_each(|text| self.out.push_str(text));
        if !made_up.is_empty() {
            self.out.push_str(&format!("clear {};\n", made_up.join(" ")));
        }
        Ok(())
    }

    /// The variables that a script uses, and does not leave.
    fn made_up(&self, script: &Function) -> Vec<String> {
        let mut names: Vec<String> = script
            .used_vars()
            .into_iter()
            .filter(|var| !script.outputs.contains(var))
            .map(|var| self.variables[&var].to_string())
            .collect();
        names.sort_unstable();
        names
    }
}

/// Whether a statement calls functions of the program or makes handles of them, perhaps
/// `by_name`.
fn calls_functions(stmt: &Stmt, by_name: bool) -> bool {
    let mut found = false;
    visit_statements(std::slice::from_ref(stmt), &mut |stmt| {
        for expr in stmt.kind.exprs() {
            found |= expr.any(&mut |expr| match &expr.kind {
                ExprKind::Call(Callee::Builtin(row), _) => {
                    by_name && row.effects.include(Effects::CALLS)
                }
                ExprKind::Call(callee, _) | ExprKind::Handle(callee) => {
                    by_name || matches!(callee, Callee::Function(_))
                }
                ExprKind::Index(..) => by_name,
                _ => false,
            });
        }
    });
    found
}
