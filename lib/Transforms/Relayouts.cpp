//===- Relayouts.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relayouts.h"

#include "FlatViews.h"

#include "tiled_layout/IR/LayoutTypes.h"

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
  auto ignore = [&] {
    InFlightDiagnostic diag = emitError(UnknownLoc::get(type.getContext()));
    diag.abandon();
    return diag;
  };
  auto result = RankedTensorType::getChecked(ignore, type.getShape(),
                                             type.getElementType(), encoding);
  return result && holdsValues(result) ? result : RankedTensorType();
}

Value mlir::tiled_layout::getExtentsOf(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    Value before;
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      before = dps.getTiedOpOperand(result)->get();
    else if (OpTrait::hasElementwiseMappableTraits(op))
      for (Value operand : llvm::reverse(op->getOperands()))
        before = isa<RankedTensorType>(operand.getType()) ? operand : before;
    if (!before)
      break;
    value = before;
  }
  return value;
}

Value mlir::tiled_layout::createEmpty(OpBuilder &builder, Location loc,
                                      RankedTensorType type, Value like) {
  like = getExtentsOf(like);
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
  // A chain of relayouts is one.
  if (auto relayout = value.getDefiningOp<RelayoutOp>())
    value = relayout.getSource();
  if (value.getType() == type)
    return value;
  Value dest = createEmpty(builder, loc, type, value);
  return RelayoutOp::create(builder, loc, type, value, dest, Attribute())
      .getResult();
}

Value mlir::tiled_layout::createView(OpBuilder &builder, Location loc,
                                     Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  // Flat arrays are tensors without a layout, in memory space 0.
  std::optional<Layout> layout = getLayout(from);
  if (!layout || layout->memorySpace != 0)
    return {};
  // A tensor without a layout whose elements are not whole bytes has no flat
  // array of bytes.
  if (isPlainStorage(from) != isPlainStorage(type))
    return {};
  if (!isPlainStorage(from) && (!isTiled(from) || !isTiled(type)))
    return {};
  return createFromFlatView(builder, loc, createFlatView(builder, loc, value),
                            type);
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
