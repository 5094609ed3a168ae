/* CPU time of the C library: throughput FILE ROUNDS. Prints what tests/src/bin/throughput.rs prints. */
#include <spv_opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned char *data;
static size_t length;
static spvopt_session *session;

static void check(spvopt_status status) {
    if (status != SPVOPT_STATUS_OK) exit(1);
}

static void run(const char *pipeline, int print) {
    spvopt_module *module = NULL;
    spvopt_words words = {0};
    spvopt_bytes text = {0};
    check(spvopt_read(session, data, length, NULL, &module, NULL));
    if (pipeline) check(spvopt_run(module, pipeline, NULL));
    if (print) check(spvopt_text(module, &text, NULL));
    else check(spvopt_export(module, &words, NULL));
    spvopt_words_free(&words);
    spvopt_bytes_free(&text);
    spvopt_module_free(module);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *name, int rounds, const char *pipeline, int print) {
    double times[100];
    for (int i = 0; i <= rounds; i++) {
        clock_t start = clock();
        run(pipeline, print);
        if (i) times[i - 1] = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    qsort(times, rounds, sizeof *times, ascending);
    printf("%.6f %s\n", times[rounds / 2], name);
}

int main(int argc, char **argv) {
    int rounds = argc == 3 ? atoi(argv[2]) : 0;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file || rounds < 1 || rounds > 100) return 2;
    fseek(file, 0, SEEK_END);
    length = (size_t)ftell(file);
    rewind(file);
    data = malloc(length);
    if (!data || fread(data, 1, length, file) != length) return 2;
    fclose(file);
    session = spvopt_session_new();
    measure("read, export", rounds, NULL, 0);
    measure("read, print", rounds, NULL, 1);
    measure("read, O, export", rounds, "O", 0);
    spvopt_session_free(session);
    free(data);
    return 0;
}
