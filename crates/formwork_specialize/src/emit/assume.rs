//! Checks that what was assumed holds when the residual runs (`--assert`).
//!
//! Assumed is what the command line and files of annotations say of parameters, and what
//! comments `%#` say of variables. A check stands where its assumption begins to hold: at
//! the beginning of the entry, or where the comment stood. What only asks for less to be
//! known (`widen`) assumes nothing; that a variable has no value is not checked.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::body::{Note, VariableNote};
use formwork_infer::trace::Variant;
use formwork_infer::{ArgumentSpec, Extent, SpecKind};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use super::{Emitter, Making};
use crate::residual::{Callee, Expr, ExprKind, Link, Stmt, StmtKind, VarId};

/// What the errors that checks raise are called.
const IDENTIFIER: &str = "formwork:assumption";

/// A size of an argument that has a name.
struct NamedSize {
    name: String,
    expr: Expr,
    /// How it is written in messages.
    text: String,
}

impl Emitter {
    /// The checks of what was said of the parameters of the entry, which is called `name`.
    pub(super) fn entry_checks(
        &mut self,
        making: &mut Making<'_>,
        (variant, names): (&Variant, &FxHashMap<Rc<str>, VarId>),
        name: &str,
        specs: &[ArgumentSpec],
    ) -> Vec<Stmt> {
        let mut checks = Vec::new();
        if !self.asserts {
            return checks;
        }
        for spec in specs.iter().filter(|spec| spec.is_field()) {
            if let SpecKind::Type { .. } = spec.kind {
                let reason = format!("what is said of '{}' is not checked", spec.name);
                self.counts.blocked.push(reason);
            }
        }
        let inputs = match &variant.names {
            Some(_) => {
                let own = |spec: &ArgumentSpec| names.get(&*spec.name).copied();
                specs.iter().filter_map(|spec| Some((own(spec)?, spec))).collect()
            }
            None => described_inputs(making, variant, specs),
        };
        if variant.names.is_none() {
            checks.extend(count_check(variant, specs, name));
        }
        let mut sizes: Vec<NamedSize> = Vec::new();
        for &(var, spec) in &inputs {
            let holds = said_of_argument(var, spec, &mut sizes);
            let message = format!("{name}: {} is assumed to be {}", spec.name, spec.kind);
            checks.extend(check(holds, message));
        }
        checks.extend(size_checks(&inputs, &sizes, name));
        checks
    }

    /// The check of what a comment says.
    pub(super) fn note_check(
        &self,
        making: &mut Making<'_>,
        note: &Note,
        span: Span,
    ) -> Option<Stmt> {
        let line = making.body.source.place(span.start).line;
        let place = format!("{}, line {line}", making.body.name);
        match note {
            Note::Variable(slot, said) => {
                let var = making.var(*slot);
                let (holds, words) = said_of(var, said)?;
                let name = &making.body.slots[*slot].name;
                check(holds, format!("{place}: {name} is assumed {words}"))
            }
            Note::Nargin(count) if making.from_outside => {
                let own = call(BuiltinId::Nargin, Vec::new());
                let own = Self::count_of_arguments(making, own.kind);
                let holds = binary(BinaryOp::Equal, Expr::unknown(own), number(*count as f64));
                check(vec![holds], format!("{place}: nargin is assumed to be {count}"))
            }
            Note::Nargout(count) if making.from_outside => {
                let own = call(BuiltinId::Nargout, Vec::new());
                let holds = binary(BinaryOp::Equal, own, number(*count as f64));
                check(vec![holds], format!("{place}: nargout is assumed to be {count}"))
            }
            Note::Nargin(_)
            | Note::Nargout(_)
            | Note::Unroll
            | Note::NoUnroll
            | Note::Preserve(_)
            | Note::NoInterpret(_) => None,
        }
    }
}

/// The parameters of the entry that are not fixed and of which something was said.
fn described_inputs<'s>(
    making: &mut Making<'_>,
    variant: &Variant,
    specs: &'s [ArgumentSpec],
) -> Vec<(VarId, &'s ArgumentSpec)> {
    let is_fixed = |slot| variant.fixes(slot);
    variant
        .body
        .inputs
        .iter()
        .filter_map(|input| input.slot.filter(|&slot| !is_fixed(slot)))
        .filter_map(|slot| {
            let own = &variant.body.slots[slot].name;
            let spec = specs.iter().find(|spec| *spec.name == **own)?;
            Some((making.var(slot), spec))
        })
        .collect()
}

