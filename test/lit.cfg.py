import os
import platform
import shutil

import lit.formats
import lit.llvm
import lit.util
from lit.llvm.subst import ToolSubst

lit.llvm.initialize(lit_config, config)
from lit.llvm import llvm_config

config.name = "tiled_layout"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CAPI", "Inputs", "Package", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tiled_layout_obj_root, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "ASAN_OPTIONS"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)

if platform.machine() == "x86_64":
    config.available_features.add("x86-host")
if shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-gcc"):
    config.available_features.add("aarch64-emulator")
openmp = os.path.join(config.mlir_lib_dir, "libomp.so")
if os.path.exists(openmp):
    config.available_features.add("openmp")
    config.substitutions.append(("%openmp_library", openmp))
if config.sanitizer:
    config.available_features.add("sanitizer")

config.substitutions.append(("%tiled_layout_plugin", config.tiled_layout_plugin))
config.substitutions.append(("%tools_dir", config.tiled_layout_tools_dir))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%src_root", config.tiled_layout_src_root))
config.substitutions.append(("%python", "/usr/bin/python3"))
config.substitutions.append(("%host_cc", config.host_cc))
config.substitutions.append(("%host_cxx", config.host_cxx))
node = lit.util.which("node") or lit.util.which("nodejs")
if node:
    config.available_features.add("node")
    config.substitutions.append(("%node", node))
chromium = lit.util.which("chromium")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(("%chromium", chromium))
# A processor that every machine of this kind can stand in for.
config.substitutions.append(
    ("%baseline_cpu", "x86-64" if platform.machine() == "x86_64" else "generic")
)
# A kind of machine that this one is not.
config.substitutions.append(
    (
        "%foreign_triple",
        ("x86_64" if platform.machine() == "aarch64" else "aarch64") + "-linux-gnu",
    )
)
config.substitutions.append(
    (
        "%runner_libs",
        ",".join(
            os.path.join(config.mlir_lib_dir, library)
            for library in ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
        ),
    )
)

llvm_config.add_tool_substitutions(
    [
        # Every input is printed and parsed again, whatever the test is about.
        ToolSubst("tiled-layout-opt", extra_args=["--verify-roundtrip"]),
        "tiled-layout-access-bench",
        "tiled-layout-bench",
        "tiled-layout-convert",
        "tiled-layout-explain",
        "tiled-layout-lsp-server",
        "tiled-layout-peers",
        "tiled-layout-profile",
    ],
    [config.tiled_layout_tools_dir],
)
llvm_config.add_tool_substitutions(
    [
        ToolSubst("FileCheck", extra_args=["--enable-var-scope", "--allow-unused-prefixes=false"]),
        "count",
        "llc",
        "llvm-nm",
        "llvm-readelf",
        "mlir-opt",
        "mlir-runner",
        "mlir-translate",
        "not",
        "split-file",
    ],
    [config.llvm_tools_dir],
)
