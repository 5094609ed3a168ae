//! Legalization of 8- and 16-bit types (`legalize-small-types`)
//!
//! 1. [`storage`] replaces blocks with blocks of words if they contain small types that the target cannot store.
//! 2. [`arithmetic`] makes operations independent of the bits above a small integer, and rounds 16-bit floats.
//! 3. All small types become 32-bit types, except in externally visible memory.
//! 4. [`border`] converts loads from and stores to that memory.
//!
//! [`atomics`] creates the loops that replace atomic operations in steps 1 and 2.

mod access;
mod arithmetic;
mod atomics;
mod border;
mod emit;
mod lacks;
mod storage;

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use crate::support::spirv::{storage as class, variable_type};
use emit::OpWriter;
use lacks::{Lacks, Widths};
use spv_dialect::emit::Emit;
use spv_dialect::vce::Vce;
use spv_dialect::{attributes, spv, types};
use spv_ir::dialect::ABSENT;
use spv_ir::replace::{referenced_types, replace_types};
use spv_ir::{Body, Builder, Context, Diagnostic, Diagnostics, Op, Place, Type, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Computes 8- and 16-bit integer and 16-bit float operations in 32 bits, and stores such \
                  numbers in words, as far as the target lacks support. The missing types follow from \
                  `spv.target_env` of the module, or from the options. Integers are correct in their low \
                  bits; an operation whose result depends on the upper bits extends its operands first. \
                  Floats are rounded to 16 bits, to nearest even, after each operation whose result may be \
                  inexact. Private, function and workgroup memory holds 32-bit numbers instead. A \
                  StorageBuffer, Uniform or PushConstant block with numbers that the target cannot store \
                  becomes an array of words at the same byte offsets; in Uniform, the elements are vectors \
                  of four words as std140 requires. Loads shift and mask. A store of a part of a word is an \
                  AtomicAnd and an AtomicOr, which preserves concurrent stores to other parts; a store of a \
                  whole word is plain. The size of a block must be a multiple of a word, unless `pad` \
                  asserts that the buffer is longer; the stride of a runtime array must always be. An \
                  atomic operation on a part of a word, or an atomic float addition, becomes an \
                  AtomicCompareExchange loop on the word. Pointers to small types in physical storage \
                  become pointers to words, with addresses computed in 64-bit integers. The pass reports an \
                  error for specialization constants and stage inputs and outputs of small types; for \
                  atomic operations on 64-bit numbers in a block of words, and on small numbers in a block \
                  that the target can store; for pointers into a block of words that do not come from an \
                  access chain; for PtrAccessChain and PtrDiff in physical storage; and for physical \
                  storage without Int64. Capability declarations remain; spirv-update-vce removes those \
                  that are no longer needed.",
    before: "%p = spv.AccessChain %bytes[%c0, %i] : ...\n%x = spv.Load \"StorageBuffer\" %p : i8\n\
             %y = spv.UDiv %x, %c3 : i8",
    after: "%0 = spv.ShiftRightLogical %i, %c2 : i32\n%1 = spv.AccessChain %bytes[%c0, %0] : ...\n\
            %2 = spv.Load \"StorageBuffer\" %1 : i32\n%3 = spv.ShiftRightLogical %2, ... : i32\n\
            %4 = spv.BitwiseAnd %3, %c255 : i32\n%y = spv.UDiv %4, %c3 : i32",
    options: &[
        OptionInfo {
            name: "arithmetic",
            default: "target",
            help: "types to widen: any of `i8`, `i16` and `f16` joined by `+`, `none`, or `target` for what the target lacks",
        },
        OptionInfo {
            name: "storage",
            default: "target",
            help: "widths to store in words: any of `8` and `16` joined by `+`, `none`, or `target` for what the target lacks",
        },
        OptionInfo {
            name: "pad",
            default: "false",
            help: "assume that the memory of each block is padded to a whole word, or to 16 bytes in Uniform",
        },
    ],
    statistics: &[
        ("blocks", "Variables whose block became an array of words"),
        ("accesses", "Accesses to them that were replaced"),
        ("operations", "Operations on small types that were widened"),
    ],
    ..PassInfo::new(
        "legalize-small-types",
        "Widen small types that the target lacks",
        ControlFlow::Any,
        |options| {
            Ok(Work::module(Legalize {
                arithmetic: Widths::parse("arithmetic", options.text("arithmetic"), &["i8", "i16", "f16"])?,
                storage: Widths::parse("storage", options.text("storage"), &["8", "16"])?,
                pad: options.switch("pad")?,
            }))
        },
    )
};

struct Legalize {
    arithmetic: Widths,
    storage: Widths,
    pad: bool,
}

/// Storage classes of externally visible memory, whose types are preserved.
const KEPT: [u32; 6] = [
    class::STORAGE_BUFFER,
    class::UNIFORM,
    class::PUSH_CONSTANT,
    class::PHYSICAL_STORAGE_BUFFER,
    class::INPUT,
    class::OUTPUT,
];

