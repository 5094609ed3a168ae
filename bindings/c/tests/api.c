/* Tests the interface, including every misuse that it must detect: api FILE. FILE is a valid binary module. Exits with 0
 * if all tests pass. */
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

/* Checks that errors in an input are reported as messages with positions. Returns the number of errors. */
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
    expect(strstr(spvopt_diagnostics_text(errors), "9 is not a format") != NULL, "it is named");
    spvopt_diagnostics_free(errors);
    options.format = SPVOPT_FORMAT_ASSEMBLY;
    options.target_env = "vulkan1.1";
    const char *shader = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n";
    expect(!spvopt_read(session, (const uint8_t *)shader, strlen(shader), &options, &module, &errors), "version");
    expect(!spvopt_export(module, &words, &errors) && words.data[1] == 0x00010300, "the version is 1.3");
    spvopt_words_free(&words);
    spvopt_module_free(module);
    module = NULL;
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

/* Tests all operations on a valid module. */
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
    spvopt_bytes_free(&list);
    expect(!spvopt_passes_of(session, "cse,canonicalize{max-visits=9}", &list, &errors), "passes of a pipeline");
    expect(!strcmp((char *)list.data, "cse\ncanonicalize{max-visits=9}\n"), "two passes");
    spvopt_bytes_free(&list);
    expect(spvopt_passes_of(session, "none", &list, NULL) == SPVOPT_STATUS_ERROR, "no pass");
    expect(!spvopt_environments(&list, &errors), "environments");
    expect(strstr((char *)list.data, "vulkan1.3\n") != NULL, "an environment");
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

    /* Invalid options. */
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

static int is(spvopt_bytes *text, const char *expected) {
    int same = expected ? text->data && !strcmp((char *)text->data, expected) : !text->data;
    spvopt_bytes_free(text);
    return same;
}

/* Returns the first op with a name. */
static spvopt_op first(spvopt_module *module, const char *name) {
    spvopt_ops all = {0};
    spvopt_op found = {{0, 0, 0}};
    expect(!spvopt_module_walk(module, &all, NULL), "walk");
    for (size_t i = 0; i < all.count && !found.handle.index; i++) {
        spvopt_bytes text = {0};
        expect(!spvopt_op_name(module, all.data[i], &text, NULL), "name");
        if (is(&text, name)) found = all.data[i];
    }
    expect(found.handle.index != 0, name);
    spvopt_ops_free(&all);
    return found;
}

/* Returns whether an attribute has the expected text; NULL means no such attribute. */
static int attribute_is(spvopt_module *module, spvopt_op op, const char *name, const char *expected) {
    spvopt_attributes list = {0};
    expect(!spvopt_op_attributes(module, op, &list, NULL), "attributes");
    int same = expected == NULL;
    for (size_t i = 0; i < list.count; i++)
        if (!strcmp(list.data[i].name, name)) same = expected && !strcmp(list.data[i].text, expected);
    spvopt_attributes_free(&list);
    spvopt_attributes_free(&list);
    return same;
}

