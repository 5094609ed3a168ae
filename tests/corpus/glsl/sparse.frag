//@ covers: sparse residency: OpImageSparse* with struct results, texel resident, clamp lod operand
//@ debug: g
#version 460
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require

layout(binding = 0) uniform sampler2D tex;
layout(binding = 1) uniform sampler2DShadow shadowMap;
layout(binding = 2) uniform isampler2DArray indices;
layout(binding = 3, rgba8) uniform readonly image2D store;

layout(location = 0) in vec3 uvw;
layout(location = 0) out vec4 result;

void main() {
    vec4 texel = vec4(0.0);
    int code = sparseTextureARB(tex, uvw.xy, texel);
    if (!sparseTexelsResidentARB(code)) {
        // Walk to coarser levels until one is resident.
        for (int lod = 1; lod < 8; ++lod) {
            code = sparseTextureLodARB(tex, uvw.xy, float(lod), texel);
            if (sparseTexelsResidentARB(code))
                break;
        }
    }
    float depth;
    code |= sparseTextureARB(shadowMap, uvw, depth);
    ivec4 index;
    code |= sparseTexelFetchARB(indices, ivec3(uvw), 0, index);
    vec4 gathered;
    code |= sparseTextureGatherARB(tex, uvw.xy, gathered, 1);
    vec4 loaded;
    code |= sparseImageLoadARB(store, ivec2(uvw.xy), loaded);
    vec4 clamped;
    code |= sparseTextureClampARB(tex, uvw.xy, 2.0, clamped);
    result = texel * depth + vec4(index) + gathered + loaded + clamped + textureClampARB(tex, uvw.yx, 3.0);
    if (!sparseTexelsResidentARB(code))
        result = vec4(1.0, 0.0, 1.0, 1.0);
}
