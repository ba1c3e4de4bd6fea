//! The generators of a session: seeding them, and the state a program sets.

use formwork_runtime::{Error, Result, SaturateFrom, Value};

use crate::arguments::sizes::real_elements;
use crate::context::Context;
use crate::random_state::{Distribution, Source, Twister};

/// The generator of a distribution, seeded by the clock if nobody has.
pub(super) fn generator(cx: &mut dyn Context, of: Distribution) -> &mut Twister {
    let seed = if cx.session().random.is_seeded(of) { 0 } else { clock(cx) };
    cx.session().random.generator(of, seed)
}

/// Where the numbers of a distribution come from.
pub(super) fn source(cx: &mut dyn Context, of: Distribution) -> Source<'_> {
    let seed = if cx.session().random.is_seeded(of) { 0 } else { clock(cx) };
    cx.session().random.source(of, seed)
}

/// A seed made of the time.
pub(super) fn clock(cx: &mut dyn Context) -> u32 {
    let bits = (cx.now() * 1e6).to_bits();
    (bits >> 32) as u32 ^ bits as u32
}

/// The words of a seed: whole numbers of 32 bits.
fn key(value: &Value) -> Result<Vec<u32>> {
    if matches!(value, Value::Cell(_)) {
        return Err(Error::plain("octave_base_value::array_value(): wrong type argument 'cell'"));
    }
    Ok(real_elements(value)?.as_slice().iter().map(|&x| u32::saturate_from(x)).collect())
}

/// Takes a value as a state that was told before, or as a seed.
pub(super) fn set_state(cx: &mut dyn Context, of: Distribution, value: &Value) -> Result<()> {
    let words = key(value)?;
    let generator = Twister::from_words(&words)
        .unwrap_or_else(|| Twister::from_key(&words[..words.len().min(625)]));
    cx.session().random.replace(of, generator);
    Ok(())
}
