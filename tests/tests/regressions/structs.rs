//! Regression tests for recursive and repeated struct types

/// Guards against an unstable binary: forward pointer declarations determined which structs were distinct types.
#[test]
fn recursive_structs_that_nothing_tells_of() {
    let text = "OpCapability Shader
        OpCapability Linkage
        OpCapability PhysicalStorageBufferAddresses
        OpExtension \"SPV_KHR_physical_storage_buffer\"
        OpMemoryModel PhysicalStorageBuffer64 GLSL450
        OpDecorate %a Block
        OpDecorate %b Block
        OpDecorate %c Block
        OpMemberDecorate %a 0 Offset 0
        OpMemberDecorate %b 0 Offset 0
        OpMemberDecorate %b 1 Offset 8
        OpMemberDecorate %c 0 Offset 0
        OpTypeForwardPointer %to_c PhysicalStorageBuffer
        OpTypeForwardPointer %to_a PhysicalStorageBuffer
        %void = OpTypeVoid
        %c = OpTypeStruct %to_c
        %to_c = OpTypePointer PhysicalStorageBuffer %c
        %b = OpTypeStruct %to_a %to_c
        %to_b = OpTypePointer PhysicalStorageBuffer %b
        %a = OpTypeStruct %to_b
        %to_a = OpTypePointer PhysicalStorageBuffer %a
        %type = OpTypeFunction %void %to_b
        %f = OpFunction %void None %type
        %p = OpFunctionParameter %to_b
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let import = |words: &[u32]| spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let first = spv_opt::export(&import(&words)).expect("it has a binary form");
    let again = import(&first);
    assert_eq!(spv_opt::export(&again).expect("it has a binary form"), first);
    let text = spv_opt::print(&again);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
    assert_eq!(text.matches(" = type !spv.struct<_$").count(), 3, "{text}");
}

/// Guards against shared structs: a struct in a context's second module received the members of the first module's
/// struct with the same name.
#[test]
fn structs_of_one_name_in_modules_of_one_context() {
    let module = |members: &str| {
        format!(
            "OpCapability Shader\nOpCapability Linkage\nOpCapability PhysicalStorageBufferAddresses
OpExtension \"SPV_KHR_physical_storage_buffer\"
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpName %s \"S\"\nOpName %t \"S\"\nOpName %list \"List\"
OpMemberDecorate %list 0 Offset 0\nOpMemberDecorate %list 1 Offset 16
OpTypeForwardPointer %next PhysicalStorageBuffer
%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32
%s = OpTypeStruct {members}\n%t = OpTypeStruct {members}
%list = OpTypeStruct %float %next
%next = OpTypePointer PhysicalStorageBuffer %list
%ps = OpTypePointer Private %s\n%pt = OpTypePointer Private %t\n%pl = OpTypePointer Private %next
%a = OpVariable %ps Private\n%b = OpVariable %pt Private\n%c = OpVariable %pl Private\n"
        )
    };
    let shared = spv_opt::context();
    for members in ["%uint", "%float", "%uint %float", "%float", "%uint"] {
        let words = spv_opt::asm::assemble(&module(members)).expect("it is assembly");
        let through = |ctx| {
            let module = spv_opt::import(&ctx, &words).expect("it is valid");
            spv_opt::verify(&module).expect("it is valid");
            let read = spv_opt::parse(&ctx, &spv_opt::print(&module)).expect("its text is read");
            let words = spv_opt::export(&module).expect("it has a binary form");
            assert_eq!(spv_opt::export(&read).expect("it has a binary form"), words);
            words
        };
        assert_eq!(through(shared.clone()), through(spv_opt::context()), "{members}");
    }
}
