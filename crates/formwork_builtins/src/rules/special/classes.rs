//! Classes of what belongs to one function each.

use formwork_domain::{AbstractValue, ClassSet, Contents};
use formwork_runtime::Class;

use crate::rules::call::{ARRAYS, Call};
use crate::rules::classes::{arithmetic, concatenation, float, named, sum};

const DOUBLE: ClassSet = ClassSet::only(Class::Double);
const SINGLE: ClassSet = ClassSet::only(Class::Single);
const CHAR: ClassSet = ClassSet::only(Class::Char);
const CELL: ClassSet = ClassSet::only(Class::Cell);
const FLOAT: ClassSet = DOUBLE.union(SINGLE);

/// Of `expm`.
pub(crate) fn expm(call: &Call<'_>) -> ClassSet {
    let kept = call
        .classes(0)
        .map(|class| if class.is_integer() { ClassSet::only(class) } else { ClassSet::NONE });
    kept.union(float(call.args)).union(DOUBLE)
}

/// Of `diff`.
pub(crate) fn diff(call: &Call<'_>) -> ClassSet {
    // What is left of nothing stays as it is.
    let several = call.args.len() > 1;
    let kept = if several { ARRAYS } else { ClassSet::only(Class::Logical) };
    call.classes(0).map(sum).union(kept.intersection(call.classes(0)))
}

/// Of `intmax`, `intmin`.
pub(crate) fn intmax(call: &Call<'_>) -> ClassSet {
    match call.args.first() {
        None => ClassSet::only(Class::Int32),
        Some(_) => match call.text(0).and_then(|name| Class::from_name(&name)) {
            Some(class) => ClassSet::only(class),
            None => ARRAYS,
        },
    }
}

/// Of `logm`, `sqrtm`.
pub(crate) fn logm(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(floating(call))
}

/// Of `flintmax`: a text names the class.
pub(crate) fn flintmax(_call: &Call<'_>) -> ClassSet {
    FLOAT
}

/// Of `schur`, `hess`, `null`, `quantile` and the like: nothing becomes single that no argument is.
pub(crate) fn floating(call: &Call<'_>) -> ClassSet {
    float(call.args).union(DOUBLE)
}

/// Of `deconv`.
pub(crate) fn deconv(call: &Call<'_>) -> ClassSet {
    // Without a quotient the rest is the dividend.
    floating(call).union(call.classes(0).intersection(ARRAYS))
}

/// Of `trapz`, `cumtrapz`.
pub(crate) fn trapz(call: &Call<'_>) -> ClassSet {
    // A distance of an integer class decides.

    let integers = call.args.iter().flat_map(|argument| argument.classes.iter());
    floating(call).union(integers.filter(|class| class.is_integer()).collect())
}

/// Of `primes`.
pub(crate) fn primes(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(DOUBLE).intersection(ARRAYS)
}

/// Of `setfield`.
pub(crate) fn setfield(call: &Call<'_>) -> ClassSet {
    // What is no array of structs becomes one, if it is empty.
    let field = call.args.len() == 3 && call.is_text(1);
    let replaced = if field { ARRAYS.union(CELL) } else { ClassSet::NONE };
    call.classes(0).minus(replaced).union(ClassSet::only(Class::Struct))
}

/// Of `range`, `center`.
pub(crate) fn range(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(floating(call)).intersection(ARRAYS)
}

/// Of `linsolve`.
pub(crate) fn linsolve(call: &Call<'_>) -> ClassSet {
    arithmetic(call.args).union(floating(call))
}

/// Of `factor`.
pub(crate) fn factor(call: &Call<'_>) -> ClassSet {
    let text = if call.may_be_text(0) { DOUBLE } else { ClassSet::NONE };
    if call.output == 0 { call.classes(0).union(text) } else { DOUBLE }
}

/// Of `list_primes`, `cplxpair`, `zscore`, `magic`, `hilb`: what is given stays in its class, or is
/// double.
pub(crate) fn kept_or_double(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(DOUBLE)
}

/// Of `weekday`.
pub(crate) fn weekday(call: &Call<'_>) -> ClassSet {
    let numbers = call.classes(0).intersection(ClassSet::NUMBERS);
    if call.output == 0 { numbers.union(DOUBLE) } else { ClassSet::only(Class::Char) }
}

/// Of `postpad`, `prepad`.
pub(crate) fn postpad(call: &Call<'_>) -> ClassSet {
    let filler = if call.args.len() > 2 { call.classes(2) } else { ClassSet::NONE };
    call.classes(0).union(filler).union(DOUBLE)
}

/// Of `psi`.
pub(crate) fn psi(call: &Call<'_>) -> ClassSet {
    float(call.args.last().map_or(&[], std::slice::from_ref))
}

