//! Commands: what an editor shows beside the text when its user asks for it.

use formwork_driver::{ShapesOptions, explain, shapes};
use serde_json::{Value, json};

use super::lens;
use crate::protocol::Answer;
use crate::state::State;
use crate::uri;

/// The listing of a file: its argument is a document.
const SHAPES: &str = "formwork.shapes";
/// What is written about a rule: its argument is the name.
const EXPLAIN: &str = "formwork.explain";

/// The commands that the server has.
pub(super) const ALL: [&str; 3] = [lens::COMMAND, SHAPES, EXPLAIN];

pub(super) fn execute(state: &State, params: &Value) -> Answer {
    let argument = params["arguments"][0].as_str();
    match params["command"].as_str() {
        Some(lens::COMMAND) => lens::execute(state, params),
        Some(SHAPES) => {
            let path = argument.and_then(uri::to_path).ok_or("the argument is a URI")?;
            let program = state.world.program(&path);
            let options = ShapesOptions { program, ..ShapesOptions::default() };
            let found = shapes(&path, &options).map_err(|error| error.to_string())?;
            Ok(json!(found.listing(false)))
        }
        Some(EXPLAIN) => {
            let rule = argument.ok_or("the argument is the name of a rule")?;
            let text = explain(rule).ok_or_else(|| format!("there is no rule '{rule}'"))?;
            Ok(json!(text))
        }
        _ => Err(format!("there is no command {}", params["command"])),
    }
}
