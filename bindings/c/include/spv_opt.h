#ifndef SPV_OPT_H
#define SPV_OPT_H

/* Generated from the sources of spv-opt-c by its test `header`. Do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The severity of a message.
typedef enum spvopt_severity {
  // The input is invalid.
  SPVOPT_SEVERITY_ERROR = 0,
  // The input is suspicious.
  SPVOPT_SEVERITY_WARNING = 1,
  // Additional information about the preceding message.
  SPVOPT_SEVERITY_NOTE = 2,
  // Information about a completed action.
  SPVOPT_SEVERITY_REMARK = 3,
} spvopt_severity;

// The result of a function.
typedef enum spvopt_status {
  // Success.
  SPVOPT_STATUS_OK = 0,
  // Invalid input: a module, a pipeline, or the name of an environment.
  SPVOPT_STATUS_ERROR = 1,
  // An argument that is null or not UTF-8.
  SPVOPT_STATUS_INVALID_ARGUMENT = 2,
  // A bug in spv-opt. Please report it with the input.
  SPVOPT_STATUS_INTERNAL_ERROR = 3,
} spvopt_status;

// The format of an input.
typedef enum spvopt_format {
  // Detected from the first bytes.
  SPVOPT_FORMAT_AUTO = 0,
  // Binary SPIR-V, of either endianness.
  SPVOPT_FORMAT_BINARY = 1,
  // The text of the IR.
  SPVOPT_FORMAT_TEXT = 2,
  // Assembly as in SPIRV-Tools.
  SPVOPT_FORMAT_ASSEMBLY = 3,
} spvopt_format;

// The reason why a function failed. Freed by `spvopt_diagnostics_free`.
typedef struct spvopt_diagnostics spvopt_diagnostics;

// A module. Freed by `spvopt_module_free`.
typedef struct spvopt_module spvopt_module;

// The dialects and passes available to modules. A program should create only one, because that takes longer than
// reading a small module. Freed by `spvopt_session_free`; modules read with it may outlive it.
typedef struct spvopt_session spvopt_session;

// A message. Its strings are owned by the diagnostics.
typedef struct spvopt_message {
  // The severity. A note refers to the last preceding message that is not a note.
  enum spvopt_severity severity;
  // The message text.
  const char *text;
  // The id of the violated rule (`VUID-...`, `SPV-...`), or null.
  const char *rule;
  // Whether the next four fields give a range of a text or assembly.
  bool has_range;
  // Offset of the first byte of the range.
  uintptr_t begin;
  // Offset after the last byte of the range.
  uintptr_t end;
  // The line where the range starts, counted from 1.
  uintptr_t line;
  // The column where the range starts, counted from 1, in characters.
  uintptr_t column;
  // Whether the next field gives a word of a binary.
  bool has_word;
  // Offset in the binary, in words.
  uintptr_t word;
  // The instruction at the word, for example `OpLoad`, or null.
  const char *instruction;
} spvopt_message;

// Bytes of UTF-8 text, followed by a zero byte that `length` does not include. Freed by `spvopt_bytes_free`.
typedef struct spvopt_bytes {
  // The first byte; null if there is no text or it was freed.
  uint8_t *data;
  // Number of bytes.
  uintptr_t length;
} spvopt_bytes;

// 32-bit words in host byte order. Freed by `spvopt_words_free`.
typedef struct spvopt_words {
  // The first word.
  uint32_t *data;
  // Number of words.
  uintptr_t count;
} spvopt_words;

// Options for reading a module. All zero is the default.
typedef struct spvopt_read_options {
  // The name of the input in messages; may be null.
  const char *name;
  // The format of the input: a `spvopt_format`.
  uint32_t format;
  // Whether to return a module that does not verify, for printing.
  bool unverified;
  // Whether validation also covers instruction order and unused types.
  bool strict;
  // The target environment, such as `vulkan1.1`, whose SPIR-V version applies to assembly and text that state none.
  // May be null.
  const char *target_env;
} spvopt_read_options;

// The number of a part of a module, valid until passes run on the module. Two handles of one module are equal exactly
// if their parts are the same. All zero is the null handle.
typedef struct spvopt_handle {
  // Identifies the module.
  uint64_t module;
  // Number of pass runs before the handle was created.
  uint32_t generation;
  // Index in the module.
  uint32_t index;
} spvopt_handle;

// An operation.
typedef struct spvopt_op {
  // The number.
  struct spvopt_handle handle;
} spvopt_op;

// A list of ops. Freed by `spvopt_ops_free`.
typedef struct spvopt_ops {
  // The first op.
  struct spvopt_op *data;
  // Number of ops.
  uintptr_t count;
} spvopt_ops;

// A region of an operation.
typedef struct spvopt_region {
  // The number.
  struct spvopt_handle handle;
} spvopt_region;

// A list of regions. Freed by `spvopt_regions_free`.
typedef struct spvopt_regions {
  // The first region.
  struct spvopt_region *data;
  // Number of regions.
  uintptr_t count;
} spvopt_regions;

// A basic block.
typedef struct spvopt_block {
  // The number.
  struct spvopt_handle handle;
} spvopt_block;

// A list of blocks. Freed by `spvopt_blocks_free`.
typedef struct spvopt_blocks {
  // The first block.
  struct spvopt_block *data;
  // Number of blocks.
  uintptr_t count;
} spvopt_blocks;

// An SSA value.
typedef struct spvopt_value {
  // The number.
  struct spvopt_handle handle;
} spvopt_value;

// A list of values. Freed by `spvopt_values_free`.
typedef struct spvopt_values {
  // The first value.
  struct spvopt_value *data;
  // Number of values.
  uintptr_t count;
} spvopt_values;

// An attribute: a parameter that is not an SSA operand, a decoration, or another discardable attribute. Its strings
// are owned by the list.
typedef struct spvopt_attribute {
  // The name.
  const char *name;
  // The value as text.
  const char *text;
} spvopt_attribute;

// A list of attributes. Freed by `spvopt_attributes_free`.
typedef struct spvopt_attributes {
  // The first attribute.
  struct spvopt_attribute *data;
  // Number of attributes.
  uintptr_t count;
} spvopt_attributes;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Frees diagnostics with all messages.
void spvopt_diagnostics_free(struct spvopt_diagnostics *diagnostics);

// Returns all messages as text with source lines; empty for null. The string is owned by the diagnostics.
const char *spvopt_diagnostics_text(const struct spvopt_diagnostics *diagnostics);

// Returns the number of messages, including notes.
uintptr_t spvopt_diagnostics_count(const struct spvopt_diagnostics *diagnostics);

// Writes message number `index`, counted from 0, to `message`. Returns false, without writing, if there is no such
// message.
bool spvopt_diagnostics_get(const struct spvopt_diagnostics *diagnostics,
                            uintptr_t index,
                            struct spvopt_message *message);

// Frees bytes, and sets the pointer to null.
void spvopt_bytes_free(struct spvopt_bytes *bytes);

// Frees words, and sets the pointer to null.
void spvopt_words_free(struct spvopt_words *words);

// Creates a session; returns null on failure.
struct spvopt_session *spvopt_session_new(void);

// Frees a session.
void spvopt_session_free(struct spvopt_session *session);

// Lists the passes and pipelines that `spvopt_run` knows, one per line: name, tab, summary.
enum spvopt_status spvopt_passes(const struct spvopt_session *session,
                                 struct spvopt_bytes *out,
                                 struct spvopt_diagnostics **errors);

// Lists the passes that a pipeline runs in order, one per line, in the syntax of `spvopt_run`.
enum spvopt_status spvopt_passes_of(const struct spvopt_session *session,
                                    const char *pipeline,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Lists the target environments that `spvopt_validate` knows, one per line.
enum spvopt_status spvopt_environments(struct spvopt_bytes *out,
                                       struct spvopt_diagnostics **errors);

// Reads a module from `length` bytes at `data`. `options` may be null.
enum spvopt_status spvopt_read(const struct spvopt_session *session,
                               const uint8_t *data,
                               uintptr_t length,
                               const struct spvopt_read_options *options,
                               struct spvopt_module **out,
                               struct spvopt_diagnostics **errors);

// Returns the version of the library as a static string.
const char *spvopt_version(void);

// Frees a module.
void spvopt_module_free(struct spvopt_module *module);

// Writes the module as text.
enum spvopt_status spvopt_text(struct spvopt_module *module,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes the module as assembly in the syntax of SPIRV-Tools.
enum spvopt_status spvopt_assembly(struct spvopt_module *module,
                                   struct spvopt_bytes *out,
                                   struct spvopt_diagnostics **errors);

// Exports the module as binary.
enum spvopt_status spvopt_export(struct spvopt_module *module,
                                 struct spvopt_words *out,
                                 struct spvopt_diagnostics **errors);

// Writes statistics of the module as JSON; see `spv-opt stat --json`.
enum spvopt_status spvopt_statistics(struct spvopt_module *module,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes entry points, resources and types of the module as JSON; see `spv-opt reflect --json`.
enum spvopt_status spvopt_reflection(struct spvopt_module *module,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes the differences between two modules as `spv-opt diff` does. Writes nothing if they are equal except for
// numbered names.
enum spvopt_status spvopt_diff(const struct spvopt_module *first,
                               const struct spvopt_module *second,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes the differences between two modules as JSON; see `spv-opt diff --json`.
enum spvopt_status spvopt_diff_json(const struct spvopt_module *first,
                                    const struct spvopt_module *second,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Draws the control-flow graph of the function with this symbol as SVG, or of all functions if `function` is null.
enum spvopt_status spvopt_control_flow_svg(struct spvopt_module *module,
                                           const char *function,
                                           struct spvopt_bytes *out,
                                           struct spvopt_diagnostics **errors);

// Verifies the module. A module read without `unverified` is already verified.
enum spvopt_status spvopt_verify(struct spvopt_module *module, struct spvopt_diagnostics **errors);

// Validates the module for a target environment, for example `vulkan1.3`. `options` may be null, or has spirv-val
// options such as `scalar-block-layout,max-id-bound=1000`.
enum spvopt_status spvopt_validate(struct spvopt_module *module,
                                   const char *environment,
                                   const char *options,
                                   struct spvopt_diagnostics **errors);

// Runs passes and pipelines with options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`. Makes all handles
// of ops, regions, blocks and values of the module stale.
enum spvopt_status spvopt_run(struct spvopt_module *module,
                              const char *pipeline,
                              struct spvopt_diagnostics **errors);

// Frees ops, and sets the pointer to null.
void spvopt_ops_free(struct spvopt_ops *ops);

// Frees regions, and sets the pointer to null.
void spvopt_regions_free(struct spvopt_regions *regions);

// Frees blocks, and sets the pointer to null.
void spvopt_blocks_free(struct spvopt_blocks *blocks);

// Frees values, and sets the pointer to null.
void spvopt_values_free(struct spvopt_values *values);

// Frees attributes with their strings, and sets the pointer to null.
void spvopt_attributes_free(struct spvopt_attributes *attributes);

// Lists the top-level ops of a module.
enum spvopt_status spvopt_module_ops(struct spvopt_module *module,
                                     struct spvopt_ops *out,
                                     struct spvopt_diagnostics **errors);

// Lists all ops of a module in preorder.
enum spvopt_status spvopt_module_walk(struct spvopt_module *module,
                                      struct spvopt_ops *out,
                                      struct spvopt_diagnostics **errors);

// Lists the functions of a module that have a body.
enum spvopt_status spvopt_module_functions(struct spvopt_module *module,
                                           struct spvopt_ops *out,
                                           struct spvopt_diagnostics **errors);

// Lists an op and all nested ops in preorder.
enum spvopt_status spvopt_op_walk(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_ops *out,
                                  struct spvopt_diagnostics **errors);

// Writes the name of an op's definition, for example `spv.Load`.
enum spvopt_status spvopt_op_name(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// Writes the symbol of an op; null data if it has none.
enum spvopt_status spvopt_op_symbol(struct spvopt_module *module,
                                    struct spvopt_op op,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Writes an op, including nested ops, as text.
enum spvopt_status spvopt_op_text(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// Writes the explicit location of an op as `file:line:column`; null data if it has none.
enum spvopt_status spvopt_op_location(struct spvopt_module *module,
                                      struct spvopt_op op,
                                      struct spvopt_bytes *out,
                                      struct spvopt_diagnostics **errors);

// Writes the position of an op in the input: a word offset for a binary or assembly, a byte offset for text. Writes
// `SIZE_MAX` if it is unknown.
enum spvopt_status spvopt_op_offset(struct spvopt_module *module,
                                    struct spvopt_op op,
                                    uintptr_t *out,
                                    struct spvopt_diagnostics **errors);

// Lists the operands of an op, followed by its successor arguments.
enum spvopt_status spvopt_op_operands(struct spvopt_module *module,
                                      struct spvopt_op op,
                                      struct spvopt_values *out,
                                      struct spvopt_diagnostics **errors);

// Lists the results of an op.
enum spvopt_status spvopt_op_results(struct spvopt_module *module,
                                     struct spvopt_op op,
                                     struct spvopt_values *out,
                                     struct spvopt_diagnostics **errors);

// Lists the blocks that a terminator branches to.
enum spvopt_status spvopt_op_successors(struct spvopt_module *module,
                                        struct spvopt_op op,
                                        struct spvopt_blocks *out,
                                        struct spvopt_diagnostics **errors);

// Lists the regions of an op.
enum spvopt_status spvopt_op_regions(struct spvopt_module *module,
                                     struct spvopt_op op,
                                     struct spvopt_regions *out,
                                     struct spvopt_diagnostics **errors);

// Lists the attributes of an op: first parameters that are not SSA operands, then others such as decorations.
enum spvopt_status spvopt_op_attributes(struct spvopt_module *module,
                                        struct spvopt_op op,
                                        struct spvopt_attributes *out,
                                        struct spvopt_diagnostics **errors);

// Sets an attribute of an op from its text; null removes it. Fails if the op does not accept the attribute. The module
// is verified again before optimization and export.
enum spvopt_status spvopt_op_set_attribute(struct spvopt_module *module,
                                           struct spvopt_op op,
                                           const char *name,
                                           const char *text,
                                           struct spvopt_diagnostics **errors);

// Creates an op without successors before another op, with the location of that op. `attributes` are as
// `spvopt_op_set_attribute` takes them. `result_type` is the text of the type of the result, or null if there is
// none.
enum spvopt_status spvopt_op_create(struct spvopt_module *module,
                                    struct spvopt_op before,
                                    const char *name,
                                    const struct spvopt_value *operands,
                                    uintptr_t operand_count,
                                    const struct spvopt_attribute *attributes,
                                    uintptr_t attribute_count,
                                    const char *result_type,
                                    struct spvopt_op *out,
                                    struct spvopt_diagnostics **errors);

// Moves an op before another op of the same function.
enum spvopt_status spvopt_op_move_before(struct spvopt_module *module,
                                         struct spvopt_op op,
                                         struct spvopt_op before,
                                         struct spvopt_diagnostics **errors);

// Erases an op and everything nested in it. The results must have no uses. Handles of erased entities become invalid.
enum spvopt_status spvopt_op_erase(struct spvopt_module *module,
                                   struct spvopt_op op,
                                   struct spvopt_diagnostics **errors);

// Replaces all uses of a value by another value of the same type, in the function of both.
enum spvopt_status spvopt_value_replace(struct spvopt_module *module,
                                        struct spvopt_value old,
                                        struct spvopt_value new_,
                                        struct spvopt_diagnostics **errors);

// Lists the blocks of a region.
enum spvopt_status spvopt_region_blocks(struct spvopt_module *module,
                                        struct spvopt_region region,
                                        struct spvopt_blocks *out,
                                        struct spvopt_diagnostics **errors);

// Lists the arguments of a block.
enum spvopt_status spvopt_block_arguments(struct spvopt_module *module,
                                          struct spvopt_block block,
                                          struct spvopt_values *out,
                                          struct spvopt_diagnostics **errors);

// Lists the ops of a block.
enum spvopt_status spvopt_block_ops(struct spvopt_module *module,
                                    struct spvopt_block block,
                                    struct spvopt_ops *out,
                                    struct spvopt_diagnostics **errors);

// Writes the type of a value as text.
enum spvopt_status spvopt_value_type(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes the debug name of a value; null data if it has none.
enum spvopt_status spvopt_value_name(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes the op that defines a value as a result; the null handle for a block argument.
enum spvopt_status spvopt_value_owner(struct spvopt_module *module,
                                      struct spvopt_value value,
                                      struct spvopt_op *out,
                                      struct spvopt_diagnostics **errors);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SPV_OPT_H */
