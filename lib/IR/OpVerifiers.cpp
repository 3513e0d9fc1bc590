//===- OpVerifiers.cpp - What the operations refuse -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Checks that positions in the array are defined: it has a layout of ours, is
/// row-major, or is a strided memref.
static LogicalResult verifyArray(Operation *op, StringRef name,
                                 ShapedType type) {
  if (failed(verifyTiled(type, [&] { return op->emitOpError(); })))
    return failure();
  if (auto memref = dyn_cast<MemRefType>(type)) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (succeeded(memref.getStridesAndOffset(strides, offset)))
      return success();
  }
  if (!getTileLayout(type))
    return op->emitOpError() << name << " " << type
                             << " has neither a tiled nor a strided layout";
  return success();
}

/// Checks that an element of the array holds a whole value.
static LogicalResult verifyElementSize(Operation *op, StringRef name,
                                       ShapedType type) {
  if (holdsValues(type))
    return success();
  return op->emitOpError() << name << " " << type << " has E("
                           << *getBitsPerElement(type)
                           << "), which cannot hold the "
                           << *getValueBits(type.getElementType())
                           << " bits of a value";
}

/// Checks that the operation has a result exactly if it works on tensors, and
/// then one of the destination's type.
static LogicalResult verifyDestination(Operation *op, ShapedType dest) {
  bool isTensor = isa<RankedTensorType>(dest);
  if (op->getNumResults() != (isTensor ? 1 : 0))
    return op->emitOpError() << "destination is a "
                             << (isTensor ? "tensor and needs a result"
                                          : "memref and has no result");
  if (isTensor && op->getResult(0).getType() != dest)
    return op->emitOpError() << "result type " << op->getResult(0).getType()
                             << " differs from the destination's type " << dest;
  return success();
}

/// Checks that padding may be written: not that of a view.
static LogicalResult verifyPaddingIsOwn(Operation *op, ShapedType dest) {
  if (!isView(dest))
    return success();
  return op->emitOpError() << "writes padding of the view " << dest
                           << ", which holds elements of other arrays";
}

LogicalResult RelayoutOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (isa<MemRefType>(source) != isa<MemRefType>(dest))
    return emitOpError() << "source " << source << " and destination " << dest
                         << " must both be tensors or both be memrefs";
  if (failed(verifyDestination(*this, dest)))
    return failure();
  if (failed(verifyCompatibleShape(source, dest)))
    return emitOpError() << "source " << source << " and destination " << dest
                         << " differ in shape";
  if (source.getElementType() != dest.getElementType())
    return emitOpError() << "source has elements of type "
                         << source.getElementType()
                         << ", but the destination of type "
                         << dest.getElementType();
  for (auto [name, type] : {std::pair("source", source), {"destination", dest}})
    if (failed(verifyArray(*this, name, type)) ||
        failed(verifyElementSize(*this, name, type)))
      return failure();

  std::optional<Attribute> padding = getPadding();
  if (!padding)
    return success();
  if (failed(verifyPaddingIsOwn(*this, dest)))
    return failure();
  if (!getPaddingValue())
    return emitOpError() << "padding is zero, but elements of type "
                         << dest.getElementType() << " have no zero";
  if (isa<UnitAttr>(*padding))
    return success();
  auto typed = dyn_cast<TypedAttr>(*padding);
  Type element = dest.getElementType();
  if (typed && typed.getType() == element)
    return success();
  InFlightDiagnostic error =
      emitOpError() << "padding " << *padding
                    << " is not a value of the element type " << element;
  // A number without a type is an i64 or an f64.
  if (typed && element.isIntOrFloat())
    error << "; write the type after the number, as in '"
          << (isa<FloatType>(element) ? "1.5 : " : "1 : ")
          << llvm::to_string(element) << "'";
  return error;
}

LogicalResult FillPaddingOp::verify() {
  auto dest = cast<ShapedType>(getDest().getType());
  if (failed(verifyPaddingIsOwn(*this, dest)))
    return failure();
  if (failed(verifyDestination(*this, dest)))
    return failure();
  if (getValue().getType() != dest.getElementType())
    return emitOpError() << "value has type " << getValue().getType()
                         << ", but the destination has elements of type "
                         << dest.getElementType();
  if (failed(verifyArray(*this, "destination", dest)))
    return failure();
  return verifyElementSize(*this, "destination", dest);
}

