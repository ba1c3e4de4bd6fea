//! `formwork check`: the gallery of shape bugs, the examples of every rule, the formats,
//! the exit codes, and what is no program at all.
#![expect(clippy::disallowed_methods, reason = "the tests read and write files")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use formwork_driver::{
    CheckOptions, Found, Level, check_file_by_steps, check_files, explain, rules,
};

/// Where the gallery is.
fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gallery")
}

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    folder
}

/// Severity, line and code of what is found in a file.
fn found(file: &Path) -> Vec<(Level, u32, String)> {
    let report = check_files(&[file.to_path_buf()], &CheckOptions::default());
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let checked = &report.files[0];
    let line = |at: u32| checked.source.line_column(at).line;
    checked.found.iter().map(|one| (one.level, line(one.span.0), one.code.clone())).collect()
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "m"))
        .collect();
    files.sort();
    files
}

#[test]
fn bugs_of_the_gallery_are_found_and_fixed_programs_are_clean() {
    let (mut bugs, mut caught, mut wrong) = (0, 0, Vec::new());
    let entries = std::fs::read_dir(gallery()).expect("the gallery is there");
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    for case in cases {
        let name = case.file_name().expect("it has one").to_string_lossy().into_owned();
        for file in programs(&case.join("buggy")) {
            bugs += 1;
            let text = std::fs::read_to_string(&file).expect("it is text");
            let (line, code) = expected(&text).expect("one line says what is wrong with it");
            let all = found(&file);
            if all.contains(&(Level::Error, line, code.clone())) {
                caught += 1;
            } else {
                wrong.push(format!("{name}: no {code} in line {line}: {all:?}"));
            }
        }
        for file in programs(&case.join("fixed")) {
            let all: Vec<_> =
                found(&file).into_iter().filter(|(level, ..)| *level != Level::Note).collect();
            assert!(all.is_empty(), "{name} is fixed, and yet: {all:?}");
        }
    }
    assert!(bugs >= 60, "only {bugs} bugs");
    assert!(caught >= 65, "only {caught} of {bugs}:\n{}", wrong.join("\n"));
}

/// The line that `%? error[code]` marks, and the code.
fn expected(text: &str) -> Option<(u32, String)> {
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let (_, mark) = line.split_once("%? error[")?;
        Some((number, mark.trim_end().trim_end_matches(']').to_owned()))
    })
}

