//===- PaddingPatterns.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/TypeDigits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the extents of the result of an operation.
static FailureOr<SmallVector<OpFoldResult>>
getExtents(Operation *op, PatternRewriter &rewriter) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(rewriter, op, shapes)))
    return rewriter.notifyMatchFailure(op, "the sizes cannot be computed");
  return std::move(shapes.front());
}

/// Inserts a tensor whole at an offset of another.
static Value insertAt(OpBuilder &builder, Location loc, Value source,
                      Value dest, ArrayRef<OpFoldResult> offsets) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(builder, loc, source, dest, offsets,
                                       getSizes(builder, loc, source), strides);
}

/// Returns the padding value if it does not depend on the position, else null.
/// What the body computes it from is moved in front of the operation.
static Value takeOutValue(tensor::PadOp op, PatternRewriter &rewriter) {
  Block &body = op.getRegion().front();
  auto isUsed = [](Value position) { return !position.use_empty(); };
  if (llvm::any_of(body.getArguments(), isUsed) ||
      !llvm::all_of(body.without_terminator(),
                    [](Operation &part) { return isPure(&part); }))
    return nullptr;
  for (Operation &part : llvm::make_early_inc_range(body.without_terminator()))
    rewriter.moveOpBefore(&part, op);
  return cast<tensor::YieldOp>(body.getTerminator()).getValue();
}

namespace {

/// Where a part of a tensor begins in each dimension, and its extents.
struct TensorPart {
  SmallVector<OpFoldResult> offsets, sizes;
};

} // namespace

/// Returns whole tiles that hold all padding of a tensor with these extents, in
/// parts that do not overlap: along each dimension the first tiles and the last
/// ones, between those of the dimensions in front of it. Nothing if they are
/// not known, or half of the tensor or more.
static std::optional<SmallVector<TensorPart>>
findPaddedTiles(tensor::PadOp op, ArrayRef<OpFoldResult> extents) {
  RankedTensorType type = op.getType();
  auto digits =
      isTiled(type) ? expectedToOptional(getArrayDigits(type)) : std::nullopt;
  if (!digits)
    return std::nullopt;
  Builder builder(op);
  SmallVector<TensorPart> parts;
  TensorPart middle{
      SmallVector<OpFoldResult>(type.getRank(), builder.getIndexAttr(0)),
      llvm::to_vector(extents)};
  // How much of the tensor is padded tiles.
  double middleShare = 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    std::optional<int64_t> low = getConstantIntValue(op.getMixedLowPad()[dim]);
    std::optional<int64_t> high =
        getConstantIntValue(op.getMixedHighPad()[dim]);
    if (low == 0 && high == 0)
      continue;
    int64_t extent = type.getDimSize(dim), tile = getTileIndices(*digits, dim);
    if (!low || !high || ShapedType::isDynamic(extent) || tile == 0)
      return std::nullopt;
    int64_t begin = llvm::alignTo(*low, tile);
    int64_t end = *high == 0 ? extent : (extent - *high) / tile * tile;
    if (begin >= end)
      return std::nullopt;
    auto takePart = [&](int64_t from, int64_t to) {
      TensorPart part = middle;
      part.offsets[dim] = builder.getIndexAttr(from);
      part.sizes[dim] = builder.getIndexAttr(to - from);
      return part;
    };
    if (begin > 0)
      parts.push_back(takePart(0, begin));
    if (end < extent)
      parts.push_back(takePart(end, extent));
    middle = takePart(begin, end);
    middleShare *= static_cast<double>(end - begin) / extent;
  }
  if (middleShare <= 0.5)
    return std::nullopt;
  return parts;
}

/// Fills what the source of `op` does not reach: the tiles that have padding if
/// they are known, else all.
static Value fillPadding(tensor::PadOp op, Value value, Value empty,
                         ArrayRef<OpFoldResult> extents,
                         PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto fill = [&](Value part) {
    return linalg::FillOp::create(rewriter, loc, value, part).getResult(0);
  };
  auto parts = findPaddedTiles(op, extents);
  if (!parts)
    return fill(empty);
  SmallVector<OpFoldResult> strides(extents.size(), rewriter.getIndexAttr(1));
  Value tensor = empty;
  for (const TensorPart &part : *parts) {
    auto [shape, unknown] = decomposeMixedValues(part.sizes);
    auto tiles = tensor::ExtractSliceOp::create(
        rewriter, loc,
        RankedTensorType::get(shape, op.getType().getElementType(),
                              op.getType().getEncoding()),
        tensor, part.offsets, part.sizes, strides);
    tensor = tensor::InsertSliceOp::create(rewriter, loc, fill(tiles), tensor,
                                           part.offsets, part.sizes, strides);
  }
  return tensor;
}

/// tensor.pad -> the padding value, and the source inserted.
static LogicalResult convertPad(tensor::PadOp op, PatternRewriter &rewriter) {
  FailureOr<SmallVector<OpFoldResult>> extents = getExtents(op, rewriter);
  if (failed(extents))
    return failure();
  Location loc = op.getLoc();
  Value empty = createEmpty(rewriter, loc, op.getType(), *extents);
  Value padding;
  if (Value value = takeOutValue(op, rewriter)) {
    padding = fillPadding(op, value, empty, *extents, rewriter);
  } else {
    auto sizes = empty.getDefiningOp<tensor::EmptyOp>().getDynamicSizes();
    auto generate =
        tensor::GenerateOp::create(rewriter, loc, op.getType(), sizes);
    rewriter.cloneRegionBefore(op.getRegion(), generate.getBody(),
                               generate.getBody().end());
    padding = generate;
  }
  rewriter.replaceOp(op, insertAt(rewriter, loc, op.getSource(), padding,
                                  op.getMixedLowPad()));
  return success();
}

/// tensor.concat -> the inputs inserted one after the other.
static LogicalResult convertConcat(tensor::ConcatOp op,
                                   PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  AffineExpr a, b;
  bindDims(rewriter.getContext(), a, b);
  // The sizes that the inputs are computed with are known before the inputs,
  // which may be computed in the result then.
  OpFoldResult end = rewriter.getIndexAttr(0);
  SmallVector<OpFoldResult> starts, sizes;
  for (Value input : op.getInputs()) {
    sizes = getSizes(rewriter, loc, input);
    starts.push_back(end);
    end = affine::makeComposedFoldedAffineApply(rewriter, loc, a + b,
                                                {end, sizes[op.getDim()]});
  }
  sizes[op.getDim()] = end;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!type.isDynamicDim(dim))
      sizes[dim] = rewriter.getIndexAttr(type.getDimSize(dim));
  auto insert = [&](size_t number, Value dest) {
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    offsets[op.getDim()] = starts[number];
    return insertAt(rewriter, loc, op.getInputs()[number], dest, offsets);
  };
  rewriter.replaceOp(
      op, fillParts(rewriter, op, type, sizes, op.getInputs(), insert));
  return success();
}

void mlir::tiled_layout::populatePaddingPatterns(RewritePatternSet &patterns) {
  patterns.add(convertPad).add(convertConcat);
}
