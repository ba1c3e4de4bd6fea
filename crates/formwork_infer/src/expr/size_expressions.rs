//! What an expression stands for that is written in the place of a size: `zeros (nnz (m) + 1, 2)`.
//!
//! A size that is computed gets a name for every integer in it of which nothing is known: the variable
//! that holds it, else the text of the call that gives it. Sums, differences and products of these are
//! terms of the algebra, so that `zeros (n + 1)` and `ones (n + 1)` are seen to be of one size. What
//! need not be a whole number is read by its *floor*, as ranges and sizes read it; of an array the
//! first element counts. What the algebra cannot express of it (an array may have no element, integers
//! saturate) gets a name of its own, the same for the same operation on the same names.
//!
//! ```text
//! c = nnz (mask);             c is an integer
//! x = zeros (c + 1, 1);       x is (c + 1)x1
//! y = zeros (numel (f()), 1); y is numel(f())x1
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_shape::extent::{Extents, Interval};
use formwork_syntax::with_enough_stack;

use crate::engine::Analyst;
use crate::expr::numbers::exact_integer;
use crate::expr::size::Size;

/// The longest text of an expression that names an integer.
const NAME: usize = 32;

impl Analyst<'_> {
    /// The value of a scalar expression that is taken for a size, once the integers in it have
    /// names. What is no number is no size where `strict` says that the operation fails on it.
    pub(crate) fn with_names(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: AbstractValue,
        strict: bool,
    ) -> AbstractValue {
        let open = matches!(value.value, ValueFact::Within(_) | ValueFact::Any);
        if !open || !value.is_scalar() || !is_number(&value) {
            return value;
        }
        if let ExprKind::Var(slot) = body.exprs[id].kind {
            let name = self.frame().name(slot);
            let Some(size) = self.named_whole(&value, &name, strict) else { return value };
            let value = AbstractValue { value: size.fact(), ..value };
            self.refine(slot, value.clone());
            return value;
        }
        match self.size_expression(body, id, strict) {
            Some(size) if value.complex == formwork_shape::Truth::No || !size.whole => {
                AbstractValue { value: size.fact(), ..value }
            }
            _ => value,
        }
    }

    /// What an expression in the place of a size stands for, if that can be said.
    pub(crate) fn size_expression(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        strict: bool,
    ) -> Option<Size> {
        let value = match &body.exprs[id].kind {
            ExprKind::Var(slot) => (*self.frame().slot(*slot).value).clone(),
            ExprKind::Const(value) => AbstractValue::of(value, &mut self.algebra),
            _ => self.frame().values.get(&id)?.clone(),
        };
        let double = value.is_scalar() && value.classes == ClassSet::only(Class::Double);
        if let Some(extent) = value.as_integer(&mut self.algebra) {
            return Some(Size { extent, whole: value.is_scalar(), double });
        }
        if let ValueFact::Floor(extent) = value.value {
            return Some(Size { extent, whole: false, double });
        }
        match &body.exprs[id].kind {
            ExprKind::Var(slot) => {
                if let Some(size) = self.named_whole(&value, &self.frame().name(*slot), strict) {
                    let fact = size.fact();
                    self.refine(*slot, AbstractValue { value: fact, ..value });
                    return Some(size);
                }
                let extent = self.floor_of(&value, Some(id), body)?;
                Some(Size { extent, whole: false, double })
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => {
                let operand = with_enough_stack(|| self.size_expression(body, *operand, strict))?;
                let zero = Size { extent: Extents::ZERO, whole: true, double: true };
                self.combined(body, id, BinaryOp::Subtract, zero, operand)
            }
            ExprKind::Binary(op, left, right) => {
                let first = with_enough_stack(|| self.size_expression(body, *left, strict));
                let second = with_enough_stack(|| self.size_expression(body, *right, strict));
                match (first, second) {
                    (Some(first), Some(second)) => self.combined(body, id, *op, first, second),
                    _ => self.named_leaf(body, id, &value, strict),
                }
            }
            _ => self.named_leaf(body, id, &value, strict),
        }
    }

    /// A name for an integer of which only bounds are known.
    fn named_whole(&mut self, value: &AbstractValue, name: &str, strict: bool) -> Option<Size> {
        let whole = |bounds: &Bounds| bounds.integer && (strict || !bounds.nan);
        let is_real = value.is_scalar() && matches!(value.value, ValueFact::Within(_));
        let bounds = self.bounds(value).filter(|bounds| is_real && whole(bounds))?;
        let extent = self.fresh(name, bounds.as_size());
        let double = value.classes == ClassSet::only(Class::Double);
        Some(Size { extent, whole: true, double })
    }

    /// A name for what a call gives, or any expression that is no sum of names: its text.
    fn named_leaf(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: &AbstractValue,
        strict: bool,
    ) -> Option<Size> {
        let text = self.text_of(body, id)?;
        if let Some(size) = self.named_whole(value, &text, strict) {
            return Some(size);
        }
        if !value.is_scalar() || !is_number(value) {
            return None;
        }
        let bounds = self.bounds(value);
        let name = match bounds {
            Some(bounds) if bounds.integer => text,
            _ => format!("floor({text})"),
        };
        let extent = self.fresh(&name, bounds.map_or(Interval::ALL, Bounds::as_size));
        let double = value.classes == ClassSet::only(Class::Double);
        Some(Size { extent, whole: false, double })
    }

    /// What an operation on two sizes stands for.
    fn combined(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        op: BinaryOp,
        left: Size,
        right: Size,
    ) -> Option<Size> {
        let double = left.double && right.double;
        let scalar = left.whole || left.double || right.whole || right.double;
        // The floor of a sum with an integer is the sum of the floor with it.
        let kept = match op {
            BinaryOp::Add => left.whole || right.whole,
            BinaryOp::Subtract => right.whole,
            BinaryOp::Multiply | BinaryOp::ElementMultiply => left.whole && right.whole,
            BinaryOp::Divide | BinaryOp::ElementDivide if double && left.whole && right.whole => {
                let divisor = self.algebra.extents().as_literal(right.extent);
                if divisor.is_some_and(|divisor| divisor > 0) {
                    let extents = self.algebra.extents_mut();
                    let extent = extents.floor_divide(left.extent, right.extent);
                    return Some(Size { extent, whole: false, double });
                }
                false
            }
            _ => false,
        };
        if double
            && kept
            && let Some(extent) = exact_integer(&mut self.algebra, op, left.extent, right.extent)
        {
            return Some(Size { extent, whole: left.whole && right.whole, double });
        }
        // Of other operations the first element is that of the first elements.
        let elementwise = match op {
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::ElementMultiply
            | BinaryOp::ElementDivide => true,
            BinaryOp::Multiply => scalar,
            BinaryOp::Divide => right.whole || right.double,
            _ => false,
        };
        let text = self.text_of(body, id).filter(|_| elementwise)?;
        let key = (op, left, right);
        let extent = match self.memo.sizes.computed_sizes.get(&key) {
            Some(&extent) => extent,
            None => {
                let extent = self.fresh(&format!("floor({text})"), Interval::ALL);
                self.memo.sizes.computed_sizes.insert(key, extent);
                extent
            }
        };
        Some(Size { extent, whole: false, double })
    }

    /// The text of an expression, without blanks, if it is short.
    fn text_of(&self, body: &Body, id: ExprId) -> Option<String> {
        let span = body.exprs[id].span;
        let text = body.source.text().get(span.start as usize..span.end as usize)?;
        let text: String = String::from_utf8_lossy(text).split_whitespace().collect();
        let is_plain = |c: char| c.is_ascii_graphic() && c != '#' && c != '%';
        (text.len() <= NAME && text.chars().all(is_plain)).then_some(text)
    }
}

/// Whether a value is surely a number or a truth value.
fn is_number(value: &AbstractValue) -> bool {
    value.classes.all(|class| class.is_numeric() || class == Class::Logical)
}
