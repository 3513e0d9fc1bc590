//===- TypeDigits.h - The digits of an array by its type --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_TYPEDIGITS_H
#define TILED_LAYOUT_LIB_IR_TYPEDIGITS_H

#include "../Layout/ArrayDigits.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// Returns the digits of a tensor, of a memref with a layout of ours, which may
/// be a view, or of a strided memref. Extents may be `kDynamic`. Fails where a
/// tile combines dimensions and not all is static, or elements of a tile do not
/// end where dimensions do, and for layouts of other dialects.
llvm::Expected<SmallVector<ArrayDigit>> getArrayDigits(ShapedType type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_TYPEDIGITS_H
