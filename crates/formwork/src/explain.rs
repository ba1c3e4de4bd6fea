//! `formwork explain`

use std::fmt::Write as _;
use std::process::ExitCode;

use formwork_driver::{explain, rules};

use crate::arguments::ExplainArguments;
use crate::{complain, exit, write_results};

pub(crate) fn run(arguments: &ExplainArguments) -> ExitCode {
    let text = match &arguments.code {
        Some(code) => match explain(code) {
            Some(page) => page.to_owned(),
            None => {
                complain(&format!("no rule is called '{code}': `formwork explain` lists them"));
                return exit::usage();
            }
        },
        None => rules().into_iter().fold(String::new(), |mut out, (code, id, title)| {
            let _ = writeln!(out, "{id}  {code:<22}  {title}");
            out
        }),
    };
    if write_results(text.as_bytes()) { exit::FINE } else { exit::usage() }
}
