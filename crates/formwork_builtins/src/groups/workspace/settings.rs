//! Settings: functions that tell a value, or change it and tell the one before.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, VariableScope, none, one};
use crate::session::LocalChange;

/// What a setting may be.
#[derive(Clone, Copy)]
enum Kind {
    Truth(bool),
    /// At least the second.
    Whole(f64, f64),
    Character(u8),
    Text(&'static str),
}

impl Kind {
    fn default(self) -> Value {
        match self {
            Kind::Truth(flag) => Value::bool(flag),
            Kind::Whole(number, _) => Value::double(number),
            Kind::Character(byte) => Value::text([byte]),
            Kind::Text(text) => Value::text(text),
        }
    }

    fn read(self, name: &str, value: &Value) -> Result<Value> {
        let wrong = |what: &str| Error::plain(format!("{name}: argument must be {what}"));
        match self {
            Kind::Truth(_) => match value.to_f64() {
                Some(number) if value.is_scalar() && !value.is_char() => {
                    Ok(Value::bool(number != 0.0))
                }
                _ => Err(wrong("a logical value")),
            },
            Kind::Whole(_, least) => match value.to_f64() {
                Some(number) if value.is_scalar() && !value.is_char() => {
                    if number < least {
                        let bound = least - 1.0;
                        return Err(Error::plain(format!(
                            "{name}: arg must be greater than {bound}"
                        )));
                    }
                    Ok(Value::double(number.trunc()))
                }
                _ => Err(wrong("an integer value")),
            },
            Kind::Character(_) => match value.as_bytes() {
                Some([byte]) => Ok(Value::text([*byte])),
                _ => Err(wrong("a single character")),
            },
            Kind::Text(_) if value.is_char() => Ok(value.clone()),
            Kind::Text(_) => Err(Error::plain(format!("{name}: first argument must be a string"))),
        }
    }
}

fn keep(
    cx: &mut dyn Context,
    name: &'static str,
    kind: Kind,
    args: &[Value],
    nargout: usize,
) -> Result<Values> {
    let old = cx.session().settings.get(name).cloned();
    let told = old.clone().unwrap_or_else(|| kind.default());
    let Some(new) = args.first() else { return one(told) };
    let new = kind.read(name, new)?;
    cx.session().settings.insert(name, new);
    match args.get(1).map(Value::as_bytes) {
        None => {}
        Some(Some(b"local")) => {
            cx.workspace(VariableScope::Here).undo_on_return(LocalChange::Setting(name, old));
        }
        Some(_) => {
            return Err(Error::plain(format!(
                "{name}: second argument must be the string \"local\""
            )));
        }
    }
    if nargout > 0 { one(told) } else { none() }
}

macro_rules! settings {
    ($($function:ident $name:literal $kind:expr;)*) => {
        $(
            pub(super) fn $function(
                cx: &mut dyn Context,
                args: Args,
                nargout: usize,
            ) -> Result<Values> {
                keep(cx, $name, $kind, &args, nargout)
            }
        )*
    };
}

settings! {
    crash_dumps "crash_dumps_octave_core" Kind::Truth(true);
    save_precision "save_precision" Kind::Whole(17.0, 0.0);
    optimize_range "optimize_range" Kind::Truth(true);
    optimize_diagonal_matrix "optimize_diagonal_matrix" Kind::Truth(true);
    optimize_permutation_matrix "optimize_permutation_matrix" Kind::Truth(true);
    sparse_auto_mutate "sparse_auto_mutate" Kind::Truth(false);
    string_fill_char "string_fill_char" Kind::Character(b' ');
    suppress_verbose_help_message "suppress_verbose_help_message" Kind::Truth(false);
    silent_functions "silent_functions" Kind::Truth(false);
    debug_on_error "debug_on_error" Kind::Truth(false);
    debug_on_warning "debug_on_warning" Kind::Truth(false);
    beep_on_error "beep_on_error" Kind::Truth(false);
    confirm_recursive_rmdir "confirm_recursive_rmdir" Kind::Truth(true);
    prompt "PS1" Kind::Text("octave:\\#> ");
    second_prompt "PS2" Kind::Text("> ");
    echo_prompt "PS4" Kind::Text("+ ");
    pager "PAGER" Kind::Text("less");
    editor "EDITOR" Kind::Text("emacs");
    image_path "IMAGE_PATH" Kind::Text(".");
    max_recursion_depth "max_recursion_depth" Kind::Whole(256.0, 1.0);
}
