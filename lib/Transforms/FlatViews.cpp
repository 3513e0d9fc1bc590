//===- FlatViews.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatViews.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// All dimensions as one group, or none of an array without dimensions.
static SmallVector<ReassociationIndices> getOneGroup(int64_t rank) {
  if (rank == 0)
    return {};
  return {llvm::to_vector_of<int64_t>(llvm::seq<int64_t>(0, rank))};
}

Value mlir::tiled_layout::createReshape(OpBuilder &builder, Location loc,
                                        Value array, ArrayRef<int64_t> shape) {
  auto type = cast<ShapedType>(array.getType());
  if (type.getShape() == shape)
    return array;
  bool expands = type.getRank() == 1;
  assert((expands || shape.size() == 1) && "one side has one dimension");
  SmallVector<ReassociationIndices> groups =
      getOneGroup(expands ? shape.size() : type.getRank());
  ShapedType result = getPlainType(type, shape, type.getElementType());
  // From one dimension to none, all that is left is to drop it.
  if (expands ? !shape.empty() : type.getRank() == 0) {
    if (isa<MemRefType>(type))
      return memref::ExpandShapeOp::create(builder, loc, result, array, groups);
    return tensor::ExpandShapeOp::create(builder, loc, result, array, groups);
  }
  if (isa<MemRefType>(type))
    return memref::CollapseShapeOp::create(
        builder, loc, cast<MemRefType>(result), array, groups);
  return tensor::CollapseShapeOp::create(builder, loc, result, array, groups);
}

Value mlir::tiled_layout::createFlatView(OpBuilder &builder, Location loc,
                                         Value array) {
  auto type = cast<ShapedType>(array.getType());
  if (!isTiled(type))
    return createReshape(builder, loc, array, {type.getNumElements()});
  // A buffer that the program adopted is accessed as it is.
  return builder.createOrFold<ToPhysicalOp>(loc, getFlatType(type), array);
}

Value mlir::tiled_layout::createFromFlatView(OpBuilder &builder, Location loc,
                                             Value flat, ShapedType type) {
  if (isTiled(type))
    return FromPhysicalOp::create(builder, loc, type, flat, ValueRange());
  return createReshape(builder, loc, flat, type.getShape());
}

Value mlir::tiled_layout::viewAs(OpBuilder &builder, Location loc, Value array,
                                 Type element) {
  auto type = cast<MemRefType>(array.getType());
  if (type.getElementType() == element)
    return array;
  MemRefType result = MemRefType::Builder(type).setElementType(element);
  return UnrealizedConversionCastOp::create(builder, loc, result, array)
      .getResult(0);
}

Value mlir::tiled_layout::viewAsBits(OpBuilder &builder, Location loc,
                                     Value array) {
  auto type = cast<MemRefType>(array.getType());
  unsigned bits = type.getElementTypeBitWidth();
  return bits >= 32 ? array
                    : viewAs(builder, loc, array, builder.getIntegerType(bits));
}

Value mlir::tiled_layout::createStride(OpBuilder &builder, Location loc,
                                       Value array, int64_t dim) {
  auto type = cast<MemRefType>(array.getType());
  if (!isTiled(type))
    return memref::ExtractStridedMetadataOp::create(builder, loc, array)
        .getStrides()[dim];
  MLIRContext *context = array.getContext();
  AffineMap map =
      getPhysicalMap(*getTileLayout(type), type.getShape(), context);
  SmallVector<int64_t> index =
      *getUnitIndex(map.getResult(dim), type.getRank());
  return LinearizeOp::create(
      builder, loc, array,
      getValueOrCreateConstantIndexOp(builder, loc,
                                      getAsIndexOpFoldResult(context, index)));
}