/// Of `interpft`.
pub(crate) fn interpft(call: &Call<'_>) -> ClassSet {
    float(first(call.args, 1)).union(DOUBLE)
}

/// Of `linspace`.
pub(crate) fn linspace(call: &Call<'_>) -> ClassSet {
    float(call.args).union(DOUBLE)
}

/// Of `interp1`.
pub(crate) fn interp1(call: &Call<'_>) -> ClassSet {
    // Between places of an integer class all is reckoned in it.
    let places = call.args.iter().flat_map(|argument| argument.classes.iter());
    let integers = places.filter(|class| class.is_integer()).collect();
    float(call.args).union(DOUBLE).union(integers)
}

/// Of `upper`, `lower`, `toupper`, `tolower`.
pub(crate) fn upper(call: &Call<'_>) -> ClassSet {
    let logical = ClassSet::only(Class::Logical);
    let kept = call.classes(0).iter().filter(|&class| class != Class::Logical).collect();
    if call.classes(0).intersection(logical).is_empty() { kept } else { DOUBLE.union(kept) }
}

/// Of `eps`.
pub(crate) fn eps(call: &Call<'_>) -> ClassSet {
    match call.args.len() {
        1 => call.classes(0).intersection(FLOAT).union(if call.may_be_text(0) {
            named(call)
        } else {
            ClassSet::NONE
        }),
        _ => named(call).intersection(FLOAT),
    }
}

/// Of `fft`, `ifft`.
pub(crate) fn fft(call: &Call<'_>) -> ClassSet {
    // One number is its own transform, in its own class.
    float(first(call.args, 1)).union(DOUBLE).union(call.classes(0))
}

/// Of `fft2`, `ifft2`, `fftn`, `ifftn`.
pub(crate) fn fft2(call: &Call<'_>) -> ClassSet {
    float(first(call.args, 1)).union(DOUBLE).union(others(call.classes(0)))
}

/// Of `mean`, `median`, `mode`.
pub(crate) fn mean(call: &Call<'_>) -> ClassSet {
    let own = call.classes(0);
    if call.no_text_from(1) && own.is_within(FLOAT) {
        return own;
    }
    own.union(floating(call)).intersection(ARRAYS)
}

/// Of `num2str`, `evalc`, `inputname`, `mfilename`.
pub(crate) fn num2str(_call: &Call<'_>) -> ClassSet {
    CHAR
}

/// Of `deblank`.
pub(crate) fn deblank(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(texts(call))
}

/// Of `strtok`.
pub(crate) fn strtok(call: &Call<'_>) -> ClassSet {
    if call.may_be_cell(0) { CELL.union(CHAR) } else { CHAR }
}

/// Of `sscanf` and `fscanf`: numbers, if nothing else can come of the template.
pub(crate) fn scanned(call: &Call<'_>) -> ClassSet {
    let numbers = call.text(1).is_some_and(|template| reads_numbers(&template));
    let one_array = call.no_text_from(2);
    if numbers && one_array { DOUBLE } else { ClassSet::ALL }
}

/// Whether all that a template takes from a text are numbers.
fn reads_numbers(template: &str) -> bool {
    let mut parts = template.split('%');
    parts.next();
    let mut any = false;
    for part in parts {
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        // `%ld` gives integers in MATLAB; `%*d` gives nothing.
        if !part.trim_start_matches(digits).starts_with(['d', 'i', 'u', 'f', 'g', 'e']) {
            return false;
        }
        any = true;
    }
    any
}

/// Of `warning`: who changes or asks what is printed gets that as structs.
pub(crate) fn warning(call: &Call<'_>) -> ClassSet {
    const STRUCT: ClassSet = ClassSet::only(Class::Struct);
    let texts = call.args.len() <= 3 && (0..call.args.len()).all(|place| call.is_text(place));
    let asks = match call.text(0) {
        Some(text) => texts && ["on", "off", "error"].contains(&&*text),
        None => call.args.is_empty() || (call.args.len() == 1 && call.classes(0) == STRUCT),
    };
    let asks = asks || (call.args.len() <= 2 && texts && call.text(0).as_deref() == Some("query"));
    if asks { STRUCT } else { ClassSet::ALL }
}

/// Of `strfind`.
pub(crate) fn strfind(call: &Call<'_>) -> ClassSet {
    let cell = (0..2).any(|place| call.may_be_cell(place));
    match (call.is_cell(0), cell) {
        (true, _) => CELL,
        (_, true) => CELL.union(DOUBLE),
        (_, false) => DOUBLE,
    }
}

