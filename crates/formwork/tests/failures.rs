//! Programs of one operation on operands whose sizes are known: what GNU Octave 7 rejects is
//! an error of `check`, and what it accepts is not. `cargo xtask oracle --failures` tries
//! any number of random ones.
#![expect(clippy::disallowed_methods, reason = "the tests write files")]

use std::path::{Path, PathBuf};

use formwork_driver::{CheckOptions, Dialect, Level, check_files};

/// Each line is a program that Octave rejects.
const REJECTED: &str = "
t = zeros(10, 4); t(2, :) = ones(4, 4);
t = zeros(5, 6); t(:, 2:3) = zeros(5, 1);
t = zeros(5, 6, 3); t(:, :, 2:3) = zeros(5, 6);
t = zeros(5, 6); t(:) = rand(5, 1);
t = rand(5, 6); t(:, :) = rand(6, 5);
t = rand(3, 3); t(1, end + 2, :) = rand(3, 2);
t = rand(2, 2, 2); t(3, 3) = 1;
t = rand(2, 2); t(7) = 1;
t = []; t(:) = 1:3;
t = rand(2, 2); t(1) = {1};
t = rand(2, 2); t(:, 1) = struct('x', 1);
t = rand(2, 2); t(1, 2) = @sin;
t = rand(2, 2); t.x = 1;
t = 5; t.x = 1;
t = zeros(0, 3); t.x = 1;
t = struct('x', {1, 2}); t(1) = rand(1, 1);
t = struct('x', {1, 2}); t.x = 5;
t = cell(2, 2); t{:} = 1;
t = cell(2, 2); t{1:2, 1} = 1;
t = cell(2, 2); t(1, :) = cell(1, 3);
t.x = rand(4, 4); t.x(:) = rand(4, 1);
t = {rand(2, 4)}; t{1}(:, 1) = ones(3, 1);
t = rand(3, 3); t(1, 2) = [];
y = [@sin, rand(2, 3)];
y = ['abc'; rand(2, 4)];
y = [struct('x', 1); rand(3, 1)];
y = [rand(3, 3); {1, 2}];
y = rand(2, 2) * int32(ones(2, 2));
y = interp1(1:3, rand(1, 4), 2);
y = interp2(rand(3, 3), rand(2, 2), rand(3, 3));
y = trapz(rand(1, 3), rand(4, 2));
y = trapz(1:3, 1:3, 1);
y = trapz(rand(3, 3), 3);
y = cumtrapz(rand(1, 3), rand(4, 2));
y = arrayfun(@(x) [x 1], rand(1, 3));
y = arrayfun(@(x, y) x + y, rand(5, 4), ones(4, 3));
y = arrayfun(rand(2, 2), 1);
y = cellfun(@(x) [x x], {1, 2});
y = cellfun(@numel, rand(1, 2));
y = cellfun(@plus, {1, 2}, {1, 2, 3});
y = corrcoef(rand(1, 3), rand(1, 4));
y = corr(rand(3, 1), rand(4, 1));
y = ismember(rand(2, 3), rand(2, 2), 'rows');
y = setdiff(rand(2, 3), rand(2, 2), 'rows');
y = union(rand(2, 3), rand(2, 2), 'rows');
y = linsolve(rand(3, 3), rand(2, 1));
y = logm(rand(2, 3));
y = sqrtm(rand(2, 3));
y = expm(rand(2, 3));
y = mat2cell(rand(4, 4), [1 2], [2 2]);
y = toeplitz(rand(2, 2), 1:3);
y = hankel(rand(2, 2), 1:3);
y = cross(rand(1, 4), rand(1, 4));
y = dot(rand(1, 3), rand(1, 4));
y = meshgrid(rand(2, 2), 1:3);
y = ndgrid(rand(2, 2), 1:3);
y = conv(rand(2, 2), 1:3);
y = conv2(rand(2, 2), rand(2, 2, 2));
y = polyval(rand(2, 2), 1:3);
y = blkdiag(rand(2, 2, 2), 1);
y = det(rand(2, 3));
y = zscore(rand(2, 3), 0, 3);
y = histc(rand(2, 3), 1:3, 3);
";

