//! Pipes to commands of the shell.

use formwork_runtime::{Error, Result};

use super::open;
use crate::context::{Args, Context, Values, one};
use crate::open_files::{Mode, Stream, StreamKind, number_of};
use crate::outside::{allowed, services};

pub(super) fn popen(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(command) = args[0].as_text() else {
        return Err(Error::plain("popen: COMMAND must be a string"));
    };
    let mode = args[1].as_text().unwrap_or_default();
    let writes = match &*mode {
        "r" => false,
        "w" => true,
        _ => return Err(Error::plain("popen: invalid MODE specified")),
    };
    let Some(mode) = Mode::read(&mode) else { return one(-1.0) };
    match allowed("popen", services(cx, "popen")?.start(&command, writes))? {
        Ok(raw) => {
            let stream = Stream::new(&command, mode, StreamKind::Pipe, raw);
            one(f64::from(cx.session().open_files.add(stream)))
        }
        Err(_) => one(-1.0),
    }
}

pub(super) fn pclose(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let number = number_of(cx, "pclose", &args[0])?;
    let is_pipe =
        cx.session().open_files.get(number).is_some_and(|stream| stream.kind == StreamKind::Pipe);
    if !is_pipe {
        return open::fclose(cx, args, nargout);
    }
    match cx.session().open_files.remove(number) {
        Some(mut stream) => one(f64::from(stream.close())),
        None => Err(Error::plain(format!("pclose: invalid stream number = {number}"))),
    }
}
