//! Findings that a project has and does not want to hear of again.

use crate::{BUG, Folder, GROWING};

fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("src/bug.m", BUG);
    folder.write("grows.m", GROWING);
    folder
}

const USE: [&str; 3] = ["--baseline", "known.json", "."];
const UPDATE: [&str; 4] = ["--baseline", "known.json", "--update-baseline", "."];
const PRUNE: [&str; 4] = ["--baseline", "known.json", "--prune-baseline", "."];

#[test]
fn hides_what_is_known_wherever_it_moves() {
    let folder = project("baseline");
    let written = folder.check(&UPDATE);
    assert_eq!(written.status, Some(0), "{written:?}");
    assert!(written.stderr.contains("known.json: 2 findings in the baseline"), "{written:?}");
    let checked = folder.check(&USE);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    assert!(checked.stdout.contains("nothing found; 2 findings hidden by the baseline"));
    // Lines that move, and blanks in them.
    folder.write("src/bug.m", &format!("% What it is.\n\n{}", BUG.replace("c = A", "  c  = A")));
    assert_eq!(folder.found(&USE), [""; 0]);
    // The same once more is new, and so is another line.
    folder.write("src/bug.m", &format!("function f()\n{BUG}end\nfunction g()\n{BUG}end\n"));
    let shapes = [&["--select", "FW1"], &USE[..]].concat();
    assert_eq!(folder.found(&shapes), ["src/bug.m:9 inner-extent"]);
    folder.write("src/bug.m", &BUG.replace("c = A", "d = A"));
    assert_eq!(folder.found(&USE), ["src/bug.m:3 inner-extent"]);
    let checked = folder.check(&USE);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(checked.stdout.contains("1 entry of the baseline is stale"), "{checked:?}");
    // Another format says it elsewhere.
    let concise = folder.check(&[&["--output-format", "concise"], &USE[..]].concat());
    assert!(concise.stderr.contains("1 finding hidden by the baseline"), "{concise:?}");
    let json = folder.check(&[&["--output-format", "json"], &USE[..]].concat()).json();
    assert_eq!(json["summary"]["hidden"]["baseline"], 1);
    assert_eq!(json["summary"]["stale_baseline_entries"], 1);
}

#[test]
fn is_a_file_that_people_can_read() {
    let folder = project("baseline-file");
    folder.check(&UPDATE);
    let text = folder.read("known.json");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7, "a line for each: {text}");
    assert!(lines[3].contains("\"path\":\"grows.m\""), "sorted: {text}");
    assert!(lines[4].contains("\"text\":\"c = A*b;\""), "{text}");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["version"], 1);
    assert_eq!(json["findings"][1]["path"], "src/bug.m");
    assert_eq!(json["findings"][1]["count"], 1);
    // Paths are relative to it, not to where the command is given.
    let inside = Folder(folder.0.join("src"));
    assert_eq!(inside.found(&["--baseline", "../known.json", "."]), [""; 0]);
    folder.check(&UPDATE);
    assert_eq!(folder.read("known.json"), text, "writing it again changes nothing");
}

#[test]
fn loses_what_is_found_no_more() {
    let folder = project("baseline-prune");
    folder.write("more.m", BUG);
    folder.check(&UPDATE);
    folder.write("src/bug.m", "x = 1;\ndisp(x);\n");
    std::fs::remove_file(folder.0.join("more.m")).expect("it was written");
    // What was not checked is not stale, nor are rules that are switched off.
    let part = folder.check(&["--baseline", "known.json", "grows.m"]);
    assert!(part.stdout.contains("1 entry of the baseline is stale"), "{part:?}");
    let off = folder.check(&["--ignore", "FW1", "--baseline", "known.json", "src"]);
    assert!(off.stdout.contains("1 entry of the baseline is stale"), "{off:?}");
    let all = folder.check(&USE);
    assert!(all.stdout.contains("2 entries of the baseline are stale"), "{all:?}");
    let pruned = folder.check(&PRUNE);
    assert!(pruned.stderr.contains("known.json: 2 stale entries removed"), "{pruned:?}");
    let text = folder.read("known.json");
    assert!(text.contains("grows.m") && !text.contains("bug.m"), "{text}");
    let again = folder.check(&USE);
    assert!(again.stdout.contains("nothing found; 1 finding hidden"), "{again:?}");
    // A part of the project is written without losing the rest.
    folder.write("src/bug.m", BUG);
    folder.check(&["--baseline", "known.json", "--update-baseline", "src"]);
    let text = folder.read("known.json");
    assert!(text.contains("grows.m") && text.contains("bug.m"), "{text}");
}

