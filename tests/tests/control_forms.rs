//! Tests of control-flow form conversions, which must be lossless, and of layout hints, on the shared corpus and
//! `tests/corpus`

use spv_opt::dialect::control::flow::Flow;
use spv_opt::dialect::control::structurize_regions;
use spv_opt::dialect::structure::NO_MERGE;
use spv_opt::ir::{Block, Body, Builder, Context, InsertPoint, NewOp, Type, Value};
use spv_opt::printer::Options;
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::spv;
use spv_tests::compare::compare_strict;
use spv_tests::r#gen::Rng;
use spv_tests::programs::check;
use spv_tests::{forms, tools};
use std::path::Path;

/// Returns the problems with converting one module. If `judge` is set, spirv-val checks the results.
fn problems(path: &Path, env: Option<&str>, judge: bool) -> Vec<String> {
    let mut list = Vec::new();
    let input = tools::read_words(path);
    let import = |words: &[u32]| spv_opt::import(&spv_opt::context(), words).expect("the module is valid");
    let mut module = import(&input);
    let (text, direct) = (spv_opt::print(&module), spv_opt::export(&module).expect("imports are exported"));
    let lowered = match forms::lower(&mut module) {
        Ok(count) => count,
        Err(e) => return vec![format!("lowering: {e}")],
    };
    if let Err(e) = spv_opt::verify(&module) {
        list.push(format!("verifier, lowered: {}", e.list[0].message));
    }
    let low_text = spv_opt::print(&module);
    if low_text.contains("spv.mlir.loop") || low_text.contains("spv.mlir.selection") {
        list.push("a construct is left".into());
    }
    match spv_opt::parse(&spv_opt::context(), &low_text) {
        Ok(read) if spv_opt::print(&read) == low_text => {}
        Ok(_) => list.push("the lowered text reads back otherwise".into()),
        Err(e) => list.push(format!("the lowered text: {}", e.list[0].message)),
    }
    match spv_opt::export(&module) {
        Ok(words) if words == direct => {}
        Ok(words) => {
            // The conversions may reorder only ids and phi operands, so the module size is unchanged.
            if words.len() != direct.len() {
                list.push(format!("{} words from CFG form, {} from region form", words.len(), direct.len()));
            }
            if let Err(differences) = compare_strict(&input, &words) {
                list.push(format!("{} differences: {}", differences.len(), differences[0]));
            }
            if judge
                && let Some(env) = env
                && let (Ok(()), Err(e)) = (tools::spirv_val(&input, env), tools::spirv_val(&words, env))
            {
                list.push(format!("spirv-val: {e}"));
            }
        }
        Err(e) => list.push(format!("export from CFG form: {}", e.list[0].message)),
    }
    let back = forms::regions(&mut module);
    if back != lowered {
        list.push(format!("{lowered} functions lowered, {back} in region form again"));
    }
    if let Err(e) = spv_opt::verify(&module) {
        list.push(format!("verifier, in region form again: {}", e.list[0].message));
    }
    if spv_opt::print(&module) != text {
        list.push("another text in region form again".into());
    }
    forms::lower(&mut module).expect("lowered before");
    if spv_opt::print(&module) != low_text {
        list.push("another text lowered again".into());
    }
    list
}

fn check(modules: &[(std::path::PathBuf, Option<String>)]) {
    let judge = tools::Peer::SpirvVal.find().is_some();
    let failures: Vec<String> = modules
        .iter()
        .flat_map(|(path, env)| {
            let list = problems(path, env.as_deref(), judge);
            list.into_iter().map(|p| format!("{}: {p}", path.display()))
        })
        .collect();
    let count = modules.len();
    assert!(failures.is_empty(), "{} problems in {count} modules:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn own_corpus() {
    let modules: Vec<_> = tools::own_corpus().into_iter().map(|m| (m.path, m.env)).collect();
    check(&modules);
}

#[test]
fn shared_corpus() {
    let Some(paths) = tools::shared_corpus() else { return };
    let modules: Vec<_> = paths.into_iter().map(|p| (p, Some("spv1.6".to_owned()))).collect();
    check(&modules);
}

fn own_module(name: &str) -> (Vec<u32>, spv_opt::Module) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/bin").join(name);
    let words = tools::read_words(&path);
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is imported");
    (words, module)
}

