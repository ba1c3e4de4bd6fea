//! What a program would compile, without a C compiler: sites warm up until that is worth it.

use std::path::Path;

use formwork_fuzz::run_with;
use formwork_hir::MemoryHost;
use formwork_jit::{Batch, CodeStore, Jit};

/// How many regions a script asks for; `always`: whatever they cost.
fn regions(text: &str, always: bool) -> usize {
    let mut host = MemoryHost::default();
    let file = Path::new("main.m");
    host.insert(file, text.as_bytes());
    let batch = Batch::default();
    run_with(&host, file, &[], |interpreter, stop| {
        let store = CodeStore::collecting(&batch);
        interpreter.set_accelerator(Box::new(Jit::new(store, stop.clone(), always)));
    });
    batch.len()
}

#[test]
fn a_loop_is_compiled_if_it_is_long() {
    let of = |count: usize| format!("s = 0; for i = 1:{count}, s = s + i / 3; end\n");
    assert_eq!(regions(&of(50), false), 0);
    assert_eq!(regions(&of(100_000), false), 1);
    assert_eq!(regions(&of(50), true), 1);
}

#[test]
fn a_short_loop_is_compiled_if_it_is_executed_often() {
    // The loop around it prints: it is no region.
    let of = |count: usize| {
        format!("s = 0;\nfor k = 1:{count}\n  for i = 1:50, s = s + i / 3; end\n  disp (k)\nend\n")
    };
    assert_eq!(regions(&of(30), false), 0);
    assert_eq!(regions(&of(300), false), 1);
}

#[test]
fn small_arrays_have_a_variant_of_their_own() {
    let of =
        |size: usize| format!("x = zeros (1, {size}); for i = 1:{size}, x(i) = x(i) + 1; end\n");
    assert_eq!(regions(&of(100), true), 2);
    assert_eq!(regions(&of(1000), true), 1);
}
