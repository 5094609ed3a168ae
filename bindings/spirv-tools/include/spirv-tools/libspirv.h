/* The C interface of SPIRV-Tools v2026.4, implemented by spv-opt.
 *
 * Rules of ownership, threads and null pointers: see docs/spirv-tools.md. */
#ifndef SPV_OPT_SPIRV_TOOLS_LIBSPIRV_H
#define SPV_OPT_SPIRV_TOOLS_LIBSPIRV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#endif

#if defined(_WIN32) && defined(SPIRV_TOOLS_SHAREDLIB)
#define SPIRV_TOOLS_EXPORT __declspec(dllimport)
#else
#define SPIRV_TOOLS_EXPORT
#endif

/* Outcome of a call: 0 is success, errors are negative. */
typedef enum spv_result_t {
    SPV_SUCCESS = 0,
    SPV_UNSUPPORTED = 1,
    SPV_END_OF_STREAM = 2,
    SPV_WARNING = 3,
    SPV_FAILED_MATCH = 4,
    SPV_REQUESTED_TERMINATION = 5,
    SPV_ERROR_INTERNAL = -1,
    SPV_ERROR_OUT_OF_MEMORY = -2,
    SPV_ERROR_INVALID_POINTER = -3,
    SPV_ERROR_INVALID_BINARY = -4,
    SPV_ERROR_INVALID_TEXT = -5,
    SPV_ERROR_INVALID_TABLE = -6,
    SPV_ERROR_INVALID_VALUE = -7,
    SPV_ERROR_INVALID_DIAGNOSTIC = -8,
    SPV_ERROR_INVALID_LOOKUP = -9,
    SPV_ERROR_INVALID_ID = -10,
    SPV_ERROR_INVALID_CFG = -11,
    SPV_ERROR_INVALID_LAYOUT = -12,
    SPV_ERROR_INVALID_CAPABILITY = -13,
    SPV_ERROR_INVALID_DATA = -14,
    SPV_ERROR_MISSING_EXTENSION = -15,
    SPV_ERROR_WRONG_VERSION = -16,
    SPV_ERROR_FNVAR = -17,
    SPV_FORCE_32BIT_spv_result_t = 0x7fffffff
} spv_result_t;

/* Severity of a message. */
typedef enum spv_message_level_t {
    SPV_MSG_FATAL = 0,
    SPV_MSG_INTERNAL_ERROR = 1,
    SPV_MSG_ERROR = 2,
    SPV_MSG_WARNING = 3,
    SPV_MSG_INFO = 4,
    SPV_MSG_DEBUG = 5
} spv_message_level_t;

/* Byte order of a binary. */
typedef enum spv_endianness_t {
    SPV_ENDIANNESS_LITTLE = 0,
    SPV_ENDIANNESS_BIG = 1,
    SPV_FORCE_32BIT_spv_endianness_t = 0x7fffffff
} spv_endianness_t;

