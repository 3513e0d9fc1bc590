//===- PermutedCopies.cpp - Copies that permute dimensions ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transposition is a relayout between an array and a view of another one,
// whose layout has its dimensions renamed. Relayouts move words and bits in
// larger squares than structured operations, which have elements in registers:
// transpositions of bytes take a quarter to half of the time. Of elements of 32
// bits both take the same. Squares of rows that lie far apart, as where the
// channels of images come first instead of last, suit structured operations.
//
//===----------------------------------------------------------------------===//

#include "PermutedCopies.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Elements of as many bits and more are moved as well by structured
/// operations: shuffles of registers take them as they are.
static constexpr int64_t kWordBits = 32;

/// Relayouts move rows of fewer elements one by one, such as the three colours
/// of a pixel.
static constexpr int64_t kFewestColumns = 4;

/// Returns for each dimension of `to` the one of `from` that has its index.
static SmallVector<int64_t> getPermutation(AffineMap from, AffineMap to) {
  return llvm::map_to_vector(to.getResults(), [&](AffineExpr index) {
    return static_cast<int64_t>(*from.getResultPosition(index));
  });
}

namespace {

/// The copy as a relayout: which array becomes a view, and the types then. An
/// array without a layout of ours has no such view.
struct PermutedCopy {
  SmallVector<int64_t> permutation;
  bool viewsSource;
  MemRefType source, dest;
};

} // namespace

static PermutedCopy getPermutedCopy(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  PermutedCopy copy;
  copy.source = cast<MemRefType>(op->getOperand(0).getType());
  copy.dest = cast<MemRefType>(op->getOperand(1).getType());
  copy.viewsSource = isTiled(copy.source);
  copy.permutation = copy.viewsSource ? getPermutation(maps[0], maps[1])
                                      : getPermutation(maps[1], maps[0]);
  MemRefType &type = copy.viewsSource ? copy.source : copy.dest;
  if (isTiled(type))
    type = inferTransposedType(type, copy.permutation);
  return copy;
}

bool mlir::tiled_layout::isPermutedCopy(linalg::LinalgOp op) {
  if (op->getNumOperands() != 2 || op.getNumDpsInputs() != 1 ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isPermutation(); }) ||
      op.getBlock()->getOperations().size() != 1 ||
      op.getBlock()->getTerminator()->getOperand(0) !=
          op.getBlock()->getArgument(0) ||
      runsOnDevice(op))
    return false;
  PermutedCopy copy = getPermutedCopy(op);
  return copy.dest.getElementType().isIntOrFloat() &&
         (isTiled(copy.source) || isTiled(copy.dest)) &&
         areStaticArrays(copy.source, copy.dest);
}

bool mlir::tiled_layout::isNarrowPermutedCopy(linalg::LinalgOp op) {
  return isPermutedCopy(op) && cast<MemRefType>(op->getOperand(1).getType())
                                       .getElementTypeBitWidth() < kWordBits;
}

/// True if no dimension but `minor` has neighbours that lie closer together
/// than those of a dimension.
static bool isSecond(const OperandAccess &access, int64_t dim, int64_t minor) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  auto getFactor = [&](int64_t dim) {
    // A dimension of extent 1 has no neighbours.
    if (access.dims[dim].empty())
      return most;
    const Stride &stride = access.dims[dim].front().stride;
    return stride.isStatic() ? stride.factor : most;
  };
  for (int64_t other = 0, end = access.dims.size(); other < end; ++other)
    if (other != dim && other != minor && getFactor(other) < getFactor(dim))
      return false;
  return true;
}

bool mlir::tiled_layout::suitsRelayout(const StructuredProblem &problem,
                                       const StructuredPlan &plan) {
  if (plan.transposed.empty())
    return false;
  PlanTransposition square = plan.transposed.front();
  // All that lies together in the input is one word of the output.
  int64_t extent = problem.extents[square.dim];
  if (extent != kDynamic && extent <= problem.getLeastStep(square.dim, plan))
    return true;
  int64_t columns = problem.extents[plan.vectorDim];
  if (problem.operands[0].elementBits >= kWordBits ||
      (columns != kDynamic && columns < kFewestColumns))
    return false;
  const OperandAccess &input = problem.operands[0],
                      &output = problem.operands[1];
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (auto words = input.getInterleave(dim);
        words && words->parts > 1 && words->dim != plan.vectorDim)
      return true;
  return isSecond(input, plan.vectorDim, square.dim) &&
         isSecond(output, square.dim, plan.vectorDim);
}

void mlir::tiled_layout::replaceByRelayout(RewriterBase &rewriter,
                                           linalg::LinalgOp op) {
  PermutedCopy copy = getPermutedCopy(op);
  Value source = op->getOperand(0), dest = op->getOperand(1);
  rewriter.setInsertionPoint(op);
  if (!isIdentityPermutation(copy.permutation)) {
    Value &viewed = copy.viewsSource ? source : dest;
    viewed =
        TransposeOp::create(rewriter, op.getLoc(), viewed,
                            rewriter.getDenseI64ArrayAttr(copy.permutation));
  }
  rewriter.replaceOpWithNewOp<RelayoutOp>(op, TypeRange(), source, dest,
                                          /*padding=*/Attribute());
}
