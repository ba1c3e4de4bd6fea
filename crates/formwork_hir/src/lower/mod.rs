//! From the resolved tree of a file to its lowered bodies.

mod arguments;
mod class;
mod expr;
mod note;
mod sequence;
mod stmt;
pub(crate) mod text;

use std::rc::Rc;

use cranelift_entity::PrimaryMap;
use formwork_syntax::{FileKind, Function, FunctionId, Span, StmtKind, Tree};
use rustc_hash::FxHashMap;

use crate::body::{
    Anonymous, AnonymousId, ArgumentRule, Block, Body, BodyId, BodyKind, CallId, CallTarget, Expr,
    ExprId, ExprKind, Input, Root, Storage, Unit, Variable,
};
use crate::callee::Callee;
use crate::class_unit::ClassWords;
use crate::resolve::FileNames;
use crate::scope::{ScopeId, ScopeOwner, SlotId, SlotStorage};
use crate::source::SourceText;

/// Lowers a file whose names have been resolved.
pub(crate) fn lower_unit(tree: &Tree, names: &FileNames, source: Rc<SourceText>) -> Unit {
    Lowerer {
        tree,
        names,
        source,
        body_of: FxHashMap::default(),
        bodies: Vec::new(),
        levels: Vec::new(),
        end_seen: false,
    }
    .run()
}

/// A body that is being made.
#[derive(Default)]
struct Level {
    slots: PrimaryMap<SlotId, Variable>,
    exprs: PrimaryMap<ExprId, Expr>,
    calls: PrimaryMap<CallId, CallTarget>,
    anonymous: PrimaryMap<AnonymousId, Rc<Anonymous>>,
    arguments: Vec<ArgumentRule>,
    /// Those that only a name which may be a variable asked for.
    unexplained: FxHashMap<Rc<str>, SlotId>,
    /// How many statements it has so far.
    statements: u32,
    /// Slots that no assignment in the text explains.
    by_name: FxHashMap<Rc<str>, SlotId>,
    /// For an anonymous function: the slots of the scope around it that it has.
    of_scope: FxHashMap<SlotId, SlotId>,
    captures: Vec<(SlotId, SlotId)>,
    class_words: ClassWords,
    is_anonymous: bool,
    /// Whether any name may be a variable that is not to be seen in the text.
    is_script: bool,
}

struct Lowerer<'t> {
    tree: &'t Tree,
    names: &'t FileNames,
    source: Rc<SourceText>,
    body_of: FxHashMap<FunctionId, BodyId>,
    bodies: Vec<Option<Rc<Body>>>,
    levels: Vec<Level>,
    /// Whether `end` has been met since the innermost arguments began.
    end_seen: bool,
}

