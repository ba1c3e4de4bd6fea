//! Programs run by native code do what interpreted ones do, to the byte, errors included.
//!
//! What they would compile is collected first and compiled in one go, because it is the
//! C compiler that takes long.

use std::path::{Path, PathBuf};

use fastrand::Rng;
use formwork_driver::{DiskHost, NativeOptions};
use formwork_fuzz::{Behaviour, numeric_program, run_with, stress_program};
use formwork_hir::{Host, MemoryHost};
use formwork_jit::{Batch, CodeStore, Counts, Jit};

/// A program and its arguments.
struct Case {
    name: String,
    host: Box<dyn Host>,
    file: PathBuf,
    arguments: Vec<String>,
}

impl Case {
    fn text(text: String, arguments: Vec<String>) -> Case {
        let mut host = MemoryHost::default();
        let file = PathBuf::from("main.m");
        host.insert(&file, text.as_bytes());
        Case { name: text, host: Box::new(host), file, arguments }
    }

    fn run(&self, store: Option<CodeStore>, any_shapes: bool) -> (Behaviour, Counts) {
        let mut counts = None;
        let behaviour = run_with(&*self.host, &self.file, &self.arguments, |interpreter, stop| {
            if let Some(store) = store {
                let native = Jit::new(store, stop.clone(), true);
                let native = if any_shapes { native.for_any_extents() } else { native };
                counts = Some(native.counts());
                interpreter.set_accelerator(Box::new(native));
            }
        });
        (behaviour, counts.map(|counts| counts.get()).unwrap_or_default())
    }
}

fn options() -> NativeOptions {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("native");
    NativeOptions { always: true, ..NativeOptions::new(cache, None) }
}

#[expect(clippy::print_stdout, reason = "who reads the log must see what was not tested")]
fn has_compiler(test: &str) -> bool {
    let found = formwork_native::compiler::CCompiler::find(None).is_ok();
    if !found {
        println!("skipped: {test}: there is no C compiler");
    }
    found
}

/// Runs programs in both ways, and expects the same; how often native code ran. Code is for
/// any extents, or also for those at hand.
fn agree(cases: &[Case], for_shapes: bool) -> Counts {
    let batch = Batch::default();
    let modes: &[bool] = if for_shapes { &[false, true] } else { &[true] };
    let expected: Vec<Behaviour> = cases
        .iter()
        .map(|case| case.run(Some(CodeStore::collecting(&batch)), !for_shapes).0)
        .collect();
    let library =
        batch.compile(&options().toolchain(), false, &["-O1"]).unwrap_or_else(|e| panic!("{e}"));
    let mut total = Counts::default();
    let (mut differing, mut stopped) = (Vec::new(), 0);
    let all = cases.iter().zip(&expected);
    let all =
        all.flat_map(|(case, expected)| modes.iter().map(move |mode| (case, expected, *mode)));
    for (case, expected, any_shapes) in all {
        let store = CodeStore::ready(&library).unwrap_or_else(|error| panic!("{error}"));
        let (found, counts) = case.run(Some(store), any_shapes);
        total.variants += counts.variants;
        total.completed += counts.completed;
        total.fallbacks += counts.fallbacks;
        if expected.stopped || found.stopped {
            stopped += 1;
        } else if found != *expected {
            differing.push(format!(
                "{}\n--- interpreted\n{expected:?}\n--- native\n{found:?}",
                case.name
            ));
        }
    }
    assert!(
        stopped * 10 <= modes.len() * cases.len(),
        "{stopped} of {} take too long",
        modes.len() * cases.len()
    );
    assert!(differing.is_empty(), "{} differ\n{}", differing.len(), differing.join("\n\n"));
    total
}

/// Shows all variables to the bit.
const SHOW: &str = "
v = who; for k__ = 1:numel (v), show__ (v{k__}, eval (v{k__})), end
function show__ (name, x)
  printf ('%s %s %s:', name, class (x), mat2str (size (x)));
  if isnumeric (x) || islogical (x), printf (' %.17g', x); end
  printf ('\\n');
end
";

#[test]
fn corner_cases_agree() {
    if !has_compiler("corner_cases_agree") {
        return;
    }
    let text = include_str!("../../formwork_lower/tests/corner_cases.m");
    let cases = text.split("%%\n").filter(|case| !case.trim().is_empty());
    let cases: Vec<Case> =
        cases.map(|case| Case::text(format!("{case}{SHOW}"), Vec::new())).collect();
    let counts = agree(&cases, true);
    assert!(counts.completed > 20 && counts.fallbacks > 5, "{counts:?}");
}

#[test]
fn random_programs_agree() {
    if !has_compiler("random_programs_agree") {
        return;
    }
    let mut rng = Rng::with_seed(3);
    let mut cases = Vec::new();
    for _ in 0..40 {
        let size = rng.usize(1..=25);
        let program = stress_program(&mut rng, size);
        cases.push(Case::text(program.text, program.arguments));
    }
    for _ in 0..80 {
        let size = rng.usize(1..=6);
        cases.push(Case::text(numeric_program(&mut rng, size), Vec::new()));
    }
    let counts = agree(&cases, true);
    assert!(counts.completed > 80 && counts.fallbacks > 10, "{counts:?}");
}

/// The drivers below a folder.
fn drivers(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in DiskHost.list(folder) {
        let path = folder.join(&entry.name);
        if entry.is_folder {
            drivers(&path, found);
        } else if entry.name.starts_with("drv_") && entry.name.ends_with(".m") {
            found.push(path);
        }
    }
}

#[test]
fn examples_agree() {
    if !has_compiler("examples_agree") {
        return;
    }
    let mut files = Vec::new();
    drivers(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"), &mut files);
    let case = |file: PathBuf| Case {
        name: file.display().to_string(),
        host: Box::new(DiskHost),
        file,
        arguments: Vec::new(),
    };
    let cases: Vec<Case> = files.into_iter().map(case).collect();
    assert!(cases.len() >= 24, "only {} examples were found", cases.len());
    let counts = agree(&cases, false);
    assert!(counts.completed > 50, "{counts:?}");
}

#[test]
fn what_was_compiled_is_found_again() {
    if !has_compiler("what_was_compiled_is_found_again") {
        return;
    }
    let text = "s = 0; for i = 1:50, s = s + i / 3; end, printf ('%.17g\\n', s)\n";
    let case = Case::text(text.to_owned(), Vec::new());
    let (expected, _) = case.run(None, false);
    let (first, counts) = case.run(Some(options().code_store()), false);
    assert_eq!((first, counts.completed), (expected.clone(), 1));
    // A compiler that refuses everything is not asked.
    let refusing = NativeOptions { compiler: Some("false".to_owned()), ..options() };
    let (second, counts) = case.run(Some(refusing.code_store()), false);
    assert_eq!((second, counts.completed), (expected, 1));
}
