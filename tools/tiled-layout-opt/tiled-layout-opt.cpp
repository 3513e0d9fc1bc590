//===- tiled-layout-opt.cpp - The driver ----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/InitAll.h"
#include "tiled_layout/Support/Version.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

static llvm::cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-opt program.mlir --tiled-layout-to-llvm-pipeline
  tiled-layout-opt program.mlir --convert-tiled-layout-to-affine=form=linear
  tiled-layout-opt program.mlir --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 \
      --remarks-filter=tiled-layout --remark-format=emitRemark
  tiled-layout-opt program.mlir \
      --pass-pipeline='builtin.module(tiled-layout-bufferize,convert-tiled-layout-to-affine)'
)");

int main(int argc, char **argv) {
  mlir::tiled_layout::setVersion("tiled-layout-opt");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::tiled_layout::registerAllDialects(registry);
  mlir::tiled_layout::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv,
                        "An mlir-opt with all of upstream and the dialect, "
                        "passes and pipelines of tiled_layout\n",
                        registry));
}
