//! Lowered functions as residual ones, as they are.
//!
//! For functions that are kept, and for tests of what works on the residual alone.
//! Nothing is known here of values: only what cannot fail by its nature is sure, unless
//! the caller vouches for the rest.

use std::rc::Rc;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use formwork_builtins::BuiltinId;
use formwork_hir::SlotId;
use formwork_hir::body::{
    self, Anonymous, Assign, Body, BodyId, BodyKind, CallId, ExprId, Root, Target, Unit,
};
use rustc_hash::FxHashMap;

use crate::residual::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, Known, Link, Place, Program, Stmt,
    StmtKind, VarId, Variable,
};

/// Why a function has no residual form.
pub type Unsupported = &'static str;

/// A unit as a program whose entry is its function of that name.
///
/// With `trusted`, every operation counts as one that succeeds.
///
/// # Errors
///
/// If a function uses something that residual programs do not have.
pub fn from_unit(unit: &Unit, entry: &str, trusted: bool) -> Result<Program, Unsupported> {
    let mut program = Program::default();
    let mut ids: FxHashMap<BodyId, FunctionId> = FxHashMap::default();
    for &(_, body) in &unit.functions {
        ids.insert(body, program.functions.push(empty(&unit.bodies[body].name)));
    }
    for (body, &id) in &ids {
        program.functions[id] =
            from_body(&unit.bodies[*body], trusted, |own| ids.get(&own).copied())?;
    }
    let entry = unit.function(entry).ok_or("there is no such function")?;
    program.entry = ids.get(&entry).copied();
    Ok(program)
}

fn empty(name: &Rc<str>) -> Function {
    Function {
        name: Rc::clone(name),
        origin: Rc::clone(name),
        params: Vec::new(),
        outputs: Vec::new(),
        vars: PrimaryMap::new(),
        body: Vec::new(),
        comments: Vec::new(),
        verbatim: None,
        dynamic_scope: false,
        from: None,
        outlived: Vec::new(),
    }
}

/// A function as it is; `function` says which functions of the same file have residual
/// forms.
///
/// # Errors
///
/// If it uses something that residual programs do not have.
pub fn from_body(
    body: &Body,
    trusted: bool,
    function: impl Fn(BodyId) -> Option<FunctionId>,
) -> Result<Function, Unsupported> {
    if body.kind != BodyKind::Function || !body.nested.is_empty() {
        return Err("functions that share variables");
    }
    if !body.arguments.is_empty() || body.inputs.iter().any(|input| input.default.is_some()) {
        return Err("checked parameters");
    }
    let mut result = empty(&body.name);
    let mut slots = SecondaryMap::with_default(Meaning::None);
    for (slot, variable) in body.slots.iter() {
        let name = Rc::clone(&variable.name);
        slots[slot] = Meaning::Var(result.vars.push(Variable { name, exposed: false }));
    }
    let mut converter = Converter {
        body,
        trusted,
        function: &function,
        slots,
        exposed: Vec::new(),
        dynamic_scope: false,
    };
    for input in &body.inputs {
        let param = input.slot.map(|slot| converter.var(slot)).transpose()?;
        result.params.push(param);
    }
    if let Some(slot) = body.varargin {
        result.params.push(Some(converter.var(slot)?));
    }
    for &slot in body.outputs.iter().chain(&body.varargout) {
        result.outputs.push(converter.var(slot)?);
    }
    result.body = converter.block(&body.statements)?;
    result.dynamic_scope = converter.dynamic_scope;
    for var in converter.exposed {
        result.vars[var].exposed = true;
    }
    Ok(result)
}

/// What a slot is.
#[derive(Clone)]
enum Meaning {
    None,
    Var(VarId),
    Param(Rc<str>),
}

struct Converter<'a> {
    body: &'a Body,
    trusted: bool,
    function: &'a dyn Fn(BodyId) -> Option<FunctionId>,
    slots: SecondaryMap<SlotId, Meaning>,
    exposed: Vec<VarId>,
    dynamic_scope: bool,
}

