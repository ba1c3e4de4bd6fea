//! Computing with constants, as the interpreter would.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::{Args, Effects, NullContext, Row, Values, find};
use formwork_hir::Host;
use formwork_runtime::{Error, ErrorKind, FunctionHandle, Value};

/// The most elements an operand of a folded operation may have.
pub(crate) const OPERAND: usize = 1 << 12;

/// The most elements of what is read from a file.
const READ: usize = 1 << 16;

/// What a built-in that reads a file gives; else why it is not known.
pub(crate) fn read(
    null_context: &mut NullContext,
    host: &dyn Host,
    row: &Row,
    args: &[&Value],
    nargout: usize,
) -> std::result::Result<Values, String> {
    let name = args.first().and_then(|name| name.as_text()).filter(|_| args[0].is_char());
    let Some(name) = name.filter(|_| row.inputs.accepts(args.len())) else {
        return Err("its arguments make no sense".to_owned());
    };
    let bytes = host.read(Path::new(&*name)).map_err(|error| error.to_string())?;
    null_context.lend_file(Some((name.into_owned(), bytes)));
    let args: Args = args.iter().map(|&value| value.clone()).collect();
    let outputs = row.call(null_context, args, nargout.max(1));
    null_context.lend_file(None);
    let outputs = outputs.map_err(|error| error.message)?;
    match outputs.iter().any(|value| value.numel() > READ) {
        true => Err(format!("it has more than {READ} elements")),
        false => Ok(outputs),
    }
}

/// What a call of a built-in with constants comes to.
pub(crate) enum Folded {
    /// These outputs.
    Gives(Values),
    /// This error, which is Octave's if the built-in is trusted to refuse what it refuses.
    Fails(Box<Error>),
    /// It is not known: it is not computed here, it is too large, or what refuses it is ours.
    Unknown,
}

/// Which options of built-ins are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// All: only Octave runs the program.
    All,
    /// MATLAB may have others.
    Some,
}

/// Some function, which nobody can call.
pub(crate) fn a_function() -> Value {
    Value::Function(Rc::new(FunctionHandle::Named("@".into())))
}

/// Tries a built-in on constants.
pub(crate) fn evaluate(
    null_context: &mut NullContext,
    row: &Row,
    args: &[&Value],
    nargout: usize,
    options: Known,
) -> Folded {
    // What calls functions may refuse before it calls any.
    let calls = row.effects == Effects::CALLS;
    if !row.inputs.accepts(args.len()) || !(calls || (row.fold)(args)) {
        return Folded::Unknown;
    }
    if args.iter().any(|value| value.numel() > OPERAND) {
        return Folded::Unknown;
    }
    // Nobody knows what is called: a program may have a function of a built-in's name.
    let named = |value: &&Value| value.as_text().is_some_and(|name| find(&name).is_some());
    if calls && args.first().is_some_and(named) {
        return Folded::Unknown;
    }
    let given: Args = args
        .iter()
        .map(|&value| match value {
            Value::Function(_) if calls => a_function(),
            _ => value.clone(),
        })
        .collect();
    null_context.begin();
    match row.call(null_context, given, nargout) {
        Ok(_) if calls => Folded::Unknown,
        // Some give more than they are asked for.
        Ok(values) => Folded::Gives(values.into_iter().take(nargout.max(1)).collect()),
        Err(error)
            if error.kind == ErrorKind::Catchable
                && (options == Known::All
                    || !is_refused_option(null_context, row, args, nargout)) =>
        {
            Folded::Fails(error)
        }
        Err(_) => Folded::Unknown,
    }
}

/// Whether a call that fails would succeed without its options: MATLAB knows some that Octave
/// does not.
fn is_refused_option(
    null_context: &mut NullContext,
    row: &Row,
    args: &[&Value],
    nargout: usize,
) -> bool {
    let text = |value: &Value| value.is_char() && value.as_text().is_none_or(|text| text != "rows");
    let option = |place: usize, value: &Value| place > 0 && (text(value) || value.is_empty());
    let plain: Args = args
        .iter()
        .enumerate()
        .filter(|(place, value)| !option(*place, value))
        .map(|(_, &value)| value.clone())
        .collect();
    args.iter().skip(1).any(|value| text(value))
        && row.inputs.accepts(plain.len())
        && row.call(null_context, plain, nargout).is_ok()
}
