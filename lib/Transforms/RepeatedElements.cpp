//===- RepeatedElements.cpp - Collapsed broadcasts ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedElements.h"

#include "../IR/AffineValues.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the dimensions that tiles cut; none of a tensor without tiles.
static SmallVector<int64_t> getTiledDims(RankedTensorType type) {
  if (!isTiled(type))
    return {};
  Layout layout = *getLayout(type);
  if (layout.tiles.empty())
    return {};
  return llvm::to_vector(
      ArrayRef(layout.minorToMajor).take_front(layout.tiles.front().size()));
}

/// True if a group of dimensions that are collapsed holds one that tiles cut:
/// its elements lie elsewhere in the result.
static bool mergesTiledDims(tensor::CollapseShapeOp op) {
  RankedTensorType type = op.getSrcType();
  SmallVector<int64_t> cut = getTiledDims(type);
  return llvm::any_of(
      op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
        auto isLong = [&](int64_t dim) { return type.getDimSize(dim) != 1; };
        return llvm::count_if(group, isLong) > 1 &&
               llvm::any_of(group, [&](int64_t dim) {
                 return isLong(dim) && llvm::is_contained(cut, dim);
               });
      });
}

/// True if groups of dimensions have one that is not 1, or none, and a 1 that
/// tiles cut goes: a tile holds few elements of such a tensor.
static bool dropsTiledUnits(tensor::CollapseShapeOp op) {
  RankedTensorType type = op.getSrcType();
  SmallVector<int64_t> cut = getTiledDims(type);
  if (!isTiled(op.getResultType()))
    return false;
  bool drops = false;
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    auto isUnit = [&](int64_t dim) { return type.getDimSize(dim) == 1; };
    int64_t units = llvm::count_if(group, isUnit), size = group.size();
    if (units + 1 < size)
      return false;
    drops |= size > 1 && llvm::any_of(group, [&](int64_t dim) {
               return isUnit(dim) && llvm::is_contained(cut, dim);
             });
  }
  return drops;
}

/// Returns the value that all elements of a tensor have before an operation
/// computes it, null if they have none; `std::nullopt` if it is another tensor.
static std::optional<Value> getInitialValue(Value init) {
  if (init.getDefiningOp<tensor::EmptyOp>())
    return Value();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill || !fill.getOutputs().front().getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  return fill.getInputs().front();
}

/// Returns what each dimension of a group is in terms of the index of the whole
/// group; nothing if an extent that this needs is known at run time only.
static std::optional<SmallVector<AffineExpr>>
splitIndex(ArrayRef<int64_t> extents, AffineExpr whole) {
  SmallVector<AffineExpr> parts(extents.size());
  int64_t inner = 1;
  for (int64_t number = extents.size() - 1; number >= 0; --number) {
    int64_t extent = extents[number];
    if (extent == 0)
      return std::nullopt;
    if (extent == 1) {
      parts[number] = getAffineConstantExpr(0, whole.getContext());
      continue;
    }
    if (ShapedType::isDynamic(inner))
      return std::nullopt;
    parts[number] = whole.floorDiv(inner);
    bool isFirst = llvm::all_of(extents.take_front(number),
                                [](int64_t outer) { return outer == 1; });
    if (!isFirst) {
      if (ShapedType::isDynamic(extent))
        return std::nullopt;
      parts[number] = parts[number] % extent;
    }
    inner = ShapedType::isDynamic(extent) ? extent : inner * extent;
  }
  return parts;
}

/// True if an input depends on at most one dimension of a group.
static bool usesOneOf(ArrayRef<int64_t> group, AffineMap map,
                      ArrayRef<unsigned> loops,
                      llvm::function_ref<bool(int64_t)> isLong) {
  return llvm::count_if(group, [&](int64_t dim) {
           return isLong(dim) && map.isFunctionOfDim(loops[dim]);
         }) <= 1;
}

/// Returns the extents of a tensor of which groups of dimensions are collapsed.
static SmallVector<OpFoldResult>
getCollapsedSizes(OpBuilder &builder, Location loc, Value tensor,
                  ArrayRef<ReassociationIndices> groups) {
  SmallVector<OpFoldResult> expanded =
      tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> sizes;
  for (ArrayRef<int64_t> group : groups) {
    SmallVector<OpFoldResult> extents =
        llvm::map_to_vector(group, [&](int64_t dim) { return expanded[dim]; });
    sizes.push_back(multiplyExtents(builder, loc, extents));
  }
  return sizes;
}