#[test]
fn every_rule_is_documented_and_its_examples_are_true() {
    let folder = folder("examples");
    for (code, id, title) in rules() {
        let page = explain(code).expect("every rule has a page");
        assert_eq!(explain(id), Some(page), "{id} is another name of it");
        assert!(!title.is_empty(), "{code} has no title");
        let blocks: Vec<&str> = page
            .split("```matlab\n")
            .skip(1)
            .map(|rest| rest.split("```").next().unwrap_or_default())
            .collect();
        let [bad, good] = blocks[..] else { panic!("{code} has no two examples") };
        let line: u32 = page
            .split("Line ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .and_then(|number| number.parse().ok())
            .expect("the page says in which line it is found");
        let file = folder.join("demo.m");
        std::fs::write(&file, bad).expect("it can be written");
        let all = found(&file);
        let there = all.iter().any(|(_, at, what)| *at == line && what == code);
        assert!(there, "{code} is not found in line {line} of its example: {all:?}");
        std::fs::write(&file, good).expect("it can be written");
        let all = found(&file);
        assert!(all.iter().all(|(_, _, what)| what != code), "{code} where it is not: {all:?}");
    }
    assert_eq!(explain("no-such-rule"), None);
}

fn formwork(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["check", "--no-cache"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs")
}

const BUG: &str = "A = ones(3, 4);\nb = ones(3, 1);\nc = A*b;\n";

#[test]
fn formats_are_what_tools_read() {
    let folder = folder("formats");
    std::fs::write(folder.join("bug.m"), BUG).expect("it can be written");
    let run = |format: &str| {
        let output = formwork(&["--output-format", format, "bug.m"], &folder);
        assert_eq!(output.status.code(), Some(1), "{format}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let full = run("full");
    assert!(full.contains("double 3x4") && full.contains("b is double 3x1"), "{full}");
    assert!(full.contains("operator *: nonconformant arguments (op1 is 3x4, op2 is 3x1)"));
    let concise = run("concise");
    assert!(concise.starts_with("bug.m:3:5: error[inner-extent] "), "{concise}");
    assert!(concise.contains("3x4") && concise.contains("3x1"), "{concise}");
    let json: serde_json::Value = serde_json::from_str(&run("json")).expect("it is JSON");
    let one = &json["diagnostics"][0];
    assert_eq!(one["code"], "inner-extent");
    assert_eq!(one["id"], "FW102");
    assert_eq!(one["severity"], "error");
    assert_eq!((one["line"].as_u64(), one["column"].as_u64()), (Some(3), Some(5)));
    assert_eq!(json["summary"]["errors"], 1);
    let sarif: serde_json::Value = serde_json::from_str(&run("sarif")).expect("it is JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(result["ruleId"], "inner-extent");
    let index = result["ruleIndex"].as_u64().expect("it has one") as usize;
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], "inner-extent");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "bug.m");
    assert_eq!(place["region"]["startLine"], 3);
    let github = run("github");
    let wanted = "::error title=formwork (inner-extent),file=bug.m,line=3,endLine=3,col=5,";
    assert!(github.starts_with(wanted), "{github}");
    let gitlab: serde_json::Value = serde_json::from_str(&run("gitlab")).expect("it is JSON");
    assert_eq!(gitlab[0]["location"]["lines"]["begin"], 3);
    let junit = run("junit");
    assert!(junit.contains("<failure type=\"error\""), "{junit}");
}

/// What SARIF 2.1.0 demands of the objects that are written.
#[test]
fn sarif_has_what_its_standard_demands() {
    let folder = folder("sarif");
    std::fs::write(folder.join("bug.m"), BUG).expect("it can be written");
    std::fs::write(folder.join("broken one.m"), "x = (1;\n").expect("it can be written");
    let output = formwork(&["--output-format", "sarif", "."], &folder);
    let text = String::from_utf8(output.stdout).expect("it is text");
    let sarif: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let runs = sarif["runs"].as_array().expect("there are runs");
    assert_eq!(runs.len(), 1);
    let driver = &runs[0]["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().expect("there are rules");
    let mut ids: Vec<&str> = rules.iter().map(|rule| text_of(&rule["id"])).collect();
    for rule in rules {
        text_of(&rule["shortDescription"]["text"]);
        text_of(&rule["help"]["text"]);
    }
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "rules are listed once");
    let kinds = ["utf16CodeUnits", "unicodeCodePoints"];
    assert!(kinds.contains(&text_of(&runs[0]["columnKind"])));
    let results = runs[0]["results"].as_array().expect("there are results");
    assert!(results.len() >= 2, "{text}");
    for result in results {
        text_of(&result["message"]["text"]);
        assert!(["none", "note", "warning", "error"].contains(&text_of(&result["level"])));
        let id = text_of(&result["ruleId"]);
        if let Some(index) = result["ruleIndex"].as_u64() {
            assert_eq!(rules[index as usize]["id"], id);
        }
        let locations = result["locations"].as_array().expect("it is somewhere");
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        for location in locations.iter().chain(related) {
            let place = &location["physicalLocation"];
            let uri = text_of(&place["artifactLocation"]["uri"]);
            assert!(!uri.contains([' ', '\\']), "{uri} is no reference");
            assert_is_region(&place["region"]);
        }
        for fix in result["fixes"].as_array().into_iter().flatten() {
            for change in fix["artifactChanges"].as_array().expect("it changes something") {
                text_of(&change["artifactLocation"]["uri"]);
                for one in change["replacements"].as_array().expect("it replaces something") {
                    assert_is_region(&one["deletedRegion"]);
                }
            }
        }
    }
}

fn text_of(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn assert_is_region(region: &serde_json::Value) {
    let number = |key: &str| region[key].as_u64();
    let start = (number("startLine"), number("startColumn"));
    assert!(start.0 >= Some(1) && start.1 >= Some(1), "{region}");
    if let Some(line) = number("endLine") {
        assert!((Some(line), number("endColumn")) >= start, "{region}");
    }
}

/// A file that is repaired while it is watched is checked again.
#[test]
fn watching_checks_again_what_has_changed() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    use std::sync::mpsc;
    use std::time::Duration;

    let folder = folder("watch");
    let file = folder.join("bug.m");
    std::fs::write(&file, BUG).expect("it can be written");
    // Both go into one pipe, so that lines come in the order in which they are written.
    let (output, findings) = std::io::pipe().expect("there are pipes");
    let messages = findings.try_clone().expect("it can be shared");
    let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
    command
        .args(["check", "--watch", "--no-cache", "--output-format", "concise", "."])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(findings)
        .stderr(messages);
    let mut child = command.spawn().expect("it runs");
    drop(command);
    let (say, hear) = mpsc::channel();
    std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| say.send(line))
    });
    let until_it_watches = || {
        let mut lines: Vec<String> = Vec::new();
        while let Ok(line) = hear.recv_timeout(Duration::from_secs(60)) {
            let ready = line.contains("watching for changes");
            lines.push(line);
            if ready {
                return Some(lines.join("\n"));
            }
        }
        None
    };
    let before = until_it_watches();
    // File systems tell times apart that are some milliseconds apart.
    std::thread::sleep(Duration::from_millis(50));
    std::fs::write(&file, BUG.replace("c = A*b;", "c = A;")).expect("it can be written");
    let after = until_it_watches();
    child.kill().expect("it is still watching");
    child.wait().expect("it ends");
    let (before, after) = (before.expect("it watches"), after.expect("it watches again"));
    assert!(before.contains("inner-extent"), "{before}");
    assert!(!after.contains("inner-extent"), "{after}");
}

