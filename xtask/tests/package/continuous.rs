//! What projects copy for continuous integration: the texts are read, and their steps are run in a
//! folder with the wheel that was built.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::{Folder, done, environment_with_the_wheel, have, packages, root, text};

/// A file of the repository in YAML; none without a reader, and a line says so.
fn yaml(name: &str) -> Option<Value> {
    let read = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let output = Command::new("python3").args(["-c", read]).arg(root().join(name)).output().ok()?;
    if output.status.success() {
        return serde_json::from_slice(&output.stdout).ok();
    }
    let complaint = text(&output.stderr);
    assert!(complaint.contains("No module named 'yaml'"), "{name}: {complaint}");
    println!("skipped, {name}: Python has no yaml");
    None
}

/// Runs a piece of a script as the services do, with more folders on the path.
fn bash(script: &str, folder: &Path, path: &str, variables: &[(String, String)]) -> Output {
    let rest = std::env::var("PATH").unwrap_or_default();
    let path = if path.is_empty() { rest } else { format!("{path}:{rest}") };
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .env("PATH", path)
        .env("PIP_NO_INDEX", "1")
        .envs(variables.iter().cloned())
        .current_dir(folder)
        .output()
        .expect("bash starts")
}

/// A folder with a program that has a bug, and one without.
fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join("good")).expect("it can be made");
    folder.file("bug.m", "A = ones (3, 4);\nb = ones (3, 1);\nc = A * b;\n");
    folder.file("good/fine.m", "x = ones (3, 4);\n");
    folder
}

/// The default of each input.
fn inputs(action: &Value, given: &[(&str, &str)]) -> Vec<(String, String)> {
    let inputs = action["inputs"].as_object().expect("it has inputs");
    let value = |name: &str, input: &Value| {
        let given = given.iter().find(|(known, _)| *known == name);
        let default = input["default"].as_str().expect("a default");
        given.map_or(default, |(_, value)| value).to_owned()
    };
    inputs.iter().map(|(name, input)| (name.clone(), value(name, input))).collect()
}

/// Runs the steps of the action; the last one that was run.
fn run_action(action: &Value, folder: &Folder, given: &[(&str, &str)]) -> (usize, Output) {
    let inputs = inputs(action, given);
    let runner = folder.0.join("runner");
    std::fs::create_dir_all(&runner).expect("it can be made");
    let file = |name: &str| runner.join(name).to_string_lossy().into_owned();
    let mut last = None;
    for (number, step) in action["runs"]["steps"].as_array().expect("steps").iter().enumerate() {
        let Some(script) = step["run"].as_str() else { continue };
        assert_eq!(step["shell"], "bash", "{step}");
        let mut variables = vec![
            ("RUNNER_TEMP".to_owned(), runner.to_string_lossy().into_owned()),
            ("GITHUB_PATH".to_owned(), file("path")),
            ("GITHUB_OUTPUT".to_owned(), file("output")),
        ];
        for (name, value) in step["env"].as_object().into_iter().flatten() {
            let value = value.as_str().expect("a text");
            let replaced = inputs.iter().fold(value.to_owned(), |text, (input, value)| {
                text.replace(&format!("${{{{ inputs.{input} }}}}"), value)
            });
            assert!(!replaced.contains("${{"), "an input that is none: {replaced}");
            variables.push((name.clone(), replaced));
        }
        let path = std::fs::read_to_string(file("path")).unwrap_or_default();
        let path = path.lines().collect::<Vec<_>>().join(":");
        let output = bash(script, &folder.0, &path, &variables);
        let ended = output.status.success();
        last = Some((number, output));
        if !ended {
            break;
        }
    }
    last.expect("it has steps")
}

