//! Classes of what belongs to one function each.

use formwork_domain::{AbstractValue, ClassSet};
use formwork_runtime::Class;

use super::ClassFunction;
use crate::rules::call::{ARRAYS, Call};
use crate::rules::classes::{arithmetic, concatenation, float, named, sum};

const DOUBLE: ClassSet = ClassSet::only(Class::Double);
const SINGLE: ClassSet = ClassSet::only(Class::Single);
const CHAR: ClassSet = ClassSet::only(Class::Char);
const CELL: ClassSet = ClassSet::only(Class::Cell);
const FLOAT: ClassSet = DOUBLE.union(SINGLE);

pub(super) fn rule(name: &str) -> Option<ClassFunction> {
    Some(match name {
        "all" | "any" => truth,
        "expm" => |call| {
            let kept = call.classes(0).map(|class| {
                if class.is_integer() { ClassSet::only(class) } else { ClassSet::NONE }
            });
            kept.union(float(call.args)).union(DOUBLE)
        },
        "diff" => |call| {
            // What is left of nothing stays as it is.
            let several = call.args.len() > 1;
            let kept = if several { ARRAYS } else { ClassSet::only(Class::Logical) };
            call.classes(0).map(sum).union(kept.intersection(call.classes(0)))
        },
        "intmax" | "intmin" => |call| match call.args.first() {
            None => ClassSet::only(Class::Int32),
            Some(_) => match call.text(0).and_then(|name| Class::from_name(&name)) {
                Some(class) => ClassSet::only(class),
                None => ARRAYS,
            },
        },
        "logm" | "sqrtm" => |call| call.classes(0).union(FLOAT),
        "flintmax" | "schur" | "hess" | "null" | "orth" | "conv2" | "quantile" | "prctile"
        | "zscore" | "vecnorm" | "balance" | "rref" | "skewness" | "kurtosis" => |_| FLOAT,
        // Without a quotient the rest is the dividend.
        "deconv" => |call| FLOAT.union(call.classes(0).intersection(ARRAYS)),
        // A distance of an integer class decides.
        "trapz" | "cumtrapz" => |call| {
            let integers = call.args.iter().flat_map(|argument| argument.classes.iter());
            FLOAT.union(integers.filter(|class| class.is_integer()).collect())
        },
        "primes" => |call| call.classes(0).union(DOUBLE).intersection(ARRAYS),
        "setfield" => |call| call.classes(0).union(ClassSet::only(Class::Struct)),
        "range" | "center" => |call| call.classes(0).union(FLOAT).intersection(ARRAYS),
        "linsolve" => |call| arithmetic(call.args).union(FLOAT),
        "factor" => |call| {
            call.classes(0).map(|class| match class {
                Class::Char => DOUBLE,
                other => ClassSet::only(other),
            })
        },
        "postpad" | "prepad" => |call| {
            let filler = if call.args.len() > 2 { call.classes(2) } else { ClassSet::NONE };
            call.classes(0).union(filler).union(DOUBLE)
        },
        "psi" => |call| float(call.args.last().map_or(&[], std::slice::from_ref)),
        "interpft" => |call| float(first(call.args, 1)).union(DOUBLE),
        "linspace" => |call| float(call.args).union(DOUBLE),
        // Between places of an integer class all is reckoned in it.
        "interp1" => |call| {
            let places = call.args.iter().skip(1).flat_map(|argument| argument.classes.iter());
            let integers = places.filter(|class| class.is_integer()).collect();
            float(call.args).union(DOUBLE).union(integers)
        },
        "upper" | "lower" | "toupper" | "tolower" => |call| {
            let logical = ClassSet::only(Class::Logical);
            let kept = call.classes(0).iter().filter(|&class| class != Class::Logical).collect();
            if call.classes(0).intersection(logical).is_empty() { kept } else { DOUBLE.union(kept) }
        },
        "max" | "min" => extremum,
        "sum" | "prod" | "cumsum" => total,
        "zeros" | "ones" | "Inf" | "NaN" | "NA" | "inf" | "nan" | "pi" | "e" => named,
        "eps" => |call| match call.args.len() {
            1 => call.classes(0).intersection(FLOAT).union(if call.may_be_text(0) {
                named(call)
            } else {
                ClassSet::NONE
            }),
            _ => named(call).intersection(FLOAT),
        },
        "rand" | "randn" | "rande" | "randg" | "randp" => random,
        "randi" => named,
        // One number is its own transform, in its own class.
        "fft" | "ifft" => |call| float(first(call.args, 1)).union(DOUBLE).union(call.classes(0)),
        "fft2" | "ifft2" | "fftn" | "ifftn" => {
            |call| float(first(call.args, 1)).union(DOUBLE).union(others(call.classes(0)))
        }
        "mean" | "median" | "mode" => |call| call.classes(0).union(FLOAT).intersection(ARRAYS),
        "num2str" | "evalc" | "inputname" | "mfilename" => |_| CHAR,
        "deblank" => |call| call.classes(0).union(texts(call)),
        "strtrim" | "strrep" | "regexprep" | "strcat" => texts,
        "strtok" => |call| if call.may_be_cell(0) { CELL.union(CHAR) } else { CHAR },
        "fullfile" => texts,
        "strfind" => |call| {
            let cell = (0..2).any(|place| call.may_be_cell(place));
            match (call.is_cell(0), cell) {
                (true, _) => CELL,
                (_, true) => CELL.union(DOUBLE),
                (_, false) => DOUBLE,
            }
        },
        "fzero" | "fminbnd" | "fminsearch" | "fminunc" | "fsolve" => {
            |call| match (call.output, call.args.get(1)) {
                (0, Some(start)) if start.classes == DOUBLE => DOUBLE,
                (0, Some(_)) => FLOAT,
                _ => ClassSet::ALL,
            }
        }
        "ode45" | "ode23" => |call| {
            if call.nargout <= 1 { ClassSet::only(Class::Struct) } else { ClassSet::ALL }
        },
        "cellfun" | "arrayfun" => mapped,
        "bsxfun" => |_| ARRAYS,
        "unique" => |call| call.classes(0).intersection(ARRAYS.union(CELL)),
        "union" | "intersect" | "setdiff" | "setxor" => |call| {
            let either = call.classes(0).union(call.classes(1));
            concatenation(first(call.args, 2)).union(either).union(DOUBLE).union(CHAR)
        },
        // The third root is one of the number; another is in the class of either.
        "nthroot" => |call| {
            let own = float(first(call.args, 1));
            let both = call.classes(0).union(call.classes(1));
            let integers: ClassSet = both.iter().filter(|class| class.is_integer()).collect();
            match call.number(1) {
                Some(3.0) => own,
                Some(_) => float(call.args).union(integers),
                None => float(call.args).union(own).union(integers),
            }
        },
        "logspace" => |call| float(first(call.args, 2)),
        "dot" | "cross" => |call| {
            let factors = &call.args[..call.args.len().min(2)];
            arithmetic(factors).union(DOUBLE)
        },
        // The last of several integer classes counts.
        "gcd" => |call| {
            let all = call.args.iter().flat_map(|argument| argument.classes.iter());
            arithmetic(call.args).union(all.filter(|class| class.is_integer()).collect())
        },
        "trace" => |call| arithmetic(call.args).union(DOUBLE).union(call.classes(0)),
        "blkdiag" => |call| concatenation(call.args).union(DOUBLE).intersection(ARRAYS),
        "meshgrid" | "ndgrid" => |call| {
            call.args.iter().fold(ClassSet::NONE, |all, argument| all.union(argument.classes))
        },
        "toeplitz" | "hankel" => {
            |call| call.args.iter().fold(DOUBLE, |all, argument| all.union(argument.classes))
        }
        "bitand" | "bitor" | "bitxor" => {
            |call| arithmetic(call.args).union(call.classes(0).intersection(call.classes(1)))
        }
        "nchoosek" => |call| call.classes(0).union(call.classes(1)).union(DOUBLE),
        "cell2mat" => |_| ARRAYS.union(CELL).union(ClassSet::only(Class::Struct)),
        "quadv" => |_| ARRAYS,
        "accumarray" => |_| ARRAYS.union(CELL),
        "gradient" => |call| {
            let function = ClassSet::of(&[Class::Char, Class::FunctionHandle]);
            if call.classes(0).intersection(function).is_empty() {
                call.classes(0).intersection(ARRAYS).union(FLOAT)
            } else {
                ClassSet::ALL
            }
        },
        "datevec" => |call| {
            let kept = call.classes(0).iter().filter(|class| class.is_integer()).collect();
            FLOAT.union(kept)
        },
        "polyint" | "polyder" => |call| {
            let all = call.args.iter().flat_map(|argument| argument.classes.iter());
            FLOAT.union(all.filter(|class| class.is_integer()).collect())
        },
        "vander" => |call| call.classes(0).union(FLOAT).intersection(ARRAYS),
        "filter" => |call| float(call.args).union(DOUBLE),
        "regexp" | "regexpi" => super::regexp::classes,
        "cast" => |call| {
            let class = call.text(1).and_then(|name| Class::from_name(&name));
            class.map_or(ARRAYS, ClassSet::only)
        },
        "typecast" => |call| {
            let class = call.text(1).and_then(|name| Class::from_name(&name));
            class.map_or(ARRAYS, ClassSet::only)
        },
        _ => return None,
    })
}

