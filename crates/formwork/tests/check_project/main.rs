//! `formwork check` in a project: which findings count, where, and how they are told.
#![expect(clippy::disallowed_methods, reason = "the tests read and write files")]

mod baseline;
mod cache;
mod diff_base;
mod exclude;
mod languages;
mod provoked;
mod sac;
mod sarif;
mod severity;
mod statistics;
mod suppress;
mod witness;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Operands that do not fit.
const BUG: &str = "A = ones(3, 4);\nb = ones(3, 1);\nc = A*b;\n";

/// An array that grows.
const GROWING: &str = "v = [];\nfor i = 1:100\n  v(end+1) = i^2;\nend\ndisp(v);\n";

/// A folder for the files of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("project-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("it can be made");
        Folder(folder)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        let parent = path.parent().expect("a file stands in a folder");
        std::fs::create_dir_all(parent).expect("the folder is ours");
        std::fs::write(path, text).expect("the folder is ours");
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.join(path)).expect("it was written")
    }

    /// Runs `formwork check` there.
    fn check(&self, arguments: &[&str]) -> Checked {
        let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(["check", "--no-cache"])
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .expect("it runs");
        Checked::new(&output)
    }

    /// The findings, each as `file:line code`, of all files.
    fn found(&self, arguments: &[&str]) -> Vec<String> {
        self.check(&[&["--output-format", "concise"], arguments].concat()).found()
    }
}

/// What the program said.
struct Checked {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Checked {
    fn new(output: &Output) -> Checked {
        Checked {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The lines of the concise format, each as `file:line code`.
    fn found(&self) -> Vec<String> {
        let lines = self.stdout.lines().filter_map(|line| {
            let mut parts = line.splitn(4, ':');
            let (file, number) = (parts.next()?, parts.next()?);
            let code = parts.nth(1)?.split_once('[')?.1.split(']').next()?;
            Some(format!("{file}:{number} {code}"))
        });
        lines.collect()
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl std::fmt::Debug for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "status {:?}\n{}\n{}", self.status, self.stdout, self.stderr)
    }
}