#[test]
fn the_action_shows_a_bug_beside_the_code() {
    if !have(&["python3", "bash", "strip"], "the action") {
        return;
    }
    let Some(action) = yaml("action.yml") else { return };
    let wheel = packages("wheel")[0].to_string_lossy().into_owned();
    let folder = project("action");
    let steps = action["runs"]["steps"].as_array().expect("steps").len();
    let (number, output) = run_action(&action, &folder, &[("package", &wheel)]);
    let told = text(&output.stdout);
    assert_eq!(number, steps - 1, "{told}{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("::error ") && told.contains("file=bug.m,line=3"), "{told}");
    let sarif = std::fs::read(folder.0.join("formwork.sarif")).expect("it was written");
    let sarif: Value = serde_json::from_slice(&sarif).expect("it is JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{results:?}");
    // What is right passes; what cannot be checked stops before anything is uploaded.
    let (number, output) = run_action(&action, &folder, &[("package", &wheel), ("paths", "good")]);
    assert_eq!((number, output.status.code()), (steps - 1, Some(0)), "{}", text(&output.stderr));
    let (number, output) = run_action(&action, &folder, &[("package", &wheel), ("paths", "none")]);
    assert_eq!((number, output.status.code()), (1, Some(1)), "{}", text(&output.stderr));
}

#[test]
fn the_gitlab_template_writes_a_report() {
    if !have(&["python3", "bash", "strip"], "the GitLab template") {
        return;
    }
    let Some(template) = yaml("docs/ci/gitlab.yml") else { return };
    let job = &template["formwork"];
    let folder = project("gitlab");
    let environment = folder.0.join("env");
    done(Command::new("python3").args(["-m", "venv"]).arg(&environment));
    let mut variables: Vec<(String, String)> = Vec::new();
    for (name, value) in job["variables"].as_object().expect("variables") {
        variables.push((name.clone(), value.as_str().expect("a text").to_owned()));
    }
    let wheel = packages("wheel")[0].to_string_lossy().into_owned();
    variables.push(("FORMWORK_PACKAGE".to_owned(), wheel));
    variables.push(("FORMWORK_PATHS".to_owned(), "bug.m good".to_owned()));
    let path = environment.join("bin").to_string_lossy().into_owned();
    let lines = |name: &str| {
        let lines = job[name].as_array().expect("a list").iter();
        lines.map(|line| line.as_str().expect("a text").to_owned()).collect::<Vec<_>>().join("\n")
    };
    let script = format!("{}\n{}", lines("before_script"), lines("script"));
    let output = bash(&script, &folder.0, &path, &variables);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let report = job["artifacts"]["reports"]["codequality"].as_str().expect("a file");
    let report = std::fs::read(folder.0.join(report)).expect("it was written");
    let report: Value = serde_json::from_slice(&report).expect("it is JSON");
    assert_eq!(report[0]["location"]["path"], "bug.m", "{report}");
    assert_eq!(
        job["artifacts"]["when"], "always",
        "a report of what failed is the one that counts"
    );
}

/// The hooks, with the wheel as pre-commit would have it in an environment.
#[test]
fn the_hooks_find_a_bug() {
    if !have(&["python3", "bash", "strip"], "the hooks") {
        return;
    }
    let Some(hooks) = yaml(".pre-commit-hooks.yaml") else { return };
    let Some(config) = yaml("docs/ci/pre-commit-config.yaml") else { return };
    let folder = project("hooks");
    let (environment, _) = environment_with_the_wheel(&folder.0);
    let path = environment.join("bin").to_string_lossy().into_owned();
    let local = config["repos"][0]["hooks"].as_array().expect("hooks").clone();
    let hooks: Vec<Value> = hooks.as_array().expect("hooks").iter().cloned().chain(local).collect();
    assert_eq!(hooks.len(), 3);
    for hook in hooks {
        assert_eq!(hook["language"], "python", "{hook}");
        let entry = hook["entry"].as_str().expect("a text");
        let output = bash(&format!("{entry} bug.m good/fine.m"), &folder.0, &path, &[]);
        assert_eq!(output.status.code(), Some(1), "{entry}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("inner-extent"), "{entry}");
        let output = bash(&format!("{entry} good/fine.m"), &folder.0, &path, &[]);
        assert_eq!(output.status.code(), Some(0), "{entry}: {}", text(&output.stderr));
    }
}

/// The workflow takes the action that is here, with inputs that it has.
#[test]
fn the_workflow_uses_the_action() {
    let (Some(workflow), Some(action)) = (yaml("docs/ci/formwork.yml"), yaml("action.yml")) else {
        return;
    };
    let steps = workflow["jobs"]["check"]["steps"].as_array().expect("steps");
    let uses =
        |step: &&Value| step["uses"].as_str().is_some_and(|uses| uses.contains("/formwork@v"));
    let step = steps.iter().find(uses).expect("a step with the action");
    assert!(step["uses"].as_str().expect("a text").ends_with(env!("CARGO_PKG_VERSION")));
    for name in step["with"].as_object().expect("inputs").keys() {
        assert!(action["inputs"][name].is_object(), "{name}");
    }
    assert_eq!(workflow["permissions"]["security-events"], "write", "the upload needs it");
}

/// The container takes the Debian package, by the name that it gets.
#[test]
fn the_container_takes_the_debian_package() {
    if !have(&["dpkg-deb", "gzip", "strip"], "the container") {
        return;
    }
    let text =
        std::fs::read_to_string(root().join("packaging/Containerfile")).expect("it is there");
    let copied = text.lines().find_map(|line| line.strip_prefix("COPY ")).expect("it copies");
    let pattern = copied.split(' ').next().unwrap_or_default();
    let (before, after) = pattern.split_once('*').expect("a pattern");
    let package = packages("deb")[0].file_name().unwrap_or_default().to_string_lossy().into_owned();
    assert!(package.starts_with(before) && package.ends_with(after), "{pattern}: {package}");
    assert!(text.contains("ENTRYPOINT [\"formwork\"]"));
}
