//! Calls that change variables of their callers: `assignin`, `evalin`, and commands that nobody
//! can look into.
//!
//! A function's *reach* is how many of its callers it may have changed variables of. A command
//! that is not found (`syms x y`, the name of a missing script) may have done anything to the
//! variables of who calls it; a missing function that is given values is taken for one that
//! computes with them.

use formwork_builtins::BuiltinId;
use formwork_domain::AbstractValue;
use formwork_hir::body::Body;

use crate::engine::Analyst;

/// Built-ins that work among the variables of the caller.
const OUTREACHING: [BuiltinId; 2] = [BuiltinId::Assignin, BuiltinId::Evalin];

impl Analyst<'_> {
    /// A built-in that works among the variables of the caller was called.
    pub(crate) fn reaches_out(&mut self, args: Option<&[AbstractValue]>) {
        let texts = args.unwrap_or_default().iter().filter_map(AbstractValue::text);
        let further =
            texts.into_iter().any(|text| OUTREACHING.iter().any(|id| text.contains(id.name())));
        let reach = if further { 2 } else { 1 };
        let frame = self.frame_mut();
        frame.reach = frame.reach.max(reach);
    }

    /// A call came back that may have changed variables of this function.
    pub(crate) fn changed_from_inside(&mut self, reach: u8) {
        if reach == 0 {
            return;
        }
        self.give_up();
        let frame = self.frame_mut();
        frame.dynamic_scope = true;
        frame.looked_into = true;
        frame.reach = frame.reach.max(reach - 1);
    }

    /// The same of a function that was not followed. It may change what it shares with others.
    pub(crate) fn unfollowed(&mut self, body: &Body) {
        self.forget_exposed();
        let reaches = body.calls.values().any(|call| is_outreaching(call.id()));
        self.changed_from_inside(u8::from(reaches));
    }

    /// Whether a call of something that is not found may be a command or a script: it stands
    /// alone, and is given nothing, or names.
    pub(crate) fn may_be_command(args: Option<&[AbstractValue]>, nargout: usize) -> bool {
        let named = |value: &AbstractValue| {
            value.text().is_some_and(|text| text.starts_with(|first: char| first.is_alphabetic()))
        };
        nargout == 0 && args.is_none_or(|args| args.is_empty() || args.iter().any(named))
    }
}

/// Whether a built-in works among the variables of the caller.
pub(crate) fn is_outreaching(id: Option<BuiltinId>) -> bool {
    id.is_some_and(|id| OUTREACHING.contains(&id))
}
