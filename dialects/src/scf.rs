//! The `scf` dialect: structured control flow

use crate::spec::{Class::*, View, ops};
use crate::text::numbers;
use crate::text::*;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::Traits;
use spv_ir::text::type_text::type_text;
use spv_ir::text::*;
use spv_ir::{Body, Context, Op, Type, Value};

const END: Traits = Traits::TERMINATOR;

ops! {
    Condition = "scf.condition" None [condition: Value(Bool), args: Values(Any)] {
        traits: END, format: "`(` $condition `)` attr-dict ($args^ `:` type($args))?", rules: "condition=i1",
        parents: &[While::NAME],
    }
    Yield = "scf.yield" None [results: Values(Any)] {
        traits: END, format: "attr-dict ($results^ `:` type($results))?",
        parents: &[ExecuteRegion::NAME, For::NAME, If::NAME, IndexSwitch::NAME, Parallel::NAME, While::NAME],
    }
    For = "scf.for" Any [lowerBound: Value(IntOrIndex), upperBound: Value(IntOrIndex), step: Value(IntOrIndex), initArgs: Values(Any), unsignedCmp: Unit] {
        regions: 1, custom: Some((parse_for, print_for)), rules: "upperBound=lowerBound;step=lowerBound",
        check: Some(check_for), verify: Some(verify_yields),
    }
    If = "scf.if" Any [condition: Value(Bool)] { regions: 2, optional_region: Some(1), custom: Some((parse_if, print_if)), verify: Some(verify_yields) }
    While = "scf.while" Any [inits: Values(Any)] { regions: 2, custom: Some((parse_while, print_while)), check: Some(check_while) }
    ExecuteRegion = "scf.execute_region" Any [] { regions: 1, custom: Some((parse_execute, print_execute)), verify: Some(verify_yields) }
    IndexSwitch = "scf.index_switch" Any [arg: Value(Index), cases: Numbers] {
        regions: u8::MAX, custom: Some((parse_switch, print_switch)), check: Some(check_switch),
        verify: Some(verify_yields),
    }
    Parallel = "scf.parallel" Any [
        lowerBound: Values(Index), upperBound: Values(Index), step: Values(Index), initVals: Values(Any),
        operandSegmentSizes: Segments,
    ] { regions: 1, custom: Some((parse_parallel, print_parallel)) }
    Reduce = "scf.reduce" None [operands: Values(Any)] {
        traits: END, regions: u8::MAX, custom: Some((parse_reduce, print_reduce)),
    }
    ReduceReturn = "scf.reduce.return" None [result: Value(Any)] { traits: END, parents: &[Reduce::NAME], format: "$result attr-dict `:` type($result)" }
    Forall = "scf.forall" Any [
        dynamicLowerBound: Values(Index), dynamicUpperBound: Values(Index), dynamicStep: Values(Index),
        staticLowerBound: Numbers, staticUpperBound: Numbers, staticStep: Numbers, outputs: Values(Any),
        operandSegmentSizes: Segments,
    ] { regions: 1, custom: Some((parse_forall, print_forall)) }
    InParallel = "scf.forall.in_parallel" None [] { traits: END.union(Traits::NO_TERMINATOR), parents: &[Forall::NAME], regions: 1, custom: Some((parse_in_parallel, print_in_parallel)) }
}

/// Formats types as a list for an error message.
fn list(ctx: &Context, types: impl Iterator<Item = Type>) -> String {
    types.map(|ty| type_text(ctx, ty)).collect::<Vec<_>>().join(", ")
}

/// Checks the types of a loop body's arguments. The induction variable has the type of the bounds. The other arguments
/// have the types of the initial values and of the results.
fn check_for(view: &View<'_>) -> Result<(), String> {
    let (ctx, body) = (view.ctx, view.body);
    let args: Vec<Type> = entry_args(body, view.op, 0).iter().map(|value| body.value_type(*value)).collect();
    let Some((variable, carried)) = args.split_first() else {
        return Err("expected body to have an induction variable".to_owned());
    };
    if view.ty(For::lowerBound).is_some_and(|ty| ty != *variable) {
        return Err("expected induction variable to be same type as bounds and step".to_owned());
    }
    let inits: Vec<Type> =
        view.values(For::initArgs).iter().filter_map(|value| body.value_type_opt(*value)).collect();
    let results: Vec<Type> = body.results(view.op).map(|result| body.value_type(result)).collect();
    if inits == results && carried == results {
        return Ok(());
    }
    let [inits, carried, results] =
        [&*inits, carried, &results].map(|types| list(ctx, types.iter().copied()));
    Err(format!(
        "expected the same types for initial values, region arguments and results, but got ({inits}), \
         ({carried}) and ({results})"
    ))
}

