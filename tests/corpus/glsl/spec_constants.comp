//@ target: vulkan1.2
//@ covers: scalar spec constants of every type, spec composites, OpSpecConstantOp trees, WorkgroupSize built-in, arrays sized by a spec constant and by a spec op (shared, local, nested)
//@ debug: g
//@ note: glslang -gVS names the length of a spec-sized array in a way that spirv-val refuses, so there is no gVS variant
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x_id = 0, local_size_y = 4, local_size_z_id = 7) in;
layout(constant_id = 1) const int kCount = 16;
layout(constant_id = 2) const uint kMask = 0xffu;
layout(constant_id = 3) const float kScale = 0.5;
layout(constant_id = 4) const bool kFast = true;
layout(constant_id = 5) const double kExact = 1.0e-3lf;
layout(constant_id = 6) const int64_t kWide = -5000000000L;
layout(constant_id = 8) const uint16_t kShort = uint16_t(77);
layout(constant_id = 9) const float16_t kHalf = 1.5hf;
layout(constant_id = 10) const int8_t kByte = int8_t(-3);

const int kTwice = kCount * 2 + 1;
const uint kBits = (kMask << 3) ^ (kMask >> 1) | ~kMask;
const bool kEither = kFast != (kCount > 8);
const int kPick = kEither ? kTwice : -kCount;
const vec4 kVector = vec4(kScale, 1.0, 2.0, kScale);
const ivec3 kInts = ivec3(kCount, kTwice, kPick);
const int kY = kInts.y;
const int kDiv = kTwice / 3 % 5;
const uint kConv = uint(kCount) + kMask;


struct Config { int n; vec4 v; float w[2]; };

shared float tile[kCount][kTwice];
layout(binding = 0) buffer Out { float results[]; };
layout(binding = 1) uniform Fixed { vec4 entries[kCount]; };

void main() {
    Config kConfig = Config(kCount, kVector, float[2](kScale, 3.0));
    float local[kTwice];
    uint i = gl_LocalInvocationIndex;
    for (int k = 0; k < kTwice; ++k)
        local[k] = entries[k % kCount].x * kScale;
    tile[i % uint(kCount)][i % uint(kTwice)] = local[kPick & 7];
    barrier();
    float r = 0.0;
    if (kFast)
        r += kConfig.v.x + kConfig.w[1];
    else
        r += float(kExact) + float(kWide);
    r += float(kBits) + float(kY + kDiv) + float(kConv) + float(kShort) + float(kHalf) + float(kByte);
    r += (mat2(kScale, 0.0, 0.0, 1.0) * kVector.xy).x + float(gl_WorkGroupSize.x * gl_WorkGroupSize.z) + local.length();
    switch (kCount) {
    case 4: r *= 2.0; break;
    case 16: r *= 3.0;
    default: r += 1.0;
    }
    results[gl_GlobalInvocationID.x] = r + tile[0][kCount - 1];
}