/* Kind of an operand. Optional and variable kinds occur in grammars only. */
typedef enum spv_operand_type_t {
    SPV_OPERAND_TYPE_NONE = 0,
    SPV_OPERAND_TYPE_ID = 1,
    SPV_OPERAND_TYPE_TYPE_ID = 2,
    SPV_OPERAND_TYPE_RESULT_ID = 3,
    SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID = 4,
    SPV_OPERAND_TYPE_SCOPE_ID = 5,
    SPV_OPERAND_TYPE_LITERAL_INTEGER = 6,
    SPV_OPERAND_TYPE_EXTENSION_INSTRUCTION_NUMBER = 7,
    SPV_OPERAND_TYPE_SPEC_CONSTANT_OP_NUMBER = 8,
    SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER = 9,
    SPV_OPERAND_TYPE_LITERAL_FLOAT = 10,
    SPV_OPERAND_TYPE_LITERAL_STRING = 11,
    SPV_OPERAND_TYPE_SOURCE_LANGUAGE = 12,
    SPV_OPERAND_TYPE_EXECUTION_MODEL = 13,
    SPV_OPERAND_TYPE_ADDRESSING_MODEL = 14,
    SPV_OPERAND_TYPE_MEMORY_MODEL = 15,
    SPV_OPERAND_TYPE_EXECUTION_MODE = 16,
    SPV_OPERAND_TYPE_STORAGE_CLASS = 17,
    SPV_OPERAND_TYPE_DIMENSIONALITY = 18,
    SPV_OPERAND_TYPE_SAMPLER_ADDRESSING_MODE = 19,
    SPV_OPERAND_TYPE_SAMPLER_FILTER_MODE = 20,
    SPV_OPERAND_TYPE_SAMPLER_IMAGE_FORMAT = 21,
    SPV_OPERAND_TYPE_IMAGE_CHANNEL_ORDER = 22,
    SPV_OPERAND_TYPE_IMAGE_CHANNEL_DATA_TYPE = 23,
    SPV_OPERAND_TYPE_FP_ROUNDING_MODE = 24,
    SPV_OPERAND_TYPE_LINKAGE_TYPE = 25,
    SPV_OPERAND_TYPE_ACCESS_QUALIFIER = 26,
    SPV_OPERAND_TYPE_FUNCTION_PARAMETER_ATTRIBUTE = 27,
    SPV_OPERAND_TYPE_DECORATION = 28,
    SPV_OPERAND_TYPE_BUILT_IN = 29,
    SPV_OPERAND_TYPE_GROUP_OPERATION = 30,
    SPV_OPERAND_TYPE_KERNEL_ENQ_FLAGS = 31,
    SPV_OPERAND_TYPE_KERNEL_PROFILING_INFO = 32,
    SPV_OPERAND_TYPE_CAPABILITY = 33,
    SPV_OPERAND_TYPE_FPENCODING = 34,
    SPV_OPERAND_TYPE_IMAGE = 35,
    SPV_OPERAND_TYPE_FP_FAST_MATH_MODE = 36,
    SPV_OPERAND_TYPE_SELECTION_CONTROL = 37,
    SPV_OPERAND_TYPE_LOOP_CONTROL = 38,
    SPV_OPERAND_TYPE_FUNCTION_CONTROL = 39,
    SPV_OPERAND_TYPE_MEMORY_ACCESS = 40,
    SPV_OPERAND_TYPE_FRAGMENT_SHADING_RATE = 41,
    SPV_OPERAND_TYPE_OPTIONAL_ID = 42,
    SPV_OPERAND_TYPE_OPTIONAL_IMAGE = 43,
    SPV_OPERAND_TYPE_OPTIONAL_MEMORY_ACCESS = 44,
    SPV_OPERAND_TYPE_OPTIONAL_LITERAL_INTEGER = 45,
    SPV_OPERAND_TYPE_OPTIONAL_LITERAL_NUMBER = 46,
    SPV_OPERAND_TYPE_OPTIONAL_TYPED_LITERAL_INTEGER = 47,
    SPV_OPERAND_TYPE_OPTIONAL_LITERAL_STRING = 48,
    SPV_OPERAND_TYPE_OPTIONAL_ACCESS_QUALIFIER = 49,
    SPV_OPERAND_TYPE_OPTIONAL_CIV = 50,
    SPV_OPERAND_TYPE_OPTIONAL_FPENCODING = 51,
    SPV_OPERAND_TYPE_VARIABLE_ID = 52,
    SPV_OPERAND_TYPE_VARIABLE_LITERAL_INTEGER = 53,
    SPV_OPERAND_TYPE_VARIABLE_LITERAL_INTEGER_ID = 54,
    SPV_OPERAND_TYPE_VARIABLE_ID_LITERAL_INTEGER = 55,
    SPV_OPERAND_TYPE_DEBUG_INFO_FLAGS = 56,
    SPV_OPERAND_TYPE_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING = 57,
    SPV_OPERAND_TYPE_DEBUG_COMPOSITE_TYPE = 58,
    SPV_OPERAND_TYPE_DEBUG_TYPE_QUALIFIER = 59,
    SPV_OPERAND_TYPE_DEBUG_OPERATION = 60,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_INFO_FLAGS = 61,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING = 62,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_COMPOSITE_TYPE = 63,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_TYPE_QUALIFIER = 64,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_OPERATION = 65,
    SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_IMPORTED_ENTITY = 66,
    SPV_OPERAND_TYPE_FPDENORM_MODE = 67,
    SPV_OPERAND_TYPE_FPOPERATION_MODE = 68,
    SPV_OPERAND_TYPE_QUANTIZATION_MODES = 69,
    SPV_OPERAND_TYPE_OVERFLOW_MODES = 70,
    SPV_OPERAND_TYPE_RAY_FLAGS = 71,
    SPV_OPERAND_TYPE_RAY_QUERY_INTERSECTION = 72,
    SPV_OPERAND_TYPE_RAY_QUERY_COMMITTED_INTERSECTION_TYPE = 73,
    SPV_OPERAND_TYPE_RAY_QUERY_CANDIDATE_INTERSECTION_TYPE = 74,
    SPV_OPERAND_TYPE_PACKED_VECTOR_FORMAT = 75,
    SPV_OPERAND_TYPE_OPTIONAL_PACKED_VECTOR_FORMAT = 76,
    SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_OPERANDS = 77,
    SPV_OPERAND_TYPE_OPTIONAL_COOPERATIVE_MATRIX_OPERANDS = 78,
    SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_LAYOUT = 79,
    SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_USE = 80,
    SPV_OPERAND_TYPE_INITIALIZATION_MODE_QUALIFIER = 81,
    SPV_OPERAND_TYPE_HOST_ACCESS_QUALIFIER = 82,
    SPV_OPERAND_TYPE_LOAD_CACHE_CONTROL = 83,
    SPV_OPERAND_TYPE_STORE_CACHE_CONTROL = 84,
    SPV_OPERAND_TYPE_NAMED_MAXIMUM_NUMBER_OF_REGISTERS = 85,
    SPV_OPERAND_TYPE_RAW_ACCESS_CHAIN_OPERANDS = 86,
    SPV_OPERAND_TYPE_OPTIONAL_RAW_ACCESS_CHAIN_OPERANDS = 87,
    SPV_OPERAND_TYPE_TENSOR_CLAMP_MODE = 88,
    SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_REDUCE = 89,
    SPV_OPERAND_TYPE_TENSOR_ADDRESSING_OPERANDS = 90,
    SPV_OPERAND_TYPE_MATRIX_MULTIPLY_ACCUMULATE_OPERANDS = 91,
    SPV_OPERAND_TYPE_OPTIONAL_MATRIX_MULTIPLY_ACCUMULATE_OPERANDS = 92,
    SPV_OPERAND_TYPE_COOPERATIVE_VECTOR_MATRIX_LAYOUT = 93,
    SPV_OPERAND_TYPE_COMPONENT_TYPE = 94,
    SPV_OPERAND_TYPE_KERNEL_PROPERTY_FLAGS = 95,
    SPV_OPERAND_TYPE_SHDEBUG100_BUILD_IDENTIFIER_FLAGS = 96,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING = 97,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_COMPOSITE_TYPE = 98,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_IMPORTED_ENTITY = 99,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_INFO_FLAGS = 100,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_OPERATION = 101,
    SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_TYPE_QUALIFIER = 102,
    SPV_OPERAND_TYPE_TENSOR_OPERANDS = 103,
    SPV_OPERAND_TYPE_OPTIONAL_TENSOR_OPERANDS = 104,
    SPV_OPERAND_TYPE_OPTIONAL_CAPABILITY = 105,
    SPV_OPERAND_TYPE_VARIABLE_CAPABILITY = 106,
    SPV_OPERAND_TYPE_GATHER_MODES = 107,
    SPV_OPERAND_TYPE_NUM_OPERAND_TYPES = 108,
    SPV_FORCE_32BIT_spv_operand_type_t = 0x7fffffff
} spv_operand_type_t;

