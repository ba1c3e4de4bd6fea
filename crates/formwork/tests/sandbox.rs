//! `formwork run --sandbox`: nothing outside of the working folder is read or written, and nothing is
//! started, by whichever function; what is inside works as without it.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A new folder with a working folder and a secret beside it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path =
            std::env::temp_dir().join(format!("formwork-sandbox-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("work")).expect("it can be made");
        std::fs::write(path.join("secret.txt"), "1 2\n").expect("it can be written");
        std::fs::write(path.join("work/own.txt"), "3 4\n").expect("it can be written");
        Place(path)
    }

    /// What a program prints in the working folder.
    fn run(&self, program: &str, options: &[&str]) -> String {
        std::fs::write(self.0.join("work/program.m"), program).expect("it can be written");
        let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .arg("run")
            .args(options)
            .arg("program.m")
            .current_dir(self.0.join("work"))
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program that tries each statement and says how it ended.
fn trying(statements: &[String]) -> String {
    let mut program = String::from("x = 1; s.a = 1;\n");
    for statement in statements {
        program.push_str(&format!(
            "try\n  {statement}\n  disp('DONE');\ncatch e\n  disp(e.message);\nend\n"
        ));
    }
    program
}

/// What reaches out: with `%` in place of a path outside.
const REACHING: [&str; 49] = [
    "f = fopen('%', 'r');",
    "f = fopen('%', 'w');",
    "f = fopen('%', 'a');",
    "f = fopen('%', 'r+');",
    "t = fileread('%');",
    "m = csvread('%');",
    "m = dlmread('%', ' ');",
    "m = load('%');",
    "load('%');",
    "save('%', 'x');",
    "save('-v7', '%', 'x');",
    "save('-append', '%', 'x');",
    "save('%', '-struct', 's');",
    "csvwrite('%', 1);",
    "dlmwrite('%', 1);",
    "dlmwrite('%', 1, '-append');",
    "delete('%');",
    "[e, m] = unlink('%');",
    "[e, m] = rename('%', 'stolen.txt');",
    "[e, m] = rename('own.txt', '%');",
    "[e, m] = copyfile('%', 'stolen.txt');",
    "[e, m] = copyfile('own.txt', '%');",
    "[e, m] = movefile('%', 'stolen.txt');",
    "[e, m] = movefile('own.txt', '%');",
    "[e, m] = mkdir('%.d');",
    "[e, m] = rmdir('%');",
    "[e, m] = rmdir('%', 's');",
    "n = readdir('%');",
    "n = dir('%');",
    "n = ls('%');",
    "n = glob('%*');",
    "n = stat('%');",
    "n = lstat('%');",
    "n = isfile('%');",
    "n = canonicalize_file_name('%');",
    "cd('%');",
    "[f, n, m] = mkstemp('%XXXXXX');",
    "source('%');",
    "run('%');",
    "addpath('%');",
    "p = genpath('%');",
    "diary('%');",
    "n = type('%');",
    "n = what('%');",
    "d = importdata('%');",
    "warning('off', 'all'); d = textread('%');",
    "save('-v4', '%', 'x');",
    "evalc(\"source('%')\");",
    "f = file_in_path('.', '%');",
];

/// What starts something.
const STARTING: [&str; 6] = [
    "[s, o] = system('echo out > started');",
    "system('echo out > started');",
    "[s, o] = unix('echo out > started');",
    "f = popen('echo out > started', 'r');",
    "f = popen('cat > started', 'w');",
    "system('echo out > started', false);",
];

#[test]
fn nothing_outside_is_touched() {
    let place = Place::new("outside");
    #[cfg(unix)]
    std::os::unix::fs::symlink(place.path("secret.txt"), place.path("work/link.txt"))
        .expect("a link can be made");
    let mut ways = vec![
        place.path("secret.txt").to_string_lossy().into_owned(),
        "../secret.txt".to_owned(),
        "./nothing/../../secret.txt".to_owned(),
    ];
    if cfg!(unix) {
        ways.push("../work/../secret.txt".to_owned());
    }
    for way in ways {
        let statements: Vec<String> =
            REACHING.iter().map(|statement| statement.replace('%', &way)).collect();
        let printed = place.run(&trying(&statements), &["--sandbox"]);
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), statements.len(), "{way}:\n{printed}");
        for (statement, line) in statements.iter().zip(lines) {
            // A pattern finds nothing behind a folder that is not there.
            let finds_nothing = statement.contains("glob") && way.contains("nothing");
            assert!(finds_nothing || line.contains("the sandbox refuses"), "{statement}: {line}");
        }
    }
    check_untouched(&place);
}

