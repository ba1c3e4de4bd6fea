//! What is remembered between runs, and what makes a file be checked again.

use std::process::{Command, Stdio};

use crate::{BUG, Checked, Folder};

/// A project whose files know one another: `top` calls `middle`, which calls `leaf`; `alone` calls
/// nothing of it.
fn project(name: &str) -> Folder {
    let folder = Folder::new(&format!("cache-{name}"));
    folder.write("top.m", "function y = top ()\ny = middle (ones (3, 4));\nend\n");
    folder.write("middle.m", "function y = middle (x)\ny = leaf (x);\nend\n");
    folder.write("leaf.m", "function y = leaf (x)\ny = x * ones (4, 1);\nend\n");
    folder.write("alone.m", "function y = alone ()\ny = unheard_of (1);\nend\n");
    folder
}

impl Folder {
    fn cached(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
        command.args(["check", "--cache-dir", "cache"]).args(arguments).current_dir(&self.0);
        command
    }

    /// How many files are checked again, the others being remembered. What is found is the same as
    /// without a cache, and the next run remembers all.
    fn checked_again(&self, arguments: &[&str]) -> u64 {
        let arguments = [&["--output-format", "json"], arguments].concat();
        let run = || {
            let output = self.cached(&arguments).output().expect("it runs");
            Checked::new(&output).json()
        };
        let mut first = run();
        let mut second = run();
        let mut fresh = self.check(&arguments).json();
        let count = |json: &mut serde_json::Value| {
            let summary = json["summary"].as_object_mut().expect("an object");
            summary.remove("micros");
            let remembered = summary.remove("remembered").and_then(|count| count.as_u64());
            summary["files"].as_u64().expect("a number") - remembered.expect("a number")
        };
        let (again, after) = (count(&mut first), count(&mut second));
        count(&mut fresh);
        assert_eq!(first, fresh, "what is remembered is what is found");
        assert_eq!(second, fresh, "what is remembered is what is found");
        assert_eq!(after, 0, "all is remembered");
        again
    }

    fn remove(&self, path: &str) {
        std::fs::remove_file(self.0.join(path)).expect("it was written");
    }

    /// The files in the folder of the cache.
    fn stored(&self) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(self.0.join("cache")).expect("it was written");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("it is there").path()).collect();
        files.retain(|file| !file.ends_with(".gitignore"));
        files.sort();
        files
    }
}

