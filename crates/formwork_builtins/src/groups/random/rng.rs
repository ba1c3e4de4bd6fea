//! `rng`: all generators at once.

use formwork_runtime::{CellArray, Error, Result, Value};

use super::generators::{clock, generator, set_state};
use crate::context::{Args, Context, Values, none, one};
use crate::random_state::{Distribution, Twister};

/// The distributions whose state `rng` tells, in the order of its cell array.
const TOLD: [Distribution; 2] = [Distribution::Uniform, Distribution::Normal];

fn current(cx: &mut dyn Context) -> Value {
    let states = TOLD
        .iter()
        .map(|&of| {
            let words = generator(cx, of).words();
            Value::column(words.into_iter().map(f64::from).collect())
        })
        .collect();
    Value::structure([
        ("Type", Value::text("twister")),
        ("Seed", Value::text("Not applicable")),
        ("State", Value::Cell(CellArray::row(states))),
    ])
}

pub(super) fn rng(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let before = if nargout > 0 || args.is_empty() { Some(current(cx)) } else { None };
    let result = |before: Option<Value>| match before {
        Some(value) if nargout > 0 || args.is_empty() => one(value),
        _ => none(),
    };
    let Some(first) = args.first() else { return result(before) };
    if let Some(name) = args.get(1) {
        let Some(name) = name.as_text() else {
            return Err(Error::plain("rng: GENERATOR must be a string"));
        };
        if !matches!(&*name, "twister" | "default") {
            return Err(Error::plain(format!("rng: unknown random number generator \"{name}\"")));
        }
    }
    match first {
        Value::Struct(structure) => {
            let Some(Value::Cell(states)) = structure.scalar_field("State") else {
                return Err(Error::plain(
                    "rng: input structure requires fields \"Type\", \"Seed\", \"State\"",
                ));
            };
            for (&of, state) in TOLD.iter().zip(states.as_slice()) {
                set_state(cx, of, state)?;
            }
        }
        text if text.is_char() => {
            let seed = match text.as_bytes() {
                Some(b"default") => 0,
                Some(b"shuffle") => clock(cx),
                _ => return Err(Error::invalid_call("rng")),
            };
            for of in TOLD {
                cx.session().random.replace(of, Twister::from_key(&[seed]));
            }
        }
        seed if seed.is_numeric()
            && seed.is_scalar()
            && seed.to_f64().is_some_and(|x| x >= 0.0) =>
        {
            for of in TOLD {
                set_state(cx, of, seed)?;
            }
        }
        _ => return Err(Error::invalid_call("rng")),
    }
    result(before)
}
