//! Printing shapes, in the smallest known way to write each.

use std::cell::Cell;

use super::{Algebra, Node, Operator, ShapeId};
use crate::concrete::{Bound, Subscript};
use crate::extent::ExtentId;
use crate::semantics::Reduction;

/// Terms nested deeper than this are abbreviated.
const MAXIMUM_DEPTH: u32 = 64;

/// Terms of more operators than this are abbreviated: shared parts are written out each
/// time, so that a text can be exponentially larger than the term.
const MAXIMUM_PARTS: u32 = 400;

/// Sums with more operands than this are abbreviated.
const MAXIMUM_OPERANDS: usize = 64;

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Sum,
    Product,
    Power,
    Postfix,
}

impl Algebra {
    /// The shape in the grammar of the `algebra` command: `+`, `*`, `/`, `\`,
    /// `^`, `'`, tuples in angle brackets.
    pub fn text(&self, shape: ShapeId) -> String {
        self.text_at(shape, MAXIMUM_DEPTH, &Cell::new(MAXIMUM_PARTS)).0
    }

    /// The extent in the user's names.
    pub fn extent_text(&self, extent: ExtentId) -> String {
        self.extent_text_at(extent, MAXIMUM_DEPTH, &Cell::new(MAXIMUM_PARTS))
    }

    /// `parts` counts how many operators may still be written.
    fn extent_text_at(&self, extent: ExtentId, depth: u32, parts: &Cell<u32>) -> String {
        let shape = |shape: ShapeId| match depth.checked_sub(1) {
            Some(depth) => self.text_at(shape, depth, parts).0,
            None => "…".to_owned(),
        };
        self.extents.text(extent, parts, &shape)
    }