/// Each line is a program that Octave accepts.
const ACCEPTED: &str = "
t = zeros(10, 4); t(2, :) = ones(4, 1);
t = rand(10, 4); t(:, 2) = rand(1, 10);
t = zeros(5, 6, 3); t(:, :, 2:3) = zeros(5, 6, 2);
t = zeros(5, 6, 3); t(:, 2, :) = zeros(5, 3);
t = zeros(5, 6, 3); t(2, :, 3) = zeros(6, 1);
t = rand(2, 3); t(:) = rand(1, 6);
t = rand(2, 3); t(:, :, 2) = rand(2, 3);
t = rand(2, 3); t(4, :) = 5;
t = []; t(:, 2) = 1:3;
t = []; t(3, :) = rand(1, 4);
t = zeros(1, 0); t(2).x = 1;
t = []; t.x = 1;
t = {}; t.x = 1;
t = cell(1, 1); t{:} = 5;
t = cell(2, 2); t(:) = {5};
t = rand(3, 3); t([], 2) = [];
t = rand(3, 3); t([], :) = zeros(0, 3);
t = zeros(0, 3); t(:, 1) = zeros(0, 1);
y = [rand(2, 0), rand(2, 3)];
y = [{1, 2}, rand(3, 3)];
y = det(zeros(0, 5));
y = det(zeros(5, 0));
y = inv(zeros(0, 5));
y = chol(zeros(0, 5));
y = eig(zeros(0, 5));
y = hess(zeros(0, 5));
y = det({});
y = trapz(2, rand(3, 1));
y = cumtrapz(2, rand(3, 3));
y = corr(3, rand(1, 2));
y = corrcoef(rand(2, 2), []);
y = deconv(zeros(1, 0), [1 1 1]);
y = var(rand(1, 1), 0.5);
y = conv2([1 2], [1; 2], rand(2, 2, 2));
y = arrayfun(@(x, y) x + y, rand(1, 2), 3);
y = arrayfun(@(x) {x}, 1:2);
y = arrayfun(@(x) [x x], 1:2, 'uni', false);
y = arrayfun(@(x) 'ab', zeros(0, 2));
y = cellfun(@plus, {1, 2}, {3});
y = unique(rand(1, 1, 3), 'rows');
y = diag(ones(1, 800));
";

/// The programs, and whether an error is reported of each.
fn checked(name: &str, programs: &str) -> Vec<(String, bool)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("failures-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    let programs: Vec<&str> = programs.lines().filter(|line| !line.is_empty()).collect();
    let files: Vec<PathBuf> = programs
        .iter()
        .enumerate()
        .map(|(number, program)| {
            let file = folder.join(format!("p{number}.m"));
            std::fs::write(&file, format!("1;\n{program}\n")).expect("it can be written");
            file
        })
        .collect();
    let options = CheckOptions { dialect: Some(Dialect::Octave), ..CheckOptions::default() };
    let report = check_files(&files, &options);
    programs
        .iter()
        .zip(&report.files)
        .map(|(program, file)| {
            let error = file.found.iter().any(|found| found.level == Level::Error);
            ((*program).to_owned(), error)
        })
        .collect()
}

#[test]
fn what_octave_rejects_is_an_error() {
    let missed: Vec<String> = checked("rejected", REJECTED)
        .into_iter()
        .filter_map(|(program, error)| (!error).then_some(program))
        .collect();
    assert!(missed.is_empty(), "not reported:\n{}", missed.join("\n"));
}

#[test]
fn what_octave_accepts_is_none() {
    let wrong: Vec<String> = checked("accepted", ACCEPTED)
        .into_iter()
        .filter_map(|(program, error)| error.then_some(program))
        .collect();
    assert!(wrong.is_empty(), "reported:\n{}", wrong.join("\n"));
}
