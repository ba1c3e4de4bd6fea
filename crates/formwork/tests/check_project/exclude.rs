//! Files that are left out.

use crate::{BUG, Folder};

fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    for file in ["src/main.m", "src/gen/table_gen.m", "third_party/lib/bug.m", "third_party/x.m"] {
        folder.write(file, BUG);
    }
    folder
}

/// The files in which something is found.
fn files(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let found = folder.found(arguments);
    let file = |one: &String| one.split(':').next().unwrap_or_default().to_owned();
    found.iter().map(file).collect()
}

#[test]
fn by_the_configuration_and_by_the_command_line() {
    let folder = project("exclude");
    assert_eq!(files(&folder, &["."]).len(), 4);
    folder.write("formwork.toml", "[check]\nexclude = [\"third_party/**\"]\n");
    assert_eq!(files(&folder, &["."]), ["src/gen/table_gen.m", "src/main.m"]);
    // Patterns are relative to the configuration, wherever the command is given.
    assert_eq!(files(&folder, &["src"]), ["src/gen/table_gen.m", "src/main.m"]);
    assert_eq!(files(&folder, &["--exclude", "*_gen.m", "."]), ["src/main.m"]);
    let both = ["--exclude", "src/gen/", "--exclude", "main.m", "."];
    assert_eq!(files(&folder, &both), [""; 0]);
    folder.write("formwork.toml", "[check]\ninclude = [\"src/*.m\"]\n");
    assert_eq!(files(&folder, &["."]), ["src/main.m"]);
    folder.write("formwork.toml", "[check]\nexclude = [\"*.m\", \"!x.m\"]\n");
    assert_eq!(files(&folder, &["."]), ["third_party/x.m"]);
    // The configuration nearest to a file counts.
    folder.write("formwork.toml", "[check]\nexclude = [\"main.m\"]\n");
    folder.write("third_party/formwork.toml", "[check]\nexclude = [\"/x.m\"]\n");
    assert_eq!(files(&folder, &["."]), ["src/gen/table_gen.m", "third_party/lib/bug.m"]);
}

#[test]
fn files_that_are_named_are_checked() {
    let folder = project("exclude-named");
    folder.write("formwork.toml", "[check]\nexclude = [\"third_party\"]\n");
    let named = ["third_party/x.m", "src/main.m"];
    assert_eq!(files(&folder, &named), ["third_party/x.m", "src/main.m"]);
    assert_eq!(files(&folder, &[&["--force-exclude"], &named[..]].concat()), ["src/main.m"]);
    let nothing = folder.check(&["--force-exclude", "third_party/x.m"]);
    assert_eq!(nothing.status, Some(0), "{nothing:?}");
    assert!(nothing.stderr.contains("nothing to check: 1 file excluded"), "{nothing:?}");
    let nothing = folder.check(&["third_party"]);
    assert_eq!(nothing.status, Some(2), "{nothing:?}");
    assert!(nothing.stderr.contains("nothing to check: 2 files excluded"), "{nothing:?}");
    // From another folder the same holds.
    let above = Folder(folder.0.join("src"));
    assert_eq!(files(&above, &["../third_party/x.m"]), ["../third_party/x.m"]);
    assert_eq!(files(&above, &["--force-exclude", "../third_party/x.m", "main.m"]), ["main.m"]);
}

/// Who leaves a library out still calls it.
#[test]
fn functions_of_files_that_are_left_out_are_known() {
    let folder = Folder::new("exclude-known");
    folder.write("main.m", "disp(helper(2));\n");
    folder.write("lib/helper.m", "function y = helper(x)\n  y = x*2; z = 1;\nend\n");
    assert_eq!(folder.found(&["--exclude", "lib", "."]), [""; 0]);
    // A copy that is left out does not make the one that is checked ambiguous: its failure is told where it is.
    folder.write("src/helper.m", "function y = helper(x)\n  y = ones(2, 3)*x;\nend\n");
    folder.write("main.m", "disp(helper(ones(4, 1)));\n");
    let found = folder.found(&["--exclude", "/lib", "."]);
    assert!(found.iter().any(|one| one.starts_with("src/helper.m:2 ")), "{found:?}");
}

#[test]
fn what_is_no_pattern_is_told() {
    let folder = project("exclude-wrong");
    let checked = folder.check(&["--exclude", "a[", "."]);
    assert_eq!(checked.status, Some(2), "{checked:?}");
    assert!(checked.stderr.contains("--exclude: 'a[' is no pattern"), "{checked:?}");
    folder.write("formwork.toml", "[check]\nexclude = [\"a{\"]\n");
    let checked = folder.check(&["."]);
    assert_eq!(checked.status, Some(2), "{checked:?}");
    assert!(checked.stderr.contains("formwork.toml: [check] exclude: 'a{'"), "{checked:?}");
    folder.write("formwork.toml", "[check]\nexclude = 3\n");
    let checked = folder.check(&["."]);
    assert_eq!(checked.status, Some(2), "{checked:?}");
    assert_eq!(checked.stderr.matches("expected a sequence").count(), 1, "{checked:?}");
}
