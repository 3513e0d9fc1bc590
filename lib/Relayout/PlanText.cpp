//===- PlanText.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/RelayoutPlan.h"
#include "tiled_layout/Relayout/SourceStage.h"

#include "../Layout/PrintToString.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;

static llvm::StringRef getName(BlockPermutation::Kind kind) {
  using Kind = BlockPermutation::Kind;
  switch (kind) {
  case Kind::None:
    return "none, copies runs";
  case Kind::Interleave:
    return "interleave";
  case Kind::Deinterleave:
    return "deinterleave";
  case Kind::Transpose:
    return "transpose";
  case Kind::Bits:
    return "bits";
  case Kind::Elements:
    return "element by element";
  }
  llvm_unreachable("all kinds are listed");
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const BlockPermutation &permutation) {
  using Kind = BlockPermutation::Kind;
  ArrayRef<int64_t> sizes = permutation.sizes;
  os << getName(permutation.kind);
  switch (permutation.kind) {
  case Kind::None:
    os << " of " << permutation.unit;
    return;
  case Kind::Interleave:
    os << ' ' << sizes[1] << " runs of " << sizes[0];
    break;
  case Kind::Deinterleave:
    os << " into " << sizes[0] << " runs of " << sizes[1];
    break;
  case Kind::Transpose:
    os << ' ' << sizes[1] << " x " << sizes[0];
    break;
  case Kind::Bits:
  case Kind::Elements:
    os << ", digits [";
    llvm::interleaveComma(sizes, os);
    os << "] in order [";
    llvm::interleaveComma(permutation.order, os);
    os << ']';
    break;
  }
  if (permutation.unit != 1)
    os << ", units of " << permutation.unit;
}

static void printAxes(llvm::raw_ostream &os, const RelayoutPlan &plan,
                      size_t begin, size_t end) {
  for (size_t number = begin; number < end; ++number) {
    os << "  a" << number << ": ";
    print(os, plan.axes.axes[number]);
    os << '\n';
  }
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const RelayoutPlan &plan) {
  if (plan.axes.isEmpty) {
    os << "no elements\n";
    return;
  }
  os << "loops:\n";
  for (const IrregularDims &group : plan.axes.irregular) {
    os << "  each index of ";
    llvm::interleaveComma(group.dims, os, [&](int64_t d) { os << 'd' << d; });
    os << ": " << group.reason << '\n';
  }
  printAxes(os, plan, 0, plan.loops);
  os << "block:\n";
  printAxes(os, plan, plan.loops, plan.axes.axes.size());
  for (auto [k, bound] : llvm::enumerate(plan.axes.bounds)) {
    os << "bound: ";
    print(os, bound);
    os << (plan.cutsBlocks(k) ? ", cuts blocks\n" : "\n");
  }
  os << "runs: source " << plan.sourceRun << ", destination " << plan.destRun
     << "\npermutation: ";
  print(os, plan.permutation);
  if (plan.sourceBits != plan.destBits)
    os << "\nelements: from " << plan.sourceBits << " to " << plan.destBits
       << " bits";
  os << "\nstores: " << (plan.streaming ? "streaming" : "plain");
  if (plan.carryLoop)
    os << (plan.carriesInRegisters ? ", from registers that carry"
                                   : ", from a buffer that carries")
       << " lines along a" << *plan.carryLoop;
  if (plan.alongLoops != 0)
    os << ", of lines from registers along a" << plan.loops - plan.alongLoops;
  if (plan.rowLoops != 0)
    os << ", anew in a" << plan.getBufferLoop() - 1;
  if (plan.stageLoop)
    if (auto stage = getSourceStage(plan, *plan.stageLoop))
      os << "\nreads: from a stage of " << stage->numRows << " x "
         << stage->width << ", loops from a" << *plan.stageLoop << " on";
  if (plan.straightLoops != 0)
    os << "\nstraight code: from a" << plan.loops - plan.straightLoops << " on";
  if (plan.fillsPadding) {
    os << "\npadding: written with the elements";
    if (plan.tailBegin != plan.tailEnd)
      os << ", then " << plan.tailEnd - plan.tailBegin << " after the tiles";
  }
  if (plan.masksColumns)
    os << "\npadding: left out of columns by masks";
  if (plan.prefetchBytes != 0)
    os << "\nfetches: " << plan.prefetchBytes << " bytes ahead";
  os << '\n';
  if (plan.threadLoop)
    os << "threads: " << plan.threads << " over a" << *plan.threadLoop << '\n';
}

std::string mlir::tiled_layout::toString(const RelayoutPlan &plan) {
  return printToString(plan);
}