/// Checks that the types of values match along each edge of a loop. The initial values and yields have the types of the
/// first region's arguments. The values of `scf.condition` have the types of the second region's arguments and of the
/// results.
fn check_while(view: &View<'_>) -> Result<(), String> {
    let (ctx, body, op) = (view.ctx, view.body, view.op);
    let types_of = |values: &[Value]| -> Vec<Type> {
        values.iter().filter_map(|value| body.value_type_opt(*value)).collect()
    };
    let forwarded = |region: usize, name: &str, part: &str| {
        let end = body.first_block(body.region(op, region)).and_then(|block| body.last_op(block))?;
        let end = View::new(ctx, body, end).filter(|_| ctx.registry().op(body.def(end)).row.name == name)?;
        Some(types_of(&end.values(part)))
    };
    let condition = forwarded(0, Condition::NAME, Condition::args);
    let [before, after] = [0, 1].map(|region| types_of(&entry_args(body, op, region)));
    let results = types_of(&body.results(op).collect::<Vec<_>>());
    let edges = [
        ("the operation", "region #0", Some(types_of(&view.values(While::inits))), &before),
        (Condition::NAME, "region #1", condition.clone(), &after),
        (Condition::NAME, "the results", condition, &results),
        (Yield::NAME, "region #0", forwarded(1, Yield::NAME, Yield::results), &before),
    ];
    for (from, to, given, needed) in edges {
        let Some(given) = given.filter(|given| given != needed) else { continue };
        let (given, needed) = (list(ctx, given.into_iter()), list(ctx, needed.iter().copied()));
        return Err(format!("passes ({given}) from {from} to {to}, which needs ({needed})"));
    }
    Ok(())
}

/// Checks that no two cases of a switch have the same value.
fn check_switch(view: &View<'_>) -> Result<(), String> {
    let mut cases = view.numbers(IndexSwitch::cases);
    cases.sort_unstable();
    match cases.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("has duplicate case value: {}", pair[0])),
        None => Ok(()),
    }
}

/// Verifies that each `scf.yield` in the regions of an op yields the results of the op.
fn verify_yields(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let name = ctx.registry().op(body.def(op)).row.name;
    let results: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
    for number in 0..body.region_count(op) {
        let region = body.region(op, number);
        if body.first_block(region).is_none() && !results.is_empty() {
            let message = format!("'{name}' op must have an else block if defining values");
            out.error(Place::Op(body.loc(op)), message);
        }
        for end in body.blocks(region).filter_map(|block| body.last_op(block)) {
            if ctx.registry().op(body.def(end)).row.name != Yield::NAME {
                continue;
            }
            let Some(yields) = View::new(ctx, body, end) else { continue };
            let types: Vec<_> =
                yields.values(Yield::results).iter().map(|value| body.value_type_opt(*value)).collect();
            let fits = types.len() == results.len()
                && types.iter().zip(&results).all(|(ty, result)| ty.is_none_or(|ty| ty == *result));
            if !fits {
                let (yielded, needed) =
                    (list(ctx, types.iter().copied().flatten()), list(ctx, results.iter().copied()));
                let message =
                    format!("'{name}' op region #{number} must yield ({needed}), but yields ({yielded})");
                out.error(Place::Op(body.loc(op)), message);
            }
        }
    }
}

