//===- RowsAhead.cpp - Rows that steps of a reduction fetch ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/StructuredProblem.h"

using namespace mlir::tiled_layout;

/// Returns the only dimension but `along` of which a block has several indices
/// of an operand; -1 if there is none, or more.
static int64_t getRowDim(const StructuredProblem &problem,
                         const StructuredPlan &plan,
                         const OperandAccess &operand, int64_t along) {
  int64_t rowDim = -1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (dim == along || operand.dims[dim].empty() ||
        getLastStep(plan, dim) == 1)
      continue;
    if (rowDim >= 0)
      return -1;
    rowDim = dim;
  }
  return rowDim;
}

std::optional<RowsAhead>
mlir::tiled_layout::getRowsAhead(const StructuredProblem &problem,
                                 const StructuredPlan &plan, int64_t number) {
  const OperandAccess &operand = problem.operands[number];
  llvm::SmallVector<PlanLoop> loops = getLoops(problem, plan);
  if (!problem.hasReduction() || !operand.sums.empty() || loops.size() < 2 ||
      loops.back().dim != loops[loops.size() - 2].dim)
    return std::nullopt;
  const int64_t dim = loops.back().dim;
  const int64_t strip = loops[loops.size() - 2].step, step = loops.back().step;
  const int64_t rowDim = getRowDim(problem, plan, operand, dim);
  auto interleave = operand.getInterleave(dim);
  bool isCut = llvm::any_of(operand.dims[dim], [&](const AccessStep &next) {
    return next.edge > 1 && next.edge < strip;
  });
  if (rowDim < 0 || !interleave || isCut || strip % step != 0 ||
      (interleave->parts > 1 && interleave->dim != rowDim))
    return std::nullopt;
  RowsAhead ahead;
  ahead.rowDim = rowDim;
  ahead.rowIndices = interleave->parts;
  const int64_t bits = strip * ahead.rowIndices * operand.elementBits,
                line = plan.lineBytes * 8, block = getLastStep(plan, rowDim);
  if (bits % line != 0 || block % ahead.rowIndices != 0)
    return std::nullopt;
  const int64_t rows = block / ahead.rowIndices, steps = strip / step;
  ahead.lines = bits / line;
  if (rows % steps == 0) {
    ahead.rowsOfStep = rows / steps;
    return ahead;
  }
  ahead.stepsOfRow = steps / rows;
  if (steps % rows != 0)
    return std::nullopt;
  if (ahead.stepsOfRow % ahead.lines == 0) {
    ahead.stepsOfLine = ahead.stepsOfRow / ahead.lines;
    ahead.lines = 1;
    return ahead;
  }
  if (ahead.lines % ahead.stepsOfRow != 0)
    return std::nullopt;
  ahead.lines /= ahead.stepsOfRow;
  return ahead;
}
