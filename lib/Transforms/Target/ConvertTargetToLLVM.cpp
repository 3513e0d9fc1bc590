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

/// Gives a function a processor, if it has none of its own.
static void setProcessor(LLVM::LLVMFuncOp function, const Target &target) {
  if (function.isExternal() || function.getTargetCpu() ||
      function.getTargetFeatures())
    return;
  llvm::SubtargetFeatures features(target.features);
  SmallVector<StringRef> names(features.getFeatures().begin(),
                               features.getFeatures().end());
  if (!target.cpu.empty())
    function.setTargetCpu(target.cpu);
  if (!names.empty())
    function.setTargetFeaturesAttr(
        LLVM::TargetFeaturesAttr::get(function.getContext(), names));
}

/// Does what a module as a whole needs for its target.
static LogicalResult convertModule(ModuleOp module, const Target &target) {
  if (target.cpu.empty() && target.features.empty() && target.triple.empty())
    return success();
  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple(target.triple.empty() ? host.str() : target.triple);
  StringRef tripleName = LLVM::LLVMDialect::getTargetTripleAttrName();
  if (triple.getArch() != host.getArch() && !module->hasAttr(tripleName))
    module->setAttr(tripleName,
                    StringAttr::get(module.getContext(), target.triple));
  return triple.isOSLinux() ? requestTiles(module) : success();
}

namespace {

class ConvertTargetToLLVMPass
    : public tiled_layout::impl::ConvertTargetToLLVMPassBase<
          ConvertTargetToLLVMPass> {
public:
  using ConvertTargetToLLVMPassBase::ConvertTargetToLLVMPassBase;

private:
  void runOnOperation() final {
    // Modules come before what they hold: the function that asks for tile
    // registers has the processor of the others.
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          auto module = dyn_cast<ModuleOp>(op);
          auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
          if (!module && !function)
            return WalkResult::advance();
          if (runsOnDevice(op))
            return WalkResult::skip();
          FailureOr<Target> target = getTargetOf(op);
          if (failed(target) ||
              (module && failed(convertModule(module, *target))))
            return WalkResult::interrupt();
          if (module)
            return WalkResult::advance();
          setProcessor(function, *target);
          return WalkResult::skip();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    getOperation().walk(
        [](ModuleOp module) { module->removeAttr(targetAttrName); });
  }
};

} // namespace
