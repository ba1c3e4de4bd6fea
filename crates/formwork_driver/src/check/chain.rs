//! Where the operands of a finding come from: the chain of definitions.

use formwork_check::{Finding, expression_at, operator_at, variables_in};
use formwork_hir::body::{Body, ExprId};
use formwork_infer::{Analysis, DefinitionKind};
use formwork_syntax::Span;

use crate::type_text;

/// The most steps that are shown.
const STEPS: usize = 5;

/// A definition that explains a finding.
pub(super) struct Step {
    /// Where.
    pub(super) span: Span,
    /// What it says.
    pub(super) message: String,
}

/// The definitions that the operands of a finding come from, nearest first.
pub(super) fn chain(finding: &Finding, analysis: &Analysis) -> Vec<Step> {
    let function = &analysis.functions[finding.function];
    let body = &function.body;
    let mut open: Vec<(String, u32)> = Vec::new();
    let roots: Vec<ExprId> = match operator_at(body, finding.span) {
        Some((_, left, right)) => {
            [left, right].iter().filter_map(|&span| expression_at(body, span)).collect()
        }
        None => expression_at(body, finding.span).into_iter().collect(),
    };
    for root in roots {
        for (slot, span) in variables_in(body, root) {
            open.push((body.slots[slot].name.to_string(), span.start));
        }
    }
    if open.is_empty() {
        // An assignment to a place: the array it is in.
        let stored = body.stored_at(finding.span).filter(|stored| !stored.by_loop);
        let name = stored.map(|stored| body.slots[stored.slot].name.to_string());
        open.extend(name.map(|name| (name, finding.span.start)));
    }
    let mut steps = Vec::new();
    let mut place = 0;
    while place < open.len() && steps.len() < STEPS {
        let (name, before) = open[place].clone();
        place += 1;
        // What flows together says less than what flowed.
        let Some(definition) = function.origin_before(&name, before) else { continue };
        let parameter = definition.kind == DefinitionKind::Param;
        let span = if parameter { parameter_span(body, &name) } else { definition.span };
        if steps.iter().any(|step: &Step| step.span == span) {
            continue;
        }
        let what = type_text(&definition.value, &analysis.algebra);
        let unknown = what.ends_with("of any size") || what.contains("shape(");
        let message = if parameter && unknown {
            format!("{name} is a parameter")
        } else {
            format!("{name} is {what}")
        };
        steps.push(Step { span, message });
        // What it was made of.
        if let Some(stored) = body.stored_at(definition.span) {
            for (slot, span) in variables_in(body, stored.value) {
                let inner = body.slots[slot].name.to_string();
                if !open.iter().any(|(known, at)| *known == inner && *at == span.start) {
                    open.push((inner, span.start));
                }
            }
        }
    }
    steps
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