/* Extended instruction set of an instruction. */
typedef enum spv_ext_inst_type_t {
    SPV_EXT_INST_TYPE_NONE = 0,
    SPV_EXT_INST_TYPE_GLSL_STD_450 = 1,
    SPV_EXT_INST_TYPE_OPENCL_STD = 2,
    SPV_EXT_INST_TYPE_SPV_AMD_SHADER_EXPLICIT_VERTEX_PARAMETER = 3,
    SPV_EXT_INST_TYPE_SPV_AMD_SHADER_TRINARY_MINMAX = 4,
    SPV_EXT_INST_TYPE_SPV_AMD_GCN_SHADER = 5,
    SPV_EXT_INST_TYPE_SPV_AMD_SHADER_BALLOT = 6,
    SPV_EXT_INST_TYPE_DEBUGINFO = 7,
    SPV_EXT_INST_TYPE_OPENCL_DEBUGINFO_100 = 8,
    SPV_EXT_INST_TYPE_NONSEMANTIC_CLSPVREFLECTION = 9,
    SPV_EXT_INST_TYPE_NONSEMANTIC_GRAPH_DEBUGINFO = 10,
    SPV_EXT_INST_TYPE_NONSEMANTIC_SHADER_DEBUGINFO_100 = 11,
    SPV_EXT_INST_TYPE_NONSEMANTIC_VKSPREFLECTION = 12,
    SPV_EXT_INST_TYPE_TOSA_001000_1 = 13,
    SPV_EXT_INST_TYPE_ARM_MOTION_ENGINE_100 = 14,
    SPV_EXT_INST_TYPE_ARM_EXPERIMENTAL_ML_OPERATIONS = 15,
    SPV_EXT_INST_TYPE_NONSEMANTIC_UNKNOWN = 16,
    SPV_FORCE_32BIT_spv_ext_inst_type_t = 0x7fffffff
} spv_ext_inst_type_t;