fn check_untouched(place: &Place) {
    let text = std::fs::read_to_string(place.path("secret.txt")).expect("it is still there");
    assert_eq!(text, "1 2\n");
    let mut names: Vec<String> = std::fs::read_dir(&place.0)
        .expect("it is a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["secret.txt", "work"]);
    assert!(!place.path("work/stolen.txt").exists());
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    let place = Place::new("links");
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, place.path(name)).expect("a link can be made");
    };
    link(&place.path("secret.txt"), "work/file");
    link(&place.0, "work/up");
    link(&place.path("new.txt"), "work/lost");
    let statements: Vec<String> = [
        "t = fileread('file');",
        "f = fopen('file', 'w');",
        "t = fileread('up/secret.txt');",
        "save('up/new.txt', 'x');",
        "f = fopen('lost', 'w');",
        "cd('up');",
        "n = dir('up');",
        "[e, m] = copyfile('own.txt', 'lost');",
        "[e, m] = rmdir('up', 's');",
    ]
    .map(str::to_owned)
    .to_vec();
    let printed = place.run(&trying(&statements), &["--sandbox"]);
    for (statement, line) in statements.iter().zip(printed.lines()) {
        assert!(line.contains("the sandbox refuses"), "{statement}: {line}");
    }
    check_untouched(&place);
}

#[test]
fn nothing_is_started() {
    let place = Place::new("started");
    let statements: Vec<String> = STARTING.map(str::to_owned).to_vec();
    let printed = place.run(&trying(&statements), &["--sandbox"]);
    for (statement, line) in statements.iter().zip(printed.lines()) {
        assert!(line.contains("the sandbox refuses starting a process"), "{statement}: {line}");
    }
    assert!(!place.path("work/started").exists());
}

#[test]
fn what_is_inside_works() {
    let place = Place::new("inside");
    let program = "x = load('own.txt'); disp(x)\n\
        mkdir('d'); save('d/v.mat', '-v7', 'x'); clear x; load('d/v.mat'); disp(x)\n\
        f = fopen('d/../d/new.txt', 'w'); fputs(f, 'text'); fclose(f); disp(fileread('d/new.txt'))\n\
        name = tempname(); f = fopen(name, 'w'); fputs(f, 'kept'); fclose(f); disp(fileread(name))\n\
        disp(isfile(name)), delete('d/new.txt'); disp(exist('d/new.txt'))\n\
        cd('d'); disp(isfile('v.mat')), cd('..'); disp(isfolder('d'))\n\
        setenv('A', 'b'); disp(getenv('A'))\n";
    let printed = place.run(program, &["--sandbox"]);
    assert_eq!(printed, "   3   4\n   3   4\ntext\nkept\n1\n0\n1\n1\nb\n");
}

#[test]
fn the_folder_for_what_does_not_last_is_removed() {
    let place = Place::new("temporary");
    let printed = place.run("disp(tempdir())\n", &["--sandbox"]);
    let folder = Path::new(printed.trim());
    assert!(folder.is_absolute() && !folder.exists(), "{printed}");
}

#[test]
fn without_a_sandbox_it_is_done() {
    let place = Place::new("free");
    let program = "disp(fileread('../secret.txt')), [s, o] = system('echo hi'); disp(o)\n";
    assert_eq!(place.run(program, &[]), "1 2\n\nhi\n\n");
}

#[cfg(unix)]
#[test]
fn links_lead_to_no_functions_outside() {
    use std::os::unix::fs::symlink;

    let place = Place::new("linked-functions");
    let outside = place.path("outside");
    for folder in ["@Made", "+pack", "inner"] {
        std::fs::create_dir_all(outside.join(folder)).expect("it can be made");
    }
    let text = "function out ()\n  disp ('ESCAPED');\nend\n";
    for file in ["out.m", "+pack/out.m", "@Made/Made.m"] {
        std::fs::write(outside.join(file), text).expect("it can be written");
    }
    std::fs::write(outside.join("script.m"), "disp ('ESCAPED');\n").expect("it can be written");
    for name in ["out.m", "script.m", "@Made", "+pack", "inner"] {
        symlink(outside.join(name), place.path("work").join(name)).expect("a link");
    }
    let statements =
        ["out ()", "script", "Made ()", "pack.out ()", "feval ('out')", "x = genpath ('.')"];
    let program = trying(&statements.map(str::to_owned));
    let printed = place.run(&program, &["--sandbox"]);
    assert!(!printed.contains("ESCAPED") && !printed.contains("inner"), "{printed}");
    assert_eq!(
        place.run(&program, &[]).matches("ESCAPED").count(),
        5,
        "without a sandbox they run"
    );
}
