//! `clear` and `clearvars`.

use formwork_runtime::{Error, Result, Value};
use smallvec::smallvec;

use super::pattern;
use crate::context::{Args, Context, Values, VariableScope, none};

/// What `clear` is told to clear.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Anything,
    /// Also the values that global variables have elsewhere.
    Everything,
    Variables,
    Globals,
    Functions,
}

pub(super) fn clear(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut words = Vec::with_capacity(args.len());
    for value in &args {
        match value.as_text() {
            Some(text) => words.push(text.into_owned()),
            None => return Err(Error::plain("clear: all arguments must be strings")),
        }
    }
    let (mut what, mut exclusive, mut regexp, mut all) = (What::Anything, false, false, false);
    let options = words.iter().take_while(|word| word.starts_with('-') && word.len() > 1).count();
    for option in &words[..options] {
        match option.as_str() {
            "-all" | "-a" => all = true,
            "-exclusive" | "-x" => exclusive = true,
            "-functions" | "-f" => what = What::Functions,
            "-global" | "-g" => what = What::Globals,
            "-variables" | "-v" => what = What::Variables,
            "-classes" | "-c" => what = What::Functions,
            "-regexp" | "-r" => regexp = true,
            other => return Err(Error::plain(format!("clear: unrecognized option '{other}'"))),
        }
    }
    let mut patterns = &words[options..];
    if options == 0
        && let [first, rest @ ..] = patterns
    {
        let word = match first.as_str() {
            "all" => Some(What::Everything),
            "variables" => Some(What::Variables),
            "global" => Some(What::Globals),
            "functions" | "classes" => Some(What::Functions),
            _ => None,
        };
        if let Some(word) = word {
            what = word;
            patterns = rest;
        }
    }
    if what == What::Functions {
        return none();
    }
    if patterns.is_empty() || all {
        remove(cx, |_| true, if all { What::Everything } else { what });
        return none();
    }
    if regexp {
        let kept = matching(cx, patterns)?;
        remove(cx, |name| kept.iter().any(|other| other == name) != exclusive, what);
        return none();
    }
    remove(cx, |name| matches_any(patterns, name) != exclusive, what);
    none()
}

pub(super) fn clearvars(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut groups: [(Vec<String>, bool); 2] = Default::default();
    let mut group = 0;
    for value in &args {
        let Some(word) = value.as_text() else {
            return Err(Error::plain("clearvars: all arguments must be strings"));
        };
        match &*word {
            "-except" => group = 1,
            "-regexp" => groups[group].1 = true,
            "-global" => {}
            word => groups[group].0.push(word.to_owned()),
        }
    }
    let [chosen, excepted] = groups;
    let select = |cx: &mut dyn Context, (patterns, regexp): &(Vec<String>, bool)| {
        if *regexp {
            return matching(cx, patterns);
        }
        let names = cx.workspace(VariableScope::Here).names();
        Ok(names.into_iter().filter(|name| matches_any(patterns, name)).collect())
    };
    let keep = select(cx, &excepted)?;
    let chosen = if chosen.0.is_empty() {
        cx.workspace(VariableScope::Here).names()
    } else {
        select(cx, &chosen)?
    };
    remove(cx, |name| contains(&chosen, name) && !contains(&keep, name), What::Variables);
    none()
}

fn contains(names: &[String], name: &str) -> bool {
    names.iter().any(|other| other == name)
}

fn matches_any(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern::matches(pattern.as_bytes(), name.as_bytes()))
}

/// The variables whose names a regular expression matches.
fn matching(cx: &mut dyn Context, patterns: &[String]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for name in cx.workspace(VariableScope::Here).names() {
        for pattern in patterns {
            let args = smallvec![
                Value::text(&name),
                Value::text(pattern),
                Value::text("once"),
                Value::text("match")
            ];
            let matched = cx.call_builtin("regexp", args, 1)?;
            if matched.first().is_some_and(|value| !value.is_empty()) {
                found.push(name.clone());
                break;
            }
        }
    }
    Ok(found)
}

fn remove(cx: &mut dyn Context, chosen: impl Fn(&str) -> bool, what: What) {
    let workspace = cx.workspace(VariableScope::Here);
    for name in workspace.names() {
        let global = workspace.is_global(&name);
        if chosen(&name) && (what != What::Globals || global) {
            workspace.clear(&name);
            if global && matches!(what, What::Globals | What::Everything) {
                workspace.forget_global(&name);
            }
        }
    }
}