impl Lowerer<'_> {
    fn run(mut self) -> Unit {
        let tree = self.tree;
        let mut functions = Vec::new();
        for (id, function) in tree.functions() {
            if let [name] = function.name[..] {
                let body = BodyId::from_u32(u32::try_from(self.bodies.len()).unwrap_or(u32::MAX));
                self.bodies.push(None);
                self.body_of.insert(id, body);
                let nested =
                    self.scope_of(id).is_some_and(|scope| self.names.scope(scope).parent.is_some());
                if !nested {
                    functions.push((Rc::from(tree.name(name)), body));
                }
            }
        }
        for (id, function) in tree.functions() {
            if let (Some(&body), Some(scope)) = (self.body_of.get(&id), self.scope_of(id)) {
                let lowered = self.lower_function(function, scope);
                self.bodies[cranelift_entity::EntityRef::index(body)] = Some(Rc::new(lowered));
            }
        }
        let mut script = None;
        // A file without anything in it is a script that does nothing.
        if tree.file_kind() != FileKind::Class
            && (functions.is_empty()
                || tree.body().iter().any(|&id| !is_definition(&tree.stmt(id).kind)))
        {
            script = self.lower_script();
        }
        // A function without a scope belongs to a class: it is never called from here.
        let empty = || Rc::new(self.empty_body());
        let bodies: PrimaryMap<BodyId, Rc<Body>> =
            self.bodies.iter().map(|body| body.clone().unwrap_or_else(empty)).collect();
        let mut by_name: FxHashMap<Rc<str>, BodyId> = FxHashMap::default();
        for (name, id) in &functions {
            by_name.entry(Rc::clone(name)).or_insert(*id);
        }
        let class = self.class_unit();
        Unit { source: self.source, bodies, script, class, functions, by_name }
    }

    fn scope_of(&self, id: FunctionId) -> Option<ScopeId> {
        self.names.scope_of(ScopeOwner::Function(id))
    }

    fn empty_body(&self) -> Body {
        let mut level = Level::default();
        let ans = declare(&mut level, "ans");
        self.finish(level, "", BodyKind::Function, Span::empty(0), Box::default(), ans)
    }

    /// The slots of a scope become those of the body, with the same ids.
    fn open(&mut self, scope: ScopeId, is_script: bool) {
        let mut level = Level { is_script, ..Level::default() };
        for (_, slot) in self.names.scope(scope).slots() {
            let storage = match slot.storage {
                SlotStorage::Outer(outer) => Storage::Outer(outer),
                SlotStorage::Local
                | SlotStorage::Global
                | SlotStorage::Persistent
                | SlotStorage::Anonymous(_) => Storage::Local,
            };
            // Parameters of anonymous functions keep their ids free; no name means them.
            if matches!(slot.storage, SlotStorage::Anonymous(_)) {
                level.slots.push(Variable { name: "".into(), storage });
                continue;
            }
            let name: Rc<str> = slot.name.as_str().into();
            let id = level.slots.push(Variable { name: Rc::clone(&name), storage });
            level.by_name.insert(name, id);
        }
        self.levels.push(level);
    }

    fn lower_script(&mut self) -> Option<BodyId> {
        let scope = self.names.scope_of(ScopeOwner::Script)?;
        self.open(scope, true);
        let ans = self.slot_named("ans");
        let statements = self.block(self.tree.body());
        let level = self.levels.pop()?;
        let name = self.source.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let span = Span::empty(0);
        let mut body =
            self.finish(level, &name.unwrap_or_default(), BodyKind::Script, span, statements, ans);
        body.nested = Box::default();
        let id = BodyId::from_u32(u32::try_from(self.bodies.len()).unwrap_or(u32::MAX));
        self.bodies.push(Some(Rc::new(body)));
        Some(id)
    }

    fn lower_function(&mut self, function: &Function, scope: ScopeId) -> Body {
        let tree = self.tree;
        self.open(scope, false);
        let ans = self.slot_named("ans");
        let mut inputs = Vec::new();
        let mut varargin = None;
        for (index, param) in function.params.iter().enumerate() {
            let slot = param.name.map(|name| self.slot_named(tree.name(name)));
            let is_last = index + 1 == function.params.len();
            if is_last && param.name.is_some_and(|name| tree.name(name) == "varargin") {
                varargin = slot;
            } else {
                let default = param.default.map(|default| self.expr(default));
                inputs.push(Input { slot, default });
            }
        }
        let mut outputs = Vec::new();
        let mut output_spans = Vec::new();
        let mut varargout = None;
        for (index, output) in function.outputs.iter().enumerate() {
            let Some(name) = output.name else { continue };
            let slot = self.slot_named(tree.name(name));
            let is_last = index + 1 == function.outputs.len();
            if is_last && tree.name(name) == "varargout" {
                varargout = Some(slot);
            } else {
                outputs.push(slot);
                output_spans.push(output.span);
            }
        }
        let statements = self.block(&function.body);
        let level = self.levels.pop().unwrap_or_default();
        let parent = self.names.scope(scope).parent.and_then(|parent| {
            match self.names.scope(parent).owner {
                ScopeOwner::Function(id) => self.body_of.get(&id).copied(),
                ScopeOwner::Script => None,
            }
        });
        let kind = parent.map_or(BodyKind::Function, BodyKind::Nested);
        let name = tree.qualified_name(&function.name);
        let mut body = self.finish(level, &name, kind, function.span, statements, ans);
        body.inputs = inputs.into();
        body.varargin = varargin;
        body.outputs = outputs.into();
        body.output_spans = output_spans.into();
        body.varargout = varargout;
        let inside: Vec<FunctionId> = function
            .body
            .iter()
            .filter_map(|&id| match tree.stmt(id).kind {
                StmtKind::Function(inner) => Some(inner),
                _ => None,
            })
            .collect();
        body.nested = inside.iter().filter_map(|id| self.body_of.get(id).copied()).collect();
        body.shared = self.shared_slots(&inside);
        body
    }

    /// The slots of a function that those nested in it share.
    fn shared_slots(&self, nested: &[FunctionId]) -> Box<[SlotId]> {
        let mut shared = Vec::new();
        for &id in nested {
            let Some(scope) = self.scope_of(id) else { continue };
            for (_, slot) in self.names.scope(scope).slots() {
                if let SlotStorage::Outer(outer) = slot.storage
                    && !shared.contains(&outer)
                {
                    shared.push(outer);
                }
            }
        }
        shared.into()
    }

    fn finish(
        &self,
        mut level: Level,
        name: &str,
        kind: BodyKind,
        span: Span,
        statements: Block,
        ans: SlotId,
    ) -> Body {
        // A name that may be a variable in one place may be one in all: nobody sees where it is
        // set.
        for expr in level.exprs.values_mut() {
            if let ExprKind::Access(access) = &mut expr.kind
                && let Root::Call(call) = access.root
                && let Some(&slot) = level.unexplained.get(&level.calls[call].name)
            {
                access.root = Root::VarOrCall(slot, call);
            }
        }
        Body {
            id: crate::body::FunctionId::fresh(),
            name: name.into(),
            kind,
            source: Rc::clone(&self.source),
            span,
            slots: level.slots,
            inputs: Box::default(),
            varargin: None,
            outputs: Box::default(),
            output_spans: Box::default(),
            varargout: None,
            ans,
            arguments: level.arguments.into(),
            exprs: level.exprs,
            calls: level.calls,
            anonymous: level.anonymous,
            statements,
            shared: Box::default(),
            nested: Box::default(),
            places: crate::Places::default(),
            class_words: level.class_words,
        }
    }

    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// The next statement of the innermost body.
    fn stmt_id(&mut self) -> crate::body::StmtId {
        let level = self.level();
        let id = crate::body::StmtId::from_u32(level.statements);
        level.statements += 1;
        id
    }

    fn add(&mut self, expr: Expr) -> ExprId {
        self.level().exprs.push(expr)
    }

    /// The slot of the innermost body for a slot of the scope it stands in.
    fn slot(&mut self, scope_slot: SlotId) -> SlotId {
        self.slot_at(self.levels.len() - 1, scope_slot)
    }

    fn slot_at(&mut self, index: usize, scope_slot: SlotId) -> SlotId {
        if !self.levels[index].is_anonymous || index == 0 {
            return scope_slot;
        }
        if let Some(&own) = self.levels[index].of_scope.get(&scope_slot) {
            return own;
        }
        let outer = self.slot_at(index - 1, scope_slot);
        let variable = self.levels[index - 1].slots[outer].clone();
        self.capture(index, outer, &variable.name, Some(scope_slot))
    }

    /// The slot of the innermost body for the variable `name`, made if need be.
    fn slot_named(&mut self, name: &str) -> SlotId {
        self.slot_named_at(self.levels.len() - 1, name)
    }

    fn slot_named_at(&mut self, index: usize, name: &str) -> SlotId {
        if let Some(&slot) = self.levels[index].by_name.get(name) {
            return slot;
        }
        if !self.levels[index].is_anonymous || index == 0 {
            let slot = declare(&mut self.levels[index], name);
            self.levels[index].unexplained.insert(name.into(), slot);
            return slot;
        }
        let outer = self.slot_named_at(index - 1, name);
        self.capture(index, outer, name, None)
    }

    fn capture(
        &mut self,
        index: usize,
        outer: SlotId,
        name: &str,
        scope_slot: Option<SlotId>,
    ) -> SlotId {
        let level = &mut self.levels[index];
        let own = match level.by_name.get(name) {
            Some(&slot) => slot,
            None => declare(level, name),
        };
        if let Some(scope_slot) = scope_slot {
            level.of_scope.insert(scope_slot, own);
        }
        if !level.captures.iter().any(|&(_, inner)| inner == own) {
            level.captures.push((outer, own));
        }
        own
    }

    fn call(&mut self, name: &str, callee: Option<&Callee>, span: Span) -> CallId {
        let local = match callee {
            Some(Callee::Local(id) | Callee::Nested(id)) => self.body_of.get(id).copied(),
            Some(Callee::File { .. } | Callee::Method { .. } | Callee::Builtin) | None => None,
        };
        let target = CallTarget::new(name.into(), callee.cloned(), local, span);
        self.level().calls.push(target)
    }
}

fn declare(level: &mut Level, name: &str) -> SlotId {
    let name: Rc<str> = name.into();
    let slot = level.slots.push(Variable { name: Rc::clone(&name), storage: Storage::Local });
    level.by_name.insert(name, slot);
    slot
}

fn is_definition(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Function(_) | StmtKind::Signature(_) | StmtKind::Comment(_))
}
