//! Programs of a few lines that stand for what other people write, and of which `check` once
//! said that they fail: limits of ours, and what only a run decides, are no findings.
#![expect(clippy::disallowed_methods, reason = "the tests write files")]

use std::path::Path;

use formwork_driver::{CheckOptions, Level, check_files, discover};

/// Files of a folder, and what is wrong with them if that is more than a note.
fn complaints(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("abroad-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it is made");
        std::fs::write(path, text).expect("it can be written");
    }
    let inputs = discover(&[folder]);
    assert_eq!(inputs.problems, Vec::<String>::new(), "the folder is there");
    let report = check_files(&inputs.files, &CheckOptions::default());
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let findings = report.files.iter().flat_map(|file| file.found.iter());
    findings
        .filter(|one| one.level != Level::Note)
        .map(|one| format!("{}: {}", one.code, one.message))
        .collect()
}

/// Programs of one file that work for some callers.
const WORKING: &[(&str, &str)] = &[
    ("short_circuit", "x = []; if isempty(x) | x(1) == 0, disp('short'), end\n"),
    (
        "unknown_commands",
        "function q = unknown_commands(n)\nsyms a b\nc = a*b;\nno_such_script\nz = [qr qr];\n\
         decl v\nq = ones(2,3)*v;\nout = declared();\nend\nfunction out = declared()\ndecl out\nend\n",
    ),
    (
        "callees_that_set",
        "function y = callees_that_set()\nset_it('X', 3);\nX = X(:, 1);\ny = X;\nend\n\
         function set_it(n, v)\nassignin('caller', n, v);\nend\n",
    ),
    (
        "signatures",
        "function L = signatures(A, t)\n[L, U, P, Q] = lu(A);\nL = lu(A, t, 'vector');\nend\n",
    ),
    (
        "options_of_matlab",
        "function y = options_of_matlab(x)\ny = round(2.567, 2) + sum(ones(3), 'all') + max(ones(3), [], 'all') \
         + mean([1 2 NaN], 'omitnan');\ns = \"x = \" + 5;\nb = \"abc\" == \"de\";\n\
         z = ifft(x, [], 1, 'symmetric');\nk = bitand(3, 5, 'uint32');\nend\n",
    ),
    (
        "evaluated",
        "function y = evaluated(x)\nw = eval('x + 1'); y = w*2;\nf = eval('@(x) x+1'); y = y + f(3);\nend\n",
    ),
    (
        "budget",
        "d = diag(ones(1, 725)); y = d(1, 1);\na = accumarray([1000 1000], 1);\nf = fft(1:3, 1e6);\n",
    ),
    ("shell", "function y = shell()\n!make clean\ny = 1;\nend\n"),
    (
        "fragment",
        "switch opt\n  case 'one', d.x = 1;\n  case 'two', k = find(d.y > 1);\nend\ndisp(k)\n",
    ),
    (
        "fields_of_anything",
        "function y = fields_of_anything(f)\nt = read_thing(f); t.flag(2) = 4; y = t{:, 1};\n\
         u = read_thing(f); u.flag = 4; y = u(:, 1)/100;\nend\n",
    ),
    (
        "platform",
        "function platform()\nswitch mexext, case 'mexa64', a = 'x'; case 'mexw64', a = 'y'; end\ndisp(a)\n\
         v = version('-release'); v = v(1:5);\nend\n",
    ),
    (
        "cleared",
        "function d = cleared()\nd = zeros(2, 5);\nclear all\nd(1, :) = ones(1, 7);\nend\n",
    ),
    (
        "fields_of_nothing",
        "function y = fields_of_nothing(names, v)\ne = [];\nfor k = 1:numel(names), e.(names{k}).(v) = 1; end\n\
         y = fieldnames(e.face);\nend\n",
    ),
    (
        "few_arguments",
        "function y = few_arguments(p)\ny = union(p);\nz = logspace(p);\nw = fft2();\nend\n",
    ),
];

#[test]
fn programs_that_work_are_not_called_broken() {
    let mut wrong = Vec::new();
    for (name, text) in WORKING {
        let found = complaints(name, &[(&format!("{name}.m"), text)]);
        wrong.extend(found.into_iter().map(|one| format!("{name}: {one}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_that_document_compiled_functions_prove_nothing() {
    let found = complaints(
        "stubs",
        &[
            ("stub.m", "function [t, a] = stub(d, k)\n% A compiled file does the work.\n"),
            (
                "other.m",
                "function r = other(a, b, varargin)\nerror('other.c is not compiled');\nend\n",
            ),
            (
                "user.m",
                "function y = user(x)\n[t, a] = stub(1, 2);\nif x > 0, g = other(x, 1, 2); y = g; else y = t; end\nend\n",
            ),
        ],
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn files_that_no_call_can_mean_are_passed_over() {
    let found =
        complaints("hidden", &[("._x.m", "\u{0}\u{5}\u{16}("), ("x.m", "function x()\nend\n")]);
    assert!(found.is_empty(), "{found:?}");
}
