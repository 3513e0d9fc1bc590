//===- ConvertTargetToLLVM.cpp --------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestTiles.h"

#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTTARGETTOLLVMPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Gives functions a processor, if they have none of their own.
static void setProcessor(ModuleOp module, const Target &target) {
  MLIRContext *context = module.getContext();
  llvm::SubtargetFeatures features(target.features);
  SmallVector<StringRef> names(features.getFeatures().begin(),
                               features.getFeatures().end());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal() || function.getTargetCpu() ||
        function.getTargetFeatures())
      continue;
    if (!target.cpu.empty())
      function.setTargetCpu(target.cpu);
    if (!names.empty())
      function.setTargetFeaturesAttr(
          LLVM::TargetFeaturesAttr::get(context, names));
  }
}

namespace {

class ConvertTargetToLLVMPass
    : public tiled_layout::impl::ConvertTargetToLLVMPassBase<
          ConvertTargetToLLVMPass> {
public:
  using ConvertTargetToLLVMPassBase::ConvertTargetToLLVMPassBase;

private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    auto attribute = module->getAttrOfType<TargetAttr>(targetAttrName);
    if (!attribute)
      return;
    module->removeAttr(targetAttrName);
    Target target = attribute.getTarget();
    // Before functions get features, so that the one that asks has them, too.
    if (llvm::Triple triple(target.triple.empty()
                                ? llvm::sys::getProcessTriple()
                                : target.triple);
        triple.isOSLinux() && failed(requestTiles(module)))
      return signalPassFailure();
    setProcessor(module, target);
    StringRef tripleName = LLVM::LLVMDialect::getTargetTripleAttrName();
    llvm::Triple host(llvm::sys::getProcessTriple());
    if (!target.triple.empty() && !module->hasAttr(tripleName) &&
        llvm::Triple(target.triple).getArch() != host.getArch())
      module->setAttr(tripleName,
                      StringAttr::get(&getContext(), target.triple));
  }
};

} // namespace
