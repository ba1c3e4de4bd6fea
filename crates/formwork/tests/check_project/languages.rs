//! Files that end in `.m` and are no MATLAB.

use crate::{BUG, Folder};

#[test]
fn are_passed_over_and_told_of_once() {
    let folder = Folder::new("languages");
    folder.write("bug.m", BUG);
    folder.write("App.m", "#import \"App.h\"\n\n@implementation App\n- (void)go {\n}\n@end\n");
    folder.write("lib/pack.m", "(* ::Package:: *)\nBeginPackage[\"Pack`\"]\nf[x_] := x\n");
    folder.write("lib/hello.m", ":- module hello.\n:- interface.\n");
    let checked = folder.check(&["--output-format", "concise", "."]);
    assert_eq!(checked.found(), ["bug.m:3 inner-extent"], "{checked:?}");
    let said: Vec<&str> =
        checked.stderr.lines().filter(|line| line.contains("passed over")).collect();
    assert_eq!(
        said,
        [
            "formwork: passed over: ./App.m: Objective-C, not MATLAB",
            "formwork: passed over: ./lib/hello.m: Mercury, not MATLAB",
            "formwork: passed over: ./lib/pack.m: Wolfram, not MATLAB",
        ]
    );
    let json = folder.check(&["--output-format", "json", "."]).json();
    assert_eq!(json["summary"]["passed_over"], 3);
    assert_eq!(json["summary"]["files"], 1);
    // Named files, too: whoever names them need not know.
    let named = folder.check(&["App.m"]);
    assert_eq!(named.status, Some(0), "{named:?}");
    // They are no functions.
    folder.write("bug.m", "App(1);\n");
    assert_eq!(folder.found(&["."]), ["bug.m:1 undefined-function"]);
}

/// A program that is broken is told what is wrong with it.
#[test]
fn broken_programs_are_not_other_languages() {
    let folder = Folder::new("languages-broken");
    folder.write("broken.m", "// a comment, I thought\nx = 1;\n");
    let checked = folder.check(&["."]);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(!checked.stderr.contains("passed over"), "{checked:?}");
}