/// Returns the maps of an operation that computes groups of dimensions of its
/// result, of which `loops` has the loop each, at once; nothing if extents that
/// this needs are not known. The loops of the groups come first, then the
/// others, whose kinds are added to `iterators`.
static std::optional<SmallVector<AffineMap>>
getCollapsedMaps(linalg::LinalgOp op, RankedTensorType type,
                 ArrayRef<ReassociationIndices> groups,
                 ArrayRef<unsigned> loops,
                 SmallVectorImpl<utils::IteratorType> &iterators) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> ofLoop(op.getNumLoops());
  for (auto [number, group] : llvm::enumerate(groups)) {
    SmallVector<int64_t> extents = llvm::map_to_vector(
        group, [&](int64_t dim) { return type.getDimSize(dim); });
    auto parts = splitIndex(extents, getAffineDimExpr(number, context));
    if (!parts)
      return std::nullopt;
    for (auto [dim, part] : llvm::zip_equal(group, *parts))
      ofLoop[loops[dim]] = part;
  }
  iterators.assign(groups.size(), utils::IteratorType::parallel);
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (!ofLoop[loop]) {
      ofLoop[loop] = getAffineDimExpr(iterators.size(), context);
      iterators.push_back(kind);
    }
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        ofLoop, {}, iterators.size(), 0));
  maps.push_back(AffineMap::getMultiDimIdentityMap(iterators.size(), context)
                     .getMajorSubMap(groups.size()));
  return maps;
}

static LogicalResult computeCollapsed(tensor::CollapseShapeOp op,
                                      PatternRewriter &rewriter) {
  auto producer = op.getSrc().getDefiningOp<linalg::LinalgOp>();
  if (!producer || !op.getSrc().hasOneUse() ||
      !producer.hasPureTensorSemantics() || producer->getNumResults() != 1 ||
      producer.hasIndexSemantics())
    return rewriter.notifyMatchFailure(op, "collapses no operation's result");
  OpOperand *output = producer.getDpsInitOperand(0);
  bool usesInit = producer.payloadUsesValueFromOperand(output);
  bool isBroadcast = mergesTiledDims(op) && linalg::isElementwise(producer);
  std::optional<Value> initial = getInitialValue(output->get());
  if (!isBroadcast && !dropsTiledUnits(op))
    return rewriter.notifyMatchFailure(op, "collapses no broadcast");
  if (usesInit && (!initial || !*initial))
    return rewriter.notifyMatchFailure(op, "adds to another tensor");
  RankedTensorType source = op.getSrcType();
  AffineMap outputMap = producer.getMatchingIndexingMap(output);
  if (!outputMap.isProjectedPermutation())
    return rewriter.notifyMatchFailure(op, "has no index for each dimension");
  // The loop of each dimension of what is collapsed.
  SmallVector<unsigned> loops;
  for (AffineExpr result : outputMap.getResults())
    loops.push_back(cast<AffineDimExpr>(result).getPosition());
  auto groups = op.getReassociationIndices();
  auto isLong = [&](int64_t dim) { return source.getDimSize(dim) != 1; };
  for (OpOperand *input : producer.getDpsInputOperands()) {
    AffineMap map = producer.getMatchingIndexingMap(input);
    if (isBroadcast && (!map.isProjectedPermutation() ||
                        !llvm::all_of(groups, [&](ArrayRef<int64_t> group) {
                          return usesOneOf(group, map, loops, isLong);
                        })))
      return rewriter.notifyMatchFailure(op, "an input is no broadcast");
  }
  SmallVector<utils::IteratorType> iterators;
  auto maps = getCollapsedMaps(producer, source, groups, loops, iterators);
  if (!maps)
    return rewriter.notifyMatchFailure(op, "extents are not known");

  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes =
      getCollapsedSizes(rewriter, loc, output->get(), groups);
  RankedTensorType type = op.getResultType();
  Value init = tensor::EmptyOp::create(
      rewriter, loc, sizes, type.getElementType(), type.getEncoding());
  if (usesInit)
    init = linalg::FillOp::create(rewriter, loc, *initial, init).getResult(0);
  auto result = linalg::GenericOp::create(
      rewriter, producer.getLoc(), init.getType(), producer.getDpsInputs(),
      init, *maps, iterators);
  rewriter.cloneRegionBefore(producer->getRegion(0), result.getRegion(),
                             result.getRegion().begin());
  Value value = result.getResult(0);
  if (value.getType() != type)
    value = tensor::CastOp::create(rewriter, loc, type, value);
  rewriter.replaceOp(op, value);
  rewriter.eraseOp(producer);
  return success();
}

void mlir::tiled_layout::populateRepeatPatterns(RewritePatternSet &patterns) {
  patterns.add(computeCollapsed);
}
