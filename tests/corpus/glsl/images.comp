//@ covers: storage images of every dimension and many formats, format-less load/store, image atomics (all ops), multisampled images, memory qualifiers, imageSize, OpImageTexelPointer
//@ debug: g gVS
#version 460
#extension GL_EXT_shader_image_load_formatted : require

layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;

layout(binding = 0, rgba32f) uniform image2D rgba;
layout(binding = 1, r32ui) uniform coherent uimage2D counters;
layout(binding = 2, r32i) uniform volatile iimage3D grid;
layout(binding = 3, r8) uniform restrict readonly image1D curve;
layout(binding = 4, rg16f) uniform writeonly image2DArray layers;
layout(binding = 5, rgba16ui) uniform uimageCube cube;
layout(binding = 6, r11f_g11f_b10f) uniform imageBuffer texels;
layout(binding = 7) uniform writeonly image2D anyFormat;
layout(binding = 8) uniform image2D formatted;
layout(binding = 9, rgba8_snorm) uniform image2DMS samples;
layout(binding = 10, r32f) uniform image2D exchanged;
layout(binding = 11, rgb10_a2) uniform image1DArray bands;
layout(binding = 12, rgba8) uniform imageCubeArray cubes;

void main() {
    ivec3 p = ivec3(gl_GlobalInvocationID);
    vec4 v = imageLoad(rgba, p.xy);
    v += imageLoad(curve, p.x);
    v += imageLoad(texels, p.y);
    v += imageLoad(formatted, p.yx);
    v += imageLoad(samples, p.xy, 2);
    v += imageLoad(bands, p.xz);
    v += imageLoad(cubes, p);
    uvec4 c = imageLoad(cube, p);

    uint n = imageAtomicAdd(counters, p.xy, 1u);
    n ^= imageAtomicMin(counters, p.xy, n);
    n ^= imageAtomicMax(counters, p.xy, 7u);
    n ^= imageAtomicAnd(counters, p.xy, 0xffu);
    n ^= imageAtomicOr(counters, p.xy, 0x100u);
    n ^= imageAtomicXor(counters, p.xy, n);
    n ^= imageAtomicExchange(counters, p.xy, c.x);
    n ^= imageAtomicCompSwap(counters, p.xy, 5u, c.y);
    int m = imageAtomicMin(grid, p, -3);
    m += imageAtomicCompSwap(grid, p, m, 12);
    float old = imageAtomicExchange(exchanged, p.xy, v.x);

    ivec2 size = imageSize(rgba) + imageSize(samples);
    int n_samples = imageSamples(samples);
    if (p.x >= size.x || p.y >= size.y)
        return;
    memoryBarrierImage();
    imageStore(layers, p, v * old);
    imageStore(anyFormat, p.xy, vec4(n, m, n_samples, 1));
    imageStore(cube, p, c + imageSize(texels));
    imageStore(samples, p.xy, 1, v.wzyx);
}