/// What to check of what was said of an argument; its sizes that have names are collected.
fn said_of_argument(var: VarId, spec: &ArgumentSpec, sizes: &mut Vec<NamedSize>) -> Vec<Expr> {
    let mut holds = Vec::new();
    let SpecKind::Type { class, real, integer, dims, low, high } = &spec.kind else {
        return holds;
    };
    let numeric = *integer || low.is_some() || high.is_some();
    let class = class.or((*real || numeric).then_some(Class::Double));
    holds.extend(class.map(|class| of_class(var, class)));
    if (*real || numeric) && class.is_some_and(Class::is_float) {
        holds.push(call(BuiltinId::Isreal, vec![read(var)]));
    }
    let dims = match dims {
        None if numeric => Some(vec![Extent::Literal(1), Extent::Literal(1)]),
        dims => dims.clone(),
    };
    if let Some(dims) = &dims {
        let known: Vec<Option<u64>> = dims
            .iter()
            .map(|extent| match extent {
                Extent::Literal(extent) => Some(u64::from(*extent)),
                Extent::Name(_) | Extent::Unknown => None,
            })
            .collect();
        holds.extend(of_size(var, &known));
        for (axis, extent) in dims.iter().enumerate() {
            if let Extent::Name(size) = extent {
                sizes.push(NamedSize {
                    name: size.clone(),
                    expr: extent_of(var, axis),
                    text: format!("size({}, {})", spec.name, axis + 1),
                });
            }
        }
    }
    if numeric {
        let scalar = dims.as_deref().is_some_and(is_scalar);
        holds.extend(within(var, scalar, *integer, (*low, *high)));
    }
    holds
}

/// The checks that sizes with one name are the same. A size that is called like a number
/// among the arguments is that number.
fn size_checks(inputs: &[(VarId, &ArgumentSpec)], sizes: &[NamedSize], name: &str) -> Vec<Stmt> {
    let numbers: Vec<NamedSize> = inputs
        .iter()
        .filter(|(_, spec)| is_whole_number(&spec.kind))
        .map(|(var, spec)| NamedSize {
            name: spec.name.clone(),
            expr: read(*var),
            text: spec.name.clone(),
        })
        .collect();
    let mut checks = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        let same = |other: &&NamedSize| other.name == size.name;
        let earlier = numbers.iter().find(same).or_else(|| sizes[..place].iter().find(same));
        let Some(other) = earlier else { continue };
        let equal = binary(BinaryOp::Equal, size.expr.clone(), other.expr.clone());
        let message = format!("{name}: {} is assumed to be {}", size.text, other.text);
        checks.extend(check(vec![equal], message));
    }
    checks
}

/// Whether a description is that of a number that gives its name to sizes.
fn is_whole_number(kind: &SpecKind) -> bool {
    match kind {
        SpecKind::Type { integer, dims, .. } => *integer && dims.as_deref().is_none_or(is_scalar),
        SpecKind::Value(_) => false,
    }
}

fn is_scalar(dims: &[Extent]) -> bool {
    dims.iter().all(|extent| matches!(extent, Extent::Literal(1)))
}

/// Arguments that something is said of are there, and those before them.
fn count_check(variant: &Variant, specs: &[ArgumentSpec], name: &str) -> Option<Stmt> {
    let inputs = &variant.body.inputs;
    let said = |place: usize| {
        let slot = inputs[place].slot?;
        specs.iter().find(|spec| *spec.name == *variant.body.slots[slot].name)
    };
    let last = (0..inputs.len()).rev().find(|&place| said(place).is_some())?;
    let fixed = |place: usize| inputs[place].slot.is_some_and(|slot| variant.fixes(slot));
    let wanted = (0..=last).filter(|&place| !fixed(place)).count();
    if wanted == 0 {
        return None;
    }
    let holds =
        binary(BinaryOp::GreaterEqual, call(BuiltinId::Nargin, Vec::new()), number(wanted as f64));
    let arguments = if wanted == 1 { "argument is" } else { "arguments are" };
    check(vec![holds], format!("{name}: at least {wanted} {arguments} assumed"))
}

/// What a comment says of a variable: what to check, and in words.
fn said_of(var: VarId, said: &VariableNote) -> Option<(Vec<Expr>, String)> {
    let real = || call(BuiltinId::Isreal, vec![read(var)]);
    Some(match said {
        VariableNote::Size(extents) => {
            let words: Vec<String> = extents
                .iter()
                .map(|extent| extent.map_or("?".to_owned(), |extent| extent.to_string()))
                .collect();
            (of_size(var, extents), format!("to be {}", words.join("x")))
        }
        VariableNote::Ndims(count) => {
            let own = call(BuiltinId::Ndims, vec![read(var)]);
            let holds = binary(BinaryOp::LessEqual, own, number(*count as f64));
            (vec![holds], format!("to have at most {count} dimensions"))
        }
        VariableNote::Real(true) => (vec![real()], "to be real".to_owned()),
        VariableNote::Logical(true) => {
            (vec![call(BuiltinId::Islogical, vec![read(var)])], "to be logical".to_owned())
        }
        VariableNote::Logical(false) => {
            (vec![not(call(BuiltinId::Islogical, vec![read(var)]))], "not to be logical".to_owned())
        }
        VariableNote::Class(class) => {
            let holds = match &**class {
                "function" => of_class(var, Class::FunctionHandle),
                "sparse" => call(BuiltinId::Issparse, vec![read(var)]),
                other => of_class(var, Class::from_name(other)?),
            };
            (vec![holds], format!("to be of class {class}"))
        }
        VariableNote::RealDouble => {
            (vec![of_class(var, Class::Double), real()], "to be real double".to_owned())
        }
        VariableNote::RealScalar => {
            let one = call(BuiltinId::Isscalar, vec![read(var)]);
            let holds = vec![of_class(var, Class::Double), real(), one];
            (holds, "to be a real double scalar".to_owned())
        }
        VariableNote::Defined => {
            // Asking for anything fails without a value.
            let own = call(BuiltinId::Ndims, vec![read(var)]);
            (vec![binary(BinaryOp::GreaterEqual, own, number(0.0))], "to have a value".to_owned())
        }
        VariableNote::Real(false) => {
            let float = call(BuiltinId::Isfloat, vec![read(var)]);
            (vec![float, not(real())], "to be complex".to_owned())
        }
        VariableNote::Widen(_) | VariableNote::Undefined => return None,
    })
}

