//@ covers: tessellation evaluation: quads, fractional odd spacing, cw, patch inputs, displacement
//@ debug: g
#version 460
layout(quads, fractional_odd_spacing, cw) in;
layout(location = 0) in vec3 normal[];
layout(location = 1) in VertexData { vec2 uv; flat int mat; } vin[];
layout(location = 4) patch in vec4 controls[3];
layout(location = 8) patch in PatchBlock { float roughness; mat2 frame; } pb;
layout(binding = 1) uniform sampler2D height;
layout(location = 0) out vec3 n;
layout(location = 1) out vec2 uv;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };
vec4 bilinear(vec4 a, vec4 b, vec4 c, vec4 d) { return mix(mix(a, b, gl_TessCoord.x), mix(d, c, gl_TessCoord.x), gl_TessCoord.y); }
void main() {
    uv = pb.frame * mix(vin[0].uv, vin[2].uv, gl_TessCoord.xy);
    n = normalize(normal[0] + normal[1] + normal[2] + normal[gl_PatchVerticesIn - 1]);
    vec4 p = bilinear(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_in[2].gl_Position, gl_in[3].gl_Position);
    p.xyz += n * textureLod(height, uv, 0.0).r * pb.roughness * controls[1].x * gl_TessLevelOuter[1];
    gl_ClipDistance[0] = p.x;
    gl_ClipDistance[1] = p.y + float(gl_PrimitiveID);
    gl_Position = p;
}
