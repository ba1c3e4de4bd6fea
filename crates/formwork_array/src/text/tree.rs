//! The tree of a text, in flat arenas: dropping it needs no recursion.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::diagnostic::TextPosition;
use crate::ir::{BaseType, Prim, Scalar, ShapeClass};

/// An expression of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExprId(u32);
entity_impl!(ExprId, "e");

/// A type as it is written. No base: `any`, which stands for every base type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypeExpr {
    pub base: Option<BaseType>,
    pub class: ShapeClass,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub place: TextPosition,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprKind {
    Literal(Scalar),
    Name(String),
    Call(String, Vec<ExprId>),
    Vector(Vec<ExprId>),
    /// `double[]`
    Empty(BaseType),
    /// `a[i]`, `a[iv]`, `a[i, j]`
    Select(ExprId, Vec<ExprId>),
    With(WithExpr),
    /// `c ? a : b`
    Choice(ExprId, ExprId, ExprId),
    /// `if (c) { … return(x); } else { … return(y); }`
    If(ExprId, Vec<Stmt>, Vec<Stmt>),
    /// `loop (x = a, y = b) while { … return(c); } { … return(x1, y1); }`
    Loop(Vec<(TargetExpr, ExprId)>, Vec<Stmt>, Vec<Stmt>),
    /// `guard(a, condition, "message")`
    Guard(ExprId, ConditionExpr),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConditionExpr {
    /// `holds` for a truth value.
    pub name: String,
    pub operands: Vec<ExprId>,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WithExpr {
    pub parts: Vec<PartExpr>,
    pub operations: Vec<OperationExpr>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartExpr {
    pub place: TextPosition,
    pub lower: Option<ExprId>,
    pub index: IndexExpr,
    pub upper: ExprId,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum IndexExpr {
    Vector(TargetExpr),
    Scalars(Vec<TargetExpr>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OperationExpr {
    Genarray(ExprId, Option<ExprId>),
    Modarray(ExprId),
    Fold(Prim, ExprId),
}

/// A defined name, with the attributes that are written in front of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TargetExpr {
    pub place: TextPosition,
    pub name: String,
    pub attributes: Option<(ExprId, ExprId)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stmt {
    pub place: TextPosition,
    pub kind: StmtKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StmtKind {
    Assign(Vec<TargetExpr>, ExprId),
    /// `a[iv] = x;`
    Replace(TargetExpr, Vec<ExprId>, ExprId),
    If(ExprId, Vec<Stmt>, Vec<Stmt>),
    While(ExprId, Vec<Stmt>),
    Check(ConditionExpr),
    Return(Vec<ExprId>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ParamExpr {
    pub ty: TypeExpr,
    pub target: TargetExpr,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FunDef {
    pub place: TextPosition,
    pub name: String,
    pub results: Vec<TypeExpr>,
    pub parameters: Vec<ParamExpr>,
    pub body: FunBody,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FunBody {
    Block(Vec<Stmt>),
    /// A library function with the shapes of its results.
    Extern {
        shapes: Vec<ExprId>,
        pure: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Tree {
    pub exprs: PrimaryMap<ExprId, Expr>,
    pub functions: Vec<FunDef>,
    pub column_major: bool,
}
