//! Generator of functions with random control-flow graphs
//!
//! Each block stores a number that depends on the block and on values of preceding blocks. The stores of a run are its
//! trace.

use crate::r#gen::Rng;
use std::fmt::Write;

/// Options for the size and composition of a random graph.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Maximum number of blocks.
    pub blocks: usize,
    /// Percentage of blocks that end in a switch.
    pub switches: usize,
    /// Percentage of edges with an arbitrary target block. Other edges have a nearby target.
    pub jumps: usize,
    /// Percentage of blocks that end the function.
    pub ends: usize,
}

/// A control-flow graph. Block 0 is the entry block.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Successors of each block, in the order of the terminator's targets.
    pub successors: Vec<Vec<usize>>,
    /// Seed for the contents of the blocks.
    pub seed: u64,
}

impl Graph {
    /// Returns a random graph without unreachable blocks.
    pub fn random(rng: &mut Rng, shape: Shape) -> Graph {
        let count = 2 + rng.below(shape.blocks - 1);
        let mut successors = Vec::new();
        for block in 0..count {
            let fan = match rng.below(100) {
                n if n < shape.ends || block == count - 1 => 0,
                n if n < shape.ends + shape.switches => 3 + rng.below(3),
                n if n < shape.ends + shape.switches + 25 => 1,
                _ => 2,
            };
            let mut list = Vec::new();
            for _ in 0..fan {
                let to = match rng.below(100) < shape.jumps {
                    true => 1 + rng.below(count - 1),
                    false => (block + 1 + rng.below(3)).min(count - 1),
                };
                list.push(to);
            }
            successors.push(list);
        }
        Graph { successors, seed: u64::from(rng.bits()) }.reached()
    }

    /// Returns the graph without unreachable blocks.
    fn reached(self) -> Graph {
        let mut number = vec![None; self.successors.len()];
        let mut list = vec![0];
        number[0] = Some(0);
        let mut next = 0;
        while let Some(&block) = list.get(next) {
            next += 1;
            for &to in &self.successors[block] {
                if number[to].is_none() {
                    number[to] = Some(list.len());
                    list.push(to);
                }
            }
        }
        let renamed = |b: &usize| number[*b].expect("it is reached");
        let successors = list.iter().map(|&b| self.successors[b].iter().map(renamed).collect()).collect();
        Graph { successors, seed: self.seed }
    }

    /// Returns the dominance matrix: element `[b][d]` is whether block `d` dominates block `b`.
    fn dominators(&self) -> Vec<Vec<bool>> {
        let count = self.successors.len();
        let mut dominators = vec![vec![true; count]; count];
        dominators[0] = (0..count).map(|b| b == 0).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in 0..count {
                let above = dominators[block].clone();
                for &to in &self.successors[block] {
                    for (d, above) in above.iter().enumerate() {
                        if dominators[to][d] && !above && d != to {
                            dominators[to][d] = false;
                            changed = true;
                        }
                    }
                }
            }
        }
        dominators
    }

    /// Returns whether the graph is reducible, that is, acyclic without its back edges.
    pub fn is_reducible(&self) -> bool {
        let dominators = self.dominators();
        let forward: Vec<Vec<usize>> = (0..self.successors.len())
            .map(|b| self.successors[b].iter().copied().filter(|&to| !dominators[b][to]).collect())
            .collect();
        let mut waits: Vec<usize> = vec![0; forward.len()];
        forward.iter().flatten().for_each(|&to| waits[to] += 1);
        let mut ready: Vec<usize> = (0..waits.len()).filter(|&b| waits[b] == 0).collect();
        let mut done = 0;
        while let Some(block) = ready.pop() {
            done += 1;
            for &to in &forward[block] {
                waits[to] -= 1;
                if waits[to] == 0 {
                    ready.push(to);
                }
            }
        }
        done == forward.len()
    }

    /// Appends the function as MLIR text in CFG form, without merge instructions.
    fn text(&self, name: &str, out: &mut String) {
        let rng = &mut Rng::new(self.seed);
        let count = self.successors.len();
        let dominators = self.dominators();
        let args: Vec<usize> = (0..count).map(|b| if b == 0 { 0 } else { rng.below(3) }).collect();
        let pointers: Vec<bool> = (0..count).map(|_| rng.below(4) == 0).collect();
        let out = &mut *out;
        let mut line = |text: std::fmt::Arguments<'_>| {
            out.write_fmt(text).expect("strings take all");
            out.push('\n');
        };
        line(format_args!("  spv.func @{name}() \"None\" {{"));
        for n in [0, 1, 7, 5, 13, 1664525, 1013904223] {
            line(format_args!("    %c{n} = spv.Constant {n} : i32"));
        }
        line(format_args!("    %state = spv.mlir.addressof @state : !spv.ptr<i32, Private>"));
        line(format_args!("    %trace = spv.mlir.addressof @trace : !spv.ptr<i32, Private>"));
        line(format_args!("    %table = spv.mlir.addressof @table : !spv.ptr<!spv.array<8 x i32>, Private>"));
        for block in 0..count {
            if block > 0 {
                let list: Vec<String> = (0..args[block]).map(|n| format!("%a{block}_{n}: i32")).collect();
                let list = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
                line(format_args!("  ^b{block}{list}:"));
            }
            // Names of the values that are available in the block.
            let mut known: Vec<String> = (0..args[block]).map(|n| format!("%a{block}_{n}")).collect();
            let above: Vec<usize> = (0..count).filter(|&d| d != block && dominators[block][d]).collect();
            for &d in &above {
                known.push(format!("%v{d}"));
                known.extend((0..args[d]).map(|n| format!("%a{d}_{n}")));
            }
            known.push("%c7".into());
            let pick = |rng: &mut Rng| known[rng.below(known.len())].clone();
            line(format_args!("    %s{block} = spv.Load \"Private\" %state : i32"));
            line(format_args!("    %m{block} = spv.IMul %s{block}, %c1664525 : i32"));
            line(format_args!("    %n{block} = spv.IAdd %m{block}, %c1013904223 : i32"));
            line(format_args!("    spv.Store \"Private\" %state, %n{block} : i32"));
            line(format_args!("    %h{block} = spv.ShiftRightLogical %n{block}, %c13 : i32, i32"));
            line(format_args!("    %w{block} = spv.Constant {} : i32", 100 + block));
            line(format_args!("    %x{block} = spv.IAdd {}, {} : i32", pick(rng), pick(rng)));
            line(format_args!("    %v{block} = spv.IAdd %x{block}, %w{block} : i32"));
            line(format_args!("    spv.Store \"Private\" %trace, %v{block} : i32"));
            if pointers[block] {
                line(format_args!("    %i{block} = spv.BitwiseAnd %v{block}, %c7 : i32"));
                line(format_args!(
                    "    %p{block} = spv.AccessChain %table[%i{block}] : !spv.ptr<!spv.array<8 x i32>, Private>, i32"
                ));
            }
            let reachable = above.iter().copied().chain([block]).filter(|&d| pointers[d]);
            if let Some(d) = reachable.max() {
                line(format_args!("    %l{block} = spv.Load \"Private\" %p{d} : i32"));
                line(format_args!("    %k{block} = spv.IAdd %l{block}, %v{block} : i32"));
                line(format_args!("    spv.Store \"Private\" %p{d}, %k{block} : i32"));
                line(format_args!("    spv.Store \"Private\" %trace, %k{block} : i32"));
            }
            known.push(format!("%v{block}"));
            let edge = |rng: &mut Rng, to: usize| {
                let list: Vec<String> =
                    (0..args[to]).map(|_| known[rng.below(known.len())].clone()).collect();
                match list.is_empty() {
                    true => format!("^b{to}"),
                    false => format!("^b{to}({} : {})", list.join(", "), vec!["i32"; list.len()].join(", ")),
                }
            };
            match self.successors[block][..] {
                [] if rng.below(5) == 0 => line(format_args!("    spv.Kill")),
                [] => line(format_args!("    spv.Return")),
                [to] => {
                    let to = edge(rng, to);
                    line(format_args!("    spv.Branch {to}"));
                }
                [a, b] => {
                    let (a, b) = (edge(rng, a), edge(rng, b));
                    line(format_args!("    %q{block} = spv.BitwiseAnd %h{block}, %c1 : i32"));
                    line(format_args!("    %t{block} = spv.IEqual %q{block}, %c0 : i32"));
                    line(format_args!("    spv.BranchConditional %t{block}, {a}, {b}"));
                }
                ref list => {
                    line(format_args!("    %q{block} = spv.UMod %h{block}, %c5 : i32"));
                    let default = edge(rng, list[0]);
                    let mut cases = Vec::new();
                    for (n, &to) in list.iter().enumerate().skip(1) {
                        cases.push(format!("{}: {}", n - 1, edge(rng, to)));
                    }
                    line(format_args!(
                        "    spv.Switch %q{block} : i32, [default: {default}, {}]",
                        cases.join(", ")
                    ));
                }
            }
        }
        line(format_args!("  }}"));
    }
}

