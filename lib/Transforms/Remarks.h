//===- Remarks.h - What remarks of passes have in common --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_REMARKS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_REMARKS_H

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tiled_layout {

/// Returns the options of a remark of a pass on an operation: its category, and
/// the function that the operation is in, if any.
inline remark::RemarkOpts getRemarkOpts(Operation *op, StringRef pass) {
  auto options = remark::RemarkOpts::name(pass).category("tiled-layout");
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  return function ? options.function(function.getName()) : options;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_REMARKS_H
