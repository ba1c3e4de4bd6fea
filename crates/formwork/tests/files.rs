//! Programs that ask on the standard input, leave files open, and look at the system.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use formwork_mdtest::Folder;

/// What a program prints to the standard output.
fn printed(folder: &Path, arguments: &[&str], program: &str, input: &str) -> String {
    std::fs::write(folder.join("program.m"), program).expect("it can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn answers_come_from_the_standard_input() {
    let folder = Folder::new("input");
    let program = "x = input('n? '); disp(x*2), s = input('name? ', 's'); disp(s)\n\
        y = input(''); disp(size(y)), a = yes_or_no('sure? ')\n\
        b = yes_or_no(); disp(b), [p, q] = size(input('expr: '))\n";
    let input = "3+1\nMr X\n\nyes\nmaybe\nno\n[1 2;3 4]\n";
    assert_eq!(
        printed(&folder.0, &["run", "program.m"], program, input),
        "n? 8\nname? Mr X\n   0   0\nsure? (yes or no) a = 1\n\
         (yes or no) (yes or no) 0\nexpr: p = 2\nq = 2\n"
    );
}

#[test]
fn lines_of_the_standard_input_are_read_as_those_of_files() {
    let folder = Folder::new("stdin");
    let program =
        "while true\n l = fgetl(stdin);\n if !ischar(l), break, end\n printf('<%s>\\n', l);\nend\n";
    let text = printed(&folder.0, &["run", "program.m"], program, "a\n\nb");
    assert_eq!(text, "<a>\n<>\n<b>\n");
}

#[test]
fn keyboard_runs_statements_until_it_is_told_to_go_on() {
    let folder = Folder::new("keyboard");
    let program = "x = 1;\nkeyboard('> ');\ndisp(x)\n";
    let text = printed(&folder.0, &["run", "program.m"], program, "x = 5;\ndbcont\nx = 6;\n");
    assert_eq!(text, "> > 5\n");
}

#[test]
fn what_is_left_open_is_written() {
    let folder = Folder::new("open");
    for end in ["", "exit(3)\n", "error('it fails')\n"] {
        let program = format!("f = fopen('left.txt', 'w'); fputs(f, 'kept');\n{end}");
        printed(&folder.0, &["run", "program.m"], &program, "");
        let text = std::fs::read_to_string(folder.0.join("left.txt")).expect("it was made");
        assert_eq!(text, "kept", "{end}");
        std::fs::remove_file(folder.0.join("left.txt")).expect("it can be removed");
    }
}

#[test]
fn analysis_touches_nothing() {
    let folder = Folder::new("analysis");
    std::fs::write(folder.0.join("own.txt"), "1 2\n").expect("it can be written");
    let program = "delete('own.txt'); x = 1; save('made.mat', 'x'); f = fopen('made.txt', 'w'); fclose(f);\n\
        system('echo > made.sh'); mkdir('made'); movefile('own.txt', 'gone.txt'); cd('..');\n\
        dlmwrite('made.csv', 1); t = tempname(); setenv('A', 'b'); y = input('');\n";
    for arguments in [
        &["shapes", "program.m"][..],
        &["check", "program.m"],
        &["specialize", "program.m"],
        &["specialize", "--static-io", "program.m"],
    ] {
        printed(&folder.0, arguments, program, "5\n");
        let mut names: Vec<String> = std::fs::read_dir(&folder.0)
            .expect("it is a folder")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort();
        assert_eq!(names, ["own.txt", "program.m"], "{arguments:?}");
    }
}

#[test]
fn the_working_folder_is_where_a_program_went() {
    let folder = Folder::new("cd");
    let program = "mkdir('inner'); cd('inner'); x = 7; save('v.txt', 'x'); cd('..');\n\
        clear x; load('inner/v.txt'); disp(x), disp(exist('inner')), disp(isempty(strfind(pwd(), 'inner')))\n";
    let text = printed(&folder.0, &["run", "program.m"], program, "");
    assert_eq!(text, "7\n7\n1\n");
}

/// And where it went functions are found, those of the folder in which it began as well.
#[test]
fn functions_are_found_where_a_program_went() {
    let folder = Folder::new("cd-functions");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.0.join(name), text).expect("it can be written");
    };
    std::fs::create_dir_all(folder.0.join("inner/deep")).expect("it can be made");
    write("inner/there.m", "function there ()\n  disp ('there');\nend\n");
    write("inner/runs.m", "disp ('a script');\n");
    write("inner/deep/deeper.m", "function deeper ()\n  disp ('deeper');\nend\n");
    write("here.m", "function here ()\n  disp ('here');\nend\n");
    let program = "disp (exist ('there')), began = pwd ();\n\
        cd inner\nthere (), runs\nf = str2func ('there'); f (); disp (exist ('there'))\n\
        here ()\naddpath ('deep'); cd (began), deeper (), rmpath ('inner/deep');\n\
        disp (strcmp (fileparts (mfilename ('fullpath')), began))\n\
        try, error ('x'); catch e, disp (strncmp (e.stack(1).file, '/', 1)), end\n";
    let text = printed(&folder.0, &["run", "program.m"], program, "");
    assert_eq!(text, "0\nthere\na script\nthere\n2\nhere\ndeeper\n1\n1\n");
}

/// What is not supported is an error like others, functions for the end are called, and files are read
/// in the order of bytes that is asked for.
#[test]
fn what_a_program_asks_of_files_and_of_its_end_is_done() {
    let folder = Folder::new("asked");
    let program = "1;\nfunction bye ()\n  disp ('bye');\nend\natexit ('bye');\n\
        try, imwrite (uint8 (1), 'p.jpg'); catch, disp ('caught'), end\n\
        f = fopen ('e.bin', 'w', 'b'); fwrite (f, [1 256], 'uint16'); fclose (f);\n\
        f = fopen ('e.bin', 'r'); disp (fread (f, 2, 'uint16', 'b')'), fclose (f);\n\
        a = 1; save ('-v7', 'a.mat', 'a');\n\
        try, x = load ('a.mat', 'b'), catch e, disp (e.message), end\n";
    let text = printed(&folder.0, &["run", "program.m"], program, "");
    let expected = "caught\n     1   256\n\
        value on right hand side of assignment is undefined\nbye\n";
    assert_eq!(text, expected);
}
