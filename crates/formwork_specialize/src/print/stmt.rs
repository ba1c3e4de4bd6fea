//! Functions and statements.

use std::rc::Rc;

use super::layout;
use super::{PrintError, Printer};
use crate::residual::{
    Block, Expr, ExprKind, Function, FunctionId, Known, Link, Place, Stmt, StmtKind, VarId,
};

impl Printer<'_> {
    /// A function.
    pub(super) fn function(&mut self, id: FunctionId) -> Result<(), PrintError> {
        let function = &self.program.functions[id];
        self.mark(function.from, Some(id));
        if let Some(text) = &function.verbatim {
            self.out.push_str(text.trim_end());
            self.out.push('\n');
            return Ok(());
        }
        self.function = id;
        self.variables = self.names.variables(function)?;
        let head = self.head(function);
        layout::write(&mut self.out, &head, 0);
        self.indent = 1;
        self.comments(&function.comments);
        self.block(&function.body)?;
        self.indent = 0;
        self.out.push_str("end\n");
        Ok(())
    }

    fn head(&self, function: &Function) -> String {
        let name = self.names.function(self.function);
        let outputs: Vec<&str> = function.outputs.iter().map(|var| &*self.variables[var]).collect();
        let params: Vec<&str> = function
            .params
            .iter()
            .map(|param| param.as_ref().map_or("~", |var| &*self.variables[var]))
            .collect();
        let outputs = match &outputs[..] {
            [] => String::new(),
            [only] if *only != "varargout" => format!("{only} = "),
            several => format!("[{}] = ", several.join(", ")),
        };
        let soft = format!(", {}", layout::SOFT);
        format!("function {outputs}{name}({})", params.join(&soft))
    }

    pub(super) fn comments(&mut self, comments: &[Rc<str>]) {
        for line in comments.iter().flat_map(|comment| comment.split('\n')) {
            let gap = if line.is_empty() || line.starts_with([' ', '\t', '#']) { "" } else { " " };
            let text = format!("%{gap}{line}");
            self.out.extend(std::iter::repeat_n(' ', 4 * self.indent));
            self.out.push_str(text.trim_end());
            self.out.push('\n');
        }
    }

    fn line(&mut self, text: &str) {
        layout::write(&mut self.out, text, self.indent);
    }

    pub(super) fn block(&mut self, block: &[Stmt]) -> Result<(), PrintError> {
        let next = block.iter().skip(1).map(Some).chain([None]);
        block.iter().zip(next).try_for_each(|(stmt, next)| {
            // `x++` sets `ans` itself.
            if next.is_some_and(|next| self.is_set_by_step(stmt, next)) {
                return Ok(());
            }
            self.stmt(stmt)
        })
    }

    /// Whether a statement sets `ans` to what a step behind it sets it to.
    fn is_set_by_step(&self, stmt: &Stmt, next: &Stmt) -> bool {
        let StmtKind::Assign(ans, value) = &stmt.kind else { return false };
        let StmtKind::Update(place, _, None) = &next.kind else { return false };
        let same = matches!(value.kind, ExprKind::Var(var) if var == place.var);
        same && place.links.is_empty()
            && ans.links.is_empty()
            && !stmt.prints
            && !next.prints
            && stmt.comments.is_empty()
            && self.variables.get(&ans.var).is_some_and(|name| &**name == "ans")
    }

    fn inner(&mut self, block: &[Stmt]) -> Result<(), PrintError> {
        self.indent += 1;
        let result = self.block(block);
        self.indent -= 1;
        result
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), PrintError> {
        self.comments(&stmt.comments);
        self.mark(stmt.from, None);
        let end = if stmt.prints { "" } else { ";" };
        match &stmt.kind {
            StmtKind::Expr(value) => {
                let text = self.expr(value)?;
                self.line(&format!("{text}{end}"));
            }
            StmtKind::Assign(place, value) => {
                let in_elements = matches!(place.links.last(), Some(Link::Paren(_)));
                let text = if in_elements { self.element_value(value)? } else { self.expr(value)? };
                let place = self.place(place)?;
                self.line(&format!("{place} = {text}{end}"));
                self.attributes(value);
            }
            StmtKind::Multi(places, value) => self.multiple_assignment(places, value, end)?,
            StmtKind::Delete(place) => {
                let place = self.place(place)?;
                self.line(&format!("{place} = []{end}"));
            }
            StmtKind::Update(place, op, value) => {
                let place = self.place(place)?;
                let symbol = op.symbol();
                match value {
                    Some(value) => {
                        let value = self.expr(value)?;
                        self.line(&format!("{place} {symbol}= {value}{end}"));
                    }
                    None => self.line(&format!("{place}{symbol}{symbol}{end}")),
                }
            }
            StmtKind::If(clauses, otherwise) => self.if_stmt(clauses, otherwise.as_deref())?,
            StmtKind::While(condition, block) => {
                let condition = self.expr(condition)?;
                self.line(&format!("while {condition}"));
                self.inner(block)?;
                self.line("end");
            }
            StmtKind::DoUntil(block, condition) => {
                self.line("do");
                self.inner(block)?;
                let condition = self.expr(condition)?;
                self.line(&format!("until {condition}"));
            }
            StmtKind::For(place, value, block) => {
                let text = self.expr(value)?;
                let place = self.place(place)?;
                self.line(&format!("for {place} = {text}"));
                self.inner(block)?;
                self.line("end");
            }
            StmtKind::Switch(subject, cases, otherwise) => {
                self.switch(subject, cases, otherwise.as_deref())?;
            }
            StmtKind::Try(block, error, handler) => self.try_stmt(block, *error, handler)?,
            StmtKind::UnwindProtect(block, cleanup) => {
                self.line("unwind_protect");
                self.inner(block)?;
                self.line("unwind_protect_cleanup");
                self.inner(cleanup)?;
                self.line("end_unwind_protect");
            }
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Return => self.line("return;"),
            StmtKind::Declare(global, variables) => self.declaration(*global, variables)?,
        }
        Ok(())
    }

    fn multiple_assignment(
        &mut self,
        places: &[Option<Place>],
        value: &Expr,
        end: &str,
    ) -> Result<(), PrintError> {
        let mut targets = Vec::new();
        for place in places {
            targets.push(match place {
                Some(place) => self.place(place)?,
                None => "~".to_owned(),
            });
        }
        let text = self.expr(value)?;
        let targets = targets.join(&format!(", {}", layout::SOFT));
        self.line(&format!("[{targets}] = {text}{end}"));
        Ok(())
    }

    fn if_stmt(
        &mut self,
        clauses: &[(Expr, Block)],
        otherwise: Option<&[Stmt]>,
    ) -> Result<(), PrintError> {
        for (number, (condition, block)) in clauses.iter().enumerate() {
            let word = if number == 0 { "if" } else { "elseif" };
            let condition = self.expr(condition)?;
            self.line(&format!("{word} {condition}"));
            self.inner(block)?;
        }
        if let Some(block) = otherwise {
            self.line("else");
            self.inner(block)?;
        }
        self.line("end");
        Ok(())
    }

    fn switch(
        &mut self,
        subject: &Expr,
        cases: &[(Expr, Block)],
        otherwise: Option<&[Stmt]>,
    ) -> Result<(), PrintError> {
        let subject = self.expr(subject)?;
        self.line(&format!("switch {subject}"));
        self.indent += 1;
        for (value, block) in cases {
            let value = self.expr(value)?;
            self.line(&format!("case {value}"));
            self.inner(block)?;
        }
        if let Some(block) = otherwise {
            self.line("otherwise");
            self.inner(block)?;
        }
        self.indent -= 1;
        self.line("end");
        Ok(())
    }

    fn try_stmt(
        &mut self,
        block: &[Stmt],
        error: Option<VarId>,
        handler: &[Stmt],
    ) -> Result<(), PrintError> {
        self.line("try");
        self.inner(block)?;
        match error {
            Some(var) => {
                let name = Rc::clone(&self.variables[&var]);
                self.line(&format!("catch {name}"));
            }
            None => self.line("catch"),
        }
        self.inner(handler)?;
        self.line("end");
        Ok(())
    }

    /// `global` or `persistent`.
    fn declaration(
        &mut self,
        global: bool,
        variables: &[(VarId, Option<Expr>)],
    ) -> Result<(), PrintError> {
        let mut text = if global { "global" } else { "persistent" }.to_owned();
        for (var, value) in variables {
            text.push(' ');
            text.push_str(&self.variables[var]);
            if let Some(value) = value {
                text.push_str(" = ");
                text.push_str(&self.expr(value)?);
            }
        }
        self.line(&format!("{text};"));
        Ok(())
    }

    /// Says behind the last line what is known of a value.
    fn attributes(&mut self, value: &Expr) {
        if !self.options.attributes {
            return;
        }
        let Some(text) = attribute_text(&value.known) else { return };
        if self.out.ends_with('\n') {
            self.out.pop();
        }
        self.out.push_str(&format!("  % {text}\n"));
    }
}

/// What is known of a value; `None` if nothing is.
fn attribute_text(known: &Known) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    if let Some(class) = known.class {
        let is_complex = !known.real && (class.is_float());
        let prefix = if is_complex { "perhaps complex " } else { "" };
        parts.push(format!("{prefix}{}", class.name()));
    }
    if let Some(size) = &known.size {
        let extents: Vec<String> = size.iter().map(ToString::to_string).collect();
        parts.push(extents.join("x"));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
