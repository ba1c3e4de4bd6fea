//! Names that are almost another: what may have been meant.

use std::rc::Rc;

use formwork_hir::body::{Body, ExprKind, Root};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;
use strsim::osa_distance;

/// The variable of a function that a name may stand for which is neither a variable nor a function,
/// if it is read as variables are.
pub(crate) fn variable(body: &Body, name: &str, span: Span) -> Option<Rc<str>> {
    // What has arguments is called.
    let bare = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => match access.root {
            Root::Call(call) | Root::VarOrCall(_, call) => {
                body.calls[call].span == span && access.links.is_empty()
            }
            Root::Var(_) | Root::Value(_) => false,
        },
        _ => false,
    });
    let names = body.slots.values().map(|slot| &slot.name).filter(|own| &***own != name);
    // `opt_1 = opt1;` is no slip.
    let given = body.assignments().find(|assign| body.exprs[assign.value].span == span);
    let given: Vec<&Rc<str>> = given
        .into_iter()
        .flat_map(formwork_hir::body::Assign::slots)
        .map(|slot| &body.slots[slot].name)
        .collect();
    let close =
        names.filter(|own| (is_close(own, name) || is_longer(own, name)) && !given.contains(own));
    bare.then(|| close.min_by_key(|own| osa_distance(own, name)).cloned()).flatten()
}

/// The function that a name may stand for.
pub(crate) fn function(name: &str, known: &FxHashSet<&str>) -> Option<Rc<str>> {
    let table = formwork_builtins::rows().map(|row| row.name);
    let all = known.iter().copied().chain(table);
    let close = all.filter(|own| *own != name && is_close(own, name));
    close.min_by_key(|own| (osa_distance(own, name), *own)).map(Rc::from)
}

/// Whether two names differ by a slip: case, underscores, or a letter; two letters that changed
/// places count as one.
pub(crate) fn is_close(a: &str, b: &str) -> bool {
    let shorter = a.len().min(b.len());
    if shorter < 3 || a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    // Short names that differ in one letter are often two names.
    let exchanged = a.len() == b.len() && shorter >= 8;
    plain(a) == plain(b)
        || a.len() == b.len() && is_swapped(a, b)
        || (a.len() != b.len() && shorter >= 4 || exchanged) && osa_distance(a, b) <= 1
}

/// Whether a name is another one with a word behind it: `refSize` for `ref`.
fn is_longer(own: &str, name: &str) -> bool {
    let rest = name.strip_prefix(own).unwrap_or_default();
    own.len() >= 3 && rest.len() >= 3 && rest.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether two names have the same letters, two neighbours of which changed places.
fn is_swapped(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let differ: Vec<usize> = (0..a.len()).filter(|&at| a[at] != b[at]).collect();
    matches!(differ[..], [i, j] if j == i + 1 && a[i] == b[j] && a[j] == b[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_close() {
        for (a, b) in
            [("y_next", "ynext"), ("sni", "sin"), ("nPoints", "npoints"), ("valeu", "value")]
        {
            assert!(is_close(a, b), "{a} {b}");
        }
        for (a, b) in
            [("sin", "cos"), ("x1", "x2"), ("fit", "fits"), ("abcd", "wxyz"), ("bpopt", "mpopt")]
        {
            assert!(!is_close(a, b), "{a} {b}");
        }
    }
}