/* Kind of a literal number. */
typedef enum spv_number_kind_t {
    SPV_NUMBER_NONE = 0,
    SPV_NUMBER_UNSIGNED_INT = 1,
    SPV_NUMBER_SIGNED_INT = 2,
    SPV_NUMBER_FLOATING = 3
} spv_number_kind_t;

/* Encoding of a literal floating-point number. */
typedef enum spv_fp_encoding_t {
    SPV_FP_ENCODING_UNKNOWN = 0,
    SPV_FP_ENCODING_IEEE754_BINARY16 = 1,
    SPV_FP_ENCODING_IEEE754_BINARY32 = 2,
    SPV_FP_ENCODING_IEEE754_BINARY64 = 3,
    SPV_FP_ENCODING_BFLOAT16 = 4,
    SPV_FP_ENCODING_FLOAT8_E4M3 = 5,
    SPV_FP_ENCODING_FLOAT8_E5M2 = 6,
    SPV_FP_ENCODING_FLOAT6_E2M3 = 7,
    SPV_FP_ENCODING_FLOAT6_E3M2 = 8,
    SPV_FP_ENCODING_FLOAT4_E2M1 = 9,
    SPV_FP_ENCODING_FLOAT8_UNSIGNED_E8M0 = 10,
    SPV_FP_ENCODING_MXINT8 = 11
} spv_fp_encoding_t;

/* Flags of the assembler. */
typedef enum spv_text_to_binary_options_t {
    SPV_TEXT_TO_BINARY_OPTION_NONE = 1,
    SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS = 2,
    SPV_FORCE_32BIT_spv_text_to_binary_options_t = 0x7fffffff
} spv_text_to_binary_options_t;

