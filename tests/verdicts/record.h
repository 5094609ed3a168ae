// Records what SPIRV-Tools' validator tests validate
//
// Include this file first (`-include`). The tests then call the functions of this file, which call the validator and
// write each module to `$RECORD/HASH.spv`. The functions append environment, options, result and message to
// `$RECORD/index.jsonl`, in the form that the program `verdicts` reads.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "source/spirv_validator_options.h"
#include "source/val/validate.h"
#include "source/val/validation_state.h"
#include "spirv-tools/libspirv.h"
#include "test/unit_spirv.h"

namespace record {

// Returns `text` as a JSON string.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c < 0x20) {
      char code[8];
      snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Returns the options as flags of spirv-val, with `NAME=VALUE` for an option with a value.
inline std::string flags(const spv_validator_options_t& options) {
  const spv_validator_options_t defaults;
  std::string out;
  auto flag = [&](const char* name, bool is_set) {
    if (is_set) out += std::string(out.empty() ? "" : " ") + name;
  };
  flag("--relax-struct-store", options.relax_struct_store);
  flag("--relax-logical-pointer", options.relax_logical_pointer);
  flag("--relax-block-layout", options.relax_block_layout);
  flag("--uniform-buffer-standard-layout", options.uniform_buffer_standard_layout);
  flag("--scalar-block-layout", options.scalar_block_layout);
  flag("--workgroup-scalar-block-layout", options.workgroup_scalar_block_layout);
  flag("--skip-block-layout", options.skip_block_layout);
  flag("--allow-localsizeid", options.allow_localsizeid);
  flag("--allow-offset-texture-operand", options.allow_offset_texture_operand);
  flag("--allow-vulkan-32-bit-bitwise", options.allow_vulkan_32_bit_bitwise);
  flag("--before-hlsl-legalization", options.before_hlsl_legalization);
  auto limit = [&](const char* name, uint32_t value, uint32_t standard) {
    if (value != standard) flag((std::string(name) + "=" + std::to_string(value)).c_str(), true);
  };
  const auto& limits = options.universal_limits_;
  const auto& standard = defaults.universal_limits_;
  limit("--max-struct-members", limits.max_struct_members, standard.max_struct_members);
  limit("--max-struct-depth", limits.max_struct_depth, standard.max_struct_depth);
  limit("--max-local-variables", limits.max_local_variables, standard.max_local_variables);
  limit("--max-global-variables", limits.max_global_variables, standard.max_global_variables);
  limit("--max-switch-branches", limits.max_switch_branches, standard.max_switch_branches);
  limit("--max-function-args", limits.max_function_args, standard.max_function_args);
  limit("--max-control-flow-nesting-depth", limits.max_control_flow_nesting_depth,
        standard.max_control_flow_nesting_depth);
  limit("--max-access-chain-indexes", limits.max_access_chain_indexes, standard.max_access_chain_indexes);
  limit("--max-id-bound", limits.max_id_bound, standard.max_id_bound);
  auto layout = [&](const char* name, const OpaqueResourceLayout& value) {
    if (value.size == 0) return;
    flag((std::string(name) + "=" + std::to_string(value.size) + ":" + std::to_string(value.alignment)).c_str(), true);
  };
  layout("--buffer-descriptor-layout", options.buffer_descriptor_layout);
  layout("--image-descriptor-layout", options.image_descriptor_layout);
  layout("--sampler-descriptor-layout", options.sampler_descriptor_layout);
  layout("--tensor-descriptor-layout", options.tensor_descriptor_layout);
  return out;
}

// Returns the FNV-1a hash of `bytes`, continued from `hash`.
inline uint64_t hashed(const void* bytes, size_t size, uint64_t hash) {
  auto* at = static_cast<const unsigned char*>(bytes);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ at[i]) * 0x100000001b3ull;
  return hash;
}

// Writes a module and its verdict.
inline void write(spv_target_env env, spv_const_validator_options options, const uint32_t* words, size_t count,
                  spv_result_t result, spv_diagnostic diagnostic) {
  const char* directory = getenv("RECORD");
  if (directory == nullptr) return;
  const std::string environment = spvTargetEnvDescription(env);
  const std::string option_text = flags(*options);
  uint64_t hash = hashed(words, count * sizeof *words, 0xcbf29ce484222325ull);
  hash = hashed(environment.data(), environment.size(), hash);
  hash = hashed(option_text.data(), option_text.size(), hash);
  char name[32];
  snprintf(name, sizeof name, "%016llx.spv", static_cast<unsigned long long>(hash));
  const std::string path = std::string(directory) + "/" + name;
  if (std::ifstream(path).good()) return;
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(words), count * sizeof *words);
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string test_name =
      test == nullptr ? std::string() : std::string(test->test_suite_name()) + "." + test->name();
  std::ofstream(std::string(directory) + "/index.jsonl", std::ios::app)
      << "{\"file\":" << quoted(name) << ",\"env_name\":" << quoted(environment)
      << ",\"options\":" << quoted(option_text) << ",\"result\":" << result << ",\"test\":" << quoted(test_name)
      << ",\"message\":" << quoted(diagnostic == nullptr ? "" : diagnostic->error) << "}\n";
}

inline spv_result_t validate(spv_const_context context, spv_const_validator_options options,
                             spv_const_binary binary, spv_diagnostic* diagnostic) {
  const spv_result_t result = spvValidateWithOptions(context, options, binary, diagnostic);
  write(context->target_env, options, binary->code, binary->wordCount, result, *diagnostic);
  return result;
}

}  // namespace record

namespace spvtools {
namespace val {

inline spv_result_t record_state(spv_const_context context, spv_const_validator_options options,
                                 const uint32_t* words, size_t count, spv_diagnostic* diagnostic,
                                 std::unique_ptr<ValidationState_t>* state) {
  const spv_result_t result =
      ValidateBinaryAndKeepValidationState(context, options, words, count, diagnostic, state);
  record::write(context->target_env, options, words, count, result, *diagnostic);
  return result;
}

}  // namespace val
}  // namespace spvtools

#define spvValidateWithOptions record::validate
#define ValidateBinaryAndKeepValidationState record_state
