//! `warning` in all its forms.

use formwork_runtime::{Dims, Error, Result, StructArray, Value};

use crate::context::{Args, Context, Stream, Values, VariableScope, none, one};
use crate::kit::message::message_of;
use crate::session::{LocalChange, Session, WarningState};

pub(super) fn warning(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.is_empty() {
        if nargout > 0 {
            return one(all_states(cx.session()));
        }
        return show_all(cx);
    }
    if args.len() == 1
        && let Value::Struct(states) = &args[0]
    {
        let before = all_states(cx.session());
        set_all(cx.session(), states)?;
        return if nargout > 0 { one(before) } else { none() };
    }
    if args.iter().all(Value::is_string)
        && let Some(word) = args[0].as_text()
    {
        let identifier = args.get(1).and_then(Value::as_text);
        if let Some(state) = WarningState::from_name(&word)
            && args.len() <= 3
        {
            let local = args.len() == 3 && args[2].as_bytes() == Some(b"local");
            let identifier = identifier.as_deref().unwrap_or("all");
            return set(cx, state, identifier, local, nargout);
        }
        if word == "query" && args.len() <= 2 {
            return query(cx, identifier.as_deref().unwrap_or("all"), nargout);
        }
    }
    let before = cx.session().last_warning.message.clone();
    let (identifier, message) = message_of("warning", &args)?;
    if args[0].is_empty() && args.len() == 1 {
        return none();
    }
    if !message.is_empty() {
        cx.warn(&identifier, &message)?;
    }
    if nargout > 0 { one(before) } else { none() }
}

fn state_value(identifier: &str, state: WarningState) -> Value {
    Value::structure([
        ("identifier", Value::text(identifier)),
        ("state", Value::text(state.name())),
    ])
}

/// The states as a struct array, `all` first.
fn all_states(session: &Session) -> Value {
    let (identifiers, states): (Vec<Value>, Vec<Value>) = session
        .warnings
        .entries()
        .map(|(name, state)| (Value::text(name), Value::text(state.name())))
        .unzip();
    let mut result = StructArray::without_fields(Dims::matrix(1, identifiers.len()));
    result.set_field("identifier", identifiers);
    result.set_field("state", states);
    result.into()
}

fn set_all(session: &mut Session, states: &StructArray) -> Result<()> {
    let (Some(identifiers), Some(names)) = (states.field("identifier"), states.field("state"))
    else {
        return Err(Error::plain(
            "warning: STATE structure must have fields 'identifier' and 'state'",
        ));
    };
    for (identifier, name) in identifiers.iter().zip(names) {
        let state = name.as_text().and_then(|name| WarningState::from_name(&name));
        if let (Some(identifier), Some(state)) = (identifier.as_text(), state) {
            session.warnings.set(&identifier, state);
        }
    }
    Ok(())
}

fn set(
    cx: &mut dyn Context,
    state: WarningState,
    identifier: &str,
    local: bool,
    nargout: usize,
) -> Result<Values> {
    let identifier = match identifier {
        "last" => cx.session().last_warning.identifier.clone(),
        other => other.to_owned(),
    };
    if identifier == "all" && state == WarningState::Error {
        return Err(Error::plain(
            "warning: cannot specify \"all\" warning ID with state \"error\"",
        ));
    }
    let session = cx.session();
    let before = if identifier == "all" {
        all_states(session)
    } else {
        state_value(&identifier, session.warnings.get(&identifier))
    };
    let listed = session.warnings.listed(&identifier);
    session.warnings.set(&identifier, state);
    if local && identifier != "all" {
        cx.workspace(VariableScope::Here).undo_on_return(LocalChange::Warning(identifier, listed));
    }
    if nargout > 0 { one(before) } else { none() }
}

fn query(cx: &mut dyn Context, identifier: &str, nargout: usize) -> Result<Values> {
    if identifier == "all" {
        return if nargout > 0 { one(all_states(cx.session())) } else { show_all(cx) };
    }
    let identifier = match identifier {
        "last" => cx.session().last_warning.identifier.clone(),
        other => other.to_owned(),
    };
    let state = cx.session().warnings.get(&identifier);
    if nargout > 0 {
        return one(state_value(&identifier, state));
    }
    let text = format!("\"{identifier}\" warning state is \"{}\"\n", state.name());
    cx.write(Stream::Output, text.as_bytes())?;
    none()
}

fn show_all(cx: &mut dyn Context) -> Result<Values> {
    let session = cx.session();
    let mut entries = session.warnings.entries();
    let mut text = String::from(match entries.next() {
        Some((_, WarningState::Off)) => "By default, warnings are disabled.\n",
        Some((_, WarningState::Error)) => "By default, warnings are treated as errors.\n",
        _ => "By default, warnings are enabled.\n",
    });
    let listed: Vec<String> =
        entries.map(|(name, state)| format!("{:>7}  {name}\n", state.name())).collect();
    if !listed.is_empty() {
        text.push_str("Non-default warning states are:\n\n  State  Warning ID\n");
        text.extend(listed);
        text.push('\n');
    }
    cx.write(Stream::Output, text.as_bytes())?;
    none()
}