/// Built-ins that look at the call around but at no variable of it.
const HARMLESS: &[BuiltinId] = &[
    BuiltinId::Nargin,
    BuiltinId::Nargout,
    BuiltinId::Narginchk,
    BuiltinId::Nargoutchk,
    BuiltinId::Isargout,
    BuiltinId::PrintUsage,
];

impl Converter<'_> {
    fn var(&self, slot: SlotId) -> Result<VarId, Unsupported> {
        match &self.slots[slot] {
            Meaning::Var(var) => Ok(*var),
            Meaning::None | Meaning::Param(_) => Err("an assignment in an anonymous function"),
        }
    }

    fn block(&mut self, block: &[body::Stmt]) -> Result<Block, Unsupported> {
        let mut out = Vec::new();
        for stmt in block {
            match &stmt.kind {
                body::StmtKind::Block(inner) => out.extend(self.block(inner)?),
                body::StmtKind::Note(_) => {}
                kind => out.push(Stmt::new(self.stmt(kind)?, stmt.prints)),
            }
        }
        Ok(out)
    }

    fn stmt(&mut self, kind: &body::StmtKind) -> Result<StmtKind, Unsupported> {
        Ok(match kind {
            body::StmtKind::Expr(id) => StmtKind::Expr(self.expr(*id)?),
            body::StmtKind::Assign(assign) => self.assign(assign)?,
            body::StmtKind::If(clauses, otherwise) => {
                let clauses = self.cases(clauses)?;
                StmtKind::If(clauses, self.otherwise(otherwise.as_deref())?)
            }
            body::StmtKind::While(condition, block) => {
                StmtKind::While(self.expr(*condition)?, self.block(block)?)
            }
            body::StmtKind::DoUntil(block, condition) => {
                let block = self.block(block)?;
                StmtKind::DoUntil(block, self.expr(*condition)?)
            }
            body::StmtKind::For(each) => {
                if each.key.is_some() {
                    return Err("a loop over the fields of a struct");
                }
                let value = self.expr(each.iterable)?;
                let place = self.target(&each.target)?.ok_or("a loop without a variable")?;
                StmtKind::For(place, value, self.block(&each.body)?)
            }
            body::StmtKind::Switch(switch) => {
                let subject = self.expr(switch.subject)?;
                let cases = self.cases(&switch.cases)?;
                StmtKind::Switch(subject, cases, self.otherwise(switch.otherwise.as_deref())?)
            }
            body::StmtKind::Try(attempt) => {
                let error = attempt.error.map(|slot| self.var(slot)).transpose()?;
                StmtKind::Try(self.block(&attempt.body)?, error, self.block(&attempt.handler)?)
            }
            body::StmtKind::UnwindProtect(block, cleanup) => {
                StmtKind::UnwindProtect(self.block(block)?, self.block(cleanup)?)
            }
            body::StmtKind::Break => StmtKind::Break,
            body::StmtKind::Continue => StmtKind::Continue,
            body::StmtKind::Return => StmtKind::Return,
            body::StmtKind::Declare(declarations) => {
                let global = declarations.first().is_some_and(|first| first.global);
                let mut variables = Vec::new();
                for declaration in declarations {
                    let var = self.var(declaration.slot)?;
                    self.exposed.push(var);
                    let value = declaration.value.map(|id| self.expr(id)).transpose()?;
                    variables.push((var, value));
                }
                StmtKind::Declare(global, variables)
            }
            body::StmtKind::Define(..) => return Err("the definition of a function"),
            body::StmtKind::Invalid(refusal) => return Err(refusal.message()),
            body::StmtKind::Broken(_) => return Err(body::Refusal::Unread.message()),
            body::StmtKind::Block(_) | body::StmtKind::Note(_) => {
                return Err("a statement that is none");
            }
        })
    }

    fn cases(
        &mut self,
        cases: &[(ExprId, body::Block)],
    ) -> Result<Vec<(Expr, Block)>, Unsupported> {
        cases.iter().map(|(value, block)| Ok((self.expr(*value)?, self.block(block)?))).collect()
    }

    fn otherwise(&mut self, block: Option<&[body::Stmt]>) -> Result<Option<Block>, Unsupported> {
        block.map(|block| self.block(block)).transpose()
    }

    fn assign(&mut self, assign: &Assign) -> Result<StmtKind, Unsupported> {
        let mut places = Vec::new();
        for target in &assign.targets {
            places.push(self.target(target)?);
        }
        if let ([Some(place)], Some(op)) = (&places[..], assign.op) {
            let var = self.node(ExprKind::Var(place.var), false);
            let old = if place.links.is_empty() {
                var
            } else {
                self.node(ExprKind::Index(Box::new(var), place.links.clone()), false)
            };
            let value = self.expr(assign.value)?;
            let value = self.node(ExprKind::Binary(op, Box::new(old), Box::new(value)), false);
            return Ok(StmtKind::Assign(place.clone(), value));
        }
        if let [Some(place)] = &places[..]
            && assign.deletes
            && matches!(place.links.last(), Some(Link::Paren(_)))
        {
            return Ok(StmtKind::Delete(place.clone()));
        }
        let value = self.expr(assign.value)?;
        if !assign.bracketed
            && let [Some(place)] = &mut places[..]
        {
            let place = std::mem::replace(place, Place::whole(VarId::from_u32(0)));
            return Ok(StmtKind::Assign(place, value));
        }
        Ok(StmtKind::Multi(places, value))
    }

    fn target(&mut self, target: &Target) -> Result<Option<Place>, Unsupported> {
        Ok(match target {
            Target::Ignored => None,
            Target::Place { slot, links, .. } => {
                Some(Place { links: self.links(links)?, ..Place::whole(self.var(*slot)?) })
            }
        })
    }

    fn links(&mut self, links: &[body::Link]) -> Result<Vec<Link>, Unsupported> {
        links.iter().map(|link| self.link(link)).collect()
    }

    fn link(&mut self, link: &body::Link) -> Result<Link, Unsupported> {
        Ok(match link {
            body::Link::Paren(args) => Link::Paren(self.list(&args.exprs)?),
            body::Link::Brace(args) => Link::Brace(self.list(&args.exprs)?),
            body::Link::Field(name) => Link::Field(Rc::clone(name)),
            body::Link::DynamicField(name) => Link::DynamicField(Box::new(self.expr(*name)?)),
        })
    }

    fn list(&mut self, ids: &[ExprId]) -> Result<Vec<Expr>, Unsupported> {
        ids.iter().map(|&id| self.expr(id)).collect()
    }

    fn boxed(&mut self, id: ExprId) -> Result<Box<Expr>, Unsupported> {
        self.expr(id).map(Box::new)
    }

    fn node(&self, kind: ExprKind, sure: bool) -> Expr {
        Expr { kind, sure: sure || self.trusted, known: Known::default() }
    }

    fn expr(&mut self, id: ExprId) -> Result<Expr, Unsupported> {
        let kind = match &self.body.exprs[id].kind {
            body::ExprKind::Const(value) => return Ok(Expr::constant(value.clone())),
            body::ExprKind::Var(slot) => self.meaning(*slot)?,
            body::ExprKind::Colon => return Ok(self.node(ExprKind::Colon, true)),
            body::ExprKind::End => ExprKind::End,
            body::ExprKind::Unary(op, operand) => ExprKind::Unary(*op, self.boxed(*operand)?),
            body::ExprKind::Binary(op, left, right) => {
                ExprKind::Binary(*op, self.boxed(*left)?, self.boxed(*right)?)
            }
            body::ExprKind::Lazy(op, left, right) => {
                ExprKind::Lazy(*op, self.boxed(*left)?, self.boxed(*right)?)
            }
            body::ExprKind::AndAlso(left, right) => {
                ExprKind::AndAlso(self.boxed(*left)?, self.boxed(*right)?)
            }
            body::ExprKind::OrElse(left, right) => {
                ExprKind::OrElse(self.boxed(*left)?, self.boxed(*right)?)
            }
            body::ExprKind::Range(start, step, stop) => {
                let start = self.boxed(*start)?;
                let step = step.map(|step| self.boxed(step)).transpose()?;
                ExprKind::Range(start, step, self.boxed(*stop)?)
            }
            body::ExprKind::Access(access) => {
                let (base, links) = match access.root {
                    Root::Var(slot) => (self.meaning(slot)?, &access.links[..]),
                    Root::Value(value) => (self.expr(value)?.kind, &access.links[..]),
                    Root::Call(call) => {
                        let callee = self.callee(call);
                        match &access.links[..] {
                            [body::Link::Paren(args), rest @ ..] => {
                                (ExprKind::Call(callee, self.list(&args.exprs)?), rest)
                            }
                            rest => (ExprKind::Call(callee, Vec::new()), rest),
                        }
                    }
                    Root::VarOrCall(..) => return Err("a name that may be a variable or not"),
                };
                if links.is_empty() {
                    base
                } else {
                    let base = self.node(base, false);
                    ExprKind::Index(Box::new(base), self.links(links)?)
                }
            }
            body::ExprKind::Matrix(rows) => ExprKind::Matrix(self.rows(rows)?),
            body::ExprKind::Cell(rows) => ExprKind::Cell(self.rows(rows)?),
            body::ExprKind::Handle(call) => ExprKind::Handle(self.callee(*call)),
            body::ExprKind::Anonymous(id) => {
                let anonymous = Rc::clone(&self.body.anonymous[*id]);
                let kind = self.anonymous(&anonymous)?;
                return Ok(self.node(kind, true));
            }
            body::ExprKind::Assign(_) | body::ExprKind::PostIncrement(_) => {
                return Err("an assignment inside an expression");
            }
            body::ExprKind::Invalid(refusal) => return Err(refusal.message()),
        };
        Ok(self.node(kind, false))
    }

    fn rows(&mut self, rows: &[Box<[ExprId]>]) -> Result<Vec<Vec<Expr>>, Unsupported> {
        rows.iter().map(|row| self.list(row)).collect()
    }

    fn meaning(&self, slot: SlotId) -> Result<ExprKind, Unsupported> {
        match &self.slots[slot] {
            Meaning::Var(var) => Ok(ExprKind::Var(*var)),
            Meaning::Param(name) => Ok(ExprKind::Param(Rc::clone(name))),
            Meaning::None => Err("a variable of an anonymous function that nobody gives"),
        }
    }

    fn callee(&mut self, call: CallId) -> Callee {
        let target = &self.body.calls[call];
        if let Some(id) = target.local.and_then(self.function) {
            return Callee::Function(id);
        }
        let is_builtin = matches!(target.callee, None | Some(formwork_hir::Callee::Builtin));
        match formwork_builtins::find(&target.name).filter(|_| is_builtin) {
            Some(row) => {
                let harmless = row.id.is_some_and(|id| HARMLESS.contains(&id));
                self.dynamic_scope |= row.effects.look_around() && !harmless;
                Callee::Builtin(row)
            }
            None => {
                self.dynamic_scope = true;
                Callee::Name(Rc::clone(&target.name))
            }
        }
    }

    fn anonymous(&mut self, anonymous: &Anonymous) -> Result<ExprKind, Unsupported> {
        let body = &anonymous.body;
        let mut slots = SecondaryMap::with_default(Meaning::None);
        for &(outer, inner) in &anonymous.captures {
            slots[inner] = self.slots[outer].clone();
        }
        let mut params: Vec<Rc<str>> = Vec::new();
        let given = body.inputs.iter().map(|input| input.slot);
        for slot in given.chain(body.varargin.map(Some)) {
            let name = slot.map_or_else(|| Rc::from("~"), |slot| Rc::clone(&body.slots[slot].name));
            if let Some(slot) = slot {
                slots[slot] = Meaning::Param(Rc::clone(&name));
            }
            params.push(name);
        }
        let mut inner = Converter {
            body,
            trusted: self.trusted,
            function: self.function,
            slots,
            exposed: Vec::new(),
            dynamic_scope: false,
        };
        let value = inner.expr(anonymous.value)?;
        self.dynamic_scope |= inner.dynamic_scope;
        Ok(ExprKind::Anonymous(params, Box::new(value), None))
    }
}
