//===- PlanOptions.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/RelayoutPlan.h"

#include <limits>

using namespace mlir::tiled_layout;

PlanOptions mlir::tiled_layout::getPlanOptions(const Target &target,
                                               int64_t threads) {
  PlanOptions options;
  static_cast<Target &>(options) = target;
  if (!target.streamingStores)
    options.streamingBytes = std::numeric_limits<int64_t>::max();
  options.threads = threads;
  return options;
}
