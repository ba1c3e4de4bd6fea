//! Files that end in `.m` and are something else: Objective-C, Wolfram, Mercury, MUMPS, Magma,
//! pages of the web, prose.
//!
//! A program that is broken should be told what is wrong with it, so this only speaks where no
//! MATLAB or Octave program could be meant: each sign is a syntax error there, or several must
//! come together, and a line that can only be MATLAB outweighs them.

/// How many lines are looked at.
const LINES: usize = 2_000;

/// The language of a text that is surely not MATLAB or Octave.
#[must_use]
pub fn foreign_language(text: &[u8]) -> Option<&'static str> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let text = &text[..text.len().min(1 << 20)];
    let text = String::from_utf8_lossy(text);
    let lines = Lines::new(&text);
    let first = *lines.all.first()?;
    match first {
        _ if is_page(first) => Some("a page of the web"),
        _ if first.starts_with("version https://git-lfs.github.com/") => {
            Some("a pointer of Git LFS")
        }
        _ if lines.is_matlab => None,
        _ if is_mercury(&lines) => Some("Mercury"),
        _ if lines.has_percent => None,
        _ if is_wolfram(first, &text, &lines) => Some("Wolfram"),
        _ if is_objective_c(&lines) => Some("Objective-C"),
        _ if is_magma(first, &lines) => Some("Magma"),
        _ if is_mumps(&lines) => Some("MUMPS"),
        _ if is_prose(&lines) => Some("plain text"),
        _ => None,
    }
}

/// The lines of a text that are not empty and not in a block comment.
struct Lines<'t> {
    /// Without blanks around them.
    all: Vec<&'t str>,
    /// As they stand.
    raw: Vec<&'t str>,
    /// Whether one of them can only be MATLAB or Octave.
    is_matlab: bool,
    /// Whether one of them is a comment of MATLAB, or of Mercury.
    has_percent: bool,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let mut lines =
            Lines { all: Vec::new(), raw: Vec::new(), is_matlab: false, has_percent: false };
        let mut depth = 0_usize;
        for raw in text.lines().take(LINES) {
            let line = raw.trim();
            match line {
                "" => continue,
                "%{" | "#{" => depth += 1,
                "%}" | "#}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            lines.has_percent |= line.starts_with('%');
            if depth > 0 {
                continue;
            }
            lines.is_matlab |= is_matlab(line);
            lines.all.push(line);
            lines.raw.push(raw);
        }
        lines
    }

    fn any(&self, is: impl Fn(&str) -> bool) -> bool {
        self.all.iter().any(|line| is(line))
    }

    /// How many there are of a hundred.
    fn share(&self, is: impl Fn(&str) -> bool) -> usize {
        100 * self.raw.iter().filter(|line| is(line)).count() / self.raw.len().max(1)
    }
}

