//! `cargo xtask pictures`: what the program says of two small programs, as pictures for the README.
//!
//! The programs are in `docs/book/pictures`, the pictures in the book. Colours follow the reader's
//! choice of light or dark.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle_svg::Term;
use formwork_driver::{
    CheckFormat, CheckOptions, ShapesOptions, check_files, render_check, shapes,
};

use crate::generated::{self, Options};

/// Where the programs are.
const PROGRAMS: &str = "docs/book/pictures";
/// Where the pictures are.
const PICTURES: &str = "docs/book/src/pictures";

const BOLD: &str = "\u{1b}[1m";
const BLUE: &str = "\u{1b}[94m";
const PLAIN: &str = "\u{1b}[0m";

/// The colours of the picture by their classes: light, dark.
const COLOURS: &[(&str, &str, &str)] = &[
    ("fg", "#1f2328", "#d1d7e0"),
    ("bg", "#f6f8fa", "#151b23"),
    ("fg-bright-red", "#cf222e", "#ff7b72"),
    ("fg-bright-green", "#1a7f37", "#56d364"),
    ("fg-bright-yellow", "#9a6700", "#e3b341"),
    ("fg-yellow", "#9a6700", "#e3b341"),
    ("fg-bright-blue", "#0969da", "#79c0ff"),
    ("fg-bright-cyan", "#1b7c83", "#76e3ea"),
];

#[expect(clippy::print_stderr, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let folder = generated::root().join(PROGRAMS);
    // Findings show files as they are named: here, without a folder.
    if let Err(error) = std::env::set_current_dir(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let listing = match listing() {
        Ok(listing) => listing,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let files = [
        (format!("{PICTURES}/finding.svg"), picture(&finding(), "A finding of formwork check")),
        (format!("{PICTURES}/shapes.svg"), picture(&listing, "A program with shapes beside it")),
    ];
    generated::put("pictures", &files, options)
}

fn finding() -> String {
    let files = [PathBuf::from("demo.m")];
    let report = check_files(&files, &CheckOptions::default());
    let found = render_check(&report, CheckFormat::Full, true);
    format!("{BOLD}$ formwork check demo.m{PLAIN}\n{}", found.trim_end())
}

/// The listing, what is said of variables in another colour.
fn listing() -> Result<String, String> {
    let arguments = ["X: double nxp", "y: double nx1", "lambda: double 1x1"];
    let options = ShapesOptions {
        arguments: arguments.map(str::to_owned).to_vec(),
        ..ShapesOptions::default()
    };
    let found = shapes(Path::new("ridge.m"), &options).map_err(|error| error.to_string())?;
    let mut out = format!(
        "{BOLD}$ formwork shapes ridge.m --arg 'X: double nxp' --arg 'y: double nx1' \
         --arg 'lambda: double 1x1'{PLAIN}\n"
    );
    for line in found.listing(false).lines().take_while(|line| !line.is_empty()) {
        match line.split_once("%?") {
            Some((code, said)) => out.push_str(&format!("{code}{BLUE}%?{said}{PLAIN}\n")),
            None => out.push_str(&format!("{line}\n")),
        }
    }
    Ok(out.trim_end().to_owned())
}

/// A picture of text with colours, which follow light and dark.
fn picture(text: &str, title: &str) -> String {
    let drawn = Term::new().render_svg(text);
    let colours = |dark: bool| {
        let rule = |&(class, light, night): &(&str, &str, &str)| {
            format!(" .{class} {{ fill: {} }}", if dark { night } else { light })
        };
        COLOURS.iter().map(rule).collect::<String>()
    };
    let rules = format!(
        "   {}\n    @media (prefers-color-scheme: dark) {{{} }}\n",
        colours(false),
        colours(true)
    );
    let drawn = drawn.replacen("  </style>", &format!("{rules}  </style>"), 1);
    drawn.replacen("  <style>", &format!("  <title>{title}</title>\n  <style>"), 1)
}
