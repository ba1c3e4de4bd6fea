//! A call as a whole: `solve(@(x) k*x - 2, a, b)`, written by somebody outside the program.
//!
//! The function that is called is entered with the values of the arguments. Names that mean
//! nothing where the call stands are the *names of the call*: nothing is known of them but what is
//! said of them besides. How many arguments there are is known; how many outputs are asked for,
//! only if the call is written with a left side.
//!
//! ```text
//! bisect(@(x) k*x - 2, a, 3)        names: k, a; three arguments, any number of outputs
//! [x, n] = bisect(@cos, a, b)       names: a, b; two outputs
//! ```

use std::path::Path;
use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::Callee;
use formwork_hir::body::{Body, Unit};
use formwork_shape::shape::VariableKind;
use formwork_syntax::{Dialect, ExprId, ExprKind, IndexBracket, StmtKind, Tree};
use rustc_hash::FxHashSet;

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::entry::described::{CalledWith, Described};
use crate::entry::spec::{ArgumentSpec, SpecError, SpecKind, described};
use crate::state::frame::Frame;
use crate::trace::{Destination, VariantId};

/// A call that was read.
struct Written {
    /// The function.
    name: String,
    /// The arguments, as text.
    args: Vec<String>,
    /// How many outputs are asked for, if that is written.
    nargout: Option<usize>,
    tree: Tree,
}

impl Written {
    /// Reads a call.
    fn read(text: &str, dialect: Dialect) -> Result<Written, SpecError> {
        let parsed = formwork_syntax::parse(text.as_bytes(), dialect);
        if let Some(error) = parsed.errors.first() {
            let column = error.span.start + 1;
            let message = format!("'{text}' is no call: {} (column {column})", error.message);
            return Err(SpecError(message));
        }
        let tree = parsed.tree;
        let fail = |what: &str| {
            let how = "write a call such as 'solve(@(x) x^2 - c, a, 3)' or '[x, n] = solve(f, 1)'";
            Err(SpecError(format!("'{text}' {what}: {how}")))
        };
        let [stmt] = tree.body() else { return fail("is no single call") };
        let StmtKind::Expr(outer) = tree.stmt(*stmt).kind else { return fail("is no call") };
        let (id, nargout) = match &tree.expr(outer).kind {
            ExprKind::Assign(assign) if assign.op.is_none() => {
                (assign.value, Some(assign.targets.len()))
            }
            _ => (outer, None),
        };
        let stores = tree.exprs().filter(|(_, e)| matches!(e.kind, ExprKind::Assign(_))).count();
        if stores > usize::from(nargout.is_some()) {
            return fail("assigns inside an argument");
        }
        let (base, args): (ExprId, &[ExprId]) = match &tree.expr(id).kind {
            ExprKind::Index { base, args, bracket: IndexBracket::Paren } => (*base, args),
            ExprKind::Name(_) => (id, &[]),
            _ => return fail("is no call"),
        };
        let ExprKind::Name(name) = tree.expr(base).kind else {
            return fail("calls no function by its name");
        };
        let mut texts = Vec::new();
        for &arg in args {
            let expr = tree.expr(arg);
            let text = match &expr.kind {
                ExprKind::Colon => "':'".to_owned(),
                ExprKind::Index { bracket: IndexBracket::Brace, args, .. }
                    if args.iter().any(|&id| matches!(tree.expr(id).kind, ExprKind::Colon)) =>
                {
                    return fail("passes a list of which nobody knows how long it is");
                }
                _ => String::from_utf8_lossy(
                    tree.source().get(expr.span.range()).unwrap_or_default(),
                )
                .into_owned(),
            };
            texts.push(text);
        }
        let name = tree.name(name).to_owned();
        Ok(Written { name, args: texts, nargout, tree })
    }
}

