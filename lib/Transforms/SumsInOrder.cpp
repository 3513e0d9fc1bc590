//===- SumsInOrder.cpp - Sums of all elements, one by one -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumsInOrder.h"

#include "../IR/StructuredBody.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::addsInOrder(linalg::LinalgOp op, bool reassoc) {
  return op.getNumParallelLoops() == 0 && op.getNumReductionLoops() != 0 &&
         llvm::any_of(llvm::seq(op.getNumDpsInits()), [&](int64_t output) {
           return getCombiningKind(op, output) &&
                  !isOrderFree(op, output, reassoc);
         });
}

bool mlir::tiled_layout::hasMathFunctions(linalg::LinalgOp op) {
  return llvm::any_of(*op.getBlock(), [](Operation &inner) {
    return isa_and_nonnull<math::MathDialect>(inner.getDialect()) &&
           !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp>(
               inner);
  });
}

void mlir::tiled_layout::splitSumInOrder(RewriterBase &rewriter,
                                         linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() ||
      op.hasIndexSemantics() || !hasMathFunctions(op))
    return;
  Block *body = op.getBlock();
  BlockArgument sum = op.getRegionOutputArgs().front();
  // The sum takes part in one addition, whose other operand is a term.
  Operation *add = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!add || !add->hasOneUse() || add->getNumOperands() != 2 ||
      !sum.hasOneUse() || *sum.user_begin() != add)
    return;
  Value term = add->getOperand(add->getOperand(0) == sum ? 1 : 0);
  if (term.getParentBlock() != body)
    return;

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(rewriter, loc);
  SmallVector<OpFoldResult> sizes = llvm::map_to_vector(
      ranges, [](const Range &range) { return range.size; });
  int64_t rank = sizes.size();
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, term.getType());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = identity;
  auto terms = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), op.getInputs(), empty, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        IRMapping mapping;
        for (auto [argument, element] :
             llvm::zip(op.getRegionInputArgs(), elements))
          mapping.map(argument, element);
        for (Operation &inner : body->without_terminator())
          if (&inner != add)
            builder.clone(inner, mapping);
        linalg::YieldOp::create(builder, loc, mapping.lookup(term));
      });
  auto result = linalg::GenericOp::create(
      rewriter, loc, op.getResultTypes(), terms.getResult(0), op.getOutputs(),
      ArrayRef<AffineMap>{identity, op.getIndexingMapsArray().back()},
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange elements) {
        IRMapping mapping;
        mapping.map(term, elements[0]);
        mapping.map(sum, elements[1]);
        Operation *addition = builder.clone(*add, mapping);
        linalg::YieldOp::create(builder, loc, addition->getResults());
      });
  rewriter.replaceOp(op, result.getResults());
}