/// Returns the words and the IR of the module `fused_blocks`, in which merge blocks are also continue targets of the
/// enclosing loops.
fn fused_blocks() -> (Vec<u32>, spv_opt::Module) {
    own_module("fused_blocks.spv")
}

/// Checks that export adds no blocks. The module is exported from its IR, from each form of MLIR text, and from CFG
/// form.
fn comes_back_the_same(words: &[u32], module: &spv_opt::Module) {
    let same = |module: &spv_opt::Module, what: &str| {
        let output = spv_opt::export(module).expect("it has a binary form");
        assert_eq!(output.len(), words.len(), "{what}");
        assert_eq!(compare_strict(words, &output), Ok(()), "{what}");
    };
    same(module, "the module itself");
    let generic = Options { generic: true, ..Options::default() };
    let llvm = Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..Options::default() };
    let in_llvm = spv_opt::dialect::llvm::check(module).is_ok();
    for options in [Options::default(), generic].into_iter().chain(in_llvm.then_some(llvm)) {
        let text = spv_opt::printer::print(module, &options);
        let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
        spv_opt::verify(&read).expect("it is valid");
        same(&read, &text);
    }
    let text = spv_opt::print(module);
    let mut other = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    forms::lower(&mut other).expect("it can be lowered");
    spv_opt::verify(&other).expect("it is valid");
    same(&other, "CFG form");
}

#[test]
fn a_merge_block_that_is_the_continue_target_is_one_block() {
    let (words, module) = fused_blocks();
    assert_eq!(check::forms(&module), [3, 0, 0]);
    let text = spv_opt::print(&module);
    assert_eq!(text.matches(" continue_target").count(), 6, "{text}");
    comes_back_the_same(&words, &module);
}

#[test]
fn a_continue_target_that_is_a_header_is_one_block() {
    let (words, module) = own_module("continue_headers.spv");
    assert_eq!(check::forms(&module), [6, 0, 0]);
    comes_back_the_same(&words, &module);
}

#[test]
fn a_mark_that_does_not_fit_is_two_blocks() {
    let (words, module) = fused_blocks();
    let text = spv_opt::print(&module);
    let grown = |text: &str| {
        let mut read = spv_opt::parse(&spv_opt::context(), text).expect("it is right");
        spv_opt::verify(&read).expect("it is valid");
        let direct = spv_opt::export(&read).expect("it has a binary form");
        forms::lower(&mut read).expect("it can be lowered");
        let lowered = spv_opt::export(&read).expect("it has a binary form");
        assert_eq!(direct.len(), lowered.len(), "{text}");
        direct.len() - words.len()
    };
    assert_eq!(grown(&text), 0);
    // Without the layout hint, export adds a block and a phi.
    let (before, after) = text.split_once(" continue_target").expect("the layout hint");
    assert!(grown(&format!("{before}{after}")) >= 4, "{before}{after}");
    // An instruction after the construct prevents the blocks from being fused.
    let at = before.len()
        + after.find("\n      }\n").expect("the end of a construct")
        + " continue_target".len()
        + 1;
    let end = at + text[at..].find("spv.Branch").expect("the way to the continue target");
    let ended = format!("{}%noise = spv.Undef : i32\n{}", &text[..end], &text[end..]);
    assert!(grown(&ended) >= 4 + 3, "{ended}");
}

