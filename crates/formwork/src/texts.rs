//! What packages ship beside the program and what is made of its arguments: completions for shells,
//! and manual pages.

use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::output::{CommandResult, Complaint, exit, finish_with};

/// A script that completes the words of a command line.
pub(crate) fn completion(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "formwork", &mut script);
    Ok(finish_with(&script))
}

/// The manual pages of the program and its commands, in a folder.
pub(crate) fn man_pages(folder: &Path) -> CommandResult {
    clap_mangen::generate_to(Arguments::command(), folder)
        .map(|()| exit::FINE)
        .map_err(|error| Complaint::new(format!("{}: {error}", folder.display())))
}
