//@ covers: plain geometry shader: EmitVertex, EndPrimitive, triangle strip output, clip distance passthrough
#version 450
layout(triangles) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) out vec4 tint;
layout(location = 0) in vec4 vtint[3];
void main() {
    for (int i = 0; i <= 3; i++) {
        gl_Position = gl_in[i % 3].gl_Position;
        tint = vtint[i % 3];
        EmitVertex();
    }
    EndPrimitive();
}
