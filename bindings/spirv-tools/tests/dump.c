/* Prints the results of all functions that read a module, to compare two libraries. Usage: dump FILE... */
#include "spirv-tools/libspirv.h"
#include <stdio.h>
#include <stdlib.h>

static spv_result_t header(void *user_data, spv_endianness_t endian, uint32_t magic, uint32_t version, uint32_t generator,
                           uint32_t id_bound, uint32_t reserved) {
    (void)user_data;
    printf("header %d %#x %#x %#x %u %u\n", (int)endian, magic, version, generator, id_bound, reserved);
    return SPV_SUCCESS;
}

static spv_result_t instruction(void *user_data, const spv_parsed_instruction_t *parsed) {
    uint32_t sum = 0;
    (void)user_data;
    for (unsigned i = 0; i < parsed->num_words; i++)
        sum = sum * 31 + parsed->words[i];
    printf("Op%s %u words %#x set %d type %u result %u:", spvOpcodeString(parsed->opcode), parsed->num_words, sum,
           (int)parsed->ext_inst_type, parsed->type_id, parsed->result_id);
    for (unsigned i = 0; i < parsed->num_operands; i++) {
        const spv_parsed_operand_t *operand = &parsed->operands[i];
        printf(" [%u+%u kind %d, %d of %u bits, %d]", operand->offset, operand->num_words, (int)operand->type,
               (int)operand->number_kind, operand->number_bit_width, (int)operand->fp_encoding);
    }
    printf("\n");
    return SPV_SUCCESS;
}

static void show_diagnostic(spv_diagnostic diagnostic) {
    if (diagnostic) {
        const spv_position_t *position = &diagnostic->position;
        printf("%zu:%zu:%zu %d %s\n", position->line, position->column, position->index, diagnostic->isTextSource,
               diagnostic->error);
    }
    spvDiagnosticDestroy(diagnostic);
}

static void show_text(spv_const_context context, const uint32_t *words, size_t count, uint32_t options) {
    spv_text text = NULL;
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvBinaryToText(context, words, count, options, &text, &diagnostic);
    printf("text %#x: %d\n%s", options, (int)result, text ? text->str : "");
    show_diagnostic(diagnostic);
    if (text) {
        spv_binary binary = NULL;
        result = spvTextToBinaryWithOptions(context, text->str, text->length,
                                            SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary, NULL);
        printf("assembled: %d, %zu words\n", (int)result, binary ? binary->wordCount : 0);
        spvBinaryDestroy(binary);
    }
    spvTextDestroy(text);
}

static void show_file(const char *path) {
    static uint32_t words[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(words, 4, sizeof words / 4, file) : 0;
    if (file)
        fclose(file);
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvBinaryParse(context, NULL, words, count, header, instruction, &diagnostic);
    printf("parsed: %d\n", (int)result);
    show_diagnostic(diagnostic);
    show_text(context, words, count, SPV_BINARY_TO_TEXT_OPTION_NONE);
    show_text(context, words, count, SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
    show_text(context, words, count, SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
    show_text(context, words, count,
              SPV_BINARY_TO_TEXT_OPTION_COMMENT | SPV_BINARY_TO_TEXT_OPTION_NESTED_INDENT |
                  SPV_BINARY_TO_TEXT_OPTION_REORDER_BLOCKS | SPV_BINARY_TO_TEXT_OPTION_COLOR);
    spvContextDestroy(context);
    for (int env = 0; env < SPV_ENV_MAX; env++) {
        if (env == SPV_ENV_WEBGPU_0)
            continue;
        context = spvContextCreate((spv_target_env)env);
        diagnostic = NULL;
        result = spvValidateBinary(context, words, count, &diagnostic);
        printf("environment %d: %s\n", env, result ? "invalid" : "valid");
        spvDiagnosticDestroy(diagnostic);
        spvContextDestroy(context);
    }
}

int main(int argc, char **argv) {
    static const char *const texts[] = {"spv1.3", "vulkan1.1spv1.4", "vulkan1.2spv1.5", "opencl2.2embedded", "opengl4.5",
                                        "vulkan", "universal1.3", ""};
    for (int env = 0; env < SPV_ENV_MAX; env++)
        if (env != SPV_ENV_WEBGPU_0)
            printf("environment %d: %s\n", env, spvTargetEnvDescription((spv_target_env)env));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        spv_target_env env = SPV_ENV_MAX;
        bool found = spvParseTargetEnv(texts[i], &env);
        printf("'%s' is %d %d\n", texts[i], found, (int)env);
    }
    for (uint32_t vulkan = 0; vulkan < 6; vulkan++)
        for (uint32_t spirv = 0; spirv < 8; spirv++) {
            spv_target_env env = SPV_ENV_MAX;
            bool found = spvParseVulkanEnv(1u << 22 | vulkan << 12, 1u << 16 | spirv << 8, &env);
            printf("Vulkan 1.%u with SPIR-V 1.%u is %d %d\n", vulkan, spirv, found, (int)env);
        }
    for (uint32_t opcode = 0; opcode < 1 << 16; opcode++)
        printf("%s\n", spvOpcodeString(opcode));
    for (int i = 1; i < argc; i++)
        show_file(argv[i]);
    return 0;
}