/* Flags of the disassembler. */
typedef enum spv_binary_to_text_options_t {
    SPV_BINARY_TO_TEXT_OPTION_NONE = 1,
    SPV_BINARY_TO_TEXT_OPTION_PRINT = 2,
    SPV_BINARY_TO_TEXT_OPTION_COLOR = 4,
    SPV_BINARY_TO_TEXT_OPTION_INDENT = 8,
    SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET = 16,
    SPV_BINARY_TO_TEXT_OPTION_NO_HEADER = 32,
    SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES = 64,
    SPV_BINARY_TO_TEXT_OPTION_COMMENT = 128,
    SPV_BINARY_TO_TEXT_OPTION_NESTED_INDENT = 256,
    SPV_BINARY_TO_TEXT_OPTION_REORDER_BLOCKS = 512,
    SPV_BINARY_TO_TEXT_OPTION_HANDLE_UNKNOWN_OPCODES = 1024,
    SPV_FORCE_32BIT_spv_binary_to_text_options_t = 0x7fffffff
} spv_binary_to_text_options_t;

/* Target environment. */
typedef enum {
    SPV_ENV_UNIVERSAL_1_0 = 0,
    SPV_ENV_VULKAN_1_0 = 1,
    SPV_ENV_UNIVERSAL_1_1 = 2,
    SPV_ENV_OPENCL_2_1 = 3,
    SPV_ENV_OPENCL_2_2 = 4,
    SPV_ENV_OPENGL_4_0 = 5,
    SPV_ENV_OPENGL_4_1 = 6,
    SPV_ENV_OPENGL_4_2 = 7,
    SPV_ENV_OPENGL_4_3 = 8,
    SPV_ENV_OPENGL_4_5 = 9,
    SPV_ENV_UNIVERSAL_1_2 = 10,
    SPV_ENV_OPENCL_1_2 = 11,
    SPV_ENV_OPENCL_EMBEDDED_1_2 = 12,
    SPV_ENV_OPENCL_2_0 = 13,
    SPV_ENV_OPENCL_EMBEDDED_2_0 = 14,
    SPV_ENV_OPENCL_EMBEDDED_2_1 = 15,
    SPV_ENV_OPENCL_EMBEDDED_2_2 = 16,
    SPV_ENV_UNIVERSAL_1_3 = 17,
    SPV_ENV_VULKAN_1_1 = 18,
    SPV_ENV_WEBGPU_0 = 19,
    SPV_ENV_UNIVERSAL_1_4 = 20,
    SPV_ENV_VULKAN_1_1_SPIRV_1_4 = 21,
    SPV_ENV_UNIVERSAL_1_5 = 22,
    SPV_ENV_VULKAN_1_2 = 23,
    SPV_ENV_UNIVERSAL_1_6 = 24,
    SPV_ENV_VULKAN_1_3 = 25,
    SPV_ENV_VULKAN_1_4 = 26,
    SPV_ENV_MAX = 27
} spv_target_env;

/* Limit that the validator enforces. */
typedef enum {
    spv_validator_limit_max_struct_members = 0,
    spv_validator_limit_max_struct_depth = 1,
    spv_validator_limit_max_local_variables = 2,
    spv_validator_limit_max_global_variables = 3,
    spv_validator_limit_max_switch_branches = 4,
    spv_validator_limit_max_function_args = 5,
    spv_validator_limit_max_control_flow_nesting_depth = 6,
    spv_validator_limit_max_access_chain_indexes = 7,
    spv_validator_limit_max_id_bound = 8
} spv_validator_limit;

/* Default limit for the id bound of a module. */
static const uint32_t kDefaultMaxIdBound = 0x3FFFFF;

/* Operand of a parsed instruction. */
typedef struct spv_parsed_operand_t {
    uint16_t offset;              /* index of the first word within the instruction */
    uint16_t num_words;           /* number of words */
    spv_operand_type_t type;      /* concrete kind */
    spv_number_kind_t number_kind; /* kind of a literal number */
    uint32_t number_bit_width;    /* bits of a literal number */
    spv_fp_encoding_t fp_encoding; /* encoding of a literal floating-point number */
} spv_parsed_operand_t;

