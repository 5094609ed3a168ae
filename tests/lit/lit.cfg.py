# Configuration of LLVM's lit: `lit tests/lit` runs the files here with the tool of target/debug, or that of
# the variable SPV_OPT. cargo test does the same without lit (spv-opt/tests/lit.rs).
import os
import shutil

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

config.name = "spv-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".spvasm", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.environ.get("SPV_LIT_OUTPUT", os.path.join(root, "target", "lit"))

target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
tool = os.environ.get("SPV_OPT", os.path.join(target, "debug", "spv-opt"))
if not os.path.isfile(tool):
    lit_config.fatal(f"{tool} is not there: cargo build -p spv-opt, or name the tool in SPV_OPT")
config.environment["PATH"] = os.environ["PATH"]

# `FileCheck` and `not` come from LLVM, under these names or with a version behind.
def llvm(name):
    versions = [name] + [f"{name}-{version}" for version in range(14, 24)]
    return next((path for path in map(shutil.which, versions) if path), None)

# Not where a `/` or a `-` stands in front: that is a part of another word.
config.substitutions.append((r"(?<![-/\w])spv-opt(?![-/\w.])", tool))
filecheck = llvm("FileCheck")
if filecheck is None:
    lit_config.fatal("FileCheck is not installed (Debian: apt install llvm-14-tools)")
config.substitutions.append((r"(?<![-/\w])FileCheck(?![-/\w.])", filecheck))

# Programs that tests may require; spv-opt/tests/lit.rs has the same list.
for peer in ["spirv-val", "spirv-as", "spirv-dis", "spirv-opt", "mlir-opt-14", "mlir-translate-14"]:
    if shutil.which(peer):
        config.available_features.add(peer)
