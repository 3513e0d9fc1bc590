//===- VectorParts.cpp - Parts of large vectors in memory -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorParts.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The most lanes of parts with masks: those of the widest mask registers. LLVM
/// takes longer masks apart, lane by lane.
static constexpr int64_t maxLanesOfMaskedParts = 64;

SmallVector<int64_t> mlir::tiled_layout::getPartShape(ArrayRef<int64_t> shape,
                                                      int64_t maxLanes) {
  SmallVector<int64_t> part(shape);
  int64_t lanes = 1;
  for (int64_t &extent : llvm::reverse(part)) {
    // The parts are of one shape: extents that divide the whole ones.
    int64_t whole = extent;
    extent = std::max<int64_t>(std::min(extent, maxLanes / lanes), 1);
    while (whole % extent != 0)
      --extent;
    lanes = extent == whole ? lanes * extent : maxLanes;
  }
  return part;
}

bool mlir::tiled_layout::isMaskedAccess(Operation *op) {
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return bool(transfer.getMask());
  return isa<vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
}

/// Returns, for each dimension of a vector that is moved, the memref's
/// dimension along which it lies; -1 for one that is broadcast.
static SmallVector<int64_t> getMemRefDims(Operation *op, int64_t vectorRank,
                                          int64_t memrefRank) {
  SmallVector<int64_t> dims;
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  for (int64_t dim = 0; dim < vectorRank; ++dim)
    dims.push_back(!transfer ? memrefRank - vectorRank + dim
                   : transfer.isBroadcastDim(dim)
                       ? -1
                       : transfer.getPermutationMap().getDimPosition(dim));
  return dims;
}

/// The dimensions of a vector that its mask has, in the order of the mask,
/// which is the memref's.
static SmallVector<int64_t> getMaskDims(ArrayRef<int64_t> memrefDims) {
  SmallVector<int64_t> dims;
  for (auto [dim, memrefDim] : llvm::enumerate(memrefDims))
    if (memrefDim >= 0)
      dims.push_back(dim);
  llvm::sort(dims, [&](int64_t a, int64_t b) {
    return memrefDims[a] < memrefDims[b];
  });
  return dims;
}

namespace {

/// The operands of an access that its parts have parts of.
struct MaskedOperands {
  MutableOperandRange indices;
  OpOperand &mask;
  /// What is stored, or takes the place of inactive lanes; null if none.
  OpOperand *vector;
};

} // namespace

static MaskedOperands getOperands(Operation *op) {
  return llvm::TypeSwitch<Operation *, MaskedOperands>(op)
      .Case([](vector::TransferReadOp read) {
        return MaskedOperands{read.getIndicesMutable(),
                              read.getMaskMutable()[0], nullptr};
      })
      .Case([](vector::TransferWriteOp write) {
        return MaskedOperands{write.getIndicesMutable(),
                              write.getMaskMutable()[0],
                              &write.getValueToStoreMutable()};
      })
      .Case([](vector::MaskedLoadOp load) {
        return MaskedOperands{load.getIndicesMutable(), load.getMaskMutable(),
                              &load.getPassThruMutable()};
      })
      .Case([](vector::MaskedStoreOp store) {
        return MaskedOperands{store.getIndicesMutable(), store.getMaskMutable(),
                              &store.getValueToStoreMutable()};
      });
}

/// Returns a part of a vector.
static Value getPart(OpBuilder &builder, Location loc, Value vector,
                     ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> steps(sizes.size(), 1);
  auto mask = vector.getDefiningOp<vector::CreateMaskOp>();
  if (!mask)
    return vector::ExtractStridedSliceOp::create(builder, loc, vector, offsets,
                                                 sizes, steps);
  // LLVM takes long to cut masks. What is left of one may be less than none.
  SmallVector<Value> left;
  for (auto [whole, offset] : llvm::zip_equal(mask.getOperands(), offsets))
    left.push_back(affine::makeComposedAffineApply(
        builder, loc, builder.getAffineDimExpr(0) - offset,
        {OpFoldResult(whole)}));
  return vector::CreateMaskOp::create(
      builder, loc, VectorType::get(sizes, builder.getI1Type()), left);
}

void mlir::tiled_layout::cutMaskedAccess(IRRewriter &rewriter, Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  MaskedOperands whole = getOperands(op);
  auto type = cast<VectorType>(whole.vector ? whole.vector->get().getType()
                                            : op->getResult(0).getType());
  SmallVector<int64_t> shape =
      getPartShape(type.getShape(), maxLanesOfMaskedParts);
  SmallVector<int64_t> memrefDims =
      getMemRefDims(op, type.getRank(), whole.indices.size());
  SmallVector<int64_t> maskDims = getMaskDims(memrefDims);
  Value result;
  if (op->getNumResults() != 0)
    result = ub::PoisonOp::create(rewriter, loc, type);
  for (SmallVector<int64_t> offsets :
       StaticTileOffsetRange(type.getShape(), shape)) {
    SmallVector<Value> indices = llvm::map_to_vector(
        whole.indices, [](OpOperand &index) { return index.get(); });
    for (auto [offset, dim] : llvm::zip_equal(offsets, memrefDims))
      if (dim >= 0 && offset != 0)
        indices[dim] = affine::makeComposedAffineApply(
            rewriter, loc, rewriter.getAffineDimExpr(0) + offset,
            {OpFoldResult(indices[dim])});
    SmallVector<int64_t> maskOffsets, maskShape;
    for (int64_t dim : maskDims) {
      maskOffsets.push_back(offsets[dim]);
      maskShape.push_back(shape[dim]);
    }
    Value mask =
        getPart(rewriter, loc, whole.mask.get(), maskOffsets, maskShape);
    Value vector = whole.vector ? getPart(rewriter, loc, whole.vector->get(),
                                          offsets, shape)
                                : Value();
    Operation *part = rewriter.clone(*op);
    MaskedOperands own = getOperands(part);
    own.indices.assign(indices);
    own.mask.set(mask);
    if (vector)
      own.vector->set(vector);
    if (!result)
      continue;
    part->getResult(0).setType(VectorType::get(shape, type.getElementType()));
    SmallVector<int64_t> steps(shape.size(), 1);
    result = vector::InsertStridedSliceOp::create(
        rewriter, loc, part->getResult(0), result, offsets, steps);
  }
  if (result)
    rewriter.replaceOp(op, result);
  else
    rewriter.eraseOp(op);
}
