//! Statements, and what each path leaves assigned.

use formwork_builtins::{BuiltinId, Effects};
use formwork_syntax::{
    Annotation, Clause, CommentId, Directive, ExprId, ExprKind, For, ForTarget, Member,
    MemberTarget, Name, StmtId, StmtKind, Switch, Text, Try, VariableFact, with_enough_stack,
};

use super::{Ambiguity, LoopExits, Resolution, Walker};
use crate::callee::Callee;
use crate::collect::Collected;
use crate::state::State;

impl<'p> Walker<'_, 'p, '_> {
    pub(super) fn block(&mut self, statements: &[StmtId]) {
        for &id in statements {
            with_enough_stack(|| self.stmt(id));
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let tree = self.tree;
        match &tree.stmt(id).kind {
            StmtKind::Broken(broken) => {
                for &name in &broken.assigned {
                    self.assign_name(tree.name(name));
                }
            }
            StmtKind::Shell(_)
            | StmtKind::Function(_)
            | StmtKind::Signature(_)
            | StmtKind::Event(_) => {}
            StmtKind::Comment(id) => self.comment(*id),
            StmtKind::Expr(expr) => self.expr_stmt(*expr),
            StmtKind::Command { name, words } => self.command(id, *name, words),
            StmtKind::If { clauses, otherwise } => self.branches(clauses, otherwise.as_deref()),
            StmtKind::While { condition, body } => {
                self.forget_future(body);
                self.expr(*condition);
                let entry = self.state.clone();
                let exits = self.loop_body(body);
                self.leave_loop(entry, &exits);
            }
            StmtKind::DoUntil { body, condition } => {
                self.forget_future(body);
                let exits = self.loop_body(body);
                for state in &exits.continues {
                    self.state.join(state);
                }
                self.expr(*condition);
                for state in &exits.breaks {
                    self.state.join(state);
                }
            }
            StmtKind::For(for_loop) => self.for_stmt(for_loop),
            StmtKind::Spmd { args, body } => {
                self.exprs(args);
                self.block(body);
            }
            StmtKind::Switch(switch) => self.switch_stmt(switch),
            StmtKind::Try(try_block) => self.try_stmt(try_block),
            StmtKind::UnwindProtect { body, cleanup } => {
                let interrupted = self.interruptible(body);
                let finished = std::mem::replace(&mut self.state, interrupted);
                self.block(cleanup);
                let unreachable = finished.unreachable;
                self.state.definite.unite(&finished.definite);
                self.state.maybe.unite(&finished.maybe);
                self.state.unreachable = unreachable;
            }
            StmtKind::Break => self.leave(|exits| &mut exits.breaks),
            StmtKind::Continue => self.leave(|exits| &mut exits.continues),
            StmtKind::Return => self.state.unreachable = true,
            StmtKind::Declare { variables, .. } => {
                for variable in variables {
                    self.exprs(variable.value.as_slice());
                    self.assign_name(tree.name(variable.name));
                }
            }
            StmtKind::Class(class) => self.block(&class.body),
            StmtKind::ClassBlock(block) => {
                // Attribute values are words such as `private`, not names.
                self.block(&block.body);
            }
            StmtKind::Arguments(block) => self.block(&block.body),
            StmtKind::Member(member) => self.member(member),
            StmtKind::Enumerator { args, .. } => self.exprs(args),
        }
    }

    /// An annotation says that a variable exists, or that it does not.
    fn comment(&mut self, id: CommentId) {
        let Directive::Annotation(Annotation::Variable { name, fact }) =
            &self.tree.comment(id).directive
        else {
            return;
        };
        let text = self.tree.name(*name);
        if *fact == VariableFact::Undefined {
            if let Some(slot) = self.scope().find(text) {
                self.state.definite.remove(slot);
                self.state.maybe.remove(slot);
            }
        } else {
            self.assign_name(text);
        }
    }

    fn expr_stmt(&mut self, id: ExprId) {
        self.expr(id);
        let (callee, args): (ExprId, &[ExprId]) = match &self.tree.expr(id).kind {
            ExprKind::Name(_) => (id, &[]),
            ExprKind::Index { base, args, .. } => (*base, args),
            _ => return,
        };
        let ExprKind::Name(name) = self.tree.expr(callee).kind else { return };
        match &self.resolver.names.exprs[callee] {
            Some(Resolution::Function(Callee::Builtin)) => {
                let words: Option<Vec<String>> =
                    args.iter().map(|&arg| self.literal(arg)).collect();
                let first = args.first().and_then(|&arg| self.literal(arg));
                self.builtin_stmt(self.tree.name(name), words.as_deref(), first.as_deref());
            }
            // A file called by its bare name may be a script.
            Some(Resolution::Function(Callee::File { .. })) if callee == id => {
                self.hidden.get_or_insert(Ambiguity::AfterScript);
            }
            _ => {}
        }
    }

    fn literal(&self, id: ExprId) -> Option<String> {
        match self.tree.expr(id).kind {
            ExprKind::Text(literal) => {
                Some(String::from_utf8_lossy(&self.tree.string_value(literal)).into_owned())
            }
            _ => None,
        }
    }

    /// A call of a built-in as a statement; `words` are its arguments if all are
    /// known text, `first` the first one if it is.
    fn builtin_stmt(&mut self, name: &str, words: Option<&[String]>, first: Option<&str>) {
        match BuiltinId::of(name) {
            // `error('')` does nothing, and `error(nargchk(…))` counts on it.
            Some(BuiltinId::Error) => {
                self.state.unreachable |= first.is_some_and(|text| !text.is_empty());
            }
            Some(BuiltinId::Clear | BuiltinId::Clearvars) => self.clear(words),
            Some(BuiltinId::Syms) => {
                for word in words.unwrap_or_default() {
                    self.assign_name(word);
                }
            }
            _ if formwork_builtins::effects_of(name).include(Effects::RAISES) => {
                self.state.unreachable = true;
            }
            _ => self.note_hidden_by(name),
        }
    }

    /// After `clear` the named variables are gone, or, if it is not clear which,
    /// none can be relied on.
    fn clear(&mut self, words: Option<&[String]>) {
        let plain = |word: &String| {
            !word.starts_with('-')
                && !word.contains(['*', '?', '['])
                && !formwork_builtins::is_cleared_kind(word)
        };
        match words {
            Some(words) if !words.is_empty() && words.iter().all(plain) => {
                for word in words {
                    if let Some(slot) = self.scope().find(word) {
                        self.state.definite.remove(slot);
                        self.state.maybe.remove(slot);
                    }
                }
            }
            _ => self.state.definite.clear(),
        }
    }

    fn command(&mut self, id: StmtId, name: Name, words: &[Text]) {
        let tree = self.tree;
        let name = tree.name(name);
        let callee = self.find_function(name);
        let words: Vec<String> = words
            .iter()
            .map(|&word| {
                let text = String::from_utf8_lossy(tree.text(word)).into_owned();
                text.trim_matches(['\'', '"']).to_owned()
            })
            .collect();
        if callee == Some(Callee::Builtin) {
            self.builtin_stmt(name, Some(&words), words.first().map(String::as_str));
        }
        let resolution = callee.map_or(Resolution::Undefined, Resolution::Function);
        self.resolver.names.commands.insert(id, resolution);
    }

    fn branches(&mut self, clauses: &[Clause], otherwise: Option<&[StmtId]>) {
        let mut after: Option<State> = None;
        for clause in clauses {
            self.expr(clause.condition);
            let not_taken = self.state.clone();
            self.block(&clause.body);
            let taken = std::mem::replace(&mut self.state, not_taken);
            match &mut after {
                Some(after) => after.join(&taken),
                None => after = Some(taken),
            }
        }
        self.block(otherwise.unwrap_or_default());
        if let Some(after) = after {
            self.state.join(&after);
        }
    }

    fn switch_stmt(&mut self, switch: &Switch) {
        self.expr(switch.subject);
        self.block(&switch.preamble);
        self.branches(&switch.cases, switch.otherwise.as_deref());
    }

    /// Counts what `body` assigns as assigned perhaps: it may have run before.
    fn forget_future(&mut self, body: &[StmtId]) {
        let collected = Collected::of(self.tree, body);
        if collected.clears {
            self.state.definite.clear();
        }
        for &name in &collected.assigned {
            if let Some(slot) = self.scope().find(self.tree.name(name)) {
                self.state.maybe.insert(slot);
            }
        }
    }

    fn loop_body(&mut self, body: &[StmtId]) -> LoopExits {
        self.loops.push(LoopExits::default());
        self.block(body);
        self.loops.pop().unwrap_or_default()
    }

    /// After a loop that may not run at all.
    fn leave_loop(&mut self, mut entry: State, exits: &LoopExits) {
        entry.join(&self.state);
        for state in exits.breaks.iter().chain(&exits.continues) {
            entry.join(state);
        }
        self.state = entry;
    }

    fn for_stmt(&mut self, for_loop: &For) {
        self.expr(for_loop.iterable);
        self.exprs(for_loop.workers.as_slice());
        self.forget_future(&for_loop.body);
        // Over nothing, the variable is assigned an empty value.
        match for_loop.target {
            ForTarget::One(target) => self.target(target),
            ForTarget::Pair(value, key) => {
                self.target(value);
                self.target(key);
            }
        }
        let entry = self.state.clone();
        let exits = self.loop_body(&for_loop.body);
        self.leave_loop(entry, &exits);
    }

    fn leave(&mut self, exits: fn(&mut LoopExits) -> &mut Vec<State>) {
        let state = self.state.clone();
        if let Some(innermost) = self.loops.last_mut() {
            exits(innermost).push(state);
        }
        self.state.unreachable = true;
    }

    /// Walks a block that any of its statements may leave; the state after such
    /// an exit.
    fn interruptible(&mut self, body: &[StmtId]) -> State {
        let mut interrupted = self.state.clone();
        if Collected::of(self.tree, body).clears {
            interrupted.definite.clear();
        }
        self.block(body);
        interrupted.maybe.unite(&self.state.maybe);
        interrupted
    }

    fn try_stmt(&mut self, try_block: &Try) {
        let interrupted = self.interruptible(&try_block.body);
        let finished = std::mem::replace(&mut self.state, interrupted);
        if let Some(error) = try_block.error {
            self.target(error);
        }
        self.block(try_block.handler.as_deref().unwrap_or_default());
        self.state.join(&finished);
    }

    fn member(&mut self, member: &Member) {
        self.exprs(member.size.as_deref().unwrap_or_default());
        for &validator in member.validators.as_deref().unwrap_or_default() {
            self.validator(validator);
        }
        self.exprs(member.default.as_slice());
        if let (MemberTarget::Name(path), super::Body::Function(_)) =
            (&member.target, &self.job.body)
            && let [name, ..] = path[..]
        {
            self.assign_name(self.tree.name(name));
        }
    }

    /// A validator is a function, whatever variables there are.
    fn validator(&mut self, id: ExprId) {
        let (callee, args): (ExprId, &[ExprId]) = match &self.tree.expr(id).kind {
            ExprKind::Index { base, args, .. } => (*base, args),
            _ => (id, &[]),
        };
        if let ExprKind::Name(name) = self.tree.expr(callee).kind {
            let found = self.find_function(self.tree.name(name));
            self.record(callee, found.map_or(Resolution::Undefined, Resolution::Function));
        } else {
            self.expr(callee);
        }
        self.exprs(args);
    }
}
