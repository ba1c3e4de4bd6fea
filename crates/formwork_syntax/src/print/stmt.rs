//! Statements and functions.

use super::Printer;
use crate::tree::{
    Clause, CommentId, DeclaredVariable, ExprId, For, ForTarget, Function, StmtId, StmtKind,
    Storage, Switch, Try,
};

impl Printer<'_> {
    /// The statements of a block at the current level, each on a line of its own.
    pub(super) fn block(&mut self, statements: &[StmtId]) {
        for &id in statements {
            self.stmt(id);
        }
    }

    /// The statements of a block one level deeper.
    pub(super) fn body(&mut self, statements: &[StmtId]) {
        self.level += 1;
        self.block(statements);
        self.level -= 1;
    }

    /// A word on a line of its own.
    pub(super) fn word(&mut self, word: &str) {
        self.begin_line(0);
        self.text(word);
    }

    fn stmt(&mut self, id: StmtId) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        if let StmtKind::Comment(id) = stmt.kind {
            self.comment_stmt(id, stmt.blank_before);
            return;
        }
        self.blank_line(stmt.blank_before);
        self.begin_line(0);
        self.statement_start = self.out.len();
        match &stmt.kind {
            StmtKind::Broken(_) => {
                let source = tree.source();
                self.out.extend_from_slice(&source[stmt.span.range()]);
            }
            StmtKind::Comment(_) => {}
            StmtKind::Expr(id) => {
                self.whole_expr(*id);
                self.guard_octave_word();
                self.silence(stmt.silent);
            }
            StmtKind::Command { name, words } => {
                self.name(*name);
                for &word in words {
                    self.out.push(b' ');
                    self.out.extend_from_slice(tree.text(word));
                }
                self.silence(stmt.silent);
            }
            StmtKind::Shell(command) => {
                self.out.push(b'!');
                self.out.extend_from_slice(tree.text(*command));
            }
            StmtKind::If { clauses, otherwise } => self.if_stmt(clauses, otherwise.as_deref()),
            StmtKind::While { condition, body } => {
                self.text("while ");
                self.value(*condition);
                self.body(body);
                self.word("end");
            }
            StmtKind::DoUntil { body, condition } => self.do_until_stmt(body, *condition),
            StmtKind::For(for_loop) => self.for_stmt(for_loop),
            StmtKind::Spmd { args, body } => self.spmd_stmt(args, body),
            StmtKind::Switch(switch) => self.switch_stmt(switch),
            StmtKind::Try(try_block) => self.try_stmt(try_block),
            StmtKind::UnwindProtect { body, cleanup } => self.unwind_protect_stmt(body, cleanup),
            StmtKind::Break => self.text("break"),
            StmtKind::Continue => self.text("continue"),
            StmtKind::Return => self.text("return"),
            StmtKind::Declare { storage, variables } => {
                self.declare_stmt(*storage, variables, stmt.silent);
            }
            StmtKind::Function(id) => self.function(tree.function(*id)),
            StmtKind::Signature(id) => {
                self.signature(tree.function(*id), false);
                self.silence(stmt.silent);
            }
            StmtKind::Class(class) => self.class(class),
            StmtKind::ClassBlock(block) => self.class_block(block),
            StmtKind::Arguments(block) => {
                self.text("arguments");
                self.attributes(&block.attributes);
                self.body(&block.body);
                self.word("end");
            }
            StmtKind::Member(member) => {
                self.member(member);
                self.silence(stmt.silent);
            }
            StmtKind::Enumerator { name, args } => {
                self.name(*name);
                if !args.is_empty() {
                    self.text(" (");
                    self.list(args);
                    self.out.push(b')');
                }
            }
            StmtKind::Event(name) => self.name(*name),
        }
    }

    fn do_until_stmt(&mut self, body: &[StmtId], condition: ExprId) {
        self.text("do");
        self.do_depth += 1;
        self.body(body);
        self.do_depth -= 1;
        self.word("until ");
        self.value(condition);
    }

    fn unwind_protect_stmt(&mut self, body: &[StmtId], cleanup: &[StmtId]) {
        self.text("unwind_protect");
        self.body(body);
        self.word("unwind_protect_cleanup");
        self.body(cleanup);
        self.word("end_unwind_protect");
    }

    fn spmd_stmt(&mut self, args: &[ExprId], body: &[StmtId]) {
        self.text("spmd");
        if !args.is_empty() {
            self.text(" (");
            self.list(args);
            self.out.push(b')');
        }
        self.body(body);
        self.word("end");
    }

    fn declare_stmt(&mut self, storage: Storage, variables: &[DeclaredVariable], silent: bool) {
        self.text(match storage {
            Storage::Global => "global",
            Storage::Persistent => "persistent",
        });
        for variable in variables {
            self.out.push(b' ');
            self.name(variable.name);
            if let Some(value) = variable.value {
                self.text(" = ");
                self.value(value);
            }
        }
        self.silence(silent);
    }

    fn comment_stmt(&mut self, id: CommentId, blank_before: bool) {
        let comment = self.comment(id);
        if comment.own_line {
            self.blank_line(blank_before);
            self.begin_line(0);
        } else {
            self.out.push(b' ');
        }
        self.comment_text(comment);
    }

    /// Puts parentheses around a variable that Octave would take for its keyword
    /// at the start of the statement just printed.
    fn guard_octave_word(&mut self) {
        let start = self.statement_start;
        let text = &self.out[start..];
        let word = text.iter().take_while(|&&byte| crate::lex::is_name_byte(byte)).count();
        let rest = &text[word..];
        let keyword = match &text[..word] {
            b"do" => !crate::lex::continues_do(rest),
            b"until" => self.do_depth > 0,
            _ => false,
        };
        if keyword {
            self.out.insert(start + word, b')');
            self.out.insert(start, b'(');
        }
    }

    fn blank_line(&mut self, wanted: bool) {
        if wanted && !self.out.is_empty() {
            self.trim_blanks();
            self.out.push(b'\n');
        }
    }

    fn silence(&mut self, silent: bool) {
        if silent {
            self.out.push(b';');
        }
    }

    fn clause(&mut self, word: &str, condition: ExprId, body: &[StmtId]) {
        self.text(word);
        self.value(condition);
        self.body(body);
    }

    fn if_stmt(&mut self, clauses: &[Clause], otherwise: Option<&[StmtId]>) {
        for (index, clause) in clauses.iter().enumerate() {
            if index > 0 {
                self.begin_line(0);
            }
            let word = if index == 0 { "if " } else { "elseif " };
            self.clause(word, clause.condition, &clause.body);
        }
        if let Some(otherwise) = otherwise {
            self.word("else");
            self.body(otherwise);
        }
        self.word("end");
    }

    fn for_stmt(&mut self, for_loop: &For) {
        self.text(if for_loop.parallel { "parfor " } else { "for " });
        if for_loop.workers.is_some() {
            self.out.push(b'(');
        }
        match for_loop.target {
            ForTarget::One(target) => self.value(target),
            ForTarget::Pair(value, key) => {
                self.out.push(b'[');
                self.value(value);
                self.text(", ");
                self.value(key);
                self.out.push(b']');
            }
        }
        self.text(" = ");
        self.value(for_loop.iterable);
        if let Some(workers) = for_loop.workers {
            self.text(", ");
            self.value(workers);
            self.out.push(b')');
        }
        self.body(&for_loop.body);
        self.word("end");
    }

    fn switch_stmt(&mut self, switch: &Switch) {
        self.text("switch ");
        self.value(switch.subject);
        self.level += 1;
        self.block(&switch.preamble);
        for case in &switch.cases {
            self.begin_line(0);
            self.clause("case ", case.condition, &case.body);
        }
        if let Some(otherwise) = &switch.otherwise {
            self.word("otherwise");
            self.body(otherwise);
        }
        self.level -= 1;
        self.word("end");
    }

    fn try_stmt(&mut self, try_block: &Try) {
        self.text("try");
        self.body(&try_block.body);
        if let Some(handler) = &try_block.handler {
            self.word("catch");
            if let Some(error) = try_block.error {
                self.out.push(b' ');
                self.value(error);
            }
            self.body(handler);
        }
        self.word("end");
    }

    fn function(&mut self, function: &Function) {
        self.text("function ");
        self.signature(function, true);
        self.body(&function.body);
        if function.has_end {
            self.word("end");
        }
    }

    /// `[a, b] = name(x)`; a definition always shows its parameter list.
    fn signature(&mut self, function: &Function, definition: bool) {
        match &function.outputs[..] {
            [] => {}
            [output] => {
                if let Some(name) = output.name {
                    self.name(name);
                }
                self.text(" = ");
            }
            outputs => {
                self.out.push(b'[');
                for (index, output) in outputs.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    if let Some(name) = output.name {
                        self.name(name);
                    }
                }
                self.text("] = ");
            }
        }
        self.qualified(&function.name);
        if definition || !function.params.is_empty() {
            self.params(&function.params);
        }
    }
}
