//! The one walk over a tree that tells a sink everything in it.

use super::Sink;
use crate::span::Span;
use crate::stack::with_enough_stack;
use crate::tree::{
    Annotation, Attribute, Class, Clause, Comment, CommentKind, DeclaredVariable, Directive,
    ExprId, ExprKind, For, ForTarget, FunctionId, IndexBracket, Member, MemberTarget, Name, Param,
    Quote, Row, StmtId, StmtKind, Storage, Text, Tree, Trivia, VariableFact,
};

pub(super) struct Walk<'a, S> {
    pub(super) tree: &'a Tree,
    pub(super) sink: &'a mut S,
}

impl<'a, S: Sink> Walk<'a, S> {
    pub(super) fn file(&mut self) {
        let tree = self.tree;
        let end = u32::try_from(tree.source().len()).unwrap_or(u32::MAX);
        self.sink.begin("file", Span::new(0, end));
        self.sink.text("file_kind", format!("{:?}", tree.file_kind()).to_lowercase().as_bytes());
        self.block("body", tree.body());
        self.sink.end();
    }

    fn name(&mut self, field: &'static str, name: Name) {
        self.sink.text(field, self.tree.name(name).as_bytes());
    }

    fn path(&mut self, field: &'static str, path: &[Name]) {
        self.sink.text(field, self.tree.qualified_name(path).as_bytes());
    }

    fn block(&mut self, field: &'static str, statements: &[StmtId]) {
        self.sink.field(field);
        self.sink.begin_list(true);
        for &id in statements {
            self.stmt(id);
        }
        self.sink.end_list();
    }

    fn child(&mut self, field: &'static str, id: ExprId) {
        self.sink.field(field);
        self.expr(id);
    }

    fn optional(&mut self, field: &'static str, id: Option<ExprId>) {
        if let Some(id) = id {
            self.child(field, id);
        }
    }

    fn list(&mut self, field: &'static str, items: &[ExprId]) {
        self.sink.field(field);
        self.items(items);
    }

    fn items(&mut self, items: &[ExprId]) {
        self.sink.begin_list(false);
        for &id in items {
            self.expr(id);
        }
        self.sink.end_list();
    }

    fn rows(&mut self, rows: &[Row]) {
        self.sink.field("rows");
        self.sink.begin_list(false);
        for row in rows {
            self.items(row);
        }
        self.sink.end_list();
    }

    fn params(&mut self, field: &'static str, params: &[Param]) {
        self.sink.field(field);
        self.sink.begin_list(false);
        for param in params {
            self.sink.begin("param", param.span);
            match param.name {
                Some(name) => self.name("name", name),
                None => self.sink.flag("ignored"),
            }
            self.optional("default", param.default);
            self.sink.end();
        }
        self.sink.end_list();
    }

    fn trivia(&mut self, field: &'static str, trivia: &[Trivia]) {
        if trivia.is_empty() {
            return;
        }
        let mut text = Vec::new();
        for &piece in trivia {
            if let Trivia::Comment(id) = piece {
                let comment = self.tree.comment(id);
                text.extend_from_slice(comment_kind(comment.kind).as_bytes());
                text.push(b' ');
                text.extend_from_slice(&self.tree.comment_text(comment));
            }
            text.push(b'\n');
        }
        self.sink.text(field, &text);
    }

    fn expr(&mut self, id: ExprId) {
        with_enough_stack(|| self.bare_expr(id));
    }