#[test]
fn exit_codes_and_selections() {
    let folder = folder("codes");
    std::fs::write(folder.join("bug.m"), BUG).expect("it can be written");
    let code = |arguments: &[&str]| formwork(arguments, &folder).status.code();
    assert_eq!(code(&["bug.m"]), Some(1));
    assert_eq!(code(&["bug.m", "--exit-zero"]), Some(0));
    assert_eq!(code(&["bug.m", "--ignore", "inner-extent"]), Some(0));
    assert_eq!(code(&["bug.m", "--select", "FW2"]), Some(0));
    assert_eq!(code(&["bug.m", "--select", "FW1"]), Some(1));
    assert_eq!(code(&["bug.m", "--select", "nonsense"]), Some(2));
    assert_eq!(code(&["missing.m"]), Some(2));
    std::fs::write(folder.join("formwork.toml"), "[check]\nignore = [\"FW102\"]\n").expect("so");
    assert_eq!(code(&["bug.m"]), Some(0));
    let nested = "[check.folders.old]\nignore = [\"inner-extent\"]\n";
    std::fs::write(folder.join("formwork.toml"), nested).expect("so");
    std::fs::create_dir_all(folder.join("old")).expect("so");
    std::fs::write(folder.join("old/bug2.m"), BUG).expect("so");
    assert_eq!(code(&["bug.m"]), Some(1));
    assert_eq!(code(&["old"]), Some(0));
}

#[test]
fn suppressions_count_and_unused_ones_are_told() {
    let folder = folder("suppress");
    let file = folder.join("bug.m");
    let text = BUG.replace("c = A*b;", "c = A*b;  % formwork: ignore[inner-extent]");
    std::fs::write(&file, text).expect("so");
    assert!(found(&file).is_empty());
    std::fs::write(&file, "x = 1;  % formwork: ignore[deletion]\n").expect("so");
    assert_eq!(found(&file), [(Level::Note, 1, "unused-suppression".to_owned())]);
}

/// A function that nobody has is told of once. What somebody suppressed or switched off in one
/// folder does not stand for the others.
#[test]
fn what_is_suppressed_in_one_folder_is_found_in_another() {
    let folder = folder("once");
    for name in ["first", "second", "third"] {
        std::fs::create_dir_all(folder.join(name)).expect("so");
        let text = format!("function y = {name} (x)\n  y = nobody_has_this (x);\nend\n");
        std::fs::write(folder.join(name).join(format!("{name}.m")), text).expect("so");
    }
    let files = || {
        let output = formwork(&["--output-format", "concise", "."], &folder);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let about = |line: &&str| line.contains("undefined-function");
        let file = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
        text.lines().filter(about).map(file).collect::<Vec<_>>()
    };
    assert_eq!(files(), ["first/first.m"]);
    let ignored =
        "function y = first (x)\n  y = nobody_has_this (x); % formwork: ignore[FW204]\nend\n";
    std::fs::write(folder.join("first/first.m"), ignored).expect("so");
    assert_eq!(files(), ["second/second.m"]);
    let config = "[check.folders.second]\nignore = [\"undefined-function\"]\n";
    std::fs::write(folder.join("formwork.toml"), config).expect("so");
    assert_eq!(files(), ["third/third.m"]);
}

