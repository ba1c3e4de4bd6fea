//! Comments, and the comments that mean something.

use super::{ExprId, Name, Text};
use crate::span::Span;

/// A comment.
#[derive(Clone, Debug)]
pub struct Comment {
    /// Its text from the comment sign on (for [`CommentKind::Continuation`] what
    /// follows the dots), without blanks at the end.
    pub text: Text,
    /// How it is written.
    pub kind: CommentKind,
    /// Whether nothing but blanks stands before it on its line.
    pub own_line: bool,
    /// What it tells Formwork or another tool.
    pub directive: Directive,
    /// Where it stands.
    pub span: Span,
}

/// How a comment is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentKind {
    /// `% …` or `# …` to the end of the line
    Line,
    /// `%{` … `%}` on lines of their own
    Block,
    /// what follows `...` without a comment sign
    Continuation,
}

/// What stands between two tokens of one expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trivia {
    /// The line ends here.
    Break,
    /// A comment, and then the line ends.
    Comment(super::CommentId),
}

/// What a comment tells a tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// Nothing: it is for people.
    None,
    /// `%# …`: advice to the specializer
    Annotation(Annotation),
    /// `%#codegen`
    Codegen,
    /// `%#ok` or `%#ok<ID1,ID2>`: silences the code analyzer of the MATLAB editor
    AnalyzerOk(Box<[Text]>),
    /// `% formwork: ignore[code, code]`, or without brackets for every code
    Ignore(Box<[Text]>),
    /// `% formwork: ignore-file[code, code]`: the same for the whole file
    IgnoreFile(Box<[Text]>),
}

/// Advice to the specializer.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotation {
    /// `%# x size [3 4]`
    Variable {
        /// The variable.
        name: Name,
        /// What holds of it from here on.
        fact: VariableFact,
    },
    /// `%# nargin 2`
    Nargin(ExprId),
    /// `%# nargout 1`
    Nargout(ExprId),
    /// `%# unroll`: unroll the next loop whatever the heuristics say
    Unroll,
    /// `%# nounroll`: keep the next loop
    NoUnroll,
    /// `%# preserve f`: keep calls of `f` as they are
    Preserve(Name),
    /// `%# nointerpret f`: never run `f` while specializing
    NoInterpret(Name),
}

/// What an annotation says about a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum VariableFact {
    /// `size [3 UNKNOWN]`
    Size(ExprId),
    /// `ndims 3`: at most that many dimensions
    Ndims(ExprId),
    /// `widen 2`: forget that extent
    Widen(ExprId),
    /// `real yes`, `real no`, `complex`
    Real(bool),
    /// `logical yes`, `logical no`
    Logical(bool),
    /// `class int8`
    Class(Name),
    /// `realdouble`
    RealDouble,
    /// `realscalar`
    RealScalar,
    /// `defined`
    Defined,
    /// `undefined`
    Undefined,
}
