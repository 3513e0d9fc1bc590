//===- InterleavePatterns.cpp - Tensors interleaved in another one --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Even and odd columns, such as the halves of a rotary embedding of pairs, are
// inserted in steps of 2. Each insertion alone would store single elements.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// An insertion of every `step`-th index of one dimension, from `offset` on,
/// and of all of the others.
struct SteppedInsert {
  int64_t dim, step, offset;
};

} // namespace

static std::optional<SteppedInsert> getStepped(tensor::InsertSliceOp op) {
  RankedTensorType type = op.getType();
  if (!type.hasStaticShape() ||
      op.getSourceType().getRank() != type.getRank() ||
      !op.getSourceType().hasStaticShape())
    return std::nullopt;
  std::optional<SteppedInsert> found;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    auto offset = getConstantIntValue(op.getMixedOffsets()[dim]);
    auto size = getConstantIntValue(op.getMixedSizes()[dim]);
    auto step = getConstantIntValue(op.getMixedStrides()[dim]);
    if (!offset || !size || !step || *step < 1)
      return std::nullopt;
    int64_t extent = type.getDimSize(dim);
    if (*size == extent && *offset == 0 && *step == 1)
      continue;
    if (found || *step == 1 || *offset >= *step || *size * *step != extent)
      return std::nullopt;
    found = SteppedInsert{dim, *step, *offset};
  }
  return found;
}

/// Returns what is interleaved in a tensor, by offset, if the insertion is the
/// last one of as many as there are offsets; none otherwise. Sets `dest` to the
/// tensor that the first one begins with.
static SmallVector<Value> findSources(tensor::InsertSliceOp last,
                                      const SteppedInsert &stepped,
                                      Value &dest) {
  // More would compute too much for each element.
  if (stepped.step > 4)
    return {};
  SmallVector<Value> sources(stepped.step);
  tensor::InsertSliceOp op = last;
  for (int64_t count = 0;; ++count) {
    std::optional<SteppedInsert> own = op ? getStepped(op) : std::nullopt;
    if (!own || own->dim != stepped.dim || own->step != stepped.step ||
        sources[own->offset] || (op != last && !op->hasOneUse()))
      return {};
    sources[own->offset] = op.getSource();
    dest = op.getDest();
    if (count + 1 == stepped.step)
      return sources;
    op = op.getDest().getDefiningOp<tensor::InsertSliceOp>();
  }
}

/// Insertions of all elements, interleaved, -> one operation that selects them.
static LogicalResult interleave(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) {
  std::optional<SteppedInsert> stepped = getStepped(op);
  Value dest;
  SmallVector<Value> sources =
      stepped ? findSources(op, *stepped, dest) : SmallVector<Value>();
  if (sources.empty() || !hasTiledTensor(op))
    return rewriter.notifyMatchFailure(op, "inserts no last part");
  RankedTensorType type = op.getType();
  MLIRContext *context = op.getContext();
  AffineMap whole = AffineMap::getMultiDimIdentityMap(type.getRank(), context);
  AffineExpr dim = getAffineDimExpr(stepped->dim, context);
  DenseMap<AffineExpr, AffineExpr> divided;
  divided[dim] = dim.floorDiv(stepped->step);
  SmallVector<AffineMap> maps(sources.size(), whole.replace(divided));
  maps.push_back(whole);
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, sources, dest, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        Value index = linalg::IndexOp::create(builder, loc, stepped->dim);
        Value step =
            arith::ConstantIndexOp::create(builder, loc, stepped->step);
        Value part = arith::RemUIOp::create(builder, loc, index, step);
        Value result = values[0];
        for (int64_t offset = 1; offset < stepped->step; ++offset) {
          Value own = arith::ConstantIndexOp::create(builder, loc, offset);
          Value isOwn = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq, part, own);
          result = arith::SelectOp::create(builder, loc, isOwn, values[offset],
                                           result);
        }
        linalg::YieldOp::create(builder, loc, result);
      });
  return success();
}

void mlir::tiled_layout::populateInterleavePatterns(
    RewritePatternSet &patterns) {
  patterns.add(interleave);
}
