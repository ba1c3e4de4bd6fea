//! What somebody wrote for an entry on the command line: expressions, as text.
//!
//! A text is lowered as the only statement of a function whose parameters are the names that have
//! a value in it, and walked in a frame of its own: its names are looked up where the file of the
//! entry looks for them, its local functions last. The steps are kept, because what is no constant
//! (handles, and what holds them) is written down as it was computed.
//!
//! ```text
//! f=@(x) x^2               the parameter f
//! opts.tol=1e-6            the field tol of the parameter opts
//! varargin={2, @sin}       2 and @sin behind the parameters that have names
//! solve(@(x) k*x, a)       a call (`called`): its names k and a have values
//! ```

use std::path::Path;
use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents};
use formwork_hir::body::{Body, Unit};
use formwork_shape::Truth;
use formwork_syntax::{Dialect, ExprId, ExprKind, IndexBracket, StmtKind, Tree};

use crate::call::closure::Closure;
use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::entry::spec::SpecError;
use crate::report::failure::FailureKind;
use crate::state::frame::Frame;
use crate::trace::{Destination, Supplied};

/// The statement that a text becomes, up to the text.
const BEFORE: &str = "value__ = ";

/// A text that was found to be one expression.
pub(crate) struct WrittenExpr {
    pub(crate) tree: Tree,
    pub(crate) id: ExprId,
}

impl WrittenExpr {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// If it is no expression, or assigns something.
    pub(crate) fn read(text: &str, dialect: Dialect) -> Result<WrittenExpr, SpecError> {
        let parsed = formwork_syntax::parse(format!("{BEFORE}{text};").as_bytes(), dialect);
        if let Some(error) = parsed.errors.first() {
            let column = (error.span.start as usize + 1).saturating_sub(BEFORE.len()).max(1);
            let message = format!("'{text}' is no expression: {} (column {column})", error.message);
            return Err(SpecError(message));
        }
        let tree = parsed.tree;
        let several = || SpecError(format!("'{text}' is more than one expression"));
        let [stmt] = tree.body() else { return Err(several()) };
        let StmtKind::Expr(outer) = tree.stmt(*stmt).kind else { return Err(several()) };
        let ExprKind::Assign(assign) = &tree.expr(outer).kind else { return Err(several()) };
        let id = assign.value;
        let stores = |expr: &ExprKind| matches!(expr, ExprKind::Assign(_));
        if tree.exprs().filter(|(_, expr)| stores(&expr.kind)).count() > 1 {
            let message = format!("'{text}' assigns: write the value alone");
            return Err(SpecError(message));
        }
        Ok(WrittenExpr { tree, id })
    }

    /// The text of one of its expressions, its own parentheses not included.
    pub(crate) fn text_of(&self, id: ExprId) -> String {
        let text = self.tree.source().get(self.tree.expr(id).span.range()).unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }

    /// The elements of a row of cells, as text; `None` if it is something else.
    pub(crate) fn cells(&self) -> Option<Vec<String>> {
        let ExprKind::Cell(rows) = &self.tree.expr(self.id).kind else { return None };
        match &rows[..] {
            [] => Some(Vec::new()),
            [row] => row.iter().map(|&id| self.is_single(id).then(|| self.text_of(id))).collect(),
            _ => None,
        }
    }

    /// Whether an expression surely has one value.
    pub(crate) fn is_single(&self, id: ExprId) -> bool {
        match &self.tree.expr(id).kind {
            ExprKind::Name(_)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Unary(..)
            | ExprKind::Postfix(..)
            | ExprKind::Binary(..)
            | ExprKind::Range { .. }
            | ExprKind::Matrix(_)
            | ExprKind::FunctionHandle(_)
            | ExprKind::AnonymousFunction { .. } => true,
            ExprKind::Cell(_) => true,
            ExprKind::Index { base, bracket, .. } => {
                let named = matches!(self.tree.expr(*base).kind, ExprKind::Name(_));
                named && *bracket == IndexBracket::Paren
            }
            ExprKind::Error
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Ignored
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. }
            | ExprKind::MetaClass(_)
            | ExprKind::SuperMethod { .. }
            | ExprKind::Assign(_) => false,
        }
    }
}

/// What a text is walked among: names that have a value in it.
pub(crate) type Known = [(Rc<str>, AbstractValue)];