/// Parses `scf.for`: `%i = %lb to %ub step %s iter_args(%a = %x) -> (t) : i32 { ... }`.
fn parse_for(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if p.accept_keyword("unsigned") {
        state.slots[For::slot(For::unsignedCmp)] = p.ctx().unit_attr().raw();
    }
    let variable = p.operand()?;
    p.expect("=")?;
    let mut bounds = vec![p.operand()?];
    for word in ["to", "step"] {
        if !p.accept_keyword(word) {
            return Err(p.error(&format!("expected '{word}'")));
        }
        bounds.push(p.operand()?);
    }
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    if p.accept_keyword("iter_args") {
        (names, inits) = assignments(p)?;
        p.expect("->")?;
        state.results = result_types(p)?;
        if state.results.len() != names.len() {
            return Err(p.error("mismatch in number of loop-carried values and defined values"));
        }
    }
    let ty = if p.accept(":") { p.ty()? } else { p.ctx().common().index };
    resolve_all(p, state, &bounds, Some(ty))?;
    for (init, ty) in inits.iter().zip(state.results.clone()) {
        let value = p.resolve(init, Some(ty))?;
        state.operands.push(value);
    }
    let mut args = vec![argument(&variable, ty)];
    args.extend(names.iter().zip(&state.results).map(|(name, ty)| argument(name, *ty)));
    p.next_region(state, &args)?;
    terminate(p, state, Yield::NAME);
    p.attr_dict(&mut state.attrs)
}

fn print_for(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let args = entry_args(body, op, 0);
    let Some((&variable, carried)) = args.split_first() else { return };
    p.write(if body.slot(op, For::slot(For::unsignedCmp)) == 0 { " " } else { " unsigned " });
    p.value(body, variable);
    for (i, word) in [" = ", " to ", " step "].into_iter().enumerate() {
        p.write(word);
        p.value(body, body.operand(op, i));
    }
    if !carried.is_empty() {
        p.write(" iter_args(");
        write_assignments(p, body, carried, &body.operands(op).skip(3).collect::<Vec<_>>());
        p.write(")");
        write_results(p, body, op, false);
    }
    let ty = body.value_type(variable);
    if ty != p.ctx().common().index {
        p.write("  : ");
        p.ty(ty);
    }
    write_region(p, body, op, 0, false, !carried.is_empty());
    p.attr_dict(body.attrs(op), &[]);
}

fn write_assignments(p: &mut dyn AsmPrinter, body: &Body, names: &[Value], values: &[Value]) {
    for (i, (name, value)) in names.iter().zip(values).enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.value(body, *name);
        p.write(" = ");
        p.value(body, *value);
    }
}

fn write_region(p: &mut dyn AsmPrinter, body: &Body, op: Op, region: usize, args: bool, terminators: bool) {
    if region >= body.region_count(op) {
        return;
    }
    let region = body.region(op, region);
    match terminators {
        true => p.region(body, region, args),
        false => p.region_without_terminators(body, region, args),
    }
}

/// Parses `scf.if`: `%c -> (t) { ... } else { ... }`.
fn parse_if(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let condition = p.operand()?;
    let i1 = p.ctx().common().i1;
    resolve_all(p, state, &[condition], Some(i1))?;
    if p.accept("->") {
        state.results = result_types(p)?;
    }
    p.next_region(state, &[])?;
    terminate(p, state, Yield::NAME);
    if p.accept_keyword("else") {
        p.next_region(state, &[])?;
        terminate(p, state, Yield::NAME);
    } else {
        empty_region(p, state);
    }
    p.attr_dict(&mut state.attrs)
}

/// Adds a region without blocks.
fn empty_region(p: &mut dyn AsmParser, state: &mut OpState) {
    let def = state.def;
    let (body, _) = p.body();
    let new = spv_ir::NewOp { regions: 1, ..spv_ir::NewOp::new(def) };
    state.regions.push(spv_ir::Builder::new(body).create(new));
}

