//! Whole functions.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, Link, Stmt, StmtKind, Unit};
use formwork_infer::ArgumentSpec;
use formwork_infer::trace::{AnonymousCall, Trace, Variant, VariantId};
use formwork_shape::shape::Algebra;
use rustc_hash::FxHashMap;

use super::overwritten::overwritten;
use super::supplied::{FieldStore, Start, constants};
use super::{Element, Emitter, Making, Request, placeholder, writable};
use crate::residual::{
    Callee, Expr, ExprKind, Function, Link as Into, Place, Stmt as Made, StmtKind as Kind, VarId,
};

impl Emitter {
    fn making<'a>(trace: &'a Trace, algebra: &'a Algebra, variant: VariantId) -> Making<'a> {
        let variant = &trace.variants[variant];
        Making {
            trace,
            algebra,
            body: &variant.body,
            unit: &variant.unit,
            vars: cranelift_entity::PrimaryMap::new(),
            by_name: FxHashMap::default(),
            spread: None,
            overwritten: overwritten(&variant.steps),
            captured: FxHashMap::default(),
            parsers: FxHashMap::default(),
            removed: Rc::default(),
            from_outside: variant.args.is_none(),
            nargin: variant.args.as_ref().map(Vec::len).or(variant.given),
            nargout: variant.nargout,
        }
    }

    /// A function that is called from outside: all its parameters that are not fixed, and
    /// all its outputs. What was said of its parameters is checked if that is wanted.
    pub(super) fn entry_function(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        id: VariantId,
        name: &str,
        specs: &[ArgumentSpec],
    ) -> Function {
        let variant = &trace.variants[id];
        let body = &variant.body;
        self.dynamic_scope = false;
        self.comments.begin();
        let mut making = Self::making(trace, algebra, id);
        let Start { params, mut block, fields, names } = self.start(&mut making, variant);
        let asked = variant.nargout.unwrap_or(usize::MAX);
        let mut outputs: Vec<VarId> =
            body.outputs.iter().take(asked).map(|&slot| making.var(slot)).collect();
        if asked > body.outputs.len() {
            outputs.extend(body.varargout.map(|slot| making.var(slot)));
        }
        block.extend(self.entry_checks(&mut making, (variant, &names), name, specs));
        self.dissolve_parsers(&mut making, variant);
        let own = self.block(&mut making, &variant.steps);
        let dynamic_scope = variant.dynamic_scope || std::mem::take(&mut self.dynamic_scope);
        let seen = |field: &FieldStore| dynamic_scope || field.is_read(&own, &outputs);
        block.extend(fields.into_iter().filter(seen).flat_map(|field| field.block));
        block.extend(own);
        Function {
            params,
            outputs,
            outlived: making.outlived(),
            vars: making.vars,
            body: block,
            dynamic_scope,
            ..placeholder(name, &body.name)
        }
    }

    /// A script: it leaves all its variables.
    pub(super) fn script(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        id: VariantId,
        name: &str,
    ) -> Function {
        let mut made = self.entry_function(trace, algebra, id, name, &[]);
        let ans = &trace.variants[id].body.slots[trace.variants[id].body.ans].name;
        if !made.vars.values().any(|variable| variable.name == *ans) {
            // Expressions on their own set it without naming it.
            made.vars.push(crate::residual::Variable { name: Rc::clone(ans), exposed: false });
        }
        Function { outputs: made.vars.keys().collect(), ..made }
    }

    /// A function in one of the ways it is called.
    pub(super) fn variant_function(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        request: &Request,
        name: &Rc<str>,
    ) -> Function {
        let variant = &trace.variants[request.variant];
        let body = &variant.body;
        self.dynamic_scope = false;
        self.comments.begin();
        let mut making = Self::making(trace, algebra, request.variant);
        let mut block: Vec<Made> = Vec::new();
        let mut params = self.captured_params(&mut making, request);
        params.extend(parameters(&mut making, variant, request, &mut block));
        let outputs = if variant.anonymous.is_some() {
            self.anonymous_result(&mut making, variant, &mut block)
        } else {
            let outputs = outputs(&mut making, variant, request);
            self.dissolve_parsers(&mut making, variant);
            block.extend(self.block(&mut making, &variant.steps));
            outputs
        };
        Function {
            params,
            outputs,
            outlived: making.outlived(),
            vars: making.vars,
            body: block,
            dynamic_scope: variant.dynamic_scope || std::mem::take(&mut self.dynamic_scope),
            ..placeholder(name, if body.name.starts_with('@') { "anonymous" } else { &body.name })
        }
    }

