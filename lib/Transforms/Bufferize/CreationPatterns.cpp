//===- CreationPatterns.cpp - Tensors made of scalars ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream allocates for these without asking for a memory space, so they write
// to an empty tensor instead, which is allocated in its layout.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// tiled_layout.empty -> tensor.empty, which upstream knows how to avoid.
static LogicalResult convertEmpty(EmptyOp op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                               op.getDynamicSizes());
  return success();
}

/// tensor.splat -> linalg.fill.
static LogicalResult convertSplat(tensor::SplatOp op,
                                  PatternRewriter &rewriter) {
  if (!isTiled(op.getType()))
    return rewriter.notifyMatchFailure(op, "tensor has no layout");
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                        op.getDynamicSizes());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
  return success();
}

/// tensor.generate -> linalg.generic, whose indices are the arguments.
static LogicalResult convertGenerate(tensor::GenerateOp op,
                                     PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!isTiled(type))
    return rewriter.notifyMatchFailure(op, "tensor has no layout");
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type,
                                        op.getDynamicExtents());
  auto createBody = [&](OpBuilder &builder, Location loc, ValueRange) {
    IRMapping values;
    for (BlockArgument index : op.getBody().getArguments())
      values.map(index,
                 linalg::IndexOp::create(builder, loc, index.getArgNumber()));
    Block &body = op.getBody().front();
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, values);
    Value element = cast<tensor::YieldOp>(body.getTerminator()).getValue();
    linalg::YieldOp::create(builder, loc, values.lookupOrDefault(element));
  };
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, ValueRange(), empty,
      ArrayRef<AffineMap>{rewriter.getMultiDimIdentityMap(type.getRank())},
      iterators, createBody);
  return success();
}

/// tensor.from_elements -> one tensor.insert for each.
static LogicalResult convertFromElements(tensor::FromElementsOp op,
                                         PatternRewriter &rewriter) {
  RankedTensorType type = op.getType();
  if (!isTiled(type))
    return rewriter.notifyMatchFailure(op, "tensor has no layout");
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  auto insert = [&](size_t number, Value tensor) -> Value {
    SmallVector<Value> indices = llvm::map_to_vector(
        delinearize(number, strides), [&](int64_t at) -> Value {
          return arith::ConstantIndexOp::create(rewriter, op.getLoc(), at);
        });
    return tensor::InsertOp::create(rewriter, op.getLoc(),
                                    op.getElements()[number], tensor, indices);
  };
  rewriter.replaceOp(
      op, fillParts(rewriter, op, type,
                    getAsIndexOpFoldResult(op.getContext(), type.getShape()),
                    op.getElements(), insert));
  return success();
}

void mlir::tiled_layout::populateCreationPatterns(RewritePatternSet &patterns) {
  patterns.add(convertEmpty)
      .add(convertSplat)
      .add(convertGenerate)
      .add(convertFromElements);
}
