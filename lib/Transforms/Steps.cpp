//===- Steps.cpp - Passes of several steps --------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "tiled_layout/Target/Target.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

LogicalResult mlir::tiled_layout::runSteps(Operation *root,
                                           ArrayRef<std::string> names,
                                           ArrayRef<Step> steps) {
  SmallVector<const Step *> chosen;
  for (StringRef name : names) {
    const Step *step = llvm::find_if(
        steps, [&](const Step &other) { return other.name == name; });
    if (step == steps.end()) {
      SmallVector<StringRef> known;
      for (const Step &other : steps)
        known.push_back(other.name);
      // At the place alone: the operation says nothing of an option.
      InFlightDiagnostic error = mlir::emitError(root->getLoc())
                                 << "there is no step '" << name << "'";
      if (StringRef nearest = findNearest(name, known); !nearest.empty())
        error << "; did you mean '" << nearest << "'?";
      else
        error << "; there are " << llvm::join(known, ", ");
      return error;
    }
    chosen.push_back(step);
  }
  if (names.empty())
    for (const Step &step : steps)
      chosen.push_back(&step);
  for (const Step *step : chosen)
    step->run();
  return success();
}
