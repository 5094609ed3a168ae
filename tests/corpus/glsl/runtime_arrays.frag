//@ covers: arrays of resources, runtime descriptor arrays, NonUniform decoration on loads, chains and samples, all nonuniform indexing capabilities
//@ debug: g
#version 460
#extension GL_EXT_nonuniform_qualifier : require

layout(set = 0, binding = 0) uniform sampler2D textures[];
layout(set = 1, binding = 0) uniform texture2D separate[16];
layout(set = 1, binding = 1) uniform sampler samplers[4];
layout(set = 2, binding = 0, rgba8) uniform image2D images[8];
layout(set = 3, binding = 0) uniform Ubo { vec4 tint; mat4 m; } ubos[];
layout(set = 4, binding = 0) buffer Ssbo { uint count; vec4 items[]; } ssbos[];
layout(set = 5, binding = 0) uniform samplerBuffer buffers[];
layout(input_attachment_index = 0, set = 6, binding = 0) uniform subpassInput attachments[2];

layout(location = 0) flat in int which;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;

vec4 fetch(int slot, vec2 at) { return texture(textures[nonuniformEXT(slot)], at); }

void main() {
    int w = nonuniformEXT(which);
    color = fetch(w, uv) + fetch(w + 1, uv.yx);
    color += texture(sampler2D(separate[w], samplers[nonuniformEXT(which & 3)]), uv);
    color += imageLoad(images[w], ivec2(uv));
    color += ubos[w].m * ubos[nonuniformEXT(which + 2)].tint;
    uint n = min(ssbos[w].count, uint(ssbos[w].items.length()));
    for (uint i = 0u; i < n; ++i)
        color += ssbos[w].items[i];
    color += texelFetch(buffers[w], which);
    atomicAdd(ssbos[nonuniformEXT(which)].count, 1u);
    imageStore(images[nonuniformEXT(which)], ivec2(gl_FragCoord.xy), color);
    color += subpassLoad(attachments[1]);
}
