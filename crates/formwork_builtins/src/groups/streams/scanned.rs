//! `fscanf`: what is left of a file read as a template says.

use formwork_runtime::{Result, Value};

use crate::context::{Args, Context, Values};
use crate::kit::scanning::{Scanned, scan};
use crate::open_files::stream;

pub(super) fn fscanf(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let stream = stream(cx, "fscanf", &args[0])?;
    if !stream.can_read() {
        "fscanf: stream not open for reading".clone_into(&mut stream.error);
        return Ok([Value::empty(), Value::from(0.0), Value::text("")].into_iter().collect());
    }
    let text = stream.rest()?;
    let Scanned { mut values, used, met_end } =
        scan("fscanf", text, &args[1], args.get(2), nargout)?;
    stream.skip(used);
    if met_end {
        stream.peek();
    }
    // The place in the text is nothing that a file has.
    if values.len() == 4 && !args.get(2).is_some_and(Value::is_char) {
        values.truncate(3);
    }
    Ok(values)
}
