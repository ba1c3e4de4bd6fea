//! Each package is installed from its file and finds a bug.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{Folder, done, environment_with_the_wheel, has, have, packages, text};

/// A program with a bug.
const BUG: &str = "A = ones (3, 4);\nb = ones (3, 1);\nc = A * b;\n";

/// What is found in it, in one line.
const FINDING: &str = "bug.m:3:5: error[inner-extent] operands of '*' do not fit: 3x4 and 3x1\n";

/// Has a program look for the bug, which it must find.
fn finds_the_bug(program: &mut Command) {
    let folder =
        Folder::new(&format!("bug-{:?}", std::thread::current().id()).replace(['(', ')'], ""));
    folder.file("bug.m", BUG);
    let output = program
        .args(["check", "--output-format", "concise", "--no-cache", "bug.m"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let found = text(&output.stdout);
    assert!(found.contains(FINDING), "{found}{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{found}");
}

fn has_files(prefix: &Path, places: &[&str]) {
    for place in places {
        let length = prefix.join(place).metadata().map_or(0, |about| about.len());
        assert!(length > 100, "{place} below {}", prefix.display());
    }
}

#[test]
fn the_wheel_is_installed_and_finds_a_bug() {
    if !have(&["python3", "strip"], "the wheel") {
        return;
    }
    let _ = packages("wheel");
    let folder = Folder::new("venv");
    let started = Instant::now();
    let (environment, pip) = environment_with_the_wheel(&folder.0);
    finds_the_bug(&mut Command::new(environment.join("bin/formwork")));
    println!("wheel: {:.1} s to the first finding", started.elapsed().as_secs_f64());
    has_files(
        &environment,
        &[
            "share/man/man1/formwork.1",
            "share/man/man1/formwork-check.1",
            "share/bash-completion/completions/formwork",
            "share/zsh/site-functions/_formwork",
            "share/fish/vendor_completions.d/formwork.fish",
            "share/doc/formwork/LICENSE-MIT",
            "share/doc/formwork/THIRD-PARTY",
        ],
    );
    let listed = done(pip().args(["show", "formwork-matlab"]));
    let listed = text(&listed.stdout);
    assert!(listed.contains(concat!("Version: ", env!("CARGO_PKG_VERSION"))), "{listed}");
    // What pip wrote is what the wheel says: it takes back everything.
    done(pip().args(["uninstall", "-y", "formwork-matlab"]));
    assert!(!environment.join("bin/formwork").exists());
    assert!(!environment.join("share/man/man1/formwork.1").exists());
}

#[test]
fn the_npm_packages_are_installed_and_find_a_bug() {
    if !have(&["npm", "node", "strip"], "the npm packages") {
        return;
    }
    let packages = packages("npm");
    let folder = Folder::new("npm");
    let started = Instant::now();
    done(
        Command::new("npm")
            .args(["install", "--offline", "--no-audit", "--no-fund", "--silent"])
            .args(&packages)
            .arg("--prefix")
            .arg(&folder.0)
            .env("npm_config_cache", folder.0.join("cache")),
    );
    let launcher = folder.0.join("node_modules/.bin/formwork");
    finds_the_bug(&mut Command::new(&launcher));
    println!("npm: {:.1} s to the first finding", started.elapsed().as_secs_f64());
    let version = done(Command::new(&launcher).arg("--version"));
    assert_eq!(text(&version.stdout), concat!("formwork ", env!("CARGO_PKG_VERSION"), "\n"));
    // A launcher without a program says what is missing.
    let platform = std::fs::read_dir(folder.0.join("node_modules")).expect("it is there").flatten();
    let platform = platform.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("formwork-matlab-")
    });
    std::fs::remove_dir_all(platform.expect("it was installed")).expect("it can be removed");
    let lost = Command::new(&launcher).arg("check").output().expect("node starts");
    assert_eq!(lost.status.code(), Some(2));
    assert!(text(&lost.stderr).contains("is not installed"), "{}", text(&lost.stderr));
}

#[test]
fn the_debian_package_is_unpacked_and_finds_a_bug() {
    if !have(&["dpkg-deb", "gzip", "strip"], "the Debian package") {
        return;
    }
    let package = &packages("deb")[0];
    let folder = Folder::new("deb");
    let started = Instant::now();
    done(Command::new("dpkg-deb").arg("-x").arg(package).arg(&folder.0));
    finds_the_bug(&mut Command::new(folder.0.join("usr/bin/formwork")));
    println!("deb: {:.1} s to the first finding", started.elapsed().as_secs_f64());
    has_files(
        &folder.0.join("usr/share"),
        &[
            "man/man1/formwork.1.gz",
            "man/man1/formwork-shapes.1.gz",
            "bash-completion/completions/formwork",
            "zsh/vendor-completions/_formwork",
            "fish/vendor_completions.d/formwork.fish",
            "doc/formwork/copyright",
            "doc/formwork/THIRD-PARTY",
        ],
    );
    let field =
        |name: &str| text(&done(Command::new("dpkg-deb").arg("-f").arg(package).arg(name)).stdout);
    assert_eq!(field("Version").trim_end(), env!("CARGO_PKG_VERSION"));
    assert!(field("Depends").starts_with("libc6 (>= 2."), "{}", field("Depends"));
}

/// What dpkg itself does, in a root of its own with nothing else installed.
#[test]
fn the_debian_package_is_installed_by_dpkg() {
    if !have(&["dpkg", "dpkg-deb", "gzip", "strip"], "dpkg") {
        return;
    }
    let package = &packages("deb")[0];
    let folder = Folder::new("dpkg");
    let root = &folder.0;
    for name in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"] {
        std::fs::create_dir_all(root.join(name)).expect("it can be made");
    }
    folder.file("var/lib/dpkg/status", "");
    let installed = Command::new("dpkg")
        .args(["--force-depends", "--force-not-root", "--log=/dev/null"])
        .arg(format!("--root={}", root.display()))
        .arg("-i")
        .arg(package)
        .output()
        .expect("it starts");
    let complaint = text(&installed.stderr);
    if complaint.contains("chroot") || complaint.contains("ermission") {
        println!("skipped, dpkg: {complaint}");
        return;
    }
    assert!(root.join("usr/bin/formwork").is_file(), "{complaint}");
    finds_the_bug(&mut Command::new(root.join("usr/bin/formwork")));
}

#[test]
fn completions_are_read_by_their_shells() {
    if !have(&["python3", "strip"], "completions") {
        return;
    }
    let folder = Folder::new("completions");
    let program = crate::program().expect("have() asked");
    for (shell, arguments) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["-n"])] {
        if !has(shell) {
            println!("skipped, completions: no {shell}");
            continue;
        }
        let script = done(Command::new(&program).args(["generate-shell-completion", shell]));
        let path: PathBuf = folder.0.join(shell);
        std::fs::write(&path, script.stdout).expect("it can be written");
        done(Command::new(shell).args(arguments).arg(&path));
    }
    if has("bash") {
        let line = "source \"$0\"; COMP_WORDS=(formwork ch); COMP_CWORD=1; \
                    _formwork formwork ch formwork; echo \"${COMPREPLY[@]}\"";
        let completed = done(Command::new("bash").args(["-c", line]).arg(folder.0.join("bash")));
        assert_eq!(text(&completed.stdout), "check\n");
    }
}
