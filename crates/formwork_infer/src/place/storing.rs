//! Storing in a part of an array, as those see it who rewrite programs: whether what is
//! read from the place afterwards is what was stored there.

use formwork_domain::AbstractValue;
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::engine::Analyst;

/// What a subscript of a store is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Picks {
    All,
    One,
}

/// An array before and after something was stored in it.
pub(crate) struct Store<'a> {
    pub(crate) base: &'a AbstractValue,
    pub(crate) subscripts: &'a [AbstractValue],
    pub(crate) value: &'a AbstractValue,
    pub(crate) after: Option<ShapeId>,
    /// Whether the array keeps its shape.
    pub(crate) stays: bool,
}

impl Analyst<'_> {
    /// Notes that a store cannot fail and gives back what was stored, if that is so: each
    /// subscript is `:` or one positive integer, and the array has the class of the value.
    pub(crate) fn note_store(&mut self, store: &Store<'_>, span: Span) {
        if !self.tracing() || !self.alive() || self.is_risky(span) {
            return;
        }
        let class = store.base.classes.single();
        let plain = class.is_some_and(|class| class.is_numeric() || class == Class::Logical);
        if !plain || store.value.classes.single() != class {
            return;
        }
        let picks: Option<Vec<Picks>> =
            store.subscripts.iter().map(|subscript| self.picks(subscript)).collect();
        let (Some(picks), Some(value)) = (picks, store.value.shape) else { return };
        let Some(after) = store.after else { return };
        let exact = match picks[..] {
            // An array that is no row may refuse to grow.
            [Picks::One] => store.stays && store.value.is_scalar(),
            [Picks::One, Picks::One] => store.value.is_scalar(),
            [rows, columns] => {
                let resolved = self.resolve(after);
                if self.algebra.as_tuple(resolved).is_none_or(|tuple| tuple.len() != 2) {
                    return;
                }
                let mut extent = |picks: Picks, axis: u32| match picks {
                    Picks::All => self.algebra.extent(resolved, axis),
                    Picks::One => Extents::ONE,
                };
                let picked = [extent(rows, 0), extent(columns, 1)];
                let picked = self.algebra.tuple(picked);
                self.facts.same_shape(&mut self.algebra, picked, value) == Truth::Yes
            }
            _ => false,
        };
        if exact {
            self.frame_mut().scene.exact.insert(span);
        }
    }

    fn is_risky(&self, span: Span) -> bool {
        self.frame().scene.risky.contains(&span)
    }

    fn picks(&mut self, subscript: &AbstractValue) -> Option<Picks> {
        if let Some(constant) = subscript.constant() {
            if constant.as_bytes().is_some_and(|text| text == b":") {
                return Some(Picks::All);
            }
            let positive = constant.is_numeric()
                && !constant.is_complex()
                && constant.numel() == 1
                && constant.to_f64().is_some_and(|place| place >= 1.0 && place.fract() == 0.0);
            return positive.then_some(Picks::One);
        }
        let lowest = subscript.is_scalar().then(|| self.lowest(subscript)).flatten()?;
        let positive = Requirement::AtMost(Extents::ONE, lowest);
        (self.facts.truth(&mut self.algebra, &positive) == Truth::Yes).then_some(Picks::One)
    }
}
