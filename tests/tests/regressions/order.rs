//! Regression tests for the order of instructions in the sections of a module

use spv_opt::dialect::validate::binary;
use spv_opt::serialize::import::{ImportOptions, import_with};

/// Guards against the wrong module section: alias scopes were exported among the types, which the specification
/// forbids.
#[test]
fn alias_scopes_are_annotations() {
    let assembly = r#"
        OpCapability Kernel
        OpCapability Addresses
        OpCapability Linkage
        OpCapability MemoryAccessAliasingINTEL
        OpExtension "SPV_INTEL_memory_access_aliasing"
        OpMemoryModel Physical64 OpenCL
        %domain = OpAliasDomainDeclINTEL
        %scope = OpAliasScopeDeclINTEL %domain
        %list = OpAliasScopeListDeclINTEL %scope
        %int = OpTypeInt 32 0"#;
    let words = spv_opt::asm::assemble(assembly).expect("it is assembly");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let exported = spv_opt::export(&module).expect("imports are exported");
    let strict = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    for words in [words, exported] {
        import_with(&spv_opt::context(), &words, &strict).expect("each instruction is where it belongs");
    }
}

/// Guards against a missing forward declaration: export emitted OpTypeForwardPointer only for pointers in structs. The
/// validator then treated the struct of bytes as part of the pointer's type, and rejected OpBitcast.
#[test]
fn pointers_to_physical_storage_are_declared_ahead() {
    let module = |name: &str, declarations: &str| {
        format!(
            "OpCapability Shader
OpCapability PhysicalStorageBufferAddresses
OpCapability StorageBuffer8BitAccess
OpExtension \"SPV_KHR_8bit_storage\"
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
{name}
OpDecorate %bytes ArrayStride 1
OpDecorate %s Block
OpMemberDecorate %s 0 Offset 0
OpDecorate %variable AliasedPointer
%void = OpTypeVoid
%type = OpTypeFunction %void
%u8 = OpTypeInt 8 0
%bytes = OpTypeRuntimeArray %u8
{declarations}
%p = OpTypePointer PhysicalStorageBuffer %s
%to_p = OpTypePointer Function %p
%uint = OpTypeInt 32 0
%pair = OpTypeVector %uint 2
%zero = OpConstantNull %pair
%main = OpFunction %void None %type
%entry = OpLabel
%variable = OpVariable %to_p Function
%address = OpBitcast %p %zero
OpStore %variable %address
OpReturn
OpFunctionEnd"
        )
    };
    let forward = "OpTypeForwardPointer %p PhysicalStorageBuffer";
    let structure = "%s = OpTypeStruct %bytes";
    for name in ["", "OpName %s \"S\""] {
        for order in [[forward, structure], [structure, forward]] {
            let text = module(name, &order.join("\n"));
            let words = spv_opt::asm::assemble(&text).expect("it can be assembled");
            let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
            let first = spv_opt::export(&module).expect("it has a binary form");
            let assembly = spv_opt::asm::disassemble(&first);
            assert_eq!(assembly.matches("OpTypeForwardPointer").count(), 1, "{assembly}");
            let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("it reads back");
            assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
            assert_eq!(spv_opt::recode(&spv_opt::context(), &first).expect("it is valid"), first);
        }
    }
}

/// Guards against an incorrect order: non-semantic instructions after a graph or a function declaration were exported
/// before it.
#[test]
fn non_semantic_instructions_stay_behind_what_they_follow() {
    let text = "OpCapability Shader
OpCapability Linkage
OpCapability TensorsARM
OpCapability GraphARM
OpCapability VulkanMemoryModel
OpExtension \"SPV_ARM_tensors\"
OpExtension \"SPV_ARM_graph\"
OpExtension \"SPV_KHR_vulkan_memory_model\"
OpExtension \"SPV_KHR_non_semantic_info\"
%graphs = OpExtInstImport \"NonSemantic.Graph.DebugInfo.1\"
%unknown = OpExtInstImport \"NonSemantic.Unknown\"
%tosa = OpExtInstImport \"TOSA.001000.1\"
OpMemoryModel Logical Vulkan
%name = OpString \"k.mlir:1:1\"
OpDecorate %declared LinkageAttributes \"f\" Import
OpDecorate %in Binding 0
OpDecorate %in DescriptorSet 0
OpDecorate %out Binding 1
OpDecorate %out DescriptorSet 0
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%void = OpTypeVoid
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u4 = OpConstant %uint 4
%array = OpTypeArray %uint %u1
%shape = OpConstantComposite %array %u4
%tensor = OpTypeTensorARM %float %u1 %shape
%pointer = OpTypePointer UniformConstant %tensor
%in = OpVariable %pointer UniformConstant
%out = OpVariable %pointer UniformConstant
%graph = OpTypeGraphARM 1 %tensor %tensor
%type = OpTypeFunction %void
%declared = OpFunction %void None %type
OpFunctionEnd
%n1 = OpExtInst %void %unknown 1 %declared
%defined = OpFunction %void None %type
%entry = OpLabel
OpReturn
OpFunctionEnd
%n2 = OpExtInst %void %unknown 2 %entry
OpGraphEntryPointARM %g \"g\" %in %out
%g = OpGraphARM %graph
%x = OpGraphInputARM %tensor %u0
%y = OpExtInst %tensor %tosa CEIL %x
OpGraphSetOutputARM %y %u0
OpGraphEndARM
%n3 = OpExtInst %void %graphs DebugTensor %x %name
%n4 = OpExtInst %void %graphs DebugGraph %g %name
OpGraphEntryPointARM %h \"h\" %in %out
%h = OpGraphARM %graph
%z = OpGraphInputARM %tensor %u0
OpGraphSetOutputARM %z %u0
OpGraphEndARM
%n5 = OpExtInst %void %graphs DebugOperation %n4 %name %y
%n6 = OpExtInst %void %unknown 3 %h";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let first = spv_opt::export(&module).expect("it has a binary form");
    let order = |words: &[u32]| {
        let names = ["OpFunctionEnd", "OpGraphEndARM", "OpExtInst "];
        let text = spv_opt::asm::disassemble(words);
        let of_line = |line: &str| names.iter().copied().find(|name| line.contains(name));
        text.lines().filter_map(of_line).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(order(&first), order(&words));
    let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
}
