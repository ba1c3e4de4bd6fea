//! `formwork shapes --dot`: the graph of definitions, for Graphviz.

use std::fmt::Write as _;

use formwork_infer::{DefinitionKind, operands};

use super::Shapes;
use super::words::ssa_names;

impl Shapes {
    /// The graph: a node for each definition, an edge to each from what it is made of.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph shapes {\n  node [shape=box, fontname=monospace];\n");
        for (place, function) in self.analysis.functions.iter().enumerate() {
            let _ = writeln!(out, "  subgraph cluster_{place} {{");
            let _ = writeln!(out, "    label={};", quoted(&self.title(function)));
            let names = ssa_names(&function.definitions);
            for (which, definition) in function.definitions.iter().enumerate() {
                if definition.kind == DefinitionKind::Temp {
                    continue;
                }
                let kind = self.words(place).type_text(&definition.value);
                let line = function.source.place(definition.span.start).line;
                let label = format!("{} : {kind}\nline {line}", names[which]);
                let style = match definition.kind {
                    DefinitionKind::LoopPhi | DefinitionKind::JoinPhi => ", style=rounded",
                    DefinitionKind::Param => ", style=bold",
                    DefinitionKind::Assign | DefinitionKind::Temp => "",
                };
                let _ = writeln!(out, "    d{place}_{which} [label={}{style}];", quoted(&label));
            }
            let made_of = self
                .body(function)
                .map(|body| operands(body, &function.definitions))
                .unwrap_or_default();
            for (which, from) in made_of.iter().enumerate() {
                for one in from {
                    let _ = writeln!(out, "    d{place}_{one} -> d{place}_{which};");
                }
            }
            out.push_str("  }\n");
        }
        out.push_str("}\n");
        out
    }
}

fn quoted(text: &str) -> String {
    let inner = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{inner}\"")
}
