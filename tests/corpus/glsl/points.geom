//@ covers: geometry shader with point input and triangle strip output
#version 450
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(push_constant) uniform Push { vec2 size; };
layout(location = 0) out vec2 uv;
void main() {
    for (int i = 0; i < 4; ++i) {
        uv = vec2(i & 1, i >> 1);
        gl_Position = gl_in[0].gl_Position + vec4((uv - 0.5) * size, 0.0, 0.0);
        EmitVertex();
    }
}
