//! What every identifier of a file means.
//!
//! Each function gets a scope with a slot for each of its variables; then a walk
//! in the order of execution follows which variables have been assigned. A name
//! that is assigned on every path to a use is a variable there; one that is
//! assigned on none is a function if there is one; in between only a run can tell.

mod expr;
mod stmt;

use cranelift_entity::{EntityRef as _, PrimaryMap, SecondaryMap};
use formwork_syntax::{
    ClassBlockKind, ExprId, FileKind, Function, FunctionId, Name, StmtId, StmtKind, Tree,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callee::Callee;
use crate::collect::Collected;
use crate::lookup::Lookup;
use crate::program::{Program, SourceFile};
use crate::scope::{Scope, ScopeId, ScopeOwner, SlotId, SlotStorage};
use crate::state::State;

/// What an identifier means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A variable of the scope the identifier stands in.
    Variable(SlotId),
    /// A function.
    Function(Callee),
    /// A package, or a part of its name.
    Package,
    /// A variable or a function: only a run can tell.
    Ambiguous {
        /// The variable, if an assignment to it can be seen.
        slot: Option<SlotId>,
        /// The function, if there is one.
        callee: Option<Callee>,
        /// Why it cannot be told.
        reason: Ambiguity,
    },
    /// Nothing that can be seen from here.
    Undefined,
}

/// Why a name may be a variable or may be not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ambiguity {
    /// It is assigned on some paths to the use, and there is a function, too.
    AssignedOnSomePaths,
    /// Something before it may have loaded it from a file. A loaded variable that
    /// hides a function of its name is not considered: MATLAB binds such a name to
    /// the function before it runs, and every call after a `load` would be in doubt.
    Loaded,
    /// Something before it evaluates text as program.
    Evaluated,
    /// Something before it may be a script that assigns it.
    AfterScript,
    /// This is a class with superclasses, which may have a method of that name.
    Inherited,
    /// This is a script, and its caller may have assigned it.
    CallerOfScript,
}

impl Ambiguity {
    /// The reason in words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Ambiguity::AssignedOnSomePaths => "assigned on some paths only",
            Ambiguity::Loaded => "may have been loaded from a file",
            Ambiguity::Evaluated => "may have been assigned by evaluated text",
            Ambiguity::AfterScript => "may have been assigned by a script",
            Ambiguity::Inherited => "may be a method of a superclass",
            Ambiguity::CallerOfScript => "may be a variable of the script's caller",
        }
    }
}

/// What the names of a file mean.
pub struct FileNames {
    scopes: PrimaryMap<ScopeId, Scope>,
    by_owner: FxHashMap<ScopeOwner, ScopeId>,
    exprs: SecondaryMap<ExprId, Option<Resolution>>,
    commands: FxHashMap<StmtId, Resolution>,
    anonymous: FxHashMap<ExprId, Box<[Option<SlotId>]>>,
    scope_of: SecondaryMap<ExprId, Option<ScopeId>>,
}

impl FileNames {
    /// The scope of a function or of the script.
    #[must_use]
    pub fn scope_of(&self, owner: ScopeOwner) -> Option<ScopeId> {
        self.by_owner.get(&owner).copied()
    }

    /// A scope.
    #[must_use]
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    /// All scopes, enclosing ones first.
    pub fn scopes(&self) -> impl Iterator<Item = (ScopeId, &Scope)> {
        self.scopes.iter()
    }

    /// What an identifier means. Names, handles, and fields that complete the name
    /// of a package member have a meaning; other expressions have none.
    #[must_use]
    pub fn resolution(&self, id: ExprId) -> Option<&Resolution> {
        self.exprs[id].as_ref()
    }

    /// The scope an identifier stands in.
    #[must_use]
    pub fn scope_at(&self, id: ExprId) -> Option<ScopeId> {
        self.scope_of[id]
    }

    /// The commands of the file and what their names mean.
    pub fn commands(&self) -> impl Iterator<Item = (StmtId, &Resolution)> {
        self.commands.iter().map(|(&id, resolution)| (id, resolution))
    }

    /// What the name of a command means.
    #[must_use]
    pub fn command(&self, id: StmtId) -> Option<&Resolution> {
        self.commands.get(&id)
    }

    /// The slots of the parameters of an anonymous function; `None` for `~`.
    #[must_use]
    pub fn anonymous_params(&self, id: ExprId) -> &[Option<SlotId>] {
        self.anonymous.get(&id).map_or(&[], |slots| slots)
    }
}

