//! Findings in words.

use formwork_check::{Finding, Origin, Severity, Subject};
use formwork_domain::AbstractValue;
use formwork_infer::End;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::shapes::words::{requirement_text, shape_text};
use crate::type_text;

/// What is wrong, in one line; both shapes are in it.
pub(super) fn message(finding: &Finding, algebra: &mut Algebra) -> String {
    let mut text = subject(&finding.subject, algebra);
    if let Some(iteration) = &finding.iteration {
        let which = match iteration.end {
            End::First => "first",
            End::Last => "last",
        };
        text.push_str(&format!(" in the {which} iteration over {}", iteration.variable));
    }
    if let Some(line) = finding.shown_at {
        text.push_str(&format!(", on the call shown in line {line}"));
    }
    if let (Severity::Warning, Some(condition)) = (finding.severity, condition(finding, algebra)) {
        text.push_str(&format!(": fails unless {condition}"));
    }
    text
}

/// What must hold so that it does not fail.
pub(super) fn condition(finding: &Finding, algebra: &Algebra) -> Option<String> {
    finding.condition.as_ref().map(|requirement| requirement_text(requirement, algebra))
}

/// What a finding is about.
fn subject(subject: &Subject, algebra: &Algebra) -> String {
    let size = |shape: &ShapeId| size(*shape, algebra);
    match subject {
        Subject::Operator { symbol: "'", shapes: [a, _] } => {
            format!("only matrices can be transposed: this is {}", size(a))
        }
        Subject::Operator { symbol, shapes: [a, b] } => {
            format!("operands of '{symbol}' do not fit: {} and {}", size(a), size(b))
        }
        Subject::Concatenation { vertical, shapes: [a, b] } => {
            let how = if *vertical { "below one another" } else { "side by side" };
            format!("parts do not fit {how}: {} and {}", size(a), size(b))
        }
        Subject::Bounds { name, shape, subscript, extent, .. } => {
            let [subscript, extent] = [subscript, extent].map(|one| algebra.extent_text(*one));
            format!("index {subscript} of '{name}' is out of bound {extent}: it is {}", size(shape))
        }
        Subject::Subscript { name, value } => {
            match value.as_ref().and_then(|value| number_text(value, algebra)) {
                Some(text) => format!("index {text} of '{name}' is no positive integer"),
                None => format!("an index of '{name}' is no positive integer"),
            }
        }
        Subject::Assignment { target, shapes } => assignment(target, shapes, algebra),
        Subject::Growth { target, shape } => format!(
            "'{target}' lies outside an array that cannot grow there: it is {}",
            size(shape)
        ),
        Subject::Deletion { target, outside: true } => {
            format!("'{target}' cannot be deleted: there is no such element")
        }
        Subject::Deletion { target, outside: false } => {
            format!("'{target}' cannot be deleted: that would leave no array")
        }
        Subject::Undefined(name) => format!("'{name}' is used before it has a value"),
        Subject::PossiblyUndefined(name) => format!("'{name}' has no value on some paths"),
        Subject::UnknownFunction { name, close } => {
            let close = close.as_ref().map(|close| format!(": did you mean '{close}'?"));
            let close = close.unwrap_or_default();
            format!("'{name}' is neither a variable nor a function that was found{close}")
        }
        Subject::MissingOutput { name, number } => {
            format!("'{name}' does not set its output {number}, which is asked for")
        }
        Subject::NoElement { target, number } => {
            format!("'{target}' gets no value: what is assigned has fewer than {number}")
        }
        Subject::NoValue(what) => format!("'{what}' gives no value, and one is needed"),
        Subject::Builtin { name, values } => builtin(name, values, algebra),
        Subject::Class { operation, values } => class(operation, values, algebra),
        Subject::Arguments { name, given, most } => {
            format!("'{name}' is called with {given} arguments and takes at most {most}")
        }
        Subject::InvalidCall(name) => format!("'{name}' does not take this number of arguments"),
        Subject::Outputs { name, wanted, most } => {
            format!("'{name}' is asked for {wanted} outputs and has {most}")
        }
        Subject::Field(name) => format!("the struct has no field '{name}'"),
        Subject::ArgumentSize { name, size, value } => argument_size(name, size, value, algebra),
        Subject::Call { name, source, span, cause, rule: _ } => {
            let line = source.place(span.start).line;
            let file = source.path.file_name().unwrap_or_default().to_string_lossy();
            let cause = self::subject(cause, algebra);
            format!("'{name}' fails for these arguments, at {file}:{line}: {cause}")
        }
        Subject::Expansion { symbol, shapes: [a, b] } => {
            format!("'{symbol}' expands {} and {} to a matrix", size(a), size(b))
        }
        Subject::Growing { name, shape, always } => growing(name, *shape, *always, algebra),
        Subject::Unreachable => "this is never reached".to_owned(),
        Subject::Constant(holds) => format!("this condition is always {holds}"),
        Subject::ArrayCondition(shape) => {
            format!("this condition is {}: it holds if all elements are true", size(shape))
        }
        Subject::Unused(name) => format!("the value of '{name}' is never used"),
        Subject::Shadows(name) => format!("the variable '{name}' hides the function of that name"),
        Subject::Length(shape) => {
            format!("'length' of a matrix is its largest extent: this is {}", size(shape))
        }
        Subject::Switch(shape) => {
            format!("'switch' compares with one value: this is {}", size(shape))
        }
        Subject::LoopOverColumn(shape) => format!(
            "the loop goes through columns, and this is {}: it runs once, with all of it",
            size(shape)
        ),
        Subject::ArrayLimit(shape) => {
            format!("only the first element of a limit counts: this is {}", size(shape))
        }
        Subject::LongMask { mask, array } => format!(
            "the mask is {}, and what it chooses from {}: it has too many elements",
            size(mask),
            size(array)
        ),
        Subject::DocumentedSize { name, shape, said } => {
            format!("'{name}' is {}, and the help says {}", size(shape), size(said))
        }
        Subject::OtherMask { mask, array } => format!(
            "the mask is {}, and what it chooses from {}: it was made for another dimension",
            size(mask),
            size(array)
        ),
        Subject::NestedReduction { name, left } => format!(
            "'{name}' of '{name}' goes along two dimensions: {} is left, not one number",
            size(left)
        ),
        Subject::UnmatchedCase { text, value } => {
            format!("{text} matches nothing: this is {}", type_text(value, algebra))
        }
        slip => slip_text(slip).or_else(|| reading_text(slip)).unwrap_or_default(),
    }
}

