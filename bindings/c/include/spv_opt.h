#ifndef SPV_OPT_H
#define SPV_OPT_H

/* Generated from the sources of spv-opt-c by its test `header`. Do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The severity of a message in diagnostics.
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

// The outcome of an interface function.
typedef enum spvopt_status {
  // The function succeeded.
  SPVOPT_STATUS_OK = 0,
  // The input is invalid: a module, a pipeline, or the name of an environment.
  SPVOPT_STATUS_ERROR = 1,
  // An argument is null or not UTF-8.
  SPVOPT_STATUS_INVALID_ARGUMENT = 2,
  // A bug in spv-opt. Please report it with the input.
  SPVOPT_STATUS_INTERNAL_ERROR = 3,
} spvopt_status;

// The format of an input module.
typedef enum spvopt_format {
  // The format is detected from the first bytes.
  SPVOPT_FORMAT_AUTO = 0,
  // SPIR-V binary of either endianness.
  SPVOPT_FORMAT_BINARY = 1,
  // MLIR text.
  SPVOPT_FORMAT_TEXT = 2,
  // SPIR-V assembly in the syntax of SPIRV-Tools.
  SPVOPT_FORMAT_ASSEMBLY = 3,
} spvopt_format;

// The reason why a function failed. Freed by `spvopt_diagnostics_free`.
typedef struct spvopt_diagnostics spvopt_diagnostics;

// A module. Freed by `spvopt_module_free`.
typedef struct spvopt_module spvopt_module;

// The dialects and passes available to modules. A program should create only one session, because creating it takes
// longer than reading a small module. Freed by `spvopt_session_free`; modules that were read with a session may
// outlive it.
typedef struct spvopt_session spvopt_session;

// A message in diagnostics, which own its strings.
typedef struct spvopt_message {
  // Severity. A note refers to the last preceding message that is not a note.
  enum spvopt_severity severity;
  // Message without position or severity.
  const char *text;
  // The id of the violated rule (`VUID-...`, `SPV-...`), or null.
  const char *rule;
  // Whether the next four fields specify a range in an MLIR text or in SPIR-V assembly.
  bool has_range;
  // Byte offset of the start of the range.
  uintptr_t begin;
  // Byte offset of the end of the range (exclusive).
  uintptr_t end;
  // Line where the range starts, counted from 1.
  uintptr_t line;
  // Column where the range starts, in characters, counted from 1.
  uintptr_t column;
  // Whether the next field specifies a word of a binary.
  bool has_word;
  // Offset in the binary, in words.
  uintptr_t word;
  // The instruction at the word, for example `OpLoad`; may be null.
  const char *instruction;
} spvopt_message;

// A UTF-8 string, followed by a zero byte that `length` does not include. Freed by `spvopt_bytes_free`.
typedef struct spvopt_bytes {
  // The first byte; null if there is no string, or if it was freed.
  uint8_t *data;
  // Number of bytes.
  uintptr_t length;
} spvopt_bytes;

// A SPIR-V binary of 32-bit words in host byte order. Freed by `spvopt_words_free`.
typedef struct spvopt_words {
  // The first word; null if the binary was freed.
  uint32_t *data;
  // Number of words.
  uintptr_t count;
} spvopt_words;

// Options for reading a module. All zero is the default.
typedef struct spvopt_read_options {
  // Name of the input in messages; may be null.
  const char *name;
  // Format of the input, as a value of `spvopt_format`.
  uint32_t format;
  // Whether to return the module even if it does not verify, for example to print it.
  bool unverified;
  // Whether validation also covers instruction order and unused types.
  bool strict;
  // Target environment, such as `vulkan1.1`; may be null. It determines the SPIR-V version of MLIR text or assembly
  // that does not specify a version.
  const char *target_env;
} spvopt_read_options;

// The identifier of an op, region, block or value in a module. It is valid until passes run on the module. Two handles
// of one module are equal exactly if they identify the same entity. All zero is the null handle.
typedef struct spvopt_handle {
  // Identifier of the module.
  uint64_t module;
  // Number of pass runs before the handle was created.
  uint32_t generation;
  // Index of the entity among the handles of the module, counted from 1.
  uint32_t index;
} spvopt_handle;

// A handle of an operation.
typedef struct spvopt_op {
  // Identifier of the operation.
  struct spvopt_handle handle;
} spvopt_op;

// A list of ops. Freed by `spvopt_ops_free`.
typedef struct spvopt_ops {
  // The first op; null if the list was freed.
  struct spvopt_op *data;
  // Number of ops.
  uintptr_t count;
} spvopt_ops;

// A handle of a region of an operation.
typedef struct spvopt_region {
  // Identifier of the region.
  struct spvopt_handle handle;
} spvopt_region;

// A list of regions. Freed by `spvopt_regions_free`.
typedef struct spvopt_regions {
  // The first region; null if the list was freed.
  struct spvopt_region *data;
  // Number of regions.
  uintptr_t count;
} spvopt_regions;

// A handle of a basic block.
typedef struct spvopt_block {
  // Identifier of the block.
  struct spvopt_handle handle;
} spvopt_block;

// A list of blocks. Freed by `spvopt_blocks_free`.
typedef struct spvopt_blocks {
  // The first block; null if the list was freed.
  struct spvopt_block *data;
  // Number of blocks.
  uintptr_t count;
} spvopt_blocks;

// A handle of an SSA value.
typedef struct spvopt_value {
  // Identifier of the value.
  struct spvopt_handle handle;
} spvopt_value;

// A list of values. Freed by `spvopt_values_free`.
typedef struct spvopt_values {
  // The first value; null if the list was freed.
  struct spvopt_value *data;
  // Number of values.
  uintptr_t count;
} spvopt_values;

// An attribute of an op: a parameter that is not an SSA operand, a decoration, or another discardable attribute. The
// list that contains the attribute owns its strings.
typedef struct spvopt_attribute {
  // Name of the attribute.
  const char *name;
  // Value in MLIR syntax.
  const char *text;
} spvopt_attribute;

// A list of attributes. Freed by `spvopt_attributes_free`.
typedef struct spvopt_attributes {
  // The first attribute; null if the list was freed.
  struct spvopt_attribute *data;
  // Number of attributes.
  uintptr_t count;
} spvopt_attributes;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Frees diagnostics and all of their messages.
void spvopt_diagnostics_free(struct spvopt_diagnostics *diagnostics);

// Returns all messages, formatted with source lines. Returns an empty string for null. The diagnostics own the string.
const char *spvopt_diagnostics_text(const struct spvopt_diagnostics *diagnostics);

// Returns the number of messages, including notes.
uintptr_t spvopt_diagnostics_count(const struct spvopt_diagnostics *diagnostics);

// Writes the message at `index`, counted from 0, to `message`. Returns false without writing if the index is out of
// range.
bool spvopt_diagnostics_get(const struct spvopt_diagnostics *diagnostics,
                            uintptr_t index,
                            struct spvopt_message *message);

// Frees the string, and sets the pointer to null.
void spvopt_bytes_free(struct spvopt_bytes *bytes);

// Frees the words, and sets the pointer to null.
void spvopt_words_free(struct spvopt_words *words);

// Creates a session; returns null on failure.
struct spvopt_session *spvopt_session_new(void);

// Frees a session.
void spvopt_session_free(struct spvopt_session *session);

// Lists the passes and pipelines that `spvopt_run` knows, one per line: name, tab, summary.
enum spvopt_status spvopt_passes(const struct spvopt_session *session,
                                 struct spvopt_bytes *out,
                                 struct spvopt_diagnostics **errors);

// Lists the passes that a pipeline runs, in order, one per line, in the syntax of `spvopt_run`.
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

// Writes the module as MLIR text.
enum spvopt_status spvopt_text(struct spvopt_module *module,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes the module as SPIR-V assembly in the syntax of SPIRV-Tools.
enum spvopt_status spvopt_assembly(struct spvopt_module *module,
                                   struct spvopt_bytes *out,
                                   struct spvopt_diagnostics **errors);

// Writes the module as a SPIR-V binary.
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

// Writes the differences between two modules in the format of `spv-opt diff`. Writes an empty string if the modules
// are the same except for numbered names.
enum spvopt_status spvopt_diff(const struct spvopt_module *first,
                               const struct spvopt_module *second,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes the differences between two modules as JSON; see `spv-opt diff --json`.
enum spvopt_status spvopt_diff_json(const struct spvopt_module *first,
                                    const struct spvopt_module *second,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Draws the control-flow graph of a function as SVG. `function` is its symbol; null draws all functions.
enum spvopt_status spvopt_control_flow_svg(struct spvopt_module *module,
                                           const char *function,
                                           struct spvopt_bytes *out,
                                           struct spvopt_diagnostics **errors);

// Verifies the module. A module that was read without the option `unverified` has already been verified.
enum spvopt_status spvopt_verify(struct spvopt_module *module,
                                 struct spvopt_diagnostics **errors);

// Validates the module for a target environment, for example `vulkan1.3`. `options` are spirv-val options such as
// `scalar-block-layout,max-id-bound=1000`, or null.
enum spvopt_status spvopt_validate(struct spvopt_module *module,
                                   const char *environment,
                                   const char *options,
                                   struct spvopt_diagnostics **errors);

// Runs passes and pipelines with options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`. Makes all handles
// of the module's ops, regions, blocks and values stale.
enum spvopt_status spvopt_run(struct spvopt_module *module,
                              const char *pipeline,
                              struct spvopt_diagnostics **errors);

// Frees a list of ops, and sets the pointer to null.
void spvopt_ops_free(struct spvopt_ops *ops);

// Frees a list of regions, and sets the pointer to null.
void spvopt_regions_free(struct spvopt_regions *regions);

// Frees a list of blocks, and sets the pointer to null.
void spvopt_blocks_free(struct spvopt_blocks *blocks);

// Frees a list of values, and sets the pointer to null.
void spvopt_values_free(struct spvopt_values *values);

// Frees a list of attributes with their strings, and sets the pointer to null.
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

// Writes the name of an op, for example `spv.Load`.
enum spvopt_status spvopt_op_name(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// Writes the symbol of an op. Writes null data if the op has no symbol.
enum spvopt_status spvopt_op_symbol(struct spvopt_module *module,
                                    struct spvopt_op op,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Writes an op, including nested ops, as MLIR text.
enum spvopt_status spvopt_op_text(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// Writes the explicit location of an op as `file:line:column`. Writes null data if the op has no explicit location.
enum spvopt_status spvopt_op_location(struct spvopt_module *module,
                                      struct spvopt_op op,
                                      struct spvopt_bytes *out,
                                      struct spvopt_diagnostics **errors);

// Writes the position of an op in the input: a word offset for a binary or SPIR-V assembly, a byte offset for MLIR
// text. Writes `SIZE_MAX` if the position is unknown.
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

// Lists the attributes of an op: first its parameters that are not SSA operands, then discardable attributes such as
// decorations.
enum spvopt_status spvopt_op_attributes(struct spvopt_module *module,
                                        struct spvopt_op op,
                                        struct spvopt_attributes *out,
                                        struct spvopt_diagnostics **errors);

// Sets an attribute of an op to a value such as `7`, `Volatile`, `Aligned, 4` or other MLIR text; null removes the
// attribute. Fails if the parameter or decoration does not accept the value. docs/bindings.md lists the syntax.
enum spvopt_status spvopt_op_set_attribute(struct spvopt_module *module,
                                           struct spvopt_op op,
                                           const char *name,
                                           const char *text,
                                           struct spvopt_diagnostics **errors);

// Creates an op without successors before another op, with the location of that op. Attribute values have the syntax of
// `spvopt_op_set_attribute`. `result_type` is the result type in MLIR syntax, or null for an op without result. A
// terminator must be created before the terminator that it replaces. Operand types are checked by the next
// verification.
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

// Moves an op before another op of the same function. A terminator cannot move to the middle of a block.
enum spvopt_status spvopt_op_move_before(struct spvopt_module *module,
                                         struct spvopt_op op,
                                         struct spvopt_op before,
                                         struct spvopt_diagnostics **errors);

// Erases an op and all ops nested in it. The results must have no uses. Handles of erased entities become invalid.
enum spvopt_status spvopt_op_erase(struct spvopt_module *module,
                                   struct spvopt_op op,
                                   struct spvopt_diagnostics **errors);

// Replaces all uses of a value with another value of the same type in the same function.
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

// Writes the type of a value in MLIR syntax.
enum spvopt_status spvopt_value_type(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes the debug name of a value. Writes null data if the value has no debug name.
enum spvopt_status spvopt_value_name(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Sets the debug name of a value, which export writes as OpName; null removes the name.
enum spvopt_status spvopt_value_set_name(struct spvopt_module *module,
                                         struct spvopt_value value,
                                         const char *name,
                                         struct spvopt_diagnostics **errors);

// Writes the op that defines a value. Writes the null handle for a block argument.
enum spvopt_status spvopt_value_owner(struct spvopt_module *module,
                                      struct spvopt_value value,
                                      struct spvopt_op *out,
                                      struct spvopt_diagnostics **errors);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SPV_OPT_H */
