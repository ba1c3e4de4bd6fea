//! What was done, for people and for tools.

use std::fmt::Write as _;

use crate::{Left, Sizes, Specialized, UnrolledLoop};

impl Specialized {
    /// The functions of the residual, one a line, each with the function it came from.
    #[must_use]
    pub fn function_list(&self) -> String {
        let mut out = String::new();
        for id in self.program.reached() {
            let function = &self.program.functions[id];
            let _ = writeln!(out, "{} (from {})", function.name, function.origin);
        }
        out
    }

    /// The variables of each function of the residual.
    #[must_use]
    pub fn variable_list(&self) -> String {
        let mut out = String::new();
        for id in self.program.reached() {
            let function = &self.program.functions[id];
            let mut names: Vec<&str> =
                function.used_vars().iter().map(|&var| &*function.vars[var].name).collect();
            names.sort_unstable();
            let _ = writeln!(out, "{}: {}", function.name, names.join(" "));
        }
        out
    }

    /// The calls before and after, for Graphviz.
    #[must_use]
    pub fn graph(&self) -> String {
        let mut out =
            String::from("digraph calls {\n  subgraph cluster_before {\n    label = \"before\";\n");
        for (from, to) in &self.calls {
            let _ = writeln!(out, "    \"{from}\" -> \"{to}\";");
        }
        out.push_str("  }\n  subgraph cluster_after {\n    label = \"after\";\n");
        for id in self.program.reached() {
            let function = &self.program.functions[id];
            let _ = writeln!(out, "    \"{} \" [label = \"{}\"];", function.name, function.name);
            for callee in function.callees() {
                let callee = &self.program.functions[callee];
                let _ = writeln!(out, "    \"{} \" -> \"{} \";", function.name, callee.name);
            }
        }
        out.push_str("  }\n}\n");
        out
    }

    /// What was done, in words.
    #[must_use]
    pub fn report_text(&self) -> String {
        let counts = &self.counts;
        let mut out = format!(
            "{} expressions folded, {} branches decided, {} loops unrolled, {} calls resolved, \
             {} arguments no longer passed; {} functions",
            counts.folded,
            counts.decided,
            self.unrolled,
            counts.resolved,
            counts.arguments,
            self.program.reached().len()
        );
        for line in self.post.to_string().lines() {
            let _ = write!(out, "\n{line}");
        }
        let Sizes { original, residual } = self.sizes;
        let _ = write!(
            out,
            "\nsize: {residual} of {} that are allowed; the original has {original}",
            self.allowed
        );
        if self.forgone > 0 {
            let _ = write!(
                out,
                "; {} loops and functions were not followed as far as they could be (--growth)",
                self.forgone
            );
        }
        for one in self.unrolled_loops() {
            let _ = write!(
                out,
                "\n{}:{}: the loop became {} statements, {} iterations in all",
                one.function, one.line, one.statements, one.trips
            );
        }
        for left in self.left() {
            let Left { matter, function, line, because, cost, remedy, from: _ } = left;
            let _ = write!(
                out,
                "\n{function}:{line}: the {} stays ({:.1} us): {because}",
                matter.name(),
                *cost as f64 / 1e3
            );
            if let Some(remedy) = remedy {
                let _ = write!(out, "; {remedy} decides it");
            }
        }
        for reason in counts.ends.iter().chain(&counts.blocked) {
            let _ = write!(out, "\n{reason}");
        }
        out
    }

    /// The loops that were kept iteration by iteration, in the order of their places.
    #[must_use]
    pub fn unrolled_loops(&self) -> Vec<&UnrolledLoop> {
        let mut all: Vec<&UnrolledLoop> = self.counts.loops.values().collect();
        all.sort_by_key(|one| (&one.function, one.line, one.statements));
        all
    }

    /// What stays for the run to decide, what costs most first.
    #[must_use]
    pub fn left(&self) -> Vec<&Left> {
        let mut all: Vec<&Left> = self.counts.left.iter().collect();
        all.sort_by_key(|left| std::cmp::Reverse(left.cost));
        all
    }
}