/// What is counted, and what is gone through.
fn axes(counts_columns: bool) -> (&'static str, &'static str) {
    if counts_columns { ("columns", "rows") } else { ("rows", "columns") }
}

/// A slip that the text alone shows.
fn slip_text(subject: &Subject) -> Option<String> {
    Some(match subject {
        Subject::SizeComparison { symbol: "==" } => {
            "sizes are compared extent by extent, and fail to if there are more dimensions: say \
             isequal"
                .to_owned()
        }
        Subject::SizeComparison { symbol } => format!(
            "'{symbol}' compares sizes extent by extent: this holds only if all of them differ"
        ),
        Subject::TextComparison(text) => format!(
            "text is compared character by character, which fails if it is not as long as {text}"
        ),
        Subject::IndexFromZero(text) => format!("'{text}' may be 0, and subscripts count from 1"),
        Subject::LastBlock { step, last } => {
            format!("the last block goes past {last} unless {step} divides it")
        }
        Subject::OtherAxis { counter, limit, array, counts_columns } => {
            let (counted, gone_through) = axes(*counts_columns);
            format!(
                "'{counter}' goes through the {gone_through} of '{array}', and '{limit}' is the number \
                 of its {counted}"
            )
        }
        Subject::MaskAcross { name, mask, counts_columns } => {
            let (counted, chosen) = axes(*counts_columns);
            let axis = if *counts_columns { 2 } else { 1 };
            format!(
                "'{mask}' has an element for each of the {counted}, and chooses {chosen}: say \
                 '{name} (…, {axis})'"
            )
        }
        Subject::CountedPlanes { array, columns } => {
            format!("'{columns}' is the number of columns times that of the planes of '{array}'")
        }
        Subject::TransposedLimit => {
            "only the limit is transposed: the range is in no parentheses".to_owned()
        }
        Subject::NegatedComparison { symbol } => {
            format!("the negation comes before '{symbol}': a truth value is compared")
        }
        Subject::SizeOfConstant { name, text } => {
            format!("'{name}' of the number {text} is always the same")
        }
        Subject::SizeOfElement { name, part } => {
            format!("'{name}' of '{part}' is always 1: that is one element")
        }
        Subject::ParenOnCell { name, part } => {
            format!("'{part}' is a cell array of one element, which '{name}' is asked of")
        }
        Subject::FindAsMask(name) => {
            format!("'{name}' holds subscripts from 'find', not a mask: none of them is false")
        }
        Subject::CountOfMask { name, mask } => {
            format!("'{name}' counts all elements of the mask '{mask}', also those that are false")
        }
        Subject::EmptyCells { name, found_by } => format!(
            "'{found_by}' of a cell array gives one cell for each of its cells: '{name}' does not \
             tell whether something was found"
        ),
        Subject::NoDimension { name } => {
            format!("the second argument of '{name}' is no dimension: that is the third")
        }
        Subject::PerhapsOneRow { name } => format!(
            "'{name}' goes along the row if just one is chosen: say which dimension is meant"
        ),
        Subject::SquareVector { name, text } => {
            format!("'{name}' is made {text}x{text} and filled as a vector")
        }
        Subject::UnsetOutput(name) => {
            format!("the output '{name}' has no value where the function returns here")
        }
        _ => return None,
    })
}

