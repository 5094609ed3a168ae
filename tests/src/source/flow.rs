//! Generator of statements: ops, constructs of `scf`, control-flow graphs of `cf`, and calls
//!
//! A value loaded in a loop is used after the loop only if the loop carries it. Otherwise, in lavapipe 22.3, it is zero
//! in invocations that leave the loop earlier than others.

use super::body::Body;
use super::types::{Elem, Ty};
use super::{memory, numbers, vectors};

/// Maximum nesting depth of regions.
const DEPTH: usize = 3;

/// Adds up to `count` statements within the budget.
pub fn statements(b: &mut Body, count: usize) {
    for _ in 0..count {
        if b.budget == 0 {
            return;
        }
        b.budget -= 1;
        statement(b);
    }
}

fn statement(b: &mut Body) {
    let choice = b.rng.below(100);
    match choice {
        0..8 if b.depth < DEPTH => conditional(b),
        8..14 if b.depth < DEPTH => counted(b),
        14..18 if b.depth < DEPTH => repeated(b),
        18..21 if b.depth < DEPTH => chosen(b),
        21..25 if b.depth < DEPTH => graph(b, false),
        25..27 if b.depth < DEPTH => parallel(b),
        27..30 if b.depth == 0 && !b.pure => graph(b, true),
        30..33 if !b.pure => call(b),
        33..48 if !b.pure => memory::statement(b),
        48..62 => vectors::statement(b),
        _ => numbers::statement(b),
    }
}

fn few(b: &mut Body) -> usize {
    b.rng.range(1, 4)
}

/// Returns a random type for arguments and results of constructs and functions. It is never a vector of `f16`, which
/// pure code would compute from constants only.
fn passed_type(b: &mut Body) -> Ty {
    let ty = b.any_type();
    if b.is_half_vector(ty) { Ty::scalar(ty.elem) } else { ty }
}

/// Returns a random list of result types for a construct.
fn results(b: &mut Body) -> Vec<Ty> {
    (0..b.rng.below(4)).map(|_| passed_type(b)).collect()
}