/// Those that are no arrays.
fn others(classes: ClassSet) -> ClassSet {
    classes.iter().filter(|&class| !ARRAYS.contains(class)).collect()
}

fn truth(call: &Call<'_>) -> ClassSet {
    let logical = ClassSet::only(Class::Logical);
    if call.classes(0).is_within(ARRAYS) { logical } else { logical.union(DOUBLE) }
}

fn extremum(call: &Call<'_>) -> ClassSet {
    if call.output == 1 {
        DOUBLE
    } else if call.args.len() == 2 {
        let truths = call.classes(0).intersection(call.classes(1));
        arithmetic(call.args)
            .union(truths.intersection(ClassSet::only(Class::Logical)))
            .union(wider_integers(call.classes(0), call.classes(1)))
    } else {
        let truths = call.classes(0).intersection(ClassSet::only(Class::Logical));
        call.classes(0).map(sum).union(truths)
    }
}

/// The wider one of two integer classes that both have a sign, or both have none.
fn wider_integers(left: ClassSet, right: ClassSet) -> ClassSet {
    let integers = |classes: ClassSet| classes.iter().filter(|class| class.is_integer());
    let pairs = integers(left).flat_map(|a| integers(right).map(move |b| (a, b)));
    let comparable = pairs.filter(|(a, b)| a.is_signed_integer() == b.is_signed_integer());
    comparable.map(|(a, b)| a.max(b)).collect()
}

