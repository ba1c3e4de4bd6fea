//! The algebra as text: the façade behind the `algebra` command.
//!
//! Parsing is in `parser`, the search for a smallest way to write a term in
//! `crate::smallest`; this module ties them to the decision procedure and renders
//! answers. It returns text and data and never prints.

mod parser;

pub use parser::{ParseError, parse, parse_claim};

use crate::decide::{Decision, Proof, Relation};
use crate::semantics::{Dialect, Semantics};
use crate::shape::{Algebra, ShapeId};
use crate::smallest;

/// Terms built at most in search of a smallest way to write one.
const SEARCH_BUDGET: usize = 4000;

/// How the operators of the text are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// The reading of `+`.
    pub semantics: Semantics,
    /// The dialect of `*`, `/`, `\`, `^` and the brackets.
    pub dialect: Dialect,
}

impl Language {
    /// The papers' language: strict, matrix operators on matrices only.
    pub const STRICT: Language =
        Language { semantics: Semantics::Strict, dialect: Dialect::Matlab };
    /// Today's elementwise operators, matrix operators on matrices only.
    pub const EXPAND: Language =
        Language { semantics: Semantics::Expand, dialect: Dialect::Matlab };
}

/// What the command answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An identity was decided.
    Decided(Decision),
    /// An expression was brought into normal form.
    NormalForm(String),
}

/// Decides `LHS = RHS`, or brings a single expression into normal form.
pub fn answer(text: &str, language: Language) -> Result<Answer, ParseError> {
    let mut algebra = Algebra::new();
    let (left, right) = parse_claim(&mut algebra, text, language)?;
    Ok(match right {
        Some(right) => Answer::Decided(algebra.decide(Relation::Equal, left, right)),
        None => Answer::NormalForm(smallest_text(&mut algebra, left)),
    })
}

/// Decides whether two expressions are equal for all shapes.
pub fn decide(left: &str, right: &str, language: Language) -> Result<Decision, ParseError> {
    relate(Relation::Equal, left, right, language)
}

/// Decides any relation between two expressions.
pub fn relate(
    relation: Relation,
    left: &str,
    right: &str,
    language: Language,
) -> Result<Decision, ParseError> {
    let mut algebra = Algebra::new();
    let left = parse(&mut algebra, left, language)?;
    let right = parse(&mut algebra, right, language)?;
    Ok(algebra.decide(relation, left, right))
}

/// The normal form of an expression.
pub fn normal_form(text: &str, language: Language) -> Result<String, ParseError> {
    let mut algebra = Algebra::new();
    let shape = parse(&mut algebra, text, language)?;
    Ok(smallest_text(&mut algebra, shape))
}

/// The smallest way to write a term that a bounded search finds.
pub fn smallest_text(algebra: &mut Algebra, shape: ShapeId) -> String {
    smallest::improve(algebra, shape, SEARCH_BUDGET);
    algebra.text(shape)
}

/// The answer in words, one or two lines.
pub fn render(decision: &Decision) -> String {
    match decision {
        Decision::Holds(Proof::SameNormalForm) => {
            "equal for all shapes: both sides have the same normal form".to_owned()
        }
        Decision::Holds(Proof::Exhaustion { assignments }) => {
            format!("equal for all shapes: by exhaustion over {assignments} assignments")
        }
        Decision::Fails(counterexample) => {
            let mut text = format!("not equal: {counterexample}");
            if let Some((left, right)) = &counterexample.sides {
                let side = |value: &Option<crate::concrete::ConcreteShape>| match value {
                    Some(shape) => shape.to_string(),
                    None => "illegal".to_owned(),
                };
                text.push_str(&format!("\n  left is {}, right is {}", side(left), side(right)));
            }
            text
        }
        Decision::Unknown => {
            "undecided: beyond what is decided exactly, and no small counterexample was found"
                .to_owned()
        }
    }
}