    fn bare_expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let expr = tree.expr(id);
        self.sink.begin(expr_kind(&expr.kind), expr.span);
        match &expr.kind {
            ExprKind::Error | ExprKind::Colon | ExprKind::End | ExprKind::Ignored => {}
            ExprKind::Name(name) => self.name("text", *name),
            ExprKind::Number(number) => self.sink.text("text", number.text().as_bytes()),
            ExprKind::Text(literal) => {
                self.sink.text(
                    "quote",
                    match literal.quote {
                        Quote::Single => b"single",
                        Quote::Double => b"double",
                        Quote::DoubleVerbatim => b"verbatim",
                    },
                );
                self.sink.text("value", &tree.string_value(*literal));
            }
            ExprKind::Unary(op, operand) => {
                self.sink.text("op", op.text().as_bytes());
                self.child("operand", *operand);
            }
            ExprKind::Postfix(op, operand) => {
                self.sink.text("op", op.text().as_bytes());
                self.child("operand", *operand);
            }
            ExprKind::Binary(op, left, right) => {
                self.sink.text("op", op.text().as_bytes());
                self.child("left", *left);
                self.child("right", *right);
            }
            ExprKind::Range { start, step, stop } => {
                self.child("start_value", *start);
                self.optional("step", *step);
                self.child("stop", *stop);
            }
            ExprKind::Index { base, args, bracket } => {
                self.child("base", *base);
                if *bracket == IndexBracket::Brace {
                    self.sink.flag("brace");
                }
                self.list("args", args);
            }
            ExprKind::Field { base, name } => {
                self.child("base", *base);
                self.name("name", *name);
            }
            ExprKind::DynamicField { base, name } => {
                self.child("base", *base);
                self.child("name", *name);
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => self.rows(rows),
            ExprKind::FunctionHandle(path) | ExprKind::MetaClass(path) => self.path("name", path),
            ExprKind::AnonymousFunction { params, body } => {
                self.params("params", params);
                self.child("body", *body);
            }
            ExprKind::SuperMethod { method, class } => {
                self.child("method", *method);
                self.path("class", class);
            }
            ExprKind::Assign(assign) => {
                if let Some(op) = assign.op {
                    self.sink.text("op", op.text().as_bytes());
                }
                if assign.bracketed {
                    self.sink.flag("bracketed");
                }
                self.list("targets", &assign.targets);
                self.child("value", assign.value);
            }
        }
        self.trivia("before", tree.trivia_before(id));
        self.trivia("before_close", tree.trivia_before_close(id));
        self.sink.end();
    }

    fn clauses(&mut self, field: &'static str, kind: &'static str, clauses: &[Clause]) {
        self.sink.field(field);
        self.sink.begin_list(true);
        for clause in clauses {
            self.sink.begin(kind, self.tree.expr(clause.condition).span);
            self.child("condition", clause.condition);
            self.block("body", &clause.body);
            self.sink.end();
        }
        self.sink.end_list();
    }

    /// An optional block, shown as a node of its own.
    fn part(&mut self, field: &'static str, body: Option<&[StmtId]>, span: Span) {
        if let Some(body) = body {
            self.sink.field(field);
            self.sink.begin_list(true);
            self.sink.begin(field, span);
            self.block("body", body);
            self.sink.end();
            self.sink.end_list();
        }
    }

    fn stmt(&mut self, id: StmtId) {
        with_enough_stack(|| self.bare_stmt(id));
    }

    fn bare_stmt(&mut self, id: StmtId) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        self.sink.begin(stmt_kind(&stmt.kind), stmt.span);
        match &stmt.kind {
            StmtKind::Broken(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return => {}
            StmtKind::Expr(id) => {
                if stmt.silent {
                    self.sink.flag("silent");
                }
                self.child("expr", *id);
            }
            StmtKind::Command { name, words } => {
                if stmt.silent {
                    self.sink.flag("silent");
                }
                self.name("name", *name);
                self.texts("words", words);
            }
            StmtKind::Shell(command) => self.sink.text("value", tree.text(*command)),
            StmtKind::If { clauses, otherwise } => {
                self.clauses("clauses", "clause", clauses);
                self.part("else", otherwise.as_deref(), stmt.span);
            }
            StmtKind::While { condition, body } => {
                self.child("condition", *condition);
                self.block("body", body);
            }
            StmtKind::DoUntil { body, condition } => {
                self.child("condition", *condition);
                self.block("body", body);
            }
            StmtKind::For(for_loop) => self.for_loop(for_loop),
            StmtKind::Spmd { args, body } => {
                self.list("args", args);
                self.block("body", body);
            }
            StmtKind::Switch(switch) => {
                self.child("subject", switch.subject);
                self.block("preamble", &switch.preamble);
                self.clauses("cases", "case", &switch.cases);
                self.part("otherwise", switch.otherwise.as_deref(), stmt.span);
            }
            StmtKind::Try(try_block) => {
                self.block("body", &try_block.body);
                self.optional("error", try_block.error);
                self.part("catch", try_block.handler.as_deref(), stmt.span);
            }
            StmtKind::UnwindProtect { body, cleanup } => {
                self.block("body", body);
                self.part("cleanup", Some(cleanup), stmt.span);
            }
            StmtKind::Declare { storage, variables } => self.declare(*storage, variables),
            StmtKind::Function(id) | StmtKind::Signature(id) => self.function(*id),
            StmtKind::Class(class) => self.class(class),
            StmtKind::ClassBlock(block) => {
                self.sink.text("block", block.kind.word().as_bytes());
                self.attributes(&block.attributes);
                self.block("body", &block.body);
            }
            StmtKind::Arguments(block) => {
                self.attributes(&block.attributes);
                self.block("body", &block.body);
            }
            StmtKind::Member(member) => self.member(member),
            StmtKind::Enumerator { name, args } => {
                self.name("name", *name);
                self.list("args", args);
            }
            StmtKind::Event(name) => self.name("name", *name),
            StmtKind::Comment(id) => self.comment(tree.comment(*id)),
        }
        self.sink.end();
    }