impl Analyst<'_> {
    /// What a text gives, for one of the destinations of an entry. It is walked as a part of the
    /// file `unit`.
    ///
    /// # Errors
    ///
    /// If it is no expression, or has no value.
    pub(crate) fn supply(
        &mut self,
        unit: &Rc<Unit>,
        to: Destination,
        text: &str,
        known: &Known,
    ) -> Result<Supplied, SpecError> {
        WrittenExpr::read(text, self.program.dialect())?;
        let body = self.lower_supplied(&unit.source.path.clone(), text, known)?;
        self.check_handles(unit, &body)?;
        let mut frame = Frame::new(Rc::clone(unit), Rc::clone(&body));
        frame.entry_assumptions = self.facts.assumptions().len();
        self.frames.push(frame);
        for (input, (_, value)) in body.inputs.iter().zip(known) {
            if let Some(slot) = input.slot {
                self.bind(slot, value.clone(), body.span, Truth::Yes);
            }
        }
        self.open_block();
        self.block(&body, &body.statements);
        let steps = self.close_block();
        let Some(frame) = self.frames.pop() else {
            return Err(SpecError(format!("'{text}' has no value")));
        };
        let value = body.outputs.first().and_then(|&slot| {
            let state = frame.slot(slot);
            (state.defined == Truth::Yes && frame.alive).then(|| (*state.value).clone())
        });
        let Some(value) = value else {
            let failure = frame.record.sure_failure();
            let why = failure.and_then(|failure| match (&failure.message, &failure.kind) {
                (Some(message), _) => Some(message.clone()),
                (None, FailureKind::Undefined(name)) => Some(format!("'{name}' is not defined")),
                (None, _) => None,
            });
            return Err(SpecError(match why {
                Some(why) => format!("'{text}' has no value: {why}"),
                None => format!("'{text}' has no value"),
            }));
        };
        Ok(Supplied { to, text: text.into(), unit: Rc::clone(unit), body, steps, value })
    }

    /// A text as the only statement of a function.
    pub(crate) fn lower_supplied(
        &self,
        path: &Path,
        text: &str,
        known: &Known,
    ) -> Result<Rc<Body>, SpecError> {
        let names: Vec<&str> = known.iter().map(|(name, _)| &**name).collect();
        let function =
            format!("function value__ = supplied__({})\n{BEFORE}{text};\nend\n", names.join(", "));
        let unit = self.program.lower_text(function.as_bytes(), path).ok();
        let body = unit.and_then(|unit| {
            let &(_, id) = unit.functions.first()?;
            Some(Rc::clone(&unit.bodies[id]))
        });
        body.ok_or_else(|| SpecError(format!("'{text}' is no expression")))
    }

    /// An error if a text makes a handle of a function that is not there.
    fn check_handles(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) -> Result<(), SpecError> {
        for expr in body.exprs.values() {
            let formwork_hir::body::ExprKind::Handle(call) = expr.kind else { continue };
            self.frames.push(Frame::new(Rc::clone(unit), Rc::clone(body)));
            let target = self.target(call);
            self.frames.pop();
            if matches!(target, ResolvedName::Missing) {
                let name = &body.calls[call].name;
                return Err(SpecError(format!(
                    "there is no function '{name}': add its folder with --path"
                )));
            }
        }
        for anonymous in body.anonymous.values() {
            self.check_handles(unit, &anonymous.body)?;
        }
        Ok(())
    }

    /// An error if it is not known what somebody wrote for a value: it is neither known to the
    /// last part, nor made of what is known by functions without effects.
    pub(crate) fn refuse_unknown(&mut self, supplied: &Supplied) -> Result<(), SpecError> {
        if self.is_static(&supplied.value) || self.is_pure(&supplied.unit, &supplied.body) {
            return Ok(());
        }
        let text = &supplied.text;
        let hint = if formwork_builtins::is_variable_name(text.as_bytes()) {
            format!("; a text is written in quotes: \"{text}\"")
        } else {
            String::new()
        };
        Err(SpecError(format!("'{text}' is not known beforehand{hint}")))
    }

    /// Whether a body calls nothing but built-in functions without effects.
    fn is_pure(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) -> bool {
        body.calls.keys().all(|call| {
            self.frames.push(Frame::new(Rc::clone(unit), Rc::clone(body)));
            let target = self.target(call);
            self.frames.pop();
            matches!(target, ResolvedName::Builtin(row) if row.effects.is_pure())
        })
    }

    /// Whether a value is known to the last part: constants, handles that captured nothing else,
    /// and what holds them.
    pub(crate) fn is_static(&self, value: &AbstractValue) -> bool {
        if value.constant().is_some() {
            return true;
        }
        match &value.contents {
            Some(Contents::Elements(elements)) => {
                elements.iter().all(|element| self.is_static(element))
            }
            Some(Contents::Fields(fields)) => {
                !fields.open
                    && value.is_scalar()
                    && fields.known.iter().all(|(_, field)| self.is_static(field))
            }
            Some(Contents::Handle(id)) => match self.calls.closures.get(id.0 as usize) {
                Some(Closure::Named(..)) => true,
                Some(Closure::Anonymous { captured, .. }) => {
                    captured.iter().flatten().all(|value| self.is_static(value))
                }
                None => false,
            },
            Some(Contents::Every(_)) | None => false,
        }
    }
}