/// Something that reads otherwise than it means.
fn reading_text(subject: &Subject) -> Option<String> {
    Some(match subject {
        Subject::NeverSet { name, close } => {
            let close = close.as_ref().map(|close| format!(": '{close}' is set and never used"));
            format!("nothing sets the output '{name}'{}", close.unwrap_or_default())
        }
        Subject::ChainedComparison { first, symbol } => {
            format!(
                "'{symbol}' compares the truth value of '{first}': say both and join them with '&&'"
            )
        }
        Subject::NanComparison { symbol: symbol @ ("~=" | "!=") } => {
            format!("'{symbol}' with NaN is always true: ask isnan")
        }
        Subject::NanComparison { .. } => "nothing is equal to NaN: ask isnan".to_owned(),
        Subject::EmptyComparison(text) => {
            format!("a comparison with {text} has no elements, and is never true: ask isempty")
        }
        Subject::SingleIteration(text) => {
            format!("the loop runs once, with {text}: '1:' is missing")
        }
        Subject::ConstantOperand(text) => {
            format!("{text} is a condition of its own, and always the same: compare with it, too")
        }
        Subject::TruthValueComparison { name, text } => {
            format!("'{name}' gives true or false, which is compared with {text}")
        }
        Subject::DeletionInLoop { name } => format!(
            "'{name}' becomes shorter while the loop counts to the length that it had: count down, \
             or delete with a mask"
        ),
        Subject::RepeatedParameter(name) => format!("two parameters are called '{name}'"),
        Subject::RepeatedCondition { text, case: false } => {
            format!("'{text}' was asked before: this is never reached")
        }
        Subject::RepeatedCondition { text, case: true } => {
            format!("{text} is a label of a case before, which is taken instead")
        }
        Subject::IdenticalOperands { symbol } => {
            format!("both operands of '{symbol}' are the same")
        }
        Subject::SelfAssignment(text) => format!("'{text}' is assigned to itself"),
        Subject::SwappedOperator { written, meant } => {
            format!("'{written}' assigns a value with a sign: '{meant}' may be meant")
        }
        Subject::MapKey { key, texts } => {
            let keys = if *texts { "texts" } else { "numbers" };
            format!("{key} is no key of this map, whose keys are {keys}")
        }
        Subject::TextResults { name } => {
            format!("'{name}' joins the results, which are texts: say 'UniformOutput', false")
        }
        _ => return None,
    })
}

/// More or fewer values than places, as far as both are known.
fn assignment(target: &str, shapes: &[ShapeId], algebra: &Algebra) -> String {
    match *shapes {
        [places, value] => format!(
            "'{target}' has {} places, the value is {}",
            size(places, algebra),
            size(value, algebra)
        ),
        [value] => format!(
            "'{target}' has another number of places than the value, which is {}",
            size(value, algebra)
        ),
        _ => format!("'{target}' has another number of places than the value"),
    }
}

/// A built-in that fails; without a name, a statement that does.
fn builtin(name: &str, values: &[AbstractValue], algebra: &Algebra) -> String {
    if name.is_empty() {
        return "this statement always fails".to_owned();
    }
    let types: Vec<String> = values.iter().map(|value| type_text(value, algebra)).collect();
    format!("'{name}' fails for these arguments: {}", types.join(", "))
}

/// An operation on classes that it does not take; without operands, on a list.
fn class(operation: &str, values: &[AbstractValue], algebra: &Algebra) -> String {
    if values.is_empty() {
        return format!("{operation} takes one value, and this is a list of none or of several");
    }
    let types: Vec<String> = values.iter().map(|value| type_text(value, algebra)).collect();
    format!("{operation} does not take {}", types.join(" and "))
}

/// An argument of another size than its `arguments` block demands.
fn argument_size(
    name: &str,
    wanted: &[Option<usize>],
    value: &AbstractValue,
    algebra: &Algebra,
) -> String {
    let wanted: Vec<String> = wanted
        .iter()
        .map(|extent| extent.map_or_else(|| ":".to_owned(), |extent| extent.to_string()))
        .collect();
    format!("'{name}' must be {}: it is {}", wanted.join("x"), type_text(value, algebra))
}

/// An array that grows in a loop, and what it is after it.
fn growing(name: &str, shape: Option<ShapeId>, always: bool, algebra: &Algebra) -> String {
    match (always, shape) {
        (false, _) => format!("'{name}' grows in iterations"),
        (true, Some(shape)) => {
            format!("'{name}' grows in every iteration, and is {} in the end", size(shape, algebra))
        }
        (true, None) => format!("'{name}' grows in every iteration"),
    }
}