    /// Computes the value of an anonymous function from what it captured, which is known;
    /// gives the variable that holds it.
    fn anonymous_result(
        &mut self,
        making: &mut Making<'_>,
        variant: &Variant,
        block: &mut Vec<Made>,
    ) -> Vec<VarId> {
        let Some(AnonymousCall { anonymous, captured, scene, .. }) = &variant.anonymous else {
            return Vec::new();
        };
        for (&(_, slot), value) in anonymous.captures.iter().zip(captured) {
            if let Some(value) = value.as_ref().and_then(writable) {
                let place = Place::whole(making.var(slot));
                block.push(Made::silent(Kind::Assign(place, Expr::constant(value.clone()))));
            }
        }
        let value = self.expr(making, scene, anonymous.value);
        let result = making.named(&"result".into());
        block.push(Made::silent(Kind::Assign(Place::whole(result), value)));
        vec![result]
    }

    /// An entry that is kept as it was written: where it counts its arguments or says what
    /// they are, or where more than constants were written for it, a function around it passes
    /// what is fixed.
    pub(super) fn kept_entry(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        id: VariantId,
        name: &str,
    ) -> Function {
        let variant = &trace.variants[id];
        let (unit, body) = (&variant.unit, &variant.body);
        let counts = body.calls.values().any(|call| call.id() == Some(BuiltinId::Nargin));
        // A block `arguments` names all parameters.
        let plain = variant.supplied.is_empty() || (!counts && body.arguments.is_empty());
        if let (true, Some(fixed)) = (plain, constants(variant)) {
            return self.verbatim(unit, body, name, &fixed);
        }
        let whole = self.verbatim(unit, body, &format!("{name}__whole"), &[]);
        let whole = self.program.functions.push(whole);
        self.entry_around(trace, algebra, id, name, whole)
    }

    /// A function that calls another with all of its arguments, the fixed ones included.
    pub(super) fn entry_around(
        &mut self,
        trace: &Trace,
        algebra: &Algebra,
        id: VariantId,
        name: &str,
        whole: crate::residual::FunctionId,
    ) -> Function {
        let variant = &trace.variants[id];
        let body = &variant.body;
        self.dynamic_scope = false;
        self.comments.begin();
        let mut making = Self::making(trace, algebra, id);
        let Start { params, mut block, fields, .. } = self.start(&mut making, variant);
        block.extend(fields.into_iter().flat_map(|field| field.block));
        let read = |var: VarId| Expr { sure: true, ..Expr::unknown(ExprKind::Var(var)) };
        let given = variant.names.as_ref().and(variant.given).unwrap_or(usize::MAX);
        let mut args: Vec<Expr> = body
            .inputs
            .iter()
            .take(given)
            .map(|input| match input.slot {
                Some(slot) => read(making.var(slot)),
                None => Expr::constant(formwork_runtime::Value::empty()),
            })
            .collect();
        if let Some(slot) = body.varargin.filter(|_| given > body.inputs.len()) {
            let own = making.var(slot);
            let all = Expr { sure: true, ..Expr::unknown(ExprKind::Colon) };
            let list = ExprKind::Index(Box::new(read(own)), vec![Into::Brace(vec![all])]);
            args.push(Expr::unknown(list));
        }
        let mut function = placeholder(name, &body.name);
        let call = Expr::unknown(ExprKind::Call(Callee::Function(whole), args));
        let kind = if body.outputs.is_empty() && body.varargout.is_none() {
            Kind::Expr(call)
        } else {
            let own = making.named(&"varargout".into());
            function.outputs.push(own);
            let one = Expr::constant(formwork_runtime::Value::count(1));
            let wanted = match variant.nargout {
                Some(count) => Expr::constant(formwork_runtime::Value::count(count)),
                None => Expr::unknown(ExprKind::Call(
                    Callee::Name(BuiltinId::Nargout.name().into()),
                    Vec::new(),
                )),
            };
            let range = ExprKind::Range(Box::new(one), None, Box::new(wanted));
            let links = vec![Into::Brace(vec![Expr::unknown(range)])];
            Kind::Multi(vec![Some(Place { links, ..Place::whole(own) })], call)
        };
        block.push(Made::silent(kind));
        Function { params, vars: making.vars, body: block, ..function }
    }

