/*===- Dialect.h - The dialect for C ------------------------------*- C -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef TILED_LAYOUT_CAPI_DIALECT_H
#define TILED_LAYOUT_CAPI_DIALECT_H

#include "tiled_layout/CAPI/Shape.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** `mlirGetDialectHandle__tiled_layout__`, to register and load the dialect. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TiledLayout, tiled_layout);

/** Registers the passes and named pipelines with MLIR's global registry. */
MLIR_CAPI_EXPORTED void tiledLayoutRegisterAllPasses(void);

/** True if the attribute is `#tiled_layout.layout`. */
MLIR_CAPI_EXPORTED bool tiledLayoutAttributeIsALayout(MlirAttribute attribute);

/** Returns the attribute with a layout in XLA's text, braces included, such as
    `{1,0:T(8,128)}`. If the text is refused, `onError` is called with the
    message, if it is not null, and the result is null. Loads the dialect. */
MLIR_CAPI_EXPORTED MlirAttribute
tiledLayoutAttributeGet(MlirContext context, MlirStringRef text,
                        MlirStringCallback onError, void *userData);

/** Prints the layout in XLA's text. Requires `tiledLayoutAttributeIsALayout`.
 */
MLIR_CAPI_EXPORTED void
tiledLayoutAttributePrintText(MlirAttribute attribute,
                              MlirStringCallback callback, void *userData);

/** True if the type is a tensor or memref with a layout of this project, or
   with an attribute of another dialect that takes part. */
MLIR_CAPI_EXPORTED bool tiledLayoutTypeIsTiled(MlirType type);

/** Returns the shape that a ranked tensor or memref type stands for, whose
    functions say its physical shape, bytes and positions (Shape.h); without a
    layout if the type has none. If XLA's text has no such shape, as for views
    and for element types of other dialects, `onError` is called with the
    message, if it is not null, and the result is null. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeGetFromType(
    MlirType type, MlirStringCallback onError, void *userData);

/** The type ID of `#tiled_layout.layout`. */
MLIR_CAPI_EXPORTED MlirTypeID tiledLayoutAttributeGetTypeID(void);

#ifdef __cplusplus
}
#endif

#endif /* TILED_LAYOUT_CAPI_DIALECT_H */
