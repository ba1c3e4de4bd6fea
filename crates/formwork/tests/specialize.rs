//! `formwork specialize` from outside.
#![expect(clippy::disallowed_methods, reason = "tests write programs")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("formwork-specialize-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn formwork(arguments: &[&str], folder: &PathBuf) -> Output {
    Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("formwork runs")
}

const POLYNOMIAL: &str = "\
function y = polynomial(c, x)
y = 0;
for k = numel(c):-1:1
    y = y .* x + c(k);
end
end
";

#[test]
fn a_fixed_parameter_disappears() {
    let folder = folder("fixed");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    let output = formwork(
        &["specialize", "polynomial.m", "-d", "c=[1 2]", "--arg", "x: double 1x1"],
        &folder,
    );
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("function y = polynomial_spec(x)\n"), "{text}");
    assert!(!text.contains("for "), "{text}");
}

#[test]
fn the_residual_is_named_after_its_file_and_runs() {
    let folder = folder("output");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    let output =
        formwork(&["specialize", "polynomial.m", "-d", "c=[1 2 3]", "-o", "quick.m"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_file(folder.join("polynomial.m")).expect("the original is not needed");
    fs::write(folder.join("call.m"), "disp (quick (2))\n").expect("written");
    let output = formwork(&["run", "call.m"], &folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "17\n");
}

#[test]
fn bad_input_is_refused_with_what_is_wrong() {
    let folder = folder("bad");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    fs::write(folder.join("script.m"), "x = 1\n").expect("written");
    fs::write(folder.join("broken.m"), "function y = broken(\n").expect("written");
    let class = "classdef kept\nproperties\na\nend\nmethods\nfunction o = kept(x)\no.a = x;\nend\n\
                 function r = twice(o)\nr = 2 * o.a;\nend\nend\nend\n";
    fs::write(folder.join("kept.m"), class).expect("written");
    let cases: &[(&[&str], &str)] = &[
        (&["specialize", "polynomial.m", "-d", "d=3"], "'d' is no parameter of polynomial"),
        (&["specialize", "polynomial.m", "-d", "c=1", "-d", "c=2"], "'c' is defined twice"),
        (&["specialize", "polynomial.m", "-d", "c="], "no value"),
        (&["specialize", "polynomial.m", "-d", "c=undefined_name"], "'undefined_name'"),
        (&["specialize", "polynomial.m", "--arg", "x: dubble"], "neither a class nor sizes"),
        (&["specialize", "polynomial.m", "--function", "other"], "no function 'other'"),
        (&["specialize", "script.m", "-d", "x=2"], "'x' is no parameter: script.m is a script"),
        (&["specialize", "broken.m"], "parse error in"),
        (&["specialize", "nowhere.m"], "nowhere.m"),
        (&["specialize", "polynomial.m", "-o", "2fast.m"], "its name must be one"),
        (&["specialize", "kept.m"], "kept.m is a part of a class"),
        (&["specialize", "kept.m", "--function", "twice"], "kept.m is a part of a class"),
    ];
    for (arguments, words) in cases {
        let output = formwork(arguments, &folder);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn a_function_that_always_fails_still_fails() {
    let folder = folder("fails");
    let text = "function y = fails(x)\ny = [1 2 3] + [1 2];\nend\n";
    fs::write(folder.join("fails.m"), text).expect("written");
    let output = formwork(&["specialize", "fails.m", "-o", "fast.m"], &folder);
    assert_eq!(output.status.code(), Some(0));
    fs::write(folder.join("call.m"), "fast (1)\n").expect("written");
    let output = formwork(&["run", "call.m"], &folder);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("nonconformant arguments (op1 is 1x3, op2 is 1x2)"), "{text}");
}

#[test]
fn annotations_come_from_a_file() {
    let folder = folder("notes");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    fs::write(folder.join("known.txt"), "%# c size [1 2]\n%# c realdouble\n").expect("written");
    let output = formwork(&["specialize", "polynomial.m", "-a", "known.txt"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("c(2)") && !text.contains("for "), "{text}");
}

#[test]
fn functions_variables_and_calls_are_listed() {
    let folder = folder("lists");
    let text = "function y = outer(x)\ny = inner(x, 2) + inner(x, 3);\nend\n\
                function r = inner(p, q)\nif p > 0, r = p ^ q; else, r = q; end\nend\n";
    fs::write(folder.join("outer.m"), text).expect("written");
    let list = |flag: &str| {
        let output = formwork(&["specialize", "outer.m", "--no-inline", flag], &folder);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(list("-f").contains("inner__1 (from inner)"));
    assert!(list("-s").contains("outer_spec: x y"));
    assert!(list("-g").contains("\"outer\" -> \"inner\""));
    let output = formwork(&["specialize", "outer.m", "--report", "json"], &folder);
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: serde_json::Value = serde_json::from_str(&report).expect("the report is JSON");
    assert_eq!(report["version"], 1, "{report}");
    assert_eq!(report["decided"], 0, "{report}");
}

#[test]
fn calls_are_kept_where_that_is_asked_for() {
    let folder = folder("keep");
    let helper = "function r = helper(p)\nr = p + 1;\nend\n";
    let plain = format!("function y = outer(x)\ny = x * helper(2);\nend\n{helper}");
    let noted = plain.replace("y = x", "%# nointerpret helper\ny = x");
    fs::write(folder.join("plain.m"), plain).expect("written");
    fs::write(folder.join("noted.m"), noted).expect("written");
    let residual = |arguments: &[&str]| {
        let output = formwork(&[&["specialize", "--no-inline"], arguments].concat(), &folder);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(residual(&["plain.m"]).contains("x * 3"));
    assert!(residual(&["plain.m", "--never-run", "helper"]).contains("helper"));
    assert!(residual(&["noted.m"]).contains("helper"));
}

#[test]
fn what_is_assumed_is_checked_where_that_is_asked_for() {
    let folder = folder("assert");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    let said = ["-d", "c=[1 2]", "--arg", "x: double 1xn", "--assert", "-o", "checked.m"];
    let output = formwork(&[&["specialize", "polynomial.m"][..], &said].concat(), &folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let calls = "disp (checked ([2 3]))\ntry\n  checked ([2; 3]);\ncatch err\n  \
                 disp (err.identifier);\n  disp (err.message);\nend\n";
    fs::write(folder.join("call.m"), calls).expect("written");
    let expected = "   5   7\nformwork:assumption\nchecked: x is assumed to be double 1xn\n";
    let output = formwork(&["run", "call.m"], &folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let octave = Command::new("octave-cli")
        .args(["--norc", "--quiet", "call.m"])
        .current_dir(&folder)
        .output();
    match octave {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), expected),
        Err(_) => println!("skipped in Octave: it is not installed"),
    }
}

#[test]
fn data_files_are_read_where_that_is_asked_for() {
    let folder = folder("static-io");
    let text = "function y = total(k)\ny = k * sum (csvread ('table.csv'));\n\
                z = csvread ('missing.csv');\nend\n";
    fs::write(folder.join("total.m"), text).expect("written");
    fs::write(folder.join("table.csv"), "1,2,3\n").expect("written");
    let output = formwork(&["specialize", "total.m", "--static-io", "--report"], &folder);
    let (residual, report) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(residual.contains("y = k * 6;"), "{residual}");
    assert!(residual.contains("csvread('missing.csv')"), "{residual}");
    assert!(report.contains("total.m:3: the call of 'csvread' stays: "), "{report}");
}

#[test]
fn a_script_stays_a_script() {
    let folder = folder("script");
    let text = "n = 3;\nt = tic;\ny = 0;\nfor k = 1:n\n    y = y + bump (k + 0 * double (t));\n\
                end\ny\nfunction r = bump (p)\nif p > 10\n    r = 0;\n    return\nend\n\
                r = p + 1;\nend\n";
    fs::write(folder.join("sums.m"), text).expect("written");
    let output = formwork(&["specialize", "sums.m", "-o", "fast.m"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.join("call.m"), "fast\ndisp (n)\ndisp (k)\n").expect("written");
    let output = formwork(&["run", "call.m"], &folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "y = 9\n3\n3\n");
    let octave = Command::new("octave-cli")
        .args(["--norc", "--quiet", "call.m"])
        .current_dir(&folder)
        .output();
    match octave {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "y = 9\n3\n3\n"),
        Err(_) => println!("skipped in Octave: it is not installed"),
    }
}

/// Files of a program, and what its first one prints as it is and specialized.
fn both(name: &str, files: &[(&str, &str)]) -> (String, String) {
    let folder = folder(name);
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("written");
    }
    let main = files[0].0;
    let run = |file: &str| {
        let output = formwork(&["run", file], &folder);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let output = formwork(&["specialize", main], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.join("residual.m"), &output.stdout).expect("written");
    (run(main), run("residual.m"))
}

#[test]
fn scripts_that_return_fail_and_run_others_do_what_they_did() {
    let (before, after) = both(
        "scripts_in_scripts",
        &[
            (
                "main.m",
                "w = [1 2 3];\nleaves\nx = w(7)\nw = 1;\ntry, fails, catch, end\nw\na = nested(3)\nb = nested(9)\n",
            ),
            ("leaves.m", "w = 1:10;\nreturn\n"),
            (
                "fails.m",
                "unwind_protect\n  w = 'up';\n  error('zz');\nunwind_protect_cleanup\nend_unwind_protect\n",
            ),
            ("nested.m", "function r = nested(n)\nv = n;\nfirst\nr = v;\nend\n"),
            ("first.m", "v = v * 2;\nsecond\n"),
            ("second.m", "if v > 15, v = [v v]; end\n"),
        ],
    );
    assert_eq!(before, "x = 7\nw = up\na = 6\nb =\n\n   18   18\n\n");
    assert_eq!(after, before);
}

#[test]
fn what_handles_do_to_shared_variables_is_seen() {
    let (before, after) = both(
        "handles_and_globals",
        &[
            (
                "main.m",
                "global W\nW = 1; f = @() put('a'); f(); a = W\nW = 1; k = {@() put('b')}; k{1}(); b = W\n\
                 W = 1; s.f = @() put('c'); s.f(); c = W\nW = 1; q(put(2)) = W\n\
                 w = 1; g = @(v) assignin('base', 'w', v); g('d'); d = w\n\
                 u = feval(@plus, 1, 2)\nlate = feval('put', 'e');\ne = W\n",
            ),
            ("put.m", "function r = put(x)\nglobal W\nW = x;\nr = x;\nend\n"),
        ],
    );
    assert_eq!(before, "a = a\nb = b\nc = c\nq =\n\n   0   2\n\nd = d\nu = 3\ne = e\n");
    assert_eq!(after, before);
}

#[test]
fn a_function_keeps_the_signature_that_its_callees_look_at() {
    let (before, after) = both(
        "looked_into",
        &[
            ("main.m", "function main()\ndisp(asks(1, 2)); disp(asks(1, 2, 3));\nend\n"),
            ("asks.m", "function r = asks(a, b, c)\nr = counts() + rand(1) * 0;\nend\n"),
            ("counts.m", "function n = counts()\nn = evalin('caller', 'nargin');\nend\n"),
        ],
    );
    assert_eq!(before, "2\n3\n");
    assert_eq!(after, before);
}

#[test]
fn a_name_that_may_be_a_variable_or_a_function_stays() {
    let (before, after) = both(
        "either",
        &[
            (
                "main.m",
                "function main()\ndisp(either([1 2])); disp(either([]));\n\
                 try\n  fail('numel(q, 1, 2, 3', 'x');\ncatch\nend\nq = 1;\n\
                 h = @nowhere;\ntry\n  h(1);\ncatch e\n  disp(e.message);\nend\nend\n",
            ),
            (
                "either.m",
                "function r = either(c)\nc = c + rand(1) * 0;\nfor j = 1:length(c)\n  mode{j} = c(j);\nend\nmode = numel(mode');\nr = mode;\nend\n",
            ),
            ("mode.m", "function r = mode()\nr = 'none at all';\nend\n"),
        ],
    );
    assert_eq!(before, "2\n11\ninvalid function handle, unable to find function for @nowhere\n");
    assert_eq!(after, before);
}

#[test]
fn what_is_seen_of_a_variable_besides_its_value_stays() {
    let (before, after) = both(
        "seen",
        &[(
            "main.m",
            "function main()\nx = 3;\ndisplay(x)\nshow(x); show(x + 1);\nx--\n++x\n\
             c = onCleanup(@() disp('one'));\nc = 5;\nd = {onCleanup(@() disp('two'))};\nd = {};\n\
             s.a = onCleanup(@() disp('three'));\ns.a = 0;\ndisp('end');\nleaves();\nend\n\
             function show(v)\nprintf('[%s]\\n', inputname(1));\nend\n\
             function leaves()\nq = onCleanup(@() disp('four'));\nq = 1;\ndisp('in');\nend\n",
        )],
    );
    assert_eq!(before, "x = 3\n[x]\n[]\nans = 3\nans = 3\none\ntwo\nthree\nend\nfour\nin\n");
    assert_eq!(after, before);
}

#[test]
fn functions_that_nothing_closes_are_kept_one_by_one() {
    let (before, after) = both(
        "endless",
        &[(
            "main.m",
            "function main()\nr = whole(struct('a', 2, 'b', 3));\ndisp(r);\n% end of main\n\n\
             function y = whole(x)\ny = 0;\nfor [v, k] = x\n  y = y + v;\nend\ny = twice(y);\n\n\
             function y = twice(x)\ny = 2 * x;\n",
        )],
    );
    assert_eq!(before, "10\n");
    assert_eq!(after, before);
}

#[test]
fn what_may_fail_is_not_removed() {
    let (before, after) = both(
        "may_fail",
        &[
            (
                "main.m",
                "function main()\nn = rand(1);\nshow(@() either(n > 2));\nshow(@() far(2^53));\n\
                 show(@() joined(n > 2, [1 2]));\nend\n\
                 function show(f)\ntry\n  f();\n  disp('fine');\ncatch e\n  disp(e.message);\nend\nend\n",
            ),
            (
                "either.m",
                "function either(n)\nx = 0;\nif n, x = 1; end\nif x > 0 || x(9)\nend\nend\n",
            ),
            ("far.m", "function far(x)\nz = 1;\ny = z(x(end));\nend\n"),
            (
                "joined.m",
                "function joined(n, b)\nc = [];\nfor k = 1:2\n  if ~n, c = false; end\nend\n\
                 for k = b\n  a = [c; [1 2 3]];\nend\nend\n",
            ),
        ],
    );
    assert_eq!(
        before,
        "x(9): out of bound 1 (dimensions are 1x1)\n\
         z(9007199254740992): out of bound 1 (dimensions are 1x1)\n\
         vertical dimensions mismatch (1x1 vs 1x3)\n"
    );
    assert_eq!(after, before);
}

#[test]
fn ans_is_what_was_computed_last() {
    let (before, after) = both(
        "ans",
        &[(
            "main.m",
            "function main()\nans = 0;\nc = {7, 8};\nc{:};\na = ans\neval('w = 3;');\nw;\nb = ans\n\
             x = 5;\nx--;\nnothing();\nd = ans\n++x;\ne = ans\nend\nfunction varargout = nothing()\nend\n",
        )],
    );
    assert_eq!(before, "a = 8\nb = 8\nd = 5\ne = 5\n");
    assert_eq!(after, before);
}

#[test]
fn loops_over_large_arrays_stay_loops() {
    let folder = folder("large");
    let text = "v = zeros(50);\nfor it = 1:20\n  for i = 2:49\n    for j = 2:49\n      \
                v(i, j) = 0.25 * (v(i-1, j) + v(i, j-1)) + (i == j);\n    end\n  end\nend\ndisp(sum(v(:)));\n\
                q = 1:100;\nfor i = 1:100\n  for j = 1:100-i\n    if q(j) < q(j+1)\n      \
                q([j j+1]) = q([j+1 j]);\n    end\n  end\nend\ndisp(q(1:3));\n";
    std::fs::write(folder.join("main.m"), text).expect("the folder can be written to");
    let output = formwork(&["specialize", "main.m"], &folder);
    let residual = String::from_utf8_lossy(&output.stdout);
    assert!(residual.contains("for it = 1:20"), "{residual}");
    assert!(residual.len() < 20 * text.len(), "{} bytes", residual.len());
}

#[test]
fn a_list_of_places_takes_all_outputs() {
    let (before, after) = both(
        "list_of_places",
        &[
            (
                "main.m",
                "function main()\n[p, q] = wrap(@two, 4)\nc = cell(1, 2); [c{1:2}] = two(4)\nz = {};\n\
                 [z{1:2}] = two(2);\ndisp(numel(z));\nend\nfunction [a, b] = two(x)\na = x; b = 'b';\nend\n",
            ),
            (
                "wrap.m",
                "function varargout = wrap(f, varargin)\n[varargout{1:nargout}] = f(varargin{:});\nend\n",
            ),
        ],
    );
    assert_eq!(before, "p = 4\nq = b\nc =\n{\n  [1,1] = 4\n  [1,2] = b\n}\n\n2\n");
    assert_eq!(after, before);
}

#[test]
fn names_of_arguments_stay_where_a_call_is_not_followed() {
    let (before, after) = both(
        "names_asked_for",
        &[(
            "main.m",
            "1;\nfunction r = ee(x)\n  r = inputname(1);\nend\nfunction r = aa(n)\n  \
             r = evalin('caller', 'n');\nend\nn = 10;\nx = aa(2)\nq = 3;\nx = ee(q)\n",
        )],
    );
    assert_eq!(before, "x = 10\nx = q\n");
    assert_eq!(after, before);
}

#[test]
fn programs_that_cannot_be_written_are_refused() {
    let folder = folder("refused");
    for (name, text, said) in [
        (
            "hides.m",
            "f = @max;\nmax = 3;\ny = f(rand() > 2, 9)\nclear max\n",
            "a variable and a call of a function with the name max",
        ),
        (
            "twice.m",
            "1;\nfunction r = ff(x)\n  r = x;\nend\na = ff(1)\nfunction r = ff(x)\n  r = {x};\nend\n\
             b = ff(1)\n",
            "'ff' means one function here and another there",
        ),
        (
            "defined.m",
            "1;\nfunction r = ff(a)\n  r = a;\nend\nff = 3;\nff(1)\nclear -x ff\ng = @() ff(2);\n",
            "a variable and a call of a function with the name ff",
        ),
    ] {
        std::fs::write(folder.join(name), text).expect("the folder can be written to");
        let output = formwork(&["specialize", name], &folder);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(said), "{name}: {errors}");
    }
}

#[test]
fn constants_keep_their_sizes_and_updates_their_messages() {
    let (before, after) = both(
        "sizes_and_messages",
        &[(
            "main.m",
            "function main()\nx = blanks(1);\nx(1, 1, [1 1 2]) = [8; 65; 66];\ndisp(size(x));\n\
             try\n  f(1);\ncatch e\n  disp(e.message);\nend\nend\n\
             function f(b)\neval('c = 1;');\nclear b\nb -= -2;\nend\n",
        )],
    );
    assert_eq!(before, "   1   1   2\nin computed assignment A OP= X, A must be defined first\n");
    assert_eq!(after, before);
}

#[test]
fn a_colon_is_no_argument_and_callees_may_set_any_name() {
    let (before, after) = both(
        "colons_and_names",
        &[(
            "main.m",
            "function main()\ntry\n  f();\ncatch e\n  disp(e.message);\nend\ng(7);\nend\n\
             function f()\ny = @(t) t + 1;\nb = sum(y(:) > 0);\nend\n\
             function g(b)\nfor k = 1:2\n  set_it('fresh', k);\n  x = fresh\n  eval('b = [b, 1];', 'b = 0;');\n\
             end\nend\nfunction set_it(name, value)\nassignin('caller', name, value);\nend\n",
        )],
    );
    assert_eq!(before, "no default value for argument 1\nx = 1\nx = 2\n");
    assert_eq!(after, before);
}

const BISECT: &str = "\
function [x, n] = bisect(f, a, b, tol)
fa = f(a); f(b);
n = 0;
while (b - a) / 2 > tol
  n = n + 1;
  x = (a + b) / 2;
  fx = f(x);
  if sign(fx) == sign(fa), a = x; fa = fx; else, b = x; end
end
x = (a + b) / 2;
end
";

/// What a script prints in Formwork, and in Octave if that is there.
fn printed(folder: &PathBuf, script: &str) -> String {
    fs::write(folder.join("call_it.m"), script).expect("written");
    let output = formwork(&["run", "call_it.m"], folder);
    let own = String::from_utf8_lossy(&output.stdout).into_owned();
    let octave = Command::new("octave-cli")
        .args(["--norc", "--quiet", "call_it.m"])
        .current_dir(folder)
        .output();
    if let Ok(output) = octave {
        assert_eq!(String::from_utf8_lossy(&output.stdout), own);
    }
    own
}

#[test]
fn arguments_are_given_as_people_have_them() {
    let folder = folder("people");
    let options = "function y = scaled(x, opts, varargin)\ny = x * opts.factor + opts.shift + \
                   varargin{1} + nargin;\nend\n";
    fs::write(folder.join("bisect.m"), BISECT).expect("written");
    fs::write(folder.join("scaled.m"), options).expect("written");
    let case = "{\"a\": 1, \"b\": 3, \"tol\": 1e-3, \"comment\": \"of no parameter\"}";
    fs::write(folder.join("case.json"), case).expect("written");
    fs::write(folder.join("row.json"), "[[1, 2], [3, 4]]").expect("written");
    let saved = "a = 1; b = 3; tol = 1e-3; save ('-v7', 'case.mat', 'a', 'b', 'tol');\
                 x = {[1 2; 3 4]}; x = x{1}; save ('-v6', 'one.mat', 'x');";
    fs::write(folder.join("saved.m"), saved).expect("written");
    let output = formwork(&["run", "saved.m"], &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["bisect.m", "-d", "@case.mat", "-o", "r6.m"],
            "x = r6(@(x) x - 2.2)",
            "x = bisect(@(x) x - 2.2, 1, 3, 1e-3)",
        ),
        (
            &["scaled.m", "-d", "x=@one.mat", "-d", "opts.shift=1", "-o", "r7.m"],
            "y = r7(struct('factor', 3), 7)",
            "y = scaled([1 2; 3 4], struct('shift', 1, 'factor', 3), 7)",
        ),
        (
            &["bisect.m", "-d", "f=@(x) x^3-2*x-5", "-d", "tol=1e-3", "-o", "r1.m"],
            "[x, n] = r1(1, 3)",
            "[x, n] = bisect(@(x) x^3-2*x-5, 1, 3, 1e-3)",
        ),
        (
            &["bisect.m", "-d", "@case.json", "-o", "r2.m"],
            "x = r2(@(x) x - 2.2)",
            "x = bisect(@(x) x - 2.2, 1, 3, 1e-3)",
        ),
        (
            &["bisect.m", "--call", "bisect(@(x) k*x - c, a, 3, 1e-3)", "-o", "r3.m"],
            "[x, n] = r3(2, 5, 1)",
            "[x, n] = bisect(@(x) 2*x - 5, 1, 3, 1e-3)",
        ),
        (
            &["scaled.m", "-d", "opts.factor=3", "-d", "varargin={7}", "-o", "r4.m"],
            "y = r4(2, struct('shift', 1))",
            "y = scaled(2, struct('shift', 1, 'factor', 3), 7)",
        ),
        (
            &["scaled.m", "-d", "x=@row.json", "--arg", "opts.shift: double 1x1", "-o", "r5.m"],
            "y = r5(struct('shift', 1, 'factor', 3), 7)",
            "y = scaled([1 2; 3 4], struct('shift', 1, 'factor', 3), 7)",
        ),
    ];
    for (arguments, residual, original) in cases {
        let output = formwork(&[&["specialize"], *arguments].concat(), &folder);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        let after = printed(&folder, residual);
        assert_eq!(after, printed(&folder, original), "{arguments:?}");
        assert!(!after.is_empty(), "{arguments:?}");
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let folder = folder("nonsense");
    fs::write(folder.join("bisect.m"), BISECT).expect("written");
    fs::write(folder.join("cut.json"), "{\"a\": [1, 2").expect("written");
    fs::write(folder.join("broken.mat"), "MATLAB 5.0").expect("written");
    fs::write(folder.join("row.json"), "[1, 2]").expect("written");
    fs::write(folder.join("keys.json"), "{\"a\": {\"b c\": 1}}").expect("written");
    fs::write(folder.join("other.json"), "{\"zz\": 1}").expect("written");
    let cases: &[(&[&str], &str)] = &[
        (&["-d", "f=@nowhere"], "there is no function 'nowhere'"),
        (&["-d", "f=@(x x"], "column"),
        (&["-d", "a=1; b=2"], "more than one expression"),
        (&["-d", "a=(b=2)"], "assigns"),
        (&["-d", "a=rand(3)"], "not known beforehand"),
        (&["-d", "varargin={1}"], "'varargin' is no parameter of bisect: its parameters are f, a"),
        (&["-d", "@cut.json"], "cut.json:1:12: this is no JSON"),
        (&["-d", "@row.json"], "expected an object"),
        (&["-d", "@keys.json"], "'b c' is no name of a field"),
        (&["-d", "@none.json"], "none.json: no such file"),
        (&["-d", "a=@data.mat"], "data.mat: no such file"),
        (&["-d", "a=@broken.mat"], "broken.mat: "),
        (&["--call", "bisect(1, 2"], "is no call"),
        (&["--call", "nowhere(1)"], "there is no function 'nowhere'"),
        (&["--call", "sin(1)"], "'sin' is built in"),
        (&["--call", "bisect(1, 2, 3, 4, 5)"], "passes 5 arguments, and bisect takes 4"),
        (&["--call", "[a, b, c] = bisect(1, 2, 3)"], "asks for more outputs"),
        (&["--call", "bisect(c{:})"], "nobody knows how long"),
        (&["--call", "bisect(@(x) x, q)", "--arg", "z: 1x1"], "those are q"),
        (&["--call", "bisect(1)", "--function", "bisect"], "cannot be used with"),
        (&["--call", "bisect(f, 1, 2)", "-d", "f=cheb"], "a text is written in quotes"),
        (&["-d", "tol=4", "--arg", "tol: char 1x1"], "the value of 'tol' is not what is said"),
        (&["-d", "tol=4", "--arg", "tol: double 2x2"], "the value of 'tol' is not what is said"),
        (&["-d", "@other.json"], "'zz' is no parameter of bisect"),
    ];
    for (arguments, words) in cases {
        let output = formwork(&[&["specialize", "bisect.m"], *arguments].concat(), &folder);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn a_handle_may_be_asked_for_more_outputs_than_its_text_shows() {
    let (before, after) = both(
        "outputs_of_handles",
        &[
            (
                "main.m",
                "function main()\nf = @(t) cost(t, rand(1) > 2);\n[a, b] = eval('feval(f, 3)')\nend\n",
            ),
            ("cost.m", "function [j, g] = cost(t, late)\nj = t; g = 2 * t + late;\nend\n"),
        ],
    );
    assert_eq!(before, "a = 3\nb = 6\n");
    assert_eq!(after, before);
}

#[test]
fn a_page_shows_both_sides_and_needs_nothing_else() {
    let folder = folder("page");
    fs::write(folder.join("polynomial.m"), POLYNOMIAL).expect("written");
    let output = formwork(
        &["specialize", "polynomial.m", "-d", "c=[1 2 3]", "--html", "page.html"],
        &folder,
    );
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(folder.join("page.html")).expect("the page");
    let residual = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in residual.lines().chain(POLYNOMIAL.lines()) {
        assert!(page.contains(line.trim()), "no '{line}' in {page}");
    }
    assert!(page.contains("unrolled: 3 iterations"), "{page}");
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("url("), "{page}");
    for tag in ["html", "head", "body", "table", "tr", "td", "h2", "span"] {
        let opened = page.matches(&format!("<{tag}>")).count();
        let opened = opened + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn a_residual_is_no_larger_than_it_may_be() {
    let folder = folder("size");
    // A function that asks for itself by its name, and calls itself in many ways.
    let text = "function y = pick(x, varargin)\nif nargin > 1\n  a = pick(x, 1);\n  b = pick(x, 'a');\n\
                c = pick(x, {x});\n  d = pick(x, 'bb', 2);\n  y = {a, b, c, d, which('pick')};\nelse\n\
                y = {};\n  for k = 1:12\n    y{k} = x .* k - cos(x + k);\n    disp(y{k});\n  end\nend\nend\n";
    fs::write(folder.join("pick.m"), text).expect("written");
    for goal in ["--goal=speed", "--growth=1.5", "--growth=3"] {
        let output = formwork(&["specialize", "pick.m", "--report", goal], &folder);
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = report.lines().find_map(|line| line.strip_prefix("size: ")).expect("its size");
        let mut numbers = line.split([' ', ';']).filter_map(|word| word.parse::<usize>().ok());
        let (size, allowed) = (numbers.next().expect("size"), numbers.next().expect("limit"));
        assert!(size <= allowed, "{goal}: {report}");
    }
}
