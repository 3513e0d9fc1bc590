//===- CarriedAttributes.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedAttributes.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

/// Keys of the dictionary that a location holds.
static constexpr StringLiteral operationKey = "tiled_layout.operation";
static constexpr StringLiteral attributesKey = "tiled_layout.attributes";

void mlir::tiled_layout::packAttributes(Operation *op) {
  SmallVector<NamedAttribute> carried(op->getDiscardableAttrs());
  // Of calls and branches.
  SmallVector<StringRef> names = {"no_inline", "branch_weights"};
  if (isa<CallOpInterface>(op))
    names.append({"arg_attrs", "res_attrs"});
  for (StringRef name : names)
    if (Attribute value = op->getAttr(name);
        value && !op->getDiscardableAttr(name))
      carried.emplace_back(StringAttr::get(op->getContext(), name), value);
  if (carried.empty())
    return;
  Builder builder(op->getContext());
  auto packed = builder.getDictionaryAttr(
      {builder.getNamedAttr(
           operationKey, builder.getStringAttr(op->getName().getStringRef())),
       builder.getNamedAttr(attributesKey,
                            builder.getDictionaryAttr(carried))});
  op->setLoc(FusedLoc::get({op->getLoc()}, packed, op->getContext()));
}

/// Returns what `packAttributes` has put into a location, or null.
static DictionaryAttr getPacked(Location loc) {
  auto fused = dyn_cast<FusedLocWith<DictionaryAttr>>(loc);
  bool isPacked = fused && fused.getMetadata().contains(operationKey);
  return isPacked ? fused.getMetadata() : DictionaryAttr();
}

/// Restores the locations in a location.
static Location getUnpacked(Location loc) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FusedLoc fused) -> std::optional<Attribute> {
    if (!getPacked(fused))
      return std::nullopt;
    return fused.getLocations().front();
  });
  return cast<LocationAttr>(replacer.replace(LocationAttr(loc)));
}

void mlir::tiled_layout::unpackAttributes(Operation *root) {
  root->walk([](Operation *op) {
    DictionaryAttr packed = getPacked(op->getLoc());
    if (packed &&
        packed.getAs<StringAttr>(operationKey) == op->getName().getStringRef())
      for (NamedAttribute carried : packed.getAs<DictionaryAttr>(attributesKey))
        if (!op->hasAttr(carried.getName()))
          op->setAttr(carried.getName(), carried.getValue());
    op->setLoc(getUnpacked(op->getLoc()));
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setLoc(getUnpacked(argument.getLoc()));
  });
}
