//@ covers: calls in a continue construct to functions that discard or terminate (inlining must not put OpKill there), discard in a loop condition
#version 460
#extension GL_EXT_terminate_invocation : require
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
int step_or_kill(int i) { if (uv.x * float(i) > 3.0) discard; return i + 1; }
bool more(int i) { if (uv.y * float(i) > 5.0) terminateInvocation; return i < 20; }
void main() {
    float s = 0.0;
    for (int i = 0; more(i); i = step_or_kill(i)) {
        if (s > 7.0) continue;
        s += uv.x;
    }
    int k = 0;
    do { s *= 1.01; k = step_or_kill(k); } while (more(k));
    color = vec4(s);
}
