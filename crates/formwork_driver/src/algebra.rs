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
        Err(error) => Err(point_at(question, error.span.start..error.span.end, &error.message)),
    }
}

/// How much of a long question is shown around what is wrong with it.
const AROUND: usize = 40;

/// A message with the place in `question` that it is about.
fn point_at(question: &str, span: std::ops::Range<usize>, message: &str) -> String {
    let at = |byte: usize| {
        let byte = byte.min(question.len());
        question.char_indices().take_while(|&(start, _)| start < byte).count()
    };
    let (start, end) = (at(span.start), at(span.end).max(at(span.start) + 1));
    let first = start.saturating_sub(AROUND);
    let shown: String =
        question.chars().skip(first).take(end.min(start + AROUND) + AROUND - first).collect();
    let width = end.min(start + AROUND) - start;
    let marks = format!("{}{}", " ".repeat(start - first), "^".repeat(width));
    format!("{message}\n  {shown}\n  {marks}")
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