fn print_if(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    let [condition] = body.first_operands(op);
    p.value(body, condition);
    write_results(p, body, op, false);
    let terminators = body.result_count(op) > 0;
    write_region(p, body, op, 0, true, terminators);
    if body.first_block(body.region(op, 1)).is_some() {
        p.write(" else");
        write_region(p, body, op, 1, true, terminators);
    }
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `scf.while`: `(%a = %x) : (t) -> t { ... } do { ... }`.
fn parse_while(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    if p.peek("(") {
        (names, inits) = assignments(p)?;
    }
    p.expect(":")?;
    p.expect("(")?;
    let mut types = Vec::new();
    until(p, ")", &mut |p| {
        types.push(p.ty()?);
        Ok(())
    })?;
    p.expect("->")?;
    state.results = result_types(p)?;
    if types.len() != inits.len() {
        return Err(p.error(&format!("expected {} types of operands but had {}", inits.len(), types.len())));
    }
    for (init, ty) in inits.iter().zip(&types) {
        resolve_all(p, state, std::slice::from_ref(init), Some(*ty))?;
    }
    let args: Vec<_> = names.iter().zip(&types).map(|(name, ty)| argument(name, *ty)).collect();
    p.next_region(state, &args)?;
    if !p.accept_keyword("do") {
        return Err(p.error("expected 'do'"));
    }
    p.next_region(state, &[])?;
    terminate(p, state, Yield::NAME);
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    Ok(())
}

fn print_while(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let args = entry_args(body, op, 0);
    let inits: Vec<Value> = body.operands(op).collect();
    if !args.is_empty() {
        p.write(" (");
        write_assignments(p, body, &args, &inits);
        p.write(")");
    }
    p.write(" : (");
    let types: Vec<_> = inits.iter().map(|value| body.value_type(*value)).collect();
    crate::text::write_types(p, &types);
    p.write(")");
    match body.result_count(op) {
        0 => p.write(" -> ()"),
        _ => write_results(p, body, op, true),
    }
    write_region(p, body, op, 0, false, true);
    p.write(" do");
    write_region(p, body, op, 1, true, true);
    p.attributes(body.attrs(op), &[]);
}

/// Parses `scf.execute_region`: `-> t { ... }`.
fn parse_execute(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if p.accept("->") {
        state.results = result_types(p)?;
    }
    p.next_region(state, &[])?;
    p.attr_dict(&mut state.attrs)
}

fn print_execute(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_results(p, body, op, true);
    write_region(p, body, op, 0, false, true);
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `scf.index_switch`: `%i -> t case 2 { ... } default { ... }`.
fn parse_switch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let arg = p.operand()?;
    let index = p.ctx().common().index;
    resolve_all(p, state, &[arg], Some(index))?;
    p.attr_dict(&mut state.attrs)?;
    if p.accept("->") {
        state.results.push(p.ty()?);
        while p.accept(",") {
            state.results.push(p.ty()?);
        }
    }
    let mut cases = Vec::new();
    // LLVM stores the default region first.
    let mut regions = Vec::new();
    while p.accept_keyword("case") {
        cases.push(p.integer()? as i64);
        p.next_region(state, &[])?;
        terminate(p, state, Yield::NAME);
        regions.extend(state.regions.pop());
    }
    if !p.accept_keyword("default") {
        return Err(p.error("expected 'default'"));
    }
    p.next_region(state, &[])?;
    terminate(p, state, Yield::NAME);
    state.regions.extend(regions);
    state.slots[IndexSwitch::slot(IndexSwitch::cases)] = numbers(p.ctx(), &cases).raw();
    Ok(())
}

fn print_switch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    let [selector] = body.first_operands(op);
    p.value(body, selector);
    p.attr_dict(body.attrs(op), &[]);
    let types: Vec<_> = body.results(op).map(|result| body.value_type(result)).collect();
    if !types.is_empty() {
        p.write(" -> ");
        crate::text::write_types(p, &types);
    }
    let cases = View::new(p.ctx(), body, op).map(|view| view.numbers("cases")).unwrap_or_default();
    // LLVM prints a space at the end of this line.
    p.write(" ");
    for (i, case) in cases.into_iter().enumerate() {
        p.newline_in(0);
        p.write(&format!("case {case}"));
        write_region(p, body, op, i + 1, false, true);
    }
    p.newline_in(0);
    p.write("default");
    write_region(p, body, op, 0, false, body.result_count(op) > 0);
}

fn expect_word(p: &mut dyn AsmParser, word: &str) -> Parsed<()> {
    if p.accept_keyword(word) { Ok(()) } else { Err(p.error(&format!("expected '{word}'"))) }
}

fn segments(p: &dyn AsmParser, lengths: &[usize]) -> u32 {
    let words = lengths.iter().map(|length| *length as u32).collect();
    p.ctx().attr(spv_ir::AttrData::Words(words)).raw()
}

