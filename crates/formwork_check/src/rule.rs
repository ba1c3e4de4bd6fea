//! The rules: each with a name, a short id and a page of documentation.

use std::fmt;

use crate::finding::Severity;

/// A rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// Operands of an elementwise operator that do not fit.
    ElementwiseOperands,
    /// Inner extents of a product or a division that differ.
    InnerExtent,
    /// Parts of `[…]` that do not fit.
    Concatenation,
    /// A subscript beyond the end.
    IndexOutOfBounds,
    /// A subscript that is no positive integer.
    InvalidIndex,
    /// `A(I) = B` with another number of elements.
    AssignmentCount,
    /// Deletion of what is no slice.
    Deletion,
    /// `reshape` and its like with another number of elements.
    ReshapeCount,
    /// Too many or too few arguments.
    ArgumentCount,
    /// More outputs than there are.
    OutputCount,
    /// A variable without a value.
    UndefinedVariable,
    /// A function that was not found.
    UndefinedFunction,
    /// A variable that has no value on some paths.
    PossiblyUndefined,
    /// A call that gives no value.
    MissingValue,
    /// An operation on a class that it does not take.
    ClassMismatch,
    /// A field that a struct does not have.
    MissingField,
    /// A built-in that fails for its arguments.
    InvalidArgument,
    /// A call of a function that fails for its arguments.
    FailingCall,
    /// An argument that an `arguments` block refuses.
    ArgumentSize,
    /// A row and a column that expand to a matrix.
    RowColumnExpansion,
    /// An array that grows in a loop.
    GrowingArray,
    /// Statements that are never reached.
    UnreachableCode,
    /// A condition that always comes out the same.
    ConstantCondition,
    /// A condition that is an array.
    ArrayCondition,
    /// A value that is never used.
    UnusedResult,
    /// A variable that hides a built-in.
    ShadowedBuiltin,
    /// `length` of a matrix.
    LengthOfMatrix,
    /// `switch` on an array.
    SwitchOnMatrix,
    /// Sizes that are compared element by element.
    SizeComparison,
    /// `numel(c(1))` of a cell array.
    ParenOnCell,
    /// `size(1)`.
    SizeOfConstant,
    /// `1:n'`.
    TransposedLimit,
    /// `~x == y`.
    NegatedComparison,
    /// Subscripts that are used as a mask.
    FindAsMask,
    /// A loop over a column.
    LoopOverColumn,
    /// A limit of a range that is an array.
    ArrayLimit,
    /// A reduction of rows that may be just one.
    ReductionDimension,
    /// `zeros(n)` for a vector.
    SquarePreallocation,
    /// Texts that are compared with `==`.
    TextComparison,
    /// An output without a value at a `return`.
    UnsetOutput,
    /// The elements of a mask are counted.
    CountOfMask,
    /// A cell array of results is asked whether it is empty.
    EmptyCellResult,
    /// `max(x, 2)`.
    MaxDimension,
    /// `a < b < c`.
    ChainedComparison,
    /// `x == NaN`.
    NanComparison,
    /// `x == []`.
    EmptyComparison,
    /// `for i = numel(x)`.
    SingleIteration,
    /// `x == 'a' || 'b'`.
    ConstantOperand,
    /// `strcmp(a, b) == 'c'`.
    TruthValueComparison,
    /// A case that no value matches.
    UnmatchedCase,
    /// Elements are deleted while a loop counts them.
    DeletionInLoop,
    /// Two parameters of one name.
    RepeatedParameter,
    /// A condition that was asked before.
    RepeatedCondition,
    /// `a && a`.
    IdenticalOperands,
    /// `x = x`.
    SelfAssignment,
    /// `a =+ 1`.
    SwappedOperator,
    /// A key that is no key of the map.
    MapKey,
    /// Texts that are collected in an array.
    TextResults,
    /// A mask with more elements than there are to choose from.
    LongMask,
    /// `sum(sum(x))` of an array with more dimensions.
    NestedReduction,
    /// A subscript that counts from 0.
    IndexFromZero,
    /// A loop in steps whose last block goes past the end.
    LastBlock,
    /// Rows that are taken for columns.
    WrongAxis,
    /// Planes that are counted as columns.
    CountedPlanes,
    /// An output of another size than the help says.
    DocumentedSize,
    /// A suppression that suppresses nothing.
    UnusedSuppression,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 66] = [
        Rule::ElementwiseOperands,
        Rule::InnerExtent,
        Rule::Concatenation,
        Rule::IndexOutOfBounds,
        Rule::InvalidIndex,
        Rule::AssignmentCount,
        Rule::Deletion,
        Rule::ReshapeCount,
        Rule::ArgumentCount,
        Rule::OutputCount,
        Rule::UndefinedVariable,
        Rule::UndefinedFunction,
        Rule::PossiblyUndefined,
        Rule::MissingValue,
        Rule::ClassMismatch,
        Rule::MissingField,
        Rule::InvalidArgument,
        Rule::FailingCall,
        Rule::ArgumentSize,
        Rule::RowColumnExpansion,
        Rule::GrowingArray,
        Rule::UnreachableCode,
        Rule::ConstantCondition,
        Rule::ArrayCondition,
        Rule::UnusedResult,
        Rule::ShadowedBuiltin,
        Rule::LengthOfMatrix,
        Rule::SwitchOnMatrix,
        Rule::SizeComparison,
        Rule::ParenOnCell,
        Rule::SizeOfConstant,
        Rule::TransposedLimit,
        Rule::NegatedComparison,
        Rule::FindAsMask,
        Rule::LoopOverColumn,
        Rule::ArrayLimit,
        Rule::ReductionDimension,
        Rule::SquarePreallocation,
        Rule::TextComparison,
        Rule::UnsetOutput,
        Rule::CountOfMask,
        Rule::EmptyCellResult,
        Rule::MaxDimension,
        Rule::ChainedComparison,
        Rule::NanComparison,
        Rule::EmptyComparison,
        Rule::SingleIteration,
        Rule::ConstantOperand,
        Rule::TruthValueComparison,
        Rule::UnmatchedCase,
        Rule::DeletionInLoop,
        Rule::RepeatedParameter,
        Rule::RepeatedCondition,
        Rule::IdenticalOperands,
        Rule::SelfAssignment,
        Rule::SwappedOperator,
        Rule::MapKey,
        Rule::TextResults,
        Rule::LongMask,
        Rule::NestedReduction,
        Rule::IndexFromZero,
        Rule::LastBlock,
        Rule::WrongAxis,
        Rule::CountedPlanes,
        Rule::DocumentedSize,
        Rule::UnusedSuppression,
    ];

    /// Name, id and documentation.
    const fn row(self) -> (&'static str, &'static str, &'static str) {
        macro_rules! row {
            ($name:literal, $id:literal) => {
                ($name, $id, include_str!(concat!("../docs/", $name, ".md")))
            };
        }
        match self {
            Rule::ElementwiseOperands => row!("elementwise-operands", "FW101"),
            Rule::InnerExtent => row!("inner-extent", "FW102"),
            Rule::Concatenation => row!("concatenation", "FW103"),
            Rule::IndexOutOfBounds => row!("index-out-of-bounds", "FW104"),
            Rule::InvalidIndex => row!("invalid-index", "FW105"),
            Rule::AssignmentCount => row!("assignment-count", "FW106"),
            Rule::Deletion => row!("deletion", "FW107"),
            Rule::ReshapeCount => row!("reshape-count", "FW108"),
            Rule::ArgumentCount => row!("argument-count", "FW201"),
            Rule::OutputCount => row!("output-count", "FW202"),
            Rule::UndefinedVariable => row!("undefined-variable", "FW203"),
            Rule::UndefinedFunction => row!("undefined-function", "FW204"),
            Rule::PossiblyUndefined => row!("possibly-undefined", "FW205"),
            Rule::MissingValue => row!("missing-value", "FW206"),
            Rule::ClassMismatch => row!("class-mismatch", "FW301"),
            Rule::MissingField => row!("missing-field", "FW302"),
            Rule::InvalidArgument => row!("invalid-argument", "FW303"),
            Rule::FailingCall => row!("failing-call", "FW304"),
            Rule::ArgumentSize => row!("argument-size", "FW305"),
            Rule::RowColumnExpansion => row!("row-column-expansion", "FW401"),
            Rule::GrowingArray => row!("growing-array", "FW402"),
            Rule::UnreachableCode => row!("unreachable-code", "FW403"),
            Rule::ConstantCondition => row!("constant-condition", "FW404"),
            Rule::ArrayCondition => row!("array-condition", "FW405"),
            Rule::UnusedResult => row!("unused-result", "FW406"),
            Rule::ShadowedBuiltin => row!("shadowed-builtin", "FW407"),
            Rule::LengthOfMatrix => row!("length-of-matrix", "FW408"),
            Rule::SwitchOnMatrix => row!("switch-on-matrix", "FW409"),
            Rule::SizeComparison => row!("size-comparison", "FW410"),
            Rule::ParenOnCell => row!("paren-on-cell", "FW411"),
            Rule::SizeOfConstant => row!("size-of-constant", "FW412"),
            Rule::TransposedLimit => row!("transposed-limit", "FW413"),
            Rule::NegatedComparison => row!("negated-comparison", "FW414"),
            Rule::FindAsMask => row!("find-as-mask", "FW415"),
            Rule::LoopOverColumn => row!("loop-over-column", "FW416"),
            Rule::ArrayLimit => row!("array-limit", "FW417"),
            Rule::ReductionDimension => row!("reduction-dimension", "FW418"),
            Rule::SquarePreallocation => row!("square-preallocation", "FW419"),
            Rule::TextComparison => row!("text-comparison", "FW420"),
            Rule::UnsetOutput => row!("unset-output", "FW421"),
            Rule::CountOfMask => row!("count-of-mask", "FW422"),
            Rule::EmptyCellResult => row!("empty-cell-result", "FW423"),
            Rule::MaxDimension => row!("max-dimension", "FW424"),
            Rule::ChainedComparison => row!("chained-comparison", "FW425"),
            Rule::NanComparison => row!("nan-comparison", "FW426"),
            Rule::EmptyComparison => row!("empty-comparison", "FW427"),
            Rule::SingleIteration => row!("single-iteration", "FW428"),
            Rule::ConstantOperand => row!("constant-operand", "FW429"),
            Rule::TruthValueComparison => row!("truth-value-comparison", "FW430"),
            Rule::UnmatchedCase => row!("unmatched-case", "FW431"),
            Rule::DeletionInLoop => row!("deletion-in-loop", "FW432"),
            Rule::RepeatedParameter => row!("repeated-parameter", "FW433"),
            Rule::RepeatedCondition => row!("repeated-condition", "FW434"),
            Rule::IdenticalOperands => row!("identical-operands", "FW435"),
            Rule::SelfAssignment => row!("self-assignment", "FW436"),
            Rule::SwappedOperator => row!("swapped-operator", "FW437"),
            Rule::MapKey => row!("map-key", "FW438"),
            Rule::TextResults => row!("text-results", "FW439"),
            Rule::LongMask => row!("long-mask", "FW450"),
            Rule::NestedReduction => row!("nested-reduction", "FW451"),
            Rule::IndexFromZero => row!("index-from-zero", "FW452"),
            Rule::LastBlock => row!("last-block", "FW453"),
            Rule::WrongAxis => row!("wrong-axis", "FW454"),
            Rule::CountedPlanes => row!("counted-planes", "FW455"),
            Rule::DocumentedSize => row!("documented-size", "FW456"),
            Rule::UnusedSuppression => row!("unused-suppression", "FW501"),
        }
    }

    /// Its name in kebab case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.row().0
    }

    /// Its short id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().1
    }

    /// Whether it is about sizes that do not fit.
    #[must_use]
    pub fn is_about_sizes(self) -> bool {
        self.id().starts_with("FW1")
    }

    /// Its documentation, in Markdown.
    #[must_use]
    pub const fn documentation(self) -> &'static str {
        self.row().2
    }

    /// What it is about, in one line: the first line of its documentation.
    #[must_use]
    pub fn title(self) -> &'static str {
        let line = self.documentation().lines().find(|line| line.starts_with("# "));
        line.map_or("", |line| line.trim_start_matches("# "))
    }

    /// How bad its findings are, as its documentation says: `error, or warning with a condition`.
    #[must_use]
    pub fn severity_text(self) -> &'static str {
        let mut lines = self.documentation().lines().filter(|line| line.starts_with('`'));
        let said = lines.next().and_then(|line| line.split_once("): "));
        said.map_or("", |(_, text)| text.trim_end_matches('.'))
    }

    /// How bad its findings are at worst.
    #[must_use]
    pub fn severity(self) -> Severity {
        let says = |word: &str| self.severity_text().starts_with(word);
        if says("error") {
            Severity::Error
        } else if says("warning") {
            Severity::Warning
        } else {
            Severity::Note
        }
    }

    /// What is wrong and why: the first paragraph of its documentation.
    #[must_use]
    pub fn description(self) -> &'static str {
        // A title, the line with its names, and then it.
        let mut parts = self.documentation().split("\n\n").skip(2);
        parts.next().filter(|part| !part.starts_with('#')).unwrap_or(self.title()).trim_end()
    }

    /// The rule of that name or id.
    #[must_use]
    pub fn find(text: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| {
            rule.code().eq_ignore_ascii_case(text) || rule.id().eq_ignore_ascii_case(text)
        })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tools show what the pages say.
    #[test]
    fn pages_say_what_they_are_about() {
        for rule in Rule::ALL {
            let names = format!("`{}` ({}): {}.", rule.code(), rule.id(), rule.severity_text());
            let page = rule.documentation();
            assert_eq!(page.lines().nth(2), Some(&*names), "the third line of {rule}");
            let words = ["error", "warning", "note"];
            assert!(words.iter().any(|word| rule.severity_text().starts_with(word)), "{names}");
            assert!(rule.description().len() > 20, "{rule} is not described");
            assert!(!rule.title().is_empty(), "{rule} has no title");
        }
    }
}
