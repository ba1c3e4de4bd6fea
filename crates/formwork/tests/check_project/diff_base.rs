//! Findings on lines that have changed.

use std::process::Command;

use crate::{BUG, Folder};

/// Statements that cannot work, in functions of their own.
fn bugs(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("function {name}()\n  disp(ones(3, 4)*ones(3, 1));\nend\n"))
        .collect()
}

impl Folder {
    /// Runs git there; whether it can be.
    #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
    fn git(&self, arguments: &[&str]) -> bool {
        let set = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = Command::new("git").args(set).args(arguments).current_dir(&self.0).output();
        match ran {
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "git {arguments:?}: {said}");
                true
            }
            Err(_) => {
                println!("skipped: there is no git");
                false
            }
        }
    }

    fn committed(&self) -> bool {
        self.git(&["init", "-q", "-b", "main"])
            && self.git(&["add", "-A"])
            && self.git(&["commit", "-q", "-m", "first"])
    }
}

#[test]
fn tells_what_changed() {
    let folder = Folder::new("diff-base");
    folder.write("old.m", &bugs(&["old", "other"]));
    folder.write("with blanks/f f.m", &bugs(&["f"]));
    folder.write("moved.m", &bugs(&["moved", "along", "with", "it"]));
    if !folder.committed() {
        return;
    }
    assert_eq!(folder.found(&["--diff-base", "HEAD", "."]), [""; 0]);
    assert_eq!(folder.found(&["."]).len(), 7);
    // A line that is new, one that changed, one in a file that moved, and a file git does not know.
    folder.write("old.m", &format!("% New.\n{}", bugs(&["old", "other", "added"])));
    folder.write("with blanks/f f.m", &bugs(&["f"]).replace("disp(", "disp( "));
    folder.git(&["mv", "moved.m", "to there.m"]);
    folder.write("to there.m", &bugs(&["moved", "along", "with", "it", "new"]));
    folder.write("unknown.m", &bugs(&["unknown"]));
    folder.write(".gitignore", "ignored.m\n");
    folder.write("ignored.m", &bugs(&["ignored"]));
    let expected = [
        "ignored.m:2 inner-extent",
        "old.m:9 inner-extent",
        "to there.m:14 inner-extent",
        "unknown.m:2 inner-extent",
        "with blanks/f f.m:2 inner-extent",
    ];
    assert_eq!(folder.found(&["--diff-base", "HEAD", "."]), expected);
    // From a folder of the repository the same.
    let inside = Folder(folder.0.join("with blanks"));
    assert_eq!(inside.found(&["--diff-base", "main", "."]), ["f f.m:2 inner-extent"]);
    let said = folder.check(&["--diff-base", "HEAD", "."]);
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(said.stdout.contains("6 findings on lines that have not changed"), "{said:?}");
    // Committed or not.
    folder.git(&["add", "-A"]);
    folder.git(&["commit", "-q", "-m", "second"]);
    assert_eq!(folder.found(&["--diff-base", "HEAD", "."]), ["ignored.m:2 inner-extent"]);
    assert_eq!(folder.found(&["--diff-base", "HEAD~1", "."]), expected);
}

#[test]
fn tells_what_changed_on_a_branch() {
    let folder = Folder::new("diff-base-branch");
    folder.write("a.m", &bugs(&["a"]));
    if !folder.committed() {
        return;
    }
    folder.git(&["checkout", "-q", "-b", "work"]);
    folder.write("b.m", &bugs(&["b"]));
    folder.git(&["add", "-A"]);
    folder.git(&["commit", "-q", "-m", "work"]);
    folder.git(&["checkout", "-q", "main"]);
    folder.write("a.m", "disp(1);\n");
    folder.git(&["commit", "-q", "-a", "-m", "repaired"]);
    folder.git(&["checkout", "-q", "work"]);
    // What the other branch did since is no change of this one.
    assert_eq!(folder.found(&["--diff-base", "main...", "."]), ["b.m:2 inner-extent"]);
    assert_eq!(folder.found(&["--diff-base", "main", "."]).len(), 2);
}

/// What is wrong with the text is told if anything changed in the file.
#[test]
fn tells_of_files_that_broke() {
    let folder = Folder::new("diff-base-broken");
    folder.write("broken.m", "x = (1;\n");
    folder.write("breaks.m", "y = [1\n2\n3];\ndisp(y);\nz = 1;\ndisp(z);\n");
    if !folder.committed() {
        return;
    }
    folder.write("breaks.m", "y = [1\n2\n3;\ndisp(y);\nz = 1;\ndisp(z);\n");
    let found = folder.found(&["--diff-base", "HEAD", "."]);
    assert!(!found.is_empty() && found.iter().all(|one| one.starts_with("breaks.m:")), "{found:?}");
}

#[test]
fn says_why_it_cannot() {
    let folder = Folder::new("diff-base-wrong");
    folder.write("bug.m", BUG);
    if !folder.committed() {
        return;
    }
    for revision in ["nowhere", "--output=x", ""] {
        let checked = folder.check(&[&format!("--diff-base={revision}"), "."]);
        assert_eq!(checked.status, Some(2), "{checked:?}");
        assert!(checked.stderr.contains("is no commit of the repository"), "{checked:?}");
        assert!(!folder.0.join("x").exists());
    }
    // Without git, and outside of a repository.
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["check", "--no-cache", "--diff-base", "HEAD", "."])
        .current_dir(&folder.0)
        .env("PATH", folder.0.join("nothing"))
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("git was not found; install it"), "{said}");
    let outside = std::env::temp_dir().join(format!("formwork-outside-{}", std::process::id()));
    std::fs::create_dir_all(&outside).expect("it can be made");
    std::fs::write(outside.join("bug.m"), BUG).expect("so");
    let checked = Folder(outside.clone()).check(&["--diff-base", "HEAD", "."]);
    let _ = std::fs::remove_dir_all(&outside);
    assert_eq!(checked.status, Some(2), "{checked:?}");
    assert!(checked.stderr.contains("is in no git repository"), "{checked:?}");
}
