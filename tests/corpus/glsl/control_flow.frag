//@ covers: nested loops with break and continue, early returns, switch with fall-through, default in the middle and shared targets, switch in loop in switch, do-while, infinite loop with inner exit, discard, conditional expressions with side effects
//@ debug: g gVS
#version 450

layout(location = 0) in vec4 a;
layout(location = 1) flat in ivec4 k;
layout(location = 0) out vec4 color;

int classify(int x) {
    switch (x) {
    case 0:
    case 1:
        return 10;
    case 2:
        x += 3; // falls through
    default:
        x *= 2; // falls through
    case 7:
        x -= 1;
        break;
    case -3: {
        if (x < k.y)
            return -x;
        x = ~x;
        break;
    }
    case 0x7fffffff:
        break;
    }
    return x;
}

float search(float t) {
    int n = 0;
    for (;;) {
        if (n > 100)
            return t;
        t = fract(t * 1.7 + 0.3);
        ++n;
        if (t < 0.01)
            continue;
        if (t > 0.99)
            break;
        int m = n;
        do {
            if ((m & 1) == 0) {
                m >>= 1;
                continue;
            }
            m = 3 * m + 1;
            if (m > 4096)
                return float(m);
        } while (m != 1);
        while (true) {
            switch (n % 4) {
            case 0:
                n += 5;
                continue;
            case 1:
                for (int i = 0; i < k.x; i++) {
                    if (i == n)
                        break;
                    t += 0.01 * float(i);
                }
                break;
            case 2:
                return t;
            default:
                n++;
            }
            break;
        }
    }
    return t * 2.0;
}

bool sideEffect(inout int x) { x++; return (x & 3) != 0; }

void main() {
    int v = k.z;
    if (a.w < 0.0)
        discard;
    float r = search(a.x);
    int c = classify(k.x) + classify(v);
    bool both = sideEffect(v) && sideEffect(v) || sideEffect(c);
    r += both ? a.y : search(a.z);
    for (int i = 0, j = 10; i < j; ++i, --j) {
        if (i == k.w) {
            if (j == 5)
                continue;
            else if (j == 6)
                break;
            r *= 1.5;
        } else {
            switch (j) {
            default: continue;
            case 3: r += 1.0;
            }
        }
        color.x += r;
    }
    switch (k.x) { }
    switch (k.y) { case 1: color.z = 1.0; }
    if (r > 1.0) { } else { color.y = r; }
    color.w = float(c);
    if (color.w > 3.0) {
        color.w = 3.0;
        return;
    }
    color.yz *= 2.0;
}
