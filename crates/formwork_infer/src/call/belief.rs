//! Whether a built-in that refuses arguments here is believed: whether Octave, and MATLAB where
//! it may run the program, refuse them, too.
//!
//! What ours refuses may be a limit of ours. Where only Octave runs the program, every built-in is
//! believed but those that random calls in both engines contradicted (`cargo xtask oracle
//! --refusals`). Where MATLAB may run it only those are that were compared one by one: it knows
//! more options and forms of many.

use formwork_builtins::{BuiltinId, Effects, Evidence, Row};
use formwork_domain::AbstractValue;
use formwork_runtime::Class;

use crate::call::fold::Known;
use crate::engine::{Analyst, Runner};

/// Options that those know which have them.
const OPTIONS: &[&str] = &["rows"];

/// Whether a message tells of a limit of ours, not of the program.
pub(crate) fn is_limit(message: &str) -> bool {
    const LIMITS: &[&str] = &["out of memory", "not supported", "converge", "not yet implemented"];
    LIMITS.iter().any(|words| message.contains(words))
}

impl Analyst<'_> {
    /// Whether a built-in that refuses these arguments refuses them in the languages that may
    /// run the program, too.
    pub(crate) fn is_trusted(&self, row: &Row, args: &[AbstractValue], message: &str) -> bool {
        if is_limit(message) {
            return false;
        }
        // Octave makes text of a function where ours does not.
        let function = |value: &AbstractValue| value.classes.contains(Class::FunctionHandle);
        if !row.effects.include(Effects::CALLS) && args.iter().any(function) {
            return false;
        }
        let lenient = self.may_run_in_matlab() && row.matlab.lenient;
        match row.refusals.evidence {
            Evidence::Vetted => !lenient,
            // What was compared one by one was so for these kinds of arguments.
            Evidence::Numbers | Evidence::Texts
                if self.options.runner == Runner::Octave && args.iter().all(is_of_numbers) =>
            {
                is_compared(row, args, "")
            }
            Evidence::None | Evidence::Numbers | Evidence::Texts => {
                if self.options.runner == Runner::Octave {
                    is_undoubted(row, args)
                } else {
                    !lenient && is_compared(row, args, message)
                }
            }
        }
    }

    /// Whether a built-in that takes numbers of other sizes is believed when it refuses some.
    pub(crate) fn is_trusted_with_sizes(&self, row: &Row) -> bool {
        let lenient = self.may_run_in_matlab() && row.matlab.lenient;
        !lenient && !row.refusals.doubted_of_numbers && !row.effects.reach_outside()
    }

    /// Which options of built-ins are known.
    pub(crate) fn known_options(&self) -> Known {
        if self.options.runner == Runner::Octave { Known::All } else { Known::Some }
    }

    /// Whether a built-in that does not take so many arguments takes them in no language that
    /// may run the program.
    pub(crate) fn is_trusted_to_count(&self, row: &Row, args: &[AbstractValue]) -> bool {
        if self.options.runner == Runner::Octave {
            is_undoubted(row, args)
        } else {
            let in_matlab = |most: u8| args.len() <= usize::from(most);
            row.refusals.evidence == Evidence::Vetted && !row.matlab.inputs.is_some_and(in_matlab)
        }
    }
}

/// Whether nothing was found that the built-in refuses and Octave accepts.
fn is_undoubted(row: &Row, args: &[AbstractValue]) -> bool {
    let refusals = row.refusals;
    let numbers = args.iter().all(is_of_numbers);
    let doubted = if numbers { refusals.doubted_of_numbers } else { refusals.doubted_of_others };
    // What reaches outside is not compared.
    !doubted && !row.effects.reach_outside()
}

fn is_of_numbers(value: &AbstractValue) -> bool {
    value.classes.all(|class| class.is_numeric() || class == Class::Logical)
}

/// Whether a built-in was compared for arguments like these.
fn is_compared(row: &Row, args: &[AbstractValue], message: &str) -> bool {
    // How many arguments there may be, ours may not know.
    let counts = message.starts_with("Invalid call to") || message.contains("too many inputs");
    let plain = |value: &AbstractValue| {
        is_of_numbers(value) || value.text().is_some_and(|text| OPTIONS.contains(&&*text))
    };
    // MATLAB makes an empty struct of it.
    let empty = |value: &AbstractValue| value.text().is_some_and(|text| text.is_empty());
    if row.is(BuiltinId::Struct) && args.len() == 1 && args.iter().all(empty) {
        return false;
    }
    // A number in the place of the second array means something else.
    let option = row.is(BuiltinId::Corr) && args.get(1).is_some_and(AbstractValue::is_scalar);
    let of_such = match row.refusals.evidence {
        Evidence::Texts => true,
        Evidence::Numbers => args.iter().all(plain),
        Evidence::None | Evidence::Vetted => false,
    };
    of_such && !counts && !option
}
