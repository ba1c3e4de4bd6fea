//! What commands write as JSON fits the schema that the book has (`docs/book/src/reference/schema.json`).
//!
//! The part of JSON Schema that it uses is read here; a word that is not known fails.
#![expect(clippy::disallowed_methods, reason = "the tests read files and start the program")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema() -> Value {
    let path = root().join("docs/book/src/reference/schema.json");
    let text = std::fs::read_to_string(path).expect("it is there");
    serde_json::from_str(&text).expect("it is JSON")
}

/// Where a value does not fit.
fn misfit(value: &Value, schema: &Value, whole: &Value) -> Option<String> {
    let rules = schema.as_object()?;
    rules.iter().find_map(|(word, rule)| breaks(word, rule, rules, value, whole))
}

fn breaks(
    word: &str,
    rule: &Value,
    rules: &Map<String, Value>,
    value: &Value,
    whole: &Value,
) -> Option<String> {
    let fits = match word {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => {
            let name = rule.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
            let target = &whole["$defs"][name.expect("a reference within")];
            assert!(target.is_object(), "no definition {rule}");
            return misfit(value, target, whole).map(|why| format!("{rule}: {why}"));
        }
        "const" => value == rule,
        "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
        "type" => match rule.as_str().unwrap_or_default() {
            "string" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "null" => value.is_null(),
            other => panic!("unknown type {other}"),
        },
        "minimum" => value.as_f64() >= rule.as_f64(),
        "anyOf" => {
            let all = rule.as_array().expect("a list");
            let misfits: Vec<String> =
                all.iter().map_while(|one| misfit(value, one, whole)).collect();
            if misfits.len() < all.len() {
                return None;
            }
            return Some(misfits.join("; or "));
        }
        "items" => {
            let all = value.as_array().map_or(&[][..], Vec::as_slice);
            return all.iter().find_map(|one| misfit(one, rule, whole));
        }
        "properties" => {
            return rule.as_object()?.iter().find_map(|(name, rule)| {
                let why = misfit(value.get(name)?, rule, whole)?;
                Some(format!("{name}: {why}"))
            });
        }
        "required" => {
            let has = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
            rule.as_array().is_some_and(|names| names.iter().all(has))
        }
        "additionalProperties" => {
            let known = rules.get("properties").and_then(Value::as_object);
            let mut others = value
                .as_object()?
                .iter()
                .filter(|(name, _)| !known.is_some_and(|known| known.contains_key(name.as_str())));
            return others.find_map(|(name, one)| match rule {
                Value::Bool(_) => Some(format!("{name} is not known")),
                _ => misfit(one, rule, whole).map(|why| format!("{name}: {why}")),
            });
        }
        other => panic!("unknown word {other}"),
    };
    (!fits).then(|| format!("{value} is not {word} {rule}"))
}

#[test]
fn the_reader_of_schemas_refuses() {
    let whole = schema();
    let part = |name: &str| whole["$defs"][name].clone();
    let hidden = json!({ "comments": 1, "baseline": 0, "unchanged": 2 });
    assert_eq!(misfit(&hidden, &part("hidden"), &whole), None);
    for wrong in [
        json!({ "comments": 1, "baseline": 0 }),
        json!({ "comments": 1, "baseline": 0, "unchanged": 2, "more": 1 }),
        json!({ "comments": "1", "baseline": 0, "unchanged": 2 }),
        json!({ "comments": -1, "baseline": 0, "unchanged": 2 }),
        json!([]),
    ] {
        assert!(misfit(&wrong, &part("hidden"), &whole).is_some(), "{wrong}");
    }
    assert!(misfit(&json!({ "version": 2 }), &whole, &whole).is_some());
}

/// What a command writes must be of this kind, and have this list not empty, if one is named.
fn holds(kind: &str, list: &str, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("the program starts");
    let text = if kind == "specialize" { &output.stderr } else { &output.stdout };
    let value: Value = serde_json::from_slice(text).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(text))
    });
    let whole = schema();
    let why = misfit(&value, &json!({ "$ref": format!("#/$defs/{kind}") }), &whole);
    assert_eq!(why, None, "{arguments:?}");
    let full = list.is_empty() || value[list].as_array().is_some_and(|all| !all.is_empty());
    assert!(full, "{arguments:?}: {list}");
}

#[test]
fn what_is_written_fits_the_schema() {
    const CHECK: &[&str] = &["check", "--no-cache", "--output-format", "json"];
    let check = |more: &[&'static str]| [CHECK, more].concat();
    holds("check", "diagnostics", &check(&["examples/bugs"]));
    holds("check", "diagnostics", &check(&["examples/gallery"]));
    holds("check", "diagnostics", &check(&["--witness", "examples/field_bugs"]));
    holds("statistics", "statistics", &check(&["--statistics", "examples/gallery"]));
    for program in ["adpt", "capr", "edit", "nb3d"] {
        let file = format!("examples/magica/{program}/{program}.m");
        holds("shapes", "functions", &["shapes", "--json", &file]);
        holds("shapes", "functions", &["shapes", "--json", "--assume", "numeric", &file]);
        holds("specialize", "", &["specialize", "--report", "json", &file]);
        holds("parse", "files", &["parse", "--json", &file]);
    }
}

#[test]
fn answers_and_errors_fit_the_schema() {
    let folder = std::env::temp_dir().join(format!("formwork-{}-schema", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.to_string_lossy().into_owned()
    };
    let broken = write("broken.m", "x = (1\n");
    holds("parse_findings", "diagnostics", &["parse", "--output-format", "json", &broken]);
    holds("parse", "files", &["parse", "--json", &broken]);
    let text = "function y = f (x, o)\n  z = o.a;\n  w = zeros (2, 3);\n  y = {x, z, w};\nend\n";
    let file = write("f.m", text);
    let why = ["x", "z", "w", "y"].map(|name| format!("--why={name}"));
    let why: Vec<&str> =
        ["shapes", "--json", &file].into_iter().chain(why.iter().map(String::as_str)).collect();
    holds("shapes", "why", &why);
    let text = "function y = g (x, n)\n  y = 0;\n  for k = 1:3\n    y = y + x;\n  end\n  \
                for k = 1:n\n    y = y * 2;\n  end\n  if n > 3\n    y = -y;\n  end\nend\n";
    let file = write("g.m", text);
    holds("specialize", "loops", &["specialize", "--report", "json", &file]);
    holds("specialize", "left", &["specialize", "--report", "json", &file]);
    holds("doctor", "examined", &["doctor", "--json"]);
    let _ = std::fs::remove_dir_all(&folder);
}
