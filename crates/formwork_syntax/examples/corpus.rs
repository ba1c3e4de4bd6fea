//! Scratch.
use formwork_syntax::*;
fn main() {
    let mut bad = 0; let mut n=0;
    let verbose = std::env::var("V").is_ok();
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path).unwrap();
        n+=1;
        let parsed = parse(&text, Dialect::Auto);
        if verbose { println!("{}", dump::sexpr(&parsed.tree)); println!("-----\n{}", String::from_utf8_lossy(&print(&parsed.tree))); }
        let lines = LineIndex::new(&text);
        for e in &parsed.errors { let p = lines.line_column(&text, e.span.start); println!("{path}:{}:{}: {} [{}]", p.line, p.column, e.message, e.code.name()); if let Some(h)=&e.help {println!("   help: {h}")} }
        if !parsed.is_ok() { bad += 1; continue; }
        let printed = print(&parsed.tree);
        let again = parse(&printed, Dialect::Auto);
        let (a,b) = (dump::sexpr(&parsed.tree), dump::sexpr(&again.tree));
        if a != b {
            bad += 1;
            println!("{path}: round trip differs");
            for (x,y) in a.lines().zip(b.lines()) { if x!=y { println!("  - {x}\n  + {y}"); break; } }
            for e in &again.errors { let l = LineIndex::new(&printed); let p=l.line_column(&printed, e.span.start); println!("  reparse: {}:{} {}", p.line,p.column,e.message); }
        } else if print(&again.tree) != printed { bad += 1; println!("{path}: print not idempotent");
            let p2 = print(&again.tree);
            for (x,y) in String::from_utf8_lossy(&printed).lines().zip(String::from_utf8_lossy(&p2).lines()) { if x!=y { println!("  - {x}\n  + {y}"); break; } }
        }
    }
    println!("{n} files, {bad} bad");
}