/// Checks that identical constants and addresses in several blocks become a single value in the binary, without a phi.
#[test]
fn equal_constants_of_several_blocks_are_no_phi() {
    let text = r#"
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @x : !spv.ptr<i32, Private>
  spv.func @f(%c: i1) -> i32 "None" {
    %s:2 = spv.mlir.selection -> (!spv.ptr<i32, Private>, i32) {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      %x1 = spv.mlir.addressof @x : !spv.ptr<i32, Private>
      %one = spv.Constant 1 : i32
      spv.Branch ^merge(%x1, %one : !spv.ptr<i32, Private>, i32)
    ^else:
      %x2 = spv.mlir.addressof @x : !spv.ptr<i32, Private>
      %same = spv.Constant 1 : i32
      spv.Branch ^merge(%x2, %same : !spv.ptr<i32, Private>, i32)
    ^merge(%p: !spv.ptr<i32, Private>, %q: i32):
      spv.mlir.merge %p, %q : !spv.ptr<i32, Private>, i32
    }
    spv.Store "Private" %s#0, %s#1 : i32
    spv.ReturnValue %s#1 : i32
  }
}
"#;
    let mut module = spv_opt::parse(&spv_opt::context(), text).expect("it is right");
    spv_opt::verify(&module).expect("it is valid");
    let direct = spv_opt::export(&module).expect("it has a binary form");
    forms::lower(&mut module).expect("it can be lowered");
    spv_opt::verify(&module).expect("it is valid");
    let lowered = spv_opt::export(&module).expect("it has a binary form");
    assert_eq!(lowered, direct, "{}", spv_opt::print(&module));
    let imported = spv_opt::import(&spv_opt::context(), &direct).expect("it is valid");
    assert!(!spv_opt::print(&imported).contains("phis"));
}

/// Checks that the structurizer splits a merge block that is also a continue target.
#[test]
fn a_merge_block_that_is_the_continue_target_is_restructured() {
    let (_, mut module) = fused_blocks();
    assert_eq!(forms::structured(&mut module), Ok(3));
    assert!(!spv_opt::print(&module).contains("continue_target"));
    spv_opt::verify(&module).expect("it is valid");
    if tools::Peer::SpirvVal.find().is_some() {
        let output = spv_opt::export(&module).expect("it has a binary form");
        assert_eq!(tools::spirv_val(&output, "spv1.6"), Ok(()));
    }
}

#[test]
fn what_nothing_reaches_lies_where_it_leads_to() {
    let (words, mut module) = own_module("unreached_blocks.spv");
    assert_eq!(check::forms(&module), [10, 0, 0]);
    comes_back_the_same(&words, &module);
    // A second run must not change the function.
    assert_eq!(forms::structured(&mut module), Ok(0));
}

/// Checks that functions whose constructs violate the structural rules remain in CFG form. These functions are valid in
/// kernels.
#[test]
fn what_breaks_the_rules_stays_in_cfg_form() {
    let exit = "a branch is not a structured exit";
    let undominated = "a value does not dominate its use";
    let cases = [
        // The loop header is the continue target, but another block has a back edge.
        (
            "spv.Branch ^h\n ^h: spv.Branch ^b loop_merge(^m, continue ^h)
             ^b: spv.BranchConditional %c, ^h, ^m\n ^m: spv.Return",
            exit,
        ),
        // The back edge comes from a block outside of the continue construct.
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^b, ^m loop_merge(^m, continue ^n)
             ^b: spv.BranchConditional %c, ^h, ^n\n ^n: spv.Branch ^h\n ^m: spv.Return",
            exit,
        ),
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m loop_merge(^m, continue ^n)
             ^n: spv.Branch ^m\n ^m: spv.Return",
            "a continue construct does not branch back to its header",
        ),
        // The continue construct branches back into the loop body.
        (
            "spv.Branch ^h\n ^h: spv.Branch ^b loop_merge(^m, continue ^n)\n ^b: spv.BranchConditional %c, ^n, ^m
             ^n: spv.BranchConditional %c, ^h, ^b\n ^m: spv.Return",
            exit,
        ),
        // The continue construct branches to its own first block.
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m loop_merge(^m, continue ^n)
             ^n: spv.BranchConditional %c, ^a, ^s selection_merge(^s)\n ^a: spv.Branch ^n
             ^s: spv.Branch ^h\n ^m: spv.Return",
            exit,
        ),
        // Unreachable blocks branch to the header and the merge block of a selection, and out of two loops.
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^a, ^m selection_merge(^m)\n ^a: spv.Branch ^m
             ^u: spv.BranchConditional %c, ^h, ^m\n ^m: spv.Return",
            exit,
        ),
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^h, ^m loop_merge(^m, continue ^h)
             ^u: spv.Branch ^v loop_merge(^w, continue ^x)\n ^v: spv.BranchConditional %c, ^m, ^w
             ^x: spv.Branch ^u\n ^w: spv.Return\n ^m: spv.Return",
            exit,
        ),
        (
            "spv.BranchConditional %c, ^a, ^m selection_merge(^m)\n ^a: spv.Branch ^m
             ^u: spv.BranchConditional %c, ^m, ^v selection_merge(^m)\n ^v: spv.Branch ^m\n ^m: spv.Return",
            "two constructs have the same merge block",
        ),
        // A value does not dominate its use, which follows a construct that is never left through its merge block.
        // Another instruction uses the result of that use.
        (
            "spv.BranchConditional %c, ^a, ^b selection_merge(^m)\n ^a: %x = spv.LogicalNot %c : i1 spv.Branch ^m
             ^b: spv.BranchConditional %c, ^r, ^s selection_merge(^n)\n ^r: spv.Return\n ^s: spv.Return
             ^n: %y = spv.LogicalNot %x : i1 spv.Branch ^m\n ^m: spv.Return",
            undominated,
        ),
        (
            "spv.BranchConditional %c, ^a, ^b selection_merge(^m)\n ^a: %x = spv.LogicalNot %c : i1 spv.Branch ^m
             ^b: spv.BranchConditional %c, ^r, ^s selection_merge(^n)\n ^r: spv.Return\n ^s: spv.Return
             ^n: spv.Branch ^m\n ^m: %y = spv.LogicalNot %x : i1 spv.Return",
            undominated,
        ),
    ];
    for (body, why) in cases {
        let text = format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{
               spv.func @f(%c : i1) \"None\" {{\n{body}\n}}\n}}"
        );
        let mut module = spv_opt::parse(&spv_opt::context(), &text).expect("it reads");
        let before = spv_opt::print(&module);
        assert_eq!(forms::regions_or_why(&mut module), (0, vec![(0, why)]), "{body}");
        assert_eq!(spv_opt::print(&module), before);
    }
}