    /// A function as it was written, except for its name and for parameters that are
    /// fixed. The functions it calls keep their names.
    pub(super) fn verbatim(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        name: &str,
        fixed: &[(SlotId, formwork_runtime::Value)],
    ) -> Function {
        let source = body.source.text();
        let (from, has_end) = first_and_end(source, body);
        let inside = source.get(from as usize..body.span.end as usize).unwrap_or_default();
        let inside = String::from_utf8_lossy(inside).trim_end().to_owned();
        let mut text = String::from("function ");
        let slot_name = |slot: SlotId| body.slots[slot].name.to_string();
        let outputs: Vec<String> =
            body.outputs.iter().copied().chain(body.varargout).map(slot_name).collect();
        if !outputs.is_empty() {
            text.push_str(&format!("[{}] = ", outputs.join(", ")));
        }
        let is_fixed = |slot: SlotId| fixed.iter().any(|(own, _)| *own == slot);
        let mut params: Vec<String> = Vec::new();
        for input in &body.inputs {
            match input.slot {
                Some(slot) if is_fixed(slot) => {}
                Some(slot) => {
                    let default = input.default.map(|id| body.exprs[id].span.range());
                    let default = default.and_then(|range| source.get(range));
                    params.push(match default {
                        Some(text) => {
                            format!("{} = {}", slot_name(slot), String::from_utf8_lossy(text))
                        }
                        None => slot_name(slot),
                    });
                }
                None => params.push("~".to_owned()),
            }
        }
        params.extend(body.varargin.map(slot_name));
        text.push_str(&format!("{name} ({})\n", params.join(", ")));
        for (slot, value) in fixed {
            if let Some(value) = crate::lift::lift(value) {
                text.push_str(&format!("  {} = {};\n", slot_name(*slot), value.text));
            }
        }
        text.push_str("  ");
        text.push_str(&inside);
        if !has_end {
            text.push_str("\nend");
        }
        self.counts.blocked.push(format!("'{}' is kept as it is", body.name));
        let says = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Note(_));
        if self.asserts && super::keep::any(&body.statements, &says) {
            let reason = format!("what comments in '{}' say is not checked", body.name);
            self.counts.blocked.push(reason);
        }
        self.want_callees(unit, body);
        Function { verbatim: Some(text.into()), ..placeholder(name, &body.name) }
    }

    /// Makes sure that the functions exist that a function calls by name, its nested and
    /// anonymous ones included.
    fn want_callees(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) {
        for target in body.calls.values() {
            self.callee_in(unit, target);
        }
        for expr in body.exprs.values() {
            if let formwork_hir::body::ExprKind::Const(value) = &expr.kind {
                self.want_text(unit, value);
            }
        }
        for anonymous in body.anonymous.values() {
            self.want_callees(unit, &anonymous.body);
        }
        for &nested in &body.nested {
            self.want_callees(unit, &Rc::clone(&unit.bodies[nested]));
        }
    }
}

