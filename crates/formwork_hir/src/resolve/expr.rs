//! Expressions, in the order in which they are evaluated.

use formwork_builtins::BuiltinId;
use formwork_syntax::{
    Assign, BinaryOp, ExprId, ExprKind, Name, Param, PostfixOp, UnaryOp, with_enough_stack,
};

use super::{Ambiguity, Resolution, Walker};
use crate::callee::Callee;
use crate::collect::named_value;

/// How many parts the name of something in a package has at most: fields of fields that are more
/// are not looked for at each of them.
const LONGEST_NAME: usize = 64;

impl<'p> Walker<'_, 'p, '_> {
    pub(super) fn exprs(&mut self, ids: &[ExprId]) {
        for &id in ids {
            self.expr(id);
        }
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        with_enough_stack(|| self.bare_expr(id));
    }

    fn bare_expr(&mut self, id: ExprId) {
        let tree = self.tree;
        match &tree.expr(id).kind {
            ExprKind::Error
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Ignored
            | ExprKind::MetaClass(_) => {}
            ExprKind::Name(name) => self.use_name(id, *name),
            ExprKind::Unary(op, operand) => {
                self.expr(*operand);
                if matches!(op, UnaryOp::Increment | UnaryOp::Decrement) {
                    self.target(*operand);
                }
            }
            ExprKind::Postfix(op, operand) => {
                self.expr(*operand);
                if matches!(op, PostfixOp::Increment | PostfixOp::Decrement) {
                    self.target(*operand);
                }
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(*left);
                let skips = matches!(op, BinaryOp::AndAlso | BinaryOp::OrElse);
                let skipped = skips.then(|| self.state.clone());
                self.expr(*right);
                if let Some(skipped) = skipped {
                    self.state.join(&skipped);
                }
            }
            ExprKind::Range { start, step, stop } => {
                self.expr(*start);
                self.exprs(step.as_slice());
                self.expr(*stop);
            }
            ExprKind::Index { base, args, .. } => {
                self.expr(*base);
                for &arg in args {
                    self.expr(named_value(tree, arg).unwrap_or(arg));
                }
                self.note_hidden_assignments(*base);
            }
            ExprKind::Field { base, .. } => {
                if !self.package_member(id) {
                    self.expr(*base);
                }
            }
            ExprKind::DynamicField { base, name } => self.exprs(&[*base, *name]),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                for row in rows {
                    self.exprs(row);
                }
            }
            ExprKind::FunctionHandle(path) => {
                let resolution = self.handle(path);
                self.record(id, resolution);
            }
            ExprKind::AnonymousFunction { params, body } => {
                self.anonymous_function(id, params, *body);
            }
            // The method is the superclass's, which is not known here; before the
            // sign may also stand the object, alone or with a dot.
            ExprKind::SuperMethod { method, .. } => match tree.expr(*method).kind {
                ExprKind::Name(name) => {
                    let resolution = self.meaning(tree.name(name));
                    if matches!(resolution, Resolution::Variable(_)) {
                        self.record(*method, resolution);
                    }
                }
                _ => self.expr(*method),
            },
            ExprKind::Assign(assign) => self.assign(assign),
        }
    }

    fn anonymous_function(&mut self, id: ExprId, params: &[Param], body: ExprId) {
        let tree = self.tree;
        let mut frame = Vec::new();
        let mut slots = Vec::new();
        for param in params {
            let slot = param.name.map(|name| {
                let text = tree.name(name);
                let scope = &mut self.resolver.names.scopes[self.job.scope];
                let slot = scope.declare_anonymous(text, id);
                frame.push((text, slot));
                slot
            });
            slots.push(slot);
            self.exprs(param.default.as_slice());
        }
        self.resolver.names.anonymous.insert(id, slots.into());
        self.anonymous.push(frame);
        self.expr(body);
        self.anonymous.pop();
    }

    fn assign(&mut self, assign: &Assign) {
        if assign.op.is_some() {
            self.exprs(&assign.targets);
        }
        self.expr(assign.value);
        for &target in &assign.targets {
            self.target(target);
        }
    }

    /// An assigned place: first what its indices need, then its variable exists.
    pub(super) fn target(&mut self, id: ExprId) {
        with_enough_stack(|| match &self.tree.expr(id).kind {
            ExprKind::Name(name) => {
                let slot = self.assign_name(self.tree.name(*name));
                self.record(id, Resolution::Variable(slot));
            }
            ExprKind::Index { base, args, .. } => {
                self.exprs(args);
                self.target(*base);
            }
            ExprKind::Field { base, .. } => self.target(*base),
            ExprKind::DynamicField { base, name } => {
                self.expr(*name);
                self.target(*base);
            }
            _ => {}
        });
    }

    pub(super) fn use_name(&mut self, id: ExprId, name: Name) {
        let resolution = self.meaning(self.tree.name(name));
        self.record(id, resolution);
    }

    /// A function handle never means a variable.
    fn handle(&mut self, path: &[Name]) -> Resolution {
        let tree = self.tree;
        let callee = match path {
            [name] => self.find_function(tree.name(*name)),
            _ => {
                let parts: Vec<&str> = path.iter().map(|&part| tree.name(part)).collect();
                let member = self.resolver.lookup.package_member(&parts);
                member.filter(|(used, _)| *used == parts.len()).map(|(_, callee)| callee)
            }
        };
        callee.map_or(Resolution::Undefined, Resolution::Function)
    }

    /// Resolves the dotted name that ends at `id` if it names a package member.
    fn package_member(&mut self, id: ExprId) -> bool {
        let tree = self.tree;
        let mut chain = vec![id];
        let mut parts = Vec::new();
        loop {
            let last = chain[chain.len() - 1];
            if chain.len() > LONGEST_NAME {
                return false;
            }
            match &tree.expr(last).kind {
                ExprKind::Field { base, name } => {
                    parts.push(tree.name(*name));
                    chain.push(*base);
                }
                ExprKind::Name(name) => {
                    parts.push(tree.name(*name));
                    break;
                }
                _ => return false,
            }
        }
        chain.reverse();
        parts.reverse();
        let is_variable = self.anonymous.iter().flatten().any(|(param, _)| *param == parts[0])
            || self
                .scope()
                .find(parts[0])
                .is_some_and(|slot| self.job.statically_bound || self.state.maybe.contains(slot));
        if is_variable {
            return false;
        }
        let found = self.resolver.lookup.package_member(&parts).or_else(|| {
            // The language has packages of its own: `containers.Map`.
            let known = |&used: &usize| formwork_builtins::is_builtin(&parts[..used].join("."));
            (2..=parts.len()).rev().find(known).map(|used| (used, Callee::Builtin))
        });
        let Some((used, callee)) = found else { return false };
        for &part in &chain[..used - 1] {
            self.record(part, Resolution::Package);
        }
        self.record(chain[used - 1], Resolution::Function(callee));
        true
    }

    /// After a call that may assign variables of this scope behind our back.
    pub(super) fn note_hidden_assignments(&mut self, callee: ExprId) {
        let ExprKind::Name(name) = self.tree.expr(callee).kind else { return };
        let Some(Resolution::Function(Callee::Builtin)) = self.resolver.names.exprs[callee] else {
            return;
        };
        self.note_hidden_by(self.tree.name(name));
    }

    /// Notes that the built-in `name` was called.
    pub(super) fn note_hidden_by(&mut self, name: &str) {
        let reason = match BuiltinId::of(name) {
            Some(BuiltinId::Load) => Ambiguity::Loaded,
            Some(
                BuiltinId::Eval
                | BuiltinId::Evalin
                | BuiltinId::Evalc
                | BuiltinId::Assignin
                | BuiltinId::Fail,
            ) => Ambiguity::Evaluated,
            Some(BuiltinId::Run | BuiltinId::Source) => Ambiguity::AfterScript,
            _ => return,
        };
        self.hidden.get_or_insert(reason);
    }
}
