//@ covers: demote, terminateInvocation (OpTerminateInvocation as a terminator in several places), helper invocation query, discard in a function called from a loop
//@ debug: gVS
#version 460
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_terminate_invocation : require
layout(binding = 0) uniform sampler2D t;
layout(location = 0) in vec3 uv;
layout(location = 0) out vec4 color;
void maybe(float x) { if (x < 0.1) terminateInvocation; }
float never(float x) { if (x > 9.0) return x; terminateInvocation; return 0.0; }
void cut(float x) {
    if (x > 3.0)
        discard;
    else if (x > 2.0)
        demote;
    else {
        for (int i = 0; i < 4; ++i)
            if (texture(t, uv.xy * float(i)).x > x)
                terminateInvocation;
    }
}
void main() {
    vec4 c = texture(t, uv.xy);
    if (c.a < 0.5)
        demote;
    if (helperInvocationEXT())
        c = vec4(0);
    maybe(c.x);
    for (int i = 0; i < 3; ++i) {
        cut(c[i]);
        switch (i) {
        case 1: if (c.y > 0.7) terminateInvocation; break;
        case 2: if (c.z > 0.8) discard;
        default: c.w += 0.1;
        }
    }
    if (c.w > 8.0) c.x = never(c.w);
    color = c;
}
