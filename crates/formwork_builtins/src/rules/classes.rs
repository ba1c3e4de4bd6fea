//! Reading the rules for classes.

use formwork_domain::{AbstractValue, ClassSet};
use formwork_runtime::Class;

use super::ClassRule;
use super::call::Call;

const DOUBLE: ClassSet = ClassSet::only(Class::Double);
const SINGLE: ClassSet = ClassSet::only(Class::Single);
/// The classes that a text may ask for.
const NAMED: ClassSet = ClassSet::ARRAYS;

/// The classes an output may have.
pub(super) fn classes(rule: ClassRule, call: &Call<'_>) -> ClassSet {
    // A rule of the function's own knows more.
    if call.output == 0
        && let Some(own) = call.own.classes
    {
        return own(call);
    }
    match rule {
        ClassRule::Is(class) => ClassSet::only(class),
        ClassRule::Like(place) => call.classes(place.into()),
        ClassRule::Arithmetic => arithmetic(call.args),
        ClassRule::Float => float(call.args),
        ClassRule::AnyFloat => float(call.args).union(DOUBLE),
        ClassRule::Sum => call.classes(0).map(sum),
        ClassRule::Concatenation(from) => {
            concatenation(call.args.get(usize::from(from)..).unwrap_or_default())
        }
        ClassRule::Named => named(call),
        ClassRule::Special | ClassRule::Unknown => {
            call.own.classes.map_or(ClassSet::ALL, |rule| rule(call))
        }
    }
}

/// Integers and single stay, everything else becomes double.
pub(super) fn sum(class: Class) -> ClassSet {
    if class.is_integer() || class == Class::Single { ClassSet::only(class) } else { DOUBLE }
}

/// What `+` gives for all arguments.
pub(super) fn arithmetic(args: &[AbstractValue]) -> ClassSet {
    let Some((first, rest)) = args.split_first() else { return DOUBLE };
    rest.iter().fold(first.classes.map(sum), |left, argument| {
        pairs(left, argument.classes.map(sum), |a, b| match (a.is_integer(), b.is_integer()) {
            (true, true) if a != b => ClassSet::NONE,
            (true, _) => ClassSet::only(a),
            (false, true) => ClassSet::only(b),
            (false, false) if a == Class::Single || b == Class::Single => SINGLE,
            (false, false) => DOUBLE,
        })
    })
}

/// Single if any argument is, else double.
pub(super) fn float(args: &[AbstractValue]) -> ClassSet {
    if args.iter().any(|argument| argument.classes == SINGLE) {
        SINGLE
    } else if args.iter().any(|argument| argument.classes.contains(Class::Single)) {
        SINGLE.union(DOUBLE)
    } else {
        DOUBLE
    }
}

/// What joining the arguments gives.
pub(super) fn concatenation(args: &[AbstractValue]) -> ClassSet {
    let Some((first, rest)) = args.split_first() else { return DOUBLE };
    rest.iter().fold(first.classes, |left, argument| pairs(left, argument.classes, joined))
}

fn joined(a: Class, b: Class) -> ClassSet {
    let has = |class: Class| a == class || b == class;
    let arrays = |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
    if a == b {
        ClassSet::only(a)
    } else if has(Class::Cell) {
        ClassSet::only(Class::Cell)
    } else if has(Class::Struct) {
        // An empty struct array may be left out.
        ClassSet::of(&[a, b])
    } else if !arrays(a) || !arrays(b) {
        ClassSet::of(&[a, b])
    } else if has(Class::Char) {
        ClassSet::only(Class::Char)
    } else if a.is_integer() {
        ClassSet::only(a)
    } else if b.is_integer() {
        ClassSet::only(b)
    } else if has(Class::Single) {
        SINGLE
    } else {
        DOUBLE
    }
}

fn pairs(left: ClassSet, right: ClassSet, f: impl Fn(Class, Class) -> ClassSet) -> ClassSet {
    left.map(|a| right.map(|b| f(a, b)))
}

/// The class that a text at the end names, or that of what follows `"like"`.
pub(crate) fn named(call: &Call<'_>) -> ClassSet {
    let count = call.args.len();
    let mut set = ClassSet::NONE;
    if count >= 2 && call.may_be_text(count - 2) {
        set = set.union(call.classes(count - 1));
        // An empty text is a size.
        if call.is_text(count - 2) && !call.is_text(count - 1) && call.is_filled_text(count - 2) {
            return set;
        }
    }
    if count >= 1 && call.may_be_text(count - 1) {
        let text = call.constant(count - 1).and_then(formwork_runtime::Value::as_text);
        let class = text.and_then(|text| Class::from_name(&text.to_ascii_lowercase()));
        set = set.union(class.map_or(NAMED, ClassSet::only));
        if call.is_text(count - 1) {
            return set;
        }
    }
    set.union(DOUBLE)
}
