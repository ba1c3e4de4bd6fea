//! Which variables somebody may look at once a region is through.
//!
//! A variable of a function whose name stands nowhere in the function but in the region is
//! not looked at, unless something looks at all variables: then its last value need not be
//! given back.

use formwork_builtins::Effects;
use formwork_hir::body::{Body, BodyKind, Stmt};
use formwork_hir::walk::blocks;
use formwork_syntax::Span;

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
    formwork_builtins::find(name)
        .is_some_and(|row| !row.effects.look_around() && !row.effects.include(Effects::CALLS))
}

/// Whether statements stand in a loop: then its next iteration may look at what this one leaves.
fn is_in_loop(block: &[Stmt], region: Span) -> bool {
    blocks(block).any(|(around, block)| {
        let (Some(first), Some(last)) = (block.first(), block.last()) else { return false };
        around.is_some_and(Stmt::is_loop)
            && first.span.start <= region.start
            && region.end <= last.span.end
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