/// Of `fzero`, `fminbnd`, `fminsearch`, `fminunc` and the like.
pub(crate) fn fzero(call: &Call<'_>) -> ClassSet {
    match (call.output, call.args.get(1)) {
        (0, Some(start)) if start.classes == DOUBLE => DOUBLE,
        (0, Some(start)) => FLOAT.union(start.classes.intersection(ClassSet::ARRAYS)),
        _ => ClassSet::ALL,
    }
}

/// Of `ode45`, `ode23`.
pub(crate) fn ode45(call: &Call<'_>) -> ClassSet {
    if call.nargout <= 1 { ClassSet::only(Class::Struct) } else { ClassSet::ALL }
}

/// Of `optimset`. A function that stands alone says what its options are.
pub(crate) fn optimset(call: &Call<'_>) -> ClassSet {
    let asks = |class: Class| matches!(class, Class::Char | Class::FunctionHandle);
    match call.args {
        [one] if !one.classes.all(|class| !asks(class)) => ClassSet::ALL,
        _ => ClassSet::only(Class::Struct),
    }
}

/// Of `bsxfun`.
pub(crate) fn bsxfun(_call: &Call<'_>) -> ClassSet {
    ARRAYS
}

/// Of `unique`.
pub(crate) fn unique(call: &Call<'_>) -> ClassSet {
    call.classes(0).intersection(ARRAYS.union(CELL))
}

/// Of `union`, `intersect`, `setdiff`, `setxor`.
pub(crate) fn union(call: &Call<'_>) -> ClassSet {
    let either = call.classes(0).union(call.classes(1));
    concatenation(first(call.args, 2)).union(either).union(DOUBLE).union(CHAR)
}

/// Of `nthroot`.
pub(crate) fn nthroot(call: &Call<'_>) -> ClassSet {
    // The third root is one of the number; another is in the class of either.

    let own = float(first(call.args, 1));
    let both = call.classes(0).union(call.classes(1));
    let integers: ClassSet = both.iter().filter(|class| class.is_integer()).collect();
    match call.number(1) {
        Some(3.0) => own,
        Some(_) => float(call.args).union(integers),
        None => float(call.args).union(own).union(integers),
    }
}

/// Of `logspace`.
pub(crate) fn logspace(call: &Call<'_>) -> ClassSet {
    float(first(call.args, 2))
}

/// Of `dot`, `cross`.
pub(crate) fn dot(call: &Call<'_>) -> ClassSet {
    let factors = &call.args[..call.args.len().min(2)];
    arithmetic(factors).union(DOUBLE)
}

/// Of `gcd`.
pub(crate) fn gcd(call: &Call<'_>) -> ClassSet {
    // The last of several integer classes counts.

    let all = call.args.iter().flat_map(|argument| argument.classes.iter());
    arithmetic(call.args).union(all.filter(|class| class.is_integer()).collect())
}

/// Of `trace`.
pub(crate) fn trace(call: &Call<'_>) -> ClassSet {
    arithmetic(call.args).union(DOUBLE).union(call.classes(0))
}

/// Of `blkdiag`.
pub(crate) fn blkdiag(call: &Call<'_>) -> ClassSet {
    concatenation(call.args).union(DOUBLE).intersection(ARRAYS)
}

/// Of `meshgrid`, `ndgrid`.
pub(crate) fn meshgrid(call: &Call<'_>) -> ClassSet {
    call.args.iter().fold(ClassSet::NONE, |all, argument| all.union(argument.classes))
}

/// Of `toeplitz`, `hankel`.
pub(crate) fn toeplitz(call: &Call<'_>) -> ClassSet {
    call.args.iter().fold(DOUBLE, |all, argument| all.union(argument.classes))
}

/// Of `bitand`, `bitor`, `bitxor`.
pub(crate) fn bitand(call: &Call<'_>) -> ClassSet {
    arithmetic(call.args).union(call.classes(0).intersection(call.classes(1)))
}

/// Of `nchoosek`.
pub(crate) fn nchoosek(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(call.classes(1)).union(DOUBLE)
}

/// Of `cell2mat`: that of the elements, which are all of one; of none, double.
pub(crate) fn cell2mat(call: &Call<'_>) -> ClassSet {
    let all = ARRAYS.union(CELL).union(ClassSet::only(Class::Struct));
    let elements = match call.args.first().and_then(|cell| cell.contents.as_ref()) {
        Some(Contents::Elements(elements)) => {
            elements.iter().fold(ClassSet::NONE, |all, element| all.union(element.classes))
        }
        Some(Contents::Every(every)) => every.classes,
        Some(Contents::Fields(_) | Contents::Handle(_)) | None => all,
    };
    elements.union(DOUBLE).intersection(all)
}

