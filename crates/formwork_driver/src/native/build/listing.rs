//! The array IR and the loop form of what an executable would compile.

use std::fmt::Write as _;

use formwork_array::optimise::{Options as Improvements, optimise, optimise_until};
use formwork_array::print_module;
use formwork_jit::{Ahead, Planned, choose};

use super::{MatlabOptions, Result, analyse};
use crate::build::{Built, Emit, Output, ProgramError};
use crate::source::Source;

/// Lists the regions of a program.
pub(super) fn build(source: &Source, build: &Output, options: &MatlabOptions) -> Result<Built> {
    let (analysis, mut program) = analyse(source.path(), &[], options)?;
    let Ahead { planned, reasons, .. } = choose(&analysis, &mut program);
    let mut text = String::new();
    for region in &planned {
        let _ = writeln!(text, "// {}", title(region));
        match stage(region, &build.emit)? {
            Ok(stage) => text.push_str(&stage),
            Err(reason) => {
                let _ = writeln!(text, "// interpreted: {reason}");
            }
        }
        text.push('\n');
    }
    for (body, reason) in &reasons {
        let place = body.source.place(reason.span().start);
        let file = body.source.path.display();
        let _ = writeln!(text, "// {file}:{}:{}: interpreted: {reason}", place.line, place.column);
    }
    build.text(text)
}

/// Where a region stands, what it reads and what it sets.
fn title(region: &Planned) -> String {
    let Planned { candidate, body } = region;
    let region = &candidate.region;
    let line = |at: u32| body.source.place(at).line;
    let name = |slot| &body.slots[slot].name;
    let inputs: Vec<String> =
        region.inputs.iter().map(|one| format!("{} {}", one.given, name(one.slot))).collect();
    let outputs: Vec<String> =
        region.outputs.iter().map(|one| format!("{} {}", one.kind, name(one.slot))).collect();
    format!(
        "{}:{}-{}: ({}) -> ({})",
        body.source.path.display(),
        line(region.span.start),
        line(region.span.end.saturating_sub(1)),
        inputs.join(", "),
        outputs.join(", ")
    )
}

/// A region as it is at some stage; in the second place, why it does not get there.
fn stage(region: &Planned, emit: &Emit) -> Result<std::result::Result<String, String>> {
    let mut module = region.candidate.module().clone();
    match emit {
        Emit::Ir(Some(pass)) => {
            optimise_until(&mut module, pass, false).map_err(ProgramError::Usage)?;
            Ok(Ok(print_module(&module)))
        }
        Emit::Ir(None) => Ok(optimise(&mut module, false).map(|_| print_module(&module))),
        Emit::C | Emit::Loops | Emit::Mex | Emit::Executable => Ok(region
            .candidate
            .loop_form(&Improvements::default())
            .map(|module| module.to_string())),
    }
}