fn total(call: &Call<'_>) -> ClassSet {
    let usual = call.classes(0).map(|class| {
        ClassSet::only(if class == Class::Single { Class::Single } else { Class::Double })
    });
    if (1..call.args.len()).any(|place| call.may_be_text(place)) || call.name == "cumsum" {
        usual.union(call.classes(0)).union(DOUBLE)
    } else {
        usual
    }
}

/// Double, unless a text at the end says single.
fn random(call: &Call<'_>) -> ClassSet {
    let Some(last) = call.args.len().checked_sub(1) else { return DOUBLE };
    if call.no_text_from(0) {
        let parametric = matches!(call.name, "randg" | "randp");
        return if parametric { float(first(call.args, 1)) } else { DOUBLE };
    }
    match call.text(last).as_deref() {
        Some("single") => SINGLE,
        Some("double") => DOUBLE,
        _ => ARRAYS,
    }
}

/// A cell array of texts for one, else a text.
fn texts(call: &Call<'_>) -> ClassSet {
    let cells = (0..call.args.len()).any(|place| call.may_be_cell(place));
    if call.is_cell(0) {
        CELL
    } else if cells {
        CELL.union(CHAR)
    } else {
        CHAR
    }
}

/// What calls for each element give: a cell array if they are asked not to be joined.
fn mapped(call: &Call<'_>) -> ClassSet {
    match call.text(0).as_deref() {
        Some("isclass" | "isempty" | "isreal") if call.name == "cellfun" => {
            return ClassSet::only(Class::Logical);
        }
        Some("size" | "prodofsize" | "ndims" | "length") if call.name == "cellfun" => {
            return DOUBLE;
        }
        _ => {}
    }
    let count = call.args.len();
    let separate = (2..count).rev().step_by(2).find_map(|place| {
        let name = call.text(place - 1)?;
        name.eq_ignore_ascii_case("UniformOutput").then(|| call.args[place].constant().cloned())
    });
    match separate {
        Some(Some(value)) if value.to_f64() == Some(0.0) => CELL,
        // Whatever the function gives, structs and cells included.
        _ => ClassSet::ALL,
    }
}

/// So many of the arguments, or all if there are fewer.
fn first(args: &[AbstractValue], count: usize) -> &[AbstractValue] {
    &args[..args.len().min(count)]
}
