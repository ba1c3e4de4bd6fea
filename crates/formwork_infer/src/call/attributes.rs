//! `validateattributes`: what is known of a variable that passed.
//!
//! ```text
//! validateattributes (A, {"numeric"}, {"size", [3, NaN]})    behind it A has three rows and rank 2
//! ```

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::body::{Body, ExprId};
use formwork_runtime::{Class, Value};
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;

use crate::engine::Analyst;

impl Analyst<'_> {
    /// Tries a check whose arguments are all known: else, or if it refuses, it may fail.
    pub(super) fn validated_beforehand(&mut self, args: &[AbstractValue], span: Span) {
        let passed =
            formwork_builtins::find(BuiltinId::Validateattributes.name()).is_some_and(|row| {
                let constants: Option<Vec<&Value>> =
                    args.iter().map(AbstractValue::constant).collect();
                constants.is_some_and(|constants| {
                    let known = crate::call::fold::Known::Some;
                    let outcome = crate::call::fold::evaluate(
                        &mut self.memo.null_context,
                        row,
                        &constants,
                        0,
                        known,
                    );
                    matches!(outcome, crate::call::fold::Folded::Gives(_))
                })
            });
        if !passed {
            self.risk(span);
        }
    }

    /// `validateattributes(x, classes, attributes)` with known lists.
    pub(super) fn validate_attributes(
        &mut self,
        body: &Rc<Body>,
        args: &[AbstractValue],
        exprs: &[ExprId],
    ) {
        let Some(slot) = Analyst::written_variable(body, exprs, 0) else { return };
        let Some(value) = args.first() else { return };
        let mut value = value.clone();
        let list = |this: &mut Self, value: Option<&AbstractValue>| -> Option<Vec<AbstractValue>> {
            Some(value?.elements(&mut this.algebra)?.to_vec())
        };
        if let Some(classes) = list(self, args.get(1))
            && let Some(allowed) = named_classes(&classes)
        {
            let narrowed = value.classes.intersection(allowed);
            if !narrowed.is_empty() {
                value.classes = narrowed;
            }
        }
        let attributes = list(self, args.get(2)).unwrap_or_default();
        for (place, attribute) in attributes.iter().enumerate() {
            let Some(shape) = value.shape else { break };
            let Some(attribute) = attribute.text() else { continue };
            match attribute.as_str() {
                "scalar" => {
                    self.facts.assume_scalar(&mut self.algebra, shape);
                    value.shape = Some(Algebra::SCALAR);
                }
                "positive" => value = self.validated(BuiltinId::MustBePositive, value),
                "nonnegative" => value = self.validated(BuiltinId::MustBeNonnegative, value),
                "integer" => value = self.validated(BuiltinId::MustBeInteger, value),
                "real" => value = value.real(),
                other => self.learn_attribute(other, shape, attributes.get(place + 1)),
            }
        }
        if let Some(shape) = value.shape {
            value.shape = Some(self.resolve(shape));
        }
        self.refine(slot, value);
    }

    /// What an attribute, which may have a number behind it, says of a shape.
    fn learn_attribute(&mut self, name: &str, shape: ShapeId, next: Option<&AbstractValue>) {
        let axis_is = |this: &mut Self, axis: u32, extent: ExtentId| {
            let own = this.algebra.extent(shape, axis);
            this.assume(Requirement::Equal(own, extent));
        };
        let number = |this: &mut Self| next.and_then(|next| next.as_integer(&mut this.algebra));
        match name {
            "vector" => self.facts.assume_vector(&mut self.algebra, shape),
            "row" => {
                self.facts.assume_matrix(&mut self.algebra, shape);
                axis_is(self, 0, Extents::ONE);
            }
            "column" => {
                self.facts.assume_matrix(&mut self.algebra, shape);
                axis_is(self, 1, Extents::ONE);
            }
            "2d" => self.facts.assume_matrix(&mut self.algebra, shape),
            "square" => self.facts.assume_square(&mut self.algebra, shape),
            "nonempty" => self.facts.assume_nonempty(&mut self.algebra, shape),
            "numel" => {
                if let Some(count) = number(self) {
                    let own = self.algebra.count(shape);
                    self.assume(Requirement::Equal(own, count));
                }
            }
            "nrows" => {
                if let Some(rows) = number(self) {
                    axis_is(self, 0, rows);
                }
            }
            "ncols" => {
                if let Some(columns) = number(self) {
                    axis_is(self, 1, columns);
                }
            }
            "size" => self.learn_size_attribute(shape, next),
            _ => {}
        }
    }

    /// `"size", [3, NaN]`: as many extents as there are numbers; any is right where there is NaN.
    fn learn_size_attribute(&mut self, shape: ShapeId, sizes: Option<&AbstractValue>) {
        let Some(sizes) = sizes.and_then(AbstractValue::constant).and_then(Value::to_f64_array)
        else {
            return;
        };
        let sizes = sizes.into_owned();
        if sizes.as_slice().len() == 2 {
            self.facts.assume_matrix(&mut self.algebra, shape);
        }
        for (axis, &size) in (0_u32..).zip(sizes.as_slice()) {
            if size >= 0.0 && size.fract() == 0.0 && size < 1e9 {
                let own = self.algebra.extent(shape, axis);
                let size = self.algebra.extents_mut().literal(size as i64);
                self.assume(Requirement::Equal(own, size));
            }
        }
    }
}

/// The classes of which there are the names; `None` if one is not known.
fn named_classes(names: &[AbstractValue]) -> Option<ClassSet> {
    let mut all = ClassSet::NONE;
    for name in names {
        all = all.union(match name.text()?.as_str() {
            "numeric" => Class::ALL.into_iter().filter(|class| class.is_numeric()).collect(),
            "float" => ClassSet::of(&[Class::Double, Class::Single]),
            name => ClassSet::only(Class::from_name(name)?),
        });
    }
    (!names.is_empty()).then_some(all)
}
