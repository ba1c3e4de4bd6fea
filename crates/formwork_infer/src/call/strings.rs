//! Calls of built-ins with MATLAB's strings: what a function that takes characters gives for them.

use std::rc::Rc;

use formwork_builtins::{Row, Strings};
use formwork_domain::AbstractValue;
use formwork_hir::body::Body;
use formwork_runtime::{Class, Value};

use crate::call::Call;
use crate::call::fold::{Folded, OPERAND, evaluate};
use crate::engine::Analyst;
use crate::expr::Many;
use crate::expr::strings::STRINGS;

impl Analyst<'_> {
    /// A call whose first argument is an array of strings of which nobody knows whether it is one
    /// or several: what holds of characters and of a cell array of such.
    fn of_any_number(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
        kept: bool,
    ) -> Option<Many> {
        let (first, rest) = args.split_first()?;
        let shape = first.shape?;
        let unsized_first = first.classes == STRINGS
            && !first.is_scalar()
            && first.size(&self.algebra).is_none()
            && row.matlab.strings != Strings::Cells;
        if !unsized_first || row.effects != formwork_builtins::Effects::PURE {
            return None;
        }
        let text = self.some_text();
        let cell = self.as_characters(first, true);
        let rest: Vec<AbstractValue> =
            rest.iter().map(|value| self.as_characters(value, false)).collect();
        let mut outputs_for = |first: AbstractValue| {
            let args: Vec<AbstractValue> =
                std::iter::once(first).chain(rest.iter().cloned()).collect();
            formwork_builtins::infer_outputs(row, &args, nargout, &mut self.algebra)
        };
        let (one, several) = (outputs_for(text), outputs_for(cell));
        let mut outputs = smallvec::SmallVec::new();
        for (one, several) in one.into_iter().zip(several) {
            let each = several.shape == Some(shape);
            let alike = one.classes == several.classes && one.is_scalar() && each;
            let of_cells = several.classes.single() == Some(Class::Cell);
            let texts = one.classes.single() == Some(Class::Char) && of_cells && each && kept;
            let known = self.kept_strings(&one).is_scalar();
            outputs.push(match (alike, texts && known) {
                (true, _) => AbstractValue::new(one.classes, Some(shape)),
                (false, true) => AbstractValue::new(STRINGS, Some(shape)),
                (false, false) => AbstractValue::unknown(),
            });
        }
        Some(Many::Known(outputs))
    }

    /// A call that is given strings: of the values if they are known, else as one with characters
    /// whose outputs are strings again if the function keeps them. `Err`: as any other call.
    pub(super) fn call_with_strings<'b>(
        &mut self,
        body: &Rc<Body>,
        row: &'static Row,
        call: Call<'b>,
    ) -> Result<Many, Call<'b>> {
        let Some(args) = &call.args else { return Err(call) };
        if !args.iter().any(|value| self.may_be_strings(value)) {
            return Err(call);
        }
        let sure = args.iter().all(|value| value.classes == STRINGS || !self.may_be_strings(value));
        let constants: Option<Vec<&Value>> = args.iter().map(AbstractValue::constant).collect();
        if let Some(constants) = constants
            && constants.iter().map(|value| value.numel()).sum::<usize>() <= OPERAND
            && !row.effects.include(formwork_builtins::Effects::RAISES)
        {
            let known = self.known_options();
            let context = &mut self.memo.null_context;
            if let Folded::Gives(values) = evaluate(context, row, &constants, call.nargout, known) {
                let of = |value: &Value| AbstractValue::of(value, &mut self.algebra);
                return Ok(Many::Known(values.iter().map(of).collect()));
            }
        }
        let first = args.first().is_some_and(|value| self.may_be_strings(value));
        let kept = match row.matlab.strings {
            Strings::Own => {
                let all = args.iter().all(|value| value.classes == STRINGS);
                if !row.has_rules_for_strings(all) {
                    return Ok(Many::unknown_if_asked(call.nargout));
                }
                return Err(call);
            }
            Strings::Joined if !sure => return Ok(Many::unknown_if_asked(call.nargout)),
            Strings::Joined => return Ok(Many::one(AbstractValue::new(STRINGS, None))),
            Strings::Alike | Strings::Listed => false,
            Strings::Kept | Strings::ListedAndKept => first,
            Strings::KeptOfAny => true,
            Strings::Cells => true,
        };
        if let Some(outputs) = self.of_any_number(row, args, call.nargout, kept) {
            self.risk(call.span);
            return Ok(outputs);
        }
        let cells = row.matlab.strings == Strings::Cells;
        let mut characters = Vec::with_capacity(args.len());
        for (place, value) in args.iter().enumerate() {
            characters.push(self.as_characters(value, cells && place == 0));
        }
        let (exprs, nargout, span) = (call.exprs, call.nargout, call.span);
        let call = Call { args: Some(characters), exprs, nargout, span };
        let values = self.call_builtin(body, row, call);
        Ok(match values {
            Many::Known(_) if kept && !sure => Many::unknown_if_asked(nargout),
            Many::Known(values) if kept => {
                Many::Known(values.iter().map(|value| self.kept_strings(value)).collect())
            }
            values => values,
        })
    }
}
