//! `formwork doctor`

use std::path::{Path, PathBuf};

use formwork_driver::{DoctorOptions, doctor};

use crate::arguments::{DoctorArguments, Shared};
use crate::check::CACHE;
use crate::output::{CommandResult, exit, write_findings, write_results};

pub(crate) fn run(shared: &Shared, arguments: &DoctorArguments) -> CommandResult {
    let options = DoctorOptions {
        folder: Path::new(".").to_path_buf(),
        config: shared.config.clone(),
        dialect: shared.dialect,
        cache: PathBuf::from(CACHE),
    };
    let checkup = doctor(&options);
    let wrote = if arguments.json {
        write_results(checkup.json().as_bytes())
    } else {
        write_findings(&checkup.text())
    };
    Ok(match (wrote, checkup.is_ready()) {
        (false, _) => exit::usage(),
        (true, true) => exit::FINE,
        (true, false) => exit::findings(),
    })
}
