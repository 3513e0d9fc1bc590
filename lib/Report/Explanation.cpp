//===- Explanation.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Explanation.h"

#include "MorelloMap.h"
#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/Layout/FormatChoice.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Simplify.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

llvm::Expected<Shape> mlir::tiled_layout::readShape(llvm::StringRef text,
                                                    bool choose) {
  TextOptions options;
  options.allowComments = true;
  llvm::Expected<Shape> shape = parseShape(text, options);
  if (!shape || !choose)
    return shape;

  if (shape->layout)
    return llvm::createStringError(
        "a layout can be chosen only for a shape without one, but " +
        toString(*shape) + " has one");
  shape->layout = chooseFormat(shape->elementType, shape->extents());
  if (std::optional<Violation> broken = checkShape(*shape))
    return llvm::createStringError(broken->message);
  return shape;
}

/// Reads back Morello's text, which the shape keeps in its printed form.
static MorelloLayout readMorello(const Shape &shape) {
  size_t offset = 0;
  return llvm::cantFail(parseMorello(shape.morello, offset));
}

static AffineMap getMap(const Explanation &result,
                        llvm::ArrayRef<int64_t> extents, MLIRContext &context) {
  if (result.morello)
    return getMorelloPhysicalMap(*result.morello, extents, result.physicalShape,
                                 &context);
  return getPhysicalMap(result.layout, extents, &context);
}

Explanation mlir::tiled_layout::explain(const Shape &shape,
                                        MLIRContext &context) {
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  Explanation result(shape);
  if (shape.morello.empty()) {
    result.physicalShape = getPhysicalShape(result.layout, extents);
  } else {
    result.morello = readMorello(shape);
    result.physicalShape = getMorelloPhysicalShape(*result.morello, extents);
  }
  result.elements = getElements(result.layout, extents);
  result.bitsPerElement = getBitsPerElement(result.layout, shape.elementType);
  result.bytes = getBytes(shape);
  result.logicalBytes = getLogicalBytes(shape);
  result.xlaArraySize = getXlaArraySize(shape);

  if (AffineMap map = getMap(result, extents, context)) {
    llvm::raw_string_ostream os(result.affineMap);
    map.print(os);
  }

  result.positionsAreKnown = true;
  if (!llvm::is_contained(extents, kDynamic)) {
    result.simplified =
        simplifyLayout(result.layout, extents, shape.elementType.storageBits());
    result.placement.emplace(result.layout, extents);
  } else {
    AffineMap position = getPositionMap(result.layout, extents, &context);
    result.positionsAreKnown = position && position.getNumSymbols() == 0;
  }
  return result;
}
