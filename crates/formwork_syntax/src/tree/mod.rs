//! The syntax tree of one file.
//!
//! Nodes live in arenas and refer to each other by typed ids, so a tree of any
//! depth is dropped, cloned and shared without recursion, and what later stages
//! learn about a node lives in side tables of theirs. The tree owns its text:
//! strings, comments and command words are ranges of it, and text made up later
//! is appended.

mod comment;
mod expr;
mod ids;
mod literal;
mod stmt;

use cranelift_entity::{EntityRef as _, PrimaryMap};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::dialect::Dialect;
use crate::span::{Span, to_u32};

pub use comment::{Annotation, Comment, CommentKind, Directive, Trivia, VariableFact};
pub use expr::{
    Assign, BinaryOp, Expr, ExprKind, IndexBracket, Param, PostfixOp, Precedence, QualifiedName,
    Row, UnaryOp,
};
pub use ids::{CommentId, ExprId, FunctionId, Name, StmtId};
pub(crate) use literal::continued;
pub use literal::{IntegerClass, Number, Quote, Radix, StringLiteral, quote_value};
pub use stmt::{
    ArgumentsBlock, Attribute, Block, Broken, Class, ClassBlock, ClassBlockKind, Clause,
    DeclaredVariable, For, ForTarget, Function, Member, MemberClass, MemberTarget, Stmt, StmtKind,
    Storage, Switch, Try,
};

/// A piece of the text a tree owns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text(pub(crate) Span);

/// What kind of file a tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Statements, perhaps with functions among them.
    Script,
    /// The first thing in it is a function.
    Function,
    /// The first thing in it is a class.
    Class,
}

/// The syntax tree of one file.
#[derive(Clone, Debug)]
pub struct Tree {
    text: Vec<u8>,
    source_end: u32,
    names: IndexSet<Box<str>, FxBuildHasher>,
    pub(crate) exprs: PrimaryMap<ExprId, Expr>,
    pub(crate) stmts: PrimaryMap<StmtId, Stmt>,
    pub(crate) functions: PrimaryMap<FunctionId, Function>,
    pub(crate) comments: PrimaryMap<CommentId, Comment>,
    /// What stands before the first token of a leaf, inside an expression.
    pub(crate) before: FxHashMap<ExprId, Box<[Trivia]>>,
    /// What stands before the closing bracket of an expression.
    pub(crate) before_close: FxHashMap<ExprId, Box<[Trivia]>>,
    pub(crate) body: Block,
    dialect: Dialect,
}

impl Tree {
    /// A tree without statements that owns `source`.
    #[must_use]
    pub fn new(source: Vec<u8>, dialect: Dialect) -> Tree {
        // As many nodes as programs of this size tend to have.
        let length = source.len();
        Tree {
            source_end: to_u32(length),
            text: source,
            names: IndexSet::default(),
            exprs: PrimaryMap::with_capacity(length / 24),
            stmts: PrimaryMap::with_capacity(length / 40),
            functions: PrimaryMap::new(),
            comments: PrimaryMap::with_capacity(length / 60),
            before: FxHashMap::default(),
            before_close: FxHashMap::default(),
            body: Box::default(),
            dialect,
        }
    }

    /// The statements of the file.
    #[must_use]
    pub fn body(&self) -> &[StmtId] {
        &self.body
    }

    /// Replaces the statements of the file.
    pub fn set_body(&mut self, body: Block) {
        self.body = body;
    }

