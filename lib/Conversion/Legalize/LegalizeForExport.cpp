//===- LegalizeForExport.cpp - After the conversion to LLVM ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LEGALIZEFOREXPORTPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class LegalizeForExportPass
    : public tiled_layout::impl::LegalizeForExportPassBase<
          LegalizeForExportPass> {
  void runOnOperation() final {
    Operation *root = getOperation();
    FailureOr<Target> target = getTargetOf(root);
    if (failed(target) || failed(checkConverted(root)))
      return signalPassFailure();
    maskNarrowFloats(root);
    storeOneLane(root);
    fenceSelections(root);
    splitAddresses(root, *target);
  }
};

} // namespace
