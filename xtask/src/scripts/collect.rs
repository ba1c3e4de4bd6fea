//! The programs of a project: its script files, and what `%!demo` blocks of its functions show.

use std::path::{Path, PathBuf};

use super::Options;
use crate::files;

/// Words of programs that plot.
const PLOTS: &[&str] = &[
    "plot", "plot3", "figure", "surf", "mesh", "contour", "contourf", "bar", "hist", "semilogx",
    "semilogy", "loglog", "errorbar", "quiver", "imagesc", "imshow", "subplot", "scatter", "line",
    "patch", "area", "stairs", "stem", "pie", "polar", "fplot", "ezplot", "axis", "surfc", "meshc",
];

/// A folder whose files see each other.
pub(super) struct Project {
    pub(super) name: String,
    folder: PathBuf,
    /// What is run, below the folder.
    pub(super) programs: Vec<Program>,
    /// Where functions are found, below the folder.
    pub(super) folders: Vec<PathBuf>,
}

/// One program.
pub(super) struct Program {
    /// Its file, below the folder of the project.
    pub(super) file: PathBuf,
    /// Its text if it is a demonstration, which has no file of its own.
    text: Option<String>,
    pub(super) plots: bool,
}

impl Program {
    /// Where it runs.
    pub(super) fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }
}

/// The projects in folders.
pub(super) fn projects(options: &Options) -> Vec<Project> {
    let loading: String =
        options.packages.iter().map(|name| format!("pkg load {name}\n")).collect();
    let demos = options.demos.then_some(loading.as_str());
    let mut projects: Vec<Project> = Vec::new();
    for folder in &options.folders {
        let mut project = Project::new(folder, demos);
        project.programs.retain(|program| {
            let file = program.file.to_string_lossy();
            options.only.as_ref().is_none_or(|part| file.contains(part.as_str()))
        });
        projects.push(project);
    }
    projects
}

impl Project {
    /// A project, with its demonstrations behind what they load, if they are wanted.
    fn new(folder: &Path, demos: Option<&str>) -> Project {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut programs = Vec::new();
        let mut folders: Vec<PathBuf> = Vec::new();
        for path in files::program_files(&folder) {
            let Ok(file) = path.strip_prefix(&folder) else { continue };
            let special = |part: &str| part.starts_with(['+', '@', '.']) || part == "private";
            let mut parts = file.components().map(|part| part.as_os_str().to_string_lossy());
            if parts.any(|part| special(&part)) {
                continue;
            }
            folders.extend(file.parent().map(Path::to_path_buf));
            let text = String::from_utf8_lossy(&files::read(&path)).into_owned();
            if is_script(&text) {
                let plots = plots(&text);
                programs.push(Program { file: file.to_path_buf(), text: None, plots });
            }
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            for (number, demo) in demonstrations(&text).into_iter().enumerate() {
                let Some(loading) = demos else { break };
                let name = format!("demo_{}_{number}.m", stem.as_deref().unwrap_or_default());
                let plots = plots(&demo);
                programs.push(Program {
                    file: file.with_file_name(name),
                    text: Some(format!("{loading}{demo}")),
                    plots,
                });
            }
        }
        folders.sort();
        folders.dedup();
        Project { name: name.unwrap_or_default(), folder, programs, folders }
    }

    /// A copy of the project, demonstrations as files.
    pub(super) fn copy_to(&self, folder: &Path) -> PathBuf {
        files::copy_folder(&self.folder, folder);
        for program in &self.programs {
            if let Some(text) = &program.text {
                files::write(&folder.join(&program.file), text.as_bytes());
            }
        }
        folder.to_path_buf()
    }
}

/// Whether a file is a script: its first word of code begins no function and no class.
fn is_script(text: &str) -> bool {
    let mut depth = 0;
    for line in text.lines() {
        let line = line.trim();
        match line {
            "%{" | "#{" => depth += 1,
            "%}" | "#}" => depth -= 1,
            _ if depth > 0 || line.is_empty() || line.starts_with(['%', '#']) => {}
            _ => {
                let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next();
                return !matches!(word, Some("function" | "classdef"));
            }
        }
    }
    false
}

fn plots(text: &str) -> bool {
    text.lines().any(|line| {
        let code = line.split(['%', '#']).next().unwrap_or_default();
        let mut words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.any(|word| PLOTS.contains(&word))
    })
}

/// The code of the `%!demo` blocks of a file.
fn demonstrations(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("%!") else {
            inside = false;
            continue;
        };
        if let Some(first) = rest.strip_prefix("demo") {
            inside = true;
            found.push(format!("{first}\n"));
            continue;
        }
        inside &= rest.is_empty() || rest.starts_with([' ', '\t', '%', '#']);
        if let (true, Some(demo)) = (inside, found.last_mut()) {
            demo.push_str(rest);
            demo.push('\n');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{demonstrations, is_script, plots};

    #[test]
    fn scripts_and_demonstrations_are_found() {
        assert!(is_script("% words\n%{\nfunction\n%}\n\n1;\nfunction f\nend\n"));
        assert!(!is_script("## words\nfunction y = f (x)\n"));
        assert!(!is_script("% words only\n"));
        assert!(plots("x = 1; plot (x)\n") && !plots("% plot\nx = 'a';\n"));
        let text = "%!demo\n%! x = 1\n%!test\n%! y\n%!demo z\n%! w\n";
        assert_eq!(demonstrations(text), ["\n x = 1\n", " z\n w\n"]);
    }
}
