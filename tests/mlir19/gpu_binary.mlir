module attributes {gpu.container_module} {
  gpu.binary @b1 [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>, "ab\00\22c">]
  gpu.binary @b2 <#gpu.select_object<1>> {x} [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>, properties = {O = 3 : i32}, bin = "">, #gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Kernel], []>, #spirv.resource_limits<>>, offload = "q">]
  gpu.binary @b3 <#gpu.select_object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>>> [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>, assembly = "x">, #gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>, fatbin = "x">]
}
