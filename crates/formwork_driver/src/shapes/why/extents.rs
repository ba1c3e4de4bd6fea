//! Where the extents of a known shape come from.

use formwork_domain::ValueFact;
use formwork_infer::{Definition, DefinitionKind, FunctionRecord};

use super::origin::text_at;
use super::question::line_of;
use super::reason::ExtentOrigin;
use crate::shapes::Shapes;
use crate::shapes::local_names::extents;

impl Shapes {
    /// What the names mean that the extents of a definition are written with.
    pub(super) fn extent_origins(&mut self, place: usize, which: usize) -> Vec<ExtentOrigin> {
        let Some(shape) = self.analysis.functions[place].definitions[which].value.shape else {
            return Vec::new();
        };
        let own = extents(&mut self.analysis.algebra, shape).unwrap_or_default();
        let mut origins: Vec<ExtentOrigin> = Vec::new();
        for extent in own {
            let text = match self.names[place].text(extent) {
                Some(text) => text.to_owned(),
                None => self.analysis.algebra.extent_text(extent),
            };
            for word in words(&text) {
                let origin = self.name_origin(place, &word, &text);
                origins.extend(origin.filter(|one| !origins.contains(one)));
            }
        }
        origins
    }

    /// What a name in the text of a size stands for.
    fn name_origin(&self, place: usize, name: &str, whole: &str) -> Option<ExtentOrigin> {
        let function = &self.analysis.functions[place];
        let name = name.to_owned();
        let meaning =
            self.names[place].wheres.iter().find(|(own, text)| *own == name && !text.contains('#'));
        if let Some((_, text)) = meaning {
            return Some(ExtentOrigin { name, text: text.clone(), line: None });
        }
        let is_measure = whole.contains(&format!("({name}"));
        let own = || {
            let all = function.definitions.iter();
            all.filter(|one| one.kind != DefinitionKind::Temp && *one.name == *name)
        };
        let holds = |one: &&Definition| matches!(one.value.value, ValueFact::Integer(_));
        let definition = own().find(holds).or_else(|| own().next())?;
        let line = line_of(function, definition);
        let text = match definition.kind {
            DefinitionKind::Param if is_measure => "a parameter".to_owned(),
            DefinitionKind::Param => "the value of the parameter".to_owned(),
            DefinitionKind::Assign => made_of(function, definition)?,
            DefinitionKind::LoopPhi | DefinitionKind::JoinPhi | DefinitionKind::Temp => {
                return None;
            }
        };
        let line = (definition.kind == DefinitionKind::Assign).then_some(line);
        Some(ExtentOrigin { name, text, line })
    }
}

/// The text of what a variable was given.
fn made_of(function: &FunctionRecord, definition: &Definition) -> Option<String> {
    let stored = function.body.stored_at(definition.span)?;
    let text = text_at(function, function.body.exprs[stored.value].span);
    Some(if stored.by_loop { format!("each of {text}") } else { text })
}

/// The names in the text of a size.
fn words(text: &str) -> Vec<String> {
    let mut found = vec![text.to_owned()];
    let split = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    found.extend(split.filter(|word| word.starts_with(char::is_alphabetic)).map(str::to_owned));
    found.dedup();
    found
}
