//@ covers: every kind of sampled image (1D, 2D, 3D, cube, arrays, shadow, MS, buffer, integer), implicit/explicit lod, bias, grad, proj, offsets, gather with offset and four offsets, fetch, queries
//@ debug: g gVS
#version 460
#extension GL_EXT_samplerless_texture_functions : require

layout(set = 0, binding = 0) uniform sampler1D s1d;
layout(set = 0, binding = 1) uniform sampler2D s2d;
layout(set = 0, binding = 2) uniform sampler3D s3d;
layout(set = 0, binding = 3) uniform samplerCube scube;
layout(set = 0, binding = 4) uniform sampler1DArray s1da;
layout(set = 0, binding = 5) uniform sampler2DArray s2da;
layout(set = 0, binding = 6) uniform samplerCubeArray scubea;
layout(set = 0, binding = 7) uniform sampler2DShadow shadow2d;
layout(set = 0, binding = 8) uniform samplerCubeShadow shadowCube;
layout(set = 0, binding = 9) uniform sampler2DArrayShadow shadow2da;
layout(set = 0, binding = 10) uniform sampler2DMS sms;
layout(set = 0, binding = 11) uniform sampler2DMSArray smsa;
layout(set = 0, binding = 12) uniform samplerBuffer sbuf;
layout(set = 0, binding = 13) uniform isampler2D is2d;
layout(set = 0, binding = 14) uniform usampler3D us3d;
layout(set = 1, binding = 0) uniform texture2D separateTexture;
layout(set = 1, binding = 1) uniform sampler separateSampler;
layout(set = 1, binding = 2) uniform samplerShadow separateShadow;
layout(set = 1, binding = 3) uniform texture2DArray layers;
layout(set = 1, binding = 4) uniform usamplerBuffer usbuf;
layout(set = 1, binding = 5) uniform samplerCubeArrayShadow shadowCubeArray;

layout(location = 0) in vec4 coord;
layout(location = 1) flat in int level;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 integers;

const ivec2 gatherOffsets[4] = ivec2[4](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));

vec4 sampleSeparate(vec2 uv) {
    vec4 a = texture(sampler2D(separateTexture, separateSampler), uv);
    float lit = texture(sampler2DShadow(separateTexture, separateShadow), vec3(uv, coord.z));
    vec4 b = textureLod(sampler2DArray(layers, separateSampler), vec3(uv, 2.0), 1.5);
    return a * lit + b + texelFetch(separateTexture, ivec2(uv * 8.0), 0);
}

void main() {
    vec4 sum = texture(s1d, coord.x);
    sum += texture(s2d, coord.xy, 0.25);
    sum += texture(s3d, coord.xyz);
    sum += texture(scube, coord.xyz);
    sum += texture(s1da, coord.xy);
    sum += texture(s2da, coord.xyz);
    sum += texture(scubea, coord);

    sum.r += texture(shadow2d, coord.xyz);
    sum.r += texture(shadowCube, coord);
    sum.r += texture(shadow2da, coord);
    sum.r += texture(shadowCubeArray, coord, 0.5);
    sum.r += textureProj(shadow2d, coord);
    sum.r += textureLod(shadow2d, coord.xyz, 0.0);
    sum.r += textureGradOffset(shadow2d, coord.xyz, vec2(0.1), vec2(0.2), ivec2(1, -1));

    sum += textureLod(s2d, coord.xy, float(level));
    sum += textureGrad(s3d, coord.xyz, dFdx(coord.xyz), dFdy(coord.xyz));
    sum += textureProj(s2d, coord.xyz);
    sum += textureProj(s2d, coord);
    sum += textureProjLod(s3d, coord, 1.0);
    sum += textureProjGradOffset(s2d, coord, vec2(0.5), vec2(0.25), ivec2(2, 3));
    sum += textureOffset(s2da, coord.xyz, ivec2(-8, 7));
    sum += textureLodOffset(s1d, coord.x, 2.0, 3);

    sum += texelFetch(s1d, level, 0);
    sum += texelFetchOffset(s2d, ivec2(coord.xy), level, ivec2(1, 2));
    sum += texelFetch(sms, ivec2(coord.xy), 3);
    sum += texelFetch(smsa, ivec3(coord.xyz), 1);
    sum += texelFetch(sbuf, level);

    sum += textureGather(s2d, coord.xy);
    sum += textureGather(s2d, coord.xy, 2);
    sum += textureGatherOffset(s2da, coord.xyz, ivec2(4, 5), 1);
    sum += textureGatherOffset(s2d, coord.xy, ivec2(level, -level));
    sum += textureGatherOffsets(s2d, coord.xy, gatherOffsets, 3);
    sum += textureGather(shadow2d, coord.xy, coord.z);
    sum += textureGather(shadowCubeArray, coord, 0.75);

    ivec2 size = textureSize(s2d, level) + textureSize(sms) + textureSize(scube, 1);
    ivec3 size3 = textureSize(scubea, 0) + textureSize(s3d, level);
    int levels = textureQueryLevels(s2d) + textureSamples(sms) + textureSize(sbuf);
    vec2 lod = textureQueryLod(s2d, coord.xy);

    integers = uvec4(texture(is2d, coord.xy)) ^ texture(us3d, coord.xyz) ^ texelFetch(usbuf, level);
    integers.xy += uvec2(size);
    integers.xyz += uvec3(size3);
    integers.w += uint(levels);
    color = sum + lod.xyxy + sampleSeparate(coord.zw);
}
