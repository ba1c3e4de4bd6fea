//! The cache of what was compiled: entries that were damaged are made again.
#![expect(clippy::disallowed_methods, reason = "the tests damage files")]

mod common;

use std::path::{Path, PathBuf};

use formwork_native::compiler::{BuildError, BuildOptions, CCompiler, Cache, Product, SourceFile};

/// A folder of its own, which goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("cache-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn cache(&self) -> Cache {
        Cache::new(&self.0)
    }

    /// What is in it.
    fn entries(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).map(|entries| {
            let names = entries.flatten().map(|one| one.file_name().to_string_lossy().into_owned());
            names.collect()
        });
        entries.unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn build(compiler: &CCompiler, folder: &Folder, number: i32) -> Result<PathBuf, BuildError> {
    let text = format!("int number(void);\nint number(void) {{ return {number}; }}\n");
    let files = [SourceFile { name: "number.c".to_owned(), text }];
    compiler.build(&files, &BuildOptions::new(Product::SharedObject), &folder.cache())
}

/// Damages an entry, and looks whether it is made again, once.
fn is_repaired(name: &str, damage: impl Fn(&Path)) {
    let Some(compiler) = common::compiler(name) else { return };
    let folder = Folder::new(name);
    let product = build(&compiler, &folder, 7).expect("it compiles");
    let whole = std::fs::read(&product).expect("it is there");
    damage(&product);
    let again = build(&compiler, &folder, 7).expect("it compiles again");
    assert_eq!(again, product);
    assert_eq!(std::fs::read(&again).expect("it is there"), whole, "{name}");
    assert_eq!(folder.entries().len(), 1, "nothing is left behind: {:?}", folder.entries());
    // Now it is whole: nobody compiles it again.
    let changed = |path: &Path| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    let before = changed(&product);
    build(&compiler, &folder, 7).expect("it is there");
    assert_eq!(changed(&product), before, "{name}");
}

#[test]
fn a_truncated_product_is_made_again() {
    is_repaired("truncated", |product| {
        let bytes = std::fs::read(product).expect("it is there");
        std::fs::write(product, &bytes[..bytes.len() / 2]).expect("it can be written");
    });
}

#[test]
fn flipped_bytes_are_found() {
    for place in [0, 100, 5000] {
        is_repaired(&format!("flipped-{place}"), |product| {
            let mut bytes = std::fs::read(product).expect("it is there");
            let place = place.min(bytes.len() - 1);
            bytes[place] ^= 0x10;
            std::fs::write(product, bytes).expect("it can be written");
        });
    }
}

#[test]
fn an_empty_product_is_made_again() {
    is_repaired("empty", |product| std::fs::write(product, b"").expect("it can be written"));
}

#[test]
fn a_missing_product_is_made_again() {
    is_repaired("missing", |product| std::fs::remove_file(product).expect("it is there"));
}

#[test]
fn an_entry_without_its_seal_is_made_again() {
    is_repaired("unsealed", |product| {
        std::fs::remove_file(product.with_file_name("seal")).expect("it is there");
    });
}

#[test]
fn a_file_in_the_place_of_an_entry_makes_room() {
    is_repaired("file", |product| {
        let place = product.parent().expect("it is in a folder");
        std::fs::remove_dir_all(place).expect("it is there");
        std::fs::write(place, b"no folder").expect("it can be written");
    });
}

#[test]
fn another_entry_in_its_place_is_foreign() {
    let Some(compiler) = common::compiler("foreign") else { return };
    let folder = Folder::new("foreign");
    let seven = build(&compiler, &folder, 7).expect("it compiles");
    let eight = build(&compiler, &folder, 8).expect("it compiles");
    let whole = std::fs::read(&seven).expect("it is there");
    // Product and seal match each other, and belong elsewhere.
    for file in ["module.so", "seal"] {
        std::fs::copy(eight.with_file_name(file), seven.with_file_name(file)).expect("it copies");
    }
    let again = build(&compiler, &folder, 7).expect("it compiles again");
    assert_eq!(std::fs::read(again).expect("it is there"), whole);
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let Some(compiler) = common::compiler("unwritten") else { return };
    let folder = Folder::new("unwritten");
    // The C cannot be written where a folder has its name.
    let text = "int number;\n".to_owned();
    let files = [SourceFile { name: "no-such-folder/number.c".to_owned(), text }];
    let options = BuildOptions::new(Product::SharedObject);
    let error = compiler.build(&files, &options, &folder.cache()).expect_err("it has no place");
    assert!(matches!(error, BuildError::Files { .. }), "{error}");
    assert_eq!(folder.entries(), Vec::<String>::new());
}

#[test]
fn several_may_build_and_repair_the_same() {
    let Some(compiler) = common::compiler("several") else { return };
    let folder = Folder::new("several");
    let product = build(&compiler, &folder, 7).expect("it compiles");
    let whole = std::fs::read(&product).expect("it is there");
    std::fs::write(&product, b"damaged").expect("it can be written");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| build(&compiler, &folder, 7).expect("it compiles"));
        }
    });
    assert_eq!(std::fs::read(&product).expect("it is there"), whole);
    assert_eq!(folder.entries().len(), 1, "{:?}", folder.entries());
}

#[test]
fn a_compiler_that_nobody_waits_for_is_stopped() {
    let Some(compiler) = common::compiler("stopped") else { return };
    let folder = Folder::new("stopped");
    let files = [SourceFile { name: "late.c".to_owned(), text: "int late;\n".to_owned() }];
    let mut options = BuildOptions::new(Product::Object);
    options.stop = Some(std::sync::Arc::new(std::sync::atomic::AtomicU8::new(1)));
    let error = compiler.build(&files, &options, &folder.cache()).expect_err("nobody waits");
    assert!(matches!(error, BuildError::Stopped { .. }), "{error}");
    assert_eq!(folder.entries(), Vec::<String>::new());
}
