"""Lets an assembly source use instructions that spirv-as v2023.1 does not know.

    newer_ops.py pre SOURCE >PREPARED; spirv-as PREPARED -o BINARY; newer_ops.py post BINARY

Lines `[%r =] OpName operands` whose OpName is in the table below become a
carrier instruction (OpTypeStructContinuedINTEL, any operands) whose first
operand is 0xface0000 + opcode; `post` gives them their opcode. Integers stand
for themselves. All other lines pass through. Enumerants that spirv-as does not
know are written `!4473` in the source itself.

    newer_ops.py swap BINARY SWAPPED    writes a copy in the other byte order
"""
import re, struct, sys

CARRIER = 6090
# name: opcode, has a result type, has a result
OPS = {
    'OpTypeTensorARM': (4163, 0, 1), 'OpTensorReadARM': (4164, 1, 1), 'OpTensorWriteARM': (4165, 0, 0),
    'OpTensorQuerySizeARM': (4166, 1, 1),
    'OpGraphConstantARM': (4181, 1, 1), 'OpGraphEntryPointARM': (4182, 0, 0), 'OpGraphARM': (4183, 1, 1),
    'OpGraphInputARM': (4184, 1, 1), 'OpGraphSetOutputARM': (4185, 0, 0), 'OpGraphEndARM': (4186, 0, 0),
    'OpTypeGraphARM': (4190, 0, 1),
    'OpTypeUntypedPointerKHR': (4417, 0, 1), 'OpUntypedVariableKHR': (4418, 1, 1),
    'OpUntypedAccessChainKHR': (4419, 1, 1), 'OpUntypedInBoundsAccessChainKHR': (4420, 1, 1),
    'OpUntypedPtrAccessChainKHR': (4423, 1, 1), 'OpUntypedInBoundsPtrAccessChainKHR': (4424, 1, 1),
    'OpUntypedArrayLengthKHR': (4425, 1, 1), 'OpUntypedPrefetchKHR': (4426, 0, 0),
    'OpExtInstWithForwardRefsKHR': (4433, 1, 1),
    'OpTypeCooperativeMatrixKHR': (4456, 0, 1), 'OpCooperativeMatrixLoadKHR': (4457, 1, 1),
    'OpCooperativeMatrixStoreKHR': (4458, 0, 0), 'OpCooperativeMatrixMulAddKHR': (4459, 1, 1),
    'OpCooperativeMatrixLengthKHR': (4460, 1, 1),
    'OpConstantCompositeReplicateEXT': (4461, 1, 1), 'OpSpecConstantCompositeReplicateEXT': (4462, 1, 1),
    'OpCompositeConstructReplicateEXT': (4463, 1, 1),
    'OpTypeBufferEXT': (5115, 0, 1), 'OpBufferPointerEXT': (5119, 1, 1), 'OpAbortKHR': (5121, 0, 0),
    'OpMemberDecorateIdEXT': (5127, 0, 0), 'OpConstantSizeOfEXT': (5129, 1, 1), 'OpConstantDataKHR': (5147, 1, 1),
    'OpSpecConstantDataKHR': (5148, 1, 1),
    'OpTypeHitObjectEXT': (5313, 0, 1),
    'OpCooperativeMatrixReduceNV': (5366, 1, 1), 'OpCooperativeMatrixPerElementOpNV': (5369, 1, 1),
    'OpCooperativeMatrixLoadTensorNV': (5367, 1, 1),
    'OpTypeTensorLayoutNV': (5370, 0, 1), 'OpTypeTensorViewNV': (5371, 0, 1), 'OpCreateTensorLayoutNV': (5372, 1, 1),
    'OpAliasDomainDeclINTEL': (5911, 0, 1), 'OpAliasScopeDeclINTEL': (5912, 0, 1), 'OpAliasScopeListDeclINTEL': (5913, 0, 1),
    'OpTaskSequenceCreateINTEL': (6163, 1, 1), 'OpTaskSequenceAsyncINTEL': (6164, 0, 0),
    'OpTaskSequenceGetINTEL': (6165, 1, 1), 'OpTaskSequenceReleaseINTEL': (6166, 0, 0),
    'OpTypeTaskSequenceINTEL': (6199, 0, 1), 'OpCompositeConstructContinuedINTEL': (6096, 0, 0),
    # These spirv-as knows with a result type and result that they do not have.
    'OpReadPipeBlockingINTEL': (5946, 0, 0), 'OpWritePipeBlockingINTEL': (5947, 0, 0),
    'OpAsmTargetINTEL': (5609, 0, 1),
    'OpPredicatedLoadINTEL': (6258, 1, 1), 'OpPredicatedStoreINTEL': (6259, 0, 0),
}
LINE = re.compile(r'\s*(?:(%\S+)\s*=\s*)?(Op\w+)\s*(.*)$')
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|;.*|\S+')


def prepare(path):
    for line in open(path, encoding='utf-8'):
        m = LINE.match(line)
        if not m or m.group(2) not in OPS:
            sys.stdout.write(line)
            continue
        code, has_type, has_result = OPS[m.group(2)]
        tokens = [t for t in TOKEN.findall(m.group(3)) if not t.startswith(';')]
        if bool(m.group(1)) != bool(has_result):
            sys.exit('%s: result id of %s' % (path, m.group(2)))
        if has_result:
            tokens.insert(1 if has_type else 0, m.group(1))
        tokens = [t if t[0] in '"%!' else '!' + t for t in tokens]
        print('OpTypeStructContinuedINTEL !0x%08x' % (0xface0000 | code), *tokens)


def words(path):
    data = open(path, 'rb').read()
    return list(struct.unpack('<%dI' % (len(data) // 4), data))


def patch(path):
    old = words(path)
    new, p = old[:5], 5
    while p < len(old):
        count = old[p] >> 16
        if old[p] & 0xffff == CARRIER and count > 1 and old[p + 1] >> 16 == 0xface:
            new.append((count - 1) << 16 | old[p + 1] & 0xffff)
            new += old[p + 2:p + count]
        else:
            new += old[p:p + count]
        p += count
    open(path, 'wb').write(struct.pack('<%dI' % len(new), *new))


if sys.argv[1] == 'pre':
    prepare(sys.argv[2])
elif sys.argv[1] == 'post':
    patch(sys.argv[2])
else:
    w = words(sys.argv[2])
    open(sys.argv[3], 'wb').write(struct.pack('>%dI' % len(w), *w))