LogicalResult EmptyOp::verify() {
  RankedTensorType type = getType();
  if (static_cast<size_t>(type.getNumDynamicDims()) != getDynamicSizes().size())
    return emitOpError() << "has " << getDynamicSizes().size() << " sizes, but "
                         << type << " has " << type.getNumDynamicDims()
                         << " dynamic dimensions";
  return verifyArray(*this, "result", type);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Checks that the array has positions, and as many indices as dimensions.
static LogicalResult verifyPositions(Operation *op, ShapedType type,
                                     size_t count, StringRef one,
                                     StringRef many) {
  if (type.getRank() != static_cast<int64_t>(count))
    return op->emitOpError()
           << "has " << count << " " << (count == 1 ? one : many)
           << ", but the array has rank " << type.getRank();
  if (!getTileLayout(type))
    return op->emitOpError() << "array " << type << " has no tiled layout";
  return verifyTiled(type, [&] { return op->emitOpError(); });
}

LogicalResult LinearizeOp::verify() {
  return verifyPositions(*this, cast<ShapedType>(getArray().getType()),
                         getIndices().size(), "index", "indices");
}

LogicalResult DelinearizeOp::verify() {
  if (isView(getArray().getType()))
    return emitOpError() << "array " << getArray().getType()
                         << " is a view, whose positions hold others' elements";
  return verifyPositions(*this, cast<ShapedType>(getArray().getType()),
                         getIndices().size(), "index result", "index results");
}

LogicalResult AssumeMultipleOp::verify() {
  if (int64_t multiple = getMultipleAttr().getInt(); multiple < 1)
    return emitOpError() << "multiple must be at least 1, but is " << multiple;
  return success();
}

//===----------------------------------------------------------------------===//
// Physical views
//===----------------------------------------------------------------------===//

/// Returns the physical array of a tiled one, or null if it has none: tail
/// padding has no place in it, nor have elements that are not their values.
static ShapedType getExpandedType(ShapedType tiled, const Layout &layout) {
  Layout withoutTail = layout;
  withoutTail.tailPaddingAlignment = 1;
  int64_t elements = getElements(layout, tiled.getShape());
  bool hasTail = layout.tailPaddingAlignment != 1 &&
                 (elements == kDynamic ||
                  elements != getElements(withoutTail, tiled.getShape()));
  if (hasTail || !isPlainStorage(tiled))
    return {};
  return getPlainType(tiled, getPhysicalShape(layout, tiled.getShape()),
                      tiled.getElementType());
}

/// True if the type says nothing of how its elements lie.
static bool isPlain(ShapedType type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getLayout().isIdentity() && !isTiled(memref);
  return !cast<RankedTensorType>(type).getEncoding();
}

/// Returns why `physical` is neither the physical nor the flat array of
/// `tiled`, or an empty string.
static std::string checkPhysical(ShapedType tiled, ShapedType physical) {
  if (isa<MemRefType>(tiled) != isa<MemRefType>(physical))
    return llvm::formatv("one of {0} and {1} is a memref, the other a tensor",
                         tiled, physical);
  std::optional<Layout> layout = getLayout(tiled);
  if (!layout)
    return llvm::formatv(
        "{0}{1}{2}", (isView(tiled) ? "the view " : "the layout of "), tiled,
        (isView(tiled) ? " has no buffer of its own" : " is not tiled"));
  if (!isPlain(physical))
    return llvm::formatv("the layout of {0} is not the identity", physical);
  if (isa<RankedTensorType>(tiled) && layout->memorySpace != 0)
    return llvm::formatv(
        "a tensor without a layout cannot be in the memory space S({0}) of {1}",
        layout->memorySpace, tiled);
  auto memref = dyn_cast<MemRefType>(tiled);
  if (memref &&
      memref.getMemorySpace() != cast<MemRefType>(physical).getMemorySpace())
    return llvm::formatv("the memory spaces of {0} and {1} differ", tiled,
                         physical);

  ShapedType flat = getFlatType(tiled);
  ShapedType expanded = getExpandedType(tiled, *layout);
  if (physical == flat || physical == expanded)
    return "";
  return llvm::formatv("expected {0}{1} for {2}, but found {3}",
                       expanded ? llvm::to_string(expanded) + " or " : "", flat,
                       tiled, physical);
}

LogicalResult ToPhysicalOp::verify() {
  auto tiled = cast<ShapedType>(getSource().getType());
  if (failed(verifyTiled(tiled, [&] { return emitOpError(); })))
    return failure();
  if (isView(tiled)) {
    ShapedType flat = getFlatType(tiled);
    if (getType() == flat)
      return success();
    return emitOpError() << "expected " << flat << " for " << tiled
                         << ", but found " << getType();
  }
  std::string reason = checkPhysical(tiled, cast<ShapedType>(getType()));
  return reason.empty() ? success() : emitOpError() << reason;
}

LogicalResult FromPhysicalOp::verify() {
  auto tiled = cast<ShapedType>(getType());
  if (failed(verifyTiled(tiled, [&] { return emitOpError(); })))
    return failure();
  if (static_cast<size_t>(tiled.getNumDynamicDims()) !=
      getDynamicSizes().size())
    return emitOpError() << "has " << getDynamicSizes().size() << " sizes, but "
                         << tiled << " has " << tiled.getNumDynamicDims()
                         << " dynamic dimensions";
  std::string reason =
      checkPhysical(tiled, cast<ShapedType>(getSource().getType()));
  return reason.empty() ? success() : emitOpError() << reason;
}
