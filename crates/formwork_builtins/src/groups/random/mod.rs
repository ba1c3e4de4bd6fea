//! Random numbers: `rand`, `randn`, `randi`, `randperm`, `rng`.

mod generators;
mod rng;

use formwork_runtime::{Array, Class, Dims, Element, Error, Result, SaturateFrom, Value};

use self::generators::{clock, generator, set_state, source};
use crate::arguments::sizes::{SizeType, check_room, real_elements, whole, whole_value};
use crate::context::{Args, Context, Values, none, one};
use crate::patchwork::Patchwork;
use crate::random_state::{Distribution, Source, Twister};
use crate::row::{Arity, Effects, Evaluator, Output, Row, SizeArguments};
use crate::rules::Realness;
use crate::rules::classes::named;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};
use formwork_runtime::ops::type_name;

pub(crate) const ROWS: &[Row] = &[
    drawing("rand", rand, "Random numbers, uniform between 0 and 1.")
        .own_shape(special::construct::random)
        .own_classes(special::classes::random)
        .real(Realness::Always)
        .bounds(limits::uniform)
        .vetted()
        .sizes(SizeArguments::ALL),
    drawing("randn", randn, "Random numbers of the standard normal distribution.")
        .own_shape(special::construct::random)
        .own_classes(special::classes::random)
        .real(Realness::Always)
        .bounds(limits::normal)
        .vetted()
        .sizes(SizeArguments::ALL),
    drawing("rande", rande, "Random numbers of the exponential distribution.")
        .own_shape(special::construct::random)
        .own_classes(special::classes::random)
        .real(Realness::Always),
    drawing("randg", randg, "Random numbers of the gamma distribution.")
        .own_classes(special::classes::parametric_random)
        .own_shape(special::construct::parametric_random),
    drawing("randp", randp, "Random numbers of the Poisson distribution.")
        .own_classes(special::classes::parametric_random)
        .own_shape(special::construct::parametric_random),
    crate::row::row(
        "randi",
        Arity::at_least(1),
        &[Output::new(ShapeRule::SizeArguments(1), ClassRule::Special)],
        Effects::RANDOM,
        randi,
        "Random whole numbers between two bounds.",
    )
    .own_classes(named)
    .real(Realness::Always)
    .bounds(limits::random_integers)
    .vetted(),
    crate::row::row(
        "randperm",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Double))],
        Effects::RANDOM,
        randperm,
        "A random permutation, or the first few of one.",
    )
    .own_shape(special::construct::randperm)
    .real(Realness::Always)
    .bounds(limits::permutation),
    crate::row::row(
        "rng",
        Arity::between(0, 2),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct))],
        Effects::RANDOM.and(Effects::STATE),
        rng::rng,
        "Seeds the generators of random numbers, or tells their state.",
    ),
];

const DRAWN: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];

const fn drawing(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    crate::row::row(name, Arity::at_least(0), DRAWN, Effects::RANDOM, evaluate, doc)
}

/// What a call of one of the drawing functions asks for.
enum Request {
    /// So many numbers.
    Draw { dims: Dims, single: bool },
    /// The state, or a new one.
    Done(Values),
}

fn request(cx: &mut dyn Context, name: &str, mut args: Args, of: Distribution) -> Result<Request> {
    let mut single = false;
    if let Some(text) = args.last().and_then(Value::as_text) {
        match &*text {
            "single" | "double" => {
                single = &*text == "single";
                args.pop();
            }
            _ => {}
        }
    }
    match args.as_slice() {
        [] => Ok(Request::Draw { dims: Dims::SCALAR, single }),
        [option @ Value::Char(..)] => state(cx, name, option, None, of).map(Request::Done),
        [option @ Value::Char(..), value] => {
            state(cx, name, option, Some(value), of).map(Request::Done)
        }
        [value] => Ok(Request::Draw { dims: one_size(value)?, single }),
        several => {
            let mut extents = Vec::with_capacity(several.len());
            for value in several {
                extents.push(usize::try_from(whole_value(value)?).unwrap_or(0));
            }
            Ok(Request::Draw { dims: Dims::new(&extents), single })
        }
    }
}

