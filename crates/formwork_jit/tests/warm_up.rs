//! What a program would compile, without a C compiler: sites warm up until that is worth it.

use std::path::Path;

use formwork_fuzz::run_with;
use formwork_hir::MemoryHost;
use formwork_jit::{Batch, CodeStore, Jit};

/// Code for which arrays is asked for.
#[derive(Clone, Copy)]
enum Code {
    /// For arrays of any extents.
    ForAny,
    /// Also for the extents at hand.
    ForExtents,
}

/// How many regions a script asks for, those for the rests of loops that have begun included;
/// `always`: whatever they cost.
fn regions(text: &str, always: bool, code: Code) -> usize {
    let mut host = MemoryHost::default();
    let file = Path::new("main.m");
    host.insert(file, text.as_bytes());
    let batch = Batch::default();
    run_with(&host, file, &[], |interpreter, stop| {
        let jit = Jit::new(CodeStore::collecting(&batch), stop.clone(), always);
        let jit = match code {
            Code::ForAny => jit.for_any_extents(),
            Code::ForExtents => jit,
        };
        interpreter.set_accelerator(Box::new(jit));
    });
    batch.len()
}

#[test]
fn a_loop_is_compiled_if_it_is_long() {
    let of = |count: usize| format!("s = 0; for i = 1:{count}, s = s + i / 3; end\n");
    assert_eq!(regions(&of(50), false, Code::ForAny), 0);
    assert!(regions(&of(100_000), false, Code::ForAny) > 0);
    assert!(regions(&of(50), true, Code::ForAny) > 0);
}

#[test]
fn a_short_loop_is_compiled_if_it_is_executed_often() {
    // The loop around it prints: it is no region.
    let of = |count: usize| {
        format!("s = 0;\nfor k = 1:{count}\n  for i = 1:50, s = s + i / 3; end\n  disp (k)\nend\n")
    };
    assert_eq!(regions(&of(30), false, Code::ForAny), 0);
    assert!(regions(&of(300), false, Code::ForAny) > 0);
}

#[test]
fn small_arrays_have_a_variant_of_their_own() {
    let of =
        |size: usize| format!("x = zeros (1, {size}); for i = 1:{size}, x(i) = x(i) + 1; end\n");
    for (size, variants) in [(100, 2), (1000, 1)] {
        let any = regions(&of(size), true, Code::ForAny);
        assert!(any > 0);
        assert_eq!(regions(&of(size), true, Code::ForExtents), variants * any, "{size}");
    }
}