/// Parses `scf.parallel`: `(%i) = (%lb) to (%ub) step (%s) init (%x) -> t { ... }`.
fn parse_parallel(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let variables = operands(p)?;
    p.expect("=")?;
    let index = p.ctx().common().index;
    let mut lengths = Vec::new();
    for word in ["", "to", "step"] {
        if !word.is_empty() {
            expect_word(p, word)?;
        }
        let list = operands(p)?;
        if list.len() != variables.len() {
            return Err(p.error(&format!("expected {} operands", variables.len())));
        }
        lengths.push(list.len());
        resolve_all(p, state, &list, Some(index))?;
    }
    let mut inits = Vec::new();
    if p.accept_keyword("init") {
        inits = operands(p)?;
    }
    if p.accept("->") {
        state.results = result_types(p)?;
    }
    lengths.push(inits.len());
    for (init, ty) in inits.iter().zip(state.results.clone()) {
        resolve_all(p, state, std::slice::from_ref(init), Some(ty))?;
    }
    state.slots[Parallel::slot(Parallel::operandSegmentSizes)] = segments(p, &lengths);
    let args: Vec<_> = variables.iter().map(|name| argument(name, index)).collect();
    p.next_region(state, &args)?;
    terminate(p, state, Reduce::NAME);
    p.attr_dict(&mut state.attrs)
}

