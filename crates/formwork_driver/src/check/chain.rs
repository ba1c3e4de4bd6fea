//! Where the operands of a finding come from: the chain of definitions.

use formwork_check::{Finding, expression_at, operator_at, variables_in};
use formwork_hir::body::{Body, ExprId, StmtKind, Target};
use formwork_infer::{Analysis, Definition, DefinitionKind};
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
        open.extend(target_at(body, finding.span).map(|name| (name, finding.span.start)));
    }
    let mut steps = Vec::new();
    let mut place = 0;
    while place < open.len() && steps.len() < STEPS {
        let (name, before) = open[place].clone();
        place += 1;
        let Some(definition) = before_place(&function.definitions, &name, before) else { continue };
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
        if let Some(value) = value_of(body, definition.span) {
            for (slot, span) in variables_in(body, value) {
                let inner = body.slots[slot].name.to_string();
                if !open.iter().any(|(known, at)| *known == inner && *at == span.start) {
                    open.push((inner, span.start));
                }
            }
        }
    }
    steps
}

fn before_place<'a>(all: &'a [Definition], name: &str, before: u32) -> Option<&'a Definition> {
    all.iter()
        .filter(|one| {
            one.kind != DefinitionKind::Temp && *one.name == *name && one.span.end <= before
        })
        // What flows together says less than what flowed.
        .max_by_key(|one| {
            let flows = matches!(one.kind, DefinitionKind::JoinPhi | DefinitionKind::LoopPhi);
            (!flows, one.span.end)
        })
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

/// What is assigned at a place.
fn value_of(body: &Body, target: Span) -> Option<ExprId> {
    let mut found = None;
    formwork_check::each_statement(&body.statements, &mut |stmt| match &stmt.kind {
        StmtKind::Assign(assign) => {
            for one in &assign.targets {
                if let Target::Place { span, .. } = one
                    && *span == target
                {
                    found = Some(assign.value);
                }
            }
        }
        StmtKind::For(each) => {
            if let Target::Place { span, .. } = &each.target
                && *span == target
            {
                found = Some(each.iterable);
            }
        }
        _ => {}
    });
    found
}

/// The variable that is assigned to at a place.
fn target_at(body: &Body, place: Span) -> Option<String> {
    let mut found = None;
    formwork_check::each_statement(&body.statements, &mut |stmt| {
        if let StmtKind::Assign(assign) = &stmt.kind {
            for one in &assign.targets {
                if let Target::Place { slot, span, .. } = one
                    && *span == place
                {
                    found = Some(body.slots[*slot].name.to_string());
                }
            }
        }
    });
    found
}
