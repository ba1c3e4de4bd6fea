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
    ("shell_alone", "!shell_alone\ny = 1;\n"),
    ("scalars_that_fit", "function c = scalars_that_fit(x)\nc = nchoosek(length(x), 2);\nend\n"),
    ("no_struct", "function s = no_struct()\ns = struct('');\nend\n"),
    (
        "lists_of_places",
        "function t = lists_of_places(t, k, a)\n[t.dat{k, 3:5}] = deal(a, k, 1);\n[t.dat{k, :}] = deal(1, 2);\nend\n",
    ),
    (
        "set_by_the_caller",
        "switch cruise\ncase 'a'\n  info.section = 'b';\nend\ninfo.dir = 'x';\nif strcmp(info.section, 'c'), disp(1), end\n",
    ),
    ("counter_of_the_caller", "ind = t(:, 6) > 3;\nt(ind, :) = [];\nu = t(J, 3) + gamma;\n"),
    (
        "declared_elsewhere",
        "function declared_elsewhere\nm_common_script\nA.list = {};\ndisp(A.name)\nend\n",
    ),
    (
        "given_or_not",
        "function m = given_or_not(f)\nm = marker(f);\nend\nfunction m = marker(f, list)\n\
         if exist('list') ~= 1\n  list = [];\nelse\n  list = reshape(list, 1, length(list));\nend\nm = list;\nend\n",
    ),
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