/// Where the value of an operand comes from.
pub(super) fn origin(origin: &Origin, algebra: &Algebra) -> String {
    let name = &origin.name;
    let what = type_text(&origin.value, algebra);
    let unknown = what.ends_with("of any size") || what.contains("shape(");
    if origin.parameter && unknown {
        format!("{name} is a parameter")
    } else {
        format!("{name} is {what}")
    }
}

fn size(shape: ShapeId, algebra: &Algebra) -> String {
    shape_text(shape, algebra)
}

fn number_text(value: &AbstractValue, algebra: &Algebra) -> Option<String> {
    if let Some(constant) = value.constant() {
        return crate::shapes::words::constant_text(constant);
    }
    match value.value {
        formwork_domain::ValueFact::Integer(extent) => Some(algebra.extent_text(extent)),
        _ => None,
    }
}

/// What the program says when it gets there.
pub(super) fn runtime(finding: &Finding, algebra: &mut Algebra) -> Option<String> {
    if let Some(message) = &finding.runtime {
        let name = match &finding.subject {
            Subject::Bounds { name, .. } | Subject::Subscript { name, .. } => Some(name),
            _ => None,
        };
        // The program knows which variable it indexes.
        return Some(match (name, message.strip_prefix("index (")) {
            (Some(name), Some(rest)) => format!("{name}({rest}"),
            _ => message.clone(),
        });
    }
    if let (Subject::Bounds { name, shape, extent, position, .. }, Some(_)) =
        (&finding.subject, &finding.iteration)
        && let Some(most) = algebra.extents().as_literal(*extent)
    {
        // The first place beyond the end is met first.
        let place = place_text(&(most + 1).to_string(), *position);
        let size = size(*shape, algebra);
        return Some(format!("{name}({place}): out of bound {most} (dimensions are {size})"));
    }
    runtime_of(&finding.subject, algebra)
}

/// A subscript among others: `_,4`.
fn place_text(subscript: &str, (position, count): (usize, usize)) -> String {
    let all: Vec<&str> =
        (0..count.max(1)).map(|place| if place == position { subscript } else { "_" }).collect();
    all.join(",")
}

fn runtime_of(subject: &Subject, algebra: &mut Algebra) -> Option<String> {
    Some(match subject {
        Subject::Operator { symbol: "'", .. } => "transpose not defined for N-D objects".to_owned(),
        Subject::Operator { symbol: "^", .. } => "for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power.".to_owned(),
        Subject::Subscript { .. } => {
            "subscripts must be either integers 1 to (2^63)-1 or logicals".to_owned()
        }
        Subject::Operator { symbol, shapes: [a, b] } => {
            let name = match *symbol {
                "./" => "quotient".to_owned(),
                ".*" => "product".to_owned(),
                other => format!("operator {other}"),
            };
            format!(
                "{name}: nonconformant arguments (op1 is {}, op2 is {})",
                size(*a, algebra),
                size(*b, algebra)
            )
        }
        Subject::Concatenation { vertical: true, shapes: [a, b] } => {
            format!("vertical dimensions mismatch ({} vs {})", size(*a, algebra), size(*b, algebra))
        }
        Subject::Concatenation { vertical: false, shapes: [a, b] } => format!(
            "horizontal dimensions mismatch ({} vs {})",
            size(*a, algebra),
            size(*b, algebra)
        ),
        Subject::Bounds { name, shape, subscript, extent, position } => {
            let place = place_text(&algebra.extent_text(*subscript), *position);
            let extent = algebra.extent_text(*extent);
            let size = size(*shape, algebra);
            format!("{name}({place}): out of bound {extent} (dimensions are {size})")
        }
        Subject::Assignment { shapes, .. } => match shapes[..] {
            [places, value] => format!(
                "=: nonconformant arguments (op1 is {}, op2 is {})",
                size(places, algebra),
                size(value, algebra)
            ),
            _ => "=: nonconformant arguments".to_owned(),
        },
        Subject::Growth { .. } => "Octave:index out of bound; value out of bound".to_owned(),
        Subject::Undefined(name) => format!("'{name}' undefined"),
        Subject::UnknownFunction { name, .. } => format!("'{name}' undefined"),
        Subject::NoElement { number, .. } => {
            format!("element number {number} undefined in return list")
        }
        Subject::NoValue(name) => format!("{name}: function called with too many outputs"),
        Subject::Arguments { name, .. } => format!("{name}: function called with too many inputs"),
        Subject::Outputs { name, .. } => format!("{name}: function called with too many outputs"),
        Subject::Field(_) => "invalid use of undefined value".to_owned(),
        Subject::Call { cause, .. } => return runtime_of(cause, algebra),
        _ => return None,
    })
}
