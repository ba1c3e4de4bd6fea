//! `formwork algebra`: identities of shapes, decided.

use formwork_shape::decide::Decision;
use formwork_shape::tables::{properties, render_properties, render_rules, rules};
use formwork_shape::text::{self, Answer, Language};
use formwork_shape::{Dialect as ShapeDialect, Semantics};
use formwork_syntax::Dialect;

/// What came of a question.
pub struct AlgebraAnswer {
    /// The answer in words.
    pub text: String,
    /// Whether it is yes, no, or open.
    pub verdict: AlgebraVerdict,
}

/// The kinds of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlgebraVerdict {
    /// The identity holds, or a normal form was asked for.
    Holds,
    /// It does not.
    Fails,
    /// Neither could be shown within the budget.
    Unknown,
}

/// Decides `LHS = RHS`, or brings an expression into normal form.
///
/// Matrix operators follow MATLAB, which has them on matrices only, unless the
/// dialect is Octave's, which flattens other arrays.
///
/// # Errors
///
/// If the text is no expression; the message shows where.
pub fn algebra(
    question: &str,
    semantics: Semantics,
    dialect: Dialect,
) -> Result<AlgebraAnswer, String> {
    let dialect = match dialect {
        Dialect::Auto | Dialect::Matlab => ShapeDialect::Matlab,
        Dialect::Octave => ShapeDialect::Octave,
    };
    let language = Language { semantics, dialect };
    match text::answer(question, language) {
        Ok(Answer::NormalForm(form)) => {
            Ok(AlgebraAnswer { text: form, verdict: AlgebraVerdict::Holds })
        }
        Ok(Answer::Decided(decision)) => Ok(AlgebraAnswer {
            text: text::render(&decision),
            verdict: match decision {
                Decision::Holds(_) => AlgebraVerdict::Holds,
                Decision::Fails(_) => AlgebraVerdict::Fails,
                Decision::Unknown => AlgebraVerdict::Unknown,
            },
        }),
        Err(error) => {
            let column = question[..floor_boundary(question, error.span.start)].chars().count();
            let width = question[floor_boundary(question, error.span.start)
                ..floor_boundary(question, error.span.end)]
                .chars()
                .count()
                .max(1);
            let marks = format!("{}{}", " ".repeat(column), "^".repeat(width));
            Err(format!("{}\n  {question}\n  {marks}", error.message))
        }
    }
}

/// The last character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The rank rule, predicate and tuple of every operator, and the algebraic
/// properties, found by exhaustive checking.
#[must_use]
pub fn algebra_tables(semantics: Semantics) -> String {
    format!(
        "{}\n{}",
        render_properties(semantics, &properties(semantics)),
        render_rules(semantics, &rules(semantics))
    )
}
