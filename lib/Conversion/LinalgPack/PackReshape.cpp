//===- PackReshape.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackReshape.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

RankedTensorType mlir::tiled_layout::getPlainTensor(RankedTensorType type,
                                                    ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, type.getElementType());
}

RankedTensorType mlir::tiled_layout::getKeptType(RankedTensorType physical,
                                                 ArrayRef<int64_t> keptAxes) {
  SmallVector<int64_t> shape;
  for (int64_t axis : keptAxes)
    shape.push_back(physical.getDimSize(axis));
  return getPlainTensor(physical, shape);
}

/// Returns one group of axes for each kept one, which ends with it; the last
/// group has all axes after it, too. Empty if nothing is kept.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> keptAxes,
                                                   int64_t rank) {
  SmallVector<ReassociationIndices> groups(keptAxes.size());
  size_t group = 0;
  for (int64_t axis = 0; axis < rank && !groups.empty(); ++axis) {
    groups[group].push_back(axis);
    if (axis == keptAxes[group] && group + 1 < groups.size())
      ++group;
  }
  return groups;
}

Value mlir::tiled_layout::dropAxes(OpBuilder &builder, Location loc,
                                   Value physical, ArrayRef<int64_t> keptAxes) {
  auto type = cast<RankedTensorType>(physical.getType());
  if (static_cast<int64_t>(keptAxes.size()) == type.getRank())
    return physical;
  return tensor::CollapseShapeOp::create(builder, loc,
                                         getKeptType(type, keptAxes), physical,
                                         getGroups(keptAxes, type.getRank()));
}

Value mlir::tiled_layout::addAxes(OpBuilder &builder, Location loc,
                                  Value packed, RankedTensorType physical,
                                  ArrayRef<int64_t> keptAxes) {
  if (static_cast<int64_t>(keptAxes.size()) == physical.getRank())
    return packed;
  SmallVector<OpFoldResult> extents(physical.getRank(),
                                    builder.getIndexAttr(1));
  for (auto [dim, axis] : llvm::enumerate(keptAxes))
    extents[axis] = tensor::getMixedSize(builder, loc, packed, dim);
  return tensor::ExpandShapeOp::create(builder, loc, physical, packed,
                                       getGroups(keptAxes, physical.getRank()),
                                       extents);
}

Value mlir::tiled_layout::castTo(OpBuilder &builder, Location loc, Value tensor,
                                 Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}