/// The size one argument says: a vector of extents, or `n` for n by n.
fn one_size(value: &Value) -> Result<Dims> {
    if !value.is_arithmetic() {
        return Err(Error::plain(format!("rand: wrong type argument '{}'", type_name(value))));
    }
    if value.is_scalar() && !value.is_complex() {
        let n = value.to_f64().unwrap_or(0.0);
        if n == f64::INFINITY || n < 0.0 {
            return Err(Error::too_large());
        }
        let n = usize::try_from(whole(n, SizeType::Int64)?).unwrap_or(0);
        return Ok(Dims::matrix(n, n));
    }
    if value.is_complex() {
        return Ok(Dims::EMPTY);
    }
    let array = real_elements(value)?;
    if array.is_empty() {
        return Ok(Dims::EMPTY);
    }
    let mut extents = Vec::with_capacity(array.numel());
    for &n in array.as_slice() {
        if n.fract() != 0.0 || !n.is_finite() {
            return Err(Error::plain("rand: dimensions must be a scalar or array of integers"));
        }
        // The cast takes negative extents to none.
        extents.push(n as usize);
    }
    Ok(Dims::new(&extents))
}

fn state(
    cx: &mut dyn Context,
    name: &str,
    option: &Value,
    value: Option<&Value>,
    of: Distribution,
) -> Result<Values> {
    let text = option.as_text().unwrap_or_default();
    if !matches!(&*text, "seed" | "state" | "twister") {
        return Err(Error::plain(format!("{name}: unrecognized string argument")));
    }
    match value {
        None if &*text == "seed" => match cx.session().random.told_seed(of) {
            Some(seed) => one(seed),
            None => one(f64::from(generator(cx, of).words()[0])),
        },
        None => {
            let words = generator(cx, of).words();
            one(Value::column(words.into_iter().map(f64::from).collect()))
        }
        Some(value) if value.as_bytes() == Some(b"reset") => {
            let seed = clock(cx);
            cx.session().random.replace(of, Twister::from_key(&[seed, of as u32]));
            none()
        }
        // The methods for the other distributions are not those that a seed asks for.
        Some(value)
            if &*text == "seed" && !matches!(of, Distribution::Gamma | Distribution::Poisson) =>
        {
            let seed = real_elements(value)?.as_slice().first().copied();
            cx.session().random.seed(of, seed.unwrap_or(0.0));
            none()
        }
        Some(value) => {
            set_state(cx, of, value)?;
            none()
        }
    }
}

fn filled<T: Element>(dims: Dims, mut draw: impl FnMut() -> T) -> Result<Value> {
    if dims.is_scalar() {
        return Ok(Value::from_array(Array::scalar(draw())));
    }
    check_room::<T>(&dims)?;
    let data = (0..dims.numel()).map(|_| draw()).collect();
    Ok(Value::from_array(Array::new(dims, data)))
}

fn drawn(
    cx: &mut dyn Context,
    name: &str,
    args: Args,
    of: Distribution,
    double: fn(&mut Source<'_>) -> f64,
    single: fn(&mut Source<'_>) -> f32,
) -> Result<Values> {
    match request(cx, name, args, of)? {
        Request::Done(values) => Ok(values),
        Request::Draw { dims, single: false } => {
            let mut source = source(cx, of);
            one(filled(dims, || double(&mut source))?)
        }
        Request::Draw { dims, single: true } => {
            let mut source = source(cx, of);
            one(filled(dims, || single(&mut source))?)
        }
    }
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods are those of one lifetime"
)]
fn rand(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    drawn(
        cx,
        "rand",
        args,
        Distribution::Uniform,
        |source| source.uniform(),
        |source| source.uniform_single(),
    )
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods are those of one lifetime"
)]
fn randn(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    drawn(
        cx,
        "randn",
        args,
        Distribution::Normal,
        |source| source.normal(),
        |source| source.normal_single(),
    )
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods are those of one lifetime"
)]
fn rande(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    drawn(
        cx,
        "rande",
        args,
        Distribution::Exponential,
        |source| source.exponential(),
        |source| source.exponential_single(),
    )
}

