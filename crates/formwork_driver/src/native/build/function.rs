//! C and MEX files of one function, for arguments that are described.

use std::rc::Rc;

use formwork_array::optimise::{optimise, optimise_until};
use formwork_array::{ir, print_module};
use formwork_hir::body::{Body, BodyKind};
use formwork_infer::{Analysis, ArgumentSpec};
use formwork_jit::entry_value;
use formwork_lower::{
    Kind, LargeProducts, Lowering, Reason, Whole, from_inference, lower_function,
};
use formwork_native::c::{Options, emit_c};
use formwork_native::compiler::{CCompiler, Cache};
use formwork_native::loops::{Entry, Module};
use formwork_native::mex::{MexHeader, MexOptions, build_mex as compile_mex, emit_mex};
use formwork_native::to_loops::lower_module;
use formwork_syntax::{Span, parse};

use super::{MatlabOptions, Result, analyse, refused, stem};
use crate::build::{Built, Emit, Output, ProgramError, write};
use crate::native::settings::{cache_folder, variable};
use crate::source::Source;

/// A function in the array IR, for each way in which it is called.
struct Lowered {
    body: Rc<Body>,
    module: ir::Module,
    ways: Vec<Whole>,
}

/// C source and header of a function.
pub(super) fn build_c(source: &Source, build: &Output, options: &MatlabOptions) -> Result<Built> {
    let lowered = lower(source, options, LargeProducts::Code)?;
    let module = loop_form(source, &lowered, options)?;
    let named = build.output.as_deref().unwrap_or(source.path());
    let mut style = Options::new(stem(named));
    style.source_lines = lines(source);
    let files = emit_c(&module, &style).map_err(|error| defect(&error))?;
    let Some(output) = &build.output else {
        return Ok(Built::Text(format!("{}\n{}", files.header, files.source)));
    };
    let header = output.with_file_name(&files.header_name);
    let c = output.with_file_name(&files.source_name);
    write(&c, files.source.as_bytes())?;
    write(&header, files.header.as_bytes())?;
    Ok(Built::Files(vec![c, header]))
}

/// A MEX file of a function, and its text beside it for everything else.
pub(super) fn build_mex(source: &Source, build: &Output, options: &MatlabOptions) -> Result<Built> {
    let lowered = lower(source, options, LargeProducts::Interpreter)?;
    let module = loop_form(source, &lowered, options)?;
    let name = lowered.body.name.to_string();
    let output = build.output.clone().unwrap_or_else(|| format!("{name}.mex").into());
    if stem(&output) != name || output.extension().is_none_or(|ending| ending != "mex") {
        return Err(ProgramError::Usage(format!(
            "{}: the file must be called {name}.mex, because Octave calls it by its name",
            output.display()
        )));
    }
    let text_name = format!("{name}_text");
    let mex = MexOptions {
        function: name.clone(),
        fallback: Some(text_name.clone()),
        falls_back_on_failure: true,
        source_lines: lines(source),
    };
    let files = emit_mex(&module, &mex).map_err(|error| defect(&error))?;
    let refuse =
        |error: formwork_native::compiler::BuildError| ProgramError::Usage(error.to_string());
    let compiler = CCompiler::find(variable("CC").as_deref()).map_err(refuse)?;
    let header = MexHeader::of_octave("mkoctfile");
    let cache = Cache::new(cache_folder());
    let made = compile_mex(&compiler, &files, &mex, &header, &cache).map_err(refuse)?;
    let text = output.with_file_name(format!("{text_name}.m"));
    write(&text, &renamed(source, &lowered.body, &text_name))?;
    std::fs::copy(&made, &output).map_err(|error| crate::build::unwritten(&output, &error))?;
    Ok(Built::Files(vec![output, text]))
}

/// The array IR or the loop form of a function.
pub(super) fn build_listing(
    source: &Source,
    build: &Output,
    options: &MatlabOptions,
) -> Result<Built> {
    let mut lowered = lower(source, options, LargeProducts::Code)?;
    match &build.emit {
        Emit::Ir(Some(pass)) => {
            optimise_until(&mut lowered.module, pass, false).map_err(ProgramError::Usage)?;
            build.text(print_module(&lowered.module))
        }
        Emit::Ir(None) => {
            optimise(&mut lowered.module, false).map_err(ProgramError::Usage)?;
            build.text(print_module(&lowered.module))
        }
        Emit::C | Emit::Loops | Emit::Mex | Emit::Executable => {
            build.text(loop_form(source, &lowered, options)?.to_string())
        }
    }
}

/// The array IR of a function. MEX files leave large products to the text beside them.
fn lower(source: &Source, options: &MatlabOptions, products: LargeProducts) -> Result<Lowered> {
    let mut lowering = Lowering::default().with_large_products(products);
    let mut ways = Vec::new();
    let signatures: Vec<Option<&str>> = match &options.signatures[..] {
        [] => vec![None],
        several => several.iter().map(|one| Some(one.as_str())).collect(),
    };
    // One program, so that what was lowered for one way serves the others.
    let (first, mut program) = analyse(source.path(), &[], options)?;
    let body = entry_body(&first, source)?;
    for signature in signatures {
        let specs = specs(&body, signature, options)?;
        let (analysis, _) = analyse(source.path(), &specs, options)?;
        let kinds = kinds(&analysis, &body)?;
        let outputs = body.outputs.len();
        let whole = lower_function(&mut lowering, &body, &kinds, outputs, &mut program);
        ways.push(whole.map_err(|reason| not_lowered(source, &reason, options))?);
    }
    Ok(Lowered { body, module: lowering.into_module(), ways })
}

