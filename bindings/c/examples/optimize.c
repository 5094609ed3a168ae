/* Reads a module, validates it for Vulkan 1.3, optimizes it for size and writes it: optimize INPUT OUTPUT. */
#include <spv_opt.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns all bytes of a file, or NULL if it cannot be read. */
static unsigned char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    *length = 0;
    for (;;) {
        if (*length == capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            unsigned char *more = realloc(bytes, capacity);
            if (!more) break;
            bytes = more;
        }
        size_t count = fread(bytes + *length, 1, capacity - *length, file);
        *length += count;
        if (count == 0) break;
    }
    fclose(file);
    return bytes;
}

/* Prints each message with its position. */
static void show(spvopt_diagnostics *errors) {
    spvopt_message message;
    for (size_t i = 0; spvopt_diagnostics_get(errors, i, &message); i++) {
        if (message.has_range) printf("line %zu, column %zu: ", message.line, message.column);
        if (message.has_word) printf("word %zu: ", message.word);
        if (message.instruction) printf("%s: ", message.instruction);
        printf("%s%s%s\n", message.text, message.rule ? " " : "", message.rule ? message.rule : "");
    }
    spvopt_diagnostics_free(errors);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s INPUT OUTPUT\n", argv[0]);
        return 2;
    }
    size_t length = 0;
    unsigned char *bytes = read_file(argv[1], &length);
    if (!bytes) {
        fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 2;
    }
    spvopt_session *session = spvopt_session_new();
    spvopt_module *module = NULL;
    spvopt_words words = {0};
    spvopt_diagnostics *errors = NULL;
    spvopt_read_options options = {.name = argv[1]};

    int failed = spvopt_read(session, bytes, length, &options, &module, &errors) ||
                 spvopt_validate(module, "vulkan1.3", NULL, &errors) ||
                 spvopt_run(module, "Os", &errors) ||
                 spvopt_export(module, &words, &errors);
    if (failed) {
        show(errors);
    } else {
        printf("%zu bytes before, %zu bytes after\n", length, 4 * words.count);
        FILE *file = fopen(argv[2], "wb");
        failed = !file || fwrite(words.data, 4, words.count, file) != words.count;
        if (file) failed |= fclose(file) != 0;
    }
    spvopt_words_free(&words);
    spvopt_module_free(module);
    spvopt_session_free(session);
    free(bytes);
    return failed;
}
