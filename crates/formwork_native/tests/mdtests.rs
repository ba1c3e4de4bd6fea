//! The markdown tests of the loop form and its C.
//!
//! A `loops` block is a module. Below it, `c` and `header` are its C, `cleaned` is what
//! the clean-ups make of it, `errors` what is wrong with it, and each line of `run` is a
//! call with what it gives. Whatever reads must print and read back to the same; its C
//! must compile without a warning where there is a compiler.

mod common;

use formwork_mdtest::{Case, Report};
use formwork_native::c::{CFiles, Options, emit_c};
use formwork_native::compiler::{BuildOptions, Product, SourceFile};
use formwork_native::loops::{
    Binding, Evaluator, Function, Module, NoRuntime, Scalar, Value, clean_up, read_module,
};

#[test]
fn markdown() {
    let compiler = common::compiler("warnings of the C in the markdown tests");
    formwork_mdtest::run(concat!(env!("CARGO_MANIFEST_DIR"), "/mdtests"), |case| {
        check(case, compiler.as_ref())
    });
}

fn check(case: &Case, compiler: Option<&formwork_native::compiler::CCompiler>) -> Report {
    let mut report = Report::new();
    let Some(input) = case.block("loops") else {
        report.fail("a case has a `loops` block");
        return report;
    };
    let expects_errors = case.block("errors").is_some();
    let read = read_module(&input.text).map_err(|error| error.to_string());
    let module = read.and_then(|module| match module.verify() {
        Ok(()) => Ok(module),
        Err(error) => Err(error.to_string()),
    });
    let module = match module {
        Ok(module) => module,
        Err(error) => {
            match case.blocks.iter().position(|block| block.language == "errors") {
                Some(index) => report.generate(index, format!("{error}\n")),
                None => report.fail(error),
            }
            return report;
        }
    };
    if expects_errors {
        report.fail("it should be refused, and is not");
    }
    let text = module.to_string();
    match read_module(&text) {
        Ok(again) if again.to_string() == text => {}
        Ok(again) => report.fail(format!("it reads back as\n{again}\nnot\n{text}")),
        Err(error) => report.fail(format!("it does not read back: {error}\n{text}")),
    }
    let mut options = Options::new("example");
    options.described_entries = input.argument("described").is_some();
    if let Some(source) = case.block("matlab") {
        options.source_lines = source.text.lines().map(str::to_owned).collect();
    }
    let files = emit_c(&module, &options).expect("it was verified");
    let mut checked = 0;
    for (index, block) in case.blocks.iter().enumerate() {
        checked += 1;
        match block.language.as_str() {
            "loops" | "matlab" => checked -= 1,
            "c" => report.generate(index, without_helpers(&files.source)),
            "helpers" => report.generate(index, files.source.clone()),
            "header" => report.generate(index, files.header.clone()),
            "cleaned" => {
                let mut cleaned = module.clone();
                clean_up(&mut cleaned);
                report.generate(index, cleaned.to_string());
            }
            "run" => report.generate(index, run(&module, &block.text)),
            other => report.fail(format!("unknown block `{other}`")),
        }
    }
    if checked == 0 {
        report.fail("a case without an expectation checks nothing");
    }
    if let Some(compiler) = compiler {
        compile(compiler, files, &mut report);
    }
    report
}

/// The C without what comes before the first function of the module.
fn without_helpers(source: &str) -> String {
    let parts: Vec<&str> = source.split("\n\n").collect();
    let is_ours = |part: &&str| {
        let head = part.lines().find(|line| !line.starts_with("/*") && !line.starts_with("   "));
        let head = head.unwrap_or_default();
        part.starts_with("/* example.c")
            || part.starts_with("#include")
            || part.contains("#define FW_COLD")
            || head.contains(" fw_") && head.starts_with("static ")
            || head.contains(" *fw_") && head.starts_with("static ")
    };
    // Functions contain empty lines: what is dropped ends where a line is a brace.
    let mut kept = Vec::new();
    let mut dropping = false;
    for part in parts {
        dropping = is_ours(&part) || (dropping && part.starts_with(' '));
        if !dropping {
            kept.push(part);
        }
    }
    let mut text = kept.join("\n\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn compile(compiler: &formwork_native::compiler::CCompiler, files: CFiles, report: &mut Report) {
    let sources = [
        SourceFile { name: files.source_name, text: files.source },
        SourceFile { name: files.header_name, text: files.header },
    ];
    let mut options = BuildOptions::new(Product::Object);
    options.flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O2"].map(str::to_owned).to_vec();
    if let Err(error) = compiler.build(&sources, &options, &common::cache()) {
        report.fail(error.to_string());
    }
}

/// Each call with what it gives.
fn run(module: &Module, text: &str) -> String {
    let mut result = String::new();
    for line in text.lines() {
        let call = line.split(" => ").next().unwrap_or_default().trim();
        let answer = answer(module, call).unwrap_or_else(|message| message);
        result.push_str(&format!("{call} => {answer}\n"));
    }
    result
}

fn answer(module: &Module, call: &str) -> Result<String, String> {
    let (name, rest) = call.split_once('(').ok_or("no call")?;
    let id = module.find(name).ok_or_else(|| format!("there is no function {name}"))?;
    let function = module.function(id);
    let arguments = arguments(function, rest.strip_suffix(')').ok_or("no parenthesis")?)?;
    let mut host = NoRuntime;
    let results = Evaluator::new(module, &mut host, 1_000_000).call(id, arguments);
    let shown = |value: &Value| match value {
        Value::Scalar(scalar) => scalar.to_string(),
        Value::Buffer(scalars) => {
            format!("[{}]", scalars.iter().map(Scalar::to_string).collect::<Vec<_>>().join(", "))
        }
    };
    match results {
        Ok(values) => Ok(values.iter().map(shown).collect::<Vec<_>>().join("; ")),
        Err(stop) => Ok(stop.to_string()),
    }
}

/// The arguments, by the types of the parameters: `;` separates them.
fn arguments(function: &Function, text: &str) -> Result<Vec<Value>, String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() != function.parameters().len() {
        return Err("another number of arguments".to_owned());
    }
    function
        .parameters()
        .iter()
        .zip(parts)
        .map(|(place, part)| {
            let scalar = function.place_type(*place);
            let literal = |text: &str| {
                let text = format!("func f() -> (r: {scalar}) {{ r = {text} }}");
                let module = read_module(&text).map_err(|error| error.to_string())?;
                let id = module.find("f").ok_or("no function")?;
                let mut host = NoRuntime;
                match Evaluator::new(&module, &mut host, 100).call(id, Vec::new()).as_deref() {
                    Ok([Value::Scalar(scalar)]) => Ok(*scalar),
                    other => Err(format!("{text}: {other:?}")),
                }
            };
            match place {
                Binding::Variable(_) => literal(part).map(Value::Scalar),
                Binding::Buffer(_) => {
                    let list = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'));
                    let list = list.ok_or_else(|| format!("{part} is no list"))?;
                    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
                    items.map(literal).collect::<Result<Vec<Scalar>, String>>().map(Value::Buffer)
                }
            }
        })
        .collect()
}
