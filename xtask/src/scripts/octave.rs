//! What programs print in Octave, and whether they come to their end. Each runs twice, to know
//! those that print something else each time. The answers are kept below `target/`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::Options;
use super::collect::{Program, Project};
use crate::field::process::{End, Ran, run as run_command};
use crate::files;

/// What is expected of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// It does not come to its end in Octave, or not in time.
    Fails,
    /// It prints something else each time.
    Varies,
    /// It prints this.
    Prints(String),
}

/// A copy of a project in which Octave runs its programs.
pub(super) struct Engine<'p> {
    project: &'p Project,
    copy: PathBuf,
    kept: PathBuf,
    patience: Duration,
    again: bool,
}

impl<'p> Engine<'p> {
    pub(super) fn new(project: &'p Project, patience: Duration, options: &Options) -> Engine<'p> {
        let copy = project.copy_to(&files::scratch("scripts-octave"));
        let kept = files::root().join("target/octave-verdicts/scripts").join(&project.name);
        files::make_folder(&kept);
        let again = options.again;
        Engine { project, copy, kept, patience, again }
    }

    /// What Octave makes of a program.
    pub(super) fn ask(&self, program: &Program) -> Expected {
        let name = program.file.to_string_lossy().replace('/', "+");
        let note = self.kept.join(format!("{name}.txt"));
        if note.is_file() && !self.again {
            let text = String::from_utf8_lossy(&files::read(&note)).into_owned();
            return match text.split_once('\n') {
                Some(("prints", rest)) => Expected::Prints(rest.to_owned()),
                Some(("varies", _)) => Expected::Varies,
                _ => Expected::Fails,
            };
        }
        let expected = match self.once(program).map(|first| (first, self.once(program))) {
            Some((first, Some(second))) if first == second => Expected::Prints(first),
            Some((_, Some(_))) => Expected::Varies,
            None | Some((_, None)) => Expected::Fails,
        };
        let text = match &expected {
            Expected::Fails => "fails\n".to_owned(),
            Expected::Varies => "varies\n".to_owned(),
            Expected::Prints(text) => format!("prints\n{text}"),
        };
        files::write(&note, text.as_bytes());
        expected
    }

    /// What a program prints; `None` if it does not come to its end.
    fn once(&self, program: &Program) -> Option<String> {
        let mut command = Command::new("octave-cli");
        command.args(["--norc", "-q"]);
        for folder in &self.project.folders {
            command.arg("--path").arg(self.copy.join(folder));
        }
        // Windows that are not shown are not drawn as text.
        let mut code = "set (0, 'defaultfigurevisible', 'off');\n".to_owned();
        let file = self.copy.join(&program.file).to_string_lossy().replace('\'', "''");
        code.push_str(&format!("source ('{file}');\n"));
        command.arg("--eval").arg(code);
        command.current_dir(self.copy.join(program.folder())).env_remove("DISPLAY");
        command.stdin(Stdio::null());
        let Ran { end, output, errors, .. } = run_command(command, self.patience);
        // Octave complains so when it ends with windows of gnuplot open.
        let harmless = "error: ignoring const execution_exception";
        let failed =
            errors.lines().any(|line| line.starts_with("error:") && !line.starts_with(harmless));
        (end == End::Done && !failed).then(|| String::from_utf8_lossy(&output).into_owned())
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        files::remove_folder(&self.copy);
    }
}
