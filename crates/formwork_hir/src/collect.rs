//! Which names a block assigns and which it mentions, nested functions left out.

use formwork_builtins::BuiltinId;
use formwork_syntax::{
    Annotation, Assign, CommentId, Dialect, Directive, ExprId, ExprKind, For, ForTarget,
    FunctionId, Member, MemberTarget, Name, PostfixOp, StmtId, StmtKind, Storage, Text, Tree,
    UnaryOp, VariableFact, with_enough_stack,
};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Names in the order in which they appear.
pub(crate) type NameSet = IndexSet<Name, FxBuildHasher>;

/// What a block does with names.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) assigned: NameSet,
    pub(crate) mentioned: NameSet,
    pub(crate) globals: NameSet,
    pub(crate) persistents: NameSet,
    /// Whether something may remove variables.
    pub(crate) clears: bool,
    /// Functions defined right inside.
    pub(crate) functions: Vec<FunctionId>,
    /// `import a.b.*`, each as its parts.
    pub(crate) imports: Vec<Vec<String>>,
}

impl Collected {
    pub(crate) fn of(tree: &Tree, statements: &[StmtId]) -> Collected {
        let mut collector = Collector { tree, collected: Collected::default() };
        collector.block(statements);
        collector.collected
    }
}

/// The value of the argument `name = value`, which in MATLAB assigns nothing.
pub(crate) fn named_value(tree: &Tree, arg: ExprId) -> Option<ExprId> {
    let ExprKind::Assign(assign) = &tree.expr(arg).kind else { return None };
    let named = tree.dialect() == Dialect::Matlab
        && assign.op.is_none()
        && !assign.bracketed
        && matches!(assign.targets[..], [target] if matches!(tree.expr(target).kind, ExprKind::Name(_)));
    named.then_some(assign.value)
}

struct Collector<'a> {
    tree: &'a Tree,
    collected: Collected,
}