#[test]
fn fixes_are_shown_and_applied() {
    let folder = folder("fixes");
    let file = folder.join("bug.m");
    std::fs::write(&file, BUG).expect("so");
    // What makes a failing statement do something may not be what was meant.
    let safe = formwork(&["--diff", "bug.m"], &folder);
    assert!(safe.stdout.is_empty(), "{}", String::from_utf8_lossy(&safe.stdout));
    assert_eq!(formwork(&["--fix", "bug.m"], &folder).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&file).expect("so"), BUG);
    let diff = formwork(&["--diff", "--unsafe-fixes", "bug.m"], &folder);
    let shown = String::from_utf8_lossy(&diff.stdout).into_owned();
    assert!(shown.contains("-c = A*b;\n+c = A'*b;"), "{shown}");
    let repaired = formwork(&["--fix", "--unsafe-fixes", "bug.m"], &folder);
    assert_eq!(repaired.status.code(), Some(0));
    let fixed = std::fs::read_to_string(&file).expect("so");
    assert_eq!(fixed, BUG.replace("A*b", "A'*b"));
    let growing = "v = [];\nfor i = 1:100\n  v(end+1) = i^2;\nend\n";
    std::fs::write(&file, format!("{growing}{BUG}")).expect("so");
    let both = formwork(&["bug.m"], &folder);
    let said = String::from_utf8_lossy(&both.stdout).into_owned();
    assert!(said.contains("1 can be fixed with --fix, 1 more with --unsafe-fixes"), "{said}");
    std::fs::write(&file, BUG).expect("so");
    let one = formwork(&["bug.m"], &folder);
    let said = String::from_utf8_lossy(&one.stdout).into_owned();
    assert!(said.contains("(1 can be fixed with --fix --unsafe-fixes)"), "{said}");
    std::fs::write(&file, growing).expect("so");
    formwork(&["--fix", "bug.m"], &folder);
    let fixed = std::fs::read_to_string(&file).expect("so");
    assert_eq!(fixed, "v = zeros(1, 100);\nfor i = 1:100\n  v(i) = i^2;\nend\n");
}

#[test]
fn bad_input_is_told_and_the_rest_is_checked() {
    let folder = folder("bad");
    std::fs::write(folder.join("bug.m"), BUG).expect("so");
    std::fs::write(folder.join("binary.m"), [0_u8, 1, 2, 0xFF, 0]).expect("so");
    std::fs::write(folder.join("huge.m"), vec![b'\n'; 50 << 20]).expect("so");
    std::fs::write(folder.join("broken.m"), "x = [1 2\ny = )\n").expect("so");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&folder, folder.join("circle")).expect("so");
        std::os::unix::fs::symlink(folder.join("nowhere"), folder.join("gone.m")).expect("so");
    }
    let output = formwork(&["--output-format", "concise", "."], &folder);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("bug.m:3:5: error[inner-extent]"), "{text}");
    assert!(text.contains("binary.m:1:1: error[unreadable-file] this file is no text"), "{text}");
    assert!(text.contains("huge.m:1:1: error[unreadable-file] this file is too large"), "{text}");
    assert!(text.contains("broken.m:"), "{text}");
}

#[test]
fn what_has_not_changed_is_remembered() {
    let folder = folder("cache");
    std::fs::write(folder.join("bug.m"), BUG).expect("so");
    let options = CheckOptions { cache: Some(folder.join("cache")), ..CheckOptions::default() };
    let files = [folder.join("bug.m")];
    let first = check_files(&files, &options);
    let second = check_files(&files, &options);
    assert_eq!((first.remembered, second.remembered), (0, 1));
    assert_eq!(first.files[0].found, second.files[0].found);
    std::fs::write(&files[0], BUG.replace("3, 1", "4, 1")).expect("so");
    let third = check_files(&files, &options);
    assert_eq!(third.remembered, 0);
    assert!(third.files[0].found.is_empty());
}

