#ifndef SPV_OPT_H
#define SPV_OPT_H

/* Generated from the sources of spv-opt-c by its test `header`. Do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How bad a message is.
typedef enum spvopt_severity {
  // The input is wrong.
  SPVOPT_SEVERITY_ERROR = 0,
  // Suspicious.
  SPVOPT_SEVERITY_WARNING = 1,
  // More about the message before.
  SPVOPT_SEVERITY_NOTE = 2,
  // What was done.
  SPVOPT_SEVERITY_REMARK = 3,
} spvopt_severity;

// How a function ended.
typedef enum spvopt_status {
  // It succeeded.
  SPVOPT_STATUS_OK = 0,
  // The input is wrong: the module, the pipeline, the name of an environment.
  SPVOPT_STATUS_ERROR = 1,
  // An argument is null or not UTF-8.
  SPVOPT_STATUS_INVALID_ARGUMENT = 2,
  // A bug of spv-opt. Please report it with the input.
  SPVOPT_STATUS_INTERNAL_ERROR = 3,
} spvopt_status;

// Why a function failed. Freed by `spvopt_diagnostics_free`.
typedef struct spvopt_diagnostics spvopt_diagnostics;

// A module. Freed by `spvopt_module_free`.
typedef struct spvopt_module spvopt_module;

// The dialects and passes that modules are worked on with. A program makes one, which takes longer than to read a small
// module. Freed by `spvopt_session_free`; modules that were read with it may live longer.
typedef struct spvopt_session spvopt_session;

// A message. Its strings belong to the diagnostics.
typedef struct spvopt_message {
  // How bad it is. A note is about the last message before it that is none.
  enum spvopt_severity severity;
  // What is wrong.
  const char *text;
  // The id of the violated rule of the specification (`VUID-...`, `SPV-...`), or null.
  const char *rule;
  // Whether it is about a range of a text or assembly: the next four fields.
  bool has_range;
  // First byte of the range.
  uintptr_t begin;
  // The byte after the range.
  uintptr_t end;
  // The line where the range starts, from 1.
  uintptr_t line;
  // The column where the range starts, from 1, in characters.
  uintptr_t column;
  // Whether it is about a word of a binary: the next field.
  bool has_word;
  // Offset of the word in the binary, in words.
  uintptr_t word;
  // The instruction at the word, as `OpLoad`, or null.
  const char *instruction;
} spvopt_message;

// Bytes, as those of a text: UTF-8, with a zero byte after the last that `length` does not count. Freed by
// `spvopt_bytes_free`.
typedef struct spvopt_bytes {
  // The first byte; null where there are none because it was freed.
  uint8_t *data;
  // Number of bytes.
  uintptr_t length;
} spvopt_bytes;

// 32-bit words in the endianness of this machine. Freed by `spvopt_words_free`.
typedef struct spvopt_words {
  // The first word.
  uint32_t *data;
  // Number of words.
  uintptr_t count;
} spvopt_words;

// How a module is read. All zero is the default.
typedef struct spvopt_read_options {
  // The name of the input in messages; may be null.
  const char *name;
  // The format of the input: a `spvopt_format`.
  uint32_t format;
  // Whether a module that the verifier refuses is read, to be printed.
  bool unverified;
  // Whether validation is to judge the order of instructions and unused types, too.
  bool strict;
} spvopt_read_options;

// The number of a part of a module. It is valid until passes run on the module. Two of one module are equal exactly if
// the parts are the same. All zero is that of no part.
typedef struct spvopt_handle {
  // The module.
  uint64_t module;
  // How often passes had run.
  uint32_t generation;
  // The number.
  uint32_t index;
} spvopt_handle;

// An operation.
typedef struct spvopt_op {
  // Its number.
  struct spvopt_handle handle;
} spvopt_op;

// Ops. Freed by `spvopt_ops_free`.
typedef struct spvopt_ops {
  // The first.
  struct spvopt_op *data;
  // Number of ops.
  uintptr_t count;
} spvopt_ops;

// A region of an operation.
typedef struct spvopt_region {
  // Its number.
  struct spvopt_handle handle;
} spvopt_region;

// Regions. Freed by `spvopt_regions_free`.
typedef struct spvopt_regions {
  // The first.
  struct spvopt_region *data;
  // Number of regions.
  uintptr_t count;
} spvopt_regions;

// A basic block.
typedef struct spvopt_block {
  // Its number.
  struct spvopt_handle handle;
} spvopt_block;

// Blocks. Freed by `spvopt_blocks_free`.
typedef struct spvopt_blocks {
  // The first.
  struct spvopt_block *data;
  // Number of blocks.
  uintptr_t count;
} spvopt_blocks;

// An SSA value.
typedef struct spvopt_value {
  // Its number.
  struct spvopt_handle handle;
} spvopt_value;

// Values. Freed by `spvopt_values_free`.
typedef struct spvopt_values {
  // The first.
  struct spvopt_value *data;
  // Number of values.
  uintptr_t count;
} spvopt_values;

// An attribute: a parameter that is no SSA operand, a decoration, or another one. Its strings belong to the list.
typedef struct spvopt_attribute {
  // Its name.
  const char *name;
  // Its value as text.
  const char *text;
} spvopt_attribute;

// Attributes. Freed by `spvopt_attributes_free`.
typedef struct spvopt_attributes {
  // The first.
  struct spvopt_attribute *data;
  // Number of attributes.
  uintptr_t count;
} spvopt_attributes;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Frees diagnostics with all messages.
void spvopt_diagnostics_free(struct spvopt_diagnostics *diagnostics);

// All messages as a text to be shown, with lines of the source; it belongs to the diagnostics. Empty for null.
const char *spvopt_diagnostics_text(const struct spvopt_diagnostics *diagnostics);

// Number of messages, notes included.
uintptr_t spvopt_diagnostics_count(const struct spvopt_diagnostics *diagnostics);

// Writes message number `index`, from 0, to `message`. False, and nothing is written, where there is none.
bool spvopt_diagnostics_get(const struct spvopt_diagnostics *diagnostics,
                            uintptr_t index,
                            struct spvopt_message *message);

// Frees bytes, and sets the pointer to null.
void spvopt_bytes_free(struct spvopt_bytes *bytes);

// Frees words, and sets the pointer to null.
void spvopt_words_free(struct spvopt_words *words);

// Makes a session; null where that fails.
struct spvopt_session *spvopt_session_new(void);

// Frees a session.
void spvopt_session_free(struct spvopt_session *session);

// The passes and pipelines that `spvopt_run` knows: for each a line with its name, a tab and a summary.
enum spvopt_status spvopt_passes(const struct spvopt_session *session,
                                 struct spvopt_bytes *out,
                                 struct spvopt_diagnostics **errors);

// The passes that a pipeline runs, in order, a line for each, as `spvopt_run` reads it.
enum spvopt_status spvopt_passes_of(const struct spvopt_session *session,
                                    const char *pipeline,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// The target environments that `spvopt_validate` knows, a line for each.
enum spvopt_status spvopt_environments(struct spvopt_bytes *out,
                                       struct spvopt_diagnostics **errors);

// Reads a module from `length` bytes at `data`. `options` may be null.
enum spvopt_status spvopt_read(const struct spvopt_session *session,
                               const uint8_t *data,
                               uintptr_t length,
                               const struct spvopt_read_options *options,
                               struct spvopt_module **out,
                               struct spvopt_diagnostics **errors);

// The version of the library; static.
const char *spvopt_version(void);

// Frees a module.
void spvopt_module_free(struct spvopt_module *module);

// Writes the module as text.
enum spvopt_status spvopt_text(struct spvopt_module *module,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes the module as the assembly of SPIRV-Tools.
enum spvopt_status spvopt_assembly(struct spvopt_module *module,
                                   struct spvopt_bytes *out,
                                   struct spvopt_diagnostics **errors);

// Exports the module as binary.
enum spvopt_status spvopt_export(struct spvopt_module *module,
                                 struct spvopt_words *out,
                                 struct spvopt_diagnostics **errors);

// Writes statistics of the module as JSON, as `spv-opt stat --json` does.
enum spvopt_status spvopt_statistics(struct spvopt_module *module,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes entry points, resources and types of the module as JSON, as `spv-opt reflect --json` does.
enum spvopt_status spvopt_reflection(struct spvopt_module *module,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// Writes what two modules differ in, as `spv-opt diff` does; nothing if they are equal but for numbered names.
enum spvopt_status spvopt_diff(const struct spvopt_module *first,
                               const struct spvopt_module *second,
                               struct spvopt_bytes *out,
                               struct spvopt_diagnostics **errors);

// Writes what two modules differ in as JSON, as `spv-opt diff --json` does.
enum spvopt_status spvopt_diff_json(const struct spvopt_module *first,
                                    const struct spvopt_module *second,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// Draws the control-flow graph of the function with this symbol as SVG; of all functions where it is null.
enum spvopt_status spvopt_control_flow_svg(struct spvopt_module *module,
                                           const char *function,
                                           struct spvopt_bytes *out,
                                           struct spvopt_diagnostics **errors);

// Verifies the module. One that was read without `unverified` is verified already.
enum spvopt_status spvopt_verify(struct spvopt_module *module, struct spvopt_diagnostics **errors);

// Validates the module for a target environment, as `vulkan1.3`, with options of spirv-val, as
// `scalar-block-layout,max-id-bound=1000`; `options` may be null.
enum spvopt_status spvopt_validate(struct spvopt_module *module,
                                   const char *environment,
                                   const char *options,
                                   struct spvopt_diagnostics **errors);

// Runs passes and pipelines with their options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`. All handles of
// ops, regions, blocks and values of the module are stale after it.
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

// The ops of the top level of a module.
enum spvopt_status spvopt_module_ops(struct spvopt_module *module,
                                     struct spvopt_ops *out,
                                     struct spvopt_diagnostics **errors);

// All ops of a module, outer ones first.
enum spvopt_status spvopt_module_walk(struct spvopt_module *module,
                                      struct spvopt_ops *out,
                                      struct spvopt_diagnostics **errors);

// The functions of a module that have a body.
enum spvopt_status spvopt_module_functions(struct spvopt_module *module,
                                           struct spvopt_ops *out,
                                           struct spvopt_diagnostics **errors);

// An op and all in it, outer ones first.
enum spvopt_status spvopt_op_walk(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_ops *out,
                                  struct spvopt_diagnostics **errors);

// The name of an op's definition, as `spv.Load`.
enum spvopt_status spvopt_op_name(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// The symbol of an op; no bytes, and null, where it has none.
enum spvopt_status spvopt_op_symbol(struct spvopt_module *module,
                                    struct spvopt_op op,
                                    struct spvopt_bytes *out,
                                    struct spvopt_diagnostics **errors);

// An op, with all in it, as text.
enum spvopt_status spvopt_op_text(struct spvopt_module *module,
                                  struct spvopt_op op,
                                  struct spvopt_bytes *out,
                                  struct spvopt_diagnostics **errors);

// The location that an op states, as `file:line:column`; no bytes, and null, where it states none.
enum spvopt_status spvopt_op_location(struct spvopt_module *module,
                                      struct spvopt_op op,
                                      struct spvopt_bytes *out,
                                      struct spvopt_diagnostics **errors);

// Where an op was in the input: a word of a binary or assembly, a byte of a text; `SIZE_MAX` where that is unknown.
enum spvopt_status spvopt_op_offset(struct spvopt_module *module,
                                    struct spvopt_op op,
                                    uintptr_t *out,
                                    struct spvopt_diagnostics **errors);

// The operands of an op, the arguments of successors last.
enum spvopt_status spvopt_op_operands(struct spvopt_module *module,
                                      struct spvopt_op op,
                                      struct spvopt_values *out,
                                      struct spvopt_diagnostics **errors);

// The results of an op.
enum spvopt_status spvopt_op_results(struct spvopt_module *module,
                                     struct spvopt_op op,
                                     struct spvopt_values *out,
                                     struct spvopt_diagnostics **errors);

// The blocks that a terminator branches to.
enum spvopt_status spvopt_op_successors(struct spvopt_module *module,
                                        struct spvopt_op op,
                                        struct spvopt_blocks *out,
                                        struct spvopt_diagnostics **errors);

// The regions of an op.
enum spvopt_status spvopt_op_regions(struct spvopt_module *module,
                                     struct spvopt_op op,
                                     struct spvopt_regions *out,
                                     struct spvopt_diagnostics **errors);

// The attributes of an op: its parameters that are no SSA operands, then the others, such as decorations.
enum spvopt_status spvopt_op_attributes(struct spvopt_module *module,
                                        struct spvopt_op op,
                                        struct spvopt_attributes *out,
                                        struct spvopt_diagnostics **errors);

// Sets an attribute of an op from its text; null removes it. An error where the op takes no such attribute. The module is
// verified again before it is optimized or exported.
enum spvopt_status spvopt_op_set_attribute(struct spvopt_module *module,
                                           struct spvopt_op op,
                                           const char *name,
                                           const char *text,
                                           struct spvopt_diagnostics **errors);

// Creates an op without successors before another one, at the location of that. `attributes` are as
// `spvopt_op_set_attribute` takes them. `result_type` is the text of the type of the result, or null if there is none.
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

// Moves an op before another one of the same function.
enum spvopt_status spvopt_op_move_before(struct spvopt_module *module,
                                         struct spvopt_op op,
                                         struct spvopt_op before,
                                         struct spvopt_diagnostics **errors);

// Erases an op whose results have no uses, with all in it. Handles of these parts are errors from then on.
enum spvopt_status spvopt_op_erase(struct spvopt_module *module,
                                   struct spvopt_op op,
                                   struct spvopt_diagnostics **errors);

// Replaces all uses of a value by another value of the same type, in the function of both.
enum spvopt_status spvopt_value_replace(struct spvopt_module *module,
                                        struct spvopt_value old,
                                        struct spvopt_value new_,
                                        struct spvopt_diagnostics **errors);

// The blocks of a region.
enum spvopt_status spvopt_region_blocks(struct spvopt_module *module,
                                        struct spvopt_region region,
                                        struct spvopt_blocks *out,
                                        struct spvopt_diagnostics **errors);

// The arguments of a block.
enum spvopt_status spvopt_block_arguments(struct spvopt_module *module,
                                          struct spvopt_block block,
                                          struct spvopt_values *out,
                                          struct spvopt_diagnostics **errors);

// The ops of a block.
enum spvopt_status spvopt_block_ops(struct spvopt_module *module,
                                    struct spvopt_block block,
                                    struct spvopt_ops *out,
                                    struct spvopt_diagnostics **errors);

// The type of a value, as text.
enum spvopt_status spvopt_value_type(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// The debug name of a value; no bytes, and null, where it has none.
enum spvopt_status spvopt_value_name(struct spvopt_module *module,
                                     struct spvopt_value value,
                                     struct spvopt_bytes *out,
                                     struct spvopt_diagnostics **errors);

// The op that a value is a result of; the handle of none for an argument of a block.
enum spvopt_status spvopt_value_owner(struct spvopt_module *module,
                                      struct spvopt_value value,
                                      struct spvopt_op *out,
                                      struct spvopt_diagnostics **errors);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SPV_OPT_H */
