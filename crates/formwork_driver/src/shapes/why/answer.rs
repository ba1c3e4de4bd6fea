//! Answers, in sentences and as JSON.

use std::fmt;
use std::path::PathBuf;

use formwork_runtime::Class;
use formwork_shape::shape::ShapeId;
use serde_json::{Value, json};

use super::chain::Place;
use super::loss::Loss;
use super::question::line_of;
use super::reason::Reason;
use crate::shapes::Shapes;

/// How many definitions of a chain are told of; of longer ones those in the middle are counted.
const TOLD: usize = 5;

/// Why a definition is as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub(super) question: String,
    /// What is lost of it, if anything.
    pub(super) loss: Option<Loss>,
    /// The chain, the definition that was asked for first. It has one at least.
    pub(super) steps: Vec<Step>,
    pub(super) reason: Reason,
}

/// A definition of a chain.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    name: String,
    line: u32,
    function: String,
    file: PathBuf,
    /// Its type, as the listing has it.
    kind: String,
    shape: Option<ShapeId>,
    class: Option<Class>,
}

impl Shapes {
    pub(super) fn step(&self, (function, which): Place) -> Step {
        let record = &self.analysis.functions[function];
        let definition = &record.definitions[which];
        Step {
            name: definition.name.to_string(),
            line: line_of(record, definition),
            function: record.name.to_string(),
            file: record.source.path.clone(),
            kind: self.words(function).type_text(&definition.value),
            shape: definition.value.shape,
            class: definition.value.classes.single(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [subject, ..] = &self.steps[..] else { return Ok(()) };
        let Step { name, line, function, kind, .. } = subject;
        write!(f, "`{name}` on line {line} of {function} is {kind}.")?;
        for sentence in [self.chain_sentence(), Some(self.sentence()), self.help()] {
            if let Some(sentence) = sentence.filter(|sentence| !sentence.is_empty()) {
                write!(f, "\n  {sentence}")?;
            }
        }
        Ok(())
    }
}

impl Answer {
    /// The definitions it comes from, nearest first.
    fn chain_sentence(&self) -> Option<String> {
        let steps = &self.steps;
        if steps.len() < 2 {
            return None;
        }
        let skipped = steps.len().saturating_sub(TOLD + 1);
        let mut text = String::from("It ");
        for place in 1..steps.len() {
            // The first ones, and the last.
            let is_told = skipped == 0 || place < TOLD || place + 1 == steps.len();
            if !is_told {
                continue;
            }
            let gap = skipped > 0 && place + 1 == steps.len();
            let (to, from) = (&steps[place - 1], &steps[place]);
            let same = to.shape.is_some() && to.shape == from.shape && !gap;
            let relation = match self.loss {
                Some(Loss::Shape | Loss::Extent) if same => "is as large as",
                _ => "comes from",
            };
            text.push_str(if place > 1 { ", which " } else { "" });
            if gap {
                text.push_str(&format!("(over {skipped} more) "));
            }
            text.push_str(&format!("{relation} {}", place_text(to, from)));
        }
        text.push('.');
        Some(text)
    }

    /// What is lost, in a word.
    fn what(&self) -> &'static str {
        match self.loss {
            Some(Loss::Class) => "class",
            Some(Loss::Shape | Loss::Extent) | None => "size",
        }
    }

    /// What happened.
    fn sentence(&self) -> String {
        let what = self.what();
        match &self.reason {
            Reason::Known { extents } if extents.is_empty() => String::new(),
            Reason::Known { extents } => {
                let parts: Vec<String> = extents
                    .iter()
                    .map(|one| match one.line {
                        Some(line) => format!("{} is {}, line {line}", one.name, one.text),
                        None => format!("{} is {}", one.name, one.text),
                    })
                    .collect();
                format!("{}.", parts.join("; "))
            }
            Reason::Parameter { path, .. } if path.contains(['.', '{']) => {
                format!("`{path}` comes in with a parameter; nothing is said of its {what}.")
            }
            Reason::Parameter { path, .. } => {
                format!("`{path}` is a parameter; nothing is said of its {what}.")
            }
            Reason::Caller { path, function } => format!(
                "`{path}` is a parameter of {function}; what {what} its callers give it is not known."
            ),
            Reason::Handle { name, line, parameter: true } => format!(
                "`{name}`, which is called on line {line}, came in from outside: it is not known \
                 which function it is."
            ),
            Reason::Handle { name, line, parameter: false } => format!(
                "`{name}` is a function handle; the {what} of what it gives on line {line} is not \
                 known."
            ),
            Reason::Run { function, line } => {
                format!("`{function}` on line {line} gives what only the run knows.")
            }
            Reason::Missing { function, line } => {
                format!("`{function}`, called on line {line}, was not found on the path.")
            }
            Reason::Unfollowed { function, line } => {
                format!("The call of `{function}` on line {line} was not followed.")
            }
            Reason::Recursive { function, line } => {
                format!(
                    "`{function}`, called on line {line}, calls itself, with other sizes each time."
                )
            }
            Reason::Unwritten { function, line } => format!(
                "`{function}` on line {line} is a function of the language of whose results \
                 Formwork knows nothing."
            ),
            Reason::Builtin { function, line } => format!(
                "The {what} of what `{function}` gives on line {line} does not follow from what is \
                 known of its arguments: it depends on what they hold, or Formwork has no rule for \
                 it."
            ),
            Reason::Object { text, line } => {
                format!(
                    "`{text}` on line {line} may be a method of a class; classes are not analysed."
                )
            }
            Reason::Loop { name, lines: (first, last) } => format!(
                "The loop on lines {first}–{last} gives `{name}` another {what} each time, without \
                 a rule that was found: it was widened."
            ),
            Reason::Join { line, parts } => {
                let parts: Vec<String> =
                    parts.iter().map(|(at, kind)| format!("{kind} from line {at}")).collect();
                format!("Paths meet on line {line} that make it {}.", parts.join(", and "))
            }
            Reason::Cell { text, line, name } => format!(
                "`{text}` on line {line} is an element of the cell array `{name}`; what each of its \
                 elements is was not kept apart."
            ),
            Reason::Field { text, line } => {
                format!("What the field is that `{text}` on line {line} reads is not known.")
            }
            Reason::Subscript { text, line, stored: false } => format!(
                "How many elements `{text}` on line {line} selects depends on the values of its \
                 subscripts."
            ),
            Reason::Subscript { text, line, stored: true } => format!(
                "How large storing in `{text}` on line {line} makes it depends on the values of the \
                 subscripts."
            ),
            Reason::Shared { name, line, global } => {
                let kind = if *global { "global" } else { "persistent" };
                let others = if *global { "any function" } else { "an earlier call" };
                format!("`{name}` is {kind} (line {line}): {others} may have set it.")
            }
            Reason::Scope { function, line } => {
                format!("`{function}` on line {line} may have set any variable.")
            }
            Reason::TooLong => "The program is too long to be walked to its end.".to_owned(),
            Reason::Operation { text, line } => {
                format!("It was lost in `{text}` on line {line}, whose operands are known.")
            }
        }
    }

    /// What would make it known.
    fn help(&self) -> Option<String> {
        let name = self.steps.first().map_or("x", |step| &*step.name);
        let guard = format!("validateattributes (…) of `{name}` behind it");
        let text = match &self.reason {
            Reason::Known { .. } | Reason::TooLong => return None,
            Reason::Parameter { path, function } => {
                self.help_for_parameter(path, function.as_deref())
            }
            Reason::Caller { .. } => format!("A guard says what it is: {guard}."),
            Reason::Handle { name, parameter: true, .. } => {
                format!(
                    "Call the function with a handle that is known, or guard what `{name}` gives."
                )
            }
            Reason::Missing { .. } => "Add the folder that has it: --path DIR.".to_owned(),
            Reason::Shared { name, .. } => {
                format!("Guard `{name}` behind its declaration (validateattributes).")
            }
            Reason::Loop { name, .. } => format!(
                "Give `{name}` its last {} before the loop, or guard it behind the loop \
                 (validateattributes).",
                self.what()
            ),
            Reason::Scope { .. } => {
                "Set variables by name instead, as in s = load (…), or guard them behind it."
                    .to_owned()
            }
            Reason::Handle { parameter: false, .. }
            | Reason::Run { .. }
            | Reason::Unfollowed { .. }
            | Reason::Recursive { .. }
            | Reason::Unwritten { .. }
            | Reason::Builtin { .. }
            | Reason::Object { .. }
            | Reason::Join { .. }
            | Reason::Cell { .. }
            | Reason::Field { .. }
            | Reason::Subscript { .. }
            | Reason::Operation { .. } => {
                let last = self.steps.last().map_or(name, |step| &*step.name);
                format!("A guard behind it says what it is: validateattributes ({last}, …).")
            }
        };
        Some(text)
    }

    fn help_for_parameter(&self, path: &str, function: Option<&str>) -> String {
        if path.contains(['{', '(']) {
            return format!(
                "Guard it (validateattributes) where it is read: `{path}` has no description."
            );
        }
        let kind = match (self.loss, self.class_of_last()) {
            (Some(Loss::Class), _) => "double",
            (Some(Loss::Extent), _) => "int >= 0",
            (_, Some(Class::Char)) => "char 1xn",
            (_, Some(Class::Cell)) => "cell 1xn",
            (_, Some(Class::Struct)) => "struct 1x1",
            _ if path.contains('.') => "double 1x1",
            _ => "double nxm",
        };
        let function = function.map(|name| format!("--function {name} ")).unwrap_or_default();
        format!(
            "Say {function}--arg '{path}: {kind}', or guard it (validateattributes, an arguments \
             block)."
        )
    }

    /// The class of the last definition of the chain, if it or what is as large as it has one.
    fn class_of_last(&self) -> Option<Class> {
        let shape = self.steps.last()?.shape;
        let same = self.steps.iter().rev().take_while(|step| step.shape == shape);
        same.filter_map(|step| step.class).next()
    }

    /// The answer as data.
    pub(in crate::shapes) fn json(&self) -> Value {
        let [subject, ..] = &self.steps[..] else { return Value::Null };
        let chain: Vec<Value> = self.steps[1..].iter().map(step_json).collect();
        let mut object = step_json(subject);
        object["question"] = json!(self.question);
        object["lost"] = json!(self.loss.map(Loss::name));
        object["chain"] = json!(chain);
        object["reason"] = reason_json(&self.reason);
        object["text"] = json!(self.to_string());
        object["help"] = json!(self.help());
        object
    }
}

/// A definition as seen from another: with its function, if that is another one.
fn place_text(from: &Step, step: &Step) -> String {
    let Step { name, line, function, .. } = step;
    if from.function == *function && from.file == step.file {
        format!("`{name}` on line {line}")
    } else {
        format!("`{name}` on line {line} of {function}")
    }
}

fn step_json(step: &Step) -> Value {
    json!({
        "name": step.name,
        "line": step.line,
        "function": step.function,
        "file": step.file.display().to_string(),
        "type": step.kind,
    })
}

fn reason_json(reason: &Reason) -> Value {
    let mut object = match reason {
        Reason::Known { extents } => {
            let extents: Vec<Value> = extents
                .iter()
                .map(|one| json!({ "name": one.name, "is": one.text, "line": one.line }))
                .collect();
            json!({ "extents": extents })
        }
        Reason::Parameter { path, function } => json!({ "path": path, "function": function }),
        Reason::Caller { path, function } => json!({ "path": path, "function": function }),
        Reason::Handle { name, line, parameter } => {
            json!({ "name": name, "line": line, "parameter": parameter })
        }
        Reason::Run { function, line }
        | Reason::Missing { function, line }
        | Reason::Unfollowed { function, line }
        | Reason::Recursive { function, line }
        | Reason::Unwritten { function, line }
        | Reason::Builtin { function, line }
        | Reason::Scope { function, line } => json!({ "function": function, "line": line }),
        Reason::Loop { name, lines: (first, last) } => {
            json!({ "name": name, "first_line": first, "last_line": last })
        }
        Reason::Join { line, parts } => {
            let parts: Vec<Value> =
                parts.iter().map(|(line, kind)| json!({ "line": line, "type": kind })).collect();
            json!({ "line": line, "parts": parts })
        }
        Reason::Cell { text, line, name } => json!({ "read": text, "line": line, "name": name }),
        Reason::Object { text, line } | Reason::Field { text, line } => {
            json!({ "read": text, "line": line })
        }
        Reason::Subscript { text, line, stored } => {
            json!({ "place": text, "line": line, "stored": stored })
        }
        Reason::Shared { name, line, global } => {
            json!({ "name": name, "line": line, "global": global })
        }
        Reason::Operation { text, line } => json!({ "operation": text, "line": line }),
        Reason::TooLong => json!({}),
    };
    object["kind"] = json!(reason.kind());
    object
}