/* Instruction of a binary. Pointers are valid during the callback. */
typedef struct spv_parsed_instruction_t {
    const uint32_t *words;         /* words in host byte order */
    uint16_t num_words;            /* number of words */
    uint16_t opcode;               /* opcode */
    spv_ext_inst_type_t ext_inst_type; /* set of an extended instruction */
    uint32_t type_id;              /* result type, or 0 */
    uint32_t result_id;            /* result id, or 0 */
    const spv_parsed_operand_t *operands; /* operands, including result type and result id */
    uint16_t num_operands;         /* number of operands */
} spv_parsed_instruction_t;

/* The five words of a binary's header. */
typedef struct spv_parsed_header_t {
    uint32_t magic;
    uint32_t version;
    uint32_t generator;
    uint32_t bound;
    uint32_t reserved;
} spv_parsed_header_t;

/* Borrowed words. */
typedef struct spv_const_binary_t {
    const uint32_t *code;
    const size_t wordCount;
} spv_const_binary_t;

/* Words owned by the library; free with spvBinaryDestroy. */
typedef struct spv_binary_t {
    uint32_t *code;
    size_t wordCount;
} spv_binary_t;

/* Text owned by the library; free with spvTextDestroy. A zero byte follows the text. */
typedef struct spv_text_t {
    const char *str;
    size_t length;
} spv_text_t;

/* Place in a text, counted from 0, or instruction of a binary, counted from 1. */
typedef struct spv_position_t {
    size_t line;
    size_t column;
    size_t index;
} spv_position_t;

/* Error with its place; free with spvDiagnosticDestroy. */
typedef struct spv_diagnostic_t {
    spv_position_t position;
    char *error;
    bool isTextSource; /* whether line and column are set */
} spv_diagnostic_t;

typedef struct spv_context_t spv_context_t;
typedef struct spv_validator_options_t spv_validator_options_t;
typedef struct spv_optimizer_options_t spv_optimizer_options_t;
typedef struct spv_reducer_options_t spv_reducer_options_t;
typedef struct spv_fuzzer_options_t spv_fuzzer_options_t;
typedef struct spv_optimizer_t spv_optimizer_t;

typedef spv_const_binary_t *spv_const_binary;
typedef spv_binary_t *spv_binary;
typedef spv_text_t *spv_text;
typedef spv_position_t *spv_position;
typedef spv_diagnostic_t *spv_diagnostic;
typedef spv_context_t *spv_context;
typedef const spv_context_t *spv_const_context;
typedef spv_validator_options_t *spv_validator_options;
typedef const spv_validator_options_t *spv_const_validator_options;
typedef spv_optimizer_options_t *spv_optimizer_options;
typedef const spv_optimizer_options_t *spv_const_optimizer_options;
typedef spv_reducer_options_t *spv_reducer_options;
typedef const spv_reducer_options_t *spv_const_reducer_options;
typedef spv_fuzzer_options_t *spv_fuzzer_options;
typedef const spv_fuzzer_options_t *spv_const_fuzzer_options;

/* Callbacks of spvBinaryParse. Any result but SPV_SUCCESS ends parsing, and becomes its result. */
typedef spv_result_t (*spv_parsed_header_fn_t)(void *user_data, spv_endianness_t endian, uint32_t magic, uint32_t version,
                                               uint32_t generator, uint32_t id_bound, uint32_t reserved);
typedef spv_result_t (*spv_parsed_instruction_fn_t)(void *user_data, const spv_parsed_instruction_t *parsed_instruction);

/* Callback for messages of the optimizer. */
typedef void (*spv_message_consumer)(spv_message_level_t level, const char *source, const spv_position_t *position,
                                     const char *message);

