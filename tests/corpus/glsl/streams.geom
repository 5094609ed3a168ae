//@ covers: geometry shader: instanced invocations, several vertex streams, xfb, layered output, adjacency input
//@ debug: g
#version 460
layout(triangles_adjacency, invocations = 3) in;
layout(points, max_vertices = 12) out;
layout(location = 0) in Data { vec3 n; vec4 c; } gin[];
layout(stream = 0, location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 16) out vec4 first;
layout(stream = 1, location = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 12) out vec3 second;
void main() {
    for (int i = 0; i < 6; i += 2) {
        vec4 edge = gl_in[(i + 2) % 6].gl_Position - gl_in[i].gl_Position;
        if (dot(cross(edge.xyz, gin[i + 1].n), gin[i].n) < 0.0) {
            first = gin[i].c * float(gl_InvocationID);
            gl_Position = gl_in[i].gl_Position;
            gl_PointSize = gl_in[i].gl_PointSize;
            gl_Layer = gl_InvocationID;
            gl_ViewportIndex = i;
            gl_PrimitiveID = gl_PrimitiveIDIn;
            EmitStreamVertex(0);
            EndStreamPrimitive(0);
        } else {
            second = gin[i].n;
            EmitStreamVertex(1);
        }
    }
    EndStreamPrimitive(1);
}
