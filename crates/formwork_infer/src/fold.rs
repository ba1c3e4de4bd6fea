//! Computing with constants, as the interpreter would.

use formwork_builtins::{Args, Nobody, Row, Values};
use formwork_runtime::{Result, Value};

/// The most elements an operand of a folded operation may have.
pub(crate) const OPERAND: usize = 1 << 12;

/// The outputs of a built-in for constants; `None` if it is not computed here.
pub(crate) fn evaluate(
    nobody: &mut Nobody,
    row: &Row,
    args: &[&Value],
    nargout: usize,
) -> Option<Result<Values>> {
    if !row.inputs.accepts(args.len()) || !(row.fold)(args) {
        return None;
    }
    if args.iter().any(|value| value.numel() > OPERAND) {
        return None;
    }
    let args: Args = args.iter().map(|&value| value.clone()).collect();
    let outputs = (row.evaluate)(nobody, args, nargout);
    // Some give more than they are asked for.
    Some(outputs.map(|values| values.into_iter().take(nargout.max(1)).collect()))
}