/// Adds unreachable blocks to a function in CFG form, at random positions and with random branch targets.
fn add_unreached(ctx: &Context, body: &mut Body, rng: &mut Rng) {
    let undef = ctx.registry().op_by_name("spv.Undef").expect("the dialect is registered");
    let slots = vec![0; ctx.registry().op(undef).slots()];
    let undefined = |body: &mut Body, block: Block, ty: Type| {
        let new = NewOp { results: &[ty], slots: &slots, ..NewOp::new(undef) };
        let op = Builder::at(body, InsertPoint::End(block)).create(new);
        body.result(op, 0)
    };
    for _ in 0..rng.range(1, 4) {
        let mut blocks: Vec<Block> = body.blocks(body.root()).skip(1).collect();
        let before = if rng.chance(80) && !blocks.is_empty() { Some(rng.pick(&blocks)) } else { None };
        blocks.retain(|&b| rng.chance(90) || body.args(b).is_empty());
        if blocks.is_empty() {
            return;
        }
        let root = body.root();
        let mut b = Builder::new(body);
        let block = b.detached_block();
        b.move_block(block, root, before);
        let targets: Vec<Block> = (0..rng.pick(&[1, 1, 2])).map(|_| rng.pick(&blocks)).collect();
        let mut edges: Vec<(Block, Vec<Value>)> = Vec::new();
        for target in targets {
            let types: Vec<Type> = body.args(target).iter().map(|&arg| body.value_type(arg)).collect();
            edges.push((target, types.into_iter().map(|ty| undefined(body, block, ty)).collect()));
        }
        let successors: Vec<(Block, &[Value])> = edges.iter().map(|(b, list)| (*b, &list[..])).collect();
        let conditions = match successors[..] {
            [_] => Vec::new(),
            _ => vec![undefined(body, block, ctx.common().i1)],
        };
        let (def, slots) = match conditions[..] {
            [] => (spv::Branch::ID, NO_MERGE.to_vec()),
            _ => (spv::BranchConditional::ID, [&[0][..], &NO_MERGE].concat()),
        };
        Builder::at(body, InsertPoint::End(block)).create(NewOp {
            operands: &conditions,
            slots: &slots,
            successors: &successors,
            ..NewOp::new(def)
        });
    }
}