    fn for_loop(&mut self, for_loop: &For) {
        match for_loop.target {
            ForTarget::One(target) => self.child("target", target),
            ForTarget::Pair(value, key) => self.list("pair", &[value, key]),
        }
        self.child("iterable", for_loop.iterable);
        if for_loop.parallel {
            self.sink.flag("parallel");
        }
        self.optional("workers", for_loop.workers);
        self.block("body", &for_loop.body);
    }

    fn declare(&mut self, storage: Storage, variables: &[DeclaredVariable]) {
        self.sink.text(
            "storage",
            match storage {
                Storage::Global => b"global",
                Storage::Persistent => b"persistent",
            },
        );
        self.sink.field("variables");
        self.sink.begin_list(false);
        for variable in variables {
            self.sink.begin("variable", variable.span);
            self.name("name", variable.name);
            self.optional("value", variable.value);
            self.sink.end();
        }
        self.sink.end_list();
    }

    fn class(&mut self, class: &Class) {
        self.name("name", class.name);
        self.attributes(&class.attributes);
        let superclasses: Vec<String> =
            class.superclasses.iter().map(|path| self.tree.qualified_name(path)).collect();
        let superclasses: Vec<&[u8]> = superclasses.iter().map(String::as_bytes).collect();
        self.sink.texts("superclasses", &superclasses);
        self.block("body", &class.body);
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.tree.function(id);
        self.path("name", &function.name);
        self.params("outputs", &function.outputs);
        self.params("params", &function.params);
        if function.has_end {
            self.sink.flag("has_end");
        }
        self.block("body", &function.body);
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        self.sink.field("attributes");
        self.sink.begin_list(false);
        for attribute in attributes {
            let span = attribute.value.map_or(Span::empty(0), |id| self.tree.expr(id).span);
            self.sink.begin("attribute", span);
            self.name("name", attribute.name);
            if attribute.negated {
                self.sink.flag("negated");
            }
            self.optional("value", attribute.value);
            self.sink.end();
        }
        self.sink.end_list();
    }

    fn member(&mut self, member: &Member) {
        match &member.target {
            MemberTarget::Name(path) => self.path("name", path),
            MemberTarget::PropertiesOf { structure, class } => {
                self.name("name", *structure);
                self.path("properties_of", class);
            }
            MemberTarget::Ignored => self.sink.flag("ignored"),
        }
        if let Some(size) = &member.size {
            self.list("size", size);
        }
        if let Some(class) = &member.class {
            self.path("class", &class.name);
            if class.at_sign {
                self.sink.flag("at_sign");
            }
            if let Some(word) = class.shape_word {
                self.name("shape_word", word);
            }
        }
        if let Some(validators) = &member.validators {
            self.sink.flag("validated");
            self.list("validators", validators);
        }
        self.optional("default", member.default);
    }

    fn comment(&mut self, comment: &Comment) {
        if comment.kind != CommentKind::Line {
            self.sink.text("comment_kind", comment_kind(comment.kind).as_bytes());
        }
        if !comment.own_line {
            self.sink.flag("trailing");
        }
        self.sink.text("comment", &self.tree.comment_text(comment));
        self.directive(&comment.directive);
    }

    fn texts(&mut self, field: &'static str, texts: &[Text]) {
        let tree = self.tree;
        let values: Vec<&[u8]> = texts.iter().map(|&text| tree.text(text)).collect();
        self.sink.texts(field, &values);
    }

    fn directive(&mut self, directive: &Directive) {
        match directive {
            Directive::None => {}
            Directive::Codegen => self.sink.flag("codegen"),
            Directive::AnalyzerOk(codes) => {
                self.sink.flag("ok");
                self.texts("codes", codes);
            }
            Directive::Ignore(codes) => {
                self.sink.flag("ignore");
                self.texts("codes", codes);
            }
            Directive::IgnoreFile(codes) => {
                self.sink.flag("ignore_file");
                self.texts("codes", codes);
            }
            Directive::Annotation(annotation) => self.annotation(annotation),
        }
    }

