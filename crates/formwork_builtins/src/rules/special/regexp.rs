//! What searching texts by patterns gives: `regexp`, `regexpi`.

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::rules::call::Call;

/// The outputs in the order they have if none is asked for by its name.
const PARTS: [&str; 7] = ["start", "end", "tokenextents", "match", "tokens", "names", "split"];

/// What an output is, and whether only the first match is asked for; `None` if an option
/// is not known.
fn part(call: &Call<'_>) -> Option<(&'static str, bool)> {
    let mut once = false;
    let mut order: Vec<&'static str> = Vec::new();
    for place in 2..call.args.len() {
        let name = call.text(place)?.to_ascii_lowercase();
        once |= name == "once";
        let asked = PARTS.iter().find(|part| **part == name);
        order.extend(asked.filter(|part| !order.contains(part)));
    }
    let rest: Vec<&'static str> = PARTS.into_iter().filter(|part| !order.contains(part)).collect();
    order.extend(rest);
    Some((*order.get(call.output)?, once))
}

/// Whether both arguments may be something else than cell arrays.
fn may_be_one_text(call: &Call<'_>) -> bool {
    !call.is_cell(0) && !call.is_cell(1)
}

/// One text gives rows of what was found in it; each of several an element of a cell
/// array.
pub(crate) fn shape(call: &mut Call<'_>) -> Option<ShapeId> {
    let mut shapes = Vec::new();
    for place in 0..2 {
        if call.may_be_cell(place) {
            shapes.push(call.shape(place)?);
        }
    }
    if may_be_one_text(call) {
        let (part, once) = part(call)?;
        let (row, empty) = (call.row(), call.empty());
        match (part, once) {
            ("start" | "end", true) => shapes.extend([Algebra::SCALAR, empty]),
            ("tokens", true) => shapes.extend([call.column(), empty]),
            ("tokenextents", true) => shapes.push(call.matrix()),
            // All of a text that is not split is as it was.
            ("split", true) => shapes.push(call.matrix()),
            ("match", true) | ("names", _) => shapes.extend([row, empty]),
            _ => shapes.push(row),
        }
    }
    call.either(&shapes)
}

pub(crate) fn classes(call: &Call<'_>) -> ClassSet {
    let cell = ClassSet::only(Class::Cell);
    if !may_be_one_text(call) {
        return cell;
    }
    let one = match part(call) {
        None => return ClassSet::of(&[Class::Double, Class::Cell, Class::Struct, Class::Char]),
        Some(("start" | "end", _) | ("tokenextents", true)) => ClassSet::only(Class::Double),
        Some(("names", _)) => ClassSet::only(Class::Struct),
        Some(("match", true)) => ClassSet::only(Class::Char),
        Some(("split", true)) => ClassSet::of(&[Class::Char, Class::Cell]),
        Some(_) => cell,
    };
    if call.may_be_cell(0) || call.may_be_cell(1) { one.union(cell) } else { one }
}
