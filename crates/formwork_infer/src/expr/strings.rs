//! MATLAB's strings in expressions: operators, brackets, braces, and what stands beside a string.
//!
//! A row of characters is one element there, a number the text that it is written as. That nothing
//! is known of a value does not make it a string: what is said here is said of values whose
//! classes are known, and contain strings.

use formwork_domain::{AbstractValue, ClassSet, Contents, either, members};
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value, index};
use formwork_shape::Dialect;
use formwork_shape::extent::{Extents, Interval};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;
use smallvec::SmallVec;
use std::rc::Rc;

use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;
use crate::report::record::CheckKind;

/// Strings.
pub(crate) const STRINGS: ClassSet = ClassSet::only(Class::String);

impl Analyst<'_> {
    /// Whether the program is read as MATLAB's.
    pub(crate) fn reads_matlab(&self) -> bool {
        self.options.dialect == Dialect::Matlab
    }

    /// Whether a value is known to be, or not to be more than perhaps, an array of strings. Octave has
    /// none.
    pub(crate) fn may_be_strings(&self, value: &AbstractValue) -> bool {
        self.reads_matlab()
            && value.classes.contains(Class::String)
            && !value.classes.may_be_object()
    }

    /// Whether a value is an array of strings if it is one that operators take.
    fn is_no_array_but_strings(&self, value: &AbstractValue) -> bool {
        self.may_be_strings(value) && value.classes.intersection(ClassSet::ARRAYS).is_empty()
    }

    /// A text of which nothing is known: a row of characters, or none.
    pub(crate) fn some_text(&mut self) -> AbstractValue {
        let columns = self.fresh("characters", Interval::EXTENT);
        let row = self.algebra.tuple([Extents::ONE, columns]);
        let nothing = self.algebra.tuple([Extents::ZERO, Extents::ZERO]);
        let shape = either(&mut self.algebra, "text", &[row, nothing]);
        AbstractValue::new(ClassSet::only(Class::Char), shape)
    }

    /// What stands beside strings as an array of strings; `None` if how many it becomes is not
    /// known.
    pub(crate) fn as_elements(&mut self, value: &AbstractValue) -> Option<AbstractValue> {
        if let Some(constant) = value.constant() {
            let strings = Value::Strings(constant.to_strings()?);
            return Some(AbstractValue::of(&strings, &mut self.algebra));
        }
        let class = value.classes.single()?;
        let shape = match class {
            Class::String => value.shape?,
            Class::Char => self.is_row_or_nothing(value.shape?).then_some(Algebra::SCALAR)?,
            class if class.is_numeric() || class == Class::Logical => value.shape?,
            _ => return None,
        };
        Some(AbstractValue::new(STRINGS, Some(shape)))
    }

    /// An operator one of whose operands may be an array of strings.
    pub(crate) fn string_operator(
        &mut self,
        op: BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
        span: Span,
    ) -> AbstractValue {
        let classes = match op {
            BinaryOp::Add => STRINGS,
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Greater => ClassSet::only(Class::Logical),
            BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::LeftDivide
            | BinaryOp::Power
            | BinaryOp::ElementMultiply
            | BinaryOp::ElementDivide
            | BinaryOp::ElementLeftDivide
            | BinaryOp::ElementPower
            | BinaryOp::And
            | BinaryOp::Or => {
                let sure = left.classes == STRINGS || right.classes == STRINGS;
                if sure && !left.classes.may_be_object() && !right.classes.may_be_object() {
                    let symbol = op.symbol();
                    let message = format!(
                        "Operator '{symbol}' is not supported for operands of type 'string'."
                    );
                    let kind = FailureKind::Operator(symbol);
                    self.fail(span, kind, &[left, right], Some(message));
                }
                self.risk(span);
                return AbstractValue::unknown();
            }
        };
        let numbers = |value: &AbstractValue| {
            value.classes.all(|class| class.is_numeric() || class == Class::Logical)
        };
        let compares_numbers = op != BinaryOp::Add && (numbers(left) || numbers(right));
        let (Some(a), Some(b), false) =
            (self.as_elements(left), self.as_elements(right), compares_numbers)
        else {
            self.risk(span);
            // Of how many elements is not known; what there is, is: nothing else takes strings.
            let sure = [left, right].into_iter().any(|value| self.is_no_array_but_strings(value));
            return if sure { AbstractValue::new(classes, None) } else { AbstractValue::unknown() };
        };
        let (Some(a), Some(b)) = (a.shape, b.shape) else {
            return AbstractValue::new(classes, None);
        };
        let term = self.algebra.elementwise(self.options.semantics, a, b);
        let shape = self.checked(CheckKind::Elementwise, term, &[a, b], span);
        let result = AbstractValue::new(classes, Some(shape));
        self.temp(&result, span);
        result
    }

    /// The parts of `[…]` as strings, if one of them is an array of strings; `Err` if what comes
    /// of them is not known.
    pub(crate) fn string_parts(
        &mut self,
        rows: &[Vec<AbstractValue>],
    ) -> Option<Result<Vec<Vec<AbstractValue>>, ()>> {
        if !rows.iter().flatten().any(|value| self.may_be_strings(value)) {
            return None;
        }
        let mut parts = Vec::with_capacity(rows.len());
        for row in rows {
            let mut values = Vec::with_capacity(row.len());
            for value in row {
                // Numbers without elements are left out.
                let none = value.size(&self.algebra).is_some_and(|size| size.count() == 0);
                if none && value.classes.all(Class::is_numeric) {
                    continue;
                }
                match self.as_elements(value) {
                    Some(value) => values.push(value),
                    None => return Some(Err(())),
                }
            }
            parts.push(values);
        }
        Some(Ok(parts))
    }

    /// `strings{subscripts…}`: the characters.
    pub(crate) fn characters_in(
        &mut self,
        value: &AbstractValue,
        subscripts: &[AbstractValue],
        span: Span,
    ) -> Many {
        let constants: Option<Vec<Value>> =
            subscripts.iter().map(|value| value.constant().cloned()).collect();
        if let (Some(base), Some(constants)) = (value.constant(), constants)
            && let Ok(texts) = index::index_cell(base, &constants)
        {
            let of = |text: &Value| AbstractValue::of(text, &mut self.algebra);
            return Many::Known(texts.iter().map(of).collect());
        }
        let chosen = self.index(value, subscripts, span);
        self.risk(span);
        match chosen.size(&self.algebra).map(|size| size.count()) {
            Some(count) if count <= Contents::BUDGET as u64 => {
                let mut texts: SmallVec<[AbstractValue; 1]> = SmallVec::new();
                for _ in 0..count {
                    texts.push(self.some_text());
                }
                Many::Known(texts)
            }
            _ => Many::Open,
        }
    }

    /// What is stored in an array where strings are involved: what becomes an element of strings,
    /// `Err` if what comes of it is not known, `None` if no strings are.
    pub(crate) fn stored_as_strings(
        &mut self,
        old: Option<&AbstractValue>,
        value: &AbstractValue,
    ) -> Option<Result<AbstractValue, ()>> {
        let into = old.is_some_and(|old| self.may_be_strings(old));
        let taken = match old {
            // A container takes strings as elements.
            Some(old) => self.may_be_strings(value) && old.classes.single() != Some(Class::Cell),
            None => self.may_be_strings(value),
        };
        if !into && !taken {
            return None;
        }
        if old.is_some_and(|old| old.classes != STRINGS) {
            return Some(Err(()));
        }
        Some(self.as_elements(value).ok_or(()))
    }

    /// Strings as a function that takes characters gets them.
    pub(crate) fn as_characters(&mut self, value: &AbstractValue, in_cells: bool) -> AbstractValue {
        if !self.may_be_strings(value) {
            return value.clone();
        }
        if let (Some(constant), false) = (value.constant(), in_cells) {
            return AbstractValue::of(&constant.clone().without_strings(), &mut self.algebra);
        }
        let text = self.some_text();
        if value.is_scalar() && value.classes == STRINGS && !in_cells {
            return text;
        }
        let several = value.size(&self.algebra).is_some_and(|size| size.count() != 1);
        if value.classes == STRINGS && (several || in_cells) {
            return AbstractValue {
                contents: Some(Contents::Every(Rc::new(text))),
                ..AbstractValue::new(ClassSet::only(Class::Cell), value.shape)
            };
        }
        let others = value.classes.minus(STRINGS);
        AbstractValue::new(others.union(ClassSet::of(&[Class::Char, Class::Cell])), None)
    }

    /// What a function gives for characters as it gives it for strings.
    pub(crate) fn kept_strings(&mut self, value: &AbstractValue) -> AbstractValue {
        let text = ClassSet::only(Class::Char);
        if value.classes.intersection(ClassSet::of(&[Class::Char, Class::Cell, Class::Struct]))
            == ClassSet::NONE
        {
            return value.clone();
        }
        if value.classes == text {
            if let Some(Value::Char(characters, _)) = value.constant() {
                let string = Value::string(characters.as_slice());
                if characters.is_empty() || characters.dims().is_row() {
                    return AbstractValue::of(&string, &mut self.algebra);
                }
            }
            let is_row = value.shape.is_some_and(|shape| self.is_row_or_nothing(shape));
            return AbstractValue::new(STRINGS, is_row.then_some(Algebra::SCALAR));
        }
        if value.classes == ClassSet::only(Class::Cell) {
            let every = match &value.contents {
                Some(Contents::Every(every)) => every.classes == text,
                Some(Contents::Elements(elements)) => {
                    elements.iter().all(|element| element.classes == text)
                }
                _ => false,
            };
            let classes = if every { STRINGS } else { STRINGS.union(value.classes) };
            return AbstractValue::new(classes, value.shape);
        }
        AbstractValue::unknown()
    }

    /// Whether an array is one text: a row, or without elements.
    fn is_row_or_nothing(&mut self, shape: ShapeId) -> bool {
        members(&self.algebra, shape).into_iter().all(|shape| {
            let Some(extents) = self.algebra.as_tuple(shape) else { return false };
            let table = self.algebra.extents();
            let rows = extents[0];
            extents.len() == 2 && (table.is_one(rows).is_yes() || table.is_zero(rows).is_yes())
        })
    }
}
