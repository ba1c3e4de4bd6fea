//! Expressions.
//!
//! Parentheses are not nodes: precedence is in the shape of the tree. How many
//! pairs the author wrote is kept beside each expression, because the text of an
//! anonymous function shows them at run time.

use super::{ExprId, Name, Number, StringLiteral};
use crate::span::Span;

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, its own parentheses not included.
    pub span: Span,
    /// How many pairs of parentheses the author put around it.
    pub parens: u8,
}

/// A dotted name: `pkg.sub.f`.
pub type QualifiedName = Box<[Name]>;

/// One row of a matrix or cell literal.
pub type Row = Box<[ExprId]>;

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Stands where an expression could not be read; an error was reported.
    Error,
    /// An identifier: variable or function, which only name resolution can tell.
    Name(Name),
    /// A number.
    Number(Number),
    /// A quoted string.
    Text(StringLiteral),
    /// A lone `:` as an index.
    Colon,
    /// `end` inside an index.
    End,
    /// `~` in a list of outputs.
    Ignored,
    /// `-x`
    Unary(UnaryOp, ExprId),
    /// `x'`
    Postfix(PostfixOp, ExprId),
    /// `x + y`
    Binary(BinaryOp, ExprId, ExprId),
    /// `start:stop` or `start:step:stop`
    Range {
        /// First element.
        start: ExprId,
        /// Increment, if written.
        step: Option<ExprId>,
        /// Limit.
        stop: ExprId,
    },
    /// `base(args)` or `base{args}`: an index or a call.
    Index {
        /// What is indexed or called.
        base: ExprId,
        /// The subscripts or arguments.
        args: Box<[ExprId]>,
        /// Which brackets were used.
        bracket: IndexBracket,
    },
    /// `base.name`
    Field {
        /// The struct or object.
        base: ExprId,
        /// The field.
        name: Name,
    },
    /// `base.(name)`
    DynamicField {
        /// The struct or object.
        base: ExprId,
        /// The expression that gives the field's name.
        name: ExprId,
    },
    /// `[a, b; c, d]`
    Matrix(Box<[Row]>),
    /// `{a, b; c, d}`
    Cell(Box<[Row]>),
    /// `@name`
    FunctionHandle(QualifiedName),
    /// `@(params) body`
    AnonymousFunction {
        /// The parameters.
        params: Box<[Param]>,
        /// The value.
        body: ExprId,
    },
    /// `?pkg.Class`
    MetaClass(QualifiedName),
    /// `method@pkg.Class`, a call of the superclass's version
    SuperMethod {
        /// The method or the object under construction: a name, or `object.method`.
        method: ExprId,
        /// The superclass.
        class: QualifiedName,
    },
    /// `target = value`, which Octave also allows inside expressions
    Assign(Box<Assign>),
}

/// An assignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    /// What is assigned: names, indexed names, fields or [`ExprKind::Ignored`].
    pub targets: Box<[ExprId]>,
    /// Whether the targets were written in brackets, as in `[a] = f()`.
    pub bracketed: bool,
    /// The operator of `+=` and its family.
    pub op: Option<BinaryOp>,
    /// The right-hand side.
    pub value: ExprId,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name, or `None` for `~`.
    pub name: Option<Name>,
    /// Octave's default value.
    pub default: Option<ExprId>,
    /// Where it stands.
    pub span: Span,
}