    fn annotation(&mut self, annotation: &Annotation) {
        self.sink.flag("annotation");
        match annotation {
            Annotation::Nargin(value) => {
                self.sink.flag("nargin");
                self.child("count", *value);
            }
            Annotation::Nargout(value) => {
                self.sink.flag("nargout");
                self.child("count", *value);
            }
            Annotation::Unroll => self.sink.flag("unroll"),
            Annotation::NoUnroll => self.sink.flag("nounroll"),
            Annotation::Preserve(name) => {
                self.sink.flag("preserve");
                self.name("function", *name);
            }
            Annotation::NoInterpret(name) => {
                self.sink.flag("nointerpret");
                self.name("function", *name);
            }
            Annotation::Variable { name, fact } => {
                self.name("variable", *name);
                self.variable_fact(fact);
            }
        }
    }

    fn variable_fact(&mut self, fact: &VariableFact) {
        match fact {
            VariableFact::Size(value) => self.child("size", *value),
            VariableFact::Ndims(value) => {
                self.sink.flag("ndims");
                self.child("count", *value);
            }
            VariableFact::Widen(value) => {
                self.sink.flag("widen");
                self.child("dimension", *value);
            }
            VariableFact::Real(real) => self.sink.flag(if *real { "real" } else { "complex" }),
            VariableFact::Logical(logical) => {
                self.sink.flag(if *logical { "logical" } else { "not_logical" });
            }
            VariableFact::Class(class) => self.name("class", *class),
            VariableFact::RealDouble => self.sink.flag("realdouble"),
            VariableFact::RealScalar => self.sink.flag("realscalar"),
            VariableFact::Defined => self.sink.flag("defined"),
            VariableFact::Undefined => self.sink.flag("undefined"),
        }
    }
}

fn comment_kind(kind: CommentKind) -> &'static str {
    match kind {
        CommentKind::Line => "line",
        CommentKind::Block => "block",
        CommentKind::Continuation => "continuation",
    }
}

fn expr_kind(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Error => "error",
        ExprKind::Name(_) => "name",
        ExprKind::Number(_) => "number",
        ExprKind::Text(_) => "text",
        ExprKind::Colon => "colon",
        ExprKind::End => "end",
        ExprKind::Ignored => "ignored",
        ExprKind::Unary(..) => "unary",
        ExprKind::Postfix(..) => "postfix",
        ExprKind::Binary(..) => "binary",
        ExprKind::Range { .. } => "range",
        ExprKind::Index { .. } => "index",
        ExprKind::Field { .. } => "field",
        ExprKind::DynamicField { .. } => "dynamic_field",
        ExprKind::Matrix(_) => "matrix",
        ExprKind::Cell(_) => "cell",
        ExprKind::FunctionHandle(_) => "handle",
        ExprKind::AnonymousFunction { .. } => "anonymous",
        ExprKind::MetaClass(_) => "metaclass",
        ExprKind::SuperMethod { .. } => "super_method",
        ExprKind::Assign(_) => "assign",
    }
}

fn stmt_kind(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Broken(_) => "error",
        StmtKind::Expr(_) => "expr",
        StmtKind::Command { .. } => "command",
        StmtKind::Shell(_) => "shell",
        StmtKind::If { .. } => "if",
        StmtKind::While { .. } => "while",
        StmtKind::DoUntil { .. } => "do_until",
        StmtKind::For(_) => "for",
        StmtKind::Spmd { .. } => "spmd",
        StmtKind::Switch(_) => "switch",
        StmtKind::Try(_) => "try",
        StmtKind::UnwindProtect { .. } => "unwind_protect",
        StmtKind::Break => "break",
        StmtKind::Continue => "continue",
        StmtKind::Return => "return",
        StmtKind::Declare { .. } => "declare",
        StmtKind::Function(_) => "function",
        StmtKind::Signature(_) => "signature",
        StmtKind::Class(_) => "class",
        StmtKind::ClassBlock(_) => "class_block",
        StmtKind::Arguments(_) => "arguments",
        StmtKind::Member(_) => "member",
        StmtKind::Enumerator { .. } => "enumerator",
        StmtKind::Event(_) => "event",
        StmtKind::Comment(_) => "comment",
    }
}