impl ModulePass for Legalize {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        let target = module.target_env().and_then(|env| match attributes::view(ctx, env) {
            Some((attributes::AttrKind::TargetEnv, [vce, ..])) => Vce::new(ctx, *vce),
            _ => None,
        });
        let lacks = Lacks::new(&self.arithmetic, &self.storage, target.as_ref());
        if lacks.nothing() {
            return Ok(());
        }
        check(module, &lacks)?;
        for op in module.functions() {
            module.function_mut(op, |body| split_copies(ctx, body, &lacks)).transpose()?;
        }
        let (blocks, accesses) = storage::to_words(module, &lacks, self.pad)?;
        module.count(0, blocks);
        module.count(1, accesses);
        let mut copies = Vec::new();
        for op in module.functions() {
            let widened = module.function_mut(op, |body| arithmetic::widen(ctx, body, &lacks)).transpose()?;
            let widened = widened.unwrap_or_default();
            module.count(2, widened.count);
            copies.push((op, widened.copies));
        }
        arithmetic::widen_constants(ctx, module.body, &lacks);
        for op in module.functions() {
            module.function_mut(op, |body| arithmetic::widen_constants(ctx, body, &lacks));
        }
        replace_types(ctx, module.body, &mut |ty, new| replacement(ctx, &lacks, ty, new));
        for (op, copies) in copies {
            let converted = module.function_mut(op, |body| {
                arithmetic::remove_copies(body, copies);
                border::convert(ctx, body)
            });
            converted.transpose()?;
        }
        Ok(())
    }
}

/// Returns the type that replaces `ty`. Returns `None` if `ty` changes only because its component types change.
fn replacement(ctx: &Context, lacks: &Lacks, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
    if let Some(wide) = lacks.widened(ctx, ty) {
        return Some(wide);
    }
    if types::pointer(ctx, ty).is_some_and(|(_, class)| KEPT.contains(&class)) {
        return Some(ty);
    }
    storage::rebuilt(ctx, ty, new)
}

/// Builds an error at the location of an op.
fn refuse(body: &Body, op: Op, message: String) -> Diagnostics {
    Diagnostics { list: vec![Diagnostic::error(Place::Op(body.loc(op)), message)] }
}

/// Rejects small types whose size is visible to the host or to another shader stage.
fn check(module: &SpvModule<'_>, lacks: &Lacks) -> Result<(), Diagnostics> {
    let (ctx, body) = (module.ctx, &*module.body);
    for op in walk::top_ops(body) {
        let name = ctx.registry().op(body.def(op)).row.name;
        if let Some((pointee, class)) = variable_type(ctx, body, op) {
            if ![class::INPUT, class::OUTPUT].contains(&class) || !lacks.holds_unstored(ctx, pointee, class) {
                continue;
            }
            let what = "inputs and outputs must match another stage";
            let symbol = spv_ir::symbols::name_of(ctx, body, op).unwrap_or_default();
            return Err(refuse(body, op, format!("the variable @{symbol} cannot be legalized: {what}")));
        }
        if name.starts_with("spv.SpecConstant")
            && referenced_types(ctx, body, op).into_iter().any(|ty| lacks.holds(ctx, ty))
        {
            let why = "the host depends on the size of a specialization constant";
            return Err(refuse(body, op, format!("'{name}' of a small type cannot be legalized: {why}")));
        }
    }
    Ok(())
}

/// Splits memory copies that involve small types into loads and stores.
fn split_copies(ctx: &Context, body: &mut Body, lacks: &Lacks) -> Result<(), Diagnostics> {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::CopyMemory::ID).collect();
    for op in ops {
        let Some(copy) = spv::CopyMemory::cast(body, op) else { continue };
        let (target, source) = (copy.target(), copy.source());
        let contents = |value| types::pointer(ctx, body.value_type(value));
        let (Some((to, to_class)), Some((from, from_class))) = (contents(target), contents(source)) else {
            continue;
        };
        let affected = |ty, class| lacks.holds(ctx, ty) || lacks.holds_unstored(ctx, ty, class);
        if !affected(to, to_class) && !affected(from, from_class) {
            continue;
        }
        if body.slot(op, spv::CopyMemory::MEMORY_ACCESS) != ABSENT {
            let message = "'spv.CopyMemory' of small types with memory operands cannot be legalized";
            return Err(refuse(body, op, message.to_owned()));
        }
        let mut emit = OpWriter::new(ctx, body);
        emit.before(op);
        let value = emit.with(spv::Load::ID, &[source], &[ABSENT, 0], None, from);
        emit.effect(spv::Store::ID, &[target, value], &[ABSENT, 0]);
        Builder::new(body).erase(op);
    }
    Ok(())
}
