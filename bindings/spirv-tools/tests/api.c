/* Calls all functions with good arguments, null and wrong numbers. Usage: api SHADER */
#include "spirv-tools/libspirv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned checks, failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            failures++;                                                                                                \
            printf("line %d: %s\n", __LINE__, #condition);                                                             \
        }                                                                                                              \
    } while (0)

static const char SHADER[] = "OpCapability Shader\n"
                             "OpMemoryModel Logical GLSL450\n"
                             "OpEntryPoint Fragment %main \"main\"\n"
                             "OpExecutionMode %main OriginUpperLeft\n"
                             "%void = OpTypeVoid\n"
                             "%fn = OpTypeFunction %void\n"
                             "%int = OpTypeInt 32 1\n"
                             "%unused = OpConstant %int -3\n"
                             "%main = OpFunction %void None %fn\n"
                             "%entry = OpLabel\n"
                             "OpReturn\n"
                             "OpFunctionEnd\n";

static unsigned calls;

static spv_result_t count_instruction(void *user_data, const spv_parsed_instruction_t *parsed) {
    unsigned *limit = user_data;
    CHECK(parsed->num_words > 0 && parsed->words != NULL);
    return ++calls == *limit ? SPV_REQUESTED_TERMINATION : SPV_SUCCESS;
}

static spv_result_t refuse_header(void *user_data, spv_endianness_t endian, uint32_t magic, uint32_t version,
                                  uint32_t generator, uint32_t id_bound, uint32_t reserved) {
    (void)user_data, (void)endian, (void)version, (void)generator, (void)id_bound, (void)reserved;
    CHECK(magic == 0x07230203);
    return SPV_UNSUPPORTED;
}

static void count_message(spv_message_level_t level, const char *source, const spv_position_t *position,
                          const char *message) {
    calls++;
    CHECK(level == SPV_MSG_ERROR && source && position && *message);
}

static void environments(void) {
    spv_target_env env = SPV_ENV_MAX;
    CHECK(spvParseTargetEnv("vulkan1.2", &env) && env == SPV_ENV_VULKAN_1_2);
    CHECK(!spvParseTargetEnv("vulkan9", &env) && env == SPV_ENV_UNIVERSAL_1_0);
    CHECK(!spvParseTargetEnv(NULL, NULL));
    CHECK(spvParseVulkanEnv(1u << 22, 0x10400, &env) && env == SPV_ENV_VULKAN_1_1_SPIRV_1_4);
    CHECK(!spvParseVulkanEnv(9u << 22, 0x10000, &env));
    CHECK(*spvTargetEnvDescription((spv_target_env)99) == '\0');
    CHECK(spvContextCreate((spv_target_env)99) == NULL && spvContextCreate(SPV_ENV_WEBGPU_0) == NULL);
    CHECK(spvOptimizerCreate((spv_target_env)99) == NULL);
    CHECK(strstr(spvSoftwareVersionString(), "v20") != NULL);
    CHECK(strstr(spvSoftwareVersionDetailsString(), "spv-opt") != NULL);
}