#[test]
fn files_of_other_folders_may_not_be_the_ones_that_were_meant() {
    let found = complaints(
        "guessed",
        &[
            (
                "main/uses.m",
                "function c = uses(x)\nc = corr(x, x, 'type', 'pearson');\n[t, w] = dpss(x, 3);\nl = clim;\nend\n",
            ),
            ("external/corr.m", "function r = corr(a)\nr = a;\nend\n"),
            ("external/dpss.m", "function t = dpss(a, b)\nt = a;\nend\n"),
            ("external/clim.m", "function clim(a)\ndisp(a)\nend\n"),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
    // Beside the caller it is.
    let found = complaints(
        "beside",
        &[
            ("uses.m", "function t = uses(x)\n[t, w] = twice(x);\nend\n"),
            ("twice.m", "function t = twice(a)\nt = 2*a;\nend\n"),
        ],
    );
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn built_in_classes_may_have_methods_of_the_project() {
    let found = complaints(
        "methods",
        &[
            (
                "cellmean.m",
                "function n = cellmean(x)\nif ~iscell(x), error('no'); end\nn = cellfun(@sum, isfinite(x), 'UniformOutput', 0);\nend\n",
            ),
            (
                "@cell/isfinite.m",
                "function y = isfinite(x)\ny = cellfun(@isfinite, x, 'UniformOutput', 0);\nend\n",
            ),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn scripts_that_run_scripts_share_their_variables() {
    let found = complaints(
        "nested",
        &[
            ("f.m", "function y = f()\nouter\nuses\ny = A.z;\nend\n"),
            ("outer.m", "inner\n"),
            ("inner.m", "global A\nA.x = 1;\n"),
            ("uses.m", "if isfield(A, 'y')\n  A.z = A.y;\nelse\n  A.z = 2;\nend\n"),
            ("g.m", "function d = g()\nd.lat = 1;\nx = f();\nd.lon = x;\nend\n"),
            ("top.m", "clear all\nd = g();\nx = d.lon;\ny = d.lat;\n"),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_name_in_a_part_of_a_program_is_no_function_of_another_folder() {
    let found = complaints(
        "parts",
        &[
            ("solver/part.m", "rhs = cub.V*u;\nif central == 1, k = 2; end\n"),
            ("other/cub.m", "function y = cub(u)\ny = u + 1;\nend\n"),
            ("other/central.m", "function y = central(u)\ny = u(3);\nend\n"),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_function_of_a_package_does_not_mean_itself() {
    let found = complaints(
        "packages",
        &[(
            "+bf/corr.m",
            "function [b, r] = corr(x, y)\nr = corr(x, y, 'type', 'pearson');\nb = r;\nend\n",
        )],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn what_a_program_asks_for_may_be_compiled() {
    let found = complaints(
        "asked",
        &[
            ("private/stat.m", "function s = stat(varargin)\nif nargout\n  s.mem = 0;\nend\nend\n"),
            (
                "timed.m",
                "function t = timed()\nif isempty(strfind(which('stat'), mexext)), t = 0; return, end\ns = stat('info');\nt = s(end).time;\nend\n",
            ),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn values_may_be_strings_of_matlab() {
    let found = complaints(
        "strings",
        &[(
            "years.m",
            "function t = years(S, p)\ny = regexp(S(3), '20\\d\\d', 'match');\nt = '% ' + y + ' X';\n[X, Y] = meshgrid(rand(3, 2));\ne = mexext('all');\nt = [t e(1).ext];\n[a, b] = p{[]};\ny = S(2);\nt = '% Copyright ' + y + ' INRA';\nif exist('YVAL')\n  YVAL = log(YVAL);\nend\nif exist('YVAL') && YVAL > 3, t = 1; end\nend\n",
        )],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn what_matlab_has_beyond_octave_proves_nothing() {
    let found = complaints(
        "beyond",
        &[
            (
                "objects.m",
                "function objects(T)\np = panel();\np(1,1).marginbottom = 12;\np(2).marginleft = 20;\nq = p(2);\nfor m = 1:6\n  q(m, 1).select();\nend\nT = [T; {'a', 3}];\nx = T.Taxon;\nend\n",
            ),
            (
                "texts.m",
                "function g = texts(g)\nrows = [\"one\"; \"three\"];\ndata = [cellstr(rows) cell(length(rows), 4)];\no = [optimset('fminbnd'), optimset('fminsearch')];\nt = regexprep('(a)', '( ', '(');\nend\n",
            ),
            (
                "labels.m",
                "function s = labels(N)\nset = {1; 2; 3; 4; 5};\nswitch N\ncase 1\n  s = 1;\ncase {2, 3, 4, 5}\n  s = set(1:N);\nend\nend\n",
            ),
            (
                "part.m",
                "R = {'a'};\nfor i = 1:1\n  hm.lb(strmatch(R{i}, hm.rxns, 'exact')) = 1;\n  hm.ub(strmatch(R{i}, hm.rxns, 'exact')) = 2;\nend\n",
            ),
            ("solver.m", "% Help of a compiled function\nfprintf('You need to compile it.\\n')\n"),
            ("uses.m", "function x = uses(x0)\nx = solver(x0, 1);\nend\n"),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn operators_and_functions_of_objects_give_what_they_like() {
    let found = complaints(
        "operators",
        &[
            (
                "whatever.m",
                "function r = whatever(a, b)\nd = a + b;\nd = d.rename('x');\ns = inv(a);\nif s.done\n  r = abs(s.A);\nelse\n  r = s{2};\nend\nend\n",
            ),
            ("sure.m", "function r = sure()\nd = zeros(3);\nr = d.x;\nend\n"),
        ],
    );
    assert_eq!(found, ["class-mismatch: '.' does not take double 3x3"]);
}

#[test]
fn what_is_loaded_after_a_clearing_is_there() {
    let found = complaints(
        "loaded",
        &[
            (
                "main.m",
                "clear all;\nfor i = 1:3\n  clear data\n  load('a.mat', 'data');\n  data = treated(data);\n  t = clock_of(1) + 1;\n  s = socket('open');\nend\n",
            ),
            ("treated.m", "function d = treated(d)\nd = d + 1;\nend\n"),
            ("clock_of.m", "function s = clock_of(k)\n% Compiled.\nneeds_mex('clock_of.m');\n"),
            (
                "socket.m",
                "function socket(varargin)\ndisp('Compile it!');\nerror 'No binary file!'\n",
            ),
        ],
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn cells_are_neither_conditions_nor_ends_of_ranges() {
    let found = complaints(
        "cells",
        &[
            (
                "condition.m",
                "function r = condition()\nc = {1};\nr = 0;\nif c\n  r = 1;\nend\nend\n",
            ),
            ("either.m", "function r = either(x)\nr = {1, 2} || x;\nend\n"),
            ("range.m", "function r = range(n)\ns.a = n;\nr = 1:s;\nend\n"),
            (
                "fine.m",
                "function r = fine(c)\nr = 0;\nif ~isempty(c)\n  r = 1:numel(c);\nend\nend\n",
            ),
        ],
    );
    assert_eq!(found.len(), 3, "{found:?}");
    for (symbol, text) in ["'if'", "'||'", "':'"].iter().zip(&found) {
        assert!(text.starts_with(&format!("class-mismatch: {symbol} does not take")), "{text}");
    }
}