/// Whether a line has a word that opens or closes a block of MATLAB, as it does there.
fn is_matlab(line: &str) -> bool {
    let code = line.split(['%', '#']).next().unwrap_or_default();
    let code = code.trim_end_matches([' ', '\t', ';', ',']);
    let closes = [
        "end",
        "endfunction",
        "endif",
        "endfor",
        "endwhile",
        "endswitch",
        "endclassdef",
        "end_try_catch",
        "end_unwind_protect",
    ];
    let opens = |word: &str| {
        code.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t', '(', '[']))
    };
    // `function` opens a line in JavaScript and in Magma, too, and means the same there: no.
    closes.contains(&code)
        || opens("classdef")
        || opens("elseif")
        || (opens("function") && !code.ends_with(['{', ';']) && !code.contains(":="))
}

fn is_page(first: &str) -> bool {
    let lower: String = first.chars().take(14).collect::<String>().to_ascii_lowercase();
    ["<!doctype", "<html", "<?xml", "<head"].iter().any(|sign| lower.starts_with(sign))
}

/// `:- module name.` at the beginning of a line.
fn is_mercury(lines: &Lines<'_>) -> bool {
    let words = ["module", "interface", "implementation", "import_module", "pred", "func"];
    let declares = |line: &str| {
        let Some(rest) = line.strip_prefix(":-") else { return false };
        let word = rest.trim_start().split([' ', '.', '\t']).next().unwrap_or_default();
        words.contains(&word)
    };
    lines.any(declares)
}

/// A comment `(* … *)` before everything else, or a package.
fn is_wolfram(first: &str, text: &str, lines: &Lines<'_>) -> bool {
    (first.starts_with("(*") && text.contains("*)"))
        || lines.any(|line| line.starts_with("BeginPackage["))
}

fn is_objective_c(lines: &Lines<'_>) -> bool {
    // Two words behind a sign are no handle.
    let declares = |line: &str| {
        ["@interface ", "@implementation ", "@protocol "].iter().any(|word| {
            let name = line.strip_prefix(word).map(str::trim_start);
            name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        })
    };
    // `#` is a comment in Octave: C must follow.
    let includes = |line: &str| {
        let name = line.strip_prefix("#import").or_else(|| line.strip_prefix("#include"));
        name.map(str::trim).is_some_and(|name| {
            (name.starts_with('<') && name.ends_with('>'))
                || (name.len() > 1 && name.starts_with('"') && name.ends_with('"'))
        })
    };
    let is_c = |line: &str| {
        line == "{"
            || line == "@end"
            || line.ends_with(") {")
            || line.ends_with("){")
            || line.starts_with("//")
            || line.starts_with("/*")
    };
    lines.any(declares) || (lines.any(includes) && lines.any(is_c))
}

/// A comment of C++ before everything else, and assignments with `:=`.
fn is_magma(first: &str, lines: &Lines<'_>) -> bool {
    (first.starts_with("//") || first.starts_with("/*"))
        && lines.any(|line| line.contains(":=") && line.ends_with(';'))
}

/// A label with a comment, a line of versions, and commands behind blanks.
fn is_mumps(lines: &Lines<'_>) -> bool {
    let [label, version, ..] = lines.raw[..] else { return false };
    let named = label.split_once(';').is_some_and(|(name, comment)| {
        let name = name.trim_end();
        let name = name.split('(').next().unwrap_or_default();
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric())
            && !comment.trim().is_empty()
    });
    let versions = version.starts_with([' ', '\t']) && version.trim_start().starts_with(";;");
    let commands = [
        "S", "SET", "N", "NEW", "Q", "QUIT", "D", "DO", "I", "IF", "F", "FOR", "W", "WRITE", "K",
        "KILL", "G", "GOTO", "R", "READ", "E", "ELSE",
    ];
    let is_command = |line: &str| {
        let Some(rest) = line.strip_prefix([' ', '\t']) else { return false };
        let rest = rest.trim_start_matches([' ', '\t', '.']);
        let word = rest.split([' ', ':']).next().unwrap_or_default();
        commands.contains(&word.to_ascii_uppercase().as_str()) || rest.starts_with(';')
    };
    named && versions && lines.share(is_command) >= 50
}

/// Sentences: many words and nothing that programs are made of.
fn is_prose(lines: &Lines<'_>) -> bool {
    let is_code = |line: &str| {
        line.starts_with('#')
            || line.contains(['=', '[', '{', '@', '%'])
            || line.ends_with([';', '\\'])
            || line.contains("...")
    };
    let words = |line: &str| {
        let letters = |c: char| c.is_alphabetic() || "'-,.:;?!\"()".contains(c);
        line.split_whitespace().filter(|word| word.chars().all(letters)).count()
    };
    let ends = lines.all.iter().filter(|line| line.ends_with('.')).count();
    lines.all.len() >= 3
        && ends >= 1
        && !lines.any(is_code)
        && lines.share(|line| words(line) >= 4) >= 70
        && lines.share(|line| words(line) >= 6) >= 40
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_are_known() {
        let cases = [
            (
                "Objective-C",
                "//\n//  App.m\n//\n\n#import \"App.h\"\n\n@implementation App\n\n- (void)go {\n}\n@end\n",
            ),
            (
                "Objective-C",
                "#import <Foundation/Foundation.h>\n\nint main(int argc, char *argv[]) {\n  return 0;\n}\n",
            ),
            ("Objective-C", "\u{feff}/* x */\n#include <stdio.h>\nint main(void)\n{\n}\n"),
            (
                "Wolfram",
                "(* ::Package:: *)\n\nBeginPackage[\"Foo`\"]\nf[x_] := x^2\nEndPackage[]\n",
            ),
            ("Wolfram", "BeginPackage[\"Foo`\"]\nf::usage = \"f\"\n"),
            ("Mercury", "% A comment.\n% Another.\n:- module hello.\n:- interface.\nmain(!IO).\n"),
            (
                "MUMPS",
                "XUS ;SFISC/STAFF - SIGNON ;10/2/97\n ;;8.0;KERNEL;**16**;Jul 10, 1995\n S X=1\n D ^XUS1\n I X=2 Q\n Q\n",
            ),
            ("Magma", "// Groups.\nG := Sym(3);\nprint #G;\n"),
            ("a page of the web", "<!DOCTYPE html>\n<html><body>404</body></html>\n"),
            (
                "a pointer of Git LFS",
                "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n",
            ),
            (
                "plain text",
                "This is the documentation of a program that has no code.\nIt tells what to do and \
                 what not to do with it.\n\nIn the end it says goodbye to all of its readers.\n",
            ),
        ];
        for (language, text) in cases {
            assert_eq!(foreign_language(text.as_bytes()), Some(language), "{text}");
        }
    }

    #[test]
    fn programs_are_left_alone() {
        for text in [
            "",
            "\n\n",
            "x = 1;\n",
            "// a comment that is none\nx = 1;\n",
            "// Groups.\nfunction f\n  x = 1\nend\n",
            "#include <stdio.h>\n% an Octave program with a strange comment\nx = {\n1};\n",
            "#include <stdio.h>\nx = {\n1};\n",
            "#import \"x.h\"\nx = @sin;\n",
            "@interface\n",
            "%{\n#import <Foundation/Foundation.h>\n@implementation App\n@end\n%}\nx = 1;\n",
            "% (* not Wolfram *)\n%:- module x.\nx = 1\n",
            "hold on\nclose all\nformat long\nclear all variables\n",
            "a ;b\n ;;\n x\n",
            "disp hello my dear old friend of mine.\ndisp hello\nx = 1\n",
            "function r = f (x) # comment\n  r = x;\nendfunction\n",
            "<x\n",
            "(1 + 2) * 3\n",
        ] {
            assert_eq!(foreign_language(text.as_bytes()), None, "{text}");
        }
        // Bytes of any kind are no panic.
        assert_eq!(foreign_language(&[0xFF, 0xFE, b'(', b'*']), None);
    }
}
