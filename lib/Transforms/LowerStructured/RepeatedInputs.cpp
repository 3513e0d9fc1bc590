//===- RepeatedInputs.cpp - Inputs of divided indices, written out --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedInputs.h"

#include "../OwnBuffers.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// An index of the buffer that an input is written out to: a dimension of the
/// operation that the input divides, or what indexes the input.
struct BufferIndex {
  AffineExpr expr;
  /// What the index of the input is of that of the buffer.
  AffineExpr ofInput;
  int64_t extent;
};

} // namespace

/// Returns the indices of the buffer, most major first; nothing if the input
/// does not only divide one dimension where it does.
static std::optional<SmallVector<BufferIndex>>
getBufferIndices(linalg::GenericOp op, OpOperand &input, int64_t dim) {
  SmallVector<BufferIndex> indices;
  MLIRContext *context = op.getContext();
  AffineMap map = op.getMatchingIndexingMap(&input);
  auto type = cast<MemRefType>(input.get().getType());
  for (auto [expr, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    AffineExpr index = getAffineDimExpr(indices.size(), context);
    if (!expr.isFunctionOfDim(dim)) {
      indices.push_back({expr, index, extent});
      continue;
    }
    for (unsigned other = 0; other < op.getNumLoops(); ++other)
      if (other != dim && expr.isFunctionOfDim(other))
        return std::nullopt;
    AffineExpr own = getAffineDimExpr(dim, context);
    indices.push_back(
        {own, expr.replace(own, index), op.getStaticLoopRanges()[dim]});
  }
  return indices;
}

/// Returns how many iterations read each element of the buffer, as far as is
/// known.
static int64_t getReuse(linalg::GenericOp op, ArrayRef<BufferIndex> indices) {
  int64_t iterations = 1, elements = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    if (ShapedType::isStatic(extent))
      iterations *= extent;
  for (const BufferIndex &index : indices)
    if (ShapedType::isStatic(index.extent))
      elements *= index.extent;
  return iterations / std::max<int64_t>(elements, 1);
}

/// Writes an input out to a buffer.
static linalg::GenericOp writeOut(RewriterBase &rewriter, linalg::GenericOp op,
                                  OpOperand &input,
                                  ArrayRef<BufferIndex> indices,
                                  int64_t lineBytes) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  SmallVector<AffineExpr> ofOperation, ofInput;
  for (auto [number, index] : llvm::enumerate(indices)) {
    shape.push_back(index.extent);
    if (ShapedType::isDynamic(index.extent))
      sizes.push_back(
          memref::DimOp::create(rewriter, loc, input.get(), number));
    ofOperation.push_back(index.expr);
    ofInput.push_back(index.ofInput);
  }
  Type element = getElementTypeOrSelf(input.get().getType());
  Value buffer = allocateBuffer(rewriter, loc, MemRefType::get(shape, element),
                                sizes, lineBytes);
  int64_t rank = indices.size();
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      rewriter, loc, TypeRange(), input.get(), buffer,
      {AffineMap::get(rank, 0, ofInput, op.getContext()),
       rewriter.getMultiDimIdentityMap(rank)},
      kinds, [](OpBuilder &builder, Location loc, ValueRange args) {
        linalg::YieldOp::create(builder, loc, args.front());
      });
  rewriter.modifyOpInPlace(op, [&] {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps[input.getOperandNumber()] =
        AffineMap::get(op.getNumLoops(), 0, ofOperation, op.getContext());
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    input.set(buffer);
  });
  rewriter.setInsertionPointAfter(op);
  freeBuffer(rewriter, loc, buffer);
  return copy;
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::repeatInputs(RewriterBase &rewriter, linalg::GenericOp op,
                                 int64_t dim, int64_t leastReuse,
                                 const Target &target) {
  if (op.getNumReductionLoops() != 0)
    return {};
  SmallVector<std::pair<OpOperand *, SmallVector<BufferIndex>>> inputs;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineExpr own = getAffineDimExpr(dim, op.getContext());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (llvm::all_of(map.getResults(), [&](AffineExpr expr) {
          return expr == own || !expr.isFunctionOfDim(dim);
        }))
      continue;
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || type.getMemorySpace() || op.isDpsInit(&operand) ||
        !type.getElementType().isIntOrIndexOrFloat())
      return {};
    auto indices = getBufferIndices(op, operand, dim);
    if (!indices || getReuse(op, *indices) < leastReuse)
      return {};
    inputs.emplace_back(&operand, std::move(*indices));
  }
  return llvm::map_to_vector(inputs, [&](auto &input) -> linalg::LinalgOp {
    return writeOut(rewriter, op, *input.first, input.second, target.lineBytes);
  });
}
