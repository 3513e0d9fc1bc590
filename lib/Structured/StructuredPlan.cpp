//===- StructuredPlan.cpp - How a structured operation runs ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/StructuredPlan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;

bool StructuredPlan::operator==(const StructuredPlan &other) const {
  auto getFields = [](const StructuredPlan &plan) {
    return std::tie(plan.loops, plan.packs, plan.vectorDim, plan.lanes,
                    plan.interleavedDim, plan.interleave, plan.transposed,
                    plan.fused, plan.masked, plan.reassoc, plan.streaming,
                    plan.streamedBytes, plan.lineBytes, plan.unrolledSteps,
                    plan.parallel, plan.dotDim, plan.dotSteps, plan.matrixDim,
                    plan.matrixRows, plan.prefetch, plan.aheadDim, plan.ahead,
                    plan.aheadInRows, plan.aheadBytes);
  };
  return getFields(*this) == getFields(other);
}

llvm::hash_code mlir::tiled_layout::hash_value(const StructuredPlan &plan) {
  // Plans of equal loops and vectors rarely differ.
  return llvm::hash_combine(llvm::hash_combine_range(plan.loops),
                            plan.vectorDim, plan.lanes);
}

int64_t mlir::tiled_layout::getLastStep(const StructuredPlan &plan,
                                        int64_t dim) {
  for (const PlanLoop &loop : llvm::reverse(plan.loops))
    if (loop.dim == dim)
      return loop.step;
  return 1;
}

int64_t mlir::tiled_layout::getTransposedDim(const StructuredPlan &plan,
                                             int64_t operand) {
  for (const PlanTransposition &transposition : plan.transposed)
    if (transposition.operand == operand)
      return transposition.dim;
  return -1;
}

const PlanPack *mlir::tiled_layout::findPack(const StructuredPlan &plan,
                                             int64_t operand) {
  for (const PlanPack &pack : plan.packs)
    if (pack.operand == operand)
      return &pack;
  return nullptr;
}

std::string mlir::tiled_layout::toString(const StructuredPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "loops = [";
  llvm::ListSeparator comma;
  for (size_t depth = 0; depth <= plan.loops.size(); ++depth) {
    for (const PlanPack &pack : plan.packs)
      if (pack.depth == static_cast<int64_t>(depth))
        os << comma << "pack " << pack.operand << (pack.isWide ? " wide" : "");
    if (depth < plan.loops.size())
      os << comma << 'd' << plan.loops[depth].dim << " by "
         << plan.loops[depth].step;
  }
  os << "], vector = d" << plan.vectorDim << " x " << plan.lanes;
  if (plan.interleave != 1)
    os << ", interleave = d" << plan.interleavedDim << " x " << plan.interleave;
  if (!plan.transposed.empty()) {
    os << ", transposed = [";
    llvm::interleaveComma(
        plan.transposed, os, [&](const PlanTransposition &transposition) {
          os << transposition.operand << " along d" << transposition.dim;
        });
    os << ']';
  }
  if (plan.masked)
    os << ", masked";
  if (plan.fused)
    os << ", fused";
  if (plan.reassoc)
    os << ", reassoc";
  if (plan.streaming)
    os << ", streaming";
  if (plan.streamedBytes != 0)
    os << " above " << plan.streamedBytes;
  if (plan.parallel)
    os << ", parallel";
  if (plan.dotSteps != 0)
    os << ", dot = d" << plan.dotDim << " x " << plan.dotSteps;
  if (plan.matrixRows != 0)
    os << ", matrix = d" << plan.matrixDim << " x " << plan.matrixRows;
  if (!plan.prefetch.empty()) {
    os << ", prefetch = [";
    llvm::interleaveComma(plan.prefetch, os);
    os << ']';
  }
  if (plan.unrolledSteps != 1)
    os << ", unroll = " << plan.unrolledSteps;
  if (plan.lineBytes != StructuredPlan().lineBytes)
    os << ", line = " << plan.lineBytes;
  if (plan.ahead != 0)
    os << ", ahead = d" << plan.aheadDim << " by " << plan.ahead;
  if (plan.aheadInRows)
    os << " in rows";
  if (plan.aheadBytes != 0)
    os << " above " << plan.aheadBytes;
  return text;
}