impl Collector<'_> {
    fn block(&mut self, statements: &[StmtId]) {
        for &id in statements {
            with_enough_stack(|| self.stmt(id));
        }
    }

    fn exprs(&mut self, ids: &[ExprId]) {
        for &id in ids {
            self.expr(id);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let tree = self.tree;
        match &tree.stmt(id).kind {
            StmtKind::Broken(broken) => {
                self.collected.assigned.extend(&broken.assigned);
                self.collected.mentioned.extend(&broken.mentioned);
            }
            StmtKind::Shell(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Signature(_)
            | StmtKind::Class(_)
            | StmtKind::ClassBlock(_)
            | StmtKind::Enumerator { .. }
            | StmtKind::Event(_) => {}
            StmtKind::Comment(id) => self.comment(*id),
            StmtKind::Expr(id) => self.expr(*id),
            StmtKind::Command { name, words } => self.command(*name, words),
            StmtKind::If { clauses, otherwise } => {
                for clause in clauses {
                    self.expr(clause.condition);
                    self.block(&clause.body);
                }
                self.block(otherwise.as_deref().unwrap_or_default());
            }
            StmtKind::While { condition, body } | StmtKind::DoUntil { body, condition } => {
                self.expr(*condition);
                self.block(body);
            }
            StmtKind::For(for_loop) => self.for_loop(for_loop),
            StmtKind::Spmd { args, body } => {
                self.exprs(args);
                self.block(body);
            }
            StmtKind::Switch(switch) => {
                self.expr(switch.subject);
                for case in &switch.cases {
                    self.expr(case.condition);
                    self.block(&case.body);
                }
                self.block(switch.otherwise.as_deref().unwrap_or_default());
            }
            StmtKind::Try(try_block) => {
                self.block(&try_block.body);
                if let Some(error) = try_block.error {
                    self.target(error);
                }
                self.block(try_block.handler.as_deref().unwrap_or_default());
            }
            StmtKind::UnwindProtect { body, cleanup } => {
                self.block(body);
                self.block(cleanup);
            }
            StmtKind::Declare { storage, variables } => {
                for variable in variables {
                    self.collected.assigned.insert(variable.name);
                    match storage {
                        Storage::Global => self.collected.globals.insert(variable.name),
                        Storage::Persistent => self.collected.persistents.insert(variable.name),
                    };
                    if let Some(value) = variable.value {
                        self.expr(value);
                    }
                }
            }
            StmtKind::Function(id) => self.collected.functions.push(*id),
            StmtKind::Arguments(block) => self.block(&block.body),
            StmtKind::Member(member) => self.member(member),
        }
    }

    /// Commands that say what names mean.
    fn command(&mut self, name: Name, words: &[Text]) {
        let tree = self.tree;
        self.note_clear(name);
        let words = words.iter().map(|&word| String::from_utf8_lossy(tree.text(word)));
        match BuiltinId::of(tree.name(name)) {
            Some(BuiltinId::Import) => self
                .collected
                .imports
                .extend(words.map(|word| word.split('.').map(str::to_owned).collect())),
            Some(BuiltinId::Syms) => {
                let names: Vec<Name> = words.filter_map(|word| tree.find_name(&word)).collect();
                self.collected.assigned.extend(names);
            }
            _ => {}
        }
    }

    fn for_loop(&mut self, for_loop: &For) {
        self.expr(for_loop.iterable);
        if let Some(workers) = for_loop.workers {
            self.expr(workers);
        }
        match for_loop.target {
            ForTarget::One(target) => self.target(target),
            ForTarget::Pair(value, key) => {
                self.target(value);
                self.target(key);
            }
        }
        self.block(&for_loop.body);
    }

    fn member(&mut self, member: &Member) {
        if let MemberTarget::Name(path) = &member.target
            && let [name, ..] = path[..]
        {
            self.collected.assigned.insert(name);
        }
        self.exprs(member.size.as_deref().unwrap_or_default());
        self.exprs(member.validators.as_deref().unwrap_or_default());
        if let Some(default) = member.default {
            self.expr(default);
        }
    }

    /// An annotation that declares a variable makes it one.
    fn comment(&mut self, id: CommentId) {
        if let Directive::Annotation(Annotation::Variable { name, fact }) =
            self.tree.comment(id).directive.clone()
            && fact != VariableFact::Undefined
        {
            self.collected.assigned.insert(name);
        }
    }

    /// An assigned place: its variable, and the names in its indices.
    fn target(&mut self, id: ExprId) {
        match &self.tree.expr(id).kind {
            ExprKind::Name(name) => {
                self.collected.assigned.insert(*name);
            }
            ExprKind::Index { base, args, .. } => {
                self.target(*base);
                self.exprs(args);
            }
            ExprKind::Field { base, .. } => self.target(*base),
            ExprKind::DynamicField { base, name } => {
                self.target(*base);
                self.expr(*name);
            }
            _ => {}
        }
    }

    fn expr(&mut self, id: ExprId) {
        with_enough_stack(|| self.bare_expr(id));
    }

    fn bare_expr(&mut self, id: ExprId) {
        match &self.tree.expr(id).kind {
            ExprKind::Error
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Ignored
            | ExprKind::FunctionHandle(_)
            | ExprKind::MetaClass(_) => {}
            ExprKind::Name(name) => {
                self.collected.mentioned.insert(*name);
                self.note_clear(*name);
            }
            ExprKind::Unary(op, operand) => match op {
                UnaryOp::Increment | UnaryOp::Decrement => self.step(*operand),
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not => self.expr(*operand),
            },
            ExprKind::Postfix(op, operand) => match op {
                PostfixOp::Increment | PostfixOp::Decrement => self.step(*operand),
                PostfixOp::ConjugateTranspose | PostfixOp::Transpose => self.expr(*operand),
            },
            ExprKind::Binary(_, left, right) => self.exprs(&[*left, *right]),
            ExprKind::Range { start, step, stop } => {
                self.exprs(&[*start, *stop]);
                self.exprs(step.as_slice());
            }
            ExprKind::Index { base, args, .. } => {
                self.expr(*base);
                for &arg in args {
                    self.expr(named_value(self.tree, arg).unwrap_or(arg));
                }
                if let ExprKind::Name(name) = self.tree.expr(*base).kind {
                    self.note_clear(name);
                }
            }
            ExprKind::Field { base, .. } => self.expr(*base),
            ExprKind::DynamicField { base, name } => self.exprs(&[*base, *name]),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                for row in rows {
                    self.exprs(row);
                }
            }
            ExprKind::AnonymousFunction { params, body } => {
                // A parameter hides the variable of the same name; counting it as
                // mentioned all the same only shares a variable too many.
                self.exprs(params.iter().filter_map(|p| p.default).collect::<Vec<_>>().as_slice());
                self.expr(*body);
            }
            ExprKind::SuperMethod { method, .. } => self.expr(*method),
            ExprKind::Assign(assign) => {
                let Assign { targets, value, .. } = &**assign;
                self.expr(*value);
                for &target in targets {
                    self.target(target);
                }
            }
        }
    }

    fn note_clear(&mut self, name: Name) {
        self.collected.clears |= matches!(
            BuiltinId::of(self.tree.name(name)),
            Some(BuiltinId::Clear | BuiltinId::Clearvars)
        );
    }

    fn step(&mut self, operand: ExprId) {
        self.expr(operand);
        self.target(operand);
    }
}
