//===- BlockShuffles.cpp - What happens to a block in registers -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"
#include "Permutes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// How many registers lanes of permutes may take. Blocks with more, such as
/// those of three colors, are left to LLVM.
static constexpr size_t maxLaneRegisters = 8;

void BlockMover::prepareShuffles(OpBuilder &builder) {
  SmallVector<std::pair<ArrayRef<int64_t>, Value>> known;
  shuffledLanes.assign(program.shuffles.size(), Value());
  for (auto [shuffle, lanes] :
       llvm::zip_equal(program.shuffles, shuffledLanes)) {
    ArrayRef<int64_t> mask = shuffle.mask;
    auto *same = llvm::find_if(
        known, [&](const auto &entry) { return entry.first == mask; });
    if (same != known.end()) {
      lanes = same->second;
      continue;
    }
    auto permute = getPermute(mask, plan.destBits, options.permutedBits);
    if (!permute)
      continue;
    if (known.size() == maxLaneRegisters) {
      shuffledLanes.assign(program.shuffles.size(), Value());
      return;
    }
    lanes = createLanes(builder, loc, *permute);
    known.push_back({mask, lanes});
  }
}

SmallVector<unsigned> BlockMover::getUsesByShuffles() const {
  SmallVector<unsigned> uses(program.source.size() + program.shuffles.size());
  for (auto [shuffle, lanes] :
       llvm::zip_equal(program.shuffles, shuffledLanes)) {
    if (lanes)
      continue;
    ++uses[shuffle.first];
    if (shuffle.second != shuffle.first)
      ++uses[shuffle.second];
  }
  return uses;
}

SmallVector<Value> BlockMover::runShuffles(OpBuilder &builder,
                                           ArrayRef<Value> loaded,
                                           ArrayRef<Value> permuteLanes) const {
  SmallVector<Value> registers(loaded);
  SmallVector<unsigned> uses = getUsesByShuffles();
  for (auto [shuffle, lanes] :
       llvm::zip_equal(program.shuffles, permuteLanes)) {
    Value first = registers[shuffle.first], second = registers[shuffle.second];
    Value result = lanes ? createPermute(builder, loc, first, lanes, second)
                         : vector::ShuffleOp::create(builder, loc, first,
                                                     second, shuffle.mask);
    // LLVM looks for one instruction that does the work of several shuffles,
    // which takes longer than all else that it does. There is none where a
    // register goes into two shuffles: each is one instruction already.
    if (!lanes && uses[registers.size()] > 1 &&
        joinsShuffles(shuffle.mask.size(), plan.destBits, options.permutedBits))
      result = hideFromLLVM(builder, loc, result);
    registers.push_back(result);
  }
  return llvm::map_to_vector(program.results,
                             [&](size_t number) { return registers[number]; });
}
