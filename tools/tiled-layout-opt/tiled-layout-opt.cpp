//===- tiled-layout-opt.cpp - The driver ----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/InitAll.h"
#include "tiled_layout/Support/Help.h"
#include "tiled_layout/Support/Version.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

/// The pipelines and passes of this project follow.
static constexpr llvm::StringLiteral help =
    R"(OVERVIEW: An mlir-opt with all of upstream and the dialect, passes and pipelines of tiled_layout

Reads a program from a file or from standard input, runs the passes and pipelines
that are named, in their order, and prints the program. Options of a pass follow its
name: --pass=option=value, or --pass='option=value option=value'.

EXAMPLES:

  tiled-layout-opt program.mlir --tiled-layout-to-llvm-pipeline
  tiled-layout-opt program.mlir --convert-tiled-layout-to-affine=form=linear
  tiled-layout-opt program.mlir --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 \
      --remarks-filter=tiled-layout --remark-format=emitRemark
  tiled-layout-opt program.mlir \
      --pass-pipeline='builtin.module(tiled-layout-bufferize,tiled-layout-lower-linalg,tiled-layout-lower-relayouts,tiled-layout-schedule-loops,convert-tiled-layout-to-affine,canonicalize,cse)'

USAGE: tiled-layout-opt [options] [FILE]

OPTIONS:

tiled-layout-opt options:

  -o=<file>                      - Write the program to this file (default: standard output)
  --pass-pipeline=<text>         - Run these passes, each on the operations that it is for (default: none)
  --allow-unregistered-dialect   - Accept operations of dialects that are not known here
  --split-input-file             - Take the parts between lines of // ----- one by one
  --verify-diagnostics           - Expect the errors that comments of the program name
  --mlir-print-ir-after-all      - Print the program after each pass
  --mlir-print-op-generic        - Print operations in the generic form
  --mlir-timing                  - Print how long each pass takes
  --remarks-filter=<regex>       - Report what these passes did and left: tiled-layout for all of this project (default: none)
  --remark-format=<format>       - How remarks are reported: as diagnostics (emitRemark), yaml or bitstream (default: emitRemark)
  --list-passes                  - List all passes, those of MLIR too
  --help-list                    - List all options and passes, those of LLVM and MLIR too
  --version                      - Print the version

Pipelines:
)";

int main(int argc, char **argv) {
  mlir::tiled_layout::setVersion("tiled-layout-opt");
  mlir::tiled_layout::registerAllPasses();
  if (mlir::tiled_layout::printHelpIfAsked(argc, argv, help)) {
    // As wide as MLIR prints the passes.
    constexpr size_t width = 44;
    for (llvm::StringRef name :
         {"tiled-layout-lowering-pipeline", "tiled-layout-to-llvm-pipeline"})
      mlir::PassPipelineInfo::lookup(name)->printHelpStr(/*indent=*/2, width);
    llvm::outs() << '\n';
    mlir::printRegisteredPasses();
    return 0;
  }
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::tiled_layout::registerAllDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv,
                        "An mlir-opt with all of upstream and the dialect, "
                        "passes and pipelines of tiled_layout\n",
                        registry));
}
