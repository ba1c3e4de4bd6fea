//! What is in packages, read without installing them.

use std::process::Command;

use crate::{done, have, packages, program, root, text};

/// Reads a wheel by the library of Python: names, and whether each file is what RECORD says.
const READ: &str = r#"
import base64, csv, hashlib, io, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
names = archive.namelist()
record = next(name for name in names if name.endswith(".dist-info/RECORD"))
rows = {row[0]: row for row in csv.reader(io.StringIO(archive.read(record).decode()))}
assert sorted(rows) == sorted(names), set(rows) ^ set(names)
for name, digest, size in rows.values():
    if name == record:
        continue
    text = archive.read(name)
    found = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
    assert digest == "sha256=" + found and int(size) == len(text), name
print("\n".join(names))
for name in ("METADATA", "WHEEL"):
    print(archive.read(record.replace("RECORD", name)).decode())
"#;

#[test]
fn the_wheel_is_whole_and_tagged_for_what_its_program_needs() {
    if !have(&["python3", "strip"], "the wheel") {
        return;
    }
    let wheel = &packages("wheel")[0];
    let read = text(&done(Command::new("python3").args(["-c", READ]).arg(wheel)).stdout);
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for part in [
        "Name: formwork-matlab",
        concat!("Version: ", env!("CARGO_PKG_VERSION")),
        "License-Expression: MIT OR Apache-2.0",
        "Root-Is-Purelib: false",
    ] {
        assert!(read.lines().any(|line| line == part), "{part}:\n{read}");
    }
    for end in [".data/scripts/formwork", ".dist-info/licenses/LICENSE-MIT"] {
        assert!(read.lines().any(|line| line.ends_with(end)), "{end}:\n{read}");
    }
    // The version of the C library that the tag promises is the newest that the program asks for.
    let tag = name.split('-').next_back().unwrap_or_default();
    let promised = tag.split('_').nth(2).and_then(|minor| minor.parse::<u32>().ok());
    assert!(read.contains(&format!(
        "Tag: py3-none-{}",
        tag.trim_end_matches(".whl").split('.').next().unwrap_or_default()
    )));
    let Ok(symbols) =
        Command::new("objdump").arg("-T").arg(program().expect("it is there")).output()
    else {
        println!("skipped, the tag: no objdump");
        return;
    };
    let symbols = text(&symbols.stdout);
    let versions = symbols.split("GLIBC_2.").skip(1).filter_map(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse::<u32>().ok())
    });
    assert_eq!(promised, versions.max().map(|newest| newest.max(17)), "{name}");
}

/// Where maturin would make the wheel, it would say the same of it.
#[test]
fn maturin_reads_the_same_metadata() {
    if !have(&["python3", "strip", "maturin"], "maturin") {
        return;
    }
    let folder = crate::Folder::new("maturin");
    let written = Command::new("maturin")
        .args(["pep517", "write-dist-info", "--metadata-directory"])
        .arg(&folder.0)
        .arg("--interpreter")
        .arg("python3")
        .current_dir(root().join("packaging/python"))
        .output()
        .expect("it starts");
    let complaint = text(&written.stderr);
    assert!(written.status.success(), "{complaint}");
    let theirs = std::fs::read_dir(&folder.0).expect("it is there").flatten();
    let theirs = theirs.map(|entry| entry.path().join("METADATA")).find(|path| path.is_file());
    let theirs = std::fs::read_to_string(theirs.expect("it was written")).expect("it is text");
    let wheel = &packages("wheel")[0];
    let ours = text(&done(Command::new("python3").args(["-c", READ]).arg(wheel)).stdout);
    for field in [
        "Name: ",
        "Version: ",
        "Summary: ",
        "License-Expression: ",
        "Requires-Python: ",
        "License-File: ",
        "Classifier: ",
    ] {
        let of = |text: &str| -> Vec<String> {
            let mut lines: Vec<String> =
                text.lines().filter(|line| line.starts_with(field)).map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(of(&ours), of(&theirs), "{field}");
    }
}
