//! The markdown tests: `sac` blocks are programs; `printed`, `errors`, `value` and `ir`
//! blocks below them say what must come out.

use std::fmt::Write as _;

use formwork_array::eval::{Budget, eval_function};
use formwork_array::ir::Module;
use formwork_array::optimise::{Report, find_pass, optimise, run_passes};
use formwork_array::{Diagnostic, print_module, read_module, verify};
use formwork_mdtest::{Case, Report as CaseReport};

fn value_of(module: &Module) -> String {
    let Some(main) = module.find("main") else { return "there is no main\n".to_owned() };
    match eval_function(module, main, Vec::new(), Budget::default()) {
        Ok(results) => results.iter().fold(String::new(), |mut text, array| {
            let _ = writeln!(text, "{array}");
            text
        }),
        Err(failure) => format!("{failure}\n"),
    }
}

fn check_passes(
    module: &Module,
    passes: Option<&str>,
    outcome: &mut CaseReport,
) -> (Module, Report) {
    let mut module = module.clone();
    let report = match passes {
        Some(list) => {
            let passes: Vec<_> = list
                .split(',')
                .map(|name| find_pass(name).unwrap_or_else(|| panic!("there is no pass `{name}`")))
                .collect();
            run_passes(&mut module, &passes, true)
        }
        None => optimise(&mut module, true),
    };
    let report = report.unwrap_or_else(|message| {
        outcome.fail(message);
        Report::default()
    });
    (module, report)
}

/// Reads a program; what it prints reads back.
fn read(case: &Case, text: &str, outcome: &mut CaseReport) -> Result<Module, Vec<Diagnostic>> {
    let read = read_module(text);
    match &read {
        Ok(read) => {
            if let Err(message) = verify(read) {
                outcome.fail(message);
            }
            let printed = print_module(read);
            match read_module(&printed) {
                Ok(again) if print_module(&again) == printed => {}
                Ok(again) => outcome.fail(format!(
                    "printing is not stable:\n{printed}\n---\n{}",
                    print_module(&again)
                )),
                Err(errors) => {
                    outcome.fail(format!("does not read back: {errors:?}\n{printed}"));
                }
            }
        }
        Err(errors) => {
            if case.block("errors").is_none() {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                outcome.fail(format!("does not read:\n{}", lines.join("\n")));
            }
        }
    }
    read
}

fn check(case: &Case) -> CaseReport {
    let mut outcome = CaseReport::new();
    let mut module = None;
    for (number, block) in case.blocks.iter().enumerate() {
        match block.language.as_str() {
            "sac" => module = Some(read(case, &block.text, &mut outcome)),
            "errors" => {
                let text = match &module {
                    Some(Err(errors)) => errors.iter().fold(String::new(), |mut text, error| {
                        let _ = writeln!(text, "{error}");
                        text
                    }),
                    _ => "none\n".to_owned(),
                };
                outcome.generate(number, text);
            }
            "printed" => {
                if let Some(Ok(module)) = &module {
                    outcome.generate(number, print_module(module));
                }
            }
            "value" => {
                if let Some(Ok(module)) = &module {
                    let value = value_of(module);
                    let (optimised, _) = check_passes(module, None, &mut outcome);
                    let after = value_of(&optimised);
                    if after != value {
                        outcome.fail(format!(
                            "optimised, it gives {after}{}",
                            print_module(&optimised)
                        ));
                    }
                    outcome.generate(number, value);
                }
            }
            "ir" => {
                if let Some(Ok(module)) = &module {
                    let (optimised, _) =
                        check_passes(module, block.argument("passes"), &mut outcome);
                    if module.find("main").is_some() && value_of(module) != value_of(&optimised) {
                        outcome.fail(format!(
                            "{} became {}",
                            value_of(module),
                            value_of(&optimised)
                        ));
                    }
                    outcome.generate(number, print_module(&optimised));
                }
            }
            "report" => {
                if let Some(Ok(module)) = &module {
                    let (_, report) = check_passes(module, None, &mut outcome);
                    outcome.generate(number, report.to_string());
                }
            }
            other => outcome.fail(format!("what is a `{other}` block?")),
        }
    }
    outcome
}

#[test]
fn markdown() {
    formwork_mdtest::run(concat!(env!("CARGO_MANIFEST_DIR"), "/mdtests"), check);
}
