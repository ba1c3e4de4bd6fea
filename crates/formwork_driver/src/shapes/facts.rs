//! What is known of the variables of a file, as data for editors: each definition with its texts,
//! where the listing would have a line for it, and why a shape is not known.

use std::rc::Rc;

use formwork_domain::Fields;
use formwork_infer::{DefinitionKind, Knowledge};

use super::Shapes;
use super::listed::listed;

/// Of how many definitions it is told why they are not known.
const REASONS: usize = 24;

/// How a variable gets a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A parameter.
    Parameter,
    /// An assignment.
    Assigned,
    /// What it is where paths meet, or at the head of a loop.
    Met,
}

/// A variable at a place that gives it a value.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableFact {
    /// The function, and where it begins.
    pub function: (String, u32),
    /// Its name.
    pub name: String,
    /// Where, in bytes; of a parameter, where the function begins.
    pub span: (u32, u32),
    /// How it gets its value.
    pub kind: VariableKind,
    /// Shape and class, if anything is known: `n×p double`.
    pub short: Option<String>,
    /// Class, shape and what is known of the elements.
    pub full: String,
    /// Whether it tells a reader something new.
    pub listed: bool,
    /// Whether something is known of its shape.
    pub known: bool,
    /// Why nothing is.
    pub why: Option<String>,
    /// The fields of a struct, each with its type.
    pub fields: Vec<(String, String)>,
}

impl Shapes {
    /// The variables of the file that was asked for, each in the first way its function is called
    /// in, in the order of the text.
    #[must_use]
    pub fn facts(&mut self) -> Vec<VariableFact> {
        let mut facts = Vec::new();
        let mut reasons = 0;
        for place in 0..self.analysis.functions.len() {
            let function = &self.analysis.functions[place];
            if function.source.path != self.file || function.variant != 1 {
                continue;
            }
            let algebra = &mut self.analysis.algebra;
            let fields: Vec<Option<Rc<Fields>>> =
                function.definitions.iter().map(|one| one.value.fields(algebra)).collect();
            let words = self.words(place);
            let types: Vec<String> =
                function.definitions.iter().map(|one| words.type_text(&one.value)).collect();
            let listed = listed(function, &types);
            let start = function.body.span.start;
            let mut open: Vec<(usize, usize)> = Vec::new();
            for (which, one) in function.definitions.iter().enumerate() {
                let kind = match one.kind {
                    DefinitionKind::Param => VariableKind::Parameter,
                    DefinitionKind::Assign => VariableKind::Assigned,
                    DefinitionKind::JoinPhi | DefinitionKind::LoopPhi => VariableKind::Met,
                    DefinitionKind::Temp => continue,
                };
                let known = self.analysis.knowledge(one.value.shape) != Knowledge::Unknown;
                if !known && kind != VariableKind::Met && reasons < REASONS {
                    reasons += 1;
                    open.push((facts.len(), which));
                }
                facts.push(VariableFact {
                    function: (function.name.to_string(), start),
                    name: one.name.to_string(),
                    span: (one.span.start, one.span.end),
                    kind,
                    short: words.short_text(&one.value),
                    full: words.full_type_text(&one.value),
                    listed: listed[which],
                    known,
                    why: None,
                    fields: fields[which]
                        .iter()
                        .flat_map(|fields| &fields.known)
                        .map(|(name, value)| (name.to_string(), words.full_type_text(value)))
                        .collect(),
                });
            }
            for (fact, which) in open {
                facts[fact].why = Some(self.answer("", place, which).to_string());
            }
        }
        facts.sort_by_key(|one| one.span);
        facts
    }
}