    fn text_at(&self, shape: ShapeId, depth: u32, parts: &Cell<u32>) -> (String, Level) {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), parts.get().checked_sub(1)) else {
            return ("…".to_owned(), Level::Postfix);
        };
        parts.set(left);
        let info = self.info(shape);
        let node = info.display.as_deref().unwrap_or(&info.node);
        let at = |shape: ShapeId, level: Level| {
            let (text, own) = self.text_at(shape, depth, parts);
            if own < level { format!("({text})") } else { text }
        };
        let plain = |shape: ShapeId| self.text_at(shape, depth, parts).0;
        let extent = |extent: ExtentId| self.extent_text_at(extent, depth, parts);
        let binary = |operator: &str, operands: &[ShapeId]| {
            // Left-associative: only the right operand needs parentheses.
            let left = at(operands[0], Level::Product);
            let right = at(operands[1], Level::Power);
            (format!("{left}{operator}{right}"), Level::Product)
        };
        let call = |name: &str, arguments: Vec<String>| {
            (format!("{name}({})", arguments.join(", ")), Level::Postfix)
        };
        match node {
            Node::Illegal => ("illegal".to_owned(), Level::Postfix),
            Node::Tuple(extents) => {
                let extents: Vec<_> = extents.iter().map(|&e| extent(e)).collect();
                (format!("<{}>", extents.join(", ")), Level::Postfix)
            }
            Node::Variable(variable) => {
                (self.variables[variable.0 as usize].name.clone(), Level::Postfix)
            }
            Node::Elementwise(_, set) => {
                let members = self.operand_sets.members(*set);
                // Larger operands first reads as in the papers: bb ⊕ a.
                let mut texts: Vec<(u32, String)> = members
                    .iter()
                    .take(MAXIMUM_OPERANDS)
                    .map(|&member| (self.info(member).size, at(member, Level::Product)))
                    .collect();
                texts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
                let mut texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
                if members.len() > MAXIMUM_OPERANDS {
                    texts.push("…".to_owned());
                }
                (texts.join(" + "), Level::Sum)
            }
            Node::Select(selector, a, b) => {
                let selector = self.selector_name(*selector);
                call("select", vec![selector.to_owned(), plain(*a), plain(*b)])
            }
            Node::Apply(operator, operands) => {
                let a = operands[0];
                let axis = |axis: u32| (u64::from(axis) + 1).to_string();
                match operator {
                    Operator::Product(_) => binary("*", operands),
                    Operator::LeftDivide(_) => binary("\\", operands),
                    Operator::RightDivide(_) => binary("/", operands),
                    Operator::Power(_) => {
                        let base = at(a, Level::Power);
                        let exponent = at(operands[1], Level::Postfix);
                        (format!("{base}^{exponent}"), Level::Power)
                    }
                    Operator::Transpose => (format!("{}'", at(a, Level::Postfix)), Level::Postfix),
                    Operator::Permute(order) => {
                        let order: Vec<_> = order.iter().map(|&entry| axis(entry)).collect();
                        call("permute", vec![plain(a), format!("[{}]", order.join(" "))])
                    }
                    Operator::Squeeze => call("squeeze", vec![plain(a)]),
                    // How empty operands are treated does not show: the reader knows
                    // which language the program is in.
                    Operator::Concatenate(1, _) => {
                        (format!("[{}, {}]", plain(a), plain(operands[1])), Level::Postfix)
                    }
                    Operator::Concatenate(0, _) => {
                        (format!("[{}; {}]", plain(a), plain(operands[1])), Level::Postfix)
                    }
                    Operator::Concatenate(along, _) => {
                        call("cat", vec![axis(*along), plain(a), plain(operands[1])])
                    }
                    Operator::Reduce(style, along, _) => {
                        let name = match style {
                            Reduction::Sum => "sum",
                            Reduction::Extremum => "max",
                        };
                        let mut arguments = vec![plain(a)];
                        if *style == Reduction::Extremum && along.is_some() {
                            arguments.push("[]".to_owned());
                        }
                        arguments.extend(along.map(axis));
                        call(name, arguments)
                    }
                    Operator::SetExtent(along, value) => {
                        call("resize", vec![plain(a), axis(*along), extent(*value)])
                    }
                    Operator::Reshape(extents) => {
                        let sizes =
                            extents.iter().map(|size| size.map_or_else(|| "[]".to_owned(), extent));
                        call("reshape", std::iter::once(plain(a)).chain(sizes).collect())
                    }
                    Operator::Repmat(copies) => {
                        let copies = copies.iter().map(|&count| extent(count));
                        call("repmat", std::iter::once(plain(a)).chain(copies).collect())
                    }
                    Operator::Kron(_) => call("kron", vec![plain(a), plain(operands[1])]),
                    Operator::Diagonal => call("diag", vec![plain(a)]),
                    Operator::IndexLinear => call(&at(a, Level::Postfix), vec![plain(operands[1])]),
                    Operator::IndexLogical(count) => {
                        let mask = format!("{} true of {}", extent(*count), plain(operands[1]));
                        call(&at(a, Level::Postfix), vec![mask])
                    }
                    Operator::IndexMany(subscripts) => {
                        let subscripts = subscripts.iter().map(|subscript| match subscript {
                            Subscript::Colon => ":".to_owned(),
                            Subscript::Count(count) => format!("1:{}", extent(*count)),
                        });
                        call(&at(a, Level::Postfix), subscripts.collect())
                    }
                    Operator::AssignLinear(_, bound) => {
                        call("grow", vec![plain(a), extent(*bound)])
                    }
                    Operator::AssignMany(bounds) => {
                        let bounds = bounds.iter().map(|bound| match bound {
                            Bound::Colon(_) => ":".to_owned(),
                            Bound::UpTo(bound) => extent(*bound),
                        });
                        call("grow", std::iter::once(plain(a)).chain(bounds).collect())
                    }
                    Operator::DeleteSlice(along, count) => {
                        call("delete", vec![plain(a), axis(*along), extent(*count)])
                    }
                    Operator::DeleteLinear(count) => call("delete", vec![plain(a), extent(*count)]),
                }
            }
        }
    }
}
