//===- Relayouts.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

RelayoutOp mlir::tiled_layout::getRelayout(Value value) {
  auto relayout = value.getDefiningOp<RelayoutOp>();
  if (relayout && relayout.getPadding())
    return {};
  return relayout;
}

RankedTensorType mlir::tiled_layout::withEncoding(RankedTensorType type,
                                                  Attribute encoding) {
  // Whether it is legal is a question here, not an error.
  return RankedTensorType::getChecked([] { return InFlightDiagnostic(); },
                                      type.getShape(), type.getElementType(),
                                      encoding);
}

Value mlir::tiled_layout::createEmpty(OpBuilder &builder, Location loc,
                                      RankedTensorType type, Value like) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, dim));
  if (isTiled(type))
    return EmptyOp::create(builder, loc, type, sizes);
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

Value mlir::tiled_layout::createRelayout(OpBuilder &builder, Location loc,
                                         Value value, RankedTensorType type) {
  if (RelayoutOp relayout = getRelayout(value);
      relayout && relayout.getSource().getType() == type)
    return relayout.getSource();
  if (value.getType() == type)
    return value;
  Value dest = createEmpty(builder, loc, type, value);
  return RelayoutOp::create(builder, loc, type, value, dest, Attribute())
      .getResult();
}

/// Returns a tensor as the flat array of its positions.
static Value createFlat(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (isTiled(type)) {
    int64_t elements = getElements(*getLayout(type), type.getShape());
    Type elementType = type.getElementType();
    if (!isPlainStorage(type)) {
      elements = getBytes(elements, *getBitsPerElement(type));
      elementType = builder.getI8Type();
    }
    auto flat = RankedTensorType::get({elements}, elementType);
    return ToPhysicalOp::create(builder, loc, flat, value);
  }
  if (type.getRank() == 1)
    return value;
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(builder, loc, flat, value,
                                         ArrayRef<ReassociationIndices>{});
  ReassociationIndices all =
      llvm::to_vector_of<int64_t>(llvm::seq<int64_t>(0, type.getRank()));
  return tensor::CollapseShapeOp::create(builder, loc, flat, value,
                                         ArrayRef<ReassociationIndices>{all});
}

/// The converse of `createFlat`.
static Value createFromFlat(OpBuilder &builder, Location loc, Value flat,
                            RankedTensorType type) {
  if (isTiled(type))
    return FromPhysicalOp::create(builder, loc, type, flat, ValueRange());
  if (type.getRank() == 1)
    return flat;
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, flat,
                                           ArrayRef<ReassociationIndices>{});
  ReassociationIndices all =
      llvm::to_vector_of<int64_t>(llvm::seq<int64_t>(0, type.getRank()));
  return tensor::ExpandShapeOp::create(builder, loc, type, flat,
                                       ArrayRef<ReassociationIndices>{all});
}

Value mlir::tiled_layout::createView(OpBuilder &builder, Location loc,
                                     Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  // A tensor without a layout whose elements are not whole bytes has no flat
  // array of bytes.
  if (isPlainStorage(from) != isPlainStorage(type))
    return {};
  if (!isPlainStorage(from) && (!isTiled(from) || !isTiled(type)))
    return {};
  return createFromFlat(builder, loc, createFlat(builder, loc, value), type);
}

Traffic mlir::tiled_layout::getTraffic(RankedTensorType source,
                                       RankedTensorType dest) {
  Traffic traffic;
  traffic.add(source);
  traffic.add(dest);
  return traffic;
}

Traffic mlir::tiled_layout::getTraffic(RelayoutOp op) {
  return getTraffic(cast<RankedTensorType>(op.getSource().getType()),
                    cast<RankedTensorType>(op.getDest().getType()));
}