/// Who waits is told what every call finds, then what ordinary calls find, and in the end hears what
/// everybody hears.
#[test]
fn findings_come_by_steps() {
    let folder = folder("steps");
    let file = folder.join("f.m");
    let text = "function w = f (q, v)\n  w = q(1:3) * v;\nend\n\
                function y = g (x)\n  x = x(:);\n  y = x * x;\nend\n\
                function y = h ()\n  y = ones (2, 3) * ones (4, 5);\nend\n\
                %!assert (f ([1 0 0 0], [1 2 3]), [1 2 3])\n";
    std::fs::write(&file, text).expect("written");
    let steps: Mutex<Vec<Vec<Found>>> = Mutex::default();
    let tell = |found: Vec<Found>| steps.lock().expect("nobody panics").push(found);
    let all = check_file_by_steps(&file, &CheckOptions::default(), &tell);
    let report = check_files(std::slice::from_ref(&file), &CheckOptions::default());
    assert_eq!(all, report.files[0].found);
    let mut steps = steps.into_inner().expect("nobody panics");
    steps.push(all);
    let lines = |found: &Vec<Found>| -> Vec<usize> {
        let lines = found.iter().filter(|one| one.code == "inner-extent");
        lines.map(|one| text[..one.span.0 as usize].matches('\n').count() + 1).collect()
    };
    let lines: Vec<Vec<usize>> = steps.iter().map(lines).collect();
    assert_eq!(lines, [vec![9], vec![6, 9], vec![2, 6, 9]]);
}

#[test]
fn sizes_that_nobody_knows_are_compared_by_name() {
    let folder = folder("names");
    let verdicts = |body: &str| {
        let file = folder.join("f.m");
        std::fs::write(&file, format!("function r = f (n, m)\n{body}\nend\n")).expect("written");
        let mut all = found(&file);
        all.retain(|(level, ..)| *level != Level::Note);
        all.into_iter().map(|(level, _, code)| (level, code)).collect::<Vec<_>>()
    };
    let one = |level, code: &str| vec![(level, code.to_owned())];
    let elementwise = "elementwise-operands";
    assert_eq!(verdicts("r = ones (n, 2) + ones (n, 3);"), one(Level::Error, elementwise));
    assert_eq!(
        verdicts("r = ones (1, n) * ones (1, n) / (n - 1);"),
        one(Level::Warning, "inner-extent")
    );
    assert_eq!(verdicts("r = zeros (n, 2) + zeros (m, 2);"), one(Level::Warning, elementwise));
    // `m` may be the name of a class; who calls it ordinarily gives a number.
    assert_eq!(verdicts("r = ones (1, m) * ones (1, m);"), one(Level::Warning, "inner-extent"));
    // Unrelated, or right.
    for legal in [
        "r = zeros (n, m) * ones (m, 3);",
        "r = rand (m, n) + rand (m, n);",
        "r = zeros (1, n); for i = 1:n, r(i) = i; end",
        "A = zeros (n, n); r = A(:, 1);",
        // `m` may be the name of a class.
        "r = zeros (3, m) * ones (3, 1);",
        "r = zeros (n, n, m) * ones (n, 1);",
    ] {
        assert_eq!(verdicts(legal), vec![], "{legal}");
    }
}

#[test]
fn legal_programs_are_left_alone() {
    let folder = folder("legal");
    // What other tools report, and should not.
    let programs = [
        ("growth", "x = [];\nfor i = 1:5\n  x(i) = i;\n  y(i, :) = [i i];\nend\ndisp(y);\n"),
        ("maximum", "x = -2:2;\ny = max(x, 0) + x;\n"),
        ("mask", "x = 1:5;\ny = x(logical([1 0 1]));\nz = y + [1 2];\n"),
        ("columns", "s = 0;\nfor c = magic(3)\n  s = s + sum(c .* [1; 2; 3]);\nend\n"),
        ("pages", "P = rand(3, 4, 2);\nQ = P * 2;\nR = 3 * P + Q;\n"),
        ("empty", "a = zeros(0, 3);\nb = [a; 1 2 3];\nc = [[] 5];\n"),
        ("scalar", "n = 1;\nA = ones(3, 4);\nB = A * n + eye(1) * A;\n"),
        ("column", "function a = column(a, v)\n  a(:, 2) = v;\n  a(end+1, 1) = 7;\nend\n"),
    ];
    for (name, text) in programs {
        let file = folder.join(format!("{name}.m"));
        std::fs::write(&file, text).expect("so");
        let all: Vec<_> =
            found(&file).into_iter().filter(|(level, ..)| *level != Level::Note).collect();
        assert!(all.is_empty(), "{name} is legal, and yet: {all:?}");
    }
}