/// Of `quadv`.
pub(crate) fn quadv(_call: &Call<'_>) -> ClassSet {
    ARRAYS
}

/// Of `accumarray`: sums, unless a function is given.
pub(crate) fn accumarray(call: &Call<'_>) -> ClassSet {
    if call.args.len() <= 3 && call.classes(1) == DOUBLE { DOUBLE } else { ARRAYS.union(CELL) }
}

/// Of `gradient`.
pub(crate) fn gradient(call: &Call<'_>) -> ClassSet {
    let function = ClassSet::of(&[Class::Char, Class::FunctionHandle]);
    if call.classes(0).intersection(function).is_empty() {
        call.classes(0).intersection(ARRAYS).union(floating(call))
    } else {
        ClassSet::ALL
    }
}

/// Of `datevec`.
pub(crate) fn datevec(call: &Call<'_>) -> ClassSet {
    let kept = call.classes(0).iter().filter(|class| class.is_integer()).collect();
    floating(call).union(kept)
}

/// Of `polyint`, `polyder`.
pub(crate) fn polyint(call: &Call<'_>) -> ClassSet {
    let all = call.args.iter().flat_map(|argument| argument.classes.iter());
    floating(call).union(all.filter(|class| class.is_integer()).collect())
}

/// Of `vander`.
pub(crate) fn vander(call: &Call<'_>) -> ClassSet {
    call.classes(0).union(floating(call)).intersection(ARRAYS)
}

/// Of `filter`.
pub(crate) fn filter(call: &Call<'_>) -> ClassSet {
    float(call.args).union(DOUBLE)
}

/// Of `cast`.
pub(crate) fn cast(call: &Call<'_>) -> ClassSet {
    let class = call.text(1).and_then(|name| Class::from_name(&name));
    class.map_or(ARRAYS, ClassSet::only)
}

/// Of `typecast`.
pub(crate) fn typecast(call: &Call<'_>) -> ClassSet {
    let class = call.text(1).and_then(|name| Class::from_name(&name));
    class.map_or(ARRAYS, ClassSet::only)
}

/// Those that are no arrays.
fn others(classes: ClassSet) -> ClassSet {
    classes.iter().filter(|&class| !ARRAYS.contains(class)).collect()
}

pub(crate) fn truth(call: &Call<'_>) -> ClassSet {
    let logical = ClassSet::only(Class::Logical);
    if call.classes(0).is_within(ARRAYS) { logical } else { logical.union(DOUBLE) }
}

pub(crate) fn extremum(call: &Call<'_>) -> ClassSet {
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

/// Of sums and products.
pub(crate) fn total(call: &Call<'_>) -> ClassSet {
    if (1..call.args.len()).any(|place| call.may_be_text(place)) {
        running_total(call)
    } else {
        usual_total(call)
    }
}

/// Of running sums, which may keep the class.
pub(crate) fn running_total(call: &Call<'_>) -> ClassSet {
    usual_total(call).union(call.classes(0)).union(DOUBLE)
}

fn usual_total(call: &Call<'_>) -> ClassSet {
    call.classes(0).map(|class| {
        ClassSet::only(if class == Class::Single { Class::Single } else { Class::Double })
    })
}

/// Double, unless a text at the end says single.
pub(crate) fn random(call: &Call<'_>) -> ClassSet {
    let Some(last) = call.args.len().checked_sub(1) else { return DOUBLE };
    if call.no_text_from(0) {
        return DOUBLE;
    }
    of_last(call, last)
}

/// The class of the parameter, unless a text at the end says another.
pub(crate) fn parametric_random(call: &Call<'_>) -> ClassSet {
    let Some(last) = call.args.len().checked_sub(1) else { return DOUBLE };
    if call.no_text_from(0) { float(first(call.args, 1)) } else { of_last(call, last) }
}

/// The class that the last argument names.
fn of_last(call: &Call<'_>, last: usize) -> ClassSet {
    match call.text(last).as_deref() {
        Some("single") => SINGLE,
        Some("double") => DOUBLE,
        _ => ARRAYS,
    }
}

/// A cell array of texts for one, else a text.
pub(crate) fn texts(call: &Call<'_>) -> ClassSet {
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
pub(crate) fn mapped_cells(call: &Call<'_>) -> ClassSet {
    match call.text(0).as_deref() {
        Some("isclass" | "isempty" | "isreal") => ClassSet::only(Class::Logical),
        Some("size" | "prodofsize" | "ndims" | "length") => DOUBLE,
        _ => mapped(call),
    }
}

/// The same for functions that are known by no old names.
pub(crate) fn mapped(call: &Call<'_>) -> ClassSet {
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