/* Version of the interface, alone and with the version of spv-opt. */
SPIRV_TOOLS_EXPORT const char *spvSoftwareVersionString(void);
SPIRV_TOOLS_EXPORT const char *spvSoftwareVersionDetailsString(void);

/* Target environments: description, lookup by the beginning of a text, lookup by versions of Vulkan and SPIR-V. */
SPIRV_TOOLS_EXPORT const char *spvTargetEnvDescription(spv_target_env env);
SPIRV_TOOLS_EXPORT bool spvParseTargetEnv(const char *text, spv_target_env *env);
SPIRV_TOOLS_EXPORT bool spvParseVulkanEnv(uint32_t vulkan_version, uint32_t spirv_version, spv_target_env *env);

/* Contexts. */
SPIRV_TOOLS_EXPORT spv_context spvContextCreate(spv_target_env env);
SPIRV_TOOLS_EXPORT void spvContextDestroy(spv_context context);

/* Options of the validator. */
SPIRV_TOOLS_EXPORT spv_validator_options spvValidatorOptionsCreate(void);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsDestroy(spv_validator_options options);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetUniversalLimit(spv_validator_options options, spv_validator_limit limit, uint32_t value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetRelaxStoreStruct(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetRelaxLogicalPointer(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetBeforeHlslLegalization(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetRelaxBlockLayout(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetUniformBufferStandardLayout(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetScalarBlockLayout(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetWorkgroupScalarBlockLayout(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetSkipBlockLayout(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetAllowLocalSizeId(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetAllowOffsetTextureOperand(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetAllowVulkan32BitBitwise(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetFriendlyNames(spv_validator_options options, bool value);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetBufferDescriptorLayout(spv_validator_options options, uint32_t size, uint32_t alignment);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetImageDescriptorLayout(spv_validator_options options, uint32_t size, uint32_t alignment);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetSamplerDescriptorLayout(spv_validator_options options, uint32_t size, uint32_t alignment);
SPIRV_TOOLS_EXPORT void spvValidatorOptionsSetTensorDescriptorLayout(spv_validator_options options, uint32_t size, uint32_t alignment);

/* Options of the optimizer. */
SPIRV_TOOLS_EXPORT spv_optimizer_options spvOptimizerOptionsCreate(void);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsDestroy(spv_optimizer_options options);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsSetRunValidator(spv_optimizer_options options, bool value);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsSetValidatorOptions(spv_optimizer_options options, spv_validator_options value);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsSetMaxIdBound(spv_optimizer_options options, uint32_t value);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsSetPreserveBindings(spv_optimizer_options options, bool value);
SPIRV_TOOLS_EXPORT void spvOptimizerOptionsSetPreserveSpecConstants(spv_optimizer_options options, bool value);

/* Options of the reducer, which the C interface does not run. */
SPIRV_TOOLS_EXPORT spv_reducer_options spvReducerOptionsCreate(void);
SPIRV_TOOLS_EXPORT void spvReducerOptionsDestroy(spv_reducer_options options);
SPIRV_TOOLS_EXPORT void spvReducerOptionsSetStepLimit(spv_reducer_options options, uint32_t value);
SPIRV_TOOLS_EXPORT void spvReducerOptionsSetFailOnValidationError(spv_reducer_options options, bool value);
SPIRV_TOOLS_EXPORT void spvReducerOptionsSetTargetFunction(spv_reducer_options options, uint32_t value);

/* Options of the fuzzer, which the C interface does not run. */
SPIRV_TOOLS_EXPORT spv_fuzzer_options spvFuzzerOptionsCreate(void);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsDestroy(spv_fuzzer_options options);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsEnableReplayValidation(spv_fuzzer_options options);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsSetRandomSeed(spv_fuzzer_options options, uint32_t value);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsSetReplayRange(spv_fuzzer_options options, int32_t value);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsSetShrinkerStepLimit(spv_fuzzer_options options, uint32_t value);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsEnableFuzzerPassValidation(spv_fuzzer_options options);
SPIRV_TOOLS_EXPORT void spvFuzzerOptionsEnableAllPasses(spv_fuzzer_options options);

/* Assembler and disassembler. `options` are flags of the enumerations above. */
SPIRV_TOOLS_EXPORT spv_result_t spvTextToBinary(spv_const_context context, const char *text, size_t length, spv_binary *binary,
                                                spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT spv_result_t spvTextToBinaryWithOptions(spv_const_context context, const char *text, size_t length,
                                                           uint32_t options, spv_binary *binary, spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT spv_result_t spvBinaryToText(spv_const_context context, const uint32_t *words, size_t count, uint32_t options,
                                                spv_text *text, spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT void spvBinaryDestroy(spv_binary binary);
SPIRV_TOOLS_EXPORT void spvTextDestroy(spv_text text);

/* Validator. */
SPIRV_TOOLS_EXPORT spv_result_t spvValidate(spv_const_context context, spv_const_binary binary, spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT spv_result_t spvValidateWithOptions(spv_const_context context, spv_const_validator_options options,
                                                       spv_const_binary binary, spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT spv_result_t spvValidateBinary(spv_const_context context, const uint32_t *words, size_t count,
                                                  spv_diagnostic *diagnostic);

/* Diagnostics. The message is copied. */
SPIRV_TOOLS_EXPORT spv_diagnostic spvDiagnosticCreate(const spv_position position, const char *message);
SPIRV_TOOLS_EXPORT void spvDiagnosticDestroy(spv_diagnostic diagnostic);
SPIRV_TOOLS_EXPORT spv_result_t spvDiagnosticPrint(const spv_diagnostic diagnostic);

/* Parser, and names and kinds of its operands. */
SPIRV_TOOLS_EXPORT spv_result_t spvBinaryParse(spv_const_context context, void *user_data, const uint32_t *words, size_t count,
                                               spv_parsed_header_fn_t header, spv_parsed_instruction_fn_t instruction,
                                               spv_diagnostic *diagnostic);
SPIRV_TOOLS_EXPORT const char *spvOpcodeString(uint32_t opcode);
SPIRV_TOOLS_EXPORT bool spvOperandIsConcrete(spv_operand_type_t type);
SPIRV_TOOLS_EXPORT bool spvOperandIsConcreteMask(spv_operand_type_t type);

/* Optimizer. Flags are options of spirv-opt. */
SPIRV_TOOLS_EXPORT spv_optimizer_t *spvOptimizerCreate(spv_target_env env);
SPIRV_TOOLS_EXPORT void spvOptimizerDestroy(spv_optimizer_t *optimizer);
SPIRV_TOOLS_EXPORT void spvOptimizerSetMessageConsumer(spv_optimizer_t *optimizer, spv_message_consumer consumer);
SPIRV_TOOLS_EXPORT void spvOptimizerRegisterLegalizationPasses(spv_optimizer_t *optimizer);
SPIRV_TOOLS_EXPORT void spvOptimizerRegisterPerformancePasses(spv_optimizer_t *optimizer);
SPIRV_TOOLS_EXPORT void spvOptimizerRegisterSizePasses(spv_optimizer_t *optimizer);
SPIRV_TOOLS_EXPORT bool spvOptimizerRegisterPassFromFlag(spv_optimizer_t *optimizer, const char *flag);
SPIRV_TOOLS_EXPORT bool spvOptimizerRegisterPassesFromFlags(spv_optimizer_t *optimizer, const char **flags, size_t count);
SPIRV_TOOLS_EXPORT bool spvOptimizerRegisterPassesFromFlagsWhilePreservingTheInterface(spv_optimizer_t *optimizer, const char **flags,
                                                                                       size_t count);
SPIRV_TOOLS_EXPORT spv_result_t spvOptimizerRun(spv_optimizer_t *optimizer, const uint32_t *words, size_t count, spv_binary *optimized,
                                                spv_optimizer_options options);

#ifdef __cplusplus
}
#endif

#endif