/// The parameters of a variant that calls pass; those that are known are assigned first.
fn parameters(
    making: &mut Making<'_>,
    variant: &Variant,
    request: &Request,
    block: &mut Vec<Made>,
) -> Vec<Option<VarId>> {
    let body = &variant.body;
    let mut params: Vec<Option<VarId>> = Vec::new();
    let args = variant.args.as_deref().unwrap_or_default();
    for (place, (arg, input)) in args.iter().zip(&body.inputs).enumerate() {
        if request.passes(place) {
            params.push(input.slot.map(|slot| making.var(slot)));
        }
        if let (Some(slot), Some(value)) = (input.slot, writable(arg)) {
            let target = Place::whole(making.var(slot));
            block.push(Made::silent(Kind::Assign(target, Expr::constant(value.clone()))));
        }
    }
    if let Some(slot) = body.varargin {
        let elements = varargin_elements(making, variant, request, &mut params);
        let cells: Vec<Expr> = elements.iter().map(element_expr).collect();
        let rows = if cells.is_empty() { Vec::new() } else { vec![cells] };
        let cell = Expr { sure: true, ..Expr::unknown(ExprKind::Cell(rows)) };
        let target = Place::whole(making.var(slot));
        block.push(Made::silent(Kind::Assign(target, cell)));
        if !formwork_hir::query::is_assigned(&body.statements, slot) {
            making.spread = Some((slot, elements));
        }
    }
    params
}

/// The elements of `varargin`; those that calls pass become parameters of their own.
fn varargin_elements(
    making: &mut Making<'_>,
    variant: &Variant,
    request: &Request,
    params: &mut Vec<Option<VarId>>,
) -> Vec<Element> {
    let named = variant.body.inputs.len();
    let args = variant.args.as_deref().unwrap_or_default();
    let mut elements = Vec::new();
    for (place, arg) in args.iter().enumerate().skip(named) {
        let own = |making: &mut Making<'_>| {
            let name: Rc<str> = format!("varargin_{}", place - named + 1).into();
            making.named(&name)
        };
        let var = request.passes(place).then(|| own(making));
        params.extend(var.map(Some));
        elements.push(match (writable(arg), var) {
            (Some(value), _) => Element::Known(value.clone()),
            (None, Some(var)) => Element::Var(var),
            (None, None) => Element::Var(own(making)),
        });
    }
    elements
}

/// The outputs of a variant that is no anonymous function, as far as calls want them.
fn outputs(making: &mut Making<'_>, variant: &Variant, request: &Request) -> Vec<VarId> {
    let body = &variant.body;
    let wanted = variant.nargout.unwrap_or(1).max(1);
    let mut outputs: Vec<VarId> = Vec::new();
    for (place, &slot) in body.outputs.iter().take(wanted).enumerate() {
        if request.gives(place) {
            outputs.push(making.var(slot));
        }
    }
    if wanted > body.outputs.len()
        && let Some(slot) = body.varargout
    {
        outputs.push(making.var(slot));
    }
    outputs
}

/// Where the first statement of a function begins, a block `arguments` and nested functions
/// among them, and whether an `end` closes the function.
fn first_and_end(source: &[u8], body: &Body) -> (u32, bool) {
    let first = body.statements.first().map_or(body.span.end, |stmt| stmt.span.start);
    let parsed = formwork_syntax::parse(source, formwork_syntax::Dialect::default());
    let tree = &parsed.tree;
    let own = tree.functions().find(|(_, function)| function.span == body.span);
    own.map_or((first, false), |(_, function)| {
        let starts = function.body.iter().map(|&id| tree.stmt(id).span.start);
        (starts.fold(first, u32::min), function.has_end)
    })
}

/// An element of `varargin` as an expression.
pub(super) fn element_expr(element: &Element) -> Expr {
    match element {
        Element::Known(value) => Expr::constant(value.clone()),
        Element::Var(var) => Expr { sure: true, ..Expr::unknown(ExprKind::Var(*var)) },
    }
}

/// Whether a link is `{k}` with a number that is known, and which.
pub(super) fn is_brace(link: &Link) -> Option<&[formwork_hir::body::ExprId]> {
    match link {
        Link::Brace(arguments) => Some(&arguments.exprs),
        Link::Paren(_) | Link::Field(_) | Link::DynamicField(_) => None,
    }
}