fn print_parallel(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let parts = ["lowerBound", "upperBound", "step", "initVals"].map(|part| view.values(part));
    p.write(" (");
    write_values(p, body, entry_args(body, op, 0));
    for (word, values) in [") = (", ") to (", ") step ("].into_iter().zip(&parts) {
        p.write(word);
        write_values(p, body, values.iter().copied());
    }
    p.write(")");
    if !parts[3].is_empty() {
        p.write(" init (");
        write_values(p, body, parts[3].iter().copied());
        p.write(")");
    }
    write_results(p, body, op, true);
    write_region(p, body, op, 0, false, true);
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `scf.reduce`: `(%x, %y : t, u) { ^bb0(%a: t, %b: t): ... }, { ... }`.
fn parse_reduce(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if p.accept("(") {
        let mut list = vec![p.operand()?];
        while p.accept(",") {
            list.push(p.operand()?);
        }
        p.expect(":")?;
        for (i, operand) in list.iter().enumerate() {
            if i > 0 {
                p.expect(",")?;
            }
            let ty = p.ty()?;
            resolve_all(p, state, std::slice::from_ref(operand), Some(ty))?;
        }
        p.expect(")")?;
        for i in 0..list.len() {
            if i > 0 {
                p.expect(",")?;
            }
            p.next_region(state, &[])?;
        }
    }
    p.attr_dict(&mut state.attrs)
}

fn print_reduce(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    if body.operand_count(op) > 0 {
        p.write("(");
        write_values(p, body, body.operands(op));
        p.write(" : ");
        let types: Vec<_> = body.operands(op).map(|value| body.value_type(value)).collect();
        crate::text::write_types(p, &types);
        p.write(")");
    }
    if body.region_count(op) == 0 {
        p.write(" ");
    }
    for i in 0..body.region_count(op) {
        p.write(if i > 0 { "," } else { "" });
        write_region(p, body, op, i, true, true);
    }
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses a list of operands and integer constants, such as `(%a, 4)`. Returns the operands, and the list with
/// [`spv_ir::builtin_types::DYNAMIC`] in place of each operand.
fn mixed(p: &mut dyn AsmParser) -> Parsed<(Vec<Unresolved>, Vec<i64>)> {
    p.expect("(")?;
    let (mut values, mut list) = (Vec::new(), Vec::new());
    until(p, ")", &mut |p| {
        match p.opt_operand() {
            Some(operand) => {
                values.push(operand);
                list.push(spv_ir::builtin_types::DYNAMIC as i64);
            }
            None => list.push(p.integer()? as i64),
        }
        Ok(())
    })?;
    Ok((values, list))
}

/// Parses `scf.forall`: `(%i) in (4) shared_outs(%a = %x) -> (t) { ... }` or `(%i) = (0) to (4) step (1) ...`.
fn parse_forall(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let variables = operands(p)?;
    let rank = variables.len();
    let index = p.ctx().common().index;
    let mut bounds = [(Vec::new(), vec![0; rank]), (Vec::new(), Vec::new()), (Vec::new(), vec![1; rank])];
    if p.accept("=") {
        bounds[0] = mixed(p)?;
        expect_word(p, "to")?;
        bounds[1] = mixed(p)?;
        expect_word(p, "step")?;
        bounds[2] = mixed(p)?;
    } else {
        expect_word(p, "in")?;
        bounds[1] = mixed(p)?;
    }
    if bounds.iter().any(|(_, list)| list.len() != rank) {
        return Err(p.error(&format!("expected {rank} bounds")));
    }
    let mut lengths = Vec::new();
    for (i, (values, list)) in bounds.iter().enumerate() {
        resolve_all(p, state, values, Some(index))?;
        lengths.push(values.len());
        state.slots[i] = numbers(p.ctx(), list).raw();
    }
    let (mut names, mut outputs) = (Vec::new(), Vec::new());
    if p.accept_keyword("shared_outs") {
        (names, outputs) = assignments(p)?;
        p.expect("->")?;
        state.results = result_types(p)?;
    }
    lengths.push(outputs.len());
    for (output, ty) in outputs.iter().zip(state.results.clone()) {
        resolve_all(p, state, std::slice::from_ref(output), Some(ty))?;
    }
    state.slots[Forall::slot(Forall::operandSegmentSizes)] = segments(p, &lengths);
    let mut args: Vec<_> = variables.iter().map(|name| argument(name, index)).collect();
    args.extend(names.iter().zip(&state.results).map(|(name, ty)| argument(name, *ty)));
    p.next_region(state, &args)?;
    terminate_forall(p, state);
    p.attr_dict(&mut state.attrs)
}

/// Adds the implicit terminator of an `scf.forall`. The terminator has its own region.
fn terminate_forall(p: &mut dyn AsmParser, state: &OpState) {
    let Some(def) = p.ctx().registry().op_by_name(InParallel::NAME) else { return };
    let Some(&holder) = state.regions.last() else { return };
    let (body, _) = p.body();
    let region = body.region(holder, 0);
    let Some(block) = body.last_block(region) else { return };
    if body.last_op(block).is_none_or(|op| body.def(op) != def) {
        let mut builder = spv_ir::Builder::at(body, spv_ir::InsertPoint::End(block));
        let op = builder.create(spv_ir::NewOp { regions: 1, ..spv_ir::NewOp::new(def) });
        let region = builder.region(op, 0);
        builder.append_block(region);
    }
}

fn print_forall(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let fixed = ["staticLowerBound", "staticUpperBound", "staticStep"].map(|part| view.numbers(part));
    let dynamic = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"].map(|part| view.values(part));
    let outputs = view.values("outputs");
    let args = entry_args(body, op, 0);
    let rank = fixed[0].len().min(args.len());
    p.write(" (");
    write_values(p, body, args[..rank].iter().copied());
    let normal = fixed[0].iter().all(|bound| *bound == 0) && fixed[2].iter().all(|step| *step == 1);
    let words: &[(&str, usize)] =
        if normal { &[(") in (", 1)] } else { &[(") = (", 0), (") to (", 1), (") step (", 2)] };
    for &(word, i) in words {
        p.write(word);
        let mut values = dynamic[i].iter();
        for (j, bound) in fixed[i].iter().enumerate() {
            p.write(if j > 0 { ", " } else { "" });
            match values.as_slice().first().filter(|_| *bound as u64 == spv_ir::builtin_types::DYNAMIC) {
                Some(&value) => {
                    values.next();
                    p.value(body, value);
                }
                None => p.write(&bound.to_string()),
            }
        }
    }
    p.write(")");
    if !outputs.is_empty() {
        p.write(" shared_outs(");
        write_assignments(p, body, &args[rank..], &outputs);
        p.write(")");
        write_results(p, body, op, false);
    }
    write_region(p, body, op, 0, false, !outputs.is_empty());
    p.attr_dict(body.attrs(op), &[]);
}

fn parse_in_parallel(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.next_region(state, &[])?;
    p.attr_dict(&mut state.attrs)
}

fn print_in_parallel(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_region(p, body, op, 0, false, true);
    p.attr_dict(body.attrs(op), &[]);
}
