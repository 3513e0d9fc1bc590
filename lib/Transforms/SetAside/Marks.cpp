//===- Marks.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"

#include "../../IR/TypedValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static constexpr llvm::StringLiteral markName = "tiled_layout.layouts";

Location mlir::tiled_layout::addMark(Location loc,
                                     ArrayRef<Attribute> encodings) {
  Builder builder(loc.getContext());
  SmallVector<Attribute> list;
  for (Attribute encoding : encodings)
    list.push_back(encoding ? encoding : builder.getUnitAttr());
  NamedAttribute mark(builder.getStringAttr(markName),
                      builder.getArrayAttr(list));
  return FusedLoc::get({loc}, builder.getDictionaryAttr(mark),
                       loc.getContext());
}

/// Returns what the metadata of one location says.
static ArrayAttr getOwnMark(FusedLoc loc) {
  auto metadata = dyn_cast_or_null<DictionaryAttr>(loc.getMetadata());
  return metadata ? metadata.getAs<ArrayAttr>(markName) : ArrayAttr();
}

std::optional<SmallVector<Attribute>>
mlir::tiled_layout::getMark(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return getMark(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getMark(call.getCallee());
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return std::nullopt;
  if (ArrayAttr mark = getOwnMark(fused))
    return llvm::map_to_vector(mark, [](Attribute encoding) {
      return isa<UnitAttr>(encoding) ? Attribute() : encoding;
    });
  for (Location inner : llvm::reverse(fused.getLocations()))
    if (auto mark = getMark(inner))
      return mark;
  return std::nullopt;
}

Location mlir::tiled_layout::removeMarks(Location loc) {
  MLIRContext *context = loc.getContext();
  if (auto name = dyn_cast<NameLoc>(loc))
    return NameLoc::get(name.getName(), removeMarks(name.getChildLoc()));
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return CallSiteLoc::get(removeMarks(call.getCallee()),
                            removeMarks(call.getCaller()));
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return loc;
  SmallVector<Location> inner = llvm::map_to_vector(
      fused.getLocations(), [](Location loc) { return removeMarks(loc); });
  return FusedLoc::get(
      inner, getOwnMark(fused) ? Attribute() : fused.getMetadata(), context);
}

void mlir::tiled_layout::setResultType(OpResult result, Type type) {
  result.setType(type);
  auto constant = dyn_cast<arith::ConstantOp>(result.getOwner());
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!constant || !tensor)
    return;
  if (TypedAttr value = getWithType(constant.getValue(), tensor))
    constant.setValueAttr(value);
}
