//@ target: vulkan1.2
//@ covers: plain WorkgroupSize built-in constant (a decorated OpConstantComposite), explicit workgroup memory layout blocks that alias
#version 460
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 8, local_size_y = 8) in;
shared Tile { uint words[64]; };
shared Bytes { layout(offset = 0) vec4 quads[16]; };
layout(binding = 0) buffer B { uvec3 size; uint out_words[]; };
void main() {
    words[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
    barrier();
    size = gl_WorkGroupSize;
    out_words[gl_LocalInvocationIndex % (gl_WorkGroupSize.x * gl_WorkGroupSize.y)] = floatBitsToUint(quads[gl_LocalInvocationIndex >> 2].x);
}
