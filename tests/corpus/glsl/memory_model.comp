//@ covers: Vulkan memory model, scopes and semantics of atomics and barriers, coherent qualifiers by scope, availability and visibility memory operands, shared memory, 64-bit and float atomics
//@ debug: g
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_float2 : require

#pragma use_vulkan_memory_model
layout(local_size_x = 256) in;

layout(binding = 0) devicecoherent buffer A { uint head; uint data[]; } a;
layout(binding = 1) workgroupcoherent buffer B { int x[64]; } b;
layout(binding = 2) queuefamilycoherent buffer C { float y; int64_t wide; uint64_t flags; double z; } c;
layout(binding = 3) nonprivate volatile buffer D { vec4 v[16]; } d;
layout(binding = 4, r32ui) uniform subgroupcoherent uimage2D img;
shared uint bins[256];
shared float partial;

void main() {
    uint i = gl_LocalInvocationIndex;
    bins[i] = 0u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint v = atomicLoad(a.head, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    atomicStore(a.data[i], v, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    v += atomicAdd(bins[v & 255u], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    v ^= atomicCompSwap(a.head, v, i, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible,
                        gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    v += imageAtomicAdd(img, ivec2(i, 0), 2u, gl_ScopeSubgroup, gl_StorageSemanticsImage, gl_SemanticsRelaxed);
    v += imageAtomicLoad(img, ivec2(i, 1), gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsImage, gl_SemanticsAcquireRelease);
    b.x[i & 63u] = atomicMin(b.x[0], int(v), gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    float f = atomicAdd(c.y, 1.5) + atomicExchange(c.y, 0.25);
    f += atomicAdd(partial, f) + atomicMax(partial, f);
    c.z += atomicAdd(c.z, 1.0lf);
    int64_t w = atomicMax(c.wide, int64_t(-1)) + atomicAdd(c.wide, 7L);
    uint64_t g = atomicOr(c.flags, 1UL << 40, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    d.v[i & 15u] = d.v[(i + 1u) & 15u] * f + float(w) + float(g);
    imageStore(img, ivec2(i), imageLoad(img, ivec2(i, 2)) + v);
    barrier();
    groupMemoryBarrier();
}