/// What objects are given to, nobody can follow: methods, operators, constructors. Nor is
/// it an error what large toolboxes do on purpose.
#[test]
fn classes_and_idioms_of_toolboxes_are_left_alone() {
    let folder = folder("toolboxes");
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a file stands in a folder"))
            .expect("the folder is ours");
        std::fs::write(path, text).expect("the folder is ours");
    };
    write(
        "model/@poly/poly.m",
        "function p = poly (c)\n  p.c = c;\n  p = class (p, \"poly\");\nend\n",
    );
    write("model/@poly/plus.m", "function r = plus (a, b)\n  r = poly (a.c + b.c);\nend\n");
    write(
        "model/@poly/norm.m",
        "function [n, where] = norm (p, q)\n  n = helper (p.c);\n  where = 1;\nend\n",
    );
    write("model/@poly/round.m", "function r = round (p)\n  r = poly (round (p.c));\nend\n");
    write(
        "model/@poly/private/helper.m",
        "function n = helper (c)\n  n = round (norm (c));\nend\n",
    );
    write(
        "core/use.m",
        "function [n, where, c] = use (x, y)\n  p = poly (x);\n  [n, where] = norm (p, 2);\n\
         \x20 s = y + 1;\n  c = s.c;\n  q = round (p);\n  c = [c, q.c];\nend\n",
    );
    write("core/compiled.m", "% COMPILED  Is written in C; this is what help shows.\n");
    write("core/call.m", "function r = call (x)\n  r = compiled (x);\nend\n");
    write(
        "core/defaults.m",
        "function r = defaults (a, b, c = 0)\n  if (nargin < 1 || nargin > 2)\n\
         \x20   print_usage ();\n  endif\n  r = a + c;\nend\n",
    );
    write(
        "core/guards.m",
        "function r = guards (x)\n  [ok, message] = test (x);\n  ok || error (message);\n\
         \x20 r = x;\nend\nfunction [ok, message] = test (x)\n  ok = isscalar (x);\n\
         \x20 message = \"\";\n  if (! ok)\n    message = \"no scalar\";\n  endif\nend\n",
    );
    write(
        "core/places.m",
        "function p = places (n, first)\n  k = 0;\n  if (first)\n    p = zeros (n, 1);\n  endif\n\
         \x20 for i = 1:n\n    p(++k, 1) = i;\n    p(k, 2) = i;\n  endfor\nend\n",
    );
    let output = formwork(&["check", "--no-cache", "--output-format", "concise", "."], &folder);
    let text = String::from_utf8_lossy(&output.stdout);
    let accused: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(": error[") || line.contains(": warning["))
        .collect();
    assert!(accused.is_empty(), "{accused:#?}");
}

#[test]
fn random_programs_that_run_are_not_accused() {
    let folder = folder("random");
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut ran, mut accused) = (0, Vec::new());
    for number in 0..60 {
        let text = formwork_fuzz::random_program(&mut rng, 12);
        let file = folder.join(format!("program{number}.m"));
        std::fs::write(&file, &text).expect("so");
        let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(["run", "--timeout", "5"])
            .arg(&file)
            .output()
            .expect("it runs");
        if output.status.code() != Some(0) {
            continue;
        }
        ran += 1;
        for (level, line, code) in found(&file) {
            let statement = text.lines().nth(line as usize - 1).unwrap_or_default();
            // What stands in a branch may not have run.
            if level == Level::Error && !statement.starts_with(' ') {
                accused.push(format!("program {number}, line {line}: {code}: {statement}"));
            }
        }
    }
    assert!(ran >= 10, "only {ran} programs run");
    assert!(accused.is_empty(), "{}", accused.join("\n"));
}

