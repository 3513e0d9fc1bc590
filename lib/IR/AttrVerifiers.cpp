//===- AttrVerifiers.cpp - What the attribute refuses ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TL1 to TL16 are decided in Layout/Rules.cpp; here they meet types, and the
// rules that only types have are added.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir;
using namespace mlir::tiled_layout;

using EmitErrorFn = function_ref<InFlightDiagnostic()>;

static LogicalResult report(const std::optional<Violation> &broken,
                            EmitErrorFn emitError) {
  if (!broken)
    return success();
  return emitError() << broken->message;
}

/// TL20 and TL21: what a view's layout says.
static LogicalResult verifyStrides(const Layout &layout,
                                   ArrayRef<int64_t> strides,
                                   EmitErrorFn emitError) {
  // The number of physical dimensions is the same for any extents.
  SmallVector<int64_t> extents(layout.rank(), 1);
  size_t physicalRank = getPhysicalShape(layout, extents).size();
  if (strides.size() != physicalRank)
    return emitError() << "strides " << extentsToString(strides) << " have "
                       << strides.size()
                       << (strides.size() == 1 ? " entry" : " entries")
                       << ", but the layout has " << physicalRank
                       << " physical dimensions";
  for (int64_t stride : strides)
    if (stride < 0 && stride != kDynamic)
      return emitError() << "stride must not be negative, but is " << stride;
  StringRef property = layout.tailPaddingAlignment != 1  ? "L"
                       : !layout.splits.empty()          ? "SC"
                       : layout.metadataPrefixBytes != 0 ? "M"
                       : layout.exact                    ? "exact"
                                                         : "";
  if (!property.empty())
    return emitError() << "layout " << toString(layout) << " of a view has "
                       << property
                       << ", which is about the buffer that the view lies in";
  return success();
}

LogicalResult TiledLayoutAttr::verify(EmitErrorFn emitError, Layout layout,
                                      ArrayRef<int64_t> bounds,
                                      DenseI64ArrayAttr strides) {
  if (failed(report(checkLayout(layout), emitError)))
    return failure();
  // TL17
  if (!bounds.empty() && bounds.size() != layout.rank())
    return emitError() << "bounds " << extentsToString(bounds) << " have "
                       << bounds.size()
                       << (bounds.size() == 1 ? " entry" : " entries")
                       << ", but the layout has rank " << layout.rank();
  if (strides)
    return verifyStrides(layout, strides.asArrayRef(), emitError);
  return success();
}

/// TL18: the physical map of a memref's layout is a map of the index alone.
static LogicalResult verifyMap(TiledLayoutAttr attribute,
                               ArrayRef<int64_t> shape, EmitErrorFn emitError) {
  const Layout &layout = attribute.getLayout();
  if (!layout.hasCombine() && !layout.hasExtentEntry())
    return success();

  SmallVector<int64_t> unknown(shape.size(), kDynamic);
  bool hasBounds = !attribute.getBounds().empty();
  SmallVector<int64_t> symbols;
  AffineMap map = getPhysicalMap(
      layout, hasBounds ? attribute.getBounds() : ArrayRef<int64_t>(unknown),
      attribute.getContext(), &symbols);
  if (map && symbols.empty())
    return success();
  if (!hasBounds)
    return emitError() << "layout " << attribute.getText()
                       << " of a memref needs bounds = "
                       << extentsToString(shape)
                       << ", because its map depends on them";
  InFlightDiagnostic diag = emitError();
  diag << "layout " << attribute.getText() << " of a memref needs ";
  if (map)
    diag << "dimension " << symbols.front() << " to be static, because '*' ";
  else
    diag << "the dimensions under 'full' and 'min' to be static, because the "
            "map ";
  return diag << "depends on " << (map ? "its extent" : "their extents");
}

