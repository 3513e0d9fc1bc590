//===- PackEmitter.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackEmitter.h"

#include "../../IR/AffineValues.h"
#include "PackReshape.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

llvm::Expected<PackChain>
mlir::tiled_layout::getPackChain(RankedTensorType tiled) {
  std::optional<int64_t> storageBits = getStorageBits(tiled.getElementType());
  return getPackChain(*getLayout(tiled), tiled.getShape(),
                      storageBits.value_or(0));
}

/// True if the step is more than a reshape.
static bool packs(const PackStep &step) {
  return !step.pack.outerDimsPerm.empty() || !step.pack.innerDimsPos.empty();
}

/// Returns the places of the axes that are not inserted.
static SmallVector<int64_t> getMergedAxes(const PackStep &step) {
  SmallVector<int64_t> axes;
  for (auto [axis, dims] : llvm::enumerate(step.reshape))
    if (!dims.empty())
      axes.push_back(axis);
  return axes;
}

/// Returns the axes that merge in each axis that is not inserted.
static SmallVector<ReassociationIndices> getGroups(const PackStep &step) {
  SmallVector<ReassociationIndices> groups;
  for (const auto &dims : step.reshape)
    if (!dims.empty())
      groups.emplace_back(dims.begin(), dims.end());
  return groups;
}

static bool merges(const PackStep &step) {
  return llvm::any_of(step.reshape,
                      [](const auto &dims) { return dims.size() > 1; });
}

PackEmitter::PackEmitter(OpBuilder &builder, Location loc,
                         RankedTensorType tiled, ArrayRef<OpFoldResult> extents)
    : builder(builder), loc(loc), elementType(tiled.getElementType()),
      chain(llvm::cantFail(getPackChain(tiled))), packedExtents(extents) {
  for (const PackStep &step : chain.steps) {
    SmallVector<OpFoldResult> axes;
    for (const auto &dims : step.reshape) {
      SmallVector<OpFoldResult> merged;
      for (int64_t dim : dims)
        merged.push_back(packedExtents[dim]);
      axes.push_back(multiplyExtents(builder, loc, merged));
    }
    before.push_back(std::exchange(packedExtents, axes));
    if (packs(step))
      packedExtents = linalg::PackOp::getResultShape(
          builder, loc, axes,
          getAsIndexOpFoldResult(builder.getContext(), step.pack.innerTiles),
          step.pack.innerDimsPos, step.pack.outerDimsPerm);
    reshaped.push_back(std::move(axes));
  }
}

Value PackEmitter::createEmpty(ArrayRef<OpFoldResult> extents) {
  return tensor::EmptyOp::create(builder, loc, extents, elementType);
}

Value PackEmitter::createEmpty() { return createEmpty(packedExtents); }

Value PackEmitter::expandFlat(Value flat) {
  auto type = getPlainTensor(cast<RankedTensorType>(flat.getType()),
                             decomposeMixedValues(packedExtents).first);
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, flat,
                                           ArrayRef<ReassociationIndices>());
  SmallVector<ReassociationIndices> groups(1);
  llvm::append_range(groups.front(), llvm::seq<int64_t>(0, type.getRank()));
  return tensor::ExpandShapeOp::create(builder, loc, type, flat, groups,
                                       packedExtents);
}

Value PackEmitter::reshape(Value value, const PackStep &step) {
  if (!step.hasReshape())
    return value;
  if (merges(step))
    value =
        tensor::CollapseShapeOp::create(builder, loc, value, getGroups(step));
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> merged = getMergedAxes(step);
  SmallVector<int64_t> shape(step.reshape.size(), 1);
  for (auto [axis, extent] : llvm::zip_equal(merged, type.getShape()))
    shape[axis] = extent;
  return addAxes(builder, loc, value, getPlainTensor(type, shape), merged);
}

Value PackEmitter::undoReshape(Value value, const PackStep &step,
                               ArrayRef<OpFoldResult> extents) {
  if (!step.hasReshape())
    return value;
  value = dropAxes(builder, loc, value, getMergedAxes(step));
  if (!merges(step))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = decomposeMixedValues(extents).first;
  // What merges is as much known as the parts.
  SmallVector<int64_t> mergedShape;
  for (const ReassociationIndices &group : getGroups(step)) {
    int64_t product = 1;
    for (int64_t axis : group)
      product =
          ShapedType::isDynamic(shape[axis]) || ShapedType::isDynamic(product)
              ? ShapedType::kDynamic
              : product * shape[axis];
    mergedShape.push_back(product);
  }
  value = castTo(builder, loc, value, getPlainTensor(type, mergedShape));
  return tensor::ExpandShapeOp::create(builder, loc,
                                       getPlainTensor(type, shape), value,
                                       getGroups(step), extents);
}

Value PackEmitter::pack(Value plain, Value padding) {
  for (const PackStep &step : chain.steps) {
    plain = reshape(plain, step);
    if (!packs(step))
      continue;
    SmallVector<OpFoldResult> tiles =
        getAsIndexOpFoldResult(builder.getContext(), step.pack.innerTiles);
    Value dest = linalg::PackOp::createDestinationTensor(
        builder, loc, plain, tiles, step.pack.innerDimsPos,
        step.pack.outerDimsPerm);
    std::optional<Value> filler;
    if (step.mayPad)
      filler = padding ? padding
                       : Value(ub::PoisonOp::create(builder, loc, elementType));
    plain = linalg::PackOp::create(builder, loc, plain, dest,
                                   step.pack.innerDimsPos, tiles, filler,
                                   step.pack.outerDimsPerm)
                .getResult();
  }
  return plain;
}

Value PackEmitter::unpack(Value packed, Value dest) {
  for (size_t number = chain.steps.size(); number-- > 0;) {
    const PackStep &step = chain.steps[number];
    if (packs(step)) {
      bool isLast = number == 0 && !step.hasReshape();
      Value into = isLast && dest ? dest : createEmpty(reshaped[number]);
      packed = linalg::UnPackOp::create(
                   builder, loc, packed, into, step.pack.innerDimsPos,
                   getAsIndexOpFoldResult(builder.getContext(),
                                          step.pack.innerTiles),
                   step.pack.outerDimsPerm)
                   .getResult();
    }
    packed = undoReshape(packed, step, before[number]);
  }
  return packed;
}