    /// The dialect it was read in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The source text.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        &self.text[..self.source_end as usize]
    }

    /// An expression.
    #[must_use]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    /// A statement.
    #[must_use]
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id]
    }

    /// A function.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id]
    }

    /// All functions, in the order in which they were completed.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter()
    }

    /// A comment.
    #[must_use]
    pub fn comment(&self, id: CommentId) -> &Comment {
        &self.comments[id]
    }

    /// The text of a comment, its line ends made uniform.
    #[must_use]
    pub fn comment_text(&self, comment: &Comment) -> std::borrow::Cow<'_, [u8]> {
        let text = self.text(comment.text);
        if comment.kind != CommentKind::Block || memchr::memchr(b'\r', text).is_none() {
            return std::borrow::Cow::Borrowed(text);
        }
        let mut uniform = Vec::with_capacity(text.len());
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'\r' if text.get(index + 1) == Some(&b'\n') => {}
                b'\r' => uniform.push(b'\n'),
                _ => uniform.push(byte),
            }
        }
        std::borrow::Cow::Owned(uniform)
    }

    /// All comments, in the order of the source.
    pub fn comments(&self) -> impl Iterator<Item = (CommentId, &Comment)> {
        self.comments.iter()
    }

    /// All expressions, inner ones first.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.exprs.iter()
    }

    /// All statements, inner ones first.
    pub fn stmts(&self) -> impl Iterator<Item = (StmtId, &Stmt)> {
        self.stmts.iter()
    }

    /// Number of expressions, for side tables.
    #[must_use]
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }

    /// The text of an identifier.
    #[must_use]
    pub fn name(&self, name: Name) -> &str {
        self.names.get_index(name.index()).map_or("", |text| text)
    }

    /// The id of an identifier, if the tree has it.
    #[must_use]
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.get_index_of(text).map(Name::new)
    }

    /// The id of an identifier.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(index) = self.names.get_index_of(text) {
            return Name::new(index);
        }
        Name::new(self.names.insert_full(text.into()).0)
    }

    /// A dotted name as text.
    #[must_use]
    pub fn qualified_name(&self, parts: &[Name]) -> String {
        parts.iter().map(|&part| self.name(part)).collect::<Vec<_>>().join(".")
    }

    /// The bytes of a piece of text.
    #[must_use]
    pub fn text(&self, text: Text) -> &[u8] {
        &self.text[text.0.range()]
    }

    /// Adds text that is not in the source.
    pub fn add_text(&mut self, bytes: &[u8]) -> Text {
        let start = to_u32(self.text.len());
        self.text.extend_from_slice(bytes);
        Text(Span::new(start, to_u32(self.text.len())))
    }

    /// A string literal with the given characters.
    pub fn add_string(&mut self, value: &[u8]) -> StringLiteral {
        let (quote, raw) = quote_value(value);
        StringLiteral { quote, text: self.add_text(&raw) }
    }

    /// The characters of a string literal.
    #[must_use]
    pub fn string_value(&self, literal: StringLiteral) -> std::borrow::Cow<'_, [u8]> {
        literal.quote.value(self.text(literal.text))
    }

    /// Adds an expression.
    pub fn add_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span, parens: 0 })
    }

    /// Adds a statement that prints nothing.
    pub fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.stmts.push(Stmt { kind, span, silent: true, blank_before: false })
    }

    /// Adds a function; it is part of the file once a statement refers to it.
    pub fn add_function(&mut self, function: Function) -> FunctionId {
        self.functions.push(function)
    }

    /// What stands between the previous token and the leaf `id`.
    #[must_use]
    pub fn trivia_before(&self, id: ExprId) -> &[Trivia] {
        self.before.get(&id).map_or(&[], |trivia| trivia)
    }

    /// What stands before the closing bracket of `id`.
    #[must_use]
    pub fn trivia_before_close(&self, id: ExprId) -> &[Trivia] {
        self.before_close.get(&id).map_or(&[], |trivia| trivia)
    }

    /// What kind of file this is, by its first statement that is not a comment.
    #[must_use]
    pub fn file_kind(&self) -> FileKind {
        for &id in &self.body {
            match &self.stmts[id].kind {
                StmtKind::Comment(_) => {}
                StmtKind::Function(_) => return FileKind::Function,
                StmtKind::Class(_) => return FileKind::Class,
                _ => return FileKind::Script,
            }
        }
        FileKind::Script
    }
}
