//===- Support.h - Between C and C++ ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CAPI_SUPPORT_H
#define TILED_LAYOUT_LIB_CAPI_SUPPORT_H

#include "tiled_layout/CAPI/Shape.h"
#include "tiled_layout/Layout/Layout.h"

#include "mlir/CAPI/Support.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

inline const Shape &unwrap(TiledLayoutShape shape) {
  return *static_cast<const Shape *>(shape.ptr);
}

/// Tells a caller in C what went wrong, if it wants to know.
inline void report(llvm::Error error, MlirStringCallback onError,
                   void *userData) {
  std::string message = llvm::toString(std::move(error));
  if (onError)
    onError(mlirStringRefCreate(message.data(), message.size()), userData);
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CAPI_SUPPORT_H
