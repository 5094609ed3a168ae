//@ covers: RelaxedPrecision, NoContraction, Invariant, Flat/NoPerspective/Centroid/Sample, Component, Index (dual source), early fragment tests, depth layout, sample mask, interpolateAt*, fine and coarse derivatives, helper invocation
#version 460
layout(early_fragment_tests) in;
layout(location = 0) in mediump vec4 soft;
layout(location = 1) centroid in vec2 c;
layout(location = 2) noperspective sample in vec3 np;
layout(location = 3) flat in uvec2 f;
layout(location = 4, component = 1) in vec2 part;
layout(location = 5) in Block { lowp vec4 l; highp float h[3]; } blk;
layout(location = 0, index = 0) out mediump vec4 first;
layout(location = 0, index = 1) out vec4 second;
in vec4 gl_FragCoord;
layout(depth_less) out float gl_FragDepth;

mediump float mul(mediump float a, lowp float b) { mediump float r = a * b + 1.0; return r; }

void main() {
    precise float p = np.x * np.y + np.z;
    precise vec3 q = cross(np, soft.xyz) - np;
    lowp int li = int(f.x);
    mediump vec4 m = soft * float(li) + blk.l;
    m.x = mul(m.y, m.z);
    vec4 i = interpolateAtOffset(soft, vec2(0.25)) + interpolateAtSample(soft, 2) + interpolateAtCentroid(soft);
    vec2 d = fwidth(c) + dFdxFine(part) + dFdyCoarse(c) + fwidthFine(c) + dFdxCoarse(c) + fwidthCoarse(part) + dFdyFine(c);
    gl_SampleMask[0] = gl_SampleMaskIn[0] & int(f.y) & (1 << gl_SampleID);
    gl_FragDepth = min(gl_FragCoord.z, p);
    bool front = gl_FrontFacing && !gl_HelperInvocation;
    first = front ? m : vec4(gl_PointCoord, gl_SamplePosition) * float(gl_PrimitiveID + gl_Layer + gl_ViewportIndex);
    second = i + vec4(d, q.xy) + blk.h[2];
}
