//! `formwork shapes --trace NAME`: why a variable has its shape.

use std::fmt::Write as _;
use std::path::Path;

use formwork_infer::{DefinitionKind, FunctionRecord, operands};

use super::Shapes;
use super::words::ssa_names;

/// How many definitions of a chain are shown.
const SHOWN: usize = 200;

impl Shapes {
    /// The definitions of a variable, each with the definitions it is made of; `None`
    /// if there is no such variable.
    #[must_use]
    pub fn trace(&self, name: &str) -> Option<String> {
        let mut out = String::new();
        for (place, function) in self.analysis.functions.iter().enumerate() {
            let own: Vec<usize> = (0..function.definitions.len())
                .filter(|&which| {
                    let definition = &function.definitions[which];
                    definition.kind != DefinitionKind::Temp && &*definition.name == name
                })
                .collect();
            if let Some(&last) = own.last() {
                self.trace_one(place, last, &mut out);
            }
        }
        (!out.is_empty()).then_some(out)
    }

    /// Everything the last definition is made of, nearest first.
    fn trace_one(&self, place: usize, last: usize, out: &mut String) {
        let function = &self.analysis.functions[place];
        let _ = writeln!(out, "{}", self.title(function));
        let made_of = self
            .body(function)
            .map(|body| operands(body, &function.definitions))
            .unwrap_or_default();
        let names = ssa_names(&function.definitions);
        let mut shown = vec![false; function.definitions.len()];
        let mut open = std::collections::VecDeque::from([last]);
        let mut count = 0;
        while let Some(which) = open.pop_front() {
            if std::mem::replace(&mut shown[which], true) {
                continue;
            }
            count += 1;
            if count > SHOWN {
                let _ = writeln!(out, "  …");
                return;
            }
            let definition = &function.definitions[which];
            let at = function.source.place(definition.span.start);
            let text = self.words(place).full_type_text(&definition.value);
            let _ = writeln!(out, "  {} : {text}", names[which]);
            let line = source_line(function, at.line);
            let how = match definition.kind {
                DefinitionKind::Param => "a parameter",
                DefinitionKind::LoopPhi => "at the head of the loop",
                DefinitionKind::JoinPhi => "where paths meet",
                DefinitionKind::Temp | DefinitionKind::Assign => "",
            };
            let blank = if how.is_empty() { "" } else { "  % " };
            let _ = writeln!(out, "      {}: {line}{blank}{how}", at.line);
            let from = made_of.get(which).map(Vec::as_slice).unwrap_or_default();
            if !from.is_empty() {
                let from: Vec<&str> = from.iter().map(|&one| names[one].as_str()).collect();
                let _ = writeln!(out, "      from {}", from.join(", "));
            }
            open.extend(made_of.get(which).into_iter().flatten());
        }
    }

    /// What calls a function: another file, or a line of its own.
    pub(super) fn caller_text(function: &FunctionRecord, (caller, line): (&Path, u32)) -> String {
        if *caller != *function.source.path {
            return caller.display().to_string();
        }
        match source_line(function, line).starts_with("%!") {
            true => "its tests".to_owned(),
            false => "the examples of its help".to_owned(),
        }
    }

    /// A function, and which of the ways it is called in.
    pub(super) fn title(&self, function: &FunctionRecord) -> String {
        let same = |other: &&FunctionRecord| other.name == function.name;
        let many = super::own_walks(&self.analysis.functions).filter(same).count() > 1;
        let path = function.source.path.display();
        if let Some((caller, line)) = &function.caller {
            let caller = Shapes::caller_text(function, (caller, *line));
            format!("{} ({path}), as called in {caller}", function.name)
        } else if many {
            format!("{} ({path}), way {} of calling it", function.name, function.variant)
        } else {
            format!("{} ({path})", function.name)
        }
    }
}

/// A line of the source, without what is around it.
fn source_line(function: &FunctionRecord, line: u32) -> String {
    let text = function.source.text();
    let line = text.split(|&byte| byte == b'\n').nth((line as usize).saturating_sub(1));
    String::from_utf8_lossy(line.unwrap_or_default()).trim().to_owned()
}
