//! What packages ship beside the program and what is made of its arguments: completions for shells,
//! and manual pages.

use std::path::Path;

use clap::{Command, CommandFactory as _};
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
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    for command in commands.chain([&program]) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        man_page(command)
            .and_then(|page| formwork_driver::write_file(&path, page.as_bytes()))
            .map_err(|error| Complaint::new(format!("{}: {error}", path.display())))?;
    }
    Ok(exit::FINE)
}

/// The manual page of a command. What stands below its options is laid out already.
fn man_page(command: &Command) -> std::io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    Ok(match page.split_once("\n.SH EXTRA\n") {
        None => page.into_owned(),
        Some((before, after)) => {
            let (examples, rest) = after.split_once("\n.SH ").unwrap_or((after, ""));
            let examples = examples.strip_prefix("Examples:\n").unwrap_or(examples);
            format!("{before}\n.SH EXAMPLES\n.nf\n{examples}\n.fi\n.SH {rest}")
        }
    })
}