/// Runs a command on a program of one file; it must not be ended by a signal.
fn ends(name: &str, command: &[&str], program: &str) -> Output {
    let path = folder(name).join("main.m");
    std::fs::write(&path, program).expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(command)
        .arg(&path)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    assert!(output.status.code().is_some(), "{name}, {command:?}: {}", output.status);
    output
}

#[test]
fn long_functions_are_checked_to_their_end() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for line in 0..12_000 {
        let _ = writeln!(text, "A{} = [1, 2; 3, {line}] * [1; 2];", line % 40);
    }
    text.push_str("y = ones(2, 3) * ones(2, 3);\n");
    let path = folder("long").join("main.m");
    std::fs::write(&path, text).expect("it can be written");
    let all = found(&path);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((all[0].0, all[0].1), (Level::Error, 12_001));
}

#[test]
fn long_and_deep_expressions_are_no_stack_overflow() {
    let chain = |operator: &str, count: usize| vec!["a"; count].join(operator);
    let programs = [
        ("sum", format!("a = rand; x = {};", chain("+", 30_000))),
        ("and", format!("a = rand > 0.5; x = {};", chain("&&", 30_000))),
        ("or", format!("a = rand > 0.5; if {}, x = 1; end", chain("||", 30_000))),
        ("lazy", format!("a = rand > 0.5; if {}, x = 1; end", chain("|", 30_000))),
        ("elementwise", format!("a = rand > 0.5; x = {};", chain("&", 30_000))),
        ("range", format!("a = 1; x = {};", chain(":", 30_000))),
        ("transposed", format!("a = rand; x = a{};", "'".repeat(30_000))),
        ("in-loop", format!("a = 1; for k = 1:3, x = {} + k; end", chain("+", 20_000))),
    ];
    for (name, text) in &programs {
        for command in [&["check", "--no-cache"][..], &["shapes"], &["run"]] {
            let output = ends(name, command, text);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // The operator for a range of ranges fails in Octave, too, or it does not.
            assert!(*name == "range" || output.status.code() == Some(0), "{name}: {said}");
        }
    }
    let deep = [
        ("parens", format!("x = {}1{};", "(".repeat(10_000), ")".repeat(10_000))),
        ("brackets", format!("x = {}1{};", "[".repeat(10_000), "]".repeat(10_000))),
        ("calls", format!("x = {}1{};", "abs(".repeat(10_000), ")".repeat(10_000))),
        ("signs", format!("x = {}1;", "-".repeat(10_000))),
        ("fields", format!("s{} = 1;", ".a".repeat(30_000))),
        ("cells", format!("c{} = 1;", "{1}".repeat(30_000))),
        ("blocks", format!("{}x = 1;\n{}", "if 1\n".repeat(10_000), "end\n".repeat(10_000))),
    ];
    for (name, text) in &deep {
        let output = ends(name, &["check", "--no-cache"], text);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("nested too deeply"), "{name}: {said}");
        ends(name, &["run"], text);
    }
}

/// Self-tests and the examples of the help show what a function is called with.
#[test]
fn calls_that_a_file_shows_are_walked() {
    let folder = folder("shown");
    let file = folder.join("f.m");
    let write = |text: &str| std::fs::write(&file, text).expect("it can be written");
    write(
        "function y = f(x)\ny = x .* sqrt((1:numel(x))');\nend\n\
         %!error f ({})\n%!assert (f ([1 2]), [1 2])\n",
    );
    assert_eq!(found(&file), [(Level::Warning, 2, "row-column-expansion".to_owned())]);
    write(
        "function w = f(v)\n% Turns vectors.\n% Example:\n%   w = f([1 2; 3 4])\n\
         w = cross([1 0 0], v);\nend\n",
    );
    assert_eq!(found(&file), [(Level::Warning, 5, "invalid-argument".to_owned())]);
    // What need not be reached is not told.
    write(
        "function w = f(v, how)\n% Example:\n%   w = f([1 2; 3 4], x)\nw = v;\nif how\n  \
         w = cross([1 0 0], v);\nend\nend\n",
    );
    assert_eq!(found(&file), []);
}
