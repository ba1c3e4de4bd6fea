//! Assumptions: what a user takes for granted of parameters that nothing is said of.
//!
//! Most functions compute with arrays of numbers, and say so nowhere. Under
//! [`Assumption::Numeric`] the parameters of a function that is entered are arrays of numbers of
//! any size. What is inferred then holds on calls that keep to it, and on no others: nobody reports
//! an error because of it.
//!
//! An assumption that the function contradicts is none. A parameter stays what it is if
//!
//! - the function reads a field or an element of a cell array of it (`p.f`, `p{k}`), or calls it
//!   without arguments (`p ()`);
//! - a `switch` compares it with text, a text is assigned to it, or a function of texts takes it;
//! - the function asks whether it is a text, a cell array or a struct;
//! - the function returns only where it is no number ([`Precondition`]), which a first walk without
//!   the assumption finds;
//! - it is `varargin`, or has an `arguments` rule of its own, which says what it is.
//!
//! ```text
//! function y = f (x, how, opts)     x : numeric of any size
//!   switch how, case 'sum', …       how : any
//!   y = x * opts.scale;             opts : struct or object
//! end
//! ```

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation};
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, Expr, ExprId, ExprKind, Link, Root, StmtKind};
use formwork_hir::walk::{statements, subexpressions};
use rustc_hash::FxHashSet;

use crate::engine::Analyst;
use crate::entry::precondition::Precondition;

/// What is assumed of parameters that nothing is said of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Assumption {
    /// Nothing: they may be anything.
    #[default]
    Nothing,
    /// They are arrays of numbers.
    Numeric,
}

impl std::str::FromStr for Assumption {
    type Err = String;

    fn from_str(text: &str) -> Result<Assumption, String> {
        [Assumption::Nothing, Assumption::Numeric]
            .into_iter()
            .find(|one| one.name() == text)
            .ok_or_else(|| format!("unknown assumption '{text}': expected nothing or numeric"))
    }
}

impl Assumption {
    /// As it is written on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Assumption::Nothing => "nothing",
            Assumption::Numeric => "numeric",
        }
    }

    /// The classes that are left of those that a parameter may have.
    fn classes(self) -> ClassSet {
        match self {
            Assumption::Nothing => ClassSet::ALL,
            Assumption::Numeric => ClassSet::NUMBERS,
        }
    }
}

impl Analyst<'_> {
    /// What is learned of parameters and what is assumed of them, of those that nothing was said
    /// of (`undeclared`): what the second walk of a function begins with.
    pub(crate) fn with_assumption(
        &mut self,
        body: &Rc<Body>,
        undeclared: &[SlotId],
        learned: Precondition,
    ) -> Precondition {
        let mut all =
            if self.options.returning { learned.clone() } else { Precondition::default() };
        let contradicted = contradicted(body);
        for &slot in undeclared.iter().filter(|slot| !contradicted.contains(slot)) {
            let name = Rc::clone(&body.slots[slot].name);
            let known = learned.value(slot).cloned().unwrap_or_else(|| {
                let kind = formwork_shape::shape::VariableKind::AnyRank;
                let shape = self.algebra.variable(&name, kind);
                AbstractValue { shape: Some(shape), ..AbstractValue::unknown() }
            });
            let classes = known.classes.intersection(self.options.assume.classes());
            if !classes.is_empty() && classes != known.classes {
                let shape = if self.options.returning { known.shape } else { None };
                let shape = shape.or_else(|| {
                    let kind = formwork_shape::shape::VariableKind::AnyRank;
                    Some(self.algebra.variable(&name, kind))
                });
                all.set(slot, AbstractValue::new(classes, shape));
            }
        }
        all
    }
}

/// The parameters that the text of a function uses as no array of numbers is used.
pub(crate) fn contradicted(body: &Body) -> FxHashSet<SlotId> {
    let mut found: FxHashSet<SlotId> = body.varargin.into_iter().collect();
    found.extend(body.arguments.iter().map(|rule| rule.slot));
    let is_container = |expr: &Expr| {
        let ExprKind::Access(access) = &expr.kind else { return None };
        let slot = access.variable()?;
        let mut links = access.links.iter();
        let other = links.any(|link| match link {
            Link::Field(_) | Link::DynamicField(_) | Link::Brace(_) => true,
            Link::Paren(arguments) => arguments.exprs.is_empty(),
        });
        other.then_some(slot)
    };
    found.extend(body.exprs.values().filter_map(is_container));
    found.extend(body.exprs.values().flat_map(|expr| taken_for_text(body, expr)));
    for stmt in statements(&body.statements) {
        if let StmtKind::Assign(assign) = &stmt.kind
            && has_text(body, assign.value)
            && matches!(body.exprs[assign.value].kind, ExprKind::Const(_))
        {
            found.extend(stmt.assigned());
        }
        if let StmtKind::Switch(switch) = &stmt.kind
            && switch.cases.iter().any(|(label, _)| has_text(body, *label))
        {
            let subjects = subexpressions(body, switch.subject);
            found.extend(subjects.filter_map(|(_, expr)| match expr.kind {
                ExprKind::Var(slot) => Some(slot),
                _ => None,
            }));
        }
    }
    found
}

/// The variables that a call takes for a text, or asks whether they are something else than numbers.
fn taken_for_text(body: &Body, expr: &Expr) -> Vec<SlotId> {
    let ExprKind::Access(access) = &expr.kind else { return Vec::new() };
    let (Root::Call(call), Some(Link::Paren(arguments))) = (access.root, access.links.first())
    else {
        return Vec::new();
    };
    let Some(row) = body.calls[call].row() else { return Vec::new() };
    let numbers = matches!(
        row.id,
        Some(
            BuiltinId::Isnumeric | BuiltinId::Islogical | BuiltinId::Isfloat | BuiltinId::Isinteger
        )
    );
    let takes_text = match row.operation {
        Operation::CompareTexts { .. } | Operation::ChangeCase { .. } | Operation::IsA => true,
        Operation::AskClass => !numbers,
        _ => matches!(
            row.id,
            Some(
                BuiltinId::Cellfun
                    | BuiltinId::Error
                    | BuiltinId::Exist
                    | BuiltinId::Feval
                    | BuiltinId::Fieldnames
                    | BuiltinId::Fopen
                    | BuiltinId::Func2str
                    | BuiltinId::IsFunctionHandle
                    | BuiltinId::Iscellstr
                    | BuiltinId::Isfield
                    | BuiltinId::Regexp
                    | BuiltinId::Regexpi
                    | BuiltinId::Regexprep
                    | BuiltinId::Str2double
                    | BuiltinId::Str2func
                    | BuiltinId::Str2num
                    | BuiltinId::Strfind
                    | BuiltinId::Strrep
                    | BuiltinId::Strsplit
                    | BuiltinId::Strtrim
            )
        ),
    };
    let variable = |id: &ExprId| match body.exprs[*id].kind {
        ExprKind::Var(slot) => Some(slot),
        _ => None,
    };
    if takes_text { arguments.exprs.iter().filter_map(variable).collect() } else { Vec::new() }
}

/// Whether there is text in an expression.
fn has_text(body: &Body, id: ExprId) -> bool {
    subexpressions(body, id)
        .any(|(_, expr)| matches!(&expr.kind, ExprKind::Const(value) if value.is_char()))
}
