/* Makes all loads from a storage class, such as Uniform, volatile: edit INPUT OUTPUT CLASS. */
#include <spv_opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exits with the diagnostics if a call failed. */
static void check(spvopt_status status, spvopt_diagnostics **errors) {
    if (status == SPVOPT_STATUS_OK) return;
    fputs(spvopt_diagnostics_text(*errors), stderr);
    exit(1);
}

/* Returns whether an op has this name. */
static bool has_name(spvopt_module *module, spvopt_op op, const char *name) {
    spvopt_bytes text = {0};
    spvopt_diagnostics *errors = NULL;
    check(spvopt_op_name(module, op, &text, &errors), &errors);
    bool same = !strcmp((const char *)text.data, name);
    spvopt_bytes_free(&text);
    return same;
}

/* Returns whether a load reads from a storage class. The pointer type has the form `!spv.ptr<f32, Uniform>`. */
static bool reads(spvopt_module *module, spvopt_op load, const char *class) {
    spvopt_values operands = {0};
    spvopt_bytes type = {0};
    spvopt_diagnostics *errors = NULL;
    check(spvopt_op_operands(module, load, &operands, &errors), &errors);
    check(spvopt_value_type(module, operands.data[0], &type, &errors), &errors);
    const char *end = strrchr((const char *)type.data, ' ');
    bool same = end && !strncmp(end + 1, class, strlen(class)) && !strcmp(end + 1 + strlen(class), ">");
    spvopt_bytes_free(&type);
    spvopt_values_free(&operands);
    return same;
}

/* Adds `Volatile` to the memory operands of a load, which may already have others, such as `Aligned, 4`. */
static void make_volatile(spvopt_module *module, spvopt_op load) {
    spvopt_attributes attributes = {0};
    spvopt_diagnostics *errors = NULL;
    const char *old = "";
    check(spvopt_op_attributes(module, load, &attributes, &errors), &errors);
    for (size_t i = 0; i < attributes.count; i++)
        if (!strcmp(attributes.data[i].name, "memory_access")) old = attributes.data[i].text;
    if (!strstr(old, "Volatile")) {
        char *access = malloc(strlen(old) + sizeof "Volatile|");
        if (!access) abort();
        sprintf(access, "Volatile%s%s", *old ? "|" : "", old);
        check(spvopt_op_set_attribute(module, load, "memory_access", access, &errors), &errors);
        free(access);
    }
    spvopt_attributes_free(&attributes);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s INPUT OUTPUT CLASS\n", argv[0]);
        return 2;
    }
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(argv[1], "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (length == sizeof bytes) {
        fprintf(stderr, "%s is too large for this example\n", argv[1]);
        return 2;
    }

    spvopt_session *session = spvopt_session_new();
    spvopt_module *module = NULL;
    spvopt_ops ops = {0};
    spvopt_words words = {0};
    spvopt_diagnostics *errors = NULL;
    size_t count = 0;
    check(spvopt_read(session, bytes, length, NULL, &module, &errors), &errors);
    check(spvopt_module_walk(module, &ops, &errors), &errors);
    for (size_t i = 0; i < ops.count; i++) {
        if (has_name(module, ops.data[i], "spv.Load") && reads(module, ops.data[i], argv[3])) {
            make_volatile(module, ops.data[i]);
            count++;
        }
    }
    /* Export verifies the module. */
    check(spvopt_export(module, &words, &errors), &errors);
    printf("%zu loads are volatile\n", count);
    file = fopen(argv[2], "wb");
    int failed = !file || fwrite(words.data, 4, words.count, file) != words.count;
    if (file) failed |= fclose(file) != 0;
    spvopt_words_free(&words);
    spvopt_ops_free(&ops);
    spvopt_module_free(module);
    spvopt_session_free(session);
    return failed;
}
