//! What SARIF says of the rules themselves.

use formwork_check::{Rule, Severity};
use formwork_syntax::SyntaxErrorCode;
use serde_json::{Value, json};

use crate::check::report::{INTERNAL_ERROR, UNREADABLE_FILE};
use crate::sac;

/// The names of all rules, in the order in which [`descriptors`] has them.
pub(super) fn codes() -> Vec<&'static str> {
    let syntax = SyntaxErrorCode::ALL.into_iter().map(SyntaxErrorCode::name);
    let rules = Rule::ALL.into_iter().map(Rule::code);
    rules.chain(syntax).chain([UNREADABLE_FILE, INTERNAL_ERROR, sac::CODE]).collect()
}

/// The rules, and what else can be found.
pub(super) fn descriptors() -> Vec<Value> {
    let rules = Rule::ALL.into_iter().map(of_rule);
    let syntax = SyntaxErrorCode::ALL.into_iter().map(|code| {
        let about = format!("The text is no program: {}", code.name().replace('-', " "));
        plain(code.name(), code.id(), &about, "error")
    });
    let others = [
        plain(UNREADABLE_FILE, "FW000", "A file cannot be read", "error"),
        plain(INTERNAL_ERROR, "FW017", "Formwork fails on a file", "note"),
        plain(sac::CODE, sac::ID, "A SaC-mini program is wrong", "error"),
    ];
    rules.chain(syntax).chain(others).collect()
}

fn of_rule(rule: Rule) -> Value {
    // What is said to fail whenever it is reached does; a note is a hint.
    let (level, severity, precision) = match rule.severity() {
        Severity::Error => ("error", "error", "very-high"),
        Severity::Warning => ("warning", "warning", "high"),
        Severity::Note => ("note", "recommendation", "medium"),
    };
    json!({
        "id": rule.code(),
        "name": pascal_case(rule.code()),
        "shortDescription": { "text": rule.title() },
        "fullDescription": { "text": rule.description() },
        "help": { "text": rule.documentation(), "markdown": rule.documentation() },
        "defaultConfiguration": { "level": level },
        "properties": {
            "id": rule.id(),
            "tags": [group(rule)],
            "precision": precision,
            "problem.severity": severity,
        },
    })
}

/// What the hundred of its id is about.
fn group(rule: Rule) -> &'static str {
    match rule.id().as_bytes().get(2) {
        Some(b'1') => "shapes",
        Some(b'2') => "names",
        Some(b'3') => "classes",
        Some(b'5') => "suppressions",
        _ => "habits",
    }
}

/// What is no rule and has no page.
fn plain(code: &str, id: &str, about: &str, level: &str) -> Value {
    let severity = if level == "note" { "recommendation" } else { level };
    json!({
        "id": code,
        "name": pascal_case(code),
        "shortDescription": { "text": about },
        "fullDescription": { "text": about },
        "help": { "text": about, "markdown": about },
        "defaultConfiguration": { "level": level },
        "properties": {
            "id": id,
            "tags": ["syntax"],
            "precision": "very-high",
            "problem.severity": severity,
        },
    })
}

/// `inner-extent` as `InnerExtent`.
fn pascal_case(code: &str) -> String {
    let mut out = String::new();
    for word in code.split('-') {
        let mut letters = word.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}
