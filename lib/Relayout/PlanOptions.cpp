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
  options.vectorBits = target.vectorBits;
  options.maskedBits = target.maskedBits;
  options.permutedBits = target.permutedBits;
  options.streamingBytes = target.streamingStores
                               ? target.streamingBytes
                               : std::numeric_limits<int64_t>::max();
  options.prefetchBytes = target.prefetchBytes;
  options.threads = threads;
  return options;
}
