//! Values survive being written and read: by this crate alone, and through GNU Octave.

mod support;

use std::path::Path;
use std::process::Command;

use formwork_files::{Variable, mat4, mat5, octave_binary, octave_text};
use formwork_runtime::Value;

const COUNT: usize = 500;

fn variables(seed: u64) -> Vec<Variable> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..COUNT)
        .map(|place| Variable::new(format!("v{place:03}"), support::value(&mut random, 0)))
        .collect()
}

/// A way to write variables, and what Octave calls it.
const FORMATS: [&str; 4] = ["-v6", "-v7", "-text", "-binary"];

fn written(format: &str, variables: &[Variable]) -> Vec<u8> {
    match format {
        "-v6" => mat5::write(variables, false, "a test"),
        "-v7" => mat5::write(variables, true, "a test"),
        "-binary" => octave_binary::write(variables),
        _ => octave_text::write(variables, 17).map(|text| {
            let mut file = octave_text::header("a test");
            file.extend(text);
            file
        }),
    }
    .expect("every value can be written")
}

fn read(bytes: &[u8]) -> Vec<Variable> {
    if mat5::is_mat5(bytes) {
        let contents = mat5::read(bytes, &|_| true).expect("the file can be read");
        assert!(contents.unread.is_empty(), "{:?}", contents.unread);
        return contents.variables;
    }
    if octave_binary::is_octave_binary(bytes) {
        return octave_binary::read(bytes, &|_| true).expect("the file can be read").variables;
    }
    assert!(octave_text::is_octave_text(bytes));
    let mut make = |_: &str, _: &[Variable]| Ok(Value::empty());
    octave_text::read(bytes, &|_| true, &mut make).expect("the file can be read")
}

fn compare(what: &str, before: &[Variable], after: &[Variable]) {
    assert_eq!(before.len(), after.len(), "{what}");
    for (before, after) in before.iter().zip(after) {
        assert_eq!(before.name, after.name, "{what}");
        assert!(
            support::same(&before.value, &after.value),
            "{what}: {}:\n{:?}\n{:?}",
            before.name,
            before.value,
            after.value
        );
    }
}

#[test]
fn what_is_written_reads_back() {
    for seed in 1..6 {
        let variables = variables(seed);
        for format in FORMATS {
            compare(format, &variables, &read(&written(format, &variables)));
        }
    }
}

#[test]
fn octave_reads_what_is_written_and_the_other_way_round() {
    if formwork_mdtest::octave_library().is_none() {
        println!("skipped: GNU Octave is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("formwork-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    let variables = variables(11);
    let mut script = String::new();
    for format in FORMATS {
        let name = format.trim_start_matches('-');
        std::fs::File::create(folder.join(format!("{name}.in")))
            .and_then(|mut file| std::io::Write::write_all(&mut file, &written(format, &variables)))
            .expect("the file can be written");
        for target in FORMATS {
            let to = target.trim_start_matches('-');
            script.push_str(&format!(
                "clear -x; load ('{name}.in'); save ('{target}', '{name}-{to}.out', 'v*');\n"
            ));
        }
    }
    run(&folder, &script);
    for from in FORMATS {
        for to in FORMATS {
            let (from, to) = (from.trim_start_matches('-'), to.trim_start_matches('-'));
            let what = format!("{from} by Octave to {to}");
            let mut bytes = Vec::new();
            std::fs::File::open(folder.join(format!("{from}-{to}.out")))
                .and_then(|mut file| std::io::Read::read_to_end(&mut file, &mut bytes))
                .expect("Octave has written it");
            compare(&what, &variables, &read(&bytes));
        }
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Version 4 has matrices of numbers and of characters only.
fn matrices(seed: u64) -> Vec<Variable> {
    let mut random = fastrand::Rng::with_seed(seed);
    let fits = |value: &Value| {
        let dims = value.dims();
        let is_kept = matches!(value, Value::Double(_) | Value::Complex(_))
            || matches!(value, Value::Char(..)) && !dims.is_empty();
        is_kept && dims.is_matrix()
    };
    let values = std::iter::repeat_with(|| support::value(&mut random, 0)).filter(fits);
    let named = |(place, value)| Variable::new(format!("v{place:03}"), value);
    values.take(COUNT).enumerate().map(named).collect()
}

#[test]
fn version_4_survives_octave() {
    let variables = matrices(3);
    let bytes = mat4::write(&variables).expect("every matrix can be written");
    let here = mat4::read(&bytes, &|_| true).expect("the file can be read");
    compare("here alone", &variables, &here.variables);
    if formwork_mdtest::octave_library().is_none() {
        println!("skipped: GNU Octave is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("formwork-files-4-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    std::fs::File::create(folder.join("in.mat"))
        .and_then(|mut file| std::io::Write::write_all(&mut file, &bytes))
        .expect("the file can be written");
    let script = "load ('in.mat'); save ('-v4', 'out.mat', 'v*'); save ('-v7', 'out7.mat', 'v*');";
    run(&folder, script);
    for name in ["out.mat", "out7.mat"] {
        let mut bytes = Vec::new();
        std::fs::File::open(folder.join(name))
            .and_then(|mut file| std::io::Read::read_to_end(&mut file, &mut bytes))
            .expect("Octave has written it");
        let after = match mat4::is_mat4(&bytes) {
            true => mat4::read(&bytes, &|_| true).expect("the file can be read").variables,
            false => read(&bytes),
        };
        compare(name, &variables, &after);
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

fn run(folder: &Path, script: &str) {
    let output = Command::new("octave-cli")
        .args(["--norc", "--quiet", "--eval", script])
        .current_dir(folder)
        .output()
        .expect("Octave can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