/* Tests traversal of ops and their parts, and editing of attributes. */
static void ops(const spvopt_session *session, const unsigned char *data, size_t length) {
    spvopt_module *module = NULL;
    spvopt_bytes text = {0};
    expect(!spvopt_read(session, data, length, NULL, &module, NULL), "read");
    spvopt_ops top = {0}, all = {0}, functions = {0}, inside = {0}, block_ops = {0};
    expect(!spvopt_module_ops(module, &top, NULL) && top.count > 0, "top level");
    expect(!spvopt_module_walk(module, &all, NULL) && all.count > top.count, "all ops");
    expect(!spvopt_module_functions(module, &functions, NULL) && functions.count == 1, "a function");
    spvopt_op function = functions.data[0];
    expect(!spvopt_op_symbol(module, function, &text, NULL) && is(&text, "main"), "its symbol");
    expect(!spvopt_op_walk(module, function, &inside, NULL) && inside.count > 5, "its ops");
    expect(!memcmp(&inside.data[0], &function, sizeof function), "an op has one handle");
    for (size_t i = 0; i < all.count; i++) {
        spvopt_values operands = {0}, results = {0}, arguments = {0};
        spvopt_blocks successors = {0};
        spvopt_regions regions = {0};
        size_t offset = 0;
        spvopt_op op = all.data[i];
        expect(!spvopt_op_text(module, op, &text, NULL) && text.length > 0, "its text");
        spvopt_bytes_free(&text);
        expect(!spvopt_op_location(module, op, &text, NULL), "its location");
        spvopt_bytes_free(&text);
        expect(!spvopt_op_offset(module, op, &offset, NULL) && (offset == SIZE_MAX || offset < length), "its offset");
        expect(!spvopt_op_operands(module, op, &operands, NULL), "operands");
        expect(!spvopt_op_successors(module, op, &successors, NULL), "successors");
        expect(!spvopt_op_results(module, op, &results, NULL), "results");
        for (size_t n = 0; n < operands.count; n++) {
            expect(!spvopt_value_type(module, operands.data[n], &text, NULL) && text.length > 0, "a type");
            spvopt_bytes_free(&text);
        }
        for (size_t n = 0; n < results.count; n++) {
            spvopt_op owner = {{0, 0, 0}};
            expect(!spvopt_value_owner(module, results.data[n], &owner, NULL), "owner");
            expect(!memcmp(&owner, &op, sizeof op), "it is the op");
            expect(!spvopt_value_name(module, results.data[n], &text, NULL), "a debug name");
            spvopt_bytes_free(&text);
        }
        expect(!spvopt_op_regions(module, op, &regions, NULL), "regions");
        for (size_t n = 0; n < regions.count; n++) {
            spvopt_blocks blocks = {0};
            expect(!spvopt_region_blocks(module, regions.data[n], &blocks, NULL), "blocks");
            for (size_t b = 0; b < blocks.count; b++) {
                expect(!spvopt_block_ops(module, blocks.data[b], &block_ops, NULL), "ops of a block");
                spvopt_ops_free(&block_ops);
                expect(!spvopt_block_arguments(module, blocks.data[b], &arguments, NULL), "arguments");
                for (size_t a = 0; a < arguments.count; a++) {
                    spvopt_op none;
                    expect(!spvopt_value_owner(module, arguments.data[a], &none, NULL) && !none.handle.index, "none");
                }
                spvopt_values_free(&arguments);
            }
            spvopt_blocks_free(&blocks);
        }
        spvopt_values_free(&operands);
        spvopt_values_free(&results);
        spvopt_blocks_free(&successors);
        spvopt_regions_free(&regions);
    }
    spvopt_ops_free(&top);
    spvopt_ops_free(&top);
    spvopt_ops_free(&inside);
    spvopt_ops_free(&functions);

    /* Attributes. */
    spvopt_op load = first(module, "spv.Load");
    expect(attribute_is(module, load, "memory_access", NULL), "none yet");
    expect(!spvopt_op_set_attribute(module, load, "memory_access", "Volatile", NULL), "set");
    expect(attribute_is(module, load, "memory_access", "Volatile"), "it is set");
    expect(!spvopt_verify(module, NULL) && !spvopt_assembly(module, &text, NULL), "valid");
    expect(strstr((char *)text.data, "Volatile") != NULL, "in the assembly");
    spvopt_bytes_free(&text);
    expect(!spvopt_op_set_attribute(module, load, "memory_access", NULL, NULL), "remove");
    expect(attribute_is(module, load, "memory_access", NULL), "it is removed");
    const char *wrong[][2] = {{"memory_access", "Oops"}, {"memory_access", ""}, {"my.note", "<<<"}, {"pointer", "1 : i32"}, {"note", "1 : i32"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        spvopt_diagnostics *errors = NULL;
        spvopt_status status = spvopt_op_set_attribute(module, load, wrong[i][0], wrong[i][1], &errors);
        expect(status == SPVOPT_STATUS_ERROR && spvopt_diagnostics_count(errors) == 1, wrong[i][1]);
        spvopt_diagnostics_free(errors);
    }
    expect(spvopt_op_set_attribute(module, load, NULL, "1", NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no name");
    expect(!spvopt_op_set_attribute(module, function, "sym_name", "\"other\"", NULL), "rename");
    spvopt_words words = {0};
    spvopt_diagnostics *errors = NULL;
    expect(spvopt_export(module, &words, &errors) == SPVOPT_STATUS_ERROR, "the entry point has no function");
    expect(spvopt_diagnostics_count(errors) > 0, "that is told");
    spvopt_diagnostics_free(errors);
    expect(!spvopt_op_set_attribute(module, function, "sym_name", "\"main\"", NULL), "rename again");

    /* Another load in the place of the first one. */
    spvopt_values operands = {0}, old = {0}, results = {0};
    spvopt_bytes type = {0};
    spvopt_op copy = {0};
    load = first(module, "spv.Load");
    expect(!spvopt_op_operands(module, load, &operands, NULL) && operands.count == 1, "the pointer");
    expect(!spvopt_op_results(module, load, &old, NULL) && old.count == 1, "the result");
    expect(!spvopt_value_type(module, old.data[0], &type, NULL), "its type");
    const spvopt_attribute access = {"memory_access", "Volatile"};
    expect(!spvopt_op_create(module, load, "spv.Load", operands.data, 1, &access, 1, (char *)type.data, &copy, NULL), "create");
    expect(attribute_is(module, copy, "memory_access", "Volatile"), "with its attribute");
    expect(!spvopt_op_results(module, copy, &results, NULL) && results.count == 1, "the new result");
    expect(spvopt_op_erase(module, load, NULL) == SPVOPT_STATUS_ERROR, "it has uses");
    expect(!spvopt_value_set_name(module, results.data[0], "copy", NULL), "a debug name");
    expect(!spvopt_value_name(module, results.data[0], &text, NULL) && !strcmp((char *)text.data, "copy"), "it is set");
    spvopt_bytes_free(&text);
    expect(!spvopt_value_set_name(module, results.data[0], NULL, NULL), "no debug name");
    expect(!spvopt_value_name(module, results.data[0], &text, NULL) && text.data == NULL, "it is removed");
    expect(!spvopt_value_replace(module, old.data[0], results.data[0], NULL), "replace");
    expect(!spvopt_op_move_before(module, copy, load, NULL), "move");
    expect(spvopt_op_move_before(module, copy, copy, NULL) == SPVOPT_STATUS_ERROR, "before itself");
    expect(!spvopt_op_erase(module, load, NULL), "erase");
    expect(spvopt_op_erase(module, load, NULL) != SPVOPT_STATUS_OK, "it is erased");
    expect(spvopt_op_results(module, load, &old, NULL) != SPVOPT_STATUS_OK, "nothing of an erased op");
    expect(spvopt_value_replace(module, results.data[0], old.data[0], NULL) != SPVOPT_STATUS_OK, "an erased value");
    expect(spvopt_value_set_name(module, old.data[0], "x", NULL) != SPVOPT_STATUS_OK, "no name for an erased value");
    expect(spvopt_op_create(module, copy, "spv.Lod", NULL, 0, NULL, 0, NULL, &load, NULL) == SPVOPT_STATUS_ERROR, "no such op");
    expect(spvopt_op_create(module, copy, "spv.Load", operands.data, 1, NULL, 0, NULL, &load, NULL) == SPVOPT_STATUS_ERROR, "no result type");
    expect(spvopt_run(module, "oops", NULL) != SPVOPT_STATUS_OK, "no such pass");
    expect(attribute_is(module, copy, "memory_access", "Volatile"), "handles outlive a run that did not begin");
    expect(!spvopt_verify(module, NULL), "valid");
    spvopt_bytes_free(&type);
    spvopt_values_free(&operands);
    spvopt_values_free(&old);
    spvopt_values_free(&results);
    spvopt_ops_free(&all);
    spvopt_module_free(module);
}

/* Returns the errors that setting an attribute causes, which the caller frees. */
static spvopt_diagnostics *errors_of(spvopt_module *module, spvopt_op op, const char *name, const char *text) {
    spvopt_diagnostics *errors = NULL;
    expect(spvopt_op_set_attribute(module, op, name, text, &errors) == SPVOPT_STATUS_ERROR, text);
    return errors;
}

/* Tests the values of parameters and decorations, and that messages say which value is expected. */
static void values_of_attributes(const spvopt_session *session, const unsigned char *data, size_t length) {
    spvopt_module *module = NULL;
    expect(!spvopt_read(session, data, length, NULL, &module, NULL), "read");
    spvopt_op load = first(module, "spv.Load"), store = first(module, "spv.Store"), created;
    spvopt_op variable = first(module, "spv.GlobalVariable"), end = first(module, "spv.Return");
    expect(!spvopt_op_set_attribute(module, load, "memory_access", "[\"Aligned\", 4]", NULL), "like MLIR text");
    expect(!spvopt_op_set_attribute(module, load, "memory_access", "Volatile|Aligned, 16", NULL), "an operand");
    expect(attribute_is(module, load, "memory_access", "Volatile|Aligned, 16"), "the operand is kept");
    expect(!spvopt_verify(module, NULL), "valid");
    expect(!spvopt_op_set_attribute(module, load, "memory_access", "Volatile", NULL), "no operand");
    expect(attribute_is(module, load, "memory_access", "Volatile"), "the operand is removed");
    expect(!spvopt_op_set_attribute(module, variable, "binding", "7", NULL), "a binding");
    const struct {
        spvopt_op op;
        const char *name, *text, *message;
    } wrong[] = {
        {load, "memory_access", "Aligned", "'Aligned' requires a 32-bit integer as operand"},
        {load, "memory_access", "Aligned, -4", "'Aligned' requires a 32-bit integer as operand, but found `-4 : i64`"},
        {load, "memory_access", "Volatile, 4", "'Volatile' takes 0 operands, but found 1"},
        {load, "memory_access", "Alined, 4", "did you mean 'Aligned'?"},
        {load, "memory_access", "0xFFFFFFFF", "'0xFFFFFFFF' is not a MemoryAccess"},
        {variable, "binding", "\"x\"", "'binding' takes an unsigned 32-bit integer such as `1 : i32`, but found `\"x\"`"},
        {variable, "binding", "-7", "takes an unsigned 32-bit integer such as `1 : i32`, but found `-7 : i64`"},
        {variable, "flat", "1 : i32", "'flat' takes the value `unit`, but found `1 : i32`"},
        {variable, "built_in", "\"FragCord\"", "takes an enumerant of BuiltIn such as `\"Position\"`"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        spvopt_diagnostics *errors = errors_of(module, wrong[i].op, wrong[i].name, wrong[i].text);
        expect(strstr(spvopt_diagnostics_text(errors), wrong[i].message) != NULL, spvopt_diagnostics_text(errors));
        spvopt_diagnostics_free(errors);
    }
    expect(attribute_is(module, load, "memory_access", "Volatile"), "an error changes nothing");

    spvopt_diagnostics *errors = NULL;
    expect(spvopt_op_create(module, store, "spv.Kill", NULL, 0, NULL, 0, NULL, &created, &errors) != 0, "mid-block");
    expect(strstr(spvopt_diagnostics_text(errors), "before 'spv.Store', in the middle of a block") != NULL, "its place");
    spvopt_diagnostics_free(errors);
    expect(spvopt_op_move_before(module, end, store, NULL) == SPVOPT_STATUS_ERROR, "a terminator cannot move there");
    expect(!spvopt_op_create(module, end, "spv.Unreachable", NULL, 0, NULL, 0, NULL, &created, NULL), "replaces the end");
    expect(!spvopt_op_erase(module, end, NULL) && !spvopt_verify(module, NULL), "valid");
    expect(spvopt_op_create(module, store, "FAdd", NULL, 0, NULL, 0, NULL, &created, &errors) != 0, "no dialect");
    expect(strstr(spvopt_diagnostics_text(errors), "did you mean 'spv.FAdd'?") != NULL, "the dialect is suggested");
    spvopt_diagnostics_free(errors);
    spvopt_status status = spvopt_op_create(module, store, "spv.FAdd", NULL, 2, NULL, 0, "f32", &created, &errors);
    expect(status == SPVOPT_STATUS_INVALID_ARGUMENT, "null operands");
    expect(strstr(spvopt_diagnostics_text(errors), "the operands are null, but their count is 2") != NULL, "their count");
    spvopt_diagnostics_free(errors);
    spvopt_module_free(module);
}

/* Tests that invalid handles are rejected. */
static void stale(const spvopt_session *session, const unsigned char *data, size_t length) {
    spvopt_module *module = NULL, *other = NULL;
    expect(!spvopt_read(session, data, length, NULL, &module, NULL), "read");
    expect(!spvopt_read(session, data, length, NULL, &other, NULL), "read another");
    spvopt_op load = first(module, "spv.Load"), handles[300];
    size_t count = 0;
    memset(handles, 0, sizeof handles);
    handles[count++].handle.index = 0;
    handles[count++] = first(other, "spv.Load");
    spvopt_values operands = {0};
    expect(!spvopt_op_operands(module, load, &operands, NULL) && operands.count == 1, "a value");
    handles[count++].handle = operands.data[0].handle;
    spvopt_region region = {load.handle};
    spvopt_blocks blocks = {0};
    expect(spvopt_region_blocks(module, region, &blocks, NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no region");
    expect(blocks.data == NULL, "nothing is written");
    spvopt_values_free(&operands);
    spvopt_op known = load;
    while (count < 150) {
        handles[count] = load;
        switch (count % 3) {
        case 0: handles[count].handle.index = 100000 + random_number(); break;
        case 1: handles[count].handle.generation += 1 + random_number(); break;
        default: handles[count].handle.module += 1 + random_number(); break;
        }
        count++;
    }
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < count; i++) {
            spvopt_diagnostics *errors = NULL;
            spvopt_bytes text = {0};
            spvopt_ops ops = {0};
            const spvopt_status wrong = SPVOPT_STATUS_INVALID_ARGUMENT;
            expect(spvopt_op_name(module, handles[i], &text, &errors) == wrong, "a wrong handle");
            expect(spvopt_diagnostics_count(errors) == 1, "that is told");
            spvopt_diagnostics_free(errors);
            expect(spvopt_op_walk(module, handles[i], &ops, NULL) == wrong, "nothing to walk");
            expect(spvopt_op_set_attribute(module, handles[i], "a", "1 : i32", NULL) == wrong, "nothing to set");
        }
        if (round == 0) {
            expect(!spvopt_run(module, "O", NULL), "passes");
            handles[count++] = known;
        }
    }
    spvopt_diagnostics *errors = NULL;
    spvopt_bytes text = {0};
    expect(spvopt_op_text(module, known, &text, &errors) != SPVOPT_STATUS_OK, "stale");
    expect(strstr(spvopt_diagnostics_text(errors), "look it up again") != NULL, "what to do");
    spvopt_diagnostics_free(errors);
    expect(spvopt_op_text(NULL, known, &text, NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no module");
    expect(spvopt_op_text(module, known, NULL, NULL) == SPVOPT_STATUS_INVALID_ARGUMENT, "no place");
    spvopt_ops_free(NULL);
    spvopt_values_free(NULL);
    spvopt_blocks_free(NULL);
    spvopt_regions_free(NULL);
    spvopt_attributes_free(NULL);
    spvopt_module_free(module);
    spvopt_module_free(other);
}

/* Tests each kind of position in messages. */
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
    const char *shader = "OpCapability Kernel\nOpCapability Linkage\nOpCapability Addresses\n"
                         "OpMemoryModel Physical32 OpenCL\n";
    expect(!spvopt_read(session, (const uint8_t *)shader, strlen(shader), NULL, &module, &errors), "a kernel");
    expect(spvopt_validate(module, "vulkan1.0", NULL, &errors) == SPVOPT_STATUS_ERROR, "none of Vulkan");
    int rules = 0;
    for (size_t i = 0; spvopt_diagnostics_get(errors, i, &message); i++) rules += message.rule != NULL;
    expect(rules > 0, "rules are named");
    spvopt_diagnostics_free(errors);
    spvopt_module_free(module);
}

/* Tries 16 invalid inputs of each kind; returns the number of rejected inputs. */
static size_t bad_inputs(const spvopt_session *session, const unsigned char *bytes, size_t length) {
    static unsigned char changed[1 << 20];
    spvopt_module *module = NULL;
    spvopt_bytes text = {0}, assembly = {0};
    expect(!spvopt_read(session, bytes, length, NULL, &module, NULL), "read");
    expect(!spvopt_text(module, &text, NULL) && !spvopt_assembly(module, &assembly, NULL), "write");
    spvopt_module_free(module);
    const unsigned char *inputs[] = {bytes, text.data, assembly.data};
    const size_t lengths[] = {length, text.length, assembly.length};
    size_t refused_inputs = 0, tried = 0;
    for (size_t round = 0; round < 16; round++) {
        for (size_t form = 0; form < 3; form++) {
            size_t size = lengths[form];
            expect(size <= sizeof changed, "it fits");
            /* Truncated. */
            refused_inputs += refused(session, inputs[form], size * round / 16) > 0;
            /* Some bytes replaced; in text and assembly, by meaningful characters. */
            memcpy(changed, inputs[form], size);
            for (size_t n = 0; n < 1 + round % 3; n++) {
                unsigned char *at = &changed[random_number() % size];
                const uint32_t number = random_number();
                *at = (unsigned char)(form ? "%@!{}()<>=:,x0 \n\"\xff"[number % 18] : *at ^ 1 << number % 8);
            }
            refused_inputs += refused(session, changed, size) > 0;
            tried += 2;
        }
        /* Random bytes, with and without a valid header. */
        for (size_t i = 0; i < length; i++) changed[i] = (unsigned char)random_number();
        if (round % 2) memcpy(changed, bytes, 20);
        refused_inputs += refused(session, changed, length) > 0;
        tried++;
    }
    const char *texts[] = {"", "x", "spv.module", "\xff\xfe", "; SPIR-V\n%1 =", "OpNop OpNop", "{{{{{{{{", "\"", "module {"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refused(session, (const unsigned char *)texts[i], strlen(texts[i]));
    spvopt_bytes_free(&text);
    spvopt_bytes_free(&assembly);
    printf("%zu inputs tried, ", tried);
    expect(refused_inputs >= 100, "at least 100 are refused");
    return refused_inputs;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 2;
    static unsigned char bytes[1 << 20];
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    spvopt_session *session = spvopt_session_new();
    expect(session != NULL && strlen(spvopt_version()) > 0, "a session");
    nulls(session);
    valid(session, bytes, length);
    places(session);
    ops(session, bytes, length);
    values_of_attributes(session, bytes, length);
    stale(session, bytes, length);
    size_t bad = bad_inputs(session, bytes, length);
    spvopt_session_free(session);
    printf("%zu bad inputs, %d failures\n", bad, failures);
    return failures != 0;
}
