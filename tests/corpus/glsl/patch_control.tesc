//@ covers: tessellation control: patch outputs, per-vertex arrays, barrier, cross-invocation reads, clip distances in gl_in
//@ debug: g gVS
#version 460
layout(vertices = 4) out;
layout(location = 0) in vec3 normal[];
layout(location = 1) in VertexData { vec2 uv; flat int mat; } vin[];
layout(location = 0) out vec3 oNormal[];
layout(location = 1) out VertexData { vec2 uv; flat int mat; } vout[];
layout(location = 4) patch out vec4 controls[3];
layout(location = 8) patch out PatchBlock { float roughness; mat2 frame; } pb;
layout(binding = 0) uniform Camera { mat4 mvp; float factor; };
float level(vec4 a, vec4 b) {
    vec4 ca = mvp * a, cb = mvp * b;
    return clamp(distance(ca.xy / ca.w, cb.xy / cb.w) * factor, 1.0, 64.0);
}
void main() {
    int id = gl_InvocationID;
    gl_out[gl_InvocationID].gl_Position = gl_in[id].gl_Position;
    gl_out[gl_InvocationID].gl_PointSize = gl_in[id].gl_PointSize * 2.0;
    oNormal[gl_InvocationID] = normalize(normal[id]);
    vout[gl_InvocationID].uv = vin[id].uv;
    vout[gl_InvocationID].mat = vin[(id + 1) % gl_PatchVerticesIn].mat;
    barrier();
    if (id == 0) {
        for (int i = 0; i < 4; ++i)
            gl_TessLevelOuter[i] = level(gl_in[i].gl_Position, gl_in[(i + 1) & 3].gl_Position);
        gl_TessLevelInner[0] = max(gl_TessLevelOuter[1], gl_TessLevelOuter[3]);
        gl_TessLevelInner[1] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[2]);
        controls[0] = vec4(oNormal[3], float(gl_PrimitiveID));
        pb.roughness = vout[2].uv.x;
        pb.frame = mat2(1.0);
    }
    controls[1 + (id & 1)][id] = float(id);
}