/// The numbers of a distribution with a parameter for each element.
fn parametric(
    cx: &mut dyn Context,
    name: &str,
    mut args: Args,
    of: Distribution,
    draw: fn(&mut Twister, f64, usize) -> Vec<f64>,
) -> Result<Values> {
    let Some(first) = args.first() else {
        return Err(Error::plain(format!("{name}: insufficient arguments")));
    };
    if first.is_char() {
        return match request(cx, name, args, of)? {
            Request::Done(values) => Ok(values),
            Request::Draw { .. } => Err(Error::plain(format!("{name}: insufficient arguments"))),
        };
    }
    let parameter = args.remove(0);
    if !parameter.is_arithmetic() {
        return Err(Error::plain(format!("{name}: dimension must be a scalar integer")));
    }
    let parameters = real_elements(&parameter)?.into_owned();
    let sized = args.iter().any(|value| !value.is_char());
    let (dims, mut single) = match request(cx, name, args, of)? {
        Request::Done(values) => return Ok(values),
        Request::Draw { dims, single } => (dims, single),
    };
    single |= parameter.class() == Class::Single;
    let dims = if sized { dims } else { parameters.dims().clone() };
    check_room::<f64>(&dims)?;
    let generator = generator(cx, of);
    let data = match parameters.as_scalar() {
        Some(&parameter) => draw(generator, parameter, dims.numel()),
        None if *parameters.dims() == dims => {
            parameters.as_slice().iter().flat_map(|&a| draw(generator, a, 1)).collect()
        }
        None => return Err(Error::plain(format!("{name}: mismatch in argument size"))),
    };
    let array = Array::new(dims, data);
    if single {
        return one(array.map(|&x| x as f32));
    }
    one(array)
}

fn gammas(generator: &mut Twister, shape: f64, count: usize) -> Vec<f64> {
    if !Twister::is_gamma_shape(shape) {
        return vec![f64::NAN; count];
    }
    let mut data: Vec<f64> = (0..count).map(|_| generator.gamma(shape)).collect();
    if shape < 1.0 {
        // A power of a uniform number takes the shape down by one.
        for x in &mut data {
            *x *= (-generator.exponential() / shape).exp();
        }
    }
    data
}

fn randg(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    parametric(cx, "randg", args, Distribution::Gamma, gammas)
}

fn randp(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    parametric(cx, "randp", args, Distribution::Poisson, |generator, mean, count| {
        if count != 1 && (0.0..=TABLE_MEAN).contains(&mean) {
            return poisson_by_table(generator, mean, count);
        }
        if count != 1 && (TABLE_MEAN..=1e8).contains(&mean) {
            let patchwork = Patchwork::new(mean);
            return (0..count).map(|_| patchwork.draw(generator)).collect();
        }
        (0..count).map(|_| generator.poisson(mean)).collect()
    })
}

/// Up to which mean several Poisson numbers are looked up in a table.
const TABLE_MEAN: f64 = 10.0;

/// Poisson numbers by inversion: each is the first whose cumulative probability reaches a
/// uniform number.
fn poisson_by_table(generator: &mut Twister, mean: f64, count: usize) -> Vec<f64> {
    const LENGTH: usize = 46;
    let mut probability = (-mean).exp();
    let mut table = vec![probability];
    for k in 1..LENGTH {
        probability = probability * mean / k as f64;
        table.push(table[k - 1] + probability);
    }
    let draw = |_| {
        let u = generator.uniform();
        table.iter().position(|&reached| u <= reached).unwrap_or(LENGTH) as f64
    };
    // The last number is drawn first.
    let mut numbers: Vec<f64> = (0..count).map(draw).collect();
    numbers.reverse();
    numbers
}

fn randi(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    const FLINTMAX: f64 = 9_007_199_254_740_992.0;
    let not_bounds = || Error::plain("randi: IMIN and IMAX must be integer bounds");
    let bounds = args.remove(0);
    let class = match args.last().and_then(Value::as_text) {
        Some(text) => {
            let class =
                Class::from_name(&text).filter(|class| class.is_numeric()).ok_or_else(|| {
                    Error::plain(format!("randi: unknown requested output CLASS '{text}'"))
                })?;
            args.pop();
            class
        }
        None => Class::Double,
    };
    if bounds.is_char() || !bounds.is_arithmetic() {
        return Err(not_bounds());
    }
    let bounds = real_elements(&bounds)?.into_owned();
    let whole = |x: f64| x.is_infinite() || x.fract() == 0.0;
    let (low, high) = match bounds.as_slice() {
        [] => {
            return Err(Error::with_id(
                "Octave:index-out-of-bounds",
                "index (1): out of bound; value 1 out of bound 0",
            ));
        }
        &[high] => {
            if !whole(high) {
                return Err(not_bounds());
            }
            if high < 1.0 {
                return Err(Error::plain("randi: require IMAX >= 1"));
            }
            (1.0, high)
        }
        &[low, high, ..] => {
            if !whole(low) || !whole(high) {
                return Err(not_bounds());
            }
            if low > high {
                return Err(Error::plain("randi: require IMIN <= IMAX"));
            }
            (low, high)
        }
    };
    if low.abs() >= FLINTMAX || high.abs() >= FLINTMAX {
        return Err(Error::plain("randi: IMIN and IMAX must be smaller than flintmax()"));
    }
    let (least, greatest) = class_limits(class);
    if high > greatest || low < least {
        let which = if low < least { "IMIN" } else { "IMAX" };
        cx.warn(
            "",
            &format!(
                "randi: integer {which} exceeds requested type.  Values might be truncated to \
                 requested type."
            ),
        )?;
    }
    let dims = match request(cx, "rand", args, Distribution::Uniform)? {
        Request::Done(values) => return Ok(values),
        Request::Draw { dims, .. } => dims,
    };
    let mut source = source(cx, Distribution::Uniform);
    let mut numbers = whole_numbers(&mut source, low, high - low + 1.0, dims.numel())?.into_iter();
    let mut draw = || numbers.next().unwrap_or(low);
    one(match class {
        Class::Single => filled(dims, || draw() as f32),
        Class::Int8 => filled(dims, || i8::saturate_from(draw())),
        Class::Int16 => filled(dims, || i16::saturate_from(draw())),
        Class::Int32 => filled(dims, || i32::saturate_from(draw())),
        Class::Int64 => filled(dims, || i64::saturate_from(draw())),
        Class::Uint8 => filled(dims, || u8::saturate_from(draw())),
        Class::Uint16 => filled(dims, || u16::saturate_from(draw())),
        Class::Uint32 => filled(dims, || u32::saturate_from(draw())),
        Class::Uint64 => filled(dims, || u64::saturate_from(draw())),
        _ => filled(dims, draw),
    }?)
}