LogicalResult TiledLayoutAttr::verifyLayout(ArrayRef<int64_t> shape,
                                            EmitErrorFn emitError) const {
  if (failed(report(checkLayoutOnShape(getLayout(), shape), emitError)))
    return failure();
  // TL17
  if (!getBounds().empty() && getBounds() != shape)
    return emitError() << "bounds " << extentsToString(getBounds())
                       << " differ from the memref's shape "
                       << extentsToString(shape);
  return verifyMap(*this, shape, emitError);
}

LogicalResult TiledLayoutAttr::verifyEncoding(ArrayRef<int64_t> shape,
                                              Type elementType,
                                              EmitErrorFn emitError) const {
  if (failed(report(checkLayoutOnShape(getLayout(), shape), emitError)))
    return failure();
  // TL17
  if (!getBounds().empty())
    return emitError() << "bounds " << extentsToString(getBounds())
                       << " are for memref types, not for tensors";
  // TL20
  if (getStrides())
    return emitError() << "strides "
                       << extentsToString(getStrides().asArrayRef())
                       << " are for memref types, not for tensors";
  // The parser goes on after an element type that it has refused.
  if (!elementType)
    return failure();
  std::optional<int64_t> bits = getStorageBits(elementType);
  if (getLayout().elementBits != 0)
    bits = getLayout().elementBits;
  if (!bits)
    return success();
  return report(checkBytes(getLayout(), shape, *bits), emitError);
}

/// TL19: `S(n)` of a memref is its memory space.
static LogicalResult verifyMemorySpace(MemRefType type, const Layout &layout,
                                       EmitErrorFn emitError) {
  Attribute space = type.getMemorySpace();
  if (layout.memorySpace == 0)
    return success();
  auto integer = dyn_cast_or_null<IntegerAttr>(space);
  if (integer && integer.getValue().trySExtValue() == layout.memorySpace)
    return success();
  InFlightDiagnostic diag = emitError() << "layout of " << type << " says S("
                                        << layout.memorySpace << "), but the ";
  if (space)
    return diag << "memref's memory space is " << space;
  return diag << "memref has no memory space";
}

LogicalResult mlir::tiled_layout::verifyTiled(ShapedType type,
                                              EmitErrorFn emitError) {
  LayoutAttrInterface attribute = getLayoutAttr(type);
  if (!attribute)
    return success();
  Layout layout = attribute.getLayout();
  // Our own attribute has met the rules and the type; another dialect's may not
  // have.
  if (!isa<TiledLayoutAttr>(attribute) &&
      (failed(report(checkLayout(layout), emitError)) ||
       failed(report(checkLayoutOnShape(layout, type.getShape()), emitError))))
    return failure();
  if (auto memref = dyn_cast<MemRefType>(type))
    if (failed(verifyMemorySpace(memref, layout, emitError)))
      return failure();
  std::optional<int64_t> bits = getBitsPerElement(type);
  if (!bits)
    return success();
  return report(checkBytes(layout, type.getShape(), *bits), emitError);
}

LogicalResult mlir::tiled_layout::verifyMemRefsBelow(Operation *root) {
  llvm::DenseSet<Type> checked;
  auto verifyAt = [&](Type type, Operation *op) {
    bool ok = true;
    // Function types and the like hold memrefs inside.
    type.walk([&](MemRefType memref) {
      if (checked.insert(memref).second)
        ok &= succeeded(verifyTiled(memref, [&] { return op->emitError(); }));
    });
    return ok;
  };
  WalkResult result = root->walk([&](Operation *op) {
    bool ok = true;
    for (Type type : op->getOperandTypes())
      ok &= verifyAt(type, op);
    for (Type type : op->getResultTypes())
      ok &= verifyAt(type, op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          ok &= verifyAt(type, op);
    for (NamedAttribute named : op->getAttrs())
      if (auto typeAttr = dyn_cast<TypeAttr>(named.getValue()))
        ok &= verifyAt(typeAttr.getValue(), op);
    return ok ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