#[test]
fn a_changed_file_is_checked_again_with_those_that_looked_into_it() {
    let folder = project("changed");
    assert_eq!(folder.checked_again(&["."]), 4);
    assert_eq!(folder.checked_again(&["."]), 0);
    folder.write("alone.m", "function y = alone ()\ny = unheard_of (2);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1, "nobody calls it");
    folder.write("top.m", "function y = top ()\ny = middle (ones (4, 4));\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1, "nobody calls it");
    folder.write("leaf.m", "function y = leaf (x)\ny = x * ones (5, 1);\nend\n");
    let again = folder.checked_again(&["."]);
    assert!(
        (2..=3).contains(&again),
        "it and its callers, not the file that stands alone: {again}"
    );
    // The same text again: a time alone changes nothing.
    folder.write("leaf.m", &folder.read("leaf.m"));
    assert_eq!(folder.checked_again(&["."]), 0);
}

#[test]
fn a_new_file_matters_to_those_that_looked_for_its_name() {
    let folder = project("new");
    folder.checked_again(&["."]);
    folder.write("nobody_asked.m", "function nobody_asked ()\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1, "only the new file");
    folder.write("deeper/folder/neither.m", "function neither ()\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1, "only the new file, though the path is longer");
    folder.write("unheard_of.m", "function y = unheard_of (x)\ny = ones (2, 3) * x;\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the new file and its caller");
    folder.remove("unheard_of.m");
    assert_eq!(folder.checked_again(&["."]), 1, "the caller of what is gone");
    folder.remove("nobody_asked.m");
    assert_eq!(folder.checked_again(&["."]), 0);
}

#[test]
fn a_file_that_hides_another_matters_to_those_that_meant_that() {
    let folder = project("hides");
    folder.write("lib/shared.m", "function y = shared ()\ny = ones (3, 4);\nend\n");
    folder.write("app/uses.m", "function y = uses ()\ny = shared () * ones (4, 1);\nend\n");
    folder.checked_again(&["."]);
    folder.write("app/private/shared.m", "function y = shared ()\ny = ones (3, 5);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the new file and its caller");
    folder.remove("app/private/shared.m");
    assert_eq!(folder.checked_again(&["."]), 1, "its caller");
    // A second function of a name: which is meant depends on the folder.
    folder.write("other/shared.m", "function y = shared ()\ny = ones (3, 5);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the new file and the caller");
    folder.write("third/unrelated.m", "function unrelated ()\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1, "only the new file");
    folder.remove("other/shared.m");
    assert_eq!(folder.checked_again(&["."]), 1, "the caller");
}

#[test]
fn two_new_files_of_a_name_that_was_missing_matter_to_its_caller() {
    let folder = project("ambiguous");
    folder.checked_again(&["."]);
    folder.write("one/unheard_of.m", "function y = unheard_of (x)\ny = x;\nend\n");
    folder.write("two/unheard_of.m", "function y = unheard_of (x)\ny = 2 * x;\nend\n");
    assert_eq!(folder.checked_again(&["."]), 3, "both, and the file that calls one of them");
}

#[test]
fn packages_classes_and_broken_files_are_among_what_is_asked() {
    let folder = project("kinds");
    folder.write("calls.m", "function y = calls ()\ny = tools.three () * ones (4, 1);\nend\n");
    folder.write("broken.m", "function y = broken ()\ny = ones (3, 4;\nend\n");
    folder.write("on_broken.m", "function y = on_broken ()\ny = broken () * ones (4, 1);\nend\n");
    folder.write("fields.m", "function y = fields (s)\ny = s.width * ones (4, 1);\nend\n");
    folder.checked_again(&["."]);
    folder.write("+tools/three.m", "function y = three ()\ny = ones (3, 5);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the function of the package and its caller");
    folder.write("broken.m", "function y = broken ()\ny = ones (3, 5);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "what could not be read, and its caller");
    folder.write("@box/box.m", "function b = box ()\nb = class (struct (), 'box');\nend\n");
    folder.write("@box/leaf.m", "function y = leaf (b)\ny = 1;\nend\n");
    let again = folder.checked_again(&["."]);
    assert!((3..9).contains(&again), "the class, who calls its methods: {again} files");
}

#[test]
fn texts_that_a_file_shows_look_for_names_too() {
    let folder = Folder::new("cache-contexts");
    let own = "function y = own (x)\ny = x * ones (4, 1);\nend\n%!test\n%! own (given ());\n";
    folder.write("own.m", own);
    folder.write("other.m", "function y = other ()\ny = 1;\nend\n");
    folder.checked_again(&["."]);
    folder.write("given.m", "function y = given ()\ny = ones (3, 5);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the new file and the file whose test calls it");
    folder.write("given.m", "function y = given ()\ny = ones (3, 4);\nend\n");
    assert_eq!(folder.checked_again(&["."]), 2, "the same two");
}

#[test]
fn how_files_are_read_is_part_of_what_is_remembered() {
    let folder = project("settings");
    folder.checked_again(&["."]);
    assert_eq!(folder.checked_again(&["--dialect", "matlab", "."]), 4);
    assert_eq!(folder.checked_again(&["--semantics", "strict", "."]), 4);
    assert_eq!(folder.checked_again(&["--assume", "numeric", "."]), 4);
    assert_eq!(folder.checked_again(&["."]), 0, "each has its own");
    assert_eq!(folder.checked_again(&["--ignore", "undefined-function", "."]), 0);
    folder.write("sub/formwork.toml", "dialect = \"matlab\"\n");
    folder.write("sub/inner.m", "function inner ()\nend\n");
    assert_eq!(folder.checked_again(&["."]), 1);
    folder.write("sub/formwork.toml", "dialect = \"octave\"\n");
    assert_eq!(folder.checked_again(&["."]), 1, "only those that are read in another way");
    folder.write("lib/unheard_of.m", "function y = unheard_of (x)\ny = x;\nend\n");
    assert_eq!(
        folder.checked_again(&["--exclude", "lib", "."]),
        1,
        "it can be called all the same"
    );
}

#[test]
fn a_cache_that_is_damaged_is_none() {
    let folder = project("damaged");
    folder.write("bug.m", BUG);
    folder.checked_again(&["."]);
    let [file] = &folder.stored()[..] else { panic!("one file: {:?}", folder.stored()) };
    let whole = std::fs::read(file).expect("it was written");
    let mut cases: Vec<Vec<u8>> = vec![Vec::new(), b"{}".to_vec(), b"\xFF\xFE\0\0".to_vec()];
    cases
        .extend([1, 15, 16, 17, whole.len() / 2, whole.len() - 1].map(|end| whole[..end].to_vec()));
    for at in [0, 20, whole.len() / 3, whole.len() / 2, whole.len() - 2] {
        let mut other = whole.clone();
        other[at] ^= 1;
        cases.push(other);
    }
    cases.push([&whole[..], b" "].concat());
    for case in cases {
        std::fs::write(file, &case).expect("the folder is ours");
        assert_eq!(folder.checked_again(&["."]), 5, "{} bytes", case.len());
    }
    // A folder in its place: nothing can be remembered, and nothing is lost.
    std::fs::remove_file(file).expect("it is there");
    std::fs::create_dir(file).expect("the folder is ours");
    let output = folder.cached(&["--output-format", "concise", "."]).output().expect("it runs");
    assert_eq!(Checked::new(&output).found(), folder.found(&["."]));
}

#[test]
fn processes_that_run_at_once_find_the_same() {
    let folder = project("at-once");
    folder.write("bug.m", BUG);
    for round in 0..4 {
        folder.write("changing.m", &format!("function changing ()\nx = {round};\nend\n"));
        let expected = folder.found(&["."]);
        let arguments = ["--output-format", "concise", "."];
        let spawn = |_| {
            let mut command = folder.cached(&arguments);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
        };
        let running: Vec<_> = (0..4).map(spawn).collect();
        for process in running {
            let output = process.wait_with_output().expect("it ends");
            assert_eq!(Checked::new(&output).found(), expected);
        }
    }
    assert_eq!(folder.checked_again(&["."]), 0);
    assert_eq!(folder.stored().len(), 1, "nothing is left over: {:?}", folder.stored());
}
