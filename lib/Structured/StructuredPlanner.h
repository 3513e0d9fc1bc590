//===- StructuredPlanner.h - Chooses a plan ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H
#define TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H

#include "tiled_layout/Structured/StructuredProblem.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Chooses the plan of one operation.
class StructuredPlanner {
public:
  StructuredPlanner(const StructuredProblem &problem, const Target &target,
                    std::string &reason)
      : problem(problem), target(target), os(reason) {}

  std::optional<StructuredPlan> run();

private:
  bool chooseVector();
  bool chooseContiguous();
  void planScalars();
  bool chooseTransposed();
  bool chooseScalars();
  bool setTransposed(int64_t dim);
  int64_t getOwnRun(const OperandAccess &operand, int64_t dim) const;
  int64_t getTransposedStep(PlanTransposition transposition) const;
  bool canBeVector(int64_t dim) const;
  int64_t getRun(int64_t dim) const;
  void chooseRows();
  int64_t getBlock(int64_t dim, int64_t most) const;
  llvm::SmallVector<int64_t> getParallelOrder() const;
  void planReduction();
  void planParallel();
  void useDotProducts();
  StructuredPlan getDotPlan(int64_t dim) const;
  void addLoop(int64_t dim, int64_t step);
  int64_t roundToEdges(int64_t dim, int64_t step) const;
  int64_t getLeast(int64_t dim) const {
    int64_t least = problem.getLeastStep(dim, plan.vectorDim);
    for (PlanTransposition transposition : plan.transposed)
      if (transposition.dim == dim)
        least = std::max(least, getTransposedStep(transposition));
    return least;
  }
  bool isKnownWithin(int64_t dim, int64_t size) const {
    return problem.extents[dim] != kDynamic && problem.extents[dim] <= size;
  }

  const StructuredProblem &problem;
  const Target &target;
  llvm::raw_string_ostream os;
  StructuredPlan plan;
  /// Vectors in a row of the block of registers, and the dimension of its rows
  /// with their number; -1 if there is one row.
  int64_t vectors = 1;
  int64_t rowDim = -1;
  int64_t rows = 1;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H
