//! `formwork shapes --why x@12`: why a shape or a class is not known, or what it is made of.
//!
//! First, some terminology. A *question* names a definition: a variable, and the line that sets it.
//! What is *lost* of a definition is its shape (not even the number of dimensions is known), an
//! extent (it has no name of the program), or its class. The *chain* of a definition goes back over
//! use-def chains from what lost it to what lost it before, through calls and into callers, until
//! the *first loss*: a definition whose operands have not lost it. The [`Reason`] says what happened
//! there, and what would make it known.
//!
//! ```text
//! function y = f (x)      --why y@3
//! z = x + 1;              `y` on line 3 comes from `z` on line 2, which is as large as `x`: `x` is a
//! y = z(:, 1);            parameter of which nothing is said. Say --arg 'x: double nxm', …
//! ```
//!
//! `question` reads questions and finds definitions, `loss` says what is lost, `chain` follows
//! chains, `origin` finds what happened at a first loss, `reason` has the reasons as data, `answer`
//! writes answers in sentences and as JSON, `extents` tells where known extents come from.

mod answer;
mod chain;
mod extents;
mod loss;
mod origin;
mod part;
mod question;
mod reason;

pub use answer::Answer;

use super::{Shapes, ShapesError};
use chain::Search;
use loss::Loss;
use question::Question;
use reason::Reason;

impl Shapes {
    /// Answers questions, in their order.
    ///
    /// # Errors
    ///
    /// If one is none, or names a variable or a line that does not set it.
    pub fn why(&mut self, questions: &[String]) -> Result<Vec<Answer>, ShapesError> {
        let mut answers: Vec<Answer> = Vec::new();
        for text in questions {
            let question = Question::parse(text).map_err(ShapesError)?;
            let places = question.definitions(self).map_err(ShapesError)?;
            for (function, which) in places {
                let answer = self.answer(text, function, which);
                // Ways of calling a function that differ in nothing are told of once.
                let text = answer.to_string();
                if !answers.iter().any(|other| other.to_string() == text) {
                    answers.push(answer);
                }
            }
        }
        Ok(answers)
    }

    pub(super) fn answer(&mut self, question: &str, function: usize, which: usize) -> Answer {
        let value = self.analysis.functions[function].definitions[which].value.clone();
        let loss = Loss::of(&value, &mut self.analysis.algebra);
        let (steps, reason) = match loss {
            None => (vec![(function, which)], self.known(function, which)),
            Some(loss) => Search::new(&mut self.analysis, loss).first_loss(function, which),
        };
        let steps = steps.into_iter().map(|place| self.step(place)).collect();
        Answer { question: question.to_owned(), loss, steps, reason }
    }

    /// What a definition of which nothing is lost is made of.
    fn known(&mut self, function: usize, which: usize) -> Reason {
        Reason::Known { extents: self.extent_origins(function, which) }
    }
}
