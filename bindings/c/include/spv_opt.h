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

// Runs passes and pipelines with their options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`.
enum spvopt_status spvopt_run(struct spvopt_module *module,
                              const char *pipeline,
                              struct spvopt_diagnostics **errors);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SPV_OPT_H */
