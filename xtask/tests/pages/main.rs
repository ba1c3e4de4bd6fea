//! The pages of the repository: links lead somewhere, files that are named exist, the book is built
//! without a warning, and what is generated is not stale. Whether its programs and commands do what
//! is written is tested in `crates/formwork/tests/book.rs`.
#![expect(clippy::disallowed_methods, reason = "the test reads the repository")]

mod links;

use std::path::{Path, PathBuf};
use std::process::Command;

use formwork_mdtest::{inline_code, markdown_files, prose};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the root").to_path_buf()
}

/// All pages that people read.
fn pages() -> Vec<PathBuf> {
    let mut pages = markdown_files(&root().join("docs"));
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        pages.push(root().join(name));
    }
    pages.push(root().join("examples/README.md"));
    pages
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn files_that_are_named_exist() {
    let rooms = ["docs/", "examples/", "crates/", "xtask/", "editors/", "bench/"];
    let mut problems = Vec::new();
    // What the changelog tells of an older version may be gone.
    for path in pages().into_iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        let text = read(&path);
        for (number, line) in prose(&text) {
            for code in inline_code(line) {
                let is_path = rooms.iter().any(|room| code.starts_with(room))
                    && !code.contains([' ', '*', '<', '…', '(', ':']);
                let placeholder = code
                    .split(['/', '.'])
                    .any(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase()));
                if is_path && !placeholder && !root().join(code).exists() {
                    problems.push(format!("{}:{number}: `{code}`", path.display()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_page_is_in_the_summary_once() {
    let source = root().join("docs/book/src");
    let summary = read(&source.join("SUMMARY.md"));
    let mut problems = Vec::new();
    for page in markdown_files(&source) {
        let name = page.strip_prefix(&source).expect("it is below").to_string_lossy().into_owned();
        let count = summary.matches(&format!("({name})")).count();
        if name != "SUMMARY.md" && count != 1 {
            problems.push(format!("{name}: {count} times"));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn the_readme_fits_on_a_screen() {
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= 70, "{lines} lines: what is more belongs into the book");
}

#[test]
fn the_book_is_built_without_a_warning() {
    if Command::new("mdbook").arg("--version").output().is_err() {
        println!("skipped: no mdbook");
        return;
    }
    let out = std::env::temp_dir().join(format!("formwork-{}-book", std::process::id()));
    let built = Command::new("mdbook")
        .arg("build")
        .arg(root().join("docs/book"))
        .arg("--dest-dir")
        .arg(&out)
        .output()
        .expect("mdbook starts");
    let said = String::from_utf8_lossy(&[built.stdout, built.stderr].concat()).into_owned();
    assert!(built.status.success(), "{said}");
    let loud = ["WARN", "ERROR"].iter().any(|level| said.contains(level));
    assert!(!loud, "{said}");
    let problems = links::anchors_in_html(&out);
    let _ = std::fs::remove_dir_all(&out);
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn what_is_generated_is_not_stale() {
    for chore in ["book", "results", "pictures"] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args([chore, "--check"])
            .output()
            .expect("the chore starts");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{said}");
    }
}
