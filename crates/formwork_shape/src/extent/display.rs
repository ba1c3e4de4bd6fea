//! Printing extents in the user's names.

use super::atom::{Atom, Measure, Unknown};
use super::{ExtentId, Extents};
use crate::shape::ShapeId;
use std::cell::Cell;
use std::fmt::Write;

impl Extents {
    /// The extent in the user's names. `shape` prints a shape that a measure
    /// mentions; `parts` counts how many operators may still be written.
    pub fn text(
        &self,
        extent: ExtentId,
        parts: &Cell<u32>,
        shape: &dyn Fn(ShapeId) -> String,
    ) -> String {
        let Some(left) = parts.get().checked_sub(1) else { return "…".to_owned() };
        parts.set(left);
        let polynomial = self.polynomial(extent);
        if let Some(value) = polynomial.as_constant() {
            return value.to_string();
        }
        let mut text = String::new();
        // The constant sorts first; readers expect it last.
        let (constants, others): (Vec<_>, Vec<_>) =
            polynomial.terms().iter().partition(|(monomial, _)| monomial.is_empty());
        // A sum reads better when it does not open with a minus sign.
        let (positive, negative): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(_, coefficient)| *coefficient > 0);
        for (monomial, coefficient) in positive.into_iter().chain(negative).chain(constants) {
            let magnitude = coefficient.unsigned_abs();
            text.push_str(match (text.is_empty(), *coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            let mut factors = Vec::new();
            if magnitude != 1 || monomial.is_empty() {
                factors.push(magnitude.to_string());
            }
            let mut rest = monomial.as_slice();
            while let Some((&atom, tail)) = rest.split_first() {
                let same = 1 + tail.iter().take_while(|&&other| other == atom).count();
                let mut factor = self.atom_text(self.atom_info(atom).0, parts, shape);
                if same > 1 {
                    let _ = write!(factor, "^{same}");
                }
                factors.push(factor);
                rest = &rest[same..];
            }
            text.push_str(&factors.join("*"));
        }
        text
    }

    fn atom_text(
        &self,
        atom: &Atom,
        parts: &Cell<u32>,
        shape: &dyn Fn(ShapeId) -> String,
    ) -> String {
        let list = |operands: &[ExtentId]| {
            let texts: Vec<_> =
                operands.iter().map(|&operand| self.text(operand, parts, shape)).collect();
            texts.join(", ")
        };
        let operand = |operand: ExtentId| {
            let text = self.text(operand, parts, shape);
            if text.contains(' ') { format!("({text})") } else { text }
        };
        match atom {
            Atom::Unknown(Unknown::Name(name)) => self.origin(*name).to_string(),
            Atom::Unknown(Unknown::Measure(id, Measure::Extent(axis))) => {
                format!("size({},{})", shape(*id), u64::from(*axis) + 1)
            }
            Atom::Unknown(Unknown::Measure(id, Measure::CountFrom(0))) => {
                format!("numel({})", shape(*id))
            }
            Atom::Unknown(Unknown::Measure(id, Measure::CountFrom(axis))) => {
                format!("prod(size({})({}:end))", shape(*id), u64::from(*axis) + 1)
            }
            // A number too involved to spell out.
            Atom::Opaque(..) => "?".to_owned(),
            Atom::Join(operands) => format!("join({})", list(operands)),
            Atom::Maximum(operands) => format!("max({})", list(operands)),
            Atom::Minimum(operands) => format!("min({})", list(operands)),
            Atom::FloorDivide(a, b) => format!("floor({}/{})", operand(*a), operand(*b)),
            Atom::CeilingDivide(a, b) => format!("ceil({}/{})", operand(*a), operand(*b)),
            Atom::ExactDivide(a, b) => format!("{}/{}", operand(*a), operand(*b)),
            Atom::Modulo(a, b) => {
                format!("mod({}, {})", self.text(*a, parts, shape), self.text(*b, parts, shape))
            }
        }
    }
}