/// That the elements of an array of numbers lie between bounds, and are whole.
fn within(
    var: VarId,
    scalar: bool,
    integer: bool,
    (low, high): (Option<f64>, Option<f64>),
) -> Vec<Expr> {
    let elements = || {
        if scalar {
            return read(var);
        }
        let all = Expr { sure: true, ..Expr::unknown(ExprKind::Colon) };
        let links = vec![Link::Paren(vec![all])];
        Expr::unknown(ExprKind::Index(Box::new(read(var)), links))
    };
    let every = |holds: Expr| if scalar { holds } else { call(BuiltinId::All, vec![holds]) };
    let mut holds = Vec::new();
    let bounds = [(BinaryOp::GreaterEqual, low), (BinaryOp::LessEqual, high)];
    for (op, bound) in bounds {
        holds.extend(bound.map(|bound| every(binary(op, elements(), number(bound)))));
    }
    if integer {
        let whole = call(BuiltinId::Fix, vec![elements()]);
        holds.push(every(binary(BinaryOp::Equal, elements(), whole)));
        holds.push(every(call(BuiltinId::Isfinite, vec![elements()])));
    }
    holds
}

/// That a variable has a size, as far as it is known.
fn of_size(var: VarId, extents: &[Option<u64>]) -> Vec<Expr> {
    let mut extents = extents.to_vec();
    while extents.len() > 2 && extents.last() == Some(&Some(1)) {
        extents.pop();
    }
    let known: Option<Vec<u64>> = extents.iter().copied().collect();
    match known.as_deref() {
        Some([1, 1]) => vec![call(BuiltinId::Isscalar, vec![read(var)])],
        Some(known) => {
            let row = known.iter().map(|&extent| number(extent as f64)).collect();
            let size = Expr::unknown(ExprKind::Matrix(vec![row]));
            vec![call(BuiltinId::Isequal, vec![call(BuiltinId::Size, vec![read(var)]), size])]
        }
        None => {
            let rank = call(BuiltinId::Ndims, vec![read(var)]);
            let rank = binary(BinaryOp::LessEqual, rank, number(extents.len() as f64));
            let each = extents.iter().enumerate().filter_map(|(axis, extent)| {
                let extent = number((*extent)? as f64);
                Some(binary(BinaryOp::Equal, extent_of(var, axis), extent))
            });
            std::iter::once(rank).chain(each).collect()
        }
    }
}

fn of_class(var: VarId, class: Class) -> Expr {
    let name = Expr::constant(Value::text(class.name()));
    call(BuiltinId::Isa, vec![read(var), name])
}

fn extent_of(var: VarId, axis: usize) -> Expr {
    call(BuiltinId::Size, vec![read(var), Expr::constant(Value::count(axis + 1))])
}

/// A statement that fails unless everything holds; none if there is nothing to hold.
fn check(holds: Vec<Expr>, message: String) -> Option<Stmt> {
    let all = holds
        .into_iter()
        .reduce(|all, next| Expr::unknown(ExprKind::AndAlso(Box::new(all), Box::new(next))))?;
    let texts = [IDENTIFIER, &message].map(|text| Expr::constant(Value::text(text)));
    let error = ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), texts.to_vec());
    let fails = Stmt::silent(StmtKind::Expr(Expr::unknown(error)));
    Some(Stmt::silent(StmtKind::If(vec![(not(all), vec![fails])], None)))
}

fn read(var: VarId) -> Expr {
    Expr::unknown(ExprKind::Var(var))
}

fn number(value: f64) -> Expr {
    Expr::constant(Value::double(value))
}

fn not(expr: Expr) -> Expr {
    Expr::unknown(ExprKind::Unary(UnaryOp::Not, Box::new(expr)))
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::unknown(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

fn call(id: BuiltinId, args: Vec<Expr>) -> Expr {
    let callee = match formwork_builtins::find(id.name()) {
        Some(row) => Callee::Builtin(row),
        None => Callee::Name(id.name().into()),
    };
    Expr::unknown(ExprKind::Call(callee, args))
}