impl Analyst<'_> {
    /// Walks the function that a call names, with what is said of the names of the call, and keeps
    /// it in the trace. The call is read as a part of a file.
    ///
    /// # Errors
    ///
    /// If it is no call, there is no such function, an argument has no value, or what is said of a
    /// name makes no sense.
    pub fn trace_call(
        &mut self,
        path: &Path,
        text: &str,
        specs: &[ArgumentSpec],
    ) -> Result<VariantId, SpecError> {
        let Some(unit) = self.unit(path) else {
            return Err(SpecError(format!("{} cannot be read as a program", path.display())));
        };
        let call = Written::read(text, self.program.dialect())?;
        let (called, body) = self.called_function(&unit, &call.name)?;
        if call.args.len() > body.inputs.len() && body.varargin.is_none() {
            let (given, most) = (call.args.len(), body.inputs.len());
            return Err(SpecError(format!(
                "'{text}' passes {given} arguments, and {} takes {most}",
                body.name
            )));
        }
        if call.nargout.is_some_and(|count| count > body.outputs.len()) && body.varargout.is_none()
        {
            let most = body.outputs.len();
            return Err(SpecError(format!(
                "'{text}' asks for more outputs than {} gives, which is {most}",
                body.name
            )));
        }
        let scope = self.facts.push();
        let said = self.described_call(&unit, &body, &call, specs);
        let traced = said.and_then(|said| self.trace_entry(&called, &body, said));
        self.facts.rollback(scope);
        traced
    }

    /// The function that a name means to a file, its own functions among them.
    fn called_function(
        &mut self,
        unit: &Rc<Unit>,
        name: &str,
    ) -> Result<(Rc<Unit>, Rc<Body>), SpecError> {
        if let Some(id) = unit.function(name) {
            return Ok((Rc::clone(unit), Rc::clone(&unit.bodies[id])));
        }
        let any = unit.bodies.values().next().cloned();
        let target = any.map(|body| {
            self.frames.push(Frame::new(Rc::clone(unit), body));
            let target = self.named_target(name);
            self.frames.pop();
            target
        });
        match target {
            Some(ResolvedName::Function(unit, body)) => Ok((unit, body)),
            Some(ResolvedName::Builtin(_) | ResolvedName::Unwritten) => self.installed_function(name).ok_or_else(|| SpecError(format!(
                "'{name}' is built in: only functions that are written in the language can be \
                 specialized"
            ))),
            Some(ResolvedName::Script(..)) => {
                Err(SpecError(format!("'{name}' is a script, which takes no arguments")))
            }
            Some(ResolvedName::Constructor(_)) => {
                Err(SpecError(format!("'{name}' makes an object: call a function")))
            }
            Some(ResolvedName::Missing) | None => {
                Err(SpecError(format!("there is no function '{name}': add its folder with --path")))
            }
        }
    }

    /// The text of a function of the language, if an installed library has it.
    fn installed_function(&mut self, name: &str) -> Option<(Rc<Unit>, Rc<Body>)> {
        let Callee::File { path, .. } = self.program.in_fallback(name)? else { return None };
        let unit = self.unit(&path)?;
        let body = Rc::clone(&unit.bodies[unit.function(name)?]);
        Some((unit, body))
    }

    /// The names of a call, in the order in which they appear: those that mean nothing where the
    /// call stands.
    fn names_of_call(
        &mut self,
        unit: &Rc<Unit>,
        call: &Written,
    ) -> Result<Vec<Rc<str>>, SpecError> {
        let mut missing: FxHashSet<Rc<str>> = FxHashSet::default();
        for text in &call.args {
            let body = self.lower_supplied(&unit.source.path.clone(), text, &[])?;
            self.missing_names(unit, &body, &mut missing);
        }
        let mut found: Vec<(u32, Rc<str>)> = Vec::new();
        for (_, expr) in call.tree.exprs() {
            if let ExprKind::Name(name) = expr.kind
                && let Some(name) = missing.get(call.tree.name(name))
                && !found.iter().any(|(at, other)| other == name && *at <= expr.span.start)
            {
                found.retain(|(_, other)| other != name);
                found.push((expr.span.start, Rc::clone(name)));
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, name)| name).collect())
    }

    fn missing_names(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        missing: &mut FxHashSet<Rc<str>>,
    ) {
        let handles: FxHashSet<_> = body
            .exprs
            .values()
            .filter_map(|expr| match expr.kind {
                formwork_hir::body::ExprKind::Handle(call) => Some(call),
                _ => None,
            })
            .collect();
        for (id, call) in &body.calls {
            if handles.contains(&id) || unit.function(&call.name).is_some() {
                continue;
            }
            self.frames.push(Frame::new(Rc::clone(unit), Rc::clone(body)));
            let target = self.target(id);
            self.frames.pop();
            if matches!(target, ResolvedName::Missing) {
                missing.insert(Rc::clone(&call.name));
            }
        }
        for anonymous in body.anonymous.values() {
            self.missing_names(unit, &anonymous.body, missing);
        }
    }

    /// What the arguments of a call are.
    fn described_call(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        call: &Written,
        specs: &[ArgumentSpec],
    ) -> Result<Described, SpecError> {
        let names = self.names_of_call(unit, call)?;
        for spec in specs {
            if spec.is_field() {
                return Err(SpecError(format!(
                    "'{}' is a field: describe whole names of the call, or write the value there",
                    spec.name
                )));
            }
            if !names.iter().any(|name| **name == *spec.name) {
                if spec.optional {
                    continue;
                }
                return Err(SpecError(format!(
                    "'{}' is no name of the call that has to be given{}",
                    spec.name,
                    match &names[..] {
                        [] => String::new(),
                        names => format!("; those are {}", names.join(", ")),
                    }
                )));
            }
        }
        let mut said = Described::default();
        let mut known: Vec<(Rc<str>, AbstractValue)> = Vec::new();
        for name in &names {
            let spec = specs.iter().find(|spec| *spec.name == **name);
            let value = match spec.map(|spec| &spec.kind) {
                Some(SpecKind::Value(text)) => {
                    let to = Destination::Name(Rc::clone(name));
                    let supplied = self.supply(unit, to, text, &[])?;
                    self.refuse_unknown(&supplied)?;
                    let value = supplied.value.clone();
                    said.supplied.push(supplied);
                    value
                }
                Some(kind @ SpecKind::Type { .. }) => {
                    described(&mut self.algebra, name, kind).unwrap_or_else(AbstractValue::unknown)
                }
                None => {
                    let shape = self.algebra.variable(name, VariableKind::AnyRank);
                    AbstractValue { shape: Some(shape), ..AbstractValue::unknown() }
                }
            };
            known.push((Rc::clone(name), value));
        }
        let mut args = Vec::new();
        for (place, text) in call.args.iter().enumerate() {
            let to = match body.inputs.get(place) {
                Some(input) => match input.slot {
                    Some(slot) => Destination::Parameter(slot),
                    None => Destination::Ignored,
                },
                None => Destination::Rest(place - body.inputs.len()),
            };
            let supplied = self.supply(unit, to, text, &known)?;
            args.push(supplied.value.clone());
            said.supplied.push(supplied);
        }
        said.call = Some(CalledWith { args, nargout: call.nargout, names });
        Ok(said)
    }
}