#[test]
fn is_named_in_the_configuration() {
    let folder = project("baseline-config");
    folder.write("formwork.toml", "[check]\nbaseline = \"ci/known.json\"\n");
    let missing = folder.check(&["."]);
    assert_eq!(missing.status, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("--update-baseline"), "{missing:?}");
    folder.write("ci/readme.txt", "");
    assert_eq!(folder.check(&["--update-baseline", "."]).status, Some(0));
    assert!(folder.read("ci/known.json").contains("../src/bug.m"));
    assert_eq!(folder.found(&["."]), [""; 0]);
}

#[test]
fn cannot_be_used_and_says_why() {
    let folder = project("baseline-wrong");
    let checked = folder.check(&USE);
    assert_eq!(checked.status, Some(2), "{checked:?}");
    let how = "known.json: there is no such baseline; `formwork check --baseline known.json \
               --update-baseline` writes one";
    assert!(checked.stderr.contains(how), "{checked:?}");
    for (text, why) in [
        ("{", "this is no baseline: EOF"),
        ("[1]", "this is no baseline"),
        ("{\"version\": 9, \"findings\": []}", "a baseline of version 9"),
        ("{\"version\": 1, \"findings\": [{\"path\": 3}]}", "at line 1 column"),
    ] {
        folder.write("known.json", text);
        let checked = folder.check(&USE);
        assert_eq!(checked.status, Some(2), "{checked:?}");
        assert!(checked.stderr.contains(why), "{text}: {checked:?}");
    }
    assert_eq!(folder.check(&UPDATE).status, Some(0), "what cannot be read is written anew");
    let which = folder.check(&["--update-baseline", "."]);
    assert_eq!(which.status, Some(2), "{which:?}");
    assert!(which.stderr.contains("which baseline?"), "{which:?}");
    let nowhere = folder.check(&["--baseline", "no/such/known.json", "--update-baseline", "."]);
    assert_eq!(nowhere.status, Some(2), "{nowhere:?}");
    assert!(nowhere.stderr.contains("the baseline cannot be written"), "{nowhere:?}");
}

/// What hides that a file was not read would hide everything in it.
#[test]
fn has_no_syntax_errors() {
    let folder = Folder::new("baseline-syntax");
    folder.write("broken.m", "x = (1;\n");
    let checked = folder.check(&UPDATE);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(checked.stderr.contains("0 findings in the baseline"), "{checked:?}");
    assert_eq!(folder.check(&USE).status, Some(1));
}

/// A missing function is told of once; the baseline has every file that calls it.
#[test]
fn has_every_call_of_a_missing_function() {
    let folder = Folder::new("baseline-once");
    for name in ["a", "b"] {
        folder.write(&format!("{name}.m"), "disp(nobody_has_this(1));\n");
    }
    assert_eq!(folder.found(&["."]), ["a.m:1 undefined-function"]);
    folder.check(&UPDATE);
    assert_eq!(folder.found(&["--baseline", "known.json", "b.m"]), [""; 0]);
    folder.write("c.m", "disp(nobody_has_this(1));\n");
    assert_eq!(folder.found(&USE), ["c.m:1 undefined-function"]);
}
