//! Which self-test blocks of a file can be tried.

pub(crate) use formwork_driver::self_tests::{Block, Expectation, Kind, blocks};

/// Functions of graphics, files, other programs and classes.
const UNSUPPORTED: &[&str] = &[
    "figure",
    "axes",
    "axis",
    "gcf",
    "gca",
    "plot",
    "plot3",
    "surf",
    "mesh",
    "line",
    "patch",
    "set",
    "get",
    "close",
    "hf",
    "print",
    "hax",
    "ishghandle",
    "isfigure",
    "ishandle",
    "graphics_toolkit",
    "uicontrol",
    "uimenu",
    "drawnow",
    "getappdata",
    "setappdata",
    "fopen",
    "fclose",
    "fread",
    "fwrite",
    "fgetl",
    "tempname",
    "tempdir",
    "unlink",
    "delete",
    "mkdir",
    "rmdir",
    "stat",
    "lstat",
    "dir",
    "ls",
    "cd",
    "chdir",
    "pwd",
    "rename",
    "copyfile",
    "movefile",
    "system",
    "unix",
    "dos",
    "shell_cmd",
    "popen",
    "popen2",
    "fork",
    "exec",
    "urlread",
    "urlwrite",
    "webread",
    "load",
    "save",
    "fileread",
    "csvread",
    "dlmread",
    "importdata",
    "textread",
    "audioread",
    "imread",
    "imwrite",
    "mex",
    "mkoctfile",
    "pkg",
    "javaMethod",
    "javaObject",
    "java",
    "zip",
    "tar",
    "gzip",
    "unzip",
    "addpath",
    "rmpath",
    "path",
    "rehash",
    "genpath",
    "which",
    "what",
    "help",
    "lookfor",
    "doc",
    "publish",
    "source",
    "run",
    "run_test",
    "getpwuid",
    "gethostname",
    "dbstop",
    "history",
    "jupyter_notebook",
    "classdef",
    "getpixelposition",
    "hggroup",
    "colorbar",
    "legend",
    "title",
    "xlabel",
    "subplot",
    "imshow",
    "image",
    "listfonts",
    "waitbar",
    "movie",
    "rgbplot",
    "daspect",
    "file_in_loadpath",
    "file_in_path",
    "dir_in_loadpath",
    "glob",
    "tmpfile",
    "mkstemp",
    "fdisp",
    "puts",
    "fskipl",
    "SEEK_SET",
    "memoize",
    "profile",
    "profshow",
    "inputParser",
    "__go_figure__",
    "contour",
    "bar",
    "hist3",
    "isosurface",
    "ginput",
    "waitfor",
    "colormap",
];

/// Whether a block needs graphics, files, other programs or its neighbours.
pub(crate) fn needs_more(code: &str) -> bool {
    code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .any(|word| UNSUPPORTED.contains(&word))
}

/// Each block of a file that is a test as a text that Octave's `test` reads, behind what it shares
/// with others, with the line where it begins.
pub(crate) fn test_parts(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let quoted = |from: usize| -> String {
        let rest = lines.get(from..).unwrap_or_default().iter().enumerate();
        let own = rest.take_while(|(at, line)| {
            let rest = line.strip_prefix("%!");
            *at == 0
                || rest.is_some_and(|rest| {
                    rest.is_empty()
                        || rest.starts_with([' ', '\t', '%', '#'])
                        || rest.starts_with("endfunction")
                })
        });
        own.flat_map(|(_, line)| [line, "\n"]).collect()
    };
    let (mut shared, mut functions, mut parts) = (String::new(), String::new(), Vec::new());
    for block in blocks(text) {
        let own = quoted(block.line.saturating_sub(1));
        match block.kind {
            Kind::Shares(_) => shared = own,
            Kind::Defines => functions.push_str(&own),
            Kind::Passes | Kind::Fails(_) | Kind::Warns(_) => {
                parts.push((block.line, format!("{functions}{shared}{own}")));
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::test_parts;

    #[test]
    fn parts_stand_behind_what_they_share() {
        let text =
            "x\n%!shared a\n%! a = 1;\n%!test\n%! b = a;\n%!demo\n%! plot (1)\n%!assert (1)\n";
        let parts = test_parts(text);
        let shared = "%!shared a\n%! a = 1;\n";
        assert_eq!(parts[0], (4, format!("{shared}%!test\n%! b = a;\n")));
        assert_eq!(parts[1], (8, format!("{shared}%!assert (1)\n")));
    }
}
