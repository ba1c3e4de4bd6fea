//! Texts that are known when they are lowered, and what is asked of them: the answers are
//! known, too, so that of branches that depend on them only one is lowered.

use std::rc::Rc;

use formwork_array::ir::{Array, Operand, Prim, Scalar};
use formwork_builtins::Operation;
use formwork_hir::body::ExprId;
use formwork_syntax::Span;

use super::known::Item;
use super::{Lowered, Lowerer, Val};
use crate::given::Known;
use crate::kind::{Base, Form, Kind};
use crate::reason::Reason;
use crate::values::LONGEST_TEXT;

impl Val {
    /// A truth value that is known.
    pub(super) fn truth(truth: bool) -> Val {
        Val::new(Operand::scalar(Scalar::Bool(truth)), Kind::TRUTH)
    }

    /// A text.
    pub(super) fn of_text(text: &[u8], kind: Kind) -> Val {
        let base = kind.base.ir();
        let letters: Vec<Scalar> =
            text.iter().map(|&letter| Scalar::Sized(base, letter.into())).collect();
        let shape = match kind.form {
            Form::Scalar => Vec::new(),
            Form::Row | Form::Range | Form::Column => vec![text.len() as i64],
            Form::Empty | Form::Matrix | Form::Array(_) => vec![0; kind.form.rank()],
        };
        match Array::new(base, shape, letters) {
            Some(array) => Val::new(Operand::array(array), kind),
            None => Val::new(kind.nothing(), kind),
        }
    }

    /// The characters of a text of one row, or of none, if they are known.
    pub(super) fn text(&self) -> Option<Rc<[u8]>> {
        if self.kind.base != Base::Char || self.length.is_some() {
            return None;
        }
        let array = self.operand.constant()?;
        let letters = array.data();
        let is_row = match self.kind.form {
            Form::Scalar | Form::Row | Form::Range => true,
            Form::Empty | Form::Matrix => array.shape() == [0, 0],
            Form::Column | Form::Array(_) => false,
        };
        if !is_row || letters.len() > LONGEST_TEXT {
            return None;
        }
        letters.iter().map(|letter| u8::try_from(letter.as_integer()?).ok()).collect()
    }
}

impl Lowerer<'_, '_> {
    /// Learns that texts at the entry matter.
    pub(super) fn want_texts(&mut self) {
        if self.task.call.is_none() && !self.learned.texts {
            self.learned.texts = true;
            self.learned.changed = true;
        }
    }

    /// What a built-in function says of texts and of classes.
    pub(super) fn asked_of_texts(
        &mut self,
        operation: Operation,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        match (operation, arguments) {
            (Operation::CompareTexts { fold_case, prefix: false }, [one, other]) => {
                let same = self.same_texts(one, other, fold_case, None, span)?;
                Ok(Some(Val::truth(same)))
            }
            (Operation::CompareTexts { fold_case, prefix: true }, [one, other, count]) => {
                let count = count.whole.as_ref().and_then(|whole| whole.operand.as_int());
                let count = count.and_then(|count| usize::try_from(count).ok());
                let Some(count) = count.filter(|&count| count > 0) else {
                    return self.refuse("a number of characters that is not known", span);
                };
                let same = self.same_texts(one, other, fold_case, Some(count), span)?;
                Ok(Some(Val::truth(same)))
            }
            (Operation::IsA, [value, class]) if class.kind.base == Base::Char => {
                let base = value.kind.base;
                let class = self.known_text(class, span)?;
                if class.is_empty() {
                    return Ok(None);
                }
                Ok(Some(Val::truth(match &*class {
                    b"numeric" => base.is_float() || base.is_integer(),
                    b"float" => base.is_float(),
                    b"integer" => base.is_integer(),
                    class => base.name().as_bytes() == class,
                })))
            }
            (Operation::ClassName, [value]) => {
                let kind = Kind { base: Base::Char, form: Form::Row };
                Ok(Some(Val::of_text(value.kind.base.name().as_bytes(), kind)))
            }
            (Operation::ChangeCase { upper }, [value]) if value.kind.base == Base::Char => {
                let mut text = self.known_text(value, span)?.to_vec();
                if !text.is_ascii() {
                    return self.refuse("characters that are not ASCII", span);
                }
                if upper {
                    text.make_ascii_uppercase();
                } else {
                    text.make_ascii_lowercase();
                }
                Ok(Some(Val::of_text(&text, value.kind)))
            }
            _ => Ok(None),
        }
    }

    /// Whether two texts are the same, or as far as some first characters; what is no text is
    /// the same as nothing.
    fn same_texts(
        &mut self,
        one: &Val,
        other: &Val,
        fold_case: bool,
        count: Option<usize>,
        span: Span,
    ) -> Lowered<bool> {
        if one.kind.base != Base::Char || other.kind.base != Base::Char {
            return Ok(false);
        }
        let (left, right) = (self.known_text(one, span)?, self.known_text(other, span)?);
        let first = count.filter(|&count| left.len() >= count && right.len() >= count);
        let (left, right) = match first {
            Some(count) => (&left[..count], &right[..count]),
            None => (&left[..], &right[..]),
        };
        let same_shape = count.is_some() || has_row(one) == has_row(other);
        let same = if fold_case { left.eq_ignore_ascii_case(right) } else { left == right };
        Ok(same && same_shape)
    }

    /// Whether a `case` is taken.
    pub(super) fn takes_case(
        &mut self,
        subject: &Val,
        label: ExprId,
        span: Span,
    ) -> Lowered<Operand> {
        let labels = match <[Item; 1]>::try_from(self.items(label)?) {
            Ok([Known::Cells(labels)]) => labels,
            Ok(one) => one.into(),
            Err(_) => return self.refuse("several values for one", span),
        };
        let mut taken = Operand::scalar(Scalar::Bool(false));
        for label in labels {
            let Known::Array(label) = label else {
                return self.refuse("a `case` that is no number and no text", span);
            };
            let same = if subject.kind == Kind::NUMBER && label.kind == Kind::NUMBER {
                self.prim(Prim::Eq, &[subject.operand.clone(), label.operand], span)?
            } else if subject.kind.base == Base::Char && label.kind.base == Base::Char {
                let same = self.same_texts(subject, &label, false, None, span)?;
                Operand::scalar(Scalar::Bool(same))
            } else {
                return self.refuse("a `case` of another class", span);
            };
            let none = Operand::scalar(Scalar::Bool(false));
            taken = if taken == none { same } else { self.either(taken, same, span)? };
        }
        Ok(taken)
    }

    /// The characters of a text, which must be known.
    pub(super) fn known_text(&mut self, value: &Val, span: Span) -> Lowered<Rc<[u8]>> {
        match value.text() {
            Some(text) => Ok(text),
            None => {
                self.want_texts();
                Err(Reason::wanting_text(span))
            }
        }
    }
}

/// Whether a text is a row, and not 0x0.
fn has_row(text: &Val) -> bool {
    text.kind.form != Form::Matrix
}
