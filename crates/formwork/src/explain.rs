//! `formwork explain`

use std::fmt::Write as _;

use formwork_driver::{closest_rule, explain, rules};

use crate::arguments::ExplainArguments;
use crate::output::{CommandResult, Complaint, finish_with};

pub(crate) fn run(arguments: &ExplainArguments) -> CommandResult {
    let text = match &arguments.code {
        Some(code) => match explain(code) {
            Some(page) => page.to_owned(),
            None => {
                let meant = closest_rule(code)
                    .map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
                return Err(Complaint::new(format!(
                    "no rule is called '{code}': `formwork explain` lists them{meant}"
                )));
            }
        },
        None => rules().into_iter().fold(String::new(), |mut out, (code, id, title)| {
            let _ = writeln!(out, "{id}  {code:<22}  {title}");
            out
        }),
    };
    Ok(finish_with(text.as_bytes()))
}