/// Checks unreachable blocks with arbitrary successors. Functions that fit into region form can be converted back, and
/// all others are left unchanged.
#[test]
fn unreached_blocks_fit_or_change_nothing() {
    let shared = tools::shared_corpus().unwrap_or_default().into_iter().step_by(20);
    let paths = tools::own_corpus().into_iter().map(|m| m.path).chain(shared);
    let (mut fit, mut stay) = (0, 0);
    let rounds = paths.flat_map(|path| [path.clone(), path.clone(), path]);
    for (seed, path) in (1..).zip(rounds) {
        let ctx = spv_opt::context();
        let options = ImportOptions { regions: false, ..ImportOptions::default() };
        let mut module = import_with(&ctx, &tools::read_words(&path), &options).expect("the module is valid");
        let mut rng = Rng::new(seed);
        forms::each_function(&mut module, &mut |body| add_unreached(&ctx, body, &mut rng));
        let what = path.display();
        let sound = |module: &spv_opt::Module| {
            if let Err(e) = spv_opt::verify(module) {
                panic!("{what}: {}", e.list[0].message);
            }
        };
        sound(&module);
        let words = spv_opt::export(&module).expect("it has a binary form");
        forms::each_function(&mut module, &mut |body| match structurize_regions(&ctx, body) {
            Ok(changed) => fit += usize::from(changed),
            Err(_) => stay += 1,
        });
        sound(&module);
        let text = spv_opt::print(&module);
        let output = spv_opt::export(&module).expect("it has a binary form");
        // A different block order may require different line markers, which the comparison allows.
        assert_eq!(compare_strict(&words, &output), Ok(()), "{what}");
        forms::lower(&mut module).unwrap_or_else(|e| panic!("{what}: {e}"));
        sound(&module);
        let low = spv_opt::print(&module);
        forms::regions(&mut module);
        assert_eq!(spv_opt::print(&module), text, "{what}");
        forms::lower(&mut module).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(spv_opt::print(&module), low, "{what}");
    }
    println!("{fit} functions in region form, {stay} in CFG form");
    assert!(fit > stay, "{fit} functions in region form, {stay} in CFG form");
}

/// Returns the indices of the attribute slots that contain an op's layout hints.
fn hints(body: &Body, op: spv_opt::ir::Op) -> &'static [usize] {
    const SELECTION: [usize; 2] = [spv::Selection::PHIS, spv::Selection::CONTINUE_TARGET];
    const LOOP: [usize; 4] =
        [spv::Loop::FUSED, spv::Loop::PHIS, spv::Loop::CONTINUE_PHIS, spv::Loop::CONTINUE_TARGET];
    match body.def(op) {
        spv::Selection::ID => &SELECTION,
        spv::Loop::ID => &LOOP,
        spv::Break::ID | spv::Continue::ID | spv::SwitchBreak::ID => &[0],
        _ => &[],
    }
}

/// Checks that removing the layout hints changes neither the control-flow graph nor the validity of a module.
#[test]
fn layout_hints_do_not_affect_control_flow() {
    let mut removed = 0;
    for module in tools::own_corpus() {
        let words = tools::read_words(&module.path);
        let what = module.path.display();
        let mut module = spv_opt::import(&spv_opt::context(), &words).expect("it is imported");
        let ctx = module.ctx.clone();
        forms::each_function(&mut module, &mut |body| {
            let graph = |body: &Body| {
                let flow = Flow::new(&ctx, body);
                (format!("{:?}", (&flow.nodes, &flow.edges)), flow.order.clone())
            };
            let before = graph(body);
            let ops: Vec<_> = spv_opt::ir::walk::ops(body).collect();
            for op in ops {
                for &slot in hints(body, op) {
                    removed += usize::from(body.slot(op, slot) != 0);
                    Builder::new(body).set_slot(op, slot, 0);
                }
            }
            assert!(before == graph(body), "{what}: another graph");
        });
        spv_opt::verify(&module).unwrap_or_else(|e| panic!("{what}: {}", e.list[0].message));
        let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("it reads back");
        assert_eq!(spv_opt::print(&read), spv_opt::print(&module), "{what}");
    }
    assert!(removed > 100, "{removed} hints were removed");
}