fn not_lowered(source: &Source, reason: &Reason, options: &MatlabOptions) -> ProgramError {
    refused(source, reason.span(), reason.message(), options.color)
}

/// The function that the analysis began with.
fn entry_body(analysis: &Analysis, source: &Source) -> Result<Rc<Body>> {
    let entry = analysis.functions.iter().find(|function| function.entry);
    match entry.map(|function| &function.body) {
        Some(body) if body.kind == BodyKind::Function => Ok(Rc::clone(body)),
        _ => Err(ProgramError::Usage(format!(
            "{} is a script; C and MEX files are made of functions, choose one with --function, \
             or make an executable",
            source.path().display()
        ))),
    }
}

/// What is said of the parameters.
fn specs(
    body: &Body,
    signature: Option<&str>,
    options: &MatlabOptions,
) -> Result<Vec<ArgumentSpec>> {
    let mut texts = options.arguments.clone();
    if let Some(signature) = signature {
        let parts = split(signature);
        if parts.len() != body.inputs.len() {
            return Err(ProgramError::Usage(format!(
                "`{}` has {} parameters, and '{signature}' describes {}",
                body.name,
                body.inputs.len(),
                parts.len()
            )));
        }
        for (input, part) in body.inputs.iter().zip(parts) {
            if let Some(slot) = input.slot {
                texts.push(format!("{}: {part}", body.slots[slot].name));
            }
        }
    }
    let specs =
        ArgumentSpec::parse_all(&texts).map_err(|error| ProgramError::Usage(error.to_string()))?;
    match specs.iter().find(|spec| spec.is_field()) {
        Some(spec) => Err(ProgramError::Usage(format!(
            "'{}' is a field: only whole parameters can be described here",
            spec.name
        ))),
        None => Ok(specs),
    }
}

/// The parts between commas that stand in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// What the parameters are.
fn kinds(analysis: &Analysis, body: &Body) -> Result<Vec<Kind>> {
    let function = analysis.functions.iter().find(|function| function.entry);
    let mut kinds = Vec::new();
    for input in &body.inputs {
        let Some(slot) = input.slot else {
            kinds.push(Kind::NUMBER);
            continue;
        };
        let name = &body.slots[slot].name;
        let kind = function
            .and_then(|function| from_inference::kind_of_parameter(function, analysis, name));
        kinds.push(kind.ok_or_else(|| {
            ProgramError::Usage(format!(
                "what is `{name}`? Describe it: --arg '{name}: double 1x1', '{name}: double 1x?', \
                 or all parameters in order: --args 'double 1x1, …'; compiled are real numbers \
                 and truth values of at most two dimensions"
            ))
        })?);
    }
    Ok(kinds)
}

/// The loop form, with an entry for each way of calling.
fn loop_form(source: &Source, lowered: &Lowered, options: &MatlabOptions) -> Result<Module> {
    let mut module = lowered.module.clone();
    optimise(&mut module, false).map_err(ProgramError::Usage)?;
    let mut loops = lower_module(&module).map_err(|limitation| {
        let start = lowered.body.span.start;
        refused(source, Span::empty(start), &limitation.to_string(), options.color)
    })?;
    let body = &lowered.body;
    for way in &lowered.ways {
        let name = module.functions[way.function].name.clone();
        let function = loops.find(&name).ok_or_else(|| defect(&"a function is missing"))?;
        let arguments = way.parameters.iter().zip(&body.inputs).map(|(kind, input)| {
            let name = input.slot.map(|slot| body.slots[slot].name.to_string());
            entry_value(&name.unwrap_or_default(), *kind, None)
        });
        let results = way.results.iter().zip(&body.outputs);
        let results = results.map(|(kind, slot)| entry_value(&body.slots[*slot].name, *kind, None));
        let (arguments, results) = (arguments.collect(), results.collect());
        loops.add_entry(Entry { name, function, arguments, results });
    }
    Ok(loops)
}

fn defect(problem: &dyn std::fmt::Display) -> ProgramError {
    ProgramError::Usage(format!("a defect of Formwork: {problem}"))
}

fn lines(source: &Source) -> Vec<String> {
    String::from_utf8_lossy(source.text()).lines().map(str::to_owned).collect()
}

/// The text with the function under another name.
fn renamed(source: &Source, body: &Body, name: &str) -> Vec<u8> {
    let text = source.text();
    let tree = parse(text, formwork_syntax::Dialect::Auto).tree;
    let spans = tree.functions().map(|(_, function)| function.name_span);
    let own = spans.filter(|span| {
        let written = text.get(span.start as usize..span.end as usize);
        body.span.start <= span.start && written == Some(body.name.as_bytes())
    });
    let Some(span) = own.min_by_key(|span| span.start) else { return text.to_vec() };
    let (start, end) = (span.start as usize, span.end as usize);
    [&text[..start], name.as_bytes(), &text[end..]].concat()
}
