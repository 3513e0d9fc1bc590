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

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// An index of the buffer that an input is written out to.
struct BufferIndex {
  /// What it is of the operation: the dimension that the input divides, or what
  /// indexes one of the input's.
  AffineExpr expr;
  int64_t extent;
  /// That dimension of the input; -1 if it is divided.
  int64_t axis;
};

/// The buffer that an input is written out to.
struct InputBuffer {
  /// Most major first.
  SmallVector<BufferIndex> indices;
  /// What the indices of the input are of those of the buffer.
  SmallVector<AffineExpr> ofInput;
};

} // namespace

/// Returns the buffer of an input; nothing if the input is indexed by sums of
/// the dimension and others, or has extents that no loop has.
static std::optional<InputBuffer> getBuffer(linalg::GenericOp op,
                                            OpOperand &input, int64_t dim) {
  InputBuffer buffer;
  MLIRContext *context = op.getContext();
  AffineExpr own = getAffineDimExpr(dim, context), place;
  auto add = [&](AffineExpr expr, int64_t extent, int64_t axis) {
    AffineExpr index = getAffineDimExpr(buffer.indices.size(), context);
    buffer.indices.push_back({expr, extent, axis});
    return index;
  };
  auto type = cast<MemRefType>(input.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&input);
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    int64_t extent = type.getDimSize(axis);
    if (isa<AffineConstantExpr>(expr)) {
      buffer.ofInput.push_back(expr);
      continue;
    }
    if (!expr.isFunctionOfDim(dim)) {
      if (ShapedType::isDynamic(extent) && !isa<AffineDimExpr>(expr))
        return std::nullopt;
      buffer.ofInput.push_back(add(expr, extent, axis));
      continue;
    }
    for (unsigned other = 0; other < op.getNumLoops(); ++other)
      if (other != dim && expr.isFunctionOfDim(other))
        return std::nullopt;
    if (!place)
      place = add(own, op.getStaticLoopRanges()[dim], /*axis=*/-1);
    buffer.ofInput.push_back(expr.replace(own, place));
  }
  return buffer;
}

/// Returns how many iterations read each element of the buffer, as far as is
/// known.
static uint64_t getReuse(linalg::GenericOp op, ArrayRef<BufferIndex> indices) {
  uint64_t iterations = 1, elements = 1;
  auto multiply = [](uint64_t &product, int64_t extent) {
    if (ShapedType::isStatic(extent))
      product = llvm::SaturatingMultiply<uint64_t>(product, extent);
  };
  for (int64_t extent : op.getStaticLoopRanges())
    multiply(iterations, extent);
  for (const BufferIndex &index : indices)
    multiply(elements, index.extent);
  return iterations / std::max<uint64_t>(elements, 1);
}

/// Writes an input out to a buffer.
static linalg::GenericOp writeOut(RewriterBase &rewriter, linalg::GenericOp op,
                                  OpOperand &input, const InputBuffer &written,
                                  int64_t lineBytes) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  SmallVector<AffineExpr> ofOperation;
  for (const BufferIndex &index : written.indices) {
    shape.push_back(index.extent);
    if (ShapedType::isDynamic(index.extent))
      sizes.push_back(
          memref::DimOp::create(rewriter, loc, input.get(), index.axis));
    ofOperation.push_back(index.expr);
  }
  Type element = getElementTypeOrSelf(input.get().getType());
  Value buffer = allocateBuffer(rewriter, loc, MemRefType::get(shape, element),
                                sizes, lineBytes);
  int64_t rank = shape.size();
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      rewriter, loc, TypeRange(), input.get(), buffer,
      {AffineMap::get(rank, 0, written.ofInput, op.getContext()),
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
                                 int64_t dim, uint64_t leastReuse,
                                 const Target &target) {
  if (op.getNumReductionLoops() != 0)
    return {};
  SmallVector<std::pair<OpOperand *, InputBuffer>> inputs;
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
    std::optional<InputBuffer> buffer = getBuffer(op, operand, dim);
    if (!buffer || getReuse(op, buffer->indices) < leastReuse)
      return {};
    inputs.emplace_back(&operand, std::move(*buffer));
  }
  return llvm::map_to_vector(inputs, [&](auto &input) -> linalg::LinalgOp {
    return writeOut(rewriter, op, *input.first, input.second, target.lineBytes);
  });
}
