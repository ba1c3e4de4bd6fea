//! `formwork run --native` and `formwork build` of MATLAB programs, from the command line.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

mod build;
mod run;

use std::path::PathBuf;
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, files: &[(&str, &str)]) -> Folder {
        let path =
            std::env::temp_dir().join(format!("formwork-native-{}-{name}", std::process::id()));
        let folder = Folder(path);
        for (file, text) in files {
            let path = folder.0.join(file);
            let parent = path.parent().expect("it is in the folder");
            std::fs::create_dir_all(parent).expect("the temporary folder can be made");
            std::fs::write(path, text).expect("the file can be written");
        }
        folder
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .env("XDG_CACHE_HOME", self.0.join("cache"))
            .env_remove("CC");
        command
    }

    fn formwork(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    fn has(&self, file: &str) -> bool {
        self.0.join(file).is_file()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[expect(clippy::print_stdout, reason = "who reads the log must see what was not tested")]
fn has_compiler(test: &str) -> bool {
    let found =
        Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {test}: there is no C compiler");
    }
    found
}

/// The same output, errors and status.
fn same(one: &Output, two: &Output) {
    assert_eq!(text(&one.stdout), text(&two.stdout));
    assert_eq!(text(&one.stderr), text(&two.stderr));
    assert_eq!(one.status.code(), two.status.code());
}

/// A program that is worth compiling.
const LONG_LOOP: &str = "s = 0;
for i = 1:200000
  s = s + mod (i, 7) / 3;
end
printf ('%.17g\\n', s)
";
