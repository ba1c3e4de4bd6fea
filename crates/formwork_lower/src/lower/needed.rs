//! Which variables somebody may look at once a region is through.
//!
//! A variable of a function whose name stands nowhere in the function but in the region is
//! not looked at, unless something looks at all variables: then its last value need not be
//! given back.

use formwork_builtins::Effects;
use formwork_hir::body::{Body, BodyKind, Stmt, StmtKind};
use formwork_syntax::{Span, with_enough_stack};

/// What is written around a region.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    /// The text of the function before the region and behind it; `None`: every variable
    /// is needed.
    outside: Option<[&'a [u8]; 2]>,
}

impl<'a> Surroundings<'a> {
    /// What is around some statements of a body.
    pub(super) fn of(body: &'a Body, statements: &[Stmt]) -> Surroundings<'a> {
        let outside = || {
            let region = Span::new(statements.first()?.span.start, statements.last()?.span.end);
            let hidden = body.kind == BodyKind::Function
                && body.nested.is_empty()
                && body.calls.values().all(|call| looks_at_no_variables(&call.name))
                && !is_in_loop(&body.statements, region);
            let text = body.source.text();
            let before = text.get(body.span.start as usize..region.start as usize)?;
            let behind = text.get(region.end as usize..body.span.end as usize)?;
            hidden.then_some([before, behind])
        };
        Surroundings { outside: outside() }
    }

    /// Whether the value of a variable may be asked for.
    pub(super) fn need(&self, name: &str) -> bool {
        self.outside.is_none_or(|texts| texts.iter().any(|text| has_word(text, name.as_bytes())))
    }
}

/// Whether a function is a built-in one that neither looks at variables nor calls others,
/// which might look at those of their caller.
fn looks_at_no_variables(name: &str) -> bool {
    formwork_builtins::find(name).is_some_and(|row| {
        !row.effects.include(Effects::CONTEXT) && !row.effects.include(Effects::CALLS)
    })
}

/// Whether statements stand in a loop: then their next turn may look at what this one leaves.
fn is_in_loop(statements: &[Stmt], region: Span) -> bool {
    with_enough_stack(|| {
        statements.iter().any(|stmt| {
            let around = |span: Span| span.start <= region.start && region.end <= span.end;
            let inside = |block: &[Stmt]| {
                let (Some(first), Some(last)) = (block.first(), block.last()) else { return false };
                around(Span::new(first.span.start, last.span.end))
            };
            let blocks = stmt.kind.blocks();
            let repeats =
                matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..));
            (repeats && blocks.iter().any(|block| inside(block)))
                || blocks.iter().any(|block| is_in_loop(block, region))
        })
    })
}

/// Whether a name stands in a text as a word.
fn has_word(text: &[u8], name: &[u8]) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    text.windows(name.len()).enumerate().any(|(at, window)| {
        window == name
            && !text[..at].last().is_some_and(in_name)
            && !text.get(at + name.len()).is_some_and(in_name)
    })
}