static void texts(spv_context context) {
    spv_binary binary = NULL;
    spv_text text = NULL;
    spv_diagnostic diagnostic = NULL;
    CHECK(spvTextToBinary(context, SHADER, sizeof SHADER, &binary, NULL) == SPV_SUCCESS);
    CHECK(spvBinaryToText(context, binary->code, binary->wordCount, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER, &text, NULL) ==
          SPV_SUCCESS);
    CHECK(strlen(text->str) == text->length && strncmp(text->str, SHADER, 19) == 0);
    spvTextDestroy(text);
    spvBinaryDestroy(binary);

    CHECK(spvTextToBinary(context, "OpNop\n  OpNope", 14, &binary, &diagnostic) == SPV_ERROR_INVALID_LOOKUP);
    CHECK(binary == NULL && diagnostic->isTextSource);
    CHECK(diagnostic->position.line == 1 && diagnostic->position.column == 2 && diagnostic->position.index == 8);
    CHECK(spvDiagnosticPrint(diagnostic) == SPV_SUCCESS);
    spvDiagnosticDestroy(diagnostic);

    CHECK(spvTextToBinary(context, NULL, 0, &binary, NULL) == SPV_ERROR_INVALID_TEXT);
    CHECK(spvTextToBinary(NULL, SHADER, sizeof SHADER, &binary, NULL) == SPV_ERROR_INVALID_POINTER);
    CHECK(spvTextToBinary(context, SHADER, sizeof SHADER, NULL, NULL) == SPV_ERROR_INVALID_POINTER);
    CHECK(spvBinaryToText(context, NULL, 0, 0, &text, &diagnostic) == SPV_ERROR_INVALID_BINARY && diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvTextDestroy(NULL);
    spvBinaryDestroy(NULL);
    spvDiagnosticDestroy(NULL);
    CHECK(spvDiagnosticPrint(NULL) == SPV_ERROR_INVALID_DIAGNOSTIC);
    spv_position_t position = {1, 2, 3};
    CHECK(spvDiagnosticCreate(NULL, "text") == NULL && spvDiagnosticCreate(&position, NULL) == NULL);
    diagnostic = spvDiagnosticCreate(&position, "text");
    CHECK(diagnostic->position.index == 3 && strcmp(diagnostic->error, "text") == 0);
    spvDiagnosticDestroy(diagnostic);
}

static void parse(spv_context context, const uint32_t *words, size_t count) {
    unsigned limit = 3;
    spv_diagnostic diagnostic = NULL;
    calls = 0;
    CHECK(spvBinaryParse(context, &limit, words, count, NULL, count_instruction, &diagnostic) ==
          SPV_REQUESTED_TERMINATION);
    CHECK(calls == 3 && diagnostic == NULL);
    CHECK(spvBinaryParse(context, NULL, words, count, refuse_header, NULL, &diagnostic) == SPV_UNSUPPORTED);
    CHECK(spvBinaryParse(context, NULL, words, count, NULL, NULL, &diagnostic) == SPV_SUCCESS);
    CHECK(spvBinaryParse(context, NULL, words, 6, NULL, NULL, &diagnostic) == SPV_ERROR_INVALID_BINARY);
    CHECK(diagnostic != NULL && diagnostic->position.index > 0);
    spvDiagnosticDestroy(diagnostic);
    CHECK(spvBinaryParse(NULL, NULL, words, count, NULL, NULL, NULL) == SPV_ERROR_INVALID_POINTER);
    CHECK(strcmp(spvOpcodeString(17), "Capability") == 0 && strcmp(spvOpcodeString(0xFFFFFFFF), "unknown") == 0);
    CHECK(spvOperandIsConcrete(SPV_OPERAND_TYPE_ID) && !spvOperandIsConcrete(SPV_OPERAND_TYPE_OPTIONAL_ID));
    CHECK(spvOperandIsConcreteMask(SPV_OPERAND_TYPE_MEMORY_ACCESS) && !spvOperandIsConcreteMask(SPV_OPERAND_TYPE_ID));
    CHECK(!spvOperandIsConcrete((spv_operand_type_t)-1));
}

static void swap_bytes(spv_context context, const uint32_t *words, size_t count) {
    uint32_t *swapped = malloc(count * 4);
    for (size_t i = 0; i < count; i++)
        swapped[i] = words[i] >> 24 | (words[i] >> 8 & 0xFF00) | (words[i] << 8 & 0xFF0000) | words[i] << 24;
    CHECK(spvValidateBinary(context, swapped, count, NULL) == SPV_SUCCESS);
    free(swapped);
}

static void validate(spv_context context, const uint32_t *words, size_t count) {
    spv_const_binary_t binary = {words, count};
    spv_diagnostic diagnostic = NULL;
    spv_validator_options options = spvValidatorOptionsCreate();
    CHECK(spvValidate(context, &binary, &diagnostic) == SPV_SUCCESS && diagnostic == NULL);
    swap_bytes(context, words, count);
    CHECK(spvValidateWithOptions(context, options, &binary, NULL) == SPV_SUCCESS);
    spvValidatorOptionsSetUniversalLimit(options, (spv_validator_limit)99, 1);
    spvValidatorOptionsSetRelaxStoreStruct(options, true);
    spvValidatorOptionsSetRelaxLogicalPointer(options, true);
    spvValidatorOptionsSetBeforeHlslLegalization(options, true);
    spvValidatorOptionsSetRelaxBlockLayout(options, true);
    spvValidatorOptionsSetUniformBufferStandardLayout(options, true);
    spvValidatorOptionsSetScalarBlockLayout(options, true);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
    spvValidatorOptionsSetSkipBlockLayout(options, true);
    spvValidatorOptionsSetAllowLocalSizeId(options, true);
    spvValidatorOptionsSetAllowOffsetTextureOperand(options, true);
    spvValidatorOptionsSetAllowVulkan32BitBitwise(options, true);
    spvValidatorOptionsSetFriendlyNames(options, true);
    spvValidatorOptionsSetBufferDescriptorLayout(options, 16, 16);
    spvValidatorOptionsSetImageDescriptorLayout(options, 16, 16);
    spvValidatorOptionsSetSamplerDescriptorLayout(options, 16, 16);
    spvValidatorOptionsSetTensorDescriptorLayout(options, 16, 16);
    CHECK(spvValidateWithOptions(context, options, &binary, NULL) == SPV_SUCCESS);
    spvValidatorOptionsSetUniversalLimit(options, spv_validator_limit_max_id_bound, 1);
    CHECK(spvValidateWithOptions(context, options, &binary, &diagnostic) < 0 && *diagnostic->error);
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsSetSkipBlockLayout(NULL, true);
    spvValidatorOptionsDestroy(options);
    spvValidatorOptionsDestroy(NULL);
    CHECK(spvValidateBinary(context, NULL, 0, NULL) == SPV_ERROR_INVALID_BINARY);
    CHECK(spvValidateBinary(NULL, words, count, NULL) == SPV_ERROR_INVALID_POINTER);
    CHECK(spvValidate(context, NULL, NULL) == SPV_ERROR_INVALID_POINTER);
}

static void optimize(const uint32_t *words, size_t count) {
    static const char *good[] = {"--ccp", "--eliminate-dead-const"};
    static const char *wrong[] = {"--ccp", "--no-such-pass"};
    spv_binary binary = NULL;
    spv_validator_options validator = spvValidatorOptionsCreate();
    spv_optimizer_options options = spvOptimizerOptionsCreate();
    spv_optimizer_t *optimizer = spvOptimizerCreate(SPV_ENV_UNIVERSAL_1_6);
    spvOptimizerOptionsSetRunValidator(options, true);
    spvOptimizerOptionsSetValidatorOptions(options, validator);
    spvOptimizerOptionsSetMaxIdBound(options, 1 << 20);
    spvOptimizerOptionsSetPreserveBindings(options, true);
    spvOptimizerOptionsSetPreserveSpecConstants(options, true);
    spvOptimizerSetMessageConsumer(optimizer, count_message);

    CHECK(spvOptimizerRun(optimizer, words, count, &binary, NULL) == SPV_SUCCESS);
    CHECK(binary->wordCount == count && memcmp(binary->code, words, count * 4) == 0);
    spvBinaryDestroy(binary);

    calls = 0;
    CHECK(!spvOptimizerRegisterPassFromFlag(optimizer, "ccp") && !spvOptimizerRegisterPassFromFlag(optimizer, NULL));
    CHECK(!spvOptimizerRegisterPassesFromFlags(optimizer, wrong, 2) && calls == 3);
    CHECK(spvOptimizerRegisterPassFromFlag(optimizer, "--loop-unroll-partial=2"));
    CHECK(spvOptimizerRegisterPassesFromFlags(optimizer, good, 2));
    CHECK(spvOptimizerRegisterPassesFromFlagsWhilePreservingTheInterface(optimizer, good, 2));
    spvOptimizerRegisterLegalizationPasses(optimizer);
    spvOptimizerRegisterPerformancePasses(optimizer);
    spvOptimizerRegisterSizePasses(optimizer);
    CHECK(spvOptimizerRun(optimizer, words, count, &binary, options) == SPV_SUCCESS && binary->wordCount < count);
    spvBinaryDestroy(binary);

    calls = 0;
    CHECK(spvOptimizerRun(optimizer, words, 4, &binary, options) < 0 && binary == NULL && calls > 0);
    CHECK(spvOptimizerRun(optimizer, words, count, NULL, options) == SPV_ERROR_INVALID_POINTER);
    CHECK(spvOptimizerRun(NULL, words, count, &binary, options) == SPV_ERROR_INVALID_POINTER);
    spvOptimizerRegisterSizePasses(NULL);
    spvOptimizerDestroy(optimizer);
    spvOptimizerDestroy(NULL);
    spvOptimizerOptionsDestroy(options);
    spvOptimizerOptionsDestroy(NULL);
    spvValidatorOptionsDestroy(validator);
}

static void unused_options(void) {
    spv_reducer_options reducer = spvReducerOptionsCreate();
    spvReducerOptionsSetStepLimit(reducer, 1);
    spvReducerOptionsSetFailOnValidationError(reducer, true);
    spvReducerOptionsSetTargetFunction(reducer, 1);
    spvReducerOptionsDestroy(reducer);
    spv_fuzzer_options fuzzer = spvFuzzerOptionsCreate();
    spvFuzzerOptionsEnableReplayValidation(fuzzer);
    spvFuzzerOptionsSetRandomSeed(fuzzer, 1);
    spvFuzzerOptionsSetReplayRange(fuzzer, -1);
    spvFuzzerOptionsSetShrinkerStepLimit(fuzzer, 1);
    spvFuzzerOptionsEnableFuzzerPassValidation(fuzzer);
    spvFuzzerOptionsEnableAllPasses(fuzzer);
    spvFuzzerOptionsDestroy(fuzzer);
    CHECK(reducer && fuzzer);
}

int main(int argc, char **argv) {
    static uint32_t words[1 << 16];
    FILE *file = fopen(argc > 1 ? argv[1] : "", "rb");
    size_t count = file ? fread(words, 4, sizeof words / 4, file) : 0;
    if (file)
        fclose(file);
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    environments();
    texts(context);
    parse(context, words, count);
    validate(context, words, count);
    spv_binary assembled = NULL;
    CHECK(spvTextToBinary(context, SHADER, sizeof SHADER, &assembled, NULL) == SPV_SUCCESS);
    optimize(assembled->code, assembled->wordCount);
    spvBinaryDestroy(assembled);
    unused_options();
    spvContextDestroy(context);
    spvContextDestroy(NULL);
    printf("%u checks, %u failures\n", checks, failures);
    return failures != 0;
}