/// A function to resolve, with its surroundings.
struct Job<'p> {
    scope: ScopeId,
    body: Body<'p>,
    /// Nested functions in sight, innermost first.
    nested: Vec<(&'p str, FunctionId)>,
    imports: Vec<Vec<String>>,
    /// Whether the function has or is a nested function: then names are bound
    /// before the program runs, wherever they are assigned.
    statically_bound: bool,
}

enum Body<'p> {
    Script(&'p [StmtId]),
    Function(&'p Function),
}

/// Resolves one file.
pub(crate) struct Resolver<'p, 'h> {
    tree: &'p Tree,
    lookup: Lookup<'p, 'h>,
    names: FileNames,
    jobs: Vec<Job<'p>>,
    /// Whether the file defines a class that inherits.
    inherits: bool,
}

impl<'p, 'h> Resolver<'p, 'h> {
    pub(crate) fn new(program: &'p Program<'h>, file: &'p SourceFile) -> Resolver<'p, 'h> {
        let tree = &file.parsed.tree;
        let mut locals = FxHashMap::default();
        for &id in tree.body() {
            if let StmtKind::Function(function) = tree.stmt(id).kind
                && let [name] = tree.function(function).name[..]
            {
                locals.entry(tree.name(name)).or_insert(function);
            }
        }
        let class = class_of(tree);
        let names = FileNames {
            scopes: PrimaryMap::new(),
            by_owner: FxHashMap::default(),
            exprs: SecondaryMap::new(),
            commands: FxHashMap::default(),
            anonymous: FxHashMap::default(),
            scope_of: SecondaryMap::new(),
        };
        let lookup = Lookup::new(program, file, locals, class);
        let inherits = has_superclasses(tree);
        Resolver { tree, lookup, names, jobs: Vec::new(), inherits }
    }

    pub(crate) fn run(mut self) -> FileNames {
        let tree = self.tree;
        let collected = Collected::of(tree, tree.body());
        let script = self.add_scope(ScopeOwner::Script, None);
        for &name in &collected.assigned {
            self.names.scopes[script].declare(tree.name(name));
        }
        self.set_storage(script, &collected);
        self.jobs.push(Job {
            scope: script,
            body: Body::Script(tree.body()),
            nested: Vec::new(),
            imports: collected.imports.clone(),
            statically_bound: tree.file_kind() != FileKind::Script,
        });
        // Functions of a script see its functions but not its variables.
        for &function in collected.functions.iter().chain(&methods_of(tree)) {
            self.plan_function(function, None, &[], &[], false);
        }
        while let Some(job) = self.jobs.pop() {
            Walker::new(&mut self, job).run();
        }
        self.names
    }

    fn add_scope(&mut self, owner: ScopeOwner, parent: Option<ScopeId>) -> ScopeId {
        let id = self.names.scopes.push(Scope::new(owner, parent));
        self.names.by_owner.insert(owner, id);
        id
    }

    /// Makes the scope of a function and those of its nested functions.
    fn plan_function(
        &mut self,
        id: FunctionId,
        parent: Option<ScopeId>,
        outer: &[(&'p str, FunctionId)],
        imports: &[Vec<String>],
        nested_in_one: bool,
    ) {
        let tree = self.tree;
        let function = tree.function(id);
        let collected = Collected::of(tree, &function.body);
        let scope = self.add_scope(ScopeOwner::Function(id), parent);
        self.declare_signature(scope, function);
        let own: FxHashSet<&str> =
            self.names.scopes[scope].slots().map(|(_, slot)| slot.name.as_str()).collect();
        let own: FxHashSet<String> = own.into_iter().map(str::to_owned).collect();
        // A name that the enclosing function has is the same variable here.
        for &name in collected.assigned.iter().chain(&collected.mentioned) {
            let text = tree.name(name);
            let shared = parent.and_then(|parent| self.names.scopes[parent].find(text));
            match shared {
                Some(slot) if !own.contains(text) => {
                    let here = self.names.scopes[scope].declare(text);
                    self.names.scopes[scope].slot_mut(here).storage = SlotStorage::Outer(slot);
                }
                _ if collected.assigned.contains(&name) => {
                    self.names.scopes[scope].declare(text);
                }
                _ => {}
            }
        }
        // So is a name that this function only mentions and a nested one assigns,
        // and one that only a nested function uses and an enclosing one has.
        for (name, assigned) in self.used_inside(&collected.functions) {
            let text = tree.name(name);
            if self.names.scopes[scope].find(text).is_some() {
                continue;
            }
            let shared = parent.and_then(|parent| self.names.scopes[parent].find(text));
            if let Some(slot) = shared {
                let here = self.names.scopes[scope].declare(text);
                self.names.scopes[scope].slot_mut(here).storage = SlotStorage::Outer(slot);
            } else if assigned && collected.mentioned.contains(&name) {
                self.names.scopes[scope].declare(text);
            }
        }
        self.set_storage(scope, &collected);
        let mut nested: Vec<(&'p str, FunctionId)> = Vec::new();
        for &inner in &collected.functions {
            if let [name] = tree.function(inner).name[..] {
                nested.push((tree.name(name), inner));
            }
        }
        nested.extend_from_slice(outer);
        let mut imports = imports.to_vec();
        imports.extend(collected.imports.iter().cloned());
        for &inner in &collected.functions {
            self.plan_function(inner, Some(scope), &nested, &imports, true);
        }
        self.jobs.push(Job {
            scope,
            body: Body::Function(function),
            nested,
            imports,
            statically_bound: nested_in_one || !collected.functions.is_empty(),
        });
    }

    fn declare_signature(&mut self, scope: ScopeId, function: &Function) {
        let tree = self.tree;
        let scope = &mut self.names.scopes[scope];
        for (index, param) in function.params.iter().enumerate() {
            if let Some(name) = param.name {
                let slot = scope.declare(tree.name(name));
                scope.slot_mut(slot).input = Some(index);
            }
        }
        for (index, output) in function.outputs.iter().enumerate() {
            if let Some(name) = output.name {
                let slot = scope.declare(tree.name(name));
                scope.slot_mut(slot).output = Some(index);
            }
        }
    }

    fn set_storage(&mut self, scope: ScopeId, collected: &Collected) {
        let scope = &mut self.names.scopes[scope];
        for (names, storage) in [
            (&collected.globals, SlotStorage::Global),
            (&collected.persistents, SlotStorage::Persistent),
        ] {
            for &name in names {
                if let Some(slot) = scope.find(self.tree.name(name)) {
                    scope.slot_mut(slot).storage = storage;
                }
            }
        }
    }

    /// The names that nested functions use without owning them as inputs or
    /// outputs, and whether they assign them.
    fn used_inside(&self, functions: &[FunctionId]) -> Vec<(Name, bool)> {
        let tree = self.tree;
        let mut names = Vec::new();
        for &id in functions {
            let function = tree.function(id);
            let collected = Collected::of(tree, &function.body);
            let own: FxHashSet<Name> =
                function.params.iter().chain(&function.outputs).filter_map(|p| p.name).collect();
            let assigned = collected.assigned.iter().map(|&name| (name, true));
            let mentioned = collected.mentioned.iter().map(|&name| (name, false));
            let deeper = self.used_inside(&collected.functions);
            let used = assigned.chain(mentioned).chain(deeper);
            names.extend(used.filter(|(name, _)| !own.contains(name)));
        }
        names
    }
}

/// The class a file defines and the names of its methods.
fn class_of(tree: &Tree) -> Option<(String, Vec<String>)> {
    let class = tree.body().iter().find_map(|&id| match &tree.stmt(id).kind {
        StmtKind::Class(class) => Some(class),
        _ => None,
    })?;
    let mut methods = Vec::new();
    for &block in &class.body {
        let StmtKind::ClassBlock(block) = &tree.stmt(block).kind else { continue };
        for &member in &block.body {
            if let StmtKind::Function(id) | StmtKind::Signature(id) = tree.stmt(member).kind {
                methods.push(tree.qualified_name(&tree.function(id).name));
            }
        }
    }
    Some((tree.name(class.name).to_owned(), methods))
}

/// Whether the file defines a class that inherits.
fn has_superclasses(tree: &Tree) -> bool {
    tree.body().iter().any(|&id| match &tree.stmt(id).kind {
        StmtKind::Class(class) => !class.superclasses.is_empty(),
        _ => false,
    })
}

/// The methods that a class file defines.
fn methods_of(tree: &Tree) -> Vec<FunctionId> {
    let mut functions = Vec::new();
    for &id in tree.body() {
        let StmtKind::Class(class) = &tree.stmt(id).kind else { continue };
        for &block in &class.body {
            let StmtKind::ClassBlock(block) = &tree.stmt(block).kind else { continue };
            if block.kind != ClassBlockKind::Methods {
                continue;
            }
            functions.extend(block.body.iter().filter_map(|&id| match tree.stmt(id).kind {
                StmtKind::Function(function) => Some(function),
                _ => None,
            }));
        }
    }
    functions
}

/// Walks one function in the order of execution.
struct Walker<'r, 'p, 'h> {
    resolver: &'r mut Resolver<'p, 'h>,
    tree: &'p Tree,
    job: Job<'p>,
    state: State,
    loops: Vec<LoopExits>,
    /// The parameters of the anonymous functions we are in, innermost last.
    anonymous: Vec<Vec<(&'p str, SlotId)>>,
    /// Why variables may exist that no assignment shows.
    hidden: Option<Ambiguity>,
}

/// The states at the ways out of a loop's body.
#[derive(Default)]
struct LoopExits {
    breaks: Vec<State>,
    continues: Vec<State>,
}

impl<'r, 'p, 'h> Walker<'r, 'p, 'h> {
    fn new(resolver: &'r mut Resolver<'p, 'h>, job: Job<'p>) -> Walker<'r, 'p, 'h> {
        let hidden = match job.body {
            Body::Script(_) if !job.statically_bound => Some(Ambiguity::CallerOfScript),
            Body::Script(_) | Body::Function(_) => {
                resolver.inherits.then_some(Ambiguity::Inherited)
            }
        };
        let tree = resolver.tree;
        Walker {
            resolver,
            tree,
            job,
            state: State::default(),
            loops: Vec::new(),
            anonymous: Vec::new(),
            hidden,
        }
    }

    fn run(mut self) {
        match self.job.body {
            Body::Script(statements) => self.block(statements),
            Body::Function(function) => {
                for param in &function.params {
                    if let Some(name) = param.name {
                        self.assign_name(self.tree.name(name));
                    }
                }
                for param in &function.params {
                    if let Some(default) = param.default {
                        self.expr(default);
                    }
                }
                self.block(&function.body);
            }
        }
    }

    fn scope(&self) -> &Scope {
        &self.resolver.names.scopes[self.job.scope]
    }

    /// Notes that the variable `name` now exists.
    fn assign_name(&mut self, name: &str) -> SlotId {
        let slot = self.resolver.names.scopes[self.job.scope].declare(name);
        self.state.assign(slot);
        slot
    }

    fn record(&mut self, id: ExprId, resolution: Resolution) {
        self.resolver.names.exprs[id] = Some(resolution);
        self.resolver.names.scope_of[id] = Some(self.job.scope);
    }

    fn find_function(&mut self, name: &str) -> Option<Callee> {
        self.resolver.lookup.function(name, &self.job.nested, &self.job.imports)
    }

    /// What the name `name` means here.
    fn meaning(&mut self, name: &str) -> Resolution {
        let bound = |frame: &Vec<(&str, SlotId)>| {
            frame.iter().find(|(param, _)| *param == name).map(|&(_, slot)| slot)
        };
        if let Some(slot) = self.anonymous.iter().rev().find_map(bound) {
            return Resolution::Variable(slot);
        }
        if name == "ans" {
            // Every expression statement may assign it.
            return Resolution::Variable(self.resolver.names.scopes[self.job.scope].declare(name));
        }
        let slot = self.scope().find(name);
        if let Some(slot) = slot {
            let shared = self.scope().slot(slot).storage != SlotStorage::Local;
            let bound = self.job.statically_bound || shared;
            if bound || self.state.definite.contains(slot) {
                return Resolution::Variable(slot);
            }
        }
        let callee = self.find_function(name);
        match (slot, callee) {
            (Some(slot), Some(callee)) if self.state.maybe.contains(slot) => {
                Resolution::Ambiguous {
                    slot: Some(slot),
                    callee: Some(callee),
                    reason: Ambiguity::AssignedOnSomePaths,
                }
            }
            (_, Some(callee)) => Resolution::Function(callee),
            // A name that no function has is a variable, assigned or not.
            (Some(slot), None) => Resolution::Variable(slot),
            (None, None) => match self.hidden {
                Some(reason) => Resolution::Ambiguous { slot: None, callee: None, reason },
                None => Resolution::Undefined,
            },
        }
    }
}

/// The key order of side tables is that of the tree.
pub(crate) fn expr_ids(tree: &Tree) -> impl Iterator<Item = ExprId> {
    (0..tree.expr_count()).map(ExprId::new)
}
