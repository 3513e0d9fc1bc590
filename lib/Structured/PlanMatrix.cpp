//===- PlanMatrix.cpp - Plans products of matrices in tile registers ------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of results is 2 by 2 tile registers. Both inputs are in panels, where
// zeros fill up the steps of the last instruction, so that nothing is left
// after whole blocks but rows and columns that are not stored.
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;

/// From so many results along each dimension on, panels of both inputs cost
/// less than whole matrices gain.
static constexpr int64_t kFewestMatrixResults = 64;

/// Tile registers of results along each dimension of a block: the most that
/// leave room for what is multiplied.
static constexpr int64_t kBlockRegisters = 2;

/// Chooses the rows of matrices. False if there are no such, or too few.
bool StructuredPlanner::chooseMatrix() {
  DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim]) {
      if (dim != plan.dotDim && problem.extents[dim] != 1)
        return false;
    } else if (problem.extents[dim] != 1 &&
               problem.operands[inputs.broadcast].dependsOn(dim) &&
               !problem.operands[inputs.vector].dependsOn(dim)) {
      plan.matrixDim = dim;
      plan.matrixRows = matrixRegisterRows;
    }
  }
  if (plan.matrixRows == 0 ||
      isKnownWithin(plan.dotDim, getReducedSteps(plan) / 2) ||
      isKnownWithin(plan.matrixDim, kFewestMatrixResults - 1) ||
      isKnownWithin(plan.vectorDim, kFewestMatrixResults - 1))
    return false;
  for (int64_t operand : {inputs.broadcast, inputs.vector}) {
    if (!problem.operands[operand].isProjection)
      return false;
    pack(operand);
  }
  plan.lanes = matrixRegisterRows;
  return hasMatrixInstruction(target, problem.dot.kind);
}

/// Returns the step of a loop over blocks of about `most` indices: multiples of
/// `unit` and of tiles, as even as may be.
int64_t StructuredPlanner::getMatrixBlock(int64_t dim, int64_t most,
                                          int64_t unit) const {
  for (int64_t edge : getBlockEdges(dim))
    unit = std::max(unit, edge);
  // A cache may be too small for one.
  most = std::max(most, unit);
  int64_t extent = problem.extents[dim];
  if (extent != kDynamic && extent > most)
    most = llvm::divideCeil(extent, llvm::divideCeil(extent, most));
  return llvm::alignTo(most, unit);
}

/// Each element of an input is copied to a panel once: of one, all rows of some
/// steps; of the other one, the columns that the second cache keeps while all
/// rows go by.
void StructuredPlanner::planMatrix() {
  DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
  int64_t rowDim = plan.matrixDim, vectorDim = plan.vectorDim;
  int64_t step = kBlockRegisters * matrixRegisterRows;
  int64_t steps = getReducedSteps(plan);
  auto addBlocks = [&](int64_t dim, int64_t block) {
    if (!isKnownWithin(dim, block))
      addLoop(dim, block);
  };
  auto addPack = [&](int64_t operand) {
    plan.packs.push_back({operand, static_cast<int64_t>(plan.loops.size()),
                          /*isWide=*/false});
  };
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (dim != vectorDim && dim != rowDim && dim != plan.dotDim)
      addLoop(dim, 1);
  // The first cache keeps the steps of a block of columns, and of the rows that
  // go by; the second one a quarter of each panel.
  int64_t bytes = problem.operands[inputs.vector].elementBits / 8;
  int64_t depth =
      getMatrixBlock(plan.dotDim, target.l1Bytes / (2 * step * bytes), steps);
  int64_t most =
      llvm::bit_floor<uint64_t>(target.l2Bytes / 8 / (depth * bytes));
  // Few rows: each may lie on a page of its own.
  int64_t height = getMatrixBlock(rowDim, 4 * step, step);
  addBlocks(rowDim, getMatrixBlock(rowDim, 16 * most, height));
  addBlocks(plan.dotDim, depth);
  addPack(inputs.broadcast);
  addBlocks(vectorDim, getMatrixBlock(vectorDim, most, step));
  addPack(inputs.vector);
  addBlocks(rowDim, height);
  addLoop(vectorDim, step);
  addLoop(rowDim, step);
  addLoop(plan.dotDim, steps);
  plan.prefetch.push_back(2);
}