/// Whole numbers from `low` on, all `span` of them equally likely: numbers of 53 bits of which
/// those are left out that are too many for that. So many are drawn at once that enough remain.
fn whole_numbers(
    generator: &mut Source<'_>,
    low: f64,
    span: f64,
    count: usize,
) -> Result<Vec<f64>> {
    const ALL: f64 = 9_007_199_254_740_992.0;
    let share = (ALL / span).floor();
    let used = share * span / ALL;
    let wanted = count as f64;
    let drawn = (wanted / used + 10.0 * (wanted / used - wanted).sqrt()).ceil() as usize;
    check_room::<f64>(&Dims::matrix(drawn, 1))?;
    loop {
        let primary = (0..drawn).map(|_| (generator.uniform() * ALL).floor());
        // All are drawn, also those that nobody needs.
        let mut kept: Vec<f64> = primary.filter(|&x| x < share * span).collect();
        if kept.len() >= count {
            kept.truncate(count);
            return Ok(kept.into_iter().map(|x| low + (x / share).floor()).collect());
        }
    }
}

/// The bounds of the whole numbers that a class holds without gaps.
fn class_limits(class: Class) -> (f64, f64) {
    match class {
        Class::Int8 => (i8::MIN.into(), i8::MAX.into()),
        Class::Int16 => (i16::MIN.into(), i16::MAX.into()),
        Class::Int32 => (i32::MIN.into(), i32::MAX.into()),
        Class::Uint8 => (0.0, u8::MAX.into()),
        Class::Uint16 => (0.0, u16::MAX.into()),
        Class::Uint32 => (0.0, u32::MAX.into()),
        Class::Uint64 => (0.0, f64::INFINITY),
        Class::Single => (-16_777_216.0, 16_777_216.0),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

fn randperm(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let n = whole_value(&args[0])?;
    let m = args.get(1).map_or(Ok(n), whole_value)?;
    let (Ok(n), Ok(m)) = (usize::try_from(n), usize::try_from(m)) else {
        return Err(Error::plain("randperm: M and N must be non-negative"));
    };
    if m > n {
        return Err(Error::plain("randperm: M must be less than or equal to N"));
    }
    check_room::<f64>(&Dims::matrix(1, m))?;
    let mut generator = source(cx, Distribution::Uniform);
    if m < n / 5 {
        // Few of many: remember only what has moved.
        let mut moved = rustc_hash::FxHashMap::default();
        let mut chosen = Vec::with_capacity(m);
        for k in 0..m {
            let other = k + (generator.uniform() * (n - k) as f64) as usize;
            let here = moved.get(&k).copied().unwrap_or(k);
            let there = moved.insert(other, here).unwrap_or(other);
            chosen.push((if other == k { here } else { there }) as f64 + 1.0);
        }
        return one(Value::row(chosen));
    }
    check_room::<f64>(&Dims::matrix(1, n))?;
    let mut data: Vec<f64> = (1..=n).map(|k| k as f64).collect();
    for k in 0..m {
        let other = k + (generator.uniform() * (n - k) as f64) as usize;
        data.swap(k, other);
    }
    data.truncate(m);
    one(Value::row(data))
}