fn list(types: &[Ty]) -> String {
    types.iter().map(Ty::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the MLIR text that precedes the name of an op with results of these types, and the names of the results.
fn defined(b: &mut Body, types: &[Ty]) -> (String, Vec<String>) {
    let name = b.name();
    match types.len() {
        0 => (String::new(), Vec::new()),
        1 => (format!("{name} = "), vec![name]),
        n => (format!("{name}:{n} = "), (0..n).map(|i| format!("{name}#{i}")).collect()),
    }
}

fn add_all(b: &mut Body, names: Vec<String>, types: &[Ty]) {
    names.into_iter().zip(types).for_each(|(name, ty)| b.add(name, *ty));
}

/// Adds statements in a region, and a terminator that yields values of the given types.
fn yielding(b: &mut Body, types: &[Ty]) {
    let count = few(b);
    statements(b, count);
    let values: Vec<String> = types.iter().map(|ty| b.value(*ty)).collect();
    if !types.is_empty() {
        b.line(&format!("scf.yield {} : {}", values.join(", "), list(types)));
    }
}

fn conditional(b: &mut Body) {
    let types = results(b);
    let condition = numbers::condition(b);
    let (start, names) = defined(b, &types);
    let arrow = if types.is_empty() { String::new() } else { format!(" -> ({})", list(&types)) };
    b.line(&format!("{start}scf.if {condition}{arrow} {{"));
    b.region(|b| yielding(b, &types));
    if !types.is_empty() || b.rng.chance(50) {
        b.line("} else {");
        b.region(|b| yielding(b, &types));
    }
    b.line("}");
    add_all(b, names, &types);
}

fn counted(b: &mut Body) {
    let elem = b.rng.pick(&[Elem::Index, Elem::Index, Elem::I32, Elem::I64, Elem::I16, Elem::I8]);
    let scalar = Ty::scalar(elem);
    let types = results(b);
    let lower = b.value(scalar);
    let three = b.stated("3", scalar);
    let lower = b.op(&format!("arith.andi {lower}, {three} : {scalar}"));
    let upper = b.value(scalar);
    let upper = b.op(&format!("arith.andi {upper}, {three} : {scalar}"));
    let upper = b.op(&format!("arith.addi {upper}, {three} : {scalar}"));
    let step = b.rng.pick(&["1", "1", "2"]);
    let step = b.stated(step, scalar);
    let starts: Vec<String> = types.iter().map(|ty| b.value(*ty)).collect();
    let (start, names) = defined(b, &types);
    let i = b.name();
    let args: Vec<String> = types.iter().map(|_| b.name()).collect();
    let pairs: Vec<String> =
        args.iter().zip(&starts).map(|(arg, value)| format!("{arg} = {value}")).collect();
    let carried = match types.is_empty() {
        true => String::new(),
        false => format!(" iter_args({}) -> ({})", pairs.join(", "), list(&types)),
    };
    let of = if elem == Elem::Index { String::new() } else { format!(" : {scalar}") };
    b.line(&format!("{start}scf.for {i} = {lower} to {upper} step {step}{carried}{of} {{"));
    b.region(|b| {
        b.add(i, scalar);
        add_all(b, args, &types);
        yielding(b, &types);
    });
    b.line("}");
    add_all(b, names, &types);
}

/// Adds a loop with a bounded trip count. The loop may exit early.
fn repeated(b: &mut Body) {
    const COUNT: Ty = Ty::scalar(Elem::I32);
    let mut carried = results(b);
    let mut passed = results(b);
    carried.insert(0, COUNT);
    passed.insert(0, COUNT);
    let count = b.rng.range(1, 4);
    let mut starts = vec![b.stated(&count.to_string(), COUNT)];
    starts.extend(carried[1..].iter().map(|ty| b.value(*ty)).collect::<Vec<_>>());
    let (start, names) = defined(b, &passed);
    let args: Vec<String> = carried.iter().map(|_| b.name()).collect();
    let pairs: Vec<String> =
        args.iter().zip(&starts).map(|(arg, value)| format!("{arg} = {value}")).collect();
    b.line(&format!(
        "{start}scf.while ({}) : ({}) -> ({}) {{",
        pairs.join(", "),
        list(&carried),
        list(&passed)
    ));
    b.region(|b| {
        let left = args[0].clone();
        add_all(b, args, &carried);
        let pure = std::mem::replace(&mut b.pure, true);
        let count = few(b);
        statements(b, count);
        let zero = b.stated("0", COUNT);
        let more = b.op(&format!("arith.cmpi sgt, {left}, {zero} : i32"));
        let wanted = numbers::condition(b);
        let both = b.op(&format!("arith.andi {more}, {wanted} : i1"));
        let mut values = vec![left];
        values.extend(passed[1..].iter().map(|ty| b.value(*ty)).collect::<Vec<_>>());
        b.pure = pure;
        b.line(&format!("scf.condition({both}) {} : {}", values.join(", "), list(&passed)));
    });
    b.line("} do {");
    b.region(|b| {
        let args: Vec<String> = passed.iter().map(|_| b.name()).collect();
        let typed: Vec<String> = args.iter().zip(&passed).map(|(arg, ty)| format!("{arg}: {ty}")).collect();
        b.line(&format!("^{}_{}({}):", b.prefix, args[0].trim_start_matches('%'), typed.join(", ")));
        let left = args[0].clone();
        add_all(b, args, &passed);
        let count = few(b);
        statements(b, count);
        let one = b.stated("1", COUNT);
        let mut values = vec![b.op(&format!("arith.subi {left}, {one} : i32"))];
        values.extend(carried[1..].iter().map(|ty| b.value(*ty)).collect::<Vec<_>>());
        b.line(&format!("scf.yield {} : {}", values.join(", "), list(&carried)));
    });
    b.line("}");
    add_all(b, names, &passed);
}

fn chosen(b: &mut Body) {
    let types = results(b);
    let index = b.value(Ty::scalar(Elem::Index));
    let index = b.masked(&index, 4);
    let (start, names) = defined(b, &types);
    let arrow = if types.is_empty() { String::new() } else { format!(" -> {}", list(&types)) };
    b.line(&format!("{start}scf.index_switch {index}{arrow}"));
    for case in b.rng.pick(&[&[0][..], &[1, 3][..], &[0, 2, 3][..], &[5][..]]) {
        b.line(&format!("case {case} {{"));
        b.region(|b| case_of(b, &types));
        b.line("}");
    }
    b.line("default {");
    b.region(|b| case_of(b, &types));
    b.line("}");
    add_all(b, names, &types);
}

fn case_of(b: &mut Body, types: &[Ty]) {
    yielding(b, types);
    if types.is_empty() {
        b.line("scf.yield");
    }
}

/// Adds an `scf.parallel` with a reduction over a two-dimensional iteration space.
fn parallel(b: &mut Body) {
    let elem = b.rng.pick(&[Elem::I8, Elem::I16, Elem::I32, Elem::I64]);
    let ty = Ty::scalar(elem);
    let op = b.rng.pick(&["addi", "xori", "maxsi", "minui", "ori"]);
    let (first, name) = (b.value(ty), b.name());
    let [zero, one, two, three] = ["0", "1", "2", "3"].map(|n| b.stated(n, Ty::scalar(Elem::Index)));
    let (i, j, x, y) = (b.name(), b.name(), b.name(), b.name());
    b.line(&format!(
        "{name} = scf.parallel ({i}, {j}) = ({zero}, {one}) to ({two}, {three}) step ({one}, {one}) init ({first}) -> {ty} {{"
    ));
    b.region(|b| {
        // The body must not write to memory, because the iteration order is unspecified.
        let pure = std::mem::replace(&mut b.pure, true);
        b.add(i, Ty::scalar(Elem::Index));
        b.add(j, Ty::scalar(Elem::Index));
        let count = few(b);
        statements(b, count);
        let value = b.value(ty);
        b.line(&format!("scf.reduce ({value} : {ty}) {{"));
        b.line(&format!("^{}_{}({x}: {ty}, {y}: {ty}):", b.prefix, x.trim_start_matches('%')));
        let sum = b.op(&format!("arith.{op} {x}, {y} : {ty}"));
        b.line(&format!("scf.reduce.return {sum} : {ty}"));
        b.line("}");
        b.pure = pure;
    });
    b.line("}");
    b.add(name, ty);
}

/// Adds blocks that branch to each other. Backward branches consume fuel, so that the program terminates. The blocks
/// are in a function if `in_function` is set, and in a separate region otherwise.
fn graph(b: &mut Body, in_function: bool) {
    const FUEL: Ty = Ty::scalar(Elem::I32);
    let carried = passed_type(b);
    let result = passed_type(b);
    let (end, label) = (b.rng.range(2, 6), b.fresh());
    let prefix = b.prefix.clone();
    let block = |n: usize| format!("^{prefix}_{label}_{n}");
    let name = b.name();
    let fuel = b.rng.range(0, 4);
    if !in_function {
        b.line(&format!("{name} = scf.execute_region -> {result} {{"));
    }
    b.depth += usize::from(!in_function);
    let known = (b.values.len(), b.memory.len());
    let fuel = b.stated(&fuel.to_string(), FUEL);
    let start = b.value(carried);
    let types = format!("i32, {carried}");
    b.line(&format!("cf.br {}({fuel}, {start} : {types})", block(1)));
    for n in 1..end {
        let (fuel, arg) = (b.name(), b.name());
        b.line(&format!("{}({fuel}: i32, {arg}: {carried}):", block(n)));
        b.region(|b| {
            b.depth -= usize::from(in_function);
            b.add(arg, carried);
            let count = few(b);
            // A control-flow graph directly in a function must not contain another graph, because the blocks would be
            // in the same region.
            let pure = std::mem::replace(&mut b.pure, true);
            b.depth += 1;
            statements(b, count);
            b.depth -= 1;
            let one = b.stated("1", FUEL);
            let less = b.op(&format!("arith.subi {fuel}, {one} : i32"));
            let (x, y) = (b.value(carried), b.value(carried));
            let forward = |b: &mut Body| block(b.rng.range(n + 1, end));
            let (there, other) = (forward(b), forward(b));
            let (there, other) =
                (format!("{there}({fuel}, {x} : {types})"), format!("{other}({fuel}, {y} : {types})"));
            match b.rng.below(4) {
                0 => b.line(&format!("cf.br {there}")),
                1 => {
                    let back = block(b.rng.range(1, n));
                    let zero = b.stated("0", FUEL);
                    let more = b.op(&format!("arith.cmpi sgt, {fuel}, {zero} : i32"));
                    let wanted = numbers::condition(b);
                    let both = b.op(&format!("arith.andi {more}, {wanted} : i1"));
                    b.line(&format!("cf.cond_br {both}, {back}({less}, {y} : {types}), {there}"));
                }
                // LLVM does not parse a value name with `#` in a list of cases.
                2 if !x.contains('#') && !y.contains('#') => {
                    let flag = b.value(FUEL);
                    let three = b.stated("3", FUEL);
                    let flag = b.op(&format!("arith.andi {flag}, {three} : i32"));
                    b.line(&format!("cf.switch {flag} : i32, [default: {there}, 0: {other}, 2: {there}]"));
                }
                _ => {
                    let condition = numbers::condition(b);
                    b.line(&format!("cf.cond_br {condition}, {there}, {other}"));
                }
            }
            b.pure = pure;
            b.depth += usize::from(in_function);
        });
    }
    let (fuel, arg) = (b.name(), b.name());
    b.line(&format!("{}({fuel}: i32, {arg}: {carried}):", block(end)));
    if in_function {
        b.add(fuel, FUEL);
        b.add(arg, carried);
        return;
    }
    b.region(|b| {
        b.add(fuel, FUEL);
        b.add(arg, carried);
        let value = b.value(result);
        b.line(&format!("scf.yield {value} : {result}"));
    });
    b.depth -= 1;
    b.values.truncate(known.0);
    b.memory.truncate(known.1);
    b.line("}");
    b.add(name, result);
}

/// Adds a function and a call of the function.
fn call(b: &mut Body) {
    let (types, returned) = (results(b), results(b));
    let number = b.fresh();
    let name = format!("{}_f{number}", b.prefix);
    let seed = u64::from(b.rng.bits());
    let mut inner = Body::new(crate::r#gen::Rng::new(seed), &name, 12);
    inner.pure = true;
    let args: Vec<String> = types.iter().map(|_| inner.name()).collect();
    let typed: Vec<String> = args.iter().zip(&types).map(|(arg, ty)| format!("{arg}: {ty}")).collect();
    add_all(&mut inner, args, &types);
    statements(&mut inner, 12);
    let values: Vec<String> = returned.iter().map(|ty| inner.value(*ty)).collect();
    let arrow = if returned.is_empty() { String::new() } else { format!(" -> ({})", list(&returned)) };
    b.functions += &format!("  func.func @{name}({}){arrow} {{\n", typed.join(", "));
    b.functions += &inner.text;
    let colon = if returned.is_empty() { "" } else { " : " };
    b.functions += &format!("    return {}{colon}{}\n  }}\n", values.join(", "), list(&returned));
    let values: Vec<String> = types.iter().map(|ty| b.value(*ty)).collect();
    let (start, names) = defined(b, &returned);
    b.line(&format!(
        "{start}func.call @{name}({}) : ({}) -> ({})",
        values.join(", "),
        list(&types),
        list(&returned)
    ));
    add_all(b, names, &returned);
}
