//! Where the operands of a finding come from: the use-def chain.

use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId};
use formwork_infer::{Analysis, DefinitionKind};
use formwork_syntax::Span;

use crate::finding::Finding;
use crate::look::{expression_at, operator_at, read_at, variables_in};

/// How many definitions explain a finding at most.
const MOST: usize = 5;

/// A definition that explains a finding.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Where.
    pub span: Span,
    /// The variable.
    pub name: String,
    /// Whether it is a parameter there.
    pub parameter: bool,
    /// What is known of its value.
    pub value: AbstractValue,
}

/// The definitions that the operands of a finding come from, nearest first.
#[must_use]
pub fn origins(finding: &Finding, analysis: &Analysis) -> Vec<Origin> {
    let function = &analysis.functions[finding.function];
    let body = &function.body;
    let roots: Vec<ExprId> = match operator_at(body, finding.span) {
        Some((_, left, right)) => {
            [left, right].iter().filter_map(|&span| expression_at(body, span)).collect()
        }
        None => expression_at(body, finding.span).into_iter().collect(),
    };
    // Variables whose definitions are looked for, and before which place.
    let mut open: Vec<(String, u32)> = roots
        .into_iter()
        .flat_map(|root| variables_in(body, root))
        .map(|(slot, span)| (body.slots[slot].name.to_string(), read_at(body, span)))
        .collect();
    if open.is_empty() {
        // An assignment to a place: the array it is in.
        let stored = body.stored_at(finding.span).filter(|stored| !stored.by_loop);
        let name = stored.map(|stored| body.slots[stored.slot].name.to_string());
        open.extend(name.map(|name| (name, finding.span.start)));
    }
    let mut origins: Vec<Origin> = Vec::new();
    let mut place = 0;
    while place < open.len() && origins.len() < MOST {
        let (name, before) = open[place].clone();
        place += 1;
        // What flows together says less than what flowed.
        let Some(definition) = function.origin_before(&name, before) else { continue };
        let parameter = definition.kind == DefinitionKind::Param;
        let span = if parameter { parameter_span(body, &name) } else { definition.span };
        if origins.iter().any(|origin| origin.span == span) {
            continue;
        }
        origins.push(Origin { span, name, parameter, value: definition.value.clone() });
        // What it was made of.
        if let Some(stored) = body.stored_at(definition.span) {
            for (slot, span) in variables_in(body, stored.value) {
                let inner = body.slots[slot].name.to_string();
                let at = read_at(body, span);
                if !open.iter().any(|(known, other)| *known == inner && *other == at) {
                    open.push((inner, at));
                }
            }
        }
    }
    origins
}

/// Where a parameter is named.
fn parameter_span(body: &Body, name: &str) -> Span {
    let text = body.source.text();
    let start = body.span.start as usize;
    let line_end = text[start..]
        .iter()
        .position(|&byte| byte == b')' || byte == b'\n')
        .map_or(text.len(), |end| start + end);
    let open = text[start..line_end].iter().position(|&byte| byte == b'(').unwrap_or(0);
    let list = &text[start + open..line_end];
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let found = list.windows(name.len()).enumerate().find(|(at, window)| {
        *window == name.as_bytes()
            && (*at == 0 || !word(list[at - 1]))
            && list.get(at + name.len()).is_none_or(|&byte| !word(byte))
    });
    match found {
        Some((at, _)) => {
            let from = u32::try_from(start + open + at).unwrap_or(0);
            Span::new(from, from + u32::try_from(name.len()).unwrap_or(0))
        }
        None => Span::empty(body.span.start),
    }
}
