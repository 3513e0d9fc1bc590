//===- SetTarget.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_SETTARGETPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Changes fields as `vector-bits=256` says.
static llvm::Error changeFields(Target &target, ArrayRef<std::string> texts) {
  SmallVector<std::pair<StringRef, int64_t>> values;
  for (StringRef text : texts) {
    auto [name, value] = text.split('=');
    int64_t number;
    if (value.trim().getAsInteger(0, number))
      return llvm::createStringError("'" + text +
                                     "' is not the name of a field, '=' and an "
                                     "integer");
    values.push_back({name.trim(), number});
  }
  return setTargetFields(target, values);
}

namespace {

class SetTargetPass
    : public tiled_layout::impl::SetTargetPassBase<SetTargetPass> {
public:
  using SetTargetPassBase::SetTargetPassBase;

  /// The pipelines have an option for each field, this pass one for all.
  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> handleError) override {
    for (StringRef option : llvm::split(options, ' '))
      for (const TargetField &field : getTargetFields())
        if (option.split('=').first == field.name)
          return handleError("'" + field.name + "' is a field of the target: " +
                             "say fields=" + option);
    return SetTargetPassBase::initializeOptions(options, handleError);
  }

private:
  /// Says that the error is in the options: the module that it is reported at
  /// has no place if the file does not write it out.
  LogicalResult report(llvm::Error error) {
    return emitError(getOperation().getLoc())
           << "in the options of the target: "
           << llvm::toString(std::move(error));
  }

  FailureOr<Target> getStartingTarget() {
    if (targetCpu.empty() && targetFeatures.empty() && targetTriple.empty())
      return getTargetOf(getOperation());
    llvm::Expected<Target> target =
        getTarget(targetCpu, targetFeatures, targetTriple);
    if (target)
      return *target;
    return report(target.takeError());
  }

  void runOnOperation() final {
    FailureOr<Target> target = getStartingTarget();
    if (failed(target))
      return signalPassFailure();
    if (llvm::Error error = changeFields(*target, fields)) {
      (void)report(std::move(error));
      return signalPassFailure();
    }
    getOperation()->setAttr(targetAttrName,
                            TargetAttr::getFor(&getContext(), *target));
  }
};

} // namespace
