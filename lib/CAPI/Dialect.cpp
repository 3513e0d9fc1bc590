//===- Dialect.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/CAPI/Dialect.h"

#include "Support.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/InitAll.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::tiled_layout;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TiledLayout, tiled_layout,
                                      TiledLayoutDialect)

void tiledLayoutRegisterAllPasses(void) { registerAllPasses(); }

bool tiledLayoutAttributeIsALayout(MlirAttribute attribute) {
  return isa_and_present<TiledLayoutAttr>(unwrap(attribute));
}

MlirAttribute tiledLayoutAttributeGet(MlirContext context, MlirStringRef text,
                                      MlirStringCallback onError,
                                      void *userData) {
  MLIRContext *owner = unwrap(context);
  owner->loadDialect<TiledLayoutDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(owner, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  auto attribute = TiledLayoutAttr::getFromText(
      owner, unwrap(text), [&] { return emitError(UnknownLoc::get(owner)); });
  if (!attribute)
    report(llvm::createStringError(message), onError, userData);
  return wrap(Attribute(attribute));
}

void tiledLayoutAttributePrintText(MlirAttribute attribute,
                                   MlirStringCallback callback,
                                   void *userData) {
  std::string text = cast<TiledLayoutAttr>(unwrap(attribute)).getText();
  callback(mlirStringRefCreate(text.data(), text.size()), userData);
}

bool tiledLayoutTypeIsTiled(MlirType type) {
  return type.ptr && isTiled(unwrap(type));
}

TiledLayoutShape tiledLayoutShapeGetFromType(MlirType type,
                                             MlirStringCallback onError,
                                             void *userData) {
  auto shaped = dyn_cast_or_null<ShapedType>(unwrap(type));
  std::optional<Shape> shape;
  if (shaped && shaped.hasRank())
    shape = getXlaShape(shaped);
  if (shape)
    return {new Shape(std::move(*shape))};
  std::string text;
  llvm::raw_string_ostream(text) << unwrap(type);
  report(llvm::createStringError("no shape is that of type " + text), onError,
         userData);
  return {nullptr};
}

MlirTypeID tiledLayoutAttributeGetTypeID(void) {
  return wrap(TiledLayoutAttr::getTypeID());
}
