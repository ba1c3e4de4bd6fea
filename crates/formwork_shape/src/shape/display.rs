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
        let inner = Inner { algebra: self, depth, parts };
        match node {
            Node::Illegal => ("illegal".to_owned(), Level::Postfix),
            Node::Tuple(extents) => {
                let extents: Vec<_> = extents.iter().map(|&e| inner.extent(e)).collect();
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
                    .map(|&member| (self.info(member).size, inner.at(member, Level::Product)))
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
                call("select", vec![selector.to_owned(), inner.plain(*a), inner.plain(*b)])
            }
            Node::Apply(operator, operands) => inner.application(operator, operands),
        }
    }
}

/// The number of an axis as a program counts it.
fn axis(axis: u32) -> String {
    (u64::from(axis) + 1).to_string()
}

fn call(name: &str, arguments: Vec<String>) -> (String, Level) {
    (format!("{name}({})", arguments.join(", ")), Level::Postfix)
}

/// What is written inside a shape, so deep and with so many parts at most.
struct Inner<'a> {
    algebra: &'a Algebra,
    depth: u32,
    parts: &'a Cell<u32>,
}

impl Inner<'_> {
    /// A shape in parentheses where it binds less than `level`.
    fn at(&self, shape: ShapeId, level: Level) -> String {
        let (text, own) = self.algebra.text_at(shape, self.depth, self.parts);
        if own < level { format!("({text})") } else { text }
    }

    fn plain(&self, shape: ShapeId) -> String {
        self.algebra.text_at(shape, self.depth, self.parts).0
    }

    fn extent(&self, extent: ExtentId) -> String {
        self.algebra.extent_text_at(extent, self.depth, self.parts)
    }

    fn binary(&self, operator: &str, operands: &[ShapeId]) -> (String, Level) {
        // Left-associative: only the right operand needs parentheses.
        let left = self.at(operands[0], Level::Product);
        let right = self.at(operands[1], Level::Power);
        (format!("{left}{operator}{right}"), Level::Product)
    }

    fn application(&self, operator: &Operator, operands: &[ShapeId]) -> (String, Level) {
        let a = operands[0];
        match operator {
            Operator::Product(_) => self.binary("*", operands),
            Operator::LeftDivide(_) => self.binary("\\", operands),
            Operator::RightDivide(_) => self.binary("/", operands),
            Operator::Power(_) => {
                let base = self.at(a, Level::Power);
                let exponent = self.at(operands[1], Level::Postfix);
                (format!("{base}^{exponent}"), Level::Power)
            }
            Operator::Transpose => (format!("{}'", self.at(a, Level::Postfix)), Level::Postfix),
            Operator::Permute(order) => {
                let order: Vec<_> = order.iter().map(|&entry| axis(entry)).collect();
                call("permute", vec![self.plain(a), format!("[{}]", order.join(" "))])
            }
            Operator::Squeeze => call("squeeze", vec![self.plain(a)]),
            // How empty operands are treated does not show: the reader knows
            // which language the program is in.
            Operator::Concatenate(1, _) => {
                (format!("[{}, {}]", self.plain(a), self.plain(operands[1])), Level::Postfix)
            }
            Operator::Concatenate(0, _) => {
                (format!("[{}; {}]", self.plain(a), self.plain(operands[1])), Level::Postfix)
            }
            Operator::Concatenate(along, _) => {
                call("cat", vec![axis(*along), self.plain(a), self.plain(operands[1])])
            }
            Operator::Reduce(style, along, _) => self.reduction(*style, *along, a),
            Operator::SetExtent(along, value) => {
                call("resize", vec![self.plain(a), axis(*along), self.extent(*value)])
            }
            Operator::Reshape(extents) => {
                let sizes = extents
                    .iter()
                    .map(|size| size.map_or_else(|| "[]".to_owned(), |extent| self.extent(extent)));
                call("reshape", std::iter::once(self.plain(a)).chain(sizes).collect())
            }
            Operator::Repmat(copies) => {
                let copies = copies.iter().map(|&count| self.extent(count));
                call("repmat", std::iter::once(self.plain(a)).chain(copies).collect())
            }
            Operator::Kron(_) => call("kron", vec![self.plain(a), self.plain(operands[1])]),
            Operator::Diagonal => call("diag", vec![self.plain(a)]),
            Operator::IndexLinear => {
                call(&self.at(a, Level::Postfix), vec![self.plain(operands[1])])
            }
            Operator::IndexLogical(count) => {
                let mask = format!("{} true of {}", self.extent(*count), self.plain(operands[1]));
                call(&self.at(a, Level::Postfix), vec![mask])
            }
            Operator::IndexMany(subscripts) => self.indexed(a, subscripts),
            Operator::AssignLinear(_, bound) => {
                call("grow", vec![self.plain(a), self.extent(*bound)])
            }
            Operator::AssignMany(bounds) => self.grown(a, bounds),
            Operator::DeleteSlice(along, count) => {
                call("delete", vec![self.plain(a), axis(*along), self.extent(*count)])
            }
            Operator::DeleteLinear(count) => {
                call("delete", vec![self.plain(a), self.extent(*count)])
            }
        }
    }

    fn grown(&self, a: ShapeId, bounds: &[Bound<ExtentId>]) -> (String, Level) {
        let bounds = bounds.iter().map(|bound| match bound {
            Bound::Colon(_) => ":".to_owned(),
            Bound::UpTo(bound) => self.extent(*bound),
        });
        call("grow", std::iter::once(self.plain(a)).chain(bounds).collect())
    }

    fn indexed(&self, a: ShapeId, subscripts: &[Subscript<ExtentId>]) -> (String, Level) {
        let subscripts = subscripts.iter().map(|subscript| match subscript {
            Subscript::Colon => ":".to_owned(),
            Subscript::Count(count) => format!("1:{}", self.extent(*count)),
        });
        call(&self.at(a, Level::Postfix), subscripts.collect())
    }

    fn reduction(&self, style: Reduction, along: Option<u32>, a: ShapeId) -> (String, Level) {
        let name = match style {
            Reduction::Sum => "sum",
            Reduction::Extremum => "max",
            Reduction::Mean => "mean",
        };
        let mut arguments = vec![self.plain(a)];
        if style == Reduction::Extremum && along.is_some() {
            arguments.push("[]".to_owned());
        }
        arguments.extend(along.map(axis));
        call(name, arguments)
    }
}