/// The brackets of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexBracket {
    /// `(…)`
    Paren,
    /// `{…}`
    Brace,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~` or `!`
    Not,
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// Postfix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostfixOp {
    /// `'`
    ConjugateTranspose,
    /// `.'`
    Transpose,
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `||`
    OrElse,
    /// `&&`
    AndAlso,
    /// `|`
    Or,
    /// `&`
    And,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `~=` or `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `\`
    LeftDivide,
    /// `.*`
    ElementMultiply,
    /// `./`
    ElementDivide,
    /// `.\`
    ElementLeftDivide,
    /// `^` or `**`
    Power,
    /// `.^` or `.**`
    ElementPower,
}

/// How tightly an expression binds, loosest first. The one place that knows
/// precedence: the parser climbs it, the printer puts parentheses by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// `a = b`
    Assign,
    /// `@(x) …`, whose body reaches as far as it can
    Anonymous,
    /// `||`
    OrElse,
    /// `&&`
    AndAlso,
    /// `|`
    Or,
    /// `&`
    And,
    /// comparisons
    Compare,
    /// `a:b`
    Range,
    /// `+`, `-`
    Sum,
    /// `*`, `/` and their kin
    Product,
    /// prefix operators
    Prefix,
    /// powers and transposes
    Power,
    /// indices, calls, fields
    Index,
    /// everything that stands alone
    Atom,
}

impl Precedence {
    /// The next tighter level: that of the right operand of a left-associative
    /// operator.
    #[must_use]
    pub fn tighter(self) -> Precedence {
        match self {
            Precedence::Assign => Precedence::Anonymous,
            Precedence::Anonymous => Precedence::OrElse,
            Precedence::OrElse => Precedence::AndAlso,
            Precedence::AndAlso => Precedence::Or,
            Precedence::Or => Precedence::And,
            Precedence::And => Precedence::Compare,
            Precedence::Compare => Precedence::Range,
            Precedence::Range => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            Precedence::Product => Precedence::Prefix,
            Precedence::Prefix => Precedence::Power,
            Precedence::Power => Precedence::Index,
            Precedence::Index | Precedence::Atom => Precedence::Atom,
        }
    }
}

impl BinaryOp {
    /// All of them, for tests that go through every case.
    pub const ALL: [BinaryOp; 20] = [
        BinaryOp::OrElse,
        BinaryOp::AndAlso,
        BinaryOp::Or,
        BinaryOp::And,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::GreaterEqual,
        BinaryOp::Greater,
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::LeftDivide,
        BinaryOp::ElementMultiply,
        BinaryOp::ElementDivide,
        BinaryOp::ElementLeftDivide,
        BinaryOp::Power,
        BinaryOp::ElementPower,
    ];

    /// The text that both languages accept.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::OrElse => "||",
            BinaryOp::AndAlso => "&&",
            BinaryOp::Or => "|",
            BinaryOp::And => "&",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "~=",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Greater => ">",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::LeftDivide => "\\",
            BinaryOp::ElementMultiply => ".*",
            BinaryOp::ElementDivide => "./",
            BinaryOp::ElementLeftDivide => ".\\",
            BinaryOp::Power => "^",
            BinaryOp::ElementPower => ".^",
        }
    }

    /// How tightly it binds.
    #[must_use]
    pub fn precedence(self) -> Precedence {
        match self {
            BinaryOp::OrElse => Precedence::OrElse,
            BinaryOp::AndAlso => Precedence::AndAlso,
            BinaryOp::Or => Precedence::Or,
            BinaryOp::And => Precedence::And,
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Greater => Precedence::Compare,
            BinaryOp::Add | BinaryOp::Subtract => Precedence::Sum,
            BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::LeftDivide
            | BinaryOp::ElementMultiply
            | BinaryOp::ElementDivide
            | BinaryOp::ElementLeftDivide => Precedence::Product,
            BinaryOp::Power | BinaryOp::ElementPower => Precedence::Power,
        }
    }
}

impl UnaryOp {
    /// The text that both languages accept.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "~",
            UnaryOp::Increment => "++",
            UnaryOp::Decrement => "--",
        }
    }
}

impl PostfixOp {
    /// Its text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            PostfixOp::ConjugateTranspose => "'",
            PostfixOp::Transpose => ".'",
            PostfixOp::Increment => "++",
            PostfixOp::Decrement => "--",
        }
    }
}

impl ExprKind {
    /// How tightly this expression holds together.
    #[must_use]
    pub fn precedence(&self) -> Precedence {
        match self {
            ExprKind::Error
            | ExprKind::Name(_)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Ignored
            | ExprKind::Matrix(_)
            | ExprKind::Cell(_) => Precedence::Atom,
            ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. }
            | ExprKind::FunctionHandle(_)
            | ExprKind::MetaClass(_)
            | ExprKind::SuperMethod { .. } => Precedence::Index,
            ExprKind::Postfix(..) => Precedence::Power,
            ExprKind::Unary(..) => Precedence::Prefix,
            ExprKind::Binary(op, ..) => op.precedence(),
            ExprKind::Range { .. } => Precedence::Range,
            ExprKind::AnonymousFunction { .. } => Precedence::Anonymous,
            ExprKind::Assign(_) => Precedence::Assign,
        }
    }
}
