//===- FuseConcats.cpp - Operations on tensors of pieces ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseConcats.h"

#include "../IR/AnyWithin.h"
#include "TensorTools.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// More pieces than these are more code than the copies are worth.
static constexpr size_t kMostPieces = 4;

namespace {

/// A tensor that is put together from pieces, along one dimension.
struct Concat {
  int64_t dim = -1;
  /// From the first index on.
  SmallVector<tensor::InsertSliceOp> pieces;
};

} // namespace

/// True if a slice has the rank of its array, known bounds and no steps.
static bool isPlain(tensor::InsertSliceOp slice) {
  return slice.hasUnitStride() && slice.getDroppedDims().none() &&
         !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes());
}

/// Returns the pieces of a tensor that `op` alone reads; `std::nullopt` if they
/// do not fill it, along one dimension.
static std::optional<Concat> getConcat(linalg::LinalgOp op, Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() ||
      !llvm::all_of(tensor.getUsers(),
                    [&](Operation *user) { return user == op.getOperation(); }))
    return std::nullopt;
  Concat concat;
  Value whole = tensor;
  while (auto piece = whole.getDefiningOp<tensor::InsertSliceOp>()) {
    if (!isPlain(piece) || (whole != tensor && !whole.hasOneUse()) ||
        concat.pieces.size() == kMostPieces)
      return std::nullopt;
    concat.pieces.push_back(piece);
    whole = piece.getDest();
  }
  if (concat.pieces.size() < 2 || !whole.getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (concat.pieces[0].getStaticSizes()[dim] != type.getDimSize(dim)) {
      if (concat.dim >= 0)
        return std::nullopt;
      concat.dim = dim;
    }
  if (concat.dim < 0)
    return std::nullopt;
  llvm::sort(concat.pieces, [&](auto a, auto b) {
    return a.getStaticOffsets()[concat.dim] < b.getStaticOffsets()[concat.dim];
  });
  int64_t next = 0;
  for (tensor::InsertSliceOp piece : concat.pieces) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != concat.dim &&
          piece.getStaticSizes()[dim] != type.getDimSize(dim))
        return std::nullopt;
    if (piece.getStaticOffsets()[concat.dim] != next)
      return std::nullopt;
    next += piece.getStaticSizes()[concat.dim];
  }
  return next == type.getDimSize(concat.dim) ? std::optional(concat)
                                             : std::nullopt;
}

/// True if each element is computed on its own, wherever it is.
static bool isDivisible(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && isMemoryEffectFree(op) &&
         op->getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         !anyWithin<linalg::IndexOp>(op.getBlock()) &&
         !anyWithin<tensor::ExtractOp>(op.getBlock());
}

namespace {

/// Where a part of a tensor lies, and its type.
struct Slice {
  RankedTensorType type;
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

} // namespace

/// Returns the part of `size` indices of a dimension from `offset` on.
static Slice getSlice(RewriterBase &rewriter, Location loc, Value tensor,
                      unsigned dim, int64_t offset, int64_t size) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  Slice slice;
  slice.type =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  slice.offsets.assign(type.getRank(), rewriter.getIndexAttr(0));
  slice.strides.assign(type.getRank(), rewriter.getIndexAttr(1));
  slice.sizes = tensor::getMixedSizes(rewriter, loc, tensor);
  slice.offsets[dim] = rewriter.getIndexAttr(offset);
  slice.sizes[dim] = rewriter.getIndexAttr(size);
  return slice;
}

/// True if a slice of a tensor can be a view.
static bool isInPlace(RankedTensorType type,
                      OffsetSizeAndStrideOpInterface slice) {
  std::string reason;
  llvm::SmallBitVector kept(type.getRank());
  return !isTiled(type) || isViewOf(type, slice, kept, reason);
}

/// Returns the part of a tensor that indices `offset` to `offset + size` of the
/// loop `dim` meet; null if it would be a copy.
static Value getPart(RewriterBase &rewriter, Location loc, Value tensor,
                     AffineMap map, unsigned dim, int64_t offset,
                     int64_t size) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  auto index =
      map.getResultPosition(getAffineDimExpr(dim, rewriter.getContext()));
  if (!type || !index)
    return tensor;
  Slice slice = getSlice(rewriter, loc, tensor, *index, offset, size);
  auto part =
      tensor::ExtractSliceOp::create(rewriter, loc, slice.type, tensor,
                                     slice.offsets, slice.sizes, slice.strides);
  return isInPlace(type, part) ? part.getResult() : Value();
}

/// Erases what stands between two operations, whose results nothing else reads.
static void eraseBetween(RewriterBase &rewriter, Operation *before,
                         Operation *end) {
  while (end->getPrevNode() != before)
    rewriter.eraseOp(end->getPrevNode());
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::fuseConcat(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!isDivisible(op))
    return {};
  std::optional<Concat> concat;
  OpOperand *read = nullptr;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!concat && op.getMatchingIndexingMap(input).isPermutation() &&
        (concat = getConcat(op, input->get())))
      read = input;
  OpOperand *init = op.getDpsInitOperand(0);
  if (!concat || op.payloadUsesValueFromOperand(init))
    return {};
  Location loc = op.getLoc();
  AffineMap readMap = op.getMatchingIndexingMap(read);
  unsigned dim = readMap.getDimPosition(concat->dim);
  auto index = *op.getMatchingIndexingMap(init).getResultPosition(
      getAffineDimExpr(dim, rewriter.getContext()));
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  auto type = cast<RankedTensorType>(init->get().getType());
  Value result = createEmpty(rewriter, loc, type,
                             tensor::getMixedSizes(rewriter, loc, init->get()));
  SmallVector<linalg::LinalgOp> parts;
  for (tensor::InsertSliceOp piece : concat->pieces) {
    int64_t offset = piece.getStaticOffsets()[concat->dim],
            size = piece.getStaticSizes()[concat->dim];
    SmallVector<Value> operands;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      bool isPiece = input->get() == read->get() && map == readMap;
      operands.push_back(isPiece ? piece.getSource()
                                 : getPart(rewriter, loc, input->get(), map,
                                           dim, offset, size));
    }
    // The part of the result has a place of its own until buffers are chosen.
    Slice slice = getSlice(rewriter, loc, result, index, offset, size);
    operands.push_back(createEmpty(rewriter, loc, slice.type, slice.sizes));
    auto inserted = tensor::InsertSliceOp::create(
        rewriter, loc, operands.back(), result, slice.offsets, slice.sizes,
        slice.strides);
    if (llvm::is_contained(operands, Value()) || !isInPlace(type, inserted)) {
      eraseBetween(rewriter, before, op);
      return {};
    }
    rewriter.setInsertionPoint(inserted);
    auto part =
        cast<linalg::LinalgOp>(mlir::clone(rewriter, op, slice.type, operands));
    inserted.getSourceMutable().assign(part->getResult(0));
    rewriter.setInsertionPoint(op);
    parts.push_back(part);
    result = inserted;
  }
  Value whole = read->get();
  rewriter.replaceOp(op, result);
  while (auto piece = whole.getDefiningOp<tensor::InsertSliceOp>()) {
    if (!piece->use_empty())
      break;
    whole = piece.getDest();
    rewriter.eraseOp(piece);
  }
  return parts;
}