/// Returns MLIR text of a shader that has one function with this graph and empty blocks. Suitable for large graphs.
pub fn skeleton_text(successors: &[Vec<usize>]) -> String {
    let mut out = String::from(
        "spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage], []> {\n  \
         spv.GlobalVariable @state : !spv.ptr<i32, Private>\n  spv.func @f() \"None\" {\n    \
         %state = spv.mlir.addressof @state : !spv.ptr<i32, Private>\n    \
         %s = spv.Load \"Private\" %state : i32\n    %c = spv.IEqual %s, %s : i32\n",
    );
    for (block, list) in successors.iter().enumerate() {
        if block > 0 {
            let _ = writeln!(out, "  ^b{block}:");
        }
        let _ = match list[..] {
            [] => writeln!(out, "    spv.Return"),
            [to] => writeln!(out, "    spv.Branch ^b{to}"),
            [a, b] => writeln!(out, "    spv.BranchConditional %c, ^b{a}, ^b{b}"),
            ref list => {
                let cases: Vec<String> =
                    list.iter().skip(1).enumerate().map(|(n, to)| format!("{n}: ^b{to}")).collect();
                writeln!(out, "    spv.Switch %s : i32, [default: ^b{}, {}]", list[0], cases.join(", "))
            }
        };
    }
    out.push_str("  }\n}\n");
    out
}

/// Returns MLIR text of a shader whose functions `@f0`, `@f1`, ... have these graphs.
pub fn module_text(graphs: &[Graph]) -> String {
    let mut out = String::from(
        "spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {\n  \
         spv.EntryPoint \"Fragment\" @main, @state, @trace, @table\n  \
         spv.ExecutionMode @main \"OriginUpperLeft\"\n  \
         spv.GlobalVariable @state : !spv.ptr<i32, Private>\n  \
         spv.GlobalVariable @trace : !spv.ptr<i32, Private>\n  \
         spv.GlobalVariable @table : !spv.ptr<!spv.array<8 x i32>, Private>\n",
    );
    for (number, graph) in graphs.iter().enumerate() {
        graph.text(&format!("f{number}"), &mut out);
    }
    out.push_str("  spv.func @main() \"None\" {\n");
    for number in 0..graphs.len() {
        let _ = writeln!(out, "    spv.FunctionCall @f{number}() : () -> ()");
    }
    out.push_str("    spv.Return\n  }\n}\n");
    out
}
