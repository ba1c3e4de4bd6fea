//! Lists of values where one value is wanted.
//!
//! `c{:}` and the field of a struct array give any number of values. As arguments and in
//! brackets they are spread, and of `x = c{:}` the first is stored. An operator refuses a
//! list; a condition takes it for false in Octave and refuses it in MATLAB, so that
//! nothing is known there.

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::Class;
use formwork_syntax::{Span, with_enough_stack};

use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;

/// What stands where one value is wanted.
pub(crate) enum Operand {
    One(AbstractValue),
    /// Surely a list of no or of several values.
    List,
}

impl Analyst<'_> {
    /// What stands where one value is wanted.
    pub(crate) fn operand(&mut self, body: &Rc<Body>, id: ExprId) -> Operand {
        if !is_list(body, id) {
            return Operand::One(with_enough_stack(|| self.value(body, id)));
        }
        let value = match with_enough_stack(|| self.values(body, id, 1)) {
            Many::Known(values) if values.len() == 1 => values.into_iter().next(),
            Many::Known(_) if self.alive() => {
                self.frame_mut().values.remove(&id);
                return Operand::List;
            }
            Many::Known(_) => None,
            Many::Open => return Operand::One(self.taken_for_one(body, id)),
        };
        let value = value.unwrap_or_else(AbstractValue::unknown);
        self.frame_mut().values.insert(id, value.clone());
        Operand::One(value)
    }

    /// The value of a list of unknown length that is refused where it is not one value.
    pub(crate) fn taken_for_one(&mut self, body: &Rc<Body>, id: ExprId) -> AbstractValue {
        self.risk(body.exprs[id].span);
        let value = self.first_field(body, id, true).unwrap_or_else(AbstractValue::unknown);
        self.frame_mut().values.insert(id, value.clone());
        value
    }

    /// The value of an operand, which a list is not.
    pub(crate) fn single(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        symbol: &'static str,
    ) -> AbstractValue {
        match self.operand(body, id) {
            Operand::One(value) => value,
            Operand::List => {
                self.refuse_list(symbol, body.exprs[id].span, None);
                AbstractValue::unknown()
            }
        }
    }

    /// The value that a branch depends on. A list decides nothing that both languages
    /// agree on.
    pub(crate) fn deciding(&mut self, body: &Rc<Body>, id: ExprId) -> AbstractValue {
        match self.operand(body, id) {
            Operand::One(value) => value,
            Operand::List => {
                self.risk(body.exprs[id].span);
                AbstractValue::unknown()
            }
        }
    }

    /// An operator met a list.
    pub(crate) fn refuse_list(
        &mut self,
        symbol: &'static str,
        span: Span,
        message: Option<String>,
    ) {
        self.fail(span, FailureKind::Operator(symbol), &[], message);
    }

    /// Whether there are no subscripts at all, as in `x(c{:}) = 1` of an empty `c`: arrays
    /// refuse that.
    pub(crate) fn stores_nowhere(
        &mut self,
        old: Option<&AbstractValue>,
        subscripts: Option<&[AbstractValue]>,
        span: Span,
    ) -> bool {
        if !subscripts.is_some_and(<[AbstractValue]>::is_empty) {
            return false;
        }
        let array = |class: Class| !matches!(class, Class::Map | Class::Parser);
        if old.is_none_or(|old| !old.classes.may_be_object() && old.classes.all(array)) {
            let message = "invalid empty index list".to_owned();
            self.fail(span, FailureKind::Operator("="), &[], Some(message));
        } else {
            self.risk(span);
        }
        true
    }
}

/// Whether an expression gives a list of any number of values.
pub(crate) fn is_list(body: &Body, id: ExprId) -> bool {
    matches!(&body.exprs[id].kind, ExprKind::Access(access) if access.is_list())
}
