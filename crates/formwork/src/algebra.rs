//! `formwork algebra`

use formwork_driver::{AlgebraVerdict, Semantics, algebra, algebra_tables};

use crate::arguments::{AlgebraArguments, Shared};
use crate::output::{CommandResult, Complaint, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &AlgebraArguments) -> CommandResult {
    let asked = shared.semantics.map(Semantics::from);
    let Some(identity) = &arguments.identity else {
        let both = [Semantics::Expand, Semantics::Strict];
        for semantics in both.into_iter().filter(|one| asked.is_none_or(|asked| asked == *one)) {
            if !write_results(format!("{}\n", algebra_tables(semantics)).as_bytes()) {
                return Ok(exit::usage());
            }
        }
        return Ok(exit::FINE);
    };
    let semantics = asked.unwrap_or(Semantics::Expand);
    let answer =
        algebra(identity, semantics, shared.dialect.unwrap_or_default()).map_err(Complaint::new)?;
    if !write_results(format!("{}\n", answer.text).as_bytes()) {
        return Ok(exit::usage());
    }
    Ok(match answer.verdict {
        AlgebraVerdict::Holds => exit::FINE,
        AlgebraVerdict::Fails => exit::findings(),
        AlgebraVerdict::Unknown => exit::usage(),
    })
}
