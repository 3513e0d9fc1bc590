//===- Explain.cpp - What shapes mean, for C ------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/Interop/Interop.h"
#include "tiled_layout/Layout/Interop/Jax.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Explanation.h"
#include "tiled_layout/Report/Json.h"
#include "tiled_layout/Report/Notation.h"
#include "tiled_layout/Version.h"

#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static void print(llvm::StringRef text, MlirStringCallback callback,
                  void *userData) {
  callback(wrap(text), userData);
}

MlirStringRef tiledLayoutGetVersion(void) {
  return mlirStringRefCreateFromCString(TILED_LAYOUT_VERSION);
}

TiledLayoutShape tiledLayoutShapeChoose(MlirStringRef text,
                                        MlirStringCallback onError,
                                        void *userData) {
  llvm::Expected<Shape> shape = readShape(unwrap(text), /*choose=*/true);
  if (shape)
    return {new Shape(std::move(*shape))};
  report(shape.takeError(), onError, userData);
  return {nullptr};
}

static llvm::Expected<std::string> printAs(const Shape &shape,
                                           TiledLayoutNotation notation) {
  switch (notation) {
  case TiledLayoutNotationXla:
    return toXlaText(shape);
  case TiledLayoutNotationMlir:
    return toMlirText(shape);
  case TiledLayoutNotationMorello:
    return toMorelloText(shape);
  case TiledLayoutNotationOneDnn:
    return toInteropText(InteropNotation::OneDnn, shape);
  case TiledLayoutNotationTpu:
    return toInteropText(InteropNotation::Tpu, shape);
  case TiledLayoutNotationPack:
    return toInteropText(InteropNotation::Pack, shape);
  case TiledLayoutNotationCute:
    return toInteropText(InteropNotation::Cute, shape);
  case TiledLayoutNotationJax:
    return toJaxLayout(shape.getLayout());
  }
  return llvm::createStringError("no notation has the number " +
                                 llvm::Twine(notation));
}

bool tiledLayoutShapePrintAs(TiledLayoutShape shape,
                             TiledLayoutNotation notation,
                             MlirStringCallback callback,
                             MlirStringCallback onError, void *userData) {
  llvm::Expected<std::string> text = printAs(unwrap(shape), notation);
  if (!text) {
    report(text.takeError(), onError, userData);
    return false;
  }
  print(*text, callback, userData);
  return true;
}

void tiledLayoutShapePrintJson(TiledLayoutShape shape,
                               MlirStringCallback callback, void *userData) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  Explanation explanation = explain(unwrap(shape), context);
  print("{" + getJsonMembers(explanation) + "}", callback, userData);
}

TiledLayoutComparison
tiledLayoutShapeCompare(TiledLayoutShape a, TiledLayoutShape b, int64_t *index,
                        MlirStringCallback onDifference, void *userData) {
  const Shape &left = unwrap(a), &right = unwrap(b);
  auto tell = [&](const llvm::Twine &difference) {
    if (onDifference)
      print(difference.str(), onDifference, userData);
  };
  llvm::SmallVector<int64_t, 6> extents = left.extents();
  llvm::StringRef reason;
  if (!(left.elementType == right.elementType))
    reason = "have elements of different types";
  else if (extents != right.extents())
    reason = "have different extents";
  else if (llvm::is_contained(extents, kDynamic))
    reason = "have an extent that is not known";
  if (!reason.empty()) {
    tell(toString(left) + " and " + toString(right) +
         " are not one array of known extents: they " + reason);
    return TiledLayoutComparisonOtherArray;
  }
  std::optional<std::string> difference =
      findInterchangeDifference(left.getLayout(), right.getLayout(), extents,
                                left.elementType.storageBits());
  if (!difference)
    return TiledLayoutComparisonInterchangeable;
  tell(*difference);
  std::optional<llvm::SmallVector<int64_t>> witness =
      findPositionDifference(left.getLayout(), right.getLayout(), extents);
  if (!witness)
    return TiledLayoutComparisonSamePositions;
  if (index)
    llvm::copy(*witness, index);
  return TiledLayoutComparisonDifferent;
}

MlirStringRef tiledLayoutShapeGetElementType(TiledLayoutShape shape) {
  return wrap(unwrap(shape).elementType.name);
}

int64_t tiledLayoutShapeGetBitsPerElement(TiledLayoutShape shape) {
  const Shape &value = unwrap(shape);
  return getBitsPerElement(value.getLayout(), value.elementType);
}
