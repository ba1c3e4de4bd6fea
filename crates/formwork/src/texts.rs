//! What packages ship beside the program and what is made of its arguments: completions for shells,
//! and manual pages.

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::output::{CommandResult, Complaint, finish_with};

/// A script that completes the words of a command line.
pub(crate) fn completion(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "formwork", &mut script);
    Ok(finish_with(&script))
}

/// The manual page of the program or of one of its commands.
pub(crate) fn man_page(command: Option<&str>) -> CommandResult {
    let mut program = Arguments::command();
    program.build();
    let page = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => titled(command, name),
            None => return Err(Complaint::new(format!("no command is called '{name}'"))),
        },
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => Ok(finish_with(&text)),
        Err(error) => Err(Complaint::new(error.to_string())),
    }
}

/// A command under the name of its page.
fn titled(command: &Command, name: &str) -> Command {
    command.clone().display_name(format!("formwork-{name}")).bin_name(format!("formwork {name}"))
}
