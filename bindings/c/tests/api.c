/* The interface with all that a caller can get wrong: api FILE, a valid binary module. Ends with 0 where all is as stated. */
#include <spv_opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("failed: %s\n", what);
        failures++;
    }
}

static uint32_t state = 1;

static uint32_t random_number(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* What is wrong with an input is told as messages with places. Returns the number of errors. */
static size_t refused(const spvopt_session *session, const unsigned char *bytes, size_t length) {
    spvopt_module *module = NULL;
    spvopt_diagnostics *errors = NULL;
    spvopt_status status = spvopt_read(session, bytes, length, NULL, &module, &errors);
    size_t count = 0;
    if (status == SPVOPT_STATUS_OK) {
        spvopt_words words = {0};
        spvopt_bytes text = {0};
        status = spvopt_run(module, "O", &errors);
        if (status == SPVOPT_STATUS_OK) status = spvopt_export(module, &words, &errors);
        if (status == SPVOPT_STATUS_OK) status = spvopt_text(module, &text, &errors);
        expect(status == SPVOPT_STATUS_OK || spvopt_diagnostics_count(errors) > 0, "a failure has messages");
        spvopt_words_free(&words);
        spvopt_bytes_free(&text);
        spvopt_module_free(module);
    }
    expect(status != SPVOPT_STATUS_INTERNAL_ERROR, "no input is an internal error");
    spvopt_message message;
    while (spvopt_diagnostics_get(errors, count, &message)) {
        expect(message.text != NULL && strlen(message.text) > 0, "a message has a text");
        expect(!message.has_range || message.begin <= message.end, "a range has an order");
        count++;
    }
    if (count) expect(strlen(spvopt_diagnostics_text(errors)) > 0, "diagnostics have a text");
    spvopt_diagnostics_free(errors);
    return count;
}

static void nulls(const spvopt_session *session) {
    spvopt_module *module = NULL;
    spvopt_bytes bytes = {0};
    spvopt_words words = {0};
    spvopt_diagnostics *errors = NULL;
    const spvopt_status wrong = SPVOPT_STATUS_INVALID_ARGUMENT;
    expect(spvopt_read(NULL, NULL, 0, NULL, &module, NULL) == wrong, "no session");
    expect(spvopt_read(session, NULL, 4, NULL, &module, NULL) == wrong, "no data");
    expect(spvopt_read(session, (const uint8_t *)"", 0, NULL, NULL, NULL) == wrong, "no place");
    spvopt_read_options options = {0};
    options.format = 9;
    expect(spvopt_read(session, (const uint8_t *)"", 0, &options, &module, &errors) == wrong, "format 9");
    expect(strstr(spvopt_diagnostics_text(errors), "9 is no format") != NULL, "it is named");
    spvopt_diagnostics_free(errors);
    expect(spvopt_text(NULL, &bytes, NULL) == wrong, "text of nothing");
    expect(spvopt_assembly(NULL, &bytes, NULL) == wrong, "assembly of nothing");
    expect(spvopt_export(NULL, &words, NULL) == wrong, "export of nothing");
    expect(spvopt_statistics(NULL, &bytes, NULL) == wrong, "statistics of nothing");
    expect(spvopt_reflection(NULL, &bytes, NULL) == wrong, "reflection of nothing");
    expect(spvopt_control_flow_svg(NULL, NULL, &bytes, NULL) == wrong, "picture of nothing");
    expect(spvopt_diff(NULL, NULL, &bytes, NULL) == wrong, "difference of nothing");
    expect(spvopt_diff_json(NULL, NULL, &bytes, NULL) == wrong, "difference of nothing as JSON");
    expect(spvopt_verify(NULL, NULL) == wrong, "verify nothing");
    expect(spvopt_validate(NULL, "vulkan1.3", NULL, NULL) == wrong, "validate nothing");
    expect(spvopt_run(NULL, "O", NULL) == wrong, "run on nothing");
    expect(spvopt_passes(NULL, &bytes, NULL) == wrong, "passes of nothing");
    expect(spvopt_diagnostics_count(NULL) == 0, "no diagnostics");
    expect(!spvopt_diagnostics_get(NULL, 0, NULL), "no message");
    spvopt_bytes_free(&bytes);
    spvopt_bytes_free(NULL);
    spvopt_words_free(&words);
    spvopt_words_free(NULL);
    spvopt_module_free(NULL);
    spvopt_session_free(NULL);
    spvopt_diagnostics_free(NULL);
}

/* All operations on a valid module. */
static void valid(const spvopt_session *session, const unsigned char *data, size_t length) {
    spvopt_module *module = NULL, *again = NULL;
    spvopt_diagnostics *errors = NULL;
    spvopt_bytes text = {0}, assembly = {0}, json = {0}, svg = {0}, list = {0}, difference = {0};
    spvopt_words words = {0}, same = {0};
    expect(!spvopt_read(session, data, length, NULL, &module, &errors), "read");
    expect(!spvopt_verify(module, &errors), "verify");
    expect(!spvopt_validate(module, "vulkan1.3", "scalar-block-layout", &errors), "validate");
    expect(!spvopt_text(module, &text, &errors), "text");
    expect(strlen((char *)text.data) == text.length, "a text ends with a zero byte");
    expect(!spvopt_export(module, &words, &errors), "export");
    expect(words.data && words.data[0] == 0x07230203, "the magic number");
    expect(!spvopt_read(session, text.data, text.length, NULL, &again, &errors), "read text");
    expect(!spvopt_export(again, &same, &errors), "export of the text");
    expect(words.count == same.count && !memcmp(words.data, same.data, 4 * words.count), "the same words");
    spvopt_module_free(again);
    expect(!spvopt_assembly(module, &assembly, &errors), "assembly");
    expect(!spvopt_read(session, assembly.data, assembly.length, NULL, &again, &errors), "read assembly");
    spvopt_module_free(again);
    expect(!spvopt_statistics(module, &json, &errors), "statistics");
    expect(strstr((char *)json.data, "\"instructions\"") != NULL, "a count");
    spvopt_bytes_free(&json);
    expect(!spvopt_reflection(module, &json, &errors), "reflection");
    expect(strstr((char *)json.data, "entry") != NULL, "entry points");
    expect(!spvopt_control_flow_svg(module, NULL, &svg, &errors), "picture");
    expect(!strncmp((char *)svg.data, "<svg", 4), "it is SVG");
    expect(!spvopt_passes(session, &list, &errors), "passes");
    expect(strstr((char *)list.data, "canonicalize\t") != NULL, "a pass");
    expect(!spvopt_run(module, "canonicalize{max-visits=9},cse", &errors), "run");
    expect(!spvopt_diff(module, module, &difference, &errors) && difference.length == 0, "no difference");
    spvopt_bytes_free(&difference);
    expect(!spvopt_read(session, data, length, NULL, &again, &errors), "read again");
    expect(!spvopt_run(again, "strip-debug,O", &errors), "run O");
    expect(!spvopt_diff(module, again, &difference, &errors), "difference");
    expect(!strncmp((char *)difference.data, "@@ ", 3), "it is a difference");
    spvopt_bytes_free(&difference);
    expect(!spvopt_diff_json(module, again, &difference, &errors), "difference as JSON");
    expect(strstr((char *)difference.data, "\"removed\"") != NULL, "a removed line");
    expect(spvopt_diff(module, NULL, &difference, NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no second module");
    spvopt_module_free(again);
    expect(errors == NULL, "no diagnostics");

    /* What is wrong with options. */
    const char *pipelines[] = {"no-such-pass", "canonicalize{x=1}", "((", "cse,", "\xff"};
    for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; i++) {
        errors = NULL;
        expect(spvopt_run(module, pipelines[i], &errors) != SPVOPT_STATUS_OK, pipelines[i]);
        expect(spvopt_diagnostics_count(errors) == 1, "one message");
        spvopt_diagnostics_free(errors);
    }
    expect(spvopt_validate(module, "vulkan9", NULL, NULL) == SPVOPT_STATUS_ERROR, "no such environment");
    expect(spvopt_validate(module, NULL, NULL, NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no environment");
    expect(spvopt_validate(module, "vulkan1.3", "wrong", NULL) == SPVOPT_STATUS_ERROR, "no such option");
    expect(spvopt_control_flow_svg(module, "none", &svg, NULL) == SPVOPT_STATUS_ERROR, "no such function");
    expect(!spvopt_verify(module, NULL), "it is still valid");

    spvopt_bytes *all[] = {&text, &assembly, &json, &svg, &list, &difference};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) spvopt_bytes_free(all[i]);
    spvopt_words_free(&words);
    spvopt_words_free(&same);
    spvopt_module_free(module);
}

/* Each kind of place. */
static void places(const spvopt_session *session) {
    spvopt_module *module = NULL;
    spvopt_diagnostics *errors = NULL;
    spvopt_message message = {0};
    const char *text = "spv.module Logical GLSL450 {\n  spv.Oops\n}";
    expect(spvopt_read(session, (const uint8_t *)text, strlen(text), NULL, &module, &errors) != 0, "no op");
    expect(spvopt_diagnostics_get(errors, 0, &message), "a message");
    expect(message.has_range && message.line == 2 && message.column == 3, "its place");
    expect(message.begin >= 29 && message.end <= strlen(text) && !message.has_word, "its bytes");
    spvopt_diagnostics_free(errors);
    const char *assembly = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeOops\n";
    expect(spvopt_read(session, (const uint8_t *)assembly, strlen(assembly), NULL, &module, &errors) != 0, "no");
    expect(spvopt_diagnostics_get(errors, 0, &message) && message.has_range && message.line == 3, "line 3");
    spvopt_diagnostics_free(errors);
    const uint32_t words[] = {0x07230203, 0x00010000, 0, 9, 0, 2u << 16 | 17, 1, 3u << 16 | 14, 0, 1, 2u << 16 | 9999, 1};
    expect(spvopt_read(session, (const uint8_t *)words, sizeof words, NULL, &module, &errors) != 0, "no opcode");
    expect(spvopt_diagnostics_get(errors, 0, &message) && message.has_word && message.word == 10, "word 10");
    spvopt_diagnostics_free(errors);
    const char *kernel = "OpCapability Kernel\nOpCapability Linkage\nOpCapability Addresses\n"
                         "OpMemoryModel Physical32 OpenCL\n";
    expect(!spvopt_read(session, (const uint8_t *)kernel, strlen(kernel), NULL, &module, &errors), "a kernel");
    expect(spvopt_validate(module, "vulkan1.0", NULL, &errors) == SPVOPT_STATUS_ERROR, "none of Vulkan");
    int rules = 0;
    for (size_t i = 0; spvopt_diagnostics_get(errors, i, &message); i++) rules += message.rule != NULL;
    expect(rules > 0, "rules are named");
    spvopt_diagnostics_free(errors);
    spvopt_module_free(module);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 2;
    static unsigned char bytes[1 << 20], changed[1 << 20];
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    spvopt_session *session = spvopt_session_new();
    expect(session != NULL && strlen(spvopt_version()) > 0, "a session");
    nulls(session);
    valid(session, bytes, length);
    places(session);
    size_t bad = 0;
    for (int round = 0; round < 120; round++) {
        memcpy(changed, bytes, length);
        size_t used = length;
        if (round % 4 == 0) {
            used = length * (size_t)round / 120;
        } else {
            for (int n = 0; n < 1 + round % 3; n++) changed[random_number() % length] ^= 1u << random_number() % 8;
        }
        bad += refused(session, changed, used) > 0;
    }
    expect(bad >= 100, "at least 100 are refused");
    const char *texts[] = {"", "x", "spv.module", "\xff\xfe", "; SPIR-V\n%1 =", "OpNop OpNop", "{{{{{{{{", "\"", "module {"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refused(session, (const unsigned char *)texts[i], strlen(texts[i]));
    spvopt_session_free(session);
    printf("%zu bad inputs, %d failures\n", bad, failures);
    return failures != 0;
}
