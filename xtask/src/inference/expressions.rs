//! The closed expressions in the tests of the installed Octave: those that call
//! something and mention no variable.
//!
//! They are read when a chore runs; none is kept.

use std::collections::BTreeSet;
use std::path::Path;

use formwork_builtins::{Effects, find};
use formwork_hir::body::{Body, ExprKind, Root};
use formwork_hir::{MemoryHost, Program};
use formwork_syntax::{Dialect, Span};

use crate::bist::{needs_more, passing_blocks, test_files};
use crate::files;

/// The closed expressions of all tests below a library, each once. None of them is
/// part of another.
pub(super) fn closed_expressions(library: &Path) -> BTreeSet<String> {
    let host = MemoryHost::default();
    let program = Program::new(&host, Dialect::default(), Vec::new());
    let mut found = BTreeSet::new();
    for path in test_files(library) {
        let text = String::from_utf8_lossy(&files::read(&path)).into_owned();
        for code in passing_blocks(&text) {
            if needs_more(&code) {
                continue;
            }
            // In a function, a name that is not assigned is no variable.
            let text = format!("function closed__ ()\n{code}\nend\n");
            if let Ok(unit) = program.lower_text(text.as_bytes(), Path::new(""))
                && let [(_, body)] = &unit.functions[..]
            {
                closed_in(&unit.bodies[*body], &mut found);
            }
        }
    }
    found
}

fn closed_in(body: &Body, found: &mut BTreeSet<String>) {
    let mut calls: Vec<Span> = Vec::new();
    let mut open: Vec<Span> = Vec::new();
    for expr in body.exprs.values() {
        match closedness(body, &expr.kind) {
            Closedness::Open => open.push(expr.span),
            Closedness::Calls => calls.push(expr.span),
            Closedness::Plain => {}
        }
    }
    let within = |inner: &Span, outer: &Span| outer.start <= inner.start && inner.end <= outer.end;
    let mut taken: Vec<Span> = body
        .exprs
        .values()
        .map(|expr| expr.span)
        .filter(|span| calls.iter().any(|call| within(call, span)))
        .filter(|span| !open.iter().any(|variable| within(variable, span)))
        .collect();
    let all = taken.clone();
    taken.retain(|span| !all.iter().any(|other| other != span && within(span, other)));
    for span in taken {
        if let Some(text) = body.source.text().get(span.start as usize..span.end as usize) {
            found.insert(String::from_utf8_lossy(text).into_owned());
        }
    }
}

/// What an expression is, its parts aside.
enum Closedness {
    /// It cannot stand alone.
    Open,
    /// It calls something.
    Calls,
    Plain,
}

fn closedness(body: &Body, expr: &ExprKind) -> Closedness {
    match expr {
        ExprKind::Var(_)
        | ExprKind::Invalid(_)
        | ExprKind::Assign(_)
        | ExprKind::PostIncrement(_) => Closedness::Open,
        ExprKind::Anonymous(id) if !body.anonymous[*id].captures.is_empty() => Closedness::Open,
        ExprKind::Access(access) => match access.root {
            Root::Var(_) | Root::VarOrCall(..) => Closedness::Open,
            Root::Call(call) if acts(&body.calls[call].name) => Closedness::Open,
            Root::Call(_) => Closedness::Calls,
            Root::Value(_) => Closedness::Plain,
        },
        _ => Closedness::Plain,
    }
}

/// Whether a function is called for what it does.
fn acts(name: &str) -> bool {
    let acting = [Effects::OUTPUT, Effects::STATE, Effects::RAISES];
    matches!(name, "assert" | "fail" | "pause" | "exit" | "quit" | "eval" | "evalc" | "evalin")
        || find(name).is_some_and(|row| acting.iter().any(|&one| row.effects.include(one)))
}
