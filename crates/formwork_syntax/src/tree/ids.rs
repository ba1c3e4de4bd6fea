//! Typed ids of everything a tree owns. They print as `e7`, `s3`, `f0`, `c2`.

use cranelift_entity::entity_impl;

/// An expression of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);
entity_impl!(ExprId, "e");

/// A statement of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StmtId(u32);
entity_impl!(StmtId, "s");

/// A function definition (or a method signature) of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "f");

/// A comment of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommentId(u32);
entity_impl!(CommentId, "c");

/// An interned identifier of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);
entity_impl!(Name, "name");
